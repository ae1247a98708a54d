/* Where things cannot lie: a card that was shown in a hand is still there, whatever is
 * drawn from the stock meanwhile.
 *
 * Piles are numbered; those beyond the last number share it.  Of a name it is kept in
 * which piles its thing surely does not lie, of a body from which piles something may
 * have gone to which, and of a verb where nothing that it is given lies, whoever calls
 * it. */
#include "interp/base/invariant.h"
#include "interp/flow/flow_int.h"

#include <string.h>

Piles pile_bit(const Flow *f, const Field *x)
{
  INVARIANT(x->pile);
  return (Piles)1 << f->pile_number[x->index];
}

void number_piles(Flow *f)
{
  int n = 0;
  for (size_t i = 0; i < f->m->fields.n; i++) {
    if (!f->m->fields.at[i]->pile) continue;
    f->pile_number[i] = (uint8_t)n;
    if (n < MOST_PILES - 1) n++;
  }
}

/* ---- names ------------------------------------------------------------------------- */

static Lies *lies_at(const Known *k, Id id)
{
  for (int i = 0; i < k->n_places; i++)
    if (id_same(k->places[i].id, id)) return (Lies *)&k->places[i];
  return NULL;
}

Piles away_of(const Known *k, Id id)
{
  const Lies *p = lies_at(k, id);
  return p ? p->away : NO_PILES;
}

bool place_lost(const Known *k, Id id)
{
  const Lies *p = lies_at(k, id);
  if (p) return p->lost;
  if (id_tag(id) == ID_LOCAL) return id_number(id) < k->mixed;
  return id_tag(id) == ID_ROLE && k->mixed;
}

void place_add(Known *k, Id id, Piles away)
{
  if (!away || id_tag(id) == ID_ANY) return;
  Lies *p = lies_at(k, id);
  if (p) p->away |= away;
  else if (k->n_places < MOST_PLACES)
    k->places[k->n_places++] =
        (Lies){id, away, ALL_PILES, place_lost(k, id), place_lost(k, id)};
}

void place_kind(Walk *w, Id id, const Kind *k)
{
  Lies *p = lies_at(&w->known, id);
  if (!p) return;
  p->may = NO_PILES;
  for (size_t i = 0; i < w->f->m->fields.n; i++) {
    const Field *x = w->f->m->fields.at[i];
    if (x->pile && x->type->kind == k) p->may |= pile_bit(w->f, x);
  }
}

static Track *track_at(const Known *k, Id id)
{
  for (int i = 0; i < k->n_tracks; i++)
    if (id_same(k->tracks[i].id, id)) return (Track *)&k->tracks[i];
  return NULL;
}

void track_shown(Known *k, Id id)
{
  Track *t = track_at(k, id);
  if (t) memset(t->lost, 0, sizeof t->lost);
}

void place_found(Known *k, Id id, Piles in)
{
  place_add(k, id, ~in);
  Track *t = track_at(k, id);
  for (int s = 0; t && s < t->n; s++) t->now[s] &= in, t->lost[s] &= in;
}

/* Either: all of them follow the same piles from the start. */
static void tracks_meet(Known *k, const Known *other)
{
  int n = 0;
  for (int i = 0; i < k->n_tracks; i++) {
    Track t = k->tracks[i];
    const Track *o = track_at(other, t.id);
    if (!o) continue;
    INVARIANT(t.n == o->n);
    for (int s = 0; s < t.n; s++) t.now[s] |= o->now[s], t.lost[s] |= o->lost[s];
    k->tracks[n++] = t;
  }
  k->n_tracks = n;
}

void places_meet(Known *k, const Known *other)
{
  int n = 0;
  for (int i = 0; i < k->n_places; i++) {
    Lies p = k->places[i];
    p.away &= away_of(other, p.id);
    const Lies *o = lies_at(other, p.id);
    p.lost = p.lost || place_lost(other, p.id);
    p.mixed = p.mixed || (o && o->mixed);
    if (p.away) k->places[n++] = p;
    else if (p.lost && k->mixed <= id_number(p.id)) k->mixed = id_number(p.id) + 1;
  }
  k->n_places = n;
  if (other->mixed > k->mixed) k->mixed = other->mixed;
  tracks_meet(k, other);
}

void places_mixed(Known *k, Piles mixed, int names)
{
  if (mixed) k->mixed = names;
  for (int i = 0; i < k->n_places; i++)
    if (mixed & ~k->places[i].away & k->places[i].may) k->places[i].mixed = true;
  for (int i = 0; i < k->n_tracks; i++) {
    Track *t = &k->tracks[i];
    for (int s = 0; s < t->n; s++) t->lost[s] |= t->now[s] & mixed;
  }
}

bool tracks_same(const Known *a, const Known *b)
{
  if (a->n_tracks != b->n_tracks) return false;
  for (int i = 0; i < a->n_tracks; i++) {
    const Track *x = &a->tracks[i], *y = &b->tracks[i];
    if (x->id != y->id || memcmp(x->now, y->now, sizeof x->now) != 0 ||
        memcmp(x->lost, y->lost, sizeof x->lost) != 0)
      return false;
  }
  return true;
}

bool places_same(const Known *a, const Known *b)
{
  if (a->n_places != b->n_places) return false;
  for (int i = 0; i < a->n_places; i++)
    if (a->places[i].id != b->places[i].id || a->places[i].away != b->places[i].away ||
        a->places[i].lost != b->places[i].lost ||
        a->places[i].mixed != b->places[i].mixed)
      return false;
  return tracks_same(a, b);
}

/* ---- what moves -------------------------------------------------------------------- */

/* What may be in one of these may now be in one of those. */
static bool spread(Piles *at, Piles from, Piles to)
{
  if (!(*at & from) || !(to & ~*at)) return false;
  *at |= to;
  return true;
}

static bool follow(Known *k, Piles from, Piles to)
{
  bool changed = false;
  for (int i = 0; i < k->n; i++) changed |= spread(&k->at[i].lost, from, to);
  for (int i = 0; i < k->n_places; i++) {
    Lies *p = &k->places[i];
    if (!(from & ~p->away)) continue;
    p->lost = p->lost || p->mixed;
    if (!(p->away & to)) continue;
    p->away &= ~to;
    changed = true;
  }
  for (int i = 0; i < k->n_tracks; i++)
    for (int s = 0; s < k->tracks[i].n; s++) {
      changed |= spread(&k->tracks[i].now[s], from, to);
      changed |= spread(&k->tracks[i].lost[s], from, to);
    }
  return changed;
}

/* It was one of these, mixed up in some, and is one of those now. */
static Piles lost_in(Piles lost, Piles from, Piles to)
{
  return lost & from ? to : NO_PILES;
}

/* Something may have left one of these. */
static void left(Walk *w, Piles from)
{
  const Model *m = w->f->m;
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *x = m->fields.at[i];
    if (x->pile && w->f->relevant[i] && from & pile_bit(w->f, x))
      field_changes(w, (int)i);
  }
}

void gone(Walk *w, Id id, Piles from, Piles to)
{
  for (int i = 0; i < w->known.n; i++) {
    Fact *k = &w->known.at[i];
    if (k->tag == KNOW_ID && id_same(k->base, id)) k->lost = lost_in(k->lost, from, to);
  }
  Lies *p = lies_at(&w->known, id);
  bool lost = p && p->lost;
  follow(&w->known, from, to);
  Track *t = track_at(&w->known, id);
  if (p) p->away = ~to, p->lost = lost; /* it is there, and nowhere else */
  for (int s = 0; t && s < t->n; s++)
    t->lost[s] = lost_in(t->lost[s], from, to), t->now[s] = to;
  for (int i = 0; i < MOST_PILES; i++)
    if (from >> i & 1) w->s->goes[i] |= to;
  left(w, from);
}

/* A body may have moved a thing more than once, and in any order. */
void gone_in(Walk *w, const Summary *s)
{
  Piles from = NO_PILES;
  for (int i = 0; i < MOST_PILES; i++) {
    w->s->goes[i] |= s->goes[i];
    if (s->goes[i]) from |= (Piles)1 << i;
  }
  left(w, from);
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < MOST_PILES; i++)
      if (s->goes[i] && follow(&w->known, (Piles)1 << i, s->goes[i])) more = true;
  }
}

/* Where a thing that lay in one of these may be after a body. */
static Piles led(const Track *t, Piles from)
{
  Piles to = NO_PILES;
  for (int s = 0; s < t->n; s++) {
    Piles start = (Piles)1 << t->start[s];
    if (from & start) to |= t->now[s];
    from &= ~start;
  }
  return from ? ALL_PILES : to;
}

/* Where who knew it does not know it any more, if it lay in one of these and was lost in
 * some of them. */
static Piles lost_after(const Track *t, Piles from, Piles lost)
{
  Piles to = led(t, from & lost);
  for (int s = 0; s < t->n; s++)
    if (from >> t->start[s] & 1) to |= t->lost[s];
  return to;
}

static void track_called(Walk *w, const Known *before, const Track *t, Id id, Piles away)
{
  const Track *was = track_at(before, id);
  Track *now = track_at(&w->known, id);
  Lies *p = lies_at(&w->known, id);
  if (p) p->away = ~led(t, ~away);
  for (int i = 0; i < before->n; i++) {
    Fact k = before->at[i];
    if (k.tag != KNOW_ID || !id_same(k.base, id)) continue;
    k.lost = lost_after(t, ~away, k.lost);
    known_add(&w->known, k);
  }
  if (!was || !now) return;
  *now = *was;
  for (int s = 0; s < was->n; s++) {
    now->lost[s] = lost_after(t, was->now[s], was->lost[s]);
    now->now[s] = led(t, was->now[s]);
  }
}

void tracks_called(Walk *w, const Known *before, const Known *after, const Call *c)
{
  for (int i = 0; i < after->n_tracks; i++) {
    const Track *t = &after->tracks[i];
    const Val *v = role_arg(c, id_number(t->id));
    Id id = id_called(w, t->id, c);
    if (v) track_called(w, before, t, id, v->away | away_of(before, id));
  }
}

Piles piles_of(const Walk *w, const Spot *p)
{
  if (p->field) return pile_bit(w->f, p->field);
  const Val *v = p->name ? p->name->flow : NULL;
  return v ? ~given_to(w, v->id) : ALL_PILES;
}

/* ---- what verbs are given ---------------------------------------------------------- */

Piles given_to(const Walk *w, Id id)
{
  bool role = id_tag(id) == ID_ROLE && id_number(id) != ROLE_ME && !id_step(id);
  if (!w->given || !role) return NO_PILES;
  const Given *g = w->given;
  if (id_number(id) == ROLE_THIS) return g->away[g->n];
  return id_number(id) < g->n ? g->away[id_number(id)] : NO_PILES;
}

void give(Flow *f, const Verb *v, const Val *args, int n, const Val *self)
{
  Given *g = &f->given[v->number];
  int params = (int)v->params.n;
  if (!g->next) {
    g->n = params;
    g->next = arena_alloc(f->arena, ((size_t)params + 1) * sizeof *g->next);
    for (int i = 0; i <= params; i++) g->next[i] = ALL_PILES;
  }
  for (int i = 0; i <= params; i++) {
    const Val *x = i == params ? self : i < n ? &args[i] : NULL;
    g->next[i] &= x ? x->away : NO_PILES;
  }
}

/* Each round may take for granted what the callers of the round before have given: at
 * first nothing, so that every round is right, and the last one knows most. */
bool given_more(Flow *f)
{
  bool more = false;
  for (size_t k = 0; k < f->m->verbs.n; k++) {
    Given *g = &f->given[k];
    for (int i = 0; g->next && i <= g->n; i++)
      more = more || g->next[i] != (g->away ? g->away[i] : NO_PILES);
    g->away = g->next;
    g->next = NULL;
  }
  return more;
}

static void track_begin(Walk *w, Id id, const Kind *kind)
{
  if (w->known.n_tracks == MOST_TRACKS) return;
  const Model *m = w->f->m;
  Track t = {.id = id};
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *x = m->fields.at[i];
    if (!x->pile || x->type->kind != kind) continue;
    if (t.n == MOST_STARTS) return;
    t.start[t.n] = w->f->pile_number[i];
    t.now[t.n++] = pile_bit(w->f, x);
  }
  w->known.tracks[w->known.n_tracks++] = t;
}

static void role_given(Walk *w, int role, const Kind *k)
{
  if (!k || !k->in_piles) return;
  Id id = id_of(ID_ROLE, role);
  track_begin(w, id, k);
  place_add(&w->known, id, given_to(w, id));
}

void taken(Walk *w, const Verb *v)
{
  const Given *g = &w->f->given[v->number];
  if (g->away) w->given = g;
  for (int i = 0; i < (int)v->params.n && i < MAX_PARAMS; i++) {
    const Type *t = v->params.at[i]->type;
    if (t->tag == T_THING) role_given(w, i, t->kind);
  }
  if (v->slot_of) role_given(w, ROLE_THIS, v->slot_of);
}
