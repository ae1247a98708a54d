/* Marks that forbid something and are never taken away: "once a turn" that is once a
 * game. */
#include "interp/find/range.h"
#include "interp/find/uses.h"
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"

#include <string.h>

typedef struct Lasting {
  Find *f;
  bool *marked, *cleared; /* fields by index: set or raised; changed in another way */
  const Node **forbids;   /* the requirement that it forbids */
  Loc *text;              /* that says how long it is; line 0: none */
} Lasting;

/* A part of a requirement that no longer holds once the field has been changed. */
static void require_part(Lasting *l, const Node *whole, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_AND) {
    require_part(l, whole, n->a);
    require_part(l, whole, n->b);
    return;
  }
  const Field *x = NULL;
  bool zero = n->b && n->b->tag == N_NUM && n->b->num == 0;
  if (n->tag == N_NOT) x = named_field(n->a);
  else if (n->tag == N_IS && (zero || (n->b && n->b->tag == N_NO))) x = named_field(n->a);
  else if ((n->tag == N_LT || n->tag == N_LE) && n->b->tag == N_NUM)
    x = named_field(n->a);
  if (x && !l->forbids[x->index]) l->forbids[x->index] = whole;
}

static void look(Lasting *l, const Node *n, int depth)
{
  if (!n || depth > 200) return;
  const Field *x = NULL;
  if (n->tag == N_SET || n->tag == N_RAISE || n->tag == N_LOWER) x = named_field(n->a);
  if (x) {
    bool mark = n->tag == N_RAISE || (n->tag == N_SET && n->b && n->b->tag == N_YES);
    *(mark ? &l->marked[x->index] : &l->cleared[x->index]) = true;
  }
  if (n->tag == N_REQUIRE && n->a) require_part(l, n, n->a);
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) look(l, p.at, depth + 1);
}

/* "in this turn", "until the end of the round": words of a text that say how long. */
static bool says_how_long(const char *text)
{
  static const char *const words[] = {"this turn",     "next turn",     "this round",
                                      "next round",    "this phase",    "tonight",
                                      "for one turn",  "for one round", "for a turn",
                                      "until the end", "until your",    "until their"};
  for (size_t i = 0; text && i < sizeof words / sizeof *words; i++)
    if (strstr(text, words[i])) return true;
  return false;
}

/* What a text with such words does, and the fields whose own noun has them. */
static void note_text(Lasting *l, const char *text, Loc at, const Node *n, int depth)
{
  if (!n || depth > 200 || !says_how_long(text)) return;
  const Field *x = n->tag == N_SET || n->tag == N_RAISE ? named_field(n->a) : NULL;
  if (x && !l->text[x->index].line) l->text[x->index] = at;
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);)
    note_text(l, text, at, p.at, depth + 1);
}

static void see(void *user, const Verb *of, const Node *body)
{
  Lasting *l = user;
  look(l, body, 0);
  if (of && of->decl && of->decl->b == body)
    note_text(l, of->label, of->decl->label_loc, body, 0);
}

/* The text says for how long, and nothing ends it: nobody can mean that. */
static void tell_outlasting(Lasting *l, const Field *x)
{
  Loc at = l->text[x->index];
  if (says_how_long(x->decl->label)) at = x->decl->label_loc;
  if (!at.line) return;
  Diag *g =
      diag_add(l->f->d, DIAG_OUTLASTS_TEXT, x->decl->loc,
               "nothing takes \"%s\" back, and a text says for how long it is", x->name);
  diag_hint_at(l->f->d, g, at, "this text");
  diag_hint(l->f->d, g, "set it back where that ends: after turn { set %s to %s }",
            x->name, x->type->tag == T_FLAG ? "no" : "0");
}

void find_lasting(Find *f)
{
  const Model *m = f->m;
  if (is_fragment(f)) return;
  Lasting l = {f, arena_alloc(m->arena, m->fields.n + 1),
               arena_alloc(m->arena, m->fields.n + 1),
               arena_alloc(m->arena, (m->fields.n + 1) * sizeof *l.forbids),
               arena_alloc(m->arena, (m->fields.n + 1) * sizeof *l.text)};
  bodies_each(m, see, &l);
  for (size_t i = 0; i < m->bodies.n; i++)
    note_text(&l, m->bodies.at[i].node->label, m->bodies.at[i].node->label_loc,
              m->bodies.at[i].node->a, 0);
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *x = m->fields.at[i];
    bool mark = x->type->tag == T_FLAG || x->type->tag == T_NUM;
    if (!mark || x->option || x->hidden || !l.marked[i] || l.cleared[i] ||
        in_library(f, x->decl))
      continue;
    tell_outlasting(&l, x);
    if (!l.forbids[i]) continue;
    Diag *g = diag_add(f->d, DIAG_NEVER_TAKEN_BACK, x->decl->loc,
                       x->type->tag == T_FLAG
                           ? "once \"%s\" is yes it stays so for the whole game"
                           : "\"%s\" is only ever raised, for the whole game",
                       x->name);
    diag_hint_at(f->d, g, l.forbids[i]->loc, "and then this can no longer be done");
    diag_hint(f->d, g,
              "if it is meant for one turn or round, set it back where that ends");
  }
}
