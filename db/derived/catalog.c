#include "db/derived/catalog.h"
#include "db/stored.h"
#include "interp/text/block.h"
#include "interp/text/card/card.h"
#include "interp/text/card/compose.h"
#include "interp/base/invariant.h"

#include <string.h>

const char *const catalog_languages[] = {"en", NULL};

/* ---- one card as columns -------------------------------------------------------- */

enum {
  CARD,
  KIND,
  COPIES,
  FILE_,
  LINE,
  LAST,
  CITATIONS,
  TITLE,
  NOUN,
  PRINTED,
  TEXT,
  COLUMNS
};
enum { TEXTS = TITLE }; /* from here on the columns are those of card_texts */

typedef struct Cell {
  bool is_int;
  int64_t number;
  const char *text; /* NULL and not a number: null */
} Cell;

typedef struct Maker {
  const Program *program;
  const Lang *lang; /* NULL: the source's */
  Vm *edition;      /* in which cards are as packs have them */
  BlockIndex *blocks;
  Buf bufs[COLUMNS]; /* what the cells of a row stand in */
} Maker;

static Cell number(int64_t n) { return (Cell){true, n, NULL}; }
static Cell text(const char *s) { return (Cell){false, 0, s}; }

static Maker maker_new(const Program *p)
{
  return (Maker){.program = p, .edition = card_edition(p), .blocks = block_index(p)};
}

static void maker_free(Maker *m)
{
  for (int i = 0; i < COLUMNS; i++) buf_free(&m->bufs[i]);
  if (m->edition) vm_free(m->edition);
  block_free(m->blocks);
}

/* Valid until the next row is made. */
static void make_row(Maker *m, int32_t thing, Cell row[COLUMNS])
{
  INVARIANT(thing >= 0 && thing < m->program->n_things);
  const Program *p = m->program;
  const PThing *t = &p->things[thing];
  const PKind *k = &p->kinds[t->kind];
  View v = view_program(p, m->lang);
  v.edition = m->edition;
  Block at;
  for (int i = 0; i < COLUMNS; i++) buf_clear(&m->bufs[i]);
  block_cites(m->blocks, thing, &m->bufs[CITATIONS]);
  render_thing(&v, &m->bufs[TITLE], thing);
  render_name(&v, &m->bufs[NOUN], NAME_KIND, t->kind, NULL, NULL);
  card_values(&v, &m->bufs[PRINTED], thing);
  compose_thing(&v, &m->bufs[TEXT], thing);
  for (int i = 0; i < COLUMNS; i++) row[i] = text(buf_text(&m->bufs[i]));
  row[CARD] = text(program_string(p, t->name));
  row[KIND] = text(program_string(p, k->name));
  row[COPIES] = number(card_copies(p, NULL, thing));
  row[FILE_] = row[LINE] = row[LAST] = text(NULL);
  if (!block_of(m->blocks, thing, &at)) return;
  row[FILE_] = text(program_string(p, p->files[at.file].path));
  row[LINE] = number(at.line);
  row[LAST] = number(at.last_line);
}

/* Calls fn with each card, in the order of the catalog, until it says no. */
typedef bool (*CardFn)(void *user, int32_t thing);
static bool each_card(const Program *p, CardFn fn, void *user)
{
  INVARIANT(p && p->header);
  for (int k = 0; k < p->n_kinds; k++) {
    if (!card_kind(p, k)) continue;
    int32_t end = p->kinds[k].first + p->kinds[k].count;
    for (int32_t i = p->kinds[k].first; i < end; i++)
      if (p->things[i].face == i && card_copies(p, NULL, i) && !fn(user, i)) return false;
  }
  return true;
}

/* Calls fn with each kind of cards (field -1) and each pile that such cards can lie in.
 */
typedef bool (*DeckFn)(void *user, int kind, int field);
static bool each_deck(const Program *p, DeckFn fn, void *user)
{
  INVARIANT(p && p->header);
  for (int k = 0; k < p->n_kinds; k++) {
    if (!card_kind(p, k)) continue;
    if (!fn(user, k, -1)) return false;
    for (int f = 0; f < p->n_fields; f++)
      if (p->fields[f].flags & FIELD_PILE && p->types[p->fields[f].type].kind == k &&
          !fn(user, k, f))
        return false;
  }
  return true;
}

/* ---- adding --------------------------------------------------------------------- */

typedef struct Adding {
  Db *db;
  int64_t ruleset, n, id;
  const char *code; /* of the language */
  Maker maker;
} Adding;

static void put(Query *q, int at, const Cell *c)
{
  if (c->is_int) sql_put_int(q, at, c->number);
  else sql_put_text(q, at, c->text);
}

static bool add_texts(const Adding *a, const Cell row[COLUMNS])
{
  Query *q = sql_query(a->db, "INSERT INTO card_texts VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  sql_put_int(q, 1, a->id + a->n);
  sql_put_int(q, 2, a->ruleset);
  sql_put_int(q, 3, a->n);
  sql_put_text(q, 4, a->code);
  for (int i = TEXTS; i < COLUMNS; i++) put(q, i - TEXTS + 5, &row[i]);
  return sql_run(q);
}

static bool add_translation(void *user, int32_t thing)
{
  Adding *a = user;
  Cell row[COLUMNS];
  make_row(&a->maker, thing, row);
  a->n++;
  return add_texts(a, row);
}

static bool add_card(void *user, int32_t thing)
{
  Adding *a = user;
  Cell row[COLUMNS];
  make_row(&a->maker, thing, row);
  a->n++;
  Query *q = sql_query(a->db, "INSERT INTO cards VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  sql_put_int(q, 1, a->ruleset);
  sql_put_int(q, 2, a->n);
  for (int i = 0; i < TEXTS; i++) put(q, i + 3, &row[i]);
  return sql_run(q) && add_texts(a, row);
}

static void deck_title(const Program *p, int kind, int field, Buf *b)
{
  View v = view_program(p, NULL);
  if (field < 0) render_name(&v, b, NAME_KIND, kind, NULL, NULL);
  else render_name(&v, b, NAME_FIELD, field, NULL, NULL);
}

static const char *deck_id(const Program *p, int kind, int field)
{
  return program_string(p, field < 0 ? p->kinds[kind].name : p->fields[field].name);
}

static bool add_deck(void *user, int kind, int field)
{
  Adding *a = user;
  const Program *p = a->maker.program;
  Buf title = {0};
  deck_title(p, kind, field, &title);
  /* Players, places and the game itself may each have a pile of the same name. */
  Query *q = sql_query(a->db, "INSERT OR IGNORE INTO decks VALUES (?, ?, ?, ?, ?)");
  sql_put_int(q, 1, a->ruleset);
  sql_put_text(q, 2, program_string(p, p->kinds[kind].name));
  sql_put_text(q, 3, field < 0 ? "kind" : "pile");
  sql_put_text(q, 4, deck_id(p, kind, field));
  sql_put_text(q, 5, buf_text(&title));
  buf_free(&title);
  return sql_run(q);
}

static bool index_cards(const Adding *a)
{
  Query *q = sql_query(a->db, "INSERT INTO card_search (rowid, title, text, kind, "
                              "citations) SELECT id, title, text, kind, citations "
                              "FROM card_words WHERE id > ? ORDER BY id");
  sql_put_int(q, 1, a->id);
  return sql_run(q);
}

static bool has(Db *db, int64_t ruleset)
{
  Query *q = sql_query(db, "SELECT 1 FROM catalog WHERE ruleset = ?");
  sql_put_int(q, 1, ruleset);
  bool found = sql_next(q);
  sql_done(q);
  return found;
}

bool catalog_add(Db *db, int64_t ruleset, const Program *p)
{
  INVARIANT(ruleset > 0 && p && p->header);
  if (!sql_begin(db)) return false;
  if (!has(db, ruleset)) {
    Adding a = {.db = db,
                .ruleset = ruleset,
                .code = catalog_languages[0],
                .maker = maker_new(p)};
    a.id = sql_number(db, "SELECT coalesce(max(id), 0) FROM card_texts", 0);
    if (each_card(p, add_card, &a) && each_deck(p, add_deck, &a)) index_cards(&a);
    maker_free(&a.maker);
    Query *q = sql_query(db, "INSERT INTO catalog VALUES (?, ?)");
    sql_put_int(q, 1, ruleset);
    sql_put_int(q, 2, a.n);
    sql_run(q);
  }
  return sql_commit(db);
}

/* A translation may have changed since: what is there of it goes. */
static bool drop_texts(Db *db, int64_t ruleset, const char *code)
{
  static const char *const steps[] = {
      "INSERT INTO card_search (card_search, rowid, title, text, kind, citations) SELECT "
      "'delete', id, title, text, kind, citations FROM card_words WHERE id IN (SELECT id "
      "FROM card_texts WHERE ruleset = ? AND lang = ?)",
      "DELETE FROM card_texts WHERE ruleset = ? AND lang = ?"};
  bool fine = true;
  for (int i = 0; i < 2 && fine; i++) {
    Query *q = sql_query(db, steps[i]);
    sql_put_int(q, 1, ruleset);
    sql_put_text(q, 2, code);
    fine = sql_run(q);
  }
  return fine;
}

bool catalog_translate(Db *db, int64_t ruleset, const Program *p, const char *code,
                       const Lang *lang)
{
  INVARIANT(ruleset > 0 && p && code && strcmp(code, catalog_languages[0]) != 0);
  if (!sql_begin(db)) return false;
  if (has(db, ruleset) && drop_texts(db, ruleset, code)) {
    Adding a = {.db = db, .ruleset = ruleset, .code = code, .maker = maker_new(p)};
    a.maker.lang = lang;
    a.id = sql_number(db, "SELECT coalesce(max(id), 0) FROM card_texts", 0);
    if (each_card(p, add_translation, &a)) index_cards(&a);
    maker_free(&a.maker);
  }
  return sql_commit(db);
}

/* The first ruleset after `id` that is missing; 0 if there is none. */
static int64_t next_missing(Db *db, int64_t id)
{
  Query *q = sql_query(db, "SELECT min(id) FROM rulesets WHERE id > ? AND id NOT IN "
                           "(SELECT ruleset FROM catalog)");
  sql_put_int(q, 1, id);
  int64_t next = sql_next(q) ? sql_int(q, 0) : 0;
  sql_done(q);
  return next;
}

bool catalog_fill(Db *db, Buf *why)
{
  for (int64_t id = 0; (id = next_missing(db, id));) {
    Seal seal;
    Program *p = stored_program(db, id, &seal);
    if (!p && sql_fault(db) == DB_DAMAGED) {
      buf_printf(why, "%s\n", sql_why(db));
      sql_forgive(db);
      continue;
    }
    if (p) catalog_add(db, id, p);
    if (p) program_free(p);
    if (sql_fault(db)) return false;
  }
  return !sql_fault(db);
}

int64_t catalog_missing(Db *db)
{
  return sql_number(
      db, "SELECT count(*) FROM rulesets WHERE id NOT IN (SELECT ruleset FROM catalog)",
      0);
}

bool catalog_drop(Db *db)
{
  if (!sql_begin(db)) return false;
  sql_do(db, "INSERT INTO card_search (card_search) VALUES ('delete-all');"
             "DELETE FROM card_texts; DELETE FROM decks; DELETE FROM cards;"
             "DELETE FROM catalog");
  return sql_commit(db);
}

/* ---- comparing ------------------------------------------------------------------ */

typedef struct Comparing {
  Db *db;
  Query *rows;
  int64_t ruleset, n, decks;
  Maker maker;
} Comparing;

static bool same(Query *q, int column, const Cell *c)
{
  if (!c->is_int && !c->text) return sql_is_null(q, column);
  if (sql_is_null(q, column)) return false;
  if (c->is_int) return sql_int(q, column) == c->number;
  return !strcmp(sql_text(q, column), c->text);
}

static bool compare_card(void *user, int32_t thing)
{
  Comparing *c = user;
  Cell row[COLUMNS];
  c->n++;
  if (!sql_next(c->rows) || sql_int(c->rows, 0) != c->n) return false;
  make_row(&c->maker, thing, row);
  for (int i = 0; i < COLUMNS; i++)
    if (!same(c->rows, i + 1, &row[i])) return false;
  return true;
}

static bool compare_cards(Comparing *c)
{
  c->rows = sql_query(
      c->db, "SELECT c.n, c.card, c.kind, c.copies, c.file, c.line, c.last, c.citations, "
             "t.title, t.kind, t.printed, t.text FROM cards c LEFT JOIN card_texts t "
             "ON t.ruleset = c.ruleset AND t.n = c.n AND t.lang = 'en' "
             "WHERE c.ruleset = ? ORDER BY c.n");
  sql_put_int(c->rows, 1, c->ruleset);
  bool fine = each_card(c->maker.program, compare_card, c);
  if (fine && sql_next(c->rows)) c->n++, fine = false; /* one too many */
  sql_done(c->rows);
  return fine;
}

/* Of piles with the same name the first one's title stands in the table. */
static bool is_second(const Program *p, int kind, int field)
{
  for (int f = 0; f < field; f++)
    if (p->fields[f].flags & FIELD_PILE && p->types[p->fields[f].type].kind == kind &&
        !strcmp(deck_id(p, kind, f), deck_id(p, kind, field)))
      return true;
  return false;
}

static bool compare_deck(void *user, int kind, int field)
{
  Comparing *c = user;
  const Program *p = c->maker.program;
  if (is_second(p, kind, field)) return true;
  Query *q =
      sql_query(c->db, "SELECT title FROM decks WHERE ruleset = ? AND kind = ? AND "
                       "form = ? AND deck = ?");
  sql_put_int(q, 1, c->ruleset);
  sql_put_text(q, 2, program_string(p, p->kinds[kind].name));
  sql_put_text(q, 3, field < 0 ? "kind" : "pile");
  sql_put_text(q, 4, deck_id(p, kind, field));
  Buf title = {0};
  deck_title(p, kind, field, &title);
  bool fine = sql_next(q) && !strcmp(sql_text(q, 0), buf_text(&title));
  sql_done(q);
  buf_free(&title);
  c->decks++;
  return fine;
}

/* Rows of a table that belong to a ruleset. */
static int64_t count(Db *db, const char *sql, int64_t ruleset)
{
  Query *q = sql_query(db, sql);
  sql_put_int(q, 1, ruleset);
  int64_t n = sql_next(q) ? sql_int(q, 0) : -1;
  sql_done(q);
  return n;
}

bool catalog_compare(Db *db, int64_t ruleset, const Program *p, Buf *why)
{
  INVARIANT(ruleset > 0 && p && why);
  if (!has(db, ruleset)) return !sql_fault(db);
  Comparing c = {.db = db, .ruleset = ruleset, .maker = maker_new(p)};
  const char *wrong = NULL;
  bool cards = compare_cards(&c);
  if (cards &&
      (count(db, "SELECT count(*) FROM card_texts WHERE ruleset = ? AND lang = 'en'",
             ruleset) != c.n ||
       count(db, "SELECT cards FROM catalog WHERE ruleset = ?", ruleset) != c.n))
    wrong = "the number of its cards";
  else if (cards && (!each_deck(p, compare_deck, &c) ||
                     count(db, "SELECT count(*) FROM decks WHERE ruleset = ?", ruleset) !=
                         c.decks))
    wrong = "its list of decks";
  maker_free(&c.maker);
  if (sql_fault(db)) return false;
  if (!cards)
    buf_printf(why, "ruleset %lld: card %lld is not what the rules give\n",
               (long long)ruleset, (long long)c.n);
  else if (wrong)
    buf_printf(why, "ruleset %lld: %s is not what the rules give\n", (long long)ruleset,
               wrong);
  return cards && !wrong;
}

bool catalog_compare_index(Db *db, Buf *why)
{
  if (sql_fault(db)) return false;
  sql_do(db, "INSERT INTO card_search (card_search, rank) VALUES ('integrity-check', 1)");
  if (sql_fault(db) == DB_READONLY) sql_forgive(db);
  /* Where nothing may be written, at least every card must be there. */
  bool whole =
      sql_fault(db) || sql_number(db,
                                  "SELECT (SELECT count(*) FROM card_search_docsize) = "
                                  "(SELECT count(*) FROM card_texts)",
                                  1);
  if (whole && sql_fault(db) != DB_DAMAGED) return !sql_fault(db);
  sql_forgive(db);
  buf_add(why, "the index of the cards' words does not fit the cards\n");
  return false;
}

int64_t catalog_count(Db *db) { return sql_number(db, "SELECT count(*) FROM cards", 0); }
