/* Tests that cannot fail: nothing is expected, and no script is played. */
#include "interp/find/find.h"
#include "interp/sema/builtin.h"

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

void find_tests(Find *f)
{
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
