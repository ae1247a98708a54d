/* Cards of all stored rulesets: the catalog, and what is found in it. */
#include "db/derived/catalog.h"
#include "db/lookup.h"
#include "interp/api/api_int.h"
#include "interp/api/store_int.h"

/* The newest version of each ruleset. */
static void choose(Db *db, Arena *arena, LookupIds *ids)
{
  LookupRulesets all = {0};
  Buf why = {0};
  if (catalog_missing(db)) catalog_fill(db, &why);
  buf_free(&why);
  lookup_rulesets(db, arena, &all);
  for (size_t i = 0; i < all.n; i++)
    if (all.at[i].newest) vec_push(ids, all.at[i].id);
  vec_free(&all);
}

regel_data *regel_search(regel_store *store, const char *words, const char *language,
                         int most, char **why)
{
  Db *db = store_db(store);
  Buf query = {0}, wrong = {0};
  regel_data *data = NULL;
  if (words && !lookup_query(words, &query, &wrong)) {
    if (why) *why = buf_take(&wrong);
  } else {
    Arena *arena = arena_new();
    Json j = json_data(arena);
    LookupIds ids = {0};
    LookupCards found = {0};
    choose(db, arena, &ids);
    LookupAsk ask = {.rulesets = &ids,
                     .lang = language ? language : "en",
                     .query = words ? buf_text(&query) : NULL,
                     .most = most > 0 ? most : INT32_MAX,
                     .before = "",
                     .after = "",
                     .once = true};
    bool fine = lookup_cards(db, &ask, &found);
    json_open(&j, '{');
    json_key_int(&j, "schema", JSON_SCHEMA);
    if (fine) lookup_json(&j, db, &found, words != NULL);
    json_close(&j, '}');
    if (!fine && why) *why = api_copy(sql_why(db));
    if (fine) data = api_data(arena, &j);
    else arena_free(arena);
    lookup_free(&found);
    vec_free(&ids);
  }
  buf_free(&query);
  buf_free(&wrong);
  return data;
}
