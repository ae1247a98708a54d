/* Dealing anew what a reader may not know (deal.h).
 *
 * The second game follows the real one from pause to pause.  At a hidden draw it takes
 * any thing that the reader will not see elsewhere before it is mixed up again, and the
 * same thing where the reader comes to see it; at a hidden roll any outcome, or the same
 * where the place it goes to comes to be seen; a hidden answer of another seat likewise.
 * Where the reader would have noticed a difference, it goes back to the last pauses and
 * tries otherwise (also from the start, recall.c).  So every outcome that agrees with
 * what the reader was told can come out; draws and rolls whose places are not seen are
 * uniform.  Answers of others count as equally likely, whoever they come from. */
#include "interp/vm/deal/dealer.h"
#include "interp/base/invariant.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
  EFFORT = 32, /* steps that may be made for each one that the reader knows of, and */
  EFFORT_MORE = 8000, /* so many more; */
  PATIENCE = 8,       /* one part in so many of them is spent on beginning anew */
  HOPELESS = 8,       /* one part in so many is spent on mending what is kept; each time
                       * that it came no further it rests for twice as many questions, */
  STUCK = 3,          /* ... which are doubled so often at most */
  REORDERED = 6,      /* beginnings in which draws of a row fall in another order */
  MIXING = 1,     /* changes of a game that was mended, if it agrees with them, too, */
  MIXING_MORE = 4 /* ... and of one that was found by changing it in the middle */
};

Dealer *dealer_new(const Program *p)
{
  Dealer *d = vm_zeroed(1, sizeof *d);
  d->trace = trace_new(p);
  d->vm = vm_new(p);
  d->blame = vm_zeroed(READERS, sizeof *d->blame);
  return d;
}

static void drop(Stand **s)
{
  if (*s) free((*s)->state), free((*s)->way.at);
  free(*s);
  *s = NULL;
}

static void drop_kept(Dealer *d)
{
  for (int r = 0; d->kept && r < READERS; r++)
    for (int k = 0; k < MOST_KEPT; k++) drop(&d->kept[r].at[k]);
}

void dealer_free(Dealer *d)
{
  if (!d) return;
  trace_free(d->trace);
  vm_free(d->vm);
  for (int i = 0; i < BACK; i++) free(d->back[i].state);
  free(d->chance.stand.state);
  free(d->mended.state);
  free(d->unmended.at);
  recall_free(&d->recall);
  drop_kept(d);
  free(d->kept);
  free(d->blame);
  free(d);
}

static void listen(void *user, Vm *vm, const Event *e)
{
  Dealer *d = user;
  const Said *real = &d->trace->said[d->reader];
  uint64_t before = d->heard.hash;
  recall_told(&d->recall, vm, e);
  heard_event(&d->heard, vm, d->reader, e);
  if (d->heard.hash == before) return;
  if (d->said >= real->n || real->at[d->said] != d->heard.hash) d->noticed = true;
  d->said++;
}

/* ---- pauses --------------------------------------------------------------------- */

static int32_t next_known(const Dealer *d, int32_t from)
{
  while (from < d->trace->n && !dealer_knows(d, &d->trace->steps[from])) from++;
  return from;
}

static void stand_on(Dealer *d, Stand *s)
{
  INVARIANT(d->heard.nheld >= 0 && d->heard.nheld <= MOST_HELD);
  size_t need = vm_saved_size(d->vm);
  if (s->room < need) {
    free(s->state);
    s->state = vm_zeroed(need, 2);
    s->room = 2 * need;
  }
  vm_save(d->vm, s->state);
  s->step = d->step;
  s->said = d->said;
  s->hidden = d->recall.now.n;
  s->hash = d->heard.hash;
  s->nheld = d->heard.nheld;
  memcpy(s->held, d->heard.held, sizeof *s->held * (size_t)s->nheld);
}

/* What the reader is asked itself it knows to the last answer. */
static void try_own(Dealer *d)
{
  if (d->reader != PUBLIC_READER && d->vm->ask.seats >> d->reader & 1) vm_try_all(d->vm);
}

void arrive_at(Dealer *d, const Stand *s)
{
  INVARIANT(s->state && s->nheld >= 0 && s->nheld <= MOST_HELD);
  vm_step(d->vm);
  try_own(d);
  d->noticed = false;
  d->step = s->step;
  d->said = s->said;
  recall_back(&d->recall, d->vm->p, s->hidden);
  d->heard.hash = s->hash;
  d->heard.nheld = s->nheld;
  memcpy(d->heard.held, s->held, sizeof *s->held * (size_t)s->nheld);
}

void go_back_to(Dealer *d, const Stand *s)
{
  vm_restore(d->vm, s->state);
  arrive_at(d, s);
}

static void stand_here(Dealer *d)
{
  stand_on(d, &d->back[d->nback++ % BACK]);
  if (d->nback > d->peak) d->peak = d->nback, d->fails = 0;
}

/* How many pauses to go back when something would have been noticed for the n-th time
 * without getting further.  It was mostly decided just now; if not, then rather at the
 * very beginning (who is who) than a little earlier. */
static int how_far(int n) { return n & 1 ? 1 : n & 2 ? 8 : INT_MAX; }

/* Back to an earlier pause, to try otherwise; false: to the start.  Who begins anew until
 * all agrees deals every game as often as it should come; a way that is mended from its
 * last pauses keeps a beginning for which there are few ways on as readily as one for
 * which there are many.  So the first part of the effort is spent on beginning anew. */
static bool go_back(Dealer *d)
{
  bool behind = d->recall.on && d->step < d->recall.best.step;
  if (d->mends) return false; /* it is gone once more */
  recall_end(&d->recall, d->trace, d->reader, d->step, d->culprit);
  d->recall.on = false; /* from here on it is another way */
  if (d->left > d->patient || behind) return false;
  int far = how_far(++d->fails);
  if (far > d->peak || far > BACK) return false;
  int to = d->peak - far < d->nback ? d->peak - far : d->nback - 1;
  if (to < 0) return false;
  INVARIANT(to < d->nback); /* somebody stood there */
  d->nback = to + 1;
  go_back_to(d, &d->back[to % BACK]);
  return true;
}

/* ---- the way -------------------------------------------------------------------- */

static bool asks_secretly(const Dealer *d, const Vm *vm)
{
  return vm->ask.pause == PAUSE_DECIDE &&
         vm->p->decisions[vm->ask.decision].flags & DECISION_SECRET &&
         (d->reader == PUBLIC_READER || !(vm->ask.seats >> d->reader & 1));
}

/* Does the real game stand where the second one does, between two known pauses? */
static bool stands_alike(const Dealer *d)
{
  const Ask *real = &d->trace->real->ask, *own = &d->vm->ask;
  if (d->step < d->trace->n || real->pause != own->pause) return false;
  for (int32_t k = own->pause == PAUSE_CHANCE ? d->fell : d->gave; k < d->trace->n; k++) {
    const TraceStep *s = &d->trace->steps[k];
    if (own->pause == PAUSE_CHANCE ? s->chance && s->ip == own->begin_ip : !s->chance)
      return false; /* there is more to come */
  }
  return own->pause == PAUSE_CHANCE ? own->begin_ip == real->begin_ip
                                    : asks_secretly(d, d->trace->real);
}

/* What is guessed here may be taken back by who does not begin anew any more. */
static void stand_guessing(Dealer *d)
{
  Chance *c = &d->chance;
  c->open = d->left <= d->patient;
  c->tried = 0;
  if (!c->open) return;
  stand_on(d, &c->stand);
  c->fell = d->fell;
  c->gave = d->gave;
}

/* That was guessed; gives it. */
static int guessed(Dealer *d, int i)
{
  if (i >= 0 && i < 64) d->chance.tried |= (uint64_t)1 << i;
  return i;
}

/* Another guess than those before; -1: there is none. */
static int guess_again(Dealer *d)
{
  enum { DRAWS = 24 };
  Vm *vm = d->vm;
  Chance *c = &d->chance;
  if (vm->ask.pause == PAUSE_DECIDE) {
    int i = asks_secretly(d, vm) ? guess_secret(d) : guess_known(d);
    return i >= 0 && i < 64 && c->tried >> i & 1 ? -1 : i; /* nothing else goes */
  }
  for (int k = 0; k < DRAWS; k++) {
    d->fell = c->fell;
    recall_back(&d->recall, vm->p, c->stand.hidden);
    int i = guess_outcome(d, true);
    if (i < 0 || i >= 64) return -1;
    if (!(c->tried >> i & 1)) return i;
  }
  return -1;
}

/* The answer of a pause that the reader knows of is given. */
static void pass(Dealer *d)
{
  d->fell = d->gave = d->step + 1;
  d->step = next_known(d, d->step + 1);
}

/* The reader would have noticed what came of the last guess: another; false if there is
 * none. */
static bool try_again(Dealer *d)
{
  Chance *c = &d->chance;
  if (!c->open) return false;
  go_back_to(d, &c->stand);
  d->fell = c->fell;
  d->gave = c->gave;
  bool known = d->vm->ask.pause == PAUSE_DECIDE && !asks_secretly(d, d->vm);
  int i = guessed(d, guess_again(d));
  if (i < 0 || i >= 64) return false;
  if (known) pass(d);
  vm_answer(d->vm, i);
  return true;
}

/* Is the question at which it stands the one of the real game? */
static bool comes_well(Dealer *d)
{
  const Trace *t = d->trace;
  try_own(d);
  uint64_t real = d->step < t->n
                      ? t->steps[d->step].heard[d->reader]
                      : question_heard(t->real, d->reader, t->heard[d->reader].hash);
  bool known = t->real->ask.pause != PAUSE_CHANCE && !asks_secretly(d, t->real);
  return (d->step < t->n || known) &&
         question_heard(d->vm, d->reader, d->heard.hash) == real;
}

/* To the next pause that the reader knows of, or to where the real game stands; false if
 * the reader would have noticed. */
static bool advance(Dealer *d)
{
  Vm *vm = d->vm;
  const Trace *t = d->trace;
  for (; d->left > 0; d->left--) {
    VmStatus s = vm_step(vm);
    if (d->noticed) {
      if (!try_again(d)) return false;
      continue;
    }
    if (s != VM_CHANCE && !asks_secretly(d, vm)) {
      if (comes_well(d)) return true;
      if (!try_again(d)) return false;
      continue;
    }
    if (stands_alike(d)) return d->heard.hash == t->heard[d->reader].hash;
    stand_guessing(d);
    int i = guessed(d, s == VM_CHANCE ? guess_outcome(d, false) : guess_secret(d));
    if (i < 0) return false;
    vm_answer(vm, i);
  }
  return false;
}

static void begin(Dealer *d)
{
  vm_listen(d->vm, listen, d);
  vm_auto_chance(d->vm, false);
  vm_offer_untried(d->vm, d->brief);
  d->nback = d->peak = d->fails = 0;
}

static void begin_anew(Dealer *d, const Vm *vm, uint64_t seed)
{
  begin(d);
  vm_start(d->vm, &(Setup){vm->past.seats, seed, vm->past.options});
  d->heard.hash = 1;
  d->heard.nheld = 0;
  d->said = 0;
  d->noticed = false;
  d->step = next_known(d, 0);
  d->fell = d->gave = 0;
  d->chance.open = false;
}

bool go_from_known(Dealer *d, bool judged, bool *fits)
{
  INVARIANT(d->step >= 0 && d->step < d->trace->n);
  const TraceStep *real = &d->trace->steps[d->step];
  d->chance.open = false;
  d->chance.tried = 0;
  if (real->nnamed || real->hidden >> d->reader & 1) stand_guessing(d);
  int i = guessed(d, guess_known(d));
  d->left--;
  *fits = i >= 0;
  if (judged) recall_judge(&d->recall, real->option.seat, d->step, *fits);
  if (i < 0) return false;
  pass(d);
  vm_answer(d->vm, i);
  return advance(d);
}

/* The same on a way that is judged by it. */
static bool go_on(Dealer *d)
{
  bool fits;
  d->culprit = d->trace->steps[d->step].option.seat;
  return go_from_known(d, true, &fits);
}

/* One way from the start; false if it came to a place where nothing goes on. */
static bool go_way(Dealer *d, const Vm *vm, uint64_t seed)
{
  d->mends = 0;
  d->mended_at = -1;
  d->left -= 8; /* to begin costs something, too */
  begin_anew(d, vm, seed);
  d->culprit = NONE;
  bool well = advance(d);
  while (!well || d->step < d->trace->n) {
    if (d->left <= 0) return false;
    if (!well && (well = mend_way(d))) continue;
    if (well) stand_here(d);
    else if (!go_back(d)) return false;
    well = go_on(d);
  }
  return true;
}

/* One way from the start; false if all that could be tried from its last pauses would
 * have been noticed.  A way that was mended in the middle is gone once more as it should
 * have been. */
static bool follow(Dealer *d, const Vm *vm)
{
  enum { ONCE_MORE = 8 };
  if (d->left > d->patient) recall_anew(&d->recall);
  else recall_begin(&d->recall, vm->p, vm->past.seats, d->rng);
  uint64_t seed = rng_next(d->rng);
  bool reorder = d->left > d->patient && d->begun_anew++ < REORDERED;
  d->order = reorder ? seed | 1 : 0;
  bool well = go_way(d, vm, seed);
  for (int k = 0; d->mends && !d->mixing && k < ONCE_MORE && d->left > 0; k++) {
    recall_again(&d->recall);
    d->helped = true;
    well = go_way(d, vm, seed);
  }
  recall_kept(&d->recall);
  return well && !d->mends;
}

/* A game that was mended agrees, but hardly more than it has to.  Some of it is changed,
 * and what still agrees is as good: between worlds that are equally likely there and back
 * are equally likely, too, so this leads away from how it was found (Metropolis). */
static void mix(Dealer *d, const Vm *vm)
{
  Recall *r = &d->recall;
  d->mixing = true; /* what is mended has no way back */
  int mixing = d->helped ? MIXING_MORE : MIXING;
  for (int k = 0; k < mixing && d->left > 0; k++) {
    int32_t any = (int32_t)dealer_below(d, vm->past.seats);
    stand_on(d, &d->mended);
    recall_end(r, d->trace, d->reader, INT32_MAX, any);
    if (follow(d, vm)) continue;
    way_copy(&r->now, &r->best);
    go_back_to(d, &d->mended);
  }
  d->mixing = false;
}

/* ---- deals that are kept ---------------------------------------------------------- */

/* Where the present deal is kept: the first of a pause follows the first of the last one,
 * the second the second, and so on.  NULL: nowhere. */
static Stand **keeping(Dealer *d, const Vm *vm)
{
  if (!vm->keeps_deals) return NULL;
  if (!d->kept) d->kept = vm_zeroed(READERS, sizeof *d->kept);
  if (d->begun != d->trace->begun || d->game != vm->past.game) {
    drop_kept(d);
    for (int r = 0; r < READERS; r++) blame_none(&d->blame[r]);
    d->hopeless = 0;
    d->begun = d->trace->begun;
    d->game = vm->past.game;
    d->at = -1;
  }
  if (d->at != vm->s->steps || d->asked != d->reader) d->nasked = 0;
  d->at = vm->s->steps;
  d->asked = d->reader;
  return d->nasked < MOST_KEPT ? &d->kept[d->reader].at[d->nasked++] : NULL;
}

/* Goes on from a game that was dealt before; false if the reader would have noticed. */
static bool follow_kept(Dealer *d, const Stand *s)
{
  if (s->step < d->trace->n && !dealer_knows(d, &d->trace->steps[s->step])) return false;
  way_copy(&d->recall.now, &s->way);
  if (s->broken) {
    recall_end(&d->recall, d->trace, d->reader, s->way.step, s->culprit);
    d->recall.fruitless = s->fruitless;
    return false;
  }
  begin(d);
  go_back_to(d, s);
  while (d->step < d->trace->n)
    if (d->left <= 0 || !go_on(d)) {
      recall_end(&d->recall, d->trace, d->reader, d->step, d->culprit);
      return false;
    }
  return true;
}

/* Another game that is kept and still agrees is as good as one that is found. */
static bool follow_twin(Dealer *d, Stand **own)
{
  KeptDeals *k = &d->kept[d->reader];
  int from = dealer_below(d, MOST_KEPT);
  for (int i = 0; i < MOST_KEPT; i++) {
    Stand **at = &k->at[(from + i) % MOST_KEPT];
    if (*at && at != own && !(*at)->broken && follow_kept(d, *at)) return true;
  }
  return false;
}

/* Only a pause that the reader knows of is one to go on from.  Of a game that was not
 * found the way that came furthest is kept: next time it is mended further. */
static void keep(Dealer *d, Stand **at, bool well)
{
  bool known = d->vm->ask.pause == PAUSE_DECIDE && !asks_secretly(d, d->vm);
  if (well && !known) {
    drop(at);
    return;
  }
  if (!*at) *at = vm_zeroed(1, sizeof **at);
  if (well) stand_on(d, *at);
  bool further = well || !(*at)->broken || d->recall.best.step > (*at)->way.step;
  (*at)->stuck = further ? 0 : (*at)->stuck + 1;
  (*at)->rests = (1 << ((*at)->stuck < STUCK ? (*at)->stuck : STUCK)) - 1;
  (*at)->broken = !well;
  (*at)->culprit = d->recall.culprit;
  (*at)->fruitless = d->recall.fruitless;
  way_copy(&(*at)->way, well ? &d->recall.now : &d->recall.best);
}

/* Finds a game that agrees, by beginning anew, or else by mending.  A way that is kept is
 * mended further at the next question, so that not all is spent on it now. */
static bool find(Dealer *d, const Vm *vm, Stand **at)
{
  uint32_t mask = 1u << d->reader;
  bool well = false;
  long some = d->left / HOPELESS;
  if (at && d->hopeless & mask) { /* there are no more beginnings than there were */
    d->patient = d->left = some;
    well = follow_twin(d, at);
  }
  while (!well && d->left > d->patient) well = follow(d, vm);
  if (well && d->left > d->patient) return true;
  if (at && d->left > some) d->patient = d->left = some;
  if (at) d->hopeless |= mask;
  while (!well && d->left > 0) well = follow(d, vm);
  if (well) mix(d, vm);
  return well;
}

/* What was looked for in vain several times is not looked for at each question. */
static bool rests(Stand *s) { return s && s->broken && s->rests > 0 && s->rests-- > 0; }

/* How often somebody was asked in secret, or a draw had only one outcome, is nothing that
 * the time for which one looks may hang on. */
static long known_steps(const Dealer *d)
{
  long n = 0;
  for (int32_t k = next_known(d, 0); k < d->trace->n; k = next_known(d, k + 1)) n++;
  return n;
}

bool dealer_deal(Dealer *d, const Vm *vm, int reader, uint64_t key, bool brief)
{
  INVARIANT(reader >= 0 && reader < READERS);
  d->reader = reader;
  d->brief = brief;
  rng_seed(d->rng, key ^ (uint64_t)(reader + 1) * 0x9e3779b97f4a7c15u);
  bool traced = trace_follow(d->trace, vm), well = false;
  long effort = EFFORT * (traced ? known_steps(d) : 0) + EFFORT_MORE;
  Stand **at = traced && brief ? keeping(d, vm) : NULL;
  d->left = effort;
  d->patient = d->left - d->left / PATIENCE;
  d->recall.best.n = d->recall.best.step = d->recall.fruitless = d->recall.brought = 0;
  d->begun_anew = 0;
  d->helped = false;
  d->order = 0;
  recall_anew(&d->recall);
  if (!at) blame_none(&d->blame[reader]); /* what is dealt hangs on the key alone */
  d->recall.blame = &d->blame[reader];
  d->spent = 0;
  if (at && rests(*at)) return false;
  if (at && *at) well = follow_kept(d, *at);
  if (traced && !well) well = find(d, vm, at);
  if (at) keep(d, at, well);
  vm_listen(d->vm, NULL, NULL);
  vm_offer_untried(d->vm, false);
  if (well) vm_try_all(d->vm);
  d->spent = effort - d->left;
  return well;
}

bool vm_has_secrets(const Vm *vm) { return vm->secrets; }

static Vm *deal_for(Vm *vm, int seat, uint64_t key, bool brief)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  if (!vm->dealer) vm->dealer = dealer_new(vm->p);
  Dealer *d = vm->dealer;
  d->picture.made = false;
  int reader = seat >= 0 && seat < MAX_PLAYERS ? seat : PUBLIC_READER;
  bool well = vm->secrets && dealer_deal(d, vm, reader, key, brief);
  if (!well) {
    vm_copy(d->vm, vm);
    if (vm->secrets) vm_determinize(d->vm, seat, key);
    vm_step(d->vm);
    d->weak += vm->secrets;
  }
  uint64_t rng[4];
  rng_seed(rng, key + 1);
  vm_seed(d->vm, rng_next(rng));
  d->dealt = vm_hash(d->vm);
  return d->vm;
}

void vm_keep_deals(Vm *vm, bool on) { vm->keeps_deals = on; }

Vm *vm_known(Vm *vm, int seat, uint64_t key) { return deal_for(vm, seat, key, true); }

/* The known things of a pile first, in the order of their numbers. */
static void tidy(Vm *vm, int reader, int32_t pile)
{
  INVARIANT(pile >= 0 && pile < vm->p->header->piles);
  int32_t *c = vm->cells + vm->p->header->pile_cells + pile * PC_CELLS, *list = vm->deal;
  int n = 0, known = 0;
  for (int32_t x = c[PC_BOTTOM]; x; x = thing_cells(vm, x - 1)[TC_ABOVE])
    list[n++] = x - 1;
  for (int i = 0; i < n; i++) {
    if (!reader_sees_thing(vm, reader, list[i])) continue;
    int32_t x = list[i];
    int to = known++;
    memmove(list + to + 1, list + to, sizeof *list * (size_t)(i - to));
    for (; to > 0 && list[to - 1] > x; to--) list[to] = list[to - 1];
    list[to] = x;
  }
  if (!known || known == n) return;
  for (int i = 0; i < n; i++) {
    int32_t *t = thing_cells(vm, list[i]);
    t[TC_BELOW] = i ? list[i - 1] + 1 : 0;
    t[TC_ABOVE] = i + 1 < n ? list[i + 1] + 1 : 0;
  }
  c[PC_BOTTOM] = list[0] + 1;
  c[PC_TOP] = list[n - 1] + 1;
}

Vm *vm_pictured(Vm *vm, int seat, uint64_t key)
{
  int reader = seat >= 0 && seat < MAX_PLAYERS ? seat : PUBLIC_READER;
  struct Picture now = {past_known(vm), vm->past.game, vm->s->steps,
                        reader,         vm->s->trail,  key};
  const struct Picture *made = vm->dealer ? &vm->dealer->picture : &(struct Picture){0};
  if (now.made && made->made && made->game == now.game && made->steps == now.steps &&
      made->reader == reader && made->trail == now.trail && made->key == key)
    return vm->dealer->vm;                   /* whoever looks twice sees the same */
  Vm *copy = deal_for(vm, seat, key, false); /* its past is read */
  vm->dealer->picture = now;
  forget_answers(copy, seat);
  for (int32_t i = 0; vm->secrets && i < vm->p->header->piles; i++) {
    int32_t owner, per;
    int field = vm_pile_field(copy, i, &owner, &per);
    if (field >= 0 && !reader_sees_field(copy, reader, field, owner))
      tidy(copy, reader, i);
  }
  return copy;
}

uint64_t vm_known_hash(const Vm *vm) { return vm->dealer ? vm->dealer->dealt : 0; }

long vm_known_steps(const Vm *vm) { return vm->dealer ? vm->dealer->spent : 0; }

long vm_known_weakly(const Vm *vm) { return vm->dealer ? vm->dealer->weak : 0; }
