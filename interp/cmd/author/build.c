/* regel build: native code of a ruleset. */
#include "interp/cmd/game.h"
#include "interp/native/native.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int clear(Cli *cli)
{
  Buf why = {0};
  int n = native_clear(&why);
  if (n < 0) cli_error(cli, "%s", buf_text(&why));
  else printf("%d file%s removed\n", n, n == 1 ? "" : "s");
  buf_free(&why);
  return n < 0 ? CODE_IO : CODE_FINE;
}

/* The C as it would be compiled, for who wants to read it. */
static int print_text(Game *g)
{
  char key[NATIVE_KEY_SIZE];
  native_key(g->program, key);
  NativeText t = native_generate(g->program, key);
  for (int k = 0; k < t.count; k++) fputs(buf_text(&t.parts[k]), stdout);
  native_text_free(&t);
  return CODE_FINE;
}

static int build(Cli *cli, Game *g, const char *to)
{
  Buf path = {0}, why = {0};
  struct stat st;
  bool ok = true;
  if (to) buf_add(&path, to);
  else ok = native_cached(g->program, &path, &why);
  bool made = ok && (to || lstat(buf_text(&path), &st));
  if (made) ok = native_compile(g->program, buf_text(&path), &why);
  if (ok) ok = native_load(g->program, buf_text(&path), &why);
  if (!ok) cli_error(cli, "%s", buf_text(&why));
  else
    printf("%s: %d chunks %s %s\n", program_string(g->program, g->program->header->name),
           native_chunks(g->program), made ? "compiled to" : "already in",
           buf_text(&path));
  buf_free(&path);
  buf_free(&why);
  return ok ? CODE_FINE : CODE_IO;
}

/* One file for other programs. */
static int embed(Cli *cli, Game *g, const char *to)
{
  Buf b = {0};
  native_embed(g->program, &b);
  FILE *f = to ? fopen(to, "w") : stdout;
  bool ok = f && fwrite(b.at, 1, b.n, f) == b.n;
  if (f && (to ? fclose(f) : fflush(f))) ok = false;
  if (!ok) cli_error(cli, "cannot write %s: %s", to ? to : "it", strerror(errno));
  buf_free(&b);
  return ok ? CODE_FINE : CODE_IO;
}

int cmd_build(Cli *cli, int argc, char **argv)
{
  bool empty = false, text = false, alone = false;
  const char *to = NULL;
  const Opt opts[] = {
      PACK_OPT(cli),
      {'o', NULL, OPT_TEXT, &to, "FILE", "write it there, not into the cache", 0, 0,
       NULL},
      {0, "c", OPT_FLAG, &alone, NULL,
       "write one C file that needs no library, for other programs", 0, 0, NULL},
      {0, "text", OPT_FLAG, &text, NULL, "print the C that is compiled", 0, 0, NULL},
      {0, "clear", OPT_FLAG, &empty, NULL, "empty the cache of native code", 0, 0, NULL},
  };
  const Usage usage = {
      "regel build connect4",
      "build GAME [OPTION…]",
      "Compiles a ruleset with the system's C compiler.  The result is kept in\n"
      "$XDG_CACHE_HOME/regel or ~/.cache/regel, where `--native` of other commands "
      "finds\nit.  The games are the same, step by step.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      0,
      1,
  };
  Args names = {0};
  Game g = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0 && empty && !names.n) code = clear(cli);
  if (code < 0 && !names.n) code = opts_missing(cli, &usage);
  if (code < 0) code = game_open(cli, &g, names.at[0], false);
  if (code < 0)
    code = alone ? embed(cli, &g, to) : text ? print_text(&g) : build(cli, &g, to);
  game_close(&g);
  vec_free(&names);
  return code;
}
