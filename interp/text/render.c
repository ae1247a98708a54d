/* Values and templates in words.
 *
 * Everything that a player reads passes through here with the reader's View, so there is
 * one place that decides whether a face may be named. */
#include "interp/text/render.h"
#include "interp/base/arena.h"
#include "interp/base/invariant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Form plain_form = {0};

View view_new(Vm *vm, int seat, const char *const *names, const Lang *lang)
{
  INVARIANT(vm);
  return (View){
      .program = vm_program(vm), .vm = vm, .seat = seat, .names = names, .lang = lang};
}

View view_program(const Program *p, const Lang *lang)
{
  INVARIANT(p && p->header);
  return (View){.program = p, .seat = VIEW_ALL, .lang = lang};
}

bool view_sees_thing(const View *v, int32_t thing)
{
  if (!v->vm || v->seat == VIEW_ALL || thing < 0 || (v->shown && thing == v->shown))
    return true;
  if (v->seat >= 0) return vm_sees_thing(v->vm, v->seat, thing);
  for (int s = 0; s < vm_seats(v->vm); s++)
    if (!vm_sees_thing(v->vm, s, thing)) return false;
  return true;
}

bool view_sees_field(const View *v, int field, int32_t thing)
{
  INVARIANT(field >= 0 && field < v->program->n_fields);
  if (!v->vm || v->seat == VIEW_ALL) return true;
  if (v->seat >= 0) return vm_sees_field(v->vm, v->seat, field, thing);
  for (int s = 0; s < vm_seats(v->vm); s++)
    if (!vm_sees_field(v->vm, s, field, thing)) return false;
  return true;
}

int64_t view_get(const View *v, int field, int32_t thing, int32_t per)
{
  INVARIANT(field >= 0 && field < v->program->n_fields);
  if (v->seat == VIEW_ALL) return vm_get(v->vm, field, thing, per);
  return vm_get_seen(v->vm, v->seat, field, thing, per);
}

/* ---- names ---------------------------------------------------------------------- */

const char *render_source(const Program *p, int32_t text)
{
  INVARIANT(p && text < p->n_texts);
  return text < 0 || text >= p->n_texts ? NULL : program_string(p, p->texts[text].source);
}

const char *render_called(const Program *p, Arena *arena, int32_t thing)
{
  INVARIANT(thing >= 0 && thing < p->n_things);
  const char *title = render_source(p, p->things[thing].text);
  if (!title || !*title) return program_string(p, p->things[thing].name);
  return arena_strndup(arena, title, forms_plain(title));
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

/* Adds a name in a form, in the words of its own language. */
static void put_name(const View *v, Buf *b, const Wording *w, const Form *form,
                     Filled *out)
{
  lang_mark(b, w->state);
  forms_put(b, lang_forms(v->lang, w->source), w->text, form ? form : &plain_form);
  if (out) out->name = w->text;
}

static void put_icon(const View *v, Buf *b, size_t from, int32_t id)
{
  if (v->icons && b->n > from)
    buf_printf(b, "%c%zu:%s%c", ICON, b->n - from, program_string(v->program, id),
               ICON_END);
}

/* The name of something by its text, or by its id if it has none. */
static void put_named(const View *v, Buf *b, int32_t text, const char *sort, int32_t id,
                      const Form *form, Filled *out)
{
  size_t from = b->n;
  if (text >= 0) {
    Wording w = lang_text(v->lang, v->program, text);
    put_name(v, b, &w, form, out);
    put_icon(v, b, from, id);
    return;
  }
  Buf words = {0}, key = {0};
  readable(&words, program_string(v->program, id));
  buf_printf(&key, "%s.%s", sort, program_string(v->program, id));
  Wording w = lang_name(v->lang, buf_text(&key), buf_text(&words));
  if (words.n == 1) buf_add(b, words.at); /* a letter stands for a number everywhere */
  else put_name(v, b, &w, form, out);
  put_icon(v, b, from, id);
  if (out && w.source) out->name = NULL; /* it has no class, and does not live on */
  buf_free(&words);
  buf_free(&key);
}

bool render_is_plural(const View *v, int32_t text)
{
  if (text < 0) return false;
  Wording w = lang_text(v->lang, v->program, text);
  if (forms_is_plural(lang_forms(v->lang, w.source), w.text)) return true;
  /* a translation that says nothing of its gender and number is as its source is */
  return v->lang && !w.source && !w.text[forms_plain(w.text)] &&
         forms_is_plural(lang_forms(NULL, true), render_source(v->program, text));
}

/* "Coins": what belongs to somebody may be called by a plural. */
static void tell_plural(const View *v, int32_t text, Filled *out)
{
  if (out) out->plural = render_is_plural(v, text);
}

static const char *kind_id(const Program *p, int32_t kind)
{
  return kind < 0 ? "game" : program_string(p, p->kinds[kind].name);
}

/* A field that counts something is called by its plural where its value stands beside it:
 * "Coins  5". */
Form render_heading(const Program *p, NameSort sort, int32_t i, Form f)
{
  if (sort != NAME_FIELD || p->types[p->fields[i].type].tag != T_NUM) return f;
  f = form_number(f, "many");
  f.written = true;
  return f;
}

void render_name(const View *v, Buf *b, NameSort sort, int32_t i, const Form *form,
                 Filled *out)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  Form plain = render_heading(p, sort, i, plain_form);
  if (!form) form = &plain;
  switch (sort) {
  case NAME_KIND: {
    const PKind *k = &p->kinds[i];
    if (k->text < 0 && k->flags & KIND_PLAYER) {
      Wording w = lang_word(v->lang, SAY_A_PLAYER);
      put_name(v, b, &w, form, out);
    } else put_named(v, b, k->text, "kind", k->name, form, out);
    break;
  }
  case NAME_FIELD: {
    const PField *f = &p->fields[i];
    put_named(v, b, f->text, kind_id(p, f->kind), f->name, form, out);
    tell_plural(v, f->text, out);
    break;
  }
  case NAME_COLUMN: {
    const PColumn *c = &p->columns[i];
    put_named(v, b, c->text, kind_id(p, c->kind), c->name, form, out);
    tell_plural(v, c->text, out);
    break;
  }
  case NAME_WORD:
    put_named(v, b, p->words[i].text, "word", p->words[i].name, form, out);
    break;
  case NAME_SLOT: {
    const PSlot *s = &p->slots[i];
    put_named(v, b, s->text, kind_id(p, s->kind), s->name, form, out);
    break;
  }
  }
}

/* A name with its placeholders filled, in all its forms; what nothing fills is left
 * open. */
static void fill_name(Buf *b, const char *name, Fill fill, void *user)
{
  for (const char *s = name, *end; *s; s = end) {
    size_t plain = strcspn(s, "{");
    buf_addn(b, s, plain);
    end = s + plain;
    const char *close = *end ? strchr(end, '}') : NULL;
    if (!close) {
      buf_add(b, end);
      return;
    }
    size_t n = strcspn(end + 1, ":}");
    Form form = {0};
    const char *asks = end + 1 + n;
    if (*asks == ':') form_ask(&form, asks + 1, (size_t)(close - asks - 1));
    if (!fill || !fill(user, b, end + 1, n, &form, &(Filled){0})) buf_add(b, "…");
    end = close + 1;
  }
}

void render_value_filled(const View *v, Buf *b, int32_t text, int32_t id,
                         const Form *form, Filled *out, Fill fill, void *user)
{
  Wording w = {0};
  if (text >= 0) w = lang_text(v->lang, v->program, text);
  if (text < 0 || !strchr(w.text, '{')) {
    put_named(v, b, text, "value", id, form, out);
    return;
  }
  Buf name = {0};
  fill_name(&name, w.text, fill, user);
  lang_mark(b, w.state);
  forms_put(b, lang_forms(v->lang, w.source), buf_text(&name), form ? form : &plain_form);
  if (out) out->name = w.text;
  buf_free(&name);
}

void render_value_name(const View *v, Buf *b, int32_t text, int32_t id, const Form *form,
                       Filled *out)
{
  render_value_filled(v, b, text, id, form, out, NULL, NULL);
}

void render_title(const View *v, Buf *b)
{
  INVARIANT(v && v->program);
  const PHeader *h = v->program->header;
  if (h->title < 0) {
    buf_add(b, program_string(v->program, h->name));
    return;
  }
  Wording w = lang_name(v->lang, "game", program_string(v->program, h->title));
  put_name(v, b, &w, NULL, NULL);
}

void render_seat(const View *v, Buf *b, int seat)
{
  if (seat < 0 || seat >= MAX_PLAYERS) { /* a damaged program has such players */
    words_add(v->lang, b, SAY_NOBODY);
    return;
  }
  if (v->names && v->names[seat]) {
    size_t from = b->n;
    buf_plain(b, v->names[seat]); /* it can hold no isolates of its own */
    words_isolate(v->lang, b, from);
  } else words_number(v->lang, b, SAY_PLAYER, seat + 1);
}

static void join(const View *v, Buf *b, int i, int n)
{
  Saying last = v->either ? SAY_OR : SAY_AND;
  if (i > 0) words_add(v->lang, b, i == n - 1 ? last : SAY_COMMA);
}

void render_seats(const View *v, Buf *b, uint32_t mask)
{
  int n = 0, i = 0;
  for (uint32_t m = mask; m; m &= m - 1) n++;
  if (!n) words_add(v->lang, b, SAY_NOBODY);
  for (int seat = 0; seat < MAX_PLAYERS; seat++) {
    if (!(mask >> seat & 1)) continue;
    join(v, b, i++, n);
    render_seat(v, b, seat);
  }
}

/* A thing whose title is being made. */
typedef struct Title {
  const Program *program;
  int32_t thing;
} Title;

/* The name of a player takes no article, but a case: "of Anna" may be one word.  It is as
 * the player writes it, so a bar in it means nothing. */
static void player_title(const View *v, Buf *b, int seat, const Form *form)
{
  Buf name = {0};
  render_seat(v, &name, seat);
  Form f = form_det(form_number(form ? *form : plain_form, ""), "");
  if (!*f.kase || strchr(buf_text(&name), '|')) buf_add(b, buf_text(&name));
  else forms_put(b, lang_forms(v->lang, false), buf_text(&name), &f);
  buf_free(&name);
}

static const int64_t *printed_arg(void *user, int row, int64_t *room)
{
  const Title *t = user;
  *room = t->thing;
  const PArg *a = &t->program->args[row];
  for (int k = 0; k < a->path; k++) {
    int step = ~t->program->paths[a->first_path + k];
    const PColumn *c = step >= 0 ? &t->program->columns[step] : NULL;
    int64_t i = c ? *room - c->first : -1;
    *room = c && c->base >= 0 && i >= 0 && i < c->count &&
                    t->program->types[c->type].words == 1
                ? t->program->consts[c->base + i]
                : NONE;
  }
  return room;
}

/* A title that is made of what is printed on the thing; that is no secret where the title
 * is none. */
static void made_title(const View *v, Buf *b, int32_t thing, const Form *form)
{
  INVARIANT(v && v->program);
  enum { MOST_INSIDE = 8 }; /* titles in titles: a damaged program may go in circles */
  Title t = {v->program, thing};
  View open = *v;
  Buf words = {0};
  open.vm = NULL;
  if (open.inside++ == MOST_INSIDE) return;
  render_text(&open, &words, v->program->things[thing].text, printed_arg, &t);
  if (strchr(buf_text(&words), '|')) buf_add(b, buf_text(&words));
  else
    forms_put(b, lang_forms(v->lang, false), buf_text(&words), form ? form : &plain_form);
  buf_free(&words);
}

static void title(const View *v, Buf *b, int32_t thing, const Form *form, Filled *out)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PThing *t = &p->things[thing];
  const PKind *k = &p->kinds[t->kind];
  if (k->flags & KIND_PLAYER) {
    player_title(v, b, thing - k->first, form);
  } else if (t->text >= 0 && p->texts[t->text].args > 0) {
    made_title(v, b, thing, form);
  } else if (t->text < 0 && k->width > 0) {
    char x[16], y[16];
    int at = thing - k->first;
    snprintf(x, sizeof x, "%d", at % k->width + 1);
    snprintf(y, sizeof y, "%d", at / k->width + 1);
    Buf noun = {0};
    render_name(v, &noun, NAME_KIND, t->kind, form, out);
    words_say(v->lang, b, SAY_PLACE, buf_text(&noun), x, y);
    buf_free(&noun);
  } else {
    size_t from = b->n;
    put_named(v, b, t->text, "thing", t->name, form, out);
    if (t->text < 0 && !v->lang) buf_capital(b, from);
  }
}

static void hidden_noun(const View *v, Buf *b, int32_t thing, int count, const Form *form,
                        Filled *out)
{
  INVARIANT(thing >= 0 && thing < v->program->n_things);
  int kind = v->program->things[thing].kind;
  Form f = form ? *form : plain_form;
  f = form_det(f, count == 1 ? "a" : "");
  if (count == 1) {
    render_name(v, b, NAME_KIND, kind, &f, out);
    return;
  }
  Buf noun = {0};
  char digits[16];
  snprintf(digits, sizeof digits, "%d", count);
  f = form_number(f, lang_number(v->lang, false, count));
  render_name(v, &noun, NAME_KIND, kind, &f, out);
  words_say(v->lang, b, SAY_SEVERAL, digits, buf_text(&noun), NULL);
  buf_free(&noun);
}

void render_thing_form(const View *v, Buf *b, int32_t thing, const Form *form,
                       Filled *out)
{
  if (thing < 0 || thing >= v->program->n_things) words_add(v->lang, b, SAY_NONE);
  else if (view_sees_thing(v, thing)) {
    title(v, b, thing, form, out);
    if (out) out->named = true;
  } else hidden_noun(v, b, thing, 1, form, out);
}

void render_thing(const View *v, Buf *b, int32_t thing)
{
  INVARIANT(thing < v->program->n_things);
  render_thing_form(v, b, thing, NULL, NULL);
}

/* ---- values --------------------------------------------------------------------- */

static void scalar(const View *v, Buf *b, int type, int64_t value, const Form *form,
                   Filled *out)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PType *t = type < 0 ? NULL : &p->types[type];
  int tag = t ? t->tag : T_NUM;
  if (value == NONE) {
    bool person = t && t->kind >= 0 && p->kinds[t->kind].flags & KIND_PLAYER;
    words_add(v->lang, b, person ? SAY_NOBODY : SAY_NONE);
  } else if (tag == T_FLAG) {
    words_add(v->lang, b, value ? SAY_YES : SAY_NO);
  } else if (tag == T_WORD && value >= t->lo && value <= t->hi) { /* else damaged */
    render_name(v, b, NAME_WORD, (int32_t)(t->first_word + (value - t->lo)), form, out);
  } else if (tag == T_THING) {
    render_thing_form(v, b, (int32_t)value, form, out);
  } else if (tag == T_PILE) {
    render_pile_contents(v, b, (int)value);
  } else if (tag == T_TEXT) {
    render_words(v, b, (int32_t)value);
  } else {
    buf_printf(b, "%lld", (long long)value);
    if (out) out->number = value;
  }
}

void render_scalar(const View *v, Buf *b, int type, int64_t value)
{
  INVARIANT(type < v->program->n_types); /* a number without a type has -1 */
  scalar(v, b, type, value, NULL, NULL);
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
  INVARIANT(v && v->program);
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

static void put_item(const View *v, Buf *b, int elem, bool things, const Item *at,
                     const Form *form, Filled *out)
{
  bool one = at->count == 1 ||
             (v->printed && things && at->count == v->program->things[at->value].copies);
  if (at->hidden) {
    hidden_noun(v, b, (int32_t)at->value, at->count, form, out);
  } else if (one) {
    if (things) title(v, b, (int32_t)at->value, form, out);
    else scalar(v, b, elem, at->value, form, out);
  } else {
    Buf name = {0};
    char digits[16];
    snprintf(digits, sizeof digits, "%d", at->count);
    title(v, &name, (int32_t)at->value, form, out);
    words_say(v->lang, b, SAY_TIMES, digits, buf_text(&name), NULL);
    buf_free(&name);
  }
}

static void list(const View *v, Buf *b, int elem, const int64_t *values, int n,
                 const Form *form, Filled *out)
{
  Items items = {0};
  const PType *t = elem < 0 ? NULL : &v->program->types[elem];
  bool things = t && t->tag == T_THING;
  for (int i = 0; i < n; i++)
    if (values[i] != NONE) gather(v, &items, things, values[i]);
  if (!items.n) {
    bool persons = t && t->kind >= 0 && v->program->kinds[t->kind].flags & KIND_PLAYER;
    words_add(v->lang, b, persons ? SAY_NOBODY : SAY_NONE);
  }
  int said = 0;
  for (int hidden = 0; hidden <= 1; hidden++) /* where they would stand tells */
    for (size_t i = 0; i < items.n; i++) {
      if (items.at[i].hidden != hidden) continue;
      join(v, b, said++, (int)items.n);
      put_item(v, b, elem, things, &items.at[i], form, out);
    }
  vec_free(&items);
  if (!out) return;
  out->number = n;
  out->plural = n != 1;
}

void render_list(const View *v, Buf *b, int elem, const int64_t *values, int n)
{
  list(v, b, elem, values, n, NULL, NULL);
}

static void render_set(const View *v, Buf *b, const PType *t, const int64_t *words,
                       const Form *form, Filled *out)
{
  VEC(int64_t) values = {0};
  for (int w = 0; w < t->words; w++)
    for (uint64_t m = (uint64_t)words[w]; m; m &= m - 1) {
      int64_t value = (int64_t)t->lo + 64 * w + __builtin_ctzll(m);
      if (value <= t->hi)
        vec_push(&values, value); /* a damaged program may set any bit */
    }
  list(v, b, t->elem, values.at, (int)values.n, form, out);
  vec_free(&values);
}

void render_value_form(const View *v, Buf *b, int type, const int64_t *value,
                       const Form *form, Filled *out)
{
  const PType *t = type < 0 ? NULL : &v->program->types[type];
  if (t && t->tag == T_SET) {
    render_set(v, b, t, value, form, out);
  } else if (t && t->tag == T_LIST) {
    int n = value[0] < 0 ? 0 : value[0] > t->words - 1 ? t->words - 1 : (int)value[0];
    list(v, b, t->elem, value + 1, n, form, out);
  } else {
    scalar(v, b, type, *value, form, out);
  }
}

void render_value(const View *v, Buf *b, int type, const int64_t *value)
{
  INVARIANT(type >= 0 && type < v->program->n_types && value);
  render_value_form(v, b, type, value, NULL, NULL);
}

void render_printed(const View *v, Buf *b, int column, const int64_t *words)
{
  INVARIANT(column >= 0 && column < v->program->n_columns);
  const PColumn *c = &v->program->columns[column];
  const char *source = render_source(v->program, c->text);
  View own = *v;
  own.either = source && forms_class(source, "or", 2);
  own.printed = true;
  own.seat = VIEW_ALL; /* what is printed has nothing to hide */
  render_value(&own, b, c->type, words);
}

/* ---- fields and piles ----------------------------------------------------------- */

void render_field(const View *v, Buf *b, int field, int32_t thing, int32_t per)
{
  INVARIANT(field >= 0 && field < v->program->n_fields);
  const PField *f = &v->program->fields[field];
  Buf whole = {0}, other = {0};
  if (f->kind >= 0 && thing >= 0) {
    const SayPart parts[] = {SAY_NAME(NAME_FIELD, field, NULL), SAY_THING(thing)};
    render_say(v, &whole, SAY_FIELD_OF, parts, 2);
  } else {
    render_name(v, &whole, NAME_FIELD, field, NULL, NULL);
  }
  if (f->per_type >= 0 && per != NONE && per >= 0) {
    render_scalar(v, &other, f->per_type, per);
    words_say(v->lang, b, SAY_FIELD_AT, buf_text(&whole), buf_text(&other), NULL);
  } else {
    buf_add(b, buf_text(&whole));
  }
  buf_free(&whole);
  buf_free(&other);
}

void render_pile(const View *v, Buf *b, int pile)
{
  if (pile < 0 || !v->vm) {
    words_add(v->lang, b, SAY_BOX);
    return;
  }
  int32_t thing = -1, per = -1;
  int field = vm_pile_field(v->vm, pile, &thing, &per);
  render_field(v, b, field, thing, per);
}

void render_pile_contents(const View *v, Buf *b, int pile)
{
  INVARIANT(v && v->program);
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
  if (seen.n && hidden) words_add(v->lang, b, SAY_COMMA);
  if (hidden) words_number(v->lang, b, SAY_HIDDEN, hidden);
  if (!n) words_add(v->lang, b, SAY_NOTHING);
  vec_free(&seen);
  vec_free(&all);
}
