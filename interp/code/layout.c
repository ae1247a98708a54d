/* Tables and the layout of a state: kinds, things, fields, printed values. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

const char *gen_key(Gen *g, const char *sort, const char *name)
{
  return arena_printf(g->arena, "%s.%s", sort, name);
}

void gen_words(Gen *g)
{
  for (size_t i = 0; i < g->m->words.n; i++) {
    Words *w = g->m->words.at[i];
    w->first = (int)g->words.n;
    for (Node *n = w->list; n; n = n->next) {
      PWord p = {emit_string(g, n->name),
                 n->sym ? gen_title(g, gen_key(g, "thing", n->sym->thing->name), n->label)
                        : gen_title(g, gen_key(g, "word", n->name), n->label)};
      vec_push(&g->words, p);
    }
  }
}

static int seat_flags(const Gen *g, const Kind *k)
{
  static const int seats[] = {
      [SEATS_OWN] = 0, [SEATS_ALIKE] = KIND_ALIKE, [SEATS_CIRCLE] = KIND_CIRCLE};
  return k->is_player ? KIND_PLAYER | seats[g->m->seats] : 0;
}

void gen_kinds(Gen *g)
{
  for (size_t i = 0; i < g->m->kinds.n; i++) {
    Kind *k = g->m->kinds.at[i];
    PKind p = {.name = emit_string(g, k->name),
               .text = gen_title(g, gen_key(g, "kind", k->name), k->label),
               .flags = (k->has_copies ? KIND_COPIES : 0) | seat_flags(g, k),
               .first = k->first,
               .count = k->count,
               .width = k->width,
               .height = k->height,
               .present = -1,
               .cells = -1};
    vec_push(&g->kinds, p);
  }
  for (size_t i = 0; i < g->m->kinds.n; i++) {
    int one = emit_type(g, g->m->kinds.at[i]->type),
        set = emit_type(g, g->m->kinds.at[i]->set);
    g->kinds.at[i].type = one;
    g->kinds.at[i].set_type = set;
  }
}

/* One text for all things of a kind: each shows what is printed on it. */
static void gen_titles(Gen *g)
{
  int self = g->self;
  g->self = ARG_ITSELF;
  for (size_t i = 0; i < g->m->kinds.n; i++) {
    const Kind *k = g->m->kinds.at[i];
    int text = k->titled && k->titled->text ? gen_text(g, k->titled->text, NULL) : -1;
    for (int t = k->first; text >= 0 && t < k->first + k->count; t++)
      g->things.at[t].text = text;
  }
  g->self = self;
}

static bool always_holds(Gen *g, const Variant *v)
{
  int64_t holds = 0;
  return v->always || (gen_constant(g, v->decl->a, v->decl->a->type, &holds) && holds);
}

/* How many of its own copies are in some game: a pack can take the last of them out. */
static int ever_there(Gen *g, const Thing *t)
{
  int n = thing_base(t);
  for (size_t i = 0; i < t->fewer.n; i++)
    if (t->fewer.at[i].n > n || always_holds(g, t->fewer.at[i].variant))
      n = t->fewer.at[i].n;
  return n;
}

void gen_things(Gen *g)
{
  for (size_t i = 0; i < g->m->things.n; i++) {
    Thing *t = g->m->things.at[i];
    PThing p = {.name = emit_string(g, t->name),
                .text = gen_title(g, gen_key(g, "thing", t->name), t->label),
                .kind = t->kind->index,
                .face = t->id,
                .copies = t->copies,
                .variant = thing_varies(t) ? t->variant->index : -1,
                .loc = emit_loc(g, t->decl),
                .phrase = -1};
    int32_t variant = p.variant, ever = ever_there(g, t), base = thing_base(t);
    for (int c = 0; c < t->copies; c++) {
      p.variant = c >= ever && c < base ? THING_NEVER : variant;
      vec_push(&g->things, p);
    }
  }
  gen_titles(g);
}

static int cells_of(const Type *t)
{
  if (t->tag == T_SET) return words_of(t) * 2; /* a word is two cells */
  if (t->tag == T_LIST) return words_of(t);
  return 1;
}

static int take_cells(Gen *g, int64_t n, int align)
{
  PHeader *h = &g->header.at[0];
  int at = (h->cells + align - 1) / align * align;
  if (at + n > MAX_CELLS) {
    diag_hint(g->d,
              diag_add(g->d, DIAG_STATE_TOO_LARGE, (Loc){-1, 0, 0, 0},
                       "the state would have more than %d cells", MAX_CELLS),
              "fields with \"per\" and fields of kinds with very many things take most");
    return 0;
  }
  h->cells = at + (int)n;
  return at;
}

static void gen_field_row(Gen *g, Field *f)
{
  PField p = {.name = emit_string(g, f->name),
              .text = -1,
              .type = emit_type(g, f->type),
              .kind = -1,
              .count = 1,
              .per_type = -1,
              .per_count = 1,
              .size = cells_of(f->type),
              .pile = -1,
              .seen_chunk = -1,
              .loc = emit_loc(g, f->decl)};
  if (!f->hidden)
    p.text = gen_title(g, gen_key(g, f->kind ? f->kind->name : "game", f->name),
                       f->decl->label);
  if (f->kind)
    p.kind = f->kind->index, p.first = f->kind->first, p.count = f->kind->count;
  if (f->per) {
    p.per_type = emit_type(g, f->per);
    p.per_first = g->types.at[p.per_type].lo;
    p.per_count = (int)type_count(f->per);
  }
  if (f->pile) p.flags |= FIELD_PILE;
  if (f->option) p.flags |= FIELD_OPTION;
  if (f->hidden) p.flags |= FIELD_HIDDEN;
  if (f->shuffled) p.flags |= FIELD_SHUFFLED;
  if (f->type->tag == T_SET || f->type->tag == T_LIST) p.flags |= FIELD_WIDE;
  Node *seen = f->hidden || f->option ? NULL : f->decl->c;
  if (f->hidden) p.seen = SEEN_NONE;
  if (seen && seen->tag == N_NONE) p.seen = SEEN_NONE;
  else if (seen && seen->sym && seen->sym->tag == SY_OWNER) p.seen = SEEN_OWNER;
  else if (seen && !(seen->sym && seen->sym->tag == SY_PLAYERS)) {
    p.seen = SEEN_CHUNK;
    p.seen_chunk = chunk_new(g, arena_printf(g->arena, "seen %s", f->name), seen);
  }
  int64_t n = (int64_t)p.count * p.per_count;
  if (f->pile) {
    p.pile = g->header.at[0].piles;
    g->header.at[0].piles += (int)n;
    p.size = 0;
  } else p.cell = take_cells(g, n * p.size, p.flags & FIELD_WIDE ? 2 : 1);
  f->cell = p.cell;
  vec_push(&g->fields, p);
}

void gen_layout(Gen *g)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  Model *m = g->m;
  for (size_t i = 0; i < m->fields.n; i++) gen_field_row(g, m->fields.at[i]);
  g->header.at[0].pile_cells =
      take_cells(g, (int64_t)g->header.at[0].piles * PC_CELLS, 1);
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    if (k->in_piles)
      g->kinds.at[i].cells = take_cells(g, (int64_t)k->count * TC_COUNT, 1);
  }
}

Field *hidden_field(Gen *g, const char *name, Type *t)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  Field *f = ARENA_NEW(g->arena, Field);
  f->name = name;
  f->decl = g->m->game;
  f->type = t;
  f->hidden = true;
  f->index = (int)g->m->fields.n;
  apush(g->arena, &g->m->fields, f);
  return f;
}

/* Fields that the machine needs for itself: who sits at the table, which things exist. */
void gen_hidden(Gen *g)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  Model *m = g->m;
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    if (k->is_player || k->has_variants)
      g->kinds.at[i].present = hidden_field(g, "present", k->set)->index;
  }
  g->armed = hidden_field(g, "armed", type_plain(m, T_FLAG))->index;
}

/* What gives a thing's value: its own item (*fill), or the kind's default.  NULL: the
 * thing written in place. */
static Node *column_expr(const Column *c, const Thing *t, const Node **fill)
{
  *fill = t->sym ? column_fill(t, c) : NULL;
  if (!*fill) return c->decl->c;
  return (*fill)->tag == N_FILL ? (*fill)->a : NULL;
}

/* Where on an axis the n-th thing of a grid or a product is; the first turns fastest. */
static int axis_place(const Kind *k, int axis, int n)
{
  if (!k->naxes) return axis ? n / k->width : n % k->width;
  for (int i = 0; i < axis; i++) n /= k->axes[i].count;
  return n % k->axes[axis].count;
}

/* The constant words of one thing's column; false if it has to be computed. */
static bool column_words(Gen *g, const Column *c, const Thing *t, int64_t *words)
{
  if (c->axis == NAME_AXIS) {
    words[0] = t->word;
    return true;
  }
  if (c->axis) {
    words[0] = c->type->lo + axis_place(c->kind, c->axis - 1, t->id - c->kind->first);
    return true;
  }
  const Node *fill;
  Node *e = column_expr(c, t, &fill);
  if (fill && !e) {
    words[0] = fill->a->sym->thing->id;
    return true;
  }
  if (!e || !gen_constant(g, e, c->type, words)) return false;
  return c->type->tag != T_NUM || words[0] == NONE ||
         (words[0] >= c->type->lo && words[0] <= c->type->hi); /* else the game says so */
}

int gen_slot(Gen *g, int name, const Kind *k)
{
  INVARIANT(g->top >= 0 && g->places.n == g->code.n);
  PSlot s = {name, -1, k->index, (int)g->slot_chunks.n};
  vec_push(&g->slots, s);
  for (int i = 0; i < k->count; i++) vec_push(&g->slot_chunks, -1);
  return (int)g->slots.n - 1;
}

void gen_columns(Gen *g)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  Model *m = g->m;
  int64_t words[MAX_THINGS / 64 + 2];
  for (size_t i = 0; i < m->columns.n; i++) {
    Column *c = m->columns.at[i];
    PColumn p = {emit_string(g, c->name),
                 c->decl->tag == N_VALUE
                     ? gen_title(g, gen_key(g, c->kind->name, c->name), c->decl->label)
                     : -1,
                 c->kind->index,
                 emit_type(g, c->type),
                 c->kind->first,
                 c->kind->count,
                 (int)g->consts.n,
                 -1,
                 c->decl->tag == N_VALUE && c->decl->num};
    int w = words_of(c->type);
    size_t start = g->consts.n;
    for (size_t j = 0; j < c->kind->things.n && !c->computed; j++) {
      Thing *t = c->kind->things.at[j];
      if (w > MAX_THINGS / 64 || !column_words(g, c, t, words)) c->computed = true;
      for (int k = 0; k < t->copies && !c->computed; k++) emit_const(g, words, w);
    }
    if (c->computed) {
      g->consts.n = start;
      p.base = -1;
      p.slot = gen_slot(g, p.name, c->kind);
    }
    vec_push(&g->columns, p);
  }
}

void gen_computed(Gen *g)
{
  for (size_t i = 0; i < g->m->columns.n; i++) {
    Column *c = g->m->columns.at[i];
    if (!c->computed) continue;
    int common = -1;
    for (size_t j = 0; j < c->kind->things.n; j++) {
      Thing *t = c->kind->things.at[j];
      const Node *fill;
      Node *e = column_expr(c, t, &fill);
      int chunk = !fill && common >= 0 ? common : -1;
      if (chunk < 0) {
        chunk = chunk_new(
            g, arena_printf(g->arena, "%s.%s", fill ? t->name : c->kind->name, c->name),
            c->decl);
        At before = at_enter(g, fill ? fill : c->decl);
        chunk_begin(g, chunk, 0);
        int w = words_of(c->type), r = alloc(g, w);
        if (w > g->most) g->most = w;
        g->chunks.at[chunk].result = w;
        if (e) gen_as(g, e, c->type, r);
        if (e) gen_promise(g, e->type, c->type, r);
        else emit(g, OP_LDI, r, 0, 0, fill->a->sym->thing->id);
        emit(g, w == 1 ? OP_MOV : OP_MOVW, 0, r, 0, w);
        chunk_end(g);
        at_leave(g, before);
        if (!fill) common = chunk;
      }
      int first = g->slots.at[g->columns.at[c->index].slot].first;
      for (int k = 0; k < t->copies; k++)
        g->slot_chunks.at[first + t->id + k - c->kind->first] = chunk;
    }
  }
}
