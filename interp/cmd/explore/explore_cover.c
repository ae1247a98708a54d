/* What happened in an exploration: cards, options and rules, and the source line by line.
 */
#include "interp/cmd/explore/explore.h"

#include <string.h>

/* What can happen, in the order in which it is told; single statements are not counted.
 */
static const char *const kinds[] = {"ending", "option", "card", "verb", "rule", "text"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void count_items(const regel_data *items, const char *kind, size_t *all,
                        size_t *happened)
{
  *all = *happened = 0;
  for (size_t i = 0; i < regel_data_count(items); i++) {
    const regel_data *it = regel_data_at(items, i);
    if (strcmp(client_text(it, "kind"), kind)) continue;
    ++*all;
    *happened += client_number(it, "times") > 0;
  }
}

static void count_lines(const regel_data *lines, size_t *code, size_t *ran)
{
  *code = regel_data_count(lines);
  *ran = 0;
  for (size_t i = 0; i < *code; i++)
    *ran += client_number(regel_data_at(lines, i), "steps") > 0;
}

static double percent(size_t part, size_t whole)
{
  return whole ? 100.0 * (double)part / (double)whole : 100.0;
}

/* ---- text ----------------------------------------------------------------------- */

static void text_page(const regel_data *cover, FILE *out)
{
  const regel_data *items = regel_data_get(cover, "items"),
                   *files = regel_data_get(cover, "files");
  fprintf(out, "Coverage\n");
  for (int k = 0; k < KINDS; k++) {
    size_t all, some;
    count_items(items, kinds[k], &all, &some);
    if (all)
      fprintf(out, "  %-10s %5zu of %5zu  %5.1f %%\n", kinds[k], some, all,
              percent(some, all));
  }
  for (size_t f = 0; f < regel_data_count(files); f++) {
    const regel_data *file = regel_data_at(files, f);
    size_t code, ran;
    count_lines(regel_data_get(file, "lines"), &code, &ran);
    if (code)
      fprintf(out, "  lines      %5zu of %5zu  %5.1f %%  %s\n", ran, code,
              percent(ran, code), client_text(file, "file"));
  }
  fprintf(out, "\n%12s  what\n", "steps");
  for (size_t i = 0; i < regel_data_count(items); i++) {
    const regel_data *it = regel_data_at(items, i);
    const char *file = client_text(it, "place.file");
    fprintf(out, "%12lld  %-9s  %s  %s", client_number(it, "times"),
            client_text(it, "kind"), client_text(it, "name"), file);
    if (*file) fprintf(out, ":%lld", client_number(it, "place.line"));
    fputc('\n', out);
  }
}

/* ---- HTML ----------------------------------------------------------------------- */

static void put_escaped(FILE *out, const char *s, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    switch (s[i]) {
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '&': fputs("&amp;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\r': break;
    default: fputc(s[i], out);
    }
  }
}

static void put_text(FILE *out, const char *s) { put_escaped(out, s, strlen(s)); }

static const char style[] =
    ":root{color-scheme:light dark;--fg:#1b1b1b;--bg:#fdfdfb;--dim:#6b6b6b;--line:#ddd;"
    "--ran:#e3f4e1;--not:#fbdcd9;--part:#fff1c9}\n"
    "@media(prefers-color-scheme:dark){:root{--fg:#e6e6e3;--bg:#191a1b;--dim:#9a9a96;"
    "--line:#383a3c;--ran:#1d3320;--not:#4b2020;--part:#463a14}}\n"
    "body{color:var(--fg);background:var(--bg);font:16px/1.5 system-ui,sans-serif;"
    "max-width:75rem;margin:2rem auto;padding:0 1rem}\n"
    "table{border-collapse:collapse}th,td{text-align:left;padding:.1rem .8rem .1rem 0;"
    "vertical-align:top}\n"
    "td.n,th.n{text-align:right;color:var(--dim);font-variant-numeric:tabular-nums}\n"
    ".src{width:100%;font:13px/1.45 ui-monospace,monospace;border:1px solid "
    "var(--line)}\n"
    ".src td{padding:0 .6rem;white-space:pre-wrap;overflow-wrap:anywhere}\n"
    ".ran td.s{background:var(--ran)}.not td.s{background:var(--not)}"
    ".part td.s{background:var(--part)}\n"
    "tr.zero td{background:var(--not)}a{color:inherit}\n"
    ".key span{padding:.1rem .5rem;margin-right:.5rem}\n";

static size_t file_number(const regel_data *files, const char *name)
{
  size_t f = 0;
  while (f < regel_data_count(files) &&
         strcmp(client_text(regel_data_at(files, f), "file"), name))
    f++;
  return f;
}

static void html_item(const regel_data *it, const regel_data *files, FILE *out)
{
  long long times = client_number(it, "times");
  const char *file = client_text(it, "place.file");
  fprintf(out, "<tr%s><td class=n>%lld</td><td>%s</td><td>", times ? "" : " class=zero",
          times, client_text(it, "kind"));
  put_text(out, client_text(it, "name"));
  fputs("</td><td>", out);
  if (*file) {
    long long line = client_number(it, "place.line");
    fprintf(out, "<a href=\"#f%zul%lld\">", file_number(files, file), line);
    put_text(out, file);
    fprintf(out, ":%lld</a>", line);
  }
  fputs("</td></tr>\n", out);
}

static void html_items(const regel_data *cover, FILE *out)
{
  const regel_data *items = regel_data_get(cover, "items");
  fputs("<h2>What can happen</h2>\n<table>\n<tr><th>What</th><th>Happened</th><th>Of</th>"
        "</tr>\n",
        out);
  for (int k = 0; k < KINDS; k++) {
    size_t all, some;
    count_items(items, kinds[k], &all, &some);
    if (all)
      fprintf(out, "<tr><td>%s</td><td class=n>%zu</td><td class=n>%zu</td></tr>\n",
              kinds[k], some, all);
  }
  fputs("</table>\n<details><summary>Each of them</summary>\n<table>\n<tr><th "
        "class=n>Times</th><th>What</th><th>Name</th><th>Place</th></tr>\n",
        out);
  for (size_t i = 0; i < regel_data_count(items); i++)
    html_item(regel_data_at(items, i), regel_data_get(cover, "files"), out);
  fputs("</table>\n</details>\n", out);
}

static void html_line(size_t file, long long number, const regel_data *l,
                      const char *text, size_t length, FILE *out)
{
  long long steps = client_number(l, "steps");
  const char *how = !l                           ? ""
                    : !steps                     ? "not"
                    : client_number(l, "partly") ? "part"
                                                 : "ran";
  fprintf(out, "<tr id=f%zul%lld class=\"%s\"><td class=n>%lld</td><td class=n>", file,
          number, how, number);
  if (l) fprintf(out, "%lld", steps);
  fputs("</td><td class=s>", out);
  put_escaped(out, text, length);
  fputs("</td></tr>\n", out);
}

static void html_source(const Explore *e, const regel_data *file, size_t f, FILE *out)
{
  const regel_data *lines = regel_data_get(file, "lines");
  const char *at = regel_source(e->rules, client_text(file, "file"));
  size_t code, ran, next = 0;
  count_lines(lines, &code, &ran);
  if (!code || !at) return;
  fputs("<h2>", out);
  put_text(out, client_text(file, "file"));
  fprintf(out, "</h2>\n<p>%zu of %zu lines with rules ran.</p>\n<table class=src>\n", ran,
          code);
  for (long long n = 1; *at; n++) {
    size_t length = strcspn(at, "\n");
    const regel_data *l = regel_data_at(lines, next);
    if (client_number(l, "line") != n) l = NULL;
    next += l != NULL;
    html_line(f, n, l, at, length, out);
    at += length + (at[length] == '\n');
  }
  fputs("</table>\n", out);
}

static void html_setups(const regel_data *setups, FILE *out)
{
  fputs("</h1>\n<ul>\n", out);
  for (size_t i = 0; i < regel_data_count(setups); i++) {
    const regel_data *x = regel_data_at(setups, i);
    bool complete = !strcmp(client_text(x, "end"), "complete");
    fputs("<li>", out);
    put_text(out, client_text(x, "setup"));
    fprintf(out, ": %lld states%s, %lld random walks</li>\n", client_number(x, "states"),
            complete ? ", which are all there are" : "", client_number(x, "walks"));
  }
}

static void html_page(const Explore *e, const regel_data *r, FILE *out)
{
  const char *title = regel_rules_title(e->rules);
  const regel_data *cover = regel_data_get(r, "coverage"),
                   *files = regel_data_get(cover, "files");
  fputs("<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<meta "
        "name=viewport "
        "content=\"width=device-width\">\n<title>Coverage of ",
        out);
  put_text(out, title);
  fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>Coverage of ", style);
  put_text(out, title);
  html_setups(regel_data_get(r, "setups"), out);
  fputs("</ul>\n<p>The number beside a line says in how many steps of the machine it "
        "ran.</p>\n"
        "<p class=key><span style=\"background:var(--ran)\">ran</span><span "
        "style=\"background:var(--part)\">a part never ran</span><span "
        "style=\"background:var(--not)\">never ran</span></p>\n",
        out);
  html_items(cover, out);
  for (size_t f = 0; f < regel_data_count(files); f++)
    html_source(e, regel_data_at(files, f), f, out);
  fputs("</body>\n</html>\n", out);
}

static void json_page(const regel_data *cover, FILE *out)
{
  char *json = regel_data_json(cover);
  if (json) fputs(json, out);
  regel_free(json);
}

void explore_coverage(const Explore *e, const regel_data *r, FILE *out)
{
  const regel_data *cover = regel_data_get(r, "coverage");
  switch (e->form) {
  case COVER_JSON: json_page(cover, out); break;
  case COVER_HTML: html_page(e, r, out); break;
  default: text_page(cover, out); break;
  }
}
