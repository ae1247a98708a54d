/* The instructions on fields, printed values and piles. */
#include "interp/native/gen.h"

/* The number of the cell of a field, for a thing in $c at $c+1; -1: there is none. */
static void put_cell(Gen *g, const PField *f)
{
  Buf *b = g->b;
  if (f->kind < 0 && f->per_type < 0) buf_printf(b, "%d", f->cell);
  else if (f->per_type < 0) {
    buf_printf(b, "op_cell(%d, ", f->cell);
    put(g, "$c, ");
    buf_printf(b, "%d, %d, %d)", f->first, f->count, f->size);
  } else if (f->kind < 0) {
    buf_printf(b, "op_cell(%d, ", f->cell);
    put(g, "$[c+1], ");
    buf_printf(b, "%d, %d, %d)", f->per_first, f->per_count, f->size);
  } else {
    buf_printf(b, "op_cell2(%d, ", f->cell);
    put(g, "$c, ");
    buf_printf(b, "%d, %d, ", f->first, f->count);
    put(g, "$[c+1], ");
    buf_printf(b, "%d, %d, %d)", f->per_first, f->per_count, f->size);
  }
}

static void put_place(Gen *g, const PField *f)
{
  put(g, f->per_type >= 0 ? "(int64_t[2]){$c, $[c+1]}" : "(int64_t[2]){$c, 0}");
}

/* Writes `v` into `cell` unless it is there. */
static void put_store(Gen *g, const PField *f)
{
  int at = g->quiet ? kept_sets(g->know, g->i->d) : -1;
  if (at >= 0) {
    const PType *t = &g->p->types[f->type];
    buf_printf(
        g->b,
        "if (cell >= 0) { kept_change(vm->quiet.sets + %d, cell - %d, cells[cell], "
        "(int32_t)v, %d, %d); cells[cell] = (int32_t)v; } }",
        at, f->cell, t->lo, t->hi);
    return;
  }
  if (g->quiet) {
    buf_add(g->b, "if (cell >= 0) cells[cell] = (int32_t)v; }");
    return;
  }
  put(g, "if (cell >= 0 && cells[cell] != (int32_t)v) { if (RARE(vm->fn)) { ");
  put_anchor(g);
  put(g, "state_set(vm, $d, ");
  put_place(g, f);
  put(g, ", v, $ip, (int32_t)$b); } else op_write(vm, cells, cell, v); } }");
}

static void put_put(Gen *g)
{
  const PField *f = &g->p->fields[g->i->d];
  const PType *t = &g->p->types[f->type];
  put(g, "{ int64_t v = $a; if (RARE((v < ");
  buf_printf(g->b, "%d || v > %d)", t->lo, t->hi);
  if (t->opt || f->flags & FIELD_OPTION) buf_add(g->b, " && v != NONE");
  put(g, ")) $slow; int32_t cell = ");
  put_cell(g, f);
  buf_add(g->b, "; ");
  put_store(g, f);
}

static void put_change(Gen *g)
{
  const PField *f = &g->p->fields[g->i->d];
  const PType *t = &g->p->types[f->type];
  buf_add(g->b, "{ int32_t cell = ");
  put_cell(g, f);
  put(g, "; int64_t v = cell < 0 ? 0 : op_changed(cells[cell], ");
  put(g, g->i->op == OP_RAISE ? "$a" : "op_neg($a)");
  buf_printf(g->b, ", %d, %d); ", t->lo, t->hi);
  put_store(g, f);
}

static void put_get(Gen *g)
{
  const PField *f = &g->p->fields[g->i->d];
  if (f->kind < 0 && f->per_type < 0) {
    put(g, "$a = cells[");
    buf_printf(g->b, "%d];", f->cell);
  } else if (g->i->op == OP_GET || (f->per_type < 0 && f->size == 1)) {
    put(g, "$a = op_get(cells, ");
    buf_printf(g->b, "%d, ", f->cell);
    put(g, "$c, ");
    buf_printf(g->b, "%d, %d);", f->first, f->count);
  } else {
    buf_add(g->b, "{ int32_t cell = ");
    put_cell(g, f);
    put(g, "; $a = cell < 0 ? NONE : cells[cell]; }");
  }
}

static void put_get_wide(Gen *g)
{
  const PField *f = &g->p->fields[g->i->d];
  const PType *t = &g->p->types[f->type];
  buf_add(g->b, "{ int32_t cell = ");
  put_cell(g, f);
  if (t->words == 1 && t->tag != T_LIST)
    put(g, "; $a = cell < 0 ? 0 : (int64_t)op_pair(cells, cell); }");
  else if (t->words == 1) put(g, "; $a = cell < 0 ? 0 : cells[cell]; }");
  else {
    put(g, "; if (cell < 0) memset($&a, 0, ");
    buf_printf(g->b, "8 * %d", t->words);
    put(g, "); else state_get_wide(vm, cells, $d, cell, $&a); }");
  }
}

static void put_put_wide(Gen *g)
{
  const PField *f = &g->p->fields[g->i->d];
  int words = g->p->types[f->type].words;
  if (g->quiet && words == 1 && g->p->types[f->type].tag != T_LIST) {
    buf_add(g->b, "{ int32_t cell = ");
    put_cell(g, f);
    put(g,
        "; uint64_t v = (uint64_t)$a; if (cell >= 0) { "
        "cells[cell] = (int32_t)(uint32_t)v; cells[cell + 1] = (int32_t)(v >> 32); } }");
    return;
  }
  buf_add(g->b, "if (RARE(vm->fn)) { ");
  put_anchor(g);
  put(g, "} state_set_wide(vm, $d, ");
  put_place(g, f);
  put(g, words == 1 ? ", (int64_t[1]){$a}" : ", $&a");
  put(g, ", $ip, (int32_t)$b);");
}

/* Printed values that fit into a few bits are constants of the C: a compiler then knows
 * that none of them is none, and that no write changes them. */
enum { MOST_CONSTANT = 1024 };
static int column_bits(const Program *p, const PColumn *c)
{
  int bits = 8;
  if (c->base < 0 || p->types[c->type].words != 1 || c->count > MOST_CONSTANT) return 0;
  for (int k = 0; k < c->count; k++) {
    int64_t v = p->consts[c->base + k];
    if (v != (int16_t)v) return 0;
    if (v != (int8_t)v) bits = 16;
  }
  return bits;
}

static bool is_read(const Optimized *o, int op, int column)
{
  for (int ip = 0; ip < o->n; ip++)
    if (o->code[ip].op == op && o->code[ip].d == column) return true;
  return false;
}

/* Are the things on which each of a few values is printed constants of the C, too? */
bool has_printed(const Program *p, int column, int *lo, int *hi)
{
  enum { MOST_VALUES = 64 };
  const PColumn *c = &p->columns[column];
  if (!column_bits(p, c) || c->count < 1 || c->count > 64 ||
      p->types[p->kinds[c->kind].set_type].words != 1)
    return false;
  *lo = *hi = (int)p->consts[c->base];
  for (int k = 1; k < c->count; k++) {
    int v = (int)p->consts[c->base + k];
    if (v < *lo) *lo = v;
    if (v > *hi) *hi = v;
  }
  return *hi - *lo < MOST_VALUES;
}

static void put_printed_sets(const Program *p, int column, Buf *b)
{
  const PColumn *c = &p->columns[column];
  int lo, hi;
  if (!has_printed(p, column, &lo, &hi)) return;
  buf_printf(b, "static const int64_t printed%d[%d] = {", column, hi - lo + 1);
  for (int v = lo; v <= hi; v++) {
    uint64_t set = 0;
    for (int k = 0; k < c->count; k++)
      set |= (uint64_t)(p->consts[c->base + k] == v) << k;
    buf_printf(b, "%s(int64_t)0x%llxu", v > lo ? "," : "", (unsigned long long)set);
  }
  buf_add(b, "};\n");
}

void put_columns(const Program *p, const Optimized *o, Buf *b)
{
  for (int n = 0; n < p->n_columns; n++) {
    const PColumn *c = &p->columns[n];
    int bits = column_bits(p, c);
    if (is_read(o, OP_SEQL, n)) put_printed_sets(p, n, b);
    if (!bits || !is_read(o, OP_COL, n)) continue;
    buf_printf(b, "static const int%d_t column%d[%d] = {", bits, n, c->count + 1);
    for (int k = 0; k < c->count; k++) buf_printf(b, "%d,", (int)p->consts[c->base + k]);
    buf_add(b, "0};\n");
  }
}

static void put_column(Gen *g)
{
  const PColumn *c = &g->p->columns[g->i->d];
  const PKind *k = &g->p->kinds[c->kind];
  int words = g->p->types[c->type].words;
  if (g->i->op == OP_COL && column_bits(g->p, c)) {
    put(g, "{ uint64_t k = (uint64_t)$c - ");
    buf_printf(g->b, "%d; ", c->first);
    put(g, "$a = k < ");
    buf_printf(g->b, "%d ? column%d[k] : NONE; }", c->count, g->i->d);
  } else if (g->i->op == OP_COL) {
    put(g, "$a = op_col(vm->p->consts + ");
    buf_printf(g->b, "%d, ", c->base);
    put(g, "$c, ");
    buf_printf(g->b, "%d, %d);", c->first, c->count);
  } else if (words == 1) {
    put(g, "{ uint64_t k = (uint64_t)$c - ");
    buf_printf(g->b, "%d; ", k->first);
    put(g, "$a = k < ");
    buf_printf(g->b, "%d ? vm->p->consts[%d + k] : 0; }", k->count, c->base);
  } else {
    put(g, "{ uint64_t k = (uint64_t)$c - ");
    buf_printf(g->b, "%d; if (k < %d) ", k->first, k->count);
    put(g, "memcpy($&a, vm->p->consts + ");
    buf_printf(g->b, "%d + k * %d, 8 * %d); ", c->base, words, words);
    put(g, "else memset($&a, 0, ");
    buf_printf(g->b, "8 * %d); }", words);
  }
}

static void put_fill(Gen *g)
{
  const PField *f = &g->p->fields[g->i->d];
  const PType *t = &g->p->types[f->type];
  put(g, "{ int64_t v = $a; if ((v >= ");
  buf_printf(g->b, "%d && v <= %d) || v == NONE) ", t->lo, t->hi);
  int at = g->quiet ? kept_sets(g->know, g->i->d) : -1;
  buf_add(g->b, "{ ");
  if (at >= 0)
    buf_printf(g->b, "kept_fill(vm->quiet.sets + %d, %d, v, %d, %d); ", at, f->count,
               t->lo, t->hi);
  buf_printf(g->b, "for (int32_t k = %d; k < %d; k++) ", f->cell,
             f->cell + f->count * f->per_count);
  put(g, g->quiet ? "cells[k] = (int32_t)v; } }"
                  : "if (cells[k] != v) op_write(vm, cells, k, v); } }");
}

static void put_pile(Gen *g)
{
  const PField *f = &g->p->fields[g->i->d];
  buf_add(g->b, "{ uint64_t x = ");
  if (f->kind < 0) buf_add(g->b, "0");
  else {
    put(g, "(uint64_t)$c");
    buf_printf(g->b, " - %d", f->first);
  }
  buf_add(g->b, ", k = ");
  if (f->per_type < 0) buf_add(g->b, "0");
  else {
    put(g, "(uint64_t)$[c+1]");
    buf_printf(g->b, " - (uint64_t)(int64_t)%d", f->per_first);
  }
  put(g, "; $a = ");
  buf_printf(g->b, "x < %d && k < %d ? %d + (int64_t)(x * %d + k) : NONE; }", f->count,
             f->per_count, f->pile, f->per_count);
}

static void put_pile_end(Gen *g, int which, const char *none)
{
  const PHeader *h = g->p->header;
  put(g, "$a = op_pile(cells, $b, ");
  buf_printf(g->b, "%d, %d, %s);", h->piles, h->pile_cells + which, none);
}

static void put_move(Gen *g)
{
  const PHeader *h = g->p->header;
  put(g, "if ($a >= 0 && $a < ");
  buf_printf(g->b, "%d && ", g->p->n_things);
  put(g, "$b >= 0 && $b < ");
  buf_printf(g->b, "%d) { ", h->piles);
  put_anchor(g);
  put(g, "pile_move(vm, (int32_t)$a, (int32_t)$b, $d == 1, $ip, (int32_t)$c); }");
}

static void put_shuffle(Gen *g)
{
  buf_add(g->b, "{ ");
  put_anchor(g);
  put(g, "pile_shuffle(vm, $a >= 0 && $a < ");
  buf_printf(g->b, "%d ", g->p->header->piles);
  put(g, "? (int32_t)$a : -1, $ip, (int32_t)$b); }");
}

static void put_reveal(Gen *g)
{
  int words = set_words(g->p, g->i);
  buf_add(g->b, "{ ");
  put_anchor(g);
  put(g, words == 1 ? "op_reveal(vm, (int64_t[1]){$a}" : "op_reveal(vm, $&a");
  put(g, ", &vm->p->types[$d], $b, $ip, $c); }");
}

bool emit_state(Gen *g)
{
  switch (g->i->op) {
  case OP_GETG:
  case OP_GET:
  case OP_GETI: put_get(g); return true;
  case OP_GETW: put_get_wide(g); return true;
  case OP_PUT: put_put(g); return true;
  case OP_PUTW: put_put_wide(g); return true;
  case OP_RAISE:
  case OP_LOWER: put_change(g); return true;
  case OP_FILL: put_fill(g); return true;
  case OP_COL:
  case OP_COLW: put_column(g); return true;
  case OP_PILE: put_pile(g); return true;
  case OP_PCOUNT: put_pile_end(g, PC_COUNT_, "0"); return true;
  case OP_PTOP: put_pile_end(g, PC_TOP, "NONE"); return true;
  case OP_PBOTTOM: put_pile_end(g, PC_BOTTOM, "NONE"); return true;
  case OP_MOVE: put_move(g); return true;
  case OP_SHUFFLE: put_shuffle(g); return true;
  case OP_REVEAL: put_reveal(g); return true;
  default: return false;
  }
}
