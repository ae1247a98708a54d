/* Leaks: what everybody sees although it hangs on something hidden.
 *
 * A list of options that tells a secret is an error (sema/knowledge.c).  What a rule
 * makes public by computing it may be meant, so these are notes: a public field set from
 * a hidden one, a number in a text, a line of the log or a public change under a hidden
 * condition.  Cards keep their faces hidden wherever they are named, so things are no
 * leak; revealing, moving and playing a card are meant. */
#include "interp/find/find.h"
#include "interp/sema/builtin.h"
#include "interp/sema/knowledge.h"

typedef struct Walk {
  Find *f;
  const Node *when;      /* in a `when` under a hidden condition: that rule */
  const Leak *condition; /* a hidden condition around this, or NULL */
  bool told;             /* what it tells was said */
  bool to_me;            /* looking at prompts: what the asked may not know */
  const Field *shown[MAX_SHOWN];
} Walk;

static Node *hidden(Walk *w, Node *n, Leak *way)
{
  return n ? leak_find(w->f->m->arena, n, w->to_me, w->shown, way) : NULL;
}

/* Numbers, words and flags stand for themselves; a thing hides its face. */
static bool is_plain(const Node *n)
{
  return n->type &&
         (n->type->tag == T_NUM || n->type->tag == T_WORD || n->type->tag == T_FLAG);
}

static bool is_public(const Field *f)
{
  const Node *seen = f->option || f->hidden ? NULL : f->decl->c;
  return !f->hidden && (!seen || (seen->sym && seen->sym->tag == SY_PLAYERS));
}

static const Field *field_at(const Node *place)
{
  const Node *p = place->tag == N_INDEX ? place->a : place;
  return p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
}

static const char *whom(const Walk *w) { return w->to_me ? "that player" : "everybody"; }

/* ---- what is told -------------------------------------------------------------------
 */

/* Something that all see happens under a hidden condition: once for each condition. */
static void happens(Walk *w, Loc at, const char *what)
{
  if (!w->condition || w->told || w->to_me) return;
  w->told = true;
  Find *f = w->f;
  Diag *g = w->when ? diag_add(f->d, DIAG_WHEN_TELLS, w->when->loc,
                               "everybody sees what this does, and so learns when its "
                               "hidden condition is true")
                    : diag_add(f->d, DIAG_LINE_TELLS, at,
                               "everybody sees this happen, and so learns the hidden "
                               "condition around it");
  if (w->when) diag_hint_at(f->d, g, at, "%s", what);
  leak_tell(f->d, g, w->condition, whom(w));
  diag_hint(f->d, g,
            "if it is not meant to be told, let something visible happen in both "
            "cases, or reveal what it hangs on");
}

static void change(Walk *w, Node *n)
{
  const Field *f = field_at(n->a);
  Leak way;
  if (!f || !is_public(f)) return;
  happens(w, n->loc, "this changes what everybody sees");
  if (w->to_me || !is_plain(n->b)) return;
  const Node *l = hidden(w, n->b, &way);
  if (!l) return;
  Diag *g =
      diag_add(w->f->d, DIAG_PUBLIC_FROM_HIDDEN, l->loc,
               "everybody sees \"%s\", and it is set from something hidden", f->name);
  leak_tell(w->f->d, g, &way, whom(w));
  diag_hint(w->f->d, g, "if it is not meant to be told, hide \"%s\", too: seen by …",
            f->name);
}

/* A text shows a name as it is, and a field only to those who see it. */
static void text(Walk *w, const Node *n, const char *what)
{
  const TextUse *t = n->text;
  for (size_t i = 0; t && i < t->args.n; i++) {
    Node *e = t->args.at[i].expr;
    Leak way;
    if (e->tag != N_NAME || !e->sym || e->sym->tag != SY_LOCAL || !is_plain(e)) continue;
    if (!hidden(w, e, &way)) continue;
    Diag *g = diag_add(w->f->d, DIAG_TEXT_TELLS, n->loc,
                       "%s shows \"%s\", which comes from something hidden", what,
                       t->args.at[i].name);
    leak_tell(w->f->d, g, &way, whom(w));
    diag_hint(w->f->d, g, "if it is not meant to be told, leave it out");
  }
}

/* ---- the walk ------------------------------------------------------------------------
 */

static void walk(Walk *w, Node *n);

static void walk_under(Walk *w, Node *condition, Node *block)
{
  Walk in = *w;
  Leak way;
  if (!block) return;
  if (condition && hidden(w, condition, &way)) {
    in.condition = &way;
    in.when = NULL;
    in.told = false;
  }
  walk(&in, block);
  if (in.condition == w->condition) w->told |= in.told;
}

static void prompts(Walk *w, Node *n)
{
  if (!n || !w->to_me) return;
  if (n->tag == N_PICK) text(w, n, "this question");
  prompts(w, n->a);
  prompts(w, n->b);
  prompts(w, n->c);
}

static void reveal(Walk *w, const Node *n)
{
  const Node *what = n->b, *who = what->next;
  if (!who->sym || who->sym->tag != SY_PLAYERS) return;
  if (what->sym && what->sym->tag == SY_LOCAL) what->sym->tainted = false;
  const Field *f = field_at(what);
  for (int i = 0; f && i < MAX_SHOWN; i++)
    if (!w->shown[i]) {
      w->shown[i] = f;
      return;
    }
}

/* An argument that the text of a verb shows. */
static void arguments(Walk *w, const Verb *v, Node *n)
{
  size_t k = 0;
  for (Node *a = n->b; a && k < v->params.n; a = a->next, k++) {
    Leak way;
    const TextUse *t = v->decl ? v->decl->text : NULL;
    bool shown = false;
    for (size_t i = 0; t && i < t->args.n; i++)
      shown |= t->args.at[i].expr->sym == v->params.at[k];
    if (!shown || !is_plain(a) || !hidden(w, a, &way)) continue;
    Diag *g = diag_add(w->f->d, DIAG_TEXT_TELLS, a->loc,
                       "the text of \"%s\" shows this, which comes from something hidden",
                       v->name);
    leak_tell(w->f->d, g, &way, whom(w));
    diag_hint_at(w->f->d, g, v->decl->loc, "the text is read by everybody");
  }
}

static void phrase(Walk *w, Node *n)
{
  const Verb *v = n->op == BP_VERB && n->sym ? n->sym->slot : NULL;
  for (Node *a = n->b; a; a = a->next) prompts(w, a);
  if (n->op == BP_REVEAL) reveal(w, n);
  if (n->op == BP_NOTE) {
    happens(w, n->a->loc, "this writes a line that everybody reads");
    if (!w->to_me && n->b) text(w, n->b, "this line");
  }
  if (!v || !v->label) return;
  happens(w, n->a->loc, "this is told in the log");
  if (!w->to_me) arguments(w, v, n);
}

static void taint(Walk *w, Sym *y, Node *n)
{
  Leak way;
  y->tainted = hidden(w, n, &way) != NULL;
  y->taint = NULL;
  if (!y->tainted) return;
  y->taint = ARENA_NEW(w->f->m->arena, Leak);
  *y->taint = way;
}

static void walk_one(Walk *w, Node *n)
{
  switch (n->tag) {
  case N_BLOCK: walk(w, n->a); break;
  case N_LET:
    prompts(w, n->b);
    taint(w, n->sym, n->b);
    break;
  case N_SET:
  case N_RAISE:
  case N_LOWER:
    prompts(w, n->b);
    change(w, n);
    break;
  case N_PHRASE: phrase(w, n); break;
  case N_IF:
    walk_under(w, n->a, n->b);
    walk_under(w, n->a, n->c);
    break;
  case N_EACH:
    prompts(w, n->a);
    walk(w, n->b);
    break;
  case N_REPEAT: walk_under(w, n->b, n->c); break;
  case N_AS: walk(w, n->b); break;
  case N_MAY:
    if (w->to_me) text(w, n, "this question");
    walk(w, n->b);
    break;
  case N_CHOOSE:
    if (w->to_me) text(w, n, "this question");
    for (Node *a = n->b; a; a = a->next) {
      if (w->to_me) text(w, a, "this answer");
      walk(w, a->b);
    }
    break;
  case N_OTHERWISE: {
    Node left = *n->a, right = *n->b;
    left.next = right.next = NULL;
    walk(w, &left);
    walk(w, &right);
    break;
  }
  default: break;
  }
}

static void walk(Walk *w, Node *n)
{
  Node *first = n;
  for (; n; n = n->next) walk_one(w, n);
  for (n = first; n; n = n->next)
    if (n->tag == N_LET && n->sym) n->sym->tainted = false, n->sym->taint = NULL;
}

static void look(Find *f, Node *block, const Node *when)
{
  if (!block) return;
  for (int to_me = 0; to_me < 2; to_me++) {
    Walk w = {.f = f, .to_me = to_me};
    Leak way;
    if (when && !to_me && hidden(&w, when->a, &way)) {
      w.condition = &way;
      w.when = when;
    }
    walk(&w, block);
  }
}

void find_leaks(Find *f)
{
  Model *m = f->m;
  for (size_t i = 0; i < m->verbs.n; i++)
    if (m->verbs.at[i]->decl && !m->verbs.at[i]->generic)
      look(f, m->verbs.at[i]->decl->b, NULL);
  for (size_t i = 0; i < m->bodies.n; i++) look(f, m->bodies.at[i].node->a, NULL);
  for (size_t i = 0; i < m->rules.n; i++) look(f, m->rules.at[i]->node->c, NULL);
  for (size_t i = 0; i < m->whens.n; i++)
    look(f, m->whens.at[i]->node->c, m->whens.at[i]->node);
}
