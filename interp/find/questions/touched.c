/* Tests that cite a row of the rulebook and do nothing of what implements it: they pass
 * whatever that rule says. */
#include "interp/find/find.h"
#include "interp/session/runtest.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* Lines of the rules that implement a row. */
typedef struct Stretch {
  const char *row;
  int file, from, to;
  bool code, ran; /* something in it can run; something of it ran */
  bool open;      /* a value: it is computed where it is used */
} Stretch;

typedef struct Touched {
  Find *f;
  VEC(Stretch) at;
  int file, line; /* marked last: instructions of a line stand together */
} Touched;

static int last_line(const Node *n, int line)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->loc.line > line) line = n->loc.line;
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) {
    int k = last_line(p.at, line);
    if (k > line) line = k;
  }
  return line;
}

static void collect(Touched *t, const Node *n, bool open)
{
  for (; n; n = n->next) {
    if (n->tag == N_TEST || n->tag == N_OMIT) continue;
    bool value = open || n->tag == N_VALUE || n->tag == N_REQUIRE || n->tag == N_FILL;
    bool declares = n->tag == N_KIND || n->tag == N_THING || n->tag == N_FIELD ||
                    n->tag == N_TYPEDEF || n->tag == N_OPTION || n->tag == N_GAME ||
                    n->tag == N_VARIANT || n->tag == N_ALWAYS;
    for (const Node *c = n->cites; c; c = c->next) {
      Stretch s = {c->name, n->loc.file, n->loc.line, last_line(n, n->loc.line),
                   .open = value || declares};
      vec_push(&t->at, s);
    }
    collect(t, n->a, value);
    collect(t, n->b, value);
    collect(t, n->c, value);
    if (n->tag != N_CALL) collect(t, n->d, value);
  }
}

static void mark(Touched *t, int32_t ip, bool ran)
{
  const PLoc *l = place_of_ip(t->f->p, ip);
  if (!l || (l->line == t->line && l->file == t->file)) return;
  t->file = l->file;
  t->line = l->line;
  for (size_t i = 0; i < t->at.n; i++) {
    Stretch *s = &t->at.at[i];
    if (s->file != l->file || l->line < s->from || l->line > s->to) continue;
    *(ran ? &s->ran : &s->code) = true;
  }
}

/* Is an answer refused?  What forbids it is only tried, and trying is not noted. */
static bool refuses(const Program *p, const PTest *t)
{
  for (int i = t->first_script; i < t->first_script + t->scripts; i++)
    for (int k = 0; k < p->scripts[i].count; k++)
      if (p->answers[p->scripts[i].first + k].flags & ANSWER_NOT) return true;
  return false;
}

/* Everything it cites can run, and nothing of it has. */
static const char *untouched(const Touched *t, const Node *test)
{
  INVARIANT(test && test->tag < N_COUNT);
  const char *first = NULL;
  for (const Node *c = test->cites; c; c = c->next) {
    bool known = false;
    for (size_t i = 0; i < t->at.n; i++) {
      const Stretch *s = &t->at.at[i];
      if (strcmp(s->row, c->name)) continue;
      if (s->ran || !s->code || s->open) return NULL;
      known = true;
    }
    if (!known) return NULL;
    if (!first) first = c->name;
  }
  return first;
}

static const Node *node_of(const Find *f, const PTest *t)
{
  const PLoc *l = place_of_row(f->p, t->loc);
  for (size_t i = 0; l && i < f->m->tests.n; i++) {
    const Node *n = f->m->tests.at[i]->node;
    if (n->loc.file == l->file && n->loc.line == l->line && n->loc.col == l->col)
      return n;
  }
  return NULL;
}

static void look_at(Touched *t, Vm *vm, int k)
{
  const Program *p = t->f->p;
  const Node *n = node_of(t->f, &p->tests[k]);
  if (!n || !n->cites || in_library(t->f, n) || refuses(p, &p->tests[k])) return;
  for (size_t i = 0; i < t->at.n; i++) t->at.at[i].ran = false;
  if (!untouched(t, n)) return; /* whatever runs */
  TestResult result = {0};
  const int32_t *list;
  runtest(vm, k, 1, &result);
  bool passed = result.passed;
  buf_free(&result.message);
  int count = vm_covered(vm, &list);
  int32_t *ran = malloc(((size_t)count + 1) * sizeof *ran);
  if (!ran) return;
  memcpy(ran, list, (size_t)count * sizeof *ran);
  t->line = 0;
  for (int i = 0; i < count; i++) mark(t, ran[i], true);
  vm_cover_again(vm, ran, count);
  free(ran);
  const char *row = passed ? untouched(t, n) : NULL;
  if (!row) return;
  Diag *g = diag_add(t->f->d, DIAG_TEST_ELSEWHERE, n->loc,
                     "this test cites %s, and does nothing of what implements it", row);
  for (size_t i = 0; i < t->at.n; i++)
    if (!strcmp(t->at.at[i].row, row)) {
      Loc at = {t->at.at[i].file, t->at.at[i].from, 1, 2};
      diag_hint_at(t->f->d, g, at, "that stands here: without it the test passes, too");
      break;
    }
  diag_hint(t->f->d, g, "let it happen in the test, or cite what the test is about");
}

void find_touched(Find *f)
{
  INVARIANT(f->m && f->p);
  enum { MOST_CITED = 3000, MOST_LOOKED = 20000000 };
  Touched t = {.f = f};
  bool cited = false;
  for (size_t i = 0; i < f->m->tests.n; i++)
    cited |= f->m->tests.at[i]->node->cites != NULL;
  if (!cited || !f->p || !f->p->n_tests) return;
  collect(&t, f->u->items.head, false);
  if (t.at.n < MOST_CITED && (int64_t)t.at.n * f->p->n_code < MOST_LOOKED) {
    for (int32_t i = 0; i < f->p->n_code; i++) mark(&t, i, false);
    Vm *vm = vm_new(f->p);
    vm_unoptimized(vm);
    vm_cover(vm);
    for (int i = 0; i < f->p->n_tests; i++) look_at(&t, vm, i);
    vm_free(vm);
  }
  vec_free(&t.at);
}
