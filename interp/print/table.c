/* All faces as a table (CSV, as in RFC 4180): a row for each, a column for everything
 * that any of them has. */
#include "interp/print/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Columns beyond the fixed ones: "value.cost", "slot.play", "inner.way.title". */
static void add_column(Names *columns, Arena *a, const char *name)
{
  for (size_t i = 0; i < columns->n; i++)
    if (!strcmp(columns->at[i], name)) return;
  vec_push(columns, arena_strdup(a, name));
}

typedef void (*CellFn)(void *user, const char *column, const char *text);

static void slot_cells(const regel_data *face, const char *prefix, CellFn fn, void *user)
{
  const regel_data *slots = regel_data_get(face, "slots");
  Buf name = {0};
  for (size_t i = 0; i < regel_data_count(slots); i++) {
    const regel_data *s = regel_data_at(slots, i);
    const char *id = data_text(s, "id");
    buf_clear(&name);
    buf_printf(&name, "%s%s", prefix, *id ? id : "adds");
    fn(user, name.at, data_text(s, "text"));
  }
  buf_free(&name);
}

/* How a card is laid out is nothing that stands on it. */
static bool is_layout(const regel_data *v)
{
  return !strcmp(data_text(v, "id"), "layout") && !strcmp(data_text(v, "type"), "list");
}

static void cells(const regel_data *face, CellFn fn, void *user)
{
  const regel_data *values = regel_data_get(face, "values"),
                   *inner = regel_data_get(face, "inner");
  Buf name = {0};
  for (size_t i = 0; i < regel_data_count(values); i++) {
    const regel_data *v = regel_data_at(values, i);
    if (!strcmp(data_text(v, "id"), "story") || is_layout(v)) continue;
    buf_clear(&name);
    buf_printf(&name, "value.%s", data_text(v, "id"));
    fn(user, name.at, data_text(v, "text"));
  }
  slot_cells(face, "slot.", fn, user);
  for (size_t i = 0; i < regel_data_count(inner); i++) {
    const regel_data *in = regel_data_at(inner, i);
    buf_clear(&name);
    buf_printf(&name, "inner.%s.title", data_text(in, "value"));
    fn(user, name.at, data_text(in, "title"));
    name.n -= strlen("title");
    name.at[name.n] = 0;
    slot_cells(in, name.at, fn, user);
  }
  buf_free(&name);
}

typedef struct Heads {
  Names columns;
  Arena *arena;
} Heads;

static void note_column(void *user, const char *column, const char *text)
{
  Heads *h = user;
  (void)text;
  add_column(&h->columns, h->arena, column);
}

/* ---- writing -------------------------------------------------------------------- */

static void put_text(FILE *f, const char *s)
{
  /* A cell that begins like a formula would be computed by a spreadsheet. */
  bool formula = *s && strchr("=+@", *s);
  if (!formula && !strpbrk(s, ",\"\r\n")) {
    fputs(s, f);
    return;
  }
  fputc('"', f);
  if (formula) fputc('\'', f);
  for (; *s; s++) {
    if (*s == '"') fputc('"', f);
    fputc(*s, f);
  }
  fputc('"', f);
}

typedef struct Row {
  const Names *columns;
  const char **text; /* by column, NULL: nothing */
} Row;

static void note_text(void *user, const char *column, const char *text)
{
  Row *r = user;
  for (size_t i = 0; i < r->columns->n; i++)
    if (!strcmp(r->columns->at[i], column)) r->text[i] = text;
}

static const char *const fixed[] = {"id",     "kind",  "noun", "title",
                                    "colour", "shape", "icon", "story"};
enum { FIXED = sizeof fixed / sizeof *fixed, COLOUR = 4 };

static void put_row(FILE *f, const Card *c, const Names *columns, const char **text)
{
  Row row = {columns, text};
  for (size_t i = 0; i < columns->n; i++) text[i] = "";
  cells(c->face, note_text, &row);
  for (int i = 0; i < FIXED; i++) {
    put_text(f, i == COLOUR ? c->coloured : data_text(c->face, fixed[i]));
    fputc(',', f);
  }
  fprintf(f, "%d,%s,%s,%.0f,%.0f", c->copies, c->lang, data_text(c->face, "state"),
          c->w / MM, c->h / MM);
  for (size_t i = 0; i < columns->n; i++) {
    fputc(',', f);
    put_text(f, text[i]);
  }
  fputs("\r\n", f);
}

int output_table(Print *p)
{
  FILE *f = fopen(p->o.output, "wb");
  if (!f) {
    print_error("cannot write %s: %s", p->o.output, strerror(errno));
    return PRINT_IO;
  }
  Heads heads = {.arena = p->arena};
  for (size_t i = 0; i < p->cards.n; i++) cells(p->cards.at[i].face, note_column, &heads);
  for (int i = 0; i < FIXED; i++) fprintf(f, "%s,", fixed[i]);
  fputs("copies,language,state,width,height", f);
  for (size_t i = 0; i < heads.columns.n; i++) fprintf(f, ",%s", heads.columns.at[i]);
  fputs("\r\n", f);
  const char **text = arena_alloc(p->arena, (heads.columns.n + 1) * sizeof *text);
  for (size_t i = 0; i < p->cards.n; i++)
    put_row(f, &p->cards.at[i], &heads.columns, text);
  vec_free(&heads.columns);
  bool fine = !ferror(f);
  if (fclose(f)) fine = false;
  if (!fine) print_error("cannot write %s", p->o.output);
  return fine ? PRINT_FINE : PRINT_IO;
}
