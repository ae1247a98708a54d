/* What the files of the printing front share: what was asked for, the cards, and what is
 * wrong with them. */
#ifndef REGEL_PRINT_H
#define REGEL_PRINT_H
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include "interp/regel.h"

#include <stdbool.h>

/* Exit codes, as in regel(1). */
enum { PRINT_FINE, PRINT_FOUND, PRINT_USAGE, PRINT_SOURCE, PRINT_RULE, PRINT_IO };

#define PRINT_FONT "Lato" /* if nobody asks for another */

/* Everything is measured in points, the unit of PDF. */
#define MM (72.0 / 25.4)

typedef enum { TO_PDF, TO_PNG, TO_SVG, TO_TTS, TO_CSV } PrintTo;
typedef enum { FLIP_LONG, FLIP_SHORT } PrintFlip;

typedef VEC(const char *) Names;

typedef struct Options {
  const char *game, *output, *since, *db, *font;
  const char *book; /* lines of regel book, instead of a game */
  Names drawn;      /* boards of regel board, NAME.png.svg, instead of a game */
  Names names, sets, packs, langs;
  PrintTo to;
  PrintFlip flip;
  double paper_w, paper_h; /* mm; 0: a page for each card */
  double size_w, size_h;   /* mm; 0: as the face says */
  double bleed;            /* mm; negative: what fits best */
  int dpi, players;
  bool fold, backs, ink_saver, large, safe, all;
} Options;

typedef struct Rgb {
  double r, g, b;
} Rgb;

/* One face in one language. */
typedef struct Card {
  const regel_data *face;
  const char *id, *kind, *noun, *title, *lang;
  const char *initial; /* the title from the word on that tells it apart from others */
  double w, h;         /* points, after trimming */
  int copies;
  int sort;  /* number of its kind among all: its colour and emblem */
  int shape; /* emblem: of its colour, or of its kind */
  Rgb colour;
  const char *coloured; /* the name of its colour, if it has one */
  bool token;           /* no card: a small piece */
  bool part;            /* a piece that covers a part of a board */
} Card;
typedef VEC(Card) Cards;

/* What lies on a board while a game is played. */
typedef struct Piece {
  const regel_data *face;
  size_t language;
  int count;   /* so many at once */
  double room; /* millimetres of paper that the narrowest of its places has */
  double w, h; /* of the part of a place that it covers, or 0 */
} Piece;

/* What does not fit, cannot be written or is not there. */
typedef struct Report {
  int overflows, glyphs, art, untranslated;
} Report;

typedef struct Print {
  Options o;
  Arena *arena;
  regel_library *library;
  regel_rules *rules;
  const char *title; /* of the game */
  VEC(regel_language *) languages;
  VEC(regel_data *) data;   /* that the cards point into */
  VEC(regel_data *) boards; /* with --all: by language, as they are printed */
  VEC(Piece) pieces;
  Names art; /* folders with rules: art/ and icons/ lie in them */
  Cards cards;
  int64_t since; /* when what --since names was stored, in milliseconds */
  int beside;    /* so many cards are one face in several languages */
  Report report;
} Print;

/* Says something on stderr, with the name of the program before it. */
void print_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Reads the command line; an exit code, or -1 to go on. */
int print_options(Options *o, int argc, char **argv);
/* Opens the rules and fills p->cards; an exit code, or -1. */
int print_gather(Print *p);
void print_free(Print *p);
/* A game with the settings that were asked for, at its first question; NULL after a
 * message, and *code then.  `full`: for as many players as there can be, if nobody said
 * how many. */
regel_game *print_game(const Print *p, regel_language *language, bool full, int seed,
                       int *code);

/* With --all: adds to p->boards the board in this language and to p->pieces what a game
 * needs on it; an exit code, or -1. */
int pieces_gather(Print *p, regel_language *language);
/* The piece of this id in the n-th language, or one of its kind; NULL: it is none. */
const Piece *piece_find(const Print *p, size_t language, const char *id,
                        const char *kind);
/* The colours of this kind, if copies of one face differ in theirs. */
void piece_colours(const Print *p, size_t language, const char *kind, Names *colours);
/* Millimetres of paper that the narrowest of all their places has. */
double pieces_room(const Print *p);
/* Is it printed on the board? */
bool board_has(const Print *p, const char *id);
bool print_has_board(const Print *p);
/* How many millimetres of paper a millimetre of a board gets. */
double board_scale(const Options *o, double w, double h);

static inline const char *data_text(const regel_data *d, const char *path)
{
  return regel_data_text(regel_data_get(d, path));
}
static inline int64_t data_number(const regel_data *d, const char *path)
{
  return regel_data_number(regel_data_get(d, path));
}

#endif
