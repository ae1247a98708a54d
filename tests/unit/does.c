/* What op.def says that instructions do is what they do: games are played one instruction
 * at a time, and what is not said to write or to tell has written and told nothing. */
#include "interp/opt/opt.h"
#include "interp/vm/vm_int.h"
#include "tests/unit/unit.h"

static struct {
  long told;
  bool wrote[OP_COUNT], spoke[OP_COUNT];
} seen;

static void hear(void *user, Vm *vm, const Event *e)
{
  (void)user, (void)vm, (void)e;
  seen.told++;
}

/* What probing takes back is no deed of the instruction that failed. */
static bool goes_back(RunResult r) { return r == RUN_FAIL || r == RUN_COMPLETE || r == RUN_TRY; }

static RunResult step_by_step(Vm *vm)
{
  State *s = vm->s;
  size_t size = (size_t)vm->p->header->cells * sizeof *vm->cells;
  int32_t ip = vm->new_of[s->ip], *before = malloc(size + 1);
  ck_assert_ptr_nonnull(before);
  for (RunResult r;;) {
    int op = vm->code[ip].op;
    long told = seen.told;
    memcpy(before, vm->cells, size);
    s->ip = vm->old_of[ip];
    r = vm_run_one(vm, &ip);
    if (!goes_back(r)) {
      seen.wrote[op] |= memcmp(before, vm->cells, size) != 0;
      seen.spoke[op] |= seen.told != told;
    }
    if (r == RUN_ONE) continue;
    free(before);
    return r;
  }
}

static void play(const Table *t)
{
  Program *p = unit_compile(t->path, NULL);
  Vm *vm = vm_new(p);
  Luck luck = {7};
  vm_listen(vm, hear, NULL);
  vm->loop = step_by_step;
  for (uint64_t game = 0; game < 3; game++) {
    unit_start(vm, t, game);
    for (int i = 0; i < 150; i++) {
      VmStatus s = unit_turn(vm, &luck);
      if (s != VM_DECIDE && s != VM_CHANCE) break;
    }
  }
  vm_free(vm);
  program_free(p);
}

START_TEST(no_instruction_does_more_than_it_says)
{
  for (int i = 0; i < TABLES; i++) play(&tables[i]);
  for (int op = 0; op < OP_COUNT; op++) {
    char does = op_does(op);
    ck_assert_msg(!seen.wrote[op] || does == DOES_WRITE, "%s writes", op_name(op));
    ck_assert_msg(!seen.spoke[op] || (does != DOES_NOTHING && does != DOES_PURE), "%s tells", op_name(op));
  }
  static const int writers[] = {OP_PUT, OP_RAISE, OP_LOWER, OP_MOVE, OP_SHUFFLE, OP_REVEAL};
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
    ck_assert_msg(seen.wrote[writers[i]], "%s was not seen at work", op_name(writers[i]));
  ck_assert(seen.spoke[OP_NOTE] && seen.spoke[OP_TELL]);
}
END_TEST

/* Every letter is one of those that code is made by. */
START_TEST(every_letter_is_known)
{
  for (int op = 0; op < OP_COUNT; op++) ck_assert_msg(strchr("-pwtcoex", op_does(op)), "%s", op_name(op));
  ck_assert_int_eq(op_does(OP_COUNT), DOES_ALONE);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("does");
  tcase_add_test(t, no_instruction_does_more_than_it_says);
  tcase_add_test(t, every_letter_is_known);
  return t;
}

int main(void) { return unit_run(cases, "does", 300); }
