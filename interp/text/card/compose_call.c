/* Nouns that are worked out: values of the rules with what they are asked for, functions,
 * sums. */
#include "interp/text/card/compose_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* ---- values --------------------------------------------------------------------- */

/* The value of the rules that a row asks for; NULL: a number that somebody gives. */
static const PValue *value_of(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  const Program *all = c->p;
  if (p->arg < 0) return NULL;
  int32_t key = all->texts[p->arg].key;
  for (int i = 0; i < all->n_values; i++) {
    const PValue *v = &all->values[i];
    if (v->text >= 0 && (v->text == p->arg || all->texts[v->text].key == key) &&
        !strcmp(program_string(all, v->name), program_string(all, p->arg2)))
      return v;
  }
  return NULL;
}

const PType *compose_value_type(const Composer *c, int at)
{
  const PValue *v = row(c, at)->op == PH_VALUE ? value_of(c, at) : NULL;
  return v && v->type >= 0 ? &c->p->types[v->type] : NULL;
}

/* Do its words say where what it is asked for stands?  "fare to {i}" */
static bool has_places(const Composer *c, int at)
{
  return row(c, at)->kids && row(c, part(c, at, 0))->op == PH_ARG;
}

typedef struct Asked {
  Composer *c;
  int at;
} Asked;

static bool fill_asked(void *user, Buf *b, const char *name, size_t n, const Form *form,
                       Filled *out)
{
  const Asked *a = user;
  for (int k = 0; k < row(a->c, a->at)->kids; k++) {
    int arg = part(a->c, a->at, k);
    if (row(a->c, arg)->op != PH_ARG) continue;
    const char *s = program_string(a->c->p, row(a->c, arg)->arg);
    if (strncmp(s, name, n) != 0 || s[n]) continue;
    compose_noun(a->c, b, part(a->c, arg, 0), form, out);
    return true;
  }
  return false;
}

void compose_value_name(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  Asked asked = {c, at};
  const PPhrase *p = row(c, at);
  render_value_filled(c->view, b, p->arg, p->arg2, form, out, fill_asked, &asked);
}

bool compose_value_same(const Composer *c, int at, const char *det)
{
  const PPhrase *p = row(c, at);
  Buf plain = {0}, other = {0};
  Form form = form_det((Form){0}, det);
  render_value_name(c->view, &plain, p->arg, p->arg2, &(Form){0}, NULL);
  render_value_name(c->view, &other, p->arg, p->arg2, &form, NULL);
  bool same = !strcmp(buf_text(&plain), buf_text(&other));
  buf_free(&plain);
  buf_free(&other);
  return same;
}

static bool is_pronoun(const Composer *c, int at)
{
  return row(c, at)->op == PH_IT || row(c, at)->op == PH_ME;
}

/* Is an argument named behind the value?  Somebody or something, or (`things` no) a
 * number or a word. */
static bool is_named(const Composer *c, int at, int k, bool things)
{
  const PValue *v = value_of(c, at);
  const PType *t =
      v && k < v->params ? &c->p->types[c->p->params[v->first_param + k]] : NULL;
  bool thing = t && (t->tag == T_THING || t->tag == T_SET);
  return !is_pronoun(c, part(c, at, k)) && thing == things && !has_places(c, at);
}

static void arguments(Composer *c, Buf *b, int at, bool things, const Form *form)
{
  Buf all = {0};
  for (int k = 0; k < row(c, at)->kids; k++) {
    int arg = part(c, at, k);
    if (!is_named(c, at, k, things)) continue;
    if (!all.n) {
      compose_noun(c, &all, arg, form, NULL);
      continue;
    }
    char *so_far = buf_take(&all);
    say2(c, &all, things ? SAY_C_JOIN : SAY_C_WITH, form, a_text(so_far), a_noun(arg));
    free(so_far);
  }
  buf_add(b, buf_text(&all));
  buf_free(&all);
}

void compose_asked(Composer *c, Buf *b, int at, const Form *form)
{
  arguments(c, b, at, true, form);
}

static bool is_asked(const Composer *c, int at)
{
  for (int k = 0; k < row(c, at)->kids; k++)
    if (is_named(c, at, k, true)) return true;
  return false;
}

/* One of a set, with what it is asked for: "a neighbour of your Berth". */
void compose_value_element(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  Buf one = {0};
  compose_value_name(c, &one, at, form, out);
  Part of = {.sort = PART_ASKED, .at = at, .det = "", .number = ""};
  bool article = compose_value_same(c, at, "the"); /* "the places beside" your place */
  if (is_asked(c, at))
    say2(c, b, article ? SAY_C_WITH : SAY_C_ONE_OF, form, a_text(buf_text(&one)), of);
  else buf_add(b, buf_text(&one));
  buf_free(&one);
}

/* "your Hand limit", "the Fare of the Reef", "your Worth of Rum". */
static void measure(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  Buf name = {0};
  Form f = *form;
  bool article = compose_value_same(c, at, "the"), whose = false;
  for (int k = 0; k < row(c, at)->kids && !article && !has_places(c, at); k++) {
    const PPhrase *a = row(c, part(c, at, k));
    bool its = a->op == PH_IT && !c->each;
    if (whose || (a->op != PH_ME && !its)) continue;
    f = form_det(f, a->op == PH_ME ? "your" : a->arg == 0 ? "their" : "its");
    whose = true;
  }
  bool the = has_places(c, at) && !article && !*f.det;
  if (the) f = form_det(f, "the"); /* "the fare to your Berth" */
  compose_value_name(c, &name, at, &f, out);
  Part what = {.sort = PART_VALUE, .at = at}, of = {.sort = PART_ASKED, .at = at};
  if (!is_asked(c, at)) buf_add(b, buf_text(&name));
  else if (whose || article)
    say2(c, b, article ? SAY_C_WITH : SAY_C_ONE_OF, form, a_text(buf_text(&name)), of);
  else say2(c, b, SAY_C_OF, form, what, of);
  buf_free(&name);
}

/* A condition, or a number that somebody gives: its words, and what they leave out. */
static void plain_value(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  Buf name = {0};
  compose_value_name(c, &name, at, form, out);
  for (int k = 0; k < row(c, at)->kids && !has_places(c, at); k++) {
    if (is_pronoun(c, part(c, at, k))) continue;
    char *so_far = buf_take(&name);
    say2(c, &name, SAY_C_WITH, form, a_text(so_far), a_noun(part(c, at, k)));
    free(so_far);
  }
  buf_add(b, buf_text(&name));
  buf_free(&name);
}

void compose_value(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PType *t = compose_value_type(c, at);
  if (!t || t->tag == T_FLAG) {
    plain_value(c, b, at, form, out);
    return;
  }
  Buf numbers = {0}, name = {0};
  arguments(c, &numbers, at, false, &(Form){0});
  Buf *to = numbers.n ? &name : b;
  if (t->tag == T_SET && compose_is_one(c, at)) {
    if (out) out->plural = true;
    Form all = form_det(*form, "");
    say1(c, to, SAY_C_ALL, &all, (Part){.sort = PART_ELEMENT, .at = at, .row = t->kind});
  } else if (t->tag == T_SET) compose_value_element(c, to, at, form, out);
  else measure(c, to, at, form, out);
  if (numbers.n) /* "line 3" */
    say2(c, b, SAY_C_WITH, form, a_text(buf_text(&name)), a_text(buf_text(&numbers)));
  buf_free(&numbers);
  buf_free(&name);
}

/* ---- functions ------------------------------------------------------------------ */

/* The functions of the language that have words. */
static const struct {
  const char *name;
  int args;
  Saying word;
  bool of_kind; /* the first argument is a kind, and its name is meant */
} functions[] = {
    {"sum", 2, SAY_C_SUM, false},
    {"most", 2, SAY_C_MOST, false},
    {"least", 2, SAY_C_LEAST, false},
    {"first", 1, SAY_C_FIRST, false},
    {"last", 1, SAY_C_LAST, false},
    {"top", 1, SAY_C_TOP, false},
    {"bottom", 1, SAY_C_BOTTOM, false},
    {"next", 1, SAY_C_NEXT, false},
    {"next", 2, SAY_C_NEXT_BY, false},
    {"position", 1, SAY_C_POSITION, false},
    {"owner", 1, SAY_C_OWNER, false},
    {"sees", 2, SAY_C_SEES, false},
    {"minus", 1, SAY_C_NEGATIVE, false},
    {"divided", 2, SAY_C_DIVIDED, false},
    {"remainder", 2, SAY_C_REMAINDER, false},
    {"backwards", 1, SAY_C_BACKWARDS, false},
    {"position", 2, SAY_C_POSITION_IN, false},
    {"at", 2, SAY_C_AT, false},
    {"distance", 2, SAY_C_DISTANCE, false},
    {"row", 4, SAY_C_ROW, false},
    {"line", 4, SAY_C_LINE, false},
    {"reach", 3, SAY_C_REACH, true},
    {"around", 2, SAY_C_AROUND, true},
    {"grid", 3, SAY_C_GRID, true},
    {"former", 1, SAY_C_FORMER, false},
};

enum { FUNCTION_PARTS = 4 };

static bool is_zero(const Composer *c, int at)
{
  return row(c, at)->op == PH_NUMBER && !row(c, at)->arg;
}

/* What a function measures of each element: a field of it by its name alone. */
static Part measured(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  if (!compose_is_own(c, at)) return a_noun(at);
  return a_name(p->op == PH_COLUMN ? NAME_COLUMN : NAME_FIELD, p->arg);
}

/* The name of a kind, not all of its things; images from elsewhere may have anything
 * there. */
static Part the_kind(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  return p->op == PH_KIND ? a_name(NAME_KIND, p->arg) : a_noun(at);
}

/* Arguments, one after the other; those of a product belong to what it is named first.
 */
static void listed(Composer *c, Buf *b, int at, bool product, const Form *form)
{
  const PPhrase *p = row(c, at);
  Buf all = {0};
  for (int k = product; k < p->kids; k++) {
    if (k > product)
      words_add(c->view->lang, &all, k == p->kids - 1 ? SAY_AND : SAY_COMMA);
    compose_noun(c, &all, part(c, at, k), form, NULL);
  }
  if (product)
    say2(c, b, SAY_C_OF, form, the_kind(c, part(c, at, 0)), a_text(buf_text(&all)));
  else buf_add(b, buf_text(&all));
  buf_free(&all);
}

void compose_call(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  const char *name = program_string(c->p, p->arg);
  int first = p->kids > 0 ? part(c, at, 0) : -1,
      second = p->kids > 1 ? part(c, at, 1) : -1;
  if (!strcmp(name, "only") && first >= 0) {
    compose_noun(c, b, first, form, &(Filled){0});
    return;
  }
  if (!strcmp(name, "next") && p->kids == 1 && row(c, first)->op == PH_ME) {
    say0(c, b, SAY_C_NEXT_PLAYER, form);
    return;
  }
  int kind = first >= 0 ? compose_holds(c, first) : -1;
  bool named = kind >= 0 && compose_pile_of(c, first) < 0 &&
               render_is_plural(c->view, c->p->fields[row(c, first)->arg].text);
  if (!strcmp(name, "count") && named) { /* "the number of your Friends" */
    say1(c, b, SAY_C_COUNT, form, a_noun(first));
    return;
  }
  if (!strcmp(name, "count") && kind >= 0) {
    say2(c, b, SAY_C_COUNT_IN, form, a_name(NAME_KIND, kind), a_noun(first));
    return;
  }
  if (!strcmp(name, "count") && p->kids == 1) { /* of agents, not of all agents */
    say1(c, b, SAY_C_COUNT, form, (Part){.sort = PART_SEVERAL, .at = first});
    return;
  }
  bool largest = !strcmp(name, "max");
  if (largest && p->kids == 2 && !p->arg2 && (is_zero(c, first) || is_zero(c, second))) {
    compose_noun(c, b, is_zero(c, first) ? second : first, form, NULL);
    return; /* nobody draws fewer than no cards */
  }
  if ((largest || !strcmp(name, "min")) && p->kids == 2) {
    Saying two = largest ? SAY_C_MAX : SAY_C_MIN,
           all = largest ? SAY_C_HIGHEST : SAY_C_LOWEST;
    say2(c, b, p->arg2 ? all : two, form, a_noun(first),
         p->arg2 ? measured(c, second) : a_noun(second));
    return;
  }
  if ((largest || !strcmp(name, "min")) && !p->arg2) {
    Buf all = {0};
    listed(c, &all, at, false, &(Form){0});
    say1(c, b, largest ? SAY_C_LARGEST : SAY_C_SMALLEST, form, a_text(buf_text(&all)));
    buf_free(&all);
    return;
  }
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (strcmp(name, functions[i].name) != 0 || p->kids != functions[i].args) continue;
    Part parts[FUNCTION_PARTS];
    INVARIANT(p->kids <= FUNCTION_PARTS);
    for (int k = 0; k < p->kids; k++) parts[k] = a_noun(part(c, at, k));
    if (functions[i].of_kind) parts[0] = the_kind(c, first);
    if (p->arg2 && second >= 0) parts[1] = measured(c, second);
    compose_say(c, b, functions[i].word, form, parts, p->kids);
    return;
  }
  bool product = p->kids && !strcmp(name, "product");
  if (product || !strcmp(name, "these")) {
    listed(c, b, at, product, form);
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

void compose_pair(Composer *c, Buf *b, int at, const Form *form, Filled *out)
{
  const PPhrase *p = row(c, at);
  bool sets = p->arg != 0;
  Saying w = p->op == PH_SUM    ? (sets ? SAY_C_JOIN : SAY_C_PLUS)
             : p->op == PH_LESS ? (sets ? SAY_C_EXCEPT : SAY_C_MINUS)
                                : SAY_C_TIMES;
  out->plural = sets;
  int x = part(c, at, 0), y = part(c, at, 1);
  if (p->op == PH_TIMES && row(c, y)->op == PH_NUMBER) { /* 2 times the number of … */
    int number = y;
    y = x;
    x = number;
  }
  say2(c, b, w, form, a_noun(x), a_noun(y));
}
