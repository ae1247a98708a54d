/* The past of a stored game: what a reader was told, and what each line came from.
 *
 * Neither is kept anywhere.  The game is played again with somebody listening, so that a
 * log in a language that nobody spoke before, or the causes of a line, cost nothing until
 * they are asked for. */
#include "db/replay.h"
#include "interp/api/store_int.h"
#include "interp/session/story.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* Who listens while a game is played again. */
typedef struct Past {
  const regel_reader *reader;
  Log *log;
  Story *story; /* NULL: the log alone */
  int line;     /* the line whose happening is wanted */
  int found;    /* -1: none so far */
  bool released;
} Past;

/* What was told at the end of a verb began where the verb did. */
static int begun(const Story *s, const Event *e)
{
  int n = story_count(s) - 1;
  for (int i = n; i >= 0; i--) {
    const Event *other = &story_at(s, i)->event;
    if (other->kind == EV_VERB && other->text == e->text) return i;
  }
  return n;
}

static void listen(void *user, Vm *vm, const Event *e)
{
  Past *p = user;
  if (p->story) story_listen(p->story, vm, e);
  int before = log_lines(p->log, p->reader->viewer);
  log_listen(p->log, vm, e);
  if (!p->story || p->found >= 0 || before > p->line) return;
  if (log_lines(p->log, p->reader->viewer) <= p->line) return;
  p->released = e->kind == EV_GATHER;
  p->found = e->kind == EV_TOLD ? begun(p->story, e) : story_count(p->story) - 1;
}

/* An answer that nothing else told is a line of its own, which is there at the pause. */
static void pause_at(Past *p, VmStatus status, int answer)
{
  if (status == VM_CHANCE) return;
  if (p->reader->how & REGEL_TOGETHER && !p->story) return; /* nobody reads it yet */
  int n = log_count(p->log, p->reader->viewer);
  if (p->story && p->found < 0 && n > p->line) p->found = answer;
}

static void give(Past *p, Replay *r, int *answer)
{
  const StoredStep *s = replay_peek(r);
  if (!s || s->answer < 0 || s->answer >= vm_options(r->vm)) return;
  if (p->story) {
    story_answer(p->story, r->vm, s->answer, (int)replay_number(r));
    *answer = story_count(p->story) - 1;
  }
  log_answer(p->log, r->vm, s->answer); /* chance ends a line, too */
}

static void play_again(Past *p)
{
  const regel_game *g = p->reader->game;
  StoredGame stored;
  if (!stored_load(store_db(g->past), g->past_id, &stored)) {
    sql_forgive(store_db(g->past));
    stored_free(&stored);
    return;
  }
  Vm *vm = vm_new(g->session.program);
  Replay r;
  int answer = -1;
  vm_listen(vm, listen, p);
  replay_open(&r, vm, &stored, false);
  pause_at(p, r.status, answer);
  for (int64_t n = 0; (g->past_steps < 0 || n < g->past_steps) && p->found < 0; n++) {
    give(p, &r, &answer);
    if (!replay_step(&r)) break;
    pause_at(p, r.status, answer);
  }
  replay_close(&r);
  vm_free(vm);
  stored_free(&stored);
}

void past_relive(regel_reader *r)
{
  if (!r->game->past_id && !regel_game_id(r->game)) return;
  if (!r->game->past_id) r->game->past_id = regel_game_id(r->game);
  Past p = {.reader = r, .log = r->log, .found = -1};
  play_again(&p);
}

/* ---- causes --------------------------------------------------------------------- */

static void put_rule(Json *j, const Program *p, int32_t cite, const PLoc *l)
{
  int length;
  json_key_text(j, "rule", cite >= 0 ? program_string(p, cite) : NULL);
  if (!l) return;
  json_key_place(j, "place", api_path(program_string(p, p->files[l->file].path)), l->line,
                 l->col, l->end);
  const char *s = place_line(p, l->file, l->line, &length);
  while (length && (*s == ' ' || *s == '\t')) s++, length--;
  json_key(j, "source");
  json_textn(j, s, (size_t)length);
}

/* The rule of a card is told to those who see the card. */
static bool may_read_rule(const View *v, const Story *s, const Happening *h)
{
  const VmFrame *frames = story_frames(s, h);
  for (int i = 0; i < h->frames; i++) {
    int32_t self = frames[i].self;
    if (self >= 0 && self < v->program->n_things && !view_sees_thing(v, self))
      return false;
  }
  return true;
}

static void put_cause(Json *j, const View *v, const Story *s, const Happening *h,
                      const char *text)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  bool rule = may_read_rule(v, s, h);
  int32_t card = rule ? story_card(s, h) : NONE;
  json_open(j, '{');
  json_key_text(j, "text", text);
  if (h->event.kind == EV_DECIDE && h->asked && h->says)
    json_key_text(j, "asked", h->asked);
  if (card >= 0 && card < p->n_things && p->kinds[p->things[card].kind].text >= 0) {
    Buf b = {0};
    render_thing(v, &b, card);
    json_key_text(j, "card", buf_text(&b));
    buf_free(&b);
  }
  if (rule) put_rule(j, p, story_cite(s, h), place_of_ip(p, story_frames(s, h)[0].ip));
  json_close(j, '}');
}

/* A line that was held back until all answers were in is found by its words. */
static int held_back(const Story *s, const char *text, int from)
{
  for (int i = from; i >= 0; i--) {
    const char *says = story_at(s, i)->says;
    if (says && !strcmp(says, text)) return i;
  }
  return from;
}

regel_data *regel_why(regel_reader *r, int line)
{
  regel_game *g = r->game;
  enum { MOST = 30 };
  Arena *arena = arena_new();
  Json j = json_data(arena);
  const char *text = regel_line(r, line);
  Past p = {.reader = r, .line = line, .found = -1};
  json_open(&j, '[');
  if (g->past && line >= 0 && *text) {
    Session *s = &g->session;
    p.log = log_new(s->program, s->seats, s->names, r->lang, false);
    log_only(p.log, r->viewer);
    p.story = story_new(s->program, s->seats, s->names, r->viewer, r->lang);
    play_again(&p);
    View v = view_new(api_vm(g), r->viewer, s->names, r->lang);
    int n = p.found >= 0 && p.released ? held_back(p.story, text, p.found) : p.found;
    for (int i = 0; n >= 0 && i < MOST; i++) {
      const Happening *h = story_at(p.story, n);
      const char *says = i ? h->says : text;
      if (says && story_frames(p.story, h)) put_cause(&j, &v, p.story, h, says);
      n = h->cause;
    }
    story_free(p.story);
    log_free(p.log);
  }
  json_close(&j, ']');
  return api_data(arena, &j);
}
