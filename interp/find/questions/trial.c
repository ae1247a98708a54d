/* Every game begins: for each number of players and each setting the setup is carried
 * out, up to the first decision of play.  Simpler than any proof, and exact for what was
 * tried.
 *
 * Found are settings in which the game stops, in which something that must always hold
 * does not, and in which less is drawn than was asked for. */
#include "interp/find/counts.h"
#include "interp/find/printed.h"
#include "interp/base/invariant.h"
#include "interp/rules/settings.h"
#include "interp/text/place.h"
#include "interp/vm/vm.h"

#include <stdlib.h>

enum {
  MAX_TRIALS = 256, /* all combinations up to here, else one option at a time */
  MAX_DIAL = 64,    /* values of one option that are tried */
  SEEDS = 2,
  MAX_ANSWERS_OF_SETUP = 1000,
};

typedef struct Trial {
  Find *f;
  const Program *p;
  Vm *vm;
  int seats;
  int32_t *options;
  uint64_t seed;
  unsigned char *decks; /* how each was seen to lie (printed.h) */
  bool endless;         /* one game went on without an end: another would take as long */
} Trial;

/* "with 4 players, length=long" */
static void add_setting(const Trial *t, Buf *b)
{
  Buf set = {0};
  buf_printf(b, "with %d player%s", t->seats, t->seats == 1 ? "" : "s");
  settings_write(t->p, t->options, &set);
  if (set.n) buf_printf(b, ", %s", buf_text(&set));
  buf_free(&set);
}

static Loc loc_of(const Program *p, int32_t ip)
{
  const PLoc *l = place_of_ip(p, ip);
  return l ? (Loc){l->file, l->line, l->col, l->end} : (Loc){-1, 0, 0, 0};
}

static bool told_on_line(const Diags *d, DiagCode code, Loc at)
{
  for (size_t i = 0; i < d->list.n; i++) {
    const Diag *g = &d->list.at[i];
    if (g->code == code && g->loc.file == at.file && g->loc.line == at.line) return true;
  }
  return false;
}

static const Always *always_at(const Model *m, Loc at)
{
  for (size_t i = 0; i < m->always.n; i++) {
    Loc l = m->always.at[i]->node->loc;
    if (l.file == at.file && l.line == at.line) return m->always.at[i];
  }
  return NULL;
}

static void tell_stop(const Trial *t)
{
  Find *f = t->f;
  VmError e = vm_error(t->vm);
  Loc at = loc_of(t->p, vm_error_ip(t->vm));
  DiagCode code = e == R_INVARIANT ? DIAG_COUNT_OFF : DIAG_SETUP_STOPS;
  const Always *a = always_at(f->m, at);
  if (a && a->node->tag == N_CLAIM) return; /* claim.c tells that */
  if (told_on_line(f->d, code, at) || told_on_line(f->d, DIAG_NOTHING_TO_CHOOSE, at))
    return;
  Buf b = {0};
  add_setting(t, &b);
  Diag *g;
  if (e == R_INVARIANT) {
    g = diag_add(f->d, code, at, "%s this is not true when play begins", buf_text(&b));
    if (a) hint_counts(f, g, a->node->a);
    diag_hint(f->d, g, "count again: the cards, what the setup does with them, or this");
  } else {
    g = diag_add(f->d, code, at, "%s the game stops here: %s [%s]", buf_text(&b),
                 vm_error_title(e), vm_error_name(e));
    diag_hint(f->d, g, "before the first decision of play, with seed %d", (int)t->seed);
  }
  buf_free(&b);
}

/* A draw that found too few passes an instruction of its own (gen_draw). */
static bool is_short(const Program *p, int32_t ip)
{
  return ip >= 3 && p->code[ip].op == OP_NOP && p->code[ip - 3].op == OP_DRAW;
}

static void tell_short(const Trial *t)
{
  const int32_t *list;
  int n = vm_covered(t->vm, &list);
  for (int i = 0; i < n; i++) {
    if (!is_short(t->p, list[i])) continue;
    Buf b = {0};
    add_setting(t, &b);
    Diag *g = diag_add(t->f->d, DIAG_SHORT_SUPPLY, loc_of(t->p, list[i]),
                       "%s there are fewer to draw here than asked for", buf_text(&b));
    diag_hint(
        t->f->d, g,
        "before the first decision of play; count the cards and what is handed out");
    buf_free(&b);
  }
}

static void try_one(Trial *t)
{
  const Setup s = {t->seats, t->seed, t->options};
  if (vm_start(t->vm, &s) != R_OK) return;
  for (int k = 0; k < MAX_ANSWERS_OF_SETUP; k++) {
    VmStatus st = vm_step(t->vm);
    bool playing = vm_get(t->vm, t->p->header->armed, NONE, NONE) == 1;
    if (st == VM_ERROR && vm_error(t->vm) == R_SETTINGS)
      return; /* nobody can play this */
    if (st == VM_ERROR) tell_stop(t);
    if (st == VM_DECIDE && playing) printed_look(t->f, t->vm, t->decks);
    t->endless |= st == VM_ERROR && vm_error(t->vm) == R_FUEL;
    if (st != VM_DECIDE || playing) break;
    vm_answer(t->vm, 0);
  }
  t->endless |= vm_spent(t->vm) > MAX_TRIAL_FUEL;
  tell_short(t);
}

static void try_seeds(Trial *t)
{
  for (t->seed = 1; t->seed <= SEEDS && !t->endless; t->seed++) try_one(t);
}

/* ---- settings ------------------------------------------------------------------- */

static int64_t dial(const Program *p, int option)
{
  const PType *t = &p->types[settings_option(p, option)->type];
  int64_t n = (int64_t)t->hi - t->lo + 1;
  return n > MAX_DIAL ? 1 : n;
}

static void try_all(Trial *t, int option, int options)
{
  if (option == options) {
    try_seeds(t);
    return;
  }
  int64_t n = dial(t->p, option);
  const PType *type = &t->p->types[settings_option(t->p, option)->type];
  t->options[option] = NONE;
  for (int32_t v = 0; v < n; v++) {
    if (n > 1) t->options[option] = type->lo + v;
    try_all(t, option + 1, options);
  }
  t->options[option] = NONE;
}

static void try_each(Trial *t, int options)
{
  try_seeds(t);
  for (int i = 0; i < options; i++) {
    const PType *type = &t->p->types[settings_option(t->p, i)->type];
    for (int32_t v = 0; v < dial(t->p, i); v++) {
      t->options[i] = type->lo + v;
      try_seeds(t);
    }
    t->options[i] = NONE;
  }
}

void find_trials(Find *f)
{
  INVARIANT(f->p);
  const Program *p = f->p;
  int options = settings_count(p);
  int64_t all = p->header->seats_high - p->header->seats_low + 1;
  for (int i = 0; i < options && all <= MAX_TRIALS; i++) all *= dial(p, i);
  Trial t = {.f = f, .p = p, .vm = vm_new(p), .options = settings_new(p)};
  t.decks = arena_alloc(f->m->arena, f->m->fields.n + 1);
  vm_auto_chance(t.vm, true);
  vm_check_always(t.vm, true);
  vm_check_claims(t.vm, 0); /* claim.c looks at them */
  vm_cover(t.vm);
  vm_briefly(t.vm);
  for (t.seats = p->header->seats_low; t.seats <= p->header->seats_high; t.seats++) {
    if (all <= MAX_TRIALS) try_all(&t, 0, options);
    else try_each(&t, options);
  }
  printed_tell(f, p, t.decks);
  vm_free(t.vm);
  free(t.options);
}
