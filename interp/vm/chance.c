/* Chance: what may come up, what that does, and who learns it.
 *
 * What comes up is for those to know who see where it goes.  A drawn thing goes into a
 * pile.  A number or a thing that was rolled goes where the code behind the roll puts it:
 * if one of these places, or the index of one, is hidden, so is the roll, and what it
 * does to things that are seen tells as much as the rules say. */
#include "interp/vm/deal.h"
#include "interp/vm/native.h"
#include "interp/vm/piles.h"
#include "interp/base/invariant.h"

#include <string.h>

const Loose *loose_things(Vm *vm, int pile)
{
  Loose *l = &vm->loose;
  if (l->pile == pile && l->shifts == vm->shifts) return l;
  int32_t bottom = vm->cells[vm->p->header->pile_cells + pile * PC_CELLS + PC_BOTTOM];
  const PKind *k = &vm->p->kinds[vm->p->things[bottom - 1].kind];
  loose_begin(vm, pile, k);
  for (int32_t x = bottom; x; x = thing_cells(vm, x - 1)[TC_ABOVE]) {
    if (thing_cells(vm, x - 1)[TC_LOOSE] != LOOSE) continue;
    set_put(l->bits, x - 1 - k->first);
    l->count++;
  }
  return l;
}

/* Is there anybody who wants to know what could be drawn? */
static bool is_brief(const Vm *vm)
{
  bool past = vm->remembers && !vm->offer_untried; /* it is written down which came up */
  return !TORTURE && !vm->claiming && (vm->probing || (vm->auto_chance && !past));
}

static void begin_briefly(Vm *vm)
{
  Ask *a = &vm->ask;
  const Loose *l = loose_things(vm, a->from);
  int64_t first = set_next(l->bits, l->words, 0),
          last = set_before(l->bits, l->words, (int64_t)l->words * 64);
  const PThing *things = vm->p->things + l->first;
  a->loose = a->noptions = l->count;
  a->brief = true;
  if (things[first].face != things[last].face) return;
  a->noptions = 1; /* copies lie together: they are all alike */
  vm->options[0] = (Option){NONE, -1, l->first + (int32_t)first};
}

/* The different cards among those whose order is unknown, with how many there are. */
void chance_begin(Vm *vm)
{
  Ask *a = &vm->ask;
  const PHeader *h = vm->p->header;
  if (is_brief(vm)) {
    begin_briefly(vm);
    return;
  }
  a->loose = 0;
  for (int32_t x = vm->cells[h->pile_cells + a->from * PC_CELLS + PC_BOTTOM]; x;
       x = thing_cells(vm, x - 1)[TC_ABOVE]) {
    if (thing_cells(vm, x - 1)[TC_LOOSE] != LOOSE) continue;
    a->loose++;
    /* Copies lie together: the loose part is kept in the order of ids (state.c). */
    int last = a->noptions - 1;
    if (last >= 0 &&
        vm->p->things[vm->options[last].value].face == vm->p->things[x - 1].face)
      vm->weights[last]++;
    else {
      vm->weights[a->noptions] = 1;
      vm->options[a->noptions++] = (Option){NONE, -1, x - 1};
    }
  }
}

/* ---- which copy ----------------------------------------------------------------- */

static bool draws_listed(const Vm *vm)
{
  const Ask *a = &vm->ask;
  return a->pause == PAUSE_CHANCE && a->from >= 0 && !a->brief;
}

int32_t chance_thing(const Vm *vm, int k)
{
  const PHeader *h = vm->p->header;
  int32_t x = vm->cells[h->pile_cells + vm->ask.from * PC_CELLS + PC_BOTTOM];
  for (; x; x = thing_cells(vm, x - 1)[TC_ABOVE])
    if (thing_cells(vm, x - 1)[TC_LOOSE] == LOOSE && k-- == 0) return x - 1;
  return NONE;
}

int vm_outcome(Vm *vm, int i)
{
  int n = vm_options(vm);
  if (i < 0 || i < n || !draws_listed(vm)) return i < n ? i : -1;
  int k = i - n, option = 0;
  if (k >= vm->ask.loose) return -1;
  while (k >= vm->weights[option]) k -= (int)vm->weights[option++];
  INVARIANT(option < n);
  return option;
}

int vm_draw_of(Vm *vm, int32_t thing, bool very)
{
  const Program *p = vm->p;
  int n = vm_options(vm), option = 0;
  while (option < n && p->things[vm->options[option].value].face != p->things[thing].face)
    option++;
  if (option == n) return -1;
  for (int k = 0; very && k < vm->ask.loose; k++)
    if (chance_thing(vm, k) == thing) return n + k;
  return option;
}

/* A thing that has copies is drawn itself. */
int chance_copy(Vm *vm, int option, int k)
{
  const PThing *x = &vm->p->things[vm->options[option].value];
  bool copies = x->copies > 1 && vm->s->keyed && draws_listed(vm);
  return copies ? vm->ask.noptions + k : option;
}

bool vm_rolled(Vm *vm, int rolled, int i)
{
  return i == rolled || (i >= 0 && i < vm_options(vm) && vm_outcome(vm, rolled) == i);
}

/* What comes up is the first of those that are alike, as if they had been listed. */
int chance_roll(Vm *vm)
{
  const Loose *l = loose_things(vm, vm->ask.from);
  int k = (int)chance_below(vm->s, (uint64_t)l->count);
  int64_t bit = set_nth_bit(l->bits, l->words, k);
  int32_t face = vm->p->things[l->first + bit].face;
  bit = set_next(l->bits, l->words, face - l->first);
  vm->options[0] = (Option){NONE, -1, l->first + (int32_t)bit};
  return 0;
}

/* ---- who learns it -------------------------------------------------------------- */

enum { FRAME = MAX_FRAME + 8, CALLS = 8 };

/* Follows a roll through the code behind it. */
typedef struct Trail {
  Vm *vm;
  uint32_t seen; /* the seats that see every hidden place it reached */
  int field;     /* the first of these places, -1: none yet */
  int32_t thing;
  bool used;         /* it does more than go to places: whoever rolled told everybody */
  bool known[FRAME]; /* registers whose value is known already, */
  int64_t value[FRAME]; /* ... and that value */
} Trail;

static uint32_t everybody(const Vm *vm) { return (1u << vm->s->seats) - 1; }

/* The seats that see a field of a thing; of a thing not known yet: of every one. */
static uint32_t field_seen(Vm *vm, int field, bool known, int64_t thing)
{
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  const PField *f = &vm->p->fields[field];
  uint32_t seen = 0;
  if (f->seen == SEEN_ALL) return everybody(vm);
  if (f->kind < 0) known = true, thing = NONE;
  if (!known) return 0;
  for (int s = 0; s < vm->s->seats; s++)
    if (vm_sees_field(vm, s, field, (int32_t)thing)) seen |= 1u << s;
  return seen;
}

static bool holds_some(const bool *roll, int at, int n)
{
  for (int k = at; k < at + n && k < FRAME; k++)
    if (roll[k]) return true;
  return false;
}

static void reaches_field(Trail *t, const PInstr *i, const bool *roll, const Trail *at)
{
  const PField *f = &t->vm->p->fields[i->d];
  int words = i->op == OP_PUTW ? t->vm->p->types[f->type].words : 1;
  bool index = (f->kind >= 0 && roll[i->c]) || (f->per_type >= 0 && roll[i->c + 1]);
  if (!index && !holds_some(roll, i->a, words)) return;
  bool known = at->known[i->c] && !roll[i->c];
  if (t->field < 0 && (f->kind < 0 || known) && (f->seen != SEEN_ALL || t->vm->s->gather))
    t->field = i->d, t->thing = (int32_t)at->value[i->c];
  t->used |= f->seen == SEEN_ALL;
  t->seen &= field_seen(t->vm, i->d, known, at->value[i->c]);
}

static bool reads(char letter) { return letter == 'r' || letter == 'w' || letter == 'x'; }

/* Does a text name it? */
static bool named(const Program *p, int32_t text, const bool *roll)
{
  const PText *x = text >= 0 ? &p->texts[text] : NULL;
  for (int k = 0; x && k < x->args; k++) {
    int32_t reg = p->args[x->first_arg + k].reg;
    if (reg >= 0 && reg < FRAME && roll[reg]) return true;
  }
  return false;
}

/* Does something that everybody notices hang on it: a condition, who is asked and what is
 * offered, a text, a pile?  (A thing that lies face down goes without being named.) */
static bool is_used(const Program *p, const PInstr *i, const bool *roll)
{
  const char *operands = op_operands(i->op);
  switch (i->op) {
  case OP_JT:
  case OP_JF:
  case OP_JEQ:
  case OP_JNE:
  case OP_JLT:
  case OP_JGE:
  case OP_JEQI:
  case OP_JNEI:
  case OP_JLTI:
  case OP_JGEI:
  case OP_AGAIN:
  case OP_SHUFFLE:
  case OP_DRAW:
  case OP_LAY:
  case OP_TUCK: return roll[i->a] || (reads(operands[1]) && roll[i->b]);
  case OP_MOVE: return roll[i->b];
  case OP_OPT:
  case OP_OPTS: return roll[i->a] || roll[i->b];
  case OP_NOTE:
  case OP_NOTEAT: return named(p, i->d, roll);
  case OP_TELL:
  case OP_TOLD: return named(p, p->verbs[i->d].text, roll);
  default: return false;
  }
}

static void follow(Trail *t, int32_t ip, int32_t end, bool *roll, int calls);

/* A roll that is handed to a chunk goes on there. */
static void follow_call(Trail *t, int32_t chunk, const PInstr *i, const bool *roll,
                        int calls)
{
  const PChunk *c = &t->vm->p->chunks[chunk];
  bool there[FRAME] = {false}, some = false;
  Trail inner = {.vm = t->vm,
                 .seen = t->seen,
                 .field = t->field,
                 .thing = t->thing,
                 .used = t->used};
  for (int k = 0; k < c->regs && k < FRAME - 2 && i->a + 1 + k < FRAME - 2; k++) {
    there[k] = roll[i->a + 1 + k];
    inner.known[k] = t->known[i->a + 1 + k];
    inner.value[k] = t->value[i->a + 1 + k];
    some |= there[k];
  }
  if (!some || calls == CALLS) return;
  follow(&inner, c->first, c->first + c->count, there, calls + 1);
  t->seen = inner.seen;
  t->field = inner.field;
  t->thing = inner.thing;
  t->used = inner.used;
}

static void follow_calls(Trail *t, const PInstr *i, const bool *roll, int calls)
{
  const Program *p = t->vm->p;
  if (i->op == OP_CALL) {
    follow_call(t, i->d, i, roll, calls);
    return;
  }
  const PSlot *s = &p->slots[i->d];
  for (int32_t n = 0; n < p->kinds[s->kind].count; n++)
    if (p->slot_chunks[s->first + n] >= 0)
      follow_call(t, p->slot_chunks[s->first + n], i, roll, calls);
}

/* What a register will hold whose sources are known: whose field it is into which the
 * roll goes is often computed behind the roll.  The state stays as it is until then. */
static bool computed(const Trail *t, const PInstr *i, int64_t *value)
{
  const Vm *vm = t->vm;
  switch (i->op) {
  case OP_LDI: *value = i->d; return true;
  case OP_MOV: *value = t->value[i->b]; return t->known[i->b];
  case OP_NEXT1: *value = board_next(vm, i->d, t->value[i->b], 1); return t->known[i->b];
  case OP_NEXT:
    *value = board_next(vm, i->d, t->value[i->b], t->value[i->c]);
    return t->known[i->b] && t->known[i->c];
  case OP_GETG: *value = vm_get(vm, i->d, NONE, NONE); return true;
  case OP_GET:
    *value = t->known[i->c] ? vm_get(vm, i->d, (int32_t)t->value[i->c], NONE) : NONE;
    return t->known[i->c];
  case OP_SALL: /* of few elements, as players are */
    if (vm->p->types[i->d].words == 1) set_all(vm, i->d, value);
    return vm->p->types[i->d].words == 1;
  case OP_SFIRST:
  case OP_SLAST: {
    const PType *s = &vm->p->types[i->d];
    uint64_t set = (uint64_t)t->value[i->b];
    int k = !set                 ? 0
            : i->op == OP_SFIRST ? __builtin_ctzll(set)
                                 : 63 - __builtin_clzll(set);
    *value = set ? s->lo + k : NONE;
    return s->words == 1 && t->known[i->b];
  }
  default: return false;
  }
}

/* How many registers an instruction fills from its first operand on. */
static int words_of(const Program *p, const PInstr *i)
{
  if (i->op == OP_GETW) return p->types[p->fields[i->d].type].words;
  if (i->op == OP_COLW) return p->types[p->columns[i->d].type].words;
  return op_operands(i->op)[0] == 'w' ? p->types[i->d].words : 1;
}

/* What an instruction leaves in its registers. */
static void follow_value(Trail *t, const PInstr *i, bool *roll)
{
  const char *operands = op_operands(i->op);
  if (!reads(operands[0]) || i->op == OP_CALL || i->op == OP_CALLS) return;
  if (i->op == OP_MOVW) {
    for (int k = 0; k < i->d && i->a + k < FRAME && i->b + k < FRAME; k++) {
      roll[i->a + k] = roll[i->b + k];
      t->known[i->a + k] = false;
    }
    return;
  }
  bool from = (reads(operands[1]) && roll[i->b]) || (reads(operands[2]) && roll[i->c]);
  bool keeps = i->op == OP_SADD || i->op == OP_SDEL || i->op == OP_LADD;
  int64_t value = NONE;
  bool known = !from && computed(t, i, &value);
  int words = keeps ? 1 : words_of(t->vm->p, i);
  for (int k = i->a; k < i->a + words && k < FRAME; k++) {
    roll[k] = from || (keeps && roll[k]);
    t->known[k] = false;
  }
  t->known[i->a] = known;
  t->value[i->a] = value;
}

/* What is answered takes the place of what was there. */
static void answered(Trail *t, const PAlt *x, bool *roll)
{
  if (x->var < 0) return;
  int words = x->type >= 0 && alt_gives_set(x) ? t->vm->p->types[x->type].words : 1;
  for (int k = x->var; k < x->var + words && k < FRAME; k++)
    roll[k] = t->known[k] = false;
}

/* In the order in which it is written; ways round and back are not followed. */
static void follow(Trail *t, int32_t ip, int32_t end, bool *roll, int calls)
{
  for (; ip < end; ip++) {
    const PInstr *i = &t->vm->p->code[ip];
    t->used = t->used || is_used(t->vm->p, i, roll);
    switch (i->op) {
    case OP_PUT:
    case OP_PUTW:
    case OP_RAISE:
    case OP_LOWER: reaches_field(t, i, roll, t); break;
    case OP_CALL:
    case OP_CALLS: follow_calls(t, i, roll, calls); break;
    case OP_OPT: answered(t, &t->vm->p->alts[i->d], roll); break;
    case OP_CHECK:
    case OP_INTYPE:
    case OP_JT:
    case OP_JF:
    case OP_JEQ:
    case OP_JNE:
    case OP_JLT:
    case OP_JGE:
    case OP_JEQI:
    case OP_JNEI:
    case OP_JLTI:
    case OP_JGEI:
    case OP_FILL:
    case OP_MOVE:
    case OP_DRAW:
    case OP_LAY:
    case OP_TUCK:
    case OP_SHUFFLE:
    case OP_REVEAL:
    case OP_SIGHT: break;
    default: follow_value(t, i, roll);
    }
  }
}

static int32_t chunk_end(const Program *p, int32_t ip)
{
  for (int32_t c = 0; c < p->n_chunks; c++)
    if (ip >= p->chunks[c].first && ip < p->chunks[c].first + p->chunks[c].count)
      return p->chunks[c].first + p->chunks[c].count;
  return ip;
}

/* Follows what comes into register `reg` before instruction `ip`. */
static void follow_from(Trail *t, Vm *vm, int reg, int32_t ip)
{
  bool roll[FRAME] = {false};
  *t = (Trail){.vm = vm, .seen = everybody(vm), .field = -1};
  for (int k = 0; k < FRAME && vm->s->base + k < vm->s->top; k++) {
    t->known[k] = true;
    t->value[k] = vm->regs[vm->s->base + k];
  }
  roll[reg] = true;
  follow(t, ip, chunk_end(vm->p, ip), roll, 0);
}

static uint32_t roll_seen(Vm *vm, const Ask *a)
{
  Trail t;
  follow_from(&t, vm, a->dst, a->begin_ip + 1);
  return t.used ? everybody(vm) : t.seen;
}

static int32_t place_of_trail(const Trace *trace, const Trail *t)
{
  if (t->field < 0) return -1;
  const PField *f = &trace->real->p->fields[t->field];
  if (f->kind >= 0 && (t->thing < f->first || t->thing >= f->first + f->count)) return -1;
  return slot_of(trace, t->field, t->thing);
}

int32_t answer_place(const Trace *trace, int i, int *part)
{
  Vm *vm = trace->real;
  const Ask *a = &vm->ask;
  Trail t;
  *part = 0;
  if (a->pause == PAUSE_CHANCE) {
    if (a->from >= 0) return -1;
    follow_from(&t, vm, a->dst, a->begin_ip + 1);
    return place_of_trail(trace, &t);
  }
  int alt = vm_option(vm, i).alt, parts = program_parts(vm->p, alt);
  for (int k = 0; k < parts; k++) {
    const PAlt *x = &vm->p->alts[alt + k];
    if (x->var < 0) continue;
    follow_from(&t, vm, x->var, x->target);
    int32_t slot = place_of_trail(trace, &t);
    *part = k;
    if (slot >= 0) return slot;
  }
  return -1;
}

static uint32_t drawn_seen(Vm *vm, const Ask *a, int32_t thing)
{
  uint32_t known = (uint32_t)thing_cells(vm, thing)[TC_KNOWN] & KNOWN_NOW;
  return (known | pile_seen(vm, a->from) | pile_seen(vm, a->to)) & everybody(vm);
}

/* Who is told that a thing was rolled hears of a card, unless he knows its face. */
static uint32_t faces_seen(Vm *vm, const Ask *a, int32_t value)
{
  int type = vm->p->types[a->type].elem;
  bool thing = vm->p->types[type].tag == T_THING && thing_cells(vm, value);
  uint32_t seen = 0;
  for (int s = 0; thing && s < vm->s->seats; s++)
    if (vm_sees_thing(vm, s, value)) seen |= 1u << s;
  return thing ? seen : everybody(vm);
}

uint32_t vm_chance_seen(Vm *vm, int i)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Ask *a = &vm->ask;
  if (a->pause != PAUSE_CHANCE || vm_outcome(vm, i) < 0) return 0;
  int32_t me = (int32_t)vm->regs[vm->s->base + a->me];
  int32_t value = vm_option(vm, i).value;
  uint32_t seen = a->from >= 0 ? drawn_seen(vm, a, value) : roll_seen(vm, a);
  if (a->from < 0) seen &= faces_seen(vm, a, value);
  if (vm->s->gather) seen &= me >= 0 && me < MAX_PLAYERS ? 1u << me : 0;
  return seen;
}

/* ---- what it does --------------------------------------------------------------- */

/* Where more than one thing lies whose order is unknown, a draw is told as chance even if
 * they are all alike: that they are is hidden. */
static bool is_told(const Vm *vm, const Ask *a)
{
  return vm->discreet && a->from >= 0 ? a->loose > 1 : a->noptions > 1;
}

/* What is drawn is no longer loose; the rest still is. */
static void draw(Vm *vm, const Ask *a, int32_t thing, int32_t me)
{
  Loose *l = &vm->loose;
  bool known = l->pile == a->from && l->shifts == vm->shifts;
  bool unread = a->noptions > 1 && !vm->probing && vm_draws_unread(vm);
  pile_move(vm, thing, a->to, a->under, a->begin_ip, me);
  if (unread) thing_cells(vm, thing)[TC_LOOSE] = UNREAD + a->from;
  if (!known || thing_cells(vm, thing)[TC_LOOSE]) return;
  set_drop(l->bits, thing - l->first);
  l->count--;
  l->shifts = vm->shifts;
}

/* The field of the game into which a roll goes as it is, or -1: a die that shows the same
 * number again has no change to be told by. */
static int32_t straight_into(const Vm *vm, const Ask *a)
{
  const PInstr *i = &vm->p->code[a->begin_ip + 1];
  int reg = a->dst;
  for (;; i++)
    if (i->op == OP_MOV && i->b == reg) reg = i->a;
    else if (i->op != OP_CHECK || i->a != reg) break;
  const PField *f = &vm->p->fields[i->op == OP_PUT ? i->d : 0];
  bool plain = i->op == OP_PUT && i->a == reg && f->kind < 0 && f->per_type < 0;
  return plain && f->text >= 0 ? i->d : -1;
}

bool quiet_draw(Vm *vm, int64_t from, int64_t to, int64_t me, long most)
{
  State *s = vm->s;
  const PHeader *h = vm->p->header;
  if (from < 0 || from >= h->piles || to < 0 || to >= h->piles) return true;
  int32_t top = vm->cells[h->pile_cells + from * PC_CELLS + PC_TOP], thing = top - 1;
  if (!top) return true;
  if (!thing_cells(vm, thing)[TC_LOOSE]) {
    quiet_move(vm, thing, (int32_t)to, false, (int32_t)me);
    return true;
  }
  Loose *l = &vm->loose;
  loose_things(vm, (int)from);
  const PThing *things = vm->p->things + l->first;
  int64_t bit = set_next(l->bits, l->words, 0),
          last = set_before(l->bits, l->words, (int64_t)l->words * 64);
  if (things[bit].face != things[last].face) {
    if (s->depth > 0 && !quiet_commit(vm, most)) return false;
    s->depth = s->start = s->floor = 0;
    vm->quiet.left -= MAX_FUEL - vm->fuel + CHANCE_FUEL;
    if (vm->quiet.left < 0) return false;
    bit = set_nth_bit(l->bits, l->words, (int)chance_below(s, (uint64_t)l->count));
    bit = set_next(l->bits, l->words, things[bit].face - l->first);
    vm->fuel = MAX_FUEL;
  }
  uint64_t shifts = vm->shifts;
  quiet_move(vm, l->first + (int32_t)bit, (int32_t)to, false, (int32_t)me);
  if (vm->shifts == shifts) return true; /* it could not be moved */
  set_drop(l->bits, bit);
  l->count--;
  l->shifts = vm->shifts;
  return true;
}

void chance_apply(Vm *vm, int i)
{
  HOT_INVARIANT(vm->p && vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  State *s = vm->s;
  Ask a = vm->ask;
  Option o = vm_option(vm, i);
  bool told = vm->fn && !vm->probing && is_told(vm, &a);
  uint32_t seen = !told ? 0 : a.from >= 0 ? everybody(vm) : roll_seen(vm, &a);
  int32_t me = (int32_t)vm->regs[s->base + a.me];
  if (a.from >= 0) draw(vm, &a, o.value, me);
  else vm->regs[s->base + a.dst] = o.value;
  vm->ask.pause = PAUSE_NONE;
  s->ip = a.begin_ip + 1;
  if (!told) return;
  Event e = {.kind = EV_CHANCE,
             .ip = a.begin_ip,
             .seat = me,
             .field = a.from >= 0 ? -1 : straight_into(vm, &a),
             .thing = a.from >= 0 ? o.value : NONE,
             .per = NONE,
             .now = o.value,
             .text = -1,
             .type = a.from >= 0 ? vm->p->kinds[vm->p->things[o.value].kind].type
                                 : vm->p->types[a.type].elem};
  e.seen[0] = seen; /* of a drawn thing the face is told only to who sees it */
  vm_tell(vm, &e);
}
