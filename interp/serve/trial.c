/* Games that are tried out while their rules are being written.
 *
 * Such a game is kept nowhere: the page has its setup and the answers that were given.
 * They are given again under the rules as they stand now, so that it stands where it
 * stood; if it was played under other rules before, both are played in step and where
 * they part is told. */
#include "interp/serve/workshop.h"

#include <stdlib.h>

enum { MOST_ANSWERS = 20000, MOST_OPTIONS = 64, MOST_GAMES = 20000 };

typedef struct Trial {
  Work *work;
  regel_setup setup;
  char *options[MOST_OPTIONS + 1];
  int *answers;
  int n;
} Trial;

static void read_setup(Trial *t)
{
  json_t *setup = json_object_get(t->work->asked, "setup"), *value;
  const char *key;
  int n = 0;
  t->setup.players = (int)json_integer_value(json_object_get(setup, "players"));
  t->setup.seed = (uint64_t)json_integer_value(json_object_get(setup, "seed"));
  if (!t->setup.seed) t->setup.seed = 1;
  json_object_foreach(json_object_get(setup, "options"), key, value)
  {
    Buf b = {0};
    if (n == MOST_OPTIONS || !json_string_length(value)) continue;
    buf_printf(&b, "%s=%s", key, json_string_value(value));
    t->options[n++] = buf_take(&b);
  }
  t->setup.options = (const char *const *)t->options;
}

static void push(Trial *t, int answer)
{
  if (t->n < MOST_ANSWERS) t->answers[t->n++] = answer;
}

static void read_answers(Trial *t)
{
  json_t *list = json_object_get(t->work->asked, "answers");
  t->answers = calloc(MOST_ANSWERS, sizeof *t->answers);
  if (!t->answers) abort();
  for (size_t i = 0; i < json_array_size(list); i++)
    push(t, (int)json_integer_value(json_array_get(list, i)));
}

/* Under other rules the same answers may have other numbers, or not be there any more. */
static void follow(Trial *t, const regel_rules *now)
{
  regel_rules *was = work_open(t->work, "was", NULL);
  if (!was) return;
  regel_data *d = regel_follow(was, now, &t->setup, t->answers, t->n);
  const regel_data *answers = regel_data_get(d, "answers");
  t->n = 0;
  for (size_t i = 0; i < regel_data_count(answers); i++)
    push(t, (int)regel_data_number(regel_data_at(answers, i)));
  work_put(t->work, "follow", d);
  regel_rules_free(was);
}

/* Chance is rolled, and written down like an answer. */
static regel_status go_on(Trial *t, regel_game *g)
{
  regel_status status = regel_step(g);
  while (status == REGEL_CHANCE && t->n < MOST_ANSWERS) {
    int i = regel_roll(g);
    push(t, i);
    regel_answer(g, i);
    status = regel_step(g);
  }
  return status;
}

static int seat_asked(regel_game *g, regel_status status)
{
  int seat = status == REGEL_DECIDE && regel_answers(g) ? regel_seat(g, 0) : -1;
  return seat < 0 ? 0 : seat;
}

/* As far as they can be given. */
static void give_again(Trial *t, regel_game *g)
{
  for (int i = 0; i < t->n; i++) {
    regel_status status = regel_step(g);
    if ((status == REGEL_DECIDE || status == REGEL_CHANCE) &&
        !regel_answer(g, t->answers[i]))
      continue;
    t->n = i;
    return;
  }
}

/* The answer that was clicked, and so many at random. */
static regel_status answer(Trial *t, regel_game *g, regel_status status)
{
  json_t *n = json_object_get(t->work->asked, "answer");
  int64_t more = json_integer_value(json_object_get(t->work->asked, "random"));
  if (json_is_integer(n) && status == REGEL_DECIDE) {
    int k = frame_answer(g, seat_asked(g, status), json_integer_value(n));
    if (k >= 0 && !regel_answer(g, k)) {
      push(t, k);
      status = go_on(t, g);
    }
  }
  for (; more > 0 && status == REGEL_DECIDE; more--) {
    int k = (int)regel_random(g, (uint64_t)regel_answers(g));
    if (regel_answer(g, k)) break;
    push(t, k);
    status = go_on(t, g);
  }
  return status;
}

static void put_table(Trial *t, regel_game *g, regel_status status, regel_reader *r,
                      int viewer)
{
  Buf *b = &t->work->out;
  Frame f = {0};
  buf_printf(b, ",\"seat\":%d,\"players\":%d", viewer, regel_players(g));
  frame_make(&f, g, status, viewer, "trial");
  for (int i = 0; i < PARTS; i++) {
    buf_char(b, ',');
    frame_part(b, NULL, &f, i);
  }
  frame_free(&f);
  if (status == REGEL_ERROR) { /* its author may know where */
    buf_add(b, ",\"wrong\":");
    put_string(b, regel_error(g));
  }
  buf_add(b, ",\"log\":");
  frame_log(b, r, 0);
  buf_add(b, ",\"answers\":[");
  for (int i = 0; i < t->n; i++) buf_printf(b, "%s%d", i ? "," : "", t->answers[i]);
  buf_char(b, ']');
}

static void play(Trial *t, const regel_rules *rules)
{
  const char *code = json_string_value(json_object_get(t->work->asked, "lang"));
  char *why = NULL;
  regel_game *g = regel_game_new(rules, &t->setup, &why);
  if (!g) {
    buf_add(&t->work->out, ",\"why\":");
    put_string(&t->work->out, why);
    regel_free(why);
    return;
  }
  regel_language *language = code ? regel_language_open(rules, code, NULL) : NULL;
  regel_reader *r = regel_read(g, REGEL_SEES_ALL, language);
  regel_speak(g, language);
  give_again(t, g);
  regel_status status = answer(t, g, go_on(t, g));
  put_table(t, g, status, r, seat_asked(g, status));
  regel_game_free(g);
  regel_language_free(language);
}

static void done(Trial *t)
{
  for (char **o = t->options; *o; o++) free(*o);
  free(t->answers);
}

void work_play(Work *w)
{
  regel_rules *rules = work_rules(w);
  if (!rules) return;
  Trial t = {.work = w};
  read_setup(&t);
  read_answers(&t);
  buf_add(&w->out, "{\"compiles\":true");
  if (json_object_get(w->asked, "was")) follow(&t, rules);
  play(&t, rules);
  buf_char(&w->out, '}');
  done(&t);
  regel_rules_free(rules);
}

/* ---- many games -------------------------------------------------------------------- */

static void simulate(Trial *t, const char *key, const char *name)
{
  regel_data *messages = NULL;
  regel_rules *rules = work_open(t->work, key, &messages);
  int64_t games = json_integer_value(json_object_get(t->work->asked, "games")),
          think = json_integer_value(json_object_get(t->work->asked, "think"));
  char *why = NULL;
  if (games < 1 || games > MOST_GAMES) games = 200;
  if (think < 0 || think > 1000) think = 0;
  if (rules) {
    char bot[32] = "random";
    if (think) snprintf(bot, sizeof bot, "look:%d", (int)think);
    const regel_sim_plan plan = {.games = (long)games, .bot = bot};
    regel_data *d = regel_simulate(rules, &t->setup, &plan, NULL, NULL, &why);
    if (d) work_put(t->work, name, d);
  } else {
    work_put(t->work, "messages", messages);
    messages = NULL;
  }
  if (why) {
    buf_add(&t->work->out, ",\"why\":");
    put_string(&t->work->out, why);
  }
  regel_free(why);
  regel_data_free(messages);
  regel_rules_free(rules);
}

/* The same games before and after a change. */
void work_simulate(Work *w)
{
  Trial t = {.work = w};
  read_setup(&t);
  buf_add(&w->out, "{\"done\":true");
  simulate(&t, "files", "now");
  if (json_object_get(w->asked, "was")) simulate(&t, "was", "before");
  buf_char(&w->out, '}');
  done(&t);
}
