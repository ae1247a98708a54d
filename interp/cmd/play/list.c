#include "interp/cmd/play/list.h"
#include "interp/cmd/cli.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 4, INDENT = 2 };

void list_wrap(Buf *b, const char *text, int indent)
{
  Buf lines = {0};
  buf_wrap(&lines, text, indent, indent, cli_width());
  buf_pad(b, indent);
  for (const char *s = buf_text(&lines); *s;) {
    bool glue = !strncmp(s, GLUE, strlen(GLUE));
    buf_char(b, glue ? ' ' : *s);
    s += glue ? strlen(GLUE) : 1;
  }
  buf_free(&lines);
}

static void put_entry(const Answers *a, Buf *b, int i, bool aligned)
{
  int digits = !aligned ? 1 : a->n > 99 ? 3 : a->n > 9 ? 2 : 1;
  const char *on = a->color ? "\033[1m" : "", *off = a->color ? "\033[0m" : "";
  if (!a->by_name) buf_printf(b, "%s%*d%s ", on, digits, i + 1, off);
  buf_add(b, a->labels[i]);
  if (a->places[i]) buf_printf(b, " (%s)", a->places[i]);
}

/* Columns of an entry; what colours it takes none. */
static int entry_width(const Answers *a, int i, bool aligned)
{
  Buf b = {0};
  Answers plain = *a;
  plain.color = false;
  put_entry(&plain, &b, i, aligned);
  int w = text_width(buf_text(&b));
  buf_free(&b);
  return w;
}

void list_columns(const Answers *a, Buf *b)
{
  int widest = 0;
  for (int i = 0; i < a->n; i++) {
    int w = entry_width(a, i, true);
    if (w > widest) widest = w;
  }
  int columns = (cli_width() - INDENT) / (widest + INDENT);
  if (columns < 1) columns = 1;
  int rows = (a->n + columns - 1) / columns;
  for (int r = 0; r < rows; r++) {
    for (int i = r; i < a->n; i += rows) {
      buf_pad(b, INDENT);
      put_entry(a, b, i, true);
      if (i + rows < a->n) buf_pad(b, widest - entry_width(a, i, true));
    }
    buf_char(b, '\n');
  }
}

bool list_flow(const Answers *a, Buf *b, int at, int *column)
{
  Buf all = {0};
  int lines = 1;
  for (int i = 0; i < a->n && lines <= MOST_LINES; i++) {
    int w = entry_width(a, i, false);
    bool breaks = at + INDENT + w > cli_width();
    if (breaks) buf_char(&all, '\n'), lines++;
    buf_pad(&all, INDENT);
    put_entry(a, &all, i, false);
    at = (breaks ? 0 : at) + INDENT + w;
  }
  bool few = lines <= MOST_LINES;
  if (few) buf_add(b, buf_text(&all)), *column = at;
  buf_free(&all);
  return few;
}

bool lists_had(Lists *l, const Answers *a)
{
  Buf all = {0};
  bool had = false;
  for (int i = 0; i < a->n; i++) buf_printf(&all, "%s\n", a->labels[i]);
  for (int i = 0; i < LISTS_KEPT && !had; i++)
    had = l->kept[i] && !strcmp(l->kept[i], buf_text(&all));
  char **now = &l->kept[l->asked++ % LISTS_KEPT]; /* the oldest scrolls away */
  free(*now);
  *now = had ? NULL : buf_take(&all);
  buf_free(&all);
  return had;
}

void lists_forget(Lists *l)
{
  for (int i = 0; i < LISTS_KEPT; i++) free(l->kept[i]), l->kept[i] = NULL;
}
