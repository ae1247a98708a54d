/* Results of an exploration: findings and what ran. */
#include "interp/explore/explore_int.h"
#include "interp/base/invariant.h"
#include "interp/text/label.h"
#include "interp/base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void explore_init(const ExplorePlan *plan, ExploreResult *r)
{
  INVARIANT(plan->program && plan->seats > 0);
  const Program *p = plan->program;
  memset(r, 0, sizeof *r);
  r->ran = zeroed((size_t)p->n_code + 1, sizeof *r->ran);
  r->walked = zeroed((size_t)p->n_code + 1, sizeof *r->walked);
  r->taken = zeroed((size_t)p->n_alts + 1, sizeof *r->taken);
}

void explore_free(ExploreResult *r)
{
  for (size_t i = 0; i < r->findings.n; i++) free(r->findings.at[i].answers);
  vec_free(&r->findings);
  vec_free(&r->levels);
  free(r->ran);
  free(r->walked);
  free(r->taken);
  r->ran = r->taken = NULL;
  r->walked = NULL;
}

static void join_finding(ExploreResult *to, Finding *f)
{
  Finding *known = find_known(to, f->kind, f->error, f->ip);
  if (!known) {
    vec_push(&to->findings, *f);
    return;
  }
  known->times += f->times;
  if (f->shortest || f->count < known->count) {
    Finding swap = *known;
    *known = *f;
    known->times = swap.times;
    *f = swap;
  }
  free(f->answers);
}

void explore_join(const Program *p, ExploreResult *to, ExploreResult *search)
{
  INVARIANT(to != search && to->ran && search->ran && to->taken && search->taken);
  for (int i = 0; i < p->n_code; i++) to->ran[i] += search->ran[i];
  for (int i = 0; i < p->n_alts; i++) to->taken[i] += search->taken[i];
  for (size_t i = 0; i < search->findings.n; i++)
    join_finding(to, &search->findings.at[i]);
  search->findings.n = 0;
  /* What only walks believed does not stand against what is known. */
  for (size_t i = 0; search->end == END_COMPLETE && i < to->findings.n;)
    if (!to->findings.at[i].searched) {
      free(to->findings.at[i].answers);
      to->findings.at[i] = to->findings.at[--to->findings.n];
    } else i++;
  ExploreResult was = *to;
  *to = *search;
  to->findings.at = was.findings.at, to->findings.n = was.findings.n;
  to->findings.cap = was.findings.cap;
  to->ran = was.ran, to->taken = was.taken, to->walked = was.walked;
  to->walks = was.walks, to->walks_ended = was.walks_ended, to->walks_cut = was.walks_cut;
  to->walk_steps = was.walk_steps, to->walk_seconds = was.walk_seconds;
  vec_free(&was.levels);
  vec_free(&search->findings);
  free(search->ran);
  free(search->taken);
  free(search->walked);
  memset(search, 0, sizeof *search);
}

const char *explore_kind_name(FindKind k)
{
  static const char *const names[] = {
      [FIND_ERROR] = "error",     [FIND_ALWAYS] = "always",  [FIND_NO_WAY] = "no answer",
      [FIND_ENDLESS] = "endless", [FIND_UNENDED] = "no end", [FIND_SEATS] = "seats",
      [FIND_OVERRUN] = "overrun"};
  INVARIANT((size_t)k < sizeof names / sizeof *names);
  return names[k];
}

Finding *find_known(ExploreResult *r, FindKind kind, VmError e, int32_t ip)
{
  INVARIANT(kind >= 0 && kind < FIND_KINDS);
  for (size_t i = 0; i < r->findings.n; i++) {
    Finding *f = &r->findings.at[i];
    if (f->kind == kind && f->error == e && f->ip == ip) return f;
  }
  return NULL;
}

FindKind find_error(const Program *p, VmError e, int32_t *ip)
{
  if (e == R_NO_OPTION) return FIND_NO_WAY;
  if (e != R_INVARIANT) return FIND_ERROR;
  for (int i = 0; i < p->n_always; i++)
    if (p->chunks[p->always[i].chunk].first == *ip) {
      *ip = i;
      break;
    }
  return FIND_ALWAYS;
}

void find_add(ExploreResult *r, FindKind kind, VmError e, int32_t ip, int32_t *answers,
              int32_t count, bool shortest)
{
  INVARIANT(r && count >= 0);
  Finding f = {.kind = kind,
               .error = e,
               .ip = ip,
               .times = 1,
               .answers = answers,
               .count = count,
               .shortest = shortest};
  vec_push(&r->findings, f);
}

void cover_collect(Vm *vm, uint64_t *ran, bool again)
{
  const int32_t *list;
  int n = vm_covered(vm, &list);
  for (int i = 0; i < n; i++) ran[list[i]]++;
  if (again) vm_cover_again(vm, list, n);
}

/* ---- shorter sequences ------------------------------------------------------------ */

typedef VEC(Option) Options;

/* Which answer means the same here, if need be of another seat, whose turn it is now that
 * answers were left out; -1: none does. */
static int find_option(Vm *vm, Option o)
{
  int other = -1;
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    Option x = vm_option(vm, i);
    if (x.alt != o.alt || x.value != o.value) continue;
    if (x.seat == o.seat) return i;
    if (other < 0) other = i;
  }
  return other;
}

/* Is this what the machine has come to? */
static bool is_it(Vm *vm, const Finding *f, VmStatus status, bool overran)
{
  if (f->kind == FIND_OVERRUN) return overran && vm_asking_ip(vm) == f->ip;
  int32_t ip = vm_error_ip(vm);
  if (status != VM_ERROR || vm_error(vm) != f->error) return false;
  find_error(vm_program(vm), f->error, &ip);
  return ip == f->ip;
}

/* Plays the answers `from` but for those from `skip` on (`many` of them); one that is not
 * offered is left out.  True if that leads to the finding: then `to` and `path` have the
 * answers that were given. */
static bool leads(const ExplorePlan *plan, Vm *vm, const Finding *f, const Options *from,
                  size_t skip, size_t many, Options *to, int32_t *path)
{
  to->n = 0;
  vm_start(vm, &(Setup){plan->seats, plan->seed, plan->options});
  VmStatus status = vm_step(vm);
  if (is_it(vm, f, status, false)) return true;
  for (size_t k = 0; k < from->n && (status == VM_DECIDE || status == VM_CHANCE); k++) {
    if (k >= skip && k < skip + many) continue;
    int i = find_option(vm, from->at[k]);
    if (i < 0) continue;
    path[to->n] = i;
    vec_push(to, vm_option(vm, i));
    long overruns = vm_probe_overruns(vm);
    vm_answer(vm, i);
    status = vm_step(vm);
    if (is_it(vm, f, status, vm_probe_overruns(vm) > overruns)) return true;
  }
  return false;
}

/* A walk tries claims now and then, so what it found may have been so before. */
static void read_options(const ExplorePlan *plan, Vm *vm, Finding *f, Options *to)
{
  vm_start(vm, &(Setup){plan->seats, plan->seed, plan->options});
  for (int32_t k = 0; k < f->count; k++) {
    VmStatus status = vm_step(vm);
    if (is_it(vm, f, status, false)) f->count = k;
    if (status != VM_DECIDE && status != VM_CHANCE) return;
    if (f->answers[k] >= vm_options(vm)) return;
    vec_push(to, vm_option(vm, f->answers[k]));
    vm_answer(vm, f->answers[k]);
  }
}

/* Only what was found is looked for: other claims would take most of the time. */
static uint8_t *look_only_for(Vm *vm, const Finding *f)
{
  uint8_t *wanted = zeroed((size_t)vm_program(vm)->n_always + 1, 1);
  bool one = f->kind == FIND_ALWAYS;
  if (one) wanted[f->ip] = 1;
  vm_check_always(vm, one);
  vm_check_only(vm, one ? wanted : NULL);
  vm_check_claims(vm, 1);
  return wanted;
}

void find_shorten(const ExplorePlan *plan, Vm *vm, Finding *f)
{
  INVARIANT(f->count >= 0);
  /* What goes on until it is stopped takes as long each time. */
  bool long_each = f->kind == FIND_OVERRUN || f->error == R_FUEL;
  const int most = long_each ? 100 : 4000;
  Options now = {0}, shorter = {0};
  int32_t *path = zeroed((size_t)f->count + 1, sizeof *path);
  int tries = 0;
  uint8_t *wanted = look_only_for(vm, f);
  read_options(plan, vm, f, &now);
  for (size_t many = now.n; many > 0; many /= 2) {
    for (size_t skip = 0; skip < now.n && tries < most; tries++) {
      if (plan->stop && *plan->stop) break;
      if (plan->settle > 0 && clock_seconds() > plan->settle) break;
      if (!leads(plan, vm, f, &now, skip, many, &shorter, path) || shorter.n >= now.n) {
        skip += many;
        continue;
      }
      f->count = (int32_t)shorter.n;
      memcpy(f->answers, path, shorter.n * sizeof *path);
      Options swap = now;
      now = shorter;
      shorter = swap;
    }
  }
  vm_check_only(vm, plan->wanted);
  free(wanted);
  free(path);
  vec_free(&now);
  vec_free(&shorter);
}

void explore_answers(const Program *p, const Setup *setup, const Finding *f, AnswerFn fn,
                     void *user)
{
  INVARIANT(f->count >= 0 && (f->answers || !f->count));
  Vm *vm = vm_new(p);
  vm_briefly(vm);
  vm_start(vm, setup);
  for (int32_t i = 0; i < f->count; i++) {
    Buf b = {0};
    vm_step(vm);
    if (f->answers[i] < vm_options(vm)) {
      View v = view_new(vm, VIEW_ALL, NULL, NULL);
      int seat = vm_decision(vm) ? vm_option(vm, f->answers[i]).seat : NONE;
      if (seat >= 0) render_seat(&v, &b, seat);
      else buf_add(&b, "chance");
      buf_add(&b, ": ");
      label_option(&v, &b, f->answers[i]);
      vm_answer(vm, f->answers[i]);
    }
    fn(user, i + 1, buf_text(&b));
    buf_free(&b);
  }
  vm_free(vm);
}

int explore_setup_answers(const Program *p, const Setup *setup, const Finding *f)
{
  INVARIANT(p && p->header);
  Vm *vm = vm_new(p);
  vm_briefly(vm);
  int n, before = 0, armed = p->fields[p->header->armed].cell;
  vm_start(vm, setup);
  vm_step(vm);
  for (int32_t i = 0; i < f->count && !vm_cells(vm, &n)[armed]; i++, before++) {
    if (f->answers[i] >= vm_options(vm)) break;
    vm_answer(vm, f->answers[i]);
    vm_step(vm);
  }
  vm_free(vm);
  return before;
}
