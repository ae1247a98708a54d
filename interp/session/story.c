#include "interp/session/story.h"
#include "interp/base/invariant.h"
#include "interp/text/label.h"
#include "interp/text/log.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FRAMES = 64 }; /* deeper calls are not told apart */

/* Something that later events can come from, as long as its frame runs. */
typedef struct Root {
  uint32_t born;   /* of the frame */
  uint32_t callee; /* the frame below it that it was passed on from; 0: its own */
  int32_t ip, n;
} Root;

struct Story {
  bool counts; /* only the steps that the reader knows of */
  const Program *program;
  int seats, viewer;
  const char *const *names;
  const Lang *lang;
  Arena *arena;
  VEC(Happening) all;
  VEC(VmFrame) frames;
  VEC(Root) roots;
  VEC(uint32_t) told; /* frames whose verb was told */
  VEC(int) held;      /* happenings that others may hear when all answers are in */
  int last_change;    /* the latest change or move, -1 */
  int step;
  int answered; /* the happening of the answer being given, -1: none */
};

Story *story_new(const Program *p, int seats, const char *const *names, int viewer,
                 const Lang *lang)
{
  Story *s = zeroed(1, sizeof *s);
  s->program = p;
  s->seats = seats;
  s->names = names;
  s->lang = lang;
  s->viewer = viewer;
  s->arena = arena_new();
  s->last_change = s->answered = -1;
  return s;
}

void story_free(Story *s)
{
  if (!s) return;
  vec_free(&s->all);
  vec_free(&s->frames);
  vec_free(&s->roots);
  vec_free(&s->told);
  vec_free(&s->held);
  arena_free(s->arena);
  free(s);
}

int story_count(const Story *s) { return (int)s->all.n; }

const Happening *story_at(const Story *s, int n)
{
  INVARIANT(n >= 0 && (size_t)n < s->all.n);
  return &s->all.at[n];
}

const VmFrame *story_frames(const Story *s, const Happening *h)
{
  INVARIANT((size_t)h->first_frame + (size_t)h->frames <= s->frames.n);
  return s->frames.at + h->first_frame;
}

int32_t story_cite(const Story *s, const Happening *h)
{
  for (int i = 0; i < h->frames - 1; i++) { /* the outermost frame is the game itself */
    const PLoc *l = place_of_ip(s->program, story_frames(s, h)[i].ip);
    if (l && l->cite >= 0) return l->cite;
  }
  return -1;
}

int32_t story_card(const Story *s, const Happening *h)
{
  for (int i = 0; i < h->frames; i++) {
    int32_t self = story_frames(s, h)[i].self;
    if (self >= 0 && self < s->program->n_things) return self;
  }
  return NONE;
}

int story_chunk(const Program *p, int32_t ip)
{
  INVARIANT(p && p->n_chunks >= 0);
  for (int i = 0; i < p->n_chunks; i++)
    if (ip >= p->chunks[i].first && ip - p->chunks[i].first < p->chunks[i].count)
      return i;
  return -1;
}

/* ---- causes --------------------------------------------------------------------- */

static bool running(const VmFrame *frames, int n, uint32_t born)
{
  for (int i = 0; i < n; i++)
    if (frames[i].born == born) return true;
  return false;
}

static bool told_a_verb(const Story *s, uint32_t born)
{
  for (size_t i = 0; i < s->told.n; i++)
    if (s->told.at[i] == born) return true;
  return false;
}

/* What a verb without words decided or rolled is behind what its caller does next: the
 * root passes to the caller.  A verb that the log tells is a whole: when it is over, so
 * is what came of it; and nothing outlives the set-up.  False: the root is over. */
static bool pass_on(const Story *s, Root *r, const VmFrame *frames, int n)
{
  const Happening *h = &s->all.at[r->n];
  const VmFrame *was = s->frames.at + h->first_frame;
  int at = 0;
  while (at < h->frames && was[at].born != r->born) at++;
  for (; !running(frames, n, r->born); at++) {
    if (at + 2 >= h->frames || told_a_verb(s, r->born)) return false;
    r->born = was[at + 1].born;
    r->ip = was[at + 1].ip;
    r->callee = was[at].born;
  }
  return true;
}

static void drop_finished(Story *s, const VmFrame *frames, int n)
{
  size_t kept = 0;
  for (size_t i = 0; i < s->roots.n; i++)
    if (pass_on(s, &s->roots.at[i], frames, n)) s->roots.at[kept++] = s->roots.at[i];
  s->roots.n = kept;
  kept = 0;
  for (size_t i = 0; i < s->told.n; i++)
    if (running(frames, n, s->told.at[i])) s->told.at[kept++] = s->told.at[i];
  s->told.n = kept;
}

/* A loop that has come round to the same call: what came of the turn before is over. */
static void drop_last_rounds(Story *s, const VmFrame *frames, int n)
{
  for (int f = 1; f < n; f++)
    for (size_t i = 0; i < s->roots.n; i++) {
      const Root *r = &s->roots.at[i];
      if (r->born != frames[f].born || r->ip != frames[f].ip || !r->callee ||
          r->callee == frames[f - 1].born)
        continue;
      s->roots.n = i;
      break;
    }
}

static bool has_root(const Story *s, uint32_t born)
{
  for (size_t i = 0; i < s->roots.n; i++)
    if (s->roots.at[i].born == born) return true;
  return false;
}

static bool is_watcher(const Program *p, int32_t ip)
{
  int chunk = story_chunk(p, ip);
  return chunk >= 0 && !strcmp(program_string(p, p->chunks[chunk].name), "when");
}

/* A `when` that has just begun comes from the change that made it look. */
static void root_watchers(Story *s, const VmFrame *frames, int n)
{
  for (int i = n - 1; i >= 0; i--)
    if (s->last_change >= 0 && !has_root(s, frames[i].born) &&
        is_watcher(s->program, frames[i].ip))
      vec_push(&s->roots, ((Root){frames[i].born, 0, -1, s->last_change}));
}

/* The same question in the same frame: the loop has come round, and what came of the turn
 * before is over. */
static void drop_last_round(Story *s, uint32_t born, int32_t ip)
{
  for (size_t i = 0; i < s->roots.n; i++)
    if (s->roots.at[i].born == born && s->roots.at[i].ip == ip) {
      s->roots.n = i;
      return;
    }
}

static bool is_root(EventKind k)
{
  return k == EV_VERB || k == EV_DECIDE || k == EV_CHANCE;
}

static const Happening *cause_of(const Story *s, const Happening *h)
{
  return h->cause < 0 ? NULL : &s->all.at[h->cause];
}

static void inherit(const Story *s, Happening *h)
{
  const Happening *c = cause_of(s, h);
  if (!c) return;
  h->decision = c->event.kind == EV_DECIDE ? c->step : c->decision;
  h->chance = c->event.kind == EV_CHANCE ? c->step : c->chance;
}

/* Adds an event; `says` comes later. */
static Happening *add(Story *s, const Vm *vm, const Event *e)
{
  VmFrame frames[MOST_FRAMES];
  int n = vm_frames(vm, e->ip, frames, MOST_FRAMES);
  Happening h = {.event = *e,
                 .step = s->step,
                 .cause = -1,
                 .first_frame = (int32_t)s->frames.n,
                 .frames = n};
  for (int i = 0; i < n; i++) vec_push(&s->frames, frames[i]);
  drop_finished(s, frames, n);
  drop_last_rounds(s, frames, n);
  root_watchers(s, frames, n);
  if (is_root(e->kind) && n) drop_last_round(s, frames[0].born, e->ip);
  if (s->roots.n) h.cause = s->roots.at[s->roots.n - 1].n;
  inherit(s, &h);
  if (is_root(e->kind) && n)
    vec_push(&s->roots, ((Root){frames[0].born, 0, e->ip, (int32_t)s->all.n}));
  if (e->kind == EV_VERB && n) vec_push(&s->told, frames[0].born);
  if (e->kind == EV_CHANGE || e->kind == EV_MOVE) s->last_change = (int)s->all.n;
  vec_push(&s->all, h);
  return &s->all.at[s->all.n - 1];
}

/* ---- words ---------------------------------------------------------------------- */

static const char *take(Story *s, Buf *b)
{
  const char *words = b->n ? arena_strdup(s->arena, buf_text(b)) : NULL;
  buf_free(b);
  return words;
}

static void say(Story *s, Vm *vm, Happening *h)
{
  Buf b = {0};
  View v = view_new(vm, s->viewer, s->names, s->lang);
  if (log_event(&v, &b, &h->event, true)) h->says = take(s, &b);
  else buf_free(&b);
}

/* A set does not fit into an event: its value is read while it is there. */
static void say_set(Story *s, Vm *vm, Happening *h)
{
  const Event *e = &h->event;
  if (e->kind != EV_CHANGE || !(s->program->fields[e->field].flags & FIELD_WIDE)) return;
  const PField *f = &s->program->fields[e->field];
  View v = view_new(vm, s->viewer, s->names, s->lang);
  if (!view_sees_field(&v, e->field, e->thing)) return;
  VEC(int64_t) words = {0};
  Buf b = {0};
  vec_reserve(&words, (size_t)s->program->types[f->type].words + 1);
  vm_get_wide(vm, e->field, e->thing, e->per, words.at);
  render_value(&v, &b, f->type, words.at);
  h->now = take(s, &b);
  vec_free(&words);
  render_field(&v, &b, e->field, e->thing, e->per);
  buf_capital(&b, 0);
  buf_printf(&b, ": %s", h->now ? h->now : "");
  h->says = take(s, &b);
}

static void release(Story *s, Vm *vm)
{
  for (size_t i = 0; i < s->held.n; i++) {
    Happening *h = &s->all.at[s->held.at[i]];
    say(s, vm, h);
    say_set(s, vm, h);
  }
  s->held.n = 0;
}

/* While answers are secret only the one who gives them may know what comes of it. */
static bool may_hear(const Story *s, const Event *e)
{
  return !e->secret || s->viewer == VIEW_ALL || s->viewer == e->seat;
}

/* A draw that could go only one way was nobody's to answer, and is told behind the move
 * that it made.  It reads like any other: that it could go only one way is hidden. */
static void draw_first(Story *s)
{
  int n = (int)s->all.n - 1;
  if (n < 1) return;
  Happening chance = s->all.at[n], move = s->all.at[n - 1];
  if (chance.event.kind != EV_CHANCE || chance.event.thing == NONE ||
      move.event.kind != EV_MOVE || move.event.thing != chance.event.thing ||
      move.event.ip != chance.event.ip)
    return;
  move.cause = n - 1;
  s->all.at[n - 1] = chance;
  s->all.at[n] = move;
  inherit(s, &s->all.at[n]);
  for (size_t i = 0; i < s->roots.n; i++)
    if (s->roots.at[i].n == n) s->roots.at[i].n = n - 1;
  if (s->last_change == n - 1) s->last_change = n;
}

void story_listen(void *story, Vm *vm, const Event *e)
{
  Story *s = story;
  if (e->kind == EV_TOLD) return; /* it has been there since it began */
  if (e->kind == EV_GATHER && !e->now) release(s, vm);
  if ((e->kind == EV_DECIDE || e->kind == EV_CHANCE) && s->answered >= 0) {
    Happening *h = &s->all.at[s->answered]; /* already there: now it has its words */
    h->event = *e;
    if (e->kind == EV_CHANCE && may_hear(s, e)) say(s, vm, h);
    s->answered = -1;
    return;
  }
  if (s->all.n >= MAX_STORY) return;
  Happening *h = add(s, vm, e);
  if (may_hear(s, e)) {
    say(s, vm, h);
    say_set(s, vm, h);
  } else {
    vec_push(&s->held, (int)s->all.n - 1);
  }
  draw_first(s);
}

/* Who may know an answer: who gave it, who sees all, and everybody where there are no
 * secrets (as in the log). */
static bool may_know_answer(const Story *s, int seat)
{
  return s->viewer == VIEW_ALL || s->viewer == seat || !log_has_secrets(s->program);
}

void story_count_known(Story *s) { s->counts = true; }

bool story_knows(int viewer, Vm *vm, int i)
{
  const PDecision *d = vm_decision(vm);
  if (viewer == VIEW_ALL || !log_has_secrets(vm_program(vm))) return true;
  return d && (!(d->flags & DECISION_SECRET) || vm_option(vm, i).seat == viewer);
}

void story_answer(Story *s, Vm *vm, int i, int step)
{
  const PDecision *d = vm_decision(vm);
  Option o = vm_option(vm, i);
  Event e = {.kind = d ? EV_DECIDE : EV_CHANCE,
             .ip = vm_asking_ip(vm),
             .seat = d ? o.seat : NONE,
             .field = -1,
             .thing = NONE,
             .per = NONE,
             .old = i,
             .now = o.value,
             .text = -1,
             .type = -1};
  if (!s->counts) s->step = step;
  else if (story_knows(s->viewer, vm, i)) s->step++;
  Happening *h = add(s, vm, &e);
  s->answered = (int)s->all.n - 1;
  Buf label = {0}, who = {0}, line = {0};
  View v = view_new(vm, d ? s->viewer : VIEW_ALL, s->names, s->lang),
       all = view_new(vm, VIEW_ALL, s->names, s->lang);
  label_option(&all, &label, i);
  h->answer = take(s, &label);
  if (d) {
    label_prompt(&v, &label);
    h->asked = take(s, &label);
  }
  if (!d || !may_know_answer(s, o.seat)) return; /* chance is told when it has fallen */
  label_option(&v, &label, i);
  if (o.seat >= 0 && o.seat < s->seats) {
    render_seat(&v, &who, o.seat);
    words_say(s->lang, &line, SAY_BY, buf_text(&who), buf_text(&label), NULL);
  } else {
    buf_add(&line, buf_text(&label));
  }
  h->says = take(s, &line);
  buf_free(&label);
  buf_free(&who);
}
