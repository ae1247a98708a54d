/* What the files of boards share and nobody else sees. */
#ifndef REGEL_BOARD_INT_H
#define REGEL_BOARD_INT_H
#include "interp/board/board.h"

/* layout.c: gives every item its box. */
void board_layout(Board *b);

/* look.c: colours and forms are words that games and pictures agree on. */
typedef struct Colour {
  const char *name, *fill, *ink; /* ink: what can be read on it */
  const char *code;              /* of a terminal */
} Colour;
const Colour *look_colour(const char *name); /* NULL: no colour of that name */
/* A colour as a byte that takes no room, from 1 on, and back; 0 and NULL: none. */
int look_mark(const char *name);
const Colour *look_marked(int mark);
const char *look_form(const char *name); /* the same string as a constant, or NULL */
const char *look_word(const Program *p, const PType *t,
                      int64_t value); /* its id, or NULL */
/* The looks of a thing or word, from what is printed on it. */
Look look_of(const View *v, int type, int64_t value);
/* Forms and signs for what has none, so that no two faces on a board look alike. */
void look_apart(const View *v, Board *b);

/* fit.c: how large a text can be written. */
enum { FIT_LINES = 4, UNITS = 10 /* of a millimetre */ };
typedef struct Fitted {
  int size;                    /* of the letters, in tenths of a millimetre */
  int lines;                   /* how many */
  const char *from[FIT_LINES]; /* each a part of the text */
  int bytes[FIT_LINES];
  bool cut; /* something had to be left out: an ellipsis stands for it */
} Fitted;
/* The width of n bytes in letters of 1000 units. */
int fit_width(const char *text, size_t n);
/* The largest letters, from `most` down, with which the text fits into w by h. */
Fitted fit_text(const char *text, int w, int h, int most);

#endif
