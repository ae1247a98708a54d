/* Who sees something notices that he does, and later that he does not: each one whom a
 * rule after `seen by` names may know why it names him.
 *
 * If two games differ in who sees, somebody sees in one of them and not in the other; it
 * is enough to ask of those who see.  Of several a spectator sees what all of them see,
 * and knows only what all of them know.  A field that is named itself, as a player or a
 * set of players, says who sees: what is put there is put there to be told. */
#include "interp/base/invariant.h"
#include "interp/flow/flow_int.h"

typedef struct Sight {
  Walk *w;
  const Field *field;
  Id base;  /* whose it is */
  bool sum; /* others see it, too */
} Sight;

static void names(const Sight *s, Audience to, Label why, const Node *r)
{
  need(s->w, to, why, tell_new(s->w->f, TELL_SEEN, r->loc, s->field->name));
}

static bool is_field(const Node *r)
{
  return (r->tag == N_NAME || r->tag == N_DOT) && r->sym && r->sym->tag == SY_FIELD;
}

static void judge(const Sight *s, Node *r, Label why)
{
  INVARIANT(r && r->tag < N_COUNT);
  Arena *a = s->w->f->arena;
  if (r->tag == N_NONE) return;
  if (r->tag == N_ADD) {
    Sight part = *s;
    part.sum = true;
    judge(&part, r->a, why);
    judge(&part, r->b, why);
    return;
  }
  if (r->tag == N_COND) {
    Label c = label_step(a, label_of(s->w, r->a), BY_CONDITION, NULL, r->a->loc);
    why = label_join(a, why, c);
    judge(s, r->b, why);
    judge(s, r->c, why);
    return;
  }
  bool owner = r->tag == N_NAME && r->sym && r->sym->tag == SY_OWNER;
  Val v = eval(s->w, r);
  bool one = !s->sum && (owner || (r->type && r->type->tag == T_THING));
  Id who = owner ? s->base : v.id;
  if (is_field(r)) v.sel = spot_of(s->w, r).base.sel;
  names(s, one && id_tag(who) != ID_ANY ? to_one(who) : to_all(),
        label_join(a, why, owner ? (Label){0} : v.sel), r);
}

void look_at_sight(Flow *f, const Field *x)
{
  INVARIANT(is_hidden(x));
  Summary s = {0};
  Walk w = walk_new(f, &s);
  Events events = {0};
  w.events = &events;
  Id base = x->kind ? fresh_name(f) : id_of(ID_GAME, 0);
  w.self = (Val){.kind = x->kind, .id = base};
  w.self.placed = !x->kind || !x->kind->in_piles;
  judge(&(Sight){.w = &w, .field = x, .base = base}, (Node *)seen_rule(x), (Label){0});
  for (size_t i = 0; i < s.duties.n; i++) {
    AtomTag t = s.duties.at[i].part.atom.tag;
    if (t == A_FIELD || t == A_TOLD || t == A_MUCH) report(f, &s.duties.at[i]);
  }
  vec_free(&events);
}
