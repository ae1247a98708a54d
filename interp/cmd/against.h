/* Stored games against other rules than those they were played by. */
#ifndef REGEL_AGAINST_H
#define REGEL_AGAINST_H
#include "interp/cmd/archive.h"
#include "interp/cmd/json.h"
#include "interp/play/compare.h"

/* Plays a stored game under both rules of the pair.  Free with comparison_free. */
Comparison *against_game(Compare *pair, const StoredGame *g);
/* Writes one comparison as a JSON object. */
void against_json(Json *j, const Comparison *c);
/* regel replay ID --with PATH.  Returns the code to exit with. */
int against_one(Cli *cli, Archive *a, const char *path, bool json);

#endif
