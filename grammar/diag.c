#include "grammar/diag.h"
#include "grammar/limits.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static const struct {
  const char *code, *title;
  Severity severity;
} table[] = {
#define DIAG(code, name, severity, title) {code, title, SEV_##severity},
#include "grammar/diag.def"
#undef DIAG
};

Severity diag_severity(DiagCode code) { return table[code].severity; }
const char *diag_name(DiagCode code) { return table[code].code; }
const char *diag_title(DiagCode code) { return table[code].title; }

DiagCode diag_find(const char *name)
{
  for (int i = 0; i < DIAG_COUNT; i++)
    if (!strcmp(table[i].code, name)) return (DiagCode)i;
  return DIAG_COUNT;
}

void diags_init(Diags *d, Arena *arena)
{
  memset(d, 0, sizeof *d);
  d->arena = arena;
}

void diags_free(Diags *d) { vec_free(&d->list); }

/* Control characters, and those that turn the direction of a line. */
static bool unprintable(utf8proc_int32_t c)
{
  return c < 32 || (c >= 127 && c < 160) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

/* Would a declaration that could not be parsed explain this? */
static bool may_be_missing(DiagCode code)
{
  switch (code) {
  case DIAG_UNKNOWN_NAME:
  case DIAG_UNKNOWN_FIELD:
  case DIAG_UNKNOWN_KIND:
  case DIAG_UNKNOWN_VERB:
  case DIAG_UNKNOWN_FUNCTION:
  case DIAG_UNKNOWN_SLOT:
  case DIAG_UNKNOWN_VARIANT:
  case DIAG_OUTSIDE_VARIANT:
  case DIAG_NO_SUCH_EVENT:
  case DIAG_NO_GAME:
  case DIAG_NO_PLAY:
  case DIAG_UNFILLED:
  case DIAG_BAD_PLACEHOLDER:
  case DIAG_BAD_ANSWER:
  case DIAG_BAD_SETTING:
  case DIAG_TABLE_GAP:
  case DIAG_UNUSED: return true;
  default: return false;
  }
}

/* Words from a file may stand in a message: what a terminal would act upon is made
 * harmless.  Returns its argument. */
static char *clean(char *text)
{
  for (char *s = text; *s;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s, -1, &c);
    size_t n = k > 0 ? (size_t)k : 1;
    if (k <= 0 || (c != '\n' && c != '\t' && unprintable(c))) memset(s, '?', n);
    s += n;
  }
  return text;
}

static int kept_most(const Diags *d) { return d->most ? d->most : MAX_ERRORS; }

Diag *diag_add(Diags *d, DiagCode code, Loc loc, const char *fmt, ...)
{
  static Diag dropped; /* hints for a dropped diagnostic go nowhere */
  if (d->partial && may_be_missing(code)) return &dropped;
  for (size_t i = 0; i < d->list.n; i++) {
    Diag *g = &d->list.at[i];
    if (g->code == code && g->loc.file == loc.file && g->loc.line == loc.line &&
        g->loc.col == loc.col && loc.file >= 0)
      return &dropped;
  }
  int *count = table[code].severity == SEV_ERROR     ? &d->errors
               : table[code].severity == SEV_WARNING ? &d->warnings
                                                     : &d->notes;
  if (++*count > kept_most(d)) return &dropped;
  va_list args;
  va_start(args, fmt);
  Diag g = {code, loc, clean(arena_vprintf(d->arena, fmt, args)), NULL, NULL};
  va_end(args);
  vec_push(&d->list, g);
  return &d->list.at[d->list.n - 1];
}

void diag_label(Diags *d, Diag *g, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  g->label = clean(arena_vprintf(d->arena, fmt, args));
  va_end(args);
}

static void add_hint(Diags *d, Diag *g, Loc loc, char *text)
{
  Hint *h = ARENA_NEW(d->arena, Hint), **tail = &g->hints;
  h->text = text;
  h->loc = loc;
  while (*tail) tail = &(*tail)->next;
  *tail = h;
}

void diag_hint(Diags *d, Diag *g, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  add_hint(d, g, (Loc){-1, 0, 0, 0}, clean(arena_vprintf(d->arena, fmt, args)));
  va_end(args);
}

void diag_hint_at(Diags *d, Diag *g, Loc loc, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  add_hint(d, g, loc, clean(arena_vprintf(d->arena, fmt, args)));
  va_end(args);
}

/* ---- files ---------------------------------------------------------------------- */

void diag_unreadable(Diags *d, Loc loc, const char *name, SourceError err)
{
  DiagCode code = err == SOURCE_TOO_LARGE ? DIAG_FILE_TOO_LARGE : DIAG_NO_FILE;
  const char *why = err == SOURCE_MISSING      ? "does not exist"
                    : err == SOURCE_UNREADABLE ? "cannot be read"
                    : err == SOURCE_DIRECTORY  ? "is a folder, not a file"
                                               : "is larger than 64 MiB";
  diag_add(d, code, loc, "the file \"%s\" %s", name, why);
}

bool diag_is_text(Diags *d, const Sources *sources, int file, const char *what)
{
  const Source *s = &sources->files.at[file];
  size_t i = 0;
  while (i < s->size) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s->text + i,
                                          (utf8proc_ssize_t)(s->size - i), &c);
    if (k > 0 && c != 0) {
      i += (size_t)k;
      continue;
    }
    int line = 1;
    while ((size_t)line < s->lines.n && s->lines.at[line] <= i) line++;
    int col = (int)(i - s->lines.at[line - 1]) + 1;
    Diag *g = diag_add(d, DIAG_NOT_UTF8, (Loc){file, line, col, col + 1},
                       k > 0 ? "a NUL byte stands in this file"
                             : "this file is not UTF-8 text");
    diag_hint(d, g, "save it as UTF-8; is it %s at all?", what);
    return false;
  }
  return true;
}

/* ---- nearest name --------------------------------------------------------------- */

/* Edit distance with swapped neighbours, given up above `most`. */
static int distance(const char *a, const char *b, int most)
{
  int n = (int)strlen(a), m = (int)strlen(b);
  if (n > 60 || m > 60 || abs(n - m) > most) return most + 1;
  int row[3][64];
  for (int j = 0; j <= m; j++) row[0][j] = j;
  for (int i = 1; i <= n; i++) {
    int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
    now[0] = i;
    for (int j = 1; j <= m; j++) {
      int best = last[j - 1] + (a[i - 1] != b[j - 1]);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          before[j - 2] + 1 < best)
        best = before[j - 2] + 1;
      now[j] = best;
    }
  }
  return row[n % 3][m];
}

void nearest_try(Nearest *n, const char *candidate)
{
  int most = (int)strlen(n->word) / 3 + 1;
  int d = distance(n->word, candidate, most);
  if (d <= most && d > 0 && (!n->best || d < n->distance)) {
    n->best = candidate;
    n->distance = d;
  }
}

/* ---- printing ------------------------------------------------------------------- */

static int by_place(const void *x, const void *y)
{
  const Diag *a = *(const Diag *const *)x, *b = *(const Diag *const *)y;
  if (a->loc.file != b->loc.file) return a->loc.file - b->loc.file;
  if (a->loc.line != b->loc.line) return a->loc.line - b->loc.line;
  if (a->loc.col != b->loc.col) return a->loc.col - b->loc.col;
  return a < b ? -1 : a > b;
}

static const char *severity_word(Severity s)
{
  return s == SEV_ERROR ? "error" : s == SEV_WARNING ? "warning" : "note";
}

/* Columns that the first n bytes of a line take on a terminal; tabs count as one and are
 * printed as a space, control characters as '?'. */
static int put_line(FILE *out, const char *line, int n)
{
  int width = 0;
  for (int i = 0; i < n;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)line + i, n - i, &c);
    if (k <= 0) { /* not UTF-8 */
      if (out) fputc('?', out);
      width++, i++;
      continue;
    }
    if (unprintable(c)) {
      if (out) fputc(c == '\t' ? ' ' : '?', out);
      width++;
    } else {
      if (out) fwrite(line + i, 1, (size_t)k, out);
      width += utf8proc_charwidth(c);
    }
    i += (int)k;
  }
  return width;
}

enum { SHOWN = 160 }; /* bytes of a source line that are shown around the caret */

static void print_snippet(FILE *out, const Diag *g, const Source *src, const char *on,
                          const char *off)
{
  int n, from = 0;
  const char *line = source_line(src, g->loc.line, &n);
  int col = g->loc.col - 1 < n ? g->loc.col - 1 : n;
  if (col > SHOWN - 40) { /* a very long line: show the part around the caret */
    from = col - (SHOWN - 60);
    while (from < col && ((unsigned char)line[from] & 0xC0) == 0x80) from++;
  }
  int shown = n - from > SHOWN ? SHOWN : n - from;
  int digits = snprintf(NULL, 0, "%d", g->loc.line);
  fprintf(out, "%*s |\n%d | ", digits, "", g->loc.line);
  put_line(out, line + from, shown);
  int end = g->loc.end - 1 > col ? g->loc.end - 1 : col + 1;
  if (end > from + shown) end = from + shown;
  int before = put_line(NULL, line + from, col - from);
  int marked = end > col ? put_line(NULL, line + col, end - col) : 1;
  fprintf(out, "\n%*s | %*s%s", digits, "", before, "", on);
  for (int i = 0; i < (marked > 0 ? marked : 1); i++) fputc('^', out);
  fprintf(out, "%s%s%s\n", g->label ? " " : "", g->label ? g->label : "", off);
}

static void print_human(FILE *out, const Diag *g, const Sources *s, bool color)
{
  Severity sev = diag_severity(g->code);
  const char *on = !color ? "" : sev == SEV_ERROR ? "\033[1;31m" : "\033[1;33m";
  const char *bold = color ? "\033[1m" : "", *off = color ? "\033[0m" : "";
  fprintf(out, "%s%s[%s]%s: %s%s%s\n", on, severity_word(sev), diag_name(g->code), off,
          bold, g->message, off);
  if (g->loc.file >= 0) {
    const Source *src = &s->files.at[g->loc.file];
    fprintf(out, "  --> %s:%d:%d\n", src->path, g->loc.line, g->loc.col);
    print_snippet(out, g, src, on, off);
  }
  for (const Hint *h = g->hints; h; h = h->next) {
    fprintf(out, "   = %s", h->text);
    if (h->loc.file >= 0)
      fprintf(out, " (%s:%d)", s->files.at[h->loc.file].path, h->loc.line);
    fputc('\n', out);
  }
  fprintf(out, "   = regel explain %s\n\n", diag_name(g->code));
}

static void json_text(FILE *out, const char *t)
{
  fputc('"', out);
  for (; *t; t++) {
    unsigned char c = (unsigned char)*t;
    if (c == '"' || c == '\\') fprintf(out, "\\%c", c);
    else if (c < 32) fprintf(out, "\\u%04x", c);
    else fputc(c, out);
  }
  fputc('"', out);
}

static void print_json(FILE *out, const Diag *g, const Sources *s, bool first)
{
  fprintf(out, "%s\n    {\"code\": \"%s\", \"severity\": \"%s\", \"message\": ",
          first ? "" : ",", diag_name(g->code), severity_word(diag_severity(g->code)));
  json_text(out, g->message);
  if (g->loc.file >= 0) {
    fputs(", \"file\": ", out);
    json_text(out, s->files.at[g->loc.file].path);
    fprintf(out, ", \"line\": %d, \"column\": %d, \"end\": %d", g->loc.line, g->loc.col,
            g->loc.end);
  }
  fputs(", \"hints\": [", out);
  for (const Hint *h = g->hints; h; h = h->next) {
    if (h != g->hints) fputs(", ", out);
    json_text(out, h->text);
  }
  fputs("]}", out);
}

void diags_print(FILE *out, Diags *d, const Sources *s, DiagFormat f, bool color,
                 Severity least)
{
  const Diag **order = malloc((d->list.n + 1) * sizeof *order);
  size_t n = 0;
  if (!order) return;
  for (size_t i = 0; i < d->list.n; i++)
    if (diag_severity(d->list.at[i].code) >= least) order[n++] = &d->list.at[i];
  qsort(order, n, sizeof *order, by_place);
  for (size_t i = 0; i < n; i++) {
    const Diag *g = order[i];
    if (f == DIAG_HUMAN) print_human(out, g, s, color);
    else if (f == DIAG_JSON) print_json(out, g, s, i == 0);
    else
      fprintf(out, "%s:%d:%d: %s: %s [%s]\n",
              g->loc.file >= 0 ? s->files.at[g->loc.file].path : "-", g->loc.line,
              g->loc.col, severity_word(diag_severity(g->code)), g->message,
              diag_name(g->code));
  }
  if (f == DIAG_HUMAN && d->errors > kept_most(d))
    fprintf(out, "... and %d more errors\n\n", d->errors - kept_most(d));
  free(order);
}
