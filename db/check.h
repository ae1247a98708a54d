/* Is the database sound?  Its file, its tables, every seal and link, every state of every
 * game played again, and the views. */
#ifndef REGEL_DB_CHECK_H
#define REGEL_DB_CHECK_H
#include "db/rules.h"
#include "interp/base/buf.h"

typedef struct CheckPlan {
  bool (*progress)(void *user, int64_t done, int64_t all); /* false: stop.  May be NULL */
  void *user;
} CheckPlan;

typedef struct CheckReport {
  int64_t rulesets, games, steps, told; /* looked at; told: games whose events stand */
  int problems;
  bool stopped;
  Buf text; /* one line for each problem */
} CheckReport;

/* Looks at everything as it stands at one moment; others may write meanwhile.  Faults of
 * the database become problems of the report; true if there are none.  Free report->text.
 */
bool check_database(Db *db, const CheckPlan *plan, CheckReport *report);
/* Looks at one game: seal, links, states, ending; not at the games around it.  Adds what
 * is wrong to `why`. */
bool check_game(const StoredGame *g, const Rules *rules, Buf *why);

#endif
