/* From a verified program to native code: C text, a shared object, functions. */
#ifndef REGEL_NATIVE_BUILD_H
#define REGEL_NATIVE_BUILD_H
#include "interp/base/buf.h"
#include "interp/code/program.h"

/* A text that was put into this program when it was built (files.sh). */
typedef struct NativeFile {
  const char *path;
  const unsigned char *text;
  size_t size;
} NativeFile;
extern const NativeFile native_files[];
extern const int native_files_count;
/* What the sources of the generator are known by: code that another one wrote is made
 * anew. */
extern const char native_generator[];

/* C of a program in several files, which are compiled side by side.  Names and texts of
 * the ruleset stand in comments only. */
typedef struct NativeText {
  Buf *parts;
  int count;
} NativeText;
NativeText native_generate(const Program *p, const char *key);
void native_text_free(NativeText *t);

/* One C file with the machine, the program and its native code in it, which needs no
 * library.  Its names begin with that of the game. */
void native_embed(const Program *p, Buf *b);

/* Identifies native code: the rules, and what this program would make of them. */
enum { NATIVE_KEY_SIZE = 65 };
void native_key(const Program *p, char key[NATIVE_KEY_SIZE]);

/* Compiles to `path` with the system's compiler, on all cores.  False, with one line in
 * `why`, if that is not possible. */
bool native_compile(const Program *p, const char *path, Buf *why);

/* Options of the compiler for what this machine's processor can do: part of the key. */
const char *const *native_flags(void);
/* Is there one?  If not, a line in `why`. */
bool native_has_compiler(Buf *why);

/* Where the code of a program lies in there. */
bool native_cached(const Program *p, Buf *path, Buf *why);
/* Empties it; gives how many files there were, -1 if that fails. */
int native_clear(Buf *why);

/* Loads code from a file that belongs to the user alone, if it was made for this program,
 * and attaches it.  What was attached stays until native_close. */
bool native_load(Program *p, const char *path, Buf *why);
/* The same from the cache, after compiling it there if it is not in it. */
bool native_open(Program *p, Buf *why);
/* The same without waiting: games go on interpreted until it is there.  NULL: nothing is
 * under way, because it is attached already or, with a line in `why`, cannot be. */
typedef struct NativeLater NativeLater;
NativeLater *native_later(Program *p, Buf *why);
void native_later_end(NativeLater *l); /* before the program goes */
void native_close(Program *p);
int native_chunks(const Program *p); /* 0: none */

#endif
