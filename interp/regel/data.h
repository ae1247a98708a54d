/* What the library knows is given as plain data.  A part of regel.h. */
#ifndef REGEL_PUBLIC_DATA_H
#define REGEL_PUBLIC_DATA_H
#include <stddef.h>
#include <stdint.h>

/* What the library shows of itself; everything else is hidden in it. */
#if defined(__GNUC__)
#define REGEL_API __attribute__((visibility("default")))
#else
#define REGEL_API
#endif

typedef struct regel_rules regel_rules;
typedef struct regel_game regel_game;

/* What the library knows is given as plain data: a tree of texts, numbers, flags, lists
 * and records.  docs/json.md has every shape with an example; as JSON it is the same.
 * What is asked of something that is not there is not there either: no path needs a test
 * at each step. */
typedef struct regel_data regel_data;
typedef enum {
  REGEL_NOTHING,
  REGEL_FLAG,
  REGEL_NUMBER,
  REGEL_REAL,
  REGEL_TEXT,
  REGEL_LIST,
  REGEL_RECORD
} regel_tag;

REGEL_API regel_tag regel_data_tag(const regel_data *data);
/* Entries of a list or record, one of them, and the key that it has in a record. */
REGEL_API size_t regel_data_count(const regel_data *data);
REGEL_API const regel_data *regel_data_at(const regel_data *data, size_t i);
REGEL_API const char *regel_data_key(const regel_data *data);
/* Follows a path of keys and numbers: "place.line", "0.title".  NULL: there is none. */
REGEL_API const regel_data *regel_data_get(const regel_data *data, const char *path);
REGEL_API const char *regel_data_text(const regel_data *data); /* "" if it is no text */
REGEL_API int64_t
regel_data_number(const regel_data *data); /* flags: 0, 1; 0 if it is none */
REGEL_API double regel_data_real(const regel_data *data);
/* The same as JSON; free it with regel_free. */
REGEL_API char *regel_data_json(const regel_data *data);
/* Whatever a function returned as `regel_data *`; parts of it go with it. */
REGEL_API void regel_data_free(regel_data *data);

/* Any text that a function returned as `char *`. */
REGEL_API void regel_free(char *string);
#endif
