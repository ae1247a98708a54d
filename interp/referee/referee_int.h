/* What the files of the referee share and nobody else sees. */
#ifndef REGEL_REFEREE_INT_H
#define REGEL_REFEREE_INT_H
#include "interp/referee/arrange.h"
#include "interp/session/meant.h"
#include "interp/referee/referee.h"

typedef enum { STEP_ANSWER, STEP_CHANCE, STEP_TABLE, STEP_RESULT } StepKind;

/* One step of the play, with the names in it understood. */
typedef struct Step {
  StepKind kind;
  const SaidItem *item;
  Spot who; /* the name before the colon; later answers have only their own place */
  int seat; /* STEP_ANSWER */
  int open; /* number of the open draw, -1: it is none */
  Arrange arrange;  /* STEP_TABLE */
  uint32_t winners; /* STEP_RESULT */
} Step;

typedef enum {
  STOP_END,    /* nothing is left of the transcript */
  STOP_OPEN,   /* an open draw: the caller says what it was */
  STOP_FAIL,   /* step `at` is not possible here */
  STOP_ERROR,  /* a rule went wrong */
  STOP_BUDGET, /* too many answers were tried */
} Stop;

/* Why step `at` is not possible. */
typedef enum {
  FAIL_ANSWER,    /* it is no answer to what is asked */
  FAIL_AMBIGUOUS, /* it is several */
  FAIL_POSSIBLE,  /* not X, but X is possible */
  FAIL_OVER,      /* the game is over */
  FAIL_NOT_OVER,  /* a result, but the game is not over */
  FAIL_RESULT,    /* another result */
  FAIL_TABLE,     /* the table cannot be arranged so: `why` */
  FAIL_CHECK,     /* the table is another: `why` */
  FAIL_STUCK,     /* the arranged table has no way to go on */
  FAIL_FOR_EVER,
} Fail;

typedef struct Run {
  Referee *referee;
  Vm *vm;
  View view; /* of somebody who sees everything */
  VEC(Step) steps;
  int at;    /* the next step */
  int opens; /* open draws of the transcript */
  int32_t
      *world; /* what each was on the present path; those passed are the first `passed` */
  bool *was_certain; /* … and whether it was one of `certain` */
  int passed;
  long budget; /* answers that may still be given; -1: no limit */
  bool record; /* keep the answers */
  /* Draws since the last pause that could give one thing only, so that nobody was asked:
   * their faces.  A table may have written them down all the same. */
  VEC(int32_t) certain;
  bool answering;             /* what is drawn now was asked for */
  int avoid_open;             /* this open draw must not be … */
  const RefereeDraw *avoided; /* … any of its `fits`; NULL: no such wish */
  /* since the last step that was used up */
  const Step *given;         /* an answer that may be a choice of several … */
  const PDecision *given_to; /* … and the question that it was given to */
  long forced;               /* answers that were given silently */
  int skipped;               /* step that was not meant by the first of them, -1 */
  int parted;                /* step that began a choice in parts at skipped_state, -1 */
  int arranged;              /* a table step, and nothing was answered since; -1 */
  unsigned char *skipped_state, *room;
  Fail fail;
  Buf why;
} Run;

/* run.c: from one open draw to the next. */
/* The listener that a run's machine needs; `run` is the Run. */
void run_listen(void *run, Vm *vm, const Event *e);
void run_start(Run *run);
/* Goes on until something is needed. */
Stop run_on(Run *run);
/* After STOP_OPEN: what the open draw can have been.  The last may be a draw before this
 * chance that was certain, if the transcript wrote that one down. */
int run_outcomes(const Run *run);
/* What outcome i of those is: the face of a thing, or a value. */
int32_t run_outcome(const Run *run, int i);
/* Outcome i it was. */
void run_open(Run *run, int i);
/* Must this open draw not be that outcome? */
bool run_avoids(const Run *run, int open, int32_t outcome);

/* objection.c: adds the remark for the failure that the run just stopped with. */
Remark *objection_add(Run *run, Remarks *remarks);
/* The question in words: "Anne: Which agent?", or that chance decides. */
void objection_question(const View *v, Buf *b);

/* worlds.c: finds outcomes of the open draws that make all steps possible, and what else
 * would fit.  Sets the referee's verdict, draws and answers. */
void worlds_judge(Run *run);

#endif
