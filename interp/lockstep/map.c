/* The maps between two programs: what is called the same is the same. */
#include "interp/lockstep/lockstep_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* ---- names ---------------------------------------------------------------------- */

/* Strings to small numbers: open addressing over the strings of both programs. */
typedef struct Names {
  VEC(const char *) all;
  int32_t *slots; /* number + 1 */
  size_t cap;
} Names;

uint64_t compare_mix(uint64_t z)
{
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static uint64_t hash_string(const char *s)
{
  uint64_t h = 0xcbf29ce484222325u;
  for (; *s; s++) h = (h ^ (unsigned char)*s) * 0x100000001b3u;
  return compare_mix(h);
}

static size_t name_slot(const Names *n, const char *s)
{
  INVARIANT(n->cap && !(n->cap & (n->cap - 1)) && n->all.n < n->cap);
  size_t i = hash_string(s) & (n->cap - 1);
  while (n->slots[i] && strcmp(n->all.at[n->slots[i] - 1], s)) i = (i + 1) & (n->cap - 1);
  return i;
}

static void names_grow(Compare *c, Names *n)
{
  n->cap = n->cap ? n->cap * 2 : 1024;
  n->slots = arena_alloc(c->arena, n->cap * sizeof *n->slots);
  for (size_t i = 0; i < n->all.n; i++)
    n->slots[name_slot(n, n->all.at[i])] = (int32_t)i + 1;
}

int32_t compare_name(Compare *c, const char *s)
{
  INVARIANT(c->arena);
  if (!c->names) c->names = ARENA_NEW(c->arena, Names);
  Names *n = c->names;
  if (n->all.n * 2 >= n->cap) names_grow(c, n);
  size_t i = name_slot(n, s);
  if (!n->slots[i]) {
    apush(c->arena, &n->all, s);
    n->slots[i] = (int32_t)n->all.n;
  }
  return n->slots[i] - 1;
}

static int32_t *new_row(Compare *c, int n)
{
  int32_t *row = arena_alloc(c->arena, ((size_t)n + 1) * sizeof *row);
  for (int i = 0; i <= n; i++) row[i] = -1;
  return row;
}

/* ---- kinds and things ----------------------------------------------------------- */

static void map_kinds(Compare *c)
{
  const Program *o = c->side[COMPARE_OLD].p, *n = c->side[COMPARE_NEW].p;
  c->kind_of = new_row(c, o->n_kinds);
  for (int i = 0; i < o->n_kinds; i++) {
    const char *name = program_string(o, o->kinds[i].name);
    for (int k = 0; k < n->n_kinds && c->kind_of[i] < 0; k++)
      if (!strcmp(name, program_string(n, n->kinds[k].name))) c->kind_of[i] = k;
  }
}

/* A thing that both have gets its number in the new program; one of the old program
 * alone, a number after those. */
static void map_things(Compare *c)
{
  Side *o = &c->side[COMPARE_OLD], *n = &c->side[COMPARE_NEW];
  for (int s = 0; s < COMPARE_SIDES; s++) {
    Side *x = &c->side[s];
    x->thing = new_row(c, x->p->n_things);
    x->both = arena_alloc(c->arena, (size_t)x->p->n_things + 1);
    for (int i = 0; i < x->p->n_things; i++)
      compare_name(c, program_string(x->p, x->p->things[i].name));
  }
  int32_t *called = new_row(c, (int)c->names->all.n);
  for (int i = 0; i < n->p->n_things; i++) {
    n->thing[i] = i;
    const PThing *t = &n->p->things[i];
    if (t->face == i) called[compare_name(c, program_string(n->p, t->name))] = i;
  }
  for (int i = 0; i < o->p->n_things; i++) {
    const PThing *t = &o->p->things[i];
    int32_t face = called[compare_name(c, program_string(o->p, t->name))];
    int32_t copy = i - t->face;
    o->thing[i] = n->p->n_things + i;
    if (face < 0 || n->p->things[face].kind != c->kind_of[t->kind] ||
        copy >= n->p->things[face].copies)
      continue;
    INVARIANT(face + copy < n->p->n_things);
    o->thing[i] = face + copy;
    o->both[i] = n->both[face + copy] = true;
  }
}

/* ---- words and texts ------------------------------------------------------------ */

static void map_words(Compare *c)
{
  for (int s = 0; s < COMPARE_SIDES; s++) {
    Side *x = &c->side[s];
    x->word = new_row(c, x->p->n_words);
    x->text = new_row(c, x->p->n_texts);
    for (int i = 0; i < x->p->n_words; i++)
      x->word[i] = compare_name(c, program_string(x->p, x->p->words[i].name));
    for (int i = 0; i < x->p->n_texts; i++)
      x->text[i] = compare_name(c, program_string(x->p, x->p->texts[i].source));
  }
}

/* ---- types and values ----------------------------------------------------------- */

/* Can values of the two types be compared?  Ranges and lengths may differ. */
bool compare_types(const Compare *c, int old_type, int new_type)
{
  if (old_type < 0 || new_type < 0) return old_type < 0 && new_type < 0;
  const PType *o = &c->side[COMPARE_OLD].p->types[old_type],
              *n = &c->side[COMPARE_NEW].p->types[new_type];
  if (o->tag != n->tag) return false;
  if (o->tag == T_SET || o->tag == T_LIST) return compare_types(c, o->elem, n->elem);
  if (o->tag == T_THING || o->tag == T_PILE)
    return o->kind >= 0 && c->kind_of[o->kind] == n->kind;
  return true;
}

int64_t compare_canon(const Compare *c, int side, int type, int64_t v)
{
  const Side *x = &c->side[side];
  if (v == NONE || type < 0) return v;
  const PType *t = &x->p->types[type];
  switch (t->tag) {
  case T_WORD: {
    int64_t row = t->first_word + (v - t->lo);
    return v >= t->lo && v <= t->hi ? x->word[row] : v;
  }
  case T_THING: return v >= 0 && v < x->p->n_things ? x->thing[v] : v;
  case T_TEXT: return v >= 0 && v < x->p->n_texts ? x->text[v] : v;
  default: return v;
  }
}

uint64_t compare_set(const Compare *c, int side, const PType *t, const uint64_t *words)
{
  uint64_t h = 0;
  if (t->tag == T_LIST) {
    for (int i = 1; i < t->words && i <= (int64_t)words[0]; i++)
      h = compare_mix(h ^ (uint64_t)compare_canon(c, side, t->elem, (int64_t)words[i]));
    return compare_mix(h ^ words[0]);
  }
  for (int w = 0; w < t->words; w++)
    for (uint64_t m = words[w]; m; m &= m - 1) {
      int64_t v = (int64_t)t->lo + 64 * w + __builtin_ctzll(m);
      if (v <= t->hi) h += compare_mix((uint64_t)compare_canon(c, side, t->elem, v));
    }
  return h;
}

/* ---- fields --------------------------------------------------------------------- */

static bool same_owner(const Compare *c, const PField *o, const PField *n)
{
  if (o->kind < 0 || n->kind < 0) return o->kind < 0 && n->kind < 0;
  return c->kind_of[o->kind] == n->kind;
}

/* Everybody, nobody, or the player whose field it is, on both sides: nothing to look at
 * while a game runs. */
static bool sight_differs(const PField *o, const PField *n)
{
  bool fixed = o->seen == SEEN_ALL || o->seen == SEEN_NONE ||
               (o->seen == SEEN_OWNER && o->kind == 0 && n->kind == 0);
  return o->seen != n->seen || !fixed;
}

/* In loops things come in the order of their declarations.  Where that changed, the order
 * in which they lie would differ without any rule having changed. */
static bool kept_order(const Compare *c, int kind)
{
  const Side *o = &c->side[COMPARE_OLD];
  const PKind *k = &o->p->kinds[kind];
  int32_t last = -1;
  for (int32_t i = k->first; i < k->first + k->count; i++) {
    if (!o->both[i]) continue;
    if (o->thing[i] < last) return false;
    last = o->thing[i];
  }
  return true;
}

static void pair_fields(Compare *c, int i, int k)
{
  const Program *p[] = {c->side[COMPARE_OLD].p, c->side[COMPARE_NEW].p};
  const PField *o = &p[COMPARE_OLD]->fields[i], *n = &p[COMPARE_NEW]->fields[k];
  FieldPair pair = {.field = {i, k}, .sight = sight_differs(o, n)};
  bool per = o->per_type < 0 || n->per_type < 0
                 ? o->per_type < 0 && n->per_type < 0
                 : compare_types(c, o->per_type, n->per_type);
  if ((o->flags & FIELD_PILE) != (n->flags & FIELD_PILE) || !per ||
      !compare_types(c, o->type, n->type))
    return;
  if (o->flags & FIELD_PILE) {
    pair.ordered = !(o->flags & FIELD_SHUFFLED) && !(n->flags & FIELD_SHUFFLED) &&
                   kept_order(c, p[COMPARE_OLD]->types[o->type].kind);
    c->watched = c->watched || pair.sight;
  }
  c->side[COMPARE_OLD].pair[i] = (int32_t)c->pairs.n;
  c->side[COMPARE_NEW].pair[k] = (int32_t)c->pairs.n;
  apush(c->arena, &c->pairs, pair);
}

static void map_fields(Compare *c)
{
  const Program *o = c->side[COMPARE_OLD].p, *n = c->side[COMPARE_NEW].p;
  for (int s = 0; s < COMPARE_SIDES; s++)
    c->side[s].pair = new_row(c, c->side[s].p->n_fields);
  for (int i = 0; i < o->n_fields; i++) {
    const PField *f = &o->fields[i];
    int found = -1;
    if (f->flags & FIELD_HIDDEN) continue;
    for (int k = 0; k < n->n_fields && found < 0; k++)
      if (!(n->fields[k].flags & FIELD_HIDDEN) && same_owner(c, f, &n->fields[k]) &&
          !strcmp(program_string(o, f->name), program_string(n, n->fields[k].name)))
        found = k;
    if (found >= 0) pair_fields(c, i, found);
  }
}

void compare_map(Compare *c)
{
  map_kinds(c);
  map_things(c);
  map_words(c);
  map_fields(c);
  compare_map_cells(c);
  compare_map_questions(c);
}
