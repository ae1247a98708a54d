/* What things say: their slots, what they contribute, their rules. */
#include "interp/code/phrase/phrase.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* ---- contributions -------------------------------------------------------------- */

/* A parameter that a condition fixes: in "if p is me" it is me. */
typedef struct Fixed {
  const Sym *param;
  Node *is;
} Fixed;

/* What a contribution is said with: whose value it is, under what conditions. */
typedef struct Told {
  Node *whose; /* an `it` of its kind, or NULL: nobody's */
  Sym *param;
  VEC(Fixed) fixed;  /* parameters that are one thing */
  VEC(Node *) about; /* conditions on whose it is */
  VEC(Node *) also;  /* others */
  bool others, itself;
} Told;

static void forget_told(Told *t)
{
  if (t->param) t->param->argument = NULL;
  vec_free(&t->fixed);
  vec_free(&t->about);
  vec_free(&t->also);
}

static bool is_whose(const Told *t, const Node *n)
{
  return t->whose && (n->tag == N_IT || n->tag == N_NAME) && n->sym == t->param;
}

/* The parameter that a name stands for, or NULL. */
static const Sym *param_of(const Node *n)
{
  bool name = n->tag == N_IT || n->tag == N_NAME;
  return name && n->sym && n->sym->tag == SY_LOCAL ? n->sym : NULL;
}

/* "p is me": the parameter is that, and need not be spoken of. */
static bool fixes(Told *t, Node *n)
{
  if (n->tag != N_IS) return false;
  const Sym *p = param_of(n->a);
  if (!p || n->b->tag == N_THIS || n->b->tag == N_NONE || param_of(n->b)) return false;
  if (p->type->tag != T_THING && p->type->tag != T_WORD) return false;
  for (size_t i = 0; i < t->fixed.n; i++)
    if (t->fixed.at[i].param == p) return false;
  vec_push(&t->fixed, ((Fixed){p, n->b}));
  return true;
}

static Node *fixed_as(const Told *t, const Sym *param)
{
  for (size_t i = 0; i < t->fixed.n; i++)
    if (t->fixed.at[i].param == param) return t->fixed.at[i].is;
  return NULL;
}

static void split_guard(Told *t, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_AND) {
    split_guard(t, n->a);
    split_guard(t, n->b);
    return;
  }
  bool is = n->tag == N_IS || n->tag == N_ISNOT;
  bool self = is && ((is_whose(t, n->a) && n->b->tag == N_THIS) ||
                     (is_whose(t, n->b) && n->a->tag == N_THIS));
  if (self) {
    t->others = t->others || n->tag == N_ISNOT;
    t->itself = t->itself || n->tag == N_IS;
  } else if (fixes(t, n)) {
    return;
  } else if (t->whose && node_mentions(n, t->param)) vec_push(&t->about, n);
  else vec_push(&t->also, n);
}

/* That a card is in play goes without saying. */
static bool says_in_play(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_YES) return true;
  if (n->tag == N_IN) return n->a->tag == N_THIS;
  if (n->tag == N_CALL && n->sym && n->sym->tag == SY_VALUE)
    return n->a && n->a->tag == N_THIS && !n->a->next;
  return n->tag == N_ISNOT && n->b->tag == N_NONE && n->a->tag == N_CALL &&
         n->a->op == BI_OWNER && n->a->a && n->a->a->tag == N_THIS;
}

static void split_hold(Told *t, Node *n)
{
  if (n->tag == N_AND) {
    split_hold(t, n->a);
    split_hold(t, n->b);
  } else if (!says_in_play(n)) vec_push(&t->also, n);
}

static void find_whose(Gen *g, const Value *v, const Def *d, Told *t)
{
  t->param = d->it;
  for (Node *p = d->node->a; p && !t->param; p = p->next)
    if (p->sym->type->tag == T_THING) t->param = p->sym;
  if (!t->param) return;
  t->whose = ARENA_NEW(g->arena, Node);
  *t->whose =
      (Node){.tag = N_IT, .sym = t->param, .type = t->param->type, .loc = v->decl->loc};
  t->param->argument = t->whose;
}

static void condition_rows(Gen *g, Node **list, size_t n)
{
  if (n == 1) phrase_noun(g, list[0]);
  if (n < 2) return;
  int r = phrase_open(g, PH_AND, 0);
  condition_rows(g, list, n - 1);
  phrase_noun(g, list[n - 1]);
  phrase_close(g, r);
}

/* All of a kind, with the conditions that whose it is has to meet; or the one that it
 * is. */
static void whose_rows(Gen *g, const Told *t, size_t conditions)
{
  Node *one = fixed_as(t, t->param);
  if (one && !t->about.n) {
    phrase_noun(g, one);
    return;
  }
  if (!conditions) {
    if (one) phrase_noun(g, one);
    else phrase_leaf(g, PH_KIND, t->param->type->kind->index);
    return;
  }
  int r = phrase_open(g, PH_WHERE, 0);
  whose_rows(g, t, conditions - 1);
  phrase_noun(g, t->about.at[conditions - 1]);
  phrase_close(g, r);
}

/* "your Worth of Rum": a value with what it is asked for, all where nothing says which.
 */
static void asked_rows(Gen *g, const Value *v, const Def *d, const Told *t)
{
  size_t i = 0;
  for (Node *p = d->node->a; p; p = p->next, i++) {
    Node *one = fixed_as(t, p->sym);
    int arg = v->decl->label && strchr(v->decl->label, '{') && i < v->params.n
                  ? phrase_open(g, PH_ARG, emit_string(g, v->params.at[i]->name))
                  : -1;
    if (one) phrase_noun(g, one);
    else if (p->sym == t->param) whose_rows(g, t, t->about.n);
    else if (phrase_kind(p->sym->type) >= 0)
      phrase_leaf(g, PH_KIND, phrase_kind(p->sym->type));
    else phrase_given(g, p->sym, 0);
    if (arg >= 0) phrase_close(g, arg);
  }
}

/* Is it said of what a value is asked for ("the Home of all players is the Rock"), not of
 * whoever has it ("each isle has +1 Fare")? */
static bool names_asked(const Value *v, const Def *d)
{
  TypeTag tag = v->type->tag;
  if (d->it || !d->node->a) return false;
  return d->node->a->next || (tag != T_NUM && tag != T_FLAG) ||
         strchr(v->decl->label, '{');
}

/* A flag that holds, or does not hold, where a condition is met: the condition. */
static Node *flag_guard(Gen *g, const Share *p)
{
  if (p->sort == SHARE_LEAST) return p->operand;
  if (p->operand->tag == N_NOT) return p->operand->a;
  Node *other = ARENA_NEW(g->arena, Node);
  *other = *p->operand;
  switch (p->operand->tag) {
  case N_IS: other->tag = N_ISNOT; break;
  case N_ISNOT: other->tag = N_IS; break;
  case N_IN: other->tag = N_NOTIN; break;
  case N_NOTIN: other->tag = N_IN; break;
  default:
    *other = (Node){
        .tag = N_NOT, .a = p->operand, .type = p->operand->type, .loc = p->operand->loc};
  }
  other->next = NULL;
  return other;
}

static void share(Gen *g, const Value *v, const Share *p)
{
  INVARIANT((size_t)p->def < v->defs.n && p->operand);
  const Def *d = &v->defs.at[p->def];
  bool bound = v->type->tag == T_FLAG && p->sort != SHARE_REPLACE;
  Told t = {0};
  find_whose(g, v, d, &t);
  if (p->guard) split_guard(&t, p->guard);
  if (bound) split_guard(&t, flag_guard(g, p));
  if (d->place.hold) split_hold(&t, d->place.hold);
  ShareSort sort = bound ? SHARE_REPLACE : p->sort;
  int r = phrase_open(g, PH_SHARE, (int)sort * SHARE_SORT + p->minus * SHARE_MINUS);
  bool asked = names_asked(v, d);
  g->phrases.at[r].arg2 = asked ? 0 : t.itself ? 2 : t.others;
  int value = phrase_open_value(g, v);
  if (asked) asked_rows(g, v, d, &t);
  phrase_close(g, value);
  if (bound) phrase_leaf(g, PH_FLAG, p->sort == SHARE_LEAST);
  else phrase_noun(g, p->operand);
  if (t.whose && !asked) whose_rows(g, &t, t.about.n);
  else phrase_leaf(g, PH_NONE, 0);
  condition_rows(g, t.also.at, t.also.n);
  phrase_close(g, r);
  forget_told(&t);
}

/* Values with a text are said; others are the rules' own bookkeeping. */
static bool is_said(const Value *v, const Share *p)
{
  if (!v->decl->label || !p->operand || p->reads || !v->defs.at[p->def].place.thing)
    return false;
  switch (v->type->tag) {
  case T_NUM: return true;
  case T_FLAG:
    return p->sort != SHARE_REPLACE || p->operand->tag == N_YES ||
           p->operand->tag == N_NO;
  case T_SET: return p->sort == SHARE_ADD || p->sort == SHARE_TAKE;
  case T_WORD:
  case T_THING: return p->sort == SHARE_REPLACE;
  default: return false;
  }
}

/* ---- rules of a card in play ------------------------------------------------------ */

/* Any thing of a kind, or the one that is meant. */
static void anyone(Gen *g, const Kind *kind, const Thing *only)
{
  int of = phrase_open(g, only ? PH_THING : PH_THAT, only ? only->id : kind->index);
  if (!only) g->phrases.at[of].arg2 = THAT_ANY;
  phrase_close(g, of);
}

/* A field that is raised or lowered by so much. */
static void change_event(Gen *g, const Rule *rule)
{
  const Field *f = rule->verb->field;
  int r = phrase_open(g, rule->verb->lowers ? PH_LOWER : PH_RAISE, f->index);
  phrase_given(g, rule->names.at[0], 0);
  if (f->kind) anyone(g, f->kind, rule->only);
  phrase_close(g, r);
}

/* What the rule waits for: a verb by its words, a slot by its name, a change. */
static void event(Gen *g, const Rule *rule, const Told *t)
{
  const Verb *v = rule->verb;
  if (v->field) {
    change_event(g, rule);
    return;
  }
  if (v->slot_of) {
    int r = phrase_open(g, PH_SLOT_CALL, emit_string(g, v->name));
    g->phrases.at[r].arg2 = v->slot + 1;
    anyone(g, v->slot_of, rule->only);
    phrase_close(g, r);
    return;
  }
  int r = phrase_open(g, PH_VERB, g->verbs.at[v->index].text);
  for (size_t i = 0; i < v->params.n; i++) {
    int arg = phrase_open(g, PH_ARG, emit_string(g, v->params.at[i]->name));
    const Sym *name = i < rule->names.n ? rule->names.at[i] : v->params.at[i];
    Node *one = fixed_as(t, name);
    if (one) phrase_noun(g, one);
    else phrase_given(g, name, THAT_ANY);
    phrase_close(g, arg);
  }
  phrase_close(g, r);
}

/* A rule's condition on what happens: "visit the inn", not "visit a place, if that place
 * is the inn". */
static void split_event(Told *t, const Rule *rule, Node *n)
{
  if (n->tag == N_AND) {
    split_event(t, rule, n->a);
    split_event(t, rule, n->b);
    return;
  }
  bool verb = !rule->verb->slot_of && !rule->verb->field;
  if (!verb || n->a == NULL || param_of(n->a) == rule->it || !fixes(t, n))
    vec_push(&t->also, n);
}

static void rule_rows(Gen *g, const Rule *rule)
{
  INVARIANT(!g->ruled && rule->verb);
  Told t = {0};
  int r = phrase_open(g, PH_RULE,
                      rule->tag == N_BEFORE  ? RULE_BEFORE
                      : rule->tag == N_AFTER ? RULE_AFTER
                                             : RULE_INSTEAD);
  if (!rule->place.thing) g->phrases.at[r].arg2 = rule->place.variant->flag->index + 1;
  g->ruled = rule;
  if (rule->node->b) split_event(&t, rule, rule->node->b);
  event(g, rule, &t);
  phrase_body(g, rule->node->c);
  if (rule->place.hold) split_hold(&t, rule->place.hold);
  condition_rows(g, t.also.at, t.also.n);
  phrase_close(g, r);
  g->ruled = NULL;
  forget_told(&t);
}

/* "As soon as Storm is more than 6: …" */
static void when_rows(Gen *g, const When *w)
{
  Told t = {0};
  int r = phrase_open(g, PH_RULE, RULE_WHEN);
  phrase_noun(g, w->node->a);
  phrase_body(g, w->node->c);
  if (w->place.hold) split_hold(&t, w->place.hold);
  condition_rows(g, t.also.at, t.also.n);
  phrase_close(g, r);
  forget_told(&t);
}

/* Has an author written what the thing does, under a name that players read?  Then its
 * rules are not told again. */
static bool says_itself(const Model *m, const Thing *t)
{
  for (size_t i = 0; i < m->columns.n; i++) {
    const Column *c = m->columns.at[i];
    if (c->kind == t->kind && c->decl->label && c->type->tag == T_TEXT && t->sym &&
        column_fill(t, c))
      return true;
  }
  return false;
}

/* Words with "{card.number}" speak of one card, not of any. */
static bool is_of_any(const TextUse *text)
{
  for (const char *s = text->source; (s = strchr(s, '{')); s++)
    if (s[strcspn(s, ".:|}")] == '.') return false;
  return true;
}

/* Are there words for what a rule waits for? */
static bool has_words(const Rule *rule)
{
  const Verb *v = rule->verb;
  return v && (v->slot_of || (v->field && v->field->decl->label) ||
               (v->decl && v->decl->text && is_of_any(v->decl->text)));
}

bool phrase_is_untold(const Model *m, const Rule *rule)
{
  const Thing *t = rule->place.thing;
  return t && t->kind->label && rule->verb && !has_words(rule) && !says_itself(m, t);
}

/* The thing that tells a rule, or NULL: the one around it, or that to whose slot a
 * variant adds something, whose own words cannot know of it. */
static const Thing *teller(const Model *m, const Rule *rule)
{
  const Verb *v = rule->verb;
  const Thing *t = rule->place.thing;
  bool whole = rule->tag == N_INSTEAD && !rule->node->b && !rule->place.hold;
  if (!t) /* what a variant puts in its place is its text: edition_rows */
    return v && v->slot_of && rule->place.variant && !whole ? rule->only : NULL;
  return has_words(rule) && !says_itself(m, t) ? t : NULL;
}

/* What a thing says beside its slots: what it contributes, and its rules. */
typedef struct Say {
  const Thing *thing;
  const Value *value;
  const Share *share;
  const Rule *rule; /* or NULL: a share, or: */
  const When *when;
  size_t order;
} Say;
typedef VEC(Say) Says;

static int by_thing(const void *a, const void *b)
{
  const Say *x = a, *y = b;
  if (x->thing != y->thing) return x->thing->id - y->thing->id;
  return x->order < y->order ? -1 : x->order > y->order;
}

static Says find_says(Model *m)
{
  Says all = {0};
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    for (size_t k = 1; k < v->shares.n; k++)
      if (!v->generic && is_said(v, &v->shares.at[k]))
        vec_push(&all, ((Say){v->defs.at[v->shares.at[k].def].place.thing, v,
                              &v->shares.at[k], NULL, NULL, all.n}));
  }
  for (size_t i = 0; i < m->rules.n; i++) {
    const Thing *t = teller(m, m->rules.at[i]);
    if (t) vec_push(&all, ((Say){t, NULL, NULL, m->rules.at[i], NULL, all.n}));
  }
  for (size_t i = 0; i < m->whens.n; i++) {
    const When *w = m->whens.at[i];
    if (w->place.thing && !says_itself(m, w->place.thing))
      vec_push(&all, ((Say){w->place.thing, NULL, NULL, NULL, w, all.n}));
  }
  if (all.n) qsort(all.at, all.n, sizeof *all.at, by_thing);
  return all;
}

static void slot_row(Gen *g, const Verb *which, Node *body)
{
  int slot = phrase_open(g, PH_SLOT, emit_string(g, which->name));
  g->phrases.at[slot].arg2 = which->slot + 1;
  if (body->text) phrase_leaf(g, PH_HAND, gen_text(g, body->text, NULL));
  else phrase_body(g, body->a);
  phrase_close(g, slot);
}

/* What variants make of its slots. */
static void edition_rows(Gen *g, const Thing *t)
{
  for (size_t i = 0; i < t->rebodies.n; i++) {
    const Rebody *r = &t->rebodies.at[i];
    int row = phrase_open(g, PH_EDITION, r->variant->flag->index);
    slot_row(g, r->slot, r->body);
    phrase_close(g, row);
  }
}

/* Where the sayings of a thing begin, which are in the order of things. */
static size_t first_say(const Says *says, const Thing *t)
{
  size_t low = 0, high = says->n;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (says->at[mid].thing->id < t->id) low = mid + 1;
    else high = mid;
  }
  INVARIANT(low == 0 || says->at[low - 1].thing->id < t->id);
  return low;
}

static void card_rows(Gen *g, const Thing *t, size_t *body, const Says *says)
{
  INVARIANT(t->copies > 0 && (size_t)(t->id + t->copies) <= g->things.n);
  Model *m = g->m;
  int card = phrase_open(g, PH_CARD, 0);
  for (; *body < m->bodies.n && m->bodies.at[*body].thing == t; ++*body) {
    Body *b = &m->bodies.at[*body];
    slot_row(g, b->slot, b->node);
  }
  edition_rows(g, t);
  for (size_t i = first_say(says, t); i < says->n && says->at[i].thing == t; i++) {
    const Say *say = &says->at[i];
    if (say->rule) rule_rows(g, say->rule);
    else if (say->when) when_rows(g, say->when);
    else share(g, say->value, say->share);
  }
  phrase_close(g, card);
  for (int c = 0; c < t->copies; c++) g->things.at[t->id + c].phrase = card;
}

void gen_phrases(Gen *g)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  Model *m = g->m;
  g->inlined = 0;
  for (size_t i = 0; i < m->verbs.n; i++) {
    Verb *v = m->verbs.at[i];
    g->told = v;
    if (!v->generic && v->decl && v->decl->b)
      g->verbs.at[v->index].phrase = phrase_body(g, v->decl->b);
  }
  g->told = NULL;
  Says says = find_says(m);
  for (size_t i = 0; i < m->bodies.n;) /* bodies of one thing stand together */
    card_rows(g, m->bodies.at[i].thing, &i, &says);
  size_t end = m->bodies.n;
  for (size_t i = 0; i < says.n; i++)
    if (g->things.at[says.at[i].thing->id].phrase < 0)
      card_rows(g, says.at[i].thing, &end, &says);
  for (size_t i = 0; i < m->things.n; i++) /* that only a variant gives a text */
    if (m->things.at[i]->rebodies.n && g->things.at[m->things.at[i]->id].phrase < 0)
      card_rows(g, m->things.at[i], &end, &says);
  vec_free(&says);
}
