/* regel replay: a stored game, step by step, with the rules it carries. */
#include "db/proof/check.h"
#include "db/replay.h"
#include "db/derived/against.h"
#include "interp/session/story.h"
#include "interp/cmd/archive.h"
#include "interp/base/json.h"
#include "interp/board/describe.h"
#include "interp/text/label.h"
#include "interp/text/log.h"

#include <limits.h>
#include <string.h>

typedef struct Show {
  Cli *cli;
  const char *file, *seat, *with;
  bool all, json, verify, verbose;
  long until;
  bool
      counts; /* the reader counts the steps that he knows of, not those of the record, */
  long known; /* ... and these are they */
  bool stop_there; /* --until was given */
  int viewer;
  Archive a;
  Replay replay;
  CheckProof proof; /* of --verify */
  Log *log;
  int told; /* lines of the log that were shown */
  Buf out;
  Json j;
} Show;

enum { WIDTH = 80 };

static const char *who(const Show *s, const StoredStep *step, Buf *b)
{
  View v = view_new(s->a.vm, s->viewer, s->a.game.names, s->a.lang);
  buf_clear(b);
  if (step->seat == NONE || step->seat == GIVEN) buf_add(b, "chance");
  else render_seat(&v, b, step->seat);
  return buf_text(b);
}

/* ---- what a step says ----------------------------------------------------------- */

/* The lines that are new in the log: the first one has the number of the step. */
static void put_lines(Show *s, size_t number)
{
  bool first = true;
  for (int n = log_count(s->log, s->viewer); s->told < n; s->told++, first = false) {
    const char *line = log_line(s->log, s->viewer, s->told);
    if (first) buf_printf(&s->out, "%4zu  ", number);
    else buf_pad(&s->out, 6);
    buf_wrap(&s->out, line, 6, 8, WIDTH);
    buf_char(&s->out, '\n');
  }
}

static void json_lines(Show *s)
{
  json_key(&s->j, "log");
  json_open(&s->j, '[');
  for (int n = log_count(s->log, s->viewer); s->told < n; s->told++)
    json_text(&s->j, log_line(s->log, s->viewer, s->told));
  json_close(&s->j, ']');
}

/* A hash is of everything: whoever may not know everything could guess and compare. */
static void json_hash(Show *s, const char *key, uint64_t hash)
{
  char hex[20];
  if (s->viewer != VIEW_ALL) return;
  snprintf(hex, sizeof hex, "%016llx", (unsigned long long)hash);
  json_key(&s->j, key);
  json_text(&s->j, hex);
}

/* Before the answer is given: whose it is and, if the reader may know, what. */
static void json_answer(Show *s, const StoredStep *step, size_t number)
{
  Buf b = {0};
  View v = view_new(s->a.vm, s->viewer, s->a.game.names, s->a.lang);
  bool may = s->viewer == VIEW_ALL || s->viewer == step->seat ||
             (step->seat >= 0 && !log_has_secrets(s->a.program));
  json_open(&s->j, '{');
  json_key(&s->j, "step");
  json_int(&s->j, (int64_t)number);
  json_key(&s->j, "by");
  json_text(&s->j, who(s, step, &b));
  json_key(&s->j, "seat");
  if (step->seat < 0) json_text(&s->j, NULL);
  else json_int(&s->j, step->seat + 1);
  json_key(&s->j, "answer");
  buf_clear(&b);
  if (may && step->answer < vm_options(s->a.vm)) label_option(&v, &b, step->answer);
  json_text(&s->j, b.n ? buf_text(&b) : NULL);
  json_key(&s->j, "after_ms");
  json_int(&s->j, step->after);
  buf_free(&b);
}

/* Answers that were taken back are no part of the game, but of the record. */
static void note_gap(Show *s, size_t from, size_t to)
{
  if (s->json || from >= to) return;
  const char *first = DIGITS((long long)from), *last = DIGITS((long long)to - 1);
  bool one = from + 1 == to;
  buf_pad(&s->out, 6);
  words_say(s->a.lang, &s->out, one ? SAY_REPLAY_UNDONE : SAY_REPLAY_UNDONE_SOME, first,
            last, NULL);
  buf_char(&s->out, '\n');
}

/* ---- the whole ------------------------------------------------------------------ */

static bool give(Show *s, const StoredStep *step)
{
  if (step->answer < vm_options(s->a.vm)) log_answer(s->log, s->a.vm, step->answer);
  return replay_step(&s->replay);
}

/* Chance and what others answer secretly belong to the step before, so that nobody can
 * count them. */
static bool give_hidden(Show *s)
{
  Vm *vm = s->a.vm;
  bool fine = true;
  for (const StoredStep *step; fine && s->counts && (step = replay_peek(&s->replay));) {
    if (step->answer >= vm_options(vm) || story_knows(s->viewer, vm, step->answer)) break;
    fine = give(s, step);
  }
  return fine;
}

static void step_by_step(Show *s)
{
  Replay *r = &s->replay;
  size_t expected = 1;
  bool fine = give_hidden(s);
  if (!s->json) put_lines(s, 0);
  for (const StoredStep *step; fine && (step = replay_peek(r));) {
    size_t number = s->counts ? (size_t)s->known + 1 : replay_number(r);
    if ((long)number > s->until) break;
    s->known++;
    if (!s->counts) note_gap(s, expected, number);
    expected = number + 1;
    if (s->json) json_answer(s, step, number);
    fine = give(s, step) && give_hidden(s);
    if (s->json) {
      json_lines(s);
      json_hash(s, "state", step->state);
      json_close(&s->j, '}');
    } else {
      put_lines(s, number);
    }
  }
}

/* The table and the question where the replay stops before the end. */
static void put_table(Show *s)
{
  View v = view_new(s->a.vm, s->viewer, s->a.game.names, s->a.lang);
  Buf who_asked = {0}, prompt = {0}, next = {0};
  buf_char(&s->out, '\n');
  describe_table(&v, &s->out, WIDTH);
  if (s->replay.status == VM_DECIDE) {
    render_seats(&v, &who_asked, label_seats(s->a.vm));
    label_prompt(&v, &prompt);
    words_say(v.lang, &next, SAY_BY, buf_text(&who_asked), buf_text(&prompt), NULL);
  } else if (s->replay.status == VM_CHANCE) {
    words_add(v.lang, &next, SAY_REPLAY_CHANCE);
  }
  if (next.n) {
    buf_char(&s->out, '\n');
    words_say(v.lang, &s->out, SAY_REPLAY_NEXT, next.at, NULL, NULL);
    buf_char(&s->out, '\n');
  }
  buf_free(&who_asked);
  buf_free(&prompt);
  buf_free(&next);
}

/* What the game bound itself to is everybody's; what it comes from, when it is over. */
static void json_seed(Show *s)
{
  const StoredGame *g = &s->a.game;
  char hex[2 * SEAL_BYTES + 1];
  if (g->committed) {
    seal_hex(&g->commitment, hex);
    json_key(&s->j, "commitment");
    json_text(&s->j, hex);
  }
  if (s->viewer != VIEW_ALL || !g->over) return;
  json_key(&s->j, "seed");
  if (!g->secret.set) {
    json_unsigned(&s->j, g->seed);
    return;
  }
  secret_write(&g->secret, hex);
  json_text(&s->j, hex);
}

static void json_head(Show *s)
{
  const StoredGame *g = &s->a.game;
  Buf b = {0};
  Json *j = &s->j;
  json_open(j, '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key(j, "game");
  json_int(j, g->id);
  json_key(j, "ruleset");
  json_text(j, program_string(s->a.program, s->a.program->header->name));
  json_key(j, "begun");
  archive_time_exact(&b, g->begun);
  json_text(j, buf_text(&b));
  json_key(j, "settings");
  json_text(j, g->settings);
  json_seed(s);
  json_key(j, "players");
  json_open(j, '[');
  for (int i = 0; i < g->seats; i++) {
    View v = view_new(s->a.vm, s->viewer, g->names, s->a.lang);
    buf_clear(&b);
    render_seat(&v, &b, i);
    json_text(j, buf_text(&b));
  }
  json_close(j, ']');
  json_hash(s, "start", g->start);
  json_key(j, "steps");
  json_open(j, '[');
  buf_free(&b);
}

static void json_tail(Show *s, const char *wrong)
{
  Buf b = {0};
  json_close(&s->j, ']');
  json_key(&s->j, "result");
  archive_result(&s->a, &b);
  json_text(&s->j, buf_text(&b));
  if (s->verify) {
    json_key(&s->j, "verified");
    json_bool(&s->j, !*wrong);
    json_key(&s->j, "problems");
    json_text(&s->j, wrong);
  }
  json_close(&s->j, '}');
  buf_free(&b);
}

static void tail(Show *s, const char *wrong)
{
  const StoredGame *g = &s->a.game;
  bool all = !replay_peek(&s->replay);
  if (!all || (s->stop_there && !g->over)) put_table(s);
  else if (!g->over) {
    Buf command = {0};
    buf_printf(&command, "regel play --resume %lld", (long long)g->id);
    buf_char(&s->out, '\n');
    words_say(s->a.lang, &s->out, SAY_REPLAY_GOES_ON, command.at, NULL, NULL);
    buf_char(&s->out, '\n');
    buf_free(&command);
  }
  if (s->verify && !*wrong) {
    buf_char(&s->out, '\n');
    words_number(s->a.lang, &s->out, SAY_REPLAY_VERIFIED,
                 s->counts ? s->known : (long)g->steps.n);
    buf_char(&s->out, '\n');
    if (!s->counts) check_says(g, &s->proof, s->a.lang, &s->out);
  }
  cli_page(s->cli, buf_text(&s->out));
  if (*wrong) fputs(wrong, stderr);
}

/* Every state and the chain, before anything is shown. */
static void verify(Show *s, Buf *wrong)
{
  Rules rules = {s->a.game.ruleset, s->a.program, s->a.vm, s->a.seal};
  check_game(s->a.db, &s->a.game, &rules, &s->proof, wrong);
}

/* ---- other rules ----------------------------------------------------------------- */

static int report_against(Cli *cli, const Archive *a, const Comparison *c,
                          const char *path, bool json)
{
  if (json) {
    Json j = json_new(stdout);
    json_open(&j, '{');
    json_key_int(&j, "schema", JSON_SCHEMA);
    json_key_int(&j, "game", a->game.id);
    against_json(&j, c);
    json_close(&j, '}');
  } else {
    Buf b = {0};
    archive_head(a, &b);
    buf_printf(&b, "\nagainst %s\n\n", path);
    compare_tell(c, &b);
    cli_page(cli, buf_text(&b));
    buf_free(&b);
  }
  return c->nfindings || c->ending == COMPARE_UNFIT ? CODE_NO : CODE_FINE;
}

static int against_one(Cli *cli, Archive *a, const char *path, bool json)
{
  Game other = {0};
  int code = game_open(cli, &other, path, false);
  if (code < 0) {
    Compare *pair = compare_new(a->program, other.program);
    Comparison *c = against_game(pair, &a->game);
    code = report_against(cli, a, c, path, json);
    comparison_free(c);
    compare_free(pair);
  }
  game_close(&other);
  return code;
}

static int show(Show *s)
{
  Archive *a = &s->a;
  Buf wrong = {0};
  int code = archive_viewer(s->cli, a, s->seat, s->all, s->json, &s->viewer);
  if (code >= 0) return code;
  if (s->verify) verify(s, &wrong);
  s->log = log_new(a->program, a->game.seats, a->game.names, a->lang, s->verbose);
  log_only(s->log, s->viewer);
  s->counts = archive_counts(a, s->viewer);
  vm_listen(a->vm, log_listen, s->log);
  s->j = json_new(stdout);
  if (s->json) {
    json_head(s);
  } else {
    archive_head(a, &s->out);
    buf_add(&s->out, "\n\n");
  }
  replay_open(&s->replay, a->vm, &a->game, false);
  step_by_step(s);
  if (s->replay.fault && !wrong.n)
    buf_printf(&wrong, "game %lld, step %zu: %s\n", (long long)a->game.id, s->replay.at,
               replay_fault_text(s->replay.fault));
  code = wrong.n ? CODE_NO : CODE_FINE;
  if (s->json) json_tail(s, buf_text(&wrong));
  else tail(s, buf_text(&wrong));
  buf_free(&wrong);
  return code;
}

int cmd_replay(Cli *cli, int argc, char **argv)
{
  Show s = {.cli = cli, .until = LONG_MAX};
  const Opt opts[] = {
      {0, "until", OPT_NUMBER, &s.until, "N", "stop after step N and show the table", 0,
       LONG_MAX, &s.stop_there},
      {0, "seat", OPT_TEXT, &s.seat, "S", "only what this seat knew: a number or a name",
       0, 0, NULL},
      {0, "all", OPT_FLAG, &s.all, NULL, "everything, though the game is not over", 0, 0,
       NULL},
      {0, "verify", OPT_FLAG, &s.verify, NULL,
       "compute every state and the chain again and compare", 0, 0, NULL},
      {0, "with", OPT_TEXT, &s.with, "PATH",
       "try it against other rules and show the first step that differs", 0, 0, NULL},
      {'v', "verbose", OPT_FLAG, &s.verbose, NULL, "tell every move and change", 0, 0,
       NULL},
      {0, "json", OPT_FLAG, &s.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
      {0, "db", OPT_TEXT, &s.file, "FILE", DB_HELP, 0, 0, NULL},
  };
  const Usage usage = {
      "regel replay last --verify",
      "replay ID [OPTION…]",
      "Plays a stored game again, step by step, with the rules it carries, whatever "
      "happened\nto the files since.  ID is its number in `regel games`, or last.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = archive_open(cli, &s.a, s.file, SQL_READ);
  if (code < 0) code = archive_load(cli, &s.a, names.at[0]);
  if (code < 0 && s.with && (s.verify || s.seat || s.stop_there))
    code = opts_wrong(cli, "--with compares the whole game, for one who sees all");
  if (code < 0 && s.with) code = archive_hides(cli, &s.a, "the comparison", s.all);
  if (code < 0) code = s.with ? against_one(cli, &s.a, s.with, s.json) : show(&s);
  replay_close(&s.replay);
  log_free(s.log);
  buf_free(&s.out);
  archive_close(&s.a);
  vec_free(&names);
  return code;
}
