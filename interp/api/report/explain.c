/* Everything that Regel can say by a code, and the page behind it. */
#include "grammar/diag.h"
#include "interp/api/api_int.h"
#include "interp/referee/remark.h"

#include <stdlib.h>
#include <string.h>

static void put_code(Json *j, const char *code, const char *where, const char *title)
{
  json_open(j, '{');
  json_key_text(j, "code", code);
  json_key_text(j, "severity", where);
  json_key_text(j, "title", title);
  json_close(j, '}');
}

regel_data *regel_codes(void)
{
  static const char *const severities[] = {"note", "warning", "error"};
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '[');
  for (DiagCode d = 0; d < DIAG_COUNT; d++)
    put_code(&j, diag_name(d), severities[diag_severity(d)], diag_title(d));
  for (VmError e = R_OK + 1; e < R_COUNT; e++)
    put_code(&j, vm_error_name(e), "in play", vm_error_title(e));
  for (RemarkCode r = 0; r < REMARK_COUNT; r++)
    put_code(&j, remark_name(r), "referee", remark_title(r));
  json_close(&j, ']');
  return api_data(arena, &j);
}

/* Messages about transcripts are short enough to have no pages of their own. */
static char *remark_page(const char *code)
{
  for (RemarkCode r = 0; r < REMARK_COUNT; r++) {
    if (strcmp(remark_name(r), code)) continue;
    Buf b = {0};
    buf_printf(&b,
               "# %s: %s\n\n**How to mend it.** %s\n\nThe format of transcripts is "
               "described in docs/transcript.md.\n",
               code, remark_title(r), remark_mend(r));
    return buf_take(&b);
  }
  return NULL;
}

/* The page in a checkout (docs/errors) or where it was installed (errors). */
char *regel_explain(const regel_library *l, const char *code)
{
  static const char *const folders[] = {"docs/errors", "errors"};
  char *page = remark_page(code);
  if (page || strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != strlen(code))
    return page;
  Arena *arena = arena_new();
  Sources s;
  sources_init(&s, arena);
  api_library(l, &s);
  for (size_t i = 0; i < s.library.n && !page; i++)
    for (int k = 0; k < 2 && !page; k++) {
      size_t size;
      page = sources_read(
          &s, arena_printf(arena, "%s/%s/%s.md", s.library.at[i], folders[k], code),
          &size);
    }
  sources_free(&s);
  arena_free(arena);
  return page;
}
