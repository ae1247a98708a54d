/* Names of things as words: `type title = name of card` has a word for each card that is
 * declared, whether it is in play or not, and each card has its own printed on it. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <string.h>

Type *names_type(Sema *s, Node *n, const char *name)
{
  INVARIANT(n && n->tag < N_COUNT);
  Kind *k = find_kind(s, n->name);
  if (strcmp(n->extra, "name")) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_UNKNOWN_KIND, n->loc, "\"%s of %s\" is no type",
                       n->extra, n->name),
              "the names of things are one: name of %s", n->name);
    return type_plain(s->m, T_VOID);
  }
  if (!k) return unknown_kind(s, n);
  if (!name || k->width || k->product || k->is_player) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_UNKNOWN_KIND, n->loc,
                       name ? "the things of \"%s\" are not named one by one"
                            : "the names of \"%s\" are a type with a name of its own",
                       k->name),
              !name          ? "type title = name of %s"
              : k->is_player ? "players are chosen themselves: choose players"
                             : "the language made them: choose what \"%s\" is of, or one",
              k->name);
    return type_plain(s->m, T_VOID);
  }
  Node *first = n->a;
  n->a = NULL;
  Type *t = words_type(s, n, name);
  n->a = first;
  t->words->of = k;
  return t;
}

/* All who took the type before its words were known. */
static void learn_words(Model *m, const Words *w)
{
  for (size_t i = 0; i < m->types.n; i++)
    if (m->types.at[i]->words == w) m->types.at[i]->hi = w->count - 1;
}

static void fill_names(Sema *s, Words *w, Node *at)
{
  Node **end = &w->list;
  for (size_t i = 0; i < w->of->things.n; i++) {
    Thing *t = w->of->things.at[i];
    if (!t->sym || (t->variant && t->variant->tests)) continue;
    if (w->count == MAX_UNIVERSE) {
      diag_add(s->d, DIAG_UNIVERSE_TOO_LARGE, at->loc, "a type has at most %d words",
               MAX_UNIVERSE);
      break;
    }
    Node *n = node_new(s->u, N_WORD, t->decl->loc);
    n->name = t->name;
    n->label = t->label;
    n->sym = t->sym;
    *end = n;
    end = &n->next;
    t->word = w->count++;
  }
  learn_words(s->m, w);
}

/* Where it stands, so that a pack's type is found, and printed for that pack alone. */
void make_names(Sema *s, Node *n)
{
  if (n->tag != N_TYPEDEF || n->a->tag != N_T_WORDS || !n->a->type) return;
  Words *w = n->a->type->words;
  if (!w || !w->of) return;
  fill_names(s, w, n);
  if (!w->count)
    diag_hint(s->d,
              diag_add(s->d, DIAG_UNFILLED, n->loc, "no \"%s\" has a name", w->of->name),
              "declare its things: %s ace \"Ace\"", w->of->name);
  if (!kind_member(s, w->of, w->name))
    add_made_column(s, w->of, w->name, n->a->type, NAME_AXIS);
}
