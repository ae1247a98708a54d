/* Decisions and chance inside expressions: what is asked, offered and rolled. */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"

bool decision_in(Walk *w, Node *n, Id *who)
{
  if (!n) return false;
  if (n->tag == N_PICK && !(n->num & PICK_RANDOM)) {
    *who = w->me;
    if (n->c) {
      Val by = eval(w, n->c);
      *who = resolve(w, by.id);
    }
    return true;
  }
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (decision_in(w, p.at, who)) return true;
  return false;
}

/* Who reads a question that is put to this value. */
static Audience answering(const Val *by, const Node *n)
{
  if (n->type && n->type->tag == T_THING) return to_one(by->id);
  return id_tag(by->member) != ID_ANY ? to_one(by->member) : to_all();
}

/* What is rolled is seen by who sees the place where it is put. */
static void rolled(Walk *w, Label l, Loc at)
{
  Audiences all = {.n = 1};
  all.at[0] = to_all();
  const Audiences *to = w->roll ? w->roll : &all;
  const Tell *t = tell_new(w->f, TELL_ROLL, at, NULL);
  for (int i = 0; i < to->n; i++) event(w, to->at[i], l, (Label){0}, t);
}

/* Of one there is no chance, and of none nothing can be taken. */
static void chances(Walk *w, Node *n)
{
  if (w->quiet) return;
  int64_t least = n->a ? 0 : certain_count(w->f->m, n->b);
  bool empty = n->a || !surely_some(w, n->b, NULL);
  Levels some = {0};
  if (least < 2) some = number_levels(w, n->b);
  if (n->a) some = levels_join(w, some, full_levels(w, n->a));
  if (empty && !(n->num & (PICK_MAY | PICK_EMPTY_OK))) stuck(w, some, true, n->loc);
  may_be_over(w, some);
}

Val eval_pick(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Val by = {.id = w->me, .sel = me_label(w)}, set = eval(w, n->b), r = set;
  Label many = n->a ? label_of(w, n->a) : (Label){0};
  r.id = r.member = id_of(ID_ANY, 0);
  r.joined = r.joined && n->a; /* one of them is any of them */
  if (n->num & PICK_RANDOM) {
    r.sel = join(w, r.sel, many);
    rolled(w, join(w, number(w, &set), many), n->loc);
    chances(w, n);
    if (set.kind && set.kind->in_piles && !w->quiet) known_stir(w, set.kind->index);
    return r;
  }
  if (n->c) by = eval(w, n->c);
  Audience to = n->c ? answering(&by, n->c) : to_one(w->me);
  asked(w, &by, n->loc);
  const Tell *t = tell_new(w->f, TELL_OFFER, n->b->loc, NULL);
  need(w, to, join(w, number(w, &set), many), t);
  shown(w, n->text, to, TELL_PROMPT, n->loc);
  if (set.kind && set.kind->in_piles && set.home.n && !w->quiet)
    known_stir(w, set.kind->index);
  r.sel = r.many = (Label){0}; /* an answer: who knows may tell */
  return r;
}
