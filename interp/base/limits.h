/* Every limit of the language and the machine, with its reason.  A program past a limit
 * gets the diagnostic named beside it; nothing is cut off silently. */
#ifndef REGEL_LIMITS_H
#define REGEL_LIMITS_H

enum {
  /* A source file and all files of a ruleset together: large enough for 30,000 cards,
   * small enough that positions fit in 32 bits (E0104). */
  MAX_FILE_BYTES = 64 * 1024 * 1024,
  /* Files of one ruleset (E0104). */
  MAX_FILES = 1000,
  /* Open braces, brackets and expressions inside each other; keeps the recursion of the
   * compiler within its stack (E0105). */
  MAX_NESTING = 200,
  /* Numbers are 32-bit in the state; one code is kept for "none" (E0106). */
  MAX_NUMBER = 1000000000,
  /* Characters in a name: longer ones are a mistake (E0107). */
  MAX_NAME = 100,
  /* Acceptances before one rule: each is looked at for every token in it (E0607). */
  MAX_ACCEPTS = 32,
  /* Errors shown in one run; after that, only their number. */
  MAX_ERRORS = 100,
  /* Seats at a table: a seat set is one 32-bit mask in the state (E0320). */
  MAX_PLAYERS = 16,
  /* Things of one game: a set of all of them fits into a frame (E0321). */
  MAX_THINGS = 250000,
  /* Things that files may name, some again in variants, before the rest is not read. */
  MOST_DECLARED = 2 * MAX_THINGS,
  /* Options, variants, claims and `always`, each: setups are tried by options, and what
   * is looked at in every state is looked at often (E0330). */
  MAX_SETTINGS = 2000,
  /* All other declarations together (E0330). */
  MAX_ITEMS = 150000,
  /* Numbers in one set, and words of one type, so that a choice among them stays a choice
   * (E0322). */
  MAX_UNIVERSE = 4096,
  /* Entries of a list (E0323). */
  MAX_LIST = 64,
  /* Cells of a state (E0324). */
  MAX_CELLS = 4 * 1024 * 1024,
  /* Registers of all frames of one game, and of one frame (R0003, E0325). */
  MAX_STACK = 8192,
  MAX_FRAME = 4096,
  /* Answers that a decision lists at once; a larger choice of several is offered as its
   * parts, a larger choice of one is an error (E0322 where it is certain, else R0006). */
  MAX_OPTIONS = 4096,
  /* Combinations of a move of several parts that are offered as answers of one question;
   * where there are more it is asked for part by part. */
  MAX_MOVES = 1024,
  /* Names that one alternative binds. */
  MAX_MOVE_PARTS = 4,
  /* Loop turns and calls between two pauses (R0002). */
  MAX_FUEL = 4000000,
  /* The same for one step as a whole, where chance falls without a pause; a drawn chance
   * costs CHANCE_FUEL (R0002). */
  MAX_STEP_FUEL = 64 * 1000 * 1000,
  CHANCE_FUEL = 64,
  /* The same for probing one answer; a probe that runs out counts as legal and is
   * reported; if it was not legal, that is an error when it is played (R0012). */
  MAX_PROBE_FUEL = 200000,
  /* The same for trying a claim, which may ask for all that luck and others can do; one
   * that runs out is neither proved nor refuted. */
  MAX_CLAIM_FUEL = 60000,
  /* The same for probing all answers of one decision: a second of an unlucky player. */
  MAX_ASK_FUEL = 16 * 1000 * 1000,
  /* Decisions and attempts inside each other in one probe (the same). */
  MAX_PROBE_DEPTH = 48,
  /* Changes that one probe can take back (the same). */
  MAX_JOURNAL = 65536,
  /* Columns of a line in a view: more than any terminal shows (E0302). */
  MAX_COLUMN = 400,
  /* Millimetres of a board: more than any table has (E0302, E0417). */
  MAX_BOARD = 2000,
  /* What one view shows: a board with more on it than anybody could read is a loop that
   * went wrong; the view says that there is more. */
  MAX_SHOWN = 4000,
  /* Bytes of all texts on one board (the same). */
  MAX_BOARD_BYTES = 1024 * 1024,
  /* Parts of one verb's shape (E0326). */
  MAX_SHAPE = 12,
  /* Kinds and types whose combinations a kind has (E0321). */
  MAX_AXES = 3,
  /* Parameters of a value (E0325). */
  MAX_PARAMS = 64,
  /* Replacements of one event in one layer, each of which must be compared with all the
   * others (E0330). */
  MAX_REPLACEMENTS = 64,
  /* Definitions of one value, for the same reason; verbs that begin with one word, among
   * which each call looks for its own; `when` that watch one field or the piles of one
   * kind, all of which are looked at after each change; different placeholders of one
   * text (E0330). */
  MAX_ALIKE = 1000,
  /* Instructions of a program: a thousand for each of 4,000 verbs (E0330). */
  MAX_CODE = 4 * 1024 * 1024,
  /* Bytes of one statement that is compared: some 1,200 words; more is a chapter. */
  MAX_STATEMENT = 8192,
  /* Answers of one transcript: a long evening has a few thousand (T0107). */
  MAX_ANSWERS = 100000,
  /* Answers that the referee gives to find out what open draws were, before it says that
   * it cannot decide: a few seconds (T0601).  As many again to find what else fits. */
  MAX_WORLD_ANSWERS = 400000,
  /* Loop turns and calls of one stored game that is played again: a long game takes a
   * hundredth of it, and all of it takes seconds. */
  MAX_GAME_FUEL = 100 * 1000 * 1000,
  /* The same for all games that `regel check` tries to their first decision; what is left
   * is not tried. */
  MAX_TRIAL_FUEL = 20 * 1000 * 1000,
  /* Events between two answers, and lines of one reader, that the log tells; after that
   * it says that there is more. */
  MAX_TOLD = 10000,
  MAX_LOG_LINES = 500000,
  /* Events of one game whose causes are kept: the story ends there. */
  MAX_STORY = 50000,
  /* Bytes of one view on a screen; the rest is left out, and that is said. */
  MAX_VIEW_BYTES = 65536,
  /* Bytes of all states that one game keeps to go back to: at the table the oldest is
   * forgotten, so that no record needs more of them at once. */
  MAX_UNDO_BYTES = 64 * 1024 * 1024,
};

#endif
