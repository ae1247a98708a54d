/* What the files of the public API share. */
#ifndef REGEL_API_INT_H
#define REGEL_API_INT_H
#include "db/store.h"
#include "interp/regel.h"
#include "interp/text/log.h"

struct regel_rules {
  Program *program;
};

struct regel_game {
  const Program *program;
  Vm *vm;
  uint64_t seed;
  int32_t *options;
  char *names[MAX_PLAYERS]; /* NULL: "Player 1" */
  bool asked;               /* an answer can be given */
  bool rolls;               /* chance is rolled without stopping */
  Buf words;                /* the last string that was returned */
  Log *log;
  int viewer;
  regel_log_fn listener;
  void *user;
  /* If it is stored: */
  regel_store *store;
  Record record;
  bool ended; /* and the ending is stored */
  bool given; /* an answer that is not stored yet: */
  int32_t seat, answer;
};

void *api_zeroed(size_t size);
char *api_copy(const char *s); /* NULL stays NULL */
/* Stores what was answered, at a pause.  False: it could not be stored. */
bool api_keep(regel_game *g, VmStatus status);

#endif
