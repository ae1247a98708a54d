/* Who does something, and whether one must. */
#include "interp/text/card/compose_int.h"

/* Does a sentence say "you" or "your", which behind another's name would be somebody
 * else? */
static bool says_you(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  if (p->op == PH_ME) return true;
  if (p->op == PH_CHOOSE && row(c, part(c, at, 0))->op != PH_SPAN) return true;
  bool gain = compose_is_gain(c, at) && p->kids == 2 &&
              row(c, part(c, at, 1))->op == PH_ME; /* "… may gain 2 Coins" */
  if (gain) return says_you(c, part(c, at, 0));
  for (int k = 0; k < p->kids; k++)
    if (says_you(c, part(c, at, k))) return true;
  return false;
}

/* Does a sentence begin with what comes before a verb, so that "may" cannot stand there?
 */
static bool has_head(const Composer *c, int at)
{
  while (row(c, at)->op == PH_SEQ && row(c, at)->kids) at = part(c, at, 0);
  PhraseOp op = (PhraseOp)row(c, at)->op;
  return op == PH_IF || op == PH_REPEAT || op == PH_OTHERWISE ||
         (op == PH_EACH && !compose_says_once(c, part(c, at, 1)));
}

/* "You may draw a card"; a verb that has no form for behind "may" stands behind a colon:
 * "you may do this: …".  `who` is -1 for you. */
static void allow(Composer *c, Buf *b, int who, int does, const Form *form)
{
  Buf said = {0};
  bool outer = c->lacks;
  c->lacks = has_head(c, does) || (who >= 0 && says_you(c, does));
  if (who < 0) say1(c, &said, SAY_C_MAY, form, a_sentence(does));
  else say2(c, &said, SAY_C_MAY_OTHER, form, a_noun(who), a_sentence(does));
  bool lacks = c->lacks;
  if (!lacks) buf_add(b, buf_text(&said));
  else if (who < 0) say1(c, b, SAY_C_MAY_DO, form, a_sentence(does));
  else say2(c, b, SAY_C_MAY_DO_OTHER, form, a_noun(who), a_sentence(does));
  c->lacks = outer;
  buf_free(&said);
}

/* What must be true for it comes before "you may". */
void compose_may(Composer *c, Buf *b, int at, const Form *form)
{
  int does = part(c, at, 0), first = row(c, does)->kids ? part(c, does, 0) : does;
  if (c->said != first && row(c, does)->op == PH_SEQ && row(c, first)->op == PH_REQUIRE) {
    int outer = c->said;
    c->said = first;
    say2(c, b, SAY_C_IF, form, a_condition(part(c, first, 0)), a_sentence(at));
    c->said = outer;
  } else {
    bool outer = c->order;
    c->order = true;
    allow(c, b, -1, does, form);
    c->order = outer;
  }
}

/* What somebody else does. */
void compose_done_by(Composer *c, Buf *b, int at, const Form *form)
{
  int who = part(c, at, 0), does = part(c, at, 1), one = compose_only(c, does);
  bool own = row(c, one)->kids == 2 && row(c, part(c, one, 1))->op == PH_ME;
  if (row(c, one)->op == PH_MAY) allow(c, b, who, part(c, one, 0), form);
  else if (!c->rules && own && compose_is_gain(c, one))
    compose_gain_of(c, b, one, a_noun(who), form);
  else say2(c, b, SAY_C_AS, form, a_noun(who), a_sentence(does));
}
