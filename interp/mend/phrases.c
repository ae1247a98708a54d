/* Turns of speech: several words and what stands between them. */
#include "interp/mend/mend_int.h"

#include <ctype.h>

static bool try_relations(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i < l->n; i++) {
    int b = line_operand_start(l, i), e = line_operand_end(l, i + 1);
    const char *left = mend_words(m, b, i), *right = mend_words(m, i + 1, e);
    if (line_in(l, i, "contains has includes") && b < i && e > i + 1 &&
        MEND(m, b, e, "%s in %s", right, left))
      return true;
    if (line_is(l, i, "of") && b < i && e > i + 1 && MEND(m, b, e, "%s.%s", right, left))
      return true;
    if (line_in(l, i, "wins win won") && b < i &&
        (MEND(m, b, i + 1, "win %s", left) || MEND(m, b, i + 1, "winners is %s", left)))
      return true;
    if (line_in(l, i, "winner") && line_in(l, i + 1, "is = :") &&
        MEND(m, i, i + 2, "win"))
      return true;
    if (line_in(l, i, "put place lay") && line_in(l, e, "on in into onto at")) {
      int f = line_operand_end(l, e + 1);
      if (MEND(m, i, f, "move %s to %s", right, mend_words(m, e + 1, f))) return true;
    }
    if (line_in(l, i, "a an one") && line_sort(l, i + 1, W_NAME) &&
        (MEND(m, i, i + 2, "1") || MEND(m, i, i + 1, "1")))
      return true;
  }
  return false;
}

/* square(3, 4), not square[3, 4] */
static bool try_brackets(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i < l->n; i++) {
    int close = line_is(l, i, "[") ? line_closing(l, i) : l->n;
    if (close < l->n && MEND(m, i, close + 1, "(%s)", mend_words(m, i + 1, close)))
      return true;
  }
  return false;
}

static bool try_counts(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i < l->n; i++) {
    const char *a = mend_words(m, i, i + 1), *c = mend_words(m, i + 2, i + 3);
    bool number = line_sort(l, i, W_NUMBER);
    if (number && line_in(l, i + 1, "to - till until") && line_sort(l, i + 2, W_NUMBER)) {
      bool from = line_in(l, i - 1, "from between");
      if (MEND(m, from ? i - 1 : i, i + 3, from ? "in %s..%s" : "%s..%s", a, c) ||
          MEND(m, i, i + 4, "%s..%s", a, c))
        return true;
    }
    if (number && line_is(l, i + 1, ".") && line_sort(l, i + 2, W_NUMBER) &&
        MEND(m, i, i + 3, "%s..%s", a, c))
      return true;
    if (line_is(l, i, "up") && line_is(l, i + 1, "to") && MEND(m, i, i + 3, "0..%s", c))
      return true;
    const char *x = mend_words(m, i + 1, i + 2);
    if (number && x[0] == 'x' && isdigit((unsigned char)x[1]) &&
        (MEND(m, i, i + 2, "%s by %s", a, x + 1) || MEND(m, i + 1, i + 2, "* %s", x + 1)))
      return true;
    if (number && line_is(l, i - 1, ":") && !line_in(l, i + 1, ". ..") &&
        MEND(m, i, i + 1, "0..%s", a))
      return true;
    if (line_is(l, i, "yes") && line_in(l, i + 1, "| or /") && line_is(l, i + 2, "no") &&
        MEND(m, i, i + 3, "flag"))
      return true;
    if (line_in(l, i, "isn aren doesn") && line_is(l, i + 1, "'") &&
        MEND(m, i, i + 3, "is not"))
      return true;
  }
  return try_brackets(m);
}

/* What is printed on a thing, as other languages list it: { worth: 2, weeks: 3 }. */
static bool try_list(Mend *m)
{
  const Line *l = &m->line;
  const char *all = "";
  int from = 0, n = 0;
  for (int i = 0; i < l->n; i++) {
    if (!line_in(l, i, ": ,")) continue;
    bool fill = line_is(l, i, ":");
    int to = l->word[i].from;
    all = arena_printf(m->arena, "%s%.*s%s", all, to - from, l->text + from,
                       fill ? " =" : ";");
    from = l->word[i].to;
    n++;
  }
  return n > 1 &&
         mend_try(m, 0, l->length, "%s%.*s", all, l->length - from, l->text + from);
}

/* Bodies behind another sign than a brace, up to the end of the line. */
static bool try_rest(Mend *m)
{
  const Line *l = &m->line;
  int s = m->spot;
  if (line_in(l, s, ": = =>") && s + 1 < l->n && !line_is(l, s + 1, "{") &&
      mend_try(m, line_to(l, s), line_to(l, l->n), " { %s }", mend_words(m, s + 1, l->n)))
    return true;
  if (line_is(l, l->begin, "run") &&
      mend_try(m, line_to(l, l->end), line_to(l, l->end), " { }"))
    return true;
  if (line_is(l, l->begin, "as") && s > l->begin + 1 &&
      MEND(m, s, l->n, "{ %s }", mend_words(m, s, l->n)))
    return true;
  if (line_is(l, 0, "claim") && line_sort(l, 1, W_TEXT) && line_is(l, 2, ":") &&
      mend_try(m, line_from(l, 2), line_to(l, 3), "%s", ""))
    return true;
  for (int i = 1; i < l->n; i++) /* value n = 2: 1..4 */
    for (int k = i + 1; line_is(l, i, "=") && k < l->n; k++)
      if (line_is(l, k, ":") &&
          mend_try(m, line_to(l, i), line_to(l, l->n), ": %s = %s",
                   mend_words(m, k + 1, l->n), mend_words(m, i + 1, k)))
        return true;
  return false;
}

/* A field without its type, and a first value for what is declared nowhere. */
static bool try_untyped(Mend *m)
{
  static const char *const types[] = {"flag", "0..9", "player or none", "player"};
  const Line *l = &m->line;
  int b = l->begin, e = l->end;
  if (m->g->code == DIAG_NOT_IN_VARIANT)
    return line_is(l, b + 1, "=") &&
           (mend_try(m, line_to(l, b + 1), line_to(l, b + 2), ":") ||
            mend_try(m, line_to(l, b + 1), line_to(l, b + 1), ": 0..99"));
  bool bare = line_sort(l, b, W_NAME) &&
              (e == b + 1 || (e == b + 2 && line_sort(l, b + 1, W_TEXT)));
  for (size_t k = 0; bare && k < sizeof types / sizeof *types; k++)
    if (mend_try(m, line_to(l, e), line_to(l, e), ": %s", types[k])) return true;
  return false;
}

bool mend_phrases(Mend *m)
{
  if (m->fault == FAULT_TEXT) return false;
  if (try_untyped(m)) return true;
  if (m->fault == FAULT_SORT) return try_brackets(m);
  if (try_counts(m) || try_relations(m)) return true;
  return m->fault == FAULT_WRITING && (try_list(m) || try_rest(m));
}
