/* regel: one program with commands. */
#include "interp/base/nearest.h"
#include "interp/cmd/front.h"
#include "interp/cmd/help.h"
#include "interp/cmd/opts.h"
#include "interp/regel.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const Command commands[] = {
#define COMMAND(name, summary) {#name, summary, cmd_##name},
#define FRONT(name, summary) {#name, summary, cli_front},
#include "interp/cmd/commands.def"
#undef COMMAND
#undef FRONT
    {NULL, NULL, NULL},
};

const Command *cli_commands(void) { return commands; }

/* NULL if there is none. */
static const Command *cli_find(const char *name)
{
  for (const Command *c = commands; c->name; c++)
    if (!strcmp(c->name, name)) return c;
  return NULL;
}

int cli_width(void)
{
  enum { USUAL = 80, LEAST = 40, MOST = 200 };
  struct winsize w = {0};
  const char *said = getenv("COLUMNS");
  if (!isatty(STDOUT_FILENO)) return USUAL;
  int columns = said ? atoi(said) : 0;
  if (columns < 1 && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &w)) columns = w.ws_col;
  return columns < 1 ? USUAL : columns < LEAST ? LEAST : columns > MOST ? MOST : columns;
}

bool cli_color(Cli *cli, const char *when)
{
  const char *term = getenv("TERM"), *none = getenv("NO_COLOR");
  bool dumb = !term || !*term || !strcmp(term, "dumb");
  bool always = !strcmp(when, "always"), automatic = !strcmp(when, "auto");
  bool allowed = automatic && !dumb && !(none && *none);
  if (!always && !automatic && strcmp(when, "never")) return false;
  cli->color_out = always || (allowed && isatty(STDOUT_FILENO));
  cli->color_err = always || (allowed && isatty(STDERR_FILENO));
  cli->screen = !dumb && isatty(STDOUT_FILENO);
  return true;
}

void cli_error(const Cli *cli, const char *fmt, ...)
{
  va_list args, again;
  va_start(args, fmt);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, fmt, args);
  Buf message = {0};
  for (int i = 0; i <= n; i++) buf_char(&message, ' ');
  if (n >= 0) vsnprintf(message.at, (size_t)n + 1, fmt, again);
  va_end(again);
  va_end(args);
  char *said = regel_complaint(cli->words, buf_text(&message));
  fflush(stdout);
  fprintf(stderr, "regel%s%s: %s\n", cli->command ? " " : "",
          cli->command ? cli->command : "", said);
  regel_free(said);
  buf_free(&message);
}

void cli_see(const Cli *cli, const char *command)
{
  char text[200];
  snprintf(text, sizeof text, "See: %s", command);
  char *said = regel_complaint(cli->words, text);
  fprintf(stderr, "%s\n", said);
  regel_free(said);
}

void cli_page(const Cli *cli, const char *text)
{
  const char *pager = getenv("PAGER");
  int lines = 0;
  for (const char *s = text; *s; s++) lines += *s == '\n';
  FILE *out = NULL;
  if (cli->screen && lines > 40 && isatty(STDIN_FILENO) && pager && *pager) {
    fflush(stdout);
    out = popen(pager, "w");
  }
  fputs(text, out ? out : stdout);
  if (out) pclose(out);
}

static int no_such_command(const Cli *cli, const char *name)
{
  Nearest near = {name, NULL, 0};
  for (const Command *c = commands; c->name; c++) nearest_try(&near, c->name);
  if (near.best)
    cli_error(cli, "no command called \"%s\"; did you mean \"%s\"?", name, near.best);
  else cli_error(cli, "no command called \"%s\"", name);
  cli_see(cli, "regel help");
  return CODE_USAGE;
}

static int run(Cli *cli, const Command *c, int argc, char **argv)
{
  cli->command = c->name;
  return c->run(cli, argc, argv);
}

int cmd_help(Cli *cli, int argc, char **argv)
{
  static const Usage usage = {
      "regel help play",
      "help [COMMAND]",
      "Explains regel, or one of its commands.",
      NULL,
      0,
      0,
      1,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  const char *name = names.n ? names.at[0] : NULL;
  vec_free(&names);
  if (code >= 0) return code;
  if (!name) return help_general(cli);
  const Command *c = cli_find(name);
  if (!c) return no_such_command(cli, name);
  char help[] = "--help", *call[] = {argv[0], help, NULL};
  return run(cli, c, 2, call);
}

static int start(Cli *cli, int argc, char **argv)
{
  if (argc < 2) {
    fputs("Usage: regel COMMAND [ARGUMENT…]\nExample: regel play tictactoe\nMore: regel "
          "help\n",
          stderr);
    return CODE_USAGE;
  }
  int at = 1;
  for (; at < argc && argv[at][0] == '-'; at++) {
    const char *a = argv[at];
    if (!strcmp(a, "-h") || !strcmp(a, "--help")) return help_general(cli);
    if (!strcmp(a, "--version"))
      return printf("regel %s\n", REGEL_VERSION) < 0 ? CODE_IO : CODE_FINE;
    if (!strncmp(a, "--lang=", 7) && a[7]) continue; /* read already */
    if (!strcmp(a, "--no-color")) cli_color(cli, "never");
    else if (strncmp(a, "--color=", 8) || !cli_color(cli, a + 8)) {
      cli_error(cli, "unknown option %s", a);
      fputs("See: regel help\n", stderr);
      return CODE_USAGE;
    }
  }
  if (at == argc) return help_general(cli);
  const Command *c = cli_find(argv[at]);
  return c ? run(cli, c, argc - at, argv + at) : no_such_command(cli, argv[at]);
}

/* The help is in the language of the run, and may be asked for before that is. */
static regel_language *read_words(Cli *cli, int argc, char **argv)
{
  for (int i = 1; i < argc && !cli->lang; i++) {
    if (!strncmp(argv[i], "--lang=", 7)) cli->lang = argv[i] + 7;
    else if (!strcmp(argv[i], "--lang") && i + 1 < argc) cli->lang = argv[i + 1];
  }
  char *wanted = cli->lang ? NULL : regel_language_wanted();
  const char *code = cli->lang ? cli->lang : wanted;
  /* A language that there is not is told by whoever needs it: a ruleset may have it. */
  regel_language *l = code ? regel_language_open(NULL, code, NULL) : NULL;
  cli->words = l;
  regel_free(wanted);
  return l;
}

int main(int argc, char **argv)
{
  Cli cli = {0};
  /* A file that may not grow any more is an error like a full disk, not a death. */
  signal(SIGXFSZ, SIG_IGN);
  cli_color(&cli, "auto");
  cli.library = regel_library_new(NULL);
  regel_language *words = read_words(&cli, argc, argv);
  int code = start(&cli, argc, argv);
  regel_language_free(words);
  vec_free(&cli.packs);
  free(cli.own_pack);
  regel_library_free(cli.library);
  /* A full disk shows when the last bytes are written, not before. */
  if (fflush(stdout) || ferror(stdout)) {
    cli_error(&cli, "cannot write: %s", strerror(errno));
    return CODE_IO;
  }
  return code;
}
