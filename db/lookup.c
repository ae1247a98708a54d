#include "db/lookup.h"
#include "interp/base/limits.h"

#include <string.h>
#include <utf8proc.h>

/* Numbers as one value that a statement can take: "[1,2]". */
static void put_ids(Query *q, int at, const LookupIds *ids)
{
  Buf b = {0};
  for (size_t i = 0; i < ids->n; i++)
    buf_printf(&b, "%c%lld", i ? ',' : '[', (long long)ids->at[i]);
  buf_add(&b, ids->n ? "]" : "[]");
  sql_put_text(q, at, buf_text(&b));
  buf_free(&b);
}

#define AMONG(column) column " IN (SELECT value FROM json_each(?1)) "

bool lookup_rulesets(Db *db, Arena *arena, LookupRulesets *found)
{
  Query *q = sql_query(
      db, "SELECT r.id, r.stored, c.cards, r.name, NOT EXISTS (SELECT 1 FROM rulesets l "
          "WHERE l.name = r.name AND l.packs = r.packs AND l.id > r.id), r.packs FROM "
          "catalog c JOIN rulesets r ON r.id = c.ruleset ORDER BY r.id");
  while (sql_next(q)) {
    LookupRuleset r = {sql_int(q, 0),
                       sql_int(q, 1),
                       sql_int(q, 2),
                       arena_strdup(arena, sql_text(q, 3)),
                       arena_strdup(arena, sql_text(q, 5)),
                       sql_int(q, 4) != 0};
    vec_push(found, r);
  }
  sql_done(q);
  return !sql_fault(db);
}

/* ---- what was typed ------------------------------------------------------------- */

enum { MAX_WORDS = 64 };

/* Does the index see a word in these bytes?  It takes letters and digits for words and
 * everything else for what is between them. */
static bool has_word(const char *s, size_t n)
{
  for (size_t i = 0; i < n;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k =
        utf8proc_iterate((const utf8proc_uint8_t *)s + i, (utf8proc_ssize_t)(n - i), &c);
    if (k > 0) {
      const char *category = utf8proc_category_string(c);
      if (*category == 'L' || *category == 'N' || !strcmp(category, "Co")) return true;
    }
    i += k > 0 ? (size_t)k : 1;
  }
  return false;
}

bool lookup_query(const char *typed, Buf *query, Buf *why)
{
  int words = 0;
  for (const char *s = typed; *s;) {
    bool quoted = *s == '"';
    if (quoted) s++;
    size_t n = strcspn(s, quoted ? "\"" : " \t\r\n\v\f\"");
    if (has_word(s, n) && words++ < MAX_WORDS) {
      /* Between quotes nothing has a meaning for the index, and no quote is in it. */
      buf_add(query, query->n ? " \"" : "\"");
      buf_addn(query, s, n);
      buf_add(query, quoted ? "\"" : "\" *");
    }
    s += n;
    if (*s && (quoted || *s != '"')) s++;
  }
  if (words > MAX_WORDS) buf_printf(why, "there are more than %d words", MAX_WORDS);
  else if (!words && !*typed) buf_add(why, "there is no word in it: it is empty");
  else if (!words) buf_printf(why, "there is no word in \"%s\"", typed);
  return words && words <= MAX_WORDS;
}

/* ---- cards ---------------------------------------------------------------------- */

#define CARD_COLUMNS                                                                     \
  "c.ruleset, c.copies, c.line, c.last, r.name, c.card, c.kind, c.file, c.citations, "   \
  "t.title, t.kind, t.printed, t.text, r.packs"
#define CARD_TABLES                                                                      \
  "cards c JOIN card_texts t ON t.ruleset = c.ruleset AND t.n = c.n AND t.lang = ?2 "    \
  "JOIN rulesets r ON r.id = c.ruleset "
#define IN_DECK                                                                          \
  "(?3 IS NULL OR (c.ruleset, c.kind) IN (SELECT d.ruleset, d.kind FROM decks d "        \
  "WHERE d.deck = ?3 OR d.title = ?3 COLLATE NOCASE)) "
/* A card of a game with packs that the game has in the same words without them, or with
 * fewer, is told of that one alone: what is left is what the packs bring or change. */
#define NEWS                                                                             \
  "(?8 IS NULL OR r.packs = '' OR NOT EXISTS (SELECT 1 FROM cards o "                    \
  "JOIN rulesets q ON q.id = o.ruleset AND q.name = r.name "                             \
  "JOIN card_texts u ON u.ruleset = o.ruleset AND u.n = o.n AND u.lang = 'en' "          \
  "JOIN card_texts e ON e.ruleset = c.ruleset AND e.n = c.n AND e.lang = 'en' "          \
  "WHERE o.card = c.card AND o.kind = c.kind AND o.copies = c.copies "                   \
  "AND u.title = e.title AND u.printed = e.printed AND u.text = e.text "                 \
  "AND (length(q.packs) < length(r.packs) OR (length(q.packs) = length(r.packs) "        \
  "AND q.id > r.id AND " AMONG("q.id") ")))) "
/* The index is read first; the cross joins keep it so. */
#define SEARCH_TABLES                                                                    \
  "card_search s CROSS JOIN card_texts t ON t.id = s.rowid CROSS JOIN cards c "          \
  "ON c.ruleset = t.ruleset AND c.n = t.n CROSS JOIN rulesets r ON r.id = c.ruleset "    \
  "WHERE s.card_search MATCH ?4 AND t.lang = ?2 AND " AMONG("t.ruleset") "AND " IN_DECK  \
                                                                         "AND " NEWS
#define SNIPPET ", snippet(card_search, 1, ?5, ?6, '…', 14) "
/* What a find counts in title, text, kind and citations. */
#define WEIGHTS "rank MATCH 'bm25(10.0, 2.0, 4.0, 4.0)' "

static void begin(LookupCards *out)
{
  memset(out, 0, sizeof *out);
  out->arena = arena_new();
}

void lookup_free(LookupCards *c)
{
  if (c->arena) arena_free(c->arena);
  vec_free(&c->cards);
  memset(c, 0, sizeof *c);
}

/* A catalog may come from somebody who writes any number: sums of these are small. */
static int64_t small(int64_t n) { return n < 0 ? 0 : n > MAX_THINGS ? MAX_THINGS : n; }

/* Takes all rows of a statement with CARD_COLUMNS, and a snippet after them if there is
 * one. */
static bool take_cards(Db *db, Query *q, bool snippet, LookupCards *out)
{
  Arena *a = out->arena;
  while (sql_next(q)) {
    LookupCard c = {.ruleset = sql_int(q, 0),
                    .copies = small(sql_int(q, 1)),
                    .line = sql_int(q, 2),
                    .last = sql_int(q, 3),
                    .game = arena_strdup(a, sql_text(q, 4)),
                    .id = arena_strdup(a, sql_text(q, 5)),
                    .kind = arena_strdup(a, sql_text(q, 6)),
                    .file = arena_strdup(a, sql_text(q, 7)),
                    .citations = arena_strdup(a, sql_text(q, 8)),
                    .title = arena_strdup(a, sql_text(q, 9)),
                    .noun = arena_strdup(a, sql_text(q, 10)),
                    .printed = arena_strdup(a, sql_text(q, 11)),
                    .text = arena_strdup(a, sql_text(q, 12)),
                    .packs = arena_strdup(a, sql_text(q, 13)),
                    .snippet = snippet ? arena_strdup(a, sql_text(q, 14)) : ""};
    vec_push(&out->cards, c);
  }
  sql_done(q);
  out->found = (int64_t)out->cards.n;
  return !sql_fault(db);
}

static void put_ask(Query *q, const LookupAsk *ask, const char *query)
{
  put_ids(q, 1, ask->rulesets);
  sql_put_text(q, 2, ask->lang);
  sql_put_text(q, 3, ask->deck);
  if (query) sql_put_text(q, 4, query);
  sql_put_text(q, 8, ask->once ? "once" : NULL);
}

/* How many cards a query finds. */
static int64_t count(Db *db, const LookupAsk *ask, const char *query)
{
  Query *q = sql_query(
      db, "SELECT count(*) FROM card_search s CROSS JOIN card_texts t ON t.id = s.rowid "
          "WHERE s.card_search MATCH ?4 AND t.lang = ?2 AND " AMONG(
              "t.ruleset") "AND ((?3 IS NULL AND ?8 IS NULL) OR EXISTS (SELECT 1 FROM "
                           "cards c JOIN rulesets r ON r.id = c.ruleset WHERE "
                           "c.ruleset = t.ruleset AND c.n = t.n AND " IN_DECK "AND " NEWS
                           "))");
  put_ask(q, ask, query);
  int64_t n = sql_next(q) ? sql_int(q, 0) : 0;
  sql_done(q);
  return n;
}

/* Adds what a query finds, up to `most` cards in all. */
static bool take_finds(Db *db, const LookupAsk *ask, const char *query, bool ranked,
                       LookupCards *out)
{
  Query *q = ranked ? sql_query(db, "SELECT " CARD_COLUMNS SNIPPET "FROM " SEARCH_TABLES
                                    "AND " WEIGHTS "ORDER BY s.rank LIMIT ?7")
                    : sql_query(db, "SELECT " CARD_COLUMNS SNIPPET "FROM " SEARCH_TABLES
                                    "ORDER BY s.rowid LIMIT ?7");
  put_ask(q, ask, query);
  sql_put_text(q, 5, ask->before ? ask->before : "");
  sql_put_text(q, 6, ask->after ? ask->after : "");
  sql_put_int(q, 7, ask->most - (int64_t)out->cards.n);
  return take_cards(db, q, true, out);
}

/* Weighing a find takes more than a microsecond.  Words that so many cards have do not
 * tell which of them is best: then those come first that have them in their title. */
enum { WEIGHED = 8000 };

static bool search(Db *db, const LookupAsk *ask, LookupCards *out)
{
  int64_t found = count(db, ask, ask->query);
  if (found <= WEIGHED) {
    take_finds(db, ask, ask->query, true, out);
  } else {
    Buf titles = {0}, others = {0};
    buf_printf(&titles, "title : (%s)", ask->query);
    buf_printf(&others, "(%s) NOT (%s)", ask->query, buf_text(&titles));
    bool few = count(db, ask, buf_text(&titles)) <= WEIGHED;
    take_finds(db, ask, buf_text(&titles), few, out);
    if ((int64_t)out->cards.n < ask->most)
      take_finds(db, ask, buf_text(&others), false, out);
    buf_free(&titles);
    buf_free(&others);
  }
  out->found = found;
  return !sql_fault(db);
}

bool lookup_cards(Db *db, const LookupAsk *ask, LookupCards *out)
{
  begin(out);
  if (ask->query) return search(db, ask, out);
  Query *q = sql_query(db, "SELECT " CARD_COLUMNS " FROM " CARD_TABLES "WHERE " AMONG(
                               "c.ruleset") "AND " IN_DECK "AND " NEWS
                                            "ORDER BY r.name, r.packs, c.ruleset, c.n");
  put_ask(q, ask, NULL);
  return take_cards(db, q, false, out);
}

bool lookup_named(Db *db, const LookupIds *rulesets, const char *lang, const char *name,
                  LookupCards *out)
{
  /* An id is meant before what a pack calls it, and that before a title. */
  static const char *const ways[] = {
#define BY(what)                                                                         \
  "SELECT " CARD_COLUMNS " FROM " CARD_TABLES                                            \
  "WHERE " AMONG("c.ruleset") "AND " what " ORDER BY r.name, c.ruleset, c.n"
      BY("c.card = ?3"), BY("substr(c.card, -length(?3) - 1) = '.' || ?3"),
      BY("t.title = ?3 COLLATE NOCASE")
#undef BY
  };
  bool fine = true;
  begin(out);
  for (size_t i = 0; i < sizeof ways / sizeof *ways && fine && !out->cards.n; i++) {
    Query *q = sql_query(db, ways[i]);
    put_ids(q, 1, rulesets);
    sql_put_text(q, 2, lang);
    sql_put_text(q, 3, name);
    fine = take_cards(db, q, false, out);
  }
  return fine;
}

bool lookup_versions(Db *db, const char *game, const char *packs, const char *lang,
                     const char *id, LookupCards *out)
{
  begin(out);
  Query *q = sql_query(db, "SELECT " CARD_COLUMNS " FROM " CARD_TABLES
                           "WHERE c.card = ?3 AND r.name = ?1 AND (?4 IS NULL OR "
                           "r.packs = ?4) ORDER BY c.ruleset");
  sql_put_text(q, 1, game);
  sql_put_text(q, 2, lang);
  sql_put_text(q, 3, id);
  sql_put_text(q, 4, packs);
  return take_cards(db, q, false, out);
}

/* ---- names ---------------------------------------------------------------------- */

static bool tell(Db *db, Query *q, LookupFn fn, void *user)
{
  while (sql_next(q)) fn(user, sql_text(q, 0), sql_text(q, 1));
  sql_done(q);
  return !sql_fault(db);
}

bool lookup_decks(Db *db, const LookupIds *rulesets, LookupFn fn, void *user)
{
  Query *q = sql_query(db, "SELECT DISTINCT deck, title FROM decks "
                           "WHERE " AMONG("ruleset") "ORDER BY deck");
  put_ids(q, 1, rulesets);
  return tell(db, q, fn, user);
}

bool lookup_titles(Db *db, const LookupIds *rulesets, const char *lang, LookupFn fn,
                   void *user)
{
  Query *q = sql_query(db, "SELECT c.card, t.title FROM " CARD_TABLES
                           "WHERE " AMONG("c.ruleset") "ORDER BY c.ruleset, c.n");
  put_ids(q, 1, rulesets);
  sql_put_text(q, 2, lang);
  return tell(db, q, fn, user);
}

bool lookup_piles(Db *db, int64_t ruleset, const char *kind, LookupFn fn, void *user)
{
  Query *q = sql_query(db, "SELECT deck, title FROM decks WHERE ruleset = ? AND kind = ? "
                           "AND form = 'pile' ORDER BY deck");
  sql_put_int(q, 1, ruleset);
  sql_put_text(q, 2, kind);
  return tell(db, q, fn, user);
}

/* ---- games ---------------------------------------------------------------------- */

static void count_told(Db *db, const LookupIds *rulesets, LookupGames *out)
{
  /* Of a game that went on since, the events are there only up to some step. */
  Query *q =
      sql_query(db, "SELECT count(t.game), count(*) - count(t.game) FROM games g "
                    "LEFT JOIN told t ON t.game = g.id AND t.steps = (SELECT "
                    "count(*) FROM steps s WHERE s.game = g.id) "
                    "WHERE g.id IN (SELECT game FROM endings) AND " AMONG("g.ruleset"));
  put_ids(q, 1, rulesets);
  if (sql_next(q)) {
    out->told = sql_int(q, 0);
    out->untold = sql_int(q, 1);
  }
  sql_done(q);
}

bool lookup_games(Db *db, const LookupIds *rulesets, const char *id, int64_t most,
                  LookupGames *out)
{
  memset(out, 0, sizeof *out);
  /* Two looks into an index each; an event of a card about itself comes once.  That it
   * was laid out in the beginning, out of nowhere, says nothing about a card. */
  Query *q = sql_query(
      db, "WITH seen AS (SELECT game, n FROM events WHERE thing = ?2 "
          "AND NOT (kind = 'move' AND step = 0 AND old IS NULL) "
          "UNION SELECT game, n FROM events WHERE card = ?2) "
          "SELECT e.game, count(*) FILTER (WHERE e.kind = 'move' AND e.thing = ?2), "
          "count(*) FILTER (WHERE e.card = ?2), min(e.step), count(*) FROM seen "
          "CROSS JOIN events e ON e.game = seen.game AND e.n = seen.n "
          "JOIN games g ON g.id = e.game "
          "WHERE g.id IN (SELECT game FROM endings) AND " AMONG(
              "g.ruleset") "GROUP BY e.game ORDER BY e.game DESC");
  put_ids(q, 1, rulesets);
  sql_put_text(q, 2, id);
  while (sql_next(q)) {
    LookupGame g = {sql_int(q, 0), sql_int(q, 1), sql_int(q, 2), sql_int(q, 3)};
    if (out->found++ < most) vec_push(&out->games, g);
    out->events += sql_int(q, 4);
  }
  sql_done(q);
  count_told(db, rulesets, out);
  return !sql_fault(db);
}

/* ---- as data -------------------------------------------------------------------- */

static void json_pile(void *user, const char *id, const char *title)
{
  Json *j = user;
  (void)title;
  json_text(j, id);
}

void lookup_card_json(Json *j, Db *db, const LookupCard *c)
{
  const struct {
    const char *key, *value;
  } texts[] = {{"ruleset", c->game}, {"id", c->id},     {"kind", c->kind},
               {"title", c->title},  {"text", c->text}, {"kind_title", c->noun}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    json_key_text(j, texts[i].key, texts[i].value);
  }
  const struct {
    const char *key;
    int64_t value;
  } numbers[] = {{"version", c->ruleset}, {"copies", c->copies}, {"last", c->last}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    json_key_int(j, numbers[i].key, numbers[i].value);
  }
  json_key_words(j, "packs", c->packs, " ");
  json_key_place(j, "place", c->line ? c->file : NULL, (int)c->line, 1, 0);
  json_key_words(j, "printed", c->printed, "\n");
  json_key_words(j, "citations", c->citations, " ");
  json_key_open(j, "piles", '[');
  lookup_piles(db, c->ruleset, c->kind, json_pile, j);
  json_close(j, ']');
}

void lookup_json(Json *j, Db *db, const LookupCards *l, bool searched)
{
  json_key_int(j, "found", l->found);
  json_key_open(j, "cards", '[');
  for (size_t i = 0; i < l->cards.n; i++) {
    json_open(j, '{');
    lookup_card_json(j, db, &l->cards.at[i]);
    if (searched) json_key_text(j, "snippet", l->cards.at[i].snippet);
    json_close(j, '}');
  }
  json_close(j, ']');
}

bool lookup_languages(Db *db, Arena *a, LookupLanguages *langs)
{
  Query *q = sql_query(db, "SELECT DISTINCT lang FROM card_texts ORDER BY lang");
  while (sql_next(q)) vec_push(langs, arena_strdup(a, sql_text(q, 0)));
  sql_done(q);
  return !sql_fault(db);
}
