/* Why a condition does not hold in a state: it is computed once more, element by element,
 * with the terms of that state, which are all constants. */
#include "interp/prove/prove.h"
#include "interp/prove/encode.h"
#include "interp/sema/builtin.h"
#include "interp/text/render.h"

#include <string.h>

typedef struct Explain {
  Encoder x;
  View view;
  Buf *out;
  int told;
} Explain;

enum { MOST_TOLD = 4 };

static void take_field(Encoder *x, const Vm *vm, const Field *f)
{
  if (f->pile) return;
  int per = f->per ? (int)type_count(f->per) : 1, w = x->field_width[f->index];
  int64_t first = !f->per                  ? NONE
                  : f->per->tag == T_THING ? f->per->kind->first
                  : f->per->tag == T_NUM   ? f->per->lo
                                           : 0;
  int64_t words[MAX_THINGS / 64 + MAX_LIST + 2];
  for (int i = 0; i < (f->kind ? f->kind->count : 1); i++)
    for (int k = 0; k < per; k++) {
      int32_t thing = f->kind ? f->kind->first + i : NONE;
      int32_t which = f->per ? (int32_t)(first + k) : NONE;
      Term *at = &x->s.at[x->field_cell[f->index] + (i * per + k) * w];
      if (f->type->tag == T_LIST) continue;
      if (f->type->tag == T_SET) {
        vm_get_wide(vm, f->index, thing, which, words);
        for (int e = 0; e < w; e++) at[e] = (uint64_t)words[e / 64] >> (e % 64) & 1;
        continue;
      }
      int64_t v = vm_get(vm, f->index, thing, which);
      *at = f->type->tag == T_FLAG && !f->type->opt ? (v ? T_YES : T_NO) : num_of(x, v);
    }
}

static void take_piles(Encoder *x, const Vm *vm)
{
  for (size_t i = 0; i < x->m->kinds.n; i++) {
    const Kind *k = x->m->kinds.at[i];
    for (int t = k->first; k->in_piles && t < k->first + k->count; t++) {
      int32_t thing, per, pile = vm_pile_of(vm, t);
      int n = -1;
      if (pile >= 0) {
        const Field *f = x->m->fields.at[vm_pile_field(vm, pile, &thing, &per)];
        int count = f->per ? (int)type_count(f->per) : 1;
        int64_t first = !f->per                  ? per
                        : f->per->tag == T_THING ? f->per->kind->first
                        : f->per->tag == T_NUM   ? f->per->lo
                                                 : 0;
        n = x->field_pile[f->index] + (f->kind ? thing - f->kind->first : 0) * count +
            (f->per ? (int)(per - first) : 0);
      }
      x->s.at[x->loc0 + t] = num_of(x, n);
    }
  }
}

/* What an expression is in this state, in words; false if it is not one thing. */
static bool value_words(Explain *e, Node *n, Buf *b)
{
  Encoder *x = &e->x;
  int64_t v;
  if (n->tag == N_NUM || n->tag == N_NONE || n->type->tag == T_SET ||
      n->type->tag == T_PILE || n->type->tag == T_LIST || n->type->tag == T_TEXT)
    return false;
  if (!t_constant(&x->terms, eval_val(x, n).t, &v)) return false;
  const Type *t = n->type;
  if (v == NONE) buf_add(b, "none");
  else if (t->tag == T_THING) render_thing(&e->view, b, (int32_t)v);
  else if (t->tag == T_FLAG) buf_add(b, v ? "yes" : "no");
  else if (t->tag == T_WORD) {
    const Node *w = t->words->list;
    for (int64_t i = 0; w && i < v; i++) w = w->next;
    buf_add(b, w ? w->name : "?");
  } else buf_printf(b, "%lld", (long long)v);
  return true;
}

static void source_of(const Explain *e, const Node *n, Buf *b)
{
  const Source *s = &e->x.m->unit->sources.files.at[n->loc.file];
  if (n->loc.line < 1 || (size_t)n->loc.line > s->lines.n) return;
  const char *line = s->text + s->lines.at[n->loc.line - 1];
  for (int c = n->loc.col; c < n->loc.end && line[c - 1] && line[c - 1] != '\n'; c++)
    buf_char(b, line[c - 1]);
}

static void tell_sides(Explain *e, Node *n)
{
  Node *sides[] = {n->a, n->b};
  for (int i = 0; i < 2; i++) {
    Buf b = {0};
    Buf one = {0};
    if (sides[i] && sides[i]->type && value_words(e, sides[i], &b)) {
      source_of(e, sides[i], &one);
      buf_printf(&one, " is %s", buf_text(&b));
      if (!strstr(buf_text(e->out), buf_text(&one))) {
        buf_printf(e->out, "%s%s", e->out->n ? ", " : "", buf_text(&one));
        e->told++;
      }
    }
    buf_free(&one);
    buf_free(&b);
  }
}

static void explain(Explain *e, Node *n, bool want);

/* The first element for which it is not as it should be. */
static void explain_binder(Explain *e, Node *n, bool want)
{
  Encoder *x = &e->x;
  Type *elem = element_type(x->m, n->a->type);
  Val from = eval_set(x, n->a, type_set(x->m, elem));
  for (int i = 0; i < from.n; i++) {
    if (from.has[i] != T_YES) continue;
    size_t names = x->names.n;
    name_as(x, n->sym, val_of(num_of(x, from.base + i)));
    bool counts = !n->c || eval_truth(x, n->c) == T_YES;
    if (counts && eval_truth(x, n->b) == (want ? T_NO : T_YES)) {
      buf_printf(e->out, "%s%s = ", e->out->n ? ", " : "", n->sym->name);
      if (elem->tag == T_THING) render_thing(&e->view, e->out, (int32_t)from.base + i);
      else buf_printf(e->out, "%lld", (long long)from.base + i);
      e->told++;
      explain(e, n->b, want);
      x->names.n = names;
      return;
    }
    x->names.n = names;
  }
}

/* `want`: it should be true, and is not; else the other way round. */
static void explain(Explain *e, Node *n, bool want)
{
  Encoder *x = &e->x;
  if (e->told >= MOST_TOLD * 2) return;
  switch (n->tag) {
  case N_NOT: explain(e, n->a, !want); return;
  case N_AND:
  case N_OR:
    if (eval_truth(x, n->a) == (want ? T_NO : T_YES)) explain(e, n->a, want);
    if (eval_truth(x, n->b) == (want ? T_NO : T_YES) && (n->tag == N_OR) == want)
      explain(e, n->b, want);
    else if (eval_truth(x, n->a) != (want ? T_NO : T_YES)) explain(e, n->b, want);
    return;
  case N_CALL:
    if (n->num == 1 && (n->op == (want ? BI_ALL : BI_ANY))) {
      explain_binder(e, n, want);
      return;
    }
    break;
  default: break;
  }
  if (n->tag >= N_IS && n->tag <= N_NOTIN) tell_sides(e, n);
}

void explain_false(Model *m, const Program *p, Vm *vm, int seats, const Always *a,
                   Buf *out)
{
  Explain e = {.out = out, .view = view_new(vm, VIEW_ALL, NULL, NULL)};
  Encoder *x = &e.x;
  encoder_init(x, m, p, 1);
  if (!x->gave_up && !a->node->c) {
    x->s = (Cells){.n = x->cells, .path = T_YES};
    x->s.at = arena_alloc(x->arena, ((size_t)x->cells + 1) * sizeof(Term));
    x->s.stale = arena_alloc(x->arena, 1);
    x->s.by = arena_alloc(x->arena, sizeof *x->s.by);
    for (size_t i = 0; i < m->fields.n; i++) take_field(x, vm, m->fields.at[i]);
    take_piles(x, vm);
    x->players = num_of(x, seats);
    const Place *pl = &a->place;
    int first = pl->thing ? pl->thing->id : pl->kind ? pl->kind->first : 0;
    int count = pl->thing ? pl->thing->copies : pl->kind ? pl->kind->count : 1;
    for (int i = 0; i < count; i++) {
      if (pl->kind) {
        if (present(x, pl->kind, first + i) != T_YES) continue;
        x->self = num_of(x, first + i);
        if (pl->hold && eval_truth(x, pl->hold) != T_YES) continue;
      }
      if (eval_truth(x, a->node->a) != T_NO) continue;
      if (pl->kind) {
        buf_add(out, "this = ");
        render_thing(&e.view, out, first + i);
        e.told++;
      }
      explain(&e, a->node->a, true);
      break;
    }
  }
  encoder_free(x);
}
