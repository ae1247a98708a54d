/* regel pack, regel unpack: a pack as one file. */
#include "interp/base/replace.h"
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- pack ----------------------------------------------------------------------- */

static int write_bundle(Cli *cli, const char *path, const char *bytes, size_t size,
                        bool force)
{
  Replace r;
  if (!strcmp(path, "-")) {
    fwrite(bytes, 1, size, stdout);
    return CODE_FINE; /* main looks whether it could be written */
  }
  if (!force && !access(path, F_OK)) {
    cli_error(cli, "%s is there already; -f writes it anew", path);
    return CODE_IO;
  }
  if (replace_begin(&r, path) && replace_end(&r, fwrite(bytes, 1, size, r.out) == size))
    return CODE_FINE;
  cli_error(cli, "cannot write %s: %s", path, strerror(errno));
  return CODE_IO;
}

static int bundle_pack(Cli *cli, const regel_rules *rules, const char *output, bool force)
{
  regel_data *packs = regel_rules_packs(rules);
  const regel_data *pack = regel_data_at(packs, 0);
  Buf path = {0};
  char *why = NULL;
  size_t size;
  int code = CODE_USAGE;
  if (regel_data_count(packs) != 1) {
    cli_error(cli, "name one pack: its name, its folder or its file pack.regel");
  } else {
    const char *name = client_text(pack, "name");
    char *bytes = regel_pack(rules, name, &size, &why);
    if (output) buf_add(&path, output);
    else buf_printf(&path, "%s.regelpack", name);
    code = bytes ? write_bundle(cli, buf_text(&path), bytes, size, force)
                 : client_wrong(cli, why, CODE_IO);
    if (code == CODE_FINE && strcmp(buf_text(&path), "-"))
      fprintf(stderr, "%s is in %s. Who gets it: regel unpack %s\n",
              client_text(pack, "title"), buf_text(&path), buf_text(&path));
    regel_free(bytes);
  }
  buf_free(&path);
  regel_data_free(packs);
  return code;
}

int cmd_pack(Cli *cli, int argc, char **argv)
{
  const char *output = NULL;
  bool force = false;
  const Opt opts[] = {
      TEXT_OPT('o', "output", &output, "FILE", "where to (NAME.regelpack; -: stdout)"),
      FLAG_OPT('f', "force", &force, "write over a file that is there"),
  };
  const Usage usage = {
      "regel pack packs/snow", "pack PACK [-o FILE] [-f]",
      "Writes all files of a pack's folder as one file.  The same files give the same "
      "bytes.\n"
      "A pack that does not compile with its game is not written.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  regel_rules *rules = NULL;
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) rules = client_open(cli, names.at[0], 0, &code);
  if (rules) code = bundle_pack(cli, rules, output, force);
  regel_rules_free(rules);
  vec_free(&names);
  return code;
}

/* ---- unpack --------------------------------------------------------------------- */

/* packs/NAME here, unless another folder is named. */
static bool target(Buf *b, const regel_data *packed, const char *output)
{
  if (output) buf_add(b, output);
  else buf_printf(b, "packs/%s", client_text(packed, "name"));
  return output || !mkdir("packs", 0777) || errno == EEXIST;
}

static void tell(const regel_data *packed, const char *folder)
{
  const regel_data *files = regel_data_get(packed, "files");
  long long bytes = 0, n = (long long)regel_data_count(files);
  for (long long i = 0; i < n; i++)
    bytes += client_number(regel_data_at(files, (size_t)i), "bytes");
  printf("%s: %lld file%s, %lld bytes, verified, in %s\n", client_text(packed, "name"), n,
         cli_plural(n), bytes, folder);
  printf("To look at it: regel check %s\n", folder);
}

static void list(const regel_data *packed)
{
  const regel_data *files = regel_data_get(packed, "files");
  for (size_t i = 0; i < regel_data_count(files); i++) {
    const regel_data *f = regel_data_at(files, i);
    printf("%9lld  %s/%s\n", client_number(f, "bytes"), client_text(packed, "name"),
           client_text(f, "path"));
  }
}

static int write_files(Cli *cli, const Buf *text, const regel_data *packed,
                       const char *output)
{
  Buf folder = {0};
  char *why = NULL;
  int code = CODE_FINE;
  if (!target(&folder, packed, output)) {
    cli_error(cli, "cannot make packs: %s", strerror(errno));
    code = CODE_IO;
  } else if (regel_unpack(buf_text(text), text->n, buf_text(&folder), &why)) {
    code = client_wrong(cli, why, CODE_IO);
  } else tell(packed, buf_text(&folder));
  buf_free(&folder);
  return code;
}

static int unpack(Cli *cli, const char *path, const char *output, bool look, bool json)
{
  Buf text = {0};
  char *why = NULL;
  int code = CODE_FINE;
  regel_data *packed = NULL;
  if (!client_read(path, &text)) {
    cli_error(cli, "cannot read %s: %s", path, strerror(errno));
    code = CODE_IO;
  } else if (!(packed = regel_packed(buf_text(&text), text.n, &why))) {
    cli_error(cli, "%s is refused: %s", path, why);
    regel_free(why);
    code = CODE_NO;
  } else if (json) client_json(packed);
  else if (look) list(packed);
  else code = write_files(cli, &text, packed, output);
  regel_data_free(packed);
  buf_free(&text);
  return code;
}

int cmd_unpack(Cli *cli, int argc, char **argv)
{
  const char *output = NULL;
  bool look = false, json = false;
  const Opt opts[] = {
      TEXT_OPT('o', "output", &output, "FOLDER", "where to (packs/NAME here)"),
      FLAG_OPT(0, "list", &look, "verify it and list its files, write nothing"),
      FLAG_OPT(0, "json", &json, "the same as JSON"),
  };
  const Usage usage = {
      "regel unpack snow.regelpack", "unpack FILE [-o FOLDER]",
      "Verifies a pack that was handed on and puts its files into a new folder.  Nothing "
      "is\n"
      "written outside of it, and no file that is there is touched.  Exit code 1: it "
      "was\n"
      "changed on the way, or is no pack.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = unpack(cli, names.at[0], output, look, json);
  vec_free(&names);
  return code;
}
