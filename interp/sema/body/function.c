/* Builtin functions and calls of values. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

#include <string.h>

static const BuiltinRow rows[] = {
#define FUNCTION(name, id, least, most, gives) {name, BI_##id, least, most, gives},
#define PHRASE(shape, id)
#include "interp/sema/builtin.def"
#undef FUNCTION
#undef PHRASE
};

static const BuiltinRow *find_builtin(const char *name)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i].name, name)) return &rows[i];
  return NULL;
}

static int count_args(const Node *n)
{
  int k = 0;
  for (; n; n = n->next) k++;
  return k;
}

/* `any(x in S where c: e)`: a the set, b the body, c the filter, sym the name. */
static Type *check_binder(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (!n->d) n->d = n->a; /* as written, in case it is checked again */
  Node *in = n->d;
  Node *filter = NULL;
  if (in->tag == N_WHERE) filter = in->b, in = in->a;
  if (in->tag != N_IN || in->a->tag != N_NAME) {
    Diag *g =
        diag_add(s->d, DIAG_SYNTAX, n->loc, "\"%s\" needs a name and a set", n->name);
    diag_hint(s->d, g, "write %s(x in SET: …)", n->name);
    return t_void(s);
  }
  const char *name = in->a->name;
  n->a = in->b;
  n->c = filter;
  Type *set = check_set(s, n->a);
  Scope *sc = s->scope;
  n->sym = push_local(s, name, in->a, set->tag == T_SET ? set->elem : set, true);
  Sym *outer = s->it;
  if (filter) {
    if (!outer) s->it = n->sym;
    check_condition(s, filter);
    s->it = outer;
  }
  Type *t = t_flag(s), *body;
  int64_t most = set->tag == T_SET ? type_count(set->elem) : 0;
  switch (n->op) {
  case BI_ANY:
  case BI_ALL: check_condition(s, n->b); break;
  case BI_COUNT:
    check_condition(s, n->b);
    t = type_num(s->m, 0, most);
    break;
  case BI_SUM:
    body = check_expr(s, n->b, NULL);
    if (body->tag == T_SET || body->tag == T_PILE || body->tag == T_THING)
      t = as_set(s, body);
    else {
      body = body->tag == T_NUM ? body : check_number(s, n->b);
      t = type_num(s->m, body->lo < 0 ? body->lo * most : 0,
                   body->hi > 0 ? body->hi * most : 0);
    }
    break;
  case BI_MAX:
  case BI_MIN:
    t = check_number(s, n->b);
    t = type_opt(s->m, t, t->opt || filter || !certain_count(s->m, n->a));
    break;
  case BI_MOST:
  case BI_LEAST:
    check_number(s, n->b);
    t = set;
    break;
  default:
    diag_add(s->d, DIAG_BAD_COUNT, n->loc, "\"%s\" does not take \"x in S: …\"", n->name);
    t = t_void(s);
  }
  pop_scope(s, sc);
  return t;
}

/* Is a number surely one of so many places? */
static bool lies_within(const Node *n, int64_t most)
{
  const Type *t = n->type;
  return t && t->tag == T_NUM && !t->opt && t->lo >= 1 && t->hi <= most;
}

static Type *element_of(Sema *s, Node *arg, bool sure)
{
  Type *t = check_expr(s, arg, NULL);
  if (t->tag == T_LIST) return type_opt(s->m, t->elem, true);
  t = as_set(s, t);
  if (!t || t->tag != T_SET) {
    if (!t)
      diag_add(s->d, DIAG_NOT_A_SET, arg->loc, "a set, pile or list is needed here");
    return t_void(s);
  }
  return type_opt(s->m, t->elem, !(sure && certain_count(s->m, arg) > 0));
}

static Type *check_backwards(Sema *s, Node *a)
{
  Type *t = check_set(s, a);
  const Node *base = a;
  while (base->tag == N_WHERE) base = base->a;
  if (base->tag == N_CALL && (base->op == BI_AROUND || base->op == BI_BACKWARDS))
    diag_hint(
        s->d, diag_add(s->d, DIAG_NOT_A_SET, a->loc, "this has an order of its own"),
        base->op == BI_AROUND ? "against the circle: repeat count(…) with next(x, -1)"
                              : "backwards twice is forwards: leave both out");
  return t;
}

static Type *check_remainder(Sema *s, Node *a, Node *b)
{
  const Type *x = check_number(s, a), *y = check_number(s, b);
  if (x->tag != T_NUM || y->tag != T_NUM) return t_void(s);
  check_divisor(s, b);
  int64_t most = (y->hi > -y->lo ? y->hi : -y->lo) - 1;
  int64_t hi = y->hi > 0 ? most : 0, lo = y->lo < 0 ? -most : 0;
  if (x->lo >= 0 && x->hi < hi) hi = x->hi;
  return type_opt(s->m, type_num(s->m, lo, hi < lo ? lo : hi), x->opt || y->opt);
}

static Type *check_pile_arg(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_PILE || t->tag == T_VOID) return t;
  Diag *g = diag_add(s->d, DIAG_NOT_A_PILE, n->loc, "a pile is needed here");
  diag_label(s->d, g, "this is %s", type_words(s->m, t));
  if (t->tag == T_SET)
    diag_hint(s->d, g, "only a pile has an order; of a set: first(…), last(…)");
  return t_void(s);
}

static Type *check_thing_arg(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_THING || t->tag == T_VOID) return t;
  Diag *g = diag_add(s->d, DIAG_NOT_A_THING, n->loc, "a thing is needed here");
  diag_label(s->d, g, "this is %s", type_words(s->m, t));
  if (t->tag == T_SET) diag_hint(s->d, g, "take one of them: first(…) or only(…)");
  return t_void(s);
}

static Type *check_these(Sema *s, Node *n, Type *want)
{
  INVARIANT(n && n->tag < N_COUNT);
  Type *elem = NULL;
  int k = 0;
  for (Node *a = n->a; a; a = a->next, k++) {
    Type *t = check_expr(s, a, want && want->tag == T_LIST ? want->elem : elem);
    elem = elem ? unify(s, a, elem, t, false, false) : t;
  }
  if (want && want->tag == T_LIST) elem = type_fits(elem, want->elem) ? want->elem : elem;
  return elem->tag == T_VOID ? elem : type_list(s->m, elem, k);
}

/* The neighbour value of distance and reach: one thing in, a set of its kind out. */
static void check_neighbours(Sema *s, Node *n, Type *thing)
{
  bool elsewhere;
  Sym *y = n->tag == N_NAME ? find_global(s, n->name, &elsewhere) : NULL;
  if (!y || y->tag != SY_VALUE || y->value->params.n != 1) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc,
                       "the name of a value with one argument is needed here"),
              "value neighbours(l: location): set of location = …");
    return;
  }
  n->sym = y;
  y->value->used = true;
  check_value(s, y->value);
  Type *r = y->value->type;
  if (thing->tag == T_THING && (r->tag != T_SET || r->elem->kind != thing->kind))
    diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "\"%s\" must give a set of \"%s\"",
             n->name, thing->kind->name);
  n->type = r;
}

static Type *check_count(Sema *s, Node *n, Node *a)
{
  Type *t = check_expr(s, a, NULL);
  if (t->tag != T_VOID && t->tag != T_LIST && (!as_set(s, t) || t->tag == T_NUM))
    diag_add(s->d, DIAG_NOT_A_SET, a->loc, "a set, pile or list is needed here");
  if (n->op == BI_EMPTY) return t_flag(s);
  if (t->tag == T_LIST) return type_num(s->m, 0, t->capacity);
  t = as_set(s, t);
  return type_num(s->m, certain_count(s->m, a),
                  t && t->tag == T_SET ? type_count(t->elem) : 0);
}

static Type *check_extreme(Sema *s, Node *n, Node *a)
{
  INVARIANT(n && n->tag < N_COUNT);
  INVARIANT(a && a->tag < N_COUNT);
  Type *t = check_number(s, a);
  bool max = n->op == BI_MAX;
  for (Node *x = a->next; x; x = x->next) {
    Type *u = check_number(s, x);
    int64_t lo = (t->lo > u->lo) == max ? t->lo : u->lo;
    int64_t hi = (t->hi > u->hi) == max ? t->hi : u->hi;
    t = type_opt(s->m, type_num(s->m, lo, hi), t->opt || u->opt);
  }
  return t;
}

static Type *check_position(Sema *s, Node *a, Node *b)
{
  Type *t = check_thing_arg(s, a), *p = b ? check_expr(s, b, NULL) : NULL;
  int64_t most = t->tag == T_THING ? t->kind->count : 1;
  if (p) {
    if (p->tag != T_PILE && p->tag != T_LIST && p->tag != T_VOID)
      diag_add(s->d, DIAG_NOT_A_PILE, b->loc, "a pile or list is needed here");
    if (p->tag == T_LIST) most = p->capacity;
    return type_opt(s->m, type_num(s->m, 1, most), true);
  }
  if (t->tag != T_THING) return t_void(s);
  return type_opt(s->m, type_num(s->m, 1, most), t->opt);
}

static Type *check_row(Sema *s, Node *a, Node *b, Node *c)
{
  Type *t = check_thing_arg(s, a);
  if (t->tag != T_THING) return t;
  if (!t->kind->width)
    diag_add(s->d, DIAG_NOT_A_THING, a->loc, "kind \"%s\" is not a grid", t->kind->name);
  check_number(s, b);
  check_number(s, c);
  check_as(s, c->next, t->kind->set, "the last argument");
  return type_num(s->m, 0,
                  t->kind->width > t->kind->height ? t->kind->width : t->kind->height);
}

static Type *check_sees(Sema *s, Node *a, Node *b)
{
  INVARIANT(b && b->tag < N_COUNT);
  check_as(s, a, s->m->player->type, "who sees");
  Type *x = b->tag == N_NAME  ? check_name(s, b, NULL, true)
            : b->tag == N_DOT ? check_dot(s, b, true)
                              : check_expr(s, b, NULL);
  b->type = x;
  if (x->tag != T_VOID && x->tag != T_THING && !(b->sym && b->sym->tag == SY_FIELD))
    diag_add(s->d, DIAG_NOT_A_THING, b->loc, "a thing or a field is needed here");
  return t_flag(s);
}

static Type *check_builtin(Sema *s, Node *n, Type *want)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *a = n->a, *b = a ? a->next : NULL, *c = b ? b->next : NULL;
  Type *t;
  switch (n->op) {
  case BI_COUNT:
  case BI_EMPTY: return check_count(s, n, a);
  case BI_MAX:
  case BI_MIN: return check_extreme(s, n, a);
  case BI_FIRST:
  case BI_LAST: return element_of(s, a, true);
  case BI_ONLY: return element_of(s, a, false);
  case BI_TOP:
  case BI_BOTTOM:
    t = check_pile_arg(s, a);
    return t->tag == T_PILE ? type_thing(s->m, t->kind, true) : t;
  case BI_AT:
    t = element_of(s, a, false);
    check_number(s, b);
    return lies_within(b, certain_count(s->m, a)) ? type_opt(s->m, t, false) : t;
  case BI_NEXT:
    t = check_thing_arg(s, a);
    if (b) check_number(s, b);
    return t;
  case BI_AROUND: t = check_thing_arg(s, a); return t->tag == T_THING ? t->kind->set : t;
  case BI_BACKWARDS: return check_backwards(s, a);
  case BI_REMAINDER: return check_remainder(s, a, b);
  case BI_POSITION: return check_position(s, a, b);
  case BI_OWNER: check_thing_arg(s, a); return type_thing(s->m, s->m->player, true);
  case BI_THESE: return check_these(s, n, want);
  case BI_DISTANCE:
    t = check_thing_arg(s, a);
    check_as(s, b, type_opt(s->m, t, true), "the goal");
    check_neighbours(s, c, t);
    return t->tag == T_THING ? type_opt(s->m, type_num(s->m, 0, t->kind->count), true)
                             : t;
  case BI_REACH:
    t = check_thing_arg(s, a);
    check_number(s, b);
    check_neighbours(s, c, t);
    return t->tag == T_THING ? t->kind->set : t;
  case BI_ROW:
  case BI_LINE: return check_row(s, a, b, c);
  case BI_SEES: return check_sees(s, a, b);
  default: return t_void(s);
  }
}

/* KIND(a, b): the one for these. Outside a range there is none. */
static Type *check_product_call(Sema *s, Node *n, Kind *k)
{
  INVARIANT(n && n->tag < N_COUNT);
  bool none = false;
  if (count_args(n->a) != k->naxes) {
    const char *of = k->axes[0].name;
    for (int i = 1; i < k->naxes; i++)
      of = arena_printf(s->m->arena, "%s, %s", of, k->axes[i].name);
    diag_hint(s->d,
              diag_add(s->d, DIAG_BAD_COUNT, n->loc, "\"%s\" is one for each of %s",
                       k->name, of),
              "write: %s(%s); several of them: %s where it.%s is …", k->name, of, k->name,
              k->axes[0].name);
    return t_void(s);
  }
  Node *a = n->a;
  for (int i = 0; i < k->naxes; i++, a = a->next) {
    bool number = k->axes[i].type->tag == T_NUM && k->width;
    if (number) check_number(s, a);
    else
      check_as(s, a, k->axes[i].type,
               arena_printf(s->m->arena, "\"%s\"", k->axes[i].name));
    none |= number;
  }
  return type_thing(s->m, k, none);
}

static Type *check_grid_call(Sema *s, Node *n, Kind *k)
{
  INVARIANT(n && n->tag < N_COUNT);
  n->op = BI_GRID;
  if (k->naxes) return check_product_call(s, n, k);
  if (!k->width) {
    Diag *g = diag_add(s->d, DIAG_UNKNOWN_FUNCTION, n->loc, "kind \"%s\" is not a grid",
                       k->name);
    diag_hint(s->d, g, "a grid is declared with its size: kind %s 8 by 8", k->name);
    return t_void(s);
  }
  if (count_args(n->a) != 2) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_BAD_COUNT, n->loc, "%s(column, row) takes two numbers",
                       k->name),
              "write: %s(3, 4); those of one column: %s where it.x is 3", k->name,
              k->name);
    return t_void(s);
  }
  check_number(s, n->a);
  check_number(s, n->a->next);
  return type_thing(s->m, k,
                    !lies_within(n->a, k->width) || !lies_within(n->a->next, k->height));
}

static Type *check_value_call(Sema *s, Node *n, Sym *y)
{
  INVARIANT(n && n->tag < N_COUNT);
  Value *v = y->value;
  v->used = true;
  if (count_args(n->a) != (int)v->params.n) {
    diag_hint_at(s->d,
                 diag_add(s->d, DIAG_BAD_COUNT, n->loc,
                          "\"%s\" takes %zu argument%s, not %d", n->name, v->params.n,
                          v->params.n == 1 ? "" : "s", count_args(n->a)),
                 v->decl->loc, "it is declared here");
    return v->type ? v->type : t_void(s);
  }
  if (v->generic) {
    v = value_instance(s, v, n);
    if (!v) return t_void(s);
    Sym *copy = sym_new(s, SY_VALUE, y->name, y->decl, NULL);
    copy->value = v;
    n->sym = copy;
  }
  check_value(s, v);
  size_t i = 0;
  for (Node *a = n->a; a; a = a->next, i++)
    check_as(s, a, v->params.at[i]->type ? v->params.at[i]->type : t_void(s),
             arena_printf(s->m->arena, "argument \"%s\"", v->params.at[i]->name));
  return v->type;
}

/* A value of a thing that has arguments: `c.adds(2)`. */
static Type *check_thing_value(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Type *base = check_expr(s, n->b, NULL);
  if (base->tag == T_VOID) return base;
  if (base->tag != T_THING) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_THING, n->b->loc,
                       "only a thing has values; this is %s", type_words(s->m, base));
    diag_hint(s->d, g, "before the dot stands a thing: THING.%s(…)", n->name);
    return t_void(s);
  }
  Sym *y = kind_member(s, base->kind, n->name);
  if (!y || y->tag != SY_VALUE) {
    Diag *g = diag_add(s->d, DIAG_UNKNOWN_FIELD, n->loc,
                       "kind \"%s\" has no value \"%s\" with arguments", base->kind->name,
                       n->name);
    Nearest near = nearest_for(s->d, n->name);
    for (size_t i = 0; i < base->kind->members.n; i++)
      nearest_try(&near, base->kind->members.at[i]->name);
    if (near.best) diag_meant(s->d, g, near.best);
    return t_void(s);
  }
  n->sym = y;
  Type *t = check_value_call(s, n, y);
  return base->opt ? type_opt(s->m, t, true) : t;
}

/* Does the name before a bracket mean a value of `this` or of `me`? */
static bool is_own_value(Sema *s, Node *n)
{
  if (n->num || n->op) return false;
  Sym *y = s->self ? kind_member(s, s->self, n->name) : NULL;
  bool self = y && y->tag == SY_VALUE;
  if (!self && s->has_me) y = kind_member(s, s->m->player, n->name);
  if (!y || y->tag != SY_VALUE) return false;
  n->num = 2;
  n->b = node_new(s->u, self ? N_THIS : N_ME, n->loc);
  return true;
}

/* A name that is no function was called like one: its brackets are too many. */
static void mend_call(Sema *s, Diag *g, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  int length;
  const char *line =
      source_line(&s->u->sources.files.at[n->loc.file], n->loc.line, &length);
  int end = n->loc.col - 1 + (int)strlen(n->name);
  if (!n->a && end + 2 <= length && !strncmp(line + end, "()", 2))
    diag_mend(s->d, g, (Loc){n->loc.file, n->loc.line, end + 1, end + 3}, "",
              "\"%s\" is no function: leave \"()\" out", n->name);
  else diag_hint(s->d, g, "\"%s\" is no function: leave the brackets out", n->name);
}

Type *check_call(Sema *s, Node *n, Type *want)
{
  INVARIANT(n->tag == N_CALL);
  if (n->op == BI_OWNER)
    return type_thing(s->m, s->m->player, true); /* x.owner, seen before */
  if (n->num == 2 || is_own_value(s, n)) return check_thing_value(s, n);
  bool elsewhere;
  Sym *y = find_global(s, n->name, &elsewhere);
  if (y && y->tag == SY_VALUE && y->value->params.n) {
    n->sym = y;
    return check_value_call(s, n, y);
  }
  if (y && y->tag == SY_KIND) {
    n->sym = y;
    return check_grid_call(s, n, y->kind);
  }
  const BuiltinRow *row = find_builtin(n->name);
  if (!row) {
    Nearest near = nearest_for(s->d, n->name);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      nearest_try(&near, rows[i].name);
    for (size_t i = 0; i < s->m->values.n; i++)
      nearest_try(&near, s->m->values.at[i]->name);
    Diag *g = diag_add(s->d, elsewhere ? DIAG_OUTSIDE_VARIANT : DIAG_UNKNOWN_FUNCTION,
                       n->loc, "there is no function \"%s\"", n->name);
    if (y && y->tag != SY_VALUE && y->tag != SY_KIND) mend_call(s, g, n);
    else if (near.best) {
      Loc word = n->loc; /* without what it is given */
      word.end = word.col + (int)strlen(n->name);
      diag_edit(s->d, g, word, near.best, "did you mean \"%s\"?", near.best);
    } else
      diag_hint(s->d, g,
                "a verb's argument in brackets needs a space before the bracket");
    for (Node *a = n->a; a; a = a->next) check_expr(s, a, NULL);
    return t_void(s);
  }
  n->op = row->id;
  if (n->num == 1) return check_binder(s, n);
  int k = count_args(n->a);
  bool needs_binder = n->op == BI_ANY || n->op == BI_ALL || n->op == BI_SUM ||
                      n->op == BI_MOST || n->op == BI_LEAST;
  if (k < row->least || k > row->most || needs_binder) {
    Diag *g =
        diag_add(s->d, DIAG_BAD_COUNT, n->loc, "\"%s\" is not used like this", n->name);
    if (strchr(row->gives, '(')) diag_hint(s->d, g, "%s", row->gives);
    else diag_hint(s->d, g, "%s(…): %s", row->name, row->gives);
    return t_void(s);
  }
  return check_builtin(s, n, want);
}
