/* Which answer a typed name means, at the question or chance the machine stopped for. */
#ifndef REGEL_MEANT_H
#define REGEL_MEANT_H
#include "interp/base/arena.h"
#include "interp/text/render.h"

typedef enum {
  MEANT_NOTHING, /* none that is possible here */
  MEANT_ONE,     /* just one answer */
  MEANT_PART,    /* a part of the several that were named; the rest is asked next */
  MEANT_SEVERAL, /* several different ones */
} MeantResult;

typedef VEC(int) MeantList;

/* Finds what `text` means among the answers of `seat` (-1: of anybody, and at chance).
 * Labels, names and ids of things and words, numbers, yes, no and none are understood;
 * several of something as "A + B" or "A and B".  Whole names go before beginnings, those
 * before parts.  `quoted`: nothing but a whole label.  *option is the answer; the
 * different ones are added to `several` (may be NULL).  Reads as the view's reader does.
 */
MeantResult meant_find(const View *v, int seat, const char *text, bool quoted,
                       int *option, MeantList *several);
/* A choice of several that the machine asks for in parts: the answer that says that what
 * `text` names is complete; -1 if the present question is none of that kind. */
int meant_complete(const View *v, int seat, const char *text);
/* How many were chosen already, if the question goes on with a choice that is made in
 * parts; else 0. */
int meant_sofar(Vm *vm);
/* The first part of "A + B" that is nothing that can be chosen here; NULL if each of them
 * can.  The caller frees it. */
char *meant_misfit(const View *v, const char *text);
/* Is there only one legal answer, whoever gives it?  *option is that one. */
bool meant_forced(Vm *vm, int *option);
/* The things of a kind (-1: of any) that a text names, by their faces: of each part of
 * "A + B" those that fit it best, if they do so at least as well as `least`. */
void meant_things(const View *v, int kind, const char *text, int least, MeantList *faces);
/* Fits of this much and more are more than a chance likeness: whole words of a name. */
enum { MEANT_WORDS = 3 };
/* How well a text fits a name or the id of the same: 0 not at all. */
int meant_score(const char *text, const char *name, const char *id);

#endif
