/* A comparison as people read it. */
#include "interp/lockstep/lockstep_int.h"

#include "interp/text/place.h"

#include <string.h>

enum { AROUND = 2, MOST_LINES = 1000 }; /* context; tables larger than this are not cut */

/* "step 12, state: Coins of Anne …" and how often it was so later, without a line end. */
static void compare_tell_finding(const Finding *f, Buf *b)
{
  if (f->step) buf_printf(b, "step %d", f->step);
  else buf_add(b, "setup");
  buf_printf(b, ", %s: %s", compare_class_name(f->class), f->text);
  if (f->more)
    buf_printf(b, " (and at %d further step%s)", f->more, f->more == 1 ? "" : "s");
}

/* The lines of the rules that a finding is about, both sides. */
static void compare_tell_places(const Comparison *c, const Finding *f, Buf *b)
{
  static const char *const sides[] = {"old rules:\n", "new rules:\n"};
  for (int s = 0; s < COMPARE_SIDES; s++) {
    if (f->nplaces[s]) buf_add(b, sides[s]);
    for (int i = 0; i < f->nplaces[s]; i++) place_show(c->program[s], b, f->places[s][i]);
  }
}

/* ---- the tables ----------------------------------------------------------------- */

typedef struct Line {
  const char *at;
  size_t n;
  char sign; /* ' ', '-' or '+' */
} Line;
typedef VEC(Line) Lines;

static void split(const char *s, Lines *to)
{
  while (*s) {
    size_t n = strcspn(s, "\n");
    Line x = {s, n, ' '};
    vec_push(to, x);
    s += n + (s[n] == '\n');
  }
}

static bool equal(const Line *a, const Line *b)
{
  return a->n == b->n && !memcmp(a->at, b->at, a->n);
}

static void take(Lines *to, Line x, char sign)
{
  x.sign = sign;
  vec_push(to, x);
}

/* The longest common lines, by the usual table of lengths. */
static void merge(const Lines *a, const Lines *b, Lines *to)
{
  size_t w = b->n + 1;
  VEC(unsigned short) best = {0};
  vec_reserve(&best, (a->n + 1) * w);
  memset(best.at, 0, (a->n + 1) * w * sizeof *best.at);
  for (size_t i = a->n; i-- > 0;)
    for (size_t k = b->n; k-- > 0;) {
      unsigned short down = best.at[(i + 1) * w + k], right = best.at[i * w + k + 1];
      best.at[i * w + k] = equal(&a->at[i], &b->at[k])
                               ? (unsigned short)(best.at[(i + 1) * w + k + 1] + 1)
                           : down > right ? down
                                          : right;
    }
  size_t i = 0, k = 0;
  while (i < a->n || k < b->n) {
    if (i < a->n && k < b->n && equal(&a->at[i], &b->at[k])) {
      take(to, a->at[i++], ' ');
      k++;
    } else if (k == b->n ||
               (i < a->n && best.at[(i + 1) * w + k] >= best.at[i * w + k + 1])) {
      take(to, a->at[i++], '-');
    } else {
      take(to, b->at[k++], '+');
    }
  }
  vec_free(&best);
}

/* Is there a difference near line i? */
static bool is_near(const Lines *l, size_t i)
{
  size_t from = i > AROUND ? i - AROUND : 0;
  for (size_t k = from; k < l->n && k <= i + AROUND; k++)
    if (l->at[k].sign != ' ') return true;
  return false;
}

static void put_lines(const Lines *l, Buf *b)
{
  bool cut = false;
  for (size_t i = 0; i < l->n; i++) {
    if (!is_near(l, i)) {
      if (!cut) buf_add(b, "  ...\n");
      cut = true;
      continue;
    }
    cut = false;
    const Line *x = &l->at[i];
    if (x->n || x->sign != ' ') buf_char(b, x->sign);
    if (x->n) buf_char(b, ' ');
    buf_addn(b, x->at, x->n);
    buf_char(b, '\n');
  }
}

/* The lines in which the two tables differ, "- " old and "+ " new, with some around. */
static void compare_tell_tables(const Comparison *c, Buf *b)
{
  if (!c->table[COMPARE_OLD] || !c->table[COMPARE_NEW]) return;
  if (!strcmp(c->table[COMPARE_OLD], c->table[COMPARE_NEW])) {
    buf_add(b, "the table is the same under both rules\n");
    return;
  }
  Lines a = {0}, n = {0}, both = {0};
  split(c->table[COMPARE_OLD], &a);
  split(c->table[COMPARE_NEW], &n);
  if (a.n <= MOST_LINES && n.n <= MOST_LINES) {
    merge(&a, &n, &both);
  } else {
    for (size_t i = 0; i < a.n; i++) take(&both, a.at[i], '-');
    for (size_t i = 0; i < n.n; i++) take(&both, n.at[i], '+');
  }
  buf_add(b, "the table then (- old rules, + new rules):\n");
  put_lines(&both, b);
  vec_free(&a);
  vec_free(&n);
  vec_free(&both);
}

/* ---- all of it ------------------------------------------------------------------ */

static void tell_ending(const Comparison *c, Buf *b)
{
  static const char *const how[] = {
      [COMPARE_FINISHED] = "",
      [COMPARE_OPEN] = "; the record ends before the game does",
      [COMPARE_STOPPED] = "; the record cannot be played on there",
      [COMPARE_UNFIT] = ""};
  buf_printf(b, "old rules: %s\nnew rules: %s%s\n", c->result[COMPARE_OLD].text,
             c->result[COMPARE_NEW].text, how[c->ending]);
}

void compare_tell(const Comparison *c, Buf *b)
{
  const Finding *first = compare_first(c);
  if (c->ending == COMPARE_UNFIT) {
    buf_printf(b, "the record does not fit the old rules: %s\n", c->why);
    return;
  }
  if (!first) {
    buf_add(b, "no difference\n");
    tell_ending(c, b);
    return;
  }
  compare_tell_finding(first, b);
  buf_char(b, '\n');
  compare_tell_places(c, first, b);
  compare_tell_tables(c, b);
  if (c->nfindings > 1) buf_add(b, "further differences:\n");
  for (int i = 1; i < c->nfindings; i++) {
    buf_add(b, "  ");
    compare_tell_finding(&c->findings[i], b);
    if (*c->findings[i].rule) buf_printf(b, " [%s]", c->findings[i].rule);
    buf_char(b, '\n');
  }
  tell_ending(c, b);
}
