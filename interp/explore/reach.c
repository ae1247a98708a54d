/* What somebody can run: the parts of a program that a game may come to, as far as what
 * was asked for does not keep it from them. */
#include "interp/explore/explore_int.h"
#include "interp/base/invariant.h"
#include "interp/rules/settings.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(int) Chunks;

static void call_chunk(const Program *p, uint8_t *called, Chunks *todo, int chunk)
{
  if (chunk < 0 || chunk >= p->n_chunks || called[chunk]) return;
  called[chunk] = 1;
  vec_push(todo, chunk);
}

/* Is it yes in every game, as the flag of a pack? */
static bool always_set(const Program *p, int field)
{
  bool set = false;
  for (int i = 1; i < p->n_code; i++) {
    const PInstr *to = &p->code[i], *from = to - 1;
    if (to->op != OP_PUT || to->d != field) continue;
    if (from->op != OP_LDI || from->a != to->a || from->d != 1) return false;
    set = true;
  }
  return set;
}

/* Has a pack filled in a slot of a thing again? */
static bool is_replaced(const Program *p, int thing, int slot)
{
  const PPhrase *card =
      p->things[thing].phrase < 0 ? NULL : &p->phrases[p->things[thing].phrase];
  if (!card || card->op != PH_CARD) return false;
  const PPhrase *at = card + 1;
  for (int k = 0; k < card->kids; k++, at += at->size)
    if (at->op == PH_EDITION && at[1].arg2 == slot + 1 && always_set(p, at->arg))
      return true;
  return false;
}

/* Is this where a layer of rules goes on to the one beneath?  It stands at the slot's own
 * declaration; who calls the replaced text on purpose stands elsewhere. */
static bool goes_beneath(const Program *p, int ip, const PSlot *s)
{
  const PLoc *at = place_of_ip(p, ip);
  for (int i = 0; at && i < p->n_verbs; i++) {
    const PLoc *l = p->verbs[i].kind == s->kind ? place_of_row(p, p->verbs[i].loc) : NULL;
    if (l && l->file == at->file && l->line == at->line && l->col == at->col) return true;
  }
  return false;
}

/* Is a thing in no game at all, as things are? */
static bool is_left_out(const Program *p, const ExploreFixed *fixed, int thing)
{
  int v = p->things[thing].variant, field = v >= 0 ? p->variants[v].field : -1;
  return fixed && field >= 0 && fixed->known[field] && !fixed->value[field];
}

static void call_from(const Program *p, const ExploreFixed *fixed, uint8_t *called,
                      Chunks *todo, int ip)
{
  const PInstr *i = &p->code[ip];
  char what = op_operands(i->op)[3];
  if (what == 'k' && i->op != OP_CAN) call_chunk(p, called, todo, i->d);
  if (what != 's') return;
  const PSlot *s = &p->slots[i->d];
  bool beneath = goes_beneath(p, ip, s);
  for (int k = 0; k < p->kinds[s->kind].count; k++)
    if ((!beneath || !is_replaced(p, p->kinds[s->kind].first + k, i->d)) &&
        !is_left_out(p, fixed, p->kinds[s->kind].first + k))
      call_chunk(p, called, todo, p->slot_chunks[s->first + k]);
}

/* What the compiler puts behind the last statement, where a game that ends never comes.
 */
static bool is_epilogue(const PInstr *i)
{
  return i->op == OP_RET || (i->op == OP_FAIL && i->d >= 2);
}

/* ---- what settings decide ----------------------------------------------------------
 */

void explore_fix(const Program *p, const Setup *setup, Arena *arena, ExploreFixed *fixed)
{
  INVARIANT(p && setup);
  bool first = !fixed->known;
  if (first) {
    fixed->known = arena_alloc(arena, (size_t)p->n_fields + 1);
    fixed->value = arena_alloc(arena, ((size_t)p->n_fields + 1) * sizeof *fixed->value);
  }
  Vm *vm = vm_new(p);
  vm_briefly(vm);
  vm_start(vm, setup);
  vm_step(vm);
  int options = settings_count(p);
  for (int i = 0; i < options + p->n_variants; i++) {
    ptrdiff_t f =
        i < options ? settings_option(p, i) - p->fields : p->variants[i - options].field;
    if (f < 0) continue;
    int64_t now = vm_get(vm, (int)f, 0, 0);
    fixed->known[f] = first || (fixed->known[f] && fixed->value[f] == now);
    fixed->value[f] = now;
  }
  vm_free(vm);
}

typedef enum { EITHER, JUMPS, STAYS } Goes;

/* Does this jump hang on a field that is known? */
static Goes goes(const Program *p, const ExploreFixed *fixed, int ip, int first)
{
  const PInstr *jump = &p->code[ip], *get = jump - 1;
  if (!fixed || ip == first || get->op != OP_GETG || get->a != jump->a ||
      !fixed->known[get->d])
    return EITHER;
  int64_t v = fixed->value[get->d], with = (int32_t)((uint32_t)jump->c << 16 | jump->b);
  switch (jump->op) {
  case OP_JT: return v == 1 ? JUMPS : STAYS;
  case OP_JF: return v == 1 ? STAYS : JUMPS;
  case OP_JEQI: return v == with ? JUMPS : STAYS;
  case OP_JNEI: return v == with ? STAYS : JUMPS;
  default: return EITHER;
  }
}

/* Marks what is always jumped over, unless something else leads into it. */
static void skip(const Program *p, const ExploreFixed *fixed, const PChunk *c,
                 uint8_t *skipped)
{
  int end = c->first + c->count;
  for (int i = c->first; i < end; i++) {
    int to = jump_of(&p->code[i], i);
    if (to <= i || to > end || goes(p, fixed, i, c->first) != JUMPS) continue;
    bool entered = false;
    for (int k = c->first; k < end && !entered; k++) {
      int other = jump_of(&p->code[k], k);
      entered = (k < i || k >= to) && other > i && other < to &&
                goes(p, fixed, k, c->first) != STAYS;
    }
    if (!entered) memset(skipped + i + 1, 1, (size_t)(to - i - 1));
  }
}

void explore_reachable(const Program *p, const ExploreFixed *fixed, uint8_t *may)
{
  INVARIANT(p && p->header);
  uint8_t *called = zeroed((size_t)p->n_chunks + 1, 1);
  uint8_t *skipped = zeroed((size_t)p->n_code + 1, 1);
  Chunks todo = {0};
  memset(may, 0, (size_t)p->n_code);
  call_chunk(p, called, &todo, p->header->main);
  for (int i = 0; i < p->n_always && !(fixed && fixed->unclaimed); i++)
    call_chunk(p, called, &todo, p->always[i].chunk);
  while (todo.n) {
    const PChunk *c = &p->chunks[todo.at[--todo.n]];
    if (fixed) skip(p, fixed, c, skipped);
    for (int i = c->first; i < c->first + c->count; i++) {
      if (skipped[i]) continue;
      may[i] = !is_epilogue(&p->code[i]);
      call_from(p, fixed, called, &todo, i);
    }
  }
  vec_free(&todo);
  free(skipped);
  free(called);
}
