#include "interp/cmd/help.h"
#include "interp/regel.h"

void help_add(const Cli *cli, Buf *b, const char *where, const char *text)
{
  Arena *a = arena_new();
  const char *context = arena_printf(a, "help%s", where);
  if (cli->collect) cli->collect(cli->collector, context, text);
  char *words = regel_word(cli->words, context, text);
  buf_add(b, words);
  regel_free(words);
  arena_free(a);
}

static void put_commands(const Cli *cli, Buf *b)
{
  for (const Command *c = cli_commands(); c->name; c++) {
    Buf where = {0};
    buf_printf(&where, ".%s/summary", c->name);
    buf_printf(b, "  %-9s ", c->name);
    help_add(cli, b, buf_text(&where), c->summary);
    buf_char(b, '\n');
    buf_free(&where);
  }
}

int help_language(const Cli *cli)
{
  char *why = NULL;
  if (cli->collect || cli->words || !cli->lang) return -1;
  regel_language *l = regel_language_open(NULL, cli->lang, &why);
  if (!l) cli_error(cli, "%s", why);
  bool fine = l;
  regel_free(why);
  regel_language_free(l);
  return fine ? -1 : CODE_USAGE;
}

int help_general(const Cli *cli)
{
  Buf b = {0};
  if (help_language(cli) >= 0) return CODE_USAGE;
  help_add(cli, &b, "/example", "Example:");
  buf_add(&b, "\n  regel play tictactoe\n\n");
  help_add(cli, &b, "/usage", "Usage:");
  buf_add(&b, " regel COMMAND [ARGUMENT…]\n\n");
  help_add(cli, &b, "/about",
           "Checks, tests, plays and simulates the rules of board and card games.");
  buf_add(&b, "\n\n");
  help_add(cli, &b, "/commands", "Commands:");
  buf_char(&b, '\n');
  put_commands(cli, &b);
  buf_char(&b, '\n');
  help_add(cli, &b, "/more",
           "More about one: regel help COMMAND.  The version: regel --version");
  buf_char(&b, '\n');
  if (!cli->collect) cli_page(cli, buf_text(&b));
  buf_free(&b);
  return CODE_FINE;
}

void help_collect(Cli *cli, HelpFn fn, void *user)
{
  Cli all = *cli;
  all.collect = fn;
  all.collector = user;
  all.words = NULL;
  all.command = NULL;
  help_general(&all);
  for (const Command *c = cli_commands(); c->name; c++) {
    char name[32], help[] = "--help", *call[] = {name, help, NULL};
    snprintf(name, sizeof name, "%s", c->name);
    all.command = c->name;
    c->run(&all, 2, call);
  }
}
