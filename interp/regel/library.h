/* Where rulesets are found, and what is in their files.  A part of regel.h. */
#ifndef REGEL_PUBLIC_LIBRARY_H
#define REGEL_PUBLIC_LIBRARY_H
#include "data.h"

/* How messages are given. */
typedef enum { REGEL_HUMAN, REGEL_SHORT, REGEL_JSON, REGEL_SARIF } regel_format;

typedef struct regel_library regel_library;

/* Folders that hold scenarios/ and cards/, divided by ":"; NULL: those of $REGEL_PATH,
 * then what was installed with the program or the shared library; "": none, and then
 * nothing but the files that are held in memory is ever read. */
REGEL_API regel_library *regel_library_new(const char *folders);
REGEL_API void regel_library_free(regel_library *library);
/* Holds a file in memory: from now on the file of this path reads so, whatever is on the
 * disk.  `text` NULL: no more. */
REGEL_API void regel_library_overlay(regel_library *library, const char *path,
                                     const char *text, size_t size);
/* Its folders in the order in which they are looked through, as a list of texts. */
REGEL_API regel_data *regel_library_folders(const regel_library *library);
/* Names of all rulesets, as a list of texts. */
REGEL_API regel_data *regel_library_games(const regel_library *library);

/* Names of the packs that belong to a ruleset, as a list of texts. */
REGEL_API regel_data *regel_library_packs(const regel_library *library, const char *game);

/* Opens a ruleset by name, folder or file.  Returns NULL if it does not compile.  If
 * `messages` is not NULL it receives a list of what the compiler has to say: code,
 * severity, place, text, notes, and remedies with the edit that applies them. */
REGEL_API regel_rules *regel_open(const regel_library *library, const char *name,
                                  regel_data **messages);
/* The same with packs, by name, folder or file, NULL at the end. */
REGEL_API regel_rules *regel_open_with(const regel_library *library, const char *name,
                                       const char *const *packs, regel_data **messages);
/* What a name and packs mean: the main `file` (null: nothing is meant), `packs` as files,
 * `pack` if the name was that of a pack, and, as lines, what has to be `said`: what is
 * wrong, or what else has this name. */
REGEL_API regel_data *regel_find(const regel_library *library, const char *name,
                                 const char *const *packs);
/* Opens everything that belongs to a ruleset, and calls `fn` with each file of it; -1:
 * regel_find says what is wrong. */
enum {
  REGEL_TESTS = 1,   /* compiled with their tests, as regel_open does */
  REGEL_PARTS = 2,   /* also files beside it that have a game of their own: tests */
  REGEL_TELLING = 4, /* also rules that are refused since they tell what is hidden */
  REGEL_BRIEF = 8,   /* no warnings beside the errors */
  REGEL_COLOUR = 16, /* what is said has colours of a terminal */
  REGEL_NOTES = 32   /* also what may be meant as it is */
};
typedef struct regel_opened {
  regel_rules *rules; /* from now on the caller's; NULL: it does not compile */
  const char *file;
  const char *said; /* by the compiler, for people: why it does not */
  int readable;
  int extra; /* not the main file */
} regel_opened;
typedef void (*regel_opened_fn)(void *user, regel_opened *opened);
REGEL_API int regel_open_each(const regel_library *library, const char *name,
                              const char *const *packs, unsigned how, regel_opened_fn fn,
                              void *user);
/* A small beginning that compiles, plays and has a test: of a "game", or of a "pack", a
 * "scenario" or a "card" for rules of regel_open, which were `asked` for by that name; of
 * a `kind`, or (NULL) of that of most cards.  `files`, each with path and text, and what
 * to run `next`.  Nothing is written.  NULL, and why.  Not in the core. */
REGEL_API regel_data *regel_new(const char *what, const char *name,
                                const regel_rules *rules, const char *asked,
                                const char *kind, char **why);
/* The packs that rules were opened with: name, title, game, file, author, licence and
 * source of each. */
REGEL_API regel_data *regel_rules_packs(const regel_rules *rules);
/* A pack as one file, which is the same whenever it is made of the same files; NULL, and
 * why.  Free it with regel_free.  Not in the core. */
REGEL_API char *regel_pack(const regel_rules *rules, const char *pack, size_t *size,
                           char **why);
/* What such a file holds, verified: `name` and `files`, each with path and bytes; NULL,
 * and why it is refused. */
REGEL_API regel_data *regel_packed(const char *bytes, size_t size, char **why);
/* Puts its files into a new folder, and nothing anywhere else: 0; -1, and why. */
REGEL_API int regel_unpack(const char *bytes, size_t size, const char *folder,
                           char **why);
/* The words of the language, as a list of texts. */
REGEL_API regel_data *regel_keywords(void);
/* What the rules declare, as an editor asks for it: sort, name, title, type, place,
 * citations and references of every symbol.  For rules of regel_open. */
REGEL_API regel_data *regel_symbols(const regel_rules *rules);

/* Everything that Regel can say by a code, as a list: `code`, `severity` and `title`; and
 * the page behind a code, as Markdown.  NULL: there is none.  Not in the core. */
REGEL_API regel_data *regel_codes(void);
REGEL_API char *regel_explain(const regel_library *library, const char *code);
/* What a stage of the compiler made of rules, as text for people; free it with
 * regel_free. */
typedef enum {
  REGEL_TOKENS,
  REGEL_TREE,
  REGEL_TYPES,
  REGEL_CODE,
  REGEL_RUNNING /* the instructions that run */
} regel_stage;
/* Of a file, whether it compiles or not: tokens or tree; *said, which is the caller's,
 * has what is wrong with it.  NULL: it cannot be read. */
REGEL_API char *regel_dump_file(const regel_library *library, const char *path,
                                regel_stage stage, unsigned how, char **said);
/* Of rules: types, instructions, or those that run; of all chunks or of those that are
 * named, NULL at the end.  "" if there are none. */
REGEL_API char *regel_dump(const regel_rules *rules, regel_stage stage,
                           const char *const *chunks);
#endif
