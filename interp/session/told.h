/* What somebody is told of a game, from its beginning.
 *
 * Nothing of it is kept.  The answers that led to the present pause are given once more
 * to another machine, with somebody listening: those of the game that the reader may know
 * (vm_known), so that a log, causes or whatever else is made of it has nothing to hide;
 * the game's own for who may know everything. */
#ifndef REGEL_TOLD_H
#define REGEL_TOLD_H
#include "interp/text/render.h"

typedef struct Listener {
  EventFn hear;
  /* At each pause: how far the reader has heard it, which is the same number in every
   * game that he may think possible; whether he notices that there is one. */
  void (*pause)(void *user, VmStatus status, uint64_t place, bool noticed);
  /* Before answer i is given, as step `step`, from 1. */
  void (*answer)(void *user, Vm *vm, int i, int step);
  void *user;
} Listener;

/* Tells it as `viewer` (a seat, VIEW_PUBLIC or VIEW_ALL) may know it.  False: nobody
 * knows how the game came where it stands. */
bool told_again(Vm *vm, int viewer, const Listener *l);
/* Is what happens heard by this viewer as it happens, since he may know everything or
 * nobody knows how the game came here? */
bool told_live(Vm *vm, int viewer);

#endif
