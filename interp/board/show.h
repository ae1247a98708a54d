/* What the files that hear a view share. */
#ifndef REGEL_BOARD_SHOW_H
#define REGEL_BOARD_SHOW_H
#include "interp/board/board_int.h"

typedef struct Spot { /* what an item lies on, or where a line ends */
  int type;           /* -1: nothing */
  int64_t value;
} Spot;

enum { KEYS = 4 };
typedef struct Raw {
  Item item;
  Spot on, ends[2];
  size_t pile;       /* one more than the number of the pile in which it lies */
  size_t order;      /* as it was shown */
  int64_t key[KEYS]; /* by what it lies on, how it is shown, where, and its face */
} Raw;

typedef struct Show {
  View view;
  Board *board;
  bool printed;
  VEC(Raw) raw;
  VEC(Raw) loose; /* what lies on a board that is printed */
} Show;

/* What it is called, and an id that is the same wherever a copy of it lies. */
const char *show_title(Show *s, int type, int64_t value);
const char *show_id(const Show *s, const Item *x);
bool show_same_spot(const Program *p, const Item *x, const Spot *at);

/* pieces.c: s->loose as the pieces of the board; the id of a number among them. */
void pieces_count(Show *s);
const char *pieces_number_id(const Show *s, const Event *e);

#endif
