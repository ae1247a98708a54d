/* regel test: runs the test blocks of rulesets. */
#include "interp/cmd/game.h"
#include "interp/base/json.h"
#include "interp/native/native.h"
#include "interp/session/runtest.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

typedef struct Tests {
  Cli *cli;
  bool verbose, json, native;
  uint64_t seed;
  const char *only; /* part of a title, or NULL */
  Json *out;
  Arena *arena;
  VEC(const char *) done; /* files whose tests have run */
  int passed, failed;
  int chunks, made; /* how many there were, and with native code */
  int code;
} Tests;

static const char *file_of(const Program *p, int32_t loc)
{
  const PLoc *l = place_of_row(p, loc);
  return l ? program_string(p, p->files[l->file].path) : "";
}

static const char *title_of(const Program *p, int t)
{
  return program_string(p, p->tests[t].title);
}

/* Indents every line but the first. */
static void put_lines(Buf *b, const char *s, int indent)
{
  for (; *s; s++) {
    buf_char(b, *s);
    if (*s == '\n') buf_pad(b, indent);
  }
}

static void print_failure(Tests *ts, const Program *p, int t, const TestResult *r)
{
  Buf b = {0};
  const char *on = ts->cli->color_out ? "\033[1;31m" : "",
             *off = ts->cli->color_out ? "\033[0m" : "";
  const PLoc *at = place_of_row(p, p->tests[t].loc), *l = place_of_row(p, r->loc);
  buf_printf(&b, "%sFAILED%s \"%s\"", on, off, title_of(p, t));
  if (at) {
    buf_add(&b, " (");
    place_name(p, &b, at);
    buf_char(&b, ')');
  }
  buf_add(&b, "\n  ");
  put_lines(&b, buf_text(&r->message), 2);
  buf_char(&b, '\n');
  if (l) place_show(p, &b, l);
  buf_printf(&b, "  seed %llu\n\n", (unsigned long long)ts->seed);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

static void json_result(Tests *ts, const Program *p, int t, const TestResult *r)
{
  Json *j = ts->out;
  const PLoc *at = place_of_row(p, p->tests[t].loc), *l = place_of_row(p, r->loc);
  json_open(j, '{');
  json_key(j, "title");
  json_text(j, title_of(p, t));
  place_json(p, j, "place", at);
  json_key(j, "passed");
  json_bool(j, r->passed);
  if (!r->passed) {
    json_key(j, "message");
    json_text(j, buf_text(&r->message));
    place_json(p, j, "at", l);
  }
  json_close(j, '}');
}

static void run_one(Tests *ts, Vm *vm, int t, int *passed, int *failed)
{
  const Program *p = vm_program(vm);
  TestResult r;
  runtest(vm, t, ts->seed, &r);
  *(r.passed ? passed : failed) += 1;
  if (ts->json) json_result(ts, p, t, &r);
  else if (!r.passed) print_failure(ts, p, t, &r);
  else if (ts->verbose) printf("passed \"%s\"\n", title_of(p, t));
  buf_free(&r.message);
}

static bool was_done(const Tests *ts, const char *path)
{
  for (size_t i = 0; i < ts->done.n; i++)
    if (!strcmp(ts->done.at[i], path)) return true;
  return false;
}

/* The tests of one source file, then its line. */
static void run_file(Tests *ts, Vm *vm, const char *path)
{
  const Program *p = vm_program(vm);
  int passed = 0, failed = 0;
  for (int t = 0; t < p->n_tests; t++) {
    if (strcmp(file_of(p, p->tests[t].loc), path)) continue;
    if (ts->only && !strstr(title_of(p, t), ts->only)) continue;
    run_one(ts, vm, t, &passed, &failed);
  }
  ts->passed += passed;
  ts->failed += failed;
  if (ts->json || !(passed + failed)) return;
  printf("%s: %d passed", path, passed);
  if (failed) printf(", %d failed", failed);
  putchar('\n');
  fflush(stdout);
}

static void run_part(void *user, Game *g, bool extra)
{
  Tests *ts = user;
  (void)extra;
  fflush(stdout);
  diags_print(stderr, &g->unit->diags, &g->unit->sources, DIAG_HUMAN, ts->cli->color_err,
              SEV_ERROR);
  if (!g->program) {
    cli_error(ts->cli, "%s does not compile", g->path);
    ts->code = g->readable ? CODE_SOURCE : CODE_IO;
    game_close(g);
    return;
  }
  const Program *p = g->program;
  if (ts->native) game_native(ts->cli, g);
  ts->chunks += p->n_chunks;
  ts->made += native_chunks(p);
  Vm *vm = vm_new(p);
  for (int t = 0; t < p->n_tests; t++) {
    const char *path = file_of(p, p->tests[t].loc);
    if (was_done(ts, path)) continue;
    vec_push(&ts->done, arena_strdup(ts->arena, path));
    run_file(ts, vm, path);
  }
  vm_free(vm);
  game_close(g);
}

static int run_names(Tests *ts, Args *names)
{
  Json j = json_new(stdout);
  ts->out = &j;
  if (ts->json) {
    json_open(&j, '{');
    json_key_int(&j, "schema", JSON_SCHEMA);
    json_key(&j, "tests");
    json_open(&j, '[');
  }
  for (size_t i = 0; i < names->n; i++) {
    ts->done.n = 0;
    int code = game_each_part(ts->cli, names->at[i], run_part, ts);
    if (code >= 0) ts->code = code;
  }
  if (ts->json) {
    json_close(&j, ']');
    json_key(&j, "passed");
    json_int(&j, ts->passed);
    json_key(&j, "failed");
    json_int(&j, ts->failed);
    if (ts->native) {
      json_key(&j, "native_chunks");
      json_int(&j, ts->made);
      json_key(&j, "chunks");
      json_int(&j, ts->chunks);
    }
    json_close(&j, '}');
  } else {
    if (ts->native) printf("native: %d of %d chunks\n", ts->made, ts->chunks);
    printf("%d passed, %d failed\n", ts->passed, ts->failed);
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
      {'v', "verbose", OPT_FLAG, &ts.verbose, NULL, "name the tests that pass, too", 0, 0,
       NULL},
      {0, "only", OPT_TEXT, &ts.only, "WORDS", "only tests whose title has these words",
       0, 0, NULL},
      {0, "seed", OPT_SEED, &ts.seed, "S", "for chance outside of scripts (1)", 0, 0,
       NULL},
      {0, "native", OPT_FLAG, &ts.native, NULL, NATIVE_HELP, 0, 0, NULL},
      {0, "json", OPT_FLAG, &ts.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
  };
  const Usage usage = {
      "regel test tictactoe",
      "test [OPTION…] [PATH|NAME…]",
      "Runs the test blocks of rulesets and of the test files beside them.  Without an\n"
      "argument: every ruleset of the library.  Exit code 1: a test failed.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      0,
      -1,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    ts.arena = arena_new();
    game_names(&names, ts.arena);
    code = run_names(&ts, &names);
    vec_free(&ts.done);
    arena_free(ts.arena);
  }
  vec_free(&names);
  return code;
}
