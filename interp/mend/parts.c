/* Parts of a line as a whole: left out, exchanged, wrapped, or declared first.  What
 * cannot stand where it is (a change in a view, a condition on something hidden) is often
 * just too much. */
#include "interp/mend/mend_int.h"

/* Where the part of a condition that begins at word i ends: before `and`, `or`, a text, a
 * block, or the bracket around it. */
static int condition_end(const Line *l, int i)
{
  while (i < l->n && !line_in(l, i, "and or { } ; ) ]") && !line_sort(l, i, W_TEXT))
    i = line_in(l, i, "( [") ? line_closing(l, i) + 1 : i + 1;
  return i < l->n ? i : l->n;
}

/* One part of a condition, with the `and` before or behind it. */
static bool leave_condition_out(Mend *m)
{
  const Line *l = &m->line;
  int b = m->spot, e;
  while (b > l->begin && !line_in(l, b - 1, "and or if where require while not {")) b--;
  for (; b < l->n; b = e + 1) {
    e = condition_end(l, b);
    bool more = line_in(l, e, "and or");
    if (b > 0 && line_in(l, b - 1, "and or") &&
        mend_try(m, line_to(l, b - 1), line_to(l, e), "%s", ""))
      return true;
    if (more && MEND(m, b, e + 1, "%s", "")) return true;
    if (!more) return false;
  }
  return false;
}

/* The whole condition of a choice. */
static bool leave_where_out(Mend *m)
{
  const Line *l = &m->line;
  for (int i = l->begin + 1; i < l->end; i++) {
    if (!line_is(l, i, "where")) continue;
    int e = i + 1;
    do e = condition_end(l, e + (e > i + 1));
    while (e < l->n && line_in(l, e, "and or"));
    if (mend_try(m, line_to(l, i), line_to(l, e), "%s", "")) return true;
  }
  return false;
}

/* The statement with its block, if that ends on the line, and with the sign between it
 * and its neighbour; the only one of its block says what that is for. */
static bool leave_statement_out(Mend *m, bool also_alone)
{
  const Line *l = &m->line;
  int b = l->begin, e = l->end, depth = 0;
  if (line_is(l, e, "{")) do
      depth += line_is(l, e, "{") - line_is(l, e, "}");
    while (++e < l->n && depth);
  bool alone = line_is(l, b - 1, "{") && line_is(l, e, "}");
  if (e <= b || depth || (alone && !also_alone)) return false;
  if (alone) return mend_try(m, line_to(l, b), line_from(l, e), " ");
  if (line_is(l, e, ";"))
    return mend_try(m, line_from(l, b), line_from(l, e + 1), "%s", "");
  if (b > 0 && line_is(l, b - 1, ";"))
    return mend_try(m, line_to(l, b - 1), line_to(l, e), "%s", "");
  return MEND(m, b, e, "%s", "");
}

/* What can fail goes before what cannot be taken back. */
static bool exchange_statements(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin, before = b - 2;
  if (b < 2 || !line_is(l, b - 1, ";")) return false;
  while (before > 0 && !line_in(l, before - 1, "; { }")) before--;
  return MEND(m, before, l->end, "%s; %s", mend_words(m, b, l->end),
              mend_words(m, before, b - 1));
}

/* What nobody can avoid is asked, or has a way out. */
static bool ask_instead(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin, e = l->end, rest = e + 1, depth = 1;
  if (!line_is(l, b, "require"))
    return MEND(m, b, e, "%s otherwise { }", mend_words(m, b, e));
  if (!line_is(l, e, ";")) return false;
  for (e = rest; e < l->n; e++) {
    depth += line_is(l, e, "{") - line_is(l, e, "}");
    if (!depth) break;
  }
  return MEND(m, b, e, "if %s { %s }", mend_words(m, b + 1, rest - 1),
              mend_words(m, rest, e));
}

/* A last row for all that is not in a table, with the value of the row before it. */
static bool add_row(Mend *m)
{
  const Line *l = &m->line;
  int e = l->n - 1, colon = e;
  while (e > 0 && !line_is(l, e, "}")) e--;
  for (colon = e; colon > 0 && !line_is(l, colon, ":"); colon--) continue;
  if (colon < 1 || colon + 1 >= e) return false;
  const char *value = mend_words(m, colon + 1, e);
  int at = line_to(l, e);
  return mend_try(m, at, at, "; any: %s", value) ||
         mend_try(m, at, at, "; any, any: %s", value);
}

/* A declaration that cannot stand in this block goes before it. */
static bool put_before_block(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin, e = l->end, tail = line_is(l, e, ";") ? e + 1 : e;
  if (b < 1) return false;
  return MEND(m, 0, l->n, "%s; %s %s", mend_words(m, b, e), mend_words(m, 0, b),
              mend_words(m, tail, l->n));
}

/* What is printed on things is declared with `value`. */
static bool declare_printed(Mend *m)
{
  if (!line_sort(&m->line, m->spot, W_NAME)) return false;
  const char *name = mend_words(m, m->spot, m->spot + 1);
  const Known *d = mend_named(m, DECLARED_FIELD, name);
  if (!d) return false;
  int n;
  const char *t = source_line(&m->u->sources.files.at[d->file], d->line, &n);
  Line l;
  line_read(&l, t, n);
  for (int i = 0; i < l.n; i++) {
    int col = line_from(&l, i) + 1, end = i;
    if (!line_is(&l, i, name)) continue;
    if (mend_try_at(m, (Loc){d->file, d->line, col, col}, "value ")) return true;
    while (end < l.n && !line_in(&l, end, "; } @ =")) end++;
    Loc at = {d->file, d->line, col, line_to(&l, end) + 1};
    static const char *const first[] = {"none", "no", "0", "1", "\"\""};
    for (size_t k = 0; k < sizeof first / sizeof *first; k++)
      if (mend_try_at(m, at,
                      arena_printf(m->arena, "value %.*s = %s", at.end - at.col,
                                   t + col - 1, first[k])))
        return true;
  }
  return false;
}

/* A rule of a card holds while the card lies somewhere. */
static bool wrap_in_while(Mend *m)
{
  const Line *l = &m->line;
  const Known *pile;
  int end = m->spot, depth = 0;
  while (end < l->n && !line_is(l, end, "{")) end++;
  for (; end < l->n; end++) {
    depth += line_is(l, end, "{") - line_is(l, end, "}");
    if (!depth) break;
  }
  if (end++ >= l->n) return false;
  for (int k = 0; (pile = mend_declared(m, DECLARED_PILE, k)); k++)
    if (MEND(m, m->spot, end, "while this in %s { %s }", pile->name,
             mend_words(m, m->spot, end)))
      return true;
  return MEND(m, m->spot, end, "while yes { %s }", mend_words(m, m->spot, end));
}

/* A name that is taken gets a tail. */
static bool rename_here(Mend *m)
{
  const Line *l = &m->line;
  int i = line_is(l, m->spot, "verb") ? m->spot + 1 : m->spot;
  return line_sort(l, i, W_NAME) && MEND(m, i, i + 1, "%s_", mend_words(m, i, i + 1));
}

/* Two operands beside each other, or with a comma between them. */
static bool exchange_operands(Mend *m)
{
  const Line *l = &m->line;
  for (int i = m->spot; i >= l->begin && i >= m->spot - 2; i--) {
    int e = line_is(l, i, "(") ? line_closing(l, i) + 1 : line_operand_end(l, i);
    int next = line_is(l, e, ",") ? e + 1 : e;
    if (next >= l->n || e <= i) continue;
    int end =
        line_is(l, next, "(") ? line_closing(l, next) + 1 : line_operand_end(l, next);
    if (end > next && end <= l->n &&
        MEND(m, i, end, "%s%s%s", mend_words(m, next, end), next > e ? ", " : " ",
             mend_words(m, i, e)))
      return true;
  }
  return false;
}

/* The name alone, without what it is asked for. */
static bool leave_arguments_out(Mend *m)
{
  const Line *l = &m->line;
  int open = m->spot + 1;
  if (!line_sort(l, m->spot, W_NAME) || !line_is(l, open, "(")) return false;
  int end = line_closing(l, open) + 1;
  return end <= l->n && MEND(m, open, end, "%s", "");
}

/* Either half of a name that was written with a hyphen: one of them is known elsewhere.
 */
static bool halve_name(Mend *m)
{
  const Line *l = &m->line;
  int i = m->spot;
  if (i < 1 || !line_is(l, i, "-") || !line_sort(l, i + 1, W_NAME)) return false;
  return MEND(m, i - 1, i + 2, "%s", mend_words(m, i - 1, i)) ||
         MEND(m, i - 1, i + 2, "%s", mend_words(m, i + 1, i + 2));
}

/* A name that was bound by the loop before: the statement goes through the same things.
 */
static bool loop_again(Mend *m)
{
  const Source *f = &m->u->sources.files.at[m->g->loc.file];
  int name_length = m->g->loc.end - m->g->loc.col, n;
  const char *t = source_line(f, m->g->loc.line, &n);
  if (name_length < 1 || m->g->loc.end - 1 > n) return false;
  const char *name = arena_strndup(m->arena, t + m->g->loc.col - 1, (size_t)name_length);
  for (int line = m->g->loc.line - 1; line > 0 && line >= m->g->loc.line - 4; line--) {
    Line l;
    t = source_line(f, line, &n);
    line_read(&l, t, n);
    for (int i = 0; i + 3 < l.n; i++) {
      if (!line_is(&l, i, "each") || !line_is(&l, i + 1, name)) continue;
      int open = i + 3;
      while (open < l.n && !line_is(&l, open, "{")) open++;
      if (open == l.n) continue;
      int from = line_from(&l, i), to = line_to(&l, open);
      return MEND(m, m->line.begin, m->line.end, "%.*s { %s }", to - from, t + from,
                  mend_words(m, m->line.begin, m->line.end));
    }
  }
  return false;
}

bool mend_declare(Mend *m, const char *what)
{
  const Source *f = &m->u->sources.files.at[0];
  int n;
  source_line(f, 1, &n);
  return mend_try_at(m, (Loc){0, 1, n + 1, n + 1}, arena_printf(m->arena, "\n%s", what));
}

static bool declare_field(Mend *m)
{
  const Line *l = &m->line;
  const Known *d;
  if (m->g->code != DIAG_UNKNOWN_NAME || !line_sort(l, m->spot, W_NAME)) return false;
  const char *name = mend_words(m, m->spot, m->spot + 1);
  for (int k = 0; (d = mend_declared(m, DECLARED_KIND | DECLARED_TYPE, k)); k++)
    if (mend_declare(m, arena_printf(m->arena, "%s: %s", name, d->name))) return true;
  return mend_declare(m, arena_printf(m->arena, "%s: 0..9", name)) ||
         mend_declare(m, arena_printf(m->arena, "%s: flag", name)) ||
         mend_declare(m, arena_printf(m->arena, "%s: player or none", name));
}

static bool try_parts(Mend *m)
{
  if (m->fault == FAULT_OTHER && mend_by_code(m)) return true;
  switch (m->g->code) {
  case DIAG_RULE_NEEDS_WHILE: return wrap_in_while(m);
  case DIAG_RESERVED:
  case DIAG_VERB_SHAPES: return rename_here(m);
  case DIAG_FAIL_UNAVOIDABLE: return ask_instead(m);
  case DIAG_FAIL_AFTER_COMMIT: return exchange_statements(m);
  case DIAG_TABLE_GAP: return add_row(m);
  case DIAG_NOT_IN_VARIANT: return put_before_block(m);
  case DIAG_UNKNOWN_SLOT: return declare_printed(m);
  case DIAG_NO_PLAY: return mend_declare(m, "verb play { win none }");
  case DIAG_LEAK:
  case DIAG_IMPURE:
  case DIAG_VARIANT_CONDITION: return leave_condition_out(m) || leave_where_out(m);
  case DIAG_DUPLICATE: /* one too many, or in the wrong place */
  case DIAG_SECRET_BODIES:
  case DIAG_VIEW_ONLY_LOOKS:
  case DIAG_TEST_ONLY: return leave_statement_out(m, false);
  default: break;
  }
  switch (m->fault) {
  case FAULT_WRITING: return halve_name(m);
  case FAULT_NAME: return loop_again(m) || mend_library(m) || declare_field(m);
  case FAULT_PHRASE: return mend_shapes(m, true) || mend_library(m);
  case FAULT_TEXT: return loop_again(m);
  case FAULT_SORT:
    return mend_by_code(m) || leave_arguments_out(m) || exchange_operands(m) ||
           mend_meant(m);
  default: return false;
  }
}

static bool try_last(Mend *m)
{
  bool only = m->base->diags.errors == 1; /* else more than one is gone with it */
  if (mend_by_code(m)) return true;
  switch (m->g->code) {
  case DIAG_RULE_CLASH: return mend_above(m);
  case DIAG_LEAK: return mend_told(m) || (only && leave_statement_out(m, true));
  case DIAG_UNKNOWN_SLOT:
  case DIAG_CONSTANT_SET:
    if (mend_meant(m)) return true;
  /* fall through */
  default: return m->fault == FAULT_OTHER && only && leave_statement_out(m, true);
  }
}

/* What else is wrong then may be the fault of the edit: only one that mends all counts.
 */
bool mend_parts(Mend *m)
{
  Helps best = m->best;
  Edit edit = m->edit;
  m->blind = true;
  bool done = try_parts(m) || try_last(m);
  m->blind = false;
  if (!done) m->best = best, m->edit = edit;
  return done;
}
