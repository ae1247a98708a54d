#include "interp/explore/explore_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

static uint64_t key_of(uint64_t hash) { return hash + !hash; }

static const Shard *shard_of(const StateTable *t, uint64_t key)
{
  return &t->shards[key >> 58];
}

/* The place of a key, or the empty one where it belongs.  A product instead of a mask, so
 * that a shard need not double to grow. */
static uint32_t place(const Shard *s, uint64_t key)
{
  HOT_INVARIANT(s->n < s->cap); /* else the search would not end */
  uint32_t i = (uint32_t)((key & 0xffffffff) * s->cap >> 32);
  while (s->keys[i] && s->keys[i] != key)
    if (++i == s->cap) i = 0;
  return i;
}

uint32_t table_find(const StateTable *t, uint64_t hash)
{
  INVARIANT(t != NULL);
  uint64_t key = key_of(hash);
  const Shard *s = shard_of(t, key);
  if (!s->cap) return NO_STATE;
  uint32_t i = place(s, key);
  return s->keys[i] ? s->ids[i] : NO_STATE;
}

void table_fetch(const StateTable *t, uint64_t hash)
{
  uint64_t key = key_of(hash);
  const Shard *s = shard_of(t, key);
  if (!s->cap) return;
  uint32_t i = (uint32_t)((key & 0xffffffff) * s->cap >> 32);
  __builtin_prefetch(&s->keys[i], 1);
  __builtin_prefetch(&s->ids[i], 1);
}

static void grow(StateTable *t, Shard *s)
{
  INVARIANT(s->n <= s->cap);
  Shard old = *s;
  s->cap = old.cap < 64 ? 64 : old.cap + old.cap / 3;
  s->keys = zeroed(s->cap, sizeof *s->keys);
  s->ids = zeroed(s->cap, sizeof *s->ids);
  INVARIANT(s->cap > old.cap && old.n <= old.cap);
  for (uint32_t i = 0; i < old.cap; i++) {
    if (!old.keys[i]) continue;
    uint32_t k = place(s, old.keys[i]);
    s->keys[k] = old.keys[i];
    s->ids[k] = old.ids[i];
  }
  free(old.keys);
  free(old.ids);
  t->bytes += (s->cap - old.cap) * (sizeof *s->keys + sizeof *s->ids);
}

uint32_t table_add(StateTable *t, uint64_t hash, uint32_t id)
{
  HOT_INVARIANT(id < NO_STATE);
  uint64_t key = key_of(hash);
  Shard *s = &t->shards[key >> 58];
  if (s->n >= s->cap - s->cap / 5) grow(t, s); /* four fifths full */
  uint32_t i = place(s, key);
  if (s->keys[i]) return s->ids[i];
  s->keys[i] = key;
  s->ids[i] = id;
  s->n++;
  return id;
}

static bool shard_sound(const StateTable *t, const Shard *s, uint32_t count)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->cap; i++) n += s->keys[i] != 0;
  if (n != s->n || (n && n >= s->cap)) return false; /* else a search would not end */
  for (uint32_t i = 0; i < s->cap; i++) {
    uint64_t key = s->keys[i];
    if (key && (s->ids[i] >= count || shard_of(t, key) != s || place(s, key) != i))
      return false;
  }
  return true;
}

bool table_sound(const StateTable *t, uint32_t count)
{
  uint64_t n = 0;
  for (int i = 0; i < SHARDS; i++) {
    if (!shard_sound(t, &t->shards[i], count)) return false;
    n += t->shards[i].n;
  }
  return n == count;
}

void table_clear(StateTable *t)
{
  INVARIANT(t != NULL);
  for (int i = 0; i < SHARDS; i++) {
    free(t->shards[i].keys);
    free(t->shards[i].ids);
  }
  memset(t, 0, sizeof *t);
}
