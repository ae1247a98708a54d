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
bool sense_or_between(const Facts *f, const Fact *a, const Fact *b)
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
    bool is_or = near && sense_or_between(f, x, after);
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

const char *sense_opposite(const char *state)
{
  static const char *const pairs[][2] = {
      {"open", "closed"},        {"on", "off"},
      {"alive", "dead"},         {"least", "most"},
      {"same", "longer"},        {"before", "after"},
      {"there", "thence"},       {"stricter", "looser"},
      {"begin", "end"},          {"top", "bottom"},
      {"one of", "both"},        {"arrive", "depart"},
      {"caught", "released"},    {"kept", "lost"},
      {"self", "another"},       {"won", "defeat"},
      {"leftward", "rightward"}, {"stronger", "weaker"}};
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
    const char *other = x->class == FACT_SWITCH && x->weight == WEIGHT_FULL
                            ? sense_opposite(x->concept)
                            : NULL;
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

/* "Get a point less safe", "krijgt er 2 minder": what is got is a loss. */
static void join_changes(Facts *f)
{
  enum { REACH = 4 };
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *up = &f->list.at[i], *down = NULL;
    if (!is(up, FACT_CHANGE, "up") || up->weight != WEIGHT_FULL) continue;
    for (size_t k = i + 1; k < f->list.n; k++) {
      Fact *x = &f->list.at[k];
      if (x->part != up->part || x->at - up->at > REACH || x->class == FACT_TARGET ||
          x->class == FACT_LINK)
        break;
      if (is(x, FACT_CHANGE, "down") && x->weight == WEIGHT_FULL) down = x;
    }
    if (down) up->weight = WEIGHT_ANSWER;
  }
}

/* "One of three: …", "you say which two": what is to choose from, and no number of the
 * game. */
static void drop_options(Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *x = &f->list.at[i];
    if (x->class != FACT_AMOUNT || x->from == x->to) continue;
    size_t end = x->to + strspn(f->text + x->to, " ");
    bool picked = false;
    for (size_t k = 0; k < i; k++)
      picked |= is(&f->list.at[k], FACT_PICK, "pick") && f->list.at[k].part == x->part;
    if (f->text[end] == ':' || (picked && (end == f->size || f->text[end] == '.')))
      x->weight = WEIGHT_ANSWER;
  }
}

/* "In front of all others", "the least of all", "for all": of nothing that is named. */
static void drop_standards(Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *all = &f->list.at[i];
    bool post = false, role = false, named = false;
    for (size_t k = 0; is(all, FACT_ALL, "all") && k < f->list.n; k++) {
      const Fact *x = &f->list.at[k];
      int gap = x->at - all->at;
      post |= x->class == FACT_POST && gap == -1;
      role |= x->class == FACT_ROLE && gap == -1;
      named |= (x->class == FACT_TARGET || x->class == FACT_PERSON) && gap > 0 &&
               gap <= NEAR && x->part == all->part;
    }
    if (post || (role && !named)) all->weight = WEIGHT_ANSWER;
  }
}

/* "One Safety more", where "more" alone could go on about anything. */
static void join_more(Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++) {
    Fact *more = &f->list.at[i];
    bool named = false, counted = false;
    for (size_t k = 0; is(more, FACT_CHANGE, "up") && k < f->list.n; k++) {
      const Fact *x = &f->list.at[k];
      int gap = more->at - x->at;
      named |= x->class == FACT_TARGET && gap == 1;
      counted |=
          x->class == FACT_AMOUNT && gap > 1 && gap <= NEAR && x->part == more->part;
    }
    if (named && counted) more->weight = WEIGHT_FULL;
  }
}

/* "Two Locations next to yours": beside you, where the same words may be just near. */
static void join_neighbours(Facts *f)
{
  for (size_t i = 0; i < f->list.n; i++)
    for (size_t k = 0; f->list.at[i].class == FACT_BESIDE && k < f->list.n; k++) {
      const Fact *own = &f->list.at[k];
      int gap = own->at - f->list.at[i].at;
      if (is(own, FACT_OWN, "your") && gap > 0 && gap <= NEAR)
        f->list.at[i].weight = WEIGHT_FULL;
    }
}

/* "Is your Location active? It loses …": a question is a condition. */
static void join_questions(Facts *f)
{
  size_t begin = 0;
  for (size_t i = 0; i < f->size; i++) {
    if (strchr(".;:!", f->text[i])) begin = i + 1;
    if (f->text[i] != '?' || i + 2 >= f->size) continue;
    Fact *first = NULL;
    for (size_t k = 0; k < f->list.n && !first; k++)
      if (f->list.at[k].from >= begin && f->list.at[k].to > f->list.at[k].from)
        first = &f->list.at[k];
    if (first && first->from < i) {
      Fact if_so = *first;
      if_so.class = FACT_ONLY;
      if_so.concept = "only";
      if_so.weight = WEIGHT_WORDS;
      if_so.number = -1;
      if_so.sort = 0;
      if_so.at--;
      vec_push(&f->list, if_so);
    }
    begin = i + 1;
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
  join_more(f);
  join_changes(f);
  join_neighbours(f);
  join_questions(f);
  drop_options(f);
  drop_standards(f);
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
