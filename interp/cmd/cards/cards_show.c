/* regel cards show: everything about one card. */
#include "db/derived/catalog.h"
#include "db/stored.h"
#include "interp/cmd/cards/cards.h"
#include "interp/find/ledger.h"
#include "interp/rules/load.h"
#include "interp/rules/packs.h"
#include "interp/text/block.h"
#include "interp/text/card/card.h"
#include "interp/text/card/compose.h"
#include "interp/text/card/face.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 80, GAMES = 20 /* listed, the rest is counted */ };

typedef struct Show {
  Cli *cli;
  Arena *arena;
  Db *db;
  const char *file, *name;
  bool json;
  LookupRulesets rulesets;
  LookupCards named; /* what the name means */
  const LookupCard *card;
  LookupCards versions;
  LookupGames games;
  Program *program; /* its rules; NULL if they cannot be loaded */
  Vm *edition;      /* a game by them, in which values are as they are printed */
  GameSetup setup;  /* its settings, as --set says */
  Ledgers ledgers;
  LoadedLang speech;
  const Lang *lang; /* NULL: the source, in which cards are searched and stored */
} Show;

static int broken(Show *s)
{
  cli_error(s->cli, "%s", sql_why(s->db));
  return CODE_IO;
}

/* ---- which card ----------------------------------------------------------------- */

/* Does what stands before the slash mean this ruleset?  NAME is its newest version,
 * NUMBER or NAME:NUMBER any. */
static bool means(const LookupRuleset *r, const char *s, size_t n)
{
  char number[32];
  size_t name = strlen(r->name);
  snprintf(number, sizeof number, "%lld", (long long)r->id);
  if (n == name && !strncmp(s, r->name, n)) return r->newest;
  if (n > name && !strncmp(s, r->name, name) && s[name] == ':')
    s += name + 1, n -= name + 1;
  return n == strlen(number) && !strncmp(s, number, n);
}

static bool find(Show *s, const char *prefix, size_t n, const char *name)
{
  LookupIds ids = {0};
  for (size_t i = 0; i < s->rulesets.n; i++) {
    const LookupRuleset *r = &s->rulesets.at[i];
    if (prefix ? means(r, prefix, n) : r->newest) vec_push(&ids, r->id);
  }
  lookup_free(&s->named);
  bool fine = lookup_named(s->db, &ids, catalog_languages[0], name, &s->named);
  vec_free(&ids);
  return fine;
}

static void try_name(void *user, const char *id, const char *title)
{
  cards_near(user, id);
  cards_near(user, title);
}

static int unknown(Show *s)
{
  const char *slash = strrchr(s->name, '/');
  CardsNear near = {.arena = s->arena, .word = slash ? slash + 1 : s->name};
  LookupIds ids = {0};
  int64_t cards = 0;
  for (size_t i = 0; i < s->rulesets.n; i++) {
    vec_push(&ids, s->rulesets.at[i].id);
    cards += s->rulesets.at[i].cards;
  }
  lookup_titles(s->db, &ids, catalog_languages[0], try_name, &near);
  vec_free(&ids);
  if (!cards) return cards_none(s->cli, s->db);
  if (near.best)
    cli_error(s->cli, "no card called \"%s\"; did you mean \"%s\"?", s->name, near.best);
  else cli_error(s->cli, "no card called \"%s\"; regel cards lists them", s->name);
  return CODE_NO;
}

static int several(Show *s)
{
  cli_error(s->cli, "\"%s\" means several cards; name one of them:", s->name);
  for (size_t i = 0; i < s->named.cards.n; i++) {
    const LookupCard *c = &s->named.cards.at[i];
    fprintf(stderr, "  %s/%s  %s (%s)\n", c->game, c->id, c->title, c->noun);
  }
  return CODE_NO;
}

static int choose(Show *s)
{
  const char *slash = strchr(s->name, '/');
  if (!lookup_rulesets(s->db, s->arena, &s->rulesets)) return broken(s);
  if (!find(s, NULL, 0, s->name)) return broken(s);
  if (!s->named.cards.n && slash &&
      !find(s, s->name, (size_t)(slash - s->name), slash + 1))
    return broken(s);
  if (!s->named.cards.n) return unknown(s);
  if (s->named.cards.n > 1) return several(s);
  s->card = &s->named.cards.at[0];
  return -1;
}

/* ---- what is known about it ----------------------------------------------------- */

/* Rules that cannot be loaded leave the source out; the rest is told all the same. */
static int load_rules(Show *s)
{
  Seal seal;
  s->program = stored_program(s->db, s->card->ruleset, &seal);
  if (s->program) {
    int code = game_edition(s->cli, s->program, &s->setup, &s->edition);
    if (code < 0 && !s->edition) s->edition = card_edition(s->program);
    return code;
  }
  broken(s);
  sql_forgive(s->db);
  return -1;
}

/* The game whose settings were asked for, or NULL. */
static const Vm *as_set(const Show *s) { return s->setup.set.n ? s->edition : NULL; }

static void find_ledger(Show *s)
{
  const Program *p = s->program;
  if (!p || p->header->ledger < 0 || !*s->card->citations || !p->n_files) return;
  Sources library;
  sources_init(&library, s->arena);
  load_library(&library);
  const char *beside = load_folder(s->arena, program_string(p, p->files[0].path));
  Buf missing = {0}; /* the words of a row are left out then */
  ledgers_add(&s->ledgers, program_string(p, p->header->ledger), &library, beside,
              &missing);
  buf_free(&missing);
  sources_free(&library);
}

static int gather(Show *s)
{
  LookupIds ids = {0};
  int code = load_rules(s);
  if (code >= 0) return code;
  find_ledger(s);
  bool fine = lookup_versions(s->db, s->card->game, catalog_languages[0], s->card->id,
                              &s->versions);
  for (size_t i = 0; i < s->versions.cards.n; i++)
    vec_push(&ids, s->versions.cards.at[i].ruleset);
  fine = fine && lookup_games(s->db, &ids, s->card->id, GAMES, &s->games);
  vec_free(&ids);
  return fine ? -1 : broken(s);
}

/* The words of a row of the ledger; NULL if they are not known. */
static const char *row_words(const Show *s, const char *id)
{
  const LedgerRow *row = ledgers_find(&s->ledgers, id);
  return row ? row->text : NULL;
}

/* Calls fn with each citation and its words. */
typedef void (*CiteFn)(void *user, const char *id, const char *words);
static void each_cite(const Show *s, CiteFn fn, void *user)
{
  for (const char *at = s->card->citations; *at;) {
    size_t n = strcspn(at, " ");
    const char *id = arena_strndup(s->arena, at, n);
    fn(user, id, row_words(s, id));
    at += n + (at[n] == ' ');
  }
}

/* What a version has changed since the one before it; "" for nothing. */
static void put_changes(const Show *s, const LookupCard *before, const LookupCard *c,
                        Buf *b)
{
  const struct {
    Saying what;
    bool changed;
  } parts[] = {{SAY_CARD_TITLE, strcmp(before->title, c->title) != 0},
               {SAY_CARD_TEXT, strcmp(before->text, c->text) != 0},
               {SAY_CARD_VALUES, strcmp(before->printed, c->printed) != 0},
               {SAY_CARD_COPIES, before->copies != c->copies}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (!parts[i].changed) continue;
    if (b->n) words_add(s->lang, b, SAY_COMMA);
    words_add(s->lang, b, parts[i].what);
  }
}

static void put_date(const Show *s, int64_t ruleset, Buf *b)
{
  for (size_t i = 0; i < s->rulesets.n; i++) {
    const LookupRuleset *r = &s->rulesets.at[i];
    time_t at = (time_t)(r->stored / 1000);
    struct tm tm;
    char day[32];
    if (r->id == ruleset && gmtime_r(&at, &tm) &&
        strftime(day, sizeof day, "%Y-%m-%d", &tm))
      buf_add(b, day);
  }
}

/* ---- for people ----------------------------------------------------------------- */

static void add_pile(void *user, const char *id, const char *title)
{
  Buf *b = user;
  (void)id;
  buf_printf(b, "%s%s", b->n ? ", " : "", title);
}

static int32_t thing_of(const Program *p, const char *id)
{
  for (int32_t i = 0; i < p->n_things; i++)
    if (!strcmp(program_string(p, p->things[i].name), id)) return i;
  return -1;
}

/* Whose card it is, if it came with a pack: its title, author, licence and sources. */
static void put_pack(const Show *s, Buf *b)
{
  PackList packs = {0};
  Buf credit = {0};
  if (!s->program || !strchr(s->card->id, '.')) return;
  packs_read(s->arena, s->program, &packs);
  if (packs_credit(&packs, s->card->id, &credit))
    buf_lines(b, buf_text(&credit), 2, WIDTH);
  buf_free(&credit);
  packs_free(&packs);
}

/* The card itself: made again by its rules, or as it is stored if they cannot be loaded.
 */
static void put_card(const Show *s, Buf *b)
{
  const LookupCard *c = s->card;
  int32_t thing = s->program ? thing_of(s->program, c->id) : -1;
  if (thing >= 0) {
    View v = view_program(s->program, s->lang);
    v.edition = s->edition;
    Buf text = {0};
    card_head(&v, b, thing, game_copies(s->program, as_set(s), thing));
    card_values(&v, &text, thing);
    compose_thing(&v, &text, thing);
    buf_lines(b, buf_text(&text), 2, WIDTH);
    card_inner(&v, b, thing, WIDTH);
    buf_free(&text);
    put_pack(s, b);
    return;
  }
  buf_printf(b, "%s (", c->title);
  if (c->copies > 1) buf_printf(b, "%lld× ", (long long)c->copies);
  buf_printf(b, "%s)\n", c->noun);
  buf_lines(b, c->printed, 2, WIDTH);
  buf_lines(b, c->text, 2, WIDTH);
  put_pack(s, b);
}

/* The piles that a card of this kind can lie in, by their names in the language. */
static void translated_piles(const Show *s, Buf *b)
{
  const Program *p = s->program;
  View v = view_program(p, s->lang);
  int32_t thing = thing_of(p, s->card->id);
  for (int i = 0; i < p->n_fields && thing >= 0; i++) {
    const PField *f = &p->fields[i];
    if (!(f->flags & FIELD_PILE) || p->types[f->type].kind != p->things[thing].kind)
      continue;
    if (b->n) words_add(s->lang, b, SAY_COMMA);
    render_name(&v, b, NAME_FIELD, i, NULL, NULL);
  }
}

static void put_head(const Show *s, Buf *b)
{
  const LookupCard *c = s->card;
  Buf piles = {0};
  put_card(s, b);
  if (s->lang && s->program) translated_piles(s, &piles);
  else lookup_piles(s->db, c->ruleset, c->kind, add_pile, &piles);
  if (piles.n) {
    Buf head = {0};
    words_add(s->lang, &head, SAY_CARD_PILES);
    buf_printf(b, "\n%s ", buf_text(&head));
    buf_wrap(b, buf_text(&piles), text_width(buf_text(&head)) + 1, 2, WIDTH);
    buf_char(b, '\n');
    buf_free(&head);
  }
  buf_free(&piles);
}

static void put_source(const Show *s, Buf *b)
{
  const LookupCard *c = s->card;
  if (!c->line) return;
  buf_printf(b, "\n%s/%s\n  --> %s:%lld\n", c->game, c->id, c->file, (long long)c->line);
  int32_t thing = s->program ? thing_of(s->program, c->id) : -1;
  if (thing < 0) return;
  BlockIndex *blocks = block_index(s->program);
  Block at;
  if (block_of(blocks, thing, &at)) block_show(blocks, &at, b);
  block_free(blocks);
}

static void put_cite(void *user, const char *id, const char *words)
{
  Buf *b = user, line = {0};
  buf_printf(&line, "  %-12s ", id);
  buf_add(b, buf_text(&line));
  buf_wrap(b, words ? words : "", (int)line.n, 15, WIDTH);
  while (b->n && b->at[b->n - 1] == ' ') b->at[--b->n] = 0;
  buf_char(b, '\n');
  buf_free(&line);
}

static void put_versions(const Show *s, Buf *b)
{
  buf_char(b, '\n');
  words_say(s->lang, b, SAY_CARD_VERSIONS, s->card->game, NULL, NULL);
  buf_char(b, '\n');
  for (size_t i = 0; i < s->versions.cards.n; i++) {
    const LookupCard *c = &s->versions.cards.at[i];
    Buf changes = {0}, name = {0}, date = {0}, version = {0};
    if (i) put_changes(s, c - 1, c, &changes);
    buf_printf(&name, "%s:%lld", c->game, (long long)c->ruleset);
    put_date(s, c->ruleset, &date);
    words_say(s->lang, &version, SAY_CARD_VERSION, name.at, buf_text(&date), NULL);
    buf_add(b, "  ");
    if (!i) buf_add(b, version.at);
    else
      words_say(s->lang, b, changes.n ? SAY_CARD_CHANGED : SAY_CARD_UNCHANGED, version.at,
                buf_text(&changes), NULL);
    buf_char(b, '\n');
    buf_free(&changes);
    buf_free(&name);
    buf_free(&date);
    buf_free(&version);
  }
}

static void put_line(const Show *s, Buf *b, Saying w, const char *first)
{
  buf_add(b, "  ");
  words_say(s->lang, b, w, first, NULL, NULL);
  buf_char(b, '\n');
}

static void put_game(const Show *s, Buf *b, const LookupGame *at)
{
  Buf moves = {0}, acts = {0}, first = {0};
  words_number(s->lang, &moves, SAY_CARD_MOVES, (long)at->moves);
  words_number(s->lang, &acts, SAY_CARD_ACTS, (long)at->acts);
  if (at->first) words_number(s->lang, &first, SAY_CARD_STEP, (long)at->first);
  else words_add(s->lang, &first, SAY_CARD_SETUP);
  const char *values[] = {DIGITS(at->game), buf_text(&moves), buf_text(&acts),
                          buf_text(&first)};
  buf_add(b, "  ");
  words_list(s->lang, b, SAY_CARD_GAME, values, 4);
  buf_char(b, '\n');
  buf_free(&moves);
  buf_free(&acts);
  buf_free(&first);
}

static void put_games(const Show *s, Buf *b)
{
  const LookupGames *g = &s->games;
  int64_t more = g->found - (int64_t)g->games.n;
  buf_char(b, '\n');
  words_add(s->lang, b, SAY_CARD_GAMES);
  buf_char(b, '\n');
  for (size_t i = 0; i < g->games.n; i++) put_game(s, b, &g->games.at[i]);
  if (more) put_line(s, b, SAY_CARD_MORE, DIGITS(more));
  if (!g->told && !g->untold) put_line(s, b, SAY_CARD_NO_GAMES, NULL);
  else if (!g->found && g->told) put_line(s, b, SAY_CARD_IN_NONE, DIGITS(g->told));
  if (g->untold) put_line(s, b, SAY_CARD_UNTOLD, DIGITS(g->untold));
}

static void print_human(const Show *s)
{
  Buf b = {0};
  put_head(s, &b);
  put_source(s, &b);
  if (*s->card->citations) {
    buf_char(&b, '\n');
    words_add(s->lang, &b, SAY_CARD_CITES);
    buf_char(&b, '\n');
    each_cite(s, put_cite, &b);
  }
  put_versions(s, &b);
  put_games(s, &b);
  cli_page(s->cli, buf_text(&b));
  buf_free(&b);
}

/* ---- for programs --------------------------------------------------------------- */

static void json_number(Json *j, const char *key, int64_t n)
{
  json_key(j, key);
  json_int(j, n);
}

static void json_cite(void *user, const char *id, const char *words)
{
  Json *j = user;
  json_open(j, '{');
  json_key(j, "id");
  json_text(j, id);
  json_key(j, "words");
  json_text(j, words);
  json_close(j, '}');
}

static void json_versions(const Show *s, Json *j)
{
  json_key(j, "versions");
  json_open(j, '[');
  for (size_t i = 0; i < s->versions.cards.n; i++) {
    const LookupCard *c = &s->versions.cards.at[i];
    Buf date = {0}, changes = {0};
    put_date(s, c->ruleset, &date);
    if (i) put_changes(s, c - 1, c, &changes);
    json_open(j, '{');
    json_number(j, "version", c->ruleset);
    json_key(j, "stored");
    json_text(j, buf_text(&date));
    json_key(j, "changed");
    json_bool(j, changes.n > 0);
    json_key(j, "text");
    json_text(j, c->text);
    json_close(j, '}');
    buf_free(&date);
    buf_free(&changes);
  }
  json_close(j, ']');
}

static void json_games(const Show *s, Json *j)
{
  json_key(j, "games");
  json_open(j, '{');
  json_number(j, "found", s->games.found);
  json_number(j, "events", s->games.events);
  json_number(j, "told", s->games.told);
  json_number(j, "untold", s->games.untold);
  json_key(j, "newest");
  json_open(j, '[');
  for (size_t i = 0; i < s->games.games.n; i++) {
    const LookupGame *g = &s->games.games.at[i];
    json_open(j, '{');
    json_number(j, "game", g->game);
    json_number(j, "moves", g->moves);
    json_number(j, "acts", g->acts);
    json_number(j, "first", g->first);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_close(j, '}');
}

/* What is printed on it, in the language that was asked for. */
static void json_face(const Show *s, Json *j)
{
  int32_t thing = s->program ? thing_of(s->program, s->card->id) : -1;
  json_key(j, "face");
  if (thing < 0) {
    json_text(j, NULL);
    return;
  }
  View v = view_program(s->program, s->lang);
  v.edition = s->edition;
  json_open(j, '{');
  face_keys(j, &v, thing, game_copies(s->program, as_set(s), thing));
  json_close(j, '}');
}

static void print_json(const Show *s)
{
  Json j = json_new(stdout);
  json_open(&j, '{');
  json_number(&j, "schema", JSON_SCHEMA);
  lookup_card_json(&j, s->db, s->card);
  json_face(s, &j);
  json_key(&j, "rules");
  json_open(&j, '[');
  each_cite(s, json_cite, &j);
  json_close(&j, ']');
  json_versions(s, &j);
  json_games(s, &j);
  json_close(&j, '}');
}

/* ---- the command ---------------------------------------------------------------- */

int cards_show(Cli *cli, int argc, char **argv)
{
  Show s = {.cli = cli};
  const Opt opts[] = {
      {0, "set", OPT_TEXTS, &s.setup.set, "OPTION=VALUE",
       "the card as an edition or variant has it; may be repeated", 0, 0, NULL},
      {0, "json", OPT_FLAG, &s.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
      {0, "db", OPT_TEXT, &s.file, "FILE", DB_HELP, 0, 0, NULL},
  };
  const Usage usage = {
      "regel cards show mygame/joker",
      "cards show ID [OPTION…]",
      "Tells everything about a card: what it says, where it stands in the source, what "
      "it\n"
      "cites, its versions, and the stored games in which it occurs. ID is its id or "
      "title;\n"
      "RULESET/ID if several rulesets have one.",
      opts,
      sizeof opts / sizeof *opts,
      1,
      1,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    s.name = names.at[0];
    s.arena = arena_new();
    code = cards_open(cli, s.file, &s.db);
    if (code < 0) code = choose(&s);
    if (code < 0) code = gather(&s);
    if (code < 0) code = game_language(cli, &s.speech, s.program);
    s.lang = s.speech.lang;
    if (code < 0) {
      if (s.json) print_json(&s);
      else print_human(&s);
      code = CODE_FINE;
    }
    load_lang_free(&s.speech);
    if (s.edition) vm_free(s.edition);
    game_setup_free(&s.setup);
    if (s.program) program_free(s.program);
    ledgers_free(&s.ledgers);
    lookup_free(&s.named);
    lookup_free(&s.versions);
    vec_free(&s.games.games);
    vec_free(&s.rulesets);
    sql_close(s.db);
    arena_free(s.arena);
  }
  vec_free(&names);
  return code;
}
