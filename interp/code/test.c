/* Tests and their scripts. */
#include "interp/code/gen.h"

#include <string.h>

static void gen_answer(Gen *g, Node *who, Node *e, unsigned flags)
{
  Node *x = e->tag == N_NOT ? e->a : e;
  if (x != e) flags |= ANSWER_NOT;
  if (x->tag == N_MOVE) {
    for (Node *part = x->a; part; part = part->next)
      gen_answer(g, who, part, flags | (part->next ? ANSWER_MORE : 0));
    return;
  }
  PAnswer p = {.flags = (int32_t)flags,
               .seat = -1,
               .chunk = -1,
               .type = -1,
               .text = -1,
               .loc = emit_loc(g, e)};
  if (who->name && !strcmp(who->name, "chance")) p.flags |= ANSWER_CHANCE;
  else if (who->sym) p.seat = who->sym->reg;
  if (x->tag == N_STR) {
    p.flags |= ANSWER_LABEL;
    p.text = emit_string(g, x->name);
  } else {
    At before = at_enter(g, e);
    p.chunk = chunk_new(g, "answer", e);
    chunk_begin(g, p.chunk, 0);
    Type *t = x->type->tag == T_PILE ? x->type->kind->set
              : x->tag == N_NONE     ? type_plain(g->m, T_FLAG)
                                     : x->type;
    int w = words_of(t), r = alloc(g, w);
    if (w > g->most) g->most = w;
    g->chunks.at[p.chunk].result = w;
    p.type = emit_type(g, t);
    if (x->tag == N_NONE) emit(g, OP_LDI, r, 0, 0, NONE);
    else gen_as(g, x, t, r);
    emit(g, w == 1 ? OP_MOV : OP_MOVW, 0, r, 0, w);
    chunk_end(g);
    at_leave(g, before);
  }
  vec_push(&g->answers, p);
}

static void gen_scripts(Gen *g, Node *n)
{
  for (; n; n = n->next) {
    if (n->tag == N_RUN) {
      PScript s = {(int)g->answers.n, 0};
      for (Node *a = n->b; a; a = a->next)
        for (Node *e = a->a; e; e = e->next) gen_answer(g, a, e, 0);
      s.count = (int)g->answers.n - s.first;
      g->scripts.at[n->op] = s;
      continue;
    }
    if (n->tag == N_PHRASE || n->tag == N_LET || n->tag == N_SET) continue;
    gen_scripts(g, n->a);
    gen_scripts(g, n->b);
    gen_scripts(g, n->c);
  }
}

static int seat_names(Gen *g, const Test *t)
{
  int at = -1;
  for (size_t i = 0; i < t->seats.n; i++) { /* fresh copies, one after the other */
    const char *name = t->seats.at[i]->name;
    if (at < 0) at = (int)g->strings.n;
    for (const char *c = name;; c++) {
      vec_push(&g->strings, *c);
      if (!*c) break;
    }
  }
  return at;
}

/* A test that begins with `run setup { … }` sets the table up by its own script. */
static bool runs_setup(const Gen *g, const Node *n)
{
  return n && n->tag == N_RUN && n->a->op == BP_VERB && n->a->sym && g->m->setup &&
         n->a->sym->slot == g->m->setup;
}

void gen_tests(Gen *g, int init)
{
  for (size_t i = 0; i < g->m->tests.n; i++) {
    Test *t = g->m->tests.at[i];
    if (t->others) continue;
    Node *n = t->node;
    At before = at_enter(g, n);
    PTest p = {.title = emit_string(g, n->label),
               .loc = emit_loc(g, n),
               .seats = (int)t->seats.n,
               .first_script = (int)g->scripts.n};
    p.chunk = chunk_new(g, "test", n);
    chunk_begin(g, p.chunk, 0);
    for (size_t v = 0; v < g->m->variants.n; v++) {
      if (!g->m->variants.at[v]->tests) continue;
      int top = g->top, r = alloc(g, 1);
      emit(g, OP_LDI, r, 0, 0, 1);
      emit(g, OP_PUT, r, g->me, 0, g->m->variants.at[v]->flag->index);
      g->top = top;
    }
    for (Node *w = n->b; w; w = w->next) {
      Node *o = w->tag == N_IS ? w->a : w;
      int top = g->top, r = alloc(g, 1);
      if (w->tag == N_IS) gen_as(g, w->b, o->type, r);
      else emit(g, OP_LDI, r, 0, 0, 1);
      emit(g, OP_PUT, r, g->me, 0, o->sym->field->index);
      g->top = top;
    }
    g->sets_up = runs_setup(g, n->c->a);
    gen_begin(g, init, !g->sets_up);
    for (size_t s = 0; s < t->seats.n; s++) {
      t->seats.at[s]->reg = alloc(g, 1);
      emit(g, OP_LDI, t->seats.at[s]->reg, 0, 0, (int)s);
    }
    gen_block(g, n->c);
    emit(g, OP_HALT, 0, 0, 0, 0);
    chunk_end(g);
    /* answers are evaluated outside the test's frame: seats are constants there */
    for (size_t s = 0; s < t->seats.n; s++) {
      Thing *seat = g->m->player->things.at[s];
      Sym *y = t->seats.at[s];
      y->tag = SY_THING;
      y->thing = seat;
      y->reg = (int)s;
    }
    gen_scripts(g, n->c);
    p.scripts = (int)g->scripts.n - p.first_script;
    p.names = seat_names(g, t);
    vec_push(&g->tests, p);
    at_leave(g, before);
  }
}
