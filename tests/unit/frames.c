/* The bytes that a reader is sent do not hang on what the reader may not know: a game in
 * which all of that was dealt anew, so that the reader was told, shown and asked the same
 * since the start, gives the same bytes. */
#include "interp/api/api_int.h"
#include "interp/serve/frame.h"
#include "tests/unit/unit.h"

enum { GAMES = 3, STEPS = 160, EVERY = 5 };

typedef struct Counts {
  long compared, changed;
} Counts;

static regel_game *game_of(const regel_rules *r, const Table *t, uint64_t seed)
{
  char options[3][64];
  const char *list[4] = {0};
  for (int i = 0; i < 3 && t->options[i][0]; i++) {
    snprintf(options[i], sizeof options[i], "%s=%s", t->options[i][0], t->options[i][1]);
    list[i] = options[i];
  }
  regel_setup setup = {.players = t->seats, .seed = seed, .options = list};
  regel_game *g = regel_game_new(r, &setup, NULL);
  ck_assert_ptr_nonnull(g);
  return g;
}

/* The reader's bytes of a state, in a game that knows nothing else. */
static void read_state(const regel_rules *r, const Table *t, const Vm *from, int reader,
                       Frame *f)
{
  regel_game *g = game_of(r, t, 1);
  unsigned char *state = malloc(vm_saved_size(from));
  vm_save(from, state);
  vm_restore(g->session.vm, state);
  free(state);
  regel_status status = regel_step(g);
  frame_make(f, g, status, reader, "x");
  regel_game_free(g);
}

static void compare(const regel_rules *r, const Table *t, Vm *real, int reader,
                    uint64_t key, Counts *n)
{
  static const char *const parts[] = {"head", "question", "board", "table"};
  Frame a = {0}, b = {0};
  long weak = vm_known_weakly(real);
  Vm *other = vm_known(real, reader, key);
  if (vm_known_weakly(real) != weak) return; /* no game that the reader could have seen */
  n->changed += vm_hash(other) != vm_hash(real);
  read_state(r, t, real, reader, &a);
  read_state(r, t, other, reader, &b);
  for (int i = 0; i < PARTS; i++)
    ck_assert_msg(!strcmp(buf_text(&a.part[i]), buf_text(&b.part[i])),
                  "%s, reader %d, %s:\n%s\n%s", t->path, reader, parts[i],
                  buf_text(&a.part[i]), buf_text(&b.part[i]));
  n->compared++;
  frame_free(&a);
  frame_free(&b);
}

static void play(const Table *t, uint64_t seed, Counts *n)
{
  char *messages = NULL;
  regel_rules *r = regel_compile_file(t->path, ".", REGEL_SHORT, &messages);
  ck_assert_msg(r != NULL, "%s", messages);
  regel_free(messages);
  Vm *vm = vm_new(r->program);
  Luck luck = {seed};
  unit_start(vm, t, seed);
  for (int i = 0; i < STEPS; i++) {
    VmStatus s = vm_step(vm);
    if (s != VM_DECIDE && s != VM_CHANCE) break;
    if (s == VM_DECIDE && i % EVERY == 0)
      for (int reader = -2; reader < t->seats; reader++)
        if (reader != REGEL_SEES_ALL && (reader + i) % 2 == 0)
          compare(r, t, vm, reader, seed + (uint64_t)i, n);
    vm_answer(vm, (int)luck_below(&luck, (uint32_t)vm_options(vm)));
  }
  vm_free(vm);
  regel_rules_free(r);
}

START_TEST(what_is_sent_hangs_on_nothing_hidden)
{
  Counts n = {0};
  for (int seed = 1; seed <= (GAMES + unit_share() - 1) / unit_share(); seed++) play(&tables[_i], (uint64_t)seed, &n);
  ck_assert_int_gt(n.compared, 0);
  if (strstr(tables[_i].path, "heimlich")) ck_assert_int_gt(n.changed, 0);
}
END_TEST

/* ---- games that share machines ------------------------------------------------------
 */

enum { SHARED = 3, TURNS = 40 };

typedef struct Pair {
  regel_game *awake, *rests; /* the same game */
  regel_reader *logs[2];
  regel_status status;
} Pair;

static void same_for(const Pair *p, int reader, bool answers)
{
  Frame a = {0}, b = {0};
  frame_make(&a, p->awake, p->status, reader, "x");
  frame_make(&b, p->rests, p->status, reader, "x");
  for (int i = 0; i < PARTS; i++)
    ck_assert_str_eq(buf_text(&a.part[i]), buf_text(&b.part[i]));
  if (answers) ck_assert_int_eq(regel_answers(p->awake), regel_answers(p->rests));
  frame_free(&a);
  frame_free(&b);
}

/* One answer in both; whatever is asked of the one at rest wakes it. */
static void turn(Pair *p, int i, Luck *luck)
{
  if (p->status != REGEL_DECIDE) return;
  regel_rest(p->rests);
  switch (i % 5) {
  case 0: ck_assert_uint_eq(regel_hash(p->awake), regel_hash(p->rests)); break;
  case 1: ck_assert_str_eq(regel_prompt(p->awake, 0), regel_prompt(p->rests, 0)); break;
  case 2: ck_assert_int_eq(regel_undo(p->awake, 0), regel_undo(p->rests, 0)); break;
  case 3: ck_assert_int_eq(regel_bot_answer(p->rests), -1); break;
  default: same_for(p, i % 2, true);
  }
  if (i % 5 == 2) ck_assert_int_eq(regel_step(p->awake), regel_step(p->rests));
  int n = (int)luck_below(luck, (uint32_t)regel_answers(p->awake));
  regel_rest(p->rests);
  ck_assert_int_eq(regel_answer(p->awake, n), regel_answer(p->rests, n));
  p->status = regel_step(p->awake);
  ck_assert_int_eq(regel_step(p->rests), p->status);
  regel_rest(p->rests);
  same_for(p, i % 2 ? REGEL_SPECTATOR : 0, false);
  ck_assert_int_eq(regel_winners(p->awake), regel_winners(p->rests));
}

START_TEST(games_at_rest_share_machines_and_stay_what_they_are)
{
  const Table *t = &tables[_i];
  regel_rules *r = regel_compile_file(t->path, ".", REGEL_SHORT, NULL);
  ck_assert_ptr_nonnull(r);
  Pair pairs[SHARED];
  Luck luck = {7};
  for (int k = 0; k < SHARED; k++) {
    Pair *p = &pairs[k];
    for (int side = 0; side < 2; side++) {
      regel_game *g = game_of(r, t, (uint64_t)k / 2 + 1);
      regel_auto_chance(g, 1);
      regel_remember(g, 1);
      p->logs[side] = regel_read(g, 0, NULL);
      p->status = regel_step(g);
      *(side ? &p->rests : &p->awake) = g;
    }
  }
  for (int i = 0; i < TURNS; i++)
    for (int k = 0; k < SHARED; k++) turn(&pairs[k], i, &luck);
  for (int k = 0; k < SHARED; k++) {
    Pair *p = &pairs[k];
    ck_assert_int_eq(regel_lines(p->logs[0]), regel_lines(p->logs[1]));
    for (int i = 0; i < regel_lines(p->logs[0]); i++)
      ck_assert_str_eq(regel_line(p->logs[0], i), regel_line(p->logs[1], i));
    regel_game_free(p->awake);
    regel_game_free(p->rests);
  }
  regel_rules_free(r);
}
END_TEST

static TCase *frames(void)
{
  TCase *t = tcase_create("frames");
  tcase_add_loop_test(t, what_is_sent_hangs_on_nothing_hidden, 0, TABLES);
  tcase_add_loop_test(t, games_at_rest_share_machines_and_stay_what_they_are, 0, TABLES);
  return t;
}

int main(void) { return unit_run(frames, "frames", 300); }
