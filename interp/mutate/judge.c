/* Who notices a change: the compiler, a test, or what `regel check` finds. */
#include "interp/agree/lexica.h"
#include "interp/code/compile.h"
#include "interp/find/find.h"
#include "interp/mutate/mutate.h"
#include "interp/session/runtest.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <stdio.h>
#include <string.h>

typedef struct Part {
  Arena *arena;
  Unit *unit;
  Program *program; /* NULL if it does not compile */
} Part;

static Part part_open(const Trial *t, const TrialPart *part, const char *path,
                      const char *text, size_t size)
{
  Arena *arena = arena_new();
  Part p = {arena, unit_new(arena), NULL};
  p.unit->tests = true;
  for (int i = 0; i < t->folders; i++) vec_push(&p.unit->sources.library, t->library[i]);
  if (path) sources_overlay(&p.unit->sources, path, text, size);
  bool fine = unit_parse(p.unit, part->path);
  for (size_t i = 0; fine && i < part->packs.n; i++)
    fine = unit_parse_pack(p.unit, part->packs.at[i]);
  if (fine) p.program = compile(p.unit);
  return p;
}

static void part_close(Part *p)
{
  if (p->program) program_free(p->program);
  unit_free(p->unit);
  arena_free(p->arena);
}

static void notice(Judged *j, Notice n, const char *by)
{
  j->notice = n;
  snprintf(j->by, sizeof j->by, "%s", by);
}

static const char *first_error(const Unit *u)
{
  for (size_t i = 0; i < u->diags.list.n; i++)
    if (diag_severity(u->diags.list.at[i].code) == SEV_ERROR)
      return diag_name(u->diags.list.at[i].code);
  return "";
}

/* The tests that stand in the file of the part itself or, for the game, in any of its own
 * files; those of the game are not run again for each file that uses it. */
static bool belongs(const Program *p, const PTest *t, const char *part, bool main)
{
  const PLoc *l = place_of_row(p, t->loc);
  return main || (l && !strcmp(program_string(p, p->files[l->file].path), part));
}

static void run_tests(const Program *p, const char *part, bool main, Judged *j)
{
  INVARIANT(p && p->header);
  Vm *vm = vm_new(p);
  for (int t = 0; t < p->n_tests && !j->notice; t++) {
    if (!belongs(p, &p->tests[t], part, main)) continue;
    TestResult r;
    runtest(vm, t, 1, &r);
    if (!r.passed) notice(j, NOTICED_TEST, program_string(p, p->tests[t].title));
    buf_free(&r.message);
  }
  vm_free(vm);
}

static uint64_t warnings(Part *p)
{
  Buf why = {0};
  Lexicon *english = lexica_open(&p->unit->sources, p->arena, "en", "lexicon", &why);
  find(p->unit, p->program, english, 0);
  find_settle(p->unit);
  if (english) lexicon_free(english);
  buf_free(&why);
  return (uint64_t)p->unit->diags.errors + (uint64_t)p->unit->diags.warnings;
}

static const char *last_warning(const Unit *u)
{
  for (size_t i = u->diags.list.n; i-- > 0;) {
    const Diag *g = &u->diags.list.at[i];
    if (diag_severity(g->code) >= SEV_WARNING && !g->accepted) return diag_name(g->code);
  }
  return "";
}

/* The tests are asked first: they are faster, and what they say is plainer. */
static void judge(Trial *t, const char *path, const char *text, size_t size, bool first,
                  Judged *j)
{
  *j = (Judged){NOTICED_NOT, ""};
  for (int i = 0; i < t->count && !j->notice; i++) {
    Part p = part_open(t, &t->parts[i], path, text, size);
    if (!p.program) notice(j, NOTICED_COMPILER, first_error(p.unit));
    else run_tests(p.program, t->parts[i].own, i == 0, j);
    part_close(&p);
  }
  if (j->notice) return;
  Part p = part_open(t, &t->parts[0], path, text, size);
  uint64_t found = p.program ? warnings(&p) : 0;
  if (first) t->warnings = found;
  else if (found > t->warnings) notice(j, NOTICED_CHECK, last_warning(p.unit));
  part_close(&p);
}

bool mutant_baseline(Trial *t, char *why, size_t size)
{
  Judged j;
  judge(t, NULL, NULL, 0, true, &j);
  if (j.notice == NOTICED_COMPILER) snprintf(why, size, "it does not compile (%s)", j.by);
  else if (j.notice) snprintf(why, size, "the test \"%s\" fails as it is", j.by);
  return !j.notice;
}

void mutant_judge(const Trial *t, const char *path, const char *text, size_t size,
                  Judged *j)
{
  Trial copy = *t;
  judge(&copy, path, text, size, false, j);
}
