#include "interp/rules/setups.h"
#include "interp/base/invariant.h"
#include "interp/rules/pairs.h"
#include "interp/rules/settings.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL = 8 }; /* values of an option that are all tried */

typedef struct Dial {
  int option; /* -1: the number of players */
  int32_t low, high;
} Dial;

typedef VEC(Dial) Dials;

static bool is_small(const PType *t)
{
  return (t->tag == T_NUM || t->tag == T_FLAG || t->tag == T_WORD || t->tag == T_THING) &&
         t->hi - t->lo < SMALL;
}

/* What can be varied; false if something else could be, too. */
static bool find_dials(const Setups *s, Dials *d)
{
  const Program *p = s->program;
  bool all = true;
  if (!s->players_fixed && p->header->seats_low < p->header->seats_high)
    vec_push(d, ((Dial){-1, p->header->seats_low, p->header->seats_high}));
  for (int i = 0; i < settings_count(p); i++) {
    const PType *t = &p->types[settings_option(p, i)->type];
    if (s->options[i] != NONE || (s->vary && !s->vary[i])) continue;
    if (is_small(t)) vec_push(d, ((Dial){i, t->lo, t->hi}));
    else all = false;
  }
  return all;
}

static void turn(const Dial *d, int32_t value, int *players, int32_t *options)
{
  if (d->option < 0) *players = value;
  else options[d->option] = value;
}

static void as_it_is(const Setups *s, int *players, int32_t *options)
{
  *players = s->players;
  memcpy(options, s->options, sizeof *options * (size_t)settings_count(s->program));
}

/* All combinations; the last dial turns fastest. */
static bool all_combinations(const Setups *s, const Dials *d, uint64_t count,
                             int32_t *options, SetupFn fn, void *user)
{
  int players;
  for (uint64_t k = 0; k < count; k++) {
    uint64_t rest = k;
    as_it_is(s, &players, options);
    for (size_t i = d->n; i-- > 0;) {
      uint64_t n = (uint64_t)(d->at[i].high - d->at[i].low) + 1;
      turn(&d->at[i], d->at[i].low + (int32_t)(rest % n), &players, options);
      rest /= n;
    }
    if (!fn(user, players, options)) return false;
  }
  return true;
}

/* Every two values of different dials once together. */
static void paired(const Setups *s, const Dials *d, int32_t *options, SetupFn fn,
                   void *user)
{
  VEC(int) sizes = {0};
  for (size_t i = 0; i < d->n; i++) vec_push(&sizes, d->at[i].high - d->at[i].low + 1);
  Pairs pairs = pairs_make(sizes.at, (int)sizes.n);
  bool go_on = true;
  for (int k = 0; k < pairs.rows && go_on; k++) {
    int players;
    as_it_is(s, &players, options);
    for (size_t i = 0; i < d->n; i++)
      turn(&d->at[i], d->at[i].low + pairs.values[(size_t)k * d->n + i], &players,
           options);
    go_on = fn(user, players, options);
  }
  pairs_free(&pairs);
  vec_free(&sizes);
}

/* Options that do not go together are no setup. */
typedef struct Fitting {
  const Setups *setups;
  SetupFn fn;
  void *user;
} Fitting;

static bool if_it_fits(void *user, int players, const int32_t *options)
{
  const Fitting *f = user;
  Buf why = {0};
  bool fits = settings_fit(f->setups->program, players, options, &why);
  buf_free(&why);
  return !fits || f->fn(f->user, players, options);
}

bool setups_each(const Setups *s, SetupFn fn, void *user)
{
  INVARIANT(s->program && fn);
  Fitting fitting = {s, fn, user};
  if (settings_limited(s->program)) fn = if_it_fits, user = &fitting;
  Dials d = {0};
  uint64_t count = 1;
  int32_t *options = settings_new(s->program);
  bool all = find_dials(s, &d);
  for (size_t i = 0; i < d.n && count <= s->most; i++)
    count *= (uint64_t)(d.at[i].high - d.at[i].low) + 1;
  if (count > s->most) all = false;
  if (count <= s->most) all &= all_combinations(s, &d, count, options, fn, user);
  else paired(s, &d, options, fn, user);
  free(options);
  vec_free(&d);
  return all;
}
