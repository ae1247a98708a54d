/* Findings: what is wrong with a game although every line of it is understood.
 *
 * The compiler's errors say that a rule means nothing; a finding says that it means
 * something that nobody can want.  Only `regel check` looks for them, so playing pays
 * nothing.  Each file of this folder is one question asked of the whole model; find.c
 * lists them. */
#ifndef REGEL_FIND_H
#define REGEL_FIND_H
#include "interp/code/program.h"
#include "interp/sema/model.h"

struct Ledgers;
struct Lexicon;

typedef struct Find {
  Model *m;
  Unit *u;
  Diags *d;
  const Program *p;      /* the same rules compiled */
  struct Survey *survey; /* what everything can be (range.h) */
  const struct Uses *uses;
} Find;

/* Adds all findings to the unit's diagnostics.  The unit must have compiled.  `english`
 * gets the names of the game; without it (NULL) no text is compared with its rule.
 * `prove`: seconds for proofs by induction, 0 for none. */
void find(Unit *u, const Program *p, struct Lexicon *english, double prove);
/* What the source accepts is no finding; an acceptance of nothing is one.  Comes after it
 * is known whose findings they are: who brings a pack accepts what it does to a game. */
void find_settle(Unit *u);

/* Is a file the business of somebody else: of the standard library, of a ruleset that
 * this one uses, of the game if packs are looked at? */
bool file_elsewhere(const Model *m, int file);
/* Are these rules a part of a game, or an example: do only tests do anything in them?
 * Then what tests do counts. */
bool is_fragment(Find *f);
/* A library offers more than one game uses: what stands there is no finding. */
bool in_library(const Find *f, const Node *n);

void find_unused(Find *f);
void find_circles(Find *f);
void find_again(Find *f);
void find_cites(Find *f);
void find_book(Find *f, const struct Ledgers *l); /* the rows against what cites them */
void find_course(Find *f, const struct Ledgers *l);
void find_order(Find *f);
void find_claims(Find *f);
void find_proofs(Find *f, double seconds);
void find_kept(Find *f);
void find_conditions(Find *f);
void find_tables(Find *f);
void find_trials(Find *f);
void find_piles(Find *f);
void find_limits(Find *f);
void find_tests(Find *f);
void find_loops(Find *f);
void find_late(Find *f);
void find_titles(Find *f);
void find_untold(Find *f);
void find_nowhere(Find *f);
void find_touched(Find *f);
void find_lasting(Find *f);
void find_odd(Find *f);
void find_slips(Find *f);
void find_swings(Find *f); /* behind find_circles */

#endif
