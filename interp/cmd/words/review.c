/* regel text --review: every sort of sentence once, all languages side by side. */
#include "interp/cmd/words/review.h"
#include "interp/rules/load_lang.h"
#include "interp/text/card/review.h"

#include <stdlib.h>
#include <string.h>

/* One column. */
typedef struct Column {
  const char *code;
  LoadedLang loaded;
} Column;
typedef VEC(Column) Columns;

/* What has been said in every language need not be said again. */
typedef VEC(char *) Said;

static void put_escaped(Buf *b, const char *s)
{
  for (; *s; s++) {
    if (*s == '&') buf_add(b, "&amp;");
    else if (*s == '<') buf_add(b, "&lt;");
    else if (*s == '>') buf_add(b, "&gt;");
    else if (*s == '"') buf_add(b, "&quot;");
    else buf_char(b, *s);
  }
}

/* Is there more of it than the words of the libraries that a ruleset uses? */
static bool is_begun(const LoadedLang *l, const Program *p)
{
  int fine = 0;
  for (int i = 0; i < p->n_texts; i++)
    fine += lang_text(l->lang, p, i).state == LANG_FINE;
  return l->rules.n && 4 * fine > p->n_texts;
}

static bool open_columns(Columns *to, const Program *p)
{
  Buf list = {0};
  load_lang_list(p, NULL, &list);
  const char *source = lang_code(NULL);
  Column first = {.code = source};
  load_lang(&first.loaded, source, p, NULL);
  vec_push(to, first);
  for (char *code = strtok(list.at, ", "); code; code = strtok(NULL, ", ")) {
    Column c = {0};
    if (!strcmp(code, source)) continue;
    bool read = load_lang(&c.loaded, code, p, NULL);
    if (read && is_begun(&c.loaded, p)) {
      c.code = lang_code(c.loaded.lang);
      vec_push(to, c);
    } else load_lang_free(&c.loaded);
  }
  buf_free(&list);
  return to->n > 1;
}

static void put_head(Buf *b, const Program *p, const Columns *columns)
{
  Buf title = {0};
  View v = view_program(p, NULL);
  render_title(&v, &title);
  buf_add(b, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
  put_escaped(b, buf_text(&title));
  buf_add(b, "</title>\n<style>body{font:15px/1.4 sans-serif;margin:1.5em}"
             "table{border-collapse:collapse;width:100%}"
             "td,th{border:1px solid #bbb;padding:.3em .5em;vertical-align:top;"
             "text-align:start}td:first-child{color:#666;font-size:80%}"
             "th{position:sticky;top:0;background:#eee}.todo{background:#fdd}</style>"
             "</head><body>\n<h1>");
  put_escaped(b, buf_text(&title));
  buf_printf(b, "</h1>\n<p>%zu languages.</p>\n", columns->n);
  buf_free(&title);
}

static void put_section(Buf *b, const char *title, const Columns *columns)
{
  buf_printf(b, "<h2>%s</h2>\n<table><tr><th></th>", title);
  for (size_t i = 0; i < columns->n; i++)
    buf_printf(b, "<th>%s</th>", columns->at[i].code);
  buf_add(b, "</tr>\n");
}

/* The cells of one row; false if each language has said just that before. */
static bool put_row(Buf *b, const Program *p, const Columns *columns, const Review *r,
                    Said *said)
{
  Buf cells = {0}, name = {0};
  size_t words = 0;
  for (size_t i = 0; i < columns->n; i++) {
    View v = view_program(p, columns->at[i].loaded.lang);
    Buf text = {0};
    review_say(&v, &text, r);
    words += text.n;
    bool fine = lang_marked(buf_text(&text)) == LANG_FINE;
    buf_printf(&cells, "<td lang=\"%s\" dir=\"auto\"%s>", columns->at[i].code,
               fine ? "" : " class=\"todo\"");
    put_escaped(&cells, buf_text(&text));
    buf_add(&cells, "</td>");
    buf_free(&text);
  }
  bool fresh = words > 0;
  for (size_t i = 0; i < said->n && fresh; i++)
    fresh = strcmp(said->at[i], buf_text(&cells)) != 0;
  if (fresh) {
    review_name(p, &name, r);
    buf_add(b, "<tr><td>");
    put_escaped(b, buf_text(&name));
    if (r->count > 1) buf_printf(b, " ×%d", r->count);
    buf_printf(b, "</td>%s</tr>\n", buf_text(&cells));
    vec_push(said, buf_take(&cells));
  }
  buf_free(&cells);
  buf_free(&name);
  return fresh;
}

static void put_rows(Buf *b, const Program *p, const Columns *columns)
{
  static const char *const titles[] = {
      "Sentences of cards", "Sentences of actions",      "What verbs do",
      "What the log says",  "Texts as they are written", "Titles"};
  Reviews rows = {0};
  Said said = {0};
  int section = -1, n = 0;
  int untold = review_rows(p, &rows);
  for (size_t i = 0; i < rows.n; i++) {
    if ((int)rows.at[i].sort != section) {
      if (section >= 0) buf_add(b, "</table>\n");
      section = (int)rows.at[i].sort;
      put_section(b, titles[section], columns);
    }
    n += put_row(b, p, columns, &rows.at[i], &said);
  }
  if (section >= 0) buf_add(b, "</table>\n");
  buf_printf(b, "<p>%d rows. %d steps of rules are bookkeeping without words.</p>\n", n,
             untold);
  buf_add(b, "</body></html>\n");
  for (size_t i = 0; i < said.n; i++) free(said.at[i]);
  vec_free(&said);
  vec_free(&rows);
}

int review_print(const Program *p)
{
  Columns columns = {0};
  Buf b = {0};
  open_columns(&columns, p);
  put_head(&b, p, &columns);
  put_rows(&b, p, &columns);
  fputs(buf_text(&b), stdout);
  for (size_t i = 0; i < columns.n; i++) load_lang_free(&columns.at[i].loaded);
  vec_free(&columns);
  buf_free(&b);
  return CODE_FINE;
}
