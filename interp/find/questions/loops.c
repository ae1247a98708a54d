/* Loops that nothing ends: nobody is asked in them, nothing leaves them, and nothing that
 * they do changes what they wait for, or only the other way. */
#include "interp/find/uses.h"
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"

typedef struct Loop {
  Find *f;
  bool *fields;          /* by index: what the condition reads */
  const Node *condition; /* may be NULL */
  const Node *away;      /* a change of what it waits for, away from its end */
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

static bool mentions(const Node *n, const Sym *y)
{
  if (!n) return false;
  if (n->sym == y) return true;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (mentions(p.at, y)) return true;
  return false;
}

static bool is_path_to(const Node *n, const Sym *y)
{
  while (n->tag == N_INDEX) n = n->a;
  return (n->tag == N_NAME || n->tag == N_DOT) && n->sym == y &&
         !(n->tag == N_DOT && mentions(n->a, y));
}

/* Is y at one end of its range all that this asks for? */
static bool asks_for_bound(const Node *is, const Sym *y, bool low)
{
  const Type *t = is->a->type;
  if (!is_path_to(is->a, y) || is->b->tag != N_NUM || !t || t->tag != T_NUM) return false;
  return low ? is->b->num <= t->lo : is->b->num >= t->hi;
}

/* Does a condition that holds go on to hold when y goes up, or down?  What stops at its
 * bound can do so for ever. */
static bool stays(const Node *c, const Sym *y, bool up)
{
  INVARIANT(c && c->tag < N_COUNT);
  if (!mentions(c, y)) return true;
  switch (c->tag) {
  case N_AND:
  case N_OR: return stays(c->a, y, up) && stays(c->b, y, up);
  case N_LT:
  case N_LE:
  case N_GT:
  case N_GE: {
    bool left = is_path_to(c->a, y), less = c->tag == N_LT || c->tag == N_LE;
    if (!(left || is_path_to(c->b, y)) || mentions(left ? c->b : c->a, y)) return false;
    return (left == less) != up;
  }
  case N_ISNOT: return asks_for_bound(c, y, up);
  case N_NOT: return c->a->tag == N_IS && asks_for_bound(c->a, y, up);
  default: return false;
  }
}

/* `repeat while gold > 3 { raise gold by 1 }` */
static bool goes_away(const Loop *l, const Node *change, const Sym *y)
{
  if (change->tag == N_SET || !change->b->type || change->b->type->lo < 0) return false;
  return stays(l->condition, y, change->tag == N_RAISE);
}

/* Something changes: does the loop wait for it, or can a `when` end the game? */
static void look_at_change(Loop *l, const Node *n)
{
  const Node *p = n->a;
  while (p->tag == N_INDEX) p = p->a;
  const Field *f = p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
  bool local = p->sym && p->sym->tag == SY_LOCAL;
  bool waits = local ? mentions(l->condition, p->sym) : f && l->fields[f->index];
  if (waits && goes_away(l, n, p->sym)) l->away = n;
  else l->ends |= waits;
  l->ends |= (!f && !local) || (f && l->f->m->whens.n);
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
  case N_LOWER: look_at_change(l, n); break;
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
  if (depth > MOST_DEPTH || n->tag == N_CALL || n->tag == N_PICK)
    return n->tag == N_CALL && !n->sym && n->op != BI_SEES
               ? reads(f, n->a, fields, depth + 1) &&
                     (!n->a || !n->a->next || reads(f, n->a->next, fields, depth + 1))
               : false;
  const Sym *y = n->sym;
  if (y && y->tag == SY_FIELD) fields[y->field->index] = true;
  else if (y && (y->tag == SY_VALUE || y->tag == SY_OWNER)) return false;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (!reads(f, p.at, fields, depth + 1)) return false;
  return true;
}

static void ask(Find *f, const Node *n)
{
  Arena *a = f->m->arena;
  Loop l = {.f = f,
            .condition = n->b,
            .fields = arena_alloc(a, f->m->fields.n + 1),
            .seen = arena_alloc(a, f->m->verbs.n + 1)};
  if (n->b && !reads(f, n->b, l.fields, 0)) return;
  look(&l, n->c);
  if (l.ends) return;
  Diag *g = diag_add(f->d, DIAG_ENDLESS_LOOP, n->loc, "this loop never ends%s",
                     n->b ? ", once it has begun" : "");
  if (l.away)
    diag_hint_at(f->d, g, l.away->loc,
                 "this leads away from what would end it; nothing else in it does");
  else if (n->b)
    diag_hint_at(f->d, g, n->b->loc,
                 "nothing in it changes this, asks anybody, or stops it");
  else diag_hint(f->d, g, "nobody is asked in it, and nothing stops it or ends the game");
  if (l.away)
    diag_hint(f->d, g, "turn it round: %s, or the condition",
              l.away->tag == N_RAISE ? "lower" : "raise");
  else diag_hint(f->d, g, "write how often (repeat 3), or leave it with: stop");
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
