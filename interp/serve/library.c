/* The library thread: looks things up in a store of its own, so that nobody at a table
 * waits for a reader. */
#include "interp/serve/serve.h"
#include "interp/base/clock.h"

#include <stdlib.h>
#include <string.h>

static void put_ruleset(Shelf *s, Buf *b, const char *name, const char *lang)
{
  Buf why = {0};
  regel_rules *rules = shelf_rules(s, name, "", &why);
  regel_data *setup =
      rules ? regel_setup_data(rules, shelf_language(s, rules, lang)) : NULL;
  if (setup) put_data(b, setup);
  else {
    buf_add(b, "{\"game\":");
    put_string(b, name);
    buf_add(b, ",\"error\":");
    put_string(b, buf_text(&why));
    buf_char(b, '}');
  }
  regel_data_free(setup);
  buf_free(&why);
}

/* The newest games that are stored, for whoever owns them. */
/* How many steps a game has is told when it is over: before that it would tell what
 * others were asked. */
static void put_stored(Buf *b, const regel_data *g)
{
  bool over = regel_data_number(regel_data_get(g, "over")), first = true;
  buf_char(b, '{');
  for (size_t i = 0; i < regel_data_count(g); i++) {
    const regel_data *part = regel_data_at(g, i);
    if (!over && !strcmp(regel_data_key(part), "steps")) continue;
    if (!first) buf_char(b, ',');
    first = false;
    put_string(b, regel_data_key(part));
    buf_char(b, ':');
    put_data(b, part);
  }
  buf_char(b, '}');
}

static void put_games(Shelf *s, Job *j)
{
  enum { MOST = 60 };
  regel_data *games = regel_store_games(shelf_store(s), NULL);
  size_t n = regel_data_count(games), first = n > MOST ? n - MOST : 0;
  buf_add(&j->out, ",\"games\":[");
  for (size_t i = n; i > first; i--) {
    char token[TOKEN];
    const regel_data *g = regel_data_at(games, i - 1);
    int64_t id = regel_data_number(regel_data_get(g, "id"));
    token_write(&j->server->keys, id, WATCHER, token);
    buf_printf(&j->out, "%s{\"watch\":\"%s\",\"stored\":", i < n ? "," : "", token);
    put_stored(&j->out, g);
    buf_char(&j->out, '}');
  }
  buf_char(&j->out, ']');
  regel_data_free(games);
}

void library_home(void *thread, Job *j)
{
  Shelf *s = thread;
  regel_data *names = regel_library_games(j->server->library);
  buf_printf(&j->out, "{\"owner\":%s,\"first\":", j->owner ? "true" : "false");
  put_string(&j->out, j->server->options.game);
  buf_add(&j->out, ",\"rulesets\":[");
  for (size_t i = 0; i < regel_data_count(names); i++) {
    if (i) buf_char(&j->out, ',');
    put_ruleset(s, &j->out, regel_data_text(regel_data_at(names, i)), j->lang);
  }
  buf_char(&j->out, ']');
  if (j->owner) put_games(s, j);
  buf_char(&j->out, '}');
  regel_data_free(names);
  job_ok(j);
}

/* What the form needs for one ruleset and its packs. */
void library_setup(void *thread, Job *j)
{
  Shelf *s = thread;
  const char *name = j->query ? j->query : "";
  char *plus = strchr(name, '+');
  Buf why = {0};
  if (plus) *plus = 0;
  regel_rules *rules = shelf_rules(s, name, plus ? plus + 1 : "", &why);
  if (rules) {
    regel_data *setup = regel_setup_data(rules, shelf_language(s, rules, j->lang)),
               *packs = regel_library_packs(j->server->library, regel_rules_name(rules));
    buf_add(&j->out, "{\"setup\":");
    put_data(&j->out, setup);
    buf_add(&j->out, ",\"packs\":");
    put_data(&j->out, packs);
    buf_char(&j->out, '}');
    regel_data_free(setup);
    regel_data_free(packs);
    job_ok(j);
  } else {
    job_fail(j, 404, "no_ruleset", buf_text(&why));
  }
  buf_free(&why);
}

/* All faces of a ruleset, or of the rules of a game. */
void library_faces(void *thread, Job *j)
{
  Shelf *s = thread;
  Buf why = {0};
  regel_rules *rules = j->game ? shelf_stored(s, j->game, &why)
                               : shelf_rules(s, j->query ? j->query : "", "", &why);
  if (rules) {
    regel_data *cards = regel_cards(rules, shelf_language(s, rules, j->lang));
    put_data(&j->out, cards);
    regel_data_free(cards);
    job_ok(j);
  } else {
    job_fail(j, 404, "no_ruleset", buf_text(&why));
  }
  buf_free(&why);
}

void library_why(void *thread, Job *j)
{
  Shelf *s = thread;
  Buf why = {0};
  regel_rules *rules = shelf_stored(s, j->game, &why);
  regel_game *g =
      rules ? regel_replay_with(shelf_store(s), j->game, -1, rules, NULL) : NULL;
  if (g) {
    regel_step(g);
    regel_reader *r = regel_read(g, j->seat, shelf_language(s, rules, j->lang));
    regel_data *causes = regel_why(r, (int)j->number);
    put_data(&j->out, causes);
    regel_data_free(causes);
    job_ok(j);
  } else {
    job_fail(j, 404, "no_game", "no such game");
  }
  regel_game_free(g);
  buf_free(&why);
}

/* Adds the rules of the book that ran in a stored game. */
static void put_ran(Shelf *s, Buf *b, int64_t id)
{
  Buf why = {0};
  regel_rules *rules = shelf_stored(s, id, &why);
  regel_data *cover = rules ? regel_stored_cover(shelf_store(s), id, rules) : NULL;
  const regel_data *ran = regel_data_get(cover, "rules");
  bool some = false;
  for (size_t i = 0; i < regel_data_count(ran); i++) {
    const regel_data *r = regel_data_at(ran, i);
    if (!regel_data_number(regel_data_get(r, "games"))) continue;
    buf_char(b, some ? ',' : '[');
    put_string(b, regel_data_text(regel_data_get(r, "rule")));
    some = true;
  }
  buf_add(b, some ? "]" : "[]");
  regel_data_free(cover);
  buf_free(&why);
}

/* Which rules of the book came up in the newest stored games that are over: of others it
 * would tell what was played. */
void library_ran(void *thread, Job *j)
{
  enum { MOST = 24, PATIENT = 3000 };
  Shelf *s = thread;
  int64_t end = clock_ms() + PATIENT;
  regel_data *games = regel_store_games(shelf_store(s), j->query ? j->query : "");
  int n = 0;
  buf_add(&j->out, "{\"games\":[");
  for (size_t i = regel_data_count(games); i > 0 && n < MOST && clock_ms() < end; i--) {
    const regel_data *g = regel_data_at(games, i - 1);
    if (!regel_data_number(regel_data_get(g, "over"))) continue;
    int64_t id = regel_data_number(regel_data_get(g, "id"));
    buf_printf(&j->out, "%s{\"game\":%lld,\"rules\":", n++ ? "," : "", (long long)id);
    put_ran(s, &j->out, id);
    buf_char(&j->out, '}');
  }
  buf_add(&j->out, "]}");
  regel_data_free(games);
  job_ok(j);
}

void *library_thread(void *server)
{
  Server *s = server;
  regel_store *store = regel_store_open(s->store_path, NULL);
  if (!store) abort(); /* it was opened a moment ago */
  Shelf *shelf = shelf_new(s, store);
  while (!queue_stopped(&s->library_queue)) {
    Job *j = queue_take_one(&s->library_queue, 1000);
    if (!j) continue;
    if (s->stopping) job_fail(j, 503, "stopping", "the server stops");
    else j->work(shelf, j);
    job_done(j);
  }
  queue_drain(&s->library_queue);
  shelf_free(shelf);
  regel_store_close(store);
  return NULL;
}
