/* From where, to where, and which end: the places that names and placeholders have. */
#include "interp/agree/sense_int.h"

/* "At most 1" is no place. */
static bool in_bound(const Facts *f, const Fact *role)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if ((x->class == FACT_AMOUNT || x->class == FACT_BOUND) && x->from <= role->from &&
        x->to >= role->to)
      return true;
  }
  return false;
}

/* "from the church", "into the ruin": the nearest role before a name. */
const Fact *sense_role(const Facts *f, const Fact *name)
{
  const Fact *best = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    int gap = name->at - x->at;
    if (x->class == FACT_ROLE && !in_bound(f, x) && gap > 0 && gap <= NEAR &&
        x->part == name->part && (!best || x->at > best->at))
      best = x;
  }
  for (size_t i = 0; best && i < f->list.n; i++) { /* "to one with an Occupier" */
    const Fact *x = &f->list.at[i];
    if (x->class == FACT_ONLY && x->at > best->at && x->at < name->at &&
        strcmp(x->concept, "article") != 0)
      return NULL;
  }
  return best;
}

bool sense_plays(const Facts *f, const char *name, const char *role)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i],
               *r = is(x, FACT_TARGET, name) ? sense_role(f, x) : NULL;
    /* one word may be two: "out of" is from, and away */
    for (size_t k = 0; r && k < f->list.n; k++)
      if (is(&f->list.at[k], FACT_ROLE, role) && f->list.at[k].at == r->at) return true;
  }
  return false;
}

/* "Away from the safe" where the rule goes to it. */
static bool leaves(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class != FACT_TARGET || !sense_plays(s->text, x->concept, "away") ||
        sense_plays(s->text, x->concept, "to") ||
        !sense_plays(s->rule, x->concept, "to") ||
        sense_plays(s->rule, x->concept, "from"))
      continue;
    differ(s, FACT_ROLE, x, any(s->rule, FACT_TARGET, x->concept), NULL);
    return true;
  }
  return false;
}

/* Does it go somewhere?  Where one stands, "who is at the safe", is no way to it. */
static bool goes_on(const Facts *f, const Fact *away)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i], *which = NULL;
    if (!is(x, FACT_ROLE, "to")) continue;
    for (size_t k = 0; k < f->list.n; k++)
      if (f->list.at[k].class == FACT_ONLY && f->list.at[k].at < x->at)
        which = &f->list.at[k];
    if (x->at > away->at || !which) return true;
  }
  return false;
}

/* "Leaves the place" where the rule goes somewhere and leaves nothing. */
static bool departs(const Sides *s)
{
  const Fact *away = stated(s->text, FACT_ROLE, "leave"),
             *to = stated(s->rule, FACT_ROLE, "to");
  if (!away || !to || stated(s->rule, FACT_ROLE, "from") ||
      stated(s->rule, FACT_ROLE, "away") || any(s->rule, FACT_SWITCH, "thence") ||
      goes_on(s->text, away))
    return false;
  differ(s, FACT_ROLE, away, to, NULL);
  return true;
}

/* The placeholder that a fact is, and how long its name is. */
static const char *slot_name(const Facts *f, const Fact *x, size_t *n)
{
  const char *name = f->text + x->from + 1;
  *n = strcspn(name, ":|}");
  return name;
}

/* What stands before a placeholder of this name: 1 to or at, 2 away, 4 from, which is
 * "of" in many languages, 8 to and not at. */
static unsigned slot_roles(const Facts *f, const char *name, size_t n)
{
  unsigned roles = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    size_t m;
    if (x->class != FACT_SLOT || strncmp(slot_name(f, x, &m), name, n) != 0 || m != n)
      continue;
    const Fact *r = sense_role(f, x);
    for (size_t k = 0; r && k < f->list.n; k++) {
      const Fact *y = &f->list.at[k];
      if (y->at != r->at) continue;
      if (is(y, FACT_ROLE, "to")) roles |= 1u;
      if (is(y, FACT_ROLE, "away")) roles |= 2u;
      if (is(y, FACT_ROLE, "from")) roles |= 4u;
      if (is(y, FACT_ROLE, "toward")) roles |= 8u;
    }
  }
  return roles;
}

/* "{c} accuses {me}": the one who acts comes behind another, with nothing before either
 * that would say so. */
static const Fact *acted_on(const Sides *s)
{
  const Fact *me = NULL, *other = NULL;
  size_t n;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i];
    if (x->class != FACT_SLOT) continue;
    if (!me && (strncmp(slot_name(s->rule, x, &n), "me", 2) != 0 || n != 2)) return NULL;
    if (me && !other) other = x;
    me = me ? me : x;
  }
  const Fact *first = NULL, *behind = NULL;
  for (size_t i = 0; other && i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class != FACT_SLOT) continue;
    if (!strncmp(slot_name(s->text, x, &n), "me", 2) && n == 2) behind = x;
    else if (!behind && !first) first = x;
  }
  return first && behind && !sense_role(s->text, first) && !sense_role(s->text, behind)
             ? first
             : NULL;
}

/* "Out of {b}" where the rule goes to it, "to {b}" where it takes from it. */
static void compare_slots(const Sides *s)
{
  const Fact *first = acted_on(s);
  if (first) differ(s, FACT_SLOT, first, NULL, "the one who acts");
  for (size_t i = 0; !first && i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class != FACT_SLOT) continue;
    size_t n;
    const char *name = slot_name(s->text, x, &n);
    unsigned ours = slot_roles(s->rule, name, n), theirs = slot_roles(s->text, name, n);
    bool out = (ours & 1u) && !(ours & 6u) && (theirs & 2u) && !(theirs & 1u),
         in = (ours & 6u) && !(ours & 1u) && (theirs & 8u) && !(theirs & 6u);
    if (!out && !in) continue;
    differ(s, FACT_SLOT, x, NULL, out ? "the way there" : "the way from there");
    return;
  }
}

/* Where the rule goes from, the text goes to, and the other way round. */
static void compare_roles(const Sides *s)
{
  if (leaves(s) || departs(s)) return;
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class != FACT_TARGET || !sense_plays(s->text, x->concept, "to") ||
        sense_plays(s->text, x->concept, "from") ||
        !sense_plays(s->rule, x->concept, "from") ||
        sense_plays(s->rule, x->concept, "to"))
      continue;
    for (size_t k = 0; k < s->text->list.n; k++) {
      const Fact *y = &s->text->list.at[k];
      if (y->class != FACT_TARGET || !sense_plays(s->rule, y->concept, "to") ||
          sense_plays(s->text, y->concept, "to"))
        continue;
      differ(s, FACT_ROLE, x, any(s->rule, FACT_TARGET, y->concept), NULL);
      return;
    }
  }
}

/* "To", and not "at", which stands for "to" in some languages. */
static bool heads_for(const Facts *f, const Fact *role)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (is(&f->list.at[i], FACT_ROLE, "toward") && f->list.at[i].at == role->at)
      return true;
  return false;
}

/* "Goes to the rear": where the one who moves comes to stand. */
static unsigned posts(const Facts *f, const Fact **where)
{
  unsigned to = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i],
               *role = x->class == FACT_POST && x->weight == WEIGHT_FULL
                           ? sense_role(f, x)
                           : NULL;
    if (!role || !heads_for(f, role)) continue;
    to |= !strcmp(x->concept, "front") ? 1u : 2u;
    *where = x;
  }
  return to;
}

/* "The rearmost unit": where it stands before, which is told first. */
static unsigned stands(const Facts *f, const Fact **where)
{
  const Fact *x = stated(f, FACT_POST, NULL), *role = x ? sense_role(f, x) : NULL;
  for (size_t k = 0; x && k < f->list.n; k++) {
    const Fact *name = &f->list.at[k];
    int gap = name->at - x->at;
    if (!sort_is_kind(name->sort) || name->part != x->part || gap < -2 || gap > 1 ||
        (role && !strcmp(role->concept, "to")))
      continue;
    *where = x;
    return !strcmp(x->concept, "front") ? 1u : 2u;
  }
  return 0;
}

static void compare_posts(const Sides *s)
{
  const Fact *ours = NULL, *theirs = NULL;
  unsigned a = posts(s->rule, &ours), b = posts(s->text, &theirs);
  if (!a || !b || (a & b)) a = stands(s->rule, &ours), b = stands(s->text, &theirs);
  if (a && b && !(a & b)) differ(s, FACT_POST, theirs, ours, NULL);
}

void sense_places(const Sides *s)
{
  compare_posts(s);
  compare_roles(s);
  compare_slots(s);
}
