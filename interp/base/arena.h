/* Arenas: memory of one lifetime (a compilation, a program), freed at once. */
#ifndef REGEL_ARENA_H
#define REGEL_ARENA_H
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *a);
/* Zeroed memory, aligned for any type.  Never returns NULL: running out of memory
 * ends the process with a message, because no caller could do better. */
void *arena_alloc(Arena *a, size_t size);
char *arena_strndup(Arena *a, const char *s, size_t n);
char *arena_strdup(Arena *a, const char *s);
char *arena_printf(Arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *a, const char *fmt, va_list args)
    __attribute__((format(printf, 2, 0)));

#define ARENA_NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))

/* `n` things of a size, zeroed, that are freed with free(); never NULL, even for none. */
void *zeroed(size_t n, size_t size);

/* A growing array of T: `VEC(int) v = {0}; vec_push(&v, 3);`.  Freed with vec_free. */
#define VEC(T)                                                                           \
  struct {                                                                               \
    T *at;                                                                               \
    size_t n, cap;                                                                       \
  }
void *vec_grow_(void *at, size_t *cap, size_t need, size_t size);
#define vec_reserve(v, k)                                                                \
  ((v)->at = vec_grow_((v)->at, &(v)->cap, (v)->n + (k), sizeof *(v)->at))
#define vec_push(v, x) (vec_reserve((v), 1), (v)->at[(v)->n++] = (x))
/* The same in an arena: the memory lives as long as the arena. */
void *arena_grow_(Arena *a, void *at, size_t n, size_t *cap, size_t size);
#define apush(a, v, x)                                                                   \
  ((v)->at = arena_grow_((a), (v)->at, (v)->n, &(v)->cap, sizeof *(v)->at),              \
   (v)->at[(v)->n++] = (x))
#define vec_free(v) (free((v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)
typedef VEC(const char *) Paths; /* or other texts that somebody else keeps */

#endif
