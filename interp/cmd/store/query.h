/* SQL over the stored games. */
#ifndef REGEL_QUERY_H
#define REGEL_QUERY_H
#include "interp/cmd/store/opened.h"

typedef struct QueryPlan {
  const char *sql;
  bool json;
  bool all;     /* also what is hidden in games that are not over */
  long seconds; /* that it may take */
} QueryPlan;
/* Runs a statement that only reads and prints its rows as a table or as JSON.  Returns
 * the code to exit with. */
int query_run(const Opened *o, const QueryPlan *plan);

#endif
