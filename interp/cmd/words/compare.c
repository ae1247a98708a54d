/* regel compare: do texts in several languages say the same, and what the rules do? */
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"
#include "interp/cmd/words/judged.h"
#include "interp/base/file.h"
#include "interp/base/limits.h"

#include <stdlib.h>
#include <string.h>

typedef struct Compare {
  Cli *cli;
  const char *file, *lang;
  bool json, wording, quiet, cards;
} Compare;

static void tell_unknown(const Compare *c, const regel_data *unknown, bool game)
{
  fflush(stdout);
  for (size_t i = 0; i < regel_data_count(unknown); i++) {
    const regel_data *s = regel_data_at(unknown, i);
    const char *id = client_text(s, "id"), *near = client_text(s, "near");
    fprintf(stderr, "%s:%lld: ", c->file, client_number(s, "line"));
    if (*near)
      fprintf(stderr, "nothing in the game is called \"%s\"; did you mean \"%s\"?\n", id,
              near);
    else if (game)
      fprintf(stderr,
              "nothing in the game is called \"%s\", and no other language has it\n", id);
    else fprintf(stderr, "\"%s\" has one text only, and no game was named\n", id);
  }
}

static int tell_wrong(const Compare *c, const regel_data *wrong)
{
  for (size_t i = 0; i < regel_data_count(wrong); i++) {
    const regel_data *w = regel_data_at(wrong, i);
    fprintf(stderr, "%s:", c->file);
    if (client_number(w, "line")) fprintf(stderr, "%lld: ", client_number(w, "line"));
    fprintf(stderr, "%s\n", client_text(w, "text"));
  }
  return CODE_SOURCE;
}

static void tell(const Compare *c, const regel_data *report, bool game)
{
  const regel_data *all = regel_data_get(report, "statements");
  long long agree = client_number(report, "agree"),
            wording = client_number(report, "wording"),
            substance = client_number(report, "substance"),
            count = agree + wording + substance;
  Buf b = {0};
  for (size_t i = 0; i < regel_data_count(all); i++) {
    const regel_data *s = regel_data_at(all, i);
    if (!c->quiet || !strcmp(client_text(s, "verdict"), "differs in substance"))
      judged_tell(&b, s, c->wording);
  }
  fputs(buf_text(&b), stdout);
  buf_free(&b);
  tell_unknown(c, regel_data_get(report, "unknown"), game);
  printf("%lld statement%s: %lld agree%s, %lld differ%s in wording, %lld in substance\n",
         count, cli_plural(count), agree, agree == 1 ? "s" : "", wording,
         wording == 1 ? "s" : "", substance);
}

static int compare(const Compare *c, const regel_rules *rules, const char *text,
                   size_t size)
{
  char *why = NULL;
  regel_data *report = regel_agree(c->cli->library, rules, text, size, c->lang, &why);
  if (!report) return client_wrong(c->cli, why, CODE_USAGE);
  const regel_data *wrong = regel_data_get(report, "wrong"),
                   *unknown = regel_data_get(report, "unknown");
  int code = client_number(report, "substance") ? CODE_NO : CODE_FINE;
  if (regel_data_count(unknown)) code = CODE_SOURCE;
  if (regel_data_count(wrong)) code = tell_wrong(c, wrong);
  else {
    if (c->json) client_json(report);
    else tell(c, report, rules);
    if (c->json) tell_unknown(c, unknown, rules);
  }
  regel_data_free(report);
  return code;
}

static int run(Compare *c, const Args *names)
{
  int code = -1;
  size_t size = 0;
  char *text = NULL;
  regel_rules *rules = NULL;
  c->file = names->at[0];
  if (c->cards && names->n > 1)
    return opts_wrong(c->cli, "--cards takes a game and no file");
  if (!c->cards && !(text = file_whole(c->file, &size))) {
    cli_error(c->cli, "cannot read %s", c->file);
    return CODE_IO;
  }
  if (size > MAX_FILE_BYTES) {
    cli_error(c->cli, "%s is larger than 64 MB", c->file);
    code = CODE_SOURCE;
  }
  if (code < 0 && (c->cards || names->n > 1))
    rules = client_open(c->cli, names->at[c->cards ? 0 : 1], 0, &code);
  if (code < 0) code = compare(c, rules, text, size);
  regel_rules_free(rules);
  free(text);
  return code;
}

int cmd_compare(Cli *cli, int argc, char **argv)
{
  Compare c = {.cli = cli};
  const Opt opts[] = {
      PACK_OPT(cli),
      TEXT_OPT(0, "lang", &c.lang, "L", "the language of texts that do not say (en)"),
      FLAG_OPT(0, "wording", &c.wording, "tell differences in wording, too"),
      FLAG_OPT(0, "cards", &c.cards,
               "instead of a file: what the cards of GAME say in each language"),
      FLAG_OPT('q', "quiet", &c.quiet, "only what differs in substance"),
      JSON_OPT(&c.json),
  };
  const Usage usage = {
      "regel compare texts.txt scenarios/mygame",
      "compare [OPTION…] FILE [GAME]  |  compare --cards GAME",
      "Says for each id of a file whether its texts, in one language or several, agree "
      "with\n"
      "each other and with the rule that the id names: amounts, what is optional, "
      "targets,\n"
      "timing, conditions, direction.  An id is a thing, a verb, a value, a row of the\n"
      "ledger, or any word that has texts in several languages.  A line of the file is\n"
      "\"ID [LANG]: TEXT\".  Exit code 1: something differs in substance.",
      OPTS(opts, 1, 2)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = run(&c, &names);
  vec_free(&names);
  return code;
}
