/* Values get numbers: the same operation on the same values of the same table is the same
 * value (global value numbering).  What was computed before is taken from where it is;
 * what does not change in a loop is computed once before it. */
#include "interp/opt/opt_int.h"
#include "interp/base/invariant.h"

#include <string.h>

enum { MOST_OPERANDS = 16, MOST_KEPT = 400, WORD = OP_COUNT, UNKNOWN };

typedef struct Value {
  uint16_t op;      /* WORD: word d of a value; UNKNOWN: whatever came there */
  int32_t d, table; /* table: what the part of it was that was read; -1 */
  int32_t block;    /* UNKNOWN: where it came from; -1: from outside of all loops */
  int32_t nops, ops[MOST_OPERANDS];
  /* Where it was computed first, or where it is kept: */
  int32_t at, place, life,
      reg;                  /* block, instruction (-1: before the loop); register, -1 */
  bool kept;                /* in a spare register */
  int32_t is;               /* one more than another number of the same; 0: none */
  int32_t asked, invariant; /* for which loop the second was answered */
} Value;

typedef struct Table {
  Flow *f;
  VEC(Value) values;
  int32_t *hash;
  size_t room;
  int32_t *now;         /* by slot: the number of what it holds */
  int32_t **from_out;   /* by block: the same at its end */
  int32_t *from;        /* by register: the one that it was copied from, if it was */
  int32_t **out;        /* by block: the same at its end */
  int32_t **pre;        /* by loop: the same before it */
  int32_t block, place; /* of the instruction that is looked at */
} Table;

/* ---- numbers -------------------------------------------------------------------- */

static int32_t unknown(Table *t, int block)
{
  Value v = {
      .op = UNKNOWN, .block = block, .at = -1, .reg = -1, .table = -1, .asked = -1};
  apush(t->f->arena, &t->values, v);
  return (int32_t)t->values.n - 1;
}

static uint64_t hash_of(const Value *v)
{
  uint64_t h =
      v->op * 0x9e3779b97f4a7c15u ^ (uint64_t)(uint32_t)v->d << 20 ^ (uint64_t)v->table;
  for (int i = 0; i < v->nops; i++) h = (h ^ (uint64_t)v->ops[i]) * 0xd1342543de82ef95u;
  return h ^ h >> 29;
}

static bool same(const Value *a, const Value *b)
{
  return a->op == b->op && a->d == b->d && a->table == b->table && a->nops == b->nops &&
         !memcmp(a->ops, b->ops, sizeof *a->ops * (size_t)a->nops);
}

static void put_hash(Table *t, int32_t n)
{
  INVARIANT((size_t)n < t->values.n);
  size_t k = hash_of(&t->values.at[n]) & (t->room - 1);
  while (t->hash[k]) k = (k + 1) & (t->room - 1);
  t->hash[k] = n + 1;
}

static int32_t number_of(Table *t, const Value *v)
{
  size_t k = hash_of(v) & (t->room - 1);
  for (; t->hash[k]; k = (k + 1) & (t->room - 1))
    if (same(&t->values.at[t->hash[k] - 1], v)) return t->hash[k] - 1;
  apush(t->f->arena, &t->values, *v);
  int32_t n = (int32_t)t->values.n - 1;
  Value *x = &t->values.at[n];
  x->at = x->reg = x->asked = -1;
  x->kept = false;
  if (2 * t->values.n > t->room) {
    t->room *= 2;
    t->hash = arena_alloc(t->f->arena, sizeof *t->hash * t->room);
    for (int32_t i = 0; i <= n; i++)
      if (t->values.at[i].op != UNKNOWN) put_hash(t, i);
  } else put_hash(t, n);
  return n;
}

/* The value of an instruction, without its number; false if it has too many operands. */
static bool value_of(const Table *t, const PInstr *i, const Effect *e, Value *v)
{
  *v = (Value){.op = i->op, .d = i->d, .table = -1};
  bool number = i->op == OP_SEQFI;
  if (number) v->ops[v->nops++] = (int32_t)((uint32_t)i->c << 16 | i->b);
  if (i->op == OP_LDK) v->d = i->d;
  for (int k = 0; k < e->nreads; k++)
    for (int r = 0; r < e->reads[k].n; r++) {
      if (v->nops == MOST_OPERANDS) return false;
      v->ops[v->nops++] = t->now[e->reads[k].at + r];
    }
  if (e->piles) v->table = t->now[t->f->regs + SLOT_PILES];
  else if (e->field >= 0) v->table = t->now[slot_of_field(t->f, e->field)];
  return true;
}

static int32_t word_of(Table *t, int32_t value, int k)
{
  if (!k) return value;
  Value v = {.op = WORD, .d = k, .table = -1, .nops = 1, .ops = {value}};
  return number_of(t, &v);
}

/* ---- loops ---------------------------------------------------------------------- */

static bool is_invariant(Table *t, int32_t n, int loop)
{
  INVARIANT((size_t)n < t->values.n);
  Value *v = &t->values.at[n];
  if (v->op == UNKNOWN) return v->block < 0 || !loop_holds(t->f, loop, v->block);
  if (v->asked == loop) return v->invariant;
  v->asked = loop;
  v->invariant = v->table < 0 || is_invariant(t, v->table, loop);
  for (int k = v->op == OP_SEQFI; k < v->nops && v->invariant; k++)
    v->invariant = is_invariant(t, v->ops[k], loop);
  return v->invariant;
}

/* ---- where a value is ----------------------------------------------------------- */

/* Was block a, instruction n (-1: before the loop) done when b, m comes? */
static bool comes_before(const Table *t, int a, int n, int b, int m)
{
  return a == b ? n < m || (n == -1 && m == -1) : flow_dominates(t->f, a, b);
}

/* A register that holds the value when block b, instruction m comes; -1: none. */
static int kept_at(const Table *t, const Value *v, const int32_t *slots, int b, int m)
{
  bool alive = v->kept && v->life == slots[t->f->regs + SLOT_LIFE];
  return alive && comes_before(t, v->at, v->place, b, m) ? v->reg : -1;
}

static bool holds(Table *t, const int32_t *slots, int r, int32_t n, int words)
{
  for (int k = 0; k < words; k++)
    if (slots[r + k] != word_of(t, n, k)) return false;
  return true;
}

static int register_of(Table *t, int32_t n, int words, const int32_t *slots, int b, int m)
{
  int r = kept_at(t, &t->values.at[n], slots, b, m);
  for (int k = 0; r < 0 && k + words <= t->f->regs; k++)
    if (slots[k] == n && holds(t, slots, k, n, words)) r = k;
  return r;
}

static int new_register(Table *t, int words)
{
  if (t->f->spare + words > (t->f->quiet ? MOST_KEPT : MAX_SPARE)) return -1;
  t->f->spare += words;
  return t->f->regs + t->f->spare - words;
}

/* ---- hoisting ------------------------------------------------------------------- */

/* How many registers from b and from c on are read; false if they belong together in
 * another way. */
static bool widths(const PInstr *i, const Effect *e, int *b, int *c)
{
  const char *o = op_operands(i->op);
  int k = 0;
  *b = *c = 0;
  if (i->op == OP_GETI || i->op == OP_GETW || i->op == OP_PILE) return e->nreads == 0;
  if (is_register(o[1])) *b = e->reads[k++].n;
  if (is_register(o[2])) *c = e->reads[k++].n;
  return k == e->nreads;
}

/* The operand `words` registers wide that begins at `at`, for an instruction before a
 * loop; moved together if the registers do not follow each other.  -1: it is not there.
 */
static int operand_before(Table *t, int loop, int at, int words, int32_t old)
{
  const int32_t *pre = t->pre[loop];
  int header = t->f->loops[loop].header, from[MOST_OPERANDS];
  if (words == 1) return register_of(t, t->now[at], 1, pre, header, -1);
  bool there = true;
  for (int k = 0; k < words; k++) there &= pre[at + k] == t->now[at + k];
  if (there) return at;
  for (int k = 0; k < words; k++)
    if ((from[k] = register_of(t, t->now[at + k], 1, pre, header, -1)) < 0) return -1;
  int to = new_register(t, words);
  for (int k = 0; to >= 0 && k < words; k++) {
    Ins mov = {.i = {OP_MOV, (uint16_t)(to + k), (uint16_t)from[k], 0, 0},
               .old = old,
               .value = -1,
               .to = -1};
    apush(t->f->arena, &t->f->blocks[header].before, mov);
  }
  return to;
}

/* Computes the value of an instruction before a loop; false if that cannot be done. */
static bool hoist(Table *t, int32_t n, const Ins *x, const Effect *e, int loop)
{
  int b, c, words = e->writes[0].n, header = t->f->loops[loop].header;
  Ins moved = *x;
  const int32_t *pre = t->pre[loop];
  if (!widths(&x->i, e, &b, &c)) { /* only as it is */
    for (int k = 0; k < e->nreads; k++)
      for (int r = e->reads[k].at; r < e->reads[k].at + e->reads[k].n; r++)
        if (pre[r] != t->now[r]) return false;
    b = c = 0;
  }
  int rb = b ? operand_before(t, loop, x->i.b, b, x->old) : x->i.b;
  int rc = c && rb >= 0 ? operand_before(t, loop, x->i.c, c, x->old) : x->i.c;
  int to = rb < 0 || rc < 0 ? -1 : new_register(t, words);
  if (to < 0) return false;
  moved.i.a = (uint16_t)to;
  moved.i.b = (uint16_t)rb;
  moved.i.c = (uint16_t)rc;
  apush(t->f->arena, &t->f->blocks[header].before, moved);
  Value *v = &t->values.at[n];
  v->at = header;
  v->place = -1;
  v->life = pre[t->f->regs + SLOT_LIFE];
  v->reg = to;
  v->kept = true;
  return true;
}

/* The outermost loop around here that the value does not change in. */
static bool hoist_out(Table *t, int32_t n, const Ins *x, const Effect *e)
{
  int around[64], count = 0,
                  slot = e->piles        ? t->f->regs + SLOT_PILES
                         : e->field >= 0 ? slot_of_field(t->f, e->field)
                                         : -1;
  for (int l = t->f->blocks[t->block].loop; l >= 0 && count < 64;
       l = t->f->loops[l].parent) {
    const bool *changes = t->f->loops[l].writes;
    if (changes[t->f->regs + SLOT_LIFE] || (slot >= 0 && changes[slot]) ||
        !is_invariant(t, n, l))
      break;
    around[count++] = l;
  }
  while (count)
    if (hoist(t, n, x, e, around[--count])) return true;
  return false;
}

/* ---- instructions --------------------------------------------------------------- */

/* Reads the value from where it is kept, if there is such a place: a copy in between may
 * then be dead. */
static void give_names(Table *t, uint16_t *reg)
{
  if (*reg >= t->f->regs) return; /* it is read from there already */
  int32_t n = t->now[*reg], from = t->from[*reg];
  int r = register_of(t, n, 1, t->now, t->block, t->place);
  bool named = r < t->f->regs && from < t->f->regs && t->f->quiet;
  if (named && from != *reg && t->now[from] == n) r = from;
  if (r >= 0) *reg = (uint16_t)r;
}

static void rename_operands(Table *t, Ins *x, const Effect *e)
{
  int b, c;
  const char *o = op_operands(x->i.op);
  if (e->all || e->pause || (x->i.op == OP_OPT && !t->f->quiet)) return;
  switch (x->i.op) {
  case OP_JEQ:
  case OP_JNE:
  case OP_JLT:
  case OP_JGE:
    give_names(t, &x->i.b);
    give_names(t, &x->i.a);
    return;
  case OP_JT:
  case OP_JF:
  case OP_JEQI:
  case OP_JNEI:
  case OP_JLTI:
  case OP_JGEI:
  case OP_CHECK:
  case OP_INTYPE: give_names(t, &x->i.a); return;
  case OP_PUT:
  case OP_RAISE:
  case OP_LOWER: give_names(t, &x->i.a); return;
  case OP_SNEXT:
  case OP_SLOOP:
    if (e->reads[1].n == 1 && !t->f->quiet) give_names(t, &x->i.b);
    return;
  case OP_SADD:
  case OP_SDEL: give_names(t, &x->i.b); return;
  case OP_OPT:
    give_names(t, &x->i.a);
    if (e->nreads > 1 && e->reads[1].n == 1) give_names(t, &x->i.b);
    return;
  default: break;
  }
  if (!e->pure || !widths(&x->i, e, &b, &c)) return;
  if (b == 1 && is_register(o[1])) give_names(t, &x->i.b);
  if (c == 1 && is_register(o[2])) give_names(t, &x->i.c);
}

static void set_now(Table *t, const Effect *e)
{
  for (int k = 0; k < e->nwrites; k++)
    for (int r = 0; r < e->writes[k].n; r++)
      t->now[e->writes[k].at + r] = unknown(t, t->block);
}

/* Instead of computing it: take it from there. */
static void take_from(Ins *x, int reg, int words)
{
  if (reg == x->i.a) x->gone = true;
  else if (words == 1) x->i = (PInstr){OP_MOV, x->i.a, (uint16_t)reg, 0, 0};
  else x->i = (PInstr){OP_MOVW, x->i.a, (uint16_t)reg, 0, words};
}

/* An earlier instruction gave the same, and its register was used again since: it gives
 * it to a spare one, too. */
static bool keep_earlier(Table *t, int32_t n, int words)
{
  INVARIANT((size_t)n < t->values.n);
  Value *v = &t->values.at[n];
  int life = t->now[t->f->regs + SLOT_LIFE];
  if (v->at < 0 || v->kept || v->life != life ||
      !comes_before(t, v->at, v->place, t->block, t->place))
    return false;
  int to = new_register(t, words);
  if (to < 0) return false;
  v->reg = to;
  v->kept = true;
  Ins *x = &t->f->blocks[v->at].ins.at[v->place];
  x->save = x->i.a;
  x->words = words;
  x->i.a = (uint16_t)to;
  return true;
}

static void number_pure(Table *t, Ins *x, const Effect *e)
{
  Value key;
  int words = e->writes[0].n, a = x->i.a;
  if (!value_of(t, &x->i, e, &key)) {
    set_now(t, e);
    return;
  }
  int32_t n = number_of(t, &key);
  if (t->values.at[n].is) n = t->values.at[n].is - 1;
  int r = register_of(t, n, words, t->now, t->block, t->place);
  bool cheap = x->i.op == OP_LDI || x->i.op == OP_LDK || x->i.op == OP_SNONE;
  if (r < 0 && cheap && t->f->quiet && hoist_out(t, n, x, e)) r = t->values.at[n].reg;
  if (r < 0 && !cheap && (hoist_out(t, n, x, e) || keep_earlier(t, n, words)))
    r = t->values.at[n].reg;
  if (r >= 0 && (!cheap || r == a || r >= t->f->regs)) {
    take_from(x, r, words);
  } else { /* from here on it is this one that others may take it from */
    Value *v = &t->values.at[n];
    rename_operands(t, x, e);
    v->at = t->block;
    v->place = t->place;
    v->life = t->now[t->f->regs + SLOT_LIFE];
    v->kept = false;
  }
  for (int k = 0; k < words; k++) t->now[a + k] = word_of(t, n, k);
}

/* What a value can be, where that is known. */
static bool within(const Table *t, int32_t n, const PType *type)
{
  INVARIANT((size_t)n < t->values.n);
  const Program *p = t->f->p;
  const Value *v = &t->values.at[n];
  int64_t lo = 0, hi = -1;
  switch (v->op) {
  case OP_LDI: lo = hi = v->d; break;
  case OP_ROW:
    hi = p->kinds[v->d].width > p->kinds[v->d].height ? p->kinds[v->d].width - 1
                                                      : p->kinds[v->d].height - 1;
    break;
  default: return false;
  }
  return lo <= hi && lo >= type->lo && hi <= type->hi;
}

/* A check that was made before, or cannot fail, is not made again. */
static void number_check(Table *t, Ins *x, const Effect *e)
{
  Value key;
  int32_t given = t->now[x->i.a];
  value_of(t, &x->i, e, &key);
  int32_t n = number_of(t, &key);
  Value *v = &t->values.at[n];
  if (x->i.op == OP_INTYPE && within(t, given, &t->f->p->types[x->i.d])) x->gone = true;
  else if (v->at >= 0 && comes_before(t, v->at, v->place, t->block, t->place))
    x->gone = true;
  else {
    v->at = t->block;
    v->place = t->place;
    rename_operands(t, x, e);
  }
}

/* ---- constants ------------------------------------------------------------------ */

static bool is_constant(const Table *t, int reg, int64_t *c)
{
  const Value *v = &t->values.at[t->now[reg]];
  if (v->op == OP_LDI) *c = v->d;
  return v->op == OP_LDI;
}

/* What an instruction gives whose operands are constants, as the machine computes it. */
static bool computed(const Table *t, const PInstr *i, int64_t *r)
{
  int64_t b = 0, c = 0;
  const PKind *k = i->op == OP_GRID ? &t->f->p->kinds[i->d] : NULL;
  bool has_b = i->op != OP_COL && is_constant(t, i->b, &b);
  if (i->op == OP_NEG || i->op == OP_ADDI) {
    *r = b == NONE ? NONE : i->op == OP_NEG ? -b : b + i->d;
    return has_b;
  }
  if (!is_constant(t, i->c, &c) || (!has_b && i->op != OP_COL)) return false;
  bool none = b == NONE || c == NONE;
  switch (i->op) {
  case OP_ADD: *r = none ? NONE : b + c; return true;
  case OP_SUB: *r = none ? NONE : b - c; return true;
  case OP_MUL: *r = none ? NONE : b * c; return true;
  case OP_EQ: *r = b == c; return true;
  case OP_NE: *r = b != c; return true;
  case OP_GRID:
    *r = b < 1 || c < 1 || b > k->width || c > k->height
             ? NONE
             : k->first + (c - 1) * k->width + b - 1;
    return true;
  case OP_COL: {
    const PColumn *q = &t->f->p->columns[i->d];
    bool is = c >= q->first && c - q->first < q->count;
    *r = is ? t->f->p->consts[q->base + (c - q->first)] : NONE;
    return q->base >= 0;
  }
  default: return false;
  }
}

/* Adding a constant is one instruction, adding nothing a copy. */
static void add_constant(const Table *t, PInstr *i)
{
  int64_t c;
  bool sub = i->op == OP_SUB;
  uint16_t other = i->b;
  if (!is_constant(t, i->c, &c)) {
    if (sub || !is_constant(t, i->b, &c)) return;
    other = i->c;
  }
  if (c == NONE) return;
  *i = (PInstr){OP_ADDI, i->a, other, 0, (int32_t)(sub ? -c : c)};
  if (!c) *i = (PInstr){OP_MOV, i->a, other, 0, 0};
}

/* A register with a value that was computed before; -1: there is none. */
static int register_again(Table *t, int32_t n)
{
  int r = register_of(t, n, 1, t->now, t->block, t->place);
  const Value *v = &t->values.at[n];
  if (r >= 0 || v->at < 0 || v->place < 0) return r;
  Effect e;
  effect_of(t->f, &t->f->blocks[v->at].ins.at[v->place].i, &e);
  if (e.nwrites == 1 && e.writes[0].n == 1 && keep_earlier(t, n, 1)) r = v->reg;
  return r;
}

static void compare_with(PInstr *i, int op, int reg, int64_t c)
{
  *i = (PInstr){(uint16_t)op, (uint16_t)reg, (uint16_t)(uint32_t)c,
                (uint16_t)((uint32_t)c >> 16), i->d};
}

/* A jump by whether something is so asks that itself. */
static void jump_by(Table *t, PInstr *i)
{
  Value v = t->values.at[t->now[i->a]];
  bool on = i->op == OP_JT;
  if (v.op == OP_SEMPTY && v.nops == 1) {
    int r = register_again(t, v.ops[0]);
    if (r >= 0) compare_with(i, on ? OP_JEQI : OP_JNEI, r, 0);
    return;
  }
  if (v.op == OP_NOT) {
    int r = register_again(t, v.ops[0]);
    if (r >= 0) i->a = (uint16_t)r, i->op = on ? OP_JF : OP_JT;
    return;
  }
  if (v.op != OP_EQ && v.op != OP_NE) return;
  int same = (v.op == OP_EQ) == on, k = t->values.at[v.ops[0]].op == OP_LDI;
  const Value *c = &t->values.at[v.ops[!k]];
  int64_t number = c->d;
  bool constant = c->op == OP_LDI;
  int r = register_again(t, v.ops[k]), q = constant ? 0 : register_again(t, v.ops[!k]);
  if (r < 0 || q < 0) return;
  if (constant) compare_with(i, same ? OP_JEQI : OP_JNEI, r, number);
  else *i = (PInstr){same ? OP_JEQ : OP_JNE, (uint16_t)r, (uint16_t)q, 0, i->d};
}

/* The same instruction with what is known of its operands. */
static void fold(Table *t, PInstr *i)
{
  int64_t r;
  switch (i->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_NEG:
  case OP_ADDI:
  case OP_EQ:
  case OP_NE:
  case OP_GRID:
  case OP_COL:
    if (computed(t, i, &r) && r >= INT32_MIN && r <= INT32_MAX)
      *i = (PInstr){OP_LDI, i->a, 0, 0, (int32_t)r};
    else if (i->op == OP_ADD || i->op == OP_SUB) add_constant(t, i);
    return;
  case OP_JT:
  case OP_JF: jump_by(t, i); return;
  case OP_JEQ:
  case OP_JNE:
    if (is_constant(t, i->b, &r))
      compare_with(i, i->op == OP_JEQ ? OP_JEQI : OP_JNEI, i->a, r);
    else if (is_constant(t, i->a, &r))
      compare_with(i, i->op == OP_JEQ ? OP_JEQI : OP_JNEI, i->b, r);
    return;
  case OP_JLT:
  case OP_JGE:
    if (is_constant(t, i->b, &r))
      compare_with(i, i->op == OP_JLT ? OP_JLTI : OP_JGEI, i->a, r);
    return;
  default: return;
  }
}

/* What was put into a field of the game is what it holds. */
static void remember(Table *t, const PInstr *i, int32_t put)
{
  const PField *f = &t->f->p->fields[i->d];
  int slot = slot_of_field(t->f, i->d);
  if (f->kind >= 0 || f->per_type >= 0 || f->size != 1 || !slot) return;
  Value v = {.op = OP_GETG, .d = i->d, .table = t->now[slot]};
  int32_t n = number_of(t, &v);
  t->values.at[n].is = put + 1;
}

static void number_ins(Table *t, Ins *x)
{
  Effect e;
  Flow *f = t->f;
  fold(t, &x->i);
  effect_of(f, &x->i, &e);
  if (x->i.op == OP_MOV) {
    int32_t n = t->now[x->i.b], a = x->i.a;
    give_names(t, &x->i.b);
    t->from[a] = x->i.b;
    if (t->now[a] == n || x->i.b == a) x->gone = true;
    t->now[a] = n;
    return;
  }
  if (e.pure && e.nwrites == 1 && e.writes[0].at == x->i.a) {
    number_pure(t, x, &e);
    return;
  }
  if (x->i.op == OP_INTYPE || x->i.op == OP_CHECK) {
    number_check(t, x, &e);
    return;
  }
  int32_t put = x->i.op == OP_PUT ? t->now[x->i.a] : -1;
  rename_operands(t, x, &e);
  effect_of(f, &x->i, &e);
  if (x->i.op == OP_MOVW) { /* what the words are is known */
    int32_t moved[MOST_OPERANDS];
    for (int k = 0; k < x->i.d && x->i.d <= MOST_OPERANDS; k++)
      moved[k] = t->now[x->i.b + k];
    set_now(t, &e);
    for (int k = 0; k < x->i.d && x->i.d <= MOST_OPERANDS; k++)
      t->now[x->i.a + k] = moved[k];
    return;
  }
  set_now(t, &e);
  bool *slots = arena_alloc(f->arena, (size_t)f->slots);
  flow_changes(f, &x->i, slots);
  for (int s = f->regs; s < f->slots; s++)
    if (slots[s]) t->now[s] = unknown(t, t->block);
  if (x->i.op == OP_PUT && f->quiet) remember(t, &x->i, put);
}

/* ---- blocks --------------------------------------------------------------------- */

/* What all who lead here agree about; what they do not comes from here. */
static void merge(Table *t, int b, bool forward_only, int from)
{
  const Flow *f = t->f;
  const Block *x = &f->blocks[b];
  for (int s = 0; s < f->slots; s++) {
    int32_t n = -1;
    bool differ = x->root;
    for (size_t k = 0; k < x->prev.n && !differ; k++) {
      int32_t q = x->prev.at[k];
      if (forward_only && f->blocks[q].order >= x->order) continue;
      if (n < 0) n = t->out[q][s];
      else differ = n != t->out[q][s];
    }
    t->now[s] = differ || n < 0 ? unknown(t, from) : n;
  }
}

static void enter_block(Table *t, int b)
{
  const Flow *f = t->f;
  int l = f->blocks[b].loop;
  size_t size = sizeof *t->now * (size_t)f->slots;
  if (l < 0 || f->loops[l].header != b) {
    merge(t, b, false, b);
    return;
  }
  merge(t, b, true, f->blocks[b].idom);
  t->pre[l] = arena_alloc(f->arena, size);
  memcpy(t->pre[l], t->now, size);
  for (int s = 0; s < f->slots; s++)
    if (f->loops[l].writes[s] || f->blocks[b].root) t->now[s] = unknown(t, b);
}

/* What an instruction gives to a spare register it gives to its own, too. */
static void write_saved(Flow *f)
{
  for (int b = 0; b < f->nblocks; b++) {
    Block *x = &f->blocks[b];
    size_t n = x->ins.n;
    Ins *old = x->ins.at;
    x->ins.at = NULL;
    x->ins.n = x->ins.cap = 0;
    for (size_t k = 0; k < n; k++) {
      Ins i = old[k];
      if (i.gone) continue;
      apush(f->arena, &x->ins, i);
      if (!i.words) continue;
      PInstr own = i.words == 1 ? (PInstr){OP_MOV, (uint16_t)i.save, i.i.a, 0, 0}
                                : (PInstr){OP_MOVW, (uint16_t)i.save, i.i.a, 0, i.words};
      Ins copy = {.i = own, .old = i.old, .value = -1, .to = -1};
      apush(f->arena, &x->ins, copy);
    }
  }
}

void number_values(Flow *f)
{
  Table t = {.f = f, .room = 1024};
  size_t size = sizeof *t.now * (size_t)f->slots;
  t.hash = arena_alloc(f->arena, sizeof *t.hash * t.room);
  t.now = arena_alloc(f->arena, size);
  t.from = arena_alloc(f->arena, sizeof *t.from * (size_t)f->slots);
  t.from_out = arena_alloc(f->arena, sizeof *t.from_out * (size_t)f->nblocks);
  t.out = arena_alloc(f->arena, sizeof *t.out * (size_t)f->nblocks);
  t.pre = arena_alloc(f->arena, sizeof *t.pre * ((size_t)f->nloops + 1));
  for (int i = 0; i < f->nblocks; i++) {
    int b = f->order[i];
    t.block = b;
    enter_block(&t, b);
    for (int r = 0; r < f->slots; r++)
      t.from[r] = f->blocks[b].idom < 0 ? r : t.from_out[f->blocks[b].idom][r];
    for (t.place = 0; t.place < (int)f->blocks[b].ins.n; t.place++)
      number_ins(&t, &f->blocks[b].ins.at[t.place]);
    t.out[b] = arena_alloc(f->arena, size);
    memcpy(t.out[b], t.now, size);
    t.from_out[b] = arena_alloc(f->arena, size);
    memcpy(t.from_out[b], t.from, size);
  }
  write_saved(f);
}
