/* Writes JSON, indented, to a stream.  Commas and line ends are its own business. */
#ifndef REGEL_JSON_H
#define REGEL_JSON_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH = 16 };
typedef struct Json {
  FILE *out;
  int depth;
  bool some[JSON_DEPTH]; /* the container at this depth has an entry already */
  bool keyed;            /* a key was just written */
} Json;

Json json_new(FILE *out);
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

#endif
