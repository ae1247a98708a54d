/* regel audit: what happened in a stored game, and why. */
#include "db/replay.h"
#include "interp/cmd/archive.h"
#include "interp/cmd/store/audit.h"
#include "interp/session/why.h"
#include "interp/text/label.h"

#include <limits.h>
#include <string.h>

/* Plays the game up to step `until` for its story; the machine stays there. */
static int tell(Audit *a, long until)
{
  const StoredGame *g = &a->archive.game;
  Vm *vm = a->archive.vm;
  a->story =
      story_new(a->archive.program, g->seats, g->names, a->viewer, a->archive.lang);
  if (a->counts) story_count_known(a->story);
  vm_listen(vm, story_listen, a->story);
  replay_open(&a->replay, vm, g, false);
  long known = 0;
  for (const StoredStep *s; (s = replay_peek(&a->replay));) {
    size_t n = replay_number(&a->replay);
    bool counts = s->answer >= vm_options(vm) || story_knows(a->viewer, vm, s->answer);
    known = a->counts ? known + counts : (long)n;
    if (counts && known > until) break;
    if (s->answer < vm_options(vm)) story_answer(a->story, vm, s->answer, (int)n);
    if (!replay_step(&a->replay)) break;
  }
  vm_listen(vm, NULL, NULL);
  if (!a->replay.fault) return -1;
  cli_error(a->cli, "game %lld, step %zu: %s; regel db check says more", (long long)g->id,
            a->replay.at, replay_fault_text(a->replay.fault));
  return CODE_IO;
}

/* ---- the whole game ------------------------------------------------------------- */

static void put_event(Audit *a, const Happening *h, int *last)
{
  const Program *p = a->archive.program;
  int32_t cite = story_cite(a->story, h), card = story_card(a->story, h);
  const PLoc *l = place_of_ip(p, h->event.ip);
  Buf *b = &a->out, tail = {0};
  if (h->step != *last) buf_printf(b, "%4d  ", h->step);
  else buf_pad(b, 6);
  *last = h->step;
  size_t from = b->n;
  buf_wrap(b, h->says, 6, 8, 80);
  if (card != NONE) buf_printf(&tail, "%s, ", program_string(p, p->things[card].name));
  if (cite >= 0) buf_printf(&tail, "%s, ", program_string(p, cite));
  if (l) place_name(p, &tail, l);
  const char *line = strrchr(b->at + from, '\n');
  int used = line ? text_width(line + 1) : 6 + text_width(b->at + from);
  if (tail.n && used + 3 + text_width(buf_text(&tail)) > 100) buf_add(b, "\n       ");
  if (tail.n) buf_printf(b, "  [%s]", buf_text(&tail));
  buf_char(b, '\n');
  buf_free(&tail);
}

static int tell_all(Audit *a)
{
  int last = -1;
  archive_head(&a->archive, &a->out);
  buf_add(&a->out, "\n\n");
  if (a->json) {
    audit_json(a, -1);
    return CODE_FINE;
  }
  for (int i = 0; i < story_count(a->story); i++) {
    const Happening *h = story_at(a->story, i);
    /* What lies where before the set-up is not worth telling. */
    if (h->says && (h->step || h->cause >= 0)) put_event(a, h, &last);
  }
  cli_page(a->cli, buf_text(&a->out));
  return CODE_FINE;
}

/* ---- why not -------------------------------------------------------------------- */

static int why_not_offered(Audit *a)
{
  Vm *vm = a->archive.vm;
  const StoredGame *g = &a->archive.game;
  if (a->replay.status != VM_DECIDE) {
    cli_error(a->cli,
              a->replay.status == VM_CHANCE
                  ? "step %ld is chance: nobody has a choice there"
                  : "nothing is asked at step %ld: the game is over",
              a->at);
    return CODE_NO;
  }
  uint32_t asked = label_seats(vm);
  if (a->viewer >= 0 && !(asked >> a->viewer & 1)) {
    cli_error(a->cli, "step %ld is not that seat's to answer", a->at);
    return CODE_NO;
  }
  if (a->viewer == VIEW_PUBLIC && log_has_secrets(a->archive.program)) {
    cli_error(a->cli, "what is offered may be a secret: name the --seat, or --all");
    return CODE_USAGE;
  }
  View v = view_new(vm, a->viewer, g->names, a->archive.lang);
  render_seats(&v, &a->out, asked);
  buf_add(&a->out, ": ");
  label_prompt(&v, &a->out);
  buf_char(&a->out, '\n');
  why_not(&v, a->why_not, &a->out);
  cli_page(a->cli, buf_text(&a->out));
  return CODE_FINE;
}

/* ---- the command ---------------------------------------------------------------- */

static int run(Audit *a, const char *id)
{
  int code = archive_load(a->cli, &a->archive, id);
  if (code < 0)
    code = archive_viewer(a->cli, &a->archive, a->seat, a->all, a->json, &a->viewer);
  if (code >= 0) return code;
  a->counts = archive_counts(&a->archive, a->viewer);
  long steps = (long)a->archive.game.steps.n;
  if (a->placed && !a->counts && a->at > steps + (a->why_not != NULL))
    return opts_wrong(a->cli, "--at %ld: the game has %ld steps", a->at, steps);
  if (a->why_not && !a->placed) a->at = steps + 1;
  /* A question is asked before its answer. */
  code = tell(a, a->why_not ? a->at - 1 : a->placed ? a->at : LONG_MAX);
  if (code >= 0) return code;
  if (a->why_not) return why_not_offered(a);
  return a->why ? audit_why(a) : tell_all(a);
}

int cmd_audit(Cli *cli, int argc, char **argv)
{
  Audit a = {.cli = cli};
  const Opt opts[] = {
      {0, "why", OPT_TEXT, &a.why, "WHAT",
       "why it has its value: \"Information of Red\", \"hand of Anne\", a card", 0, 0,
       NULL},
      {0, "why-not", OPT_TEXT, &a.why_not, "ANSWER",
       "which step kept an answer from being offered", 0, 0, NULL},
      {0, "at", OPT_NUMBER, &a.at, "N", "after step N (why), at the question of step N",
       0, LONG_MAX, &a.placed},
      {0, "seat", OPT_TEXT, &a.seat, "S", "only what this seat may know", 0, 0, NULL},
      {0, "all", OPT_FLAG, &a.all, NULL, "everything, though the game is not over", 0, 0,
       NULL},
      {0, "json", OPT_FLAG, &a.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
      {0, "db", OPT_TEXT, &a.file, "FILE", DB_HELP, 0, 0, NULL},
  };
  const Usage usage = {
      "regel audit last --why \"Information of Red\"",
      "audit ID [OPTION…]",
      "Tells a stored game as sentences, each with its rule and source line; or answers "
      "why\nsomething has its value, as a chain of causes back to a decision or a die; "
      "or why\nsomething was not offered.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0 && a.why && a.why_not)
    code = opts_wrong(cli, "--why and --why-not are two questions: ask one");
  if (code < 0) code = archive_open(cli, &a.archive, a.file, SQL_READ);
  if (code < 0) code = run(&a, names.at[0]);
  replay_close(&a.replay);
  story_free(a.story);
  buf_free(&a.out);
  archive_close(&a.archive);
  vec_free(&names);
  return code;
}
