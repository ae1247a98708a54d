/* Tests that cannot fail: nothing is expected, and no script is played. */
#include "interp/find/range.h"
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"

/* Does one of these look at something?  Verbs that tests declare may do it for them. */
static bool looks(const Node *n, int depth)
{
  for (; n && depth < 40; n = n->next) {
    if (n->tag == N_EXPECT || n->tag == N_RUN) return true;
    bool calls = n->tag == N_PHRASE && n->op == BP_VERB && n->sym && n->sym->slot->decl;
    if (calls && n->sym->slot->decl->b && looks(n->sym->slot->decl->b->a, depth + 1))
      return true;
    if (looks(n->a, depth + 1) || looks(n->b, depth + 1) || looks(n->c, depth + 1))
      return true;
  }
  return false;
}

/* How many things are declared: that is what is written, and changes with it, though no
 * rule changes it. */
static bool counts_declared(const Node *n)
{
  return n && n->tag == N_CALL && n->op == BI_COUNT && n->a && n->a->tag == N_NAME &&
         n->a->sym && (n->a->sym->tag == SY_KIND || n->a->sym->tag == SY_THING);
}

/* Is a comparison true by the types of its sides alone, or because they are the same? */
static bool is_sure(const Node *n)
{
  const Type *a = n->a ? n->a->type : NULL, *b = n->b ? n->b->type : NULL;
  bool ordered = n->tag == N_LT || n->tag == N_LE || n->tag == N_GT || n->tag == N_GE;
  if (n->tag == N_YES) return true;
  if (n->tag == N_IS) return same_expr(n->a, n->b) && !has_pick(n->a);
  if (!ordered || !a || !b || a->tag != T_NUM || b->tag != T_NUM || a->opt || b->opt)
    return false;
  if (counts_declared(n->a) || counts_declared(n->b)) return false;
  switch (n->tag) {
  case N_LT: return a->hi < b->lo;
  case N_LE: return a->hi <= b->lo;
  case N_GT: return a->lo > b->hi;
  default: return a->lo >= b->hi;
  }
}

static void look_at_condition(Find *f, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_AND) {
    look_at_condition(f, n->a);
    look_at_condition(f, n->b);
    return;
  }
  if (!is_sure(n)) return;
  Diag *g = diag_add(f->d, DIAG_SURE_EXPECTATION, n->loc,
                     "this is so whatever the rules do: it cannot fail");
  diag_hint(f->d, g, "say what it is: expect … is 3");
}

static void look_at_expectations(Find *f, const Node *n, int depth)
{
  if (!n || depth > 40) return;
  if (n->tag == N_EXPECT) look_at_condition(f, n->a);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    look_at_expectations(f, p.at, depth + 1);
}

void find_tests(Find *f)
{
  for (size_t i = 0; i < f->m->tests.n; i++) {
    const Node *n = f->m->tests.at[i]->node;
    if (n->c && !in_library(f, n)) look_at_expectations(f, n->c, 0);
  }
  for (size_t i = 0; i < f->m->tests.n; i++) {
    const Node *n = f->m->tests.at[i]->node;
    if (!n->c || looks(n->c->a, 0) || in_library(f, n)) continue;
    Diag *g = diag_add(f->d, DIAG_TEST_OF_NOTHING, n->loc,
                       "this test expects nothing, so it cannot fail");
    diag_hint(
        f->d, g,
        "say what must be so afterwards: expect …; or play it: run turn { ann: … }");
  }
}
