/* All states, breadth first.
 *
 * Breadth first, because the first sequence that leads to a finding is then a shortest
 * one.  What is kept of a state is its hash, its parent and the answer that led to it;
 * whole states are kept only while they wait for their turn, packed (explore_pack.c).
 *
 * States get numbers in the order in which a single thread would find them.  Threads give
 * the answers of a batch of states, and look each result up in a table that nobody
 * changes meanwhile; then one thread goes through the results in order and adds what is
 * new.  So nothing depends on the number of threads, and the table needs no locks. */
#include "interp/explore/explore_int.h"
#include "interp/base/invariant.h"
#include "interp/base/clock.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_PARTS = 256, /* of a batch */
  AIM = 32768,      /* results of a batch: keeps its memory bounded */
  MANY_CLAIMS = 64, /* more are tried in some states, as on walks: they are dear */
};

static bool stopped(const Search *s) { return s->plan->stop && *s->plan->stop; }
static bool out_of_time(const Search *s)
{
  return s->plan->until > 0 && clock_seconds() >= s->plan->until;
}

/* ---- giving answers: many threads ------------------------------------------------- */

static void pack_reached(const Search *s, Part *p, Reached *x, const Late *l)
{
  x->packed = (uint32_t)p->bytes.n;
  pack_state(&p->bytes, s->base, l->state, l->words);
  x->size = (uint32_t)(p->bytes.n - x->packed);
}

/* Is the one that waits longest new? */
static void look_up(Search *s, Worker *w, Part *p)
{
  HOT_INVARIANT(w->nlate > 0);
  const Late *l = &w->late[w->first_late];
  Reached *x = &p->reached.at[l->at];
  x->id = table_find(&s->table, x->hash);
  if ((x->id == NO_STATE || s->retells) && x->got == GOT_STATE) pack_reached(s, p, x, l);
  w->first_late = (w->first_late + 1) % LATE;
  w->nlate--;
}

static void look_all_up(Search *s, Worker *w, Part *p)
{
  while (w->nlate) look_up(s, w, p);
}

/* The table is larger than any cache: it is asked a few answers later. */
static uint64_t reach_late(Search *s, Worker *w, Part *p, Reached x, VmStatus status)
{
  HOT_INVARIANT(w->vm && p);
  uint64_t outcome = (uint64_t)vm_error(w->vm);
  x.id = NO_STATE;
  if (status != VM_ERROR) {
    outcome = x.hash = position(w);
    table_fetch(&s->table, x.hash);
  }
  if (status == VM_DONE) { /* however often: what is counted hangs on no batch */
    status = vm_check_end(w->vm);
    cover_collect(w->vm, w->ran, s->plan->counts);
  }
  if (status == VM_ERROR) {
    x.got = GOT_ERROR;
    x.error = (uint8_t)vm_error(w->vm);
    x.ip = vm_error_ip(w->vm);
    vec_push(&p->reached, x);
    return outcome;
  }
  x.got = status == VM_DONE ? GOT_END : GOT_STATE;
  if (w->nlate == LATE) look_up(s, w, p);
  Late *l = &w->late[(w->first_late + w->nlate++) % LATE];
  l->at = p->reached.n;
  if (x.got == GOT_STATE) l->words = vm_save(w->vm, l->state) / sizeof *l->state;
  vec_push(&p->reached, x);
  return outcome;
}

uint64_t reach(Search *s, Worker *w, Part *p, Reached x, VmStatus status)
{
  uint64_t outcome = reach_late(s, w, p, x, status);
  look_all_up(s, w, p);
  return outcome;
}

/* What must hold and does not is noted, and hides neither the others nor what follows. */
static VmStatus step_and_check(Vm *vm, Part *p, uint32_t id)
{
  vm_check_always(vm, true);
  VmStatus status = vm_step(vm);
  while (status == VM_ERROR) {
    Reached x = {.parent = id,
                 .id = NO_STATE,
                 .ip = vm_error_ip(vm),
                 .got = GOT_ALWAYS,
                 .error = (uint8_t)vm_error(vm)};
    vec_push(&p->reached, x);
    if (vm_error(vm) != R_INVARIANT) break;
    status = vm_pass_over(vm);
  }
  vm_check_always(vm, false);
  vm_check_all(vm);
  return status;
}

/* Gives every answer of the state that the machine was restored to, until one looks at
 * something unread. */
static void give_answers(Search *s, Worker *w, Part *p, uint32_t id)
{
  Vm *vm = w->vm;
  /* Once for each state, not for each way that leads there. */
  VmStatus status = step_and_check(vm, p, id);
  cover_collect(vm, w->ran, s->plan->counts);
  if (status == VM_ERROR || vm_looked(vm) != NONE) return;
  int n = answers_given(vm);
  w->checked = p->reached.n;
  if (vm_draws_unread(vm)) vm_await_look(vm);
  uint64_t sum = 0;
  bool sample = trial_wanted(w, id), seats = sample && trial_begin(w, id);
  if (status == VM_DECIDE)
    for (int i = 0; i < n; i++) w->taken[vm_option(vm, i).alt]++;
  w->steps += (uint64_t)n;
  vm_mark(vm);
  for (int i = 0; i < n && !w->endless && vm_looked(vm) == NONE; i++) {
    vm_answer_marked(vm, i);
    long overruns = vm_probe_overruns(vm);
    status = vm_step(vm);
    w->endless = s->plan->give_up && status == VM_ERROR && vm_error(vm) == R_FUEL;
    cover_collect(vm, w->ran, s->plan->counts);
    Reached x = {.parent = id, .answer = (uint16_t)i, .ip = -1};
    if (vm_probe_overruns(vm) > overruns) x.ip = vm_asking_ip(vm);
    sum += reach_late(s, w, p, x, status);
  }
  look_all_up(s, w, p);
  if (vm_looked(vm) != NONE) return;
  vm_ignore_looks(vm);
  if (sample) trial_end(w, p, id, seats, n, sum);
}

static void expand(Search *s, Worker *w, Part *p, uint32_t id)
{
  HOT_INVARIANT(id < s->count);
  Vm *vm = w->vm;
  size_t from = p->reached.n, bytes = p->bytes.n;
  w->turn = TURN_ANSWERS;
  w->checked = from;
  if (s->unread) vm_save(vm, w->whole);
  if (s->unread && vm_any_unread(vm)) vm_await_look(vm);
  give_answers(s, w, p, id);
  w->thing = vm_looked(vm);
  vm_ignore_looks(vm);
  if (w->thing == NONE) return;
  p->reached.n = w->checked;
  p->bytes.n = bytes;
  unread_branch(s, w, p, id);
  if (trial_wanted(w, id)) trial_of_tables(w, p, id);
}

static void work(void *user, int who)
{
  INVARIANT(who >= 0 && who < ((const Search *)user)->jobs);
  Search *s = user;
  Worker *w = &s->workers[who];
  for (int i; (i = atomic_fetch_add(&s->taken, 1)) < s->nparts && !stopped(s);) {
    Part *p = &s->parts[i];
    if (w->endless) p->count = 0;
    for (int k = 0; k < p->count && !w->endless; k++) {
      const Waiting *x = &p->states[k];
      unpack_state(x->packed, x->size, s->base, w->state);
      vm_restore(w->vm, w->state);
      s->turn(s, w, p, x->id);
    }
  }
}

/* ---- adding up: one thread, in order ---------------------------------------------- */

/* The answers that lead to a state, and one more unless it is negative. */
static int32_t *path_to(const Search *s, uint32_t id, int32_t answer, int32_t *count)
{
  INVARIANT(id < s->count || s->count == 0);
  int32_t n = answer >= 0;
  for (uint32_t at = id; at; at = node(s, at)->parent) n++;
  int32_t *path = zeroed((size_t)n + 1, sizeof *path);
  *count = n;
  if (answer >= 0) path[--n] = answer;
  for (uint32_t at = id; at; at = node(s, at)->parent) path[--n] = node(s, at)->answer;
  return path;
}

static void found(Search *s, FindKind kind, VmError e, int32_t ip, uint32_t id,
                  int32_t answer)
{
  INVARIANT(kind >= 0 && kind < FIND_KINDS);
  Finding *f = find_known(s->r, kind, e, ip);
  if (f) {
    f->times++;
    return;
  }
  int32_t n = 0, *path = s->plan->perft ? NULL : path_to(s, id, answer, &n);
  if (s->unread && (n = unread_retell(s, path, n)) < 0) {
    s->told = true;
    n = 0;
  }
  find_add(s->r, kind, e, ip, path, n, !s->looked);
  s->r->findings.at[s->r->findings.n - 1].searched = true;
}

static ExploreLevel *level(Search *s) { return &s->r->levels.at[s->r->levels.n - 1]; }

static void add_edge(Search *s, uint32_t to)
{
  HOT_INVARIANT(to < s->count || to == NO_STATE);
  if (s->no_edges) return;
  if (s->edges.n == s->edges.cap &&
      s->edges.cap * 2 * sizeof *s->edges.at > s->plan->memory / 3) {
    s->no_edges = true;
    vec_free(&s->edges);
    return;
  }
  vec_push(&s->edges, (int32_t)to);
}

/* As many sequences more lead to state `id`. */
static void add_ways(Search *s, uint32_t id, uint64_t ways)
{
  HOT_INVARIANT(id < s->count);
  if (id < s->next) { /* a state of this or an earlier level */
    s->r->even = false;
    return;
  }
  size_t at = id - s->next;
  if (at == s->next_ways.n) vec_push(&s->next_ways, 0);
  if (__builtin_add_overflow(s->next_ways.at[at], ways, &s->next_ways.at[at]))
    s->too_many = true;
}

static void count_sequences(Search *s, const Reached *x, uint32_t id)
{
  if (!s->r->even || x->got == GOT_ALWAYS) return;
  ExploreLevel *l = level(s);
  uint64_t ways = s->ways.at[x->parent - s->level];
  if (__builtin_add_overflow(l->sequences, ways, &l->sequences)) s->too_many = true;
  if (x->got == GOT_END) l->games += ways; /* cannot be more than sequences */
  if (x->got != GOT_ERROR) add_ways(s, id, ways);
}

void search_room(Search *s)
{
  StateNode *block = zeroed(NODES, sizeof *block);
  vec_push(&s->nodes, block);
}

static void new_state(Search *s, const unsigned char *bytes, const Reached *x)
{
  HOT_INVARIANT(s->count < UINT32_MAX);
  uint32_t id = s->count++;
  if (!s->plan->perft) {
    if (id >> NODE_BITS == s->nodes.n) search_room(s);
    *node(s, id) = (StateNode){x->parent, x->answer, x->got == GOT_END};
  }
  level(s)->states++;
  s->r->states++;
  if (x->got == GOT_END) {
    level(s)->ended++;
    s->r->ended++;
  } else {
    queue_push(&s->queue, id, bytes + x->packed, x->size);
  }
}

static void add_reached(Search *s, const Part *p, const Reached *x)
{
  if (x->got == GOT_APART) {
    s->told = true;
    return;
  }
  if (x->got == GOT_SEATS) {
    found(s, FIND_SEATS, R_OK, -1, x->parent, -1);
    return;
  }
  if (x->got == GOT_ERROR || x->got == GOT_ALWAYS) {
    int32_t ip = x->ip;
    FindKind kind = find_error(s->plan->program, (VmError)x->error, &ip);
    found(s, kind, (VmError)x->error, ip, x->parent,
          x->got == GOT_ALWAYS ? -1 : x->answer);
    if (x->got == GOT_ALWAYS && x->error == R_INVARIANT) return; /* it goes on */
    add_edge(s, NO_STATE);
    count_sequences(s, x, 0);
    return;
  }
  if (x->ip >= 0) found(s, FIND_OVERRUN, R_OK, x->ip, x->parent, x->answer);
  uint32_t id = x->id;
  if (id == NO_STATE) {
    id = table_add(&s->table, x->hash, s->count);
    if (id == s->count) new_state(s, p->bytes.at, x);
  }
  add_edge(s, id);
  count_sequences(s, x, id);
}

static void add_part(Search *s, const Part *p)
{
  enum { AHEAD = 8 }; /* the table is larger than any cache */
  size_t n = p->reached.n;
  for (size_t i = 0; i < n; i++) {
    if (i + AHEAD < n && p->reached.at[i + AHEAD].id == NO_STATE)
      table_fetch(&s->table, p->reached.at[i + AHEAD].hash);
    add_reached(s, p, &p->reached.at[i]);
    bool last = i + 1 == n || p->reached.at[i + 1].parent != p->reached.at[i].parent;
    if (last && !s->no_edges && s->edges.n) s->edges.at[s->edges.n - 1] |= LAST;
  }
}

static uint64_t index_bytes(const Search *s)
{
  return s->table.bytes + s->nodes.n * NODES * sizeof(StateNode);
}

/* What counts against the limit: everything that grows with the states. */
static uint64_t bytes_now(const Search *s)
{
  return index_bytes(s) + s->queue.bytes + s->edges.cap * sizeof *s->edges.at +
         (s->ways.cap + s->next_ways.cap) * sizeof *s->ways.at;
}

/* ---- batches ---------------------------------------------------------------------- */

/* How many hangs on how many answers the last ones had, so that the results of a batch
 * fit into memory. */
void fill_parts(Search *s, uint64_t *left)
{
  double aim = s->branching > 0 ? AIM / s->branching : PART;
  int most = aim > PART * MOST_PARTS ? PART * MOST_PARTS : aim < PART ? PART : (int)aim;
  s->nparts = 0;
  while (most > 0 && *left && s->nparts < MOST_PARTS) {
    Part *p = &s->parts[s->nparts++];
    p->reached.n = p->bytes.n = 0;
    for (p->count = 0; p->count < PART && *left && most > 0; --*left, most--)
      p->states[p->count++] = queue_next(&s->queue);
  }
}

static void note_bytes(Search *s)
{
  uint64_t now = bytes_now(s);
  if (now > s->r->bytes) s->r->bytes = now;
}

/* What the threads counted belongs to the result when their batch does. */
static void collect(Search *s)
{
  const Program *p = s->plan->program;
  ExploreResult *r = s->r;
  for (int i = 0; i < s->jobs; i++) {
    Worker *w = &s->workers[i];
    for (int k = 0; k < p->n_code; k++) r->ran[k] += w->ran[k];
    for (int k = 0; k < p->n_alts; k++) r->taken[k] += w->taken[k];
    r->steps += w->steps;
    s->looked |= w->looks;
    memset(w->ran, 0, (size_t)p->n_code * sizeof *w->ran);
    memset(w->taken, 0, (size_t)p->n_alts * sizeof *w->taken);
    w->steps = 0;
  }
}

static void add_batch(Search *s)
{
  size_t reached = 0, states = 0;
  for (int i = 0; i < s->nparts; i++) {
    add_part(s, &s->parts[i]);
    reached += s->parts[i].reached.n;
    states += (size_t)s->parts[i].count;
  }
  collect(s);
  s->branching = states ? (double)reached / (double)states : 0;
  s->r->expanded += states;
  queue_release(&s->queue);
  note_bytes(s);
}

static bool gave_up(const Search *s)
{
  for (int i = 0; s->plan->give_up && i < s->jobs; i++)
    if (s->workers[i].endless || vm_probe_overruns(s->workers[i].vm)) return true;
  return false;
}

/* True if the search may go on. */
static bool within_limits(Search *s)
{
  const ExplorePlan *plan = s->plan;
  if (s->told) return false;
  if (gave_up(s)) {
    s->r->end = END_STOPPED;
    return false;
  }
  if (!s->queue.waiting) return true; /* a limit that stops nothing is none */
  if (s->r->states >= plan->states || s->count >= MOST_STATES) s->r->end = END_STATES;
  else if (bytes_now(s) > plan->memory) s->r->end = END_MEMORY;
  else if (out_of_time(s)) s->r->end = END_TIME;
  return s->r->end == END_COMPLETE;
}

/* Some states of this level: true if the search goes on. */
static bool run_batch(Search *s)
{
  const ExplorePlan *plan = s->plan;
  Queue before = s->queue;
  uint64_t left = s->left;
  fill_parts(s, &s->left);
  atomic_store(&s->taken, 0);
  crew_run(&s->crew);
  if (stopped(s)) { /* as if the batch had not begun */
    s->queue = before;
    s->left = left;
    s->r->end = END_STOPPED;
    return false;
  }
  add_batch(s);
  if (plan->progress)
    plan->progress(plan->user, s->r->states, s->queue.waiting, (long)s->r->levels.n - 1,
                   0);
  if (!within_limits(s)) return false;
  if (plan->save && clock_seconds() >= s->save_at) search_save(s);
  return true;
}

/* All states with one answer more, or the rest of them. */
static bool run_level(Search *s)
{
  if (!s->open) {
    if ((long)s->r->levels.n > s->plan->depth) {
      s->r->end = END_DEPTH;
      return false;
    }
    if (s->plan->perft) table_clear(&s->table);
    vec_push(&s->r->levels, ((ExploreLevel){0}));
    s->left = s->queue.waiting;
    s->open = true;
  }
  while (s->left)
    if (!run_batch(s)) return false;
  s->open = false;
  if (!level(s)->states && !level(s)->sequences) s->r->levels.n--;
  s->level = s->next;
  s->next = s->count;
  void *old = s->ways.at;
  size_t cap = s->ways.cap;
  s->ways.at = s->next_ways.at, s->ways.n = s->next_ways.n,
  s->ways.cap = s->next_ways.cap;
  s->next_ways.at = old, s->next_ways.n = 0, s->next_ways.cap = cap;
  return s->queue.waiting > 0;
}

/* ---- states without an end -------------------------------------------------------- */

/* One turn over all states, the last first: who has an edge to a state with an end has
 * one.  Returns how many were added. */
static uint32_t spread_ends(const Search *s, uint8_t *lives)
{
  INVARIANT(s->count > 0);
  uint32_t added = 0;
  size_t e = s->edges.n;
  for (uint32_t id = s->count; id-- > 0;) {
    if (node(s, id)->ended) continue;
    bool any = false, first = true;
    while (e > 0 && (first || !(s->edges.at[e - 1] & LAST))) {
      uint32_t to = (uint32_t)s->edges.at[--e] & ~(uint32_t)LAST;
      any |= to == NO_STATE || lives[to];
      first = false;
    }
    if (any && !lives[id]) lives[id] = 1, added++;
  }
  return added;
}

static void seek_endless(Search *s)
{
  ExploreResult *r = s->r;
  r->endless_sought =
      r->end == END_COMPLETE && !s->plan->perft && (r->even || !s->no_edges);
  if (!r->endless_sought || r->even || !s->count) return;
  uint8_t *lives = zeroed(s->count, 1);
  uint32_t first = s->count, dead = 0;
  for (uint32_t id = 0; id < s->count; id++) lives[id] = node(s, id)->ended != 0;
  while (spread_ends(s, lives)) continue;
  for (uint32_t id = s->count; id-- > 0;)
    if (!lives[id]) first = id, dead++;
  free(lives);
  if (!dead) return;
  found(s, FIND_ENDLESS, R_OK, -1, first, -1);
  r->findings.at[r->findings.n - 1].times = dead;
}

/* ---- the whole -------------------------------------------------------------------- */

/* Runs to the first question. */
static void begin(Search *s)
{
  Worker *w = &s->workers[0];
  ExploreResult *r = s->r;
  Setup setup = {s->plan->seats, s->plan->seed, s->plan->options};
  vm_start(w->vm, &setup);
  VmStatus status = vm_step(w->vm);
  int wrong = status == VM_ERROR ? NONE : vm_check_constants(w->vm);
  cover_collect(w->vm, w->ran, s->plan->counts);
  vec_push(&r->levels, ((ExploreLevel){0}));
  level(s)->sequences = 1;
  if (status == VM_ERROR) {
    int32_t ip = vm_error_ip(w->vm);
    FindKind kind = find_error(s->plan->program, vm_error(w->vm), &ip);
    find_add(r, kind, vm_error(w->vm), ip, NULL, 0, true);
    return;
  }
  if (wrong != NONE) find_add(r, FIND_ALWAYS, R_INVARIANT, wrong, NULL, 0, true);
  size_t n = vm_save(w->vm, w->state);
  Bytes b = {0};
  Reached x = {.got = status == VM_DONE ? GOT_END : GOT_STATE};
  memcpy(s->base, w->state, n);
  pack_state(&b, s->base, w->state, n / sizeof *w->state);
  x.size = (uint32_t)b.n;
  table_add(&s->table, position(w), 0);
  new_state(s, b.at, &x);
  level(s)->games = r->ended;
  vec_push(&s->ways, 1);
  s->next = s->count;
  vec_free(&b);
}

static void hire_one(const Search *s, Worker *w)
{
  const Program *p = s->plan->program;
  bool alike = !s->plan->give_up;
  w->vm = vm_new(p);
  if (s->plan->give_up) vm_briefly(w->vm);
  if (alike && p->n_always > MANY_CLAIMS) vm_check_claims(w->vm, s->plan->claims);
  w->seats = alike ? exchange_new(w->vm, s->holds, s->plan->seats, s->apart) : NULL;
  if (w->seats) w->other = zeroed(vm_state_size(w->vm), 1);
  vm_cover(w->vm);
  vm_check_only(w->vm, s->plan->wanted);
  vm_leave_unread(w->vm, s->unread);
  w->state = zeroed(vm_state_size(w->vm), 1);
  for (int i = 0; i < LATE; i++) w->late[i].state = zeroed(vm_state_size(w->vm), 1);
  w->ran = zeroed((size_t)p->n_code + 1, sizeof *w->ran);
  w->taken = zeroed((size_t)p->n_alts + 1, sizeof *w->taken);
  if (!s->unread) return;
  w->whole = zeroed(vm_state_size(w->vm), 1);
  w->may = zeroed((size_t)p->n_things + 1, sizeof *w->may);
}

static void let_go(Worker *w)
{
  exchange_free(w->seats);
  vm_free(w->vm);
  free(w->state);
  for (int i = 0; i < LATE; i++) free(w->late[i].state);
  free(w->other);
  free(w->ran);
  free(w->taken);
  free(w->whole);
  free(w->may);
}

static void hire(Search *s, int jobs)
{
  INVARIANT(jobs > 0 && !s->workers);
  const Program *p = s->plan->program;
  s->workers = zeroed((size_t)jobs, sizeof *s->workers);
  s->parts = zeroed(MOST_PARTS, sizeof *s->parts);
  if (!s->plan->give_up) s->holds = holds_new(p);
  for (int i = 0; i < jobs; i++) hire_one(s, &s->workers[i]);
  if (s->unread) hire_one(s, &s->teller);
  s->base = zeroed(vm_state_size(s->workers[0].vm), 1);
  if (s->workers[0].seats) s->r->seatings = exchange_ways(s->workers[0].seats);
}

static void dismiss(Search *s)
{
  const Program *p = s->plan->program;
  for (int i = 0; i < s->jobs; i++) let_go(&s->workers[i]);
  if (s->unread) let_go(&s->teller);
  for (int k = 0; !s->plan->counts && k < p->n_code; k++) s->r->ran[k] = s->r->ran[k] > 0;
  for (int i = 0; i < MOST_PARTS; i++) {
    vec_free(&s->parts[i].reached);
    vec_free(&s->parts[i].bytes);
  }
  for (size_t i = 0; i < s->nodes.n; i++) free(s->nodes.at[i]);
  vec_free(&s->nodes);
  vec_free(&s->edges);
  vec_free(&s->ways);
  vec_free(&s->next_ways);
  table_clear(&s->table);
  queue_free(&s->queue);
  holds_free(s->holds);
  free(s->base);
  free(s->parts);
  free(s->workers);
}

static void run(Search *s)
{
  bool on = !s->plan->resume || within_limits(s);
  while (on && s->queue.waiting) on = run_level(s);
  if (s->plan->save && !s->told) search_save(s);
}

/* What follows from the states when there are no more. */
static void sum_up(Search *s)
{
  ExploreResult *r = s->r;
  seek_endless(s);
  r->index_bytes = s->table.bytes + s->count * sizeof(StateNode);
  r->counted = r->even && !s->too_many;
  for (size_t i = 0; i < r->levels.n; i++) r->games += r->levels.at[i].games;
}

/* Where sequences are counted or kept, they are those of games. */
static bool leaves_unread(const Search *s)
{
  const Program *p = s->plan->program;
  bool draws = false;
  for (int32_t i = 0; i < p->n_code; i++)
    draws |=
        p->code[i].op == OP_DRAW || p->code[i].op == OP_LAY || p->code[i].op == OP_TUCK;
  return draws && !s->apart && !s->plan->give_up && !s->plan->perft && !s->plan->save &&
         !s->plan->resume;
}

/* One search; *told: copies or orders that should be alike are not. */
static int search(const ExplorePlan *plan, ExploreResult *r, bool *told)
{
  Search s = {.plan = plan, .r = r, .turn = expand};
  s.apart = plan->resume ? saved_setup(plan->resume).apart : plan->apart;
  s.unread = leaves_unread(&s);
  int code = 0;
  s.jobs = plan->jobs < 1 ? 1 : plan->jobs;
  s.from = clock_seconds(), s.cpu = clock_read(CLOCK_PROCESS_CPUTIME_ID);
  r->even = true;
  hire(&s, s.jobs);
  if (!crew_start(&s.crew, s.jobs, work, &s)) code = -1;
  else if (!plan->resume) begin(&s), collect(&s);
  else if (!search_load(&s)) code = -2;
  s.turn = expand;
  if (!code && stopped(&s)) r->end = END_STOPPED; /* what was loaded is saved */
  else if (!code) run(&s);
  if (!code && !s.told) sum_up(&s);
  crew_end(&s.crew);
  dismiss(&s);
  r->seconds = clock_seconds() - s.from;
  r->cpu = clock_read(CLOCK_PROCESS_CPUTIME_ID) - s.cpu;
  *told = s.told;
  return code;
}

int explore_all(const ExplorePlan *plan, ExploreResult *r)
{
  INVARIANT(plan->program && plan->jobs >= 1 && plan->seats <= MAX_PLAYERS);
  bool told = false;
  int code = search(plan, r, &told);
  if (code || !told) return code;
  /* Rules tell copies apart, or look at an order in a way that was not seen. */
  ExplorePlan again = *plan;
  again.resume = NULL;
  again.apart = true;
  explore_free(r);
  explore_init(&again, r);
  return search(&again, r, &told);
}
