#include "interp/sema/model.h"
#include "interp/base/invariant.h"

/* Of what type_same compares, so that equal types meet. */
static size_t type_hash(const Type *t)
{
  uint64_t h = (uint64_t)t->tag * 4 + t->opt * 2u + t->generic;
  h = h * 0x9E3779B97F4A7C15u + (uintptr_t)t->kind + (uintptr_t)t->words;
  if (t->tag == T_NUM)
    h = (h * 0x9E3779B97F4A7C15u + (uint64_t)t->lo) * 0x9E3779B97F4A7C15u +
        (uint64_t)t->hi;
  if (t->tag == T_LIST) h += (uint64_t)t->capacity * 31;
  if (t->tag == T_SET || t->tag == T_LIST)
    h = h * 0x9E3779B97F4A7C15u + type_hash(t->elem);
  return (size_t)(h * 0x9E3779B97F4A7C15u >> 20);
}

static Type **type_slot(const Model *m, const Type *t)
{
  size_t mask = m->type_cap - 1, j = type_hash(t) & mask;
  while (m->type_table[j] &&
         !(type_same(m->type_table[j], t) && m->type_table[j]->generic == t->generic))
    j = (j + 1) & mask;
  return &m->type_table[j];
}

static void grow_table(Model *m)
{
  Type **old = m->type_table;
  size_t n = m->type_cap;
  m->type_cap = n ? 2 * n : 256;
  m->type_table = arena_alloc(m->arena, m->type_cap * sizeof *old);
  for (size_t i = 0; i < n; i++)
    if (old[i]) *type_slot(m, old[i]) = old[i];
}

void type_add(Model *m, Type *t)
{
  if (m->types.n * 2 >= m->type_cap) grow_table(m);
  Type **slot = type_slot(m, t);
  if (!*slot) *slot = t;
  apush(m->arena, &m->types, t);
}

static Type *make(Model *m, Type t)
{
  Type *old = m->type_cap ? *type_slot(m, &t) : NULL;
  if (old) return old;
  Type *p = ARENA_NEW(m->arena, Type);
  *p = t;
  p->index = -1;
  type_add(m, p);
  return p;
}

Type *type_num(Model *m, int64_t lo, int64_t hi)
{
  if (lo < -MAX_NUMBER) lo = -MAX_NUMBER;
  if (hi > MAX_NUMBER) hi = MAX_NUMBER;
  if (hi < lo) hi = lo;
  return make(m, (Type){.tag = T_NUM, .lo = lo, .hi = hi});
}

Type *type_plain(Model *m, TypeTag tag)
{
  return make(m, (Type){.tag = tag, .hi = tag == T_FLAG ? 1 : 0});
}

Type *type_thing(Model *m, Kind *k, bool opt)
{
  INVARIANT(k);
  /* lo and hi are set when all things are known (collect.c). */
  return make(m, (Type){.tag = T_THING, .kind = k, .opt = opt});
}

Type *type_set(Model *m, Type *elem)
{
  INVARIANT(elem);
  if (elem->tag == T_VOID) return elem;
  return make(m, (Type){.tag = T_SET, .elem = type_opt(m, elem, false)});
}

Type *type_list(Model *m, Type *elem, int capacity)
{
  INVARIANT(elem && capacity > 0);
  return make(m, (Type){.tag = T_LIST, .elem = elem, .capacity = capacity});
}

Type *type_opt(Model *m, Type *t, bool opt)
{
  if (t->opt == opt || t->tag == T_VOID || t->tag == T_SET || t->tag == T_LIST ||
      t->tag == T_PILE)
    return t;
  Type c = *t;
  c.opt = opt;
  return make(m, c);
}

bool type_same(const Type *a, const Type *b)
{
  if (a == b) return true;
  if (a->tag != b->tag || a->opt != b->opt || a->kind != b->kind || a->words != b->words)
    return false;
  if (a->tag == T_NUM && (a->lo != b->lo || a->hi != b->hi)) return false;
  if (a->tag == T_LIST && a->capacity != b->capacity) return false;
  if (a->tag == T_SET || a->tag == T_LIST) return type_same(a->elem, b->elem);
  return true;
}

/* The same sort of scalar, whatever its range. */
static bool same_sort(const Type *a, const Type *b)
{
  return a->tag == b->tag && a->kind == b->kind && a->words == b->words;
}

bool type_fits(const Type *from, const Type *to)
{
  if (from->tag == T_VOID || to->tag == T_VOID) return true;
  switch (to->tag) {
  case T_SET:
    if (from->tag == T_SET || from->tag == T_LIST) return same_sort(from->elem, to->elem);
    if (from->tag == T_PILE)
      return to->elem->tag == T_THING && to->elem->kind == from->kind;
    return same_sort(from, to->elem);
  case T_LIST:
    return from->tag == T_LIST && same_sort(from->elem, to->elem) &&
           from->capacity <= to->capacity;
  default: return same_sort(from, to);
  }
}

static const char *noun(const Kind *k) { return k->label ? k->label : k->name; }

const char *type_words(Model *m, const Type *t)
{
  Arena *a = m->arena;
  const char *s = "something";
  switch (t->tag) {
  case T_VOID: return "something unknown";
  case T_NUM:
    s = t->lo == t->hi
            ? arena_printf(a, "the number %lld", (long long)t->lo)
            : arena_printf(a, "a number %lld..%lld", (long long)t->lo, (long long)t->hi);
    break;
  case T_FLAG: s = "yes or no"; break;
  case T_WORD:
    if (t->words->name) s = arena_printf(a, "a word of \"%s\"", t->words->name);
    else {
      s = "one of the words";
      for (Node *w = t->words->list; w; w = w->next)
        s = arena_printf(a, "%s%s %s", s, w == t->words->list ? "" : " |", w->name);
    }
    break;
  case T_THING:
    s = t->generic           ? "a thing of any kind"
        : t->kind->is_player ? "a player"
                             : arena_printf(a, "a thing of kind \"%s\"", noun(t->kind));
    break;
  case T_SET:
    if (t->elem->tag != T_THING || t->elem->generic)
      return arena_printf(a, "a set of: %s", type_words(m, t->elem));
    return t->elem->kind->is_player
               ? "a set of players"
               : arena_printf(a, "a set of \"%s\"", noun(t->elem->kind));
  case T_LIST: return arena_printf(a, "a list of: %s", type_words(m, t->elem));
  case T_PILE:
    return t->kind ? arena_printf(a, "a pile of \"%s\"", noun(t->kind)) : "a pile";
  case T_TEXT: return "a text";
  }
  return t->opt ? arena_printf(a, "%s, or none", s) : s;
}

int64_t type_count(const Type *t)
{
  switch (t->tag) {
  case T_FLAG: return 2;
  case T_WORD: return t->words->count;
  case T_THING: return t->kind ? t->kind->count : 0;
  case T_NUM: return t->hi - t->lo + 1;
  default: return 0;
  }
}

int type_registers(const Type *t)
{
  if (t->tag == T_SET)
    return (int)((type_count(t->elem) + 63) / 64) + (type_count(t->elem) == 0);
  if (t->tag == T_LIST) return t->capacity + 1;
  return 1;
}
