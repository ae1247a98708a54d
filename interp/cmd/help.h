/* The help of all commands, in the language of the run. */
#ifndef REGEL_HELP_H
#define REGEL_HELP_H
#include "interp/cmd/cli.h"

/* Adds a text of the help, translated; one that is not has a mark.  `where` is its
 * msgctxt behind "help": "/usage", ".play", ".play/--seed".  While texts are collected
 * they are added to the catalog, too. */
void help_add(const Cli *cli, Buf *b, const char *where, const char *text);
/* Is there a help in the language that --lang asks for?  Returns -1, or the code to exit
 * with after saying that there is not. */
int help_language(const Cli *cli);
/* The help without a command. */
int help_general(const Cli *cli);
/* Calls `fn` with every text of the help. */
typedef void (*HelpFn)(void *user, const char *context, const char *text);
void help_collect(Cli *cli, HelpFn fn, void *user);

#endif
