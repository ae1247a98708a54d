/* What nothing uses: usually a leftover, or a name misspelt elsewhere. */
#include "interp/find/range.h"
#include "interp/base/invariant.h"
#include "interp/base/nearest.h"
#include "interp/find/uses.h"

#include <string.h>

static Diag *unused(Find *f, const Node *decl, const char *what, const char *name)
{
  if (!decl || in_library(f, decl)) return NULL;
  Diag *g =
      diag_add(f->d, DIAG_UNUSED, decl->loc, "nothing uses the %s \"%s\"", what, name);
  diag_hint(f->d, g, "delete it, or use it; is it misspelt somewhere?");
  return g;
}

/* ---- fields --------------------------------------------------------------------- */

static void write_only(Find *f, const Field *x)
{
  Diag *g = diag_add(f->d, DIAG_WRITE_ONLY, x->decl->loc,
                     "rules change \"%s\", but nothing reads it", x->name);
  diag_hint(f->d, g,
            "no condition, value, text or view asks for it: delete it with what changes "
            "it, ask for it, or give it a text to show it to the players");
}

static void never_set(Find *f, const Field *x)
{
  if (is_fragment(f)) return; /* the rest of the game may do it */
  const Range *r = &f->survey->field[x->index];
  bool one = !is_many(x->type) && (r->lo == r->hi ? !r->none : r->lo > r->hi && r->none);
  Diag *g;
  if (is_many(x->type) && r->hi == 0)
    g = diag_add(f->d, DIAG_NEVER_SET, x->decl->loc,
                 "nothing puts anything into \"%s\": it is always empty", x->name);
  else if (one)
    g = diag_add(f->d, DIAG_NEVER_SET, x->decl->loc,
                 "nothing changes \"%s\": it is always %s", x->name,
                 range_words(f->m, x->type, r));
  else
    g = diag_add(f->d, DIAG_NEVER_SET, x->decl->loc,
                 "nothing changes \"%s\": it keeps its first value", x->name);
  const char *dot = strrchr(x->name, '.'); /* a pack says its own names so */
  if (x->pile) diag_hint(f->d, g, "write a rule that moves something there");
  else if (x->per) diag_hint(f->d, g, "write the rule that changes it");
  else
    diag_hint(f->d, g,
              "write the rule that changes it, or \"value %s: … = …\" if it is "
              "meant to be so",
              dot ? dot + 1 : x->name);
}

static void look_at_field(Find *f, Uses *u, const Field *x)
{
  bool read = u->read[x->index], written = u->written[x->index];
  if (x->hidden || in_library(f, x->decl)) return;
  if (x->option) {
    if (!read) unused(f, x->decl, "option", x->name);
    return;
  }
  if (!read && !written && !x->decl->label) { /* a test may have fields of its own */
    if (x->read || x->written) return;
    unused(f, x->decl, x->pile ? "pile" : "field", x->name);
    return;
  }
  if (written && !read && !x->decl->label && !x->pile) write_only(f, x);
  if (written) return;
  bool filled = x->pile && f->survey->field[x->index].hi > 0;
  if (filled || (x->decl->b && !is_fixed(x->decl->b))) return;
  u->told[x->index] = true;
  never_set(f, x);
}

/* ---- kinds, things, words ------------------------------------------------------- */

/* Things are met by their names, by the set of their kind, or as what a field of their
 * kind begins with. */
static void look_at_things(Find *f, const Uses *u, const Kind *k)
{
  if (u->kind_whole[k->index] || k->rules.n || k->width) return;
  const Thing *first = NULL;
  int more = -1;
  for (size_t i = 0; i < k->things.n; i++) {
    const Thing *t = k->things.at[i];
    bool rules = false;
    for (const Node *n = t->sym ? t->decl->a : NULL; n; n = n->next)
      rules |= n->tag == N_WHILE;
    if (!t->sym || i == 0 || rules || u->thing[t->id]) continue;
    if (!first) first = t;
    more++;
  }
  if (!first || in_library(f, first->decl)) return;
  Diag *g = diag_add(f->d, DIAG_UNUSED, first->decl->loc,
                     more ? "nothing brings \"%s\" and %d more of its kind into play"
                          : "nothing brings \"%s\" into play",
                     first->name, more);
  diag_hint_at(f->d, g, k->decl->loc,
               "no rule names it or takes \"%s\" as a whole; add it to a pile or a set",
               k->name);
}

static void look_at_kinds(Find *f, const Uses *u)
{
  Model *m = f->m;
  for (size_t i = 0; i < m->kinds.n; i++) {
    const Kind *k = m->kinds.at[i];
    if (k->is_player) continue;
    if (!u->kind_named[i] && !k->rules.n) unused(f, k->decl, "kind", k->name);
    else look_at_things(f, u, k);
  }
  for (size_t i = 0; i < m->words.n; i++) {
    const Words *w = m->words.at[i];
    bool option = false; /* whoever sets it names them */
    for (size_t j = 0; j < m->fields.n; j++)
      option |= m->fields.at[j]->option && m->fields.at[j]->type->words == w;
    int j = 0;
    for (const Node *n = option ? NULL : w->list; n; n = n->next, j++)
      if (!u->word[i][j]) unused(f, n, "word", n->name);
  }
}

/* ---- names inside bodies -------------------------------------------------------- */

static bool rules_read(const Verb *v, size_t param)
{
  for (size_t i = 0; i < v->rules.n; i++)
    if (v->rules.at[i]->names.n > param && v->rules.at[i]->names.at[param]->read)
      return true;
  return false;
}

static bool slot_is_empty(const Model *m, const Verb *v)
{
  for (size_t i = 0; i < m->bodies.n; i++)
    if (m->bodies.at[i].slot == v && m->bodies.at[i].node->a->a) return false;
  return !v->decl->b || !v->decl->b->a;
}

static void look_at_params(Find *f)
{
  Model *m = f->m;
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Verb *v = m->verbs.at[i];
    if (!v->decl || v->generic || v->decl->extra || slot_is_empty(m, v)) continue;
    for (size_t j = 0; j < v->params.n; j++)
      if (!v->params.at[j]->read && !rules_read(v, j))
        unused(f, v->params.at[j]->decl, "parameter", v->params.at[j]->name);
  }
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    if (v->generic || v->decl->extra) continue;
    int at = 0;
    for (const Node *p = v->decl->a; p; p = p->next, at++) {
      bool read = false;
      for (size_t j = 0; j < value_texts(v); j++) {
        const Node *q = value_text(v, j)->node->a;
        for (int step = 0; q && step < at; step++) q = q->next;
        read |= q && q->sym && q->sym->read;
      }
      if (!read) unused(f, p, "parameter", p->name);
    }
  }
}

/* ---- rules ---------------------------------------------------------------------- */

/* A rule for something that no rule does. */
static void look_at_events(Find *f, const Uses *u)
{
  Model *m = f->m;
  for (size_t i = 0; i < m->rules.n; i++) {
    const Rule *r = m->rules.at[i];
    const Verb *v = r->verb;
    if (in_library(f, r->event) || v == m->play || v == m->setup) continue;
    if (v->field) {
      if (v->lowers ? u->lowered[v->field->index] : u->raised[v->field->index]) continue;
      Diag *g = diag_add(f->d, DIAG_NEVER_APPLIES, r->event->loc,
                         "nothing %s \"%s\", so this rule never takes effect",
                         v->lowers ? "lowers" : "raises", v->field->name);
      diag_hint(f->d, g, "a plain \"set\" is no event: watch it with \"when\"");
    } else if (v->used && !u->called[v->index]) { /* else W0701 tells of the verb */
      Diag *g =
          diag_add(f->d, DIAG_NEVER_APPLIES, r->event->loc,
                   "only tests call \"%s\", so this rule never takes effect", v->name);
      diag_hint_at(f->d, g, v->decl->loc, "call it from a rule");
    }
  }
}

/* Boards and pictures ask for these by name (board/look.c, text/card/face.c, print/). */
static bool is_look(const Column *c)
{
  static const char *const names[] = {"colour", "shape",  "icon",  "story",
                                      "width",  "height", "layout"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(c->name, names[i])) return true;
  return false;
}

/* What a variant or a pack says of a value is meant to change one that is there. */
static void meant(Find *f, const Value *v, Diag *g)
{
  if (!g || !v->defs.n || !v->defs.at[0].place.variant) return;
  Nearest n = {.word = v->name};
  for (size_t i = 0; i < f->m->values.n; i++) {
    const Value *other = f->m->values.at[i];
    if (other != v && other->used && !other->decl->extra) nearest_try(&n, other->name);
  }
  diag_meant(f->d, g, n.best);
}

void find_unused(Find *f)
{
  INVARIANT(f->m && f->p);
  Model *m = f->m;
  Uses *u = uses_new(f);
  f->uses = u;
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Verb *v = m->verbs.at[i];
    bool called = v->used || v->instances.n || v == m->play || v == m->setup;
    if (v->decl && !called && !v->decl->extra)
      unused(f, v->decl, v->slot_of ? "slot" : "verb", v->name);
  }
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    if (!v->used && !v->instances.n && !v->decl->extra)
      meant(f, v, unused(f, v->decl, "value", v->name));
  }
  for (size_t i = 0; i < m->fields.n; i++) look_at_field(f, u, m->fields.at[i]);
  for (size_t i = 0; i < m->columns.n; i++) { /* what is printed for players is used */
    const Column *c = m->columns.at[i];
    if (!u->column[i] && !c->decl->label && c->decl->tag == N_VALUE && !is_look(c))
      unused(f, c->decl, "printed value", c->name);
  }
  look_at_kinds(f, u);
  look_at_params(f);
  for (size_t i = 0; i < u->lets.n; i++)
    if (u->lets.at[i]->sym && !u->lets.at[i]->sym->read)
      unused(f, u->lets.at[i], "name", u->lets.at[i]->name);
  look_at_events(f, u);
}
