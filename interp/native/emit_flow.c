/* The instructions that call, tell and ask. */
#include "interp/native/gen.h"
#include "interp/base/invariant.h"

#include <stdio.h>

static int64_t return_address(const Gen *g)
{
  return (int64_t)((uint64_t)(uint32_t)(g->old + 1) << 32 |
                   (uint64_t)(uint16_t)(g->i->a + 1) << 16 | (uint16_t)g->c->regs);
}

/* ---- calls ---------------------------------------------------------------------- */

/* Stores to the frame what the callee finds there. */
static void put_frame(Gen *g, const uint8_t *needs, int n)
{
  for (int k = 0; k < n && g->i->a + 1 + k < g->c->regs; k++) {
    int reg = g->i->a + 1 + k;
    bool here = !g->info->pure && g->info->wide[reg];
    if (here || (needs && !needs[k])) continue;
    buf_printf(g->b, "R[%d] = ", reg);
    put_reg(g, reg);
    buf_add(g->b, "; ");
  }
}

/* What the callee left there. */
static void put_results(Gen *g, int from, int n)
{
  for (int k = from; k < n && g->i->a + 1 + k < g->c->regs; k++) {
    int reg = g->i->a + 1 + k;
    if (!g->info->pure && g->info->wide[reg]) continue;
    put_reg(g, reg);
    buf_printf(g->b, " = R[%d]; ", reg);
  }
}

static void put_burn(Gen *g, int regs)
{
  buf_printf(g->b, "if (RARE(vm->fuel <= 0 || op_no_room(vm, R, %d))) ",
             g->i->a + 1 + regs);
  put(g, "$slow; ");
}

/* A chunk that changes nothing: its arguments are arguments, its result is a result. */
static void put_call_pure(Gen *g)
{
  INVARIANT(g->know->chunks[g->i->d].pure);
  const PChunk *c = &g->p->chunks[g->i->d];
  const ChunkInfo *info = &g->know->chunks[g->i->d];
  uint8_t needs[MAX_FRAME + MAX_SPARE + 16] = {0};
  for (int k = 0; k < c->regs; k++) needs[k] = info->live[k] && info->wide[k];
  buf_add(g->b, "{ ");
  put_burn(g, c->regs);
  if (!g->info->pure) buf_add(g->b, "long fuel = vm->fuel; ");
  buf_add(g->b, "vm->fuel--; ");
  put_frame(g, needs, c->regs);
  buf_printf(g->b, "NativeOut o = %c%d(vm, R + %d", chunk_letter(g->know, g->i->d),
             g->i->d, g->i->a + 1);
  for (int k = 0; k < c->regs; k++) {
    if (!is_param(info, k)) continue;
    buf_add(g->b, ", ");
    if (g->i->a + 1 + k < g->c->regs) put_reg(g, g->i->a + 1 + k);
    else buf_add(g->b, "0");
  }
  buf_add(g->b, "); if (RARE(o.status & 0xFF)) ");
  if (g->quiet) buf_add(g->b, "return o; ");
  else if (g->info->pure) put(g, "$slow; ");
  else put(g, "{ vm->fuel = fuel; vm->error = R_OK; $slow; } ");
  if (!g->info->wide[g->i->a] && !g->info->pure)
    buf_printf(g->b, "r%d = %lld; ", g->i->a, (long long)return_address(g));
  if (info->results == 1) {
    if (g->i->a + 1 < g->c->regs) put(g, "$[a+1] = o.value; ");
  } else put_results(g, 0, info->results);
  buf_add(g->b, "}");
}

/* Any other chunk: its frame is where the machine would have it. */
static void put_call(Gen *g)
{
  INVARIANT(g->i->d >= 0 && g->i->d < g->p->n_chunks);
  const PChunk *c = &g->p->chunks[g->i->d];
  buf_add(g->b, "{ ");
  put_burn(g, c->regs);
  buf_add(g->b, "vm->fuel--; ");
  put_frame(g, NULL, g->know->chunks[g->i->d].params);
  put_reg(g, g->i->a);
  buf_printf(g->b, " = %lld; ", (long long)return_address(g));
  buf_add(g->b, "if (RARE(vm->fn)) { ");
  put_spill(g, 0, 2);
  if (g->i->a >= 2) put_spill(g, g->i->a, g->i->a + 1);
  buf_printf(g->b, "vm->born[R - vm->regs + %d] = ++vm->calls; } ", g->i->a + 1);
  buf_printf(g->b, "out = c%d(vm, R + %d, %d); ", g->i->d, g->i->a + 1,
             g->know->chunks[g->i->d].first);
  buf_printf(g->b, "if (RARE(out.status & 0xFF)) { n = %d; goto leave; } ", g->i->a + 1);
  put_results(g, 0, g->know->chunks[g->i->d].results);
  buf_add(g->b, "}");
}

/* The text of whatever thing it is: through the table of all chunks. */
static void put_call_slot(Gen *g)
{
  INVARIANT(g->i->d >= 0 && g->i->d < g->p->n_slots);
  const PSlot *s = &g->p->slots[g->i->d];
  const PKind *k = &g->p->kinds[s->kind];
  int results = 1, most = 0;
  for (int n = 0; n < k->count; n++) {
    int chunk = g->p->slot_chunks[s->first + n];
    if (chunk < 0) continue;
    if (g->know->chunks[chunk].results > results)
      results = g->know->chunks[chunk].results;
    const ChunkInfo *callee = &g->know->chunks[chunk];
    int needs = callee->pure ? g->p->chunks[chunk].regs : callee->params;
    if (needs > most) most = needs;
  }
  put(g, "{ uint64_t k = (uint64_t)$c - ");
  buf_printf(g->b, "%d; int32_t to = k < %d ? vm->p->slot_chunks[%d + k] : -1; ",
             k->first, k->count, s->first);
  put(g, "if (to < 0) ");
  if (g->i->a + 1 < g->c->regs) put(g, "$[a+1] = NONE;");
  else buf_add(g->b, ";");
  buf_add(g->b, " else { const PChunk *c = &vm->p->chunks[to]; ");
  buf_printf(g->b, "if (RARE(vm->fuel <= 0 || op_no_room(vm, R, %d + c->regs))) ",
             g->i->a + 1);
  put(g, "$slow; ");
  if (!g->info->pure) buf_add(g->b, "long fuel = vm->fuel; ");
  buf_add(g->b, "vm->fuel--; ");
  put_frame(g, NULL, most);
  if (!g->info->pure) {
    put_reg(g, g->i->a);
    buf_printf(g->b, " = %lld; ", (long long)return_address(g));
    buf_add(g->b, "if (RARE(vm->fn)) { ");
    put_spill(g, 0, 2);
    if (g->i->a >= 2) put_spill(g, g->i->a, g->i->a + 1);
    buf_printf(g->b, "vm->born[R - vm->regs + %d] = ++vm->calls; } ", g->i->a + 1);
  }
  buf_printf(g->b, "NativeOut o = %s[to](vm, R + %d, vm->first[to]); ",
             g->quiet ? "regel_quiet" : "regel_chunks", g->i->a + 1);
  if (g->quiet) buf_add(g->b, "if (RARE(o.status & 0xFF)) return o; ");
  else if (g->info->pure) put(g, "if (RARE(o.status & 0xFF)) $slow; ");
  else {
    put(g, "if (RARE((o.status & 0xFF) == NATIVE_TROUBLE)) { vm->fuel = fuel; "
           "vm->error = R_OK; $slow; } ");
    buf_printf(g->b, "if (RARE(o.status & 0xFF)) { out = o; n = %d; goto leave; } ",
               g->i->a + 1);
  }
  put_results(g, 0, results);
  buf_add(g->b, "} }");
}

static void put_ret(Gen *g)
{
  int results = g->know->chunks[g->chunk].results;
  if (g->info->scripts) {
    put(g, "$slow");
    return;
  }
  if (g->info->pure && results == 1) {
    buf_add(g->b, "return (NativeOut){");
    put_reg(g, 0);
    buf_printf(g->b, ", %lld};", (long long)(g->old + 1) << 8);
    return;
  }
  for (int k = 0; k < results && k < g->c->regs; k++) {
    if (!g->info->pure && g->info->wide[k]) continue;
    buf_printf(g->b, "R[%d] = ", k);
    put_reg(g, k);
    buf_add(g->b, "; ");
  }
  buf_printf(g->b, "return (NativeOut){0, %lld};", (long long)(g->old + 1) << 8);
}

/* ---- telling -------------------------------------------------------------------- */

static void put_tell(Gen *g)
{
  int op = g->i->op,
      text = op == OP_TELL || op == OP_TOLD ? g->p->verbs[g->i->d].text : g->i->d;
  const PText *t = &g->p->texts[text];
  buf_add(g->b, "if (op_listening(vm)) { ");
  put_anchor(g);
  for (int k = 0; k < t->args; k++) {
    int reg = g->p->args[t->first_arg + k].reg;
    if (reg >= 2) put_spill(g, reg, reg + 1);
  }
  buf_printf(g->b, "tell_text(vm, %s, %d, R, (int32_t)",
             op == OP_TELL   ? "EV_VERB"
             : op == OP_TOLD ? "EV_TOLD"
                             : "EV_NOTE",
             text);
  if (op == OP_TELL || op == OP_TOLD) put_reg(g, 0);
  else put(g, "$a");
  put(g, op == OP_NOTEAT ? ", $ip, $b); }" : ", $ip, NONE); }");
}

/* ---- asking --------------------------------------------------------------------- */

static int decision_of(const Program *p, int alt)
{
  INVARIANT(alt >= 0 && alt < p->n_alts);
  for (int d = 0; d < p->n_decisions; d++)
    if (alt >= p->decisions[d].first_alt &&
        alt - p->decisions[d].first_alt < p->decisions[d].alts)
      return d;
  return -1;
}

/* Some pile of these things is not seen by all: what is offered may have to be hidden. */
bool is_secretive(const Program *p, int kind)
{
  INVARIANT(kind < p->n_kinds);
  for (int k = 0; k < p->n_fields; k++)
    if (p->fields[k].flags & FIELD_PILE && p->fields[k].seen != SEEN_ALL &&
        p->types[p->fields[k].type].kind == kind)
      return true;
  return false;
}

/* The one alternative of a decision that a set of one word is offered for: see Plain. */
static bool is_plain(const Program *p, int alt, int decision)
{
  INVARIANT(alt >= 0 && alt < p->n_alts && decision < p->n_decisions);
  if (decision < 0) return false;
  const PDecision *d = &p->decisions[decision];
  const PAlt *x = &p->alts[alt];
  if (d->alts != 1 || !(d->flags & DECISION_PLAIN) || x->form != ALT_ELEMENT)
    return false;
  const PType *t = &p->types[x->type];
  return t->words == 1 && (t->kind < 0 || !(p->kinds[t->kind].flags & KIND_COPIES ||
                                            is_secretive(p, t->kind)));
}

/* ---- decisions without a jump between their offers ------------------------------ */

/* A playout draws from them without telling the machine of any: sets stay in locals.  If
 * anything is rare there, it begins again with the machine. */
static bool is_flat_offer(const Gen *g, const PInstr *i)
{
  const PAlt *x = &g->p->alts[i->d];
  if (x->form == ALT_LABEL || (x->form == ALT_NONE && x->type < 0)) return true;
  if (x->form != ALT_ELEMENT) return false;
  const PType *t = &g->p->types[x->type];
  return t->words == 1 && (t->kind < 0 || !(g->p->kinds[t->kind].flags & KIND_COPIES));
}

/* Where the decision that begins here ends; -1: it is not that simple. */
static int flat_end(const Gen *g)
{
  const PInstr *code = g->know->o->code;
  int last = g->info->first + g->info->count, offers = 0;
  if (g->p->decisions[g->i->d].flags & (DECISION_ATTEMPT | DECISION_BEGUN)) return -1;
  for (int ip = g->ip + 1; ip < last; ip++) {
    const PInstr *i = &code[ip];
    const char *letters = op_operands(i->op);
    if (g->label[ip - g->info->first] & 1 || letters[3] == 'j' || letters[2] == 'j' ||
        letters[2] == 'B' || i->op == OP_BEGIN)
      return -1;
    if (i->op == OP_DECIDE) return i->d == g->i->d && offers ? ip : -1;
    if (i->op == OP_OPT && (!is_flat_offer(g, i) || ++offers > MOST_OFFERS ||
                            decision_of(g->p, i->d) != g->i->d))
      return -1;
  }
  return -1;
}

static void put_begin(Gen *g)
{
  g->flat_end = flat_end(g);
  g->flat = g->ip;
  g->offers = 0;
  if (g->flat_end < 0)
    put(g, "if (!menu_begin(vm, $d, $ip)) options_begin(vm, $d, $ip);");
  else
    put(g, "flat = menu_may(vm, $d); if (!flat && !menu_begin(vm, $d, $ip)) "
           "options_begin(vm, $d, $ip);");
}

static void put_flat_offer(Gen *g)
{
  const PAlt *x = &g->p->alts[g->i->d];
  put(g, "if (flat) { ");
  buf_printf(g->b, "s%d = ", g->offers);
  put(g, "$a; ");
  buf_printf(g->b, "if (RARE(s%d < 0 || s%d >= vm->s->seats)) ", g->offers, g->offers);
  put(g, "$slow; ");
  if (x->form == ALT_ELEMENT) {
    buf_printf(g->b, "m%d = ", g->offers);
    put(g, "(uint64_t)$b; ");
    const PType *t = &g->p->types[x->type];
    if (t->kind >= 0 && is_secretive(g->p, t->kind)) {
      buf_printf(g->b, "if (RARE(!things_seen(vm, s%d, m%d, &vm->p->types[%d]))) ",
                 g->offers, g->offers, x->type);
      put(g, "$slow; ");
    }
  }
  buf_add(g->b, "} else ");
}

/* Draws one, and goes on where it leads. */
static void put_flat_draw(Gen *g, const PDecision *d)
{
  const PInstr *code = g->know->o->code;
  buf_add(g->b, "if (flat) { int k = 0; ");
  for (int pass = 0; pass < 2; pass++) {
    int n = 0;
    for (int ip = g->flat; ip < g->flat_end; ip++) {
      if (code[ip].op != OP_OPT) continue;
      const PAlt *x = &g->p->alts[code[ip].d];
      bool set = x->form == ALT_ELEMENT;
      char count[40];
      snprintf(count, sizeof count, set ? "count_bits(m%d)" : "1", n);
      if (!pass) buf_printf(g->b, "k += %s; ", count);
      else {
        buf_printf(g->b, "if (k < %s) { ", count);
        put_reg(g, x->var);
        if (set)
          buf_printf(g->b, " = nth_bit(m%d, k) + %d; ", n, g->p->types[x->type].lo);
        else buf_add(g->b, " = NONE; ");
        if (d->seat >= 0) {
          put_reg(g, d->seat);
          buf_printf(g->b, " = s%d; ", n);
        }
        buf_printf(g->b, "flat = false; goto L%d; } k -= %s; ",
                   g->know->o->new_of[x->target] - g->info->first, count);
      }
      n++;
    }
    if (!pass) {
      put(g, "if (RARE(!k)) $slow; ");
      put(g, "k = menu_take(vm, $d, (int)(R - vm->regs), k); ");
    }
  }
  buf_add(g->b, "} ");
}

static void put_option(Gen *g)
{
  INVARIANT(g->i->d >= 0 && g->i->d < g->p->n_alts);
  const Program *p = g->p;
  const PAlt *x = &p->alts[g->i->d];
  int decision = decision_of(p, g->i->d), words = set_words(p, g->i);
  bool plain = is_plain(p, g->i->d, decision);
  if (g->ip <= g->flat_end) put_flat_offer(g);
  put(g, "if (!vm->menu.open || !menu_add(vm, $a, $d, ");
  if (x->form == ALT_ELEMENT && words == 1)
    put(g, "(uint64_t)$b, count_bits((uint64_t)$b))) ");
  else buf_add(g->b, "0, 1)) ");
  buf_add(g->b, "{ ");
  if (words) put_spill(g, g->i->b, g->i->b + words);
  if (plain) {
    buf_printf(g->b, "if (!op_offer(vm, %d, ", decision);
    put(g, "$a, $d, ");
    buf_printf(g->b, "%d, ", x->type);
    buf_printf(g->b, "%d, ", g->i->b);
    put(g, "$b)) ");
  }
  buf_add(g->b, "{ ");
  if (alt_gives_set(x)) put_spill(g, x->var, x->var + p->types[x->type].words);
  if (decision >= 0 && p->decisions[decision].seat >= 0)
    put_spill(g, p->decisions[decision].seat, p->decisions[decision].seat + 1);
  put_anchor(g);
  put(g, "if (RARE(!options_add(vm, op_seat(vm, $a), $d, ");
  buf_printf(g->b, "R + %d))) ", g->i->b);
  put(g, "$slow; } }");
  g->offers++;
}

/* In a playout: the way from a decision to what follows an answer, where nobody is asked.
 */
static void put_draw(Gen *g, const PDecision *d)
{
  buf_add(g->b, "if (vm->menu.open) { Option o; if (menu_draw(vm, ");
  put(g, "$d, (int)(R - vm->regs), &o)) { ");
  if (d->seat >= 0) {
    put_reg(g, d->seat);
    buf_add(g->b, " = o.seat; ");
  }
  for (int k = 0; k < d->alts; k++) {
    const PAlt *x = &g->p->alts[d->first_alt + k];
    if (k + 1 < d->alts) buf_printf(g->b, "if (o.alt == %d) { ", d->first_alt + k);
    put_reg(g, x->var);
    buf_printf(g->b, " = o.value; goto L%d; ",
               g->know->o->new_of[x->target] - g->info->first);
    if (k + 1 < d->alts) buf_add(g->b, "} ");
  }
  buf_add(g->b, "} } ");
}

static void put_decide(Gen *g)
{
  INVARIANT(g->i->d >= 0 && g->i->d < g->p->n_decisions);
  const PDecision *d = &g->p->decisions[g->i->d];
  if (g->ip == g->flat_end) put_flat_draw(g, d);
  put_draw(g, d);
  put(g, "if (RARE(vm->ask.pause != PAUSE_DECIDE || vm->ask.decision != $d || "
         "vm->nested)) $slow; ");
  buf_printf(g->b, "vm->ask.mark = %d; ", g->i->a);
  buf_printf(g->b, "vm->s->live = op_anchor(vm, R, %d) + %d; ", g->c->regs, d->live);
  put(g, "vm->fail_ip = $ip; vm->s->ip = vm->ask.begin_ip; ");
  buf_printf(g->b, "n = %d; out.status = NATIVE_PAUSE + RUN_DECIDE; goto leave;",
             g->c->regs);
}

static void put_random(Gen *g)
{
  int words = set_words(g->p, g->i);
  put(g,
      words == 1
          ? "{ int64_t x; if ($b & (int64_t)((uint64_t)$b - 1)) { "
            "if (!playout_roll(vm, (uint64_t)$b, count_bits((uint64_t)$b), &x)) $slow; "
            "$a = x + $lo; } else $a = op_first($b, $lo); }"
          : "if (set_count($&b, $w) > 1) $slow; "
            "{ int64_t x = set_next($&b, $w, 0); $a = x < 0 ? NONE : x + $lo; }");
}

bool emit_flow(Gen *g)
{
  switch (g->i->op) {
  case OP_CALL:
    if (g->know->chunks[g->i->d].pure) put_call_pure(g);
    else put_call(g);
    return true;
  case OP_CALLS: put_call_slot(g); return true;
  case OP_RET: put_ret(g); return true;
  case OP_TELL:
  case OP_TOLD:
  case OP_NOTE:
  case OP_NOTEAT: put_tell(g); return true;
  case OP_BEGIN: put_begin(g); return true;
  case OP_OPT: put_option(g); return true;
  case OP_DECIDE: put_decide(g); return true;
  case OP_RANDOM: put_random(g); return true;
  case OP_DRAW:
    put_spill(g, g->i->d, g->i->d + 1);
    put_anchor(g);
    put(g, "if (!native_draw(vm, $a, $b, $d, $ip)) $slow;");
    return true;
  case OP_LEARN: put(g, "if (op_listening(vm)) $slow;"); return true;
  default: return false;
  }
}
