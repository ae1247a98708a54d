/* One card drawn: its front, its back, and what is wrong with them. */
#ifndef REGEL_PRINT_CARD_H
#define REGEL_PRINT_CARD_H
#include "interp/print/colour.h"

#include <pango/pangocairo.h>

/* A picture beside the rules, loaded when it is wanted. */
typedef struct Art {
  const char *name, *path; /* the name without ".svg" */
  bool tried;
  void *svg; /* RsvgHandle; NULL: it cannot be used */
  double w, h;
} Art;

/* A name in a text before which an icon stands. */
typedef struct Named {
  const char *lang, *id, *name;
} Named;

/* Nobody reads smaller type at a table. */
enum { LEAST_TYPE = 6 };

typedef struct Type {
  double size; /* points */
  bool bold, italic, centred, mono;
  bool hanging;     /* lines after the first begin further in */
  double spacing;   /* between letters, points */
  const char *lead; /* words in bold before the text, or NULL */
} Type;

/* What was laid out last. */
typedef struct Laid {
  Buf text;
  Type type;
  double width;
  bool valid;
} Laid;

/* A back that many cards share, drawn once for each slot of a sheet: cairo lists what a
 * page uses twice if the page has it twice, which PDF forbids. */
typedef struct Shared {
  int sort, slot;
  const char *lang;
  double w, h, bleed;
  cairo_surface_t *drawn;
} Shared;

/* What drawing needs: type, pictures, and where to report. */
typedef struct Press {
  Print *print;
  PangoContext *context;
  PangoLayout *layout; /* one for all: every text is laid out in it when it is needed */
  Laid laid;
  VEC(Art) art;
  VEC(Named) named; /* the longest names first */
  VEC(Shared) backs;
  const Card *card; /* at work, for reports */
  int slot;         /* where on the sheet */
  bool quiet;       /* what this card has to report was reported */
} Press;

void press_open(Press *p, Print *print);
/* Is the font here that was asked for? */
bool press_has_font(const Press *p);
void press_close(Press *p);
/* What is drawn next goes there. */
void press_onto(Press *p, cairo_t *cr);

/* Both draw with the corner of the trimmed card at 0, 0, and their colour beyond the edge
 * as far as `bleed` says. */
void card_front(Press *p, cairo_t *cr, const Card *c, double bleed);
void card_back(Press *p, cairo_t *cr, const Card *c, double bleed);
/* Is it a small piece without texts, and its front then. */
bool token_is(const Card *c);
void token_front(Press *p, cairo_t *cr, const Card *c, double bleed);
void backs_free(Press *p);
/* Does its back show something of its own? */
bool card_has_back(const Card *c);

/* ---- setting type --------------------------------------------------------------- */

/* In a text an icon stands as ICON, its id and ICON_END. */
enum { ICON = '\x01', ICON_END = '\x02' };

/* Lays a text out in this width and returns its height; *used is the width of its
 * longest line, if it is not NULL. */
double type_measure(Press *p, const char *text, Type t, double width, double *used);
/* The same, drawn with its upper left corner there. */
double type_draw(Press *p, cairo_t *cr, const char *text, Type t, double x, double y,
                 double width, Rgb colour);
/* The largest size from `most` to `least` in which it takes no more lines than that and
 * no word is broken; `least` if there is none. */
double type_fit(Press *p, const char *text, Type t, double most, double least,
                double width, int lines);
/* Says that a text does not fit, by so many points. */
void type_overflow(Press *p, const char *what, double by);

/* ---- pictures ------------------------------------------------------------------- */

/* The picture of a thing, else of its kind; NULL if there is none. */
const Art *art_find(Press *p, const char *id, const char *kind);
/* The icon of whatever has this id; NULL if there is none. */
const Art *icon_find(Press *p, const char *id);
/* Draws it as large as the box allows, in the middle, and nothing outside of it. */
bool art_draw(Press *p, cairo_t *cr, const Art *a, double x, double y, double w,
              double h);
/* Finds out what has an icon in which language, once the pictures are listed. */
void icons_name(Press *p);
/* The text with icons before all that it names in this language. */
const char *icons_in(Press *p, Arena *arena, const char *text, const char *lang);
/* Lists the pictures that there are. */
void art_scan(Press *p);
void art_free(Press *p);

#endif
