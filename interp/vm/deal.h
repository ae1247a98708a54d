/* What a reader may know of a game: a state in which everything else was dealt anew.
 *
 * Such a state is one that a real game leads to.  The answers since the start are given
 * once more, with other hidden draws and rolls and other hidden answers of other seats,
 * so that the reader is told, shown and asked the same from beginning to end.  What comes
 * out depends on what the reader knows and on a key, never on what is really hidden. */
#ifndef REGEL_DEAL_H
#define REGEL_DEAL_H
#include "interp/vm/vm_int.h"

/* Readers: seats, and whoever knows what every seat knows. */
enum { PUBLIC_READER = MAX_PLAYERS, READERS };

/* When a face or a place was seen, or mixed up so that who saw it knows nothing. */
typedef struct SeenMark {
  int32_t step;  /* before this answer */
  uint32_t seen; /* by these readers */
  int32_t mix;   /* mixed up with others: the number of that, -1: it was not */
  int32_t pile;  /* of a thing: where it lay then */
  int32_t owner; /* what was mixed up is the thing in whose pile it lay, -1: itself */
} SeenMark;
typedef struct Marks {
  SeenMark *at;
  size_t n, cap;
  int32_t home; /* of a thing: where it lay at the start */
} Marks;

/* From which times that things were mixed up one could come to a later one: a row of bits
 * for each. */
typedef struct Mixes {
  uint64_t *from;
  int32_t n, cap;
} Mixes;

/* All that a reader heard, as a running hash; and what waits for all to be in. */
enum { MOST_HELD = 256 };
typedef struct Heard {
  uint64_t hash;
  Event held[MOST_HELD];
  int nheld;
} Heard;

/* That hash behind each thing heard, so that a second game is known to differ where it
 * does. */
typedef struct Said {
  uint64_t *at;
  size_t n, cap;
} Said;

/* A thing that an answer names among several at once, and who saw it then. */
typedef struct Named {
  int32_t thing;
  uint32_t seen;
} Named;

/* A pause of the real game. */
typedef struct TraceStep {
  int32_t answer, ip;
  Option option;
  bool chance, secret;
  bool very;        /* a draw: this thing, not another copy of it */
  bool moved;       /* something that the answer names went on at once, or was shown */
  uint32_t hidden;  /* the readers who cannot tell which answer it was */
  int32_t slot;     /* the hidden place where it went, -1: unknown */
  int32_t from, to; /* a draw: the piles, */
  int32_t left;     /* ... and what lay there alone and was drawn next, NONE */
  int32_t named, nnamed;   /* of several things at once: where they stand, how many */
  int part;                /* of a move: the one that went there */
  uint64_t heard[READERS]; /* with the question; not at chance */
} TraceStep;

typedef struct Trace {
  Vm *real; /* where the real game stands after n answers */
  TraceStep *steps;
  int32_t n, cap;
  Heard heard[READERS];
  Said said[READERS];
  Named *named;
  int32_t nnamed, named_cap;
  Marks *things; /* by thing */
  Mixes mixes;
  Marks *places;   /* by field and thing */
  int32_t *slots;  /* by field: its first place */
  uint32_t *sight; /* by place: who saw it at the last pause */
  int32_t nslots;
  uint32_t begun; /* counts how often it was followed from a start */
} Trace;

/* Deals for one reader into d->vm; false if no game was found that agrees with all.
 * Briefly: it is quicker, and nobody can ask for the past of what was dealt. */
Dealer *dealer_new(const Program *p);
bool dealer_deal(Dealer *d, const Vm *vm, int reader, uint64_t key, bool brief);

/* recall.c: a way that a game which was dealt anew went: every draw, whether there was
 * anything to decide or not, and what else was decided out of the reader's sight, one
 * after the other; and the step of the real game that it came to. */
typedef struct Hidden {
  int32_t ip, whose; /* the seat with whom it lies, NONE */
  int32_t step;      /* of the real game that was like it, if there is one */
  int32_t pile;      /* of an answer: where the thing lay that it is, -1 */
  bool drawn, fixed; /* fixed: the reader will see it there */
  bool brought;      /* it may be why the way did not go on */
  Option option;
} Hidden;
typedef struct Way {
  Hidden *at;
  int n, cap;
  int32_t step;
} Way;
/* blame.c: what lay with a seat (what it had drawn out of the reader's sight) when its
 * answer did not fit.  Most answers hang on that alone: it is not tried again as long as
 * it never went well. */
enum { MOST_BLAMED = 2048 };
typedef struct Blame {
  int n; /* failures */
  struct Blamed {
    uint64_t lay; /* 0: nothing */
    int32_t step; /* where it last did not fit */
    int32_t failed, passed;
  } at[MOST_BLAMED];
} Blame;
void blame_none(Blame *b);
uint64_t blame_draw(const Program *p, int32_t seat, int32_t ip, int32_t thing);
void blame_failed(Blame *b, uint64_t lay, int32_t step);
void blame_passed(Blame *b, uint64_t lay, int32_t step);
bool is_blamed(const Blame *b, uint64_t lay);

typedef struct Recall {
  Blame *blame;               /* what was found out for the present reader */
  uint64_t lies[MAX_PLAYERS]; /* what lies with each seat on the present way */
  Way now, best;              /* best.n 0: there is none yet */
  Way before;                 /* the best one while another is gone … */
  bool again;                 /* … once more */
  int32_t step;    /* of the draw that comes next: the real one that is like it, */
  bool fixed;      /* … and whether it is just as that */
  bool on;         /* the best one is recalled: of each hidden outcome that … */
  int *from, room; /* … which comes from there, -1: which is decided anew */
  int brought;     /* how many of it may have brought what did not fit at its end */
  int32_t culprit; /* the seat whose answer did not fit at its end */
  int fruitless;   /* changes since a way came further */
} Recall;
void recall_free(Recall *r);
void way_copy(Way *to, const Way *from);
/* A way begins: with nothing in mind, or as the best one but for something. */
void recall_anew(Recall *r);
void recall_begin(Recall *r, const Program *p, int seats, uint64_t *rng);
/* The present way is gone once more from the start, and after that the better one kept.
 */
void recall_again(Recall *r);
void recall_kept(Recall *r);
/* It is gone on from where so much was decided. */
void recall_back(Recall *r, const Program *p, int n);
/* Would this outcome of a draw be one that is to blame, or that is wanted later? */
bool recall_promised(const Recall *r, Vm *vm, int option);
bool recall_blames(const Recall *r, Vm *vm, int option);
/* The answer that a seat gave at a step that the reader knows of fits, or does not. */
void recall_judge(Recall *r, int32_t seat, int32_t step, bool fits);
/* What may have brought what did not fit at a step, on the present way. */
void recall_involved(Recall *r, const Trace *t, int reader, int32_t step);
/* It came to this step: it is the best one now, unless another came further. */
void recall_end(Recall *r, const Trace *t, int reader, int32_t step, int32_t culprit);
/* What is recalled at this pause: an outcome of chance (an option, -1), an answer. */
int recall_outcome(const Recall *r, Vm *vm);
const Option *recall_answer(const Recall *r, const Vm *vm);
/* This option is taken (-1: none is); gives it.  A draw is noted when it is told. */
int recall_note(Recall *r, Vm *vm, int option, int32_t step, bool fixed);
void recall_told(Recall *r, Vm *vm, const Event *e);

/* redeal.c: while answers are secret, what others have is what they had before. */
void forget_answers(Vm *vm, int seat);

Trace *trace_new(const Program *p);
void trace_free(Trace *t);
bool trace_follow(Trace *t, const Vm *vm);
/* The things of an answer that is several of them at once, or the next of these; 0: it is
 * no such answer, or names none. */
int things_of(Vm *vm, int answer, int32_t *list);
/* lot.c: what becomes of a thing from a step on, for one reader. */
enum { NEVER = -1, AT_ONCE = -2 };
/* Seen without having been mixed up: AT_ONCE; else the first time it is mixed up. */
int32_t fate_after(const Marks *m, int32_t step, int reader);
/* The last time it is mixed up before it is seen; AT_ONCE, or NEVER seen again. */
int32_t need_after(const Marks *m, int32_t step, int reader);
/* The thing in which it was mixed up last before it is seen, -1: in none. */
int32_t bundle_after(const Marks *m, int32_t step, int reader);
void mix_begin(Mixes *m);
void mix_after(Mixes *m, int32_t before); /* of a thing that was mixed up before, too */
bool mix_leads(const Mixes *m, int32_t from, int32_t to);
bool same_back(const Program *p, int32_t x, int32_t y);
/* The option for a hidden draw that is like `real` (NULL: like none), -1: there is none.
 */
int lot_draw(const Trace *t, Vm *vm, int reader, const TraceStep *real, int32_t step,
             uint64_t *rng);
/* May it be this option, by what is seen later? */
bool lot_may(const Trace *t, Vm *vm, int reader, const TraceStep *real, int32_t step,
             int option);
int32_t slot_of(const Trace *t, int field, int32_t thing);
/* chance.c: the hidden place into which an answer of the present pause goes, -1. */
int32_t answer_place(const Trace *t, int answer, int *part);
bool reader_sees_thing(Vm *vm, int reader, int32_t thing);
bool reader_sees_field(Vm *vm, int reader, int field, int32_t thing);
/* What was heard so far, and one more event or question. */
uint64_t event_heard(Vm *vm, int reader, const Event *e, uint64_t h);
uint64_t question_heard(Vm *vm, int reader, uint64_t h);
/* An answer, as far as the reader can name it. */
uint64_t answer_heard(Vm *vm, int reader, Option o, uint64_t h);
void heard_event(Heard *h, Vm *vm, int reader, const Event *e);

#endif
