/* regel new: beginnings that compile, play and have a test. */
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

typedef struct New {
  Cli *cli;
  const char *what, *name, *game, *kind;
  bool json; /* shown, not written */
} New;

static bool make_folders(const char *path)
{
  Buf b = {0};
  bool fine = true;
  for (const char *s = strchr(path, '/'); s && fine; s = strchr(s + 1, '/')) {
    if (s == path) continue; /* the root is there */
    buf_clear(&b);
    buf_addn(&b, path, (size_t)(s - path));
    fine = !mkdir(buf_text(&b), 0777) || errno == EEXIST;
  }
  buf_free(&b);
  return fine;
}

/* Writes a file that must not be there yet. */
static int write_new(const New *w, const char *path, const char *text)
{
  FILE *f = make_folders(path) ? fopen(path, "wx") : NULL;
  bool fine = f && fputs(text, f) >= 0;
  if (f && fclose(f)) fine = false;
  if (fine) printf("%s\n", path);
  else if (errno == EEXIST)
    cli_error(w->cli, "%s is there already and stays as it is", path);
  else cli_error(w->cli, "cannot write %s: %s", path, strerror(errno));
  return fine ? -1 : CODE_IO;
}

static int write_all(const New *w, const regel_data *begun)
{
  const regel_data *files = regel_data_get(begun, "files");
  int code = -1;
  for (size_t i = 0; i < regel_data_count(files) && code < 0; i++) {
    const regel_data *f = regel_data_at(files, i);
    code = write_new(w, client_text(f, "path"), client_text(f, "text"));
  }
  if (code >= 0) return code;
  printf("Next: %s\n", client_text(begun, "next"));
  return CODE_FINE;
}

/* Who begins a game of a name that there is hides that one here. */
static void tell_hidden(const New *w)
{
  regel_data *all = regel_library_games(w->cli->library);
  for (size_t i = 0; i < regel_data_count(all); i++)
    if (!strcmp(regel_data_text(regel_data_at(all, i)), w->name))
      cli_error(w->cli, "the library has a %s, too: here this one is meant from now on",
                w->name);
  regel_data_free(all);
}

static int begin(const New *w)
{
  regel_rules *rules = NULL;
  char *why = NULL;
  int code = -1;
  if (w->game && strcmp(w->what, "game")) rules = client_open(w->cli, w->game, 0, &code);
  if (code >= 0) return code;
  regel_data *begun = regel_new(w->what, w->name, rules, w->game, w->kind, &why);
  if (begun && !strcmp(w->what, "game")) tell_hidden(w);
  if (begun && w->json) client_json(begun);
  code = !begun    ? opts_wrong(w->cli, "%s", why)
         : w->json ? CODE_FINE
                   : write_all(w, begun);
  regel_free(why);
  regel_data_free(begun);
  regel_rules_free(rules);
  return code;
}

int cmd_new(Cli *cli, int argc, char **argv)
{
  New w = {.cli = cli};
  const Opt opts[] = {
      TEXT_OPT(0, "for", &w.game, "GAME",
               "the game, or for a card the pack, that it is for"),
      TEXT_OPT(0, "kind", &w.kind, "KIND",
               "of which kind a card is (that of most cards)"),
      FLAG_OPT(0, "json", &w.json, "print the files as JSON and write none"),
  };
  const Usage usage = {
      "regel new game mygame",
      "new game NAME\n       regel new pack|scenario|card NAME --for GAME",
      "Writes a small beginning that compiles, can be played and has a test.  Files lie "
      "in\n"
      "scenarios/NAME or packs/NAME of the present folder; none that is there is "
      "touched.",
      OPTS(opts, 2, 2)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    w.what = names.at[0];
    w.name = names.at[1];
    code = begin(&w);
  }
  vec_free(&names);
  return code;
}
