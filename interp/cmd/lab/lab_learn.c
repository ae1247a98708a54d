/* regel lab learn: an outlook from games that bots play against each other, kept if it
 * wins at equal CPU. */
#include "interp/bot/learn.h"
#include "interp/cmd/interrupt.h"
#include "interp/cmd/lab/lab.h"
#include "interp/lab/figure.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  BLIND = 100,    /* games in the head of who plays without it */
  TEACHER = 20,   /* of who plays to learn from, in the second round */
  CALIBRATION = 6 /* games to see how long both think */
};

typedef struct Lesson {
  Lab *lab;
  const char *game; /* as it was asked for */
  char name[64];    /* as it calls itself */
  char dir[64];
  Buf path; /* of the pack under way */
  Features features;
  Samples samples;
  Learned learned;
} Lesson;

/* Opens a plan of games with the pack under way. */
static int open_with(Lesson *x, const char *lines)
{
  Lab *l = x->lab;
  Buf plan = {0};
  Args set = l->set;
  memset(&l->set, 0, sizeof l->set);
  lab_close(l);
  l->set = set;
  memset(&l->plan, 0, sizeof l->plan);
  memset(l->games, 0, sizeof l->games);
  buf_printf(&plan, "rules learned = \"%s\"%s%s%s\n", x->game, x->path.n ? " + \"" : "",
             buf_text(&x->path), x->path.n ? "\"" : "");
  if (l->players) buf_printf(&plan, "players %ld\n", l->players);
  for (size_t i = 0; i < l->set.n; i++) buf_printf(&plan, "set %s\n", l->set.at[i]);
  buf_printf(&plan, "seed %llu\n%s", (unsigned long long)l->seed, lines);
  int code = lab_open(l, "learn", buf_text(&plan));
  buf_free(&plan);
  return code;
}

static int write_pack(Lesson *x, const Buf *text)
{
  buf_clear(&x->path);
  buf_printf(&x->path, "%s/pack.regel", x->dir);
  int code = lab_write_file(x->lab, buf_text(&x->path), text);
  return code;
}

static int collect(Lesson *x, const char *bot_words, long games, long first)
{
  Lab *l = x->lab;
  Buf line = {0};
  buf_printf(&line, "bots %s\ngames 1\n", bot_words);
  int code = open_with(x, buf_text(&line));
  buf_free(&line);
  if (code >= 0) return code;
  const Cell *c = &l->plan.cells.at[0];
  const BotSpec *b = &l->plan.bots.at[0].seats.at[0];
  const Program *p = l->plan.rules.at[0].program;
  const volatile int *stop = interrupt_watch();
  Vm *vm = vm_new(p);
  Bot *bot = bot_new(p, b->kind, b->playouts, b->ahead);
  vm_auto_chance(vm, true);
  for (long i = 0; i < games && !*stop; i++)
    samples_play(
        &x->samples, vm, bot,
        &(Setup){c->seats, luck_seed(l->seed, (uint64_t)(first + i)), c->options});
  bot_free(bot);
  vm_free(vm);
  return *stop ? CODE_INTERRUPTED : -1;
}

/* Fits the outlook and writes it, with all features for another round of games. */
static int teach(Lesson *x, bool all)
{
  Buf text = {0};
  samples_fit(&x->samples, &x->learned);
  learned_pack(&x->learned, &x->features, x->name, "under way", all, &text);
  int code = write_pack(x, &text);
  buf_free(&text);
  return code;
}

/* Plays a plan; the part is to be freed. */
static int play(Lesson *x, const char *lines, Part *part)
{
  int code = open_with(x, lines);
  if (code >= 0) return code;
  const char *output = x->lab->output;
  x->lab->output = NULL;
  part_init(part, &x->lab->plan);
  code = lab_play(x->lab, part, 0, 1);
  x->lab->output = output;
  if (code >= 0) part_free(part);
  return code;
}

static int measure(Lesson *x, const char *bots, double *seconds)
{
  Part part;
  Buf line = {0};
  buf_printf(&line, "bots %s\ngames %d\nblock %d\n", bots, CALIBRATION, CALIBRATION);
  clock_t from = clock();
  int code = play(x, buf_text(&line), &part);
  buf_free(&line);
  if (code >= 0) return code;
  int64_t decisions = counts_of(&part.cells[0], C_plain)[DECISIONS];
  *seconds =
      (double)(clock() - from) / CLOCKS_PER_SEC / (double)(decisions ? decisions : 1);
  part_free(&part);
  return -1;
}

/* How much it wins against who thinks as long without it. */
static int compete(Lesson *x, long games, Figure *won, int *think, int *seats)
{
  double with = 0, without = 0;
  char spec[BOT_SPEC];
  snprintf(spec, sizeof spec, "blind:%d", BLIND);
  int code = measure(x, spec, &without);
  snprintf(spec, sizeof spec, "mcts:%d", BLIND);
  if (code < 0) code = measure(x, spec, &with);
  if (code >= 0) return code;
  double n = BLIND * without / fmax(with, 1e-9);
  *think = n < 1 ? 1 : n > 100 * BLIND ? 100 * BLIND : (int)n;
  *seats = x->lab->plan.cells.at[0].seats;
  Part part;
  Buf line = {0};
  buf_printf(&line, "bots mcts:%d", *think);
  for (int i = 1; i < *seats; i++) buf_printf(&line, " blind:%d", BLIND);
  buf_printf(&line, "\nrotate\ngames %ld\n", games);
  x->lab->seed++; /* games that it did not learn from */
  code = play(x, buf_text(&line), &part);
  buf_free(&line);
  if (code >= 0) return code;
  *won = figure_share(counts_of(&part.cells[0], C_bot_won));
  part_free(&part);
  return -1;
}

static int lesson(Lesson *x)
{
  Lab *l = x->lab;
  Buf text = {0};
  int code = open_with(x, "games 1\n");
  if (code >= 0) return code;
  const Program *p = l->plan.rules.at[0].program;
  if (p->outlook >= 0 || l->plan.cells.at[0].seats < 2) {
    cli_error(l->cli, "%s %s", x->game,
              p->outlook >= 0 ? "has an outlook already"
                              : "has one player: there is nobody to win against");
    return CODE_NO;
  }
  snprintf(x->name, sizeof x->name, "%.60s", program_string(p, p->header->name));
  features_find(&x->features, p);
  if (!x->features.n) {
    cli_error(l->cli, "nothing that %s declares differs from player to player", x->game);
    return CODE_NO;
  }
  features_pack(&x->features, x->name, &text);
  code = write_pack(x, &text);
  buf_free(&text);
  if (code < 0) code = collect(x, "random", l->n, 0);
  if (code < 0) code = teach(x, true);
  char spec[BOT_SPEC];
  snprintf(spec, sizeof spec, "mcts:%d", TEACHER);
  x->samples.n = 0; /* what is seldom in good games is forgotten */
  if (code < 0) code = collect(x, spec, l->n / 4 + 1, l->n);
  if (code < 0) code = teach(x, false);
  return code;
}

/* Keeps the file if it won. */
static int judge(Lesson *x, const char *output)
{
  Lab *l = x->lab;
  Figure won;
  int think = 0, seats = 2;
  long games = l->n / 10 < 40 ? 40 : l->n / 10 > 400 ? 400 : l->n / 10;
  uint64_t seed = l->seed;
  int code = compete(x, games, &won, &think, &seats);
  if (code >= 0) return code;
  char result[240];
  snprintf(result, sizeof result,
           "mcts:%d with it takes %.1f %% (%.1f to %.1f) of %ld games against blind:%d "
           "without it; equal would be %.1f %%",
           think, 100 * won.at, 100 * won.low, 100 * won.high, games, BLIND,
           100.0 / seats);
  printf("%s\n", result);
  if (won.low <= 1.0 / seats) {
    cli_error(l->cli, "not kept: that is no win that chance could not have made");
    return CODE_NO;
  }
  Buf remark = {0}, text = {0};
  buf_printf(
      &remark,
      "Learned by `regel lab learn %s` from %ld games (seed %llu): how good it looks "
      "to me,\n# in hundredths, from what each player has. At equal CPU %s.",
      x->game, l->n / 4 + 1, (unsigned long long)seed, result);
  learned_pack(&x->learned, &x->features, x->name, buf_text(&remark), false, &text);
  if (output) code = lab_write_file(l, output, &text);
  else fwrite(buf_text(&text), 1, text.n, stdout);
  buf_free(&remark);
  buf_free(&text);
  return code < 0 ? CODE_FINE : code;
}

int lab_learn(Lab *l, const Args *args)
{
  if (args->n != 2) return opts_wrong(l->cli, "learn: name one game");
  Lesson x = {.lab = l, .game = args->at[1]};
  const char *output = l->output, *tmp = getenv("TMPDIR");
  snprintf(x.dir, sizeof x.dir, "%.40s/regel-learn-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp(x.dir)) {
    cli_error(l->cli, "cannot make a folder %s: %s", x.dir, strerror(errno));
    return CODE_IO;
  }
  l->output = NULL;
  int code = lesson(&x);
  if (code < 0) code = judge(&x, output);
  Buf path = {0};
  buf_printf(&path, "%s/pack.regel", x.dir);
  unlink(buf_text(&path));
  rmdir(x.dir);
  buf_free(&path);
  buf_free(&x.path);
  features_free(&x.features);
  samples_free(&x.samples);
  return code;
}
