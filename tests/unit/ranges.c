/* What the findings believe that fields can be, against games that are played: every cell
 * and every pile lies within its range at every pause. */
#include "interp/find/range.h"
#include "tests/unit/unit.h"

/* A unit that stays, since the model lives in it. */
typedef struct Rules {
  Arena *arena;
  Unit *u;
  Program *p;
  Find find;
} Rules;

static Rules open_rules(const char *path)
{
  Rules r = {.arena = arena_new()};
  r.u = unit_new(r.arena);
  vec_push(&r.u->sources.library, ".");
  ck_assert_msg(unit_parse(r.u, path), "%s cannot be read", path);
  r.p = compile(r.u);
  ck_assert_msg(r.p != NULL, "%s does not compile", path);
  r.find = (Find){.m = r.u->model, .u = r.u, .d = &r.u->diags, .p = r.p};
  r.find.survey = survey_new(&r.find);
  return r;
}

static void close_rules(Rules *r)
{
  program_free(r->p);
  unit_free(r->u);
  arena_free(r->arena);
}

static void look_at_cell(const Vm *vm, const Rules *r, int field, int thing, int per)
{
  const PField *f = &r->p->fields[field];
  const Range *x = &r->find.survey->field[field];
  int64_t v;
  if (f->flags & FIELD_PILE) {
    int32_t things[1024];
    v = vm_pile(vm, vm_pile_number(vm, field, thing, per), things, 1024);
  } else v = vm_get(vm, field, thing, per);
  bool ok = v == NONE ? x->none : v >= x->lo && v <= x->hi;
  if (ok && v != NONE && r->find.m->fields.at[field]->type->tag == T_WORD)
    ok = v >= 64 || x->words >> v & 1;
  ck_assert_msg(ok, "\"%s\" is %lld, but should be within %lld..%lld",
                program_string(r->p, f->name), (long long)v, (long long)x->lo, (long long)x->hi);
}

static long look_at_state(const Vm *vm, const Rules *r)
{
  long cells = 0;
  for (int i = 0; i < r->p->n_fields; i++) {
    const PField *f = &r->p->fields[i];
    if (f->flags & (FIELD_WIDE | FIELD_HIDDEN | FIELD_OPTION)) continue;
    ck_assert_str_eq(program_string(r->p, f->name), r->find.m->fields.at[i]->name);
    for (int t = f->first; t < f->first + f->count; t++)
      for (int k = f->per_first; k < f->per_first + f->per_count; k++, cells++)
        look_at_cell(vm, r, i, t, k);
  }
  return cells;
}

/* The two large rulesets, besides those of unit.h. */
static const Table large[] = {
    {"scenarios/clash/game.regel", 2, {{0}}},
    {"scenarios/orange/game.regel", 4, {{0}}},
};
enum { LARGE = sizeof large / sizeof *large };

START_TEST(no_field_leaves_its_range_in_any_game)
{
  const Table *t = _i < TABLES ? &tables[_i] : &large[_i - TABLES];
  Rules r = open_rules(t->path);
  Vm *vm = vm_new(r.p);
  long cells = 0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    Luck luck = {seed};
    unit_start(vm, t, seed);
    for (int k = 0; k < 400; k++) {
      VmStatus s = vm_step(vm);
      cells += look_at_state(vm, &r);
      if (s != VM_DECIDE && s != VM_CHANCE) break;
      vm_answer(vm, (int)luck_below(&luck, (uint32_t)vm_options(vm)));
    }
  }
  ck_assert_int_gt(cells, 0);
  vm_free(vm);
  close_rules(&r);
}
END_TEST

/* The other half: a range that is narrower than the type is worth something. */
START_TEST(a_field_that_is_only_lowered_stays_low)
{
  static const char text[] = "game t \"T\" for 2..2\n"
                             "a: 0..9 = 3\nb: 0..9 = 3\nc: 0..9\n"
                             "verb play { lower a by 1; raise b by 1; if c > 0 { set c to 9 }; win none }\n";
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  ck_assert(unit_parse_text(u, "t", text, strlen(text)));
  Program *p = compile(u);
  ck_assert(p != NULL);
  Find f = {.m = u->model, .u = u, .d = &u->diags, .p = p};
  const Survey *k = survey_new(&f);
  ck_assert_int_eq(k->field[0].lo, 0);
  ck_assert_int_eq(k->field[0].hi, 3);
  ck_assert_int_eq(k->field[1].lo, 3);
  ck_assert_int_eq(k->field[1].hi, 9);
  ck_assert_int_eq(k->field[2].hi, 0); /* only what can be reached counts */
  program_free(p);
  unit_free(u);
  arena_free(arena);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("ranges");
  tcase_add_loop_test(t, no_field_leaves_its_range_in_any_game, 0, TABLES + LARGE);
  tcase_add_test(t, a_field_that_is_only_lowered_stays_low);
  return t;
}

int main(void) { return unit_run(cases, "ranges", 120); }
