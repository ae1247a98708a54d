/* Names: what a bare word means, and what a thing has. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

Sym *push_local(Sema *s, const char *name, Node *decl, Type *t, bool fixed)
{
  Sym *y = sym_new(s, SY_LOCAL, name, decl, t);
  y->fixed = fixed;
  Scope *sc = ARENA_NEW(s->m->arena, Scope);
  *sc = (Scope){s->scope, y};
  if (name)
    for (Scope *o = s->scope; o; o = o->up)
      if (o->sym->name == name) {
        Diag *g = diag_add(s->d, DIAG_SHADOWED, decl->loc,
                           "\"%s\" is a name in use here already", name);
        if (o->sym->decl)
          diag_hint_at(s->d, g, o->sym->decl->loc,
                       "it is declared here; take another name");
        break;
      }
  s->scope = sc;
  return y;
}

void pop_scope(Sema *s, Scope *to) { s->scope = to; }

Sym *find_global(Sema *s, const char *name, bool *elsewhere)
{
  Sym *y = find_sym(s, name);
  *elsewhere = y && !nearness(s, y->variant);
  return *elsewhere ? NULL : y;
}

static Node *rewrite_member(Sema *s, Node *n, Tag base)
{
  Node *b = node_new(s->u, base, n->loc);
  n->tag = N_DOT;
  n->a = b;
  return n;
}

static bool is_member(const Sema *s, const Kind *k, const char *name)
{
  Sym *y = k ? kind_member(s, k, name) : NULL;
  return y && y->tag != SY_SLOT;
}

static int word_index(const Sema *s, const Words *w, const char *name)
{
  if (w->of) { /* of two packs each knows its own; a name is there without its card */
    const Sym *y = find_sym(s, name);
    bool named = y && y->tag == SY_THING && y->thing->kind == w->of &&
                 (nearness(s, y->variant) || !(y->variant->pack || y->variant->tests));
    return named ? y->thing->word : -1;
  }
  int i = 0;
  for (Node *x = w->list; x; x = x->next, i++)
    if (x->name == name) return i;
  return -1;
}

static bool as_word(const Sema *s, Node *n, Type *t)
{
  int i = t && t->tag == T_WORD ? word_index(s, t->words, n->name) : -1;
  if (i < 0) return false;
  n->tag = N_NUM;
  n->num = i;
  n->type = t;
  return true;
}

void outside_variant(Sema *s, Loc at, const char *name, const Variant *v,
                     const Loc *there)
{
  INVARIANT(s->d);
  bool tests = v && v->tests;
  Diag *g =
      diag_add(s->d, DIAG_OUTSIDE_VARIANT, at,
               tests ? "\"%s\" exists only for tests"
                     : "\"%s\" exists only in a variant, and this stands outside it",
               name);
  const char *remedy = tests ? "declare it outside test { … }"
                             : "declare it outside too, or move this into the variant";
  if (there) diag_hint_at(s->d, g, *there, "%s", remedy);
  else diag_hint(s->d, g, "%s", remedy);
}

/* What other languages call what has a word here. */
static const char *word_for(const char *name)
{
  static const char *const rows[][2] = {
      {"true", "yes"},  {"false", "no"}, {"True", "yes"},  {"False", "no"},
      {"null", "none"}, {"nil", "none"}, {"None", "none"}, {"self", "this"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i][0], name)) return rows[i][1];
  return NULL;
}

/* Is it what players read, written as a name?  "Hole in the wall": hole_in_the_wall. */
static bool reads_so(const char *label, const char *name)
{
  if (!label) return false;
  if (!strncasecmp(label, "the ", 4)) label += 4;
  while (*name && *label && *label != '|') {
    bool letter = isalnum((unsigned char)*label);
    if (letter ? tolower((unsigned char)*label) != tolower((unsigned char)*name)
               : *name != '_')
      return false;
    label++;
    name++;
  }
  return !*name && (!*label || *label == '|');
}

/* The thing that an author knows by what is printed on it, and not by its name. */
static const Thing *printed_so(const Sema *s, const char *name)
{
  for (size_t i = 0; i < s->m->things.n; i++)
    if (reads_so(s->m->things.at[i]->label, name)) return s->m->things.at[i];
  return NULL;
}

static void unknown_name(Sema *s, Node *n, bool elsewhere)
{
  if (elsewhere) {
    const Sym *y = find_sym(s, n->name);
    outside_variant(s, n->loc, n->name, y ? y->variant : NULL, NULL);
    return;
  }
  const char *word = word_for(n->name);
  if (word) {
    Diag *w =
        diag_add(s->d, DIAG_UNKNOWN_NAME, n->loc, "nothing is called \"%s\"", n->name);
    diag_mend(s->d, w, n->loc, word, "write: %s", word);
    return;
  }
  Nearest near = nearest_for(s->d, n->name);
  if (!near.word) {
    diag_add(s->d, DIAG_UNKNOWN_NAME, n->loc, "nothing is called \"%s\"", n->name);
    return;
  }
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
  Diag *g =
      diag_add(s->d, DIAG_UNKNOWN_NAME, n->loc, "nothing is called \"%s\"", n->name);
  for (size_t i = 0; i < m->kinds.n; i++) { /* a field whose thing is not said */
    Kind *k = m->kinds.at[i];
    if (!is_member(s, k, n->name)) continue;
    if (k->is_player)
      diag_hint(s->d, g, "each player has \"%s\": write p.%s, or put this in as p { … }",
                n->name, n->name);
    else
      diag_hint(s->d, g, "each \"%s\" has \"%s\": say whose, such as x.%s", k->name,
                n->name, n->name);
    return;
  }
  const Thing *printed = printed_so(s, n->name);
  if (printed)
    diag_edit(s->d, g, n->loc, printed->name, "\"%.*s\" is printed on %s",
              (int)strcspn(printed->label, "|"), printed->label, printed->name);
  else if (near.best) diag_meant(s->d, g, near.best);
  else
    diag_hint(s->d, g,
              "names are declared: a thing, a field, a value, a parameter, or with let");
}

static void ambiguous(Sema *s, Node *n, const char *a, const char *b)
{
  INVARIANT(n && n->tag < N_COUNT);
  Diag *g =
      diag_add(s->d, DIAG_AMBIGUOUS, n->loc, "\"%s\" could be %s or %s", n->name, a, b);
  const char *field = !strcmp(a, "a field of this") ? "this" : "me";
  if (!strcmp(b, "the game's"))
    diag_hint(s->d, g, "for the field write %s.%s; for the game's rename one of them",
              field, n->name);
  else diag_hint(s->d, g, "say which: this.%s, me.%s, or rename one", n->name, n->name);
}

static const char *per_words(Sema *s, const Field *f)
{
  return f->per->tag == T_THING ? arena_printf(s->m->arena, "\"%s\"", f->per->kind->name)
                                : type_words(s->m, f->per);
}

/* Names that every game has: players, winners, flag, and the owner in `seen by`. */
static Type *check_given_name(Sema *s, Node *n)
{
  if (!strcmp(n->name, "players")) {
    n->sym = sym_new(s, SY_PLAYERS, n->name, n, s->m->player->set);
    return n->sym->type;
  }
  if (!strcmp(n->name, "winners")) {
    n->sym = sym_new(s, SY_WINNERS, n->name, n, s->m->player->set);
    return n->sym->type;
  }
  if (s->in_seen && !strcmp(n->name, "owner")) {
    bool lies = s->self && !s->self->is_player; /* in whose pile it lies, if in any */
    n->sym = sym_new(s, SY_OWNER, n->name, n, type_thing(s->m, s->m->player, lies));
    n->sym->kind = s->self;
    return n->sym->type;
  }
  if (!strcmp(n->name, "flag")) {
    n->sym = sym_new(s, SY_TYPE, n->name, n, t_flag(s));
    return type_set(s->m, t_flag(s));
  }
  return NULL;
}

/* A word whose type is not known from where it stands: of the only type that has it;
 * NULL if none does. */
static Type *check_lone_word(Sema *s, Node *n)
{
  Words *found = NULL;
  for (size_t i = 0; i < s->words.n; i++)
    if (word_index(s, s->words.at[i], n->name) >= 0 &&
        nearness(s, s->words.at[i]->pack)) {
      if (found) {
        Diag *g = diag_add(s->d, DIAG_AMBIGUOUS, n->loc, "\"%s\" is a word of two types",
                           n->name);
        diag_hint(s->d, g, "say of which type: let x: TYPE = %s, or compare: FIELD is %s",
                  n->name, n->name);
      }
      found = s->words.at[i];
    }
  for (size_t i = 0; found && i < s->m->types.n; i++) {
    Type *t = s->m->types.at[i];
    if (t->tag != T_WORD || t->words != found || t->opt) continue;
    as_word(s, n, t);
    return t;
  }
  return NULL;
}

static Type *needs_arguments(Sema *s, const Node *n)
{
  Diag *g = diag_add(s->d, DIAG_BAD_COUNT, n->loc, "\"%s\" needs arguments", n->name);
  diag_hint(s->d, g, "write %s(…) with no space before the bracket", n->name);
  return t_void(s);
}

static Type *check_field(Sema *s, const Node *n, bool indexed)
{
  Field *f = n->sym->field;
  f->read = true;
  if (!f->per || indexed) return n->sym->type;
  Diag *g = diag_add(s->d, DIAG_BAD_COUNT, n->loc, "\"%s\" has one value for each %s",
                     n->name, per_words(s, f));
  diag_hint(s->d, g, "say which: %s[…]", n->name);
  return t_void(s);
}

/* A name that the game declares. */
static Type *check_declared(Sema *s, Node *n, bool indexed)
{
  Sym *y = n->sym;
  switch (y->tag) {
  case SY_KIND: return y->kind->set;
  case SY_THING: return y->type;
  case SY_TYPE:
    if (y->type->tag == T_SET || y->type->tag == T_LIST || y->type->tag == T_PILE) {
      diag_add(s->d, DIAG_NOT_A_SET, n->loc, "type \"%s\" is not a set of values",
               n->name);
      return t_void(s);
    }
    return type_set(s->m, y->type);
  case SY_FIELD: return check_field(s, n, indexed);
  case SY_VALUE:
    y->value->used = true;
    if (y->value->params.n) return needs_arguments(s, n);
    check_value(s, y->value);
    return y->value->type;
  default: return t_void(s);
  }
}

/* Is it all of a type, where a set is needed, and not which of them is printed on this?
 * What the language prints there bears the name of its type, which nobody can rename. */
static bool names_its_type(const Sema *s, const Node *n, const Sym *global)
{
  const Sym *y = kind_member(s, s->self, n->name);
  return s->whole == n && y->tag == SY_COLUMN && y->column->axis && global &&
         (global->tag == SY_TYPE || global->tag == SY_KIND);
}

/* What a bare name means: local, field of this, field of me, the game's. */
Type *check_name(Sema *s, Node *n, Type *want, bool indexed)
{
  INVARIANT(n->name);
  Sym *local = lookup(s, n->name);
  if (local) {
    n->sym = local;
    return local->type;
  }
  if (want && want->tag == T_SET) want = want->elem;
  if (as_word(s, n, want)) return want->opt ? type_opt(s->m, want, false) : want;
  bool self = is_member(s, s->self, n->name);
  bool mine = s->has_me && is_member(s, s->m->player, n->name);
  if (s->self && s->self->is_player) mine = false;
  bool elsewhere;
  Sym *y = find_global(s, n->name, &elsewhere);
  if (self && s->in_title) y = NULL, mine = false;
  if (self && names_its_type(s, n, y)) self = mine = false;
  if (self && mine) ambiguous(s, n, "a field of this", "a field of the player");
  else if ((self || mine) && y)
    ambiguous(s, n, self ? "a field of this" : "a field of the player", "the game's");
  if (self) return check_dot(s, rewrite_member(s, n, N_THIS), indexed);
  if (mine) return check_dot(s, rewrite_member(s, n, N_ME), indexed);
  Type *type = check_given_name(s, n);
  if (type) return type;
  if (y) {
    n->sym = y;
    return check_declared(s, n, indexed);
  }
  type = check_lone_word(s, n);
  if (!type) unknown_name(s, n, elsewhere);
  return type ? type : t_void(s);
}

static Type *no_member(Sema *s, Node *n, Kind *k)
{
  INVARIANT(n && n->tag < N_COUNT);
  Nearest near = nearest_for(s->d, n->name);
  for (size_t i = 0; i < k->members.n; i++) nearest_try(&near, k->members.at[i]->name);
  Loc at = n->loc; /* the field alone, not what stands before its dot */
  int length = (int)strlen(n->name);
  if (at.end - at.col > length) at.col = at.end - length;
  Diag *g = diag_add(s->d, DIAG_UNKNOWN_FIELD, at, "kind \"%s\" has no field \"%s\"",
                     k->name, n->name);
  if (near.best) diag_meant(s->d, g, near.best);
  return t_void(s);
}

Type *check_dot(Sema *s, Node *n, bool indexed)
{
  INVARIANT(n && n->tag < N_COUNT);
  Type *base = check_expr(s, n->a, NULL);
  if (base->tag == T_VOID) return base;
  if (base->tag != T_THING) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_THING, n->a->loc,
                       "only a thing has fields; this is %s", type_words(s->m, base));
    if (base->tag == T_SET || base->tag == T_PILE)
      diag_hint(s->d, g,
                "take one of them: first(…), only(…), or go through them with each");
    else diag_hint(s->d, g, "before the dot stands a thing: THING.%s", n->name);
    return t_void(s);
  }
  if (!strcmp(n->name, "owner")) {
    n->tag = N_CALL;
    n->op = BI_OWNER;
    return type_thing(s->m, s->m->player, true);
  }
  Sym *y = kind_member(s, base->kind, n->name);
  if (!y) return no_member(s, n, base->kind);
  n->sym = y;
  if (y->tag == SY_SLOT) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_UNKNOWN_FIELD, n->loc,
                       "\"%s\" is something to do, not a value", n->name),
              "it stands alone, as a statement");
    return t_void(s);
  }
  if (y->tag == SY_VALUE) return needs_arguments(s, n);
  Type *t = y->tag == SY_FIELD ? check_field(s, n, indexed) : y->type;
  return t->tag != T_VOID && base->opt ? type_opt(s->m, t, true) : t;
}

Type *check_index(Sema *s, Node *n)
{
  INVARIANT(n->tag == N_INDEX);
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
    Diag *g = diag_add(s->d, DIAG_NOT_A_PLACE, n->loc,
                       "only a field declared with \"per\" is read with [ ]");
    if (y && y->tag == SY_FIELD && y->decl)
      diag_hint_at(s->d, g, y->decl->loc,
                   "to have one for each, declare it so: %s: … per KIND", y->name);
    check_expr(s, n->b, NULL);
    return t_void(s);
  }
  check_as(s, n->b, y->field->per, "this index");
  return n->b->type->opt ? type_opt(s->m, t, true) : t;
}
