/* Clashes: two replacements of one layer for one event.
 *
 * Which of them holds would depend on the order of files, so it is an error, unless the
 * compiler sees that their conditions exclude each other, or one says `above` the other's
 * thing, variant or file.  Those that do are put in that order. */
#include "interp/sema/fact.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

#include <string.h>

static Facts conditions(const Place *p, const Node *guard)
{
  Facts f = {.self = p->thing && p->thing->copies == 1 ? p->thing : NULL};
  facts_add(&f, guard);
  facts_add(&f, p->hold);
  if (p->variant) facts_add(&f, p->variant->decl->a);
  return f;
}

static bool holds_always(const Place *p, const Node *guard)
{
  return !guard && !p->hold && (!p->variant || p->variant->always);
}

static bool exclude(Facts a, Facts b) { return facts_exclude(&a, &b); }

/* ---- above ---------------------------------------------------------------------- */

static bool names_place(Sema *s, const Node *names, const Place *p, Loc loc)
{
  for (const Node *n = names; n; n = n->next) {
    if (p->thing && p->thing->sym && p->thing->sym->name == n->name) return true;
    if (p->variant && p->variant->decl->name == n->name) return true;
    if (p->variant && p->variant->pack && p->variant->pack->name == n->name) return true;
    if (p->kind && !p->thing && p->kind->sym->name == n->name) return true;
    const char *path = s->u->sources.files.at[loc.file].path, *slash = strrchr(path, '/');
    const char *stem = slash ? slash + 1 : path;
    size_t k = strcspn(stem, ".");
    if (strlen(n->name) == k && !strncmp(stem, n->name, k)) return true;
  }
  return false;
}

static bool is_above(Sema *s, const Node *own, const Place *p, const Place *other,
                     Loc other_loc)
{
  if (names_place(s, own, other, other_loc)) return true;
  if (names_place(s, p->above, other, other_loc)) return true;
  return p->variant && names_place(s, p->variant->decl->c, other, other_loc);
}

static const char *pack_at(const Sema *s, Loc at)
{
  int pack = s->u->sources.files.at[at.file].pack;
  return pack > 0 && (size_t)pack <= s->m->packs.n ? s->m->packs.at[pack - 1]->decl->name
                                                   : NULL;
}

/* `how` one of them says that it is above; NULL: in the line of its variant or pack. */
static void clash(Sema *s, Loc a, Loc b, const char *what, const char *how)
{
  const char *one = pack_at(s, a), *other = pack_at(s, b);
  Diag *g = diag_add(s->d, DIAG_RULE_CLASH, b, "two replacements for %s can hold at once",
                     what);
  diag_hint_at(s->d, g, a, "the other one stands here");
  if (one && other && one != other) {
    const char *again = how ? "" : ", which says it again",
               *end = how ? "" : arena_printf(s->m->arena, " for %s", s->m->game->name);
    diag_hint(s->d, g, "say which comes first: \"%s above %s%s\"",
              how ? how : arena_printf(s->m->arena, "pack %s", other), one, end);
    diag_hint(
        s->d, g,
        "who wrote neither of them decides in a pack of their own%s: \"%s above %s, "
        "%s%s\"",
        again, how ? how : "pack NAME", one, other, end);
    return;
  }
  if (one && !how) {
    diag_hint(s->d, g, "keep one of them, or put one into a variant that is above %s",
              one);
    return;
  }
  diag_hint(s->d, g,
            "say which comes first (\"%s above NAME\", the name of its thing, variant"
            " or file), or give them conditions that exclude each other",
            how ? how : "variant …");
}

/* Some pack's, too: who says it stands in another file and names what it means. */
static bool is_variant(const Sema *s, const char *name)
{
  for (size_t i = 0; i < s->m->variants.n; i++)
    if (s->m->variants.at[i]->decl->name == name) return true;
  return false;
}

/* Every name after `above` must be something; a pack may be above one that its author has
 * and whoever plays has not. */
static void check_above(Sema *s, const Node *names)
{
  for (const Node *n = names; n; n = n->next) {
    bool found = declared(s, NULL, n->name) || map_get(s->variants, n->name) ||
                 is_variant(s, n->name);
    for (size_t i = 0; i < s->packs.n && !found; i++)
      found = s->packs.at[i] && declared(s, s->packs.at[i], n->name);
    for (size_t i = 0; i < s->u->sources.files.n && !found; i++) {
      Place none = {0};
      Node one = *n;
      one.next = NULL;
      found = names_place(s, &one, &none, (Loc){(int)i, 0, 0, 0});
    }
    if (found || is_pack(s, n->name)) continue;
    Nearest near = nearest_for(s->d, n->name);
    for (size_t i = 0; i < s->m->variants.n; i++)
      nearest_try(&near, s->m->variants.at[i]->name);
    for (size_t i = 0; i < s->m->things.n; i++)
      nearest_try(&near, s->m->things.at[i]->name);
    bool pack = s->u->sources.files.at[n->loc.file].pack;
    Diag *g = pack ? diag_add(s->d, DIAG_ABOVE_NOTHING, n->loc,
                              "the pack \"%s\" is not here: above %s has no effect",
                              n->name, n->name)
                   : diag_add(s->d, DIAG_UNKNOWN_VARIANT, n->loc,
                              "no thing, variant or file is called \"%s\"", n->name);
    if (near.best) diag_meant(s->d, g, near.best);
  }
}

/* Copies of one thing are not two rules: the first whose guards hold decides. */
static bool same_source(const Rule *a, const Rule *b) { return a->node == b->node; }

typedef VEC(size_t) Replacements; /* where they stand among a verb's rules */

static Replacements replacements(Sema *s, const Verb *v)
{
  Replacements list = {0};
  int count[LAYER_COUNT] = {0};
  for (size_t i = 0; i < v->rules.n; i++) {
    const Rule *r = v->rules.at[i];
    if (r->tag != N_INSTEAD) continue;
    if (++count[r->place.layer] > MAX_REPLACEMENTS) {
      Diag *g =
          diag_add(s->d, DIAG_TOO_MANY, r->node->loc,
                   "more than %d replacements for \"%s\"", MAX_REPLACEMENTS, v->name);
      diag_hint(s->d, g,
                "let one rule ask what all of them have in common: a value of the card, "
                "or a slot");
      return (Replacements){0};
    }
    apush(s->m->arena, &list, i);
  }
  return list;
}

static bool rule_above(Sema *s, const Rule *a, const Rule *b)
{
  return is_above(s, a->node->d, &a->place, &b->place, b->node->loc);
}

/* The one thing for which both are, or NULL. */
static const Thing *overlap(const Rule *a, const Rule *b)
{
  return a->only ? a->only : b->only;
}

/* One that always holds above both decides for them. */
static bool rules_settled(Sema *s, const Verb *v, const Rule *a, const Rule *b)
{
  for (size_t i = 0; i < v->rules.n; i++) {
    const Rule *r = v->rules.at[i];
    bool whole = r->tag == N_INSTEAD && r->place.layer == a->place.layer &&
                 (!r->only || r->only == overlap(a, b)) &&
                 holds_always(&r->place, r->node->b);
    if (whole && r != a && r != b && rule_above(s, r, a) && rule_above(s, r, b))
      return true;
  }
  return false;
}

static bool may_clash(Sema *s, const Rule *a, const Rule *b)
{
  if (a->place.layer != b->place.layer || same_source(a, b)) return false;
  if (a->only && b->only && a->only != b->only) return false;
  if (rule_above(s, a, b) || rule_above(s, b, a)) return false;
  return !exclude(conditions(&a->place, a->node->b), conditions(&b->place, b->node->b));
}

/* What is above comes last among the texts of a thing. */
static void order_bodies(const Verb *v)
{
  for (int layer = 0; layer < LAYER_COUNT; layer++)
    for (size_t i = v->rules.n; i-- > 0;) {
      const Rule *r = v->rules.at[i];
      if (r->tag != N_INSTEAD || !r->only || (int)r->place.layer != layer) continue;
      for (size_t k = 0; k < r->only->rebodies.n; k++) {
        Rebody *at = r->only->rebodies.at, b = at[k];
        if (b.body->a != r->node->c) continue;
        memmove(at + k, at + k + 1, (r->only->rebodies.n - k - 1) * sizeof *at);
        at[r->only->rebodies.n - 1] = b;
        break;
      }
    }
}

/* "play" of "vespers", where it is that of one thing. */
static const char *event_name(Sema *s, const Verb *v, const Thing *only)
{
  return only ? arena_printf(s->m->arena, "\"%s\" of \"%s\"", v->name, only->name)
              : arena_printf(s->m->arena, "\"%s\"", v->name);
}

static void check_verb(Sema *s, Verb *v)
{
  Replacements list = replacements(s, v);
  for (size_t j = 1; j < list.n; j++) /* order: what is above comes first */
    for (size_t i = j; i > 0; i--) {
      Rule **a = &v->rules.at[list.at[i - 1]], **b = &v->rules.at[list.at[i]],
           *lower = *a;
      if (!rule_above(s, *b, *a)) continue;
      *a = *b;
      *b = lower;
    }
  for (size_t j = 0; j < list.n; j++)
    for (size_t i = 0; i < j; i++) {
      Rule *a = v->rules.at[list.at[i]], *b = v->rules.at[list.at[j]];
      if (may_clash(s, a, b) && !rules_settled(s, v, a, b))
        clash(s, a->node->loc, b->node->loc, event_name(s, v, overlap(a, b)),
              b->node->num ? NULL : "instead of …"); /* a thing that is continued */
    }
  if (v->slot_of) order_bodies(v);
}

bool def_above(Sema *s, const Def *a, const Def *b)
{
  return is_above(s, a->node->e, &a->place, &b->place, b->node->loc);
}

/* One that always holds above both, and is not made from them, decides for them. */
static bool values_settled(Sema *s, const Value *v, const Share *p, const Share *q)
{
  for (size_t i = 0; i < v->shares.n; i++) {
    const Share *r = &v->shares.at[i];
    const Def *d = &v->defs.at[r->def];
    if (r->sort == SHARE_REPLACE && !r->reads && r != p && r != q &&
        d->place.layer == v->defs.at[p->def].place.layer &&
        holds_always(&d->place, r->guard) && def_above(s, d, &v->defs.at[p->def]) &&
        def_above(s, d, &v->defs.at[q->def]))
      return true;
  }
  return false;
}

/* Two replacements of one value, or two that each say they are above the other. */
static void check_parts(Sema *s, const Value *v, const Share *p, const Share *q)
{
  const Def *a = &v->defs.at[p->def], *b = &v->defs.at[q->def];
  if (p->def == q->def || a->place.layer != b->place.layer) return;
  if (a->place.layer == LAYER_BODY) return;
  bool over = def_above(s, a, b), under = def_above(s, b, a);
  if (over && under) {
    Diag *g = diag_add(s->d, DIAG_RULE_CLASH, b->node->loc,
                       "two contributions to \"%s\" are each above the other", v->name);
    diag_hint_at(s->d, g, a->node->loc, "the other one stands here; keep one \"above\"");
  }
  if (over || under || p->sort != SHARE_REPLACE || q->sort != SHARE_REPLACE) return;
  if (exclude(conditions(&a->place, p->guard), conditions(&b->place, q->guard))) return;
  if (values_settled(s, v, p, q)) return;
  size_t named = strcspn(v->name, " "); /* a field's first value has more than a name */
  clash(
      s, a->node->loc, b->node->loc,
      arena_printf(s->m->arena,
                   v->name[named] ? "the first value of \"%.*s\"" : "the value \"%.*s\"",
                   (int)named, v->name),
      v == s->m->outlook || v->name[named]
          ? NULL
          : arena_printf(s->m->arena, "value %s%s", v->name, v->params.n ? "(…)" : ""));
}

/* Outside variants and groups a value is said once: a second one that does not go on from
 * it would win or lose by the order of files. */
static bool said_twice(const Value *v, const Share *p)
{
  const Def *d = &v->defs.at[p->def];
  return d->place.layer == LAYER_BOOK && !d->place.variant && !d->place.hold &&
         p->sort == SHARE_REPLACE && !p->reads && !p->guard && !v->of &&
         !strchr(v->name, ' '); /* with one it is the first value of a field */
}

static void check_said_once(Sema *s, const Value *v)
{
  for (size_t i = 0; i < v->shares.n; i++) {
    if (!said_twice(v, &v->shares.at[i])) continue;
    Diag *g = diag_add(s->d, DIAG_DUPLICATE, v->defs.at[v->shares.at[i].def].node->loc,
                       "\"%s\" is declared twice", v->name);
    diag_hint_at(s->d, g, v->decl->loc, "the other one stands here");
    diag_hint(s->d, g,
              "to change it always: variant NAME \"Title\" if yes { value %s%s = … }",
              v->name, v->params.n ? "(…)" : "");
    return;
  }
}

static void check_value_defs(Sema *s, Value *v)
{
  if (v->defs.n > MAX_ALIKE) {
    diag_add(s->d, DIAG_TOO_MANY, v->defs.at[MAX_ALIKE].node->loc,
             "more than %d definitions of the value \"%s\"", MAX_ALIKE, v->name);
    return;
  }
  find_parts(s, v);
  check_said_once(s, v);
  for (size_t j = 0; j < v->shares.n; j++)
    for (size_t i = 0; i < j; i++) check_parts(s, v, &v->shares.at[i], &v->shares.at[j]);
}

/* ---- what variants change of things ------------------------------------------------ */

typedef struct Change {
  Variant *variant;
  Loc loc;
} Change;
typedef VEC(Change) Changes;

/* Does the second hold where both do? */
static bool change_above(Sema *s, Change a, Change b)
{
  Layer under = layer_of(a.variant), over = layer_of(b.variant);
  Place p = {.variant = a.variant}, q = {.variant = b.variant};
  return over != under ? over > under : is_above(s, NULL, &q, &p, a.loc);
}

static bool change_settled(Sema *s, const Changes *all, Change a, Change b)
{
  for (size_t i = 0; i < all->n; i++) {
    Change r = all->at[i];
    if (r.variant->always && change_above(s, a, r) && change_above(s, b, r)) return true;
  }
  return false;
}

static void check_changes(Sema *s, const Changes *all, const char *what)
{
  for (size_t j = 1; j < all->n; j++)
    for (size_t i = 0; i < j; i++) {
      Change a = all->at[i], b = all->at[j];
      Place p = {.variant = a.variant}, q = {.variant = b.variant};
      if (!change_above(s, a, b) &&
          !exclude(conditions(&p, NULL), conditions(&q, NULL)) &&
          !change_settled(s, all, a, b))
        clash(s, a.loc, b.loc, what, NULL);
    }
}

/* Printed values that variants fill in: what is above is asked first. */
static void check_refills(Sema *s, Thing *t, size_t first)
{
  INVARIANT(first < t->refills.n);
  const char *name = t->refills.at[first].fill->name;
  Changes all = {0};
  for (size_t i = first; i < t->refills.n; i++) {
    Refill *under = &t->refills.at[i];
    if (under->fill->name != name) continue;
    for (size_t j = i + 1; j < t->refills.n; j++) {
      Refill *over = &t->refills.at[j], r = *under;
      if (over->fill->name != name ||
          !change_above(s, (Change){over->variant, over->fill->loc},
                        (Change){under->variant, under->fill->loc}))
        continue;
      Node *x = under->either, *y = over->either, c = *x;
      x->a = y->a, x->b = y->b;
      y->a = c.a, y->b = c.b;
      under->variant = over->variant, under->fill = over->fill;
      over->variant = r.variant, over->fill = r.fill;
    }
    apush(s->m->arena, &all, ((Change){under->variant, under->fill->loc}));
  }
  check_changes(s, &all, arena_printf(s->m->arena, "\"%s\" of \"%s\"", name, t->name));
}

/* How many copies variants leave: those that say the same agree. */
static void check_copies(Sema *s, Thing *t)
{
  Changes all = {0};
  bool differ = false;
  for (size_t i = 0; i < t->fewer.n; i++) {
    Copies *under = &t->fewer.at[i];
    for (size_t j = i + 1; j < t->fewer.n; j++) {
      Copies *over = &t->fewer.at[j], c = *under;
      if (!change_above(s, (Change){over->variant, over->decl->loc},
                        (Change){under->variant, under->decl->loc}))
        continue;
      *under = *over;
      *over = c;
    }
    apush(s->m->arena, &all, ((Change){under->variant, under->decl->loc}));
    differ |= under->n != t->fewer.at[0].n;
  }
  if (differ)
    check_changes(s, &all,
                  arena_printf(s->m->arena, "how many \"%s\" there are", t->name));
}

static void check_thing(Sema *s, Thing *t)
{
  for (size_t i = 0; i < t->refills.n; i++) {
    bool again = false;
    for (size_t j = 0; j < i; j++)
      again |= t->refills.at[j].fill->name == t->refills.at[i].fill->name;
    if (!again) check_refills(s, t, i);
  }
  check_copies(s, t);
}

void check_clashes(Sema *s)
{
  INVARIANT(s->m);
  Model *m = s->m;
  for (size_t i = 0; i < m->rules.n; i++) check_above(s, m->rules.at[i]->node->d);
  for (size_t i = 0; i < m->variants.n; i++) check_above(s, m->variants.at[i]->decl->c);
  for (size_t i = 0; i < m->values.n; i++)
    for (size_t j = 0; j < m->values.at[i]->defs.n; j++) {
      check_above(s, m->values.at[i]->defs.at[j].node->e);
      check_above(s, m->values.at[i]->defs.at[j].place.above);
    }
  for (size_t i = 0; i < m->verbs.n; i++) check_verb(s, m->verbs.at[i]);
  for (size_t i = 0; i < m->values.n; i++) check_value_defs(s, m->values.at[i]);
  for (size_t i = 0; i < m->things.n; i++) check_thing(s, m->things.at[i]);
}
