/* regel export, regel import: a stored game as one text file. */
#include "interp/cmd/store/opened.h"

#include <stdlib.h>
#include <string.h>

static int export_game(const Opened *o, const char *path)
{
  char *why = NULL, *text = regel_stored_export(o->game, &why);
  if (!text) return client_wrong(o->cli, why, CODE_IO);
  int code = client_write(o->cli, path, text, strlen(text));
  if (code < 0 && strcmp(path, "-"))
    fprintf(stderr, "Game %lld is in %s. To store it elsewhere: regel import %s\n",
            client_number(o->about, "id"), path, path);
  regel_free(text);
  return code < 0 ? CODE_FINE : code;
}

int cmd_export(Cli *cli, int argc, char **argv)
{
  const char *file = NULL, *path = "-";
  bool all = false;
  const Opt opts[] = {
      TEXT_OPT('o', "output", &path, "FILE", "write there (standard output)"),
      FLAG_OPT(0, "all", &all, "though the game is not over"),
      DB_OPT(&file),
  };
  const Usage usage = {
      "regel export last -o game.txt", "export ID [OPTION…]",
      "Writes a stored game as one text: its rules, its setup, every answer and chance, "
      "and\na seal.  Everything in it can be read, also what was hidden in the game: one "
      "that is\nnot over is written with --all only.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  Opened o = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = opened_store(&o, cli, file, regel_store_read);
  if (code < 0) code = opened_game(&o, names.at[0]);
  if (code < 0) code = opened_hides(&o, "its text", all);
  if (code < 0) code = export_game(&o, path);
  opened_close(&o);
  vec_free(&names);
  return code;
}

static void tell_stored(const regel_data *r)
{
  long long id = client_number(r, "game"), like = client_number(r, "like");
  if (client_number(r, "known")) {
    printf("It is stored already, as game %lld.\n", id);
    return;
  }
  if (like)
    printf("Game %lld began at the same moment by the same rules, and is another game.\n",
           like);
  fputs(client_text(r, "proof"), stdout);
  printf("Verified and stored as game %lld. To see it: regel replay %lld\n", id, id);
}

static int import_text(Cli *cli, regel_store *store, const char *path, const char *text,
                       size_t size)
{
  char *why = NULL;
  regel_data *r = regel_import(store, text, size, &why);
  if (!r && store && regel_store_trouble(store)) return client_wrong(cli, why, CODE_IO);
  if (!r) {
    cli_error(cli, "%s: %s", path, why);
    regel_free(why);
    return CODE_NO;
  }
  if (store) tell_stored(r);
  else
    printf("%s is sound: %lld steps by its own rules\n%s", path,
           client_number(r, "steps"), client_text(r, "proof"));
  regel_data_free(r);
  return CODE_FINE;
}

static int import_file(Cli *cli, const char *path, const char *file, bool verify)
{
  size_t size;
  char *text = client_file(cli, path, &size), *why = NULL;
  if (!text) return CODE_IO;
  /* It is looked at before a database is made for it. */
  regel_data *sound = verify ? NULL : regel_import(NULL, text, size, NULL);
  regel_store *store = sound ? regel_store_open(file, &why) : NULL;
  int code = sound && !store ? client_wrong(cli, why, CODE_IO)
                             : import_text(cli, store, path, text, size);
  regel_data_free(sound);
  regel_store_close(store);
  free(text);
  return code;
}

int cmd_import(Cli *cli, int argc, char **argv)
{
  const char *file = NULL;
  bool verify = false;
  const Opt opts[] = {
      FLAG_OPT(0, "verify", &verify, "look at it, but store nothing"),
      DB_OPT(&file),
  };
  const Usage usage = {
      "regel import game.txt", "import FILE [OPTION…]",
      "Stores a game that regel export wrote, after playing it by the rules that come "
      "with "
      "it\nand comparing every answer and state.  - reads standard input.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = import_file(cli, names.at[0], file, verify);
  vec_free(&names);
  return code;
}
