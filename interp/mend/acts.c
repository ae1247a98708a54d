/* Who acts, what a body is, and which words stand between two operands. */
#include "interp/mend/mend_int.h"

#include <ctype.h>
#include <string.h>

/* p.turn, p: turn and run turn as p: somebody does it. */
static bool try_actor(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin, e = l->end;
  for (int i = b + 1; i < e; i++) {
    const char *who = mend_words(m, b, i), *rest = mend_words(m, i + 1, e);
    if (line_in(l, i, ". :") && i + 1 < e) {
      if (line_is(l, b, "run") &&
          MEND(m, b, l->n, "as %s { run %s }", mend_words(m, b + 1, i),
               mend_words(m, i + 1, l->n)))
        return true;
      if (MEND(m, b, e, "as %s { %s }", who, rest) ||
          MEND(m, b, l->n, "as %s { %s }", who, mend_words(m, i + 1, l->n)))
        return true;
      if (line_is(l, i, ".") && i + 2 == e &&
          (MEND(m, b, e, "%s %s", rest, who) || MEND(m, b, e, "%s(%s)", rest, who)))
        return true;
    }
    if (line_in(l, i, "as by for") && line_sort(l, i + 1, W_NAME) && i > b &&
        MEND(m, b, l->n, "as %s { %s%s%s }", mend_words(m, i + 1, i + 2),
             mend_words(m, b, i), i + 2 < l->n ? " " : "", mend_words(m, i + 2, l->n)))
      return true;
  }
  return false;
}

/* `me` where nobody acts: who is meant has a name, or is the owner. */
bool mend_nobody(Mend *m)
{
  const Line *l = &m->line;
  if (m->g->code != DIAG_NO_IT && m->g->code != DIAG_NO_CHOOSER) return false;
  if (line_is(l, m->spot - 1, "by") && line_is(l, m->spot - 2, "seen") &&
      MEND(m, m->spot, m->spot + 1, "owner"))
    return true;
  const Known *d;
  for (int k = 0; (d = mend_declared(m, DECLARED_LOCAL, k)); k++)
    if (MEND(m, l->begin, l->end, "as %s { %s }", d->name,
             mend_words(m, l->begin, l->end)) ||
        MEND(m, m->spot, m->spot + 1, "%s", d->name))
      return true;
  return MEND(m, m->spot, m->spot + 1, "this") || MEND(m, m->spot, m->spot + 1, "it") ||
         MEND(m, l->begin, l->end, "as first(players) { %s }",
              mend_words(m, l->begin, l->end)) ||
         mend_try(m, line_to(l, l->end), line_to(l, l->end), " by players");
}

/* A text, then what to do: its braces are missing. */
static bool try_text_body(Mend *m)
{
  const Line *l = &m->line;
  for (int i = m->spot - 1; i <= m->spot; i++)
    if (line_sort(l, i, W_TEXT) && i + 1 < l->end && !line_is(l, i + 1, "{"))
      for (int from = i + 1; from <= i + 2 && from < l->end; from++)
        if (MEND(m, i + 1, l->end, "{ %s }", mend_words(m, from, l->end))) return true;
  return false;
}

/* A statement in the body of a thing: it belongs into one of its slots. */
static bool try_slot_body(Mend *m)
{
  const Line *l = &m->line;
  int b = m->spot, e = m->spot;
  while (b > 0 && !line_is(l, b - 1, "{")) b--;
  while (e < l->n && !line_is(l, e, "}")) e++;
  const Known *d;
  for (int k = 0; b > 0 && e < l->n && (d = mend_declared(m, DECLARED_SLOT, k)); k++) {
    if (MEND(m, l->begin, e, "%s { %s }", d->name, mend_words(m, l->begin, e)) ||
        MEND(m, b, e, "%s { %s }", d->name, mend_words(m, b, e)))
      return true;
  }
  return false;
}

/* What a test plays is `run PHRASE { answers }`. */
static bool try_run(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin;
  if (line_is(l, m->spot, "{") && !line_is(l, b, "run") &&
      MEND(m, b, b + 1, "run %s", mend_words(m, b, b + 1)))
    return true;
  if (!line_is(l, b, "run")) return false;
  for (int i = b + 2; i < l->end; i++) {
    bool said = line_in(l, i, "with : where answering");
    const char *who = mend_words(m, said ? i + 1 : i, (said ? i + 1 : i) + 1);
    const char *what = mend_words(m, (said ? i + 1 : i) + 1, l->end);
    if (*what && (MEND(m, i, l->end, "{ %s: %s }", who, what) ||
                  MEND(m, i, l->n, "{ %s }", mend_words(m, said ? i + 1 : i, l->n))))
      return true;
  }
  return false;
}

/* choose p in players; card "Play {card}" { … } as an alternative */
static bool try_named_choice(Mend *m)
{
  const Line *l = &m->line;
  const char *x = mend_fresh(m);
  for (int i = 0; i + 3 < l->n; i++)
    if (line_in(l, i, "choose pick select random") && line_sort(l, i + 1, W_NAME) &&
        line_in(l, i + 2, "in from of")) {
      const char *f = line_is(l, i, "random") ? "random" : "choose";
      const char *name = mend_words(m, i + 1, i + 2);
      if (MEND(m, i, i + 3, "let %s = %s", name, f) || MEND(m, i, i + 3, "%s", f))
        return true;
    }
  int b = l->begin;
  if (line_sort(l, b, W_NAME) && line_sort(l, b + 1, W_TEXT) && line_is(l, b + 2, "{")) {
    const char *kind = mend_words(m, b, b + 1);
    const char *text = mend_words(m, b + 1, b + 2);
    const char *open = strstr(text, arena_printf(m->arena, "{%s}", kind));
    if (open)
      text = arena_printf(m->arena, "%.*s{%s}%s", (int)(open - text), text, x,
                          open + strlen(kind) + 2);
    if (MEND(m, b, l->n, "%s in %s %s %s", x, kind, text,
             mend_renamed(m, b + 2, l->n, kind, x)))
      return true;
  }
  return false;
}

/* Two operands that stand the other way round. */
static bool try_turned(Mend *m)
{
  const Line *l = &m->line;
  for (int i = m->spot - 2; i <= m->spot + 2; i++) {
    if (!line_in(l, i, "per : of in to from by is on under")) continue;
    int b = line_operand_start(l, i), e = line_operand_end(l, i + 1);
    if (b > 1 && line_is(l, b - 1, "..")) b = line_operand_start(l, b - 1);
    if (line_is(l, e, "..")) e = line_operand_end(l, e + 1);
    bool sign = line_is(l, i, ":");
    if (b < i && e > i + 1 &&
        MEND(m, b, e, sign ? "%s%s %s" : "%s %s %s", mend_words(m, i + 1, e),
             mend_words(m, i, i + 1), mend_words(m, b, i)))
      return true;
  }
  return false;
}

/* a < b < c */
static bool try_chain(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 1; i + 2 < l->n; i++) {
    if (!line_in(l, i, "< <= > >= is")) continue;
    int e = line_operand_end(l, i + 1);
    if (e > i + 1 && line_in(l, e, "< <= > >= is") &&
        MEND(m, e, e + 1, "and %s %s", mend_words(m, i + 1, e), mend_words(m, e, e + 1)))
      return true;
  }
  return false;
}

/* An argument that is computed stands in brackets: gain n + 1. */
static bool try_computed(Mend *m)
{
  const Line *l = &m->line;
  int b = line_operand_start(l, m->spot), e = l->end;
  if (!line_in(l, m->spot, "+ - * /") || b <= l->begin || line_keyword(l, l->begin))
    return false;
  for (; e > m->spot + 1; e--)
    if (MEND(m, b, e, "(%s)", mend_words(m, b, e))) return true;
  return false;
}

/* Comparisons in words, longest first. */
static bool try_comparisons(Mend *m)
{
  static const char *const rows[][2] = {
      {"is greater than or equal to", ">="},
      {"is less than or equal to", "<="},
      {"is not less than", ">="},
      {"is not more than", "<="},
      {"is greater than", ">"},
      {"is bigger than", ">"},
      {"is larger than", ">"},
      {"is more than", ">"},
      {"is less than", "<"},
      {"is smaller than", "<"},
      {"is fewer than", "<"},
      {"is at least", ">="},
      {"is at most", "<="},
      {"at least", ">="},
      {"at most", "<="},
      {"no more than", "<="},
      {"no less than", ">="},
      {"more than", ">"},
      {"less than", "<"},
      {"fewer than", "<"},
      {"is equal to", "is"},
      {"is over", ">"},
      {"is above", ">"},
      {"is below", "<"},
      {"is under", "<"},
      {"has reached", "is"},
      {"does not equal", "is not"},
      {"is different from", "is not"},
      {"exceeds", ">"},
      {"reaches", "is"},
      {"becomes", "is"},
      {"hits", "is"},
      {"drops to", "is"},
      {"falls to", "is"},
      {"equals", "is"},
      {"eq", "is"},
      {"is inside", "in"},
      {"is on", "in"},
      {"belongs to", "in"},
      {"lies in", "in"},
      {"is among", "in"},
      {"is not in", "not in"},
      {"isn't", "is not"},
      {"not equal to", "is not"},
      {"is one of", "in"},
      {"over", ">"},
      {"below", "<"},
      {"under", "<"},
  };
  const Line *l = &m->line;
  for (int i = 1; i < l->n; i++)
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
      int j = i;
      const char *w = rows[k][0];
      while (*w) {
        char word[20];
        size_t n = strcspn(w, " ");
        memcpy(word, w, n);
        word[n] = 0;
        if (!line_is(l, j, word)) break;
        j++;
        w += n + (w[n] == ' ');
      }
      if (!*w && MEND(m, i, j, "%s", rows[k][1])) return true;
    }
  return false;
}

/* hand is empty, hand isn't empty, deck not empty */
static bool try_empty(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 1; i < l->n; i++) {
    if (!line_is(l, i, "empty") || line_is(l, i + 1, "(")) continue;
    int k = i, not = 0;
    while (k > 1 && line_in(l, k - 1, "is not isnt are")) {
      not |= line_in(l, k - 1, "not isnt");
      k--;
    }
    int b = line_operand_start(l, k);
    if (line_is(l, b - 1, "and") || line_is(l, k - 1, "are")) continue;
    if (b < k && k < i &&
        MEND(m, b, i + 1, "%sempty(%s)", not ? "not " : "", mend_words(m, b, k)))
      return true;
  }
  return false;
}

/* gain 3 gold, pay 2 */
static bool try_gains(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin, e = l->end;
  bool more = line_in(l, b, "gain get earn receive heal add score win take collect");
  if (!more && !line_in(l, b, "lose pay spend damage hurt subtract cost remove"))
    return false;
  const char *change = more ? "raise" : "lower";
  int n = line_operand_end(l, b + 1);
  if (n > b + 1 && n < e && line_sort(l, n, W_NAME) &&
      MEND(m, b, e, "%s %s by %s", change, mend_words(m, n, line_operand_end(l, n)),
           mend_words(m, b + 1, n)))
    return true;
  return line_is(l, n, "by") && MEND(m, b, b + 1, "%s", change);
}

/* discard c: where cards go that were used; play c: what the card does. */
static bool try_discards(Mend *m)
{
  static const char old[] = "used discard discards discarded discard_pile old box trash "
                            "graveyard spent played removed out";
  const Line *l = &m->line;
  int b = l->begin, e = l->end, o = line_operand_end(l, b + 1);
  if (o <= b + 1) return false;
  const char *verb = mend_words(m, b, b + 1), *what = mend_words(m, b + 1, o);
  if (mend_named(m, DECLARED_SLOT, verb) &&
      MEND(m, b, e, "%s.%s%s%s", what, verb, o < e ? " " : "", mend_words(m, o, e)))
    return true;
  if (o < e) return false; /* it says where */
  if (!line_in(l, b, "discard return trash put place remove take drop bury lay"))
    return false;
  const Known *d;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; (d = mend_declared(m, DECLARED_PILE, k)); k++) {
      const char *at = strstr(old, d->name);
      size_t n = strlen(d->name);
      bool known = at && (at == old || at[-1] == ' ') && (!at[n] || at[n] == ' ');
      if ((pass || known) && MEND(m, b, e, "move %s to %s", what, d->name)) return true;
    }
  return false;
}

/* set turn to next player; the next player */
static bool try_next(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin;
  for (int i = b; i + 1 < l->end; i++) {
    if (!line_in(l, i, "next previous") || !line_in(l, i + 1, "player players one seat"))
      continue;
    int from = i > b && line_is(l, i - 1, "the") ? i - 1 : i;
    const char *step = line_is(l, i, "next") ? "" : ", -1";
    if (line_is(l, b, "set") &&
        MEND(m, from, i + 2, "next(%s%s)",
             mend_words(m, b + 1, line_operand_end(l, b + 1)), step))
      return true;
    if (MEND(m, from, i + 2, "next(me%s)", step)) return true;
  }
  return false;
}

/* "Day " + day + "!" is one text with a placeholder. */
static bool try_joined_text(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i + 2 < l->n; i++) {
    if (!line_sort(l, i, W_TEXT) && !line_is(l, i + 1, "+")) continue;
    int e = i;
    bool texts = false;
    const char *all = "";
    for (;;) {
      int end = line_sort(l, e, W_TEXT) ? e + 1 : line_operand_end(l, e);
      if (end <= e) break;
      const char *w = mend_words(m, e, end);
      bool text = line_sort(l, e, W_TEXT);
      texts |= text;
      all = text ? arena_printf(m->arena, "%s%.*s", all, (int)strlen(w) - 2, w + 1)
                 : arena_printf(m->arena, "%s{%s}", all, w);
      e = end;
      if (!line_in(l, e, "+ , . &")) break;
      e++;
    }
    if (texts && e > i + 2 && MEND(m, i, e, "\"%s\"", all)) return true;
  }
  return false;
}

/* A text goes elsewhere in its statement. */
static bool try_moved_text(Mend *m)
{
  const Line *l = &m->line;
  for (int i = l->begin; i < l->end; i++) {
    if (!line_sort(l, i, W_TEXT)) continue;
    const char *w = mend_words(m, i, i + 1);
    for (int j = i + 2; j <= l->end; j++)
      if (MEND(m, i, j, "%s %s", mend_words(m, i + 1, j), w)) return true;
    for (int j = i - 1; j > l->begin; j--)
      if (MEND(m, j, i + 1, "%s %s", w, mend_words(m, j, i))) return true;
  }
  return false;
}

/* ann serves baker: a verb in the third person. */
static bool try_third_person(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin;
  const char *verb = mend_words(m, b + 1, b + 2);
  size_t n = strlen(verb);
  if (!line_sort(l, b, W_NAME) || n < 3 || verb[n - 1] != 's') return false;
  const char *who = mend_words(m, b, b + 1), *rest = mend_words(m, b + 2, l->end);
  for (int cut = 1; cut <= 2; cut++)
    if (MEND(m, b, l->end, "as %s { %.*s%s%s }", who, (int)n - cut, verb,
             *rest ? " " : "", rest))
      return true;
  return false;
}

/* A phrase without one of its arguments. */
static bool try_missing(Mend *m)
{
  static const char *const small[] = {"",   "to", "from",  "by",   "of",
                                      "in", "on", "under", "with", "for"};
  const Line *l = &m->line;
  const Known *d;
  for (int i = l->begin + 1; i <= l->end; i++)
    for (int s = 0; s < 10; s++) {
      int at = line_to(l, i);
      const char *w = small[s], *gap = *w ? " " : "";
      if (*w &&
          (mend_try(m, at, at, " %s players", w) || mend_try(m, at, at, " %s me", w)))
        return true;
      for (int k = 0; k < 5 && (d = mend_declared(m, DECLARED_LOCAL, k)); k++)
        if (mend_try(m, at, at, "%s%s %s", gap, w, d->name) ||
            (*w && mend_try(m, at, at, " %s %s", d->name, w)))
          return true;
    }
  return false;
}

/* A word and its small word too many: move c from hand to used. */
static bool try_pair_out(Mend *m)
{
  const Line *l = &m->line;
  for (int i = l->begin + 1; i < l->end; i++) {
    if (!line_in(l, i, "to from by of in with on under for at into as")) continue;
    int e = line_operand_end(l, i + 1);
    if (e > i + 1 && mend_try(m, line_to(l, i), line_to(l, e), "%s", "")) return true;
  }
  return false;
}

/* A test for too few or too many players. */
static bool try_seats(Mend *m)
{
  static const char *const names[] = {"ann", "bob", "cid", "dan", "eve", "flo"};
  const Line *l = &m->line;
  int e = 0, f = 0;
  while (f < l->n && !line_is(l, f, "for")) f++;
  for (e = f + 1; line_sort(l, e, W_NAME) || line_is(l, e, ","); e++)
    if (line_is(l, e, "with")) break;
  if (m->g->code != DIAG_BAD_SEATS || f == l->n) return false;
  const char *more = "";
  for (int k = 0; k < 6; k++) {
    bool had = false;
    for (int i = f; i < e; i++) had |= line_is(l, i, names[k]);
    if (had) continue;
    more = arena_printf(m->arena, "%s, %s", more, names[k]);
    if (mend_try(m, line_to(l, e), line_to(l, e), "%s", more)) return true;
  }
  for (int i = e - 1; i > f; i--)
    if (line_is(l, i, ",") && MEND(m, i, e, "%s", "")) return true;
  return false;
}

/* Texts at another place of a line, or missing there. */
static bool try_titles(Mend *m)
{
  const Line *l = &m->line;
  if (line_is(l, 0, "game") && line_sort(l, 1, W_NAME))
    for (int i = 2; i < l->n; i++)
      if (line_sort(l, i, W_TEXT) && i > 2 &&
          MEND(m, 2, i + 1, "%s %s", mend_words(m, i, i + 1), mend_words(m, 2, i)))
        return true;
  if (line_is(l, 0, "game") && line_sort(l, 1, W_TEXT)) {
    char *name = arena_strndup(m->arena, l->text + l->word[1].from + 1,
                               (size_t)(l->word[1].to - l->word[1].from - 2));
    for (char *c = name; *c; c++)
      *c = isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '_';
    if (MEND(m, 0, 1, "game %s", name)) return true;
  }
  if (!line_is(l, 0, "claim") || line_sort(l, 1, W_TEXT)) return false;
  const char *said = mend_words(m, 1, line_is(l, l->n - 1, "{") ? l->n - 1 : l->n);
  return !strpbrk(said, "\"{}") && MEND(m, 0, 1, "claim \"%s\"", said);
}

/* Sentences of rulebooks. */
static bool try_sentences(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin, e = l->end;
  const char *a = mend_words(m, b + 1, e);
  if (line_in(l, b, "next advance increment bump") && b + 2 == e &&
      MEND(m, b, e, "raise %s by 1", a))
    return true;
  if (line_in(l, b, "decrement") && b + 2 == e && MEND(m, b, e, "lower %s by 1", a))
    return true;
  if (line_in(l, b, "game end") && line_in(l, b + 1, "over game lost") &&
      (MEND(m, b, e, e > b + 2 ? "lose %s" : "win none", mend_words(m, b + 2, e)) ||
       MEND(m, b, e, "win none")))
    return true;
  if (line_in(l, b, "fail abort forbid illegal") && line_is(l, b - 1, "{")) {
    int f = b - 1;
    while (f > 0 && !line_is(l, f, "if")) f--;
    if (line_is(l, f, "if") && line_is(l, e, "}") &&
        MEND(m, f, e + 1, "require not (%s)", mend_words(m, f + 1, b - 1)))
      return true;
  }
  if (line_in(l, b, "lose note say print") && b + 1 < e && !strpbrk(a, "'\"") &&
      MEND(m, b, e, "%s \"%s\"", line_is(l, b, "lose") ? "lose" : "note", a))
    return true;
  if (line_is(l, b, "draw") && line_sort(l, b + 1, W_NAME) && line_is(l, b + 2, "from") &&
      MEND(m, b + 1, b + 2, "1"))
    return true;
  return try_gains(m) || try_discards(m) || try_next(m) || try_titles(m);
}

/* Something stands somewhere, or is another number, by a field. */
static bool try_fields(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin, e = l->end;
  const Known *d;
  if (m->g->code == DIAG_NOT_A_PILE && line_in(l, b, "move put place"))
    for (int i = b + 2; i < e; i++)
      for (int k = 0;
           line_in(l, i, "to on in") && (d = mend_declared(m, DECLARED_FIELD, k)); k++)
        if (MEND(m, b, e, "set %s.%s to %s", mend_words(m, b + 1, i), d->name,
                 mend_words(m, i + 1, e)))
          return true;
  if (m->g->code == DIAG_UNKNOWN_KIND && line_in(l, b, "raise lower") &&
      line_is(l, b + 2, "."))
    for (int k = 0; (d = mend_declared(m, DECLARED_KIND, k)); k++)
      if (MEND(m, b, e, "%s %s%s if it is %s", mend_words(m, b, b + 1), d->name,
               mend_words(m, b + 2, e), mend_words(m, b + 1, b + 2)))
        return true;
  return false;
}

/* 0-9, d6, > 5 in a table */
static bool try_numbers(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i < l->n; i++) {
    const char *w = mend_words(m, i, i + 1);
    if (line_sort(l, i, W_NUMBER) && line_in(l, i + 1, "- – to") &&
        line_sort(l, i + 2, W_NUMBER) &&
        MEND(m, i, i + 3, "%s..%s", w, mend_words(m, i + 2, i + 3)))
      return true;
    if (line_in(l, i, "roll rand dice randint throw") && line_sort(l, i + 1, W_NUMBER) &&
        (MEND(m, i, i + 1, "random") ||
         MEND(m, i, i + 2, "random 1..%s", mend_words(m, i + 1, i + 2))))
      return true;
    if (line_sort(l, i, W_NAME) && (w[0] == 'd' || w[0] == 'D') && w[1] >= '1' &&
        w[1] <= '9' && strspn(w + 1, "0123456789") == strlen(w + 1) &&
        (MEND(m, i, i + 1, "1..%s", w + 1) || MEND(m, i, i + 1, "random 1..%s", w + 1)))
      return true;
    if (line_in(l, i, "> >= < <= default else otherwise") && line_in(l, i - 1, "; {")) {
      int colon = i;
      while (colon < l->n && !line_is(l, colon, ":")) colon++;
      if (colon < l->n && MEND(m, i, colon, "any")) return true;
    }
  }
  return false;
}

bool mend_idioms(Mend *m)
{
  if (m->fault == FAULT_TEXT) return false;
  if (m->fault == FAULT_WRITING && (try_computed(m) || try_moved_text(m))) return true;
  if (try_chain(m) || try_comparisons(m) || try_empty(m)) return true;
  if (m->fault == FAULT_WRITING || m->fault == FAULT_NAME || m->fault == FAULT_SORT)
    if (try_numbers(m)) return true;
  if (try_seats(m) || try_joined_text(m)) return true;
  return try_sentences(m) || try_fields(m) || try_named_choice(m);
}

/* Before what a stage proposes by spelling: words that rulebooks use. */
bool mend_sentences(Mend *m)
{
  return m->fault == FAULT_PHRASE && (try_sentences(m) || try_third_person(m));
}

bool mend_acts(Mend *m)
{
  if (m->fault == FAULT_TEXT) return false;
  if (try_actor(m) || (m->fault != FAULT_SORT && try_turned(m))) return true;
  if (m->fault == FAULT_PHRASE)
    return try_pair_out(m) || try_third_person(m) || try_missing(m);
  return m->fault == FAULT_WRITING &&
         (try_text_body(m) || try_run(m) || try_slot_body(m));
}

/* When nothing else helps: without the words from the spot on, or the first one. */
bool mend_without(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin, e = l->end;
  m->blind = true;
  bool done = e - b > 1 && (MEND(m, b, e, "%s", mend_words(m, b + 1, e)) ||
                            MEND(m, b, b + 2, "%s", mend_words(m, b + 1, b + 2)));
  for (int i = m->spot; !done && i > b && i >= m->spot - 1; i--)
    for (int j = i + 1; !done && j <= e; j++)
      done = mend_try(m, line_to(l, i), line_to(l, j), "%s", "");
  m->blind = false;
  return done;
}
