#include "grammar/tree.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---------------------------------------------------------------------- */

struct Interner {
  Arena *arena;
  const char **slots;
  size_t cap, n;
};

static uint32_t hash_bytes(const char *s, size_t n)
{
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * 16777619u;
  return h;
}

Interner *interner_new(Arena *a)
{
  Interner *in = ARENA_NEW(a, Interner);
  in->arena = a;
  in->cap = 1024;
  in->slots = arena_alloc(a, in->cap * sizeof *in->slots);
  return in;
}

static void interner_grow(Interner *in)
{
  const char **old = in->slots;
  size_t cap = in->cap;
  in->cap *= 2;
  in->slots = arena_alloc(in->arena, in->cap * sizeof *in->slots);
  for (size_t i = 0; i < cap; i++) {
    if (!old[i]) continue;
    size_t j = hash_bytes(old[i], strlen(old[i])) & (in->cap - 1);
    while (in->slots[j]) j = (j + 1) & (in->cap - 1);
    in->slots[j] = old[i];
  }
}

const char *intern(Interner *in, const char *s, size_t n)
{
  INVARIANT(in->n < in->cap);
  if (in->n * 2 > in->cap) interner_grow(in);
  size_t j = hash_bytes(s, n) & (in->cap - 1);
  while (in->slots[j]) {
    if (!strncmp(in->slots[j], s, n) && !in->slots[j][n]) return in->slots[j];
    j = (j + 1) & (in->cap - 1);
  }
  in->n++;
  return in->slots[j] = arena_strndup(in->arena, s, n);
}

/* ---- nodes ---------------------------------------------------------------------- */

Unit *unit_new(Arena *arena)
{
  Unit *u = ARENA_NEW(arena, Unit);
  u->arena = arena;
  sources_init(&u->sources, arena);
  diags_init(&u->diags, arena);
  u->names = interner_new(arena);
  u->tests = true;
  return u;
}

void unit_free(Unit *u)
{
  sources_free(&u->sources);
  diags_free(&u->diags);
  vec_free(&u->accepts);
  vec_free(&u->reading);
}

Node *node_new(Unit *u, Tag tag, Loc loc)
{
  INVARIANT(tag >= 0 && tag < N_COUNT);
  Node *n = ARENA_NEW(u->arena, Node);
  n->tag = tag;
  n->loc = loc;
  return n;
}

Node *node_copy(Unit *u, const Node *n, bool siblings)
{
  if (!n) return NULL;
  Node *c = ARENA_NEW(u->arena, Node);
  *c = *n;
  c->a = node_copy(u, n->a, true);
  c->b = node_copy(u, n->b, true);
  c->c = node_copy(u, n->c, true);
  c->d = node_copy(u, n->d, true);
  c->e = node_copy(u, n->e, true);
  c->next = siblings ? node_copy(u, n->next, true) : NULL;
  return c;
}

NodeList list_one(Node *n) { return (NodeList){n, n}; }

NodeList list_add(NodeList l, Node *n)
{
  INVARIANT(!n || !n->next || n != l.tail);
  if (!n) return l;
  if (!l.head) return list_one(n);
  l.tail->next = n;
  l.tail = n;
  return l;
}

Loc loc_span(Loc a, Loc b)
{
  if (a.line == b.line && b.end > a.end) a.end = b.end;
  return a;
}

/* ---- parts ---------------------------------------------------------------------- */

enum { SLOTS = 5 };

typedef struct NodeRow {
  const char *name;
  Sort sort;
  PartRole roles[SLOTS];
} NodeRow;

static const NodeRow rows[] = {
#define NODE(tag, sort, a, b, c, d, e, more)                                             \
  {#tag, SORT_##sort, {ROLE_##a, ROLE_##b, ROLE_##c, ROLE_##d, ROLE_##e}},
#include "grammar/tree.def"
#undef NODE
};

static const struct {
  bool many;
  Sort sort;
} role_rows[] = {
#define ROLE(name, many, sort) {many, SORT_##sort},
#include "grammar/tree.def"
#undef ROLE
};

static Node *node_slot(const Node *n, int i)
{
  switch (i) {
  case 0: return n->a;
  case 1: return n->b;
  case 2: return n->c;
  case 3: return n->d;
  default: return n->e;
  }
}

Parts parts_of(const Node *n, unsigned roles)
{
  INVARIANT(n->tag >= 0 && n->tag < N_COUNT);
  return (Parts){.of = n, .roles = roles};
}

bool parts_next(Parts *p)
{
  INVARIANT(p->of->tag < N_COUNT && p->slot <= SLOTS);
  p->at = p->then;
  while (!p->at && p->slot < SLOTS) {
    p->role = rows[p->of->tag].roles[p->slot];
    if (p->roles >> p->role & 1) p->at = node_slot(p->of, p->slot);
    p->slot++;
  }
  p->then = p->at && role_rows[p->role].many ? p->at->next : NULL;
  return p->at != NULL;
}

Node *node_block(const Node *n)
{
  INVARIANT(n);
  Parts p = parts_of(n, PARTS_BLOCK);
  return parts_next(&p) ? p.at : NULL;
}

static bool fits(const Node *n, PartRole role)
{
  Sort want = role_rows[role].sort, is = rows[n->tag].sort;
  return want == SORT_ANY || is == SORT_ANY || want == is;
}

const Node *tree_wrong(const Node *n)
{
  for (int i = 0; i < SLOTS; i++)
    if (rows[n->tag].roles[i] == ROLE_NIL && node_slot(n, i)) return n;
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) {
    const Node *wrong = fits(p.at, p.role) ? tree_wrong(p.at) : n;
    if (wrong) return wrong;
  }
  return NULL;
}

Sort tag_sort(Tag t) { return rows[t].sort; }
const char *tag_name(Tag t) { return rows[t].name; }

/* ---- as text -------------------------------------------------------------------- */

static void dump_text(FILE *out, const char *t)
{
  fputc('"', out);
  for (; *t; t++) {
    if (*t == '"' || *t == '\\') fputc('\\', out);
    fputc(*t, out);
  }
  fputc('"', out);
}

static void dump_part(FILE *out, const Unit *u, const char *part, const Node *n,
                      int depth)
{
  if (!n) return;
  fprintf(out, "%*s%s:\n", depth * 2, "", part);
  for (; n; n = n->next) tree_dump(out, u, n, depth + 1);
}

void tree_dump(FILE *out, const Unit *u, const Node *n, int depth)
{
  INVARIANT(n->tag >= 0 && n->tag < N_COUNT);
  fprintf(out, "%*s%s", depth * 2, "", tag_name(n->tag));
  if (n->name) {
    fputc(' ', out);
    if (n->tag == N_STR || n->tag == N_USE) dump_text(out, n->name);
    else fputs(n->name, out);
  }
  if (n->extra) fprintf(out, " of %s", n->extra);
  if (n->num || n->tag == N_NUM) fprintf(out, " %lld", (long long)n->num);
  if (n->num2) fprintf(out, " %lld", (long long)n->num2);
  if (n->label) fputc(' ', out), dump_text(out, n->label);
  for (const Node *c = n->cites; c; c = c->next) fprintf(out, " @%s", c->name);
  fprintf(out, "  %d:%d\n", n->loc.line, n->loc.col);
  dump_part(out, u, "a", n->a, depth + 1);
  dump_part(out, u, "b", n->b, depth + 1);
  dump_part(out, u, "c", n->c, depth + 1);
  dump_part(out, u, "d", n->d, depth + 1);
  dump_part(out, u, "e", n->e, depth + 1);
}
