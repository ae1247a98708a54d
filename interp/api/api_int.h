/* What the files of the public API share. */
#ifndef REGEL_API_INT_H
#define REGEL_API_INT_H
#include "interp/regel.h"
#include "interp/session/session.h"

struct regel_rules {
  Program *program;
};

struct regel_game {
  Session session;
  int32_t *options;
  char *names[MAX_PLAYERS]; /* NULL: "Player 1" */
  bool rolls;               /* chance is rolled without stopping */
  Buf words;                /* the last string that was returned */
  int viewer;               /* who listens, and how */
  regel_log_fn listener;
  void *user;
  void *kept; /* what store.c needs, if the game is stored; freed with it */
};

void *api_zeroed(size_t size);
char *api_copy(const char *s); /* NULL stays NULL */

#endif
