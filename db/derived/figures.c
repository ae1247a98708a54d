#include "db/derived/figures.h"

#include <stdio.h>

void figures_begin(Db *db, const char *plan, const char *hash)
{
  sql_do(
      db,
      "CREATE TABLE plan (text TEXT, hash TEXT);"
      "CREATE TABLE cells (cell INTEGER PRIMARY KEY, label TEXT, rules TEXT, seats "
      "INTEGER, "
      "games INTEGER, base INTEGER);"
      "CREATE TABLE figures (cell INTEGER, measure TEXT, key TEXT, name TEXT, n INTEGER, "
      "value REAL, low REAL, high REAL);"
      "CREATE TABLE counts (cell INTEGER, sort TEXT, place INTEGER, count INTEGER)");
  Query *q = sql_query(db, "INSERT INTO plan VALUES (?,?)");
  sql_put_text(q, 1, plan);
  sql_put_text(q, 2, hash);
  sql_run(q);
}

void figures_cell(Db *db, int64_t cell, const char *label, const char *rules, int seats,
                  int64_t games, int64_t base)
{
  Query *q = sql_query(db, "INSERT INTO cells VALUES (?,?,?,?,?,?)");
  sql_put_int(q, 1, cell);
  sql_put_text(q, 2, label);
  sql_put_text(q, 3, rules);
  sql_put_int(q, 4, seats);
  sql_put_int(q, 5, games);
  if (base < 0) sql_put_null(q, 6);
  else sql_put_int(q, 6, base);
  sql_run(q);
}

void figures_count(Db *db, int64_t cell, const char *sort, int64_t place, int64_t count)
{
  Query *q = sql_query(db, "INSERT INTO counts VALUES (?,?,?,?)");
  sql_put_int(q, 1, cell);
  sql_put_text(q, 2, sort);
  sql_put_int(q, 3, place);
  sql_put_int(q, 4, count);
  sql_run(q);
}

/* Numbers with a point are handed over as text: the column makes them numbers. */
static void put_real(Query *q, int at, double x)
{
  char text[40];
  snprintf(text, sizeof text, "%.17g", x);
  sql_put_text(q, at, text);
}

void figures_add(Db *db, const FigureRow *r)
{
  Query *q = sql_query(db, "INSERT INTO figures VALUES (?,?,?,?,?,?,?,?)");
  sql_put_int(q, 1, r->cell);
  sql_put_text(q, 2, r->measure);
  sql_put_text(q, 3, r->key);
  sql_put_text(q, 4, r->name);
  sql_put_int(q, 5, r->n);
  put_real(q, 6, r->value);
  put_real(q, 7, r->low);
  put_real(q, 8, r->high);
  sql_run(q);
}
