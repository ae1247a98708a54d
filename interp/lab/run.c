/* Threads that play blocks.
 *
 * A block is a stretch of game numbers; all cells play it, one after the other, so that a
 * cell can be compared with its base game by game.  A thread counts a block by itself and
 * adds it as a whole: what is saved never has half a block.
 *
 * A plan that says after how many games its cells are looked at (`every`) is played in
 * rounds of so many: whether a cell plays in one depends on all games of those before. */
#include "interp/lab/run.h"
#include "interp/lab/figure.h"
#include "interp/lab/match.h"
#include "interp/base/clock.h"
#include "interp/base/invariant.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { MATCHES_KEPT = 32 }; /* machines and bots of so many cells stay */

typedef struct Crew {
  const LabRun *run;
  Part *part;
  pthread_mutex_t lock; /* of part */
  VEC(Range) todo;
  bool *live; /* cells that play */
  atomic_long next, games;
  atomic_int running, halt;
} Crew;

typedef struct Hand {
  Crew *crew;
  Part block; /* what this thread counts */
  Match **matches;
  Outcome *outcomes; /* by cell and game of the block */
  Buf games;         /* of the block, as lines */
  pthread_t thread;
} Hand;

/* ---- what is to do -------------------------------------------------------------- */

/* The games that the run is about, whoever plays them. */
static Range all_games(const LabRun *run)
{
  bool open = run->only.end > run->only.first;
  return open ? run->only : (Range){0, plan_games(run->plan)};
}

/* Calls fn with every block of the shard among these games, as far as it is missing. */
static void each_block(const LabRun *run, const Part *part, Range of,
                       void (*fn)(void *user, Range r), void *user)
{
  long size = run->plan->block;
  bool open = run->only.end > run->only.first;
  for (long at = of.first / size * size; at < of.end; at += size) {
    if (!open && at / size % run->shards != run->shard) continue;
    Range b = {at > of.first ? at : of.first, at + size < of.end ? at + size : of.end},
          gap;
    for (long k = b.first; part_gap(part, k, b.end, &gap); k = gap.end) fn(user, gap);
  }
}

static void add_todo(void *user, Range r)
{
  Crew *c = user;
  vec_push(&c->todo, r);
}
static void add_games(void *user, Range r) { *(long *)user += r.end - r.first; }
static void add_games_less(void *user, Range r) { *(long *)user -= r.end - r.first; }

long lab_left(const LabRun *run, const Part *part)
{
  long n = 0;
  each_block(run, part, all_games(run), add_games, &n);
  return n;
}

/* ---- cells that are narrow enough ------------------------------------------------- */

/* The cells that play this round, of which the part may have some blocks already: then
 * who plays is seen from who has played. */
static void choose_live(Crew *crew, Range round)
{
  const Plan *plan = crew->run->plan;
  long had = round.end - round.first;
  each_block(crew->run, crew->part, round, add_games_less, &had);
  INVARIANT(had >= 0);
  for (size_t i = 0; i < plan->cells.n; i++) {
    const Cell *cell = &plan->cells.at[i];
    const Counts *c = &crew->part->cells[i];
    long played = c->used ? (long)counts_of(c, C_plain)[GAMES] : 0;
    if (!plan->every || plan->bots.at[cell->bots].games) crew->live[i] = true;
    else if (had) crew->live[i] = played > round.first;
    else
      crew->live[i] = !round.first || (played == round.first &&
                                       !figure_narrow(c, cell->seats, plan->width));
  }
}

/* ---- threads -------------------------------------------------------------------- */

static bool halted(const Crew *c)
{
  return (c->run->stop && *c->run->stop) || atomic_load(&c->halt);
}

static bool play_cell(Hand *h, size_t i, Range r)
{
  const Plan *plan = h->crew->run->plan;
  const Cell *cell = &plan->cells.at[i];
  Outcome *own = h->outcomes + i * (size_t)plan->block,
          *base = cell->base < 0 ? NULL
                                 : h->outcomes + (size_t)cell->base * (size_t)plan->block;
  long games = cell->games ? cell->games : r.end;
  if (!h->matches[i]) {
    h->matches[i] = match_new(plan, cell);
    if (h->crew->run->games) match_keep(h->matches[i]);
  }
  for (long g = r.first; g < r.end && g < games; g++) {
    Outcome *o = &own[g - r.first];
    if (!match_play(h->matches[i], g, &h->block.cells[i], o, h->crew->run->stop))
      return false;
    if (h->crew->run->games)
      match_write(&h->games, plan, (int)i, g, match_answers(h->matches[i]));
    bool both =
        base && h->crew->live[cell->base] &&
        (!plan->cells.at[cell->base].games || g < plan->cells.at[cell->base].games);
    if (both) match_compare(&h->block.cells[i], cell->seats, o, &base[g - r.first]);
  }
  if (plan->cells.n > MATCHES_KEPT) {
    match_free(h->matches[i]);
    h->matches[i] = NULL;
  }
  return true;
}

static void play_block(Hand *h, Range r)
{
  Crew *crew = h->crew;
  size_t n = crew->run->plan->cells.n;
  bool whole = true;
  for (size_t i = 0; whole && i < n; i++)
    whole = !halted(crew) && (!crew->live[i] || play_cell(h, i, r));
  if (whole) {
    pthread_mutex_lock(&crew->lock);
    for (size_t i = 0; i < n; i++)
      if (h->block.cells[i].used)
        counts_add(&crew->part->cells[i], &h->block.cells[i], (int)crew->run->plan->keep);
    part_done(crew->part, r);
    if (crew->run->games) crew->run->games(crew->run->user, &h->games);
    pthread_mutex_unlock(&crew->lock);
    atomic_fetch_add(&crew->games, r.end - r.first);
  }
  buf_clear(&h->games);
  for (size_t i = 0; i < n; i++)
    if (h->block.cells[i].used) counts_clear(&h->block.cells[i]);
}

static void *work(void *at)
{
  Hand *h = at;
  Crew *crew = h->crew;
  while (!halted(crew)) {
    long i = atomic_fetch_add(&crew->next, 1);
    if (i >= (long)crew->todo.n) break;
    play_block(h, crew->todo.at[i]);
  }
  atomic_fetch_sub(&crew->running, 1);
  return NULL;
}

/* The calling thread saves and tells how far it is. */
static bool wait_for_all(Crew *crew, long all)
{
  const LabRun *run = crew->run;
  struct timespec pause = {0, 1000 * 1000};
  double saved = clock_seconds();
  bool ok = true;
  while (atomic_load(&crew->running) > 0) {
    if (run->progress) run->progress(run->user, atomic_load(&crew->games), all);
    if (ok && run->save && clock_seconds() - saved > run->pause) {
      pthread_mutex_lock(&crew->lock);
      ok = run->save(run->user, crew->part, false);
      pthread_mutex_unlock(&crew->lock);
      if (!ok) atomic_store(&crew->halt, 1);
      saved = clock_seconds();
    }
    nanosleep(&pause, NULL);
    if (pause.tv_nsec < 100 * 1000 * 1000) pause.tv_nsec *= 2;
  }
  if (run->progress) run->progress(run->user, atomic_load(&crew->games), all);
  return ok;
}

static void hand_init(Hand *h, Crew *crew)
{
  const Plan *plan = crew->run->plan;
  size_t n = plan->cells.n;
  h->crew = crew;
  h->games = (Buf){0};
  part_init(&h->block, plan);
  h->matches = zeroed(n + 1, sizeof(Match *));
  for (size_t i = 0; i < n; i++) h->matches[i] = NULL;
  h->outcomes = zeroed(n * (size_t)plan->block + 1, sizeof *h->outcomes);
}

static void hand_free(Hand *h)
{
  for (size_t i = 0; i < h->crew->run->plan->cells.n; i++) match_free(h->matches[i]);
  free(h->matches);
  free(h->outcomes);
  buf_free(&h->games);
  part_free(&h->block);
}

/* Plays what is missing of these games, of `all` that are left altogether. */
static bool play_round(Crew *crew, Range round, long all)
{
  const LabRun *run = crew->run;
  int jobs = run->jobs < 1 ? 1 : run->jobs, started = 0;
  crew->todo.n = 0;
  atomic_store(&crew->next, 0);
  choose_live(crew, round);
  each_block(run, crew->part, round, add_todo, crew);
  if (jobs > (int)crew->todo.n) jobs = crew->todo.n ? (int)crew->todo.n : 1;
  Hand *hands = zeroed((size_t)jobs, sizeof *hands);
  for (int i = 0; i < jobs; i++) hand_init(&hands[i], crew);
  atomic_store(&crew->running, jobs);
  while (started < jobs &&
         !pthread_create(&hands[started].thread, NULL, work, &hands[started]))
    started++;
  atomic_fetch_sub(&crew->running, jobs - started);
  bool ok = started > 0 && wait_for_all(crew, all);
  for (int i = 0; i < started; i++) pthread_join(hands[i].thread, NULL);
  for (int i = 0; i < jobs; i++) hand_free(&hands[i]);
  free(hands);
  return ok;
}

bool lab_run(const LabRun *run, Part *part)
{
  INVARIANT(part->plan && part->cells && (run->shards == 1 || !run->plan->every));
  Crew crew = {.run = run, .part = part, .lock = PTHREAD_MUTEX_INITIALIZER};
  long left = lab_left(run, part), every = run->plan->every;
  Range all = all_games(run), round = {all.first, all.first};
  bool ok = true;
  crew.live = zeroed(run->plan->cells.n + 1, sizeof *crew.live);
  for (; ok && !halted(&crew) && round.end < all.end; round.first = round.end) {
    round.end = every && round.end + every < all.end ? round.end + every : all.end;
    ok = play_round(&crew, round, left);
  }
  free(crew.live);
  vec_free(&crew.todo);
  return ok && (!run->save || run->save(run->user, part, true));
}
