/* Phrases: which verb a statement calls, and which verb a rule is about.
 *
 * A verb's declaration is the pattern of its call: fixed words stand for themselves,
 * parameters for arguments.  Resolving compares words only, before types are known. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

#include <string.h>

static const char *const shapes[] = {
#define FUNCTION(name, id, least, most, gives)
#define PHRASE(shape, id) shape,
#include "interp/sema/builtin.def"
#undef FUNCTION
#undef PHRASE
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const char *part_word(const Node *n)
{
  return n->tag == N_WORD || n->tag == N_NAME ? n->name : NULL;
}

/* How well the parts after the head match a shape: -1 not at all, else words matched. */
static int match_shape(const Node *part, const Node *shape)
{
  int words = 0;
  for (; part && shape; part = part->next, shape = shape->next) {
    if (shape->tag == N_WORD) {
      if (!part_word(part) || strcmp(part_word(part), shape->name)) return -1;
      words++;
    } else if (part->tag == N_WORD) return -1;
  }
  return part || shape ? -1 : words;
}

static int match_builtin(const Node *head, const char *shape)
{
  size_t n = strcspn(shape, " ");
  if (strncmp(head->name, shape, n) || head->name[n]) return -1;
  int words = 0;
  const Node *part = head->next;
  for (shape += n; *shape; part = part->next) {
    shape++;
    n = strcspn(shape, " ");
    if (!part) return -1;
    if (*shape == '_') {
      if (part->tag == N_WORD) return -1;
    } else {
      if (!part_word(part) || strncmp(part_word(part), shape, n) || part_word(part)[n])
        return -1;
      words++;
    }
    shape += n;
  }
  return part ? -1 : words;
}

static const char *show_shape(Sema *s, const Verb *v)
{
  const char *t = v->name;
  for (const Node *p = v->shape; p; p = p->next)
    t = arena_printf(s->m->arena, p->tag == N_WORD ? "%s %s" : "%s (%s)", t, p->name);
  return t;
}

enum { MOST_SHOWN = 8 }; /* ways to say a verb, in a hint */

/* Statements of other languages.  True if it is one. */
static bool other_language(Sema *s, Diag *g, const Node *head)
{
  static const char *const rows[][3] = {
      {"return", NULL,
       "a verb gives nothing back and ends with its block: put the rest into else { … }; "
       "\"stop\" leaves a loop, and a value computes a result"},
      {"break", "stop", "a loop is left with: stop"},
      {"continue", NULL, "put the rest of the loop into if … { … }"},
      {"print", "note", "what players read is written with: note \"…\""},
      {"echo", "note", "what players read is written with: note \"…\""},
      {"increase", "raise", "write: raise … by …"},
      {"decrease", "lower", "write: lower … by …"},
      {"discard", NULL, "a card is put somewhere with: move … to …"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(rows[i][0], head->name)) continue;
    if (rows[i][1]) diag_mend(s->d, g, head->loc, rows[i][1], "%s", rows[i][2]);
    else diag_hint(s->d, g, "%s", rows[i][2]);
    return true;
  }
  return false;
}

static void unknown_verb(Sema *s, Node *head)
{
  INVARIANT(head && head->tag < N_COUNT);
  const VerbList *said = verbs_said(s, head->name);
  for (size_t i = 0; i < said->n; i++) {
    Verb *v = said->at[i];
    if (match_shape(head->next, v->shape) < 0) continue;
    outside_variant(s, head->loc, head->name, v->variant, &v->decl->loc);
    return;
  }
  Sym *other = find_sym(s, head->name);
  if (other && (other->tag == SY_VALUE || other->tag == SY_FIELD ||
                other->tag == SY_THING || other->tag == SY_KIND)) {
    Diag *g = diag_add(s->d, DIAG_UNKNOWN_VERB, head->loc,
                       "\"%s\" is %s, not something to do", head->name,
                       other->tag == SY_VALUE   ? "a value"
                       : other->tag == SY_FIELD ? "a field"
                       : other->tag == SY_THING ? "a thing"
                                                : "a kind");
    diag_hint(s->d, g,
              "a statement begins with a verb; to change a field write: set … to …");
    return;
  }
  Diag *g = diag_add(s->d, DIAG_UNKNOWN_VERB, head->loc, "no verb is said like \"%s …\"",
                     head->name);
  if (other_language(s, g, head)) return;
  bool found = false;
  static const char *const keywords[] = {"let",    "set",    "raise", "lower", "require",
                                         "repeat", "choose", "stop",  "expect"};
  Nearest near = nearest_for(s->d, head->name);
  for (size_t i = 0; i < said->n && i < MOST_SHOWN; i++) {
    diag_hint_at(s->d, g, said->at[i]->decl->loc, "it is said like this: %s",
                 show_shape(s, said->at[i]));
    found = true;
  }
  for (size_t i = 0; i < s->m->verbs.n && near.word; i++)
    if (s->m->verbs.at[i]->decl && !s->m->verbs.at[i]->slot_of)
      nearest_try(&near, s->m->verbs.at[i]->name);
  for (int i = 0; i < SHAPES; i++) {
    size_t n = strcspn(shapes[i], " ");
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)n, shapes[i]);
    if (!strcmp(word, head->name)) {
      const char *shape = "";
      for (const char *c = shapes[i]; *c; c++)
        shape = *c == '_' ? arena_printf(s->m->arena, "%s(…)", shape)
                          : arena_printf(s->m->arena, "%s%c", shape, *c);
      diag_hint(s->d, g, "it is said like this: %s", shape);
      found = true;
    }
    if (!found) nearest_try(&near, intern(s->u->names, shapes[i], n));
  }
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    nearest_try(&near, keywords[i]);
  if (!found && near.best) diag_meant(s->d, g, near.best);
  if (!found && head->next && head->next->tag == N_NAME && !near.best)
    diag_hint(s->d, g,
              "a statement begins with a verb; to change a field write \"set … to …\"");
}

/* ---- places --------------------------------------------------------------------- */

static Type *check_pile(Sema *s, Node *n, Kind *of)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_VOID) return t;
  if (t->tag != T_PILE) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_PILE, n->loc, "a pile is needed here");
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
    if (t->tag == T_THING)
      diag_hint(s->d, g, "to stand somewhere is a field: set x.at to …");
    else if (t->tag == T_SET)
      diag_hint(s->d, g, "a set is changed with: add … to …, remove … from …");
    return t;
  }
  if (of && t->kind && t->kind != of)
    diag_hint(s->d,
              diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc,
                       "this pile holds \"%s\", not \"%s\"", t->kind->name, of->name),
              "a pile for these is declared: NAME: pile of %s", of->name);
  Field *f = n->sym && n->sym->tag == SY_FIELD ? n->sym->field : NULL;
  if (n->tag == N_INDEX && n->a->sym && n->a->sym->tag == SY_FIELD) f = n->a->sym->field;
  if (f) f->written = true;
  return t;
}

/* Things show their faces; anything else is told as it is. */
bool reveals_value(const Type *t)
{
  if (!t || t->tag == T_VOID) return !t;
  const Type *one = t->tag == T_SET || t->tag == T_LIST ? t->elem : t;
  return one->tag != T_PILE && (one->tag != T_THING || !one->kind->in_piles);
}

/* What is told has a name that cannot change, so that all of it is known afterwards. */
static void check_revealed_name(Sema *s, const Node *a)
{
  if (a->tag == N_NAME && a->sym && a->sym->tag == SY_LOCAL && a->sym->fixed) return;
  Diag *g = diag_add(s->d, DIAG_NOT_A_THING, a->loc,
                     "only things, and names that cannot be set, can be revealed");
  diag_hint(s->d, g, "name it first: let told = …, then reveal told to players");
}

/* A set or list that a phrase changes. */
static void check_changed(Sema *s, Node *b)
{
  if (b->tag != N_NAME && b->tag != N_DOT && b->tag != N_INDEX)
    diag_add(s->d, DIAG_NOT_A_PLACE, b->loc, "this cannot be changed");
  if (b->sym && b->sym->tag == SY_LOCAL && b->sym->fixed)
    diag_add(s->d, DIAG_CONSTANT_SET, b->loc, "\"%s\" cannot be changed", b->name);
  if (b->sym && b->sym->tag == SY_FIELD) b->sym->field->written = true;
}

/* What is told: a text, in which names are replaced. */
static void check_said(Sema *s, Node *a)
{
  if (a->tag != N_STR) {
    Diag *g = diag_add(s->d, DIAG_NOT_CONSTANT, a->loc,
                       "a text in quotation marks is needed here");
    if (a->tag == N_NAME)
      diag_hint(s->d, g, "to show it, put it into a text: \"{%s}\"", a->name);
  }
  check_expr(s, a, NULL);
}

static void check_builtin_phrase(Sema *s, Node *n, Node *a, Node *b, Node *c)
{
  INVARIANT(n && n->tag < N_COUNT);
  Type *t;
  switch (n->op) {
  case BP_ADD:
  case BP_REMOVE:
    t = check_expr(s, b, NULL);
    if (is_none(b))
      diag_add(s->d, DIAG_NOT_A_PLACE, b->loc, "none cannot be changed: name a set");
    if (t->tag == T_VOID) break;
    if (t->tag != T_SET && t->tag != T_LIST) {
      diag_hint(s->d, diag_add(s->d, DIAG_NOT_A_SET, b->loc, "a set is needed here"),
                t->tag == T_PILE ? "things go into piles with: move … to …"
                                 : "numbers change with raise and lower");
      break;
    }
    check_changed(s, b);
    check_as(s, a, t->tag == T_LIST ? t->elem : t, "this");
    break;
  case BP_REMOVE_AT:
    t = check_expr(s, b, NULL);
    check_number(s, a);
    if (t->tag == T_VOID) break;
    if (t->tag == T_LIST) check_changed(s, b);
    else
      diag_hint(s->d, diag_add(s->d, DIAG_NOT_A_SET, b->loc, "a list is needed here"),
                "only a list has places; from a set: remove ELEMENT from …");
    break;
  case BP_MOVE:
  case BP_MOVE_UNDER:
    t = check_expr(s, a, NULL);
    if (t->tag == T_SET) t = t->elem;
    if (t->tag != T_THING && t->tag != T_PILE && t->tag != T_VOID) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_NOT_A_THING, a->loc, "only things can be moved"),
                t->tag == T_NUM ? "a number of cards is drawn: draw 3 from … to …"
                                : "name a thing, or a set of things");
      t = type_plain(s->m, T_VOID);
    }
    check_pile(s, b, t->tag == T_VOID ? NULL : t->kind);
    if (t->kind) t->kind->in_piles = true;
    break;
  case BP_DRAW:
    check_as(s, a, type_num(s->m, 0, MAX_NUMBER), "how many");
    t = check_pile(s, b, NULL);
    check_pile(s, c, t->tag == T_PILE ? t->kind : NULL);
    break;
  case BP_SHUFFLE:
    check_pile(s, a, NULL);
    if (a->sym && a->sym->tag == SY_FIELD) a->sym->field->shuffled = true;
    if (a->sym && a->sym->tag == SY_LOCAL) a->sym->shuffled = true;
    if (a->tag == N_INDEX && a->a->sym && a->a->sym->tag == SY_FIELD)
      a->a->sym->field->shuffled = true;
    break;
  case BP_REVEAL:
    t = as_set(s, check_expr(s, a, NULL));
    if (reveals_value(t)) check_revealed_name(s, a);
    check_as(s, b, s->m->player->set, "who sees it");
    break;
  case BP_NOTE_AT:
    if (!s->in_view)
      diag_hint(s->d,
                diag_add(s->d, DIAG_VIEW_ONLY_LOOKS, n->loc,
                         "a note has a column only in a view"),
                "write: note \"…\"");
    check_as(s, b, type_num(s->m, 0, MAX_COLUMN), "a column");
    /* fall through */
  case BP_NOTE:
  case BP_LOSE_BECAUSE: check_said(s, a); break;
  case BP_WIN_BECAUSE:
    check_said(s, b);
    /* fall through */
  case BP_WIN: check_as(s, a, s->m->player->set, "who wins"); break;
  default:
    if (phrase_shows(n->op)) check_show(s, n);
    break;
  }
}

/* ---- verbs ---------------------------------------------------------------------- */

static Kind *kind_of_arg(Sema *s, Node *a)
{
  Type *t = check_expr(s, a, NULL);
  return t->tag == T_SET ? t->elem->kind : t->kind;
}

/* A copy of a generic verb for the kind that its arguments have. */
static Verb *instance(Sema *s, Verb *v, Node *args, Loc loc)
{
  Kind *k = NULL;
  Node *a = args;
  for (size_t i = 0; i < v->params.n && a; i++, a = a->next) {
    Type *p = v->params.at[i]->type;
    if (!p || !p->generic) continue;
    Kind *found = kind_of_arg(s, a);
    if (!found || (k && k != found)) {
      diag_add(s->d, DIAG_TYPE_MISMATCH, a->loc, "things of one kind are needed here");
      return NULL;
    }
    k = found;
  }
  if (!k) {
    diag_add(s->d, DIAG_TYPE_MISMATCH, loc, "it cannot be told of which kind this is");
    return NULL;
  }
  for (size_t j = 0; j < v->instances.n; j++)
    if (v->instances.at[j]->decl->extra == k->name) return v->instances.at[j];
  Node *decl = node_copy(s->u, v->decl, false);
  decl->extra = k->name;
  Verb *w = verb_new(s, v->name, decl);
  w->variant = NULL;
  for (Node *p = decl->a; p; p = p->next) {
    if (p->tag != N_PARAM) continue;
    Type *t = p->a ? resolve_type(s, p->a) : NULL;
    if (t && t->generic) {
      Type *made = ARENA_NEW(s->m->arena, Type);
      *made = (Type){.tag = T_PILE, .kind = k, .index = -1};
      if (t->tag == T_PILE) type_add(s->m, made), k->in_piles = true;
      p->a->type = t = t->tag == T_PILE  ? made
                       : t->tag == T_SET ? k->set
                                         : type_opt(s->m, k->type, t->opt);
    }
    Sym *y = sym_new(s, SY_LOCAL, p->name, p, t);
    y->fixed = true;
    p->sym = y;
    apush(s->m->arena, &w->params, y);
  }
  apush(s->m->arena, &v->instances, w);
  return w;
}

static void check_args(Sema *s, Node *n, Verb *v, Node *args)
{
  Node *a = args;
  for (size_t i = 0; i < v->params.n && a; i++, a = a->next)
    check_as(s, a,
             v->params.at[i]->type ? v->params.at[i]->type : type_plain(s->m, T_VOID),
             arena_printf(s->m->arena, "\"%s\"", v->params.at[i]->name));
  v->used = true;
  n->sym = sym_new(s, SY_SLOT, v->name, n, NULL);
  n->sym->slot = v;
  n->b = args;
}

/* The argument nodes of a phrase, linked to each other. */
static Node *take_args(Node *part, const Node *shape)
{
  NodeList l = {0};
  for (Node *next; part; part = next, shape = shape ? shape->next : NULL) {
    next = part->next;
    if (!shape || shape->tag == N_WORD) continue;
    part->next = NULL;
    l = list_add(l, part);
  }
  return l.head;
}

static Node *take_builtin_args(Node *part, const char *shape)
{
  NodeList l = {0};
  shape += strcspn(shape, " ");
  for (Node *next; part; part = next) {
    next = part->next;
    shape++;
    if (*shape == '_') {
      part->next = NULL;
      l = list_add(l, part);
    }
    shape += strcspn(shape, " ");
  }
  return l.head;
}

static void call_slot(Sema *s, Node *n, Node *base, const char *name, Loc loc)
{
  Type *t = base->tag == N_THIS || base->tag == N_ME ? check_expr(s, base, NULL)
                                                     : check_expr(s, base, NULL);
  if (t->tag == T_VOID) return;
  if (t->tag != T_THING) {
    Diag *g =
        diag_add(s->d, DIAG_NOT_A_THING, base->loc, "only a thing can do something");
    if (t->tag == T_SET) diag_hint(s->d, g, "take one of them: first(…) or only(…)");
    return;
  }
  Sym *y = kind_member(s, t->kind, name);
  if (!y || y->tag != SY_SLOT) {
    Nearest near = nearest_for(s->d, name);
    for (size_t i = 0; i < t->kind->members.n; i++)
      if (t->kind->members.at[i]->tag == SY_SLOT)
        nearest_try(&near, t->kind->members.at[i]->name);
    Diag *g =
        diag_add(s->d, DIAG_UNKNOWN_SLOT, loc,
                 "kind \"%s\" has nothing to do called \"%s\"", t->kind->name, name);
    if (near.best) diag_meant(s->d, g, near.best);
    return;
  }
  Verb *v = y->slot;
  if (match_shape(n->a->next, v->shape) < 0) {
    Diag *g = diag_add(s->d, DIAG_UNKNOWN_VERB, loc, "\"%s\" is said differently", name);
    diag_hint_at(s->d, g, v->decl->loc, "it is said like this: %s", show_shape(s, v));
    return;
  }
  n->op = BP_SLOT;
  n->c = base;
  check_args(s, n, v, take_args(n->a->next, v->shape));
}

void check_phrase(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *head = n->a;
  if (head->tag == N_DOT) {
    call_slot(s, n, head->a, head->name, head->loc);
    return;
  }
  if (head->tag != N_NAME) {
    Diag *g = diag_add(s->d, DIAG_UNKNOWN_VERB, head->loc,
                       "this is a value, not something to do");
    if (head->tag == N_CALL)
      diag_hint(s->d, g, "a verb's arguments stand after a space: %s (…)", head->name);
    return;
  }
  Verb *best = NULL;
  int words = -1;
  const VerbList *said = verbs_said(s, head->name);
  for (size_t i = 0; i < said->n; i++) {
    Verb *v = said->at[i];
    int near = strchr(v->name, ' ') ? 4 : nearness(s, v->variant); /* see edition.c */
    int k = near ? match_shape(head->next, v->shape) : -1;
    bool nearer = best && k == words && near > nearness(s, best->variant);
    if (k > words || nearer) words = k, best = v;
  }
  int builtin = -1;
  for (int i = 0; i < SHAPES; i++) {
    int k = match_builtin(head, shapes[i]);
    if (k > words) words = k, builtin = i;
  }
  if (builtin >= 0) {
    n->op = BP_NONE + 1 + builtin;
    n->b = take_builtin_args(head->next, shapes[builtin]);
    Node *a = n->b, *b = a ? a->next : NULL, *c = b ? b->next : NULL;
    check_builtin_phrase(s, n, a, b, c);
    return;
  }
  Sym *own = best && s->self ? kind_member(s, s->self, head->name) : NULL;
  if (own && own->tag == SY_SLOT && match_shape(head->next, own->slot->shape) >= 0) {
    Diag *g = diag_add(s->d, DIAG_AMBIGUOUS, head->loc,
                       "\"%s\" could be the game's verb or what this does", head->name);
    diag_hint(s->d, g,
              "this.%s is what the thing does; rename one of them to call the other",
              head->name);
    return;
  }
  if (best) {
    Node *args = take_args(head->next, best->shape);
    if (best->generic) best = instance(s, best, args, head->loc);
    n->op = BP_VERB;
    if (best) check_args(s, n, best, args);
    return;
  }
  Kind *owners[] = {s->self, s->has_me ? s->m->player : NULL};
  for (int i = 0; i < 2; i++) {
    Sym *y = owners[i] ? kind_member(s, owners[i], head->name) : NULL;
    if (!y || y->tag != SY_SLOT) continue;
    call_slot(s, n, node_new(s->u, i ? N_ME : N_THIS, head->loc), head->name, head->loc);
    return;
  }
  unknown_verb(s, head);
}

/* ---- events --------------------------------------------------------------------- */

static void bind_names(Sema *s, Rule *r, Verb *v, Node *parts)
{
  Node *p = parts;
  size_t i = 0;
  for (Node *sh = v->shape; sh && p; sh = sh->next, p = p->next) {
    if (sh->tag != N_PARAM) continue;
    apush(s->m->arena, &r->names, push_local(s, p->name, p, v->params.at[i]->type, true));
    i++;
  }
}

static Verb *change_verb(Sema *s, Field *f, bool lowers)
{
  Verb **v = lowers ? &f->lower : &f->raise;
  if (*v) return *v;
  *v = verb_new(s, f->name, NULL);
  (*v)->field = f;
  (*v)->lowers = lowers;
  (*v)->variant = NULL;
  Type *t = type_num(s->m, -MAX_NUMBER, MAX_NUMBER);
  Sym *n = sym_new(s, SY_LOCAL, "n", NULL, t);
  apush(s->m->arena, &(*v)->params, n);
  return *v;
}

static Verb *find_change(Sema *s, Node *e, Rule *r)
{
  Field *f = NULL;
  Sym *y = find_sym(s, e->extra ? e->extra : e->name);
  if (e->extra) {
    Kind *k = y && y->tag == SY_KIND ? y->kind : NULL;
    Sym *m = k ? kind_member(s, k, e->name) : NULL;
    if (m && m->tag == SY_FIELD) f = m->field;
  } else {
    Sym *m = kind_member(s, s->self ? s->self : s->m->player, e->name);
    if (!m) m = kind_member(s, s->m->player, e->name);
    if (y && y->tag == SY_FIELD) f = y->field;
    else if (m && m->tag == SY_FIELD) f = m->field;
  }
  if (!f || f->type->tag != T_NUM) {
    Diag *g = diag_add(s->d, DIAG_NO_SUCH_EVENT, e->loc,
                       "no field \"%s\" that is raised or lowered", e->name);
    if (f)
      diag_hint_at(
          s->d, g, f->decl->loc,
          "it is %s; a change that is no number is watched with: when CONDITION { … }",
          type_words(s->m, f->type));
    else diag_hint(s->d, g, "write: after lower KIND.FIELD by n");
    return NULL;
  }
  if (f->kind) r->it = push_local(s, NULL, e, f->kind->type, true);
  apush(s->m->arena, &r->names,
        push_local(s, e->a->name, e->a, type_num(s->m, -MAX_NUMBER, MAX_NUMBER), true));
  return change_verb(s, f, e->num == 2);
}

static Verb *find_slot_event(Sema *s, Node *e, Rule *r)
{
  INVARIANT(e && e->tag < N_COUNT);
  Sym *y = find_sym(s, e->extra);
  Kind *k = y && y->tag == SY_KIND    ? y->kind
            : y && y->tag == SY_THING ? y->thing->kind
                                      : NULL;
  Sym *m = k ? kind_member(s, k, e->name) : NULL;
  if (!m || m->tag != SY_SLOT || match_shape(e->a, m->slot->shape) < 0) {
    Diag *g = diag_add(s->d, DIAG_NO_SUCH_EVENT, e->loc, "\"%s.%s\" never happens",
                       e->extra, e->name);
    if (m && m->tag == SY_SLOT)
      diag_hint_at(s->d, g, m->decl->loc, "it is said like this: %s",
                   show_shape(s, m->slot));
    else {
      Nearest near = nearest_for(s->d, e->name);
      for (size_t i = 0; k && i < k->members.n; i++)
        if (k->members.at[i]->tag == SY_SLOT) nearest_try(&near, k->members.at[i]->name);
      if (near.best) diag_meant(s->d, g, near.best);
      else diag_hint(s->d, g, "a kind or thing with such a slot is needed");
    }
    return NULL;
  }
  if (y->tag == SY_THING) r->only = y->thing;
  r->it = push_local(s, NULL, e, k->type, true);
  bind_names(s, r, m->slot, e->a);
  return m->slot;
}

/* Every game is set up, also one that says nothing of it: a variant or pack may. */
static Verb *no_setup(Sema *s, const Node *e)
{
  if (s->m->setup || !s->place.variant || e->a || strcmp(e->name, "setup")) return NULL;
  Node *decl = node_new(s->u, N_VERB, s->m->game->loc);
  decl->name = e->name;
  decl->b = node_new(s->u, N_BLOCK, decl->loc);
  Variant *inside = s->place.variant;
  s->place.variant = NULL;
  s->m->setup = verb_new(s, e->name, decl);
  s->place.variant = inside;
  add_said(s, s->m->setup);
  return s->m->setup;
}

Verb *find_event(Sema *s, Node *e, Rule *r)
{
  if (e->num == 1 || e->num == 2) return find_change(s, e, r);
  if (e->num == 3) return find_slot_event(s, e, r);
  Verb *best = NULL, *near = NULL;
  const VerbList *said = verbs_said(s, e->name);
  for (size_t i = 0; i < said->n; i++) {
    Verb *v = said->at[i];
    if (v->generic || (v->variant && v->variant->pack && !nearness(s, v->variant)))
      continue;
    near = v;
    if (match_shape(e->a, v->shape) < 0) continue;
    if (!best || nearness(s, v->variant) > nearness(s, best->variant)) best = v;
  }
  if (!near) best = no_setup(s, e);
  if (best) {
    bind_names(s, r, best, e->a);
    return best;
  }
  Diag *g = diag_add(s->d, DIAG_NO_SUCH_EVENT, e->loc, "\"%s\" never happens like this",
                     e->name);
  if (near) {
    diag_hint_at(s->d, g, near->decl->loc, "it is said like this: %s",
                 show_shape(s, near));
    remedy_event(s, g, e, near);
  } else {
    Nearest n = nearest_for(s->d, e->name);
    const Kind *own = s->self; /* a slot's rule names the kind, also inside it */
    Sym *slot = own ? kind_member(s, own, e->name) : NULL;
    for (size_t i = 0; i < s->m->verbs.n; i++)
      if (s->m->verbs.at[i]->decl) nearest_try(&n, s->m->verbs.at[i]->name);
    if (slot && slot->tag == SY_SLOT)
      diag_hint(s->d, g, "the slot of a thing is named with its kind: %s.%s", own->name,
                e->name);
    else if (n.best) diag_meant(s->d, g, n.best);
    else
      diag_hint(s->d, g,
                "a rule is about a verb, a slot (KIND.SLOT), or: raise FIELD by n");
  }
  return NULL;
}
