/* What is tied to clauses: conditions, places beside others, the two ways of a rule that
 * has an "otherwise", and what comes first. */
#include "interp/agree/sense_int.h"

static bool names(const Facts *f, const char *name)
{
  return any(f, FACT_TARGET, name) || any(f, FACT_PERSON, name);
}

/* Is it the name, or part of a longer one: "Road" beside "Road card"? */
static bool speaks_of(const Facts *f, const char *name)
{
  if (names(f, name)) return true;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class == FACT_TARGET && (strstr(x->concept, name) || strstr(name, x->concept)))
      return true;
  }
  return false;
}

/* The word that makes a condition of the clause a fact stands in: "if", "where". */
static const Fact *condition_of(const Facts *f, const Fact *x)
{
  const Fact *best = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *m = &f->list.at[i];
    if ((is(m, FACT_ONLY, "only") || is(m, FACT_OWN, "here")) && m->part == x->part &&
        m->at < x->at)
      best = m;
  }
  return best;
}

/* Does a clause begin with it: ", die", ", auf der"? */
static bool opens_clause(const Facts *f, const Fact *x)
{
  size_t at = x->from;
  for (int words = 0; at > 0 && words < 2; at--) {
    if (f->text[at - 1] == ',') return true;
    words += f->text[at - 1] == ' ';
  }
  return false;
}

/* Could something in a text be a condition, whatever its words?  Where a relative pronoun
 * is an article, too, the comma before it tells them apart. */
static bool has_condition(const Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class == FACT_ONLY &&
        (strcmp(x->concept, "article") != 0 || opens_clause(f, x)))
      return true;
  }
  return any(f, FACT_LINK, "else") || any(f, FACT_NOT, NULL) ||
         any(f, FACT_BOUND, NULL) || any(f, FACT_ALONE, NULL);
}

/* "In the bakery" speaks of a House. */
static bool names_one_of(const Facts *f, int kind)
{
  for (size_t i = 0; sort_is_kind(kind) && i < f->list.n; i++)
    if (f->list.at[i].class == FACT_TARGET && f->list.at[i].sort == sort_of_things(kind))
      return true;
  return false;
}

/* "On any road" where the rule has one on which you are blocked. */
static bool drops_condition(const Sides *s)
{
  if (has_condition(s->text)) return false;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *y = &s->rule->list.at[i];
    if (y->class != FACT_TARGET || speaks_of(s->text, y->concept) ||
        names_one_of(s->text, y->sort) || !condition_of(s->rule, y))
      continue;
    differ(s, FACT_ONLY, NULL, y, NULL);
    return true;
  }
  return false;
}

/* Is a name denied: "where no agent stands"? */
static bool denied(const Facts *f, const Fact *x)
{
  enum { REACH = 4 };
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *no = &f->list.at[i];
    int gap = x->at - no->at;
    if (no->class == FACT_NOT && no->weight == WEIGHT_FULL && no->part == x->part &&
        gap > 0 && gap <= REACH)
      return true;
  }
  return false;
}

/* "To a building where no agent stands" where the rule has any building; "if the Church
 * is open" where it does not speak of the Church. */
static bool adds_condition(const Sides *s)
{
  if (has_condition(s->rule) || any(s->rule, FACT_OWN, "here")) return false;
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class != FACT_TARGET || !x->sort || !condition_of(s->text, x)) continue;
    if (speaks_of(s->rule, x->concept) && !denied(s->text, x)) continue;
    differ(s, FACT_ONLY, x, NULL, "no such condition");
    return true;
  }
  return false;
}

static void compare_conditions(const Sides *s)
{
  if (!drops_condition(s)) adds_condition(s);
}

/* Does a text deny anything, in whatever words?  "Another" is "not you", unless the other
 * side says it, too. */
static bool denies(const Facts *f, const Facts *other)
{
  return any(f, FACT_NOT, NULL) || any(f, FACT_LEAVE, "cannot") ||
         any(f, FACT_ALONE, NULL) ||
         (any(f, FACT_OTHER, "other") && !any(other, FACT_OTHER, NULL)) ||
         any(f, FACT_ONLY, "unless") || any(f, FACT_HIDDEN, "secretly") ||
         any(f, FACT_BOUND, NULL) || any(f, FACT_ACT, NULL);
}

static bool has_bound(const Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_AMOUNT &&
        (*f->list.at[i].bound || !f->list.at[i].number))
      return true;
  return false;
}

/* Something that the rule says and the text does not may be what it denies: "nobody is
 * spared", "you do not survive it". */
static bool lacks(const Sides *s, FactClass class)
{
  for (size_t i = 0; i < s->rule->list.n; i++)
    if (s->rule->list.at[i].class == class &&
        !any(s->text, class, s->rule->list.at[i].concept))
      return true;
  return false;
}

/* A "not" that the other side has in no form. */
static void compare_denials(const Sides *s)
{
  const Fact *ours = stated(s->rule, FACT_NOT, "not"),
             *theirs = stated(s->text, FACT_NOT, "not");
  bool titles = any(s->rule, FACT_PICK, "one"); /* "Leave no traces (lose 1 Alibi)" */
  bool opposite = lacks(s, FACT_ALL) || lacks(s, FACT_EACH) || lacks(s, FACT_SWITCH);
  bool phrase = s->rule->list.n < 2; /* "idle turns", no sentence */
  if (s->out->n || phrase || titles || has_bound(s->rule) || has_bound(s->text)) return;
  if (ours && !denies(s->text, s->rule) && !any(s->text, FACT_LINK, "else"))
    differ(s, FACT_NOT, NULL, ours, NULL);
  else if (theirs && !opposite && !denies(s->rule, s->text) &&
           !any(s->rule, FACT_LINK, "else") && !any(s->rule, FACT_LEAVE, NULL))
    differ(s, FACT_NOT, theirs, NULL, "nothing is denied");
}

static int tally(const Facts *f, FactClass class, const char *concept)
{
  int n = 0;
  for (size_t i = 0; i < f->list.n; i++) n += is(&f->list.at[i], class, concept);
  return n;
}

/* "Wherever they are" where the rule keeps to your Location. */
static void compare_scope(const Sides *s)
{
  const Fact *everywhere = stated(s->text, FACT_THERE, "anywhere"), *here = NULL;
  if (!everywhere || any(s->rule, FACT_THERE, "anywhere")) return;
  for (size_t i = 0; i < s->rule->list.n && !here; i++) {
    const Fact *x = &s->rule->list.at[i];
    if (x->class == FACT_OWN || x->class == FACT_BESIDE || is(x, FACT_THERE, "there"))
      here = x;
  }
  if (here && tally(s->text, here->class, here->concept) <
                  tally(s->rule, here->class, here->concept))
    differ(s, FACT_THERE, everywhere, here, NULL);
}

/* "Each Character at your Location" where the rule has each, and names no such place. */
static const Fact *narrower(const Sides *s)
{
  if (!stated(s->rule, FACT_EACH, NULL) || any(s->rule, FACT_OWN, NULL) ||
      any(s->rule, FACT_THERE, NULL) || any(s->rule, FACT_BESIDE, NULL))
    return NULL;
  for (size_t i = 0; i < s->text->list.n; i++)
    for (size_t k = 0; is(&s->text->list.at[i], FACT_OWN, "your") && k < s->text->list.n;
         k++) {
      const Fact *place = &s->text->list.at[k], *role;
      if (!sort_is_kind(place->sort) || place->from != s->text->list.at[i].to + 1)
        continue;
      role = sense_role(s->text, place);
      if (role && !strcmp(role->concept, "to") &&
          !any(s->rule, FACT_TARGET, place->concept))
        return place;
    }
  return NULL;
}

/* "At your Location" where the rule has anywhere. */
static void compare_reach(const Sides *s)
{
  const Fact *place = narrower(s);
  if (place) differ(s, FACT_THERE, place, NULL, "wherever they are");
  const Fact *everywhere = stated(s->rule, FACT_THERE, "anywhere"),
             *here = any(s->text, FACT_OWN, NULL);
  if (everywhere && here && !any(s->rule, FACT_OWN, NULL) &&
      !any(s->text, FACT_THERE, "anywhere"))
    differ(s, FACT_THERE, here, everywhere, NULL);
}

/* "Living Characters vote" where the rule has all of them; death is told in many ways. */
static void compare_living(const Sides *s)
{
  const Fact *x = stated(s->text, FACT_SWITCH, "alive");
  if (x && !any(s->rule, FACT_SWITCH, "alive") && !any(s->rule, FACT_SWITCH, "dead"))
    differ(s, FACT_SWITCH, x, NULL, "nothing of it");
}

/* ---- one way or the other, and what comes first --------------------------------- */

enum { BEFORE = 1, BEHIND = 2 };

/* The same name, or the same number; "a" is another than 1. */
static bool alike(const Fact *x, const Fact *y)
{
  return x->class == y->class && x->number == y->number && x->from < x->to &&
         (x->number != 1 || x->weight == y->weight) && !strcmp(x->concept, y->concept);
}

/* On which side of a place a fact stands in a text: a name, or a number. */
static unsigned sides_of(const Facts *f, const Fact *like, int at)
{
  unsigned so = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (alike(x, like)) so |= x->at < at ? BEFORE : BEHIND;
  }
  return so;
}

/* The only fact of its kind; NULL if there are several. */
static const Fact *only_link(const Facts *f, const char *concept)
{
  const Fact *found = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    if (!is(&f->list.at[i], FACT_LINK, concept)) continue;
    if (found) return NULL;
    found = &f->list.at[i];
  }
  return found;
}

/* What the rule has before a place and the text behind it, or the other way round, if
 * both kinds are there: two that have changed places. */
static const Fact *changed_places(const Sides *s, const Fact *ours, const Fact *theirs)
{
  const Fact *later = NULL, *earlier = NULL;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i];
    bool counts = x->class == FACT_TARGET ||
                  (x->class == FACT_AMOUNT && x->number > 1 && x->weight == WEIGHT_FULL);
    if (!counts || x->from == x->to) continue;
    unsigned a = sides_of(s->rule, x, ours->at), b = sides_of(s->text, x, theirs->at);
    if (a == BEFORE && b == BEHIND) later = x;
    if (a == BEHIND && b == BEFORE) earlier = x;
  }
  return later && earlier ? earlier : NULL;
}

/* How often something is denied between two words of a text. */
static int denials(const Facts *f, int from, int to)
{
  int n = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    n += x->at >= from && x->at < to &&
         ((x->class == FACT_NOT && x->weight == WEIGHT_FULL) ||
          is(x, FACT_LEAVE, "cannot") || is(x, FACT_ONLY, "unless") ||
          x->class == FACT_ALONE || is(x, FACT_SWITCH, "inactive"));
  }
  return n;
}

static bool same_line(const Facts *f, const Fact *x, const Fact *y)
{
  const Fact *a = x->from < y->from ? x : y, *b = a == x ? y : x;
  return !memchr(f->text + a->from, '\n', b->from - a->from);
}

/* The first of what stands on one side of a place only, behind the clause with "if". */
static const Fact *of_case(const Facts *f, const Fact *otherwise, unsigned side,
                           const Facts *in)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    bool counts = x->class == FACT_TARGET ||
                  (x->class == FACT_AMOUNT && x->number > 0 && x->weight == WEIGHT_FULL);
    if (counts && x->from < x->to && !sense_is_label(f, x) &&
        same_line(f, x, otherwise) && sides_of(f, x, otherwise->at) == side &&
        !condition_of(f, x) && sides_of(in, x, 0))
      return x;
  }
  return NULL;
}

static const Fact *like(const Facts *f, const Fact *x)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (alike(&f->list.at[i], x)) return &f->list.at[i];
  return NULL;
}

/* "If he is elsewhere" between the two cases. */
static const Fact *second_if(const Facts *f, int from, int to)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (is(x, FACT_ONLY, "only") && x->at > from && x->at < to &&
        (any(f, FACT_OTHER, NULL) || opens_clause(f, x)))
      return x;
  }
  return NULL;
}

/* How often the condition of the first case is denied: it stands before it, or behind it
 * ("Morale falls if it is not active; if it is, …"). */
static int denied_case(const Facts *f, int first, int last)
{
  const Fact *later = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (!is(x, FACT_ONLY, "only")) continue;
    if (x->at < first) return denials(f, 0, first);
    if (x->at < last) later = later ? later : x;
  }
  if (!later) return denials(f, 0, first);
  int end = later->at;
  for (size_t i = 0; i < f->list.n && f->list.at[i].at < last; i++)
    if (!ends_between(f, later->to, f->list.at[i].from)) end = f->list.at[i].at + 1;
  return denials(f, 0, end);
}

/* "If …, lose 2; otherwise lose 3": what happens in which case.  A text that denies the
 * condition has its cases the other way round. */
static void compare_cases(const Sides *s)
{
  const Fact *ours = only_link(s->rule, "else"),
             *theirs = any(s->text, FACT_LINK, "else");
  const Fact *one = ours ? of_case(s->rule, ours, BEFORE, s->text) : NULL,
             *two = ours ? of_case(s->rule, ours, BEHIND, s->text) : NULL;
  if (!one || !two) return;
  const Fact *x = like(s->text, one), *y = like(s->text, two);
  bool swapped = x->at > y->at;
  int first = swapped ? y->at : x->at, last = swapped ? x->at : y->at;
  /* "if it is not" between the cases is another word for otherwise */
  int between = denials(s->text, first, last);
  int ahead = denied_case(s->text, first, last);
  const Fact *second = between ? second_if(s->text, first, last) : NULL;
  bool told = second && denials(s->text, first, second->at) == 0; /* "if it is not, 3" */
  if (between && !theirs && !ahead && !told) return;
  if (!theirs) theirs = second_if(s->text, first, last);
  bool turned = (denials(s->rule, 0, ours->at) + ahead) % 2;
  if (turned ? !swapped : swapped && theirs)
    differ(s, FACT_LINK, theirs ? theirs : x, one, NULL);
}

/* "Draw a card, then pay 1" where one pays first. */
static void compare_order(const Sides *s)
{
  const Fact *ours = only_link(s->rule, "then"), *theirs = only_link(s->text, "then");
  if (!ours || !theirs || any(s->text, FACT_LINK, "first") ||
      any(s->text, FACT_SWITCH, "before") || any(s->text, FACT_SWITCH, "after"))
    return;
  const Fact *x = changed_places(s, ours, theirs);
  if (x) differ(s, FACT_LINK, theirs, x, NULL);
}

void sense_clauses(const Sides *s)
{
  compare_conditions(s);
  compare_denials(s);
  compare_scope(s);
  compare_reach(s);
  compare_living(s);
  compare_cases(s);
  compare_order(s);
}
