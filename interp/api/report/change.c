/* What a change of rules does to stored games. */
#include "db/derived/against.h"
#include "interp/api/api_int.h"
#include "interp/api/store_int.h"

#include <stdlib.h>
#include <string.h>

/* ---- stored games ------------------------------------------------------------------ */

/* What one rule changes in one way. */
typedef struct Entry {
  const char *rule, *text; /* text: of the first game */
  CompareClass class;
  int step;
  VEC(int64_t) games;
} Entry;

typedef struct Impact {
  Json j;
  Arena *arena; /* of the report */
  VEC(Entry) entries;
  int64_t games, changed, of_class[COMPARE_CLASSES], stopped;
  regel_progress_fn progress;
  void *user;
  volatile int stop;
} Impact;

static Entry *entry_of(Impact *m, const Finding *f)
{
  for (size_t i = 0; i < m->entries.n; i++)
    if (m->entries.at[i].class == f->class && !strcmp(m->entries.at[i].rule, f->rule))
      return &m->entries.at[i];
  vec_push(&m->entries,
           ((Entry){.rule = arena_strdup(m->arena, f->rule), .class = f->class}));
  return &m->entries.at[m->entries.n - 1];
}

static void note(Impact *m, int64_t game, const Comparison *c)
{
  bool seen[COMPARE_CLASSES] = {false};
  m->games++;
  m->changed += c->nfindings > 0;
  m->stopped += c->ending == COMPARE_STOPPED;
  for (int i = 0; i < c->nfindings; i++) {
    const Finding *f = &c->findings[i];
    Entry *e = entry_of(m, f);
    if (!seen[f->class]) m->of_class[f->class]++;
    seen[f->class] = true;
    if (e->games.n && e->games.at[e->games.n - 1] == game) continue;
    if (!e->games.n) e->text = arena_strdup(m->arena, f->text), e->step = f->step;
    vec_push(&e->games, game);
  }
}

static void take_game(void *user, int64_t game, const Comparison *c, int64_t all)
{
  Impact *m = user;
  note(m, game, c);
  if (c->nfindings) {
    json_open(&m->j, '{');
    json_key_int(&m->j, "game", game);
    against_json(&m->j, c);
    json_close(&m->j, '}');
  }
  if (m->progress && m->progress(m->user, m->games, all)) m->stop = 1;
}

static int by_rule(const void *x, const void *y)
{
  const Entry *a = x, *b = y;
  int order = strcmp(a->rule, b->rule);
  return order ? order : (int)a->class - (int)b->class;
}

static void put_entry(Json *j, const Entry *e)
{
  json_open(j, '{');
  json_key_text(j, "rule", e->rule);
  json_key_text(j, "class", compare_class_name(e->class));
  json_key_int(j, "step", e->step);
  json_key_text(j, "text", e->text);
  json_key_open(j, "games", '[');
  for (size_t i = 0; i < e->games.n; i++) json_int(j, e->games.at[i]);
  json_close(j, ']');
  json_close(j, '}');
}

regel_data *regel_impact(regel_store *store, const char *name, const regel_rules *rules,
                         regel_progress_fn progress, void *user)
{
  Arena *arena = arena_new();
  Impact m = {json_data(arena), .arena = arena, .progress = progress, .user = user};
  if (!name) name = regel_rules_name(rules);
  json_open(&m.j, '{');
  json_key_int(&m.j, "schema", JSON_SCHEMA);
  json_key_text(&m.j, "ruleset", name);
  json_key_open(&m.j, "changed", '[');
  int64_t apart =
      against_all(store_db(store), name, rules->program, &m.stop, take_game, &m);
  json_close(&m.j, ']');
  json_key_int(&m.j, "apart", apart);
  json_key_int(&m.j, "games", m.games);
  json_key_int(&m.j, "stopped", m.stopped);
  json_key_open(&m.j, "classes", '{');
  for (int c = 0; c < COMPARE_CLASSES; c++)
    json_key_int(&m.j, compare_class_name((CompareClass)c), m.of_class[c]);
  json_close(&m.j, '}');
  json_key_open(&m.j, "rules", '[');
  if (m.entries.n) qsort(m.entries.at, m.entries.n, sizeof *m.entries.at, by_rule);
  for (size_t i = 0; i < m.entries.n; i++) {
    put_entry(&m.j, &m.entries.at[i]);
    vec_free(&m.entries.at[i].games);
  }
  json_close(&m.j, ']');
  json_close(&m.j, '}');
  vec_free(&m.entries);
  return api_data(arena, &m.j);
}

regel_data *regel_compare(regel_store *store, int64_t id, const regel_rules *rules,
                          char **why)
{
  Db *db = store_db(store);
  StoredGame g;
  Seal seal;
  regel_data *data = NULL;
  Program *old =
      stored_load(db, id, &g) ? stored_program(db, stored_code(&g), &seal) : NULL;
  if (old) {
    Arena *arena = arena_new();
    Json j = json_data(arena);
    Compare *pair = compare_new(old, rules->program);
    Comparison *c = against_game(pair, &g);
    json_open(&j, '{');
    json_key_int(&j, "schema", JSON_SCHEMA);
    json_key_int(&j, "game", id);
    against_json(&j, c);
    json_key_bool(&j, "fits", c->ending != COMPARE_UNFIT);
    Buf text = {0};
    compare_tell(c, &text);
    json_key_text(&j, "text", buf_text(&text));
    buf_free(&text);
    json_close(&j, '}');
    comparison_free(c);
    compare_free(pair);
    data = api_data(arena, &j);
  } else {
    if (why) *why = api_copy(sql_why(db));
    sql_forgive(db);
  }
  program_free(old);
  stored_free(&g);
  return data;
}
