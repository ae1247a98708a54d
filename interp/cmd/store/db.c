/* regel db: the database itself. */
#include "interp/cmd/interrupt.h"
#include "interp/cmd/store/anchor.h"
#include "interp/cmd/store/query.h"

#include <string.h>
#include <unistd.h>

typedef struct Work {
  Cli *cli;
  const char *file;
  const char *sign, *check, *public; /* anchor */
  bool json, quiet, all;
  long seconds; /* query */
  const char *doing;
} Work;

/* A line that counts, on a terminal only. */
static int progress(void *user, int64_t done, int64_t all)
{
  const Work *w = user;
  if (w->quiet || !isatty(STDERR_FILENO) || (done % 16 && done != all)) return 0;
  fprintf(stderr, "\r%s game %lld of %lld", w->doing, (long long)done, (long long)all);
  if (done == all) fputs("\r\033[K", stderr);
  return 0;
}

static regel_run running(Work *w, const char *doing)
{
  w->doing = doing;
  return (regel_run){1, interrupt_watch(), progress, w};
}

/* ---- check ---------------------------------------------------------------------- */

/* What sound records cannot prove all the same. */
static void say_limits(const regel_data *r)
{
  long long early = client_number(r, "early"), strange = client_number(r, "strange"),
            given = client_number(r, "given");
  if (early)
    printf("%lld game%s recorded by an earlier version: that their chance was not chosen "
           "cannot be proved",
           early, early == 1 ? " was" : "s were");
  if (strange) printf(", and in %lld it is not what the seed gives", strange);
  if (early) putchar('\n');
  if (given)
    printf("In %lld game%s people gave chance, not the seed\n", given, cli_plural(given));
}

static void print_check(const Opened *o, const regel_data *r)
{
  const regel_data *problems = regel_data_get(r, "problems");
  long long rulesets = client_number(r, "rulesets"), games = client_number(r, "games"),
            steps = client_number(r, "steps"),
            missing = client_number(r, "without_events"),
            reworded = client_number(r, "reworded");
  for (size_t i = 0; i < regel_data_count(problems); i++)
    puts(regel_data_text(regel_data_at(problems, i)));
  printf("%s: %lld ruleset%s, %lld game%s, %lld step%s: %s\n", regel_store_path(o->store),
         rulesets, cli_plural(rulesets), games, cli_plural(games), steps,
         cli_plural(steps),
         client_number(r, "stopped") ? "interrupted"
         : client_number(r, "sound") ? "sound"
                                     : "NOT SOUND");
  say_limits(r);
  if (missing)
    printf("Events of %lld game%s are not there yet: regel db rebuild\n", missing,
           cli_plural(missing));
  if (reworded)
    printf(
        "Events of %lld game%s stand there in other words than this version's: regel db "
        "rebuild\n",
        reworded, cli_plural(reworded));
}

static int check(Work *w, const Opened *o)
{
  const regel_run run = running(w, "checking");
  regel_data *r = regel_store_check(o->store, &run);
  if (w->json) client_json(r);
  else print_check(o, r);
  int code = client_number(r, "stopped") ? CODE_INTERRUPTED
             : client_number(r, "sound") ? CODE_FINE
                                         : CODE_NO;
  regel_data_free(r);
  return code;
}

/* ---- rebuild -------------------------------------------------------------------- */

static int rebuild(Work *w, const Opened *o)
{
  const regel_run run = running(w, "telling");
  char *why = NULL;
  regel_data *r = regel_store_rebuild(o->store, &run, &why);
  if (!r) return opened_fault(o, why);
  const regel_data *problems = regel_data_get(r, "problems");
  size_t bad = regel_data_count(problems);
  long long events = client_number(r, "events"), games = client_number(r, "games"),
            cards = client_number(r, "cards");
  for (size_t i = 0; i < bad; i++)
    cli_error(w->cli, "%s", regel_data_text(regel_data_at(problems, i)));
  printf("%s: %lld event%s of %lld game%s and %lld card%s were made anew\n",
         regel_store_path(o->store), events, cli_plural(events), games, cli_plural(games),
         cards, cli_plural(cards));
  int code = *run.stop ? CODE_INTERRUPTED : bad ? CODE_NO : CODE_FINE;
  regel_data_free(r);
  return code;
}

/* ---- forget --------------------------------------------------------------------- */

static int forget(Work *w, const Opened *o, const char *name)
{
  const regel_run run = running(w, "telling");
  char *why = NULL;
  regel_data *r = regel_store_forget(o->store, name, &run, &why);
  if (!r) return opened_fault(o, why);
  long long gone = client_number(r, "gone"), kept = client_number(r, "kept");
  if (gone)
    printf("%lld seat%s: the name was taken out, seals and chain still hold\n", gone,
           cli_plural(gone));
  if (kept)
    printf("%lld seat%s of games that an earlier version recorded: there the seal covers "
           "the name itself, and it stays\n",
           kept, cli_plural(kept));
  if (!gone && !kept) cli_error(w->cli, "nobody called \"%s\" is in this database", name);
  regel_data_free(r);
  return gone && !kept ? CODE_FINE : CODE_NO;
}

/* ---- the command ---------------------------------------------------------------- */

static int path(const Work *w)
{
  char *where = regel_store_where(w->file);
  puts(where);
  regel_free(where);
  return CODE_FINE;
}

/* What does not fit together; -1: nothing. */
static int check_words(const Work *w, const Args *names)
{
  const char *what = names->at[0];
  bool checking = !strcmp(what, "check"), asking = !strcmp(what, "query"),
       anchor = !strcmp(what, "anchor"), key = !strcmp(what, "key"),
       forgets = !strcmp(what, "forget");
  if (key && names->n < 2)
    return opts_wrong(w->cli, "the file is missing: regel db key FILE");
  if (!anchor && (w->sign || w->check || w->public))
    return opts_wrong(w->cli, "--sign, --check and --public belong to regel db anchor");
  if (w->sign && (w->check || w->public))
    return opts_wrong(w->cli, "an anchor is signed when it is printed: --sign goes "
                              "without --check");
  if (w->public && !w->check)
    return opts_wrong(w->cli, "--public says who must have signed what --check reads");
  if (forgets && names->n < 2)
    return opts_wrong(w->cli, "the name is missing: regel db forget NAME");
  if (names->n > 1 && !asking && !forgets && !key)
    return opts_wrong(w->cli, "\"%s\" is too much: regel db %s", names->at[1], what);
  if (asking && names->n < 2)
    return opts_wrong(w->cli, "the query is missing: regel db query \"SELECT …\"");
  if (!checking && !asking && !anchor && !forgets && !key && strcmp(what, "path") &&
      strcmp(what, "rebuild"))
    return opts_wrong(
        w->cli,
        "regel db does check, rebuild, query, anchor, key, forget or path, not \"%s\"",
        what);
  return -1;
}

static int run(Work *w, const Args *names)
{
  Opened o = {0};
  const char *what = names->at[0];
  bool checking = !strcmp(what, "check"), asking = !strcmp(what, "query"),
       anchor = !strcmp(what, "anchor");
  int code = check_words(w, names);
  if (code >= 0) return code;
  if (!strcmp(what, "key")) return anchor_new_key(w->cli, names->at[1]);
  if (!strcmp(what, "path")) return path(w);
  /* A damaged file is what a check is for: what can be read is looked at. */
  code = opened_store(&o, w->cli, w->file,
                      checking           ? regel_store_inspect
                      : asking || anchor ? regel_store_read
                                         : regel_store_write);
  const QueryPlan plan = {asking ? names->at[1] : NULL, w->json, w->all, w->seconds};
  if (code >= 0) {
  } else if (checking) code = check(w, &o);
  else if (w->check) code = anchor_compare(&o, w->check, w->public);
  else if (anchor) code = anchor_print(&o, w->sign);
  else if (asking) code = query_run(&o, &plan);
  else code = !strcmp(what, "forget") ? forget(w, &o, names->at[1]) : rebuild(w, &o);
  opened_close(&o);
  return code;
}

int cmd_db(Cli *cli, int argc, char **argv)
{
  Work w = {.cli = cli, .seconds = 10};
  const Opt opts[] = {
      QUIET_OPT(&w.quiet),
      FLAG_OPT(0, "json", &w.json, "check, query: one JSON object for other programs"),
      DB_OPT(&w.file),
      FLAG_OPT(0, "all", &w.all, "query: also what is hidden in games that are not over"),
      {0, "seconds", OPT_NUMBER, &w.seconds, "N", "query: give up after so many (10)", 1,
       1000000, NULL},
      TEXT_OPT(0, "sign", &w.sign, "KEYFILE", "anchor: sign it with this key"),
      TEXT_OPT(0, "check", &w.check, "ANCHOR",
               "anchor: compare the database with an anchor in a file"),
      TEXT_OPT(0, "public", &w.public, "KEY", "anchor: it must be signed with this key"),
  };
  const Usage usage = {
      "regel db check",
      "db check|rebuild|anchor|path [OPTION…]\n       regel db query SQL [OPTION…]\n"
      "       regel db key FILE\n       regel db forget NAME",
      "check    verifies the file, every seal and chain, plays every game again and\n"
      "         compares each state, and compares the views with the facts\n"
      "rebuild  throws the views away and makes them again from the facts\n"
      "query    runs SQL that only reads; docs/audit.md has examples\n"
      "anchor   prints the last seal, to keep elsewhere: it covers every game and "
      "ending\n"
      "key      makes a key to sign anchors with\n"
      "forget   takes a player's name out of all games; their seals still hold\n"
      "path     prints where the database lies",
      OPTS(opts, 1, 2)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = run(&w, &names);
  vec_free(&names);
  return code;
}
