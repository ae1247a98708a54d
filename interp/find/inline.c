/* A value where it is asked for: `safe(it)` is what "safe" says, of `it`.
 *
 * Without it `controlled(r) and safe(r)` are two flags; with it the one says that the
 * guards are more than none, the other that they are none. */
#include "interp/find/range.h"
#include "interp/base/invariant.h"

#include <stdint.h>

enum { MAX_DEPTH = 4, MAX_ARGUMENTS = 8 };

typedef struct Binding {
  const Sym *params[MAX_ARGUMENTS];
  const Node *args[MAX_ARGUMENTS];
  int n;
} Binding;

static Node *copy(Arena *a, const Node *n, const Binding *b, Loc loc)
{
  if (!n) return NULL;
  const Node *from = n;
  for (int i = 0; n->tag == N_NAME && i < b->n; i++)
    if (n->sym == b->params[i]) from = b->args[i];
  Node *to = ARENA_NEW(a, Node);
  *to = *from;
  to->loc = loc; /* what is known is known from there */
  to->next = copy(a, n->next, b, loc);
  if (from != n) return to; /* an argument is not the value's own: it stays */
  to->a = copy(a, n->a, b, loc);
  to->b = copy(a, n->b, b, loc);
  to->c = copy(a, n->c, b, loc);
  return to;
}

/* The only thing that the value can be, whatever is played. */
static const Node *body_of(const Node *n)
{
  const Value *v = n->sym && n->sym->tag == SY_VALUE ? n->sym->value : NULL;
  if ((n->tag != N_NAME && n->tag != N_CALL) || !v || v->generic || v->of ||
      v->defs.n != 1)
    return NULL;
  const Def *d = &v->defs.at[0];
  if (v->type->tag != T_FLAG || d->place.variant || d->place.kind || d->place.hold)
    return NULL;
  return d->node->d ? NULL : d->node->c;
}

static bool bind(const Node *n, Binding *b)
{
  const Node *arg = n->tag == N_CALL ? n->a : NULL;
  b->n = 0;
  for (const Node *p = n->sym->value->defs.at[0].node->a; p; p = p->next) {
    if (!arg || b->n == MAX_ARGUMENTS || has_pick(arg)) return false;
    b->params[b->n] = p->sym;
    b->args[b->n++] = arg;
    arg = arg->next;
  }
  return true;
}

/* ---- each call once -------------------------------------------------------------- */

static size_t place_of(const Inlined *t, const Node *call)
{
  size_t mask = t->cap - 1, i = ((uintptr_t)call >> 4) * 0x9E3779B97F4A7C15u >> 20 & mask;
  while (t->calls[i] && t->calls[i] != call) i = (i + 1) & mask;
  return i;
}

static void make_room(Arena *a, Inlined *t)
{
  if (t->n * 2 < t->cap) return;
  Inlined old = *t;
  t->cap = old.cap ? old.cap * 2 : 64;
  t->calls = arena_alloc(a, t->cap * sizeof *t->calls);
  t->bodies = arena_alloc(a, t->cap * sizeof *t->bodies);
  for (size_t i = 0; i < old.cap; i++) {
    if (!old.calls[i]) continue;
    size_t to = place_of(t, old.calls[i]);
    t->calls[to] = old.calls[i];
    t->bodies[to] = old.bodies[i];
  }
}

const Node *inlined(Survey *k, const Node *n)
{
  INVARIANT(k->m && k->base <= k->n && k->n <= MAX_FACTS);
  const Node *body = k->depth < MAX_DEPTH ? body_of(n) : NULL;
  Inlined *t = &k->inlined;
  Binding b;
  if (!body) return NULL;
  make_room(k->m->arena, t);
  size_t at = place_of(t, n);
  if (!t->calls[at]) {
    t->calls[at] = n;
    t->bodies[at] = bind(n, &b) ? copy(k->m->arena, body, &b, n->loc) : NULL;
    t->n++;
  }
  return t->bodies[at];
}
