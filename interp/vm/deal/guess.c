/* What happens out of a reader's sight in a game that is dealt for him (deal.h): hidden
 * draws and rolls, and hidden answers of others. */
#include "interp/vm/deal/dealer.h"

/* ---- hidden outcomes ------------------------------------------------------------ */

/* The thing stays hidden from the reader from this step of the real game on. */
static bool stays_hidden(const Dealer *d, int32_t thing, int32_t step)
{
  return fate_after(&d->trace->things[thing], step, d->reader) != AT_ONCE;
}

static int find_value(Vm *vm, int32_t value)
{
  for (int i = 0, n = vm_options(vm); i < n; i++)
    if (vm_option(vm, i).value == value) return i;
  return -1;
}

static int find_face(Vm *vm, int32_t thing)
{
  const Program *p = vm->p;
  for (int i = 0, n = vm_options(vm); i < n; i++)
    if (p->things[vm_option(vm, i).value].face == p->things[thing].face) return i;
  return -1;
}

/* An outcome that the reader does not see: as on the way that is recalled, or any. */
static int fall_hidden(Dealer *d, const TraceStep *real, int32_t step, bool afresh)
{
  int i = afresh ? -1 : recall_outcome(&d->recall, d->vm);
  if (i < 0)
    i = d->vm->ask.from >= 0
            ? lot_draw(d->trace, d->vm, d->reader, real, step + 1, d->rng)
            : dealer_below(d, vm_options(d->vm));
  return recall_note(&d->recall, d->vm, i, real ? step : -1);
}

/* The place where it went comes to be seen. */
static bool is_pinned(const Dealer *d, const TraceStep *real, int32_t step)
{
  if (real->slot < 0) return false;
  const Marks *m = &d->trace->places[real->slot];
  for (size_t i = 0; i < m->n; i++) {
    const SeenMark *s = &m->at[i];
    if (s->step < step + 1) continue;
    if (s->seen >> d->reader & 1) return true;
    if (s->mix >= 0 && s->step > step + 1) return false; /* the first is its own */
  }
  return false;
}

/* The step of the real game that is like this chance, before the next known pause. */
static const TraceStep *like_chance(Dealer *d, int32_t *step)
{
  const Trace *t = d->trace;
  for (int32_t k = d->fell; k < d->step; k++)
    if (t->steps[k].chance && t->steps[k].ip == d->vm->ask.begin_ip) {
      d->fell = k + 1;
      *step = k;
      return &t->steps[k];
    }
  *step = d->step - 1;
  return NULL;
}

int guess_outcome(Dealer *d, bool afresh)
{
  int32_t step;
  const TraceStep *real = like_chance(d, &step);
  bool drawn = d->vm->ask.from >= 0;
  if (real && !(real->hidden >> d->reader & 1))
    return drawn ? find_face(d->vm, real->option.value)
                 : find_value(d->vm, real->option.value);
  if (drawn && real && !stays_hidden(d, real->option.value, step + 1))
    return find_face(d->vm, real->option.value);
  if (!drawn && real && is_pinned(d, real, step))
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

/* One of the answers that a seat could give as well: of hidden things any that stay
 * hidden; if it goes where the reader does not look, any of its sort; and if it is secret
 * whatever there is, as where nobody was asked in the real game (NULL). */
static bool could_be(Dealer *d, Option x, const TraceStep *real, int32_t step)
{
  bool secret = !real || real->secret;
  Option o = real ? real->option : x;
  const Program *p = d->vm->p;
  if (x.seat != o.seat || (!secret && x.alt != o.alt)) return false;
  int parts = program_parts(p, x.alt);
  for (int k = 0; k < parts; k++) {
    int32_t thing = thing_in(p, x, k);
    bool hidden = thing != NONE && !reader_sees_thing(d->vm, d->reader, thing);
    bool unseen = !secret && real->slot >= 0 && real->part == k;
    if (hidden && !stays_hidden(d, thing, step + 1)) return false;
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

/* Who does not begin anew any more rather takes what will be seen. */
static int any_answer(Dealer *d, const TraceStep *real, int32_t step)
{
  const Option *again = recall_answer(&d->recall, d->vm);
  int fit = 0, pick = again ? find_option(d->vm, *again) : -1;
  if (pick >= 0 && could_be(d, vm_option(d->vm, pick), real, step))
    return recall_note(&d->recall, d->vm, pick, real ? step : -1);
  pick = -1;
  vm_try_all(d->vm);
  bool choosy = real && d->left <= d->patient && dealer_below(d, 2), needed = false;
  for (int i = 0, n = vm_options(d->vm); i < n; i++) {
    Option o = vm_option(d->vm, i);
    if (!could_be(d, o, real, step)) continue;
    bool need = choosy && is_needed(d, o, real, step);
    if (need && !needed) fit = 0;
    needed = needed || need;
    if (need == needed && dealer_below(d, ++fit) == 0) pick = i;
  }
  return recall_note(&d->recall, d->vm, pick, real ? step : -1);
}

static int answer_hidden(Dealer *d, const TraceStep *real, int32_t step)
{
  Option o = real->option;
  const Program *p = d->vm->p;
  bool fixed = is_pinned(d, real, step);
  for (int k = 0; k < program_parts(p, o.alt); k++) {
    int32_t x = thing_in(p, o, k);
    if (x != NONE && p->kinds[p->things[x].kind].cells >= 0)
      fixed = fixed || !stays_hidden(d, x, step + 1);
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
  return find_option(d->vm, real->option);
}
