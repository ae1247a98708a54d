/* Sentences from phrases.
 *
 * interp/code/phrase.c has said what a rule does without a word; here the words are
 * found: verbs bring their templates, things and kinds their names, and the few
 * connectives of the language stand in words.def.  A part of a sentence is made when its
 * template asks for it, because the template says in which form; so every function here
 * takes the form that is wanted, and tells what it made (Filled), so that other words can
 * agree with it. */
#include "interp/text/compose.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 60 };

typedef struct Composer {
  const View *view;
  const Program *p;
  int depth;
  int64_t counted; /* a number stands before the noun that is asked for; 0: none */
} Composer;

/* What fills a placeholder of a saying. */
typedef enum {
  PART_NOUN,      /* row */
  PART_CONDITION, /* row */
  PART_ON,        /* row: a condition on what was just named */
  PART_SENTENCE,  /* row */
  PART_NAME,      /* row `at` of `sort`, with `det` and `number` */
  PART_ELEMENT,   /* one of set `at`, of kind `row`, the same */
  PART_OWNED,     /* row `at` of `sort` (or noun `of`), of owner `row` or nobody (-1) */
  PART_SUCH,      /* one of kind `row`, with the conditions of set `at` */
  PART_SEVERAL,   /* several of set `at` */
  PART_THOSE,     /* the set and condition of row `at` */
  PART_COUNTED,   /* how many of what choice `at` gives */
  PART_CHOSEN,    /* choice `at`, without its conditions */
  PART_WORD,      /* saying `at` */
  PART_TEXT,      /* text */
} PartSort;
typedef struct Part {
  PartSort sort;
  int at, row, of;
  NameSort name;
  const char *det, *number; /* NULL: as the template asks */
  bool written;
  const char *text;
} Part;

static void noun(Composer *c, Buf *b, int at, const Form *form, Filled *out);
static void sentence(Composer *c, Buf *b, int at, const Form *form);
static void condition(Composer *c, Buf *b, int at, const Form *form);
static void condition_on(Composer *c, Buf *b, int at, const Form *form);
static void element(Composer *c, Buf *b, int set, int kind, const Form *form,
                    Filled *out);
static void owned(Composer *c, Buf *b, const Part *p, const Form *form, Filled *out);
static void several_such(Composer *c, Buf *b, int set, const Form *form, Filled *out);
static void such(Composer *c, Buf *b, int at, const Form *form);
static void counted(Composer *c, Buf *b, int at, const Form *form, Filled *out);
static void chosen(Composer *c, Buf *b, int at, const Form *form, Filled *out);
static void one_such(Composer *c, Buf *b, int set, int kind, const Form *form,
                     Filled *out);

static const PPhrase *row(const Composer *c, int at) { return &c->p->phrases[at]; }

/* The k-th part of a phrase. */
static int part(const Composer *c, int at, int k)
{
  int kid = at + 1;
  while (k-- > 0) kid += row(c, kid)->size;
  return kid;
}

static char *sentence_of(Composer *c, int at, const Form *form)
{
  Buf b = {0};
  sentence(c, &b, at, form);
  return buf_take(&b);
}

/* ---- the parts of a saying ------------------------------------------------------ */

static Part a_noun(int at) { return (Part){.sort = PART_NOUN, .at = at}; }
static Part a_condition(int at) { return (Part){.sort = PART_CONDITION, .at = at}; }
/* What is said about a name in a form is not in that form itself. */
static Part an_attribute(int at)
{
  return (Part){.sort = PART_ON, .at = at, .det = "", .number = ""};
}
static Part a_sentence(int at) { return (Part){.sort = PART_SENTENCE, .at = at}; }
static Part those(int at) { return (Part){.sort = PART_THOSE, .at = at}; }
static Part a_text(const char *s) { return (Part){.sort = PART_TEXT, .text = s}; }

static Part a_name(NameSort sort, int at)
{
  return (Part){.sort = PART_NAME, .name = sort, .at = at};
}

/* A field or column with its owner, -1 if it has none. */
static Part an_owned(NameSort sort, int at, int owner)
{
  return (Part){.sort = PART_OWNED, .name = sort, .at = at, .row = owner};
}

static void say0(Composer *c, Buf *b, Saying w, const Form *form);

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
  case PART_NOUN: noun(c, b, p->at, &f, out); break;
  case PART_CONDITION: condition(c, b, p->at, &f); break;
  case PART_ON: condition_on(c, b, p->at, &f); break;
  case PART_SENTENCE: sentence(c, b, p->at, &f); break;
  case PART_NAME: render_name(c->view, b, p->name, p->at, &f, out); break;
  case PART_ELEMENT: element(c, b, p->at, p->row, &f, out); break;
  case PART_OWNED: owned(c, b, p, &f, out); break;
  case PART_SUCH: one_such(c, b, p->at, p->row, &f, out); break;
  case PART_SEVERAL: several_such(c, b, p->at, &f, out); break;
  case PART_THOSE: such(c, b, p->at, &f); break;
  case PART_COUNTED: counted(c, b, p->at, &f, out); break;
  case PART_CHOSEN: chosen(c, b, p->at, &f, out); break;
  case PART_WORD: say0(c, b, (Saying)p->at, &f); break;
  case PART_TEXT: buf_add(b, p->text); break;
  }
}

static bool fill_part(void *user, Buf *b, const char *name, size_t n, const Form *form,
                      Filled *out)
{
  const Said *s = user;
  int i = words_slot(s->word, name, n);
  if (i < 0 || i >= s->n) return false;
  put_part(s->c, b, &s->parts[i], form, out);
  return true;
}

static void say(Composer *c, Buf *b, Saying w, const Form *form, const Part *parts, int n)
{
  Said s = {c, w, parts, n};
  template_put(c->view->lang, b, lang_word(c->view->lang, w), form, fill_part, &s);
}

static void say0(Composer *c, Buf *b, Saying w, const Form *form)
{
  say(c, b, w, form, NULL, 0);
}

static void say1(Composer *c, Buf *b, Saying w, const Form *form, Part x)
{
  say(c, b, w, form, &x, 1);
}

static void say2(Composer *c, Buf *b, Saying w, const Form *form, Part x, Part y)
{
  const Part parts[] = {x, y};
  say(c, b, w, form, parts, 2);
}

static void say3(Composer *c, Buf *b, Saying w, const Form *form, Part x, Part y, Part z)
{
  const Part parts[] = {x, y, z};
  say(c, b, w, form, parts, 3);
}

/* ---- names ---------------------------------------------------------------------- */

static const char *number_word(const Composer *c, int64_t n)
{
  return lang_number(c->view->lang, false, n);
}

/* "your hand", "the Safety of the bank", "the stock". */
static void owned(Composer *c, Buf *b, const Part *p, const Form *form, Filled *out)
{
  PhraseOp op = p->row < 0 ? PH_NONE : (PhraseOp)row(c, p->row)->op;
  Part name = p->of > 0 ? a_noun(p->of) : a_name(p->name, p->at);
  Form f = *form;
  if (op == PH_NONE) {
    put_part(c, b, &name, &f, out);
  } else if (op == PH_ME || op == PH_IT) {
    /* the first kind is the players */
    bool player = op == PH_IT && row(c, p->row)->arg == 0;
    Filled owner = {FILLED_MANY, NULL, false};
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
  } else if (!known || (int64_t)hi->arg - lo->arg > 2) {
    say2(c, b, SAY_C_SPAN, form, a_noun(part(c, at, 0)), a_noun(part(c, at, 1)));
  } else {
    for (int v = lo->arg; v <= hi->arg; v++) {
      if (v > lo->arg) words_add(c->view->lang, b, v == hi->arg ? SAY_OR : SAY_COMMA);
      buf_printf(b, "%d", v);
    }
  }
}

/* Is a set called as all of its kind are, "agents"? */
static bool mere_plural(const Composer *c, const PPhrase *set, int kind)
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
static bool own_words(const Composer *c, const PPhrase *set, int kind)
{
  return set->op == PH_VALUE && set->arg >= 0 && !set->kids && !mere_plural(c, set, kind);
}

/* What the elements of a set are: "agent", "agents". */
static void element(Composer *c, Buf *b, int set, int kind, const Form *form, Filled *out)
{
  const PPhrase *s = row(c, set);
  if (kind >= 0 && own_words(c, s, kind)) {
    Form bare = form_det(form_number(*form, ""), "");
    render_value_name(c->view, b, s->arg, s->arg2, &bare, out);
  } else if (kind >= 0) render_name(c->view, b, NAME_KIND, kind, form, out);
  else noun(c, b, set, form, out);
}

/* "agent at the safe": one of a set that is narrowed by conditions. */
static void one_such(Composer *c, Buf *b, int set, int kind, const Form *form,
                     Filled *out)
{
  if (row(c, set)->op != PH_WHERE) {
    render_name(c->view, b, NAME_KIND, kind, form, out);
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
  Filled n = {1, NULL, false};
  if (p->kids > 1) {
    Buf unused = {0};
    noun(c, &unused, part(c, at, 1), form, &n);
    buf_free(&unused);
  } else if (c->counted) { /* "gain 1 resource": after a number no article */
    n.number = c->counted;
  } else if (!p->arg2) {
    what.det = "a";
  }
  what.number = number_word(c, n.number);
  if (p->kids > 1) say2(c, b, SAY_C_COUNTED, form, a_noun(part(c, at, 1)), what);
  else put_part(c, b, &what, form, out);
  out->number = n.number;
  out->plural = n.number != 1;
}

static void chosen(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *p = row(c, at);
  Part what = {.sort = PART_COUNTED, .at = at};
  Saying how = p->op == PH_RANDOM       ? SAY_C_RANDOM
               : p->kids < 2 && p->arg2 ? SAY_C_UP_TO_CHOICE
                                        : SAY_C_CHOOSE;
  Buf unused = {0};
  counted(c, &unused, at, form, out); /* what others agree with */
  buf_free(&unused);
  say1(c, b, how, form, what);
}

static void choice_noun(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *p = row(c, at);
  int set = part(c, at, 0), base = set;
  while (row(c, base)->op == PH_WHERE) base = part(c, base, 0);
  const PPhrase *s = row(c, base);
  if (s->op == PH_SPAN && p->op == PH_RANDOM) {
    say2(c, b, SAY_C_RANDOM_SPAN, form, a_noun(part(c, base, 0)),
         a_noun(part(c, base, 1)));
  } else if (s->op == PH_SPAN) { /* a number or a word: just say which */
    span_noun(c, b, base, form, out);
  } else if (s->op == PH_TYPE && p->arg < 0) {
    join_words(c, b, s->arg, SAY_OR);
  } else if (row(c, set)->op == PH_WHERE) {
    Part what = {.sort = PART_CHOSEN, .at = at};
    say2(c, b, SAY_C_WHERE, form, what, an_attribute(part(c, set, 1)));
  } else {
    chosen(c, b, at, form, out);
  }
}

static void value_noun(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *p = row(c, at);
  Buf name = {0};
  render_value_name(c->view, &name, p->arg, p->arg2, form, out);
  for (int k = 0; k < p->kids; k++) {
    const PPhrase *a = row(c, part(c, at, k));
    if (a->op == PH_IT || a->op == PH_ME) continue;
    char *so_far = buf_take(&name);
    say2(c, &name, SAY_C_WITH, form, a_text(so_far), a_noun(part(c, at, k)));
    free(so_far);
  }
  buf_add(b, buf_text(&name));
  buf_free(&name);
}

/* The functions of the language that have words; `set` says that the last argument is an
 * expression about the elements of the first. */
static const struct {
  const char *name;
  int args;
  Saying word;
} functions[] = {
    {"count", 1, SAY_C_COUNT},       {"sum", 2, SAY_C_SUM},
    {"most", 2, SAY_C_MOST},         {"least", 2, SAY_C_LEAST},
    {"first", 1, SAY_C_FIRST},       {"last", 1, SAY_C_LAST},
    {"top", 1, SAY_C_TOP},           {"bottom", 1, SAY_C_BOTTOM},
    {"next", 1, SAY_C_NEXT},         {"next", 2, SAY_C_NEXT_BY},
    {"position", 1, SAY_C_POSITION}, {"owner", 1, SAY_C_OWNER},
    {"sees", 2, SAY_C_SEES},         {"minus", 1, SAY_C_NEGATIVE},
    {"divided", 2, SAY_C_DIVIDED},
};

static void call_noun(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  const char *name = program_string(c->p, p->arg);
  int first = p->kids > 0 ? part(c, at, 0) : -1,
      second = p->kids > 1 ? part(c, at, 1) : -1;
  if (!strcmp(name, "only") && first >= 0) {
    noun(c, b, first, form, &(Filled){0});
    return;
  }
  bool largest = !strcmp(name, "max");
  if ((largest || !strcmp(name, "min")) && p->kids == 2) {
    Saying two = largest ? SAY_C_MAX : SAY_C_MIN,
           all = largest ? SAY_C_HIGHEST : SAY_C_LOWEST;
    say2(c, b, p->arg2 ? all : two, form, a_noun(first), a_noun(second));
    return;
  }
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (strcmp(name, functions[i].name) != 0 || p->kids != functions[i].args) continue;
    if (second < 0) say1(c, b, functions[i].word, form, a_noun(first));
    else say2(c, b, functions[i].word, form, a_noun(first), a_noun(second));
    return;
  }
  Buf so_far = {0};
  render_value_name(c->view, &so_far, -1, p->arg, form, NULL);
  for (int k = 0; k < p->kids; k++) {
    char *s = buf_take(&so_far);
    say2(c, &so_far, k ? SAY_C_JOIN : SAY_C_WITH, form, a_text(s),
         a_noun(part(c, at, k)));
    free(s);
  }
  buf_add(b, buf_text(&so_far));
  buf_free(&so_far);
}

static void pair_noun(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *p = row(c, at);
  bool sets = p->arg != 0;
  Saying w = p->op == PH_SUM    ? (sets ? SAY_C_JOIN : SAY_C_PLUS)
             : p->op == PH_LESS ? (sets ? SAY_C_EXCEPT : SAY_C_MINUS)
                                : SAY_C_TIMES;
  out->plural = true;
  say2(c, b, w, form, a_noun(part(c, at, 0)), a_noun(part(c, at, 1)));
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
  case PH_KIND:
    out->plural = true;
    say1(c, b, SAY_C_ALL, form, a_name(NAME_KIND, p->arg));
    break;
  case PH_TYPE: join_words(c, b, p->arg, SAY_AND); break;
  case PH_PLAYERS:
    out->plural = true;
    say0(c, b, SAY_C_PLAYERS, form);
    break;
  case PH_ME: say0(c, b, SAY_C_YOU, form); break;
  case PH_THIS: pointed(c, b, p->arg - 1, "this", form, out); break;
  case PH_IT: say0(c, b, SAY_C_IT, form); break;
  case PH_THAT: pointed(c, b, p->arg, "that", form, out); break;
  case PH_FIELD:
  case PH_COLUMN:
    own = an_owned(p->op == PH_FIELD ? NAME_FIELD : NAME_COLUMN, p->arg, owner);
    put_part(c, b, &own, form, out);
    break;
  case PH_HAND: render_words(c->view, b, p->arg); break;
  default: condition(c, b, at, form);
  }
}

static void noun(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *p = row(c, at);
  Filled own = {FILLED_MANY, NULL, false};
  if (!out) out = &own;
  *out = own;
  if (++c->depth > MAX_DEPTH) {
    c->depth--;
    return;
  }
  switch ((PhraseOp)p->op) {
  case PH_CHOOSE:
  case PH_RANDOM: choice_noun(c, b, at, form, out); break;
  case PH_SPAN: span_noun(c, b, at, form, out); break;
  case PH_VALUE: value_noun(c, b, at, form, out); break;
  case PH_WHERE:
    out->plural = true;
    say2(c, b, SAY_C_WHERE, form, a_noun(part(c, at, 0)), an_attribute(part(c, at, 1)));
    break;
  case PH_SUM:
  case PH_LESS:
  case PH_TIMES: pair_noun(c, b, at, form, out); break;
  case PH_CALL: call_noun(c, b, at, form); break;
  case PH_COND:
    say3(c, b, SAY_C_COND, form, a_condition(part(c, at, 0)), a_noun(part(c, at, 1)),
         a_noun(part(c, at, 2)));
    break;
  default: plain_noun(c, b, at, form, out);
  }
  c->depth--;
}

/* ---- conditions ----------------------------------------------------------------- */

/* "agents whose place is 7": a set without "all". */
static void several_such(Composer *c, Buf *b, int set, const Form *form, Filled *out)
{
  const PPhrase *s = row(c, set);
  Form many = form_number(*form, "many");
  out->plural = true;
  if (s->op == PH_KIND || s->op == PH_PLAYERS)
    render_name(c->view, b, NAME_KIND, s->op == PH_KIND ? s->arg : 0, &many, out);
  else noun(c, b, set, form, out);
}

static void such(Composer *c, Buf *b, int at, const Form *form)
{
  Part what = {.sort = PART_SEVERAL, .at = part(c, at, 0)};
  say2(c, b, SAY_C_WHERE, form, what, an_attribute(part(c, at, 1)));
}

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
static bool is_own(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  return (p->op == PH_FIELD || p->op == PH_COLUMN) && p->kids == 1 &&
         row(c, part(c, at, 0))->op == PH_IT;
}

static Part a_word(Saying w) { return (Part){.sort = PART_WORD, .at = (int)w}; }

static void negation(Composer *c, Buf *b, int at, const Form *form)
{
  int inner = part(c, at, 0);
  switch ((PhraseOp)row(c, inner)->op) {
  case PH_EMPTY: say1(c, b, SAY_C_NOT_EMPTY, form, a_noun(part(c, inner, 0))); break;
  case PH_ANY: say1(c, b, SAY_C_NO_SUCH, form, those(inner)); break;
  default:
    if (is_flag(c, inner)) say2(c, b, SAY_C_IS, form, a_noun(inner), a_word(SAY_NO));
    else say1(c, b, SAY_C_NOT, form, a_condition(inner));
  }
}

static void condition(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  static const Saying compare[] = {SAY_C_LESS, SAY_C_MORE, SAY_C_AT_MOST, SAY_C_AT_LEAST};
  int x = p->kids > 0 ? part(c, at, 0) : -1, y = p->kids > 1 ? part(c, at, 1) : -1;
  if (++c->depth > MAX_DEPTH) {
    c->depth--;
    return;
  }
  switch ((PhraseOp)p->op) {
  case PH_NOT: negation(c, b, at, form); break;
  case PH_AND:
  case PH_OR:
    say2(c, b, p->op == PH_AND ? SAY_C_BOTH : SAY_C_EITHER, form, a_condition(x),
         a_condition(y));
    break;
  case PH_IS:
    say2(c, b, p->arg ? SAY_C_IS_NOT : SAY_C_IS, form, a_noun(x), a_noun(y));
    break;
  case PH_IN:
    say2(c, b, p->arg ? SAY_C_NOT_IN : SAY_C_IN, form, a_noun(x), a_noun(y));
    break;
  case PH_COMPARE: say2(c, b, compare[p->arg & 3], form, a_noun(x), a_noun(y)); break;
  case PH_EMPTY: say1(c, b, SAY_C_EMPTY, form, a_noun(x)); break;
  case PH_ANY: say1(c, b, SAY_C_SOME, form, those(at)); break;
  case PH_ALL: say2(c, b, SAY_C_EVERY, form, a_noun(x), a_condition(y)); break;
  default:
    if (is_flag(c, at)) say2(c, b, SAY_C_IS, form, a_noun(at), a_word(SAY_YES));
    else noun(c, b, at, form, NULL);
  }
  c->depth--;
}

/* A condition on the element that was just named: "at the safe", "whose place is b7". */
static void condition_on(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  int what = p->op == PH_IS || p->op == PH_NOT ? part(c, at, 0) : at;
  bool own = is_own(c, what), flag = own && is_flag(c, what) && p->op != PH_IS;
  Part name =
      a_name(row(c, what)->op == PH_COLUMN ? NAME_COLUMN : NAME_FIELD, row(c, what)->arg);
  if (flag)
    say2(c, b, SAY_C_WHOSE_IS, form, name, a_word(p->op == PH_NOT ? SAY_NO : SAY_YES));
  else if (own && p->op == PH_IS)
    say2(c, b, p->arg ? SAY_C_WHOSE_IS_NOT : SAY_C_WHOSE_IS, form, name,
         a_noun(part(c, at, 1)));
  else if (p->op == PH_VALUE || p->op == PH_HAND) noun(c, b, at, form, NULL);
  else say1(c, b, SAY_C_WHERE_IF, form, a_condition(at));
}

/* ---- templates of verbs --------------------------------------------------------- */

typedef struct Call {
  Composer *c;
  int at; /* the verb's phrase */
} Call;

/* The part of a verb's phrase that fills a placeholder, -1 if none does. */
static int filler(const Composer *c, int verb, const char *name, size_t n)
{
  for (int k = 0; k < row(c, verb)->kids; k++) {
    int a = part(c, verb, k);
    const char *s = program_string(c->p, row(c, a)->arg);
    if (!strncmp(s, name, n) && !s[n]) return part(c, a, 0);
  }
  return -1;
}

/* The number that the text so far ends with, and a space; 0 if it does not. */
static int64_t number_before(const Buf *b)
{
  size_t n = b->n;
  if (n < 2 || b->at[n - 1] != ' ') return 0;
  size_t from = n - 1;
  while (from > 0 && b->at[from - 1] >= '0' && b->at[from - 1] <= '9') from--;
  return from < n - 1 && n - from < 10 ? strtoll(b->at + from, NULL, 10) : 0;
}

static bool fill_argument(void *user, Buf *b, const char *name, size_t n,
                          const Form *form, Filled *out)
{
  const Call *call = user;
  Composer *c = call->c;
  int at = filler(c, call->at, name, n);
  if (at < 0) {
    const PText *text = &c->p->texts[row(c, call->at)->arg];
    if (n == 2 && !memcmp(name, "me", 2)) say0(c, b, SAY_C_YOU, form);
    else render_constant(c->view, b, text, name, n, form, out);
    return true;
  }
  int64_t outer = c->counted;
  c->counted = number_before(b);
  noun(c, b, at, form, out);
  c->counted = outer;
  return true;
}

/* A label or template read in the middle of a sentence begins with a small letter, unless
 * the language or the text says otherwise. */
static void verb_sentence(Composer *c, Buf *b, int at, const Form *form)
{
  const Lang *lang = c->view->lang;
  Wording w = lang_text(lang, c->p, row(c, at)->arg);
  Form inside = form_det(*form, "inside"), bare = form_det(*form, "");
  size_t size;
  const char *text = forms_pick(w.text, &inside, &size);
  bool written = text != forms_pick(w.text, &bare, &size);
  bool small = !written && !forms_keep_capitals(lang_forms(lang, w.source));
  Call call = {c, at};
  size_t from = b->n;
  template_put(lang, b, w, &inside, fill_argument, &call);
  if (small && *text != '{' && w.state == LANG_FINE) buf_small(b, from);
}

/* ---- sentences ------------------------------------------------------------------ */

static void change_sentence(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  int owner = p->kids > 1 ? part(c, at, 1) : -1;
  bool mine = owner >= 0 && row(c, owner)->op == PH_ME;
  Filled amount = {FILLED_MANY, NULL, false};
  Buf unused = {0};
  Form plain = {0};
  noun(c, &unused, part(c, at, 0), &plain, &amount);
  buf_free(&unused);
  /* holds[money]: the money */
  Part bare = p->kids > 2 ? a_noun(part(c, at, 2)) : a_name(NAME_FIELD, p->arg);
  Part whole = an_owned(NAME_FIELD, p->arg, owner);
  if (p->kids > 2) whole.of = part(c, at, 2);
  whole.number = "many"; /* "raise their coins by 1" */
  whole.written = true;
  Part much = a_noun(part(c, at, 0));
  bare.number = number_word(c, amount.number);
  bare.written = true;
  if (p->op == PH_SET) say2(c, b, SAY_C_SET, form, much, whole);
  else if (mine || owner < 0)
    say2(c, b, p->op == PH_RAISE ? SAY_C_GAIN : SAY_C_LOSE, form, much, bare);
  else say2(c, b, p->op == PH_RAISE ? SAY_C_RAISE : SAY_C_LOWER, form, much, whole);
}

/* A sentence with parts of its own ends before the next one begins, or the reader would
 * take the next for one of its parts. */
static bool has_parts(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  switch ((PhraseOp)p->op) {
  case PH_REQUIRE:
  case PH_IF:
  case PH_OTHERWISE:
  case PH_EACH:
  case PH_REPEAT:
  case PH_MAY:
  case PH_CHOICE:
  case PH_AS: return true;
  case PH_SEQ: return p->kids > 0 && has_parts(c, part(c, at, p->kids - 1));
  default: return false;
  }
}

/* A language may word a sentence otherwise where it follows "then" or a condition, such
 * as with the verb first: that is the form "then", which sequences ask for. */
static Form sentence_form(const Form *form, bool then)
{
  Form f = *form;
  if (!strcmp(f.kase, "then")) f.kase[0] = 0;
  if (then && !*f.kase) form_ask(&f, "then", 4);
  return f;
}

static void sequence(Composer *c, Buf *b, int at, const Form *form)
{
  int last = -1;
  for (int k = 0; k < row(c, at)->kids; k++) {
    bool stop = last >= 0 && has_parts(c, last);
    Form f = last < 0 ? *form : sentence_form(form, !stop);
    char *s = sentence_of(c, part(c, at, k), &f);
    if (*s) {
      if (last >= 0) words_add(c->view->lang, b, stop ? SAY_C_STOP_THERE : SAY_C_THEN);
      size_t from = b->n;
      buf_add(b, s);
      if (stop) buf_capital(b, from);
      last = part(c, at, k);
    }
    free(s);
  }
}

static void choice(Composer *c, Buf *b, int at, const Form *form)
{
  Form own = sentence_form(form, false);
  Buf list = {0};
  for (int k = 0; k < row(c, at)->kids; k++) {
    int alt = part(c, at, k);
    int32_t text = row(c, alt)->arg;
    const char *source = render_source(c->p, text);
    if (k) words_add(c->view->lang, &list, SAY_C_SEMICOLON);
    char *does = sentence_of(c, part(c, alt, 0), &own);
    if (source && !strchr(source, '{')) {
      Buf label = {0};
      render_words(c->view, &label, text);
      if (*does) say2(c, &list, SAY_C_ALT, form, a_text(buf_text(&label)), a_text(does));
      else buf_add(&list, buf_text(&label));
      buf_free(&label);
    } else buf_add(&list, does);
    free(does);
  }
  say1(c, b, SAY_C_CHOICE, form, a_text(buf_text(&list)));
  buf_free(&list);
}

/* "For each player: …", "for each of 2 agents of your choice: …". */
static void each(Composer *c, Buf *b, int at, const Form *form)
{
  int set = part(c, at, 0), base = set;
  Part does = a_sentence(part(c, at, 1));
  while (row(c, base)->op == PH_WHERE) base = part(c, base, 0);
  const PPhrase *s = row(c, base);
  int kind = s->op == PH_KIND ? s->arg : s->op == PH_PLAYERS ? 0 : row(c, at)->arg2 - 1;
  bool whole = s->op == PH_KIND || s->op == PH_PLAYERS || mere_plural(c, s, kind);
  if (row(c, at)->arg) say2(c, b, SAY_C_SECRETLY, form, a_noun(set), does);
  else if (!whole) say2(c, b, SAY_C_EACH, form, a_noun(set), does);
  else if (base == set) say2(c, b, SAY_C_EACH_ONE, form, a_name(NAME_KIND, kind), does);
  else {
    Part such_ones = {.sort = PART_SUCH, .at = set, .row = kind};
    say2(c, b, SAY_C_EACH_ONE, form, such_ones, does);
  }
}

static void conditional(Composer *c, Buf *b, int at, const Form *form)
{
  Part cond = a_condition(part(c, at, 0)), does = a_sentence(part(c, at, 1));
  if (row(c, at)->kids < 3) {
    say2(c, b, SAY_C_IF, form, cond, does);
    return;
  }
  Buf whole = {0};
  say2(c, &whole, SAY_C_IF, form, cond, does);
  say2(c, b, SAY_C_ELSE, form, a_text(buf_text(&whole)), a_sentence(part(c, at, 2)));
  buf_free(&whole);
}

static void victory(Composer *c, Buf *b, int who, const Form *form)
{
  if (row(c, who)->op == PH_ME) say0(c, b, SAY_C_WIN_ME, form);
  else if (row(c, who)->op == PH_NONE) say0(c, b, SAY_C_NOBODY_WINS, form);
  else say1(c, b, SAY_C_WIN, form, a_noun(who));
}

static void defeat(Composer *c, Buf *b, int32_t why, const Form *form)
{
  Buf reason = {0};
  render_words(c->view, &reason, why);
  bool says = reason.n && !strchr(reason.at, '{');
  if (says) say1(c, b, SAY_C_LOST_FOR, form, a_text(reason.at));
  else say0(c, b, SAY_C_LOST, form);
  buf_free(&reason);
}

/* What a slot is called; an older program knows no more than its id. */
static void slot_name(const View *v, Buf *b, const PPhrase *slot)
{
  size_t from = b->n;
  if (slot->arg2 > 0) render_name(v, b, NAME_SLOT, slot->arg2 - 1, NULL, NULL);
  else render_id(b, program_string(v->program, slot->arg));
  buf_capital(b, from);
}

static void sentence(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  if (++c->depth > MAX_DEPTH) {
    c->depth--;
    return;
  }
  int x = p->kids > 0 ? part(c, at, 0) : -1, y = p->kids > 1 ? part(c, at, 1) : -1;
  switch ((PhraseOp)p->op) {
  case PH_SEQ: sequence(c, b, at, form); break;
  case PH_HAND: render_words(c->view, b, p->arg); break;
  case PH_VERB: verb_sentence(c, b, at, form); break;
  case PH_RAISE:
  case PH_LOWER:
  case PH_SET: change_sentence(c, b, at, form); break;
  case PH_MOVE:
    say2(c, b, p->arg ? SAY_C_MOVE_UNDER : SAY_C_MOVE, form, a_noun(x), a_noun(y));
    break;
  case PH_DRAW:
    say3(c, b, SAY_C_DRAW, form, a_noun(x), a_noun(y), a_noun(part(c, at, 2)));
    break;
  case PH_SHUFFLE: say1(c, b, SAY_C_SHUFFLE, form, a_noun(x)); break;
  case PH_REVEAL: say2(c, b, SAY_C_REVEAL, form, a_noun(x), a_noun(y)); break;
  case PH_ADD:
    say2(c, b, p->arg ? SAY_C_REMOVE : SAY_C_ADD, form, a_noun(x), a_noun(y));
    break;
  case PH_WIN: victory(c, b, x, form); break;
  case PH_LOSE: defeat(c, b, p->arg, form); break;
  case PH_SLOT_CALL: {
    Buf name = {0};
    slot_name(c->view, &name, p);
    say2(c, b, SAY_C_DO, form, a_text(buf_text(&name)), a_noun(x));
    buf_free(&name);
    break;
  }
  case PH_REQUIRE: say1(c, b, SAY_C_REQUIRE, form, a_condition(x)); break;
  case PH_IF: conditional(c, b, at, form); break;
  case PH_OTHERWISE:
    say2(c, b, SAY_C_OTHERWISE, form, a_sentence(x), a_sentence(y));
    break;
  case PH_EACH: each(c, b, at, form); break;
  case PH_REPEAT:
    if (y < 0) say1(c, b, SAY_C_AGAIN, form, a_sentence(x));
    else say2(c, b, SAY_C_REPEAT, form, a_noun(x), a_sentence(y));
    break;
  case PH_MAY: say1(c, b, SAY_C_MAY, form, a_sentence(x)); break;
  case PH_CHOICE: choice(c, b, at, form); break;
  case PH_AS: say2(c, b, SAY_C_AS, form, a_noun(x), a_sentence(y)); break;
  case PH_STOP: say0(c, b, SAY_C_STOP, form); break;
  default: break;
  }
  c->depth--;
}

/* ---- cards ---------------------------------------------------------------------- */

/* A capital at the beginning, and a full stop unless one is there in some form. */
static void finish(const View *v, Buf *b, size_t from)
{
  static const char *const ends[] = {".", "!", "?", "…", "。", "！", "？"};
  if (b->n == from) return;
  buf_capital(b, from);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    size_t n = strlen(ends[i]);
    if (b->n - from >= n && !memcmp(b->at + b->n - n, ends[i], n)) return;
  }
  words_add(v->lang, b, SAY_C_END);
}

void compose_thing(const View *v, Buf *b, int32_t thing)
{
  Composer c = {v, v->program, 0, 0};
  const Form plain = {0};
  int card = c.p->things[thing].phrase;
  if (card < 0 || row(&c, card)->op != PH_CARD) return;
  int slots = row(&c, card)->kids;
  for (int k = 0; k < slots; k++) {
    int slot = part(&c, card, k);
    if (row(&c, slot)->op != PH_SLOT || !row(&c, slot)->kids) continue;
    Buf does = {0}, name = {0};
    sentence(&c, &does, part(&c, slot, 0), &plain);
    finish(v, &does, 0);
    if (does.n && slots > 1) {
      slot_name(v, &name, row(&c, slot));
      say2(&c, b, SAY_C_SLOT, &plain, a_text(buf_text(&name)), a_text(does.at));
    } else buf_add(b, buf_text(&does));
    if (does.n) buf_char(b, '\n');
    buf_free(&does);
    buf_free(&name);
  }
}

void compose_verb(const View *v, Buf *b, int verb)
{
  Composer c = {v, v->program, 0, 0};
  if (c.p->verbs[verb].phrase < 0) return;
  size_t from = b->n;
  sentence(&c, b, c.p->verbs[verb].phrase, &(Form){0});
  finish(v, b, from);
}
