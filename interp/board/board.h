/* A board: what a view shows, as items with places on a sheet of so many millimetres. */
#ifndef REGEL_BOARD_H
#define REGEL_BOARD_H
#include "interp/text/render.h"

typedef enum {
  ITEM_PLACE,
  ITEM_LINE,
  ITEM_TOKEN,
  ITEM_LABEL,
  ITEM_PIPS,
  ITEM_PILE,
  ITEM_TILE, /* a numbered part of a place, which others may cover */
} ItemShape;

/* Tenths of a millimetre. */
typedef struct Box {
  int x, y, w, h;
} Box;

typedef struct Look {
  const char *colour, *form, *icon; /* words; NULL: none */
} Look;

typedef struct Item {
  ItemShape shape;
  const char *id;    /* of its face: the same wherever a copy of it lies */
  const char *title; /* what it is called */
  const char *noun;  /* what a number or a pile is, or NULL */
  const char *thing; /* the id of the thing that it is, NULL if it is none or hidden */
  int type;          /* of what it is; -1: a text */
  int64_t value;     /* a thing, number, word or pile */
  bool hidden;       /* the reader may not know its face */
  bool badge;        /* something lies on it */
  bool bare;         /* its title is not worth being written on it */
  bool fixed;        /* a number that is printed there and never changes */
  bool lies_in;      /* a pile that is shown: its words name it already */
  int ip;            /* the instruction that shows it */
  int area;          /* the area of which it is a place; -1: it has one of its own */
  int cell;          /* in a grid: which square */
  int on;            /* the item on which it lies, -1 */
  int count;         /* pips; things of a pile */
  bool inscribed; /* a printed value of the place on which it stands: words, no piece */
  int faces;      /* of a pile: so many lie on it where they can be read */
  const int32_t *things; /* of a pile, from the bottom */
  int64_t from, to, of;  /* the part of its place that it covers; of 0: it lies on it */
  int ends[2];           /* of a line: items, or -1 */
  int side;              /* of lines between the same ends: on which side this one runs */
  Look look;
  const char *sign; /* a letter or two: no other face on this board has the same */
  Box box;          /* of a line: where things on it lie */
  Box ways;         /* of a line: x, y and where it goes to: w, h */
  Box head;         /* of a place: where its title is written; empty without one */
  int letters;      /* how large that is written at most */
  Box room;         /* of a place: where what lies on it is put */
} Item;

typedef struct Area {
  int shape; /* SHOW_ROW, … */
  Box box;
  int first, count; /* its places */
  int columns, rows;
} Area;

/* What players put on a printed board: a thing or word, a number, or a text that stands
 * for one. */
typedef struct Piece {
  int type;       /* -1: a text */
  bool number;    /* its title is the noun */
  int64_t value;  /* NONE: any of its type, on places that are empty */
  const char *id; /* of the thing or word; NULL: it is a text */
  const char *title;
  Look look;
  int count; /* so many lie there at once, at least */
  int room;  /* tenths of a millimetre that the least of their places has */
  int w, h;  /* of the part of a place that it covers; 0: it lies on the whole */
} Piece;

typedef struct Board {
  Arena *arena;
  const char *title; /* of the view, or NULL */
  const char *colon; /* between a place and what lies there */
  int width, height; /* millimetres; 0: the view says none */
  VEC(Item) items;   /* places and lines first, then what lies on them, by place */
  VEC(Area) areas;
  VEC(Piece) pieces; /* of a printed board */
  Buf notes;         /* lines of text */
  bool more;         /* it shows more than can be shown */
  size_t bytes;      /* of its texts */
  int columns;       /* of the line of notes so far */
  int noted;         /* the column of its last note */
  size_t line;       /* where that begins */
} Board;

/* What view i of the program shows to a reader; `v->vm` is the game as the reader may
 * know it (vm_known).  With `printed` only what could be printed on a board: places,
 * lines, printed values on them, and texts that stand for themselves; what lies on it is
 * told as pieces, and of piles the place. */
Board *board_new(const View *v, int i, bool printed);
void board_free(Board *b);

/* The board as lines of text, at most `width` columns wide where words allow it; `color`:
 * for a terminal that has them. */
typedef enum {
  LINES_ALL,
  LINES_APART, /* a line for each place, so that two boards can be compared */
  LINES_BUSY,  /* without lines between places on which nothing lies */
  LINES_NOTES, /* nothing that lies anywhere: only what a view writes besides */
} BoardLines;
void board_text(const Board *b, const View *v, Buf *out, int width, BoardLines which,
                bool color);
/* Adds between which places a line runs and what lies on the place or line that a thing
 * is, or where a token lies, in at most `width` columns; nothing if there is nothing to
 * say but what it is known as. */
void board_about(const Board *b, const View *v, int32_t thing, const char *known_as,
                 Buf *out, int width);
/* The board as a picture (SVG).  `answers` (may be NULL) gives for each item what stands
 * in data-answers, or NULL. */
void board_svg(const Board *b, Buf *out, const char *const *answers);

#endif
