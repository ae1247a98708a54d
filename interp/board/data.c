#include "interp/board/data.h"
#include "interp/base/invariant.h"
#include "interp/base/arena.h"
#include "interp/board/grid.h"
#include "interp/board/picture.h"
#include "interp/text/label.h"

#include <stdlib.h>
#include <string.h>

/* ---- values --------------------------------------------------------------------- */

void data_thing(Json *j, const View *v, int32_t thing)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  Buf title = {0};
  bool seen = view_sees_thing(v, thing);
  render_thing(v, &title, thing);
  json_open(j, '{');
  json_key_text(j, "id", seen ? program_string(p, p->things[thing].name) : NULL);
  json_key_text(j, "kind", program_string(p, p->kinds[p->things[thing].kind].name));
  json_key_text(j, "title", buf_text(&title));
  json_close(j, '}');
  buf_free(&title);
}

static void scalar_keys(Json *j, const View *v, int type, int64_t value)
{
  INVARIANT(v && v->program);
  INVARIANT(type >= 0 && type < v->program->n_types);
  const PType *t = &v->program->types[type];
  Buf text = {0};
  render_scalar(v, &text, type, value);
  json_key_text(j, "text", buf_text(&text));
  if (value == NONE) {
    json_key_bool(j, "none", true);
  } else if (t->tag == T_NUM) {
    json_key_int(j, "number", value);
  } else if (t->tag == T_FLAG) {
    json_key_bool(j, "flag", value != 0);
  } else if (t->tag == T_WORD) {
    json_key_text(
        j, "word",
        program_string(v->program, v->program->words[t->first_word + value].name));
  } else if (t->tag == T_THING) {
    json_key(j, "thing");
    data_thing(j, v, (int32_t)value);
  }
  buf_free(&text);
}

/* One number, word or thing: what it is, and what players read. */
void data_scalar(Json *j, const View *v, int type, int64_t value)
{
  json_open(j, '{');
  scalar_keys(j, v, type, value);
  json_close(j, '}');
}

/* ---- the table ------------------------------------------------------------------ */

static void put_pile(Json *j, const View *v, int pile)
{
  INVARIANT(v && v->program);
  int most = v->program->n_things, n;
  int32_t *things = zeroed((size_t)most + 1, sizeof *things);
  n = vm_pile_seen(v->vm, v->seat, pile, things, most);
  json_key_int(j, "count", n);
  json_key(j, "things"); /* from the bottom; those that the reader may not know as such */
  json_open(j, '[');
  for (int i = 0; i < n; i++) data_thing(j, v, things[i]);
  json_close(j, ']');
  free(things);
}

static void put_wide(Json *j, const View *v, int field, int32_t thing, int32_t per)
{
  INVARIANT(field >= 0 && field < v->program->n_fields);
  int words = v->program->types[v->program->fields[field].type].words;
  int64_t *value = zeroed((size_t)(words > 0 ? words : 1), sizeof *value);
  Buf text = {0};
  vm_get_wide_seen(v->vm, v->seat == VIEW_ALL ? thing : v->seat, field, thing, per,
                   value);
  render_value(v, &text, v->program->fields[field].type, value);
  json_key_text(j, "text", buf_text(&text));
  buf_free(&text);
  free(value);
}

static void put_cell(Json *j, const View *v, int field, int32_t thing, int32_t per)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PField *f = &p->fields[field];
  json_open(j, '{');
  json_key_text(j, "field", program_string(p, f->name));
  Buf name = {0};
  render_name(v, &name, NAME_FIELD, field, NULL, NULL);
  json_key_text(j, "name", buf_text(&name));
  json_key_bool(j, "shown", f->text >= 0); /* players have a name for it */
  buf_free(&name);
  if (f->kind >= 0) {
    json_key(j, "of");
    data_thing(j, v, thing);
  }
  if (f->per_type >= 0) {
    json_key(j, "for");
    data_scalar(j, v, f->per_type, per);
  }
  bool pile = f->flags & FIELD_PILE;
  bool seen = pile || view_sees_field(v, field, thing);
  if (!pile) json_key_bool(j, "seen", seen);
  if (pile) {
    put_pile(j, v, vm_pile_number(v->vm, field, thing, per));
  } else if (seen && (f->flags & FIELD_WIDE || p->types[f->type].words > 1)) {
    put_wide(j, v, field, thing, per);
  } else if (seen) {
    json_key(j, "value");
    data_scalar(j, v, f->type, view_get(v, field, thing, per));
  }
  json_close(j, '}');
}

/* The rows of a table.  Copies stand in the order of what their rows say, since which
 * copy it is nobody may know: `at` is by number the thing whose rows stand there. */
typedef struct Rows {
  const View *view;
  Json *json;
  int32_t *at;
} Rows;

static bool by_things(const Program *p, const PField *f)
{
  return f->per_type >= 0 && p->types[f->per_type].tag == T_THING;
}

/* What a field has for a thing, or for the game: all of it, or the cell of `only`. */
static void put_cells(const Rows *r, int field, int32_t thing, int32_t only)
{
  const View *v = r->view;
  const PField *f = &v->program->fields[field];
  bool things = by_things(v->program, f);
  if (f->kind >= 0 && !board_present(v->vm, thing)) return;
  /* The fields of a card are known where its face is. */
  if (f->kind >= 0 && v->program->kinds[f->kind].cells >= 0 && !view_sees_thing(v, thing))
    return;
  for (int32_t k = f->per_first; k < f->per_first + f->per_count; k++) {
    int32_t per = things ? r->at[k] : k;
    if (only != NONE && per != only) continue;
    if (!things || board_present(v->vm, per)) put_cell(r->json, v, field, thing, per);
  }
}

static void put_field(const Rows *r, int field, int32_t only)
{
  const Program *p = r->view->program;
  const PField *f = &p->fields[field];
  int n = f->count;
  if (f->kind >= 0 && p->kinds[f->kind].flags & KIND_PLAYER) n = vm_seats(r->view->vm);
  for (int i = 0; i < n; i++)
    put_cells(r, field, f->kind >= 0 ? r->at[f->first + i] : 0, only);
}

/* All that the rows say of a copy, in their own order. */
static char *said_of(const Rows *all, int32_t thing)
{
  const Program *p = all->view->program;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  Json j = json_new(out);
  Rows r = {all->view, &j, all->at};
  json_open(&j, '[');
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->flags & FIELD_HIDDEN) continue;
    if (f->kind == p->things[thing].kind) put_cells(&r, i, thing, NONE);
    else if (by_things(p, f) && thing >= f->per_first &&
             thing < f->per_first + f->per_count)
      put_field(&r, i, thing);
  }
  json_close(&j, ']');
  if (fclose(out)) abort();
  return text;
}

static void order_copies(const Rows *r, int32_t face, int32_t copies)
{
  char **said = zeroed((size_t)copies, sizeof *said);
  for (int32_t i = 0; i < copies; i++) {
    char *text = said_of(r, face + i);
    int32_t k = i;
    for (; k > 0 && strcmp(said[k - 1], text) > 0; k--) {
      said[k] = said[k - 1];
      r->at[face + k] = r->at[face + k - 1];
    }
    said[k] = text;
    r->at[face + k] = face + i;
  }
  for (int32_t i = 0; i < copies; i++) free(said[i]);
  free(said);
}

void data_table(Json *j, const View *v)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  View known = picture_reader(v);
  Rows r = {&known, j, zeroed((size_t)p->n_things + 1, sizeof *r.at)};
  for (int32_t i = 0; i < p->n_things; i++) r.at[i] = i;
  for (int32_t i = 0; i < p->n_things; i += p->things[i].copies)
    if (p->things[i].copies > 1) order_copies(&r, i, p->things[i].copies);
  json_open(j, '[');
  for (int i = 0; i < p->n_fields; i++)
    if (!(p->fields[i].flags & FIELD_HIDDEN)) put_field(&r, i, NONE);
  json_close(j, ']');
  free(r.at);
}

/* ---- answers -------------------------------------------------------------------- */

/* The pile in which a thing lies, by the keys that the table has for it. */
static void put_lies_in(Json *j, const View *v, int32_t thing)
{
  INVARIANT(v && v->program);
  int32_t owner, per;
  int pile = vm_pile_of(v->vm, thing);
  int field = pile >= 0 ? vm_pile_field(v->vm, pile, &owner, &per) : -1;
  const PField *f = field >= 0 ? &v->program->fields[field] : NULL;
  if (!f || f->flags & FIELD_HIDDEN) return;
  json_key_open(j, "in", '{');
  json_key_text(j, "field", program_string(v->program, f->name));
  if (f->kind >= 0) {
    json_key(j, "of");
    data_thing(j, v, owner);
  }
  if (f->per_type >= 0) {
    json_key(j, "for");
    data_scalar(j, v, f->per_type, per);
  }
  json_close(j, '}');
}

static void put_part(Json *j, const View *v, int type, int64_t value)
{
  json_open(j, '{');
  scalar_keys(j, v, type, value);
  if (v->program->types[type].tag == T_THING && value != NONE)
    put_lies_in(j, v, (int32_t)value);
  json_close(j, '}');
}

static int next_bit(const uint64_t *set, int64_t from, int64_t n)
{
  while (from < n && !(set[from / 64] >> (from % 64) & 1)) from++;
  return (int)from;
}

static void put_elements(Json *j, const View *v, const PAlt *a, int i)
{
  INVARIANT(v && v->program);
  const PType *t = &v->program->types[a->type];
  uint64_t set[MAX_THINGS / 64 + 1];
  int64_t n = t->elem >= 0 ? (int64_t)t->hi - t->lo + 1 : 0;
  vm_option_set(v->vm, i, set);
  json_key_open(j, "values", '[');
  bool things = t->elem >= 0 && v->program->types[t->elem].tag == T_THING;
  for (int hidden = 0; hidden <= things; hidden++) /* where they would stand tells */
    for (int64_t k = next_bit(set, 0, n); k < n; k = next_bit(set, k + 1, n))
      if (!things || view_sees_thing(v, (int32_t)(t->lo + k)) != hidden)
        put_part(j, v, t->elem, t->lo + k);
  json_close(j, ']');
}

static void put_decision(Json *j, const View *v, int i)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  Option o = vm_option(v->vm, i);
  const PAlt *a = o.alt >= 0 ? &p->alts[o.alt] : NULL;
  json_key_int(j, "seat", o.seat >= 0 ? o.seat : -1);
  if (!a) return;
  const char *source = render_source(p, a->text);
  if (source) json_key_text(j, "alternative", source);
  if (a->form == ALT_SUBSET) {
    put_elements(j, v, a, i);
  } else if (alt_is_value(a)) {
    json_key_open(j, "values", '[');
    for (int k = 0; k < program_parts(p, o.alt); k++) {
      int32_t value = program_part(p, o.alt, o.value, k);
      int elem = p->types[a[k].type].elem;
      if (a->form == ALT_MOVE && value == NONE) break; /* it is asked for next */
      put_part(j, v, elem >= 0 ? elem : a[k].type, value);
    }
    json_close(j, ']');
  }
}

/* Answer i of the game that its reader reads, the one at `place` among those that he may
 * give. */
static void put_answer(Json *j, const View *v, int place, int i)
{
  Buf label = {0};
  label_option(v, &label, i);
  json_open(j, '{');
  json_key_int(j, "answer", place);
  json_key_text(j, "label", buf_text(&label));
  if (vm_decision(v->vm)) {
    put_decision(j, v, i);
  } else {
    json_key_int(j, "weight", vm_weight(v->vm, i));
    json_key_open(j, "values", '[');
    if (vm_chance_type(v->vm) >= 0)
      data_scalar(j, v, vm_chance_type(v->vm), vm_option(v->vm, i).value);
    json_close(j, ']');
  }
  json_close(j, '}');
  buf_free(&label);
}

void data_answers(Json *j, const View *v)
{
  View known = picture_asked(v);
  json_open(j, '[');
  for (int i = 0, m = 0, given = 0, n = vm_options(v->vm); i < n; i++) {
    if (!picture_may_read(v, i)) continue;
    while (!picture_may_read(&known, m)) m++; /* others may have more there */
    put_answer(j, &known, given++, m++);
  }
  json_close(j, ']');
}
