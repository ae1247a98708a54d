/* What a text says: facts that are tied to the names beside them. */
#include "interp/agree/sense_int.h"

#include <ctype.h>
#include <stdlib.h>

/* A road that is called L is not the article of "l'agent". */
static void drop_letters(Facts *f)
{
  size_t kept = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    bool letter = x->class == FACT_TARGET && x->to - x->from == 1 &&
                  islower((unsigned char)f->text[x->from]);
    if (!letter) f->list.at[kept++] = *x;
  }
  f->list.n = kept;
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

/* The negation of a limit in its part: "does not let anybody take more than 2", "past 40
 * goes nobody". */
static Fact *denial_of(Facts *f, const Fact *x)
{
  enum { BEHIND = 5 };
  Fact *no = NULL;
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *y = &f->list.at[i];
    if (y->part == x->part && y->at < x->at + BEHIND && y->weight == WEIGHT_FULL &&
        (is(y, FACT_NOT, "not") || is(y, FACT_LEAVE, "cannot")))
      no = y;
  }
  return no;
}

/* "At most {limit}": a number that the rule has. */
static bool before_slot(const Facts *f, const Fact *bound)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_SLOT && f->list.at[i].from > bound->from &&
        f->list.at[i].from <= bound->to + 2)
      return true;
  return false;
}

/* "More than 5" is at least 6, "less than 3" at most 2; not more than 5 is at most 5. */
static void join_limits(Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *x = &f->list.at[i];
    bool slot = x->class == FACT_BOUND; /* of a placeholder, or of no number at all */
    const char *bound = slot ? x->concept : x->bound;
    bool over = !strcmp(bound, "over"), under = !strcmp(bound, "under");
    Fact *no = (over || under) && (!slot || before_slot(f, x)) ? denial_of(f, x) : NULL;
    if (no) no->weight = WEIGHT_ANSWER;
    if (slot && (over || under)) x->concept = over == !no ? "at least" : "up to";
    if (slot) continue;
    if (no) {
      x->bound = over ? "up to" : "at least";
      continue;
    }
    if (over) x->number++, x->bound = "at least";
    if (under && x->number > 0) x->number--, x->bound = "up to";
  }
}

static const char *opposite(const char *state)
{
  static const char *const pairs[][2] = {
      {"open", "closed"},     {"on", "off"},          {"alive", "dead"},
      {"least", "most"},      {"same", "longer"},     {"before", "after"},
      {"there", "thence"},    {"stricter", "looser"}, {"begin", "end"},
      {"top", "bottom"},      {"one of", "both"},     {"arrive", "depart"},
      {"caught", "released"}, {"kept", "lost"},       {"self", "another"},
      {"won", "defeat"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    for (int k = 0; k < 2; k++)
      if (!strcmp(state, pairs[i][k])) return pairs[i][!k];
  return NULL;
}

/* "“Closed” does not apply": as a composed rule denies a mark (if.holds_not). */
static bool is_denied(const Facts *f, const Fact *x, const Fact *no)
{
  static const char behind[] = " apply";
  return no->at == x->at + 2 && f->size - no->to > strlen(behind) &&
         !strncmp(f->text + no->to, behind, strlen(behind));
}

/* Of several words: a verb has its own place for "not" then. */
static bool is_phrase(const Facts *f, const Fact *x)
{
  return memchr(f->text + x->from, ' ', x->to - x->from) != NULL;
}

/* "Not closed", "“Closed” does not apply" is open. */
static void join_switches(Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *x = &f->list.at[i], *no = NULL;
    const char *other =
        x->class == FACT_SWITCH && x->weight == WEIGHT_FULL ? opposite(x->concept) : NULL;
    for (size_t k = 0; other && k < f->list.n; k++) {
      Fact *y = &f->list.at[k];
      int gap = x->at - y->at;
      if (y->class == FACT_NOT && y->weight == WEIGHT_FULL && y->part == x->part &&
          ((gap > 0 && gap <= (is_phrase(f, x) ? 1 : NEAR)) || is_denied(f, x, y)))
        no = y;
    }
    if (!no) continue;
    x->concept = other;
    no->weight = WEIGHT_ANSWER;
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
      if (x->part == p->part && gap > 0 && gap < NEAR && is(x, FACT_ALL, "all"))
        x->class = FACT_EACH, x->weight = WEIGHT_FULL;
      else if (x->part == p->part && gap > 0 && gap < NEAR && x->class == FACT_OTHER)
        x->weight = WEIGHT_FULL;
      else if (gap < 0 && gap > -NEAR && x->class == FACT_THERE) x->weight = WEIGHT_FULL;
    }
  }
}

/* "The next player chooses": a verb that has somebody else beside it. */
static void join_choosers(Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++)
    for (size_t k = 0; is(&f->list.at[i], FACT_PICK, "they") && k < f->list.n; k++) {
      const Fact *p = &f->list.at[k];
      if (p->class != FACT_PERSON || p->part != f->list.at[i].part ||
          abs(p->at - f->list.at[i].at) > NEAR)
        continue;
      f->list.at[i].concept = "somebody";
      f->list.at[i].weight = WEIGHT_FULL;
    }
}

/* "Every agent" is all of them; "every advance", which the game has no name for, is any.
 */
static void join_every(Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *every = &f->list.at[i];
    if (!is(every, FACT_ALL, "every")) continue;
    bool named = false;
    for (size_t k = i + 1; k < f->list.n && f->list.at[k].at - every->at <= NEAR; k++)
      named |= f->list.at[k].class == FACT_TARGET || f->list.at[k].class == FACT_PERSON;
    every->concept = "all";
    if (!named) every->weight = WEIGHT_ANSWER;
  }
}

static bool has_target(const Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == FACT_TARGET) return true;
  return false;
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

/* "No Occupier may stop you" is cannot. */
static void join_nobody(Facts *f)
{
  enum { REACH = 3 };
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *may = &f->list.at[i];
    for (size_t k = 0; is(may, FACT_LEAVE, "may") && k < i; k++) {
      const Fact *no = &f->list.at[k];
      if (is(no, FACT_NOT, "not") && no->weight == WEIGHT_FULL && no->part == may->part &&
          may->at - no->at <= REACH)
        may->concept = "cannot";
    }
  }
}

/* "The enemy may have no more than one road": a limit, no option. */
static void drop_limits(Facts *f)
{
  enum { BEFORE = 3, REACH = 8 };
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *may = &f->list.at[i];
    bool foe = false, limit = false;
    for (size_t k = 0; is(may, FACT_LEAVE, "may") && k < f->list.n; k++) {
      const Fact *x = &f->list.at[k];
      int gap = x->at - may->at;
      if (x->part != may->part) continue;
      foe |= x->class == FACT_FOE && gap >= -BEFORE && gap <= BEFORE;
      limit |= x->class == FACT_AMOUNT && !strcmp(x->bound, "up to") && gap > 0 &&
               gap <= REACH;
    }
    if (foe && limit) may->weight = WEIGHT_ANSWER;
  }
}

/* "(That may be you.)", "you may rob the same one twice": what is allowed in a sentence
 * that speaks of nothing in the game is no option. */
static void drop_idle(Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *may = &f->list.at[i];
    bool speaks = !is(may, FACT_LEAVE, "may") || may->weight != WEIGHT_FULL;
    for (size_t k = 0; k < f->list.n && !speaks; k++) {
      const Fact *x = &f->list.at[k], *a = x->from < may->from ? x : may;
      speaks = (x->class == FACT_TARGET ||
                (x->class == FACT_AMOUNT && x->number > 1 && x->weight == WEIGHT_FULL)) &&
               !ends_between(f, a->to, a == x ? may->from : x->from);
    }
    if (!speaks && has_target(f)) may->weight = WEIGHT_ANSWER;
  }
}

/* What a byte belongs to in "Choose one: Wait (lose 1 Alibi); Pay (spend 2 Money)": the
 * next bracket behind a title opens. */
static bool is_title(const Facts *f, const Fact *x, const Fact *one)
{
  if (x->from < one->to) return false;
  size_t n = strcspn(f->text + x->to, "();.\n");
  return f->text[x->to + n] == '(' && f->text[x->to + n - 1] == ' ';
}

/* Titles of the answers to choose from tell no rule: "Move house", "Keep quiet". */
static void drop_titles(Facts *f)
{
  const Fact *one = any(f, FACT_PICK, "one");
  if (!one || f->text[one->to + strspn(f->text + one->to, " ")] != ':') return;
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *x = &f->list.at[i];
    if (!is_title(f, x, one)) continue;
    x->weight = WEIGHT_ANSWER;
    x->sort = 0;
  }
}

void senses_rule(Facts *f, const Lexicon *l, const char *text, size_t size)
{
  facts_read(f, l, text, size);
  drop_letters(f);
  drop_titles(f);
  join_denials(f);
  join_nobody(f);
  drop_limits(f);
  join_limits(f);
  join_ranges(f);
  join_switches(f);
  join_every(f);
  join_persons(f);
  join_choosers(f);
}

void senses_read(Facts *f, const Lexicon *l, const char *text, size_t size)
{
  senses_rule(f, l, text, size);
  drop_idle(f);
}

void senses_printed(Facts *f, const Lexicon *l, const char *text, size_t size,
                    FactClass class)
{
  Facts printed;
  facts_read(&printed, l, text, size);
  for (size_t i = 0; i < printed.list.n; i++) {
    Fact x = printed.list.at[i];
    if (x.class != class) continue;
    x.weight = WEIGHT_ANSWER;
    x.sort = 0;
    x.from = x.to = f->size;
    x.part += 1 << 20; /* not beside anything */
    x.at += 1 << 20;
    vec_push(&f->list, x);
  }
  facts_free(&printed);
}

/* ---- comparing ------------------------------------------------------------------ */

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
             !(class == FACT_EACH && means_all(s->text))) {
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
        (or_between(f, x, y) || or_between(f, y, x)))
      return true;
  }
  return false;
}

/* Dead where the rule says living, before where it says after. */
static void compare_states(const Sides *s)
{
  for (size_t i = 0; i < s->text->list.n; i++) {
    const Fact *x = &s->text->list.at[i], *y;
    const char *other = x->class == FACT_SWITCH ? opposite(x->concept) : NULL;
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
    if (f->list.at[i].class == FACT_NOT && f->list.at[i].part == x->part) return true;
  return false;
}

/* "Must", and one "may" less, where the rule leaves it. */
static void compare_duty(const Sides *s)
{
  const Fact *must = any(s->text, FACT_LEAVE, "must"),
             *may = any(s->rule, FACT_LEAVE, "may");
  if (must && may && !any(s->rule, FACT_LEAVE, "must") &&
      how_often(s->text, FACT_LEAVE, "may") < how_often(s->rule, FACT_LEAVE, "may") &&
      !is_denied_in(s->text, must) && !is_denied_in(s->rule, may))
    differ(s, FACT_LEAVE, must, may, NULL);
}

void senses_compare(const Facts *rule, const Facts *text, Arena *a, Disagreements *out)
{
  const Sides s = {rule, text, a, out};
  sense_amounts(&s);
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
