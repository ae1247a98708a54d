/* Steps of the quick loop: what an instruction would look up at each turn, looked up
 * once.  Nothing is moved: a state that stops between two instructions finds its place.
 */
#include "interp/opt/opt_int.h"
#include "interp/base/invariant.h"
#include "interp/opt/step.h"

#include <stdlib.h>

_Static_assert(sizeof(Step) == 32, "a step is found by shifting");

typedef struct Decoder {
  const Program *p;
  const Optimized *o;
  const Inlined *in; /* NULL: it is no whole game */
  Step *steps;
} Decoder;

/* ---- fields --------------------------------------------------------------------- */

/* One cell for each thing, or for the game. */
static bool is_single(const PField *f) { return f->per_type < 0 && f->size == 1; }

static void decode_field(const Program *p, Step *s)
{
  const PField *f = &p->fields[s->d];
  const PType *t = &p->types[f->type];
  bool game = f->kind < 0;
  if (s->op == OP_GETG) s->op = STEP_GETG1, s->k = f->cell;
  else if (s->op == OP_GET) {
    *s = (Step){STEP_GET1, s->a, s->b, s->c, s->d, s->old, f->first, f->count, {f->cell}};
  } else if (s->op == OP_SEQF || s->op == OP_SEQFI) {
    if (f->count < 1 || f->count > 64) return;
    s->op = s->op == OP_SEQF ? STEP_SEQF1 : STEP_SEQFI1;
    s->y = f->count;
    s->k = f->cell;
  } else if (is_single(f)) {
    s->x = t->lo;
    s->y = t->hi;
    if (game) s->k = f->cell;
    else s->at = f;
    if (s->op == OP_PUT) s->op = game ? STEP_PUTG1 : STEP_PUT1;
    else if (s->op == OP_RAISE) s->op = game ? STEP_RAISEG1 : STEP_RAISE1;
    else s->op = game ? STEP_LOWERG1 : STEP_LOWER1;
  }
}

static void decode_column(const Program *p, Step *s)
{
  const PColumn *c = &p->columns[s->d];
  if (c->base < 0) return;
  s->op = STEP_COL1;
  s->x = c->first;
  s->y = c->count;
  s->at = p->consts + c->base;
}

/* ---- sets of one word ----------------------------------------------------------- */

static int small_set(int op)
{
  switch (op) {
  case OP_SNONE: return STEP_SNONE1;
  case OP_SONE: return STEP_SONE1;
  case OP_SADD: return STEP_SADD1;
  case OP_SDEL: return STEP_SDEL1;
  case OP_SHAS: return STEP_SHAS1;
  case OP_SOR: return STEP_SOR1;
  case OP_SAND: return STEP_SAND1;
  case OP_SSUB: return STEP_SSUB1;
  case OP_SEQ: return STEP_SEQ1;
  case OP_SIN: return STEP_SIN1;
  case OP_SCOUNT: return STEP_SCOUNT1;
  case OP_SEMPTY: return STEP_SEMPTY1;
  case OP_SFIRST: return STEP_SFIRST1;
  case OP_SONLY: return STEP_SONLY1;
  case OP_SNEXT: return STEP_SNEXT1;
  case OP_SLOOP: return STEP_SLOOP1;
  default: return op;
  }
}

static void decode_set(const Program *p, Step *s)
{
  const PType *t = &p->types[s->d];
  if (t->words != 1) return;
  s->op = (uint16_t)small_set(s->op);
  s->x = t->lo;
  s->y = t->hi;
}

/* Everything there is of a type: a constant, or what the state says is there. */
static void decode_all(const Program *p, Step *s)
{
  const PType *t = &p->types[s->d];
  int field = t->kind >= 0 ? p->kinds[t->kind].present : -1;
  int64_t n = (int64_t)t->hi - t->lo + 1;
  if (t->words != 1) return;
  if (field >= 0) {
    const PType *set = &p->types[p->fields[field].type];
    if (set->tag == T_LIST || set->words != 1) return;
    s->op = STEP_SALL1;
    s->k = p->fields[field].cell;
    return;
  }
  s->op = STEP_SEACH1;
  s->k = n >= 64 ? -1 : n > 0 ? (int64_t)(((uint64_t)1 << n) - 1) : 0;
}

/* ---- boards --------------------------------------------------------------------- */

static void decode_kind(const Program *p, Step *s)
{
  const PKind *k = &p->kinds[s->d];
  const PType *t = &p->types[k->set_type];
  switch (s->op) {
  case OP_GRID:
    s->op = STEP_GRID1;
    s->x = k->width;
    s->y = k->height;
    s->k = k->first;
    return;
  case OP_POS:
    s->op = STEP_POS1;
    s->x = k->first;
    s->y = k->count;
    return;
  case OP_NEXT1:
    if (k->present < 0 || t->words != 1) return;
    s->op = STEP_AFTER1;
    s->x = t->lo;
    s->y = t->hi;
    s->k = p->fields[k->present].cell;
    return;
  default: return;
  }
}

static void decode_lines(const Program *p, Step *s)
{
  const PKind *k = &p->kinds[p->consts[s->d + LINE_GRID]];
  s->op = STEP_JLINE1;
  s->x = k->first;
  s->y = k->count;
  s->at = p->consts + s->d;
}

/* ---- piles ---------------------------------------------------------------------- */

static void decode_pile_field(const PField *f, Step *s)
{
  if (f->per_type >= 0) return;
  s->op = f->kind < 0 ? STEP_PILEG1 : STEP_PILE1;
  s->x = f->first;
  s->y = f->count;
  s->k = f->pile;
}

/* What lies in it: things of one word, all of them with cells of their own. */
static void decode_pile_set(const Program *p, Step *s)
{
  const PType *t = &p->types[s->d];
  const PKind *k = t->kind >= 0 ? &p->kinds[t->kind] : NULL;
  if (t->words != 1 || !k || k->cells < 0 || t->lo < k->first ||
      t->hi >= k->first + k->count)
    return;
  s->op = STEP_SPILE1;
  s->x = t->lo;
  s->y = t->hi;
  s->k = k->cells + (int64_t)(t->lo - k->first) * TC_COUNT;
}

static void decode_pile(const Program *p, Step *s)
{
  if (s->op == OP_PILE) decode_pile_field(&p->fields[s->d], s);
  else if (s->op == OP_SPILE) decode_pile_set(p, s);
  else {
    s->op = s->op == OP_PCOUNT ? STEP_PCOUNT1
            : s->op == OP_PTOP ? STEP_PTOP1
                               : STEP_PBOTTOM1;
    s->y = p->header->piles;
    s->k = p->header->pile_cells;
  }
}

/* ---- decisions ------------------------------------------------------------------ */

bool is_open(const Program *p, const PType *t)
{
  if (t->words != 1) return false;
  if (t->kind >= 0 && p->kinds[t->kind].flags & KIND_COPIES) return false;
  for (int n = 0; t->kind >= 0 && n < p->n_fields; n++) {
    const PField *f = &p->fields[n];
    if (f->flags & FIELD_PILE && f->seen != SEEN_ALL && p->types[f->type].kind == t->kind)
      return false;
  }
  return true;
}

int64_t step_way(int32_t from, int32_t to)
{
  return ((int64_t)to - from - 1) * (int64_t)sizeof(Step);
}

/* What follows an answer to this offer. */
static void decode_answer(const Decoder *d, int32_t ip, const PDecision *q)
{
  Step *s = &d->steps[ip];
  const PAlt *x = &d->p->alts[s->d];
  INVARIANT(x->var >= 0 && x->var <= UINT16_MAX);
  s->c = (uint16_t)x->var;
  s->x = x->form == ALT_ELEMENT ? d->p->types[x->type].lo : 0;
  s->y = q->seat;
  s->k = step_way(ip, d->o->new_of[x->target]);
}

/* A choice of one element of one set, offered once. */
static void decode_offer(const Decoder *d, int32_t ip)
{
  const Program *p = d->p;
  const PInstr *i = &d->o->code[ip];
  if (ip + 1 >= d->o->n || i[1].op != OP_DECIDE) return;
  const PDecision *q = &p->decisions[i[1].d];
  const PAlt *x = &p->alts[i->d];
  if (q->alts != 1 || q->first_alt != i->d || !(q->flags & DECISION_PLAIN) ||
      x->form != ALT_ELEMENT || !is_open(p, &p->types[x->type]))
    return;
  d->steps[ip].op = STEP_OPT1;
  decode_answer(d, ip, q);
}

/* A choice among labels that one player is offered one after the other. */
static void decode_labels(const Decoder *d, int32_t ip)
{
  enum { MOST_LABELS = 32 };
  const PInstr *i = &d->o->code[ip];
  const PDecision *q = &d->p->decisions[i->d];
  int32_t n = 0, left = d->o->n - ip - 1;
  for (; n < left && i[1 + n].op == OP_OPT; n++)
    if (i[1 + n].a != i[1].a || i[1 + n].d < q->first_alt ||
        i[1 + n].d - q->first_alt >= q->alts || d->p->alts[i[1 + n].d].form != ALT_LABEL)
      return;
  if (n < 1 || n >= left || n > MOST_LABELS || i[1 + n].op != OP_DECIDE ||
      i[1 + n].d != i->d)
    return;
  d->steps[ip].op = STEP_LABELS1;
  d->steps[ip].c = i[1].a;
  d->steps[ip].x = n;
  for (int32_t k = 1; k <= n; k++) decode_answer(d, ip + k, q);
}

static void decode_call(const Decoder *d, int32_t ip, Step *s)
{
  s->op = STEP_CALL1;
  s->x = d->o->first[s->d] - ip - 1;
  s->y = d->p->chunks[s->d].regs;
  s->k = (int64_t)((uint64_t)((uint32_t)s->old + 1) << 32 | (uint64_t)(uint16_t)(s->a + 1)
                                                                << 16);
}

/* ---- all of them ---------------------------------------------------------------- */

static void decode_step(const Decoder *d, int32_t ip)
{
  const Program *p = d->p;
  Step *s = &d->steps[ip];
  char letter = op_operands(s->op)[3];
  if (d->in && decode_quietly(p, d->o, d->in, ip, s)) return;
  if (letter == 'j') s->k = step_way(ip, s->d);
  switch (s->op) {
  case OP_GETG:
  case OP_GET:
  case OP_PUT:
  case OP_RAISE:
  case OP_LOWER:
  case OP_SEQF:
  case OP_SEQFI: decode_field(p, s); return;
  case OP_COL: decode_column(p, s); return;
  case OP_SEQL:
    if (p->types[p->kinds[p->columns[s->d].kind].set_type].words == 1) s->op = STEP_SEQL1;
    return;
  case OP_CLEAR:
    if (s->d == 1 || s->d == 2) s->op = s->d == 1 ? STEP_CLEAR1 : STEP_CLEAR2;
    if (s->d >= 4 && s->d <= 8) s->op = STEP_CLEAR8;
    return;
  case OP_PILE:
  case OP_PCOUNT:
  case OP_PTOP:
  case OP_PBOTTOM:
  case OP_SPILE: decode_pile(p, s); return;
  case OP_JLINE: decode_lines(p, s); return;
  case OP_LDK:
    if (s->c == 1) s->op = STEP_LDK1, s->k = p->consts[s->d];
    return;
  case OP_MOVW:
    if (s->d == 1) s->op = STEP_MOV1;
    return;
  case OP_SALL: decode_all(p, s); return;
  case OP_CALL: decode_call(d, ip, s); return;
  case OP_OPT: decode_offer(d, ip); return;
  case OP_BEGIN: decode_labels(d, ip); return;
  case OP_DECIDE: s->x = p->decisions[s->d].live; return;
  default:
    if (letter == 't' && small_set(s->op) != s->op) decode_set(p, s);
    else if (letter == 'g') decode_kind(p, s);
  }
}

/* Marks where two stretches compute the same, unless one of these places has a mark. */
static void put_again(const Decoder *d, Again *m)
{
  static const uint16_t marks[AGAIN_PLACES] = {STEP_FIRST1, STEP_KEEP1, STEP_TAKE1};
  for (int k = 0; k < AGAIN_PLACES; k++) {
    m->op[k] = d->steps[m->at[k]].op;
    for (int n = 0; n < AGAIN_PLACES; n++)
      if (m->op[k] == marks[n]) return;
  }
  for (int k = 0; k < AGAIN_PLACES; k++) d->steps[m->at[k]].op = marks[k];
}

/* The numbers of what pairs are made of. */
enum {
#define OP(name, operands, gives, does, effect) CODE_##name = OP_##name,
#include "interp/code/op.def"
#undef OP
#define STEP(name, op, effect) CODE_##name = STEP_##name,
#define PAIR(first, second)
#include "interp/opt/step.def"
#undef PAIR
#undef STEP
};

/* The step that does both; or -1. */
static int pair_of(int first, int second)
{
  switch (first * STEP_COUNT + second) {
#define STEP(name, op, effect)
#define PAIR(first, second)                                                              \
  case CODE_##first *STEP_COUNT + CODE_##second:                                         \
    return STEP_##first##_##second;
#include "interp/opt/step.def"
#undef PAIR
#undef STEP
  default: return -1;
  }
}

Step *decode(const Program *p, const Optimized *o, const Inlined *in)
{
  Decoder d = {p, o, in, zeroed((size_t)o->n + 1, sizeof *d.steps)};
  for (int32_t ip = 0; ip < o->n; ip++) {
    const PInstr *i = &o->code[ip];
    int32_t number = (int32_t)((uint32_t)i->c << 16 | i->b);
    bool compares = op_operands(i->op)[1] == 'N';
    d.steps[ip] = (Step){
        i->op, i->a, i->b, i->c, i->d, o->old_of[ip], compares ? number : 0, 0, {0}};
  }
  for (int32_t ip = 0; ip < o->n; ip++) decode_step(&d, ip);
  for (int n = 0; n < o->n_again; n++) put_again(&d, &o->again[n]);
  for (int32_t ip = 0; ip + 1 < o->n; ip++) { /* the second stays, for who goes there */
    int both = pair_of(d.steps[ip].op, d.steps[ip + 1].op);
    if (both >= 0) d.steps[ip].op = (uint16_t)both;
  }
  return d.steps;
}
