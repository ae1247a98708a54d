/* What may be answered at a pause, and what an answer does.
 *
 * Options of a plain choice from one set stay in that set (lazy); everything else is
 * listed.  Combinations are numbered: sizes in order, within a size lexicographically. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* ---- copies --------------------------------------------------------------------- */

static bool knows(const int32_t *t, int seat)
{
  return (uint32_t)t[TC_KNOWN] >> seat & 1;
}

/* Copies that lie together and differ in nothing that who answers may know are one
 * answer, not two.  Those whose faces he does not know are as many as they are. */
bool vm_same_copy(Vm *vm, int seat, int32_t a, int32_t b)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(a >= 0 && a < vm->p->n_things);
  HOT_INVARIANT(b >= 0 && b < vm->p->n_things);
  const Program *p = vm->p;
  const PThing *t = &p->things[a];
  bool all = !vm->discreet || seat < 0;
  if (t->face != p->things[b].face) return false;
  const int32_t *x = thing_cells(vm, a), *y = thing_cells(vm, b);
  if (x && x[TC_PILE] != y[TC_PILE]) return false;
  if (x && all && x[TC_KNOWN] != y[TC_KNOWN]) return false;
  if (x && !all && knows(x, seat) != knows(y, seat)) return false;
  if (!all && !vm_sees_thing(vm, seat, a)) return false;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->kind != t->kind || f->flags & FIELD_PILE) continue;
    if (!all && f->seen != SEEN_ALL && !vm_sees_field(vm, seat, i, a) &&
        !vm_sees_field(vm, seat, i, b))
      continue;
    int n = f->per_count * f->size;
    if (memcmp(vm->cells + f->cell + (a - f->first) * n,
               vm->cells + f->cell + (b - f->first) * n, sizeof(int32_t) * (size_t)n))
      return false;
  }
  return true;
}

/* Is there an earlier thing in the set that is the same copy? */
static bool is_repeat(Vm *vm, int seat, const int64_t *set, const PType *t, int64_t v)
{
  if (v > t->hi) return true; /* a damaged program may set any bit */
  const PThing *x = &vm->p->things[v];
  for (int32_t o = x->face; o < v; o++)
    if (o >= t->lo && set_has(set, o - t->lo) && vm_same_copy(vm, seat, o, (int32_t)v))
      return true;
  return false;
}

/* May things of this type be hidden from who chooses among them? */
static bool may_hide(const Vm *vm, const PType *t)
{
  return t->kind >= 0 && vm->discreet && vm->secretive[t->kind];
}

static bool has_copies(const Vm *vm, const PType *t)
{
  return t->kind >= 0 && vm->p->kinds[t->kind].flags & KIND_COPIES;
}

/* ---- plain decisions ------------------------------------------------------------ */

static Plain plain_of(const Vm *vm, const PDecision *d)
{
  const PAlt *x = &vm->p->alts[d->first_alt];
  if (TORTURE || d->alts != 1 || !(d->flags & DECISION_PLAIN) || x->form != ALT_ELEMENT)
    return (Plain){.alt = -1};
  const PType *t = &vm->p->types[x->type];
  if (t->words != 1 || has_copies(vm, t) || may_hide(vm, t)) return (Plain){.alt = -1};
  return (Plain){d->first_alt,
                 x->type,
                 t->lo,
                 x->var,
                 x->target,
                 d->seat,
                 d->flags & DECISION_ATTEMPT};
}

/* Whether a playout may draw from what is offered as it is: whatever is answered can be
 * carried out, and every element of its sets is an answer. */
static bool is_menu(const Vm *vm, const PDecision *d)
{
  bool menu = !TORTURE && !(d->flags & (DECISION_ATTEMPT | DECISION_BEGUN));
  for (int k = 0; menu && k < d->alts; k++) {
    const PAlt *x = &vm->p->alts[d->first_alt + k];
    const PType *t = x->type >= 0 ? &vm->p->types[x->type] : NULL;
    if (x->form == ALT_ELEMENT) menu = t->words == 1 && !has_copies(vm, t);
    else menu = x->form == ALT_LABEL || (x->form == ALT_NONE && !t);
  }
  return menu;
}

static void make_choices(Vm *vm, int decision)
{
  const PDecision *d = &vm->p->decisions[decision];
  for (int k = 0; k < d->alts; k++) {
    const PAlt *x = &vm->p->alts[d->first_alt + k];
    const PType *t = x->form == ALT_ELEMENT ? &vm->p->types[x->type] : NULL;
    vm->choices[d->first_alt + k] =
        (Choice){decision, x->type, t ? t->lo : 0, t, t && may_hide(vm, t)};
  }
}

void options_prepare(Vm *vm)
{
  for (int i = 0; i < vm->p->n_alts; i++) vm->choices[i].decision = -1;
  for (int i = 0; i < vm->p->n_decisions; i++) {
    vm->plain[i] = plain_of(vm, &vm->p->decisions[i]);
    vm->menus[i] = is_menu(vm, &vm->p->decisions[i]);
    make_choices(vm, i);
  }
}

/* ---- combinations --------------------------------------------------------------- */

static int64_t choose(int64_t n, int64_t k)
{
  int64_t r = 1;
  for (int64_t i = 1; i <= k; i++) {
    r = r * (n - k + i) / i;
    if (r > MAX_OPTIONS) return MAX_OPTIONS + 1;
  }
  return r;
}

static int64_t combinations(int64_t n, int64_t least, int64_t most)
{
  int64_t total = 0;
  for (int64_t k = least; k <= most && k <= n && total <= MAX_OPTIONS; k++)
    total += choose(n, k);
  return total;
}

/* Skips a combination with a later copy where an earlier one would do. */
static bool has_repeat(Vm *vm, int seat, const int64_t *set, const int64_t *pick,
                       const PType *t)
{
  for (int64_t b = set_next(pick, t->words, 0); b >= 0;
       b = set_next(pick, t->words, b + 1)) {
    if (b + t->lo > t->hi) return true;
    for (int32_t o = vm->p->things[b + t->lo].face; o < b + t->lo; o++)
      if (o >= t->lo && set_has(set, o - t->lo) && !set_has(pick, o - t->lo) &&
          vm_same_copy(vm, seat, o, (int32_t)(b + t->lo)))
        return true;
  }
  return false;
}

/* ---- adding --------------------------------------------------------------------- */

static bool add(Vm *vm, int seat, int alt, int32_t value)
{
  if (vm->ask.noptions >= MAX_OPTIONS) return false;
  vm->options[vm->ask.noptions++] = (Option){seat, alt, value};
  return true;
}

/* Turns the lazy form into a list, because more options come. */
static void list_lazy(Vm *vm)
{
  if (!vm->ask.lazy) return;
  vm->ask.lazy = false;
  const PType *t = &vm->p->types[vm->ask.type];
  const int64_t *set = vm->regs + vm->s->base + vm->ask.set;
  int n = vm->ask.noptions;
  vm->ask.noptions = 0;
  if (vm->p->alts[vm->ask.alt].form == ALT_SUBSET) {
    for (int r = 0; r < n; r++) add(vm, vm->ask.seat, vm->ask.alt, r);
    return;
  }
  for (int64_t b = set_next(set, t->words, 0); b >= 0; b = set_next(set, t->words, b + 1))
    add(vm, vm->ask.seat, vm->ask.alt, (int32_t)(b + t->lo));
}

/* Those whose faces the seat does not know: pile by pile in the order in which they lie,
 * for the order of ids would tell faces. */
static bool add_hidden(Vm *vm, int seat, int alt, const int64_t *set, const PType *t)
{
  for (int i = 0; i < vm->p->header->piles; i++) {
    int field = vm->places[i].field;
    if (field < 0 || vm->p->types[vm->p->fields[field].type].kind != t->kind) continue;
    for (int32_t x = vm->cells[vm->p->header->pile_cells + i * PC_CELLS + PC_BOTTOM]; x;
         x = thing_cells(vm, x - 1)[TC_ABOVE])
      if (x > t->lo && x - 1 <= t->hi && set_has(set, x - 1 - t->lo) &&
          !vm_sees_thing(vm, seat, x - 1) && !add(vm, seat, alt, x - 1))
        return false;
  }
  return true;
}

bool options_list(Vm *vm, int seat, int alt, const int64_t *set, const PType *t)
{
  bool copies = has_copies(vm, t), hide = may_hide(vm, t) && seat >= 0;
  int hidden = 0;
  if (set_count(set, t->words) > MAX_OPTIONS) return false;
  for (int64_t b = set_next(set, t->words, 0); b >= 0;
       b = set_next(set, t->words, b + 1)) {
    int64_t v = b + t->lo;
    if (hide && v <= t->hi && !vm_sees_thing(vm, seat, (int32_t)v)) {
      hidden++;
      continue;
    }
    if (copies && is_repeat(vm, seat, set, t, v)) continue;
    if (!add(vm, seat, alt, (int32_t)v)) return false;
  }
  return !hidden || add_hidden(vm, seat, alt, set, t);
}

/* The first hidden thing of the set that lies behind x (NONE: of all), as above. */
static int64_t next_hidden(Vm *vm, int seat, const int64_t *set, const PType *t,
                           int64_t x)
{
  bool there = x == NONE;
  for (int i = 0; i < vm->p->header->piles; i++) {
    int field = vm->places[i].field;
    if (field < 0 || vm->p->types[vm->p->fields[field].type].kind != t->kind) continue;
    for (int32_t y = vm->cells[vm->p->header->pile_cells + i * PC_CELLS + PC_BOTTOM]; y;
         y = thing_cells(vm, y - 1)[TC_ABOVE]) {
      int32_t v = y - 1;
      if (there && v >= t->lo && v <= t->hi && set_has(set, v - t->lo) &&
          !vm_sees_thing(vm, seat, v))
        return v;
      there = there || v == x;
    }
  }
  return NONE;
}

/* The element of the set behind v (NONE: the first) in the order in which a seat is
 * offered them: with `hide` those that it sees as they are written, then the others. */
static int64_t next_offered(Vm *vm, bool hide, int seat, const int64_t *set,
                            const PType *t, int64_t v)
{
  if (v != NONE && (v < t->lo || v > t->hi)) return NONE;
  if (hide && v != NONE && !vm_sees_thing(vm, seat, (int32_t)v))
    return next_hidden(vm, seat, set, t, v);
  for (int64_t b = set_next(set, t->words, v == NONE ? 0 : v - t->lo + 1); b >= 0;
       b = set_next(set, t->words, b + 1)) {
    int64_t x = b + t->lo;
    if (x > t->hi) break;
    if (!hide || vm_sees_thing(vm, seat, (int32_t)x)) return x;
  }
  return hide ? next_hidden(vm, seat, set, t, NONE) : NONE;
}

int64_t options_next(Vm *vm, int seat, const int64_t *set, const PType *t, int64_t v)
{
  bool hide = may_hide(vm, t) && seat >= 0, copies = has_copies(vm, t);
  do v = next_offered(vm, hide, seat, set, t, v);
  while (v != NONE && copies && is_repeat(vm, seat, set, t, v) &&
         !(hide && !vm_sees_thing(vm, seat, (int32_t)v)));
  return v;
}

/* ---- several -------------------------------------------------------------------- */

/* Since PROGRAM_EVEN combinations are numbered in the order of what is offered. */
static bool is_uneven(const Vm *vm, const PType *t)
{
  return vm->p->header->version >= PROGRAM_EVEN && may_hide(vm, t);
}

/* The combination number `rank` of the elements of `set`. */
static void unrank(Vm *vm, int seat, const int64_t *set, const PType *t, int least,
                   int64_t rank, int64_t *out)
{
  bool hide = is_uneven(vm, t) && seat >= 0;
  int n = set_count(set, t->words), k = least;
  memset(out, 0, sizeof(int64_t) * (size_t)t->words);
  while (k <= n && rank >= choose(n, k)) rank -= choose(n, k++);
  if (t->words == 1 && !hide) { /* none is more than there are, which is not too many */
    uint64_t left = (uint64_t)set[0];
    uint32_t with = k > 0 ? (uint32_t)choose(n - 1, k - 1) : 0;
    for (uint32_t more = (uint32_t)n - 1; k > 0 && left; left &= left - 1, more--) {
      bool takes = rank < with;
      if (takes) out[0] |= (int64_t)(left & -left);
      else rank -= with;
      k -= takes;
      if (more) with = with * (takes ? (uint32_t)k : more - (uint32_t)k + 1) / more;
    }
    return;
  }
  int64_t v = next_offered(vm, hide, seat, set, t, NONE);
  for (int left = n; k > 0 && v != NONE; left--) {
    int64_t with = choose(left - 1, k - 1);
    if (rank < with) set_put(out, v - t->lo), k--;
    else rank -= with;
    v = next_offered(vm, hide, seat, set, t, v);
  }
}

static bool add_subsets(Vm *vm, int seat, int alt, const int64_t *set, const PType *t)
{
  HOT_INVARIANT(alt >= 0 && alt < vm->p->n_alts);
  Ask *a = &vm->ask;
  int n = set_count(set, t->words);
  int64_t least = set[t->words], most = set[t->words + 1];
  const int64_t *sofar = vm->regs + vm->s->base + vm->p->alts[alt].var;
  int have = set_count(sofar, t->words);
  if (least == NONE || most == NONE || least < 0) least = 0;
  if (most > n) most = n;
  a->least = (int)(least > MAX_THINGS ? MAX_THINGS : least);
  a->most = (int)most;
  a->set = (int)(set - vm->regs) - vm->s->base;
  a->type = vm->p->alts[alt].type;
  if (least > most) return true; /* not enough to choose from */
  int64_t total = combinations(n, least, most), pick[MAX_FRAME];
  a->parts = have > 0 || total > MAX_OPTIONS / 8;
  if (!a->parts && !TORTURE && !a->noptions && !has_copies(vm, t)) {
    options_keep(vm, seat, alt, a->type, a->set, (int)total);
    return true;
  }
  if (!a->parts) {
    for (int64_t r = 0; r < total; r++) {
      if (has_copies(vm, t)) {
        unrank(vm, seat, set, t, a->least, r, pick);
        if (has_repeat(vm, seat, set, pick, t)) continue;
      }
      if (!add(vm, seat, alt, (int32_t)r)) return false;
    }
    return true;
  }
  bool hide = is_uneven(vm, t) && seat >= 0;
  for (int64_t v = next_offered(vm, hide, seat, set, t, NONE); v != NONE && have < most;
       v = next_offered(vm, hide, seat, set, t, v))
    if (!set_has(sofar, v - t->lo) && !add(vm, seat, alt, (int32_t)v)) return false;
  return have < least || add(vm, seat, alt, NONE);
}

bool subset_draw(Vm *vm, int alt, const int64_t *set, int64_t *out)
{
  const PType *t = &vm->p->types[vm->p->alts[alt].type];
  int n = set_count(set, t->words);
  int64_t least = set[t->words], most = set[t->words + 1];
  if (least == NONE || most == NONE || least < 0) least = 0;
  if (most > n) most = n;
  if (least > most) return false;
  int64_t total = combinations(n, least, most);
  if (total > MAX_OPTIONS / 8) return false; /* it is asked in parts */
  past_lose(vm);
  unrank(vm, NONE, set, t, (int)least, quiet_below(&vm->quiet, (uint32_t)total), out);
  return true;
}

static int64_t given(const Vm *vm, int alt)
{
  HOT_INVARIANT(alt >= 0 && alt < vm->p->n_alts);
  return vm->regs[vm->s->base + vm->p->alts[alt].var];
}

/* Is some part of a move already given? */
static bool moves_begun(const Vm *vm, const PDecision *d)
{
  for (int a = d->first_alt; a < d->first_alt + d->alts; a++)
    if (vm->p->alts[a].form == ALT_MOVE && given(vm, a) != NONE) return true;
  return false;
}

/* Whoever has begun to choose several cannot choose nobody any more. */
static bool some_so_far(const Vm *vm, const PAlt *x)
{
  return alt_gives_set(x) &&
         set_count(vm->regs + vm->s->base + x->var, vm->p->types[x->type].words) > 0;
}

static bool list(Vm *vm, int seat, int alt, const int64_t *set)
{
  HOT_INVARIANT(alt >= 0 && alt < vm->p->n_alts);
  const PAlt *x = &vm->p->alts[alt];
  list_lazy(vm);
  if (x->form == ALT_ELEMENT)
    return options_list(vm, seat, alt, set, &vm->p->types[x->type]);
  if (x->form == ALT_SUBSET)
    return add_subsets(vm, seat, alt, set, &vm->p->types[x->type]);
  if (x->form == ALT_NONE && vm->ask.parts && some_so_far(vm, x)) return true;
  return add(vm, seat, alt, NONE);
}

void menu_list(Vm *vm)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Menu *m = &vm->menu;
  options_begin(vm, m->decision, m->begin_ip);
  vm->ask.nobody = m->nobody;
  for (int i = 0; i < m->n; i++) {
    int64_t set = (int64_t)m->at[i].set;
    const PAlt *x = &vm->p->alts[m->at[i].alt];
    vm->ask.seats |= 1u << m->at[i].seat;
    if (x->form == ALT_ELEMENT)
      options_list(vm, m->at[i].seat, m->at[i].alt, &set, &vm->p->types[x->type]);
    else add(vm, m->at[i].seat, m->at[i].alt, NONE);
  }
}

/* Options of another kind, or more of them. */
static APART bool add_any(Vm *vm, int seat, int alt, const int64_t *set)
{
  Ask *a = &vm->ask;
  const PDecision *d = &vm->p->decisions[a->decision];
  if (alt < d->first_alt || alt - d->first_alt >= d->alts) return false;
  const PAlt *x = &vm->p->alts[alt];
  if (d->flags & DECISION_BEGUN && d->seat >= 0 && some_so_far(vm, x) &&
      vm->regs[vm->s->base + d->seat] != seat)
    return true; /* somebody else has begun */
  if (d->flags & DECISION_MOVES && moves_begun(vm, d)) return true;
  a->seats |= 1u << seat;
  if (TORTURE || a->noptions || !(d->flags & DECISION_PLAIN) || x->form != ALT_ELEMENT)
    return list(vm, seat, alt, set);
  const PType *t = &vm->p->types[x->type];
  int n = set_count(set, t->words);
  if (has_copies(vm, t) || n > MAX_OPTIONS ||
      (may_hide(vm, t) && (t->words > 1 || !things_seen(vm, seat, (uint64_t)*set, t))))
    return list(vm, seat, alt, set);
  options_keep(vm, seat, alt, x->type, (int)(set - vm->regs) - vm->s->base, n);
  return true;
}

bool options_add(Vm *vm, int seat, int alt, const int64_t *set)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Plain *x = &vm->plain[vm->ask.decision];
  if (vm->ask.pause != PAUSE_DECIDE) return false;
  if (seat < 0) { /* nobody is there to answer */
    vm->ask.nobody = true;
    return true;
  }
  if (x->alt != alt || vm->ask.noptions) return add_any(vm, seat, alt, set);
  vm->ask.seats |= 1u << seat;
  options_keep(vm, seat, alt, x->type, (int)(set - vm->regs) - vm->s->base,
               count_bits((uint64_t)*set));
  return true;
}

/* ---- moves ---------------------------------------------------------------------- *
 * A decision lists all combinations of a move.  If there are too many, it lists what its
 * next part can be, keeps the answer in the register of that part and asks again. */

/* The answers of this move that are listed so far: they are the last ones. */
static int listed(const Vm *vm, int seat, int alt)
{
  int i = vm->ask.noptions;
  while (i > 0 && vm->options[i - 1].alt == alt && vm->options[i - 1].seat == seat) i--;
  return i;
}

/* The same move with its first parts only. */
static int32_t shortened(const Program *p, int alt, int32_t value, int parts)
{
  int32_t v = 0;
  for (int k = 0; k < parts; k++)
    v = program_join(p, alt, v, k, program_part(p, alt, value, k));
  return v;
}

/* Leaves of the moves listed from `from` on only their first parts. */
static void shorten(Vm *vm, int from, int alt, int parts)
{
  int n = from;
  for (int i = from; i < vm->ask.noptions; i++) {
    Option o = vm->options[i];
    o.value = shortened(vm->p, alt, o.value, parts);
    if (n == from || vm->options[n - 1].value != o.value) vm->options[n++] = o;
  }
  vm->ask.noptions = n;
}

bool moves_add(Vm *vm, int seat, int alt, const int64_t *begin, const int64_t *set)
{
  HOT_INVARIANT(vm->p && vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  Ask *a = &vm->ask;
  const Program *p = vm->p;
  const PDecision *d = &p->decisions[a->decision];
  if (a->pause != PAUSE_DECIDE || alt < d->first_alt || alt - d->first_alt >= d->alts)
    return false;
  if (seat < 0) {
    a->nobody = true;
    return true;
  }
  if (moves_begun(vm, d) &&
      (given(vm, alt) == NONE || vm->regs[vm->s->base + d->seat] != seat))
    return true; /* another move was begun, or by somebody else */
  a->seats |= 1u << seat;
  int last = program_parts(p, alt) - 1, have = 0;
  const PType *t = &p->types[p->alts[alt + last].type];
  int32_t value = 0;
  for (int k = 0; k < last; k++) {
    const PType *x = &p->types[p->alts[alt + k].type];
    if (begin[k] < x->lo || begin[k] > x->hi) return true;
    if (given(vm, alt + k) != NONE && given(vm, alt + k) != begin[k]) return true;
    have += given(vm, alt + k) != NONE;
    value = program_join(p, alt, value, k, (int32_t)begin[k]);
  }
  int from = listed(vm, seat, alt), n = a->noptions, more = set_count(set, t->words);
  bool in_parts = n > from && program_opens(p, alt, vm->options[n - 1].value);
  if (have < last && !in_parts && n - from + more > MAX_MOVES) {
    shorten(vm, from, alt, have + 1);
    in_parts = true;
  }
  if (in_parts) {
    a->parts = true;
    value = shortened(p, alt, value, have + 1);
    n = a->noptions;
    if (!more || (n > from && vm->options[n - 1].value == value)) return true;
    if (n >= MAX_OPTIONS) return false;
    vm->options[a->noptions++] = (Option){seat, alt, value};
    return true;
  }
  if (!options_list(vm, seat, alt, set, t)) return false;
  for (int i = n; i < a->noptions; i++)
    vm->options[i].value = program_join(p, alt, value, last, vm->options[i].value);
  return true;
}

/* ---- reading -------------------------------------------------------------------- */

int vm_options(Vm *vm) { return vm->ask.pause == PAUSE_NONE ? 0 : vm->ask.noptions; }

int64_t set_nth_bit(const int64_t *w, int words, int k)
{
  for (int i = 0; i < words; i++) {
    int n = count_bits((uint64_t)w[i]);
    if (k < n) return (int64_t)i * 64 + nth_bit((uint64_t)w[i], k);
    k -= n;
  }
  return -1;
}

Option vm_option(Vm *vm, int i)
{
  HOT_INVARIANT(vm->p && vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Ask *a = &vm->ask;
  if (i >= a->noptions && a->pause == PAUSE_CHANCE)
    return (Option){NONE, -1, chance_thing(vm, i - a->noptions)};
  if (!a->lazy) return a->untried ? vm->candidates[i] : vm->options[i];
  if (a->pause == PAUSE_DECIDE && vm->p->alts[a->alt].form == ALT_SUBSET)
    return (Option){a->seat, a->alt, i};
  const PType *t = &vm->p->types[a->type];
  const int64_t *set = vm->regs + vm->s->base + a->set;
  int64_t b = t->words == 1 ? nth_bit((uint64_t)*set, i) : set_nth_bit(set, t->words, i);
  return (Option){a->pause == PAUSE_CHANCE ? NONE : a->seat, a->alt,
                  (int32_t)(b + t->lo)};
}

const PDecision *vm_decision(const Vm *vm)
{
  return vm->ask.pause == PAUSE_DECIDE ? &vm->p->decisions[vm->ask.decision] : NULL;
}

uint32_t vm_asked(const Vm *vm)
{
  return vm->ask.pause == PAUSE_DECIDE ? vm->ask.seats : 0;
}

int vm_chance_type(const Vm *vm)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Ask *a = &vm->ask;
  if (a->pause != PAUSE_CHANCE) return -1;
  if (a->from < 0) return vm->p->types[a->type].elem;
  return vm->p->kinds[vm->p->things[vm->options[0].value].kind].type;
}

int32_t vm_asking_ip(const Vm *vm) { return vm->ask.begin_ip; }

bool vm_parts(const Vm *vm) { return vm->ask.pause == PAUSE_DECIDE && vm->ask.parts; }

void vm_option_set(Vm *vm, int i, uint64_t *words)
{
  Option o = vm_option(vm, i);
  const PType *t = &vm->p->types[vm->p->alts[o.alt].type];
  int64_t out[MAX_FRAME];
  if (vm->ask.parts) {
    memcpy(out, vm->regs + vm->s->base + vm->p->alts[o.alt].var,
           sizeof(int64_t) * (size_t)t->words);
    if (o.value >= t->lo && o.value <= t->hi) set_put(out, o.value - t->lo);
  } else
    unrank(vm, o.seat, vm->regs + vm->s->base + vm->ask.set, t, vm->ask.least, o.value,
           out);
  memcpy(words, out, sizeof *words * (size_t)t->words);
}

int64_t vm_weight(Vm *vm, int i)
{
  return vm->ask.pause == PAUSE_CHANCE && !vm->ask.lazy ? vm->weights[i] : 1;
}

/* ---- applying ------------------------------------------------------------------- */

/* Takes a combination, or a part of it; true if that begins what the answer does. */
static bool take_subset(Vm *vm, const PAlt *x, int seat, int32_t value, int32_t *next)
{
  const PType *t = &vm->p->types[x->type];
  int64_t *R = vm->regs + vm->s->base, out[MAX_FRAME];
  if (!vm->ask.parts) {
    unrank(vm, seat, R + vm->ask.set, t, vm->ask.least, value, out);
    memcpy(R + x->var, out, sizeof *out * (size_t)t->words);
    return true;
  }
  bool first = set_count(R + x->var, t->words) == 0; /* it opens the attempt for all */
  if (value >= t->lo && value <= t->hi) set_put(R + x->var, value - t->lo);
  if (value != NONE && set_count(R + x->var, t->words) < vm->ask.most)
    *next = vm->ask.begin_ip;
  return first;
}

/* Takes the parts of a move; true if all are there. */
static bool moves_take(Vm *vm, int alt, int32_t value)
{
  int parts = program_parts(vm->p, alt);
  for (int k = 0; k < parts; k++)
    vm->regs[vm->s->base + vm->p->alts[alt + k].var] = program_part(vm->p, alt, value, k);
  return !program_opens(vm->p, alt, value);
}

void options_apply(Vm *vm, Option o)
{
  HOT_INVARIANT(vm->p && vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  State *s = vm->s;
  int64_t *R = vm->regs + s->base;
  const PDecision *d = &vm->p->decisions[vm->ask.decision];
  const PAlt *x = &vm->p->alts[o.alt];
  vm->ask.pause = PAUSE_NONE;
  bool open = d->flags & DECISION_ATTEMPT;
  s->ip = x->target;
  if (x->form == ALT_MOVE) {
    open &= !moves_begun(vm, d); /* the first part opens the attempt for all */
    if (!moves_take(vm, o.alt, o.value)) s->ip = vm->ask.begin_ip;
  } else if (x->form == ALT_SUBSET) open &= take_subset(vm, x, o.seat, o.value, &s->ip);
  else if (alt_gives_set(x)) /* none of them */
    memset(R + x->var, 0, sizeof *R * (size_t)vm->p->types[x->type].words);
  else R[x->var] = o.value; /* none for a label */
  if (d->seat >= 0) R[d->seat] = o.seat;
  if (!open) return;
  R[vm->ask.mark] = attempt_open(s, attempt_owner(vm, o.seat));
}

static APART void answer_any(Vm *vm, int i)
{
  Option o = vm_option(vm, i);
  if (vm->fn) tell_answer(vm, i, o);
  options_apply(vm, o);
}

void options_answer(Vm *vm, int i)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  Ask *a = &vm->ask;
  const Plain *x = &vm->plain[a->decision];
  if (vm->fn || !a->lazy || x->alt < 0 || x->attempt) {
    answer_any(vm, i);
    return;
  }
  int64_t *R = vm->regs + vm->s->base;
  a->pause = PAUSE_NONE;
  vm->s->ip = x->target;
  R[x->var] = nth_bit((uint64_t)R[a->set], i) + x->lo;
  if (x->seat >= 0) R[x->seat] = a->seat;
}
