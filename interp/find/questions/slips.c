/* A thing that a pack or a variant adds, and whose name is one slip away from one of the
 * game's: meant was that one, and `leak * 1` would have changed it.  Or it has name and
 * title of one.
 *
 * Two names that are one slip apart are alike when a letter of each, or of the longer
 * one, is left out: so the game's are found by what is left of them. */
#include "grammar/tree.h"
#include "interp/base/map.h"
#include "interp/base/nearest.h"
#include "interp/find/find.h"

#include <ctype.h>
#include <string.h>

typedef struct Entry {
  const Thing *thing;
  struct Entry *next;
} Entry;

typedef struct Slips {
  Find *f;
  Arena *arena;
  Interner *names;
  Map *left; /* what is left of a name: a chain of Entry */
} Slips;

enum { SHORTEST = 4 };

/* b1 and b2 differ on purpose. */
static bool is_looked_at(const char *name)
{
  for (const char *c = name; *c; c++)
    if (isdigit((unsigned char)*c)) return false;
  return strlen(name) >= SHORTEST;
}

/* By a pack, or where there is none, by a variant of these rules. */
static bool is_added(const Find *f, const Thing *t)
{
  if (f->m->packs.n) return f->m->unit->sources.files.at[t->decl->loc.file].pack != 0;
  return t->variant && !t->variant->tests && !in_library(f, t->decl);
}

/* A baker may stand beside a banker: who gives a card a title of its own means another.
 */
static bool same_title(const Thing *t, const Thing *o)
{
  return !t->label || (o->label && !strcmp(t->label, o->label));
}

/* The name without its i-th letter; as it is where it ends. */
static const char *without(const Slips *s, const char *name, size_t i)
{
  size_t n = strlen(name);
  char *left = arena_strdup(s->arena, name);
  if (i < n) memmove(left + i, left + i + 1, n - i);
  return intern(s->names, left, strlen(left));
}

static void keep(Slips *s, const Thing *t)
{
  const char *name = t->decl->name;
  for (size_t i = 0; i <= strlen(name); i++) {
    const char *left = without(s, name, i);
    Entry *e = ARENA_NEW(s->arena, Entry);
    *e = (Entry){t, map_get(s->left, left)};
    map_put(s->left, left, e);
  }
}

/* What its author may have meant; NULL if nothing is that near. */
static const Thing *meant(const Slips *s, const Thing *t)
{
  const char *name = t->decl->name;
  for (size_t i = 0; i <= strlen(name); i++)
    for (const Entry *e = map_get(s->left, without(s, name, i)); e; e = e->next) {
      Nearest near = {.word = name};
      bool same = !strcmp(name, e->thing->decl->name);
      if (e->thing->kind != t->kind || !same_title(t, e->thing)) continue;
      if (!same) nearest_try(&near, e->thing->decl->name);
      if (same || (near.best && near.distance == 1)) return e->thing;
    }
  return NULL;
}

static void tell(const Slips *s, const Thing *t, const Thing *game)
{
  Diags *d = s->f->d;
  const char *name = t->decl->name, *kind = t->kind->name;
  if (!strcmp(name, game->decl->name)) {
    Diag *g = diag_add(d, DIAG_NEAR_NAME, t->decl->loc,
                       "\"%s\" is a new %s, with name and title of one of the game", name,
                       kind);
    diag_hint(d, g, "to change that one leave the title out; to have more: %s %s + 1",
              kind, name);
    return;
  }
  Diag *g = diag_add(d, DIAG_NEAR_NAME, t->decl->loc,
                     "\"%s\" is a new %s, and the game has \"%s\"", name, kind,
                     game->decl->name);
  diag_meant(d, g, game->decl->name);
  diag_hint(d, g, "if it is another one, give it a name that is not one slip away");
}

void find_slips(Find *f)
{
  const Model *m = f->m;
  if (!m->packs.n && !m->variants.n) return;
  Slips s = {.f = f, .arena = arena_new()};
  s.names = interner_new(s.arena);
  s.left = map_new(s.arena);
  for (int added = 0; added < 2; added++) { /* first those that are there */
    const Node *last = NULL;
    for (size_t i = 0; i < m->things.n; i++) {
      const Thing *t = m->things.at[i];
      if (!t->decl || !t->decl->name || t->decl == last) continue;
      last = t->decl; /* of its copies */
      if (is_added(f, t) != (added == 1) || !is_looked_at(t->decl->name)) continue;
      const Thing *game = added ? meant(&s, t) : NULL;
      if (!added) keep(&s, t);
      else if (game) tell(&s, t, game);
    }
  }
  arena_free(s.arena);
}
