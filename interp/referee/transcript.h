/* The text of a game that was played at a table, taken apart into lines and answers.
 *
 * Reading knows no rules: whether a line speaks of a player or an option, and whether an
 * answer is legal, is found out by the referee (referee.h).  docs/transcript.md is the
 * reference of the format. */
#ifndef REGEL_TRANSCRIPT_H
#define REGEL_TRANSCRIPT_H
#include "interp/referee/remark.h"
#include <stdbool.h>

typedef enum {
  SAID_BY,     /* "name: answer, answer": a player answers, or an option is set */
  SAID_CHANCE, /* "chance: outcome, ?" */
  SAID_TABLE,  /* "table: field = value", one item */
  SAID_RESULT, /* "result: name, name", one item */
} SaidKind;

typedef struct SaidItem {
  Spot at;
  const char *text; /* without quotes and without `not` */
  bool absent;      /* not X: it was not possible */
  bool quoted;      /* a label as it is written */
  bool open;        /* ?: nobody wrote down what it was */
} SaidItem;

typedef struct Said {
  SaidKind kind;
  const char *who;  /* as written before the colon */
  Spot at;          /* of that */
  int first, count; /* its items */
} Said;

typedef struct SaidName {
  const char *text;
  Spot at;
} SaidName;

typedef struct Transcript {
  Arena *arena;
  const char *path; /* as shown to people */
  const char *text;
  size_t size;
  VEC(size_t) lines; /* where each begins */
  SaidName game;     /* text NULL: not said */
  VEC(SaidName) players;
  Spot players_at; /* line 0: not said */
  VEC(Said) said;
  VEC(SaidItem) items;
  bool full;       /* there are more than MAX_ANSWERS */
  Remarks remarks; /* everything that is wrong with the text */
} Transcript;

/* Reads `size` bytes, which need no end; takes a copy.  Mistakes stand in `remarks`; what
 * could be read can be used all the same. */
Transcript *transcript_new(const char *path, const char *text, size_t size);
void transcript_free(Transcript *t);
/* Adds a remark with its place, the line with the spot marked, the rule behind it and how
 * to mend it. */
void transcript_show(const Transcript *t, const Program *p, const Remark *m, bool color,
                     Buf *out);
/* The path of the ruleset that the `game` line names, as seen from the transcript, if
 * there is such a file or folder; else what is written there.  Lives with t. */
const char *transcript_ruleset(Transcript *t);

#endif
