/* Dealing anew what a reader may not know (deal.h).
 *
 * The second game follows the real one from pause to pause.  At a hidden draw it takes
 * any thing that the reader will not see elsewhere before it is mixed up again, and the
 * same thing where the reader comes to see it; at a hidden roll any outcome, or the same
 * where the place it goes to comes to be seen; a hidden answer of another seat likewise.
 * Where the reader would have noticed a difference, it goes back to the last pauses and
 * tries otherwise.  So every outcome that agrees with what the reader was told can come
 * out; draws and rolls whose places are not seen are uniform.  Answers of others count as
 * equally likely, whoever they come from. */
#include "interp/vm/deal.h"
#include "interp/base/invariant.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
  BACK = 16,          /* pauses to go back to */
  EFFORT = 32,        /* steps that may be made for each real one, and */
  EFFORT_MORE = 8000, /* so many more; */
  PATIENCE = 8        /* one part in so many of them is spent on beginning anew */
};

/* A pause of the second game that the reader knows of. */
typedef struct Stand {
  unsigned char *state;
  size_t room;
  int32_t step;
  uint64_t hash;
  Event held[MOST_HELD];
  int nheld;
  size_t said;
} Stand;

/* A chance of the second game, and which outcomes of it were noticed. */
typedef struct Chance {
  Stand stand;
  int32_t fell, gave;
  uint64_t tried; /* options */
  bool open;
} Chance;

/* The games that were dealt for a reader at its last question.  One of them that agrees
 * with what the reader learned since then is as good as a new one, and not as dear: who
 * draws a world among those that agree, and keeps it if it still does, has drawn among
 * those that agree now. */
enum { MOST_KEPT = 32 };
typedef struct Kept {
  Stand *at[MOST_KEPT]; /* NULL: there was none at such a pause */
} Kept;

struct Dealer {
  Trace *trace;
  Vm *vm; /* the second game */
  int reader;
  uint64_t rng[4];
  Heard heard;
  size_t said;          /* how much the reader has heard, */
  bool noticed;         /* ... and whether it was something else than in the real game */
  Chance chance;        /* the last one, if another outcome may be tried */
  int32_t step;         /* the next step of the real game that the reader knows of */
  int32_t fell, gave;   /* chances and secret answers of the real game that are used up */
  Stand back[BACK];     /* the last pauses, as a ring */
  int nback, peak;      /* how many there were, and at most */
  int fails;            /* ways on from there that would have been noticed */
  long left;            /* steps that may still be made, */
  long patient;         /* ... and above these no way is mended, but begun anew */
  long spent;           /* those that the last deal took */
  long weak;            /* deals that did not agree with everything */
  uint64_t dealt;       /* the hash of the last game that was dealt */
  Kept *kept;           /* READERS rows of games that were dealt before; NULL: none are */
  uint32_t begun, game; /* the way and the game of which they are */
  int asked, nasked;    /* for whom the last deals were made, how many, */
  int32_t at;           /* ... and after how many answers */
  bool brief; /* nobody wants the numbers of its answers: of those of others only
               * the one that was given is tried */
  /* What vm holds if it is a picture: of which game, after which answers, for whom. */
  struct Picture {
    bool made;
    uint32_t game;
    int32_t steps;
    int reader;
    uint64_t trail, key;
  } picture;
};

Dealer *dealer_new(const Program *p)
{
  Dealer *d = vm_zeroed(1, sizeof *d);
  d->trace = trace_new(p);
  d->vm = vm_new(p);
  return d;
}

static void drop(Stand **s)
{
  if (*s) free((*s)->state);
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
  drop_kept(d);
  free(d->kept);
  free(d);
}

static void listen(void *user, Vm *vm, const Event *e)
{
  Dealer *d = user;
  const Said *real = &d->trace->said[d->reader];
  uint64_t before = d->heard.hash;
  heard_event(&d->heard, vm, d->reader, e);
  if (d->heard.hash == before) return;
  if (d->said >= real->n || real->at[d->said] != d->heard.hash) d->noticed = true;
  d->said++;
}

static int below(Dealer *d, int n) { return (int)rng_below(d->rng, (uint64_t)n); }

/* ---- pauses --------------------------------------------------------------------- */

/* Does the reader know of this step of the real game? */
static bool is_known(const Dealer *d, const TraceStep *s)
{
  return !s->chance && (!s->secret || s->option.seat == d->reader);
}

static int32_t next_known(const Dealer *d, int32_t from)
{
  while (from < d->trace->n && !is_known(d, &d->trace->steps[from])) from++;
  return from;
}

static void stand_on(Dealer *d, Stand *s)
{
  size_t need = vm_saved_size(d->vm);
  if (s->room < need) {
    free(s->state);
    s->state = vm_zeroed(need, 2);
    s->room = 2 * need;
  }
  vm_save(d->vm, s->state);
  s->step = d->step;
  s->said = d->said;
  s->hash = d->heard.hash;
  s->nheld = d->heard.nheld;
  memcpy(s->held, d->heard.held, sizeof *s->held * (size_t)s->nheld);
}

/* What the reader is asked itself it knows to the last answer. */
static void try_own(Dealer *d)
{
  if (d->reader != PUBLIC_READER && d->vm->ask.seats >> d->reader & 1) vm_try_all(d->vm);
}

static void go_back_to(Dealer *d, const Stand *s)
{
  vm_restore(d->vm, s->state);
  vm_step(d->vm);
  try_own(d);
  d->noticed = false;
  d->step = s->step;
  d->said = s->said;
  d->heard.hash = s->hash;
  d->heard.nheld = s->nheld;
  memcpy(d->heard.held, s->held, sizeof *s->held * (size_t)s->nheld);
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
  if (d->left > d->patient) return false;
  int far = how_far(++d->fails);
  if (far > d->peak || far > BACK) return false;
  int to = d->peak - far < d->nback ? d->peak - far : d->nback - 1;
  if (to < 0) return false;
  d->nback = to + 1;
  go_back_to(d, &d->back[to % BACK]);
  return true;
}

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

static int draw_hidden(Dealer *d, const TraceStep *real, int32_t step)
{
  if (real && !stays_hidden(d, real->option.value, step + 1))
    return find_face(d->vm, real->option.value);
  return lot_draw(d->trace, d->vm, d->reader, real, step + 1, d->rng);
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

static int fall(Dealer *d)
{
  int32_t step;
  const TraceStep *real = like_chance(d, &step);
  bool drawn = d->vm->ask.from >= 0;
  if (real && !(real->hidden >> d->reader & 1))
    return drawn ? find_face(d->vm, real->option.value)
                 : find_value(d->vm, real->option.value);
  if (drawn) return draw_hidden(d, real, step);
  if (real && is_pinned(d, real, step)) return find_value(d->vm, real->option.value);
  return below(d, vm_options(d->vm));
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

static int any_answer(Dealer *d, const TraceStep *real, int32_t step)
{
  int fit = 0, pick = -1;
  vm_try_all(d->vm);
  for (int i = 0, n = vm_options(d->vm); i < n; i++)
    if (could_be(d, vm_option(d->vm, i), real, step) && below(d, ++fit) == 0) pick = i;
  return pick;
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

static int answer_secret(Dealer *d)
{
  const Trace *t = d->trace;
  vm_try_all(d->vm);
  for (int32_t k = d->gave; k < d->step; k++)
    if (!t->steps[k].chance && !is_known(d, &t->steps[k])) {
      d->gave = k + 1;
      if (t->steps[k].option.seat != vm_option(d->vm, 0).seat) break;
      return answer_hidden(d, &t->steps[k], k);
    }
  return any_answer(d, NULL, d->step - 1);
}

/* At a pause that the reader knows of, what the real game answered there. */
static int answer_known(Dealer *d)
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

/* An outcome of this chance.  Who does not begin anew any more may take it back. */
static int try_outcome(Dealer *d)
{
  Chance *c = &d->chance;
  c->open = d->left <= d->patient;
  if (c->open) {
    stand_on(d, &c->stand);
    c->fell = d->fell;
    c->gave = d->gave;
    c->tried = 0;
  }
  int i = fall(d);
  if (i >= 0 && i < 64) c->tried |= (uint64_t)1 << i;
  return i;
}

/* The reader would have noticed what came of the last chance: another outcome; false if
 * there is none. */
static bool try_again(Dealer *d)
{
  enum { DRAWS = 24 };
  Chance *c = &d->chance;
  if (!c->open) return false;
  go_back_to(d, &c->stand);
  for (int k = 0; k < DRAWS; k++) {
    d->fell = c->fell;
    d->gave = c->gave;
    int i = fall(d);
    if (i < 0 || i >= 64) return false;
    if (c->tried >> i & 1) continue;
    c->tried |= (uint64_t)1 << i;
    vm_answer(d->vm, i);
    return true;
  }
  return false;
}

/* To the next pause that the reader knows of, or to where the real game stands; false if
 * the reader would have noticed. */
static bool advance(Dealer *d, int32_t from)
{
  Vm *vm = d->vm;
  const Trace *t = d->trace;
  d->fell = d->gave = from;
  d->chance.open = false;
  for (; d->left > 0; d->left--) {
    VmStatus s = vm_step(vm);
    if (d->noticed) {
      if (!try_again(d)) return false;
      continue;
    }
    if (s != VM_CHANCE && !asks_secretly(d, vm)) break;
    if (stands_alike(d)) return d->heard.hash == t->heard[d->reader].hash;
    int i = s == VM_CHANCE ? try_outcome(d) : answer_secret(d);
    if (i < 0) return false;
    if (s != VM_CHANCE) d->chance.open = false;
    vm_answer(vm, i);
  }
  if (d->left <= 0) return false;
  try_own(d);
  uint64_t real = d->step < t->n
                      ? t->steps[d->step].heard[d->reader]
                      : question_heard(t->real, d->reader, t->heard[d->reader].hash);
  bool known = t->real->ask.pause != PAUSE_CHANCE && !asks_secretly(d, t->real);
  return (d->step < t->n || known) &&
         question_heard(vm, d->reader, d->heard.hash) == real;
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
}

/* Gives the known answer of the pause where the second game stands, and goes on. */
static bool go_on(Dealer *d)
{
  int i = answer_known(d);
  d->left--;
  if (i < 0) return false;
  int32_t from = d->step + 1;
  d->step = next_known(d, from);
  vm_answer(d->vm, i);
  return advance(d, from);
}

/* One way from the start; false if all that could be tried from its last pauses would
 * have been noticed. */
static bool follow(Dealer *d, const Vm *vm)
{
  d->left -= 8; /* to begin costs something, too */
  begin_anew(d, vm, rng_next(d->rng));
  bool well = advance(d, 0);
  if (!well) return false;
  while (!well || d->step < d->trace->n) {
    if (d->left <= 0) return false;
    if (well) stand_here(d);
    else if (!go_back(d)) return false;
    well = go_on(d);
  }
  return true;
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
  if (s->step < d->trace->n && !is_known(d, &d->trace->steps[s->step])) return false;
  begin(d);
  go_back_to(d, s);
  while (d->step < d->trace->n)
    if (d->left <= 0 || !go_on(d)) return false;
  return true;
}

/* Only a pause that the reader knows of is one to go on from. */
static void keep(Dealer *d, Stand **at)
{
  bool known = d->vm->ask.pause == PAUSE_DECIDE && !asks_secretly(d, d->vm);
  if (!known) {
    drop(at);
    return;
  }
  if (!*at) *at = vm_zeroed(1, sizeof **at);
  stand_on(d, *at);
}

bool dealer_deal(Dealer *d, const Vm *vm, int reader, uint64_t key, bool brief)
{
  d->reader = reader;
  d->brief = brief;
  rng_seed(d->rng, key ^ (uint64_t)(reader + 1) * 0x9e3779b97f4a7c15u);
  bool traced = trace_follow(d->trace, vm), well = false;
  long effort = (long)EFFORT * vm->s->steps + EFFORT_MORE;
  Stand **at = traced && brief ? keeping(d, vm) : NULL;
  d->left = effort;
  d->patient = d->left - d->left / PATIENCE;
  if (at && *at) well = follow_kept(d, *at);
  while (traced && !well && d->left > 0) well = follow(d, vm);
  if (at && well) keep(d, at);
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
