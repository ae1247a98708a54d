/* Pairs of games that must look alike to a reader, and what told them apart. */
#include "interp/leaks/leaks.h"
#include "interp/base/invariant.h"
#include "interp/api/api_int.h"
#include "interp/text/place.h"

#include <stdlib.h>

static const PLoc *leak_place(const Program *p, const Leak *l)
{
  const PLoc *at = l->ip >= 0 ? place_of_ip(p, l->ip) : NULL;
  return at ? at : place_of_row(p, l->loc);
}

static void put_leak(Json *j, const Program *p, const Leak *l)
{
  const PLoc *at = leak_place(p, l);
  View v = view_program(p, NULL);
  Buf who = {0};
  if (l->reader >= 0) render_seat(&v, &who, l->reader);
  else buf_add(&who, "a spectator");
  json_key_open(j, "leak", '{');
  json_key_int(j, "game", l->game);
  json_key_int(j, "reader", l->reader + 1); /* from 1; below: a spectator */
  json_key_text(j, "who", buf_text(&who));
  json_key_text(j, "by", leak_part_name(l->part));
  json_key_int(j, "answers", l->answers);
  if (at) place_json(p, j, "place", at);
  json_key_text(j, "played", buf_text(&l->story));
  json_key_text(j, "instead", buf_text(&l->changed));
  json_key_text(j, "first", buf_text(&l->first));
  json_key_text(j, "second", buf_text(&l->second));
  json_close(j, '}');
  buf_free(&who);
}

static void put_told(Json *j, const Program *p, const LeakResult *r)
{
  INVARIANT(p && p->header);
  json_key_open(j, "told", '[');
  for (int i = 0; i < p->n_code; i++) {
    const PLoc *at = place_of_ip(p, i);
    if (!r->told[i]) continue;
    json_open(j, '{');
    json_key_int(j, "pairs", r->told[i]);
    if (at) place_json(p, j, "place", at);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static regel_data *report(const LeakPlan *plan, const LeakResult *r)
{
  static const char *const ends[PAIR_ENDS] = {"alike", "same",  "apart", "shown",
                                              "told",  "leaks", "errors"};
  const Program *p = plan->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_text(&j, "game", program_string(p, p->header->name));
  json_key_int(&j, "players", plan->seats);
  json_key(&j, "seed");
  json_unsigned(&j, plan->seed);
  json_key_int(&j, "games", r->games);
  json_key_int(&j, "pairs", r->pairs);
  json_key_int(&j, "compared", r->compared);
  json_key_open(&j, "ends", '{');
  for (int i = 0; i < PAIR_ENDS; i++) json_key_int(&j, ends[i], r->ends[i]);
  json_close(&j, '}');
  json_key_int(&j, "dealt", r->dealt);
  json_key_int(&j, "weak", r->weak);
  put_told(&j, p, r);
  if (r->found) put_leak(&j, p, &r->leak);
  json_key_real(&j, "seconds", r->seconds);
  json_close(&j, '}');
  return api_data(arena, &j);
}

static void progress(void *user, long done, long games)
{
  const regel_run *run = user;
  if (run->progress) run->progress(run->user, done, games);
}

regel_data *regel_leaks(const regel_rules *rules, const regel_setup *setup, int reader,
                        long games, long most, const regel_run *run, char **why)
{
  INVARIANT(rules && rules->program);
  Setup from;
  Buf problem = {0};
  regel_data *found = NULL;
  int32_t *values = api_setup(rules, setup, &from, &problem);
  if (values && reader >= from.seats) {
    buf_printf(&problem, "there are only %d players", from.seats);
  } else if (values) {
    LeakPlan plan = {.program = rules->program,
                     .seats = from.seats,
                     .options = values,
                     .seed = setup->seed,
                     .games = games,
                     .jobs = run->jobs,
                     .most = most,
                     .reader = reader >= 0                 ? reader
                               : reader == REGEL_SPECTATOR ? VIEW_PUBLIC
                                                           : VIEW_ALL,
                     .stop = run->stop,
                     .progress = run->progress ? progress : NULL,
                     .user = (void *)run};
    LeakResult r;
    if (!leaks_run(&plan, &r)) found = report(&plan, &r);
    else buf_printf(&problem, "cannot start %d threads", run->jobs);
    leaks_free(&r);
  }
  if (!found && why) *why = buf_take(&problem);
  buf_free(&problem);
  free(values);
  return found;
}
