#include "interp/base/map.h"
#include "interp/base/invariant.h"

#include <stdint.h>
#include <string.h>

struct Map {
  Arena *arena;
  struct Entry {
    const char *key;
    void *value;
  } * slots;
  size_t cap, n;
};

static size_t map_slot(const Map *m, const char *key)
{
  size_t j = ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15u >> 20 & (m->cap - 1);
  while (m->slots[j].key && m->slots[j].key != key) j = (j + 1) & (m->cap - 1);
  return j;
}

Map *map_new(Arena *a)
{
  Map *m = ARENA_NEW(a, Map);
  m->arena = a;
  m->cap = 16;
  m->slots = arena_alloc(a, m->cap * sizeof *m->slots);
  return m;
}

void *map_get(const Map *m, const char *key) { return m->slots[map_slot(m, key)].value; }

void map_put(Map *m, const char *key, void *value)
{
  INVARIANT(key && m->n < m->cap);
  if (m->n * 2 > m->cap) {
    struct Entry *old = m->slots;
    size_t cap = m->cap;
    m->cap *= 2;
    m->slots = arena_alloc(m->arena, m->cap * sizeof *m->slots);
    for (size_t i = 0; i < cap; i++)
      if (old[i].key) m->slots[map_slot(m, old[i].key)] = old[i];
  }
  size_t j = map_slot(m, key);
  if (!m->slots[j].key) m->n++;
  m->slots[j] = (struct Entry){key, value};
}

void map_clear(Map *m)
{
  if (m->n) memset(m->slots, 0, m->cap * sizeof *m->slots);
  m->n = 0;
}
