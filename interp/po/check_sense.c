/* What a translation says: its numbers, the words of the glossary, names that are told
 * apart. */
#include "interp/po/check_int.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* How many bytes of a space that does not break, a quotation mark or a dash stand here:
 * no part of the word beside them. */
static size_t mark_size(const char *at)
{
  if (!strncmp(at, "\u00a0", 2) || !strncmp(at, "«", 2) || !strncmp(at, "»", 2)) return 2;
  return !strncmp(at, "\u2010", 2) && at[2] ? 3 : 0; /* general punctuation */
}

char *check_fold(const char *s, size_t n)
{
  utf8proc_uint8_t *out = NULL;
  utf8proc_ssize_t k =
      utf8proc_map((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, &out,
                   UTF8PROC_STABLE | UTF8PROC_CASEFOLD | UTF8PROC_COMPOSE);
  if (k < 0) return calloc(1, 1);
  char *text = (char *)out, *to = text;
  for (const char *at = text; *at;) {
    size_t mark = mark_size(at);
    char c = !mark ? *at : strncmp(at, "’", 3) ? ' ' : '\'';
    at += mark ? mark : 1;
    *to++ = c;
  }
  *to = 0;
  return text;
}

bool check_word_byte(char c)
{
  return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* ---- numbers -------------------------------------------------------------------- */

enum { NUMBERS = 24 };
typedef struct Numbers {
  long at[NUMBERS];
  int n;
  int ones; /* words for one, which is an article in most languages */
} Numbers;

/* The number that a word means in a list of number words; 0 if none. */
static long number_word(const char *list, const char *word, size_t n)
{
  for (long value = 1; list && *list; value++) {
    size_t group = strcspn(list, " ");
    for (const char *at = list; at < list + group;) {
      size_t k = strcspn(at, " /");
      if (k == n && !strncmp(at, word, n)) return value;
      at += k + 1;
    }
    list += group + (list[group] == ' ');
  }
  return 0;
}

static void find_numbers(Numbers *m, const char *text, const char *words)
{
  char *s = check_fold(text, strlen(text));
  for (char *at = s; *at && m->n < NUMBERS;) {
    size_t n = 0;
    if (*at == '{') { /* names of placeholders are no words */
      at += strcspn(at, "}|:");
      continue;
    }
    while (check_word_byte(at[n])) n++;
    long value = 0;
    if (n && isdigit((unsigned char)*at))
      value = strspn(at, "0123456789") < 10 ? strtol(at, NULL, 10) : -1;
    else if (n && (value = number_word(words, at, n)) == 1) m->ones++, value = 0;
    if (value) m->at[m->n++] = value;
    at += n ? n : 1;
  }
  free(s);
}

static int by_value(const void *a, const void *b)
{
  long x = *(const long *)a, y = *(const long *)b;
  return (x > y) - (x < y);
}

static const char *list_numbers(Arena *a, const Numbers *m)
{
  const char *list = "";
  for (int i = 0; i < m->n; i++)
    list = arena_printf(a, "%s%s%ld", list, i ? ", " : "", m->at[i]);
  return m->n ? list : "none";
}

static int ones_in(const Numbers *m)
{
  int n = 0;
  while (n < m->n && m->at[n] == 1) n++;
  return n;
}

/* "1 or 2" is "een of twee": a 1 may be a word where its figure is missing. */
static bool same_numbers(const Numbers *a, const Numbers *b)
{
  int x = ones_in(a), y = ones_in(b), rest = a->n - x;
  bool ones = x <= y + b->ones && y <= x + a->ones;
  return ones && rest == b->n - y &&
         !memcmp(a->at + x, b->at + y, (size_t)rest * sizeof *a->at);
}

static void numbers_of(Numbers *m, const char *text, const char *words)
{
  m->n = m->ones = 0;
  find_numbers(m, text, words);
  qsort(m->at, (size_t)m->n, sizeof *m->at, by_value);
}

long po_number_beyond(const char *text, const char *other, const char *words)
{
  INVARIANT(text && other);
  Numbers told, has;
  numbers_of(&told, text, words);
  numbers_of(&has, other, words);
  for (int i = 0; i < told.n; i++) {
    bool found = told.at[i] == 1;
    for (int k = 0; k < has.n && !found; k++) found = has.at[k] == told.at[i];
    if (!found) return told.at[i];
  }
  return 0;
}

/* Every form of a sentence has the numbers of the source. */
static bool right_numbers(const PoCheck *c, const PoEntry *e, int i)
{
  Arena *a = c->diags->arena;
  Numbers source, other, own;
  bool title = e->ctxt && !strncmp(e->ctxt, "thing.", 6) && !strpbrk(e->ctxt + 6, "./");
  for (PoForm f = {0}; check_form_next(c, e, e->str[i], &f);) {
    /* a title may play with words */
    const char *words = title ? "" : c->numbers, *own_words = title ? "" : c->own_numbers;
    numbers_of(&source, f.source, words);
    numbers_of(&other, f.plural, words);
    numbers_of(&own, f.text, own_words);
    if (!*f.text || same_numbers(&source, &own) || same_numbers(&other, &own)) continue;
    check_add(c, DIAG_PO_NUMBER, e, "numbers of the source: %s; of the translation: %s",
              list_numbers(a, i ? &other : &source), list_numbers(a, &own));
    return false;
  }
  return true;
}

void check_numbers(const PoCheck *c, const PoEntry *e)
{
  if (strchr(e->id, '\n') || (e->ctxt && !strncmp(e->ctxt, "language/", 9))) return;
  for (int i = 0; i < e->strs; i++)
    if (!right_numbers(c, e, i)) return;
}

/* ---- glossary ------------------------------------------------------------------- */

/* Where a word of the source ends in the text, as it is or with an "s"; NULL if it is not
 * there. */
static const char *has_word(const char *text, const char *word, size_t n)
{
  for (const char *at = text; *at; at++) {
    if ((at > text && check_word_byte(at[-1])) || strncmp(at, word, n)) continue;
    const char *end = at + n + (at[n] == 's');
    if (!check_word_byte(*end)) return end;
  }
  return NULL;
}

/* Is it in the text with whatever ending, or inside a longer word? */
static bool has_stem(const char *text, const char *word, size_t n)
{
  size_t stem = n <= 4 ? n : n <= 7 ? n - 1 : n - 2;
  while (((unsigned char)word[stem] & 0xC0) == 0x80) stem--;
  for (; *text; text++)
    if (!strncmp(text, word, stem)) return true;
  return false;
}

/* Are all words of a term in the text?  `source`: as English words, in their order, so
 * that "the unit goes to the front" is no "front unit". */
static bool has_term(const char *text, const char *term, size_t n, bool source)
{
  for (const char *end = term + n; term < end;) {
    size_t k = 0;
    while (term + k < end && term[k] != ' ') k++;
    if (source) text = has_word(text, term, k);
    if (source ? !text : !has_stem(text, term, k)) return false;
    term += k + 1;
  }
  return true;
}

/* One of the words that may stand for each other. */
static bool has_any(const char *text, const char *terms, bool source)
{
  char *folded = check_fold(terms, strlen(terms));
  bool found = !*folded;
  for (const char *at = folded; *at && !found;) {
    size_t n = strcspn(at, "/");
    found = has_term(text, at, n, source);
    at += n + (at[n] == '/');
  }
  free(folded);
  return found;
}

/* Is the concept only a part of a longer one that is there, too? */
static bool is_part(const Glossary *g, int en, size_t row, const char *text)
{
  for (size_t i = 1; i < g->rows.n; i++)
    if (i != row && strstr(g->rows.at[i][en], g->rows.at[row][en]) &&
        strlen(g->rows.at[i][en]) > strlen(g->rows.at[row][en]) &&
        has_any(text, g->rows.at[i][en], true))
      return true;
  return false;
}

/* Names of placeholders are no words, nor are rows of a ledger: "(ACT-ATTACK-03)". */
static void hide_placeholders(char *s)
{
  for (; *s; s += *s != 0) {
    size_t n = *s == '(' ? strspn(s + 1, "abcdefghijklmnopqrstuvwxyz0123456789-") : 0;
    if (n && s[n + 1] == ')' && memchr(s + 1, '-', n)) memset(s + 1, ' ', n);
    if (*s == '{')
      while (s[1] && !strchr("}|:", s[1])) *++s = ' ';
  }
}

void check_terms(const PoCheck *c, const PoEntry *e)
{
  INVARIANT(c->diags);
  const Glossary *g = c->glossary;
  int en = glossary_column(g, "en"), own = glossary_column(g, c->lang);
  if (own < 0) return;
  char *source = check_fold(e->id, po_plain(e->id)),
       *text = check_fold(e->str[0], strlen(e->str[0]));
  hide_placeholders(source);
  for (size_t i = 1; i < g->rows.n; i++) {
    const char *term = g->rows.at[i][en], *agreed = g->rows.at[i][own];
    if (!*term || !*agreed || !has_any(source, term, true) ||
        has_any(text, agreed, false) || is_part(g, en, i, source))
      continue;
    Diag *d =
        check_add(c, DIAG_PO_TERM, e, "\"%s\" is \"%s\" in the glossary", term, agreed);
    diag_hint(c->diags, d, "the translation is: %.200s", e->str[0]);
    break;
  }
  free(source);
  free(text);
}

/* ---- names ---------------------------------------------------------------------- */

/* "thing" of "thing.ace". */
static int compare_roles(const PoEntry *a, const PoEntry *b)
{
  size_t n = strcspn(a->ctxt, "."), m = strcspn(b->ctxt, ".");
  int k = strncmp(a->ctxt, b->ctxt, n < m ? n : m);
  return k ? k : (n > m) - (n < m);
}

static int compare_plain(const char *a, const char *b)
{
  size_t n = po_plain(a), m = po_plain(b);
  int k = strncmp(a, b, n < m ? n : m);
  return k ? k : (n > m) - (n < m);
}

static int by_translation(const void *x, const void *y)
{
  const PoEntry *a = *(const PoEntry *const *)x, *b = *(const PoEntry *const *)y;
  int k = compare_roles(a, b);
  if (!k) k = compare_plain(a->str[0], b->str[0]);
  return k ? k : (a->at.line > b->at.line) - (a->at.line < b->at.line);
}

static int by_source(const void *x, const void *y)
{
  const PoEntry *a = *(const PoEntry *const *)x, *b = *(const PoEntry *const *)y;
  int k = compare_roles(a, b);
  if (!k) k = compare_plain(a->id, b->id);
  return k ? k : (a->at.line > b->at.line) - (a->at.line < b->at.line);
}

void check_names(const PoCheck *c)
{
  INVARIANT(c->po);
  VEC(const PoEntry *) names = {0};
  for (size_t i = 0; i < c->po->list.n; i++) {
    const PoEntry *e = c->po->list.at[i];
    if (!e->obsolete && !e->fuzzy && po_is_name(e) && po_translated(e))
      vec_push(&names, e);
  }
  if (names.n) qsort(names.at, names.n, sizeof *names.at, by_translation);
  for (size_t i = 1; i < names.n; i++) {
    const PoEntry *a = names.at[i - 1], *b = names.at[i];
    if (compare_roles(a, b) || compare_plain(a->str[0], b->str[0]) ||
        !compare_plain(a->id, b->id))
      continue;
    Diag *g = check_add(c, DIAG_PO_ALIKE, b, "called like another: %s", b->str[0]);
    diag_hint_at(c->diags, g, a->at, "so is \"%s\"", a->id);
  }
  if (names.n) qsort(names.at, names.n, sizeof *names.at, by_source);
  for (size_t i = 1; i < names.n; i++) {
    const PoEntry *a = names.at[i - 1], *b = names.at[i];
    if (compare_roles(a, b) || compare_plain(a->id, b->id) ||
        !compare_plain(a->str[0], b->str[0]))
      continue;
    Diag *g = check_add(c, DIAG_PO_ALIKE, b, "\"%s\" has two translations", b->id);
    diag_hint_at(c->diags, g, a->at, "the other is \"%s\"", a->str[0]);
  }
  vec_free(&names);
}
