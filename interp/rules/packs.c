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

/* Only the line itself: what the file uses is not looked for. */
static void read_line(Arena *a, const Program *prog, int file, PackList *list)
{
  INVARIANT(prog && prog->header);
  const PFile *f = &prog->files[file];
  Arena *own = arena_new();
  Unit *u = unit_new(own);
  const char *path = program_string(prog, f->path);
  sources_keep(&u->sources, path, program_string(prog, f->text), (size_t)f->size);
  if (unit_parse(u, path))
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

void pack_credit(const PackInfo *p, Buf *b)
{
  const char *facts[] = {p->title, p->author, p->licence, p->source};
  for (int k = 0; k < 4; k++)
    if (facts[k]) buf_printf(b, "%s%s", k ? ", " : "", facts[k]);
}

bool packs_credit(const PackList *list, const char *id, Buf *b)
{
  const char *dot = strchr(id, '.');
  for (size_t i = 0; dot && i < list->n; i++) {
    const PackInfo *p = &list->at[i];
    if (strlen(p->name) != (size_t)(dot - id) || strncmp(p->name, id, strlen(p->name)))
      continue;
    pack_credit(p, b);
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

/* ---- what a setting needs --------------------------------------------------------- */

typedef struct Offer {
  Sources *s;
  const char *game, *option, *kind, *value, *found;
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
  Offer o = {s, game, option, kind, value, NULL};
  load_each_pack(s, try_pack, &o);
  return o.found;
}
