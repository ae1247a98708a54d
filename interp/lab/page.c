#include "interp/lab/page.h"
#include "interp/base/invariant.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char style[] =
    "body{font:15px/1.45 Georgia,serif;max-width:60em;margin:2em auto;padding:0 "
    "1em;color:#222}"
    "h1,h2,h3,h4{font-weight:normal;line-height:1.2}h4{font-size:14px;margin:.8em 0 .2em}"
    "h2{border-bottom:1px solid "
    "#bbb;margin-top:2em}"
    "table{border-collapse:collapse;margin:.8em 0;font-size:14px}"
    "td,th{padding:.15em .7em;border-bottom:1px solid "
    "#ddd;text-align:left;vertical-align:top}"
    "th{border-bottom:1px solid #555}pre,code{font:13px/1.4 monospace}"
    "a{color:inherit}pre{background:#f6f6f4;padding:.6em;overflow-x:auto}svg{max-width:"
    "100%;height:auto}"
    "svg text{font:12px sans-serif;fill:#222}svg .tick{font-size:11px;fill:#444}"
    "svg .light{font-size:11px;fill:#fff}svg .grid{stroke:#ddd}svg .axis{stroke:#555}"
    "svg .base{stroke:#888;stroke-dasharray:4 3}svg "
    "line.plain{stroke:#777;stroke-width:1.5}"
    "svg circle.plain{fill:#777}svg line.mark{stroke:#a33b20;stroke-width:2}"
    "svg circle.mark{fill:#a33b20}svg .bar{fill:#47749c}svg "
    ".band{fill:#47749c;opacity:.2}"
    "svg .curve{fill:none;stroke:#24567f;stroke-width:2}"
    "figure{margin:.6em 0}@media "
    "print{body{margin:0}h2{break-after:avoid}svg,table{break-inside:avoid}}";

void page_begin(Page *p, bool html, const char *title)
{
  *p = (Page){.html = html};
  if (html) {
    buf_add(&p->out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    buf_xml(&p->out, title);
    buf_printf(&p->out, "</title>\n<style>%s</style></head><body>\n", style);
  }
  page_heading(p, 1, title);
}

/* Whatever is open ends where something else begins. */
static void settle(Page *p, bool list, bool table)
{
  if (p->list && !list) buf_add(&p->out, p->html ? "</ul>\n" : "\n");
  if (p->table && !table) buf_add(&p->out, p->html ? "</table>\n" : "\n");
  p->list = p->list && list;
  p->table = p->table && table;
}

void page_end(Page *p)
{
  settle(p, false, false);
  if (p->html) buf_add(&p->out, "</body></html>\n");
  while (!p->html && p->out.n > 1 && p->out.at[p->out.n - 2] == '\n')
    p->out.at[--p->out.n] = 0;
}

static void add_xml(Page *p, const char *text, size_t n)
{
  Buf part = {0};
  buf_addn(&part, text, n);
  buf_xml(&p->out, buf_text(&part));
  buf_free(&part);
}

/* Returns what comes behind it. */
static const char *add_link(Page *p, const char *s)
{
  int number = (int)strcspn(s, " ");
  const char *name = s + number + 1;
  size_t n = strcspn(name, PAGE_LINK);
  buf_printf(&p->out, "<a href=\"#r%.*s\">", number, s);
  add_xml(p, name, n);
  buf_add(&p->out, "</a>");
  return name + n + 1;
}

/* In HTML `code` between back quotes becomes what it is. */
static void add_text(Page *p, const char *text)
{
  bool code = false;
  if (!p->html) {
    buf_add(&p->out, text);
    return;
  }
  for (const char *s = text; *s;) {
    size_t n = strcspn(s, "`" PAGE_LINK);
    add_xml(p, s, n);
    s += n;
    if (*s == *PAGE_LINK) {
      s = add_link(p, s + 1);
    } else if (*s) {
      buf_add(&p->out, code ? "</code>" : "<code>");
      code = !code;
      s++;
    }
  }
  if (code) buf_add(&p->out, "</code>");
}

void page_heading(Page *p, int level, const char *text)
{
  INVARIANT(level >= 1 && level <= 4);
  settle(p, false, false);
  if (p->html) buf_printf(&p->out, "<h%d>", level);
  else buf_printf(&p->out, "%.*s ", level, "####");
  add_text(p, text);
  if (p->html) buf_printf(&p->out, "</h%d>\n", level);
  else buf_add(&p->out, "\n\n");
}

static void add_formatted(Page *p, const char *fmt, va_list args)
{
  char text[4000];
  vsnprintf(text, sizeof text, fmt, args);
  add_text(p, text);
}

void page_say(Page *p, const char *fmt, ...)
{
  va_list args;
  settle(p, false, false);
  if (p->html) buf_add(&p->out, "<p>");
  va_start(args, fmt);
  add_formatted(p, fmt, args);
  va_end(args);
  buf_add(&p->out, p->html ? "</p>\n" : "\n\n");
}

void page_item(Page *p, const char *fmt, ...)
{
  va_list args;
  settle(p, true, false);
  if (!p->list && p->html) buf_add(&p->out, "<ul>\n");
  p->list = true;
  buf_add(&p->out, p->html ? "<li>" : "- ");
  va_start(args, fmt);
  add_formatted(p, fmt, args);
  va_end(args);
  buf_add(&p->out, p->html ? "</li>\n" : "\n");
}

void page_row(Page *p, const char *fmt, ...)
{
  char text[4000];
  va_list args;
  settle(p, false, true);
  bool head = !p->table;
  if (head && p->html) buf_add(&p->out, "<table>\n");
  p->table = true;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  buf_add(&p->out, p->html ? "<tr>" : "|");
  int columns = 0;
  for (char *s = text; s; columns++) {
    char *tab = strchr(s, '\t');
    if (tab) *tab = 0;
    for (char *c = s; !p->html && *c; c++)
      if (*c == '|') *c = '/'; /* it would divide cells */
    buf_add(&p->out, p->html ? (head ? "<th>" : "<td>") : " ");
    add_text(p, s);
    buf_add(&p->out, p->html ? (head ? "</th>" : "</td>") : " |");
    s = tab ? tab + 1 : NULL;
  }
  buf_add(&p->out, p->html ? "</tr>\n" : "\n");
  if (!head || p->html) return;
  buf_char(&p->out, '|');
  while (columns-- > 0) buf_add(&p->out, "---|");
  buf_char(&p->out, '\n');
}

void page_chart(Page *p, Buf *svg)
{
  settle(p, false, false);
  if (p->html && svg->n) buf_printf(&p->out, "<figure>%s</figure>\n", buf_text(svg));
  buf_clear(svg);
}

void page_code(Page *p, const char *text)
{
  settle(p, false, false);
  buf_add(&p->out, p->html ? "<pre>" : "```\n");
  if (p->html) buf_xml(&p->out, text);
  else buf_add(&p->out, text);
  buf_add(&p->out, p->html ? "</pre>\n" : "```\n\n");
}

void page_quote(Page *p, size_t n, const char *name, const char *text)
{
  INVARIANT(p->html);
  settle(p, false, false);
  buf_printf(&p->out, "<h4 id=\"r%zu\">", n);
  buf_xml(&p->out, name);
  buf_add(&p->out, "</h4>\n");
  page_code(p, text);
}
