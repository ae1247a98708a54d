/* Many where one is wanted: members, binders, literal sets, the most of something. */
#include "interp/mend/mend_int.h"

static const char binders[] = "most least max min sum any all count";

/* Where a condition ends that begins before word i. */
static int condition_end(const Line *l, int i)
{
  for (int depth = 0; i < l->n; i++) {
    if (!depth &&
        (line_in(l, i, "{ ; } ) , and or then otherwise") || line_sort(l, i, W_TEXT)))
      return i;
    depth += line_in(l, i, "( [") - line_in(l, i, ") ]");
  }
  return i;
}

/* f(SET: e), f(p.e), f(g(SET)): the element gets a name. */
static bool try_binders(Mend *m)
{
  const Line *l = &m->line;
  const char *x = mend_fresh(m);
  for (int i = 0; i + 2 < l->n; i++) {
    if (!line_in(l, i, binders) || !line_is(l, i + 1, "(")) continue;
    int close = line_closing(l, i + 1), colon = i + 2;
    if (close == l->n || line_is(l, i + 3, "in")) continue;
    const char *f = mend_words(m, i, i + 1);
    while (colon < close && !line_is(l, colon, ":")) colon++;
    if (colon < close) {
      const char *set = mend_words(m, i + 2, colon);
      const char *e = mend_words(m, colon + 1, close);
      if (MEND(m, i, close + 1, "%s(%s in %s: %s.%s)", f, x, set, x, e) ||
          MEND(m, i, close + 1, "%s(%s in %s: %s)", f, x, set, e) ||
          (line_is(l, colon + 1, "not") &&
           MEND(m, i, close + 1, "%s(%s in %s: not %s.%s)", f, x, set, x,
                mend_words(m, colon + 2, close))))
        return true;
      continue;
    }
    if (line_is(l, i + 3, "(") && line_closing(l, i + 3) == close - 1 &&
        MEND(m, i, close + 1, "%s(%s in %s: %s(%s))", f, x,
             mend_words(m, i + 4, close - 1), mend_words(m, i + 2, i + 3), x))
      return true;
    if (!line_is(l, i + 3, ".")) continue;
    for (int d = close - 2; d > i + 2; d--) /* the last part is the member */
      if (line_is(l, d, ".") &&
          MEND(m, i, close + 1, "%s(%s in %s: %s.%s)", f, x, mend_words(m, i + 2, d), x,
               mend_words(m, d + 1, close)))
        return true;
    const char *a = mend_words(m, i + 2, i + 3), *e = mend_words(m, i + 4, close);
    if (MEND(m, i, close + 1, "%s(%s in players: %s.%s)", f, a, a, e)) return true;
    const Known *d;
    for (int k = 0; (d = mend_declared(m, DECLARED_KIND, k)); k++)
      if (MEND(m, i, close + 1, "%s(%s in %s: %s.%s)", f, a, d->name, a, e)) return true;
  }
  return false;
}

/* players.sleeping: for all, for some, or added up; a change is made to each. */
static bool try_members(Mend *m)
{
  static const char *const over[] = {"all", "any", "sum", "max"};
  static const char *const one[] = {"me", "it", "this"};
  const Line *l = &m->line;
  const char *x = mend_fresh(m);
  if (m->g->code != DIAG_NOT_A_THING) return false;
  for (int i = m->spot - 2; i <= m->spot + 2; i++) {
    if (!line_sort(l, i, W_NAME) || !line_is(l, i + 1, ".")) continue;
    if (i > 0 && line_is(l, i - 1, ".")) continue;
    int e = line_operand_end(l, i), end = condition_end(l, i);
    const char *set = mend_words(m, i, i + 1), *of = mend_words(m, i + 2, e);
    bool single = !line_is(l, i, "players"); /* player.gold: one of them is meant */
    for (int k = 0;
         k < 3 && line_is(l, i, "player") && !line_in(l, l->begin, "when always claim");
         k++)
      if (MEND(m, i, i + 1, "%s", one[k])) return true;
    if (line_in(l, l->begin, "raise lower set") &&
        MEND(m, l->begin, l->end, "each %s in %s { %s }", x, set,
             mend_renamed(m, l->begin, l->end, set, x)))
      return true;
    for (int j = 0, k; j < 4; j++)
      if (k = j < 2 && single ? 1 - j : j,
          (k < 2 && MEND(m, i, end, "%s(%s in %s: %s.%s)", over[k], x, set, x,
                         mend_words(m, i + 2, end))) ||
              MEND(m, i, e, "%s(%s in %s: %s.%s)", over[k], x, set, x, of))
        return true;
    if (MEND(m, i, i + 1, "first(%s)", set)) return true;
  }
  return false;
}

/* all players have gold is 0; no player is out */
static bool try_everybody(Mend *m)
{
  static const char *const words[][2] = {
      {"all", "all"},  {"every", "all"},  {"each", "all"}, {"any", "any"},
      {"some", "any"}, {"no", "not any"}, {"both", "all"}};
  const Line *l = &m->line;
  const char *x = mend_fresh(m);
  for (int i = 0; i + 2 < l->n; i++) {
    size_t k = 0;
    while (k < 7 && !line_is(l, i, words[k][0])) k++;
    if (k == 7 || !line_sort(l, i + 1, W_NAME) || line_is(l, i + 2, "in")) continue;
    if (k == 2 && i == l->begin) continue; /* a loop */
    int rest = line_in(l, i + 2, "have has with are is where that who") ? i + 3 : i + 2;
    int end = condition_end(l, rest);
    if (rest >= end) continue;
    const char *set = mend_words(m, i + 1, i + 2), *e = mend_words(m, rest, end);
    if (line_is(l, i + 1, "player")) set = "players";
    if (MEND(m, i, end, "%s(%s in %s: %s.%s)", words[k][1], x, set, x, e) ||
        MEND(m, i, end, "%s(%s in %s: %s)", words[k][1], x, set, e) ||
        (line_is(l, rest, "no") &&
         MEND(m, i, end, "%s(%s in %s: %s.%s is 0)", words[k][1], x, set, x,
              mend_words(m, rest + 1, end))))
      return true;
  }
  return false;
}

static const char *superlative(const Line *l, int i)
{
  if (line_in(l, i, "most highest largest biggest best greatest")) return "most";
  if (line_in(l, i, "least lowest smallest fewest")) return "least";
  return NULL;
}

/* players with the most gold; the player with most gold; highest bid of players */
static bool try_superlatives(Mend *m)
{
  const Line *l = &m->line;
  const char *x = mend_fresh(m);
  for (int i = 0; i < l->n; i++) {
    const char *f = superlative(l, i);
    if (!f || !line_sort(l, i + 1, W_NAME)) continue;
    const char *what = mend_words(m, i + 1, i + 2);
    int b = i;
    if (b > 0 && line_in(l, b - 1, "the")) b--;
    if (b > 1 && line_in(l, b - 1, "with of having has who")) {
      int set = b - 2, from = set;
      if (from > 0 && line_in(l, from - 1, "the a")) from--;
      const char *s = line_is(l, set, "player") ? "players" : mend_words(m, set, set + 1);
      if (MEND(m, from, i + 2, "%s(%s in %s: %s.%s)", f, x, s, x, what) ||
          MEND(m, from, i + 2, "first(%s(%s in %s: %s.%s))", f, x, s, x, what) ||
          MEND(m, from, i + 2, "%s(%s in %s: %s(%s))", f, x, s, what, x))
        return true;
    }
    if (line_in(l, i + 2, "of in among") && line_sort(l, i + 3, W_NAME) &&
        MEND(m, b, i + 4, "%s(%s in %s: %s.%s)", *f == 'm' ? "max" : "min", x,
             mend_words(m, i + 3, i + 4), x, what))
      return true;
    if (MEND(m, b, i + 2, "%s(%s in players: %s.%s)", f, x, x, what)) return true;
  }
  return false;
}

static int closing_brace(const Line *l, int i)
{
  int depth = 0;
  for (; i < l->n; i++) {
    depth += line_in(l, i, "{ [") - line_in(l, i, "} ]");
    if (!depth) return i;
  }
  return i;
}

/* {a, b}, [a, b] and a, b as sets */
static bool try_literals(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 1; i < l->n; i++) {
    bool bracket = line_in(l, i, "{ [") &&
                   line_in(l, i - 1, "= in to is by choose random ( , each from - +");
    if (!bracket) continue;
    int close = closing_brace(l, i);
    if (close == l->n) continue;
    const char *sum = "", *list = "";
    bool plain = true;
    for (int k = i + 1; k < close; k++) {
      bool comma = line_is(l, k, ",");
      const char *w = mend_words(m, k, k + 1);
      plain &= comma || line_sort(l, k, W_NAME) || line_sort(l, k, W_NUMBER);
      sum = arena_printf(m->arena, "%s%s", sum, comma ? " + " : w);
      list = arena_printf(m->arena, "%s%s", list, comma ? ", " : w);
    }
    if (!plain) continue;
    if (close == i + 1) {
      if (MEND(m, i, close + 1, "none")) return true;
      continue;
    }
    if (MEND(m, i, close + 1, "%s", sum) || MEND(m, i, close + 1, "(%s)", sum) ||
        MEND(m, i, close + 1, "these(%s)", list))
      return true;
  }
  return false;
}

/* The type that a line promises is narrower than what it says. */
static bool try_promise(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 1; i + 1 < l->n; i++) {
    if (!line_is(l, i, ":") || !line_sort(l, i + 1, W_NAME)) continue;
    const char *t = mend_words(m, i + 1, i + 2);
    if (line_is(l, i + 1, "set") && line_is(l, i + 2, "of")) {
      if (MEND(m, i + 1, i + 4, "%s", mend_words(m, i + 3, i + 4))) return true;
      continue;
    }
    if (MEND(m, i + 1, i + 2, "set of %s", t) || MEND(m, i + 1, i + 2, "%s or none", t))
      return true;
  }
  return false;
}

/* One of many, or a number of them, around a whole operand or its beginning. */
static bool try_wrapping(Mend *m)
{
  static const char *const ways[] = {"first",     "only",     "count", "top",
                                     "not empty", "position", "sum"};
  const Line *l = &m->line;
  if (m->depth) return false; /* anything can be asked how many it has */
  for (int b = m->spot; b >= m->spot - 2 && b >= 0; b--) {
    if (!line_sort(l, b, W_NAME) || line_is(l, b - 1, ".")) continue;
    int e = line_operand_end(l, b);
    if (line_keyword(l, b) && !line_in(l, b, "it me this")) continue;
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
      bool flag = m->g->code == DIAG_NOT_A_FLAG, number = m->g->code == DIAG_NOT_A_NUMBER;
      if ((flag && k != 4) || (number && k != 2 && k != 5)) continue;
      if (MEND(m, b, e, "%s(%s)", ways[k], mend_words(m, b, e))) return true;
      for (int d = b + 1; d < e && k < 2; d++)
        if (line_is(l, d, ".") && MEND(m, b, d, "%s(%s)", ways[k], mend_words(m, b, d)))
          return true;
    }
  }
  for (int i = 1; i + 1 < l->n; i++) /* a range where one number is wanted */
    if (line_is(l, i, "..") && line_sort(l, i - 1, W_NUMBER) &&
        line_sort(l, i + 1, W_NUMBER) && m->g->code == DIAG_NOT_A_NUMBER &&
        (MEND(m, i - 1, i + 2, "%s", mend_words(m, i + 1, i + 2)) ||
         MEND(m, i - 1, i + 2, "%s", mend_words(m, i - 1, i))))
      return true;
  return false;
}

/* Turns of speech about many that are never ours: they go first. */
bool mend_many(Mend *m)
{
  if (m->fault == FAULT_WRITING || m->fault == FAULT_NAME || m->fault == FAULT_PHRASE)
    if (try_superlatives(m) || try_everybody(m) || try_literals(m)) return true;
  return m->fault != FAULT_TEXT && (try_binders(m) || try_members(m));
}

bool mend_sets(Mend *m)
{
  if (m->fault != FAULT_SORT && m->fault != FAULT_NAME) return false;
  return (m->fault == FAULT_SORT && try_wrapping(m)) || try_promise(m);
}
