/* regel build: native code of a ruleset. */
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

#include <errno.h>
#include <string.h>

static int clear(const Cli *cli)
{
  char *why = NULL;
  int n = regel_native_clear(&why);
  if (n < 0) return client_wrong(cli, why, CODE_IO);
  printf("%d file%s removed\n", n, cli_plural(n));
  return CODE_FINE;
}

static int build(const Cli *cli, regel_rules *rules, const char *to)
{
  char *why = NULL;
  regel_data *built = regel_native_build(rules, to, &why);
  if (!built) return client_wrong(cli, why, CODE_IO);
  printf("%s: %lld chunks %s %s\n", client_text(built, "game"),
         client_number(built, "native_chunks"),
         client_number(built, "made") ? "compiled to" : "already in",
         client_text(built, "file"));
  regel_data_free(built);
  return CODE_FINE;
}

/* The C itself: as it is compiled, for who wants to read it, or one file for other
 * programs. */
static int write_text(const Cli *cli, const regel_rules *rules, bool alone,
                      const char *to)
{
  char *text = regel_native_text(rules, alone);
  size_t n = strlen(text);
  FILE *f = to ? fopen(to, "w") : stdout;
  bool ok = f && fwrite(text, 1, n, f) == n;
  if (f && (to ? fclose(f) : fflush(f))) ok = false;
  if (!ok) cli_error(cli, "cannot write %s: %s", to ? to : "it", strerror(errno));
  regel_free(text);
  return ok ? CODE_FINE : CODE_IO;
}

int cmd_build(Cli *cli, int argc, char **argv)
{
  bool empty = false, text = false, alone = false;
  const char *to = NULL;
  const Opt opts[] = {
      PACK_OPT(cli),
      TEXT_OPT('o', NULL, &to, "FILE", "write it there, not into the cache"),
      FLAG_OPT(0, "c", &alone,
               "write one C file that needs no library, for other programs"),
      FLAG_OPT(0, "text", &text, "print the C that is compiled"),
      FLAG_OPT(0, "clear", &empty, "empty the cache of native code"),
  };
  const Usage usage = {
      "regel build connect4", "build GAME [OPTION…]",
      "Compiles a ruleset with the system's C compiler.  The result is kept in\n"
      "$XDG_CACHE_HOME/regel or ~/.cache/regel, where `--native` of other commands "
      "finds\nit.  The games are the same, step by step.",
      OPTS(opts, 0, 1)};
  Args names = {0};
  regel_rules *rules = NULL;
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0 && empty && !names.n) code = clear(cli);
  if (code < 0 && !names.n) code = opts_missing(cli, &usage);
  if (code < 0) rules = client_open(cli, names.at[0], 0, &code);
  if (rules)
    code = alone  ? write_text(cli, rules, true, to)
           : text ? write_text(cli, rules, false, NULL)
                  : build(cli, rules, to);
  regel_rules_free(rules);
  vec_free(&names);
  return code;
}
