/* regel referee: judges a transcript of a game. */
#include "interp/base/file.h"
#include "interp/base/limits.h"
#include "interp/cmd/store/opened.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Judging {
  Cli *cli;
  const char *path; /* as named on the command line */
  const char *file; /* the database */
  bool json, quiet, store;
  regel_transcript *transcript;
  regel_rules *rules;
  regel_language *lang;
} Judging;

/* Returns -1, or the code to exit with. */
static int read_transcript(Judging *j)
{
  bool input = !strcmp(j->path, "-");
  const char *name = input ? "standard input" : j->path;
  struct stat is;
  size_t size = 0;
  char *text = NULL;
  if (!input && stat(j->path, &is) && errno == ENOENT) {
    cli_error(j->cli, "there is no file %s", name);
  } else if (!input && !stat(j->path, &is) && S_ISDIR(is.st_mode)) {
    cli_error(j->cli, "%s is a folder", name);
  } else if (!(text = file_whole(j->path, &size))) {
    if (errno == EFBIG)
      cli_error(j->cli, "%s is larger than %d MiB", name, MAX_FILE_BYTES >> 20);
    else cli_error(j->cli, "%s cannot be read", name);
  }
  if (!text) return CODE_IO;
  j->transcript = regel_transcript_new(input ? "stdin" : j->path, text, size);
  free(text);
  return -1;
}

/* The ruleset of the `game` line, and what it is told in.  Returns -1, or the code to
 * exit with; a name that means nothing is the referee's to say. */
static int open_ruleset(Judging *j)
{
  const char *name = regel_transcript_ruleset(j->transcript);
  int code = -1;
  regel_data *found = name ? regel_find(j->cli->library, name, NULL) : NULL;
  const char *file = client_text(found, "file");
  if (*file) {
    j->rules = client_open(j->cli, file, 0, &code);
    if (j->rules) j->lang = client_language(j->cli, j->rules, &code);
  }
  regel_data_free(found);
  return code;
}

/* ---- telling -------------------------------------------------------------------- */

static void say_stored(const Judging *j, long long id)
{
  Buf command = {0};
  buf_printf(&command, "regel replay %lld", id);
  client_tell(j->lang, "play.stored", CLIENT_DIGITS(id), buf_text(&command), NULL);
  buf_free(&command);
}

static int tell_stored(const Judging *j, const regel_data *r)
{
  long long id = client_number(r, "stored");
  if (id) {
    if (!j->json) say_stored(j, id);
    return CODE_FINE;
  }
  if (client_number(r, "arranged"))
    cli_error(j->cli, "not stored: the table was arranged by hand, so this is no game "
                      "from its beginning");
  else if (!client_number(r, "complete"))
    cli_error(j->cli, "not stored: some draws are still open; write them down first");
  else {
    cli_error(j->cli, "%s", client_text(r, "store_error"));
    return CODE_IO;
  }
  return CODE_NO;
}

static int tell(const Judging *j, const regel_data *r)
{
  const char *verdict = client_text(r, "verdict");
  fflush(stdout);
  if (j->json) client_json(r);
  else {
    fputs(client_text(r, "said"), stderr);
    if (!j->quiet) fputs(client_text(r, "text"), stdout);
  }
  if (!strcmp(verdict, "error")) {
    client_fault(j->cli, regel_data_get(r, "fault"), client_text(r, "fault.again"));
    return CODE_RULE;
  }
  if (strcmp(verdict, "accepted")) return CODE_NO;
  return j->store ? tell_stored(j, r) : CODE_FINE;
}

/* ---- the command ---------------------------------------------------------------- */

static int judge(Judging *j)
{
  int code = read_transcript(j);
  if (code < 0) code = open_ruleset(j);
  if (code >= 0) return code;
  regel_data *r = regel_referee(j->cli->library, j->transcript, j->rules, j->lang,
                                j->cli->color_err ? REGEL_COLOUR : 0, j->store, j->file);
  code = tell(j, r);
  regel_data_free(r);
  return code;
}

int cmd_referee(Cli *cli, int argc, char **argv)
{
  Judging j = {.cli = cli};
  const Opt opts[] = {
      PACK_OPT(cli),
      JSON_OPT(&j.json),
      FLAG_OPT(0, "store", &j.store, "store a game that is accepted and wholly known"),
      DB_OPT(&j.file),
      FLAG_OPT('q', "quiet", &j.quiet, "say nothing about what is accepted"),
  };
  const Usage usage = {
      "regel referee evening.txt", "referee [OPTION…] FILE",
      "Plays a transcript of a game (- is standard input) through the rules and accepts "
      "it,\n"
      "or reports the first line that is illegal, impossible or ambiguous, with the rule "
      "it\n"
      "breaks.  Draws that nobody wrote down are found out from the rest where that is\n"
      "possible.  The format is described in docs/transcript.md.",
      OPTS(opts, 1, 1)};
  Args files = {0};
  int code = opts_parse(cli, &usage, argc, argv, &files);
  if (code < 0) {
    j.path = files.at[0];
    code = judge(&j);
  }
  regel_language_free(j.lang);
  regel_rules_free(j.rules);
  regel_transcript_free(j.transcript);
  vec_free(&files);
  return code;
}
