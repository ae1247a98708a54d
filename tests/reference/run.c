/* Playing with the reference interpreter: the beginning of a game, and what is legal. */
#include "tests/reference/stmt.h"

#include <string.h>

/* ---- the beginning -------------------------------------------------------------- */

static Val first_of(const Type *t, Ref *r)
{
  if (t->tag == T_SET || t->tag == T_LIST)
    return (Val){.many = true, .at = arena_alloc(r->arena, 8)};
  if (t->opt) return ref_none();
  if (t->tag == T_NUM) return ref_num(t->lo > 0 ? t->lo : t->hi < 0 ? t->hi : 0);
  if (t->tag == T_THING) return ref_num(t->kind->first);
  return ref_num(0);
}

static int cells_of(const Field *f)
{
  return (f->kind ? f->kind->count : 1) * (int)(f->per ? type_count(f->per) : 1);
}

static void lay_out(Ref *r)
{
  Model *m = r->m;
  size_t things = (size_t)m->thing_count + 1;
  int piles = r->p->header->piles;
  r->cell = arena_alloc(r->arena, (m->fields.n + 1) * sizeof *r->cell);
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    int n = cells_of(f);
    r->cell[i] = arena_alloc(r->arena, (size_t)(n + 1) * sizeof **r->cell);
    for (int k = 0; k < n && !f->pile; k++) r->cell[i][k] = first_of(f->type, r);
  }
  r->pile = arena_alloc(r->arena, (size_t)(piles + 1) * sizeof *r->pile);
  for (int i = 0; i < piles; i++) r->pile[i].at = arena_alloc(r->arena, things * 4 + 8);
  r->in_pile = arena_alloc(r->arena, things * sizeof *r->in_pile);
  for (size_t i = 0; i < things; i++) r->in_pile[i] = -1;
  r->loose = arena_alloc(r->arena, things);
  r->known = arena_alloc(r->arena, things * sizeof *r->known);
  r->sight = arena_alloc(r->arena, (m->fields.n + 1) * sizeof *r->sight);
  for (size_t i = 0; i < m->fields.n; i++)
    r->sight[i] = arena_alloc(r->arena, (things + 1) * sizeof **r->sight);
  r->was = arena_alloc(r->arena, (m->whens.n + 1) * sizeof *r->was);
  for (size_t i = 0; i < m->whens.n; i++) r->was[i] = arena_alloc(r->arena, things);
}

static void fill_field(Ref *r, const Field *f)
{
  if (f->hidden || f->option || !f->decl->b) return;
  Val all = {.many = true, .count = 1, .at = (int64_t[]){0}};
  if (f->kind) all = ref_all(r, f->kind);
  for (int i = 0; i < all.count; i++) {
    r->self = all.at[i];
    if (f->pile) {
      Val set = ref_expr(r, f->decl->b);
      if (!set.many) set = ref_set(r, set);
      const PField *p = &r->p->fields[f->index];
      int pile =
          p->pile + (f->kind ? (int)(all.at[i] - f->kind->first) : 0) * p->per_count;
      for (int k = 0; k < set.count; k++) ref_move(r, (int32_t)set.at[k], pile, false);
      continue;
    }
    Val v = ref_as(r, f->decl->b, f->type);
    for (int64_t k = 0; k < (f->per ? type_count(f->per) : 1); k++)
      *ref_cell(r, f, all.at[i], f->per ? f->per->lo + k : 0) = v;
  }
}

/* A first value that reads other fields comes after them.  This looks at names only. */
static bool reads_field(const Node *n, const Field *f)
{
  for (; n; n = n->next) {
    if (n->sym && n->sym->tag == SY_FIELD && n->sym->field == f) return true;
    if (reads_field(n->a, f) || reads_field(n->b, f) || reads_field(n->c, f)) return true;
  }
  return false;
}

static void fill_after_others(Ref *r, size_t i, bool *done)
{
  const Field *f = r->m->fields.at[i];
  if (done[i]) return;
  done[i] = true;
  for (size_t k = 0; k < r->m->fields.n && !f->hidden && f->decl->b; k++) {
    Node one = *f->decl->b;
    one.next = NULL;
    if (reads_field(&one, r->m->fields.at[k])) fill_after_others(r, k, done);
  }
  fill_field(r, f);
}

static void begin(Ref *r)
{
  Model *m = r->m;
  int option = 0;
  lay_out(r);
  r->me = r->self = NONE;
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    if (!f->option) continue;
    int32_t given = r->options ? r->options[option] : NONE;
    option++;
    *ref_cell(r, f, 0, 0) = given == NONE ? ref_expr(r, f->decl->b) : ref_num(given);
  }
  for (size_t i = 0; i < m->variants.n; i++)
    r->cell[m->variants.at[i]->flag->index][0] =
        ref_num(ref_true(r, m->variants.at[i]->decl->a));
  bool *done = arena_alloc(r->arena, m->fields.n + 1);
  for (size_t i = 0; i < m->fields.n; i++) fill_after_others(r, i, done);
  r->self = NONE;
  r->events.n = 0; /* the table as it stands at first is not told */
}

static void forget(Ref *r)
{
  if (r->arena) arena_free(r->arena);
  r->arena = arena_new();
  r->names.n = 0;
  r->candidates.n = 0;
  r->events.n = 0;
  r->noutcomes = r->depth = r->watch_depth = r->commits = 0;
  r->armed = r->over = false;
  r->winners = 0;
  r->rule_verb = NULL;
  r->own_value = NULL;
  r->pos = 0;
  r->owner = 0;
  r->fuel = 2000000;
}

RefStop ref_run(Ref *r, const Tape *tape, size_t watch)
{
  forget(r);
  r->tape = tape->at;
  r->tape_n = tape->n;
  r->watch = watch;
  if (--r->fuel_all < 0) return r->stop = REF_TIRED;
  if (setjmp(r->out)) return r->stop;
  begin(r);
  ref_call(r, r->m->setup);
  ref_arm(r);
  ref_call(r, r->m->play);
  r->error = R_ENDED;
  return r->stop = REF_ERROR;
}

void ref_free(Ref *r)
{
  if (r->arena) arena_free(r->arena);
  vec_free(&r->names);
  vec_free(&r->candidates);
  vec_free(&r->events);
}

/* ---- who knows what ------------------------------------------------------------- */

static bool in_hands_of(Ref *r, int seat, int32_t thing)
{
  int pile = r->in_pile[thing];
  for (size_t i = 0; pile >= 0 && i < r->m->fields.n; i++) {
    const Field *f = r->m->fields.at[i];
    const PField *p = &r->p->fields[f->index];
    if (f->pile && f->kind == r->m->player && pile >= p->pile &&
        pile < p->pile + p->count * p->per_count)
      return (pile - p->pile) / p->per_count == seat;
  }
  return false;
}

bool ref_sees_field(Ref *r, int seat, const Field *f, int64_t thing)
{
  Node *seen = f->option || f->hidden ? NULL : f->decl->c;
  if (!seen) return true;
  if (seen->tag == N_NONE) return false;
  if (seen->tag == N_NAME && seen->sym->tag == SY_OWNER)
    return f->kind == r->m->player ? thing == seat : in_hands_of(r, seat, (int32_t)thing);
  int64_t self = r->self, me = r->me;
  r->self = thing;
  r->me = NONE;
  Val who = ref_set(r, ref_expr(r, seen));
  r->self = self;
  r->me = me;
  return ref_has(&who, seat);
}

uint32_t ref_pile_seen(Ref *r, int pile)
{
  uint32_t mask = 0;
  for (size_t i = 0; i < r->m->fields.n; i++) {
    const Field *f = r->m->fields.at[i];
    const PField *p = &r->p->fields[f->index];
    if (!f->pile || pile < p->pile || pile >= p->pile + p->count * p->per_count) continue;
    int64_t whose = f->kind ? f->kind->first + (pile - p->pile) / p->per_count : NONE;
    for (int s = 0; s < r->seats; s++)
      if (ref_sees_field(r, s, f, whose)) mask |= 1u << s;
  }
  return mask;
}

bool ref_sees(Ref *r, int seat, int32_t thing)
{
  int pile = r->in_pile[thing];
  return pile < 0 || r->known[thing] >> seat & 1 || ref_pile_seen(r, pile) >> seat & 1;
}

/* ---- what is legal -------------------------------------------------------------- */

/* Can what is watched since entry `watch` be completed by answers of the same player? */
static bool completes(Ref *r, Tape *tape, size_t watch)
{
  RefStop why = ref_run(r, tape, watch);
  size_t n = tape->n;
  if (why == REF_TRY) { /* which side is taken is a question of its own */
    bool ok = ref_tried(r, tape);
    vec_push(tape, ((Entry){TAPE_TRIED, ok}));
    bool done = completes(r, tape, watch);
    tape->n = n;
    return done;
  }
  if (why == REF_DECIDE) {
    size_t candidates = r->candidates.n;
    for (size_t i = 0; i < candidates; i++) {
      vec_push(tape, ((Entry){TAPE_ANSWER, (int)i}));
      bool done = completes(r, tape, watch);
      tape->n = n;
      if (done) return true;
    }
    return false;
  }
  return why != REF_FAIL;
}

bool ref_tried(Ref *r, Tape *tape)
{
  size_t n = tape->n;
  vec_push(tape, ((Entry){TAPE_TRIED, 1}));
  bool ok = completes(r, tape, n);
  tape->n = n;
  return ok;
}

int ref_legal(Ref *r, Tape *tape, int *legal)
{
  int n = (int)r->candidates.n, k = 0;
  for (int i = 0; i < n; i++) {
    size_t was = tape->n;
    vec_push(tape, ((Entry){TAPE_ANSWER, i}));
    bool ok = completes(r, tape, was);
    tape->n = was;
    if (ok) legal[k++] = i;
  }
  ref_run(r, tape, SIZE_MAX);
  return k;
}
