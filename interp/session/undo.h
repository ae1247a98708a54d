/* What can be taken back: an answer behind which nobody has learned anything.
 *
 * Whether it can must not tell anything either, so only what everybody knows decides: who
 * was asked, what came to light before all, and where the rules could have gone since.
 * Where somebody may be shown something without the others noticing, nobody goes back,
 * whether it has happened or not. */
#ifndef REGEL_UNDO_H
#define REGEL_UNDO_H
#include "interp/text/words.h"
#include "interp/vm/vm.h"

/* Of a program: from where something may happen that not all notice (undo.c). */
typedef struct Quiet Quiet;
Quiet *quiet_new(const Program *p);
void quiet_free(Quiet *q);

/* In a game that hides something: answer i is about to be given to the present question.
 * Why nobody can go back behind it to a question of `seat`; 0 if one can. */
Saying undo_answered(const Quiet *q, Vm *vm, int i, int32_t seat);
/* The same of something that happens. */
Saying undo_happened(Vm *vm, const Event *e);
/* Why the person on `seat` cannot go back now to a question of the seat `whose` that was
 * put in the state `moment`, if `gone` is the first reason since then; 0 if he can. */
Saying undo_refused(Vm *now, int32_t seat, int32_t whose, const unsigned char *moment,
                    Saying gone);

#endif
