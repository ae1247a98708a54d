#include "interp/cmd/play/list.h"
#include "interp/base/arena.h"
#include "interp/cmd/cli.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 4, FEW_LINES = 3, INDENT = 2 };

void list_wrap(Buf *b, const char *text, int at, int indent)
{
  Buf lines = {0};
  buf_wrap(&lines, text, at ? at : indent, indent, cli_width());
  buf_pad(b, at ? 0 : indent);
  for (const char *s = buf_text(&lines); *s;) {
    bool glue = !strncmp(s, GLUE, strlen(GLUE));
    buf_char(b, glue ? ' ' : *s);
    s += glue ? strlen(GLUE) : 1;
  }
  buf_free(&lines);
}

int list_number(const Answers *a, int i) { return a->numbers ? a->numbers[i] : i + 1; }

int list_numbered(const Answers *a, long number)
{
  for (int i = 0; i < a->n; i++)
    if (list_number(a, i) == number) return i;
  return -1;
}

/* "2 Raise Safety"; "road 3", "6 (a tank)" where numbers are names. */
static void put_entry(const Answers *a, Buf *b, int i, bool aligned)
{
  int digits = !aligned ? 1 : a->n > 99 ? 3 : a->n > 9 ? 2 : 1;
  const char *on = a->color ? "\033[1m" : "", *off = a->color ? "\033[0m" : "";
  const char *told = a->told[i];
  if (a->numbers) {
    size_t n = strspn(told, "0123456789");
    if (!i || aligned) buf_addn(b, a->labels[0], a->named);
    buf_printf(b, "%s%d%s", on, a->numbers[i], off);
    buf_add(b, told + n);
  } else {
    if (!a->by_name) buf_printf(b, "%s%*d%s ", on, digits, i + 1, off);
    buf_add(b, told);
  }
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

/* ---- what is at stake -------------------------------------------------------------- */

/* The bytes of the part of a list at s: up to a comma that is in no brackets. */
static size_t part_length(const char *s)
{
  int open = 0;
  size_t n = 0;
  for (; s[n] && !(s[n] == ',' && s[n + 1] == ' ' && !open); n++)
    open += (s[n] == '(') - (s[n] == ')');
  return n;
}

static const char *next_part(const char *s, size_t n) { return s[n] ? s + n + 2 : s + n; }

static bool has_part(const char *list, const char *part, size_t n)
{
  for (const char *s = list; *s;) {
    size_t k = part_length(s);
    if (k == n && !memcmp(s, part, n)) return true;
    s = next_part(s, k);
  }
  return false;
}

/* Is it said of every answer, and are there several? */
static bool says_nothing(const Answers *a, const char *part, size_t n)
{
  for (int i = 0; i < a->n; i++)
    if (!a->places[i] || !has_part(a->places[i], part, n)) return false;
  return a->n > 1;
}

/* Whole parts, as many as there is room for; of the first at least its beginning. */
static void put_stake(const Answers *a, Buf *b, const char *place, int room)
{
  for (const char *s = place; *s;) {
    size_t n = part_length(s), before = b->n;
    bool same = says_nothing(a, s, n);
    if (!same && b->n) buf_add(b, ", ");
    if (!same) buf_addn(b, s, n);
    s = next_part(s, n);
    if (text_width(buf_text(b)) <= room - (*s ? 3 : 0)) continue;
    Buf cut = {0};
    if (before) buf_addn(&cut, b->at, before), buf_add(&cut, ", …");
    else buf_column(&cut, buf_text(b), room);
    while (cut.n && cut.at[cut.n - 1] == ' ') cut.at[--cut.n] = 0;
    buf_clear(b);
    if (text_width(buf_text(&cut)) <= room) buf_add(b, buf_text(&cut));
    buf_free(&cut);
    return;
  }
}

/* What is told of each place in so many columns. */
static char **stakes_in(const Answers *a, int room)
{
  char **told = zeroed((size_t)a->n, sizeof *told);
  for (int i = 0; i < a->n; i++) {
    Buf b = {0};
    if (a->places[i]) put_stake(a, &b, a->places[i], room);
    if (b.n && !strstr(a->labels[i], buf_text(&b))) told[i] = buf_take(&b);
    buf_free(&b);
  }
  return told;
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

static bool flows(const Answers *a, Buf *b, int at, int most, int *column)
{
  Buf all = {0};
  int lines = 1;
  for (int i = 0; i < a->n && lines <= most; i++) {
    int w = entry_width(a, i, false);
    bool breaks = at + INDENT + w > cli_width();
    if (breaks) buf_char(&all, '\n'), lines++;
    buf_pad(&all, INDENT);
    put_entry(a, &all, i, false);
    at = (breaks ? 0 : at) + INDENT + w;
  }
  bool few = lines <= most;
  if (few) buf_add(b, buf_text(&all)), *column = at;
  buf_free(&all);
  return few;
}

bool list_flow(const Answers *a, Buf *b, int at, int *column)
{
  return flows(a, b, at, MOST_LINES, column);
}

void list_stakes(Answers *a, int at)
{
  static const int rooms[] = {400, 120, 80, 60, 48, 40, 34, 28, 24, 20, 16, 12};
  char **whole = a->places;
  bool fits = false;
  for (size_t k = 0; k < sizeof rooms / sizeof *rooms && !fits; k++) {
    Buf trial = {0};
    int ends;
    a->places = whole;
    a->places = stakes_in(a, rooms[k]);
    fits = flows(a, &trial, at, FEW_LINES, &ends);
    buf_free(&trial);
    if (fits) break;
    for (int i = 0; i < a->n; i++) free(a->places[i]), a->places[i] = NULL;
    if (k + 1 < sizeof rooms / sizeof *rooms) free(a->places);
  }
  for (int i = 0; i < a->n; i++) free(whole[i]);
  free(whole);
}

static void set_text(char **text, const char *to)
{
  Buf copy = {0};
  if (to) buf_add(&copy, to), buf_add(&copy, "");
  free(*text);
  *text = to ? buf_take(&copy) : NULL;
}

static int find_said(const Lists *l, const char *text)
{
  for (int i = 0; i < LISTS_KEPT; i++)
    if (l->kept[i] && !strcmp(l->kept[i], text)) return i;
  return -1;
}

/* The oldest scrolls away. */
static void say_now(Lists *l, int most, const char *text)
{
  set_text(&l->kept[l->said++ % most], text);
}

bool lists_had_text(Lists *l, const char *text)
{
  bool had = find_said(l, text) >= 0;
  say_now(l, QUESTIONS_KEPT, had ? NULL : text);
  return had;
}

bool lists_has(const Lists *l, const char *answer) { return find_said(l, answer) >= 0; }

void lists_note(Lists *l, const char *answer, bool read)
{
  say_now(l, LISTS_KEPT, read && find_said(l, answer) < 0 ? answer : NULL);
}

bool list_is_last(char **last, uint32_t asked, const Answers *a)
{
  Buf all = {0};
  buf_printf(&all, "%x\n", (unsigned)asked);
  for (int i = 0; i < a->n; i++) buf_printf(&all, "%s\n", a->labels[i]);
  bool same = *last && !strcmp(*last, buf_text(&all));
  free(*last);
  *last = buf_take(&all);
  return same;
}

void lists_forget(Lists *l)
{
  for (int i = 0; i < LISTS_KEPT; i++) set_text(&l->kept[i], NULL);
}
