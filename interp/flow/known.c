/* What is known for sure at a place in the rules. */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"

#include <string.h>

static bool fact_same(const Fact *a, const Fact *b)
{
  return a->tag == b->tag && a->all == b->all && a->n == b->n && a->base == b->base &&
         a->who == b->who;
}

void known_add(Known *k, Fact f)
{
  for (int i = 0; i < k->n; i++)
    if (fact_same(&k->at[i], &f)) {
      k->at[i].lost &= f.lost;
      if (f.since < k->at[i].since) k->at[i].since = f.since;
      return;
    }
  if (k->n < MOST_FACTS) k->at[k->n++] = f; /* fewer facts only refuse more */
}

void known_only(Known *k, const Known *of)
{
  int n = 0;
  for (int i = 0; i < k->n; i++) {
    int j = 0;
    while (j < of->n && !fact_same(&k->at[i], &of->at[j])) j++;
    if (j < of->n) k->at[n++] = k->at[i];
  }
  k->n = n;
}

bool known_kind(const Known *k, int kind)
{
  for (int i = 0; i < k->n; i++)
    if (k->at[i].tag == KNOW_KIND && k->at[i].n == kind) return true;
  return false;
}

static bool open_pile(const Known *k, const Field *f)
{
  for (int i = 0; i < k->n; i++) {
    const Fact *x = &k->at[i];
    bool whole = id_tag(x->base) == ID_EVERY || (!f->kind && !f->per);
    if (x->tag == KNOW_PILE && x->n == f->index && x->all && whole) return true;
  }
  return false;
}

/* If all hidden piles of a kind are open, its things are known wherever they go. */
void known_piles(Walk *w, const Kind *kind)
{
  INVARIANT(w->f);
  const Model *m = w->f->m;
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    if (f->pile && f->type->kind == kind && is_hidden(f) && !open_pile(&w->known, f))
      return;
  }
  known_add(&w->known, (Fact){.tag = KNOW_KIND,
                              .n = kind->index,
                              .all = true,
                              .base = id_of(ID_GAME, 0),
                              .since = w->s->changes});
}

void known_meet(Walk *w, Known *k, const Known *other)
{
  Known was = *k;
  if (!other->dead && !k->dead) laid_meet(w, k, other);
  facts_meet(k, other);
  over_meet(w, k, &was);
  over_meet(w, k, other);
}

void facts_meet(Known *k, const Known *other)
{
  if (other->dead) return;
  if (k->dead) {
    *k = *other;
    return;
  }
  int n = 0;
  for (int i = 0; i < k->n; i++)
    for (int j = 0; j < other->n; j++)
      if (fact_same(&k->at[i], &other->at[j])) {
        k->at[n] = k->at[i];
        k->at[n].lost |= other->at[j].lost;
        if (other->at[j].since > k->at[n].since) k->at[n].since = other->at[j].since;
        n++;
        break;
      }
  k->n = n;
  if (other->settled < k->settled) k->settled = other->settled;
  places_meet(k, other);
}

static bool listed(const int *at, size_t n, int x)
{
  for (size_t i = 0; i < n; i++)
    if (at[i] == x) return true;
  return false;
}

bool killed(const Walk *w, int field)
{
  return listed(w->s->kills.at, w->s->kills.n, field);
}

bool stirred(const Walk *w, int kind)
{
  return listed(w->s->stirs.at, w->s->stirs.n, kind);
}

void field_changes(Walk *w, int field)
{
  Summary *s = w->s;
  if (!s->changed)
    s->changed = arena_alloc(w->f->arena, (w->f->m->fields.n + 1) * sizeof *s->changed);
  s->changed[field] = ++s->changes;
}

void no_changes(Walk *w)
{
  w->s->changes = 0;
  w->s->changed = NULL;
}

bool unchanged(const Walk *w, int field, int read)
{
  return !w->s->changed || w->s->changed[field] <= read;
}

void known_kill(Walk *w, int field)
{
  INVARIANT(w->f && w->s);
  if (!w->f->relevant[field]) return;
  field_changes(w, field);
  int n = 0;
  for (int i = 0; i < w->known.n; i++)
    if (w->known.at[i].tag == KNOW_ID || w->known.at[i].tag == KNOW_KIND ||
        w->known.at[i].n != field)
      w->known.at[n++] = w->known.at[i];
  w->known.n = n;
  if (!killed(w, field)) apush(w->f->arena, &w->s->kills, field);
}

void known_stir(Walk *w, int kind)
{
  int n = 0;
  for (int i = 0; i < w->known.n; i++)
    if (w->known.at[i].tag != KNOW_KIND || w->known.at[i].n != kind)
      w->known.at[n++] = w->known.at[i];
  w->known.n = n;
  if (!stirred(w, kind)) apush(w->f->arena, &w->s->stirs, kind);
}

/* Who knows a thing knows it wherever it goes, until a pile in which it lies is mixed. */
void known_mix(Walk *w, Piles mixed)
{
  const Model *m = w->f->m;
  int n = 0;
  for (int i = 0; i < w->known.n; i++) {
    Fact *x = &w->known.at[i];
    bool lies = x->tag == KNOW_ID && x->n >= 0 && m->kinds.at[x->n]->in_piles;
    Piles at = lies ? ~away_of(&w->known, x->base) : NO_PILES;
    x->lost |= mixed & at;
    if (!lies || at & ~x->lost) w->known.at[n++] = *x;
  }
  w->known.n = n;
  places_mixed(&w->known, mixed, w->f->names);
  w->s->mixed |= mixed;
}

void changed_by(Walk *w, const Summary *s)
{
  for (size_t i = 0; i < s->kills.n; i++) known_kill(w, s->kills.at[i]);
  gone_in(w, s);
  known_mix(w, s->mixed);
  gone_in(w, s); /* what was mixed up may have gone on */
  for (size_t i = 0; i < s->stirs.n; i++) known_stir(w, s->stirs.at[i]);
}

bool known_same(const Known *a, const Known *b)
{
  if (a->n != b->n) return false;
  for (int i = 0; i < a->n; i++)
    if (!fact_same(&a->at[i], &b->at[i]) || a->at[i].lost != b->at[i].lost) return false;
  return places_same(a, b);
}

bool changes_same(const Summary *a, const Summary *b)
{
  return a->kills.n == b->kills.n && a->stirs.n == b->stirs.n && a->mixed == b->mixed &&
         !memcmp(a->goes, b->goes, sizeof a->goes);
}

void known_copy(Walk *w, Node *n, Id name)
{
  bool reads = (n->tag == N_NAME || n->tag == N_DOT) && n->sym && n->sym->tag == SY_FIELD;
  const Field *f = reads ? n->sym->field : NULL;
  if (!f || f->pile || f->per || !is_hidden(f) || (f->kind && !f->kind->is_player))
    return;
  bool quiet = w->quiet;
  w->quiet = true;
  Id base = resolve(w, spot_of(w, n).id);
  w->quiet = quiet;
  if (id_tag(base) != ID_ANY)
    known_add(&w->known,
              (Fact){.tag = KNOW_COPY, .n = f->index, .base = base, .who = name});
}
