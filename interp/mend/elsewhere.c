/* Edits where something is declared, for errors that are found where it is used. */
#include "interp/mend/mend_int.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <string.h>

/* The words of another line of the same file. */
static void go_to(Mend *m, int line)
{
  INVARIANT(line > 0);
  int n;
  const char *t = source_line(&m->u->sources.files.at[m->g->loc.file], line, &n);
  line_read(&m->line, t, n);
  m->spot = 0;
  line_statement(&m->line, 0);
}

static const char *spot_name(Mend *m)
{
  return line_sort(&m->line, m->spot, W_NAME) ? mend_words(m, m->spot, m->spot + 1) : "";
}

/* A `let` that is changed later: a field of the same name was meant, or it has a type. */
static bool try_let(Mend *m)
{
  const char *name = spot_name(m);
  for (int line = m->g->loc.line; line > 0 && line > m->g->loc.line - 40; line--) {
    go_to(m, line);
    const Line *l = &m->line;
    for (int i = 0; i + 2 < l->n; i++) {
      if (!line_is(l, i, "let") || !line_is(l, i + 1, name) || !line_is(l, i + 2, "="))
        continue;
      line_statement(&m->line, i);
      const char *e = mend_words(m, i + 3, l->end);
      if (mend_named(m, DECLARED_FIELD, name) &&
          MEND(m, i, l->end, "set %s to %s", name, e))
        return true;
      static const char *const types[] = {"0..9",   "0..99", "0..999",        "-99..99",
                                          "player", "flag",  "player or none"};
      for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (MEND(m, i + 1, i + 2, "%s: %s", name, types[k])) return true;
      const Known *d;
      for (int k = 0; (d = mend_declared(m, DECLARED_KIND | DECLARED_TYPE, k)); k++)
        if (MEND(m, i + 1, i + 2, "%s: %s", name, d->name) ||
            MEND(m, i + 1, i + 2, "%s: %s or none", name, d->name) ||
            MEND(m, i + 1, i + 2, "%s: set of %s", name, d->name))
          return true;
    }
  }
  return false;
}

/* What a thing says, and its kind does not know: it is printed on the kind. */
static bool try_printed(Mend *m)
{
  const Line *l = &m->line;
  const char *name = spot_name(m), *kind = NULL;
  int s = m->spot;
  if (!*name || !line_is(l, s + 1, "=")) return false;
  const char *type = line_sort(l, s + 2, W_TEXT)     ? "text = \"\""
                     : line_in(l, s + 2, "yes no")   ? "flag = no"
                     : line_sort(l, s + 2, W_NUMBER) ? "0..99 = 0"
                                                     : NULL;
  for (int line = m->g->loc.line; line > 0 && !kind; line--) {
    go_to(m, line);
    if (line_sort(&m->line, 0, W_NAME)) kind = mend_words(m, 0, 1);
    if (kind && !mend_named(m, DECLARED_KIND, kind)) kind = NULL;
  }
  const Known *d = kind ? mend_named(m, DECLARED_KIND, kind) : NULL;
  if (!type || !d || d->file != m->g->loc.file) return false;
  go_to(m, d->line);
  for (int i = 0; i < m->line.n; i++)
    if (line_is(&m->line, i, "{"))
      return MEND(m, i, i + 1, "{ value %s: %s%s", name, type,
                  i + 1 < m->line.n ? ";" : "");
  return mend_try(m, line_to(&m->line, m->line.n), line_to(&m->line, m->line.n),
                  " { value %s: %s }", name, type);
}

/* A word of a verb that should have been a parameter. */
static bool try_parameter(Mend *m)
{
  static const char *const types[] = {"player", "1..9", "0..9", "flag"};
  const char *name = spot_name(m);
  for (int line = m->g->loc.line; *name && line > 0 && line > m->g->loc.line - 40;
       line--) {
    go_to(m, line);
    const Line *l = &m->line;
    if (!line_is(l, 0, "verb")) continue;
    for (int i = 2; i < l->n && !line_is(l, i, "{"); i++)
      if (line_sort(l, i, W_NAME) && !line_in(l, i - 1, "( :") &&
          mend_named(m, DECLARED_KIND | DECLARED_TYPE, mend_words(m, i, i + 1)) &&
          MEND(m, i, i + 1, "(%s: %s)", name, mend_words(m, i, i + 1)))
        return true; /* verb hire soldier */
    for (int i = 2; i < l->n && !line_is(l, i, "{"); i++) {
      if (!line_is(l, i, name) || line_in(l, i - 1, "( :")) continue;
      const Known *d;
      for (int k = 0; (d = mend_declared(m, DECLARED_KIND | DECLARED_TYPE, k)); k++)
        if (MEND(m, i, i + 1, "(%s: %s)", name, d->name)) return true;
      for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (MEND(m, i, i + 1, "(%s: %s)", name, types[k])) return true;
    }
    return false;
  }
  return false;
}

static bool same_letters(const char *a, const char *b)
{
  for (; *a && *b; a++, b++)
    if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
  return !*a && !*b;
}

/* A name of the block that is called otherwise from there on. */
static bool try_local(Mend *m)
{
  const char *name = spot_name(m);
  const Known *d;
  for (int k = 0; *name && (d = mend_declared(m, DECLARED_LOCAL, k)); k++)
    if (MEND(m, m->spot, m->spot + 1, "%s", d->name)) return true;
  for (int k = 0; *name && (d = mend_declared(m, DECLARED_LOCAL, k)); k++) {
    if (d->line == m->g->loc.line) continue;
    go_to(m, d->line);
    for (int i = 0; i < m->line.n; i++)
      if (line_is(&m->line, i, d->name) && MEND(m, i, i + 1, "%s", name)) return true;
  }
  return false;
}

/* The name is written otherwise where it is declared: everything else agrees. */
static bool try_declaration(Mend *m)
{
  const char *name = spot_name(m);
  const Source *f = &m->u->sources.files.at[m->g->loc.file];
  for (int line = 1; *name && line <= (int)f->lines.n; line++) {
    if (line == m->g->loc.line) continue;
    go_to(m, line);
    const Line *l = &m->line;
    for (int i = 0; i < l->n; i++) {
      bool declares = line_sort(l, i + 1, W_TEXT) || line_in(l, i + 1, ": { = * , (");
      if (!line_sort(l, i, W_NAME) || line_keyword(l, i) || !declares) continue;
      Nearest n = {name, NULL, 0};
      const char *w = mend_words(m, i, i + 1);
      if (!strcmp(w, name)) continue;
      nearest_try(&n, w);
      if ((n.best || same_letters(w, name)) && MEND(m, i, i + 1, "%s", name)) return true;
    }
  }
  return false;
}

/* A small word of the verb is another one where it is called. */
static bool try_shape(Mend *m)
{
  static const char small[] = "to from by of in with on under for at into as";
  const Line *l = &m->line;
  const char *verb = mend_words(m, l->begin, l->begin + 1), *said = NULL;
  for (int i = l->begin + 1; i < l->end; i++)
    if (line_in(l, i, small)) said = mend_words(m, i, i + 1);
  const Known *d = said ? mend_named(m, DECLARED_VERB | DECLARED_SLOT, verb) : NULL;
  if (!d || d->file != m->g->loc.file) return false;
  go_to(m, d->line);
  for (int i = 2; i < m->line.n; i++)
    if (line_in(&m->line, i, small) && MEND(m, i, i + 1, "%s", said)) return true;
  return false;
}

/* A value that is changed has the parameters that it was declared with. */
static bool try_value_shape(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i < l->n; i++) {
    const char *name = mend_words(m, i, i + 1);
    const Known *d = line_sort(l, i, W_NAME) ? mend_named(m, DECLARED_VALUE, name) : NULL;
    if (!d || !*d->args || line_is(l, i + 1, "(")) continue;
    const char *all =
        mend_renamed(m, i, l->n, name, arena_printf(m->arena, "%s(%s)", name, d->args));
    if (MEND(m, i, l->n, "%s", all)) return true;
  }
  return false;
}

/* Whose it is: a name of the line, of the block, or what refers to such a thing. */
static bool try_whose(Mend *m)
{
  const Line *l = &m->line;
  const char *name = spot_name(m);
  if (!*name || line_is(l, m->spot - 1, ".")) return false;
  for (int i = 0; i < l->n; i++)
    if (line_sort(l, i, W_NAME) && !line_keyword(l, i) && i != m->spot &&
        !(i == m->spot - 2 && line_is(l, i + 1, "in")) &&
        MEND(m, m->spot, m->spot + 1, "%s.%s", mend_words(m, i, i + 1), name))
      return true;
  const Known *d;
  for (int k = 0; (d = mend_declared(m, DECLARED_FIELD, k)); k++)
    if (line_is(l, m->spot - 1, "in") &&
        MEND(m, m->spot, m->spot + 1, "%s.%s", d->name, name))
      return true;
  for (int k = 0; (d = mend_declared(m, DECLARED_LOCAL, k)); k++)
    if (MEND(m, m->spot, m->spot + 1, "%s.%s", d->name, name)) return true;
  for (int k = 0; (d = mend_declared(m, DECLARED_FIELD, k)); k++)
    if (MEND(m, m->spot, m->spot + 1, "%s.%s", d->name, name)) return true;
  return false;
}

/* One argument more: a value of the rules. */
static bool try_argument(Mend *m)
{
  const Line *l = &m->line;
  for (int i = m->spot; i < l->n && i <= m->spot + 1; i++) {
    if (!line_is(l, i + 1, "(")) continue;
    int close = line_closing(l, i + 1);
    const Known *d;
    for (int k = 0; close < l->n && (d = mend_declared(m, DECLARED_VALUE, k)); k++)
      if (MEND(m, close, close + 1, ", %s)", d->name)) return true;
  }
  return false;
}

/* A field or value of things, said without whose it is. */
bool mend_whose(Mend *m)
{
  if (m->g->code != DIAG_UNKNOWN_NAME || !*spot_name(m)) return false;
  return mend_named(m, DECLARED_FIELD | DECLARED_PILE | DECLARED_VALUE, spot_name(m)) &&
         try_whose(m);
}

/* The title of a thing in place of its name. */
bool mend_titles(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i < l->n; i++) {
    if (!line_sort(l, i, W_TEXT) || l->word[i].to - l->word[i].from < 3) continue;
    const char *text = mend_words(m, i, i + 1);
    for (size_t f = 0; f < m->u->sources.files.n; f++) {
      const char *t = m->u->sources.files.at[f].text, *at = t;
      for (; (at = strstr(at, text)); at++) {
        const char *e = at, *b;
        while (e > t && e[-1] == ' ') e--;
        for (b = e; b > t && (isalnum((unsigned char)b[-1]) || b[-1] == '_'); b--) {}
        if (b < e && MEND(m, i, i + 1, "%s", arena_strndup(m->arena, b, (size_t)(e - b))))
          return true;
      }
    }
  }
  return false;
}

bool mend_elsewhere(Mend *m)
{
  Line line = m->line;
  int spot = m->spot;
  bool done = false;
  switch (m->g->code) {
  case DIAG_BAD_RANGE:
    for (int i = 1; i + 1 < line.n && !done; i++)
      done = line_is(&line, i, "..") &&
             MEND(m, i - 1, i + 2, "%s..%s", mend_words(m, i + 1, i + 2),
                  mend_words(m, i - 1, i));
    break;
  case DIAG_SHADOWED:
    if (line_sort(&m->line, m->spot, W_NAME))
      done = MEND(m, m->spot, line.n, "%s",
                  mend_renamed(m, m->spot, line.n, spot_name(m), mend_fresh(m)));
    break;
  case DIAG_CONSTANT_SET: done = try_let(m); break;
  case DIAG_UNKNOWN_SLOT: done = try_printed(m); break;
  case DIAG_REDEFINED_VALUE: done = try_value_shape(m); break;
  case DIAG_BAD_COUNT: done = try_value_shape(m) || try_argument(m); break;
  case DIAG_UNKNOWN_VERB: done = try_shape(m); break;
  case DIAG_UNKNOWN_NAME:
    done = try_parameter(m);
    m->line = line, m->spot = spot;
    if (!done) done = try_whose(m) || try_local(m) || try_declaration(m);
    break;
  default: break;
  }
  m->line = line;
  m->spot = spot;
  return done;
}
