/* regel db query: SQL over the stored games. */
#include "interp/cmd/store/query.h"
#include "db/guard.h"
#include "interp/base/json.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 100000, MOST_CELLS = 1000000, WIDEST = 60 };

/* A cell as it is shown: one line, and not wider than a table can bear. */
static char *cell(Query *q, int column)
{
  Buf b = {0};
  size_t size;
  const char *s = sql_text(q, column);
  bool text = true;
  for (const char *c = s; *c; c++) text = text && ((unsigned char)*c >= 32 || *c == '\n');
  sql_blob(q, column, &size);
  if (!text || (size && strlen(s) != size)) {
    buf_printf(&b, "(%zu bytes)", size);
  } else {
    char *line = strdup(s);
    for (char *c = line; c && *c; c++)
      if (*c == '\n') *c = ' ';
    if (line) buf_plain(&b, line);
    free(line);
  }
  if (text_width(buf_text(&b)) > WIDEST) {
    while (text_width(buf_text(&b)) > WIDEST - 1) { /* whole characters only */
      while (b.n && ((unsigned char)b.at[b.n - 1] & 0xC0) == 0x80) b.at[--b.n] = 0;
      b.at[--b.n] = 0;
    }
    buf_add(&b, "…");
  }
  return buf_take(&b);
}

typedef struct Grid {
  int columns;
  VEC(char *) cells; /* the head, then row by row */
  VEC(bool) number;  /* by column: only numbers so far */
  VEC(int) width;    /* by column */
  bool more;         /* there were more rows than a table shows */
} Grid;

static void add_cell(Grid *g, char *s, int column)
{
  int w = text_width(s);
  if (w > g->width.at[column]) g->width.at[column] = w;
  vec_push(&g->cells, s);
}

static void read_rows(Query *q, Grid *g)
{
  g->columns = sql_columns(q);
  for (int i = 0; i < g->columns; i++) {
    Buf b = {0};
    buf_plain(&b, sql_column(q, i));
    vec_push(&g->number, true);
    vec_push(&g->width, 0);
    add_cell(g, buf_take(&b), i);
  }
  int most = MOST_CELLS / (g->columns ? g->columns : 1);
  if (most > MOST_ROWS) most = MOST_ROWS;
  for (int n = 0; (g->more = sql_next(q)) && n < most; n++)
    for (int i = 0; i < g->columns; i++) {
      if (!sql_is_number(q, i) && !sql_is_null(q, i)) g->number.at[i] = false;
      add_cell(g, cell(q, i), i);
    }
}

static void put_grid(const Grid *g, Buf *b)
{
  size_t rows = g->columns ? g->cells.n / (size_t)g->columns : 0;
  for (size_t r = 0; r < rows; r++) {
    for (int i = 0; i < g->columns; i++) {
      const char *s = g->cells.at[r * (size_t)g->columns + (size_t)i];
      int gap = g->width.at[i] - text_width(s);
      if (i) buf_add(b, "  ");
      if (g->number.at[i]) buf_pad(b, gap);
      buf_add(b, s);
      if (!g->number.at[i] && i + 1 < g->columns) buf_pad(b, gap);
    }
    buf_char(b, '\n');
  }
}

static void json_rows(Query *q)
{
  Json j = json_new(stdout);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key(&j, "rows");
  json_open(&j, '[');
  while (sql_next(q)) {
    json_open(&j, '{');
    for (int i = 0; i < sql_columns(q); i++) {
      const char *s = sql_text(q, i);
      json_key(&j, sql_column(q, i));
      if (sql_is_null(q, i)) json_text(&j, NULL);
      else if (sql_is_number(q, i) && !strpbrk(s, ".eEnN")) json_int(&j, sql_int(q, i));
      else if (sql_is_number(q, i)) json_real(&j, strtod(s, NULL));
      else json_text(&j, s);
    }
    json_close(&j, '}');
  }
  json_close(&j, ']');
  json_close(&j, '}');
}

static void say_hidden(int64_t hidden)
{
  fprintf(stderr,
          "%lld game%s not over: steps, events and seeds from there are left out. --all "
          "shows\nthem, and with them what players have not shown each other.\n",
          (long long)hidden, hidden == 1 ? " is" : "s are");
}

int query_run(Cli *cli, Archive *a, const QueryPlan *plan)
{
  int64_t hidden = 0;
  const char *why;
  Query *q = guard_query(a->db, plan->sql, plan->all, (int)plan->seconds, &hidden, &why);
  Grid g = {0};
  Buf b = {0};
  if (!q && !why) return archive_fault(cli, a);
  if (!q && !sql_fault(a->db)) return opts_wrong(cli, "%s", why);
  if (!q) return cli_error(cli, "%s", why), CODE_USAGE;
  if (plan->json) json_rows(q);
  else read_rows(q, &g);
  sql_done(q);
  if (hidden && !sql_fault(a->db)) say_hidden(hidden);
  if (g.more && !sql_fault(a->db))
    fprintf(stderr,
            "There are more rows: a table shows %d, and %d values. Add LIMIT, or "
            "--json.\n",
            MOST_ROWS, MOST_CELLS);
  put_grid(&g, &b);
  if (!sql_fault(a->db)) cli_page(cli, buf_text(&b));
  for (size_t i = 0; i < g.cells.n; i++) free(g.cells.at[i]);
  vec_free(&g.cells);
  vec_free(&g.number);
  vec_free(&g.width);
  buf_free(&b);
  return sql_fault(a->db) ? archive_fault(cli, a) : CODE_FINE;
}
