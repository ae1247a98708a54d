/* Two games in step.
 *
 * Chance and answers fall in the first game at random.  The second game has the same
 * wherever the reader sees them, and now and then another outcome or another answer where
 * the reader does not: draws and rolls that go where the reader does not look, secret
 * answers, and answers that are called the same to the reader, such as one card of a
 * hidden hand or another.  Both go on to the next pause that the reader knows of. */
#include "interp/leaks/leaks_int.h"
#include "interp/base/invariant.h"
#include "interp/text/label.h"

#include <stdlib.h>
#include <string.h>

enum {
  DEEP_AT_FIRST = 12,   /* answers; behind them, */
  DEEP_OF = 16,         /* one in so many pauses is read deeply */
  PRINTED_OF = 8,       /* of dealt games that are equal, one in so many is printed */
  CHANGED_OF = 2,       /* one in so many hidden outcomes and answers is changed */
  MOST_BETWEEN = 100000 /* outcomes and secret answers between two questions */
};

void pair_open(Pair *p, const LeakPlan *plan)
{
  INVARIANT(plan && plan->program);
  *p = (Pair){.plan = plan};
  side_open(&p->a, plan->program);
  side_open(&p->b, plan->program);
}

void pair_close(Pair *p)
{
  side_close(&p->a);
  side_close(&p->b);
}

/* ---- the story ------------------------------------------------------------------ */

static void put_label(Pair *p, Buf *b, const Side *s, int i)
{
  View v = view_new(s->vm, VIEW_ALL, NULL, NULL);
  if (!p->tell) return;
  const PDecision *d = vm_decision(s->vm);
  if (d) {
    render_seat(&v, b, vm_option(s->vm, i).seat);
    buf_add(b, ": ");
  } else buf_add(b, "chance: ");
  label_option(&v, b, i);
  buf_char(b, '\n');
}

/* ---- chance --------------------------------------------------------------------- */

static bool is_hidden(const Side *s, int i)
{
  uint32_t seen = vm_chance_seen(s->vm, i), all = (1u << vm_seats(s->vm)) - 1;
  return s->reader >= 0 ? !(seen >> s->reader & 1) : (seen & all) != all;
}

/* An outcome of the first game: by weight. */
static int fall(Pair *p, const Side *s)
{
  INVARIANT(vm_options(s->vm) > 0);
  int n = vm_options(s->vm);
  int64_t total = 0;
  for (int i = 0; i < n; i++) total += vm_weight(s->vm, i);
  int64_t k = (int64_t)(luck_next(&p->play) % (uint64_t)total);
  for (int i = 0; i < n; i++)
    if ((k -= vm_weight(s->vm, i)) < 0) return i;
  return 0;
}

/* What stands on the back of hidden things is seen: are these two alike in that? */
static bool same_back(const Program *p, int32_t x, int32_t y)
{
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (!c->open || c->kind != p->things[x].kind) continue;
    if (c->base < 0) return false; /* computed: nobody knows yet */
    int words = p->types[c->type].words;
    if (memcmp(&p->consts[c->base + (x - c->first) * words],
               &p->consts[c->base + (y - c->first) * words],
               sizeof *p->consts * (size_t)words))
      return false;
  }
  return true;
}

/* Does chance decide between things? */
static bool falls_on_things(const Side *s)
{
  int type = vm_chance_type(s->vm);
  return type >= 0 && vm_program(s->vm)->types[type].tag == T_THING;
}

/* Where the thing lies that an outcome is: face down or not, all see that. */
static uint64_t place_of(const Side *s, int i)
{
  int32_t x = vm_option(s->vm, i).value;
  return falls_on_things(s) && x >= 0 ? side_place(s, x) : 0;
}

static int find_value(const Side *s, const Fell *was)
{
  const Program *p = vm_program(s->vm);
  bool thing = falls_on_things(s);
  for (int i = 0, n = vm_options(s->vm); i < n; i++) {
    int32_t x = vm_option(s->vm, i).value;
    if (is_hidden(s, i) != was->hidden) continue;
    if (was->hidden && place_of(s, i) != was->place) continue;
    if (x == was->value ||
        (thing && x >= 0 && p->things[x].face == p->things[was->value].face))
      return i;
  }
  return -1;
}

/* Chance takes a player: who it is he sees by what is his, in one of the games. */
static bool falls_on_reader(const Side *s, int i, const Fell *was)
{
  const PType *t = &vm_program(s->vm)->types[vm_chance_type(s->vm)];
  if (!falls_on_things(s) || t->kind != 0 || s->reader < 0) return false;
  return vm_option(s->vm, i).value == s->reader || (was && was->value == s->reader);
}

/* The first outcome from this one on that is hidden from the reader, too, and not told
 * from the other by its back or by where it lies; -1: there is none. */
static int find_alike(const Side *s, const Fell *was, int from)
{
  const Program *p = vm_program(s->vm);
  for (int k = 0, n = vm_options(s->vm); k < n; k++) {
    int i = (from + k) % n;
    if (!is_hidden(s, i) || falls_on_reader(s, i, was)) continue;
    if (!was || !falls_on_things(s)) return i;
    if (place_of(s, i) == was->place &&
        same_back(p, vm_option(s->vm, i).value, was->value))
      return i;
  }
  return -1;
}

/* Is this hidden outcome or answer changed in the second game? */
static bool changes(Pair *p)
{
  bool wish = luck_below(&p->change, CHANGED_OF) == 0;
  int k = p->candidates++;
  return p->only >= 0 ? p->only == k : wish;
}

/* The outcome of the second game: -1 if it cannot follow. */
static int fall_alike(Pair *p, size_t *next)
{
  const Side *a = &p->a, *b = &p->b;
  int32_t ip = vm_asking_ip(b->vm);
  size_t k = *next;
  while (k < a->fell.n && a->fell.at[k].ip != ip) k++;
  int n = vm_options(b->vm), same = -1;
  uint32_t any = luck_below(&p->change, (uint32_t)n);
  const Fell *was = k < a->fell.n ? &a->fell.at[k] : NULL;
  if (was) {
    same = find_value(b, was);
    *next = k + 1;
  }
  bool hidden = was ? was->hidden : is_hidden(b, 0);
  if (!hidden) return same;
  if (!changes(p) && same >= 0) return same;
  int other = find_alike(b, was, (int)any);
  if (other < 0 || other == same) return same; /* it would be seen: no change */
  put_label(p, &p->leak->changed, b, other);
  p->changed = true;
  return other;
}

/* ---- what differs --------------------------------------------------------------- */

/* Did the second game only put this in, and go on with what the first one heard here? */
static bool put_in(const Side *b, size_t i, const Heard *x)
{
  for (size_t k = i + 1; k < b->heard.n; k++)
    if (b->heard.at[k].ip == x->ip && b->heard.at[k].kind == x->kind) return true;
  return false;
}

/* The first thing heard that differs, in either game; NULL if none does. */
static const Heard *heard_first(const Side *a, const Side *b)
{
  size_t n = a->heard.n > b->heard.n ? a->heard.n : b->heard.n;
  for (size_t i = 0; i < n; i++) {
    const Heard *x = i < a->heard.n ? &a->heard.at[i] : NULL,
                *y = i < b->heard.n ? &b->heard.at[i] : NULL;
    if (x && y && x->ip == y->ip && x->kind == y->kind && x->what == y->what) continue;
    if (y && y->kind == EV_DECIDE) return y; /* somebody had no answer */
    /* One of them shows a face: whoever hears the other learns that it was not that. */
    if (x && y && x->ip == y->ip && x->kind == y->kind && y->shown) return y;
    if (x && y && y->shown && put_in(b, i, x)) return y;
    if (x && x->kind != EV_CHANCE) return x;
    return y && y->kind != EV_CHANCE ? y : x ? x : y;
  }
  return NULL;
}

static int32_t question_loc(const Side *s)
{
  const PDecision *d = s->status == VM_DECIDE ? vm_decision(s->vm) : NULL;
  return d ? d->loc : -1;
}

static int32_t refused_ip(const Side *s)
{
  const Rejected *list;
  return vm_rejected(s->vm, &list) ? list[0].ip : -1;
}

/* The lines of a text from `from` on, but not too many. */
static void put_lines(Buf *b, const char *text, size_t from)
{
  int left = 6;
  for (const char *c = text + from; *c && left; c++) {
    buf_char(b, *c);
    if (*c == '\n') left--;
  }
  if (!left) buf_add(b, "…");
}

/* What was read in both games, from the first line that differs. */
static void put_difference(Pair *p, LeakPart part)
{
  const char *x = buf_text(&p->a.parts[part]), *y = buf_text(&p->b.parts[part]);
  size_t line = 0;
  for (size_t i = 0; x[i] && x[i] == y[i]; i++)
    if (x[i] == '\n') line = i + 1;
  put_lines(&p->leak->first, x, line);
  put_lines(&p->leak->second, y, line);
}

/* The rules let the reader see what differs. */
static bool is_shown(const Heard *h) { return h && h->kind != EV_CHANCE && h->shown; }

static PairEnd judge(Pair *p, LeakPart part)
{
  const Heard *h = heard_first(&p->a, &p->b);
  Leak *l = p->leak;
  l->part = part;
  l->ip = h ? h->ip : -1;
  if (is_shown(h)) return PAIR_SHOWN;
  if (p->a.status == VM_DONE || p->b.status == VM_DONE) return PAIR_SHOWN; /* it may */
  if (!h && side_sees_more(&p->a) && side_sees_more(&p->b)) return PAIR_SHOWN;
  if (l->ip < 0 && (part == LEAK_ANSWERS || part == LEAK_REFUSED))
    l->ip = refused_ip(&p->a) >= 0 ? refused_ip(&p->a) : refused_ip(&p->b);
  l->loc = question_loc(&p->a) >= 0 ? question_loc(&p->a) : question_loc(&p->b);
  if (p->tell) put_difference(p, part);
  return h && h->kind != EV_CHANCE ? PAIR_TOLD : PAIR_LEAK;
}

/* At a pause of both. */
static PairEnd compare(Pair *p)
{
  if (p->a.status == VM_ERROR || p->b.status == VM_ERROR) return PAIR_ERROR;
  if (p->changed) {
    p->deep = p->leak->answers < DEEP_AT_FIRST || luck_below(&p->deeply, DEEP_OF) == 0;
    if (p->deep) side_deal(&p->a), side_deal(&p->b);
    bool print = p->deep && (!side_is_dealt_alike(&p->a, &p->b) ||
                             luck_below(&p->deeply, PRINTED_OF) == 0);
    side_read(&p->a, p->deep, print);
    side_read(&p->b, p->deep, print);
    p->compared++;
    LeakPart part = side_differs(&p->a, &p->b);
    if (part != LEAK_PARTS) return judge(p, part);
    /* A spectator who learns a face with the last seat is not told: the table shows it,
     * and that is not read at every pause. */
    if (is_shown(heard_first(&p->a, &p->b))) return PAIR_SHOWN;
  }
  side_clear(&p->a);
  side_clear(&p->b);
  p->a.heard.n = p->b.heard.n = 0;
  return PAIR_ALIKE;
}

/* ---- answers -------------------------------------------------------------------- */

static int find_option(Vm *vm, Option o)
{
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    Option x = vm_option(vm, i);
    if (x.seat == o.seat && x.alt == o.alt && x.value == o.value) return i;
  }
  return -1;
}

/* What an answer is called to the reader; a thing, by where it lies and what he may read
 * there, since things that have the same name need not be alike. */
static void call(const Side *s, Buf *b, int i)
{
  View v = view_new(s->vm, s->reader, NULL, NULL);
  const Program *p = v.program;
  Option o = vm_option(s->vm, i);
  buf_clear(b);
  label_option(&v, b, i);
  for (int k = 0; o.alt >= 0 && k < program_parts(p, o.alt); k++) {
    int32_t x = program_part(p, o.alt, o.value, k);
    if (!alt_has_things(p, o.alt + k) || x < 0) continue;
    buf_printf(b, " at %llx", (unsigned long long)side_place(s, x));
    if (view_sees_thing(&v, x))
      buf_printf(b, " is %llx", (unsigned long long)side_written(s, x));
  }
}

/* Any answer of the seat in the second game; unless it is secret, one that the reader
 * hears called `name`.  -1: there is none. */
static int any_option(Pair *p, Option o, const char *name)
{
  Vm *vm = p->b.vm;
  int fit = 0, pick = -1;
  Buf b = {0};
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    Option x = vm_option(vm, i);
    if (x.seat != o.seat || (name && x.alt != o.alt)) continue;
    if (name) {
      call(&p->b, &b, i);
      if (strcmp(buf_text(&b), name) != 0) continue;
    }
    if (luck_below(&p->change, (uint32_t)++fit) == 0) pick = i;
  }
  buf_free(&b);
  return pick;
}

/* The answer of the second game where the first one gave `o`, which the reader hears
 * called `name`; NULL: secretly. */
static int answer_alike(Pair *p, Option o, const char *name)
{
  Side *b = &p->b;
  int same = find_option(b->vm, o);
  Luck luck = p->change;
  bool wish = changes(p);
  if (same >= 0 && name) {
    Buf called = {0};
    call(b, &called, same);
    if (strcmp(buf_text(&called), name) != 0) same = -1;
    buf_free(&called);
  }
  int give = wish || same < 0 ? any_option(p, o, name) : same;
  p->change.state = luck_seed(luck.state, 3); /* however many there were */
  if (give < 0 || give == same) return give;
  put_label(p, &p->leak->changed, b, give);
  p->changed = true;
  return give;
}

/* ---- between two pauses --------------------------------------------------------- */

/* Goes on to the next pause that the reader knows of.  False: the second game cannot
 * follow. */
static bool advance_first(Pair *p)
{
  Side *s = &p->a;
  s->fell.n = s->given.n = 0;
  for (int k = 0; k < MOST_BETWEEN; k++) {
    s->status = vm_step(s->vm);
    side_hears_unable(s);
    bool chance = s->status == VM_CHANCE;
    if (!chance && !side_is_secret(s)) return true;
    if (!chance && p->deep) side_read_between(s);
    int i = chance ? fall(p, s) : (int)luck_below(&p->play, (uint32_t)vm_options(s->vm));
    put_label(p, &p->leak->story, s, i);
    if (chance) {
      Fell f = {vm_asking_ip(s->vm), vm_option(s->vm, i).value, is_hidden(s, i),
                place_of(s, i)};
      vec_push(&s->fell, f);
      side_answer(s, i);
    } else {
      vec_push(&s->given, vm_option(s->vm, i));
      p->leak->answers++;
      side_answer(s, i);
    }
  }
  return false;
}

static bool advance_second(Pair *p)
{
  Side *s = &p->b;
  size_t fell = 0, given = 0;
  for (int k = 0; k < MOST_BETWEEN; k++) {
    s->status = vm_step(s->vm);
    side_hears_unable(s);
    if (s->status == VM_CHANCE) {
      int i = fall_alike(p, &fell);
      if (i < 0) return false;
      side_answer(s, i);
    } else if (side_is_secret(s)) {
      if (p->deep) side_read_between(s);
      Option o = vm_option(s->vm, 0);
      if (given < p->a.given.n) o = p->a.given.at[given++];
      int i = answer_alike(p, o, NULL);
      side_answer(s, i < 0 ? 0 : i);
    } else return true;
  }
  return false;
}

static PairEnd advance(Pair *p)
{
  if (!advance_first(p) || !advance_second(p)) return PAIR_APART;
  return compare(p);
}

/* One question that all know of. */
static PairEnd turn(Pair *p)
{
  Side *a = &p->a, *b = &p->b;
  int i = (int)luck_below(&p->play, (uint32_t)vm_options(a->vm)), other = i;
  Option o = vm_option(a->vm, i);
  if (b->status != VM_DECIDE) return PAIR_APART;
  put_label(p, &p->leak->story, a, i);
  p->leak->answers++;
  if (o.seat != p->reader && o.seat >= 0) {
    Buf name = {0};
    call(a, &name, i);
    other = answer_alike(p, o, buf_text(&name));
    buf_free(&name);
  }
  if (other < 0 || other >= vm_options(b->vm)) return PAIR_APART;
  if (vm_option(b->vm, other).seat != o.seat) return PAIR_APART;
  side_answer(a, i);
  side_answer(b, other);
  return advance(p);
}

PairEnd pair_play(Pair *p, uint64_t seed, int reader, int only, bool tell, Leak *leak)
{
  p->reader = reader;
  p->only = only;
  p->tell = tell;
  p->leak = leak;
  p->candidates = 0;
  p->changed = p->deep = false;
  p->deeply.state = luck_seed(seed, 4);
  p->play.state = luck_seed(seed, 1);
  p->change.state = luck_seed(seed, 2);
  leak->answers = 0;
  leak->ip = leak->loc = -1;
  side_start(&p->a, p->plan, reader, seed);
  side_start(&p->b, p->plan, reader, seed);
  PairEnd end = advance(p);
  for (long k = 0; end == PAIR_ALIKE && p->a.status == VM_DECIDE && k < p->plan->most;
       k++)
    end = turn(p);
  return end == PAIR_ALIKE && !p->changed ? PAIR_SAME : end;
}
