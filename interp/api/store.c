/* Stored games behind the public API. */
#include "db/db.h"
#include "db/keep.h"
#include "interp/api/api_int.h"
#include "interp/rules/settings.h"

#include <stdlib.h>
#include <string.h>

struct regel_store {
  Db *db;
};

static void say(char **why, const char *text)
{
  if (why) *why = api_copy(text);
}

regel_store *regel_store_open(const char *path, char **why)
{
  Db *db = db_open(path, SQL_CREATE);
  if (sql_fault(db)) {
    say(why, sql_why(db));
    sql_close(db);
    return NULL;
  }
  regel_store *s = api_zeroed(sizeof *s);
  s->db = db;
  return s;
}

void regel_store_close(regel_store *s)
{
  if (!s) return;
  sql_close(s->db);
  free(s);
}

const char *regel_store_error(const regel_store *s) { return sql_why(s->db); }

int64_t regel_game_id(const regel_game *g)
{
  return g->kept ? ((const Keep *)g->kept)->record.game : 0;
}

/* ---- recording ------------------------------------------------------------------ */

int regel_record(regel_game *g, regel_store *store)
{
  Session *s = &g->session;
  if (s->keeper || s->given || s->asked || s->steps) return -1;
  Keep *keep = g->kept = api_zeroed(sizeof *keep);
  keep_new(keep, store->db,
           &(NewGame){.program = s->program,
                      .origin = "play",
                      .seats = s->seats,
                      .names = (const char *const *)g->names,
                      .seed = s->seed,
                      .secret = s->secret,
                      .options = g->options});
  s->keeper = &keep->keeper;
  regel_auto_chance(g, g->rolls);
  return 0;
}

/* ---- going on ------------------------------------------------------------------- */

static regel_game *take_up(regel_store *s, const StoredGame *stored, regel_rules *rules,
                           char **why)
{
  const char *names[MAX_PLAYERS];
  VEC(const char *) options = {0};
  for (int i = 0; i < MAX_PLAYERS; i++) names[i] = stored->names[i];
  const char *text = stored->settings;
  Buf name = {0}, value = {0};
  while (settings_next(&text, &name, &value))
    vec_push(&options,
             arena_printf(stored->arena, "%s=%s", buf_text(&name), buf_text(&value)));
  vec_push(&options, NULL);
  buf_free(&name);
  buf_free(&value);
  regel_setup setup = {stored->seats, stored->seed, options.at, names};
  regel_game *g = api_game(rules, &setup, &stored->secret, why);
  vec_free(&options);
  if (!g) return NULL;
  Keep *keep = g->kept = api_zeroed(sizeof *keep);
  if (!keep_resume(keep, s->db, &g->session, stored)) {
    say(why, "the game does not replay as it was stored");
    regel_game_free(g);
    return NULL;
  }
  return g;
}

regel_game *regel_resume(regel_store *s, int64_t id, regel_rules **rules, char **why)
{
  StoredGame stored;
  Seal seal;
  regel_game *g = NULL;
  *rules = NULL;
  Program *p = stored_load(s->db, id, &stored)
                   ? stored_program(s->db, stored.ruleset, &seal)
                   : NULL;
  if (p) {
    *rules = api_zeroed(sizeof **rules);
    (*rules)->program = p;
    g = take_up(s, &stored, *rules, why);
  } else {
    say(why, sql_why(s->db));
    sql_forgive(s->db);
  }
  if (!g && *rules) {
    regel_rules_free(*rules);
    *rules = NULL;
  }
  stored_free(&stored);
  return g;
}
