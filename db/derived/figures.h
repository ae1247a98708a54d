/* The figures of a run as a database of its own, for whoever asks in SQL. */
#ifndef REGEL_FIGURES_H
#define REGEL_FIGURES_H
#include "db/sql.h"

/* Makes the tables in an empty database, within a transaction that the caller began. */
void figures_begin(Db *db, const char *plan, const char *hash);
/* base < 0: compared with none. */
void figures_cell(Db *db, int64_t cell, const char *label, const char *rules, int seats,
                  int64_t games, int64_t base);
void figures_count(Db *db, int64_t cell, const char *sort, int64_t place, int64_t count);

typedef struct FigureRow {
  int64_t cell, n;
  const char *measure, *key, *name;
  double value, low, high;
} FigureRow;
void figures_add(Db *db, const FigureRow *row);

#endif
