/* A thing that a pack adds, and whose name is one slip away from one of the game's: meant
 * was that one, and `leak * 1` would have changed it. */
#include "interp/base/nearest.h"
#include "interp/find/find.h"

#include <ctype.h>
#include <string.h>

/* b1 and b2 differ on purpose. */
static bool numbered(const char *name)
{
  for (; *name; name++)
    if (isdigit((unsigned char)*name)) return true;
  return false;
}

static int pack_of(const Find *f, const Thing *t)
{
  return f->m->unit->sources.files.at[t->decl->loc.file].pack;
}

/* A baker may stand beside a banker: who gives a card a title of its own means another.
 */
static bool same_title(const Thing *t, const Thing *o)
{
  return !t->label || (o->label && !strcmp(t->label, o->label));
}

/* What its author may have called it by; NULL if nothing is that near. */
static const char *meant(const Find *f, const Thing *t)
{
  enum { SHORTEST = 4 };
  const char *name = t->decl->name;
  if (strlen(name) < SHORTEST || numbered(name)) return NULL;
  Nearest near = {.word = name};
  for (size_t i = 0; i < t->kind->things.n; i++) {
    const Thing *o = t->kind->things.at[i];
    if (o->decl && o->decl->name && !pack_of(f, o) && same_title(t, o))
      nearest_try(&near, o->decl->name);
  }
  return near.best && near.distance == 1 ? near.best : NULL;
}

void find_slips(Find *f)
{
  const Model *m = f->m;
  const Node *last = NULL;
  for (size_t i = 0; m->packs.n && i < m->things.n; i++) {
    const Thing *t = m->things.at[i];
    if (!t->decl || !t->decl->name || t->decl == last || !pack_of(f, t)) continue;
    last = t->decl; /* of its copies */
    const char *game = meant(f, t);
    if (!game) continue;
    Diag *g = diag_add(f->d, DIAG_NEAR_NAME, t->decl->loc,
                       "\"%s\" is a new %s, and the game has \"%s\"", t->decl->name,
                       t->kind->name, game);
    diag_meant(f->d, g, game);
    diag_hint(f->d, g, "if it is another one, give it a name that is not one slip away");
  }
}
