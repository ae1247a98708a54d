/* What the parts of `regel po` share. */
#ifndef REGEL_CMD_PO_H
#define REGEL_CMD_PO_H
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

typedef struct PoWork {
  Cli *cli;
  Arena *arena;
  const char *lang, *output, *plural, *read;
  bool program, commands, template, json, tbx, notes;
  int format; /* regel_format */
  Args args;  /* what was named, without the word that says what to do */
} PoWork;

/* A catalog that can be translated: a ruleset, the program, or the help of its commands.
 */
typedef struct PoTarget {
  regel_rules *rules; /* NULL: one of the program's */
  regel_catalog *catalog;
  regel_data *about; /* its name and languages */
} PoTarget;

/* What names the program's own: the options, which no ruleset can be called. */
#define PO_PROGRAM "--program"
#define PO_COMMANDS "--commands"
/* Opens the target that a name means.  Returns -1 or the exit code. */
int po_open(PoWork *w, PoTarget *t, const char *name);
void po_close(PoTarget *t);
/* The languages that are wanted: all that there are, or the one that was named. */
size_t po_languages(const PoWork *w, const PoTarget *t);
const char *po_language(const PoWork *w, const PoTarget *t, size_t i);
/* Tells that a target has no folder for its files.  Returns the exit code. */
int po_nowhere(PoWork *w, const PoTarget *t);
/* How what is said about files is written. */
unsigned po_how(const PoWork *w);
/* What was found while reading, of a report.  Returns -1 or the code to exit with. */
int po_faults(const regel_data *report);
/* Tells who translates a pack that its game has no words in that language. */
void po_beneath(const regel_data *report, const char *lang);
/* Writes the text of a report to a path ("-": standard output) as a whole or not at all.
 * Returns -1 or the code to exit with. */
int po_store(PoWork *w, const char *path, const regel_data *report);
/* All rulesets and the program, or the rulesets and files that are named. */
typedef struct PoEach {
  int (*target)(PoWork *w, PoTarget *t, void *user);
  int (*file)(PoWork *w, const char *path, void *user); /* a FILE.po by itself */
  void *user;
} PoEach;
int po_each(PoWork *w, const PoEach *each);
/* One ruleset or the program; with several packs once for each of them. */
int po_each_pack(PoWork *w, const PoEach *each, const char *name);

int po_export(PoWork *w);
int po_import(PoWork *w);
int po_checks(PoWork *w);
int po_stats(PoWork *w);
int po_pseudo(PoWork *w);
int po_glossary(PoWork *w);

#endif
