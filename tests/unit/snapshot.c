/* Snapshots: a state saved and restored goes on exactly as it did, in the same machine and
 * in another one. */
#include "interp/vm/vm_int.h"
#include "tests/unit/unit.h"

#include <glob.h>

enum { MOST = 4000 }; /* answers of one game that are remembered */

typedef struct Played {
  int answers[MOST];
  uint64_t hashes[MOST + 1];
  int n;
  VmStatus last;
} Played;

/* Plays on at random, remembering answers and hashes, until the end or `most` answers. */
static void play_on(Vm *vm, Luck *luck, Played *x, int most)
{
  x->n = 0;
  for (;;) {
    x->last = vm_step(vm);
    x->hashes[x->n] = vm_hash(vm);
    if ((x->last != VM_DECIDE && x->last != VM_CHANCE) || x->n == most) return;
    x->answers[x->n] = (int)luck_below(luck, (uint32_t)vm_options(vm));
    vm_answer(vm, x->answers[x->n++]);
  }
}

static void same_again(Vm *vm, const Played *x, const char *path)
{
  for (int i = 0;; i++) {
    VmStatus s = vm_step(vm);
    ck_assert_msg(vm_hash(vm) == x->hashes[i], "%s: another state after %d answers", path, i);
    if (i == x->n) {
      ck_assert_int_eq(s, x->last);
      return;
    }
    ck_assert_int_lt(x->answers[i], vm_options(vm));
    vm_answer(vm, x->answers[i]);
  }
}

/* A copy of exactly the bytes that were written, so that a sanitizer sees more. */
static void *snapshot(const Vm *vm, size_t *size)
{
  void *all = malloc(vm_state_size(vm));
  *size = vm_save(vm, all);
  ck_assert_uint_le(*size, vm_state_size(vm));
  void *exact = malloc(*size);
  memcpy(exact, all, *size);
  free(all);
  return exact;
}

START_TEST(a_restored_state_goes_on_as_it_did)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  Vm *vm = vm_new(p), *other = vm_new(p);
  Luck luck = {(uint64_t)_i + 1};
  Played *x = calloc(1, sizeof *x);
  for (int game = 0; game < 25; game++) {
    unit_start(vm, t, (uint64_t)game);
    int before = (int)luck_below(&luck, 60);
    VmStatus s = VM_DECIDE;
    for (int i = 0; i < before && (s == VM_DECIDE || s == VM_CHANCE); i++) s = unit_turn(vm, &luck);
    s = vm_step(vm);
    size_t size, again;
    uint64_t hash = vm_hash(vm);
    void *saved = snapshot(vm, &size);
    play_on(vm, &luck, x, MOST);
    ck_assert_msg(x->last != VM_ERROR, "%s: %s", t->path, vm_error_name(vm_error(vm)));
    vm_restore(vm, saved);
    ck_assert_uint_eq(vm_hash(vm), hash);
    same_again(vm, x, t->path);
    unit_start(other, t, 999); /* another machine, in the middle of something else */
    for (int i = 0; i < game % 7; i++) unit_turn(other, &luck);
    vm_restore(other, saved);
    ck_assert_uint_eq(vm_hash(other), hash);
    ck_assert_int_eq(vm_step(other), s);
    void *copy = snapshot(other, &again);
    ck_assert_uint_eq(again, size);
    ck_assert_msg(!memcmp(copy, saved, size), "%s: asking again changed the state", t->path);
    same_again(other, x, t->path);
    free(copy);
    free(saved);
  }
  free(x);
  vm_free(vm);
  vm_free(other);
  program_free(p);
}
END_TEST

/* Restoring brings the generator back too: what chance gave then it gives again. */
START_TEST(the_dice_fall_the_same_way_after_restoring)
{
  Program *p = unit_compile("scenarios/heimlich/game.regel", NULL);
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){4, 77, NULL});
  vm_auto_chance(vm, true);
  for (int i = 0; i < 20; i++) {
    ck_assert_int_eq(vm_step(vm), VM_DECIDE);
    vm_answer(vm, 0);
  }
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  size_t size;
  void *saved = snapshot(vm, &size);
  uint64_t hashes[40];
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 40 && vm_step(vm) == VM_DECIDE; i++) {
      if (round) ck_assert_uint_eq(vm_hash(vm), hashes[i]);
      hashes[i] = vm_hash(vm);
      vm_answer(vm, vm_options(vm) - 1);
    }
    vm_restore(vm, saved);
  }
  free(saved);
  vm_free(vm);
  program_free(p);
}
END_TEST

/* In the middle of secret answers, with attempts open, with a large choice half made. */
START_TEST(every_kind_of_pause_can_be_saved)
{
  static const char text[] =
      "game s \"S\" for 2..3\n"
      "kind card\ncard c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14\n"
      "kind player { bid: 0..9; cards: set of card; money: 0..9 = 4; hand: pile of card }\n"
      "deck: pile of card = card seen by none\n"
      "verb pay (n: 1..9) { require money >= n; lower money by n }\n"
      "verb play {\n"
      "  shuffle deck\n"
      "  each p in players { draw 2 from deck to p.hand }\n"
      "  secretly each p in players { set p.bid to choose 0..3 \"Bid?\" }\n"
      "  each p in players { as p {\n"
      "    set cards to choose 5 of card\n"
      "    choose { \"Buy\" { let n = choose 1..9; pay n; { pay (choose 1..2) otherwise raise money by 1 } }; \"No\" { } }\n"
      "    may \"Roll\" { set bid to random 0..9 }\n"
      "    repeat 2 { each c in hand { if (choose flag) { move c to deck } } }\n"
      "  } }\n"
      "  win none\n"
      "}\n";
  Program *p = unit_compile("pauses", text);
  Vm *vm = vm_new(p), *other = vm_new(p);
  Played *x = calloc(1, sizeof *x);
  Luck luck = {5};
  for (int game = 0; game < 40; game++) {
    vm_start(vm, &(Setup){2 + game % 2, (uint64_t)game, NULL});
    for (;;) { /* at every pause: save, play to the end, restore, again the same */
      VmStatus s = vm_step(vm);
      if (s != VM_DECIDE && s != VM_CHANCE) break;
      size_t size;
      void *saved = snapshot(vm, &size);
      play_on(vm, &luck, x, MOST);
      ck_assert_int_eq(x->last, VM_DONE);
      vm_start(other, &(Setup){3, 1, NULL});
      vm_restore(other, saved);
      same_again(other, x, "pauses");
      vm_restore(vm, saved);
      same_again(vm, x, "pauses");
      vm_restore(vm, saved);
      vm_step(vm);
      vm_answer(vm, (int)luck_below(&luck, (uint32_t)vm_options(vm)));
      free(saved);
    }
    ck_assert_int_eq(vm_error(vm), R_OK);
  }
  free(x);
  vm_free(vm);
  vm_free(other);
  program_free(p);
}
END_TEST

/* ---- what a snapshot leaves out ---------------------------------------------------
 * Two machines play the same answers; before each answer the second one is restored from
 * the first one's snapshot and everything the snapshot leaves out is filled with garbage.
 * Nothing may come of it. */

static void spoil(Vm *vm, int from, uint64_t salt)
{
  for (int i = from; i < MAX_STACK; i++) vm->regs[i] = (int64_t)(0x5A5A5A5A00000000u + salt * 8192 + (uint64_t)i);
}

static void in_step(Vm *a, Vm *b, Luck *luck, int most, const char *what)
{
  void *saved = malloc(vm_state_size(a));
  spoil(b, b->s->top, 0); /* a game that has just begun */
  for (int i = 0; i < most; i++) {
    VmStatus s = vm_step(a);
    ck_assert_msg(vm_step(b) == s, "%s: another kind of pause after %d answers", what, i);
    if (s == VM_ERROR) ck_assert_int_eq(vm_error(a), vm_error(b));
    else ck_assert_msg(vm_hash(a) == vm_hash(b), "%s: another state after %d answers", what, i);
    if (s == VM_DONE || s == VM_ERROR) break;
    if (s == VM_SCRIPT_END) continue; /* of a test; not a place to save */
    vm_save(a, saved);
    vm_restore(b, saved);
    spoil(b, b->s->live, (uint64_t)i);
    ck_assert_int_eq(vm_step(b), s);
    ck_assert_msg(vm_options(a) == vm_options(b), "%s: other answers after %d", what, i);
    int k = (int)luck_below(luck, (uint32_t)vm_options(a));
    vm_answer(a, k);
    vm_answer(b, k);
  }
  free(saved);
}

START_TEST(what_a_snapshot_leaves_out_does_not_matter)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  Vm *a = vm_new(p), *b = vm_new(p);
  Luck luck = {(uint64_t)_i + 1};
  for (int game = 0; game < 10; game++) {
    unit_start(a, t, (uint64_t)game);
    unit_start(b, t, (uint64_t)game);
    in_step(a, b, &luck, MOST, t->path);
  }
  vm_free(a);
  vm_free(b);
  program_free(p);
}
END_TEST

/* The tests of the language's constructs, with random answers instead of their scripts. */
START_TEST(nor_in_any_construct_of_the_language)
{
  glob_t files;
  ck_assert_int_eq(glob("tests/lang/*.regel", 0, NULL, &files), 0);
  for (size_t f = 0; f < files.gl_pathc; f++) {
    Program *p = unit_compile(files.gl_pathv[f], NULL);
    Vm *a = vm_new(p), *b = vm_new(p);
    for (int t = 0; t < p->n_tests; t++)
      for (uint64_t seed = 1; seed <= 4; seed++) {
        Luck luck = {seed};
        vm_start_test(a, t, seed);
        vm_start_test(b, t, seed);
        in_step(a, b, &luck, 300, program_string(p, p->tests[t].title));
      }
    vm_free(a);
    vm_free(b);
    program_free(p);
  }
  globfree(&files);
}
END_TEST

START_TEST(an_ended_game_can_be_saved_and_stays_ended)
{
  Program *p = unit_compile("e", "game e \"E\" for 2..2\nverb play { as first(players) { choose { \"a\" { win me }; \"b\" { lose \"gone\" } } } }\n");
  Vm *vm = vm_new(p);
  for (int i = 0; i < 2; i++) {
    vm_start(vm, &(Setup){2, 1, NULL});
    vm_step(vm);
    vm_answer(vm, i);
    ck_assert_int_eq(vm_step(vm), VM_DONE);
    ck_assert_int_eq(vm_step(vm), VM_DONE);
    size_t size;
    void *saved = snapshot(vm, &size);
    uint64_t hash = vm_hash(vm);
    vm_start(vm, &(Setup){2, 1, NULL});
    ck_assert(!vm_over(vm));
    vm_step(vm);
    vm_restore(vm, saved);
    ck_assert_int_eq(vm_step(vm), VM_DONE);
    ck_assert(vm_over(vm));
    ck_assert_uint_eq(vm_winners(vm), i == 0 ? 1u : 0u);
    ck_assert((vm_reason(vm) >= 0) == (i == 1));
    ck_assert_uint_eq(vm_hash(vm), hash);
    free(saved);
  }
  vm_free(vm);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("snapshot");
  tcase_add_loop_test(t, a_restored_state_goes_on_as_it_did, 0, TABLES);
  tcase_add_test(t, the_dice_fall_the_same_way_after_restoring);
  tcase_add_test(t, every_kind_of_pause_can_be_saved);
  tcase_add_loop_test(t, what_a_snapshot_leaves_out_does_not_matter, 0, TABLES);
  tcase_add_test(t, nor_in_any_construct_of_the_language);
  tcase_add_test(t, an_ended_game_can_be_saved_and_stays_ended);
  return t;
}

int main(void) { return unit_run(cases, "snapshot", 300); }
