/* Decisions: who is asked, what is offered, and what keeps an answer from being offered.
 */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

/* Who acts inside: the one named, or whoever of several has answered. */
Id acting(Walk *w, const Val *who)
{
  Id id = resolve(w, who->id);
  return id_tag(id) == ID_ANY ? fresh_name(w->f) : id;
}

static Actor acts_now(const Walk *w) { return (Actor){w->me, w->me_sel, w->me_at}; }

Actor become(Walk *w, Id me, Label sel, Levels at)
{
  Actor was = acts_now(w);
  w->me = me;
  w->me_sel = sel;
  w->me_at = at;
  return was;
}

void become_again(Walk *w, Actor a)
{
  w->me = a.me;
  w->me_sel = a.sel;
  w->me_at = a.at;
}

static Actor questioned(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Actor was = acts_now(w);
  Val by = {.id = w->me, .sel = w->me_sel};
  if (n->a) {
    by = eval(w, n->a);
    by.id = acting(w, &by);
  }
  asked(w, &by, n->loc);
  if (n->a) become(w, by.id, full(w, &by), full_levels(w, n->a));
  shown(w, n->text, to_one(w->me), TELL_PROMPT, n->loc);
  return was;
}

static const Node *first_require(const Node *alt)
{
  const Node *n = alt->a ? NULL : alt->b->a;
  return n && n->tag == N_REQUIRE ? n->a : NULL;
}

static bool maybe_none(const Node *n) { return !n->type || n->type->opt; }

/* Do they compare the same, the other way round?  Of none neither is more nor less. */
static bool opposite(const Node *a, const Node *b)
{
  static const Tag pairs[][2] = {
      {N_IN, N_NOTIN}, {N_IS, N_ISNOT}, {N_LT, N_GE}, {N_GT, N_LE}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    bool turned = (a->tag == pairs[i][0] && b->tag == pairs[i][1]) ||
                  (a->tag == pairs[i][1] && b->tag == pairs[i][0]);
    if (!turned) continue;
    bool some = i < 2 || (!maybe_none(a->a) && !maybe_none(a->b));
    return some && tree_same(a->a, b->a) && tree_same(a->b, b->b);
  }
  return false;
}

/* Is it more than the least that it can be, or just that? */
static bool least_or_more(const Node *a, const Node *b)
{
  const Type *t = a->a ? a->a->type : NULL;
  bool ends = a->tag == N_GT && b->tag == N_IS && t && t->tag == T_NUM && !t->opt;
  return ends && b->b->tag == N_NUM && b->b->num == t->lo && tree_same(a->b, b->b) &&
         tree_same(a->a, b->a);
}

/* Is one of these true whenever the other is not? */
static bool denies(const Node *a, const Node *b)
{
  if (least_or_more(a, b)) return true;
  if (b->tag == N_OR) return denies(a, b->a) || denies(a, b->b);
  if (opposite(a, b)) return true;
  if (b->tag == N_NOT) return tree_same(a, b->a);
  return a->tag == N_NOT && tree_same(a->a, b);
}

/* Alternatives that fail in their first `require` or not at all. */
typedef struct Plain {
  const Node *at[16];
  int n;
} Plain;

/* Is this one always there, or one of those before it instead? */
static bool exhausts(Plain *plain, const Node *alt)
{
  enum { MOST = sizeof plain->at / sizeof *plain->at };
  const Node *x = first_require(alt);
  if (!x) return false;
  for (int i = 0; i < plain->n; i++) {
    const Node *y = first_require(plain->at[i]);
    if (denies(x, y) || denies(y, x)) return true;
  }
  if (plain->n < MOST) plain->at[plain->n++] = alt;
  return false;
}

/* One of a set, by level: which one, if that was not an answer, and its face. */
void bind_one(Walk *w, const Sym *y, Node *set, bool which)
{
  Val at[LEVELS];
  for (int k = 0; k <= w->level; k++) {
    at[k] = val_at(w, set, k);
    at[k].many = (Label){0};
    if (!which) at[k].sel = (Label){0}, at[k].joined = false;
  }
  bind_levels(w, y, at);
}

void choose(Walk *w, Node *n)
{
  Actor was = questioned(w, n);
  Attempt a;
  Levels offered = {0};
  bool sure = false, empty = true;
  for (Node *alt = n->b; alt; alt = alt->next)
    if (alt->a && !surely_some(w, alt->a, n->a))
      offered = levels_join(w, offered, number_levels(w, alt->a));
    else empty = false;
  put_to(w, w->me, empty ? offered : (Levels){0});
  attempt_begin(w, &a, w->me);
  Known before = w->known, after = {.dead = true};
  Plain plain = {.n = 0};
  for (Node *alt = n->b; alt; alt = alt->next) {
    w->known = before;
    w->some.n = 0;
    int failures = w->failures;
    Around around = enter_block(w);
    if (alt->a) {
      Val set = eval(w, alt->a), one = set;
      one.many = (Label){0};
      one.joined = false;
      need(w, to_one(w->me), number(w, &set),
           tell_new(w->f, TELL_OFFER, alt->a->loc, NULL));
      one.sel = (Label){0};
      one.id = fresh_name(w->f);
      one.member = id_of(ID_ANY, 0);
      if (alt->sym) bind_placed(w, alt->sym, one), bind_one(w, alt->sym, alt->a, false);
    }
    shown(w, alt->text, to_one(w->me), TELL_PROMPT, alt->loc);
    walk_block(w, alt->b);
    leave(w, around);
    known_meet(w, &after, &w->known);
    failures = w->failures - failures;
    if (!alt->a && !failures) sure = true;
    if (failures == 1 && exhausts(&plain, alt)) sure = true;
  }
  w->known = after;
  attempt_end(w, &a, !sure, empty, offered, n->loc);
  become_again(w, was);
}

void may(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Actor was = questioned(w, n);
  Attempt a;
  put_to(w, w->me, (Levels){0});
  attempt_begin(w, &a, w->me);
  Known before = w->known;
  Around around = enter_block(w);
  walk_block(w, n->b);
  leave(w, around);
  known_meet(w, &w->known, &before);
  attempt_end(w, &a, false, false, (Levels){0}, n->loc);
  become_again(w, was);
}

/* The decision whose attempt a statement is. */
bool decides(Walk *w, Node *n, Id *who)
{
  if (n->tag == N_EACH || n->tag == N_CHOOSE || n->tag == N_MAY || n->tag == N_REQUIRE)
    return false; /* they see to it themselves */
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (decision_in(w, p.at, who)) return true;
  return false;
}

/* The set of the decision in a statement, for what it offers. */
static Node *pick_in(Node *n)
{
  if (n->tag == N_PICK && !(n->num & PICK_RANDOM)) return n;
  Node *found = NULL;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); !found && parts_next(&p);)
    found = pick_in(p.at);
  return found;
}

/* `let s = choose T`, and nothing can fail but `require s is X`: some answer fits. */
bool some_answer_fits(const Node *let, int failures)
{
  const Node *set = let->b->tag == N_PICK ? let->b->b : NULL;
  bool whole = set && set->tag == N_NAME && set->sym &&
               (set->sym->tag == SY_TYPE || set->sym->tag == SY_KIND);
  const Node *n = let->next;
  while (n && n->tag != N_REQUIRE) n = n->next;
  if (!whole || !n || failures != 1) return false;
  const Node *c = n->a;
  while (c->tag == N_OR) {
    bool right = c->b->tag == N_IS && c->b->a->sym == let->sym;
    c = right ? c->b : c->a;
  }
  return c->tag == N_IS && c->a->sym == let->sym && c->b->type && !c->b->type->opt;
}

static Levels offers(Walk *w, Node *n)
{
  Levels l = {0};
  if (n->tag == N_PICK && !(n->num & PICK_RANDOM)) {
    l = number_levels(w, n->b);
    if (n->a) l = levels_join(w, l, full_levels(w, n->a));
  }
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    l = levels_join(w, l, offers(w, p.at));
  return l;
}

static bool is_any(const Node *n)
{
  return n->tag == N_CALL && n->op == BI_ANY && n->num == 1;
}

void some_found(Walk *w, const Node *c, bool holds)
{
  enum { MOST = sizeof w->some.at / sizeof *w->some.at };
  INVARIANT(c && c->tag < N_COUNT);
  while (c->tag == N_NOT) c = c->a, holds = !holds;
  if (c->tag == (holds ? N_AND : N_OR)) {
    some_found(w, c->a, holds);
    some_found(w, c->b, holds);
    return;
  }
  bool empty = c->tag == N_CALL && c->op == BI_EMPTY && c->num != 1;
  if (w->some.n == MOST || !(holds ? is_any(c) : empty)) return;
  w->some.at[w->some.n++] = empty ? c->a : c;
}

void some_after(Walk *w, const Node *n)
{
  bool changes = n->tag != N_LET && n->tag != N_REQUIRE;
  if (n->tag == N_PHRASE && (n->op == BP_NOTE || n->op == BP_REVEAL)) changes = false;
  if (changes) w->some.n = 0;
  if (n->tag == N_REQUIRE) some_found(w, n->a, true);
}

/* Does it mean the same, whoever acts? */
static bool of_nobody(Walk *w, const Node *n)
{
  if (n->tag == N_ME) return false;
  if (n->sym && n->sym->tag == SY_VALUE) {
    Val v = value_of(w->f, n->sym->value, true);
    if (label_has(full(w, &v), atom_of(A_SELECT, ROLE_ME))) return false;
  }
  if (n->tag == N_NAME && n->sym && n->sym->tag == SY_FIELD && n->sym->field->kind)
    return false;
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);)
    if (!of_nobody(w, p.at)) return false;
  return true;
}

bool surely_some(Walk *w, const Node *set, const Node *by)
{
  if (certain_count(w->f->m, set)) return true;
  for (int i = 0; i < w->some.n; i++) {
    const Node *x = w->some.at[i];
    if (by && !of_nobody(w, set)) return false;
    if (tree_same(set, is_any(x) ? x->a : x)) return true;
    if (is_any(x) && set->tag == N_WHERE && where_any(set, x)) return true;
  }
  return false;
}

static bool may_be_empty(Walk *w, Node *n)
{
  bool asks = n->tag == N_PICK && !(n->num & (PICK_RANDOM | PICK_MAY | PICK_EMPTY_OK));
  if (asks && (n->a || !surely_some(w, n->b, n->c))) return true;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (may_be_empty(w, p.at)) return true;
  return false;
}

Offer offer_of(Walk *w, Node *n)
{
  Offer o = {.empty = may_be_empty(w, n), .failures = w->failures};
  if (o.empty) o.told = offers(w, n);
  return o;
}

void decided(Walk *w, Attempt *a, Node *n, Offer o, bool fits)
{
  Node *pick = pick_in(n);
  bool some = !o.empty && w->failures == o.failures;
  bool may = !o.empty && pick && pick->num & (PICK_MAY | PICK_EMPTY_OK);
  attempt_end(w, a, !fits && !some && !may, o.empty, o.told, pick ? pick->loc : (Loc){0});
}
