/* The instructions on sets: of one word as values, of more as words in memory. */
#include "interp/native/gen.h"
#include "interp/base/invariant.h"

static const char *small_text(int op)
{
  switch (op) {
  case OP_SNONE: return "$a = 0;";
  case OP_SONE: return "$a = op_bit($b, $lo, $hi);";
  case OP_SSPAN: return "$a = op_span($b, $c, $lo, $hi);";
  case OP_SADD: return "$a |= op_bit($b, $lo, $hi);";
  case OP_SDEL: return "$a &= ~op_bit($b, $lo, $hi);";
  case OP_SHAS: return "$a = op_has($b, $c, $lo, $hi);";
  case OP_SOR: return "$a = $b | $c;";
  case OP_SAND: return "$a = $b & $c;";
  case OP_SSUB: return "$a = $b & ~$c;";
  case OP_SEQ: return "$a = $b == $c;";
  case OP_SIN: return "$a = ($b & ~$c) == 0;";
  case OP_SCOUNT: return "$a = count_bits((uint64_t)$b);";
  case OP_SEMPTY: return "$a = $b == 0;";
  case OP_SFIRST: return "$a = op_first($b, $lo);";
  case OP_SLAST: return "$a = op_last($b, $lo);";
  case OP_SONLY: return "$a = op_only($b, $lo);";
  case OP_SNTH: return "$a = op_nth($b, $c, $lo);";
  case OP_SPILE:
    return "{ int64_t t[1]; set_pile(vm, t, &vm->p->types[$d], $b); $a = t[0]; }";
  case OP_SNEXT:
    return "{ uint64_t x = op_rest($b, $a, $lo); if (!x) $f; "
           "$a = __builtin_ctzll(x) + $lo; }";
  case OP_SLOOP:
    return "if (RARE(vm->fuel <= 0)) $slow;\n  vm->fuel--; "
           "{ uint64_t x = op_after($b, $a, $lo); "
           "if (x) { $a = __builtin_ctzll(x) + $lo; $k; } }";
  case OP_SPREV:
    return "{ int64_t t[1] = {$b}, x = set_before(t, 1, $a == NONE ? 64 : $a - $lo); "
           "if (x < 0) $f; $a = x + $lo; }";
  default: return NULL;
  }
}

static const char *large_text(int op)
{
  switch (op) {
  case OP_SNONE: return "memset($&a, 0, 8 * $w);";
  case OP_SALL: return "set_all(vm, $d, $&a);";
  case OP_SONE:
    return "{ int64_t v = $b; memset($&a, 0, 8 * $w); "
           "if (v >= $lo && v <= $hi) set_put($&a, v - $lo); }";
  case OP_SSPAN: return "set_span($&a, &vm->p->types[$d], $b, $c);";
  case OP_SADD: return "if ($b >= $lo && $b <= $hi) set_put($&a, $b - $lo);";
  case OP_SDEL: return "if ($b >= $lo && $b <= $hi) set_drop($&a, $b - $lo);";
  case OP_SHAS: return "$a = op_wide_has($&b, $c, $lo, $hi);";
  case OP_SOR: return "for (int k = 0; k < $w; k++) $&a[k] = $&b[k] | $&c[k];";
  case OP_SAND: return "for (int k = 0; k < $w; k++) $&a[k] = $&b[k] & $&c[k];";
  case OP_SSUB: return "for (int k = 0; k < $w; k++) $&a[k] = $&b[k] & ~$&c[k];";
  case OP_SEQ: return "$a = !memcmp($&b, $&c, 8 * $w);";
  case OP_SIN: return "$a = op_wide_in($&b, $&c, $w);";
  case OP_SCOUNT: return "$a = set_count($&b, $w);";
  case OP_SEMPTY: return "$a = op_wide_any($&b, $w) == 0;";
  case OP_SFIRST:
    return "{ int64_t x = set_next($&b, $w, 0); $a = x < 0 ? NONE : x + $lo; }";
  case OP_SLAST: return "$a = set_last($&b, &vm->p->types[$d]);";
  case OP_SONLY:
    return "$a = set_count($&b, $w) == 1 ? set_next($&b, $w, 0) + $lo : NONE;";
  case OP_SNTH: return "$a = $c > 0 ? set_nth($&b, &vm->p->types[$d], $c) : NONE;";
  case OP_SPILE: return "set_pile(vm, $&a, &vm->p->types[$d], $b);";
  case OP_SEQF: return "set_equal(vm, $&a, $d, $b);";
  case OP_SEQFI: return "set_equal(vm, $&a, $d, $n);";
  case OP_SEQL: return "set_printed(vm, $&a, $d, $b);";
  case OP_SNEXT:
    return "{ int64_t x = op_wide_next($&b, $w, $a == NONE ? 0 : (uint64_t)$a - "
           "(uint64_t)($lo) + 1); if (x < 0) $f; $a = x + $lo; }";
  case OP_SLOOP:
    return "if (RARE(vm->fuel <= 0)) $slow;\n  vm->fuel--; "
           "{ int64_t x = op_wide_next($&b, $w, (uint64_t)$a - (uint64_t)($lo) + 1); "
           "if (x >= 0) { $a = x + $lo; $k; } }";
  case OP_SPREV:
    return "{ int64_t x = set_before($&b, $w, $a == NONE ? 64 * $w : $a - $lo); "
           "if (x < 0) $f; $a = x + $lo; }";
  default: return NULL;
  }
}

/* Round a table: also of one word, since its counter is changed, too. */
static void put_rotate(Gen *g, bool small)
{
  const char *most = g->i->op == OP_SEATS ? "vm->s->seats" : "MAX_THINGS";
  const PType *t = &g->p->types[g->i->d];
  int64_t n = (int64_t)t->hi - t->lo + 1;
  buf_add(g->b, "{ int64_t ");
  if (small && n >= 1 && n <= 64) {
    buf_printf(g->b, "n = %d", (int)n);
    put(g, ", v = $a, done = $[b-1]; bool on = op_rotate($b, $lo, ");
    put(g, g->i->op == OP_SEATS ? "n < vm->s->seats ? n : vm->s->seats" : "n");
    put(g, ", &v, $[b-2], &done); $[b-1] = done; $a = v; if (!on) $f; }");
    return;
  }
  if (small) put(g, "t[1] = {$b}, ");
  put(g, "v = $a, done = $[b-1]; bool on = done >= 0 && set_rotate(");
  put(g, small ? "t" : "$&b");
  put(g, ", &vm->p->types[$d], &v, $[b-2], &done, ");
  buf_add(g->b, most);
  put(g, "); $[b-1] = done; $a = v; if (!on) $f; }");
}

/* All there is: a constant, or what is there in this setup. */
static void put_all(Gen *g)
{
  INVARIANT(g->i->d >= 0 && g->i->d < g->p->n_types);
  const PType *t = &g->p->types[g->i->d];
  int present = t->kind >= 0 ? g->p->kinds[t->kind].present : -1;
  int64_t n = (int64_t)t->hi - t->lo + 1;
  put(g, "$a = ");
  if (present >= 0)
    buf_printf(g->b, "(int64_t)op_pair(cells, %d);", g->p->fields[present].cell);
  else
    buf_printf(g->b, "(int64_t)0x%llxu;",
               (unsigned long long)(n >= 64 ? ~(uint64_t)0
                                    : n > 0 ? ((uint64_t)1 << n) - 1
                                            : 0));
}

static void put_convert(Gen *g)
{
  const PType *t = &g->p->types[g->i->d], *f = &g->p->types[g->i->c];
  if (t->words == 1 && f->words == 1) {
    put(g, "$a = op_moved($b, ");
    buf_printf(g->b, "%d, %d, %d);", f->lo, t->lo, t->hi);
    return;
  }
  put(g, t->words == 1 ? "{ int64_t t[1]; set_convert(t" : "set_convert($&a");
  put(g, ", &vm->p->types[$d], ");
  put(g, f->words == 1 ? "(int64_t[1]){$b}" : "$&b");
  put(g, ", &vm->p->types[$C]);");
  if (t->words == 1) put(g, " $a = t[0]; }");
}

static void put_equal(Gen *g)
{
  const PField *f = &g->p->fields[g->i->d];
  put(g, "$a = op_equal(cells + ");
  buf_printf(g->b, "%d, %d, ", f->cell, f->count);
  put(g, g->i->op == OP_SEQF ? "$b);" : "$n);");
}

/* The things on which something is printed. */
static void put_printed(Gen *g)
{
  int lo, hi;
  if (!has_printed(g->p, g->i->d, &lo, &hi)) {
    put(g, "{ int64_t t[1]; set_printed(vm, t, $d, $b); $a = t[0]; }");
    return;
  }
  put(g, "{ int64_t v = $b; $a = v >= ");
  buf_printf(g->b, "%d && v <= %d ? printed%d[v - %d] : 0; }", lo, hi, g->i->d, lo);
}

static void put_from_list(Gen *g, bool small)
{
  put(g, small ? "{ int64_t t[1]; set_list(t" : "set_list($&a");
  put(g, ", &vm->p->types[$d], ");
  put(g, g->i->c == 1 ? "(int64_t[1]){$b}" : "$&b");
  put(g, ", $C);");
  if (small) put(g, " $a = t[0]; }");
}

bool emit_set(Gen *g)
{
  int words = g->i->op == OP_LSET ? g->p->types[g->i->d].words : 0;
  switch (g->i->op) {
  case OP_SCONV: put_convert(g); return true;
  case OP_LSET: put_from_list(g, words == 1); return true;
  case OP_SROT:
  case OP_SEATS: put_rotate(g, set_words(g->p, g->i) == 1); return true;
  default: break;
  }
  if (!small_text(g->i->op) && !large_text(g->i->op)) return false;
  words = set_words(g->p, g->i);
  bool field = g->i->op == OP_SEQF || g->i->op == OP_SEQFI;
  if (words == 1 && field && g->p->fields[g->i->d].count >= 1 &&
      g->p->fields[g->i->d].count <= 64)
    put_equal(g);
  else if (words == 1 && field)
    put(g, g->i->op == OP_SEQF
               ? "{ int64_t t[1] = {$a}; set_equal(vm, t, $d, $b); $a = t[0]; }"
               : "{ int64_t t[1] = {$a}; set_equal(vm, t, $d, $n); $a = t[0]; }");
  else if (words == 1 && g->i->op == OP_SEQL) put_printed(g);
  else if (words == 1 && g->i->op == OP_SALL) put_all(g);
  else put(g, words == 1 ? small_text(g->i->op) : large_text(g->i->op));
  return true;
}
