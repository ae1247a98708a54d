/* A glossary: what was agreed to call each thing in each language.
 *
 * It is a CSV file with a row for each concept and a column for each language, `en` the
 * source.  Words that may stand for each other are divided by "/". */
#ifndef REGEL_GLOSSARY_H
#define REGEL_GLOSSARY_H
#include "grammar/source.h"
#include <stdio.h>

struct Diags;

typedef struct Glossary {
  Arena *arena;
  int columns;             /* of each row; the first is the concept */
  VEC(const char **) rows; /* the first has the codes of the languages */
  VEC(Loc) places;
} Glossary;

/* Reads a file: CSV, or TBX if it is XML.  What is wrong is added to the diagnostics;
 * NULL then, or if there is no file, which is only an error if `missing` is NULL. */
Glossary *glossary_read(Arena *arena, Sources *s, struct Diags *d, const char *path,
                        bool *missing);
void glossary_free(Glossary *g);
/* The column of a language, -1 if there is none. */
int glossary_column(const Glossary *g, const char *lang);
void glossary_write_csv(FILE *out, const Glossary *g);
/* TermBase eXchange, which translators' tools read. */
void glossary_write_tbx(FILE *out, const Glossary *g, const char *title);

#endif
