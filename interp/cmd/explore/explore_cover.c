/* What happened in an exploration: cards, options and rules, and the source line by line.
 */
#include "interp/cmd/explore/explore.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

/* What is known about a line of the source. */
typedef struct Line {
  uint64_t most, least; /* steps in which some statement of it ran */
  bool code;
} Line;

/* Lines of one file that have code which somebody can run. */
static Line *lines_of(const Explore *e, const uint8_t *may, int file, int *count)
{
  const Program *p = e->program;
  const char *text = program_string(p, p->files[file].text);
  int n = 1;
  for (int i = 0; i < p->files[file].size; i++) n += text[i] == '\n';
  Line *lines = arena_alloc(e->arena, ((size_t)n + 2) * sizeof *lines);
  /* A statement ran as often as the busiest of its instructions. */
  uint64_t *times = arena_alloc(e->arena, ((size_t)p->n_locs + 1) * sizeof *times);
  bool *used = arena_alloc(e->arena, ((size_t)p->n_locs + 1) * sizeof *used);
  for (int i = 0; i < p->n_code; i++) {
    int32_t row = p->places[i];
    if (!may[i] || row < 0 || p->locs[row].file != file) continue;
    used[row] = true;
    if (e->ran[i] > times[row]) times[row] = e->ran[i];
  }
  for (int row = 0; row < p->n_locs; row++) {
    int at = p->locs[row].line;
    if (!used[row] || at < 1 || at > n) continue;
    Line *l = &lines[at];
    if (!l->code || times[row] > l->most) l->most = times[row];
    if (!l->code || times[row] < l->least) l->least = times[row];
    l->code = true;
  }
  *count = n;
  return lines;
}

static void count_items(const Explore *e, ItemKind kind, size_t *all, size_t *happened)
{
  *all = *happened = 0;
  for (size_t i = 0; i < e->items.n; i++) {
    if (e->items.at[i].kind != kind) continue;
    ++*all;
    *happened += e->items.at[i].times > 0;
  }
}

static void count_lines(const Line *lines, int n, size_t *code, size_t *ran)
{
  *code = *ran = 0;
  for (int i = 1; i <= n; i++) {
    *code += lines[i].code;
    *ran += lines[i].code && lines[i].most;
  }
}

static double percent(size_t part, size_t whole)
{
  return whole ? 100.0 * (double)part / (double)whole : 100.0;
}

/* ---- text ----------------------------------------------------------------------- */

static void text_page(const Explore *e, const uint8_t *may, FILE *out)
{
  const Program *p = e->program;
  fprintf(out, "Coverage\n");
  for (int k = 0; k < ITEM_RULE; k++) {
    size_t all, some;
    count_items(e, (ItemKind)k, &all, &some);
    if (all)
      fprintf(out, "  %-10s %5zu of %5zu  %5.1f %%\n", explore_item_name((ItemKind)k),
              some, all, percent(some, all));
  }
  for (int f = 0; f < p->n_files; f++) {
    size_t code, ran;
    int n;
    const Line *lines = lines_of(e, may, f, &n);
    count_lines(lines, n, &code, &ran);
    if (code)
      fprintf(out, "  lines      %5zu of %5zu  %5.1f %%  %s\n", ran, code,
              percent(ran, code), program_string(p, p->files[f].path));
  }
  fprintf(out, "\n%12s  what\n", "steps");
  for (size_t i = 0; i < e->items.n; i++) {
    const ExploreItem *it = &e->items.at[i];
    Buf place = {0};
    const PLoc *l = place_of_row(p, it->loc);
    if (l) place_name(p, &place, l);
    fprintf(out, "%12llu  %-9s  %s  %s\n", (unsigned long long)it->times,
            explore_item_name(it->kind), it->name, buf_text(&place));
    buf_free(&place);
  }
}

/* ---- JSON ----------------------------------------------------------------------- */

static void json_lines(Json *j, const Line *lines, int n)
{
  json_key(j, "lines");
  json_open(j, '[');
  for (int i = 1; i <= n; i++) {
    if (!lines[i].code) continue;
    json_open(j, '{');
    json_key(j, "line");
    json_int(j, i);
    json_key(j, "steps");
    json_unsigned(j, lines[i].most);
    json_key(j, "partly");
    json_bool(j, lines[i].most && !lines[i].least);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void json_page(const Explore *e, const uint8_t *may, FILE *out)
{
  const Program *p = e->program;
  Json j = json_new(out);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key(&j, "ruleset");
  json_text(&j, program_string(p, p->header->name));
  json_key(&j, "complete");
  json_bool(&j, explore_complete(e));
  json_key(&j, "items");
  json_open(&j, '[');
  for (size_t i = 0; i < e->items.n; i++) {
    const ExploreItem *it = &e->items.at[i];
    const PLoc *l = place_of_row(p, it->loc);
    json_open(&j, '{');
    json_key(&j, "kind");
    json_text(&j, explore_item_name(it->kind));
    json_key(&j, "name");
    json_text(&j, it->name);
    place_json(p, &j, "place", l);
    json_key(&j, "times");
    json_unsigned(&j, it->times);
    json_close(&j, '}');
  }
  json_close(&j, ']');
  json_key(&j, "files");
  json_open(&j, '[');
  for (int f = 0; f < p->n_files; f++) {
    int n;
    const Line *lines = lines_of(e, may, f, &n);
    json_open(&j, '{');
    json_key(&j, "file");
    json_text(&j, program_string(p, p->files[f].path));
    json_lines(&j, lines, n);
    json_close(&j, '}');
  }
  json_close(&j, ']');
  json_close(&j, '}');
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

static void html_items(const Explore *e, FILE *out)
{
  const Program *p = e->program;
  fputs("<h2>What can happen</h2>\n<table>\n<tr><th>What</th><th>Happened</th><th>Of</th>"
        "</tr>\n",
        out);
  for (int k = 0; k < ITEM_RULE; k++) {
    size_t all, some;
    count_items(e, (ItemKind)k, &all, &some);
    if (all)
      fprintf(out, "<tr><td>%s</td><td class=n>%zu</td><td class=n>%zu</td></tr>\n",
              explore_item_name((ItemKind)k), some, all);
  }
  fputs("</table>\n<details><summary>Each of them</summary>\n<table>\n<tr><th "
        "class=n>Times</th><th>What</th><th>Name</th><th>Place</th></tr>\n",
        out);
  for (size_t i = 0; i < e->items.n; i++) {
    const ExploreItem *it = &e->items.at[i];
    const PLoc *l = place_of_row(p, it->loc);
    fprintf(out, "<tr%s><td class=n>%llu</td><td>%s</td><td>",
            it->times ? "" : " class=zero", (unsigned long long)it->times,
            explore_item_name(it->kind));
    put_text(out, it->name);
    fputs("</td><td>", out);
    if (l) {
      fprintf(out, "<a href=\"#f%dl%d\">", l->file, l->line);
      put_text(out, program_string(p, p->files[l->file].path));
      fprintf(out, ":%d</a>", l->line);
    }
    fputs("</td></tr>\n", out);
  }
  fputs("</table>\n</details>\n", out);
}

static void html_source(const Explore *e, const uint8_t *may, int f, FILE *out)
{
  const Program *p = e->program;
  size_t code, ran;
  int n;
  const Line *lines = lines_of(e, may, f, &n);
  const char *at = program_string(p, p->files[f].text), *end = at + p->files[f].size;
  count_lines(lines, n, &code, &ran);
  if (!code) return;
  fputs("<h2>", out);
  put_text(out, program_string(p, p->files[f].path));
  fprintf(out, "</h2>\n<p>%zu of %zu lines with rules ran.</p>\n<table class=src>\n", ran,
          code);
  for (int i = 1; i <= n && at < end; i++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    const Line *l = &lines[i];
    const char *how = !l->code ? "" : !l->most ? "not" : l->least ? "ran" : "part";
    fprintf(out, "<tr id=f%dl%d class=\"%s\"><td class=n>%d</td><td class=n>", f, i, how,
            i);
    if (l->code) fprintf(out, "%llu", (unsigned long long)l->most);
    fputs("</td><td class=s>", out);
    put_escaped(out, at, (size_t)(stop - at));
    fputs("</td></tr>\n", out);
    at = stop < end ? stop + 1 : end;
  }
  fputs("</table>\n", out);
}

static void html_page(const Explore *e, const uint8_t *may, FILE *out)
{
  const Program *p = e->program;
  const char *title =
      program_string(p, p->header->title >= 0 ? p->header->title : p->header->name);
  fputs("<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<meta "
        "name=viewport "
        "content=\"width=device-width\">\n<title>Coverage of ",
        out);
  put_text(out, title);
  fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>Coverage of ", style);
  put_text(out, title);
  fputs("</h1>\n<ul>\n", out);
  for (size_t i = 0; i < e->done.n; i++) {
    const ExploreResult *r = &e->done.at[i]->result;
    Buf b = {0};
    explore_setup_name(e, e->done.at[i], &b);
    fputs("<li>", out);
    put_text(out, buf_text(&b));
    fprintf(out, ": %llu states%s, %ld random walks</li>\n",
            (unsigned long long)r->states,
            r->end == END_COMPLETE ? ", which are all there are" : "", r->walks);
    buf_free(&b);
  }
  fputs("</ul>\n<p>The number beside a line says in how many steps of the machine it "
        "ran.</p>\n"
        "<p class=key><span style=\"background:var(--ran)\">ran</span><span "
        "style=\"background:var(--part)\">a part never ran</span><span "
        "style=\"background:var(--not)\">never ran</span></p>\n",
        out);
  html_items(e, out);
  for (int f = 0; f < p->n_files; f++) html_source(e, may, f, out);
  fputs("</body>\n</html>\n", out);
}

void explore_coverage(const Explore *e, FILE *out)
{
  uint8_t *may = arena_alloc(e->arena, (size_t)e->program->n_code + 1);
  explore_reachable(e->program, may);
  switch (e->form) {
  case COVER_JSON: json_page(e, may, out); break;
  case COVER_HTML: html_page(e, may, out); break;
  default: text_page(e, may, out); break;
  }
}
