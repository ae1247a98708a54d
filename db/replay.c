#include "db/replay.h"
#include "interp/rules/settings.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* For each step: is the game taken back to before it?  NULL if nothing is. */
static bool *taken_back(const StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  bool *to = NULL;
  for (size_t i = 0; i < g->steps.n; i++) {
    if (g->steps.at[i].answer >= 0) continue;
    if (!to) to = zeroed(g->steps.n, sizeof *to);
    to[-(int64_t)g->steps.at[i].answer - 1] = true;
  }
  return to;
}

static bool setup(const StoredGame *g, Vm *vm)
{
  const Program *p = vm_program(vm);
  Buf why = {0};
  int32_t *options = settings_new(p);
  bool ok =
      settings_seats(p, g->seats, &why) && settings_read(p, options, g->settings, &why);
  Setup s = {g->seats, g->seed, options};
  if (ok) vm_start(vm, &s);
  if (ok && g->secret.set) vm_secret(vm, &g->secret);
  free(options);
  buf_free(&why);
  return ok;
}

void replay_open(Replay *r, Vm *vm, const StoredGame *g, bool all)
{
  INVARIANT(vm && g); /* how many sit there a file says, which may be wrong */
  memset(r, 0, sizeof *r);
  r->vm = vm;
  r->game = g;
  r->all = all;
  if (all) r->undone = taken_back(g);
  if (!all) stored_path(g, &r->path);
  r->spent = vm_spent(vm);
  vm_auto_chance(vm, false);
  /* A game that was ended by what must always hold was watched for it; others were not,
   * or held it. */
  vm_check_always(vm, !strcmp(g->error, vm_error_name(R_INVARIANT)));
  Seal seed = stored_commitment(g->seed, &g->secret);
  if (!setup(g, vm)) r->fault = REPLAY_SETUP;
  else if (g->committed && memcmp(seed.at, g->commitment.at, SEAL_BYTES))
    r->fault = REPLAY_SEED;
  if (r->fault) return;
  r->status = vm_step(vm);
  if (vm_hash(vm) != g->start) r->fault = REPLAY_STATE;
}

void replay_close(Replay *r)
{
  for (size_t i = 0; i < r->saved.n; i++) free(r->saved.at[i]);
  vec_free(&r->saved);
  vec_free(&r->path);
  free(r->undone);
}

static size_t next_index(const Replay *r)
{
  if (r->all) return r->at;
  return r->next < r->path.n ? (size_t)r->path.at[r->next] : r->game->steps.n;
}

const StoredStep *replay_peek(const Replay *r)
{
  size_t i = next_index(r);
  return r->fault || i >= r->game->steps.n ? NULL : &r->game->steps.at[i];
}

size_t replay_number(const Replay *r) { return next_index(r) + 1; }

/* The state before a step, in case the game goes back there. */
static bool keep_state(Replay *r, size_t step)
{
  unsigned char *state = NULL;
  if (r->undone[step]) {
    r->kept += vm_state_size(r->vm);
    if (r->kept > MAX_UNDO_BYTES) return false;
    state = zeroed(vm_saved_size(r->vm), 1);
    vm_save(r->vm, state);
  }
  vec_push(&r->saved, state);
  return true;
}

static void take_back(Replay *r, const StoredStep *s)
{
  size_t to = (size_t)(-(int64_t)s->answer - 1);
  if (!r->saved.at[to]) { /* it was itself taken back */
    r->fault = REPLAY_ANSWER;
    return;
  }
  vm_restore(r->vm, r->saved.at[to]);
  r->status = vm_step(r->vm);
  for (size_t i = to; i < r->saved.n; i++) { /* nobody goes back to what is undone */
    if (r->saved.at[i]) r->kept -= vm_state_size(r->vm);
    free(r->saved.at[i]);
    r->saved.at[i] = NULL;
  }
}

/* The game's generator moves on as it did then, also where people gave what came. */
static void compare_chance(Replay *r, const StoredStep *s)
{
  int rolled = vm_roll(r->vm);
  r->chances++;
  if (s->seat == GIVEN) r->given++;
  else if (!vm_rolled(r->vm, rolled, s->answer)) r->strange++;
  if (r->strange && r->game->committed) r->fault = REPLAY_CHANCE;
}

static bool give(Replay *r, const StoredStep *s)
{
  Vm *vm = r->vm;
  bool asks = r->status == VM_DECIDE || r->status == VM_CHANCE;
  if (!asks) r->fault = REPLAY_LONG;
  else if (vm_outcome(vm, s->answer) < 0) r->fault = REPLAY_ANSWER;
  else if (r->status == VM_DECIDE ? vm_option(vm, s->answer).seat != s->seat
                                  : s->seat != NONE && s->seat != GIVEN)
    r->fault = REPLAY_ANSWER;
  else if (r->status == VM_CHANCE) compare_chance(r, s);
  if (r->fault) return false;
  vm_answer(vm, s->answer);
  r->status = vm_step(vm);
  return true;
}

bool replay_step(Replay *r)
{
  INVARIANT(r && r->vm);
  const StoredStep *s = replay_peek(r);
  if (!s) return false;
  if (r->undone && !keep_state(r, r->at)) {
    r->fault = REPLAY_LARGE;
    return false;
  }
  if (s->answer < 0) take_back(r, s);
  else if (!give(r, s)) return false;
  r->at = next_index(r) + 1;
  r->next++;
  if (!r->fault && vm_hash(r->vm) != s->state) r->fault = REPLAY_STATE;
  if (!r->fault && vm_spent(r->vm) - r->spent > MAX_GAME_FUEL) r->fault = REPLAY_DEAR;
  return r->fault == REPLAY_FINE;
}

static bool same_ending(const Replay *r)
{
  const StoredGame *g = r->game;
  bool over = r->status == VM_DONE || r->status == VM_ERROR;
  /* Killed between the last answer and the ending: the game is over all the same. */
  if (!g->over) return true;
  const char *error = vm_error(r->vm) ? vm_error_name(vm_error(r->vm)) : "";
  return over && g->winners == vm_winners(r->vm) && !strcmp(g->error, error);
}

ReplayFault replay_rest(Replay *r)
{
  while (replay_step(r)) {}
  if (!r->fault && !same_ending(r)) r->fault = REPLAY_ENDING;
  return r->fault;
}

_Static_assert(MAX_UNDO_BYTES == 64 << 20 && MAX_GAME_FUEL == 100000000,
               "the texts below name them");
const char *replay_fault_text(ReplayFault f)
{
  switch (f) {
  case REPLAY_FINE: return "the game is as it was stored";
  case REPLAY_STATE: return "the state after it is not the one that was stored";
  case REPLAY_ANSWER: return "the stored answer is not offered there";
  case REPLAY_LONG: return "the game was over before it";
  case REPLAY_SETUP: return "the stored settings do not fit the rules";
  case REPLAY_ENDING: return "the game does not end as was stored";
  case REPLAY_CHANCE: return "chance is not what the game's seed gives there";
  case REPLAY_SEED: return "the seed is not the one that the game bound itself to";
  case REPLAY_DEAR:
    return "the game takes more than the 100,000,000 loop turns and calls of one game";
  case REPLAY_LARGE: return "more is taken back than the 64 MB that are kept for it";
  }
  return "";
}
