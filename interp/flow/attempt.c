/* Attempts: what was known when an answer was offered, against what is known now.
 *
 * Whether an answer is legal is found out before anything of it has happened.  So what
 * can fail behind it is judged by what its player knew when the question was put, not by
 * what the attempt itself shows.  Outside of attempts fields need no history, because who
 * sees a field may know what it holds; inside of one that holds only after the answer was
 * given.  So an attempt keeps what it has put into which field, and whoever reads the
 * field to find out whether something fails reads that as well.
 *
 * Attempts lie inside each other, and each has begun with something else known.  Labels
 * that matter to failures are kept for each of them: by level.  At level 0 nothing is
 * known, and what was laid before the body began is left to the caller (A_LAID). */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* ---- by level ---------------------------------------------------------------------- */

Val val_at(Walk *w, Node *n, int level)
{
  INVARIANT(level >= 0 && level <= w->level);
  Known known = w->known, k = {0};
  bool raw = w->raw;
  int at = w->at;
  if (level) {
    k = *w->offered[level];
    facts_meet(&k, &known);
    k.dead = false;
  }
  memcpy(k.laid, known.laid, sizeof k.laid);
  k.settled = known.settled;
  k.mixed = known.mixed;
  w->known = k;
  w->raw = true;
  w->at = level;
  Val v = quietly(w, n);
  w->known = known;
  w->raw = raw;
  w->at = at;
  return v;
}

Levels full_levels(Walk *w, Node *n)
{
  Levels l = {0};
  for (int k = 0; k <= w->level; k++) {
    Val v = val_at(w, n, k);
    l.at[k] = full(w, &v);
  }
  return l;
}

Levels number_levels(Walk *w, Node *n)
{
  Levels l = {0};
  for (int k = 0; k <= w->level; k++) {
    Val v = val_at(w, n, k);
    l.at[k] = number(w, &v);
  }
  return l;
}

Levels levels_join(Walk *w, Levels a, Levels b)
{
  for (int k = 0; k < LEVELS; k++) a.at[k] = join(w, a.at[k], b.at[k]);
  return a;
}

Levels levels_step(Walk *w, Levels l, StepTag tag, const char *name, Loc at)
{
  for (int k = 0; k <= w->level; k++)
    l.at[k] = label_step(w->f->arena, l.at[k], tag, name, at);
  return l;
}

Levels levels_same(Label l)
{
  Levels r;
  for (int k = 0; k < LEVELS; k++) r.at[k] = l;
  return r;
}

Levels levels_forget(Walk *w, Levels l, int first)
{
  for (int k = 0; k < LEVELS; k++) l.at[k] = label_forget(w->f->arena, l.at[k], first);
  return l;
}

Label substitute_at(Walk *w, Label l, const Call *c, int level)
{
  Call by = *c;
  bool raw = w->raw;
  int at = w->at;
  if (c->args_at[level]) by.args = c->args_at[level], by.self = c->self_at[level];
  by.me_sel = c->me_at.at[level];
  w->raw = true;
  w->at = level;
  Label r = substitute(w, l, &by);
  w->raw = raw;
  w->at = at;
  return r;
}

Levels substitute_levels(Walk *w, Label l, const Call *c)
{
  Levels r = {0};
  for (int k = 0; k <= w->level; k++) r.at[k] = substitute_at(w, l, c, k);
  return r;
}

/* ---- attempts ---------------------------------------------------------------------- */

void attempt_begin(Walk *w, Attempt *a, Id who)
{
  *a = (Attempt){.who = w->attempt,
                 .open = w->open,
                 .known = w->known,
                 .fails = w->s->fails,
                 .stuck = w->s->stuck,
                 .raw_path = w->raw_path,
                 .can_fail = w->s->can_fail,
                 .can_stick = w->s->can_stick,
                 .deep = w->level == LEVELS - 1};
  w->attempt = who;
  w->open = true;
  w->s->fails = w->s->stuck = (Levels){0};
  w->s->can_fail = w->s->can_stick = false;
  if (a->deep) { /* judged with the one around it: less was known then */
    if (w->known.settled > w->level) w->known.settled = w->level;
    return;
  }
  w->offered[++w->level] = &a->known;
  /* What is common to all answers tells none of them apart. */
  w->raw_path.at[w->level] = (Label){0};
  w->known.laid[w->level] = NULL;
  w->known.over.at[w->level] = (Label){0};
  w->me_at.at[w->level] = w->me_sel;
}

void attempt_anew(Walk *w, Attempt *a, Id who)
{
  w->attempt = who;
  if (a->deep) return;
  a->known = w->known;
  w->known.laid[w->level] = NULL;
  w->known.over.at[w->level] = (Label){0};
  if (w->known.settled > w->level) w->known.settled = w->level;
}

Levels attempt_close(Walk *w, const Attempt *a)
{
  Levels l = w->s->fails;
  w->attempt = a->who;
  w->open = a->open;
  w->raw_path = a->raw_path;
  w->s->fails = a->fails;
  w->s->stuck = a->stuck;
  w->s->can_fail = a->can_fail;
  w->s->can_stick = a->can_stick;
  if (!a->deep) w->known.laid[w->level--] = NULL;
  if (w->known.settled > w->level + 1) w->known.settled = w->level + 1;
  return l;
}

/* Two ids that are surely two players. */
static bool another(const Walk *w, Id a, Id b)
{
  int d = id_step(a) - id_step(b);
  int least = w->f->m->game ? (int)w->f->m->game->num : 1;
  return id_tag(a) != ID_ANY && id_root(a) == id_root(b) && d && d < least && -d < least;
}

/* If no answer is legal, the decision itself cannot be made: that matters to the same
 * player's decision around it.  Somebody else's is not tried, but it needs something to
 * offer. */
void attempt_end(Walk *w, Attempt *a, bool can_be_stuck, bool can_be_empty,
                 Levels offered, Loc at)
{
  Levels l = levels_join(w, offered, w->s->stuck);
  bool other = another(w, w->attempt, a->open ? a->who : id_of(ID_ROLE, ROLE_ME));
  l = levels_join(w, l, attempt_close(w, a));
  Levels over = w->known.over;
  w->known.over = a->known.over; /* later failures know what was over by then */
  if (other ? can_be_empty : can_be_stuck) stuck(w, other ? offered : l, true, at);
  w->known.over = over;
}

/* ---- failures ---------------------------------------------------------------------- */

static void attempted(Walk *w, Label l, Loc at)
{
  if (!w->open || !w->level) return;
  Known now = w->known, before = *w->offered[w->level];
  bool ending = w->ending;
  w->ending = false;
  facts_meet(&before, &now);
  before.dead = false;
  w->known = before;
  need(w, to_one(w->attempt), l, tell_new(w->f, TELL_FAIL, at, NULL));
  w->known = now;
  w->ending = ending;
}

/* Does it keep the innermost attempt from being completed; and those of the callers? */
static bool counted(Walk *w, bool counts)
{
  if (counts && w->level >= w->known.settled) w->failures++;
  return counts && !w->known.settled;
}

void fail(Walk *w, Levels l, bool counts, Loc at)
{
  INVARIANT(w->f && w->s);
  if (w->quiet) return;
  l = levels_join(w, levels_join(w, l, w->raw_path), w->known.over);
  attempted(w, l.at[w->level], at);
  w->s->fails = levels_join(w, w->s->fails, l);
  w->s->can_fail = counted(w, counts) || w->s->can_fail;
}

void stuck(Walk *w, Levels l, bool counts, Loc at)
{
  INVARIANT(w->f && w->s);
  if (w->quiet) return;
  l = levels_join(w, levels_join(w, l, w->raw_path), w->known.over);
  attempted(w, l.at[w->level], at);
  w->s->stuck = levels_join(w, w->s->stuck, l);
  w->s->can_stick = counted(w, counts) || w->s->can_stick;
}

void fail_by(Walk *w, Node *n, bool whether)
{
  if (w->quiet) return;
  fail(w, whether ? number_levels(w, n) : full_levels(w, n), true, n->loc);
}

/* ---- what an attempt has laid where ------------------------------------------------ */

static const Laid *laid_at(const Laid *l, int field)
{
  while (l && l->field != field) l = l->next;
  return l;
}

static void lay_at(Walk *w, Known *k, int level, int field, const Label what[LAID_PARTS])
{
  const Laid *was = laid_at(k->laid[level], field);
  Laid l = {.field = field, .next = k->laid[level]};
  bool more = !was; /* that it was written at all may tell under which conditions */
  for (int i = 0; i < LAID_PARTS; i++) {
    l.what[i] = was ? join(w, was->what[i], what[i]) : what[i];
    more = more || label_size(l.what[i]) != (was ? label_size(was->what[i]) : 0);
  }
  if (!more) return;
  Laid *new = ARENA_NEW(w->f->arena, Laid);
  *new = l;
  k->laid[level] = new;
}

static bool is_secret(Label l)
{
  for (int i = 0; i < l.n; i++) {
    AtomTag t = l.at[i].atom.tag;
    if (t == A_FIELD || t == A_TOLD || t == A_MUCH) return true;
  }
  return false;
}

/* Where something hidden is ever put, bodies ask their callers what they have put there.
 */
static void lays(Flow *f, int field, const Label what[LAID_PARTS])
{
  unsigned now = f->lays[field];
  for (int i = 0; i < LAID_PARTS; i++)
    if (is_secret(what[i])) now |= 1U << i;
  if (now == f->lays[field]) return;
  f->lays[field] = (uint8_t)now;
  f->laid_memo = NULL;
  forget_values(f);
}

void lay(Walk *w, const Field *f, Laying l)
{
  if (w->quiet) return;
  l.what[0] = levels_join(w, l.what[0], w->raw_path);
  for (int k = 0; k <= w->level; k++) {
    Label what[LAID_PARTS];
    for (int i = 0; i < LAID_PARTS; i++) what[i] = l.what[i].at[k];
    if (!k) lays(w->f, f->index, what);
    lay_at(w, &w->known, k, f->index, what);
  }
}

/* Chance with more than one outcome ends all open attempts: what fails after it keeps
 * no answer from being offered. */
void commit(Walk *w)
{
  if (w->quiet) return;
  w->known.settled = w->level + 1;
}

/* What lies in piles that nobody sees is like chance: it is believed that it tells
 * nothing whether an attempt is over by it. */
static Label seen_by_some(Walk *w, Label l)
{
  Label r = {0};
  for (int i = 0; i < l.n; i++) {
    Atom a = l.at[i].atom;
    const Field *f = a.tag == A_FIELD ? w->f->m->fields.at[a.n] : NULL;
    bool unseen = f && f->pile && seen_rule(f)->tag == N_NONE;
    if (!unseen) r = join(w, r, label_one(w->f->arena, a, l.at[i].way));
  }
  return r;
}

void may_be_over(Walk *w, Levels l)
{
  if (w->quiet) return;
  l = levels_join(w, l, w->raw_path);
  w->known.may_be_over = true;
  for (int k = 0; k <= w->level; k++)
    w->known.over.at[k] = join(w, w->known.over.at[k], seen_by_some(w, l.at[k]));
}

/* Who acts in a body that is called may be somebody else to its callers. */
void put_to(Walk *w, Id who, Levels offered)
{
  if (w->quiet || (w->open && id_same(w->attempt, who))) return;
  if (w->open || !id_same(who, id_of(ID_ROLE, ROLE_ME))) {
    may_be_over(w, offered);
    return;
  }
  Label l = join(w, offered.at[0], join(w, w->raw_path.at[0], w->known.over.at[0]));
  w->known.put = join(w, w->known.put, seen_by_some(w, l));
  w->known.may_be_put = true;
}

/* Where all ways end the game it is all the same which one it was. */
void over_ended(Walk *w, const Known *before)
{
  if (!w->known.dead) return;
  w->known.over = before->over, w->known.put = before->put;
  may_be_over(w, (Levels){0});
}

void over_meet(Walk *w, Known *k, const Known *other)
{
  k->over = levels_join(w, k->over, other->over);
  k->put = join(w, k->put, other->put);
  k->may_be_over = k->may_be_over || other->may_be_over;
  k->may_be_put = k->may_be_put || other->may_be_put;
}

void over_forget(Walk *w, Known *k, int first)
{
  k->over = levels_forget(w, k->over, first);
  k->put = label_forget(w->f->arena, k->put, first);
}

bool overs_differ(const Known *a, const Known *b)
{
  if (label_size(a->put) != label_size(b->put) || a->may_be_over != b->may_be_over ||
      a->may_be_put != b->may_be_put)
    return true;
  for (int k = 0; k < LEVELS; k++)
    if (label_size(a->over.at[k]) != label_size(b->over.at[k])) return true;
  return false;
}

static bool is_pile_of(const Flow *f, const Field *x, Piles in, const Kind *k)
{
  return x->pile && x->type->kind == k && in & pile_bit(f, x);
}

void lay_in(Walk *w, Piles in, const Kind *k, Laying l)
{
  const Model *m = w->f->m;
  for (size_t i = 0; i < m->fields.n; i++)
    if (is_pile_of(w->f, m->fields.at[i], in, k)) lay(w, m->fields.at[i], l);
}

/* Fields and parts as bits. */
enum { BITS = 64 };

Label laid_in(Walk *w, const Field *f, LaidPart part)
{
  if (!w->raw) return (Label){0};
  const Laid *l = laid_at(w->known.laid[w->at], f->index);
  Label r = l ? l->what[part] : (Label){0};
  bool before = !w->at && !w->known.settled && w->f->lays[f->index] >> part & 1;
  if (!before) return r;
  int bit = f->index * LAID_PARTS + (int)part;
  Atom a = {.tag = A_LAID, .n = bit / BITS, .base = (Id)1 << bit % BITS};
  return join(w, r, label_one(w->f->arena, a, NULL));
}

/* Lists never change, so what was found out once of one is true as long as no more is
 * hidden than was then. */
typedef struct LaidMemo {
  const Laid *list;
  int level;
  bool settled;
  Atom atom;
  Label label;
} LaidMemo;
enum { MEMOS = 256 };

static LaidMemo *laid_memo(Walk *w, Atom a)
{
  if (!w->f->laid_memo)
    w->f->laid_memo = arena_alloc(w->f->arena, MEMOS * sizeof *w->f->laid_memo);
  uint64_t hash = ((uintptr_t)w->known.laid[w->at] >> 4) * 31 + a.base * 7919 +
                  (uint64_t)a.n * 131 + (uint64_t)w->at;
  return &w->f->laid_memo[(hash ^ hash >> 17) % MEMOS];
}

Label laid_before(Walk *w, Atom a)
{
  LaidMemo *memo = laid_memo(w, a);
  if (memo->list && memo->list == w->known.laid[w->at] && memo->level == w->at &&
      memo->settled == (w->known.settled > 0) && atom_same(memo->atom, a))
    return memo->label;
  Label l = {0};
  for (int i = 0; i < BITS; i++) {
    int bit = a.n * BITS + i;
    if (a.base >> i & 1)
      l = join(w, l, laid_in(w, w->f->m->fields.at[bit / LAID_PARTS], bit % LAID_PARTS));
  }
  *memo = (LaidMemo){w->known.laid[w->at], w->at, w->known.settled > 0, a, l};
  return l;
}

Label laid_piles(Walk *w, Piles in, const Kind *k, LaidPart part)
{
  Label l = {0};
  const Model *m = w->f->m;
  for (size_t i = 0; w->raw && i < m->fields.n; i++)
    if (is_pile_of(w->f, m->fields.at[i], in, k))
      l = join(w, l, laid_in(w, m->fields.at[i], part));
  return l;
}

void laid_meet(Walk *w, Known *k, const Known *other)
{
  for (int i = 0; i < LEVELS; i++) {
    const Laid *mine = k->laid[i];
    for (const Laid *l = other->laid[i]; l && l != mine; l = l->next)
      lay_at(w, k, i, l->field, l->what);
  }
}

bool laid_same(const Known *a, const Known *b)
{
  const Laid *x = a->laid[0], *y = b->laid[0];
  for (; x && y; x = x->next, y = y->next) {
    if (x->field != y->field) return false;
    for (int i = 0; i < LAID_PARTS; i++)
      if (label_size(x->what[i]) != label_size(y->what[i])) return false;
  }
  return x == y;
}

bool laid_forget(Walk *w, Known *k, const Known *since, int first)
{
  bool more = false;
  for (int i = 0; i < LEVELS; i++) {
    const Laid *now = k->laid[i], *was = since->laid[i];
    k->laid[i] = was;
    for (const Laid *l = now; l && l != was; l = l->next) {
      Label what[LAID_PARTS];
      if (laid_at(now, l->field) != l) continue;
      for (int p = 0; p < LAID_PARTS; p++)
        what[p] = label_forget(w->f->arena, l->what[p], first);
      lay_at(w, k, i, l->field, what);
    }
    more = more || k->laid[i] != was;
  }
  return more;
}

void lay_late(Walk *w, const Known *since, Levels late)
{
  for (int k = 0; k <= w->level; k++) {
    const Laid *now = w->known.laid[k], *was = since->laid[k];
    for (const Laid *l = now; l && l != was; l = l->next)
      lay_at(w, &w->known, k, l->field, (Label[LAID_PARTS]){late.at[k]});
  }
}

void lay_all(Walk *w, Label what)
{
  Label parts[LAID_PARTS];
  for (int k = 0; k <= w->level; k++)
    if (w->known.over.at[k].n) w->known.over.at[k] = what;
  if (w->known.put.n) w->known.put = what;
  for (int i = 0; i < LAID_PARTS; i++) parts[i] = what;
  for (int k = 0; k <= w->level; k++)
    for (const Laid *l = w->known.laid[k]; l; l = l->next)
      lay_at(w, &w->known, k, l->field, parts);
}

static void over_called(Walk *w, const Known *after, const Call *c)
{
  Levels none = {0};
  if (after->dead) may_be_over(w, none);
  else if (after->may_be_over) may_be_over(w, substitute_levels(w, after->over.at[0], c));
  if (after->may_be_put && !after->dead)
    put_to(w, resolve(w, c->me), substitute_levels(w, after->put, c));
}

void laid_called(Walk *w, const Known *after, const Call *c)
{
  over_called(w, after, c);
  Known before = w->known;
  if (after->settled) commit(w);
  for (const Laid *l = after->laid[0]; l; l = l->next) {
    if (laid_at(after->laid[0], l->field) != l) continue;
    Laying new;
    Known now = w->known;
    w->known = before;
    for (int i = 0; i < LAID_PARTS; i++)
      new.what[i] = substitute_levels(w, l->what[i], c);
    w->known = now;
    lay(w, w->f->m->fields.at[l->field], new);
  }
}
