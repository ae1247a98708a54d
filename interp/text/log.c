/* The logs of a game: what each viewer has heard. */
#include "interp/text/log.h"
#include "interp/base/arena.h"
#include "interp/text/event.h"
#include "interp/text/label.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* A sentence; how many bytes at its beginning name who acts in it; and how many say what
 * no board shows. */
typedef struct Said {
  char *text;
  size_t subject, news;
  bool heading; /* a part of the game begins */
} Said;
typedef VEC(Said) Lines;

enum { MOST_JOINED = 100 }; /* draws or moves in one line, which is made anew for each */

/* Draws or rolls that stand in one line: the last one, as long as nothing else is said.
 */
typedef struct Chances {
  size_t line; /* its number */
  Event event; /* of the last of them */
  VEC(int64_t) values;
} Chances;

/* What waits for the sentence of a verb that is told when it has ended. */
typedef struct Waits {
  Event event;
  char *line; /* what is said of it otherwise */
} Waits;

/* The sentence of a verb, to which changes are added as long as nothing else is said. */
typedef struct Deed {
  bool open, later; /* later: the sentence is still to come, and changes wait for it */
  VEC(Waits) queue;
  uint32_t born; /* the activation of the verb */
  size_t line;   /* its number */
  char *words;   /* without the changes */
  Buf changes;   /* so far */
  Event last;    /* of them, or the verb */
  size_t rolled; /* bytes of them before the last, if that is a roll */
  bool drawn;    /* boards show all of them */
} Deed;

struct Log {
  const Program *program;
  int seats;
  const char *const *names;
  const Lang *lang;
  bool verbose, open, skips;
  int only;                         /* slot that is filled, -1: all */
  Lines lines[MAX_PLAYERS + 2];     /* seats, then VIEW_PUBLIC, then VIEW_ALL */
  char *answer[MAX_PLAYERS + 2];    /* the last answer, as long as nothing came of it */
  size_t answered[MAX_PLAYERS + 2]; /* bytes at its beginning that say whose it is */
  Chances chances[MAX_PLAYERS + 2], moves[MAX_PLAYERS + 2], shown[MAX_PLAYERS + 2];
  Deed deeds[MAX_PLAYERS + 2];
  long taken_back[MAX_PLAYERS + 2];
  bool begun;      /* something was answered: the set-up is over */
  VEC(Event) held; /* secret until all answers are in */
  long heard;      /* events since the last answer */
  Buf ended_by;    /* rules */
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
  INVARIANT(p && p->header);
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
  l = vec_grow_(l, &cap, sizeof *l, 1);
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

static void push(Lines *lines, char *text, size_t subject)
{
  vec_push(lines, ((Said){text, subject, strlen(text), false}));
}

/* An answer that a verb tells at once need not be told twice. */
static void settle_one(Log *l, int i, bool keep)
{
  if (l->answer[i] && keep) push(&l->lines[i], l->answer[i], l->answered[i]);
  else free(l->answer[i]);
  l->answer[i] = NULL;
}

static void settle(Log *l, bool keep)
{
  for (int i = 0; i < l->seats + 2; i++) settle_one(l, i, keep);
}

static void cut(Lines *lines, size_t n)
{
  while (lines->n > n) free(lines->at[--lines->n].text);
}

void log_free(Log *l)
{
  if (!l) return;
  settle(l, false);
  for (int i = 0; i < l->seats + 2; i++) {
    cut(&l->lines[i], 0);
    vec_free(&l->lines[i]);
    vec_free(&l->chances[i].values);
    vec_free(&l->moves[i].values);
    vec_free(&l->shown[i].values);
    free(l->deeds[i].words);
    for (size_t k = 0; k < l->deeds[i].queue.n; k++) free(l->deeds[i].queue.at[k].line);
    vec_free(&l->deeds[i].queue);
    buf_free(&l->deeds[i].changes);
  }
  vec_free(&l->held);
  buf_free(&l->ended_by);
  free(l);
}

void log_only(Log *l, int viewer) { l->only = slot(l, viewer); }

void log_skip(Log *l, bool on) { l->skips = on; }

void log_clear(Log *l)
{
  for (int i = 0; i < l->seats + 2; i++) cut(&l->lines[i], 0);
}

/* The last line was said too early: what comes now says it. */
static void take_back(Log *l, int i)
{
  cut(&l->lines[i], l->lines[i].n - 1);
  l->taken_back[i]++;
}

/* Is the last line of this viewer one of chances, to which more may be added? */
static bool ends_with_chance(const Log *l, int i)
{
  return l->chances[i].values.n && l->lines[i].n == l->chances[i].line + 1;
}

static void replace_last(Lines *lines, Buf *b)
{
  Said *last = &lines->at[lines->n - 1];
  if (strncmp(last->text, buf_text(b), last->subject)) last->subject = 0;
  free(last->text);
  last->text = buf_take(b);
  last->news = strlen(last->text);
}

/* One more draw or roll of the same player: one line tells them all. */
static void tell_chance(Log *l, const View *v, int i, const Event *e, Buf *b)
{
  Chances *c = &l->chances[i];
  bool more = ends_with_chance(l, i) && c->event.seat == e->seat &&
              c->event.type == e->type && !l->verbose && c->values.n < MOST_JOINED;
  if (!more) c->values.n = 0;
  vec_push(&c->values, e->now);
  c->event = *e;
  if (!more) {
    c->line = l->lines[i].n;
    size_t subject = event_subject(v, e, buf_text(b));
    push(&l->lines[i], buf_take(b), subject);
    return;
  }
  buf_clear(b);
  event_chances(v, b, e, c->values.at, (int)c->values.n);
  replace_last(&l->lines[i], b);
}

/* ---- one line for one happening ------------------------------------------------- */

/* No sentence will tell what waits: it tells itself. */
static void flush(Log *l, int i)
{
  Deed *d = &l->deeds[i];
  for (size_t k = 0; k < d->queue.n; k++)
    if (d->queue.at[k].line) push(&l->lines[i], d->queue.at[k].line, 0);
  d->queue.n = 0;
  d->later = false;
}

/* From now on nothing is added to the last line. */
static void close_line(Log *l, int i)
{
  flush(l, i);
  l->deeds[i].open = false;
  l->moves[i].values.n = 0;
}

/* A verb begins whose sentence comes when it has ended. */
static void await_deed(Log *l, Vm *vm, int i, const Event *e)
{
  Deed *d = &l->deeds[i];
  VmFrame frame[1];
  close_line(l, i);
  d->later = vm_frames(vm, e->ip, frame, 1) == 1;
  if (d->later) d->born = frame[0].born;
}

static void begin_deed(Log *l, Vm *vm, int i, const Event *e, const char *words)
{
  Deed *d = &l->deeds[i];
  VmFrame frame[1];
  d->open = vm_frames(vm, e->ip, frame, 1) == 1;
  if (!d->open) return;
  d->born = frame[0].born;
  free(d->words);
  Buf copy = {0};
  buf_add(&copy, words);
  buf_clear(&d->changes);
  d->last = (Event){.kind = EV_VERB, .field = -1};
  d->drawn = true;
  d->words = buf_take(&copy);
  d->line = l->lines[i].n;
}

/* Is the verb of the last line still at work? */
static bool is_inside(Vm *vm, const Deed *d, const Event *e)
{
  enum { DEEP = 64 }; /* calls: a change further inside has lines of its own */
  VmFrame frames[DEEP];
  int n = vm_frames(vm, e->ip, frames, DEEP);
  for (int i = 0; i < n; i++)
    if (frames[i].born == d->born) return true;
  return false;
}

/* Is it a change that a board shows? */
static bool is_drawn(const Program *p, const Event *e)
{
  return e->kind == EV_CHANGE && p->fields[e->field].flags & FIELD_DRAWN;
}

/* Is the sentence of a verb the last line, so that more can stand behind it? */
static bool takes_more(const Log *l, int i)
{
  return l->deeds[i].open && !l->verbose && l->lines[i].n == l->deeds[i].line + 1;
}

/* Stands behind the sentence of a verb, in brackets; false if that would be too long. */
static bool add_words(Log *l, int i, const Event *e, const char *more)
{
  enum { LONG = 160 }; /* bytes: a line that is read at a glance */
  Deed *d = &l->deeds[i];
  if (strlen(d->words) + d->changes.n + strlen(more) >= LONG) return false;
  Buf line = {0};
  if (d->changes.n) words_add(l->lang, &d->changes, SAY_COMMA);
  buf_add(&d->changes, more);
  words_say(l->lang, &line, SAY_WITH, d->words, buf_text(&d->changes), NULL);
  replace_last(&l->lines[i], &line);
  d->drawn &= is_drawn(l->program, e);
  d->last = *e;
  Said *last = &l->lines[i].at[d->line];
  size_t n = strlen(d->words);
  if (d->drawn && !strncmp(last->text, d->words, n)) last->news = n;
  buf_free(&line);
  return true;
}

/* Did this roll go straight into the field that changes? */
static bool is_roll_of(const Event *roll, const Event *e)
{
  enum { NEAR = 4 }; /* instructions between a roll and where it is put */
  return roll->kind == EV_CHANCE && roll->now == e->now && e->ip > roll->ip &&
         e->ip - roll->ip <= NEAR;
}

/* What a verb has changed stands behind its sentence, unless that says it. */
static bool add_change(Log *l, const View *v, int i, const Event *e)
{
  Deed *d = &l->deeds[i];
  if (!takes_more(l, i) || !event_is_plain_change(v, e)) return false;
  if (is_roll_of(&d->last, e)) d->changes.n = d->rolled;
  Buf more = {0};
  bool adds =
      event_adds(v, &more, e, d->words, d->last.kind == EV_CHANGE ? &d->last : NULL);
  bool fits = !adds || add_words(l, i, e, buf_text(&more));
  buf_free(&more);
  return fits;
}

static bool add_to_deed(Log *l, const View *v, int i, const Event *e)
{
  return l->deeds[i].open && is_inside(v->vm, &l->deeds[i], e) && add_change(l, v, i, e);
}

/* What a verb rolls stands behind its sentence, too. */
static bool add_roll(Log *l, const View *v, int i, const Event *e)
{
  bool thing = e->type >= 0 && l->program->types[e->type].tag == T_THING;
  if (thing || !takes_more(l, i) || !is_inside(v->vm, &l->deeds[i], e)) return false;
  Buf rolled = {0};
  if (e->field >= 0) event_chances(v, &rolled, e, &e->now, 1);
  else render_value(v, &rolled, e->type, &e->now);
  l->deeds[i].rolled = l->deeds[i].changes.n;
  bool fits = add_words(l, i, e, buf_text(&rolled));
  buf_free(&rolled);
  return fits;
}

/* Is this a move that everybody sees? */
static bool says_move(const Log *l, const View *v, const Event *e)
{
  View all = *v;
  int32_t owner, per;
  all.seat = v->seat == VIEW_ALL ? VIEW_ALL : VIEW_PUBLIC;
  if (!l->begun || e->now < 0 || !view_sees_thing(&all, e->thing)) return false;
  const PField *f = &l->program->fields[vm_pile_field(v->vm, (int)e->now, &owner, &per)];
  return f->text >= 0 && !(f->flags & FIELD_HIDDEN);
}

/* A move that everybody sees is told, unless the line before names what moved. */
static void tell_move(Log *l, const View *v, int i, const Event *e)
{
  Chances *m = &l->moves[i];
  Lines *lines = &l->lines[i];
  if (!says_move(l, v, e)) return;
  flush(l, i);
  bool more = m->values.n && lines->n == m->line + 1 && m->event.now == e->now &&
              m->values.n < MOST_JOINED;
  Buf line = {0};
  bool said = !more && lines->n && event_names(v, lines->at[lines->n - 1].text, e->thing);
  if (said) return;
  if (!more) m->values.n = 0;
  vec_push(&m->values, e->thing);
  m->event = *e;
  if (!event_moves(v, &line, e, m->values.at, (int)m->values.n)) {
    m->values.n = 0;
    return;
  }
  if (more) {
    replace_last(lines, &line);
    return;
  }
  m->line = lines->n;
  push(lines, buf_take(&line), 0);
}

/* What is shown one after the other to the same players is one line; a verb whose
 * sentence names it has told it. */
static void tell_reveal(Log *l, const View *v, int i, const Event *e, Buf *b)
{
  Chances *s = &l->shown[i];
  Lines *lines = &l->lines[i];
  Deed *d = &l->deeds[i];
  bool more = s->values.n && lines->n == s->line + 1 && s->event.now == e->now &&
              !l->verbose && s->values.n < MOST_JOINED;
  for (size_t k = 0; more && k < s->values.n; k++) /* what was shown for a moment only */
    more = view_sees_thing(v, (int32_t)s->values.at[k]);
  if (takes_more(l, i) && is_inside(v->vm, d, e) && event_names(v, d->words, e->thing))
    return;
  if (!more) s->values.n = 0;
  vec_push(&s->values, e->thing);
  s->event = *e;
  if (!more) {
    s->line = lines->n;
    push(lines, buf_take(b), 0);
    return;
  }
  buf_clear(b);
  event_reveals(v, b, e, s->values.at, (int)s->values.n);
  replace_last(lines, b);
}

/* The verb that comes now names what was shown for it: that line is not needed. */
static void drop_reveal(Log *l, const View *v, int i, const Buf *b)
{
  const Chances *s = &l->shown[i];
  bool last = s->values.n == 1 && l->lines[i].n == s->line + 1 && !l->verbose;
  if (last && event_names(v, buf_text(b), s->event.thing)) take_back(l, i);
}

/* Is the last line about the move of what is drawn? */
static bool moved_just_now(const Log *l, int i, const Event *e)
{
  const Chances *m = &l->moves[i];
  return m->values.n == 1 && m->values.at[0] == e->now && e->type >= 0 &&
         l->program->types[e->type].tag == T_THING && l->lines[i].n == m->line + 1;
}

/* A roll that went straight into a field is told by the change alone. */
static bool tells_the_roll(const Log *l, int i, const Event *e)
{
  const Chances *c = &l->chances[i];
  bool thing = c->event.type >= 0 && l->program->types[c->event.type].tag == T_THING;
  return e->kind == EV_CHANGE && ends_with_chance(l, i) && c->values.n == 1 && !thing &&
         !l->verbose && is_roll_of(&c->event, e);
}

/* A rule can say more in one step than anybody reads, or memory holds. */
static bool too_much(Log *l)
{
  if (++l->heard <= MAX_TOLD) return false;
  if (l->heard > MAX_TOLD + 1) return true;
  for (int i = 0; i < l->seats + 2; i++) {
    Buf b = {0};
    if (l->skips || (l->only >= 0 && i != l->only)) continue;
    words_add(l->lang, &b, SAY_LOG_MORE);
    push(&l->lines[i], buf_take(&b), 0);
  }
  return true;
}

/* A change or move inside a verb whose sentence is still to come waits for it. */
static bool wait_for_deed(Log *l, const View *v, int i, const Event *e)
{
  Deed *d = &l->deeds[i];
  if (!d->later || l->verbose || !is_inside(v->vm, d, e)) return false;
  Buf b = {0};
  bool said = e->kind == EV_MOVE
                  ? says_move(l, v, e) && event_moves(v, &b, e, &(int64_t){e->thing}, 1)
                  : log_event(v, &b, e, false);
  if (said) vec_push(&d->queue, ((Waits){*e, buf_take(&b)}));
  buf_free(&b);
  return true;
}

/* A new sentence, with what is known of it. */
static void push_event(Log *l, const View *v, int i, const Event *e, Buf *b)
{
  Said s = {.subject = event_subject(v, e, buf_text(b)),
            .news = is_drawn(l->program, e) ? 0 : b->n,
            .heading = event_is_heading(v, e)};
  s.text = buf_take(b);
  vec_push(&l->lines[i], s);
}

/* The sentence of a verb. */
static void push_deed(Log *l, const View *v, int i, const Event *e, Buf *b)
{
  drop_reveal(l, v, i, b);
  begin_deed(l, v->vm, i, e, buf_text(b));
  push_event(l, v, i, e, b);
}

/* The sentence that was waited for: what it says need not be said again. */
static void settle_deed(Log *l, const View *v, int i, const Event *e, Buf *b)
{
  Deed *d = &l->deeds[i];
  VmFrame frame[1];
  bool mine =
      d->later && vm_frames(v->vm, e->ip, frame, 1) == 1 && frame[0].born == d->born;
  if (!mine) flush(l, i);
  push_deed(l, v, i, e, b);
  for (size_t k = 0; k < d->queue.n; k++) {
    Waits *w = &d->queue.at[k];
    bool said = w->event.kind == EV_MOVE ? event_names(v, d->words, w->event.thing)
                                         : add_change(l, v, i, &w->event);
    if (said) free(w->line);
    else push(&l->lines[i], w->line, 0);
  }
  d->queue.n = 0;
  d->later = false;
}

static void say_event(Log *l, const View *v, int i, const Event *e, Buf *b)
{
  if (e->kind == EV_TOLD) {
    settle_deed(l, v, i, e, b);
    return;
  }
  flush(l, i);
  if (e->kind == EV_CHANCE && moved_just_now(l, i, e))
    take_back(l, i); /* the draw says it */
  if (e->kind == EV_VERB) push_deed(l, v, i, e, b);
  else if (e->kind == EV_REVEAL) tell_reveal(l, v, i, e, b);
  else if (e->kind == EV_CHANCE && add_roll(l, v, i, e)) return;
  else if (e->kind == EV_CHANCE) tell_chance(l, v, i, e, b);
  else if (tells_the_roll(l, i, e)) replace_last(&l->lines[i], b);
  else push_event(l, v, i, e, b);
}

/* The sentence of one event, or what it adds to the last one. */
static void tell(Log *l, Vm *vm, int i, const Event *e)
{
  bool only = l->only >= 0 && i != l->only;
  if (l->skips || only || l->lines[i].n > MAX_LOG_LINES) return;
  View v = view_new(vm, viewer_of(l, i), l->names, l->lang);
  Buf b = {0};
  bool change = e->kind == EV_CHANGE && event_hears_change(&v, e, l->verbose);
  if ((change || e->kind == EV_MOVE) && wait_for_deed(l, &v, i, e)) return;
  if (e->kind == EV_MOVE && !l->verbose) tell_move(l, &v, i, e);
  else if (change && add_to_deed(l, &v, i, e)) return;
  else if (log_event(&v, &b, e, l->verbose)) say_event(l, &v, i, e, &b);
  else if (e->kind == EV_VERB && event_comes_later(&v, e)) await_deed(l, vm, i, e);
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

/* Does this viewer notice that it happened?  What he does not notice must not change how
 * anything else is told. */
static bool is_noticed(const Log *l, Vm *vm, int viewer, const Event *e)
{
  View v = view_new(vm, viewer, l->names, l->lang);
  if (e->secret && viewer != VIEW_ALL && viewer != e->seat) return false;
  switch (e->kind) {
  case EV_CHANGE:
    return view_sees_field(&v, e->field, e->thing) &&
           (l->program->fields[e->field].kind < 0 || view_sees_thing(&v, e->thing));
  case EV_CHANCE: return render_allows(&v, e->seen[0]);
  case EV_REVEAL: return render_allows(&v, (uint32_t)e->now);
  case EV_SIGHT: return event_hears_sight(&v, e);
  default: return e->kind != EV_DECIDE;
  }
}

static void settle_noticed(Log *l, Vm *vm, const Event *e)
{
  bool words = e->kind == EV_VERB || e->kind == EV_TOLD || e->kind == EV_NOTE;
  for (int i = 0; i < l->seats + 2; i++)
    if (l->answer[i] && is_noticed(l, vm, viewer_of(l, i), e)) settle_one(l, i, !words);
}

/* Which rules ended it: those of the calls around it, each once. */
static void note_end(Log *l, Vm *vm, const Event *e)
{
  enum { CALLS = 16, RULES = 3 };
  VmFrame frames[CALLS];
  int32_t rules[RULES];
  int n = vm_frames(vm, e->ip, frames, CALLS), found = 0;
  buf_clear(&l->ended_by);
  for (int i = 0; i < n && found < RULES; i++) {
    const PLoc *at = place_of_ip(l->program, frames[i].ip);
    bool new = at && at->cite >= 0;
    for (int k = 0; k < found && new; k++) new = rules[k] != at->cite;
    if (new) rules[found++] = at->cite;
  }
  for (int i = 0; i < found; i++)
    buf_printf(&l->ended_by, "%s%s%s", i ? ", " : "(",
               program_string(l->program, rules[i]), i == found - 1 ? ")" : "");
}

const char *log_end_rules(const Log *l) { return buf_text(&l->ended_by); }

void log_listen(void *log, Vm *vm, const Event *e)
{
  Log *l = log;
  if (e->kind == EV_END) note_end(l, vm, e);
  if (e->kind != EV_GATHER && e->kind != EV_END && too_much(l)) return;
  settle_noticed(l, vm, e);
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
  INVARIANT(l && vm && i >= 0);
  const PDecision *d = vm_decision(vm);
  l->heard = 0;
  l->begun = true;
  if (!d) return; /* what chance gives belongs to the verb that asked for it */
  for (int k = 0; k < l->seats + 2; k++) close_line(l, k);
  settle(l, true);
  int seat = vm_option(vm, i).seat;
  for (int k = 0; k < l->seats + 2; k++) {
    int viewer = viewer_of(l, k);
    if (!l->open && viewer != VIEW_ALL && viewer != seat) continue;
    if (l->skips || (l->only >= 0 && k != l->only)) continue;
    View v = view_new(vm, viewer, l->names, l->lang);
    Buf label = {0}, who = {0}, line = {0};
    if (viewer == seat || viewer == VIEW_ALL) label_reply(&v, &label, i);
    else label_option(&v, &label, i);
    l->answered[k] = 0;
    if (seat >= 0 && seat < l->seats) {
      render_seat(&v, &who, seat);
      words_say(l->lang, &line, SAY_BY, buf_text(&who), buf_text(&label), NULL);
      if (line.n > label.n && !strncmp(line.at, buf_text(&who), who.n) &&
          !strcmp(line.at + line.n - label.n, buf_text(&label)))
        l->answered[k] = line.n - label.n;
    } else {
      buf_add(&line, buf_text(&label));
    }
    l->answer[k] = buf_take(&line);
    buf_free(&label);
    buf_free(&who);
  }
}

int log_count(Log *l, int viewer)
{
  settle(l, true);
  l->chances[slot(l, viewer)].values.n = 0; /* who has read a line has read it */
  l->shown[slot(l, viewer)].values.n = 0;
  close_line(l, slot(l, viewer));
  return (int)l->lines[slot(l, viewer)].n;
}

int log_lines(const Log *l, int viewer) { return (int)l->lines[slot(l, viewer)].n; }

long log_taken_back(const Log *l, int viewer) { return l->taken_back[slot(l, viewer)]; }

const char *log_line(const Log *l, int viewer, int i)
{
  INVARIANT(i >= 0);
  return l->lines[slot(l, viewer)].at[i].text;
}

size_t log_news(const Log *l, int viewer, int i)
{
  INVARIANT(i >= 0);
  return l->lines[slot(l, viewer)].at[i].news;
}

bool log_heading(const Log *l, int viewer, int i)
{
  INVARIANT(i >= 0);
  return l->lines[slot(l, viewer)].at[i].heading;
}

size_t log_subject(const Log *l, int viewer, int i)
{
  INVARIANT(i >= 0);
  return l->lines[slot(l, viewer)].at[i].subject;
}

void log_cut(Log *l, int viewer, int n)
{
  INVARIANT(n >= 0);
  settle(l, false);
  cut(&l->lines[slot(l, viewer)], (size_t)n);
  l->held.n = 0;
}
