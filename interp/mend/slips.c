/* Sentences that are built another way than ours. */
#include "interp/mend/mend_int.h"

/* A number where a range is wanted, and cells that are named like those of an array. */
static bool try_ranges(Mend *m)
{
  const Line *l = &m->line;
  for (int i = m->spot; i <= m->spot + 1; i++) {
    const char *n = mend_words(m, i, i + 1);
    bool lone =
        line_sort(l, i, W_NUMBER) && !line_is(l, i - 1, "..") && !line_is(l, i + 1, "..");
    if (lone && (MEND(m, i, i + 1, "1..%s", n) || MEND(m, i, i + 1, "%s..%s", n, n)))
      return true;
  }
  for (int i = 1; i + 2 < l->n; i++)
    if (line_is(l, i, "[") && line_is(l, i + 2, "]") &&
        MEND(m, i, i + 3, " per %s", mend_words(m, i + 1, i + 2)))
      return true;
  return false;
}

/* ---- statements that change something -------------------------------------------- */

static bool try_changes(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin, e = l->end;
  bool said = line_in(l, b, "set let raise lower");
  int from = said ? b + 1 : b;
  for (int i = from + 1; i < e; i++) {
    const char *left = mend_words(m, from, i), *right = mend_words(m, i + 1, e);
    if (line_is(l, i, "+=") && MEND(m, b, e, "raise %s by %s", left, right)) return true;
    if (line_is(l, i, "-=") && MEND(m, b, e, "lower %s by %s", left, right)) return true;
    if (line_is(l, i, "++") && MEND(m, b, e, "raise %s by 1", left)) return true;
    if (line_is(l, i, "--") && MEND(m, b, e, "lower %s by 1", left)) return true;
    bool unknown = m->g->code == DIAG_UNKNOWN_NAME;
    bool moved = line_in(l, i, "to is") && !said;
    if (line_in(l, i, "= := : == to is <-") && from < i && !moved &&
        (MEND(m, b, e, "set %s to %s", left, right) ||
         ((!line_is(l, b, "set") || unknown) &&
          MEND(m, b, e, "let %s = %s", left, right)) ||
         (m->g->code == DIAG_PILE_USE && MEND(m, b, e, "move %s to %s", right, left))))
      return true;
    if (line_in(l, i, "*= /=") &&
        MEND(m, b, e, "set %s to %s %c %s", left, left, l->text[l->word[i].from], right))
      return true;
  }
  return false;
}

/* c ? a : b */
static bool try_question(Mend *m)
{
  const Line *l = &m->line;
  for (int q = 0; q < l->n; q++) {
    if (!line_is(l, q, "?")) continue;
    for (int c = q + 1; c < l->n; c++) {
      if (!line_is(l, c, ":")) continue;
      for (int b = q - 1; b >= 0; b--) {
        bool edge = b == 0 || line_in(l, b - 1, "= ( , : to by { ;");
        for (int e = c + 2; edge && e <= l->n; e++)
          if ((e == l->n || line_in(l, e, ") , ; } seen")) &&
              MEND(m, b, e, "if %s then %s else %s", mend_words(m, b, q),
                   mend_words(m, q + 1, c), mend_words(m, c + 1, e)))
            return true;
      }
    }
  }
  return false;
}

/* Arguments without their commas: (a, b + 1) is a (b + 1). */
static const char *loose(Mend *m, int open, int close)
{
  const char *all = "";
  for (int i = open + 1; i < close;) {
    int j = i;
    for (int depth = 0; j < close && (depth || !line_is(&m->line, j, ",")); j++)
      depth += line_in(&m->line, j, "( [") - line_in(&m->line, j, ") ]");
    bool plain = j - i == 1 || line_is(&m->line, i + 1, ".");
    all = arena_printf(m->arena, plain ? "%s %s" : "%s (%s)", all, mend_words(m, i, j));
    i = j + 1;
  }
  return all;
}

/* Calls as other languages write them. */
static bool try_calls(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i + 1 < l->n; i++) {
    if (!line_sort(l, i, W_NAME) || !line_is(l, i + 1, "(")) continue;
    int close = line_closing(l, i + 1), dot = i - 1, b = i;
    if (close == l->n) continue;
    const char *name = mend_words(m, i, i + 1), *args = loose(m, i + 1, close);
    while (b >= 2 && line_is(l, b - 1, ".") && line_sort(l, b - 2, W_NAME)) b -= 2;
    const char *of = mend_words(m, b, dot);
    if (MEND(m, i, close + 1, "%s%s", name, args)) return true;
    if (line_in(l, i, "random choose roll rand dice randint") && close - i == 5 &&
        MEND(m, i, close + 1, "%s %s..%s", line_is(l, i, "choose") ? name : "random",
             mend_words(m, i + 2, i + 3), mend_words(m, i + 4, i + 5)))
      return true;
    if (line_in(l, i, "random roll rand dice d") && close - i == 3 &&
        MEND(m, i, close + 1, "random 1..%s", mend_words(m, i + 2, i + 3)))
      return true;
    if (b < i && (MEND(m, b, close + 1, "%s%s %s", name, args, of) ||
                  MEND(m, b, close + 1, "%s%s to %s", name, args, of) ||
                  MEND(m, b, close + 1, "%s%s from %s", name, args, of) ||
                  MEND(m, b, close + 1, "as %s { %s%s }", of, name, args) ||
                  MEND(m, b, close + 1, "%s(%s)", name, of)))
      return true;
    if (MEND(m, i, close + 1, "%s[%s]", name, mend_words(m, i + 2, close))) return true;
  }
  return false;
}

/* Functions and fields without their brackets and dots. */
static bool try_parts(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i + 1 < l->n; i++) {
    if (!line_sort(l, i, W_NAME)) continue;
    const char *a = mend_words(m, i, i + 1), *c = mend_words(m, i + 2, i + 3);
    int j = i + 1;
    while (line_sort(l, j, W_NAME) && line_is(l, j + 1, ".") &&
           line_sort(l, j + 2, W_NAME))
      j += 2;
    bool next = line_sort(l, i + 1, W_NAME), third = line_sort(l, i + 2, W_NAME);
    if (line_sort(l, i + 1, W_NUMBER) && !line_keyword(l, i) &&
        MEND(m, i, i + 2, "%s(%s)", a, mend_words(m, i + 1, i + 2)))
      return true;
    if (next && MEND(m, i, j + 1, "%s(%s)", a, mend_words(m, i + 1, j + 1))) return true;
    if (next && j > i + 1 && MEND(m, i, i + 2, "%s(%s)", a, mend_words(m, i + 1, i + 2)))
      return true;
    if (next && line_in(l, i, "its his her their my your") &&
        (MEND(m, i, i + 2, "it.%s", mend_words(m, i + 1, i + 2)) ||
         MEND(m, i, i + 2, "me.%s", mend_words(m, i + 1, i + 2))))
      return true;
    if (next && line_is(l, i, "with") &&
        MEND(m, i, i + 2, "where it.%s", mend_words(m, i + 1, i + 2)))
      return true;
    if (line_is(l, i + 1, "[") && line_is(l, i + 3, "]") &&
        MEND(m, i, i + 4, "at(%s, %s)", a, c))
      return true;
    if (line_is(l, i + 1, ".") && third &&
        (MEND(m, i, i + 3, "%s[%s]", a, c) || MEND(m, i, i + 3, "%s(%s)", c, a)))
      return true;
    if (line_is(l, i + 1, "[") && line_is(l, i + 3, "]") &&
        MEND(m, i, i + 4, "%s(%s)", a, c))
      return true;
    if (line_is(l, i + 1, "of") && third && MEND(m, i, i + 3, "%s.%s", c, a)) return true;
    if (next && (MEND(m, i, i + 2, "%s.%s", a, mend_words(m, i + 1, i + 2)) ||
                 MEND(m, i, i + 2, "%s.%s", mend_words(m, i + 1, i + 2), a) ||
                 (!line_keyword(l, i) && !line_keyword(l, i + 1) &&
                  MEND(m, i, i + 2, "%s_%s", a, mend_words(m, i + 1, i + 2)))))
      return true;
    if (line_is(l, i + 1, "-") && third && MEND(m, i, i + 3, "%s_%s", a, c)) return true;
    if (line_is(l, i + 1, "'") && line_is(l, i + 2, "s") && line_sort(l, i + 3, W_NAME) &&
        MEND(m, i, i + 4, "%s.%s", a, mend_words(m, i + 3, i + 4)))
      return true;
  }
  return false;
}

/* x is 2 or 5: the comparison is said again. */
static bool try_again(Mend *m)
{
  const Line *l = &m->line;
  for (int o = 1; o + 1 < l->n; o++) {
    if (!line_in(l, o, "or and ,")) continue;
    for (int i = o - 1; i > 0; i--) {
      if (!line_in(l, i, "is < > <= >= in")) continue;
      int b = i;
      while (b > 0 && (line_sort(l, b - 1, W_NAME) || line_is(l, b - 1, ".")) &&
             !line_in(l, b - 1, "if while where when require expect and or not"))
        b--;
      int op = line_is(l, i + 1, "not") ? i + 2 : i + 1;
      return MEND(m, o, o + 1, "%s %s",
                  line_is(l, o, ",") ? " or" : mend_words(m, o, o + 1),
                  mend_words(m, b, op));
    }
  }
  return false;
}

/* Conditions as they are said. */
static bool try_conditions(Mend *m)
{
  const Line *l = &m->line;
  if (m->fault == FAULT_SORT && try_again(m)) return true;
  for (int i = 1; m->g->code == DIAG_NOT_COMPARABLE && i < l->n; i++)
    if (line_is(l, i, "is") && MEND(m, i, i + 1, "in")) return true;
  for (int i = 1; i < l->n; i++) {
    int b = i; /* the operand before: a.b.c */
    while (b > 0 && (line_sort(l, b - 1, W_NAME) || line_is(l, b - 1, ".")) &&
           !(line_sort(l, b - 1, W_NAME) && b < i && line_sort(l, b, W_NAME)))
      b--;
    if (b == i) continue;
    if (line_sort(l, b, W_NAME) &&
        line_in(l, b, "if while where and or not expect require when"))
      b++;
    const char *x = mend_words(m, b, i);
    if (line_is(l, i, "is") && line_is(l, i + 1, "empty") &&
        MEND(m, b, i + 2, "empty(%s)", x))
      return true;
    if (line_is(l, i, "is") && line_is(l, i + 1, "not") && line_is(l, i + 2, "empty") &&
        MEND(m, b, i + 3, "not empty(%s)", x))
      return true;
    if (line_is(l, i, "is") && line_in(l, i + 1, "in") && MEND(m, i, i + 2, "in"))
      return true;
    if (line_in(l, i, "has contains includes")) {
      int e = i + 2;
      while (line_is(l, e, ".") && line_sort(l, e + 1, W_NAME)) e += 2;
      if (MEND(m, b, e, "%s in %s", mend_words(m, i + 1, e), x)) return true;
    }
    static const char *const than[][2] = {
        {"greater", ">"}, {"more", ">"}, {"less", "<"}, {"fewer", "<"}};
    for (int k = 0; k < 4; k++) {
      int at = line_is(l, i, "is") ? i + 1 : i;
      if (line_is(l, at, than[k][0]) && line_is(l, at + 1, "than") &&
          MEND(m, i, at + 2, "%s", than[k][1]))
        return true;
    }
  }
  return false;
}

/* ---- blocks, loops and functions over sets ---------------------------------------- */

static bool try_loops(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i < l->n; i++) {
    if (line_in(l, i, "each for foreach every") && line_sort(l, i + 1, W_NAME)) {
      const char *a = mend_words(m, i + 1, i + 2), *b = mend_words(m, i + 2, i + 3);
      if (line_sort(l, i + 2, W_NAME) && MEND(m, i, i + 3, "each %s in %ss", b, a))
        return true;
      if (line_sort(l, i + 2, W_NAME) && MEND(m, i, i + 3, "each %s in %s", b, a))
        return true;
      if (line_in(l, i + 2, "of : from = =>") && MEND(m, i, i + 3, "each %s in", a))
        return true;
      if (MEND(m, i, i + 2, "each p in %ss", a) || MEND(m, i, i + 2, "each x in %s", a))
        return true;
      for (int k = 0; k < 12 && (b = mend_spoken(m, k)); k++)
        if (MEND(m, i, i + 2, "each %s in %s", b, a) ||
            MEND(m, i, i + 2, "each %s in %ss", b, a))
          return true;
    }
    if (!line_in(l, i, "most least max min sum any all count")) continue;
    for (int e = i + 4; line_sort(l, i + 1, W_NAME) && e <= l->end; e++)
      if (MEND(m, i, e, "%s(%s)", mend_words(m, i, i + 1), mend_words(m, i + 1, e)))
        return true;
    if (!line_is(l, i + 1, "(")) continue;
    int close = line_closing(l, i + 1);
    const char *f = mend_words(m, i, i + 1);
    for (int k = i + 2; k < close && close < l->n; k++) {
      const char *set = mend_words(m, i + 2, k), *rest = mend_words(m, k + 1, close);
      if (line_is(l, k, ",") && MEND(m, i, close + 1, "%s(%s: %s)", f, set, rest))
        return true;
      if (line_is(l, k, ":") && line_sort(l, k + 1, W_NAME) &&
          MEND(m, i, close + 1, "%s(%s in %s: %s)", f, mend_words(m, k + 1, k + 2), set,
               rest))
        return true;
      if (line_is(l, k, ".") && MEND(m, i, close + 1, "%s(x in %s: x.%s)", f, set, rest))
        return true;
      bool name = line_sort(l, k, W_NAME) && line_is(l, k - 1, ":");
      if (name && line_sort(l, i + 2, W_NAME) &&
          MEND(m, k, k + 1, "%s.%s", mend_words(m, i + 2, i + 3),
               mend_words(m, k, k + 1)))
        return true;
      if (line_is(l, k, "for") && line_sort(l, k + 1, W_NAME) &&
          line_is(l, k + 2, "in") && MEND(m, i, close + 1, "%s(%s: %s)", f, rest, set))
        return true;
    }
  }
  return false;
}

/* A body without its braces, or with other signs for them. */
static bool try_bodies(Mend *m)
{
  const Line *l = &m->line;
  if (line_sort(l, m->spot - 1, W_TEXT) && line_in(l, m->spot, ": = =>") &&
      MEND(m, m->spot, l->end, " { %s }", mend_words(m, m->spot + 1, l->end)))
    return true;
  for (int i = l->begin + 1; line_is(l, l->begin, "run") && i < l->end; i++)
    if (MEND(m, i, l->end, "{ %s }", mend_words(m, i, l->end))) return true;
  for (int i = 1; i < l->n; i++) /* NAME { if CONDITION */
    if (line_is(l, i, "{") && line_in(l, i + 1, "if for above") &&
        MEND(m, i, l->n, "%s {", mend_words(m, i + 1, l->n)))
      return true;
  if (!line_in(l, l->begin,
               "if else each repeat as may while when before after instead "
               "verb foreach for elif"))
    return false;
  for (int i = l->begin + 2; i < l->end; i++)
    if (line_in(l, i, ": then do =>") &&
        MEND(m, i, l->end, " { %s }", mend_words(m, i + 1, l->end)))
      return true;
  for (int i = m->spot; i > l->begin && i > m->spot - 3; i--)
    if (i < l->end && MEND(m, i, l->end, "{ %s }", mend_words(m, i, l->end))) return true;
  return false;
}

bool mend_slips(Mend *m)
{
  enum {
    WRITING = 1 << FAULT_WRITING,
    NAME = 1 << FAULT_NAME,
    PHRASE = 1 << FAULT_PHRASE,
    SORT = 1 << FAULT_SORT
  };
  static const struct {
    bool (*try)(Mend *);
    unsigned faults;
  } sorts[] = {
      {try_changes, WRITING | NAME | PHRASE | SORT},
      {try_question, WRITING},
      {mend_habits, WRITING | NAME | PHRASE},
      {try_calls, WRITING | NAME | PHRASE | SORT},
      {try_conditions, WRITING | NAME | SORT},
      {try_ranges, WRITING | SORT},
      {try_loops, WRITING | NAME | SORT},
      {try_bodies, WRITING},
      {try_parts, WRITING | NAME | PHRASE | SORT},
      {mend_phrases, ~0u},
      {mend_forms, ~0u},
  };
  for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
    if (sorts[i].faults >> m->fault & 1 && sorts[i].try(m)) return true;
  return false;
}
