/* What the parts of `regel po` share. */
#ifndef REGEL_CMD_PO_H
#define REGEL_CMD_PO_H
#include "grammar/diag.h"
#include "interp/rules/extract.h"
#include "interp/cmd/game.h"

typedef struct PoWork {
  Cli *cli;
  Arena *arena;
  const char *lang, *output, *plural, *read;
  bool program, template, json, tbx, notes;
  int format; /* DiagFormat */
  Args args;  /* what was named, without the word that says what to do */
} PoWork;

/* A catalog that can be translated: a ruleset, or the program itself. */
typedef struct PoTarget {
  const char *name; /* "tictactoe", "program" */
  Game game;        /* without a program of its own: the program's words */
  Game base; /* of a pack: the game without it, whose messages are not the pack's */
  const char *pack; /* its main file, or NULL */
} PoTarget;

/* Opens the target that a name means; NULL: the program.  Returns -1 or the exit code. */
int po_open(PoWork *w, PoTarget *t, const char *name);
void po_close(PoTarget *t);
/* The file of a language; NULL with a message if the target has no folder for it. */
const char *po_file(PoWork *w, const PoTarget *t, const char *lang);
/* The folder where its files lie, and what the names of the files begin with. */
const char *po_folder(PoWork *w, const PoTarget *t, const char **prefix);
/* Languages that there are files for, in alphabetical order. */
void po_languages(PoWork *w, const PoTarget *t, Args *to);
/* The messages of today, untranslated.  A rule NULL: that of a template. */
Po *po_messages(PoWork *w, const PoTarget *t, const PoPlural *rule);
/* Checks the table of forms of a language, if the catalog has one. */
void po_check_forms(const Po *po, Diags *d);
/* What was found while reading.  Returns the code to exit with. */
int po_report(PoWork *w, Sources *s, Diags *d);
/* Writes a catalog to a path ("-": standard output) as a whole or not at all.  Returns -1
 * or the code to exit with. */
int po_store(PoWork *w, const char *path, const Po *po);
int po_store_text(PoWork *w, const char *path, const char *text, size_t size);
/* All rulesets and the program, or the rulesets and files that are named. */
typedef struct PoEach {
  int (*target)(PoWork *w, PoTarget *t, void *user);
  int (*file)(PoWork *w, const char *path, void *user); /* a FILE.po by itself */
  void *user;
} PoEach;
int po_each(PoWork *w, const PoEach *each);

int po_export(PoWork *w);
int po_import(PoWork *w);
int po_checks(PoWork *w);
int po_stats(PoWork *w);
int po_pseudo(PoWork *w);
int po_glossary(PoWork *w);

/* Adds what the program itself says: words.def and the help of all commands. */
void extract_words(Cli *cli, Po *po);

#endif
