/* regel explain: the page behind a message. */
#include "interp/base/nearest.h"
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

#include <ctype.h>
#include <string.h>

static int list_all(const Cli *cli, const regel_data *codes)
{
  Buf b = {0};
  for (size_t i = 0; i < regel_data_count(codes); i++) {
    const regel_data *c = regel_data_at(codes, i);
    buf_printf(&b, "%s  %-7s  %s\n", client_text(c, "code"), client_text(c, "severity"),
               client_text(c, "title"));
  }
  cli_page(cli, buf_text(&b));
  buf_free(&b);
  return CODE_FINE;
}

static int unknown_code(const Cli *cli, const regel_data *codes, const char *code)
{
  Nearest near = {code, NULL, 0};
  for (size_t i = 0; i < regel_data_count(codes); i++)
    nearest_try(&near, client_text(regel_data_at(codes, i), "code"));
  if (near.best)
    cli_error(cli, "no message has the code %s; did you mean %s?", code, near.best);
  else cli_error(cli, "no message has the code %s", code);
  fputs("All codes: regel explain\n", stderr);
  return CODE_USAGE;
}

static int explain(const Cli *cli, const regel_data *codes, const char *word)
{
  char code[20];
  size_t n = 0;
  for (; word[n] && n < sizeof code - 1; n++)
    code[n] = (char)toupper((unsigned char)word[n]);
  code[n] = 0;
  const regel_data *row = NULL;
  for (size_t i = 0; i < regel_data_count(codes) && !row; i++)
    if (!strcmp(client_text(regel_data_at(codes, i), "code"), code))
      row = regel_data_at(codes, i);
  if (!row) return unknown_code(cli, codes, word);
  char *page = regel_explain(cli->library, code);
  if (page) cli_page(cli, page);
  else printf("%s: %s\n", code, client_text(row, "title"));
  if (!page) cli_error(cli, "there is no page about %s yet", code);
  regel_free(page);
  return CODE_FINE;
}

int cmd_explain(Cli *cli, int argc, char **argv)
{
  static const Usage usage = {
      "regel explain E0201",
      "explain [CODE]",
      "Prints the page behind a message: what it means, a wrong and a right example.\n"
      "Without a code: all codes.",
      NULL,
      0,
      0,
      1,
  };
  Args codes = {0};
  int code = opts_parse(cli, &usage, argc, argv, &codes);
  if (code < 0) {
    regel_data *all = regel_codes();
    code = codes.n ? explain(cli, all, codes.at[0]) : list_all(cli, all);
    regel_data_free(all);
  }
  vec_free(&codes);
  return code;
}
