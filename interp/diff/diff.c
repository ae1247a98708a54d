#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"
#include "interp/code/compile.h"

#include <stdlib.h>
#include <string.h>

/* ---- the rules as they were written --------------------------------------------- */

static Node *twins(Arena *arena, Node *n)
{
  Node *head = NULL, **to = &head;
  for (; n; n = n->next) {
    DiffTwin *t = ARENA_NEW(arena, DiffTwin);
    t->resolved = n;
    t->node = *n;
    t->node.a = twins(arena, n->a);
    t->node.b = twins(arena, n->b);
    t->node.c = twins(arena, n->c);
    t->node.d = twins(arena, n->d);
    t->node.next = NULL;
    *to = &t->node;
    to = &t->node.next;
  }
  return head;
}

static int by_event(const void *x, const void *y)
{
  uintptr_t a = (uintptr_t)(*(const Rule *const *)x)->event,
            b = (uintptr_t)(*(const Rule *const *)y)->event;
  return a < b ? -1 : a > b;
}

DiffRules *diff_rules(Unit *u, Program **program)
{
  INVARIANT(u && u->arena);
  DiffRules *r = ARENA_NEW(u->arena, DiffRules);
  r->unit = u;
  r->items = twins(u->arena, u->items.head);
  *program = compile(u);
  r->model = u->model;
  if (!*program) return r;
  for (size_t i = 0; i < r->model->rules.n; i++)
    apush(u->arena, &r->by_event, r->model->rules.at[i]);
  if (r->by_event.n)
    qsort(r->by_event.at, r->by_event.n, sizeof *r->by_event.at, by_event);
  return r;
}

bool diff_parse_stored(Unit *u, const Program *p)
{
  if (!p->n_files) return false;
  for (int i = 0; i < p->n_files; i++)
    sources_keep(&u->sources, program_string(p, p->files[i].path),
                 program_string(p, p->files[i].text), (size_t)p->files[i].size);
  return unit_parse_kept(u, program_string(p, p->files[0].path));
}

const char *diff_title(const DiffRules *r)
{
  for (const Node *n = r->items; n; n = n->next)
    if (n->tag == N_GAME) return n->label ? n->label : n->name;
  return "";
}

/* ---- changes -------------------------------------------------------------------- */

static DiffPlace place(const Diff *d, int side, const Node *n)
{
  DiffPlace p = {NULL, 0, 0};
  if (n && n->loc.file >= 0) {
    p.file = d->rules[side]->unit->sources.files.at[n->loc.file].path;
    p.line = n->loc.line;
    p.column = n->loc.col;
  }
  return p;
}

typedef VEC(const char *) Cites;

static void add_cite(Diff *d, Cites *to, const char *id)
{
  for (size_t i = 0; i < to->n; i++)
    if (!strcmp(to->at[i], id)) return;
  apush(d->arena, to, id);
}

const Node *diff_cited_block(const Node *n)
{
  const Node *block = n->b && n->b->tag == N_BLOCK ? n->b : n->c;
  return block && block->tag == N_BLOCK && block->cites ? block : NULL;
}

/* What a construct cites: at its head and at the braces of its block. */
static void add_cites(Diff *d, Cites *to, const Node *n)
{
  if (!n) return;
  const Node *block = diff_cited_block(n);
  for (const Node *c = n->cites; c; c = c->next) add_cite(d, to, c->name);
  for (const Node *c = block ? block->cites : NULL; c; c = c->next)
    add_cite(d, to, c->name);
}

static const char *const *ended(Diff *d, Cites *c)
{
  apush(d->arena, c, NULL);
  return c->at;
}

static void add_head_cites(Diff *d, Cites *to, const DiffDecl *x)
{
  if (!x) return;
  if (x->node->tag == N_KIND || x->node->tag == N_OMIT) {
    for (size_t i = 0; i < x->cites.n; i++) add_cite(d, to, x->cites.at[i]);
    return;
  }
  add_cites(d, to, x->node);
}

const char *const *diff_head_cites(Diff *d)
{
  Cites c = {0};
  add_head_cites(d, &c, d->b);
  add_head_cites(d, &c, d->a);
  return ended(d, &c);
}

/* The innermost citations around a change; all of a declaration that comes or goes. */
static const char *const *change_cites(Diff *d, const DiffNote *n)
{
  Cites c = {0};
  for (int side = DIFF_NEW; side >= DIFF_OLD; side--) add_cites(d, &c, n->at[side]);
  for (int side = DIFF_NEW; side >= DIFF_OLD && !c.n; side--)
    add_cites(d, &c, d->around[side]);
  if (!c.n) add_head_cites(d, &c, d->b);
  if (!c.n) add_head_cites(d, &c, d->a);
  const DiffDecl *both[] = {d->b, d->a};
  bool whole = !d->a || !d->b;
  for (int k = 0; k < 2 && whole; k++)
    for (size_t i = 0; both[k] && i < both[k]->cites.n; i++)
      add_cite(d, &c, both[k]->cites.at[i]);
  return ended(d, &c);
}

/* What was removed is read where it stood: behind what stood before it. */
static int reading_order(const Diff *d)
{
  if (d->b) return 2 * d->b->at + 1;
  for (int i = d->a->at - 1; i >= 0; i--) {
    const DiffDecl *x = d->decls[DIFF_OLD].at[i];
    if (x->peer && x->group == d->a->group) return 2 * x->peer->at + 2;
  }
  return 0;
}

void diff_note(Diff *d, DiffGroup group, DiffNote n)
{
  const DiffDecl *x = d->b ? d->b : d->a;
  if (x->group == DIFF_TESTS) group = DIFF_TESTS, n.about = 0;
  if (x->group == DIFF_THINGS || x->owner) n.about |= DIFF_ABOUT_CARD;
  DiffChange c = {
      .group = group,
      .kind = n.kind,
      .about = n.about,
      .sort = x->sort,
      .name = x->name,
      .part = n.part ? n.part : "",
      .text = {n.old, n.new},
      .place = {place(d, DIFF_OLD, n.at[DIFF_OLD]), place(d, DIFF_NEW, n.at[DIFF_NEW])},
      .cites = change_cites(d, &n),
      .head_cites = diff_head_cites(d),
      .code = n.code};
  vec_push(&d->changes, c);
  vec_push(&d->notes, n);
  vec_push(&d->order, reading_order(d));
}

/* A declaration that only one side has. */
static void note_whole(Diff *d, const DiffDecl *x, int side)
{
  if (x->owner && !x->owner->peer) return; /* it stands in one that is told */
  const char *text = diff_print(d->arena, x->node);
  if (x->node->tag == N_THING)
    text = x->node->name ? arena_printf(d->arena, "%s %s", x->kind, text) : text;
  if (x->node->tag == N_OMIT) /* one row of those that it names */
    text = arena_printf(d->arena, "%s %s", x->name, diff_quote(d->arena, x->node->label));
  if (x->hold)
    text = arena_printf(d->arena, "while %s { %s }", diff_print(d->arena, x->hold), text);
  unsigned about = x->group == DIFF_CITATIONS ? 0 : DIFF_ABOUT_RULE;
  if (x->node->label && x->group != DIFF_CITATIONS) about |= DIFF_ABOUT_TEXT;
  d->a = side == DIFF_OLD ? x : NULL;
  d->b = side == DIFF_NEW ? x : NULL;
  DiffNote n = {.kind = x->changes         ? DIFF_CHANGED
                        : side == DIFF_OLD ? DIFF_REMOVED
                                           : DIFF_ADDED,
                .part = "",
                .about = about,
                .code = true};
  n.at[side] = x->node;
  if (side == DIFF_OLD) n.old = text;
  else n.new = text;
  diff_note(d, x->group, n);
}

/* Rules around one event run in the order written: one that another has overtaken was
 * moved.  `last` has for each event the furthest old place so far. */
static void note_order(Diff *d, DiffMap *last)
{
  const DiffDecl *x = d->b;
  if (x->group != DIFF_RULES || x->node->tag == N_INSTEAD || x->node->tag == N_WHEN)
    return;
  bool moved = false;
  const char *events = strrchr(x->key, '|') + 1;
  int place = (int)(events - x->key);
  for (size_t n; *events; events += n + (events[n] == ',')) {
    n = strcspn(events, ",");
    const char *key = arena_printf(d->arena, "%.*s%.*s", place, x->key, (int)n, events);
    int before = diff_map_get(last, key);
    moved |= before > d->a->at;
    if (before < d->a->at) diff_map_put(last, key, d->a->at);
  }
  if (moved)
    diff_note(d, x->group,
              (DiffNote){DIFF_MOVED,
                         "order",
                         "earlier",
                         "after other rules around the same event",
                         {d->a->node, x->node},
                         DIFF_ABOUT_RULE,
                         false});
}

typedef struct Sorted {
  DiffChange change;
  int order, number;
} Sorted;

static int by_reading(const void *x, const void *y)
{
  const Sorted *a = x, *b = y;
  if (a->change.group != b->change.group)
    return (int)a->change.group - (int)b->change.group;
  return a->order != b->order ? a->order - b->order : a->number - b->number;
}

/* Brings the changes in order and leaves out those that nobody wants. */
static void arrange(Diff *d)
{
  VEC(Sorted) all = {0};
  for (size_t i = 0; i < d->changes.n; i++) {
    Sorted s = {d->changes.at[i], d->order.at[i], (int)i};
    if (s.change.kind == DIFF_NOTHING) continue;
    if (d->wish.about && !(s.change.about & d->wish.about)) continue;
    vec_push(&all, s);
  }
  if (all.n) qsort(all.at, all.n, sizeof *all.at, by_reading);
  for (size_t i = 0; i < all.n; i++) d->changes.at[i] = all.at[i].change;
  d->changes.n = all.n;
  vec_free(&all);
}

Diff *diff_new(const DiffRules *old_rules, const DiffRules *new_rules, DiffWish wish)
{
  Arena *arena = arena_new();
  Diff *d = ARENA_NEW(arena, Diff);
  d->arena = arena;
  d->rules[DIFF_OLD] = old_rules;
  d->rules[DIFF_NEW] = new_rules;
  d->wish = wish;
  d->renames = diff_map_new(arena);
  diff_list(d, DIFF_OLD);
  diff_list(d, DIFF_NEW);
  diff_match(d);
  DiffMap *last = diff_map_new(arena);
  for (size_t i = 0; i < d->decls[DIFF_OLD].n; i++) {
    DiffDecl *x = d->decls[DIFF_OLD].at[i];
    if (!x->peer) note_whole(d, x, DIFF_OLD);
  }
  for (size_t i = 0; i < d->decls[DIFF_NEW].n; i++) {
    DiffDecl *x = d->decls[DIFF_NEW].at[i];
    d->a = x->peer;
    d->b = x;
    if (x->peer) {
      diff_decl(d);
      note_order(d, last);
    } else {
      note_whole(d, x, DIFF_NEW);
    }
  }
  arrange(d);
  return d;
}

void diff_free(Diff *d)
{
  for (int side = 0; side < DIFF_SIDES; side++) vec_free(&d->decls[side]);
  vec_free(&d->names);
  vec_free(&d->locals);
  vec_free(&d->changes);
  vec_free(&d->notes);
  vec_free(&d->order);
  arena_free(d->arena);
}

int diff_changes(const Diff *d, const DiffChange **list)
{
  *list = d->changes.at;
  return (int)d->changes.n;
}

const char *diff_group_word(DiffGroup g)
{
  static const char *const words[] = {
#define DIFF_GROUP(id, word, title) word,
#include "interp/diff/diff.def"
#undef DIFF_GROUP
  };
  return words[g];
}

const char *diff_group_title(DiffGroup g)
{
  static const char *const titles[] = {
#define DIFF_GROUP(id, word, title) title,
#include "interp/diff/diff.def"
#undef DIFF_GROUP
  };
  return titles[g];
}

const char *diff_kind_word(DiffKind k)
{
  static const char *const words[] = {"added", "removed", "changed", "renamed", "moved"};
  return words[k];
}
