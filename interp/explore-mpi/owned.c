#include "interp/explore-mpi/owned.h"

#include <stdlib.h>
#include <string.h>

static void grow(Owned *o)
{
  uint64_t *old = o->table;
  size_t room = o->room;
  o->room = room ? 2 * room : 1 << 12;
  o->table = zeroed(o->room, sizeof *o->table);
  for (size_t i = 0; i < room; i++) {
    if (!old[i]) continue;
    size_t at = (old[i] >> 7) & (o->room - 1);
    while (o->table[at]) at = (at + 1) & (o->room - 1);
    o->table[at] = old[i];
  }
  free(old);
}

int64_t owned_add(Owned *o, uint64_t hash, Origin from)
{
  if (!hash) hash = 1;
  if (4 * (o->origins.n + 1) > 3 * o->room) grow(o);
  size_t at = (hash >> 7) & (o->room - 1);
  for (; o->table[at]; at = (at + 1) & (o->room - 1))
    if (o->table[at] == hash) return -1;
  o->table[at] = hash;
  vec_push(&o->origins, from);
  return (int64_t)o->origins.n - 1;
}

void owned_wait(Owned *o, uint32_t number, const void *bytes, size_t size)
{
  Waiting *w = &o->next;
  vec_push(&w->number, number);
  vec_push(&w->at, w->bytes.n);
  vec_reserve(&w->bytes, size);
  memcpy(w->bytes.at + w->bytes.n, bytes, size);
  w->bytes.n += size;
}

void owned_turn(Owned *o)
{
  Waiting done = o->now;
  o->now = o->next;
  o->next = done;
  o->next.number.n = o->next.at.n = o->next.bytes.n = 0;
}

/* ---- as a file ------------------------------------------------------------------ */

static void put(FILE *f, const void *at, size_t n, size_t size)
{
  uint64_t count = n;
  fwrite(&count, sizeof count, 1, f);
  if (n) fwrite(at, size, n, f);
}
/* Room for what comes, which is read; NULL: there is less. */
static void *get(FILE *f, size_t *n, size_t *cap, size_t size)
{
  uint64_t count;
  *cap = 0;
  if (fread(&count, sizeof count, 1, f) != 1 || count > SIZE_MAX / 2 / size) return NULL;
  *n = (size_t)count;
  void *at = vec_grow_(NULL, cap, *n + 1, size);
  if (fread(at, size, *n, f) == *n) return at;
  free(at);
  *n = *cap = 0;
  return NULL;
}
#define PUT(f, v) put(f, (v)->at, (v)->n, sizeof *(v)->at)
#define GET(f, v) (((v)->at = get(f, &(v)->n, &(v)->cap, sizeof *(v)->at)) != NULL)

void owned_write(const Owned *o, FILE *f)
{
  put(f, &o->ended, 1, sizeof o->ended);
  put(f, o->table, o->room, sizeof *o->table);
  PUT(f, &o->origins);
  PUT(f, &o->next.number);
  PUT(f, &o->next.at);
  PUT(f, &o->next.bytes);
}

bool owned_read(Owned *o, FILE *f)
{
  size_t cap, one = 0;
  *o = (Owned){0};
  uint64_t *ended = get(f, &one, &cap, sizeof *ended);
  if (ended && one == 1) o->ended = *ended;
  free(ended);
  o->table = one == 1 ? get(f, &o->room, &cap, sizeof *o->table) : NULL;
  return o->table && GET(f, &o->origins) && GET(f, &o->next.number) &&
         GET(f, &o->next.at) && GET(f, &o->next.bytes);
}

size_t owned_bytes(const Owned *o)
{
  size_t n = o->room * sizeof *o->table + o->origins.cap * sizeof *o->origins.at;
  const Waiting *both[] = {&o->now, &o->next};
  for (int i = 0; i < 2; i++)
    n += both[i]->bytes.cap + both[i]->at.cap * sizeof(size_t) + both[i]->number.cap * 4;
  return n;
}

void owned_free(Owned *o)
{
  Waiting *both[] = {&o->now, &o->next};
  for (int i = 0; i < 2; i++) {
    vec_free(&both[i]->number);
    vec_free(&both[i]->at);
    vec_free(&both[i]->bytes);
  }
  vec_free(&o->origins);
  free(o->table);
}
