/* The items of the packs, or of a ruleset that uses another, are taken away and come back
 * one after the other, by halves, until it is known with which of them a message begins.
 * Where some of them do not compile without the others, each is left out alone instead.
 * What is too much together is the matter of a whole pack, and of no single item. */
#include "interp/rules/blame.h"

#include <string.h>

enum { MOST = 8 };           /* messages that are looked into: more tell little */
enum { MOST_READ = 100000 }; /* items that are read again for it, in all trials */
enum { MOST_ALONE = 24 }; /* that are left out one by one, which takes as many trials */
static const size_t NO_ITEM = (size_t)-1;

/* Which of the messages are there with the first n items of the packs, one left out. */
typedef struct Trial {
  size_t n, but;
  unsigned there;
  bool compiles;
  bool broken; /* it lacks what the others had: what is not there says nothing */
} Trial;

typedef struct Blame {
  Unit *u;
  LookFn look;
  bool packs;       /* bring what is added; else the ruleset does, to one that it uses */
  int base;         /* the pack that others are added to; 0: it is the game */
  size_t items;     /* that are added */
  size_t read;      /* in the trials up to now */
  VEC(size_t) ends; /* how many items there are up to the end of each pack */
  size_t who[MOST]; /* rows of the diagnostics */
  int n;
  VEC(Trial) tried;
} Blame;

static bool with_packs(const Unit *u)
{
  for (size_t i = 0; i < u->sources.files.n; i++)
    if (u->sources.files.at[i].pack > 0) return true;
  return false;
}

/* Is it what somebody adds to what is there? */
static bool is_added(const Unit *u, Loc l, bool packs)
{
  if (l.file < 0) return false;
  const Source *f = &u->sources.files.at[l.file];
  return packs ? f->pack > 0 : !f->ruleset && !f->standard;
}

static int pack_at(const Unit *u, Loc l)
{
  return l.file < 0 ? 0 : u->sources.files.at[l.file].pack;
}

/* What can be taken away: the line of a pack or game, and what it uses, stays, and what
 * the compiler made goes with what it was made of. */
static bool counts(const Blame *b, const Unit *u, const Node *n)
{
  if (n->tag == N_INSTEAD && n->num) return false;
  return is_added(u, n->loc, b->packs) && n->tag != N_PACK && n->tag != N_GAME &&
         n->tag != N_USE && !(b->base && pack_at(u, n->loc) == b->base);
}

static bool same_message(const Unit *u, const Diag *d, const Unit *v, const Diag *e)
{
  return d->code == e->code && d->loc.line == e->loc.line && d->loc.col == e->loc.col &&
         e->loc.file >= 0 &&
         !strcmp(u->sources.files.at[d->loc.file].path,
                 v->sources.files.at[e->loc.file].path);
}

/* The same files with only the first n items of the packs, and without one of them. */
static Unit *cut(const Blame *b, Arena *arena, size_t n, size_t but)
{
  const Unit *u = b->u;
  Unit *v = unit_new(arena);
  size_t seen = 0;
  v->tests = u->tests;
  v->open = u->open;
  for (size_t i = 0; i < u->sources.library.n; i++) /* where ledgers and words lie */
    vec_push(&v->sources.library, u->sources.library.at[i]);
  for (size_t i = 0; i < u->sources.files.n; i++) {
    const Source *f = &u->sources.files.at[i];
    sources_keep(&v->sources, f->path, f->text, f->size);
  }
  unit_parse_kept(v, u->sources.files.at[0].path);
  for (Node **at = &v->items.head; *at;) {
    bool added = counts(b, v, *at);
    if (added && (seen >= n || seen == but)) *at = (*at)->next;
    else at = &(*at)->next;
    seen += added;
  }
  return v;
}

/* Does something not compile where somebody adds something that did before? */
static bool is_broken(const Blame *b, const Unit *v)
{
  for (size_t i = 0; i < v->diags.list.n; i++) {
    const Diag *e = &v->diags.list.at[i];
    if (diag_severity(e->code) != SEV_ERROR || !is_added(v, e->loc, b->packs)) continue;
    bool before = false;
    for (size_t k = 0; k < b->u->diags.list.n && !before; k++)
      before = same_message(b->u, &b->u->diags.list.at[k], v, e);
    if (!before) return true;
  }
  return false;
}

static Trial try_without(Blame *b, size_t n, size_t but)
{
  for (size_t i = 0; i < b->tried.n; i++)
    if (b->tried.at[i].n == n && b->tried.at[i].but == but) return b->tried.at[i];
  Arena *arena = arena_new();
  Unit *v = cut(b, arena, n, but);
  Program *p = compile(v);
  if (p && b->look) b->look(v, p);
  Trial t = {.n = n, .but = but, .compiles = p, .broken = is_broken(b, v)};
  b->read += b->items;
  for (size_t i = 0; i < v->diags.list.n; i++)
    for (int k = 0; k < b->n; k++)
      if (same_message(b->u, &b->u->diags.list.at[b->who[k]], v, &v->diags.list.at[i]))
        t.there |= 1u << k;
  vec_push(&b->tried, t);
  if (p) program_free(p);
  unit_free(v);
  arena_free(arena);
  return t;
}

static Trial try_with(Blame *b, size_t n) { return try_without(b, n, NO_ITEM); }

static unsigned there_with(Blame *b, size_t n) { return try_with(b, n).there; }

/* Limits of a whole program: each item adds a little to what is too much. */
static bool is_sum(DiagCode c)
{
  return c == DIAG_TOO_MANY_THINGS || c == DIAG_UNIVERSE_TOO_LARGE ||
         c == DIAG_STATE_TOO_LARGE || c == DIAG_FRAME_TOO_LARGE || c == DIAG_TOO_MANY;
}

static const Node *item_at(const Blame *b, size_t number)
{
  size_t seen = 0;
  for (const Node *n = b->u->items.head; n; n = n->next)
    if (counts(b, b->u, n) && seen++ == number) return n;
  return NULL;
}

/* The line of the pack to which an item belongs. */
static const Node *pack_of(const Blame *b, const Node *item)
{
  const Source *files = b->u->sources.files.at;
  for (const Node *n = b->u->items.head; item && n; n = n->next)
    if ((n->tag == N_PACK || n->tag == N_GAME) &&
        files[n->loc.file].pack == files[item->loc.file].pack)
      return n;
  return item;
}

/* The last of some items without which it is gone and all the rest compiles, or none. */
static const Node *left_out(Blame *b, size_t from, size_t to, unsigned bit)
{
  for (size_t i = to; to - from <= MOST_ALONE && i-- > from;) {
    Trial t = try_without(b, b->items, i);
    if (!t.broken && !(t.there & bit)) return item_at(b, i);
  }
  return NULL;
}

/* The pack, and within it the item, with which it begins; NULL if it is there without
 * any, or is not found again. */
static const Node *culprit(Blame *b, int which)
{
  unsigned bit = 1u << which;
  Trial none = try_with(b, 0);
  if (!none.compiles || none.there & bit || !(there_with(b, b->items) & bit)) return NULL;
  size_t low = 0, high = b->ends.n - 1; /* it is there at the end of this pack */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (there_with(b, b->ends.at[middle]) & bit) high = middle;
    else low = middle + 1;
  }
  size_t without = low ? b->ends.at[low - 1] : 0, with = b->ends.at[low];
  size_t from = without, to = with;
  bool sum = is_sum(b->u->diags.list.at[b->who[which]].code);
  while (!sum && with - without > 1 && b->read < MOST_READ) {
    size_t middle = without + (with - without) / 2;
    if (there_with(b, middle) & bit) with = middle;
    else without = middle;
  }
  const Node *item = item_at(b, with - 1);
  if (with - without > 1) return pack_of(b, item);
  if (!try_with(b, without).broken) return item;
  const Node *alone = left_out(b, from, to, bit);
  return alone ? alone : pack_of(b, item);
}

/* What its message does not go with: the game, a ruleset that is used, a pack. */
static const char *base_name(const Blame *b)
{
  for (const Node *n = b->u->items.head; b->base && n; n = n->next)
    if (n->tag == N_PACK && pack_at(b->u, n->loc) == b->base)
      return arena_printf(b->u->arena, "the pack %s", n->name);
  return b->packs ? "the game" : "what is used";
}

static void move_to(const Blame *b, Diag *d, const Node *item)
{
  Unit *u = b->u;
  Loc was = d->loc;
  const Node *at = item->tag == N_THINGS && item->a ? item->a : item;
  const char *base = base_name(b);
  d->message = arena_printf(u->arena, "this does not go with %s: %s", base, d->message);
  d->loc = at->loc;
  d->label = NULL;
  d->between = true;
  Hint *old = d->hints;
  d->hints = NULL;
  diag_hint_at(&u->diags, d, was, b->packs ? "here in %s" : "here", base);
  if (is_sum(d->code)) /* the game's own remedy is for who wrote the game */
    diag_hint(&u->diags, d, "all that packs add is too much for it: bring fewer things");
  else d->hints->next = old;
  for (; old; old = old->next) old->certain = false; /* nobody mends a game for a pack */
}

/* Is the other place named already? */
static bool names_other(const Unit *u, const Diag *d)
{
  for (const Hint *h = d->hints; h; h = h->next)
    if (pack_at(u, h->loc) && pack_at(u, h->loc) != pack_at(u, d->loc)) return true;
  return false;
}

static bool is_asked(const Blame *b, const Diag *d)
{
  if (diag_severity(d->code) == SEV_NOTE || d->accepted || d->loc.file < 0) return false;
  if (!b->base) return !is_added(b->u, d->loc, b->packs);
  return pack_at(b->u, d->loc) == b->base && diag_severity(d->code) == SEV_ERROR &&
         !names_other(b->u, d);
}

static bool same_finding(const Diag *a, const Diag *b)
{
  return a->between && b->between && a->code == b->code && a->loc.file == b->loc.file &&
         a->loc.line == b->loc.line && a->loc.col == b->loc.col &&
         !strcmp(a->message, b->message);
}

/* One cause, one message, with all the places where it shows. */
static void fold(Diags *d)
{
  size_t n = 0;
  for (size_t i = 0; i < d->list.n; i++) {
    Diag *g = &d->list.at[i];
    size_t k = 0;
    while (k < n && !same_finding(&d->list.at[k], g)) k++;
    if (k == n || !g->hints || !d->list.at[k].hints) {
      d->list.at[n++] = *g;
      continue;
    }
    Hint *here = g->hints, *last = d->list.at[k].hints;
    while (last->next && !strcmp(last->next->text, here->text)) last = last->next;
    here->next = last->next;
    last->next = here;
    if (diag_severity(g->code) == SEV_ERROR) d->errors--;
    else d->warnings--;
  }
  d->list.n = n;
}

static void blame_from(Unit *u, LookFn look, int base)
{
  Blame b = {.u = u, .look = look, .packs = with_packs(u), .base = base};
  int last = -1;
  for (const Node *n = u->items.head; n; n = n->next) {
    if (!counts(&b, u, n)) continue;
    int pack = pack_at(u, n->loc);
    if (pack != last) vec_push(&b.ends, b.items);
    last = pack;
    b.ends.at[b.ends.n - 1] = ++b.items;
  }
  for (size_t i = 0; b.items && i < u->diags.list.n && b.n < MOST; i++)
    if (is_asked(&b, &u->diags.list.at[i])) b.who[b.n++] = i;
  for (int i = 0; i < b.n; i++) {
    const Node *item = culprit(&b, i);
    if (item) move_to(&b, &u->diags.list.at[b.who[i]], item);
  }
  fold(&u->diags);
  vec_free(&b.ends);
  vec_free(&b.tried);
}

void blame_added(Unit *u, LookFn look)
{
  int packs = 0;
  for (size_t i = 0; i < u->sources.files.n; i++)
    if (u->sources.files.at[i].pack > packs) packs = u->sources.files.at[i].pack;
  blame_from(u, look, 0);
  for (int i = 1; packs > 1 && i <= packs && u->diags.errors; i++) blame_from(u, look, i);
}
