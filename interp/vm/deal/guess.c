/* What happens out of a reader's sight in a game that is dealt for him (deal.h): hidden
 * draws and rolls, and hidden answers of others. */
#include "interp/vm/deal/dealer.h"
#include "interp/base/invariant.h"

/* ---- hidden outcomes ------------------------------------------------------------ */

/* The thing stays hidden from the reader from this step of the real game on. */
static bool stays_hidden(const Dealer *d, int32_t thing, int32_t step)
{
  INVARIANT(thing >= 0 && thing < d->vm->p->n_things);
  return fate_after(&d->trace->things[thing], step, d->reader) != AT_ONCE;
}

static int find_value(Vm *vm, int32_t value)
{
  for (int i = 0, n = vm_options(vm); i < n; i++)
    if (vm_option(vm, i).value == value) return i;
  return -1;
}

static int find_thing(Vm *vm, const TraceStep *real)
{
  const Program *p = vm->p;
  int32_t thing = real->option.value;
  if (vm->ask.from >= 0) return vm_draw_of(vm, thing, real->very);
  for (int i = 0, n = vm_options(vm); i < n; i++)
    if (p->things[vm_option(vm, i).value].face == p->things[thing].face) return i;
  return -1;
}

/* An outcome that the reader does not see: as on the way that is recalled, if nothing
 * that he has seen since then is against it, or any.  Who does not begin anew any more
 * takes none that is to blame, if he can. */
enum { REDRAWN = 12 };
static int draw_hidden(Dealer *d, const TraceStep *real, int32_t step, bool afresh)
{
  int i = afresh ? -1 : recall_outcome(&d->recall, d->vm);
  if (!lot_may(d->trace, d->vm, d->reader, real, step + 1, i)) i = -1;
  bool heeds = d->left <= d->patient && dealer_below(d, 16);
  for (int k = 0; k < (heeds ? REDRAWN : 1); k++) {
    bool recalled = i >= 0;
    if (!recalled) i = lot_draw(d->trace, d->vm, d->reader, real, step + 1, d->rng);
    if (!heeds || i < 0) return i;
    if (!recall_blames(&d->recall, d->vm, i) &&
        (recalled || !recall_promised(&d->recall, d->vm, i)))
      return i;
    if (k < REDRAWN - 1) i = -1;
  }
  return i;
}

/* Is it one of several things that lie face down which chance takes? */
static bool falls_on_things(Vm *vm)
{
  const PType *t = &vm->p->types[vm_chance_type(vm)];
  return t->tag == T_THING && vm->p->kinds[t->kind].cells >= 0;
}

/* One of those that the reader does not see, and does not come to see. */
static int any_hidden(Dealer *d, int32_t step)
{
  int fit = 0, pick = -1;
  for (int i = 0, n = vm_options(d->vm); i < n; i++) {
    int32_t x = vm_option(d->vm, i).value;
    if (!reader_sees_thing(d->vm, d->reader, x) && stays_hidden(d, x, step + 1) &&
        dealer_below(d, ++fit) == 0)
      pick = i;
  }
  return pick;
}

static int fall_hidden(Dealer *d, const TraceStep *real, int32_t step, bool afresh)
{
  int i = -1;
  if (d->vm->ask.from >= 0) i = draw_hidden(d, real, step, afresh);
  else {
    if (!afresh) i = recall_outcome(&d->recall, d->vm);
    if (i < 0 && real && falls_on_things(d->vm)) i = any_hidden(d, step);
    if (i < 0) i = dealer_below(d, vm_options(d->vm));
  }
  return recall_note(&d->recall, d->vm, i, real ? step : -1, false);
}

/* The place where it went comes to be seen. */
static bool is_pinned(const Dealer *d, const TraceStep *real, int32_t step)
{
  if (real->slot < 0) return false;
  INVARIANT(real->slot < d->trace->nslots);
  const Marks *m = &d->trace->places[real->slot];
  for (size_t i = 0; i < m->n; i++) {
    const SeenMark *s = &m->at[i];
    if (s->step < step + 1) continue;
    if (s->seen >> d->reader & 1) return true;
    if (s->mix >= 0 && s->step > step + 1) return false; /* the first is its own */
  }
  return false;
}

/* ---- draws in a row ------------------------------------------------------------- *
 * Of several draws from one pile to another, one after the other and out of his sight,
 * the reader does not know which of them brought what he came to see later: it is dealt
 * as if it were any.  (Where the rules show the order after all, that is noticed, and
 * then they fall as they did.) */

enum { MOST_IN_ROW = 32 };

static bool is_hidden_draw(const Dealer *d, int32_t step)
{
  const TraceStep *x = &d->trace->steps[step];
  return x->chance && x->from >= 0 && x->hidden >> d->reader & 1;
}

/* Do these two steps belong to one row? */
static bool in_row(const Dealer *d, int32_t a, int32_t b)
{
  if (a < 0 || b < 0 || a >= d->trace->n || b >= d->trace->n) return false;
  const TraceStep *x = &d->trace->steps[a], *y = &d->trace->steps[b];
  return is_hidden_draw(d, a) && is_hidden_draw(d, b) && x->from == y->from &&
         x->to == y->to && x->ip == y->ip &&
         same_back(d->vm->p, x->option.value, y->option.value);
}

/* Does the reader see what was drawn before the row has ended? */
static bool seen_in_row(const Dealer *d, int32_t step, int32_t last)
{
  const Marks *m = &d->trace->things[d->trace->steps[step].option.value];
  for (size_t i = 0; i < m->n; i++)
    if (m->at[i].step > step && m->at[i].step <= last && m->at[i].seen >> d->reader & 1)
      return true;
  return false;
}

/* What comes to be seen as it is goes by its number, the rest by what becomes of it: not
 * by anything that the reader does not know. */
static int64_t rank(const Dealer *d, int32_t x, int32_t last)
{
  int32_t fate = fate_after(&d->trace->things[x], last + 1, d->reader);
  return fate == AT_ONCE ? x : (int64_t)d->vm->p->n_things + 1 + fate;
}

/* The draw of the real game that is taken for this one: by what it brought. */
static const TraceStep *drawn_for(Dealer *d, int32_t step)
{
  const TraceStep *steps = d->trace->steps, *as_it_was = &steps[step];
  int32_t first = step, last = step, order[MOST_IN_ROW];
  while (d->order && in_row(d, first, first - 1)) first--;
  while (d->order && in_row(d, last, last + 1)) last++;
  int drawn = (int)(last - first + 1), n = drawn;
  int32_t left = d->order && is_hidden_draw(d, last) ? steps[last].left : NONE;
  n += left != NONE && same_back(d->vm->p, left, steps[last].option.value);
  if (n < 2 || n > MOST_IN_ROW) return as_it_was;
  for (int i = 0; i < n; i++) {
    if (i < drawn && seen_in_row(d, first + i, last)) return as_it_was;
    int32_t x = i < drawn ? steps[first + i].option.value : left;
    int at = i;
    for (; at > 0 && rank(d, order[at - 1], last) > rank(d, x, last); at--)
      order[at] = order[at - 1];
    order[at] = x;
  }
  uint64_t rng[4];
  rng_seed(rng, d->order + (uint64_t)first);
  for (int i = n - 1; i > 0; i--) {
    int other = (int)rng_below(rng, (uint64_t)i + 1);
    int32_t x = order[i];
    order[i] = order[other];
    order[other] = x;
  }
  d->last = *as_it_was;
  d->last.option.value = order[step - first];
  return &d->last;
}

/* The step of the real game that is like this chance, before the next known pause. */
static const TraceStep *like_chance(Dealer *d, int32_t *step)
{
  INVARIANT(d->fell >= 0 && d->step <= d->trace->n);
  const Trace *t = d->trace;
  for (int32_t k = d->fell; k < d->step; k++)
    if (t->steps[k].chance && t->steps[k].ip == d->vm->ask.begin_ip) {
      d->fell = k + 1;
      *step = k;
      return drawn_for(d, k);
    }
  *step = d->step - 1;
  return NULL;
}

int guess_outcome(Dealer *d, bool afresh)
{
  int32_t step;
  const TraceStep *real = like_chance(d, &step);
  bool drawn = d->vm->ask.from >= 0;
  bool open = real && !(real->hidden >> d->reader & 1);
  bool thing = drawn || falls_on_things(d->vm);
  if (thing && real && (open || !stays_hidden(d, real->option.value, step + 1)))
    return recall_note(&d->recall, d->vm, find_thing(d->vm, real), step, true);
  if (!thing && real && (open || is_pinned(d, real, step)))
    return find_value(d->vm, real->option.value);
  return fall_hidden(d, real, step, afresh);
}

/* ---- hidden answers ------------------------------------------------------------- */

/* The thing that a part of an answer is; NONE: it is none. */
static int32_t thing_in(const Program *p, Option o, int part)
{
  int32_t value = program_part(p, o.alt, o.value, part);
  return alt_has_things(p, o.alt + part) && value >= 0 ? value : NONE;
}

/* Are two answers of one alternative alike in a part, but for which copy it is? */
static bool alike_in(const Program *p, Option a, Option b, int part)
{
  int32_t x = thing_in(p, a, part), y = thing_in(p, b, part);
  if (x == NONE || y == NONE)
    return program_part(p, a.alt, a.value, part) == program_part(p, b.alt, b.value, part);
  return p->things[x].face == p->things[y].face;
}

/* The very answer among candidates, if it can be carried out. */
static int find_untried(Vm *vm, Option o)
{
  for (int i = 0, n = vm_options(vm); vm->ask.untried && i < n; i++) {
    Option x = vm_option(vm, i);
    if (x.seat == o.seat && x.alt == o.alt && x.value == o.value)
      return vm_can(vm, i) ? i : -1;
  }
  return -1;
}

/* The same answer; of equal copies any will do. */
static int find_option(Vm *vm, Option o)
{
  int very = find_untried(vm, o);
  if (very >= 0) return very;
  vm_try_all(vm);
  int alike = -1, parts = o.alt >= 0 ? program_parts(vm->p, o.alt) : 0;
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    Option x = vm_option(vm, i);
    if (x.seat != o.seat || x.alt != o.alt) continue;
    if (x.value == o.value) return i;
    int k = 0;
    while (k < parts && alike_in(vm->p, x, o, k)) k++;
    if (alike < 0 && parts && k == parts) alike = i;
  }
  return alike;
}

/* Several things at once.  Those that the reader sees, or comes to see as they are, are
 * the same; the others are any that stay hidden. */
static bool could_be_named(Dealer *d, int i, const TraceStep *real, int32_t step)
{
  const Program *p = d->vm->p;
  const Named *was = d->trace->named + real->named;
  int32_t *list = d->vm->deal;
  int n = things_of(d->vm, i, list), fixed = 0, seen = 0;
  if (!real->secret && n != real->nnamed) return false;
  for (int k = 0; k < n; k++) {
    bool sees = reader_sees_thing(d->vm, d->reader, list[k]), like = false;
    bool stays = !sees && stays_hidden(d, list[k], step + 1);
    for (int j = 0; j < real->nnamed && !like; j++) {
      int32_t x = was[j].thing;
      bool saw = was[j].seen >> d->reader & 1;
      like = saw == sees && (stays ? same_back(p, list[k], x)
                                   : p->things[list[k]].face == p->things[x].face);
    }
    if (!like && !(real->secret && (sees || stays))) return false;
    fixed += !sees && !stays;
    seen += sees;
  }
  for (int j = 0; j < real->nnamed; j++) { /* all of those are there */
    bool saw = was[j].seen >> d->reader & 1;
    fixed -= !saw && !stays_hidden(d, was[j].thing, step + 1);
    seen -= saw;
  }
  return fixed == 0 && (real->secret || seen == 0);
}

/* An answer that moved nothing can name any thing as well, also one that is seen later.
 * (If it moved something later after all, that is noticed; then it is as it was.) */
static bool could_name_any(const Dealer *d, const TraceStep *real)
{
  return real && !real->moved && d->left > d->patient;
}

/* One of the answers that a seat could give as well: of hidden things any that stay
 * hidden; if it goes where the reader does not look, any of its sort; and if it is secret
 * whatever there is, as where nobody was asked in the real game (NULL). */
static bool could_be(Dealer *d, int i, const TraceStep *real, int32_t step)
{
  Option x = vm_option(d->vm, i);
  bool secret = !real || real->secret;
  Option o = real ? real->option : x;
  const Program *p = d->vm->p;
  if (x.seat != o.seat || (!secret && x.alt != o.alt)) return false;
  if (real && real->nnamed && x.alt == o.alt) return could_be_named(d, i, real, step);
  int parts = program_parts(p, x.alt);
  for (int k = 0; k < parts; k++) {
    int32_t thing = thing_in(p, x, k);
    bool hidden = thing != NONE && !reader_sees_thing(d->vm, d->reader, thing);
    bool unseen = !secret && real->slot >= 0 && real->part == k;
    if (hidden && !could_name_any(d, real) && !stays_hidden(d, thing, step + 1))
      return false;
    if (secret || unseen) continue;
    if (hidden ? thing_in(p, o, k) == NONE || !same_back(p, thing, thing_in(p, o, k))
               : parts == 1 || !alike_in(p, x, o, k))
      return false; /* of one part, that is the hidden one */
  }
  return true;
}

/* Something like it will be seen where this answer may have brought it. */
static bool is_needed(const Dealer *d, Option x, const TraceStep *real, int32_t step)
{
  const Trace *t = d->trace;
  const Program *p = d->vm->p;
  for (int k = 0; k < program_parts(p, x.alt); k++) {
    int32_t y = thing_in(p, x, k), was = thing_in(p, real->option, k);
    int32_t fate = y == NONE || was == NONE
                       ? NEVER
                       : fate_after(&t->things[was], step + 1, d->reader);
    int32_t face = fate >= 0 ? p->things[y].face : p->n_things;
    for (int32_t z = face; z < p->n_things && p->things[z].face == face; z++) {
      int32_t need = need_after(&t->things[z], step + 1, d->reader);
      if (need >= 0 && mix_leads(&t->mixes, fate, need)) return true;
    }
  }
  return false;
}

static bool was_tried(const Dealer *d, int i)
{
  return i < 64 && d->chance.tried >> i & 1;
}

/* Who does not begin anew any more rather takes what will be seen. */
static int any_answer(Dealer *d, const TraceStep *real, int32_t step)
{
  const Option *again = recall_answer(&d->recall, d->vm);
  int fit = 0, pick = again ? find_option(d->vm, *again) : -1;
  if (pick >= 0 && !was_tried(d, pick) && could_be(d, pick, real, step))
    return recall_note(&d->recall, d->vm, pick, real ? step : -1, false);
  pick = -1;
  vm_try_all(d->vm);
  bool choosy = real && d->left <= d->patient && dealer_below(d, 4), needed = false;
  for (int i = 0, n = vm_options(d->vm); i < n; i++) {
    Option o = vm_option(d->vm, i);
    if (was_tried(d, i) || !could_be(d, i, real, step)) continue;
    bool need = choosy && is_needed(d, o, real, step);
    if (need && !needed) fit = 0;
    needed = needed || need;
    if (need == needed && dealer_below(d, ++fit) == 0) pick = i;
  }
  return recall_note(&d->recall, d->vm, pick, real ? step : -1, false);
}

static int answer_hidden(Dealer *d, const TraceStep *real, int32_t step)
{
  Option o = real->option;
  const Program *p = d->vm->p;
  bool fixed = is_pinned(d, real, step);
  for (int k = 0; k < program_parts(p, o.alt); k++) {
    int32_t x = thing_in(p, o, k);
    if (x != NONE && p->kinds[p->things[x].kind].cells >= 0)
      fixed = fixed || (!could_name_any(d, real) && !stays_hidden(d, x, step + 1));
  }
  return fixed ? find_option(d->vm, o) : any_answer(d, real, step);
}

int guess_secret(Dealer *d)
{
  const Trace *t = d->trace;
  vm_try_all(d->vm);
  for (int32_t k = d->gave; k < d->step; k++)
    if (!t->steps[k].chance && !dealer_knows(d, &t->steps[k])) {
      d->gave = k + 1;
      if (t->steps[k].option.seat != vm_option(d->vm, 0).seat) break;
      return answer_hidden(d, &t->steps[k], k);
    }
  return any_answer(d, NULL, d->step - 1);
}

/* At a pause that the reader knows of, what the real game answered there. */
int guess_known(Dealer *d)
{
  const TraceStep *real = &d->trace->steps[d->step];
  if (real->option.seat == d->reader) { /* by its place in the list */
    bool there = real->answer < vm_options(d->vm);
    Option o = vm_option(d->vm, there ? real->answer : 0);
    return there && o.seat == d->reader && o.alt == real->option.alt ? real->answer : -1;
  }
  if (real->hidden >> d->reader & 1) return answer_hidden(d, real, d->step);
  if (real->nnamed) return any_answer(d, real, d->step); /* its number says nothing */
  return find_option(d->vm, real->option);
}
