/* One game, two rules: behind the public API. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/base/json.h"
#include "interp/lockstep/lockstep.h"
#include "interp/text/place.h"

static void put_places(Json *j, const char *key, const Comparison *c, const Finding *f,
                       int side)
{
  const Program *p = c->program[side];
  json_key_open(j, key, '[');
  for (int i = 0; i < f->nplaces[side]; i++) place_json(p, j, NULL, f->places[side][i]);
  json_close(j, ']');
}

static void put_difference(Json *j, const Comparison *c, const Finding *f)
{
  json_open(j, '{');
  json_key_text(j, "class", compare_class_name(f->class));
  json_key_int(j, "step", f->step);
  json_key_text(j, "text", f->text);
  json_key_text(j, "rule", f->rule);
  json_key_int(j, "more", f->more);
  put_places(j, "old", c, f, COMPARE_OLD);
  put_places(j, "new", c, f, COMPARE_NEW);
  json_close(j, '}');
}

static void put_comparison(Json *j, const Comparison *c)
{
  static const char *const endings[] = {[COMPARE_FINISHED] = "finished",
                                        [COMPARE_OPEN] = "open",
                                        [COMPARE_STOPPED] = "stopped",
                                        [COMPARE_UNFIT] = "unfit"};
  json_open(j, '{');
  json_key_text(j, "ending", endings[c->ending]);
  json_key_int(j, "steps", c->steps);
  if (c->why) json_key_text(j, "why", c->why);
  json_key_open(j, "answers", '[');
  for (int i = 0; i < c->nanswers; i++) json_int(j, c->answers[i]);
  json_close(j, ']');
  json_key_open(j, "differences", '[');
  for (int i = 0; i < c->nfindings; i++) put_difference(j, c, &c->findings[i]);
  json_close(j, ']');
  json_close(j, '}');
}

regel_data *regel_follow(const regel_rules *was, const regel_rules *now,
                         const regel_setup *setup, const int *answers, int count)
{
  INVARIANT(was->program && now->program && count >= 0 && (answers || !count));
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Buf settings = {0};
  VEC(int32_t) given = {0};
  for (const char *const *o = setup->options; o && *o; o++)
    buf_printf(&settings, "%s%s", settings.n ? " " : "", *o);
  for (int i = 0; i < count; i++) vec_push(&given, (int32_t)answers[i]);
  int least = was->program->header->seats_low;
  CompareGame game = {.seats = setup->players ? setup->players : least,
                      .seed = setup->seed,
                      .settings = buf_text(&settings),
                      .names = setup->names,
                      .answers = given.at,
                      .nanswers = count};
  Compare *pair = compare_new(was->program, now->program);
  Comparison *c = compare_game(pair, &game);
  put_comparison(&j, c);
  comparison_free(c);
  compare_free(pair);
  vec_free(&given);
  buf_free(&settings);
  return api_data(arena, &j);
}
