/* What is printed on a card: its slots, as the edition that is read has them. */
#include "interp/text/card/compose_int.h"
#include "interp/base/invariant.h"

/* The same slot as a variant that holds fills it in; itself if none does. */
static int in_force(const Composer *c, int card, int slot)
{
  int found = slot;
  for (int k = 0; c->view->edition && k < row(c, card)->kids; k++) {
    int at = part(c, card, k);
    if (row(c, at)->op != PH_EDITION || !vm_get(c->view->edition, row(c, at)->arg, 0, 0))
      continue;
    if (row(c, part(c, at, 0))->arg2 == row(c, slot)->arg2) found = part(c, at, 0);
  }
  return found;
}

/* Is it a rule without a variant, or of one that the edition has? */
static bool holds(const Composer *c, int flag)
{
  return flag < 0 || (c->view->edition && vm_get(c->view->edition, flag, 0, 0));
}

/* Does the thing itself fill in this slot? */
static bool fills(const Composer *c, int card, int slot)
{
  for (int k = 0; k < row(c, card)->kids; k++) {
    const PPhrase *p = row(c, part(c, card, k));
    if (p->op == PH_SLOT && p->arg2 == row(c, slot)->arg2) return true;
  }
  return false;
}

/* Is this what a variant that holds makes of a slot that has no text elsewhere? */
static bool adds_slot(const Composer *c, int card, int at)
{
  int slot = part(c, at, 0);
  return c->view->edition && vm_get(c->view->edition, row(c, at)->arg, 0, 0) &&
         !fills(c, card, slot) && in_force(c, card, slot) == slot;
}

/* Has it several slots, so that each has to say which it is? */
static bool has_several(const View *v, int32_t thing)
{
  INVARIANT(v && v->program);
  Composer c = {.view = v, .p = v->program};
  int card = c.p->things[thing].phrase, slots = 0;
  if (card < 0 || row(&c, card)->op != PH_CARD) return false;
  for (int k = 0; k < row(&c, card)->kids; k++) {
    int at = part(&c, card, k);
    slots += row(&c, at)->op == PH_SLOT ||
             (row(&c, at)->op == PH_EDITION && adds_slot(&c, card, at));
  }
  return slots > 1;
}

void compose_slots(const View *v, int32_t thing, ComposeFn fn, void *user)
{
  INVARIANT(v && v->program);
  Composer c = {.view = v, .p = v->program};
  const Form plain = {0};
  int card = c.p->things[thing].phrase;
  if (card < 0 || row(&c, card)->op != PH_CARD) return;
  for (int k = 0; k < row(&c, card)->kids; k++) {
    int slot = part(&c, card, k);
    bool named = row(&c, slot)->op == PH_SLOT;
    if (row(&c, slot)->op == PH_EDITION) { /* of a slot that has no text elsewhere */
      int other = part(&c, slot, 0), now = in_force(&c, card, other);
      named = now == other && v->edition &&
              vm_get(v->edition, row(&c, slot)->arg, 0, 0) && !fills(&c, card, other);
      slot = other;
      if (!named) continue;
    } else if (named) slot = in_force(&c, card, slot);
    PhraseOp op = (PhraseOp)row(&c, slot)->op;
    if (op == PH_RULE && !holds(&c, row(&c, slot)->arg2 - 1)) continue;
    if ((!named && op != PH_SHARE && op != PH_RULE) || !row(&c, slot)->kids) continue;
    Buf does = {0}, name = {0};
    int does_at = named ? part(&c, slot, 0) : slot;
    compose_sentence(&c, &does, does_at, &plain);
    compose_finish(v, &does, 0);
    if (named) compose_slot_name(v, &name, row(&c, slot));
    if (does.n)
      fn(user, &(Composed){named ? program_string(c.p, row(&c, slot)->arg) : NULL,
                           buf_text(&name), does.at, row(&c, does_at)->op == PH_HAND});
    buf_free(&does);
    buf_free(&name);
  }
}

typedef struct Lines {
  Composer c;
  Buf *out;
  bool several; /* slots: each says which it is */
} Lines;

static void add_line(void *user, const Composed *s)
{
  Lines *l = user;
  if (s->id && l->several)
    say2(&l->c, l->out, SAY_C_SLOT, &(Form){0}, a_text(s->name), a_text(s->text));
  else buf_add(l->out, s->text);
  buf_char(l->out, '\n');
}

void compose_thing(const View *v, Buf *b, int32_t thing)
{
  Lines l = {{.view = v, .p = v->program}, b, has_several(v, thing)};
  compose_slots(v, thing, add_line, &l);
}
