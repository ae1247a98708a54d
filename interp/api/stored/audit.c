/* What happened in a stored game, and why. */
#include "interp/api/stored/audit.h"
#include "interp/base/nearest.h"
#include "interp/session/why.h"
#include "interp/text/label.h"
#include "interp/base/invariant.h"

#include <stdlib.h>

int audit_cause(const Audit *a, int event)
{
  do event = story_at(a->story, event)->cause;
  while (a->counts && event >= 0 && !story_at(a->story, event)->says);
  return event;
}

static void put_event(Json *j, const Audit *a, int n)
{
  INVARIANT(n >= 0 && n < story_count(a->story));
  const Program *p = a->stored->program;
  const Happening *h = story_at(a->story, n);
  int32_t cite = story_cite(a->story, h), card = story_card(a->story, h);
  json_open(j, '{');
  json_key_int(j, "event", a->numbers.at[n]);
  json_key_int(j, "step", h->step);
  json_key_text(j, "says", h->says);
  if (!h->step && h->cause < 0) json_key_bool(j, "initial", true);
  if (h->says) {
    json_key_text(j, "rule", cite >= 0 ? program_string(p, cite) : NULL);
    place_json(p, j, "place", place_of_ip(p, h->event.ip));
    json_key_text(j, "card",
                  card == NONE ? NULL : program_string(p, p->things[card].name));
  }
  json_key(j, "cause");
  int cause = audit_cause(a, n);
  if (cause >= 0) json_int(j, a->numbers.at[cause]);
  else json_text(j, NULL);
  json_key(j, "decision");
  if (h->decision) json_int(j, h->decision);
  else json_text(j, NULL);
  json_key(j, "chance");
  if (h->chance) json_int(j, h->chance);
  else json_text(j, NULL);
  json_close(j, '}');
}

void audit_put_events(Audit *a, Json *j, int event)
{
  INVARIANT(a->story && a->stored);
  int count = story_count(a->story);
  a->numbers.n = 0;
  for (int i = 0, n = 0; i < count; i++) {
    n += !a->counts || story_at(a->story, i)->says;
    vec_push(&a->numbers, n);
  }
  json_open(j, '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_int(j, "game", a->stored->game.id);
  json_key_open(j, event < 0 ? "events" : "chain", '[');
  if (event < 0)
    for (int i = 0; i < count; i++) {
      if (!a->counts || story_at(a->story, i)->says) put_event(j, a, i);
    }
  else
    for (int i = event; i >= 0 && i < count; i = audit_cause(a, i)) put_event(j, a, i);
  json_close(j, ']');
}

/* Plays the game up to step `until` for its story; the machine stays there. */
static bool tell(Audit *a, int64_t until, char **why)
{
  const regel_stored *s = a->stored;
  const StoredGame *g = &s->game;
  Vm *vm = s->vm;
  a->story = story_new(s->program, g->seats, g->names, a->viewer, s->lang);
  if (a->counts) story_count_known(a->story);
  a->game = stored_known(s, a->viewer);
  vm_listen(vm, story_listen, a->story);
  replay_open(&a->replay, vm, &a->game, false);
  int64_t known = 0;
  for (const StoredStep *step; (step = replay_peek(&a->replay));) {
    size_t n = replay_number(&a->replay);
    bool counts =
        vm_outcome(vm, step->answer) < 0 || story_knows(a->viewer, vm, step->answer);
    known = a->counts ? known + counts : (int64_t)n;
    if (counts && known > until) break;
    if (vm_outcome(vm, step->answer) >= 0)
      story_answer(a->story, vm, step->answer, (int)n);
    if (!replay_step(&a->replay)) break;
  }
  vm_listen(vm, NULL, NULL);
  if (!a->replay.fault) return true;
  Buf b = {0};
  buf_printf(&b, "game %lld, step %zu: %s; regel db check says more", (long long)g->id,
             a->replay.at, replay_fault_text(a->replay.fault));
  if (why) *why = buf_take(&b);
  buf_free(&b);
  return false;
}

static bool begin(Audit *a, const regel_stored *s, int viewer, int64_t until, char **why)
{
  *a = (Audit){.stored = s, .viewer = stored_viewer(s, viewer)};
  a->counts = stored_counts(s, a->viewer);
  return tell(a, until < 0 ? INT64_MAX : until, why);
}

static void end(Audit *a)
{
  replay_close(&a->replay);
  vec_free(&a->game.steps);
  story_free(a->story);
  vec_free(&a->numbers);
  buf_free(&a->out);
}

regel_data *regel_stored_audit(regel_stored *s, int viewer, int64_t until, char **why)
{
  Audit a;
  regel_data *d = NULL;
  if (begin(&a, s, viewer, until, why)) {
    Arena *arena = arena_new();
    Json j = json_data(arena);
    audit_put_events(&a, &j, -1);
    json_close(&j, '}');
    d = api_data(arena, &j);
  }
  end(&a);
  return d;
}

/* Nothing is called that, as far as the reader may know. */
static void put_unknown(const Audit *a, Json *j)
{
  const Program *p = a->stored->program;
  Nearest near = {a->why, NULL, 0};
  Buf b = {0};
  for (int i = 0; i < p->n_fields; i++) {
    if (p->fields[i].flags & FIELD_HIDDEN) continue;
    nearest_try(&near, program_string(p, p->fields[i].name));
    const char *text = render_source(p, p->fields[i].text);
    if (text) nearest_try(&near, text);
  }
  for (int i = 0; i < p->n_values; i++)
    nearest_try(&near, program_string(p, p->values[i].name));
  buf_printf(&b, "nothing called \"%s\" changed", a->why);
  if (near.best) buf_printf(&b, "; did you mean \"%s\"?", near.best);
  else buf_add(&b, ", as far as this reader may know");
  json_open(j, '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_int(j, "game", a->stored->game.id);
  json_key_text(j, "unknown", buf_text(&b));
  buf_free(&b);
}

regel_data *regel_stored_why(regel_stored *s, int viewer, int64_t at, const char *what,
                             char **why)
{
  Audit a;
  regel_data *d = NULL;
  if (begin(&a, s, viewer, at, why)) {
    Arena *arena = arena_new();
    Json j = json_data(arena);
    a.why = what;
    if (!audit_put_why(&a, &j)) put_unknown(&a, &j);
    json_close(&j, '}');
    d = api_data(arena, &j);
  }
  end(&a);
  return d;
}

static char *why_not_offered(Audit *a, int64_t at, const char *answer, char **why)
{
  const regel_stored *s = a->stored;
  View v = view_new(s->vm, a->viewer, s->game.names, s->lang);
  Buf b = {0};
  uint32_t asked = a->replay.status == VM_DECIDE ? label_seats(s->vm) : 0;
  if (a->replay.status == VM_CHANCE)
    buf_printf(&b, "step %lld is chance: nobody has a choice there", (long long)at);
  else if (a->replay.status != VM_DECIDE)
    buf_printf(&b, "nothing is asked at step %lld: the game is over", (long long)at);
  else if (a->viewer >= 0 && !(asked >> a->viewer & 1))
    buf_printf(&b, "step %lld is not that seat's to answer", (long long)at);
  if (b.n) {
    if (why) *why = buf_take(&b);
    buf_free(&b);
    return NULL;
  }
  render_seats(&v, &b, asked);
  words_add(v.lang, &b, SAY_COLON);
  label_prompt(&v, &b);
  buf_char(&b, '\n');
  why_not(&v, answer, &b);
  return buf_take(&b);
}

char *regel_stored_why_not(regel_stored *s, int viewer, int64_t at, const char *answer,
                           char **why)
{
  Audit a;
  char *text = NULL;
  /* A question is asked before its answer. */
  if (begin(&a, s, viewer, at - 1, why)) text = why_not_offered(&a, at, answer, why);
  end(&a);
  return text;
}
