/* A saved state is mostly the state that the game began with: only the 32-bit words that
 * differ are kept, each as the number of equal words before it and the difference, both
 * in as few bytes as they need. */
#include "interp/explore/explore_int.h"
#include "interp/base/invariant.h"

#include <string.h>

static inline unsigned char *put(unsigned char *to, uint32_t n)
{
  for (; n >= 0x80; n >>= 7) *to++ = (unsigned char)(n | 0x80);
  *to++ = (unsigned char)n;
  return to;
}

static uint32_t get(const unsigned char **p)
{
  uint32_t n = 0;
  for (int shift = 0;; shift += 7) {
    unsigned char c = *(*p)++;
    n |= (uint32_t)(c & 0x7f) << shift;
    if (c < 0x80) return n;
  }
}

typedef struct Packing {
  unsigned char *to;
  size_t last; /* word that differed */
} Packing;

static inline void pack_word(Packing *k, const uint32_t *base, const uint32_t *state,
                             size_t i)
{
  HOT_INVARIANT(i >= k->last);
  uint32_t d = state[i] - base[i];
  if (!d) return;
  k->to = put(k->to, (uint32_t)(i - k->last));
  k->to = put(k->to, d << 1 ^ (0u - (d >> 31))); /* small numbers, whatever their sign */
  k->last = i;
}

void pack_state(Bytes *to, const uint32_t *base, const uint32_t *state, size_t words)
{
  INVARIANT(base && state && words > 0);
  vec_reserve(to, 16 + words * 10);
  Packing k = {put(to->at + to->n, (uint32_t)words), 0};
  size_t i = 0;
  for (; i + 4 <= words; i += 4) { /* most do not differ */
    uint64_t a[2], b[2];
    memcpy(a, base + i, sizeof a);
    memcpy(b, state + i, sizeof b);
    if (a[0] != b[0]) pack_word(&k, base, state, i), pack_word(&k, base, state, i + 1);
    if (a[1] != b[1])
      pack_word(&k, base, state, i + 2), pack_word(&k, base, state, i + 3);
  }
  for (; i < words; i++) pack_word(&k, base, state, i);
  to->n = (size_t)(k.to - to->at);
}

void unpack_state(const unsigned char *from, size_t size, const uint32_t *base,
                  uint32_t *state)
{
  INVARIANT(from && size > 0 && base && state);
  const unsigned char *p = from, *end = from + size;
  size_t words = get(&p), at = 0;
  memcpy(state, base, words * sizeof *state);
  while (p < end) {
    at += get(&p);
    uint32_t d = get(&p);
    HOT_INVARIANT(at < words && p <= end);
    state[at] += d >> 1 ^ (0u - (d & 1));
  }
}

/* ---- the queue -------------------------------------------------------------------- */

typedef struct Head {
  uint32_t size, id;
} Head;

void queue_push(Queue *q, uint32_t id, const unsigned char *packed, size_t n)
{
  INVARIANT(n <= UINT32_MAX && id < NO_STATE);
  Head h = {(uint32_t)n, id};
  size_t need = n + sizeof h;
  Bytes *b = q->blocks.n ? &q->blocks.at[q->blocks.n - 1] : NULL;
  if (!b || b->n + need > b->cap) {
    Bytes fresh = {0};
    vec_reserve(&fresh, need > QUEUE_BLOCK ? need : QUEUE_BLOCK);
    vec_push(&q->blocks, fresh);
    q->bytes += fresh.cap;
    b = &q->blocks.at[q->blocks.n - 1];
  }
  memcpy(b->at + b->n, &h, sizeof h);
  memcpy(b->at + b->n + sizeof h, packed, n);
  b->n += need;
  q->waiting++;
}

Waiting queue_next(Queue *q)
{
  INVARIANT(q->waiting > 0 && q->block < q->blocks.n);
  while (q->at >= q->blocks.at[q->block].n) q->block++, q->at = 0;
  const unsigned char *p = q->blocks.at[q->block].at + q->at;
  Head h;
  memcpy(&h, p, sizeof h);
  INVARIANT(q->at + sizeof h + h.size <= q->blocks.at[q->block].n);
  q->at += h.size + sizeof h;
  q->waiting--;
  return (Waiting){h.id, h.size, p + sizeof h};
}

void queue_release(Queue *q)
{
  for (size_t i = q->block; i-- > 0 && q->blocks.at[i].at;) {
    q->bytes -= q->blocks.at[i].cap;
    vec_free(&q->blocks.at[i]);
  }
}

void queue_settle(Queue *q, size_t at)
{
  INVARIANT(q->block <= q->blocks.n);
  Queue fresh = {0};
  if (at) {
    Bytes first = {0};
    vec_reserve(&first, at > QUEUE_BLOCK ? at : QUEUE_BLOCK);
    first.n = fresh.at = at;
    vec_push(&fresh.blocks, first);
    fresh.bytes = first.cap;
  }
  while (q->waiting) {
    Waiting w = queue_next(q);
    queue_push(&fresh, w.id, w.packed, w.size);
    queue_release(q);
  }
  queue_free(q);
  *q = fresh;
}

void queue_free(Queue *q)
{
  for (size_t i = 0; i < q->blocks.n; i++) vec_free(&q->blocks.at[i]);
  vec_free(&q->blocks);
  memset(q, 0, sizeof *q);
}
