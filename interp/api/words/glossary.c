/* The words that were agreed on, as CSV and TBX. */
#include "interp/api/words/catalog.h"
#include "interp/base/invariant.h"
#include "interp/po/glossary.h"

#include <stdlib.h>

regel_data *regel_catalog_glossary(const regel_catalog *c, const char *file, int tbx,
                                   unsigned how)
{
  INVARIANT(c && c->rules);
  Arena *arena = arena_new();
  Json j = json_data(arena);
  CatalogWork w;
  char *text = NULL;
  size_t size = 0;
  catalog_begin(&w, c);
  const char *own = catalog_glossary(&w);
  Glossary *g = glossary_read(w.arena, &w.sources, &w.diags, file ? file : own, NULL);
  FILE *out = g ? open_memstream(&text, &size) : NULL;
  json_open(&j, '{');
  json_key_text(&j, "file", own);
  if (out) {
    INVARIANT(g->rows.n > 0 && g->columns > 0); /* the languages stand in the first */
    if (tbx) glossary_write_tbx(out, g, c->name);
    else glossary_write_csv(out, g);
    fclose(out);
    json_key(&j, "text");
    json_textn(&j, text, size);
    json_key_int(&j, "terms", (int64_t)g->rows.n - 1);
    json_key_int(&j, "languages", g->columns - 1);
  }
  catalog_faults(&j, &w, REGEL_HUMAN, how, SEV_ERROR);
  json_close(&j, '}');
  free(text);
  glossary_free(g);
  catalog_end(&w);
  return api_data(arena, &j);
}
