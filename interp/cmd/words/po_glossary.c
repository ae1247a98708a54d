/* regel po glossary: the words that were agreed on, as CSV and TBX. */
#include "interp/cmd/words/po.h"

#include <string.h>

int po_glossary(PoWork *w)
{
  PoTarget t;
  int code = po_open(w, &t, w->args.at[0]);
  if (code < 0) {
    regel_data *g = regel_catalog_glossary(t.catalog, w->read, w->tbx, po_how(w));
    const char *to = w->output ? w->output : w->read ? client_text(g, "file") : "-";
    long long terms = client_number(g, "terms"),
              languages = client_number(g, "languages");
    code = po_faults(g);
    if (code < 0) code = po_store(w, to, g);
    if (code < 0 && strcmp(to, "-"))
      printf("%s: %lld term%s in %lld language%s\n", to, terms, cli_plural(terms),
             languages, cli_plural(languages));
    regel_data_free(g);
  }
  po_close(&t);
  return code < 0 ? CODE_FINE : code;
}
