/* Games that begin: from a form, or from a step of another game. */
#include "interp/serve/live.h"
#include "interp/base/invariant.h"
#include "interp/base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Wish {
  char names[MOST_SEATS][MOST_NAME + 1];
  int bots[MOST_SEATS]; /* -1: a person */
  char langs[MOST_SEATS][LANG_CODE];
  int seats;
} Wish;

static const char *text_of(json_t *in, const char *key)
{
  const char *s = json_string_value(json_object_get(in, key));
  return s ? s : "";
}

static bool is_code(const char *s)
{
  return *s && strlen(s) < LANG_CODE &&
         !s[strspn(s,
                   "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@-")];
}

static bool read_seats(json_t *seats, const char *lang, Wish *w)
{
  w->seats = (int)json_array_size(seats);
  if (w->seats < 1 || w->seats > MOST_SEATS) return false;
  for (int i = 0; i < w->seats; i++) {
    json_t *s = json_array_get(seats, (size_t)i), *bot = json_object_get(s, "bot");
    Buf plain = {0};
    buf_plain(&plain, text_of(s, "name"));
    size_t n = plain.n < MOST_NAME ? plain.n : MOST_NAME;
    while (n && n < plain.n && ((unsigned char)plain.at[n] & 0xC0) == 0x80) n--;
    memcpy(w->names[i], buf_text(&plain), n);
    buf_free(&plain);
    w->bots[i] = json_is_integer(bot) ? (int)json_integer_value(bot) : -1;
    if (w->bots[i] > 1000 || w->bots[i] < -1) return false;
    const char *code = text_of(s, "lang");
    snprintf(w->langs[i], LANG_CODE, "%s", is_code(code) ? code : lang);
  }
  return true;
}

static void put_links(Job *j, int64_t id, const Wish *w)
{
  INVARIANT(j && j->server);
  char token[TOKEN];
  buf_printf(&j->out, "{\"game\":%lld,\"seats\":[", (long long)id);
  for (int i = 0; i < w->seats; i++) {
    token_write(&j->server->keys, id, i, token);
    buf_printf(&j->out, "%s{\"name\":", i ? "," : "");
    put_string(&j->out, w->names[i]);
    buf_printf(&j->out, ",\"bot\":%s,\"lang\":\"%s\",\"token\":%s%s%s}",
               w->bots[i] >= 0 ? "true" : "false", w->langs[i],
               w->bots[i] < 0 ? "\"" : "", w->bots[i] < 0 ? token : "null",
               w->bots[i] < 0 ? "\"" : "");
  }
  token_write(&j->server->keys, id, WATCHER, token);
  buf_printf(&j->out, "],\"watch\":\"%s\"}", token);
}

/* So many games in an hour, whoever asks for them; what does not begin does not count. */
static bool may_begin(Server *s)
{
  int64_t now = clock_ms();
  pthread_mutex_lock(&s->lock);
  if (now - s->begun_at > 3600000 || !s->begun_at) {
    s->begun_at = now;
    s->begun = 0;
  }
  bool may = s->begun < s->options.games;
  pthread_mutex_unlock(&s->lock);
  return may;
}

static void has_begun(Server *s)
{
  pthread_mutex_lock(&s->lock);
  s->begun++;
  pthread_mutex_unlock(&s->lock);
}

/* Options as "name=value", NULL at the end; free with free_options. */
static char **read_options(json_t *options)
{
  size_t n = 0, count = json_object_size(options);
  char **list = calloc(count + 1, sizeof *list);
  const char *key;
  json_t *value;
  if (!list) abort();
  json_object_foreach(options, key, value)
  {
    Buf b = {0};
    const char *text = json_string_value(value);
    if (!text || !*text) continue;
    buf_printf(&b, "%s=%s", key, text);
    list[n++] = buf_take(&b);
  }
  return list;
}

static void free_options(char **list)
{
  for (char **o = list; *o; o++) free(*o);
  free(list);
}

/* Packs of a request, joined by commas. */
static void read_packs(json_t *packs, Buf *b)
{
  for (size_t i = 0; i < json_array_size(packs) && i < 8; i++) {
    const char *name = json_string_value(json_array_get(packs, i));
    if (name) buf_printf(b, "%s%s", b->n ? "," : "", name);
  }
}

static regel_game *begin(Table *t, Job *j, const Wish *w, regel_rules *rules, Buf *why)
{
  const char *names[MOST_SEATS] = {0};
  char **options = read_options(json_object_get(j->json, "options")), *problem = NULL;
  for (int i = 0; i < w->seats; i++) names[i] = *w->names[i] ? w->names[i] : NULL;
  json_int_t seed = json_integer_value(json_object_get(j->json, "seed"));
  regel_setup setup = {w->seats, seed > 0 ? (uint64_t)seed : 0,
                       (const char *const *)options, names, NULL};
  regel_game *g = regel_game_new(rules, &setup, &problem);
  free_options(options);
  if (problem) buf_add(why, problem);
  regel_free(problem);
  for (int i = 0; g && i < w->seats; i++)
    if (w->bots[i] >= 0) regel_bot(g, i, w->bots[i]);
  if (g) {
    regel_remember(g, 1);
    regel_auto_chance(g, 1);
    regel_record(g, t->store);
  }
  return g;
}

void table_new(void *thread, Job *j)
{
  Table *t = thread;
  Wish w = {0};
  Buf why = {0}, packs = {0};
  read_packs(json_object_get(j->json, "packs"), &packs);
  regel_rules *rules = NULL;
  regel_game *g = NULL;
  if (!may_begin(t->server)) buf_add(&why, "too many games were begun; please wait");
  else if (t->server->options.host && json_object_get(j->json, "seed"))
    /* Whoever chose it could play the same game elsewhere and look at all hands. */
    buf_add(&why, "where others connect nobody chooses the seed");
  else if (!read_seats(json_object_get(j->json, "seats"), j->lang, &w))
    buf_add(&why, "the seats make no sense");
  else rules = shelf_rules(t->shelf, text_of(j->json, "name"), buf_text(&packs), &why);
  if (rules) g = begin(t, j, &w, rules, &why);
  if (g) {
    Live *l = calloc(1, sizeof *l);
    if (!l) abort();
    *l = (Live){.game = g, .rules = rules};
    live_advance(t, l);
    l->id = regel_game_id(g);
    if (l->id) {
      live_add(t, l);
      has_begun(t->server);
      put_links(j, l->id, &w);
      job_ok(j);
    } else {
      buf_add(&why, "the game cannot be stored");
      live_free(t, l);
    }
  }
  if (j->status != 200) job_fail(j, 400, "no_game", buf_text(&why));
  buf_free(&why);
  buf_free(&packs);
  table_answered(t, j);
}

/* Whoever could see all hands may go on from here in another way. */
static bool may_branch(const Live *l, const Job *j)
{
  if (l->status == REGEL_DONE || l->status == REGEL_ERROR) return true;
  for (int i = 0; i < regel_players(l->game); i++)
    if (!regel_is_bot(l->game, i) && !j->holds[i]) return false;
  return true;
}

void table_branch(void *thread, Job *j)
{
  Table *t = thread;
  Live *l = table_seated(t, j, false);
  if (!l) return;
  Wish w = {.seats = regel_players(l->game)};
  for (int i = 0; i < w.seats; i++) {
    snprintf(w.names[i], sizeof w.names[i], "%s", regel_player(l->game, i));
    w.bots[i] = regel_is_bot(l->game, i) ? 0 : -1;
    snprintf(w.langs[i], LANG_CODE, "%s", j->lang);
  }
  char *why = NULL;
  const json_t *at = json_object_get(j->json, "at");
  int64_t steps = json_integer_value(at), id = 0;
  if (!json_is_integer(at) || steps < 0) job_fail(j, 400, "no_step", "no such step");
  else if (!may_branch(l, j))
    job_fail(j, 403, "unfinished", "others are still playing this game");
  else if (!may_begin(t->server))
    job_fail(j, 429, "games", "too many games were begun; please wait");
  else if (!(id = regel_branch(t->store, l->id, steps, &why)))
    job_fail(j, 400, "no_branch", why ? why : "no such step");
  else {
    has_begun(t->server);
    put_links(j, id, &w);
    job_ok(j);
  }
  regel_free(why);
  table_answered(t, j);
}
