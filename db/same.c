#include "db/same.h"
#include "interp/base/invariant.h"
#include "interp/rules/settings.h"
#include "interp/vm/vm.h"

#include <stdlib.h>
#include <string.h>

/* What a state is made of; strings, places and chunks may have other numbers. */
static bool same_state(const Program *a, const Program *b)
{
  const PHeader *h = a->header, *k = b->header;
  if (h->cells != k->cells || h->piles != k->piles || h->pile_cells != k->pile_cells ||
      h->has_gather != k->has_gather || h->seats_low != k->seats_low ||
      h->seats_high != k->seats_high || a->n_kinds != b->n_kinds ||
      a->n_things != b->n_things || a->n_fields != b->n_fields)
    return false;
  for (int i = 0; i < a->n_kinds; i++)
    if (a->kinds[i].first != b->kinds[i].first || a->kinds[i].count != b->kinds[i].count)
      return false;
  for (int i = 0; i < a->n_things; i++)
    if (a->things[i].kind != b->things[i].kind) return false;
  for (int i = 0; i < a->n_fields; i++) {
    const PField *f = &a->fields[i], *g = &b->fields[i];
    if (f->flags != g->flags || f->cell != g->cell || f->size != g->size ||
        f->kind != g->kind || f->first != g->first || f->count != g->count ||
        f->per_first != g->per_first || f->per_count != g->per_count ||
        f->pile != g->pile || f->seen != g->seen)
      return false;
  }
  return true;
}

/* One game by both, answer by answer, as far as it is worth. */
static bool same_game(Vm *a, Vm *b, int seats, uint64_t seed)
{
  enum { FAR = 200 };
  int32_t *mine = settings_new(vm_program(a)), *theirs = settings_new(vm_program(b));
  vm_auto_chance(a, false);
  vm_auto_chance(b, false);
  vm_start(a, &(Setup){seats, seed, mine});
  vm_start(b, &(Setup){seats, seed, theirs});
  bool same = true, over = false;
  for (int i = 0; i < FAR && same && !over; i++) {
    VmStatus status = vm_step(a);
    same = vm_step(b) == status && vm_hash(a) == vm_hash(b);
    over = status != VM_DECIDE && status != VM_CHANCE;
    int n = same && !over ? vm_options(a) : 0;
    same = same && (over || (n > 0 && vm_options(b) == n && vm_asked(a) == vm_asked(b)));
    if (!same || over) break;
    int answer = (int)((seed * 31 + (uint64_t)i * 7) % (uint64_t)n);
    Option x = vm_option(a, answer), y = vm_option(b, answer);
    same = x.value == y.value;
    vm_answer(a, answer);
    vm_answer(b, answer);
  }
  free(mine);
  free(theirs);
  return same;
}

bool same_games(const Program *a, const Program *b)
{
  enum { GAMES = 3 };
  INVARIANT(a && b && a->header && b->header);
  if (!same_state(a, b)) return false;
  Vm *x = vm_new(a), *y = vm_new(b);
  bool same = true;
  for (uint64_t seed = 1; seed <= GAMES && same; seed++)
    same = same_game(x, y, seed % 2 ? a->header->seats_low : a->header->seats_high, seed);
  vm_free(x);
  vm_free(y);
  return same;
}
