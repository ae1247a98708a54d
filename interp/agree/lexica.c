#include "interp/agree/lexica.h"
#include "interp/agree/rule.h"

#include <stdio.h>
#include <string.h>

/* A language comes from a command line or a file: it leads nowhere else. */
static bool plain(const char *lang)
{
  size_t n =
      strspn(lang, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  return n && !lang[n];
}

Lexicon *lexica_open(const Sources *s, Arena *a, const char *lang, Buf *why)
{
  for (size_t i = 0; plain(lang) && i < s->library.n; i++) {
    const char *path = arena_printf(a, "%s/po/%s.lexicon", s->library.at[i], lang);
    size_t size;
    char *text = sources_read(s, path, &size);
    if (!text) continue;
    Lexicon *l = lexicon_new(a, lang);
    Buf wrong = {0};
    bool ok = lexicon_read(l, text, size, &wrong);
    free(text);
    if (!ok) {
      buf_printf(why, "%s:%s", path, buf_text(&wrong));
      lexicon_free(l);
    }
    buf_free(&wrong);
    return ok ? l : NULL;
  }
  buf_printf(why, "there is no lexicon for the language \"%s\" (po/%s.lexicon)", lang,
             lang);
  return NULL;
}

/* The k-th cell of a line, without quotes. */
static const char *cell(Arena *a, const char *s, const char *end, int k)
{
  for (; s < end && k > 0; s++)
    if (*s == ',') k--;
  const char *stop = memchr(s, ',', (size_t)(end - s));
  if (!stop) stop = end;
  while (s < stop && (*s == ' ' || *s == '"')) s++;
  while (stop > s && strchr(" \"\r", stop[-1])) stop--;
  return arena_strndup(a, s, (size_t)(stop - s));
}

static int column_of(Arena *a, const char *s, const char *end, const char *lang)
{
  int columns = 1;
  for (const char *c = s; c < end; c++) columns += *c == ',';
  for (int i = 1; i < columns; i++)
    if (!strcmp(cell(a, s, end, i), lang)) return i;
  return -1;
}

void lexica_glossary(Lexicon *l, const Lexicon *english, const char *csv, size_t size)
{
  const char *end = csv + size;
  int en = -1, own = -1;
  for (bool head = true; csv < end; head = false) {
    const char *stop = memchr(csv, '\n', (size_t)(end - csv));
    if (!stop) stop = end;
    if (head) {
      en = column_of(l->arena, csv, stop, "en");
      own = column_of(l->arena, csv, stop, l->lang);
      if (en < 0 || own < 0) return;
    } else {
      const char *term = cell(l->arena, csv, stop, en);
      /* of words that stand for each other, the first */
      const char *concept =
          rule_concept(l->arena, arena_strndup(l->arena, term, strcspn(term, "/")));
      const char *words = cell(l->arena, csv, stop, own);
      if (*concept && *words && !lexicon_knows(english, concept))
        lexicon_name(l, lexicon_concept(english, concept), words);
    }
    csv = stop + (stop < end);
  }
}

/* "agent|m|many=agents": the name, and every form that is written out. */
static void add_forms(Lexicon *l, const char *concept, const char *text)
{
  for (bool first = true; *text; first = false) {
    size_t n = strcspn(text, "|");
    const char *form = first ? text : memchr(text, '=', n);
    if (form) {
      form += !first;
      lexicon_name(l, concept, arena_strndup(l->arena, form, n - (size_t)(form - text)));
    }
    text += n + (text[n] == '|');
  }
}

static void add_translated(Lexicon *l, const Lexicon *english, const Program *p,
                           const Lang *lang, int32_t text)
{
  if (text < 0) return;
  Wording w = lang_text(lang, p, text);
  const char *source = program_string(p, p->texts[text].source);
  const char *concept = rule_concept(l->arena, source);
  if (w.state == LANG_MISSING || w.source || lexicon_knows(english, concept)) return;
  add_forms(l, lexicon_concept(english, concept), w.text);
}

void lexica_translated(Lexicon *l, const Lexicon *english, const Program *p,
                       const Lang *lang)
{
  for (int i = 0; i < p->n_kinds; i++)
    add_translated(l, english, p, lang, p->kinds[i].text);
  for (int i = 0; i < p->n_things; i++)
    if (p->things[i].face == i) add_translated(l, english, p, lang, p->things[i].text);
  for (int i = 0; i < p->n_fields; i++)
    add_translated(l, english, p, lang, p->fields[i].text);
  for (int i = 0; i < p->n_columns; i++)
    add_translated(l, english, p, lang, p->columns[i].text);
  for (int i = 0; i < p->n_words; i++)
    add_translated(l, english, p, lang, p->words[i].text);
}
