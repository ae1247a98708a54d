/* A compiled ruleset: what it is, native code, texts.  A part of regel.h. */
#ifndef REGEL_PUBLIC_RULES_H
#define REGEL_PUBLIC_RULES_H
#include "language.h"

/* Compiles a ruleset from its main file and the files that it uses.
 * `library` is a folder with scenarios/ and cards/ in it, where the standard library is
 * looked for; NULL if there is none.
 * Returns NULL if there are errors.  If `messages` is not NULL, it receives everything
 * the compiler has to say, warnings too, in the format asked for ("" if nothing); the
 * caller frees it with regel_free. */
REGEL_API regel_rules *regel_compile_file(const char *path, const char *library,
                                          regel_format format, char **messages);
/* The same from text in memory; `name` stands in the messages. */
REGEL_API regel_rules *regel_compile_text(const char *name, const char *text, size_t size,
                                          const char *library, regel_format format,
                                          char **messages);
/* No game of these rules may be left. */
REGEL_API void regel_rules_free(regel_rules *rules);

/* Texts of rules live as long as the rules. */
REGEL_API const char *regel_rules_name(const regel_rules *rules);
REGEL_API const char *regel_rules_title(const regel_rules *rules);
REGEL_API int regel_rules_fewest(const regel_rules *rules); /* players */
REGEL_API int regel_rules_most(const regel_rules *rules);
/* Does anything in these games stay hidden from somebody?  How many views do they have?
 */
REGEL_API int regel_rules_secrets(const regel_rules *rules);
REGEL_API int regel_rules_views(const regel_rules *rules);
/* The file with the `game` line, where it was found. */
REGEL_API const char *regel_rules_file(const regel_rules *rules);
/* The text of one of their files, by the name that places have; NULL: they have none. */
REGEL_API const char *regel_source(const regel_rules *rules, const char *file);
/* Identifies the rules by content. */
REGEL_API uint64_t regel_rules_hash(const regel_rules *rules);
/* Makes native code of the rules with the system's C compiler, or takes it from the
 * user's cache (docs/native.md): games become faster and are the same.  Before games are
 * shared among threads.  Returns 0 if that is not possible, and the rules are
 * interpreted; *why says so then, if `why` is not NULL (free it with regel_free).  Not in
 * the core. */
REGEL_API int regel_native(regel_rules *rules, char **why);
/* The same without waiting: games go on interpreted until the code is there. */
REGEL_API int regel_native_later(regel_rules *rules, char **why);
/* How many pieces of code the rules have. */
REGEL_API int regel_rules_chunks(const regel_rules *rules);
/* How many of the rules' pieces of code run as native code; 0: none. */
REGEL_API int regel_native_chunks(const regel_rules *rules);
/* The same as regel_native with what was done: `game`, `file` (in the cache, or `to` if
 * that is not NULL), whether it was `made` now, `native_chunks` of `chunks`.  NULL, and
 * why. */
REGEL_API regel_data *regel_native_build(regel_rules *rules, const char *to, char **why);
/* The C that is compiled; or, `alone`, one file that needs no library, for other
 * programs. */
REGEL_API char *regel_native_text(const regel_rules *rules, int alone);
/* Empties the cache: how many files there were; -1, and why. */
REGEL_API int regel_native_clear(char **why);
/* Options of a game, by number from 0; their names, and NULL past the last. */
REGEL_API const char *regel_rules_option(const regel_rules *rules, int i);

enum { REGEL_MOST_PLAYERS = 16 }; /* of any game */

/* What players read on things, composed from what they do, and what verbs do: of those
 * named (by id, title or kind; NULL at the end), or if there are none, or `names` is
 * NULL, of all things that players have a name for.  `options` as a setup has them, or
 * NULL.  As data, and for people in lines of a width ("": nothing is called so).  NULL,
 * and why, if the options do not fit. */
REGEL_API regel_data *regel_texts(const regel_rules *rules,
                                  const regel_language *language,
                                  const char *const *options, const char *const *names,
                                  char **why);
REGEL_API char *regel_texts_page(const regel_rules *rules, const regel_language *language,
                                 const char *const *options, const char *const *names,
                                 int width, char **why);
/* Every sort of sentence once, in all languages that are begun: `languages`, and `rows`
 * with a text in each of them.  For rules of regel_open. */
REGEL_API regel_data *regel_review(const regel_rules *rules);
#endif
