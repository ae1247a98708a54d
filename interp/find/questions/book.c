/* What the rulebook says in the row that a rule cites, where it says something else: a
 * number, a row of a table, how many there are, or that something is hidden.
 *
 * Rows are prose, so only what can hardly mean anything else is compared: of a row, one
 * number that nothing that cites it has; of those rules, one number that no row has that
 * stands at it; and the two are near each other. */
#include "interp/find/find.h"
#include "interp/base/invariant.h"
#include "interp/base/map.h"
#include "interp/find/ledger.h"
#include "interp/find/range.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST = 63, NEAR = 1, DEEP = 200 }; /* numbers are bits of a word */
typedef uint64_t Some;                    /* numbers, each a bit */

typedef struct Cited {
  const LedgerRow *row;
  Some said, has, loose; /* in the row; in what cites it; and in no row there */
  const Node *at;        /* one of the loose */
  bool open;             /* an option: the row leaves it open */
  int sites;             /* how many cite it */
} Cited;

typedef struct Book {
  Find *f;
  const Ledgers *ledgers;
  VEC(Cited) rows;
  Map *known; /* by the address of an id: which of them, from 1 on */
} Book;

static Some bit(int64_t n) { return n > 1 && n <= MOST ? (Some)1 << n : 0; }

static int only(Some s) { return s && !(s & (s - 1)) ? __builtin_ctzll(s) : 0; }

/* ---- the row -------------------------------------------------------------------- */

static bool word_is(const char *s, size_t n, const char *word)
{
  return strlen(word) == n && !strncasecmp(s, word, n);
}

/* Is the number the name of something (step 8, page 4), or a part of one? */
static bool names_it(const char *before, size_t n)
{
  static const char *const names[] = {"step", "page",    "p",     "phase", "scenario",
                                      "row",  "section", "level", "table", "number"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (word_is(before, n, names[i])) return true;
  return false;
}

static int in_words(const char *s, size_t n)
{
  static const char *const words[] = {"two", "three",  "four",  "five",
                                      "six", "seven",  "eight", "nine",
                                      "ten", "eleven", "twelve"};
  static const char *const orders[] = {"third", "fourth", "fifth", "sixth"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (word_is(s, n, words[i])) return (int)i + 2;
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
    if (word_is(s, n, orders[i])) return (int)i + 3;
  return 0;
}

/* What stands in brackets or quotation marks is said beside it. */
static const char *skip_aside(const char *s)
{
  static const char pairs[] = "()[]\"\"";
  for (const char *p = pairs; *p; p += 2)
    if (*s == *p) {
      const char *end = strchr(s + 1, p[1]);
      return end ? end + 1 : s + 1;
    }
  return s;
}

static Some numbers_of(const char *s)
{
  Some all = 0;
  const char *last = "", *start = s;
  size_t length = 0; /* of the word before */
  bool than = false, more = false;
  while (*s) {
    const char *behind = skip_aside(s);
    size_t id = ledger_id_length(s), n = 0;
    if (behind > s || id) {
      s = id ? s + id : behind;
      continue;
    }
    while (isalnum((unsigned char)s[n]) || (unsigned char)s[n] >= 0x80) n++;
    if (!n) {
      s++;
      continue;
    }
    char *end;
    long k = isdigit((unsigned char)*s) ? strtol(s, &end, 10) : 0;
    bool range = k && ((s > start && strchr("-/", s[-1])) || s[n] == '-' || s[n] == '/');
    if (k && (end != s + n || range || names_it(last, length))) k = 0;
    if (!isdigit((unsigned char)*s))
      k = word_is(last, length, "the") ? 0 : in_words(s, n);
    if (k && than) k += more ? 1 : -1;
    all |= bit(k);
    than = word_is(s, n, "than");
    if (!than) more = word_is(s, n, "more");
    last = s, length = n;
    s += n;
  }
  return all;
}

/* ---- what cites it --------------------------------------------------------------- */

static Cited *cited(Book *b, const char *id)
{
  const LedgerRow *row = ledgers_find(b->ledgers, id);
  if (!row) return NULL;
  uintptr_t nth = (uintptr_t)map_get(b->known, row->id);
  if (!nth) {
    Cited c = {.row = row, .said = numbers_of(row->text)};
    vec_push(&b->rows, c);
    nth = b->rows.n;
    map_put(b->known, row->id, (void *)nth);
  }
  return &b->rows.at[nth - 1];
}

static Some said_at(Book *b, const Node *n)
{
  Some all = 0;
  for (const Node *c = n->cites; c; c = c->next) {
    const Cited *x = cited(b, c->name);
    if (x) all |= x->said;
  }
  return all;
}

static Some said_below(Book *b, const Node *n, int depth)
{
  Some all = said_at(b, n);
  for (Parts p = parts_of(n, PARTS_MEANT & ~(unsigned)PARTS_TYPE);
       parts_next(&p) && depth < DEEP;)
    all |= said_below(b, p.at, depth + 1);
  return all;
}

/* The numbers of a rule: `> 4` is five or more, `< 5` four or fewer. */
typedef struct Found {
  const Unit *u;
  Some has, loose, ok;
  const Node *at;
} Found;

/* Is it written as a number?  A word is one, too, once names are known. */
static bool written(const Unit *u, const Node *n)
{
  int length;
  if (n->tag != N_NUM || n->loc.file < 0) return false;
  const char *t = source_line(&u->sources.files.at[n->loc.file], n->loc.line, &length);
  return n->loc.col <= length && isdigit((unsigned char)t[n->loc.col - 1]);
}

static bool written_number(const Node *n) { return n && n->tag == N_NUM; }

static void put(Found *x, const Node *at, int64_t n, Some same)
{
  x->has |= bit(n) | same;
  if (!bit(n) || (bit(n) | same) & x->ok) return;
  x->loose |= bit(n);
  x->at = at;
}

static void collect(Found *x, const Node *n, int depth)
{
  if (depth > DEEP || n->tag == N_ALWAYS || n->tag == N_CLAIM || n->tag == N_TEST) return;
  if (written(x->u, n)) put(x, n, n->num, 0);
  if (n->tag == N_THING) put(x, n, n->num, bit(n->num / 2)); /* for each of two */
  bool past = n->tag == N_GT || n->tag == N_LT;
  for (Parts p = parts_of(n, PARTS_MEANT & ~(unsigned)PARTS_TYPE); parts_next(&p);) {
    bool bound = past && written(x->u, p.at);
    if (bound && n->tag == N_GT && p.at == n->b) put(x, p.at, p.at->num + 1, 0);
    else if (bound) put(x, p.at, p.at->num, bit(p.at->num - 1));
    else collect(x, p.at, depth + 1);
  }
}

static bool is_idle(Tag t)
{
  return t == N_OMIT || t == N_TEST || t == N_ALWAYS || t == N_CLAIM || t == N_VIEW;
}

/* `ok`: what the rows say that stand around it. */
static void look(Book *b, const Node *n, Some ok, int depth)
{
  if (depth > DEEP || is_idle(n->tag)) return;
  ok |= said_at(b, n);
  Found x = {.u = b->f->u, .ok = n->cites ? ok | said_below(b, n, depth) : 0};
  if (n->cites) collect(&x, n, depth);
  for (const Node *c = n->cites; c; c = c->next) {
    Cited *r = cited(b, c->name);
    if (!r) continue;
    r->has |= x.has;
    r->sites++;
    if (n->tag == N_THING || n->tag == N_FILL) continue; /* it says more than one row */
    r->loose |= x.loose;
    if (x.at) r->at = x.at;
    r->open |= n->tag == N_OPTION;
  }
  for (Parts p = parts_of(n, PARTS_MEANT & ~(unsigned)PARTS_TYPE); parts_next(&p);)
    look(b, p.at, ok, depth + 1);
}

static void tell_numbers(Book *b)
{
  for (size_t i = 0; i < b->rows.n; i++) {
    const Cited *c = &b->rows.at[i];
    int says = only(c->said & ~c->has), is = only(c->loose);
    if (c->open || !says || !is || says - is > NEAR || is - says > NEAR) continue;
    if (in_library(b->f, c->at)) continue;
    Diag *g =
        diag_add(b->f->d, DIAG_ROW_NUMBER, c->at->loc,
                 "%s says %d, and the rule that cites it has %d", c->row->id, says, is);
    diag_hint(b->f->d, g, "the row: %s", c->row->text);
    diag_hint(b->f->d, g, "write %d, or cite the row that says %d", says, is);
  }
}

/* ---- tables and counts ------------------------------------------------------------ */

enum { MOST_CELLS = 12 };

/* The cells of a row that are a number and nothing else, in their order. */
static int number_cells(const char *s, int64_t cells[MOST_CELLS])
{
  int n = 0;
  while (*s && n < MOST_CELLS) {
    size_t size = strcspn(s, "|");
    char *end;
    long k = strtol(s, &end, 10);
    while (end < s + size && *end == ' ') end++;
    if (k > 0 && end == s + size) cells[n++] = k;
    s += size + (s[size] != 0);
  }
  return n;
}

static const Node *table_row(const Node *table, int64_t key)
{
  const Node *row = table->b;
  while (row && !pattern_has(row->a, key)) row = row->next;
  return row && written_number(row->b) ? row : NULL;
}

static void tell_row(Book *b, const LedgerRow *r, const Node *at, int64_t says,
                     int64_t is)
{
  Diag *g = diag_add(b->f->d, DIAG_ROW_NUMBER, at->loc,
                     "%s says %lld, and the table that cites it has %lld", r->id,
                     (long long)says, (long long)is);
  diag_hint(b->f->d, g, "the row: %s", r->words);
  diag_hint(b->f->d, g, "write %lld, or cite the row that says %lld", (long long)says,
            (long long)is);
}

/* The first line of a table that a row with as many numbers has otherwise; `all`: whether
 * there is such a row. */
static const Node *other_line(const Node *table, const LedgerRow *r, int64_t *says,
                              bool *all)
{
  const Range key = range_of_type(table->a->type);
  int64_t cells[MOST_CELLS];
  int n = number_cells(r->words, cells);
  *all = n > 2 && n == key.hi - key.lo + 1;
  for (int i = 0; *all && i < n; i++) {
    const Node *row = table_row(table, key.lo + i);
    *says = cells[i];
    if (!row || row->b->num != cells[i]) return row;
  }
  return NULL;
}

static int digit_runs(const char *s)
{
  int n = 0;
  for (; *s; s++) n += isdigit((unsigned char)*s) && !isdigit((unsigned char)s[1]);
  return n;
}

/* A row with two numbers is one line of a table: "With 3 players 6 agents take part". */
static void compare_line(Book *b, const LedgerRow *r, const Node *table)
{
  Some said = numbers_of(r->text);
  int low = said ? __builtin_ctzll(said) : 0, high = only(said & (said - 1));
  if (!high || digit_runs(r->text) > 2) return;
  const Node *row = table_row(table, low), *other = table_row(table, high);
  const Range key = range_of_type(table->a->type);
  if (!row || low < key.lo || low > key.hi || row->b->num == high) return;
  if (!other || other->b->num != low) tell_row(b, r, row->b, high, row->b->num);
}

/* One that cites several rows may be any of them. */
static void look_at_table(Book *b, const Node *v, const Node *table)
{
  const LedgerRow *other = NULL;
  const Node *at = NULL;
  int64_t says = 0, number;
  for (const Node *c = v->cites; c; c = c->next) {
    const Cited *r = cited(b, c->name);
    bool all = false;
    const Node *line = r ? other_line(table, r->row, &number, &all) : NULL;
    if (all && !line) return;
    if (line && !other) other = r->row, at = line, says = number;
  }
  if (other) tell_row(b, other, at->b, says, at->b->num);
  for (const Node *c = other ? NULL : v->cites; c; c = c->next) {
    const Cited *r = cited(b, c->name);
    if (r) compare_line(b, r->row, table);
  }
}

static void look_at_tables(Book *b)
{
  const Model *m = b->f->m;
  for (size_t i = 0; i < m->values.n; i++)
    for (size_t j = 0; j < m->values.at[i]->defs.n; j++) {
      const Node *v = m->values.at[i]->defs.at[j].node, *table = v->d;
      bool plain = table && table->a && !table->a->next && table->a->type &&
                   table->a->type->tag == T_NUM && !in_library(b->f, v);
      if (plain) look_at_table(b, v, table);
    }
}

/* "Failed cards | 20", and what alone cites it has fewer copies, or more. */
static void look_at_counts(Book *b)
{
  const Model *m = b->f->m;
  const Node *last = NULL;
  for (size_t i = 0; i < m->things.n; i++) {
    const Node *n = m->things.at[i]->decl;
    if (!n || n == last || n->num < 2 || in_library(b->f, n)) continue;
    last = n;
    for (const Node *c = n->cites; c; c = c->next) {
      const Cited *r = cited(b, c->name);
      int64_t cells[MOST_CELLS];
      if (!r || r->sites != 1 || number_cells(r->row->words, cells) != 1) continue;
      if (cells[0] == n->num) continue;
      Diag *g =
          diag_add(b->f->d, DIAG_ROW_NUMBER, n->loc, "%s says %lld, and there are %lld",
                   r->row->id, (long long)cells[0], (long long)n->num);
      diag_hint(b->f->d, g, "the row: %s", r->row->words);
      diag_hint(b->f->d, g, "write * %lld, or cite another row", (long long)cells[0]);
    }
  }
}

/* ---- what is hidden --------------------------------------------------------------- */

static bool has_words(const char *s, size_t n, const char *words, size_t k)
{
  for (size_t i = 0; k && i + k <= n; i++)
    if (!strncasecmp(s + i, words, k)) return true;
  return false;
}

static bool hides(const char *s, size_t n)
{
  static const char *const words[] = {"face down",    "face-down",     " is secret",
                                      "are secret",   "is hidden",     "are hidden",
                                      "keeps secret", "kept secret",   "hidden from",
                                      "in secret",    "does not show", "do not show"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (has_words(s, n, words[i], strlen(words[i]))) return true;
  return false;
}

/* One clause of the row hides what the pile is called. */
static bool row_hides(const char *s, const char *noun)
{
  size_t k = strcspn(noun, "|");
  if (k > 1 && noun[k - 1] == 's') k--; /* one or many */
  while (*s) {
    size_t n = strcspn(s, ";.:");
    if (hides(s, n) && has_words(s, n, noun, k)) return true;
    s += n + (s[n] != 0);
  }
  return false;
}

static void look_at_piles(Book *b, const Node *n, int depth)
{
  if (depth > DEEP || is_idle(n->tag)) return;
  bool open = n->tag == N_FIELD && n->a && n->a->tag == N_T_PILE && !n->c && n->label;
  for (const Node *c = open && !in_library(b->f, n) ? n->cites : NULL; c; c = c->next) {
    const Cited *r = cited(b, c->name);
    if (!r || !row_hides(r->row->text, n->label)) continue;
    Diag *g = diag_add(b->f->d, DIAG_ROW_HIDES, n->loc,
                       "everybody sees \"%s\", and %s hides it", n->name, r->row->id);
    diag_hint(b->f->d, g, "the row: %s", r->row->text);
    diag_hint(b->f->d, g, "say who may look: seen by owner, or seen by none");
    break;
  }
  for (Parts p = parts_of(n, PARTS_DECLARATION); parts_next(&p);)
    look_at_piles(b, p.at, depth + 1);
}

void find_book(Find *f, const Ledgers *l)
{
  INVARIANT(f->u && l->list.n);
  Book b = {.f = f, .ledgers = l, .known = map_new(f->m->arena)};
  for (const Node *n = f->u->items.head; n; n = n->next) look(&b, n, 0, 0);
  for (const Node *n = f->u->items.head; n; n = n->next) look_at_piles(&b, n, 0);
  tell_numbers(&b);
  look_at_tables(&b);
  look_at_counts(&b);
  vec_free(&b.rows);
}
