/* Games that nobody watches: which code can be run in one go, and the instructions that
 * are another thing there (see vm/native.c). */
#include "interp/native/gen.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* ---- which can ------------------------------------------------------------------ */

/* Answers of such an alternative are the bits of a word, or one; or numbered. */
static bool is_quiet_offer(const Program *p, const PInstr *i)
{
  const PAlt *x = &p->alts[i->d];
  if (x->form == ALT_LABEL) return true;
  if (x->form == ALT_NONE) return x->type < 0;
  if (x->form != ALT_ELEMENT && x->form != ALT_SUBSET) return false;
  const PType *t = &p->types[x->type];
  bool copies = t->kind >= 0 && p->kinds[t->kind].flags & KIND_COPIES;
  return !copies && (t->words == 1 || x->form == ALT_SUBSET);
}

/* Is there a jump from outside into these instructions, or back over `ip`? */
static bool is_entered(const Analysis *a, const ChunkInfo *c, int from, int end)
{
  for (int ip = c->first; ip < c->first + c->count; ip++) {
    int to = jump_of(&a->o->code[ip], ip);
    if (to > from && to <= end && (ip < from || ip > end)) return true;
  }
  return false;
}

static bool is_looped(const Analysis *a, int from, int end, int at)
{
  for (int ip = at; ip <= end; ip++) {
    int to = jump_of(&a->o->code[ip], ip);
    if (to >= from && to <= at) return true;
  }
  return false;
}

/* The DECIDE of a decision that begins there and whose offers can be numbered; -1. */
static int offers_end(const Analysis *a, const ChunkInfo *c, int from)
{
  const Program *p = a->p;
  const PInstr *code = a->o->code;
  int decision = code[from].d, end = from + 1, offers = 0;
  const PDecision *d = &p->decisions[decision];
  while (end < c->first + c->count && code[end].op != OP_DECIDE) end++;
  if (end == c->first + c->count || code[end].d != decision || d->flags & DECISION_MOVES)
    return -1;
  for (int ip = from + 1; ip < end; ip++) {
    const PInstr *i = &code[ip];
    if (i->op == OP_BEGIN || i->op == OP_CALL || i->op == OP_CALLS) {
      if (i->op == OP_BEGIN) return -1;
      continue;
    }
    if (i->op != OP_OPT) continue;
    if (i->d < d->first_alt || i->d - d->first_alt >= d->alts || !is_quiet_offer(p, i) ||
        is_looped(a, from, end, ip) || ++offers > MOST_QUIET)
      return -1;
    if (p->alts[i->d].form == ALT_SUBSET && d->alts != 1) return -1;
    if (p->alts[i->d].form != ALT_SUBSET && d->flags & DECISION_BEGUN) return -1;
    if (p->alts[i->d].form == ALT_SUBSET && offers > 1) return -1;
  }
  return offers && !is_entered(a, c, from, end) ? end : -1;
}

/* The decision of which this is an offer or the end. */
static bool is_offered(const Analysis *a, const ChunkInfo *c, int ip)
{
  int from = ip;
  while (from > c->first && a->o->code[from].op != OP_BEGIN) from--;
  int end = a->o->code[from].op == OP_BEGIN ? offers_end(a, c, from) : -1;
  return a->o->code[ip].op == OP_DECIDE ? ip == end : ip < end;
}

bool is_quiet(const Analysis *a, const ChunkInfo *c, int ip)
{
  INVARIANT(ip >= c->first && ip < c->first + c->count);
  int op = a->o->code[ip].op;
  switch (is_known(op) ? op_does(op) : DOES_ALONE) {
  case DOES_ASK: return op == OP_BEGIN ? offers_end(a, c, ip) >= 0 : is_offered(a, c, ip);
  case DOES_NOTHING: /* has no other form */
  case DOES_PURE:
  case DOES_ALONE: return false;
  default: return true;
  }
}

/* ---- where each value is -------------------------------------------------------- *
 * Which things of a kind have a value in a field is asked all the time, and a processor
 * that has just written a cell waits before it reads several at once.  So the sets are
 * kept: a write takes the thing out of one and puts it into another. */

/* The sets of a field begin here; -1: they are not kept.  Behind those of its values
 * comes the one of none, then the one of anything else. */
int kept_sets(const Analysis *a, int field)
{
  const Program *p = a->p;
  int at = 0;
  if (!a->loud || !a->asked[field] || !opt_keeps(p, &p->fields[field])) return -1;
  for (int n = 0; n < field; n++) {
    const PType *t = &p->types[p->fields[n].type];
    if (a->asked[n] && opt_keeps(p, &p->fields[n])) at += t->hi - t->lo + 3;
  }
  return at;
}

static int kept_end(const Analysis *a)
{
  int end = 0;
  for (int n = 0; n < a->p->n_fields; n++) {
    const PType *t = &a->p->types[a->p->fields[n].type];
    int at = kept_sets(a, n);
    if (at >= 0) end = at + t->hi - t->lo + 3;
  }
  return end;
}

/* The fields of which the chunks that run ask such a set. */
void find_asked(Analysis *a, const uint8_t *reached)
{
  for (int n = 0; n < a->p->n_chunks; n++)
    for (int ip = a->chunks[n].first;
         reached[n] && ip < a->chunks[n].first + a->chunks[n].count; ip++) {
      const PInstr *i = &a->o->code[ip];
      if (i->op == OP_SEQF || i->op == OP_SEQFI || i->op == OP_SROW) a->asked[i->d] = 1;
      if (i->op == OP_SPILE && a->p->header->piles <= MOST_KEPT_PILES) a->piles = true;
    }
}

/* Are all piles for things of one kind, which fit into a word and differ? */
bool find_lot(const Program *p, Lot *l)
{
  int kind = -1;
  for (int n = 0; n < p->n_fields; n++) {
    const PField *f = &p->fields[n];
    if (!(f->flags & FIELD_PILE)) continue;
    if (f->seen == SEEN_CHUNK || (kind >= 0 && p->types[f->type].kind != kind))
      return false;
    kind = p->types[f->type].kind;
  }
  if (kind < 0) return false;
  const PKind *k = &p->kinds[kind];
  *l =
      (Lot){k->first, k->count, k->cells, p->header->piles, p->header->pile_cells, false};
  for (int n = k->first; n < k->first + k->count; n++)
    if (p->things[n].copies > 1) return false;
  return k->cells >= 0 && k->count < 64;
}

/* As they are before the first instruction. */
void put_kept(const Analysis *a, Buf *b)
{
  int end = kept_end(a);
  if (a->piles)
    buf_printf(b,
               "  uint64_t piles[%d] = {0};\n  vm->quiet.piles = piles;\n"
               "  kept_piles(vm, piles);\n",
               a->p->header->piles + 1);
  if (!end) return;
  buf_printf(b, "  uint64_t sets[%d] = {0};\n  vm->quiet.sets = sets;\n", end);
  for (int n = 0; n < a->p->n_fields; n++) {
    const PField *f = &a->p->fields[n];
    const PType *t = &a->p->types[f->type];
    int at = kept_sets(a, n);
    if (at < 0) continue;
    buf_printf(b, "  kept_begin(sets + %d, vm->cells + %d, %d, %d, %d);\n", at, f->cell,
               f->count, t->lo, t->hi);
  }
}

static bool has_attempts(const Program *p)
{
  for (int i = 0; i < p->n_decisions; i++)
    if (p->decisions[i].flags & DECISION_ATTEMPT) return true;
  return false;
}

/* A turn of a loop and a call burn fuel each, so behind so much of it no more was written
 * than all of a chunk writes, twice for each: on the way in and on the way back. */
void find_most(Analysis *a)
{
  long most = 1;
  for (int n = 0; n < a->p->n_chunks; n++) {
    long all = 0;
    const ChunkInfo *c = &a->chunks[n];
    for (int ip = c->first; c->pure && ip < c->first + c->count; ip++)
      all += opt_writes(a->p, &a->o->code[ip]);
    if (all > most) most = all;
  }
  a->most = (MAX_JOURNAL / most - 1) / 2;
}

/* Marks the chunks that one calls; true if some were not marked before. */
static bool reach_calls(const Analysis *a, const ChunkInfo *c, uint8_t *reached)
{
  const Program *p = a->p;
  bool more = false;
  for (int ip = c->first; ip < c->first + c->count; ip++) {
    const PInstr *i = &a->o->code[ip];
    if (i->op == OP_CALL && !reached[i->d]) reached[i->d] = REACHED, more = true;
    if (i->op != OP_CALLS) continue;
    const PSlot *s = &p->slots[i->d];
    for (int k = 0; k < p->kinds[s->kind].count; k++) {
      int to = p->slot_chunks[s->first + k];
      if (to < 0 || reached[to] == BY_TABLE) continue;
      reached[to] = BY_TABLE;
      more = true;
    }
  }
  return more;
}

uint8_t *reach_from(const Analysis *a, int chunk)
{
  uint8_t *reached = calloc((size_t)a->p->n_chunks + 1, 1);
  if (!reached) abort();
  reached[chunk] = BY_TABLE;
  for (bool more = true; more;) {
    more = false;
    for (int n = 0; n < a->p->n_chunks; n++)
      if (reached[n] && reach_calls(a, &a->chunks[n], reached)) more = true;
  }
  return reached;
}

/* ---- asking --------------------------------------------------------------------- */

/* Are the offers of a question labels, one behind the other, for one seat? */
static bool are_labels(const Gen *g)
{
  const PInstr *offer = &g->know->o->code[g->flat + 1];
  for (int ip = g->flat + 1; ip < g->flat_end; ip++) {
    const PInstr *i = &g->know->o->code[ip];
    if (i->op != OP_OPT || i->a != offer->a || g->p->alts[i->d].form != ALT_LABEL)
      return false;
  }
  return g->flat_end > g->flat + 2;
}

static void put_begin(Gen *g)
{
  g->flat = g->ip;
  g->flat_end = offers_end(g->know, g->info, g->ip);
  g->offers = 0;
  g->labels = are_labels(g);
  if (g->labels) return;
  for (int ip = g->flat, n = 0; ip < g->flat_end; ip++)
    if (g->know->o->code[ip].op == OP_OPT) buf_printf(g->b, "m%d = 0; ", n++);
}

static void put_offer(Gen *g)
{
  const PAlt *x = &g->p->alts[g->i->d];
  const PType *t = x->form == ALT_ELEMENT ? &g->p->types[x->type] : NULL;
  int n = g->offers++;
  if (g->labels && n) return;
  buf_printf(g->b, "s%d = ", n);
  put(g, "$a; ");
  buf_printf(g->b, "if ((uint64_t)s%d < (uint64_t)vm->s->seats) { ", n);
  if (has_attempts(g->p)) {
    buf_printf(g->b, "if (RARE(quiet_stuck(vm, s%d))) ", n);
    put(g, "$slow; ");
  }
  if (g->labels) {
    buf_add(g->b, "} else ");
    put(g, "$slow;");
    return;
  }
  buf_printf(g->b, "m%d = ", n);
  put(g, t ? "(uint64_t)$b; " : "1; ");
  if (t && t->kind >= 0 && is_secretive(g->p, t->kind)) {
    buf_printf(g->b, "if (RARE(!quiet_seen(vm, s%d, m%d, &vm->p->types[%d]))) ", n, n,
               x->type);
    put(g, "$slow; ");
  }
  buf_add(g->b, "}");
}

/* What follows one of the answers. */
static void put_answer(Gen *g, const PDecision *d, const PAlt *x, int n)
{
  if (d->seat >= 0) {
    put_reg(g, d->seat);
    buf_printf(g->b, " = s%d; ", n);
  }
  if (d->flags & DECISION_ATTEMPT) {
    put_reg(g, g->i->a);
    buf_printf(g->b, " = attempt_open(vm->s, (int32_t)s%d); ", n);
  }
  buf_printf(g->b, "goto L%d; ", g->know->o->new_of[x->target] - g->info->first);
}

static void put_subset(Gen *g, const PDecision *d, const PInstr *offer)
{
  const PAlt *x = &g->p->alts[offer->d];
  int words = g->p->types[x->type].words;
  buf_printf(g->b, "int64_t pick[%d]; ", words);
  for (int k = 0; k < words; k++) {
    buf_add(g->b, "if (RARE(");
    put_reg(g, x->var + k);
    put(g, ")) $slow; ");
  }
  buf_printf(g->b, "if (RARE(!subset_draw(vm, %d, W + %d, pick))) ", offer->d, offer->b);
  put(g, "$slow; ");
  for (int k = 0; k < words; k++) {
    put_reg(g, x->var + k);
    buf_printf(g->b, " = pick[%d]; ", k);
  }
  put_answer(g, d, x, 0);
}

static void put_count(Gen *g, const PAlt *x, int n)
{
  buf_printf(g->b, x->form == ALT_ELEMENT ? "count_bits(m%d)" : "(int)m%d", n);
}

/* An answer is given: what that is for the machine. */
static void put_given(Gen *g, const PDecision *d)
{
  const char *how = d->flags & DECISION_ATTEMPT ? "quiet_guesses" : "quiet_answers";
  if (has_attempts(g->p) && !(d->flags & DECISION_ATTEMPT))
    buf_printf(g->b, "if (vm->s->depth > 0) quiet_guesses(vm, R + %d); else ", d->live);
  buf_printf(g->b, "%s(vm, R + %d); ", how, d->live);
}

static void put_labels(Gen *g, const PDecision *d)
{
  const PInstr *offer = &g->know->o->code[g->flat + 1];
  INVARIANT(g->offers == g->flat_end - g->flat - 1 && offer->op == OP_OPT);
  buf_add(g->b, "{ if (RARE(quiet_full(vm))) ");
  put(g, "$slow; ");
  put_given(g, d);
  buf_printf(g->b, "switch (quiet_below(&vm->quiet, %d)) { ", g->offers);
  for (int n = 0; n < g->offers; n++) {
    const PAlt *x = &g->p->alts[offer[n].d];
    if (n + 1 < g->offers) buf_printf(g->b, "case %d: ", n);
    else buf_add(g->b, "default: ");
    put_reg(g, x->var);
    buf_add(g->b, " = NONE; ");
    put_answer(g, d, x, 0);
  }
  buf_add(g->b, "} }");
}

/* Draws one of all offers, and goes on where it leads. */
static void put_decide(Gen *g)
{
  const PInstr *code = g->know->o->code;
  const PDecision *d = &g->p->decisions[g->i->d];
  if (g->labels) {
    put_labels(g, d);
    return;
  }
  bool one = g->offers == 1, subset = false;
  buf_add(g->b, "{ int k = 0");
  for (int ip = g->flat, n = 0; ip < g->flat_end; ip++) {
    if (code[ip].op != OP_OPT) continue;
    const PAlt *x = &g->p->alts[code[ip].d];
    subset |= x->form == ALT_SUBSET;
    buf_add(g->b, " + ");
    put_count(g, x, n++);
  }
  put(g, "; if (RARE(!k || quiet_full(vm))) $slow; ");
  put_given(g, d);
  if (!subset) buf_add(g->b, "k = (int)quiet_below(&vm->quiet, (uint32_t)k); ");
  for (int ip = g->flat, n = 0; ip < g->flat_end; ip++) {
    if (code[ip].op != OP_OPT) continue;
    const PAlt *x = &g->p->alts[code[ip].d];
    if (subset) put_subset(g, d, &code[ip]);
    else {
      if (!one) {
        buf_add(g->b, "if (k < ");
        put_count(g, x, n);
        buf_add(g->b, ") { ");
      }
      put_reg(g, x->var);
      if (x->form == ALT_ELEMENT)
        buf_printf(g->b, " = nth_bit(m%d, k) + %d; ", n, g->p->types[x->type].lo);
      else buf_add(g->b, " = NONE; ");
      put_answer(g, d, x, n);
      if (!one) {
        buf_add(g->b, "} k -= ");
        put_count(g, x, n);
        buf_add(g->b, "; ");
      }
    }
    n++;
  }
  buf_add(g->b, "return trouble; }");
}

/* ---- chance and the end --------------------------------------------------------- */

/* Chance and the end of the game commit what was attempted. */
static void put_commit(Gen *g)
{
  if (!has_attempts(g->p)) return;
  buf_printf(g->b, "if (vm->s->depth > 0) { if (RARE(!quiet_commit(vm, %ld))) ",
             g->know->most);
  put(g, "$slow; vm->s->depth = vm->s->start = vm->s->floor = 0; } ");
}

static void put_random(Gen *g)
{
  bool small = set_words(g->p, g->i) == 1;
  if (!small) {
    put(g, "if (set_count($&b, $w) > 1) $slow; "
           "{ int64_t x = set_next($&b, $w, 0); $a = x < 0 ? NONE : x + $lo; }");
    return;
  }
  put(g, "if ($b & (int64_t)((uint64_t)$b - 1)) { int64_t x; ");
  put_commit(g);
  put(g, "if (RARE(!quiet_roll(vm, (uint64_t)$b, count_bits((uint64_t)$b), &x))) $slow; "
         "$a = x + $lo; } else $a = op_first($b, $lo);");
}

static void put_end(Gen *g)
{
  int op = g->i->op;
  buf_add(g->b, "{ ");
  put_commit(g);
  buf_printf(g->b, "quiet_end(vm, R, %d, ", g->c->regs);
  put(g, op == OP_LOSE ? "0, " : "(uint32_t)$a, ");
  buf_printf(g->b, "%d, %d); ", op == OP_WIN ? -1 : g->i->d, g->old + 1);
  buf_add(g->b, "return (NativeOut){0, NATIVE_PAUSE + RUN_DONE}; }");
}

/* The things with a value in a field whose sets are kept. */
static bool put_equal(Gen *g)
{
  int at = kept_sets(g->know, g->i->d);
  if (at < 0) return false;
  const PField *f = &g->p->fields[g->i->d];
  const PType *t = &g->p->types[f->type];
  const PKind *k = &g->p->kinds[f->kind];
  put(g, "$a = (int64_t)kept_set(vm->quiet.sets");
  buf_printf(g->b, " + %d, ", at);
  put(g, g->i->op == OP_SEQFI ? "$n, " : "$b, ");
  buf_printf(g->b, "%d, %d);", t->lo, t->hi);
  if (g->i->op != OP_SROW) return true;
  put(g, " $a = kept_row($a, $c, ");
  buf_printf(g->b, "%d, %d, ", k->width, k->height);
  put(g, "$b);");
  return true;
}

/* What lies in a pile, of a kind of which the sets are kept. */
static bool put_pile_set(Gen *g)
{
  const PType *t = &g->p->types[g->i->d];
  if (!g->know->piles || t->words != 1 || t->kind < 0 ||
      t->lo != g->p->kinds[t->kind].first)
    return false;
  put(g, "$a = $b >= 0 && $b < ");
  if (g->know->lot) { /* in the others nothing lies */
    buf_printf(g->b, "%d ? ", g->p->header->piles);
    put(g, "(int64_t)vm->quiet.piles[$b] : 0;");
    return true;
  }
  buf_printf(g->b, "%d && ", g->p->header->piles);
  put(g, "vm->places[$b].kind == ");
  buf_printf(g->b, "%d ? (int64_t)vm->quiet.piles[", t->kind);
  put(g, "$b] : 0;");
  return true;
}

/* ---- piles ---------------------------------------------------------------------- *
 * Each thing of a pile goes to another one: a list of them and a loop, which are done at
 * once. */

/* Does this leave the list as it is, whose next element is its first? */
static bool is_beside(const PInstr *i, const PInstr *list, bool *first)
{
  if (i->a >= list->a && i->a < list->a + list->d) return false;
  if (i->a == list->a - 1) *first = i->op == OP_LDI && !i->d;
  return i->op == OP_LDI || i->op == OP_GETG || i->op == OP_GET || i->op == OP_NEXT1 ||
         i->op == OP_MOV || i->op == OP_PILE;
}

/* The loop over the list that is made here, if that is all that it does; 0: it is not. */
static int pour_begin(const Gen *g)
{
  enum { BETWEEN = 4 };
  const PInstr *code = g->know->o->code, *list = &code[g->ip];
  const Lot *l = g->know->lot;
  int last = g->info->first + g->info->count - 1, ip = g->ip + 1;
  bool first = false;
  if (!l || (int64_t)(list->d - 1) * 4 < l->count) return 0;
  for (; code[ip].op != OP_PLNEXT; ip++)
    if (ip == last || ip > g->ip + BETWEEN || g->label[ip - g->info->first] ||
        !is_beside(&code[ip], list, &first))
      return 0;
  int begin = ip++, thing = code[begin].a;
  if (!first || code[begin].b != list->a || ip + 3 > last) return 0;
  const PInstr *copy = code[ip].op == OP_MOV ? &code[ip++] : NULL, *pile = &code[ip],
               *move = &code[ip + 1], *loop = &code[ip + 2];
  if (pile->op != OP_PILE || move->op != OP_MOVE || loop->op != OP_LOOP ||
      jump_of(loop, ip + 2) != begin || g->p->fields[pile->d].per_type >= 0)
    return 0;
  int to = pile->a, of = copy && pile->c == copy->a ? copy->b : pile->c;
  bool same = of != thing && of != to && move->c != thing && move->c != to &&
              (!copy || (copy->a != thing && move->c != copy->a && of != copy->a));
  return same && move->a == thing && move->b == to && !move->d ? begin : 0;
}

static bool put_list(Gen *g)
{
  g->pour = pour_begin(g);
  if (!g->pour) return false;
  g->pour_end = g->pour + g->know->o->code[g->pour].c;
  put(g, "pour = $b;");
  return true;
}

/* The instructions of that loop which are others there. */
static bool put_pour(Gen *g)
{
  if (!g->pour || g->ip < g->pour || g->ip >= g->pour_end) return false;
  INVARIANT(g->know->lot && g->label[g->pour_end - g->info->first]);
  switch (g->i->op) {
  case OP_PLNEXT:
    put(g, "if (!op_pile(cells, pour, ");
    buf_printf(g->b, "%d, %d, 0)) ", g->p->header->piles,
               g->p->header->pile_cells + PC_COUNT_);
    put(g, "$f;");
    return true;
  case OP_MOVE:
    put(g, "if (RARE(!lot_pour(vm, &lot, pour, $b, $c))) $slow;");
    return true;
  case OP_LOOP: buf_printf(g->b, "goto L%d;", g->pour_end - g->info->first); return true;
  default: return false;
  }
}

static void put_draw(Gen *g)
{
  bool lot = g->know->lot != NULL;
  if (!lot) put_anchor(g);
  put(g, lot ? "if (RARE(!lot_take(vm, &lot, $a, $b, "
             : "if (RARE(!quiet_draw(vm, $a, $b, ");
  put_reg(g, g->i->d);
  buf_printf(g->b, ", %ld))) ", g->know->most);
  put(g, "$slow;");
}

static void put_move(Gen *g)
{
  if (g->know->lot) {
    put(g, "lot_put(vm, &lot, $a, $b, $d == 1, $c);");
    return;
  }
  put_anchor(g);
  put(g, "if ($a >= 0 && $a < ");
  buf_printf(g->b, "%d && ", g->p->n_things);
  put(g, "$b >= 0 && $b < ");
  buf_printf(g->b, "%d) ", g->p->header->piles);
  put(g, "quiet_move(vm, (int32_t)$a, (int32_t)$b, $d == 1, (int32_t)$c);");
}

bool emit_quiet(Gen *g)
{
  if (g->know->memos && op_does(g->i->op) == DOES_WRITE) /* what was computed is old */
    buf_add(g->b, "vm->quiet.writes++; ");
  if (put_pour(g)) return true;
  switch (g->i->op) {
  case OP_PLIST: return put_list(g);
  case OP_SEQF:
  case OP_SEQFI:
  case OP_SROW: return put_equal(g);
  case OP_TELL:
  case OP_TOLD:
  case OP_NOTE:
  case OP_NOTEAT:
  case OP_LEARN: buf_add(g->b, ";"); return true;
  case OP_FAIL: put(g, "$slow;"); return true;
  case OP_BEGIN: put_begin(g); return true;
  case OP_OPT: put_offer(g); return true;
  case OP_DECIDE: put_decide(g); return true;
  case OP_RANDOM: put_random(g); return true;
  case OP_WIN:
  case OP_WINBY:
  case OP_LOSE: put_end(g); return true;
  case OP_DRAW: put_draw(g); return true;
  case OP_MOVE: put_move(g); return true;
  case OP_SPILE: return put_pile_set(g);
  case OP_SIGHT:
    put_anchor(g);
    put(g, "field_shown(vm, $d, (int32_t)$c, (uint32_t)$a & ((1u << vm->s->seats) - 1), "
           "$ip, (int32_t)$b);");
    return true;
  case OP_DONE:
    buf_add(g->b, "if (RARE(!quiet_done(vm, ");
    put(g, "$a, ");
    buf_printf(g->b, "%ld))) ", g->know->most);
    put(g, "$slow;");
    return true;
  case OP_GATHER:
    put_commit(g);
    buf_printf(g->b, "gather(vm, %s);", g->i->d == 1 ? "true" : "false");
    return true;
  default: return false;
  }
}
