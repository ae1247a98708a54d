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

static void field_at(const Program *p, Effect *e, const PInstr *i)
{
  const PField *f = &p->fields[i->d];
  if (f->kind >= 0) reads(e, i->c, 1);
  if (f->per_type >= 0) reads(e, i->c + 1, 1);
  e->field = i->d;
}

static int words(const Program *p, int type) { return p->types[type].words; }
static int kind_words(const Program *p, int kind)
{
  return words(p, p->kinds[kind].set_type);
}

/* Numbers and jumps. */
static bool plain_effect(const Program *p, const PInstr *i, Effect *e)
{
  (void)p;
  switch (i->op) {
  case OP_NOP:
  case OP_JMP:
  case OP_LOOP:
  case OP_RET:
  case OP_FAIL:
  case OP_HALT:
  case OP_LOSE: return true;
  case OP_LDI: writes(e, i->a, 1), e->pure = true; return true;
  case OP_CLEAR: writes(e, i->a, i->d); return true;
  case OP_LDK: writes(e, i->a, i->c), e->pure = i->c == 1; return true;
  case OP_MOV: reads(e, i->b, 1), writes(e, i->a, 1), e->pure = true; return true;
  case OP_MOVW: reads(e, i->b, i->d), writes(e, i->a, i->d); return true;
  case OP_JT:
  case OP_JF:
  case OP_JEQI:
  case OP_JNEI:
  case OP_JLTI:
  case OP_JGEI:
  case OP_CHECK:
  case OP_INTYPE:
  case OP_DONE:
  case OP_TRIED:
  case OP_WIN:
  case OP_WINBY: reads(e, i->a, 1); return true;
  case OP_JEQ:
  case OP_JNE:
  case OP_JLT:
  case OP_JGE: reads(e, i->a, 1), reads(e, i->b, 1); return true;
  case OP_AGAIN: reads(e, i->a, 1), writes(e, i->a, 1); return true;
  case OP_DIV: reads(e, i->b, 1), reads(e, i->c, 1), writes(e, i->a, 1); return true;
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_MIN:
  case OP_MAX:
  case OP_EQ:
  case OP_NE:
  case OP_LT:
  case OP_LE:
  case OP_GRID:
    reads(e, i->b, 1), reads(e, i->c, 1), writes(e, i->a, 1), e->pure = true;
    return true;
  case OP_NEG:
  case OP_ADDI:
  case OP_NOT:
  case OP_CLAMP:
  case OP_POS: reads(e, i->b, 1), writes(e, i->a, 1), e->pure = true; return true;
  case OP_WINNERS: writes(e, i->a, 1); return true;
  case OP_LEARN: reads(e, i->a, 1), reads(e, i->b, 1), reads(e, i->c, 1); return true;
  default: return false;
  }
}

/* Fields, printed values, piles. */
static bool table_effect(const Program *p, const PInstr *i, Effect *e)
{
  switch (i->op) {
  case OP_GETG: writes(e, i->a, 1), e->field = i->d, e->pure = true; return true;
  case OP_GET:
  case OP_GETI: field_at(p, e, i), writes(e, i->a, 1), e->pure = true; return true;
  case OP_GETW:
    field_at(p, e, i), writes(e, i->a, words(p, p->fields[i->d].type)), e->pure = true;
    return true;
  case OP_PUT:
  case OP_RAISE:
  case OP_LOWER:
  case OP_PUTW:
    reads(e, i->a, i->op == OP_PUTW ? words(p, p->fields[i->d].type) : 1);
    reads(e, i->b, 1), field_at(p, e, i), e->changes = true;
    return true;
  case OP_FILL: reads(e, i->a, 1), e->field = i->d, e->changes = true; return true;
  case OP_COL: reads(e, i->c, 1), writes(e, i->a, 1), e->pure = true; return true;
  case OP_COLW:
    reads(e, i->c, 1), writes(e, i->a, words(p, p->columns[i->d].type)), e->pure = true;
    return true;
  case OP_PILE: {
    const PField *f = &p->fields[i->d];
    if (f->kind >= 0) reads(e, i->c, 1);
    if (f->per_type >= 0) reads(e, i->c + 1, 1);
    writes(e, i->a, 1), e->pure = true;
    return true;
  }
  case OP_PCOUNT:
  case OP_PTOP:
  case OP_PBOTTOM:
  case OP_WHERE:
  case OP_OWNER:
    reads(e, i->b, 1), writes(e, i->a, 1), e->piles = e->pure = true;
    return true;
  case OP_PAT:
  case OP_PPOS:
    reads(e, i->b, 1), reads(e, i->c, 1), writes(e, i->a, 1), e->piles = e->pure = true;
    return true;
  case OP_PLIST:
    reads(e, i->b, 1), writes(e, i->a, i->d), e->piles = e->pure = true;
    return true;
  case OP_SPILE:
    reads(e, i->b, 1), writes(e, i->a, words(p, i->d)), e->piles = e->pure = true;
    return true;
  case OP_MOVE:
    reads(e, i->a, 1), reads(e, i->b, 1), reads(e, i->c, 1);
    e->piles = e->changes = true;
    return true;
  case OP_SHUFFLE:
    reads(e, i->a, 1), reads(e, i->b, 1), e->piles = e->changes = true;
    return true;
  case OP_SIGHT: reads(e, i->a, 1), reads(e, i->b, 1), reads(e, i->c, 1); return true;
  case OP_REVEAL: /* what is known decides about nothing that is pure */
    reads(e, i->a, words(p, i->d)), reads(e, i->b, 1), reads(e, i->c, 1);
    return true;
  case OP_SEES:
  case OP_SEEST: reads(e, i->b, 1), reads(e, i->c, 1), writes(e, i->a, 1); return true;
  case OP_NEXT:
  case OP_NEXT1:
    reads(e, i->b, 1), writes(e, i->a, 1), e->pure = true;
    if (i->op == OP_NEXT) reads(e, i->c, 1);
    e->field = p->kinds[i->d].present;
    return true;
  default: return false;
  }
}

/* Sets. */
static bool set_effect(const Program *p, const PInstr *i, Effect *e)
{
  switch (i->op) {
  case OP_SALL:
    writes(e, i->a, words(p, i->d)), e->pure = true;
    if (p->types[i->d].kind >= 0) e->field = p->kinds[p->types[i->d].kind].present;
    return true;
  case OP_SNONE: writes(e, i->a, words(p, i->d)), e->pure = true; return true;
  case OP_SONE:
    reads(e, i->b, 1), writes(e, i->a, words(p, i->d)), e->pure = true;
    return true;
  case OP_SSPAN:
    reads(e, i->b, 1), reads(e, i->c, 1), writes(e, i->a, words(p, i->d)), e->pure = true;
    return true;
  case OP_SADD:
  case OP_SDEL:
    reads(e, i->a, words(p, i->d)), reads(e, i->b, 1), writes(e, i->a, words(p, i->d));
    return true;
  case OP_SHAS:
  case OP_SNTH:
    reads(e, i->b, words(p, i->d)), reads(e, i->c, 1), writes(e, i->a, 1), e->pure = true;
    return true;
  case OP_SOR:
  case OP_SAND:
  case OP_SSUB:
    reads(e, i->b, words(p, i->d)), reads(e, i->c, words(p, i->d));
    writes(e, i->a, words(p, i->d)), e->pure = true;
    return true;
  case OP_SEQ:
  case OP_SIN:
    reads(e, i->b, words(p, i->d)), reads(e, i->c, words(p, i->d)), writes(e, i->a, 1),
        e->pure = true;
    return true;
  case OP_WEQ:
    reads(e, i->b, i->d), reads(e, i->c, i->d), writes(e, i->a, 1), e->pure = true;
    return true;
  case OP_SCOUNT:
  case OP_SEMPTY:
  case OP_SFIRST:
  case OP_SLAST:
  case OP_SONLY:
    reads(e, i->b, words(p, i->d)), writes(e, i->a, 1), e->pure = true;
    return true;
  case OP_SEQF:
  case OP_SEQFI:
    if (i->op == OP_SEQF) reads(e, i->b, 1);
    writes(e, i->a, kind_words(p, p->fields[i->d].kind)), e->field = i->d, e->pure = true;
    return true;
  case OP_SROW:
    reads(e, i->b, 1), reads(e, i->c, 1), writes(e, i->a, 1), e->field = i->d,
                                                              e->pure = true;
    return true;
  case OP_SEQL:
    reads(e, i->b, 1), writes(e, i->a, kind_words(p, p->columns[i->d].kind)),
        e->pure = true;
    return true;
  default: return false;
  }
}

/* What goes through sets, lists and boards. */
static bool list_effect(const Program *p, const PInstr *i, Effect *e)
{
  switch (i->op) {
  case OP_SCONV:
    reads(e, i->b, words(p, i->c)), writes(e, i->a, words(p, i->d));
    return true;
  case OP_OFFERED:
    reads(e, i->a, 1), reads(e, i->b, words(p, i->d)), reads(e, i->c, 1);
    writes(e, i->a, 1);
    return true;
  case OP_SNEXT:
  case OP_SLOOP:
  case OP_SPREV:
    reads(e, i->a, 1), reads(e, i->b, words(p, i->d)), writes(e, i->a, 1);
    return true;
  case OP_SROT:
  case OP_SEATS:
    reads(e, i->a, 1), reads(e, i->b - 2, 2 + words(p, i->d));
    writes(e, i->a, 1), writes(e, i->b - 1, 1);
    return true;
  case OP_LSET: reads(e, i->b, i->c), writes(e, i->a, words(p, i->d)); return true;
  case OP_LNEXT:
  case OP_PLNEXT:
    reads(e, i->b - 1, 1 + i->d), writes(e, i->a, 1), writes(e, i->b - 1, 1);
    return true;
  case OP_LAT: reads(e, i->b, i->d), reads(e, i->c, 1), writes(e, i->a, 1); return true;
  case OP_LREV:
  case OP_PLREV: reads(e, i->a, i->d), writes(e, i->a, i->d); return true;
  case OP_LADD:
  case OP_LDEL:
    reads(e, i->a, i->d), reads(e, i->b, 1), writes(e, i->a, i->d);
    return true;
  case OP_ROW:
  case OP_LINE:
    reads(e, i->b, 3), reads(e, i->c, kind_words(p, i->d)), writes(e, i->a, 1),
        e->pure = true;
    return true;
  case OP_JLINE:
    reads(e, i->a, 1), reads(e, i->b, kind_words(p, (int)p->consts[i->d + LINE_GRID]));
    return true;
  case OP_DIST: reads(e, i->b, 2), reads(e, i->c, 1), writes(e, i->a, 1); return true;
  case OP_REACH:
    reads(e, i->b, 2), reads(e, i->c, 1), writes(e, i->a, p->chunks[i->d].result);
    return true;
  default: return false;
  }
}

/* What asks, calls and tells. */
static void other_effect(const Program *p, const PChunk *k, const PInstr *i, Effect *e)
{
  switch (i->op) {
  case OP_TELL:
  case OP_TOLD:
  case OP_NOTE:
  case OP_NOTEAT:
  case OP_SHARE:
  case OP_OPTS:
  case OP_GATHER: e->all = true; return;
  case OP_OPT: {
    const PAlt *x = &p->alts[i->d];
    reads(e, i->a, 1);
    if (x->type >= 0) reads(e, i->b, words(p, x->type) + (x->form == ALT_SUBSET ? 2 : 0));
    if (alt_gives_set(x)) reads(e, x->var, words(p, x->type));
    return;
  }
  case OP_CALL:
  case OP_CALLS:
    e->all = e->pause = e->stirs = true;
    writes(e, i->a, k->regs - i->a);
    return;
  default: /* BEGIN, DECIDE, RANDOM, DRAW, ATTEMPT, CAN, tests */
    e->all = e->pause = e->stirs = true;
    if (i->op != OP_BEGIN) writes(e, 0, k->regs);
    return;
  }
}

void effect_of(const Program *p, const PChunk *k, const PInstr *i, Effect *e)
{
  e->nreads = e->nwrites = 0;
  e->all = e->pure = e->pause = e->stirs = e->piles = e->changes = false;
  e->field = -1;
  if (!plain_effect(p, i, e) && !table_effect(p, i, e) && !set_effect(p, i, e) &&
      !list_effect(p, i, e))
    other_effect(p, k, i, e);
  INVARIANT(!e->pure || op_does(i->op) == DOES_NOTHING);
  INVARIANT(!e->changes || op_does(i->op) == DOES_WRITE);
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
