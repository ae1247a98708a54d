/* The course of play against the row of the rulebook that is cited: who is next, and what
 * comes after what.
 *
 * A row that says clockwise leads on to `next`, and one that names three steps of a body
 * or more names them in the order in which they are done. */
#include "interp/find/find.h"
#include "interp/base/invariant.h"
#include "interp/find/ledger.h"
#include "interp/sema/builtin.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { DEEP = 200, AROUND = 4, STEM = 4, FEW_STEPS = 3, MOST_STEPS = 16 };

typedef struct Course {
  Find *f;
  const Ledgers *ledgers;
  const Node *around[DEEP]; /* what the present node stands in */
  int depth;
} Course;

/* ---- round the table -------------------------------------------------------------- */

static const char *find_words(const char *s, const char *words)
{
  size_t n = strlen(words);
  for (; *s; s++)
    if (!strncasecmp(s, words, n)) return s;
  return NULL;
}

/* 1: clockwise, -1: the other way, 0: the row says neither, or both. */
static int way_round(const char *row)
{
  static const char *const against[] = {"counter-clockwise", "counterclockwise",
                                        "anti-clockwise", "anticlockwise",
                                        "right neighbour"};
  const char *with = find_words(row, "clockwise"), *left = find_words(row, "left neigh");
  bool back = false;
  for (size_t i = 0; i < sizeof against / sizeof *against; i++)
    back = back || find_words(row, against[i]);
  if (back) return left ? 0 : -1;
  return with || left ? 1 : 0;
}

/* The way that `next` leads here round the players; 0: there is none. */
static int way_of(const Node *n)
{
  if (n->tag != N_CALL || n->sym || n->op != BI_NEXT || !n->a) return 0;
  const Node *who = n->a, *steps = who->next;
  if (!who->type || !who->type->kind || !who->type->kind->is_player) return 0;
  if (!steps) return 1;
  return !steps->type || steps->type->lo != steps->type->hi ? 0
         : steps->type->lo < 0                              ? -1
                                                            : 1;
}

static const Node *next_in(const Node *n, int depth)
{
  const Node *found = way_of(n) ? n : NULL;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); !found && depth < DEEP && parts_next(&p);)
    found = next_in(p.at, depth + 1);
  return found;
}

static void look_round(Course *c, const Node *n)
{
  const Node *next = n->cites && n->tag == N_SET ? next_in(n, 0) : NULL;
  for (const Node *x = next ? n->cites : NULL; x; x = x->next) {
    const LedgerRow *row = ledgers_find(c->ledgers, x->name);
    int says = row ? way_round(row->text) : 0;
    if (!says || says == way_of(next)) continue;
    Diag *g = diag_add(c->f->d, DIAG_ROW_COURSE, next->loc,
                       "this goes round the table the other way than %s says", row->id);
    diag_hint(c->f->d, g, "the row: %s", row->text);
    diag_hint(c->f->d, g,
              says > 0 ? "next(p) is who sits to the left of p"
                       : "next(p, -1) is who sits to the right of p");
    return;
  }
}

/* ---- one after the other ---------------------------------------------------------- */

/* The verb that a step carries out, for somebody or not. */
static const Node *step_of(const Node *n)
{
  if (n->tag == N_AS && n->b && !n->b->next) n = n->b;
  if (n->tag == N_BLOCK && n->a && !n->a->next) n = n->a;
  return n->tag == N_PHRASE && n->op == BP_VERB && n->sym && n->sym->slot ? n : NULL;
}

/* Where a row first has a word that begins as the verb does. */
static const char *named_at(const char *row, const char *verb)
{
  if (strcspn(verb, "_") < STEM) return NULL;
  for (const char *s = row; *s; s++)
    if ((s == row || !isalpha((unsigned char)s[-1])) && !strncasecmp(s, verb, STEM))
      return s;
  return NULL;
}

static void compare_steps(Course *c, const Node *block, const LedgerRow *row)
{
  const char *at[MOST_STEPS];
  const Node *steps[MOST_STEPS];
  int n = 0;
  for (const Node *x = block->a; x && n < MOST_STEPS; x = x->next) {
    const Node *step = step_of(x);
    const char *where = step ? named_at(row->text, step->sym->slot->name) : NULL;
    bool again = false;
    for (int i = 0; i < n; i++) again = again || at[i] == where;
    if (where && again) return;
    if (where) at[n] = where, steps[n++] = step;
  }
  int wrong = 1;
  while (wrong < n && at[wrong] > at[wrong - 1]) wrong++;
  if (n < FEW_STEPS || wrong == n || in_library(c->f, steps[wrong])) return;
  Diag *g =
      diag_add(c->f->d, DIAG_ROW_COURSE, steps[wrong]->loc,
               "\"%s\" comes after \"%s\" here, and before it in %s",
               steps[wrong]->sym->slot->name, steps[wrong - 1]->sym->slot->name, row->id);
  diag_hint(c->f->d, g, "the row: %s", row->text);
  diag_hint(c->f->d, g, "write the steps in the order of the row, or cite another one");
}

static void look_at_steps(Course *c, const Node *block)
{
  const LedgerRow *seen = NULL;
  const Node *sites[2 * MOST_STEPS + AROUND + 1] = {block};
  int n = 1;
  for (int i = c->depth - 1; i >= 0 && n <= AROUND; i--) sites[n++] = c->around[i];
  for (const Node *x = block->a; x && n < 2 * MOST_STEPS + AROUND; x = x->next) {
    sites[n++] = x;
    if (node_block(x)) sites[n++] = node_block(x); /* `as p { … } @ROW` */
  }
  for (int i = 0; i < n; i++)
    for (const Node *x = sites[i]->cites; x; x = x->next) {
      const LedgerRow *row = ledgers_find(c->ledgers, x->name);
      if (!row || row == seen) continue;
      seen = row;
      compare_steps(c, block, row);
    }
}

static void look(Course *c, const Node *n)
{
  if (c->depth == DEEP || n->tag == N_TEST || n->tag == N_CLAIM || n->tag == N_ALWAYS)
    return;
  look_round(c, n);
  if (n->tag == N_BLOCK) look_at_steps(c, n);
  c->around[c->depth++] = n;
  for (Parts p = parts_of(n, PARTS_MEANT & ~(unsigned)PARTS_TYPE); parts_next(&p);)
    look(c, p.at);
  c->depth--;
}

void find_course(Find *f, const Ledgers *l)
{
  INVARIANT(f->u && l->list.n);
  Course c = {.f = f, .ledgers = l};
  for (const Node *n = f->u->items.head; n; n = n->next) look(&c, n);
}
