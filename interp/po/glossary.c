#include "interp/po/glossary_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* Languages and rows of one glossary: far more than people agree on, and few enough that
 * a strange file does not fill the memory. */
enum { MAX_COLUMNS = 64, MAX_ROWS = 20000 };

const char **glossary_row(Glossary *g, Loc at)
{
  INVARIANT(g->arena && g->columns >= 0);
  const char **row = arena_alloc(g->arena, MAX_COLUMNS * sizeof *row);
  for (int i = 0; i < MAX_COLUMNS; i++) row[i] = "";
  vec_push(&g->rows, row);
  vec_push(&g->places, at);
  return row;
}

/* ---- CSV ------------------------------------------------------------------------ */

typedef struct Csv {
  Glossary *g;
  Diags *diags;
  int file, line;
  const char *begin; /* of the line */
  VEC(char) cell;
} Csv;

static Loc csv_at(const Csv *c, const char *at)
{
  int col = (int)(at - c->begin) + 1;
  return (Loc){c->file, c->line, col, col + 1};
}

/* One cell, from s on; returns where it ends, NULL after a mistake. */
static const char *read_cell(Csv *c, const char *s, const char **to)
{
  const char *from = s;
  bool quoted = *s == '"';
  c->cell.n = 0;
  for (s += quoted; *s && *s != '\n' && (quoted || *s != ','); s++) {
    if (quoted && *s == '"' && *++s != '"') break;
    vec_push(&c->cell, *s);
  }
  if (quoted && *s != ',' && *s != '\n' && *s != '\r' && *s) {
    diag_add(c->diags, DIAG_PO_GLOSSARY, csv_at(c, s), "a comma is missing before this");
    return NULL;
  }
  if (quoted && s[-1] != '"') {
    diag_add(c->diags, DIAG_PO_GLOSSARY, csv_at(c, from), "this quote is not closed");
    return NULL;
  }
  while (c->cell.n && strchr("\r ", c->cell.at[c->cell.n - 1])) c->cell.n--;
  *to = arena_strndup(c->g->arena, c->cell.n ? c->cell.at : "", c->cell.n);
  return s + strspn(s, "\r");
}

static bool csv_row(Csv *c, const char *s)
{
  Glossary *g = c->g;
  const char **row = glossary_row(g, csv_at(c, s));
  int n = 0;
  for (;; s++) {
    if (n == MAX_COLUMNS || (g->columns && n == g->columns)) {
      diag_add(c->diags, DIAG_PO_GLOSSARY, csv_at(c, s), "this row has too many cells");
      return false;
    }
    s = read_cell(c, s, &row[n]);
    if (!s) return false;
    n++;
    if (*s != ',') break;
  }
  if (!g->columns) g->columns = n;
  if (n == g->columns) return true;
  diag_add(c->diags, DIAG_PO_GLOSSARY, csv_at(c, c->begin),
           "this row has %d cells, but the first has %d", n, g->columns);
  return false;
}

static void csv_read(Glossary *g, const Source *s, int file, Diags *d)
{
  Csv c = {.g = g, .diags = d, .file = file};
  const char *at = s->text;
  if (!strncmp(at, "\xEF\xBB\xBF", 3)) at += 3;
  for (c.line = 1; *at; c.line++) {
    size_t n = strcspn(at, "\n");
    c.begin = at;
    if (g->rows.n > MAX_ROWS) {
      diag_add(d, DIAG_PO_GLOSSARY, csv_at(&c, at), "a glossary has at most %d rows",
               MAX_ROWS);
      break;
    }
    if (at[strspn(at, " \r")] != '\n' && *at && !csv_row(&c, at)) break;
    at += n + (at[n] == '\n');
  }
  vec_free(&c.cell);
}

static void put_cell(FILE *out, const char *s)
{
  if (!strpbrk(s, ",\"")) {
    fputs(s, out);
    return;
  }
  fputc('"', out);
  for (; *s; s++) {
    if (*s == '"') fputc('"', out);
    fputc(*s, out);
  }
  fputc('"', out);
}

void glossary_write_csv(FILE *out, const Glossary *g)
{
  INVARIANT(g->columns > 0 || !g->rows.n);
  for (size_t i = 0; i < g->rows.n; i++)
    for (int k = 0; k < g->columns; k++) {
      put_cell(out, g->rows.at[i][k]);
      fputc(k + 1 < g->columns ? ',' : '\n', out);
    }
}

/* ---- both ----------------------------------------------------------------------- */

static void check_head(const Glossary *g, int file, Diags *d)
{
  if (g->rows.n && g->columns > 1 && glossary_column(g, "en") > 0) return;
  Diag *m = diag_add(d, DIAG_PO_GLOSSARY, (Loc){file, 1, 1, 2},
                     "a glossary has a column for the concept and one called en");
  diag_hint(d, m, "its first line is, for example: concept,en,nl,fr");
}

Glossary *glossary_read(Arena *arena, Sources *s, Diags *d, const char *path,
                        bool *missing)
{
  int file, errors = d->errors;
  bool seen;
  SourceError err = sources_load(s, path, &file, &seen);
  if (missing) *missing = err == SOURCE_MISSING;
  if (err) {
    if (err != SOURCE_MISSING || !missing)
      diag_unreadable(d, (Loc){-1, 0, 0, 0}, path, err);
    return NULL;
  }
  if (!diag_is_text(d, s, file, "a glossary", false)) return NULL;
  Glossary *g = ARENA_NEW(arena, Glossary);
  g->arena = arena;
  const Source *src = &s->files.at[file];
  if (src->text[strspn(src->text, "\xEF\xBB\xBF \r\n\t")] == '<')
    tbx_read(g, src, file, d);
  else csv_read(g, src, file, d);
  if (d->errors == errors) check_head(g, file, d);
  if (d->errors == errors) return g;
  glossary_free(g);
  return NULL;
}

void glossary_free(Glossary *g)
{
  if (!g) return;
  vec_free(&g->rows);
  vec_free(&g->places);
}

int glossary_column(const Glossary *g, const char *lang)
{
  for (int i = 1; g->rows.n && i < g->columns; i++)
    if (!strcmp(g->rows.at[0][i], lang)) return i;
  return -1;
}
