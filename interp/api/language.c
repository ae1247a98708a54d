/* Languages behind the public API. */
#include "interp/api/api_int.h"
#include "interp/po/language.h"
#include "interp/po/po.h"
#include "interp/rules/load_lang.h"

#include <stdlib.h>
#include <string.h>

struct regel_language {
  LoadedLang loaded;
};

regel_language *regel_language_open(const regel_rules *r, const char *code, char **why)
{
  regel_language *l = zeroed(1, sizeof *l);
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

char *regel_language_trouble(const regel_rules *r, const char *code, unsigned how)
{
  LoadedLang l;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  load_lang(&l, code, r ? r->program : NULL, r && r->unit ? &r->unit->sources : NULL);
  diags_print(out, &l.diags, &l.sources, DIAG_HUMAN, how & REGEL_COLOUR, SEV_ERROR);
  fclose(out);
  load_lang_free(&l);
  return text;
}

void regel_language_free(regel_language *l)
{
  if (!l) return;
  load_lang_free(&l->loaded);
  free(l);
}

int regel_language_is_code(const char *code) { return language_is_code(code); }

char *regel_language_wanted(void)
{
  Arena *arena = arena_new();
  char *code = api_copy(load_lang_wanted(arena));
  arena_free(arena);
  return code;
}

char *regel_word(const regel_language *l, const char *context, const char *text)
{
  const PoEntry *e = l ? load_lang_word(&l->loaded, context, text) : NULL;
  Buf b = {0};
  /* A gap is marked; a help that nobody has begun to translate is none. */
  if (!e || !po_translated(e))
    buf_printf(&b, "%s%s", l && l->loaded.commands ? "[en] " : "", text);
  else buf_printf(&b, "%s%s", e->fuzzy || strcmp(e->id, text) ? "[old] " : "", e->str[0]);
  return buf_take(&b);
}

char *regel_complaint(const regel_language *l, const char *message)
{
  Buf b = {0};
  if (!words_error(l ? l->loaded.lang : NULL, &b, message)) buf_add(&b, message);
  return buf_take(&b);
}

char *regel_say(const regel_language *l, const char *key, const char *const *parts,
                int count)
{
  Buf b = {0};
  int w = 0;
  while (w < SAY_COUNT_ && strcmp(words_row((Saying)w)->key, key)) w++;
  if (w < SAY_COUNT_) words_list(api_lang(l), &b, (Saying)w, parts, count);
  return buf_take(&b);
}

const Lang *api_lang(const regel_language *l) { return l ? l->loaded.lang : NULL; }
