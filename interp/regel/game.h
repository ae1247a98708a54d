/* One game: questions and answers, bots, words, boards, readers, states.  A part of
 * regel.h. */
#ifndef REGEL_PUBLIC_GAME_H
#define REGEL_PUBLIC_GAME_H
#include "rules.h"

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
/* How wide lines are that it lays out: views, the table, faces.  80 columns if nobody
 * says so. */
REGEL_API void regel_width(regel_game *game, int columns);
/* One view of the rules in lines; *board (or NULL): 0 if it only writes, 1 if it shows
 * things on a board, 2 if some of them on the squares of a grid.  `how`: REGEL_COLOUR,
 * REGEL_APART, REGEL_BUSY, REGEL_WRITTEN. */
enum {
  REGEL_APART = 64,
  REGEL_BUSY = 128,   /* without lines between places on which nothing lies */
  REGEL_WRITTEN = 256 /* only what the view writes, without what lies somewhere */
};                    /* a line for each place, so that two of them can be compared */
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
 * on them, at most so many, and return how many: what lies before the viewer, what a
 * field of the game itself names (the event in force) and what a name fits best, each
 * face once; and what an answer refers to. */
REGEL_API int regel_things_held(regel_game *game, int viewer, int *things, int most);
REGEL_API int regel_things_in_force(regel_game *game, int viewer, int *things, int most);
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
/* What a thing is called, what is printed on it ("Cost: 2"), what it does (both in lines
 * without a width), and its whole face in lines; of things that these functions gave, at
 * the same question. */
REGEL_API const char *regel_thing_title(regel_game *game, int viewer, int thing);
REGEL_API const char *regel_thing_values(regel_game *game, int viewer, int thing);
REGEL_API const char *regel_thing_text(regel_game *game, int viewer, int thing);
REGEL_API const char *regel_thing_page(regel_game *game, int viewer, int thing);
/* Is an answer given in secret, or does it name one of several hidden things?  Who leaves
 * out a question because that is its only answer tells others that it is. */
REGEL_API int regel_answer_hidden(regel_game *game, int answer);
/* Where an answer leads on the boards and what lies there, in so many columns; "" if that
 * is nowhere, or what the answer is `known_as` says it. */
REGEL_API const char *regel_answer_place(regel_game *game, int viewer, int answer,
                                         const char *known_as, int width);
/* What would happen between an answer and the next question, in lines, as far as the
 * viewer, a seat, can know it: chance and what is hidden end it. */
REGEL_API const char *regel_answer_ahead(regel_game *game, int viewer, int answer);
/* What a seat can answer, a line for each, as far as the viewer can know it. */
REGEL_API const char *regel_seat_could(regel_game *game, int viewer, int seat);

/* The same as data.  The table: a list of fields and piles, each with whose it is and
 * what the viewer may know of it.  The answers: which alternative, things, numbers or
 * words each of them stands for; only those that the viewer may give. */
REGEL_API regel_data *regel_table_data(regel_game *game, int viewer);
REGEL_API regel_data *regel_answers_data(regel_game *game, int viewer);
/* They are numbered as the viewer is given them, from 0: the game's own numbers would say
 * how many others have.  The number for regel_answer of one of them; -1: there is none.
 */
REGEL_API int regel_answer_of(regel_game *game, int viewer, int place);

/* The boards that the rules describe, as the viewer may know them: a record whose `views`
 * have a title, a size in millimetres, lines of text, a picture (`svg`, null where the
 * view has no size) and items with the answers that refer to them; docs/json.md has every
 * key.  `more` is true where a view shows more than can be shown. */
enum {
  REGEL_BOARD_ALL,
  REGEL_BOARD_PLACES,  /* only what is printed on a board: places, lines, printed values
                          on them, and texts beside; what lies on it as `pieces` */
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

/* Somebody who reads the log of a game in a language of his own: all that `viewer` was
 * told so far, and what is told from now on (of a game that was restored from bytes only
 * that).  The language must outlive him; he goes with the game. */
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
/* How many sentences there are at this question or after the end: fewer than before if
 * something was taken back.  Ask before reading them. */
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
#endif
