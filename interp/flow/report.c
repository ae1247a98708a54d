/* What is told, to whom, by which way: the message. */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"

enum { MOST_STEPS = 8 }; /* that are shown */

static const char *whom(const Duty *d)
{
  switch ((ToTag)d->to.tag) {
  case TO_ONE: return "that player";
  case TO_RULE:
  case TO_PILE: return "all who see it";
  default: return "everybody";
  }
}

static Diag *say(Flow *f, const Duty *d)
{
  const Tell *t = d->tell;
  const char *name = t->name ? t->name : "";
  switch (t->tag) {
  case TELL_OFFER:
  case TELL_FAIL:
    return diag_add(
        f->d, DIAG_LEAK, t->at,
        "what is offered here would tell the player who chooses something hidden");
  case TELL_ASK:
    return diag_add(f->d, DIAG_LEAK, t->at,
                    "that somebody is asked here, or who, would tell something hidden");
  case TELL_PROMPT:
    return diag_add(f->d, DIAG_LEAK, t->at,
                    "the question shows \"%s\", which would tell the player who is asked "
                    "something hidden",
                    name);
  case TELL_LINE:
    if (!t->name)
      return diag_add(f->d, DIAG_LEAK, t->at,
                      "everybody reads this line, and would learn something hidden");
    return diag_add(f->d, DIAG_LEAK, t->at,
                    "everybody reads that \"%s\" happens, and would learn something "
                    "hidden",
                    name);
  case TELL_SHOWN:
    return diag_add(f->d, DIAG_LEAK, t->at,
                    "everybody reads \"%s\" in this text, and would learn something "
                    "hidden",
                    name);
  case TELL_CHANGE:
    return diag_add(f->d, DIAG_LEAK, t->at,
                    "whoever sees \"%s\" change would learn something hidden", name);
  case TELL_MOVE:
  case TELL_DRAW:
    return diag_add(f->d, DIAG_LEAK, t->at,
                    "whoever sees this go to %s%s%s would learn something hidden",
                    t->name ? "\"" : "", t->name ? t->name : "another pile",
                    t->name ? "\"" : "");
  case TELL_SHUFFLE:
    return diag_add(f->d, DIAG_LEAK, t->at,
                    "everybody sees this shuffle, and would learn something hidden");
  case TELL_REVEAL:
    return diag_add(f->d, DIAG_LEAK, t->at,
                    "whoever is shown this would learn something else that is hidden");
  case TELL_WHEN:
    return diag_add(f->d, DIAG_LEAK, t->at,
                    "a \"when\" notices this, and who acts here would be told with it");
  case TELL_ROLL:
    return diag_add(f->d, DIAG_LEAK, t->at,
                    "whoever sees what is rolled here, or that it is, would learn "
                    "something hidden");
  case TELL_SEEN: break;
  }
  return diag_add(
      f->d, DIAG_LEAK, t->at,
      "whoever comes to see \"%s\" by this would learn something else that is "
      "hidden",
      name);
}

static void step(Flow *f, Diag *g, const Step *s)
{
  switch (s->tag) {
  case BY_READ: diag_hint_at(f->d, g, s->at, "\"%s\" is read here", s->name); break;
  case BY_NAME: diag_hint_at(f->d, g, s->at, "through the name \"%s\"", s->name); break;
  case BY_VALUE: diag_hint_at(f->d, g, s->at, "through the value \"%s\"", s->name); break;
  case BY_CONDITION: diag_hint_at(f->d, g, s->at, "through this condition"); break;
  case BY_ARGUMENT: diag_hint_at(f->d, g, s->at, "given to \"%s\" here", s->name); break;
  case BY_CARD:
    diag_hint_at(f->d, g, s->at, "what \"%s\" does hangs on which one this is", s->name);
    break;
  }
}

static void remedy(Flow *f, Diag *g, const Duty *d, const Field *hidden)
{
  const char *who = d->to.tag == TO_ONE ? "me" : "players";
  switch (d->tell->tag) {
  case TELL_OFFER:
  case TELL_FAIL:
    diag_hint(f->d, g,
              "offer the answer to everybody and let it have no effect, or base it on "
              "what is seen");
    break;
  case TELL_ASK:
    diag_hint(f->d, g,
              "ask in every case, or ask everybody: secretly each p in players "
              "{ … }");
    break;
  case TELL_CHANGE:
    diag_hint(f->d, g, "if it is not meant to be told, hide \"%s\", too: seen by none",
              d->tell->name ? d->tell->name : "");
    break;
  default: break;
  }
  if (!hidden || d->tell->tag == TELL_ASK) return;
  bool offer = d->tell->tag == TELL_OFFER || d->tell->tag == TELL_FAIL;
  if (hidden->pile)
    diag_hint(f->d, g, "what was shown is known: reveal … to %s, before %s", who,
              offer ? "the question" : "this");
  else if (!offer)
    diag_hint(f->d, g,
              "if it is meant to be told, say so before: let told = …, then reveal told "
              "to %s",
              who);
}

void report(Flow *f, const Duty *d)
{
  INVARIANT(f->m && f->d);
  int had = f->d->errors;
  Diag *g = say(f, d);
  if (f->d->errors == had || !g) return; /* told already */
  int n = 0;
  for (const Step *s = d->part.way; s && n < MOST_STEPS; s = s->from, n++) step(f, g, s);
  const Field *hidden = NULL;
  Atom a = d->part.atom;
  if (a.tag == A_FIELD) hidden = f->m->fields.at[a.n];
  if (hidden)
    diag_hint_at(f->d, g, hidden->decl->loc, "\"%s\" is not seen by %s", hidden->name,
                 whom(d));
  else if (a.tag == A_TOLD) diag_hint(f->d, g, "it was shown to one player only");
  else diag_hint(f->d, g, "this depends on something that not every player sees");
  remedy(f, g, d, hidden);
}
