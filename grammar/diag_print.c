/* Diagnostics for people, editors and other programs. */
#include "grammar/diag.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

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
    if (diag_unprintable(c)) {
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

/* A path as SARIF wants it: signs that mean something in an address are escaped. */
static void json_uri(FILE *out, const char *path)
{
  fputc('"', out);
  for (; *path; path++) {
    unsigned char c = (unsigned char)*path;
    if (c <= 32 || c >= 127 || strchr("\"#%<>?[\\]^`{|}", c)) fprintf(out, "%%%02X", c);
    else fputc(c, out);
  }
  fputc('"', out);
}

static void json_place(FILE *out, const Sources *s, Loc loc)
{
  if (loc.file < 0) return;
  fputs(", \"place\": {\"file\": ", out);
  json_text(out, s->files.at[loc.file].path);
  fprintf(out, ", \"line\": %d, \"column\": %d", loc.line, loc.col);
  if (loc.end > loc.col) fprintf(out, ", \"end\": %d", loc.end);
  fputc('}', out);
}

/* What else is to be said, or (`edits`) remedies: what to write instead of what. */
static void json_hints(FILE *out, const Diag *g, const Sources *s, bool edits)
{
  const char *comma = "";
  for (const Hint *h = g->hints; h; h = h->next) {
    if (edits && !h->fix) continue;
    fprintf(out, "%s{\"text\": ", comma);
    json_text(out, h->text);
    json_place(out, s, edits ? h->edit : h->loc);
    if (edits) {
      fputs(", \"write\": ", out);
      json_text(out, h->fix);
      fprintf(out, ", \"certain\": %s", h->certain ? "true" : "false");
    }
    fputc('}', out);
    comma = ", ";
  }
}

static void print_json(FILE *out, const Diag *g, const Sources *s, bool first)
{
  fprintf(out,
          "%s\n    {\"code\": \"%s\", \"severity\": \"%s\", \"text\": ", first ? "" : ",",
          diag_name(g->code), severity_word(diag_severity(g->code)));
  json_text(out, g->message);
  json_place(out, s, g->loc);
  fputs(", \"notes\": [", out);
  json_hints(out, g, s, false);
  fputs("], \"remedies\": [", out);
  json_hints(out, g, s, true);
  fputc(']', out);
  if (g->accepted) {
    fputs(", \"accepted\": ", out);
    json_text(out, g->accepted);
  }
  fputc('}', out);
}

/* Our columns are bytes, SARIF's are characters. */
static int character(const Source *src, Loc loc, int col)
{
  int n, k = 1;
  const char *line = source_line(src, loc.line, &n);
  for (int i = 0; i < col - 1 && i < n; i++) k += ((unsigned char)line[i] & 0xC0) != 0x80;
  return k;
}

static void sarif_place(FILE *out, Loc loc, const Sources *s, const char *words)
{
  const Source *src = &s->files.at[loc.file];
  int from = character(src, loc, loc.col), end = character(src, loc, loc.end);
  fputs("{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ", out);
  json_uri(out, src->path);
  fprintf(out,
          "}, \"region\": {\"startLine\": %d, \"startColumn\": %d, \"endColumn\": %d}}",
          loc.line, from, end > from ? end : from + 1);
  if (words) {
    fputs(", \"message\": {\"text\": ", out);
    json_text(out, words);
    fputc('}', out);
  }
  fputc('}', out);
}

static void sarif_fix(FILE *out, const Hint *h, const Sources *s)
{
  const Source *src = &s->files.at[h->edit.file];
  fputs("{\"description\": {\"text\": ", out);
  json_text(out, h->text);
  fputs("}, \"artifactChanges\": [{\"artifactLocation\": {\"uri\": ", out);
  json_uri(out, src->path);
  Loc end = h->edit; /* it may reach over the end of its line */
  size_t behind = src->lines.at[end.line - 1] + (size_t)end.end - 1;
  while ((size_t)end.line < src->lines.n && src->lines.at[end.line] <= behind) end.line++;
  end.end = (int)(behind - src->lines.at[end.line - 1]) + 1;
  fprintf(out,
          "}, \"replacements\": [{\"deletedRegion\": {\"startLine\": %d, "
          "\"startColumn\": %d, ",
          h->edit.line, character(src, h->edit, h->edit.col));
  if (end.line > h->edit.line) fprintf(out, "\"endLine\": %d, ", end.line);
  fprintf(out, "\"endColumn\": %d}, \"insertedContent\": {\"text\": ",
          character(src, end, end.end));
  json_text(out, h->fix);
  fputs("}}]}]}", out);
}

/* SARIF 2.1.0: one result.  Hints without a place belong to the message. */
static void print_sarif(FILE *out, const Diag *g, const Sources *s, bool first)
{
  fprintf(out, "%s\n    {\"ruleId\": \"%s\", \"level\": \"%s\", \"message\": {\"text\": ",
          first ? "" : ",", diag_name(g->code), severity_word(diag_severity(g->code)));
  char *all = NULL;
  size_t size = 0;
  FILE *text = open_memstream(&all, &size);
  fputs(g->message, text);
  for (const Hint *h = g->hints; h; h = h->next)
    if (h->loc.file < 0) fprintf(text, "\n%s", h->text);
  fclose(text);
  json_text(out, all);
  free(all);
  fputs("}, \"locations\": [", out);
  if (g->loc.file >= 0) sarif_place(out, g->loc, s, NULL);
  fputs("], \"relatedLocations\": [", out);
  bool more = false;
  for (const Hint *h = g->hints; h; h = h->next) {
    if (h->loc.file < 0) continue;
    if (more) fputs(", ", out);
    sarif_place(out, h->loc, s, h->text);
    more = true;
  }
  fputs("], \"suppressions\": [", out);
  if (g->accepted) {
    fputs("{\"kind\": \"inSource\", \"justification\": ", out);
    json_text(out, g->accepted);
    fputc('}', out);
  }
  fputs("], \"fixes\": [", out);
  more = false;
  for (const Hint *h = g->hints; h; h = h->next) {
    if (!h->fix) continue;
    if (more) fputs(", ", out);
    sarif_fix(out, h, s);
    more = true;
  }
  fputs("]}", out);
}

void sarif_rules(FILE *out)
{
  for (int i = 0; i < DIAG_COUNT; i++) {
    fprintf(out, "%s\n        {\"id\": \"%s\", \"shortDescription\": {\"text\": ",
            i ? "," : "", diag_name((DiagCode)i));
    json_text(out, diag_title((DiagCode)i));
    fprintf(out, "}, \"help\": {\"text\": \"regel explain %s\"}}",
            diag_name((DiagCode)i));
  }
}

const Diag **diags_order(const Diags *d, Severity least, bool accepted, size_t *n)
{
  const Diag **order = malloc((d->list.n + 1) * sizeof *order);
  *n = 0;
  if (!order) return NULL;
  for (size_t i = 0; i < d->list.n; i++) {
    const Diag *g = &d->list.at[i];
    if (diag_severity(g->code) >= least && (accepted || !g->accepted)) order[(*n)++] = g;
  }
  qsort(order, *n, sizeof *order, by_place);
  return order;
}

void diags_print(FILE *out, Diags *d, const Sources *s, DiagFormat f, bool color,
                 Severity least)
{
  size_t n;
  const Diag **order = diags_order(d, least, f == DIAG_JSON || f == DIAG_SARIF, &n);
  if (!order) return;
  for (size_t i = 0; i < n; i++) {
    const Diag *g = order[i];
    if (f == DIAG_HUMAN) print_human(out, g, s, color);
    else if (f == DIAG_JSON) print_json(out, g, s, i == 0);
    else if (f == DIAG_SARIF) print_sarif(out, g, s, i == 0);
    else
      fprintf(out, "%s:%d:%d: %s: %s [%s]\n",
              g->loc.file >= 0 ? s->files.at[g->loc.file].path : "-", g->loc.line,
              g->loc.col, severity_word(diag_severity(g->code)), g->message,
              diag_name(g->code));
  }
  if (f == DIAG_HUMAN && d->errors > diags_kept(d))
    fprintf(out, "... and %d more errors\n\n", d->errors - diags_kept(d));
  free(order);
}
