/* What nobody reads is not computed (liveness analysis). */
#include "interp/opt/opt_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* Does it do nothing but give a result? */
static bool only_gives(const PInstr *i, const Effect *e)
{
  switch (i->op) {
  case OP_NOP: return !i->d; /* else it burns fuel */
  case OP_MOVW:
  case OP_CLEAR:
  case OP_SADD:
  case OP_SDEL:
  case OP_SCONV:
  case OP_LSET:
  case OP_LAT:
  case OP_LREV:
  case OP_PLREV: return true;
  default: return e->pure;
  }
}

static bool is_read(const Effect *e, const bool *live)
{
  for (int k = 0; k < e->nwrites; k++)
    for (int r = e->writes[k].at; r < e->writes[k].at + e->writes[k].n; r++)
      if (live[r]) return true;
  return false;
}

static void mark(bool *live, int at, int n) { memset(live + at, 1, (size_t)n); }

/* How far up the arguments of a text lie. */
static int text_reads(const Program *p, int text)
{
  int top = 0;
  if (text < 0) return 0;
  INVARIANT(text < p->n_texts);
  const PText *t = &p->texts[text];
  for (int k = t->first_arg; k < t->first_arg + t->args; k++) {
    const PArg *a = &p->args[k];
    int words = a->base_type >= 0 ? p->types[a->base_type].words : 1;
    if (a->reg >= 0 && a->reg + words > top) top = a->reg + words;
  }
  return top;
}

/* Registers that what is called reads. */
static int call_reads(const Flow *f, const PInstr *i)
{
  const Program *p = f->p;
  INVARIANT(i->op == OP_CALL ? i->d < p->n_chunks : i->op == OP_CALLS);
  if (i->op == OP_CALL) return f->params[i->d];
  const PSlot *s = &p->slots[i->d];
  int most = 0;
  for (int n = 0; n < p->kinds[s->kind].count; n++) {
    int chunk = p->slot_chunks[s->first + n];
    if (chunk >= 0 && f->params[chunk] > most) most = f->params[chunk];
  }
  return most;
}

/* What may stop shows registers to whoever looks at the state then. */
static void pass_pause(const Flow *f, const PInstr *i, bool *live)
{
  const Program *p = f->p;
  memset(live + f->regs, 0, (size_t)f->spare);
  switch (i->op) {
  case OP_BEGIN: return;
  case OP_DECIDE: {
    const PDecision *d = &p->decisions[i->d];
    int n = text_reads(p, d->text);
    for (int a = d->first_alt; a < d->first_alt + d->alts; a++)
      if (text_reads(p, p->alts[a].text) > n) n = text_reads(p, p->alts[a].text);
    mark(live, 0, d->live > n ? d->live : n < f->regs ? n : f->regs);
    return;
  }
  case OP_RANDOM:
    live[i->a] = false;
    mark(live, 0, i->c);
    mark(live, i->b, p->types[i->d].words);
    return;
  case OP_DRAW:
  case OP_LAY:
  case OP_TUCK:
    mark(live, 0, i->c);
    live[i->a] = live[i->b] = live[i->d] = true;
    return;
  case OP_CALL:
  case OP_CALLS: {
    int n = call_reads(f, i), room = f->regs - i->a - 1;
    memset(live + i->a, 0, (size_t)(f->regs - i->a));
    mark(live, 0, i->a);
    mark(live, i->a + 1, n < room ? n : room);
    if (i->op == OP_CALLS) live[i->c] = true;
    return;
  }
  case OP_ATTEMPT:
    live[i->a] = false;
    live[i->b] = true;
    return;
  default: mark(live, 0, f->regs); return;
  }
}

/* What tells reads what its text is about. */
static void pass_telling(const Flow *f, const PInstr *i, bool *live)
{
  int text = i->op == OP_TELL || i->op == OP_TOLD ? f->p->verbs[i->d].text : i->d,
      n = f->regs;
  if (i->op == OP_TELL || i->op == OP_TOLD || i->op == OP_NOTE || i->op == OP_NOTEAT ||
      i->op == OP_LOSE || i->op == OP_WINBY)
    n = text_reads(f->p, text);
  mark(live, 0, n < f->regs ? n : f->regs);
  live[0] = live[1] = true;
  if (i->op == OP_NOTE || i->op == OP_NOTEAT) live[i->a] = true;
  if (i->op == OP_NOTEAT) live[i->b] = true;
}

bool pass_live(const Flow *f, const PInstr *i, bool *live)
{
  Effect e;
  effect_of(f, i, &e);
  if (only_gives(i, &e) && !is_read(&e, live)) return true;
  if (e.pause) {
    pass_pause(f, i, live);
    return false;
  }
  for (int k = 0; k < e.nwrites && !e.maybe; k++)
    memset(live + e.writes[k].at, 0, (size_t)e.writes[k].n);
  if (e.all) pass_telling(f, i, live);
  if (i->op == OP_RET || i->op == OP_HALT) mark(live, 0, f->k->result);
  if (i->op == OP_LOSE || i->op == OP_WINBY) pass_telling(f, i, live);
  for (int k = 0; k < e.nreads; k++) mark(live, e.reads[k].at, e.reads[k].n);
  return false;
}

static bool touches(const Effect *e, int r)
{
  for (int k = 0; k < e->nreads; k++)
    if (r >= e->reads[k].at && r < e->reads[k].at + e->reads[k].n) return true;
  for (int k = 0; k < e->nwrites; k++)
    if (r >= e->writes[k].at && r < e->writes[k].at + e->writes[k].n) return true;
  return e->all || e->pause;
}

/* A copy of what nobody reads any more: whatever gave it gives it to its goal at once. */
static void give_at_once(Flow *f, Block *b, size_t n, const bool *live)
{
  PInstr *mov = &b->ins.at[n].i;
  Effect e;
  if (mov->op != OP_MOV || live[mov->b] || mov->a == mov->b) return;
  for (size_t k = n; k-- > 0;) {
    Ins *x = &b->ins.at[k];
    if (x->gone) continue;
    effect_of(f, &x->i, &e);
    bool gives = e.nwrites == 1 && e.writes[0].n == 1 && e.writes[0].at == mov->b &&
                 x->i.a == mov->b && (e.pure || x->i.op == OP_RANDOM);
    if (gives) {
      x->i.a = mov->a;
      b->ins.at[n].gone = true;
    }
    if (gives || touches(&e, mov->a) || touches(&e, mov->b)) return;
  }
}

/* Over a block from its end; `drop` takes away what can go. */
static void pass_block(Flow *f, Block *b, bool *live, bool drop)
{
  for (size_t n = b->ins.n; n-- > 0;) {
    if (drop && f->quiet) give_at_once(f, b, n, live);
    if (b->ins.at[n].gone) continue;
    bool dead = pass_live(f, &b->ins.at[n].i, live);
    if (drop && dead) b->ins.at[n].gone = true;
  }
  for (size_t n = b->before.n; n-- > 0;) {
    bool dead = pass_live(f, &b->before.at[n].i, live);
    if (drop && dead) b->before.at[n].gone = true;
  }
}

static void live_out(const Block *b, bool *const *in, bool *live, int n)
{
  memset(live, 0, (size_t)n);
  for (size_t k = 0; k < b->next.n; k++)
    for (int r = 0; r < n; r++) live[r] |= in[b->next.at[k]][r];
}

/* By block: what is read from its beginning on before it is written. */
static bool **live_in(Flow *f)
{
  int n = f->regs + f->spare;
  bool **in = arena_alloc(f->arena, sizeof *in * (size_t)f->nblocks), changed = true;
  bool *live = arena_alloc(f->arena, (size_t)n + 1);
  for (int b = 0; b < f->nblocks; b++) in[b] = arena_alloc(f->arena, (size_t)n + 1);
  while (changed) {
    changed = false;
    for (int i = f->nblocks - 1; i >= 0; i--) {
      int b = f->order[i];
      live_out(&f->blocks[b], in, live, n);
      pass_block(f, &f->blocks[b], live, false);
      if (!memcmp(live, in[b], (size_t)n)) continue;
      memcpy(in[b], live, (size_t)n);
      changed = true;
    }
  }
  return in;
}

void drop_dead(Flow *f)
{
  int n = f->regs + f->spare;
  bool **in = live_in(f), *live = arena_alloc(f->arena, (size_t)n + 1);
  for (int b = 0; b < f->nblocks; b++) {
    live_out(&f->blocks[b], in, live, n);
    pass_block(f, &f->blocks[b], live, true);
  }
}

void params_find(const Program *p, int32_t *params)
{
  enum { HEAD = 2 }; /* registers of every frame: `me` and `this` */
  for (int n = 0; n < p->n_chunks; n++) params[n] = p->chunks[n].regs;
  for (int n = 0; n < p->n_chunks; n++) {
    Arena *arena = arena_new();
    Flow f = {.p = p, .k = &p->chunks[n], .arena = arena, .params = params};
    if (flow_find(&f)) {
      bool **in = live_in(&f);
      int top = f.regs;
      /* Who acts and whose text it is stay: what happens is told with them (story.c). */
      while (top > HEAD && !in[0][top - 1]) top--;
      params[n] = top;
    }
    arena_free(arena);
  }
}
