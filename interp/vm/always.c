/* What must always hold, looked at when the machine stops.
 *
 * A condition that held holds as long as the cells are the same that were read when it
 * was looked at; the same goes for each attempt that a claim makes (CAN).  So the machine
 * writes down which cells are read, by an interpreter of its own (run.c, WATCHED), and
 * looks again only at what hangs on a cell that has changed since.  Whatever does not
 * hold that way is looked at once more in the plain order, so that what is reported does
 * not hang on what was remembered. */
#include "interp/vm/vm_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ENTRIES = 2048, ENTRY_WORDS = MOST_ENTRIES / 64 };
/* In larger games everything is looked at anew: what is remembered takes half a kilobyte
 * for each cell. */
enum { MOST_CELLS = 1 << 16 };

/* A condition, or an attempt of a claim. */
typedef struct Entry {
  int row;       /* of `always` */
  int32_t chunk; /* -1: the condition itself */
  int32_t me;
  int64_t arg;
  uint64_t *reads; /* the cells it hangs on */
} Entry;

struct Guard {
  size_t ncells, nwords; /* cells; words of a set of them */
  int seats;
  int32_t *cells; /* as they were when all was looked at */
  uint64_t *deps; /* by cell: the entries that hang on it */
  uint64_t dirty[ENTRY_WORDS];
  Entry *entries;
  uint64_t *reads;    /* room for those of all entries */
  int n, at;          /* how many; where the next attempt of the row is expected */
  int row;            /* that is being looked at */
  bool vague;         /* it hangs on more than cells */
  uint64_t *fresh[2]; /* what is read: by a condition, by an attempt in it */
};

/* ---- what is read ------------------------------------------------------------------ */

static void read_cell(Vm *vm, int64_t cell)
{
  vm->reads[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

static void read_cells(Vm *vm, int64_t cell, int n)
{
  for (int i = 0; i < n; i++) read_cell(vm, cell + i);
}

static void read_field(Vm *vm, const PField *f)
{
  read_cells(vm, f->cell, f->count * f->per_count * f->size);
}

static void read_at(Vm *vm, const PField *f, const int64_t *base)
{
  int32_t cell = field_cell(f, base);
  if (cell >= 0) read_cells(vm, cell, f->size);
}

/* Who is there of a kind. */
static void read_present(Vm *vm, int kind)
{
  int field = kind >= 0 ? vm->p->kinds[kind].present : -1;
  if (field >= 0) read_field(vm, &vm->p->fields[field]);
}

static void read_thing(Vm *vm, int64_t thing)
{
  if (thing >= 0 && thing < vm->p->n_things && vm->lying[thing] >= 0)
    read_cells(vm, vm->lying[thing], TC_COUNT);
}

static void read_pile(Vm *vm, int64_t pile, bool inside)
{
  if (pile < 0 || pile >= vm->p->header->piles) return;
  int64_t at = vm->p->header->pile_cells + pile * PC_CELLS;
  read_cells(vm, at, PC_CELLS);
  for (int32_t x = vm->cells[at + PC_BOTTOM]; x && inside;
       x = thing_cells(vm, x - 1)[TC_ABOVE])
    read_thing(vm, x - 1);
}

/* The order of answers hangs on who knows what. */
static void read_offered(Vm *vm, const PAlt *alt, const int64_t *set)
{
  const PType *t = &vm->p->types[alt->type < 0 ? 0 : alt->type];
  if (alt->type < 0 || t->kind < 0 || vm->p->kinds[t->kind].cells < 0) return;
  for (int64_t b = set_next(set, t->words, 0); b >= 0; b = set_next(set, t->words, b + 1))
    read_thing(vm, b + t->lo);
}

static void read_moved(Vm *vm, int64_t thing, int64_t to)
{
  read_thing(vm, thing);
  if (thing >= 0 && thing < vm->p->n_things)
    read_pile(vm, vm_pile_of(vm, (int32_t)thing), true);
  read_pile(vm, to, true);
}

/* Before an instruction: the cells that it reads, or the unread things. */
static void watch(Vm *vm, const PInstr *i, int op, const int64_t *R)
{
  const Program *p = vm->p;
  if (vm->awaits_look) unread_watch(vm, i, op, R);
  if (!vm->reads) return;
  switch (op) {
  case OP_GETG:
  case OP_SEQF:
  case OP_SEQFI:
  case OP_SROW: read_field(vm, &p->fields[i->d]); break;
  case OP_GET:
  case OP_GETI:
  case OP_GETW:
  case OP_RAISE:
  case OP_LOWER: read_at(vm, &p->fields[i->d], R + i->c); break;
  case OP_SALL: read_present(vm, p->types[i->d].kind); break;
  case OP_NEXT:
  case OP_NEXT1:
  case OP_GRID:
  case OP_ROW:
  case OP_LINE: read_present(vm, i->d); break;
  case OP_JLINE: read_present(vm, (int)p->consts[i->d]); break;
  case OP_PCOUNT:
  case OP_PTOP:
  case OP_PBOTTOM: read_pile(vm, R[i->b], false); break;
  case OP_SPILE:
  case OP_PAT:
  case OP_PPOS:
  case OP_PLIST: read_pile(vm, R[i->b], true); break;
  case OP_MOVE: read_moved(vm, R[i->a], R[i->b]); break;
  case OP_DRAW:
  case OP_LAY:
  case OP_TUCK:
    read_pile(vm, R[i->a], true);
    read_pile(vm, R[i->b], true);
    break;
  case OP_SHUFFLE: read_pile(vm, R[i->a], true); break;
  case OP_WHERE:
  case OP_OWNER: read_thing(vm, R[i->b]); break;
  case OP_OPT: read_offered(vm, &p->alts[i->d], R + i->b); break;
  case OP_OPTS:
  case OP_OFFERED:
  case OP_SEES:
  case OP_SEEST:
  case OP_REVEAL:
  case OP_SIGHT:
  case OP_GATHER:
  case OP_WINNERS: vm->guard->vague = true; break;
  default: break;
  }
}

/* ---- what is remembered ------------------------------------------------------------ */

static bool is_dirty(const Guard *g, int entry)
{
  return g->dirty[entry / 64] >> (entry % 64) & 1;
}

static void set_dirty(Guard *g, int entry, bool on)
{
  uint64_t bit = (uint64_t)1 << (entry % 64);
  if (on) g->dirty[entry / 64] |= bit;
  else g->dirty[entry / 64] &= ~bit;
}

static int add_entry(Guard *g, Entry e)
{
  if (g->n == MOST_ENTRIES) return -1;
  e.reads = g->reads + (size_t)g->n * g->nwords;
  memset(e.reads, 0, g->nwords * sizeof *e.reads);
  g->entries[g->n] = e;
  set_dirty(g, g->n, true);
  return g->n++;
}

/* Nothing is known: each condition is to be looked at. */
static void begin(Vm *vm, Guard *g)
{
  g->n = 0;
  g->seats = vm->s->seats;
  memset(g->dirty, 0, sizeof g->dirty);
  memset(g->deps, 0, g->ncells * ENTRY_WORDS * sizeof *g->deps);
  memcpy(g->cells, vm->cells, g->ncells * sizeof *g->cells);
  for (int i = 0; i < vm->p->n_always; i++)
    if (!(vm->rows[i] & ROW_CONSTANT)) add_entry(g, (Entry){.row = i, .chunk = -1});
}

Guard *guard_new(Vm *vm)
{
  if (vm->p->header->cells > MOST_CELLS) return NULL;
  Guard *g = vm_zeroed(1, sizeof *g);
  g->ncells = (size_t)vm->p->header->cells;
  g->nwords = g->ncells / 64 + 1;
  g->cells = vm_zeroed(g->ncells, sizeof *g->cells);
  g->deps = vm_zeroed(g->ncells * ENTRY_WORDS, sizeof *g->deps);
  g->entries = vm_zeroed(MOST_ENTRIES, sizeof *g->entries);
  g->reads = vm_zeroed(MOST_ENTRIES * g->nwords, sizeof *g->reads);
  for (int i = 0; i < 2; i++) g->fresh[i] = vm_zeroed(g->nwords, sizeof *g->fresh[i]);
  begin(vm, g);
  return g;
}

void guard_free(Guard *g)
{
  if (!g) return;
  free(g->reads);
  free(g->entries);
  free(g->cells);
  free(g->deps);
  for (int i = 0; i < 2; i++) free(g->fresh[i]);
  free(g);
}

/* The entry hangs on these cells from now on. */
static void settle(Guard *g, int entry, const uint64_t *reads)
{
  Entry *e = &g->entries[entry];
  uint64_t bit = (uint64_t)1 << (entry % 64);
  for (size_t w = 0; w < g->nwords; w++) {
    for (uint64_t x = e->reads[w] ^ reads[w]; x; x &= x - 1)
      g->deps[(w * 64 + (size_t)__builtin_ctzll(x)) * ENTRY_WORDS + (size_t)entry / 64] ^=
          bit;
    e->reads[w] = reads[w];
  }
}

/* What hangs on cells that have changed. */
static void find_dirty(const Vm *vm, Guard *g)
{
  for (size_t i = 0; i < g->ncells; i++) {
    if (g->cells[i] == vm->cells[i]) continue;
    g->cells[i] = vm->cells[i];
    const uint64_t *deps = g->deps + i * ENTRY_WORDS;
    for (int w = 0; w <= (g->n - 1) / 64; w++) g->dirty[w] |= deps[w];
  }
}

/* ---- looking ----------------------------------------------------------------------- */

static bool holds(Vm *vm, int row)
{
  const int64_t *ok = eval_chunk(vm, vm->p->always[row].chunk, NONE, NONE, NULL, 0);
  if (!ok && vm->guard) vm->guard->vague = true; /* it went wrong: who knows why */
  return !ok || *ok == 1;
}

static bool look(Vm *vm, int entry)
{
  Guard *g = vm->guard;
  const Entry *e = &g->entries[entry];
  uint64_t *outer = vm->reads;
  bool vague = g->vague, attempt = e->chunk >= 0;
  vm->reads = g->fresh[attempt];
  memset(vm->reads, 0, g->nwords * sizeof *vm->reads);
  g->vague = false;
  if (!attempt) g->row = e->row, g->at = g->n;
  bool ok = attempt ? probe_can(vm, e->chunk, e->me, e->arg) : holds(vm, e->row);
  settle(g, entry, g->fresh[attempt]);
  set_dirty(g, entry, !ok || g->vague);
  vm->reads = outer;
  g->vague = vague;
  return ok;
}

/* The entry of an attempt; mostly it follows the one before. */
static int find_attempt(Guard *g, int32_t chunk, int32_t me, int64_t arg)
{
  for (int k = 0; k < g->n; k++) {
    int i = g->at + k < g->n ? g->at + k : g->at + k - g->n;
    const Entry *e = &g->entries[i];
    if (e->row != g->row || e->chunk != chunk || e->me != me || e->arg != arg) continue;
    g->at = i + 1;
    return i;
  }
  return add_entry(g, (Entry){.row = g->row, .chunk = chunk, .me = me, .arg = arg});
}

static bool guard_can(Vm *vm, int chunk, int32_t me, int64_t arg)
{
  Guard *g = vm->guard;
  if (!vm->reads) return probe_can(vm, chunk, me, arg);
  int entry = find_attempt(g, chunk, me, arg);
  if (entry < 0) { /* there are too many: it is part of its condition */
    g->vague = true;
    return probe_can(vm, chunk, me, arg);
  }
  return !is_dirty(g, entry) || look(vm, entry);
}

static bool all_hold(Vm *vm)
{
  Guard *g = vm->guard;
  if (g->seats != vm->s->seats) begin(vm, g);
  find_dirty(vm, g);
  for (int w = 0; w <= (g->n - 1) / 64; w++)
    for (uint64_t x = g->dirty[w]; x; x &= x - 1) {
      int entry = w * 64 + __builtin_ctzll(x);
      if (is_dirty(g, entry) && !look(vm, entry)) return false;
    }
  return true;
}

/* Can it be told by what is remembered? */
static bool is_plain(const Vm *vm, VmStatus status)
{
  return !TORTURE && vm->claims == 1 && !vm->wanted && !vm->passed_over &&
         !vm->constants && status != VM_DONE && !vm->trapped && !vm->share;
}

/* Of all that must hold; or, when the game is over, only of what is said of the winners:
 * the rules stop in the middle of whatever they were doing. */
static int first_broken(Vm *vm, VmStatus status, bool claims)
{
  for (int i = 0; i < vm->p->n_always; i++) {
    int row = vm->rows[i];
    if (row & ROW_CONSTANT ? !vm->constants : !claims && row & ROW_CLAIM) continue;
    if (vm->wanted && !vm->wanted[i]) continue;
    if (vm->passed_over && vm->passed_over[i]) continue;
    if (status == VM_DONE && !(row & ROW_END)) continue;
    if (!holds(vm, i)) return i;
  }
  return NONE;
}

VmStatus check_armed(Vm *vm, VmStatus status)
{
  if (!vm->cells[vm->p->fields[vm->p->header->armed].cell]) return status;
  vm->paused = status;
  if (vm->guard && is_plain(vm, status) && all_hold(vm)) return status;
  bool claims = vm->claims == 1 || (vm->claims && vm_hash(vm) % vm->claims == 0);
  /* This is no part of the play of which somebody wants to know what ran. */
  bool trapped = vm->trapped;
  if (trapped) cover_leave(vm);
  int bad = first_broken(vm, status, claims);
  if (trapped) cover_return(vm);
  if (bad >= 0)
    return fail_with(vm, R_INVARIANT, vm->p->chunks[vm->p->always[bad].chunk].first);
  vm->constants = false;
  return status;
}

VmStatus vm_pass_over(Vm *vm)
{
  size_t n = (size_t)vm->p->n_always;
  assert(vm->error == R_INVARIANT);
  if (!vm->passed_over) vm->passed_over = vm_zeroed(n, 1);
  for (size_t i = 0; i < n; i++)
    if (vm->p->chunks[vm->p->always[i].chunk].first == vm->error_ip)
      vm->passed_over[i] = 1;
  vm->error = R_OK;
  return check_armed(vm, vm->paused);
}

void vm_check_all(Vm *vm)
{
  if (vm->passed_over) memset(vm->passed_over, 0, (size_t)vm->p->n_always);
}

int vm_check_constants(Vm *vm)
{
  vm->constants = false;
  for (int i = 0; i < vm->p->n_always; i++)
    if (vm->rows[i] & ROW_CONSTANT && !holds(vm, i)) return i;
  return NONE;
}

#define WATCHED
#include "interp/vm/run.c"

RunResult guard_run(Vm *vm)
{
  if (!vm->code) run_optimized(vm);
  return interpret_watched(vm);
}
