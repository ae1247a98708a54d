#include "interp/base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Block {
  struct Block *next;
  size_t used, size;
  max_align_t data[];
} Block;

struct Arena {
  Block *first;
};

#ifdef REGEL_TORTURE /* nearly every allocation is a block of its own: overruns show */
enum { FIRST_BLOCK = 64, BLOCK_SIZE = 64, ALIGN = sizeof(max_align_t) };
#else
enum { FIRST_BLOCK = 2 * 1024, BLOCK_SIZE = 64 * 1024, ALIGN = sizeof(max_align_t) };
#endif

static void *must(void *p)
{
  if (p) return p;
  fputs("regel: out of memory\n", stderr);
  abort();
}

Arena *arena_new(void) { return must(calloc(1, sizeof(Arena))); }

void arena_free(Arena *a)
{
  if (!a) return;
  for (Block *b = a->first, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  free(a);
}

void *arena_alloc(Arena *a, size_t size)
{
  size = (size + ALIGN - 1) / ALIGN * ALIGN;
  Block *b = a->first;
  if (!b || b->size - b->used < size) {
    /* Blocks grow: many arenas live for one chunk, and all of a block is cleared. */
    size_t room = b ? b->size * 4 : FIRST_BLOCK;
    if (room > BLOCK_SIZE) room = BLOCK_SIZE;
    if (room < size) room = size;
    b = must(calloc(1, sizeof(Block) + room));
    b->size = room;
    b->next = a->first;
    a->first = b;
  }
  void *p = (char *)b->data + b->used;
  b->used += size;
  return p;
}

char *arena_strndup(Arena *a, const char *s, size_t n)
{
  char *p = arena_alloc(a, n + 1);
  memcpy(p, s, n);
  return p;
}

char *arena_strdup(Arena *a, const char *s) { return arena_strndup(a, s, strlen(s)); }

char *arena_vprintf(Arena *a, const char *fmt, va_list args)
{
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, fmt, again);
  va_end(again);
  char *p = arena_alloc(a, (size_t)n + 1);
  vsnprintf(p, (size_t)n + 1, fmt, args);
  return p;
}

char *arena_printf(Arena *a, const char *fmt, ...)
{
  va_list args;
  va_start(args, fmt);
  char *p = arena_vprintf(a, fmt, args);
  va_end(args);
  return p;
}

void *zeroed(size_t n, size_t size) { return must(calloc(n ? n : 1, size ? size : 1)); }

void *vec_grow_(void *at, size_t *cap, size_t need, size_t size)
{
  if (need <= *cap) return at;
  size_t now = *cap ? *cap * 2 : 16;
  if (now < need) now = need;
  *cap = now;
  return must(realloc(at, now * size));
}

void *arena_grow_(Arena *a, void *at, size_t n, size_t *cap, size_t size)
{
  if (n < *cap) return at;
  *cap = *cap ? *cap * 2 : 4;
  void *now = arena_alloc(a, *cap * size);
  if (n) memcpy(now, at, n * size);
  return now;
}
