/* Declarations: every name gets its symbol before any body is looked at, so the order of
 * items and files does not matter. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* ---- passes over the items ------------------------------------------------------ */

void each_item(Sema *s, Node *n, ItemFn fn)
{
  for (; n; n = n->next) {
    Variant *v;
    bool tests = n->tag == N_VARIANT && n->num;
    if (tests && !s->u->tests) continue;
    s->place.variant = pack_of(s, n);
    fn(s, n);
    s->place.variant = pack_of(s, n);
    if (n->tag != N_VARIANT || !(v = find_variant(s, n->name)) || v->always) continue;
    for (Node *i = n->b; i; i = i->next) {
      s->place.variant = v;
      fn(s, i);
    }
  }
  s->place.variant = NULL;
}

/* A variant may be continued anywhere; one that says when it holds begins it. */
static void continue_variant(Sema *s, Node *n)
{
  if (n->tag != N_VARIANT || n->a || find_variant(s, n->name)) return;
  Diag *g = diag_add(s->d, DIAG_UNKNOWN_VARIANT, n->loc,
                     "there is no variant \"%s\" that this could continue", n->name);
  Nearest near = nearest_for(s->d, n->name);
  for (size_t i = 0; i < s->m->variants.n; i++)
    nearest_try(&near, s->m->variants.at[i]->name);
  if (near.best) diag_hint(s->d, g, "did you mean \"%s\"?", near.best);
  diag_hint(s->d, g, "a new one says when it holds: variant %s if … { … }", n->name);
}

static void declare_variant(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag != N_VARIANT) return;
  if (!n->a && !in_variant(s)) return; /* continued */
  if (in_variant(s)) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc,
                       "a variant cannot stand inside a variant"),
              "write it beside the other, with both conditions: if A and B");
    return;
  }
  const char *name = outer_name(s, n->name);
  Variant *old = map_get(s->variants, name);
  if (old && n->num) return; /* what tests see adds up */
  if (old) {
    diag_hint_at(s->d,
                 diag_add(s->d, DIAG_DUPLICATE, n->loc,
                          "variant \"%s\" is declared twice", n->name),
                 old->decl->loc,
                 "the other one stands here; to continue it, leave out \"if\"");
    return;
  }
  Variant *v = ARENA_NEW(s->m->arena, Variant);
  v->name = name;
  v->label = n->label;
  v->decl = n;
  v->pack = own_pack(s);
  v->tests = n->num;
  v->index = (int)s->m->variants.n;
  v->flag = field_new(s, n->name, n, NULL, type_plain(s->m, T_FLAG));
  v->flag->hidden = true;
  apush(s->m->arena, &s->m->variants, v);
  map_put(s->variants, v->name, v);
}

static void declare_kind(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_GAME) {
    if (s->m->game && node_ruleset(s, n) != node_ruleset(s, s->m->game)) {
      /* of a ruleset that is used: the first line says what it is here */
    } else if (s->m->game) {
      Diag *g = diag_add(s->d, DIAG_NO_GAME, n->loc, "there are two \"game\" lines");
      diag_hint_at(s->d, g, s->m->game->loc, "the first one stands here");
    } else s->m->game = n;
    if (s->place.variant)
      diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc,
               "\"game\" stands outside variants and packs");
  }
  if (n->tag == N_TYPEDEF) declare(s, sym_new(s, SY_TYPE, n->name, n, NULL));
  if (n->tag != N_KIND) return;
  Kind *k = find_kind(s, n->name);
  if (!k) {
    k = kind_new(s, n->name, n);
    declare(s, k->sym);
  } else if ((n->num || n->b) && (k->width || k->product)) {
    diag_hint_at(
        s->d,
        diag_add(s->d, DIAG_DUPLICATE, n->loc, "kind \"%s\" has a size already", n->name),
        k->decl->loc, "the other one stands here");
  }
  if (n->label) k->label = n->label;
  if (n->b) k->product = n;
  if (n->c) k->titled = n->c;
  if (n->num) {
    if (n->num > 255 || n->num2 > 255 || n->num2 < 1)
      diag_add(s->d, DIAG_TOO_MANY_THINGS, n->loc,
               "a grid has 1 to 255 columns and rows");
    else k->width = (int)n->num, k->height = (int)n->num2;
  }
}

static void resolve_typedef(Sema *s, Node *n)
{
  if (n->tag != N_TYPEDEF) return;
  Sym *y = find_sym(s, n->name);
  if (!y || y->decl != n || y->type) return;
  int errors = s->d->errors;
  y->type = n->a->tag != N_T_WORDS ? resolve_type(s, n->a)
            : n->a->extra          ? names_type(s, n->a, n->name)
                                   : words_type(s, n->a, n->name);
  if (y->type->tag == T_VOID && s->d->errors == errors)
    diag_hint(s->d,
              diag_add(s->d, DIAG_UNKNOWN_KIND, n->loc,
                       "to know the type \"%s\" one would have to know it already",
                       n->name),
              "say what it is: a range, words, a kind");
  n->a->type = y->type;
}

bool too_many_things(Sema *s, const Node *at, int64_t more)
{
  if (more <= MAX_THINGS && s->m->thing_count + more <= MAX_THINGS) return false;
  if (s->crowded) return true;
  s->crowded = true;
  diag_hint(s->d,
            diag_add(s->d, DIAG_TOO_MANY_THINGS, at->loc, "a game has at most %d things",
                     MAX_THINGS),
            "what is only counted, such as coins, is a number: coins: 0..999");
  return true;
}

void add_copies(Sema *s, Thing *t, const Node *by)
{
  INVARIANT(by && by->tag < N_COUNT);
  Copies *more = &t->more.at[t->more.n - 1];
  if (too_many_things(s, by, by->num2)) more->n = 1;
  t->copies += more->n;
  t->kind->has_copies = true;
  t->sym->type = t->kind->set;
  s->m->thing_count += more->n;
}

static void declare_copies(Sema *s, Thing *t, int64_t copies)
{
  Model *m = s->m;
  if (copies < 0) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_TOO_MANY_THINGS, t->decl->loc,
                       "there is at least one copy of a thing"),
              "leave the thing out, or let a variant have it");
    copies = 1;
  }
  if (too_many_things(s, t->decl, copies)) copies = 1;
  t->copies = copies ? (int)copies : 1;
  if (t->decl->num) t->kind->has_copies |= t->copies > 1;
  m->thing_count += t->copies;
}

Thing *thing_new(Sema *s, Kind *k, Node *decl, const char *name)
{
  Thing *t = ARENA_NEW(s->m->arena, Thing);
  t->kind = k;
  t->decl = decl;
  t->name = name; /* an inline thing has the path of its outer one */
  t->label = decl ? decl->label : NULL;
  t->variant = s->place.variant;
  t->copies = 1;
  if (thing_varies(t)) k->has_variants = true;
  if (decl) declare_copies(s, t, decl->num);
  else s->m->thing_count++;
  apush(s->m->arena, &k->things, t);
  return t;
}

static void declare_inline(Sema *s, Thing *outer, Node *items)
{
  for (Node *n = items; n; n = n->next) {
    if (n->tag != N_INLINE) continue;
    Node *decl = n->a;
    Kind *k = find_kind(s, decl->extra);
    if (!k) {
      Node named = *decl;
      named.name = decl->extra;
      unknown_kind(s, &named);
      continue;
    }
    char *path = arena_printf(s->m->arena, "%s.%s", outer->name, n->name);
    Thing *t = thing_new(s, k, decl, path);
    t->sym = sym_new(s, SY_THING, path, decl, k->type);
    t->sym->thing = t;
    decl->sym = t->sym;
    declare_inline(s, t, decl->a);
  }
}

static void declare_things(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag != N_THINGS) return;
  Kind *k = find_kind(s, n->name);
  if (!k) {
    Diag *g =
        diag_add(s->d, DIAG_UNKNOWN_KIND, n->loc, "there is no kind \"%s\"", n->name);
    Nearest near = nearest_for(s->d, n->name);
    for (size_t i = 0; i < s->m->kinds.n; i++)
      nearest_try(&near, s->m->kinds.at[i]->name);
    if (near.best) diag_meant(s->d, g, near.best);
    else diag_hint(s->d, g, "a thing is declared as: KIND NAME \"Title\" { … }");
    return;
  }
  if (k->is_player || k->width || k->product) {
    diag_hint(
        s->d,
        diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc,
                 "the things of \"%s\" are made by the language", k->name),
        k->is_player
            ? "the game line says how many players there are; a test gives them names"
        : k->product ? "it has one for each combination of what it is of"
                     : "a grid has one for each column and row");
    return;
  }
  for (Node *d = n->a; d; d = d->next) {
    if (d->num2 || continues_thing(s, n, d)) continue;
    Thing *t = thing_new(s, k, d, outer_name(s, d->name));
    t->sym = sym_new(s, SY_THING, d->name, d, t->copies > 1 || d->num ? k->set : k->type);
    if (t->copies == 1) t->sym->type = k->type;
    t->sym->thing = t;
    d->sym = t->sym;
    declare(s, t->sym);
    declare_inline(s, t, d->a);
  }
}

static void declare_kind_outside(Sema *s, Node *n)
{
  if (!s->place.variant) declare_kind(s, n);
}

/* A kind that stands outside too is not the variant's, whichever comes first. */
static void declare_kind_inside(Sema *s, Node *n)
{
  if (s->place.variant) declare_kind(s, n);
}

/* ---- ids ------------------------------------------------------------------------ */

static void number_things(Sema *s)
{
  Model *m = s->m;
  int id = 0;
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    k->first = id;
    for (size_t j = 0; j < k->things.n; j++) {
      Thing *t = k->things.at[j];
      t->id = id;
      id += t->copies;
      apush(s->m->arena, &m->things, t);
    }
    k->count = id - k->first;
  }
  for (size_t i = 0; i < m->types.n; i++) {
    Type *t = m->types.at[i];
    if (t->tag == T_THING && t->kind)
      t->lo = t->kind->first, t->hi = t->kind->first + t->kind->count - 1;
  }
}

/* A comma would be the end of a name where several stand together. */
static bool is_ledger(const Node *n)
{
  return n->tag == N_STR && *n->name && !strchr(n->name, ',');
}

static bool game_ledgers(Model *m, const Node *f)
{
  INVARIANT(f && f->tag < N_COUNT);
  const Node *list = f->a;
  if (list->tag == N_CALL && !strcmp(list->name, "these") && !list->num) list = list->a;
  for (const Node *n = list; n; n = n->next) {
    if (!is_ledger(n)) return false;
    apush(m->arena, &m->ledgers, n->name);
  }
  return list != NULL;
}

static bool game_fact(Model *m, const Node *f)
{
  INVARIANT(f && f->tag < N_COUNT);
  if (f->tag != N_FILL) return false;
  bool text = f->a->tag == N_STR, word = f->a->tag == N_NAME;
  if (text && !strcmp(f->name, "source")) m->source = f->a->name;
  else if (!strcmp(f->name, "ledger")) return game_ledgers(m, f);
  else if (word && !strcmp(f->name, "seats") && !strcmp(f->a->name, "alike"))
    m->seats = SEATS_ALIKE;
  else if (word && !strcmp(f->name, "seats") && !strcmp(f->a->name, "circle"))
    m->seats = SEATS_CIRCLE;
  else return false;
  return true;
}

/* Said twice, one of them would be lost. */
static bool said_before(Sema *s, const Node *game, const Node *f)
{
  INVARIANT(game && game->tag < N_COUNT);
  for (const Node *o = game->a; o != f; o = o->next) {
    if (o->tag != N_FILL || f->tag != N_FILL || o->name != f->name) continue;
    Diag *d = diag_add(s->d, DIAG_DUPLICATE, f->loc, "\"%s\" is said twice", f->name);
    diag_hint_at(s->d, d, o->loc, "the other one stands here");
    if (!strcmp(f->name, "ledger"))
      diag_hint(s->d, d, "several stand in one list: ledger = these(\"%s\", \"…\")",
                o->a->tag == N_STR ? o->a->name : "…");
    return true;
  }
  return false;
}

static void unknown_fact(Sema *s, const Node *f)
{
  bool seats = f->tag == N_FILL && !strcmp(f->name, "seats"),
       ledger = f->tag == N_FILL && !strcmp(f->name, "ledger");
  Diag *d =
      diag_add(s->d, DIAG_UNKNOWN_SLOT, f->loc,
               seats    ? "seats are alike, or stand in a circle"
               : ledger ? "a ledger is the name of a file, without a comma"
                        : "the game line knows only source, ledger, seats and score");
  diag_hint(s->d, d,
            seats ? "seats = alike, or seats = circle if it matters who sits next to whom"
            : ledger
                ? "ledger = \"game.md\"; several are these(\"game.md\", \"other.md\")"
                : "source = \"…\", ledger = \"…\", seats = alike or score = points");
}

static void game_facts(Sema *s)
{
  Node *g = s->m->game;
  for (Node *f = g->a; f; f = f->next) {
    if (said_before(s, g, f)) continue;
    bool score = f->tag == N_FILL && !strcmp(f->name, "score");
    if (score) define_score(s, f);
    else if (!game_fact(s->m, f)) unknown_fact(s, f);
  }
  if (g->num < 1 || g->num2 > MAX_PLAYERS || g->num > g->num2) {
    Diag *d = diag_add(s->d, DIAG_TOO_MANY_PLAYERS, g->loc,
                       "a game is for 1 to %d players, not for %lld..%lld", MAX_PLAYERS,
                       (long long)g->num, (long long)g->num2);
    if (g->num <= g->num2)
      diag_hint(s->d, d,
                "write the numbers that can play: for 2..4; one number: for 2..2");
    if (g->num > g->num2)
      diag_hint(s->d, d, "the smaller number comes first: for %lld..%lld",
                (long long)g->num2, (long long)g->num);
  }
}

bool collect(Sema *s)
{
  INVARIANT(s->m && s->u && s->d);
  Model *m = s->m;
  Node *items = s->u->items.head;
  Kind *player = kind_new(s, intern(s->u->names, "player", 6), NULL);
  player->is_player = true;
  m->player = player;
  map_put(s->globals, player->name, player->sym);
  declare_packs(s, items);
  each_item(s, items, declare_variant);
  each_item(s, items, continue_variant);
  each_item(s, items, note_thing);
  each_item(s, items, declare_kind_outside);
  each_item(s, items, declare_kind_inside);
  if (!m->game) {
    Diag *g =
        diag_add(s->d, DIAG_NO_GAME, (Loc){-1, 0, 0, 0}, "there is no \"game\" line");
    diag_hint(s->d, g, "a ruleset begins with: game NAME \"Title\" for 2..4");
    return false;
  }
  game_facts(s);
  int seats = m->game->num2 < 1 || m->game->num2 > MAX_PLAYERS ? 1 : (int)m->game->num2;
  for (int i = 0; i < seats; i++)
    thing_new(s, player, NULL, arena_printf(m->arena, "player_%d", i + 1))->decl =
        m->game;
  each_item(s, items, resolve_typedef);
  for (size_t i = 0; i < m->kinds.n; i++)
    if (m->kinds.at[i]->width) make_grid(s, m->kinds.at[i]);
  each_item(s, items, declare_things);
  change_copies(s, items);
  each_item(s, items, make_names);
  make_products(s);
  number_things(s);
  each_item(s, items, declare_members);
  change_things(s, items);
  for (size_t i = 0; i < m->things.n; i++)
    if (m->things.at[i]->decl && m->things.at[i]->sym) declare_fills(s, m->things.at[i]);
  each_item(s, items, declare_rest);
  change_fields(s, items);
  each_item(s, items, declare_variant_values);
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    for (size_t j = 0; j < k->rules.n; j++) {
      Node one = *k->rules.at[j];
      one.next = NULL;
      group_values(s, &one, k, NULL, k->rule_variants.at[j]);
    }
    for (size_t j = 0; j < k->things.n; j++)
      if (k->things.at[j]->decl && k->things.at[j]->sym)
        group_values(s, k->things.at[j]->decl->a, k, k->things.at[j],
                     k->things.at[j]->variant);
  }
  s->place = (Place){0};
  change_choices(s, items);
  return true;
}
