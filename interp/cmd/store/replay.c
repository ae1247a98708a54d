/* regel replay: a stored game, step by step, with the rules it carries. */
#include "interp/cmd/store/opened.h"

#include <limits.h>

typedef struct Show {
  Cli *cli;
  const char *file, *seat, *with;
  bool all, json, verify, verbose;
  long until;
  bool stop_there; /* --until was given */
  Opened o;
  Buf out;
} Show;

enum { WIDTH = 80 };

/* ---- what a step says ----------------------------------------------------------- */

/* The lines of a step: the first one has its number. */
static void put_lines(Show *s, long long number, const regel_data *lines)
{
  for (size_t i = 0; i < regel_data_count(lines); i++) {
    if (!i) buf_printf(&s->out, "%4lld  ", number);
    else buf_pad(&s->out, 6);
    buf_wrap(&s->out, regel_data_text(regel_data_at(lines, i)), 6, 8, WIDTH);
    buf_char(&s->out, '\n');
  }
}

static void put_line(Show *s, const char *key, const char *first, const char *second)
{
  char *line = client_say(s->o.lang, key, first, second, NULL);
  buf_printf(&s->out, "%s\n", line);
  regel_free(line);
}

/* Answers that were taken back are no part of the game, but of the record. */
static void note_gap(Show *s, long long from, long long to)
{
  if (from >= to) return;
  buf_pad(&s->out, 6);
  put_line(s, from + 1 == to ? "replay.undone" : "replay.undone_some",
           CLIENT_DIGITS(from), CLIENT_DIGITS(to - 1));
}

static void put_steps(Show *s, const regel_data *r)
{
  const regel_data *steps = regel_data_get(r, "steps");
  long long expected = 1;
  put_lines(s, 0, regel_data_get(r, "set_up"));
  for (size_t i = 0; i < regel_data_count(steps); i++) {
    const regel_data *step = regel_data_at(steps, i);
    long long number = client_number(step, "step");
    note_gap(s, expected, number);
    expected = number + 1;
    put_lines(s, number, regel_data_get(step, "log"));
  }
}

/* ---- the whole ------------------------------------------------------------------ */

static void put_tail(Show *s, const regel_data *r)
{
  bool more = client_number(r, "more"), over = client_number(r, "over");
  if (more || (s->stop_there && !over)) {
    const char *next = client_text(r, "next");
    buf_printf(&s->out, "\n%s", client_text(r, "table"));
    if (*next) {
      buf_char(&s->out, '\n');
      put_line(s, "replay.next", next, NULL);
    }
  } else if (!over) {
    Buf command = {0};
    buf_printf(&command, "regel play --resume %lld", client_number(r, "game"));
    buf_char(&s->out, '\n');
    put_line(s, "replay.goes_on", buf_text(&command), NULL);
    buf_free(&command);
  }
  if (s->verify && client_number(r, "verified")) {
    buf_char(&s->out, '\n');
    put_line(s, "replay.verified", CLIENT_DIGITS(client_number(r, "looked_at")), NULL);
    buf_add(&s->out, client_text(r, "proof"));
  }
}

static int show(Show *s)
{
  int viewer, code = opened_viewer(&s->o, s->seat, s->all, s->json, &viewer);
  if (code >= 0) return code;
  const regel_replay_plan plan = {s->stop_there ? s->until : -1, s->verbose, s->verify};
  regel_data *r = regel_stored_replay(s->o.game, viewer, &plan);
  const char *wrong = client_text(r, "problems");
  code = *wrong ? CODE_NO : CODE_FINE;
  if (s->json) {
    client_json(r);
  } else {
    buf_printf(&s->out, "%s\n\n", client_text(s->o.about, "head"));
    put_steps(s, r);
    put_tail(s, r);
    cli_page(s->cli, buf_text(&s->out));
    fputs(wrong, stderr);
  }
  regel_data_free(r);
  return code;
}

/* ---- other rules ----------------------------------------------------------------- */

static int against_one(Show *s)
{
  int code;
  char *why = NULL;
  regel_rules *other = client_open(s->cli, s->with, 0, &code);
  if (!other) return code;
  regel_data *r = regel_compare(s->o.store, client_number(s->o.about, "id"), other, &why);
  if (!r) {
    code = client_wrong(s->cli, why, CODE_IO);
  } else {
    if (s->json) client_json(r);
    else {
      buf_printf(&s->out, "%s\nagainst %s\n\n%s", client_text(s->o.about, "head"),
                 s->with, client_text(r, "text"));
      cli_page(s->cli, buf_text(&s->out));
    }
    code = client_number(r, "fits") && !regel_data_count(regel_data_get(r, "findings"))
               ? CODE_FINE
               : CODE_NO;
  }
  regel_data_free(r);
  regel_rules_free(other);
  return code;
}

int cmd_replay(Cli *cli, int argc, char **argv)
{
  Show s = {.cli = cli};
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "until", OPT_NUMBER, &s.until, "N", "stop after step N and show the table", 0,
       LONG_MAX, &s.stop_there},
      TEXT_OPT(0, "seat", &s.seat, "S", "only what this seat knew: a number or a name"),
      FLAG_OPT(0, "all", &s.all, "everything, though the game is not over"),
      FLAG_OPT(0, "verify", &s.verify,
               "compute every state and the chain again and compare"),
      TEXT_OPT(0, "with", &s.with, "PATH",
               "try it against other rules and show the first step that differs"),
      FLAG_OPT('v', "verbose", &s.verbose, "tell every move and change"),
      JSON_OPT(&s.json),
      DB_OPT(&s.file),
  };
  const Usage usage = {
      "regel replay last --verify", "replay ID [OPTION…]",
      "Plays a stored game again, step by step, with the rules it carries, whatever "
      "happened\nto the files since.  ID is its number in `regel games`, or last.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = opened_store(&s.o, cli, s.file, regel_store_read);
  if (code < 0) code = opened_game(&s.o, names.at[0]);
  if (code < 0 && s.with && (s.verify || s.seat || s.stop_there))
    code = opts_wrong(cli, "--with compares the whole game, for one who sees all");
  if (code < 0 && s.with) code = opened_hides(&s.o, "the comparison", s.all);
  if (code < 0) code = s.with ? against_one(&s) : show(&s);
  buf_free(&s.out);
  opened_close(&s.o);
  vec_free(&names);
  return code;
}
