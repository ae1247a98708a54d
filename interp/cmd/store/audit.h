/* What the files of regel audit share. */
#ifndef REGEL_AUDIT_H
#define REGEL_AUDIT_H
#include "db/replay.h"
#include "interp/cmd/archive.h"
#include "interp/session/story.h"
#include "interp/text/log.h"
#include "interp/text/place.h"

typedef struct Audit {
  Cli *cli;
  const char *file, *seat, *why, *why_not;
  bool all, json, placed; /* placed: --at was given */
  long at;
  int viewer;
  bool counts; /* the reader counts the steps that he knows of, not those of the record */
  Archive archive;
  Replay replay;
  Story *story;
  VEC(int) numbers; /* by event: its number among those that the reader may know of */
  Buf out;
} Audit;

/* Answers --why.  Returns the code to exit with. */
int audit_why(Audit *a);
/* Writes events as JSON: the chain of causes of one, or all (-1). */
void audit_json(Audit *a, int event);

#endif
