/* regel explain: the page behind a message. */
#include "grammar/diag.h"
#include "interp/cmd/game.h"
#include "interp/rules/load.h"
#include "interp/referee/remark.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *runtime_title(const char *code)
{
  for (int e = R_OK + 1; e < R_COUNT; e++)
    if (!strcmp(vm_error_name((VmError)e), code)) return vm_error_title((VmError)e);
  return NULL;
}

static const char *severity_word(Severity s)
{
  return s == SEV_ERROR ? "error" : s == SEV_WARNING ? "warning" : "note";
}

static int list_all(const Cli *cli)
{
  Buf b = {0};
  for (int i = 0; i < DIAG_COUNT; i++)
    buf_printf(&b, "%s  %-7s  %s\n", diag_name((DiagCode)i),
               severity_word(diag_severity((DiagCode)i)), diag_title((DiagCode)i));
  for (int e = R_OK + 1; e < R_COUNT; e++)
    buf_printf(&b, "%s  %-7s  %s\n", vm_error_name((VmError)e), "in play",
               vm_error_title((VmError)e));
  for (int i = 0; i < REMARK_COUNT; i++)
    buf_printf(&b, "%s  %-7s  %s\n", remark_name((RemarkCode)i), "referee",
               remark_title((RemarkCode)i));
  cli_page(cli, buf_text(&b));
  buf_free(&b);
  return CODE_FINE;
}

/* The page in a checkout (docs/errors) or where it was installed (errors). */
static char *find_page(const char *code)
{
  static const char *const folders[] = {"docs/errors", "errors"};
  Arena *arena = arena_new();
  Sources s;
  char *page = NULL;
  sources_init(&s, arena);
  load_library(&s);
  for (size_t i = 0; i < s.library.n && !page; i++)
    for (int k = 0; k < 2 && !page; k++) {
      size_t size;
      page = load_read(
          arena_printf(arena, "%s/%s/%s.md", s.library.at[i], folders[k], code), &size);
    }
  sources_free(&s);
  arena_free(arena);
  return page;
}

static int unknown_code(const Cli *cli, const char *code)
{
  Nearest near = {code, NULL, 0};
  for (int i = 0; i < DIAG_COUNT; i++) nearest_try(&near, diag_name((DiagCode)i));
  for (int e = R_OK + 1; e < R_COUNT; e++) nearest_try(&near, vm_error_name((VmError)e));
  for (int i = 0; i < REMARK_COUNT; i++) nearest_try(&near, remark_name((RemarkCode)i));
  if (near.best)
    cli_error(cli, "no message has the code %s; did you mean %s?", code, near.best);
  else cli_error(cli, "no message has the code %s", code);
  fputs("All codes: regel explain\n", stderr);
  return CODE_USAGE;
}

/* Messages about transcripts are short enough to have no pages of their own. */
static bool explain_remark(const char *code)
{
  for (int i = 0; i < REMARK_COUNT; i++) {
    if (strcmp(remark_name((RemarkCode)i), code)) continue;
    printf("# %s: %s\n\n**How to mend it.** %s\n\nThe format of transcripts is described "
           "in docs/transcript.md.\n",
           code, remark_title((RemarkCode)i), remark_mend((RemarkCode)i));
    return true;
  }
  return false;
}

static int explain(const Cli *cli, const char *word)
{
  char code[20];
  size_t n = 0;
  for (; word[n] && n < sizeof code - 1; n++)
    code[n] = (char)toupper((unsigned char)word[n]);
  code[n] = 0;
  DiagCode d = diag_find(code);
  const char *title = d < DIAG_COUNT ? diag_title(d) : runtime_title(code);
  if (!title && explain_remark(code)) return CODE_FINE;
  if (!title) return unknown_code(cli, word);
  char *page = find_page(code);
  if (page) cli_page(cli, page);
  else printf("%s: %s\n", code, title);
  if (!page) cli_error(cli, "there is no page about %s yet", code);
  free(page);
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
  if (code < 0) code = codes.n ? explain(cli, codes.at[0]) : list_all(cli);
  vec_free(&codes);
  return code;
}
