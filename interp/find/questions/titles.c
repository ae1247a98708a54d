/* Titles that count: "building 6" among things whose titles all have a number that is
 * printed on them, or at the end of their names.  One that has another is a slip of the
 * pen. */
#include "interp/find/find.h"

#include <ctype.h>

/* The only number of a text; false if there is none, or several. */
static bool only_number(const char *t, int64_t *n)
{
  int found = 0;
  for (; t && *t;) {
    if (!isdigit((unsigned char)*t)) {
      t++;
      continue;
    }
    found++;
    for (*n = 0; isdigit((unsigned char)*t) && *n < 1000000; t++) *n = *n * 10 + *t - '0';
  }
  return found == 1;
}

/* What is printed on it; without a column, the number in its name. */
static bool printed(const Thing *t, const Column *c, int64_t *n)
{
  if (!c) return only_number(t->decl->name, n);
  const Node *fill = column_fill(t, c);
  if (!fill) return false;
  if (fill->tag == N_FILL) fill = fill->a;
  if (!fill || fill->tag != N_NUM) return false;
  *n = fill->num;
  return true;
}

/* How many titles have the number of a column, and the last one that has another. */
static int agreeing(const Kind *k, const Column *c, int *others, const Thing **odd)
{
  int same = 0;
  const Thing *last = NULL;
  *others = 0;
  for (size_t i = 0; i < k->things.n; i++) {
    const Thing *t = k->things.at[i];
    int64_t said, is;
    if (last && t->name == last->name) continue; /* a copy */
    last = t;
    if (!t->decl || !t->sym || !only_number(t->decl->label, &said) || !printed(t, c, &is))
      continue;
    if (said == is) same++;
    else (*others)++, *odd = t;
  }
  return same;
}

enum { ENOUGH = 3 }; /* of others that agree: then it is no chance */

static void look(Find *f, const Kind *k, const Column *c)
{
  int others;
  const Thing *odd = NULL;
  if (agreeing(k, c, &others, &odd) < ENOUGH || others != 1 || in_library(f, odd->decl))
    return;
  int64_t said = 0, is = 0;
  only_number(odd->decl->label, &said);
  printed(odd, c, &is);
  Diag *g = diag_add(f->d, DIAG_ODD_TITLE, odd->decl->loc,
                     c ? "\"%s\" says %lld, and its \"%s\" is %lld"
                       : "\"%s\" says %lld, and its name \"%s\" has %lld",
                     odd->decl->label, (long long)said, c ? c->name : odd->decl->name,
                     (long long)is);
  if (c)
    diag_hint_at(f->d, g, c->decl->loc,
                 "the titles of all others of its kind have the number that is here");
  else
    diag_hint(f->d, g, "of all others of its kind, title and name have the same number");
}

void find_titles(Find *f)
{
  const Model *m = f->m;
  for (size_t i = 0; i < m->columns.n; i++) {
    const Column *c = m->columns.at[i];
    if (c->decl->tag == N_VALUE && c->type->tag == T_NUM) look(f, c->kind, c);
  }
  for (size_t i = 0; i < m->kinds.n; i++) look(f, m->kinds.at[i], NULL);
}
