/* regel referee: judges a transcript of a game. */
#include "interp/referee/referee.h"
#include "grammar/diag.h"
#include "db/store.h"
#include "interp/cmd/archive.h"
#include "interp/base/json.h"
#include "interp/rules/load.h"

#include <stdlib.h>
#include <string.h>

typedef struct Judging {
  Cli *cli;
  const char *path; /* as named on the command line */
  const char *file; /* the database */
  bool json, quiet, store;
  Transcript *transcript;
  Game game;
  Referee referee;
  bool judged;
} Judging;

/* ---- reading -------------------------------------------------------------------- */

/* Returns -1, or the code to exit with. */
static int read_transcript(Judging *j)
{
  bool input = !strcmp(j->path, "-");
  char *text = NULL;
  size_t size = 0;
  int index;
  bool seen;
  Arena *arena = arena_new();
  Sources s;
  sources_init(&s, arena);
  SourceError e = SOURCE_OK;
  if (input) {
    text = load_read(j->path, &size);
    e = !text ? SOURCE_UNREADABLE : size > MAX_FILE_BYTES ? SOURCE_TOO_LARGE : SOURCE_OK;
  } else {
    e = sources_load(&s, j->path, &index, &seen);
  }
  if (e == SOURCE_OK)
    j->transcript =
        input ? transcript_new("stdin", text, size)
              : transcript_new(j->path, s.files.at[index].text, s.files.at[index].size);
  free(text);
  sources_free(&s);
  arena_free(arena);
  const char *name = input ? "standard input" : j->path;
  if (e == SOURCE_MISSING) cli_error(j->cli, "there is no file %s", name);
  else if (e == SOURCE_DIRECTORY) cli_error(j->cli, "%s is a folder", name);
  else if (e == SOURCE_TOO_LARGE)
    cli_error(j->cli, "%s is larger than %d MiB", name, MAX_FILE_BYTES >> 20);
  else if (e != SOURCE_OK) cli_error(j->cli, "%s cannot be read", name);
  return e == SOURCE_OK ? -1 : CODE_IO;
}

/* The ruleset of the `game` line.  Returns -1, or the code to exit with; a name that
 * means nothing is a remark and no mistake of the caller. */
static int open_ruleset(Judging *j)
{
  Transcript *t = j->transcript;
  if (!t->game.text) return -1;
  Arena *arena = arena_new();
  Sources s;
  sources_init(&s, arena);
  load_library(&s);
  const char *name = transcript_ruleset(t), *path = load_find(&s, name);
  int code = -1;
  if (path) {
    code = game_open(j->cli, &j->game, path, false);
  } else {
    Buf all = {0};
    const char *near = load_nearest(&s, t->game.text, &all);
    Remark *m = remark_add(&t->remarks, REMARK_NO_RULESET, t->game.at,
                           "there is no ruleset called \"%s\"", t->game.text);
    if (near) remark_hint(&t->remarks, m, "did you mean \"%s\"?", near);
    else if (all.n) remark_hint(&t->remarks, m, "there is: %s", buf_text(&all));
    buf_free(&all);
  }
  sources_free(&s);
  arena_free(arena);
  return code;
}

/* ---- telling -------------------------------------------------------------------- */

static const char *const verdicts[] = {"accepted", "rejected", "undecidable", "error"};

static bool told_alike(const RefereeDraw *a, const RefereeDraw *b)
{
  return a->at.line == b->at.line && a->thing == b->thing && a->exact == b->exact &&
         a->fits.n == b->fits.n && a->fits.n > 1;
}

/* Open draws of one line that are alike are told together. */
static void tell_draws(const Referee *r, Buf *b)
{
  size_t last;
  for (size_t i = 0; i < r->draws.n; i = last + 1) {
    const RefereeDraw *d = &r->draws.at[i];
    for (last = i; last + 1 < r->draws.n && told_alike(d, d + (last + 1 - i));) last++;
    bool some = last > i;
    Saying what = d->thing ? (some ? SAY_REFEREE_DRAWS : SAY_REFEREE_DRAW)
                           : (some ? SAY_REFEREE_ROLLS : SAY_REFEREE_ROLL);
    Saying how;
    if (d->exact && d->fits.n == 1) how = SAY_REFEREE_WAS;
    else if (d->exact) how = some ? SAY_REFEREE_FITS_EACH : SAY_REFEREE_FITS;
    else if (d->fits.n > 1)
      how = some ? SAY_REFEREE_FITS_LEAST_EACH : SAY_REFEREE_FITS_LEAST;
    else how = SAY_REFEREE_MAYBE;
    bool named = how == SAY_REFEREE_WAS || how == SAY_REFEREE_MAYBE;
    Buf which = {0};
    words_say(r->lang, &which, what, DIGITS(d->at.line), DIGITS((long long)i + 1),
              DIGITS((long long)last + 1));
    buf_add(b, "  ");
    words_say(r->lang, b, how, buf_text(&which),
              named ? d->outcome : DIGITS((long long)d->fits.n), NULL);
    buf_char(b, '\n');
    buf_free(&which);
  }
}

static void tell_verdict(const Judging *j, Buf *b)
{
  static const Saying words[][2] = {
      [REFEREE_REJECTED] = {SAY_REFEREE_BAD, SAY_REFEREE_BAD_AT},
      [REFEREE_UNDECIDED] = {SAY_REFEREE_OPEN, SAY_REFEREE_OPEN_AT},
      [REFEREE_RULE_ERROR] = {SAY_REFEREE_WRONG, SAY_REFEREE_WRONG_AT}};
  const Transcript *t = j->transcript;
  int line = t->remarks.list.n ? t->remarks.list.at[0].at.line : 0;
  Verdict v = j->judged ? j->referee.verdict : REFEREE_REJECTED;
  words_say(j->game.lang, b, words[v][line > 0], t->path, DIGITS(line), NULL);
  buf_char(b, '\n');
}

static void tell(const Judging *j)
{
  const Referee *r = &j->referee;
  const Transcript *t = j->transcript;
  Buf b = {0}, out = {0};
  for (size_t i = 0; i < t->remarks.list.n; i++) {
    if (i) buf_char(&b, '\n');
    transcript_show(t, j->game.program, &t->remarks.list.at[i], j->cli->color_err, &b);
  }
  if (t->remarks.more) buf_printf(&b, "... and %d more\n", t->remarks.more);
  if (j->judged && r->verdict == REFEREE_ACCEPTED) {
    words_say(r->lang, &out, r->over ? SAY_REFEREE_FINE : SAY_REFEREE_SO_FAR, t->path,
              r->standing, NULL);
    buf_char(&out, '\n');
    tell_draws(r, &out);
  } else {
    tell_verdict(j, &out);
  }
  fflush(stdout);
  fputs(buf_text(&b), stderr);
  if (!j->quiet) fputs(buf_text(&out), stdout);
  buf_free(&b);
  buf_free(&out);
}

static void json_place(Json *w, const Program *p, const PLoc *l)
{
  json_open(w, '{');
  place_json(p, w, "place", l);
  json_key_text(w, "citation", l->cite < 0 ? NULL : program_string(p, l->cite));
  json_close(w, '}');
}

static void json_spot(Json *w, Spot at)
{
  json_key(w, "line");
  json_int(w, at.line);
  json_key(w, "column");
  json_int(w, at.col);
  json_key(w, "end");
  json_int(w, at.end);
}

static void json_remark(Json *w, const Program *p, const Remark *m)
{
  json_open(w, '{');
  json_key(w, "code");
  json_text(w, remark_name(m->code));
  json_spot(w, m->at);
  json_key(w, "message");
  json_text(w, m->message);
  json_key(w, "hints");
  json_open(w, '[');
  for (size_t i = 0; i < m->hints.n; i++) json_text(w, m->hints.at[i]);
  json_close(w, ']');
  if (m->rule && p) {
    json_key(w, "rule");
    json_place(w, p, m->rule);
  }
  json_close(w, '}');
}

static void json_draw(Json *w, const Program *p, const Lang *lang, const RefereeDraw *d)
{
  View v = view_program(p, lang);
  json_open(w, '{');
  json_spot(w, d->at);
  json_key(w, "outcome");
  json_text(w, d->exact && d->fits.n == 1 ? d->outcome : NULL);
  json_key(w, "fits");
  json_open(w, '[');
  for (size_t i = 0; i < d->fits.n; i++) {
    Buf b = {0};
    if (d->thing) render_thing(&v, &b, d->fits.at[i]);
    else render_scalar(&v, &b, -1, d->fits.at[i]);
    json_text(w, buf_text(&b));
    buf_free(&b);
  }
  json_close(w, ']');
  json_key(w, "exact");
  json_bool(w, d->exact);
  json_close(w, '}');
}

static void json_game(Json *w, const Referee *r)
{
  json_key(w, "players");
  json_open(w, '[');
  for (int i = 0; i < r->seats; i++) json_text(w, r->names[i]);
  json_close(w, ']');
  if (r->verdict != REFEREE_ACCEPTED) return;
  json_key(w, "over");
  json_bool(w, r->over);
  json_key(w, "standing");
  json_text(w, r->standing);
  json_key(w, "winners");
  json_open(w, '[');
  for (int i = 0; i < r->seats; i++)
    if (r->over && r->winners >> i & 1) json_text(w, r->names[i]);
  json_close(w, ']');
  json_key(w, "draws");
  json_open(w, '[');
  for (size_t i = 0; i < r->draws.n; i++)
    json_draw(w, r->program, r->lang, &r->draws.at[i]);
  json_close(w, ']');
  json_key(w, "complete");
  json_bool(w, referee_complete(r));
}

static void tell_json(const Judging *j)
{
  const Transcript *t = j->transcript;
  Json w = json_new(stdout);
  json_open(&w, '{');
  json_key_int(&w, "schema", JSON_SCHEMA);
  json_key(&w, "file");
  json_text(&w, t->path);
  json_key(&w, "game");
  json_text(&w, t->game.text);
  json_key(&w, "verdict");
  json_text(&w, verdicts[j->judged ? j->referee.verdict : REFEREE_REJECTED]);
  if (j->judged) json_game(&w, &j->referee);
  json_key(&w, "messages");
  json_open(&w, '[');
  for (size_t i = 0; i < t->remarks.list.n; i++)
    json_remark(&w, j->game.program, &t->remarks.list.at[i]);
  json_close(&w, ']');
  json_close(&w, '}');
}

/* ---- the command ---------------------------------------------------------------- */

static void say_stored(const Lang *lang, int64_t id)
{
  Buf command = {0};
  buf_printf(&command, "regel replay %lld", (long long)id);
  words_print(lang, SAY_PLAY_STORED, DIGITS(id), buf_text(&command), NULL);
  buf_free(&command);
}

/* Only a game that is wholly known is stored: a fact must not be a guess. */
static int store(Judging *j)
{
  const Referee *r = &j->referee;
  if (r->arranged) {
    cli_error(j->cli, "not stored: the table was arranged by hand, so this is no game "
                      "from its beginning");
    return CODE_NO;
  }
  if (!referee_complete(r)) {
    cli_error(j->cli, "not stored: some draws are still open; write them down first");
    return CODE_NO;
  }
  Archive a = {0};
  int code = archive_open(j->cli, &a, j->file, SQL_CREATE);
  if (code < 0) {
    NewGame g = {.program = r->program,
                 .origin = "referee",
                 .seats = r->seats,
                 .names = r->names,
                 .options = r->options};
    int64_t id = store_answers(a.db, &g, r->answers.at, r->answers.n);
    code = id ? CODE_FINE : archive_fault(j->cli, &a);
    if (id) archive_tell(a.db, id);
    if (id && !j->json) say_stored(r->lang, id);
  }
  archive_close(&a);
  return code;
}

static int judge(Judging *j)
{
  int code = read_transcript(j);
  if (code < 0) code = open_ruleset(j);
  if (code >= 0) return code;
  if (j->game.program) {
    code = game_speak(j->cli, &j->game);
    if (code >= 0) return code;
    referee_judge(&j->referee, j->game.program, j->game.lang, j->transcript);
    j->judged = true;
  }
  remarks_sort(&j->transcript->remarks);
  if (j->json) tell_json(j);
  else tell(j);
  if (!j->judged) return CODE_NO;
  if (j->referee.verdict == REFEREE_RULE_ERROR) {
    game_error(j->cli, j->game.program, NULL, &j->referee.fault, NULL);
    return CODE_RULE;
  }
  if (j->referee.verdict != REFEREE_ACCEPTED) return CODE_NO;
  return j->store ? store(j) : CODE_FINE;
}

int cmd_referee(Cli *cli, int argc, char **argv)
{
  Judging j = {.cli = cli};
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "json", OPT_FLAG, &j.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
      {0, "store", OPT_FLAG, &j.store, NULL,
       "store a game that is accepted and wholly known", 0, 0, NULL},
      {0, "db", OPT_TEXT, &j.file, "FILE", DB_HELP, 0, 0, NULL},
      {'q', "quiet", OPT_FLAG, &j.quiet, NULL, "say nothing about what is accepted", 0, 0,
       NULL},
  };
  const Usage usage = {
      "regel referee evening.txt",
      "referee [OPTION…] FILE",
      "Plays a transcript of a game (- is standard input) through the rules and accepts "
      "it,\n"
      "or reports the first line that is illegal, impossible or ambiguous, with the rule "
      "it\n"
      "breaks.  Draws that nobody wrote down are found out from the rest where that is\n"
      "possible.  The format is described in docs/transcript.md.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args files = {0};
  int code = opts_parse(cli, &usage, argc, argv, &files);
  if (code < 0) {
    j.path = files.at[0];
    code = judge(&j);
  }
  if (j.judged) referee_free(&j.referee);
  game_close(&j.game);
  transcript_free(j.transcript);
  vec_free(&files);
  return code;
}
