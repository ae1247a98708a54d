#include "interp/api/stored/stored.h"
#include "db/derived/derive.h"
#include "db/known.h"
#include "db/listing.h"
#include "db/proof/portable.h"
#include "interp/base/invariant.h"
#include "interp/rules/load_lang.h"
#include "interp/rules/settings.h"
#include "interp/base/name.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

regel_stored *regel_stored_open(regel_store *store, int64_t id, char **why)
{
  regel_stored *s = zeroed(1, sizeof *s);
  s->store = store;
  s->db = store_db(store);
  Program *p = stored_load(s->db, id, &s->game)
                   ? stored_program(s->db, stored_code(&s->game), &s->seal)
                   : NULL;
  if (!p) {
    store_refuses(store, why);
    regel_stored_close(s);
    return NULL;
  }
  s->rules = api_rules(p, NULL, NULL);
  s->program = p;
  s->vm = vm_new(p);
  return s;
}

void regel_stored_close(regel_stored *s)
{
  if (!s) return;
  if (s->vm) vm_free(s->vm);
  regel_rules_free(s->rules);
  if (s->game.arena) stored_free(&s->game);
  free(s);
}

int64_t regel_last_game(regel_store *store) { return listing_last(store_db(store)); }

const regel_rules *regel_stored_game_rules(const regel_stored *s) { return s->rules; }

void regel_stored_speak(regel_stored *s, const regel_language *language)
{
  s->lang = api_lang(language);
}

/* ---- words ---------------------------------------------------------------------- */

static void put_time(Buf *b, int64_t ms, const char *form)
{
  time_t t = (time_t)(ms / 1000);
  struct tm tm;
  char text[40];
  if (gmtime_r(&t, &tm) && strftime(text, sizeof text, form, &tm)) buf_add(b, text);
}

static void stored_time(Buf *b, int64_t ms) { put_time(b, ms, "%Y-%m-%d %H:%M"); }

void stored_time_exact(Buf *b, int64_t ms)
{
  put_time(b, ms, "%Y-%m-%dT%H:%M:%S");
  buf_printf(b, ".%03dZ", (int)((ms % 1000 + 1000) % 1000));
}

/* A reason is stored as it was written; its row leads to its translation.  What it was
 * filled with is known to who replays the game. */
static void put_reason(const View *v, Buf *b, const char *reason)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  for (int i = 0; p && i < p->n_texts; i++)
    if (*program_string(p, p->texts[i].key) &&
        !strcmp(program_string(p, p->texts[i].source), reason)) {
      render_gist(v, b, i);
      return;
    }
  buf_plain(b, reason);
}

/* How it ended, in the words of its rules. */
static void stored_outcome(const View *v, const char *error, uint32_t winners,
                           const char *reason, Buf *b)
{
  INVARIANT(error);
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

static View all_seeing(const regel_stored *s)
{
  View v = view_program(s->program, s->lang);
  v.names = s->game.names;
  return v;
}

void stored_result(const regel_stored *s, Buf *b)
{
  const StoredGame *g = &s->game;
  View v = all_seeing(s);
  if (!g->over) words_add(s->lang, b, SAY_GAME_GOES_ON);
  else stored_outcome(&v, g->error, g->winners, g->reason, b);
}

/* "Game 3: Tic-tac-toe, Anne and Player 2, size=3, 2026-11-16 08:21" */
static void put_head(const regel_stored *s, Buf *b)
{
  const StoredGame *g = &s->game;
  View v = all_seeing(s);
  Buf title = {0}, players = {0};
  render_title(&v, &title);
  render_seats(&v, &players, (1u << g->seats) - 1);
  words_say(s->lang, b, SAY_GAME_HEAD, DIGITS(g->id), buf_text(&title),
            buf_text(&players));
  if (*g->settings) {
    words_add(s->lang, b, SAY_COMMA);
    buf_plain(b, g->settings);
  }
  words_add(s->lang, b, SAY_COMMA);
  stored_time(b, g->begun);
  buf_free(&title);
  buf_free(&players);
}

/* ---- who reads ------------------------------------------------------------------ */

bool stored_counts(const regel_stored *s, int viewer)
{
  return viewer != VIEW_ALL && !s->game.over && log_has_secrets(s->program);
}

int stored_viewer(const regel_stored *s, int viewer)
{
  return viewer == REGEL_SEES_ALL                ? VIEW_ALL
         : viewer >= 0 && viewer < s->game.seats ? viewer
                                                 : VIEW_PUBLIC;
}

StoredGame stored_known(const regel_stored *s, int viewer)
{
  INVARIANT(s != NULL);
  StoredGame g = s->game;
  memset(&g.steps, 0, sizeof g.steps);
  for (size_t i = 0; i < s->game.steps.n; i++) vec_push(&g.steps, s->game.steps.at[i]);
  stored_as_known(&g, s->vm, viewer);
  return g;
}

int regel_stored_seat(const regel_stored *s, const char *word)
{
  char *end;
  long seat = strtol(word, &end, 10) - 1;
  if (end != word && !*end) return seat >= 0 && seat < s->game.seats ? (int)seat : -1;
  for (int i = 0; i < s->game.seats; i++)
    if (s->game.names[i] && name_fits(word, s->game.names[i]) == 3) return i;
  return -1;
}

/* How often others are asked secretly is theirs to know: each seat has its own. */
static void put_answers(Json *j, const StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  int64_t answers[MAX_PLAYERS] = {0};
  for (size_t i = 0; i < g->steps.n; i++) {
    int seat = g->steps.at[i].seat;
    if (seat >= 0 && seat < g->seats) answers[seat]++;
  }
  json_key_open(j, "answers", '[');
  for (int i = 0; i < g->seats; i++) json_int(j, answers[i]);
  json_close(j, ']');
}

regel_data *regel_stored_about(const regel_stored *s)
{
  INVARIANT(s->vm && s->game.seats > 0);
  const StoredGame *g = &s->game;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Buf b = {0};
  json_open(&j, '{');
  json_key_int(&j, "id", g->id);
  json_key_text(&j, "game", program_string(s->program, s->program->header->name));
  put_head(s, &b);
  json_key_text(&j, "head", buf_text(&b));
  json_key_int(&j, "players", g->seats);
  json_key_int(&j, "steps", (int64_t)g->steps.n);
  json_key_bool(&j, "over", g->over);
  buf_clear(&b);
  stored_result(s, &b);
  json_key_text(&j, "result", buf_text(&b));
  json_key_bool(&j, "secrets", log_has_secrets(s->program));
  json_key_bool(&j, "hides", !g->over && (log_has_secrets(s->program) || g->secret.set));
  api_put_settings(&j, g->settings);
  put_answers(&j, g);
  json_close(&j, '}');
  buf_free(&b);
  return api_data(arena, &j);
}

/* ---- lists ---------------------------------------------------------------------- */

typedef struct Listing {
  Json j;
  Db *db;
  const regel_language *language;
  RulesShelf shelf;
  int64_t spoken; /* the ruleset whose texts are read: */
  LoadedLang texts;
} Listing;

/* Why nobody won is said in the words of the rules. */
static void put_outcome(Listing *l, const ListedGame *g, const Program *p)
{
  View v = {.lang = api_lang(l->language)};
  Buf b = {0};
  if (p && *g->reason) {
    if (l->spoken != g->ruleset) {
      load_lang_free(&l->texts);
      load_lang(&l->texts, lang_code(v.lang), p, NULL);
      l->spoken = g->ruleset;
    }
    v = view_program(p, l->texts.lang);
  }
  v.names = g->names;
  if (!g->over) words_add(v.lang, &b, SAY_GAME_GOES_ON);
  else stored_outcome(&v, g->error, g->winners, g->reason, &b);
  json_key_text(&l->j, "result", buf_text(&b));
  buf_free(&b);
}

static void put_listed(void *user, const ListedGame *g)
{
  Listing *l = user;
  Json *j = &l->j;
  const Rules *r = rules_get(&l->shelf, l->db, g->ruleset);
  const Program *p = r ? r->program : NULL;
  Buf b = {0};
  json_open(j, '{');
  json_key_int(j, "id", g->id);
  json_key_text(j, "ruleset", g->name);
  json_key_text(j, "title", g->title);
  json_key_words(j, "packs", g->packs, " ");
  stored_time_exact(&b, g->begun);
  json_key_text(j, "begun", buf_text(&b));
  json_key_text(j, "origin", g->origin);
  json_key_text(j, "settings", g->settings);
  json_key_int(j, "players", g->players);
  /* How many steps a game has that is not over may hang on what is hidden: whether a draw
   * could go only one way, how often somebody was asked secretly. */
  json_key(j, "steps");
  if (g->over || (p && !log_has_secrets(p))) json_int(j, g->steps);
  else json_text(j, NULL);
  json_key_bool(j, "over", g->over);
  put_outcome(l, g, p);
  json_close(j, '}');
  buf_free(&b);
}

regel_data *regel_store_list(regel_store *store, const char *name, int open, int64_t most,
                             const regel_language *language)
{
  Arena *arena = arena_new();
  Listing l = {.j = json_data(arena), .db = store_db(store), .language = language};
  json_open(&l.j, '{');
  json_key_int(&l.j, "schema", JSON_SCHEMA);
  json_key_open(&l.j, "games", '[');
  listing(l.db, name, open != 0, most > 0 ? most : INT64_MAX, put_listed, &l);
  json_close(&l.j, ']');
  json_close(&l.j, '}');
  load_lang_free(&l.texts);
  rules_free(&l.shelf);
  return api_data(arena, &l.j);
}

/* ---- as one text ------------------------------------------------------------------ */

char *regel_stored_export(const regel_stored *s, char **why)
{
  INVARIANT(s->vm && s->game.seats > 0);
  Buf b = {0};
  if (portable_write(&s->game, s->vm, &b)) return buf_take(&b);
  buf_free(&b);
  buf_printf(&b, "game %lld does not replay as it was stored: regel db check says more",
             (long long)s->game.id);
  if (why) *why = buf_take(&b);
  buf_free(&b);
  return NULL;
}

regel_data *regel_import(regel_store *store, const char *text, size_t size, char **why)
{
  INVARIANT(text || !size);
  Portable p = {0};
  Buf problem = {0}, proof = {0};
  regel_data *d = NULL;
  bool known = false, fine = portable_read(text, size, &p, &problem);
  int64_t like = 0, id = 0;
  if (fine && store) {
    id = portable_store(store_db(store), &p, &known, &like);
    fine = id != 0;
    if (!fine) buf_add(&problem, sql_why(store_db(store)));
    else if (!known) derive_one(store_db(store), id);
  }
  if (fine) {
    Arena *arena = arena_new();
    Json j = json_data(arena);
    check_says(&p.game, &p.proof, NULL, &proof);
    json_open(&j, '{');
    json_key_int(&j, "steps", (int64_t)p.game.steps.n);
    json_key_text(&j, "proof", buf_text(&proof));
    if (id) json_key_int(&j, "game", id);
    json_key_bool(&j, "known", known);
    if (like) json_key_int(&j, "like", like);
    json_close(&j, '}');
    d = api_data(arena, &j);
  } else if (why) {
    *why = buf_take(&problem);
  }
  portable_free(&p);
  buf_free(&problem);
  buf_free(&proof);
  return d;
}
