#include "interp/find/counts.h"

enum { MAX_LISTED = 12 }; /* names in one hint */

static void hint_kind(Find *f, Diag *g, const Kind *k)
{
  Arena *a = f->m->arena;
  const char *list = "";
  size_t listed = 0;
  bool some = false; /* inline things and squares have no place in a list of cards */
  for (size_t i = 0; i < k->things.n; i++) {
    const Thing *t = k->things.at[i];
    if (!t->sym) return;
    if (listed == MAX_LISTED) {
      list = arena_printf(a, "%s and %zu more", list, k->things.n - listed);
      break;
    }
    list = t->copies > 1 ? arena_printf(a, "%s%s%s * %d", list, some ? ", " : "", t->name,
                                        t->copies)
                         : arena_printf(a, "%s%s%s", list, some ? ", " : "", t->name);
    listed++;
    some = true;
  }
  diag_hint_at(f->d, g, k->decl->loc, "there are %d of \"%s\": %s", k->count, k->name,
               some ? list : "none");
}

static void mark_kinds(const Node *n, bool *seen)
{
  for (; n; n = n->next) {
    const Type *t = n->type;
    if (t && t->tag == T_SET) t = t->elem;
    if (t && (t->tag == T_PILE || t->tag == T_THING) && t->kind)
      seen[t->kind->index] = true;
    mark_kinds(n->a, seen);
    mark_kinds(n->b, seen);
    mark_kinds(n->c, seen);
  }
}

void hint_counts(Find *f, Diag *g, const Node *condition)
{
  bool *seen = arena_alloc(f->m->arena, f->m->kinds.n + 1);
  mark_kinds(condition, seen);
  for (size_t i = 0; i < f->m->kinds.n; i++)
    if (seen[i] && !f->m->kinds.at[i]->is_player) hint_kind(f, g, f->m->kinds.at[i]);
}
