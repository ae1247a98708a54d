/* The tree is what grammar/tree.def says: in every ruleset, as it was read and as sema
 * left it, and a tree that is not is noticed. */
#include "tests/unit/unit.h"

#include <glob.h>

/* Nodes below one, by the walk. */
static long count(const Node *n)
{
  long k = 1;
  for (Parts p = parts_of(n, ~0u); parts_next(&p);) k += count(p.at);
  return k;
}

/* The same by the pointers themselves: what tree.def left out would be missing above. */
static long count_all(const Node *n, bool list)
{
  if (!n) return 0;
  return 1 + count_all(n->a, true) + count_all(n->b, true) + count_all(n->c, true) +
         count_all(n->d, true) + count_all(n->e, true) +
         (list ? count_all(n->next, true) : 0);
}

static void look_at(const Unit *u, const char *path, const char *when)
{
  for (const Node *n = u->items.head; n; n = n->next) {
    const Node *wrong = tree_wrong(n);
    ck_assert_msg(!wrong, "%s, %s: %s in line %d", path, when, tag_name(wrong ? wrong->tag : 0),
                  wrong ? wrong->loc.line : 0);
  }
}

static long look_at_file(const char *path)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  long nodes = 0;
  vec_push(&u->sources.library, ".");
  ck_assert_msg(unit_parse(u, path), "%s cannot be read", path);
  look_at(u, path, "as it was read");
  for (const Node *n = u->items.head; n; n = n->next) {
    ck_assert_int_eq(count(n), count_all(n, false));
    nodes += count(n);
  }
  Program *p = compile(u);
  look_at(u, path, "with its meaning");
  program_free(p);
  unit_free(u);
  arena_free(arena);
  return nodes;
}

START_TEST(every_ruleset)
{
  static const char *const patterns[] = {"scenarios/*/game.regel", "tests/lang/*.regel",
                                         "tests/errors/*/*.regel"};
  long nodes = 0;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    glob_t g;
    if (glob(patterns[i], 0, NULL, &g)) continue;
    for (size_t k = 0; k < g.gl_pathc; k++) nodes += look_at_file(g.gl_pathv[k]);
    globfree(&g);
  }
  ck_assert_int_gt(nodes, 50000);
}
END_TEST

START_TEST(a_damaged_tree)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  Node *n = node_new(u, N_IF, (Loc){0}), *yes = node_new(u, N_YES, (Loc){0}),
       *block = node_new(u, N_BLOCK, (Loc){0}), *stop = node_new(u, N_STOP, (Loc){0});
  n->a = yes;
  n->b = block;
  block->a = stop;
  ck_assert_ptr_null(tree_wrong(n));
  ck_assert_ptr_eq(node_block(n), block);
  n->a = stop; /* a statement where a condition belongs */
  ck_assert_ptr_eq(tree_wrong(n), n);
  n->a = yes;
  yes->b = stop; /* a part that such a node does not have */
  ck_assert_ptr_eq(tree_wrong(n), yes);
  yes->b = NULL;
  stop->next = yes; /* an expression in a list of statements */
  ck_assert_ptr_eq(tree_wrong(n), block);
  unit_free(u);
  arena_free(arena);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("tree");
  tcase_add_test(t, every_ruleset);
  tcase_add_test(t, a_damaged_tree);
  return t;
}

int main(void) { return unit_run(cases, "tree", 60); }
