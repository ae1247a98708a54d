/* Conditions: behind "if", and as what is said of a thing that was just named. */
#include "interp/text/card/compose_int.h"

#include <string.h>

/* Is this a field or printed value that is yes or no? */
static bool is_flag(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  int type = p->op == PH_FIELD    ? c->p->fields[p->arg].type
             : p->op == PH_COLUMN ? c->p->columns[p->arg].type
                                  : -1;
  return type >= 0 && c->p->types[type].tag == T_FLAG;
}

/* Is it a field of what was just named? */
bool compose_is_own(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  return (p->op == PH_FIELD || p->op == PH_COLUMN) && p->kids == 1 &&
         row(c, part(c, at, 0))->op == PH_IT;
}

static bool is_fact(const Composer *c, int at)
{
  return row(c, at)->op == PH_THAT && row(c, at)->arg2 == THAT_FACT;
}

bool compose_is_condition(const Composer *c, int at)
{
  switch ((PhraseOp)row(c, at)->op) {
  case PH_NOT:
  case PH_AND:
  case PH_OR:
  case PH_IS:
  case PH_IN:
  case PH_COMPARE:
  case PH_EMPTY:
  case PH_ANY:
  case PH_ALL: return true;
  default: return is_flag(c, at) || is_fact(c, at);
  }
}

/* A number that is chosen is one here, not each of those that it may be. */
static Part compared_with(Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  Part number = a_noun(at);
  if (p->op == PH_CHOOSE && row(c, part(c, at, 0))->op == PH_SPAN)
    number.sort = PART_NUMBER_CHOSEN;
  return number;
}

/* owner(x), which is no noun beside a pronoun: "if you own it". */
static bool is_owner(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  return p->op == PH_CALL && p->kids == 1 &&
         !strcmp(program_string(c->p, p->arg), "owner");
}

/* "if “Blocked” applies to your port": a label may be any part of speech. */
static void mark(Composer *c, Buf *b, int at, bool holds, const Form *form)
{
  const PPhrase *p = row(c, at);
  Part name = a_name(p->op == PH_COLUMN ? NAME_COLUMN : NAME_FIELD, p->arg);
  name.det = name.number = "";
  if (p->kids)
    say2(c, b, holds ? SAY_C_HOLDS : SAY_C_HOLDS_NOT, form, name, a_noun(part(c, at, 0)));
  else say1(c, b, holds ? SAY_C_IS_SO : SAY_C_IS_NOT_SO, form, name);
}

static void negation(Composer *c, Buf *b, int at, const Form *form)
{
  int inner = part(c, at, 0);
  switch ((PhraseOp)row(c, inner)->op) {
  case PH_EMPTY: say1(c, b, SAY_C_NOT_EMPTY, form, a_noun(part(c, inner, 0))); break;
  case PH_ANY: say1(c, b, SAY_C_NO_SUCH, form, those(inner)); break;
  default:
    if (is_fact(c, inner)) say0(c, b, SAY_C_NOT_SO, form);
    else if (is_flag(c, inner)) mark(c, b, inner, false, form);
    else say1(c, b, SAY_C_NOT, form, a_condition(inner));
  }
}

static void comparison(Composer *c, Buf *b, int at, const Form *form)
{
  static const Saying compare[] = {SAY_C_LESS, SAY_C_MORE, SAY_C_AT_MOST, SAY_C_AT_LEAST},
                      have[] = {SAY_C_HAVE_LESS, SAY_C_HAVE_MORE, SAY_C_HAVE_AT_MOST,
                                SAY_C_HAVE_AT_LEAST};
  int x = part(c, at, 0), y = part(c, at, 1), how = row(c, at)->arg & 3;
  const PPhrase *of = row(c, x), *n = row(c, y);
  bool own = of->op == PH_FIELD && of->kids == 1 && row(c, part(c, x, 0))->op == PH_ME;
  if (own && n->op == PH_NUMBER &&
      render_is_plural(c->view, c->p->fields[of->arg].text)) {
    Part what = a_name(NAME_FIELD, of->arg);
    what.number = n->arg == 1 ? "one" : number_word(c, n->arg);
    what.written = true;
    say2(c, b, have[how], form, a_noun(y), what);
  } else say2(c, b, compare[how], form, a_noun(x), compared_with(c, y));
}

static bool same_left(const Composer *c, int a, int b)
{
  int x = part(c, a, 0), y = part(c, b, 0);
  return row(c, x)->size == row(c, y)->size &&
         !memcmp(row(c, x), row(c, y), (size_t)row(c, x)->size * sizeof(PPhrase));
}

/* The first comparison of "a is x or a is y or …", -1: it is something else. */
static int all_of_one(const Composer *c, int at)
{
  if (row(c, at)->op == PH_IS && !row(c, at)->arg) return at;
  if (row(c, at)->op != PH_OR || row(c, at)->kids != 2) return -1;
  int x = all_of_one(c, part(c, at, 0)), y = all_of_one(c, part(c, at, 1));
  return x >= 0 && y >= 0 && same_left(c, x, y) ? x : -1;
}

/* "gale, fog or rain"; `last`: nothing follows. */
static void either_noun(Composer *c, Buf *b, int at, bool last)
{
  if (row(c, at)->op == PH_IS) {
    compose_noun(c, b, part(c, at, 1), &(Form){0}, NULL);
    return;
  }
  either_noun(c, b, part(c, at, 0), false);
  words_add(c->view->lang, b, last ? SAY_OR : SAY_COMMA);
  either_noun(c, b, part(c, at, 1), last);
}

/* "if the sky is gale or fog", where both are about one thing. */
static void both(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  int x = part(c, at, 0), y = part(c, at, 1),
      one = p->op == PH_OR ? all_of_one(c, at) : -1;
  if (one < 0 || is_owner(c, part(c, one, 0))) {
    say2(c, b, p->op == PH_AND ? SAY_C_BOTH : SAY_C_EITHER, form, a_condition(x),
         a_condition(y));
    return;
  }
  Buf list = {0};
  either_noun(c, &list, at, true);
  say2(c, b, SAY_C_IS, form, a_noun(part(c, one, 0)), a_text(buf_text(&list)));
  buf_free(&list);
}

/* "the Coins of each player are more than 2" */
static void every(Composer *c, Buf *b, int set, int cond, const Form *form)
{
  const PPhrase *s = row(c, compose_base(c, set));
  int kind = s->op == PH_KIND      ? s->arg
             : s->op == PH_PLAYERS ? 0
                                   : compose_holds(c, compose_base(c, set));
  Part one = {.sort = PART_SUCH, .at = set, .row = kind, .det = "each"};
  if (kind >= 0 && !c->each && compose_count_it(c, cond) == 1) {
    c->each = &one;
    compose_condition(c, b, cond, form);
    c->each = NULL;
  } else say2(c, b, SAY_C_EVERY, form, a_noun(set), a_condition(cond));
}

void compose_condition(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  int x = p->kids > 0 ? part(c, at, 0) : -1, y = p->kids > 1 ? part(c, at, 1) : -1;
  if (++c->depth > COMPOSE_DEPTH) {
    c->depth--;
    return;
  }
  switch ((PhraseOp)p->op) {
  case PH_NOT: negation(c, b, at, form); break;
  case PH_AND:
  case PH_OR: both(c, b, at, form); break;
  case PH_IS:
    if (is_owner(c, x))
      say2(c, b, p->arg ? SAY_C_OWNS_NOT : SAY_C_OWNS, form, a_noun(y),
           a_noun(part(c, x, 0)));
    else
      say2(c, b, p->arg ? SAY_C_IS_NOT : SAY_C_IS, form, a_noun(x), compared_with(c, y));
    break;
  case PH_IN:
    say2(c, b, p->arg ? SAY_C_NOT_IN : SAY_C_IN, form, a_noun(x), a_noun(y));
    break;
  case PH_COMPARE: comparison(c, b, at, form); break;
  case PH_EMPTY: say1(c, b, SAY_C_EMPTY, form, a_noun(x)); break;
  case PH_ANY: say1(c, b, SAY_C_SOME, form, those(at)); break;
  case PH_ALL: every(c, b, x, y, form); break;
  default:
    if (is_fact(c, at)) say0(c, b, SAY_C_SO, form);
    else if (is_flag(c, at)) mark(c, b, at, true, form);
    else compose_noun(c, b, at, form, NULL);
  }
  c->depth--;
}

/* "with more than 2 Coins", "with more Coins than you"; false if it is compared with
 * something else. */
static bool compared(Composer *c, Buf *b, int at, Part name, const Form *form)
{
  static const Saying with[] = {SAY_C_WHO_LESS, SAY_C_WHO_MORE, SAY_C_WHO_AT_MOST,
                                SAY_C_WHO_AT_LEAST};
  const PPhrase *p = row(c, at), *own = row(c, part(c, at, 0)),
                *y = row(c, part(c, at, 1));
  if (y->op == PH_NUMBER) {
    name.number = y->arg == 1 ? "one" : number_word(c, y->arg); /* at least 1 Coin */
    name.written = true;
    say2(c, b, with[p->arg & 3], form, name, a_noun(part(c, at, 1)));
  } else if ((p->arg & 3) < 2 && y->op == own->op && y->arg == own->arg && y->kids == 1)
    say2(c, b, p->arg & 1 ? SAY_C_WHO_MORE_THAN : SAY_C_WHO_LESS_THAN, form, name,
         a_noun(part(c, part(c, at, 1), 0)));
  else return false;
  return true;
}

/* "in your Hand": is what was just named in a pile, a set or a list? */
static bool lies_in(const Composer *c, int at)
{
  return row(c, at)->op == PH_IN && row(c, part(c, at, 0))->op == PH_IT &&
         row(c, part(c, at, 1))->op == PH_FIELD;
}

/* Is it said behind what was just named, without "for which"? */
static bool is_attribute(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  switch ((PhraseOp)p->op) {
  case PH_AND: return is_attribute(c, part(c, at, 0)) && is_attribute(c, part(c, at, 1));
  case PH_IS: return compose_is_own(c, part(c, at, 0));
  case PH_NOT: return compose_is_own(c, part(c, at, 0)) && is_flag(c, part(c, at, 0));
  case PH_COMPARE:
    return compose_is_own(c, part(c, at, 0)) && row(c, part(c, at, 1))->op == PH_NUMBER;
  case PH_VALUE: return true;
  case PH_IN: return lies_in(c, at);
  default: return compose_is_own(c, at) && is_flag(c, at);
  }
}

/* A condition on the element that was just named: "at the safe", "whose place is b7". */
void compose_condition_on(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  bool on = p->op == PH_IS || p->op == PH_NOT || p->op == PH_COMPARE;
  int what = on ? part(c, at, 0) : at;
  bool own = compose_is_own(c, what), flag = own && is_flag(c, what);
  Part name =
      a_name(row(c, what)->op == PH_COLUMN ? NAME_COLUMN : NAME_FIELD, row(c, what)->arg);
  const Part *each = c->each;
  c->each = NULL; /* what is said of it here says "its" */
  if (flag && p->op != PH_IS && p->op != PH_COMPARE)
    say1(c, b, p->op == PH_NOT ? SAY_C_WHO_HOLDS_NOT : SAY_C_WHO_HOLDS, form, name);
  else if (own && p->op == PH_IS && row(c, part(c, at, 1))->op == PH_NONE)
    say1(c, b, p->arg ? SAY_C_WHO_HAS : SAY_C_WHO_HAS_NOT, form, name);
  else if (p->op == PH_AND && is_attribute(c, at))
    say2(c, b, SAY_C_BOTH, form, an_attribute(part(c, at, 0)),
         an_attribute(part(c, at, 1)));
  else if (own && p->op == PH_IS)
    say2(c, b, p->arg ? SAY_C_WHOSE_IS_NOT : SAY_C_WHOSE_IS, form, name,
         compared_with(c, part(c, at, 1)));
  else if (lies_in(c, at))
    say1(c, b, p->arg ? SAY_C_WHO_NOT_IN : SAY_C_WHO_IN, form, a_noun(part(c, at, 1)));
  else if (own && p->op == PH_COMPARE && compared(c, b, at, name, form)) { /* said */
  } else if (p->op == PH_VALUE || p->op == PH_HAND) compose_noun(c, b, at, form, NULL);
  else say1(c, b, SAY_C_WHERE_IF, form, a_condition(at));
  c->each = each;
}
