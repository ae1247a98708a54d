/* Loops that nothing ends: nobody is asked in them, nothing leaves them, and nothing that
 * they do changes what they wait for. */
#include "interp/find/uses.h"
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"

typedef struct Loop {
  Find *f;
  bool *fields; /* by index: what the condition reads; NULL: it reads what is not known */
  bool ends;
  bool *seen; /* verbs by index */
  int depth;
} Loop;

enum { MOST_DEPTH = 40 };

static void look(Loop *l, const Node *n);

/* Rules around a verb, and slots, can be anything: they are looked into, too. */
static void look_at_verb(Loop *l, const Verb *v)
{
  const Model *m = l->f->m;
  if (!v || l->seen[v->index]) return;
  l->seen[v->index] = true;
  if (v->decl) look(l, v->decl->b);
  for (size_t i = 0; i < v->rules.n; i++) look(l, v->rules.at[i]->node->c);
  for (size_t i = 0; v->slot_of && i < m->bodies.n; i++)
    if (m->bodies.at[i].slot == v) look(l, m->bodies.at[i].node->a);
}

/* Something changes: does the loop wait for it, or can a `when` end the game? */
static void look_at_change(Loop *l, const Node *place)
{
  const Node *p = place;
  while (p->tag == N_INDEX) p = p->a;
  const Field *f = p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
  l->ends |= !f || l->f->m->whens.n || !l->fields || l->fields[f->index];
  if (f) look_at_verb(l, f->raise);
  if (f) look_at_verb(l, f->lower);
}

static void look_at_phrase(Loop *l, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->op) {
  case BP_NOTE:
  case BP_NOTE_AT:
  case BP_REVEAL: break;
  case BP_VERB:
  case BP_SLOT: look_at_verb(l, n->sym ? n->sym->slot : NULL); break;
  default: l->ends = true; /* it moves things, or ends the game */
  }
}

static void look(Loop *l, const Node *n)
{
  if (!n || l->ends || l->depth >= MOST_DEPTH) {
    l->ends |= l->depth >= MOST_DEPTH;
    return;
  }
  switch (n->tag) {
  case N_STOP:
  case N_REQUIRE:
  case N_CHOOSE:
  case N_MAY:
  case N_PICK: l->ends = true; return;
  case N_SET:
  case N_RAISE:
  case N_LOWER: look_at_change(l, n->a); break;
  case N_PHRASE: look_at_phrase(l, n); break;
  default: break;
  }
  l->depth++;
  for (Parts p = parts_of(n, PARTS_EXPRESSION | PARTS_STATEMENT); parts_next(&p);)
    look(l, p.at);
  l->depth--;
}

/* The fields that a condition reads; false if it may read more than can be told. */
static bool reads(const Find *f, const Node *n, bool *fields, int depth)
{
  if (!n) return true;
  if (depth > MOST_DEPTH || n->tag == N_CALL || n->tag == N_ME || n->tag == N_PICK)
    return n->tag == N_CALL && !n->sym && n->op != BI_SEES
               ? reads(f, n->a, fields, depth + 1) &&
                     (!n->a || !n->a->next || reads(f, n->a->next, fields, depth + 1))
               : false;
  const Sym *y = n->sym;
  if (y && y->tag == SY_FIELD) fields[y->field->index] = true;
  else if (y && (y->tag == SY_VALUE || y->tag == SY_LOCAL || y->tag == SY_OWNER))
    return false;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (!reads(f, p.at, fields, depth + 1)) return false;
  return true;
}

static void ask(Find *f, const Node *n)
{
  Arena *a = f->m->arena;
  Loop l = {.f = f,
            .fields = arena_alloc(a, f->m->fields.n + 1),
            .seen = arena_alloc(a, f->m->verbs.n + 1)};
  if (n->b && !reads(f, n->b, l.fields, 0)) return;
  look(&l, n->c);
  if (l.ends) return;
  Diag *g = diag_add(f->d, DIAG_ENDLESS_LOOP, n->loc, "this loop never ends%s",
                     n->b ? ", once it has begun" : "");
  if (n->b)
    diag_hint_at(f->d, g, n->b->loc,
                 "nothing in it changes this, asks anybody, or stops it");
  else diag_hint(f->d, g, "nobody is asked in it, and nothing stops it or ends the game");
  diag_hint(f->d, g, "write how often (repeat 3), or leave it with: stop");
}

static void search(Find *f, const Node *n, int depth)
{
  if (!n || depth > MOST_DEPTH) return;
  if (n->tag == N_REPEAT && !n->a && !in_library(f, n)) ask(f, n);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    search(f, p.at, depth + 1);
}

void find_loops(Find *f)
{
  const Model *m = f->m;
  for (size_t i = 0; i < m->verbs.n; i++)
    if (m->verbs.at[i]->decl && !m->verbs.at[i]->generic)
      search(f, m->verbs.at[i]->decl->b, 0);
  for (size_t i = 0; i < m->bodies.n; i++) search(f, m->bodies.at[i].node->a, 0);
  for (size_t i = 0; i < m->rules.n; i++) search(f, m->rules.at[i]->node->c, 0);
  for (size_t i = 0; i < m->whens.n; i++) search(f, m->whens.at[i]->node->c, 0);
}
