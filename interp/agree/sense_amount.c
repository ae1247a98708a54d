/* Numbers, and what they count: another number of the same thing, another bound, all. */
#include "interp/agree/sense_int.h"

#include <ctype.h>

static const Fact *has_number(const Facts *f, int64_t n)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_AMOUNT && f->list.at[i].number == n)
      return &f->list.at[i];
  return NULL;
}

static const Fact *counted(const Facts *f, const Fact *n);

/* "Two Roads are watched: first one that …, then one that …": as many as the other side
 * speaks of one by one, as this one does behind it. */
static bool sums_up(const Facts *f, const Fact *n, const Facts *other)
{
  const Fact *what = counted(f, n);
  int64_t times = 0, ones = 0;
  for (size_t i = 0; what && i < other->list.n; i++)
    times += is(&other->list.at[i], FACT_TARGET, what->concept) &&
             other->list.at[i].from < other->list.at[i].to;
  for (size_t i = 0; i < f->list.n; i++)
    ones += f->list.at[i].class == FACT_AMOUNT && f->list.at[i].number == 1 &&
            f->list.at[i].at > n->at;
  return times > 1 && times == n->number && ones >= times;
}

/* "road 2": a number behind a name belongs to it; in "both agents 3 fields" it counts. */
static bool is_label(const Facts *f, const Fact *n)
{
  if (counted(f, n)) return false;
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_TARGET && sort_is_kind(f->list.at[i].sort) &&
        f->list.at[i].to + 1 == n->from)
      return isdigit((unsigned char)f->text[n->from]);
  return false;
}

/* Does it have a "road 2"? */
static bool has_label(const Facts *f, int64_t n)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_AMOUNT && f->list.at[i].number == n &&
        is_label(f, &f->list.at[i]))
      return true;
  return false;
}

/* Does the other side have this number?  One that is printed on the card is not how many
 * there are of what its rule names, and that of "road 2" says how many to nobody: two of
 * roads 2, 4 and 6 are not all of them. */
static bool answers(const Facts *f, const Facts *other, const Fact *x)
{
  const Fact *what = counted(f, x), *y = NULL;
  /* a text may list them, "roads 2, 4 and 6" */
  bool told = f->whole && !is_label(f, x) && has_label(f, x->number);
  for (size_t i = 0; i < other->list.n; i++) {
    y = &other->list.at[i];
    if (y->class == FACT_AMOUNT && y->number == x->number &&
        !(told && is_label(other, y)) &&
        (y->from < y->to || !what || !any(other, FACT_TARGET, what->concept)))
      return true;
  }
  return false;
}

/* One is an article in most languages, and no fog is fog of 0. */
static const Fact *odd_number(const Facts *a, const Facts *b)
{
  for (size_t i = 0; i < a->list.n; i++) {
    const Fact *x = &a->list.at[i];
    if (x->class == FACT_AMOUNT && x->number != 1 && x->number >= 0 &&
        x->weight == WEIGHT_FULL && !answers(a, b, x) &&
        !(!x->number && any(b, FACT_NOT, NULL)) && !sums_up(a, x, b))
      return x;
  }
  return NULL;
}

/* What a number counts: the name behind it, unless a link comes first. */
static const Fact *counted(const Facts *f, const Fact *n)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    int gap = x->at - n->at;
    if (x->part != n->part || gap <= 0) continue;
    if (gap > NEAR || x->class == FACT_LINK || x->class == FACT_AMOUNT) return NULL;
    if (x->class == FACT_TARGET) return x;
  }
  return NULL;
}

/* Does a text count this name, and how often so? */
static int counts(const Facts *f, const char *name, int64_t n, bool *so)
{
  int found = 0;
  *so = false;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != FACT_AMOUNT || x->number < 0) continue;
    const Fact *what = counted(f, x);
    if (!what || strcmp(what->concept, name)) continue;
    found++;
    if (x->number == n || (!strcmp(x->bound, "up to") && n <= x->number)) *so = true;
  }
  return found;
}

/* A number that stands with no name may count anything: "two of them". */
static bool counts_nothing(const Facts *f, int64_t n)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class == FACT_AMOUNT && x->number == n && x->weight == WEIGHT_FULL &&
        !counted(f, x) && !is_label(f, x))
      return true;
  }
  return false;
}

static int how_often(const Facts *f, int64_t n)
{
  int k = 0;
  for (size_t i = 0; i < f->list.n; i++)
    k += f->list.at[i].class == FACT_AMOUNT && f->list.at[i].number == n;
  return k;
}

static void compare_counts(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    const Fact *what =
        x->class == FACT_AMOUNT && x->number > 0 && x->weight == WEIGHT_FULL
            ? counted(s->text, x)
            : NULL;
    bool so;
    if (!what || !counts(s->rule, what->concept, x->number, &so) || so) continue;
    if (sums_up(s->text, x, s->rule)) continue;
    if (counts_nothing(s->rule, x->number) &&
        how_often(s->text, x->number) <= how_often(s->rule, x->number))
      continue;
    differ(s, FACT_AMOUNT, x, NULL, "another number of it");
    return;
  }
}

/* "Exactly 3" where the rule has up to 3. */
static const Fact *too_exact(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class != FACT_AMOUNT || strcmp(x->bound, "exactly") != 0) continue;
    const Fact *y = has_number(s->rule, x->number);
    if (y && !strcmp(y->bound, "up to")) return x;
  }
  return NULL;
}

static bool speaks_of_all(const Facts *f)
{
  return any(f, FACT_ALL, "all") || any(f, FACT_ALL, "any") || any(f, FACT_EACH, NULL);
}

/* "Les Salles": the article of a plural means all of them, where the rule has all and
 * nobody picks some. */
static bool means_all(const Sides *s, const Fact *all)
{
  const Fact *name = counted(s->rule, all);
  bool so = !name && any(s->text, FACT_ALL, "the");
  for (size_t i = 0; name && i < s->text->list.n; i++)
    for (size_t k = 0; is(&s->text->list.at[i], FACT_ALL, "the") && k < s->text->list.n;
         k++)
      so |= is(&s->text->list.at[k], FACT_TARGET, name->concept) &&
            s->text->list.at[k].at == s->text->list.at[i].at + 1;
  return so && !any(s->text, FACT_PICK, NULL);
}

/* The rule has all of something, of which the text counts some. */
static const Fact *some_of_all(const Sides *s, const Fact **all)
{
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i], *name = NULL;
    if (is(x, FACT_ALL, "all") && x->weight == WEIGHT_FULL) name = counted(s->rule, x);
    for (size_t k = 0; name && k < s->text->list.n; k++) {
      const Fact *y = &s->text->list.at[k], *what = NULL;
      if (y->class == FACT_AMOUNT && y->number > 0 && y->weight == WEIGHT_FULL)
        what = counted(s->text, y);
      bool so;
      if (!what || strcmp(what->concept, name->concept)) continue;
      if (counts(s->rule, name->concept, y->number, &so) && so) continue;
      *all = x;
      return y;
    }
  }
  return NULL;
}

/* Does it say "one", "only one", and not just "a"? */
static bool is_once(const Facts *f)
{
  enum { ARTICLE = 2 };
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class == FACT_AMOUNT && x->number == 1 && x->to - x->from > ARTICLE)
      return true;
  }
  return false;
}

/* All of them, and the text says one; and the other way round. */
static void compare_all(const Sides *s)
{
  const Fact *all = stated(s->rule, FACT_ALL, "all"),
             *theirs = stated(s->text, FACT_ALL, "all"),
             *single = stated(s->text, FACT_ALL, "one of"),
             *half = stated(s->text, FACT_ALL, "half"), *which = NULL,
             *some = some_of_all(s, &which);
  if (all && !speaks_of_all(s->text) && !means_all(s, all))
    differ(s, FACT_ALL, NULL, all, NULL);
  else if (theirs && !speaks_of_all(s->rule))
    differ(s, FACT_ALL, theirs, NULL, "not all");
  else if (half && !any(s->rule, FACT_ALL, "half"))
    differ(s, FACT_ALL, half, all, "not half");
  else if (some) differ(s, FACT_ALL, some, which, NULL);
  else if (single && any(s->rule, FACT_ALL, "all") && !any(s->rule, FACT_ALL, "one of") &&
           !is_once(s->rule))
    differ(s, FACT_ALL, single, any(s->rule, FACT_ALL, "all"), NULL);
}

/* Numbers above one, in order; one is an article in most languages. */
enum { MOST_NUMBERS = 16 };
static int numbers(const Facts *f, int64_t at[MOST_NUMBERS])
{
  int n = 0;
  for (size_t i = 0; i < f->list.n && n < MOST_NUMBERS; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != FACT_AMOUNT || x->number < 2 || x->weight != WEIGHT_FULL) continue;
    int k = n++;
    for (; k > 0 && at[k - 1] > x->number; k--) at[k] = at[k - 1];
    at[k] = x->number;
  }
  return n;
}

/* As many numbers, but not the same ones: "3 Locations by 3" for "2 Locations by 3". */
static const Fact *other_numbers(const Sides *s)
{
  int64_t ours[MOST_NUMBERS], theirs[MOST_NUMBERS];
  int n = numbers(s->rule, ours), m = numbers(s->text, theirs), k = 0;
  if (n != m || n < 2) return NULL;
  while (k < n && ours[k] == theirs[k]) k++;
  return k < n ? has_number(s->text, theirs[k]) : NULL;
}

/* "At least one" where the rule has at most one. */
static const Fact *other_bound(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i], *y;
    bool least = x->class == FACT_AMOUNT && !strcmp(x->bound, "at least"),
         most = x->class == FACT_AMOUNT && !strcmp(x->bound, "up to");
    if (!least && !most) continue;
    bool opposite = false, same = false;
    for (size_t k = 0; k < s->rule->list.n; k++) {
      y = &s->rule->list.at[k];
      if (y->class != FACT_AMOUNT || y->number != x->number) continue;
      opposite |= !strcmp(y->bound, least ? "up to" : "at least");
      same |= !strcmp(y->bound, x->bound);
    }
    if (opposite && !same) return x;
  }
  return NULL;
}

/* "2 other roads": how many others; 0 if none are counted, or in several ways. */
static int64_t others(const Facts *f, const Fact **where)
{
  int64_t n = 0;
  for (size_t i = 0; i < f->list.n; i++)
    for (size_t k = 0; f->list.at[i].class == FACT_OTHER && k < f->list.n; k++) {
      const Fact *x = &f->list.at[k];
      if (x->class != FACT_AMOUNT || x->at + 1 != f->list.at[i].at || x->number <= 0)
        continue;
      if (n && n != x->number) return 0;
      n = x->number;
      *where = x;
    }
  return n;
}

/* "The second card" where the rule has the third. */
static const Fact *other_rank(const Sides *s)
{
  const Fact *rank = NULL;
  for (size_t i = 0; i < s->rule->list.n && !rank; i++) {
    const Fact *x = &s->rule->list.at[i];
    if (x->class == FACT_AMOUNT && x->weight == WEIGHT_ANSWER && x->number > 1 &&
        x->from < x->to && !has_number(s->text, x->number))
      rank = x;
  }
  for (size_t i = 0; rank && i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class == FACT_AMOUNT && x->number > 1 && x->weight == WEIGHT_ANSWER &&
        !has_number(s->rule, x->number))
      return x;
  }
  return NULL;
}

static const Fact *other_others(const Sides *s)
{
  const Fact *ours = NULL, *theirs = NULL;
  int64_t a = others(s->rule, &ours), b = others(s->text, &theirs);
  return a && b && a != b ? theirs : NULL;
}

/* "One more special unit", "2 action points fewer": 1 more, 2 fewer, 0 if neither is told
 * beside a name. */
static unsigned extras(const Facts *f, const char *name, const Fact **where)
{
  unsigned so = 0;
  for (size_t i = 0; i < f->list.n; i++)
    for (size_t k = 0; is(&f->list.at[i], FACT_TARGET, name) && k < f->list.n; k++) {
      const Fact *x = &f->list.at[k];
      int gap = x->at - f->list.at[i].at;
      if (x->class != FACT_EXTRA || x->part != f->list.at[i].part || gap < -NEAR ||
          gap > NEAR)
        continue;
      so |= !strcmp(x->concept, "more") ? 1u : 2u;
      *where = x;
    }
  return so;
}

/* One fewer where the rule has one more. */
static bool compare_extras(const Sides *s)
{
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i], *ours = NULL, *theirs = NULL;
    if (x->class != FACT_TARGET) continue;
    unsigned a = extras(s->rule, x->concept, &ours),
             b = extras(s->text, x->concept, &theirs);
    if (!a || !b || (a & b)) continue;
    differ(s, FACT_EXTRA, theirs, ours, NULL);
    return true;
  }
  return false;
}

void sense_amounts(const Sides *s)
{
  const Fact *more = odd_number(s->text, s->rule), *less = odd_number(s->rule, s->text);
  size_t before = s->out->n;
  if (more || less)
    differ(s, FACT_AMOUNT, more, less, more && !less ? "no such number" : NULL);
  else if (too_exact(s)) differ(s, FACT_AMOUNT, too_exact(s), NULL, "not so many");
  else if (other_bound(s)) differ(s, FACT_AMOUNT, other_bound(s), NULL, "not so many");
  else if (other_numbers(s))
    differ(s, FACT_AMOUNT, other_numbers(s), NULL, "not so often");
  else if (other_rank(s)) differ(s, FACT_AMOUNT, other_rank(s), NULL, "another one");
  else if (other_others(s))
    differ(s, FACT_AMOUNT, other_others(s), NULL, "another number of others");
  else if (!compare_extras(s)) compare_counts(s);
  if (s->out->n == before) compare_all(s);
}
