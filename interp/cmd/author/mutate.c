/* regel mutate: one small change of the rules at a time, and what nobody notices. */
#include "interp/cmd/client.h"
#include "interp/cmd/interrupt.h"
#include "interp/cmd/opts.h"

#include <string.h>
#include <unistd.h>

typedef struct Mutate {
  Cli *cli;
  const char *name;
  long jobs, seconds;
  regel_mutation how;
  bool json, all, quiet;
} Mutate;

/* ---- telling ------------------------------------------------------------------------
 */

static void print_unnoticed(const regel_data *list)
{
  const char *rule = NULL;
  for (size_t i = 0; i < regel_data_count(list); i++) {
    const regel_data *x = regel_data_at(list, i);
    const char *cited = client_text(x, "citation"), *same = client_text(x, "equivalent");
    if (!rule || strcmp(cited, rule)) puts(*cited ? cited : "without a citation");
    rule = cited;
    printf("  %s:%lld: %s: %s\n      %s\n", client_text(x, "place.file"),
           client_number(x, "place.line"), client_text(x, "sort"), client_text(x, "edit"),
           client_text(x, "line"));
    if (*same) printf("      the same: %s\n", same);
  }
}

static void print_text(const regel_data *r)
{
  const regel_data *list = regel_data_get(r, "unnoticed");
  long long same = client_number(r, "equivalent"),
            open = client_number(r, "chosen") - client_number(r, "tried");
  if (client_number(r, "nobody")) puts("Nobody noticed:");
  print_unnoticed(list);
  printf("%s: %lld changes, of %lld there are; %lld do not compile\n",
         client_text(r, "game"), client_number(r, "chosen"), client_number(r, "changes"),
         client_number(r, "compiler"));
  printf("  noticed by a test %lld, by check %lld, by the clock %lld; by nobody %lld",
         client_number(r, "test"), client_number(r, "check"), client_number(r, "time"),
         client_number(r, "nobody"));
  if (same) printf("; the same %lld", same);
  if (open) printf("; not tried %lld", open);
  printf("\nscore: %.1f %%\n", regel_data_real(regel_data_get(r, "score")));
}

/* What could not be tried at all. */
static int complain(const Mutate *m, const regel_data *r)
{
  const char *wrong = client_text(r, "wrong"), *why = client_text(r, "why");
  if (!strcmp(wrong, "name")) return CODE_USAGE; /* that was told */
  if (!strcmp(wrong, "save")) return opts_wrong(m->cli, "%s", why);
  cli_error(m->cli, "%s", why);
  return !strcmp(wrong, "source")  ? CODE_SOURCE
         : !strcmp(wrong, "tests") ? CODE_NO
                                   : CODE_IO;
}

static int report(const Mutate *m, const regel_data *r, bool stopped)
{
  if (*client_text(r, "wrong")) return complain(m, r);
  if (m->json) client_json(r);
  else print_text(r);
  if (stopped && m->how.save) fprintf(stderr, "To go on: the same command again\n");
  return stopped ? CODE_INTERRUPTED : client_number(r, "nobody") ? CODE_NO : CODE_FINE;
}

static int mutate(Mutate *m)
{
  const volatile int *stop = interrupt_watch();
  bool bar = !m->quiet && m->cli->screen;
  const regel_run run = {(int)m->jobs, stop, bar ? client_progress : NULL, " changes"};
  regel_data *found = client_find(m->cli, m->name, true);
  Args packs = {0};
  client_packs(m->cli, &packs);
  m->how.seconds = (int)m->seconds;
  m->how.all = m->all;
  regel_data *r = regel_mutate(m->cli->library, m->name, packs.at, &m->how, &run);
  if (bar) fputs("\r\033[K", stderr);
  int code = report(m, r, *stop);
  regel_data_free(r);
  regel_data_free(found);
  vec_free(&packs);
  return code;
}

int cmd_mutate(Cli *cli, int argc, char **argv)
{
  static const char *const sorts[] = {
      NULL,   "number", "comparison", "condition",  "direction", "target",
      "pile", "order",  "missing",    "visibility", "text"};
  Mutate m = {.cli = cli, .jobs = sysconf(_SC_NPROCESSORS_ONLN), .seconds = 20};
  int only = 0;
  m.how.seed = 1;
  const Opt opts[] = {
      PACK_OPT(cli),
      {'n', "sample", OPT_NUMBER, &m.how.sample, "N", "only so many, chosen at random", 1,
       1000000, NULL},
      {0, "only", OPT_CHOICE, &only,
       "all|number|comparison|condition|direction|target|pile|order|missing|visibility|"
       "text",
       "only changes of one sort", 0, 0, NULL},
      {0, "seed", OPT_SEED, &m.how.seed, "S", "of the sample (1)", 0, 0, NULL},
      {'j', "jobs", OPT_NUMBER, &m.jobs, "J", "processes at once (one for each core)", 1,
       64, NULL},
      {0, "seconds", OPT_NUMBER, &m.seconds, "S",
       "that one change may take; after that it was noticed (20)", 1, 3600, NULL},
      TEXT_OPT(0, "save", &m.how.save, "FILE",
               "write results there as they come, and go on with those that are there"),
      FLAG_OPT(0, "all", &m.all, "list those that change nothing, too"),
      JSON_OPT(&m.json),
      QUIET_OPT(&m.quiet),
  };
  const Usage usage = {
      "regel mutate scenarios/mygame --sample 200", "mutate [OPTION…] GAME",
      "Changes one number, comparison, condition, target, pile, order, statement,\n"
      "visibility or text of the rules at a time, and looks who notices: the compiler, "
      "a\n"
      "test, or regel check.  What nobody notices is listed by rule: the tests that are\n"
      "still to be written.  Nothing is changed on disk.  Changes that make no "
      "difference\n"
      "stand in equivalent.txt beside the game, a line each: FILE | LINE | EDIT | "
      "REASON.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    m.name = names.at[0];
    m.how.only = sorts[only];
    code = mutate(&m);
  }
  vec_free(&names);
  return code;
}
