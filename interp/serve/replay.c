/* Stored games, looked at step by step.
 *
 * Of a finished game everybody who may read it sees every step from every seat.  While it
 * is being played a seat sees what it saw, and counts in lines of its own log: how many
 * steps there were would tell what others were asked. */
#include "interp/serve/serve.h"

typedef struct Look {
  Shelf *shelf;
  regel_rules *rules;
  const regel_language *language;
  Job *job;
  bool over;
  int64_t last; /* step, or line */
} Look;

static regel_game *game_at(const Look *l, int64_t step)
{
  return regel_replay_with(shelf_store(l->shelf), l->job->game, step, l->rules, NULL);
}

static int lines_at(const Look *l, int64_t step)
{
  regel_game *g = game_at(l, step);
  if (!g) return 0;
  regel_step(g);
  regel_reader *r = regel_read(g, l->job->seat, l->language);
  int n = regel_lines(r);
  regel_game_free(g);
  return n;
}

/* The first step at which the reader's log has so many lines. */
static int64_t step_of_line(const Look *l, int64_t steps, int64_t line)
{
  int64_t low = 0, high = steps;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (lines_at(l, middle) >= line) high = middle;
    else low = middle + 1;
  }
  return low;
}

static void put_frame(const Look *l, regel_game *g)
{
  Job *j = l->job;
  Frame f = {0};
  regel_speak(g, l->language);
  regel_status status = regel_step(g);
  regel_reader *r = regel_read(g, j->seat, l->language);
  frame_make(&f, g, status, j->seat, "replay");
  for (int i = 0; i < PARTS; i++) {
    buf_char(&j->out, ',');
    frame_part(&j->out, NULL, &f, i);
  }
  buf_add(&j->out, ",\"log\":");
  frame_log(&j->out, r, 0);
  frame_free(&f);
}

static void put_seats(Buf *b, const regel_game *g)
{
  buf_add(b, ",\"seats\":[");
  for (int i = 0; i < regel_players(g); i++) {
    buf_add(b, i ? ",{\"name\":" : "{\"name\":");
    put_string(b, regel_player(g, i));
    buf_add(b, "}");
  }
  buf_char(b, ']');
}

static void look(Look *l, regel_game *whole)
{
  Job *j = l->job;
  int64_t steps = regel_steps(whole), at = j->number;
  regel_status status = regel_step(whole);
  l->over = status == REGEL_DONE || status == REGEL_ERROR;
  if (j->seat >= regel_players(whole)) {
    job_fail(j, 404, "no_seat", "no such seat");
    return;
  }
  if (!l->over && (j->seat == ALL_SEATS || (j->seat >= 0 && !j->holds[j->seat]))) {
    job_fail(j, 403, "unfinished", "this game is still being played");
    return;
  }
  l->last = l->over ? steps : lines_at(l, -1);
  if (at < 0 || at > l->last) at = l->last;
  regel_game *g = game_at(l, l->over         ? at
                             : at == l->last ? -1
                                             : step_of_line(l, steps, at));
  if (!g) {
    job_fail(j, 404, "no_step", "no such step");
    return;
  }
  buf_printf(&j->out, "{\"game\":%lld,\"at\":%lld,\"last\":%lld,\"over\":%s,\"name\":",
             (long long)j->game, (long long)at, (long long)l->last,
             l->over ? "true" : "false");
  put_string(&j->out, regel_rules_name(l->rules));
  put_seats(&j->out, g);
  put_frame(l, g);
  buf_char(&j->out, '}');
  regel_game_free(g);
  job_ok(j);
}

void library_replay(void *thread, Job *j)
{
  Look l = {.shelf = thread, .job = j};
  Buf why = {0};
  l.rules = shelf_stored(l.shelf, j->game, &why);
  regel_game *whole = l.rules ? game_at(&l, -1) : NULL;
  if (whole) {
    l.language = shelf_language(l.shelf, l.rules, j->lang);
    look(&l, whole);
  } else {
    job_fail(j, 404, "no_game", "no such game");
  }
  regel_game_free(whole);
  buf_free(&why);
}
