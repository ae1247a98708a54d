/* Plain data: what every front gets from the library, and what is printed as JSON.
 *
 * A tree of texts, numbers, flags, lists and records, in an arena.  Whoever makes one
 * writes it with the calls of json.h; whoever reads one asks for a key or a place.  What
 * is asked of something that is not there is not there either, so that a path can be
 * followed without a test at each step. */
#ifndef REGEL_DATA_H
#define REGEL_DATA_H
#include "interp/base/arena.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
  DATA_NONE,
  DATA_FLAG,
  DATA_NUMBER,
  DATA_REAL,
  DATA_TEXT,
  DATA_LIST,
  DATA_RECORD
} DataTag;

typedef struct regel_data Data;
struct regel_data {
  DataTag tag;
  bool large;      /* of a number: without a sign, and larger than others can be */
  const char *key; /* in a record, or NULL */
  size_t count;    /* bytes of a text; entries of a list or record */
  union {
    int64_t number; /* flags: 0 or 1 */
    double real;
    const char *text; /* a NUL behind it */
    Data *first;
  };
  Data *last, *next;
  Arena *own;        /* of a root that somebody was given; else NULL */
  const Data *again; /* where data_at stopped last: a loop over a list walks it once */
  size_t at;
};

/* Adds a value to a list or record (with its key); `in` NULL: it stands for itself. */
Data *data_add(Arena *a, Data *in, const char *key, DataTag tag);

const Data *data_at(const Data *d, size_t i);
/* Follows a path such as "place.line" or "answers.0.label". */
const Data *data_path(const Data *d, const char *path);

/* Prints it as JSON. */
void data_print(const Data *d, FILE *out);

#endif
