/* Changes single bytes of what a database file holds of the facts, and asks whether the
 * check notices.
 *
 * The file format is read here by hand (https://www.sqlite.org/fileformat2.html), since
 * it is the file that somebody would change: every byte of every row of the fact tables,
 * in leaves, in inner pages and in overflow pages, head and values. */
#ifndef REGEL_TEST_TAMPER_H
#define REGEL_TEST_TAMPER_H
#include "tests/games.h"

#include <fcntl.h>

enum { FACT_TABLES = 7 };
static const char *const fact_tables[FACT_TABLES] = {
    "rulesets", "games", "seats", "steps", "seeds", "chain", "endings"};

typedef struct Content { /* places in the file, and their bytes now */
  VEC(uint32_t) at[FACT_TABLES];
  unsigned char *file;
  size_t size;
  uint32_t page;
} Content;

static inline uint32_t tamper_be(const unsigned char *s, int bytes)
{
  uint32_t v = 0;
  for (int i = 0; i < bytes; i++) v = v << 8 | s[i];
  return v;
}

static inline const unsigned char *tamper_varint(const unsigned char *s, uint64_t *v)
{
  *v = 0;
  for (int i = 0; i < 8; i++) {
    *v = *v << 7 | (s[i] & 0x7F);
    if (!(s[i] & 0x80)) return s + i + 1;
  }
  *v = *v << 8 | s[8];
  return s + 9;
}

static inline void tamper_range(Content *c, int table, const unsigned char *from,
                                size_t n)
{
  for (size_t i = 0; i < n; i++)
    vec_push(&c->at[table], (uint32_t)(from - c->file + (ptrdiff_t)i));
}

/* A row: what lies in the page, then the chain of overflow pages. */
static inline void tamper_row(Content *c, int table, const unsigned char *s,
                              uint64_t size, bool rowid)
{
  uint32_t usable = c->page, most = rowid ? usable - 35 : (usable - 12) * 64 / 255 - 23,
           least = (usable - 12) * 32 / 255 - 23;
  uint32_t fits = least + (uint32_t)((size - least) % (usable - 4));
  uint32_t local = size <= most ? (uint32_t)size : fits <= most ? fits : least;
  tamper_range(c, table, s, local);
  if (local == size) return;
  uint32_t next = tamper_be(s + local, 4);
  for (uint64_t left = size - local; left;) {
    const unsigned char *page = c->file + (size_t)(next - 1) * c->page;
    uint64_t n = left < usable - 4 ? left : usable - 4;
    must(next && (size_t)next * c->page <= c->size,
         "the chain of overflow pages is broken");
    tamper_range(c, table, page + 4, n);
    next = tamper_be(page, 4);
    left -= n;
  }
}

static inline void tamper_page(Content *c, int table, uint32_t number)
{
  const unsigned char *page = c->file + (size_t)(number - 1) * c->page;
  int kind = *page;
  bool inner = kind == 0x02 || kind == 0x05, rowid = kind == 0x05 || kind == 0x0D;
  must(inner || kind == 0x0A || kind == 0x0D, "page %u has no rows", number);
  uint32_t cells = tamper_be(page + 3, 2);
  for (uint32_t i = 0; i < cells; i++) {
    const unsigned char *s = page + tamper_be(page + (inner ? 12 : 8) + 2 * i, 2);
    uint64_t size, id;
    if (inner) {
      tamper_page(c, table, tamper_be(s, 4));
      s += 4;
    }
    if (inner && rowid) continue; /* a signpost without content */
    s = tamper_varint(s, &size);
    if (rowid) {
      const unsigned char *row = tamper_varint(s, &id);
      tamper_range(c, table, s, (size_t)(row - s));
      s = row;
    }
    tamper_row(c, table, s, size, rowid);
  }
  if (inner) tamper_page(c, table, tamper_be(page + 8, 4));
}

static inline void tamper_open(Content *c, const char *path)
{
  memset(c, 0, sizeof *c);
  Db *db = db_open(path, SQL_READ);
  must(!sql_fault(db), "%s", sql_why(db));
  uint32_t roots[FACT_TABLES];
  for (int i = 0; i < FACT_TABLES; i++) {
    Query *q = sql_query(db, "SELECT rootpage FROM sqlite_schema WHERE name = ?");
    sql_put_text(q, 1, fact_tables[i]);
    must(sql_next(q), "no table %s", fact_tables[i]);
    roots[i] = (uint32_t)sql_int(q, 0);
    sql_done(q);
  }
  c->page = (uint32_t)sql_number(db, "PRAGMA page_size", 0);
  sql_close(db);
  c->file = (unsigned char *)games_read(path, &c->size);
  for (int i = 0; i < FACT_TABLES; i++) tamper_page(c, i, roots[i]);
}

static inline void tamper_close(Content *c)
{
  for (int i = 0; i < FACT_TABLES; i++) vec_free(&c->at[i]);
  free(c->file);
}

/* Is the file found to be sound as it lies there? */
static inline bool tamper_sound(const char *path)
{
  CheckReport r;
  Db *db = db_open(path, SQL_READ);
  bool fine = check_database(db, NULL, &r);
  sql_close(db);
  buf_free(&r.text);
  return fine;
}

/* Changes a byte, asks, and puts it back. */
static inline bool tamper_shows(const Content *c, const char *path, uint32_t at,
                                unsigned char byte)
{
  int fd = open(path, O_RDWR);
  must(fd >= 0 && pwrite(fd, &byte, 1, at) == 1, "%s cannot be written", path);
  bool fine = tamper_sound(path);
  must(pwrite(fd, c->file + at, 1, at) == 1 && !close(fd), "%s cannot be written", path);
  return !fine;
}

/* A few short games: with chance and hidden cards, with an option, an answer that was
 * taken back, one that goes on. */
static inline void tamper_games(const char *path)
{
  Program *tictactoe = games_tictactoe(), *cards = games_cards();
  Db *db = db_open(path, SQL_CREATE);
  int32_t two_rounds = 2;
  bool ok = games_play(db, tictactoe, 2, 5, NULL, 1000) &&
            games_play(db, cards, 3, 6, NULL, 1000) &&
            games_play(db, cards, 2, 7, &two_rounds, 1000);
  Match m;
  match_start(&m, tictactoe, 2, 8, NULL);
  uint64_t start = vm_hash(m.vm);
  ok = ok && match_record(&m, db, 8, NULL) && match_turn(&m) &&
       record_step(&m.record, 0, -1, start);
  match_free(&m);
  must(ok && games_sound(db), "the games cannot be stored: %s", sql_why(db));
  sql_close(db);
  program_free(tictactoe);
  program_free(cards);
}

/* `count` random changes, as many in each table; returns how many did not show, and
 * prints each of them. */
static inline int tamper_many(const char *path, uint64_t seed, int count)
{
  Content c;
  Luck luck = {seed};
  int missed = 0;
  tamper_games(path);
  tamper_open(&c, path);
  for (int i = 0; i < count; i++) {
    int table = i % FACT_TABLES;
    uint32_t at = c.at[table].at[luck_below(&luck, (uint32_t)c.at[table].n)];
    unsigned char was = c.file[at],
                  now = (unsigned char)(was + 1 + luck_below(&luck, 255));
    if (tamper_shows(&c, path, at, now)) continue;
    missed++;
    printf("not noticed: %s, byte %u of the file, %02x instead of %02x\n",
           fact_tables[table], at, now, was);
  }
  must(tamper_sound(path), "the file was not put back as it was");
  tamper_close(&c);
  return missed;
}

#endif
