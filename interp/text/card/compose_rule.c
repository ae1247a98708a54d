/* What a card in play does: when something happens, when something becomes true. */
#include "interp/text/card/compose_int.h"

/* "As soon as Storm is more than 6: lose 1 Coin." */
static void as_soon_as(Composer *c, Buf *b, int at, const Form *form)
{
  int does = part(c, at, 1);
  if (compose_is_silent(c, does)) return;
  Buf when = {0};
  say2(c, &when, SAY_C_WHEN, form, a_condition(part(c, at, 0)), a_sentence(does));
  if (row(c, at)->kids > 2)
    say2(c, b, SAY_C_WHILE, form, a_condition(part(c, at, 2)), a_text(buf_text(&when)));
  else buf_add(b, buf_text(&when));
  buf_free(&when);
}

/* What a card in play does when something happens.  The event is told by its own words,
 * whatever form these have, so it stands apart. */
void compose_rule(Composer *c, Buf *b, int at, const Form *form)
{
  static const Saying saying[] = {SAY_C_RULE_BEFORE, SAY_C_RULE_AFTER,
                                  SAY_C_RULE_INSTEAD};
  int does = part(c, at, 1);
  if (row(c, at)->arg == RULE_WHEN) {
    as_soon_as(c, b, at, form);
    return;
  }
  Buf event = {0};
  if (row(c, at)->arg2) /* a variant's, on the card itself: that needs no name */
    compose_slot_name(c->view, &event, row(c, part(c, at, 0)));
  else compose_sentence(c, &event, part(c, at, 0), form);
  buf_capital(&event, 0);
  if (row(c, at)->kids > 2) {
    Buf when = {0};
    say2(c, &when, SAY_C_RULE_IF, form, a_text(buf_text(&event)),
         a_condition(part(c, at, 2)));
    buf_free(&event);
    event = when;
  }
  if (row(c, at)->arg == RULE_INSTEAD && compose_is_silent(c, does))
    say1(c, b, SAY_C_RULE_NOT, form, a_text(buf_text(&event)));
  else
    say2(c, b, saying[row(c, at)->arg], form, a_text(buf_text(&event)), a_sentence(does));
  buf_free(&event);
}
