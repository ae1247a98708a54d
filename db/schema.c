/* Every column is explained where it stands, and SQLite keeps these words: `.schema` in
 * its shell shows them.  Each entry of `versions` brings a database from the version
 * before it to its own; an entry that was released is never changed again. */
#include "db/schema.h"
#include "db/chain.h"
#include "db/stored.h"
#include "interp/base/buf.h"

#include <stdio.h>
#include <string.h>

enum { OURS = 0x5265676C /* "Regl", in the file's head: whose database this is */ };

#define ROWS_ARE_KEPT(table)                                                             \
  "CREATE TRIGGER " table "_are_kept BEFORE UPDATE ON " table                            \
  " BEGIN SELECT RAISE(ABORT, 'facts are never rewritten'); END;"
#define FACTS_ARE_KEPT(table)                                                            \
  ROWS_ARE_KEPT(table)                                                                   \
  "CREATE TRIGGER " table "_stay BEFORE DELETE ON " table                                \
  " BEGIN SELECT RAISE(ABORT, 'facts are never deleted'); END;"

/* Tables without a hidden row number: where it stood for the key, the row itself would
 * keep an empty place that nobody reads, and a change there would not show.
 *
 * The words in a script are a part of the database that `db check` compares: they stay as
 * they were written.  A reason is by now also why somebody wins (`win WHO because`), not
 * only why nobody does. */
static const char facts[] =
    "CREATE TABLE rulesets (\n"
    "  id          INTEGER PRIMARY KEY, -- number in this database\n"
    "  fingerprint BLOB NOT NULL UNIQUE,-- of the rules' content, wherever the files "
    "lay\n"
    "  name        TEXT NOT NULL,       -- as written in `game NAME`\n"
    "  title       TEXT NOT NULL,       -- as players read it\n"
    "  stored      INTEGER NOT NULL,    -- when: milliseconds since 1970 (UTC)\n"
    "  format      INTEGER NOT NULL,    -- version of the bytecode\n"
    "  program     BLOB NOT NULL,       -- bytecode with its sources, texts and "
    "citations\n"
    "  seal        BLOB NOT NULL        -- BLAKE2b over all of this row\n"
    ") STRICT;\n"
    "CREATE TABLE games (\n"
    "  id       INTEGER PRIMARY KEY, -- what `regel replay` is given; without gaps\n"
    "  ruleset  INTEGER NOT NULL REFERENCES rulesets(id), -- the rules it carries\n"
    "  begun    INTEGER NOT NULL,    -- when: milliseconds since 1970 (UTC)\n"
    "  origin   TEXT NOT NULL CHECK (origin IN ('play', 'sim', 'referee', 'import', "
    "'explore')),\n"
    "                                -- which command it comes from\n"
    "  seed     INTEGER NOT NULL,    -- of the game's own chance (64 bits, signed)\n"
    "  settings TEXT NOT NULL,       -- options that were set: \"version=base "
    "mover=trigger\"\n"
    "  start    INTEGER NOT NULL,    -- hash of the state before the first answer\n"
    "  seal     BLOB NOT NULL        -- BLAKE2b over this row, its seats, its ruleset's\n"
    "                                -- seal and the seal of the game before it\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE seats (\n"
    "  game  INTEGER NOT NULL REFERENCES games(id), -- at whose table\n"
    "  seat  INTEGER NOT NULL, -- from 1\n"
    "  name  TEXT NOT NULL,    -- the player's; empty if none was given\n"
    "  taken TEXT NOT NULL,    -- by whom: 'person', 'bot look 30', 'bot random'\n"
    "  PRIMARY KEY (game, seat)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE steps (\n"
    "  game   INTEGER NOT NULL REFERENCES games(id), -- in which it was given\n"
    "  n      INTEGER NOT NULL, -- from 1, without gaps\n"
    "  seat   INTEGER,          -- who answered, from 1; null: chance\n"
    "  answer INTEGER NOT NULL, -- which of the answers offered, from 0; -k takes back\n"
    "                           -- all answers from step k on\n"
    "  after  INTEGER NOT NULL, -- when: milliseconds since the game began\n"
    "  state  INTEGER NOT NULL, -- hash of the state after it, at the next pause\n"
    "  link   BLOB NOT NULL,    -- BLAKE2b over this row and the link before it\n"
    "  PRIMARY KEY (game, n)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE endings (\n"
    "  game    INTEGER PRIMARY KEY REFERENCES games(id), -- a game without one goes on\n"
    "  steps   INTEGER NOT NULL, -- how many there are\n"
    "  winners INTEGER NOT NULL, -- bit 0 is the first seat\n"
    "  reason  TEXT NOT NULL,    -- why nobody wins, as the rules say it; else empty\n"
    "  error   TEXT NOT NULL,    -- code of the rule error that ended it; else empty\n"
    "  seal    BLOB NOT NULL     -- BLAKE2b over this row and the last link\n"
    ") STRICT, WITHOUT ROWID;\n" FACTS_ARE_KEPT("rulesets") FACTS_ARE_KEPT("games")
        FACTS_ARE_KEPT("seats") FACTS_ARE_KEPT("steps") FACTS_ARE_KEPT("endings");

static const char views[] =
    "CREATE TABLE events (\n"
    "  game     INTEGER NOT NULL REFERENCES games(id), -- in which it happened\n"
    "  n        INTEGER NOT NULL, -- from 1, in the order in which things happened\n"
    "  step     INTEGER NOT NULL, -- the answer after which it happened; 0: the set-up\n"
    "  kind     TEXT NOT NULL,    -- decide, chance, verb, note, change, move, shuffle,\n"
    "                             -- reveal, gather, end\n"
    "  cause    INTEGER,          -- the event that it came from; null: the set-up\n"
    "  decision INTEGER,          -- step of the nearest decision among its causes\n"
    "  chance   INTEGER,          -- step of the nearest chance among its causes\n"
    "  rule     TEXT,             -- the row of the rulebook's ledger that is cited "
    "there\n"
    "  file     TEXT,             -- the source file of the line that did it\n"
    "  line     INTEGER,          -- that line, from 1\n"
    "  verb     TEXT,             -- the verb or rule that was running\n"
    "  card     TEXT,             -- the card or other thing whose rule that is (its "
    "id)\n"
    "  seat     INTEGER,          -- who acts, from 1\n"
    "  field    TEXT,             -- change: the field; move, shuffle: the pile now\n"
    "  thing    TEXT,             -- what changes, moves, is shown or drawn (its id)\n"
    "  per      TEXT,             -- change: where a field has a value for each of "
    "these\n"
    "  old      ANY,              -- change: value before; move: the pile before\n"
    "  now      ANY,              -- change: value after; decide, chance: what was "
    "chosen;\n"
    "                             -- move, shuffle: the pile; reveal: who sees it\n"
    "  says     TEXT,             -- the sentence of the log, for one who sees all\n"
    "  PRIMARY KEY (game, n)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX events_by_field ON events (field, thing);\n"
    "CREATE INDEX events_by_card ON events (card);\n"
    "CREATE INDEX events_by_thing ON events (thing);\n"
    "CREATE TABLE told (\n"
    "  game  INTEGER PRIMARY KEY REFERENCES games(id), -- a game whose events are there\n"
    "  steps INTEGER NOT NULL -- up to this step\n"
    ") STRICT;\n"
    "CREATE VIEW results AS -- one row a game, with the winners by name\n"
    "  SELECT g.id AS game, r.name AS ruleset, g.origin, g.settings,\n"
    "    (SELECT count(*) FROM seats s WHERE s.game = g.id) AS players,\n"
    "    (SELECT count(*) FROM steps s WHERE s.game = g.id) AS steps,\n"
    "    e.game IS NOT NULL AS over, e.winners, e.reason, e.error,\n"
    "    (SELECT group_concat(CASE s.name WHEN '' THEN 'Player ' || s.seat ELSE s.name "
    "END,\n"
    "            ', ') FROM seats s\n"
    "     WHERE s.game = g.id AND e.winners >> (s.seat - 1) & 1) AS won_by\n"
    "  FROM games g JOIN rulesets r ON r.id = g.ruleset LEFT JOIN endings e ON e.game = "
    "g.id;\n"
    "CREATE VIEW wins_by_seat AS -- how often each seat is among the winners\n"
    "  SELECT r.name AS ruleset, s.seat, count(*) AS games,\n"
    "    sum(e.winners >> (s.seat - 1) & 1) AS wins\n"
    "  FROM seats s JOIN games g ON g.id = s.game JOIN rulesets r ON r.id = g.ruleset\n"
    "  JOIN endings e ON e.game = g.id GROUP BY r.name, s.seat;\n"
    "CREATE VIEW rule_use AS -- how often each cited rule did something\n"
    "  SELECT r.name AS ruleset, e.rule, count(*) AS events, count(DISTINCT e.game) AS "
    "games\n"
    "  FROM events e JOIN games g ON g.id = e.game JOIN rulesets r ON r.id = g.ruleset\n"
    "  WHERE e.rule IS NOT NULL GROUP BY r.name, e.rule;\n"
    "CREATE VIEW card_use AS -- how often the rules of each card did something\n"
    "  SELECT r.name AS ruleset, e.card, count(*) AS events, count(DISTINCT e.game) AS "
    "games\n"
    "  FROM events e JOIN games g ON g.id = e.game JOIN rulesets r ON r.id = g.ruleset\n"
    "  WHERE e.card IS NOT NULL GROUP BY r.name, e.card;\n";

/* The cards of every ruleset.  They hang on rulesets alone, not on games. */
static const char cards[] =
    "CREATE TABLE catalog (\n"
    "  ruleset INTEGER PRIMARY KEY REFERENCES rulesets(id), -- its cards are there\n"
    "  cards   INTEGER NOT NULL -- how many; 0 is possible\n"
    ") STRICT;\n"
    "CREATE TABLE cards (\n"
    "  ruleset   INTEGER NOT NULL REFERENCES rulesets(id), -- whose card it is\n"
    "  n         INTEGER NOT NULL, -- from 1: kind by kind, in the order of the source\n"
    "  card      TEXT NOT NULL,    -- its id, as in events.thing and events.card\n"
    "  kind      TEXT NOT NULL,    -- its kind (id)\n"
    "  copies    INTEGER NOT NULL, -- how many of it there are\n"
    "  file      TEXT,             -- where it is written, as the program names the "
    "file\n"
    "  line      INTEGER,          -- the first line of its block\n"
    "  last      INTEGER,          -- the last one\n"
    "  citations TEXT NOT NULL,    -- rows of the ledger that its rules cite, divided "
    "by\n"
    "                              -- spaces\n"
    "  PRIMARY KEY (ruleset, n)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX cards_by_id ON cards (card);\n"
    "CREATE TABLE decks (\n"
    "  ruleset INTEGER NOT NULL REFERENCES rulesets(id), -- whose deck it is\n"
    "  kind    TEXT NOT NULL, -- cards of this kind (id) ...\n"
    "  form    TEXT NOT NULL CHECK (form IN ('kind', 'pile')),\n"
    "                         -- ... are the kind itself, or can lie in a pile\n"
    "  deck    TEXT NOT NULL, -- id of that kind or pile\n"
    "  title   TEXT NOT NULL, -- as players read it\n"
    "  PRIMARY KEY (ruleset, kind, form, deck)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE card_texts (\n"
    "  id      INTEGER PRIMARY KEY, -- the row of card_search\n"
    "  ruleset INTEGER NOT NULL,    -- with n: which card\n"
    "  n       INTEGER NOT NULL,    -- its number there, as in cards.n\n"
    "  lang    TEXT NOT NULL,       -- language: 'en'\n"
    "  title   TEXT NOT NULL,       -- as players read it\n"
    "  kind    TEXT NOT NULL,       -- its kind, as players read it\n"
    "  printed TEXT NOT NULL,       -- printed values, a line each: 'Start value: 4'\n"
    "  text    TEXT NOT NULL,       -- what it does, composed from its rules\n"
    "  UNIQUE (ruleset, n, lang),\n"
    "  FOREIGN KEY (ruleset, n) REFERENCES cards(ruleset, n)\n"
    ") STRICT;\n"
    "CREATE VIEW card_words AS -- what can be searched for\n"
    "  SELECT t.id, t.title, t.printed || t.text AS text, t.kind, c.citations\n"
    "  FROM card_texts t JOIN cards c ON c.ruleset = t.ruleset AND c.n = t.n;\n"
    "CREATE VIRTUAL TABLE card_search -- index of card_words, whose columns it has\n"
    "  USING fts5(title, text, kind, citations, content='card_words', "
    "content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');\n";

/* Chance that nobody can guess, and endings that nobody can take back. */
static const char chain[] =
    "CREATE TABLE seeds (\n"
    "  game       INTEGER PRIMARY KEY REFERENCES games(id), -- every game since version "
    "3\n"
    "  commitment BLOB NOT NULL, -- BLAKE2b over the seed: the game's seal covers it\n"
    "  secret     BLOB           -- 16 bytes that chance comes from, told after the "
    "end;\n"
    "                            -- null: games.seed is open\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE chain (\n"
    "  n    INTEGER PRIMARY KEY, -- from 1, without gaps, in the order in which things "
    "happened\n"
    "  what TEXT NOT NULL CHECK (what IN ('before', 'begin', 'end')),\n"
    "                            -- a game began or ended; all games of before version "
    "3\n"
    "  game INTEGER NOT NULL,    -- which; before: how many there were\n"
    "  upto INTEGER NOT NULL,    -- begin: how many steps the game before it had then\n"
    "  seal BLOB NOT NULL        -- of the game or ending, which covers the entry "
    "before\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX chain_by_game ON chain (game, what);\n" FACTS_ARE_KEPT("seeds")
        FACTS_ARE_KEPT("chain");

/* A game's seal covers a mark of each name in place of the name, so that a name can be
 * taken out and every seal still holds. */
static const char marks[] =
    "CREATE TABLE marks (\n"
    "  game INTEGER NOT NULL REFERENCES games(id), -- every name since version 4\n"
    "  seat INTEGER NOT NULL, -- from 1\n"
    "  mark BLOB NOT NULL,    -- BLAKE2b over salt and name: the game's seal covers it\n"
    "  PRIMARY KEY (game, seat)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE salts (\n"
    "  game INTEGER NOT NULL REFERENCES games(id), -- of a mark whose name is there\n"
    "  seat INTEGER NOT NULL, -- from 1\n"
    "  salt BLOB NOT NULL,    -- without it nobody can try names against the mark; gone\n"
    "                         -- with the name\n"
    "  PRIMARY KEY (game, seat)\n"
    ") STRICT, WITHOUT ROWID;\n" FACTS_ARE_KEPT("marks");

/* A ruleset is known by its sources; other compilers make other code of them, and a game
 * is played again with the code that played it. */
static const char images[] =
    "CREATE TABLE images (\n"
    "  id      INTEGER PRIMARY KEY, -- number in this database, without gaps\n"
    "  ruleset INTEGER NOT NULL REFERENCES rulesets(id), -- of whose sources it is made\n"
    "  code    BLOB NOT NULL,       -- fingerprint of the code; rulesets.program has "
    "another\n"
    "  stored  INTEGER NOT NULL,    -- when: milliseconds since 1970 (UTC)\n"
    "  format  INTEGER NOT NULL,    -- version of the bytecode\n"
    "  program BLOB NOT NULL,       -- bytecode with its sources, texts and citations\n"
    "  seal    BLOB NOT NULL,       -- BLAKE2b over all of this row\n"
    "  UNIQUE (ruleset, code)\n"
    ") STRICT;\n"
    "CREATE TABLE played (\n"
    "  game  INTEGER PRIMARY KEY REFERENCES games(id), -- not by rulesets.program, but\n"
    "  image INTEGER NOT NULL REFERENCES images(id)    -- by this; the game's seal "
    "covers "
    "it\n"
    ") STRICT, WITHOUT ROWID;\n" FACTS_ARE_KEPT("images") FACTS_ARE_KEPT("played");

/* Games of the lab: which game of which plan each one is. */
static const char trials[] =
    "CREATE TABLE trials (\n"
    "  game   INTEGER PRIMARY KEY REFERENCES games(id), -- played by a plan; the game's "
    "seal\n"
    "                           -- covers this row\n"
    "  plan   TEXT NOT NULL,    -- hash of the plan, as it stands in its parts\n"
    "  cell   INTEGER NOT NULL, -- which of its cells, from 0\n"
    "  number INTEGER NOT NULL, -- which game of the cell, from 0\n"
    "  UNIQUE (plan, cell, number)\n"
    ") STRICT, WITHOUT ROWID;\n" FACTS_ARE_KEPT("trials");

/* A game with packs is another game than without them: what is said of one is not said
 * of the other.  The names follow from the sources, which the row's seal covers. */
static const char packs[] =
    "DROP TRIGGER rulesets_are_kept;\n"
    "ALTER TABLE rulesets ADD COLUMN packs TEXT NOT NULL DEFAULT '' /* names of the "
    "packs "
    "that came along, sorted, divided by spaces */;\n"
    /* Cards are made again: what packs change stood there as the game had it. */
    "INSERT INTO card_search (card_search) VALUES ('delete-all'); DELETE FROM "
    "card_texts;\n"
    "DELETE FROM decks; DELETE FROM cards; DELETE FROM catalog;\n"
    "DROP VIEW results; DROP VIEW wins_by_seat; DROP VIEW rule_use; DROP VIEW card_use;\n"
    "CREATE VIEW results AS -- one row a game, with the winners by name\n"
    "  SELECT g.id AS game, r.name AS ruleset, g.origin, g.settings,\n"
    "    (SELECT count(*) FROM seats s WHERE s.game = g.id) AS players,\n"
    "    (SELECT count(*) FROM steps s WHERE s.game = g.id) AS steps,\n"
    "    e.game IS NOT NULL AS over, e.winners, e.reason, e.error,\n"
    "    (SELECT group_concat(CASE s.name WHEN '' THEN 'Player ' || s.seat ELSE s.name "
    "END,\n"
    "            ', ') FROM seats s\n"
    "     WHERE s.game = g.id AND e.winners >> (s.seat - 1) & 1) AS won_by, r.packs\n"
    "  FROM games g JOIN rulesets r ON r.id = g.ruleset LEFT JOIN endings e ON e.game = "
    "g.id;\n"
    "CREATE VIEW wins_by_seat AS -- how often each seat is among the winners\n"
    "  SELECT r.name AS ruleset, s.seat, count(*) AS games,\n"
    "    sum(e.winners >> (s.seat - 1) & 1) AS wins, r.packs\n"
    "  FROM seats s JOIN games g ON g.id = s.game JOIN rulesets r ON r.id = g.ruleset\n"
    "  JOIN endings e ON e.game = g.id GROUP BY r.name, r.packs, s.seat;\n"
    "CREATE VIEW rule_use AS -- how often each cited rule did something\n"
    "  SELECT r.name AS ruleset, e.rule, count(*) AS events, count(DISTINCT e.game) AS "
    "games,\n"
    "    r.packs\n"
    "  FROM events e JOIN games g ON g.id = e.game JOIN rulesets r ON r.id = g.ruleset\n"
    "  WHERE e.rule IS NOT NULL GROUP BY r.name, r.packs, e.rule;\n"
    "CREATE VIEW card_use AS -- how often the rules of each card did something\n"
    "  SELECT r.name AS ruleset, e.card, count(*) AS events, count(DISTINCT e.game) AS "
    "games,\n"
    "    r.packs\n"
    "  FROM events e JOIN games g ON g.id = e.game JOIN rulesets r ON r.id = g.ruleset\n"
    "  WHERE e.card IS NOT NULL GROUP BY r.name, r.packs, e.card;\n";

/* In parts, because a literal of C has its limit. */
static const char *const versions[][3] = {{facts},  {views, cards}, {chain}, {marks},
                                          {images}, {trials},       {packs}};
enum { CHAINED = 3, PACKED = 7 }; /* the versions with the chain, with packs */
enum { LATEST = sizeof versions / sizeof *versions };

int schema_version(void) { return LATEST; }

/* 0 for a database that has nothing in it yet; -1 if it is not ours. */
static int version_of(Db *db)
{
  /* At one moment: another program may be making the tables just now. */
  sql_begin_read(db);
  int64_t owner = sql_number(db, "PRAGMA application_id", 0),
          version = sql_number(db, "PRAGMA user_version", 0),
          tables = sql_number(db, "SELECT count(*) FROM sqlite_schema", 0);
  sql_end_read(db);
  if (owner == 0 && version == 0 && tables == 0) return 0;
  return owner == OURS && version > 0 ? (int)version : -1;
}

static bool known(Db *db, int version)
{
  if (sql_fault(db)) return false;
  if (version < 0) return sql_fail(db, DB_FOREIGN, "this is no database of Regel");
  if (version <= LATEST) return true;
  return sql_fail(db, DB_NEWER,
                  "the database is of version %d, and this regel knows up to %d", version,
                  (int)LATEST);
}

bool schema_make(Db *db, int wanted)
{
  if (!known(db, version_of(db)) || !sql_use_log(db)) return false;
  if (version_of(db) > 0 && !schema_trusted(db)) return false;
  if (version_of(db) >= wanted) return !sql_fault(db);
  /* Another program may be updating it: look again once it is ours alone. */
  if (!sql_begin(db)) return false;
  int version = version_of(db);
  if (known(db, version) && version == 0)
    sql_do(db, "PRAGMA application_id = 0x5265676C");
  for (int v = version; !sql_fault(db) && v < wanted; v++) {
    char set[40]; /* a pragma takes no bound value */
    snprintf(set, sizeof set, "PRAGMA user_version = %d", v + 1);
    for (int part = 0; versions[v][part]; part++) sql_do(db, versions[v][part]);
    if (v + 1 == CHAINED) chain_adopt(db);
    if (v + 1 == PACKED && stored_adopt_packs(db)) sql_do(db, ROWS_ARE_KEPT("rulesets"));
    sql_do(db, set);
  }
  return sql_commit(db);
}

bool schema_lift_seats(Db *db)
{
  return sql_do(db, "DROP TRIGGER seats_are_kept; DROP TRIGGER seats_stay;");
}

bool schema_keep_seats(Db *db) { return sql_do(db, FACTS_ARE_KEPT("seats")); }

bool schema_update(Db *db) { return schema_make(db, LATEST); }

/* A trigger or a view that somebody planted would run with every answer that is stored:
 * nothing is read or written before all of it is known to be ours. */
bool schema_trusted(Db *db)
{
  Buf why = {0};
  bool ours = sql_fault(db) || !schema_compare(db, &why);
  if (!ours) {
    if (why.n) why.at[strcspn(why.at, "\n")] = 0; /* the first is enough */
    sql_fail(db, DB_DAMAGED, "its tables are not as Regel made them: %s", buf_text(&why));
  }
  buf_free(&why);
  return !sql_fault(db);
}

bool schema_fits(Db *db)
{
  int version = version_of(db);
  if (!known(db, version)) return false;
  return version == LATEST ||
         sql_fail(db, DB_READONLY,
                  "the database is of an older version and must be updated first");
}

/* ---- comparing ------------------------------------------------------------------ */

static const char listing[] =
    "SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name";

int schema_compare(Db *db, Buf *why)
{
  Db *model = sql_open(":memory:", SQL_CREATE);
  int version = version_of(db);
  schema_make(model, version > 0 && version < LATEST ? version : LATEST);
  Query *ours = sql_query(model, listing), *theirs = sql_query(db, listing);
  bool a = sql_next(ours), b = sql_next(theirs);
  int found = 0;
  while (a || b) {
    int order = !a ? 1 : !b ? -1 : strcmp(sql_text(ours, 0), sql_text(theirs, 0));
    if (a && b && !order) order = strcmp(sql_text(ours, 1), sql_text(theirs, 1));
    Query *odd = order > 0 ? theirs : ours;
    const char *says = order < 0   ? "is missing"
                       : order > 0 ? "does not belong here"
                       : strcmp(sql_text(ours, 2), sql_text(theirs, 2)) ? "was changed"
                                                                        : NULL;
    if (says) {
      /* SQLite's own statistics and an owner's indexes do no harm. */
      bool harmless = order > 0 && (!strcmp(sql_text(odd, 0), "index") ||
                                    !strncmp(sql_text(odd, 1), "sqlite_stat", 11));
      if (!harmless) {
        buf_printf(why, "%s %s %s\n", sql_text(odd, 0), sql_text(odd, 1), says);
        found++;
      }
    }
    if (order <= 0) a = sql_next(ours);
    if (order >= 0) b = sql_next(theirs);
  }
  sql_done(ours);
  sql_done(theirs);
  sql_close(model);
  return found;
}
