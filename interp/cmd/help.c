#include "interp/cmd/help.h"
#include "interp/rules/load_lang.h"

#include <string.h>

static const char *context(Arena *a, const char *where)
{
  return arena_printf(a, "help%s", where);
}

static void collect(Po *po, const char *where, const char *text)
{
  const char *ctxt = context(po->arena, where);
  for (size_t i = 0; i < po->list.n; i++)
    if (!strcmp(po->list.at[i]->ctxt, ctxt) && !strcmp(po->list.at[i]->id, text)) return;
  po_add(po, ctxt, text, NULL);
}

void help_add(const Cli *cli, Buf *b, const char *where, const char *text)
{
  if (cli->collect) collect(cli->collect, where, text);
  if (!cli->words) {
    buf_add(b, text);
    return;
  }
  Arena *a = arena_new();
  const char *ctxt = context(a, where);
  const PoEntry *e = po_find(cli->words, ctxt, text), *old = e;
  if (!old) old = po_first(cli->words, ctxt);
  if (e && po_translated(e) && !e->fuzzy) buf_add(b, e->str[0]);
  else if (old && po_translated(old)) buf_printf(b, "[old] %s", old->str[0]);
  else buf_printf(b, "[en] %s", text);
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
  if (cli->collect || cli->words || !cli->lang || !strcmp(cli->lang, lang_code(NULL)))
    return -1;
  Buf all = {0};
  load_lang_list(NULL, NULL, &all);
  cli_error(cli, "no language called \"%s\"; there is: %s", cli->lang, buf_text(&all));
  buf_free(&all);
  return CODE_USAGE;
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

void help_collect(Cli *cli, Po *po)
{
  Cli all = *cli;
  all.collect = po;
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
