/* Everything that happened in a game, each event with what it came from.
 *
 * An event comes from the latest decision, chance or told verb that is still at work: in
 * a frame that is running, or in one that has returned to it without being told as a
 * verb of its own.  A loop that comes round to the same place begins anew; a rule that
 * waits for a change (`when`) comes from that change. */
#ifndef REGEL_STORY_H
#define REGEL_STORY_H
#include "interp/base/arena.h"
#include "interp/text/render.h"

typedef struct Happening {
  Event event;
  int32_t step;  /* the answer after which it happened, from 1; 0: set-up.  Of a reader
                    who may not know everything: the one that he knows of */
  int32_t cause; /* number of another happening, -1: none */
  int32_t decision, chance;    /* steps of the nearest ones among its causes; 0: none */
  int32_t first_frame, frames; /* the calls that led to it, innermost first */
  const char *says;            /* to the story's reader; NULL: nothing that he may know */
  const char *answer;          /* decisions and chance: what was chosen; else NULL */
  const char *asked;           /* decisions: the question; else NULL */
  const char *now;             /* the new value of a field that is a set; else NULL */
} Happening;

typedef struct Story Story;

/* Can this reader tell that answer i of the present pause is given?  Chance that can fall
 * only one way is no step of a game, and others may be asked secretly: whoever counted
 * those steps would learn something. */
bool story_knows(int viewer, Vm *vm, int i);
/* The story as `viewer` (a seat, VIEW_ALL or VIEW_PUBLIC) may know it. */
Story *story_new(const Program *p, int seats, const char *const *names, int viewer,
                 const Lang *lang);
void story_free(Story *s);
/* The listener: `vm_listen(vm, story_listen, story)`. */
void story_listen(void *story, Vm *vm, const Event *e);
/* The game is not over: the reader counts the steps that he knows of. */
void story_count_known(Story *s);
/* Answer i of the present question or chance is about to be given, as step `step`. */
void story_answer(Story *s, Vm *vm, int i, int step);

int story_count(const Story *s);
const Happening *story_at(const Story *s, int n);
const VmFrame *story_frames(const Story *s, const Happening *h);
/* The citation nearest to a happening, from the innermost call out; -1: none. */
int32_t story_cite(const Story *s, const Happening *h);
/* The card or other thing whose rule it is, from the innermost call out; NONE: none. */
int32_t story_card(const Story *s, const Happening *h);
/* The chunk that an instruction belongs to; -1 if none. */
int story_chunk(const Program *p, int32_t ip);

#endif
