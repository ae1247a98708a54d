/* Text with operands, and the instructions on numbers. */
#include "interp/native/gen.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

void put_reg(Gen *g, int reg)
{
  INVARIANT(reg >= 0 && reg < g->info->regs);
  if (!g->info->wide[reg]) buf_printf(g->b, "r%d", reg);
  else buf_printf(g->b, "%c[%d]", g->info->pure ? 'W' : 'R', reg);
}

static void put_address(Gen *g, int reg)
{
  buf_printf(g->b, "(%c + %d)", g->info->pure ? 'W' : 'R', reg);
}

static int operand(const Gen *g, char letter)
{
  INVARIANT(letter >= 'a' && letter <= 'c');
  return letter == 'a' ? g->i->a : letter == 'b' ? g->i->b : g->i->c;
}

static int64_t number(const PInstr *i) { return (int32_t)((uint32_t)i->c << 16 | i->b); }

static void put_number(Gen *g, int64_t n)
{
  if (n == NONE) buf_add(g->b, "NONE");
  else buf_printf(g->b, "%lld", (long long)n);
}

static void put_slow(Gen *g)
{
  if (g->info->pure) buf_add(g->b, "return trouble");
  else if (g->ip > g->flat && g->ip <= g->flat_end)
    buf_printf(g->b, "{ at = flat ? %d : %d; flat = false; goto slow; }", g->flat, g->ip);
  else buf_printf(g->b, "{ at = %d; goto slow; }", g->ip);
}

static void put_label(Gen *g, int ip)
{
  INVARIANT(ip >= g->info->first && ip < g->info->first + g->info->count);
  if (put_memo_exit(g, ip)) return;
  buf_printf(g->b, "goto L%d", ip - g->info->first);
}

/* One of the words behind $; gives where the text goes on. */
static const char *put_word(Gen *g, const char *t)
{
  const PType *type = NULL;
  static const struct {
    const char *word;
    int what;
  } words[] = {{"slow", 1}, {"ip", 2}, {"lo", 3}, {"hi", 4}};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    size_t n = strlen(words[k].word);
    if (strncmp(t, words[k].word, n)) continue;
    if (words[k].what >= 3) type = &g->p->types[g->i->d];
    switch (words[k].what) {
    case 1: put_slow(g); break;
    case 2: put_number(g, g->old); break;
    case 3: put_number(g, type->lo); break;
    default: put_number(g, type->hi);
    }
    return t + n;
  }
  return NULL;
}

static const char *put_operand(Gen *g, const char *t)
{
  const char *word = put_word(g, t);
  if (word) return word;
  switch (*t) {
  case 'a':
  case 'b':
  case 'c': put_reg(g, operand(g, *t)); return t + 1;
  case '&': put_address(g, operand(g, t[1])); return t + 2;
  case '[': {
    char *end;
    long by = strtol(t + 2, &end, 10);
    put_reg(g, operand(g, t[1]) + (int)by);
    return end + 1;
  }
  case 'd': put_number(g, g->i->d); return t + 1;
  case 'C': put_number(g, g->i->c); return t + 1;
  case 'n': put_number(g, number(g->i)); return t + 1;
  case 'w': put_number(g, set_words(g->p, g->i)); return t + 1;
  case '>': put_label(g, g->i->d); return t + 1;
  case 'f': put_label(g, g->ip + g->i->c); return t + 1;
  case 'k': put_label(g, g->ip - g->i->c); return t + 1;
  default: abort(); /* a mistake in the generator */
  }
}

void put(Gen *g, const char *text)
{
  while (*text) {
    size_t n = strcspn(text, "$");
    buf_addn(g->b, text, n);
    text += n;
    if (*text) text = put_operand(g, text + 1);
  }
}

void put_spill(Gen *g, int from, int to)
{
  INVARIANT(from >= 0);
  for (int k = from; k < to && k < g->info->regs; k++)
    if (!g->info->wide[k]) buf_printf(g->b, "R[%d] = r%d; ", k, k);
}

void put_anchor(Gen *g)
{
  if (!g->info->pure) put_spill(g, 0, 2);
  buf_printf(g->b, "op_anchor(vm, R, %d); ", g->c->regs);
}

/* ---- numbers and jumps ---------------------------------------------------------- */

static const char *plain_text(int op)
{
  switch (op) {
  case OP_NOP: return ";";
  case OP_SHARE: return ";"; /* who asks for shares gets an interpreter */
  case OP_LDI: return "$a = $d;";
  case OP_MOV: return "$a = $b;";
  case OP_JMP: return "$>;";
  case OP_JT: return "if ($a == 1) $>;";
  case OP_JF: return "if ($a != 1) $>;";
  case OP_JEQ: return "if ($a == $b) $>;";
  case OP_JNE: return "if ($a != $b) $>;";
  case OP_JLT: return "if ($a < $b) $>;";
  case OP_JGE: return "if ($a >= $b) $>;";
  case OP_JEQI: return "if ($a == $n) $>;";
  case OP_JNEI: return "if ($a != $n) $>;";
  case OP_JLTI: return "if ($a < $n) $>;";
  case OP_JGEI: return "if ($a >= $n) $>;";
  case OP_LOOP: return "if (RARE(vm->fuel <= 0)) $slow;\n  vm->fuel--; $>;";
  case OP_AGAIN:
    return "if (RARE(vm->fuel <= 0)) $slow;\n  vm->fuel--; if ($a >= 1) { $a--; $>; }";
  case OP_ADD: return "$a = op_add($b, $c);";
  case OP_SUB: return "$a = op_sub($b, $c);";
  case OP_MUL: return "$a = op_mul($b, $c);";
  case OP_DIV: return "if (RARE($c == 0)) $slow; $a = op_div($b, $c);";
  case OP_NEG: return "$a = op_neg($b);";
  case OP_ADDI: return "$a = op_add($b, $d);";
  case OP_MIN: return "$a = op_min($b, $c);";
  case OP_MAX: return "$a = op_max($b, $c);";
  case OP_NOT: return "$a = $b != 1;";
  case OP_EQ: return "$a = $b == $c;";
  case OP_NE: return "$a = $b != $c;";
  case OP_LT: return "$a = op_lt($b, $c);";
  case OP_LE: return "$a = op_le($b, $c);";
  case OP_CLAMP: return "$a = op_clamp($b, $lo, $hi);";
  case OP_CHECK: return "if (RARE($a == NONE)) $slow;";
  case OP_INTYPE: return "if (RARE(($a < $lo || $a > $hi) && $a != NONE)) $slow;";
  case OP_WINNERS: return "$a = vm->s->winners;";
  case OP_PAT: return "$a = op_pile_at(vm, $b, $c, true);";
  case OP_PPOS: return "$a = op_pile_at(vm, $b, $c, false);";
  case OP_PLIST: return "list_pile(vm, $&a, $d, $b);";
  case OP_WHERE: return "$a = op_where(vm, $b);";
  case OP_OWNER: return "$a = op_pile_owner(vm, $b);";
  case OP_LREV: return "list_reverse($&a, $d);";
  case OP_PLREV: return "list_reverse_packed($&a, $d);";
  case OP_LADD: return "if (RARE(!list_append($&a, $d, $b))) $slow;";
  case OP_LDEL: return "list_delete($&a, $d, $b);";
  case OP_LAT: return "$a = op_list_at($&b, $c, $d);";
  default: return NULL;
  }
}

/* Words one by one: those of a constant, of a copy, of nothing. */
static void put_words(Gen *g)
{
  const PInstr *i = g->i;
  int n = i->op == OP_LDK ? i->c : i->d;
  for (int k = 0; k < n; k++) {
    int at = i->op == OP_MOVW && i->a > i->b ? n - 1 - k : k; /* they may overlap */
    put_reg(g, i->a + at);
    buf_add(g->b, " = ");
    if (i->op == OP_MOVW) put_reg(g, i->b + at);
    else if (i->op == OP_LDK && g->p->consts[i->d + k] == INT64_MIN)
      buf_add(g->b, "INT64_MIN"); /* it has no literal */
    else put_number(g, i->op == OP_LDK ? g->p->consts[i->d + k] : 0);
    buf_add(g->b, "; ");
  }
}

static void put_same(Gen *g)
{
  buf_add(g->b, "");
  put(g, "$a = ");
  for (int k = 0; k < g->i->d; k++) {
    buf_add(g->b, k ? " && " : "");
    put_reg(g, g->i->b + k);
    buf_add(g->b, " == ");
    put_reg(g, g->i->c + k);
  }
  buf_add(g->b, ";");
}

/* Lists in memory. */
static const char *list_text(const Gen *g)
{
  switch (g->i->op) {
  case OP_LNEXT:
    return "if ($[b-1] < 0 || $[b-1] >= $b || $[b-1] >= $d - 1) $f; "
           "$a = $&b[1 + $[b-1]]; $[b-1]++;";
  case OP_PLNEXT:
    return "if ($[b-1] < 0 || $[b-1] >= (int32_t)$b || $[b-1] >= ($d - 1) * 4) $f; "
           "$a = packed_at($&b, $[b-1]); $[b-1]++;";
  default: return NULL;
  }
}

bool emit_plain(Gen *g)
{
  const char *text = plain_text(g->i->op);
  if (!text) text = list_text(g);
  if (text) put(g, text);
  else if (g->i->op == OP_LDK || g->i->op == OP_MOVW || g->i->op == OP_CLEAR)
    put_words(g);
  else if (g->i->op == OP_WEQ) put_same(g);
  else return false;
  return true;
}
