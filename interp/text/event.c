/* Events as sentences.
 *
 * One event gives up to one sentence for each viewer, and it tells: third person, what
 * happened.  A verb's text is mostly an order ("Move {a}"); the log says its form `told`
 * (when the verb has ended) or `tells` (when it begins), or makes "Anne moves Red" by the
 * rules `report` of the language, which know its verbs.  A field has the same form. */
#include "interp/text/event.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- sentences ------------------------------------------------------------------ */

typedef struct Told {
  const View *view;
  const Event *event;
  const PText *text;
} Told;

static const int64_t *event_arg(void *user, int row, int64_t *room)
{
  const Told *t = user;
  int i = row - t->text->first_arg;
  if (i < 0 || i >= t->event->nargs || i >= MAX_ARGS) return NULL;
  if (!render_allows(t->view, t->event->seen[i])) return &render_unseen;
  *room = t->event->args[i];
  return room;
}

/* How an event asks for the words of a verb or of a field. */
Form event_form(EventKind k)
{
  Form f = {.kase = "tells"};
  if (k == EV_TOLD) f = (Form){.kase = "told"};
  return k == EV_VERB || k == EV_TOLD || k == EV_CHANGE ? f : (Form){0};
}

void log_words(const View *v, Buf *b, const Event *e)
{
  Told t = {v, e, &v->program->texts[e->text]};
  Form f = event_form(e->kind);
  render_told(v, b, e->text, &f, event_arg, &t, e->seat);
}

/* Does a text say who acts? */
static bool names_actor(const char *s)
{
  return strstr(s, "{me}") || strstr(s, "{me.") || strstr(s, "{me:");
}

static bool is_told_after(const Program *p, int32_t text)
{
  const char *source = render_source(p, text);
  return source && strstr(source, "|told=");
}

bool event_comes_later(const View *v, const Event *e)
{
  return e->text >= 0 && is_told_after(v->program, e->text);
}

bool event_is_silent(const Program *p, int32_t text, const Form *form)
{
  const char *source = render_source(p, text);
  size_t n, plain;
  return source &&
         forms_pick(source, form, &n) != forms_pick(source, &(Form){0}, &plain) && !n;
}

/* What is going to be said of a verb, as it is written; *own: in words for the log. */
static char *wording(const View *v, const Event *e, bool *own)
{
  INVARIANT(v && v->program);
  Wording w = lang_text(v->lang, v->program, e->text);
  size_t n = strlen(w.text), plain;
  Form f = event_form(e->kind), none = {0};
  const char *said = w.forms ? forms_pick(w.text, &f, &n) : w.text;
  Buf part = {0};
  *own = w.forms && said != forms_pick(w.text, &none, &plain);
  if (!event_is_silent(v->program, e->text, &f)) buf_addn(&part, said, n);
  else buf_add(&part, "");
  return buf_take(&part);
}

/* "Night phase". */
static bool is_heading(const char *source)
{
  Buf text = {0};
  buf_addn(&text, source, forms_plain(source));
  bool heading = forms_rule(&text, words_row(SAY_FORMS)->text, "heading");
  buf_free(&text);
  return heading;
}

/* Is the source of a text an order, by the verb that it begins with?  A word by itself
 * ("Patrols"), a name and what follows a colon are none, nor is what a slot of a card is
 * called ("When eaten"). */
static bool is_order(const Program *p, int32_t text)
{
  INVARIANT(p && p->header);
  const char *source = render_source(p, text);
  if (strncmp(program_string(p, p->texts[text].key), "verb.", 5) != 0) return false;
  size_t n = strcspn(source, " :,;|");
  Buf word = {0};
  buf_addn(&word, source, n);
  bool order = *source != '{' && source[n] == ' ' && !is_heading(source) &&
               forms_rule(&word, words_row(SAY_FORMS)->text, "report") &&
               strcmp(buf_text(&word), "-") != 0;
  buf_free(&word);
  return order;
}

/* "Anne moves Red": an order, with who follows it in front, by the rules of the language.
 * What is no order ("Patrols", "Each player …", "{c} is dead") tells by itself.  Returns
 * false if the language has no such rules. */
static bool tell_order(const View *v, Buf *b, const Event *e, const char *written,
                       const char *words)
{
  INVARIANT(v && v->program);
  Wording w = lang_text(v->lang, v->program, e->text);
  const char *table = lang_forms(v->lang, w.source);
  size_t first = strcspn(words, " :,;");
  Buf verb = {0};
  buf_addn(&verb, words, first);
  if (w.state != LANG_FINE || !forms_has(table, "report")) {
    buf_free(&verb);
    return false;
  }
  bool order = *written != '{' && first < strlen(words) && words[first] != ':' &&
               is_order(v->program, e->text) && forms_rule(&verb, table, "report") &&
               strcmp(buf_text(&verb), "-") != 0;
  size_t from = b->n;
  if (order) {
    Buf who = {0};
    buf_small(&verb, 0);
    buf_add(&verb, words + first);
    if (v->vm) render_seat(v, &who, e->seat);
    else buf_add(&who, "{me}");
    words_say(v->lang, b, SAY_TELLS, buf_text(&who), buf_text(&verb), NULL);
    buf_free(&who);
  } else {
    buf_add(b, words);
    buf_capital(b, from);
  }
  buf_free(&verb);
  return true;
}

static bool say_text(const View *v, Buf *b, const Event *e)
{
  if (e->text < 0) return false;
  if (e->kind == EV_VERB && is_told_after(v->program, e->text)) return false;
  bool own;
  char *written = wording(v, e, &own);
  bool named = names_actor(written), silent = !*written;
  bool by = (e->kind == EV_VERB || e->kind == EV_TOLD) && e->seat != NONE && !own &&
            e->seat >= 0 && !named;
  Buf words = {0}, who = {0};
  if (!silent) log_words(v, &words, e);
  if (silent || (by && tell_order(v, b, e, written, buf_text(&words)))) {
  } else if (by) {
    render_seat(v, &who, e->seat);
    words_say(v->lang, b, SAY_BY, buf_text(&who), buf_text(&words), NULL);
  } else {
    size_t from = b->n;
    buf_add(b, buf_text(&words));
    /* A sentence begins with a capital, a player's name as the player writes it. */
    if (!named) buf_capital(b, from);
  }
  free(written);
  buf_free(&words);
  buf_free(&who);
  return !silent;
}

bool event_is_heading(const View *v, const Event *e)
{
  if (e->kind != EV_VERB && e->kind != EV_TOLD && e->kind != EV_NOTE) return false;
  return e->text >= 0 && !v->program->texts[e->text].args &&
         is_heading(render_source(v->program, e->text));
}

/* Does a list go on there: "Anne and Bert meet"? */
static bool goes_on(const View *v, const char *rest)
{
  Buf and = {0};
  words_add(v->lang, &and, SAY_AND);
  const char *word = buf_text(&and) + strspn(buf_text(&and), " ");
  bool same = *word && !strncmp(rest, word, strlen(word));
  buf_free(&and);
  return same;
}

size_t event_subject(const View *v, const Event *e, const char *line)
{
  bool verb = e->kind == EV_VERB || e->kind == EV_TOLD;
  if ((!verb && e->kind != EV_CHANCE) || e->seat == NONE || e->seat < 0) return 0;
  Buf who = {0};
  render_seat(v, &who, e->seat);
  size_t n = who.n, gap = 0;
  if (!strncmp(line, buf_text(&who), n)) gap = strspn(line + n, ": \xc2\xa0\xe2\x80\xaf");
  buf_free(&who);
  if (!gap || line[n + gap - 1] != ' ') return 0;
  n += gap;
  if (goes_on(v, line + n)) return 0;
  if (!verb) return n;
  bool own; /* a text of its own may begin with the same word */
  char *written = wording(v, e, &own);
  bool subject = names_actor(written)
                     ? !strncmp(written, "{me} ", 5)
                     : !own && *written != '{' && strncasecmp(written, line, n) != 0;
  free(written);
  return subject ? n : 0;
}

void event_report(const View *v, Buf *b, int32_t text)
{
  INVARIANT(v && v->program);
  const char *source = render_source(v->program, text);
  Event e = {.kind = source && strstr(source, "|told=") ? EV_TOLD : EV_VERB,
             .text = text};
  bool own;
  char *written = wording(v, &e, &own);
  if (own || names_actor(written)) buf_add(b, written);
  else if (!tell_order(v, b, &e, written, written))
    words_say(v->lang, b, SAY_BY, "{me}", written, NULL);
  free(written);
}

bool event_slot(const char *name, size_t n, const char *word)
{
  return strlen(word) == n && !memcmp(name, word, n);
}

static bool say_move(const View *v, Buf *b, const Event *e)
{
  Buf what = {0}, from = {0}, to = {0};
  render_thing(v, &what, e->thing);
  render_pile(v, &from, (int)e->old);
  render_pile(v, &to, (int)e->now);
  buf_capital(&what, 0);
  words_say(v->lang, b, SAY_MOVE, buf_text(&what), buf_text(&from), buf_text(&to));
  buf_free(&what);
  buf_free(&from);
  buf_free(&to);
  return true;
}

/* {what} and {it} of the words that a pile has for the log. */
typedef struct Moved {
  const View *view;
  const SayPart *what;
  int32_t owner;
} Moved;

static bool fill_move(void *user, Buf *b, const char *name, size_t n, const Form *form,
                      Filled *out)
{
  const Moved *m = user;
  Form plain = *form;
  if (event_slot(plain.kase, strlen(plain.kase), "tells")) plain.kase[0] = 0;
  if (event_slot(name, n, "it") && m->owner >= 0)
    render_thing_form(m->view, b, m->owner, &plain, out);
  else if (!event_slot(name, n, "what")) return false;
  else if (m->what->text) buf_add(b, m->what->text);
  else render_thing_form(m->view, b, m->what->thing, &plain, out);
  return true;
}

/* "The Ace goes to the discard pile": what everybody has seen.  False if the ruleset
 * wants no words for this pile. */
bool event_moves(const View *v, Buf *b, const Event *e, const int64_t *things, int n)
{
  INVARIANT(v && v->program);
  INVARIANT(e->nargs >= 0 && e->nargs <= MAX_ARGS);
  const Program *p = v->program;
  int32_t owner = -1, per = -1;
  int field = vm_pile_field(v->vm, (int)e->now, &owner, &per);
  const PField *f = &p->fields[field];
  size_t from = b->n, size, plain;
  Buf what = {0};
  render_list(v, &what, p->kinds[p->things[things[0]].kind].type, things, n);
  const SayPart one = n == 1 ? SAY_THING((int32_t)things[0]) : SAY_TEXT(buf_text(&what));
  const SayPart parts[] = {one, SAY_NAME(NAME_FIELD, field, "the"), SAY_THING(owner)};
  Form form = event_form(EV_CHANGE);
  Wording w = lang_text(v->lang, p, f->text);
  bool own = forms_pick(w.text, &form, &size) != forms_pick(w.text, &(Form){0}, &plain);
  bool silent = event_is_silent(p, f->text, &form);
  if (silent) {
  } else if (own) {
    Moved m = {v, &one, f->kind >= 0 ? owner : -1};
    w.forms = true;
    template_put(v->lang, b, w, &form, fill_move, &m);
  } else if (f->kind >= 0) render_say(v, b, n == 1 ? SAY_GOES_OF : SAY_GO_OF, parts, 3);
  else render_say(v, b, n == 1 ? SAY_GOES : SAY_GO, parts, 2);
  buf_capital(b, from);
  buf_free(&what);
  return !silent;
}

bool event_hears_sight(const View *v, const Event *e)
{
  return render_allows(v, (uint32_t)e->now) ||
         (v->seat < 0 && view_sees_field(v, e->field, e->thing));
}

/* What the same players are shown, one or several things. */
void event_reveals(const View *viewer, Buf *b, const Event *e, const int64_t *things,
                   int n)
{
  INVARIANT(viewer && n > 0 && things[n - 1] == e->thing);
  View at = *viewer, *v = &at;
  uint32_t mask = (uint32_t)e->now, all = (1u << vm_seats(v->vm)) - 1;
  at.shown = e->thing;
  bool everybody = (mask & all) == all;
  Buf who = {0}, what = {0};
  size_t begin = b->n;
  render_seats(v, &who, mask);
  render_list(v, &what, v->program->kinds[v->program->things[things[0]].kind].type,
              things, n);
  const SayPart one = n == 1 ? SAY_THING((int32_t)things[0]) : SAY_TEXT(buf_text(&what));
  const SayPart parts[] = {one, SAY_TEXT(buf_text(&who))};
  render_say(v, b, everybody ? SAY_REVEAL_ALL : SAY_REVEAL_SOME, parts, 2);
  buf_capital(b, begin);
  buf_free(&who);
  buf_free(&what);
}

static bool say_reveal(const View *v, Buf *b, const Event *e)
{
  /* Nobody else learns that it happened. */
  if (e->thing < 0 || !render_allows(v, (uint32_t)e->now)) return false;
  event_reveals(v, b, e, &(int64_t){e->thing}, 1);
  return true;
}

/* Told to those who see it from now on; a spectator learns it with the last of them. */
static bool say_sight(const View *v, Buf *b, const Event *e, bool verbose)
{
  Event change = *e;
  if (!event_hears_sight(v, e)) return false;
  change.kind = EV_CHANGE;
  change.old = NONE;
  change.now = e->old;
  return event_change(v, b, &change, verbose);
}

/* Several draws of one player, or several rolls, in one line. */
void event_chances(const View *v, Buf *b, const Event *e, const int64_t *values, int n)
{
  INVARIANT(e->nargs >= 0 && e->nargs <= MAX_ARGS);
  Buf what = {0}, who = {0};
  bool thing = e->type >= 0 && v->program->types[e->type].tag == T_THING;
  size_t from = b->n;
  if (thing) render_list(v, &what, e->type, values, n);
  for (int i = 0; !thing && i < n; i++) {
    if (i) words_add(v->lang, &what, SAY_COMMA);
    render_value(v, &what, e->type, &values[i]);
  }
  const SayPart drawn = thing && n == 1 && e->now >= 0 ? SAY_THING((int32_t)e->now)
                                                       : SAY_TEXT(buf_text(&what));
  if (!thing && e->field >= 0) {
    render_name(v, &who, NAME_FIELD, e->field, NULL, NULL);
    buf_capital(&who, 0);
    words_say(v->lang, b, SAY_CHANGE, buf_text(&who), buf_text(&what), NULL);
  } else if (!thing) {
    words_say(v->lang, b, SAY_CHANCE, buf_text(&what), NULL, NULL);
  } else if (e->seat != NONE && e->seat >= 0) {
    render_seat(v, &who, e->seat);
    const SayPart parts[] = {SAY_TEXT(buf_text(&who)), drawn};
    render_say(v, b, SAY_DRAW_BY, parts, 2);
  } else {
    render_say(v, b, n == 1 ? SAY_DRAW : SAY_DRAW_MANY, &drawn, 1);
    buf_capital(b, from);
  }
  buf_free(&what);
  buf_free(&who);
}

static bool say_chance(const View *v, Buf *b, const Event *e)
{
  if (!render_allows(v, e->seen[0])) return false;
  event_chances(v, b, e, &e->now, 1);
  return true;
}

static bool say_shuffle(const View *v, Buf *b, const Event *e)
{
  Buf what = {0};
  render_pile(v, &what, (int)e->now);
  buf_capital(&what, 0);
  words_say(v->lang, b, SAY_SHUFFLE, buf_text(&what), NULL, NULL);
  buf_free(&what);
  return true;
}

/* The game stands still where it was lost: what its reason names is in that frame. */
static const int64_t *lost_arg(void *user, int row, int64_t *room)
{
  const View *v = *(const View **)user;
  const PArg *a = &v->program->args[row];
  const int64_t *frame = vm_frame_wide(v->vm, 0);
  if (!a->path && a->reg >= 0) return vm_frame_wide(v->vm, a->reg);
  if (!render_allows(v, vm_arg_seen(v->vm, a, frame))) return &render_unseen;
  *room = vm_arg(v->vm, a, frame);
  return room;
}

/* "Anne wins (Anne 12, Bert 7)" */
static void add_scores(const View *v, Buf *b, size_t from)
{
  Buf scores = {0}, result = {0}, who = {0};
  for (int i = 0; i < vm_seats(v->vm); i++) {
    int64_t score = vm_score(v->vm, i);
    if (score == NONE) continue;
    buf_clear(&who);
    render_seat(v, &who, i);
    if (scores.n) words_add(v->lang, &scores, SAY_COMMA);
    words_say(v->lang, &scores, SAY_SCORE, buf_text(&who), DIGITS(score), NULL);
  }
  buf_add(&result, buf_text(b) + from);
  b->at[b->n = from] = 0;
  words_say(v->lang, b, SAY_SCORES, buf_text(&result), buf_text(&scores), NULL);
  buf_free(&scores);
  buf_free(&result);
  buf_free(&who);
}

void log_result(const View *v, Buf *b, uint32_t winners, int32_t reason)
{
  INVARIANT(v && v->program);
  Buf who = {0};
  size_t from = b->n;
  int seats = v->vm ? vm_seats(v->vm) : 0;
  Buf why = {0}, result = {0};
  if (reason >= 0 && v->vm && vm_over(v->vm)) render_text(v, &why, reason, lost_arg, &v);
  else render_words(v, &why, reason);
  if (winners && seats > 1 && winners == (1u << seats) - 1) {
    words_add(v->lang, b, SAY_WON_BY_ALL);
  } else if (winners) {
    render_seats(v, &who, winners);
    words_say(v->lang, b, winners & (winners - 1) ? SAY_WIN : SAY_WINS, buf_text(&who),
              NULL, NULL);
  } else {
    words_add(v->lang, b, SAY_NOBODY_WINS);
  }
  if (why.n) {
    words_say(v->lang, &result, SAY_RESULT_FOR, buf_text(b) + from, buf_text(&why), NULL);
    b->at[b->n = from] = 0;
    buf_add(b, buf_text(&result));
  }
  if (v->vm && vm_over(v->vm) && v->program->score >= 0) add_scores(v, b, from);
  buf_free(&why);
  buf_free(&who);
  buf_free(&result);
}

bool log_event(const View *v, Buf *b, const Event *e, bool verbose)
{
  INVARIANT(e->nargs >= 0 && e->nargs <= MAX_ARGS);
  switch (e->kind) {
  case EV_VERB:
  case EV_TOLD:
  case EV_NOTE: return say_text(v, b, e);
  case EV_CHANGE: return event_change(v, b, e, verbose);
  case EV_MOVE: return verbose && say_move(v, b, e);
  case EV_SHUFFLE: return verbose && say_shuffle(v, b, e);
  case EV_REVEAL: return say_reveal(v, b, e);
  case EV_SIGHT: return say_sight(v, b, e, verbose);
  case EV_CHANCE: return say_chance(v, b, e);
  case EV_END: log_result(v, b, (uint32_t)e->now, e->text); return true;
  case EV_DECIDE:
  case EV_SHOW:
  case EV_GATHER: return false;
  }
  return false;
}
