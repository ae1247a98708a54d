/* What each instruction reads, writes and may do: the knowledge of all passes. */
#include "interp/opt/opt_int.h"
#include "interp/base/invariant.h"

static void reads(Effect *e, int at, int n)
{
  INVARIANT(e->nreads < (int)(sizeof e->reads / sizeof *e->reads));
  if (n > 0) e->reads[e->nreads++] = (Span){at, n};
}
static void writes(Effect *e, int at, int n)
{
  INVARIANT(e->nwrites < (int)(sizeof e->writes / sizeof *e->writes));
  if (n > 0) e->writes[e->nwrites++] = (Span){at, n};
}

/* Does register operand k stand there for nothing: the thing of a field of the game, what
 * a list's loop finds and leaves at its end to nobody? */
static bool unread(const Program *p, const PInstr *i, int k)
{
  switch (i->op) {
  case OP_GET:
  case OP_GETI:
  case OP_GETW:
  case OP_PUT:
  case OP_PUTW:
  case OP_RAISE:
  case OP_LOWER:
  case OP_PILE:
    return k == 1 + is_register(op_operands(i->op)[1]) && p->fields[i->d].kind < 0;
  case OP_LNEXT:
  case OP_PLNEXT: return k == 0;
  default: return false;
  }
}

static void use_registers(const Program *p, const PInstr *i, Effect *e)
{
  Access x[MOST_ACCESS];
  int n = registers_of(p, i, x);
  for (int k = 0; k < n; k++) {
    if (x[k].read && !unread(p, i, k)) reads(e, x[k].reg, x[k].n);
    if (x[k].write) writes(e, x[k].reg, x[k].n);
  }
}

/* What of the table it looks at or changes. */
static void use_table(const Program *p, const PInstr *i, Effect *e)
{
  switch (i->op) {
  case OP_PCOUNT:
  case OP_PTOP:
  case OP_PBOTTOM:
  case OP_PAT:
  case OP_PPOS:
  case OP_PLIST:
  case OP_WHERE:
  case OP_OWNER:
  case OP_SPILE:
  case OP_MOVE:
  case OP_SHUFFLE: e->piles = true; return;
  case OP_PILE: return; /* which pile it is stays */
  case OP_NEXT:
  case OP_NEXT1: e->field = p->kinds[i->d].present; return;
  case OP_SALL:
    if (p->types[i->d].kind >= 0) e->field = p->kinds[p->types[i->d].kind].present;
    return;
  default:
    if (op_operands(i->op)[3] == 'f') e->field = i->d;
  }
}

/* May the machine stop there, or do something with registers that nobody here follows? */
static bool stops(const PInstr *i)
{
  switch (op_does(i->op)) {
  case DOES_CHANCE: return true;
  case DOES_ASK: return i->op != OP_OPT;
  case DOES_ALONE: return i->op != OP_TRIED && i->op != OP_HALT;
  default: return op_operands(i->op)[2] == 'L' || i->op == OP_SHOW;
  }
}

/* Where nobody is asked outside: what is drawn goes to the registers of an answer. */
static void answers(const Program *p, const PInstr *i, Effect *e)
{
  const PDecision *d = &p->decisions[i->d];
  for (int n = d->first_alt; n < d->first_alt + d->alts; n++)
    writes(e, p->alts[n].var,
           alt_gives_set(&p->alts[n]) ? p->types[p->alts[n].type].words : 1);
  if (d->seat >= 0) writes(e, d->seat, 1);
  if (d->flags & DECISION_ATTEMPT) writes(e, i->a, 1);
  e->maybe = d->alts > 1;
}

/* What the machine does itself in a game that nobody watches. */
static bool goes_on(const Program *p, const PInstr *i, Effect *e)
{
  switch (i->op) {
  case OP_BEGIN:
  case OP_GATHER: return true;
  case OP_DECIDE: answers(p, i, e); return true;
  case OP_DRAW: e->piles = e->changes = true; break;
  case OP_RANDOM: break;
  default: return false;
  }
  use_registers(p, i, e);
  return true;
}

void effect_of(const Flow *f, const PInstr *i, Effect *e)
{
  const Program *p = f->p;
  const PChunk *k = f->k;
  *e = (Effect){.field = -1};
  if (f->quiet && goes_on(p, i, e)) return;
  switch (i->op) {
  case OP_TELL:
  case OP_TOLD:
  case OP_NOTE:
  case OP_NOTEAT:
  case OP_SHARE:
  case OP_OPTS:
  case OP_GATHER: e->all = true; return;
  case OP_CALL:
  case OP_CALLS:
    e->all = e->pause = e->stirs = true;
    writes(e, i->a, k->regs - i->a);
    return;
  default: break;
  }
  if (stops(i)) {
    e->all = e->pause = e->stirs = true;
    if (i->op != OP_BEGIN) writes(e, 0, k->regs);
    return;
  }
  use_registers(p, i, e);
  use_table(p, i, e);
  if (i->op == OP_OPT && alt_gives_set(&p->alts[i->d]))
    reads(e, p->alts[i->d].var, set_words(p, i));
  /* What is known decides about nothing that is pure. */
  e->changes = op_does(i->op) == DOES_WRITE && i->op != OP_REVEAL && i->op != OP_SIGHT;
  e->pure = op_does(i->op) == DOES_PURE && (i->op != OP_LDK || i->c == 1);
}

bool falls_through(const PInstr *i)
{
  switch (i->op) {
  case OP_JMP:
  case OP_LOOP:
  case OP_RET:
  case OP_DECIDE:
  case OP_FAIL:
  case OP_HALT: return false;
  default: return true;
  }
}
