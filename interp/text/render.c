/* Values and templates in words.
 *
 * Everything that a player reads passes through here with the reader's View, so there is
 * one place that decides whether a face may be named. */
#include "interp/text/render.h"
#include "grammar/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEMPLATE_DEPTH = 8 }; /* placeholders inside forms inside placeholders … */

View view_new(Vm *vm, int seat, const char *const *names)
{
  return (View){vm_program(vm), vm, seat, names, 0};
}

View view_program(const Program *p) { return (View){p, NULL, VIEW_ALL, NULL, 0}; }

bool view_sees_thing(const View *v, int32_t thing)
{
  if (!v->vm || v->seat == VIEW_ALL || thing < 0 || (v->shown && thing == v->shown))
    return true;
  if (v->program->kinds[v->program->things[thing].kind].cells < 0) return true;
  if (vm_pile_of(v->vm, thing) < 0) return true; /* in the box, or loose on the table */
  if (v->seat >= 0) return vm_sees_thing(v->vm, v->seat, thing);
  for (int s = 0; s < vm_seats(v->vm); s++)
    if (!vm_sees_thing(v->vm, s, thing)) return false;
  return true;
}

bool view_sees_field(const View *v, int field, int32_t thing)
{
  if (!v->vm || v->seat == VIEW_ALL) return true;
  if (v->seat >= 0) return vm_sees_field(v->vm, v->seat, field, thing);
  for (int s = 0; s < vm_seats(v->vm); s++)
    if (!vm_sees_field(v->vm, s, field, thing)) return false;
  return true;
}

int64_t view_get(const View *v, int field, int32_t thing, int32_t per)
{
  if (v->seat == VIEW_ALL) return vm_get(v->vm, field, thing, per);
  return vm_get_seen(v->vm, v->seat, field, thing, per);
}

/* ---- names ---------------------------------------------------------------------- */

const char *render_source(const Program *p, int32_t text)
{
  return text < 0 || text >= p->n_texts ? NULL : program_string(p, p->texts[text].source);
}

static void readable(Buf *b, const char *id)
{
  for (; *id; id++) buf_char(b, *id == '_' ? ' ' : *id);
}

void render_id(Buf *b, const char *id)
{
  size_t from = b->n;
  readable(b, id);
  buf_capital(b, from);
}

void render_noun(const Program *p, Buf *b, int32_t text, int32_t name)
{
  const char *source = render_source(p, text);
  if (source) buf_add(b, source);
  else readable(b, program_string(p, name));
}

void render_article(Buf *b, const char *noun)
{
  bool vowel = *noun && strchr("aeiouAEIOU", *noun);
  words_say(b, vowel ? SAY_AN : SAY_A, noun, NULL, NULL);
}

void render_seat(const View *v, Buf *b, int seat)
{
  if (v->names && v->names[seat]) buf_add(b, v->names[seat]);
  else words_number(b, SAY_PLAYER, seat + 1);
}

static void join(Buf *b, int i, int n)
{
  if (i > 0) buf_add(b, words_text(i == n - 1 ? SAY_AND : SAY_COMMA));
}

void render_seats(const View *v, Buf *b, uint32_t mask)
{
  int n = 0, i = 0;
  for (uint32_t m = mask; m; m &= m - 1) n++;
  if (!n) buf_add(b, words_text(SAY_NOBODY));
  for (int seat = 0; seat < MAX_PLAYERS; seat++) {
    if (!(mask >> seat & 1)) continue;
    join(b, i++, n);
    render_seat(v, b, seat);
  }
}

static void title(const View *v, Buf *b, int32_t thing)
{
  const Program *p = v->program;
  const PThing *t = &p->things[thing];
  const PKind *k = &p->kinds[t->kind];
  const char *source = render_source(p, t->text);
  if (k->flags & KIND_PLAYER) {
    render_seat(v, b, thing - k->first);
  } else if (source) {
    buf_add(b, source);
  } else if (k->width > 0) {
    char x[16], y[16];
    int at = thing - k->first;
    snprintf(x, sizeof x, "%d", at % k->width + 1);
    snprintf(y, sizeof y, "%d", at / k->width + 1);
    Buf noun = {0};
    render_noun(p, &noun, k->text, k->name);
    words_say(b, SAY_PLACE, buf_text(&noun), x, y);
    buf_free(&noun);
  } else {
    render_id(b, program_string(p, t->name));
  }
}

static void hidden_noun(const View *v, Buf *b, int32_t thing, int count)
{
  const PKind *k = &v->program->kinds[v->program->things[thing].kind];
  Buf noun = {0};
  render_noun(v->program, &noun, k->text, k->name);
  if (count == 1) {
    render_article(b, buf_text(&noun));
  } else {
    char digits[16];
    snprintf(digits, sizeof digits, "%d", count);
    words_say(b, SAY_TIMES, digits, buf_text(&noun), NULL);
  }
  buf_free(&noun);
}

void render_thing(const View *v, Buf *b, int32_t thing)
{
  if (thing < 0 || thing >= v->program->n_things) buf_add(b, words_text(SAY_NONE));
  else if (view_sees_thing(v, thing)) title(v, b, thing);
  else hidden_noun(v, b, thing, 1);
}

/* ---- values --------------------------------------------------------------------- */

void render_scalar(const View *v, Buf *b, int type, int64_t value)
{
  const Program *p = v->program;
  const PType *t = type < 0 ? NULL : &p->types[type];
  int tag = t ? t->tag : T_NUM;
  if (value == NONE) {
    bool person = t && t->kind >= 0 && p->kinds[t->kind].flags & KIND_PLAYER;
    buf_add(b, words_text(person ? SAY_NOBODY : SAY_NONE));
  } else if (tag == T_FLAG) {
    buf_add(b, words_text(value ? SAY_YES : SAY_NO));
  } else if (tag == T_WORD && value >= t->lo && value <= t->hi) { /* else damaged */
    const PWord *w = &p->words[t->first_word + (value - t->lo)];
    render_noun(p, b, w->text, w->name);
  } else if (tag == T_THING) {
    render_thing(v, b, (int32_t)value);
  } else if (tag == T_PILE) {
    render_pile_contents(v, b, (int)value);
  } else if (tag == T_TEXT) {
    const char *source = render_source(p, (int32_t)value);
    if (source) buf_add(b, source);
  } else {
    buf_printf(b, "%lld", (long long)value);
  }
}

/* Equal faces are said once, with their number. */
typedef struct Item {
  int64_t value;
  int count;
  bool hidden;
} Item;
typedef VEC(Item) Items;

static void gather(const View *v, Items *items, bool things, int64_t value)
{
  const Program *p = v->program;
  Item one = {value, 1, false};
  if (things && (value < 0 || value >= p->n_things)) return; /* a damaged program's */
  if (things) {
    const PThing *t = &p->things[value];
    one.hidden = !view_sees_thing(v, (int32_t)value);
    if (!one.hidden) one.value = t->face;
    for (size_t i = 0; i < items->n; i++) {
      Item *at = &items->at[i];
      bool same = one.hidden ? at->hidden && p->things[at->value].kind == t->kind
                             : !at->hidden && at->value == one.value;
      if (same) {
        at->count++;
        return;
      }
    }
  }
  vec_push(items, one);
}

static void put_item(const View *v, Buf *b, int elem, bool things, const Item *at)
{
  if (at->hidden) {
    hidden_noun(v, b, (int32_t)at->value, at->count);
  } else if (at->count == 1) {
    if (things) title(v, b, (int32_t)at->value);
    else render_scalar(v, b, elem, at->value);
  } else {
    Buf name = {0};
    char digits[16];
    snprintf(digits, sizeof digits, "%d", at->count);
    title(v, &name, (int32_t)at->value);
    words_say(b, SAY_TIMES, digits, buf_text(&name), NULL);
    buf_free(&name);
  }
}

void render_list(const View *v, Buf *b, int elem, const int64_t *values, int n)
{
  Items items = {0};
  const PType *t = elem < 0 ? NULL : &v->program->types[elem];
  bool things = t && t->tag == T_THING;
  for (int i = 0; i < n; i++)
    if (values[i] != NONE) gather(v, &items, things, values[i]);
  if (!items.n) {
    bool persons = t && t->kind >= 0 && v->program->kinds[t->kind].flags & KIND_PLAYER;
    buf_add(b, words_text(persons ? SAY_NOBODY : SAY_NONE));
  }
  for (size_t i = 0; i < items.n; i++) {
    join(b, (int)i, (int)items.n);
    put_item(v, b, elem, things, &items.at[i]);
  }
  vec_free(&items);
}

static void render_set(const View *v, Buf *b, const PType *t, const int64_t *words)
{
  VEC(int64_t) values = {0};
  for (int w = 0; w < t->words; w++)
    for (uint64_t m = (uint64_t)words[w]; m; m &= m - 1) {
      int64_t value = (int64_t)t->lo + 64 * w + __builtin_ctzll(m);
      if (value <= t->hi)
        vec_push(&values, value); /* a damaged program may set any bit */
    }
  render_list(v, b, t->elem, values.at, (int)values.n);
  vec_free(&values);
}

void render_value(const View *v, Buf *b, int type, const int64_t *value)
{
  const PType *t = type < 0 ? NULL : &v->program->types[type];
  if (t && t->tag == T_SET) {
    render_set(v, b, t, value);
  } else if (t && t->tag == T_LIST) {
    int n = value[0] < 0 ? 0 : value[0] > t->words - 1 ? t->words - 1 : (int)value[0];
    render_list(v, b, t->elem, value + 1, n);
  } else {
    render_scalar(v, b, type, *value);
  }
}

/* ---- fields and piles ----------------------------------------------------------- */

void render_field(const View *v, Buf *b, int field, int32_t thing, int32_t per)
{
  const Program *p = v->program;
  const PField *f = &p->fields[field];
  Buf name = {0}, whole = {0}, other = {0};
  render_noun(p, &name, f->text, f->name);
  if (f->kind >= 0 && thing >= 0) {
    render_thing(v, &other, thing);
    words_say(&whole, SAY_FIELD_OF, buf_text(&name), buf_text(&other), NULL);
  } else {
    buf_add(&whole, buf_text(&name));
  }
  if (f->per_type >= 0 && per != NONE && per >= 0) {
    buf_clear(&other);
    render_scalar(v, &other, f->per_type, per);
    words_say(b, SAY_FIELD_AT, buf_text(&whole), buf_text(&other), NULL);
  } else {
    buf_add(b, buf_text(&whole));
  }
  buf_free(&name);
  buf_free(&whole);
  buf_free(&other);
}

void render_pile(const View *v, Buf *b, int pile)
{
  if (pile < 0 || !v->vm) {
    buf_add(b, words_text(SAY_BOX));
    return;
  }
  int32_t thing = -1, per = -1;
  int field = vm_pile_field(v->vm, pile, &thing, &per);
  render_field(v, b, field, thing, per);
}

void render_pile_contents(const View *v, Buf *b, int pile)
{
  if (!v->vm) return;
  const Program *p = v->program;
  int32_t thing, per;
  const PType *t = &p->types[p->fields[vm_pile_field(v->vm, pile, &thing, &per)].type];
  int most = p->kinds[t->kind].count, hidden = 0;
  VEC(int32_t) all = {0};
  VEC(int64_t) seen = {0};
  vec_reserve(&all, (size_t)most);
  int n = v->seat == VIEW_ALL ? vm_pile(v->vm, pile, all.at, most)
                              : vm_pile_seen(v->vm, v->seat, pile, all.at, most);
  for (int i = 0; i < n; i++) {
    if (view_sees_thing(v, all.at[i])) vec_push(&seen, (int64_t)all.at[i]);
    else hidden++;
  }
  if (seen.n) render_list(v, b, p->kinds[t->kind].type, seen.at, (int)seen.n);
  if (seen.n && hidden) buf_add(b, words_text(SAY_COMMA));
  if (hidden) words_number(b, SAY_HIDDEN, hidden);
  if (!n) buf_add(b, words_text(SAY_NOTHING));
  vec_free(&seen);
  vec_free(&all);
}

/* ---- templates ------------------------------------------------------------------ */

typedef struct Template {
  const View *view;
  const PText *text;
  RenderArg get;
  void *user;
} Template;

/* The closing brace that belongs to the opening one at s[0]; NULL if there is none. */
static const char *closing(const char *s, const char *end)
{
  int depth = 0;
  for (; s < end; s++) {
    if (*s == '{') depth++;
    else if (*s == '}' && --depth == 0) return s;
  }
  return NULL;
}

/* Where the form that begins at s ends: at a bar on its own level, or at the end. */
static const char *form_end(const char *s, const char *end)
{
  int depth = 0;
  for (; s < end; s++) {
    if (*s == '{') depth++;
    else if (*s == '}') depth--;
    else if (*s == '|' && depth == 0) break;
  }
  return s;
}

static int find_arg(const Template *t, const char *name, size_t n)
{
  const Program *p = t->view->program;
  for (int i = 0; i < t->text->args; i++) {
    const char *at = program_string(p, p->args[t->text->first_arg + i].name);
    if (!strncmp(at, name, n) && !at[n]) return t->text->first_arg + i;
  }
  return -1;
}

/* The number that chooses a form: of a set, how many it has. */
static int64_t number_of(const PType *t, const int64_t *value)
{
  if (t->tag == T_LIST || t->tag != T_SET) return *value;
  int64_t n = 0;
  for (int w = 0; w < t->words; w++) n += __builtin_popcountll((uint64_t)value[w]);
  return n;
}

static void put_template(const Template *t, Buf *b, const char *s, const char *end,
                         int depth);

/* The placeholder between s and end, without its braces. */
static bool put_placeholder(const Template *t, Buf *b, const char *s, const char *end,
                            int depth)
{
  const char *bar = form_end(s, end);
  int row = find_arg(t, s, (size_t)(bar - s));
  if (row < 0 || depth > MAX_TEMPLATE_DEPTH) return false;
  int64_t room;
  const int64_t *value = t->get(t->user, row, &room);
  if (!value) return false;
  if (value == &render_unseen) {
    buf_add(b, words_text(SAY_UNSEEN));
    return true;
  }
  int type = t->view->program->args[row].type;
  if (bar == end) {
    render_value(t->view, b, type, value);
    return true;
  }
  const char *first = bar + 1, *first_end = form_end(first, end);
  bool one = type >= 0 && number_of(&t->view->program->types[type], value) == 1;
  if (one || first_end == end) {
    put_template(t, b, first, first_end, depth + 1);
  } else {
    const char *second = first_end + 1;
    put_template(t, b, second, form_end(second, end), depth + 1);
  }
  return true;
}

static void put_template(const Template *t, Buf *b, const char *s, const char *end,
                         int depth)
{
  while (s < end) {
    const char *close = *s == '{' ? closing(s, end) : NULL;
    if (close && put_placeholder(t, b, s + 1, close, depth)) {
      s = close + 1;
    } else {
      buf_char(b, *s++);
    }
  }
}

const int64_t render_unseen = 0;

bool render_allows(const View *v, uint32_t seats)
{
  if (v->seat == VIEW_ALL || !v->vm) return true;
  if (v->seat >= 0) return seats >> v->seat & 1;
  return seats == (1u << vm_seats(v->vm)) - 1;
}

void render_text(const View *v, Buf *b, int32_t text, RenderArg get, void *user)
{
  const char *s = render_source(v->program, text);
  if (!s) return;
  Template t = {v, &v->program->texts[text], get, user};
  put_template(&t, b, s, s + strlen(s), 0);
}
