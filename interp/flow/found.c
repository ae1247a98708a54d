/* Where a thing lies, found out by a condition: `c in table`, a value that says so, and
 * what is made of these with `and`, `or`, `not`, `any` and `all`.
 *
 * If a condition decides whether something is evaluated or done, then there it holds: two
 * games that agree in what it hangs on agree in that, and where it holds the thing lies
 * where it says in both. */
#include "interp/flow/flow_int.h"

#include <string.h>

static const Found *found_new(Walk *w, Id id, Piles in, const Found *next)
{
  Found *f = ARENA_NEW(w->f->arena, Found);
  *f = (Found){id, in, next};
  return f;
}

const Found *found_in(Walk *w, Id id, Piles in)
{
  return in == ALL_PILES || id_tag(id) == ID_ANY ? NULL : found_new(w, id, in, NULL);
}

Piles found_of(const Found *l, Id id)
{
  Piles in = ALL_PILES;
  for (; l; l = l->next)
    if (id_same(l->id, id)) in &= l->in;
  return in;
}

const Found *found_all(Walk *w, const Found *a, const Found *b)
{
  for (; a; a = a->next) b = found_new(w, a->id, a->in, b);
  return b;
}

const Found *found_either(Walk *w, const Found *a, const Found *b)
{
  const Found *r = NULL;
  for (const Found *x = a; x; x = x->next) {
    Piles in = found_of(a, x->id) | found_of(b, x->id);
    if (found_of(r, x->id) == ALL_PILES && in != ALL_PILES)
      r = found_new(w, x->id, in, r);
  }
  return r;
}

const Found *found_called(Walk *w, const Found *l, const Call *c)
{
  const Found *r = NULL;
  for (; l; l = l->next) {
    Id id = id_called(w, l->id, c);
    if (id_tag(id) != ID_ANY && id_tag(l->id) != ID_LOCAL) r = found_new(w, id, l->in, r);
  }
  return r;
}

void found_facts(Walk *w, const Found *l)
{
  for (; l; l = l->next) place_found(&w->known, l->id, l->in);
}

/* Whether an answer is legal is found out before it has moved anything: where a thing
 * will lie then says nothing of where it lies now. */
Supposed suppose(Walk *w, const Found *l)
{
  Supposed before = {.n = w->known.n_places};
  memcpy(before.places, w->known.places, sizeof before.places);
  for (; l && !w->raw; l = l->next) place_add(&w->known, l->id, ~l->in);
  return before;
}

void suppose_no_more(Walk *w, const Supposed *before)
{
  memcpy(w->known.places, before->places, sizeof before->places);
  w->known.n_places = before->n;
}
