/* Which lines and which rules of the book run in games: in games at random, in one that
 * was stored, or in tests. */
#include "db/replay.h"
#include "interp/api/store_int.h"
#include "interp/rules/settings.h"
#include "interp/rules/setups.h"
#include "interp/session/runtest.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <time.h>

/* Something that runs, and in how many games it did. */
typedef struct Count {
  int32_t file, line, rule; /* a line of a file; or a citation, and file is -1 */
  long games, last;         /* the last of them */
} Count;

typedef struct Cover {
  const Program *program;
  VEC(Count) counts;          /* lines, then rules */
  int32_t *line_of, *rule_of; /* by instruction; -1: none */
  long games;
} Cover;

static int32_t count_of(Cover *c, int32_t file, int32_t line, int32_t rule)
{
  /* Instructions of a line follow each other: the search is short. */
  for (size_t i = c->counts.n; i-- > 0;) {
    const Count *x = &c->counts.at[i];
    if (x->file == file && x->line == line && (file >= 0 || x->rule == rule))
      return (int32_t)i;
  }
  vec_push(&c->counts, ((Count){file, line, rule, 0, -1}));
  return (int32_t)c->counts.n - 1;
}

static void cover_open(Cover *c, const Program *p)
{
  INVARIANT(p && p->header);
  *c = (Cover){.program = p};
  c->line_of = zeroed((size_t)p->n_code + 1, sizeof *c->line_of);
  c->rule_of = zeroed((size_t)p->n_code + 1, sizeof *c->rule_of);
  for (int32_t i = 0; i < p->n_code; i++) {
    const PLoc *l = place_of_ip(p, i);
    c->line_of[i] = l ? count_of(c, l->file, l->line, -1) : -1;
    c->rule_of[i] = l && l->cite >= 0 ? count_of(c, -1, -1, l->cite) : -1;
  }
}

static void cover_close(Cover *c)
{
  vec_free(&c->counts);
  free(c->line_of);
  free(c->rule_of);
}

static void count(Cover *c, int32_t i)
{
  Count *x = i >= 0 ? &c->counts.at[i] : NULL;
  if (!x || x->last == c->games) return;
  x->last = c->games;
  x->games++;
}

/* A game is over, or as far as it goes. */
static void take(Cover *c, Vm *vm)
{
  const int32_t *ran;
  int n = vm_covered(vm, &ran);
  for (int i = 0; i < n; i++) {
    count(c, c->line_of[ran[i]]);
    count(c, c->rule_of[ran[i]]);
  }
  vm_cover_again(vm, ran, n);
  c->games++;
}

/* `what` was counted: games or tests. */
static regel_data *report(const Cover *c, const char *what)
{
  const Program *p = c->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  json_key_int(&j, what, c->games);
  for (int rules = 0; rules < 2; rules++) {
    json_key_open(&j, rules ? "rules" : "lines", '[');
    for (size_t i = 0; i < c->counts.n; i++) {
      const Count *x = &c->counts.at[i];
      if ((x->file < 0) != (rules == 1)) continue;
      json_open(&j, '{');
      if (rules) json_key_text(&j, "rule", program_string(p, x->rule));
      else json_key_text(&j, "file", api_path(program_string(p, p->files[x->file].path)));
      if (!rules) json_key_int(&j, "line", x->line);
      json_key_int(&j, what, x->games);
      json_close(&j, '}');
    }
    json_close(&j, ']');
  }
  json_close(&j, '}');
  return api_data(arena, &j);
}

/* Some games have no end that is found at random. */
enum { MOST_ANSWERS = 20000, MOST_SETUPS = 64 };

static void play(Cover *c, Vm *vm, const Setup *setup)
{
  Luck luck = {luck_seed(setup->seed, 0)};
  vm_start(vm, setup);
  for (int i = 0; i < MOST_ANSWERS && vm_step(vm) == VM_DECIDE; i++)
    vm_answer(vm, (int)luck_below(&luck, (uint32_t)vm_options(vm)));
  take(c, vm);
}

/* The ways in which games are set up. */
typedef struct Ways {
  VEC(int) players;
  VEC(int32_t) values; /* of each of them, one after the other */
  size_t options;
} Ways;

static bool add_way(void *user, int players, const int32_t *options)
{
  Ways *w = user;
  vec_push(&w->players, players);
  for (size_t i = 0; i < w->options; i++) vec_push(&w->values, options[i]);
  return true;
}

static bool find_ways(Ways *w, const regel_rules *rules, const regel_setup *setup,
                      char **why)
{
  const Program *p = rules->program;
  for (int i = 0; i < p->n_fields; i++)
    w->options += (p->fields[i].flags & FIELD_OPTION) != 0;
  if (setup) {
    regel_game *g = regel_game_new(rules, setup, why);
    if (g) add_way(w, g->session.seats, g->options);
    regel_game_free(g);
  } else {
    int32_t *values = settings_new(p);
    Setups all = {.program = p, .options = values, .most = MOST_SETUPS};
    setups_each(&all, add_way, w);
    free(values);
  }
  return w->players.n > 0;
}

regel_data *regel_cover(const regel_rules *rules, const regel_setup *setup, long games,
                        int seconds, char **why)
{
  INVARIANT(rules->program && games >= 0);
  time_t end = time(NULL) + seconds;
  Ways w = {0};
  Cover c;
  regel_data *d = NULL;
  if (find_ways(&w, rules, setup, why)) {
    Vm *vm = vm_new(rules->program);
    cover_open(&c, rules->program);
    vm_cover(vm);
    vm_auto_chance(vm, true);
    for (long i = 0; i < games && (!i || time(NULL) < end); i++) {
      size_t k = (size_t)i % w.players.n;
      uint64_t seed = (setup && setup->seed ? setup->seed : 1) + (uint64_t)i;
      play(&c, vm, &(Setup){w.players.at[k], seed, w.values.at + k * w.options});
    }
    d = report(&c, "games");
    cover_close(&c);
    vm_free(vm);
  }
  vec_free(&w.players);
  vec_free(&w.values);
  return d;
}

regel_data *regel_test_cover(const regel_rules *rules, uint64_t seed)
{
  INVARIANT(rules->program);
  Vm *vm = vm_new(rules->program);
  Cover c;
  cover_open(&c, rules->program);
  vm_cover(vm);
  for (int t = 0; t < rules->program->n_tests; t++) {
    TestResult result = {0};
    runtest(vm, t, seed, &result);
    buf_free(&result.message);
    take(&c, vm);
  }
  regel_data *d = report(&c, "tests");
  cover_close(&c);
  vm_free(vm);
  return d;
}

regel_data *regel_stored_cover(regel_store *store, int64_t id, const regel_rules *rules)
{
  StoredGame stored;
  Cover c;
  regel_data *d = NULL;
  if (stored_load(store_db(store), id, &stored)) {
    Vm *vm = vm_new(rules->program);
    Replay r;
    cover_open(&c, rules->program);
    vm_cover(vm);
    replay_open(&r, vm, &stored, false);
    while (replay_step(&r)) {}
    take(&c, vm);
    replay_close(&r);
    vm_free(vm);
    d = report(&c, "games");
    cover_close(&c);
  } else {
    sql_forgive(store_db(store));
  }
  stored_free(&stored);
  return d;
}
