/* libregel: rules of board and card games, compiled and played.
 *
 * Everything is reached through two handles: `regel_rules` is a compiled ruleset, which
 * never changes; `regel_game` is one game played by it.  Rules may be shared by threads;
 * a game belongs to one thread at a time.  There is no global state.
 *
 * A game is played by one loop:
 *
 *     for (;;)
 *       switch (regel_step(game)) {
 *       case REGEL_DECIDE: regel_answer(game, whatever a player chose); break;
 *       case REGEL_CHANCE: regel_answer(game, regel_roll(game)); break;
 *       case REGEL_DONE:   return regel_winners(game);
 *       case REGEL_ERROR:  complain(regel_error(game));
 *       }
 *
 * The same rules, setup and answers give the same states on every machine.
 * tests/embed/embed.c is a whole program of this kind. */
#ifndef REGEL_H
#define REGEL_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the library shows of itself; everything else is hidden in it. */
#if defined(__GNUC__)
#define REGEL_API __attribute__((visibility("default")))
#else
#define REGEL_API
#endif

/* The version of this header; while it begins with 0 the functions may still change. */
#define REGEL_VERSION "0.1.0"
/* The version of the library that is linked: compare it with REGEL_VERSION. */
REGEL_API const char *regel_version(void);

typedef struct regel_rules regel_rules;
typedef struct regel_game regel_game;

/* ---- data ----------------------------------------------------------------------- */

/* What the library knows is given as plain data: a tree of texts, numbers, flags, lists
 * and records.  docs/json.md has every shape with an example; as JSON it is the same.
 * What is asked of something that is not there is not there either: no path needs a test
 * at each step. */
typedef struct regel_data regel_data;
typedef enum {
  REGEL_NOTHING,
  REGEL_FLAG,
  REGEL_NUMBER,
  REGEL_REAL,
  REGEL_TEXT,
  REGEL_LIST,
  REGEL_RECORD
} regel_tag;

REGEL_API regel_tag regel_data_tag(const regel_data *data);
/* Entries of a list or record, one of them, and the key that it has in a record. */
REGEL_API size_t regel_data_count(const regel_data *data);
REGEL_API const regel_data *regel_data_at(const regel_data *data, size_t i);
REGEL_API const char *regel_data_key(const regel_data *data);
/* Follows a path of keys and numbers: "place.line", "0.title".  NULL: there is none. */
REGEL_API const regel_data *regel_data_get(const regel_data *data, const char *path);
REGEL_API const char *regel_data_text(const regel_data *data); /* "" if it is no text */
REGEL_API int64_t
regel_data_number(const regel_data *data); /* flags: 0, 1; 0 if it is none */
REGEL_API double regel_data_real(const regel_data *data);
/* The same as JSON; free it with regel_free. */
REGEL_API char *regel_data_json(const regel_data *data);
/* Whatever a function returned as `regel_data *`; parts of it go with it. */
REGEL_API void regel_data_free(regel_data *data);

/* ---- where rulesets are found ----------------------------------------------------- */

typedef struct regel_library regel_library;

/* Folders that hold scenarios/ and cards/, divided by ":"; NULL: where the program looks
 * ($REGEL_PATH, then what was installed with it); "": none, and then nothing but the
 * files that are held in memory is ever read. */
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

/* What two rules differ in, by what they mean; NULL if what they were compiled from
 * cannot be read again.  Not in the core. */
REGEL_API regel_data *regel_diff(const regel_rules *before, const regel_rules *after);
/* The same with wishes, as the report of `regel diff`: the names of both, the `changes`,
 * how many of each group (`counts`), and the `impact` on stored games.  In any form but
 * REGEL_DIFF_DATA it has a `text` for people instead of the changes.  NULL, and why. */
typedef enum {
  REGEL_DIFF_DATA,
  REGEL_DIFF_TEXT,
  REGEL_DIFF_MARKDOWN, /* an errata sheet */
  REGEL_DIFF_ROWS, /* every row of both ledgers: changed, in one of them, or the same */
  REGEL_DIFF_ROWS_MARKDOWN
} regel_diff_form;
typedef struct regel_diff_wish {
  const char *names[2]; /* what the old rules and the new ones are called */
  regel_diff_form form;
  unsigned how;         /* REGEL_COLOUR */
  const char *only;     /* changes of "texts", "rules", "cards", "numbers"; NULL: all */
  int tests;            /* not 0: tests are compared, too */
  int brief;            /* not 0: only how many changes there are */
  const char *language; /* what players read in it is compared, too; or NULL */
  const regel_library *library; /* where ledgers of stored rules are found */
  struct regel_store *store;    /* whose games of the old rules are played under the new;
                                   or NULL */
  const volatile int *stop;     /* set from outside to end that early; NULL: never */
} regel_diff_wish;
REGEL_API regel_data *regel_diff_wished(const regel_rules *before,
                                        const regel_rules *after,
                                        const regel_diff_wish *wish, char **why);

/* ---- languages and faces ---------------------------------------------------------- */

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
 * `regel po export` writes it.  For rules of regel_open.  NULL, and why. */
REGEL_API regel_data *regel_translate(const regel_rules *rules, const char *lang,
                                      const regel_wording *words, size_t count,
                                      char **why);
/* What a form needs to begin a game: title, fewest and most players, options with what
 * they can be set to, languages that there are. */
REGEL_API regel_data *regel_setup_data(const regel_rules *rules,
                                       const regel_language *language);
/* Everything that is printed on cards and other things that players have a name for;
 * NULL: in the source's language. */
REGEL_API regel_data *regel_cards(const regel_rules *rules,
                                  const regel_language *language);

/* ---- texts against each other and against rules (not in the core) ----------------- */

/* Do texts in several languages say the same, and what the rules (or NULL) do?  `text`
 * has them in the form of docs/compare.md, `lang` is the language of those that do not
 * say; `text` NULL: what the cards of the rules say, in `lang` or (NULL) in every
 * language.  Keys: `statements`, how many of them `agree`, differ in `wording` and in
 * `substance`, those that are about nothing (`unknown`), and lines that cannot be read
 * (`wrong`: then nothing is compared).  NULL, and why: a language has no lexicon.  For
 * rules of regel_open. */
REGEL_API regel_data *regel_agree(const regel_library *library, const regel_rules *rules,
                                  const char *text, size_t size, const char *lang,
                                  char **why);

/* ---- rules ---------------------------------------------------------------------- */

typedef enum { REGEL_HUMAN, REGEL_SHORT, REGEL_JSON, REGEL_SARIF } regel_format;

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
REGEL_API void regel_free(char *string);

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
 * named (by id, title or kind; NULL at the end), or of all things that players have a
 * name for.  `options` as a setup has them, or NULL.  As data, and for people in lines of
 * a width ("": nothing is called so).  NULL, and why, if the options do not fit. */
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

/* ---- games ---------------------------------------------------------------------- */

typedef struct regel_setup {
  int players;   /* 0: the fewest that the game is for */
  uint64_t seed; /* 0: chance comes from 128 bits of the operating system that nobody is
                    told before the end.  Any other number gives the same game again, and
                    hides nothing from whoever knows it: for tests and simulations */
  const char *const *options; /* "version=base", …, NULL at the end; or NULL */
  const char *const *names;   /* one for each player, or NULL */
  const char *chance;         /* for a game: instead of the seed what regel_seed told, any
                                 number or 32 hexadecimal digits; or NULL */
} regel_setup;

/* Begins a game.  `setup` may be NULL.  Returns NULL if the setup does not fit the rules;
 * then *why says so if `why` is not NULL (free it with regel_free). */
REGEL_API regel_game *regel_game_new(const regel_rules *rules, const regel_setup *setup,
                                     char **why);
REGEL_API void regel_game_free(regel_game *game);
/* Does a setup fit the rules?  0, or -1 and why. */
REGEL_API int regel_fits(const regel_rules *rules, const regel_setup *setup, char **why);

typedef enum {
  REGEL_DECIDE, /* a player has to choose: regel_answer */
  REGEL_CHANCE, /* chance has to choose: regel_answer, by dice or with regel_roll */
  REGEL_DONE,   /* the game is over */
  REGEL_ERROR   /* a rule went wrong: regel_error; the game cannot go on */
} regel_status;

/* ---- states one by one, for who looks at all of them --------------------------------
 * Chance is a question like any other here, and what must always hold is looked at. */
typedef struct regel_states regel_states;
typedef struct regel_state {
  int answer; /* that led there; -1: none */
  regel_status status;
  uint64_t hash;     /* equal states have equal ones */
  const char *error; /* REGEL_ERROR: its code; else NULL */
  const void *bytes; /* the state itself, until the next call */
  size_t size;
} regel_state;
typedef void (*regel_state_fn)(void *user, const regel_state *state);
REGEL_API regel_states *regel_states_new(const regel_rules *rules,
                                         const regel_setup *setup, char **why);
REGEL_API void regel_states_free(regel_states *states);
REGEL_API size_t regel_states_size(const regel_states *states); /* of the largest */
/* The first question of the game. */
REGEL_API void regel_states_first(regel_states *states, regel_state_fn fn, void *user);
/* Every state that an answer leads to from this one, whose bytes must be as they were
 * given by the same rules and setup; how many. */
REGEL_API int regel_states_after(regel_states *states, const void *bytes,
                                 regel_state_fn fn, void *user);

/* Runs until something is needed from outside.  Calling it again before an answer was
 * given asks the same question again. */
REGEL_API regel_status regel_step(regel_game *game);
/* With 1, chance is rolled from the seed and regel_step does not stop for it. */
REGEL_API void regel_auto_chance(regel_game *game, int on);

/* After REGEL_DECIDE or REGEL_CHANCE: how many answers there are, and which seat (from 0)
 * would give answer i; -1 for chance or anybody. */
REGEL_API int regel_answers(regel_game *game);
REGEL_API int regel_seat(regel_game *game, int i);
/* All seats that may answer, bit 0 for the first; 0: anybody.  Not 0 if it matters who of
 * them does. */
REGEL_API uint32_t regel_asked(regel_game *game);
REGEL_API int regel_who_matters(regel_game *game);
/* Gives answer i (from 0).  Returns 0, or -1 if there is no such answer to give now;
 * nothing is changed then. */
REGEL_API int regel_answer(regel_game *game, int i);
/* The number of a chance outcome, by the game's own generator: the same one until an
 * answer is given.  Another answer than this one is recorded as given by people. */
REGEL_API int regel_roll(regel_game *game);
/* What chance came from, as `regel play --seed` takes it: then everybody can look whether
 * it did.  NULL before the end, unless the seed was chosen. */
REGEL_API const char *regel_seed(regel_game *game);
/* From now on what must always hold is looked at, at every pause. */
REGEL_API void regel_check_always(regel_game *game, int on);
/* A number from 0 to below-1 for simple bots, from a generator of its own: dice do not
 * depend on it. */
REGEL_API uint64_t regel_random(regel_game *game, uint64_t below);

REGEL_API int regel_players(const regel_game *game);
/* What the player on a seat is called; "" if no name was given. */
REGEL_API const char *regel_player(const regel_game *game, int seat);
/* The winners, bit 0 for the first seat; 0 before the end and if nobody wins. */
REGEL_API uint32_t regel_winners(const regel_game *game);
/* What a seat has by the `score` of the game line; 0, or -1 if the rules have none. */
REGEL_API int regel_score(regel_game *game, int seat, int64_t *score);

/* A game of one ruleset played again under another.  `answers` are those of the game's
 * every question under the old rules, chance included.  The result says how far it came
 * (`ending`: open, finished, stopped, unfit), which answers led there under the new rules
 * (`answers`), and the `differences` in the order of their steps, each with its class,
 * its words and the lines of both rules that did it. */
REGEL_API regel_data *regel_follow(const regel_rules *was, const regel_rules *now,
                                   const regel_setup *setup, const int *answers,
                                   int count);

/* ---- bots, and taking back ------------------------------------------------------- */

/* Puts a bot on a seat: one that plays `think` games in its head for each answer; 0: one
 * that answers at random.  Returns 0, or -1 if there is no such seat. */
REGEL_API int regel_bot(regel_game *game, int seat, int think);
/* The same for any sort of bot: "random", "look:30", "look:30:2" (goes on so many
 * decisions before it judges), "mcts:100".  Returns -1 if there is no such seat or bot.
 * Not in the core. */
REGEL_API int regel_seat_bot(regel_game *game, int seat, const char *bot);
/* Does a bot sit there? */
REGEL_API int regel_is_bot(const regel_game *game, int seat);
/* The answer that a bot gives to the present question; -1 if none of them is asked.  It
 * knows what its seat may know, and no more. */
REGEL_API int regel_bot_answer(regel_game *game);
/* Gives it: 0, or -1 if none of them is asked.  Nobody takes it back. */
REGEL_API int regel_bot_plays(regel_game *game);
/* From now on its bots answer after so many milliseconds with the best that
 * they have found by then: how long one thinks then tells nothing.  0: they take the time
 * they need, and the same seed gives the same answers. */
REGEL_API void regel_bot_patience(regel_game *game, int milliseconds);
/* From now on questions are remembered, so that answers can be taken back: those of
 * people, where there is more than one answer; or REGEL_ALL_ANSWERS. */
enum { REGEL_ALL_ANSWERS = 2 };
REGEL_API void regel_remember(regel_game *game, int on);
/* Back to the last question, for the player on `seat`; then call regel_step to be asked.
 * Returns -1 if that cannot be, because something came to light: regel_words says why. */
REGEL_API int regel_undo(regel_game *game, int seat);
/* Whose answer that would take back; -1: nobody's, or it was given secretly and another
 * one is asked now. */
REGEL_API int regel_undo_seat(const regel_game *game);
/* Answers and chances so far. */
REGEL_API int64_t regel_steps(const regel_game *game);
/* The last words that were made for this game. */
REGEL_API const char *regel_words(const regel_game *game);

/* ---- words ---------------------------------------------------------------------- */

/* Who reads: a seat from 0, or one of these.  Nobody is told what that seat may not
 * know.  The strings are valid until the next call about words of the same game. */
enum { REGEL_SEES_ALL = -1, REGEL_SPECTATOR = -2 };
REGEL_API const char *regel_prompt(regel_game *game, int viewer); /* what is asked */
REGEL_API const char *regel_label(regel_game *game, int i, int viewer); /* answer i */
REGEL_API const char *regel_table(regel_game *game, int viewer); /* the table, in lines */
REGEL_API const char *regel_result(regel_game *game);            /* "Anne wins" */
REGEL_API const char *regel_error(regel_game *game); /* code, place and rule */
/* The same as data, as `first_error` of a simulation has it; NULL: no rule went wrong. */
REGEL_API regel_data *regel_fault(regel_game *game);

REGEL_API const char *regel_view(regel_game *game,
                                 int viewer); /* the board, if it is drawn */
/* One view of the rules in lines of 80 columns; *board (or NULL): whether it shows things
 * on a board and does not only write.  `how`: REGEL_COLOUR, REGEL_APART. */
enum {
  REGEL_APART = 64
}; /* a line for each place, so that two of them can be compared */
REGEL_API const char *regel_view_lines(regel_game *game, int viewer, int view,
                                       unsigned how, int *board);
/* What the players have, in lines: a part of regel_table. */
REGEL_API const char *regel_table_players(regel_game *game, int viewer);
/* Players by their names: "Anne and Player 2". */
REGEL_API const char *regel_who(regel_game *game, uint32_t seats);
/* The answer of a seat that a text means, as people write it: "d2 d3", an id, "A + B"; of
 * several that are asked for one by one the next.  -1: none, or more than one. */
REGEL_API int regel_meant(regel_game *game, int seat, const char *text);
/* Why an answer of that name is not among those offered. */
REGEL_API const char *regel_why_not(regel_game *game, int viewer, const char *name);
/* The same where the viewer was shown these answers; and why a value is what it is, if it
 * is one that is named. */
REGEL_API const char *regel_why_among(regel_game *game, int viewer, const int *answers,
                                      int count, const char *name);
/* The same as data: kind (offered, rejected, left out, unknown), what it is called, the
 * words, and the rule and place that are behind it. */
REGEL_API regel_data *regel_why_not_data(regel_game *game, int viewer, const char *name);
/* In which language all of this is said; NULL: the source's. */
REGEL_API void regel_speak(regel_game *game, const regel_language *language);

/* The faces (as regel_cards has them) of all things in this game that the viewer sees
 * now, whether players have a name for their kind or not: what lies open, his hand, the
 * places of the board.  A thing that is printed on another is seen as that one is. */
REGEL_API regel_data *regel_faces(regel_game *game, int viewer);
/* The same one by one, for who reads them at a table.  Things have numbers in a game;
 * these give the numbers of things that the viewer sees and that have something written
 * on them, at most so many, and return how many: what lies before the viewer and what a
 * name fits best, each face once; and what an answer refers to. */
REGEL_API int regel_things_held(regel_game *game, int viewer, int *things, int most);
REGEL_API int regel_things_named(regel_game *game, int viewer, const char *name,
                                 int *things, int most);
REGEL_API int regel_things_of(regel_game *game, int viewer, int answer, int *things,
                              int most);
/* The card that an answer is, or begins with, if the viewer can read it; -1: none. */
REGEL_API int regel_thing_chosen(regel_game *game, int viewer, int answer);
/* Copies of a card have the same face: its number. */
REGEL_API int regel_thing_face(const regel_game *game, int thing);
/* How many things the rules have: numbers are below it. */
REGEL_API int regel_things(const regel_game *game);
/* What a thing is called, what it does (lines without a width), and its whole face in
 * lines of 80 columns; of things that these functions gave, at the same question. */
REGEL_API const char *regel_thing_title(regel_game *game, int viewer, int thing);
REGEL_API const char *regel_thing_text(regel_game *game, int viewer, int thing);
REGEL_API const char *regel_thing_page(regel_game *game, int viewer, int thing);
/* Where an answer leads on the boards and what lies there, in so many columns; "" if that
 * is nowhere, or what the answer is `known_as` says it. */
REGEL_API const char *regel_answer_place(regel_game *game, int viewer, int answer,
                                         const char *known_as, int width);

/* The same as data.  The table: a list of fields and piles, each with whose it is and
 * what the viewer may know of it.  The answers: which alternative, things, numbers or
 * words each of them stands for; only those that the viewer may give. */
REGEL_API regel_data *regel_table_data(regel_game *game, int viewer);
REGEL_API regel_data *regel_answers_data(regel_game *game, int viewer);

/* The boards that the rules describe, as the viewer may know them: a record whose `views`
 * have a title, a size in millimetres, lines of text, a picture (`svg`, null where the
 * view has no size) and items with the answers that refer to them; docs/json.md has every
 * key.  `more` is true where a view shows more than can be shown. */
enum {
  REGEL_BOARD_ALL,
  REGEL_BOARD_PLACES,  /* only what is printed on a board: places, lines and texts beside
                        */
  REGEL_BOARD_PICTURES /* everything, but as pictures alone: no items, and lines only
                          where there is no picture */
};
REGEL_API regel_data *regel_board(regel_game *game, int viewer, int what);

/* Calls `fn` with each sentence of the log that `viewer` may read, as things happen;
 * NULL stops it.  The sentence is valid during the call.  A game that is listened to
 * takes memory while it runs, others do not. */
typedef void (*regel_log_fn)(void *user, const char *sentence);
REGEL_API void regel_log(regel_game *game, int viewer, regel_log_fn fn, void *user);

/* ---- readers ---------------------------------------------------------------------- */

/* Somebody who reads the log of a game in a language of his own.  Of a game that is
 * stored or was replayed he gets all that `viewer` was told so far; and in any case what
 * is told from now on.  The language must outlive him; he goes with the game. */
typedef struct regel_reader regel_reader;
REGEL_API regel_reader *regel_read(regel_game *game, int viewer,
                                   const regel_language *language);
/* The same with wishes. */
enum {
  REGEL_EVERY_MOVE = 1, /* every move and change is told */
  REGEL_TOGETHER = 2    /* what comes in parts, with questions to others between them, is
                           one sentence until it is read */
};
REGEL_API regel_reader *regel_read_as(regel_game *game, int viewer,
                                      const regel_language *language, unsigned how);
REGEL_API void regel_read_end(regel_reader *reader);
/* The sentences, asked for at a question or after the end: fewer than before if something
 * was taken back. */
REGEL_API int regel_lines(regel_reader *reader);
REGEL_API const char *regel_line(const regel_reader *reader, int i);
/* How a sentence can be told in fewer words.  Bytes of it that name who does what the
 * rest says ("Anne ": who has just read of Anne can do without; 0: none), and that say
 * what none of the boards shows; not 0: a part of the game begins with it. */
REGEL_API size_t regel_line_subject(const regel_reader *reader, int i);
REGEL_API size_t regel_line_news(const regel_reader *reader, int i);
REGEL_API int regel_line_heading(const regel_reader *reader, int i);
/* The rules by which the game has ended, in brackets; "": they are not named. */
REGEL_API const char *regel_end_rules(const regel_reader *reader);
/* What a sentence came from, as far as its reader may know: a list that begins with the
 * sentence itself, each with text, question, card, rule, place and source. */
REGEL_API regel_data *regel_why(regel_reader *reader, int i);

/* ---- states --------------------------------------------------------------------- */

/* A state of a game as bytes.  regel_save writes at most regel_save_size bytes and
 * returns how many.  regel_restore accepts what regel_save wrote for a game of the same
 * rules and returns 0; it returns -1 and changes nothing if it was for other rules or has
 * the wrong size.  Bytes must not be changed in between.  Then call regel_step to be
 * asked again. */
REGEL_API size_t regel_save_size(const regel_game *game);
REGEL_API size_t regel_save(const regel_game *game, void *bytes);
REGEL_API int regel_restore(regel_game *game, const void *bytes, size_t size);
/* Nobody needs the game for a while: what it works with is given to other games of the
 * same rules, and a few kilobytes remain while it waits at a question or is over.
 * Whatever is asked of it next takes up where it was. */
REGEL_API void regel_rest(regel_game *game);
/* A second game that stands where this one stands, with its names and bots: stored
 * nowhere, read by nobody, for another thread to think about.  NULL unless a question
 * waits for an answer. */
REGEL_API regel_game *regel_copy(const regel_game *game);
/* Equal states have equal hashes. */
REGEL_API uint64_t regel_hash(const regel_game *game);

/* ---- stored games --------------------------------------------------------------- */

/* A database of games, as the program `regel` uses it: what is stored here can be
 * replayed, audited and exported there. */
typedef struct regel_store regel_store;

/* Opens a database, or makes it; NULL is the user's own.  Returns NULL if that is not
 * possible; then *why says so if `why` is not NULL (free it with regel_free). */
REGEL_API regel_store *regel_store_open(const char *path, char **why);
/* The same for one that is there, only to be read. */
REGEL_API regel_store *regel_store_read(const char *path, char **why);
/* No game that is stored there may be left. */
REGEL_API void regel_store_close(regel_store *store);
/* Where it lies. */
REGEL_API const char *regel_store_path(const regel_store *store);
/* What went wrong with it last; "" if nothing. */
REGEL_API const char *regel_store_error(const regel_store *store);

/* What is stored between these two is safe, all of it or nothing, when the second returns
 * 0: one write to the disk for many games.  Nothing may be shown to anybody before.  -1:
 * it is lost, and the games that were played in between must be resumed. */
REGEL_API int regel_store_begin(regel_store *store);
REGEL_API int regel_store_commit(regel_store *store);
/* How long a write waits for others who write to the same database, at most; a minute
 * unless it is said here. */
REGEL_API void regel_store_patience(regel_store *store, int milliseconds);
/* Writes may be lost when the power fails, and are faster: for games of bots alone. */
REGEL_API void regel_store_relax(regel_store *store);
/* Makes the events of one game, so that SQL finds them.  They can be made later, too:
 * what goes wrong is not told. */
REGEL_API void regel_store_events(regel_store *store, int64_t id);
/* Forgets what went wrong, to try again. */
REGEL_API void regel_store_forgive(regel_store *store);

/* Stores a game that has not begun: from its first regel_step on every answer, every
 * chance and the end are safe before regel_step returns.  If something cannot be stored,
 * regel_step returns REGEL_ERROR and regel_error says why.  Returns 0, or -1 if the game
 * has begun. */
REGEL_API int regel_record(regel_game *game, regel_store *store);
/* The number of the game in its database; 0 before its first step or if it is not stored.
 */
REGEL_API int64_t regel_game_id(const regel_game *game);
/* Goes on with a stored game, by the rules that it carries; answers are stored as before,
 * and bots sit where they sat.
 * Call regel_step to be asked.  Returns NULL if that is not possible; then *why says so
 * if `why` is not NULL.  *rules must be freed after the game. */
REGEL_API regel_game *regel_resume(regel_store *store, int64_t id, regel_rules **rules,
                                   char **why);

/* The same for many games that were played by the same code: its number (0: no such
 * game; of a ruleset, or below 0 where another compiler made it of the same sources), its
 * rules, and a game by rules that the caller has, which must be those of that number. */
REGEL_API int64_t regel_stored_ruleset(regel_store *store, int64_t id);
REGEL_API regel_rules *regel_stored_rules(regel_store *store, int64_t ruleset,
                                          char **why);
REGEL_API regel_game *regel_resume_with(regel_store *store, int64_t id,
                                        const regel_rules *rules, char **why);
REGEL_API regel_game *regel_replay_with(regel_store *store, int64_t id, int64_t steps,
                                        const regel_rules *rules, char **why);

/* The number of stored rules that "7", "NAME:7" or "NAME:last" means; 0: there are none.
 */
REGEL_API int64_t regel_find_ruleset(regel_store *store, const char *name);
/* What is stored, of one ruleset if it is named: a list of games. */
REGEL_API regel_data *regel_store_games(regel_store *store, const char *name);
/* Cards of all stored rulesets, the newest version of each: those in which every word
 * occurs (words in quotes must follow each other), the best `most` (0: all of them);
 * `words` NULL: every card.  `language` NULL: in the source's.  Keys: found, cards. */
REGEL_API regel_data *regel_search(regel_store *store, const char *words,
                                   const char *language, int most, char **why);
/* The same for who asks for more.  Opens a database with the cards of every stored
 * ruleset, as far as they can be added (`make`: it is made if it is not there); *said has
 * lines about those that cannot.  NULL, and why; *absent: it is not there. */
REGEL_API regel_store *regel_cards_open(const char *path, int make, int *absent,
                                        char **said, char **why);
/* Stores rules with their cards, if they are not there; their number, or 0. */
REGEL_API int64_t regel_cards_add(regel_store *store, const regel_rules *rules,
                                  char **said);
typedef struct regel_cards_wish {
  const int64_t *rulesets; /* by number; none: the newest of each, or all versions */
  size_t count;
  int all_versions;
  const char *deck;  /* only cards of this kind, or that can lie in this pile; or NULL */
  const char *words; /* only cards with these, the best first; or NULL */
  const char *language;       /* NULL: the source's */
  int64_t most;               /* 0: all of them */
  const char *before, *after; /* put around a find in its `snippet`; or NULL */
} regel_cards_wish;
/* Keys: `found`, `cards`, and how many there are in `all`.  Nothing found: the first
 * `word` that no card has, and titles `near`; there is no such deck: `decks`, and
 * `deck_near`. */
REGEL_API regel_data *regel_cards_find(regel_store *store, const regel_cards_wish *wish,
                                       char **why);
/* The cards that a name means, of the newest rulesets: ID, TITLE, or RULESET/ID. */
REGEL_API regel_data *regel_card_named(regel_store *store, const char *name, char **why);
/* Everything about one of these: its face, what it cites, its versions, stored games.
 * Its rules (regel_stored_rules), or NULL, a language of them, and options. */
typedef struct regel_card_wish {
  const regel_library *library; /* where the rows that it cites are found */
  const regel_rules *rules;
  const regel_language *language;
  const char *const *options;
} regel_card_wish;
REGEL_API regel_data *regel_card(regel_store *store, const regel_data *card,
                                 const regel_card_wish *wish, char **why);
REGEL_API char *regel_card_page(regel_store *store, const regel_data *card,
                                const regel_card_wish *wish, int width, char **why);
/* Who is told how far work is; what is returned other than 0 may end it. */
typedef int (*regel_progress_fn)(void *user, int64_t done, int64_t all);
/* How long work is done: on how many threads, until when, and who is told how far it is.
 */
typedef struct regel_run {
  int jobs;
  const volatile int *stop; /* set from outside to stop early; NULL: never */
  regel_progress_fn progress;
  void *user;
} regel_run;
/* What a change of the rules would change in stored games: all of a ruleset (NULL: of the
 * same name), in all its versions, played under other rules.  `progress` may be NULL;
 * what it returns other than 0 ends the work.  One game (regel_compare) is told in the
 * same words as each of those; NULL if it is not there, and *why says so. */
REGEL_API regel_data *regel_impact(regel_store *store, const char *name,
                                   const regel_rules *rules, regel_progress_fn progress,
                                   void *user);
REGEL_API regel_data *regel_compare(regel_store *store, int64_t id,
                                    const regel_rules *rules, char **why);
/* A stored game as it stood after so many steps that were not taken back (-1: all), by
 * the rules that it carries.  It is not stored from there on, so it can be played on in
 * another way.  Returns NULL if that is not possible, as regel_resume does. */
REGEL_API regel_game *regel_replay(regel_store *store, int64_t id, int64_t steps,
                                   regel_rules **rules, char **why);
/* The same for one reader (a seat, REGEL_SPECTATOR, REGEL_SEES_ALL): of a game that is
 * not over he counts the steps that he knows of, as in regel_stored_replay. */
REGEL_API regel_game *regel_replay_for(regel_store *store, int64_t id, int64_t steps,
                                       int viewer, regel_rules **rules, char **why);

/* A stored game, opened with the rules that it carries, to be looked at.  NULL, and why:
 * regel_store_trouble says whether there is no such game. */
typedef struct regel_stored regel_stored;
REGEL_API int64_t regel_last_game(regel_store *store); /* the newest; 0: none */
REGEL_API regel_stored *regel_stored_open(regel_store *store, int64_t id, char **why);
REGEL_API void regel_stored_close(regel_stored *stored);
REGEL_API const regel_rules *regel_stored_game_rules(const regel_stored *stored);
/* In which language it is told; the language must outlive it. */
REGEL_API void regel_stored_speak(regel_stored *stored, const regel_language *language);
/* Its `id`, `game`, a line about it (`head`), `players`, `steps`, whether it is `over`,
 * its `result` in words, whether its rules have `secrets`, and whether it `hides` what a
 * reader who sees all would learn before its end; its `options` as a setup has them, and
 * how many `answers` each seat gave. */
REGEL_API regel_data *regel_stored_about(const regel_stored *stored);
/* The seat that a number (from 1) or a name means; -1 if there is none. */
REGEL_API int regel_stored_seat(const regel_stored *stored, const char *word);
/* The game step by step as a reader may know it, up to a step (-1: all). */
typedef struct regel_replay_plan {
  int64_t until;
  int verbose; /* not 0: every move and change is told */
  int verify;  /* not 0: every state and the chain are computed again and compared */
} regel_replay_plan;
REGEL_API regel_data *regel_stored_replay(regel_stored *stored, int viewer,
                                          const regel_replay_plan *plan);
/* What happened up to a step (-1: all), each event with its rule, place and cause. */
REGEL_API regel_data *regel_stored_audit(regel_stored *stored, int viewer, int64_t until,
                                         char **why);
/* Why something has its value after a step: the `chain` of causes, or the `contributions`
 * that make it, and the same as `text`; or, in words, that nothing is called that
 * (`unknown`).  NULL, and why. */
REGEL_API regel_data *regel_stored_why(regel_stored *stored, int viewer, int64_t at,
                                       const char *what, char **why);
/* Why an answer was not offered at the question of a step, as text; NULL, and why. */
REGEL_API char *regel_stored_why_not(regel_stored *stored, int viewer, int64_t at,
                                     const char *answer, char **why);
/* The game as one text that can be sent: rules, setup, every answer, sealed. */
REGEL_API char *regel_stored_export(const regel_stored *stored, char **why);
/* Verifies such a text and stores it (`store` NULL: only looks): its number (`game`),
 * whether it is `known` already, another that began at the same moment (`like`), its
 * `steps`, and what it proves about chance (`proof`).  NULL, and why. */
REGEL_API regel_data *regel_import(regel_store *store, const char *text, size_t size,
                                   char **why);
/* What is stored, as a list of `games`: of one ruleset (NULL: of all), only those that
 * are not over, only the newest `most` (0: all). */
REGEL_API regel_data *regel_store_list(regel_store *store, const char *name, int open,
                                       int64_t most, const regel_language *language);

/* ---- the database itself ---- */

/* Where it lies (NULL: the user's own), whether it is there or not. */
REGEL_API char *regel_store_where(const char *path);
/* One that is there, to be changed; and one to be looked at although it is damaged. */
REGEL_API regel_store *regel_store_write(const char *path, char **why);
REGEL_API regel_store *regel_store_inspect(const char *path, char **why);
/* What sort of trouble regel_store_error is about. */
typedef enum { REGEL_NO_TROUBLE, REGEL_NO_SUCH_GAME, REGEL_STORE_FAULT } regel_trouble;
REGEL_API regel_trouble regel_store_trouble(const regel_store *store);
/* Is it sound?  The file, every seal and chain, every game played again, the views. */
REGEL_API regel_data *regel_store_check(regel_store *store, const regel_run *run);
/* Makes the views again from the facts: how many `events` of how many `games` (of all,
 * `of`), how many `cards`, and `problems` as lines.  NULL, and why. */
REGEL_API regel_data *regel_store_rebuild(regel_store *store, const regel_run *run,
                                          char **why);
/* Takes a player's name out of all games: from how many seats it is `gone`, and where the
 * seal covers it and it was `kept`.  NULL, and why. */
REGEL_API regel_data *regel_store_forget(regel_store *store, const char *name,
                                         const regel_run *run, char **why);
/* SQL that only reads: `columns` and `rows`, at most so many (0: all; then `more`);
 * `hidden` games that are not over were left out unless `all`.  NULL, and why: a mistake
 * of the query unless the store has trouble. */
REGEL_API regel_data *regel_query(regel_store *store, const char *sql, int all,
                                  int seconds, int64_t most, char **why);
/* The last seal as a text to keep elsewhere, signed if a key (the text of its file) is
 * given; does the database still hold what one covers (`holds`, `entries`, those that
 * came `since`, the `signer`, `problems`); and a new key: `secret` and `public`. */
REGEL_API char *regel_anchor(regel_store *store, const char *key, char **why);
REGEL_API regel_data *regel_anchor_check(regel_store *store, const char *anchor,
                                         const char *key);
REGEL_API regel_data *regel_anchor_key(void);

/* Stores another game that begins with the same steps, as many as are named (-1: all);
 * what chance brings from there on is new.  Its number, or 0 and why; *why must be NULL
 * before. */
REGEL_API int64_t regel_branch(regel_store *store, int64_t id, int64_t steps, char **why);

/* ---- reports ---------------------------------------------------------------------- */

/* Everything that `regel check` finds, as a list of messages.  For rules of regel_open.
 */
REGEL_API regel_data *regel_check(const regel_rules *rules);
/* The same for a ruleset with everything that belongs to it, by name, whether it compiles
 * or not, as `regel check` tells it: what is `said` in a format (JSON and SARIF without
 * what stands around a list of them), the main `file` (null: the name means nothing) and
 * its `folder`, how many `files`, `cards`, `errors`, `warnings`, `notes`, `accepted`
 * there are; of `claims` and of what `always` holds how many, and of these `refuted` and
 * `undecided`; whether all is `readable`, `compiled`, `partial` (something could not be
 * parsed); why texts are `uncompared`; and the `edits` that are certain.  `prove`:
 * seconds for proofs, 0: none. */
typedef struct regel_checking {
  regel_format format;
  unsigned how; /* REGEL_NOTES, REGEL_COLOUR */
  long prove;
} regel_checking;
REGEL_API regel_data *regel_check_all(const regel_library *library, const char *name,
                                      const char *const *packs,
                                      const regel_checking *how);
/* Is the solver there that proofs need? */
REGEL_API int regel_can_prove(void);
/* What can be found at all, as SARIF lists it; free it with regel_free. */
REGEL_API char *regel_sarif_rules(void);
/* The rows of the ledgers that the rules name, as a list: id, text, and what cites each
 * row: rules, tests, and (`left_out`) why there is nothing to implement.  For rules of
 * regel_open. */
REGEL_API regel_data *regel_rulebook(const regel_rules *rules);
/* The rulebook of a ruleset: `blocks` in the order in which they are read, each with its
 * `sort` (heading, text, item, row, face, note, picture, code), `level`, `text`, `cells`
 * and `links`; `said`: what is wrong with what people wrote for it (not `sound`: it names
 * what is not there).  `parts` as regel_trace has them. */
REGEL_API regel_data *regel_book(regel_rules *const *parts, size_t count,
                                 const regel_language *language);
/* Which rows of the ledgers a ruleset implements and tests: one report for its ledger, or
 * for that of each of its packs, with `rows`, how many are `cited` and `tested`, those
 * that are `missing`, `untested` and `explained`, citations that are `unknown`, and other
 * ledgers that it cites; `all`: with every row.  `parts`: the ruleset and the files of
 * tests beside it, as regel_open_each gives them.  Where none is named the list is empty,
 * where one is not found it is NULL, and *why says so. */
REGEL_API regel_data *regel_trace(regel_rules *const *parts, size_t count, int all,
                                  char **why);
/* Runs the tests of the rules. */
REGEL_API regel_data *regel_test(const regel_rules *rules, uint64_t seed);
/* The same for those that `wanted` returns not 0 for. */
typedef int (*regel_wanted_fn)(void *user, const char *title, const char *file);
REGEL_API regel_data *regel_test_some(const regel_rules *rules, uint64_t seed,
                                      regel_wanted_fn wanted, void *user);
/* A place of the rules (as reports have it) for people: file, line and column, the line
 * with the spot marked, the rule that it cites.  "" if the rules know no such place; free
 * it with regel_free. */
REGEL_API char *regel_excerpt(const regel_rules *rules, const regel_data *place);
/* Plays pairs of games that differ only in what a reader (a seat, REGEL_SPECTATOR, or
 * REGEL_SEES_ALL: each of them) may not know, and compares all that the reader is given.
 * The first `leak`, if there is one, has `who` can tell, by what, the place that told,
 * and both games.  NULL, and why, if the setup does not fit. */
REGEL_API regel_data *regel_leaks(const regel_rules *rules, const regel_setup *setup,
                                  int reader, long games, long most, const regel_run *run,
                                  char **why);
/* ---- the states behind the rules ---- */

/* How far an exploration is. */
typedef struct regel_explored {
  uint64_t states, waiting;
  int64_t depth, walks; /* walks: 0 while states are searched */
  size_t setup;         /* which setup, from 1 */
  double seconds;
} regel_explored;
enum { REGEL_PERFT_ANSWERS = 1, REGEL_PERFT_TURNS = 2 };
/* What is explored, and for how long; regel_explore_usual fills one in.  While no limit
 * is given but time, small searches, random walks and a large search share it. */
typedef struct regel_explore_plan {
  int seconds;                  /* stop then; 0: no limit of time */
  int64_t states, depth, walks; /* limits; -1: not said */
  int64_t length;               /* answers of one walk at most */
  uint64_t memory;              /* bytes */
  int perft;          /* REGEL_PERFT_…: only count sequences up to `depth`; 0: no */
  int setups;         /* not 0: every way to set the game up that the setup leaves open */
  int items;          /* not 0: the report has `items`, all that can happen */
  int coverage;       /* not 0: it has `coverage`, counted step by step, line by line */
  int store;          /* not 0: findings are stored as games */
  const char *db;     /* there; NULL: in the user's own */
  const char *save;   /* a file for the search, kept when it stops and now and then */
  const char *resume; /* a file to go on with */
  const char *name;   /* what the rules are called in the file; NULL without one */
  /* Who is told; each may be NULL. */
  void (*progress)(void *user, const regel_explored *so_far);
  void (*saved)(void *user, int error); /* each time; with 0 or errno */
  /* The same rules with their tests, asked for where something was not reached; they are
   * freed.  NULL: the rules have their tests themselves. */
  regel_rules *(*tested)(void *user);
  void *user;
} regel_explore_plan;
REGEL_API void regel_explore_usual(regel_explore_plan *plan);
/* Looks at all states, or at as many as there is time for: what is wrong with the rules,
 * each finding with a sequence of answers that leads there, and what never happens.  The
 * setup's 0 players: the fewest, and with `setups` any number.  NULL, and why. */
REGEL_API regel_data *regel_explore(const regel_rules *rules, const regel_setup *setup,
                                    const regel_explore_plan *plan, const regel_run *run,
                                    char **why);
/* How a search that was saved had been begun: the `name` of the rules and (`rules`) their
 * hash, `players`, `options` and `seed`, whether with `coverage`, and whether it is
 * `complete`.  NULL, and why. */
REGEL_API regel_data *regel_saved_search(const char *path, char **why);
/* One small change of the rules at a time, and who notices it: the compiler, a test, what
 * regel_check finds, or the clock; of a pack, the changes of the pack. */
typedef struct regel_mutation {
  const char *only; /* changes of one sort ("number", …); NULL: all */
  long sample;      /* only so many, chosen at random from `seed`; 0: all */
  uint64_t seed;
  int seconds;      /* that one change may take: after that it was noticed */
  const char *save; /* a file that results are written to as they come, and go on from; or
                       NULL */
  int all;          /* list those that change nothing, too */
} regel_mutation;
/* How many changes there are, were chosen and tried, who noticed how many, the `score`,
 * and those that are `unnoticed`.  Where nothing could be tried `wrong` says what (name,
 * source, tests, save, files) and `why`. */
REGEL_API regel_data *regel_mutate(const regel_library *library, const char *name,
                                   const char *const *packs, const regel_mutation *how,
                                   const regel_run *run);
/* What runs in games: how many `games` were played at random, as many as fit into so many
 * seconds (at least one), and in how many of them each of the `lines` of the rules and
 * each of the `rules` that they cite ran.  Without a setup they are set up in all ways in
 * turn.  NULL, and why, if the setup does not fit. */
REGEL_API regel_data *regel_cover(const regel_rules *rules, const regel_setup *setup,
                                  long games, int seconds, char **why);
/* The same for the tests of the rules: in how many `tests` each line and rule ran, what
 * the test itself does included. */
REGEL_API regel_data *regel_test_cover(const regel_rules *rules, uint64_t seed);
/* The same for one stored game, whose rules are given (regel_stored_rules); NULL if there
 * is none. */
REGEL_API regel_data *regel_stored_cover(regel_store *store, int64_t id,
                                         const regel_rules *rules);
/* Plays many games with bots: who won, and why not, scores, how long games are and how
 * much there is to choose, and the first error.  Game i is the same whoever plays it, and
 * when.  Names and reasons are said in the language.  `run` may be NULL.  NULL, and why.
 */
#define REGEL_BOT_USUAL "mcts:50" /* a quick one that thinks */
typedef struct regel_sim_plan {
  long games, first; /* how many, and the number of the first */
  const char *bot;   /* "random", "look:30", "mcts:100"; NULL: at random */
  long most;         /* decisions after which a game is given up; 0: 100000 */
  int always;        /* not 0: check what must always hold, at every pause */
  int digest;        /* not 0: one number for all states of all games */
  int store;         /* not 0: the games are stored */
  const char *db;    /* there; NULL: in the user's own database */
  const char *again; /* a command that plays such a game, to which a seed is added */
} regel_sim_plan;
REGEL_API regel_data *regel_simulate(const regel_rules *rules, const regel_setup *setup,
                                     const regel_sim_plan *plan, const regel_run *run,
                                     const regel_language *language, char **why);

/* ---- transcripts of games at a table (docs/transcript.md) -------------------------- */

typedef struct regel_transcript regel_transcript;
/* Reads one; `name` stands in what is said about it. */
REGEL_API regel_transcript *regel_transcript_new(const char *name, const char *text,
                                                 size_t size);
REGEL_API void regel_transcript_free(regel_transcript *transcript);
/* The ruleset that it names, or a path to it; NULL: none. */
REGEL_API const char *regel_transcript_ruleset(const regel_transcript *transcript);
/* Judges it, once, by the rules that it names (NULL: they are not there): the `verdict`
 * with its `messages`, for people in `said` and `text` (`how`: REGEL_COLOUR), the
 * `players`, and of a game that is accepted whether it is `over`, its `winners`, and the
 * `draws` that nobody wrote down.  With `store` a game that is wholly known is stored in
 * a database (NULL: the user's own): `stored`, or `store_error`. */
REGEL_API regel_data *regel_referee(const regel_library *library,
                                    regel_transcript *transcript,
                                    const regel_rules *rules,
                                    const regel_language *language, unsigned how,
                                    int store, const char *db);

/* ---- many games by a plan, counted (docs/lab.md) ----------------------------------- */

/* A plan with its rulesets, and what was counted of its games so far. */
typedef struct regel_lab regel_lab;
/* Opens the rules that a plan names: they go with the lab.  NULL: they cannot be had, and
 * who was asked knows why. */
typedef regel_rules *(*regel_lab_rules_fn)(void *user, const char *game,
                                           const char *const *packs);
/* Reads a plan.  NULL if it makes no sense: then *wrong has what is wrong (`text`) and
 * where (`line`, `column`, `length`; 0: not known); or if rules could not be had, and
 * then *wrong is NULL. */
REGEL_API regel_lab *regel_lab_new(const char *plan, regel_lab_rules_fn open, void *user,
                                   regel_data **wrong);
REGEL_API void regel_lab_free(regel_lab *lab);
/* The plan that a part carries; NULL, and why. */
REGEL_API char *regel_lab_plan_of(const char *part, char **why);
/* Adds what was counted elsewhere; -1, and why: it does not belong here, is damaged, or
 * has games that are here already. */
REGEL_API int regel_lab_add(regel_lab *lab, const char *part, char **why);
/* Everything that was counted so far, as a part. */
REGEL_API char *regel_lab_part(const regel_lab *lab);
/* Games that are missing, as a list of `first` and `last`. */
REGEL_API regel_data *regel_lab_missing(const regel_lab *lab);
/* How many cells the plan has. */
REGEL_API int regel_lab_cells(const regel_lab *lab);

/* Which games are played: those of one of so many shards (0 of 1: all), and of a plan
 * that says no number of games those from `first` to before `end`.  `save` is called now
 * and then with what is whole so far, as a part, and at the end; not 0 ends the run. */
typedef struct regel_lab_work {
  long shard, shards, first, end;
  int (*save)(void *user, const char *part, size_t size);
  void *user;
  /* Called with games that were played, as lines of text; NULL: nobody wants them. */
  void (*games)(void *user, const char *lines, size_t size);
} regel_lab_work;
/* Plays what is missing of them: how many are left then; -1, and why. */
REGEL_API long regel_lab_run(regel_lab *lab, const regel_lab_work *work,
                             const regel_run *run, char **why);
/* What was found, as a page: HTML, or Markdown.  Games to look at are stored, or `again`
 * is the command that would; `each`: one of them at a time.  NULL, and why. */
REGEL_API char *regel_lab_report(const regel_lab *lab, int html, regel_store *store,
                                 const char *again, int each, char **why);
/* Stores one game of a cell; its number, or 0 and why. */
REGEL_API int64_t regel_lab_store(const regel_lab *lab, regel_store *store, int cell,
                                  long game, char **why);
/* Stores all games that are lines of a text, as `games` gave them, if they are not there
 * yet: what each of them is of which plan is stored, too.  -1, and why, after a fault. */
typedef struct regel_lab_imported {
  long stored, there, refused; /* refused: no game of this plan by these rules */
} regel_lab_imported;
REGEL_API int regel_lab_import(const regel_lab *lab, regel_store *store,
                               const char *lines, regel_lab_imported *count, char **why);
/* Every figure as a row; and the same with all counts in a database that is made. */
REGEL_API char *regel_lab_csv(const regel_lab *lab);
REGEL_API int regel_lab_sqlite(const regel_lab *lab, const char *path, char **why);

/* An equilibrium of a small game, by so many rounds of counterfactual regret
 * minimization: `nodes`, information `states`, for each of the `seats` its `value` and
 * what the best answer to the others would give (`best`), and the `exploitability`.
 * NULL, and why. */
REGEL_API regel_data *regel_solve(const regel_rules *rules, const regel_setup *setup,
                                  long rounds, char **why);
/* An outlook for bots, learned from so many games that they play against each other: the
 * `pack` that has it, its `result` against those who think as long without it, and
 * whether it is `kept`, since chance could not have made that.  `open` is asked for the
 * game, with that pack.  NULL, and why; *why is NULL if `open` gave none. */
REGEL_API regel_data *regel_learn(const char *game, const regel_setup *setup, long games,
                                  regel_lab_rules_fn open, void *user,
                                  const regel_run *run, char **why);

#ifdef __cplusplus
}
#endif
#endif
