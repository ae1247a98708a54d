/* Glossaries as TBX (ISO 30042), for the tools of translators.
 *
 * Of the format this much is read: a termEntry is a row, its descrip the concept, each
 * langSet a column, and the terms in it what stands there. */
#include "interp/po/glossary_int.h"
#include "interp/base/buf.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LANGUAGES = 63, MAX_ENTRIES = 20000, MAX_CELL = 1000 };

static void put_between(FILE *out, const char *before, const char *text,
                        const char *after)
{
  Buf b = {0};
  buf_add(&b, before);
  buf_xml(&b, text);
  buf_add(&b, after);
  fputs(buf_text(&b), out);
  buf_free(&b);
}

void glossary_write_tbx(FILE *out, const Glossary *g, const char *title)
{
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<martif type=\"TBX-Basic\" xml:lang=\"en\">\n"
        "  <martifHeader>\n    <fileDesc>\n",
        out);
  put_between(out, "      <titleStmt><title>", title, "</title></titleStmt>\n");
  fputs("      <sourceDesc><p>regel</p></sourceDesc>\n"
        "    </fileDesc>\n  </martifHeader>\n  <text>\n    <body>\n",
        out);
  for (size_t i = 1; i < g->rows.n; i++) {
    fprintf(out, "      <termEntry id=\"c%zu\">\n", i);
    put_between(out, "        <descrip type=\"definition\">", g->rows.at[i][0],
                "</descrip>\n");
    for (int k = 1; k < g->columns; k++) {
      if (!*g->rows.at[i][k]) continue;
      put_between(out, "        <langSet xml:lang=\"", g->rows.at[0][k],
                  "\"><tig><term>");
      put_between(out, "", g->rows.at[i][k], "</term></tig></langSet>\n");
    }
    fputs("      </termEntry>\n", out);
  }
  fputs("    </body>\n  </text>\n</martif>\n", out);
}

/* ---- reading -------------------------------------------------------------------- */

typedef struct Tbx {
  Glossary *g;
  Diags *diags;
  int file;
  const Source *source;
  const char *at;
  const char **row; /* of the entry that is open, or NULL */
  int column;       /* of the language that is open, 0: none */
  bool concept;     /* the open element gives the concept */
  bool term;
} Tbx;

static void tbx_wrong(const Tbx *t, const char *at, const char *message)
{
  size_t offset = (size_t)(at - t->source->text);
  int line = 1;
  while ((size_t)line < t->source->lines.n && t->source->lines.at[line] <= offset) line++;
  int col = (int)(offset - t->source->lines.at[line - 1]) + 1;
  diag_add(t->diags, DIAG_PO_GLOSSARY, (Loc){t->file, line, col, col + 1}, "%s", message);
}

static void put_utf8(char **to, unsigned long c)
{
  char *s = *to;
  if (c < 0x80) *s++ = (char)c;
  else if (c < 0x800) *s++ = (char)(0xC0 | c >> 6), *s++ = (char)(0x80 | (c & 63));
  else if (c < 0x10000) {
    *s++ = (char)(0xE0 | c >> 12);
    *s++ = (char)(0x80 | (c >> 6 & 63));
    *s++ = (char)(0x80 | (c & 63));
  } else {
    *s++ = (char)(0xF0 | c >> 18);
    *s++ = (char)(0x80 | (c >> 12 & 63));
    *s++ = (char)(0x80 | (c >> 6 & 63));
    *s++ = (char)(0x80 | (c & 63));
  }
  *to = s;
}

/* The character that an entity means, and how long it is; 0 if it is none. */
static unsigned long entity(const char *s, const char *end, size_t *size)
{
  static const struct {
    const char *name;
    char c;
  } names[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    *size = strlen(names[i].name);
    if ((size_t)(end - s) >= *size && !strncmp(s, names[i].name, *size))
      return (unsigned char)names[i].c;
  }
  const char *semicolon = memchr(s, ';', (size_t)(end - s));
  if (s[1] != '#' || !semicolon || semicolon - s > 9) return 0;
  bool hex = s[2] == 'x';
  char *stop;
  unsigned long c = strtoul(s + 2 + hex, &stop, hex ? 16 : 10);
  *size = (size_t)(semicolon - s) + 1;
  bool fine = stop == semicolon && c >= 32 && c < 0x110000 && (c < 0xD800 || c > 0xDFFF);
  return fine ? c : 0;
}

/* The characters between two tags, without spaces around them and in one line. */
static const char *tbx_text(const Tbx *t, const char *s, const char *end)
{
  char *text = arena_alloc(t->g->arena, (size_t)(end - s) + 1), *to = text;
  while (s < end && strchr(" \t\r\n", *s)) s++;
  while (end > s && strchr(" \t\r\n", end[-1])) end--;
  while (s < end) {
    size_t size = 1;
    unsigned long c = *s == '&' ? entity(s, end, &size) : 0;
    if (*s == '&' && !c) {
      tbx_wrong(t, s, "this is no character that XML knows");
      return text;
    }
    if (c) put_utf8(&to, c);
    else *to++ = *s == '\n' || *s == '\r' || *s == '\t' ? ' ' : *s;
    s += size;
  }
  return text;
}

static int tbx_column(Tbx *t, const char *s, const char *end)
{
  Glossary *g = t->g;
  const char *name = NULL;
  for (const char *at = s; at + 5 < end; at++)
    if (!strncmp(at, "lang=", 5) && (at[5] == '"' || at[5] == '\'')) name = at + 6;
  const char *close = name ? memchr(name, name[-1], (size_t)(end - name)) : NULL;
  if (!close || close == name || close - name > 20) {
    tbx_wrong(t, s, "a langSet without its language");
    return 0;
  }
  const char *lang = arena_strndup(g->arena, name, (size_t)(close - name));
  int column = glossary_column(g, lang);
  if (column > 0) return column;
  if (g->columns > MAX_LANGUAGES) {
    tbx_wrong(t, s, "too many languages");
    return 0;
  }
  g->rows.at[0][g->columns] = lang;
  return g->columns++;
}

static void tbx_put(Tbx *t, const char *s, const char *end)
{
  if (!t->row || (!t->concept && !(t->term && t->column))) return;
  const char **cell = &t->row[t->concept ? 0 : t->column];
  const char *text = tbx_text(t, s, end);
  if (!*text) return;
  if (strlen(*cell) > MAX_CELL) {
    tbx_wrong(t, s, "too many terms for one concept");
    return;
  }
  *cell = **cell ? arena_printf(t->g->arena, "%s/%s", *cell, text) : text;
}

static bool tag_is(const char *s, const char *name)
{
  size_t n = strlen(name);
  return !strncmp(s, name, n) && strchr(" \t\r\n/>", s[n]);
}

/* The tag between s ("<") and end (">"). */
static void tbx_tag(Tbx *t, const char *s, const char *end)
{
  bool close = s[1] == '/';
  s += 1 + close;
  if (tag_is(s, "termEntry") || tag_is(s, "conceptEntry")) {
    t->row = close ? NULL : glossary_row(t->g, (Loc){t->file, 1, 1, 2});
    t->column = 0;
  } else if (tag_is(s, "langSet") || tag_is(s, "langSec")) {
    t->column = close ? 0 : tbx_column(t, s, end);
  } else if (tag_is(s, "descrip")) {
    t->concept = !close && !t->column;
  } else if (tag_is(s, "term")) {
    t->term = !close;
  }
}

void tbx_read(Glossary *g, const Source *s, int file, Diags *d)
{
  INVARIANT(file >= 0 && s->text && !g->rows.n);
  Tbx t = {.g = g, .diags = d, .file = file, .source = s, .at = s->text};
  int errors = d->errors;
  g->columns = 1;
  glossary_row(g, (Loc){file, 1, 1, 2})[0] = "concept";
  while (d->errors == errors) {
    const char *open = strchr(t.at, '<');
    if (!open) break;
    tbx_put(&t, t.at, open);
    if (g->rows.n > MAX_ENTRIES) tbx_wrong(&t, open, "too many entries");
    const char *end = !strncmp(open, "<!--", 4) ? strstr(open, "-->") : strchr(open, '>');
    if (!end) {
      tbx_wrong(&t, open, "this tag has no end");
      break;
    }
    if (strncmp(open, "<!--", 4)) tbx_tag(&t, open, end);
    t.at = *end == '>' ? end + 1 : end + 3;
  }
  for (size_t i = 1; i < g->rows.n; i++) /* an entry without a concept: its first term */
    for (int k = 1; k < g->columns && !*g->rows.at[i][0]; k++)
      g->rows.at[i][0] = g->rows.at[i][k];
  if (d->errors == errors && g->rows.n == 1)
    tbx_wrong(&t, s->text, "there is no termEntry in this file");
}
