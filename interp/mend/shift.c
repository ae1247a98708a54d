/* One sign or small word more, fewer or elsewhere. */
#include "interp/mend/mend_int.h"

#include <string.h>

/* Signs that are written directly behind what stands before, and words between blanks. */
static const char *const behind[] = {")", ",", ":", "]", ";", " {", " }", " =", " { }"};
static const char *const between[] = {
    "to",      "by",     "of",     "from",    "in",        "is",     "1",   "then",
    "with",    "for",    "each",   "if",      "(",         "set",    "not", "let",
    "value",   "where",  "it",     "as",      "*",         "|",      "and", "seen by",
    "per",     "is not", "to yes", "to no",   "by 1",      "{ }",    "me",  "this",
    "players", "verb",   "else 0", "else no", "else none", "choose", "test"};

/* The gaps of the line (before word i), from the spot outwards. */
static int gap(const Mend *m, int k)
{
  int i = k == 0 ? m->spot : k % 2 ? m->spot + (k + 1) / 2 : m->spot - k / 2;
  return i >= 0 && i <= m->line.n ? i : -1;
}

static bool insert(Mend *m, int i)
{
  const Line *l = &m->line;
  int end = i > 0 ? l->word[i - 1].to : line_from(l, 0), begin = line_from(l, i);
  bool glued = end == begin && i > 0 && i < l->n; /* a word would split one */
  bool word_split = glued && !line_sort(l, i, W_SIGN) && !line_sort(l, i - 1, W_SIGN) &&
                    !line_sort(l, i, W_TEXT) && !line_sort(l, i - 1, W_TEXT);
  if (word_split) return false;
  for (size_t k = 0; k < sizeof behind / sizeof *behind; k++) {
    bool tight = end == begin && i < l->n && strchr(",:;", behind[k][0]);
    if (mend_try(m, end, end, tight ? "%s " : "%s", behind[k])) return true;
  }
  m->blind = true;
  for (size_t k = 0; k < sizeof between / sizeof *between; k++) {
    bool word = between[k][0] != '(';
    if (glued && word && l->text[end - 1] != '(') continue;
    bool ok = i < l->n ? mend_try(m, begin, begin, word ? "%s " : "%s", between[k])
                       : mend_try(m, end, end, " %s", between[k]);
    if (ok) return true;
  }
  m->blind = false;
  return false;
}

/* Signs and small words say little: they may be too many. */
static bool leave_out(Mend *m, int i)
{
  const Line *l = &m->line;
  static const char small[] = ") ] } { , : ; = . ( [ of in to the a an by from with for "
                              "then do is seen each choose may let set if value verb "
                              "times all";
  bool twice = m->g->code == DIAG_SYNTAX && line_sort(l, i, W_TEXT); /* a second text */
  if (!twice && !line_in(l, i, small)) return false;
  int from = l->word[i].from, to = i + 1 < l->n ? l->word[i + 1].from : l->word[i].to;
  bool tight = i > 0 && l->word[i - 1].to == from;
  int first = i; /* of several alike */
  while (first > 0 && l->word[first - 1].to == l->word[first].from &&
         l->text[l->word[first - 1].from] == l->text[from])
    first--;
  for (int k = first; k < i; k++)
    if (mend_try(m, l->word[k].from, l->word[i].to, "%s", "")) return true;
  return mend_try(m, from, tight ? l->word[i].to : to, "%s", "") ||
         (i > 0 && mend_try(m, l->word[i - 1].to, l->word[i].to, "%s", ""));
}

static bool swap(Mend *m, int i)
{
  return i > 0 && i < m->line.n &&
         MEND(m, i - 1, i + 1, "%s %s", mend_words(m, i, i + 1), mend_words(m, i - 1, i));
}

/* Brackets around words that belong together. */
static bool embrace(Mend *m)
{
  const Line *l = &m->line;
  for (int i = m->spot; i >= l->begin && i > m->spot - 4; i--)
    for (int j = i + 2; j <= l->end; j++)
      if (MEND(m, i, j, "(%s)", mend_words(m, i, j))) return true;
  return false;
}

/* One word goes elsewhere in its statement. */
static bool move(Mend *m)
{
  const Line *l = &m->line;
  for (int i = l->begin; i < l->end; i++) {
    const char *w = mend_words(m, i, i + 1);
    for (int j = l->begin; j < i; j++)
      if (MEND(m, j, i + 1, "%s %s", w, mend_words(m, j, i))) return true;
    for (int j = i + 2; j <= l->end; j++)
      if (MEND(m, i, j, "%s %s", mend_words(m, i + 1, j), w)) return true;
  }
  return false;
}

/* A word that says nothing here, as "card" in: draw 1 card from deck to hand. */
static bool leave_word_out(Mend *m)
{
  const Line *l = &m->line;
  bool phrase = m->fault == FAULT_PHRASE;
  for (int i = phrase ? l->begin + 1 : m->spot; i < (phrase ? l->end : m->spot + 1); i++)
    if (i > 0 && line_sort(l, i, W_NAME) &&
        mend_try(m, l->word[i - 1].to, l->word[i].to, "%s", ""))
      return true;
  return false;
}

/* A phrase is refused as a whole: its words are all as likely to be wrong. */
static bool shift_phrase(Mend *m)
{
  const Line *l = &m->line;
  for (int i = l->begin + 1; i <= l->end; i++)
    if (insert(m, i)) return true;
  for (int i = l->begin + 1; i < l->end; i++)
    if (leave_out(m, i)) return true;
  for (int i = l->begin + 1; i < l->end; i++)
    if (swap(m, i)) return true;
  return false;
}

/* The statement or declaration begins with another word of its sort. */
static bool begin_otherwise(Mend *m)
{
  static const char *const sorts[2][6] = {{"verb", "value", "kind", "type", "option", ""},
                                          {"set", "raise", "lower", "let", "add", ""}};
  const Line *l = &m->line;
  for (int w = 0; w < 2; w++)
    for (int s = 0, i = w ? l->begin : 0; s < 2 && (!w || i); s++) {
      bool ours = false;
      for (int k = 0; k < 5; k++) ours |= line_is(l, i, sorts[s][k]);
      for (int k = 0; ours && k < 6; k++)
        if (MEND(m, i, i + 1, "%s", sorts[s][k])) return true;
    }
  return false;
}

static bool shift(Mend *m)
{
  if (m->fault == FAULT_PHRASE)
    return shift_phrase(m) || embrace(m) || move(m) || leave_word_out(m);
  if (swap(m, m->spot) || swap(m, m->spot + 1)) return true;
  for (int k = 0; k < 4; k++)
    if (gap(m, k) >= 0 && insert(m, gap(m, k))) return true;
  for (int i = m->spot + 1; i >= m->spot - 2; i--)
    if (leave_out(m, i)) return true;
  if (begin_otherwise(m) || embrace(m)) return true;
  for (int k = 4; k < 9; k++)
    if (gap(m, k) >= 0 && insert(m, gap(m, k))) return true;
  return move(m) || leave_word_out(m);
}

bool mend_shifts(Mend *m)
{
  m->alone = true;
  bool found = shift(m);
  m->alone = false;
  return found;
}
