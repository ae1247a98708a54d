/* regel cards: the cards of all stored rulesets. */
#include "interp/cmd/cards/cards.h"
#include "db/derived/catalog.h"
#include "db/db.h"
#include "db/store.h"
#include "grammar/diag.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

typedef struct Cards {
  Cli *cli;
  Arena *arena;
  Db *db;
  const char *file, *deck, *words, *lang;
  bool all, json;
  long most;
  Args games;
  LookupRulesets rulesets;
  LookupIds shown;
} Cards;

/* ---- opening -------------------------------------------------------------------- */

/* Brings the catalog up to date.  What cannot be added is remarked; the rest is shown. */
static void fill(Cli *cli, Db *db)
{
  int64_t missing = catalog_missing(db);
  Buf why = {0};
  if (missing && !catalog_fill(db, &why)) {
    cli_error(cli, "the cards of %lld stored ruleset%s are not shown: %s",
              (long long)missing, missing == 1 ? "" : "s", sql_why(db));
    sql_forgive(db);
  }
  if (why.n) fputs(buf_text(&why), stderr);
  buf_free(&why);
}

int cards_open(Cli *cli, const char *file, Db **db)
{
  *db = db_open(file, SQL_READ);
  bool behind = sql_fault(*db) == DB_READONLY || catalog_missing(*db);
  if (behind) {
    /* Only now is there something to write. */
    Db *writing = db_open(file, SQL_WRITE);
    if (!sql_fault(writing)) {
      fill(cli, writing);
      sql_close(*db);
      *db = writing;
    } else {
      cli_error(cli, "not all stored rulesets are shown: %s", sql_why(writing));
      sql_close(writing);
    }
  }
  if (!sql_fault(*db)) return -1;
  if (sql_fault(*db) == DB_ABSENT) return cards_none(cli, *db);
  cli_error(cli, "%s", sql_why(*db));
  return CODE_IO;
}

int cards_none(Cli *cli, const Db *db)
{
  cli_error(cli,
            "there are no cards in %s yet\n"
            "To add those of a ruleset: regel cards GAME\n"
            "A game that is played brings its rules along: regel play GAME",
            sql_path(db));
  return CODE_NO;
}

int cards_language(Cli *cli, const char *lang)
{
  Buf all = {0};
  bool known = false;
  for (int i = 0; catalog_languages[i]; i++) {
    known = known || !strcmp(lang, catalog_languages[i]);
    buf_printf(&all, "%s%s", i ? ", " : "", catalog_languages[i]);
  }
  int code = known ? -1
                   : opts_wrong(cli, "no texts in the language \"%s\"; there is: %s",
                                lang, buf_text(&all));
  buf_free(&all);
  return code;
}

/* The number of a ruleset, which is added if it is not there. */
static int64_t stored_number(Db *db, const Program *p)
{
  int64_t id = store_find(db, p);
  if (id || !sql_begin(db)) return id;
  id = store_ruleset(db, p);
  if (id) catalog_add(db, id, p);
  return sql_commit(db) ? id : 0;
}

static int open_writing(Cards *c)
{
  if (c->db) return -1;
  c->db = db_open(c->file, SQL_CREATE);
  DbFault fault = sql_fault(c->db);
  if (fault == DB_CLOSED || fault == DB_READONLY) {
    /* What is there already can be shown all the same. */
    Db *reading = db_open(c->file, SQL_READ);
    if (!sql_fault(reading)) {
      sql_close(c->db);
      c->db = reading;
      return -1;
    }
    sql_close(reading);
  }
  if (!fault) return -1;
  cli_error(c->cli, "%s", sql_why(c->db));
  return CODE_IO;
}

static int add_game(Cards *c, const char *name)
{
  Game g = {0};
  int code = game_open(c->cli, &g, name, false);
  if (code < 0) code = open_writing(c);
  if (code < 0) {
    int64_t id = stored_number(c->db, g.program);
    bool twice = false;
    for (size_t i = 0; i < c->shown.n; i++) twice = twice || c->shown.at[i] == id;
    if (id && !twice) vec_push(&c->shown, id);
    if (!id) {
      cli_error(c->cli, "%s", sql_why(c->db));
      code = CODE_IO;
    }
  }
  game_close(&g);
  return code;
}

/* Opens the database and decides which rulesets are shown. */
static int choose_rulesets(Cards *c)
{
  int code = -1;
  for (size_t i = 0; i < c->games.n && code < 0; i++) code = add_game(c, c->games.at[i]);
  if (code >= 0) return code;
  if (c->games.n) fill(c->cli, c->db);
  else code = cards_open(c->cli, c->file, &c->db);
  if (code >= 0) return code;
  if (!lookup_rulesets(c->db, c->arena, &c->rulesets)) {
    cli_error(c->cli, "%s", sql_why(c->db));
    return CODE_IO;
  }
  for (size_t i = 0; !c->games.n && i < c->rulesets.n; i++)
    if (c->all || c->rulesets.at[i].newest) vec_push(&c->shown, c->rulesets.at[i].id);
  return -1;
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
  Nearest near = {lower(n->arena, n->word), NULL, 0};
  nearest_try(&near, lower(n->arena, candidate));
  if (!near.best || (n->best && near.distance >= n->distance)) return;
  n->best = arena_strdup(n->arena, candidate);
  n->distance = near.distance;
}

typedef struct DeckNames {
  CardsNear near;
  bool found;
  Buf all;
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
  if (d->count++ < 20) buf_printf(&d->all, "%s%s", d->all.n ? ", " : "", id);
}

static int check_deck(Cards *c)
{
  if (!c->deck) return -1;
  DeckNames d = {.near = {.arena = c->arena, .word = c->deck}};
  lookup_decks(c->db, &c->shown, try_deck, &d);
  int code = -1;
  if (!d.found && d.near.best)
    code = opts_wrong(c->cli, "no kind or pile called \"%s\"; did you mean \"%s\"?",
                      c->deck, d.near.best);
  else if (!d.found)
    code = opts_wrong(c->cli, "no kind or pile called \"%s\"; there is: %s%s", c->deck,
                      buf_text(&d.all), d.count > 20 ? ", …" : "");
  buf_free(&d.all);
  return code;
}

/* Titles with a word near to one that was looked for. */
enum { TITLES = 3 };
typedef struct NearTitles {
  Arena *arena;
  Args words; /* that were looked for */
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
static bool occurs(const Cards *c, const char *word)
{
  LookupCards found = {0};
  Buf query = {0}, why = {0};
  bool any = !lookup_query(word, &query, &why); /* no word: nothing to be said about it */
  if (!any) {
    LookupAsk ask = {&c->shown, c->lang, NULL, buf_text(&query), 1, NULL, NULL};
    lookup_cards(c->db, &ask, &found);
    any = found.found > 0;
    lookup_free(&found);
  }
  buf_free(&query);
  buf_free(&why);
  return any;
}

static int nothing_found(Cards *c)
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
  Buf near = {0};
  for (int i = 0; i < t.n; i++) buf_printf(&near, "%s\"%s\"", i ? ", " : "", t.titles[i]);
  if (t.n)
    cli_error(c->cli, "no card has \"%s\"; near are %s", t.words.at[0], buf_text(&near));
  else if (t.words.n) cli_error(c->cli, "no card has \"%s\"", t.words.at[0]);
  else if (c->words)
    cli_error(c->cli, "no card has all these words%s: look for fewer of them",
              c->deck ? " and lies there" : "");
  else cli_error(c->cli, "no card lies there");
  buf_free(&near);
  vec_free(&t.words);
  return CODE_NO;
}

/* ---- output --------------------------------------------------------------------- */

enum { ID, TITLE, KIND, GAME, COLUMNS };
enum { WIDTH = 80, COPIES = 6 /* columns of the number */, LEAST = 8 };

/* Marks of finds in a snippet, which take no place until they become colours. */
static const char MARK[] = "\001", UNMARK[] = "\002";

static void put_cells(const Cards *c, const LookupCard *card, const char *cell[COLUMNS],
                      Buf *game)
{
  buf_clear(game);
  buf_add(game, card->game);
  if (c->all) buf_printf(game, ":%lld", (long long)card->ruleset);
  cell[ID] = card->id;
  cell[TITLE] = card->title;
  cell[KIND] = card->noun;
  cell[GAME] = buf_text(game);
}

static const char *const heads[COLUMNS] = {"id", "title", "kind", "ruleset"};

/* As wide as their widest cell; if that is too much, the widest columns give way. */
static void measure(const Cards *c, const LookupCards *l, int width[COLUMNS])
{
  Buf game = {0};
  const char *cell[COLUMNS];
  for (int i = 0; i < COLUMNS; i++) width[i] = text_width(heads[i]);
  for (size_t k = 0; k < l->cards.n; k++) {
    put_cells(c, &l->cards.at[k], cell, &game);
    for (int i = 0; i < COLUMNS; i++) {
      int w = text_width(cell[i]);
      if (w > width[i]) width[i] = w;
    }
  }
  for (;;) {
    int all = COPIES + 2 * COLUMNS, widest = 0;
    for (int i = 0; i < COLUMNS; i++) {
      all += width[i];
      if (width[i] > width[widest]) widest = i;
    }
    if (all <= WIDTH || width[widest] <= LEAST) break;
    width[widest]--;
  }
  buf_free(&game);
}

static void put_row(Buf *b, const char *const cell[COLUMNS], const char *copies,
                    const int width[COLUMNS])
{
  for (int i = 0; i < COLUMNS; i++) {
    if (i == GAME) buf_printf(b, "%*s  ", COPIES, copies);
    buf_column(b, cell[i], width[i]);
    if (i < GAME) buf_add(b, "  ");
  }
  while (b->n && b->at[b->n - 1] == ' ') b->at[--b->n] = 0;
  buf_char(b, '\n');
}

static void put_snippet(const Cards *c, Buf *b, const char *snippet)
{
  Buf line = {0}, broken = {0};
  for (const char *s = snippet; *s; s++)
    if (*s != '\n') buf_char(&line, *s);
    else if (s[1]) buf_char(&line, ' ');
  if (line.n) buf_lines(&broken, buf_text(&line), 4, WIDTH);
  for (const char *s = buf_text(&broken); *s; s++) {
    if (*s != *MARK && *s != *UNMARK) buf_char(b, *s);
    else if (c->cli->color_out) buf_add(b, *s == *MARK ? "\033[1m" : "\033[0m");
  }
  buf_free(&line);
  buf_free(&broken);
}

static void print_table(const Cards *c, const LookupCards *l)
{
  int width[COLUMNS];
  Buf b = {0}, game = {0};
  int64_t all = 0;
  measure(c, l, width);
  put_row(&b, heads, "copies", width);
  for (size_t i = 0; i < l->cards.n; i++) {
    const char *cell[COLUMNS];
    char copies[32];
    const LookupCard *card = &l->cards.at[i];
    put_cells(c, card, cell, &game);
    snprintf(copies, sizeof copies, "%lld", (long long)card->copies);
    put_row(&b, cell, copies, width);
    if (c->words) put_snippet(c, &b, card->snippet);
    all += card->copies;
  }
  if (l->found > (int64_t)l->cards.n)
    buf_printf(&b, "\nThe best %zu of %lld cards; more with --limit\n", l->cards.n,
               (long long)l->found);
  else
    buf_printf(&b, "\n%lld card%s, with copies %lld\n", (long long)l->found,
               l->found == 1 ? "" : "s", (long long)all);
  cli_page(c->cli, buf_text(&b));
  buf_free(&b);
  buf_free(&game);
}

static void print_json(const Cards *c, const LookupCards *l)
{
  Json j = json_new(stdout);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  lookup_json(&j, c->db, l, c->words != NULL);
  json_close(&j, '}');
}

/* ---- the command ---------------------------------------------------------------- */

static int64_t count_cards(const Cards *c)
{
  int64_t n = 0;
  for (size_t i = 0; i < c->rulesets.n; i++)
    for (size_t k = 0; k < c->shown.n; k++)
      if (c->rulesets.at[i].id == c->shown.at[k]) n += c->rulesets.at[i].cards;
  return n;
}

static int print(Cards *c, const char *query)
{
  LookupCards found = {0};
  bool marks = query && !c->json;
  LookupAsk ask = {
      &c->shown,          c->lang, c->deck, query, c->most, marks ? MARK : "",
      marks ? UNMARK : ""};
  int code = CODE_FINE;
  if (!lookup_cards(c->db, &ask, &found)) {
    cli_error(c->cli, "%s", sql_why(c->db));
    code = CODE_IO;
  } else {
    if (c->json) print_json(c, &found);
    else if (found.cards.n) print_table(c, &found);
    if (!found.cards.n) code = nothing_found(c);
  }
  lookup_free(&found);
  return code;
}

static int run(Cards *c)
{
  Buf query = {0}, why = {0};
  int code = cards_language(c->cli, c->lang);
  if (code < 0 && c->words && !lookup_query(c->words, &query, &why))
    code = opts_wrong(c->cli, "--search: %s", buf_text(&why));
  if (code < 0) code = choose_rulesets(c);
  if (code < 0 && !count_cards(c)) {
    code = CODE_NO;
    if (c->games.n) cli_error(c->cli, "%s has no cards", c->games.at[0]);
    else cards_none(c->cli, c->db);
  }
  if (code < 0) code = check_deck(c);
  if (code < 0) code = print(c, c->words ? buf_text(&query) : NULL);
  buf_free(&query);
  buf_free(&why);
  return code;
}

int cmd_cards(Cli *cli, int argc, char **argv)
{
  Cards c = {.cli = cli, .lang = catalog_languages[0], .most = 100};
  const Opt opts[] = {
      {0, "deck", OPT_TEXT, &c.deck, "D",
       "only cards of this kind, or that can lie in this pile", 0, 0, NULL},
      {0, "search", OPT_TEXT, &c.words, "WORDS",
       "only cards with all these words or beginnings, the best first; \"words in "
       "quotes\" must follow each other",
       0, 0, NULL},
      {0, "limit", OPT_NUMBER, &c.most, "N", "finds of a search that are shown (100)", 1,
       LONG_MAX, NULL},
      {0, "lang", OPT_TEXT, &c.lang, "L", "language of the texts (en)", 0, 0, NULL},
      {0, "all-versions", OPT_FLAG, &c.all, NULL,
       "also rulesets of which a later version is stored", 0, 0, NULL},
      {0, "json", OPT_FLAG, &c.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
      {0, "db", OPT_TEXT, &c.file, "FILE", DB_HELP, 0, 0, NULL},
  };
  const Usage usage = {
      "regel cards mygame --search move",
      "cards [OPTION…] [GAME…]\n       regel cards show ID [OPTION…]",
      "Lists the cards of all rulesets in the database, or of those that are named, "
      "which\n"
      "are added if they are not there. `regel cards show` tells everything about one.",
      opts,
      sizeof opts / sizeof *opts,
      0,
      -1,
  };
  if (argc > 1 && !strcmp(argv[1], "show")) return cards_show(cli, argc - 1, argv + 1);
  c.arena = arena_new();
  int code = opts_parse(cli, &usage, argc, argv, &c.games);
  if (code < 0 && c.games.n && !strcmp(c.games.at[0], "show"))
    code = opts_wrong(cli, "show comes first: regel cards show ID [OPTION…]");
  if (code < 0) code = run(&c);
  sql_close(c.db);
  vec_free(&c.games);
  vec_free(&c.rulesets);
  vec_free(&c.shown);
  arena_free(c.arena);
  return code;
}
