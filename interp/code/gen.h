/* Code generation: from the checked model to a program image. */
#ifndef REGEL_GEN_H
#define REGEL_GEN_H
#include "interp/code/program.h"
#include "interp/sema/builtin.h"
#include "interp/sema/model.h"

typedef struct Loop {
  struct Loop *up;
  VEC(int) breaks; /* jumps to patch */
  int marks;       /* attempts open outside it */
} Loop;

typedef struct Gen {
  Model *m;
  Arena *arena;
  Diags *d;
  bool full; /* there are MAX_CODE instructions */
#define SECTION(type, name) VEC(type) name;
#include "interp/code/section.def"
#undef SECTION
  struct StrMap *strs;
  /* the chunk being made */
  int chunk, top, most;
  int me, self; /* registers of `me` and `this` */
  bool one;     /* for_place: only for `this`, if it is not none */
  const Node *at;
  int cite;
  Loop *loop;
  VEC(int) marks;    /* registers of the attempts that are open here */
  int live_most;     /* registers that a pause of this statement keeps */
  int spare;         /* the next mark register kept for a decision of this statement */
  bool attempt;      /* decisions of this statement open attempts */
  Verb *rule_verb;   /* inside a rule of this verb ... */
  Layer rule_layer;  /* ... of this layer: calling the verb means the layer beneath, */
  int rule_next;     /* ... or this chunk: the replacement under it in the same layer */
  Value *value;      /* inside a definition of this value ... */
  int value_next;    /* ... its own name means this chunk, which is beneath; -1: itself */
  int inlined;       /* depth of values put in place */
  const Verb *told;  /* whose body is being put into phrases, or NULL */
  const Rule *ruled; /* whose body is, or NULL */
  VEC(Sym *) lets;   /* what was named so far in the body being put into phrases */
  bool sets_up;      /* a test whose first `run` is the setup */
  bool secret;
  int armed; /* field: watching has begun */
  VEC(When *) * field_watch, *kind_watch;
  VEC(When *) sights; /* fields and piles that come to be seen */
  int script;
} Gen;

/* Jumps still to be patched. */
typedef VEC(int) Jumps;

/* emit.c: sections, strings, registers, instructions */
int emit_string(Gen *g, const char *s);
int emit_type(Gen *g, Type *t);
int emit_const(Gen *g, const int64_t *words, int n);
int emit_loc(Gen *g, const Node *n);
int emit(Gen *g, Opcode op, int a, int b, int c, int d);
int here(Gen *g);
void patch(Gen *g, int at); /* the jump at `at` goes here */
int alloc(Gen *g, int n);   /* n fresh registers */
int chunk_new(Gen *g, const char *name, const Node *loc);
void chunk_begin(Gen *g, int chunk, int params);
void chunk_end(Gen *g);
/* Remembers where the code being made comes from; returns what was before. */
typedef struct At {
  const Node *node;
  int cite;
} At;
At at_enter(Gen *g, const Node *n);
void at_leave(Gen *g, At before);
unsigned char *emit_image(Gen *g, size_t *size);

static inline int words_of(const Type *t) { return type_registers(t); }

/* The field that a place names; NULL for a local name or a parameter. */
static inline Field *field_of(const Node *n)
{
  const Node *p = n->tag == N_INDEX ? n->a : n;
  return p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
}

static inline bool is_backwards(const Node *n)
{
  return n->tag == N_CALL && n->op == BI_BACKWARDS && !n->sym;
}
static inline bool is_around(const Node *n)
{
  return n->tag == N_CALL && n->op == BI_AROUND;
}

/* constant.c */
bool gen_constant(Gen *g, Node *n, Type *want, int64_t *words);
void gen_load(Gen *g, int dst, const int64_t *words, int n);

/* expr.c */
void gen_expr(Gen *g, Node *n, int dst);
int gen_any(Gen *g, Node *n); /* wherever it is cheapest */
/* Address of a field: its base registers (thing, index), -1 for a plain field of the
 * game. */
int gen_base(Gen *g, Node *place, Field **f);
int gen_pile(Gen *g, Node *n); /* register with the pile's number */
void gen_value_call(Gen *g, Value *v, Node *args, int thing, int dst);
const char *gen_value_key(Gen *g, const Value *v); /* of its text */
void gen_printed(Gen *g, const Column *c, int thing, int dst);
bool gen_can_inline(const Gen *g, const Value *v);
/* Checks a number as the game runs if its type promises more than could be shown. */
void gen_promise(Gen *g, const Type *have, Type *want, int reg);
void gen_inline_jump(Gen *g, Value *v, Node *args, bool when, Jumps *out);

/* set.c */
void gen_set(Gen *g, Node *n, Type *set, int dst);
/* The same value as another type: an element as a set, a pile as what lies there. */
void gen_as(Gen *g, Node *n, Type *want, int dst);
int gen_any_as(Gen *g, Node *n, Type *want);
Type *gen_set_type(Gen *g, const Node *n); /* of anything that can be a set */
/* Loops over anything that can be a set, in its order. */
typedef struct Iter {
  int var, top, exit; /* register of the element; loop start; jump to patch */
  Jumps skips;
} Iter;
void iter_begin(Gen *g, Iter *it, Node *set, Type *set_type, int var_reg);
/* Where no order can matter: a pile is a set. */
void iter_begin_any(Gen *g, Iter *it, Node *set, Type *set_type, int var_reg);
void iter_end(Gen *g, Iter *it);
void end_loop(Gen *g, int top);

/* where.c */
void gen_filter(Gen *g, Node *from_set, Node *cond, Sym *it, Type *set, int dst);
/* any(), all() and count() of a condition on all elements at once: dst becomes whether
 * there is none, whether all are, how many there are.  False: there has to be a loop. */
bool gen_setwise(Gen *g, Node *n, int dst);

bool node_mentions(const Node *n, const Sym *y);
bool is_everything(const Node *n); /* a set of all things of a kind, whatever the setup */

/* grid.c */
/* Is there a line for which the comparison c, which asks for its length, is `is`?  With
 * `var`: for one of the things `of` a kind.  Jumps if that is `when`; false if it is not
 * of that form. */
bool gen_lines(Gen *g, Node *c, bool is, const Kind *of, Sym *var, bool when, Jumps *out);
/* `KIND(it, y).field is e` for all numbers `it` of a set: *dst gets those for which it
 * holds. */
bool gen_row_equals(Gen *g, const Node *c, const Sym *it, const Type *set, int *dst);

/* condition.c: jumps (to be patched) when n is `when`. */
void gen_jump(Gen *g, Node *n, bool when, Jumps *out);
void patch_all(Gen *g, Jumps *j);
/* A constant that an instruction itself can hold, for comparing. */
bool gen_small(Gen *g, Node *n, int *out);
void gen_is(Gen *g, Node *n, int dst);
void gen_in(Gen *g, Node *n, int dst);
void gen_compare(Gen *g, Node *n, int dst);

/* function.c */
void gen_call(Gen *g, Node *n, int dst);

/* decide.c */
void gen_pick(Gen *g, Node *n, int dst); /* a choice or chance inside an expression */
void gen_choose(Gen *g, Node *n);
void gen_may(Gen *g, Node *n);
int node_picks(const Node *n);   /* decisions in a statement's expressions */
bool node_pauses(const Node *n); /* a decision or chance in an expression */
void gen_close_marks(Gen *g, size_t marks);
/* Can the statement fail for another reason than that its only choice is empty? */
bool gen_can_fail(Gen *g, Node *n, int picks);

/* change.c */
void gen_set_place(Gen *g, Node *place, int value);
void gen_change(Gen *g, Node *n);
void gen_phrase_stmt(Gen *g, Node *n);

/* show.c: boards */
void gen_show(Gen *g, Node *n);
void gen_board(Gen *g, const Node *view); /* its size */

/* stmt.c */
void gen_block(Gen *g, Node *block);
void gen_stmt(Gen *g, Node *n);

/* layout.c, start.c, test.c: tables, the beginning of a game, tests */
const char *gen_key(Gen *g, const char *sort, const char *name);
void gen_words(Gen *g);
void gen_kinds(Gen *g);
void gen_things(Gen *g);
void gen_hidden(Gen *g);
Field *hidden_field(Gen *g, const char *name, Type *t);
void gen_layout(Gen *g);
void gen_columns(Gen *g);
void gen_computed(Gen *g);
int gen_slot(Gen *g, int name, const Kind *k); /* a row for each of its things */
int gen_init(Gen *g);
void gen_begin(Gen *g, int init, bool set_up);
int gen_main(Gen *g, int init);
void gen_tests(Gen *g, int init);

/* layer.c, value.c, watch.c: verbs and their rules, values, `when` */
typedef void (*BodyFn)(Gen *g, void *arg);
/* Makes `body` for where a rule stands: once, or for each thing of its kind whose guards
 * hold.  `once` leaves after the first, by jumps added to `done`. */
void for_place(Gen *g, const Place *p, Node *guard, const Thing *only, BodyFn body,
               void *arg, bool once, Jumps *done);
void plan_verbs(Gen *g);
void plan_values(Gen *g);
void gen_verbs(Gen *g);
void gen_values(Gen *g);
void gen_whens(Gen *g);
void gen_arm(Gen *g);
int gen_call_frame(Gen *g, int words); /* register where a callee's frame begins */
void gen_layer_call(Gen *g, Verb *v, Layer above, int frame);
void find_sights(Gen *g); /* before the layout: each remembers who has seen it */
void find_watchers(Gen *g);
/* Marks the fields that an expression reads, values followed. */
void gen_watch(Gen *g, const Field *f, const Kind *piles, int thing);
/* text.c */
/* The row of a text whose place in its declaration is `role` ("note"); NULL: it is the
 * declaration's own. */
int gen_text(Gen *g, const TextUse *use, const char *role);
/* Values that a text shows: registers for them, and what puts them there. */
void gen_reserve(Gen *g, const TextUse *use);
void gen_compute(Gen *g, const TextUse *use);
int gen_title(Gen *g, const char *key, const char *label);
/* phrase/card.c: what rules say, for composed texts. */
void gen_phrases(Gen *g);
void gen_cites(Gen *g);

#endif
