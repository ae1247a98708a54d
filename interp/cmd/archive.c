#include "interp/cmd/archive.h"
#include "db/derive.h"
#include "interp/text/log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int archive_fault(Cli *cli, const Archive *a)
{
  cli_error(cli, "%s", sql_why(a->db));
  DbFault f = sql_fault(a->db);
  if (f == DB_ABSENT)
    fputs("Games are stored when they are played: regel play GAME\n", stderr);
  if (f == DB_MISSING) fputs("See: regel games\n", stderr);
  return f == DB_MISSING ? CODE_NO : CODE_IO;
}

int archive_open(Cli *cli, Archive *a, const char *file, SqlMode mode)
{
  memset(a, 0, sizeof *a);
  a->db = db_open(file, mode);
  return sql_fault(a->db) ? archive_fault(cli, a) : -1;
}

int archive_load(Cli *cli, Archive *a, const char *id)
{
  char *end;
  errno = 0;
  long long n = strtoll(id, &end, 10);
  if (!strcmp(id, "last"))
    n = sql_number(a->db, "SELECT coalesce(max(id), 1) FROM games", 1);
  else if (end == id || *end || errno || n < 1)
    return opts_wrong(cli, "\"%s\" is no number of a game; regel games lists them", id);
  if (!stored_load(a->db, n, &a->game)) return archive_fault(cli, a);
  a->program = stored_program(a->db, a->game.ruleset, &a->seal);
  if (!a->program) return archive_fault(cli, a);
  a->vm = vm_new(a->program);
  int code = game_language(cli, &a->speech, a->program);
  a->lang = a->speech.lang;
  return code;
}

void archive_tell(Db *db, int64_t id)
{
  StoredGame g;
  RulesShelf shelf = {0};
  const Rules *rules = NULL;
  if (sql_fault(db)) return;
  if (stored_load(db, id, &g)) rules = rules_get(&shelf, db, g.ruleset);
  if (rules) derive_game(db, &g, rules->vm);
  rules_free(&shelf);
  stored_free(&g);
  sql_forgive(db);
}

void archive_close(Archive *a)
{
  load_lang_free(&a->speech);
  if (a->vm) vm_free(a->vm);
  if (a->program) program_free(a->program);
  if (a->game.arena) stored_free(&a->game);
  sql_close(a->db);
  memset(a, 0, sizeof *a);
}

/* ---- words ---------------------------------------------------------------------- */

static void put_time(Buf *b, int64_t ms, const char *form)
{
  time_t t = (time_t)(ms / 1000);
  struct tm tm;
  char text[40];
  if (gmtime_r(&t, &tm) && strftime(text, sizeof text, form, &tm)) buf_add(b, text);
}

void archive_time(Buf *b, int64_t ms) { put_time(b, ms, "%Y-%m-%d %H:%M"); }

void archive_time_exact(Buf *b, int64_t ms)
{
  put_time(b, ms, "%Y-%m-%dT%H:%M:%S");
  buf_printf(b, ".%03dZ", (int)((ms % 1000 + 1000) % 1000));
}

static View all_seeing(const Archive *a)
{
  View v = view_program(a->program, a->lang);
  v.names = a->game.names;
  return v;
}

static const char *title_of(const Program *p)
{
  return program_string(p, p->header->title >= 0 ? p->header->title : p->header->name);
}

void archive_head(const Archive *a, Buf *b)
{
  const StoredGame *g = &a->game;
  View v = all_seeing(a);
  buf_printf(b, "Game %lld: %s, ", (long long)g->id, title_of(a->program));
  render_seats(&v, b, (1u << g->seats) - 1);
  if (*g->settings) buf_printf(b, ", %s", g->settings);
  buf_add(b, ", ");
  archive_time(b, g->begun);
}

void archive_result(const Archive *a, Buf *b)
{
  const StoredGame *g = &a->game;
  View v = all_seeing(a);
  if (!g->over) {
    buf_add(b, "goes on");
  } else if (*g->error) {
    buf_printf(b, "ended by error %s", g->error);
  } else if (g->winners) {
    render_seats(&v, b, g->winners);
    buf_add(b, g->winners & (g->winners - 1) ? " win" : " wins");
  } else {
    buf_printf(b, "nobody wins%s%s", *g->reason ? ": " : "", g->reason);
  }
}

/* ---- who reads ------------------------------------------------------------------ */

int archive_viewer(Cli *cli, const Archive *a, const char *seat, bool all, bool quiet,
                   int *viewer)
{
  const StoredGame *g = &a->game;
  *viewer = VIEW_ALL;
  if (seat && all) return opts_wrong(cli, "--seat and --all contradict each other");
  if (seat) {
    *viewer = game_seat(g->names, g->seats, seat);
    if (*viewer < 0)
      return opts_wrong(cli, "--seat: there is no seat \"%s\"; they go from 1 to %d",
                        seat, g->seats);
  } else if (!all && !g->over && log_has_secrets(a->program)) {
    *viewer = VIEW_PUBLIC;
    if (!quiet)
      fprintf(stderr,
              "The game is not over: this is what everybody may know. A seat's own "
              "knowledge: --seat S; everything: --all\n");
  }
  return -1;
}
