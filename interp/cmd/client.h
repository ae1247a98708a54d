/* A command as a client of the library: what it opens, and how it ends. */
#ifndef REGEL_CLIENT_H
#define REGEL_CLIENT_H
#include "interp/cmd/cli.h"
#include "interp/regel.h"

/* Opens rules by name, folder or file ("-": standard input), with the packs of --pack, as
 * REGEL_… says.  NULL: what is wrong was told, and *code is what to exit with. */
regel_rules *client_open(Cli *cli, const char *name, unsigned how, int *code);
/* What a name and --pack mean, as regel_find gives it; what is to be said is told. */
regel_data *client_find(Cli *cli, const char *name, bool packs);
/* The same for everything that belongs to a ruleset: calls `fn` with each part after
 * telling what is wrong with it; fn frees its rules.  Returns -1, or the code to exit
 * with. */
int client_open_each(Cli *cli, const char *name, unsigned how, regel_opened_fn fn,
                     void *user);
/* Native code for rules, from the cache or made now.  Where that is not possible one line
 * says so, and they are interpreted. */
void client_native(const Cli *cli, regel_rules *rules);
#define NATIVE_HELP "run it as native code, made by the system's C compiler and kept"
/* Adds a file ("-": standard input); false, and errno, if it cannot be read. */
/* Adds the packs that were given, as a command is told again: " --pack snow". */
void client_with(const Cli *cli, Buf *b);
bool client_read(const char *path, Buf *to);
/* The packs of --pack, NULL at the end. */
void client_packs(const Cli *cli, Args *packs);
/* Adds " + snow + bakery": the names of the packs that were given, for what is stored. */
void client_put_packs(const Cli *cli, Buf *b);
/* The names given, or all rulesets of the library if there are none. */
void client_names(const Cli *cli, Args *names, Arena *arena);
/* A pack that was named in place of its game is one of --pack from now on, until another
 * game is meant. */
void client_own_pack(Cli *cli, const char *pack);
/* The language of the run for these rules (NULL: for the program's own words).  NULL:
 * what is wrong was told, and *code is what to exit with. */
regel_language *client_language(const Cli *cli, const regel_rules *rules, int *code);
/* Opens a database to be read (NULL: the user's own).  The same. */
regel_store *client_store(Cli *cli, const char *file, int *code);
/* Tells what is wrong, and frees it.  Returns the code. */
int client_wrong(const Cli *cli, char *why, int code);
/* How far work is, on standard error; `what` is done (" games"). */
int client_progress(void *what, int64_t done, int64_t all);
/* Prints a rule that went wrong (regel_fault), and how to see it again ("": not). */
void client_fault(const Cli *cli, const regel_data *fault, const char *again);
/* A whole file ("-": standard input), or NULL after saying why not; free() it. */
char *client_file(const Cli *cli, const char *path, size_t *size);
/* Writes one ("-": standard output).  Returns -1, or the code after saying why not. */
int client_write(const Cli *cli, const char *path, const char *text, size_t size);
/* A sentence of the program by its key, at most three placeholders filled; regel_free. */
char *client_say(const regel_language *l, const char *key, const char *first,
                 const char *second, const char *third);
/* Prints it as a line. */
void client_tell(const regel_language *l, const char *key, const char *first,
                 const char *second, const char *third);
/* Colours of boards for who reads in the dark (docs/json.md). */
#define CLIENT_DARK_BOARD                                                                \
  ".paper{fill:#1d1f1c}.ground{fill:#2b2e29}.plain{fill:#4b4a40}.ink{fill:#ece7da}"      \
  ".edge{stroke:#a39c88}.way{stroke:#7d765f}"
/* A number as an argument; valid to the end of the block. */
#define CLIENT_DIGITS(n) client_digits((char[24]){0}, (n))
const char *client_digits(char to[24], long long n);
/* Prints a report as JSON. */
void client_json(const regel_data *data);
/* Parts of a report: by key or path, and a number of one. */
const char *client_text(const regel_data *data, const char *path);
long long client_number(const regel_data *data, const char *path);

#endif
