/* The declarations of a ruleset as one flat list, each with the key that it is matched
 * by: members out of their kinds, rules out of things and groups, items out of
 * variants. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"
#include "interp/base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct Lister {
  Diff *d;
  int side;
  const char *pack, *variant, *kind;
  const DiffDecl *owner;
  const Node *hold;
  DiffMap *kinds; /* name -> place in the list */
} Lister;

/* ---- verbs and events ----------------------------------------------------------- */

static const char *shape_words(Arena *a, const char *name, const Node *shape,
                               bool arguments)
{
  Buf b = {0};
  buf_add(&b, name);
  for (; shape; shape = shape->next)
    buf_printf(&b, " %s", shape->tag == N_WORD || arguments ? shape->name : "_");
  const char *s = arena_strdup(a, buf_text(&b));
  buf_free(&b);
  return s;
}

const char *diff_signature(Arena *a, const Verb *v)
{
  return shape_words(a, v->name, v->shape, false);
}

const Rule *diff_rule_of(const DiffRules *r, const Node *event)
{
  const Node *e = diff_resolved(event);
  size_t low = 0, high = r->by_event.n;
  while (low < high) {
    size_t mid = (low + high) / 2;
    const Rule *rule = r->by_event.at[mid];
    if (rule->event == e) return rule;
    if ((uintptr_t)rule->event < (uintptr_t)e) low = mid + 1;
    else high = mid;
  }
  return NULL;
}

static void put_event(Lister *l, Buf *b, const Node *e)
{
  if (e->num == 1 || e->num == 2) {
    buf_printf(b, "%s %s.%s", e->num == 1 ? "raise" : "lower", e->extra ? e->extra : "",
               e->name);
    return;
  }
  const Rule *r = diff_rule_of(l->d->rules[l->side], e);
  if (e->extra) buf_printf(b, "%s.", e->extra);
  buf_add(b, r ? diff_signature(l->d->arena, r->verb) : e->name);
}

static const char *events_key(Lister *l, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  VEC(const char *) all = {0};
  Buf b = {0};
  for (const Node *e = n->a; e; e = e->next) {
    buf_clear(&b);
    put_event(l, &b, e);
    vec_push(&all, arena_strdup(l->d->arena, buf_text(&b)));
  }
  if (all.n) qsort(all.at, all.n, sizeof *all.at, by_text);
  buf_clear(&b);
  for (size_t i = 0; i < all.n; i++) buf_printf(&b, "%s,", all.at[i]);
  const char *s = arena_strdup(l->d->arena, buf_text(&b));
  buf_free(&b);
  vec_free(&all);
  return s;
}

/* ---- citations ------------------------------------------------------------------ */

static void add_cite(Diff *d, DiffDecl *x, const char *id)
{
  for (size_t i = 0; i < x->cites.n; i++)
    if (!strcmp(x->cites.at[i], id)) return;
  apush(d->arena, &x->cites, id);
}

static void add_own_cites(Diff *d, DiffDecl *x, const Node *n)
{
  for (const Node *c = n->cites; c; c = c->next) add_cite(d, x, c->name);
}

/* Parts that are declarations of their own keep their citations. */
static void add_cites(Diff *d, DiffDecl *x, const Node *n)
{
  for (; n; n = n->next) {
    if (n->tag == N_INLINE || n->tag == N_WHILE) continue;
    add_own_cites(d, x, n);
    add_cites(d, x, n->a);
    add_cites(d, x, n->b);
    add_cites(d, x, n->c);
    add_cites(d, x, n->d);
  }
}

static void add_all_cites(Diff *d, DiffDecl *x, const Node *n)
{
  add_own_cites(d, x, n);
  if (n->tag == N_KIND || n->tag == N_VARIANT) return;
  add_cites(d, x, n->a);
  add_cites(d, x, n->b);
  add_cites(d, x, n->c);
  add_cites(d, x, n->d);
}

/* ---- one declaration ------------------------------------------------------------ */

const char *diff_key(Arena *a, const DiffDecl *x, const char *what)
{
  return arena_printf(a, "%s %s/%s|%s", x->sort, x->pack ? x->pack : "",
                      x->variant ? x->variant : "", what);
}

/* "snow, variant deep, pack winter": a name with where it stands. */
static const char *with_place(const Lister *l, const char *name)
{
  Arena *a = l->d->arena;
  if (l->variant) name = arena_printf(a, "%s, variant %s", name, l->variant);
  return l->pack ? arena_printf(a, "%s, pack %s", name, l->pack) : name;
}

static DiffDecl *add(Lister *l, DiffGroup group, const char *sort, const Node *n,
                     const char *key, const char *name)
{
  Diff *d = l->d;
  DiffDecl *x = ARENA_NEW(d->arena, DiffDecl);
  x->group = group;
  x->sort = sort;
  x->node = n;
  x->variant = l->variant;
  x->pack = l->pack;
  x->hold = l->hold;
  x->owner = l->owner;
  x->kind = l->kind;
  x->name = with_place(l, name);
  x->key = diff_key(d->arena, x, key);
  x->at = (int)d->decls[l->side].n;
  x->size = diff_size(n);
  x->hash = diff_hash(n);
  add_all_cites(d, x, n);
  vec_push(&d->decls[l->side], x);
  return x;
}

static DiffDecl *add_named(Lister *l, DiffGroup group, const char *sort, const Node *n,
                           const char *space, const char *own)
{
  Arena *a = l->d->arena;
  const char *name = *space && strcmp(space, "verb") && n->tag != N_THING
                         ? arena_printf(a, "%s.%s", space, own)
                         : own;
  DiffDecl *x = add(l, group, sort, n, name, name);
  x->own = own;
  x->space = space;
  x->named = true;
  return x;
}

/* "curfew: instead of walk n", "kind location: when safety < 1" */
static const char *placed(Lister *l, const char *name)
{
  Arena *a = l->d->arena;
  if (l->owner) return arena_printf(a, "%s: %s", l->owner->name, name);
  if (l->kind) return arena_printf(a, "%s: %s", l->kind, name);
  return name;
}

/* What has no name is matched by where it stands and what it is about. */
static DiffDecl *add_unnamed(Lister *l, DiffGroup group, const char *sort, const Node *n,
                             const char *about, const char *name)
{
  const char *place = l->owner ? l->owner->key : l->kind ? l->kind : "";
  return add(l, group, sort, n, arena_printf(l->d->arena, "%s|%s", place, about),
             placed(l, name));
}

static void add_rule(Lister *l, const Node *n)
{
  static const char *const sorts[] = {"before", "after", "instead of", "when"};
  const char *sort = sorts[n->tag - N_BEFORE];
  const char *what = diff_print_list(l->d->arena, n->a, ", ");
  add_unnamed(l, DIFF_RULES, sort, n, n->tag == N_WHEN ? "" : events_key(l, n),
              arena_printf(l->d->arena, "%s %s", sort, what));
}

/* Each answer that is added to a choice elsewhere. */
static void add_answers(Lister *l, const Node *n)
{
  Arena *a = l->d->arena;
  const char *what = diff_print_list(a, n->a, ", ");
  for (const Node *alt = n->c; alt; alt = alt->next)
    add_unnamed(l, DIFF_RULES, "answer", alt, arena_printf(a, "%s|%s", what, alt->label),
                arena_printf(a, "%s: %s", what, diff_quote(a, alt->label)));
}

static void add_always(Lister *l, const Node *n)
{
  Arena *a = l->d->arena;
  add_unnamed(l, DIFF_ALWAYS, "always", n, "",
              arena_printf(a, "always %s", diff_print(a, n->a)));
}

static void add_claim(Lister *l, const Node *n)
{
  Arena *a = l->d->arena;
  add_unnamed(l, DIFF_ALWAYS, "claim", n, "",
              arena_printf(a, "claim %s", diff_quote(a, n->label)));
}

static void add_value(Lister *l, const Node *n)
{
  if (l->owner || l->hold || n->num2) { /* changes one while something holds */
    DiffDecl *x = add_unnamed(l, DIFF_VALUES, "value", n, n->name, n->name);
    x->named = true;
    return;
  }
  add_named(l, DIFF_VALUES, "value", n, "", n->name);
}

static void add_group(Lister *l, const Node *group)
{
  INVARIANT(group && group->tag < N_COUNT);
  const Node *before = l->hold;
  l->hold = group->a;
  for (const Node *n = group->b; n; n = n->next) {
    if (n->tag == N_VALUE) add_value(l, n);
    else add_rule(l, n);
  }
  l->hold = before;
}

/* ---- kinds and things ----------------------------------------------------------- */

static void add_member(Lister *l, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_FIELD: add_named(l, DIFF_FIELDS, "field", n, l->kind, n->name); break;
  case N_VALUE: add_named(l, DIFF_PRINTED, "printed value", n, l->kind, n->name); break;
  case N_VERB: add_named(l, DIFF_PRINTED, "slot", n, l->kind, n->name); break;
  case N_ALWAYS: add_always(l, n); break;
  case N_WHILE: add_group(l, n); break;
  default: add_rule(l, n); break;
  }
}

/* A kind that is continued is one declaration: what was said first and what came later.
 */
static void add_kind(Lister *l, const Node *n)
{
  INVARIANT(n->tag == N_KIND);
  Diff *d = l->d;
  /* A pack's own kind is known by both names; what it adds to one of the game is not. */
  const char *own = l->pack ? arena_printf(d->arena, "%s.%s", l->pack, n->name) : n->name;
  int at = diff_map_get(l->kinds, own);
  if (at < 0 && l->pack && !n->label) at = diff_map_get(l->kinds, n->name);
  if (at < 0) {
    const char *variant = l->variant;
    l->variant = NULL;
    DiffTwin *head = ARENA_NEW(d->arena, DiffTwin);
    head->node = *n;
    head->node.a = NULL;
    diff_map_put(l->kinds, own, (int)d->decls[l->side].n);
    add_named(l, DIFF_KINDS, "kind", &head->node, "", n->name);
    l->variant = variant;
  } else {
    DiffDecl *x = d->decls[l->side].at[at];
    Node *head = (Node *)x->node; /* our own copy */
    if (n->label) head->label = n->label;
    if (n->num) head->num = n->num, head->num2 = n->num2;
    add_own_cites(d, x, n);
  }
  l->kind = n->name;
  for (const Node *m = n->a; m; m = m->next) add_member(l, m);
  l->kind = NULL;
}

/* A variant that changes a thing of the game has no place for it in the order. */
static bool is_continued(const Lister *l, const Node *n, const DiffDecl *kind)
{
  bool inside = l->variant || l->pack;
  for (size_t i = 0; inside && !n->label && i < kind->things.n; i++)
    if (!strcmp(kind->things.at[i]->name, n->name)) return true;
  return false;
}

static void add_thing(Lister *l, const Node *n, const char *kind, const char *path)
{
  Diff *d = l->d;
  const DiffDecl *before = l->owner;
  DiffDecl *x = add_named(l, DIFF_THINGS, "thing", n, "", path);
  x->name = arena_printf(d->arena, "%s %s", kind, x->name);
  x->kind = kind;
  int at = diff_map_get(l->kinds, kind);
  x->changes = at >= 0 && !before && is_continued(l, n, d->decls[l->side].at[at]);
  if (at >= 0 && !before && !l->pack && !x->changes)
    apush(d->arena, &d->decls[l->side].at[at]->things, n);
  l->owner = x;
  for (const Node *m = n->a; m; m = m->next) {
    if (m->tag == N_WHILE) add_group(l, m);
    if (m->tag == N_INLINE)
      add_thing(l, m->a, m->a->extra, arena_printf(d->arena, "%s.%s", path, m->name));
  }
  l->owner = before;
}

/* ---- items ---------------------------------------------------------------------- */

static void add_omit(Lister *l, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Arena *a = l->d->arena;
  for (const Node *c = n->cites; c; c = c->next) {
    DiffDecl *x =
        add(l, DIFF_CITATIONS, "omit", n, c->name, arena_printf(a, "omit @%s", c->name));
    x->named = true;
    x->cites.n = 0;
    add_cite(l->d, x, c->name);
  }
}

static void add_view(Lister *l, const Node *n)
{
  Arena *a = l->d->arena;
  add_unnamed(l, DIFF_VIEWS, "view", n, "",
              n->label ? arena_printf(a, "view %s", diff_quote(a, n->label)) : "view");
}

static void add_test(Lister *l, const Node *n)
{
  Arena *a = l->d->arena;
  if (!l->d->wish.tests) return;
  DiffDecl *x = add(l, DIFF_TESTS, "test", n, n->label,
                    arena_printf(a, "test %s", diff_quote(a, n->label)));
  x->named = true;
}

static void add_item(Lister *l, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Arena *a = l->d->arena;
  switch (n->tag) {
  case N_GAME: /* there is one, whatever it is called */
    add(l, DIFF_GAME, "game", n, "", arena_printf(a, "game %s", n->name))->named = true;
    break;
  case N_TYPEDEF: add_named(l, DIFF_KINDS, "type", n, "", n->name); break;
  case N_OPTION: add_named(l, DIFF_OPTIONS, "option", n, "", n->name); break;
  case N_KIND: add_kind(l, n); break;
  case N_THINGS:
    for (const Node *t = n->a; t; t = t->next) add_thing(l, t, n->name, t->name);
    break;
  case N_FIELD: add_named(l, DIFF_FIELDS, "field", n, "", n->name); break;
  case N_FILL:
    add_named(l, DIFF_FIELDS, "first value", n, "", n->name)->changes = true;
    break;
  case N_OFFER: add_answers(l, n); break;
  case N_VALUE: add_value(l, n); break;
  case N_OUTLOOK: add_named(l, DIFF_VALUES, "outlook", n, "", n->name); break;
  case N_VERB: {
    DiffDecl *x =
        add_named(l, DIFF_VERBS, "verb", n, "verb", shape_words(a, n->name, n->a, false));
    const char *shown = shape_words(a, n->name, n->a, true);
    x->name = with_place(l, shown);
    break;
  }
  case N_ALWAYS: add_always(l, n); break;
  case N_CLAIM: add_claim(l, n); break;
  case N_VIEW: add_view(l, n); break;
  case N_OMIT: add_omit(l, n); break;
  case N_TEST: add_test(l, n); break;
  case N_BEFORE:
  case N_AFTER:
  case N_INSTEAD:
  case N_WHEN: add_rule(l, n); break;
  default: break; /* use */
  }
}

/* The pack whose file an item stands in, or NULL. */
static const char *pack_of(const Lister *l, const Node *n)
{
  const DiffRules *r = l->d->rules[l->side];
  const Source *files = r->unit->sources.files.at;
  int number = n->loc.file < 0 ? 0 : files[n->loc.file].pack;
  for (const Node *i = r->items; number && i; i = i->next)
    if (i->tag == N_PACK && files[i->loc.file].pack == number) return i->name;
  return NULL;
}

static void add_pack(Lister *l, const Node *n)
{
  DiffTwin *head = ARENA_NEW(l->d->arena, DiffTwin);
  head->node = *n;
  head->node.b = NULL; /* who wrote it changes no rule */
  l->pack = NULL;
  add(l, DIFF_VARIANTS, "pack", &head->node, n->name, n->name)->named = true;
}

/* Kinds first: things belong to theirs wherever it stands. */
static void each_item(Lister *l, const Node *n, bool kinds)
{
  for (; n; n = n->next) {
    if (!l->variant) l->pack = pack_of(l, n);
    if (n->tag == N_PACK && kinds) add_pack(l, n);
    if (n->tag != N_VARIANT) {
      if ((n->tag == N_KIND) == kinds) add_item(l, n);
      continue;
    }
    bool tests = n->num; /* what only tests see */
    if (tests && !l->d->wish.tests) continue;
    if (kinds && n->a && !tests) { /* else it is continued */
      DiffTwin *head = ARENA_NEW(l->d->arena, DiffTwin);
      head->node = *n;
      head->node.b = NULL;
      DiffDecl *x = add(l, DIFF_VARIANTS, "variant", &head->node, n->name, n->name);
      x->own = n->name;
      x->space = "variant";
      x->named = true;
    }
    l->variant = n->name;
    each_item(l, n->b, kinds);
    l->variant = NULL;
  }
}

const DiffDecl *diff_find(const Diff *d, int side, const char *key)
{
  int at = diff_map_get(d->keys[side], key);
  return at < 0 ? NULL : d->decls[side].at[at];
}

/* In the order of the source, however they were found. */
static int by_place(const void *x, const void *y)
{
  const DiffDecl *a = *(DiffDecl *const *)x, *b = *(DiffDecl *const *)y;
  const Loc *p = &a->node->loc, *q = &b->node->loc;
  if (p->file != q->file) return p->file - q->file;
  if (p->line != q->line) return p->line - q->line;
  return p->col != q->col ? p->col - q->col : a->at - b->at;
}

void diff_list(Diff *d, int side)
{
  Lister l = {.d = d, .side = side, .kinds = diff_map_new(d->arena)};
  each_item(&l, d->rules[side]->items, true);
  each_item(&l, d->rules[side]->items, false);
  DiffDecls *all = &d->decls[side];
  if (all->n) qsort(all->at, all->n, sizeof *all->at, by_place);
  for (size_t i = 0; i < all->n; i++) all->at[i]->at = (int)i;
  d->keys[side] = diff_map_new(d->arena);
  for (size_t i = all->n; i-- > 0;) diff_map_put(d->keys[side], all->at[i]->key, (int)i);
}
