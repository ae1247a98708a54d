/* What the compiler and the machine agree on about values. */
#ifndef REGEL_BASE_H
#define REGEL_BASE_H
#include <stdint.h>

/* "none" in any cell or register.  No number can reach it (MAX_NUMBER). */
#define NONE INT32_MIN

/* What the value of the game line's `score` is called. */
#define SCORE_NAME "score of the game"
/* An outlook is a number from 0 to this. */
enum { OUTLOOK_BEST = 100 };

typedef enum {
  T_VOID,
  T_NUM,
  T_FLAG,
  T_WORD,
  T_THING,
  T_SET,
  T_LIST,
  T_PILE,
  T_TEXT
} TypeTag;

/* What a contribution does to what the value is beneath it, in the order in which the
 * sorts of one layer are applied: first what it is, then what is added, how many times,
 * and at last within what bounds (contribution.c says why). */
typedef enum {
  SHARE_REPLACE,
  SHARE_ADD,   /* numbers, sets */
  SHARE_TAKE,  /* sets */
  SHARE_TIMES, /* numbers */
  SHARE_OVER,  /* divided by */
  SHARE_LEAST, /* flags: or */
  SHARE_MOST,  /* flags: and */
} ShareSort;

/* How a contribution is told: its sort, and whether it is taken off, is a thing's;
 * SHARE_BASE: what all of them begin with. */
enum { SHARE_MINUS = 1, SHARE_THING = 2, SHARE_SORT = 4, SHARE_BASE = 32 };

#endif
