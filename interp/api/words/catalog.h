/* What can be translated, and its PO files. */
#ifndef REGEL_CATALOG_H
#define REGEL_CATALOG_H
#include "grammar/diag.h"
#include "interp/api/api_int.h"
#include "interp/po/po.h"
#include "interp/rules/wanted.h"

/* A ruleset, the last of its packs, the program itself, or the help of its commands. */
struct regel_catalog {
  Arena *arena;
  const char *name;         /* "tictactoe", "program", "commands" */
  const regel_rules *rules; /* NULL: the program's words */
  const char *pack;         /* its main file, or NULL */
  /* Of a pack: the game without it, whose messages are not the pack's. */
  WantedPart base;
  Sources sources; /* where files are found */
  struct {
    const char *context, *text;
  } * more; /* the texts of a front */
  size_t count;
};

/* One piece of work on files of a catalog (NULL: on a file by itself). */
typedef struct CatalogWork {
  Arena *arena;
  const regel_catalog *catalog;
  Sources sources;
  Diags diags;
} CatalogWork;

void catalog_begin(CatalogWork *w, const regel_catalog *c);
void catalog_end(CatalogWork *w);
/* The file of a language; NULL if there is no folder for it. */
const char *catalog_file(const CatalogWork *w, const char *lang);
/* Reads it, unless it is a link out of its folder; NULL: that was told, or it is missing.
 */
Po *catalog_read(CatalogWork *w, const char *lang, bool *missing);
/* Languages that there are files for, in alphabetical order. */
void catalog_written(const CatalogWork *w, Paths *to);
/* The messages of today, untranslated.  A rule NULL: that of a template. */
Po *catalog_messages(const CatalogWork *w, const PoPlural *rule);
/* The same with what a file has of them; those of a language that has no file yet (NULL,
 * and why: its plural rule is not known). */
Po *catalog_merged(const CatalogWork *w, Po *old);
Po *catalog_begun(const CatalogWork *w, const char *lang, const char *plural, Buf *why);
/* Adds the key `untranslated` to a record that is open: the game of a pack that has words
 * in a language which its game has not. */
void catalog_beneath(Json *j, const CatalogWork *w, const char *lang);
/* The glossary of the ruleset, and what was agreed on there. */
const char *catalog_glossary(const CatalogWork *w);
/* Checks the table of forms of a language, if the catalog has one. */
void catalog_check_forms(const Po *po, Diags *d);
/* Keys of a record that is open: how many errors there are, whether a file is not there
 * (`absent`), and what is to be said to people of at least that severity. */
void catalog_faults(Json *j, CatalogWork *w, regel_format format, unsigned how,
                    Severity least);

#endif
