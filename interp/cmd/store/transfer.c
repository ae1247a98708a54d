/* regel export, regel import: a stored game as one text file. */
#include "db/proof/portable.h"
#include "interp/base/replace.h"
#include "interp/cmd/archive.h"
#include "interp/rules/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Writes to a file or, for "-", to standard output. */
static int write_text(Cli *cli, const char *path, const Buf *b)
{
  if (!strcmp(path, "-")) {
    fwrite(buf_text(b), 1, b->n, stdout);
    return CODE_FINE; /* main looks whether it could be written */
  }
  Replace r;
  if (replace_begin(&r, path) &&
      replace_end(&r, fwrite(buf_text(b), 1, b->n, r.out) == b->n))
    return CODE_FINE;
  cli_error(cli, "cannot write %s: %s", path, strerror(errno));
  return CODE_IO;
}

static int export_game(Cli *cli, Archive *a, const char *path)
{
  Buf b = {0};
  int code = CODE_IO;
  if (portable_write(&a->game, a->vm, &b)) code = write_text(cli, path, &b);
  else
    cli_error(cli, "game %lld does not replay as it was stored: regel db check says more",
              (long long)a->game.id);
  if (code == CODE_FINE && strcmp(path, "-"))
    fprintf(stderr, "Game %lld is in %s. To store it elsewhere: regel import %s\n",
            (long long)a->game.id, path, path);
  buf_free(&b);
  return code;
}

int cmd_export(Cli *cli, int argc, char **argv)
{
  const char *file = NULL, *path = "-";
  bool all = false;
  const Opt opts[] = {
      {'o', "output", OPT_TEXT, &path, "FILE", "write there (standard output)", 0, 0,
       NULL},
      {0, "all", OPT_FLAG, &all, NULL, "though the game is not over", 0, 0, NULL},
      {0, "db", OPT_TEXT, &file, "FILE", DB_HELP, 0, 0, NULL},
  };
  const Usage usage = {
      "regel export last -o game.txt",
      "export ID [OPTION…]",
      "Writes a stored game as one text: its rules, its setup, every answer and chance, "
      "and\na seal.  Everything in it can be read, also what was hidden in the game: one "
      "that is\nnot over is written with --all only.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  Archive a = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = archive_open(cli, &a, file, SQL_READ);
  if (code < 0) code = archive_load(cli, &a, names.at[0]);
  if (code < 0) code = archive_hides(cli, &a, "its text", all);
  if (code < 0) code = export_game(cli, &a, path);
  archive_close(&a);
  vec_free(&names);
  return code;
}

static void say_proof(const Portable *p)
{
  Buf b = {0};
  check_says(&p->game, &p->proof, NULL, &b);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

static int store(Cli *cli, Archive *a, const Portable *p)
{
  bool known;
  int64_t like, id = portable_store(a->db, p, &known, &like);
  if (!id) return archive_fault(cli, a);
  if (known) {
    printf("It is stored already, as game %lld.\n", (long long)id);
    return CODE_FINE;
  }
  archive_tell(a->db, id);
  if (like)
    printf("Game %lld began at the same moment by the same rules, and is another game.\n",
           (long long)like);
  say_proof(p);
  printf("Verified and stored as game %lld. To see it: regel replay %lld\n",
         (long long)id, (long long)id);
  return CODE_FINE;
}

static int import_file(Cli *cli, Archive *a, const char *path, const char *file,
                       bool verify)
{
  size_t size;
  char *text = load_read(path, &size);
  Portable p = {0};
  Buf why = {0};
  int code = CODE_IO;
  if (!text) {
    cli_error(cli, "cannot read %s: %s", path, strerror(errno));
  } else if (!portable_read(text, size, &p, &why)) {
    cli_error(cli, "%s: %s", path, buf_text(&why));
    code = CODE_NO;
  } else if (verify) {
    printf("%s is sound: %zu steps by its own rules\n", path, p.game.steps.n);
    say_proof(&p);
    code = CODE_FINE;
  } else if ((code = archive_open(cli, a, file, SQL_CREATE)) < 0) {
    code = store(cli, a, &p);
  }
  portable_free(&p);
  buf_free(&why);
  free(text);
  return code;
}

int cmd_import(Cli *cli, int argc, char **argv)
{
  const char *file = NULL;
  bool verify = false;
  const Opt opts[] = {
      {0, "verify", OPT_FLAG, &verify, NULL, "look at it, but store nothing", 0, 0, NULL},
      {0, "db", OPT_TEXT, &file, "FILE", DB_HELP, 0, 0, NULL},
  };
  const Usage usage = {
      "regel import game.txt",
      "import FILE [OPTION…]",
      "Stores a game that regel export wrote, after playing it by the rules that come "
      "with "
      "it\nand comparing every answer and state.  - reads standard input.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  Archive a = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = import_file(cli, &a, names.at[0], file, verify);
  archive_close(&a);
  vec_free(&names);
  return code;
}
