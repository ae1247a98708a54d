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
  bool token;           /* no card: a round piece */
} Card;
typedef VEC(Card) Cards;

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
  VEC(regel_data *) data; /* that the cards point into */
  Names art;              /* folders with rules: art/ and icons/ lie in them */
  Cards cards;
  int beside; /* so many cards are one face in several languages */
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
 * message, and *code then. */
regel_game *print_game(const Print *p, regel_language *language, int *code);

static inline const char *data_text(const regel_data *d, const char *path)
{
  return regel_data_text(regel_data_get(d, path));
}
static inline int64_t data_number(const regel_data *d, const char *path)
{
  return regel_data_number(regel_data_get(d, path));
}

#endif
