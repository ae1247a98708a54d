/* Any bytes are a translation file or messages about it; what was read is written, read
 * again and is the same.  The same bytes are tried as a glossary and as a plural rule. */
#include "grammar/diag.h"
#include "interp/po/check.h"
#include "tests/fuzz/fuzz.h"

static char *written(const Po *po, size_t *size)
{
  char *text = NULL;
  FILE *f = open_memstream(&text, size);
  po_write(f, po);
  fclose(f);
  return text;
}

static void say_all(Diags *d, const Sources *s)
{
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  diags_print(f, d, s, DIAG_HUMAN, false, SEV_NOTE);
  diags_print(f, d, s, DIAG_JSON, false, SEV_NOTE);
  fclose(f);
  free(text);
}

static void try_rule(Arena *a, const uint8_t *data, size_t size)
{
  const char *text = arena_strndup(a, (const char *)data, size), *why = NULL;
  int where = 0, form = 0;
  const PoPlural *rule = po_plural_read(a, text, &why, &where);
  if (!rule && !why) abort();
  static const int64_t numbers[] = {0, 1, 2, 11, 1000001, INT64_MAX};
  for (int i = 0; rule && i < 6; i++)
    if (!po_plural_form(rule, numbers[i], &form) && (form < 0 || form >= po_plural_forms(rule)))
      abort();
}

static void try_glossary(Arena *a, const uint8_t *data, size_t size)
{
  Sources s;
  Diags d;
  sources_init(&s, a);
  diags_init(&d, a);
  sources_keep(&s, "glossary.csv", (const char *)data, size);
  Glossary *g = glossary_read(a, &s, &d, "glossary.csv", NULL);
  if (!g && !d.errors) abort();
  if (g) {
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    glossary_write_csv(f, g);
    glossary_write_tbx(f, g, "fuzz");
    fclose(f);
    free(text);
  }
  say_all(&d, &s);
  glossary_free(g);
  diags_free(&d);
  sources_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Arena *a = arena_new();
  Sources s;
  Diags d;
  sources_init(&s, a);
  diags_init(&d, a);
  Po *po = po_parse(a, &s, &d, sources_add(&s, "fuzz.po", (const char *)data, size));
  if (!po && !d.errors) abort(); /* refused without a word */
  if (po) {
    size_t n, m;
    char *once = written(po, &n);
    Po *again = po_parse(a, &s, &d, sources_add(&s, "again.po", once, n));
    if (!again) abort();
    char *twice = written(again, &m);
    if (n != m || memcmp(once, twice, n)) abort();
    po_merge(again, po);
    po_check(&(PoCheck){.po = po, .diags = &d, .numbers = "one two", .own_numbers = "een twee", .lang = "nl"});
    po_free(again);
    free(once);
    free(twice);
  }
  say_all(&d, &s);
  po_free(po);
  diags_free(&d);
  sources_free(&s);
  try_rule(a, data, size);
  try_glossary(a, data, size);
  arena_free(a);
  return 0;
}
