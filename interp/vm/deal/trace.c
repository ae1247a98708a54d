/* What each reader could have noticed since the start, found by playing the answers once
 * more: a running hash of all that was told and asked, when a face or a hidden place came
 * to be seen or was mixed up again, and where hidden outcomes went. */
#include "interp/vm/deal.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mixed(uint64_t h, uint64_t x)
{
  h = (h ^ x * 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u;
  return h ^ h >> 32;
}

static uint64_t mixed_int(uint64_t h, int64_t x) { return mixed(h, (uint64_t)x); }

/* ---- readers -------------------------------------------------------------------- */

bool reader_sees_thing(Vm *vm, int reader, int32_t thing)
{
  if (reader < PUBLIC_READER) return vm_sees_thing(vm, reader, thing);
  for (int s = 0; s < vm->s->seats; s++)
    if (!vm_sees_thing(vm, s, thing)) return false;
  return true;
}

bool reader_sees_field(Vm *vm, int reader, int field, int32_t thing)
{
  if (reader < PUBLIC_READER) return vm_sees_field(vm, reader, field, thing);
  for (int s = 0; s < vm->s->seats; s++)
    if (!vm_sees_field(vm, s, field, thing)) return false;
  return true;
}

static bool among(const Vm *vm, int reader, uint32_t seats)
{
  uint32_t all = (1u << vm->s->seats) - 1;
  return reader < PUBLIC_READER ? seats >> reader & 1 : (seats & all) == all;
}

/* ---- what is heard -------------------------------------------------------------- */

static uint64_t face_heard(Vm *vm, int reader, int64_t thing)
{
  if (thing < 0 || thing >= vm->p->n_things) return (uint64_t)thing;
  return reader_sees_thing(vm, reader, (int32_t)thing)
             ? (uint64_t)vm->p->things[thing].face
             : (uint64_t)-3;
}

/* A pile of a hidden thing is any pile of its sort. */
static uint64_t pile_heard(Vm *vm, int reader, int64_t pile)
{
  int32_t thing, per;
  int field = pile < 0 ? -1 : vm_pile_field(vm, (int)pile, &thing, &per);
  bool hidden = field >= 0 && vm->p->fields[field].kind > 0 &&
                !reader_sees_thing(vm, reader, thing);
  return hidden ? mixed((uint64_t)field, (uint64_t)-3) : (uint64_t)pile;
}

static uint64_t text_heard(Vm *vm, int reader, const Event *e)
{
  const Program *p = vm->p;
  uint64_t h = mixed_int((uint64_t)e->text, e->seat);
  for (int i = 0; i < e->nargs && i < MAX_ARGS; i++) {
    int type = p->args[p->texts[e->text].first_arg + i].type;
    bool thing = type >= 0 && p->types[type].tag == T_THING;
    if (!among(vm, reader, e->seen[i])) h = mixed(h, (uint64_t)-2);
    else h = mixed(h, thing ? face_heard(vm, reader, e->args[i]) : (uint64_t)e->args[i]);
  }
  return h;
}

uint64_t event_heard(Vm *vm, int reader, const Event *e, uint64_t h)
{
  HOT_INVARIANT(e->nargs >= 0 && e->nargs <= MAX_ARGS);
  switch (e->kind) {
  case EV_VERB:
  case EV_TOLD:
  case EV_NOTE: return mixed(h, text_heard(vm, reader, e));
  case EV_CHANGE:
    if (!reader_sees_field(vm, reader, e->field, e->thing)) return h;
    if (vm->p->fields[e->field].kind >= 0 && !reader_sees_thing(vm, reader, e->thing))
      return h;
    return mixed_int(
        mixed_int(mixed_int(mixed_int(mixed(h, 11), e->field), e->thing), e->per),
        e->now);
  case EV_MOVE:
    h = mixed(mixed(h, 12), pile_heard(vm, reader, e->old));
    return mixed(mixed(h, pile_heard(vm, reader, e->now)),
                 face_heard(vm, reader, e->thing));
  case EV_SHUFFLE: return mixed(mixed(h, 13), pile_heard(vm, reader, e->now));
  case EV_REVEAL:
    if (!among(vm, reader, (uint32_t)e->now) && /* a spectator learns it with the last */
        !(reader == PUBLIC_READER && e->thing >= 0 &&
          reader_sees_thing(vm, reader, e->thing)))
      return h;
    /* Of copies nobody can tell which it was. */
    return mixed_int(
        mixed_int(mixed_int(mixed(h, 14),
                            e->thing < 0 ? e->thing : vm->p->things[e->thing].face),
                  e->now),
        e->old);
  case EV_SIGHT: return h; /* heard at the pause, as all that comes to be seen */
  case EV_CHANCE:
    if (e->thing != NONE || !among(vm, reader, e->seen[0])) return h;
    h = mixed(h, 15); /* of a thing that lies face down all hear that it is one */
    return vm->p->types[e->type].tag == T_THING ? mixed(h, face_heard(vm, reader, e->now))
                                                : mixed_int(h, e->now);
  case EV_GATHER: return mixed_int(mixed(h, 16), e->now);
  case EV_END: return mixed_int(mixed_int(mixed(h, 17), e->now), e->text);
  case EV_SHOW:
  case EV_DECIDE: return h;
  }
  return h;
}

/* Fields that come to be seen by what `seen by` says: then their values are known. */
static uint64_t sight_heard(Vm *vm, int reader, uint64_t h)
{
  const Program *p = vm->p;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->seen != SEEN_CHUNK && !(f->seen == SEEN_OWNER && f->kind > 0)) continue;
    for (int k = 0; k < f->count; k++) {
      int32_t thing = f->kind >= 0 ? f->first + k : NONE;
      if (!reader_sees_field(vm, reader, i, thing)) continue;
      h = mixed_int(mixed_int(h, i), k);
      if (f->flags & FIELD_PILE) {
        for (int j = 0; j < f->per_count; j++) {
          int32_t x = vm->cells[p->header->pile_cells +
                                (f->pile + k * f->per_count + j) * PC_CELLS + PC_BOTTOM];
          for (; x; x = thing_cells(vm, x - 1)[TC_ABOVE])
            h = mixed(h, face_heard(vm, reader, x - 1));
        }
        continue;
      }
      int n = f->per_count * f->size;
      for (int j = 0; j < n; j++) h = mixed_int(h, vm->cells[f->cell + k * n + j]);
    }
  }
  return h;
}

/* An answer, with the faces that the reader knows. */
static uint64_t option_heard(Vm *vm, int reader, Option o, uint64_t h)
{
  for (int k = 0; k < program_parts(vm->p, o.alt); k++) {
    int32_t value = program_part(vm->p, o.alt, o.value, k);
    h = mixed(h, alt_has_things(vm->p, o.alt + k) ? face_heard(vm, reader, value)
                                                  : (uint64_t)(int64_t)value);
  }
  return h;
}

uint64_t question_heard(Vm *vm, int reader, uint64_t h)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Ask *a = &vm->ask;
  h = sight_heard(vm, reader, h);
  if (a->pause != PAUSE_DECIDE) return mixed(h, 21);
  h = mixed(mixed(h, 22), a->seats);
  if (reader >= PUBLIC_READER || !(a->seats >> reader & 1)) return h;
  h = mixed_int(h, a->decision);
  for (int i = 0; i < a->noptions; i++) {
    Option o = vm_option(vm, i);
    if (o.seat != reader) continue;
    h = option_heard(vm, reader, o, mixed_int(h, o.alt));
  }
  return h;
}

uint64_t answer_heard(Vm *vm, int reader, Option o, uint64_t h)
{
  return option_heard(vm, reader, o, mixed_int(mixed_int(mixed(h, 23), o.seat), o.alt));
}

/* ---- where things and places are seen ------------------------------------------- */

static uint32_t thing_readers(Vm *vm, int32_t thing)
{
  uint32_t mask = 0;
  for (int s = 0; s < vm->s->seats; s++)
    if (vm_sees_thing(vm, s, thing)) mask |= 1u << s;
  if (mask == (1u << vm->s->seats) - 1) mask |= 1u << PUBLIC_READER;
  return mask;
}

static void mark(Marks *m, SeenMark seen)
{
  if (m->n == m->cap) {
    m->cap = m->cap ? 2 * m->cap : 8;
    m->at = realloc(m->at, m->cap * sizeof *m->at);
    if (!m->at) abort();
  }
  m->at[m->n++] = seen;
}

static void mark_thing(Trace *t, int32_t x, int32_t mix, int32_t owner)
{
  INVARIANT(x >= 0 && x < t->real->p->n_things);
  int32_t pile = thing_cells(t->real, x) ? thing_cells(t->real, x)[TC_PILE] - 1 : -1;
  mark(&t->things[x], (SeenMark){t->n, thing_readers(t->real, x), mix, pile, owner});
}

static void mark_place(Trace *t, int32_t slot, uint32_t seen, int32_t mix)
{
  INVARIANT(slot >= 0 && slot < t->nslots);
  mark(&t->places[slot], (SeenMark){t->n, seen, mix, -1, -1});
}

/* The place of a field of a thing, among all. */
int32_t slot_of(const Trace *t, int field, int32_t thing)
{
  INVARIANT(field >= 0 && field < t->real->p->n_fields);
  const PField *f = &t->real->p->fields[field];
  return t->slots[field] + (f->kind >= 0 ? thing - f->first : 0);
}

static uint32_t field_readers(Vm *vm, int field, int32_t thing)
{
  uint32_t mask = 0;
  for (int s = 0; s < vm->s->seats; s++)
    if (vm_sees_field(vm, s, field, thing)) mask |= 1u << s;
  if (mask == (1u << vm->s->seats) - 1) mask |= 1u << PUBLIC_READER;
  return mask;
}

/* A hidden place that is written anew: what was there before is not seen any more. */
static void note_change(Trace *t, const Event *e)
{
  const Program *p = t->real->p;
  const PField *f = &p->fields[e->field];
  int op = e->ip >= 0 && e->ip < p->n_code ? p->code[e->ip].op : OP_NOP;
  if (f->kind >= 0 && (e->thing < f->first || e->thing >= f->first + f->count)) return;
  if (op == OP_PUT || op == OP_PUTW) mark_place(t, slot_of(t, e->field, e->thing), 0, 0);
}

/* The readers of a place: everybody if it is none. */
static uint32_t place_readers(Trace *t, int32_t slot)
{
  int field = 0;
  if (slot < 0) return ~0u;
  while (field + 1 < t->real->p->n_fields && t->slots[field + 1] <= slot) field++;
  const PField *f = &t->real->p->fields[field];
  int32_t thing = f->kind >= 0 ? f->first + slot - t->slots[field] : NONE;
  return field_readers(t->real, field, thing);
}

/* All are in: things that were put elsewhere or shown secretly are seen where they lie,
 */
static void note_things_opened(Trace *t)
{
  Vm *vm = t->real;
  for (int32_t x = 0; vm->shadow && x < vm->p->n_things; x++) {
    const int32_t *now = thing_cells(vm, x);
    const int32_t *was = now ? vm->shadow + (now - vm->cells) : NULL;
    if (was && (was[TC_PILE] != now[TC_PILE] || was[TC_KNOWN] != now[TC_KNOWN]))
      mark_thing(t, x, -1, -1);
  }
}

/* ... and the places of secret answers as they say. */
static void note_opened(Trace *t)
{
  note_things_opened(t);
  for (int32_t k = t->n - 1; k >= 0; k--) {
    const TraceStep *s = &t->steps[k];
    if (!s->chance && !s->secret) break;
    if (s->slot < 0) continue;
    mark_place(t, s->slot, place_readers(t, s->slot), -1);
  }
}

static int32_t last_mix(const Marks *m)
{
  for (size_t i = m->n; i-- > 0;)
    if (m->at[i].mix >= 0) return m->at[i].mix;
  return -1;
}

static void mark_mixed(Trace *t, int64_t pile, int32_t owner)
{
  INVARIANT(pile >= 0 && pile < t->real->p->header->piles);
  Vm *vm = t->real;
  for (int32_t x = vm->cells[vm->p->header->pile_cells + pile * PC_CELLS + PC_BOTTOM]; x;
       x = thing_cells(vm, x - 1)[TC_ABOVE]) {
    mix_after(&t->mixes, last_mix(&t->things[x - 1]));
    mark_thing(t, x - 1, t->mixes.n - 1, owner);
  }
}

/* What lies in piles of the things that are mixed up is mixed up with them. */
static void note_mix(Trace *t, int64_t pile)
{
  Vm *vm = t->real;
  const Program *p = vm->p;
  mix_begin(&t->mixes);
  mark_mixed(t, pile, -1);
  for (int32_t x = vm->cells[p->header->pile_cells + pile * PC_CELLS + PC_BOTTOM]; x;
       x = thing_cells(vm, x - 1)[TC_ABOVE])
    for (int i = 0; i < p->n_fields; i++) {
      const PField *f = &p->fields[i];
      if (!(f->flags & FIELD_PILE) || f->kind != p->things[x - 1].kind) continue;
      for (int j = 0; j < f->per_count; j++)
        mark_mixed(t, f->pile + (x - 1 - f->first) * f->per_count + j, x - 1);
    }
}

/* What an answer names moves on, or is shown: where it comes to be seen tells of it. */
static void note_moved(Trace *t, int32_t thing)
{
  TraceStep *s = t->n ? &t->steps[t->n - 1] : NULL;
  const Program *p = t->real->p;
  if (!s || s->chance) return;
  for (int k = 0; k < program_parts(p, s->option.alt); k++)
    s->moved |= alt_has_things(p, s->option.alt + k) &&
                program_part(p, s->option.alt, s->option.value, k) == thing;
}

/* The last thing of a pile is drawn without a pause: it belongs to the draw before it. */
static void note_left(Trace *t, const Event *e)
{
  TraceStep *s = t->n ? &t->steps[t->n - 1] : NULL;
  if (!s || s->from < 0 || e->ip != s->ip || e->old != s->from || e->now != s->to) return;
  if (e->thing != s->option.value) s->left = e->thing;
}

static void note_event(Trace *t, const Event *e)
{
  Vm *vm = t->real;
  if (e->kind == EV_MOVE) note_left(t, e);
  switch (e->kind) {
  case EV_MOVE:
  case EV_REVEAL:
    if (e->thing < 0 || e->thing >= vm->p->n_things) break;
    mark_thing(t, e->thing, -1, -1);
    if (e->secret) /* to the others it has not happened yet */
      t->things[e->thing].at[t->things[e->thing].n - 1].seen &=
          e->seat >= 0 && e->seat < MAX_PLAYERS ? 1u << e->seat : 0;
    note_moved(t, e->thing);
    break;
  case EV_SHUFFLE: note_mix(t, e->now); break;
  case EV_CHANGE: note_change(t, e); break;
  case EV_GATHER:
    if (!e->now) note_opened(t);
    break;
  default: break;
  }
}

/* At a pause: places and piles that are seen now by what `seen by` says. */
static void note_sight(Trace *t)
{
  Vm *vm = t->real;
  const Program *p = vm->p;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->flags & (FIELD_HIDDEN | FIELD_OPTION)) continue;
    bool pile = f->flags & FIELD_PILE;
    if (f->seen == SEEN_NONE || (pile && f->seen != SEEN_CHUNK)) continue;
    for (int k = 0; k < f->count; k++) {
      int32_t thing = f->kind >= 0 ? f->first + k : NONE;
      uint32_t seen = field_readers(vm, i, thing);
      int32_t slot = t->slots[i] + k;
      if (!pile && seen && t->sight[slot] != seen) mark_place(t, slot, seen, -1);
      for (int j = 0; pile && seen && j < f->per_count; j++) {
        int at = p->header->pile_cells + (f->pile + k * f->per_count + j) * PC_CELLS;
        for (int32_t x = vm->cells[at + PC_BOTTOM]; x;
             x = thing_cells(vm, x - 1)[TC_ABOVE])
          mark_thing(t, x - 1, -1, -1);
      }
      t->sight[slot] = seen;
    }
  }
}

/* ---- playing once more ---------------------------------------------------------- */

void heard_event(Heard *h, Vm *vm, int reader, const Event *e)
{
  HOT_INVARIANT(e->nargs >= 0 && e->nargs <= MAX_ARGS);
  if (e->secret && e->seat != reader) { /* not before all are in */
    if (h->nheld < MOST_HELD) h->held[h->nheld++] = *e;
    return;
  }
  for (int i = 0; e->kind == EV_GATHER && !e->now && i < h->nheld; i++)
    h->hash = event_heard(vm, reader, &h->held[i], h->hash);
  if (e->kind == EV_GATHER) h->nheld = 0;
  h->hash = event_heard(vm, reader, e, h->hash);
}

static void note_said(Said *s, uint64_t hash)
{
  if (s->n == s->cap) {
    s->cap = s->cap ? 2 * s->cap : 256;
    s->at = realloc(s->at, s->cap * sizeof *s->at);
    if (!s->at) abort();
  }
  s->at[s->n++] = hash;
}

static void listen(void *user, Vm *vm, const Event *e)
{
  Trace *t = user;
  for (int r = 0; r < READERS; r++) {
    if (r >= vm->s->seats && r != PUBLIC_READER) continue;
    uint64_t before = t->heard[r].hash;
    heard_event(&t->heard[r], vm, r, e);
    if (t->heard[r].hash != before) note_said(&t->said[r], t->heard[r].hash);
  }
  note_event(t, e);
}

static void forget(Trace *t)
{
  const Program *p = t->real->p;
  for (int i = 0; i < p->n_things; i++) t->things[i].n = 0;
  for (int i = 0; i < t->nslots; i++) t->places[i].n = 0, t->sight[i] = 0;
  for (int r = 0; r < READERS; r++)
    t->heard[r].hash = 1, t->heard[r].nheld = 0, t->said[r].n = 0;
  t->n = t->mixes.n = t->nnamed = 0;
  t->begun++;
}

Trace *trace_new(const Program *p)
{
  Trace *t = vm_zeroed(1, sizeof *t);
  t->real = vm_new(p);
  t->things = vm_zeroed((size_t)p->n_things, sizeof *t->things);
  t->slots = vm_zeroed((size_t)p->n_fields, sizeof *t->slots);
  for (int i = 0; i < p->n_fields; i++) {
    t->slots[i] = t->nslots;
    t->nslots += p->fields[i].count;
  }
  t->places = vm_zeroed((size_t)t->nslots, sizeof *t->places);
  t->sight = vm_zeroed((size_t)t->nslots, sizeof *t->sight);
  return t;
}

void trace_free(Trace *t)
{
  if (!t) return;
  for (int i = 0; i < t->real->p->n_things; i++) free(t->things[i].at);
  for (int i = 0; i < t->nslots; i++) free(t->places[i].at);
  free(t->things);
  free(t->mixes.from);
  for (int r = 0; r < READERS; r++) free(t->said[r].at);
  free(t->places);
  free(t->slots);
  free(t->sight);
  free(t->steps);
  free(t->named);
  vm_free(t->real);
  free(t);
}

int things_of(Vm *vm, int answer, int32_t *list)
{
  const Program *p = vm->p;
  Option o = vm_option(vm, answer);
  if (vm->ask.pause != PAUSE_DECIDE || o.alt < 0 || p->alts[o.alt].form != ALT_SUBSET)
    return 0;
  const PType *t = &p->types[p->alts[o.alt].type];
  uint64_t set[MAX_FRAME];
  int n = 0;
  if (t->kind < 0) return 0;
  if (vm_parts(vm)) { /* what was taken before is a step of its own */
    if (o.value >= t->lo && o.value <= t->hi) list[n++] = o.value;
    return n;
  }
  vm_option_set(vm, answer, set);
  for (int32_t x = t->lo; x <= t->hi; x++)
    if (set[(x - t->lo) / 64] >> ((x - t->lo) % 64) & 1) list[n++] = x;
  return n;
}

static void note_named(Trace *t, TraceStep *s, int32_t answer)
{
  int32_t *list = t->real->deal;
  s->named = t->nnamed;
  s->nnamed = things_of(t->real, answer, list);
  while (t->nnamed + s->nnamed > t->named_cap) {
    t->named_cap = t->named_cap ? 2 * t->named_cap : 64;
    t->named = realloc(t->named, (size_t)t->named_cap * sizeof *t->named);
    if (!t->named) abort();
  }
  for (int k = 0; k < s->nnamed; k++)
    t->named[t->nnamed++] = (Named){list[k], thing_readers(t->real, list[k])};
}

/* Who could not tell what came up, or what was answered and went to a place. */
static uint32_t hidden_from(Trace *t, int i, const TraceStep *s)
{
  Vm *vm = t->real;
  uint32_t seen, own = 0, all = (1u << vm->s->seats) - 1;
  Option o = vm_option(vm, i);
  if (vm->ask.pause == PAUSE_CHANCE) seen = vm_chance_seen(vm, i);
  else {
    bool secret = vm->p->decisions[vm->ask.decision].flags & DECISION_SECRET;
    seen = secret ? 0 : place_readers(t, s->slot);
    for (int k = 0; k < s->nnamed; k++) seen &= t->named[s->named + k].seen;
    for (int k = 0; k < program_parts(vm->p, o.alt); k++) {
      int32_t thing = program_part(vm->p, o.alt, o.value, k);
      if (alt_has_things(vm->p, o.alt + k) && thing != NONE)
        seen &= thing_readers(vm, thing);
    }
    own = 1u << o.seat; /* which one it is, though not what */
  }
  if ((seen & all) == all) seen |= 1u << PUBLIC_READER;
  else seen &= all;
  return ~(seen | own);
}

/* The pause at which the machine stands, with the answer that is given there. */
static void note_step(Trace *t, int32_t answer)
{
  Vm *vm = t->real;
  if (t->n == t->cap) {
    t->cap = t->cap ? 2 * t->cap : 256;
    t->steps = realloc(t->steps, (size_t)t->cap * sizeof *t->steps);
    if (!t->steps) abort();
  }
  TraceStep *s = &t->steps[t->n];
  bool chance = vm->ask.pause == PAUSE_CHANCE;
  *s = (TraceStep){.answer = answer,
                   .ip = vm->ask.begin_ip,
                   .option = vm_option(vm, answer),
                   .very = answer >= vm_options(vm),
                   .chance = chance,
                   .secret = !chance &&
                             vm->p->decisions[vm->ask.decision].flags & DECISION_SECRET};
  s->from = chance ? vm->ask.from : -1;
  s->to = s->from >= 0 ? vm->ask.to : -1;
  s->left = NONE;
  note_named(t, s, answer);
  s->slot = answer_place(t, answer, &s->part);
  s->hidden = hidden_from(t, answer, s);
  for (int r = 0; r < READERS; r++)
    s->heard[r] = chance || (r >= vm->s->seats && r != PUBLIC_READER)
                      ? 0
                      : question_heard(vm, r, t->heard[r].hash);
}

static void note_homes(Trace *t)
{
  for (int32_t x = 0; x < t->real->p->n_things; x++) {
    const int32_t *cells = thing_cells(t->real, x);
    t->things[x].home = cells ? cells[TC_PILE] - 1 : -1;
  }
}

/* Follows a machine to where it stands.  False: nobody knows how it came there. */
bool trace_follow(Trace *t, const Vm *vm)
{
  Vm *real = t->real;
  if (!past_known(vm)) return false;
  /* The machine may have another game than when it was last followed. */
  bool on = t->n > 0 && t->n <= vm->s->steps && vm->past.trail[t->n] == real->s->trail &&
            past_begun_alike(vm, real);
  if (!on) {
    forget(t);
    vm_listen(real, listen, t);
    vm_auto_chance(real, false);
    vm_start(real, &(Setup){vm->past.seats, 0, vm->past.options});
    note_homes(t);
    vm_step(real);
  }
  while (t->n < vm->s->steps) {
    int32_t answer = vm->past.given[t->n];
    if (answer < 0 || vm_outcome(real, answer) < 0) return false;
    note_sight(t);
    note_step(t, answer);
    t->n++;
    vm_answer(real, answer);
    vm_step(real);
  }
  note_sight(t);
  return real->s->trail == vm->s->trail;
}

/* ---- what a seat was told, shown and asked: its information state -------------- */

struct Ears {
  Vm *vm;
  Heard heard[MAX_PLAYERS];
};

static void hear(void *user, Vm *vm, const Event *e)
{
  Ears *ears = user;
  for (int s = 0; s < vm->s->seats; s++) heard_event(&ears->heard[s], vm, s, e);
}

Ears *ears_new(Vm *vm)
{
  Ears *ears = vm_zeroed(1, sizeof *ears);
  ears->vm = vm;
  ears_begin(ears);
  return ears;
}

void ears_begin(Ears *ears)
{
  for (int s = 0; s < MAX_PLAYERS; s++) ears->heard[s].hash = 1, ears->heard[s].nheld = 0;
  vm_listen(ears->vm, hear, ears);
}

void ears_free(Ears *ears)
{
  if (!ears) return;
  vm_listen(ears->vm, NULL, NULL);
  free(ears);
}

uint64_t ears_hash(Ears *ears, int seat)
{
  return question_heard(ears->vm, seat, ears->heard[seat].hash);
}

void ears_answer(Ears *ears, int answer)
{
  Vm *vm = ears->vm;
  if (vm->ask.pause != PAUSE_DECIDE) return; /* chance is told by what comes of it */
  Option o = vm_option(vm, answer);
  for (int s = 0; s < vm->s->seats; s++) {
    if (s != o.seat && vm->s->gather) continue; /* not before all are in */
    ears->heard[s].hash = answer_heard(vm, s, o, ears->heard[s].hash);
  }
}

/* Of each seat the hash, the number of what is held back, and that. */
void *ears_save(const Ears *ears)
{
  int n = ears->vm->s->seats;
  size_t size = 0;
  for (int s = 0; s < n; s++)
    size += offsetof(Heard, held) + 2 * sizeof(int64_t) +
            (size_t)ears->heard[s].nheld * sizeof(Event);
  unsigned char *at = malloc(size + 1), *to = at;
  if (!at) abort();
  for (int s = 0; s < n; s++) {
    const Heard *h = &ears->heard[s];
    int64_t held = h->nheld;
    memcpy(to, &h->hash, sizeof h->hash);
    memcpy(to += sizeof h->hash, &held, sizeof held);
    memcpy(to += sizeof held, h->held, (size_t)held * sizeof(Event));
    to += (size_t)held * sizeof(Event);
  }
  return at;
}

void ears_restore(Ears *ears, const void *saved)
{
  const unsigned char *from = saved;
  for (int s = 0; s < ears->vm->s->seats; s++) {
    Heard *h = &ears->heard[s];
    int64_t held;
    memcpy(&h->hash, from, sizeof h->hash);
    memcpy(&held, from += sizeof h->hash, sizeof held);
    memcpy(h->held, from += sizeof held, (size_t)held * sizeof(Event));
    from += (size_t)held * sizeof(Event);
    h->nheld = (int)held;
  }
}
