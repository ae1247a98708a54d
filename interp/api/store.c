/* Stored games behind the public API. */
#include "db/db.h"
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

int64_t regel_game_id(const regel_game *g) { return g->store ? g->record.game : 0; }

/* ---- recording ------------------------------------------------------------------ */

int regel_record(regel_game *g, regel_store *s)
{
  if (g->store || g->given || g->asked) return -1;
  g->store = s;
  regel_auto_chance(g, g->rolls);
  return 0;
}

static bool begin(regel_game *g)
{
  NewGame new = {.program = g->program,
                 .origin = "play",
                 .seats = vm_seats(g->vm),
                 .names = (const char *const *)g->names,
                 .seed = g->seed,
                 .options = g->options,
                 .start = vm_hash(g->vm)};
  return record_begin(&g->record, g->store->db, &new);
}

bool api_keep(regel_game *g, VmStatus status)
{
  Given given = {g->seat, g->answer};
  if (!g->record.game && !begin(g)) return false;
  if (g->ended) return true; /* asked again after the end */
  if (!record_pause(&g->record, g->vm, status, g->given ? &given : NULL)) return false;
  g->given = false;
  g->ended = status == VM_DONE || status == VM_ERROR;
  return true;
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
  regel_game *g = regel_game_new(rules, &setup, why);
  vec_free(&options);
  if (!g) return NULL;
  Replay r;
  replay_open(&r, g->vm, stored, true);
  r.rolls = true;
  ReplayFault fault = replay_rest(&r);
  replay_close(&r);
  if (fault) {
    say(why, replay_fault_text(fault));
    regel_game_free(g);
    return NULL;
  }
  g->store = s;
  g->ended = stored->over;
  record_resume(&g->record, s->db, stored);
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
