/* Where a text contradicts what its rule says. */
#include "interp/agree/sense_int.h"

#include <stdlib.h>

/* How the facts of a class are compared. */
enum {
  EQUAL = 1,  /* if both say something, it is the same */
  SHARED = 2, /* if both say something, one of it is the same */
  MISSED = 4, /* what the rule says, the text says */
  ADDED = 8   /* what the text says, the rule says */
};
static const struct {
  FactClass class;
  int how;
} classes[] = {
    {FACT_WAY, EQUAL},
    {FACT_POST, SHARED},
    {FACT_TIME, EQUAL | MISSED | ADDED},
    {FACT_LEAVE, EQUAL | MISSED | ADDED},
    {FACT_FOE, MISSED | ADDED},
    {FACT_EACH, MISSED | ADDED},
    {FACT_OTHER, MISSED | ADDED},
    {FACT_ALONE, MISSED | ADDED},
    {FACT_HIDDEN, SHARED},
    {FACT_BESIDE, MISSED | ADDED},
    {FACT_DEED, MISSED},
    {FACT_ONLY, ADDED},
    {FACT_ACT, ADDED},
    {FACT_HANDLE, SHARED},
    {FACT_BOUND, SHARED}, /* those without a number: more than you */
};

/* Does a text say it in words of another class?  An opponent is another player; who
 * cannot lose loses nothing. */
static bool implied(const Facts *f, FactClass class, const char *concept)
{
  if (class == FACT_DEED) return any(f, FACT_OTHER, NULL); /* "makes room for another" */
  if (class == FACT_FOE) return stated(f, FACT_OTHER, NULL);
  if (class == FACT_OTHER)
    return stated(f, FACT_FOE, NULL) || stated(f, FACT_BOUND, NULL);
  if (class == FACT_ALONE) /* "if another is there …; otherwise" */
    return any(f, FACT_LINK, "else") && any(f, FACT_OTHER, NULL);
  if (class == FACT_EACH) return any(f, FACT_LEAVE, "cannot"); /* nobody may speak */
  return class == FACT_LEAVE && !strcmp(concept, "cannot") &&
         (any(f, FACT_NOT, NULL) || any(f, FACT_EACH, NULL));
}

/* The first fact of a class in `a` that `b` does not have. */
static const Fact *lacking(const Facts *a, const Facts *b, FactClass class)
{
  for (size_t i = 0; i < a->list.n; i++) {
    const Fact *x = &a->list.at[i];
    if (x->class == class && x->weight == WEIGHT_FULL && !any(b, class, x->concept) &&
        !implied(b, class, x->concept))
      return x;
  }
  return NULL;
}

static bool share(const Facts *a, const Facts *b, FactClass class)
{
  for (size_t i = 0; i < a->list.n; i++)
    if (a->list.at[i].class == class && any(b, class, a->list.at[i].concept)) return true;
  return false;
}

/* "If you like", "at will": where the rule leaves something to choose it may be that. */
static bool tells_choice(const Sides *s, const Fact *x)
{
  if (x->class != FACT_LEAVE || !any(s->rule, FACT_PICK, NULL)) return false;
  if (!x->from && x->to < s->text->size && s->text->text[x->to] == ',') return false;
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *y = &s->text->list.at[i];
    int gap = y->at - x->at; /* "may say which" */
    if (y->class == FACT_PICK && ((y->from < x->to && y->to > x->from) ||
                                  (y->part == x->part && gap > 0 && gap <= NEAR)))
      return true;
  }
  return false;
}

/* "Provided that Character is alive" for a living Character: a condition of a state that
 * the rule has, too. */
static bool tells_state(const Sides *s, const Fact *only)
{
  for (size_t i = 0; only->class == FACT_ONLY && i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class == FACT_SWITCH && x->part == only->part && x->at > only->at &&
        any(s->rule, FACT_SWITCH, x->concept))
      return true;
  }
  return false;
}

/* "The Characters there lose …", "all lose …": everybody, without a word for it. */
static bool means_all(const Facts *f)
{
  return any(f, FACT_THERE, NULL) || any(f, FACT_ALL, "all");
}

/* "A Route of your Location", "that leads from it": two names in one clause, which the
 * rule has on both sides of "touches". */
static bool tells_neighbours(const Sides *s, const Fact *beside)
{
  const Fact *a = NULL, *b = NULL, *near = NULL;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i];
    if (x->class != FACT_TARGET || x->part != beside->part) continue;
    if (x->at < beside->at) a = x;
    else if (!b) b = x;
  }
  for (size_t i = 0; a && b && i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (is(x, FACT_TARGET, a->concept)) near = x;
    if (near && x->class == FACT_TARGET && x != near && x->part == near->part &&
        (strstr(x->concept, b->concept) || strstr(b->concept, x->concept)))
      return true;
  }
  return false;
}

/* "Add 2 action points" puts nothing anywhere, where the rule has a gain, too. */
static bool tells_gain(const Sides *s, const Fact *x)
{
  for (size_t i = 0; x->class == FACT_HANDLE && i < s->text->list.n; i++)
    if (s->text->list.at[i].class == FACT_CHANGE && s->text->list.at[i].from == x->from &&
        stated(s->rule, FACT_CHANGE, NULL))
      return true;
  return false;
}

/* "From now on it is watched more closely": a state lasts, where the rule sets no end to
 * it. */
static bool tells_lasting(const Sides *s, const Fact *x)
{
  bool state = any(s->rule, FACT_SWITCH, "stricter") ||
               any(s->rule, FACT_SWITCH, "looser") ||
               any(s->text, FACT_HANDLE, "quality");
  return is(x, FACT_TIME, "lasting") && state && !any(s->rule, FACT_TIME, NULL);
}

static void compare_class(const Sides *s, FactClass class, int how)
{
  const Fact *ours = stated(s->rule, class, NULL), *theirs = stated(s->text, class, NULL);
  const Fact *more = lacking(s->text, s->rule, class),
             *less = lacking(s->rule, s->text, class);
  if (!(s->text->classes >> class & 1)) return; /* it could not say it */
  if (ours && theirs) {
    if ((how & EQUAL) && (more || less))
      differ(s, class, more ? more : theirs, less ? less : ours, NULL);
    else if ((how & SHARED) && !share(s->rule, s->text, class) && !tells_gain(s, theirs))
      differ(s, class, theirs, ours, NULL);
  } else if (less && (how & MISSED) && !any(s->text, class, NULL) &&
             !(class == FACT_EACH && means_all(s->text)) &&
             !(class == FACT_BESIDE && tells_neighbours(s, less))) {
    differ(s, class, NULL, less, NULL);
  } else if (more && (how & ADDED) && !any(s->rule, class, NULL) &&
             !tells_choice(s, more) && !tells_state(s, more) && !tells_lasting(s, more) &&
             !(class == FACT_EACH && any(s->rule, FACT_ALL, "all"))) {
    differ(s, class, more, NULL, "nothing of it");
  }
}

/* A state that belongs to somebody: "a dead Character". */
static const Fact *state_of_person(const Facts *f, const char *state)
{
  for (size_t i = 0; i < f->list.n; i++)
    for (size_t k = 0; is(&f->list.at[i], FACT_SWITCH, state) && k < f->list.n; k++) {
      const Fact *x = &f->list.at[i], *p = &f->list.at[k];
      int gap = p->at - x->at;
      if (p->class == FACT_PERSON && p->part == x->part && gap >= -1 && gap <= 1)
        return x;
    }
  return NULL;
}

static int how_often(const Facts *f, FactClass class, const char *concept)
{
  int n = 0;
  for (size_t i = 0; i < f->list.n; i++) n += is(&f->list.at[i], class, concept);
  return n;
}

/* "Living or dead": both of two states. */
static bool is_either(const Facts *f, const Fact *x, const char *other)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *y = &f->list.at[i];
    int gap = y->at - x->at;
    if (is(y, FACT_SWITCH, other) && gap >= -2 && gap <= 2 &&
        (sense_or_between(f, x, y) || sense_or_between(f, y, x)))
      return true;
  }
  return false;
}

/* Dead where the rule says living, before where it says after. */
static void compare_states(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i], *y;
    const char *other = x->class == FACT_SWITCH ? sense_opposite(x->concept) : NULL;
    if (!other || any(s->rule, FACT_SWITCH, x->concept)) continue;
    y = state_of_person(s->text, x->concept) ? state_of_person(s->rule, other) : NULL;
    if (!y && is_either(s->text, x, other)) y = stated(s->rule, FACT_SWITCH, other);
    if (!y &&
        how_often(s->text, FACT_SWITCH, other) < how_often(s->rule, FACT_SWITCH, other))
      y = stated(s->rule, FACT_SWITCH, other);
    if (!y) continue;
    differ(s, FACT_SWITCH, x, y, NULL);
    return;
  }
}

/* "Must not", "none of them may": a duty or a leave that is denied is something else. */
static bool is_denied_in(const Facts *f, const Fact *x)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_NOT && f->list.at[i].part == x->part &&
        abs(f->list.at[i].at - x->at) <= NEAR)
      return true;
  return false;
}

/* "Must", and one "may" less, where the rule leaves it. */
static void compare_duty(const Sides *s)
{
  const Fact *must = any(s->text, FACT_LEAVE, "must"),
             *may = any(s->rule, FACT_LEAVE, "may");
  const Fact *no = stated(s->rule, FACT_LEAVE, "cannot"); /* "the enemy has to attack" */
  if (must && no && !any(s->text, FACT_LEAVE, "cannot") && !any(s->text, FACT_NOT, NULL))
    differ(s, FACT_LEAVE, must, no, NULL);
  else if (must && may && !any(s->rule, FACT_LEAVE, "must") &&
           how_often(s->text, FACT_LEAVE, "may") <
               how_often(s->rule, FACT_LEAVE, "may") &&
           !is_denied_in(s->text, must) && !is_denied_in(s->rule, may))
    differ(s, FACT_LEAVE, must, may, NULL);
}

void senses_compare(const Facts *rule, const Facts *text, Arena *a, Disagreements *out)
{
  const Sides s = {rule, text, a, out};
  sense_amounts(&s);
  if (!out->n) sense_acts(&s);
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    compare_class(&s, classes[i].class, classes[i].how);
  if (any(rule, FACT_EACH, NULL) &&
      (any(text, FACT_EACH, NULL) ||
       (stated(text, FACT_THERE, "there") && !any(rule, FACT_OWN, NULL))))
    compare_class(&s, FACT_THERE, MISSED | ADDED);
  compare_states(&s);
  compare_duty(&s);
  sense_names(&s);
  sense_clauses(&s);
  if (!out->n && rule->whole) sense_told(&s);
}
