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

static regel_game *game_of(const regel_rules *r, const Table *t)
{
  char options[3][64];
  const char *list[4] = {0};
  for (int i = 0; i < 3 && t->options[i][0]; i++) {
    snprintf(options[i], sizeof options[i], "%s=%s", t->options[i][0], t->options[i][1]);
    list[i] = options[i];
  }
  regel_setup setup = {.players = t->seats, .seed = 1, .options = list};
  regel_game *g = regel_game_new(r, &setup, NULL);
  ck_assert_ptr_nonnull(g);
  return g;
}

/* The reader's bytes of a state, in a game that knows nothing else. */
static void read_state(const regel_rules *r, const Table *t, const Vm *from, int reader,
                       Frame *f)
{
  regel_game *g = game_of(r, t);
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
  for (int seed = 1; seed <= GAMES; seed++) play(&tables[_i], (uint64_t)seed, &n);
  ck_assert_int_gt(n.compared, 0);
  if (strstr(tables[_i].path, "heimlich")) ck_assert_int_gt(n.changed, 0);
}
END_TEST

static TCase *frames(void)
{
  TCase *t = tcase_create("frames");
  tcase_add_loop_test(t, what_is_sent_hangs_on_nothing_hidden, 0, TABLES);
  return t;
}

int main(void) { return unit_run(frames, "frames", 300); }
