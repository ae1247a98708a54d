/* The states that wait in a search that was loaded.  The file has the answers that lead
 * to them: these are given once more, breadth first, by all threads, and every state on
 * the way must have the hash that it had. */
#include "interp/explore/explore_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>

typedef struct Again {
  Search *s;
  StateTable table; /* of the search; its own is empty meanwhile, so all is packed */
  uint32_t front;   /* states from here on wait, those before led to them */
  uint64_t left;    /* of the queue: how many led somewhere */
  bool fits;
} Again;

/* Those that wait, and whatever leads to them. */
static uint64_t want(Search *s, uint32_t front)
{
  INVARIANT(!s->wanted && front <= s->count);
  uint64_t waiting = 0;
  s->wanted = zeroed(s->count, 1);
  for (uint32_t id = s->count; id-- > 0;) {
    if (id >= front && !node(s, id)->ended) s->wanted[id] = 1, waiting++;
    INVARIANT(!id || node(s, id)->parent < id); /* or the loop is past it */
    if (s->wanted[id]) s->wanted[node(s, id)->parent] = 1;
  }
  return waiting;
}

/* The first state with this parent or a later one: states are in the order of parents. */
static uint32_t first_child(const Search *s, uint32_t parent)
{
  INVARIANT(parent < s->count);
  uint32_t low = parent + 1, high = s->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (node(s, middle)->parent < parent) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Gives the answers that lead to states that are wanted. */
static void give_again(Search *s, Worker *w, Part *p, uint32_t id)
{
  INVARIANT(w >= s->workers && w < s->workers + s->jobs);
  Vm *vm = w->vm;
  VmStatus status = vm_step(vm);
  if (status != VM_DECIDE && status != VM_CHANCE) return; /* then some will be missed */
  int n = vm_options(vm);
  vm_mark(vm);
  for (uint32_t k = first_child(s, id); k < s->count && node(s, k)->parent == id; k++) {
    Reached x = {.parent = id, .answer = node(s, k)->answer, .ip = -1};
    if (!s->wanted[k] || x.answer >= n) continue;
    vm_answer_marked(vm, x.answer);
    reach(s, w, p, x, vm_step(vm));
    p->reached.at[p->reached.n - 1].id = k;
  }
}

static void take(Again *a, const Part *p)
{
  for (size_t i = 0; i < p->reached.n && a->fits; i++) {
    const Reached *x = &p->reached.at[i];
    a->fits = x->got == GOT_STATE && table_find(&a->table, x->hash) == x->id;
    if (!a->fits) return;
    INVARIANT((size_t)x->packed + x->size <= p->bytes.n && x->id < a->s->count);
    queue_push(&a->s->queue, x->id, p->bytes.at + x->packed, x->size);
    a->left += x->id < a->front;
  }
}

/* Runs to the first question. */
static void start(Again *a)
{
  Search *s = a->s;
  Worker *w = &s->workers[0];
  Part *p = &s->parts[0];
  vm_start(w->vm, &(Setup){s->plan->seats, s->plan->seed, s->plan->options});
  VmStatus status = vm_step(w->vm);
  if (status != VM_ERROR) vm_check_constants(w->vm); /* as when the search began */
  vm_save(w->vm, s->base);
  reach(s, w, p, (Reached){.ip = -1}, status);
  p->reached.at[0].id = 0;
  take(a, p);
}

static void run(Again *a)
{
  Search *s = a->s;
  const ExplorePlan *plan = s->plan;
  while (a->left && a->fits && !(plan->stop && *plan->stop)) {
    fill_parts(s, &a->left);
    atomic_store(&s->taken, 0);
    crew_run(&s->crew);
    for (int i = 0; i < s->nparts; i++) take(a, &s->parts[i]);
    queue_release(&s->queue);
    if (plan->progress)
      plan->progress(plan->user, s->r->states, s->queue.waiting, (long)s->r->levels.n - 1,
                     0);
  }
}

bool search_again(Search *s, uint32_t front, size_t at)
{
  INVARIANT(front <= s->count);
  Again a = {.s = s, .table = s->table, .front = front, .fits = true};
  uint64_t waiting = want(s, front);
  s->table = (StateTable){0};
  s->turn = give_again;
  if (waiting) {
    start(&a);
    run(&a);
  }
  free(s->wanted);
  s->wanted = NULL;
  s->table = a.table;
  /* What ran just now has been counted before. */
  for (int i = 0; i < s->jobs; i++) vm_cover(s->workers[i].vm);
  bool stopped = s->plan->stop && *s->plan->stop;
  if (!stopped && s->queue.waiting != waiting) a.fits = false;
  if (a.fits) queue_settle(&s->queue, at);
  return a.fits;
}
