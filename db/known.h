/* A stored game as one reader may know it. */
#ifndef REGEL_KNOWN_H
#define REGEL_KNOWN_H
#include "db/stored.h"

/* Puts other steps into a game that is not over: those of a game that the reader (a seat
 * or VIEW_PUBLIC; VIEW_ALL may know everything) cannot tell from it (vm_known), with the
 * times of the answers that he knows of.  So whoever plays it again has nothing to hide.
 * The machine is one of the game's program.  Nothing is changed where nothing is hidden,
 * where the game does not replay as it was stored, or where no such game is found: then
 * it is read as it is, through what the reader sees. */
void stored_as_known(StoredGame *g, Vm *vm, int viewer);

#endif
