#include "interp/rules/packs.h"
#include "grammar/tree.h"
#include "interp/base/invariant.h"
#include "interp/rules/load.h"

#include <stdlib.h>
#include <string.h>

static const char *text_of(Arena *a, const Node *n)
{
  return n->tag == N_STR ? arena_strdup(a, n->name) : NULL;
}

/* A text, or several as a list. */
static void each_text(Arena *a, const Node *n, void *list)
{
  VEC(const char *) *to = list;
  if (n->tag == N_CALL) n = n->a;
  for (; n; n = n->next)
    if (text_of(a, n)) vec_push(to, text_of(a, n));
}

static void read_fact(Arena *a, const Node *f, PackInfo *p)
{
  INVARIANT(f && f->tag < N_COUNT);
  VEC(const char *) ledgers = {0};
  if (f->tag != N_FILL) return;
  if (!strcmp(f->name, "author")) p->author = text_of(a, f->a);
  if (!strcmp(f->name, "licence")) p->licence = text_of(a, f->a);
  if (!strcmp(f->name, "source")) p->source = text_of(a, f->a);
  if (!strcmp(f->name, "versions")) each_text(a, f->a, &p->versions);
  if (!strcmp(f->name, "ledger")) each_text(a, f->a, &ledgers);
  for (size_t i = 0; i < ledgers.n; i++)
    p->ledger = i ? arena_printf(a, "%s, %s", p->ledger, ledgers.at[i]) : ledgers.at[i];
  vec_free(&ledgers);
}

/* One file alone: what it uses is not looked for. */
static Unit *read_file(Arena *own, const Program *prog, int file)
{
  const PFile *f = &prog->files[file];
  Unit *u = unit_new(own);
  const char *path = program_string(prog, f->path);
  sources_keep(&u->sources, path, program_string(prog, f->text), (size_t)f->size);
  unit_parse(u, path);
  return u;
}

static void read_line(Arena *a, const Program *prog, int file, PackList *list)
{
  INVARIANT(prog && prog->header);
  Arena *own = arena_new();
  Unit *u = read_file(own, prog, file);
  for (const Node *n = u->items.head; n; n = n->next) {
    if (n->tag != N_PACK) continue;
    PackInfo p = {.file = file,
                  .name = arena_strdup(a, n->name),
                  .title = arena_strdup(a, n->label ? n->label : n->name),
                  .game = arena_strdup(a, n->extra)};
    for (const Node *i = n->b; i; i = i->next) read_fact(a, i, &p);
    vec_push(list, p);
    break;
  }
  unit_free(u);
  arena_free(own);
}

void packs_read(Arena *a, const Program *p, PackList *list)
{
  for (int i = 1; i < p->n_files; i++) /* the first one is the game's */
    if (text_has_pack(program_string(p, p->files[i].text))) read_line(a, p, i, list);
}

void pack_credit(const PackInfo *p, const View *v, Buf *b)
{
  INVARIANT(p->name && v->program);
  const char *facts[] = {p->author, p->licence, p->source};
  const Program *prog = v->program;
  int row = 0; /* its title is that of a variant */
  while (row < prog->n_variants &&
         strcmp(program_string(prog, prog->variants[row].name), p->name))
    row++;
  if (row < prog->n_variants && prog->variants[row].text >= 0)
    render_text(v, b, prog->variants[row].text, NULL, NULL);
  else buf_add(b, p->title);
  for (int k = 0; k < 3; k++)
    if (facts[k]) buf_printf(b, ", %s", facts[k]);
}

bool packs_credit(const PackList *list, const View *v, const char *id, Buf *b)
{
  const char *dot = strchr(id, '.');
  for (size_t i = 0; dot && i < list->n; i++) {
    const PackInfo *p = &list->at[i];
    if (strlen(p->name) != (size_t)(dot - id) || strncmp(p->name, id, strlen(p->name)))
      continue;
    pack_credit(p, v, b);
    return true;
  }
  return false;
}

void packs_free(PackList *list)
{
  for (size_t i = 0; i < list->n; i++) vec_free(&list->at[i].versions);
  vec_free(list);
}

static int by_name(const void *a, const void *b)
{
  return strcmp(((const PackInfo *)a)->name, ((const PackInfo *)b)->name);
}

void packs_key(const Program *p, Buf *b)
{
  PackList list = {0};
  Arena *a = arena_new();
  packs_read(a, p, &list);
  if (list.n) qsort(list.at, list.n, sizeof *list.at, by_name);
  for (size_t i = 0; i < list.n; i++)
    buf_printf(b, "%s%s", i ? " " : "", list.at[i].name);
  packs_free(&list);
  arena_free(a);
}

/* ---- what is changed of a thing ---------------------------------------------------- */

typedef struct Changed {
  const char *thing;
  int file;
  PackChangeFn fn;
  void *user;
} Changed;

static void find_changes(const Changed *c, const Node *n, bool inside)
{
  for (; n; n = n->next) {
    if (n->tag == N_VARIANT) find_changes(c, n->b, true);
    if (n->tag == N_THINGS && inside)
      for (const Node *t = n->a; t; t = t->next)
        if (!t->label && !strcmp(t->name, c->thing)) c->fn(c->user, c->file, t->loc);
    bool rule = n->tag == N_BEFORE || n->tag == N_AFTER || n->tag == N_INSTEAD;
    for (const Node *e = rule && inside ? n->a : NULL; e; e = e->next)
      if (e->extra && !strcmp(e->extra, c->thing)) c->fn(c->user, c->file, n->loc);
  }
}

void packs_changes(const Program *p, const char *thing, PackChangeFn fn, void *user)
{
  INVARIANT(p && p->header);
  PackList packs = {0};
  Arena *own = arena_new();
  packs_read(own, p, &packs); /* what follows the first of them is of packs */
  int first = packs.n ? packs.at[0].file : p->n_files;
  for (int i = 0; i < p->n_files; i++) {
    if (!strstr(program_string(p, p->files[i].text), thing)) continue;
    Changed c = {thing, i, fn, user};
    Unit *u = read_file(own, p, i);
    find_changes(&c, u->items.head, i >= first);
    unit_free(u);
  }
  packs_free(&packs);
  arena_free(own);
}

/* ---- what a setting needs --------------------------------------------------------- */

typedef struct Offer {
  Sources *s;
  const char *game, *whole, *kind, *value, *found;
  const char *option; /* without its pack */
} Offer;

/* Does it declare the option, or a thing that the option can be? */
static bool has_offer(const Offer *o, const Node *n)
{
  for (; n; n = n->next) {
    if (n->tag == N_VARIANT && has_offer(o, n->b)) return true;
    if (n->tag == N_OPTION && !o->kind && !strcmp(n->name, o->option)) return true;
    if (n->tag != N_THINGS || !o->kind || strcmp(n->name, o->kind)) continue;
    for (const Node *t = n->a; t; t = t->next)
      if (!strcmp(t->name, o->value)) return true;
  }
  return false;
}

static void try_pack(void *user, const char *name)
{
  Offer *o = user;
  const char *dot = strchr(o->whole, '.'); /* "snow.deep": of this pack */
  if (dot &&
      (strlen(name) != (size_t)(dot - o->whole) || strncmp(name, o->whole, strlen(name))))
    return;
  o->option = dot ? dot + 1 : o->whole;
  const char *path = o->found ? NULL : load_find_pack(o->s, name);
  if (!path) return;
  Arena *own = arena_new();
  Unit *u = unit_new(own);
  for (size_t i = 0; i < o->s->library.n; i++)
    vec_push(&u->sources.library, o->s->library.at[i]);
  const Node *line = unit_parse(u, path) ? u->items.head : NULL;
  while (line && line->tag != N_PACK) line = line->next;
  if (line && !strcmp(line->extra, o->game) && has_offer(o, u->items.head))
    o->found = name;
  unit_free(u);
  arena_free(own);
}

const char *packs_offering(Sources *s, const char *game, const char *option,
                           const char *kind, const char *value)
{
  Offer o = {s, game, option, kind, value, NULL, NULL};
  load_each_pack(s, try_pack, &o);
  return o.found;
}
