/* Where the rules stand that a refuted claim is about: what it did before it failed, and
 * what it asked for.  The mistake is there, not in the claim. */
#include "interp/find/claimed.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

enum { MOST_TOLD = 3 };

typedef struct Mention {
  Loc at;
  const char *name;
} Mention;

typedef struct Mentions {
  Find *f;
  const Node *claim, *failed; /* failed: NULL if it stands in the rules */
  const Thing *it;            /* what the claim is tried for, or NULL */
  bool over;                  /* the statement that failed was passed */
  VEC(Mention) did, asked;
} Mentions;

static bool before(const Loc *a, const Loc *b)
{
  return a->line != b->line ? a->line < b->line : a->col < b->col;
}

/* Each once, the last one last; what the claim's own file says only helps claims. */
static void add(Mentions *s, bool did, Loc at, const char *name)
{
  if (at.file == s->claim->loc.file && s->f->m->game->loc.file != at.file) return;
  Mention one = {at, name};
  size_t n = did ? s->did.n : s->asked.n;
  Mention *list = did ? s->did.at : s->asked.at;
  for (size_t i = 0; i < n; i++)
    if (list[i].at.file == at.file && list[i].at.line == at.line) {
      for (; i + 1 < n; i++) list[i] = list[i + 1];
      list[n - 1] = one;
      return;
    }
  if (did) vec_push(&s->did, one);
  else vec_push(&s->asked, one);
}

/* The thing whose slot is called, if that is known. */
static const Thing *whose(const Mentions *s, const Node *n)
{
  const Sym *y = n && n->tag == N_NAME ? n->sym : NULL;
  if (y && y->tag == SY_THING) return y->thing;
  return y && y->tag == SY_LOCAL ? s->it : NULL;
}

static void called(Mentions *s, const Node *n)
{
  const Verb *v = n->sym ? n->sym->slot : NULL;
  if (!v || !v->decl) return;
  const Thing *t = n->op == BP_SLOT ? whose(s, n->c) : NULL;
  for (size_t i = 0; t && i < s->f->m->bodies.n; i++) {
    const Body *b = &s->f->m->bodies.at[i];
    if (b->slot == v && b->thing->kind == t->kind && b->thing->name == t->name) {
      add(s, true, b->node->loc, t->name);
      return;
    }
  }
  add(s, true, v->decl->loc, v->name);
}

static void asked(Mentions *s, const Node *n)
{
  if (!n) return;
  const Value *v = n->sym && n->sym->tag == SY_VALUE ? n->sym->value : NULL;
  if (v && v->decl) add(s, false, v->decl->loc, v->name);
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) asked(s, p.at);
}

/* In the order of the source, up to the statement that failed. */
static void follow(Mentions *s, const Node *n, int depth)
{
  if (!n || depth > 60 || s->over) return;
  if (n == s->failed) {
    s->over = true;
    return;
  }
  if (n->tag == N_PHRASE && (n->op == BP_VERB || n->op == BP_SLOT)) called(s, n);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    follow(s, p.at, depth + 1);
}

/* `require not wrong`: what made it wrong was asked before. */
static void asked_before(Mentions *s, const Node *n, int depth)
{
  if (!n || depth > 60 || !before(&n->loc, &s->failed->loc)) return;
  if (n->tag == N_REQUIRE) asked(s, n);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    asked_before(s, p.at, depth + 1);
}

static void tell(Mentions *s, Diag *g)
{
  size_t from = s->did.n > MOST_TOLD ? s->did.n - MOST_TOLD : 0;
  for (size_t i = from; i < s->did.n; i++)
    diag_hint_at(s->f->d, g, s->did.at[i].at, "\"%s\" was done for it",
                 s->did.at[i].name);
  for (size_t i = 0; i < s->asked.n && i < MOST_TOLD; i++)
    diag_hint_at(s->f->d, g, s->asked.at[i].at, "\"%s\" is computed here",
                 s->asked.at[i].name);
}

void claimed_sources(Find *f, Diag *g, const Always *a, const Node *failed,
                     const Thing *it)
{
  INVARIANT(a->node->tag == N_CLAIM || a->node->tag == N_ALWAYS);
  Mentions s = {.f = f, .claim = a->node, .failed = failed, .it = it};
  if (!a->node->c) asked(&s, a->node->a);
  else {
    follow(&s, a->node->c, 0);
    if (failed) asked(&s, failed);
    if (failed && !s.asked.n) asked_before(&s, a->node->c, 0);
  }
  tell(&s, g);
  vec_free(&s.did);
  vec_free(&s.asked);
}
