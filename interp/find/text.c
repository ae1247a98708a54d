#include "interp/find/text.h"
#include "interp/find/find.h"
#include "interp/sema/builtin.h"

#include <string.h>

typedef struct Finder {
  Model *m;
  Diags *d;
  Lexicon *english;
} Finder;

/* A library's texts belong to no rule of this game. */
static bool told_elsewhere(const Finder *f, const Node *n)
{
  return file_elsewhere(f->m, n->loc.file);
}

/* Is the number that the words begin with among those of the rule? */
static bool has_number(const char *rule, const char *words, int size)
{
  size_t n = strspn(words, "0123456789");
  if (!n || (int)n > size) return false;
  for (const char *at = rule; (at = strpbrk(at, "0123456789")) != NULL;) {
    size_t k = strspn(at, "0123456789");
    if (k == n && !strncmp(at, words, n)) return true;
    at += k;
  }
  return false;
}

static void report(Finder *f, Loc loc, const Facts *t, const Disagreement *x)
{
  int size = (int)(x->to - x->from);
  const char *words = t->text + x->from;
  Diag *g;
  switch (x->class) {
  case FACT_AMOUNT:
    if (has_number(x->rule, words, size))
      g = diag_add(
          f->d, DIAG_TEXT_NUMBER, loc,
          "the text says \"%.*s\" more often than the rule, or of something else: "
          "the rule has %s",
          size, words, x->rule);
    else
      g = diag_add(f->d, DIAG_TEXT_NUMBER, loc, "the text says \"%.*s\", the rule has %s",
                   size, words, x->rule);
    break;
  case FACT_CHOICE:
    if (x->to)
      g = diag_add(f->d, DIAG_TEXT_CHOICE, loc, "the text says \"%.*s\"; in the rule %s",
                   size, words, x->rule);
    else
      g = diag_add(f->d, DIAG_TEXT_CHOICE, loc,
                   "the text says nothing of a choice; in the rule %s", x->rule);
    break;
  case FACT_TARGET:
    g = diag_add(f->d, DIAG_TEXT_TARGET, loc,
                 "the text names \"%.*s\", the rule means %s", size, words, x->rule);
    break;
  case FACT_DIRECTION:
    g = diag_add(f->d, DIAG_TEXT_DIRECTION, loc, "the text says \"%.*s\", the rule %s",
                 size, words, x->rule);
    break;
  default: return;
  }
  diag_hint(f->d, g, "write what the rule does, or mend the rule");
}

/* Numbers only; every class of facts; and also that nothing is left out. */
typedef enum { LOOK_NUMBERS, LOOK_FACTS, LOOK_WHOLE } Depth;

static void look(Finder *f, Loc loc, const char *text, const RuleFacts *r, Depth depth)
{
  Facts t;
  Disagreements found = {0};
  facts_read(&t, f->english, text, strlen(text));
  rule_compare(r, &t, &found);
  if (depth == LOOK_WHOLE && !found.n) rule_unsaid(r, &t, &found);
  for (size_t i = 0; i < found.n; i++)
    if (depth > LOOK_NUMBERS || found.at[i].class == FACT_AMOUNT)
      report(f, loc, &t, &found.at[i]);
  vec_free(&found);
  facts_free(&t);
}

/* An answer says what it does itself; where that has no number, what the rule around it
 * has. */
static void look_at_answer(Finder *f, const Node *alt, const RuleFacts *around)
{
  RuleFacts own;
  rule_begin(&own, f->m, f->english);
  rule_add(&own, alt, NULL);
  look(f, alt->loc, alt->label, own.own.n ? &own : around, LOOK_NUMBERS);
  text_nouns(f->d, alt->loc, alt->label, alt->b);
  rule_free(&own);
}

/* A question, a note or a reason: it may state numbers of its rule. */
static const char *text_of(const Node *n)
{
  if (n->tag == N_PHRASE) {
    const Node *says = n->op == BP_WIN_BECAUSE ? n->b->next : n->b;
    bool can = n->op == BP_NOTE || (phrase_ends(n->op) && n->op != BP_WIN);
    return can && says && says->tag == N_STR ? says->name : NULL;
  }
  bool asks =
      n->tag == N_CHOOSE || n->tag == N_PICK || n->tag == N_MAY || n->tag == N_ALT;
  return asks ? n->label : NULL;
}

/* Most rules say nothing inside, and what they do need not be found out. */
static bool says_inside(const Node *n)
{
  for (; n; n = n->next) {
    if (text_of(n)) return true;
    if (n->tag == N_PHRASE) continue;
    if (says_inside(n->a) || says_inside(n->b) || says_inside(n->c)) return true;
  }
  return false;
}

static void look_inside(Finder *f, const Node *n, const RuleFacts *r)
{
  for (; n; n = n->next) {
    const char *text = text_of(n);
    if (text && n->tag == N_ALT) look_at_answer(f, n, r);
    else if (text) look(f, n->loc, text, r, LOOK_NUMBERS);
    if (n->tag == N_PHRASE) continue;
    look_inside(f, n->a, r);
    look_inside(f, n->b, r);
    look_inside(f, n->c, r);
  }
}

static void look_at_bodies(Finder *f)
{
  for (size_t i = 0; i < f->m->bodies.n; i++) {
    const Body *b = &f->m->bodies.at[i];
    RuleFacts r;
    if (!b->node->label && !says_inside(b->node->a)) continue;
    rule_begin(&r, f->m, f->english);
    rule_add_slot(&r, b);
    if (b->node->label) look(f, b->node->loc, b->node->label, &r, LOOK_WHOLE);
    if (b->node->label) text_nouns(f->d, b->node->loc, b->node->label, b->node->a);
    look_inside(f, b->node->a, &r);
    rule_free(&r);
  }
}

static void look_at_verbs(Finder *f)
{
  for (size_t i = 0; i < f->m->verbs.n; i++) {
    Verb *v = f->m->verbs.at[i];
    if (!v->decl || !v->decl->b || v->generic || told_elsewhere(f, v->decl)) continue;
    bool told = v->decl->label && !v->slot_of;
    if (!told && !says_inside(v->decl->b)) continue;
    RuleFacts r;
    rule_begin(&r, f->m, f->english);
    rule_add_verb(&r, v);
    if (told) look(f, v->decl->loc, v->decl->label, &r, LOOK_FACTS);
    if (told && !v->rules.n) text_nouns(f->d, v->decl->loc, v->decl->label, v->decl->b);
    look_inside(f, v->decl->b, &r);
    rule_free(&r);
  }
}

static void look_at_values(Finder *f)
{
  for (size_t i = 0; i < f->m->values.n; i++) {
    Value *v = f->m->values.at[i];
    if (!v->decl->label || v->generic || told_elsewhere(f, v->decl)) continue;
    RuleFacts r;
    rule_begin(&r, f->m, f->english);
    rule_add_value(&r, v);
    look(f, v->decl->loc, v->decl->label, &r, LOOK_NUMBERS);
    rule_free(&r);
  }
}

static bool contributes(const Thing *t)
{
  for (const Node *n = t->decl->a; n; n = n->next)
    for (const Node *i = n->tag == N_WHILE ? n->b : NULL; i; i = i->next)
      if (i->tag == N_VALUE) return true;
  return false;
}

/* What is printed on a card that contributes to values may say how much. */
static void look_at_cards(Finder *f)
{
  for (size_t i = 0; i < f->m->things.n; i++) {
    Thing *t = f->m->things.at[i];
    if (!t->sym || !t->decl || !contributes(t)) continue;
    RuleFacts r;
    rule_begin(&r, f->m, f->english);
    rule_add_thing(&r, t);
    for (const Node *n = t->decl->a; n; n = n->next)
      if (n->tag == N_FILL && n->a->tag == N_STR)
        look(f, n->a->loc, n->a->name, &r, LOOK_NUMBERS);
    rule_free(&r);
  }
}

static void look_at_rule(Finder *f, const Node *n)
{
  RuleFacts r;
  if (!says_inside(n->c)) return;
  rule_begin(&r, f->m, f->english);
  rule_add(&r, n, NULL);
  look_inside(f, n->c, &r);
  rule_free(&r);
}

void find_text(Model *m, Lexicon *english)
{
  Finder f = {m, &m->unit->diags, english};
  rule_words(m, english);
  look_at_bodies(&f);
  look_at_verbs(&f);
  look_at_values(&f);
  look_at_cards(&f);
  for (size_t i = 0; i < m->rules.n; i++) look_at_rule(&f, m->rules.at[i]->node);
  for (size_t i = 0; i < m->whens.n; i++) look_at_rule(&f, m->whens.at[i]->node);
}
