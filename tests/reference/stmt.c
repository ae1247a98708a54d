/* Statements, verbs, rules and decisions of the reference interpreter. */
#include "tests/reference/stmt.h"

#include <string.h>

static Flow statement(Ref *r, Node *n);

_Noreturn void ref_stop(Ref *r, RefStop why)
{
  r->stop = why;
  longjmp(r->out, 1);
}

_Noreturn void ref_error(Ref *r, VmError e)
{
  r->error = e;
  ref_stop(r, REF_ERROR);
}

void ref_tell(Ref *r, RefEvent e)
{
  e.seat = (int32_t)r->me;
  vec_push(&r->events, e);
}

/* ---- attempts ------------------------------------------------------------------- */

/* What was opened since is complete. */
void ref_close(Ref *r, int depth)
{
  if (r->depth > depth) r->depth = depth;
  if (r->watch != SIZE_MAX && r->pos > r->watch && r->depth <= r->watch_depth)
    ref_stop(r, REF_COMPLETE);
}

void ref_commit(Ref *r)
{
  r->depth = 0;
  r->commits++;
}

/* At the end of what began at `depth`, unless all that was open then has ended since. */
static void close_scope(Ref *r, int depth, int commits)
{
  ref_close(r, r->commits == commits ? depth : 0);
}

void ref_open(Ref *r, int seat)
{
  if (r->depth++ == 0) r->owner = seat;
}

/* The next entry of the tape, or the run stops here. */
int ref_next(Ref *r, TapeKind kind, RefStop why)
{
  if (r->pos == r->tape_n) ref_stop(r, why);
  const Entry *e = &r->tape[r->pos++];
  if (e->kind != kind) ref_error(r, R_COUNT);
  return e->value;
}

/* ---- changes -------------------------------------------------------------------- */

bool ref_same(const Val *a, const Val *b)
{
  if (!a->many) return a->none == b->none && (a->none || a->n == b->n);
  if (a->count != b->count) return false;
  return !a->count || !memcmp(a->at, b->at, (size_t)a->count * sizeof *a->at);
}

static int64_t cell_of(const Val *v) { return v->none ? NONE : v->many ? 0 : v->n; }

/* The first word of a set as the machine tells it. */
static int64_t told_set(const Field *f, const Val *v)
{
  if (f->type->tag == T_LIST) return v->count;
  int64_t lo =
      f->type->elem->tag == T_THING ? f->type->elem->kind->first : f->type->elem->lo;
  uint64_t word = 0;
  for (int i = 0; i < v->count; i++)
    if (v->at[i] - lo < 64) word |= (uint64_t)1 << (v->at[i] - lo);
  return (int64_t)word;
}

static void write_cell(Ref *r, const Field *f, int64_t thing, int64_t per, Val v)
{
  Val *c = ref_cell(r, f, thing, per);
  if (ref_same(c, &v)) return;
  RefEvent e = {.kind = EV_CHANGE,
                .field = f->index,
                .thing = f->kind ? (int32_t)thing : NONE,
                .per = f->per ? (int32_t)per : NONE,
                .old = c->many ? 0 : cell_of(c),
                .now = v.many ? told_set(f, &v) : cell_of(&v)};
  *c = v;
  ref_tell(r, e);
}

/* Whose field a place is, and at which index; the statement fails if one is none. */
void ref_place(Ref *r, Node *n, int64_t *thing, int64_t *per)
{
  if (!ref_address(r, n, thing, per)) ref_stop(r, REF_FAIL);
}

void ref_set_local(Ref *r, const Sym *y, Val v)
{
  for (size_t i = r->names.n; i-- > 0;)
    if (r->names.at[i].sym == y) {
      r->names.at[i].v = v;
      return;
    }
}

void ref_assign(Ref *r, Node *where, Val v)
{
  const Field *f = ref_field(where);
  if (!f) {
    ref_set_local(r, where->sym, v);
    return;
  }
  int64_t thing, per;
  ref_place(r, where, &thing, &per);
  write_cell(r, f, thing, per, v);
  ref_whens(r, f, NULL);
}

Val ref_clamp(const Type *t, int64_t n)
{
  return ref_num(n < t->lo ? t->lo : n > t->hi ? t->hi : n);
}

void ref_change_field(Ref *r, const Field *f, int64_t thing, int64_t per, int64_t by)
{
  Val *c = ref_cell(r, f, thing, per);
  if (c->none) return;
  write_cell(r, f, thing, per, ref_clamp(f->type, c->n + by));
}

/* ---- lists ---------------------------------------------------------------------- */

/* A list grows at its end and loses the first that is equal. */
static void change_list(Ref *r, Node *n, Node *where, Val x)
{
  if (!x.many && x.none) ref_stop(r, REF_FAIL);
  Val old = ref_expr(r, where),
      by = n->op == BP_REMOVE_AT || !x.many ? ref_many(r, 1) : x;
  if (!x.many) by.at[0] = x.n, by.count = 1;
  Val out = ref_many(r, old.count + by.count);
  out.count = 0;
  bool used[MAX_LIST * 2] = {0};
  for (int i = 0; i < old.count; i++) {
    bool gone = n->op == BP_REMOVE_AT && x.n == i + 1;
    for (int k = 0; n->op == BP_REMOVE && k < by.count && !gone; k++)
      if (!used[k] && by.at[k] == old.at[i]) gone = used[k] = true;
    if (!gone) out.at[out.count++] = old.at[i];
  }
  for (int k = 0; n->op == BP_ADD && k < by.count; k++) out.at[out.count++] = by.at[k];
  if (out.count > where->type->capacity) ref_stop(r, REF_FAIL);
  ref_assign(r, where, out);
}

/* The first 64 elements that a set can have, as bits: what an event tells of it. */
static int64_t first_word(const Type *t, const Val *set)
{
  int64_t lo = t->elem->tag == T_THING ? t->elem->kind->first : t->elem->lo;
  uint64_t bits = 0;
  for (int i = 0; i < set->count; i++)
    if (set->at[i] - lo < 64) bits |= (uint64_t)1 << (set->at[i] - lo);
  return (int64_t)bits;
}

/* ---- statements ----------------------------------------------------------------- */

static void phrase(Ref *r, Node *n)
{
  Node *a = n->b, *b = a ? a->next : NULL;
  switch (n->op) {
  case BP_VERB:
  case BP_SLOT: {
    const Verb *v = n->sym->slot;
    Val *args = arena_alloc(r->arena, (v->params.n + 1) * sizeof *args);
    int64_t thing = NONE;
    if (n->op == BP_SLOT) thing = ref_as(r, n->c, n->c->type->kind->type).n;
    size_t i = 0;
    for (Node *x = a; x; x = x->next, i++) args[i] = ref_as(r, x, v->params.at[i]->type);
    ref_call_verb(r, &(Call){v, thing, 0, args});
    break;
  }
  case BP_REMOVE_AT: change_list(r, n, b, ref_expr(r, a)); break;
  case BP_ADD:
  case BP_REMOVE: {
    Val x = ref_expr(r, a);
    if (b->type->tag == T_LIST) {
      change_list(r, n, b, x);
      break;
    }
    if (x.none && !x.many && a->type->tag != T_SET) ref_stop(r, REF_FAIL);
    Val by = ref_set(r, x), set = ref_expr(r, b);
    Val out = {.many = true,
               .at = arena_alloc(r->arena, (size_t)(by.count + set.count) * 8 + 8)};
    for (int i = 0; i < set.count; i++) {
      bool gone = false;
      for (int k = 0; k < by.count; k++) gone = gone || by.at[k] == set.at[i];
      if (n->op == BP_ADD || !gone) out.at[out.count++] = set.at[i];
    }
    for (int i = 0; i < by.count && n->op == BP_ADD; i++) out.at[out.count++] = by.at[i];
    ref_assign(r, b, ref_set(r, out));
    break;
  }
  case BP_MOVE:
  case BP_MOVE_UNDER: {
    if (is_shuffled(a)) {
      ref_lay(r, n, n->op == BP_MOVE_UNDER);
      ref_whens(r, NULL, b->type->kind);
      break;
    }
    Val x = ref_expr(r, a);
    if (!x.many && x.none) ref_stop(r, REF_FAIL);
    Val all = x.many ? x : ref_set(r, x);
    for (int i = 0; i < all.count; i++)
      ref_move(r, (int32_t)all.at[i], ref_pile(r, b), n->op == BP_MOVE_UNDER);
    ref_whens(r, NULL, b->type->kind);
    break;
  }
  case BP_DRAW: ref_draw(r, n); break;
  case BP_SHUFFLE: ref_shuffle(r, ref_pile(r, a)); break;
  case BP_REVEAL: {
    Val named = ref_expr(r, a), who = ref_set(r, ref_expr(r, b));
    uint32_t mask = 0;
    for (int i = 0; i < who.count; i++) mask |= 1u << who.at[i];
    if (reveals_value(a->type)) {
      ref_tell(r, (RefEvent){.kind = EV_REVEAL,
                             .thing = NONE,
                             .old = named.many   ? first_word(a->type, &named)
                                    : named.none ? NONE
                                                 : named.n,
                             .now = mask});
      break;
    }
    Val x = ref_set(r, named);
    for (int i = 0; i < x.count; i++) {
      if ((r->known[x.at[i]] | mask) == r->known[x.at[i]]) continue;
      r->known[x.at[i]] |= mask;
      ref_tell(r, (RefEvent){.kind = EV_REVEAL, .thing = (int32_t)x.at[i], .now = mask});
    }
    break;
  }
  case BP_NOTE: ref_tell(r, (RefEvent){.kind = EV_NOTE, .text = a->text->source}); break;
  case BP_WIN:
  case BP_WIN_BECAUSE: {
    Val who = ref_set(r, ref_expr(r, a));
    for (int i = 0; i < who.count; i++) r->winners |= 1u << who.at[i];
    r->over = true;
    r->me = NONE;
    ref_tell(r, (RefEvent){.kind = EV_END, .now = r->winners});
    ref_stop(r, REF_DONE);
  }
  case BP_LOSE:
  case BP_LOSE_BECAUSE:
    r->over = true;
    r->me = NONE;
    ref_tell(r, (RefEvent){.kind = EV_END, .now = 0});
    ref_stop(r, REF_DONE);
  default: ref_error(r, R_COUNT);
  }
}

/* Secret answers begin, or are all in: others decide, so nothing can be taken back. */
static void gather(Ref *r, bool begin)
{
  if (r->watch != SIZE_MAX && r->pos > r->watch) ref_stop(r, REF_COMPLETE);
  ref_commit(r);
  ref_tell(r, (RefEvent){.kind = EV_GATHER, .now = begin});
}

static Flow each(Ref *r, Node *n)
{
  Val set = ref_expr(r, n->a);
  if (!set.many) set = ref_set(r, set);
  size_t names = r->names.n;
  int64_t me = r->me;
  if (n->num) gather(r, true);
  for (int i = 0; i < set.count; i++) {
    if (--r->fuel < 0) ref_stop(r, REF_TIRED);
    if (n->num) r->me = set.at[i];
    ref_bind(r, n->sym, ref_num(set.at[i]));
    Flow f = ref_block(r, n->b);
    r->names.n = names;
    if (f == LEAVE_LOOP) break;
  }
  r->me = me;
  if (n->num) gather(r, false);
  return GO_ON;
}

static Flow repeat(Ref *r, Node *n)
{
  Val times = n->a ? ref_expr(r, n->a) : ref_num(INT32_MAX);
  for (int64_t i = 0; !times.none && i < times.n; i++) {
    if (--r->fuel < 0) ref_stop(r, REF_TIRED);
    if (n->b && !ref_true(r, n->b)) break;
    if (ref_block(r, n->c) == LEAVE_LOOP) break;
  }
  return GO_ON;
}

static Flow otherwise(Ref *r, Node *n)
{
  int depth = r->depth;
  if (r->pos < r->tape_n && r->pos == r->watch) r->watch_depth = depth;
  if (!ref_next(r, TAPE_TRIED, REF_TRY)) return statement(r, n->b);
  ref_open(r, (int)r->me);
  Flow f = statement(r, n->a);
  ref_close(r, depth);
  return f;
}

static Flow plain(Ref *r, Node *n)
{
  switch (n->tag) {
  case N_BLOCK: return ref_block(r, n);
  case N_SET: {
    const Field *f = ref_field(n->a);
    ref_assign(r, n->a, ref_as(r, n->b, f ? f->type : n->a->sym->type));
    return GO_ON;
  }
  case N_RAISE:
  case N_LOWER: ref_change(r, n); return GO_ON;
  case N_REQUIRE:
    if (!ref_true(r, n->a)) ref_stop(r, REF_FAIL);
    return GO_ON;
  case N_STOP: return LEAVE_LOOP;
  case N_PHRASE: phrase(r, n); return GO_ON;
  case N_OTHERWISE: return otherwise(r, n);
  case N_IF:
    if (ref_true(r, n->a)) return ref_block(r, n->b);
    return n->c ? statement(r, n->c) : GO_ON;
  case N_EACH: return each(r, n);
  case N_REPEAT: return repeat(r, n);
  case N_CHOOSE: return ref_choose(r, n);
  case N_MAY: return ref_may(r, n);
  case N_AS: {
    int64_t me = r->me;
    r->me = ref_as(r, n->a, r->m->player->type).n;
    Flow f = ref_block(r, n->b);
    r->me = me;
    return f;
  }
  default: ref_error(r, R_COUNT);
  }
}

/* A statement is the attempt of the decisions in it. */
static Flow statement(Ref *r, Node *n)
{
  if (--r->fuel < 0) ref_stop(r, REF_TIRED);
  int depth = r->depth, commits = r->commits;
  Flow f = plain(r, n);
  close_scope(r, depth, commits);
  return f;
}

Flow ref_block(Ref *r, Node *n)
{
  int depth = r->depth, commits = r->commits;
  size_t names = r->names.n;
  Flow f = GO_ON;
  for (Node *s = n->a; s && f == GO_ON; s = s->next) {
    if (s->tag != N_LET) f = statement(r, s);
    else ref_bind(r, s->sym, ref_as(r, s->b, s->sym->type)); /* the rest is its attempt */
  }
  r->names.n = names;
  close_scope(r, depth, commits);
  return f;
}
