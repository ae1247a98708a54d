/* Options of commands: one table for each command yields its parser and its help. */
#ifndef REGEL_OPTS_H
#define REGEL_OPTS_H
#include "interp/base/arena.h"
#include "interp/cmd/cli.h"
#include <stdint.h>

typedef enum {
  OPT_FLAG,   /* bool * */
  OPT_NUMBER, /* long *, between low and high */
  OPT_SEED,   /* uint64_t *; and bool *given, which may be NULL */
  OPT_TEXT,   /* const char ** */
  OPT_TEXTS,  /* Args *: may be given several times */
  OPT_CHOICE, /* int *: place in `value`, which has the words divided by "|" */
  OPT_MAYBE,  /* the same; the value may be left out and is the first one then */
  OPT_SIZE,   /* uint64_t *: bytes, "512M"; at least `low` */
} OptKind;

typedef struct Opt {
  char letter; /* 0: none */
  const char *name;
  OptKind kind;
  void *to;
  const char *value; /* what the value is called in the help */
  const char *help;
  long low, high;
  bool *given;
} Opt;

/* Rows of most tables. */
#define FLAG_OPT(letter, name, to, help)                                                 \
  {                                                                                      \
    letter, name, OPT_FLAG, to, NULL, help, 0, 0, NULL                                   \
  }
#define TEXT_OPT(letter, name, to, value, help)                                          \
  {                                                                                      \
    letter, name, OPT_TEXT, to, value, help, 0, 0, NULL                                  \
  }
/* What several commands know by the same name. */
#define JSON_OPT(to) FLAG_OPT(0, "json", to, "one JSON object for other programs")
#define QUIET_OPT(to) FLAG_OPT('q', "quiet", to, "no progress")
#define NATIVE_OPT(to) FLAG_OPT(0, "native", to, NATIVE_HELP)
#define DB_OPT(to) TEXT_OPT(0, "db", to, "FILE", DB_HELP)
#define SET_OPT(to)                                                                      \
  {                                                                                      \
    0, "set", OPT_TEXTS, to, "OPTION=VALUE",                                             \
        "an option of the ruleset; may be repeated", 0, 0, NULL                          \
  }
#define JOBS_OPT(to)                                                                     \
  {                                                                                      \
    0, "jobs", OPT_NUMBER, to, "J",                                                      \
        "threads; the result does not depend on them (all cores)", 1, 1024, NULL         \
  }
#define PLAYERS_OPT(to)                                                                  \
  {                                                                                      \
    0, "players", OPT_NUMBER, to, "P", "how many play (the fewest possible)", 1,         \
        REGEL_MOST_PLAYERS, NULL                                                         \
  }

typedef struct Usage {
  const char *example;  /* a call that does something useful */
  const char *synopsis; /* after "regel " */
  const char *about;    /* a few lines; may be NULL */
  const Opt *opts;
  int count;
  int least, most; /* arguments that are no options; most -1: any number */
} Usage;

/* The rest of a usage: a table of options, and how many other arguments there may be. */
#define OPTS(table, least, most)                                                         \
  (table), (int)(sizeof(table) / sizeof *(table)), (least), (most)

/* Reads the arguments (argv[0] is the command's name).  Returns -1 if the command may go
 * on; otherwise the code to exit with: help was printed, or a mistake reported.
 * Arguments that are no options are added to `rest`, "-" among them. */
int opts_parse(Cli *cli, const Usage *u, int argc, char **argv, Args *rest);
/* Something must be named and is not: says how the command is called.  Returns
 * CODE_USAGE. */
int opts_missing(const Cli *cli, const Usage *u);
/* A mistake that only the command itself can see.  Returns CODE_USAGE. */
int opts_wrong(const Cli *cli, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Do --players and --set fit the rules?  -1, or the code after saying why not. */
struct regel_rules;
struct regel_setup;
int opts_setup(const Cli *cli, const struct regel_rules *rules,
               const struct regel_setup *setup);

#endif
