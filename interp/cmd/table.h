/* A game at the terminal: people and bots around one screen. */
#ifndef REGEL_TABLE_H
#define REGEL_TABLE_H
#include "db/store.h"
#include "interp/cmd/game.h"
#include "interp/bot/bot.h"
#include "interp/text/log.h"

/* A moment to come back to: the question of a person, before the answer. */
typedef struct Moment {
  unsigned char *state;
  LogMark log;
  int64_t step; /* number of the answer that was given then, from 1 */
  Saying gone;  /* why nobody can go back there any more, or 0 */
} Moment;

typedef struct Table {
  Cli *cli;
  const char *game; /* as it was named on the command line */
  const char *how;  /* options that say who plays, to repeat the game */
  const Program *program;
  const GameSetup *setup;
  Vm *vm;
  Bot *bot;
  Log *log;
  const Lang *lang; /* NULL: the source */
  int seats;
  const char *names[MAX_PLAYERS]; /* NULL: "Player 1" */
  uint32_t people;                /* seats of persons */
  bool ask_all, verbose, secrets;
  int sitting;           /* seat of the person before the screen, -1: nobody yet */
  int told[MAX_PLAYERS]; /* lines of the log that each person has read */
  int told_public;
  char *board; /* the views as they were last shown on this screen */
  VEC(Moment) moments;
  /* Storing: every answer is safe before the next question is asked. */
  Db *db;           /* NULL: nothing is stored */
  const char *file; /* as --db named it, or NULL */
  Record record;
  const char *const *taken;  /* who sits where, as it is stored */
  int64_t steps;             /* answers so far, also without a database */
  bool given;                /* an answer was given that is not stored yet: */
  int32_t seat, answer;      /* by whom, which */
  const StoredGame *resumed; /* a game to go on with, or NULL */
  Buf resume, farewell;      /* the command to go on with, and what to say about it */
} Table;

/* Plays the game to its end.  Returns the code to exit with. */
int table_play(Table *t);
/* Frees what the game took; the program and the setup stay the caller's. */
void table_free(Table *t);

/* Adds a command about a stored game, with the database it lies in: "regel replay 3 --db
 * games.db". */
void table_command(const Table *t, Buf *b, const char *command, int64_t game);

/* What a person wants. */
typedef enum { WISH_ANSWER, WISH_UNDO, WISH_QUIT, WISH_END } Wish;
/* Asks the person on a seat to choose among `n` answers (numbers of the machine's
 * options).  *answer is the one chosen.  WISH_END: there is no more input. */
Wish ask_person(Table *t, int seat, const int *options, int n, int *answer);
/* Asks which of several people answers. */
Wish ask_who(Table *t, uint32_t people, int *seat);
/* Tells the person on a seat what is new in the log. */
void ask_tell(Table *t, int seat);

#endif
