#include "interp/cmd/archive.h"
#include "db/listing.h"
#include "db/derived/derive.h"
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
  if (f == DB_MISSING) cli_see(cli, "regel games");
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
  if (!strcmp(id, "last")) {
    n = listing_last(a->db);
    if (!n) n = 1;
  } else if (end == id || *end || errno || n < 1)
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

void archive_head(const Archive *a, Buf *b)
{
  const StoredGame *g = &a->game;
  View v = all_seeing(a);
  Buf title = {0}, players = {0};
  render_title(&v, &title);
  render_seats(&v, &players, (1u << g->seats) - 1);
  words_say(a->lang, b, SAY_GAME_HEAD, DIGITS(g->id), buf_text(&title),
            buf_text(&players));
  if (*g->settings) {
    words_add(a->lang, b, SAY_COMMA);
    buf_plain(b, g->settings);
  }
  words_add(a->lang, b, SAY_COMMA);
  archive_time(b, g->begun);
  buf_free(&title);
  buf_free(&players);
}

/* A reason is stored as it was written; its row leads to its translation. */
static void put_reason(const View *v, Buf *b, const char *reason)
{
  const Program *p = v->program;
  for (int i = 0; i < p->n_texts; i++)
    if (*program_string(p, p->texts[i].key) &&
        !strcmp(program_string(p, p->texts[i].source), reason)) {
      render_words(v, b, i);
      return;
    }
  buf_plain(b, reason);
}

void archive_outcome(const View *v, const char *error, uint32_t winners,
                     const char *reason, Buf *b)
{
  Buf words = {0};
  if (*error) {
    words_say(v->lang, b, SAY_GAME_ERROR, error, NULL, NULL);
  } else if (winners) {
    render_seats(v, &words, winners);
    words_say(v->lang, b, winners & (winners - 1) ? SAY_WIN : SAY_WINS, words.at, NULL,
              NULL);
  } else if (*reason) {
    put_reason(v, &words, reason);
    words_say(v->lang, b, SAY_GAME_NOBODY_FOR, words.at, NULL, NULL);
  } else {
    words_add(v->lang, b, SAY_GAME_NOBODY);
  }
  buf_free(&words);
}

void archive_result(const Archive *a, Buf *b)
{
  const StoredGame *g = &a->game;
  View v = all_seeing(a);
  if (!g->over) words_add(a->lang, b, SAY_GAME_GOES_ON);
  else archive_outcome(&v, g->error, g->winners, g->reason, b);
}

/* ---- who reads ------------------------------------------------------------------ */

int archive_hides(Cli *cli, const Archive *a, const char *what, bool all)
{
  const StoredGame *g = &a->game;
  if (all || g->over || (!log_has_secrets(a->program) && !g->secret.set)) return -1;
  cli_error(cli,
            "game %lld is not over: %s would tell what players have not shown each "
            "other, and every die to come",
            (long long)g->id, what);
  fputs("To see it all the same: --all\n", stderr);
  return CODE_NO;
}

bool archive_counts(const Archive *a, int viewer)
{
  return viewer != VIEW_ALL && !a->game.over && log_has_secrets(a->program);
}

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
    if (!quiet) {
      Buf b = {0};
      words_add(a->lang, &b, SAY_GAME_PUBLIC);
      fprintf(stderr, "%s\n", buf_text(&b));
      buf_free(&b);
    }
  }
  return -1;
}
