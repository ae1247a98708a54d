/* regel cards: the cards of all stored rulesets. */
#include "interp/cmd/cards/cards.h"

#include <limits.h>
#include <string.h>

typedef struct Cards {
  Cli *cli;
  regel_store *store;
  const char *file, *deck, *words, *lang;
  bool all, json;
  long most;
  Args games;
  VEC(int64_t) shown;
} Cards;

/* ---- opening -------------------------------------------------------------------- */

/* Lines that the library has to say. */
static void cards_say(const Cli *cli, char *said)
{
  for (char *s = said, *end; s && *s; s = end + 1) {
    end = strchr(s, '\n');
    if (!end) break;
    cli_error(cli, "%.*s", (int)(end - s), s);
  }
  regel_free(said);
}

/* Adds "mygame + snow": the game of a card with its packs. */
static void cards_edition(const regel_data *card, Buf *b)
{
  const regel_data *packs = regel_data_get(card, "packs");
  buf_add(b, client_text(card, "ruleset"));
  for (size_t i = 0; i < regel_data_count(packs); i++)
    buf_printf(b, " + %s", regel_data_text(regel_data_at(packs, i)));
}

int cards_none(Cli *cli, const char *why)
{
  cli_error(cli,
            "%s\n"
            "To add those of a ruleset: regel cards GAME\n"
            "A game that is played brings its rules along: regel play GAME",
            why);
  return CODE_NO;
}

regel_store *cards_open(Cli *cli, const char *file, bool make, int *code)
{
  char *said = NULL, *why = NULL;
  int absent = 0;
  regel_store *store = regel_cards_open(file, make, &absent, &said, &why);
  cards_say(cli, said);
  if (!store && absent) {
    *code = cards_none(cli, why);
    regel_free(why);
  } else if (!store) *code = client_wrong(cli, why, CODE_IO);
  return store;
}

static int add_game(Cards *c, const char *name)
{
  int code = -1;
  char *said = NULL;
  int64_t id = 0;
  bool twice = false;
  regel_rules *rules = client_open(c->cli, name, 0, &code);
  if (rules && !c->store) c->store = cards_open(c->cli, c->file, true, &code);
  if (rules && c->store) {
    id = regel_cards_add(c->store, rules, &said);
    if (!id) {
      cli_error(c->cli, "%s", regel_store_error(c->store));
      code = CODE_IO;
    }
  }
  for (size_t i = 0; i < c->shown.n; i++) twice = twice || c->shown.at[i] == id;
  if (id && !twice) vec_push(&c->shown, id);
  cards_say(c->cli, said);
  regel_rules_free(rules);
  return code;
}

/* Opens the database and decides which rulesets are shown. */
static int choose_rulesets(Cards *c)
{
  int code = -1;
  for (size_t i = 0; i < c->games.n && code < 0; i++) code = add_game(c, c->games.at[i]);
  if (code < 0 && !c->games.n) c->store = cards_open(c->cli, c->file, false, &code);
  return code;
}

/* ---- what there is not ---------------------------------------------------------- */

enum { DECKS = 20 }; /* named at most */

static int no_deck(const Cards *c, const regel_data *report)
{
  const regel_data *decks = regel_data_get(report, "decks");
  const char *near = client_text(report, "deck_near");
  size_t n = regel_data_count(decks);
  if (*near)
    return opts_wrong(c->cli, "no kind or pile called \"%s\"; did you mean \"%s\"?",
                      c->deck, near);
  Buf all = {0};
  for (size_t i = 0; i < n && i < DECKS; i++)
    buf_printf(&all, "%s%s", i ? ", " : "", regel_data_text(regel_data_at(decks, i)));
  int code = opts_wrong(c->cli, "no kind or pile called \"%s\"; there is: %s%s", c->deck,
                        buf_text(&all), n > DECKS ? ", …" : "");
  buf_free(&all);
  return code;
}

static int nothing_found(const Cards *c, const regel_data *report)
{
  const regel_data *near = regel_data_get(report, "near");
  const char *word = client_text(report, "word");
  Buf titles = {0};
  for (size_t i = 0; i < regel_data_count(near); i++)
    buf_printf(&titles, "%s\"%s\"", i ? ", " : "",
               regel_data_text(regel_data_at(near, i)));
  if (titles.n)
    cli_error(c->cli, "no card has \"%s\"; near are %s", word, buf_text(&titles));
  else if (*word) cli_error(c->cli, "no card has \"%s\"", word);
  else if (c->words)
    cli_error(c->cli, "no card has all these words%s: look for fewer of them",
              c->deck ? " and lies there" : "");
  else cli_error(c->cli, "no card lies there");
  buf_free(&titles);
  return CODE_NO;
}

static int no_cards(const Cards *c)
{
  if (c->games.n) {
    cli_error(c->cli, "%s has no cards", c->games.at[0]);
    return CODE_NO;
  }
  Buf why = {0};
  buf_printf(&why, "there are no cards in %s yet", regel_store_path(c->store));
  int code = cards_none(c->cli, buf_text(&why));
  buf_free(&why);
  return code;
}

/* ---- output --------------------------------------------------------------------- */

enum { ID, TITLE, KIND, GAME, COLUMNS };
enum { WIDTH = 80, COPIES = 6 /* columns of the number */, LEAST = 8 };

/* Marks of finds in a snippet, which take no place until they become colours. */
static const char MARK[] = "\001", UNMARK[] = "\002";

static void put_cells(const Cards *c, const regel_data *card, const char *cell[COLUMNS],
                      Buf *game)
{
  buf_clear(game);
  cards_edition(card, game);
  if (c->all) buf_printf(game, ":%lld", client_number(card, "version"));
  cell[ID] = client_text(card, "id");
  cell[TITLE] = client_text(card, "title");
  cell[KIND] = client_text(card, "kind_title");
  cell[GAME] = buf_text(game);
}

static const char *const heads[COLUMNS] = {"id", "title", "kind", "ruleset"};

/* As wide as their widest cell; if that is too much, the widest columns give way. */
static void measure(const Cards *c, const regel_data *cards, int width[COLUMNS])
{
  Buf game = {0};
  const char *cell[COLUMNS];
  for (int i = 0; i < COLUMNS; i++) width[i] = text_width(heads[i]);
  for (size_t k = 0; k < regel_data_count(cards); k++) {
    put_cells(c, regel_data_at(cards, k), cell, &game);
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

static void print_table(const Cards *c, const regel_data *report)
{
  const regel_data *cards = regel_data_get(report, "cards");
  long long found = client_number(report, "found");
  size_t n = regel_data_count(cards);
  int width[COLUMNS];
  Buf b = {0}, game = {0};
  int64_t all = 0;
  measure(c, cards, width);
  put_row(&b, heads, "copies", width);
  for (size_t i = 0; i < n; i++) {
    const char *cell[COLUMNS];
    char copies[32];
    const regel_data *card = regel_data_at(cards, i);
    put_cells(c, card, cell, &game);
    snprintf(copies, sizeof copies, "%lld", client_number(card, "copies"));
    put_row(&b, cell, copies, width);
    if (c->words) put_snippet(c, &b, client_text(card, "snippet"));
    all += client_number(card, "copies");
  }
  if (found > (long long)n)
    buf_printf(&b, "\nThe best %zu of %lld cards; more with --limit\n", n, found);
  else
    buf_printf(&b, "\n%lld card%s, with copies %lld\n", found, cli_plural(found),
               (long long)all);
  cli_page(c->cli, buf_text(&b));
  buf_free(&b);
  buf_free(&game);
}

/* ---- the command ---------------------------------------------------------------- */

static int print(Cards *c)
{
  char *why = NULL;
  bool marks = c->words && !c->json;
  const regel_cards_wish wish = {.rulesets = c->shown.at,
                                 .count = c->shown.n,
                                 .all_versions = c->all,
                                 .deck = c->deck,
                                 .words = c->words,
                                 .language = c->lang,
                                 .most = c->most,
                                 .before = marks ? MARK : NULL,
                                 .after = marks ? UNMARK : NULL};
  regel_data *report = regel_cards_find(c->store, &wish, &why);
  if (!report) {
    bool broken = *regel_store_error(c->store);
    int code = broken ? CODE_IO : opts_wrong(c->cli, "%s", why);
    if (broken) cli_error(c->cli, "%s", why);
    regel_free(why);
    return code;
  }
  int code = CODE_FINE;
  bool some = regel_data_count(regel_data_get(report, "cards"));
  if (!client_number(report, "all")) code = no_cards(c);
  else if (regel_data_get(report, "decks")) code = no_deck(c, report);
  else {
    if (c->json) client_json(report);
    else if (some) print_table(c, report);
    if (!some) code = nothing_found(c, report);
  }
  regel_data_free(report);
  return code;
}

static int run(Cards *c)
{
  int code = choose_rulesets(c);
  return code < 0 ? print(c) : code;
}

int cmd_cards(Cli *cli, int argc, char **argv)
{
  Cards c = {.cli = cli, .most = 100};
  const Opt opts[] = {
      PACK_OPT(cli),
      TEXT_OPT(0, "deck", &c.deck, "D",
               "only cards of this kind, or that can lie in this pile"),
      TEXT_OPT(
          0, "search", &c.words, "WORDS",
          "only cards with all these words or beginnings, the best first; \"words in "
          "quotes\" must follow each other"),
      {0, "limit", OPT_NUMBER, &c.most, "N", "finds of a search that are shown (100)", 1,
       LONG_MAX, NULL},
      TEXT_OPT(0, "lang", &c.lang, "L", "language of the texts (en)"),
      FLAG_OPT(0, "all-versions", &c.all,
               "also rulesets of which a later version is stored, and every card of a "
               "game with "
               "packs"),
      JSON_OPT(&c.json),
      DB_OPT(&c.file),
  };
  const Usage usage = {
      "regel cards mygame --search move",
      "cards [OPTION…] [GAME…]\n       regel cards show ID [OPTION…]",
      "Lists the cards of all rulesets in the database, or of those that are named, "
      "which\n"
      "are added if they are not there. `regel cards show` tells everything about one.",
      OPTS(opts, 0, -1)};
  if (argc > 1 && !strcmp(argv[1], "show")) return cards_show(cli, argc - 1, argv + 1);
  int code = opts_parse(cli, &usage, argc, argv, &c.games);
  if (code < 0 && c.games.n && !strcmp(c.games.at[0], "show"))
    code = opts_wrong(cli, "show comes first: regel cards show ID [OPTION…]");
  if (code < 0) code = run(&c);
  regel_store_close(c.store);
  vec_free(&c.games);
  vec_free(&c.shown);
  return code;
}
