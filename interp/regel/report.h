/* What is found out about rules.  A part of regel.h. */
#ifndef REGEL_PUBLIC_REPORT_H
#define REGEL_PUBLIC_REPORT_H
#include "store.h"

/* ---- two rules ------------------------------------------------------------------- */

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
  regel_store *store;           /* whose games of the old rules are played under the new;
                                   or NULL */
  const volatile int *stop;     /* set from outside to end that early; NULL: never */
} regel_diff_wish;
REGEL_API regel_data *regel_diff_wished(const regel_rules *before,
                                        const regel_rules *after,
                                        const regel_diff_wish *wish, char **why);

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

/* ---- what is wrong, tested, covered, and what happens -------------------------------
 */

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

/* ---- the states behind the rules ----------------------------------------------------
 */

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
  int always;        /* not 0: check what must always hold, at every pause; more than 1:
                        claims only in one game of so many; less than 0: in none */
  int digest;        /* not 0: one number for all states of all games */
  int store;         /* not 0: the games are stored */
  const char *db;    /* there; NULL: in the user's own database */
  const char *again; /* a command that plays such a game, to which its number is added */
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
#endif
