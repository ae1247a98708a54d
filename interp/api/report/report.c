/* What is found out about rules, as reports: findings and tests. */
#include "interp/base/invariant.h"
#include "interp/api/report/check_int.h"
#include "interp/base/json.h"
#include "interp/session/runtest.h"
#include "interp/text/place.h"

#include <stdlib.h>

regel_data *regel_check(const regel_rules *r)
{
  INVARIANT(r && r->program);
  Arena *arena = arena_new();
  Json j = json_data(arena);
  if (r->unit) {
    check_look(r->unit, r->program, r->arena, 0, NULL);
    api_messages(&j, r->unit);
  } else {
    json_open(&j, '[');
    json_close(&j, ']');
  }
  return api_data(arena, &j);
}

/* ---- tests ---------------------------------------------------------------------- */

static bool put_test(Json *j, Vm *vm, int t, uint64_t seed)
{
  const Program *p = vm_program(vm);
  TestResult result;
  runtest(vm, t, seed, &result);
  json_open(j, '{');
  json_key_text(j, "title", program_string(p, p->tests[t].title));
  place_json(p, j, "place", place_of_row(p, p->tests[t].loc));
  json_key_bool(j, "passed", result.passed);
  if (!result.passed) {
    json_key_text(j, "text", buf_text(&result.message));
    place_json(p, j, "at", place_of_row(p, result.loc));
  }
  json_close(j, '}');
  buf_free(&result.message);
  return result.passed;
}

regel_data *regel_test(const regel_rules *r, uint64_t seed)
{
  return regel_test_some(r, seed, NULL, NULL);
}

regel_data *regel_test_some(const regel_rules *r, uint64_t seed, regel_wanted_fn wanted,
                            void *user)
{
  INVARIANT(r && r->program);
  const Program *p = r->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Vm *vm = vm_new(p);
  int passed = 0, failed = 0;
  json_open(&j, '{');
  json_key_open(&j, "tests", '[');
  for (int t = 0; t < p->n_tests; t++) {
    const PLoc *at = place_of_row(p, p->tests[t].loc);
    const char *file = at ? program_string(p, p->files[at->file].path) : "";
    if (wanted && !wanted(user, program_string(p, p->tests[t].title), file)) continue;
    bool fine = put_test(&j, vm, t, seed);
    passed += fine;
    failed += !fine;
  }
  json_close(&j, ']');
  json_key_int(&j, "passed", passed);
  json_key_int(&j, "failed", failed);
  json_close(&j, '}');
  vm_free(vm);
  return api_data(arena, &j);
}
