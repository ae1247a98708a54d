/* Languages behind the public API. */
#include "interp/api/api_int.h"
#include "interp/po/po.h"
#include "interp/rules/load_lang.h"

#include <stdlib.h>

struct regel_language {
  LoadedLang loaded;
};

regel_language *regel_language_open(const regel_rules *r, const char *code, char **why)
{
  regel_language *l = api_zeroed(sizeof *l);
  const Sources *from = r && r->unit ? &r->unit->sources : NULL;
  const Program *p = r ? r->program : NULL;
  if (load_lang(&l->loaded, code, p, from)) return l;
  Buf text = {0};
  if (l->loaded.diags.errors) {
    buf_printf(&text, "the translation into \"%s\" cannot be read", code);
  } else {
    buf_printf(&text, "no language called \"%s\"; there is: ", code);
    load_lang_list(p, from, &text);
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

char *regel_language_wanted(void)
{
  Arena *arena = arena_new();
  char *code = api_copy(load_lang_wanted(arena));
  arena_free(arena);
  return code;
}

char *regel_word(const regel_language *l, const char *context, const char *text)
{
  const Po *words = l ? l->loaded.words : NULL;
  Buf b = {0};
  const PoEntry *e = words ? po_find(words, context, text) : NULL, *old = e;
  if (words && !old) old = po_first(words, context);
  if (!words) buf_add(&b, text);
  else if (e && po_translated(e) && !e->fuzzy) buf_add(&b, e->str[0]);
  else if (old && po_translated(old)) buf_printf(&b, "[old] %s", old->str[0]);
  else buf_printf(&b, "[en] %s", text);
  return buf_take(&b);
}

char *regel_complaint(const regel_language *l, const char *message)
{
  Buf b = {0};
  if (!words_error(l ? l->loaded.lang : NULL, &b, message)) buf_add(&b, message);
  return buf_take(&b);
}

const Lang *api_lang(const regel_language *l) { return l ? l->loaded.lang : NULL; }
