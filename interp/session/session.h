/* One game as somebody plays it: the machine, who sits where, the log, what can be taken
 * back, and where every answer is kept.  The program, the library and whatever comes
 * after them play through this. */
#ifndef REGEL_SESSION_H
#define REGEL_SESSION_H
#include "interp/bot/bot.h"
#include "interp/session/undo.h"
#include "interp/text/log.h"
#include "interp/text/words.h"

/* Instead of a seat: chance that people gave, by dice of their own.  What the game's seed
 * gives has NONE. */
enum { GIVEN = NONE + 1 };
/* The answer that led to a pause: by which seat (NONE, GIVEN: chance), which one; -k
 * takes back answer k and all after it. */
typedef struct Given {
  int32_t seat, answer;
} Given;

/* Where a game is kept; db/keep.h is one.  `pause` is called at every pause, with the
 * answer that led there (NULL: none); when it returns true, all of it is safe. */
typedef struct Keeper Keeper;
struct Keeper {
  bool (*pause)(Keeper *k, const Vm *vm, VmStatus status, const Given *given);
  const char *(*why)(const Keeper *k); /* what went wrong last; "" if nothing */
};

/* A moment to come back to: the question of a person, before the answer. */
typedef struct Moment {
  unsigned char *state;
  int64_t step; /* number of the answer that was given then, from 1 */
  int32_t seat; /* who gave it */
  Saying gone;  /* why nobody can go back there any more, or 0 */
} Moment;

typedef struct Session {
  const Program *program;
  Vm *vm;
  VEC(Log *) logs;  /* of readers who hear what happens as it happens (told.h) */
  const Lang *lang; /* NULL: the source */
  int seats;
  uint64_t seed;
  Secret secret;                  /* instead of the seed, if it is set */
  const char *names[MAX_PLAYERS]; /* NULL: "Player 1" */
  uint32_t people;                /* seats of persons */
  Bot *bots[MAX_PLAYERS];         /* the others; several seats may share one */
  Keeper *keeper;                 /* NULL: nothing is kept */
  bool remembers;                 /* moments are kept for `undo` */
  VEC(Moment) moments;
  Quiet *quiet;  /* of the program; NULL until there is a moment */
  VmRest *rest;  /* instead of a machine, while nobody looks; else NULL */
  int64_t steps; /* answers so far */
  bool asked;    /* an answer can be given */
  int rolled;    /* what chance gave at this pause; -1: it was not asked yet */
  bool given;    /* one was given and is not kept yet: */
  Given last;
  VmStatus status; /* of the last pause */
  bool over;       /* the end is kept */
} Session;

/* Begins a game; names, language, bots and keeper are set by the caller before the first
 * step.  Close with session_close; what was set stays the caller's. */
void session_open(Session *s, const Program *p, const Setup *setup);
void session_close(Session *s);
/* Before the first step: chance comes from a secret, not from setup->seed. */
void session_secret(Session *s, const Secret *secret);
/* Somebody else listens, or does not any more: s->logs has changed. */
void session_hear(Session *s);
View session_view(const Session *s, int viewer);

/* Runs to the next pause and keeps what led there.  False: it could not be kept. */
bool session_step(Session *s);
/* Gives answer i to the question or chance of the last pause; it must be one. */
void session_answer(Session *s, int i);
/* What chance gives at this pause, by the game's seed: the same however often it is
 * asked. Any other answer is kept as given by people. */
int session_roll(Session *s);
/* The seats that may answer now, of persons and of all; everybody if nobody is named. */
uint32_t session_asked(const Session *s, uint32_t among);
/* The bots' answer.  A bot's luck hangs on the seed and on how many answers there were: a
 * game that is resumed goes on as it would have gone. */
int session_bot(Session *s);

/* Remembers this question, so that `undo` can come back to it. */
void session_moment(Session *s);
/* Back to the last moment, for the person on `seat`; 0, or why that cannot be.  Nobody
 * can go back behind what came to light (undo.h): chance, a hidden card, secret answers.
 */
Saying session_undo(Session *s, int seat);
/* Gives the machine away, which the caller may let others use; NULL if the game does not
 * wait at a question or is over. */
Vm *session_leave(Session *s);
/* Opens a second session where the first stands, without machine, bots, log and keeper.
 */
void session_split(Session *s, const Session *from);
/* Goes on with a machine of the same program, at the same question. */
void session_return(Session *s, Vm *vm);

/* A step of a game that was kept. */
typedef struct Step {
  Given given;
  uint64_t state; /* the hash after it */
} Step;
/* Plays what was kept once more, silently: then everything stands as it stood.  False if
 * the states are others.  The moments of persons come back, too. */
bool session_relive(Session *s, uint64_t start, const Step *steps, size_t n);

#endif
