/* A hash map from interned names: keys are compared by address. */
#ifndef REGEL_MAP_H
#define REGEL_MAP_H
#include "interp/base/arena.h"

typedef struct Map Map;

Map *map_new(Arena *a);
/* NULL if there is nothing under that name. */
void *map_get(const Map *m, const char *key);
/* What was there under the same name is replaced. */
void map_put(Map *m, const char *key, void *value);
void map_clear(Map *m);

#endif
