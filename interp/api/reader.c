/* Readers behind the public API: several at one table, each in a language of his own. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>

regel_reader *regel_read(regel_game *g, int viewer, const regel_language *language)
{
  INVARIANT(g && g->session.program);
  Session *s = &g->session;
  regel_reader *r = api_zeroed(sizeof *r);
  *r = (regel_reader){.game = g, .viewer = api_viewer(g, viewer)};
  r->lang = api_lang(language);
  r->log = log_new(s->program, s->seats, s->names, r->lang, false);
  log_only(r->log, r->viewer);
  if (g->relive) g->relive(r);
  r->next = g->readers;
  g->readers = r;
  vec_push(&s->more, r->log);
  session_hear(s);
  return r;
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
  free(r);
}

void api_readers_free(regel_game *g)
{
  while (g->readers) regel_read_end(g->readers);
}

void api_readers_catch_up(regel_game *g)
{
  INVARIANT(g && g->session.program);
  Session *s = &g->session;
  for (regel_reader *r = g->readers; r; r = r->next) {
    if (r->stale && g->relive) {
      Log *old = r->log;
      r->log = log_new(s->program, s->seats, s->names, r->lang, false);
      log_only(r->log, r->viewer);
      g->relive(r);
      swap_log(s, old, r->log);
      log_free(old);
    }
    r->stale = false;
    log_count(r->log, r->viewer);
  }
}

int regel_lines(regel_reader *r) { return log_count(r->log, r->viewer); }

const char *regel_line(const regel_reader *r, int i)
{
  return i >= 0 && i < log_count(r->log, r->viewer) ? log_line(r->log, r->viewer, i) : "";
}
