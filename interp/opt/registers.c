/* Which registers an instruction reads and writes: what the letters and the column
 * `gives` of op.def say, and the few that these cannot. */
#include "interp/base/invariant.h"
#include "interp/opt/opt.h"

#include <string.h>

bool is_register(char letter) { return letter == 'r' || letter == 'w' || letter == 'x'; }

static int wide_words(const Program *p, const PInstr *i)
{
  switch (i->op) {
  case OP_LDK:
  case OP_LSET: return i->c;
  case OP_GETW:
  case OP_PUTW: return p->types[p->fields[i->d].type].words;
  case OP_COLW: return p->types[p->columns[i->d].type].words;
  case OP_SCONV: return p->types[i->c].words;
  case OP_EXPECT: return i->d >= 0 ? p->types[i->d].words : 1;
  default: return i->d;
  }
}

int set_words(const Program *p, const PInstr *i)
{
  int t = i->d;
  switch (i->op) {
  case OP_OPT:
  case OP_OPTS: t = p->alts[i->d].type; break;
  case OP_SEQF:
  case OP_SEQFI: t = p->kinds[p->fields[i->d].kind].set_type; break;
  case OP_SEQL: t = p->kinds[p->columns[i->d].kind].set_type; break;
  case OP_ROW:
  case OP_LINE: t = p->kinds[i->d].set_type; break;
  case OP_JLINE: t = p->kinds[p->consts[i->d + LINE_GRID]].set_type; break;
  case OP_REACH: return p->chunks[i->d].result;
  default: break;
  }
  INVARIANT(t < p->n_types);
  return t < 0 ? 0 : p->types[t].words;
}

/* What the first operand is to an instruction. */
static void first_operand(const PInstr *i, Access *a)
{
  a->read = op_gives(i->op) == '-';
  a->write = !a->read;
  switch (i->op) {
  case OP_SADD:
  case OP_SDEL:
  case OP_SNEXT:
  case OP_SLOOP:
  case OP_SROT:
  case OP_SEATS:
  case OP_SPREV:
  case OP_OFFERED:
  case OP_AGAIN:
  case OP_LREV:
  case OP_PLREV:
  case OP_LADD:
  case OP_LDEL:
  case OP_LNEXT: /* keeps its value at the end of the list */
  case OP_PLNEXT: a->read = a->write = true; break;
  case OP_CALL:
  case OP_CALLS:
  case OP_DECIDE:
  case OP_ATTEMPT: a->n = 0; break; /* what it does is known where it is written */
  default: break;
  }
}

/* How many registers from b on are read where only the first has a letter. */
static int from_second(const Program *p, const PInstr *i, int n)
{
  switch (i->op) {
  case OP_ROW:
  case OP_LINE: return 3;
  case OP_DIST:
  case OP_REACH: return 2;
  case OP_OPT: return p->alts[i->d].form == ALT_SUBSET ? n + 2 : n;
  default: return n;
  }
}

/* Registers beside those that the letters name. */
static int other_registers(const Program *p, const PInstr *i, Access *out)
{
  const PField *f = strchr(op_operands(i->op), 'f') ? &p->fields[i->d] : NULL;
  switch (i->op) {
  case OP_GETI:
  case OP_GETW:
  case OP_PUT:
  case OP_PUTW:
  case OP_RAISE:
  case OP_LOWER:
  case OP_PILE: out[0] = (Access){i->c + 1, f->per_type >= 0, true, false}; return 1;
  case OP_SROT:
  case OP_SEATS:
    out[0] = (Access){i->b - 2, 1, true, false};
    out[1] = (Access){i->b - 1, 1, true, true};
    return 2;
  case OP_LNEXT:
  case OP_PLNEXT: out[0] = (Access){i->b - 1, 1, true, true}; return 1;
  case OP_DRAW: out[0] = (Access){i->d, 1, true, false}; return 1;
  default: return 0;
  }
}

int registers_of(const Program *p, const PInstr *i, Access out[MOST_ACCESS])
{
  const char *letters = op_operands(i->op);
  int regs[3] = {i->a, i->b, i->c}, n = 0;
  for (int k = 0; k < 3; k++) {
    if (!is_register(letters[k])) continue;
    Access a = {regs[k], 1, true, false};
    if (letters[k] == 'w') a.n = set_words(p, i);
    if (letters[k] == 'x') a.n = wide_words(p, i);
    if (k == 0) first_operand(i, &a);
    if (k == 1) a.n = from_second(p, i, a.n);
    out[n++] = a;
  }
  INVARIANT(n + 2 <= MOST_ACCESS); /* room for those that no letter names */
  return n + other_registers(p, i, out + n);
}
