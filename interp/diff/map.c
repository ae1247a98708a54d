#include "interp/diff/diff_int.h"

#include <string.h>

static size_t slot_of(const DiffMap *m, const char *key)
{
  uint32_t h = 2166136261u;
  for (const char *s = key; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
  size_t i = h & (m->cap - 1);
  while (m->keys[i] && strcmp(m->keys[i], key)) i = (i + 1) & (m->cap - 1);
  return i;
}

static void make_room(DiffMap *m, size_t cap)
{
  DiffMap old = *m;
  m->cap = cap;
  m->keys = arena_alloc(m->arena, cap * sizeof *m->keys);
  m->values = arena_alloc(m->arena, cap * sizeof *m->values);
  for (size_t i = 0; i < old.cap; i++) {
    if (!old.keys[i]) continue;
    size_t j = slot_of(m, old.keys[i]);
    m->keys[j] = old.keys[i];
    m->values[j] = old.values[i];
  }
}

DiffMap *diff_map_new(Arena *a)
{
  DiffMap *m = ARENA_NEW(a, DiffMap);
  m->arena = a;
  make_room(m, 64);
  return m;
}

int diff_map_get(const DiffMap *m, const char *key)
{
  size_t i = slot_of(m, key);
  return m->keys[i] ? m->values[i] : -1;
}

void diff_map_put(DiffMap *m, const char *key, int value)
{
  if (m->n * 2 > m->cap) make_room(m, m->cap * 2);
  size_t i = slot_of(m, key);
  if (!m->keys[i]) {
    m->n++;
    m->keys[i] = arena_strdup(m->arena, key);
  }
  m->values[i] = value;
}
