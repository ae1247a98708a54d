/* Plain data behind the public API. */
#include "interp/api/api_int.h"
#include "interp/base/json.h"
#include "interp/base/invariant.h"

#include <stdlib.h>

regel_data *api_data(Arena *arena, Json *j)
{
  INVARIANT(!j->depth && j->root && j->arena == arena);
  j->root->own = arena;
  return j->root;
}

void regel_data_free(regel_data *d)
{
  if (d && d->own) arena_free(d->own);
}

regel_tag regel_data_tag(const regel_data *d)
{
  return d ? (regel_tag)d->tag : REGEL_NOTHING;
}

size_t regel_data_count(const regel_data *d)
{
  return d && d->tag >= DATA_LIST ? d->count : 0;
}

const regel_data *regel_data_at(const regel_data *d, size_t i) { return data_at(d, i); }

const regel_data *regel_data_get(const regel_data *d, const char *path)
{
  return data_path(d, path);
}

const char *regel_data_key(const regel_data *d) { return d && d->key ? d->key : ""; }

const char *regel_data_text(const regel_data *d)
{
  return d && d->tag == DATA_TEXT ? d->text : "";
}

int64_t regel_data_number(const regel_data *d)
{
  if (!d) return 0;
  if (d->tag == DATA_REAL) return (int64_t)d->real;
  return d->tag == DATA_NUMBER || d->tag == DATA_FLAG ? d->number : 0;
}

double regel_data_real(const regel_data *d)
{
  return d && d->tag == DATA_REAL ? d->real : (double)regel_data_number(d);
}

char *regel_data_json(const regel_data *d)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = d ? open_memstream(&text, &size) : NULL;
  if (!out) return NULL;
  data_print(d, out);
  fclose(out);
  return text;
}
