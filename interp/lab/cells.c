/* The cells of a plan, when its rulesets are there. */
#include "interp/lab/plan.h"
#include "grammar/diag.h"
#include "interp/base/invariant.h"
#include "interp/rules/settings.h"
#include "interp/base/name.h"
#include "interp/text/render.h"

#include <stdlib.h>
#include <string.h>

static bool wrong(PlanError *e, int line, const char *why)
{
  e->line = line;
  e->column = e->length = 0;
  buf_clear(&e->why);
  buf_add(&e->why, why);
  return false;
}

/* ---- restrictions --------------------------------------------------------------- */

/* Marks what a word means among the things and labels of a program. */
static bool bar(Plan *p, Cell *c, const PlanNever *n, PlanError *error)
{
  const Program *g = p->rules.at[c->rules].program;
  uint8_t *things = arena_alloc(p->arena, (size_t)g->n_things + 1),
          *alts = arena_alloc(p->arena, (size_t)g->n_alts + 1);
  Nearest near = {n->what, NULL, 0};
  bool some = false;
  for (int i = 0; i < g->n_things; i++) {
    const char *id = program_string(g, g->things[i].name),
               *title = render_source(g, g->things[i].text);
    nearest_try(&near, id);
    things[i] = !strcmp(id, n->what) || (title && name_fits(n->what, title) == 3);
    some = some || things[i];
  }
  for (int i = 0; i < g->n_alts; i++) {
    const char *label = render_source(g, g->alts[i].text);
    if (label) nearest_try(&near, label);
    alts[i] = label && name_fits(n->what, label) == 3;
    some = some || alts[i];
  }
  c->barred_things = things;
  c->barred_alts = alts;
  if (some) return true;
  Buf why = {0};
  buf_printf(&why, "neither a thing nor an answer is called \"%s\"", n->what);
  if (near.best) buf_printf(&why, "; did you mean \"%s\"?", near.best);
  wrong(error, n->line, buf_text(&why));
  buf_free(&why);
  return false;
}

/* ---- cells ---------------------------------------------------------------------- */

static bool set_options(Plan *p, Cell *c, PlanError *error)
{
  const Program *g = p->rules.at[c->rules].program;
  Buf why = {0};
  bool ok = true;
  c->options = settings_new(g);
  for (size_t i = 0; ok && i < p->sweeps.n; i++) {
    const PlanSweep *s = &p->sweeps.at[i];
    ok = settings_set(g, c->options, s->option, s->values.at[c->value[i]], &why);
    if (!ok) wrong(error, s->line, buf_text(&why));
  }
  if (ok && !settings_seats(g, c->seats, &why)) {
    ok = wrong(error, p->rules.at[c->rules].line, buf_text(&why));
  }
  if (ok && !settings_fit(g, c->seats, c->options, &why))
    ok = wrong(error, p->sweeps.n ? p->sweeps.at[0].line : 0, buf_text(&why));
  buf_free(&why);
  return ok;
}

/* What tells a cell from the others. */
static void name_cell(Plan *p, Cell *c)
{
  Buf b = {0};
  const char *sep = "";
  if (p->rules.n > 1) buf_add(&b, p->rules.at[c->rules].name), sep = ", ";
  if (p->players.n > 1) buf_printf(&b, "%s%d players", sep, c->seats), sep = ", ";
  for (size_t i = 0; i < p->sweeps.n; i++) {
    const PlanSweep *s = &p->sweeps.at[i];
    if (s->values.n < 2) continue;
    buf_printf(&b, "%s%s=%s", sep, s->option, s->values.at[c->value[i]]);
    sep = ", ";
  }
  const PlanBots *bots = &p->bots.at[c->bots];
  bool tell = p->bots.n > 1 || !b.n;
  for (size_t i = 0; tell && i < bots->seats.n; i++) {
    char name[BOT_SPEC];
    bot_write(&bots->seats.at[i], name);
    buf_printf(&b, "%s%s", i ? " – " : sep, name);
    sep = ", ";
  }
  if (c->never >= 0) buf_printf(&b, "%snever %s", sep, p->nevers.at[c->never].what);
  c->label = arena_strdup(p->arena, buf_text(&b));
  buf_free(&b);
}

/* The cell that is the same but for one thing, which has its first value there. */
static int find_base(const Plan *p, const Cell *c)
{
  Cell want = *c;
  if (c->never >= 0) want.never = -1;
  else if (c->rules > 0) want.rules = 0;
  else {
    int last = -1;
    for (size_t i = 0; i < p->sweeps.n; i++)
      if (c->value[i] > 0) last = (int)i;
    if (last >= 0) want.value[last] = 0;
    else if (c->bots > 0) want.bots = 0;
    else return -1;
  }
  for (size_t i = 0; i < p->cells.n; i++) {
    const Cell *x = &p->cells.at[i];
    if (x->rules == want.rules && x->bots == want.bots && x->never == want.never &&
        x->seats == want.seats && !memcmp(x->value, want.value, sizeof want.value))
      return (int)i;
  }
  return -1;
}

static bool add_cell(Plan *p, Cell c, PlanError *error)
{
  const PlanBots *b = &p->bots.at[c.bots];
  if (p->cells.n == MAX_CELLS_OF_PLAN)
    return wrong(error, 0, "a plan has at most 1000 combinations; divide it");
  if (b->seats.n != 1 && b->seats.n != (size_t)c.seats) {
    char why[200];
    snprintf(
        why, sizeof why,
        "%zu bots for %d players: one for all seats is wanted here, or one for each of "
        "them; `players %zu` at the end of the line takes them for as many only",
        b->seats.n, c.seats, b->seats.n);
    return wrong(error, b->line, why);
  }
  if (c.never >= 0 && p->nevers.at[c.never].bot >= c.seats)
    return wrong(error, p->nevers.at[c.never].line, "there are not so many players");
  c.games = b->games ? b->games : p->games;
  bool ok = set_options(p, &c, error) &&
            (c.never < 0 || bar(p, &c, &p->nevers.at[c.never], error));
  name_cell(p, &c);
  c.base = find_base(p, &c);
  vec_push(&p->cells, c);
  return ok;
}

/* Whether bots are for this number of players. */
static bool meant_for(const PlanBots *b, int seats)
{
  for (size_t i = 0; i < b->players.n; i++)
    if (b->players.at[i] == seats) return true;
  return !b->players.n;
}

static bool add_settings(Plan *p, Cell c, size_t sweep, PlanError *error)
{
  if (sweep < p->sweeps.n) {
    for (size_t i = 0; i < p->sweeps.at[sweep].values.n; i++) {
      c.value[sweep] = (int)i;
      if (!add_settings(p, c, sweep + 1, error)) return false;
    }
    return true;
  }
  for (size_t b = 0; b < p->bots.n; b++)
    for (int n = -1; n < (int)p->nevers.n; n++) {
      c.bots = (int)b;
      c.never = n;
      if (meant_for(&p->bots.at[b], c.seats) && !add_cell(p, c, error)) return false;
    }
  return true;
}

bool plan_bind(Plan *p, PlanError *error)
{
  INVARIANT(p->rules.n && p->rules.at[0].program && !p->cells.n);
  long fewest = p->rules.at[0].program->header->seats_low;
  if (!p->players.n) vec_push(&p->players, fewest);
  for (size_t r = 0; r < p->rules.n; r++)
    for (size_t n = 0; n < p->players.n; n++) {
      Cell c = {.rules = (int)r, .seats = (int)p->players.at[n], .never = -1, .base = -1};
      if (!add_settings(p, c, 0, error)) return false;
    }
  for (size_t b = 0; b < p->bots.n; b++)
    for (size_t i = 0; i < p->bots.at[b].players.n; i++) {
      bool played = false;
      for (size_t n = 0; n < p->players.n; n++)
        played = played || p->players.at[n] == p->bots.at[b].players.at[i];
      if (!played)
        return wrong(error, p->bots.at[b].line,
                     "the plan has no games for so many players: name them in its line "
                     "`players`, too");
    }
  if (!p->block) { /* so that many shards have something to do of the smallest cell */
    long least = plan_games(p);
    for (size_t i = 0; i < p->cells.n; i++)
      if (p->cells.at[i].games < least) least = p->cells.at[i].games;
    p->block = least / 16;
    if (p->block > 256 || !least) p->block = 256;
    if (p->block < 1) p->block = 1;
  }
  return true;
}

long plan_games(const Plan *p)
{
  long most = 0;
  for (size_t i = 0; i < p->cells.n; i++)
    if (p->cells.at[i].games > most) most = p->cells.at[i].games;
  return most;
}

/* ---- games ---------------------------------------------------------------------- */

static int turns(const Plan *p, const Cell *c)
{
  return p->rotate && (p->bots.at[c->bots].seats.n > 1 || c->never >= 0 || p->nevers.n)
             ? c->seats
             : 1;
}

int plan_bot_at(const Plan *p, const Cell *c, long game, int seat)
{
  return (int)((seat + game % turns(p, c)) % c->seats);
}

uint64_t plan_seed(const Plan *p, const Cell *c, long game)
{
  uint64_t seed = p->seed;
  if (!p->paired)
    for (const char *s = c->label; *s; s++) seed = luck_seed(seed, (unsigned char)*s);
  return luck_seed(seed, (uint64_t)(game / turns(p, c)));
}

long plan_detail(const Plan *p, const Cell *c)
{
  INVARIANT(c->bots >= 0 && (size_t)c->bots < p->bots.n);
  const PlanBots *b = &p->bots.at[c->bots];
  bool random = true;
  for (size_t i = 0; i < b->seats.n; i++)
    random = random && b->seats.at[i].kind == BOT_RANDOM;
  long many = c->games / 512; /* these tell enough about what is dear to count */
  return p->detail ? p->detail : !random ? 1 : many < 16 ? 16 : many < 64 ? many : 64;
}
