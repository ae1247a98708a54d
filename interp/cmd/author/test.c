/* regel test: runs the test blocks of rulesets. */
#include "interp/base/json.h"
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

#include <string.h>

typedef struct Tests {
  Cli *cli;
  bool verbose, json, native;
  uint64_t seed;
  const char *only; /* part of a title, or NULL */
  Json *out;
  Arena *arena;
  Args done;     /* files whose tests have run */
  size_t before; /* of these, those of earlier parts */
  long passed, failed;
  int chunks, made; /* how many there were, and with native code */
  int code;
} Tests;

/* Indents every line but the first. */
static void put_lines(Buf *b, const char *s, int indent)
{
  for (; *s; s++) {
    buf_char(b, *s);
    if (*s == '\n') buf_pad(b, indent);
  }
}

static void print_failure(const Tests *ts, const regel_rules *rules, const regel_data *t)
{
  Buf b = {0};
  const char *on = ts->cli->color_out ? "\033[1;31m" : "",
             *off = ts->cli->color_out ? "\033[0m" : "";
  buf_printf(&b, "%sFAILED%s \"%s\"", on, off, client_text(t, "title"));
  if (*client_text(t, "place.file"))
    buf_printf(&b, " (%s:%lld)", client_text(t, "place.file"),
               client_number(t, "place.line"));
  buf_add(&b, "\n  ");
  put_lines(&b, client_text(t, "text"), 2);
  char *excerpt = regel_excerpt(rules, regel_data_get(t, "at"));
  buf_printf(&b, "\n%s  seed %llu\n\n", excerpt, (unsigned long long)ts->seed);
  regel_free(excerpt);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

static bool was_done(const Tests *ts, size_t count, const char *path)
{
  for (size_t i = 0; i < count; i++)
    if (!strcmp(ts->done.at[i], path)) return true;
  return false;
}

/* Files of tests use the game again, whose own tests have run then. */
static int is_wanted(void *user, const char *title, const char *file)
{
  Tests *ts = user;
  if (was_done(ts, ts->before, file)) return 0;
  if (!was_done(ts, ts->done.n, file)) vec_push(&ts->done, arena_strdup(ts->arena, file));
  return !ts->only || strstr(title, ts->only);
}

/* The tests of one source file, then its line. */
static void tell_file(Tests *ts, const regel_rules *rules, const regel_data *tests,
                      const char *path)
{
  long passed = 0, failed = 0;
  for (size_t i = 0; i < regel_data_count(tests); i++) {
    const regel_data *t = regel_data_at(tests, i);
    if (strcmp(client_text(t, "place.file"), path)) continue;
    bool fine = client_number(t, "passed");
    *(fine ? &passed : &failed) += 1;
    if (ts->json) json_put(ts->out, t);
    else if (!fine) print_failure(ts, rules, t);
    else if (ts->verbose) printf("passed \"%s\"\n", client_text(t, "title"));
  }
  ts->passed += passed;
  ts->failed += failed;
  if (ts->json || !(passed + failed)) return;
  printf("%s: %ld passed", path, passed);
  if (failed) printf(", %ld failed", failed);
  putchar('\n');
  fflush(stdout);
}

static void run_part(void *user, regel_opened *o)
{
  Tests *ts = user;
  if (!o->rules) return;
  if (ts->native) client_native(ts->cli, o->rules);
  ts->chunks += regel_rules_chunks(o->rules);
  ts->made += regel_native_chunks(o->rules);
  ts->before = ts->done.n;
  regel_data *report = regel_test_some(o->rules, ts->seed, is_wanted, ts);
  for (size_t i = ts->before; i < ts->done.n; i++)
    tell_file(ts, o->rules, regel_data_get(report, "tests"), ts->done.at[i]);
  regel_data_free(report);
  regel_rules_free(o->rules);
}

static int run_names(Tests *ts, Args *names)
{
  Json j = json_new(stdout);
  ts->out = &j;
  if (ts->json) {
    json_open(&j, '{');
    json_key_int(&j, "schema", JSON_SCHEMA);
    json_key_open(&j, "tests", '[');
  }
  for (size_t i = 0; i < names->n; i++) {
    ts->done.n = 0;
    int code = client_open_each(ts->cli, names->at[i],
                                REGEL_TESTS | REGEL_PARTS | REGEL_BRIEF, run_part, ts);
    if (code >= 0) ts->code = code;
  }
  if (ts->json) {
    json_close(&j, ']');
    json_key_int(&j, "passed", ts->passed);
    json_key_int(&j, "failed", ts->failed);
    if (ts->native) json_key_int(&j, "native_chunks", ts->made);
    if (ts->native) json_key_int(&j, "chunks", ts->chunks);
    json_close(&j, '}');
  } else {
    if (ts->native) printf("native: %d of %d chunks\n", ts->made, ts->chunks);
    printf("%ld passed, %ld failed\n", ts->passed, ts->failed);
  }
  if (ts->code) return ts->code;
  if (ts->only &&
      ts->passed + ts->failed == 0) { /* a slip of the pen must not be green */
    cli_error(ts->cli, "no test has \"%s\" in its title", ts->only);
    return CODE_NO;
  }
  return ts->failed ? CODE_NO : CODE_FINE;
}

int cmd_test(Cli *cli, int argc, char **argv)
{
  Tests ts = {.cli = cli, .seed = 1};
  const Opt opts[] = {
      PACK_OPT(cli),
      FLAG_OPT('v', "verbose", &ts.verbose, "name the tests that pass, too"),
      TEXT_OPT(0, "only", &ts.only, "WORDS", "only tests whose title has these words"),
      {0, "seed", OPT_SEED, &ts.seed, "S", "for chance outside of scripts (1)", 0, 0,
       NULL},
      NATIVE_OPT(&ts.native),
      JSON_OPT(&ts.json),
  };
  const Usage usage = {
      "regel test tictactoe", "test [OPTION…] [PATH|NAME…]",
      "Runs the test blocks of rulesets and of the test files beside them.  Without an\n"
      "argument: every ruleset of the library.  Exit code 1: a test failed.",
      OPTS(opts, 0, -1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    ts.arena = arena_new();
    client_names(cli, &names, ts.arena);
    code = run_names(&ts, &names);
    vec_free(&ts.done);
    arena_free(ts.arena);
  }
  vec_free(&names);
  return code;
}
