/* What grammar actions build trees with: nodes, what is short for something longer, and
 * how many declarations there may be. */
#ifndef REGEL_BUILD_H
#define REGEL_BUILD_H
#include "grammar/tree.h"

Node *make_node(Unit *u, Tag tag, Loc loc, Node *a, Node *b);
Node *make_name(Unit *u, Tag tag, Loc loc, const char *name);
Node *make_num(Unit *u, Loc loc, int64_t v);
/* Adds citations, or a text with its place, to a node: the node. */
Node *cite(Node *n, NodeList cites);
Node *label(Node *n, const char *text, Loc at);
NodeList list_of(Node *n);

/* `raise x(n) by e if c` is short for a definition of x from what it is beneath:
 * `if c then x(n) + e else x(n)`.  `how` is 1 for raise, 2 for lower, 3 for at least, 4
 * for at most. */
Node *change_value(Unit *u, Node *v, int how, Node *by, Node *above, Node *guard);
/* `s in A, t in B { … }` is a choice of t inside the alternative of s, asked together. */
Node *joined(Unit *u, NodeList names, Node *block);

/* One more item of a file, or one more thing. */
void count_item(Unit *u, const Node *n);
void count_thing(Unit *u, const Node *n);

#endif
