/* Charts as SVG: drawn by hand, readable on paper, without scripts or fonts of others. */
#ifndef REGEL_SVG_H
#define REGEL_SVG_H
#include "interp/base/buf.h"
#include "interp/lab/figure.h"

/* A row of a forest plot: a figure with its interval beside a name. */
typedef struct SvgRow {
  const char *name;
  Figure figure;
  bool stands_out;
} SvgRow;
/* `line`: a value that everything is compared with; NAN: none.  `scale`: factor for
 * labels (100 for percent), `unit` behind them. */
void svg_forest(Buf *b, const SvgRow *rows, int n, double line, double scale,
                const char *unit);
/* Bars for counts at numbers, in up to 60 steps. */
void svg_histogram(Buf *b, const int64_t *buckets, int n, int64_t (*low)(int bucket));
/* Lines over tenths of a game: values from 0 to 1. */
void svg_line(Buf *b, const double *at, const double *low, const double *high, int n,
              const char *across, const char *up);
/* A map of squares: rows by columns of figures from 0 to 1. */
void svg_heat(Buf *b, const char *const *rows, int n_rows, const char *const *columns,
              int n_columns, const Figure *at);

#endif
