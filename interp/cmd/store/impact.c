/* regel impact: which stored games a change of the rules would change, rule by rule. */
#include "interp/base/buf.h"
#include "interp/cmd/client.h"
#include "interp/cmd/interrupt.h"
#include "interp/cmd/opts.h"

#include <string.h>
#include <unistd.h>

typedef struct Watch {
  const volatile int *stop;
  bool quiet;
} Watch;

static int progress(void *user, int64_t done, int64_t all)
{
  const Watch *w = user;
  if (!w->quiet && isatty(STDERR_FILENO)) {
    fprintf(stderr, "\rcomparing game %lld of %lld", (long long)done, (long long)all);
    if (done == all) fputs("\r\033[K", stderr);
  }
  return *w->stop;
}

static void put_games(Buf *b, const regel_data *games)
{
  enum { SHOWN = 12 };
  size_t n = regel_data_count(games);
  buf_printf(b, "%zu game%s: ", n, cli_plural((long long)n));
  for (size_t i = 0; i < n && i < SHOWN; i++)
    buf_printf(b, "%s%lld", i ? ", " : "",
               (long long)regel_data_number(regel_data_at(games, i)));
  buf_add(b, n > SHOWN ? ", …\n" : "\n");
}

static void put_rules(Buf *b, const regel_data *rules)
{
  const char *before = NULL;
  for (size_t i = 0; i < regel_data_count(rules); i++) {
    const regel_data *e = regel_data_at(rules, i);
    const char *rule = client_text(e, "rule");
    if (!before || strcmp(rule, before))
      buf_printf(b, "\n%s\n", *rule ? rule : "(no rule)");
    before = rule;
    buf_printf(b, "  %-9s ", client_text(e, "class"));
    put_games(b, regel_data_get(e, "games"));
    buf_printf(b, "            game %lld, step %lld: ", client_number(e, "games.0"),
               client_number(e, "step"));
    buf_wrap(b, client_text(e, "text"), 34, 12, 80);
    buf_char(b, '\n');
  }
}

static void put_report(const Cli *cli, Buf *b, const regel_data *r, const char *path)
{
  long long games = client_number(r, "games"), stopped = client_number(r, "stopped"),
            apart = client_number(r, "apart");
  size_t changed = regel_data_count(regel_data_get(r, "changed"));
  const regel_data *classes = regel_data_get(r, "classes");
  buf_printf(b, "%s, %lld stored game%s against %s: %zu change%s\n",
             client_text(r, "ruleset"), games, cli_plural(games), path, changed,
             changed == 1 ? "s" : "");
  for (size_t i = 0; i < regel_data_count(classes); i++) {
    const regel_data *c = regel_data_at(classes, i);
    long long n = regel_data_number(c);
    if (n) buf_printf(b, "  %-9s %5lld game%s\n", regel_data_key(c), n, cli_plural(n));
  }
  if (stopped)
    buf_printf(b, "  %lld cannot be played to their end under the new rules\n", stopped);
  if (apart)
    buf_printf(b, "  %lld game%s with other packs left out (--pack says with which)\n",
               apart, cli_plural(apart));
  put_rules(b, regel_data_get(r, "rules"));
  if (!changed) return;
  buf_printf(b, "\nOne of them in full: regel replay %lld --with %s",
             client_number(r, "rules.0.games.0"), path);
  client_with(cli, b);
  buf_char(b, '\n');
}

static int report(Cli *cli, regel_store *store, const regel_rules *rules,
                  const char *path, bool json, bool quiet)
{
  Watch w = {interrupt_watch(), quiet};
  regel_data *r = regel_impact(store, NULL, rules, progress, &w);
  if (*regel_store_error(store)) {
    cli_error(cli, "%s", regel_store_error(store));
    regel_data_free(r);
    return CODE_IO;
  }
  if (json) client_json(r);
  else {
    Buf b = {0};
    put_report(cli, &b, r, path);
    cli_page(cli, buf_text(&b));
    buf_free(&b);
  }
  bool some = regel_data_count(regel_data_get(r, "changed")) > 0;
  regel_data_free(r);
  return *w.stop ? CODE_INTERRUPTED : some ? CODE_NO : CODE_FINE;
}

int cmd_impact(Cli *cli, int argc, char **argv)
{
  bool json = false, quiet = false;
  const char *file = NULL;
  const Opt opts[] = {
      PACK_OPT(cli),
      QUIET_OPT(&quiet),
      JSON_OPT(&json),
      DB_OPT(&file),
  };
  const Usage usage = {
      "regel impact scenarios/mygame", "impact PATH [OPTION…]",
      "Plays all stored games of a ruleset under its rules as they stand now at PATH, "
      "and\n"
      "lists by rule which of them change: what is legal, what chance can give, what "
      "stands\non the table, what stays hidden, how it ends.  Exit code 1: some change.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  regel_store *store = code < 0 ? client_store(cli, file, &code) : NULL;
  regel_rules *rules = store ? client_open(cli, names.at[0], REGEL_TESTS, &code) : NULL;
  if (rules) code = report(cli, store, rules, names.at[0], json, quiet);
  regel_rules_free(rules);
  regel_store_close(store);
  vec_free(&names);
  return code;
}
