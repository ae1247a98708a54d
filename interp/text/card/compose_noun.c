/* Parts of sentences: names, nouns and conditions, and how they fill the sayings of the
 * language. */
#include "interp/text/card/compose_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

static void element(Composer *c, Buf *b, int set, int kind, const Form *form,
                    Filled *out);
static void owned(Composer *c, Buf *b, const Part *p, const Form *form, Filled *out);
static void several_such(Composer *c, Buf *b, int set, const Form *form, Filled *out);
static void such(Composer *c, Buf *b, int at, const Form *form);
static void counted(Composer *c, Buf *b, int at, const Form *form, Filled *out);
static void chosen(Composer *c, Buf *b, int at, const Form *form);
static void one_such(Composer *c, Buf *b, int set, int kind, const Form *form,
                     Filled *out);
static void taken_away(Composer *c, Buf *b, int set, const Form *form);

/* ---- the parts of a saying ------------------------------------------------------ */

typedef struct Said {
  Composer *c;
  Saying word;
  const Part *parts;
  int n;
} Said;

static void put_part(Composer *c, Buf *b, const Part *p, const Form *form, Filled *out)
{
  Form f = *form;
  if (p->det) f = form_det(f, p->det);
  if (p->number) {
    f = form_number(f, p->number);
    f.written = p->written;
  }
  switch (p->sort) {
  case PART_NOUN: compose_noun(c, b, p->at, &f, out); break;
  case PART_CONDITION: compose_condition(c, b, p->at, &f); break;
  case PART_ON: compose_condition_on(c, b, p->at, &f); break;
  case PART_SENTENCE: compose_sentence(c, b, p->at, &f); break;
  case PART_NAME: render_name(c->view, b, p->name, p->at, &f, out); break;
  case PART_ELEMENT: element(c, b, p->at, p->row, &f, out); break;
  case PART_OWNED: owned(c, b, p, &f, out); break;
  case PART_SUCH: one_such(c, b, p->at, p->row, &f, out); break;
  case PART_SEVERAL: several_such(c, b, p->at, &f, out); break;
  case PART_THOSE: such(c, b, p->at, &f); break;
  case PART_COUNTED: counted(c, b, p->at, &f, out); break;
  case PART_CHOSEN: chosen(c, b, p->at, &f); break;
  case PART_NUMBER_CHOSEN: say1(c, b, SAY_C_NUMBER_CHOSEN, &f, a_noun(p->at)); break;
  case PART_VALUE: compose_value_name(c, b, p->at, &f, out); break;
  case PART_ASKED: compose_asked(c, b, p->at, &f); break;
  case PART_SHARER: compose_sharer(c, b, p->at, &f, out); break;
  case PART_TAKEN: taken_away(c, b, p->at, &f); break;
  case PART_TEXT: buf_add(b, p->text); break;
  }
}

static bool fill_part(void *user, Buf *b, const char *name, size_t n, const Form *form,
                      Filled *out)
{
  const Said *s = user;
  int i = words_slot(s->word, name, n);
  if (i < 0 || i >= s->n) return false;
  const Part *p = &s->parts[i];
  size_t from = b->n;
  bool sentence = p->sort == PART_SENTENCE || p->sort == PART_TEXT;
  bool colon = from > 1 && !memcmp(b->at + from - 2, ": ", 2);
  put_part(s->c, b, p, form, out);
  if (sentence && colon && b->n > from &&
      forms_capital_behind_colon(lang_forms(s->c->view->lang, false)))
    buf_capital(b, lang_unmarked(b, from));
  return true;
}

void compose_say(Composer *c, Buf *b, Saying w, const Form *form, const Part *parts,
                 int n)
{
  Said s = {c, w, parts, n};
  template_put(c->view->lang, b, lang_word(c->view->lang, w), form, fill_part, &s);
}

/* ---- names ---------------------------------------------------------------------- */

/* "your hand", "the Safety of the bank", "the stock". */
static void owned(Composer *c, Buf *b, const Part *p, const Form *form, Filled *out)
{
  PhraseOp op = p->row < 0 ? PH_NONE : (PhraseOp)row(c, p->row)->op;
  Part name = p->of > 0 ? a_noun(p->of) : a_name(p->name, p->at);
  Form f = *form;
  if (op == PH_NONE) {
    int tag = p->name == NAME_FIELD && p->of <= 0
                  ? c->p->types[c->p->fields[p->at].type].tag
                  : T_VOID;
    bool pile = tag == T_PILE || tag == T_SET || tag == T_LIST;
    if ((c->rules || pile) && !*f.det) f = form_det(f, "the"); /* "shuffle the stock" */
    put_part(c, b, &name, &f, out);
  } else if (op == PH_ME || (op == PH_IT && !c->each)) {
    /* the first kind is the players */
    bool player = op == PH_IT && row(c, p->row)->arg == 0;
    Filled owner = {FILLED_MANY, NULL, false, false};
    Buf whose = {0};
    if (op == PH_IT && row(c, p->row)->arg >= 0)
      render_name(c->view, &whose, NAME_KIND, row(c, p->row)->arg, NULL, &owner);
    f.owner = owner.name;
    name.det = op == PH_ME ? "your" : player ? "their" : "its";
    put_part(c, b, &name, &f, out);
    buf_free(&whose);
  } else {
    Part owner = a_noun(p->row);
    owner.number = ""; /* "the guests of the market" */
    say2(c, b, SAY_C_OF, &f, name, owner);
    Buf unused = {0};
    put_part(c, &unused, &name, &(Form){0}, out); /* what others agree with */
    buf_free(&unused);
  }
}

/* ---- nouns ---------------------------------------------------------------------- */

static void join_words(Composer *c, Buf *b, int type, Saying last)
{
  const PType *t = &c->p->types[type];
  int n = t->hi - t->lo + 1;
  for (int i = 0; i < n; i++) {
    if (i) words_add(c->view->lang, b, i == n - 1 ? last : SAY_COMMA);
    render_scalar(c->view, b, type, t->lo + i);
  }
}

/* 1..2 is "1 or 2", 1..3 "1, 2 or 3", 1..6 "1 to 6", 0..2 "up to 2". */
static void span_noun(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *lo = row(c, part(c, at, 0)), *hi = row(c, part(c, at, 1));
  bool known = lo->op == PH_NUMBER && hi->op == PH_NUMBER && hi->arg < MAX_NUMBER;
  if (known) out->number = hi->arg; /* the last number is what others agree with */
  out->plural = true;
  if (lo->op == PH_NUMBER && lo->arg == 0) {
    say1(c, b, SAY_C_UP_TO, form, a_noun(part(c, at, 1)));
  } else if (!known) {
    say2(c, b, SAY_C_SPAN_OPEN, form, a_noun(part(c, at, 0)), a_noun(part(c, at, 1)));
  } else if ((int64_t)hi->arg - lo->arg > 2) {
    say2(c, b, SAY_C_SPAN, form, a_noun(part(c, at, 0)), a_noun(part(c, at, 1)));
  } else {
    for (int v = lo->arg; v <= hi->arg; v++) {
      if (v > lo->arg) words_add(c->view->lang, b, v == hi->arg ? SAY_OR : SAY_COMMA);
      buf_printf(b, "%d", v);
    }
  }
}

/* The kind of what lies in a pile, if players have a word for it; else -1. */
int compose_pile_of(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  const PType *t = p->op == PH_FIELD ? &c->p->types[c->p->fields[p->arg].type] : NULL;
  return t && t->tag == T_PILE && t->kind >= 0 && c->p->kinds[t->kind].text >= 0 ? t->kind
                                                                                 : -1;
}

/* The kind of what a field holds, in a pile, a set or a list; else -1. */
int compose_holds(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  const PType *t = p->op == PH_FIELD ? &c->p->types[c->p->fields[p->arg].type] : NULL;
  if (t && (t->tag == T_SET || t->tag == T_LIST) && t->elem >= 0)
    t = &c->p->types[t->elem];
  else if (!t || t->tag != T_PILE) return -1;
  bool player = t->kind >= 0 && c->p->kinds[t->kind].flags & KIND_PLAYER;
  return t->kind >= 0 && (player || c->p->kinds[t->kind].text >= 0) ? t->kind : -1;
}

/* Is a set called as all of its kind are, "agents"? */
bool compose_mere_plural(const Composer *c, const PPhrase *set, int kind)
{
  if (set->op != PH_VALUE || set->kids || kind < 0) return false;
  View source = *c->view;
  source.lang = NULL;
  Buf many = {0}, own = {0};
  Form form = form_number((Form){0}, "many");
  render_name(&source, &many, NAME_KIND, kind, &form, NULL);
  render_value_name(&source, &own, set->arg, set->arg2, NULL, NULL);
  bool same = !strcmp(buf_text(&own), buf_text(&many));
  buf_free(&many);
  buf_free(&own);
  return same;
}

/* A set with words of its own, such as "another player"; a mere plural says no more than
 * the kind does. */
static bool own_words(const Composer *c, int at, int kind)
{
  const PPhrase *set = row(c, at);
  if (set->op != PH_VALUE || set->arg < 0 || compose_mere_plural(c, set, kind))
    return false;
  return !set->kids || !compose_value_same(c, at, "the");
}

/* Do its words say what one of the set is, without an article of their own? */
bool compose_is_one(const Composer *c, int at)
{
  const PType *t = compose_value_type(c, at);
  return t && t->tag == T_SET && own_words(c, at, t->kind) &&
         !compose_value_same(c, at, "the");
}

/* One of a set with words of its own.  They may bring their article ("another player",
 * "the guests there") and then stay as they are; else they are one or several of what is
 * named, whichever of both is written: "other player", "other players". */
static void own_element(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  Form f = *form;
  f.written = false;
  if (compose_value_same(c, at, "the") && strcmp(f.det, "each") != 0)
    f = form_det(f, ""), *f.number = 0;
  else if (!*f.number) f = form_number(f, "one");
  else if (render_is_plural(c->view, row(c, at)->arg)) *f.number = 0;
  compose_value_element(c, b, at, &f, out);
}

/* All players but you. */
static bool is_others(const Composer *c, int set)
{
  const PPhrase *s = row(c, set);
  return s->op == PH_LESS && s->arg && row(c, part(c, set, 0))->op == PH_PLAYERS &&
         row(c, part(c, set, 1))->op == PH_ME;
}

/* What a set is taken from, by conditions and without some. */
static int innermost(const Composer *c, int set)
{
  set = compose_base(c, set);
  while (row(c, set)->op == PH_LESS && row(c, set)->arg && !is_others(c, set))
    set = compose_base(c, part(c, set, 0));
  return set;
}

static void other_element(Composer *c, Buf *b, const Form *form, Filled *out)
{
  bool each = !strcmp(form->det, "each");
  Part player = a_name(NAME_KIND, 0);
  player.det = "";
  Buf unused = {0};
  render_name(c->view, &unused, NAME_KIND, 0, &(Form){0}, out);
  buf_free(&unused);
  say1(c, b,
       each            ? SAY_C_EACH_OTHER_ONE
       : *form->number ? SAY_C_OTHERS
                       : SAY_C_ANOTHER,
       form, player);
}

/* What the elements of a set are: "agent", "agents". */
static void element(Composer *c, Buf *b, int set, int kind, const Form *form, Filled *out)
{
  set = innermost(c, set);
  if (is_others(c, set)) other_element(c, b, form, out);
  else if (kind >= 0 && own_words(c, set, kind)) own_element(c, b, set, form, out);
  else if (kind >= 0 && !strcmp(form->det, "each") && compose_holds(c, set) == kind) {
    Part each = a_name(NAME_KIND, kind), in = a_noun(set); /* each card in your Hand */
    in.det = "";
    say2(c, b, SAY_C_WITHIN, form, each, in);
  } else if (kind >= 0) render_name(c->view, b, NAME_KIND, kind, form, out);
  else compose_noun(c, b, set, form, out);
}

/* Can its words be said of each one?  "another player", "other players", but not "the
 * guests there". */
bool compose_each_one(const Composer *c, int set, int kind)
{
  const PPhrase *s = row(c, set);
  if (s->op == PH_LESS && s->arg && kind >= 0 && !is_others(c, set))
    return compose_each_one(c, part(c, set, 0), kind);
  if (s->op == PH_KIND || s->op == PH_PLAYERS || is_others(c, set) ||
      compose_mere_plural(c, s, kind))
    return true;
  if (kind >= 0 && compose_holds(c, set) == kind) return true;
  return kind >= 0 && own_words(c, set, kind) &&
         (!compose_value_same(c, set, "the") || compose_value_same(c, set, "a"));
}

/* most(p in S: p.coins): those of a set with the most of what they have. */
static bool is_most(const Composer *c, int set)
{
  const PPhrase *s = row(c, set);
  if (s->op != PH_CALL || s->kids != 2 || !compose_is_own(c, part(c, set, 1)))
    return false;
  const char *name = program_string(c->p, s->arg);
  return !strcmp(name, "most") || !strcmp(name, "least");
}

/* Those that a set is narrowed from by conditions. */
int compose_base(const Composer *c, int set)
{
  while (row(c, set)->op == PH_WHERE || is_most(c, set)) set = part(c, set, 0);
  return set;
}

static void with_most(Composer *c, Buf *b, int set, const Form *form)
{
  const PPhrase *what = row(c, part(c, set, 1));
  bool most = !strcmp(program_string(c->p, row(c, set)->arg), "most");
  say1(c, b, most ? SAY_C_WHO_MOST : SAY_C_WHO_LEAST, form,
       a_name(what->op == PH_COLUMN ? NAME_COLUMN : NAME_FIELD, what->arg));
}

/* "agent at the safe": one of a set that is narrowed by conditions. */
static void one_such(Composer *c, Buf *b, int set, int kind, const Form *form,
                     Filled *out)
{
  if (is_most(c, set)) {
    Part what = {.sort = PART_SUCH, .at = part(c, set, 0), .row = kind};
    Buf most = {0};
    with_most(c, &most, set, &(Form){0});
    say2(c, b, SAY_C_WHERE, form, what, a_text(buf_text(&most)));
    buf_free(&most);
    return;
  }
  if (row(c, set)->op == PH_LESS && !is_others(c, set)) {
    Part all = {.sort = PART_SUCH, .at = part(c, set, 0), .row = kind};
    Part but = a_noun(part(c, set, 1));
    but.det = but.number = "";
    say2(c, b, SAY_C_EXCEPT, form, all, but);
    return;
  }
  if (row(c, set)->op != PH_WHERE) {
    element(c, b, set, row(c, set)->op == PH_PLAYERS ? 0 : kind, form, out);
    return;
  }
  Part what = {.sort = PART_SUCH, .at = part(c, set, 0), .row = kind};
  say2(c, b, SAY_C_WHERE, form, what, an_attribute(part(c, set, 1)));
}

/* "an agent", "2 agents": what is chosen, and how many. */
static void counted(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *p = row(c, at);
  Part what = {.sort = PART_ELEMENT, .at = part(c, at, 0), .row = p->arg, .det = ""};
  Filled n = {1, NULL, false, false};
  if (p->kids > 1) {
    Buf unused = {0};
    compose_noun(c, &unused, part(c, at, 1), form, &n);
    buf_free(&unused);
  } else if (c->counted) { /* "gain 1 resource": after a number no article */
    n.number = c->counted;
  } else if (!p->arg2) {
    what.det = "a";
  }
  what.number = number_word(c, n.number);
  if (p->kids > 1)
    say2(c, b, compose_is_counted(c, part(c, at, 1)) ? SAY_C_COUNTED : SAY_C_SO_MANY,
         form, a_noun(part(c, at, 1)), what);
  else put_part(c, b, &what, form, out);
  out->number = n.number;
  out->plural = n.number != 1;
}

/* Do two rows say the same? */
static bool same_rows(const Composer *c, int a, int b)
{
  return row(c, a)->size == row(c, b)->size &&
         !memcmp(row(c, a), row(c, b), (size_t)row(c, a)->size * sizeof(PPhrase));
}

/* Is only a part of its kind in a set that its elements do not name?  "an agent" says all
 * of `agents`, not of `friends(me)`. */
static bool is_some_of(const Composer *c, int set, int kind)
{
  const PPhrase *s = row(c, set);
  if (kind < 0 || own_words(c, set, kind) || compose_mere_plural(c, s, kind))
    return false;
  if (c->whence && same_rows(c, c->whence, set)) return false; /* it is said anyway */
  return s->op == PH_VALUE || s->op == PH_FIELD || s->op == PH_COLUMN ||
         s->op == PH_CALL || s->op == PH_SUM || s->op == PH_COND;
}

static void chosen(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  Part what = {.sort = PART_COUNTED, .at = at};
  int base = innermost(c, part(c, at, 0));
  Saying how = p->op == PH_RANDOM       ? SAY_C_RANDOM
               : p->kids < 2 && p->arg2 ? SAY_C_UP_TO_CHOICE
                                        : SAY_C_CHOOSE;
  if (is_some_of(c, base, p->arg)) {
    Buf one = {0};
    say1(c, &one, how, form, what);
    Part from = a_noun(base);
    if (row(c, base)->op == PH_FIELD && !row(c, base)->kids) from.det = "the";
    say2(c, b, SAY_C_FROM, form, a_text(buf_text(&one)), from);
    buf_free(&one);
  } else say1(c, b, how, form, what);
}

/* Your own of a kind: who chooses any but that chooses "another Location". */
static bool is_ones_own(const Composer *c, int at, int kind)
{
  const PPhrase *p = row(c, at);
  const PType *t = p->op == PH_FIELD ? &c->p->types[c->p->fields[p->arg].type] : NULL;
  return t && t->tag == T_THING && t->kind == kind && p->kids == 1 &&
         row(c, part(c, at, 0))->op == PH_ME;
}

/* What all is taken away from a set: "Red and the agent at the safe". */
static void taken_away(Composer *c, Buf *b, int set, const Form *form)
{
  int base = part(c, set, 0), out = part(c, set, 1);
  if (row(c, base)->op == PH_LESS && row(c, base)->arg && !is_others(c, base)) {
    Part before = {.sort = PART_TAKEN, .at = base};
    say2(c, b, SAY_C_JOIN, form, before, a_noun(out));
  } else compose_noun(c, b, out, form, NULL);
}

/* "an agent of your choice except Red", and the conditions that narrow it further. */
static void choice_from(Composer *c, Buf *b, int at, int set, const Form *form)
{
  const PPhrase *s = row(c, set);
  bool less = s->op == PH_LESS && s->arg && !is_others(c, set);
  int inner = set;
  Buf what = {0}, more = {0};
  const PPhrase *of = less ? row(c, part(c, set, 0)) : s;
  bool all = of->op == PH_KIND || (of->op == PH_VALUE && of->arg < 0);
  if (less && row(c, at)->kids < 2 && !row(c, at)->arg2 && all &&
      is_ones_own(c, part(c, set, 1), row(c, at)->arg)) {
    say1(c, b, SAY_C_ANOTHER, form,
         (Part){.sort = PART_NAME, .name = NAME_KIND, .at = row(c, at)->arg, .det = ""});
    return;
  }
  while (less && row(c, inner)->op == PH_LESS && row(c, inner)->arg &&
         !is_others(c, inner))
    inner = part(c, inner, 0);
  if (s->op == PH_WHERE) inner = part(c, set, 0);
  else if (is_most(c, set)) {
    inner = part(c, set, 0);
    with_most(c, &more, set, &(Form){0});
  }
  if (inner == set) put_part(c, b, &(Part){.sort = PART_CHOSEN, .at = at}, form, NULL);
  else choice_from(c, &what, at, inner, form);
  Part taken = {.sort = PART_TAKEN, .at = set, .det = "", .number = ""};
  if (less) say2(c, b, SAY_C_EXCEPT, form, a_text(buf_text(&what)), taken);
  else if (inner != set)
    say2(c, b, SAY_C_WHERE, form, a_text(buf_text(&what)),
         s->op == PH_WHERE ? an_attribute(part(c, set, 1)) : a_text(buf_text(&more)));
  buf_free(&what);
  buf_free(&more);
}

static void choice_noun(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *p = row(c, at);
  int set = part(c, at, 0), base = compose_base(c, set);
  const PPhrase *s = row(c, base);
  if (s->op == PH_SPAN && p->op == PH_RANDOM) {
    say2(c, b, SAY_C_RANDOM_SPAN, form, a_noun(part(c, base, 0)),
         a_noun(part(c, base, 1)));
  } else if (s->op == PH_SPAN) { /* a number or a word: just say which */
    span_noun(c, b, base, form, out);
  } else if (s->op == PH_TYPE && p->arg < 0) {
    join_words(c, b, s->arg, SAY_OR);
  } else {
    Buf unused = {0};
    counted(c, &unused, at, form, out); /* what others agree with */
    buf_free(&unused);
    choice_from(c, b, at, set, form);
  }
}

/* "this card", "that agent"; "it" if its kind is not known. */
static void pointed(Composer *c, Buf *b, int kind, const char *det, const Form *form,
                    Filled *out)
{
  Form f = form_det(*form, det);
  if (kind < 0 || kind >= c->p->n_kinds) say0(c, b, SAY_C_IT, form);
  else render_name(c->view, b, NAME_KIND, kind, &f, out);
}

static void plain_noun(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *p = row(c, at);
  int owner = p->kids ? part(c, at, 0) : -1;
  Part own;
  switch ((PhraseOp)p->op) {
  case PH_NUMBER:
    buf_printf(b, "%d", p->arg);
    out->number = p->arg;
    break;
  case PH_FLAG: words_add(c->view->lang, b, p->arg ? SAY_YES : SAY_NO); break;
  case PH_NONE: say0(c, b, SAY_NONE, form); break;
  case PH_WORD: render_name(c->view, b, NAME_WORD, p->arg, form, out); break;
  case PH_THING:
    render_thing_form(c->view, b, p->arg, form, out);
    out->number = 1;
    break;
  case PH_KIND: {
    Form all = form_det(*form, ""); /* no article beside "all" but what a language has */
    out->plural = true;
    say1(c, b, SAY_C_ALL, &all, a_name(NAME_KIND, p->arg));
    break;
  }
  case PH_TYPE: join_words(c, b, p->arg, SAY_AND); break;
  case PH_PLAYERS:
    out->plural = true;
    say0(c, b, SAY_C_PLAYERS, form);
    break;
  case PH_ME:
    say0(c, b, SAY_C_YOU, form);
    out->name = "you|you"; /* verbs agree with it */
    break;
  case PH_THIS: pointed(c, b, p->arg - 1, "this", form, out); break;
  case PH_IT: /* "it" has as many words as a language has genders */
    if (c->each) put_part(c, b, c->each, form, out);
    else pointed(c, b, p->arg, "that", form, out);
    break;
  case PH_THAT:
    if (p->arg2 > 0 && p->arg2 <= 3 && p->arg >= 0)
      say1(c, b, (Saying)(SAY_C_THE_FIRST + p->arg2 - 1), form,
           (Part){.sort = PART_NAME, .name = NAME_KIND, .at = p->arg, .det = ""});
    else if (p->arg2 == THAT_NUMBER) say0(c, b, SAY_C_THAT_NUMBER, form);
    else if (p->arg2 == THAT_SEVERAL && p->arg >= 0) {
      out->plural = true;
      say1(c, b, SAY_C_THOSE, form,
           (Part){.sort = PART_NAME, .name = NAME_KIND, .at = p->arg, .det = ""});
    } else pointed(c, b, p->arg, p->arg2 == THAT_ANY ? "a" : "that", form, out);
    break;
  case PH_FOR: say2(c, b, SAY_C_FOR, form, a_noun(owner), a_noun(part(c, at, 1))); break;
  case PH_FIELD:
  case PH_COLUMN:
    own = an_owned(p->op == PH_FIELD ? NAME_FIELD : NAME_COLUMN, p->arg, owner);
    put_part(c, b, &own, form, out);
    break;
  case PH_HAND: render_words(c->view, b, p->arg); break;
  default: compose_condition(c, b, at, form);
  }
}

void compose_noun(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *p = row(c, at);
  Filled own = {FILLED_MANY, NULL, false, false};
  if (!out) out = &own;
  *out = own;
  if (++c->depth > COMPOSE_DEPTH) {
    c->depth--;
    return;
  }
  switch ((PhraseOp)p->op) {
  case PH_CHOOSE:
  case PH_RANDOM: choice_noun(c, b, at, form, out); break;
  case PH_SPAN: span_noun(c, b, at, form, out); break;
  case PH_VALUE: compose_value(c, b, at, form, out); break;
  case PH_ARG: compose_noun(c, b, part(c, at, 0), form, out); break;
  case PH_WHERE:
    out->plural = true;
    say2(c, b, SAY_C_WHERE, form, a_noun(part(c, at, 0)), an_attribute(part(c, at, 1)));
    break;
  case PH_SUM:
  case PH_LESS:
  case PH_TIMES: compose_pair(c, b, at, form, out); break;
  case PH_CALL: compose_call(c, b, at, form); break;
  case PH_COND:
    say3(c, b, SAY_C_COND, form, a_condition(part(c, at, 0)), a_noun(part(c, at, 1)),
         a_noun(part(c, at, 2)));
    break;
  default: plain_noun(c, b, at, form, out);
  }
  c->depth--;
}

/* How often "it" is said in a row. */
int compose_count_it(const Composer *c, int at)
{
  int n = row(c, at)->op == PH_IT;
  for (int k = 0; k < row(c, at)->kids; k++) n += compose_count_it(c, part(c, at, k));
  return n;
}

/* "agents whose place is 7": a set without "all". */
static void several_such(Composer *c, Buf *b, int set, const Form *form, Filled *out)
{
  const PPhrase *s = row(c, set);
  Form bare = form_det(*form, ""), many = form_number(bare, "many");
  const PType *t = compose_value_type(c, set);
  Part of = {.sort = PART_SEVERAL, .at = s->kids ? part(c, set, 0) : -1};
  form = &bare;
  if (out) out->plural = true;
  if (s->op == PH_KIND || s->op == PH_PLAYERS)
    render_name(c->view, b, NAME_KIND, s->op == PH_KIND ? s->arg : 0, &many, out);
  else if (s->op == PH_WHERE)
    say2(c, b, SAY_C_WHERE, form, of, an_attribute(part(c, set, 1)));
  else if (s->op == PH_LESS && s->arg && is_others(c, set))
    other_element(c, b, &many, out);
  else if (s->op == PH_LESS && s->arg)
    say2(c, b, SAY_C_EXCEPT, form, of, a_noun(part(c, set, 1)));
  else if (compose_is_one(c, set)) element(c, b, set, t->kind, &many, out);
  else if (compose_holds(c, set) >= 0) { /* "cards in your Hand" */
    Part cards = a_name(NAME_KIND, compose_holds(c, set));
    cards.number = "many";
    say2(c, b, SAY_C_WITHIN, form, cards, a_noun(set));
  } else compose_noun(c, b, set, form, out);
}

static void such(Composer *c, Buf *b, int at, const Form *form)
{
  Part what = {.sort = PART_SEVERAL, .at = part(c, at, 0)};
  say2(c, b, SAY_C_WHERE, form, what, an_attribute(part(c, at, 1)));
}
