/* Sentences from phrases.
 *
 * interp/code/phrase has said what a rule does without a word; here the words are
 * found: verbs bring their templates, things and kinds their names, and the few
 * connectives of the language stand in words.def.  A part of a sentence is made when its
 * template asks for it, because the template says in which form; so every function here
 * and in compose_noun.c takes the form that is wanted, and tells what it made (Filled),
 * so that other words can agree with it. */
#include "interp/text/card/compose_int.h"
#include "interp/base/invariant.h"
#include "interp/text/event.h"

#include <stdlib.h>
#include <string.h>

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
    /* such a text tells of somebody: "{me} takes a card" */
    if (n == 2 && !memcmp(name, "me", 2)) say0(c, b, SAY_C_ACTOR, form);
    else render_constant(c->view, b, text, name, n, form, out);
    return true;
  }
  int64_t outer = c->counted;
  c->counted = number_before(b);
  compose_noun(c, b, at, form, out);
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

/* Does each player have one of this field? */
static bool is_per_player(const Composer *c, int field)
{
  const PField *f = &c->p->fields[field];
  int kind = f->per_type >= 0 ? c->p->types[f->per_type].kind : -1;
  return kind >= 0 && c->p->kinds[kind].flags & KIND_PLAYER;
}

/* {it}, {now} and {by} of the words that a field has for the log: here they are what the
 * rule names. */
static bool fill_told(void *user, Buf *b, const char *name, size_t n, const Form *form,
                      Filled *out)
{
  const Call *call = user;
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
static bool told_change(Composer *c, Buf *b, int at)
{
  const PPhrase *p = row(c, at), *value = row(c, part(c, at, 0));
  int32_t text = c->p->fields[p->arg].text;
  if (text < 0) return false;
  Wording w = lang_text(c->view->lang, c->p, text);
  bool down =
      p->op == PH_LOWER || value->op == PH_NONE || (value->op == PH_FLAG && !value->arg);
  Form form = {.kase = "tells"}, none = {0};
  if (down) form = form_det(form, "no");
  size_t n, plain;
  const char *said = forms_pick(w.text, &form, &n);
  if (event_is_silent(c->p, text, &form)) return true;
  if (said == forms_pick(w.text, &none, &plain)) return false;
  bool number = p->op != PH_SET;
  if (n && ((number && !asks_for(said, n, "{by}")) || asks_for(said, n, "{old") ||
            (p->op == PH_SET && value->op != PH_FLAG && value->op != PH_NONE &&
             !asks_for(said, n, "{now"))))
    return false;
  Call call = {c, at};
  size_t from = b->n;
  w.forms = true;
  if (n) template_put(c->view->lang, b, w, &form, fill_told, &call);
  if (n && *said != '{') buf_small(b, from);
  return true;
}

static void change_sentence(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  if (told_change(c, b, at)) return;
  int owner = p->kids > 1 ? part(c, at, 1) : -1;
  bool mine = owner >= 0 && row(c, owner)->op == PH_ME;
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
  bare.number = number_word(c, amount.number);
  bare.written = true;
  if (p->op == PH_SET) say2(c, b, SAY_C_SET, form, much, whole);
  else if ((mine || owner < 0) && !c->rules)
    say2(c, b, p->op == PH_RAISE ? SAY_C_GAIN : SAY_C_LOSE, form, much, bare);
  else say2(c, b, p->op == PH_RAISE ? SAY_C_RAISE : SAY_C_LOWER, form, much, whole);
  buf_free(&for_whom);
}

/* "each other unit whose Camp is the North": whose value a card contributes to. */
static Part share_whose(const Composer *c, int at)
{
  int set = part(c, at, 2), base = set;
  while (row(c, base)->op == PH_WHERE) base = part(c, base, 0);
  bool kind = row(c, base)->op == PH_KIND;
  return (Part){.sort = PART_SUCH, .at = set, .row = kind ? row(c, base)->arg : -1};
}

static void share_of_nobody(Composer *c, Buf *b, int at, const Form *form)
{
  static const Saying words[] = {SAY_C_IS_NOW,   SAY_C_IS_HIGHER, SAY_C_IS_HIGHER,
                                 SAY_C_IS_TIMES, SAY_C_IS_OVER,   SAY_C_IS_LEAST,
                                 SAY_C_IS_MOST};
  int how = row(c, at)->arg;
  Saying w = how & SHARE_MINUS ? SAY_C_IS_LOWER : words[how / SHARE_SORT];
  say2(c, b, w, form, a_noun(part(c, at, 0)), a_noun(part(c, at, 1)));
}

static void share_of(Composer *c, Buf *b, int at, const Form *form)
{
  static const Saying words[] = {SAY_C_HAS,       SAY_C_HAS_MORE, SAY_C_HAS_MORE,
                                 SAY_C_HAS_TIMES, SAY_C_HAS_OVER, SAY_C_HAS_LEAST,
                                 SAY_C_HAS_MOST};
  int how = row(c, at)->arg;
  Saying w = how & SHARE_MINUS ? SAY_C_HAS_LESS : words[how / SHARE_SORT];
  Part whose = share_whose(c, at);
  Buf who = {0};
  if (row(c, at)->arg2 == 2) {
    Form this = form_det((Form){0}, "this");
    render_name(c->view, &who, NAME_KIND, whose.row, &this, NULL);
  } else say1(c, &who, row(c, at)->arg2 ? SAY_C_EACH_OTHER : SAY_C_EACH_WHO, form, whose);
  say3(c, b, w, form, a_text(buf_text(&who)), a_noun(part(c, at, 0)),
       a_noun(part(c, at, 1)));
  buf_free(&who);
}

/* What a card in play does to a value. */
static void share_sentence(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  bool nobody = p->kids < 3 || row(c, part(c, at, 2))->op == PH_NONE;
  if (p->kids < 4) {
    if (nobody) share_of_nobody(c, b, at, form);
    else share_of(c, b, at, form);
    return;
  }
  Buf does = {0};
  if (nobody) share_of_nobody(c, &does, at, form);
  else share_of(c, &does, at, form);
  say2(c, b, SAY_C_WHILE, form, a_condition(part(c, at, 3)), a_text(buf_text(&does)));
  buf_free(&does);
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
  if (then && strcmp(f.kase, "inf") != 0) f.kase[0] = 0, form_ask(&f, "then", 4);
  return f;
}

/* A step of a rule of which only the rules can say what it does. */
static bool is_untold(const char *s) { return !strcmp(s, COMPOSE_UNTOLD); }

static char *sentence_of(Composer *c, int at, const Form *form)
{
  Buf b = {0};
  compose_sentence(c, &b, at, form);
  return buf_take(&b);
}

/* How many parts from the k-th on say the same. */
static int equal_parts(const Composer *c, int at, int k)
{
  int first = part(c, at, k), n = 1;
  size_t size = (size_t)row(c, first)->size * sizeof(PPhrase);
  while (k + n < row(c, at)->kids) {
    int next = part(c, at, k + n);
    if (row(c, next)->size != row(c, first)->size ||
        memcmp(row(c, next), row(c, first), size) != 0)
      break;
    n++;
  }
  return n;
}

/* "Twice: draw a card." */
static char *times(Composer *c, int n, const char *what, const Form *form)
{
  Buf b = {0};
  if (n == 2) say1(c, &b, SAY_C_TWICE, form, a_text(what));
  else say2(c, &b, SAY_C_REPEAT, form, a_text(DIGITS(n)), a_text(what));
  return buf_take(&b);
}

static void sequence(Composer *c, Buf *b, int at, const Form *form)
{
  int last = -1;
  bool untold = false;
  for (int k = 0, same; k < row(c, at)->kids; k += same) {
    bool stop = last >= 0 && has_parts(c, last);
    same = equal_parts(c, at, k);
    Form f = last < 0 ? *form : sentence_form(form, !stop && same == 1);
    char *s = sentence_of(c, part(c, at, k), &f);
    if (*s && same > 1 && !is_untold(s)) {
      char *once = s;
      s = times(c, same, once, &f);
      free(once);
    }
    bool again = untold && is_untold(s);
    if (*s) untold = is_untold(s);
    if (*s && !again) {
      if (last >= 0) words_add(c->view->lang, b, stop ? SAY_C_STOP_THERE : SAY_C_THEN);
      size_t from = b->n;
      buf_add(b, s);
      if (stop) buf_capital(b, from);
      last = part(c, at, k);
    }
    free(s);
  }
}

/* "Go on": what ends a choice that is offered again and again says so by its label. */
static bool only_stops(const Composer *c, int at)
{
  while (row(c, at)->op == PH_SEQ && row(c, at)->kids == 1) at = part(c, at, 0);
  return row(c, at)->op == PH_STOP;
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
      if (*does && !is_untold(does) && !only_stops(c, part(c, alt, 0)))
        say2(c, &list, SAY_C_ALT, form, a_text(buf_text(&label)), a_text(does));
      else buf_add(&list, buf_text(&label));
      buf_free(&label);
    } else buf_add(&list, does);
    free(does);
  }
  say1(c, b, SAY_C_CHOICE, form, a_text(buf_text(&list)));
  buf_free(&list);
}

/* Is there nothing in it for a player to know? */
static bool says_nothing(Composer *c, int at)
{
  char *s = sentence_of(c, at, &(Form){0});
  bool nothing = !*s;
  free(s);
  return nothing;
}

/* What a card in play does when something happens.  The event is told by its own words,
 * whatever form these have, so it stands apart. */
static void rule_sentence(Composer *c, Buf *b, int at, const Form *form)
{
  static const Saying saying[] = {SAY_C_RULE_BEFORE, SAY_C_RULE_AFTER,
                                  SAY_C_RULE_INSTEAD};
  int does = part(c, at, 1);
  Buf event = {0};
  compose_sentence(c, &event, part(c, at, 0), form);
  buf_capital(&event, 0);
  if (row(c, at)->kids > 2) {
    Buf when = {0};
    say2(c, &when, SAY_C_RULE_IF, form, a_text(buf_text(&event)),
         a_condition(part(c, at, 2)));
    buf_free(&event);
    event = when;
  }
  if (row(c, at)->arg == 2 && says_nothing(c, does))
    say1(c, b, SAY_C_RULE_NOT, form, a_text(buf_text(&event)));
  else
    say2(c, b, saying[row(c, at)->arg], form, a_text(buf_text(&event)), a_sentence(does));
  buf_free(&event);
}

/* Nothing that has words? */
static bool is_bookkeeping(Composer *c, int at)
{
  char *s = c->rules ? sentence_of(c, at, &(Form){0}) : NULL;
  bool untold = s && is_untold(s);
  free(s);
  return untold;
}

/* A step that cannot be told, or of which nothing can be: says that there is one. */
static bool leave_untold(Composer *c, Buf *b, int at)
{
  const PPhrase *p = row(c, at);
  if (!c->rules) return false;
  bool untold = !compose_tells(c, at);
  switch ((PhraseOp)p->op) {
  case PH_RAISE:
  case PH_LOWER:
  case PH_SET:
    if (untold && p->kids < 3 && compose_tells_change(c, at) && told_change(c, b, at))
      return true;
    break;
  case PH_IF:
    untold |= is_bookkeeping(c, part(c, at, 1)) &&
              (p->kids < 3 || is_bookkeeping(c, part(c, at, 2)));
    break;
  case PH_EACH:
  case PH_OTHERWISE:
  case PH_REPEAT:
  case PH_MAY:
    untold |= is_bookkeeping(c, part(c, at, p->op == PH_OTHERWISE ? 0 : p->kids - 1));
    break;
  case PH_CHOICE:
    for (int k = 0; k < p->kids && !untold; k++) {
      int alt = part(c, at, k);
      const char *label = render_source(c->p, row(c, alt)->arg);
      untold = (!label || strchr(label, '{')) && is_bookkeeping(c, part(c, alt, 0));
    }
    break;
  default: break;
  }
  if (untold) buf_add(b, COMPOSE_UNTOLD);
  return untold;
}

/* "For each player: …", "for each of 2 agents of your choice: …". */
static void each(Composer *c, Buf *b, int at, const Form *form)
{
  int set = part(c, at, 0), base = set;
  Part does = a_sentence(part(c, at, 1));
  if (says_nothing(c, part(c, at, 1))) return;
  while (row(c, base)->op == PH_WHERE) base = part(c, base, 0);
  const PPhrase *s = row(c, base);
  int kind = s->op == PH_KIND ? s->arg : s->op == PH_PLAYERS ? 0 : row(c, at)->arg2 - 1;
  bool whole = s->op == PH_KIND || s->op == PH_PLAYERS || compose_mere_plural(c, s, kind);
  if (row(c, at)->arg) say2(c, b, SAY_C_SECRETLY, form, a_noun(set), does);
  else if (c->rules && s->op == PH_FIELD && kind >= 0)
    say3(c, b, SAY_C_EACH_IN, form, a_name(NAME_KIND, kind), a_noun(set), does);
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
  bool nothing = says_nothing(c, part(c, at, 1));
  if (row(c, at)->kids < 3 || says_nothing(c, part(c, at, 2))) {
    if (!nothing) say2(c, b, SAY_C_IF, form, cond, does);
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
void compose_slot_name(const View *v, Buf *b, const PPhrase *slot)
{
  size_t from = b->n;
  if (slot->arg2 > 0) render_name(v, b, NAME_SLOT, slot->arg2 - 1, NULL, NULL);
  else render_id(b, program_string(v->program, slot->arg));
  buf_capital(b, from);
}

void compose_sentence(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  if (++c->depth > COMPOSE_DEPTH) {
    c->depth--;
    return;
  }
  if (leave_untold(c, b, at)) {
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
    compose_slot_name(c->view, &name, p);
    say2(c, b, SAY_C_DO, form, a_text(buf_text(&name)), a_noun(x));
    buf_free(&name);
    break;
  }
  case PH_REQUIRE: say1(c, b, SAY_C_REQUIRE, form, a_condition(x)); break;
  case PH_IF: conditional(c, b, at, form); break;
  case PH_OTHERWISE:
    if (says_nothing(c, y)) say1(c, b, SAY_C_TRY, form, a_sentence(x));
    else say2(c, b, SAY_C_OTHERWISE, form, a_sentence(x), a_sentence(y));
    break;
  case PH_EACH: each(c, b, at, form); break;
  case PH_REPEAT:
    if (says_nothing(c, y < 0 ? x : y)) break;
    if (y < 0) say1(c, b, SAY_C_AGAIN, form, a_sentence(x));
    else say2(c, b, SAY_C_REPEAT, form, a_noun(x), a_sentence(y));
    break;
  case PH_MAY:
    if (!says_nothing(c, x)) say1(c, b, SAY_C_MAY, form, a_sentence(x));
    break;
  case PH_CHOICE: choice(c, b, at, form); break;
  case PH_AS:
    if (says_nothing(c, y)) break;
    if (row(c, y)->op == PH_MAY)
      say2(c, b, SAY_C_MAY_OTHER, form, a_noun(x), a_sentence(part(c, y, 0)));
    else say2(c, b, SAY_C_AS, form, a_noun(x), a_sentence(y));
    break;
  case PH_STOP: say0(c, b, SAY_C_STOP, form); break;
  case PH_SHARE: share_sentence(c, b, at, form); break;
  case PH_RULE: rule_sentence(c, b, at, form); break;
  default: break;
  }
  c->depth--;
}

/* ---- whole texts ---------------------------------------------------------------- */

/* A capital at the beginning, and a full stop unless one is there in some form. */
void compose_finish(const View *v, Buf *b, size_t from)
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

/* Takes the bytes [from, to) out. */
static void cut(Buf *b, char *from, const char *to)
{
  memmove(from, to, (size_t)(b->at + b->n - to) + 1);
  b->n -= (size_t)(to - from);
}

/* Steps without words that follow each other are one gap. */
static void join_gaps(const View *v, Buf *b, size_t from)
{
  static const Saying between[] = {SAY_C_THEN, SAY_C_STOP_THERE};
  const size_t n = strlen(COMPOSE_UNTOLD);
  for (char *at = b->n > from ? b->at + from : NULL;
       at && (at = strstr(at, COMPOSE_UNTOLD));) {
    char *next = at + n;
    for (int i = 0; i < 2; i++) {
      const char *joint = lang_word(v->lang, between[i]).text;
      size_t m = strlen(joint);
      if (!strncmp(next, joint, m) && !strncmp(next + m, COMPOSE_UNTOLD, n)) {
        cut(b, next, next + m + n);
        i = -1;
      }
    }
    if (*next == '.') cut(b, next, next + 1);
    at = next;
  }
}

void compose_phrase(const View *v, Buf *b, int at, bool rule)
{
  Composer c = {.view = v, .p = v->program, .rules = rule};
  size_t from = b->n;
  compose_sentence(&c, b, at, &(Form){0});
  if (rule) join_gaps(v, b, from);
  compose_finish(v, b, from);
}

bool compose_verb(const View *v, Buf *b, int verb)
{
  INVARIANT(v && v->program);
  INVARIANT(verb >= 0 && verb < v->program->n_verbs);
  int32_t at = v->program->verbs[verb].phrase;
  Buf text = {0};
  if (at >= 0) compose_phrase(v, &text, at, true);
  bool whole = !strstr(buf_text(&text), COMPOSE_UNTOLD);
  if (!is_untold(buf_text(&text))) buf_add(b, buf_text(&text));
  buf_free(&text);
  return whole;
}
