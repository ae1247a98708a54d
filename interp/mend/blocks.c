/* Braces: what the indentation says about them. */
#include "interp/mend/mend_int.h"
#include "interp/base/invariant.h"

enum { MOST_LINES = 60 };

static int indent_of(const Source *f, int line, bool *blank)
{
  INVARIANT(line > 0);
  int n, i = 0;
  const char *t = source_line(f, line, &n);
  while (i < n && t[i] == ' ') i++;
  *blank = i == n || t[i] == '#';
  return i;
}

/* Between two lines: what a "}" would end there. */
static bool try_closing(Mend *m, const Source *f, int line)
{
  INVARIANT(line > 0);
  bool blank;
  int indent = indent_of(f, line, &blank), n;
  if (blank) return false;
  int last = line - 1;
  while (last > 0 && (indent_of(f, last, &blank), blank)) last--;
  if (last < 1) return false;
  source_line(f, last, &n);
  int inner = indent_of(f, last, &blank);
  Loc end = {m->g->loc.file, last, n + 1, n + 1};
  if (indent < inner && mend_try_at(m, end, arena_printf(m->arena, "\n%*s}", indent, "")))
    return true;
  return mend_try_at(m, end, " }");
}

static bool try_brace(Mend *m, const Source *f, int line)
{
  INVARIANT(line > 0);
  int n;
  const char *t = source_line(f, line, &n);
  Line l;
  line_read(&l, t, n);
  for (int i = l.n - 1; i >= 0; i--)
    if (line_is(&l, i, "}")) {
      int from = l.n == 1 ? 1 : l.word[i].from + 1;
      Loc at = {m->g->loc.file, line, from, l.word[i].to + 1};
      if (mend_try_at(m, at, "")) return true;
    }
  bool blank, below;
  int here = indent_of(f, line, &blank), next = indent_of(f, line + 1, &below);
  if (blank || below || next <= here || !l.n || line_is(&l, l.n - 1, "{")) return false;
  Loc end = {m->g->loc.file, line, l.word[l.n - 1].to + 1, l.word[l.n - 1].to + 1};
  return mend_try_at(m, end, " {");
}

/* A block whose lines are indented ends before the first line that is not: if no "}"
 * stands there, it was forgotten. */
bool mend_indentation(Mend *m)
{
  INVARIANT(m->g->loc.file >= 0 && (size_t)m->g->loc.file < m->u->sources.files.n);
  const Source *f = &m->u->sources.files.at[m->g->loc.file];
  int bottom = m->g->loc.line, top = bottom > MOST_LINES ? bottom - MOST_LINES : 1;
  for (int i = bottom; i >= top; i--) {
    int n;
    bool blank;
    Line l;
    const char *t = source_line(f, i, &n);
    line_read(&l, t, n);
    if (!line_is(&l, l.n - 1, "{")) continue;
    int here = indent_of(f, i, &blank), k = i + 1, last = i, rows = (int)f->lines.n;
    for (; k <= rows; k++) {
      int in = indent_of(f, k, &blank);
      if (blank) continue;
      if (in <= here) break;
      last = k;
    }
    t = source_line(f, k, &n);
    int in = k <= rows ? indent_of(f, k, &blank) : 0;
    if (k <= rows && in < n && t[in] == '}' && in == here) continue;
    source_line(f, last, &n);
    Loc end = {m->g->loc.file, last, n + 1, n + 1};
    if (mend_try_at(m, end, arena_printf(m->arena, "\n%*s}", here, ""))) return true;
  }
  return false;
}

/* What goes on on the next line belongs on this one: the edit reaches over the end of the
 * line. */
bool mend_joined(Mend *m)
{
  INVARIANT(m->g->loc.file >= 0 && (size_t)m->g->loc.file < m->u->sources.files.n);
  const Source *f = &m->u->sources.files.at[m->g->loc.file];
  bool blank;
  int line = m->g->loc.line, n, next;
  if (m->spot < m->line.n && --line < 1) return false;
  source_line(f, line, &n);
  for (next = line + 1; next <= (int)f->lines.n; next++) {
    int in = indent_of(f, next, &blank);
    if (blank) continue;
    Line l;
    int length, hash = 0;
    const char *t = source_line(f, line, &length);
    line_read(&l, t, length);
    while (hash < n && t[hash] != '#') hash++;
    if (hash < n && !line_sort(&l, l.n - 1, W_TEXT)) return false; /* a comment */
    int over = (int)(f->lines.at[next - 1] - f->lines.at[line - 1]) + in;
    return mend_try_at(m, (Loc){m->g->loc.file, line, n + 1, over + 1}, " ");
  }
  return false;
}

bool mend_blocks(Mend *m)
{
  INVARIANT(m->g->loc.file >= 0 && (size_t)m->g->loc.file < m->u->sources.files.n);
  const Source *f = &m->u->sources.files.at[m->g->loc.file];
  int line = m->g->loc.line, top = line > MOST_LINES ? line - MOST_LINES : 1;
  if (mend_indentation(m)) return true;
  for (int i = line; i > top; i--)
    if (try_closing(m, f, i)) return true;
  int n;
  int all = (int)f->lines.n;
  while (all > 1 && (source_line(f, all, &n), !n)) all--;
  source_line(f, all, &n);
  Loc end = {m->g->loc.file, all, n + 1, n + 1};
  if (mend_try_at(m, end, "\n}")) return true;
  for (int i = line; i >= top; i--)
    if (try_brace(m, f, i)) return true;
  return false;
}

bool mend_closing(Mend *m)
{
  const Line *l = &m->line;
  int end = line_to(l, l->n);
  return mend_try(m, end, end, " }") || mend_try(m, end, end, " } }") ||
         mend_try(m, end, end, ")") || mend_try(m, end, end, ") }");
}
