/* Writes JSON, indented, to a stream, or the same as data (data.h).  Commas and line ends
 * are its own business. */
#ifndef REGEL_JSON_H
#define REGEL_JSON_H
#include "interp/base/data.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What every report says of its shape (docs/json.md). */
enum { JSON_SCHEMA = 2 };

enum { JSON_DEPTH = 16 };
typedef struct Json {
  FILE *out; /* NULL: data is made instead */
  Arena *arena;
  Data *root, *in[JSON_DEPTH];
  const char *key;
  int depth;
  bool some[JSON_DEPTH]; /* the container at this depth has an entry already */
  bool keyed;            /* a key was just written */
} Json;

Json json_new(FILE *out);
/* Makes data, which is j.root after the outermost close. */
Json json_data(Arena *a);
/* What is data already. */
void json_put(Json *j, const Data *d);
/* Containers: '{' or '['; each open needs a close.  The outermost close ends the line. */
void json_open(Json *j, char bracket);
void json_close(Json *j, char bracket);
/* The name of the next value, inside '{'. */
void json_key(Json *j, const char *key);
/* Text is escaped; bytes that are no UTF-8 become U+FFFD.  NULL is null. */
void json_text(Json *j, const char *s);
void json_textn(Json *j, const char *s, size_t n);
void json_int(Json *j, int64_t n);
void json_unsigned(Json *j, uint64_t n);
void json_real(Json *j, double x);
void json_bool(Json *j, bool b);

/* Keys with their values, for records. */
void json_key_open(Json *j, const char *key, char bracket);
void json_key_text(Json *j, const char *key, const char *s);
/* A list of texts that stand in one, divided by any of `ends`. */
void json_key_words(Json *j, const char *key, const char *text, const char *ends);
void json_key_int(Json *j, const char *key, int64_t n);
void json_key_real(Json *j, const char *key, double x);
void json_key_bool(Json *j, const char *key, bool b);
/* A place in a source, the same everywhere: lines and columns from 1, columns in bytes,
 * `end` the column behind it (0: not known).  `file` NULL: null; `key` NULL: in a list.
 */
void json_key_place(Json *j, const char *key, const char *file, int line, int column,
                    int end);

#endif
