/* The catalog of cards: opened, filled, and looked through. */
#include "interp/api/cards/cards.h"
#include "interp/base/invariant.h"
#include "db/derived/catalog.h"
#include "db/db.h"
#include "db/store.h"
#include "db/stored.h"
#include "interp/rules/load_lang.h"
#include "interp/base/nearest.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct Find {
  Arena *arena;
  Db *db;
  const char *words, *lang;
  LookupRulesets rulesets;
  LookupIds shown;
} Find;

/* ---- opening -------------------------------------------------------------------- */

/* Brings the catalog up to date.  What cannot be added is said; the rest is shown. */
static void fill(Db *db, Buf *said)
{
  int64_t missing = catalog_missing(db);
  Buf why = {0};
  if (missing && !catalog_fill(db, &why)) {
    buf_printf(said, "the cards of %lld stored ruleset%s are not shown: %s\n",
               (long long)missing, missing == 1 ? "" : "s", sql_why(db));
    sql_forgive(db);
  }
  buf_add(said, buf_text(&why));
  buf_free(&why);
}

static Db *open_reading(const char *file, Buf *said)
{
  Db *db = db_open(file, SQL_READ);
  bool behind = sql_fault(db) == DB_READONLY || catalog_missing(db);
  if (!behind) return db;
  /* Only now is there something to write. */
  Db *writing = db_open(file, SQL_WRITE);
  if (!sql_fault(writing)) {
    fill(writing, said);
    sql_close(db);
    return writing;
  }
  buf_printf(said, "not all stored rulesets are shown: %s\n", sql_why(writing));
  sql_close(writing);
  return db;
}

static Db *open_writing(const char *file)
{
  Db *db = db_open(file, SQL_CREATE);
  DbFault fault = sql_fault(db);
  if (fault != DB_CLOSED && fault != DB_READONLY) return db;
  /* What is there already can be shown all the same. */
  Db *reading = db_open(file, SQL_READ);
  bool fine = !sql_fault(reading);
  sql_close(fine ? db : reading);
  return fine ? reading : db;
}

regel_store *regel_cards_open(const char *path, int make, int *absent, char **said,
                              char **why)
{
  Buf lines = {0};
  Db *db = make ? open_writing(path) : open_reading(path, &lines);
  *absent = sql_fault(db) == DB_ABSENT;
  if (lines.n) *said = buf_take(&lines);
  buf_free(&lines);
  if (!sql_fault(db)) return store_of(db);
  if (why) {
    Buf text = {0};
    if (*absent) buf_printf(&text, "there are no cards in %s yet", sql_path(db));
    else buf_add(&text, sql_why(db));
    *why = buf_take(&text);
    buf_free(&text);
  }
  sql_close(db);
  return NULL;
}

/* The number of a ruleset, which is added if it is not there. */
int64_t regel_cards_add(regel_store *store, const regel_rules *rules, char **said)
{
  INVARIANT(rules->program);
  Db *db = store_db(store);
  Buf lines = {0};
  int64_t id = store_find(db, rules->program);
  if (!id && sql_begin(db)) {
    id = store_ruleset(db, rules->program);
    if (id) catalog_add(db, id, rules->program);
    if (!sql_commit(db)) id = 0;
  }
  if (id) fill(db, &lines);
  if (lines.n) *said = buf_take(&lines);
  buf_free(&lines);
  return id;
}

/* ---- names ---------------------------------------------------------------------- */

static const char *lower(Arena *a, const char *s)
{
  char *copy = arena_strdup(a, s);
  for (char *at = copy; *at; at++) *at = (char)tolower((unsigned char)*at);
  return copy;
}

void cards_near(CardsNear *n, const char *candidate)
{
  INVARIANT(n->arena && n->word && candidate);
  Nearest near = {lower(n->arena, n->word), NULL, 0};
  nearest_try(&near, lower(n->arena, candidate));
  if (!near.best || (n->best && near.distance >= n->distance)) return;
  n->best = arena_strdup(n->arena, candidate);
  n->distance = near.distance;
}

typedef struct DeckNames {
  CardsNear near;
  bool found;
  Json all;
  const char *last;
  int count;
} DeckNames;

static void try_deck(void *user, const char *id, const char *title)
{
  DeckNames *d = user;
  if (!strcmp(id, d->near.word) || !strcasecmp(title, d->near.word)) d->found = true;
  cards_near(&d->near, id);
  cards_near(&d->near, title);
  if (d->last && !strcmp(d->last, id)) return; /* of another ruleset */
  d->last = arena_strdup(d->near.arena, id);
  d->count++;
  json_text(&d->all, id);
}

/* What is said of a deck that none of the rulesets has; true: they have it. */
static bool put_deck(Json *j, const Find *c, const char *deck)
{
  DeckNames d = {.near = {.arena = c->arena, .word = deck}, .all = json_data(c->arena)};
  json_open(&d.all, '[');
  lookup_decks(c->db, &c->shown, try_deck, &d);
  json_close(&d.all, ']');
  if (d.found) return true;
  json_key_text(j, "deck_near", d.near.best);
  json_key(j, "decks");
  json_put(j, d.all.root);
  return false;
}

/* Titles with a word near to one that was looked for. */
enum { TITLES = 3 };
typedef struct NearTitles {
  Arena *arena;
  Paths words; /* that were looked for */
  const char *titles[TITLES];
  int distance[TITLES], n;
} NearTitles;

static void keep_title(NearTitles *t, const char *title, int distance)
{
  for (int i = 0; i < t->n; i++)
    if (!strcmp(t->titles[i], title)) return;
  int at = t->n < TITLES ? t->n++ : TITLES - 1;
  if (t->n == TITLES && t->titles[at] && t->distance[at] <= distance) return;
  for (; at > 0 && t->distance[at - 1] > distance; at--) {
    t->titles[at] = t->titles[at - 1];
    t->distance[at] = t->distance[at - 1];
  }
  t->titles[at] = arena_strdup(t->arena, title);
  t->distance[at] = distance;
}

static void try_title(void *user, const char *id, const char *title)
{
  NearTitles *t = user;
  char word[64];
  (void)id;
  for (const char *s = title; *s;) {
    size_t n = strcspn(s, " -,.:;!?\"");
    if (n && n < sizeof word) {
      for (size_t i = 0; i < n; i++) word[i] = (char)tolower((unsigned char)s[i]);
      word[n] = 0;
      for (size_t i = 0; i < t->words.n; i++) {
        Nearest near = {t->words.at[i], NULL, 0};
        nearest_try(&near, word);
        if (near.best) keep_title(t, title, near.distance);
      }
    }
    s += n + (s[n] != 0);
  }
}

/* Is there a card with this word alone? */
static bool occurs(const Find *c, const char *word)
{
  LookupCards found = {0};
  Buf query = {0}, why = {0};
  bool any = !lookup_query(word, &query, &why); /* no word: nothing to be said about it */
  if (!any) {
    LookupAsk ask = {
        .rulesets = &c->shown, .lang = c->lang, .query = buf_text(&query), .most = 1};
    lookup_cards(c->db, &ask, &found);
    any = found.found > 0;
    lookup_free(&found);
  }
  buf_free(&query);
  buf_free(&why);
  return any;
}

/* Why nothing is found: the first word that no card has, and titles near to it. */
static void put_nearest(Json *j, const Find *c)
{
  NearTitles t = {.arena = c->arena};
  for (const char *s = c->words; s && *s && t.words.n < 8;) {
    size_t n = strcspn(s, " \"*");
    const char *word = lower(c->arena, arena_strndup(c->arena, s, n));
    /* A short word is near to everything, a very long one to nothing. */
    if (n > 2 && n < 64 && !occurs(c, word)) vec_push(&t.words, word);
    s += n + (s[n] != 0);
  }
  if (t.words.n) lookup_titles(c->db, &c->shown, c->lang, try_title, &t);
  json_key_text(j, "word", t.words.n ? t.words.at[0] : NULL);
  json_key_open(j, "near", '[');
  for (int i = 0; i < t.n; i++) json_text(j, t.titles[i]);
  json_close(j, ']');
  vec_free(&t.words);
}

/* ---- finding -------------------------------------------------------------------- */

/* The rulesets that are looked through: those named, or the newest of each, or all. */
static bool choose(Find *c, const regel_cards_wish *w)
{
  if (!lookup_rulesets(c->db, c->arena, &c->rulesets)) return false;
  for (size_t i = 0; i < w->count; i++) vec_push(&c->shown, w->rulesets[i]);
  for (size_t i = 0; !w->count && i < c->rulesets.n; i++)
    if (w->all_versions || c->rulesets.at[i].newest)
      vec_push(&c->shown, c->rulesets.at[i].id);
  return true;
}

static bool translate_one(const Find *c, Db *writing, int64_t ruleset)
{
  Seal seal;
  Program *p = stored_program(c->db, ruleset, &seal);
  LoadedLang l;
  if (!p) return false;
  bool found = load_lang(&l, c->lang, p, NULL) && l.rules.n &&
               catalog_translate(writing, ruleset, p, c->lang, l.lang);
  load_lang_free(&l);
  program_free(p);
  return found;
}

/* Are there texts in the language that is asked for?  Those of translations are made when
 * somebody asks. */
static bool translate(const Find *c, Buf *why)
{
  if (!strcmp(c->lang, catalog_languages[0])) return true;
  Db *writing = db_open(sql_path(c->db), SQL_WRITE);
  int found = 0;
  for (size_t i = 0; i < c->shown.n && !sql_fault(writing); i++)
    found += translate_one(c, writing, c->shown.at[i]);
  if (sql_fault(writing)) buf_add(why, sql_why(writing));
  else if (!found && c->shown.n)
    buf_printf(why, "no texts in the language \"%s\"; there is: %s", c->lang,
               catalog_languages[0]);
  sql_close(writing);
  return !why->n;
}

static int64_t count_cards(const Find *c)
{
  int64_t n = 0;
  for (size_t i = 0; i < c->rulesets.n; i++)
    for (size_t k = 0; k < c->shown.n; k++)
      if (c->rulesets.at[i].id == c->shown.at[k]) n += c->rulesets.at[i].cards;
  return n;
}

/* Words that no card has in the language that is asked for may be of another: then cards
 * are shown in the first that has them. */
static bool find_elsewhere(Find *c, LookupAsk *ask, LookupCards *found)
{
  const char *asked = c->lang;
  Buf codes = {0};
  bool fine = true;
  for (size_t i = 0; i < c->shown.n; i++) {
    Seal seal;
    Program *p = stored_program(c->db, c->shown.at[i], &seal);
    if (!p) continue;
    load_lang_list(p, NULL, &codes);
    buf_add(&codes, ", ");
    program_free(p);
  }
  for (const char *s = buf_text(&codes); *s && fine && !found->cards.n;) {
    size_t n = strcspn(s, ",");
    Buf why = {0};
    c->lang = ask->lang = arena_strndup(c->arena, s, n);
    if (n && strcmp(c->lang, asked) != 0 && translate(c, &why)) {
      lookup_free(found);
      fine = lookup_cards(c->db, ask, found);
    }
    buf_free(&why);
    s += n + strspn(s + n, ", ");
  }
  if (!found->cards.n) c->lang = asked;
  buf_free(&codes);
  return fine;
}

static bool put_found(Json *j, Find *c, const regel_cards_wish *w, const char *query)
{
  LookupCards found = {0};
  LookupAsk ask = {.rulesets = &c->shown,
                   .lang = c->lang,
                   .deck = w->deck,
                   .query = query,
                   .most = w->most > 0 ? w->most : INT64_MAX,
                   .before = w->before ? w->before : "",
                   .after = w->after ? w->after : "",
                   .once = !w->count && !w->all_versions};
  json_open(j, '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  int64_t all = count_cards(c);
  bool known = !w->deck || !all || put_deck(j, c, w->deck);
  bool fine = !known || lookup_cards(c->db, &ask, &found);
  if (known && fine && query && !found.cards.n) fine = find_elsewhere(c, &ask, &found);
  if (known && fine) lookup_json(j, c->db, &found, query != NULL);
  json_key_int(j, "all", all);
  if (known && fine && all && !found.cards.n) put_nearest(j, c);
  json_close(j, '}');
  lookup_free(&found);
  return fine;
}

regel_data *regel_cards_find(regel_store *store, const regel_cards_wish *w, char **why)
{
  INVARIANT(store && w && (!w->count || w->rulesets));
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Find c = {.arena = arena_new(),
            .db = store_db(store),
            .words = w->words,
            .lang = w->language ? w->language : catalog_languages[0]};
  Buf query = {0}, wrong = {0};
  bool fine = (!w->words || lookup_query(w->words, &query, &wrong)) && choose(&c, w) &&
              translate(&c, &wrong);
  fine = fine && put_found(&j, &c, w, w->words ? buf_text(&query) : NULL);
  if (!fine && why) *why = wrong.n ? buf_take(&wrong) : api_copy(sql_why(c.db));
  regel_data *data = fine ? api_data(arena, &j) : NULL;
  if (!fine) arena_free(arena);
  buf_free(&query);
  buf_free(&wrong);
  vec_free(&c.rulesets);
  vec_free(&c.shown);
  arena_free(c.arena);
  return data;
}
