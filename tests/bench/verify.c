/* Measures storing and verifying: N random games of Heimlich are simulated, stored and
 * verified, and what each takes is printed beside the others.
 *
 * bench_verify FILE [N]; FILE is a database that is made anew.  Run it in the root of the
 * project. */
#include "db/proof/check.h"
#include "db/db.h"
#include "db/store.h"
#include "interp/bot/sim.h"
#include "tests/bench/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

enum { ROUNDS = 5, SEATS = 4 };

typedef struct Bench {
  Program *program;
  Db *db;
  long decisions;
} Bench;

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool store(void *user, const SimGame *game)
{
  Bench *b = user;
  NewGame g = {.program = b->program, .origin = "sim", .seats = SEATS};
  for (size_t i = 0; i < game->count; i++) b->decisions += game->steps[i].seat != NONE;
  return store_simulated(b->db, &g, game);
}

static double simulate(Bench *b, long games, bool storing)
{
  SimPlan plan = {.program = b->program,
                  .seats = SEATS,
                  .seed = 1,
                  .games = games,
                  .jobs = 1,
                  .bot = BOT_RANDOM,
                  .most_decisions = 100000,
                  .user = b,
                  .record = storing ? store : NULL};
  SimResult r;
  double t = now();
  sim_run(&plan, &r);
  t = now() - t;
  sim_free(&r);
  return t;
}

/* Every state and every link of every game. */
static double verify(Bench *b, long games)
{
  RulesShelf shelf = {0};
  Buf why = {0};
  long bad = 0;
  double t = now();
  for (long id = 1; id <= games; id++) {
    StoredGame g;
    const Rules *rules = NULL;
    CheckProof proof;
    if (stored_load(b->db, id, &g)) rules = rules_get(&shelf, b->db, stored_code(&g));
    bad += !rules || !check_game(b->db, &g, rules, &proof, &why);
    stored_free(&g);
  }
  t = now() - t;
  if (bad) fprintf(stderr, "%ld games are not sound: %s", bad, buf_text(&why));
  buf_free(&why);
  rules_free(&shelf);
  return bad ? 0 : t;
}

static double least(double a, double b) { return a < b ? a : b; }

int main(int argc, char **argv)
{
  long games = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
  Bench b = {load("scenarios/heimlich/game.regel"), NULL, 0};
  if (argc < 2 || !b.program) return fputs("bench_verify FILE [N]\n", stderr), 2;
  b.db = db_open(argv[1], SQL_CREATE);
  double stored = simulate(&b, games, true), played = 1e9, verified = 1e9;
  if (sql_fault(b.db)) return fprintf(stderr, "%s\n", sql_why(b.db)), 1;
  for (int i = 0; i < ROUNDS; i++) {
    played = least(played, simulate(&b, games, false));
    double t = verify(&b, games);
    if (t <= 0) return 1;
    verified = least(verified, t);
  }
  double t = now();
  CheckReport report;
  bool sound = check_database(b.db, NULL, &report);
  t = now() - t;
  fputs(buf_text(&report.text), stdout);
  buf_free(&report.text);
  sql_close(b.db);
  struct stat st;
  if (stat(argv[1], &st)) return 1;
  printf("%ld random games of Heimlich, %ld decisions\n", games, b.decisions);
  printf("  simulated %.3f s, simulated and stored %.3f s\n", played, stored);
  printf("  replayed with every state and link verified %.3f s: %.2f of the simulation's "
         "speed\n",
         verified, played / verified);
  printf("  whole database checked %.3f s: %s\n", t, sound ? "sound" : "NOT SOUND");
  printf("  %.1f bytes of database a decision, rules included\n",
         (double)st.st_size / (double)b.decisions);
  program_free(b.program);
  return sound ? 0 : 1;
}
