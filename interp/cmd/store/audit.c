/* regel audit: what happened in a stored game, and why. */
#include "interp/cmd/store/opened.h"

#include <limits.h>
#include <string.h>

typedef struct Audit {
  Cli *cli;
  const char *file, *seat, *why, *why_not;
  bool all, json, placed; /* placed: --at was given */
  long at;
  int viewer;
  Opened o;
  Buf out;
} Audit;

/* ---- the whole game ------------------------------------------------------------- */

static void put_event(Audit *a, const regel_data *e, long long *last)
{
  Buf *b = &a->out, tail = {0};
  const char *card = client_text(e, "card"), *rule = client_text(e, "rule"),
             *file = client_text(e, "place.file");
  long long step = client_number(e, "step");
  if (step != *last) buf_printf(b, "%4lld  ", step);
  else buf_pad(b, 6);
  *last = step;
  size_t from = b->n;
  buf_wrap(b, client_text(e, "says"), 6, 8, 80);
  if (*card) buf_printf(&tail, "%s, ", card);
  if (*rule) buf_printf(&tail, "%s, ", rule);
  if (*file) buf_printf(&tail, "%s:%lld", file, client_number(e, "place.line"));
  const char *line = strrchr(b->at + from, '\n');
  int used = line ? text_width(line + 1) : 6 + text_width(b->at + from);
  if (tail.n && used + 3 + text_width(buf_text(&tail)) > 100) buf_add(b, "\n       ");
  if (tail.n) buf_printf(b, "  [%s]", buf_text(&tail));
  buf_char(b, '\n');
  buf_free(&tail);
}

static int tell_all(Audit *a)
{
  char *why = NULL;
  regel_data *r = regel_stored_audit(a->o.game, a->viewer, a->placed ? a->at : -1, &why);
  if (!r) return client_wrong(a->cli, why, CODE_IO);
  const regel_data *events = regel_data_get(r, "events");
  long long last = -1;
  if (a->json) client_json(r);
  else buf_printf(&a->out, "%s\n\n", client_text(a->o.about, "head"));
  for (size_t i = 0; !a->json && i < regel_data_count(events); i++) {
    const regel_data *e = regel_data_at(events, i);
    /* What lies where before the set-up is not worth telling. */
    if (*client_text(e, "says") && !client_number(e, "initial")) put_event(a, e, &last);
  }
  if (!a->json) cli_page(a->cli, buf_text(&a->out));
  regel_data_free(r);
  return CODE_FINE;
}

/* ---- why, and why not ------------------------------------------------------------ */

static int tell_why(Audit *a)
{
  char *why = NULL;
  regel_data *r =
      regel_stored_why(a->o.game, a->viewer, a->placed ? a->at : -1, a->why, &why);
  if (!r) return client_wrong(a->cli, why, CODE_IO);
  const char *unknown = client_text(r, "unknown");
  int code = *unknown ? CODE_NO : CODE_FINE;
  if (*unknown) {
    cli_error(a->cli, "%s", unknown);
    fputs("Names are those of the log: regel audit ID shows them\n", stderr);
  } else if (a->json) client_json(r);
  else cli_page(a->cli, client_text(r, "text"));
  regel_data_free(r);
  return code;
}

static int tell_why_not(Audit *a)
{
  char *why = NULL;
  if (a->viewer == REGEL_SPECTATOR && client_number(a->o.about, "secrets")) {
    cli_error(a->cli, "what is offered may be a secret: name the --seat, or --all");
    return CODE_USAGE;
  }
  char *text = regel_stored_why_not(a->o.game, a->viewer, a->at, a->why_not, &why);
  if (!text) return client_wrong(a->cli, why, CODE_NO);
  cli_page(a->cli, text);
  regel_free(text);
  return CODE_FINE;
}

/* ---- the command ---------------------------------------------------------------- */

static int run(Audit *a, const char *id)
{
  int code = opened_game(&a->o, id);
  if (code < 0) code = opened_viewer(&a->o, a->seat, a->all, a->json, &a->viewer);
  if (code >= 0) return code;
  long steps = (long)client_number(a->o.about, "steps");
  bool counts = a->viewer != REGEL_SEES_ALL && !client_number(a->o.about, "over") &&
                client_number(a->o.about, "secrets");
  if (a->placed && !counts && a->at > steps + (a->why_not != NULL))
    return opts_wrong(a->cli, "--at %ld: the game has %ld steps", a->at, steps);
  if (a->why_not && !a->placed) a->at = steps + 1;
  return a->why_not ? tell_why_not(a) : a->why ? tell_why(a) : tell_all(a);
}

int cmd_audit(Cli *cli, int argc, char **argv)
{
  Audit a = {.cli = cli};
  const Opt opts[] = {
      TEXT_OPT(0, "why", &a.why, "WHAT",
               "why it has its value: \"Information of Red\", \"hand of Anne\", a card"),
      TEXT_OPT(0, "why-not", &a.why_not, "ANSWER",
               "which step kept an answer from being offered"),
      {0, "at", OPT_NUMBER, &a.at, "N", "after step N (why), at the question of step N",
       0, LONG_MAX, &a.placed},
      TEXT_OPT(0, "seat", &a.seat, "S", "only what this seat may know"),
      FLAG_OPT(0, "all", &a.all, "everything, though the game is not over"),
      JSON_OPT(&a.json),
      DB_OPT(&a.file),
  };
  const Usage usage = {
      "regel audit last --why \"Information of Red\"", "audit ID [OPTION…]",
      "Tells a stored game as sentences, each with its rule and source line; or answers "
      "why\nsomething has its value, as a chain of causes back to a decision or a die; "
      "or why\nsomething was not offered.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0 && a.why && a.why_not)
    code = opts_wrong(cli, "--why and --why-not are two questions: ask one");
  if (code < 0) code = opened_store(&a.o, cli, a.file, regel_store_read);
  if (code < 0) code = run(&a, names.at[0]);
  buf_free(&a.out);
  opened_close(&a.o);
  vec_free(&names);
  return code;
}
