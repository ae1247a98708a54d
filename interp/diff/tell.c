/* Changes as people read them: a report for the terminal, an errata sheet. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"
#include "interp/base/text.h"

#include <string.h>

typedef struct Teller {
  Buf *b;
  const char *bold, *red, *green, *off;
} Teller;

static void put_place(Buf *b, const DiffPlace *p)
{
  buf_printf(b, "%s:%d", path_last(p->file), p->line);
}

/* "game.regel:7 -> game.regel:9"; once if it is the same. */
static void put_places(Buf *b, const DiffChange *c)
{
  const DiffPlace *p = c->place;
  if (p[0].file && p[1].file) {
    put_place(b, &p[0]);
    if (p[0].line == p[1].line && !strcmp(path_last(p[0].file), path_last(p[1].file)))
      return;
    buf_add(b, " -> ");
    put_place(b, &p[1]);
  } else if (p[0].file || p[1].file) {
    put_place(b, &p[p[0].file ? 0 : 1]);
  }
}

static bool same_subject(const DiffChange *a, const DiffChange *b)
{
  return a->group == b->group && !strcmp(a->sort, b->sort) && !strcmp(a->name, b->name);
}

/* ---- for the terminal ----------------------------------------------------------- */

/* What a change cites beyond the head of its declaration, which stands above it. */
static void put_own_cites(Buf *b, const DiffChange *c)
{
  for (int i = 0; c->cites[i] && c->group != DIFF_CITATIONS; i++) {
    bool above = false;
    for (int k = 0; c->head_cites[k]; k++)
      above |= !strcmp(c->head_cites[k], c->cites[i]);
    if (!above) buf_printf(b, " @%s", c->cites[i]);
  }
}

/* Source with a sign before each line, and the place behind the first one. */
static void put_lines(const Teller *t, const DiffChange *c, int side, char sign,
                      bool cited)
{
  const char *text = c->text[side];
  const DiffPlace *p = &c->place[side];
  const char *on = sign == '-' ? t->red : sign == '+' ? t->green : "";
  for (bool first = true; text; first = false) {
    const char *end = strchr(text, '\n');
    int n = end ? (int)(end - text) : (int)strlen(text);
    buf_printf(t->b, "    %s%c %.*s%s", on, first || sign != '>' ? sign : ' ', n, text,
               *on ? t->off : "");
    if (first && p->file && sign != '>') {
      buf_add(t->b, "  (");
      put_place(t->b, p);
      if (cited) put_own_cites(t->b, c);
      buf_char(t->b, ')');
    }
    buf_char(t->b, '\n');
    text = end ? end + 1 : NULL;
  }
}

static void put_source(const Teller *t, const DiffChange *c, bool go_on)
{
  if (*c->part && !go_on) buf_printf(t->b, "    %s:\n", c->part);
  if (c->kind == DIFF_MOVED) {
    put_lines(t, c, DIFF_NEW, '>', false);
    buf_add(t->b, "      moved: ");
    put_places(t->b, c);
    put_own_cites(t->b, c);
    buf_char(t->b, '\n');
    return;
  }
  if (c->text[DIFF_OLD]) put_lines(t, c, DIFF_OLD, '-', !c->text[DIFF_NEW]);
  if (c->text[DIFF_NEW]) put_lines(t, c, DIFF_NEW, '+', true);
}

static void put_values(const Teller *t, const DiffChange *c)
{
  Buf line = {0};
  const char *old = c->text[DIFF_OLD], *new = c->text[DIFF_NEW];
  buf_printf(&line, "    %s%s", c->kind == DIFF_RENAMED ? "renamed" : c->part,
             c->kind == DIFF_RENAMED || *c->part ? ": " : "");
  size_t start = line.n;
  if (c->kind == DIFF_ADDED) buf_printf(&line, "added %s", new);
  else if (c->kind == DIFF_REMOVED) buf_printf(&line, "removed %s", old);
  else buf_printf(&line, "%s -> %s", old ? old : "(not said)", new ? new : "(not said)");
  if (c->place[DIFF_OLD].file || c->place[DIFF_NEW].file) {
    buf_add(&line, "  (");
    put_places(&line, c);
    put_own_cites(&line, c);
    buf_add(&line, ")");
  }
  bool wide = text_width(buf_text(&line)) > 88 || strchr(buf_text(&line), '\n');
  if (wide && c->kind == DIFF_CHANGED && old && new) {
    if (start > 4) buf_printf(t->b, "%.*s\n", (int)(start - 1), buf_text(&line));
    put_lines(t, c, DIFF_OLD, '-', false);
    put_lines(t, c, DIFF_NEW, '+', true);
  } else {
    buf_printf(t->b, "%s\n", buf_text(&line));
  }
  buf_free(&line);
}

static void put_cites(Buf *b, const char *const *cites, const char *sign)
{
  for (int i = 0; cites[i]; i++) buf_printf(b, "%s%s%s", i ? " " : "", sign, cites[i]);
}

static void put_subject(const Teller *t, const DiffChange *c)
{
  buf_printf(t->b, "  %s", c->name);
  if (c->head_cites[0] && c->group != DIFF_CITATIONS) {
    buf_add(t->b, "  ");
    put_cites(t->b, c->head_cites, "@");
  }
  buf_char(t->b, '\n');
}

void diff_tell(const Diff *d, Buf *b, bool color)
{
  const Teller t = {b, color ? "\033[1m" : "", color ? "\033[31m" : "",
                    color ? "\033[32m" : "", color ? "\033[0m" : ""};
  for (size_t i = 0; i < d->changes.n; i++) {
    const DiffChange *c = &d->changes.at[i], *before = i ? c - 1 : NULL;
    if (!before || before->group != c->group)
      buf_printf(b, "%s%s%s%s\n", i ? "\n" : "", t.bold, diff_group_title(c->group),
                 t.off);
    if (!before || !same_subject(before, c)) put_subject(&t, c);
    bool go_on = before && same_subject(before, c) && before->code &&
                 !strcmp(before->part, c->part);
    if (c->code) put_source(&t, c, go_on);
    else put_values(&t, c);
  }
}

/* ---- counts --------------------------------------------------------------------- */

void diff_tell_summary(const Diff *d, Buf *b)
{
  int of[DIFF_NOTHING] = {0};
  for (size_t i = 0; i < d->changes.n; i++) of[d->changes.at[i].kind]++;
  if (!d->changes.n) {
    buf_add(b, "no difference\n");
    return;
  }
  buf_printf(b, "%zu change%s: ", d->changes.n, d->changes.n == 1 ? "" : "s");
  const char *before = "";
  for (int k = 0; k < DIFF_NOTHING; k++) {
    if (!of[k]) continue;
    buf_printf(b, "%s%d %s", before, of[k], diff_kind_word((DiffKind)k));
    before = ", ";
  }
  buf_char(b, '\n');
}

void diff_tell_counts(const Diff *d, Buf *b)
{
  int of[DIFF_GROUPS][DIFF_NOTHING] = {{0}};
  for (size_t i = 0; i < d->changes.n; i++)
    of[d->changes.at[i].group][d->changes.at[i].kind]++;
  if (!d->changes.n) return;
  buf_column(b, "", 26);
  for (int k = 0; k < DIFF_NOTHING; k++)
    buf_printf(b, "%9s", diff_kind_word((DiffKind)k));
  buf_char(b, '\n');
  for (int g = 0; g < DIFF_GROUPS; g++) {
    int all = 0;
    for (int k = 0; k < DIFF_NOTHING; k++) all += of[g][k];
    if (!all) continue;
    buf_column(b, diff_group_title((DiffGroup)g), 26);
    for (int k = 0; k < DIFF_NOTHING; k++) buf_printf(b, "%9d", of[g][k]);
    buf_char(b, '\n');
  }
}

/* ---- an errata sheet ------------------------------------------------------------ */

void diff_escape(Buf *b, const char *s)
{
  for (; *s; s++) {
    if (*s == '\n') {
      buf_add(b, "<br>");
      continue;
    }
    if (strchr("|\\`*_<[", *s)) buf_char(b, '\\');
    buf_char(b, *s);
  }
}

/* One line of source between strokes; two of them where it has one itself. */
static void put_code_line(Buf *b, const char *s, int n)
{
  const char *stroke = memchr(s, '`', (size_t)n) ? "``" : "`";
  int indent = 0;
  while (indent < n && s[indent] == ' ') indent++;
  for (int i = 0; i < indent; i++) buf_add(b, "&nbsp;");
  buf_add(b, stroke);
  for (int i = indent; i < n; i++) {
    if (s[i] == '|') buf_char(b, '\\'); /* a cell would end there */
    buf_char(b, s[i]);
  }
  buf_add(b, stroke);
}

static void put_code(Buf *b, const char *s)
{
  for (const char *end; s; s = end ? end + 1 : NULL) {
    end = strchr(s, '\n');
    put_code_line(b, s, end ? (int)(end - s) : (int)strlen(s));
    if (end) buf_add(b, "<br>");
  }
}

static void put_cell(Buf *b, const DiffChange *c, int side)
{
  const char *s = c->text[side];
  if (!s || !*s) buf_add(b, "–");
  else if (c->group == DIFF_TEXTS || c->group == DIFF_CITATIONS) diff_escape(b, s);
  else put_code(b, s);
}

static void put_row(Buf *b, const DiffChange *c)
{
  buf_add(b, "| ");
  diff_escape(b, c->name);
  if (c->kind == DIFF_RENAMED) buf_add(b, ": renamed");
  else if (*c->part) {
    buf_add(b, ": ");
    diff_escape(b, c->part);
  }
  if (c->kind == DIFF_MOVED && c->code) buf_add(b, " (moved)");
  buf_add(b, " | ");
  put_cell(b, c, DIFF_OLD);
  buf_add(b, " | ");
  put_cell(b, c, DIFF_NEW);
  buf_add(b, " | ");
  put_cites(b, c->cites, "");
  buf_add(b, " | ");
  put_places(b, c);
  buf_add(b, " |\n");
}

void diff_tell_markdown(const Diff *d, Buf *b, const char *old_name, const char *new_name)
{
  INVARIANT(d->rules[DIFF_OLD] && d->rules[DIFF_NEW]);
  buf_add(b, "# ");
  diff_escape(b, diff_title(d->rules[DIFF_NEW]));
  buf_printf(b, ": errata\n\nFrom `%s` to `%s`: ", old_name, new_name);
  diff_tell_summary(d, b);
  for (size_t i = 0; i < d->changes.n; i++) {
    const DiffChange *c = &d->changes.at[i];
    if (!i || c[-1].group != c->group)
      buf_printf(b,
                 "\n## %s\n\n| What | Was | Is now | Citations | Place |\n"
                 "|---|---|---|---|---|\n",
                 diff_group_title(c->group));
    put_row(b, c);
  }
}
