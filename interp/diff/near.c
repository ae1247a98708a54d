/* Rows of two rulebooks that are near each other in their words.
 *
 * A word tells the more the fewer rows have it (inverse document frequency); two rows are
 * as near as what they share is large beside what both say.  Titles that the rules rename
 * ("Road" to "Route") make words of the old book words of the new one.  Rows whose ids
 * name the same chapter (A-TURN-03, B-TURN-07) are nearer than others. */
#include "interp/diff/diff_int.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Words of a title that can be renamed one by one; what one chapter adds; and how near is
 * near. */
enum { TITLE = 3 };
static const double CHAPTER = 0.2, NEAR = 0.45;

typedef VEC(int) WordList;

typedef struct Rows {
  WordList *words; /* of each row, in order, each once */
  double *weight;  /* of each row: the sum of its words */
  size_t n;
} Rows;

typedef struct Near {
  Arena *arena;
  DiffMap *number; /* of a word */
  VEC(int) rows;   /* that have it */
  VEC(int) now;    /* what a word of the old book is in the new one */
  Rows side[DIFF_SIDES];
} Near;

/* ---- words ----------------------------------------------------------------------- */

static bool in_word(char c) { return isalnum((unsigned char)c) || (c & 0x80); }

static int number_of(Near *k, Buf *word)
{
  if (word->n > 3 && word->at[word->n - 1] == 's') { /* plural and singular are one */
    word->at[word->n - 1] = 0;
    word->n--;
  }
  int n = diff_map_get(k->number, buf_text(word));
  if (n >= 0) return n;
  n = (int)k->rows.n;
  diff_map_put(k->number, buf_text(word), n);
  apush(k->arena, &k->rows, 0);
  apush(k->arena, &k->now, n);
  return n;
}

static void read_words(Near *k, const char *s, WordList *to)
{
  Buf word = {0};
  for (;; s++) {
    if (in_word(*s)) {
      buf_char(&word, (char)tolower((unsigned char)*s));
      continue;
    }
    if (word.n) apush(k->arena, to, number_of(k, &word));
    buf_clear(&word);
    if (!*s) break;
  }
  buf_free(&word);
}

/* "Control card" became "Halt! card": so one word became another. */
static void learn_renames(Near *k, const Diff *d)
{
  for (size_t i = 0; i < d->changes.n; i++) {
    const DiffChange *c = &d->changes.at[i];
    WordList was = {0}, is = {0};
    if (c->group != DIFF_TEXTS || !c->text[DIFF_OLD] || !c->text[DIFF_NEW]) continue;
    read_words(k, c->text[DIFF_OLD], &was);
    read_words(k, c->text[DIFF_NEW], &is);
    for (size_t n = 0; was.n == is.n && was.n <= TITLE && n < was.n; n++)
      k->now.at[was.at[n]] = is.at[n];
  }
}

static int by_number(const void *a, const void *b) { return *(int *)a - *(int *)b; }

static void sort_once(WordList *w)
{
  size_t kept = 0;
  if (w->n) qsort(w->at, w->n, sizeof *w->at, by_number);
  for (size_t i = 0; i < w->n; i++)
    if (!kept || w->at[kept - 1] != w->at[i]) w->at[kept++] = w->at[i];
  w->n = kept;
}

static void read_book(Near *k, int side, const DiffBook *book)
{
  Rows *r = &k->side[side];
  r->n = book->n;
  r->words = arena_alloc(k->arena, (book->n + 1) * sizeof *r->words);
  r->weight = arena_alloc(k->arena, (book->n + 1) * sizeof *r->weight);
  for (size_t i = 0; i < book->n; i++) {
    WordList *w = &r->words[i];
    read_words(k, book->rows[i].words ? book->rows[i].words : book->rows[i].text, w);
    for (size_t n = 0; side == DIFF_OLD && n < w->n; n++) w->at[n] = k->now.at[w->at[n]];
    sort_once(w);
    for (size_t n = 0; n < w->n; n++) k->rows.at[w->at[n]]++;
  }
}

/* ---- how near -------------------------------------------------------------------- */

static double weight(const Near *k, int word)
{
  size_t all = k->side[DIFF_OLD].n + k->side[DIFF_NEW].n;
  return log((double)all / (double)k->rows.at[word]);
}

static void weigh(Near *k, Rows *r)
{
  for (size_t i = 0; i < r->n; i++)
    for (size_t n = 0; n < r->words[i].n; n++)
      r->weight[i] += weight(k, r->words[i].at[n]);
}

static double shared(const Near *k, const WordList *a, const WordList *b)
{
  double sum = 0;
  for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
    if (a->at[i] == b->at[j]) sum += weight(k, a->at[i]), i++, j++;
    else if (a->at[i] < b->at[j]) i++;
    else j++;
  }
  return sum;
}

/* What stands in an id between the name of its book and its number. */
static bool same_chapter(const char *a, const char *b)
{
  const char *from = strchr(a, '-'), *other = strchr(b, '-');
  const char *to = strrchr(a, '-'), *end = strrchr(b, '-');
  return from && other && to - from == end - other &&
         !strncmp(from, other, (size_t)(to - from));
}

static double nearness(const Near *k, const DiffBook *book, size_t old, size_t new)
{
  const Rows *a = &k->side[DIFF_OLD], *b = &k->side[DIFF_NEW];
  double most = sqrt(a->weight[old] * b->weight[new]);
  double part = most > 0 ? shared(k, &a->words[old], &b->words[new]) / most : 0;
  return part + (same_chapter(book[DIFF_OLD].rows[old].id, book[DIFF_NEW].rows[new].id)
                     ? CHAPTER
                     : 0);
}

static int *all_none(Arena *a, size_t n)
{
  int *list = arena_alloc(a, (n + 1) * sizeof *list);
  for (size_t i = 0; i <= n; i++) list[i] = -1;
  return list;
}

void diff_near(const Diff *d, const DiffBook *book, int *near[DIFF_SIDES])
{
  Near k = {.arena = d->arena, .number = diff_map_new(d->arena)};
  double *best[DIFF_SIDES];
  learn_renames(&k, d);
  for (int side = 0; side < DIFF_SIDES; side++) {
    read_book(&k, side, &book[side]);
    near[side] = all_none(k.arena, book[side].n);
    best[side] = arena_alloc(k.arena, (book[side].n + 1) * sizeof **best);
  }
  for (int side = 0; side < DIFF_SIDES; side++) weigh(&k, &k.side[side]);
  for (size_t i = 0; i < book[DIFF_OLD].n; i++)
    for (size_t j = 0; j < book[DIFF_NEW].n; j++) {
      double s = nearness(&k, book, i, j);
      if (s < NEAR) continue;
      if (s > best[DIFF_OLD][i]) best[DIFF_OLD][i] = s, near[DIFF_OLD][i] = (int)j;
      if (s > best[DIFF_NEW][j]) best[DIFF_NEW][j] = s, near[DIFF_NEW][j] = (int)i;
    }
}
