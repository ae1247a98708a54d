#include "db/derived/against.h"
#include "db/listing.h"
#include "interp/text/log.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"
#include "interp/rules/packs.h"

#include <string.h>

Comparison *against_game(Compare *pair, const StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  StepList path = {0};
  VEC(int32_t) answers = {0};
  stored_path(g, &path);
  for (size_t i = 0; i < path.n; i++) vec_push(&answers, g->steps.at[path.at[i]].answer);
  CompareGame game = {.seats = g->seats,
                      .seed = g->seed,
                      .settings = g->settings,
                      .names = g->names,
                      .answers = answers.at,
                      .nanswers = (int)answers.n};
  Comparison *c = compare_game(pair, &game);
  vec_free(&answers);
  vec_free(&path);
  return c;
}

/* ---- all games of a ruleset ----------------------------------------------------- */

static void add_version(void *user, int64_t id, const char *fingerprint)
{
  ListedIds *versions = user;
  (void)fingerprint;
  vec_push(versions, id);
}

static bool same_packs(const Program *a, const Program *b)
{
  Buf x = {0}, y = {0};
  packs_key(a, &x);
  packs_key(b, &y);
  bool same = !strcmp(buf_text(&x), buf_text(&y));
  buf_free(&x);
  buf_free(&y);
  return same;
}

/* All games of one stored version, each by the code that played it.  How many have other
 * packs. */
static int64_t against_version(Db *db, int64_t version, const Program *rules, int64_t all,
                               const volatile int *stop, AgainstFn fn, void *user)
{
  ListedIds ids = {0};
  Program *old = NULL;
  Compare *pair = NULL;
  int64_t code = 0, apart = 0;
  listing_games(db, version, &ids);
  for (size_t i = 0; i < ids.n && !*stop && !sql_fault(db); i++) {
    StoredGame g;
    Seal seal;
    bool loaded = stored_load(db, ids.at[i], &g);
    if (loaded && stored_code(&g) != code) {
      if (pair) compare_free(pair);
      if (old) program_free(old);
      code = stored_code(&g);
      old = stored_program(db, code, &seal);
      pair = old && same_packs(old, rules) ? compare_new(old, rules) : NULL;
    }
    if (loaded && old && !pair) apart++;
    if (loaded && pair && (g.over || !log_has_secrets(old))) {
      Comparison *c = against_game(pair, &g);
      fn(user, g.id, c, all);
      comparison_free(c);
    }
    stored_free(&g);
  }
  vec_free(&ids);
  if (pair) compare_free(pair);
  if (old) program_free(old);
  return apart;
}

int64_t against_all(Db *db, const char *ruleset, const Program *rules,
                    const volatile int *stop, AgainstFn fn, void *user)
{
  ListedIds all = {0}, versions = {0};
  int64_t apart = 0;
  listing_versions(db, ruleset, add_version, &versions);
  for (size_t i = 0; i < versions.n; i++) listing_games(db, versions.at[i], &all);
  for (size_t i = 0; i < versions.n && !*stop && !sql_fault(db); i++)
    apart += against_version(db, versions.at[i], rules, (int64_t)all.n, stop, fn, user);
  vec_free(&all);
  vec_free(&versions);
  return apart;
}

/* ---- as data ------------------------------------------------------------------- */

static void json_places(Json *j, const Comparison *c, const Finding *f, int side)
{
  json_key_open(j, side == COMPARE_OLD ? "old" : "new", '[');
  for (int i = 0; i < f->nplaces[side]; i++) {
    const PLoc *l = f->places[side][i];
    const Program *p = c->program[side];
    json_open(j, '{');
    place_json(p, j, "place", l);
    json_key_text(j, "rule", l->cite >= 0 ? program_string(p, l->cite) : NULL);
    json_close(j, '}');
  }
  json_close(j, ']');
}

void against_json(Json *j, const Comparison *c)
{
  json_key_open(j, "findings", '[');
  for (int i = 0; i < c->nfindings; i++) {
    const Finding *f = &c->findings[i];
    json_open(j, '{');
    json_key_text(j, "class", compare_class_name(f->class));
    json_key_int(j, "step", f->step);
    json_key_text(j, "says", f->text);
    json_key_text(j, "rule", f->rule);
    json_places(j, c, f, COMPARE_OLD);
    json_places(j, c, f, COMPARE_NEW);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_key_int(j, "steps", c->steps);
  json_key_bool(j, "to_the_end", c->ending == COMPARE_FINISHED);
  json_key_text(j, "old_result", c->result[COMPARE_OLD].text);
  json_key_text(j, "new_result", c->result[COMPARE_NEW].text);
}
