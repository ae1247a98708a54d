/* Running a plan, or a shard of it, on several threads. */
#ifndef REGEL_RUN_H
#define REGEL_RUN_H
#include "interp/lab/part.h"

typedef struct LabRun {
  const Plan *plan;   /* bound */
  long shard, shards; /* blocks whose number leaves `shard` when divided by `shards` */
  Range only;         /* of an open plan: these games; else {0, 0} */
  int jobs;
  const volatile int *stop; /* may be NULL */
  /* Called from the calling thread now and then, with what is whole so far (nobody adds
   * to it meanwhile); false ends the run.  May be NULL. */
  bool (*save)(void *user, const Part *part, bool last);
  /* Called by one thread at a time with the games of a block that is whole, a line each
   * (match_write).  May be NULL. */
  void (*games)(void *user, const Buf *lines);
  void (*progress)(void *user, long done, long games); /* may be NULL */
  void *user;
  double pause; /* seconds between two calls of save */
} LabRun;

/* Plays what is missing in `part` and adds it.  The result does not depend on the jobs,
 * nor on what was there before.  False if threads cannot be started, or `save` said no.
 */
bool lab_run(const LabRun *run, Part *part);
/* The games of this shard that are not in the part yet. */
long lab_left(const LabRun *run, const Part *part);

#endif
