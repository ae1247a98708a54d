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

#include <stdlib.h>
#include <string.h>

/* ---- templates of verbs --------------------------------------------------------- */

typedef struct Call {
  Composer *c;
  int at;          /* the verb's phrase */
  const Buf *text; /* where it is said */
  uint64_t named;  /* the parts that were: what is chosen is then "that player" */
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
  Call *call = user;
  Composer *c = call->c;
  int at = filler(c, call->at, name, n);
  if (at < 0) {
    const PText *text = &c->p->texts[row(c, call->at)->arg];
    /* such a text tells of somebody: "{me} takes a card", wherever a translation says who
     */
    bool tells = !strncmp(program_string(c->p, text->source), "{me", 3);
    if (n == 2 && !memcmp(name, "me", 2))
      say0(c, b, tells ? SAY_C_ACTOR : SAY_C_YOU, form);
    else render_constant(c->view, b, text, name, n, form, out);
    return true;
  }
  const PPhrase *p = row(c, at);
  uint64_t bit = 1ull << ((at - call->at) & 63);
  if (call->named & bit && p->op == PH_CHOOSE && p->kids < 2 && p->arg >= 0) {
    Form that = form_det(*form, "that");
    render_name(c->view, b, NAME_KIND, p->arg, &that, out);
    return true;
  }
  if (b == call->text) call->named |= bit;
  int64_t outer = c->counted;
  c->counted = number_before(b);
  compose_noun(c, b, at, form, out);
  c->counted = outer;
  return true;
}

/* "{p} misses a turn" is said of you, too: the rules `you` of the language change the
 * word behind its beginning.  A text may care for it itself: {p:.you miss|misses}. */
static void agree_with_you(Composer *c, Buf *b, size_t from, int verb, const Wording *w)
{
  size_t n = *w->text == '{' ? strcspn(w->text + 1, ":|}") : 0;
  int who = n ? filler(c, verb, w->text + 1, n) : -1;
  if (who < 0 || row(c, who)->op != PH_ME || strstr(w->text, ":.you ")) return;
  Buf word = {0}, rest = {0};
  const char *verb_at = b->n > from ? strchr(b->at + from, ' ') : NULL;
  if (!verb_at) return;
  size_t size = strcspn(++verb_at, " ,.;:");
  buf_addn(&word, verb_at, size);
  buf_add(&rest, verb_at + size);
  if (forms_rule(&word, lang_forms(c->view->lang, w->source), "you")) {
    b->n = (size_t)(verb_at - b->at);
    buf_addn(b, buf_text(&word), word.n);
    buf_addn(b, buf_text(&rest), rest.n);
  }
  buf_free(&word);
  buf_free(&rest);
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
  Form plain = {0};
  if (!strcmp(form->kase, "inf") &&
      forms_pick(w.text, form, &size) == forms_pick(w.text, &plain, &size))
    c->lacks = true;
  Call call = {c, at, b, 0};
  size_t from = b->n;
  template_put(lang, b, w, &inside, fill_argument, &call);
  agree_with_you(c, b, from, at, &w);
  if (small && *text != '{') buf_small(b, lang_unmarked(b, from));
}

/* ---- sentences ------------------------------------------------------------------ */

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

/* How many parts from this one on say the same; `left` are still to come with it. */
static int equal_parts(const Composer *c, int first, int left)
{
  int n = 1, rows = row(c, first)->size;
  size_t size = (size_t)rows * sizeof(PPhrase);
  while (n < left && row(c, first + n * rows)->size == rows &&
         !memcmp(row(c, first + n * rows), row(c, first), size))
    n++;
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

/* Does a plain step with words follow, so that this one is not the last of its sentence?
 * Steps with parts of their own do not count: "then" is what tells where these begin. */
static bool plain_step_from(Composer *c, int next, int left)
{
  for (; left > 0; left--, next += row(c, next)->size) {
    if (row(c, next)->op == PH_SEQ || has_parts(c, next)) return false;
    char *s = sentence_of(c, next, &(Form){0});
    bool told = *s && !is_untold(s), silent = !*s;
    free(s);
    if (!silent) return told;
  }
  return false;
}

/* "Spend 1 Money, move a token, then draw a card": "then" stands before the last of the
 * plain steps that follow each other, a comma before the others. */
static void sequence(Composer *c, Buf *b, int at, const Form *form)
{
  int last = -1, step = part(c, at, 0);
  bool untold = false;
  for (int left = row(c, at)->kids, same; left > 0; left -= same) {
    bool stop = last >= 0 && has_parts(c, last);
    same = equal_parts(c, step, left);
    int next = step + same * row(c, step)->size;
    bool listed = last >= 0 && !stop && !untold && same == 1 &&
                  row(c, step)->op != PH_SEQ && !has_parts(c, step) &&
                  plain_step_from(c, next, left - 1);
    Form f = last < 0 || listed ? *form : sentence_form(form, !stop && same == 1);
    char *s = sentence_of(c, step, &f);
    if (*s && same > 1 && !is_untold(s)) {
      char *once = s;
      s = times(c, same, once, &f);
      free(once);
    }
    bool again = untold && is_untold(s);
    listed = listed && !is_untold(s);
    if (*s) untold = is_untold(s);
    if (*s && !again) {
      if (last >= 0)
        words_add(c->view->lang, b,
                  stop     ? SAY_C_STOP_THERE
                  : listed ? SAY_COMMA
                           : SAY_C_THEN);
      size_t from = b->n;
      buf_add(b, s);
      if (stop) buf_capital(b, lang_unmarked(b, from));
      last = step;
    }
    free(s);
    step = next;
  }
}

/* "Go on": what ends a choice that is offered again and again says so by its label. */
static bool only_stops(const Composer *c, int at)
{
  while (row(c, at)->op == PH_SEQ && row(c, at)->kids == 1) at = part(c, at, 0);
  return row(c, at)->op == PH_STOP;
}

/* The alternatives of a choice, without those that only end it if so asked for. */
static int alternatives(Composer *c, Buf *list, int at, const Form *form, bool lasting)
{
  Form own = sentence_form(form, false);
  int n = 0;
  for (int k = 0; k < row(c, at)->kids; k++) {
    int alt = part(c, at, k);
    bool stops = only_stops(c, part(c, alt, 0));
    int32_t text = row(c, alt)->arg;
    const char *source = render_source(c->p, text);
    if (stops && lasting) continue;
    if (n++) words_add(c->view->lang, list, SAY_C_SEMICOLON);
    char *does = sentence_of(c, part(c, alt, 0), &own);
    if (source && !strchr(source, '{')) {
      Buf label = {0};
      render_words(c->view, &label, text);
      if (*does && !is_untold(does) && !stops)
        say2(c, list, SAY_C_ALT, form, a_text(buf_text(&label)), a_text(does));
      else buf_add(list, buf_text(&label));
      buf_free(&label);
    } else buf_add(list, does);
    free(does);
  }
  return n;
}

static void choice(Composer *c, Buf *b, int at, const Form *form)
{
  Buf list = {0};
  alternatives(c, &list, at, form, false);
  say1(c, b, SAY_C_CHOICE, form, a_text(buf_text(&list)));
  buf_free(&list);
}

/* "Repeat: …", "as often as you like: …" where one of its choices ends it. */
static void again(Composer *c, Buf *b, int at, const Form *form)
{
  int one = at;
  bool ends = false;
  while (row(c, one)->op == PH_SEQ && row(c, one)->kids == 1) one = part(c, one, 0);
  for (int k = 0; row(c, one)->op == PH_CHOICE && k < row(c, one)->kids; k++)
    ends |= only_stops(c, part(c, part(c, one, k), 0));
  if (!ends) {
    say1(c, b, SAY_C_AGAIN, form, a_sentence(at));
    return;
  }
  Buf list = {0}, does = {0};
  if (alternatives(c, &list, one, form, true) > 1)
    say1(c, &does, SAY_C_CHOICE, &(Form){0}, a_text(buf_text(&list)));
  else buf_add(&does, buf_text(&list));
  say1(c, b, SAY_C_OFTEN, form, a_text(buf_text(&does)));
  buf_free(&list);
  buf_free(&does);
}

bool compose_is_silent(Composer *c, int at)
{
  char *s = sentence_of(c, at, &(Form){0});
  bool nothing = !*s;
  free(s);
  return nothing;
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
    if (untold && p->kids < 3 && compose_tells_change(c, at) &&
        compose_told_change(c, b, at))
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

/* Is all that is done to each one sentence with one "it", which can be "each player"
 * itself? */
bool compose_says_once(const Composer *c, int at)
{
  while (row(c, at)->op == PH_SEQ && row(c, at)->kids == 1) at = part(c, at, 0);
  const PPhrase *p = row(c, at);
  if (c->rules || c->each || compose_count_it(c, at) != 1) return false;
  switch ((PhraseOp)p->op) {
  case PH_VERB:
    for (int k = 0; k < p->kids; k++)
      if (row(c, part(c, part(c, at, k), 0))->op == PH_IT) return true;
    return false;
  case PH_AS: return row(c, part(c, at, 0))->op == PH_IT;
  case PH_RAISE:
  case PH_LOWER:
  case PH_SET: return p->kids == 2 && row(c, part(c, at, 1))->op == PH_IT;
  default: return false;
  }
}

/* "For each player: …", "for each of 2 agents of your choice: …". */
static void each(Composer *c, Buf *b, int at, const Form *form)
{
  int set = part(c, at, 0), base = compose_base(c, set);
  Part does = a_sentence(part(c, at, 1));
  if (compose_is_silent(c, part(c, at, 1))) return;
  const PPhrase *s = row(c, base);
  int kind = s->op == PH_KIND ? s->arg : s->op == PH_PLAYERS ? 0 : row(c, at)->arg2 - 1;
  bool whole = compose_each_one(c, base, kind);
  Part such_ones = {.sort = PART_SUCH, .at = set, .row = kind};
  if (whole && !row(c, at)->arg && compose_says_once(c, part(c, at, 1))) {
    such_ones.det = "each";
    c->each = &such_ones;
    compose_sentence(c, b, part(c, at, 1), form);
    c->each = NULL;
  } else if (row(c, at)->arg && whole)
    say2(c, b, SAY_C_SECRETLY_EACH, form, such_ones, does);
  else if (row(c, at)->arg) say2(c, b, SAY_C_SECRETLY, form, a_noun(set), does);
  else if (c->rules && s->op == PH_FIELD && kind >= 0)
    say3(c, b, SAY_C_EACH_IN, form, a_name(NAME_KIND, kind), a_noun(set), does);
  else if (!whole) say2(c, b, SAY_C_EACH, form, a_noun(set), does);
  else say2(c, b, SAY_C_EACH_ONE, form, such_ones, does);
}

int compose_only(const Composer *c, int at)
{
  while (row(c, at)->op == PH_SEQ && row(c, at)->kids == 1) at = part(c, at, 0);
  return at;
}

static void conditional(Composer *c, Buf *b, int at, const Form *form)
{
  Part cond = a_condition(part(c, at, 0)), does = a_sentence(part(c, at, 1));
  /* "if the sky is dark: if you have a lamp, …" */
  bool nested = row(c, compose_only(c, part(c, at, 1)))->op == PH_IF;
  Saying word = nested ? SAY_C_IF_DO : SAY_C_IF;
  bool nothing = compose_is_silent(c, part(c, at, 1));
  if (row(c, at)->kids < 3 || compose_is_silent(c, part(c, at, 2))) {
    if (!nothing) say2(c, b, word, form, cond, does);
    return;
  }
  Buf whole = {0};
  say2(c, &whole, word, form, cond, does);
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

/* The row of the card that is meant by its title, -1: none.  Of copies the first is any
 * of them. */
static int titled(const Composer *c, int at)
{
  const PPhrase *x = row(c, at);
  if (x->op == PH_CALL && x->kids == 1 && !strcmp(program_string(c->p, x->arg), "first"))
    x = row(c, at = part(c, at, 0));
  bool card = x->op == PH_THING && c->p->kinds[c->p->things[x->arg].kind].cells >= 0;
  return card ? at : -1;
}

static bool is_only_slot(const Program *p, int slot)
{
  for (int i = 0; i < p->n_slots; i++)
    if (i != slot && p->slots[i].kind == p->slots[slot].kind) return false;
  return true;
}

/* What another card says is done: all of it, or the part that is named. */
static void slot_used(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  int title = titled(c, part(c, at, 0));
  bool by_title = title >= 0;
  Part card = a_noun(by_title ? title : part(c, at, 0));
  if (p->arg2 > 0 && is_only_slot(c->p, p->arg2 - 1)) {
    say1(c, b, by_title ? SAY_C_DO_TITLED : SAY_C_DO, form, card);
    return;
  }
  Buf name = {0};
  compose_slot_name(c->view, &name, p);
  say2(c, b, by_title ? SAY_C_DO_PART_TITLED : SAY_C_DO_PART, form,
       a_text(buf_text(&name)), card);
  buf_free(&name);
}

/* "Draw 2 cards from the Deck to your Hand." */
static void drawn(Composer *c, Buf *b, int at, const Form *form)
{
  int from = part(c, at, 1), kind = compose_pile_of(c, from);
  Filled n = {FILLED_MANY, NULL, false, false};
  Buf many = {0};
  compose_noun(c, &many, part(c, at, 0), &(Form){0}, &n);
  Part what = kind < 0 ? a_noun(part(c, at, 0)) : a_name(NAME_KIND, kind);
  if (kind >= 0) {
    what.number = number_word(c, n.number);
    buf_clear(&many);
    bool counted = compose_is_counted(c, part(c, at, 0));
    say2(c, &many, counted ? SAY_C_COUNTED : SAY_C_AS_MANY, &(Form){0},
         a_noun(part(c, at, 0)), what);
    what = a_text(buf_text(&many));
  }
  say3(c, b, SAY_C_DRAW, form, what, a_noun(from), a_noun(part(c, at, 2)));
  buf_free(&many);
}

/* "3 times: …", "as long as it is dark, at most 3 times: …" */
static void repeated(Composer *c, Buf *b, int at, const Form *form)
{
  const PPhrase *p = row(c, at);
  int x = part(c, at, 0), body = part(c, at, p->kids - 1);
  bool number = row(c, x)->op == PH_NUMBER || row(c, x)->op == PH_SPAN;
  if (compose_is_silent(c, body)) return;
  if (p->kids < 2) again(c, b, x, form);
  else if (p->arg == 2)
    say3(c, b, number ? SAY_C_WHILE_TIMES : SAY_C_WHILE_TIMES_BY, form, a_noun(x),
         a_condition(part(c, at, 1)), a_sentence(body));
  else if (p->arg) say2(c, b, SAY_C_AS_LONG, form, a_condition(x), a_sentence(body));
  else if (row(c, x)->op == PH_NUMBER && row(c, x)->arg == 2)
    say1(c, b, SAY_C_TWICE, form, a_sentence(body));
  else
    say2(c, b, compose_is_counted(c, x) ? SAY_C_REPEAT : SAY_C_REPEAT_BY, form, a_noun(x),
         a_sentence(body));
}

/* "Remove a card of your choice from your Hand": once is enough. */
static void added(Composer *c, Buf *b, int at, const Form *form)
{
  bool away = row(c, at)->arg;
  int set = part(c, at, 1), outer = c->whence;
  c->whence = away ? set : 0;
  say2(c, b, away ? SAY_C_REMOVE : SAY_C_ADD, form, a_noun(part(c, at, 0)), a_noun(set));
  c->whence = outer;
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
  case PH_SET: compose_change(c, b, at, form); break;
  case PH_MOVE:
    say2(c, b, p->arg ? SAY_C_MOVE_UNDER : SAY_C_MOVE, form, a_noun(x), a_noun(y));
    break;
  case PH_DRAW: drawn(c, b, at, form); break;
  case PH_SHUFFLE: say1(c, b, SAY_C_SHUFFLE, form, a_noun(x)); break;
  case PH_REVEAL:
    if (compose_is_condition(c, x) && row(c, y)->op == PH_ME)
      say1(c, b, SAY_C_LEARN, form, a_condition(x));
    else if (compose_is_condition(c, x))
      say2(c, b, SAY_C_TELL, form, a_condition(x), a_noun(y));
    else if (row(c, y)->op == PH_ME) say1(c, b, SAY_C_LOOK, form, a_noun(x));
    else say2(c, b, SAY_C_REVEAL, form, a_noun(x), a_noun(y));
    break;
  case PH_ADD: added(c, b, at, form); break;
  case PH_WIN: victory(c, b, x, form); break;
  case PH_LOSE: defeat(c, b, p->arg, form); break;
  case PH_SLOT_CALL: slot_used(c, b, at, form); break;
  case PH_REQUIRE:
    if (c->said != at) say1(c, b, SAY_C_REQUIRE, form, a_condition(x));
    break;
  case PH_IF: conditional(c, b, at, form); break;
  case PH_OTHERWISE:
    if (compose_is_silent(c, y)) say1(c, b, SAY_C_TRY, form, a_sentence(x));
    else say2(c, b, SAY_C_OTHERWISE, form, a_sentence(x), a_sentence(y));
    break;
  case PH_EACH: each(c, b, at, form); break;
  case PH_REPEAT: repeated(c, b, at, form); break;
  case PH_MAY:
    if (!compose_is_silent(c, x)) compose_may(c, b, at, form);
    break;
  case PH_CHOICE: choice(c, b, at, form); break;
  case PH_AS:
    if (!compose_is_silent(c, y)) compose_done_by(c, b, at, form);
    break;
  case PH_STOP: say0(c, b, SAY_C_STOP, form); break;
  case PH_SHARE: compose_share(c, b, at, form); break;
  case PH_RULE: compose_rule(c, b, at, form); break;
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
  buf_capital(b, lang_unmarked(b, from));
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
