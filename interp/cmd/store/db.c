/* regel db: the database itself. */
#include "db/derived/catalog.h"
#include "db/proof/check.h"
#include "db/derived/derive.h"
#include "db/listing.h"
#include "db/store.h"
#include "interp/cmd/store/anchor.h"
#include "interp/cmd/interrupt.h"
#include "interp/base/json.h"
#include "interp/cmd/store/query.h"

#include <string.h>
#include <unistd.h>

typedef struct Work {
  Cli *cli;
  const char *file;
  const char *sign, *check, *public; /* anchor */
  bool json, quiet, all;
  long seconds; /* query */
  const volatile int *stop;
} Work;

/* A line that counts, on a terminal only. */
static void progress(const Work *w, const char *what, int64_t done, int64_t all)
{
  if (w->quiet || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r%s game %lld of %lld", what, (long long)done, (long long)all);
  if (done == all) fputs("\r\033[K", stderr);
}

/* ---- check ---------------------------------------------------------------------- */

static bool checked_one(void *user, int64_t done, int64_t all)
{
  const Work *w = user;
  if (done % 16 == 0 || done == all) progress(w, "checking", done, all);
  return !*w->stop;
}

static void json_report(const CheckReport *r, int64_t missing)
{
  Json j = json_new(stdout);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key(&j, "rulesets");
  json_int(&j, r->rulesets);
  json_key(&j, "games");
  json_int(&j, r->games);
  json_key(&j, "steps");
  json_int(&j, r->steps);
  json_key(&j, "early");
  json_int(&j, r->early);
  json_key(&j, "given");
  json_int(&j, r->given);
  json_key(&j, "without_events");
  json_int(&j, missing);
  json_key(&j, "problems");
  json_open(&j, '[');
  for (const char *s = buf_text(&r->text); *s;) {
    size_t n = strcspn(s, "\n");
    json_textn(&j, s, n);
    s += n + (s[n] == '\n');
  }
  json_close(&j, ']');
  json_close(&j, '}');
}

/* What sound records cannot prove all the same. */
static void say_limits(const CheckReport *r)
{
  if (r->early)
    printf("%lld game%s recorded by an earlier version: that their chance was not chosen "
           "cannot be proved",
           (long long)r->early, r->early == 1 ? " was" : "s were");
  if (r->strange)
    printf(", and in %lld it is not what the seed gives", (long long)r->strange);
  if (r->early) putchar('\n');
  if (r->given)
    printf("In %lld game%s people gave chance, not the seed\n", (long long)r->given,
           cli_plural(r->given));
}

static int check(Work *w, Archive *a)
{
  CheckReport r;
  CheckPlan plan = {.progress = checked_one, .user = w};
  w->stop = interrupt_watch();
  bool sound = check_database(a->db, &plan, &r);
  int64_t missing = r.problems ? 0 : derive_missing(a->db);
  if (w->json) {
    json_report(&r, missing);
  } else {
    fputs(buf_text(&r.text), stdout);
    printf("%s: %lld ruleset%s, %lld game%s, %lld step%s: %s\n", sql_path(a->db),
           (long long)r.rulesets, cli_plural(r.rulesets), (long long)r.games,
           cli_plural(r.games), (long long)r.steps, cli_plural(r.steps),
           r.stopped ? "interrupted"
           : sound   ? "sound"
                     : "NOT SOUND");
    say_limits(&r);
    if (missing)
      printf("Events of %lld game%s are not there yet: regel db rebuild\n",
             (long long)missing, cli_plural(missing));
  }
  buf_free(&r.text);
  return r.stopped ? CODE_INTERRUPTED : sound ? CODE_FINE : CODE_NO;
}

/* ---- rebuild -------------------------------------------------------------------- */

/* Makes the events that are missing; games that cannot be told are counted in `bad`. */
static int64_t tell_missing(Work *w, Archive *a, int64_t last, int64_t *bad)
{
  RulesShelf shelf = {0};
  int64_t done = 0;
  w->stop = interrupt_watch();
  for (int64_t id = 0;
       !*w->stop && (id = derive_first_missing(a->db, id + 1)) && !sql_fault(a->db);) {
    StoredGame g;
    const Rules *rules = NULL;
    if (stored_load(a->db, id, &g)) rules = rules_get(&shelf, a->db, g.ruleset);
    if (rules && derive_game(a->db, &g, rules->vm)) done++;
    else if (sql_fault(a->db) == DB_DAMAGED) { /* one bad game keeps no other back */
      cli_error(w->cli, "%s", sql_why(a->db));
      sql_forgive(a->db);
      ++*bad;
    }
    stored_free(&g);
    progress(w, "telling", id, last);
  }
  rules_free(&shelf);
  return done;
}

static int rebuild(Work *w, Archive *a)
{
  int64_t last = listing_last(a->db), bad = 0;
  derive_drop(a->db);
  int64_t done = tell_missing(w, a, last, &bad);
  Buf why = {0};
  if (!*w->stop && catalog_drop(a->db)) catalog_fill(a->db, &why);
  if (why.n) cli_error(w->cli, "%s", buf_text(&why));
  buf_free(&why);
  if (sql_fault(a->db)) return archive_fault(w->cli, a);
  int64_t events = derive_count(a->db), cards = catalog_count(a->db);
  printf("%s: %lld event%s of %lld game%s and %lld card%s were made anew\n",
         sql_path(a->db), (long long)events, cli_plural(events), (long long)done,
         cli_plural(done), (long long)cards, cli_plural(cards));
  return bad ? CODE_NO : done == last ? CODE_FINE : CODE_INTERRUPTED;
}

/* ---- forget --------------------------------------------------------------------- */

static int forget(Work *w, Archive *a, const char *name)
{
  int64_t gone, kept;
  if (!store_withhold(a->db, name, &gone, &kept)) return archive_fault(w->cli, a);
  if (gone) {
    int64_t last = listing_last(a->db), bad = 0;
    tell_missing(w, a, last, &bad);
    if (sql_fault(a->db)) return archive_fault(w->cli, a);
    printf("%lld seat%s: the name was taken out, seals and chain still hold\n",
           (long long)gone, cli_plural(gone));
  }
  if (kept)
    printf("%lld seat%s of games that an earlier version recorded: there the seal covers "
           "the name itself, and it stays\n",
           (long long)kept, cli_plural(kept));
  if (!gone && !kept) cli_error(w->cli, "nobody called \"%s\" is in this database", name);
  return gone && !kept ? CODE_FINE : CODE_NO;
}

/* ---- path ----------------------------------------------------------------------- */

static int path(const Work *w)
{
  Buf b = {0};
  db_path(w->file, &b);
  puts(buf_text(&b));
  buf_free(&b);
  return CODE_FINE;
}

static int run(Work *w, const Args *names)
{
  Archive a = {0};
  const char *what = names->at[0];
  bool checking = !strcmp(what, "check"), asking = !strcmp(what, "query"),
       anchor = !strcmp(what, "anchor"), key = !strcmp(what, "key"),
       forgets = !strcmp(what, "forget");
  if (key && names->n < 2)
    return opts_wrong(w->cli, "the file is missing: regel db key FILE");
  if (key) return anchor_new_key(w->cli, names->at[1]);
  if (!anchor && (w->sign || w->check || w->public))
    return opts_wrong(w->cli, "--sign, --check and --public belong to regel db anchor");
  if (w->sign && (w->check || w->public))
    return opts_wrong(w->cli, "an anchor is signed when it is printed: --sign goes "
                              "without --check");
  if (w->public && !w->check)
    return opts_wrong(w->cli, "--public says who must have signed what --check reads");
  if (forgets && names->n < 2)
    return opts_wrong(w->cli, "the name is missing: regel db forget NAME");
  if (names->n > 1 && !asking && !forgets)
    return opts_wrong(w->cli, "\"%s\" is too much: regel db %s", names->at[1], what);
  if (asking && names->n < 2)
    return opts_wrong(w->cli, "the query is missing: regel db query \"SELECT …\"");
  if (!strcmp(what, "path")) return path(w);
  if (!checking && !asking && !anchor && !forgets && strcmp(what, "rebuild"))
    return opts_wrong(
        w->cli,
        "regel db does check, rebuild, query, anchor, key, forget or path, not \"%s\"",
        what);
  int code = -1;
  if (checking) { /* a damaged file is what a check is for: what can be read is looked at
                   */
    a.db = db_open(w->file, SQL_READ);
    if (sql_fault(a.db) && sql_fault(a.db) != DB_DAMAGED)
      code = archive_fault(w->cli, &a);
  } else {
    code = archive_open(w->cli, &a, w->file, asking || anchor ? SQL_READ : SQL_WRITE);
  }
  if (code < 0)
    code = checking   ? check(w, &a)
           : w->check ? anchor_compare(w->cli, &a, w->check, w->public)
           : anchor   ? anchor_print(w->cli, &a, w->sign)
           : forgets  ? forget(w, &a, names->at[1])
           : asking   ? query_run(w->cli, &a,
                                  &(QueryPlan){names->at[1], w->json, w->all, w->seconds})
                      : rebuild(w, &a);
  archive_close(&a);
  return code;
}

int cmd_db(Cli *cli, int argc, char **argv)
{
  Work w = {.cli = cli, .seconds = 10};
  const Opt opts[] = {
      {'q', "quiet", OPT_FLAG, &w.quiet, NULL, "no progress", 0, 0, NULL},
      {0, "json", OPT_FLAG, &w.json, NULL,
       "check, query: one JSON object for other programs", 0, 0, NULL},
      {0, "db", OPT_TEXT, &w.file, "FILE", DB_HELP, 0, 0, NULL},
      {0, "all", OPT_FLAG, &w.all, NULL,
       "query: also what is hidden in games that are not over", 0, 0, NULL},
      {0, "seconds", OPT_NUMBER, &w.seconds, "N", "query: give up after so many (10)", 1,
       1000000, NULL},
      {0, "sign", OPT_TEXT, &w.sign, "KEYFILE", "anchor: sign it with this key", 0, 0,
       NULL},
      {0, "check", OPT_TEXT, &w.check, "ANCHOR",
       "anchor: compare the database with an anchor in a file", 0, 0, NULL},
      {0, "public", OPT_TEXT, &w.public, "KEY", "anchor: it must be signed with this key",
       0, 0, NULL},
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
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      2,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = run(&w, &names);
  vec_free(&names);
  return code;
}
