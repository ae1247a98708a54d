/* Events as sentences: the log of a game, as each viewer may read it. */
#ifndef REGEL_LOG_H
#define REGEL_LOG_H
#include "interp/text/render.h"

/* Adds the text of an event with its arguments, as it is written. */
void log_words(const View *v, Buf *b, const Event *e);
/* Adds the sentence that tells event e to the viewer.  Returns false and adds nothing if
 * the event has no words, or none that this viewer may hear.  With `verbose` moves,
 * shuffles and fields without a text are told too. */
bool log_event(const View *v, Buf *b, const Event *e, bool verbose);
/* How the game ended: "Anne wins". */
void log_result(const View *v, Buf *b, uint32_t winners, int32_t reason);

/* The logs of one game: a list of sentences for every seat, one for spectators and one
 * for somebody who sees all.  Sentences are made when things happen, because who may see
 * what changes later. */
typedef struct Log Log;

Log *log_new(const Program *p, int seats, const char *const *names, const Lang *lang,
             bool verbose);
void log_free(Log *l);
/* From now on makes sentences for one viewer only. */
void log_only(Log *l, int viewer);
/* Nothing is said, but what is held back is kept: who has read it until here. */
void log_skip(Log *l, bool on);
/* Forgets the sentences, but not what is still held back. */
void log_clear(Log *l);
/* The listener: `vm_listen(vm, log_listen, log)`.  What happens while answers are secret
 * reaches others when all are in. */
void log_listen(void *log, Vm *vm, const Event *e);
/* Tells answer i before it is given: to the seat itself, and to everybody if the game has
 * no secrets at all (elsewhere an answer may be one).  Left out if a verb tells it. */
void log_answer(Log *l, Vm *vm, int i);
/* How many sentences a viewer has, and one of them.  Asked at a pause: an answer that the
 * next verb tells is left out. */
int log_count(Log *l, int viewer);
/* How many there are at this moment, whoever has read them. */
int log_lines(const Log *l, int viewer);
/* How often the last line gave way to another that says the same. */
long log_taken_back(const Log *l, int viewer);
const char *log_line(const Log *l, int viewer, int i);
/* How many bytes of it name the player who does what the rest says ("Anne " in "Anne
 * moves Red", "Anne: " before an answer): who has just read of Anne can do without.  0:
 * none. */
size_t log_subject(const Log *l, int viewer, int i);
/* How many bytes of it say what none of the boards shows: all of them, those before the
 * changes in brackets, or none. */
size_t log_news(const Log *l, int viewer, int i);
/* Does a part of the game begin with it ("Night phase")? */
bool log_heading(const Log *l, int viewer, int i);
/* The rules by which the game has ended, the nearest first, in brackets; "" if it has
 * not, or they are not named. */
const char *log_end_rules(const Log *l);
/* Leaves the first n sentences of a viewer, and nothing that is held back. */
void log_cut(Log *l, int viewer, int n);

/* Does anything in this game stay hidden from somebody? */
bool log_has_secrets(const Program *p);

#endif
