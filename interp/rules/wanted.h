/* The ruleset that somebody wants: which files a name and packs mean, and each of them
 * compiled. */
#ifndef REGEL_WANTED_H
#define REGEL_WANTED_H
#include "grammar/tree.h"
#include "interp/code/program.h"

typedef struct Wanted {
  const char *path; /* the main file; NULL: nothing is meant, and `said` tells why */
  Paths packs;      /* main files of the packs that come along */
  const char *own;  /* of these, the one that was named in place of a game; or NULL */
  Paths said;       /* what is to be told: what is wrong, what else has that name */
} Wanted;

/* Finds a game by name, folder or file, and packs the same way; the name may be that of a
 * pack, whose game is meant then.  `s` knows where to look; its arena has the result. */
void wanted_find(Wanted *w, Sources *s, const char *name, const char *const *packs,
                 size_t count);
void wanted_free(Wanted *w);

/* How files are compiled. */
typedef struct WantedHow {
  void (*prepare)(void *user, Sources *s); /* gives it folders and files */
  void *user;
  bool tests;   /* with their tests */
  bool telling; /* also rules that are refused because they tell something hidden */
} WantedHow;

/* One compiled source: a game, or a file of tests that uses one. */
typedef struct WantedPart {
  Arena *arena;
  Unit *unit;
  Program *program; /* NULL if it does not compile: unit->diags say why */
  const char *path; /* of its first file */
  bool readable, has_game;
} WantedPart;

/* Only reads and parses a file and packs. */
void wanted_parse(WantedPart *p, const WantedHow *how, const char *path,
                  const Paths *packs);
void wanted_compile(WantedPart *p, const WantedHow *how, const char *path,
                    const Paths *packs);
void wanted_part_free(WantedPart *p);
/* What belongs to a ruleset: the main file and, unless it is wanted alone, every other
 * file beside it that has a game of its own (tests that use the game), and those beside
 * its packs.  Calls `fn` with each, compiled, which frees it. */
typedef void (*WantedFn)(void *user, WantedPart *part, bool extra);
void wanted_each_part(const Wanted *w, const WantedHow *how, bool alone, WantedFn fn,
                      void *user);
/* Is this the name of a file, or standard input? */
bool wanted_is_file(const char *name);

#endif
