#include "interp/find/uses.h"
#include "interp/base/invariant.h"
#include "interp/find/piles.h"
#include "interp/sema/builtin.h"

#include <string.h>

static void see(Uses *u, const Node *n);

static void see_list(Uses *u, const Node *n)
{
  for (; n; n = n->next) see(u, n);
}

/* The row of a type of words in the model. */
static size_t words_index(const Model *m, const Words *w)
{
  size_t i = 0;
  while (i < m->words.n && m->words.at[i] != w) i++;
  return i;
}

static void see_whole(Uses *u, const Type *t)
{
  if (t->tag == T_SET) t = t->elem;
  if (t->tag == T_THING && t->kind)
    u->kind_named[t->kind->index] = u->kind_whole[t->kind->index] = true;
  size_t i = t->tag == T_WORD ? words_index(u->m, t->words) : u->m->words.n;
  for (int j = 0; i < u->m->words.n && j < t->words->count; j++) u->word[i][j] = true;
}

static void see_word(Uses *u, const Type *t, int64_t v)
{
  size_t i = words_index(u->m, t->words);
  INVARIANT(v >= 0 && v < t->words->count);
  if (i < u->m->words.n) u->word[i][v] = true;
}

/* A type that is written down names kinds. */
static void see_type(Uses *u, const Node *n)
{
  if (!n) return;
  for (size_t i = 0; n->name && i < u->m->kinds.n; i++)
    if (u->m->kinds.at[i]->name == n->name) u->kind_named[i] = true;
  see_type(u, n->a);
}

static void see_params(Uses *u, const Node *shape)
{
  for (; shape; shape = shape->next) see_type(u, shape->a);
}

static void see_text(Uses *u, const Node *n)
{
  for (size_t i = 0; n->text && i < n->text->args.n; i++)
    see(u, n->text->args.at[i].expr);
}

/* A place that is changed: what leads there is read, the field itself is not. */
static const Field *see_place(Uses *u, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_INDEX) {
    see(u, n->b);
    return see_place(u, n->a);
  }
  if (n->tag == N_DOT) see(u, n->a);
  if ((n->tag != N_NAME && n->tag != N_DOT) || !n->sym || n->sym->tag != SY_FIELD) {
    see(u, n);
    return NULL;
  }
  u->written[n->sym->field->index] = true;
  return n->sym->field;
}

static void see_phrase(Uses *u, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Node *a = n->b, *b = a ? a->next : NULL;
  switch (n->op) {
  case BP_ADD:
  case BP_REMOVE_AT:
  case BP_REMOVE:
  case BP_MOVE:
  case BP_MOVE_UNDER:
    see(u, a);
    see_place(u, b);
    return;
  case BP_DRAW:
    see(u, a);
    see(u, b);
    see_place(u, b);
    see_place(u, b->next);
    return;
  case BP_SHUFFLE: see_place(u, a); return;
  case BP_VERB:
  case BP_SLOT:
    if (n->sym) u->called[n->sym->slot->index] = true;
    if (n->c) see(u, n->c);
    break;
  default: break;
  }
  const Verb *v = (n->op == BP_VERB || n->op == BP_SLOT) && n->sym ? n->sym->slot : NULL;
  for (size_t i = 0; a; a = a->next, i++) {
    bool pile = a->type && a->type->tag == T_PILE;
    if (pile && (!v || verb_moves(v, i, true, 0))) see_place(u, a);
    see(u, a);
  }
}

static void see_name(Uses *u, const Node *n)
{
  INVARIANT(n->tag == N_DOT || n->tag == N_IT || n->tag == N_NAME);
  Sym *y = n->sym;
  switch (y->tag) {
  case SY_FIELD: u->read[y->field->index] = u->open[y->field->index] = true; break;
  case SY_COLUMN: u->column[y->column->index] = true; break;
  case SY_KIND: see_whole(u, y->kind->set); break;
  case SY_TYPE: see_whole(u, y->type); break;
  case SY_LOCAL: y->read = true; break;
  case SY_THING:
    u->kind_named[y->thing->kind->index] = true;
    u->thing[y->thing->id] = true;
    break;
  default: break;
  }
}

/* An option of words by its bare name; what it is compared with are words. */
static bool *words_of_option(Uses *u, const Node *n)
{
  const Sym *y = n->tag == N_NAME ? n->sym : NULL;
  if (!y || y->tag != SY_FIELD || !y->field->option) return NULL;
  bool *words = u->told_apart[y->field->index];
  if (words) u->read[y->field->index] = true;
  return words;
}

static bool see_comparison(Uses *u, const Node *n)
{
  bool *words = n->b->tag == N_NUM ? words_of_option(u, n->a) : NULL;
  if (!words) return false;
  INVARIANT(n->b->num >= 0 && n->b->num < n->a->sym->field->type->words->count);
  words[n->b->num] = true;
  see(u, n->b);
  return true;
}

static void see_table(Uses *u, const Node *n)
{
  INVARIANT(n->tag == N_TABLE);
  int at = 0;
  for (const Node *key = n->a; key; key = key->next, at++) {
    bool *words = words_of_option(u, key);
    if (!words) see(u, key);
    for (const Node *row = n->b; words && row; row = row->next) {
      const Node *p = row->a;
      for (int i = 0; p && i < at; i++) p = p->next;
      for (const Node *x = p ? p->a : NULL; x; x = x->next)
        if (x->tag == N_NUM) words[x->num] = true;
    }
  }
  see_list(u, n->b);
}

static void see(Uses *u, const Node *n)
{
  if (!n) return;
  see_text(u, n);
  switch (n->tag) {
  case N_IS:
  case N_ISNOT:
    if (see_comparison(u, n)) return;
    break;
  case N_TABLE: see_table(u, n); return;
  case N_PHRASE: see_phrase(u, n); return;
  case N_LET: apush(u->m->arena, &u->lets, n); break;
  case N_NUM:
    if (n->name && n->type && n->type->tag == T_WORD) see_word(u, n->type, n->num);
    return;
  case N_CALL:
    if (n->sym && n->sym->tag == SY_KIND) see_whole(u, n->sym->kind->set);
    if (!n->sym && (n->op == BI_AROUND || n->op == BI_NEXT)) see_whole(u, n->type);
    break;
  case N_NAME:
  case N_IT:
  case N_DOT:
    if (n->sym) see_name(u, n);
    break;
  default: break;
  }
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) {
    const Field *f = p.role == ROLE_PLACE ? see_place(u, p.at) : NULL;
    if (f && n->tag == N_RAISE) u->raised[f->index] = true;
    if (f && n->tag == N_LOWER) u->lowered[f->index] = true;
    if (p.role == ROLE_TYPE) see_type(u, p.at);
    else if (p.role != ROLE_PLACE) see(u, p.at);
  }
}

/* ---- everything that rules are made of ------------------------------------------ */

static void see_values(Uses *u)
{
  Model *m = u->m;
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    for (size_t j = 0; j < value_texts(v); j++) {
      const Node *d = value_text(v, j)->node;
      see_params(u, d->a);
      see_type(u, d->b);
      if (v->generic) continue;
      see(u, d->c);
      see(u, d->d);
      see(u, value_text(v, j)->place.hold);
    }
  }
  for (size_t i = 0; i < m->columns.n; i++) {
    const Node *d = m->columns.at[i]->decl;
    if (d->tag != N_VALUE) continue;
    see_type(u, d->b);
    see(u, d->c);
  }
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    if (f->hidden) continue;
    see_type(u, f->decl->a);
    see(u, f->decl->b);
    see(u, f->decl->c);
    if (f->type->tag == T_WORD && !f->decl->b) see_word(u, f->type, 0);
  }
}

static void see_things(Uses *u)
{
  Model *m = u->m;
  for (size_t i = 0; i < m->things.n; i++) {
    const Thing *t = m->things.at[i];
    for (const Node *n = t->sym ? t->decl->a : NULL; n; n = n->next) {
      if (n->tag == N_FILL) see(u, n->a);
      if (n->tag != N_INLINE || !n->a->sym) continue;
      u->kind_named[n->a->sym->thing->kind->index] = true;
      u->thing[n->a->sym->thing->id] = true;
    }
  }
  for (size_t i = 0; i < m->bodies.n; i++) {
    see_text(u, m->bodies.at[i].node);
    see(u, m->bodies.at[i].node->a);
  }
}

static void see_rules(Uses *u)
{
  Model *m = u->m;
  for (size_t i = 0; i < m->kinds.n; i++)
    for (int k = 0; k < m->kinds.at[i]->naxes; k++)
      see_whole(u, m->kinds.at[i]->axes[k].type);
  for (size_t i = 0; i < m->kinds.n; i++)
    if (m->kinds.at[i]->titled) see_text(u, m->kinds.at[i]->titled);
  for (size_t i = 0; i < m->variants.n; i++) see(u, m->variants.at[i]->decl->a);
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Verb *v = m->verbs.at[i];
    if (!v->decl) continue;
    see_params(u, v->decl->a);
    if (v->generic) continue;
    see_text(u, v->decl);
    see(u, v->decl->b);
  }
  for (size_t i = 0; i < m->rules.n; i++) {
    const Rule *r = m->rules.at[i];
    see(u, r->place.hold);
    see(u, r->node->b);
    see(u, r->node->c);
    if (r->verb->field) u->read[r->verb->field->index] = true;
    if (r->verb->slot_of) u->kind_named[r->verb->slot_of->index] = true;
  }
  for (size_t i = 0; i < m->whens.n; i++) {
    const When *w = m->whens.at[i];
    see(u, w->place.hold);
    see(u, w->node->a);
    see(u, w->node->c);
  }
  for (size_t i = 0; i < m->always.n; i++)
    if (m->always.at[i]->node->tag != N_CLAIM) see(u, m->always.at[i]->node);
  for (size_t i = 0; i < m->pictures.n; i++) see(u, m->pictures.at[i]->node);
}

/* A claim asks about rules and is none: it brings kinds and things into the game, but a
 * verb, field or printed value that only claims know is no part of it. */
static void see_claims(Uses *u)
{
  const Model *m = u->m;
  bool *of_rules[] = {u->read, u->written, u->raised, u->lowered,
                      u->told, u->open,    u->column, u->called};
  const size_t sizes[] = {m->fields.n, m->fields.n, m->fields.n,  m->fields.n,
                          m->fields.n, m->fields.n, m->columns.n, m->verbs.n};
  bool *before[sizeof sizes / sizeof *sizes];
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    before[i] = arena_alloc(m->arena, sizes[i] + 1);
    memcpy(before[i], of_rules[i], sizes[i] * sizeof(bool));
  }
  for (size_t i = 0; i < m->always.n; i++)
    if (m->always.at[i]->node->tag == N_CLAIM) see(u, m->always.at[i]->node);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    memcpy(of_rules[i], before[i], sizes[i] * sizeof(bool));
}

Uses *uses_new(Find *f)
{
  INVARIANT(f && f->m && f->m->arena);
  Model *m = f->m;
  Arena *a = m->arena;
  Uses *u = ARENA_NEW(a, Uses);
  u->m = m;
  u->read = arena_alloc(a, m->fields.n + 1);
  u->written = arena_alloc(a, m->fields.n + 1);
  u->raised = arena_alloc(a, m->fields.n + 1);
  u->lowered = arena_alloc(a, m->fields.n + 1);
  u->told = arena_alloc(a, m->fields.n + 1);
  u->column = arena_alloc(a, m->columns.n + 1);
  u->open = arena_alloc(a, m->fields.n + 1);
  u->told_apart = arena_alloc(a, (m->fields.n + 1) * sizeof *u->told_apart);
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *x = m->fields.at[i];
    if (x->option && x->type->tag == T_WORD)
      u->told_apart[i] = arena_alloc(a, (size_t)x->type->words->count);
  }
  u->called = arena_alloc(a, m->verbs.n + 1);
  u->kind_named = arena_alloc(a, m->kinds.n + 1);
  u->kind_whole = arena_alloc(a, m->kinds.n + 1);
  u->thing = arena_alloc(a, (size_t)m->thing_count + 1);
  u->word = arena_alloc(a, (m->words.n + 1) * sizeof *u->word);
  for (size_t i = 0; i < m->words.n; i++)
    u->word[i] = arena_alloc(a, (size_t)m->words.at[i]->count + 1);
  see_values(u);
  see_things(u);
  see_rules(u);
  see_claims(u);
  for (size_t i = 0; is_fragment(f) && i < m->tests.n; i++) {
    see_list(u, m->tests.at[i]->node->b);
    see(u, m->tests.at[i]->node->c);
  }
  return u;
}
