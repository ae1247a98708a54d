/* Icons in words that somebody wrote: composed texts say themselves what they name. */
#include "interp/print/card.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

static int longest_first(const void *a, const void *b)
{
  const Named *x = a, *y = b;
  size_t n = strlen(x->name), m = strlen(y->name);
  return n != m ? (n > m ? -1 : 1) : strcmp(x->name, y->name);
}

static bool has_icon(const Press *p, const char *id)
{
  for (size_t i = 0; i < p->art.n; i++)
    if (!strncmp(p->art.at[i].name, "icons/", 6) && !strcmp(p->art.at[i].name + 6, id))
      return true;
  return false;
}

void icons_name(Press *p)
{
  INVARIANT(p && p->print);
  Print *print = p->print;
  bool some = false;
  for (size_t i = 0; i < p->art.n && !some; i++)
    some = !strncmp(p->art.at[i].name, "icons/", 6);
  for (size_t l = 0; l < print->o.langs.n && some && print->rules; l++) {
    const char *lang = print->o.langs.at[l];
    regel_language *language =
        strcmp(lang, "en") ? regel_language_open(print->rules, lang, NULL) : NULL;
    regel_data *names = regel_names(print->rules, language);
    vec_push(&print->data, names);
    for (size_t i = 0; i < regel_data_count(names); i++) {
      const regel_data *x = regel_data_at(names, i), *forms = regel_data_get(x, "forms");
      if (!has_icon(p, data_text(x, "id"))) continue;
      for (size_t k = 0; k < regel_data_count(forms); k++)
        vec_push(&p->named, ((Named){lang, data_text(x, "id"),
                                     regel_data_text(regel_data_at(forms, k))}));
    }
    regel_language_free(language);
  }
  if (p->named.n) qsort(p->named.at, p->named.n, sizeof *p->named.at, longest_first);
}

static bool is_letter(char c) { return (unsigned char)c >= 0x80 || g_ascii_isalnum(c); }

/* The name that begins here as a whole word; NULL: none does. */
static const Named *named_at(const Press *p, const char *at, const char *lang)
{
  for (size_t i = 0; i < p->named.n; i++) {
    const Named *n = &p->named.at[i];
    size_t size = strlen(n->name);
    if (size && !strcmp(n->lang, lang) && !strncmp(at, n->name, size) &&
        !is_letter(at[size]))
      return n;
  }
  return NULL;
}

const char *icons_in(Press *p, Arena *arena, const char *text, const char *lang)
{
  if (!p->named.n) return text;
  Buf b = {0};
  for (const char *at = text; *at;) {
    const Named *n = at > text && is_letter(at[-1]) ? NULL : named_at(p, at, lang);
    if (n) buf_printf(&b, "%c%s%c%s", ICON, n->id, ICON_END, n->name);
    else buf_char(&b, *at);
    at += n ? strlen(n->name) : 1;
  }
  text = arena_strdup(arena, buf_text(&b));
  buf_free(&b);
  return text;
}
