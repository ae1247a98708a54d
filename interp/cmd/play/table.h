/* A game at the terminal: people and bots around one screen. */
#ifndef REGEL_TABLE_H
#define REGEL_TABLE_H
#include "interp/base/limits.h"
#include "interp/cmd/client.h"
#include "interp/cmd/play/list.h"

#include <stdint.h>

/* Whom a log is told to: the person on a seat, or everybody. */
enum { EVERYBODY = MAX_PLAYERS, READERS };

typedef struct Table {
  Cli *cli;
  regel_game *game;
  const regel_rules *rules;
  const regel_language *language;
  regel_store *store; /* NULL: nothing is stored */
  const char *name;   /* of the ruleset, as it was given on the command line */
  const char *how;    /* options that say who plays, to repeat the game */
  const Args *set;    /* as --set says, NULL at the end */
  int seats;
  uint32_t people;                /* seats of persons */
  regel_reader *readers[READERS]; /* NULL: nobody reads there */
  bool ask_all, verbose, secrets;
  bool clears;               /* the screen, where it changes hands */
  int sitting;               /* seat of the person before the screen, -1: nobody yet */
  int turn;                  /* who answers while several may; -1: that is asked */
  uint32_t others;           /* who may answer instead of the one who is asked */
  uint32_t named;            /* those whose names stood with a question for `turn` */
  int told[READERS];         /* lines of the log that each of them has read */
  int64_t told_at;           /* when, in milliseconds */
  char *boards[MAX_PLAYERS]; /* the views as each person saw them last, or NULL */
  char *shown;               /* as they were shown last, to whomever; or NULL */
  unsigned char *read;       /* by seat and face: whose text was read; NULL: none */
  Buf whose;                 /* a mark before what somebody else is told from here on */
  int column;                /* where the last line ends if it is not ended yet */
  uint32_t asked;            /* the seats of the last question on this screen */
  char *listed;              /* the last list of answers, and to whom; NULL: none */
  Lists prompts;             /* with which questions ended lately */
  Lists read_lately;         /* answers that were told in full */
  Buf heard[READERS];        /* lines that others were told since, on the same screen */
  char *echo[READERS];       /* what the log says of the last answer of each person */
  size_t echoed[READERS];    /* bytes at its end that are the answer itself */
  bool by_number[READERS];   /* its words were not on the screen */
  char *latest[MAX_PLAYERS]; /* the views at the last question of each, or NULL */
  int answered;              /* seat of who did last, and nothing was told since; or -1 */
  bool undone;               /* an answer was taken back, and nothing asked since */
  bool moved[MAX_PLAYERS];   /* a bot has acted since the board was shown */
  const char *file;          /* as --db named it, or NULL */
  const regel_data *resumed; /* a stored game that goes on, or NULL */
  Buf resume, farewell;      /* the command to go on with, and what to say about it */
} Table;

/* Plays the game to its end.  Returns the code to exit with. */
int table_play(Table *t);
/* Frees what the table took; the game and what it was set up with stay the caller's. */
void table_free(Table *t);

/* Prints a sentence of the program as a line. */
void table_say(const Table *t, const char *key, const char *what);
/* Adds one. */
void table_add(const Table *t, Buf *b, const char *key, const char *first,
               const char *second);
/* The seats of these, or of everybody where nobody is named, that may answer now. */
uint32_t table_asked(const Table *t, uint32_t among);
/* Ends the line on which something was told. */
void table_line_end(Table *t);
/* Adds a command about a stored game, with the database it lies in: "regel replay 3 --db
 * games.db". */
void table_command(const Table *t, Buf *b, const char *command, int64_t game);

/* A line that is typed, without its end; NULL if there is no more input.  Freed by the
 * caller. */
char *table_read(const char *prompt);
bool table_number(const char *s);
/* Adds the name of a player. */
void table_seat(const Table *t, Buf *b, int seat);

/* What a person wants.  WISH_OTHER: that the one on `turn` answers instead. */
typedef enum { WISH_ANSWER, WISH_WAIT, WISH_OTHER, WISH_UNDO, WISH_QUIT, WISH_END } Wish;
/* Asks the person on a seat to choose among `n` answers, by their numbers.  *answer is
 * the one chosen.  WISH_END: there is no more input. */
Wish ask_person(Table *t, int seat, const int *options, int n, int *answer);
/* Asks which of several people answers. */
Wish ask_who(Table *t, uint32_t people, int *seat);
/* The seat among these that a line names, at least so well (name_fits). */
bool who_named(const Table *t, uint32_t people, const char *line, int well, int *seat);

#endif
