/* Which declaration of the new rules is which of the old ones.
 *
 * First by key: what has a name is what it was.  What has none (rules around the same
 * event, invariants, views) is matched by being equal, then by being alike.  What is left
 * over may have another name now: of the same sort, and alike or citing the same row. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* Pairs to look at closely; past that only neighbours are, or a large ruleset would take
 * longer to compare than to play. */
enum { MOST_PAIRS = 250000, WINDOW = 20 };

static void join(Diff *d, DiffDecl *a, DiffDecl *b)
{
  INVARIANT(a != b && a->named == b->named);
  a->peer = b;
  b->peer = a;
  if (!a->own || !b->own || !strcmp(a->own, b->own)) return;
  diff_map_put(d->renames, arena_printf(d->arena, "%s %s", a->space, a->own),
               (int)d->names.n);
  vec_push(&d->names, b->own);
}

static int shared_cites(const DiffDecl *a, const DiffDecl *b)
{
  int n = 0;
  for (size_t i = 0; i < a->cites.n; i++)
    for (size_t j = 0; j < b->cites.n; j++) n += !strcmp(a->cites.at[i], b->cites.at[j]);
  return n;
}

/* ---- how alike two declarations are --------------------------------------------- */

/* Names of members and things that two kinds have in common, as a share of all. */
static double kind_likeness(const Diff *d, const DiffDecl *a, const DiffDecl *b)
{
  int all = 1, both = 1;
  for (size_t i = 0; i < d->decls[DIFF_NEW].n; i++) {
    const DiffDecl *x = d->decls[DIFF_NEW].at[i];
    all += x->kind && x->own && !strcmp(x->kind, b->own);
  }
  for (size_t i = 0; i < d->decls[DIFF_OLD].n; i++) {
    const DiffDecl *x = d->decls[DIFF_OLD].at[i];
    if (!x->kind || !x->own || strcmp(x->kind, a->own)) continue;
    all++;
    const char *key =
        x->group == DIFF_THINGS
            ? x->key
            : diff_key(d->arena, x, arena_printf(d->arena, "%s.%s", b->own, x->own));
    const DiffDecl *y = diff_find(d, DIFF_NEW, key);
    both += y && y->kind && !strcmp(y->kind, b->own) ? 2 : 0;
  }
  return (double)both / all;
}

static bool same_kind_now(const Diff *d, const char *a, const char *b)
{
  if (!a || !b) return a == b;
  const char *now = diff_renamed(d, "", a);
  return !strcmp(now ? now : a, b);
}

static bool same_name(const char *a, const char *b)
{
  return a && b ? !strcmp(a, b) : a == b;
}

static const char *last_name(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot ? dot + 1 : path;
}

/* From 0 to 1, and more for the same title, name or citation; 0 if they cannot be the
 * same. */
static double alike(const Diff *d, const DiffDecl *a, const DiffDecl *b)
{
  if (a->owner ? a->owner->peer != b->owner : b->owner != NULL) return 0;
  if (!same_kind_now(d, a->kind, b->kind)) return 0;
  if (a->named != b->named || !same_name(a->pack, b->pack)) return 0;
  double score;
  if (a->node->tag == N_KIND) {
    score = kind_likeness(d, a, b);
  } else {
    Node x = *a->node, y = *b->node; /* their own names aside */
    if (a->named) x.name = y.name = NULL;
    score = diff_likeness(&x, &y);
  }
  if (a->node->label && b->node->label && !strcmp(a->node->label, b->node->label))
    score += 0.25;
  if (a->own && b->own && !strcmp(last_name(a->own), last_name(b->own))) score += 0.6;
  if (shared_cites(a, b)) score += 0.5;
  return score;
}

/* ---- pairs ---------------------------------------------------------------------- */

typedef struct Pair {
  double score;
  DiffDecl *a, *b;
} Pair;

static int by_score(const void *x, const void *y)
{
  const Pair *p = x, *q = y;
  if (p->score != q->score) return p->score > q->score ? -1 : 1;
  return p->a->at != q->a->at ? p->a->at - q->a->at : p->b->at - q->b->at;
}

/* Joins the most alike of two lists first, down to a least score. */
static void join_alike(Diff *d, DiffDecls *as, DiffDecls *bs, double least)
{
  VEC(Pair) pairs = {0};
  bool few = as->n * bs->n <= MOST_PAIRS;
  for (size_t i = 0; i < as->n; i++) {
    size_t from = few || i < WINDOW ? 0 : i - WINDOW, to = few ? bs->n : i + WINDOW;
    for (size_t j = from; j < to && j < bs->n; j++) {
      Pair p = {alike(d, as->at[i], bs->at[j]), as->at[i], bs->at[j]};
      if (p.score >= least) vec_push(&pairs, p);
    }
  }
  if (pairs.n) qsort(pairs.at, pairs.n, sizeof *pairs.at, by_score);
  for (size_t i = 0; i < pairs.n; i++)
    if (!pairs.at[i].a->peer && !pairs.at[i].b->peer)
      join(d, pairs.at[i].a, pairs.at[i].b);
  vec_free(&pairs);
}

static void drop_joined(DiffDecls *list)
{
  size_t n = 0;
  for (size_t i = 0; i < list->n; i++)
    if (!list->at[i]->peer) list->at[n++] = list->at[i];
  list->n = n;
}

/* Unnamed declarations that share a key. */
static void join_bucket(Diff *d, DiffDecls *as, DiffDecls *bs)
{
  size_t from = 0; /* what was not moved is found at once */
  for (size_t i = 0; i < as->n; i++) {
    for (size_t k = 0; k < bs->n; k++) {
      DiffDecl *a = as->at[i], *b = bs->at[(from + k) % bs->n];
      if (b->peer || a->hash != b->hash || !diff_same(d, a->node, b->node, LOOSE_TEXT) ||
          !diff_same(d, a->hold, b->hold, LOOSE_TEXT))
        continue;
      from = (from + k + 1) % bs->n;
      join(d, a, b);
      break;
    }
  }
  drop_joined(as);
  drop_joined(bs);
  join_alike(d, as, bs, 0.34);
}

/* ---- by key --------------------------------------------------------------------- */

static int by_key(const void *x, const void *y)
{
  const DiffDecl *a = *(DiffDecl *const *)x, *b = *(DiffDecl *const *)y;
  INVARIANT(a->key && b->key);
  int order = strcmp(a->key, b->key);
  return order ? order : a->at - b->at;
}

static DiffDecls sorted(const DiffDecls *list, bool named)
{
  DiffDecls s = {0};
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i]->named == named) vec_push(&s, list->at[i]);
  if (s.n) qsort(s.at, s.n, sizeof *s.at, by_key);
  return s;
}

static void take_key(const DiffDecls *from, size_t *at, const char *key, DiffDecls *to)
{
  to->n = 0;
  while (*at < from->n && !strcmp(from->at[*at]->key, key))
    vec_push(to, from->at[(*at)++]);
}

static void match_keys(Diff *d, bool named)
{
  DiffDecls as = sorted(&d->decls[DIFF_OLD], named),
            bs = sorted(&d->decls[DIFF_NEW], named), x = {0}, y = {0};
  for (size_t i = 0, j = 0; i < as.n && j < bs.n;) {
    int order = strcmp(as.at[i]->key, bs.at[j]->key);
    if (order < 0) i++;
    else if (order > 0) j++;
    else {
      const char *key = as.at[i]->key;
      take_key(&as, &i, key, &x);
      take_key(&bs, &j, key, &y);
      if (!named) join_bucket(d, &x, &y);
      for (size_t k = 0; named && k < x.n && k < y.n; k++) join(d, x.at[k], y.at[k]);
    }
  }
  vec_free(&as);
  vec_free(&bs);
  vec_free(&x);
  vec_free(&y);
}

/* ---- what is left over ---------------------------------------------------------- */

static void match_sort(Diff *d, const char *sort)
{
  DiffDecls left[DIFF_SIDES] = {{0}, {0}};
  for (int side = 0; side < DIFF_SIDES; side++)
    for (size_t i = 0; i < d->decls[side].n; i++) {
      DiffDecl *x = d->decls[side].at[i];
      if (!x->peer && !strcmp(x->sort, sort)) vec_push(&left[side], x);
    }
  if (left[DIFF_OLD].n && left[DIFF_NEW].n) {
    bool named = left[DIFF_OLD].at[0]->named;
    join_alike(d, &left[DIFF_OLD], &left[DIFF_NEW], named ? 0.8 : 0.5);
  }
  vec_free(&left[DIFF_OLD]);
  vec_free(&left[DIFF_NEW]);
}

void diff_match(Diff *d)
{
  INVARIANT(d && d->arena && d->renames);
  /* Kinds and things before what stands in them, and what is used before its users. */
  static const char *const sorts[] = {
      "kind",          "type", "thing", "option", "variant", "field",
      "printed value", "slot", "value", "verb",   "before",  "after",
      "instead of",    "when", "view",  "always", "claim",   "test"};
  match_keys(d, true);
  for (size_t i = 0; i < 10; i++) match_sort(d, sorts[i]);
  match_keys(d, false);
  for (size_t i = 2; i < sizeof sorts / sizeof *sorts; i++) match_sort(d, sorts[i]);
}
