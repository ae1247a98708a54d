/* What all commands share: how they were called, what they may print, how they end. */
#ifndef REGEL_CLI_H
#define REGEL_CLI_H
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include <stdbool.h>
#include <stdio.h>

struct regel_library;
struct regel_language;

/* Exit codes; they stand in regel(1). */
enum {
  CODE_FINE = 0,
  CODE_NO = 1,     /* the answer is no: findings, failed tests, missing rows */
  CODE_USAGE = 2,  /* not called as it should be */
  CODE_SOURCE = 3, /* the source does not compile */
  CODE_RULE = 4,   /* a rule went wrong while a game was running */
  CODE_IO = 5,     /* a file cannot be read or written */
  CODE_INTERRUPTED = 130,
};

typedef Paths Args;

typedef struct Cli {
  const char *command;       /* the command being run, or NULL */
  bool color_out, color_err; /* may stdout, stderr have colours? */
  bool screen;               /* stdout is a terminal that can clear and overwrite */
  const char *lang;          /* as --lang says, or NULL */
  const struct regel_language
      *words;     /* the program's words in the language of the run, or NULL */
  Args packs;     /* as --pack says: names, folders or files */
  char *own_pack; /* of these, the one that was named in place of a game */
  struct regel_library *library; /* where rulesets are found */
  /* Gets the texts of the help instead of stdout, or NULL. */
  void (*collect)(void *user, const char *context, const char *text);
  void *collector;
} Cli;

/* The row of --pack, for every command that has it. */
#define PACK_OPT(cli)                                                                    \
  {                                                                                      \
    0, "pack", OPT_TEXTS, &(cli)->packs, "PACK",                                         \
        "with what a pack adds: its name, folder or file; may be repeated", 0, 0, NULL   \
  }
/* What --db means, for every command that has it. */
#define DB_HELP "the database ($REGEL_DB, else regel.db in the user's data folder)"

typedef int (*CommandFn)(Cli *cli, int argc, char **argv);
typedef struct Command {
  const char *name, *summary;
  CommandFn run;
} Command;

/* The table of commands, ended by a row without a name. */
const Command *cli_commands(void);

/* Columns of the screen: of the terminal if stdout is one ($COLUMNS, else what it says),
 * else 80. */
int cli_width(void);
/* Decides about colour: "auto", "always" or "never"; false if it is none of them. */
bool cli_color(Cli *cli, const char *when);
/* "regel play: …" on stderr, with a line end. */
void cli_error(const Cli *cli, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Behind a message: where more is to be read. */
void cli_see(const Cli *cli, const char *command);
/* "s" unless there is one: "1 game", "2 games". */
static inline const char *cli_plural(long long n) { return n == 1 ? "" : "s"; }
/* Shows a long text: through the pager if stdout is a terminal too small for it. */
void cli_page(const Cli *cli, const char *text);

/* One function for each row of commands.def. */
#define COMMAND(name, summary) int cmd_##name(Cli *cli, int argc, char **argv);
#define FRONT(name, summary)
#include "interp/cmd/commands.def"
#undef COMMAND
#undef FRONT

#endif
