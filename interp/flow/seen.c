/* Who sees what: the rules after `seen by`, as far as they can be told apart without
 * playing.  Of who sees something the least is taken, of who learns something the most.
 */
#include "interp/flow/flow_int.h"
#include "interp/sema/builtin.h"

const Node *seen_rule(const Field *f)
{
  return f->option || f->hidden || f->decl->tag != N_FIELD ? NULL : f->decl->c;
}

static bool says_players(const Node *r)
{
  return r->tag == N_NAME && r->sym && r->sym->tag == SY_PLAYERS;
}

bool is_hidden(const Field *f)
{
  const Node *r = seen_rule(f);
  return r && !says_players(r);
}

static bool says_owner(const Node *r)
{
  if (r->tag == N_NAME) return r->sym && r->sym->tag == SY_OWNER;
  return r->tag == N_CALL && r->op == BI_OWNER && r->a && r->a->tag == N_THIS;
}

bool rule_by_owner(const Node *r)
{
  if (!r) return false;
  if (says_owner(r)) return true;
  for (const Node *a = r->a; a; a = r->tag == N_CALL ? a->next : NULL)
    if (rule_by_owner(a)) return true;
  return rule_by_owner(r->b) || rule_by_owner(r->c);
}

/* The field of the game that a rule names a player by, or -1. */
static int path_field(const Node *r)
{
  if (r->tag != N_NAME || !r->sym || r->sym->tag != SY_FIELD) return -1;
  const Field *f = r->sym->field;
  return f->type->tag == T_THING && !f->per && !f->kind ? f->index : -1;
}

/* A flag of the game, asked for or denied. */
static int flag_field(const Node *c, bool *yes)
{
  *yes = true;
  while (c->tag == N_NOT) c = c->a, *yes = !*yes;
  if (c->tag != N_NAME || !c->sym || c->sym->tag != SY_FIELD) return -1;
  const Field *f = c->sym->field;
  return f->type->tag == T_FLAG && !f->per && !f->kind ? f->index : -1;
}

/* Who is known to be in this field of the game now. */
static Id known_in(const Walk *w, int field)
{
  for (int i = 0; i < w->known.n; i++)
    if (w->known.at[i].tag == KNOW_SAME && w->known.at[i].n == field)
      return w->known.at[i].who;
  return killed(w, field) ? id_of(ID_ANY, 0) : id_of(ID_PATH, field);
}

Id resolve(const Walk *w, Id id)
{
  if (id_tag(id) != ID_PATH || killed(w, id_number(id))) return id;
  return id_next(known_in(w, id_number(id)), id_step(id));
}

Id current(Walk *w, Id id)
{
  if (id_tag(id) != ID_PATH) return id;
  int field = id_number(id);
  Id who = known_in(w, field);
  if (id_tag(who) == ID_ANY) {
    who = fresh_name(w->f);
    known_add(&w->known, (Fact){.tag = KNOW_SAME, .n = field, .who = who});
  }
  return id_next(who, id_step(id));
}

/* Names of elements, each side by its own. */
typedef struct Pairs {
  const Sym *a[8], *b[8];
  int n;
} Pairs;

static bool same_name(const Pairs *p, const Sym *a, const Sym *b)
{
  if (a == b) return true;
  if (!a || !b || a->tag != b->tag) return false;
  if (a->tag == SY_OWNER || a->tag == SY_PLAYERS || a->tag == SY_WINNERS) return true;
  for (int i = p->n; i-- > 0;)
    if (p->a[i] == a || p->b[i] == b) return p->a[i] == a && p->b[i] == b;
  return false;
}

static bool same(Pairs *p, const Node *a, const Node *b)
{
  if (!a || !b) return a == b;
  bool its = a->tag == N_IT || b->tag == N_IT, names = a->sym && b->sym;
  if (its && names && a->sym->tag == SY_LOCAL) return same_name(p, a->sym, b->sym);
  if (a->tag != b->tag || a->op != b->op || a->num != b->num) return false;
  bool binds = a->tag == N_WHERE || (a->tag == N_CALL && a->num == 1);
  if (!binds && !same_name(p, a->sym, b->sym)) return false;
  if (!a->sym && a->name != b->name) return false;
  bool list = a->tag == N_CALL;
  const Node *x = a->a, *y = b->a;
  for (; x && y; x = list ? x->next : NULL, y = list ? y->next : NULL)
    if (!same(p, x, y)) return false;
  if (x != y && (!x || !y)) return false;
  if (binds && p->n == 8) return false;
  if (binds) p->a[p->n] = a->sym, p->b[p->n] = b->sym, p->n++;
  bool rest = same(p, a->b, b->b) && same(p, a->c, b->c);
  if (binds) p->n--;
  return rest;
}

bool tree_same(const Node *a, const Node *b)
{
  Pairs p = {.n = 0};
  return same(&p, a, b);
}

bool where_any(const Node *where, const Node *any)
{
  Pairs p = {.a = {where->sym}, .b = {any->sym}, .n = 0};
  if (any->c || !same(&p, where->a, any->a)) return false;
  p.n = 1;
  return same(&p, where->b, any->b);
}

/* What is known of a condition: 1 true, 0 false, -1 nothing. */
static int truth(const Walk *w, const Node *c)
{
  bool yes;
  int flag = flag_field(c, &yes);
  for (int i = 0; flag >= 0 && i < w->known.n; i++)
    if (w->known.at[i].tag == KNOW_FLAG && w->known.at[i].n == flag)
      return (w->known.at[i].who != 0) == yes;
  return -1;
}

/* How many places further on than the owner a rule says, if it says just that. */
static bool says_place(const Node *r, long *places)
{
  *places = 0;
  if (says_owner(r)) return true;
  if (r->tag != N_CALL || r->op != BI_NEXT || !r->a || !says_owner(r->a)) return false;
  const Node *by = r->a->next;
  bool back = by && by->tag == N_NEG;
  if (back) by = by->a;
  if (by && by->tag != N_NUM) return false;
  *places = !by ? 1 : back ? -by->num : by->num;
  return true;
}

/* The same player: with as many of them in every game, also once round the table. */
static bool same_player(const Walk *w, Id a, Id b)
{
  const Node *game = w->f->m->game;
  if (id_same(a, b)) return true;
  bool round = game && game->num == game->num2 && game->num > 0;
  bool away = id_tag(a) != ID_ANY && id_root(a) == id_root(b);
  return round && away && (id_step(a) - id_step(b)) % game->num == 0;
}

/* Are all of `to` surely among those that a rule names? */
static bool rule_has(const Walk *w, const Node *r, Id base, Audience to, bool facts)
{
  if (!r || says_players(r)) return true;
  int path = path_field(r);
  switch (r->tag) {
  case N_NONE: return false;
  case N_ADD:
    return rule_has(w, r->a, base, to, facts) || rule_has(w, r->b, base, to, facts);
  case N_COND: {
    int known = facts ? truth(w, r->a) : -1;
    if (known >= 0) return rule_has(w, known ? r->b : r->c, base, to, facts);
    return rule_has(w, r->b, base, to, facts) && rule_has(w, r->c, base, to, facts);
  }
  default: break;
  }
  if (to.tag != TO_ONE) return false;
  Id who = facts ? resolve(w, to.base) : to.base;
  long places;
  if (says_place(r, &places))
    return same_player(w, who, id_next(facts ? resolve(w, base) : base, places));
  if (path < 0) return false;
  return id_same(who, facts ? known_in(w, path) : id_of(ID_PATH, path));
}

static bool fact_covers(const Walk *w, const Fact *k, Atom a, Audience to)
{
  if (k->tag != KNOW_PILE || k->n != a.n) return false;
  bool base =
      id_tag(k->base) == ID_EVERY || id_same(resolve(w, k->base), resolve(w, a.base));
  if (!base) return false;
  return k->all || (to.tag == TO_ONE && id_same(resolve(w, k->who), resolve(w, to.base)));
}

static bool opaque_same(const Walk *w, Audience to, const Field *f, Atom a)
{
  const Field *g = w->f->m->fields.at[to.n];
  return tree_same(seen_rule(f), seen_rule(g)) && id_same(to.base, a.base);
}

bool may_know(const Walk *w, Audience to, Atom a)
{
  if (to.cond >= 0 && !to.fresh)
    for (int i = 0; i < w->known.n; i++)
      if (w->known.at[i].tag == KNOW_FLAG && w->known.at[i].n == to.cond &&
          (w->known.at[i].who != 0) != to.holds)
        return true; /* nobody is there */
  if (a.tag == A_TOLD)
    return to.tag == TO_ONE && id_same(resolve(w, to.base), resolve(w, a.base));
  if (a.tag != A_FIELD) return false;
  const Field *f = w->f->m->fields.at[a.n];
  if (w->settled && f->pile && !a.stirred && !stirred(w, f->type->kind->index))
    return true; /* all have seen it being laid out */
  bool same = unchanged(w, a.n, a.read);
  for (int i = 0; i < w->known.n; i++) {
    const Fact *k = &w->known.at[i];
    if (!same && k->since > a.read) continue; /* what was read is not what is known */
    if (k->tag == KNOW_KIND && f->pile && !a.stirred && k->n == f->type->kind->index)
      return true;
    if (!a.fresh && !a.old && fact_covers(w, k, a, to)) return true;
  }
  if (to.tag == TO_RULE && opaque_same(w, to, f, a)) return true;
  return rule_has(w, seen_rule(f), a.base, to, !a.fresh);
}

/* ---- who learns ------------------------------------------------------------------- */

static void audience_add(Audiences *all, Audience a)
{
  enum { MOST = sizeof all->at / sizeof *all->at };
  if (all->n < MOST) all->at[all->n++] = a;
  else all->at[0] = to_all(), all->n = 1; /* the most there can be */
}

static void collect(const Walk *w, Audiences *all, const Field *f, const Node *r, Id base,
                    int cond, bool holds)
{
  Audience one = {.tag = TO_ONE, .cond = cond, .holds = holds, .base = base};
  int path = path_field(r), flag;
  bool yes;
  if (says_players(r)) {
    one.tag = TO_ALL;
  } else if (r->tag == N_NONE) {
    return;
  } else if (r->tag == N_ADD) {
    collect(w, all, f, r->a, base, cond, holds);
    collect(w, all, f, r->b, base, cond, holds);
    return;
  } else if (r->tag == N_COND) {
    int known = truth(w, r->a);
    flag = cond < 0 ? flag_field(r->a, &yes) : -1;
    if (known != 0)
      collect(w, all, f, r->b, base, flag >= 0 ? flag : cond, flag >= 0 ? yes : holds);
    if (known != 1)
      collect(w, all, f, r->c, base, flag >= 0 ? flag : cond, flag >= 0 ? !yes : holds);
    return;
  } else if (path >= 0) {
    one.base = known_in(w, path);
  } else if (!says_owner(r)) {
    one.tag = TO_RULE;
    one.n = f->index;
  }
  audience_add(all, one);
}

Audiences audience_of(const Walk *w, const Field *f, Id base)
{
  Audiences all = {.n = 0};
  const Node *r = seen_rule(f);
  if (!r) audience_add(&all, to_all());
  else collect(w, &all, f, r, base, -1, false);
  return all;
}
