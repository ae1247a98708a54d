/* Readers behind the public API: several at one table, each in a language of his own.
 *
 * Who may know everything hears what happens.  For everybody else the log is made when he
 * reads, of the game that he may know (session/told.h), from where he read last: that
 * pause is found again by what he had heard then. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/session/told.h"

#include <stdlib.h>

static Log *new_log(const regel_reader *r)
{
  const Session *s = &r->game->session;
  Log *log = log_new(s->program, s->seats, s->names, r->lang, r->how & REGEL_EVERY_MOVE);
  log_only(log, r->viewer);
  return log;
}

/* ---- what was told so far ---------------------------------------------------------- */

typedef struct Retelling {
  regel_reader *reader;
  bool skips; /* until `from`, which was read before */
  uint64_t from;
  uint64_t place; /* of the last pause */
} Retelling;

static void hear(void *user, Vm *vm, const Event *e)
{
  const Retelling *d = user;
  log_listen(d->reader->log, vm, e);
}

static void pause_at(void *user, VmStatus status, uint64_t place, bool noticed)
{
  Retelling *d = user;
  regel_reader *r = d->reader;
  (void)status;
  d->place = place;
  if (d->skips && place == d->from) {
    d->skips = false;
    log_skip(r->log, false);
  } else if (noticed && !d->skips && !(r->how & REGEL_TOGETHER)) {
    log_count(r->log, r->viewer);
  }
}

static void answer(void *user, Vm *vm, int i, int step)
{
  const Retelling *d = user;
  (void)step;
  log_answer(d->reader->log, vm, i);
}

static void swap_log(Session *s, Log *old, Log *now)
{
  for (size_t i = 0; i < s->logs.n; i++)
    if (s->logs.at[i] == old) s->logs.at[i] = now;
}

/* The log of all up to the present pause, from where the game came by last. */
static void tell_again(regel_reader *r, Vm *vm)
{
  Session *s = &r->game->session;
  while (r->marks.n && !vm_came_by(vm, r->marks.at[r->marks.n - 1].at)) r->marks.n--;
  const ReaderMark *m = r->marks.n ? &r->marks.at[r->marks.n - 1] : NULL;
  Retelling d = {.reader = r, .skips = m, .from = m ? m->place : 0};
  if (m) {
    log_cut(r->log, r->viewer, m->lines);
  } else {
    Log *old = r->log;
    r->log = new_log(r);
    swap_log(s, old, r->log);
    log_free(old);
  }
  log_skip(r->log, d.skips);
  told_again(vm, r->viewer, &(Listener){hear, pause_at, answer, &d});
  log_skip(r->log, false);
  r->stale = false;
  int lines = log_count(r->log, r->viewer);
  vec_push(&r->marks, ((ReaderMark){vm_trail(vm), d.place, lines}));
}

/* Is the game at a pause, so that there is something to read? */
static bool is_paused(const Session *s)
{
  return !s->given && (s->asked || vm_over(s->vm) || vm_error(s->vm));
}

/* All that its reader was told until now. */
static int read_all(regel_reader *r)
{
  Session *s = &r->game->session;
  Vm *vm = api_vm(r->game);
  VmTrail now = vm_trail(vm);
  const ReaderMark *m = r->marks.n ? &r->marks.at[r->marks.n - 1] : NULL;
  bool here = m && m->at.steps == now.steps && m->at.trail == now.trail;
  if (!is_paused(s) || (here && !r->stale)) return log_lines(r->log, r->viewer);
  if (!r->live || r->stale) tell_again(r, vm);
  else
    vec_push(&r->marks,
             ((ReaderMark){now, (uint64_t)now.steps, log_count(r->log, r->viewer)}));
  return log_lines(r->log, r->viewer);
}

static void listen_live(regel_reader *r)
{
  Session *s = &r->game->session;
  r->live = true;
  vec_push(&s->logs, r->log);
  session_hear(s);
}

/* ---- readers ----------------------------------------------------------------------- */

regel_reader *api_read(regel_game *g, int viewer, const Lang *lang, unsigned how)
{
  INVARIANT(g && g->session.program);
  regel_reader *r = zeroed(1, sizeof *r);
  *r = (regel_reader){
      .game = g, .viewer = api_viewer(g, viewer), .lang = lang, .how = how};
  r->log = new_log(r);
  r->next = g->readers;
  g->readers = r;
  Vm *vm = api_vm(g);
  if (told_live(vm, r->viewer)) listen_live(r);
  r->stale = r->live && vm_came_by(vm, vm_trail(vm)) &&
             (is_paused(&g->session) || vm_answers_given(vm));
  return r;
}

regel_reader *regel_read_as(regel_game *g, int viewer, const regel_language *language,
                            unsigned how)
{
  return api_read(g, viewer, api_lang(language), how);
}

regel_reader *regel_read(regel_game *g, int viewer, const regel_language *language)
{
  return regel_read_as(g, viewer, language, 0);
}

void regel_read_end(regel_reader *r)
{
  if (!r) return;
  regel_game *g = r->game;
  Session *s = &g->session;
  regel_reader **at = &g->readers;
  while (*at && *at != r) at = &(*at)->next;
  if (*at) *at = r->next;
  if (g->ear == r) g->ear = NULL;
  for (size_t i = 0; i < s->logs.n; i++)
    if (s->logs.at[i] == r->log) s->logs.at[i] = s->logs.at[--s->logs.n];
  session_hear(s);
  log_free(r->log);
  vec_free(&r->marks);
  free(r);
}

void api_readers_free(regel_game *g)
{
  while (g->readers) regel_read_end(g->readers);
}

void api_readers_pause(regel_game *g)
{
  for (regel_reader *r = g->readers; r; r = r->next)
    if (r->live && !r->stale && !(r->how & REGEL_TOGETHER)) log_count(r->log, r->viewer);
}

void api_readers_elsewhere(regel_game *g)
{
  INVARIANT(g && g->session.program);
  Vm *vm = api_vm(g);
  bool known = vm_came_by(vm, vm_trail(vm));
  for (regel_reader *r = g->readers; r; r = r->next) {
    r->stale = r->live && known;
    if (!known && !r->live) listen_live(r);
  }
}

int regel_lines(regel_reader *r) { return read_all(r); }

static bool has_line(const regel_reader *r, int i)
{
  return i >= 0 && i < log_lines(r->log, r->viewer);
}

const char *regel_line(const regel_reader *r, int i)
{
  return has_line(r, i) ? log_line(r->log, r->viewer, i) : "";
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
