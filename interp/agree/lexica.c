#include "interp/agree/lexica.h"
#include "interp/agree/rule.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

/* A language comes from a command line or a file: it leads nowhere else. */
static bool plain(const char *lang)
{
  size_t n =
      strspn(lang, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  return n && !lang[n];
}

Lexicon *lexica_open(const Sources *s, Arena *a, const char *lang, const char *sort,
                     Buf *why)
{
  for (size_t i = 0; plain(lang) && i < s->library.n; i++) {
    const char *path = arena_printf(a, "%s/po/%s.%s", s->library.at[i], lang, sort);
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
  buf_printf(why, "there is no lexicon for the language \"%s\" (po/%s.%s)", lang, lang,
             sort);
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

typedef void RowFn(Lexicon *l, const Lexicon *english, const char *concept,
                   const char *words);

/* The concepts of a glossary and what they are called in the lexicon's language. */
static void each_row(Lexicon *l, const Lexicon *english, const char *csv, size_t size,
                     RowFn *fn)
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
      if (*concept && *words) fn(l, english, concept, words);
    }
    csv = stop + (stop < end);
  }
}

static void glossary_row(Lexicon *l, const Lexicon *english, const char *concept,
                         const char *words)
{
  if (!lexicon_knows(english, concept))
    lexicon_name(l, lexicon_concept(english, concept), words);
}

void lexica_glossary(Lexicon *l, const Lexicon *english, const char *csv, size_t size)
{
  each_row(l, english, csv, size, glossary_row);
}

enum { SORT_NAME = INT_MIN }; /* a name of facts, not a noun of senses */

static void add_form(Lexicon *l, const char *concept, const char *words, int sort,
                     bool proper)
{
  if (sort == SORT_NAME) lexicon_name(l, concept, words);
  else lexicon_noun(l, concept, words, sort, proper);
}

/* Is it a form "tells=…", "no tells=…" or "told=…"? */
static bool is_told(const char *text, const char *end)
{
  size_t n = (size_t)(end - text);
  return (n >= 5 && !memcmp(end - 5, "tells", 5)) ||
         (n >= 4 && !memcmp(end - 4, "told", 4));
}

/* "agent|m|many=agents": the name, and every form that is written out. */
static void add_forms(Lexicon *l, const char *concept, const char *text, int sort,
                      bool proper)
{
  for (bool first = true; *text; first = false) {
    size_t n = strcspn(text, "|");
    const char *form = first ? text : memchr(text, '=', n);
    /* what the log tells of a field is no name of it */
    if (form && !(!first && (memchr(text, '{', n) || is_told(text, form)))) {
      form += !first;
      add_form(l, concept, arena_strndup(l->arena, form, n - (size_t)(form - text)), sort,
               proper);
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
  add_forms(l, lexicon_concept(english, concept), w.text, SORT_NAME, false);
}

void lexica_translated(Lexicon *l, const Lexicon *english, const Program *p,
                       const Lang *lang)
{
  INVARIANT(p && p->header);
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

/* ---- senses --------------------------------------------------------------------- */

/* Is a name of the game written with a capital, behind its article? */
static bool is_proper(Arena *a, const char *source)
{
  size_t bare = strlen(rule_concept(a, source)), all = strcspn(source, "|");
  return isupper((unsigned char)source[all - bare]);
}

static void add_noun(Lexicon *l, const Lexicon *english, const Program *p,
                     const Lang *lang, int32_t text, int sort, bool tells)
{
  if (text < 0) return;
  const char *source = program_string(p, p->texts[text].source);
  Wording w = lang_text(lang, p, text);
  /* a name, whatever the log tells of it behind it */
  if (memchr(source, '{', strcspn(source, "|")) ||
      (lang && (w.state == LANG_MISSING || w.source)))
    return;
  const char *concept = rule_concept(l->arena, source);
  /* "Nobody may speak" is a flag that tells something, not a noun */
  if (tells && lexicon_knows(english, concept)) return;
  concept = lexicon_concept(english, concept);
  bool proper = is_proper(l->arena, source);
  add_forms(l, concept, lang ? w.text : rule_concept(l->arena, source), sort, proper);
  if (!lang) add_forms(l, concept, source, sort, proper);
}

/* Words of one type can stand for each other, as can things of one kind and fields of one
 * owner. */
static int sort_of_word(const Program *p, int word)
{
  int sort = 0;
  for (int i = 0; i < p->n_types; i++)
    if (p->types[i].first_word >= 0 && p->types[i].first_word <= word) sort = i + 1;
  return sort;
}

/* Are things of this kind named in what rules say?  The title of a card is not:
 * "Exchange" and "Leak" are words of the language. */
static bool is_named(const Program *p, int kind)
{
  for (int i = 0; i < p->n_phrases; i++)
    if (p->phrases[i].op == PH_THING && p->things[p->phrases[i].arg].kind == kind)
      return true;
  return false;
}

void lexica_nouns(Lexicon *l, const Lexicon *english, const Program *p, const Lang *lang)
{
  INVARIANT(p && p->header);
  for (int i = 0; i < p->n_kinds; i++)
    add_noun(l, english, p, lang, p->kinds[i].text,
             p->kinds[i].flags & KIND_PLAYER ? SORT_PERSON : SORT_KIND - i, false);
  for (int i = 0; i < p->n_things; i++)
    if (p->things[i].face == i &&
        (p->things[i].phrase < 0 || is_named(p, p->things[i].kind)))
      add_noun(l, english, p, lang, p->things[i].text, sort_of_thing(p->things[i].kind),
               false);
  for (int i = 0; i < p->n_fields; i++)
    add_noun(l, english, p, lang, p->fields[i].text, 3 * (p->fields[i].kind + 2) + 1,
             p->types[p->fields[i].type].tag != T_PILE);
  for (int i = 0; i < p->n_words; i++)
    add_noun(l, english, p, lang, p->words[i].text, 3 * (sort_of_word(p, i) + 1) + 2,
             true);
}

static const LexEntry *noun_of(const Lexicon *l, const char *concept)
{
  for (size_t i = 0; i < l->entries.n; i++)
    if (l->entries.at[i].name && !strcmp(l->entries.at[i].concept, concept))
      return &l->entries.at[i];
  return NULL;
}

static void synonym_row(Lexicon *l, const Lexicon *english, const char *concept,
                        const char *words)
{
  concept = lexicon_concept(english, concept);
  const LexEntry *noun = noun_of(english, concept);
  /* "rearmost unit" is a unit at a place, unless the game has a thing that is called so
   */
  if (!noun && lexicon_knows(english, concept)) return;
  while (*words) {
    size_t n = strcspn(words, "/");
    lexicon_noun(l, concept, arena_strndup(l->arena, words, n), noun ? noun->sort : 0,
                 noun && noun->proper);
    words += n + (words[n] == '/');
  }
}

void lexica_synonyms(Lexicon *l, const Lexicon *english, const char *csv, size_t size)
{
  each_row(l, english, csv, size, synonym_row);
}
