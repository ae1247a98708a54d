/* Piles, chance and decisions of the reference interpreter. */
#include "tests/reference/stmt.h"

#include <string.h>

/* ---- piles ---------------------------------------------------------------------- */

void ref_move(Ref *r, int32_t thing, int pile, bool under)
{
  int from = r->in_pile[thing];
  if (pile < 0) return;
  if (from >= 0) {
    RefPile *p = &r->pile[from];
    int k = 0;
    for (int i = 0; i < p->n; i++)
      if (p->at[i] != thing) p->at[k++] = p->at[i];
    p->n = k;
  }
  RefPile *p = &r->pile[pile];
  if (under) memmove(p->at + 1, p->at, (size_t)p->n * sizeof *p->at);
  p->at[under ? 0 : p->n] = thing;
  p->n++;
  r->in_pile[thing] = pile;
  r->loose[thing] = false;
  r->known[thing] |= ref_pile_seen(r, pile);
  ref_tell(r, (RefEvent){.kind = EV_MOVE, .thing = thing, .old = from, .now = pile});
}

void ref_shuffle(Ref *r, int pile)
{
  RefPile *p = &r->pile[pile];
  for (int i = 1; i < p->n; i++) /* their order is unknown: they are kept by number */
    for (int k = i; k > 0 && p->at[k] < p->at[k - 1]; k--) {
      int32_t x = p->at[k];
      p->at[k] = p->at[k - 1];
      p->at[k - 1] = x;
    }
  uint32_t alike = UINT32_MAX; /* who knows that they are all alike still knows */
  for (int i = 0; i < p->n; i++) {
    const Thing *first = ref_thing(r, p->at[0]);
    alike &= ref_thing(r, p->at[i]) == first ? r->known[p->at[i]] : 0;
    for (size_t k = 0; k < r->m->fields.n && p->n > 1; k++)
      if (r->m->fields.at[k]->kind == first->kind && !r->m->fields.at[k]->hidden)
        alike = 0;
  }
  for (int i = 0; i < p->n; i++) {
    r->loose[p->at[i]] = true;
    r->known[p->at[i]] = ref_pile_seen(r, pile) | alike;
  }
  ref_tell(r, (RefEvent){.kind = EV_SHUFFLE, .now = pile});
}

/* Takes one of the outcomes by chance. */
static int64_t chance(Ref *r, bool draw, bool under, int to)
{
  int k = 0;
  if (r->noutcomes > 1) {
    ref_commit(r);
    if (r->pos == r->tape_n) r->me = r->me;
    k = ref_next(r, TAPE_CHANCE, REF_CHANCE);
  }
  int64_t v = r->outcomes[k];
  if (draw) ref_move(r, (int32_t)v, to, under);
  int loose = 0;
  for (int i = 0; i < r->noutcomes; i++) loose += (int)r->weights[i];
  if (draw ? loose > 1 : r->noutcomes > 1) /* whether it was one of several */
    ref_tell(r,
             (RefEvent){.kind = EV_CHANCE, .thing = draw ? (int32_t)v : NONE, .now = v});
  return v;
}

/* Moves so many from one pile to another, one by one from its top, or its bottom. */
static void take(Ref *r, int64_t many, int from, int to, bool bottom, bool under)
{
  for (int64_t left = many; left > 0 && from >= 0 && r->pile[from].n; left--) {
    RefPile *p = &r->pile[from];
    int32_t top = p->at[bottom ? 0 : p->n - 1];
    if (!r->loose[top]) {
      ref_move(r, top, to, under);
      continue;
    }
    r->noutcomes = 0;
    for (int i = 0; i < p->n; i++) { /* as many as there are different cards */
      if (!r->loose[p->at[i]]) continue;
      int k = r->noutcomes - 1;
      if (k >= 0 && ref_thing(r, r->outcomes[k]) == ref_thing(r, p->at[i]))
        r->weights[k]++;
      else {
        r->outcomes[r->noutcomes] = p->at[i];
        r->weights[r->noutcomes++] = 1;
      }
    }
    chance(r, true, under, to);
  }
}

void ref_draw(Ref *r, Node *n)
{
  Val how = ref_expr(r, n->b);
  int from = ref_pile(r, n->b->next), to = ref_pile(r, n->b->next->next);
  take(r, how.none ? 0 : how.n, from, to, false, false);
  ref_whens(r, NULL, n->b->next->type->kind);
}

void ref_lay(Ref *r, Node *n, bool under)
{
  int from = ref_pile(r, n->b), to = ref_pile(r, n->b->next);
  take(r, from >= 0 ? r->pile[from].n : 0, from, to, !under, under);
}

static Val random_of(Ref *r, Val set)
{
  if (!set.count) return ref_none();
  r->noutcomes = 0;
  for (int i = 0; i < set.count; i++) {
    r->outcomes[r->noutcomes] = set.at[i];
    r->weights[r->noutcomes++] = 1;
  }
  return ref_num(chance(r, false, false, -1));
}

/* ---- decisions ------------------------------------------------------------------ */

static bool same_copy(Ref *r, int seat, int64_t a, int64_t b)
{
  if (ref_thing(r, a) != ref_thing(r, b)) return false;
  if (r->in_pile[a] != r->in_pile[b] || !ref_sees(r, seat, (int32_t)a)) return false;
  if ((r->known[a] ^ r->known[b]) >> seat & 1) return false;
  const Kind *k = ref_thing(r, a)->kind;
  for (size_t i = 0; i < r->m->fields.n; i++) {
    const Field *f = r->m->fields.at[i];
    if (f->kind != k || f->pile || f->hidden) continue;
    for (int64_t p = 0; p < (f->per ? type_count(f->per) : 1); p++)
      if (!ref_same(ref_cell(r, f, a, f->per ? f->per->lo + p : 0),
                    ref_cell(r, f, b, f->per ? f->per->lo + p : 0)))
        return false;
  }
  return true;
}

static bool is_thing_set(const Type *t)
{
  return t && ((t->tag == T_SET && t->elem->tag == T_THING) || t->tag == T_PILE ||
               t->tag == T_THING || (t->tag == T_LIST && t->elem->tag == T_THING));
}

static void add_candidate(Ref *r, int seat, int alt, Val v)
{
  vec_push(&r->candidates, ((Candidate){seat, alt, v, 0}));
}

/* What the seat cannot see is listed as it lies, for the order of things would tell. */
static void add_elements(Ref *r, int seat, int alt, Val set, const Type *t)
{
  for (int i = 0; i < set.count; i++) {
    bool again = false, things = is_thing_set(t);
    if (things && !ref_sees(r, seat, (int32_t)set.at[i])) continue;
    for (int k = 0; k < i && things; k++)
      again = again || same_copy(r, seat, set.at[k], set.at[i]);
    if (!again) add_candidate(r, seat, alt, ref_num(set.at[i]));
  }
  for (int p = 0; p < r->p->header->piles && is_thing_set(t); p++)
    for (int k = 0; k < r->pile[p].n; k++)
      if (ref_has(&set, r->pile[p].at[k]) && !ref_sees(r, seat, r->pile[p].at[k]))
        add_candidate(r, seat, alt, ref_num(r->pile[p].at[k]));
}

/* The same elements in the order in which a seat is offered them. */
static Val as_offered(Ref *r, int seat, Val set, const Type *t)
{
  Val out = set;
  out.count = 0;
  out.at = arena_alloc(r->arena, (size_t)set.count * 8 + 8);
  bool things = is_thing_set(t);
  for (int i = 0; i < set.count; i++)
    if (!things || ref_sees(r, seat, (int32_t)set.at[i])) out.at[out.count++] = set.at[i];
  for (int p = 0; p < r->p->header->piles && things; p++)
    for (int k = 0; k < r->pile[p].n; k++)
      if (ref_has(&set, r->pile[p].at[k]) && !ref_sees(r, seat, r->pile[p].at[k]))
        out.at[out.count++] = r->pile[p].at[k];
  return out;
}

/* All combinations of `size` elements, in order; `from`: the next that may be taken. */
static void combine(Ref *r, int seat, int alt, const Val *set, const Type *t, int size,
                    int from, Val *sofar)
{
  if (sofar->count == size) {
    for (int i = 0; i < sofar->count && is_thing_set(t);
         i++) /* a later copy for an earlier */
      for (int k = 0; k < set->count; k++) {
        bool in = false;
        for (int j = 0; j < sofar->count; j++) in = in || sofar->at[j] == set->at[k];
        if (!in && set->at[k] < sofar->at[i] &&
            same_copy(r, seat, set->at[k], sofar->at[i]))
          return;
      }
    Val v = {
        .many = true, .count = size, .at = arena_alloc(r->arena, (size_t)size * 8 + 8)};
    memcpy(v.at, sofar->at, (size_t)size * 8);
    add_candidate(r, seat, alt, ref_set(r, v));
    return;
  }
  for (int i = from; i < set->count; i++) {
    sofar->at[sofar->count++] = set->at[i];
    combine(r, seat, alt, set, t, size, i + 1, sofar);
    sofar->count--;
  }
}

static Val who_decides(Ref *r, Node *by)
{
  if (by) return ref_set(r, ref_expr(r, by));
  return ref_set(r, r->me == NONE ? ref_none() : ref_num(r->me));
}

/* Takes the answer from the tape; the candidates are listed. */
static Candidate answer(Ref *r)
{
  uint32_t seats = 0;
  for (size_t i = 0; i < r->candidates.n; i++) seats |= 1u << r->candidates.at[i].seat;
  if (r->depth > 0 && r->candidates.n && seats != 1u << r->owner) {
    if (r->watch != SIZE_MAX && r->pos > r->watch && r->pos == r->tape_n)
      ref_stop(r, REF_COMPLETE); /* somebody else decides */
    ref_commit(r);
  }
  if (!r->candidates.n) {
    if (r->watch != SIZE_MAX && r->pos > r->watch) ref_stop(r, REF_FAIL);
    if (r->pos == r->tape_n) ref_stop(r, REF_DECIDE);
  }
  int k = ref_next(r, TAPE_ANSWER, REF_DECIDE);
  Candidate c = r->candidates.at[k & 0xFFFF];
  vec_push(&r->events, ((RefEvent){.kind = EV_DECIDE, .seat = c.seat, .old = k >> 16}));
  ref_open(r, c.seat);
  return c;
}

Val ref_pick(Ref *r, Node *n)
{
  Val set = ref_set(r, ref_expr(r, n->b));
  if (n->num & PICK_RANDOM) {
    if (!n->a) {
      Val v = random_of(r, set);
      if (v.none && !n->type->opt) ref_stop(r, REF_FAIL);
      return v;
    }
    Val many = ref_expr(r, n->a), out = set;
    out.count = 0;
    out.at = arena_alloc(r->arena, (size_t)set.count * 8 + 8);
    for (int64_t left = many.none ? 0 : many.n; left > 0; left--) {
      Val v = random_of(r, set);
      if (v.none) ref_stop(r, REF_FAIL);
      out.at[out.count++] = v.n;
      int k = 0;
      for (int i = 0; i < set.count; i++)
        if (set.at[i] != v.n) set.at[k++] = set.at[i];
      set.count = k;
    }
    return ref_set(r, out);
  }
  int64_t least = 0, most = 0;
  if (n->a && n->a->tag == N_SPAN) {
    Val a = ref_expr(r, n->a->a), b = ref_expr(r, n->a->b);
    least = a.none || b.none ? 0 : a.n, most = b.none ? -1 : b.n;
  } else if (n->a) {
    Val a = ref_expr(r, n->a);
    least = a.none ? 0 : a.n, most = a.none ? -1 : a.n;
  }
  if (least < 0) least = 0;
  Val who = who_decides(r, n->c), sofar = {.many = true};
  sofar.at = arena_alloc(r->arena, (size_t)set.count * 8 + 8);
  r->candidates.n = 0;
  for (int i = 0; i < who.count; i++) {
    int seat = (int)who.at[i];
    if (!n->a) add_elements(r, seat, 0, set, n->b->type);
    Val offered = as_offered(r, seat, set, n->b->type);
    for (int64_t k = least; n->a && k <= most && k <= set.count; k++)
      combine(r, seat, 0, &offered, n->b->type, (int)k, 0, &sofar);
    if (n->num & PICK_MAY)
      add_candidate(r, seat, 1, n->a ? (Val){.many = true} : ref_none());
  }
  Candidate c = answer(r);
  return c.value;
}

static Flow alternative(Ref *r, Node *b, const Candidate *c, int depth, bool by)
{
  int64_t me = r->me;
  if (by) r->me = c->seat;
  Flow f = ref_block(r, b);
  r->me = me;
  ref_close(r, depth);
  return f;
}

typedef VEC(Candidate) Candidates;

/* Every combination of a move, part by part; its value is its parts in their order. */
static void add_moves(Ref *r, int seat, int alt, Node *a, const Val *sofar,
                      Candidates *all)
{
  size_t names = r->names.n;
  Candidates here = {0};
  r->candidates.n = 0;
  add_elements(r, seat, alt, ref_set(r, ref_expr(r, a->a)), a->a->type);
  for (size_t k = 0; k < r->candidates.n; k++)
    apush(r->arena, &here, r->candidates.at[k]);
  for (size_t k = 0; k < here.n; k++) {
    Val parts = ref_many(r, sofar->count + 1);
    for (int i = 0; i < sofar->count; i++) ref_push(&parts, sofar->at[i]);
    ref_push(&parts, here.at[k].value.n);
    ref_bind(r, a->sym, here.at[k].value);
    if (alt_rest(a)) add_moves(r, seat, alt, alt_rest(a), &parts, all);
    else apush(r->arena, all, ((Candidate){seat, alt, parts, 0}));
    r->names.n = names;
  }
  if (all->n > MAX_MOVES) ref_stop(r, REF_TIRED); /* the machine asks in parts */
}

Flow ref_choose(Ref *r, Node *n)
{
  Val who = who_decides(r, n->a);
  int depth;
  int64_t me = r->me;
  size_t names = r->names.n;
  Candidates all = {0};
  Val nothing = {0};
  for (int i = 0; i < who.count; i++) {
    int alt = 0;
    r->me = who.at[i];
    for (Node *a = n->b; a; alt += alt_rows(a), a = a->next) {
      if (alt_rest(a)) {
        add_moves(r, (int)who.at[i], alt, a, &nothing, &all);
        continue;
      }
      r->candidates.n = 0;
      if (!a->a) add_candidate(r, (int)who.at[i], alt, ref_none());
      else
        add_elements(r, (int)who.at[i], alt, ref_set(r, ref_expr(r, a->a)), a->a->type);
      for (size_t k = 0; k < r->candidates.n; k++)
        apush(r->arena, &all, r->candidates.at[k]);
    }
  }
  r->me = me;
  r->candidates.n = 0;
  for (size_t k = 0; k < all.n; k++) vec_push(&r->candidates, all.at[k]);
  depth = r->depth;
  Candidate c = answer(r);
  if (depth > r->depth - 1) depth = r->depth - 1; /* committed by being another's */
  Node *a = n->b;
  for (int i = 0; i < c.alt; i += alt_rows(a), a = a->next)
    ;
  if (a->sym && !alt_rest(a)) ref_bind(r, a->sym, c.value);
  int part = 0;
  for (Node *b = alt_rest(a) ? a : NULL; b; b = alt_rest(b))
    ref_bind(r, b->sym, ref_num(c.value.at[part++]));
  Flow f = alternative(r, alt_last(a)->b, &c, depth, n->a != NULL);
  r->names.n = names;
  return f;
}

Flow ref_may(Ref *r, Node *n)
{
  Val who = who_decides(r, n->a);
  r->candidates.n = 0;
  for (int i = 0; i < who.count; i++) {
    add_candidate(r, (int)who.at[i], 0, ref_none());
    add_candidate(r, (int)who.at[i], 1, ref_none());
  }
  int depth = r->depth;
  Candidate c = answer(r);
  if (depth > r->depth - 1) depth = r->depth - 1;
  if (c.alt == 0) return alternative(r, n->b, &c, depth, n->a != NULL);
  ref_close(r, depth);
  return GO_ON;
}
