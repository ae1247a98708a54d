/* Expressions: what every name means and what type every part has. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

/* ---- fitting -------------------------------------------------------------------- */

/* What could stand where `want` is needed. */
static void hint_what(Sema *s, Diag *g, const Type *t, const Type *want)
{
  const Type *one = want->tag == T_SET ? want->elem : want;
  if (t->tag == T_SET && type_fits(t->elem, want))
    return; /* that one of them is meant has been said */
  switch (one->tag) {
  case T_FLAG: diag_hint(s->d, g, "write yes, no or a condition"); return;
  case T_NUM:
    if (t->tag == T_TEXT) diag_hint(s->d, g, "a number has no quotation marks");
    else diag_hint(s->d, g, "write a number, or what counts it: count(…), x.FIELD");
    return;
  case T_THING:
    if (one->generic) return;
    if (one->kind->is_player)
      diag_hint(s->d, g,
                "players are meant: me, players, players where …, a field "
                "that holds one");
    else
      diag_hint(s->d, g,
                "name one of them, or a field of kind \"%s\"; are two things "
                "swapped?",
                one->kind->name);
    return;
  default: return;
  }
}

/* Ranges aside; false if there is no more to say. */
static bool check_fits(Sema *s, Node *n, Type *want, const char *what)
{
  Type *t = check_expr(s, n, want);
  if (t->tag == T_VOID && !is_none(n)) return false;
  if (want->tag == T_VOID) return false;
  if (is_none(n)) {
    if (want->opt || want->tag == T_SET) return false;
    diag_hint(s->d, diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "%s cannot be none", what),
              "%s is needed; to allow none, declare it with \"or none\"",
              type_words(s->m, want));
    return false;
  }
  if (!type_fits(t, want)) {
    Diag *g = diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "%s must be %s", what,
                       type_words(s->m, want));
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
    if (t->tag == T_SET && type_fits(t->elem, want))
      diag_hint(s->d, g,
                "take one of them: first(…), only(…), or go through them with each");
    if (want->tag == T_LIST && n->tag == N_ADD)
      diag_hint(s->d, g, "a list grows with: add … to …");
    hint_what(s, g, t, want);
    return false;
  }
  return true;
}

void check_as(Sema *s, Node *n, Type *want, const char *what)
{
  if (check_fits(s, n, want, what)) check_range(s, n, n->type, want, what);
}

static void check_kept(Sema *s, Node *n, const Type *want, const char *what)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_COND) {
    check_kept(s, n->b, want, what);
    check_kept(s, n->c, want, what);
    return;
  }
  const Type *t = n->type;
  if (t && (t->lo > want->hi || t->hi < want->lo)) check_range(s, n, t, want, what);
}

void check_promised(Sema *s, Node *n, Type *want, const char *what)
{
  if (check_fits(s, n, want, what) && want->tag == T_NUM && n->type->tag == T_NUM)
    check_kept(s, n, want, what);
}

void check_range(Sema *s, Node *n, const Type *t, const Type *want, const char *what)
{
  if (t->tag != T_NUM || want->tag != T_NUM) return;
  if (t->lo >= want->lo && t->hi <= want->hi) return;
  if (t->lo == t->hi) {
    Diag *g = diag_add(s->d, DIAG_OUT_OF_RANGE, n->loc,
                       "%s is %lld here, which does not fit %lld..%lld", what,
                       (long long)t->lo, (long long)want->lo, (long long)want->hi);
    remedy_number(s, g, n, t->lo, want);
  } else {
    Diag *g = diag_add(s->d, DIAG_OUT_OF_RANGE, n->loc,
                       "%s can be %lld..%lld, which does not fit %lld..%lld", what,
                       (long long)t->lo, (long long)t->hi, (long long)want->lo,
                       (long long)want->hi);
    remedy_range(s, g, n, t, want);
  }
}

void check_condition(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, t_flag(s));
  if (t->tag != T_FLAG && t->tag != T_VOID) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_FLAG, n->loc, "a condition is needed here");
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
    if (t->tag == T_SET || t->tag == T_PILE) remedy_condition(s, g, n, true);
    else if (t->opt) remedy_condition(s, g, n, false);
    else
      diag_hint(s->d, g,
                "compare it with something; beside \"or\" and \"and\" the whole "
                "comparison is said again: x is 2 or x is 5");
  }
}

Type *as_set(Sema *s, Type *t)
{
  switch (t->tag) {
  case T_SET:
  case T_VOID: return t;
  case T_LIST: return t->elem->tag == T_TEXT ? t_void(s) : type_set(s->m, t->elem);
  case T_PILE: return t->kind ? t->kind->set : t_void(s);
  case T_TEXT: return NULL;
  default: return type_set(s->m, t);
  }
}

Type *check_set(Sema *s, Node *n)
{
  s->whole = n;
  Type *t = check_expr(s, n, NULL), *set = as_set(s, t);
  if (!set || (t->tag == T_NUM && n->tag != N_SPAN)) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_SET, n->loc, "a set is needed here");
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
    if (t->tag == T_NUM) diag_hint(s->d, g, "numbers from 1 to n are written 1..n");
    return t_void(s);
  }
  if (set->tag == T_SET && set->elem->tag == T_NUM &&
      type_count(set->elem) > MAX_UNIVERSE) {
    diag_add(s->d, DIAG_UNIVERSE_TOO_LARGE, n->loc, "a set of numbers spans at most %d",
             MAX_UNIVERSE);
    return t_void(s);
  }
  return set;
}

void not_a_number(Sema *s, const Node *n, const Type *t)
{
  INVARIANT(s->m && s->d);
  INVARIANT(n && n->tag < N_COUNT);
  Diag *g = diag_add(s->d, DIAG_NOT_A_NUMBER, n->loc, "a number is needed here");
  diag_label(s->d, g, "this is %s", type_words(s->m, t));
  if (t->tag == T_THING)
    diag_hint(s->d, g, "is one of its numbers meant? such as x.FIELD, or position(x)");
  else if (t->tag == T_SET || t->tag == T_PILE || t->tag == T_LIST)
    diag_hint(s->d, g, "how many there are is: count(…)");
  else if (t->tag == T_FLAG)
    diag_hint(s->d, g, "a flag is no number; write: if … then 1 else 0");
}

Type *check_number(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_NUM || t->tag == T_VOID)
    return t->tag == T_NUM ? t : type_num(s->m, 0, 0);
  not_a_number(s, n, t);
  return type_num(s->m, 0, 0);
}

/* The type that holds either of two. */
Type *unify(Sema *s, Node *n, Type *a, Type *b, bool none_a, bool none_b)
{
  if (none_a)
    return b->tag == T_SET || b->tag == T_PILE ? as_set(s, b) : type_opt(s->m, b, true);
  if (none_b)
    return a->tag == T_SET || a->tag == T_PILE ? as_set(s, a) : type_opt(s->m, a, true);
  if (a->tag == T_VOID || b->tag == T_VOID) return a->tag == T_VOID ? b : a;
  if (a->tag == T_NUM && b->tag == T_NUM) {
    Type *t =
        type_num(s->m, a->lo < b->lo ? a->lo : b->lo, a->hi > b->hi ? a->hi : b->hi);
    return type_opt(s->m, t, a->opt || b->opt);
  }
  if (a->tag == T_LIST && type_fits(b, a)) return a;
  if (b->tag == T_LIST && type_fits(a, b)) return b;
  bool wide = a->tag == T_SET || a->tag == T_PILE || b->tag == T_SET || b->tag == T_PILE;
  if (wide && as_set(s, a) && as_set(s, b) && type_fits(a, as_set(s, b))) {
    Type *x = as_set(s, a), *y = as_set(s, b);
    if (x->elem->tag != T_NUM) return y;
    return type_set(s->m,
                    type_num(s->m, x->elem->lo < y->elem->lo ? x->elem->lo : y->elem->lo,
                             x->elem->hi > y->elem->hi ? x->elem->hi : y->elem->hi));
  }
  if (type_fits(a, b)) return type_opt(s->m, b, a->opt || b->opt);
  Diag *g =
      diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "the two sides are of different types");
  diag_hint(s->d, g, "one is %s, the other %s", type_words(s->m, a), type_words(s->m, b));
  return t_void(s);
}

/* ---- operators ------------------------------------------------------------------ */

static int64_t floor_div(int64_t a, int64_t b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

bool check_divisor(Sema *s, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->type->lo > 0 || n->type->hi < 0) return true;
  Diag *g = diag_add(s->d, DIAG_DIVIDE_BY_ZERO, n->loc, "this can be 0");
  diag_hint(s->d, g, "divide by something whose range leaves 0 out, such as max(1, …)");
  return false;
}

static Type *arith(Sema *s, Node *n, Type *a, Type *b)
{
  INVARIANT(n && n->tag < N_COUNT);
  int64_t v[4];
  switch (n->tag) {
  case N_ADD: v[0] = a->lo + b->lo, v[1] = a->hi + b->hi, v[2] = v[0], v[3] = v[1]; break;
  case N_SUB: v[0] = a->lo - b->hi, v[1] = a->hi - b->lo, v[2] = v[0], v[3] = v[1]; break;
  case N_MUL:
    v[0] = a->lo * b->lo, v[1] = a->lo * b->hi, v[2] = a->hi * b->lo,
    v[3] = a->hi * b->hi;
    break;
  default:
    if (!check_divisor(s, n->b)) return type_num(s->m, 0, 0);
    v[0] = floor_div(a->lo, b->lo), v[1] = floor_div(a->lo, b->hi);
    v[2] = floor_div(a->hi, b->lo), v[3] = floor_div(a->hi, b->hi);
  }
  int64_t lo = v[0], hi = v[0];
  for (int i = 1; i < 4; i++) {
    if (v[i] < lo) lo = v[i];
    if (v[i] > hi) hi = v[i];
  }
  if (lo < -MAX_NUMBER || hi > MAX_NUMBER)
    diag_hint(s->d,
              diag_add(s->d, DIAG_NUMBER_TOO_LARGE, n->loc, "this can be larger than %d",
                       MAX_NUMBER),
              "the ranges of both sides tell how large; declare smaller ones, or bound "
              "them with min(…)");
  return type_opt(s->m, type_num(s->m, lo, hi), a->opt || b->opt);
}

static Type *check_plus(Sema *s, Node *n, Type *want)
{
  INVARIANT(n && n->tag < N_COUNT);
  Type *a = check_expr(s, n->a, want);
  Type *b = check_expr(s, n->b, want ? want : a);
  if (n->tag == N_ADD || n->tag == N_SUB) {
    bool none_a = is_none(n->a), none_b = is_none(n->b);
    bool scalar = a->tag == T_NUM && b->tag == T_NUM;
    if (!scalar && (none_a || none_b ||
                    (as_set(s, a) && as_set(s, b) && a->tag != T_NUM &&
                     a->tag != T_VOID && !(a->tag == T_THING && b->tag == T_NUM)))) {
      Type *x = none_a ? as_set(s, b) : as_set(s, a);
      Type *y = none_b ? x : as_set(s, b);
      return unify(s, n, x, y, false, false);
    }
  }
  if (a->tag == T_VOID || b->tag == T_VOID) return t_void(s);
  if (a->tag != T_NUM || b->tag != T_NUM) {
    Node *bad = a->tag != T_NUM ? n->a : n->b;
    not_a_number(s, bad, bad->type);
    return t_void(s);
  }
  return arith(s, n, a, b);
}

/* Compared with something it stands for itself, also where no game has it: what is none
 * is not what is gone. */
static Type *itself(Node *n, Type *t)
{
  bool thing = n->tag == N_NAME && n->sym && n->sym->tag == SY_THING && t->tag == T_THING;
  return thing ? (n->type = t->kind->type) : t;
}

static Type *check_is(Sema *s, Node *n)
{
  INVARIANT(n->tag == N_IS || n->tag == N_ISNOT);
  Type *a = check_expr(s, n->a, NULL);
  Type *b = check_expr(s, n->b, a);
  if (is_none(n->a) || is_none(n->b)) return t_flag(s);
  a = itself(n->a, a), b = itself(n->b, b);
  if (a->tag == T_TEXT || b->tag == T_TEXT) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_NOT_COMPARABLE, n->loc, "texts are read, not compared"),
              "compare the things that carry them, or give them a word or a number");
    return t_flag(s);
  }
  bool copies =
      n->b->sym && n->b->sym->tag == SY_THING && b->tag == T_SET && a->tag == T_THING;
  if (copies ||
      !(type_fits(a, b) || type_fits(b, a) ||
        (as_set(s, a) && as_set(s, b) && type_fits(as_set(s, a), as_set(s, b))))) {
    Diag *g = diag_add(s->d, DIAG_NOT_COMPARABLE, n->loc, "these two are never the same");
    if (copies)
      diag_hint(s->d, g, "\"%s\" has copies: write \"in %s\"", n->b->name, n->b->name);
    else
      diag_hint(s->d, g, "one is %s, the other %s", type_words(s->m, a),
                type_words(s->m, b));
  }
  return t_flag(s);
}

static Type *check_in(Sema *s, Node *n)
{
  INVARIANT(n->tag == N_IN || n->tag == N_NOTIN);
  if (n->b->tag == N_NONE) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_NOT_A_SET, n->b->loc, "nothing is ever in \"none\""),
              "to ask whether there is none write: … is none");
    check_expr(s, n->a, NULL);
    return t_flag(s);
  }
  Type *b = check_set(s, n->b);
  Type *a = check_expr(s, n->a, b->tag == T_SET ? b->elem : NULL);
  if (a->tag == T_VOID || b->tag == T_VOID) return t_flag(s);
  if (!type_fits(a, b)) {
    Diag *g = diag_add(s->d, DIAG_NOT_COMPARABLE, n->loc, "this is never in that set");
    diag_hint(s->d, g, "one is %s, the other %s", type_words(s->m, a),
              type_words(s->m, b));
  }
  return t_flag(s);
}

static Type *check_compare(Sema *s, Node *n)
{
  int errors = s->d->errors;
  check_number(s, n->a);
  if (s->d->errors == errors) check_number(s, n->b);
  return t_flag(s);
}

static Type *check_span(Sema *s, Node *n)
{
  INVARIANT(n->tag == N_SPAN);
  Type *a = check_number(s, n->a), *b = check_number(s, n->b);
  int64_t lo = a->lo, hi = b->hi > a->lo ? b->hi : a->lo;
  if (hi - lo >= MAX_UNIVERSE) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_UNIVERSE_TOO_LARGE, n->loc,
                       "a set of numbers spans at most %d", MAX_UNIVERSE),
              "nobody chooses among so many; ask for digits or steps instead");
    return t_void(s);
  }
  return type_set(s->m, type_num(s->m, lo, hi));
}

static Type *check_where(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Type *t = check_set(s, n->a);
  Scope *sc = s->scope;
  Sym *outer = s->it;
  if (outer) {
    Diag *g = diag_add(s->d, DIAG_NESTED_IT, n->loc, "\"it\" would mean two things here");
    diag_hint(s->d, g, "give one of them a name: any(x in S: …), or a let before");
  }
  Type *elem = outer ? t_void(s) : t->tag == T_SET ? t->elem : t; /* outer: told */
  s->it = n->sym = push_local(s, NULL, n, elem, true);
  bool pure = s->pure;
  s->pure = true;
  check_condition(s, n->b);
  s->pure = pure;
  s->it = outer;
  pop_scope(s, sc);
  return t;
}

/* Of a name. */
static int64_t named_count(const Model *m, const Node *n)
{
  INVARIANT(n->tag == N_NAME && n->sym);
  const Kind *k = n->sym->tag == SY_KIND ? n->sym->kind : NULL;
  int64_t count = 0;
  if (n->sym->tag == SY_PLAYERS || (k && k->is_player)) return m->game ? m->game->num : 1;
  if (n->sym->tag == SY_TYPE && n->sym->type->tag != T_THING)
    return type_count(n->sym->type);
  if (n->sym->tag == SY_THING) return thing_least(n->sym->thing);
  for (size_t i = 0; k && i < k->things.n; i++) count += thing_least(k->things.at[i]);
  return count;
}

/* What a set has at least, whatever happens: all things of a kind but those of variants,
 * all copies of a thing, all values of a type; one less if a single one is taken out. */
int64_t certain_count(const Model *m, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Type *t = n->type;
  bool many = t && (t->tag == T_SET || t->tag == T_PILE || t->tag == T_LIST);
  if (n->tag == N_NAME && n->sym) {
    int64_t count = named_count(m, n);
    if (count || many) return count;
  }
  if (n->tag == N_SPAN)
    return n->a->type->hi <= n->b->type->lo ? n->b->type->lo - n->a->type->hi + 1 : 0;
  if (!many) return t && t->tag != T_VOID && !t->opt;
  if (n->tag == N_ADD) {
    int64_t a = certain_count(m, n->a), b = certain_count(m, n->b);
    return a > b ? a : b;
  }
  if (n->tag == N_SUB) {
    bool one = n->b->type && n->b->type->tag != T_SET && n->b->type->tag != T_PILE &&
               n->b->type->tag != T_LIST;
    int64_t a = one ? certain_count(m, n->a) - 1 : 0;
    return a > 0 ? a : 0;
  }
  if (n->tag != N_CALL) return 0;
  if (n->op == BI_AROUND) return 1;
  if (n->op == BI_BACKWARDS) return certain_count(m, n->a);
  bool extreme = (n->op == BI_MOST || n->op == BI_LEAST) && n->num == 1 && !n->c;
  return extreme && n->b->type && !n->b->type->opt && certain_count(m, n->a) > 0;
}

void check_how_many(Sema *s, const Node *n, int64_t count)
{
  if (count <= MAX_OPTIONS) return;
  Diag *g = diag_add(s->d, DIAG_UNIVERSE_TOO_LARGE, n->loc,
                     "this has %lld answers, a decision at most %d", (long long)count,
                     MAX_OPTIONS);
  diag_hint(s->d, g,
            "ask in two steps, first for a part, or offer only some: choose … where …");
}

/* choose card in hand: a card of the hand is meant, not whether it lies there. */
static bool asks_whether(Sema *s, const Node *set)
{
  if (set->tag != N_IN) return false;
  Diag *g = diag_add(s->d, DIAG_NOT_A_SET, set->loc, "a set is needed here");
  diag_label(s->d, g, "this is yes or no");
  Loc rest = {set->loc.file, set->loc.line, set->loc.col, set->b->loc.col};
  if (set->b->loc.line == rest.line)
    diag_edit(s->d, g, rest, "", "say only from what: choose hand");
  return true;
}

static Type *check_pick(Sema *s, Node *n)
{
  if (s->pure)
    diag_hint(s->d,
              diag_add(s->d, DIAG_IMPURE, n->loc,
                       "what is computed here cannot decide or roll"),
              "do it in a verb and keep the result in a field");
  if (n->a && n->num & PICK_RANDOM && n->a->tag == N_SPAN)
    diag_hint(
        s->d,
        diag_add(s->d, DIAG_NOT_A_NUMBER, n->a->loc, "chance takes a certain number"),
        "let it choose how many first: random (random 1..2) of …");
  if (n->a) {
    Type *c = check_expr(s, n->a, NULL);
    if (c->tag != T_VOID && c->tag != T_NUM && !(c->tag == T_SET && n->a->tag == N_SPAN))
      diag_add(s->d, DIAG_NOT_A_NUMBER, n->a->loc,
               "how many is a number or a range such as 1..2");
  }
  Type *t = asks_whether(s, n->b) ? t_void(s) : check_set(s, n->b);
  if (n->c) {
    Type *by = check_set(s, n->c);
    if (by->tag == T_SET && by->elem->kind != s->m->player)
      diag_hint(s->d,
                diag_add(s->d, DIAG_NO_CHOOSER, n->c->loc, "only players can choose"),
                "after \"by\" stands a player or a set of players");
  } else if (!s->has_me && !(n->num & PICK_RANDOM)) {
    Diag *g = diag_add(s->d, DIAG_NO_CHOOSER, n->loc,
                       "nobody is acting here, so nobody can choose");
    diag_hint(s->d, g, "say who: choose … by players, or put it in as p { … }");
  }
  check_text(s, n);
  if (t->tag == T_VOID) return t;
  if (!(n->num & PICK_RANDOM))
    check_how_many(s, n, certain_count(s->m, n->b) + ((n->num & PICK_MAY) != 0));
  if (n->a) return t;
  return type_opt(s->m, t->elem, (n->num & PICK_MAY) != 0);
}

/* Does the condition, or its opposite, say that the expression is not none? */
static bool says_there(const Node *c, bool holds, const Node *e)
{
  if (c->tag == N_NOT) return says_there(c->a, !holds, e);
  if (c->tag == (holds ? N_AND : N_OR))
    return says_there(c->a, holds, e) || says_there(c->b, holds, e);
  return c->tag == (holds ? N_ISNOT : N_IS) && c->b->tag == N_NONE && node_alike(c->a, e);
}

static Type *check_cond(Sema *s, Node *n, Type *want)
{
  INVARIANT(n && n->tag < N_COUNT);
  Variant *here = in_words_of(s, n->num);
  check_condition(s, n->a);
  Narrowed *known = NULL;
  narrow(s, n->a, true, true, &known);
  Type *a = check_expr(s, n->b, want);
  s->place.variant = here;
  widen(known);
  known = NULL;
  narrow(s, n->a, false, true, &known);
  Type *b = check_expr(s, n->c, want ? want : a);
  widen(known);
  /* Nothing changes inside an expression: what was asked for is there. */
  if (a->opt && says_there(n->a, true, n->b)) a = type_opt(s->m, a, false);
  if (b->opt && says_there(n->a, false, n->c)) b = type_opt(s->m, b, false);
  return unify(s, n, a, b, is_none(n->b), is_none(n->c));
}

/* ---- the dispatcher ------------------------------------------------------------- */

static Type *check_expr_once(Sema *s, Node *n, Type *want)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_NUM: return n->type ? n->type : type_num(s->m, n->num, n->num);
  case N_STR: check_text(s, n); return type_plain(s->m, T_TEXT);
  case N_NONE: return t_void(s);
  case N_YES:
  case N_NO: return t_flag(s);
  case N_IT:
    if (!s->it) {
      Diag *g = diag_add(s->d, DIAG_NO_IT, n->loc, "\"it\" means nothing here");
      diag_hint(s->d, g,
                "\"it\" is the element in a where; in a loop use the name after each");
      return t_void(s);
    }
    n->sym = s->it;
    return s->it->type;
  case N_ME:
    if (!s->has_me) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_NO_IT, n->loc,
                         "nobody is acting here, so \"me\" means nothing"),
                "put it in as p { … }");
      return t_void(s);
    }
    return s->m->player->type;
  case N_THIS:
    if (!s->self) {
      diag_hint(s->d, diag_add(s->d, DIAG_NO_IT, n->loc, "\"this\" means nothing here"),
                "\"this\" is the thing in whose kind or card a text stands");
      return t_void(s);
    }
    return s->self->type;
  case N_NAME: return check_name(s, n, want, false);
  case N_CALL: return check_call(s, n, want);
  case N_DOT: return check_dot(s, n, false);
  case N_INDEX: return check_index(s, n);
  case N_OR:
  case N_AND:
    check_condition(s, n->a);
    check_condition(s, n->b);
    return t_flag(s);
  case N_NOT: check_condition(s, n->a); return t_flag(s);
  case N_IS:
  case N_ISNOT: return check_is(s, n);
  case N_LT:
  case N_GT:
  case N_LE:
  case N_GE: return check_compare(s, n);
  case N_IN:
  case N_NOTIN: return check_in(s, n);
  case N_SPAN: return check_span(s, n);
  case N_ADD:
  case N_SUB:
  case N_MUL:
  case N_DIV: return check_plus(s, n, want);
  case N_NEG: {
    Type *t = check_number(s, n->a);
    return type_opt(s->m, type_num(s->m, -t->hi, -t->lo), t->opt);
  }
  case N_WHERE: return check_where(s, n);
  case N_COND: return check_cond(s, n, want);
  case N_PICK: return check_pick(s, n);
  default: return t_void(s);
  }
}

Type *check_expr(Sema *s, Node *n, Type *want)
{
  INVARIANT(s->d);
  if (++s->depth > 400) {
    if (s->depth == 401)
      diag_hint(s->d,
                diag_add(s->d, DIAG_TOO_DEEP, n->loc,
                         "this expression has too many parts inside each other"),
                "name parts of it with let, or put them into values");
    n->tag = N_NONE; /* what is deeper is out of reach of every other pass, too */
    n->a = n->b = n->c = NULL;
    n->type = t_void(s);
  } else n->type = check_expr_once(s, n, want);
  s->depth--;
  /* Nothing was said, and still nobody knows what this is: it comes of a bare none. */
  if (n->type->tag == T_VOID && n->tag != N_NONE && s->d->errors == 0)
    diag_hint(
        s->d,
        diag_add(s->d, DIAG_NO_TYPE, n->loc, "it cannot be told of which type this is"),
        "\"none\" alone has no type; compare it, store it, or name what is meant");
  return n->type;
}
