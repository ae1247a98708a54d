/* What an exploration found, in the shape of docs/json.md. */
#include "interp/api/explore/survey.h"
#include "interp/base/clock.h"
#include "interp/base/invariant.h"
#include "interp/rules/settings.h"
#include "interp/text/place.h"

static const char *end_name(ExploreEnd end)
{
  static const char *const names[] = {
      [END_COMPLETE] = "complete", [END_DEPTH] = "depth",         [END_STATES] = "states",
      [END_MEMORY] = "memory",     [END_STOPPED] = "interrupted", [END_TIME] = "time",
  };
  return names[end];
}

static void put_number(Json *j, const char *key, uint64_t n)
{
  json_key(j, key);
  json_unsigned(j, n);
}

static void put_place(Json *j, const Program *p, const PLoc *l)
{
  if (l) place_json(p, j, "place", l);
}

/* "3 players, version=base" */
static void put_setup_name(Json *j, const Survey *s, const Explored *x)
{
  Buf settings = {0}, name = {0};
  settings_write(s->program, x->options, &settings);
  buf_printf(&name, "%d player%s", x->players, x->players == 1 ? "" : "s");
  if (settings.n) buf_printf(&name, ", %s", buf_text(&settings));
  json_key_text(j, "setup", buf_text(&name));
  buf_free(&settings);
  buf_free(&name);
}

/* ---- findings ------------------------------------------------------------------- */

static const PLoc *finding_place(const Program *p, const Finding *f)
{
  if (f->kind == FIND_ALWAYS && f->ip >= 0 && f->ip < p->n_always)
    return place_of_row(p, p->always[f->ip].loc);
  return f->ip < 0 ? NULL : place_of_ip(p, f->ip);
}

static void always_text(const Program *p, const Finding *f, Buf *b)
{
  bool known = f->ip >= 0 && f->ip < p->n_always;
  const char *text = known ? render_source(p, p->always[f->ip].text) : NULL;
  bool claim = known && program_claims(p, f->ip);
  buf_printf(b, "%s%s%s", claim ? "this is claimed" : "this must always hold",
             text ? ": " : "", text ? text : "");
}

static void finding_text(const Program *p, const Finding *f, Buf *b)
{
  unsigned long long times = f->times;
  switch (f->kind) {
  case FIND_ENDLESS:
    if (!f->tried) buf_add(b, "from here the game cannot end");
    else
      buf_printf(b, "from here no end was found: none of %d walks came to one", f->tried);
    break;
  case FIND_UNENDED:
    if (!times) buf_add(b, "no walk came to an end");
    else buf_printf(b, "hardly a walk came to an end: %llu did", times);
    break;
  case FIND_SEATS:
    buf_add(
        b,
        "the seats are said to be alike, but with seats exchanged this goes another way");
    break;
  case FIND_OVERRUN:
    buf_add(b, "what hangs on an answer is too much to try: its legality is not sure");
    break;
  case FIND_ALWAYS: always_text(p, f, b); break;
  default: buf_add(b, vm_error_title(f->error)); break;
  }
}

static bool survey_same_cause(const Finding *a, const Finding *b)
{
  return a->kind == b->kind && a->error == b->error && a->ip == b->ip;
}

static const Finding *cause_in(const Explored *x, const Finding *f)
{
  for (size_t i = 0; i < x->result.findings.n; i++)
    if (survey_same_cause(&x->result.findings.at[i], f)) return &x->result.findings.at[i];
  return NULL;
}

/* Of a cause that several setups have, one is told: the first of those with the fewest
 * answers. */
static bool told(const Survey *s, size_t which, const Finding *f)
{
  for (size_t i = 0; i < s->done.n; i++) {
    const Finding *g = i == which ? NULL : cause_in(s->done.at[i], f);
    if (g && (g->count < f->count || (g->count == f->count && i < which))) return false;
  }
  return true;
}

static int64_t count_found(const Survey *s)
{
  int64_t n = 0;
  for (size_t i = 0; i < s->done.n; i++)
    for (size_t k = 0; k < s->done.at[i]->result.findings.n; k++)
      n += told(s, i, &s->done.at[i]->result.findings.at[k]);
  for (size_t i = 0; i < s->items.n; i++) n += survey_out_of_reach(s, &s->items.at[i]);
  return n;
}

static void put_answer(void *user, int n, const char *words)
{
  (void)n;
  json_text(user, words);
}

static void put_witness(Json *j, const Survey *s, const Explored *x, const Finding *f)
{
  Setup setup = {x->players, s->seed, x->options};
  json_key_open(j, "answers", '[');
  for (int32_t k = 0; k < f->count; k++) json_int(j, f->answers[k]);
  json_close(j, ']');
  json_key_open(j, "words", '[');
  explore_answers(s->program, &setup, f, put_answer, j);
  json_close(j, ']');
  json_key_int(j, "set_up", explore_setup_answers(s->program, &setup, f));
}

static void put_finding(Json *j, const Survey *s, size_t which, size_t i)
{
  const Explored *x = s->done.at[which];
  const Finding *f = &x->result.findings.at[i];
  Buf b = {0};
  finding_text(s->program, f, &b);
  json_open(j, '{');
  json_key_text(j, "kind", explore_kind_name(f->kind));
  json_key_text(j, "code", f->error ? vm_error_name(f->error) : NULL);
  json_key_text(j, "message", buf_text(&b));
  put_place(j, s->program, finding_place(s->program, f));
  put_number(j, "times", f->times);
  json_key_bool(j, "shortest", f->shortest);
  json_key_bool(j, "told", told(s, which, f));
  json_key_open(j, "setups", '[');
  for (size_t k = 0; k < s->done.n; k++)
    if (cause_in(s->done.at[k], f)) json_int(j, (int64_t)k);
  json_close(j, ']');
  put_witness(j, s, x, f);
  json_key(j, "game");
  if (x->stored.n > i && x->stored.at[i]) json_int(j, x->stored.at[i]);
  else json_text(j, NULL);
  json_close(j, '}');
  buf_free(&b);
}

/* ---- what never happened -------------------------------------------------------- */

static void put_never(Json *j, const Survey *s, const ExploreItems *items, bool whole)
{
  json_key_open(j, "never", '[');
  for (size_t i = 0; i < items->n; i++) {
    const ExploreItem *it = &items->at[i];
    const PLoc *l = place_of_row(s->program, it->loc);
    if (it->times) continue;
    json_open(j, '{');
    json_key_text(j, "kind", explore_item_name(it->kind));
    json_key_text(j, "name", it->name);
    put_place(j, s->program, l);
    if (l && it->last > l->line) json_key_int(j, "last", it->last);
    if (whole) json_key_bool(j, "found", survey_out_of_reach(s, it));
    if (it->tested) json_key_bool(j, "tested", true);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static bool same_place(const Program *p, int32_t a, int32_t b)
{
  const PLoc *x = place_of_row(p, a), *y = place_of_row(p, b);
  return x && y && x->file == y->file && x->line == y->line && x->col == y->col;
}

static bool happened_in(const Survey *s, const Explored *x, const ExploreItem *it)
{
  for (size_t i = 0; i < x->items.n; i++)
    if (x->items.at[i].kind == it->kind &&
        same_place(s->program, x->items.at[i].loc, it->loc))
      return x->items.at[i].times > 0;
  return false;
}

/* Of each ending that happens in some setup: those in which it does not. */
static void put_endings(Json *j, const Survey *s)
{
  json_key_open(j, "endings", '[');
  for (size_t i = 0; i < s->items.n; i++) {
    const ExploreItem *it = &s->items.at[i];
    if (it->kind != ITEM_ENDING || !it->times) continue;
    json_open(j, '{');
    json_key_text(j, "name", it->name);
    put_place(j, s->program, place_of_row(s->program, it->loc));
    json_key(j, "times");
    json_unsigned(j, it->times);
    json_key_open(j, "not_in", '[');
    for (size_t k = 0; k < s->done.n; k++)
      if (!happened_in(s, s->done.at[k], it)) json_int(j, (int64_t)k);
    json_close(j, ']');
    json_close(j, '}');
  }
  json_close(j, ']');
}

/* ---- setups --------------------------------------------------------------------- */

static void put_levels(Json *j, const Survey *s, const ExploreResult *r)
{
  json_key_open(j, "levels", '[');
  for (size_t i = 0; i < r->levels.n; i++) {
    const ExploreLevel *l = &r->levels.at[i];
    json_open(j, '{');
    put_number(j, "answers", i);
    put_number(j, "states", l->states);
    put_number(j, "ended", l->ended);
    if (r->counted || s->plan->perft) {
      put_number(j, "sequences", l->sequences);
      put_number(j, "games", l->games);
    }
    json_close(j, '}');
  }
  json_close(j, ']');
}

/* Why games are not counted although all states are known; NULL: they are. */
static const char *uncounted(const ExploreResult *r)
{
  if (r->end != END_COMPLETE || r->counted) return NULL;
  return r->even ? "many" : "uneven";
}

static void put_counts(Json *j, const ExploreResult *r)
{
  put_number(j, "states", r->states);
  put_number(j, "seatings", r->seatings ? (uint64_t)r->seatings : 1);
  put_number(j, "ended", r->ended);
  put_number(j, "steps", r->steps);
  json_key(j, "games");
  if (r->counted && r->end == END_COMPLETE) json_unsigned(j, r->games);
  else json_text(j, NULL);
  if (uncounted(r)) json_key_text(j, "uncounted", uncounted(r));
  json_key_bool(j, "counted", r->counted);
  json_key_bool(j, "endless_sought", r->endless_sought);
}

static void put_cost(Json *j, const ExploreResult *r)
{
  put_number(j, "walks", (uint64_t)r->walks);
  put_number(j, "walks_ended", (uint64_t)r->walks_ended);
  put_number(j, "walk_steps", r->walk_steps);
  put_number(j, "bytes", r->bytes);
  put_number(j, "index_bytes", r->index_bytes);
  json_key_real(j, "seconds", r->seconds + r->walk_seconds);
  json_key_real(j, "walk_seconds", r->walk_seconds);
  json_key_real(j, "cpu_seconds", r->cpu);
}

static void put_setup(Json *j, const Survey *s, size_t which)
{
  const Explored *x = s->done.at[which];
  const ExploreResult *r = &x->result;
  json_open(j, '{');
  json_key_int(j, "players", x->players);
  put_setup_name(j, s, x);
  json_key_text(j, "end", end_name(r->end));
  put_counts(j, r);
  put_levels(j, s, r);
  put_cost(j, r);
  json_key_open(j, "findings", '[');
  for (size_t i = 0; i < r->findings.n && !s->plan->perft; i++)
    put_finding(j, s, which, i);
  json_close(j, ']');
  put_never(j, s, &x->items, false);
  json_close(j, '}');
}

regel_data *survey_data(const Survey *s)
{
  INVARIANT(s->program && s->plan);
  const Program *p = s->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_text(&j, "ruleset", program_string(p, p->header->name));
  put_number(&j, "seed", s->seed);
  json_key_bool(&j, "complete", survey_complete(s));
  json_key_int(&j, "found", s->plan->perft ? 0 : count_found(s));
  json_key_int(&j, "walks_ended", survey_games(s));
  json_key_real(&j, "seconds", clock_seconds() - s->began);
  if (p->kinds[0].flags & (KIND_ALIKE | KIND_CIRCLE))
    json_key_text(&j, "alike", p->kinds[0].cells >= 0 ? "in piles" : "yes");
  json_key_open(&j, "setups", '[');
  for (size_t i = 0; i < s->done.n; i++) put_setup(&j, s, i);
  json_close(&j, ']');
  put_never(&j, s, &s->items, true);
  if (s->done.n > 1) put_endings(&j, s);
  if (s->plan->items) survey_put_items(&j, s);
  if (s->plan->coverage) survey_put_coverage(&j, s);
  json_close(&j, '}');
  return api_data(arena, &j);
}
