/* What the sources declare, read from their lines: also where the rest cannot be parsed.
 */
#include "interp/mend/mend_int.h"
#include "interp/base/invariant.h"

#include <string.h>

static void put(Mend *m, int file, int line, const Line *l, int i, KnownSort sort)
{
  INVARIANT(i >= 0 && i < l->n && line > 0 && file >= 0);
  Known d = {.sort = sort, .file = file, .line = line, .args = ""};
  d.name = arena_strndup(m->arena, l->text + l->word[i].from,
                         (size_t)(l->word[i].to - l->word[i].from));
  if (line_is(l, i + 1, "(") && l->word[i + 1].from == l->word[i].to) {
    int close = line_closing(l, i + 1); /* the names of its parameters */
    for (int k = i + 2; k < close; k++)
      if (line_sort(l, k, W_NAME) && line_in(l, k - 1, "( ,"))
        d.args = arena_printf(m->arena, "%s%s%.*s", d.args, *d.args ? ", " : "",
                              l->word[k].to - l->word[k].from, l->text + l->word[k].from);
  }
  for (size_t k = 0; k < m->declared.n; k++)
    if (!strcmp(m->declared.at[k].name, d.name) && m->declared.at[k].sort == sort &&
        sort != DECLARED_LOCAL)
      return;
  vec_push(&m->declared, d);
}

static bool begins(const Line *l, int i) { return i == 0 || line_in(l, i - 1, "{ ;"); }

static void scan_line(Mend *m, int file, int line, const Line *l)
{
  INVARIANT(file >= 0 && (size_t)file < m->u->sources.files.n && line > 0);
  for (int i = 0; i < l->n; i++) {
    if (!line_sort(l, i, W_NAME)) continue;
    bool next = line_sort(l, i + 1, W_NAME);
    if (line_is(l, i, "kind") && next) put(m, file, line, l, i + 1, DECLARED_KIND);
    else if (line_is(l, i, "type") && next) put(m, file, line, l, i + 1, DECLARED_TYPE);
    else if (line_is(l, i, "value") && next) put(m, file, line, l, i + 1, DECLARED_VALUE);
    else if (line_is(l, i, "verb") && next)
      put(m, file, line, l, i + 1, line_from(l, i) ? DECLARED_SLOT : DECLARED_VERB);
    else if (line_is(l, i, "option") && next)
      put(m, file, line, l, i + 1, DECLARED_OPTION);
    else if (line_in(l, i, "let each") && next)
      put(m, file, line, l, i + 1, DECLARED_LOCAL);
    int k = line_sort(l, i + 1, W_TEXT) ? i + 2 : i + 1;
    if (begins(l, i) && line_is(l, k, ":"))
      put(m, file, line, l, i,
          line_is(l, k + 1, "pile") ? DECLARED_PILE : DECLARED_FIELD);
    if (line_is(l, i - 1, "(") && line_is(l, i + 1, ":"))
      put(m, file, line, l, i, DECLARED_LOCAL);
    if (line_is(l, i + 1, "in") && (begins(l, i) || line_is(l, i - 1, ",")))
      put(m, file, line, l, i, DECLARED_LOCAL);
  }
}

static bool begins_thing(const Mend *m, const Line *l)
{
  for (size_t i = 0; i < m->declared.n; i++)
    if (m->declared.at[i].sort == DECLARED_KIND && line_is(l, 0, m->declared.at[i].name))
      return true;
  return false;
}

/* KIND NAME "Title", NAME …; type NAME = WORD | WORD */
static void scan_things(Mend *m, int file, int line, const Line *l)
{
  bool words = line_in(l, 0, "type option");
  if (!words && !begins_thing(m, l)) return;
  for (int i = 1, depth = 0; i < l->n; i++) {
    depth += line_in(l, i, "{ (") - line_in(l, i, "} )");
    bool first = words ? line_in(l, i - 1, "= |") : i == 1 || line_is(l, i - 1, ",");
    if (!depth && first && line_sort(l, i, W_NAME) && !line_keyword(l, i))
      put(m, file, line, l, i, DECLARED_THING);
  }
}

static void scan_all(Mend *m, void (*scan)(Mend *, int, int, const Line *))
{
  enum { MOST_SCANNED = 4000 };
  for (size_t f = 0; f < m->u->sources.files.n; f++) {
    const Source *s = &m->u->sources.files.at[f];
    for (int i = 1; i <= (int)s->lines.n && m->declared.n < MOST_SCANNED; i++) {
      int n;
      const char *t = source_line(s, i, &n);
      Line l;
      line_read(&l, t, n);
      scan(m, (int)f, i, &l);
    }
  }
}

static void mend_scan(Mend *m)
{
  if (m->declared.n) return;
  scan_all(m, scan_line);
  scan_all(m, scan_things); /* now the kinds are known */
}

/* The k-th name of some sorts, k from 0; local names from the spot upwards. */
const Known *mend_declared(Mend *m, unsigned sorts, int k)
{
  INVARIANT(k >= 0);
  mend_scan(m);
  bool local = sorts == DECLARED_LOCAL;
  size_t n = m->declared.n;
  for (size_t i = 0; i < n; i++) {
    const Known *d = &m->declared.at[local ? n - 1 - i : i];
    bool above = d->file == m->g->loc.file && d->line <= m->g->loc.line &&
                 d->line > m->g->loc.line - 20;
    if (!(d->sort & sorts) || (local && !above)) continue;
    if (k-- == 0) return d;
  }
  return NULL;
}

const Known *mend_named(Mend *m, unsigned sorts, const char *name)
{
  INVARIANT(sorts && name);
  mend_scan(m);
  for (size_t i = 0; i < m->declared.n; i++)
    if (m->declared.at[i].sort & sorts && !strcmp(m->declared.at[i].name, name))
      return &m->declared.at[i];
  return NULL;
}

bool mend_stands(const Mend *m, const char *name)
{
  for (int w = m->line.begin; w < m->line.end; w++)
    if (line_is(&m->line, w, name)) return true;
  return false;
}

bool mend_said(Mend *m)
{
  int b = m->line.begin;
  return line_sort(&m->line, b, W_NAME) &&
         mend_named(m, DECLARED_VERB | DECLARED_SLOT, mend_words(m, b, b + 1));
}

/* A name that the line does not have yet. */
const char *mend_fresh(const Mend *m)
{
  static const char *const names[] = {"x", "y", "z", "one", "each_one"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    bool had = false;
    for (int i = 0; i < m->line.n; i++) had |= line_is(&m->line, i, names[k]);
    if (!had) return names[k];
  }
  return "this_one";
}

/* The words from i up to j with one name in place of another. */
const char *mend_renamed(Mend *m, int i, int j, const char *was, const char *name)
{
  INVARIANT(i >= 0);
  const Line *l = &m->line;
  if (i >= j || i >= l->n) return "";
  const char *all = "";
  int from = line_from(l, i);
  for (int k = i; k < j && k < l->n; k++) {
    if (!line_is(l, k, was)) continue;
    all = arena_printf(m->arena, "%s%.*s%s", all, l->word[k].from - from, l->text + from,
                       name);
    from = l->word[k].to;
  }
  return arena_printf(m->arena, "%s%.*s", all, line_to(l, j) - from, l->text + from);
}

const char *mend_spoken(Mend *m, int k)
{
  INVARIANT(m->g->loc.file >= 0 && (size_t)m->g->loc.file < m->u->sources.files.n);
  enum { LINES_BELOW = 8 };
  const Source *f = &m->u->sources.files.at[m->g->loc.file];
  VEC(const char *) had = {0};
  const char *found = NULL;
  for (int line = m->g->loc.line; line <= m->g->loc.line + LINES_BELOW && !found;
       line++) {
    int n;
    Line l;
    if (line > (int)f->lines.n) break;
    const char *t = source_line(f, line, &n);
    line_read(&l, t, n);
    for (int i = 0; i < l.n && !found; i++) {
      if (!line_sort(&l, i, W_NAME) || line_keyword(&l, i) || line_is(&l, i - 1, "."))
        continue;
      const char *w = arena_strndup(m->arena, l.text + l.word[i].from,
                                    (size_t)(l.word[i].to - l.word[i].from));
      bool known = mend_named(m, ~(unsigned)DECLARED_LOCAL, w) != NULL;
      for (size_t j = 0; j < had.n && !known; j++) known = !strcmp(had.at[j], w);
      if (known) continue;
      vec_push(&had, w);
      if (k-- == 0) found = w;
    }
  }
  vec_free(&had);
  return found;
}
