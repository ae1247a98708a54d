/* Source files of a ruleset: their bytes, their lines, and where `use` finds them. */
#ifndef REGEL_SOURCE_H
#define REGEL_SOURCE_H
#include "interp/base/arena.h"
#include <stdbool.h>
#include <stdint.h>

/* A place in a source: lines and columns count from 1, columns in bytes. */
typedef struct Loc {
  int32_t file, line, col, end; /* end: column after the last byte, on the same line */
} Loc;

typedef struct Source {
  const char *path; /* as shown to people */
  const char *text; /* NUL after the last byte */
  size_t size;
  VEC(uint32_t) lines;    /* offset of each line */
  uint64_t device, inode; /* one file by two paths is one file; 0: not on a disk */
  int pack;               /* 0: of the game; else of the pack of this number */
  int ruleset;            /* to which it belongs: a row of Sources.rulesets */
  bool standard;          /* of the standard library: everybody's */
} Source;

/* What a file belongs to; the first one is that of the main file. */
typedef struct Ruleset {
  const char *name; /* of its folder */
  const char *key;  /* tells it from one of the same name in another library */
} Ruleset;

typedef struct Sources {
  Arena *arena;
  VEC(Source) files;
  VEC(const char *) library; /* folders that hold scenarios/ and cards/ */
  VEC(Source) kept;          /* if there are any, they are all the files there are */
  VEC(Source) overlays;      /* files as somebody is just writing them: read instead */
  VEC(Ruleset) rulesets;
  int pack; /* the one that is being read */
} Sources;

typedef enum {
  SOURCE_OK,
  SOURCE_MISSING,
  SOURCE_UNREADABLE,
  SOURCE_DIRECTORY,
  SOURCE_SPECIAL, /* a pipe or a device, named by rules */
  SOURCE_TOO_LARGE,
} SourceError;

void sources_init(Sources *s, Arena *arena);
void sources_free(Sources *s);
/* Adds a file; *index is its number.  A file that is there already is found again. */
SourceError sources_load(Sources *s, const char *path, int *index, bool *seen);
/* Keeps a file in memory, to be found by its path; from then on no other is.  A ruleset
 * that was stored is compiled so. */
void sources_keep(Sources *s, const char *path, const char *text, size_t size);
/* From now on the file of this path reads so, whatever is on the disk: an editor's. */
void sources_overlay(Sources *s, const char *path, const char *text, size_t size);
/* Finds files where another finds them: its folders, and what it holds in memory. */
void sources_follow(Sources *s, const Sources *other);
/* Adds text that is not in a file (tests, standard input). */
int sources_add(Sources *s, const char *path, const char *text, size_t size);
/* The kept file of a path, or NULL. */
const Source *sources_kept(const Sources *s, const char *path);
/* The bytes of a file that is no source (a ledger, a lexicon), found as those are: among
 * what is kept, what is being written, or on the disk.  NULL: there is none; the caller
 * frees it. */
char *sources_read(const Sources *s, const char *path, size_t *size);
/* Is there such a file? */
bool sources_has(const Sources *s, const char *path);

/* What `use "name"` means (library.c). */
typedef struct Used {
  const char *path;  /* NULL: there is none */
  const char *other; /* a second file that it means as well, or NULL */
  bool rival;        /* both lie in one library: neither goes before the other */
  bool outside;      /* there is one, but a link leads to it out of its folder */
  int ruleset;       /* of `path` */
  bool named;        /* found by the name of its ruleset */
  bool standard;     /* of the standard library: everybody's */
} Used;
Used sources_find(Sources *s, int from, const char *name);
/* All files that a `use` with a star for the name of the file means, in the order of
 * their names: of a folder of the using file's own ruleset.  False: the pattern is no
 * such. */
bool sources_match(Sources *s, int from, const char *pattern, Paths *found,
                   bool *outside);
/* The ruleset that a main file belongs to: a row of s->rulesets. */
int sources_ruleset(Sources *s, const char *path);
/* The name of a ruleset or, with `ruleset`, of one of its files, that is nearest to one
 * that means nothing; NULL if none is near. */
const char *sources_nearest(Sources *s, const char *ruleset, const char *name);
/* Finds the main file of a ruleset given by name, folder or file; NULL if none. */
const char *sources_find_game(Sources *s, const char *name);
/* Another ruleset of this bare name that was not taken; NULL if there is none. */
const char *sources_other_game(Sources *s, const char *name, const char *found);
/* The line of a location without its line end. */
const char *source_line(const Source *s, int line, int *length);

#endif
