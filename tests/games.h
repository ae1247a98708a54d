/* Recorded games for the tests of the database: compiling, playing at random into a
 * database, and writing all facts down to compare them. */
#ifndef REGEL_TEST_GAMES_H
#define REGEL_TEST_GAMES_H
#include "db/proof/check.h"
#include "db/db.h"
#include "db/schema.h"
#include "db/store.h"
#include "interp/code/compile.h"
#include "interp/bot/luck.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define must(condition, ...)                                                             \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);                                    \
      fprintf(stderr, __VA_ARGS__);                                                      \
      fputc('\n', stderr);                                                               \
      exit(99);                                                                          \
    }                                                                                    \
  } while (0)

/* Chance, hidden cards and an option, in a few lines: small enough to be checked ten
 * thousand times. */
static const char cards_source[] =
    "game cards \"Cards\" for 2..3\n"
    "kind card \"card\" { value worth: 1..6 }\n"
    "card low \"Low\" * 3 { worth = 1 }, high \"High\" * 3 { worth = 6 }\n"
    "kind player { hand \"Hand\": pile of card seen by owner; points \"Points\": 0..60 "
    "}\n"
    "option rounds \"Rounds\": 1..2 = 1\n"
    "deck: pile of card = card seen by none\n"
    "table: pile of card\n"
    "verb setup { shuffle deck; repeat 2 { each p in players { draw 1 from deck to "
    "p.hand } } }\n"
    "verb play {\n"
    "  repeat rounds { each p in players { as p { lay (choose hand \"Which card?\") } } "
    "}\n"
    "  each p in players { raise p.points by random 0..3 }\n"
    "  win most(p in players: p.points)\n"
    "}\n"
    "verb lay (c: card) \"{me} lays {c}\" { raise points by c.worth; move c to table }\n";

static inline Program *games_compile(const char *path, const char *text)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  vec_push(&u->sources.library, ".");
  bool readable =
      text ? unit_parse_text(u, path, text, strlen(text)) : unit_parse(u, path);
  Program *p = readable ? compile(u) : NULL;
  if (!p) diags_print(stderr, &u->diags, &u->sources, DIAG_HUMAN, false, SEV_ERROR);
  unit_free(u);
  arena_free(arena);
  must(p, "%s does not compile", path);
  return p;
}

static inline Program *games_tictactoe(void)
{
  return games_compile("scenarios/tictactoe/game.regel", NULL);
}

static inline Program *games_cards(void)
{
  return games_compile("cards.regel", cards_source);
}

/* A game on its way: the machine, the luck of its players and its record. */
typedef struct Match {
  Vm *vm;
  Luck luck;
  Record record;
  VmStatus status;
} Match;

static inline void match_start(Match *m, const Program *p, int seats, uint64_t seed,
                               const int32_t *options)
{
  memset(m, 0, sizeof *m);
  m->vm = vm_new(p);
  m->luck.state = seed;
  vm_auto_chance(m->vm, false);
  vm_start(m->vm, &(Setup){seats, seed, options});
  m->status = vm_step(m->vm);
}

/* Begins its record, with a name at every second seat. */
static inline bool match_record(Match *m, Db *db, uint64_t seed, const int32_t *options)
{
  static const char *const names[MAX_PLAYERS] = {"Ann", NULL, "Zoë"};
  static const char *const taken[MAX_PLAYERS] = {"person", "bot random", "bot look 30"};
  NewGame g = {.program = vm_program(m->vm),
               .origin = "play",
               .seats = vm_seats(m->vm),
               .names = names,
               .taken = taken,
               .seed = seed,
               .options = options,
               .start = vm_hash(m->vm)};
  return record_begin(&m->record, db, &g);
}

static inline bool match_asks(const Match *m)
{
  return m->status == VM_DECIDE || m->status == VM_CHANCE;
}

/* Answers one question, and records it.  False if that fails. */
static inline bool match_turn(Match *m)
{
  bool chance = m->status == VM_CHANCE;
  int i =
      chance ? vm_roll(m->vm) : (int)luck_below(&m->luck, (uint32_t)vm_options(m->vm));
  int32_t seat = chance ? NONE : vm_option(m->vm, i).seat;
  vm_answer(m->vm, i);
  m->status = vm_step(m->vm);
  return record_step(&m->record, seat, i, vm_hash(m->vm));
}

static inline void match_free(Match *m) { vm_free(m->vm); }

/* A whole game, recorded to its end, or to step `most` without an ending.  Returns its
 * number; 0 after a fault. */
static inline int64_t games_play(Db *db, const Program *p, int seats, uint64_t seed,
                                 const int32_t *options, int most)
{
  Match m;
  match_start(&m, p, seats, seed, options);
  bool ok = match_record(&m, db, seed, options);
  int n = 0;
  while (ok && match_asks(&m) && n++ < most) ok = match_turn(&m);
  if (ok && !match_asks(&m)) ok = record_end(&m.record, m.vm);
  match_free(&m);
  return ok ? m.record.game : 0;
}

/* All fact rows in their order, one line each, with every value as SQL writes it.  The
 * times can be left out: two games of the same answers differ in nothing else. */
static inline void games_facts(Db *db, Buf *b, bool times)
{
  static const char *const with[] = {
      "SELECT 'ruleset ' || quote(id) || quote(fingerprint) || quote(name) || "
      "quote(title) || "
      "quote(stored) || quote(format) || quote(program) || quote(seal) FROM rulesets "
      "ORDER BY id",
      "SELECT 'game ' || quote(id) || quote(ruleset) || quote(begun) || quote(origin) || "
      "quote(seed) || quote(settings) || quote(start) || quote(seal) FROM games ORDER BY "
      "id",
      "SELECT 'seat ' || quote(game) || quote(seat) || quote(name) || quote(taken) FROM "
      "seats "
      "ORDER BY game, seat",
      "SELECT 'step ' || quote(game) || ' ' || quote(n) || ' ' || quote(seat) || ' ' || "
      "quote(answer) || ' ' || quote(after) || ' ' || quote(state) || quote(link) FROM "
      "steps "
      "ORDER BY game, n",
      "SELECT 'ending ' || quote(game) || quote(steps) || quote(winners) || "
      "quote(reason) || "
      "quote(error) || quote(seal) FROM endings ORDER BY game",
  };
  static const char *const without[] = {
      "SELECT 'ruleset ' || quote(id) || quote(fingerprint) || quote(name) || "
      "quote(title) || "
      "quote(format) || quote(program) FROM rulesets ORDER BY id",
      "SELECT 'game ' || quote(id) || quote(ruleset) || quote(origin) || quote(seed) || "
      "quote(settings) || quote(start) FROM games ORDER BY id",
      "SELECT 'seat ' || quote(game) || quote(seat) || quote(name) || quote(taken) FROM "
      "seats "
      "ORDER BY game, seat",
      "SELECT 'step ' || quote(game) || ' ' || quote(n) || ' ' || quote(seat) || ' ' || "
      "quote(answer) || ' ' || quote(state) FROM steps ORDER BY game, n",
      "SELECT 'ending ' || quote(game) || quote(steps) || quote(winners) || "
      "quote(reason) || "
      "quote(error) FROM endings ORDER BY game",
  };
  for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
    Query *q = sql_query(db, times ? with[i] : without[i]);
    while (sql_next(q)) buf_printf(b, "%s\n", sql_text(q, 0));
    sql_done(q);
  }
}

/* Does the check find nothing?  Prints what it finds. */
static inline bool games_sound(Db *db)
{
  CheckReport r;
  bool fine = check_database(db, NULL, &r);
  if (!fine) fprintf(stderr, "%s", buf_text(&r.text));
  buf_free(&r.text);
  return fine;
}

/* ---- files ---------------------------------------------------------------------- */

/* A new folder for a test's files; remove it with games_remove. */
static inline char *games_folder(void)
{
  const char *tmp = getenv("TMPDIR");
  Buf b = {0};
  buf_printf(&b, "%s/regel-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  char *path = buf_take(&b);
  must(mkdtemp(path), "no folder can be made for temporary files");
  return path;
}

static inline char *games_path(const char *folder, const char *name)
{
  Buf b = {0};
  buf_printf(&b, "%s/%s", folder, name);
  return buf_take(&b);
}

/* Removes a folder with the files in it. */
static inline void games_remove(char *folder)
{
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));) {
    char *path = games_path(folder, e->d_name);
    unlink(path);
    free(path);
  }
  if (d) closedir(d);
  rmdir(folder);
  free(folder);
}

/* A whole file; free() it. */
static inline char *games_read(const char *path, size_t *size)
{
  FILE *f = fopen(path, "rb");
  Buf b = {0};
  char part[65536];
  size_t n;
  must(f, "%s cannot be read", path);
  while ((n = fread(part, 1, sizeof part, f)) > 0) buf_addn(&b, part, n);
  fclose(f);
  *size = b.n;
  return b.n ? buf_take(&b) : calloc(1, 1);
}

static inline void games_write(const char *path, const void *bytes, size_t size)
{
  FILE *f = fopen(path, "wb");
  must(f && fwrite(bytes, 1, size, f) == size && !fclose(f), "%s cannot be written",
       path);
}

#endif
