/* What a text says: facts that are tied to the names beside them. */
#include "interp/agree/sense.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
  NEAR = 3
}; /* words: an article and an adjective between two that belong together */

static bool is(const Fact *x, FactClass class, const char *concept)
{
  return x->class == class && (!concept || !strcmp(x->concept, concept));
}

/* Is there an "or" between two facts? */
static bool or_between(const Facts *f, const Fact *a, const Fact *b)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (is(x, FACT_LINK, "or") && x->at > a->at && x->at < b->at) return true;
  }
  return false;
}

/* "1 or 2", "1, 2 or 3" is up to the last of them. */
static void join_ranges(Facts *f)
{
  Fact *after = NULL;
  bool joined = false;
  for (size_t i = f->list.n; i-- > 0;) {
    Fact *x = &f->list.at[i];
    if (x->class != FACT_AMOUNT || x->number < 0) continue;
    bool near = after && after->at - x->at <= NEAR && x->number == after->number - 1;
    bool is_or = near && or_between(f, x, after);
    if (is_or || (near && joined)) {
      if (!joined) after->bound = "up to", after->weight = WEIGHT_FULL;
      x->weight = WEIGHT_ANSWER;
      joined = true;
    } else {
      joined = false;
    }
    after = x;
  }
}

/* "every Character", "another Character", "each … there": a word that alone could speak
 * of anything speaks of people beside one that means them. */
static void join_persons(Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *p = &f->list.at[i];
    if (p->class != FACT_PERSON) continue;
    for (size_t k = 0; k < f->list.n; k++) {
      Fact *x = &f->list.at[k];
      int gap = p->at - x->at;
      if (x->part == p->part && gap > 0 && gap < NEAR && x->class == FACT_ALL)
        x->class = FACT_EACH, x->weight = WEIGHT_FULL;
      else if (x->part == p->part && gap > 0 && gap < NEAR && x->class == FACT_OTHER)
        x->weight = WEIGHT_FULL;
      else if (gap < 0 && gap > -NEAR && x->class == FACT_THERE) x->weight = WEIGHT_FULL;
    }
  }
}

/* "darf der Gegner nicht angreifen": where the subject stands between them, may and not
 * are cannot. */
static void join_denials(Facts *f)
{
  enum { REACH = 4 };
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *may = &f->list.at[i], *no = NULL;
    bool subject = false;
    if (!is(may, FACT_LEAVE, "may")) continue;
    for (size_t k = 0; k < f->list.n; k++) {
      Fact *x = &f->list.at[k];
      int gap = x->at - may->at;
      if (x->part != may->part || gap <= 0 || gap > REACH) continue;
      if (x->class == FACT_NOT && x->weight == WEIGHT_FULL && !no) no = x;
      if (is(x, FACT_LEAVE, "cannot") && !no) no = x;
      subject |= (x->class == FACT_FOE || x->class == FACT_PERSON) && !no;
    }
    if (!no || !subject) continue;
    may->concept = "cannot";
    may->weight = WEIGHT_FULL;
    if (no->class == FACT_NOT) no->weight = WEIGHT_ANSWER;
  }
}

void senses_read(Facts *f, const Lexicon *l, const char *text, size_t size)
{
  facts_read(f, l, text, size);
  join_denials(f);
  join_ranges(f);
  join_persons(f);
}

void senses_printed(Facts *f, const Lexicon *l, const char *text, size_t size)
{
  Facts printed;
  facts_read(&printed, l, text, size);
  for (size_t i = 0; i < printed.list.n; i++) {
    Fact x = printed.list.at[i];
    if (x.class != FACT_AMOUNT) continue;
    x.weight = WEIGHT_ANSWER;
    x.from = x.to = f->size;
    x.part += 1 << 20; /* not beside anything */
    x.at += 1 << 20;
    vec_push(&f->list, x);
  }
  facts_free(&printed);
}

/* ---- comparing ------------------------------------------------------------------ */

typedef struct Sides {
  const Facts *rule, *text;
  Arena *arena;
  Disagreements *out;
} Sides;

static const Fact *first(const Facts *f, FactClass class, const char *concept,
                         Weight most)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (is(&f->list.at[i], class, concept) && f->list.at[i].weight <= most)
      return &f->list.at[i];
  return NULL;
}

static const Fact *stated(const Facts *f, FactClass class, const char *concept)
{
  return first(f, class, concept, WEIGHT_FULL);
}

static const Fact *any(const Facts *f, FactClass class, const char *concept)
{
  return first(f, class, concept, WEIGHT_ANSWER);
}

/* `x`: what the text says, NULL if it says nothing; `y`: what the rule says. */
static void differ(const Sides *s, FactClass class, const Fact *x, const Fact *y,
                   const char *rule)
{
  Disagreement d = {class, x ? x->from : 0, x ? x->to : 0, rule};
  if (y)
    d.rule = arena_printf(s->arena, "\"%.*s\"", (int)(y->to - y->from),
                          s->rule->text + y->from);
  vec_push(s->out, d);
}

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
    {FACT_ONLY, ADDED},
    {FACT_ACT, ADDED},
};

/* The first fact of a class in `a` that `b` does not have. */
static const Fact *lacking(const Facts *a, const Facts *b, FactClass class)
{
  for (size_t i = 0; i < a->list.n; i++) {
    const Fact *x = &a->list.at[i];
    if (x->class == class && x->weight == WEIGHT_FULL && !any(b, class, x->concept))
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
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *y = &s->text->list.at[i];
    if (y->class == FACT_PICK && y->from < x->to && y->to > x->from) return true;
  }
  return false;
}

static void compare_class(const Sides *s, FactClass class, int how)
{
  const Fact *ours = stated(s->rule, class, NULL), *theirs = stated(s->text, class, NULL);
  const Fact *more = lacking(s->text, s->rule, class),
             *less = lacking(s->rule, s->text, class);
  if (ours && theirs) {
    if ((how & EQUAL) && (more || less))
      differ(s, class, more ? more : theirs, less ? less : ours, NULL);
    else if ((how & SHARED) && !share(s->rule, s->text, class))
      differ(s, class, theirs, ours, NULL);
  } else if (ours && (how & MISSED) && !any(s->text, class, NULL)) {
    differ(s, class, NULL, ours, NULL);
  } else if (theirs && (how & ADDED) && !any(s->rule, class, NULL) &&
             !tells_choice(s, theirs)) {
    differ(s, class, theirs, NULL, "nothing of it");
  }
}

/* ---- amounts -------------------------------------------------------------------- */

static const Fact *has_number(const Facts *f, int64_t n)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_AMOUNT && f->list.at[i].number == n)
      return &f->list.at[i];
  return NULL;
}

static const Fact *odd_number(const Facts *a, const Facts *b)
{
  for (size_t i = 0; i < a->list.n; i++) {
    const Fact *x = &a->list.at[i];
    if (x->class == FACT_AMOUNT && x->number > 1 && x->weight == WEIGHT_FULL &&
        !has_number(b, x->number))
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

/* "road 2": a number behind a name belongs to it. */
static bool is_label(const Facts *f, const Fact *n)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_TARGET && f->list.at[i].to + 1 == n->from)
      return isdigit((unsigned char)f->text[n->from]);
  return false;
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
    if (counts_nothing(s->rule, x->number)) continue;
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

static void compare_amounts(const Sides *s)
{
  const Fact *more = odd_number(s->text, s->rule), *less = odd_number(s->rule, s->text);
  size_t before = s->out->n;
  if (more || less)
    differ(s, FACT_AMOUNT, more, less, more && !less ? "no such number" : NULL);
  else if (too_exact(s)) differ(s, FACT_AMOUNT, too_exact(s), NULL, "not so many");
  else compare_counts(s);
  if (s->out->n > before) return;
  /* all of them, and the text says one */
  const Fact *all = stated(s->rule, FACT_ALL, "all"),
             *theirs = stated(s->text, FACT_ALL, "all");
  if (all && !any(s->text, FACT_ALL, NULL) && !any(s->text, FACT_EACH, NULL))
    differ(s, FACT_ALL, NULL, all, NULL);
  else if (theirs && !any(s->rule, FACT_ALL, NULL) && !any(s->rule, FACT_EACH, NULL))
    differ(s, FACT_ALL, theirs, NULL, "not all");
}

/* ---- what is tied to names ------------------------------------------------------ */

/* Does a sentence end there?  In a placeholder nothing does. */
static bool ends_between(const Facts *f, size_t from, size_t to)
{
  int depth = 0;
  for (; from < to; from++) {
    depth += (f->text[from] == '{') - (f->text[from] == '}');
    if (depth <= 0 && strchr(".;:!?", f->text[from])) return true;
  }
  return false;
}

/* The fact of a class that a name belongs to: the nearest one of its sentence, where a
 * comma or a link between them counts as some words. */
static const Fact *belongs(const Facts *f, const Fact *name, FactClass class)
{
  enum { COMMA = 4, FAR = 14 };
  const Fact *best = NULL;
  int least = FAR;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != class || x->weight == WEIGHT_ANSWER) continue;
    int gap = abs(x->at - name->at), parts = abs(x->part - name->part);
    const Fact *a = x->at < name->at ? x : name, *b = a == x ? name : x;
    bool stop = ends_between(f, a->to, b->from);
    for (size_t k = 0; k < f->list.n; k++)
      if (f->list.at[k].class == FACT_LINK && f->list.at[k].at > a->at &&
          f->list.at[k].at < b->at)
        gap += COMMA;
    gap += parts * COMMA;
    if (!stop && gap < least) least = gap, best = x;
  }
  return best;
}

static unsigned changes(const Facts *f, const char *name, const Fact **where)
{
  unsigned ways = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (!is(x, FACT_TARGET, name)) continue;
    const Fact *c = belongs(f, x, FACT_CHANGE);
    if (!c) continue;
    ways |= !strcmp(c->concept, "up") ? 1u : 2u;
    *where = c;
  }
  return ways;
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
  return named == 3u &&
         !(stated(s->text, FACT_CHANGE, "up") && stated(s->text, FACT_CHANGE, "down"));
}

/* A gain that is a loss, by what is gained. */
static void compare_changes(const Sides *s)
{
  if (is_trade(s)) return;
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i], *ours = NULL, *theirs = NULL;
    if (x->class != FACT_TARGET) continue;
    unsigned a = changes(s->rule, x->concept, &ours),
             b = changes(s->text, x->concept, &theirs);
    if (!a || !b || (a & b)) continue;
    differ(s, FACT_CHANGE, theirs, ours, NULL);
    return;
  }
}

/* Is a name denied: "no Occupier", "not at the safe"? */
static unsigned polarity(const Facts *f, const char *name, const Fact **where)
{
  enum { REACH = 4 };
  unsigned is_so = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i], *no = NULL;
    if (!is(x, FACT_TARGET, name)) continue;
    for (size_t k = 0; k < f->list.n; k++) {
      const Fact *y = &f->list.at[k];
      int gap = x->at - y->at;
      if (y->class == FACT_NOT && y->weight == WEIGHT_FULL && y->part == x->part &&
          gap <= REACH && gap > 0)
        no = y;
    }
    is_so |= no ? 2u : 1u;
    if (no) *where = no;
    else if (!*where) *where = x;
  }
  return is_so;
}

static void compare_polarity(const Sides *s)
{
  for (size_t i = 0; i < s->rule->list.n; i++) {
    const Fact *x = &s->rule->list.at[i], *ours = NULL, *theirs = NULL;
    if (x->class != FACT_TARGET) continue;
    unsigned a = polarity(s->rule, x->concept, &ours),
             b = polarity(s->text, x->concept, &theirs);
    if (!a || !b || (a & b)) continue;
    /* the verb may be denied behind it: "zählt … nicht" */
    if (b == 1u && any(s->text, FACT_NOT, NULL)) continue;
    differ(s, FACT_NOT, theirs, ours, NULL);
    return;
  }
}

/* "from the church", "into the ruin": the nearest role before a name. */
static const Fact *role_of(const Facts *f, const Fact *name)
{
  const Fact *best = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    int gap = name->at - x->at;
    if (x->class == FACT_ROLE && gap > 0 && gap <= NEAR && x->part == name->part &&
        (!best || x->at > best->at))
      best = x;
  }
  return best;
}

static bool plays(const Facts *f, const char *name, const char *role)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i], *r = is(x, FACT_TARGET, name) ? role_of(f, x) : NULL;
    if (r && !strcmp(r->concept, role)) return true;
  }
  return false;
}

/* "Away from the safe" where the rule goes to it. */
static bool leaves(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class != FACT_TARGET || !plays(s->text, x->concept, "away") ||
        plays(s->text, x->concept, "to") || !plays(s->rule, x->concept, "to") ||
        plays(s->rule, x->concept, "from"))
      continue;
    differ(s, FACT_ROLE, x, any(s->rule, FACT_TARGET, x->concept), NULL);
    return true;
  }
  return false;
}

/* Where the rule goes from, the text goes to, and the other way round. */
static void compare_roles(const Sides *s)
{
  if (leaves(s)) return;
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class != FACT_TARGET || !plays(s->text, x->concept, "to") ||
        plays(s->text, x->concept, "from") || !plays(s->rule, x->concept, "from") ||
        plays(s->rule, x->concept, "to"))
      continue;
    for (size_t k = 0; k < s->text->list.n; k++) {
      const Fact *y = &s->text->list.at[k];
      if (y->class != FACT_TARGET || !plays(s->rule, y->concept, "to") ||
          plays(s->text, y->concept, "to"))
        continue;
      differ(s, FACT_ROLE, x, any(s->rule, FACT_TARGET, y->concept), NULL);
      return;
    }
  }
}

/* ---- names and choices ---------------------------------------------------------- */

/* Do the rule and the text go to one place each? */
static bool takes_place(const Sides *s, const Fact *x, const Fact *y)
{
  return sort_is_thing(y->sort) && plays(s->text, x->concept, "to") &&
         plays(s->rule, y->concept, "to");
}

/* Can one name stand in place of the other: both of one sort, both kinds, a thing for one
 * of its kind? */
static bool replaces(const Sides *s, const Fact *x, const Fact *y)
{
  if (sort_is_kind(y->sort))
    return sort_is_kind(x->sort) || x->sort == sort_of_things(y->sort);
  return y->sort == x->sort || sort_is_thing(x->sort) || takes_place(s, x, y);
}

/* "l" is a road only as L. */
static bool is_letter(const Facts *f, const Fact *x)
{
  return x->to - x->from == 1 && islower((unsigned char)f->text[x->from]);
}

/* Something else in the place of what the rule names. */
static void compare_names(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i];
    if (x->class != FACT_TARGET || !x->sort || is_letter(s->text, x) ||
        any(s->rule, FACT_TARGET, x->concept))
      continue;
    for (size_t k = 0; k < s->rule->list.n; k++) {
      const Fact *y = &s->rule->list.at[k];
      if (y->class != FACT_TARGET || !y->sort || !replaces(s, x, y) ||
          any(s->text, FACT_TARGET, y->concept))
        continue;
      differ(s, FACT_TARGET, x, y, NULL);
      return;
    }
  }
}

/* Who chooses is told by few texts, since "an agent" is one that somebody picks; that
 * nothing is left to choose, or that another or chance decides, is told. */
static void compare_picks(const Sides *s)
{
  const Fact *theirs = stated(s->text, FACT_PICK, "pick"),
             *other = stated(s->text, FACT_PICK, "not you");
  bool open = any(s->rule, FACT_LEAVE, "may") || any(s->rule, FACT_LINK, "or");
  if (other && !any(s->rule, FACT_PICK, "not you") && !any(s->rule, FACT_FOE, NULL))
    differ(s, FACT_PICK, other, any(s->rule, FACT_PICK, NULL), "nothing is chosen");
  else if (theirs && !any(s->rule, FACT_PICK, NULL) && !open)
    differ(s, FACT_PICK, theirs, NULL, "nothing is chosen");
  /* the rule leaves it to somebody else */
  const Fact *mine = stated(s->text, FACT_PICK, "you decide");
  if (mine && any(s->rule, FACT_FOE, NULL) && !any(s->rule, FACT_PICK, "you decide"))
    differ(s, FACT_PICK, mine, any(s->rule, FACT_FOE, NULL), NULL);
}

void senses_compare(const Facts *rule, const Facts *text, Arena *a, Disagreements *out)
{
  const Sides s = {rule, text, a, out};
  compare_amounts(&s);
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    compare_class(&s, classes[i].class, classes[i].how);
  if (any(rule, FACT_EACH, NULL) && any(text, FACT_EACH, NULL))
    compare_class(&s, FACT_THERE, MISSED | ADDED);
  compare_changes(&s);
  compare_polarity(&s);
  compare_roles(&s);
  compare_names(&s);
  compare_picks(&s);
}
