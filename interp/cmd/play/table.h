/* A game at the terminal: people and bots around one screen. */
#ifndef REGEL_TABLE_H
#define REGEL_TABLE_H
#include "db/keep.h"
#include "interp/cmd/game.h"
#include "interp/cmd/play/list.h"

typedef struct Table {
  Cli *cli;
  Session *session; /* who sits where, and the game itself */
  const char *game; /* as it was named on the command line */
  const char *how;  /* options that say who plays, to repeat the game */
  const GameSetup *setup;
  bool ask_all, verbose, secrets;
  int sitting;           /* seat of the person before the screen, -1: nobody yet */
  int told[MAX_PLAYERS]; /* lines of the log that each person has read */
  int told_public;
  char *boards[MAX_PLAYERS]; /* the views as each person saw them last, or NULL */
  char *shown;               /* as they were shown last, to whomever; or NULL */
  unsigned char *read;       /* by seat and face: whose text was read; NULL: none */
  Buf whose;                 /* a mark before what somebody else is told from here on */
  int column;                /* where the last line ends if it is not ended yet */
  uint32_t asked;            /* the seats of the last question on this screen */
  Lists lists;               /* of answers, that still stand on the screen */
  Buf heard[MAX_PLAYERS];    /* lines that others were told since, on the same screen */
  char *echo[MAX_PLAYERS];   /* what the log says of the last answer of each person */
  char *latest[MAX_PLAYERS]; /* the views at the last question of each, or NULL */
  bool answered;             /* by a person, and nothing was told since */
  bool moved[MAX_PLAYERS];   /* somebody else has acted since the board was shown */
  Db *db;                    /* NULL: nothing is stored */
  Keep *keep;                /* where the game is stored, if it is */
  const char *file;          /* as --db named it, or NULL */
  const StoredGame *resumed; /* a game to go on with, or NULL */
  Buf resume, farewell;      /* the command to go on with, and what to say about it */
} Table;

/* Plays the game to its end.  Returns the code to exit with. */
int table_play(Table *t);
/* Frees what the table took; the session and the setup stay the caller's. */
void table_free(Table *t);

/* Ends the line on which something was told. */
void table_line_end(Table *t);
/* Adds a command about a stored game, with the database it lies in: "regel replay 3 --db
 * games.db". */
void table_command(const Table *t, Buf *b, const char *command, int64_t game);

/* What a person wants. */
typedef enum { WISH_ANSWER, WISH_WAIT, WISH_UNDO, WISH_QUIT, WISH_END } Wish;
/* Asks the person on a seat to choose among `n` answers (numbers of the machine's
 * options).  *answer is the one chosen.  WISH_END: there is no more input. */
Wish ask_person(Table *t, int seat, const int *options, int n, int *answer);
/* Asks which of several people answers. */
Wish ask_who(Table *t, uint32_t people, int *seat);

#endif
