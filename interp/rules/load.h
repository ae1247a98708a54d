/* From the name of a ruleset to its program, and where rulesets are found. */
#ifndef REGEL_LOAD_H
#define REGEL_LOAD_H
#include "grammar/tree.h"
#include "interp/code/program.h"
#include "interp/base/buf.h"
#include "interp/base/file.h"

/* Adds the folders that hold scenarios/ and cards/: those of $REGEL_PATH, then those that
 * belong to the running program and to the shared library (a checkout above it, or
 * ../share/regel). */
void load_library(Sources *s);
/* Folders of a kind ("scenarios/NAME") in the library, for listing: calls `fn` with each
 * ruleset's name once, in alphabetical order. */
void load_each_game(Sources *s, void (*fn)(void *user, const char *name), void *user);
/* The same for packs: folders packs/NAME with a file pack.regel, here, too. */
void load_each_pack(Sources *s, void (*fn)(void *user, const char *name), void *user);
/* The ruleset of the library whose name is nearest to one that means nothing; NULL if
 * none is near.  Adds all names to `all`: "connect4, tictactoe". */
const char *load_nearest(Sources *s, const char *name, Buf *all);
const char *load_nearest_pack(Sources *s, const char *name, Buf *all);
/* The main file of a ruleset given by name, folder or file; NULL if there is none. */
const char *load_find(Sources *s, const char *name);
/* The main file of a pack given by name (packs/NAME of the library), folder or file; NULL
 * if there is none. */
const char *load_find_pack(Sources *s, const char *name);
/* What its own line calls it, or NULL. */
const char *load_pack_name(Sources *s, const char *path);
/* Another pack of this name that was not taken, or NULL. */
const char *load_other_pack(Sources *s, const char *name, const char *found);
/* The name of the game that the pack in this file is for; NULL if it is no pack. */
const char *load_pack_game(Arena *a, const char *path);
/* The folder of a path: "" if it has none.  Lives as long as the arena. */
const char *load_folder(Arena *a, const char *path);
/* Does a parsed unit have a `game` line? */
bool load_has_game(const Unit *u);
/* Does a link lead from a catalog out of the folder of its ruleset?  That is told then:
 * it could be any file, and what is wrong with it would be quoted. */
bool load_leads_out(Arena *a, const Sources *s, Diags *d, const char *path);

#endif
