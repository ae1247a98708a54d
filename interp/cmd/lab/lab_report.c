/* regel lab report: pages, tables, and the games behind them. */
#include "interp/cmd/lab/lab.h"
#include "interp/base/text.h"

#include <string.h>

/* The database for games to look at; NULL after a message. */
static regel_store *open_store(const Lab *l)
{
  char *why = NULL;
  regel_store *store = regel_store_open(l->db, &why);
  if (!store) client_wrong(l->cli, why, CODE_IO);
  return store;
}

/* One game of one cell. */
static int store_single(const Lab *l)
{
  char *why = NULL;
  if (l->cell >= regel_lab_cells(l->lab))
    return opts_wrong(l->cli, "--cell: the plan has cells 0 to %d",
                      regel_lab_cells(l->lab) - 1);
  regel_store *store = open_store(l);
  if (!store) return CODE_IO;
  int64_t id =
      regel_lab_store(l->lab, store, (int)(l->cell < 0 ? 0 : l->cell), l->game, &why);
  if (id) printf("regel replay %lld\n", (long long)id);
  regel_store_close(store);
  return why ? client_wrong(l->cli, why, CODE_IO) : CODE_FINE;
}

static int write_tables(const Lab *l)
{
  int code = -1;
  char *why = NULL;
  if (l->csv) {
    char *text = regel_lab_csv(l->lab);
    code = client_write(l->cli, l->csv, text, strlen(text));
    regel_free(text);
  }
  if (code < 0 && l->sqlite && regel_lab_sqlite(l->lab, l->sqlite, &why))
    code = client_wrong(l->cli, why, CODE_IO);
  return code;
}

static void print_json(const Lab *l)
{
  regel_data *figures = regel_lab_figures(l->lab);
  client_json(figures);
  regel_data_free(figures);
}

/* With --json the page is made for the games that it stores, unless it has a file. */
static int write_page(const Lab *l)
{
  const char *to = l->output ? l->output : l->json ? NULL : "-";
  bool html = to && (text_ends(to, ".html") || text_ends(to, ".htm"));
  regel_store *store = l->store ? open_store(l) : NULL;
  char *why = NULL;
  if (l->store && !store) return CODE_IO;
  char *text =
      regel_lab_report(l->lab, html, store, buf_text(&l->again), l->from_parts, &why);
  int code = !text ? client_wrong(l->cli, why, CODE_IO)
             : to  ? client_write(l->cli, to, text, strlen(text))
                   : -1;
  regel_free(text);
  regel_store_close(store);
  return code;
}

int lab_print(Lab *l)
{
  int code = -1;
  if (l->json && l->output && !strcmp(l->output, "-"))
    return opts_wrong(l->cli, "--json and -o - both write to the standard output");
  if (!l->json || l->output || l->store) code = write_page(l);
  if (code < 0) code = write_tables(l);
  if (code < 0 && l->json) print_json(l);
  return code < 0 ? CODE_FINE : code;
}

int lab_report(Lab *l, const Args *paths)
{
  size_t gaps;
  if (paths->n < 2) return opts_wrong(l->cli, "report: name folders or files");
  int code = lab_gather(l, paths, &gaps);
  l->from_parts = true;
  buf_add(&l->again, "regel lab report");
  for (size_t i = 1; i < paths->n; i++) buf_printf(&l->again, " %s", paths->at[i]);
  buf_add(&l->again, " --store");
  if (code < 0 && gaps) {
    lab_tell_gaps(l);
    cli_error(l->cli, "the report is about the games that are there");
  }
  if (code < 0) code = l->game >= 0 ? store_single(l) : lab_print(l);
  return code == CODE_FINE && gaps ? CODE_NO : code;
}
