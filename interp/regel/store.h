/* A database of games.  A part of regel.h. */
#ifndef REGEL_PUBLIC_STORE_H
#define REGEL_PUBLIC_STORE_H
#include "game.h"

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
/* When they were stored: milliseconds since 1970 (UTC); 0: there are none. */
REGEL_API int64_t regel_stored_when(regel_store *store, int64_t ruleset);
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
 * regel_store_trouble says until the next call whether there is no such game. */
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

/* ---- the database itself ------------------------------------------------------------
 */

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
#endif
