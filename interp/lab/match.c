/* Playing the games of a cell. */
#include "interp/lab/match.h"
#include "interp/base/invariant.h"
#include "interp/lab/watch.h"
#include "interp/bot/sim.h"

#include <inttypes.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

struct Match {
  const Plan *plan;
  const Cell *cell;
  const Program *p;
  Vm *plain, *full; /* full: notes what ran, for detailed games */
  bool untried;     /* answers are offered as candidates */
  bool alike;       /* one bot answers for all */
  Bot *bots[MAX_PLAYERS];
  Watch watch;
  long detail;
  bool *losses; /* sim_losses */
  Luck luck;    /* who answers where several may */
  uint8_t barred[MAX_OPTIONS];
  VEC(SimStep) steps;
  bool keeps;
  Answers answers; /* of the game that was played last, if it keeps them */
};

Match *match_new(const Plan *plan, const Cell *cell)
{
  INVARIANT(cell->rules >= 0 && (size_t)cell->rules < plan->rules.n);
  Match *m = zeroed(1, sizeof *m);
  m->plan = plan;
  m->cell = cell;
  m->p = plan->rules.at[cell->rules].program;
  m->plain = vm_new(m->p);
  m->full = vm_new(m->p);
  vm_cover(m->full);
  vm_auto_chance(m->plain, true);
  vm_auto_chance(m->full, true);
  const PlanBots *b = &plan->bots.at[cell->bots];
  m->alike = plan->bots.n == 1 && b->seats.n == 1 && !plan->nevers.n;
  for (int i = 0; i < (m->alike ? 1 : cell->seats); i++) {
    const BotSpec *s = &b->seats.at[b->seats.n > 1 ? i : 0];
    m->bots[i] = bot_new(m->p, s->kind, s->playouts, s->ahead);
  }
  watch_init(&m->watch, m->plain, cell->seats);
  vm_watch_moves(m->plain, watch_move, &m->watch);
  vm_watch_moves(m->full, watch_move, &m->watch);
  m->detail = plan_detail(plan, cell);
  m->losses = sim_losses(m->p);
  /* Who answers at random need not know all that could be done. */
  m->untried = m->alike && b->seats.at[0].kind == BOT_RANDOM;
  vm_keep_deals(m->plain, true);
  vm_keep_deals(m->full, true);
  vm_offer_untried(m->plain, m->untried);
  vm_offer_untried(m->full, m->untried);
  return m;
}

void match_free(Match *m)
{
  if (!m) return;
  for (int i = 0; i < MAX_PLAYERS; i++) bot_free(m->bots[i]);
  watch_free(&m->watch);
  vm_free(m->plain);
  vm_free(m->full);
  vec_free(&m->steps);
  vec_free(&m->answers);
  free(m->losses);
  free(m);
}

void match_keep(Match *m) { m->keeps = true; }
const Answers *match_answers(const Match *m) { return &m->answers; }

/* ---- answers -------------------------------------------------------------------- */

/* The seats that really have an answer. */
static uint32_t seats_with_answers(Vm *vm)
{
  uint32_t who = 0;
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    int seat = vm_option(vm, i).seat;
    if (seat >= 0 && seat < MAX_PLAYERS) who |= 1u << seat;
  }
  return who;
}

/* What the restricted bot does not answer, unless there is nothing else. */
static const uint8_t *bar(Match *m, Vm *vm, int seat)
{
  const Cell *c = m->cell;
  int n = vm_options(vm), left = 0;
  for (int i = 0; i < n; i++) {
    Option o = vm_option(vm, i);
    m->barred[i] = c->barred_alts[o.alt];
    for (int k = 0; k < program_parts(m->p, o.alt); k++) {
      int32_t thing = program_part(m->p, o.alt, o.value, k);
      if (alt_has_things(m->p, o.alt + k) && thing >= 0 && thing < m->p->n_things)
        m->barred[i] = m->barred[i] || c->barred_things[thing];
    }
    left += !m->barred[i] && (o.seat < 0 || o.seat == seat);
  }
  return left && left < n ? m->barred : NULL;
}

static int pick(Match *m, Vm *vm, long game, Bot **who_answers)
{
  *who_answers = m->bots[0];
  if (m->alike) return bot_pick(m->bots[0], vm, UINT32_MAX);
  uint32_t who = vm_asked(vm);
  if (who & (who - 1)) who = seats_with_answers(vm);
  for (uint32_t n = (uint32_t)__builtin_popcount(who),
                i = n > 1 ? luck_below(&m->luck, n) : 0;
       i > 0; i--)
    who &= who - 1;
  if (!who) return 0;
  int seat = __builtin_ctz(who), bot = plan_bot_at(m->plan, m->cell, game, seat);
  *who_answers = m->bots[bot];
  if (m->cell->never >= 0 && m->plan->nevers.at[m->cell->never].bot == bot) {
    bot_bar(m->bots[bot], bar(m, vm, seat));
    int i = bot_pick(m->bots[bot], vm, 1u << seat);
    bot_bar(m->bots[bot], NULL);
    return i;
  }
  return bot_pick(m->bots[bot], vm, 1u << seat);
}

/* ---- the end -------------------------------------------------------------------- */

static uint32_t by_bot(const Match *m, uint32_t seats, long game)
{
  uint32_t bots = 0;
  for (uint32_t s = seats; s; s &= s - 1)
    bots |= 1u << plan_bot_at(m->plan, m->cell, game, __builtin_ctz(s));
  return bots;
}

static void count_scores(Match *m, Vm *vm, long game, Counts *to, Outcome *out)
{
  int64_t score[MAX_PLAYERS];
  int n = m->cell->seats;
  for (int s = 0; s < n; s++) {
    score[s] = vm_score(vm, s);
    if (score[s] == NONE) return;
  }
  out->scored = true;
  for (int s = 0; s < n; s++) {
    int64_t *sum = counts_of(to, C_score) + (ptrdiff_t)s * SCORE_COUNT;
    int before = 0;
    for (int k = 0; k < n; k++) before += score[k] > score[s];
    counts_of(to, C_rank)[s * n + before]++;
    counts_of(to, C_scores)[s * 2 * BUCKETS + bucket_of_signed(score[s])]++;
    sum[SCORE_GAMES]++;
    sum[SCORE_SUM] += score[s];
    sum[SCORE_SQUARES] += score[s] * score[s];
    out->score[plan_bot_at(m->plan, m->cell, game, s)] = score[s];
  }
  if (n < 2) return;
  int64_t best = INT64_MIN, second = INT64_MIN;
  for (int s = 0; s < n; s++) {
    if (score[s] > best) second = best, best = score[s];
    else if (score[s] > second) second = score[s];
  }
  extreme_add(&to->extremes, X_CLOSEST, (Kept){best - second, game}, (int)m->plan->keep);
  extreme_add(&to->extremes, X_CLEAREST, (Kept){best - second, game}, (int)m->plan->keep);
}

static void count_winners(Match *m, Vm *vm, long game, Counts *to, Outcome *out)
{
  uint32_t winners = vm_winners(vm);
  int64_t *plain = counts_of(to, C_plain);
  int share = __builtin_popcount(winners);
  out->winners = by_bot(m, winners, game);
  plain[FINISHED]++;
  plain[SHARED] += share > 1;
  for (int s = 0; s < m->cell->seats; s++) {
    counts_of(to, C_won)[s * SHARES + (winners >> s & 1 ? share : 0)]++;
    counts_of(to, C_bot_won)[s * SHARES + (out->winners >> s & 1 ? share : 0)]++;
  }
  int32_t reason = vm_reason(vm);
  if (!winners && reason >= 0 && m->losses[reason]) counts_of(to, C_reason)[reason]++;
  else if (!winners) plain[NOBODY]++;
  watch_cards(&m->watch, winners);
  if (m->p->score >= 0) count_scores(m, vm, game, to, out);
}

static void count_end(Match *m, Vm *vm, long game, Counts *to, Outcome *out)
{
  int64_t *plain = counts_of(to, C_plain);
  int keep = (int)m->plan->keep;
  plain[GAMES]++;
  plain[DECISIONS] += out->decisions;
  plain[DECISIONS_SQUARED] += (int64_t)out->decisions * out->decisions;
  counts_of(to, C_length)[bucket_of(out->decisions)]++;
  if (out->status == VM_DONE) count_winners(m, vm, game, to, out);
  else if (out->status == VM_DECIDE) plain[UNFINISHED]++;
  else {
    plain[ERRORS]++;
    extreme_add(&to->extremes, X_ERROR, (Kept){0, game}, keep ? keep : 1);
  }
  extreme_add(&to->extremes, X_SHORTEST, (Kept){out->decisions, game}, keep);
  extreme_add(&to->extremes, X_LONGEST, (Kept){out->decisions, game}, keep);
  Luck mix = {vm_hash(vm) ^ (uint64_t)out->status ^ (uint64_t)game << 20};
  plain[DIGEST] = (int64_t)((uint64_t)plain[DIGEST] + luck_next(&mix));
  to->used = true;
}

static void count_detail(Match *m, Vm *vm, long game, Counts *to, const Outcome *out)
{
  const int32_t *ran;
  int n = vm_covered(vm, &ran);
  int64_t *times = counts_of(to, C_ran);
  counts_of(to, C_plain)[DETAILED]++;
  for (int i = 0; i < n; i++) times[ran[i]]++;
  vm_cover_again(vm, ran, n);
  if (out->status == VM_DONE)
    watch_leads(&m->watch, vm_winners(vm), game, (int)m->plan->keep);
}

/* The number of a candidate among the answers that can be given, which is what records
 * know. */
static int among_legal(Vm *vm, int candidate)
{
  Option o = vm_option(vm, candidate);
  vm_try_all(vm);
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    Option x = vm_option(vm, i);
    if (x.seat == o.seat && x.alt == o.alt && x.value == o.value) return i;
  }
  return 0;
}

/* ---- games ---------------------------------------------------------------------- */

static void begin(Match *m, Vm *vm, long game)
{
  uint64_t seed = plan_seed(m->plan, m->cell, game);
  Setup setup = {m->cell->seats, seed, m->cell->options};
  m->luck.state = luck_seed(seed, UINT32_MAX - 1);
  for (int i = 0; i < MAX_PLAYERS && m->bots[i]; i++)
    bot_seed(m->bots[i], m->alike ? seed : luck_seed(seed, (uint64_t)i));
  vm_start(vm, &setup);
}

/* A game at random of which nobody wants to see the questions: the machine draws most of
 * the answers itself, the same ones. */
static bool play_unseen(Match *m, Vm *vm, Outcome *out, const volatile int *stop)
{
  Luck *luck = bot_luck(m->bots[0]);
  long left = m->plan->most;
  out->status = bot_step(luck, vm, &left);
  while (out->status == VM_DECIDE && left > 0) {
    if (stop && *stop) return false;
    vm_answer(vm, bot_draw(luck, vm));
    left--;
    out->status = bot_step(luck, vm, &left);
  }
  out->decisions = m->plan->most - left;
  return true;
}

bool match_play(Match *m, long game, Counts *to, Outcome *out, const volatile int *stop)
{
  INVARIANT(game >= 0 && m->detail > 0);
  bool detailed = game % m->detail == 0;
  Vm *vm = detailed ? m->full : m->plain;
  int64_t *plain = counts_of(to, C_plain), widest = 0;
  memset(out, 0, sizeof *out);
  watch_begin(&m->watch, to);
  begin(m, vm, game);
  long overruns = vm_probe_overruns(vm);
  m->answers.n = 0;
  if (m->untried && !detailed && !m->keeps) {
    if (!play_unseen(m, vm, out, stop)) return false;
  } else out->status = vm_step(vm);
  while (out->status == VM_DECIDE && out->decisions < m->plan->most) {
    if (detailed) watch_question(&m->watch, vm, out->decisions, &widest);
    Bot *bot;
    int i = pick(m, vm, game, &bot);
    if (stop && *stop) return false;
    if (detailed && i >= 0) watch_answer(&m->watch, vm, bot, i);
    out->decisions++;
    if (m->keeps) {
      if (m->untried && i >= 0) i = among_legal(vm, i);
      vec_push(&m->answers, i);
    }
    vm_answer(vm, i);
    out->status = vm_step(vm);
  }
  watch_end(&m->watch);
  plain[WIDEST_SUM] += widest;
  plain[OVERRUNS] += vm_probe_overruns(vm) - overruns;
  count_end(m, vm, game, to, out);
  if (detailed) count_detail(m, vm, game, to, out);
  return true;
}

/* ---- storing -------------------------------------------------------------------- */

static VmStatus keep_step(Match *m, Vm *vm, int i)
{
  SimStep s = {vm_decision(vm) ? vm_option(vm, i).seat : NONE, i, 0, 0};
  vm_answer(vm, i);
  VmStatus status = vm_step(vm);
  s.state = vm_hash(vm);
  vec_push(&m->steps, s);
  return status;
}

bool match_record(Match *m, long game, const Answers *answers,
                  bool (*fn)(void *user, const SimGame *g), void *user)
{
  Vm *vm = m->plain;
  long decisions = 0;
  m->steps.n = 0;
  watch_begin(&m->watch, NULL);
  vm_auto_chance(vm, false);
  begin(m, vm, game);
  VmStatus status = vm_step(vm);
  uint64_t start = vm_hash(vm);
  if (answers) vm_offer_untried(vm, false);
  while (decisions < m->plan->most) {
    if (status == VM_CHANCE) {
      status = keep_step(m, vm, vm_roll(vm));
    } else if (status == VM_DECIDE && answers) {
      int i = (size_t)decisions < answers->n ? answers->at[decisions] : -1;
      if (i < 0 || i >= vm_options(vm)) break;
      status = keep_step(m, vm, i);
      decisions++;
    } else if (status == VM_DECIDE) {
      Bot *bot;
      int i = pick(m, vm, game, &bot);
      status = keep_step(m, vm, m->untried && i >= 0 ? among_legal(vm, i) : i);
      decisions++;
    } else break;
  }
  bool whole = !answers || ((size_t)decisions == answers->n &&
                            (status != VM_DECIDE || decisions == m->plan->most));
  SimGame g = {.seed = plan_seed(m->plan, m->cell, game),
               .start = start,
               .steps = m->steps.at,
               .count = m->steps.n,
               .over = status == VM_DONE || status == VM_ERROR,
               .vm = vm};
  bool ok = whole && fn(user, &g);
  vm_auto_chance(vm, true);
  vm_offer_untried(vm, m->untried);
  return ok;
}

/* ---- as text -------------------------------------------------------------------- */

void match_plan(const Plan *plan, char out[PLAN_HASH])
{
  snprintf(out, PLAN_HASH, "%016" PRIx64, plan->hash);
}

void match_write(Buf *to, const Plan *plan, int cell, long game, const Answers *answers)
{
  char hash[PLAN_HASH];
  match_plan(plan, hash);
  buf_printf(to, "%s %d %ld", hash, cell, game);
  for (size_t i = 0; i < answers->n; i++) buf_printf(to, " %d", answers->at[i]);
  buf_add(to, " .\n");
}

/* A number behind a space; -1: there is none. */
static long number(const char **at)
{
  char *end;
  if (**at != ' ' || (*at)[1] < '0' || (*at)[1] > '9') return -1;
  long n = strtol(*at + 1, &end, 10);
  *at = end;
  return n > INT32_MAX ? -1 : n;
}

bool match_read(const char **at, const Plan *plan, int *cell, long *game,
                Answers *answers)
{
  char hash[PLAN_HASH];
  const char *line = *at, *end = line + strcspn(line, "\n");
  *at = *end ? end + 1 : end;
  match_plan(plan, hash);
  if (strncmp(line, hash, PLAN_HASH - 1)) return false;
  line += PLAN_HASH - 1;
  long c = number(&line), g = number(&line), a;
  if (c < 0 || (size_t)c >= plan->cells.n || g < 0) return false;
  if (plan->cells.at[c].games && g >= plan->cells.at[c].games) return false;
  answers->n = 0;
  while ((a = number(&line)) >= 0) vec_push(answers, (int32_t)a);
  *cell = (int)c;
  *game = g;
  return line + 2 == end && line[0] == ' ' && line[1] == '.';
}

void match_compare(Counts *to, int seats, const Outcome *own, const Outcome *base)
{
  INVARIANT(seats > 0 && seats <= MAX_PLAYERS);
  if (own->status != VM_DONE || base->status != VM_DONE) return;
  int mine = __builtin_popcount(own->winners), theirs = __builtin_popcount(base->winners);
  int64_t *length = counts_of(to, C_pair_length), d = own->decisions - base->decisions;
  for (int s = 0; s < seats; s++) {
    int a = own->winners >> s & 1 ? mine : 0, b = base->winners >> s & 1 ? theirs : 0;
    counts_of(to, C_pair)[(s * SHARES + a) * SHARES + b]++;
    if (!own->scored || !base->scored) continue;
    int64_t *score = counts_of(to, C_pair_score) + (ptrdiff_t)s * PAIR_COUNT,
            more = own->score[s] - base->score[s];
    score[PAIR_GAMES]++;
    score[PAIR_SUM] += more;
    score[PAIR_SQUARES] += more * more;
  }
  length[PAIR_GAMES]++;
  length[PAIR_SUM] += d;
  length[PAIR_SQUARES] += d * d;
}
