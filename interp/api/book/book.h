/* The rulebook: blocks in the order in which they are read, and who writes them. */
#ifndef REGEL_API_BOOK_H
#define REGEL_API_BOOK_H
#include "interp/api/api_int.h"
#include "interp/base/block.h"
#include "interp/find/ledger.h"

/* One citation of the ruleset or of its tests. */
typedef struct BookCite {
  const char *id, *file, *what;
  const char *source; /* of a test: its lines; NULL: none */
  int line, use;      /* CiteUse */
} BookCite;

typedef struct Book {
  Arena *arena;
  const regel_rules *rules; /* of the main file */
  const regel_language *language;
  bool wrong; /* what people wrote for it names what is not there */
  Json said;  /* what is to be told to whoever has it made */
  View view;
  Ledgers ledgers;
  VEC(BookCite) cites;
  BookBlocks blocks;
  VEC(BookBlock) heads; /* of a quoted ledger, that no row has followed yet */
  bool example;         /* what is read of it belongs to an example */
  bool set_up;          /* something stands below the head of the set-up */
  bool *varies;         /* by value: is it another number for other numbers of players? */
} Book;

BookBlock *book_add(Book *b, BookSort sort, const char *text);
void book_heading(Book *b, int level, const char *id, const char *text);
/* A heading in the reader's language. */
void book_part(Book *b, Saying w, const char *id);
void book_cell(Book *b, BookBlock *row, const char *text);

/* The parts, in their order. */
void book_prose(Book *b);
void book_components(Book *b);
void book_board(Book *b);
void book_options(Book *b);
void book_numbers(Book *b);
void book_acts(Book *b);
void book_faces(Book *b);
void book_words(Book *b);
/* The ledger, block by block as it is written, each row with what implements it. */
void book_ledger(Book *b);

/* Something that is to be told. */
void book_say(Book *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
