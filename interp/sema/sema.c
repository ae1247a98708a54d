/* The driver of the semantic passes. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

Model *sema(Unit *u)
{
  INVARIANT(u && u->arena);
  Model *m = ARENA_NEW(u->arena, Model);
  m->unit = u;
  u->model = m;
  m->arena = u->arena;
  Sema s = {.m = m,
            .u = u,
            .d = &u->diags,
            .globals = map_new(u->arena),
            .variants = map_new(u->arena),
            .outside = map_new(u->arena),
            .heads = map_new(u->arena)};
  if (!collect(&s)) return m;
  check_bodies(&s);
  if (!m->play && !u->diags.errors) {
    Diag *g = diag_add(s.d, DIAG_NO_PLAY, m->game->loc, "there is no verb \"play\"");
    diag_hint(s.d, g, "verb play { … } is where the game begins");
  }
  if (!u->diags.errors) {
    check_flow(&s);
    check_claims(&s);
    replace_promises(&s);
    check_clashes(&s);
    check_secret_answers(&s);
  }
  return m;
}
