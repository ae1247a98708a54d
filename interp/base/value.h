/* What the compiler and the machine agree on about values. */
#ifndef REGEL_BASE_H
#define REGEL_BASE_H
#include <stdint.h>

/* "none" in any cell or register.  No number can reach it (MAX_NUMBER). */
#define NONE INT32_MIN

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

#endif
