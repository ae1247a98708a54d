/* Stored games behind the public API. */
#include "db/db.h"
#include "interp/base/invariant.h"
#include "db/derived/derive.h"
#include "db/keep.h"
#include "db/known.h"
#include "db/listing.h"
#include "db/replay.h"
#include "interp/api/store_int.h"
#include "interp/rules/settings.h"
#include "interp/session/story.h"

#include <stdlib.h>
#include <string.h>

struct regel_store {
  Db *db;
  bool missing; /* the game that was asked for last is not there */
};

Db *store_db(regel_store *s)
{
  s->missing = false;
  return s->db;
}

void store_refuses(regel_store *s, char **why)
{
  if (why) *why = api_copy(sql_why(s->db));
  s->missing = sql_fault(s->db) == DB_MISSING;
  if (s->missing) sql_forgive(s->db);
}

regel_trouble regel_store_trouble(const regel_store *s)
{
  if (sql_fault(s->db)) return REGEL_STORE_FAULT;
  return s->missing ? REGEL_NO_SUCH_GAME : REGEL_NO_TROUBLE;
}

regel_store *store_of(Db *db)
{
  /* Who looks for damage opens what is damaged. */
  INVARIANT(!sql_fault(db) || sql_fault(db) == DB_DAMAGED);
  regel_store *s = zeroed(1, sizeof *s);
  s->db = db;
  return s;
}

static void say(char **why, const char *text)
{
  if (why) *why = api_copy(text);
}

static regel_store *open_store(const char *path, SqlMode mode, bool damaged, char **why)
{
  Db *db = db_open(path, mode);
  if (sql_fault(db) && !(damaged && sql_fault(db) == DB_DAMAGED)) {
    say(why, sql_why(db));
    sql_close(db);
    return NULL;
  }
  return store_of(db);
}

regel_store *regel_store_open(const char *path, char **why)
{
  return open_store(path, SQL_CREATE, false, why);
}

regel_store *regel_store_read(const char *path, char **why)
{
  return open_store(path, SQL_READ, false, why);
}

regel_store *regel_store_write(const char *path, char **why)
{
  return open_store(path, SQL_WRITE, false, why);
}

regel_store *regel_store_inspect(const char *path, char **why)
{
  return open_store(path, SQL_READ, true, why);
}

void regel_store_close(regel_store *s)
{
  if (!s) return;
  sql_close(s->db);
  free(s);
}

const char *regel_store_error(const regel_store *s) { return sql_why(s->db); }

const char *regel_store_path(const regel_store *s) { return sql_path(s->db); }

int regel_store_begin(regel_store *s) { return sql_begin(s->db) ? 0 : -1; }

int regel_store_commit(regel_store *s)
{
  if (sql_commit(s->db)) return 0;
  sql_rollback(s->db);
  return -1;
}

void regel_store_patience(regel_store *s, int milliseconds)
{
  sql_patience(s->db, milliseconds);
}

void regel_store_forgive(regel_store *s) { sql_forgive(s->db); }

void regel_store_relax(regel_store *s) { sql_relax(s->db); }

void regel_store_events(regel_store *s, int64_t id) { derive_one(s->db, id); }

int64_t regel_game_id(const regel_game *g)
{
  return g->kept ? ((const Keep *)g->kept)->record.game : 0;
}

/* ---- recording ------------------------------------------------------------------ */

int regel_record(regel_game *g, regel_store *store)
{
  INVARIANT(g && g->session.program);
  Session *s = &g->session;
  if (s->keeper || s->given || s->asked || s->steps) return -1;
  Keep *keep = g->kept = zeroed(1, sizeof *keep);
  for (int i = 0; i < s->seats; i++) {
    if (!*g->taken[i]) strcpy(g->taken[i], "person");
    g->seated[i] = g->taken[i];
  }
  keep_new(keep, store->db,
           &(NewGame){.program = s->program,
                      .origin = "play",
                      .seats = s->seats,
                      .names = (const char *const *)g->names,
                      .taken = g->seated,
                      .seed = s->seed,
                      .secret = s->secret,
                      .options = g->options});
  s->keeper = &keep->keeper;
  regel_auto_chance(g, g->rolls);
  return 0;
}

/* ---- stored rules ----------------------------------------------------------------- */

/* Takes " + snow + bakery" off a name; *packs has the words sorted. */
static void take_packs(char *name, Buf *packs)
{
  VEC(const char *) words = {0};
  char *plus = strchr(name, '+'), *rest = NULL;
  for (char *w = plus ? strtok_r(plus, " +", &rest) : NULL; w;
       w = strtok_r(NULL, " +", &rest)) {
    size_t at = words.n;
    vec_push(&words, w);
    for (; at && strcmp(words.at[at - 1], w) > 0; at--) words.at[at] = words.at[at - 1];
    words.at[at] = w;
  }
  for (size_t i = 0; i < words.n; i++)
    buf_printf(packs, "%s%s", i ? " " : "", words.at[i]);
  vec_free(&words);
  for (; plus && plus > name && plus[-1] == ' '; plus--) plus[-1] = 0;
}

int64_t regel_find_ruleset(regel_store *s, const char *name)
{
  const char *colon = strrchr(name, ':'), *number = colon ? colon + 1 : name;
  bool last = !strcmp(number, "last");
  char *title = api_copy(name);
  Buf packs = {0};
  if (colon) title[colon - name] = 0;
  take_packs(title, &packs);
  if (!last && strspn(number, "0123456789") != strlen(number)) number = "0";
  int64_t wanted = last ? 0 : strtoll(number, NULL, 10);
  int64_t id = last     ? listing_newest(s->db, title, buf_text(&packs))
               : wanted ? listing_version(s->db, colon ? title : NULL, wanted)
                        : 0;
  free(title);
  buf_free(&packs);
  return id;
}

int64_t regel_stored_when(regel_store *s, int64_t ruleset)
{
  return listing_stored(s->db, ruleset);
}

/* ---- what is stored --------------------------------------------------------------- */

static void put_game(void *user, const ListedGame *g)
{
  Json *j = user;
  json_open(j, '{');
  json_key_int(j, "id", g->id);
  json_key_text(j, "game", g->name);
  json_key_words(j, "packs", g->packs, " ");
  json_key_text(j, "title", g->title);
  json_key_int(j, "begun", g->begun);
  json_key_text(j, "origin", g->origin);
  json_key_text(j, "settings", g->settings);
  json_key_int(j, "steps", g->steps);
  json_key_open(j, "players", '[');
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
static regel_game *set_up_again(const StoredGame *stored, const regel_rules *rules,
                                char **why)
{
  INVARIANT(stored && stored->seats >= 0 && stored->seats <= MAX_PLAYERS);
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
  regel_setup setup = {stored->seats, stored->seed, options.at, names, NULL};
  regel_game *g = api_game(rules, &setup, &stored->secret, why);
  vec_free(&options);
  return g;
}

/* Who sat where; persons can take back what they answered before. */
static bool sit_down_again(regel_game *g, const StoredGame *stored, char **why)
{
  Session *s = &g->session;
  for (int i = 0; i < s->seats; i++) {
    const char *taken = stored->taken[i] ? stored->taken[i] : "person";
    char bot[BOT_SPEC] = "";
    BotSpec spec;
    if (strncmp(taken, "bot ", 4)) {
      s->people |= 1u << i;
      continue;
    }
    if (bot_sat(taken, &spec)) bot_write(&spec, bot);
    if (regel_seat_bot(g, i, bot)) { /* what is stored may come from elsewhere */
      say(why, "it has a bot that does not exist, or that would think too much");
      return false;
    }
  }
  s->remembers = true; /* so that what came to light is heard, too */
  session_hear(s);
  return true;
}

static regel_game *take_up(regel_store *s, const StoredGame *stored,
                           const regel_rules *rules, char **why)
{
  regel_game *g = set_up_again(stored, rules, why);
  if (!g) return NULL;
  if (!sit_down_again(g, stored, why)) {
    regel_game_free(g);
    return NULL;
  }
  Keep *keep = g->kept = zeroed(1, sizeof *keep);
  if (!keep_resume(keep, s->db, &g->session, stored)) {
    say(why, "it does not replay as it was stored: regel db check says more");
    regel_game_free(g);
    return NULL;
  }
  return g;
}

/* Plays the steps that were not taken back, as many as are wanted; the game stands there
 * and is not stored any more.  Of a game that is not over its reader counts the steps
 * that he knows of; what he does not know of belongs to the step before. */
static regel_game *play_to(StoredGame *stored, const regel_rules *rules, int64_t steps,
                           int viewer, char **why)
{
  regel_game *g = set_up_again(stored, rules, why);
  if (!g) return NULL;
  Vm *vm = g->session.vm;
  Replay r;
  int64_t counted = 0;
  if (stored->over) viewer = VIEW_ALL;
  stored_as_known(stored, vm, viewer);
  replay_open(&r, vm, stored, false);
  for (const StoredStep *step; (step = replay_peek(&r)); g->session.steps++) {
    bool known =
        vm_outcome(vm, step->answer) < 0 || story_knows(viewer, vm, step->answer);
    if (steps >= 0 && known && counted++ == steps) break;
    if (!replay_step(&r)) break;
  }
  ReplayFault fault = r.fault;
  replay_close(&r);
  if (!fault) return g;
  say(why, replay_fault_text(fault));
  regel_game_free(g);
  return NULL;
}

/* Both ways to come back to a stored game, with rules that the caller has. */
static regel_game *open_with(regel_store *s, int64_t id, int64_t steps, int viewer,
                             bool resume, const regel_rules *rules, char **why)
{
  StoredGame stored;
  regel_game *g = NULL;
  if (stored_load(s->db, id, &stored)) {
    g = resume ? take_up(s, &stored, rules, why)
               : play_to(&stored, rules, steps, viewer, why);
  } else {
    say(why, sql_why(s->db));
    sql_forgive(s->db);
  }
  stored_free(&stored);
  return g;
}

int64_t regel_stored_ruleset(regel_store *s, int64_t id)
{
  return listing_code(s->db, id);
}

regel_rules *regel_stored_rules(regel_store *s, int64_t ruleset, char **why)
{
  Seal seal;
  Program *p = stored_program(s->db, ruleset, &seal);
  if (!p) {
    say(why, sql_why(s->db));
    sql_forgive(s->db);
    return NULL;
  }
  return api_rules(p, NULL, NULL);
}

static regel_game *open_stored(regel_store *s, int64_t id, int64_t steps, int viewer,
                               bool resume, regel_rules **rules, char **why)
{
  int64_t ruleset = regel_stored_ruleset(s, id);
  *rules = ruleset ? regel_stored_rules(s, ruleset, why) : NULL;
  if (ruleset && !*rules) return NULL;
  regel_game *g =
      open_with(s, id, steps, viewer, resume, *rules, why); /* says what is missing */
  if (g) return g;
  regel_rules_free(*rules);
  *rules = NULL;
  return NULL;
}

regel_game *regel_resume_with(regel_store *s, int64_t id, const regel_rules *rules,
                              char **why)
{
  return open_with(s, id, -1, VIEW_ALL, true, rules, why);
}

regel_game *regel_replay_with(regel_store *s, int64_t id, int64_t steps,
                              const regel_rules *rules, char **why)
{
  return open_with(s, id, steps, VIEW_ALL, false, rules, why);
}

regel_game *regel_resume(regel_store *s, int64_t id, regel_rules **rules, char **why)
{
  return open_stored(s, id, -1, VIEW_ALL, true, rules, why);
}

regel_game *regel_replay(regel_store *s, int64_t id, int64_t steps, regel_rules **rules,
                         char **why)
{
  return open_stored(s, id, steps, VIEW_ALL, false, rules, why);
}

regel_game *regel_replay_for(regel_store *s, int64_t id, int64_t steps, int viewer,
                             regel_rules **rules, char **why)
{
  int reader = viewer == REGEL_SEES_ALL              ? VIEW_ALL
               : viewer >= 0 && viewer < MAX_PLAYERS ? viewer
                                                     : VIEW_PUBLIC;
  return open_stored(s, id, steps, reader, false, rules, why);
}

/* ---- another way ------------------------------------------------------------------ */

/* Gives the steps that were not taken back, as many as are wanted. */
static bool give_again(regel_game *g, const StoredGame *stored, int64_t steps)
{
  Session *s = &g->session;
  StepList path = {0};
  stored_path(stored, &path);
  bool fine = session_step(s);
  for (size_t i = 0; fine && i < path.n && (steps < 0 || (int64_t)i < steps); i++) {
    int32_t answer = stored->steps.at[path.at[i]].answer;
    fine = s->asked && vm_outcome(s->vm, answer) >= 0;
    if (fine) session_answer(s, answer);
    fine = fine && session_step(s);
  }
  vec_free(&path);
  return fine;
}

/* The past is the same; what chance will bring is not. */
static regel_game *another(const StoredGame *stored, regel_rules *rules, char **why)
{
  StoredGame fresh = *stored;
  if (!secret_draw(&fresh.secret)) {
    say(why, "the system gives no random numbers");
    return NULL;
  }
  regel_game *g = set_up_again(&fresh, rules, why);
  if (!g || sit_down_again(g, stored, why)) return g;
  regel_game_free(g);
  return NULL;
}

int64_t regel_branch(regel_store *s, int64_t id, int64_t steps, char **why)
{
  StoredGame stored;
  Seal seal;
  int64_t made = 0;
  Program *p = stored_load(s->db, id, &stored)
                   ? stored_program(s->db, stored_code(&stored), &seal)
                   : NULL;
  regel_rules *rules = p ? api_rules(p, NULL, NULL) : NULL;
  regel_game *g = rules ? another(&stored, rules, why) : NULL;
  if (g && sql_begin(s->db)) {
    regel_record(g, s);
    bool fine = give_again(g, &stored, steps);
    made = fine && sql_commit(s->db) ? regel_game_id(g) : 0;
    if (!made) sql_rollback(s->db);
  }
  if (!made && why && !*why) say(why, sql_fault(s->db) ? sql_why(s->db) : "no such step");
  if (!made) sql_forgive(s->db);
  regel_game_free(g);
  regel_rules_free(rules);
  stored_free(&stored);
  return made;
}
