/* What rules change: gains and losses, marks, and what cards add to values. */
#include "interp/text/card/compose_int.h"
#include "interp/text/event.h"

#include <string.h>

/* Does each player have one of this field? */
static bool is_per_player(const Composer *c, int field)
{
  const PField *f = &c->p->fields[field];
  int kind = f->per_type >= 0 ? c->p->types[f->per_type].kind : -1;
  return kind >= 0 && c->p->kinds[kind].flags & KIND_PLAYER;
}

typedef struct Changed {
  Composer *c;
  int at;
} Changed;

/* {it}, {now} and {by} of the words that a field has for the log: here they are what the
 * rule names. */
static bool fill_told(void *user, Buf *b, const char *name, size_t n, const Form *form,
                      Filled *out)
{
  const Changed *call = user;
  Composer *c = call->c;
  const PPhrase *p = row(c, call->at);
  Form plain = *form;
  if (!strcmp(plain.kase, "tells")) plain.kase[0] = 0;
  if (!strcmp(plain.det, "no")) plain.det[0] = 0;
  if (n == 2 && !memcmp(name, "it", 2) && p->kids > 1)
    compose_noun(c, b, part(c, call->at, 1), &plain, out);
  else if ((n == 3 && !memcmp(name, "now", 3)) || (n == 2 && !memcmp(name, "by", 2)))
    compose_noun(c, b, part(c, call->at, 0), &plain, out);
  else return false;
  return true;
}

static bool asks_for(const char *s, size_t n, const char *slot)
{
  const char *at = strstr(s, slot);
  return at && at < s + n;
}

/* A field that has words for the log says what a rule does to it with them; one that
 * wants none there is bookkeeping, and not said here either.  False: it has none. */
bool compose_told_change(Composer *c, Buf *b, int at)
{
  const PPhrase *p = row(c, at), *value = row(c, part(c, at, 0));
  int32_t text = c->p->fields[p->arg].text;
  if (text < 0) return false;
  Wording w = lang_text(c->view->lang, c->p, text);
  bool ends = value->op == PH_NONE || (value->op == PH_FLAG && !value->arg);
  Form form = {.kase = "tells"};
  if (ends || p->op == PH_LOWER) form = form_det(form, "no");
  size_t n;
  if (event_is_silent(c->p, text, &form)) return true;
  const char *said = event_change_words(w.text, &form, ends, &n);
  if (!said) return false;
  bool number = p->op != PH_SET;
  if (n && ((number && !asks_for(said, n, "{by}")) || asks_for(said, n, "{old") ||
            (p->op == PH_SET && value->op != PH_FLAG && value->op != PH_NONE &&
             !asks_for(said, n, "{now"))))
    return false;
  Changed call = {c, at};
  size_t from = b->n;
  w.forms = true;
  if (n) template_put(c->view->lang, b, w, &form, fill_told, &call);
  if (n && *said != '{') buf_small(b, from);
  return true;
}

/* A number that is written there, or chosen: "gain 1 or 2 Coins".  Another one is what
 * something is raised by. */
bool compose_is_counted(const Composer *c, int at)
{
  switch ((PhraseOp)row(c, at)->op) {
  case PH_NUMBER:
  case PH_SPAN: return true;
  case PH_VALUE: return row(c, at)->arg < 0; /* "n" of whoever calls */
  case PH_CHOOSE: return row(c, part(c, at, 0))->op == PH_SPAN;
  default: return false;
  }
}

/* Does a player have it?  Then it can be gained and lost. */
static bool is_of_player(const Composer *c, int field)
{
  int kind = c->p->fields[field].kind;
  return kind >= 0 && c->p->kinds[kind].flags & KIND_PLAYER;
}

/* "That player gains 2 Coins." */
void compose_gain_of(Composer *c, Buf *b, int at, Part who, const Form *form)
{
  const PPhrase *p = row(c, at);
  Filled amount = {FILLED_MANY, NULL, false, false};
  Buf unused = {0};
  compose_noun(c, &unused, part(c, at, 0), &(Form){0}, &amount);
  buf_free(&unused);
  Part what = p->kids > 2 ? a_noun(part(c, at, 2)) : a_name(NAME_FIELD, p->arg);
  what.number = amount.number == 1 ? "one" : number_word(c, amount.number);
  what.written = true;
  say3(c, b, p->op == PH_RAISE ? SAY_C_GAINS : SAY_C_LOSES, form, who,
       a_noun(part(c, at, 0)), what);
}

bool compose_is_gain(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  return (p->op == PH_RAISE || p->op == PH_LOWER) && is_of_player(c, p->arg) &&
         compose_is_counted(c, part(c, at, 0));
}

void compose_change(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  if (compose_told_change(c, b, at)) return;
  int owner = p->kids > 1 ? part(c, at, 1) : -1;
  bool mine = owner >= 0 && row(c, owner)->op == PH_ME;
  const PPhrase *value = row(c, part(c, at, 0));
  if (owner >= 0 && p->kids == 2 && value->op == PH_FLAG && p->op == PH_SET) {
    Part mark = a_name(NAME_FIELD, p->arg);
    mark.det = mark.number = "";
    say2(c, b, value->arg ? SAY_C_MARK : SAY_C_UNMARK, form, mark, a_noun(owner));
    return;
  }
  if (owner >= 0 && !mine && !c->rules && !c->order && compose_is_gain(c, at)) {
    compose_gain_of(c, b, at, a_noun(owner), form);
    return;
  }
  Filled amount = {FILLED_MANY, NULL, false, false};
  Buf unused = {0};
  Form plain = {0};
  compose_noun(c, &unused, part(c, at, 0), &plain, &amount);
  buf_free(&unused);
  /* holds[money]: the money; front[me]: the front for you */
  int which = p->kids > 2 ? part(c, at, 2) : -1;
  bool whose = which >= 0 && is_per_player(c, p->arg);
  Part bare = which >= 0 && !whose ? a_noun(which) : a_name(NAME_FIELD, p->arg);
  Part whole = an_owned(NAME_FIELD, p->arg, owner);
  if (which >= 0 && !whose) whole.of = which;
  whole.number = "many"; /* "raise their coins by 1" */
  whole.written = true;
  Part much = a_noun(part(c, at, 0));
  Buf for_whom = {0};
  if (whose) {
    say2(c, &for_whom, SAY_C_FOR, form, whole, a_noun(which));
    whole = a_text(buf_text(&for_whom));
    mine = false;
    owner = which;
  }
  bare.number = amount.number == 1 ? "one" : number_word(c, amount.number);
  bare.written = true;
  bool counted = compose_is_counted(c, part(c, at, 0));
  Buf any = {0};
  if (p->op == PH_SET && value->op == PH_CHOOSE &&
      row(c, part(c, part(c, at, 0), 0))->op == PH_SPAN) { /* no "up to 3" */
    int span = part(c, part(c, at, 0), 0);
    say2(c, &any, SAY_C_NUMBER_FROM, form, a_noun(part(c, span, 0)),
         a_noun(part(c, span, 1)));
    much = a_text(buf_text(&any));
  }
  if (p->op == PH_SET && value->op == PH_NONE) say1(c, b, SAY_C_UNSET, form, whole);
  else if (p->op == PH_SET) say2(c, b, SAY_C_SET, form, much, whole);
  else if (mine && !c->rules && counted)
    say2(c, b, p->op == PH_RAISE ? SAY_C_GAIN : SAY_C_LOSE, form, much, bare);
  else if (counted)
    say2(c, b, p->op == PH_RAISE ? SAY_C_RAISE : SAY_C_LOWER, form, much, whole);
  else say2(c, b, p->op == PH_RAISE ? SAY_C_RAISE_BY : SAY_C_LOWER_BY, form, much, whole);
  buf_free(&for_whom);
  buf_free(&any);
}

/* "each other unit whose Camp is the North": whose value a card contributes to. */
static Part share_whose(const Composer *c, int at)
{
  int set = part(c, at, 2), base = set;
  while (row(c, base)->op == PH_WHERE) base = part(c, base, 0);
  if (row(c, base)->op != PH_KIND) return a_noun(set); /* "you", "the Reef" */
  return (Part){.sort = PART_SUCH, .at = set, .row = row(c, base)->arg};
}

/* "The Rock does not count as an open isle." */
static void share_of_set(Composer *c, Buf *b, int at, const Form *form)
{
  int value = part(c, at, 0);
  const PType *t = compose_value_type(c, value);
  bool away = row(c, at)->arg / SHARE_SORT == SHARE_TAKE;
  Part one = {.sort = PART_ELEMENT, .at = value, .row = t->kind, .det = "a"};
  if (!compose_is_one(c, value)) one = a_noun(value);
  say2(c, b, away ? SAY_C_COUNTS_NOT : SAY_C_COUNTS, form, a_noun(part(c, at, 1)), one);
}

static void share_of_nobody(Composer *c, Buf *b, int at, Part what, const Form *form)
{
  static const Saying words[] = {SAY_C_IS_NOW,   SAY_C_IS_HIGHER, SAY_C_IS_HIGHER,
                                 SAY_C_IS_TIMES, SAY_C_IS_OVER,   SAY_C_IS_LEAST,
                                 SAY_C_IS_MOST};
  int how = row(c, at)->arg, amount = part(c, at, 1);
  bool less = how & SHARE_MINUS;
  Saying w = less ? SAY_C_IS_LOWER : words[how / SHARE_SORT];
  if (w == SAY_C_IS_HIGHER && !compose_is_counted(c, amount)) w = SAY_C_IS_HIGHER_BY;
  if (w == SAY_C_IS_LOWER && !compose_is_counted(c, amount)) w = SAY_C_IS_LOWER_BY;
  say2(c, b, w, form, what, a_noun(amount));
}

/* Who has it. */
void compose_sharer(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  Part whose = share_whose(c, at);
  if (row(c, at)->arg2 == 2 && whose.sort == PART_SUCH) {
    Form this = form_det(*form, "this");
    render_name(c->view, b, NAME_KIND, whose.row, &this, out);
  } else if (whose.sort == PART_SUCH)
    say1(c, b, row(c, at)->arg2 ? SAY_C_EACH_OTHER : SAY_C_EACH_WHO, form, whose);
  else compose_noun(c, b, whose.at, form, out);
}

static void share_of(Composer *c, Buf *b, int at, const Form *form)
{
  static const Saying words[] = {SAY_C_HAS,       SAY_C_HAS_MORE, SAY_C_HAS_MORE,
                                 SAY_C_HAS_TIMES, SAY_C_HAS_OVER, SAY_C_HAS_LEAST,
                                 SAY_C_HAS_MOST};
  int how = row(c, at)->arg, value = part(c, at, 0), amount = part(c, at, 1);
  Saying w = how & SHARE_MINUS ? SAY_C_HAS_LESS : words[how / SHARE_SORT];
  Part who = {.sort = PART_SHARER, .at = at}, of = {.sort = PART_VALUE, .at = value};
  bool you = row(c, part(c, at, 2))->op == PH_ME;
  if (row(c, amount)->op == PH_FLAG)
    say2(c, b, row(c, amount)->arg ? SAY_C_DOES_HOLD : SAY_C_DOES_NOT_HOLD, form, of,
         who);
  else if (you) { /* "your Hand limit is 2 higher" */ of.det = "your";
    share_of_nobody(c, b, at, of, form);
  } else if (!compose_is_counted(c, amount)) {
    Buf what = {0};
    say2(c, &what, SAY_C_OF, form, of, who);
    share_of_nobody(c, b, at, a_text(buf_text(&what)), form);
    buf_free(&what);
  } else say3(c, b, w, form, who, a_noun(value), a_noun(amount));
}

static void share_plainly(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *amount = row(c, part(c, at, 1));
  const PType *t = compose_value_type(c, part(c, at, 0));
  bool nobody = row(c, at)->kids < 3 || row(c, part(c, at, 2))->op == PH_NONE;
  if (t && t->tag == T_SET) share_of_set(c, b, at, form);
  else if (!nobody) share_of(c, b, at, form);
  else if (amount->op == PH_FLAG)
    say1(c, b, amount->arg ? SAY_C_SO_NOW : SAY_C_NOT_SO_NOW, form,
         a_noun(part(c, at, 0)));
  else share_of_nobody(c, b, at, a_noun(part(c, at, 0)), form);
}

/* What a card in play does to a value. */
void compose_share(Composer *c, Buf *b, int at, const Form *form)
{
  if (row(c, at)->kids < 4) {
    share_plainly(c, b, at, form);
    return;
  }
  Buf does = {0};
  share_plainly(c, &does, at, form);
  say2(c, b, SAY_C_WHILE, form, a_condition(part(c, at, 3)), a_text(buf_text(&does)));
  buf_free(&does);
}
