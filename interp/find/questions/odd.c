/* What is idle or odd: a reveal that tells nothing, two things of a kind that are one. */
#include "interp/find/uses.h"
#include "interp/sema/builtin.h"

#include <string.h>

/* ---- reveals ----------------------------------------------------------------------- */

/* Names that loops go through piles with. */
typedef struct Loop {
  const struct Loop *around;
  const Node *each;
} Loop;

/* The pile, or what lies in one that a loop goes through: `each c in p.hand`, `each c in
 * top(p.hand)`. */
static const Field *revealed(const Node *n, const Loop *l)
{
  if (!n || n->tag != N_NAME || !n->sym || n->sym->tag != SY_LOCAL) return named_field(n);
  for (; l; l = l->around) {
    if (l->each->name != n->name) continue;
    const Node *s = l->each->a;
    if (s && s->tag == N_CALL && !s->num && s->a && !s->a->next) s = s->a;
    const Field *x = named_field(s);
    return x && x->pile ? x : NULL;
  }
  return NULL;
}

static void look(Find *f, const Node *n, const Loop *around, int depth)
{
  if (!n || depth > 200) return;
  const Field *x =
      n->tag == N_PHRASE && n->op == BP_REVEAL && n->b ? revealed(n->b, around) : NULL;
  const Loop here = {around, n}, *l = n->tag == N_EACH ? &here : around;
  if (x && !x->decl->c && !in_library(f, n)) {
    Diag *g = diag_add(f->d, DIAG_REVEALS_NOTHING, n->loc,
                       "this tells nothing: everybody sees \"%s\"", x->name);
    diag_hint_at(f->d, g, x->decl->loc, "if it is hidden, say so here: seen by %s",
                 x->kind && x->kind == f->m->player ? "owner" : "none");
  }
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    look(f, p.at, l, depth + 1);
}

static void see(void *user, const Verb *of, const Node *body)
{
  (void)of;
  look(user, body, NULL, 0);
}

/* ---- twins ------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t h, uint64_t x)
{
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 32;
}

/* A number that is the same for what is written in the same way; `alike`: with other
 * names and numbers in it, too.  Many things are compared with many others. */
static uint64_t form(const Node *n, bool alike)
{
  uint64_t h = 1;
  for (; n; n = n->next) {
    bool told = n->tag == N_FILL && n->a && n->a->tag == N_STR;
    bool leaf = alike && (n->tag == N_NAME || n->tag == N_NUM);
    h = mixed(h, (uint64_t)n->tag + 1);
    if (!leaf) h = mixed(mixed(h, (uintptr_t)n->name), (uint64_t)n->num);
    if (told) continue; /* what is told on it is not done */
    h = mixed(h, (uint64_t)n->num2);
    const Node *parts[] = {n->a, n->b, n->c, n->d, n->e};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
      h = mixed(h, parts[i] ? form(parts[i], alike) : 0);
  }
  return h;
}

/* Does it do anything, or is something only printed on it? */
static bool acts(const Thing *t)
{
  /* One that is declared on the spot is a part of another. */
  for (const Node *n = t->decl && !strchr(t->name, '.') ? t->decl->a : NULL; n;
       n = n->next)
    if (n->tag == N_WHILE || (n->tag == N_BODY && n->a && n->a->a)) return true;
  return false;
}

/* Of many that are built alike, two that do the very same: one was copied and not
 * changed. */
static void look_at_kind(Find *f, const Kind *k)
{
  enum { ENOUGH = 6, MOST = 400 };
  const Thing *all[MOST];
  uint64_t very[MOST], alike[MOST];
  int twins[MOST], last[MOST], n = 0; /* before each one: how many, and which */
  for (size_t i = 0; i < k->things.n && n < MOST; i++)
    if (acts(k->things.at[i]) && (!n || all[n - 1]->decl != k->things.at[i]->decl))
      all[n++] = k->things.at[i];
  for (int i = 0; i < n; i++) {
    very[i] = form(all[i]->decl->a, false);
    alike[i] = form(all[i]->decl->a, true);
    twins[i] = 0;
    last[i] = -1;
    for (int j = 0; j < i; j++)
      if (very[i] == very[j]) twins[i]++, last[i] = j;
  }
  for (int i = 0; i < n; i++) {
    int group = 0, pairs = 0, other = last[i];
    for (int j = 0; other >= 0 && j < n; j++)
      if (alike[i] == alike[j]) group++, pairs += twins[j];
    if (other < 0 || pairs != 1 || group < ENOUGH || in_library(f, all[i]->decl))
      continue;
    Diag *g =
        diag_add(f->d, DIAG_TWINS, all[i]->decl->loc,
                 "\"%s\" does exactly what \"%s\" does", all[i]->name, all[other]->name);
    diag_hint_at(f->d, g, all[other]->decl->loc,
                 "this one; no other two of the %d that are built like it are alike",
                 group);
    diag_hint(f->d, g, "write what it does; if it is the same card, it is a copy: %s * 2",
              all[other]->name);
  }
}

void find_odd(Find *f)
{
  bodies_each(f->m, see, f);
  for (size_t i = 0; i < f->m->kinds.n; i++) look_at_kind(f, f->m->kinds.at[i]);
}
