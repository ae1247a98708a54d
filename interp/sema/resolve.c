/* Types as they are written. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <string.h>

Kind *find_kind(Sema *s, const char *name)
{
  Sym *y = find_sym(s, name);
  return y && y->tag == SY_KIND ? y->kind : NULL;
}

Type *unknown_kind(Sema *s, const Node *n)
{
  INVARIANT(s->m && s->d);
  INVARIANT(n && n->tag < N_COUNT);
  Nearest near = nearest_for(s->d, n->name);
  for (size_t i = 0; i < s->m->kinds.n; i++) nearest_try(&near, s->m->kinds.at[i]->name);
  nearest_try(&near, "flag");
  nearest_try(&near, "text");
  for (size_t i = 0; i < s->words.n; i++)
    if (s->words.at[i]->name) nearest_try(&near, s->words.at[i]->name);
  Diag *g = diag_add(s->d, DIAG_UNKNOWN_KIND, n->loc, "there is no kind or type \"%s\"",
                     n->name);
  static const char *const numbers[] = {"int", "integer", "number", "num", "float"},
                           *const flags[] = {"bool", "boolean"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (!strcmp(n->name, numbers[i])) {
      diag_hint(s->d, g, "a number has its range for a type, such as 0..99");
      return type_plain(s->m, T_VOID);
    }
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (!strcmp(n->name, flags[i])) near.best = "flag";
  if (!strcmp(n->name, "string")) near.best = "text";
  if (near.best) diag_meant(s->d, g, near.best);
  return type_plain(s->m, T_VOID);
}

static Type *named_type(Sema *s, Node *n)
{
  INVARIANT(n->tag == N_T_NAME);
  if (!strcmp(n->name, "flag")) return type_plain(s->m, T_FLAG);
  if (!strcmp(n->name, "text")) return type_plain(s->m, T_TEXT);
  if (!strcmp(n->name, "any")) {
    Type *t = ARENA_NEW(s->m->arena, Type);
    *t = (Type){.tag = T_THING, .generic = true, .index = -1};
    return t;
  }
  Sym *y = find_sym(s, n->name);
  if (y && y->tag == SY_KIND) return y->kind->type;
  if (y && y->tag == SY_TYPE) {
    if (!y->type) y->type = resolve_type(s, y->decl->a);
    return y->type;
  }
  return unknown_kind(s, n);
}

Type *words_type(Sema *s, Node *n, const char *name)
{
  INVARIANT(s->m && s->d);
  INVARIANT(n && n->tag < N_COUNT);
  Words *w = ARENA_NEW(s->m->arena, Words);
  w->list = n->a;
  w->name = name;
  w->pack = own_pack(s);
  for (Node *x = n->a; x; x = x->next) {
    if (++w->count == MAX_UNIVERSE && x->next) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_UNIVERSE_TOO_LARGE, x->next->loc,
                         "a type has at most %d words", MAX_UNIVERSE),
                "so many are things of a kind");
      x->next = NULL;
    }
    for (Node *y = n->a; y != x; y = y->next)
      if (y->name == x->name)
        diag_hint(s->d,
                  diag_add(s->d, DIAG_DUPLICATE, x->loc, "the word \"%s\" stands twice",
                           x->name),
                  "leave one of them out, or rename it");
  }
  apush(s->m->arena, &s->m->words, w);
  apush(s->m->arena, &s->words, w);
  Type *t = ARENA_NEW(s->m->arena, Type);
  *t = (Type){.tag = T_WORD, .words = w, .hi = w->count - 1, .index = -1};
  type_add(s->m, t);
  return t;
}

/* A set's elements must be few enough to choose from. */
static Type *set_of(Sema *s, Node *n, Type *elem)
{
  INVARIANT(n->tag == N_T_SET);
  if (elem->tag == T_SET || elem->tag == T_LIST || elem->tag == T_PILE ||
      elem->tag == T_TEXT) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_NOT_A_SET, n->loc,
                       "a set holds numbers, words, flags or things"),
              "one set for each thing is a field of its kind, or: set of … per …");
    return type_plain(s->m, T_VOID);
  }
  if (elem->tag == T_NUM && elem->hi - elem->lo >= MAX_UNIVERSE) {
    diag_add(s->d, DIAG_UNIVERSE_TOO_LARGE, n->loc, "a set of numbers spans at most %d",
             MAX_UNIVERSE);
    return type_plain(s->m, T_VOID);
  }
  if (elem->generic) {
    Type *t = ARENA_NEW(s->m->arena, Type);
    *t = (Type){.tag = T_SET, .elem = elem, .generic = true, .index = -1};
    return t;
  }
  return type_set(s->m, elem);
}

static const Node *number_named(Sema *s, const char *name)
{
  if (!s->numbers) {
    s->numbers = map_new(s->m->arena);
    for (Node *n = s->u->items.head; n; n = n->next)
      if (n->tag == N_VALUE && !n->a && n->c && !map_get(s->numbers, n->name))
        map_put(s->numbers, n->name, n);
  }
  return map_get(s->numbers, name);
}

/* How many there are of a kind or thing, in whatever variant has most. */
static bool fixed_count(Sema *s, const Node *n, int64_t *v)
{
  if (strcmp(n->name, "count") || !n->a || n->a->tag != N_NAME || n->a->next)
    return false;
  Sym *y = find_sym(s, n->a->name);
  if (!y || (y->tag != SY_KIND && y->tag != SY_THING)) return false;
  *v = y->tag == SY_KIND ? y->kind->count : y->thing->copies;
  return s->m->things.n > 0; /* else they have not been counted yet */
}

enum { MOST_NAMED = 50 }; /* numbers named by each other, one after the other */

/* A number written with numbers and the names of such numbers; false if it is not one. */
static bool fixed_number(Sema *s, const Node *n, int depth, int64_t *v)
{
  int64_t a = 0, b = 0;
  if (!n || depth > MOST_NAMED) return false;
  switch (n->tag) {
  case N_NUM: *v = n->num; return true;
  case N_NAME: {
    const Node *value = number_named(s, n->name);
    return value && fixed_number(s, value->c, depth + 1, v);
  }
  case N_CALL: return fixed_count(s, n, v);
  case N_NEG:
    if (!fixed_number(s, n->a, depth + 1, &a)) return false;
    *v = -a;
    return true;
  case N_ADD:
  case N_SUB:
  case N_MUL:
    if (!fixed_number(s, n->a, depth + 1, &a) || !fixed_number(s, n->b, depth + 1, &b))
      return false;
    if (a < -MAX_NUMBER || a > MAX_NUMBER || b < -MAX_NUMBER || b > MAX_NUMBER)
      return false;
    *v = n->tag == N_ADD ? a + b : n->tag == N_SUB ? a - b : a * b;
    return true;
  default: return false;
  }
}

static bool range_end(Sema *s, Node *n, int64_t *v)
{
  bool fixed = fixed_number(s, n, 0, v);
  if (!fixed) {
    Diag *g = diag_add(s->d, DIAG_NOT_CONSTANT, n->loc,
                       "a range ends with a number, and \"%s\" is none", n->name);
    if (n->tag == N_CALL)
      diag_hint(s->d, g, "it may count what there is: 0..count(KIND)");
    else diag_hint(s->d, g, "name one: value %s = 9", n->name);
    return false;
  }
  if (n->tag != N_NAME) return true;
  apush(s->m->arena, &s->ends, n);
  if (*v >= -MAX_NUMBER && *v <= MAX_NUMBER) return true;
  diag_add(s->d, DIAG_BAD_RANGE, n->loc, "\"%s\" is too large for a range", n->name);
  return false;
}

void check_ends(Sema *s)
{
  for (size_t i = 0; i < s->ends.n; i++) {
    Node *n = s->ends.at[i];
    Sym *y = find_sym(s, n->name);
    if (!y || y->tag != SY_VALUE) continue;
    y->value->used = true;
    n->sym = y;
    if (y->value->defs.n < 2) continue;
    Diag *g = diag_add(s->d, DIAG_NOT_CONSTANT, n->loc,
                       "a range ends with a number that is always the same");
    diag_hint_at(s->d, g, y->value->defs.at[1].node->loc, "here \"%s\" is another one",
                 n->name);
  }
}

static Type *resolve_once(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Model *m = s->m;
  Type *t;
  switch (n->tag) {
  case N_T_RANGE:
    if (!range_end(s, n->a, &n->num) || !range_end(s, n->b, &n->num2))
      return type_plain(m, T_VOID);
    if (n->num > n->num2) {
      Diag *g = diag_add(s->d, DIAG_BAD_RANGE, n->loc, "the range %lld..%lld is empty",
                         (long long)n->num, (long long)n->num2);
      diag_hint(s->d, g, "the smaller number comes first");
    }
    return type_num(m, n->num, n->num2);
  case N_T_NAME: return named_type(s, n);
  case N_T_WORDS: return n->extra ? names_type(s, n, NULL) : words_type(s, n, NULL);
  case N_T_SET: return set_of(s, n, resolve_type(s, n->a));
  case N_T_LIST:
    t = resolve_type(s, n->a);
    if (n->num < 1 || n->num > MAX_LIST) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_LIST_TOO_LONG, n->loc, "a list has 1 to %d elements",
                         MAX_LIST),
                "where each thing can stand only once, a pile or a set has no limit");
      return type_plain(m, T_VOID);
    }
    if (t->tag == T_SET || t->tag == T_LIST || t->tag == T_PILE) {
      diag_add(s->d, DIAG_NOT_A_SET, n->loc,
               "a list holds numbers, words, flags, things or texts");
      return type_plain(m, T_VOID);
    }
    return type_list(m, t, (int)n->num);
  case N_T_PILE: {
    if (!strcmp(n->name, "any")) {
      t = ARENA_NEW(m->arena, Type);
      *t = (Type){.tag = T_PILE, .generic = true, .index = -1};
      return t;
    }
    Kind *k = find_kind(s, n->name);
    if (!k) return unknown_kind(s, n);
    k->in_piles = true;
    t = ARENA_NEW(m->arena, Type);
    *t = (Type){.tag = T_PILE, .kind = k, .index = -1};
    type_add(m, t);
    return t;
  }
  case N_T_OPT: return type_opt(m, resolve_type(s, n->a), true);
  case N_T_PER: return resolve_type(s, n->a); /* the caller looks at `per` itself */
  default: return type_plain(m, T_VOID);
  }
}

Type *resolve_type(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (!n->type) {
    n->type = type_plain(s->m, T_VOID); /* against `type a = a` */
    n->type = resolve_once(s, n);
  }
  return n->type;
}
