/* Some printed values have names that mean something to whoever draws a face: `story` is
 * what is told and not done, `colour`, `shape` and `icon` are looks, `width` and `height`
 * the size in millimetres. */
#include "interp/text/card/face.h"
#include "interp/base/invariant.h"
#include "interp/text/card/card.h"
#include "interp/text/card/compose.h"

#include <stdlib.h>
#include <string.h>

enum { FACE_DEEP = 3 }; /* things printed on things on things */

static const char *const states[] = {
    [LANG_FINE] = "fine", [LANG_OLD] = "old", [LANG_MISSING] = "missing"};

static const int64_t *printed(const Program *p, const PColumn *c, int32_t thing)
{
  int at = thing - p->kinds[c->kind].first;
  return p->consts + c->base + at * p->types[c->type].words;
}

/* What is printed under this name; NULL if there is nothing.  *type is its type. */
static const int64_t *called(const View *v, int32_t thing, const char *name, int *type)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (c->kind != p->things[thing].kind || strcmp(program_string(p, c->name), name))
      continue;
    const int64_t *words = card_printed(v, thing, i);
    *type = c->type;
    return words && *words != NONE ? words : NULL;
  }
  return NULL;
}

/* ---- things printed on things --------------------------------------------------- */

/* The compiler calls it by the path of its outer one. */
static bool is_inside(const Program *p, int32_t inner, int32_t outer, const PColumn *c)
{
  INVARIANT(inner >= 0 && inner < p->n_things);
  INVARIANT(outer >= 0 && outer < p->n_things);
  const char *in = program_string(p, p->things[inner].name),
             *out = program_string(p, p->things[outer].name);
  size_t n = strlen(out);
  return !strncmp(in, out, n) && in[n] == '.' &&
         !strcmp(in + n + 1, program_string(p, c->name));
}

int32_t face_inner(const Program *p, int32_t thing, int column)
{
  INVARIANT(thing >= 0 && thing < p->n_things);
  INVARIANT(column >= 0 && column < p->n_columns);
  const PColumn *c = &p->columns[column];
  if (c->kind != p->things[thing].kind || c->base < 0 || p->types[c->type].tag != T_THING)
    return -1;
  int64_t held = *printed(p, c, thing);
  if (held == NONE || held < 0 || held >= p->n_things) return -1;
  return is_inside(p, (int32_t)held, p->things[thing].face, c) ? (int32_t)held : -1;
}

int32_t face_outer(const Program *p, int32_t thing)
{
  INVARIANT(p && p->header);
  const char *name = program_string(p, p->things[thing].name), *dot = strrchr(name, '.');
  for (int i = 0; dot && i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (c->base < 0 || p->types[c->type].tag != T_THING ||
        p->types[c->type].kind != p->things[thing].kind ||
        strcmp(program_string(p, c->name), dot + 1))
      continue;
    const PKind *k = &p->kinds[c->kind];
    for (int32_t on = k->first; on < k->first + k->count; on++)
      if (*printed(p, c, on) == thing && is_inside(p, thing, p->things[on].face, c))
        return p->things[on].face;
  }
  return -1;
}

bool face_seen(const View *v, int32_t thing)
{
  INVARIANT(v && v->program);
  int32_t outer = face_outer(v->program, thing);
  if (outer < 0) return view_sees_thing(v, thing);
  for (int32_t t = outer; t < outer + v->program->things[outer].copies; t++)
    if (face_seen(v, t)) return true;
  return false;
}

/* ---- values --------------------------------------------------------------------- */

static const char *type_name(const PType *t)
{
  static const char *const names[] = {
      [T_NUM] = "number", [T_FLAG] = "flag", [T_WORD] = "word", [T_THING] = "thing",
      [T_SET] = "set",    [T_LIST] = "list", [T_PILE] = "pile", [T_TEXT] = "text"};
  return names[t->tag];
}

/* A number, flag, the id of a word or thing; a text as players read it. */
static void put_scalar(Json *j, const View *v, int type, int64_t value)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PType *t = &p->types[type];
  if (value == NONE) json_text(j, NULL);
  else if (t->tag == T_FLAG) json_bool(j, value != 0);
  else if (t->tag == T_WORD && value >= t->lo && value <= t->hi)
    json_text(j, program_string(p, p->words[t->first_word + (value - t->lo)].name));
  else if (t->tag == T_THING && value >= 0 && value < p->n_things)
    json_text(j, program_string(p, p->things[value].name));
  else if (t->tag == T_TEXT) {
    Buf text = {0};
    render_scalar(v, &text, type, value);
    json_text(j, buf_text(&text));
    buf_free(&text);
  } else json_int(j, value);
}

static void put_plain(Json *j, const View *v, int type, const int64_t *words)
{
  INVARIANT(type >= 0 && type < v->program->n_types);
  const PType *t = &v->program->types[type];
  if (t->tag == T_LIST) {
    json_open(j, '[');
    for (int64_t i = 0; i < words[0] && i < t->words - 1; i++)
      put_scalar(j, v, t->elem, words[i + 1]);
    json_close(j, ']');
  } else if (t->tag == T_SET) {
    json_open(j, '[');
    for (int64_t n = t->lo; t->elem >= 0 && n <= t->hi; n++) {
      int64_t bit = n - t->lo;
      if (bit / 64 < t->words && (uint64_t)words[bit / 64] >> bit % 64 & 1)
        put_scalar(j, v, t->elem, n);
    }
    json_close(j, ']');
  } else put_scalar(j, v, type, *words);
}

static void put_value(Json *j, const View *v, int32_t thing, int column)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PColumn *c = &p->columns[column];
  const int64_t *words = card_printed(v, thing, column);
  if (!words) return;
  Buf name = {0}, value = {0};
  if (c->text < 0) buf_add(&name, program_string(p, c->name)); /* nothing to translate */
  else render_name(v, &name, NAME_COLUMN, column, NULL, NULL);
  render_printed(v, &value, column, words);
  json_open(j, '{');
  json_key_text(j, "id", program_string(p, c->name));
  json_key_text(j, "name", buf_text(&name));
  json_key_text(j, "type", type_name(&p->types[c->type]));
  json_key(j, "value");
  put_plain(j, v, c->type, words);
  /* Players have a name for it, and there is something to be read. */
  json_key_bool(j, "shown", c->text >= 0 && value.n);
  json_key_bool(j, "back", c->open != 0);
  json_key_text(j, "text", buf_text(&value));
  if (p->types[c->type].tag == T_NUM && words[0] != NONE)
    json_key_int(j, "number", words[0]);
  json_close(j, '}');
  buf_free(&name);
  buf_free(&value);
}

static void put_values(Json *j, const View *v, int32_t thing)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  json_open(j, '[');
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (c->kind == p->things[thing].kind) put_value(j, v, thing, i);
  }
  json_close(j, ']');
}

/* ---- texts ---------------------------------------------------------------------- */

typedef struct Slots {
  Json *j;
  VEC(char *) marked; /* their texts with the ids of what they name */
  size_t at;
  LangState worst;
} Slots;

static void note_state(LangState *worst, const char *text)
{
  LangState s = lang_marked(text);
  if (s > *worst) *worst = s;
}

/* ---- what pictures could stand for ------------------------------------------------ */

/* Parts of a text in turn: plain words, and names with their ids. */
static void put_parts(Json *j, const char *marked)
{
  Buf words = {0};
  json_key_open(j, "parts", '[');
  for (const char *at = marked;; at++) {
    size_t named = 0;
    const char *id = NULL;
    if (*at == ICON) {
      char *colon;
      named = strtoul(at + 1, &colon, 10);
      id = colon + 1;
    } else if (*at) {
      buf_char(&words, *at);
      continue;
    }
    size_t plain = named < words.n ? words.n - named : 0;
    if (plain) {
      json_open(j, '{');
      json_key(j, "text");
      json_textn(j, words.at, plain);
      json_close(j, '}');
    }
    if (!*at) break;
    size_t n = strcspn(id, "\x02");
    json_open(j, '{');
    json_key(j, "text");
    json_textn(j, words.at + plain, words.n - plain);
    json_key(j, "icon");
    json_textn(j, id, n);
    json_close(j, '}');
    buf_clear(&words);
    at = id + n;
  }
  json_close(j, ']');
  buf_free(&words);
}

/* The same words without the marks? */
static bool same_words(const char *marked, const char *plain)
{
  while (*marked) {
    if (*marked == ICON) {
      while (*marked && *marked != ICON_END) marked++;
      if (!*marked++) return false;
    } else if (*marked++ != *plain++) return false;
  }
  return !*plain;
}

static void keep_marked(void *user, const Composed *c)
{
  Slots *s = user;
  Buf text = {0};
  buf_add(&text, c->text);
  vec_push(&s->marked, buf_take(&text));
}

static void put_slot(void *user, const Composed *c)
{
  Slots *s = user;
  const char *marked = s->at < s->marked.n ? s->marked.at[s->at++] : "";
  note_state(&s->worst, c->text);
  json_open(s->j, '{');
  json_key_text(s->j, "id", c->id);
  json_key_text(s->j, "name", c->id ? c->name : NULL);
  json_key_text(s->j, "text", c->text);
  json_key_text(s->j, "made", c->written ? "written" : "composed");
  json_key_text(s->j, "state", states[lang_marked(c->text)]);
  if (strchr(marked, ICON) && same_words(marked, c->text)) put_parts(s->j, marked);
  json_close(s->j, '}');
}

/* A line for each slot, as a reader without a layout takes them. */
static void put_lines(Json *j, const View *v, int32_t thing)
{
  Buf text = {0};
  compose_thing(v, &text, thing);
  json_key_open(j, "texts", '[');
  for (const char *s = buf_text(&text); *s;) {
    size_t n = strcspn(s, "\n");
    json_textn(j, s, n);
    s += n + (s[n] == '\n');
  }
  json_close(j, ']');
  buf_free(&text);
}

static void put_texts(Json *j, const View *v, int32_t thing, LangState *worst)
{
  Slots s = {j, {0}, 0, LANG_FINE};
  View marked = *v;
  marked.icons = true;
  compose_slots(&marked, thing, keep_marked, &s);
  put_lines(j, v, thing);
  json_key_open(j, "slots", '[');
  compose_slots(v, thing, put_slot, &s);
  json_close(j, ']');
  for (size_t i = 0; i < s.marked.n; i++) free(s.marked.at[i]);
  vec_free(&s.marked);
  if (s.worst > *worst) *worst = s.worst;
}

/* ---- looks and the whole -------------------------------------------------------- */

/* Words, things and texts that say how it looks. */
static void put_looks(Json *j, const View *v, int32_t thing, LangState *worst)
{
  static const char *const names[] = {"story", "colour", "shape", "icon"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    int type;
    const int64_t *words = called(v, thing, names[i], &type);
    if (!words || v->program->types[type].words != 1) continue;
    int64_t value = *words;
    json_key(j, names[i]);
    put_scalar(j, v, type, value);
    if (v->program->types[type].tag != T_TEXT) continue;
    Buf text = {0};
    render_scalar(v, &text, type, value);
    note_state(worst, buf_text(&text));
    buf_free(&text);
  }
}

static int64_t number_of(const View *v, int32_t thing, const char *name, int64_t none)
{
  int type;
  const int64_t *words = called(v, thing, name, &type);
  return words && v->program->types[type].tag == T_NUM ? *words : none;
}

static void put_size(Json *j, const View *v, int32_t thing)
{
  json_key_open(j, "size", '{');
  json_key_int(j, "width", number_of(v, thing, "width", FACE_WIDTH));
  json_key_int(j, "height", number_of(v, thing, "height", FACE_HEIGHT));
  json_close(j, '}');
}

static void put_keys(Json *j, const View *v, int32_t thing, int copies, int deep);

static void put_inner(Json *j, const View *v, int32_t thing, int deep)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  json_key_open(j, "inner", '[');
  for (int i = 0; i < p->n_columns && deep < FACE_DEEP; i++) {
    int32_t inner = face_inner(p, thing, i);
    if (inner < 0) continue;
    Buf name = {0};
    render_name(v, &name, NAME_COLUMN, i, NULL, NULL);
    json_open(j, '{');
    json_key_text(j, "value", program_string(p, p->columns[i].name));
    json_key_text(j, "name", buf_text(&name));
    put_keys(j, v, inner, 1, deep + 1);
    json_close(j, '}');
    buf_free(&name);
  }
  json_close(j, ']');
}

static void put_keys(Json *j, const View *v, int32_t thing, int copies, int deep)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PThing *t = &p->things[thing];
  const PLoc *l = t->loc >= 0 ? &p->locs[t->loc] : NULL;
  LangState worst = LANG_FINE;
  int32_t outer = deep ? -1 : face_outer(p, thing);
  Buf title = {0}, noun = {0};
  render_thing(v, &title, thing);
  render_name(v, &noun, NAME_KIND, t->kind, NULL, NULL);
  note_state(&worst, buf_text(&title));
  note_state(&worst, buf_text(&noun));
  json_key_text(j, "id", program_string(p, t->name));
  json_key_text(j, "kind", program_string(p, p->kinds[t->kind].name));
  json_key_text(j, "noun", buf_text(&noun));
  json_key_text(j, "title", buf_text(&title));
  json_key_int(j, "copies", copies);
  json_key_bool(j, "card", card_kind(p, t->kind));
  json_key_bool(j, "named", p->kinds[t->kind].text >= 0);
  if (outer >= 0) json_key_text(j, "inside", program_string(p, p->things[outer].name));
  json_key(j, "values");
  put_values(j, v, thing);
  put_texts(j, v, thing, &worst);
  put_looks(j, v, thing, &worst);
  put_inner(j, v, thing, deep);
  if (!deep) put_size(j, v, thing);
  json_key_text(j, "state", states[worst]);
  json_key_place(j, "place", l ? program_string(p, p->files[l->file].path) : NULL,
                 l ? l->line : 0, l ? l->col : 0, 0);
  buf_free(&title);
  buf_free(&noun);
}

void face_keys(Json *j, const View *v, int32_t thing, int copies)
{
  put_keys(j, v, thing, copies, 0);
}
