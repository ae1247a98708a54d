/* No memory is taken while a game runs: not for decisions, probing, chance, snapshots,
 * views or dealing hidden things anew. */
#include "tests/unit/unit.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif

static volatile long taken; /* the compiler knows malloc too well */

#ifdef SANITIZED
/* The sanitizer has malloc to itself, and tells who listens. */
int __sanitizer_install_malloc_and_free_hooks(void (*take)(const volatile void *, size_t),
                                              void (*give)(const volatile void *));
static void on_take(const volatile void *p, size_t n)
{
  (void)p, (void)n;
  taken++;
}
static void on_give(const volatile void *p) { (void)p; }
static void begin_counting(void) { __sanitizer_install_malloc_and_free_hooks(on_take, on_give); }
#else
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *malloc(size_t size)
{
  taken++;
  return __libc_malloc(size);
}
void *calloc(size_t n, size_t size)
{
  taken++;
  return __libc_calloc(n, size);
}
void *realloc(void *p, size_t size)
{
  taken++;
  return __libc_realloc(p, size);
}
static void begin_counting(void) {}
#endif

START_TEST(the_count_counts)
{
  begin_counting();
  long before = taken;
  void *volatile p = malloc(10);
  ck_assert_int_gt(taken, before);
  free(p);
}
END_TEST

static long events;
static void listen(void *user, Vm *vm, const Event *e)
{
  (void)user, (void)vm, (void)e;
  events++;
}

START_TEST(a_running_game_takes_no_memory)
{
  const Table *t = &tables[_i];
  begin_counting();
  Program *p = unit_compile(t->path, NULL);
  Vm *vm = vm_new(p);
  void *saved = malloc(vm_state_size(vm));
  uint64_t words[MAX_FRAME];
  Luck luck = {3};
  vm_listen(vm, listen, NULL);
  vm_check_always(vm, true);
  vm_check_claims(vm, 12); /* they take most of the time */
  for (int game = 0; game < 6; game++) {
    unit_start(vm, t, (uint64_t)game);
    long before = taken;
    bool same = true; /* Check's own assertions take memory */
    for (int i = 0; i < 3000; i++) {
      VmStatus s = vm_step(vm);
      if (s != VM_DECIDE && s != VM_CHANCE) break;
      int n = vm_options(vm);
      for (int k = 0; k < n; k++) {
        Option o = vm_option(vm, k);
        if (o.alt >= 0 && p->alts[o.alt].form == ALT_SUBSET) vm_option_set(vm, k, words);
        vm_weight(vm, k);
      }
      if (i % 16 == 5) { /* what a bot does */
        vm_save(vm, saved);
        vm_determinize(vm, i % t->seats, (uint64_t)i);
        for (int k = 0; k < 5; k++) unit_turn(vm, &luck);
        vm_restore(vm, saved);
        same = same && vm_step(vm) == s && vm_options(vm) == n;
      }
      vm_hash(vm);
      for (int f = 0; f < p->n_fields; f++)
        if (p->fields[f].count > 0) vm_sees_field(vm, 0, f, p->fields[f].first);
      vm_answer(vm, (int)luck_below(&luck, (uint32_t)n));
    }
    long more = taken - before;
    ck_assert_msg(more == 0, "%s: memory was taken %ld times", t->path, more);
    ck_assert_int_eq(vm_error(vm), R_OK);
    ck_assert(same);
  }
  ck_assert_int_gt(events, 0);
  free(saved);
  vm_free(vm);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("alloc");
  tcase_add_test(t, the_count_counts);
  tcase_add_loop_test(t, a_running_game_takes_no_memory, 0, TABLES);
  return t;
}

int main(void) { return unit_run(cases, "alloc", 120); }
