/* The referee: plays a transcript through the rules and accepts it, or says which line is
 * illegal, impossible or ambiguous.
 *
 * It never prints.  What is wrong stands in the transcript's remarks; an accepted game
 * has its setup and, if nothing about it is open, every answer by number, so that it can
 * be played again or stored. */
#ifndef REGEL_REFEREE_H
#define REGEL_REFEREE_H
#include "interp/referee/transcript.h"
#include "interp/text/render.h"

typedef enum {
  REFEREE_ACCEPTED,
  REFEREE_REJECTED,   /* see the remarks */
  REFEREE_UNDECIDED,  /* too many possible worlds; the remark says where it got stuck */
  REFEREE_RULE_ERROR, /* a rule went wrong: fault */
} Verdict;

/* A `?`: what nobody wrote down. */
typedef struct RefereeDraw {
  Spot at;
  const char *outcome; /* what it was in the game that was found */
  bool thing;          /* a draw; else a roll */
  VEC(int32_t) fits;   /* the different outcomes that fit: faces of things, or values */
  bool exact;          /* everything else was tried, and nothing else fits */
} RefereeDraw;

typedef struct Referee {
  const Program *program; /* the caller's */
  const Lang *lang; /* of what is told; a transcript is read in the source's words */
  Transcript *transcript; /* the caller's */
  /* The setup. */
  int seats;
  const char *names[MAX_PLAYERS];
  int32_t *options; /* as Setup wants them */
  /* The verdict. */
  Verdict verdict;
  int lines; /* of the play: answers, draws and other steps that were read */
  bool over; /* the game came to its end */
  uint32_t winners;
  const char *standing; /* how it ended, or what is asked next */
  bool arranged;        /* there are `table:` lines that change it */
  VEC(RefereeDraw) draws;
  /* The game as it was accepted: the number of the answer at every pause, chance and
   * forced answers included. */
  VEC(int32_t) answers;
  VmFault fault;
} Referee;

/* Judges a transcript by the rules of a program.  Remarks are added to those of the
 * transcript; if there are some already (it cannot be read) only its names are checked.
 * Free with referee_free in any case; p and t must live as long. */
void referee_judge(Referee *r, const Program *p, const Lang *lang, Transcript *t);
void referee_free(Referee *r);
/* Is the game wholly known?  Then `answers` lead from its setup to where it stands. */
bool referee_complete(const Referee *r);

#endif
