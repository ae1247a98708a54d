/* Findings: each thing that differs is told once, with the lines that did it. */
#include "interp/lockstep/lockstep_int.h"
#include "interp/base/invariant.h"

#include "interp/board/describe.h"
#include "interp/text/log.h"
#include "interp/text/place.h"

enum { TABLE_WIDTH = 80 };

View compare_view(const Run *r, int side)
{
  INVARIANT(side >= 0 && side < COMPARE_SIDES && r->c->side[side].vm);
  return view_new(r->c->side[side].vm, VIEW_ALL, r->game->names, NULL);
}

static void keep_tables(Run *r)
{
  for (int s = 0; s < COMPARE_SIDES; s++) {
    Buf b = {0};
    View v = compare_view(r, s);
    describe_table(&v, &b, TABLE_WIDTH);
    r->out->table[s] = arena_strdup(r->arena, buf_text(&b));
    buf_free(&b);
  }
}

Finding *compare_find(Run *r, CompareClass class, uint64_t about, int step)
{
  for (size_t i = 0; i < r->found.n; i++) {
    Entry *e = &r->found.at[i];
    if (e->finding.class != class || e->about != about) continue;
    if (e->last != step) e->finding.more++;
    e->last = step;
    return NULL;
  }
  if (!r->found.n) keep_tables(r);
  Entry e = {.finding = {.class = class, .step = step, .text = "", .rule = ""},
             .about = about,
             .last = step};
  vec_push(&r->found, e);
  return &r->found.at[r->found.n - 1].finding;
}

/* The citation of a place.  Declarations carry theirs at the end of their line. */
static int32_t citation(const Program *p, const PLoc *at)
{
  if (at->cite >= 0) return at->cite;
  for (int i = 0; i < p->n_cites; i++) {
    const PLoc *l = place_of_row(p, p->cites[i].loc);
    if (p->cites[i].use == CITES_RULE && l && l->file == at->file && l->line == at->line)
      return p->cites[i].id;
  }
  return -1;
}

/* A citation of the places, the new rules' first; else the first of the places. */
static void find_rule(Run *r, Finding *f)
{
  static const int order[] = {COMPARE_NEW, COMPARE_OLD};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < f->nplaces[order[k]]; i++) {
      const Program *p = r->c->side[order[k]].p;
      int32_t cite = citation(p, f->places[order[k]][i]);
      if (cite < 0) continue;
      f->rule = arena_strdup(r->arena, program_string(p, cite));
      return;
    }
  for (int k = 0; k < 2; k++)
    if (f->nplaces[order[k]]) {
      Buf b = {0};
      place_name(r->c->side[order[k]].p, &b, f->places[order[k]][0]);
      f->rule = arena_strdup(r->arena, buf_text(&b));
      buf_free(&b);
      return;
    }
}

void compare_say(Run *r, Finding *f, Buf *b)
{
  /* One more finding since this one was begun would have moved it. */
  INVARIANT((char *)f >= (char *)r->found.at &&
            (char *)f < (char *)(r->found.at + r->found.n));
  buf_capital(b, 0);
  f->text = arena_strdup(r->arena, buf_text(b));
  buf_free(b);
  find_rule(r, f);
}

void compare_place(Run *r, Finding *f, int side, const PLoc *at)
{
  INVARIANT(r->c->side[side].p && f->nplaces[side] <= COMPARE_PLACES);
  if (!at || f->nplaces[side] == COMPARE_PLACES) return;
  for (int i = 0; i < f->nplaces[side]; i++) {
    const PLoc *had = f->places[side][i];
    if (had->file == at->file && had->line == at->line && had->col == at->col) return;
  }
  f->places[side][f->nplaces[side]++] = at;
}

void compare_place_ip(Run *r, Finding *f, int side, int32_t ip)
{
  compare_place(r, f, side, place_of_ip(r->c->side[side].p, ip));
}

void compare_result(Run *r, int side)
{
  Vm *vm = r->c->side[side].vm;
  VmStatus status = r->c->side[side].status;
  CompareResult *x = &r->out->result[side];
  Buf b = {0};
  *x = (CompareResult){status == VM_DONE, status == VM_ERROR ? vm_error(vm) : R_OK,
                       status == VM_DONE ? vm_winners(vm) : 0, ""};
  if (status == VM_DONE) {
    View v = compare_view(r, side);
    log_result(&v, &b, vm_winners(vm), vm_reason(vm));
  } else if (status == VM_ERROR) {
    buf_printf(&b, "%s: %s", vm_error_name(x->error), vm_error_title(x->error));
  } else {
    buf_add(&b, "not over");
  }
  x->text = arena_strdup(r->arena, buf_text(&b));
  buf_free(&b);
}
