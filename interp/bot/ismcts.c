/* Information-set Monte Carlo tree search.
 *
 * The tree knows answers.  Each game in the head begins from a deal of what the thinking
 * seat cannot know, follows the tree among the answers that are there in this deal (UCB
 * with availability counts: an answer is compared by how often it could have been taken),
 * adds one answer, goes on at random, and is counted for the seats that answered on the
 * way.  Where nothing is hidden, outcomes of chance that are few are told apart, so that
 * what one does depends on the dice; otherwise chance falls anew in each game (open
 * loop).
 *
 * An outlook is mostly asked in the middle of somebody's turn.  Whoever goes on deciding
 * takes the best of what was tried, so that a turn of several answers is worth as much as
 * its best end, not as the mean of all its ends; and the k-th game behind each answer has
 * the same deal and the same luck, since outlooks differ by less than luck does.
 *
 * In games of two without chance and secrets an answer that wins for sure is known to,
 * and so is one that loses (MCTS-Solver), and nobody overlooks a win at once behind the
 * tree either (careful.h).
 *
 * The tree is not kept for the next question: a game that was stored and goes on later
 * must go on as it would have, and only seeds and answers are stored. */
#include "interp/bot/ismcts.h"
#include "interp/base/invariant.h"
#include "interp/base/arena.h"
#include "interp/bot/bot.h"
#include "interp/bot/careful.h"
#include "interp/bot/habits.h"

#include <math.h>
#include <stdlib.h>

enum {
  DEALS = 32,          /* games to begin from, at most: to deal anew is dear */
  PER_DEAL = 8,        /* games in the head that a deal is worth at least */
  MAX_NODES = 1 << 17, /* of a tree; what is beyond is played at random */
  MAX_DEPTH = 200,
  PLAYOUT_STEPS = 2000, /* a game in the head without an end by then counts as lost */
  SHARED = 2, /* with an outlook, one of so many games is shared out equally: the first
               * look behind an answer tells little in the middle of a turn */
  HABITS = 8, /* of so many games in the head one looks for habits, … */
  ROUNDS = 3, /* … in so many rounds … */
  LEAST_ROUND = 128, /* … of so many games, or it is not worth it */
  OUTCOMES = 12,     /* of chance behind one answer that are told apart */
  TABLE = 1 << 15,   /* lists of states */
  OUTCOME = -2,      /* `by.alt` of a node that stands for one of them, … */
  STATE = -3         /* … and of one that stands for a state, in a list of the table */
};
/* How much is tried that was tried little; how much the first look at an answer counts.
 */
#define CURIOSITY 0.7
#define CURIOSITY_BY_OUTLOOK 0.3
#define BIAS 1.0
#define TRUST_IN_HABITS 4.0

typedef struct Node {
  Option by;           /* the answer that leads here */
  int32_t first, next; /* child and sibling, 0: none */
  int32_t visits, available;
  int32_t place;  /* of an answer to the question itself: where it stands in the list;
                   * of an outcome: the node of its state, 0: its own */
  uint64_t key;   /* of an outcome or state */
  int8_t proven;  /* for the seat of `by`: 1 won, -1 lost, 0 not known */
  uint8_t whole;  /* all its answers are in the tree */
  uint8_t looked; /* it was looked whether an answer there wins at once */
  uint8_t outcomes;
  float prior; /* the first outlook behind it */
  double sum;  /* of payoffs of the seat of `by` */
  double hope; /* with an outlook: what that seat can still make of it */
} Node;

struct Search {
  const Program *p;
  int iterations, ahead;
  bool chance, secrets, solves, outlook;
  Vm *head;
  unsigned char *state; /* the deals; without secrets one, and room for another state */
  size_t size;
  Luck dice;
  uint64_t luck; /* of the question; with an outlook the dice of each game come from it */
  Careful careful; /* of games that it solves */
  Habits habits;   /* of games that are played to their end, if there is chance */
  Node *nodes;
  int n;
  int32_t *table; /* of states, by hash: the first of a list */
  int path[MAX_DEPTH];
  int places[MAX_OPTIONS]; /* the node of each answer of the question, 0: none */
  int asked;               /* answers of the question */
  int each;                /* games that every one of them gets in any case */
  int seat, deals;         /* who thinks, from how many deals */
  bool led;                /* this seat leans to something that is asked here */
  double low, high;        /* payoffs so far */
  Patience patience;
};

Search *search_new(const Program *p, int iterations, int ahead)
{
  INVARIANT(p && p->header);
  Search *s = zeroed(1, sizeof *s);
  s->p = p;
  s->iterations = iterations < 1 ? 1 : iterations;
  s->outlook = p->outlook >= 0 && ahead != SEARCH_BLIND;
  s->ahead = ahead < 0 ? 0 : ahead;
  s->head = vm_new(p);
  vm_auto_chance(s->head, true);
  for (int i = 0; i < p->n_code; i++)
    s->chance = s->chance || p->code[i].op == OP_RANDOM || p->code[i].op == OP_DRAW ||
                p->code[i].op == OP_LAY || p->code[i].op == OP_TUCK;
  s->secrets = vm_has_secrets(s->head);
  s->solves = !s->chance && !s->secrets;
  s->size = vm_state_size(s->head);
  s->state = zeroed(s->size * (s->secrets ? DEALS : 2), 1);
  s->nodes = zeroed(MAX_NODES, sizeof *s->nodes);
  s->table = zeroed(TABLE, sizeof *s->table);
  careful_init(&s->careful, s->size);
  habits_init(&s->habits, p);
  return s;
}

void search_free(Search *s)
{
  if (!s) return;
  vm_free(s->head);
  free(s->state);
  free(s->nodes);
  free(s->table);
  careful_free(&s->careful);
  habits_free(&s->habits);
  free(s);
}

/* ---- payoffs -------------------------------------------------------------------- */

/* A win is 1, a loss 0, a game that nobody wins is shared by all; scores count a little.
 * A position is worth what its outlook says, between the two. */
static double payoff(const Search *s, VmStatus status, int seat)
{
  Vm *vm = s->head;
  if (status == VM_DECIDE)
    return s->outlook ? 0.1 + 0.8 * vm_outlook(vm, seat) / (double)OUTLOOK_BEST : 0;
  if (status != VM_DONE) return 0;
  uint32_t winners = vm_winners(vm);
  int n = vm_seats(vm);
  double won = winners >> seat & 1 ? 1.0 / __builtin_popcount(winners) : 0;
  if (winners >> seat & 1 && __builtin_popcount(winners) == n) won = 1; /* all together */
  else if (won > 0 && s->outlook) won = 0.9 + 0.1 * won;                /* of a team */
  if (!winners && vm_reason(vm) < 0 && n > 1) won = 1.0 / n;
  return bot_count_score(vm, seat, won);
}

/* ---- the tree ------------------------------------------------------------------- */

static int add_node(Search *s, int parent, Option by)
{
  if (s->n == MAX_NODES) return 0;
  s->nodes[s->n] = (Node){.by = by, .next = s->nodes[parent].first, .prior = 0.5f};
  s->nodes[parent].first = s->n;
  return s->n++;
}

static bool same(const Option *a, const Option *b)
{
  return a->seat == b->seat && a->alt == b->alt && a->value == b->value;
}

/* The child for an answer; the search begins behind the one that was found last, since
 * answers mostly come in the same order. */
static int find_child(const Search *s, int node, const Option *o, int after)
{
  int from = after ? s->nodes[after].next : s->nodes[node].first;
  for (int c = from; c; c = s->nodes[c].next)
    if (same(&s->nodes[c].by, o)) return c;
  for (int c = s->nodes[node].first; c && c != from; c = s->nodes[c].next)
    if (same(&s->nodes[c].by, o)) return c;
  return 0;
}

static double promise(const Search *s, const Node *c)
{
  if (c->proven) return c->proven > 0 ? 1e6 : -1e6;
  /* Among the payoffs seen so far: outlooks differ by some hundredths only. */
  double spread = s->high - s->low > 1e-9 ? s->high - s->low : 1;
  double curious = s->outlook ? CURIOSITY_BY_OUTLOOK : CURIOSITY;
  double mean = ((s->outlook ? c->hope : c->sum / c->visits) - s->low) / spread;
  double bias = s->outlook ? BIAS * (c->prior - s->low) / spread / (c->visits + 1) : 0;
  return mean + bias + curious * sqrt(log(c->available + 1.0) / c->visits);
}

/* Where seats lean to some answers, trying all alike would make whoever is asked in the
 * tree play worse than behind it: an answer is tried by how much it is leaned to (PUCT),
 * and what was not tried is thought of as the rest. */
typedef struct Led {
  double weight, sum, visits;
} Led;

static void add_led(const Search *s, Led *l, const Node *c)
{
  l->weight += habits_weight(&s->habits, &c->by);
  l->sum += c->sum;
  l->visits += c->visits;
}

static double promise_led(const Search *s, const Led *l, const Node *c)
{
  double spread = s->high - s->low > 1e-9 ? s->high - s->low : 1;
  double mean = c->visits ? c->sum / c->visits : l->visits > 0 ? l->sum / l->visits : 0.5;
  double share = habits_weight(&s->habits, &c->by) / l->weight;
  return mean / spread + TRUST_IN_HABITS * share * sqrt(l->visits + 1) / (1 + c->visits);
}

static int select_led(Search *s, int node, int *child)
{
  int n = vm_options(s->head), pick = 0, last = 0;
  double best = -INFINITY;
  Led led = {0};
  *child = 0;
  for (int i = 0; i < n; i++) {
    Option o = vm_option(s->head, i);
    int c = find_child(s, node, &o, last);
    if (!c && !(c = add_node(s, node, o))) return (int)luck_below(&s->dice, (uint32_t)n);
    s->nodes[c].available++;
    add_led(s, &led, &s->nodes[last = c]);
  }
  for (int i = 0; i < n; i++) {
    Option o = vm_option(s->head, i);
    int c = find_child(s, node, &o, i ? last : 0);
    double v = promise_led(s, &led, &s->nodes[last = c]);
    if (v > best) best = v, pick = i, *child = c;
  }
  return pick;
}

/* The answer to try at a node: any that was not tried, else the most promising. */
static int select_answer(Search *s, int node, int *child)
{
  if (habits_lead(&s->habits, vm_decision(s->head), vm_asked(s->head)))
    return select_led(s, node, child);
  int n = vm_options(s->head), fresh = 0, pick = 0, last = 0;
  double best = -INFINITY;
  *child = 0;
  for (int i = 0; i < n; i++) {
    Option o = vm_option(s->head, i);
    int c = find_child(s, node, &o, last);
    if (!c) {
      if (luck_below(&s->dice, (uint32_t)++fresh) == 0) pick = i, *child = 0;
      continue;
    }
    last = c;
    s->nodes[c].available++;
    if (fresh) continue;
    double v = promise(s, &s->nodes[c]);
    if (v > best) best = v, pick = i, *child = c;
  }
  if (!fresh) s->nodes[node].whole = 1;
  return pick;
}

/* The node of the machine's state, in whatever way it was reached. */
static int state_node(Search *s, int parent)
{
  uint64_t key = vm_hash(s->head);
  int32_t *slot = &s->table[key % TABLE];
  for (int c = *slot; c; c = s->nodes[c].next)
    if (s->nodes[c].key == key) return c;
  if (s->n == MAX_NODES) return 0;
  s->nodes[s->n] =
      (Node){.by = {s->nodes[parent].by.seat, STATE, 0}, .key = key, .next = *slot};
  return *slot = s->n++;
}

/* Where few outcomes of chance are possible and nothing is hidden, each has its own
 * answers behind it, and those of equal states are the same. */
static int outcome(Search *s, int node)
{
  if (!s->chance || s->secrets) return node;
  Node *x = &s->nodes[node];
  uint64_t key = x->outcomes > OUTCOMES ? 0 : vm_hash(s->head) | 1;
  for (int c = x->first; c; c = s->nodes[c].next)
    if (s->nodes[c].key == key) return s->nodes[c].place ? s->nodes[c].place : c;
  if (x->outcomes == OUTCOMES) key = 0;
  int c = add_node(s, node, (Option){x->by.seat, OUTCOME, 0});
  if (!c) return node;
  s->nodes[node].outcomes++;
  s->nodes[c].key = key;
  if (key) s->nodes[c].place = state_node(s, node);
  return s->nodes[c].place ? s->nodes[c].place : c;
}

/* ---- what is proven ------------------------------------------------------------- */

/* A node is lost for who moved there if the other has a winning answer, and won if all
 * his answers lose. */
static bool prove(Search *s, int node)
{
  Node *x = &s->nodes[node];
  bool all = x->whole && x->first;
  if (x->proven) return true;
  for (int c = x->first; c; c = s->nodes[c].next) {
    const Node *y = &s->nodes[c];
    bool mine = y->by.seat == x->by.seat;
    if (y->proven == 1) return x->proven = mine ? 1 : -1, true;
    all = all && y->proven == -1;
    if (mine) all = false; /* the same seat goes on: all lost is lost, not won */
  }
  if (all) x->proven = 1;
  return x->proven;
}

static void prove_path(Search *s, int length, VmStatus status)
{
  if (!s->solves || vm_seats(s->head) != 2 || !length) return;
  Node *last = &s->nodes[s->path[length - 1]];
  if (status == VM_DONE && !last->first && last->by.seat >= 0) {
    uint32_t winners = vm_winners(s->head);
    if (winners == 1u << last->by.seat) last->proven = 1;
    else if (winners && !(winners >> last->by.seat & 1)) last->proven = -1;
  }
  for (int i = length - 1; i > 0; i--)
    if (!s->nodes[s->path[i]].proven || !prove(s, s->path[i - 1])) break;
}

/* An answer that wins at once, which no number of random games makes as sure; or -1. */
static int decisive(Search *s)
{
  int n = vm_options(s->head), pick = -1;
  if (!s->solves || vm_seats(s->head) != 2 || n < 2) return -1;
  unsigned char *here = s->state + s->size;
  uint32_t who = vm_asked(s->head);
  vm_save(s->head, here);
  vm_mark(s->head);
  for (int i = 0; i < n && pick < 0; i++) {
    vm_answer_marked(s->head, i);
    if (vm_step(s->head) == VM_DONE && vm_winners(s->head) == who) pick = i;
  }
  vm_restore(s->head, here);
  vm_step(s->head);
  return pick;
}

/* ---- games in the head ---------------------------------------------------------- */

/* Where nothing is hidden and nothing falls, a win at once is not overlooked behind the
 * tree either. */
static bool plays_carefully(const Search *s)
{
  return s->solves && !s->outlook && vm_seats(s->head) == 2 && careful_pays(&s->careful);
}

/* From the answer at `place` down the tree to one that is new, then on at random. */
static int descend(Search *s, int node, VmStatus *status, bool *ended_in_tree)
{
  int length = 0, left = -1; /* -1: still in the tree */
  bool careful = plays_carefully(s);
  *ended_in_tree = true;
  s->path[length++] = node;
  if (!s->nodes[node].visits) left = s->ahead;
  vm_answer(s->head, s->nodes[node].place);
  *status = vm_step(s->head);
  for (long steps = PLAYOUT_STEPS; *status == VM_DECIDE && steps > 0; steps--) {
    int n = vm_options(s->head), child = 0, pick = 0;
    if (left >= 0 && careful) {
      *ended_in_tree = false;
      *status = careful_playout(&s->careful, s->head, &s->dice, steps);
      break;
    }
    if (left >= 0) {
      if (s->outlook && n > 1 && left-- == 0) break;
      pick = s->habits.any ? habits_draw(&s->habits, &s->dice, s->head)
                           : bot_draw(&s->dice, s->head);
      *ended_in_tree = false;
    } else if (n > 1 || !s->outlook) { /* what is forced needs no place in the tree */
      node = outcome(s, node);
      int sure = s->nodes[node].looked ? -1 : decisive(s);
      s->nodes[node].looked = 1; /* once is enough */
      pick = sure >= 0 ? sure : select_answer(s, node, &child);
      if (sure >= 0) {
        Option o = vm_option(s->head, pick);
        child = find_child(s, node, &o, 0);
      }
      if (!child) {
        child = add_node(s, node, vm_option(s->head, pick));
        if (child) s->nodes[child].available = 1;
      }
      if (!child || !s->nodes[child].visits) left = s->ahead;
      if (child && length < MAX_DEPTH) s->path[length++] = child;
      else left = s->ahead;
      node = child;
    }
    /* Behind the tree only answers that are drawn have to be tried. */
    vm_offer_untried(s->head, left >= 0 && !careful);
    vm_answer(s->head, pick);
    bool drawn = left >= 0 && !s->outlook && !careful && !s->habits.any;
    long had = steps;
    *status = drawn ? bot_step(&s->dice, s->head, &steps) : vm_step(s->head);
    if (steps < had) *ended_in_tree = false;
  }
  vm_offer_untried(s->head, false);
  return length;
}

/* What the seat that answered makes of a node: the best of the answers that it gives next
 * itself.  Behind chance, and where another seat goes on, the mean. */
static double hope(const Search *s, const Node *x)
{
  HOT_INVARIANT(x->visits > 0);
  double best = x->sum / x->visits;
  int first = x->first;
  if (x->outcomes == 1) { /* nothing fell so far */
    int state = s->nodes[first].place;
    first = s->nodes[state ? state : first].first;
  }
  for (int c = first; c; c = s->nodes[c].next) {
    const Node *y = &s->nodes[c];
    if (y->visits && y->by.seat == x->by.seat) best = fmax(best, y->hope);
  }
  return best;
}

static void count(Search *s, int length, VmStatus status, int seat)
{
  double gain[MAX_PLAYERS];
  uint32_t known = 0;
  for (int i = 0; i < length; i++) {
    Node *x = &s->nodes[s->path[i]];
    int whose = x->by.seat < 0 ? seat : x->by.seat;
    if (!(known >> whose & 1)) gain[whose] = payoff(s, status, whose);
    known |= 1u << whose;
    if (gain[whose] < s->low) s->low = gain[whose];
    if (gain[whose] > s->high) s->high = gain[whose];
    if (!x->visits) x->prior = (float)gain[whose];
    x->sum += gain[whose];
    x->visits++;
  }
  for (int i = length - 1; s->outlook && i >= 0; i--) {
    Node *x = &s->nodes[s->path[i]];
    x->hope = hope(s, x);
  }
}

/* One game from the question to its end, in which every seat tries habits. */
static void try_habits(Search *s, long k)
{
  double gain[MAX_PLAYERS] = {0};
  vm_restore(s->head, s->state + s->size * (size_t)(k % s->deals));
  vm_seed(s->head, luck_next(&s->dice));
  vm_offer_untried(s->head, true);
  habits_try(&s->habits, &s->dice);
  VmStatus status = vm_step(s->head);
  for (long steps = PLAYOUT_STEPS; status == VM_DECIDE && steps > 0; steps--) {
    vm_answer(s->head, habits_draw(&s->habits, &s->dice, s->head));
    status = vm_step(s->head);
  }
  vm_offer_untried(s->head, false);
  for (int seat = 0; seat < vm_seats(s->head); seat++)
    gain[seat] = payoff(s, status, seat);
  habits_count(&s->habits, gain);
}

/* How many games it took to find out what seats should lean to behind the tree. */
static long find_habits(Search *s)
{
  long size = s->iterations / HABITS / ROUNDS, k = 0;
  habits_forget(&s->habits);
  s->led = false;
  if (s->outlook || s->solves || !s->habits.alts || size < LEAST_ROUND) return 0;
  for (int round = 0; round < ROUNDS; round++) {
    for (long i = 0; i < size && !is_late(s->patience); i++) try_habits(s, k++);
    if (!habits_adopt(&s->habits)) break;
  }
  if (!s->habits.any) return k;
  vm_restore(s->head, s->state);
  s->led = vm_step(s->head) == VM_DECIDE &&
           habits_lead(&s->habits, vm_decision(s->head), 1u << s->seat);
  return k;
}

/* The answer of the question to try next. */
static int next_answer(Search *s)
{
  int best = 0;
  double most = -INFINITY;
  Led led = {0};
  for (int i = 0; s->led && i < s->asked; i++)
    if (s->places[i]) add_led(s, &led, &s->nodes[s->places[i]]);
  for (int i = 0; i < s->asked; i++) {
    if (!s->places[i]) continue;
    Node *c = &s->nodes[s->places[i]];
    c->available++;
    double v = s->led                              ? promise_led(s, &led, c)
               : c->visits < s->each && !c->proven ? 1e5 - c->visits
                                                   : promise(s, c);
    if (v > most) most = v, best = s->places[i];
  }
  return best;
}

/* One game; false if it cannot begin: then what was dealt decides about the answer. */
static bool iterate(Search *s, int seat, long k, int deals)
{
  VmStatus status;
  bool in_tree;
  int answer = next_answer(s);
  if (s->outlook) {
    k = s->nodes[answer].visits;
    s->dice.state = luck_seed(s->luck, (uint64_t)k);
  }
  vm_restore(s->head, s->state + s->size * (size_t)(k % deals));
  vm_seed(s->head, luck_next(&s->dice));
  if (vm_step(s->head) != VM_DECIDE) return false;
  const Node *x = &s->nodes[answer];
  Option o = {0};
  bool there = x->place < vm_options(s->head);
  if (there) o = vm_option(s->head, x->place);
  if (!there || o.seat != x->by.seat || o.alt != x->by.alt) {
    s->nodes[answer].visits++; /* so that another one is tried */
    return false;
  }
  int length = descend(s, answer, &status, &in_tree);
  count(s, length, status, seat);
  if (in_tree || s->solves) prove_path(s, length, in_tree ? status : VM_DECIDE);
  return true;
}

/* ---- the question --------------------------------------------------------------- */

/* The answers of one seat as children of the root; how many. */
static int begin(Search *s, Vm *vm, int seat, const uint8_t *barred, int *only)
{
  int n = 0;
  for (int i = 0; i < s->n; i++)
    if (s->nodes[i].by.alt == STATE) s->table[s->nodes[i].key % TABLE] = 0;
  s->n = 1;
  s->nodes[0] = (Node){.by = {NONE, NONE, NONE}};
  s->low = 1;
  s->high = 0;
  s->asked = vm_options(vm);
  for (int i = s->asked - 1; i >= 0; i--) { /* children are put in front of each other */
    Option o = vm_option(vm, i);
    s->places[i] = 0;
    if ((o.seat >= 0 && o.seat != seat) || (barred && barred[i])) continue;
    s->places[i] = add_node(s, 0, o);
    s->nodes[s->places[i]].place = i;
    *only = i;
    n++;
  }
  return n;
}

static int best_answer(const Search *s, Luck *luck)
{
  int best = -1, ties = 0;
  double most = -INFINITY;
  for (int i = 0; i < s->asked; i++) {
    if (!s->places[i]) continue;
    const Node *c = &s->nodes[s->places[i]];
    double v = c->visits + (c->proven ? c->proven * 1e9 : 0) +
               (c->visits ? c->sum / c->visits / 2 : 0);
    if (v > most) most = v, best = i, ties = 1;
    else if (v == most && luck_below(luck, (uint32_t)++ties) == 0) best = i;
  }
  return best;
}

/* Makes ready to think for a seat; how many answers it has, *only is one of them. */
static int prepare(Search *s, Vm *vm, int seat, const uint8_t *barred, Luck *luck,
                   int *only)
{
  int n = begin(s, vm, seat, barred, only);
  if (n < 2) return n;
  s->seat = seat;
  s->each = s->outlook ? s->iterations / SHARED / n : 1;
  if (s->each < 1) s->each = 1;
  s->deals = 1;
  if (s->secrets) s->deals = s->iterations / PER_DEAL < 1 ? 1 : s->iterations / PER_DEAL;
  if (s->deals > DEALS) s->deals = DEALS;
  for (int k = 0; k < s->deals; k++)
    if (k && is_late(s->patience)) s->deals = k; /* what there is must do */
    else vm_save(vm_known(vm, seat, luck_next(luck)), s->state + s->size * (size_t)k);
  s->dice.state = s->luck = luck_next(luck);
  careful_begin(&s->careful);
  return n;
}

void search_patience(Search *s, Patience p) { s->patience = p; }

void search_run(Search *s)
{
  for (long k = find_habits(s); k < s->iterations && !is_late(s->patience); k++) {
    iterate(s, s->seat, k, s->deals);
    bool won = false;
    for (int i = 0; s->solves && !won && i < s->asked; i++)
      won = s->places[i] && s->nodes[s->places[i]].proven == 1;
    if (won) break;
  }
}

/* What another search of the same question found is added. */
static void add_findings(Search *to, const Search *from)
{
  for (int i = 0; i < to->asked; i++) {
    if (!to->places[i]) continue;
    Node *x = &to->nodes[to->places[i]];
    const Node *y = &from->nodes[from->places[i]];
    x->visits += y->visits;
    x->sum += y->sum;
    if (y->proven) x->proven = y->proven;
  }
}

int search_pick(Search **s, int n, Vm *vm, uint32_t seats, const uint8_t *barred,
                Luck *luck, void (*run)(Search **s, int n))
{
  uint32_t who = 0;
  int only = -1;
  for (int i = 0, all = vm_options(vm); i < all; i++) {
    int seat = vm_option(vm, i).seat;
    if (barred && barred[i]) continue;
    if (seat >= 0 && seat < MAX_PLAYERS && seats >> seat & 1) who |= 1u << seat;
  }
  s[0]->asked = 0;
  if (!who) return -1;
  /* Where several may answer, one of them does: each decides for itself. */
  for (int k = (int)luck_below(luck, (uint32_t)__builtin_popcount(who)); k > 0; k--)
    who &= who - 1;
  for (int k = 0; k < n; k++)
    if (prepare(s[k], vm, __builtin_ctz(who), barred, luck, &only) < 2) return only;
  if (run) run(s, n);
  else
    for (int k = 0; k < n; k++) search_run(s[k]);
  for (int k = 1; k < n; k++) add_findings(s[0], s[k]);
  return best_answer(s[0], luck);
}

bool search_opinion(const Search *s, int answer, int *tried, double *worth)
{
  if (answer >= s->asked || !s->places[answer]) return false;
  const Node *c = &s->nodes[s->places[answer]];
  *tried = c->visits;
  *worth = c->proven ? (c->proven > 0 ? 1 : 0) : c->visits ? c->sum / c->visits : 0;
  return c->visits > 0;
}
