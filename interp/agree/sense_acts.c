/* Acts: what is gained, lost, raised or lowered, by how much and for whom, each tied
 * together before it is compared.  The rule has the same number and the same name
 * somewhere else; only an act that it does not have is another one. */
#include "interp/agree/sense_int.h"

#include <stdlib.h>

enum { ALL_OF_IT = -2, UNTOLD = -1 };
typedef struct Act {
  const Fact *what, *number; /* NULL: no number, or all of it */
  int64_t n;
  const Fact *label;      /* "A Policeman: …": in whose case it happens; NULL: in any */
  unsigned way;           /* 1 up, 2 down, 0 untold */
  const Fact *verb;       /* that says so */
  const Fact *each, *one; /* "each Character loses", "a Character loses"; else NULL */
} Act;
typedef VEC(Act) Acts;

/* "Lower the Safety of your Location by 1": a kind between them is whose it is. */
static bool parts_them(const Fact *x)
{
  return x->class == FACT_LINK || x->class == FACT_CHANGE ||
         (x->class == FACT_TARGET && !sort_is_kind(x->sort));
}

static bool is_printed(const Fact *x) { return x->from == x->to; }

/* "2 Locations": a number that counts something else; names that follow each other
 * closely may be one, "1 Victory card". */
static bool counts_another(const Facts *f, const Fact *n, const Fact *what)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x != what && x->part == n->part && x->at > n->at && x->at - n->at < NEAR &&
        (x->class == FACT_TARGET || x->class == FACT_PERSON))
      return true;
  }
  return false;
}

/* Does it say how many?  An article does right before what it counts. */
static bool tells_number(const Fact *x, const Fact *what)
{
  if (is(x, FACT_ALL, "all")) return true;
  if (x->class != FACT_AMOUNT || x->number < 1 || is_printed(x)) return false;
  return x->weight == WEIGHT_FULL || (x->number == 1 && x->at + 1 == what->at);
}

/* "2 Alibi", "two points of Safety"; else "Morale falls by one", "Morale: minus 2". */
static const Fact *number_of(const Facts *f, const Fact *what)
{
  const Fact *before = NULL, *behind = NULL;
  int stop = -1, end = what->at + 100;
  for (size_t i = 0; i < f->list.n; i++) { /* what is beyond belongs to something else */
    const Fact *x = &f->list.at[i];
    if (!parts_them(x) || x == what || x->part != what->part) continue;
    if (x->at < what->at && x->at > stop) stop = x->at;
    if (x->at > what->at && x->at < end && x->class != FACT_CHANGE) end = x->at;
  }
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    int gap = what->at - x->at;
    if (x->part != what->part || !tells_number(x, what)) continue;
    if (gap > 0 && gap <= NEAR && x->at > stop) before = x;
    if (gap < 0 && x->at < end && !behind && x->weight == WEIGHT_FULL &&
        x->class == FACT_AMOUNT && !counts_another(f, x, what))
      behind = x;
  }
  const Fact *n = before ? before : behind;
  for (size_t i = 0; n && i < f->list.n; i++) { /* "not one of his Rations" */
    int gap = n->at - f->list.at[i].at;
    if (f->list.at[i].class == FACT_NOT && gap > 0 && gap <= NEAR) return NULL;
  }
  return n;
}

/* "A Policeman:", at the beginning of a line. */
bool sense_is_label(const Facts *f, const Fact *x)
{
  if (x->class != FACT_TARGET || is_printed(x)) return false;
  return f->text[x->to + strspn(f->text + x->to, " ")] == ':'; /* French has a blank */
}

/* The cases that a rule lists by name. */
static int labels(const Facts *rule)
{
  int n = 0;
  for (size_t i = 0; i < rule->list.n; i++) n += sense_is_label(rule, &rule->list.at[i]);
  return n;
}

static bool labels_case(const Facts *rule, const char *name)
{
  for (size_t i = 0; i < rule->list.n; i++)
    if (sense_is_label(rule, &rule->list.at[i]) &&
        !strcmp(rule->list.at[i].concept, name))
      return true;
  return false;
}

/* In which case: the only one that its sentence names, else the one before it. */
static const Fact *case_of(const Facts *rule, const Facts *f, const Fact *what)
{
  const Fact *own = NULL, *last = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != FACT_TARGET || is_printed(x) || !labels_case(rule, x->concept))
      continue;
    const Fact *a = x->at < what->at ? x : what, *b = a == x ? what : x;
    if (x->at < what->at) last = x;
    if (sense_is_label(f, x) || ends_between(f, a->to, b->from)) continue;
    if (own && strcmp(own->concept, x->concept) != 0) return NULL;
    own = x;
  }
  return own ? own : last;
}

/* "The City Locations": a word that tells which. */
static bool is_adjective(const Facts *f, const Fact *x)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (sort_is_kind(f->list.at[i].sort) && f->list.at[i].at == x->at + 1) return true;
  return false;
}

/* Whom it happens to, if that is told right before it. */
static void read_person(const Facts *f, Act *act)
{
  const Fact *person = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->part != act->what->part || x->at >= act->what->at) continue;
    if (x->class == FACT_PERSON) person = x;
    if (x->class == FACT_TARGET) person = NULL;
  }
  for (size_t i = 0; person && i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    int gap = person->at - x->at;
    if (gap != 1 || x->part != person->part) continue;
    if (x->class == FACT_EACH || is(x, FACT_ALL, "all")) act->each = x;
    if (x->class == FACT_AMOUNT && x->number == 1) act->one = x;
  }
}

static void read_acts(const Facts *rule, const Facts *f, Acts *out)
{
  bool cases = labels(rule) > 1;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != FACT_TARGET || x->sort <= 0 || is_printed(x) ||
        (cases && labels_case(rule, x->concept)) || is_adjective(f, x))
      continue;
    const Fact *n = number_of(f, x);
    Act act = {.what = x,
               .number = n,
               .n = !n                     ? UNTOLD
                    : n->class == FACT_ALL ? ALL_OF_IT
                                           : n->number,
               .label = cases ? case_of(rule, f, x) : NULL};
    act.way = sense_way(f, x, &act.verb);
    read_person(f, &act);
    vec_push(out, act);
  }
  /* "A Ration is worth 6 Alibi": a verb tells of the nearest */
  for (size_t i = 0; i < out->n; i++)
    for (size_t k = 0; k < out->n; k++) {
      const Act *a = &out->at[i], *b = &out->at[k];
      if (a->verb && a->verb == b->verb &&
          abs(a->what->at - a->verb->at) > abs(b->what->at - b->verb->at))
        out->at[i].way = 0;
    }
}

/* A range, "1 or 2", has each of its numbers; "all" may be as many as there are. */
static bool fits(const Act *rule, const Act *text)
{
  if (rule->way && text->way && rule->way != text->way) return false;
  if ((rule->each && text->one) || (rule->one && text->each)) return false;
  if (rule->n == UNTOLD || text->n == UNTOLD || rule->n == text->n) return true;
  /* "all fill in a dossier": each has one */
  if (text->n == ALL_OF_IT) return rule->number->weight != WEIGHT_FULL;
  if (rule->n == ALL_OF_IT) return false;
  return *rule->number->bound || *text->number->bound;
}

static bool same_case(const Act *rule, const Act *text)
{
  return !rule->label || !text->label ||
         !strcmp(rule->label->concept, text->label->concept);
}

/* An act of the text of which the rule has the name, but not so. */
static const Act *other_act(const Acts *rule, const Acts *text, const Act **ours)
{
  for (size_t i = 0; i < text->n; i++) {
    const Act *t = &text->at[i];
    bool so = false;
    *ours = NULL;
    for (size_t k = 0; k < rule->n && !so; k++) {
      const Act *r = &rule->at[k];
      if (strcmp(r->what->concept, t->what->concept) != 0) continue;
      *ours = *ours && same_case(*ours, t) ? *ours : r;
      so = same_case(r, t) && fits(r, t);
    }
    if (*ours && !so) return t;
  }
  return NULL;
}

/* Does a rule have this number in the case of this name? */
static bool has_in_case(const Facts *rule, const char *name, int64_t n)
{
  for (size_t i = 0; i < rule->list.n; i++) {
    const Fact *x = &rule->list.at[i], *label = NULL;
    if (x->class != FACT_AMOUNT || x->number != n) continue;
    for (size_t k = 0; k < rule->list.n; k++)
      if (sense_is_label(rule, &rule->list.at[k]) && rule->list.at[k].from < x->from)
        label = &rule->list.at[k];
    if (label && !strcmp(label->concept, name)) return true;
  }
  return false;
}

/* The only case that a part of a text names. */
static const Fact *case_in_part(const Facts *rule, const Facts *f, int part)
{
  const Fact *own = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != FACT_TARGET || x->part != part || !labels_case(rule, x->concept))
      continue;
    if (own) return NULL;
    own = x;
  }
  return own;
}

/* "One point with a Soldier, three with a Policeman": without what they count. */
static const Fact *number_of_other_case(const Sides *s)
{
  for (size_t i = 0; labels(s->rule) > 1 && i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    const Fact *own = case_in_part(s->rule, s->text, x->part);
    if (x->class == FACT_AMOUNT && x->number > 0 && x->weight == WEIGHT_FULL && own &&
        own->at > x->at && !has_in_case(s->rule, own->concept, x->number))
      return x;
  }
  return NULL;
}

/* Of several that are told one after the other: "either …, or …; otherwise …". */
static int option_of(const Facts *f, const Fact *x)
{
  int n = 0;
  for (size_t i = 0; i < x->from; i++) n += strchr(".;\n", f->text[i]) != NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *y = &f->list.at[i];
    n += y->at < x->at && (is(y, FACT_LINK, "or") || is(y, FACT_LINK, "else"));
  }
  return n;
}

/* Ways that a name goes in the options that have another name, too, or have not: a bit
 * for each; 4 if there is such an option. */
static unsigned ways_beside(const Facts *f, const Acts *acts, const char *name,
                            const char *other, bool beside)
{
  unsigned ways = 0;
  for (size_t i = 0; i < acts->n; i++) {
    const Act *a = &acts->at[i];
    bool so = false;
    if (strcmp(a->what->concept, name) != 0) continue;
    for (size_t k = 0; k < acts->n; k++)
      so |= !strcmp(acts->at[k].what->concept, other) &&
            option_of(f, acts->at[k].what) == option_of(f, a->what);
    if (so == beside) ways |= a->way | 4u;
  }
  return ways;
}

/* "A Contact and Morale falls, or Morale rises": each way is the rule's, for the other
 * option. */
static const Act *other_option(const Sides *s, const Acts *rule, const Acts *text)
{
  for (size_t i = 0; i < text->n; i++)
    for (size_t k = 0; k < text->n; k++) {
      const Act *a = &text->at[i];
      const char *name = a->what->concept, *other = text->at[k].what->concept;
      if (!a->way || !strcmp(name, other) ||
          !(ways_beside(s->text, text, name, other, true) & a->way))
        continue;
      unsigned with = ways_beside(s->rule, rule, name, other, true),
               without = ways_beside(s->rule, rule, name, other, false);
      if (option_of(s->text, a->what) == option_of(s->text, text->at[k].what) &&
          (with & 3u) == (a->way ^ 3u) && (without & 3u) == a->way)
        return a;
    }
  return NULL;
}

void sense_acts(const Sides *s)
{
  const Fact *bare = number_of_other_case(s);
  if (bare) {
    differ(s, FACT_AMOUNT, bare, NULL, "not in this case");
    return;
  }
  Acts rule = {0}, text = {0};
  const Act *ours = NULL;
  read_acts(s->rule, s->rule, &rule);
  read_acts(s->rule, s->text, &text);
  const Act *theirs = other_act(&rule, &text, &ours);
  if (theirs)
    differ(s, FACT_AMOUNT, theirs->number ? theirs->number : theirs->what,
           ours->number ? ours->number : ours->what, NULL);
  else if ((theirs = other_option(s, &rule, &text)))
    differ(s, FACT_CHANGE, theirs->what, NULL, "in the other option");
  vec_free(&rule);
  vec_free(&text);
}
