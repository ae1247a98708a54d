/* Steps of a game that nobody watches (inline.c): answers are drawn and luck is rolled
 * without a pause, and what would stop the machine ends the attempt to do it so. */
#include "interp/opt/opt_int.h"
#include "interp/base/invariant.h"
#include "interp/opt/step.h"

#include <stdlib.h>

/* The jump that goes when this one does not; 0: there is none. */
static int otherwise(int op)
{
  switch (op) {
  case OP_JT: return OP_JF;
  case OP_JF: return OP_JT;
  case OP_JEQ: return OP_JNE;
  case OP_JNE: return OP_JEQ;
  case OP_JEQI: return OP_JNEI;
  case OP_JNEI: return OP_JEQI;
  case OP_JLT: return OP_JGE;
  case OP_JGE: return OP_JLT;
  case OP_JLTI: return OP_JGEI;
  case OP_JGEI: return OP_JLTI;
  default: return 0;
  }
}

/* ---- jumps ---------------------------------------------------------------------- */

static void mark_goals(const Inlined *in, bool *goals)
{
  for (int32_t ip = 0; ip < (int32_t)in->code.n; ip++) {
    int32_t to = jump_of(&in->code.at[ip], ip);
    if (to >= 0) goals[to] = true;
  }
  for (size_t k = 0; k < in->alts.n; k++) goals[in->alts.at[k].target] = true;
}

/* Nothing jumps to a jump, or over one. */
static void thread_jumps(Inlined *in, const bool *goals)
{
  enum { HOPS = 8 };
  PInstr *code = in->code.at;
  for (int32_t ip = 0; ip + 1 < (int32_t)in->code.n; ip++) {
    PInstr *i = &code[ip];
    if (op_operands(i->op)[3] != 'j') continue;
    if (i->d == ip + 2 && i[1].op == OP_JMP && otherwise(i->op) && !goals[ip + 1]) {
      i->op = (uint16_t)otherwise(i->op);
      i->d = i[1].d;
      i[1] = (PInstr){OP_NOP, 0, 0, 0, 0};
    }
    for (int n = 0; n < HOPS && code[i->d].op == OP_JMP; n++) i->d = code[i->d].d;
    if (i->op == OP_JMP && code[i->d].op == OP_LOOP) *i = code[i->d];
    if (i->op == OP_JMP && i->d == ip + 1) *i = (PInstr){OP_NOP, 0, 0, 0, 0};
  }
}

static bool ends(const PInstr *i)
{
  return !falls_through(i) || i->op == OP_WIN || i->op == OP_WINBY || i->op == OP_LOSE;
}

/* What can be come to, from the beginning on. */
static void reach(const Inlined *in, bool *seen)
{
  VEC(int32_t) left = {0};
  vec_push(&left, 0);
  while (left.n) {
    int32_t ip = left.at[--left.n];
    while (!seen[ip]) {
      const PInstr *i = &in->code.at[ip];
      const PDecision *d = i->op == OP_DECIDE ? &in->decisions.at[i->d] : NULL;
      seen[ip] = true;
      for (int k = 0; d && k < d->alts; k++)
        vec_push(&left, in->alts.at[d->first_alt + k].target);
      int32_t to = jump_of(i, ip);
      if (to >= 0) vec_push(&left, to);
      if (!ends(i)) ip++;
    }
  }
  vec_free(&left);
}

bool tidy(Inlined *in)
{
  int32_t n = (int32_t)in->code.n, kept = 0;
  bool *goals = zeroed((size_t)n + 1, sizeof *goals),
       *seen = zeroed((size_t)n + 1, sizeof *seen), fits = true;
  int32_t *at = zeroed((size_t)n + 1, sizeof *at);
  mark_goals(in, goals);
  thread_jumps(in, goals);
  reach(in, seen);
  for (int32_t ip = 0; ip < n; ip++) {
    const PInstr *i = &in->code.at[ip];
    at[ip] = kept;
    seen[ip] = ip == n - 1 || (seen[ip] && (i->op != OP_NOP || i->d));
    kept += seen[ip];
  }
  for (int32_t ip = 0; ip < n && fits; ip++) {
    PInstr *i = &in->code.at[ip];
    int32_t to = jump_of(i, ip);
    if (!seen[ip] || to < 0) continue;
    int32_t far = op_operands(i->op)[2] == 'B' ? at[ip] - at[to] : at[to] - at[ip];
    if (op_operands(i->op)[3] == 'j') i->d = at[to];
    else if (far < 1) fits = false;
    else i->c = (uint16_t)far;
  }
  for (size_t k = 0; k < in->alts.n; k++)
    in->alts.at[k].target = at[in->alts.at[k].target];
  for (int32_t ip = 0; ip < n; ip++) {
    if (!seen[ip]) continue;
    in->code.at[at[ip]] = in->code.at[ip];
    in->old.at[at[ip]] = in->old.at[ip];
    in->frames.at[at[ip]] = in->frames.at[ip];
  }
  in->code.n = in->old.n = in->frames.n = (size_t)kept;
  free(goals);
  free(seen);
  free(at);
  return fits;
}

typedef struct Quietly {
  const Program *p; /* what inline.c made */
  const Optimized *o;
  const Inlined *in;
  int32_t ip;
  Step *s;
} Quietly;

/* ---- sets that are kept --------------------------------------------------------- */

enum { MOST_VALUES = 8 };

bool opt_keeps(const Program *p, const PField *f)
{
  const PType *t = &p->types[f->type];
  int64_t values = (int64_t)t->hi - t->lo + 1;
  return f->kind >= 0 && f->per_type < 0 && f->size == 1 && !(f->flags & FIELD_PILE) &&
         f->count >= 1 && f->count <= 64 && values >= 1 && values <= MOST_VALUES &&
         (t->tag == T_NUM || t->tag == T_FLAG || t->tag == T_WORD || t->tag == T_THING);
}

void keep_sets(const Program *p, Optimized *o)
{
  o->sets = zeroed((size_t)p->n_fields + 1, sizeof *o->sets);
  for (int32_t ip = 0; ip < o->n; ip++) {
    const PInstr *i = &o->code[ip];
    switch (i->op) {
    case OP_SEQF:
    case OP_SEQFI:
    case OP_SROW: o->sets[i->d] |= 1; break;
    case OP_RAISE:
    case OP_LOWER:
    case OP_PUTW: o->sets[i->d] |= 2; break;
    case OP_SPILE: o->piles |= p->header->piles <= MOST_KEPT_PILES; break;
    default: break;
    }
  }
  for (int n = 0; n < p->n_fields; n++) {
    const PField *f = &p->fields[n];
    const PType *t = &p->types[f->type];
    bool keeps = o->sets[n] == 1 && opt_keeps(p, f) && !(f->flags & FIELD_OPTION) &&
                 o->n_sets + t->hi - t->lo + 3 <= MOST_KEPT_WORDS;
    o->sets[n] = keeps ? o->n_sets : -1;
    if (keeps) o->n_sets += t->hi - t->lo + 3;
  }
}

static bool decode_kept(Quietly *q)
{
  Step *s = q->s;
  int32_t at = q->o->sets[s->d];
  const PField *f = &q->p->fields[s->d];
  const PType *t = &q->p->types[f->type];
  int64_t c = (int32_t)((uint32_t)s->c << 16 | s->b), n = (int64_t)t->hi - t->lo + 1;
  if (at < 0) return false;
  switch (s->op) {
  case OP_SEQFI:
    if (c != NONE && (c < t->lo || c > t->hi)) return false;
    s->op = STEP_QSAME;
    s->k = at + (c == NONE ? n : c - t->lo);
    return true;
  case OP_SEQF: s->op = STEP_QEQUAL; break;
  case OP_PUT:
    s->op = STEP_QPUT;
    s->d = at;
    s->at = f;
    s->x = t->lo;
    s->y = t->hi;
    return true;
  case OP_FILL:
    s->op = STEP_QFILL;
    s->x = at;
    return true;
  case OP_SROW: {
    const PKind *k = &q->p->kinds[f->kind];
    s->op = STEP_QROW;
    s->d = k->width;
    at |= (int32_t)((uint32_t)k->height << 16);
    break;
  }
  default: return false;
  }
  s->x = t->lo;
  s->y = t->hi;
  s->k = at;
  return true;
}

/* What lies in a pile, of a kind of which the sets are kept. */
static bool decode_lying(Quietly *q)
{
  Step *s = q->s;
  const PType *t = &q->p->types[s->d];
  if (!q->o->piles || t->words != 1 || t->kind < 0 || t->lo != q->p->kinds[t->kind].first)
    return false;
  s->op = STEP_QLYING;
  s->x = t->kind;
  s->y = q->p->header->piles;
  return true;
}

/* ---- steps ---------------------------------------------------------------------- */

/* The offer that this alternative is answered with: where that leads. */
static void lead(Quietly *q, Step *s, const PAlt *x, const PDecision *d)
{
  s->c = (uint16_t)x->var;
  s->y = d->seat;
  s->k = step_way(q->ip, q->o->new_of[x->target]);
}

/* The only offer, answered at once: how is what the DECIDE behind it says. */
static void decode_alone(Quietly *q, const PAlt *x, const PDecision *d)
{
  Step *s = q->s;
  lead(q, s, x, d);
  if (x->form == ALT_SUBSET) {
    s->op = STEP_QSUBSET;
    s->x = q->p->types[x->type].words;
    s->d = q->in->alt_of.at[s->d];
  } else {
    s->op = q->in->attempts ? STEP_QTRY : STEP_QONE;
    s->x = q->p->types[x->type].lo;
    s->d = d->live;
  }
}

static void decode_offer(Quietly *q)
{
  Step *s = q->s;
  const PAlt *x = &q->p->alts[s->d];
  const PInstr *next = &q->o->code[q->ip + 1];
  int n = 0;
  while (s->d < q->p->decisions[n].first_alt ||
         s->d >= q->p->decisions[n].first_alt + q->p->decisions[n].alts)
    n++;
  const PDecision *d = &q->p->decisions[n];
  if (d->flags & DECISION_BRIEF) {
    INVARIANT(next->op == OP_DECIDE && next->d == n);
    decode_alone(q, x, d);
    return;
  }
  bool element = x->form == ALT_ELEMENT;
  lead(q, s, x, d);
  s->op = STEP_QOFFER;
  s->d = element ? q->p->types[x->type].lo : 0;
  s->x = element && !is_open(q->p, &q->p->types[x->type]) ? x->type : -1;
  s->y = element;
}

static void decode_decide(Quietly *q)
{
  Step *s = q->s;
  const PDecision *d = &q->p->decisions[s->d];
  s->op = d->flags & DECISION_BRIEF ? STEP_QSTOP : STEP_QDECIDE;
  s->d = d->live;
  s->x = (d->flags & DECISION_ATTEMPT) != 0;
  s->y = d->seat;
}

/* A question with labels for one player and nothing else between its beginning and end.
 */
static bool decode_labels(Quietly *q)
{
  const PInstr *i = &q->o->code[q->ip];
  int32_t n = 1;
  if (q->in->attempts) return false;
  for (; i[n].op == OP_OPT && i[n].a == i[1].a; n++)
    if (q->p->alts[i[n].d].form != ALT_LABEL) return false;
  if (n < 2 || i[n].op != OP_DECIDE) return false;
  q->s->op = STEP_QLABELS;
  q->s->c = i[1].a;
  q->s->x = n - 1;
  q->s->y = q->p->decisions[i->d].seat;
  q->s->d = q->p->decisions[i->d].live;
  return true;
}

static void decode_end(Quietly *q)
{
  Step *s = q->s;
  Span frame = q->in->frames.at[q->ip];
  s->y = s->op == OP_WIN ? -1 : s->d;
  s->x = s->op != OP_LOSE;
  s->op = STEP_QEND;
  s->d = frame.at;
  s->k = frame.n;
}

static bool decode_random(Quietly *q)
{
  const PType *t = &q->p->types[q->s->d];
  if (t->words != 1) return false;
  q->s->op = STEP_QRANDOM;
  q->s->x = t->lo;
  return true;
}

bool decode_quietly(const Program *p, const Optimized *o, const Inlined *in, int32_t ip,
                    Step *s)
{
  Quietly q = {p, o, in, ip, s};
  switch (s->op) {
  case OP_NOP: s->op = STEP_QBURN; return true;
  case OP_BEGIN:
    if (p->decisions[s->d].flags & DECISION_BRIEF) s->op = OP_NOP;
    else if (!decode_labels(&q)) s->op = STEP_QBEGIN;
    return true;
  case OP_OPT: decode_offer(&q); return true;
  case OP_DECIDE: decode_decide(&q); return true;
  case OP_RANDOM: return decode_random(&q);
  case OP_PUT:
  case OP_FILL:
  case OP_SEQF:
  case OP_SEQFI:
  case OP_SROW: return decode_kept(&q);
  case OP_SPILE: return decode_lying(&q);
  case OP_DRAW: s->op = STEP_QDRAW; return true;
  case OP_MOVE: s->op = STEP_QMOVE; return true;
  case OP_DONE: s->op = STEP_QDONE; return true;
  case OP_GATHER: s->op = STEP_QGATHER; return true;
  case OP_WIN:
  case OP_WINBY:
  case OP_LOSE: decode_end(&q); return true;
  default: return false;
  }
}
