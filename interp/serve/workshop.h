/* Where rules are written: their files, and the process that tries them out. */
#ifndef REGEL_SERVE_WORKSHOP_H
#define REGEL_SERVE_WORKSHOP_H
#include "interp/serve/frame.h"

#include <jansson.h>

/* ---- files.c: the files of a library, by paths that tell nothing of this machine:
 * "scenarios/NAME/game.regel" ---- */
typedef struct Found {
  const char *path; /* from the library on */
  const char *real; /* on this machine */
} Found;
typedef void (*FoundFn)(void *user, const Found *f);
/* Everything that rules and their words are read from.  What two folders of the library
 * have, the first of them has. */
void files_each(const regel_library *l, FoundFn fn, void *user);
bool file_read(const char *real, Buf *b);
/* Is it written by the authors of this ruleset: in one of its two folders? */
bool file_is_own(const char *path, const char *game);
/* Where it lies, or would lie; false if rules of this name are in no folder of the
 * library, or the path is none of theirs. */
bool file_place(const regel_library *l, const char *game, const char *path, Buf *real);
/* Tells one text from another. */
void file_mark(const char *text, size_t n, char mark[33]);

/* ---- sandbox.c ---- */
/* From here on: no files, so much time and memory; true if the system keeps watch. */
bool sandbox_enter(int seconds, size_t bytes);

/* ---- child.c: `regel-serve --workshop`, which reads one request and answers it ---- */
int child_main(void);
/* What a kind of work may take, in seconds; 0: there is no such. */
int work_seconds(const char *what);

/* ---- what the child does ---- */
typedef struct Text {
  char *path; /* as the child knows it */
  Buf text;
} Text;
typedef struct Work {
  json_t *asked;
  const char *game;
  Text *files; /* as they are on the disk */
  size_t nfiles;
  Buf out;
} Work;
/* The rules, with the texts under this key of the request in place of files; NULL: they
 * do not compile, and `messages` says why. */
regel_rules *work_open(const Work *w, const char *key, regel_data **messages);
/* Adds "key": and the data, which is freed. */
void work_put(Work *w, const char *key, regel_data *d);
/* The rules of a request; NULL: they do not compile, and that is the answer. */
regel_rules *work_rules(Work *w);
void work_translate(Work *w); /* translate.c */
void work_tell(Work *w);      /* translate.c */
void work_play(Work *w);      /* trial.c */
void work_simulate(Work *w);  /* trial.c */

#endif
