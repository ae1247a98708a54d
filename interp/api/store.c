/* Stored games behind the public API. */
#include "db/db.h"
#include "db/keep.h"
#include "db/listing.h"
#include "db/replay.h"
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

/* ---- what is stored --------------------------------------------------------------- */

static void put_game(void *user, const ListedGame *g)
{
  Json *j = user;
  json_open(j, '{');
  json_key_int(j, "id", g->id);
  json_key_text(j, "game", g->name);
  json_key_text(j, "title", g->title);
  json_key_int(j, "begun", g->begun);
  json_key_text(j, "origin", g->origin);
  json_key_text(j, "settings", g->settings);
  json_key_int(j, "steps", g->steps);
  json_key(j, "players");
  json_open(j, '[');
  for (int i = 0; i < g->players && i < MAX_PLAYERS; i++) {
    json_open(j, '{');
    json_key_text(j, "name", g->names[i]);
    json_key_bool(j, "won", g->over && g->winners >> i & 1);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_key_bool(j, "over", g->over);
  json_key_text(j, "error", *g->error ? g->error : NULL);
  json_close(j, '}');
}

regel_data *regel_store_games(regel_store *s, const char *name)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '[');
  listing(s->db, name, false, INT64_MAX, put_game, &j);
  json_close(&j, ']');
  return api_data(arena, &j);
}

/* ---- going on ------------------------------------------------------------------- */

/* A game of the stored rules and settings, before its first question. */
static regel_game *set_up_again(const StoredGame *stored, regel_rules *rules, char **why)
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
  return g;
}

static regel_game *take_up(regel_store *s, const StoredGame *stored, regel_rules *rules,
                           char **why)
{
  regel_game *g = set_up_again(stored, rules, why);
  if (!g) return NULL;
  Keep *keep = g->kept = api_zeroed(sizeof *keep);
  if (!keep_resume(keep, s->db, &g->session, stored)) {
    say(why, "the game does not replay as it was stored");
    regel_game_free(g);
    return NULL;
  }
  return g;
}

/* Plays the steps that were not taken back, as many as are wanted; the game stands there
 * and is not stored any more. */
static regel_game *play_to(const StoredGame *stored, regel_rules *rules, int64_t steps,
                           char **why)
{
  regel_game *g = set_up_again(stored, rules, why);
  if (!g) return NULL;
  Replay r;
  replay_open(&r, g->session.vm, stored, false);
  while ((steps < 0 || g->session.steps < steps) && replay_step(&r)) g->session.steps++;
  ReplayFault fault = r.fault;
  replay_close(&r);
  if (!fault) return g;
  say(why, replay_fault_text(fault));
  regel_game_free(g);
  return NULL;
}

/* Both ways to come back to a stored game. */
static regel_game *open_stored(regel_store *s, int64_t id, int64_t steps, bool resume,
                               regel_rules **rules, char **why)
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
    g = resume ? take_up(s, &stored, *rules, why) : play_to(&stored, *rules, steps, why);
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

regel_game *regel_resume(regel_store *s, int64_t id, regel_rules **rules, char **why)
{
  return open_stored(s, id, -1, true, rules, why);
}

regel_game *regel_replay(regel_store *s, int64_t id, int64_t steps, regel_rules **rules,
                         char **why)
{
  return open_stored(s, id, steps, false, rules, why);
}
