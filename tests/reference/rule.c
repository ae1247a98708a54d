/* Verbs, rules and `when` of the reference interpreter. */
#include "tests/reference/stmt.h"

/* ---- verbs and rules ------------------------------------------------------------ */

static void layers(Ref *r, const Call *c, int below);

static Node *body_of(Ref *r, const Call *c)
{
  if (!c->v->slot_of) return c->v->decl->b;
  const Thing *t = ref_thing(r, c->thing);
  for (size_t i = 0; i < r->m->bodies.n; i++)
    if (r->m->bodies.at[i].thing == t && r->m->bodies.at[i].slot == c->v)
      return r->m->bodies.at[i].node->a;
  return c->v->decl->b;
}

static void own_body(Ref *r, const Call *c)
{
  if (c->v->field) {
    ref_change_field(r, c->v->field, c->thing, c->per,
                     c->v->lowers ? -c->args[0].n : c->args[0].n);
    return;
  }
  size_t names = r->names.n;
  int64_t self = r->self;
  const Verb *rule = r->rule_verb;
  r->rule_verb = NULL;
  if (c->v->slot_of) r->self = c->thing;
  for (size_t i = 0; i < c->v->params.n; i++) ref_bind(r, c->v->params.at[i], c->args[i]);
  if (c->v->decl->text)
    ref_tell(r, (RefEvent){.kind = EV_VERB, .text = c->v->decl->text->source});
  Node *b = body_of(r, c);
  if (b) ref_block(r, b);
  r->rule_verb = rule;
  r->self = self;
  r->names.n = names;
}

static bool on(const Ref *r, const Variant *v)
{
  return !v || r->cell[v->flag->index][0].n == 1;
}

/* The things for which a rule stands where it stands; NONE: for none in particular. */
static Val stands_for(Ref *r, const Place *p)
{
  Val who = {.many = true,
             .at = arena_alloc(r->arena, (size_t)r->m->thing_count * 8 + 8)};
  if (!on(r, p->variant)) return who;
  if (p->thing)
    for (int i = 0; i < p->thing->copies; i++) who.at[who.count++] = p->thing->id + i;
  else if (p->kind) return ref_all(r, p->kind);
  else who.at[who.count++] = NONE;
  return who;
}

/* Does what a rule says, for each thing whose conditions hold; true if one did. */
static bool do_rule(Ref *r, const Rule *x, const Call *c, Layer l, size_t next, bool once)
{
  bool did = false;
  size_t names = r->names.n;
  int64_t self = r->self;
  const Verb *verb = r->rule_verb;
  Layer layer = r->rule_layer;
  size_t before = r->rule_next;
  if (x->only && (c->thing < x->only->id || c->thing >= x->only->id + x->only->copies))
    return false;
  Val who = stands_for(r, &x->place);
  for (int i = 0; i < who.count && !(did && once); i++) {
    if (who.at[i] != NONE) r->self = who.at[i];
    for (size_t k = 0; k < x->names.n; k++) ref_bind(r, x->names.at[k], c->args[k]);
    if (x->it) ref_bind(r, x->it, ref_num(c->thing));
    r->rule_verb = c->v;
    r->rule_layer = l;
    r->rule_next = next;
    if ((!x->place.hold || ref_true(r, x->place.hold)) &&
        (!x->node->b || ref_true(r, x->node->b))) {
      ref_block(r, x->node->c);
      did = true;
    }
    r->names.n = names;
    r->self = self;
    r->rule_verb = verb;
    r->rule_layer = layer;
    r->rule_next = before;
  }
  return did;
}

/* The replacements of a layer from the `from`-th on; without one, the layers beneath. */
static void replacements(Ref *r, const Call *c, Layer l, size_t from)
{
  size_t k = 0;
  for (size_t i = 0; i < c->v->rules.n; i++) {
    const Rule *x = c->v->rules.at[i];
    if (x->place.layer != l || x->tag != N_INSTEAD || k++ < from) continue;
    if (!do_rule(r, x, c, l, k, true)) replacements(r, c, l, k);
    return;
  }
  layers(r, c, (int)l - 1);
}

static void side_rules(Ref *r, const Call *c, Layer l, Tag tag)
{
  for (size_t i = 0; i < c->v->rules.n; i++) {
    const Rule *x = c->v->rules.at[i];
    if (x->place.layer == l && x->tag == tag) do_rule(r, x, c, l, SIZE_MAX, false);
  }
}

static bool has_rules(const Verb *v, Layer l)
{
  for (size_t i = 0; i < v->rules.n; i++)
    if (v->rules.at[i]->place.layer == l) return true;
  return false;
}

static void layers(Ref *r, const Call *c, int top)
{
  while (top > LAYER_BODY && !has_rules(c->v, (Layer)top)) top--;
  if (top <= LAYER_BODY) {
    own_body(r, c);
    return;
  }
  side_rules(r, c, (Layer)top, N_BEFORE);
  replacements(r, c, (Layer)top, 0);
  side_rules(r, c, (Layer)top, N_AFTER);
}

void ref_call_verb(Ref *r, const Call *c)
{
  if (--r->fuel < 0) ref_stop(r, REF_TIRED);
  if (r->rule_verb != c->v) layers(r, c, LAYER_THING);
  else if (r->rule_next == SIZE_MAX) layers(r, c, (int)r->rule_layer - 1);
  else replacements(r, c, r->rule_layer, r->rule_next);
}

void ref_call(Ref *r, const Verb *v)
{
  if (v) ref_call_verb(r, &(Call){v, NONE, 0, NULL});
}

void ref_change(Ref *r, Node *n)
{
  Type want = *n->b->type;
  want.opt = false;
  Val by = ref_as(r, n->b, &want);
  const Field *f = ref_field(n->a);
  bool lower = n->tag == N_LOWER;
  if (!f) {
    Val now = ref_expr(r, n->a);
    if (!now.none)
      ref_set_local(r, n->a->sym,
                    ref_clamp(n->a->sym->type, now.n + (lower ? -by.n : by.n)));
    return;
  }
  int64_t thing, per;
  ref_place(r, n->a, &thing, &per);
  Verb *v = lower ? f->lower : f->raise;
  if (v) ref_call_verb(r, &(Call){v, f->kind ? thing : NONE, per, &by});
  else ref_change_field(r, f, thing, per, lower ? -by.n : by.n);
  ref_whens(r, f, NULL);
}

/* ---- when ----------------------------------------------------------------------- */

static void look(Ref *r, size_t i, bool arm)
{
  const When *w = r->m->whens.at[i];
  size_t names = r->names.n;
  int64_t self = r->self;
  Val who = stands_for(r, &w->place);
  const Verb *verb = r->rule_verb;
  r->rule_verb = NULL;
  for (int k = 0; k < who.count; k++) {
    if (who.at[k] != NONE) r->self = who.at[k];
    bool *was = &r->was[i][who.at[k] == NONE ? 0 : who.at[k]];
    bool holds =
        (!w->place.hold || ref_true(r, w->place.hold)) && ref_true(r, w->node->a);
    bool turned = holds && !*was;
    *was = holds;
    if (turned && !arm) ref_block(r, w->node->c);
    r->names.n = names;
    r->self = self;
  }
  r->rule_verb = verb;
}

/* Does an expression read this field, or piles of this kind, itself or through values? */
typedef struct ReadBy {
  const Field *field;
  const Kind *piles;
  const void *seen[256]; /* values and printed values that were looked into */
  int n;
} ReadBy;

static bool reads(ReadBy *q, const Node *n);

static bool looked_into(ReadBy *q, const void *what)
{
  for (int i = 0; i < q->n; i++)
    if (q->seen[i] == what) return true;
  if (q->n < 256) q->seen[q->n++] = what;
  return false;
}

static bool value_reads(ReadBy *q, const Value *v)
{
  if (!v || looked_into(q, v)) return false;
  for (size_t i = 0; i < value_texts(v); i++) {
    const Def *d = value_text(v, i);
    if (reads(q, d->node->c) || reads(q, d->node->d)) return true;
    if (d->place.hold && reads(q, d->place.hold)) return true;
  }
  return false;
}

static bool column_reads(ReadBy *q, const Column *c)
{
  if (c->decl->tag != N_VALUE || looked_into(q, c)) return false;
  if (reads(q, c->decl->c)) return true;
  for (size_t i = 0; i < c->kind->things.n; i++) {
    const Thing *t = c->kind->things.at[i];
    const Node *fill = t->decl && t->sym ? thing_fill(t, c->name) : NULL;
    if (fill && fill->tag == N_FILL && reads(q, fill->a)) return true;
  }
  return false;
}

static bool reads(ReadBy *q, const Node *n)
{
  for (; n; n = n->next) {
    const Field *own = n->sym && n->sym->tag == SY_FIELD ? n->sym->field : NULL;
    if (own && (own == q->field || (own->pile && own->type->kind == q->piles)))
      return true;
    if (n->tag == N_CALL && n->op == BI_OWNER && !n->sym && q->piles) return true;
    if (value_reads(q, value_named(n))) return true;
    if (n->sym && n->sym->tag == SY_COLUMN && column_reads(q, n->sym->column))
      return true;
    if (reads(q, n->a) || reads(q, n->b) || reads(q, n->c)) return true;
  }
  return false;
}

/* ---- what comes to be seen ------------------------------------------------------ */

static void show(Ref *r, const Field *f, int64_t thing, uint32_t fresh)
{
  int64_t cells = f->per ? type_count(f->per) : 1;
  for (int64_t k = 0; k < cells; k++) {
    if (!f->pile) {
      const Val *v = ref_cell(r, f, thing, f->per ? f->per->lo + k : 0);
      ref_tell(r, (RefEvent){.kind = EV_SIGHT,
                             .field = f->index,
                             .thing = f->kind ? (int32_t)thing : NONE,
                             .per = f->per ? (int32_t)(f->per->lo + k) : NONE,
                             .old = v->none ? NONE : v->n,
                             .now = fresh});
      continue;
    }
    int64_t first = f->kind ? thing - f->kind->first : 0;
    const RefPile *p = &r->pile[r->p->fields[f->index].pile + first * cells + k];
    for (int i = 0; i < p->n; i++) {
      uint32_t known = r->known[p->at[i]] | fresh;
      if (known == r->known[p->at[i]]) continue;
      r->known[p->at[i]] = known;
      ref_tell(r, (RefEvent){.kind = EV_REVEAL, .thing = p->at[i], .now = fresh});
    }
  }
}

static void look_at(Ref *r, const Field *f, bool arm)
{
  Val who = stands_for(r, &(Place){.variant = f->variant, .kind = f->kind});
  for (int k = 0; k < who.count; k++) {
    uint32_t now = 0, *was = &r->sight[f->index][f->kind ? who.at[k] : 0];
    for (int s = 0; s < r->seats; s++)
      now |= (uint32_t)ref_sees_field(r, s, f, who.at[k]) << s;
    uint32_t fresh = now & ~*was;
    *was = now;
    if (fresh && !arm) show(r, f, who.at[k], fresh);
  }
}

static bool can_turn(const Field *f)
{
  const Node *seen = f->hidden || f->option ? NULL : f->decl->c;
  bool fixed =
      !seen || seen->tag == N_NONE ||
      (seen->sym && (seen->sym->tag == SY_OWNER || seen->sym->tag == SY_PLAYERS));
  return !fixed && f->type->tag != T_SET && f->type->tag != T_LIST;
}

static void look_around(Ref *r, const Field *f, const Kind *piles)
{
  for (size_t i = 0; i < r->m->fields.n; i++) {
    if (!can_turn(r->m->fields.at[i])) continue;
    Node seen = *r->m->fields.at[i]->decl->c;
    seen.next = NULL;
    ReadBy q = {.field = f, .piles = piles};
    if (reads(&q, &seen)) look_at(r, r->m->fields.at[i], false);
  }
}

/* After a statement that changed a field, or piles of a kind. */
void ref_whens(Ref *r, const Field *f, const Kind *piles)
{
  if (!r->armed) return;
  look_around(r, f, piles);
  for (size_t i = 0; i < r->m->whens.n; i++) {
    const When *w = r->m->whens.at[i];
    Node cond = *w->node->a, hold = w->place.hold ? *w->place.hold : (Node){.tag = N_YES};
    cond.next = hold.next = NULL;
    ReadBy q = {.field = f, .piles = piles};
    if (reads(&q, &cond) || reads(&q, &hold)) look(r, i, false);
  }
}

void ref_arm(Ref *r)
{
  for (size_t i = 0; i < r->m->fields.n; i++)
    if (can_turn(r->m->fields.at[i])) look_at(r, r->m->fields.at[i], true);
  for (size_t i = 0; i < r->m->whens.n; i++) look(r, i, true);
  r->armed = true;
}
