/* What happened in a stored game, and why: what the files of it share. */
#ifndef REGEL_API_AUDIT_H
#define REGEL_API_AUDIT_H
#include "db/replay.h"
#include "interp/api/stored/stored.h"
#include "interp/session/story.h"
#include "interp/text/place.h"

typedef struct Audit {
  const regel_stored *stored;
  const char *why; /* what is asked for, or NULL */
  int viewer;
  bool counts; /* the reader counts the steps that he knows of, not those of the record */
  StoredGame game; /* as the reader may know it */
  Replay replay;
  Story *story;
  VEC(int) numbers; /* by event: its number among those that the reader may know of */
  Buf out;
} Audit;

/* What an event came from, as far as the reader may know that there was something. */
int audit_cause(const Audit *a, int event);
/* Adds events to an open record: the chain of causes of one, or all (-1). */
void audit_put_events(Audit *a, Json *j, int event);
/* cause.c: adds why `a->why` has its value; false: nothing is called that. */
bool audit_put_why(Audit *a, Json *j);

#endif
