/* What a line of the log came from.  Nothing of that is kept: the game is told once more
 * with somebody listening (session/told.h). */
#include "interp/api/api_int.h"
#include "interp/board/picture.h"
#include "interp/session/story.h"
#include "interp/session/told.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* Who listens while a game is played again. */
typedef struct Past {
  const regel_reader *reader;
  Log *log;
  Story *story;
  int line;   /* the line whose happening is wanted */
  int found;  /* -1: none so far */
  int answer; /* the happening that is the last answer; -1: none */
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
  story_listen(p->story, vm, e);
  int before = log_lines(p->log, p->reader->viewer);
  long cut = log_taken_back(p->log, p->reader->viewer);
  log_listen(p->log, vm, e);
  bool anew = log_taken_back(p->log, p->reader->viewer) != cut && before == p->line + 1;
  if (!anew && (p->found >= 0 || before > p->line)) return;
  if (log_lines(p->log, p->reader->viewer) <= p->line) return;
  p->released = e->kind == EV_GATHER;
  p->found = e->kind == EV_TOLD ? begun(p->story, e) : story_count(p->story) - 1;
}

/* An answer that nothing else told is a line of its own, which is there at the pause. */
static void pause_at(void *user, VmStatus status, uint64_t place, bool noticed)
{
  Past *p = user;
  (void)status, (void)place;
  if (!noticed) return;
  int n = log_count(p->log, p->reader->viewer);
  if (p->found < 0 && n > p->line) p->found = p->answer;
}

static void give(void *user, Vm *vm, int i, int step)
{
  Past *p = user;
  story_answer(p->story, vm, i, step);
  p->answer = story_count(p->story) - 1;
  log_answer(p->log, vm, i); /* chance ends a line, too */
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
  regel_lines(r);
  const char *text = regel_line(r, line);
  Past p = {.reader = r, .line = line, .found = -1, .answer = -1};
  json_open(&j, '[');
  if (line >= 0 && *text) {
    Session *s = &g->session;
    p.log = log_new(s->program, s->seats, s->names, r->lang, false);
    log_only(p.log, r->viewer);
    p.story = story_new(s->program, s->seats, s->names, r->viewer, r->lang);
    told_again(api_vm(g), r->viewer, &(Listener){listen, pause_at, give, &p});
    View real = view_new(api_vm(g), r->viewer, s->names, r->lang);
    View v = picture_reader(&real);
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
