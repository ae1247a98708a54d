/* Parts of a plan's games. */
#include "interp/lab/part.h"
#include "interp/base/invariant.h"
#include "interp/regel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void part_init(Part *p, const Plan *plan)
{
  *p = (Part){.plan = plan};
  p->cells = zeroed(plan->cells.n + 1, sizeof *p->cells);
  for (size_t i = 0; i < plan->cells.n; i++) {
    const Cell *c = &plan->cells.at[i];
    INVARIANT((size_t)c->rules < plan->rules.n && c->seats > 0);
    counts_init(&p->cells[i], plan->rules.at[c->rules].program, c->seats);
  }
}

void part_free(Part *p)
{
  for (size_t i = 0; p->cells && i < p->plan->cells.n; i++) counts_free(&p->cells[i]);
  free(p->cells);
  vec_free(&p->done);
  memset(p, 0, sizeof *p);
}

/* ---- ranges --------------------------------------------------------------------- */

bool part_has(const Part *p, Range r)
{
  for (size_t i = 0; i < p->done.n; i++)
    if (r.first < p->done.at[i].end && p->done.at[i].first < r.end) return true;
  return false;
}

void part_done(Part *p, Range r)
{
  size_t at = 0;
  INVARIANT(!part_has(p, r)); /* no game counts twice */
  if (r.first >= r.end) return;
  while (at < p->done.n && p->done.at[at].end < r.first) at++;
  if (at < p->done.n && p->done.at[at].end == r.first) {
    p->done.at[at].end = r.end;
  } else {
    vec_push(&p->done, r);
    memmove(&p->done.at[at + 1], &p->done.at[at], (p->done.n - at - 1) * sizeof r);
    p->done.at[at] = r;
  }
  if (at + 1 < p->done.n && p->done.at[at].end == p->done.at[at + 1].first) {
    p->done.at[at].end = p->done.at[at + 1].end;
    memmove(&p->done.at[at + 1], &p->done.at[at + 2], (p->done.n - at - 2) * sizeof r);
    p->done.n--;
  }
}

bool part_add(Part *to, const Part *from, Range *twice)
{
  INVARIANT(to->plan->hash == from->plan->hash && to != from);
  for (size_t i = 0; i < from->done.n; i++)
    if (part_has(to, from->done.at[i])) return *twice = from->done.at[i], false;
  for (size_t i = 0; i < from->done.n; i++) part_done(to, from->done.at[i]);
  for (size_t i = 0; i < to->plan->cells.n; i++)
    counts_add(&to->cells[i], &from->cells[i], (int)to->plan->keep);
  return true;
}

bool part_gap(const Part *p, long from, long end, Range *gap)
{
  for (size_t i = 0; i < p->done.n; i++) {
    const Range *d = &p->done.at[i];
    if (d->end <= from) continue;
    if (d->first > from) break;
    from = d->end;
  }
  if (from >= end) return false;
  *gap = (Range){from, end};
  for (size_t i = 0; i < p->done.n; i++)
    if (p->done.at[i].first > from && p->done.at[i].first < gap->end)
      gap->end = p->done.at[i].first;
  return true;
}

/* ---- writing -------------------------------------------------------------------- */

static void write_counts(const Counts *c, Buf *out)
{
  for (int s = 0; s < COUNT_SORTS; s++) {
    const int64_t *at = counts_of(c, (CountSort)s);
    INVARIANT(c->layout.first[s] <= c->layout.first[s + 1]);
    size_t n = c->layout.first[s + 1] - c->layout.first[s];
    bool some = false;
    for (size_t i = 0; i < n; i++) {
      if (!at[i]) continue;
      if (!some) buf_add(out, count_name((CountSort)s));
      some = true;
      buf_printf(out, " %zu:%lld", i, (long long)at[i]);
    }
    if (some) buf_char(out, '\n');
  }
  for (int x = 0; x < X_COUNT; x++) {
    if (!c->extremes.n[x]) continue;
    buf_printf(out, "extreme %d", x);
    for (int i = 0; i < c->extremes.n[x]; i++)
      buf_printf(out, " %ld:%lld", c->extremes.at[x][i].game,
                 (long long)c->extremes.at[x][i].value);
    buf_char(out, '\n');
  }
}

void part_write(const Part *p, Buf *out)
{
  INVARIANT(p->plan && p->cells);
  const Plan *plan = p->plan;
  buf_clear(out);
  buf_printf(out, "regel-lab 1\nprogram %s\nplan %016llx\n", REGEL_VERSION,
             (unsigned long long)plan->hash);
  for (size_t i = 0; i < plan->rules.n; i++) {
    char hex[2 * SEAL_BYTES + 1];
    Seal seal = seal_rules(plan->rules.at[i].program);
    seal_hex(&seal, hex);
    buf_printf(out, "rules %s\n", hex);
  }
  for (const char *s = plan->text; *s;) {
    size_t n = strcspn(s, "\n");
    buf_add(out, "| ");
    buf_addn(out, s, n);
    buf_char(out, '\n');
    s += n + (s[n] == '\n');
  }
  buf_add(out, "games");
  for (size_t i = 0; i < p->done.n; i++)
    buf_printf(out, " %ld-%ld", p->done.at[i].first, p->done.at[i].end - 1);
  buf_char(out, '\n');
  for (size_t i = 0; i < plan->cells.n; i++) {
    if (!p->cells[i].used) continue;
    buf_printf(out, "cell %zu\n", i);
    write_counts(&p->cells[i], out);
  }
  buf_printf(out, "end %016llx\n", (unsigned long long)XXH64(out->at, out->n, 0));
}

/* ---- reading -------------------------------------------------------------------- */

static bool damaged(Buf *why, const char *what)
{
  buf_clear(why);
  buf_add(why, what);
  return false;
}

/* The line behind a word, and the place of the next one; NULL: it does not begin so. */
static const char *after(const char *s, const char *word)
{
  size_t n = strlen(word);
  return strncmp(s, word, n) ? NULL : s + n;
}
static const char *next_line(const char *s)
{
  s += strcspn(s, "\n");
  return *s ? s + 1 : s;
}

static bool read_seal(const char *s, Seal *seal)
{
  char hex[2 * SEAL_BYTES + 1];
  snprintf(hex, sizeof hex, "%s", s);
  return strcspn(s, "\n") == 2 * SEAL_BYTES && seal_from_hex(hex, seal);
}

bool part_read_head(const char *text, PartHead *h, Buf *why)
{
  memset(h, 0, sizeof *h);
  const char *s = after(text, "regel-lab 1\n"), *at;
  if (!s) return damaged(why, "this is no part of a lab's run");
  if (!(at = after(s, "program "))) return damaged(why, "its head is damaged");
  snprintf(h->version, sizeof h->version, "%.*s", (int)(strcspn(at, "\n") % 32), at);
  s = next_line(s);
  if (!(at = after(s, "plan "))) return damaged(why, "its head is damaged");
  h->hash = strtoull(at, NULL, 16);
  for (s = next_line(s); (at = after(s, "rules ")); s = next_line(s))
    if (h->rules == MAX_RULES || !read_seal(at, &h->seals[h->rules++]))
      return damaged(why, "its head is damaged");
  for (; (at = after(s, "| ")); s = next_line(s))
    buf_addn(&h->plan, at, (size_t)(next_line(s) - at));
  h->body = (size_t)(s - text);
  return h->plan.n && after(s, "games") ? true : damaged(why, "its head is damaged");
}

void part_head_free(PartHead *h) { buf_free(&h->plan); }

bool part_fits(const Plan *plan, const PartHead *h, Buf *why)
{
  if (strcmp(h->version, REGEL_VERSION))
    return damaged(why, "it was made by another version of regel");
  if (h->hash != plan->hash || strcmp(buf_text(&h->plan), plan->text))
    return damaged(why, "it was made for another plan");
  if (h->rules != (int)plan->rules.n) return damaged(why, "its head is damaged");
  for (int i = 0; i < h->rules; i++) {
    if (!seal_means(&h->seals[i], plan->rules.at[i].program))
      return damaged(why, "it was made with other rules");
  }
  return true;
}

static bool read_number(const char **s, int64_t *n)
{
  char *end;
  errno = 0;
  long long x = strtoll(*s, &end, 10);
  if (end == *s || errno) return false;
  *n = x;
  *s = end;
  return true;
}

/* " 3:17 5:2" into counts or kept games. */
static bool read_row(const char *s, int64_t *to, size_t n, Extremes *e, int x)
{
  while (*s == ' ') {
    int64_t at, value;
    s++;
    if (!read_number(&s, &at) || *s++ != ':' || !read_number(&s, &value)) return false;
    if (at < 0 || (!e && (uint64_t)at >= n)) return false;
    if (e) extreme_add(e, (Extreme)x, (Kept){value, (long)at}, MOST_KEPT);
    else to[at] = value;
  }
  return *s == '\n';
}

static bool read_counts(Counts *c, const char *s)
{
  const char *at = after(s, "extreme ");
  int64_t x;
  if (at)
    return read_number(&at, &x) && x >= 0 && x < X_COUNT &&
           read_row(at, NULL, 0, &c->extremes, (int)x);
  for (int i = 0; i < COUNT_SORTS; i++) {
    at = after(s, count_name((CountSort)i));
    if (at && *at == ' ')
      return read_row(at, counts_of(c, (CountSort)i),
                      c->layout.first[i + 1] - c->layout.first[i], NULL, 0);
  }
  return false;
}

static bool read_games(Part *p, const char *s)
{
  while (*s == ' ') {
    int64_t first, last;
    s++;
    if (!read_number(&s, &first) || *s++ != '-' || !read_number(&s, &last)) return false;
    Range r = {(long)first, (long)last + 1};
    if (first < 0 || last < first || last > 1000000000000 || part_has(p, r)) return false;
    part_done(p, r);
  }
  return *s == '\n';
}

bool part_read(Part *p, const char *text, const PartHead *h, Buf *why)
{
  INVARIANT(p->plan && h->hash == p->plan->hash);
  const char *end = strstr(text + h->body, "\nend ");
  if (!end) return damaged(why, "it was cut off");
  uint64_t hash = XXH64(text, (size_t)(end + 1 - text), 0);
  if (strtoull(end + 5, NULL, 16) != hash) return damaged(why, "its bytes were changed");
  const char *s = text + h->body;
  if (!read_games(p, s + strlen("games"))) return damaged(why, "its games make no sense");
  Counts *c = NULL;
  for (s = next_line(s); s <= end; s = next_line(s)) {
    const char *at = after(s, "cell ");
    int64_t i;
    if (at) {
      if (!read_number(&at, &i) || i < 0 || (uint64_t)i >= p->plan->cells.n)
        return damaged(why, "its cells make no sense");
      c = &p->cells[i];
      c->used = true;
    } else if (!c || !read_counts(c, s)) return damaged(why, "its counts make no sense");
  }
  return true;
}
