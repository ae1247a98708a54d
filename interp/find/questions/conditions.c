/* What can never be otherwise: conditions that are always true or never, statements that
 * nothing reaches, alternatives that are never offered, rules that never take effect.
 *
 * One line of a ruleset can be looked at several times: a rule with two events, a copy of
 * a library's verb for each kind.  Only what is so each time is a finding, so verdicts
 * are gathered and told by place at the end. */
#include "interp/find/counts.h"
#include "interp/find/uses.h"
#include "interp/find/walk.h"
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"

#include <stdlib.h>

typedef struct Verdict {
  Loc loc;
  Told what;
  unsigned bits;
  const Node *n, *because, *stopper;
  const Field *bounded;
  const char *sides; /* what the sides of a comparison can be */
  Answers answers;   /* of a choice; of nested ones `most` */
} Verdict;

enum { FEW_ANSWERS = 1000 }; /* more than that nobody oversees */

typedef struct Verdicts {
  VEC(Verdict) list;
  VEC(size_t) roots; /* those of them that are a reason for others */
} Verdicts;

/* ---- gathering ------------------------------------------------------------------ */

static const char *sides_of(Survey *k, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Model *m = k->m;
  switch (n->tag) {
  case N_IS:
  case N_ISNOT:
  case N_LT:
  case N_GT:
  case N_LE:
  case N_GE: {
    if (is_many(n->a->type) || is_many(n->b->type)) return NULL;
    Range a = range_of(k, n->a), b = range_of(k, n->b);
    const char *left = range_words(m, n->a->type, &a);
    if (n->b->tag == N_NUM || n->b->tag == N_NONE || n->b->tag == N_NAME)
      return arena_printf(m->arena, "the left side is %s", left);
    return arena_printf(m->arena, "the left side is %s, the right side %s", left,
                        range_words(m, n->b->type, &b));
  }
  case N_IN:
  case N_NOTIN: {
    if (is_many(n->a->type)) return NULL;
    Range a = range_of(k, n->a);
    return arena_printf(m->arena, "the left side is %s", range_words(m, n->a->type, &a));
  }
  default: return NULL;
  }
}

/* The compiler asks for some conditions that a wider look finds always true: that
 * something is not none, or that a name fits a range.  Nobody can leave them out. */
static bool types_need_it(const Node *n, unsigned bits)
{
  if (!n->a || !n->b || !n->a->type || !n->b->type) return false;
  if (n->b->tag == N_NONE)
    return n->a->type->opt && bits == (n->tag == N_IS ? FAILS_TO : HOLDS);
  const Node *x = n->a;
  bool name = (x->tag == N_NAME || x->tag == N_IT) && x->sym && x->sym->tag == SY_LOCAL;
  if (!name || bits != HOLDS || x->type->tag != T_NUM || n->b->type->tag != T_NUM)
    return false;
  return comparison(n, range_of_type(x->type), range_of_type(n->b->type)) != HOLDS;
}

static void gather(Walk *w, Told what, const Node *n, unsigned bits)
{
  if (what == TOLD_WRITE || !bits) return;
  Survey *k = w->k;
  Verdicts *v = w->user;
  Verdict x = {.loc = n->tag == N_PHRASE ? n->a->loc : n->loc,
               .what = what,
               .bits = bits,
               .n = n,
               .because = k->because,
               .bounded = k->bounded};
  /* What all cards have in common today is no reason to leave a condition out. */
  bool meant = types_need_it(n, bits) || (bits == HOLDS && k->printed);
  if (what == TOLD_CONDITION && meant) x.bits = HOLDS | FAILS_TO;
  if (what == TOLD_NESTED) x.answers.most = w->nested;
  if (what == TOLD_PICK && !(n->num & PICK_RANDOM)) x.answers = answers_of(k, n);
  if (what == TOLD_REACHED || what == TOLD_OFFER) x.stopper = w->stopper;
  bool asks = what == TOLD_CONDITION || what == TOLD_GUARD || what == TOLD_WHEN;
  if (x.bits != (HOLDS | FAILS_TO) && asks) x.sides = sides_of(k, n);
  if (what == TOLD_ALWAYS && bits == FAILS_TO) x.sides = sides_of(k, n->a);
  vec_push(&v->list, x);
}

static int by_place(const void *a, const void *b)
{
  const Verdict *x = a, *y = b;
  if (x->loc.file != y->loc.file) return x->loc.file < y->loc.file ? -1 : 1;
  if (x->loc.line != y->loc.line) return x->loc.line < y->loc.line ? -1 : 1;
  if (x->loc.col != y->loc.col) return x->loc.col < y->loc.col ? -1 : 1;
  if (x->loc.end != y->loc.end) return x->loc.end < y->loc.end ? -1 : 1;
  if (x->what != y->what) return x->what < y->what ? -1 : 1;
  return (x->n->tag > y->n->tag) - (x->n->tag < y->n->tag);
}

/* The same place once more. */
static void merge(Verdict *into, const Verdict *v)
{
  into->bits |= v->bits;
  if (v->answers.least < into->answers.least) into->answers.least = v->answers.least;
  if (v->answers.most > into->answers.most) into->answers.most = v->answers.most;
}

/* ---- telling -------------------------------------------------------------------- */

/* Why it is so: the condition before it, or what the field can be. */
static void reasons(Find *f, Diag *g, const Verdict *v)
{
  if (v->because && v->because->loc.line != v->loc.line)
    diag_hint_at(f->d, g, v->because->loc, "this is known before it");
  if (!v->bounded || v->bounded->hidden) return;
  const Field *x = v->bounded;
  const Range *r = f->survey->field + x->index;
  if (is_many(x->type)) {
    if (r->hi == 0)
      diag_hint_at(f->d, g, x->decl->loc,
                   "\"%s\" is always empty: nothing puts anything there", x->name);
  } else
    diag_hint_at(
        f->d, g, x->decl->loc,
        "\"%s\" is never anything but %s, from its first value and all that rules "
        "do to it",
        x->name, range_words(f->m, x->type, r));
}

static void tell_condition(Find *f, const Verdict *v)
{
  bool holds = v->bits == HOLDS;
  Diag *g = diag_add(f->d, DIAG_CONSTANT, v->loc, "this is %s true",
                     holds ? "always" : "never");
  if (v->sides) diag_label(f->d, g, "%s", v->sides);
  const Sym *y = v->n->sym; /* a value says elsewhere what it asks for */
  if (y && y->tag == SY_VALUE)
    diag_hint_at(f->d, g, y->value->decl->loc, "what \"%s\" asks for", y->value->name);
  reasons(f, g, v);
  diag_hint(f->d, g,
            holds ? "leave it out, or ask for what is meant"
                  : "delete what hangs on it, or ask for what is meant");
}

static void tell_set(Find *f, const Verdict *v)
{
  bool number = v->n->type && v->n->type->tag == T_NUM;
  Diag *g = diag_add(f->d, DIAG_CONSTANT, v->loc,
                     number ? "this is never more than 0, so nothing is repeated"
                            : "this is always empty, so nothing happens here");
  reasons(f, g, v);
  diag_hint(f->d, g, "delete it, or name what is meant");
}

static void tell_pick(Find *f, const Verdict *v)
{
  Diag *g =
      diag_add(f->d, DIAG_NOTHING_TO_CHOOSE, v->loc,
               v->n->num & PICK_RANDOM ? "there is never enough to draw from here"
                                       : "there is never enough to choose from here");
  reasons(f, g, v);
  diag_hint(f->d, g,
            v->n->num & PICK_MAY
                ? "\"none\" is the only answer: delete it, or name what is meant"
                : "the game would stop here: name what is meant");
}

/* 41664 as "41,664". */
static const char *large(const Find *f, int64_t n)
{
  if (n >= MANY_ANSWERS) return "more than a trillion";
  const char *s = "";
  for (; n >= 1000; n /= 1000)
    s = arena_printf(f->m->arena, ",%03d%s", (int)(n % 1000), s);
  return arena_printf(f->m->arena, "%d%s", (int)n, s);
}

static void tell_answers(Find *f, const Verdict *v)
{
  const Answers *a = &v->answers;
  if (a->most <= FEW_ANSWERS) return;
  Diag *g;
  if (v->what == TOLD_NESTED) {
    g = diag_add(f->d, DIAG_MAY_EXPLODE, v->loc,
                 "with the choices before it up to %s combinations are tried together",
                 large(f, a->most));
    diag_hint(f->d, g,
              "narrow the sets with \"where\", so that fewer have to be tried "
              "against what can fail later");
    return;
  }
  bool sure = a->least > FEW_ANSWERS;
  g = diag_add(f->d, sure ? DIAG_TOO_MANY_ANSWERS : DIAG_MAY_EXPLODE, v->loc,
               sure && a->least == a->most ? "this choice has %s answers"
               : sure                      ? "this choice has at least %s answers"
                                           : "this choice can have up to %s answers",
               large(f, sure ? a->least : a->most));
  diag_hint(f->d, g,
            v->n->a ? "they are asked for one by one; narrow the set, or let the "
                      "player take one at a time"
                    : "narrow the set, or ask in two steps");
}

static void tell_offer(Find *f, const Verdict *v)
{
  Diag *g = diag_add(f->d, DIAG_NEVER_OFFERED, v->loc, "this is never offered");
  if (v->stopper) {
    Loc at = v->stopper->tag == N_PHRASE ? v->stopper->a->loc : v->stopper->loc;
    diag_hint_at(f->d, g, at, "it would come to this, which can never be carried out");
  } else if (v->n->a) diag_label(f->d, g, "there is never anything to choose from");
  reasons(f, g, v);
  diag_hint(f->d, g, "delete it, or mend what keeps it from being offered");
}

static void tell_reached(Find *f, const Verdict *v)
{
  const Node *s = v->stopper;
  Diag *g = diag_add(f->d, DIAG_UNREACHED, v->loc, "this is never reached");
  Loc at = s->tag == N_PHRASE ? s->a->loc : s->loc;
  const char *why = s->tag == N_STOP     ? "the loop is left here"
                    : s->tag == N_REPEAT ? "this goes on until the game ends: no \"stop\""
                                           " leaves it"
                    : s->tag == N_PHRASE ? "the game ends here"
                                         : "nothing comes out of this at its end";
  diag_hint_at(f->d, g, at, "%s", why);
  diag_hint(f->d, g, "put it before that, or delete it");
}

static void tell_rule(Find *f, const Verdict *v)
{
  bool always = v->bits == HOLDS;
  Diag *g = diag_add(f->d, DIAG_NEVER_APPLIES, v->loc,
                     always ? "this is always true, so it never turns true"
                            : "this is never true, so the rule never takes effect");
  if (v->sides) diag_label(f->d, g, "%s", v->sides);
  reasons(f, g, v);
  diag_hint(f->d, g, "delete the rule, or say when it is meant");
}

static void tell_verdict(Find *f, const Verdict *v)
{
  Diag *g;
  bool never = v->bits == FAILS_TO;
  switch (v->what) {
  case TOLD_CONDITION: tell_condition(f, v); break;
  case TOLD_SET:
    if (never) tell_set(f, v);
    break;
  case TOLD_PICK:
    if (never) tell_pick(f, v);
    else tell_answers(f, v);
    break;
  case TOLD_NESTED: tell_answers(f, v); break;
  case TOLD_OFFER:
    if (never) tell_offer(f, v);
    break;
  case TOLD_REACHED:
    if (never) tell_reached(f, v);
    break;
  case TOLD_GUARD:
    if (never) tell_rule(f, v);
    break;
  case TOLD_WHEN: tell_rule(f, v); break;
  case TOLD_ALWAYS:
    if (!never) break;
    g = diag_add(f->d, DIAG_COUNT_OFF, v->n->a->loc, "this is never true");
    if (v->sides) diag_label(f->d, g, "%s", v->sides);
    hint_counts(f, g, v->n->a);
    diag_hint(f->d, g, "count again: the cards, or this");
    break;
  case TOLD_OTHERWISE:
    if (!never) break;
    g = diag_add(f->d, DIAG_NO_OTHERWISE, v->n->b->loc, "this never happens");
    diag_hint_at(f->d, g, v->n->a->tag == N_PHRASE ? v->n->a->a->loc : v->n->a->loc,
                 "what stands before \"otherwise\" can always be carried out");
    diag_hint(f->d, g,
              "a condition is asked with \"if\"; \"otherwise\" needs something "
              "that can fail, such as a \"require\"");
    break;
  case TOLD_VARIANT:
    if (!never) break;
    g = diag_add(f->d, DIAG_NEVER_PLAYED, v->n->a->loc,
                 "no setting turns the variant \"%s\" on", v->n->name);
    diag_hint(f->d, g, "the condition can hold for no options and no number of players");
    break;
  default: break;
  }
}

/* It is so because nothing changes a field, and that was told of the field. */
static bool told_of_field(const Find *f, const Verdict *v)
{
  return v->bounded && f->uses->told[v->bounded->index];
}

/* What the reason of a verdict is: the statement, or the set, that it comes of. */
static const Node *root_of(const Verdict *v)
{
  if (v->bits != FAILS_TO) return NULL;
  if (v->what == TOLD_OFFER) return v->stopper ? v->stopper : v->n->a;
  if (v->what == TOLD_PICK) return v->n->b;
  return v->what == TOLD_SET ? v->n : NULL;
}

/* What keeps an alternative from being offered, or a set empty, is told with it and not
 * once more. */
static bool told_with_another(const Verdicts *v, const Verdict *x)
{
  if (x->what != TOLD_CONDITION && x->what != TOLD_PICK) return false;
  for (size_t i = 0; i < v->roots.n; i++) {
    const Verdict *of = &v->list.at[v->roots.at[i]];
    const Node *r = of->n == x->n ? NULL : root_of(of);
    if (!r || r->loc.file != x->loc.file || r->loc.line != x->loc.line) continue;
    bool statement = of->stopper == r; /* its place is only its first word */
    if (r->loc.col <= x->loc.col && (statement || x->loc.end <= r->loc.end)) return true;
  }
  return false;
}

void find_conditions(Find *f)
{
  INVARIANT(f->survey);
  Verdicts v = {0};
  Walk w = {.k = f->survey, .tell = gather, .user = &v};
  w.verbs = arena_alloc(f->m->arena, f->m->verbs.n + 1);
  walk_all(&w);
  if (!v.list.n) return;
  qsort(v.list.at, v.list.n, sizeof *v.list.at, by_place);
  size_t kept = 0;
  for (size_t i = 0; i < v.list.n; i++) {
    Verdict *x = &v.list.at[i];
    if (kept && !by_place(&v.list.at[kept - 1], x)) merge(&v.list.at[kept - 1], x);
    else v.list.at[kept++] = *x;
  }
  v.list.n = kept;
  for (size_t i = 0; i < v.list.n; i++)
    if (root_of(&v.list.at[i])) vec_push(&v.roots, i);
  for (size_t i = 0; i < v.list.n; i++) {
    const Verdict *x = &v.list.at[i];
    if (x->bits == (HOLDS | FAILS_TO) || in_library(f, x->n)) continue;
    if (told_of_field(f, x)) continue;
    if (!told_with_another(&v, x)) tell_verdict(f, x);
  }
  vec_free(&v.list);
  vec_free(&v.roots);
}
