/* Sentences from phrases.
 *
 * interp/code/phrase.c has said what a rule does without a word; here the words are
 * found: verbs bring their templates, things and kinds their names, and the few
 * connectives of the language stand in words.def.  A noun is a string, and the number it
 * stands for if there is just one, so that a template can choose its form. */
#include "interp/text/compose.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = -1, MAX_DEPTH = 60 };

typedef struct Composer {
  const View *view;
  const Program *p;
  int depth;
} Composer;

/* What a noun is, besides its words. */
typedef struct Count {
  int64_t number; /* MANY if it is not one certain number */
  size_t article; /* bytes of "a " or "an " at its beginning */
} Count;

static void noun(Composer *c, Buf *b, int at, Count *count);
static void sentence(Composer *c, Buf *b, int at);

static const PPhrase *row(const Composer *c, int at) { return &c->p->phrases[at]; }

/* The k-th part of a phrase. */
static int part(const Composer *c, int at, int k)
{
  int kid = at + 1;
  while (k-- > 0) kid += row(c, kid)->size;
  return kid;
}

static char *words_of(Composer *c, int at)
{
  Buf b = {0};
  noun(c, &b, at, NULL);
  return buf_take(&b);
}

static char *sentence_of(Composer *c, int at)
{
  Buf b = {0};
  sentence(c, &b, at);
  return buf_take(&b);
}

/* Fills a saying with up to three strings that it takes over. */
static void say(Buf *b, Saying w, char *x, char *y, char *z)
{
  words_say(b, w, x, y, z);
  free(x);
  free(y);
  free(z);
}

/* ---- names ---------------------------------------------------------------------- */

static void kind_noun(Composer *c, Buf *b, int kind)
{
  const PKind *k = &c->p->kinds[kind];
  render_noun(c->p, b, k->text, k->name);
}

/* English plurals, for kinds that have no labelled set of their own. */
static void plural(Buf *b, const char *s)
{
  size_t n = strlen(s);
  if (n > 1 && s[n - 1] == 'y' && !strchr("aeiou", s[n - 2])) {
    buf_addn(b, s, n - 1);
    buf_add(b, "ies");
  } else if (n > 1 && (s[n - 1] == 's' || s[n - 1] == 'x' || !strcmp(s + n - 2, "ch") ||
                       !strcmp(s + n - 2, "sh"))) {
    buf_add(b, s);
    buf_add(b, "es");
  } else {
    buf_add(b, s);
    buf_char(b, 's');
  }
}

static void field_noun(Composer *c, Buf *b, int field)
{
  const PField *f = &c->p->fields[field];
  render_noun(c->p, b, f->text, f->name);
}

/* "your hand", "Safety of the bank", "the stock". */
static void owned(Composer *c, Buf *b, const char *what, int owner)
{
  if (owner < 0) {
    buf_add(b, what);
    return;
  }
  PhraseOp op = (PhraseOp)row(c, owner)->op;
  bool player =
      op == PH_IT && row(c, owner)->arg == 0; /* the first kind is the players */
  if (op == PH_ME) words_say(b, SAY_C_YOUR, what, NULL, NULL);
  else if (op == PH_IT) words_say(b, player ? SAY_C_THEIR : SAY_C_ITS, what, NULL, NULL);
  else say(b, SAY_C_OF, strdup(what), words_of(c, owner), NULL);
}

/* ---- nouns ---------------------------------------------------------------------- */

static void join_words(Composer *c, Buf *b, int type, Saying last)
{
  const PType *t = &c->p->types[type];
  int n = t->hi - t->lo + 1;
  for (int i = 0; i < n; i++) {
    if (i) buf_add(b, i == n - 1 ? words_text(last) : words_text(SAY_COMMA));
    render_scalar(c->view, b, type, t->lo + i);
  }
}

/* 1..2 is "1 or 2", 1..3 "1, 2 or 3", 1..6 "1 to 6". */
static void span_noun(Composer *c, Buf *b, int at)
{
  const PPhrase *lo = row(c, part(c, at, 0)), *hi = row(c, part(c, at, 1));
  bool small = lo->op == PH_NUMBER && hi->op == PH_NUMBER &&
               (int64_t)hi->arg - lo->arg < 3 && hi->arg < MAX_NUMBER;
  if (!small) {
    say(b, SAY_C_SPAN, words_of(c, part(c, at, 0)), words_of(c, part(c, at, 1)), NULL);
    return;
  }
  for (int v = lo->arg; v <= hi->arg; v++) {
    if (v > lo->arg) buf_add(b, words_text(v == hi->arg ? SAY_C_OR : SAY_COMMA));
    buf_printf(b, "%d", v);
  }
}

static void condition_on(Composer *c, Buf *b, int at);

/* A set with words of its own, such as "another player"; a mere plural says no more than
 * the kind does. */
static bool own_words(Composer *c, const PPhrase *set, int kind)
{
  if (set->op != PH_VALUE || set->arg < 0 || set->kids) return false;
  Buf one = {0}, many = {0};
  kind_noun(c, &one, kind);
  plural(&many, buf_text(&one));
  bool own = strcmp(render_source(c->p, set->arg), buf_text(&many)) != 0;
  buf_free(&one);
  buf_free(&many);
  return own;
}

/* What the elements of a set are: "agent", "agents". */
static void element(Composer *c, Buf *b, int set, int kind, bool many)
{
  Buf one = {0};
  const PPhrase *s = row(c, set);
  if (kind >= 0 && own_words(c, s, kind)) {
    buf_add(b, render_source(c->p, s->arg));
    return;
  }
  if (kind >= 0) kind_noun(c, &one, kind);
  else noun(c, &one, set, NULL);
  if (many && kind >= 0) plural(b, buf_text(&one));
  else buf_add(b, buf_text(&one));
  buf_free(&one);
}

static void choice_noun(Composer *c, Buf *b, int at, Count *count)
{
  const PPhrase *p = row(c, at);
  int set = part(c, at, 0), kind = p->arg;
  const PPhrase *s = row(c, set);
  while (s->op == PH_WHERE) s = row(c, part(c, (int)(s - c->p->phrases), 0));
  Saying how = p->op == PH_RANDOM ? SAY_C_RANDOM : SAY_C_CHOOSE;
  if (s->op == PH_SPAN ||
      (s->op == PH_TYPE && kind < 0)) { /* a number or a word: just say which */
    if (s->op == PH_SPAN) span_noun(c, b, (int)(s - c->p->phrases));
    else join_words(c, b, s->arg, SAY_C_OR);
    return;
  }
  Buf what = {0};
  if (p->kids > 1) {
    Count n = {MANY, 0};
    noun(c, &what, part(c, at, 1), &n);
    buf_char(&what, ' ');
    element(c, &what, set, kind, n.number != 1);
    if (count) *count = n;
  } else if (p->arg2) {
    element(c, &what, set, kind, false);
    how = SAY_C_UP_TO_CHOICE;
  } else {
    Buf one = {0};
    element(c, &one, set, kind, false);
    if (kind >= 0 && own_words(c, row(c, set), kind)) buf_add(&what, buf_text(&one));
    else {
      render_article(&what, buf_text(&one));
      if (count) count->article = what.n - one.n;
    }
    buf_free(&one);
    if (count) count->number = 1;
  }
  say(b, how, buf_take(&what), NULL, NULL);
  if (row(c, set)->op != PH_WHERE) return;
  buf_char(b, ' ');
  condition_on(c, b, part(c, set, 1));
}

static void value_noun(Composer *c, Buf *b, int at)
{
  const PPhrase *p = row(c, at);
  render_noun(c->p, b, p->arg, p->arg2);
  for (int k = 0; k < p->kids; k++) {
    const PPhrase *a = row(c, part(c, at, k));
    if (a->op == PH_IT || a->op == PH_ME) continue;
    buf_char(b, ' ');
    noun(c, b, part(c, at, k), NULL);
  }
}

static void call_noun(Composer *c, Buf *b, int at)
{
  const PPhrase *p = row(c, at);
  render_noun(c->p, b, -1, p->arg);
  for (int k = 0; k < p->kids; k++) {
    buf_add(b, k ? words_text(SAY_AND) : " ");
    noun(c, b, part(c, at, k), NULL);
  }
}

static void condition(Composer *c, Buf *b, int at);

static void noun(Composer *c, Buf *b, int at, Count *count)
{
  const PPhrase *p = row(c, at);
  Buf name = {0};
  if (count) *count = (Count){MANY, 0};
  if (++c->depth > MAX_DEPTH) {
    c->depth--;
    return;
  }
  switch ((PhraseOp)p->op) {
  case PH_NUMBER:
    buf_printf(b, "%d", p->arg);
    if (count) count->number = p->arg;
    break;
  case PH_FLAG: buf_add(b, words_text(p->arg ? SAY_YES : SAY_NO)); break;
  case PH_NONE: buf_add(b, words_text(SAY_NONE)); break;
  case PH_WORD:
    render_noun(c->p, b, c->p->words[p->arg].text, c->p->words[p->arg].name);
    break;
  case PH_THING:
    render_thing(c->view, b, p->arg);
    if (count) count->number = 1;
    break;
  case PH_KIND:
    kind_noun(c, &name, p->arg);
    {
      Buf many = {0};
      plural(&many, buf_text(&name));
      say(b, SAY_C_ALL, buf_take(&many), NULL, NULL);
    }
    break;
  case PH_TYPE: join_words(c, b, p->arg, SAY_AND); break;
  case PH_PLAYERS: buf_add(b, words_text(SAY_C_PLAYERS)); break;
  case PH_ME: buf_add(b, words_text(SAY_C_YOU)); break;
  case PH_THIS: words_say(b, SAY_C_THIS, "card", NULL, NULL); break;
  case PH_IT: buf_add(b, words_text(SAY_C_IT)); break;
  case PH_THAT:
    if (p->arg < 0) buf_add(b, words_text(SAY_C_IT));
    else {
      kind_noun(c, &name, p->arg);
      words_say(b, SAY_C_THAT, buf_text(&name), NULL, NULL);
    }
    break;
  case PH_CHOOSE:
  case PH_RANDOM: choice_noun(c, b, at, count); break;
  case PH_SPAN: span_noun(c, b, at); break;
  case PH_FIELD:
    field_noun(c, &name, p->arg);
    owned(c, b, buf_text(&name), p->kids ? part(c, at, 0) : -1);
    break;
  case PH_COLUMN:
    render_noun(c->p, &name, c->p->columns[p->arg].text, c->p->columns[p->arg].name);
    owned(c, b, buf_text(&name), p->kids ? part(c, at, 0) : -1);
    break;
  case PH_VALUE: value_noun(c, b, at); break;
  case PH_WHERE:
    noun(c, b, part(c, at, 0), NULL);
    buf_char(b, ' ');
    condition_on(c, b, part(c, at, 1));
    break;
  case PH_SUM:
    say(b, SAY_C_PLUS, words_of(c, part(c, at, 0)), words_of(c, part(c, at, 1)), NULL);
    break;
  case PH_LESS:
    say(b, SAY_C_MINUS, words_of(c, part(c, at, 0)), words_of(c, part(c, at, 1)), NULL);
    break;
  case PH_TIMES:
    say(b, SAY_C_TIMES, words_of(c, part(c, at, 0)), words_of(c, part(c, at, 1)), NULL);
    break;
  case PH_CALL: call_noun(c, b, at); break;
  case PH_COND: {
    Buf cond = {0};
    condition(c, &cond, part(c, at, 0));
    say(b, SAY_C_COND, buf_take(&cond), words_of(c, part(c, at, 1)),
        words_of(c, part(c, at, 2)));
    break;
  }
  case PH_HAND: buf_add(b, render_source(c->p, p->arg)); break;
  default: condition(c, b, at);
  }
  buf_free(&name);
  c->depth--;
}

/* ---- conditions ----------------------------------------------------------------- */

static char *condition_text(Composer *c, int at)
{
  Buf b = {0};
  condition(c, &b, at);
  return buf_take(&b);
}

static void condition(Composer *c, Buf *b, int at)
{
  const PPhrase *p = row(c, at);
  static const Saying compare[] = {SAY_C_LESS, SAY_C_MORE, SAY_C_AT_MOST, SAY_C_AT_LEAST};
  if (++c->depth > MAX_DEPTH) {
    c->depth--;
    return;
  }
  switch ((PhraseOp)p->op) {
  case PH_NOT: {
    int inner = part(c, at, 0);
    if (row(c, inner)->op == PH_EMPTY)
      say(b, SAY_C_NOT_EMPTY, words_of(c, part(c, inner, 0)), NULL, NULL);
    else say(b, SAY_C_NOT, condition_text(c, inner), NULL, NULL);
    break;
  }
  case PH_AND:
  case PH_OR:
    condition(c, b, part(c, at, 0));
    buf_add(b, words_text(p->op == PH_AND ? SAY_AND : SAY_C_OR));
    condition(c, b, part(c, at, 1));
    break;
  case PH_IS:
    say(b, p->arg ? SAY_C_IS_NOT : SAY_C_IS, words_of(c, part(c, at, 0)),
        words_of(c, part(c, at, 1)), NULL);
    break;
  case PH_IN:
    say(b, p->arg ? SAY_C_NOT_IN : SAY_C_IN, words_of(c, part(c, at, 0)),
        words_of(c, part(c, at, 1)), NULL);
    break;
  case PH_COMPARE:
    say(b, compare[p->arg & 3], words_of(c, part(c, at, 0)), words_of(c, part(c, at, 1)),
        NULL);
    break;
  case PH_EMPTY: say(b, SAY_C_EMPTY, words_of(c, part(c, at, 0)), NULL, NULL); break;
  case PH_ANY:
  case PH_ALL: {
    Buf on = {0};
    condition_on(c, &on, part(c, at, 1));
    say(b, p->op == PH_ANY ? SAY_C_ANY : SAY_C_EVERY, words_of(c, part(c, at, 0)),
        buf_take(&on), NULL);
    break;
  }
  default: noun(c, b, at, NULL);
  }
  c->depth--;
}

/* A condition on the element that was just named: "at the safe", "whose place is b7". */
static void condition_on(Composer *c, Buf *b, int at)
{
  const PPhrase *p = row(c, at);
  if (p->op == PH_IS) {
    const PPhrase *a = row(c, part(c, at, 0));
    bool own = a->op == PH_FIELD && a->kids == 1 &&
               row(c, part(c, part(c, at, 0), 0))->op == PH_IT;
    if (own) {
      Buf f = {0};
      field_noun(c, &f, a->arg);
      say(b, p->arg ? SAY_C_WHOSE_IS_NOT : SAY_C_WHOSE_IS, buf_take(&f),
          words_of(c, part(c, at, 1)), NULL);
      return;
    }
  }
  condition(c, b, at);
}

/* ---- templates ------------------------------------------------------------------ */

static const char *closing(const char *s)
{
  int depth = 0;
  for (; *s; s++) {
    if (*s == '{') depth++;
    else if (*s == '}' && --depth == 0) return s;
  }
  return NULL;
}

static const char *bar_after(const char *s, const char *end)
{
  int depth = 0;
  for (; s < end; s++) {
    if (*s == '{') depth++;
    else if (*s == '}') depth--;
    else if (*s == '|' && depth == 0) return s;
  }
  return end;
}

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

static void template_text(Composer *c, Buf *b, const char *s, const char *end, int verb,
                          int depth)
{
  while (s < end) {
    const char *close = *s == '{' ? closing(s) : NULL;
    if (!close || close > end || depth > 8) {
      buf_char(b, *s++);
      continue;
    }
    const char *bar = bar_after(s + 1, close);
    size_t n = (size_t)(bar - s - 1);
    int fill = filler(c, verb, s + 1, n);
    if (fill < 0)
      buf_add(b, n == 2 && !strncmp(s + 1, "me", 2) ? words_text(SAY_C_YOU) : "");
    else {
      Buf text = {0};
      Count count;
      noun(c, &text, fill, &count);
      /* "gain 1 resource": after a number no article */
      bool counted = b->n > 1 && b->at[b->n - 1] == ' ' && b->at[b->n - 2] >= '0' &&
                     b->at[b->n - 2] <= '9';
      if (bar == close) buf_add(b, buf_text(&text) + (counted ? count.article : 0));
      else {
        const char *first = bar + 1, *second = bar_after(first, close);
        if (count.number == 1 || second == close)
          template_text(c, b, first, second, verb, depth + 1);
        else
          template_text(c, b, second + 1, bar_after(second + 1, close), verb, depth + 1);
      }
      buf_free(&text);
    }
    s = close + 1;
  }
}

/* ---- sentences ------------------------------------------------------------------ */

/* A label or template read in the middle of a sentence begins with a small letter. */
static void verb_sentence(Composer *c, Buf *b, int at)
{
  size_t from = b->n;
  const char *s = render_source(c->p, row(c, at)->arg);
  template_text(c, b, s, s + strlen(s), at, 0);
  if (b->n > from && b->at[from] >= 'A' && b->at[from] <= 'Z' && *s != '{')
    b->at[from] = (char)(b->at[from] - 'A' + 'a');
}

static void change_sentence(Composer *c, Buf *b, int at)
{
  const PPhrase *p = row(c, at);
  Buf name = {0}, place = {0};
  field_noun(c, &name, p->arg);
  int owner = p->kids > 1 ? part(c, at, 1) : -1;
  bool mine = owner >= 0 && row(c, owner)->op == PH_ME;
  if (p->kids > 2) { /* holds[money]: the money */
    buf_clear(&name);
    noun(c, &name, part(c, at, 2), NULL);
  }
  owned(c, &place, buf_text(&name), owner);
  char *amount = words_of(c, part(c, at, 0));
  if (p->op == PH_SET) say(b, SAY_C_SET, amount, buf_take(&place), NULL);
  else if (mine || owner < 0) {
    words_say(b, p->op == PH_RAISE ? SAY_C_GAIN : SAY_C_LOSE, amount, buf_text(&name),
              NULL);
    free(amount);
  } else
    say(b, p->op == PH_RAISE ? SAY_C_RAISE : SAY_C_LOWER, amount, buf_take(&place), NULL);
  buf_free(&name);
  buf_free(&place);
}

/* A sentence with parts of its own ends before the next one begins, or the reader would
 * take the next for one of its parts. */
static bool has_parts(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  switch ((PhraseOp)p->op) {
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

static void sequence(Composer *c, Buf *b, int at)
{
  int last = -1;
  for (int k = 0; k < row(c, at)->kids; k++) {
    char *s = sentence_of(c, part(c, at, k));
    if (*s) {
      bool stop = last >= 0 && has_parts(c, last);
      if (last >= 0) buf_add(b, words_text(stop ? SAY_C_STOP_THERE : SAY_C_THEN));
      size_t from = b->n;
      buf_add(b, s);
      if (stop) buf_capital(b, from);
      last = part(c, at, k);
    }
    free(s);
  }
}

static void choice(Composer *c, Buf *b, int at)
{
  Buf list = {0};
  for (int k = 0; k < row(c, at)->kids; k++) {
    int alt = part(c, at, k);
    const PPhrase *a = row(c, alt);
    if (k) buf_add(&list, words_text(SAY_C_SEMICOLON));
    char *does = sentence_of(c, part(c, alt, 0));
    const char *label = a->arg >= 0 ? render_source(c->p, a->arg) : NULL;
    if (label && !strchr(label, '{')) {
      if (*does) words_say(&list, SAY_C_ALT, label, does, NULL);
      else buf_add(&list, label);
    } else buf_add(&list, does);
    free(does);
  }
  say(b, SAY_C_CHOICE, buf_take(&list), NULL, NULL);
}

/* "For each player: …", "for each of 2 agents of your choice: …". */
static void each(Composer *c, Buf *b, int at)
{
  int set = part(c, at, 0), base = set;
  char *does = sentence_of(c, part(c, at, 1));
  while (row(c, base)->op == PH_WHERE) base = part(c, base, 0);
  const PPhrase *s = row(c, base);
  bool whole = s->op == PH_KIND || s->op == PH_PLAYERS;
  if (!whole || row(c, at)->arg) {
    say(b, row(c, at)->arg ? SAY_C_SECRETLY : SAY_C_EACH, words_of(c, set), does, NULL);
    return;
  }
  Buf one = {0};
  kind_noun(c, &one, s->op == PH_KIND ? s->arg : 0);
  if (base != set) {
    buf_char(&one, ' ');
    condition_on(c, &one, part(c, set, 1));
  }
  say(b, SAY_C_EACH_ONE, buf_take(&one), does, NULL);
}

static void sentence(Composer *c, Buf *b, int at)
{
  const PPhrase *p = row(c, at);
  if (++c->depth > MAX_DEPTH) {
    c->depth--;
    return;
  }
  int a = p->kids > 0 ? part(c, at, 0) : -1, d = p->kids > 1 ? part(c, at, 1) : -1;
  switch ((PhraseOp)p->op) {
  case PH_SEQ: sequence(c, b, at); break;
  case PH_HAND: buf_add(b, render_source(c->p, p->arg)); break;
  case PH_VERB: verb_sentence(c, b, at); break;
  case PH_RAISE:
  case PH_LOWER:
  case PH_SET: change_sentence(c, b, at); break;
  case PH_MOVE:
    say(b, p->arg ? SAY_C_MOVE_UNDER : SAY_C_MOVE, words_of(c, a), words_of(c, d), NULL);
    break;
  case PH_DRAW:
    say(b, SAY_C_DRAW, words_of(c, a), words_of(c, d), words_of(c, part(c, at, 2)));
    break;
  case PH_SHUFFLE: say(b, SAY_C_SHUFFLE, words_of(c, a), NULL, NULL); break;
  case PH_REVEAL: say(b, SAY_C_REVEAL, words_of(c, a), words_of(c, d), NULL); break;
  case PH_ADD:
    say(b, p->arg ? SAY_C_REMOVE : SAY_C_ADD, words_of(c, a), words_of(c, d), NULL);
    break;
  case PH_WIN:
    if (row(c, a)->op == PH_ME) buf_add(b, words_text(SAY_C_WIN_ME));
    else if (row(c, a)->op == PH_NONE) buf_add(b, words_text(SAY_C_NOBODY_WINS));
    else say(b, SAY_C_WIN, words_of(c, a), NULL, NULL);
    break;
  case PH_LOSE: buf_add(b, words_text(SAY_C_LOST)); break;
  case PH_SLOT_CALL: {
    Buf name = {0};
    render_id(&name, program_string(c->p, p->arg));
    say(b, SAY_C_DO, buf_take(&name), words_of(c, a), NULL);
    break;
  }
  case PH_REQUIRE: say(b, SAY_C_REQUIRE, condition_text(c, a), NULL, NULL); break;
  case PH_IF: {
    char *yes = sentence_of(c, d), *cond = condition_text(c, a);
    Buf whole = {0};
    say(&whole, SAY_C_IF, cond, yes, NULL);
    if (p->kids > 2)
      say(b, SAY_C_ELSE, buf_take(&whole), sentence_of(c, part(c, at, 2)), NULL);
    else buf_add(b, buf_text(&whole));
    buf_free(&whole);
    break;
  }
  case PH_OTHERWISE:
    say(b, SAY_C_OTHERWISE, sentence_of(c, a), sentence_of(c, d), NULL);
    break;
  case PH_EACH: each(c, b, at); break;
  case PH_REPEAT:
    if (d < 0) say(b, SAY_C_AGAIN, sentence_of(c, a), NULL, NULL);
    else say(b, SAY_C_REPEAT, words_of(c, a), sentence_of(c, d), NULL);
    break;
  case PH_MAY: say(b, SAY_C_MAY, sentence_of(c, a), NULL, NULL); break;
  case PH_CHOICE: choice(c, b, at); break;
  case PH_AS: say(b, SAY_C_AS, words_of(c, a), sentence_of(c, d), NULL); break;
  case PH_STOP: buf_add(b, words_text(SAY_C_STOP)); break;
  default: break;
  }
  c->depth--;
}

/* ---- cards ---------------------------------------------------------------------- */

static void finish(Buf *b, size_t from)
{
  if (b->n == from) return;
  buf_capital(b, from);
  if (!strchr(".!?", b->at[b->n - 1])) buf_char(b, '.');
}

void compose_thing(const View *v, Buf *b, int32_t thing)
{
  Composer c = {v, v->program, 0};
  int card = c.p->things[thing].phrase;
  if (card < 0 || row(&c, card)->op != PH_CARD) return;
  int slots = row(&c, card)->kids;
  for (int k = 0; k < slots; k++) {
    int slot = part(&c, card, k);
    if (row(&c, slot)->op != PH_SLOT || !row(&c, slot)->kids) continue;
    char *does = sentence_of(&c, part(&c, slot, 0));
    if (*does) {
      if (slots > 1) {
        render_id(b, program_string(c.p, row(&c, slot)->arg));
        buf_add(b, ": ");
      }
      size_t from = b->n;
      buf_add(b, does);
      finish(b, from);
      buf_char(b, '\n');
    }
    free(does);
  }
}

void compose_verb(const View *v, Buf *b, int verb)
{
  Composer c = {v, v->program, 0};
  if (c.p->verbs[verb].phrase < 0) return;
  size_t from = b->n;
  sentence(&c, b, c.p->verbs[verb].phrase);
  finish(b, from);
}
