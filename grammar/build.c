/* What grammar actions build trees with (parser.y). */
#include "grammar/build.h"
#include "interp/base/invariant.h"
#include "interp/base/limits.h"

Node *make_node(Unit *u, Tag tag, Loc loc, Node *a, Node *b)
{
  INVARIANT(tag < N_COUNT && (!b || b != a));
  Node *n = node_new(u, tag, loc);
  n->a = a;
  n->b = b;
  return n;
}

Node *make_name(Unit *u, Tag tag, Loc loc, const char *name)
{
  Node *n = node_new(u, tag, loc);
  n->name = name;
  return n;
}

Node *make_num(Unit *u, Loc loc, int64_t v)
{
  Node *n = node_new(u, N_NUM, loc);
  n->num = v;
  return n;
}

/* More than a game can have are refused where they stand: a file of a million cards takes
 * no longer than one that is full. */
static void count_declared(Unit *u, Declared sort, const Node *n)
{
  static const struct {
    int most;
    const char *words;
  } all[DECLARED_SORTS] = {
      [DECLARED_OPTIONS] = {MAX_SETTINGS, "options"},
      [DECLARED_VARIANTS] = {MAX_SETTINGS, "variants"},
      [DECLARED_CLAIMS] = {MAX_SETTINGS, "claims"},
      [DECLARED_ALWAYS] = {MAX_SETTINGS, "\"always\""},
      [DECLARED_OTHERS] = {MAX_ITEMS, "declarations"},
  };
  bool things = sort == DECLARED_THINGS;
  if (++u->declared[sort] != (things ? MOST_DECLARED : all[sort].most) + 1) return;
  u->cut = true;
  if (things)
    diag_hint(&u->diags,
              diag_add(&u->diags, DIAG_TOO_MANY_THINGS, n->loc,
                       "a game has at most %d things; nothing behind this one is read",
                       MAX_THINGS),
              "what is only counted, such as coins, is a number: coins: 0..999");
  else
    diag_add(&u->diags, DIAG_TOO_MANY, n->loc,
             "more than %d %s; nothing behind this one is read", all[sort].most,
             all[sort].words);
}

void count_thing(Unit *u, const Node *n) { count_declared(u, DECLARED_THINGS, n); }

void count_item(Unit *u, const Node *n)
{
  switch (n ? n->tag : N_THINGS) {
  case N_THINGS: break; /* one by one */
  case N_OPTION: count_declared(u, DECLARED_OPTIONS, n); break;
  case N_VARIANT: count_declared(u, DECLARED_VARIANTS, n); break;
  case N_CLAIM: count_declared(u, DECLARED_CLAIMS, n); break;
  case N_ALWAYS: count_declared(u, DECLARED_ALWAYS, n); break;
  default: count_declared(u, DECLARED_OTHERS, n); break;
  }
}

Node *cite(Node *n, NodeList cites)
{
  if (!cites.head) return n;
  cites.tail->next = n->cites;
  n->cites = cites.head;
  return n;
}

NodeList list_of(Node *n)
{
  NodeList l = {n, n};
  while (l.tail && l.tail->next) l.tail = l.tail->next;
  return l;
}

Node *label(Node *n, const char *text, Loc at)
{
  n->label_loc = at;
  n->label = text;
  return n;
}

/* The value that a definition defines; of things of a kind, of which `it` is one. */
static Node *own_value(Unit *u, const Node *v)
{
  Node *n = make_name(u, v->a ? N_CALL : v->extra ? N_DOT : N_NAME, v->loc, v->name);
  NodeList args = {0};
  for (const Node *p = v->a; p; p = p->next)
    args = list_add(args, make_name(u, N_NAME, p->loc, p->name));
  n->a = args.head;
  if (!v->extra) return n;
  Node *it = make_node(u, N_IT, v->loc, NULL, NULL);
  if (!v->a) n->a = it;
  else n->b = it, n->num = 2;
  return n;
}

Node *change_value(Unit *u, Node *v, int how, Node *by, Node *above, Node *guard)
{
  INVARIANT(v->tag == N_VALUE && how >= 1 && how <= 4 && by);
  v->num2 = how;
  v->e = above;
  if (how <= 2)
    v->c = make_node(u, how == 1 ? N_ADD : N_SUB, by->loc, own_value(u, v), by);
  else {
    v->c = make_name(u, N_CALL, by->loc, intern(u->names, how == 3 ? "max" : "min", 3));
    v->c->a = own_value(u, v);
    v->c->a->next = by;
  }
  if (!guard) return v;
  v->c = make_node(u, N_COND, guard->loc, guard, v->c);
  v->c->c = own_value(u, v);
  return v;
}

Node *joined(Unit *u, NodeList names, Node *block)
{
  INVARIANT(names.head && names.tail && !names.tail->next && block);
  for (Node *n = names.head; n != names.tail;) {
    Node *rest = n->next;
    n->next = NULL;
    n->b = make_node(u, N_BLOCK, rest->loc, make_node(u, N_CHOOSE, rest->loc, NULL, rest),
                     NULL);
    n->b->a->num = 1;
    n = rest;
  }
  names.tail->b = block;
  return names.head;
}
