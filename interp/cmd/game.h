/* Rulesets as commands use them: found by name, compiled, and set up from options. */
#ifndef REGEL_GAME_H
#define REGEL_GAME_H
#include "grammar/tree.h"
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"
#include "interp/rules/load_lang.h"
#include "interp/text/render.h"

/* One compiled source: a game, or a file of tests that uses one. */
typedef struct Game {
  Arena *arena;
  Unit *unit;
  Program *program; /* NULL if it does not compile */
  const char *path; /* of its first file */
  bool readable, has_game;
  LoadedLang speech;         /* see game_speak */
  const Lang *lang;          /* NULL: the source */
  struct NativeLater *later; /* native code that is being made */
} Game;

/* Compiles a file ("-": standard input).  Prints nothing: what is wrong stands in
 * g->unit->diags.  Close with game_close in any case. */
void game_compile(Game *g, const char *path, const Args *packs, bool tests);
/* Only reads and parses it: the caller compiles g->unit and keeps the program in g.
 * `packs` are the main files of packs that are taken along; NULL: none. */
void game_parse(Game *g, const char *path, const Args *packs, bool tests);
void game_close(Game *g);
/* Finds and compiles the ruleset that a name, folder or file means; diagnostics go to
 * stderr.  Returns -1 if g->program can be used, else the code to exit with. */
int game_open(Cli *cli, Game *g, const char *name, bool tests);

/* Reads the language that --lang or the environment asks for, for a program (NULL: for
 * the program's own words).  Returns -1, or the code to exit with after saying what is
 * wrong. Free in any case. */
int game_language(Cli *cli, LoadedLang *l, const Program *p);
/* The same for what players read of a game: in g->lang. */
int game_speak(Cli *cli, Game *g);

/* Native code for the program, from the cache or made while it is interpreted.  Where
 * that is not possible one line says so. */
void game_native_later(Cli *cli, Game *g);

/* Parses what is found; a pack in place of a game with its game.  False after a message.
 */
bool game_find_parse(Cli *cli, Game *g, const char *name, bool tests);
/* What belongs to a ruleset: the main file, and if it was given by name or folder, every
 * other file beside it that has a game of its own (tests that use the game).
 * Calls `fn` for each, compiled with its tests; fn closes it.  `extra`: not the main
 * file. Returns -1, or the code to exit with if the name means nothing. */
typedef void (*GameFn)(void *user, Game *g, bool extra);
int game_each_part(Cli *cli, const char *name, GameFn fn, void *user);
/* The names given, or all rulesets of the library if there are none. */
void game_names(Args *names, Arena *arena);

/* How a game is set up: shared by play and sim. */
typedef struct GameSetup {
  long players;
  Args set;
  uint64_t seed;
  Secret secret; /* instead of the seed, if it is set */
  bool seeded;
  int32_t *options;  /* values for Setup, made by game_setup */
  const Args *packs; /* as --pack says */
} GameSetup;
/* Checks players and --set against the program.  Returns -1 or CODE_USAGE. */
int game_setup(Cli *cli, const Program *p, GameSetup *s);
void game_setup_free(GameSetup *s);
/* Who a bot is, as it is stored and read again: "bot look 30", "bot random". */
enum { BOT_NAME = 32 };
void game_bot_name(int kind, long think, long ahead, char out[BOT_NAME]);
/* The seat that a number (from 1) or a name means; -1 if there is none. */
int game_seat(const char *const *names, int seats, const char *word);
/* Adds "--players 4 --set version=base --seed 7": what makes the same game again. */
void game_setup_again(const GameSetup *s, Buf *b);

/* Prints a run-time error with its place, its rule and how to see it again.  If `view` is
 * not NULL, its machine stands where the error happened: who was acting, and which card's
 * rule it was, are told, too. */
void game_error(Cli *cli, const Program *p, const View *view, const VmFault *f,
                const char *again);

#endif
