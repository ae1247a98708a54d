/* What nothing uses: usually a leftover, or a name misspelt elsewhere. */
#include "interp/find/find.h"

static void unused(Find *f, const Node *decl, const char *what, const char *name)
{
  if (!decl || in_library(f, decl)) return;
  Diag *g =
      diag_add(f->d, DIAG_UNUSED, decl->loc, "nothing uses the %s \"%s\"", what, name);
  diag_hint(f->d, g, "delete it, or use it; is it misspelt somewhere?");
}

void find_unused(Find *f)
{
  Model *m = f->m;
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Verb *v = m->verbs.at[i];
    bool called =
        v->used || v->instances.n || v == m->play || v == m->setup || v->slot_of;
    if (v->decl && !called && !v->decl->extra) unused(f, v->decl, "verb", v->name);
  }
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    if (!v->used && !v->instances.n && !v->decl->extra)
      unused(f, v->decl, "value", v->name);
  }
  for (size_t i = 0; i < m->fields.n; i++) { /* what a player reads needs no rule */
    const Field *x = m->fields.at[i];
    if (!x->read && !x->hidden && !x->pile && !x->decl->label)
      unused(f, x->decl, x->option ? "option" : "field", x->name);
  }
}
