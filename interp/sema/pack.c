/* Packs: what others add to a game, each in files of its own.
 *
 * A pack is a variant that always holds, around all items of its files.  So its rules and
 * values have a layer of their own, what it declares is its own and goes before the
 * game's names in its files, and what stands in the game it changes as variants do. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <string.h>
#include <strings.h>

Variant *pack_of(const Sema *s, const Node *n)
{
  size_t pack = n->loc.file < 0 ? 0 : (size_t)s->u->sources.files.at[n->loc.file].pack;
  return pack < s->packs.n ? s->packs.at[pack] : NULL;
}

bool is_pack(Sema *s, const char *name)
{
  const Sources *l = &s->u->sources;
  if (l->kept.n) return true; /* it was found when this was kept */
  for (size_t i = 0; i <= l->library.n; i++) {
    const char *folder = i ? l->library.at[i - 1] : ".";
    if (sources_has(l, arena_printf(s->m->arena, "%s/packs/%s/pack.regel", folder, name)))
      return true;
  }
  return false;
}

/* ---- what its line says --------------------------------------------------------- */

static bool add_texts(Model *m, void *list, const Node *n)
{
  VEC(const char *) *to = list;
  if (n->tag == N_CALL && !strcmp(n->name, "these") && !n->num) n = n->a;
  for (; n; n = n->next) {
    if (n->tag != N_STR || !*n->name || strchr(n->name, ',')) return false;
    apush(m->arena, to, n->name);
  }
  return to->n > 0;
}

static bool pack_fact(Model *m, Pack *p, const Node *f)
{
  INVARIANT(f && f->tag < N_COUNT);
  const struct {
    const char *name;
    const char **to;
  } texts[] = {{"author", &p->author}, {"licence", &p->licence}, {"source", &p->source}};
  if (f->tag != N_FILL) return false;
  if (!strcmp(f->name, "ledger")) return add_texts(m, &p->ledgers, f->a);
  if (!strcmp(f->name, "versions")) return add_texts(m, &p->versions, f->a);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (strcmp(f->name, texts[i].name) || f->a->tag != N_STR) continue;
    *texts[i].to = f->a->name;
    return true;
  }
  return false;
}

static void pack_facts(Sema *s, Pack *p)
{
  for (const Node *f = p->decl->b; f; f = f->next) {
    if (pack_fact(s->m, p, f)) continue;
    static const char *const facts[] = {"author", "licence", "source", "ledger",
                                        "versions"};
    Nearest near = nearest_for(s->d, f->name ? f->name : "");
    Diag *g = diag_add(s->d, DIAG_UNKNOWN_SLOT, f->loc,
                       "a pack says author, licence, source, ledger and versions");
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
      nearest_try(&near, facts[i]);
    if (near.best && strcmp(near.best, f->name)) diag_meant(s->d, g, near.best);
    diag_hint(s->d, g,
              "each is a text: author = \"…\"; versions and ledger may be these(\"…\")");
  }
}

/* ---- declaring them ------------------------------------------------------------- */

static Variant *pack_variant(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Variant *v = ARENA_NEW(s->m->arena, Variant);
  v->name = n->name;
  v->label = n->label;
  v->decl = node_new(s->u, N_VARIANT, n->loc);
  v->decl->name = n->name;
  v->decl->label = n->label;
  v->decl->label_loc = n->label_loc;
  v->decl->a = node_new(s->u, N_YES, n->loc);
  v->decl->c = n->c;
  v->index = (int)s->m->variants.n;
  v->flag = field_new(s, n->name, v->decl, NULL, type_plain(s->m, T_FLAG));
  v->flag->hidden = true;
  v->always = true;
  v->pack = v;
  return v;
}

static void declare_pack(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  int file = n->loc.file;
  if (!s->u->sources.files.at[file].pack) {
    Diag *g = diag_add(s->d, DIAG_NO_PACK, n->loc, "a pack cannot be used by a game");
    diag_hint(s->d, g, "who plays takes it along: regel play GAME --pack %s", n->name);
    return;
  }
  if (!strcmp(n->name, n->extra)) {
    Diag *g =
        diag_add(s->d, DIAG_DUPLICATE, n->loc,
                 "\"%s\" is the name of the game: a pack has one of its own", n->name);
    diag_hint(s->d, g, "what it declares is known as NAME.…, and --pack NAME finds it");
  }
  for (size_t i = 0; i < s->m->packs.n; i++) {
    const Node *old = s->m->packs.at[i]->decl;
    bool same =
        s->u->sources.files.at[old->loc.file].pack == s->u->sources.files.at[file].pack;
    if (!same && strcasecmp(old->name, n->name)) continue;
    Diag *g = diag_add(s->d, DIAG_DUPLICATE, n->loc,
                       same ? "a pack has one \"pack\" line"
                       : old->name == n->name
                           ? "there are two packs called \"%s\""
                           : "\"%s\" and another pack differ only in capitals",
                       n->name);
    diag_hint_at(s->d, g, old->loc, "the other one stands here");
    if (!same && old->name != n->name)
      diag_hint(s->d, g, "not every system could keep both: rename one of them");
    return;
  }
  Pack *p = ARENA_NEW(s->m->arena, Pack);
  p->decl = n;
  p->variant = pack_variant(s, n);
  apush(s->m->arena, &s->m->packs, p);
  while (s->packs.n <= (size_t)s->u->sources.files.at[file].pack)
    apush(s->m->arena, &s->packs, (Variant *)NULL);
  s->packs.at[s->u->sources.files.at[file].pack] = p->variant;
  apush(s->m->arena, &s->m->variants, p->variant);
  if (!map_get(s->variants, n->name)) map_put(s->variants, n->name, p->variant);
  pack_facts(s, p);
}

static const Node *game_line(const Node *items)
{
  while (items && items->tag != N_GAME) items = items->next;
  return items;
}

/* What a pack of another game says would be wrong line by line: its own line stays. */
static void leave_out(Sema *s, Node *items, const Node *line)
{
  int pack = s->u->sources.files.at[line->loc.file].pack;
  Node *last = items; /* the game's, so it stays */
  for (Node *n = items->next; n; n = n->next) {
    if (pack && n != line && s->u->sources.files.at[n->loc.file].pack == pack) continue;
    last->next = n;
    last = n;
  }
  last->next = NULL;
  s->u->items.tail = last;
}

void declare_packs(Sema *s, Node *items)
{
  const Node *game = game_line(items);
  for (Node *n = items; n; n = n->next) {
    if (n->tag != N_PACK) continue;
    declare_pack(s, n);
    if (!game || !strcmp(game->name, n->extra)) continue;
    Diag *g = diag_add(s->d, DIAG_NO_PACK, n->loc,
                       "\"%s\" is a pack for \"%s\", not for \"%s\"", n->name, n->extra,
                       game->name);
    if (is_pack(s, n->extra))
      diag_hint(s->d, g, "\"%s\" is a pack itself: a pack is for a game, as \"for %s\"",
                n->extra, game->name);
    else
      diag_hint(s->d, g, "take it along with its game: regel play %s --pack %s", n->extra,
                n->name);
    leave_out(s, items, n);
  }
}
