/* Stored games against other rules than those they were played by. */
#ifndef REGEL_AGAINST_H
#define REGEL_AGAINST_H
#include "db/rules.h"
#include "interp/base/json.h"
#include "interp/lockstep/lockstep.h"

/* Plays a stored game under both rules of the pair.  Free with comparison_free. */
Comparison *against_game(Compare *pair, const StoredGame *g);
/* Writes one comparison, as keys of a record that is open. */
void against_json(Json *j, const Comparison *c);
/* Plays all stored games of a ruleset, in all its versions, under other rules and hands
 * each comparison to `fn`; it is freed behind it.  `all` is how many games there are.
 * Ends early once *stop is not 0, or after a fault of the database. */
typedef void (*AgainstFn)(void *user, int64_t game, const Comparison *c, int64_t all);
/* Games that are not over are left out if their rules hide anything: what differs would
 * tell it.  So are games with other packs: they are another game.  How many these are. */
int64_t against_all(Db *db, const char *ruleset, const Program *rules,
                    const volatile int *stop, AgainstFn fn, void *user);

#endif
