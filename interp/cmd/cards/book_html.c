/* A rulebook as one page without scripts and without anything from elsewhere, and as
 * lines for the program that prints. */
#include "interp/cmd/cards/book.h"
#include "interp/cmd/client.h"

#include <string.h>

static const char style[] =
    "body{font:17px/1.5 Georgia,serif;color:#1b1d21;max-width:52rem;margin:2rem auto;"
    "padding:0 1rem}h1,h2,h3,h4{font-family:Lato,'Helvetica Neue',sans-serif;line-height:"
    "1.2}h2{border-bottom:2px solid #23527c;padding-bottom:.2rem;margin-top:2.5rem}"
    "table{border-collapse:collapse;width:100%;margin:1rem 0;font-size:.92em}td,th{text-"
    "align:left;vertical-align:top;padding:.3rem .5rem;border-bottom:1px solid "
    "#d5dbe1}th{"
    "background:#eef2f6}tr:target,p:target,section:target{background:#fff5d6}.note{font-"
    "size:.85em;color:#56606a;margin:.1rem 0 .6rem}.links "
    "a{display:inline-block;font-size:.8em;margin-right:"
    ".5rem;color:#23527c}td[lang],p[lang],li[lang]{font-size:.8em;color:#6b7681}"
    "td:has(+td[lang]){width:30%}section.face{border:1px solid #c9d2da;border-left:4px "
    "solid "
    "#23527c;border-radius:4px;padding:.5rem .8rem;margin:.6rem 0;break-inside:avoid}"
    "a.rule{font:.68em Lato,sans-serif;white-space:nowrap;text-decoration:none;color:"
    "#5d7386}pre{background:#eef2f6;padding:.6rem "
    ".8rem;white-space:pre-wrap;font-size:.78em}"
    "section.face h4{margin:0}section.face p{margin:.2rem 0}nav ul{columns:2}"
    "figure{margin:1rem 0}figure svg{max-width:100%;height:auto}td,th,p,li{overflow-wrap:"
    "anywhere}@media(max-width:40rem){nav ul{columns:1}table{font-size:.8em}td,th{"
    "padding:.2rem}}"
    "@media(prefers-color-scheme:dark){body{background:#16181c;color:#e6e8eb}th{"
    "background:"
    "#252a31}pre{background:#252a31}a,a.rule,.links a{color:#8fbbe6}.note,td[lang],p["
    "lang],li[lang]{color:#a9b1ba}tr:target,p:target,section:target{background:#"
    "3d3a22}" CLIENT_DARK_BOARD "}";

/* The end of what a mark of this length begins at s; NULL: it begins nothing. */
static const char *closing(const char *s, const char *mark)
{
  size_t n = strlen(mark);
  const char *end = s[n] && s[n] != ' ' ? strstr(s + n, mark) : NULL;
  return end > s + n ? end : NULL;
}

/* The row that "(RULE-01)" at s names; NULL if none is linked there. */
static const BookLink *row_at(const BookBlock *k, const char *s)
{
  for (size_t i = 0; i < k->links.n && *s == '('; i++) {
    const BookLink *l = &k->links.at[i];
    size_t n = strlen(l->file);
    if (!l->line && !strncmp(s + 1, l->file, n) && s[n + 1] == ')') return l;
  }
  return NULL;
}

/* Bold, italics and code of Markdown, and rows of the ledger; nothing else is marked. */
static void put_marked(Buf *b, const BookBlock *block, const char *s)
{
  static const struct {
    const char *mark, *tag;
  } marks[] = {{"**", "b"}, {"`", "code"}, {"*", "i"}};
  while (*s) {
    const char *end = NULL;
    size_t k = 0;
    const BookLink *row = row_at(block, s);
    if (row) {
      buf_add(b, "<a class=\"rule\" href=\"#");
      buf_xml(b, row->file);
      buf_add(b, "\">");
      buf_xml(b, row->file);
      buf_add(b, "</a>");
      s += strlen(row->file) + 2;
      continue;
    }
    for (; k < 3 && !end; k++)
      if (!strncmp(s, marks[k].mark, strlen(marks[k].mark)))
        end = closing(s, marks[k].mark);
    if (!end) {
      buf_xmln(b, s++, 1);
      continue;
    }
    k--;
    size_t n = strlen(marks[k].mark);
    buf_printf(b, "<%s>", marks[k].tag);
    buf_xmln(b, s + n, (size_t)(end - s) - n);
    buf_printf(b, "</%s>", marks[k].tag);
    s = end + n;
  }
}

static void put_words(Buf *b, const BookBlock *k, const char *s)
{
  if (k->marked) put_marked(b, k, s);
  else buf_xml(b, s);
}

/* Is it a link where the words name it? */
static bool is_inside(const BookBlock *k, const BookLink *l)
{
  for (const char *s = k->text; k->marked && (s = strchr(s, '(')); s++)
    if (row_at(k, s) && !strcmp(row_at(k, s)->file, l->file)) return true;
  return false;
}

/* "game.regel:27", which every language reads. */
static void put_line_of(Buf *b, const BookLink *l)
{
  const char *slash = strrchr(l->file, '/');
  buf_xml(b, slash ? slash + 1 : l->file);
  buf_printf(b, ":%d", l->line);
}

/* Places in the sources, or in this page. */
static void put_links(Buf *b, const BookBlock *k)
{
  size_t inside = 0;
  for (size_t i = 0; i < k->links.n; i++) inside += is_inside(k, &k->links.at[i]);
  if (inside == k->links.n) return;
  buf_add(b, " <span class=\"links\">");
  for (size_t i = 0; i < k->links.n; i++) {
    const BookLink *l = &k->links.at[i];
    if (is_inside(k, l) || (k->foreign && !l->line)) continue;
    buf_add(b, "<a href=\"");
    if (!l->line) buf_char(b, '#');
    buf_xml(b, l->file);
    if (l->line) buf_printf(b, "#L%d", l->line);
    buf_add(b, "\">");
    if (k->foreign) put_line_of(b, l);
    else buf_xml(b, l->line ? l->words : "→");
    buf_add(b, "</a>");
  }
  buf_add(b, "</span>");
}

static void put_id(Buf *b, const BookBlock *k)
{
  if (!k->id) return;
  buf_add(b, " id=\"");
  buf_xml(b, k->id);
  buf_char(b, '"');
}

static void put_language(Buf *b, const BookBlock *k)
{
  if (k->foreign) buf_printf(b, " lang=\"%s\"", k->foreign);
}

/* Where the book tells a row that it quotes. */
static void put_places(Buf *b, const BookBlock *k)
{
  const char *comma = "";
  for (size_t i = 0; i < k->links.n; i++) {
    if (k->links.at[i].line) continue;
    buf_printf(b, "%s<a href=\"#", comma);
    buf_xml(b, k->links.at[i].file);
    buf_add(b, "\">");
    buf_xml(b, k->links.at[i].words);
    buf_add(b, "</a>");
    comma = ", ";
  }
}

static void put_row(Buf *b, const BookBlock *k)
{
  const char *tag = k->level ? "th" : "td";
  buf_add(b, "<tr");
  put_id(b, k);
  buf_char(b, '>');
  for (size_t i = 0; i < k->cells.n; i++) {
    bool last = i + 1 == k->cells.n;
    buf_printf(b, "<%s", tag);
    if (last) put_language(b, k);
    buf_char(b, '>');
    if (k->foreign && i && !last) put_places(b, k);
    else put_words(b, k, k->cells.at[i]);
    if (last) put_links(b, k);
    buf_printf(b, "</%s>", tag);
  }
  buf_add(b, "</tr>\n");
}

static void put_face(Buf *b, const BookBlock *k)
{
  buf_add(b, "<section class=\"face\"");
  put_id(b, k);
  buf_add(b, "><h4>");
  buf_xml(b, k->text);
  buf_add(b, "</h4>");
  for (size_t i = 0; i < k->cells.n; i++) {
    buf_add(b, "<p>");
    buf_xml(b, k->cells.at[i]);
    buf_add(b, "</p>");
  }
  buf_add(b, "</section>\n");
}

static void put_code(Buf *b, const BookBlock *k)
{
  buf_add(b, "<pre>");
  for (size_t i = 0; i < k->cells.n; i++) buf_xml(b, k->cells.at[i]), buf_char(b, '\n');
  buf_add(b, "</pre>\n");
}

static void put_simple(Buf *b, const BookBlock *k, const char *tag, const char *class)
{
  buf_printf(b, "<%s%s", tag, class);
  put_id(b, k);
  put_language(b, k);
  buf_char(b, '>');
  put_words(b, k, k->text);
  put_links(b, k);
  buf_printf(b, "</%s>\n", tag);
}

/* What must be open around a block. */
static const char *around(BookSort s)
{
  return s == BOOK_ROW ? "table" : s == BOOK_ITEM ? "ul" : "";
}

static void put_contents(const Book *book, Buf *b)
{
  buf_add(b, "<nav><ul>\n");
  for (size_t i = 0; i < book->blocks.n; i++) {
    const BookBlock *k = &book->blocks.at[i];
    if (k->sort != BOOK_HEADING || k->level != 2 || !k->id) continue;
    buf_printf(b, "<li><a href=\"#%s\">", k->id);
    buf_xml(b, k->text);
    buf_add(b, "</a></li>\n");
  }
  buf_add(b, "</ul></nav>\n");
}

static void put_block(const Book *book, Buf *b, const BookBlock *k)
{
  char tag[] = "h1";
  tag[1] = (char)('0' + (k->level > 6 ? 6 : k->level < 1 ? 1 : k->level));
  switch (k->sort) {
  case BOOK_HEADING:
    put_simple(b, k, tag, "");
    if (k->level == 1) put_contents(book, b);
    break;
  case BOOK_TEXT: put_simple(b, k, "p", ""); break;
  case BOOK_ITEM: put_simple(b, k, "li", ""); break;
  case BOOK_NOTE: put_simple(b, k, "p", " class=\"note\""); break;
  case BOOK_ROW: put_row(b, k); break;
  case BOOK_FACE: put_face(b, k); break;
  case BOOK_CODE: put_code(b, k); break;
  case BOOK_PICTURE: buf_printf(b, "<figure>%s</figure>\n", k->text); break;
  }
}

void book_html(const Book *book, Buf *b)
{
  const char *open = "";
  buf_printf(b, "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">\n",
             book->lang);
  buf_add(b, "<meta name=\"viewport\" content=\"width=device-width\"><title>");
  buf_xml(b, book->blocks.at[0].text);
  buf_printf(b, "</title><style>%s</style></head><body>\n", style);
  for (size_t i = 0; i < book->blocks.n; i++) {
    const BookBlock *k = &book->blocks.at[i];
    const char *wants = around(k->sort);
    /* A note between two rows stays in the table. */
    bool inside = k->sort == BOOK_NOTE && !strcmp(open, "table");
    if (inside) {
      buf_add(b, "<tr><td colspan=\"9\" class=\"note\">");
      buf_xml(b, k->text);
      buf_add(b, "</td></tr>\n");
      continue;
    }
    if (k->sort == BOOK_CODE && !strcmp(open, "table")) {
      buf_add(b, "<tr><td colspan=\"9\">");
      put_code(b, k);
      buf_add(b, "</td></tr>\n");
      continue;
    }
    if (strcmp(wants, open)) {
      if (*open) buf_printf(b, "</%s>\n", open);
      if (*wants) buf_printf(b, "<%s>\n", wants);
      open = wants;
    }
    put_block(book, b, k);
  }
  if (*open) buf_printf(b, "</%s>\n", open);
  buf_add(b, "</body></html>\n");
}

/* ---- lines ---------------------------------------------------------------------- */

/* Marks and line ends are left out: cells are divided by tabs, blocks by line ends. */
static void put_plain(Buf *b, const char *s)
{
  for (; *s; s++)
    if (*s != '*' && *s != '`') buf_char(b, *s == '\n' || *s == '\t' ? ' ' : *s);
}

static void put_one_line(Buf *b, const char *s)
{
  for (; *s; s++) buf_char(b, *s == '\n' || *s == '\t' ? ' ' : *s);
}

void book_lines(const Book *book, Buf *b)
{
  static const char sorts[] = {
      [BOOK_HEADING] = 'H', [BOOK_TEXT] = 'P', [BOOK_ITEM] = 'I',    [BOOK_ROW] = 'R',
      [BOOK_FACE] = 'F',    [BOOK_NOTE] = 'N', [BOOK_PICTURE] = 'G', [BOOK_CODE] = 'C'};
  for (size_t i = 0; i < book->blocks.n; i++) {
    const BookBlock *k = &book->blocks.at[i];
    buf_printf(b, "%c%d%s", sorts[k->sort], k->level, k->foreign ? "~" : "");
    if (k->id) buf_printf(b, "#%s", k->id);
    if (k->sort == BOOK_ROW && k->links.n && !k->links.at[0].line && !k->foreign)
      buf_printf(b, ">%s", k->links.at[0].file);
    if (k->sort != BOOK_ROW) buf_char(b, '\t');
    if (k->sort == BOOK_PICTURE) put_one_line(b, k->text);
    else if (k->sort != BOOK_ROW) put_plain(b, k->text);
    for (size_t c = 0; c < k->cells.n; c++) {
      buf_char(b, '\t');
      put_plain(b, k->cells.at[c]);
    }
    buf_char(b, '\n');
  }
}
