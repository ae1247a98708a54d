/* regel po glossary: the words that were agreed on, as CSV and TBX. */
#include "interp/cmd/words/po.h"
#include "interp/rules/load.h"
#include "interp/po/glossary.h"

#include <stdlib.h>
#include <string.h>

static int store(PoWork *w, const PoTarget *t, const Glossary *g, const char *path,
                 bool tbx)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return CODE_IO;
  if (tbx) glossary_write_tbx(out, g, t->name);
  else glossary_write_csv(out, g);
  int code = fclose(out) ? CODE_IO : po_store_text(w, path, text, size);
  free(text);
  if (code < 0 && strcmp(path, "-"))
    printf("%s: %zu term%s in %d language%s\n", path, g->rows.n - 1,
           cli_plural((long long)g->rows.n - 1), g->columns - 1,
           cli_plural(g->columns - 1));
  return code;
}

int po_glossary(PoWork *w)
{
  PoTarget t;
  int code = po_open(w, &t, w->args.at[0]);
  if (code >= 0) return code;
  const char *folder = load_folder(w->arena, t.game.path);
  const char *own =
      *folder ? arena_printf(w->arena, "%s/glossary.csv", folder) : "glossary.csv";
  Sources s;
  Diags d;
  sources_init(&s, w->arena);
  diags_init(&d, w->arena);
  Glossary *g = glossary_read(w->arena, &s, &d, w->read ? w->read : own, NULL);
  code = po_report(w, &s, &d);
  const char *to = w->output ? w->output : w->read ? own : "-";
  if (g && code < 0) code = store(w, &t, g, to, w->tbx);
  glossary_free(g);
  diags_free(&d);
  sources_free(&s);
  po_close(&t);
  return code < 0 ? CODE_FINE : code;
}
