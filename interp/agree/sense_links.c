/* One of several effects, or all of them: what stands on both sides of an "or". */
#include "interp/agree/sense_int.h"

/* "1 or 2 buildings", "one building or two" is a number; a Ration or a Contact is not. */
static bool joins_numbers(const Facts *f, const Fact *link)
{
  const Fact *before = NULL, *behind = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    int gap = x->at - link->at;
    if (x->class != FACT_AMOUNT || x->from == x->to) continue;
    if (gap < 0 && gap >= -NEAR) before = x;
    if (gap > 0 && gap <= NEAR && !behind) behind = x;
  }
  return before && behind && before->number < behind->number;
}

/* Does it belong to a longer phrase: "2 or more", "the same or another"? */
static bool is_inside(const Facts *f, const Fact *link)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != FACT_LINK && x->from <= link->from && x->to >= link->to) return true;
  }
  return false;
}

/* "Not A or B" is neither of them, as "not A and not B" is. */
static bool is_denied(const Facts *f, const Fact *link)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    bool no = x->class == FACT_NOT || is(x, FACT_LEAVE, "may") ||
              is(x, FACT_LEAVE, "cannot") || is(x, FACT_ONLY, "unless");
    if (no && x->at < link->at && !ends_between(f, x->to, link->from)) return true;
  }
  return false;
}

/* An "or" between two effects, two things, two ways. */
static const Fact *real_or(const Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (is(x, FACT_LINK, "or") && !joins_numbers(f, x) && !is_inside(f, x) &&
        !is_denied(f, x))
      return x;
  }
  return NULL;
}

/* Does an "or" stand between two things that are counted, both of which a rule has? */
static const Fact *parts_by_or(const Facts *f, const Facts *rule)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i], *before = NULL, *behind = NULL;
    if (!is(x, FACT_LINK, "or")) continue;
    for (size_t k = 0; k < f->list.n; k++) {
      const Fact *y = &f->list.at[k];
      if (y->class != FACT_TARGET || !any(rule, FACT_TARGET, y->concept)) continue;
      if (y->at < x->at) before = x->part - y->part <= 1 ? y : NULL;
      else if (!behind) behind = y;
    }
    if (before && behind && strcmp(before->concept, behind->concept) != 0 &&
        x->at - before->at <= NEAR + 1 && behind->at - x->at <= 2 * NEAR + 1)
      return x;
  }
  return NULL;
}

/* Several texts in one: two abilities of a card, of which one is used. */
static bool has_lines(const Facts *f)
{
  const char *end = memchr(f->text, '\n', f->size);
  return end && end + 1 < f->text + f->size;
}

static bool has_limit(const Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_AMOUNT && *f->list.at[i].bound) return true;
  return false;
}

/* "Choose: …", "the choice is yours": not "a Road of your choice". */
static bool chooses_effect(const Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    bool named = false;
    for (size_t k = 0; x->class == FACT_PICK && k < f->list.n; k++) {
      const Fact *y = &f->list.at[k];
      int gap = y->at - x->at;
      if (y->part != x->part || gap < -NEAR || gap > NEAR) continue;
      named |= y->class == FACT_TARGET || (y->class == FACT_AMOUNT && gap < 0);
    }
    if (x->class == FACT_PICK && !named) return true;
  }
  return false;
}

/* Could it leave one of several, in whatever words? */
static bool leaves_one(const Facts *f)
{
  return any(f, FACT_LINK, "or") || any(f, FACT_LINK, "else") ||
         any(f, FACT_LEAVE, "may") || any(f, FACT_PICK, "one") ||
         any(f, FACT_ONLY, "unless") || chooses_effect(f);
}

/* "He takes it back and has 2 fewer", where the rule has one or the other: both, unless
 * something in the text could leave one. */
static const Fact *both_effects(const Sides *s)
{
  const Fact *ours = s->rule->whole ? real_or(s->rule) : NULL;
  const Fact *theirs = any(s->text, FACT_LINK, "and");
  if (!ours || !theirs || leaves_one(s->text) || any(s->text, FACT_ONLY, NULL) ||
      has_lines(s->rule))
    return NULL;
  return theirs;
}

/* One of two things, where the other side has both. */
void sense_links(const Sides *s)
{
  const Fact *one = stated(s->rule, FACT_PICK, "one"), *theirs, *ours;
  bool either = any(s->rule, FACT_LINK, "or") || any(s->rule, FACT_PICK, "one") ||
                has_lines(s->rule);
  bool open =
      either || !s->rule->whole || any(s->rule, FACT_LINK, "else") || has_limit(s->rule);
  if (one && s->rule->text[one->to] == ':' && !leaves_one(s->text))
    differ(s, FACT_LINK, NULL, one, NULL);
  else if ((!open && (theirs = real_or(s->text))) ||
           (!either && (theirs = parts_by_or(s->text, s->rule))))
    differ(s, FACT_LINK, theirs, NULL, "both");
  else if (!any(s->text, FACT_LINK, "or") && any(s->text, FACT_LINK, "and") &&
           !any(s->text, FACT_LEAVE, NULL) && (ours = parts_by_or(s->rule, s->text)))
    differ(s, FACT_LINK, any(s->text, FACT_LINK, "and"), ours, NULL);
  else if (both_effects(s)) differ(s, FACT_LINK, both_effects(s), real_or(s->rule), NULL);
}
