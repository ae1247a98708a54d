/* Everything about one card of a stored ruleset. */
#include "interp/api/cards/cards.h"
#include "interp/base/invariant.h"
#include "db/derived/catalog.h"
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

enum { GAMES = 20 /* listed, the rest is counted */ };

typedef struct Show {
  Arena *arena;
  Db *db;
  int width;
  Sources library; /* where ledgers are found */
  LookupRulesets rulesets;
  LookupCards named; /* what the name means */
  const LookupCard *card;
  LookupCards versions; /* of the game with its packs */
  LookupCards editions; /* and with any others */
  LookupGames games;
  const Program *program; /* its rules; NULL if they cannot be loaded */
  Vm *edition;            /* a game by them, in which values are as they are printed */
  bool set;               /* with settings that were asked for */
  Ledgers ledgers;
  const Lang *lang; /* NULL: the source, in which cards are searched and stored */
} Show;

static void show_begin(Show *s, regel_store *store)
{
  memset(s, 0, sizeof *s);
  s->arena = arena_new();
  s->db = store_db(store);
  sources_init(&s->library, s->arena);
}

static void show_end(Show *s)
{
  if (s->edition) vm_free(s->edition);
  ledgers_free(&s->ledgers);
  lookup_free(&s->named);
  lookup_free(&s->versions);
  lookup_free(&s->editions);
  vec_free(&s->games.games);
  vec_free(&s->rulesets);
  sources_free(&s->library);
  arena_free(s->arena);
}

/* ---- what is known about it ----------------------------------------------------- */

/* The game whose settings were asked for, or NULL. */
static const Vm *as_set(const Show *s) { return s->set ? s->edition : NULL; }

static void find_ledger(Show *s)
{
  const Program *p = s->program;
  if (!p || p->header->ledger < 0 || !*s->card->citations || !p->n_files) return;
  const char *beside = load_folder(s->arena, program_string(p, p->files[0].path));
  Buf missing = {0}; /* the words of a row are left out then */
  ledgers_add(&s->ledgers, program_string(p, p->header->ledger), &s->library, beside,
              &missing);
  buf_free(&missing);
}

/* Finds the card again and gathers what is known; false, and why. */
static bool gather(Show *s, const regel_data *card, const regel_card_wish *w, char **why)
{
  LookupIds ids = {0};
  int64_t version = regel_data_number(regel_data_get(card, "version"));
  const char *id = regel_data_text(regel_data_get(card, "id"));
  vec_push(&ids, version);
  bool fine = lookup_rulesets(s->db, s->arena, &s->rulesets) &&
              lookup_named(s->db, &ids, catalog_languages[0], id, &s->named);
  for (size_t i = 0; fine && i < s->named.cards.n; i++)
    if (!strcmp(s->named.cards.at[i].id, id)) s->card = &s->named.cards.at[i];
  vec_free(&ids);
  if (!fine || !s->card) {
    if (why) *why = api_copy(fine ? "there is no such card" : sql_why(s->db));
    return false;
  }
  s->program = w->rules ? w->rules->program : NULL;
  s->lang = api_lang(w->language);
  s->set = w->options && *w->options;
  if (s->program && !(s->edition = api_edition(w->rules, w->options, why))) return false;
  api_library(w->library, &s->library);
  find_ledger(s);
  const LookupCard *c = s->card;
  fine = lookup_versions(s->db, c->game, c->packs, catalog_languages[0], c->id,
                         &s->versions) &&
         lookup_versions(s->db, c->game, NULL, catalog_languages[0], c->id, &s->editions);
  ids = (LookupIds){0};
  for (size_t i = 0; i < s->editions.cards.n; i++)
    vec_push(&ids, s->editions.cards.at[i].ruleset);
  fine = fine && lookup_games(s->db, &ids, s->card->id, GAMES, &s->games);
  vec_free(&ids);
  if (!fine && why) *why = api_copy(sql_why(s->db));
  return fine;
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
  INVARIANT(s->card && s->card->citations);
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
  INVARIANT(before->title && c->title && before->text && c->text);
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

/* "mygame + snow": the game with its packs. */
static const char *edition(const Show *s, const LookupCard *c)
{
  const char *name = c->game;
  for (const char *at = c->packs; *at; at += strspn(at, " ")) {
    size_t n = strcspn(at, " ");
    name = arena_printf(s->arena, "%s + %.*s", name, (int)n, at);
    at += n;
  }
  return name;
}

/* Does another edition of the game, in its newest version, have the card otherwise? */
static bool is_otherwise(const Show *s, const LookupCard *c)
{
  Buf changes = {0};
  bool other = strcmp(c->packs, s->card->packs) != 0;
  for (size_t i = 0; i < s->rulesets.n && other; i++)
    if (s->rulesets.at[i].id == c->ruleset) other = s->rulesets.at[i].newest;
  if (other) put_changes(s, s->card, c, &changes);
  other = other && changes.n;
  buf_free(&changes);
  return other;
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
  View v = view_program(s->program, s->lang);
  if (packs_credit(&packs, &v, s->card->id, &credit))
    buf_lines(b, buf_text(&credit), 2, s->width);
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
    card_head(&v, b, thing, card_copies(s->program, as_set(s), thing));
    card_values(&v, &text, thing);
    compose_thing(&v, &text, thing);
    buf_lines(b, buf_text(&text), 2, s->width);
    card_inner(&v, b, thing, s->width);
    buf_free(&text);
    put_pack(s, b);
    return;
  }
  buf_printf(b, "%s (", c->title);
  if (c->copies > 1) buf_printf(b, "%lld× ", (long long)c->copies);
  buf_printf(b, "%s)\n", c->noun);
  buf_lines(b, c->printed, 2, s->width);
  buf_lines(b, c->text, 2, s->width);
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
    buf_wrap(b, buf_text(&piles), text_width(buf_text(&head)) + 1, 2, s->width);
    buf_char(b, '\n');
    buf_free(&head);
  }
  buf_free(&piles);
}

typedef struct Shown {
  const Program *program;
  const BlockIndex *blocks;
  Buf *b;
} Shown;

static void put_change(void *user, int file, Loc loc)
{
  const Shown *s = user;
  Block at;
  block_at(s->blocks, file, loc.line, loc.col, &at);
  buf_printf(s->b, "  --> %s:%d\n",
             program_string(s->program, s->program->files[file].path), loc.line);
  block_show(s->blocks, &at, s->b);
}

static void put_source(const Show *s, Buf *b)
{
  const LookupCard *c = s->card;
  if (!c->line) return;
  buf_printf(b, "\n%s/%s\n  --> %s:%lld\n", edition(s, c), c->id, c->file,
             (long long)c->line);
  int32_t thing = s->program ? thing_of(s->program, c->id) : -1;
  if (thing < 0) return;
  BlockIndex *blocks = block_index(s->program);
  Block at;
  if (block_of(blocks, thing, &at)) block_show(blocks, &at, b);
  Shown change = {s->program, blocks, b};
  packs_changes(s->program, c->id, put_change, &change);
  block_free(blocks);
}

typedef struct Citing {
  Buf *b;
  int width;
} Citing;

static void put_cite(void *user, const char *id, const char *words)
{
  const Citing *c = user;
  Buf *b = c->b, line = {0};
  buf_printf(&line, "  %-12s ", id);
  buf_add(b, buf_text(&line));
  buf_wrap(b, words ? words : "", (int)line.n, 15, c->width);
  while (b->n && b->at[b->n - 1] == ' ') b->at[--b->n] = 0;
  buf_char(b, '\n');
  buf_free(&line);
}

/* One version, and what it has changed since another, if there is one. */
static void put_version(const Show *s, const LookupCard *before, const LookupCard *c,
                        Buf *b)
{
  Buf changes = {0}, name = {0}, date = {0}, version = {0};
  if (before) put_changes(s, before, c, &changes);
  buf_printf(&name, "%s:%lld", edition(s, c), (long long)c->ruleset);
  put_date(s, c->ruleset, &date);
  words_say(s->lang, &version, SAY_CARD_VERSION, name.at, buf_text(&date), NULL);
  buf_add(b, "  ");
  if (!before) buf_add(b, version.at);
  else
    words_say(s->lang, b, changes.n ? SAY_CARD_CHANGED : SAY_CARD_UNCHANGED, version.at,
              buf_text(&changes), NULL);
  buf_char(b, '\n');
  buf_free(&changes);
  buf_free(&name);
  buf_free(&date);
  buf_free(&version);
}

static void put_versions(const Show *s, Buf *b)
{
  buf_char(b, '\n');
  words_say(s->lang, b, SAY_CARD_VERSIONS, edition(s, s->card), NULL, NULL);
  buf_char(b, '\n');
  for (size_t i = 0; i < s->versions.cards.n; i++) {
    const LookupCard *c = &s->versions.cards.at[i];
    put_version(s, i ? c - 1 : NULL, c, b);
  }
  bool any = false;
  for (size_t i = 0; i < s->editions.cards.n; i++) {
    const LookupCard *c = &s->editions.cards.at[i];
    if (!is_otherwise(s, c)) continue;
    if (!any) {
      buf_char(b, '\n');
      words_add(s->lang, b, SAY_CARD_EDITIONS);
      buf_char(b, '\n');
    }
    any = true;
    put_version(s, s->card, c, b);
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

/* ---- for programs --------------------------------------------------------------- */

static void json_cite(void *user, const char *id, const char *words)
{
  Json *j = user;
  json_open(j, '{');
  json_key_text(j, "id", id);
  json_key_text(j, "words", words);
  json_close(j, '}');
}

static void json_version(const Show *s, Json *j, const LookupCard *before,
                         const LookupCard *c)
{
  Buf date = {0}, changes = {0};
  put_date(s, c->ruleset, &date);
  if (before) put_changes(s, before, c, &changes);
  json_open(j, '{');
  json_key_int(j, "version", c->ruleset);
  json_key_text(j, "edition", edition(s, c));
  json_key_text(j, "stored", buf_text(&date));
  json_key_bool(j, "changed", changes.n > 0);
  json_key_text(j, "text", c->text);
  json_close(j, '}');
  buf_free(&date);
  buf_free(&changes);
}

static void json_versions(const Show *s, Json *j)
{
  json_key_open(j, "versions", '[');
  for (size_t i = 0; i < s->versions.cards.n; i++) {
    const LookupCard *c = &s->versions.cards.at[i];
    json_version(s, j, i ? c - 1 : NULL, c);
  }
  json_close(j, ']');
  json_key_open(j, "editions", '[');
  for (size_t i = 0; i < s->editions.cards.n; i++)
    if (is_otherwise(s, &s->editions.cards.at[i]))
      json_version(s, j, s->card, &s->editions.cards.at[i]);
  json_close(j, ']');
}

static void json_games(const Show *s, Json *j)
{
  json_key_open(j, "games", '{');
  json_key_int(j, "found", s->games.found);
  json_key_int(j, "events", s->games.events);
  json_key_int(j, "told", s->games.told);
  json_key_int(j, "untold", s->games.untold);
  json_key_open(j, "newest", '[');
  for (size_t i = 0; i < s->games.games.n; i++) {
    const LookupGame *g = &s->games.games.at[i];
    json_open(j, '{');
    json_key_int(j, "game", g->game);
    json_key_int(j, "moves", g->moves);
    json_key_int(j, "acts", g->acts);
    json_key_int(j, "first", g->first);
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
  face_keys(j, &v, thing, card_copies(s->program, as_set(s), thing));
  json_close(j, '}');
}

/* ---- both ----------------------------------------------------------------------- */

char *regel_card_page(regel_store *store, const regel_data *card,
                      const regel_card_wish *w, int width, char **why)
{
  INVARIANT(store && card && w && width > 16);
  Show s;
  Buf b = {0};
  show_begin(&s, store);
  s.width = width;
  bool fine = gather(&s, card, w, why);
  if (fine) {
    put_head(&s, &b);
    put_source(&s, &b);
    if (*s.card->citations) {
      buf_char(&b, '\n');
      words_add(s.lang, &b, SAY_CARD_CITES);
      buf_char(&b, '\n');
      each_cite(&s, put_cite, &(Citing){&b, width});
    }
    put_versions(&s, &b);
    put_games(&s, &b);
  }
  show_end(&s);
  return fine ? buf_take(&b) : NULL;
}

regel_data *regel_card(regel_store *store, const regel_data *card,
                       const regel_card_wish *w, char **why)
{
  INVARIANT(store && card && w);
  Show s;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  show_begin(&s, store);
  bool fine = gather(&s, card, w, why);
  if (fine) {
    json_open(&j, '{');
    json_key_int(&j, "schema", JSON_SCHEMA);
    lookup_card_json(&j, s.db, s.card);
    json_face(&s, &j);
    json_key_open(&j, "rules", '[');
    each_cite(&s, json_cite, &j);
    json_close(&j, ']');
    json_versions(&s, &j);
    json_games(&s, &j);
    json_close(&j, '}');
  }
  show_end(&s);
  if (fine) return api_data(arena, &j);
  arena_free(arena);
  return NULL;
}
