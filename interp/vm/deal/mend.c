/* A way of a game that is dealt anew, mended where it stands (deal.h).
 *
 * Where the answer of a seat does not fit, it mostly hangs on what the seat had drawn, or
 * on what came to where the rules look.  Such a thing changes places with another, there
 * and then, and the answer is tried: if it fits, the way goes on from there.  So one way
 * comes to know for each seat what would fit.  What would not is remembered, too
 * (blame.c).  Who changes things in the middle of a game plays no game: what came of it
 * is only a plan, and gone once more from the start (deal.c). */
#include "interp/vm/deal/dealer.h"
#include "interp/base/invariant.h"
#include "interp/vm/piles.h"

#include <string.h>

/* Two things of a kind take over each other's place: pile, neighbours, what is known. */
static void change_places(Vm *vm, int32_t x, int32_t y)
{
  int32_t *a = thing_cells(vm, x), *b = thing_cells(vm, y), old[TC_COUNT];
  memcpy(old, a, sizeof old);
  memcpy(a, b, sizeof old);
  memcpy(b, old, sizeof old);
  int32_t pair[] = {x, y};
  for (int k = 0; k < 2; k++) {
    int32_t me = pair[k], other = pair[1 - k], *c = thing_cells(vm, me);
    if (c[TC_ABOVE] == me + 1) c[TC_ABOVE] = other + 1; /* they were neighbours */
    if (c[TC_BELOW] == me + 1) c[TC_BELOW] = other + 1;
  }
  for (int k = 0; k < 2; k++) {
    int32_t me = pair[k], *c = thing_cells(vm, me);
    INVARIANT(c[TC_PILE] > 0 && c[TC_PILE] <= vm->p->header->piles);
    int32_t *pile = vm->cells + vm->p->header->pile_cells + (c[TC_PILE] - 1) * PC_CELLS;
    if (c[TC_ABOVE]) thing_cells(vm, c[TC_ABOVE] - 1)[TC_BELOW] = me + 1;
    else pile[PC_TOP] = me + 1;
    if (c[TC_BELOW]) thing_cells(vm, c[TC_BELOW] - 1)[TC_ABOVE] = me + 1;
    else pile[PC_BOTTOM] = me + 1;
  }
  for (int k = 0; k < 2; k++) pile_sort(vm, thing_cells(vm, pair[k])[TC_PILE] - 1);
}

/* A draw of the present way that brought a thing by the same instruction; -1: none. */
static int drawn_by(const Way *w, int32_t ip, int32_t thing)
{
  for (int i = 0; i < w->n; i++)
    if (w->at[i].drawn && w->at[i].ip == ip && w->at[i].option.value == thing) return i;
  return -1;
}

static bool lies_hidden(Dealer *d, int32_t x)
{
  const int32_t *c = thing_cells(d->vm, x);
  return c && c[TC_PILE] > 0 && !reader_sees_thing(d->vm, d->reader, x);
}

static bool has_seat(const Hidden *h) { return h->whose >= 0 && h->whose < MAX_PLAYERS; }

/* What would lie with a seat if one of its draws had brought something else. */
static uint64_t would_lie(const Dealer *d, const Hidden *h, int32_t thing)
{
  return d->recall.lies[h->whose] -
         blame_draw(d->vm->p, h->whose, h->ip, h->option.value) +
         blame_draw(d->vm->p, h->whose, h->ip, thing);
}

/* The other draw that a thing comes from, or -1; false if nothing can be changed, or one
 * of the seats would have what is to blame. */
static bool can_change(Dealer *d, int i, int32_t y, int *other)
{
  const Program *p = d->vm->p;
  Way *w = &d->recall.now;
  const Hidden *h = &w->at[i];
  int32_t x = h->option.value;
  *other = -1;
  if (p->things[x].face == p->things[y].face || !same_back(p, x, y)) return false;
  if (!lies_hidden(d, y)) return false;
  int32_t pile = thing_cells(d->vm, y)[TC_PILE] - 1;
  if (!h->drawn) return pile == h->pile;
  int j = *other = drawn_by(w, h->ip, y);
  if (j < 0 ? h->step < 0 || d->trace->steps[h->step].from != pile : w->at[j].fixed)
    return false; /* it is neither drawn here nor left where this one was */
  if (!has_seat(h)) return true;
  if (is_blamed(d->recall.blame, would_lie(d, h, y))) return false;
  return j < 0 || !has_seat(&w->at[j]) ||
         !is_blamed(d->recall.blame, would_lie(d, &w->at[j], x));
}

/* Goes on from the last pause with two things changed; false if that would be noticed. */
static bool try_changed(Dealer *d, const Stand *from, int i, int32_t y, int other)
{
  Recall *r = &d->recall;
  Hidden *h = &r->now.at[i];
  int32_t x = h->option.value;
  d->left--;
  vm_restore(d->vm, from->state);
  change_places(d->vm, x, y);
  arrive_at(d, from);
  bool fits = true, well = true;
  while (well && d->step <= d->mended_at) well = go_from_known(d, false, &fits);
  if (!well) {
    if (!fits && d->step == from->step && h->drawn &&
        h->whose == d->trace->steps[from->step].option.seat)
      blame_failed(r->blame, would_lie(d, h, y), from->step);
    return false;
  }
  h = &r->now.at[i];
  h->option.value = y;
  if (other >= 0) r->now.at[other].option.value = x;
  recall_back(r, d->vm->p, r->now.n);
  d->mends++;
  return true;
}

/* What is changed: what the seat drew itself, then what may have been brought to where
 * the rules look. */
typedef enum { OWN, BROUGHT, WHICH } Which;

static bool may_matter(const Hidden *h, int32_t seat, Which which)
{
  if (h->fixed || (!h->drawn && h->pile < 0)) return false;
  return which == OWN ? h->drawn && h->whose == seat : h->brought;
}

static bool change_any(Dealer *d, const Stand *from, Which which, int *tries)
{
  const Program *p = d->vm->p;
  int32_t seat = d->trace->steps[from->step].option.seat;
  int n = from->hidden, first = n ? dealer_below(d, n) : 0, other;
  for (int k = 0; k < n; k++) {
    int i = (first + k) % n;
    const Hidden *h = &d->recall.now.at[i];
    if (!may_matter(h, seat, which) || !lies_hidden(d, h->option.value)) continue;
    const PKind *kind = &p->kinds[p->things[h->option.value].kind];
    int begin = dealer_below(d, kind->count);
    for (int z = 0; z < kind->count; z++) {
      int32_t y = kind->first + (begin + z) % kind->count;
      if (!can_change(d, i, y, &other)) continue;
      if (d->left <= 0 || (*tries)-- <= 0) return false;
      if (try_changed(d, from, i, y, other)) return true;
      go_back_to(d, from);
    }
  }
  return false;
}

bool mend_way(Dealer *d)
{
  enum {
    AT_RANDOM = 3, /* so many changes at random come first: they lead to any world */
    TRIES = 12,
    EARLIER = 2 /* the rules may have looked at the pause before */
  };
  if (d->mixing || d->left > d->patient || !d->nback) return false;
  if (d->recall.fruitless < AT_RANDOM) return false;
  int32_t step = d->back[(d->nback - 1) % BACK].step;
  if (step == d->mended_at) return false;
  INVARIANT(step < d->trace->n);
  d->mended_at = step;
  bool well = false;
  way_copy(&d->unmended, &d->recall.now);
  for (int k = 1; k <= EARLIER && k <= d->nback && !well; k++) {
    const Stand *from = &d->back[(d->nback - k) % BACK];
    go_back_to(d, from);
    recall_involved(&d->recall, d->trace, d->reader, step);
    for (Which w = k == 1 ? OWN : BROUGHT; w < WHICH && !well; w++) {
      int tries = TRIES;
      well = change_any(d, from, w, &tries);
    }
  }
  if (well) d->nback = d->peak = d->fails = 0; /* what was before is not so any more */
  else way_copy(&d->recall.now, &d->unmended);
  return well;
}
