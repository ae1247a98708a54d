/* regel db query: SQL over the stored games. */
#include "interp/cmd/store/query.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 100000, MOST_CELLS = 1000000, WIDEST = 60 };

/* A text as it is shown: one line, and not wider than a table can bear. */
static void put_text(Buf *b, const char *s)
{
  char *line = strdup(s);
  for (char *c = line; c && *c; c++)
    if (*c == '\n') *c = ' ';
  if (line) buf_plain(b, line);
  free(line);
  if (text_width(buf_text(b)) <= WIDEST) return;
  while (text_width(buf_text(b)) > WIDEST - 1) { /* whole characters only */
    while (b->n && ((unsigned char)b->at[b->n - 1] & 0xC0) == 0x80) b->at[--b->n] = 0;
    b->at[--b->n] = 0;
  }
  buf_add(b, "…");
}

/* As the database would write it: one that is whole is no integer all the same. */
static void put_real(Buf *b, double x)
{
  char digits[40];
  snprintf(digits, sizeof digits, "%.15g", x);
  buf_printf(b, "%s%s", digits, strpbrk(digits, ".eEn") ? "" : ".0");
}

static char *cell(const regel_data *d)
{
  Buf b = {0};
  char *json;
  switch (regel_data_tag(d)) {
  case REGEL_NOTHING: break;
  case REGEL_TEXT: put_text(&b, regel_data_text(d)); break;
  case REGEL_REAL: put_real(&b, regel_data_real(d)); break;
  case REGEL_RECORD: buf_printf(&b, "(%lld bytes)", client_number(d, "bytes")); break;
  default:
    json = regel_data_json(d);
    buf_addn(&b, json, strcspn(json, "\n"));
    regel_free(json);
    break;
  }
  return buf_take(&b);
}

typedef struct Grid {
  int columns;
  VEC(char *) cells; /* the head, then row by row */
  VEC(bool) number;  /* by column: only numbers so far */
  VEC(int) width;    /* by column */
} Grid;

static void add_cell(Grid *g, char *s, int column)
{
  int w = text_width(s);
  if (w > g->width.at[column]) g->width.at[column] = w;
  vec_push(&g->cells, s);
}

static bool is_number(const regel_data *d)
{
  regel_tag t = regel_data_tag(d);
  return t == REGEL_NUMBER || t == REGEL_REAL || t == REGEL_NOTHING;
}

static void read_rows(const regel_data *r, Grid *g)
{
  const regel_data *columns = regel_data_get(r, "columns"),
                   *rows = regel_data_get(r, "rows");
  g->columns = (int)regel_data_count(columns);
  for (int i = 0; i < g->columns; i++) {
    Buf b = {0};
    buf_plain(&b, regel_data_text(regel_data_at(columns, (size_t)i)));
    vec_push(&g->number, true);
    vec_push(&g->width, 0);
    add_cell(g, buf_take(&b), i);
  }
  size_t most = MOST_CELLS / (size_t)(g->columns ? g->columns : 1);
  for (size_t n = 0; n < regel_data_count(rows) && n < most; n++)
    for (int i = 0; i < g->columns; i++) {
      const regel_data *d = regel_data_at(regel_data_at(rows, n), (size_t)i);
      if (!is_number(d)) g->number.at[i] = false;
      add_cell(g, cell(d), i);
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

static void say_hidden(int64_t hidden)
{
  fprintf(stderr,
          "%lld game%s not over: steps, events and seeds from there are left out. --all "
          "shows\nthem, and with them what players have not shown each other.\n",
          (long long)hidden, hidden == 1 ? " is" : "s are");
}

static void print_table(const Opened *o, const regel_data *r)
{
  Grid g = {0};
  Buf b = {0};
  read_rows(r, &g);
  size_t shown = g.columns ? g.cells.n / (size_t)g.columns - 1 : 0;
  if (client_number(r, "more") || shown < regel_data_count(regel_data_get(r, "rows")))
    fprintf(stderr,
            "There are more rows: a table shows %d, and %d values. Add LIMIT, or "
            "--json.\n",
            MOST_ROWS, MOST_CELLS);
  put_grid(&g, &b);
  cli_page(o->cli, buf_text(&b));
  for (size_t i = 0; i < g.cells.n; i++) free(g.cells.at[i]);
  vec_free(&g.cells);
  vec_free(&g.number);
  vec_free(&g.width);
  buf_free(&b);
}

int query_run(const Opened *o, const QueryPlan *plan)
{
  char *why = NULL;
  regel_data *r = regel_query(o->store, plan->sql, plan->all, (int)plan->seconds,
                              plan->json ? 0 : MOST_ROWS, &why);
  if (!r && regel_store_trouble(o->store) == REGEL_STORE_FAULT)
    return opened_fault(o, why);
  if (!r) {
    opts_wrong(o->cli, "%s", why);
    regel_free(why);
    return CODE_USAGE;
  }
  if (client_number(r, "hidden")) say_hidden(client_number(r, "hidden"));
  if (plan->json) client_json(r);
  else print_table(o, r);
  regel_data_free(r);
  return CODE_FINE;
}
