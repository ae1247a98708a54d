/* regel pack, regel unpack: a pack as one file. */
#include "db/proof/bundle.h"
#include "interp/base/replace.h"
#include "interp/cmd/game.h"
#include "interp/rules/load.h"
#include "interp/rules/packs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- pack ----------------------------------------------------------------------- */

static int write_bundle(Cli *cli, const char *path, const Buf *b, bool force)
{
  Replace r;
  if (!strcmp(path, "-")) {
    fwrite(buf_text(b), 1, b->n, stdout);
    return CODE_FINE; /* main looks whether it could be written */
  }
  if (!force && !access(path, F_OK)) {
    cli_error(cli, "%s is there already; -f writes it anew", path);
    return CODE_IO;
  }
  if (replace_begin(&r, path) &&
      replace_end(&r, fwrite(buf_text(b), 1, b->n, r.out) == b->n))
    return CODE_FINE;
  cli_error(cli, "cannot write %s: %s", path, strerror(errno));
  return CODE_IO;
}

static int bundle_pack(Cli *cli, const Game *g, const char *output, bool force)
{
  Arena *arena = arena_new();
  PackList packs = {0};
  Buf b = {0}, why = {0};
  int code = CODE_USAGE;
  packs_read(arena, g->program, &packs);
  if (packs.n != 1) {
    cli_error(cli, "name one pack: its name, its folder or its file pack.regel");
  } else {
    const PackInfo *p = &packs.at[0];
    const char *main = program_string(g->program, g->program->files[p->file].path),
               *folder = load_folder(arena, main),
               *path = output ? output : arena_printf(arena, "%s.regelpack", p->name);
    if (bundle_write(*folder ? folder : ".", p->name, &b, &why)) {
      code = write_bundle(cli, path, &b, force);
      if (code == CODE_FINE && strcmp(path, "-"))
        fprintf(stderr, "%s is in %s. Who gets it: regel unpack %s\n", p->title, path,
                path);
    } else {
      cli_error(cli, "%s", buf_text(&why));
      code = CODE_IO;
    }
  }
  buf_free(&why);
  buf_free(&b);
  packs_free(&packs);
  arena_free(arena);
  return code;
}

int cmd_pack(Cli *cli, int argc, char **argv)
{
  const char *output = NULL;
  bool force = false;
  const Opt opts[] = {
      {'o', "output", OPT_TEXT, &output, "FILE", "where to (NAME.regelpack; -: stdout)",
       0, 0, NULL},
      {'f', "force", OPT_FLAG, &force, NULL, "write over a file that is there", 0, 0,
       NULL},
  };
  const Usage usage = {
      "regel pack packs/snow",
      "pack PACK [-o FILE] [-f]",
      "Writes all files of a pack's folder as one file.  The same files give the same "
      "bytes.\n"
      "A pack that does not compile with its game is not written.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  Game g = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = game_open(cli, &g, names.at[0], false);
  if (code < 0) code = bundle_pack(cli, &g, output, force);
  if (g.arena) game_close(&g);
  vec_free(&names);
  return code;
}

/* ---- unpack --------------------------------------------------------------------- */

/* packs/NAME here, unless another folder is named. */
static const char *target(Arena *arena, const Bundle *b, const char *output, bool *fine)
{
  *fine = true;
  if (output) return output;
  *fine = !mkdir("packs", 0777) || errno == EEXIST;
  return arena_printf(arena, "packs/%s", b->name);
}

static void tell(const Bundle *b, const char *folder)
{
  size_t bytes = 0;
  for (size_t i = 0; i < b->files.n; i++) bytes += b->files.at[i].size;
  printf("%s: %zu file%s, %zu bytes, verified, in %s\n", b->name, b->files.n,
         cli_plural((long long)b->files.n), bytes, folder);
  printf("To look at it: regel check %s\n", folder);
}

static int unpack(Cli *cli, const char *path, const char *output, bool look)
{
  Bundle b = {0};
  Buf why = {0};
  size_t size;
  int code = CODE_IO;
  char *text = load_read(path, &size);
  if (!text) {
    cli_error(cli, "cannot read %s: %s", path, strerror(errno));
  } else if (!bundle_read(&b, text, size, &why)) {
    cli_error(cli, "%s is refused: %s", path, buf_text(&why));
    code = CODE_NO;
  } else if (look) {
    for (size_t i = 0; i < b.files.n; i++)
      printf("%9zu  %s/%s\n", b.files.at[i].size, b.name, b.files.at[i].path);
    code = CODE_FINE;
  } else {
    bool fine;
    const char *folder = target(b.arena, &b, output, &fine);
    if (!fine) buf_printf(&why, "cannot make packs: %s", strerror(errno));
    fine = fine && bundle_unpack(&b, folder, &why);
    if (fine) tell(&b, folder);
    else cli_error(cli, "%s", buf_text(&why));
    code = fine ? CODE_FINE : CODE_IO;
  }
  free(text);
  buf_free(&why);
  bundle_free(&b);
  return code;
}

int cmd_unpack(Cli *cli, int argc, char **argv)
{
  const char *output = NULL;
  bool look = false;
  const Opt opts[] = {
      {'o', "output", OPT_TEXT, &output, "FOLDER", "where to (packs/NAME here)", 0, 0,
       NULL},
      {0, "list", OPT_FLAG, &look, NULL, "verify it and list its files, write nothing", 0,
       0, NULL},
  };
  const Usage usage = {
      "regel unpack snow.regelpack",
      "unpack FILE [-o FOLDER]",
      "Verifies a pack that was handed on and puts its files into a new folder.  Nothing "
      "is\n"
      "written outside of it, and no file that is there is touched.  Exit code 1: it "
      "was\n"
      "changed on the way, or is no pack.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = unpack(cli, names.at[0], output, look);
  vec_free(&names);
  return code;
}
