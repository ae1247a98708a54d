/* What a function, a set behind `where` and a binder tell, from what they are given. */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

static Label label_list(Walk *w, Node *n)
{
  Label l = {0};
  for (; n; n = n->next) l = join(w, l, label_of(w, n));
  return l;
}

Val element(Walk *w, const Val *set)
{
  Val e = *set;
  /* What was asked of each of them was asked of this one. */
  e.id = id_tag(set->member) == ID_LOCAL ? set->member : fresh_name(w->f);
  e.member = id_of(ID_ANY, 0);
  e.many = (Label){0};
  return e;
}

/* One of a set, whatever the order. */
static Val any_of(Walk *w, const Val *set)
{
  Val e = element(w, set);
  e.joined = false;
  return e;
}

Val eval_where(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Val s = eval(w, n->a), it = any_of(w, &s);
  if (n->sym) bind(w, n->sym, it);
  s.sel = number(w, &s);
  s.many = (Label){0};
  Supposed before = suppose(w, found_in(w, it.id, ~s.away));
  int lacking = w->lacking;
  Val c = eval(w, n->b);
  suppose_no_more(w, &before);
  lacks_under(w, lacking, full(w, &s));
  s.sel =
      join(w, s.sel, label_step(w->f->arena, full(w, &c), BY_CONDITION, NULL, n->b->loc));
  if (!w->raw) s.away |= ~found_of(c.yes, it.id);
  s.member = it.id;
  s.id = id_of(ID_ANY, 0);
  return s;
}

Label asked_of_all(Walk *w, Label l, const Val *set)
{
  if (!set->kind || !set->kind->in_piles) return l;
  return label_others(w->f->arena, l, set->home);
}

static Val eval_binder(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Val s = eval(w, n->a), one = any_of(w, &s);
  if (n->sym) bind(w, n->sym, one);
  s.sel = number(w, &s);
  s.many = (Label){0};
  Supposed before = suppose(w, found_in(w, one.id, ~s.away));
  int lacking = w->lacking;
  if (n->c) s.sel = join(w, s.sel, label_of(w, n->c));
  Val b = eval(w, n->b);
  lacks_under(w, lacking, full(w, &s));
  suppose_no_more(w, &before);
  if (n->op == BI_MOST || n->op == BI_LEAST) {
    s.sel = join(w, s.sel, full(w, &b));
    s.id = s.member = id_of(ID_ANY, 0);
    return s;
  }
  Val r = plain(join(w, s.sel, b.sel));
  bool things = n->op == BI_SUM && n->type && n->type->tag == T_SET;
  r.home = b.home;
  r.placed = b.placed, r.given = b.given;
  r.joined = things && b.home.n;
  if (things) r.away = b.away;
  if (n->op == BI_ANY) r.yes = b.yes;
  if (n->op == BI_ALL) r.no = b.no;
  if (!things) r.sel = asked_of_all(w, full(w, &r), &s);
  if (!things) r.home = (Label){0}, r.placed = true;
  return r;
}

/* The value that gives the neighbours, in distance() and reach(). */
static Label neighbours(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Label l = {0};
  for (Node *a = n->a; a; a = a->next)
    if (a->sym && a->sym->tag == SY_VALUE) {
      Val v = value_of(w->f, a->sym->value, w->raw), any = {.placed = true};
      Call c = {.args = &any,
                .n = 1,
                .self = w->self,
                .me = w->me,
                .me_sel = me_label(w),
                .at = a->loc};
      l = join(w, l, substitute(w, full(w, &v), &c));
    } else l = join(w, l, label_of(w, a));
  return l;
}

/* The first or last player; of other sets it is not known which one that is. */
static Id end_id(const Node *set, bool first)
{
  if (set->tag != N_NAME || !set->sym || set->sym->tag != SY_PLAYERS)
    return id_of(ID_ANY, 0);
  return id_next(id_of(ID_SEAT, 0), first ? 0 : -1);
}

static Val eval_next(Walk *w, Node *n)
{
  Val v = eval(w, n->a), r = plain(label_list(w, n->a));
  const Node *by = n->a->next;
  bool back = by && by->tag == N_NEG;
  if (back) by = by->a;
  if (!by || by->tag == N_NUM) r.id = id_next(v.id, by ? back ? -by->num : by->num : 1);
  r.placed = !v.kind || !v.kind->in_piles;
  return r;
}

Val eval_function(Walk *w, Node *n)
{
  if (n->sym && n->sym->tag == SY_VALUE) return call_value(w, n);
  if (n->num == 1) return eval_binder(w, n);
  if (n->op == BI_DISTANCE || n->op == BI_REACH) return plain(neighbours(w, n));
  Val v, at;
  switch (n->op) {
  case BI_COUNT:
  case BI_EMPTY: v = eval(w, n->a); return plain(asked_of_all(w, number(w, &v), &v));
  case BI_BACKWARDS: return eval(w, n->a);
  case BI_FIRST:
  case BI_LAST:
  case BI_TOP:
  case BI_BOTTOM:
  case BI_ONLY:
    v = eval(w, n->a);
    v.joined = v.joined && n->op != BI_ONLY;
    v.id = v.member = id_of(ID_ANY, 0);
    if (n->op == BI_FIRST || n->op == BI_LAST) v.id = end_id(n->a, n->op == BI_FIRST);
    return v;
  case BI_NEXT: return eval_next(w, n);
  case BI_AT:
    v = eval(w, n->a);
    at = eval(w, n->a->next);
    v.sel = join(w, v.sel, full(w, &at));
    v.id = v.member = id_of(ID_ANY, 0);
    return v;
  case BI_OWNER:
    v = eval(w, n->a);
    at = plain(join(w, v.sel, where_label(w, &v, v.kind)));
    if (id_tag(v.holder) != ID_ANY) at.id = v.holder;
    at.sel = label_step(w->f->arena, at.sel, BY_READ, "owner", n->loc);
    return at;
  case BI_SEES: {
    v = eval(w, n->a);
    at = eval(w, n->a->next);
    Label l = join(w, full(w, &v), where_label(w, &at, at.kind));
    return plain(join(w, l, full(w, &at)));
  }
  case BI_THESE: {
    bool some = false;
    for (Node *a = n->a; a; a = a->next) {
      at = eval(w, a);
      v = some ? things_joined(w, v, at) : at;
      some = true;
    }
    if (!some) v = plain((Label){0});
    v.id = id_of(ID_ANY, 0);
    return v;
  }
  default: break;
  }
  v = plain(label_list(w, n->a));
  const Type *t = n->type;
  const Kind *k = kind_of(t);
  v.placed = !k || !k->in_piles;
  return v;
}
