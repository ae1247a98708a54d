/* Values: their definitions, tables, and copies for kinds of things. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <string.h>

static void check_pattern(Sema *s, Node *p, Type *key)
{
  if (p->tag == N_NAME && !strcmp(p->name, "any")) return;
  if (p->tag == N_SPAN) {
    if (key->tag != T_NUM && key->tag != T_VOID)
      diag_add(s->d, DIAG_TABLE_ROW, p->loc, "a range fits only a number");
    p->a->type = p->b->type = type_num(s->m, p->a->num, p->b->num);
    if (p->a->num > p->b->num)
      diag_hint(s->d, diag_add(s->d, DIAG_BAD_RANGE, p->loc, "this range is empty"),
                "the smaller number comes first");
    p->type = key;
    return;
  }
  Type *t = check_expr(s, p, key);
  bool copies = p->sym && p->sym->tag == SY_THING && p->sym->thing->kind == key->kind;
  if (t->tag != T_VOID && key->tag != T_VOID && !type_fits(t, key) && !copies) {
    Diag *g = diag_add(s->d, DIAG_TABLE_ROW, p->loc, "this never equals its key");
    diag_hint(s->d, g, "the key is %s", type_words(s->m, key));
  }
}

bool pattern_has(const Node *pat, int64_t v)
{
  INVARIANT(pat && pat->tag < N_COUNT);
  for (const Node *p = pat->a; p; p = p->next) {
    if (p->tag == N_NAME && !p->sym && p->name && !strcmp(p->name, "any")) return true;
    if (p->tag == N_SPAN && p->a->num <= v && v <= p->b->num) return true;
    if (p->tag == N_NUM && p->num == v) return true;
    if (p->tag == N_YES && v == 1) return true;
    if (p->tag == N_NO && v == 0) return true;
    if (p->tag == N_NONE && v == NONE) return true;
    if (p->sym && p->sym->tag == SY_THING && p->sym->thing->id <= v &&
        v < p->sym->thing->id + p->sym->thing->copies)
      return true;
  }
  return false;
}

/* The numbers that an alternative of a pattern fits; false: it fits `none`, or nothing.
 */
static bool pattern_span(const Node *p, const Type *key, int64_t *lo, int64_t *hi)
{
  *lo = key->lo, *hi = key->hi;
  if (p->tag == N_NAME && !p->sym && p->name && !strcmp(p->name, "any")) return true;
  if (p->tag == N_SPAN) *lo = p->a->num, *hi = p->b->num;
  else if (p->tag == N_NUM) *lo = *hi = p->num;
  else if (p->tag == N_YES || p->tag == N_NO) *lo = *hi = p->tag == N_YES;
  else if (p->sym && p->sym->tag == SY_THING) {
    *lo = p->sym->thing->id;
    *hi = *lo + p->sym->thing->copies - 1;
  } else return false;
  if (*lo < key->lo) *lo = key->lo;
  if (*hi > key->hi) *hi = key->hi;
  return *lo <= *hi;
}

enum { MAX_COVERED = 1 << 20 }; /* values of a key that are looked at one by one */

/* A table with one key: each row is looked at once.  `at` is a value without a row. */
static bool rows_cover(Sema *s, const Node *table, const Type *key, int64_t *at)
{
  INVARIANT(table && table->tag < N_COUNT);
  int64_t n = key->hi - key->lo + 1, open = 0;
  bool none = !key->opt;
  int32_t *step = arena_alloc(s->m->arena, (size_t)(n + 1) * sizeof *step);
  for (const Node *r = table->b; r; r = r->next) {
    none = none || pattern_has(r->a, NONE);
    for (const Node *p = r->a->a; p; p = p->next) {
      int64_t lo, hi;
      if (!pattern_span(p, key, &lo, &hi)) continue;
      step[lo - key->lo]++;
      step[hi + 1 - key->lo]--;
    }
  }
  *at = NONE;
  if (!none) return false;
  for (int64_t i = 0; i < n; i++) {
    open += step[i];
    *at = key->lo + i;
    if (!open) return false;
  }
  return true;
}

/* Walks all combinations of keys, as far as its budget of rows looked at lasts. */
static bool combinations_cover(const Node *table, const Node *key, int64_t *at, int depth,
                               int64_t *budget)
{
  if (!key) {
    for (Node *r = table->b; r; r = r->next) {
      if (--*budget < 0) return true;
      int i = 0;
      bool all = true;
      for (Node *p = r->a; p && all; p = p->next) all = pattern_has(p, at[i++]);
      if (all) return true;
    }
    return false;
  }
  Type *t = key->type;
  if (t->tag == T_VOID) return true;
  if (t->opt) {
    at[depth] = NONE;
    if (!combinations_cover(table, key->next, at, depth + 1, budget)) return false;
  }
  for (int64_t v = t->lo; v <= t->hi; v++) {
    at[depth] = v;
    if (!combinations_cover(table, key->next, at, depth + 1, budget)) return false;
    if (*budget < 0) return true;
  }
  return true;
}

/* A range that a value promises but can never keep, in one of its cases: a slip. */
static bool check_promise(Sema *s, const Node *n, const Type *want)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_COND) {
    bool yes = check_promise(s, n->b, want), no = check_promise(s, n->c, want);
    return yes && no;
  }
  const Type *t = n->type;
  if (!want || want->tag != T_NUM || !t || t->tag != T_NUM) return true;
  if (t->lo <= want->hi && t->hi >= want->lo) return true;
  Diag *g =
      diag_add(s->d, DIAG_OUT_OF_RANGE, n->loc, "this is %s, never within %lld..%lld",
               type_words(s->m, t), (long long)want->lo, (long long)want->hi);
  diag_hint(s->d, g, "take another number, or declare a range that it fits");
  return false;
}

enum { MAX_KEYS = 8, COVER_BUDGET = 10 * 1000 * 1000 };

static bool table_covers(Sema *s, const Node *table, int keys, int64_t *at)
{
  INVARIANT(table && table->tag < N_COUNT);
  const Type *key = table->a->type;
  if (keys > MAX_KEYS) return true;
  if (keys == 1 && key->tag != T_VOID && key->hi - key->lo < MAX_COVERED)
    return rows_cover(s, table, key, at);
  int64_t budget = COVER_BUDGET;
  return combinations_cover(table, table->a, at, 0, &budget);
}

static Type *check_table(Sema *s, Node *n, Type *want)
{
  INVARIANT(n && n->tag < N_COUNT);
  int keys = 0;
  for (Node *k = n->a; k; k = k->next, keys++) {
    Type *t = check_expr(s, k, NULL);
    if (t->tag == T_SET || t->tag == T_LIST || t->tag == T_PILE || t->tag == T_TEXT) {
      diag_add(s->d, DIAG_TABLE_ROW, k->loc,
               "a table is read by numbers, words, flags or things");
      k->type = t_void(s);
    }
  }
  Type *result = NULL;
  for (Node *r = n->b; r; r = r->next) {
    Node *k = n->a;
    int pats = 0;
    for (Node *p = r->a; p; p = p->next, pats++) {
      for (Node *x = p->a; x && k; x = x->next) check_pattern(s, x, k->type);
      if (k) k = k->next;
    }
    if (pats != keys)
      diag_hint(s->d,
                diag_add(s->d, DIAG_TABLE_ROW, r->loc,
                         "this row has %d key%s, the table %d", pats,
                         pats == 1 ? "" : "s", keys),
                "each row has one for each; \"any\" fits everything");
    Type *t = check_expr(s, r->b, want ? want : result);
    check_promise(s, r->b, want);
    result = result ? unify(s, r->b, result, t, false, is_none(r->b)) : t;
  }
  int64_t at[MAX_KEYS] = {0};
  if (s->d->errors == 0 && !table_covers(s, n, keys, at)) {
    const char *missing = "";
    int i = 0;
    for (Node *k = n->a; k; k = k->next, i++) {
      const char *word = arena_printf(s->m->arena, "%lld", (long long)at[i]);
      if (at[i] == NONE) word = "none";
      else if (k->type->tag == T_WORD) {
        Node *w = k->type->words->list;
        for (int64_t j = 0; j < at[i]; j++) w = w->next;
        word = w->name;
      } else if (k->type->tag == T_FLAG) word = at[i] ? "yes" : "no";
      missing = arena_printf(s->m->arena, "%s%s%s", missing, i ? ", " : "", word);
    }
    Diag *g = diag_add(s->d, DIAG_TABLE_GAP, n->loc, "no row fits %s", missing);
    const Node *last = n->b;
    while (last && last->next) last = last->next;
    remedy_row(s, g, last, missing);
  }
  return result ? result : t_void(s);
}

/* A contribution that reads its own value would count before or after others by chance.
 */
static void check_own(Sema *s, const Value *v, const Node *n, bool arg)
{
  for (; n; n = arg ? n->next : NULL) {
    if (value_named(n) == v) {
      Diag *g = diag_add(s->d, DIAG_VALUE_CYCLE, n->loc,
                         "what is added to \"%s\" cannot depend on it", v->name);
      diag_hint(s->d, g,
                "define it instead: value %s… = …, where its name means what is "
                "beneath",
                v->name);
    }
    check_own(s, v, n->a, n->tag == N_CALL);
    check_own(s, v, n->b, false);
    check_own(s, v, n->c, false);
  }
}

static void check_change(Sema *s, const Value *v, const Node *n)
{
  const Node *e = n->c;
  if (e->tag == N_COND) check_own(s, v, e->a, false), e = e->b;
  check_own(s, v, e->tag == N_CALL ? e->a->next : e->b, false);
}

static void check_def(Sema *s, Value *v, Def *d)
{
  if (v->column && d == &v->defs.at[0]) return; /* printed: it is checked as that */
  Sema saved = *s; /* who asks for it first decides nothing of what it may say */
  s->scope = NULL;
  s->it = d->it;
  s->pure = true;
  s->loops = 0;
  s->has_me = true;
  s->in_seen = s->in_view = s->in_title = false;
  s->in_test = d->place.variant && d->place.variant->tests;
  s->place = d->place;
  s->self = d->place.kind;
  s->depth = 0;
  s->owner = text_owner(s, &d->place, "value", v->name);
  s->printed = false;
  Node *p = d->node->a;
  for (size_t i = 0; i < v->params.n && p; i++, p = p->next) {
    Type *t = p->a ? resolve_type(s, p->a) : v->params.at[i]->type;
    if (!t) {
      diag_add(s->d, DIAG_NO_TYPE, p->loc, "parameter \"%s\" needs a type", p->name);
      t = t_void(s);
    }
    if (i < v->params.n && !v->params.at[i]->type) v->params.at[i]->type = t;
    p->sym = push_local(s, p->name, p, v->params.at[i]->type, true);
  }
  Type *want = d->node->b ? resolve_type(s, d->node->b) : v->type;
  Node *e = d->node->c;
  Type *t;
  if (d->node->d) t = check_table(s, d->node->d, want);
  else if (e) t = check_expr(s, e, want);
  else if (v->of && d == &v->defs.at[0] && !v->of->is_player && !v->of->width)
    t = want ? want : t_void(s); /* each thing says it */
  else {
    diag_hint(s->d,
              diag_add(s->d, DIAG_UNFILLED, d->node->loc,
                       "value \"%s\" needs \"= …\" or a table", v->name),
              "something that changes in play is a field: leave \"value\" out");
    t = t_void(s);
  }
  Node *at = e ? e : d->node;
  if (want && t->tag != T_VOID && !type_fits(t, want)) {
    Diag *g = diag_add(s->d, DIAG_TYPE_MISMATCH, at->loc, "\"%s\" must be %s", v->name,
                       type_words(s->m, want));
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
  } else if (v == s->m->outlook) { /* nobody would hear of a broken promise */
    check_range(s, at, t, want, "an outlook");
  } else if ((!e || check_promise(s, e, want)) && want && t->opt && !want->opt &&
             want->tag != T_SET && want->tag != T_VOID) {
    Diag *g = diag_add(s->d, DIAG_MAY_BE_NONE, at->loc,
                       "\"%s\" may be none although its type does not say so", v->name);
    diag_hint(s->d, g, "if that can happen, declare it with \"or none\"");
  }
  if (!v->type) v->type = is_none(at) ? t_void(s) : t;
  if (d->node->num2 && e) check_change(s, v, d->node);
  s->place = saved.place;
  s->scope = saved.scope;
  s->self = saved.self;
  s->it = saved.it;
  s->has_me = saved.has_me;
  s->pure = saved.pure;
  s->in_seen = saved.in_seen;
  s->in_view = saved.in_view;
  s->in_title = saved.in_title;
  s->in_test = saved.in_test;
  s->loops = saved.loops;
  s->depth = saved.depth;
  s->owner = saved.owner;
  s->printed = saved.printed;
}

static bool is_param(const Value *v, const char *name, size_t n)
{
  for (size_t i = 0; i < v->params.n; i++) {
    const char *p = v->params.at[i]->name;
    if (!strncmp(p, name, n) && !p[n]) return true;
  }
  return false;
}

/* The words of a value may show what it is asked for: "fare to {i}", "fare to {i:dat}".
 */
static void check_label(Sema *s, const Value *v)
{
  const Node *decl = v->decl;
  for (const char *at = decl->label; at && (at = strpbrk(at, "{}")); at++) {
    size_t n = *at == '{' ? strcspn(at + 1, ":|}") : 0;
    const char *end = *at == '{' && at[1 + n] != '|' ? strchr(at, '}') : NULL;
    if (end && is_param(v, at + 1, n)) {
      at = end;
      continue;
    }
    Diag *g = diag_add(s->d, DIAG_BAD_PLACEHOLDER, decl->label_loc,
                       n ? "{%.*s} is no parameter of the value \"%s\""
                         : "a brace%.*s in the text of the value \"%s\" names nothing",
                       (int)n, at + 1, v->name);
    if (v->params.n)
      diag_hint(s->d, g, "its words can show what it is asked for: {%s}",
                v->params.at[0]->name);
    return;
  }
}

void check_value(Sema *s, Value *v)
{
  if (v->state == 2 || v->generic) return;
  if (v->state == 1) {
    if (!v->type) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_VALUE_CYCLE, v->decl->loc,
                         "\"%s\" needs its own value", v->name),
                "a value is not computed from itself, nor by way of others; keep one of "
                "them in a field");
      v->type = t_void(s);
    }
    return;
  }
  if (s->values >
      500) { /* each of them needs the next: the compiler's stack is not endless */
    diag_add(s->d, DIAG_TOO_DEEP, v->decl->loc,
             "more than 500 values need each other, one after the other");
    v->type = t_void(s);
    v->state = 2;
    return;
  }
  s->values++;
  v->state = 1;
  check_label(s, v);
  for (size_t i = 0; i < v->defs.n; i++) check_def(s, v, &v->defs.at[i]);
  for (size_t i = 0; i < v->fills.n; i++) check_def(s, v, &v->fills.at[i]);
  if (!v->type) v->type = t_void(s);
  v->state = 2;
  s->values--;
}

/* A copy of a generic value for the kinds of these arguments. */
Value *value_instance(Sema *s, Value *v, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Kind *k = NULL;
  size_t i = 0;
  for (Node *a = n->a; a; a = a->next, i++) {
    Type *p = v->params.at[i]->type;
    if (!p || !p->generic) continue;
    Type *t = check_expr(s, a, NULL);
    Kind *found = t->tag == T_SET ? t->elem->kind : t->kind;
    if (!found || (k && k != found)) {
      diag_add(s->d, DIAG_TYPE_MISMATCH, a->loc, "things of one kind are needed here");
      return NULL;
    }
    k = found;
  }
  for (size_t j = 0; j < v->instances.n; j++)
    if (v->instances.at[j]->decl->extra == k->name) return v->instances.at[j];
  Node *decl = node_copy(s->u, v->decl, false);
  decl->extra = k->name;
  Value *w = ARENA_NEW(s->m->arena, Value);
  w->name = v->name;
  w->key = v->key;
  w->decl = decl;
  w->entry = -1;
  w->used = true;
  for (Node *p = decl->a; p; p = p->next) {
    Type *t = p->a ? resolve_type(s, p->a) : NULL;
    if (t && t->generic) {
      t = t->tag == T_PILE  ? ARENA_NEW(s->m->arena, Type)
          : t->tag == T_SET ? k->set
                            : k->type;
      if (t->tag == T_VOID)
        *t = (Type){.tag = T_PILE, .kind = k, .index = -1}, type_add(s->m, t);
      p->a->type = t;
    }
    Sym *y = sym_new(s, SY_LOCAL, p->name, p, t);
    y->fixed = true;
    apush(s->m->arena, &w->params, y);
  }
  if (decl->b) {
    Type *t = resolve_type(s, decl->b);
    if (t->generic)
      decl->b->type = t->tag == T_SET ? k->set : type_opt(s->m, k->type, t->opt);
    w->type = decl->b->type;
  }
  apush(s->m->arena, &w->defs, ((Def){decl, {.layer = LAYER_BODY}, -1, NULL}));
  w->index = (int)s->m->values.n;
  apush(s->m->arena, &s->m->values, w);
  apush(s->m->arena, &v->instances, w);
  return w;
}
