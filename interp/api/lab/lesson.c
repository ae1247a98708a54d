/* An outlook from games that bots play against each other, kept if it wins at equal CPU.
 */
#include "interp/base/file.h"
#include "interp/base/invariant.h"
#include "interp/bot/learn.h"
#include "interp/lab/figure.h"
#include "interp/api/lab/lab.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  BLIND = 100,    /* games in the head of who plays without it, at most: … */
  DRAWN = 20000,  /* … as many as take so many answers at random */
  TEACHER = 20,   /* of who plays to learn from, in the second round */
  CALIBRATION = 6 /* games to see how long both think */
};

typedef struct Lesson {
  const char *game; /* as it was asked for */
  const regel_setup *setup;
  long games;
  uint64_t seed;
  regel_lab_rules_fn open;
  void *user;
  const regel_run *run;
  regel_lab *lab; /* of the games that are played now */
  int blind;      /* games in the head of who plays without it */
  char name[64];  /* as the game calls itself */
  char dir[64];
  Buf path; /* of the pack under way */
  Buf why;  /* what is wrong; "" after a failure: who opened the rules knows */
  Features features;
  Samples samples;
  Learned learned;
} Lesson;

/* Opens a plan of games with the pack under way. */
static bool open_with(Lesson *x, const char *lines)
{
  Buf plan = {0};
  regel_data *wrong = NULL;
  regel_lab_free(x->lab);
  buf_printf(&plan, "rules learned = \"%s\"%s%s%s\n", x->game, x->path.n ? " + \"" : "",
             buf_text(&x->path), x->path.n ? "\"" : "");
  if (x->setup->players) buf_printf(&plan, "players %d\n", x->setup->players);
  for (const char *const *o = x->setup->options; o && *o; o++)
    buf_printf(&plan, "set %s\n", *o);
  buf_printf(&plan, "seed %llu\n%s", (unsigned long long)x->seed, lines);
  x->lab = regel_lab_new(buf_text(&plan), x->open, x->user, &wrong);
  if (wrong) buf_add(&x->why, regel_data_text(regel_data_get(wrong, "text")));
  regel_data_free(wrong);
  buf_free(&plan);
  return x->lab != NULL;
}

static bool write_pack(Lesson *x, const Buf *text)
{
  buf_clear(&x->path);
  buf_printf(&x->path, "%s/pack.regel", x->dir);
  if (file_put(buf_text(&x->path), buf_text(text), text->n)) return true;
  buf_printf(&x->why, "cannot write %s: %s", buf_text(&x->path), strerror(errno));
  return false;
}

static bool stopped(Lesson *x)
{
  bool stop = x->run->stop && *x->run->stop;
  if (stop) buf_add(&x->why, "stopped");
  return stop;
}

static bool collect(Lesson *x, const char *bot_words, long games, long first)
{
  Buf line = {0};
  buf_printf(&line, "bots %s\ngames 1\n", bot_words);
  bool fine = open_with(x, buf_text(&line));
  buf_free(&line);
  if (!fine) return false;
  INVARIANT(x->lab->plan.cells.n && x->lab->plan.bots.n && x->lab->plan.rules.n);
  const Plan *plan = &x->lab->plan;
  const Cell *c = &plan->cells.at[0];
  const BotSpec *b = &plan->bots.at[0].seats.at[0];
  const Program *p = plan->rules.at[0].program;
  Vm *vm = vm_new(p);
  Bot *bot = bot_new(p, b->kind, b->playouts, b->ahead);
  vm_auto_chance(vm, true);
  for (long i = 0; i < games && !(x->run->stop && *x->run->stop); i++)
    samples_play(
        &x->samples, vm, bot,
        &(Setup){c->seats, luck_seed(x->seed, (uint64_t)(first + i)), c->options});
  bot_free(bot);
  vm_free(vm);
  return !stopped(x);
}

/* Fits the outlook and writes it, with all features for another round of games. */
static bool teach(Lesson *x, bool all)
{
  Buf text = {0};
  samples_fit(&x->samples, &x->learned);
  learned_pack(&x->learned, &x->features, x->name, "under way", all, &text);
  bool fine = write_pack(x, &text);
  buf_free(&text);
  return fine;
}

/* Plays a plan, which is x->lab then. */
static bool play(Lesson *x, const char *lines)
{
  const regel_lab_work all = {.shards = 1};
  char *why = NULL;
  if (!open_with(x, lines)) return false;
  if (regel_lab_run(x->lab, &all, x->run, &why) < 0) buf_add(&x->why, why);
  free(why);
  return !x->why.n && !stopped(x);
}

/* CPU of one decision, which is more if several threads think at once. */
static bool measure(Lesson *x, const char *bots, double *seconds)
{
  Buf line = {0};
  buf_printf(&line, "bots %s\ngames %d\nblock %d\n", bots, CALIBRATION, CALIBRATION);
  clock_t from = clock();
  bool fine = play(x, buf_text(&line));
  buf_free(&line);
  if (!fine) return false;
  int64_t decisions = counts_of(&x->lab->part.cells[0], C_plain)[DECISIONS];
  *seconds =
      (double)(clock() - from) / CLOCKS_PER_SEC / (double)(decisions ? decisions : 1);
  return true;
}

/* How much it wins against who thinks as long without it. */
static bool compete(Lesson *x, long games, Figure *won, int *think, int *seats)
{
  double with = 0, without = 0;
  char spec[BOT_SPEC];
  snprintf(spec, sizeof spec, "blind:%d", x->blind);
  bool fine = measure(x, spec, &without);
  snprintf(spec, sizeof spec, "mcts:%d", x->blind);
  if (!fine || !measure(x, spec, &with)) return false;
  double n = x->blind * without / fmax(with, 1e-9);
  *think = n < 1 ? 1 : n > 100 * x->blind ? 100 * x->blind : (int)n;
  *seats = x->lab->plan.cells.at[0].seats;
  Buf line = {0};
  buf_printf(&line, "bots mcts:%d", *think);
  for (int i = 1; i < *seats; i++) buf_printf(&line, " blind:%d", x->blind);
  buf_printf(&line, "\nrotate\ngames %ld\n", games);
  x->seed++; /* games that it did not learn from */
  fine = play(x, buf_text(&line));
  buf_free(&line);
  if (fine) *won = figure_share(counts_of(&x->lab->part.cells[0], C_bot_won), 0);
  return fine;
}

static bool lesson(Lesson *x)
{
  Buf text = {0};
  if (!open_with(x, "games 1\n")) return false;
  const Program *p = x->lab->plan.rules.at[0].program;
  snprintf(x->name, sizeof x->name, "%.60s", program_string(p, p->header->name));
  if (x->lab->plan.cells.at[0].seats < 2)
    buf_printf(&x->why, "%s has one player: there is nobody to win against", x->game);
  else features_find(&x->features, p);
  if (!x->why.n && !x->features.n)
    buf_printf(&x->why, "nothing that %s declares differs from player to player",
               x->game);
  if (x->why.n) return false;
  features_pack(&x->features, x->name, &text);
  bool fine = write_pack(x, &text);
  buf_free(&text);
  if (!fine || !collect(x, "random", x->games, 0) || !teach(x, true)) return false;
  char spec[BOT_SPEC];
  snprintf(spec, sizeof spec, "mcts:%d", TEACHER);
  double games = (double)DRAWN * (double)x->games / (double)(x->samples.answers + 1);
  x->blind = games > BLIND ? BLIND : games < 10 ? 10 : (int)games;
  x->samples.n = 0; /* what is seldom in good games is forgotten */
  return collect(x, spec, x->games / 4 + 1, x->games) && teach(x, false);
}

static regel_data *put_lesson(Lesson *x, const char *result, uint64_t seed, bool kept)
{
  Buf remark = {0}, text = {0};
  Arena *arena = arena_new();
  Json j = json_data(arena);
  buf_printf(
      &remark,
      "Learned by `regel lab learn %s` from %ld games (seed %llu): how good it looks "
      "to me,\n# in hundredths, from what each player has. At equal CPU %s.",
      x->game, x->games / 4 + 1, (unsigned long long)seed, result);
  learned_pack(&x->learned, &x->features, x->name, buf_text(&remark), false, &text);
  json_open(&j, '{');
  json_key_text(&j, "result", result);
  json_key_bool(&j, "kept", kept);
  json_key_text(&j, "pack", buf_text(&text));
  json_close(&j, '}');
  buf_free(&remark);
  buf_free(&text);
  return api_data(arena, &j);
}

/* It is kept if it won. */
static regel_data *judge(Lesson *x)
{
  Figure won;
  int think = 0, seats = 2;
  long games = x->games / 10 < 40 ? 40 : x->games / 10 > 400 ? 400 : x->games / 10;
  uint64_t seed = x->seed;
  char result[240];
  if (!compete(x, games, &won, &think, &seats)) return NULL;
  snprintf(result, sizeof result,
           "mcts:%d with it takes %.1f %% (%.1f to %.1f) of %ld games against blind:%d "
           "without it; equal would be %.1f %%",
           think, 100 * won.at, 100 * won.low, 100 * won.high, games, x->blind,
           100.0 / seats);
  return put_lesson(x, result, seed, won.low > 1.0 / seats);
}

regel_data *regel_learn(const char *game, const regel_setup *setup, long games,
                        regel_lab_rules_fn open, void *user, const regel_run *run,
                        char **why)
{
  Lesson x = {.game = game,
              .setup = setup,
              .games = games,
              .seed = setup->seed,
              .open = open,
              .user = user,
              .run = run};
  const char *tmp = getenv("TMPDIR");
  regel_data *found = NULL;
  snprintf(x.dir, sizeof x.dir, "%.40s/regel-learn-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp(x.dir))
    buf_printf(&x.why, "cannot make a folder %s: %s", x.dir, strerror(errno));
  else {
    if (lesson(&x)) found = judge(&x);
    if (x.path.n) unlink(buf_text(&x.path));
    rmdir(x.dir);
  }
  if (why) *why = !found && x.why.n ? buf_take(&x.why) : NULL;
  regel_lab_free(x.lab);
  buf_free(&x.path);
  buf_free(&x.why);
  features_free(&x.features);
  samples_free(&x.samples);
  return found;
}
