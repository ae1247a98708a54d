/* Is the database sound?  Its file, its tables, every seal and link, every state of every
 * game played again, and the views. */
#ifndef REGEL_DB_CHECK_H
#define REGEL_DB_CHECK_H
#include "db/rules.h"
#include "interp/base/buf.h"

typedef struct CheckPlan {
  bool (*progress)(void *user, int64_t done, int64_t all); /* false: stop.  May be NULL */
  void *user;
  bool seals; /* only seals, links and the chain: no game is played again */
} CheckPlan;

typedef struct CheckReport {
  int64_t rulesets, games, steps, told; /* looked at, steps of games that are over or
                                           hide nothing; told: games whose events stand */
  /* Games that earlier versions recorded; with chance that people gave; of earlier
   * versions, with chance that is not their seed's; whose events stand in other words. */
  int64_t early, given, strange, reworded;
  int problems;
  bool stopped;
  Buf text; /* one line for each problem */
} CheckReport;

/* Looks at everything as it stands at one moment; others may write meanwhile.  Faults of
 * the database become problems of the report; true if there are none.  Free report->text.
 */
bool check_database(Db *db, const CheckPlan *plan, CheckReport *report);
/* Where the chance of a game came from, as far as its record proves it. */
typedef struct CheckProof {
  size_t chances, given, strange; /* as in Replay */
} CheckProof;
/* Looks at one game: seal, links, states, chance, ending.  Adds what is wrong to `why`.
 */
bool check_game(Db *db, const StoredGame *g, const Rules *rules, CheckProof *proof,
                Buf *why);
/* What a sound record proves about chance, and what it cannot, in a sentence. */
void check_says(const StoredGame *g, const CheckProof *p, const Lang *lang, Buf *b);

#endif
