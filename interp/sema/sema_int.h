/* What the files of sema share and nobody else sees. */
#ifndef REGEL_SEMA_INT_H
#define REGEL_SEMA_INT_H
#include "interp/base/map.h"
#include "interp/sema/model.h"

/* The scope a body is checked in. */
typedef struct Scope {
  struct Scope *up;
  Sym *sym;
} Scope;

typedef struct Sema {
  Model *m;
  Unit *u;
  Diags *d;
  struct Map *globals;  /* name -> Sym, of the game; packs have their own */
  struct Map *variants; /* name -> Variant */
  struct Map *outside;  /* name -> N_THING that stands outside variants */
  VEC(Variant *) packs; /* by the number that their files have */
  struct Map *heads;    /* first word -> VerbList: the verbs that are said like that */
  struct Map *numbers; /* name -> N_VALUE outside variants, for ends of ranges; or NULL */
  VEC(Node *) ends;    /* names at the ends of ranges */
  VEC(Words *) words;  /* all types of words, to find a bare word */
  bool crowded;        /* there are too many things: told once */
  /* where we are */
  Scope *scope;
  Place place;  /* of the rule, or of the body's kind */
  Kind *self;   /* the kind of `this`, or NULL */
  Sym *it;      /* what `it` means, or NULL */
  bool has_me;  /* `me` means something */
  bool in_view; /* nothing is done, only shown */
  Node *board;  /* the view */
  bool pure;    /* in a value: no decisions, no chance */
  bool in_test;
  bool in_seen;      /* in `seen by`: `owner` is the player whose it is */
  int loops;         /* enclosing loops */
  int values;        /* values or verbs being looked at, each for the one before */
  int depth;         /* of the tree, against a stack overflow */
  const char *owner; /* whose texts are being read, for translators; NULL: nobody's */
  bool printed;      /* in a printed value of a thing */
  const Node *whole; /* a name where a set is needed */
  bool in_title;     /* of the things of a kind: a name is what is printed on them */
} Sema;

/* symbol.c */
Sym *sym_new(Sema *s, SymTag tag, const char *name, Node *decl, Type *type);
/* A name of the whole game, here or in the variant where we are; reports a second one. */
void declare(Sema *s, Sym *y);
Kind *kind_new(Sema *s, const char *name, Node *decl);
/* The variant or pack of a name, seen from where we are; NULL if there is none. */
Variant *find_variant(const Sema *s, const char *name);
/* What a name of the whole game means where we are: one of the variant, of the pack, of
 * the game; else one that only another variant has. */
Sym *find_sym(const Sema *s, const char *name);
/* May a name that stands in a variant (NULL: outside) be used here?  0: no; else the
 * larger, the nearer. */
int nearness(const Sema *s, const Variant *there);
/* A name as it is known outside: with that of its pack before it. */
const char *outer_name(const Sema *s, const char *name);
Sym *kind_member(const Sema *s, const Kind *k, const char *name);
void add_member(Sema *s, Kind *k, Sym *y);  /* reports a second one, too */
void push_member(Sema *s, Kind *k, Sym *y); /* of the language: asks nothing */
void define_score(Sema *s, Node *f);        /* of the block of the game line */
Thing *thing_new(Sema *s, Kind *k, Node *decl, const char *name);
void add_copies(Sema *s, Thing *t, const Node *by); /* the last of t->more */
/* product.c */
/* Would a game have too many things with so many more?  That is told once. */
bool too_many_things(Sema *s, const Node *at, int64_t more);
void make_grid(Sema *s, Kind *k);
void make_products(Sema *s); /* after all things that are declared */
/* A printed value that the language fills in. */
void add_made_column(Sema *s, Kind *k, const char *name, Type *t, int axis);
/* names.c */
Type *names_type(Sema *s, Node *n, const char *name); /* its words come later */
void make_names(Sema *s, Node *n);                    /* likewise, for each item */
void check_ends(Sema *s); /* a value at the end of a range is never replaced */
Field *field_new(Sema *s, const char *name, Node *decl, Kind *k, Type *t);
Verb *verb_new(Sema *s, const char *name, Node *decl);
typedef VEC(Verb *) VerbList;
/* Those that begin with this word, slots and instances apart. */
const VerbList *verbs_said(const Sema *s, const char *head);
void add_said(Sema *s, Verb *v);

/* collect.c: declares everything; returns false if there is no game to check. */
bool collect(Sema *s);
/* Calls it for each item, with s->place.variant as the variant where it stands. */
typedef void (*ItemFn)(Sema *s, Node *n);
void each_item(Sema *s, Node *items, ItemFn fn);
/* The layer of rules that stand in a variant or pack, or in neither. */
static inline Layer layer_of(const Variant *v)
{
  return !v ? LAYER_BOOK : v->pack ? LAYER_PACK : LAYER_VARIANT;
}
/* edition.c: what variants change of what stands outside them, in this order; things are
 * noted before any is declared. */
void note_thing(Sema *s, Node *n);
bool continues_thing(Sema *s, const Node *things, const Node *d);
void change_copies(Sema *s, Node *items);
void change_things(Sema *s, Node *items);
void change_fields(Sema *s, Node *items);
void change_choices(Sema *s, Node *items);
/* pack.c: is this a pack that comes along, or could? */
bool is_pack(Sema *s, const char *name);
/* pack.c: the packs that were read; false if two have one name. */
void declare_packs(Sema *s, Node *items);
Variant *pack_of(const Sema *s, const Node *n); /* NULL: of the game */
/* declare.c: one item in each of its passes. */
void declare_members(Sema *s, Node *n);
void declare_rest(Sema *s, Node *n);
void declare_variant_values(Sema *s, Node *n);
/* A value of this type that nothing in the source declares. */
void declare_value(Sema *s, Node *n, Type *t);
void declare_fills(Sema *s, Thing *t); /* values with arguments, as a thing says them */
/* Values in `while` groups among the items of a kind or thing. */
void group_values(Sema *s, Node *items, Kind *k, Thing *t, Variant *v);

/* resolve.c */
Type *resolve_type(Sema *s, Node *n);
Kind *find_kind(Sema *s, const char *name);
Type *unknown_kind(Sema *s, const Node *n); /* reports it */
Type *words_type(Sema *s, Node *n, const char *name);

/* name.c */
/* Reports a name that is only there in a variant, which is declared `there`, or NULL. */
void outside_variant(Sema *s, Loc at, const char *name, const Variant *v,
                     const Loc *there);
Sym *find_global(Sema *s, const char *name, bool *elsewhere);
Type *check_name(Sema *s, Node *n, Type *want, bool indexed);
Type *check_dot(Sema *s, Node *n, bool indexed);
Type *check_index(Sema *s, Node *n);

/* function.c, value.c */
Type *check_call(Sema *s, Node *n, Type *want);
Value *value_instance(Sema *s, Value *v, Node *n);

static inline Type *t_void(Sema *s) { return type_plain(s->m, T_VOID); }
static inline Type *t_flag(Sema *s) { return type_plain(s->m, T_FLAG); }
/* The ruleset in whose files a node stands: 0 is that of the main file. */
static inline int node_ruleset(const Sema *s, const Node *n)
{
  return n->loc.file < 0 ? 0 : s->u->sources.files.at[n->loc.file].ruleset;
}
/* Inside the braces of a variant; the items of a pack stand outside. */
static inline bool in_variant(const Sema *s)
{
  return s->place.variant && !s->place.variant->always;
}
static inline Variant *own_pack(const Sema *s)
{
  return s->place.variant ? s->place.variant->pack : NULL;
}
/* Reads on in the words of a variant (from 1; 0: as before), for what edition.c moved
 * out of it; returns where one was. */
static inline Variant *in_words_of(Sema *s, int64_t variant)
{
  Variant *before = s->place.variant;
  if (variant) s->place.variant = s->m->variants.at[variant - 1];
  return before;
}
static inline bool is_none(const Node *n) { return n->tag == N_NONE; }

/* expr.c */
Type *check_number(Sema *s, Node *n);
void not_a_number(Sema *s, const Node *n, const Type *t); /* reports it */
Type *as_set(Sema *s, Type *t);                           /* NULL: it cannot be one */
/* The type that holds either of two. */
Type *unify(Sema *s, Node *n, Type *a, Type *b, bool none_a, bool none_b);
Type *check_expr(Sema *s, Node *n, Type *want);
/* Checks that n can stand where `want` is needed: type and, for numbers, range. */
void check_as(Sema *s, Node *n, Type *want, const char *what);
bool check_divisor(Sema *s, const Node *n); /* a number, checked: may it be 0? */
/* The same where the type is a promise: only a range that can never hold is an error. */
void check_promised(Sema *s, Node *n, Type *want, const char *what);
/* A number of type t must fit `want` for sure. */
/* remedy.c: edits that mend what was just reported. */
void remedy_number(Sema *s, Diag *g, const Node *n, int64_t is, const Type *want);
void remedy_range(Sema *s, Diag *g, const Node *n, const Type *t, const Type *want);
void remedy_condition(Sema *s, Diag *g, const Node *n, bool many);
void remedy_fill(Sema *s, Diag *g, const Node *decl, const Sym *y);
void remedy_row(Sema *s, Diag *g, const Node *last, const char *keys);
void remedy_seats(Sema *s, Diag *g, const Node *test);
void remedy_event(Sema *s, Diag *g, const Node *event, const Verb *v);
void check_range(Sema *s, Node *n, const Type *t, const Type *want, const char *what);
void check_condition(Sema *s, Node *n);
/* Reports a decision with more answers than can be listed. */
void check_how_many(Sema *s, const Node *n, int64_t count);
Type *check_set(Sema *s, Node *n); /* anything that can be a set; its set type */
void check_value(Sema *s, Value *v);
Sym *push_local(Sema *s, const char *name, Node *decl, Type *t, bool fixed);
void pop_scope(Sema *s, Scope *to);
Sym *lookup(Sema *s, const char *name);
/* The first of those that the game (NULL) or a pack calls so. */
Sym *declared(const Sema *s, const Variant *pack, const char *name);
/* text.c */
void check_text(Sema *s, Node *n);
TextUse *check_template(Sema *s, const char *source, Loc loc, bool told);
/* What texts belong to: `part` (of the sort named, or a rule) where it stands. */
const char *text_owner(Sema *s, const Place *at, const char *sort, const char *part);
/* narrow.c: what a condition says about names that cannot change. */
typedef struct Narrowed {
  struct Narrowed *up;
  Sym *sym;
  Type *before;
} Narrowed;
void narrow(Sema *s, Node *c, bool holds, bool inside, Narrowed **list);
void widen(Narrowed *list);

/* stmt.c */
void check_block(Sema *s, Node *n);
void check_bodies(Sema *s);
/* show.c: boards. */
void check_board(Sema *s, Node *view); /* its size */
void check_show(Sema *s, Node *n);
void check_spots(Sema *s, const Picture *view); /* what is shown lies on a place */
/* call.c: which verb a phrase calls. */
void check_phrase(Sema *s, Node *n);
Verb *find_event(Sema *s, Node *event, Rule *r);
/* flow.c, claim.c, clash.c, secret.c: checks over the whole model. */
void check_claims(Sema *s);
bool claim_binds(const Sema *s, const Node *n); /* is it looked at? */
/* What the game promises and a pack promises otherwise is the pack's to say. */
void replace_promises(Sema *s);
void check_flow(Sema *s);

/* stuck.c: notes that a statement can be stuck, unless a condition around it asks. */
typedef struct Guard {
  const Node *cond;
  bool fails; /* it does not hold: an `else` */
  const struct Guard *up;
} Guard;
/* Behind a statement: what was required, or left for. */
const Guard *guards_behind(Model *m, const Node *n, const Guard *g);
Guard guard_inside(const Node *n, const Node *part,
                   const Guard *g); /* n: see is_guarded */
static inline bool is_guarded(const Node *n)
{
  return n->tag == N_IF || (n->tag == N_REPEAT && n->b);
}
void note_stuck(Sema *s, const Node *n, const Guard *g);
bool node_alike(const Node *x, const Node *y); /* the same expression, word for word */
void check_clashes(Sema *s);
/* contribution.c: what each definition does to what is beneath it, in their order. */
void find_parts(Sema *s, Value *v);
/* clash.c: does the one say that it stands above the other? */
bool def_above(Sema *s, const Def *a, const Def *b);
void check_secret_answers(Sema *s);

#endif
