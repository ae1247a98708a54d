#include "interp/base/data.h"
#include "interp/base/json.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <string.h>

Data *data_add(Arena *a, Data *in, const char *key, DataTag tag)
{
  Data *d = ARENA_NEW(a, Data);
  d->tag = tag;
  if (!in) return d;
  INVARIANT(in->tag == DATA_LIST || in->tag == DATA_RECORD);
  INVARIANT((in->tag == DATA_RECORD) == (key != NULL));
  d->key = key ? arena_strdup(a, key) : NULL;
  if (in->last) in->last->next = d;
  else in->first = d;
  in->last = d;
  in->count++;
  return d;
}

static bool holds(const Data *d)
{
  return d && (d->tag == DATA_LIST || d->tag == DATA_RECORD);
}

static const Data *get_n(const Data *d, const char *key, size_t n)
{
  if (!d || d->tag != DATA_RECORD) return NULL;
  for (const Data *e = d->first; e; e = e->next)
    if (strlen(e->key) == n && !memcmp(e->key, key, n)) return e;
  return NULL;
}

const Data *data_at(const Data *d, size_t i)
{
  if (!holds(d) || i >= d->count) return NULL;
  Data *list = (Data *)d; /* a finger in it, which nobody sees */
  const Data *e = d->first;
  size_t from = 0;
  if (d->again && d->at <= i) e = d->again, from = d->at;
  for (; from < i; from++) e = e->next;
  list->again = e;
  list->at = i;
  return e;
}

const Data *data_path(const Data *d, const char *path)
{
  while (d && *path) {
    size_t n = strcspn(path, ".");
    if (d->tag == DATA_LIST) {
      size_t i = 0, k = 0;
      for (; k < n && isdigit((unsigned char)path[k]) && i < d->count; k++)
        i = i * 10 + (size_t)(path[k] - '0');
      d = k == n && n ? data_at(d, i) : NULL;
    } else {
      d = get_n(d, path, n);
    }
    path += n + (path[n] == '.');
  }
  return d;
}

void data_print(const Data *d, FILE *out)
{
  Json j = json_new(out);
  json_put(&j, d);
}
