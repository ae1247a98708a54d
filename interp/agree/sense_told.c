/* What only one side speaks of, in whatever words: a thing of the game, somebody else, a
 * state. */
#include "interp/agree/sense_int.h"

#include <ctype.h>
#include <strings.h>

/* Is a name there, or a longer or a shorter one: "Road", "Road card"? */
static bool speaks_of(const Facts *f, const char *name)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class == FACT_TARGET && (strstr(x->concept, name) || strstr(name, x->concept)))
      return true;
  }
  return false;
}

/* "The Station", "the ruin": a thing has no other name. */
static void compare_things(const Sides *s)
{
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i];
    if (x->class != FACT_TARGET || !sort_is_thing(x->sort) ||
        speaks_of(s->text, x->concept))
      continue;
    differ(s, FACT_TARGET, NULL, x, NULL);
    return;
  }
}

/* "Not one Policeman can" for "none of them can". */
static bool is_none(const Sides *s, const Fact *x)
{
  enum { REACH = 4 };
  for (size_t i = 0; any(s->rule, FACT_NOT, NULL) && i < s->text->list.n; i++) {
    const Fact *no = &s->text->list.at[i];
    int gap = x->at - no->at;
    if (no->class == FACT_NOT && no->part == x->part && gap > 0 && gap <= REACH)
      return true;
  }
  return false;
}

/* Does a text have a word of a name, though not as a name: "board" for "Game board"? */
static bool has_word(const Facts *f, const char *name)
{
  enum { LEAST = 4 };
  for (size_t n; *name; name += n + (name[n] == ' ')) {
    n = strcspn(name, " ");
    for (size_t i = 0; n >= LEAST && i + n <= f->size; i++)
      if (!strncasecmp(f->text + i, name, n)) return true;
  }
  return false;
}

/* "Draw a Victory card": something is done to one of a kind. */
static bool is_handled(const Facts *f, const Fact *name)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    int gap = name->at - x->at;
    if (x->part == name->part && gap > 0 && gap <= NEAR &&
        (is(x, FACT_CHANGE, "up") || is(x, FACT_HANDLE, "take")))
      return true;
  }
  return false;
}

/* "carte Victoire": one of its words is written as a name. */
static bool has_capital(const Facts *f, const Fact *x)
{
  for (size_t i = x->from; i < x->to; i++)
    if (isupper((unsigned char)f->text[i]) && (x->proper > 0 || i > x->from)) return true;
  return false;
}

/* A thing, or a word of the game that is written like one: "a Countryside Location".
 * Kinds and fields in small letters are words of everyday, too. */
static void compare_more(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    bool thing = sort_is_thing(x->sort)  ? x->proper >= 0
                 : sort_is_kind(x->sort) ? has_capital(s->text, x)
                                         : x->proper > 0;
    if (x->class != FACT_TARGET || !x->sort || !thing || x->to - x->from < 2 ||
        (sort_is_kind(x->sort) && !is_handled(s->text, x)) ||
        speaks_of(s->rule, x->concept) || has_word(s->rule, x->concept) || is_none(s, x))
      continue;
    differ(s, FACT_TARGET, x, NULL, "nothing of it");
    return;
  }
}

/* "Another Character": somebody else; not "one way or the other", "some other Resource".
 */
static const Fact *another(const Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++)
    for (size_t k = 0; is(&f->list.at[i], FACT_OTHER, "other") && k < f->list.n; k++) {
      const Fact *x = &f->list.at[i], *y = &f->list.at[k];
      int gap = y->at - x->at;
      if (y->class == FACT_PERSON && y->part == x->part && gap > 0 && gap <= 2 &&
          !memchr(f->text + x->from, ' ', x->to - x->from))
        return x;
    }
  return NULL;
}

/* Somebody else, where the rule has nobody. */
static void compare_others(const Sides *s)
{
  const Fact *x = another(s->text);
  if (!x || any(s->rule, FACT_OTHER, NULL) || any(s->rule, FACT_FOE, NULL) ||
      any(s->rule, FACT_ALONE, NULL) || any(s->rule, FACT_LINK, "else") ||
      any(s->rule, FACT_PICK, "one") || any(s->rule, FACT_DEED, "swap"))
    return;
  differ(s, FACT_OTHER, x, NULL, "nobody else");
}

/* How often another one is spoken of, of those who play. */
static int other_persons(const Facts *f)
{
  int n = 0;
  for (size_t i = 0; i < f->list.n; i++)
    for (size_t k = 0; f->list.at[i].class == FACT_OTHER && k < f->list.n; k++) {
      int gap = f->list.at[k].at - f->list.at[i].at;
      n += f->list.at[k].class == FACT_PERSON && gap > 0 && gap <= 2;
    }
  return n;
}

static int tally(const Facts *f, FactClass class)
{
  int n = 0;
  for (size_t i = 0; i < f->list.n; i++)
    n += f->list.at[i].class == class && f->list.at[i].weight == WEIGHT_FULL;
  return n;
}

/* "You lose 1, another Character loses 2" where both are another's. */
static void compare_shares(const Sides *s)
{
  int ours = other_persons(s->rule), theirs = other_persons(s->text);
  if (any(s->rule, FACT_ALONE, NULL) || any(s->rule, FACT_LINK, "else")) return;
  if (theirs && theirs < ours && tally(s->rule, FACT_CHANGE) > 1 &&
      tally(s->text, FACT_CHANGE) >= tally(s->rule, FACT_CHANGE))
    differ(s, FACT_OTHER, any(s->text, FACT_OTHER, NULL), any(s->rule, FACT_OTHER, NULL),
           NULL);
}

/* "Höchstens 2" is a limit. */
static bool is_bound(const Facts *f, const Fact *x)
{
  for (size_t i = 0; i < f->list.n; i++)
    if ((f->list.at[i].class == FACT_AMOUNT || f->list.at[i].class == FACT_BOUND) &&
        f->list.at[i].from <= x->from && f->list.at[i].to >= x->to)
      return true;
  return false;
}

/* States that a text about them has to tell, and may not add. */
static void compare_states(const Sides *s)
{
  static const char *const told[] = {"same", "least",    "most",  "on",
                                     "off",  "stricter", "looser"};
  for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
    const Fact *x = stated(s->rule, FACT_SWITCH, told[i]);
    if (!x || any(s->text, FACT_SWITCH, NULL)) continue;
    differ(s, FACT_SWITCH, NULL, x, NULL);
    return;
  }
  /* one end of a way, where the rule has both */
  bool both = any(s->rule, FACT_SWITCH, "there") && any(s->rule, FACT_SWITCH, "thence");
  if (both && stated(s->text, FACT_SWITCH, NULL) && any(s->text, FACT_SWITCH, "there") &&
      !any(s->text, FACT_SWITCH, "thence") && !any(s->text, FACT_SWITCH, "both"))
    differ(s, FACT_SWITCH, NULL, any(s->rule, FACT_SWITCH, "thence"), NULL);
  const Fact *x = stated(s->text, FACT_SWITCH, "least");
  x = x ? x : stated(s->text, FACT_SWITCH, "most");
  if (x && !is_bound(s->text, x) && !any(s->rule, FACT_SWITCH, "least") &&
      !any(s->rule, FACT_SWITCH, "most"))
    differ(s, FACT_SWITCH, x, NULL, "nothing of it");
}

/* "Dead Characters may not speak" where the rule has everybody. */
static void compare_dead(const Sides *s)
{
  if (any(s->rule, FACT_SWITCH, "dead") || any(s->rule, FACT_SWITCH, "alive")) return;
  for (size_t i = 0; i < s->text->list.n; i++)
    for (size_t k = 0;
         is(&s->text->list.at[i], FACT_SWITCH, "dead") && k < s->text->list.n; k++) {
      int gap = s->text->list.at[k].at - s->text->list.at[i].at;
      if (s->text->list.at[k].class != FACT_PERSON || gap < -1 || gap > 1) continue;
      differ(s, FACT_SWITCH, &s->text->list.at[i], NULL, "nothing of it");
      return;
    }
}

/* "Wherever it stands" where the rule names a place, and the text does not. */
static void compare_place(const Sides *s)
{
  const Fact *anywhere = stated(s->text, FACT_THERE, "anywhere");
  if (!anywhere || any(s->rule, FACT_THERE, "anywhere")) return;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i];
    if (x->class != FACT_TARGET || !x->sort || sort_is_kind(x->sort) ||
        !sense_role(s->rule, x) || speaks_of(s->text, x->concept))
      continue;
    differ(s, FACT_THERE, anywhere, x, NULL);
    return;
  }
}

void sense_told(const Sides *s)
{
  size_t before = s->out->n;
  compare_things(s);
  if (s->out->n == before) compare_more(s);
  compare_others(s);
  compare_shares(s);
  compare_dead(s);
  compare_place(s);
  compare_states(s);
}
