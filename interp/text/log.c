/* The log.
 *
 * One event gives up to one sentence for each viewer.  Templates of verbs are said as
 * they are written; one that does not name who acts gets the name in front. */
#include "interp/text/log.h"
#include "interp/base/arena.h"
#include "interp/text/label.h"

#include <stdlib.h>
#include <string.h>

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

/* A verb with this form is told with it, and when it is done. */
static const Form told = {.kase = "told"};

void log_words(const View *v, Buf *b, const Event *e)
{
  Told t = {v, e, &v->program->texts[e->text]};
  render_text_form(v, b, e->text, e->kind == EV_TOLD ? &told : NULL, event_arg, &t);
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

/* Does what is said of a verb name who acts? */
static bool told_names_actor(const View *v, const Event *e)
{
  Wording w = lang_text(v->lang, v->program, e->text);
  size_t n = strlen(w.text);
  Buf part = {0};
  const char *said =
      e->kind == EV_TOLD && w.forms ? forms_pick(w.text, &told, &n) : w.text;
  buf_addn(&part, said, n);
  bool names = names_actor(buf_text(&part));
  buf_free(&part);
  return names;
}

static bool say_text(const View *v, Buf *b, const Event *e)
{
  if (e->text < 0) return false;
  if (e->kind == EV_VERB && is_told_after(v->program, e->text)) return false;
  bool named = told_names_actor(v, e);
  Buf words = {0}, who = {0};
  log_words(v, &words, e);
  bool by = (e->kind == EV_VERB || e->kind == EV_TOLD) && e->seat != NONE &&
            e->seat >= 0 && !named;
  if (by) {
    render_seat(v, &who, e->seat);
    words_say(v->lang, b, SAY_BY, buf_text(&who), buf_text(&words), NULL);
  } else {
    size_t from = b->n;
    buf_add(b, buf_text(&words));
    /* A sentence begins with a capital, a player's name as the player writes it. */
    if (!named) buf_capital(b, from);
  }
  buf_free(&words);
  buf_free(&who);
  return true;
}

/* What a field has at first is no change: nothing was there before. */
static bool is_first_value(const Program *p, int32_t ip)
{
  for (int i = 0; i < p->n_chunks; i++)
    if (ip >= p->chunks[i].first && ip - p->chunks[i].first < p->chunks[i].count)
      return !strcmp(program_string(p, p->chunks[i].name), "init");
  return false;
}

static bool say_change(const View *v, Buf *b, const Event *e, bool verbose)
{
  const Program *p = v->program;
  if (is_first_value(p, e->ip)) return false;
  const PField *f = &p->fields[e->field];
  bool wide = p->types[f->type].words > 1;
  if (f->flags & (FIELD_HIDDEN | FIELD_OPTION) || (f->text < 0 && !verbose) || wide)
    return false;
  if (!view_sees_field(v, e->field, e->thing)) return false;
  if (f->kind >= 0 && !view_sees_thing(v, e->thing)) return false;
  Buf what = {0}, old = {0}, now = {0};
  render_field(v, &what, e->field, e->thing, e->per);
  buf_capital(&what, 0);
  render_value(v, &old, f->type, &e->old);
  render_value(v, &now, f->type, &e->now);
  words_say(v->lang, b, SAY_CHANGE, buf_text(&what), buf_text(&old), buf_text(&now));
  buf_free(&what);
  buf_free(&old);
  buf_free(&now);
  return true;
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

static bool say_reveal(const View *viewer, Buf *b, const Event *e)
{
  View v = *viewer;
  uint32_t mask = (uint32_t)e->now, all = (1u << vm_seats(v.vm)) - 1;
  bool everybody = (mask & all) == all;
  /* Nobody else learns that it happened. */
  if (e->thing < 0 || !render_allows(viewer, mask)) return false;
  v.shown = e->thing;
  Buf who = {0};
  size_t begin = b->n;
  render_seats(&v, &who, mask);
  const SayPart parts[] = {SAY_THING(e->thing), SAY_TEXT(buf_text(&who))};
  render_say(&v, b, everybody ? SAY_REVEAL_ALL : SAY_REVEAL_SOME, parts, 2);
  buf_capital(b, begin);
  buf_free(&who);
  return true;
}

/* Several draws of one player, or several rolls, in one line. */
static void say_chances(const View *v, Buf *b, const Event *e, const int64_t *values,
                        int n)
{
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
  if (!thing) {
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
  say_chances(v, b, e, &e->now, 1);
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
  Buf who = {0};
  size_t from = b->n;
  int seats = v->vm ? vm_seats(v->vm) : 0;
  Buf why = {0};
  if (reason >= 0 && v->vm && vm_over(v->vm)) render_text(v, &why, reason, lost_arg, &v);
  else render_words(v, &why, reason);
  if (winners && seats > 1 && winners == (1u << seats) - 1) {
    words_add(v->lang, b, SAY_WON_BY_ALL);
  } else if (winners) {
    render_seats(v, &who, winners);
    words_say(v->lang, b, winners & (winners - 1) ? SAY_WIN : SAY_WINS, buf_text(&who),
              NULL, NULL);
  } else if (why.n) {
    words_say(v->lang, b, SAY_NOBODY_WINS_FOR, buf_text(&why), NULL, NULL);
  } else {
    words_add(v->lang, b, SAY_NOBODY_WINS);
  }
  if (v->vm && vm_over(v->vm) && v->program->score >= 0) add_scores(v, b, from);
  buf_free(&why);
  buf_free(&who);
}

bool log_event(const View *v, Buf *b, const Event *e, bool verbose)
{
  switch (e->kind) {
  case EV_VERB:
  case EV_TOLD:
  case EV_NOTE: return say_text(v, b, e);
  case EV_CHANGE: return say_change(v, b, e, verbose);
  case EV_MOVE: return verbose && say_move(v, b, e);
  case EV_SHUFFLE: return verbose && say_shuffle(v, b, e);
  case EV_REVEAL: return say_reveal(v, b, e);
  case EV_CHANCE: return say_chance(v, b, e);
  case EV_END: log_result(v, b, (uint32_t)e->now, e->text); return true;
  case EV_DECIDE:
  case EV_GATHER: return false;
  }
  return false;
}

/* ---- the logs of a game --------------------------------------------------------- */

typedef VEC(char *) Lines;

/* Draws or rolls that stand in one line: the last one, as long as nothing else is said.
 */
typedef struct Chances {
  size_t line; /* its number */
  Event event; /* of the last of them */
  VEC(int64_t) values;
} Chances;

struct Log {
  const Program *program;
  int seats;
  const char *const *names;
  const Lang *lang;
  bool verbose, open;
  int only;                      /* slot that is filled, -1: all */
  Lines lines[MAX_PLAYERS + 2];  /* seats, then VIEW_PUBLIC, then VIEW_ALL */
  char *answer[MAX_PLAYERS + 2]; /* the last answer, as long as nothing came of it */
  Chances chances[MAX_PLAYERS + 2];
  VEC(Event) held; /* secret until all answers are in */
  long heard;      /* events since the last answer */
};

static int slot(const Log *l, int viewer)
{
  return viewer >= 0 ? viewer : viewer == VIEW_PUBLIC ? l->seats : l->seats + 1;
}

static int viewer_of(const Log *l, int i)
{
  return i < l->seats ? i : i == l->seats ? VIEW_PUBLIC : VIEW_ALL;
}

bool log_has_secrets(const Program *p)
{
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].seen != SEEN_ALL && !(p->fields[i].flags & FIELD_HIDDEN))
      return true;
  for (int i = 0; i < p->n_decisions; i++)
    if (p->decisions[i].flags & DECISION_SECRET) return true;
  return false;
}

Log *log_new(const Program *p, int seats, const char *const *names, const Lang *lang,
             bool verbose)
{
  Log *l = NULL;
  size_t cap = 0;
  l = vec_grow_(l, &cap, 1, sizeof *l);
  memset(l, 0, sizeof *l);
  l->program = p;
  l->seats = seats;
  l->names = names;
  l->lang = lang;
  l->verbose = verbose;
  l->open = !log_has_secrets(p);
  l->only = -1;
  return l;
}

/* An answer that a verb tells at once need not be told twice. */
static void settle(Log *l, bool keep)
{
  for (int i = 0; i < l->seats + 2; i++) {
    if (l->answer[i] && keep) vec_push(&l->lines[i], l->answer[i]);
    else free(l->answer[i]);
    l->answer[i] = NULL;
  }
}

static void cut(Lines *lines, size_t n)
{
  while (lines->n > n) free(lines->at[--lines->n]);
}

void log_free(Log *l)
{
  if (!l) return;
  settle(l, false);
  for (int i = 0; i < l->seats + 2; i++) {
    cut(&l->lines[i], 0);
    vec_free(&l->lines[i]);
    vec_free(&l->chances[i].values);
  }
  vec_free(&l->held);
  free(l);
}

void log_only(Log *l, int viewer) { l->only = slot(l, viewer); }

void log_clear(Log *l)
{
  for (int i = 0; i < l->seats + 2; i++) cut(&l->lines[i], 0);
}

/* Is the last line of this viewer one of chances, to which more may be added? */
static bool ends_with_chance(const Log *l, int i)
{
  return l->chances[i].values.n && l->lines[i].n == l->chances[i].line + 1;
}

static void replace_last(Lines *lines, Buf *b)
{
  free(lines->at[lines->n - 1]);
  lines->at[lines->n - 1] = buf_take(b);
}

/* One more draw or roll of the same player: one line tells them all. */
static void tell_chance(Log *l, const View *v, int i, const Event *e, Buf *b)
{
  Chances *c = &l->chances[i];
  bool more = ends_with_chance(l, i) && c->event.seat == e->seat &&
              c->event.type == e->type && !l->verbose;
  if (!more) c->values.n = 0;
  vec_push(&c->values, e->now);
  c->event = *e;
  if (!more) {
    c->line = l->lines[i].n;
    vec_push(&l->lines[i], buf_take(b));
    return;
  }
  buf_clear(b);
  say_chances(v, b, e, c->values.at, (int)c->values.n);
  replace_last(&l->lines[i], b);
}

/* A roll that went straight into a field is told by the change alone. */
static bool tells_the_roll(const Log *l, int i, const Event *e)
{
  enum { NEAR = 4 }; /* instructions between a roll and where it is put */
  const Chances *c = &l->chances[i];
  const int ip = c->event.ip;
  bool thing = c->event.type >= 0 && l->program->types[c->event.type].tag == T_THING;
  return e->kind == EV_CHANGE && ends_with_chance(l, i) && c->values.n == 1 && !thing &&
         !l->verbose && c->values.at[0] == e->now && e->ip > ip && e->ip - ip <= NEAR;
}

/* A rule can say more in one step than anybody reads, or memory holds. */
static bool too_much(Log *l)
{
  if (++l->heard <= MAX_TOLD) return false;
  if (l->heard > MAX_TOLD + 1) return true;
  for (int i = 0; i < l->seats + 2; i++) {
    Buf b = {0};
    if (l->only >= 0 && i != l->only) continue;
    words_add(l->lang, &b, SAY_LOG_MORE);
    vec_push(&l->lines[i], buf_take(&b));
  }
  return true;
}

static void tell(Log *l, Vm *vm, int i, const Event *e)
{
  if ((l->only >= 0 && i != l->only) || l->lines[i].n > MAX_LOG_LINES) return;
  View v = view_new(vm, viewer_of(l, i), l->names, l->lang);
  Buf b = {0};
  if (log_event(&v, &b, e, l->verbose)) {
    if (e->kind == EV_CHANCE) tell_chance(l, &v, i, e, &b);
    else if (tells_the_roll(l, i, e)) replace_last(&l->lines[i], &b);
    else vec_push(&l->lines[i], buf_take(&b));
  }
  buf_free(&b);
}

static void release(Log *l, Vm *vm)
{
  for (size_t k = 0; k < l->held.n; k++) {
    const Event *e = &l->held.at[k];
    for (int i = 0; i < l->seats + 1; i++)
      if (viewer_of(l, i) != e->seat) tell(l, vm, i, e);
  }
  l->held.n = 0;
}

void log_listen(void *log, Vm *vm, const Event *e)
{
  Log *l = log;
  if (e->kind != EV_GATHER && e->kind != EV_END && too_much(l)) return;
  if (e->kind != EV_DECIDE)
    settle(l, e->kind != EV_VERB && e->kind != EV_TOLD && e->kind != EV_NOTE);
  if (e->kind == EV_GATHER && !e->now) release(l, vm);
  if (e->secret) {
    if (e->seat >= 0 && e->seat < l->seats) tell(l, vm, e->seat, e);
    tell(l, vm, slot(l, VIEW_ALL), e);
    vec_push(&l->held, *e);
    return;
  }
  for (int i = 0; i < l->seats + 2; i++) tell(l, vm, i, e);
}

void log_answer(Log *l, Vm *vm, int i)
{
  const PDecision *d = vm_decision(vm);
  l->heard = 0;
  if (!d) return;
  settle(l, true);
  int seat = vm_option(vm, i).seat;
  for (int k = 0; k < l->seats + 2; k++) {
    int viewer = viewer_of(l, k);
    if (!l->open && viewer != VIEW_ALL && viewer != seat) continue;
    if (l->only >= 0 && k != l->only) continue;
    View v = view_new(vm, viewer, l->names, l->lang);
    Buf label = {0}, who = {0}, line = {0};
    label_option(&v, &label, i);
    if (seat >= 0 && seat < l->seats) {
      render_seat(&v, &who, seat);
      words_say(l->lang, &line, SAY_BY, buf_text(&who), buf_text(&label), NULL);
    } else {
      buf_add(&line, buf_text(&label));
    }
    l->answer[k] = buf_take(&line);
    buf_free(&label);
    buf_free(&who);
  }
}

int log_ready(Log *l, int viewer)
{
  int i = slot(l, viewer);
  settle(l, true);
  return (int)l->lines[i].n - (ends_with_chance(l, i) ? 1 : 0);
}

int log_count(Log *l, int viewer)
{
  settle(l, true);
  l->chances[slot(l, viewer)].values.n = 0; /* who has read a line has read it */
  return (int)l->lines[slot(l, viewer)].n;
}

const char *log_line(const Log *l, int viewer, int i)
{
  return l->lines[slot(l, viewer)].at[i];
}

LogMark log_mark(Log *l)
{
  settle(l, true);
  LogMark m = {{0}, (int)l->held.n};
  for (int i = 0; i < l->seats + 2; i++) m.lines[i] = (int)l->lines[i].n;
  return m;
}

void log_rewind(Log *l, const LogMark *m)
{
  settle(l, false);
  for (int i = 0; i < l->seats + 2; i++) cut(&l->lines[i], (size_t)m->lines[i]);
  if (l->held.n > (size_t)m->held) l->held.n = (size_t)m->held;
}
