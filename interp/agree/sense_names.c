/* What is tied to names: gain and loss, negation, whose, and who chooses. */
#include "interp/agree/sense_int.h"

#include <ctype.h>
#include <stdlib.h>

/* "Road" where the rule has "work on the road": part of a longer name. */
static bool is_part(const Facts *f, const char *name)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const char *whole = f->list.at[i].concept,
               *at = f->list.at[i].class == FACT_TARGET ? strstr(whole, name) : NULL;
    if (at && (at == whole || at[-1] != '-')) return true; /* a mine is no tank */
  }
  return false;
}

/* "Sabotage card" where it has "Sabotage". */
static bool has_part(const Facts *f, const char *name)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_TARGET && strstr(name, f->list.at[i].concept))
      return true;
  return false;
}

/* The fact of a class that a name belongs to: the nearest one of its sentence, where a
 * comma or a link between them counts as some words. */
static const Fact *belongs(const Facts *f, const Fact *name, FactClass class, Weight most)
{
  enum { COMMA = 4, BEHIND = 2, FAR = 10 };
  const Fact *best = NULL;
  int least = FAR;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != class || x->weight > most) continue;
    int gap = abs(x->at - name->at), parts = abs(x->part - name->part);
    const Fact *a = x->at < name->at ? x : name, *b = a == x ? name : x;
    if (b == x) gap += BEHIND; /* "for the loss of 1 Contact Morale rises" */
    bool stop = ends_between(f, a->to, b->from);
    /* "lower then the Morale": an adverb of its verb parts nothing */
    int link = x->at + 1;
    for (size_t k = 0; k < f->list.n; k++)
      if (f->list.at[k].class == FACT_LINK && f->list.at[k].at > a->at &&
          f->list.at[k].at < b->at && f->list.at[k].at != link) {
        gap += COMMA;
        link = f->list.at[k].at;
      }
    gap += parts * COMMA;
    if (!stop && gap < least) least = gap, best = x;
  }
  return best;
}

/* "For a Ration and a Contact": what is given in a trade. */
static bool is_price(const Facts *f, const Fact *name)
{
  const Fact *r = sense_role(f, name), *before = NULL;
  bool joined = false;
  if (r && strcmp(r->concept, "for") != 0) return false;
  for (size_t i = 0; r && i < f->list.n; i++) /* "sell it for": its verb tells */
    if (f->list.at[i].class == FACT_CHANGE && f->list.at[i].from < r->to &&
        f->list.at[i].to >= r->to)
      return false;
  for (size_t i = 0; r && i < f->list.n; i++) /* "to gain 4 coins" */
    if (f->list.at[i].class == FACT_CHANGE && f->list.at[i].at > r->at &&
        f->list.at[i].at < name->at)
      return false;
  for (size_t i = 0; r && i < f->list.n; i++) /* how much; "for you" is no price */
    if (f->list.at[i].class == FACT_AMOUNT && f->list.at[i].at > r->at &&
        f->list.at[i].at < name->at)
      return true;
  if (r) return false;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    int gap = name->at - x->at;
    if (gap <= 0 || gap > NEAR) continue;
    if (x->class == FACT_TARGET) before = x;
    if (is(x, FACT_LINK, "and")) joined = true;
  }
  return joined && before && is_price(f, before);
}

/* "More", "in addition" count only where no verb says what happens. */
static const Fact *change_of(const Facts *f, const Fact *name)
{
  const Fact *verb = belongs(f, name, FACT_CHANGE, WEIGHT_FULL);
  bool told = verb || stated(f, FACT_CHANGE, NULL);
  return told ? verb : belongs(f, name, FACT_CHANGE, WEIGHT_ANSWER);
}

unsigned sense_way(const Facts *f, const Fact *name, const Fact **verb)
{
  *verb = NULL;
  if (is_price(f, name)) return 2u;
  const Fact *c = *verb = belongs(f, name, FACT_CHANGE, WEIGHT_FULL);
  return !c || c->part != name->part ? 0 : !strcmp(c->concept, "up") ? 1u : 2u;
}

static unsigned changes(const Facts *f, const char *name, const Fact **where)
{
  unsigned ways = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (!is(x, FACT_TARGET, name)) continue;
    const Fact *c = is_price(f, x) ? NULL : change_of(f, x);
    if (c) ways |= !strcmp(c->concept, "up") ? 1u : 2u;
    else if (is_price(f, x)) ways |= 2u;
    else continue;
    *where = c ? c : x;
  }
  return ways;
}

static int tally(const Facts *f, FactClass class)
{
  int n = 0;
  for (size_t i = 0; i < f->list.n; i++)
    n += f->list.at[i].class == class && f->list.at[i].weight == WEIGHT_FULL;
  return n;
}

/* "For one coin you get a ticket": one word for both sides of a trade. */
static bool is_trade(const Sides *s)
{
  unsigned named = 0;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i], *where;
    if (x->class == FACT_TARGET && any(s->text, FACT_TARGET, x->concept))
      named |= changes(s->rule, x->concept, &where);
  }
  return named == 3u && tally(s->text, FACT_CHANGE) < 2;
}

/* What goes up or down in a text at all: 1 up, 2 down. */
static unsigned ways_of(const Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) /* something is given for it */
    if (f->list.at[i].class == FACT_TARGET && is_price(f, &f->list.at[i])) return 3u;
  Weight most = stated(f, FACT_CHANGE, NULL) ? WEIGHT_FULL : WEIGHT_ANSWER;
  return (first(f, FACT_CHANGE, "up", most) ? 1u : 0) |
         (first(f, FACT_CHANGE, "down", most) ? 2u : 0);
}

static bool link_between(const Facts *f, const Fact *a, const Fact *b)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class == FACT_LINK && x->at > a->at && x->at < b->at) return true;
  }
  return false;
}

/* What a number counts, or what changes by it: "2 Alibi", "lower the Safety by 2". */
static const Fact *changed_by(const Facts *f, const Fact *n)
{
  const Fact *best = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != FACT_TARGET || x->sort <= 0 || x->part != n->part) continue;
    if (x->at > n->at && x->at - n->at <= NEAR && !link_between(f, n, x)) return x;
    if (x->at < n->at) best = x;
  }
  return best;
}

/* Which ways `name` goes by this number: 1 up, 2 down. */
static unsigned goes_by(const Facts *f, const char *name, int64_t number,
                        const Fact **where)
{
  unsigned ways = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i], *what, *c;
    if (x->class != FACT_AMOUNT || x->number != number || x->weight != WEIGHT_FULL ||
        !(what = changed_by(f, x)) || strcmp(what->concept, name) != 0)
      continue;
    if (is_price(f, what) || !(c = belongs(f, x, FACT_CHANGE, WEIGHT_FULL))) return 0;
    ways |= !strcmp(c->concept, "up") ? 1u : 2u;
    *where = c;
  }
  return ways;
}

/* "Lose 2" of what one gains 2 of, though 1 of it is gained as in the rule. */
static bool turns_around(const Sides *s)
{
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *n = &s->rule->list.at[i], *what, *ours = NULL, *theirs = NULL;
    if (n->class != FACT_AMOUNT || !(what = changed_by(s->rule, n))) continue;
    unsigned a = goes_by(s->rule, what->concept, n->number, &ours),
             b = goes_by(s->text, what->concept, n->number, &theirs);
    if (!a || !b || a == 3u || (a & b && b != 3u)) continue;
    differ(s, FACT_CHANGE, theirs, ours, NULL);
    return true;
  }
  return false;
}

/* "You keep the Ticket" where the rule hands it in. */
static bool keeps(const Sides *s)
{
  const Fact *kept = stated(s->text, FACT_SWITCH, "kept"), *where = NULL;
  for (size_t i = 0; kept && i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class != FACT_TARGET || x->part != kept->part ||
        any(s->rule, FACT_SWITCH, "kept") || any(s->text, FACT_NOT, NULL) ||
        changes(s->rule, x->concept, &where) != 2u ||
        changes(s->text, x->concept, &where))
      continue;
    differ(s, FACT_CHANGE, kept, any(s->rule, FACT_CHANGE, "down"), NULL);
    return true;
  }
  return false;
}

/* A gain that is a loss, by what is gained. */
static void compare_changes(const Sides *s)
{
  if (keeps(s) || is_trade(s) || turns_around(s)) return;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i], *ours = NULL, *theirs = NULL;
    if (x->class != FACT_TARGET) continue;
    unsigned a = changes(s->rule, x->concept, &ours),
             b = changes(s->text, x->concept, &theirs);
    if (!a || !b || (a & b)) continue;
    differ(s, FACT_CHANGE, theirs, ours, NULL);
    return;
  }
  /* the rule only gives, the text only takes, whatever they call it */
  if ((ways_of(s->rule) | ways_of(s->text)) == 3u && ways_of(s->rule) != 3u &&
      ways_of(s->text) != 3u && ways_of(s->rule) && ways_of(s->text))
    differ(s, FACT_CHANGE, any(s->text, FACT_CHANGE, NULL),
           any(s->rule, FACT_CHANGE, NULL), NULL);
}

/* Is a name denied: "no Occupier", "not at the safe"? */
static unsigned polarity(const Facts *f, const char *name, const Fact **where)
{
  enum { REACH = 4 };
  unsigned is_so = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i], *no = NULL;
    if (!is(x, FACT_TARGET, name) && !is(x, FACT_PERSON, name)) continue;
    for (size_t k = 0; k < f->list.n; k++) {
      const Fact *y = &f->list.at[k];
      int gap = x->at - y->at;
      if (y->part != x->part || y->weight != WEIGHT_FULL) continue;
      if (y->class == FACT_NOT && gap <= REACH && gap > 0) no = y;
      if (y->class == FACT_AMOUNT && !y->number && abs(gap) <= NEAR) no = y;
    }
    is_so |= no ? 2u : 1u;
    if (no) *where = no;
    else if (!*where) *where = x;
  }
  return is_so;
}

static void compare_polarity(const Sides *s)
{
  /* who is not there is told in many ways where there is another case */
  bool cases = any(s->rule, FACT_LINK, "else") || any(s->rule, FACT_ALONE, NULL) ||
               any(s->text, FACT_ALONE, NULL) || any(s->rule, FACT_NOT, NULL) ||
               stated(s->rule, FACT_EACH, NULL);
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i], *ours = NULL, *theirs = NULL;
    if (x->class != FACT_TARGET && (x->class != FACT_PERSON || cases)) continue;
    unsigned a = polarity(s->rule, x->concept, &ours),
             b = polarity(s->text, x->concept, &theirs);
    if (!a || !b || (a & b)) continue;
    /* "no Information left" is what a loss leaves, but not "where no agent is left" */
    const Fact *lost = NULL;
    if (b == 2u && !sort_is_kind(x->sort) && changes(s->rule, x->concept, &lost) == 2u)
      continue;
    /* the verb may be denied behind it: "zählt … nicht" */
    if (b == 1u && any(s->text, FACT_NOT, NULL)) continue;
    differ(s, FACT_NOT, theirs, ours, NULL);
    return;
  }
}

/* "Your Location", "each Location", "2 Locations": which are meant.  The word for it
 * stands before the name, with an adjective between them at most. */
enum {
  WHICH_YOURS = 1,
  WHICH_ALL = 2,
  WHICH_COUNTED = 4,
  WHICH_UNTOLD = 8,
  WHICH_ONE = 16,
  WHICH_OTHER = 32,
  WHICH_EACH = 64 /* as a rule; "any" of them, at times */
};
static unsigned which_of(const Facts *f, const Fact *name)
{
  unsigned so = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    int gap = name->at - x->at;
    if (is(x, FACT_OWN, "here") && gap < 0 && gap >= -NEAR) so |= WHICH_YOURS;
    if (x->part != name->part || gap <= 0 || gap > 2) continue;
    if (x->class == FACT_TARGET || x->class == FACT_PERSON) return WHICH_UNTOLD;
    if (is(x, FACT_OWN, "your")) so |= WHICH_YOURS;
    else if (is(x, FACT_ALL, "all") || x->class == FACT_EACH)
      so |= x->weight == WEIGHT_FULL ? WHICH_ALL : WHICH_EACH;
    else if (x->class == FACT_AMOUNT) so |= x->number > 1 ? WHICH_COUNTED : WHICH_ONE;
    else if (x->class == FACT_OTHER && !memchr(f->text + x->from, ' ', x->to - x->from))
      so |= WHICH_OTHER; /* "shares your" is another, too */
  }
  return so ? so : WHICH_UNTOLD;
}

static unsigned which(const Facts *f, const char *name, const Fact **where)
{
  unsigned so = 0;
  for (size_t i = 0; i < f->list.n; i++)
    if (is(&f->list.at[i], FACT_TARGET, name)) {
      so |= which_of(f, &f->list.at[i]);
      *where = &f->list.at[i];
    }
  return so;
}

/* "Your card", "your own card": the words stand right before it. */
static const Fact *yours(const Facts *f, const char *name)
{
  for (size_t i = 0; i < f->list.n; i++)
    for (size_t k = 0; is(&f->list.at[i], FACT_TARGET, name) && k < f->list.n; k++)
      if (is(&f->list.at[k], FACT_OWN, "your") &&
          f->list.at[k].to + 1 == f->list.at[i].from)
        return &f->list.at[i];
  return NULL;
}

/* "The enemy's card", "the card of your opponent". */
static bool is_foes(const Facts *f, const char *name)
{
  for (size_t i = 0; i < f->list.n; i++)
    for (size_t k = 0; is(&f->list.at[i], FACT_TARGET, name) && k < f->list.n; k++) {
      const Fact *foe = &f->list.at[k];
      int gap = foe->at - f->list.at[i].at;
      if (foe->class == FACT_FOE && foe->part == f->list.at[i].part && gap >= -2 &&
          gap <= NEAR && yours(f, name) != &f->list.at[i])
        return true;
    }
  return false;
}

/* Yours, where the rule speaks of the enemy's. */
static bool changes_hands(const Sides *s)
{
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i];
    const Fact *theirs = x->class == FACT_TARGET ? yours(s->text, x->concept) : NULL;
    if (!theirs || yours(s->rule, x->concept) || !is_foes(s->rule, x->concept) ||
        is_foes(s->text, x->concept))
      continue;
    differ(s, FACT_OWN, theirs, any(s->rule, FACT_FOE, NULL), NULL);
    return true;
  }
  return false;
}

/* Yours, where the rule lets you choose whose. */
static bool keeps_it(const Sides *s)
{
  if (!stated(s->rule, FACT_PICK, NULL) || !any(s->rule, FACT_PERSON, NULL) ||
      any(s->rule, FACT_PICK, "one") || any(s->text, FACT_EACH, NULL) ||
      any(s->text, FACT_PERSON, NULL) || any(s->text, FACT_PICK, NULL) ||
      any(s->text, FACT_OTHER, NULL) || any(s->text, FACT_FOE, NULL))
    return false;
  differ(s, FACT_OWN, any(s->text, FACT_OWN, "your"), stated(s->rule, FACT_PICK, NULL),
         NULL);
  return true;
}

/* Yours, where the rule speaks of somebody's, and the text of nobody. */
static bool takes_own(const Sides *s)
{
  if (!any(s->rule, FACT_PERSON, NULL) || any(s->text, FACT_PERSON, NULL) ||
      any(s->text, FACT_EACH, NULL) || any(s->text, FACT_OTHER, NULL) ||
      any(s->text, FACT_FOE, NULL) || any(s->text, FACT_PICK, NULL))
    return false;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i];
    const Fact *theirs = x->class == FACT_TARGET ? yours(s->text, x->concept) : NULL;
    if (!theirs || yours(s->rule, x->concept)) continue;
    differ(s, FACT_OWN, theirs, any(s->rule, FACT_PERSON, NULL), NULL);
    return true;
  }
  return false;
}

/* "An Occupier", "up to 4 Roads": which, or how many, is for somebody to say. */
static bool leaves_open(const Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class == FACT_AMOUNT &&
        (x->weight != WEIGHT_FULL || !strcmp(x->bound, "up to")))
      return true;
  }
  return false;
}

/* One that is chosen, where the rule has yours: "out of a Room of your choice". */
static bool opens_up(const Sides *s)
{
  const Fact *pick = stated(s->text, FACT_PICK, "pick"),
             *ours = stated(s->rule, FACT_OWN, "your");
  if (!pick || !ours || any(s->text, FACT_OWN, NULL) || any(s->rule, FACT_PICK, NULL) ||
      leaves_open(s->rule) || any(s->rule, FACT_LEAVE, NULL))
    return false;
  differ(s, FACT_OWN, pick, ours, NULL);
  return true;
}

static void compare_whose(const Sides *s)
{
  if (changes_hands(s) || keeps_it(s) || takes_own(s) || opens_up(s)) return;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i], *ours = NULL, *theirs = NULL;
    if (x->class != FACT_TARGET || !sort_is_kind(x->sort)) continue;
    unsigned a = which(s->rule, x->concept, &ours),
             b = which(s->text, x->concept, &theirs);
    bool all = (a & (WHICH_ALL | WHICH_EACH)) && (b & (WHICH_ALL | WHICH_EACH));
    if (a == WHICH_YOURS && (b & (WHICH_ALL | WHICH_EACH)))
      b &= WHICH_ALL | WHICH_EACH; /* once; elsewhere it is yours there, too */
    if (!a || !b || ((a | b) & WHICH_UNTOLD) || (a & b) || all) continue;
    bool any_one = any(s->text, FACT_PICK, NULL) || any(s->text, FACT_LEAVE, "may");
    bool chosen = a == WHICH_ONE && stated(s->rule, FACT_PICK, NULL) &&
                  (b == WHICH_ALL || (b == WHICH_EACH && !any_one));
    bool other = a == WHICH_YOURS && (b & WHICH_OTHER);
    bool fixed = (a == WHICH_ONE && b == WHICH_YOURS &&
                  stated(s->rule, FACT_PICK, NULL) && !any(s->text, FACT_PICK, NULL)) ||
                 (a == WHICH_YOURS && b == WHICH_ONE &&
                  stated(s->text, FACT_PICK, NULL) && !any(s->rule, FACT_PICK, NULL));
    /* one that is picked, where the rule has each of them */
    bool each = !(a & ~(WHICH_ALL | WHICH_EACH)) && b == WHICH_ONE &&
                stated(s->text, FACT_PICK, NULL);
    if (((a | b) & (WHICH_ONE | WHICH_OTHER)) && !chosen && !other && !fixed && !each)
      continue;
    differ(s, FACT_OWN, theirs, ours, NULL);
    return;
  }
}

/* ---- names and choices ---------------------------------------------------------- */

/* Do the rule and the text go to one place each? */
static bool takes_place(const Sides *s, const Fact *x, const Fact *y)
{
  return (sort_is_thing(y->sort) && sense_plays(s->text, x->concept, "to") &&
          sense_plays(s->rule, y->concept, "to")) ||
         (sense_plays(s->text, x->concept, "from") &&
          sense_plays(s->rule, y->concept, "from"));
}

/* "The church empties: all go to the ruin": the rule's place is named, but not as the one
 * to go to. */
static bool goes_elsewhere(const Sides *s, const Fact *x, const Fact *y)
{
  bool alike = x->sort == y->sort && sort_is_thing(x->sort);
  bool other = sort_is_kind(y->sort) && !sort_is_kind(x->sort); /* beside the safe */
  return (alike || other) && sense_plays(s->text, x->concept, "to") &&
         sense_plays(s->rule, y->concept, "to") &&
         !sense_plays(s->text, y->concept, "to");
}

/* Can one name stand in place of the other: both of one sort, both kinds, a thing for one
 * of its kind? */
static bool replaces(const Sides *s, const Fact *x, const Fact *y)
{
  if (sort_is_kind(y->sort))
    return sort_is_kind(x->sort) || x->sort == sort_of_things(y->sort) ||
           goes_elsewhere(s, x, y);
  return y->sort == x->sort || sort_is_thing(x->sort) || takes_place(s, x, y) ||
         (sort_is_field(x->sort) && sort_is_field(y->sort));
}

/* Something else in the place of what the rule names. */
static void compare_names(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    /* "at a place with Spark tokens" for "where Spark tokens lie" */
    bool where = sort_is_kind(x->sort) && any(s->rule, FACT_THERE, "where");
    if (x->class != FACT_TARGET || !x->sort || where || is_part(s->rule, x->concept) ||
        has_part(s->rule, x->concept))
      continue;
    for (size_t k = 0; k < s->rule->list.n; k++) {
      const Fact *y = &s->rule->list.at[k];
      if (y->class != FACT_TARGET || !y->sort || !replaces(s, x, y) ||
          (any(s->text, FACT_TARGET, y->concept) && !goes_elsewhere(s, x, y)))
        continue;
      differ(s, FACT_TARGET, x, y, NULL);
      return;
    }
  }
}

/* "Every agent in the ruin" where the rule names the church alone: a place or a word of
 * its sort more. */
static void compare_added(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    bool alike = false;
    if (x->class != FACT_TARGET || x->sort <= 0 || sort_is_field(x->sort) ||
        is_part(s->rule, x->concept))
      continue;
    for (size_t k = 0; k < s->rule->list.n; k++)
      alike |=
          s->rule->list.at[k].class == FACT_TARGET && s->rule->list.at[k].sort == x->sort;
    if (!alike || has_part(s->rule, x->concept)) continue;
    differ(s, FACT_TARGET, x, NULL, "nothing of it");
    return;
  }
}

/* Does it say of a quality what the rule says of its number: "safer" for Safety? */
static bool tells_quality(const Facts *f) { return any(f, FACT_HANDLE, "quality"); }

/* Something that the rule gives or takes, and the text does not speak of.  A quality
 * stands for one field at most. */
static void compare_missing(const Sides *s)
{
  const char *quality = NULL;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *n = &s->rule->list.at[i],
               *what = n->class == FACT_AMOUNT ? changed_by(s->rule, n) : NULL;
    bool counted = what && what->at == n->at + 1;
    if (!what || n->weight != WEIGHT_FULL || any(s->text, FACT_TARGET, what->concept) ||
        is_part(s->text, what->concept) || has_part(s->text, what->concept) ||
        !(sort_is_field(what->sort) || counted) ||
        !belongs(s->rule, what, FACT_CHANGE, WEIGHT_FULL) ||
        !any(s->text, FACT_TARGET, NULL))
      continue;
    if (sort_is_field(what->sort) && tells_quality(s->text) &&
        (!quality || !strcmp(quality, what->concept))) {
      quality = what->concept;
      continue;
    }
    differ(s, FACT_TARGET, NULL, what, NULL);
    return;
  }
}

/* Who chooses is told by few texts, since "an agent" is one that somebody picks; that
 * nothing is left to choose, or that another or chance decides, is told. */
static void compare_picks(const Sides *s)
{
  const Fact *theirs = stated(s->text, FACT_PICK, "pick"),
             *other = stated(s->text, FACT_PICK, "not you");
  bool open = any(s->rule, FACT_LEAVE, "may") || any(s->rule, FACT_LINK, "or") ||
              leaves_open(s->rule);
  if (any(s->rule, FACT_DEED, "roll")) other = NULL; /* a die decides it */
  else if (!other && !any(s->rule, FACT_PICK, "theirs"))
    other = stated(s->text, FACT_PICK, "somebody");
  if (other && !any(s->rule, FACT_PICK, other->concept) &&
      !any(s->rule, FACT_PICK, "not you") && !any(s->rule, FACT_FOE, NULL) &&
      (!leaves_open(s->rule) || stated(s->rule, FACT_PICK, NULL)))
    differ(s, FACT_OTHER, other, any(s->rule, FACT_PICK, NULL), "nothing is chosen");
  else if (theirs && !any(s->rule, FACT_PICK, NULL) && !open &&
           !any(s->rule, FACT_DEED, "roll"))
    differ(s, FACT_PICK, theirs, NULL, "nothing is chosen");
  else if (theirs && stated(s->rule, FACT_PICK, "not you") &&
           !any(s->text, FACT_PICK, "not you") && !any(s->text, FACT_PICK, "somebody") &&
           !any(s->text, FACT_FOE, NULL))
    differ(s, FACT_PICK, theirs, stated(s->rule, FACT_PICK, "not you"), NULL);
  /* the rule leaves it to somebody else */
  const Fact *mine = stated(s->text, FACT_PICK, "you decide");
  if (mine && any(s->rule, FACT_FOE, NULL) && !any(s->rule, FACT_PICK, "you decide"))
    differ(s, FACT_OTHER, mine, any(s->rule, FACT_FOE, NULL), NULL);
}

/* "You cannot hide here" where the rule says that one can. */
static void compare_denials(const Sides *s)
{
  const Fact *theirs = stated(s->text, FACT_LEAVE, "cannot");
  const Fact *ours = any(s->rule, FACT_LEAVE, NULL);
  bool denied = any(s->rule, FACT_LEAVE, "cannot");
  for (size_t i = 0; ours && i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i];
    denied |= x->class == FACT_NOT &&
              !ends_between(s->rule, x->at < ours->at ? x->to : ours->to,
                            x->at < ours->at ? ours->from : x->from);
  }
  bool told = stated(s->rule, FACT_LEAVE, NULL) || !any(s->rule, FACT_LEAVE, NULL);
  if (theirs && !denied && !told)
    differ(s, FACT_LEAVE, theirs, any(s->rule, FACT_LEAVE, NULL), NULL);
}

void sense_names(const Sides *s)
{
  compare_denials(s);
  compare_changes(s);
  compare_whose(s);
  compare_polarity(s);
  sense_places(s);
  size_t before = s->out->n;
  compare_names(s);
  if (s->out->n == before) compare_added(s);
  if (s->out->n == before) compare_missing(s);
  compare_picks(s);
  sense_links(s);
}
