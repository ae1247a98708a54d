/* Writing PO files, exactly as `msgcat --no-wrap` lays them out: a string is one line, or
 * one for each line in it, so that a file changes only where a text does. */
#include "interp/po/po.h"
#include "interp/base/invariant.h"

#include <string.h>

static void put_quoted(FILE *out, const char *s, size_t n)
{
  static const char signs[] = "\n\t\r\"\\\a\b\f\v", letters[] = "ntr\"\\abfv";
  fputc('"', out);
  for (size_t i = 0; i < n; i++) {
    const char *sign = strchr(signs, s[i]);
    if (sign) fprintf(out, "\\%c", letters[sign - signs]);
    else fputc(s[i], out);
  }
  fputs("\"\n", out);
}

static void put_string(FILE *out, const char *lead, const char *key, const char *s)
{
  const char *line = strchr(s, '\n');
  fprintf(out, "%s%s ", lead, key);
  if (!line || !line[1]) {
    put_quoted(out, s, strlen(s));
    return;
  }
  fputs("\"\"\n", out);
  while (*s) {
    size_t n = strcspn(s, "\n");
    n += s[n] == '\n';
    fputs(lead, out);
    put_quoted(out, s, n);
    s += n;
  }
}

static void put_part(FILE *out, const char *lead, const char *key, const char *s)
{
  if (s) put_string(out, lead, key, s);
}

static void put_comment(FILE *out, const char *sign, const char *text)
{
  while (text) {
    size_t n = strcspn(text, "\n");
    fprintf(out, "%s%s%.*s\n", sign, n ? " " : "", (int)n, text);
    text = text[n] ? text + n + 1 : NULL;
  }
}

static void put_flags(FILE *out, const PoEntry *e)
{
  const char *flags[] = {e->fuzzy ? "fuzzy" : NULL,
                         e->brace ? "python-brace-format" : NULL, e->flags};
  const char *between = "#, ";
  for (int i = 0; i < 3; i++) {
    if (!flags[i]) continue;
    fprintf(out, "%s%s", between, flags[i]);
    between = ", ";
  }
  if (between[0] == ',') fputc('\n', out);
}

static void put_entry(FILE *out, const PoEntry *e)
{
  INVARIANT(e->id && e->strs > 0 && (e->plural || e->strs == 1));
  const char *lead = e->obsolete ? "#~ " : "", *old = e->obsolete ? "#~| " : "#| ";
  put_comment(out, "#", e->comment);
  put_comment(out, "#.", e->extracted);
  put_comment(out, "#:", e->refs);
  put_flags(out, e);
  put_part(out, old, "msgctxt", e->old_ctxt);
  put_part(out, old, "msgid", e->old_id);
  put_part(out, old, "msgid_plural", e->old_plural);
  put_part(out, lead, "msgctxt", e->ctxt);
  put_part(out, lead, "msgid", e->id);
  put_part(out, lead, "msgid_plural", e->plural);
  for (int i = 0; i < e->strs; i++) {
    char key[20] = "msgstr";
    if (e->plural) snprintf(key, sizeof key, "msgstr[%d]", i);
    put_string(out, lead, key, e->str[i]);
  }
}

void po_write(FILE *out, const Po *po)
{
  INVARIANT(!po->header || !po->header->obsolete);
  if (po->header) put_entry(out, po->header);
  for (int obsolete = 0; obsolete < 2; obsolete++)
    for (size_t i = 0; i < po->list.n; i++) {
      if (po->list.at[i]->obsolete != (bool)obsolete) continue;
      fputc('\n', out);
      put_entry(out, po->list.at[i]);
    }
}
