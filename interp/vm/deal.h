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
  bool mixed;
} SeenMark;
typedef struct Marks {
  SeenMark *at;
  size_t n, cap;
} Marks;

/* All that a reader heard, as a running hash; and what waits for all to be in. */
enum { MOST_HELD = 256 };
typedef struct Heard {
  uint64_t hash;
  Event held[MOST_HELD];
  int nheld;
} Heard;

/* A pause of the real game. */
typedef struct TraceStep {
  int32_t answer, ip;
  Option option;
  bool chance, secret;
  uint32_t hidden;         /* the readers who cannot tell which answer it was */
  int32_t slot;            /* the hidden place where it went, -1: unknown */
  int part;                /* of a move: the one that went there */
  uint64_t heard[READERS]; /* with the question; not at chance */
} TraceStep;

typedef struct Trace {
  Vm *real; /* where the real game stands after n answers */
  TraceStep *steps;
  int32_t n, cap;
  Heard heard[READERS];
  Marks *things;   /* by thing */
  Marks *places;   /* by field and thing */
  int32_t *slots;  /* by field: its first place */
  uint32_t *sight; /* by place: who saw it at the last pause */
  int32_t nslots;
} Trace;

/* Deals for one reader into d->vm; false if no game was found that agrees with all. */
Dealer *dealer_new(const Program *p);
bool dealer_deal(Dealer *d, const Vm *vm, int reader, uint64_t key);

/* redeal.c: while answers are secret, what others have is what they had before. */
void forget_answers(Vm *vm, int seat);

Trace *trace_new(const Program *p);
void trace_free(Trace *t);
bool trace_follow(Trace *t, const Vm *vm);
bool seen_after(const Marks *m, int32_t step, int reader);
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
