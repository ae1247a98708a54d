#include "interp/lab/watch.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

void watch_init(Watch *w, Vm *vm, int seats)
{
  INVARIANT(seats > 0 && seats <= MAX_PLAYERS);
  const Program *p = vm_program(vm);
  int piles = p->header->piles;
  *w = (Watch){.p = p, .seats = seats};
  w->owner = zeroed((size_t)piles + 1, sizeof *w->owner);
  w->field = zeroed((size_t)piles + 1, sizeof *w->field);
  w->shuffled = zeroed((size_t)piles + 1, 1);
  w->market = zeroed((size_t)p->n_fields + 1, 1);
  w->had = zeroed((size_t)p->n_things + 1, sizeof *w->had);
  w->played = zeroed((size_t)p->n_things + 1, sizeof *w->played);
  w->ahead = seats > 1 && (p->score >= 0 || p->outlook >= 0);
  for (int i = 0; i < piles; i++) {
    int32_t thing, per;
    int f = w->field[i] = vm_pile_field(vm, i, &thing, &per);
    w->owner[i] = -1;
    if (f < 0) continue;
    w->shuffled[i] = (p->fields[f].flags & FIELD_SHUFFLED) != 0;
    int kind = p->fields[f].kind;
    if (kind >= 0 && p->kinds[kind].flags & KIND_PLAYER && thing >= 0)
      w->owner[i] = (int16_t)(thing - p->kinds[kind].first);
  }
}

void watch_free(Watch *w)
{
  free(w->owner);
  free(w->field);
  free(w->shuffled);
  free(w->had);
  free(w->played);
  free(w->market);
  vec_free(&w->touched);
  vec_free(&w->drawn);
}

void watch_begin(Watch *w, Counts *to)
{
  for (size_t i = 0; i < w->touched.n; i++)
    w->had[w->touched.at[i]] = w->played[w->touched.at[i]] = 0;
  w->touched.n = 0;
  w->drawn.n = 0;
  memset(w->market, 0, (size_t)w->p->n_fields);
  w->samples = 0;
  w->stride = 1;
  w->to = to;
}

/* ---- cards ---------------------------------------------------------------------- */

static void touch(Watch *w, int32_t face, uint32_t *seats, int seat)
{
  if (seat < 0 || seat >= w->seats) return;
  if (!w->had[face] && !w->played[face]) vec_push(&w->touched, face);
  seats[face] |= 1u << seat;
}

void watch_move(void *user, int32_t thing, int32_t from, int32_t to, int32_t seat)
{
  Watch *w = user;
  INVARIANT(thing >= 0 && thing < w->p->n_things);
  if (!w->to) return;
  int32_t face = w->p->things[thing].face;
  int had = from < 0 ? -1 : w->owner[from], gets = to < 0 ? -1 : w->owner[to];
  int64_t *card = counts_of(w->to, C_card) + (ptrdiff_t)face * CARD_COUNT;
  if (gets >= 0 && gets != had) {
    card[CAME]++;
    touch(w, face, w->had, gets);
    if (had < 0 && from >= 0 && w->field[from] >= 0 && !w->shuffled[from])
      w->market[w->field[from]] = 1;
  } else if (gets < 0 && from >= 0 && w->shuffled[from] && to != from) {
    Drawn d = {face, to < 0 ? -1 : w->field[to], seat};
    vec_push(&w->drawn, d);
  }
  if (had >= 0 && had == seat && (to < 0 || w->field[to] != w->field[from])) {
    card[LEFT]++;
    touch(w, face, w->played, seat);
  }
}

/* What was drawn and lies where others take from was laid out, not had. */
void watch_end(Watch *w)
{
  INVARIANT(w->to || !w->drawn.n);
  for (size_t i = 0; i < w->drawn.n; i++) {
    const Drawn *d = &w->drawn.at[i];
    if (d->field >= 0 && w->market[d->field]) continue;
    counts_of(w->to, C_card)[(ptrdiff_t)d->face * CARD_COUNT + CAME]++;
    touch(w, d->face, w->had, d->seat);
  }
}

void watch_cards(Watch *w, uint32_t winners)
{
  INVARIANT(w->to || !w->touched.n);
  int64_t share = winners ? POINT / __builtin_popcount(winners) : 0;
  for (size_t i = 0; i < w->touched.n; i++) {
    int32_t face = w->touched.at[i];
    int64_t *card = counts_of(w->to, C_card) + (ptrdiff_t)face * CARD_COUNT;
    int had = __builtin_popcount(w->had[face]),
        played = __builtin_popcount(w->played[face]),
        won = __builtin_popcount(w->had[face] & winners),
        with = __builtin_popcount(w->played[face] & winners);
    card[HAD] += had;
    card[HAD_POINTS] += share * won;
    card[HAD_SQUARES] += share * share / POINT * won;
    card[PLAYED] += played;
    card[PLAYED_POINTS] += share * with;
    card[PLAYED_SQUARES] += share * share / POINT * with;
  }
}

/* ---- questions ------------------------------------------------------------------ */

/* Every game gives between 32 and 64 samples, or all there are. */
static void sample(Watch *w, Vm *vm, long number)
{
  if (!w->ahead || number % w->stride) return;
  if (w->samples == SAMPLES) {
    for (int i = 0; i < SAMPLES / 2; i++)
      memcpy(w->values[i], w->values[2 * i], sizeof w->values[i]);
    w->samples /= 2;
    w->stride *= 2;
    if (number % w->stride) return;
  }
  for (int s = 0; s < w->seats; s++) {
    int64_t v = w->p->score >= 0 ? vm_score(vm, s) : vm_outlook(vm, s);
    w->values[w->samples][s] = v == NONE ? 0 : v;
  }
  w->samples++;
}

/* The thing that an answer, or a part of it, is about, or -1. */
static int32_t thing_of(const Program *p, Option o, int part)
{
  int32_t thing = program_part(p, o.alt, o.value, part);
  bool there = alt_has_things(p, o.alt + part) && thing >= 0 && thing < p->n_things;
  return there ? p->things[thing].face : -1;
}

static void count_things(Watch *w, Option o, int what)
{
  int64_t *cards = counts_of(w->to, C_card);
  for (int k = 0; k < program_parts(w->p, o.alt); k++) {
    int32_t face = thing_of(w->p, o, k);
    if (face >= 0) cards[(ptrdiff_t)face * CARD_COUNT + what]++;
  }
}

void watch_question(Watch *w, Vm *vm, long number, int64_t *widest)
{
  INVARIANT(vm_program(vm) == w->p && vm_decision(vm));
  sample(w, vm, number);
  const PDecision *d = vm_decision(vm);
  int n = vm_options(vm), legal = 0;
  int64_t *q = counts_of(w->to, C_question) + (d - w->p->decisions) * QUESTION_COUNT,
          *answers = counts_of(w->to, C_answer);
  uint64_t seen = 0; /* alternatives that are counted: one offer, however many elements */
  for (int i = 0; i < n; i++) {
    if (!vm_can(vm, i)) continue;
    Option o = vm_option(vm, i);
    int nth = o.alt - d->first_alt;
    legal++;
    if (nth > 63 || !(seen >> nth & 1)) answers[o.alt * ANSWER_COUNT + ALT_OFFERED]++;
    if (nth <= 63) seen |= (uint64_t)1 << nth;
    count_things(w, o, OFFERED);
  }
  q[ASKED]++;
  q[ASKED_WIDTH] += legal;
  q[FORCED] += legal == 1;
  counts_of(w->to, C_width)[bucket_of(legal)]++;
  counts_of(w->to, C_plain)[ANSWERS] += legal;
  counts_of(w->to, C_plain)[ASKED_ALL]++;
  if (legal > *widest) *widest = legal;
}

/* What the bot that answered thinks of the answers: how much better the best is than the
 * second, and how much worse each is than the best. */
static void opinions(Watch *w, Vm *vm, const Bot *bot)
{
  enum { ENOUGH = 8 }; /* an answer that was tried less often says little */
  const PDecision *d = vm_decision(vm);
  int64_t *q = counts_of(w->to, C_question) + (d - w->p->decisions) * QUESTION_COUNT,
          *answers = counts_of(w->to, C_answer);
  int n = vm_options(vm), tried, good = 0;
  double best = -1, second = -1, worth;
  for (int i = 0; i < n; i++) {
    if (!bot_opinion(bot, i, &tried, &worth) || tried < ENOUGH) continue;
    good++;
    if (worth > best) second = best, best = worth;
    else if (worth > second) second = worth;
  }
  if (good < 2) return;
  q[JUDGED]++;
  q[GAP] += (int64_t)((best - second) * 1000 + 0.5);
  q[EVEN] += best - second < 0.01;
  for (int i = 0; i < n; i++) {
    if (!bot_opinion(bot, i, &tried, &worth) || tried < ENOUGH) continue;
    int64_t *a = answers + vm_option(vm, i).alt * ANSWER_COUNT;
    a[ALT_JUDGED]++;
    a[ALT_LOSS] += (int64_t)((best - worth) * 1000 + 0.5);
  }
}

void watch_answer(Watch *w, Vm *vm, const Bot *bot, int answer)
{
  opinions(w, vm, bot);
  Option o = vm_option(vm, answer);
  counts_of(w->to, C_answer)[o.alt * ANSWER_COUNT + ALT_TAKEN]++;
  count_things(w, o, TAKEN);
}

/* ---- who was ahead -------------------------------------------------------------- */

/* The seat that is ahead in a sample, or -1 if several are. */
static int leader(const Watch *w, int sample)
{
  const int64_t *v = w->values[sample];
  int best = 0;
  bool tied = false;
  for (int s = 1; s < w->seats; s++) {
    if (v[s] > v[best]) best = s, tied = false;
    else if (v[s] == v[best]) tied = true;
  }
  return tied ? -1 : best;
}

static int64_t deficit(const Watch *w, int sample, int seat)
{
  int64_t most = 0;
  for (int s = 0; s < w->seats; s++) {
    int64_t d = w->values[sample][s] - w->values[sample][seat];
    if (d > most) most = d;
  }
  return most;
}

static int64_t spread(const Watch *w)
{
  int64_t low = w->values[0][0], high = low;
  for (int i = 0; i < w->samples; i++)
    for (int s = 0; s < w->seats; s++) {
      int64_t v = w->values[i][s];
      if (v < low) low = v;
      if (v > high) high = v;
    }
  return high - low;
}

void watch_leads(Watch *w, uint32_t winners, long game, int keep)
{
  if (!w->ahead || !w->samples || __builtin_popcount(winners) != 1) return;
  int winner = __builtin_ctz(winners), last = -1, swings = 0;
  int64_t range = spread(w), worst = 0, drama = 0, *plain = counts_of(w->to, C_plain);
  if (!range) return; /* nobody is ever ahead: a game that is won together */
  int settled = 0;    /* the first sample since which the winner was ahead */
  for (int i = 0; i < w->samples; i++) {
    int who = leader(w, i);
    int64_t behind = deficit(w, i, winner);
    if (who >= 0 && last >= 0 && who != last) swings++;
    if (who >= 0) last = who;
    if (who != winner) settled = i + 1;
    if (behind > worst) worst = behind;
    drama += behind * 1000 / range;
    int tenth = i * TENTHS / w->samples;
    counts_of(w->to, C_led)[tenth * LED_COUNT + (who < 0         ? LED_TIED
                                                 : who == winner ? LED_WON
                                                                 : LED_LOST)]++;
  }
  plain[LEADS]++;
  plain[SWINGS] += swings;
  plain[DRAMA] += drama / w->samples;
  counts_of(w->to, C_settled)[settled * TENTHS / w->samples]++;
  counts_of(w->to, C_behind)[bucket_of(worst)]++;
  counts_of(w->to, C_swings)[bucket_of(swings)]++;
  if (worst) extreme_add(&w->to->extremes, X_COMEBACK, (Kept){worst, game}, keep);
  if (swings) extreme_add(&w->to->extremes, X_SWINGS, (Kept){swings, game}, keep);
}
