/* Readers behind the public API: several at one table, each in a language of his own. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>

static Log *new_log(const regel_reader *r)
{
  const Session *s = &r->game->session;
  Log *log = log_new(s->program, s->seats, s->names, r->lang, r->how & REGEL_EVERY_MOVE);
  log_only(log, r->viewer);
  return log;
}

regel_reader *regel_read_as(regel_game *g, int viewer, const regel_language *language,
                            unsigned how)
{
  INVARIANT(g && g->session.program);
  Session *s = &g->session;
  regel_reader *r = zeroed(1, sizeof *r);
  *r = (regel_reader){
      .game = g, .viewer = api_viewer(g, viewer), .lang = api_lang(language), .how = how};
  r->log = new_log(r);
  if (g->relive) g->relive(r);
  r->next = g->readers;
  g->readers = r;
  vec_push(&s->more, r->log);
  session_hear(s);
  return r;
}

regel_reader *regel_read(regel_game *g, int viewer, const regel_language *language)
{
  return regel_read_as(g, viewer, language, 0);
}

static void swap_log(Session *s, Log *old, Log *now)
{
  for (size_t i = 0; i < s->more.n; i++)
    if (s->more.at[i] == old) {
      if (now) s->more.at[i] = now;
      else s->more.at[i] = s->more.at[--s->more.n];
      return;
    }
}

void regel_read_end(regel_reader *r)
{
  if (!r) return;
  regel_game *g = r->game;
  regel_reader **at = &g->readers;
  while (*at && *at != r) at = &(*at)->next;
  if (*at) *at = r->next;
  swap_log(&g->session, r->log, NULL);
  session_hear(&g->session);
  log_free(r->log);
  vec_free(&r->marks);
  free(r);
}

void api_readers_free(regel_game *g)
{
  while (g->readers) regel_read_end(g->readers);
}

void api_readers_catch_up(regel_game *g)
{
  INVARIANT(g && g->session.program);
  for (regel_reader *r = g->readers; r; r = r->next) {
    if (r->stale && g->relive) {
      Log *old = r->log;
      r->log = new_log(r);
      g->relive(r);
      swap_log(&g->session, old, r->log);
      log_free(old);
    }
    r->stale = false;
    if (!(r->how & REGEL_TOGETHER)) log_count(r->log, r->viewer);
  }
}

/* ---- without a past that could be lived again ---- */

void api_readers_mark(regel_game *g)
{
  if (g->relive || !g->session.remembers) return;
  for (regel_reader *r = g->readers; r; r = r->next)
    vec_push(&r->marks, ((ReaderMark){g->session.steps + 1, log_mark(r->log)}));
}

void api_readers_back(regel_game *g, int64_t step)
{
  for (regel_reader *r = g->readers; r; r = r->next) {
    r->stale = true;
    while (r->marks.n && r->marks.at[r->marks.n - 1].step > step) r->marks.n--;
    if (!r->marks.n || r->marks.at[r->marks.n - 1].step != step) continue;
    log_rewind(r->log, &r->marks.at[--r->marks.n].log);
  }
}

int regel_lines(regel_reader *r) { return log_count(r->log, r->viewer); }

const char *regel_line(const regel_reader *r, int i)
{
  return i >= 0 && i < log_count(r->log, r->viewer) ? log_line(r->log, r->viewer, i) : "";
}

static bool has_line(const regel_reader *r, int i)
{
  return i >= 0 && i < log_lines(r->log, r->viewer);
}

size_t regel_line_subject(const regel_reader *r, int i)
{
  return has_line(r, i) ? log_subject(r->log, r->viewer, i) : 0;
}

size_t regel_line_news(const regel_reader *r, int i)
{
  return has_line(r, i) ? log_news(r->log, r->viewer, i) : 0;
}

int regel_line_heading(const regel_reader *r, int i)
{
  return has_line(r, i) && log_heading(r->log, r->viewer, i);
}

const char *regel_end_rules(const regel_reader *r) { return log_end_rules(r->log); }
