/* Names that were meant: those of the files, of the language and of its functions, near
 * in spelling, or called so for players. */
#include "interp/mend/mend_int.h"

#include <ctype.h>
#include <string.h>

static void add_name(Mend *m, const char *s, size_t n)
{
  if (n < 2 || n > 40) return;
  for (size_t i = 0; i < m->names.n; i++)
    if (!strncmp(m->names.at[i], s, n) && !m->names.at[i][n]) return;
  vec_push(&m->names, arena_strndup(m->arena, s, n));
}

static bool name_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void collect(Mend *m, bool own)
{
  if (m->names.n) return;
  enum { MOST_NAMES = 3000 };
  static const char *const ours[] = {
#define WORD(spelling, token) spelling,
#include "grammar/word.def"
#undef WORD
      "players", "winners", "owner",    "chance", "text",  "flag", "count",  "empty",
      "most",    "least",   "first",    "last",   "only",  "next", "around", "position",
      "top",     "bottom",  "distance", "reach",  "these", "move", "draw",   "shuffle",
      "reveal",  "note",    "remove",   "add",    "win",   "lose", "any",    "all",
      "sum",     "min",     "max",      "row",    "line",  "claim"};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    add_name(m, ours[i], strlen(ours[i]));
  for (size_t f = 0; own && f < m->u->sources.files.n; f++) {
    const char *t = m->u->sources.files.at[f].text;
    while (*t && m->names.n < MOST_NAMES) {
      size_t n = 0;
      while (name_char(t[n])) n++;
      if (n && isalpha((unsigned char)*t)) add_name(m, t, n);
      t += n ? n : 1;
    }
  }
}

/* The k-th nearest name, k from 0. */
static const char *near(Mend *m, const char *word, int k)
{
  VEC(const char *) passed = {0};
  const char *found = NULL;
  for (int i = 0; i <= k; i++) {
    Nearest n = {word, NULL, 0};
    for (size_t j = 0; j < m->names.n; j++) {
      bool had = false;
      for (size_t p = 0; p < passed.n && !had; p++) had = passed.at[p] == m->names.at[j];
      if (!had) nearest_try(&n, m->names.at[j]);
    }
    found = n.best;
    if (!found) break;
    vec_push(&passed, found);
  }
  vec_free(&passed);
  return found;
}

static bool same_letters(const char *a, const char *b, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i])) return false;
  return true;
}

/* What players read as this word: NAME "Word". */
static const char *called(Mend *m, const char *word)
{
  size_t n = strlen(word);
  for (size_t f = 0; f < m->u->sources.files.n; f++) {
    const char *t = m->u->sources.files.at[f].text;
    for (const char *q = t; (q = strchr(q, '"')); q++) {
      const char *end = strchr(q + 1, '"');
      size_t k = end ? (size_t)(end - q - 1) : 0;
      bool fits = k >= 3 && (k == n || k + 1 == n) && same_letters(q + 1, word, k);
      if (!fits || q == t || q[-1] != ' ') continue;
      const char *e = q - 1, *b = e;
      while (b > t && name_char(b[-1])) b--;
      if (b < e) return arena_strndup(m->arena, b, (size_t)(e - b));
    }
  }
  return NULL;
}

/* A name that begins alike: lowest for low, hands for hand. */
static bool try_beginning(Mend *m, int i)
{
  const char *word = mend_words(m, i, i + 1);
  size_t n = strlen(word);
  for (size_t least = n; least >= 3; least--)
    for (size_t k = 0; k < m->names.n; k++) {
      const char *name = m->names.at[k];
      size_t same = 0;
      while (word[same] && word[same] == name[same]) same++;
      if (same == least && (!name[same] || !word[same]) && MEND(m, i, i + 1, "%s", name))
        return true;
    }
  return false;
}

static bool try_name(Mend *m, int i, int rank)
{
  const char *word = mend_words(m, i, i + 1), *meant = near(m, word, rank);
  if (meant && MEND(m, i, i + 1, "%s", meant)) return true;
  if (meant && m->g->code == DIAG_UNKNOWN_KIND &&
      (MEND(m, i, i + 1, "set of %s", meant) || MEND(m, i, i + 1, "pile of %s", meant)))
    return true;
  meant = rank ? NULL : called(m, word);
  return meant && MEND(m, i, i + 1, "%s", meant);
}

/* A parameter or a field without its type: whatever the rules count or have. */
static bool try_types(Mend *m)
{
  const Line *l = &m->line;
  int i = m->spot;
  if (!line_sort(l, i, W_NAME) && i > 0) i--;
  if (!line_sort(l, i, W_NAME) || line_is(l, i + 1, ":")) return false;
  if (!line_in(l, 0, "verb value") && l->begin > 0) return false;
  for (size_t k = 0; k < m->names.n; k++) {
    const char *word = m->names.at[k];
    bool kind = false;
    for (size_t f = 0; f < m->u->sources.files.n && !kind; f++) {
      const char *at = m->u->sources.files.at[f].text;
      size_t n = strlen(word);
      while (!kind && (at = strstr(at, word))) {
        const char *t = m->u->sources.files.at[f].text;
        bool declared =
            at - t >= 5 && (!strncmp(at - 5, "kind ", 5) || !strncmp(at - 5, "type ", 5));
        kind = declared && !name_char(at[n]);
        at += n;
      }
    }
    if (kind && MEND(m, i, i + 1, "%s: %s", mend_words(m, i, i + 1), word)) return true;
  }
  return MEND(m, i, i + 1, "%s: player", mend_words(m, i, i + 1)) ||
         MEND(m, i, i + 1, "%s: 1..9", mend_words(m, i, i + 1)) ||
         MEND(m, i, i + 1, "%s: 0..9", mend_words(m, i, i + 1)) ||
         MEND(m, i, i + 1, "%s: flag", mend_words(m, i, i + 1));
}

/* A thing, a number or a condition where the name of many stands, and the reverse. */
static bool try_other_sorts(Mend *m)
{
  static const char *const ways[] = {"count(%s)", "first(%s)",     "top(%s)",
                                     "only(%s)",  "not empty(%s)", "%s is not none",
                                     "%s.owner",  "position(%s)",  "these(%s)"};
  static const char *const conditions[] = {"%s > 0", "not empty(%s)"};
  bool flag = m->g->code == DIAG_NOT_A_FLAG;
  const char *const *tried = flag ? conditions : ways;
  size_t n = flag ? sizeof conditions / sizeof *conditions : sizeof ways / sizeof *ways;
  const Line *l = &m->line;
  int j = m->spot + 1;
  if (m->g->code == DIAG_SYNTAX || !line_sort(l, m->spot, W_NAME)) return false;
  while (line_is(l, j, ".") && line_sort(l, j + 1, W_NAME)) j += 2;
  const char *it = mend_words(m, m->spot, j);
  for (size_t k = 0; k < n; k++) {
    const char *hole = strstr(tried[k], "%s");
    if (MEND(m, m->spot, j, "%.*s%s%s", (int)(hole - tried[k]), tried[k], it, hole + 2))
      return true;
  }
  return false;
}

bool mend_names(Mend *m)
{
  const Line *l = &m->line;
  static const char *const fixed[] = {"it", "me", "this", "players"};
  collect(m, m->fault != FAULT_WRITING);
  bool name = line_sort(l, m->spot, W_NAME);
  if (m->fault == FAULT_WRITING) { /* a misspelt name can be read; a keyword cannot */
    for (int k = 0; k < 9; k++) {
      int i = m->spot + (k % 2 ? -(k + 1) / 2 : k / 2);
      if (line_sort(l, i, W_NAME) && try_name(m, i, 0)) return true;
    }
    return try_types(m);
  }
  if (m->fault == FAULT_SORT)
    return m->g->code == DIAG_NO_TYPE ? try_types(m) : try_other_sorts(m);
  if (name && try_name(m, m->spot, 0)) return true;
  for (int k = 0; k < 4 && name && m->g->code == DIAG_UNKNOWN_NAME; k++)
    if (MEND(m, m->spot, m->spot + 1, "%s.%s", fixed[k],
             mend_words(m, m->spot, m->spot + 1)) ||
        MEND(m, m->spot, m->spot + 1, "%s", fixed[k]))
      return true;
  if (name && try_beginning(m, m->spot)) return true;
  int end = line_at(l, m->g->loc.end - 2);
  for (int rank = 1; rank < 3; rank++)
    for (int i = m->spot; i <= end && i < l->n; i++)
      if (line_sort(l, i, W_NAME) && try_name(m, i, rank)) return true;
  for (int i = m->spot + 1; i <= end && i < l->n; i++)
    if (line_sort(l, i, W_NAME) && try_name(m, i, 0)) return true;
  return false;
}
