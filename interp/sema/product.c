/* Products: kinds that have a thing for each combination of what other kinds and types
 * have, and the sizes of grids. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

void add_made_column(Sema *s, Kind *k, const char *name, Type *t, int axis)
{
  INVARIANT(s->m);
  Column *c = ARENA_NEW(s->m->arena, Column);
  c->name = name;
  c->decl = k->decl;
  c->kind = k;
  c->type = t;
  c->axis = axis;
  c->index = (int)s->m->columns.n;
  apush(s->m->arena, &s->m->columns, c);
  Sym *y = sym_new(s, SY_COLUMN, c->name, k->decl, c->type);
  y->column = c;
  push_member(s, k, y);
}

void make_grid(Sema *s, Kind *k)
{
  bool room = !too_many_things(s, k->decl, (int64_t)k->width * k->height);
  for (int y = 1; room && y <= k->height; y++)
    for (int x = 1; x <= k->width; x++)
      thing_new(s, k, NULL, arena_printf(s->m->arena, "%s(%d, %d)", k->name, x, y))
          ->decl = k->decl;
  for (int i = 0; i < 2; i++)
    add_made_column(s, k, intern(s->u->names, i ? "y" : "x", 1),
                    type_num(s->m, 1, i ? k->height : k->width), i + 1);
}

/* ---- axes ----------------------------------------------------------------------- */

static int things_of(const Kind *k)
{
  int n = 0;
  for (size_t i = 0; i < k->things.n; i++) n += k->things.at[i]->copies;
  return n;
}

/* What a thing of the product is for: a word, a thing, a number. */
static const char *element_name(Sema *s, const Axis *a, int i, const Thing **thing)
{
  const Type *t = a->type;
  *thing = NULL;
  if (t->tag == T_WORD) {
    const Node *w = t->words->list;
    for (; i > 0; i--) w = w->next;
    return w->name;
  }
  if (t->tag != T_THING) return arena_printf(s->m->arena, "%lld", (long long)(t->lo + i));
  for (size_t k = 0; k < t->kind->things.n; k++) {
    *thing = t->kind->things.at[k];
    if (i < (*thing)->copies) break;
    i -= (*thing)->copies;
  }
  return (*thing)->name;
}

static bool find_axis(Sema *s, Kind *k, Node *n)
{
  Type *t = resolve_type(s, n);
  if (t->tag == T_VOID) return false;
  bool few = t->tag == T_WORD || t->tag == T_THING || t->tag == T_NUM;
  if (!few || t->opt || t->generic ||
      (t->tag == T_NUM && t->hi - t->lo >= MAX_UNIVERSE)) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_UNKNOWN_KIND, n->loc,
                       "a kind has things for each of a kind, of words or of a range"),
              "name a type: type file = a | b | c, or declare its things");
    return false;
  }
  for (int i = 0; i < k->naxes; i++)
    if (k->axes[i].name == n->name) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_DUPLICATE, n->loc, "\"%s\" stands twice", n->name),
                "name it once more: type other = …");
      return false;
    }
  if (k->naxes == MAX_AXES) {
    diag_add(s->d, DIAG_TOO_MANY_THINGS, n->loc, "a kind is of at most %d others",
             MAX_AXES);
    return false;
  }
  Axis *a = &k->axes[k->naxes++];
  *a = (Axis){n->name, t, 0};
  return true;
}

/* False if one of them still has to be made itself. */
static bool count_axes(Kind *k)
{
  for (int i = 0; i < k->naxes; i++) {
    Axis *a = &k->axes[i];
    if (a->type->tag != T_THING) a->count = (int)type_count(a->type);
    else if (a->type->kind->product && !a->type->kind->made) return false;
    else a->count = things_of(a->type->kind);
  }
  return true;
}

/* ---- things --------------------------------------------------------------------- */

static void make_thing(Sema *s, Kind *k, int64_t n)
{
  const char *name = arena_printf(s->m->arena, "%s(", k->name);
  Variant *variant = NULL, *before = s->place.variant;
  for (int i = 0; i < k->naxes; i++) {
    const Thing *of;
    name = arena_printf(s->m->arena, "%s%s%s", name, i ? ", " : "",
                        element_name(s, &k->axes[i], (int)(n % k->axes[i].count), &of));
    if (of && of->variant) variant = of->variant;
    n /= k->axes[i].count;
  }
  s->place.variant = variant;
  thing_new(s, k, NULL, arena_printf(s->m->arena, "%s)", name))->decl = k->decl;
  s->place.variant = before;
}

static void make_product(Sema *s, Kind *k)
{
  int64_t all = 1;
  for (int i = 0; i < k->naxes && all <= MAX_THINGS; i++) all *= k->axes[i].count;
  k->made = true;
  if (too_many_things(s, k->product, all)) return;
  for (int64_t n = 0; n < all; n++) make_thing(s, k, n);
  for (int i = 0; i < k->naxes; i++) {
    if (kind_member(s, k, k->axes[i].name)) continue;
    add_made_column(s, k, k->axes[i].name, k->axes[i].type, i + 1);
    if (k->axes[i].type->tag == T_THING)
      k->has_variants |=
          k->axes[i].type->kind->is_player || k->axes[i].type->kind->has_variants;
  }
  if (k->naxes != 2 || k->axes[0].count > 255 || k->axes[1].count > 255) return;
  k->width = k->axes[0].count;
  k->height = k->axes[1].count;
  for (int i = 0; i < 2; i++)
    add_made_column(s, k, intern(s->u->names, i ? "y" : "x", 1),
                    type_num(s->m, 1, i ? k->height : k->width), i + 1);
}

void make_products(Sema *s)
{
  INVARIANT(s->m && s->d);
  Model *m = s->m;
  size_t left = 0;
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    for (Node *n = k->product ? k->product->b : NULL; n; n = n->next)
      if (!find_axis(s, k, n)) k->made = true;
    left += k->product && !k->made;
  }
  for (bool more = true; more && left;) {
    more = false;
    for (size_t i = 0; i < m->kinds.n; i++) {
      Kind *k = m->kinds.at[i];
      if (!k->product || k->made || !count_axes(k)) continue;
      make_product(s, k);
      more = true;
      left--;
    }
  }
  for (size_t i = 0; left && i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    if (!k->product || k->made) continue;
    diag_hint(s->d,
              diag_add(s->d, DIAG_VALUE_CYCLE, k->product->loc,
                       "\"%s\" would have a thing for each of itself", k->name),
              "one of the kinds in this circle has things of its own");
    return;
  }
}
