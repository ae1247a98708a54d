/* Open draws: which outcomes make a whole transcript possible.
 *
 * At each open draw the state is kept with the outcomes that were not tried yet (a fork).
 * When a step is not possible, the search goes back to the fork where the failing line
 * wants something else: an answer that names a card wants that card drawn earlier, a draw
 * that names one wants it left alone.  Without such a hint the last fork is changed
 * first, so that in the end everything is tried.  What a draw was on the path that came
 * furthest is tried again first (`lean`), or each repair would undo the one before. Equal
 * states at the same step need no second visit. */
#include "interp/referee/referee_int.h"
#include "interp/base/invariant.h"

#include <string.h>

typedef struct Fork {
  struct Fork *parent;
  int parent_choice;
  int number;              /* in the order in which they were made */
  int step, open, n, left; /* left: outcomes that were not tried */
  int32_t *outcomes;
  int32_t *certain; /* what run->certain was, n_certain of them */
  int n_certain;
  int32_t *between; /* open draws since the parent that were certain, see fork_world */
  int *wants;       /* for each outcome: how much some step wants it; -1: it was tried */
  unsigned char *state;
  size_t size;
} Fork;

/* A wish for an outcome of a fork, in a heap: the strongest first, then the last fork. */
typedef struct Wish {
  int want, number, outcome;
  Fork *fork;
} Wish;

/* Bytes of states that are kept for going back; more would not be sensible. */
enum { MOST_KEPT = 256 * 1024 * 1024 };

typedef struct Worlds {
  Run *run;
  Arena *arena;      /* of the present search */
  VEC(Fork *) forks; /* those at the end may still have something left */
  VEC(Wish) wishes;
  int made;   /* forks */
  Fork *fork; /* the last one on the present path, and what was chosen there */
  int choice;
  int32_t *lean;  /* for each open draw, NONE: nothing yet */
  bool *reserved; /* by thing: a line names it, so open draws leave it alone at first */
  size_t kept;    /* bytes of states */
  uint64_t *seen; /* states of forks, a table of `seen_size` places */
  size_t seen_size, seen_n;
  int furthest;     /* step … */
  int opens_before; /* … how many open draws stand before it … */
  long came_there;  /* … and how many worlds came to it */
  bool explain;     /* keep the remark of the furthest failure */
  Remarks remark;
  bool broken; /* the furthest failure was an error of a rule */
} Worlds;

/* ---- places that were visited --------------------------------------------------- */

static bool insert(uint64_t *table, size_t size, uint64_t key)
{
  size_t i = (size_t)key & (size - 1);
  for (; table[i]; i = (i + 1) & (size - 1))
    if (table[i] == key) return false;
  table[i] = key;
  return true;
}

/* Is it the first visit of this state at this step? */
static bool first_visit(Worlds *w)
{
  uint64_t where = (uint64_t)(w->run->at + 1) << 16 | (w->run->certain.n & 0xFFFF);
  uint64_t key = vm_hash(w->run->vm) ^ where * 0x9e3779b97f4a7c15u;
  if (!key) key = 1;
  if (2 * (w->seen_n + 1) > w->seen_size) {
    size_t size = w->seen_size ? 2 * w->seen_size : 256;
    uint64_t *bigger = arena_alloc(w->arena, size * sizeof *bigger);
    for (size_t i = 0; i < w->seen_size; i++)
      if (w->seen[i]) insert(bigger, size, w->seen[i]);
    w->seen = bigger;
    w->seen_size = size;
  }
  bool first = insert(w->seen, w->seen_size, key);
  w->seen_n += first;
  return first;
}

/* ---- forks ---------------------------------------------------------------------- */

static bool is_stronger(const Wish *a, const Wish *b)
{
  if (a->want != b->want) return a->want > b->want;
  if (a->number != b->number) return a->number > b->number;
  return a->outcome < b->outcome;
}

static void swap_wishes(Wish *a, Wish *b)
{
  Wish t = *a;
  *a = *b;
  *b = t;
}

static void wish_push(Worlds *w, Fork *f, int i)
{
  Wish new = {f->wants[i], f->number, i, f};
  vec_push(&w->wishes, new);
  for (size_t k = w->wishes.n - 1, up; k > 0; k = up) {
    up = (k - 1) / 2;
    if (!is_stronger(&w->wishes.at[k], &w->wishes.at[up])) return;
    swap_wishes(&w->wishes.at[k], &w->wishes.at[up]);
  }
}

static Wish wish_pop(Worlds *w)
{
  Wish *at = w->wishes.at, top = at[0];
  size_t n = --w->wishes.n;
  at[0] = at[n];
  for (size_t k = 0, down; (down = 2 * k + 1) < n; k = down) {
    if (down + 1 < n && is_stronger(&at[down + 1], &at[down])) down++;
    if (!is_stronger(&at[down], &at[k])) break;
    swap_wishes(&at[k], &at[down]);
  }
  return top;
}

static bool fits_already(const RefereeDraw *d, int32_t outcome)
{
  for (size_t i = 0; i < d->fits.n; i++)
    if (d->fits.at[i] == outcome) return true;
  return false;
}

static bool is_reserved(const Worlds *w, int32_t outcome)
{
  const Program *p = w->run->referee->program;
  int type = vm_chance_type(w->run->vm);
  return type >= 0 && p->types[type].tag == T_THING && outcome >= 0 &&
         outcome < p->n_things && w->reserved[outcome];
}

static void fork_close(Worlds *w, Fork *f)
{
  if (f->left) return;
  w->kept -= f->size;
  free(f->state);
  f->state = NULL;
}

/* Takes outcome i of a fork, where the machine stands. */
static void fork_take(Worlds *w, Fork *f, int i)
{
  f->wants[i] = -1;
  f->left--;
  w->fork = f;
  w->choice = i;
  run_open(w->run, i);
  fork_close(w, f);
}

static int first_between(const Fork *f) { return f->parent ? f->parent->open + 1 : 0; }

/* Puts the path that leads to a fork back into the run's world. */
static void fork_world(Worlds *w, const Fork *f)
{
  w->run->passed = f->open;
  for (; f; f = f->parent) {
    int from = first_between(f);
    for (int i = from; i < f->open; i++) {
      w->run->world[i] = f->between[i - from];
      w->run->was_certain[i] = true;
    }
    if (!f->parent) continue;
    w->run->world[f->parent->open] = f->parent->outcomes[f->parent_choice];
    w->run->was_certain[f->parent->open] =
        f->parent->n_certain && f->parent_choice == f->parent->n - 1;
  }
}

/* Makes a fork of the present draw.  Returns NULL if there is nothing to try. */
static Fork *fork_new(Worlds *w)
{
  Vm *vm = w->run->vm;
  int n = run_outcomes(w->run), open = w->run->steps.at[w->run->at].open;
  if (!first_visit(w)) return NULL;
  Fork *f = ARENA_NEW(w->arena, Fork);
  *f = (Fork){.parent = w->fork,
              .parent_choice = w->choice,
              .step = w->run->at,
              .open = open,
              .number = w->made++,
              .n = n};
  f->outcomes = arena_alloc(w->arena, (size_t)n * sizeof *f->outcomes);
  f->wants = arena_alloc(w->arena, (size_t)n * sizeof *f->wants);
  f->n_certain = (int)w->run->certain.n;
  f->certain = arena_alloc(w->arena, (size_t)f->n_certain * sizeof *f->certain + 1);
  if (f->n_certain)
    memcpy(f->certain, w->run->certain.at, (size_t)f->n_certain * sizeof *f->certain);
  int from = first_between(f);
  f->between = arena_alloc(w->arena, (size_t)(open - from) * sizeof *f->between + 1);
  for (int i = from; i < open; i++) f->between[i - from] = w->run->world[i];
  for (int i = 0; i < n; i++) {
    f->outcomes[i] = run_outcome(w->run, i);
    bool avoid = run_avoids(w->run, open, f->outcomes[i]);
    f->wants[i] = avoid ? -1 : 0;
    f->left += !avoid;
  }
  if (!f->left) return NULL;
  f->size = vm_save(vm, w->run->room);
  f->state = zeroed(f->size, 1);
  memcpy(f->state, w->run->room, f->size);
  w->kept += f->size;
  vec_push(&w->forks, f);
  return f;
}

/* The outcome to try first. */
static int first_choice(const Worlds *w, const Fork *f)
{
  const Program *p = w->run->referee->program;
  int best = -1, good = -1, type = vm_chance_type(w->run->vm);
  for (int i = 0; i < f->n; i++) {
    if (f->wants[i] < 0) continue;
    bool certain = i == f->n - 1 && f->n_certain > 0;
    /* Whoever wrote draws down wrote them all; a die is not taken for a card. */
    bool alike = certain && type >= 0 && p->types[type].tag == T_THING &&
                 p->types[type].kind == p->things[f->outcomes[i]].kind;
    int value = certain                              ? (alike ? 4 : 0)
                : f->outcomes[i] == w->lean[f->open] ? 3
                : !is_reserved(w, f->outcomes[i])    ? 2
                                                     : 1;
    if (value > good) good = value, best = i;
  }
  return best;
}

/* The fork and outcome to try next: what some line wants most, else the last fork. */
static Fork *next_fork(Worlds *w, int *choice)
{
  while (w->wishes.n) {
    Wish top = wish_pop(w);
    *choice = top.outcome;
    if (top.fork->wants[top.outcome] == top.want) return top.fork; /* else it is tried */
  }
  while (w->forks.n && !w->forks.at[w->forks.n - 1]->left) w->forks.n--;
  if (!w->forks.n) return NULL;
  Fork *last = w->forks.at[w->forks.n - 1];
  for (*choice = 0; last->wants[*choice] < 0;) ++*choice;
  return last;
}

/* ---- learning from a failure ---------------------------------------------------- */

static bool among(const MeantList *list, int32_t x)
{
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i] == x) return true;
  return false;
}

/* Tells the forks of the present path what the failing step would have liked: an answer
 * that names a card wants it drawn, and if it cannot be had, then that another draw had
 * left it; a draw that names a card wants it left alone. */
static void learn(Worlds *w)
{
  const Run *run = w->run;
  const Step *s = &run->steps.at[run->at];
  MeantList things = {0};
  bool away = run->fail == FAIL_POSSIBLE || s->kind == STEP_CHANCE;
  int want = 2 * run->at + 2, choice = w->choice, kind = -1;
  if (s->kind != STEP_ANSWER && s->kind != STEP_CHANCE) return;
  for (Fork *f = w->fork; f; choice = f->parent_choice, f = f->parent) {
    if (!run->referee->draws.at[f->open].thing) continue;
    if (kind != run->referee->program->things[f->outcomes[0]].kind) {
      kind = run->referee->program->things[f->outcomes[0]].kind;
      things.n = 0;
      meant_things(&run->view, kind, s->item->text, 0, &things);
    }
    bool had = among(&things, f->outcomes[choice]);
    for (int i = 0; i < f->n && f->left; i++) {
      bool is = among(&things, f->outcomes[i]);
      int much = 0;
      if (had && !is) much = away ? want : want - 1;
      if (is && !had && !away) much = want;
      if (f->wants[i] < 0 || f->wants[i] >= much) continue;
      f->wants[i] = much;
      wish_push(w, f, i);
    }
  }
  vec_free(&things);
}

/* Keeps how the furthest path went, and what stopped it. */
static void note_failure(Worlds *w, Stop stop)
{
  Run *run = w->run;
  /* At the same line a reason says more than an error of a rule in some other world. */
  bool better = run->at == w->furthest && w->broken && stop == STOP_FAIL;
  if (run->at == w->furthest) w->came_there++;
  if (run->at <= w->furthest && !better) return;
  if (run->at > w->furthest) w->came_there = 1;
  w->furthest = run->at;
  w->opens_before = run->passed;
  for (int i = 0; i < run->passed; i++) w->lean[i] = run->world[i];
  if (!w->explain) return;
  remarks_free(&w->remark);
  w->broken = stop == STOP_ERROR;
  if (w->broken) run->referee->fault = vm_fault(run->vm);
  else objection_add(run, &w->remark);
}

/* ---- searching ------------------------------------------------------------------ */

typedef enum { SEARCH_FOUND, SEARCH_NONE, SEARCH_BUDGET } Search;

static void search_end(Worlds *w)
{
  for (size_t i = 0; i < w->forks.n; i++) free(w->forks.at[i]->state);
  vec_free(&w->forks);
  vec_free(&w->wishes);
  arena_free(w->arena);
  w->arena = NULL;
  w->seen = NULL;
  w->seen_size = w->seen_n = w->kept = 0;
}

static Search search_on(Worlds *w)
{
  Run *run = w->run;
  for (;;) {
    Stop stop = run_on(run);
    if (stop == STOP_END) return SEARCH_FOUND;
    if (stop == STOP_BUDGET || w->kept > MOST_KEPT) return SEARCH_BUDGET;
    Fork *f = stop == STOP_OPEN ? fork_new(w) : NULL;
    if (f) {
      fork_take(w, f, first_choice(w, f));
      continue;
    }
    if (stop == STOP_FAIL) learn(w);
    if (stop != STOP_OPEN) note_failure(w, stop);
    int choice = 0;
    f = next_fork(w, &choice);
    if (!f) return SEARCH_NONE;
    vm_restore(run->vm, f->state);
    vm_step(run->vm);
    run->at = f->step;
    fork_world(w, f);
    run->certain.n = 0;
    for (int i = 0; i < f->n_certain; i++) vec_push(&run->certain, f->certain[i]);
    fork_take(w, f, choice);
  }
}

static Search search(Worlds *w)
{
  w->arena = arena_new();
  w->fork = NULL;
  w->furthest = -1;
  run_start(w->run);
  Search s = search_on(w);
  search_end(w);
  return s;
}

/* ---- what fits ------------------------------------------------------------------ */

static void add_fits(Worlds *w)
{
  Run *run = w->run;
  for (int i = 0; i < run->passed; i++) {
    RefereeDraw *d = &run->referee->draws.at[i];
    if (!fits_already(d, run->world[i])) vec_push(&d->fits, run->world[i]);
  }
}

/* Does everything fit that there is of its kind?  (Dice have no kind, and few faces.) */
static bool has_all(const Worlds *w, const RefereeDraw *d)
{
  const Program *p = w->run->referee->program;
  int n = 0;
  if (!d->thing) return false;
  const PKind *k = &p->kinds[p->things[d->fits.at[0]].kind];
  for (int i = k->first; i < k->first + k->count; i++) n += p->things[i].face == i;
  return (size_t)n == d->fits.n;
}

/* Looks for worlds in which a draw was something that does not fit yet, until there are
 * none.  Draws share what is left of the budget evenly. */
static void find_fits(Worlds *w)
{
  Run *run = w->run;
  Referee *r = run->referee;
  long left = MAX_WORLD_ANSWERS;
  w->explain = false;
  for (int i = 0; i < run->opens; i++) {
    RefereeDraw *d = &r->draws.at[i];
    long share = left / (run->opens - i);
    Search s = SEARCH_FOUND;
    run->budget = share;
    run->avoid_open = i;
    run->avoided = d;
    d->exact = has_all(w, d);
    while (!d->exact && s == SEARCH_FOUND && run->budget > 0) {
      s = search(w);
      if (s == SEARCH_FOUND) add_fits(w);
      d->exact = s == SEARCH_NONE || has_all(w, d);
    }
    left -= share - run->budget;
  }
  run->avoided = NULL;
}

/* ---- the verdict ---------------------------------------------------------------- */

/* Cards that some line names: what is drawn openly was not drawn before, and what is
 * answered will be wanted where it belongs. */
static void reserve(Worlds *w)
{
  Run *run = w->run;
  for (size_t i = 0; i < run->steps.n; i++) {
    const Step *s = &run->steps.at[i];
    if ((s->kind != STEP_CHANCE && s->kind != STEP_ANSWER) || s->open >= 0 ||
        s->item->absent)
      continue;
    for (int k = 0; k < run->referee->program->n_kinds; k++) {
      MeantList things = {0};
      if (run->referee->program->kinds[k].cells >= 0)
        meant_things(&run->view, k, s->item->text, MEANT_WORDS, &things);
      for (size_t j = 0; j < things.n; j++) w->reserved[things.at[j]] = true;
      vec_free(&things);
    }
  }
}

static void reject(Worlds *w, Search found)
{
  Referee *r = w->run->referee;
  Remarks *to = &r->transcript->remarks;
  if (w->broken && found == SEARCH_NONE) {
    r->verdict = REFEREE_RULE_ERROR;
    return;
  }
  const Remark *why = w->remark.list.n ? &w->remark.list.at[0] : NULL;
  Spot at = why ? why->at : r->draws.at[0].at;
  bool undecided = found == SEARCH_BUDGET;
  int opens = w->opens_before;
  r->verdict = undecided ? REFEREE_UNDECIDED : REFEREE_REJECTED;
  Remark *m =
      undecided
          ? remark_add(to, REMARK_UNDECIDED, at,
                       "it cannot be decided whether the open draws make this possible")
          : remark_add(to, why->code, at, "%s", why->message);
  if (undecided)
    remark_hint(to, m,
                "%d answers were tried; %ld games came to this line, and none further",
                MAX_WORLD_ANSWERS, w->came_there);
  if (undecided && why) remark_hint(to, m, "in the first of them %s", why->message);
  for (size_t i = 0; why && i < why->hints.n; i++)
    remark_hint(to, m, "%s", why->hints.at[i]);
  if (undecided) remark_hint(to, m, "write down some of the open draws");
  else if (opens)
    remark_hint(to, m, "no outcome of the open draws gets the game past this line%s",
                opens > 1 ? "; what is said here is how one of them went" : "");
  m->why = why ? why->why : NULL;
  m->rule = why ? why->rule : NULL;
}

/* Plays the world that was found once more, for its answers and where it ends. */
static void play_again(Worlds *w, const int32_t *world, const bool *certain)
{
  Run *run = w->run;
  Referee *r = run->referee;
  run->budget = -1;
  run->record = true;
  run_start(run);
  while (run_on(run) == STOP_OPEN) {
    int open = run->steps.at[run->at].open, n = run_outcomes(run), chosen = 0;
    for (int i = 0; i < n; i++)
      if (run_outcome(run, i) == world[open] &&
          certain[open] == (i == vm_options(run->vm)))
        chosen = i;
    run_open(run, chosen);
  }
  for (int i = 0; i < run->opens; i++) {
    Buf b = {0};
    RefereeDraw *d = &r->draws.at[i];
    const Program *p = r->program;
    int type = d->thing ? p->kinds[p->things[world[i]].kind].type : -1;
    View told = run->view;
    told.lang = r->lang;
    render_scalar(&told, &b, type, world[i]);
    d->outcome = arena_strdup(r->transcript->arena, buf_text(&b));
    buf_free(&b);
  }
}

static void accept(Worlds *w)
{
  Run *run = w->run;
  size_t n = (size_t)run->opens;
  int32_t *world = zeroed(n + 1, sizeof *world);
  bool *certain = arena_alloc(run->referee->transcript->arena, n + 1);
  memcpy(world, run->world, n * sizeof *world);
  memcpy(certain, run->was_certain, n);
  memcpy(w->lean, run->world, n * sizeof *world);
  run->referee->verdict = REFEREE_ACCEPTED;
  add_fits(w);
  if (run->opens) find_fits(w);
  play_again(w, world, certain);
  free(world);
}

void worlds_judge(Run *run)
{
  INVARIANT(run->at >= 0 && run->at <= (int)run->steps.n);
  Referee *r = run->referee;
  size_t n = (size_t)run->opens + 1;
  Worlds w = {.run = run, .explain = true};
  w.remark.arena = r->transcript->arena;
  w.lean = zeroed(n, sizeof *w.lean);
  run->world = zeroed(n, sizeof *run->world);
  run->was_certain = arena_alloc(r->transcript->arena, n);
  for (size_t i = 0; i < n; i++) w.lean[i] = run->world[i] = NONE;
  w.reserved = arena_alloc(r->transcript->arena, (size_t)r->program->n_things + 1);
  reserve(&w);
  run->budget = run->opens ? MAX_WORLD_ANSWERS : -1;
  Search found = search(&w);
  if (found == SEARCH_FOUND) accept(&w);
  else reject(&w, found);
  remarks_free(&w.remark);
  free(w.lean);
  free(run->world);
}
