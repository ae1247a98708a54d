/* What nothing uses: usually a leftover, or a name misspelt elsewhere. */
#include "interp/sema/sema_int.h"

#include <string.h>

/* A library offers more than one game uses. */
static bool in_library(Sema *s, const Node *n)
{
  return strstr(s->u->sources.files.at[n->loc.file].path, "/std/") != NULL;
}

static void unused(Sema *s, const Node *decl, const char *what, const char *name)
{
  if (!decl || in_library(s, decl)) return;
  Diag *g =
      diag_add(s->d, DIAG_UNUSED, decl->loc, "nothing uses the %s \"%s\"", what, name);
  diag_hint(s->d, g, "delete it, or use it; is it misspelt somewhere?");
}

void check_unused(Sema *s)
{
  Model *m = s->m;
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Verb *v = m->verbs.at[i];
    bool called =
        v->used || v->instances.n || v == m->play || v == m->setup || v->slot_of;
    if (v->decl && !called && !v->decl->extra) unused(s, v->decl, "verb", v->name);
  }
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    if (!v->used && !v->instances.n && !v->decl->extra)
      unused(s, v->decl, "value", v->name);
  }
  for (size_t i = 0; i < m->fields.n; i++) { /* what a player reads needs no rule */
    const Field *f = m->fields.at[i];
    if (!f->read && !f->hidden && !f->pile && !f->decl->label)
      unused(s, f->decl, f->option ? "option" : "field", f->name);
  }
}
