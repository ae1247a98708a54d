/* regel dump, regel disasm: what a stage of the compiler made of a file. */
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

static int print(char *text)
{
  bool some = text && *text;
  if (some) fputs(text, stdout);
  regel_free(text);
  return some ? CODE_FINE : CODE_NO;
}

int cmd_disasm(Cli *cli, int argc, char **argv)
{
  bool tests = false;
  const Opt opts[] = {
      PACK_OPT(cli),
      FLAG_OPT(0, "tests", &tests, "the code of tests, too"),
  };
  const Usage usage = {
      "regel disasm tictactoe play", "disasm PATH|NAME [CHUNK…]",
      "Prints the bytecode of a ruleset with its source lines and citations; of all "
      "chunks,\n"
      "or of those whose names are given.",
      OPTS(opts, 1, -1)};
  Args names = {0};
  regel_rules *rules = NULL;
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) rules = client_open(cli, names.at[0], tests ? REGEL_TESTS : 0, &code);
  if (rules) {
    vec_push(&names, NULL);
    code = print(regel_dump(rules, REGEL_CODE, names.at + 1));
    if (code) cli_error(cli, "no chunk has that name");
  }
  regel_rules_free(rules);
  vec_free(&names);
  return code;
}

/* Tokens and tree are those of one file, whether it compiles or not. */
static int dump_file(Cli *cli, const char *name, regel_stage stage)
{
  regel_data *found = client_find(cli, name, false);
  const char *file = client_text(found, "file");
  char *said = NULL;
  int code = CODE_USAGE;
  if (*file) {
    char *text = regel_dump_file(cli->library, file, stage,
                                 cli->color_err ? REGEL_COLOUR : 0, &said);
    if (!text) cli_error(cli, "cannot read %s", file);
    code = !text ? CODE_IO : said && *said ? CODE_SOURCE : CODE_FINE;
    print(text);
    fflush(stdout);
    if (said) fputs(said, stderr);
    regel_free(said);
  }
  regel_data_free(found);
  return code;
}

static int dump_rules(Cli *cli, const char *name, regel_stage stage)
{
  int code;
  regel_rules *rules = client_open(cli, name, 0, &code);
  if (rules) code = print(regel_dump(rules, stage, NULL));
  regel_rules_free(rules);
  return code;
}

int cmd_dump(Cli *cli, int argc, char **argv)
{
  bool tokens = false, tree = false, types = false, optimized = false;
  const Opt opts[] = {
      PACK_OPT(cli),
      FLAG_OPT(0, "tokens", &tokens, "the words of the file"),
      FLAG_OPT(0, "ast", &tree, "the tree that the parser builds"),
      FLAG_OPT(0, "types", &types, "kinds, fields and verbs with types and cells"),
      FLAG_OPT(0, "opt", &optimized, "the instructions that run"),
  };
  const Usage usage = {
      "regel dump --types tictactoe", "dump --tokens|--ast|--types|--opt PATH|NAME",
      "Prints what a stage of the compiler made of a file.", OPTS(opts, 1, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0 && tokens + tree + types + optimized != 1)
    code = opts_wrong(cli, "say one of --tokens, --ast, --types and --opt");
  if (code < 0 && (types || optimized))
    code = dump_rules(cli, names.at[0], types ? REGEL_TYPES : REGEL_RUNNING);
  else if (code < 0)
    code = dump_file(cli, names.at[0], tokens ? REGEL_TOKENS : REGEL_TREE);
  vec_free(&names);
  return code;
}
