#include "interp/agree/substance.h"
#include "interp/base/invariant.h"

#include <string.h>

/* ---- facts of a text ------------------------------------------------------------ */

/* Is a name of the game written as one?  "Handkarten" is no hand. */
static int is_proper(const Lexicon *l, const LexEntry *e, const Tokens *t,
                     const LexMatch *m)
{
  enum { ENDING = 3 };
  const Token *first = &t->list.at[m->at[0]], *last = &t->list.at[m->at[m->count - 1]];
  const LexWord *word = &l->words.at[e->first + e->count - 1];
  if (!e->proper) return 0;
  return first->capital && last->size <= word->size + ENDING ? 1 : -1;
}

static void add_entry(Facts *f, const Lexicon *l, const LexEntry *e, const Tokens *t,
                      const LexMatch *m)
{
  INVARIANT(m->count > 0 && m->count <= LEX_TAKES);
  INVARIANT(m->at[m->count - 1] < t->list.n);
  if (e->skip) return;
  Fact x = {.class = e->class,
            .weight = e->weight,
            .concept = e->concept,
            .number = e->number,
            .bound = "",
            .from = t->list.at[m->at[0]].from,
            .to = t->list.at[m->at[m->count - 1]].to,
            .at = (int)m->at[0],
            .part = t->list.at[m->at[0]].sentence,
            .sort = e->sort,
            .proper = is_proper(l, e, t, m)};
  if (x.class == FACT_AMOUNT && t->list.at[m->at[0]].form) x.weight = WEIGHT_ANSWER;
  vec_push(&f->list, x);
}

static void add_number(Facts *f, const Token *k, int at)
{
  Fact x = {.class = FACT_AMOUNT,
            .concept = "",
            .number = k->value,
            .weight = k->form ? WEIGHT_ANSWER : WEIGHT_FULL,
            .bound = "",
            .from = k->from,
            .to = k->to,
            .at = at,
            .part = k->sentence};
  vec_push(&f->list, x);
  if (!k->sign) return;
  Fact way = {.class = FACT_DIRECTION,
              .concept = k->sign == '+' ? "up" : "down",
              .number = -1,
              .bound = "",
              .from = k->from - 1,
              .to = k->to};
  vec_push(&f->list, way);
}

/* What stands for a name of the game. */
static void add_slot(Facts *f, const Token *k, int at)
{
  Fact x = {.class = FACT_SLOT,
            .weight = WEIGHT_ANSWER,
            .concept = "",
            .number = -1,
            .bound = "",
            .from = k->from,
            .to = k->to,
            .at = at,
            .part = k->sentence};
  vec_push(&f->list, x);
}

static size_t apart(const Fact *a, const Fact *b)
{
  return a->from < b->from ? b->from - (a->to < b->from ? a->to : b->from)
                           : a->from - (b->to < a->from ? b->to : a->from);
}

static bool excludes(const Fact *bound)
{
  return !strcmp(bound->concept, "over") || !strcmp(bound->concept, "under");
}

/* "at most 3", "2 or more": a bound belongs to the nearest number, before or after it. */
static void join_bounds(Facts *f)
{
  enum { NEAR = 24, BESIDE = 6 }; /* bytes: a few words; an article */
  size_t kept = 0;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *b = &f->list.at[i];
    Fact *best = NULL;
    for (size_t k = 0; b->class == FACT_BOUND && k < f->list.n; k++) {
      Fact *a = &f->list.at[k];
      bool taken = *a->bound && strcmp(a->bound, b->concept);
      if (a->class != FACT_AMOUNT || a->number < 0 || taken || apart(a, b) > NEAR)
        continue;
      /* "more than your coins: lose 1" */
      if (excludes(b) && (a->from < b->to || a->from - b->to > BESIDE)) continue;
      if (!best || apart(a, b) < apart(best, b)) best = a;
    }
    if (!best) continue;
    best->bound = b->concept;
    best->weight = WEIGHT_FULL;
    if (b->from < best->from) best->from = b->from;
    if (b->to > best->to) best->to = b->to;
    f->list.at[i].class = FACT_COUNT; /* joined */
  }
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class != FACT_COUNT) f->list.at[kept++] = f->list.at[i];
  INVARIANT(kept <= f->list.n);
  f->list.n = kept;
}

static int by_place(const void *a, const void *b)
{
  const Fact *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  return (int)x->class - (int)y->class;
}

void facts_read(Facts *f, const Lexicon *l, const char *text, size_t size)
{
  INVARIANT(f && l && text);
  Tokens t = {0};
  memset(f, 0, sizeof *f);
  f->lang = l->lang;
  f->text = text;
  f->size = size;
  f->classes = l->classes;
  tokens_read(&t, text, size);
  bool *taken = calloc(t.list.n + 1, sizeof *taken);
  for (int pass = LEX_PHRASES; taken && pass <= LEX_OVER; pass++) {
    if (pass == LEX_OVER) memset(taken, 0, t.list.n);
    for (size_t i = 0; i < t.list.n; i++) {
      LexMatch m;
      if (taken[i] || !lexicon_match(l, &t, taken, i, (LexPass)pass, &m)) continue;
      for (int k = 0; k < m.count; k++) taken[m.at[k]] = true;
      add_entry(f, l, m.entry, &t, &m);
      for (int k = 0; k < m.more; k++) add_entry(f, l, m.also[k], &t, &m);
    }
  }
  for (size_t i = 0; i < t.list.n; i++) {
    if (t.list.at[i].number) add_number(f, &t.list.at[i], (int)i);
    else if (text[t.list.at[i].from] == '{') add_slot(f, &t.list.at[i], (int)i);
  }
  if (f->list.n) qsort(f->list.at, f->list.n, sizeof *f->list.at, by_place);
  free(taken);
  tokens_free(&t);
  join_bounds(f);
}

void facts_free(Facts *f) { vec_free(&f->list); }

const Fact *facts_find(const Facts *f, FactClass class, const char *concept)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (f->list.at[i].class == class && !strcmp(f->list.at[i].concept, concept))
      return &f->list.at[i];
  return NULL;
}

/* ---- their names ---------------------------------------------------------------- */

enum { STATED, REPLACED };
static const struct {
  const char *title;
  int how;
} classes[] = {
#define FACT(name, word, title, how) {title, how},
#include "interp/agree/fact.def"
#undef FACT
};

const char *fact_title(FactClass class)
{
  INVARIANT(class < FACT_COUNT); /* that one is joined to another */
  return classes[class].title;
}

static bool fact_replaces(FactClass class) { return classes[class].how == REPLACED; }

void fact_name(Buf *b, const Fact *f)
{
  INVARIANT(f->bound && f->concept);
  if (*f->bound) buf_printf(b, "%s ", f->bound);
  if (f->number >= 0) buf_printf(b, "%lld", (long long)f->number);
  else buf_add(b, f->concept);
}

/* ---- comparing ------------------------------------------------------------------ */

static bool same_fact(const Fact *a, const Fact *b)
{
  return a->class == b->class && a->number == b->number &&
         !strcmp(a->concept, b->concept) && !strcmp(a->bound, b->bound);
}

/* Where it is said most clearly. */
static int find_same(const Facts *f, const Fact *x)
{
  int best = -1;
  for (size_t i = 0; i < f->list.n; i++)
    if (same_fact(&f->list.at[i], x) &&
        (best < 0 || f->list.at[i].weight < f->list.at[best].weight))
      best = (int)i;
  return best;
}

/* A word that can mean several things ("ziehen": draw or move) is understood as what the
 * other versions say, if one of its meanings is there. */
static bool understood(const Facts *f, const Fact *x, const Facts *other)
{
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *y = &f->list.at[i];
    if (y->from == x->from && y->to == x->to && !same_fact(x, y) &&
        find_same(other, y) >= 0)
      return true;
  }
  return false;
}

/* The fact of a version that stands in the place of one that it lacks: the same number
 * with another bound, else one of its class that no version with `x` has. */
static int instead_of(const Facts *const *v, int n, unsigned has, int me, const Fact *x)
{
  const Facts *f = v[me];
  for (size_t i = 0; x->class == FACT_AMOUNT && i < f->list.n; i++)
    if (f->list.at[i].class == FACT_AMOUNT && f->list.at[i].number == x->number)
      return (int)i;
  for (size_t i = 0; i < f->list.n; i++) {
    const Fact *y = &f->list.at[i];
    if (y->class != x->class || y->weight == WEIGHT_ANSWER) continue;
    bool theirs = false;
    for (int k = 0; k < n && !theirs; k++)
      theirs = (has >> k & 1) && (find_same(v[k], y) >= 0 || understood(f, y, v[k]));
    if (!theirs) return (int)i;
  }
  return -1;
}

static bool told(const Differences *d, const Fact *x)
{
  for (size_t i = 0; i < d->list.n; i++)
    if (same_fact(&d->list.at[i].fact, x)) return true;
  return false;
}

static bool all_understood(const Facts *const *v, int n, const Difference *d)
{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      if ((d->has >> i & 1) && (d->lacks >> k & 1) &&
          !understood(v[i], &v[i]->list.at[d->where[i]], v[k]))
        return false;
  return true;
}

static void compare_fact(const Facts *const *v, int n, const Fact *x, Differences *out)
{
  Difference d = {.fact = *x};
  bool swapped = false;
  Weight weight = WEIGHT_ANSWER;
  for (int i = 0; i < n; i++) {
    d.where[i] = v[i]->silent ? -1 : find_same(v[i], x);
    if (v[i]->silent) continue;
    if (d.where[i] >= 0) {
      d.has |= 1u << i;
      if (v[i]->list.at[d.where[i]].weight < weight)
        weight = v[i]->list.at[d.where[i]].weight;
    } else {
      d.lacks |= 1u << i;
    }
  }
  INVARIANT(!(d.has & d.lacks));
  if (!d.lacks || weight == WEIGHT_ANSWER || told(out, x)) return;
  if (all_understood(v, n, &d)) return;
  for (int i = 0; i < n; i++)
    if (d.lacks >> i & 1) {
      d.where[i] = instead_of(v, n, d.has, i, x);
      if (d.where[i] >= 0 && v[i]->list.at[d.where[i]].weight == WEIGHT_FULL)
        swapped = true;
    }
  d.substance = weight == WEIGHT_FULL && (!fact_replaces(x->class) || swapped);
  if (d.substance) out->substance = true;
  vec_push(&out->list, d);
}

static bool alone(unsigned mask) { return mask && !(mask & (mask - 1)); }

/* The version that most differences in substance set apart from all others. */
static int find_odd(const Differences *d, int n, unsigned silent)
{
  int votes[MAX_VERSIONS] = {0}, best = -1;
  INVARIANT(n <= MAX_VERSIONS);
  bool shared = false;
  if (n < 3) return -1;
  for (int i = 0; i < n; i++) {
    unsigned me = 1u << i;
    votes[i] = silent == me;
    for (size_t k = 0; k < d->list.n; k++) {
      const Difference *x = &d->list.at[k];
      if (x->substance &&
          ((alone(x->has) && x->has == me) || (alone(x->lacks) && x->lacks == me)))
        votes[i]++;
    }
    if (best < 0 || votes[i] > votes[best]) best = i, shared = false;
    else shared = shared || votes[i] == votes[best];
  }
  return votes[best] && !shared ? best : -1;
}

/* The same difference seen from the other side: told once. */
static void drop_mirrored(const Facts *const *v, int n, Differences *d)
{
  size_t kept = 0;
  for (size_t i = 0; i < d->list.n; i++) {
    const Difference *x = &d->list.at[i];
    bool mirrored = false;
    for (size_t k = 0; k < kept && !mirrored; k++) {
      Difference *y = &d->list.at[k];
      if (y->fact.class != x->fact.class || y->lacks != x->has) continue;
      mirrored = true;
      for (int j = 0; j < n && mirrored; j++)
        if (x->has >> j & 1)
          mirrored = y->where[j] >= 0 && same_fact(&v[j]->list.at[y->where[j]], &x->fact);
      if (mirrored) y->substance = y->substance || x->substance;
    }
    if (!mirrored) d->list.at[kept++] = *x;
  }
  d->list.n = kept;
}

void facts_compare(const Facts *const *v, int n, Differences *out)
{
  INVARIANT(n > 0 && n <= MAX_VERSIONS);
  unsigned silent = 0;
  memset(out, 0, sizeof *out);
  out->odd = -1;
  for (int i = 0; i < n; i++)
    if (v[i]->silent) silent |= 1u << i;
  out->substance = silent != 0;
  for (int i = 0; i < n; i++)
    for (size_t k = 0; k < v[i]->list.n; k++) compare_fact(v, n, &v[i]->list.at[k], out);
  if (out->substance) out->odd = find_odd(out, n, silent);
  drop_mirrored(v, n, out);
}

void differences_free(Differences *d) { vec_free(&d->list); }
