#include "interp/prove/term.h"
#include "interp/base/invariant.h"
#include "interp/base/value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint64_t hash_row(const TermRow *r)
{
  uint64_t h = (uint64_t)r->op * 0x9E3779B97F4A7C15u;
  const uint64_t parts[] = {(uint64_t)(uint32_t)r->a, (uint64_t)(uint32_t)r->b,
                            (uint64_t)(uint32_t)r->c, (uint64_t)r->num};
  for (int i = 0; i < 4; i++) h = (h ^ parts[i]) * 0xD6E8FEB86659FD93u, h ^= h >> 32;
  return h;
}

static bool same_row(const TermRow *x, const TermRow *y)
{
  return x->op == y->op && x->truth == y->truth && x->a == y->a && x->b == y->b &&
         x->c == y->c && x->num == y->num;
}

static void grow(Terms *t)
{
  size_t cap = t->cap ? t->cap * 2 : 4096;
  Term *table = malloc(cap * sizeof *table);
  if (!table) abort();
  memset(table, 0xFF, cap * sizeof *table);
  INVARIANT(t->rows.n < cap && !(cap & (cap - 1))); /* a free place ends each search */
  for (size_t i = 0; i < t->rows.n; i++) {
    size_t at = hash_row(&t->rows.at[i]) & (cap - 1);
    while (table[at] >= 0) at = (at + 1) & (cap - 1);
    table[at] = (Term)i;
  }
  free(t->table);
  t->table = table;
  t->cap = cap;
}

static Term intern_row(Terms *t, TermRow r)
{
  if (t->rows.n * 2 >= t->cap) grow(t);
  size_t at = hash_row(&r) & (t->cap - 1);
  for (; t->table[at] >= 0; at = (at + 1) & (t->cap - 1))
    if (same_row(&t->rows.at[t->table[at]], &r)) return t->table[at];
  t->table[at] = (Term)t->rows.n;
  vec_push(&t->rows, r);
  return (Term)t->rows.n - 1;
}

void terms_init(Terms *t)
{
  *t = (Terms){0};
  intern_row(t, (TermRow){.op = TERM_TRUTH, .truth = true, .num = 0});
  intern_row(t, (TermRow){.op = TERM_TRUTH, .truth = true, .num = 1});
}

void terms_free(Terms *t)
{
  vec_free(&t->rows);
  free(t->table);
}

Term t_number(Terms *t, int64_t n)
{
  return intern_row(t, (TermRow){.op = TERM_NUMBER, .num = n, .lo = n, .hi = n});
}

Term t_free(Terms *t, bool truth, int64_t lo, int64_t hi, bool or_none)
{
  if (!truth && !or_none && lo == hi) return t_number(t, lo);
  /* its own row is what makes it different from all others */
  Term name = (Term)t->rows.n;
  return intern_row(t, (TermRow){.op = TERM_FREE,
                                 .truth = truth,
                                 .a = name,
                                 .b = (Term)lo, /* what it was declared as */
                                 .num = or_none,
                                 .lo = or_none ? NONE : lo,
                                 .hi = hi});
}

Term t_not(Terms *t, Term a)
{
  const TermRow *r = t_row(t, a);
  INVARIANT(r->truth);
  if (r->op == TERM_TRUTH) return r->num ? T_NO : T_YES;
  if (r->op == TERM_NOT) return r->a;
  return intern_row(t, (TermRow){.op = TERM_NOT, .truth = true, .a = a});
}

/* Is one of the conditions of a conjunction b?  Looked for along its spine only. */
static bool has_part(const Terms *t, TermOp op, Term a, Term b)
{
  for (int i = 0; i < 24; i++) {
    if (a == b) return true;
    const TermRow *r = t_row(t, a);
    if (r->op != op) return false;
    if (r->b == b) return true;
    a = r->a;
  }
  return false;
}

Term t_and(Terms *t, Term a, Term b)
{
  INVARIANT(t_row(t, a)->truth && t_row(t, b)->truth);
  if (a == T_NO || b == T_NO) return T_NO;
  if (a == T_YES || has_part(t, TERM_AND, b, a)) return b;
  if (b == T_YES || has_part(t, TERM_AND, a, b)) return a;
  Term no = t_not(t, b);
  if (has_part(t, TERM_AND, a, no)) return T_NO;
  return intern_row(t, (TermRow){.op = TERM_AND, .truth = true, .a = a, .b = b});
}

Term t_or(Terms *t, Term a, Term b)
{
  INVARIANT(t_row(t, a)->truth && t_row(t, b)->truth);
  if (a == T_YES || b == T_YES) return T_YES;
  if (a == T_NO || has_part(t, TERM_OR, b, a)) return b;
  if (b == T_NO || has_part(t, TERM_OR, a, b)) return a;
  if (t_not(t, a) == b) return T_YES;
  /* a and c, or a and not c */
  const TermRow *x = t_row(t, a), *y = t_row(t, b);
  if (x->op == TERM_AND && y->op == TERM_AND && x->a == y->a) {
    Term left = x->a, one = x->b, other = y->b;
    if (t_not(t, one) == other) return left;
  }
  return intern_row(t, (TermRow){.op = TERM_OR, .truth = true, .a = a, .b = b});
}

Term t_eq(Terms *t, Term a, Term b)
{
  if (a == b) return T_YES;
  const TermRow *x = t_row(t, a), *y = t_row(t, b);
  if (x->truth) {
    if (a == T_YES) return b;
    if (b == T_YES) return a;
    if (a == T_NO) return t_not(t, b);
    if (b == T_NO) return t_not(t, a);
    return t_ite(t, a, b, t_not(t, b));
  }
  if (x->hi < y->lo || y->hi < x->lo) return T_NO;
  if (x->op == TERM_NUMBER && y->op == TERM_NUMBER) return x->num == y->num;
  if (x->op == TERM_NUMBER) { /* the constant stands behind */
    Term swap = a;
    a = b;
    b = swap;
    x = t_row(t, a), y = t_row(t, b);
  }
  if (y->op == TERM_NUMBER && x->op == TERM_ITE) {
    int64_t p, q;
    Term c = x->a, l = x->b, r = x->c;
    bool pl = t_constant(t, l, &p), pr = t_constant(t, r, &q);
    if (pl || pr) return t_ite(t, c, t_eq(t, l, b), t_eq(t, r, b));
  }
  if (y->op != TERM_NUMBER && b < a) {
    Term swap = a;
    a = b;
    b = swap;
  }
  return intern_row(t, (TermRow){.op = TERM_EQ, .truth = true, .a = a, .b = b});
}

Term t_le(Terms *t, Term a, Term b)
{
  const TermRow *x = t_row(t, a), *y = t_row(t, b);
  INVARIANT(!x->truth && !y->truth);
  if (a == b || x->hi <= y->lo) return T_YES;
  if (x->lo > y->hi) return T_NO;
  return intern_row(t, (TermRow){.op = TERM_LE, .truth = true, .a = a, .b = b});
}

Term t_add(Terms *t, Term a, Term b)
{
  const TermRow *x = t_row(t, a), *y = t_row(t, b);
  if (x->op == TERM_NUMBER && y->op == TERM_NUMBER) return t_number(t, x->num + y->num);
  if (x->op == TERM_NUMBER && !x->num) return b;
  if (y->op == TERM_NUMBER && !y->num) return a;
  if (y->op == TERM_NUMBER && x->op == TERM_ADD &&
      t_row(t, x->b)->op == TERM_NUMBER) { /* constants gather behind */
    Term rest = x->a;
    return t_add(t, rest, t_number(t, t_row(t, x->b)->num + y->num));
  }
  if (x->op == TERM_NUMBER) return t_add(t, b, a);
  return intern_row(
      t, (TermRow){
             .op = TERM_ADD, .a = a, .b = b, .lo = x->lo + y->lo, .hi = x->hi + y->hi});
}

Term t_mul(Terms *t, Term a, Term b)
{
  const TermRow *x = t_row(t, a), *y = t_row(t, b);
  if (x->op == TERM_NUMBER && y->op == TERM_NUMBER) return t_number(t, x->num * y->num);
  if (x->op == TERM_NUMBER) return t_mul(t, b, a);
  if (y->op == TERM_NUMBER && y->num == 1) return a;
  if (y->op == TERM_NUMBER && !y->num) return b;
  const int64_t p[] = {x->lo * y->lo, x->lo * y->hi, x->hi * y->lo, x->hi * y->hi};
  int64_t lo = p[0], hi = p[0];
  for (int i = 1; i < 4; i++) {
    if (p[i] < lo) lo = p[i];
    if (p[i] > hi) hi = p[i];
  }
  return intern_row(t, (TermRow){.op = TERM_MUL, .a = a, .b = b, .lo = lo, .hi = hi});
}

static int64_t floor_div(int64_t a, int64_t by)
{
  return a >= 0 ? a / by : -((-a + by - 1) / by);
}

Term t_div(Terms *t, Term a, int64_t by)
{
  INVARIANT(by > 0);
  const TermRow *x = t_row(t, a);
  if (by == 1) return a;
  if (x->op == TERM_NUMBER) return t_number(t, floor_div(x->num, by));
  return intern_row(t, (TermRow){.op = TERM_DIV,
                                 .a = a,
                                 .num = by,
                                 .lo = floor_div(x->lo, by),
                                 .hi = floor_div(x->hi, by)});
}

Term t_ite(Terms *t, Term c, Term a, Term b)
{
  INVARIANT(t_row(t, c)->truth && t_row(t, a)->truth == t_row(t, b)->truth);
  if (c == T_YES || a == b) return a;
  if (c == T_NO) return b;
  if (t_row(t, c)->op == TERM_NOT) return t_ite(t, t_row(t, c)->a, b, a);
  const TermRow *x = t_row(t, a), *y = t_row(t, b);
  if (x->truth) {
    if (a == T_YES) return t_or(t, c, b);
    if (a == T_NO) return t_and(t, t_not(t, c), b);
    if (b == T_YES) return t_or(t, t_not(t, c), a);
    if (b == T_NO) return t_and(t, c, a);
  }
  if (x->op == TERM_ITE && x->a == c) return t_ite(t, c, x->b, b);
  if (y->op == TERM_ITE && y->a == c) return t_ite(t, c, a, y->c);
  return intern_row(t, (TermRow){.op = TERM_ITE,
                                 .truth = x->truth,
                                 .a = c,
                                 .b = a,
                                 .c = b,
                                 .lo = x->lo < y->lo ? x->lo : y->lo,
                                 .hi = x->hi > y->hi ? x->hi : y->hi});
}

/* ---- sums ------------------------------------------------------------------------- */

typedef struct Addend {
  Term t, root; /* root: the free term that it looks at, if it is only one */
} Addend;

/* What a condition or a value comes down to when nothing changes it. */
static Term root_of(const Terms *t, Term a)
{
  for (int i = 0; i < 200; i++) {
    const TermRow *r = t_row(t, a);
    if (r->op == TERM_ITE && !r->truth && t_row(t, r->b)->op == TERM_NUMBER &&
        t_row(t, r->c)->op == TERM_NUMBER)
      a = r->a; /* one or nothing: by its condition */
    else if (r->op == TERM_ITE) a = r->c;
    else if (r->op == TERM_OR) a = r->b;
    else if (r->op == TERM_AND) a = r->b;
    else if (r->op == TERM_EQ || r->op == TERM_NOT) a = r->a;
    else return a;
  }
  return a;
}

static int by_root(const void *x, const void *y)
{
  const Addend *a = x, *b = y;
  return a->root != b->root ? (a->root > b->root) - (a->root < b->root)
                            : (a->t > b->t) - (a->t < b->t);
}

typedef VEC(Addend) Addends;

static void flatten(const Terms *t, Term a, Addends *list)
{
  while (t_row(t, a)->op == TERM_ADD) {
    flatten(t, t_row(t, a)->b, list);
    a = t_row(t, a)->a;
  }
  vec_push(list, ((Addend){a, root_of(t, a)}));
}

Term t_sorted(Terms *t, Term sum)
{
  Addends list = {0};
  if (t_row(t, sum)->truth || t_row(t, sum)->op != TERM_ADD) return sum;
  flatten(t, sum, &list);
  qsort(list.at, list.n, sizeof *list.at, by_root);
  Term all = t_number(t, 0), group = t_number(t, 0);
  for (size_t i = 0; i < list.n; i++) {
    group = t_add(t, group, list.at[i].t);
    if (i + 1 < list.n && list.at[i + 1].root == list.at[i].root) continue;
    all = t_add(t, all, group);
    group = t_number(t, 0);
  }
  vec_free(&list);
  return all;
}

/* ---- as SMT-LIB ----------------------------------------------------------------- */

/* Numbers are whole numbers, or words of bits: one way a solver adds better, the other
 * way it counts better.  As a word none is the least one; what is computed from it is
 * never looked at. */
typedef struct Words {
  FILE *out;
  int bits; /* 0: whole numbers */
} Words;

static void put_number(const Words *w, int64_t n)
{
  if (!w->bits) {
    fprintf(w->out, n < 0 ? "(- %" PRId64 ")" : "%" PRId64, n < 0 ? -n : n);
    return;
  }
  uint64_t all = w->bits == 64 ? UINT64_MAX : ((uint64_t)1 << w->bits) - 1;
  uint64_t v = n == NONE ? (uint64_t)1 << (w->bits - 1) : (uint64_t)n & all;
  fprintf(w->out, "(_ bv%" PRIu64 " %d)", v, w->bits);
}

static void put_sort(const Words *w, const TermRow *r, size_t i)
{
  if (r->truth) fprintf(w->out, "(declare-const t%zu Bool)\n", i);
  else if (!w->bits) fprintf(w->out, "(declare-const t%zu Int)\n", i);
  else fprintf(w->out, "(declare-const t%zu (_ BitVec %d))\n", i, w->bits);
}

static void tell_free(const Words *w, const TermRow *r, size_t i)
{
  put_sort(w, r, i);
  if (r->truth) return;
  const char *le = w->bits ? "bvsle" : "<=";
  fprintf(w->out, "(assert (or (and (%s ", le);
  put_number(w, r->b);
  fprintf(w->out, " t%zu) (%s t%zu ", i, le, i);
  put_number(w, r->hi);
  fputs("))", w->out);
  if (r->num) {
    fprintf(w->out, " (= t%zu ", i);
    put_number(w, NONE);
    fputc(')', w->out);
  }
  fputs("))\n", w->out);
}

/* Rounded down: (a - (a mod by)) / by, where the remainder has the sign of the divisor.
 */
static void put_division(const Words *w, const TermRow *r)
{
  if (!w->bits) {
    fprintf(w->out, "(div t%d %" PRId64 ")", r->a, r->num);
    return;
  }
  fprintf(w->out, "(bvsdiv (bvsub t%d (bvsmod t%d ", r->a, r->a);
  put_number(w, r->num);
  fputs(")) ", w->out);
  put_number(w, r->num);
  fputc(')', w->out);
}

/* An equation: definitions would be put in place by the solver, and grow without bounds.
 */
static void tell_row(const Words *w, const TermRow *r, size_t i)
{
  static const char *const names[][2] = {
      [TERM_NOT] = {"not", "not"}, [TERM_AND] = {"and", "and"},
      [TERM_OR] = {"or", "or"},    [TERM_EQ] = {"=", "="},
      [TERM_LE] = {"<=", "bvsle"}, [TERM_ADD] = {"+", "bvadd"},
      [TERM_MUL] = {"*", "bvmul"}, [TERM_ITE] = {"ite", "ite"},
  };
  put_sort(w, r, i);
  fprintf(w->out, "(assert (= t%zu ", i);
  if (r->op == TERM_TRUTH) fputs(r->num ? "true" : "false", w->out);
  else if (r->op == TERM_NUMBER) put_number(w, r->num);
  else if (r->op == TERM_DIV) put_division(w, r);
  else {
    fprintf(w->out, "(%s t%d", names[r->op][w->bits > 0], r->a);
    if (r->op != TERM_NOT) fprintf(w->out, " t%d", r->b);
    if (r->op == TERM_ITE) fprintf(w->out, " t%d", r->c);
    fputc(')', w->out);
  }
  fputs("))\n", w->out);
}

/* Wide enough for whatever comes up, with what is none left out. */
static int bits_for(const Terms *t, const bool *told)
{
  int64_t most = 1;
  int spare = 3; /* where something may be none its other bound is not known */
  for (size_t i = 0; i < t->rows.n; i++) {
    const TermRow *r = &t->rows.at[i];
    if (!told[i] || r->truth) continue;
    if (r->op == TERM_FREE && -(int64_t)r->b > most) most = -(int64_t)r->b;
    if (r->lo <= NONE / 2 && (r->op == TERM_ADD || r->op == TERM_MUL)) spare = 6;
    if (r->hi > most && r->hi < -(int64_t)NONE / 2) most = r->hi;
    if (-r->lo > most && r->lo > NONE / 2) most = -r->lo;
  }
  int bits = 8;
  while (bits < 64 && most >= (int64_t)1 << (bits - spare)) bits++;
  return bits;
}

/* Parts have smaller numbers than the whole, so one pass backwards marks all of them. */
void terms_tell(const Terms *t, const Term *roots, size_t n, bool words, bool *told,
                FILE *out)
{
  memset(told, 0, t->rows.n);
  for (size_t i = 0; i < n; i++) told[roots[i]] = true;
  for (size_t i = t->rows.n; i-- > 0;) {
    const TermRow *r = &t->rows.at[i];
    if (!told[i] || r->op <= TERM_FREE) continue;
    told[r->a] = true;
    if (r->op != TERM_NOT && r->op != TERM_DIV) told[r->b] = true;
    if (r->op == TERM_ITE) told[r->c] = true;
  }
  Words w = {out, words ? bits_for(t, told) : 0};
  for (size_t i = 0; i < t->rows.n; i++) {
    const TermRow *r = &t->rows.at[i];
    if (!told[i]) continue;
    if (r->op == TERM_FREE) tell_free(&w, r, i);
    else tell_row(&w, r, i);
  }
}
