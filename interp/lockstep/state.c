/* States side by side: fields, piles, and what each seat may see of them. */
#include "interp/lockstep/lockstep_int.h"
#include "interp/base/invariant.h"

#include "interp/text/place.h"

#include <string.h>

/* ---- the cells that both have --------------------------------------------------- */

/* The new side's number for what a field has one cell for each of; NONE if it has none.
 */
static int32_t same_per(const Compare *c, const PField *o, const PField *n, int32_t per)
{
  int64_t canon = compare_canon(c, COMPARE_OLD, o->per_type, per);
  for (int32_t k = n->per_first; k < n->per_first + n->per_count; k++)
    if (compare_canon(c, COMPARE_NEW, n->per_type, k) == canon) return k;
  return NONE;
}

static void map_cell(Compare *c, FieldPair *pair, int32_t thing, int32_t other)
{
  const Side *a = &c->side[COMPARE_OLD], *b = &c->side[COMPARE_NEW];
  const PField *o = &a->p->fields[pair->field[COMPARE_OLD]],
               *n = &b->p->fields[pair->field[COMPARE_NEW]];
  INVARIANT((o->flags & FIELD_PILE) == (n->flags & FIELD_PILE));
  for (int32_t per = o->per_first; per < o->per_first + o->per_count; per++) {
    int32_t at = o->per_type < 0 ? n->per_first : same_per(c, o, n, per);
    if (at == NONE) continue;
    CellPair cell = {{thing, other}, {per, at}, {-1, -1}};
    if (o->flags & FIELD_PILE) {
      cell.pile[COMPARE_OLD] =
          vm_pile_number(a->vm, pair->field[COMPARE_OLD], thing, per);
      cell.pile[COMPARE_NEW] = vm_pile_number(b->vm, pair->field[COMPARE_NEW], other, at);
      c->pile_of[cell.pile[COMPARE_OLD]] = cell.pile[COMPARE_NEW];
    }
    apush(c->arena, &c->cells, cell);
    pair->count++;
  }
}

void compare_map_cells(Compare *c)
{
  INVARIANT(c->arena);
  Side *o = &c->side[COMPARE_OLD];
  c->pile_of = arena_alloc(c->arena, ((size_t)o->p->header->piles + 1) * sizeof(int32_t));
  for (int i = 0; i < o->p->header->piles; i++) c->pile_of[i] = -1;
  for (size_t i = 0; i < c->pairs.n; i++) {
    FieldPair *pair = &c->pairs.at[i];
    const PField *f = &o->p->fields[pair->field[COMPARE_OLD]];
    pair->first = (int32_t)c->cells.n;
    if (f->kind < 0) map_cell(c, pair, NONE, NONE);
    for (int32_t t = f->first; f->kind >= 0 && t < f->first + f->count; t++)
      if (o->both[t]) map_cell(c, pair, t, o->thing[t]);
  }
  for (int32_t t = 0; t < o->p->n_things; t++) {
    CellPair x = {{t, o->thing[t]}, {NONE, NONE}, {-1, -1}};
    if (o->both[t] && o->p->kinds[o->p->things[t].kind].cells >= 0)
      apush(c->arena, &c->hidden, x);
  }
  for (int s = 0; s < COMPARE_SIDES; s++)
    c->side[s].list =
        arena_alloc(c->arena, ((size_t)c->side[s].p->n_things + 1) * sizeof(int32_t));
}

/* ---- values --------------------------------------------------------------------- */

/* What lies in a pile, without what only this side has, by face: copies are alike. */
static uint64_t read_pile(const Compare *c, int s, int pile, bool ordered)
{
  const Side *x = &c->side[s];
  INVARIANT(pile >= 0 && pile < x->p->header->piles);
  int n = vm_pile(x->vm, pile, x->list, x->p->n_things);
  INVARIANT(n <= x->p->n_things);
  uint64_t h = 0;
  for (int i = 0; i < n; i++) {
    if (!x->both[x->list[i]]) continue;
    uint64_t face = (uint64_t)x->thing[x->p->things[x->list[i]].face];
    if (ordered) h = compare_mix(h ^ face);
    else h += compare_mix(face);
  }
  return h;
}

static uint64_t read_cell(const Compare *c, int s, const FieldPair *pair,
                          const CellPair *cell)
{
  const Side *x = &c->side[s];
  const PField *f = &x->p->fields[pair->field[s]];
  if (f->flags & FIELD_PILE) return read_pile(c, s, cell->pile[s], pair->ordered);
  if (f->flags & FIELD_WIDE) {
    int64_t words[MOST_WORDS];
    uint64_t bits[MOST_WORDS];
    const PType *t = &x->p->types[f->type];
    INVARIANT(t->words <= MOST_WORDS);
    vm_get_wide(x->vm, pair->field[s], cell->thing[s], cell->per[s], words);
    for (int i = 0; i < t->words; i++) bits[i] = (uint64_t)words[i];
    return compare_set(c, s, t, bits);
  }
  int64_t v = vm_get(x->vm, pair->field[s], cell->thing[s], cell->per[s]);
  return (uint64_t)compare_canon(c, s, f->type, v);
}

/* Places of players who do not sit at the table are not part of the game. */
static bool at_table(const Compare *c, const PField *f, const CellPair *cell)
{
  const Side *o = &c->side[COMPARE_OLD];
  int seats = vm_seats(o->vm);
  if (f->kind == 0 && cell->thing[COMPARE_OLD] >= seats) return false;
  const PType *per = f->per_type < 0 ? NULL : &o->p->types[f->per_type];
  return !per || per->tag != T_THING || per->kind != 0 || cell->per[COMPARE_OLD] < seats;
}

/* ---- the lines that did it ------------------------------------------------------ */

static bool wrote(const Trace *t, const FieldPair *pair, const CellPair *cell, int s,
                  bool pile)
{
  if (pile)
    return t->kind == EV_MOVE && (t->from == cell->pile[s] || t->to == cell->pile[s]);
  bool thing = cell->thing[s] == NONE || t->thing == cell->thing[s];
  bool per = t->per == NONE || t->per == cell->per[s];
  return t->kind == EV_CHANGE && t->field == pair->field[s] && thing && per;
}

/* Did the other side make the same move? */
static bool moved_too(const Compare *c, int s, const Trace *t)
{
  const Side *other = &c->side[1 - s];
  int32_t to = s == COMPARE_OLD && t->to >= 0 ? c->pile_of[t->to] : t->to;
  for (size_t i = 0; i < other->trace.n; i++) {
    const Trace *x = &other->trace.at[i];
    int32_t x_to = s == COMPARE_NEW && x->to >= 0 ? c->pile_of[x->to] : x->to;
    if (x->kind == EV_MOVE && x_to == to &&
        other->thing[x->thing] == c->side[s].thing[t->thing])
      return true;
  }
  return false;
}

static void place_writes(Run *r, Finding *f, const FieldPair *pair, const CellPair *cell,
                         bool pile)
{
  for (int s = 0; s < COMPARE_SIDES; s++) {
    const Side *x = &r->c->side[s];
    /* Moves that both made explain nothing, unless there are no others. */
    for (int all = !pile; all < 2 && !f->nplaces[s]; all++)
      for (size_t i = x->trace.n; i-- > 0;)
        if (wrote(&x->trace.at[i], pair, cell, s, pile) &&
            (all || !moved_too(r->c, s, &x->trace.at[i])))
          compare_place_ip(r, f, s, x->trace.at[i].ip);
  }
  /* First values that are constants are not told as changes. */
  for (int s = 0; s < COMPARE_SIDES; s++) {
    const Program *p = r->c->side[s].p;
    bool start = r->given == 0 || (!f->nplaces[COMPARE_OLD] && !f->nplaces[COMPARE_NEW]);
    if (start && !f->nplaces[s])
      compare_place(r, f, s, place_of_row(p, p->fields[pair->field[s]].loc));
  }
}

/* When in the step the cell was first written, on the side where that came first. */
static size_t written_at(const Compare *c, const FieldPair *pair, const CellPair *cell,
                         bool pile)
{
  size_t first = SIZE_MAX;
  for (int s = 0; s < COMPARE_SIDES; s++)
    for (size_t i = 0; i < c->side[s].trace.n && i < first; i++)
      if (wrote(&c->side[s].trace.at[i], pair, cell, s, pile)) first = i;
  return first == SIZE_MAX ? 0 : first;
}

/* ---- telling -------------------------------------------------------------------- */

static void put_value(Run *r, Buf *b, int s, const FieldPair *pair, const CellPair *cell)
{
  const Side *x = &r->c->side[s];
  const PField *f = &x->p->fields[pair->field[s]];
  View v = compare_view(r, s);
  int64_t words[MOST_WORDS];
  if (f->flags & FIELD_PILE) {
    render_pile_contents(&v, b, cell->pile[s]);
  } else {
    vm_get_wide(x->vm, pair->field[s], cell->thing[s], cell->per[s], words);
    render_value(&v, b, f->type, words);
  }
}

static void put_name(Run *r, Buf *b, const FieldPair *pair, const CellPair *cell)
{
  View v = compare_view(r, COMPARE_NEW);
  bool per = v.program->fields[pair->field[COMPARE_NEW]].per_type >= 0;
  render_field(&v, b, pair->field[COMPARE_NEW], cell->thing[COMPARE_NEW],
               per ? cell->per[COMPARE_NEW] : NONE);
}

static void tell_cell(Run *r, const FieldPair *pair, const CellPair *cell, int others)
{
  const PField *o = &r->c->side[COMPARE_OLD].p->fields[pair->field[COMPARE_OLD]];
  bool pile = o->flags & FIELD_PILE;
  INVARIANT(pair >= r->c->pairs.at && pair < r->c->pairs.at + r->c->pairs.n);
  uint64_t about = (uint64_t)(pair - r->c->pairs.at);
  Finding *f = compare_find(r, COMPARE_STATE, about, r->given);
  if (!f) return;
  place_writes(r, f, pair, cell, pile);
  Buf b = {0}, was = {0}, now = {0};
  put_value(r, &was, COMPARE_OLD, pair, cell);
  put_value(r, &now, COMPARE_NEW, pair, cell);
  put_name(r, &b, pair, cell);
  if (pile && !strcmp(buf_text(&was), buf_text(&now)))
    buf_printf(&b, " lies in another order than before: %s", buf_text(&now));
  else
    buf_printf(&b, " is %s under the old rules and %s under the new ones", buf_text(&was),
               buf_text(&now));
  if (others) buf_printf(&b, " (and %d more like it)", others);
  compare_say(r, f, &b);
  buf_free(&was);
  buf_free(&now);
}

/* ---- comparing ------------------------------------------------------------------ */

typedef struct Difference {
  const FieldPair *pair;
  const CellPair *cell;
  int others;   /* cells of the same field that differ, too */
  size_t order; /* when it was written */
} Difference;

static int by_order(const void *a, const void *b)
{
  const Difference *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  return x->pair < y->pair ? -1 : x->pair > y->pair;
}

/* The first cell of a field that differs, by when it was written. */
static Difference compare_field(const Compare *c, const FieldPair *pair)
{
  const PField *f = &c->side[COMPARE_OLD].p->fields[pair->field[COMPARE_OLD]];
  Difference d = {pair, NULL, -1, 0};
  for (int i = 0; i < pair->count; i++) {
    const CellPair *cell = &c->cells.at[pair->first + i];
    if (!at_table(c, f, cell) ||
        read_cell(c, COMPARE_OLD, pair, cell) == read_cell(c, COMPARE_NEW, pair, cell))
      continue;
    size_t order = written_at(c, pair, cell, f->flags & FIELD_PILE);
    d.others++;
    if (!d.cell || order < d.order) d.cell = cell, d.order = order;
  }
  return d;
}

static void look_at(Compare *c, int s, int field)
{
  if (field >= 0 && c->side[s].pair[field] >= 0)
    c->pairs.at[c->side[s].pair[field]].look = true;
}

/* Every write but the constants that a game begins with is told, so what was not told and
 * did not differ does not differ now. */
static void look_where_written(Compare *c)
{
  int32_t thing, per;
  for (int s = 0; s < COMPARE_SIDES; s++)
    for (size_t i = 0; i < c->side[s].trace.n; i++) {
      const Trace *t = &c->side[s].trace.at[i];
      Vm *vm = c->side[s].vm;
      if (t->kind == EV_CHANGE) look_at(c, s, t->field);
      if (t->kind == EV_MOVE) look_at(c, s, vm_pile_field(vm, t->from, &thing, &per));
      if (t->kind == EV_MOVE || t->kind == EV_SHUFFLE)
        look_at(c, s, vm_pile_field(vm, t->to, &thing, &per));
    }
}

void compare_state(Run *r)
{
  Compare *c = r->c;
  VEC(Difference) list = {0};
  look_where_written(c);
  for (size_t i = 0; i < c->pairs.n; i++) {
    if (!c->pairs.at[i].look && r->given) continue;
    Difference d = compare_field(c, &c->pairs.at[i]);
    c->pairs.at[i].look = d.cell != NULL;
    if (d.cell) vec_push(&list, d);
  }
  if (list.n > 1) qsort(list.at, list.n, sizeof *list.at, by_order);
  for (size_t i = 0; i < list.n; i++)
    tell_cell(r, list.at[i].pair, list.at[i].cell, list.at[i].others);
  vec_free(&list);
}

/* ---- what seats see ------------------------------------------------------------- */

/* Seats that see something under the new rules only (more) or the old ones only. */
static void say_sight(Run *r, Finding *f, uint32_t more, uint32_t less, Buf *what)
{
  View v = compare_view(r, COMPARE_NEW);
  Buf b = {0};
  render_seats(&v, &b, more ? more : less);
  bool many = more ? more & (more - 1) : less & (less - 1);
  buf_printf(&b, " %s %s %s", more ? "now" : "no longer", many ? "see" : "sees",
             buf_text(what));
  if (more && less) {
    buf_add(&b, ", which is no longer seen by ");
    render_seats(&v, &b, less);
  }
  compare_say(r, f, &b);
  buf_free(what);
}

/* The seats that may see it on each side. */
static void sight_of(const Compare *c, int seats, const CellPair *x,
                     const FieldPair *pair, uint32_t mask[COMPARE_SIDES])
{
  for (int s = 0; s < COMPARE_SIDES; s++) {
    mask[s] = 0;
    for (int seat = 0; seat < seats; seat++) {
      bool sees = pair ? vm_sees_field(c->side[s].vm, seat, pair->field[s], x->thing[s])
                       : vm_sees_thing(c->side[s].vm, seat, x->thing[s]);
      if (sees) mask[s] |= 1u << seat;
    }
  }
}

static void tell_field_sight(Run *r, const FieldPair *pair, const CellPair *cell,
                             const uint32_t mask[COMPARE_SIDES])
{
  uint64_t about = (uint64_t)(pair - r->c->pairs.at);
  Finding *f = compare_find(r, COMPARE_HIDDEN, about, r->given);
  if (!f) return;
  for (int s = 0; s < COMPARE_SIDES; s++) {
    const Program *p = r->c->side[s].p;
    compare_place(r, f, s, place_of_row(p, p->fields[pair->field[s]].loc));
  }
  CellPair whole = *cell;
  whole.per[COMPARE_NEW] = NONE; /* all of it is seen or not */
  Buf what = {0};
  put_name(r, &what, pair, &whole);
  say_sight(r, f, mask[COMPARE_NEW] & ~mask[COMPARE_OLD],
            mask[COMPARE_OLD] & ~mask[COMPARE_NEW], &what);
}

static void compare_field_sight(Run *r, const FieldPair *pair)
{
  const Compare *c = r->c;
  const PField *f = &c->side[COMPARE_OLD].p->fields[pair->field[COMPARE_OLD]];
  int seats = vm_seats(c->side[COMPARE_OLD].vm);
  uint32_t mask[COMPARE_SIDES];
  for (int i = 0; i < pair->count; i++) {
    const CellPair *cell = &c->cells.at[pair->first + i];
    if (i && cell->thing[COMPARE_OLD] == cell[-1].thing[COMPARE_OLD]) continue;
    if (!at_table(c, f, cell)) continue;
    sight_of(c, seats, cell, pair, mask);
    if (mask[COMPARE_OLD] == mask[COMPARE_NEW]) continue;
    tell_field_sight(r, pair, cell, mask);
    return;
  }
}

/* The field of the pile in which a thing lies on both sides; -1 if it does not. */
static int common_pile(const Compare *c, const CellPair *x)
{
  int32_t o = vm_pile_of(c->side[COMPARE_OLD].vm, x->thing[COMPARE_OLD]),
          n = vm_pile_of(c->side[COMPARE_NEW].vm, x->thing[COMPARE_NEW]), thing, per;
  if (o < 0 || n < 0 || c->pile_of[o] != n) return -1;
  return vm_pile_field(c->side[COMPARE_OLD].vm, o, &thing, &per);
}

static void tell_thing_sight(Run *r, const CellPair *x, int field,
                             const uint32_t mask[COMPARE_SIDES])
{
  uint64_t about = (uint64_t)r->c->side[COMPARE_OLD].pair[field];
  Finding *f = compare_find(r, COMPARE_HIDDEN, about, r->given);
  if (!f) return;
  const FieldPair *pair = &r->c->pairs.at[r->c->side[COMPARE_OLD].pair[field]];
  for (int s = 0; s < COMPARE_SIDES; s++) {
    const Side *side = &r->c->side[s];
    for (size_t i = side->trace.n; i-- > 0;)
      if (side->trace.at[i].kind == EV_REVEAL && side->trace.at[i].thing == x->thing[s])
        compare_place_ip(r, f, s, side->trace.at[i].ip);
  }
  for (int s = 0; s < COMPARE_SIDES; s++) {
    const Program *p = r->c->side[s].p;
    if (!f->nplaces[COMPARE_OLD] && !f->nplaces[COMPARE_NEW])
      compare_place(r, f, s, place_of_row(p, p->fields[pair->field[s]].loc));
  }
  View v = compare_view(r, COMPARE_NEW);
  Buf what = {0};
  render_thing(&v, &what, x->thing[COMPARE_NEW]);
  buf_add(&what, " in ");
  render_pile(&v, &what, vm_pile_of(v.vm, x->thing[COMPARE_NEW]));
  say_sight(r, f, mask[COMPARE_NEW] & ~mask[COMPARE_OLD],
            mask[COMPARE_OLD] & ~mask[COMPARE_NEW], &what);
}

static bool something_happened(const Compare *c, bool besides_changes)
{
  for (int s = 0; s < COMPARE_SIDES; s++)
    for (size_t i = 0; i < c->side[s].trace.n; i++)
      if (!besides_changes || c->side[s].trace.at[i].kind != EV_CHANGE) return true;
  return false;
}

/* A thing that lies elsewhere is seen by others, too; that it lies elsewhere is told
 * already, so only things in the same pile are looked at. */
void compare_sight(Run *r)
{
  const Compare *c = r->c;
  int seats = vm_seats(c->side[COMPARE_OLD].vm);
  uint32_t mask[COMPARE_SIDES];
  /* As long as all was the same, only what happened can have made a difference. */
  bool anew = !r->given || r->found.n;
  if (!anew && !something_happened(c, false)) return;
  for (size_t i = 0; i < c->pairs.n; i++)
    if (c->pairs.at[i].sight) compare_field_sight(r, &c->pairs.at[i]);
  if (!anew && !c->watched && !something_happened(c, true)) return;
  for (size_t i = 0; i < c->hidden.n; i++) {
    int field = common_pile(c, &c->hidden.at[i]);
    if (field < 0) continue;
    sight_of(c, seats, &c->hidden.at[i], NULL, mask);
    if (mask[COMPARE_OLD] != mask[COMPARE_NEW])
      tell_thing_sight(r, &c->hidden.at[i], field, mask);
  }
}
