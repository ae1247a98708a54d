/* Expressions: what every name means and what type every part has. */
#include "interp/sema/builtin.h"
#include "interp/sema/sema_int.h"

#include <string.h>

static Type *t_void(Sema *s) { return type_plain(s->m, T_VOID); }
static Type *t_flag(Sema *s) { return type_plain(s->m, T_FLAG); }

static bool is_none(const Node *n) { return n->tag == N_NONE; }

/* ---- scopes --------------------------------------------------------------------- */

Sym *push_local(Sema *s, const char *name, Node *decl, Type *t, bool fixed)
{
  Sym *y = sym_new(s, SY_LOCAL, name, decl, t);
  y->fixed = fixed;
  Scope *sc = ARENA_NEW(s->m->arena, Scope);
  *sc = (Scope){s->scope, y};
  if (name)
    for (Scope *o = s->scope; o; o = o->up)
      if (o->sym->name == name) {
        Diag *g = diag_add(s->d, DIAG_SHADOWED, decl->loc, "\"%s\" is a name in use here already", name);
        if (o->sym->decl) diag_hint_at(s->d, g, o->sym->decl->loc, "it is declared here; take another name");
        break;
      }
  s->scope = sc;
  return y;
}

void pop_scope(Sema *s, Scope *to) { s->scope = to; }

static Sym *find_local(Sema *s, const char *name)
{
  for (Scope *sc = s->scope; sc; sc = sc->up)
    if (sc->sym->name == name) return sc->sym;
  return NULL;
}

static Sym *find_global(Sema *s, const char *name, bool *elsewhere)
{
  *elsewhere = false;
  for (Sym *y = map_get(s->globals, name); y; y = y->same) {
    if (!y->variant || y->variant == s->place.variant || s->in_test) return y;
    *elsewhere = true;
  }
  return NULL;
}

static Node *rewrite_member(Sema *s, Node *n, Tag base)
{
  Node *b = node_new(s->u, base, n->loc);
  n->tag = N_DOT;
  n->a = b;
  return n;
}

static bool is_member(const Kind *k, const char *name)
{
  Sym *y = k ? kind_member(k, name) : NULL;
  return y && y->tag != SY_SLOT;
}

static int word_index(const Words *w, const char *name)
{
  int i = 0;
  for (Node *x = w->list; x; x = x->next, i++)
    if (x->name == name) return i;
  return -1;
}

static bool as_word(Node *n, Type *t)
{
  int i = t && t->tag == T_WORD ? word_index(t->words, n->name) : -1;
  if (i < 0) return false;
  n->tag = N_NUM;
  n->num = i;
  n->type = t->opt ? t : t;
  return true;
}

static void unknown_name(Sema *s, Node *n, bool elsewhere)
{
  if (elsewhere) {
    Diag *g = diag_add(s->d, DIAG_OUTSIDE_VARIANT, n->loc,
                       "\"%s\" exists only in a variant, and this stands outside it", n->name);
    diag_hint(s->d, g, "declare it outside too, or move this into the variant");
    return;
  }
  Nearest near = {n->name, NULL, 0};
  for (Scope *sc = s->scope; sc; sc = sc->up)
    if (sc->sym->name) nearest_try(&near, sc->sym->name);
  Model *m = s->m;
  for (size_t i = 0; i < m->things.n; i++) nearest_try(&near, m->things.at[i]->name);
  for (size_t i = 0; i < m->fields.n; i++) nearest_try(&near, m->fields.at[i]->name);
  for (size_t i = 0; i < m->values.n; i++) nearest_try(&near, m->values.at[i]->name);
  for (size_t i = 0; i < m->kinds.n; i++) nearest_try(&near, m->kinds.at[i]->name);
  for (size_t i = 0; i < s->words.n; i++)
    for (Node *w = s->words.at[i]->list; w; w = w->next) nearest_try(&near, w->name);
  nearest_try(&near, "players");
  Diag *g = diag_add(s->d, DIAG_UNKNOWN_NAME, n->loc, "nothing is called \"%s\"", n->name);
  for (size_t i = 0; i < m->kinds.n; i++) { /* a field whose thing is not said */
    Kind *k = m->kinds.at[i];
    if (!is_member(k, n->name)) continue;
    if (k->is_player) diag_hint(s->d, g, "each player has \"%s\": write p.%s, or put this in as p { … }", n->name, n->name);
    else diag_hint(s->d, g, "each \"%s\" has \"%s\": say whose, such as x.%s", k->name, n->name, n->name);
    return;
  }
  if (near.best) diag_hint(s->d, g, "did you mean \"%s\"?", near.best);
}

static void ambiguous(Sema *s, Node *n, const char *a, const char *b)
{
  Diag *g = diag_add(s->d, DIAG_AMBIGUOUS, n->loc, "\"%s\" could be %s or %s", n->name, a, b);
  const char *field = !strcmp(a, "a field of this") ? "this" : "me";
  if (!strcmp(b, "the game's")) diag_hint(s->d, g, "for the field write %s.%s; for the game's rename one of them", field, n->name);
  else diag_hint(s->d, g, "say which: this.%s, me.%s, or rename one", n->name, n->name);
}

static Type *check_dot(Sema *s, Node *n, bool indexed);

static const char *per_words(Sema *s, const Field *f)
{
  return f->per->tag == T_THING ? arena_printf(s->m->arena, "\"%s\"", f->per->kind->name) : type_words(s->m, f->per);
}

/* What a bare name means: local, field of this, field of me, the game's. */
static Type *check_name(Sema *s, Node *n, Type *want, bool indexed)
{
  Sym *local = find_local(s, n->name);
  if (local) {
    n->sym = local;
    return local->type;
  }
  if (want && want->tag == T_SET) want = want->elem;
  if (as_word(n, want)) return want->opt ? type_opt(s->m, want, false) : want;
  bool self = is_member(s->self, n->name);
  bool mine = s->has_me && is_member(s->m->player, n->name);
  if (s->self && s->self->is_player) mine = false;
  bool elsewhere;
  Sym *y = find_global(s, n->name, &elsewhere);
  if (self && mine) ambiguous(s, n, "a field of this", "a field of the player");
  else if ((self || mine) && y) ambiguous(s, n, self ? "a field of this" : "a field of the player", "the game's");
  if (self) return check_dot(s, rewrite_member(s, n, N_THIS), indexed);
  if (mine) return check_dot(s, rewrite_member(s, n, N_ME), indexed);
  if (!strcmp(n->name, "players")) {
    n->sym = sym_new(s, SY_PLAYERS, n->name, n, s->m->player->set);
    return n->sym->type;
  }
  if (!strcmp(n->name, "winners")) {
    n->sym = sym_new(s, SY_WINNERS, n->name, n, s->m->player->set);
    return n->sym->type;
  }
  if (s->in_seen && !strcmp(n->name, "owner")) {
    n->sym = sym_new(s, SY_OWNER, n->name, n, s->m->player->type);
    return n->sym->type;
  }
  if (!strcmp(n->name, "flag")) {
    n->sym = sym_new(s, SY_TYPE, n->name, n, t_flag(s));
    return type_set(s->m, t_flag(s));
  }
  if (!y) { /* a word, if only one type of words has it */
    Words *found = NULL;
    for (size_t i = 0; i < s->words.n; i++)
      if (word_index(s->words.at[i], n->name) >= 0) {
        if (found) {
          Diag *g = diag_add(s->d, DIAG_AMBIGUOUS, n->loc, "\"%s\" is a word of two types", n->name);
          diag_hint(s->d, g, "say of which type: let x: TYPE = %s, or compare: FIELD is %s", n->name, n->name);
        }
        found = s->words.at[i];
      }
    if (found)
      for (size_t i = 0; i < s->m->types.n; i++)
        if (s->m->types.at[i]->tag == T_WORD && s->m->types.at[i]->words == found && !s->m->types.at[i]->opt) {
          as_word(n, s->m->types.at[i]);
          return s->m->types.at[i];
        }
    unknown_name(s, n, elsewhere);
    return t_void(s);
  }
  n->sym = y;
  switch (y->tag) {
  case SY_KIND: return y->kind->set;
  case SY_THING: return y->type;
  case SY_TYPE:
    if (y->type->tag == T_SET || y->type->tag == T_LIST || y->type->tag == T_PILE) {
      diag_add(s->d, DIAG_NOT_A_SET, n->loc, "type \"%s\" is not a set of values", n->name);
      return t_void(s);
    }
    return type_set(s->m, y->type);
  case SY_FIELD:
    y->field->read = true;
    if (y->field->per && !indexed) {
      Diag *g = diag_add(s->d, DIAG_BAD_COUNT, n->loc, "\"%s\" has one value for each %s", n->name, per_words(s, y->field));
      diag_hint(s->d, g, "say which: %s[…]", n->name);
      return t_void(s);
    }
    return y->type;
  case SY_VALUE:
    y->value->used = true;
    if (y->value->params.n) {
      Diag *g = diag_add(s->d, DIAG_BAD_COUNT, n->loc, "\"%s\" needs arguments", n->name);
      diag_hint(s->d, g, "write %s(…) with no space before the bracket", n->name);
      return t_void(s);
    }
    check_value(s, y->value);
    return y->value->type;
  default: return t_void(s);
  }
}

/* ---- members -------------------------------------------------------------------- */

static Type *no_member(Sema *s, Node *n, Kind *k)
{
  Nearest near = {n->name, NULL, 0};
  for (size_t i = 0; i < k->members.n; i++) nearest_try(&near, k->members.at[i]->name);
  Loc at = n->loc; /* the field alone, not what stands before its dot */
  int length = (int)strlen(n->name);
  if (at.end - at.col > length) at.col = at.end - length;
  Diag *g = diag_add(s->d, DIAG_UNKNOWN_FIELD, at, "kind \"%s\" has no field \"%s\"", k->name, n->name);
  if (near.best) diag_hint(s->d, g, "did you mean \"%s\"?", near.best);
  return t_void(s);
}

static Type *check_dot(Sema *s, Node *n, bool indexed)
{
  Type *base = check_expr(s, n->a, NULL);
  if (base->tag == T_VOID) return base;
  if (base->tag != T_THING) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_THING, n->a->loc, "only a thing has fields; this is %s",
                       type_words(s->m, base));
    if (base->tag == T_SET || base->tag == T_PILE)
      diag_hint(s->d, g, "take one of them: first(…), only(…), or go through them with each");
    return t_void(s);
  }
  if (!strcmp(n->name, "owner")) {
    n->tag = N_CALL;
    n->op = BI_OWNER;
    return type_thing(s->m, s->m->player, true);
  }
  Sym *y = kind_member(base->kind, n->name);
  if (!y) return no_member(s, n, base->kind);
  n->sym = y;
  if (y->tag == SY_SLOT) {
    diag_hint(s->d, diag_add(s->d, DIAG_UNKNOWN_FIELD, n->loc, "\"%s\" is something to do, not a value", n->name),
              "it stands alone, as a statement");
    return t_void(s);
  }
  if (y->tag == SY_FIELD) {
    y->field->read = true;
    if (y->field->per && !indexed) {
      Diag *g = diag_add(s->d, DIAG_BAD_COUNT, n->loc, "\"%s\" has one value for each %s", n->name, per_words(s, y->field));
      diag_hint(s->d, g, "say which: %s[…]", n->name);
      return t_void(s);
    }
  }
  Type *t = y->type;
  return base->opt ? type_opt(s->m, t, true) : t;
}

static Type *check_index(Sema *s, Node *n)
{
  Type *t = n->a->tag == N_NAME  ? check_name(s, n->a, NULL, true)
            : n->a->tag == N_DOT ? check_dot(s, n->a, true)
                                 : check_expr(s, n->a, NULL);
  n->a->type = t;
  Sym *y = n->a->sym;
  if (t->tag == T_VOID) {
    check_expr(s, n->b, NULL);
    return t;
  }
  if (!y || y->tag != SY_FIELD || !y->field->per) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_PLACE, n->loc, "only a field declared with \"per\" is read with [ ]");
    if (y && y->tag == SY_FIELD && y->decl) diag_hint_at(s->d, g, y->decl->loc, "to have one for each, declare it so: %s: … per KIND", y->name);
    check_expr(s, n->b, NULL);
    return t_void(s);
  }
  check_as(s, n->b, y->field->per, "this index");
  return n->b->type->opt ? type_opt(s->m, t, true) : t;
}

/* ---- fitting -------------------------------------------------------------------- */

void check_as(Sema *s, Node *n, Type *want, const char *what)
{
  Type *t = check_expr(s, n, want);
  if (t->tag == T_VOID && !is_none(n)) return;
  if (want->tag == T_VOID) return;
  if (is_none(n)) {
    if (want->opt || want->tag == T_SET) return;
    diag_hint(s->d, diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "%s cannot be none", what),
              "%s is needed; to allow none, declare it with \"or none\"", type_words(s->m, want));
    return;
  }
  if (!type_fits(t, want)) {
    Diag *g = diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "%s must be %s", what, type_words(s->m, want));
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
    if (t->tag == T_SET && type_fits(t->elem, want))
      diag_hint(s->d, g, "take one of them: first(…), only(…), or go through them with each");
    if (want->tag == T_FLAG) diag_hint(s->d, g, "write yes, no or a condition");
    return;
  }
  if (t->tag == T_NUM && want->tag == T_NUM && t->lo == t->hi && (t->lo < want->lo || t->hi > want->hi)) {
    Diag *g = diag_add(s->d, DIAG_OUT_OF_RANGE, n->loc, "%s is %lld here, which does not fit %lld..%lld", what,
                       (long long)t->lo, (long long)want->lo, (long long)want->hi);
    diag_hint(s->d, g, "take another number, or declare a larger range");
  } else if (t->tag == T_NUM && want->tag == T_NUM && (t->lo < want->lo || t->hi > want->hi)) {
    Diag *g = diag_add(s->d, DIAG_OUT_OF_RANGE, n->loc, "%s can be %lld..%lld, which does not fit %lld..%lld",
                       what, (long long)t->lo, (long long)t->hi, (long long)want->lo, (long long)want->hi);
    diag_hint(s->d, g, "raise and lower stop at the ends of a range; min(…) and max(…) bound a number");
  }
}

void check_condition(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, t_flag(s));
  if (t->tag != T_FLAG && t->tag != T_VOID) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_FLAG, n->loc, "a condition is needed here");
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
    if (t->tag == T_SET || t->tag == T_PILE) diag_hint(s->d, g, "write: not empty(…)");
    else if (t->opt) diag_hint(s->d, g, "write: … is not none");
    else diag_hint(s->d, g, "compare it with something; beside \"or\" and \"and\" the whole comparison is said again: x is 2 or x is 5");
  }
}

static Type *as_set(Sema *s, Type *t)
{
  switch (t->tag) {
  case T_SET: case T_VOID: return t;
  case T_LIST: return t->elem->tag == T_TEXT ? t_void(s) : type_set(s->m, t->elem);
  case T_PILE: return t->kind ? t->kind->set : t_void(s);
  case T_TEXT: return NULL;
  default: return type_set(s->m, t);
  }
}

Type *check_set(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL), *set = as_set(s, t);
  if (!set || (t->tag == T_NUM && n->tag != N_SPAN)) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_SET, n->loc, "a set is needed here");
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
    if (t->tag == T_NUM) diag_hint(s->d, g, "numbers from 1 to n are written 1..n");
    return t_void(s);
  }
  if (set->tag == T_SET && set->elem->tag == T_NUM && type_count(set->elem) > MAX_UNIVERSE) {
    diag_add(s->d, DIAG_UNIVERSE_TOO_LARGE, n->loc, "a set of numbers spans at most %d", MAX_UNIVERSE);
    return t_void(s);
  }
  return set;
}

static Type *check_number(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_NUM || t->tag == T_VOID) return t->tag == T_NUM ? t : type_num(s->m, 0, 0);
  Diag *g = diag_add(s->d, DIAG_NOT_A_NUMBER, n->loc, "a number is needed here");
  diag_label(s->d, g, "this is %s", type_words(s->m, t));
  return type_num(s->m, 0, 0);
}

/* The type that holds either of two. */
static Type *unify(Sema *s, Node *n, Type *a, Type *b, bool none_a, bool none_b)
{
  if (none_a) return b->tag == T_SET || b->tag == T_PILE ? as_set(s, b) : type_opt(s->m, b, true);
  if (none_b) return a->tag == T_SET || a->tag == T_PILE ? as_set(s, a) : type_opt(s->m, a, true);
  if (a->tag == T_VOID || b->tag == T_VOID) return a->tag == T_VOID ? b : a;
  if (a->tag == T_NUM && b->tag == T_NUM) {
    Type *t = type_num(s->m, a->lo < b->lo ? a->lo : b->lo, a->hi > b->hi ? a->hi : b->hi);
    return type_opt(s->m, t, a->opt || b->opt);
  }
  if (a->tag == T_LIST && type_fits(b, a)) return a;
  if (b->tag == T_LIST && type_fits(a, b)) return b;
  bool wide = a->tag == T_SET || a->tag == T_PILE || b->tag == T_SET || b->tag == T_PILE;
  if (wide && as_set(s, a) && as_set(s, b) && type_fits(a, as_set(s, b))) {
    Type *x = as_set(s, a), *y = as_set(s, b);
    if (x->elem->tag != T_NUM) return y;
    return type_set(s->m, type_num(s->m, x->elem->lo < y->elem->lo ? x->elem->lo : y->elem->lo,
                                   x->elem->hi > y->elem->hi ? x->elem->hi : y->elem->hi));
  }
  if (type_fits(a, b)) return type_opt(s->m, b, a->opt || b->opt);
  Diag *g = diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "the two sides are of different types");
  diag_hint(s->d, g, "one is %s, the other %s", type_words(s->m, a), type_words(s->m, b));
  return t_void(s);
}

/* ---- operators ------------------------------------------------------------------ */

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static Type *arith(Sema *s, Node *n, Type *a, Type *b)
{
  int64_t v[4];
  switch (n->tag) {
  case N_ADD: v[0] = a->lo + b->lo, v[1] = a->hi + b->hi, v[2] = v[0], v[3] = v[1]; break;
  case N_SUB: v[0] = a->lo - b->hi, v[1] = a->hi - b->lo, v[2] = v[0], v[3] = v[1]; break;
  case N_MUL:
    v[0] = a->lo * b->lo, v[1] = a->lo * b->hi, v[2] = a->hi * b->lo, v[3] = a->hi * b->hi;
    break;
  default:
    if (b->lo <= 0 && b->hi >= 0) {
      Diag *g = diag_add(s->d, DIAG_DIVIDE_BY_ZERO, n->b->loc, "this can be 0");
      diag_hint(s->d, g, "divide by something whose range leaves 0 out, such as max(1, …)");
      return type_num(s->m, 0, 0);
    }
    v[0] = floor_div(a->lo, b->lo), v[1] = floor_div(a->lo, b->hi);
    v[2] = floor_div(a->hi, b->lo), v[3] = floor_div(a->hi, b->hi);
  }
  int64_t lo = v[0], hi = v[0];
  for (int i = 1; i < 4; i++) {
    if (v[i] < lo) lo = v[i];
    if (v[i] > hi) hi = v[i];
  }
  if (lo < -MAX_NUMBER || hi > MAX_NUMBER)
    diag_hint(s->d, diag_add(s->d, DIAG_NUMBER_TOO_LARGE, n->loc, "this can be larger than %d", MAX_NUMBER),
              "the ranges of both sides tell how large; declare smaller ones, or bound them with min(…)");
  return type_opt(s->m, type_num(s->m, lo, hi), a->opt || b->opt);
}

static Type *check_plus(Sema *s, Node *n, Type *want)
{
  Type *a = check_expr(s, n->a, want);
  Type *b = check_expr(s, n->b, want ? want : a);
  if (n->tag == N_ADD || n->tag == N_SUB) {
    bool none_a = is_none(n->a), none_b = is_none(n->b);
    bool scalar = a->tag == T_NUM && b->tag == T_NUM;
    if (!scalar && (none_a || none_b || (as_set(s, a) && as_set(s, b) && a->tag != T_NUM && a->tag != T_VOID))) {
      Type *x = none_a ? as_set(s, b) : as_set(s, a);
      Type *y = none_b ? x : as_set(s, b);
      return unify(s, n, x, y, false, false);
    }
  }
  if (a->tag == T_VOID || b->tag == T_VOID) return t_void(s);
  if (a->tag != T_NUM || b->tag != T_NUM) {
    Node *bad = a->tag != T_NUM ? n->a : n->b;
    Diag *g = diag_add(s->d, DIAG_NOT_A_NUMBER, bad->loc, "a number is needed here");
    diag_label(s->d, g, "this is %s", type_words(s->m, bad->type));
    return t_void(s);
  }
  return arith(s, n, a, b);
}

static Type *check_is(Sema *s, Node *n)
{
  Type *a = check_expr(s, n->a, NULL);
  Type *b = check_expr(s, n->b, a);
  if (is_none(n->a) || is_none(n->b)) return t_flag(s);
  bool copies = n->b->sym && n->b->sym->tag == SY_THING && b->tag == T_SET && a->tag == T_THING;
  if (copies || !(type_fits(a, b) || type_fits(b, a) || (as_set(s, a) && as_set(s, b) && type_fits(as_set(s, a), as_set(s, b))))) {
    Diag *g = diag_add(s->d, DIAG_NOT_COMPARABLE, n->loc, "these two are never the same");
    if (copies) diag_hint(s->d, g, "\"%s\" has copies: write \"in %s\"", n->b->name, n->b->name);
    else diag_hint(s->d, g, "one is %s, the other %s", type_words(s->m, a), type_words(s->m, b));
  }
  return t_flag(s);
}

static Type *check_in(Sema *s, Node *n)
{
  Type *b = check_set(s, n->b);
  Type *a = check_expr(s, n->a, b->tag == T_SET ? b->elem : NULL);
  if (a->tag == T_VOID || b->tag == T_VOID) return t_flag(s);
  if (!type_fits(a, b)) {
    Diag *g = diag_add(s->d, DIAG_NOT_COMPARABLE, n->loc, "this is never in that set");
    diag_hint(s->d, g, "one is %s, the other %s", type_words(s->m, a), type_words(s->m, b));
  }
  return t_flag(s);
}

static Type *check_compare(Sema *s, Node *n)
{
  check_number(s, n->a);
  check_number(s, n->b);
  return t_flag(s);
}

static Type *check_span(Sema *s, Node *n)
{
  Type *a = check_number(s, n->a), *b = check_number(s, n->b);
  int64_t lo = a->lo, hi = b->hi > a->lo ? b->hi : a->lo;
  if (hi - lo >= MAX_UNIVERSE) {
    diag_hint(s->d, diag_add(s->d, DIAG_UNIVERSE_TOO_LARGE, n->loc, "a set of numbers spans at most %d", MAX_UNIVERSE),
              "nobody chooses among so many; ask for digits or steps instead");
    return t_void(s);
  }
  return type_set(s->m, type_num(s->m, lo, hi));
}

static Type *check_where(Sema *s, Node *n)
{
  Type *t = check_set(s, n->a);
  Scope *sc = s->scope;
  Sym *outer = s->it;
  if (outer) {
    Diag *g = diag_add(s->d, DIAG_NESTED_IT, n->loc, "\"it\" would mean two things here");
    diag_hint(s->d, g, "give one of them a name: any(x in S: …), or a let before");
  }
  s->it = n->sym = push_local(s, NULL, n, t->tag == T_SET ? t->elem : t, true);
  bool pure = s->pure;
  s->pure = true;
  check_condition(s, n->b);
  s->pure = pure;
  s->it = outer;
  pop_scope(s, sc);
  return t;
}

static Type *check_pick(Sema *s, Node *n)
{
  if (s->pure)
    diag_hint(s->d, diag_add(s->d, DIAG_IMPURE, n->loc, "what is computed here cannot decide or roll"),
              "do it in a verb and keep the result in a field");
  if (n->a) {
    Type *c = check_expr(s, n->a, NULL);
    if (c->tag != T_VOID && c->tag != T_NUM && !(c->tag == T_SET && n->a->tag == N_SPAN))
      diag_add(s->d, DIAG_NOT_A_NUMBER, n->a->loc, "how many is a number or a range such as 1..2");
  }
  Type *t = check_set(s, n->b);
  if (n->c) {
    Type *by = check_set(s, n->c);
    if (by->tag == T_SET && by->elem->kind != s->m->player)
      diag_hint(s->d, diag_add(s->d, DIAG_NO_CHOOSER, n->c->loc, "only players can choose"), "after \"by\" stands a player or a set of players");
  } else if (!s->has_me && !(n->num & PICK_RANDOM)) {
    Diag *g = diag_add(s->d, DIAG_NO_CHOOSER, n->loc, "nobody is acting here, so nobody can choose");
    diag_hint(s->d, g, "say who: choose … by players, or put it in as p { … }");
  }
  check_text(s, n);
  if (t->tag == T_VOID) return t;
  if (n->a) return t;
  return type_opt(s->m, t->elem, (n->num & PICK_MAY) != 0);
}

static Type *check_cond(Sema *s, Node *n, Type *want)
{
  check_condition(s, n->a);
  Type *a = check_expr(s, n->b, want), *b = check_expr(s, n->c, want ? want : a);
  return unify(s, n, a, b, is_none(n->b), is_none(n->c));
}

/* ---- calls ---------------------------------------------------------------------- */

static const BuiltinRow rows[] = {
#define FUNCTION(name, id, least, most, gives) {name, BI_##id, least, most, gives},
#define PHRASE(shape, id)
#include "interp/sema/builtin.def"
#undef FUNCTION
#undef PHRASE
};

const BuiltinRow *builtin_rows(int *n)
{
  *n = (int)(sizeof rows / sizeof *rows);
  return rows;
}

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
  if (!n->d) n->d = n->a; /* as written, in case it is checked again */
  Node *in = n->d;
  Node *filter = NULL;
  if (in->tag == N_WHERE) filter = in->b, in = in->a;
  if (in->tag != N_IN || in->a->tag != N_NAME) {
    Diag *g = diag_add(s->d, DIAG_SYNTAX, n->loc, "\"%s\" needs a name and a set", n->name);
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
  case BI_ANY: case BI_ALL: check_condition(s, n->b); break;
  case BI_COUNT:
    check_condition(s, n->b);
    t = type_num(s->m, 0, most);
    break;
  case BI_SUM:
    body = check_expr(s, n->b, NULL);
    if (body->tag == T_SET || body->tag == T_PILE || body->tag == T_THING) t = as_set(s, body);
    else {
      body = body->tag == T_NUM ? body : check_number(s, n->b);
      t = type_num(s->m, body->lo < 0 ? body->lo * most : 0, body->hi > 0 ? body->hi * most : 0);
    }
    break;
  case BI_MAX: case BI_MIN: t = type_opt(s->m, check_number(s, n->b), true); break;
  case BI_MOST: case BI_LEAST:
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

/* A set that surely has elements, so that first() of it is never none. */
static bool surely_some(const Node *n)
{
  if (n->tag == N_CALL && n->op == BI_AROUND) return true;
  if (n->tag != N_NAME || !n->sym) return false;
  if (n->sym->tag == SY_PLAYERS) return true;
  if (n->sym->tag == SY_KIND) return n->sym->kind->count > 0 && !n->sym->kind->has_variants;
  return n->sym->tag == SY_THING;
}

static Type *element_of(Sema *s, Node *arg, bool sure)
{
  Type *t = check_expr(s, arg, NULL);
  if (t->tag == T_LIST) return type_opt(s->m, t->elem, true);
  t = as_set(s, t);
  if (!t || t->tag != T_SET) {
    if (!t) diag_add(s->d, DIAG_NOT_A_SET, arg->loc, "a set, pile or list is needed here");
    return t_void(s);
  }
  return type_opt(s->m, t->elem, !(sure && surely_some(arg)));
}

static Type *check_pile_arg(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_PILE || t->tag == T_VOID) return t;
  Diag *g = diag_add(s->d, DIAG_NOT_A_PILE, n->loc, "a pile is needed here");
  diag_label(s->d, g, "this is %s", type_words(s->m, t));
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
    diag_hint(s->d, diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "the name of a value with one argument is needed here"),
              "value neighbours(l: location): set of location = …");
    return;
  }
  n->sym = y;
  y->value->used = true;
  check_value(s, y->value);
  Type *r = y->value->type;
  if (thing->tag == T_THING && (r->tag != T_SET || r->elem->kind != thing->kind))
    diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "\"%s\" must give a set of \"%s\"", n->name, thing->kind->name);
  n->type = r;
}

static Type *check_builtin(Sema *s, Node *n, Type *want)
{
  Node *a = n->a, *b = a ? a->next : NULL, *c = b ? b->next : NULL;
  Type *t;
  switch (n->op) {
  case BI_COUNT: case BI_EMPTY:
    t = check_expr(s, a, NULL);
    if (t->tag != T_VOID && t->tag != T_LIST && (!as_set(s, t) || t->tag == T_NUM))
      diag_add(s->d, DIAG_NOT_A_SET, a->loc, "a set, pile or list is needed here");
    if (n->op == BI_EMPTY) return t_flag(s);
    if (t->tag == T_LIST) return type_num(s->m, 0, t->capacity);
    t = as_set(s, t);
    return type_num(s->m, surely_some(a) ? (a->sym && a->sym->tag == SY_PLAYERS ? s->m->game->num : 1) : 0,
                    t && t->tag == T_SET ? type_count(t->elem) : 0);
  case BI_MAX: case BI_MIN:
    t = check_number(s, a);
    for (Node *x = b; x; x = x->next) {
      Type *u = check_number(s, x);
      bool max = n->op == BI_MAX;
      int64_t lo = max ? (t->lo > u->lo ? t->lo : u->lo) : (t->lo < u->lo ? t->lo : u->lo);
      int64_t hi = max ? (t->hi > u->hi ? t->hi : u->hi) : (t->hi < u->hi ? t->hi : u->hi);
      t = type_opt(s->m, type_num(s->m, lo, hi), t->opt || u->opt);
    }
    return t;
  case BI_FIRST: case BI_LAST: return element_of(s, a, true);
  case BI_ONLY: return element_of(s, a, false);
  case BI_TOP: case BI_BOTTOM:
    t = check_pile_arg(s, a);
    return t->tag == T_PILE ? type_thing(s->m, t->kind, true) : t;
  case BI_AT:
    t = element_of(s, a, false);
    check_number(s, b);
    return t;
  case BI_NEXT:
    t = check_thing_arg(s, a);
    if (b) check_number(s, b);
    return t;
  case BI_AROUND:
    t = check_thing_arg(s, a);
    return t->tag == T_THING ? t->kind->set : t;
  case BI_POSITION:
    t = check_thing_arg(s, a);
    if (b) {
      Type *p = check_expr(s, b, NULL);
      if (p->tag != T_PILE && p->tag != T_LIST && p->tag != T_VOID)
        diag_add(s->d, DIAG_NOT_A_PILE, b->loc, "a pile or list is needed here");
      return type_opt(s->m, type_num(s->m, 1, p->tag == T_LIST ? p->capacity : t->tag == T_THING ? t->kind->count : 1), true);
    }
    if (t->tag != T_THING) return t_void(s);
    return type_opt(s->m, type_num(s->m, 1, t->kind->count), t->opt);
  case BI_OWNER:
    check_thing_arg(s, a);
    return type_thing(s->m, s->m->player, true);
  case BI_THESE: return check_these(s, n, want);
  case BI_DISTANCE:
    t = check_thing_arg(s, a);
    check_as(s, b, type_opt(s->m, t, true), "the goal");
    check_neighbours(s, c, t);
    return t->tag == T_THING ? type_opt(s->m, type_num(s->m, 0, t->kind->count), true) : t;
  case BI_REACH:
    t = check_thing_arg(s, a);
    check_number(s, b);
    check_neighbours(s, c, t);
    return t->tag == T_THING ? t->kind->set : t;
  case BI_ROW: case BI_LINE: {
    t = check_thing_arg(s, a);
    if (t->tag != T_THING) return t;
    if (!t->kind->width) diag_add(s->d, DIAG_NOT_A_THING, a->loc, "kind \"%s\" is not a grid", t->kind->name);
    check_number(s, b);
    check_number(s, c);
    check_as(s, c->next, t->kind->set, "the last argument");
    int most = t->kind->width > t->kind->height ? t->kind->width : t->kind->height;
    return type_num(s->m, 0, most);
  }
  case BI_SEES: {
    check_as(s, a, s->m->player->type, "who sees");
    Type *x = b->tag == N_NAME ? check_name(s, b, NULL, true) : b->tag == N_DOT ? check_dot(s, b, true) : check_expr(s, b, NULL);
    b->type = x;
    if (x->tag != T_VOID && x->tag != T_THING && !(b->sym && b->sym->tag == SY_FIELD))
      diag_add(s->d, DIAG_NOT_A_THING, b->loc, "a thing or a field is needed here");
    return t_flag(s);
  }
  default: return t_void(s);
  }
}

static Type *check_grid_call(Sema *s, Node *n, Kind *k)
{
  n->op = BI_GRID;
  if (!k->width) {
    Diag *g = diag_add(s->d, DIAG_UNKNOWN_FUNCTION, n->loc, "kind \"%s\" is not a grid", k->name);
    diag_hint(s->d, g, "a grid is declared with its size: kind %s 8 by 8", k->name);
    return t_void(s);
  }
  if (count_args(n->a) != 2) {
    diag_add(s->d, DIAG_BAD_COUNT, n->loc, "%s(column, row) takes two numbers", k->name);
    return t_void(s);
  }
  check_number(s, n->a);
  check_number(s, n->a->next);
  return type_thing(s->m, k, true);
}

static Value *value_instance(Sema *s, Value *v, Node *n);

static Type *check_value_call(Sema *s, Node *n, Sym *y)
{
  Value *v = y->value;
  v->used = true;
  if (count_args(n->a) != (int)v->params.n) {
    diag_hint_at(s->d, diag_add(s->d, DIAG_BAD_COUNT, n->loc, "\"%s\" takes %zu argument%s, not %d", n->name, v->params.n, v->params.n == 1 ? "" : "s", count_args(n->a)),
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

static Type *check_call(Sema *s, Node *n, Type *want)
{
  if (n->op == BI_OWNER) return type_thing(s->m, s->m->player, true); /* x.owner, seen before */
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
    Nearest near = {n->name, NULL, 0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) nearest_try(&near, rows[i].name);
    for (size_t i = 0; i < s->m->values.n; i++) nearest_try(&near, s->m->values.at[i]->name);
    Diag *g = diag_add(s->d, elsewhere ? DIAG_OUTSIDE_VARIANT : DIAG_UNKNOWN_FUNCTION, n->loc,
                       "there is no function \"%s\"", n->name);
    if (near.best) diag_hint(s->d, g, "did you mean \"%s\"?", near.best);
    else diag_hint(s->d, g, "a verb's argument in brackets needs a space before the bracket");
    for (Node *a = n->a; a; a = a->next) check_expr(s, a, NULL);
    return t_void(s);
  }
  n->op = row->id;
  if (n->num == 1) return check_binder(s, n);
  int k = count_args(n->a);
  bool needs_binder = n->op == BI_ANY || n->op == BI_ALL || n->op == BI_SUM || n->op == BI_MOST || n->op == BI_LEAST;
  if (k < row->least || k > row->most || needs_binder) {
    Diag *g = diag_add(s->d, DIAG_BAD_COUNT, n->loc, "\"%s\" is not used like this", n->name);
    if (strchr(row->gives, '(')) diag_hint(s->d, g, "%s", row->gives);
    else diag_hint(s->d, g, "%s(…): %s", row->name, row->gives);
    for (Node *a = n->a; a; a = a->next) check_expr(s, a, NULL);
    return t_void(s);
  }
  return check_builtin(s, n, want);
}

/* ---- values --------------------------------------------------------------------- */

static void check_pattern(Sema *s, Node *p, Type *key)
{
  if (p->tag == N_NAME && !strcmp(p->name, "any")) return;
  if (p->tag == N_SPAN) {
    if (key->tag != T_NUM && key->tag != T_VOID)
      diag_add(s->d, DIAG_TABLE_ROW, p->loc, "a range fits only a number");
    p->a->type = p->b->type = type_num(s->m, p->a->num, p->b->num);
    if (p->a->num > p->b->num) diag_hint(s->d, diag_add(s->d, DIAG_BAD_RANGE, p->loc, "this range is empty"), "the smaller number comes first");
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

static bool pattern_has(const Node *pat, int64_t v)
{
  for (const Node *p = pat->a; p; p = p->next) {
    if (p->tag == N_NAME && !p->sym && p->name && !strcmp(p->name, "any")) return true;
    if (p->tag == N_SPAN && p->a->num <= v && v <= p->b->num) return true;
    if (p->tag == N_NUM && p->num == v) return true;
    if (p->tag == N_YES && v == 1) return true;
    if (p->tag == N_NO && v == 0) return true;
    if (p->tag == N_NONE && v == NONE) return true;
    if (p->sym && p->sym->tag == SY_THING && p->sym->thing->id <= v && v < p->sym->thing->id + p->sym->thing->copies)
      return true;
  }
  return false;
}

/* Walks all combinations of keys; keys with huge ranges are sampled at the row bounds. */
static bool table_covers(Sema *s, Node *table, Node *key, int64_t *at, int depth, int64_t *budget)
{
  if (!key) {
    if (--*budget < 0) return true;
    for (Node *r = table->b; r; r = r->next) {
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
    if (!table_covers(s, table, key->next, at, depth + 1, budget)) return false;
  }
  for (int64_t v = t->lo; v <= t->hi; v++) {
    at[depth] = v;
    if (!table_covers(s, table, key->next, at, depth + 1, budget)) return false;
    if (*budget < 0) return true;
  }
  return true;
}

static Type *check_table(Sema *s, Node *n, Type *want)
{
  int keys = 0;
  for (Node *k = n->a; k; k = k->next, keys++) {
    Type *t = check_expr(s, k, NULL);
    if (t->tag == T_SET || t->tag == T_LIST || t->tag == T_PILE || t->tag == T_TEXT) {
      diag_add(s->d, DIAG_TABLE_ROW, k->loc, "a table is read by numbers, words, flags or things");
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
      diag_hint(s->d, diag_add(s->d, DIAG_TABLE_ROW, r->loc, "this row has %d key%s, the table %d", pats, pats == 1 ? "" : "s", keys),
                "each row has one for each; \"any\" fits everything");
    Type *t = check_expr(s, r->b, want ? want : result);
    result = result ? unify(s, r->b, result, t, false, is_none(r->b)) : t;
  }
  int64_t at[8] = {0}, budget = 100000;
  if (keys <= 8 && s->d->errors == 0 && !table_covers(s, n, n->a, at, 0, &budget)) {
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
    diag_hint(s->d, g, "add a row for it, or a last row with \"any\"");
  }
  return result ? result : t_void(s);
}

static void check_def(Sema *s, Value *v, Def *d)
{
  Sema saved = *s;
  s->scope = NULL;
  s->it = NULL;
  s->pure = true;
  s->loops = 0;
  s->has_me = true;
  s->in_seen = false;
  s->place = d->place;
  s->self = d->place.kind;
  s->depth = 0;
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
  else {
    diag_hint(s->d, diag_add(s->d, DIAG_UNFILLED, d->node->loc, "value \"%s\" needs \"= …\" or a table", v->name),
              "something that changes in play is a field: leave \"value\" out");
    t = t_void(s);
  }
  Node *at = e ? e : d->node;
  if (want && t->tag != T_VOID && !type_fits(t, want)) {
    Diag *g = diag_add(s->d, DIAG_TYPE_MISMATCH, at->loc, "\"%s\" must be %s", v->name, type_words(s->m, want));
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
  } else if (want && t->tag == T_NUM && want->tag == T_NUM && (t->lo > want->hi || t->hi < want->lo)) {
    Diag *g = diag_add(s->d, DIAG_OUT_OF_RANGE, at->loc, "this is %s, never within %lld..%lld",
                       type_words(s->m, t), (long long)want->lo, (long long)want->hi);
    diag_hint(s->d, g, "declare a range that it fits");
  } else if (want && t->opt && !want->opt && want->tag != T_SET && want->tag != T_VOID) {
    Diag *g = diag_add(s->d, DIAG_MAY_BE_NONE, at->loc, "\"%s\" may be none although its type does not say so", v->name);
    diag_hint(s->d, g, "if that can happen, declare it with \"or none\"");
  }
  if (!v->type) v->type = is_none(at) ? t_void(s) : t;
  s->place = saved.place;
  s->scope = saved.scope;
  s->self = saved.self;
  s->it = saved.it;
  s->has_me = saved.has_me;
  s->pure = saved.pure;
  s->in_seen = saved.in_seen;
  s->loops = saved.loops;
  s->depth = saved.depth;
}

void check_value(Sema *s, Value *v)
{
  if (v->state == 2 || v->generic) return;
  if (v->state == 1) {
    if (!v->type) {
      diag_hint(s->d, diag_add(s->d, DIAG_VALUE_CYCLE, v->decl->loc, "\"%s\" needs its own value", v->name),
                "a value is not computed from itself, nor by way of others; keep one of them in a field");
      v->type = t_void(s);
    }
    return;
  }
  v->state = 1;
  for (size_t i = 0; i < v->defs.n; i++) check_def(s, v, &v->defs.at[i]);
  if (!v->type) v->type = t_void(s);
  v->state = 2;
}

/* A copy of a generic value for the kinds of these arguments. */
static Value *value_instance(Sema *s, Value *v, Node *n)
{
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
  w->decl = decl;
  w->entry = -1;
  w->used = true;
  for (Node *p = decl->a; p; p = p->next) {
    Type *t = p->a ? resolve_type(s, p->a) : NULL;
    if (t && t->generic) {
      t = t->tag == T_PILE ? ARENA_NEW(s->m->arena, Type) : t->tag == T_SET ? k->set : k->type;
      if (t->tag == T_VOID) *t = (Type){.tag = T_PILE, .kind = k, .index = -1}, apush(s->m->arena, &s->m->types, t);
      p->a->type = t;
    }
    Sym *y = sym_new(s, SY_LOCAL, p->name, p, t);
    y->fixed = true;
    apush(s->m->arena, &w->params, y);
  }
  if (decl->b) {
    Type *t = resolve_type(s, decl->b);
    if (t->generic) decl->b->type = t->tag == T_SET ? k->set : type_opt(s->m, k->type, t->opt);
    w->type = decl->b->type;
  }
  apush(s->m->arena, &w->defs, ((Def){decl, {LAYER_BODY, NULL, NULL, NULL, NULL}, -1}));
  apush(s->m->arena, &s->m->values, w);
  apush(s->m->arena, &v->instances, w);
  return w;
}

/* ---- the dispatcher ------------------------------------------------------------- */

static Type *check_expr_once(Sema *s, Node *n, Type *want)
{
  switch (n->tag) {
  case N_NUM: return n->type ? n->type : type_num(s->m, n->num, n->num);
  case N_STR: check_text(s, n); return type_plain(s->m, T_TEXT);
  case N_NONE: return t_void(s);
  case N_YES: case N_NO: return t_flag(s);
  case N_IT:
    if (!s->it) {
      Diag *g = diag_add(s->d, DIAG_NO_IT, n->loc, "\"it\" means nothing here");
      diag_hint(s->d, g, "\"it\" is the element in a where; in a loop use the name after each");
      return t_void(s);
    }
    n->sym = s->it;
    return s->it->type;
  case N_ME:
    if (!s->has_me) {
      diag_hint(s->d, diag_add(s->d, DIAG_NO_IT, n->loc, "nobody is acting here, so \"me\" means nothing"),
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
  case N_OR: case N_AND:
    check_condition(s, n->a);
    check_condition(s, n->b);
    return t_flag(s);
  case N_NOT: check_condition(s, n->a); return t_flag(s);
  case N_IS: case N_ISNOT: return check_is(s, n);
  case N_LT: case N_GT: case N_LE: case N_GE: return check_compare(s, n);
  case N_IN: case N_NOTIN: return check_in(s, n);
  case N_SPAN: return check_span(s, n);
  case N_ADD: case N_SUB: case N_MUL: case N_DIV: return check_plus(s, n, want);
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
  if (++s->depth > 400) {
    if (s->depth == 401) diag_add(s->d, DIAG_TOO_DEEP, n->loc, "this expression has too many parts inside each other");
    n->type = t_void(s);
  } else n->type = check_expr_once(s, n, want);
  s->depth--;
  return n->type;
}
