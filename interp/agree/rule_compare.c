/* A text beside its rule: which of its facts the rule contradicts. */
#include "interp/agree/rule.h"

#include <string.h>
#include <strings.h>

static bool has_number(const Amounts *v, int64_t n)
{
  for (size_t i = 0; i < v->n; i++)
    if (v->at[i] == n) return true;
  return false;
}

static void disagree(Disagreements *out, FactClass class, const Fact *x, const char *rule)
{
  Disagreement d = {class, x ? x->from : 0, x ? x->to : 0, rule};
  vec_push(out, d);
}

static const char *list_numbers(Arena *a, const Amounts *v)
{
  Buf b = {0};
  for (size_t i = 0; i < v->n; i++)
    buf_printf(&b, "%s%lld", i ? ", " : "", (long long)v->at[i]);
  const char *s = arena_strdup(a, buf_text(&b));
  buf_free(&b);
  return s;
}

static const char *list_names(Arena *a, const Names *v)
{
  Buf b = {0};
  for (size_t i = 0; i < v->n; i++) buf_printf(&b, "%s%s", i ? ", " : "", v->at[i]);
  const char *s = arena_strdup(a, buf_text(&b));
  buf_free(&b);
  return s;
}

/* ---- amounts -------------------------------------------------------------------- */

/* "more than 2", "fewer than 2": the comparison stands just before its number. */
static bool is_compared(const Facts *f, const Fact *x)
{
  enum { NEAR = 6 }; /* bytes: a blank and "than" */
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *y = &f->list.at[i];
    if (y->class == FACT_DEGREE && y->to <= x->from && x->from - y->to <= NEAR)
      return true;
  }
  return false;
}

/* A rule that names something once does it once, without a number. */
static bool known_number(const RuleFacts *r, const Facts *f, const Fact *x)
{
  if (x->number < 0)
    return strcmp(x->concept, "half") ? strcmp(x->concept, "double") || r->doubled
                                      : r->half;
  if (x->number <= r->given || has_number(&r->own, x->number) ||
      has_number(&r->within, x->number))
    return true;
  if (has_number(&r->beyond, x->number) && is_compared(f, x)) return true;
  bool none = !r->own.n && !r->within.n;
  return (none && has_number(&r->loose, x->number)) || (x->number <= 1 && !r->own.n);
}

static bool named(const RuleFacts *r, const Facts *f, const char *label)
{
  if (!label) return false;
  const char *c = lexicon_concept(r->english, rule_concept(r->model->arena, label));
  return facts_find(f, FACT_TARGET, c) != NULL;
}

/* The printed numbers of the things that the text names, and how many of a kind there
 * are: a row of a ledger speaks of several, and not all of them cite it. */
static bool printed_number(const RuleFacts *r, const Facts *f, int64_t n)
{
  const Model *m = r->model;
  RuleFacts of;
  rule_begin(&of, r->model, r->english);
  for (size_t i = 0; i < m->things.n; i++)
    if (named(r, f, m->things.at[i]->label)) rule_add_thing(&of, m->things.at[i]);
  of.loose.n = 0;
  for (size_t i = 0; i < m->kinds.n; i++)
    if (named(r, f, m->kinds.at[i]->label)) rule_add_kind(&of, m->kinds.at[i]);
  bool found =
      has_number(&of.own, n) || has_number(&of.within, n) || has_number(&of.loose, n);
  rule_free(&of);
  return found;
}

static bool tells_amounts(const RuleFacts *r)
{
  for (size_t i = 0; i < r->own.n; i++)
    if (r->own.at[i] > 1) return true;
  return !r->general;
}

static void compare_amounts(const RuleFacts *r, const Facts *f, Disagreements *out)
{
  /* The number may stand in the slot of any thing, or where the row is not cited. */
  if (r->open || !tells_amounts(r)) return;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != FACT_AMOUNT || x->weight != WEIGHT_FULL || known_number(r, f, x))
      continue;
    if (r->general && printed_number(r, f, x->number)) continue;
    const Amounts *v = r->own.n ? &r->own : &r->within;
    disagree(out, FACT_AMOUNT, x, v->n ? list_numbers(r->model->arena, v) : "no number");
  }
}

/* Does it count something?  "A" does before a name of the game: "a card", not "a seat".
 */
static bool is_count(const Facts *f, const Fact *x)
{
  enum { ADJECTIVE = 2 };
  if (x->class != FACT_AMOUNT || x->number < 0) return false;
  bool named = x->weight == WEIGHT_FULL;
  for (size_t i = 0; i < f->list.n && !named; i++) {
    int gap = f->list.at[i].at - x->at;
    named = f->list.at[i].class == FACT_TARGET && gap > 0 && gap <= ADJECTIVE;
  }
  return named;
}

void rule_unsaid(const RuleFacts *r, const Facts *f, Disagreements *out)
{
  const Fact *first = NULL;
  if (r->open || r->general) return;
  for (size_t i = 0; i < f->list.n; i++)
    if (!first && is_count(f, &f->list.at[i])) first = &f->list.at[i];
  for (size_t k = 0; first && k < r->own.n; k++) {
    bool said = r->own.at[k] <= 1;
    for (size_t i = 0; i < f->list.n; i++)
      if (f->list.at[i].class == FACT_AMOUNT && f->list.at[i].number == r->own.at[k])
        said = true;
    if (said) continue;
    disagree(out, FACT_AMOUNT, first, list_numbers(r->model->arena, &r->own));
    return;
  }
}

/* ---- optional or not ------------------------------------------------------------ */

/* A word of a label is enough: "points lost in the next turn" is named by "2 points
 * less". */
static bool mentions(const Facts *f, const char *label)
{
  enum { LONG = 5 };
  for (const char *s = label; *s;) {
    size_t n = strcspn(s, " -");
    for (size_t i = 0; n >= LONG && i + n <= f->size; i++)
      if (!strncasecmp(f->text + i, s, n)) return true;
    s += n;
    s += strspn(s, " -");
  }
  return facts_find(f, FACT_TARGET, label) != NULL;
}

/* What the rule changes by itself and the text does not name. */
static Names unnamed(const RuleFacts *r, const Facts *f)
{
  Names missed = {0};
  for (size_t i = 0; i < r->changed.n; i++)
    if (!mentions(f, r->changed.at[i])) vec_push(&missed, r->changed.at[i]);
  return missed;
}

/* What the text says first governs it; a later "you may …" is often about something that
 * another rule offers. */
static bool leads(const Facts *f, const Fact *x)
{
  for (size_t i = 0; i < x->from; i++)
    if (strchr(".;:", f->text[i])) return false;
  return true;
}

/* "You may …" can also tell what a change allows from now on: then the rule changes
 * something that the text does not name. */
static void compare_choice(const RuleFacts *r, const Facts *f, Disagreements *out)
{
  const Fact *may = facts_find(f, FACT_CHOICE, "may"),
             *not = facts_find(f, FACT_CHOICE, "not"),
             *must = facts_find(f, FACT_CHOICE, "must");
  bool up_to = false, does = r->raises || r->lowers || r->changes;
  for (size_t i = 0; i < f->list.n; i++)
    if (!strcmp(f->list.at[i].bound, "up to") ||
        (f->list.at[i].class == FACT_BOUND && !strcmp(f->list.at[i].concept, "up to")))
      up_to = true;
  Names missed = unnamed(r, f);
  bool allows = r->quietly || missed.n;
  vec_free(&missed);
  if (may && leads(f, may) && does && !allows && !up_to && !r->may && !r->chooses &&
      !r->offered && !r->open)
    disagree(out, FACT_CHOICE, may, "nothing can be declined");
  if (!may && !not &&!up_to && r->only_may)
    disagree(out, FACT_CHOICE, must, "all of it can be declined");
}

/* ---- targets -------------------------------------------------------------------- */

static void compare_who(const RuleFacts *r, const Facts *f, Disagreements *out)
{
  const Fact *each = facts_find(f, FACT_WHO, "each player"),
             *other = facts_find(f, FACT_WHO, "another player"),
             *enemy = facts_find(f, FACT_WHO, "opponent");
  bool alone = !r->each_player && !r->others && !r->open && !r->general && r->changed.n;
  if (each && alone) disagree(out, FACT_TARGET, each, "only the acting player");
  else if (other && alone) disagree(out, FACT_TARGET, other, "only the acting player");
  else if (enemy && alone) disagree(out, FACT_TARGET, enemy, "only the acting player");
}

static bool has_part(const Names *v, const char *name)
{
  for (size_t i = 0; i < v->n; i++)
    if (strstr(v->at[i], name)) return true;
  return false;
}

/* Something is named that the rule does not have, and what the rule changes is not. Where
 * placeholders stand for names, nothing can be said. */
static void compare_names(const RuleFacts *r, const Facts *f, Disagreements *out)
{
  if (r->open || r->general || memchr(f->text, '{', f->size)) return;
  Names missed = unnamed(r, f);
  for (size_t i = 0; i < f->list.n && missed.n; i++) {
    const Fact *x = &f->list.at[i];
    if (x->class != FACT_TARGET || x->weight != WEIGHT_FULL) continue;
    if (has_part(&r->names, x->concept)) continue;
    disagree(out, FACT_TARGET, x, list_names(r->model->arena, &missed));
    break;
  }
  vec_free(&missed);
}

/* Does a text go on with the name of a thing? */
static size_t named_at(const Facts *f, size_t at, const Thing *t)
{
  size_t n = t->label ? strcspn(t->label, "|") : 0; /* forms stand behind it */
  return n && at + n <= f->size && !strncasecmp(f->text + at, t->label, n) ? n : 0;
}

/* The next place behind the word of a role, from `at` on; 0 if there is none. */
static size_t behind_word(const Facts *f, const Role *x, size_t at)
{
  size_t n = (size_t)x->size;
  for (at = at ? at : 1; at + n < f->size; at++)
    if (f->text[at - 1] == ' ' && f->text[at + n] == ' ' &&
        !strncasecmp(f->text + at, x->word, n))
      return at + n + 1;
  return 0;
}

static bool has_role(const RuleFacts *r, const Role *like, const Thing *t)
{
  for (size_t i = 0; i < r->roles.n; i++) {
    const Role *x = &r->roles.at[i];
    if (x->thing == t && x->size == like->size && !strncmp(x->word, like->word, x->size))
      return true;
  }
  return false;
}

/* "into the ruin", and the rule puts it into the church: the names may all be there, and
 * have changed places. */
static void compare_role(const RuleFacts *r, const Facts *f, const Role *x,
                         Disagreements *out)
{
  const Kind *k = x->thing->kind;
  Disagreement d = {FACT_TARGET, 0, 0, x->thing->label};
  for (size_t at = behind_word(f, x, 0); at; at = behind_word(f, x, at)) {
    if (named_at(f, at, x->thing)) return;
    for (size_t i = 0; i < k->things.n && !d.to; i++) {
      size_t n = named_at(f, at, k->things.at[i]);
      if (!n || has_role(r, x, k->things.at[i])) continue;
      d.from = at - (size_t)x->size - 1;
      d.to = at + n;
    }
  }
  if (!d.to) return;
  d.rule = arena_strndup(r->model->arena, d.rule, strcspn(d.rule, "|"));
  vec_push(out, d);
}

static void compare_roles(const RuleFacts *r, const Facts *f, Disagreements *out)
{
  for (size_t i = 0; i < r->roles.n && !r->general; i++)
    if (r->roles.at[i].thing->label) compare_role(r, f, &r->roles.at[i], out);
}

/* ---- the rest ------------------------------------------------------------------- */

static void compare_direction(const RuleFacts *r, const Facts *f, Disagreements *out)
{
  const Fact *up = facts_find(f, FACT_DIRECTION, "up"),
             *down = facts_find(f, FACT_DIRECTION, "down");
  if (r->changes || r->open) return;
  if (up && !down && r->lowers && !r->raises)
    disagree(out, FACT_DIRECTION, up, "lowers it");
  if (down && !up && r->raises && !r->lowers)
    disagree(out, FACT_DIRECTION, down, "raises it");
}

static void compare_timing(const RuleFacts *r, const Facts *f, Disagreements *out)
{
  const Fact *before = facts_find(f, FACT_TIMING, "before"),
             *after = facts_find(f, FACT_TIMING, "after");
  if (before && !after && r->after && !r->before)
    disagree(out, FACT_TIMING, before, "happens after it");
  if (after && !before && r->before && !r->after)
    disagree(out, FACT_TIMING, after, "happens before it");
}

static void compare_condition(const RuleFacts *r, const Facts *f, Disagreements *out)
{
  const Fact *x = facts_find(f, FACT_CONDITION, "unless");
  if (!x) x = facts_find(f, FACT_CONDITION, "if");
  bool does = r->raises || r->lowers || r->changes;
  if (x && does && !r->condition && !r->open && !r->offered && !r->before && !r->after)
    disagree(out, FACT_CONDITION, x, "always");
}

void rule_compare(const RuleFacts *r, const Facts *f, Disagreements *out)
{
  compare_amounts(r, f, out);
  compare_choice(r, f, out);
  compare_who(r, f, out);
  compare_names(r, f, out);
  compare_roles(r, f, out);
  compare_direction(r, f, out);
  compare_timing(r, f, out);
  compare_condition(r, f, out);
}
