/* What the unit tests of the machine share: compiling a ruleset, playing it at random,
 * and running a suite. */
#ifndef REGEL_UNIT_H
#define REGEL_UNIT_H
#include "interp/code/compile.h"
#include "interp/bot/luck.h"
#include "interp/rules/settings.h"
#include "interp/vm/vm.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Compiles a file, or text in memory if there is some; errors fail the test. */
static inline Program *unit_compile(const char *path, const char *text)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  u->open = true; /* who may know what is asked elsewhere */
  vec_push(&u->sources.library, ".");
  bool readable = text ? unit_parse_text(u, path, text, strlen(text)) : unit_parse(u, path);
  ck_assert_msg(readable, "%s cannot be read", path);
  Program *p = compile(u);
  if (!p) diags_print(stderr, &u->diags, &u->sources, DIAG_HUMAN, false, SEV_ERROR);
  unit_free(u);
  arena_free(arena);
  ck_assert_msg(p != NULL, "%s does not compile", path);
  return p;
}

/* Of trials that are alike, as many bytes of a file or random images, one in so many is
 * wanted: where each takes longer, and all of them were tried elsewhere. */
static inline int unit_share(void)
{
  const char *share = getenv("TEST_SHARE");
  int n = share ? atoi(share) : 1;
  return n > 1 ? n : 1;
}

/* A ruleset with its settings. */
typedef struct Table {
  const char *path;
  int seats;
  const char *options[3][2]; /* name and value */
} Table;

/* Every ruleset there is, in the setups that differ in their rules. */
static const Table tables[] = {
    {"scenarios/tictactoe/game.regel", 2, {{0}}},
    {"scenarios/connect4/game.regel", 2, {{0}}},
    {"scenarios/connect4/game.regel", 2, {{"columns", "4"}, {"rows", "4"}}},
    {"scenarios/heimlich/game.regel", 2, {{0}}},
    {"scenarios/heimlich/game.regel", 3, {{"version", "top_secret"}}},
    {"scenarios/heimlich/game.regel", 5, {{"version", "top_secret"}, {"dossier", "yes"}}},
    {"scenarios/heimlich/game.regel", 7, {{"version", "base"}, {"dossier", "yes"}}},
    {"tests/lang/clash.regel", 2, {{0}}},
    {"tests/lang/oranje_core.regel", 3, {{0}}},
    {"tests/lang/cultists_core.regel", 5, {{0}}},
    {"tests/lang/cultists_core.regel", 8, {{"automa", "yes"}}},
};
enum { TABLES = sizeof tables / sizeof *tables };

/* Begins a game of a table; the program is that of its path. */
static inline void unit_start(Vm *vm, const Table *t, uint64_t seed)
{
  const Program *p = vm_program(vm);
  int32_t *values = settings_new(p);
  Buf why = {0};
  for (int i = 0; i < 3 && t->options[i][0]; i++)
    ck_assert_msg(settings_set(p, values, t->options[i][0], t->options[i][1], &why), "%s: %s",
                  t->path, buf_text(&why));
  vm_start(vm, &(Setup){t->seats, seed, values});
  buf_free(&why);
  free(values);
}

/* One step, then a random answer if one is wanted.  Returns what the step said. */
static inline VmStatus unit_turn(Vm *vm, Luck *luck)
{
  VmStatus s = vm_step(vm);
  if (s == VM_DECIDE || s == VM_CHANCE) vm_answer(vm, (int)luck_below(luck, (uint32_t)vm_options(vm)));
  return s;
}

static inline int unit_run(TCase *(*make)(void), const char *name, double seconds)
{
  Suite *s = suite_create(name);
  TCase *t = make();
  /* A hang, not a slow machine: with sanitizers under load everything takes longer. */
  tcase_set_timeout(t, seconds < 300 ? 300 : seconds);
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_ENV);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed != 0;
}

#endif
