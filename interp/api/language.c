/* Languages behind the public API. */
#include "interp/api/api_int.h"
#include "interp/rules/load_lang.h"

#include <stdlib.h>

struct regel_language {
  LoadedLang loaded;
};

regel_language *regel_language_open(const regel_rules *r, const char *code, char **why)
{
  regel_language *l = api_zeroed(sizeof *l);
  const Sources *from = r->unit ? &r->unit->sources : NULL;
  if (load_lang(&l->loaded, code, r->program, from)) return l;
  Buf text = {0};
  if (l->loaded.diags.errors) {
    buf_printf(&text, "the translation into \"%s\" cannot be read", code);
  } else {
    buf_printf(&text, "no language called \"%s\"; there is: ", code);
    load_lang_list(r->program, from, &text);
  }
  if (why) *why = buf_take(&text);
  buf_free(&text);
  regel_language_free(l);
  return NULL;
}

void regel_language_free(regel_language *l)
{
  if (!l) return;
  load_lang_free(&l->loaded);
  free(l);
}

const Lang *api_lang(const regel_language *l) { return l ? l->loaded.lang : NULL; }
