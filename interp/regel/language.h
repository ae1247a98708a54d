/* Languages of rulesets and of the program, and translations as PO files.  A part of
 * regel.h. */
#ifndef REGEL_PUBLIC_LANGUAGE_H
#define REGEL_PUBLIC_LANGUAGE_H
#include "library.h"

typedef struct regel_language regel_language;

/* A language of a ruleset, by its code; "en" is the source.  NULL if there is none; then
 * *why says so if `why` is not NULL.  It must outlive the games that speak it.  `rules`
 * NULL: only the words of the program itself. */
REGEL_API regel_language *regel_language_open(const regel_rules *rules, const char *code,
                                              char **why);
REGEL_API void regel_language_free(regel_language *language);
/* What is wrong with the files of a language, for people (`how`: REGEL_COLOUR); "" if
 * there are none, or nothing is. */
REGEL_API char *regel_language_trouble(const regel_rules *rules, const char *code,
                                       unsigned how);
/* Can this be the code of a language: nl, pt_BR? */
REGEL_API int regel_language_is_code(const char *code);
/* The language that the environment asks for; NULL: none, so English. */
REGEL_API char *regel_language_wanted(void);
/* A message about a command as that language has it; as it is where it has no words. */
REGEL_API char *regel_complaint(const regel_language *language, const char *message);
/* A text of the program itself by its context; what is not translated has a mark. */
REGEL_API char *regel_word(const regel_language *language, const char *context,
                           const char *text);
/* A sentence of the program by its key ("game.head"), with its placeholders filled in
 * order; what is NULL is left out, and what is all digits is a number and can choose a
 * plural form.  "" if there is no such sentence. */
REGEL_API char *regel_say(const regel_language *language, const char *key,
                          const char *const *parts, int count);
/* Words for one message of a ruleset: which, and a text for each plural form, NULL at the
 * end. */
typedef struct regel_wording {
  const char *context, *id;
  const char *const *text;
} regel_wording;
/* The messages of a ruleset in a language, with words that replace what its PO file has:
 * each with its forms, its state (missing, stale, fine), what it is used for, and what
 * `regel po check` finds; and the `text` of the PO `file` as it would be written, as
 * `regel po export` writes it.  For rules of regel_open.  NULL, and why.  Not in the
 * core. */
REGEL_API regel_data *regel_translate(const regel_rules *rules, const char *lang,
                                      const regel_wording *words, size_t count,
                                      char **why);
/* What a form needs to begin a game: title, fewest and most players, options with what
 * they can be set to, languages that there are. */
REGEL_API regel_data *regel_setup_data(const regel_rules *rules,
                                       const regel_language *language);
/* What has an id and a name that texts may use: a list with the `id` of each, and its
 * `forms`: the name alone, of one and of many. */
REGEL_API regel_data *regel_names(const regel_rules *rules,
                                  const regel_language *language);
/* Everything that is printed on cards and other things that players have a name for;
 * NULL: in the source's language. */
REGEL_API regel_data *regel_cards(const regel_rules *rules,
                                  const regel_language *language);

/* ---- translations as PO files (not in the core) ----------------------------------- */

/* What can be translated: a ruleset, its last pack if it was opened with packs, or (rules
 * NULL) what the program says to players.  A front's own texts, if it has `more`, are a
 * catalog instead: "commands".  It lives shorter than its rules; rules of regel_open. */
typedef struct regel_catalog regel_catalog;
REGEL_API regel_catalog *regel_catalog_open(const regel_library *library,
                                            const regel_rules *rules,
                                            const regel_wording *more, size_t count);
REGEL_API void regel_catalog_free(regel_catalog *catalog);
/* Its name, and the languages that it has files of. */
REGEL_API regel_data *regel_catalog_about(const regel_catalog *catalog);
/* Where the file of a language belongs; NULL: there is no folder for it. */
REGEL_API char *regel_catalog_file(const regel_catalog *catalog, const char *lang);
/* What these return has, beside their own keys: how many `errors` there are in what was
 * read, whether a file is not there (`absent`), and what is to be `said` about it to
 * people.  Where there are errors their own keys are not there.
 *
 * The file of a language as it would be written, with the words that it has (`lang` NULL:
 * a template): where it belongs (`file`, or null), its `text`, and how many `messages`
 * are `translated`, `fuzzy`, `missing` or `obsolete`.  `plural`: Plural-Forms of a
 * language that is not known, or NULL.  NULL, and why: its plural is needed, or wrong. */
REGEL_API regel_data *regel_catalog_export(const regel_catalog *catalog, const char *lang,
                                           const char *plural, unsigned how, char **why);
/* The same for the language qps, in which what cannot be translated stands out. */
REGEL_API regel_data *regel_catalog_pseudo(const regel_catalog *catalog);
/* A file that somebody sent: its `language`, what it is a translation `of`. */
REGEL_API regel_data *regel_po_file(const char *file, const char *lang, unsigned how);
/* Its words in the file of its language, as regel_catalog_export gives it.  NULL, and
 * why: words would be lost. */
REGEL_API regel_data *regel_catalog_import(const regel_catalog *catalog, const char *file,
                                           const char *lang, unsigned how, char **why);
/* What is wrong with the file of a language (`file` NULL), or with a file by itself
 * (`catalog` NULL): `messages`, `warnings`, `notes`, and the `diagnostics`. */
REGEL_API regel_data *regel_catalog_check(const regel_catalog *catalog, const char *file,
                                          const char *lang, regel_format format,
                                          unsigned how);
/* How much of it is translated into each of its `languages`, or into `lang`; `catalog`
 * NULL: of a file by itself. */
REGEL_API regel_data *regel_catalog_stats(const regel_catalog *catalog, const char *file,
                                          const char *lang, unsigned how);
/* The words that were agreed on for a ruleset, from its own `file` or another one, as CSV
 * or TBX: `text`, how many `terms` in how many `languages`. */
REGEL_API regel_data *regel_catalog_glossary(const regel_catalog *catalog,
                                             const char *file, int tbx, unsigned how);
#endif
