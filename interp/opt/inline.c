/* A whole game as one stretch of code, for games that nobody watches (vm/native.c): what
 * is called stands where it is called, nothing is told, and the machine stops nowhere, so
 * that values may stay in registers across questions and calls.  What is rare, an error
 * or an attempt that fails, is left to the ordinary code: the game is begun anew there.
 *
 * It is made as a program of one chunk, which the passes then take as any other. */
#include "interp/opt/opt_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

long opt_writes(const Program *p, const PInstr *i)
{
  enum { MOVED = 16 };
  const PField *f = strchr(op_operands(i->op), 'f') ? &p->fields[i->d] : NULL;
  switch (i->op) {
  case OP_PUT:
  case OP_RAISE:
  case OP_LOWER: return 1;
  case OP_PUTW: return f->size;
  case OP_FILL: return (long)f->count * f->per_count;
  case OP_MOVE:
  case OP_DRAW: return MOVED;
  case OP_SHUFFLE:
  case OP_REVEAL:
  case OP_SIGHT:
  case OP_GATHER: return 8L * p->n_things;
  default: return 0;
  }
}

enum { MOST_CODE = 6000, MOST_REGISTERS = 1000, MOST_DEPTH = 40 };

typedef struct Inline {
  Inlined *out;
  const Program *p;
  bool *open;      /* by chunk: it is being called */
  int depth, temp; /* temp: a register behind all frames */
  bool fails;
} Inline;

/* A place where a chunk is called. */
typedef struct Frame {
  const PChunk *k;
  int base;
  int32_t *at;             /* by instruction of the chunk: where it stands */
  int32_t asked, question; /* the decision whose offers follow, and what stands for it */
  VEC(Span) jumps;         /* instructions that lead to one of the chunk */
  VEC(int32_t) questions;
} Frame;

static void emit(Inline *x, const Frame *f, PInstr i, int32_t old)
{
  Inlined *o = x->out;
  vec_push(&o->code, i);
  vec_push(&o->old, old);
  vec_push(&o->frames, ((Span){f->base, f->k->regs}));
  if (o->code.n > MOST_CODE) x->fails = true;
}

/* ---- how large it is ------------------------------------------------------------ */

/* Registers of a chunk with all that it calls. */
static int registers_under(Inline *x, int n)
{
  const PChunk *k = &x->p->chunks[n];
  int most = k->regs;
  if (x->open[n] || x->depth >= MOST_DEPTH) x->fails = true;
  if (x->fails) return 0;
  x->open[n] = true;
  x->depth++;
  for (int32_t ip = k->first; ip < k->first + k->count && !x->fails; ip++) {
    const PInstr *i = &x->p->code[ip];
    const PSlot *s = i->op == OP_CALLS ? &x->p->slots[i->d] : NULL;
    int under = i->op == OP_CALL ? i->a + 1 + registers_under(x, i->d) : 0;
    for (int r = 0; s && r < x->p->kinds[s->kind].count && !x->fails; r++) {
      int chunk = x->p->slot_chunks[s->first + r];
      int one = chunk < 0 ? 0 : i->a + 1 + registers_under(x, chunk);
      if (one > under) under = one;
    }
    if (under > most) most = under;
  }
  x->depth--;
  x->open[n] = false;
  return most;
}

static void count_writes(Inline *x, const PChunk *k)
{
  long all = 1;
  for (int32_t ip = k->first; ip < k->first + k->count; ip++)
    all += opt_writes(x->p, &x->p->code[ip]);
  if (all > x->out->writes) x->out->writes = all;
}

/* ---- instructions --------------------------------------------------------------- */

/* What can be done in one go. */
static bool is_known(const PInstr *i)
{
  switch (i->op) {
  case OP_DIST:
  case OP_REACH:
  case OP_OFFERED:
  case OP_OPTS:
  case OP_LAY:
  case OP_TUCK:
  case OP_SHOW:
  case OP_WINNERS: return false;
  default: return op_does(i->op) != DOES_ALONE;
  }
}

/* The same instruction in a frame that begins at `base`. */
static PInstr moved(const PInstr *i, int base)
{
  const char *letters = op_operands(i->op);
  PInstr m = *i;
  if (is_register(letters[0])) m.a = (uint16_t)(m.a + base);
  if (is_register(letters[1])) m.b = (uint16_t)(m.b + base);
  if (is_register(letters[2])) m.c = (uint16_t)(m.c + base);
  if (letters[3] == 'm') m.d += base;
  return m;
}

/* Does another instruction than `but` lead there? */
static bool jumps_to(const Program *p, const PChunk *k, int32_t to, int32_t but)
{
  for (int32_t n = k->first; n < k->first + k->count; n++)
    if (n != but && jump_of(&p->code[n], n) == to) return true;
  return false;
}

/* Is a register written before anybody can read it? */
static bool is_unread(const Program *p, const PChunk *k, int32_t ip, int r)
{
  for (; ip < k->first + k->count; ip++) {
    const PInstr *i = &p->code[ip];
    Access x[MOST_ACCESS];
    bool written = false;
    if (i->op == OP_RET) return r >= k->result;
    if (i->op == OP_CALL || i->op == OP_CALLS || i->op == OP_DECIDE) return false;
    for (int n = registers_of(p, i, x); n-- > 0;) {
      bool is = r >= x[n].reg && r < x[n].reg + x[n].n;
      if (is && x[n].read) return false;
      written |= is;
    }
    if (written) return true;
    if (jump_of(i, ip) >= 0 || !falls_through(i)) return false;
  }
  return false;
}

/* How many instructions give a register this number; 0: it is none. */
static int constant(const PInstr *i, int64_t *n)
{
  if (i->op != OP_LDI || i->d == NONE || i->d < -MAX_NUMBER || i->d > MAX_NUMBER)
    return 0;
  bool minus = i[1].op == OP_NEG && i[1].b == i->a;
  *n = minus ? -(int64_t)i->d : i->d;
  return 1 + minus;
}

/* A value between two numbers by a condition is computed, so that it can be computed
 * once: `if a = b then m else n` is n + (m - n) * (a = b).  Gives how many instructions
 * that were. */
static int place_choice(Inline *x, const Frame *f, int32_t ip)
{
  const PChunk *k = f->k;
  int base = f->base;
  const PInstr *i = &x->p->code[ip];
  bool number = i->op == OP_JNEI || i->op == OP_JEQI,
       same = i->op == OP_JEQ || i->op == OP_JEQI;
  int64_t first, second;
  if (!number && i->op != OP_JNE && i->op != OP_JEQ) return 0;
  if (ip + 6 >= k->first + k->count) return 0;
  int one = constant(i + 1, &first), two = one ? constant(i + one + 2, &second) : 0;
  int32_t end = ip + one + two + 2;
  if (!two || i[one].a != i[one + two + 1].a || i[one + 1].op != OP_JMP ||
      i[one + 1].d != end || i->d != ip + one + 2)
    return 0;
  for (int32_t to = ip + 1; to < end; to++)
    if (jumps_to(x->p, k, to, ip)) return 0;
  if (one > 1 && i[1].a != i[2].a && !is_unread(x->p, k, end, i[1].a)) return 0;
  if (two > 1 && i[one + 2].a != i[one + 3].a && !is_unread(x->p, k, end, i[one + 2].a))
    return 0;
  int64_t yes = same ? second : first, no = same ? first : second, by = yes - no;
  uint16_t r = (uint16_t)(i[one].a + base), a = (uint16_t)(i->a + base),
           t = (uint16_t)x->temp;
  uint16_t b = number ? t : (uint16_t)(i->b + base);
  if (number)
    emit(x, f, (PInstr){OP_LDI, t, 0, 0, (int32_t)((uint32_t)i->c << 16 | i->b)}, ip);
  emit(x, f, (PInstr){OP_EQ, r, a, b, 0}, ip);
  if (by == -1) emit(x, f, (PInstr){OP_NEG, r, r, 0, 0}, ip);
  else if (by != 1) {
    emit(x, f, (PInstr){OP_LDI, t, 0, 0, (int32_t)by}, ip);
    emit(x, f, (PInstr){OP_MUL, r, r, t, 0}, ip);
  }
  if (no) emit(x, f, (PInstr){OP_ADDI, r, r, 0, (int32_t)no}, ip);
  return end - ip;
}

/* ---- questions ------------------------------------------------------------------ */

/* Answers of such an alternative are the bits of a word, or one; or numbered. */
static bool is_offer(const Program *p, const PAlt *a)
{
  if (a->form == ALT_LABEL) return true;
  if (a->form == ALT_NONE) return a->type < 0;
  if (a->form != ALT_ELEMENT && a->form != ALT_SUBSET) return false;
  const PType *t = &p->types[a->type];
  bool copies = t->kind >= 0 && p->kinds[t->kind].flags & KIND_COPIES;
  return !copies && (t->words == 1 || a->form == ALT_SUBSET);
}

/* The DECIDE of the question that begins there, and how many offers it has; -1 if it
 * cannot be answered without listing: an offer is made twice, or somebody comes in. */
static int32_t question_end(const Inline *x, const PChunk *k, int32_t from, int *offers)
{
  const Program *p = x->p;
  const PInstr *code = p->code;
  const PDecision *d = &p->decisions[code[from].d];
  int32_t end = from + 1, last = k->first + k->count;
  while (end < last && code[end].op != OP_DECIDE) end++;
  if (end == last || code[end].d != code[from].d || d->flags & DECISION_MOVES) return -1;
  *offers = 0;
  for (int32_t ip = from + 1; ip < end; ip++) {
    const PAlt *a = code[ip].op == OP_OPT ? &p->alts[code[ip].d] : NULL;
    if (code[ip].op == OP_BEGIN) return -1;
    if (!a) continue;
    if (code[ip].d < d->first_alt || code[ip].d - d->first_alt >= d->alts ||
        !is_offer(p, a))
      return -1;
    if (a->form == ALT_SUBSET ? d->alts != 1 : (d->flags & DECISION_BEGUN) != 0)
      return -1;
    ++*offers;
    for (int32_t n = ip; n <= end; n++) {
      int32_t to = jump_of(&code[n], n);
      if (to >= from && to <= ip) return -1;
    }
  }
  for (int32_t n = k->first; n < last; n++) {
    int32_t to = jump_of(&code[n], n);
    if (to > from && to <= end && (n < from || n > end)) return -1;
  }
  if (d->alts > MAX_OFFERS) return -1;
  bool subset = p->alts[d->first_alt].form == ALT_SUBSET;
  return *offers && *offers <= MAX_OFFERS && (!subset || *offers == 1) ? end : -1;
}

/* A question of its own for each place where it is asked: its registers are others. */
static void place_question(Inline *x, Frame *f, int32_t n)
{
  Inlined *o = x->out;
  PDecision d = x->p->decisions[n];
  f->asked = n;
  f->question = (int32_t)o->decisions.n;
  for (int k = 0; k < d.alts; k++) {
    PAlt a = x->p->alts[d.first_alt + k];
    a.var += f->base;
    vec_push(&o->alts, a);
    vec_push(&o->alt_of, d.first_alt + k);
  }
  d.first_alt = (int32_t)o->alts.n - d.alts;
  d.live += f->base;
  if (d.seat >= 0) d.seat += f->base;
  o->attempts |= (d.flags & DECISION_ATTEMPT) != 0;
  vec_push(&o->decisions, d);
  vec_push(&f->questions, f->question);
}

static bool answers_alone(const Program *p, const PAlt *a)
{
  return a->form == ALT_SUBSET ||
         (a->form == ALT_ELEMENT && is_open(p, &p->types[a->type]));
}

static bool is_brief(const Program *p, int32_t end, int offers)
{
  const PInstr *offer = &p->code[end - 1];
  return offers == 1 && offer->op == OP_OPT && answers_alone(p, &p->alts[offer->d]);
}

/* ---- chunks --------------------------------------------------------------------- */

static void place_chunk(Inline *x, int n, int base);

/* What a thing does: one chunk after the other, of the one that it is. */
static void place_slot(Inline *x, const Frame *f, int32_t ip)
{
  enum { MOST_ROWS = 16 };
  const PInstr m = moved(&x->p->code[ip], f->base);
  const PSlot *s = &x->p->slots[m.d];
  const PKind *k = &x->p->kinds[s->kind];
  size_t ends[MOST_ROWS], n = 0;
  if (k->count > MOST_ROWS) x->fails = true;
  for (int r = 0; r < k->count && !x->fails; r++) {
    int chunk = x->p->slot_chunks[s->first + r];
    uint32_t thing = (uint32_t)(k->first + r);
    size_t asked = x->out->code.n;
    if (chunk < 0) continue;
    emit(x, f, (PInstr){OP_JNEI, m.c, (uint16_t)thing, (uint16_t)(thing >> 16), 0}, ip);
    emit(x, f, (PInstr){OP_NOP, 0, 0, 0, 1}, ip);
    place_chunk(x, chunk, m.a + 1);
    ends[n++] = x->out->code.n;
    emit(x, f, (PInstr){OP_JMP, 0, 0, 0, 0}, ip);
    x->out->code.at[asked].d = (int32_t)x->out->code.n;
  }
  emit(x, f, (PInstr){OP_LDI, (uint16_t)(m.a + 1), 0, 0, NONE}, ip);
  while (n) x->out->code.at[ends[--n]].d = (int32_t)x->out->code.n;
}

/* One instruction of a chunk; gives how many of them that were. */
static int place(Inline *x, Frame *f, int32_t ip)
{
  const Program *p = x->p;
  const PInstr *i = &p->code[ip];
  PInstr m = moved(i, f->base);
  int32_t to = jump_of(i, ip), end = f->k->first + f->k->count;
  int offers, many = 0;
  switch (i->op) {
  case OP_CALL:
    emit(x, f, (PInstr){OP_NOP, 0, 0, 0, 1}, ip);
    place_chunk(x, i->d, m.a + 1);
    return 1;
  case OP_CALLS: place_slot(x, f, ip); return 1;
  case OP_NOP:
  case OP_TELL:
  case OP_TOLD:
  case OP_NOTE:
  case OP_NOTEAT:
  case OP_LEARN:
  case OP_SHARE: return 1;
  case OP_RET:
    if (!f->base) break;
    if (ip + 1 == end) return 1;
    m = (PInstr){OP_JMP, 0, 0, 0, 0};
    to = end;
    break;
  case OP_BEGIN:
    to = question_end(x, f->k, ip, &offers);
    if (to < 0) break;
    place_question(x, f, i->d);
    m.d = f->question;
    if (is_brief(p, to, offers)) {
      x->out->decisions.at[f->question].flags |= DECISION_BRIEF;
      if (!x->out->twice) return 1; /* it needs no beginning */
    }
    emit(x, f, m, ip);
    return 1;
  case OP_OPT:
    m.d += x->out->decisions.at[f->question].first_alt - p->decisions[f->asked].first_alt;
    break;
  case OP_DECIDE: m.d = f->question; break;
  case OP_PUT:
  case OP_RAISE:
  case OP_LOWER:
  case OP_PUTW: m.b = 0; break; /* nobody is told who does it */
  case OP_CLEAR:
    for (int k = 0; k < i->d; k++)
      emit(x, f, (PInstr){OP_LDI, (uint16_t)(m.a + k), 0, 0, 0}, ip);
    return 1;
  case OP_CHECK: /* of nothing: luck has looked */
    if (ip > f->k->first && i[-1].op == OP_RANDOM && i[-1].a == i->a &&
        p->types[i[-1].d].words == 1 && !jumps_to(p, f->k, ip, -1))
      return 1;
    break;
  default: many = place_choice(x, f, ip);
  }
  if (many) return many;
  if (!is_known(i) || i->op == OP_BEGIN) x->fails = true;
  if (to >= 0) vec_push(&f->jumps, ((Span){(int)x->out->code.n, to - f->k->first}));
  emit(x, f, m, ip);
  return 1;
}

static void mend_jumps(Inline *x, const Frame *f)
{
  for (size_t n = 0; n < f->jumps.n && !x->fails; n++) {
    int32_t here = f->jumps.at[n].at, to = f->at[f->jumps.at[n].n];
    PInstr *i = &x->out->code.at[here];
    const char *letters = op_operands(i->op);
    int32_t far = letters[2] == 'B' ? here - to : to - here;
    if (letters[3] == 'j') i->d = to;
    else if (far < 1 || far > UINT16_MAX) x->fails = true;
    else i->c = (uint16_t)far;
  }
}

static void mend_answers(Inline *x, const Frame *f)
{
  for (size_t n = 0; n < f->questions.n && !x->fails; n++) {
    const PDecision *d = &x->out->decisions.at[f->questions.at[n]];
    for (int32_t a = d->first_alt; a < d->first_alt + d->alts; a++)
      x->out->alts.at[a].target = f->at[x->out->alts.at[a].target - f->k->first];
  }
}

static void place_chunk(Inline *x, int n, int base)
{
  const PChunk *k = &x->p->chunks[n];
  Frame f = {.k = k,
             .base = base,
             .question = -1,
             .at = zeroed((size_t)k->count + 1, sizeof *f.at)};
  count_writes(x, k);
  for (int32_t ip = 0; ip < k->count && !x->fails;) {
    int32_t here = (int32_t)x->out->code.n;
    for (int many = place(x, &f, k->first + ip); many > 0; many--) f.at[ip++] = here;
  }
  f.at[k->count] = (int32_t)x->out->code.n;
  mend_jumps(x, &f);
  mend_answers(x, &f);
  vec_free(&f.jumps);
  vec_free(&f.questions);
  free(f.at);
}

bool inline_game(const Program *p, Inlined *out)
{
  int main = p->header->main;
  Inline x = {
      .out = out, .p = p, .open = zeroed((size_t)p->n_chunks + 1, sizeof *x.open)};
  x.temp = registers_under(&x, main);
  out->twice = opt_of(p)->n_again > 0;
  if (x.temp > MOST_REGISTERS) x.fails = true;
  if (!x.fails) place_chunk(&x, main, 0);
  /* Where a chunk ends without a RET something stands behind it. */
  if (!x.fails)
    emit(&x, &(Frame){.k = &p->chunks[main]}, (PInstr){OP_FAIL, 0, 0, 0, 0},
         p->chunks[main].first);
  out->regs = x.temp + 1;
  free(x.open);
  return !x.fails;
}

void inlined_free(Inlined *o)
{
  vec_free(&o->code);
  vec_free(&o->old);
  vec_free(&o->frames);
  vec_free(&o->decisions);
  vec_free(&o->alts);
  vec_free(&o->alt_of);
}
