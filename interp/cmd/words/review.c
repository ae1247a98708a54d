/* regel text --review: every sort of sentence once, all languages side by side. */
#include "interp/cmd/words/review.h"
#include "interp/cmd/client.h"

#include <string.h>

static void put_head(Buf *b, const regel_data *report)
{
  const char *title = client_text(report, "title");
  buf_add(b, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
  buf_xml(b, title);
  buf_add(b, "</title>\n<style>body{font:15px/1.4 sans-serif;margin:1.5em}"
             "table{border-collapse:collapse;width:100%}"
             "td,th{border:1px solid #bbb;padding:.3em .5em;vertical-align:top;"
             "text-align:start}td:first-child{color:#666;font-size:80%}"
             "th{position:sticky;top:0;background:#eee}.todo{background:#fdd}</style>"
             "</head><body>\n<h1>");
  buf_xml(b, title);
  buf_printf(b, "</h1>\n<p>%zu languages.</p>\n",
             regel_data_count(regel_data_get(report, "languages")));
}

static void put_section(Buf *b, const char *sort, const regel_data *languages)
{
  static const struct {
    const char *sort, *title;
  } sections[] = {{"card", "Sentences of cards"},
                  {"action", "Sentences of actions"},
                  {"rule", "What verbs do"},
                  {"report", "What the log says"},
                  {"text", "Texts as they are written"},
                  {"name", "Titles"}};
  size_t i = 0;
  while (strcmp(sections[i].sort, sort)) i++;
  buf_printf(b, "<h2>%s</h2>\n<table><tr><th></th>", sections[i].title);
  for (size_t k = 0; k < regel_data_count(languages); k++)
    buf_printf(b, "<th>%s</th>", regel_data_text(regel_data_at(languages, k)));
  buf_add(b, "</tr>\n");
}

static void put_row(Buf *b, const regel_data *row, const regel_data *languages)
{
  const regel_data *texts = regel_data_get(row, "texts");
  buf_add(b, "<tr><td>");
  buf_xml(b, client_text(row, "name"));
  if (client_number(row, "count") > 1)
    buf_printf(b, " ×%lld", client_number(row, "count"));
  buf_add(b, "</td>");
  for (size_t i = 0; i < regel_data_count(texts); i++) {
    const regel_data *t = regel_data_at(texts, i);
    buf_printf(b, "<td lang=\"%s\" dir=\"auto\"%s>",
               regel_data_text(regel_data_at(languages, i)),
               client_number(t, "translated") ? "" : " class=\"todo\"");
    buf_xml(b, client_text(t, "text"));
    buf_add(b, "</td>");
  }
  buf_add(b, "</tr>\n");
}

int review_print(const regel_rules *rules)
{
  regel_data *report = regel_review(rules);
  const regel_data *rows = regel_data_get(report, "rows"),
                   *languages = regel_data_get(report, "languages");
  const char *section = "";
  Buf b = {0};
  put_head(&b, report);
  for (size_t i = 0; i < regel_data_count(rows); i++) {
    const regel_data *row = regel_data_at(rows, i);
    if (strcmp(section, client_text(row, "sort"))) {
      if (*section) buf_add(&b, "</table>\n");
      section = client_text(row, "sort");
      put_section(&b, section, languages);
    }
    put_row(&b, row, languages);
  }
  if (*section) buf_add(&b, "</table>\n");
  buf_printf(&b,
             "<p>%zu rows. %lld steps of rules are bookkeeping without words.</p>\n"
             "</body></html>\n",
             regel_data_count(rows), client_number(report, "untold"));
  fputs(buf_text(&b), stdout);
  buf_free(&b);
  regel_data_free(report);
  return CODE_FINE;
}
