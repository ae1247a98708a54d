#include "interp/agree/lexicon.h"
#include "grammar/tree.h"
#include "interp/base/invariant.h"
#include "interp/base/text.h"

#include <ctype.h>
#include <string.h>
#include <utf8proc.h>

/* ---- words of a text ------------------------------------------------------------ */

static bool is_letter(utf8proc_int32_t c)
{
  utf8proc_category_t k = utf8proc_category(c);
  return (k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LO) ||
         k == UTF8PROC_CATEGORY_MN || k == UTF8PROC_CATEGORY_MC || c == '_';
}

static utf8proc_int32_t letter_at(const char *s, size_t left, size_t *size)
{
  utf8proc_int32_t c;
  utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s,
                                        (utf8proc_ssize_t)(left < 4 ? left : 4), &c);
  *size = k > 0 ? (size_t)k : 1;
  return k > 0 ? c : 0xFFFD;
}

static void add_small(Buf *b, utf8proc_int32_t c)
{
  utf8proc_uint8_t out[4];
  utf8proc_ssize_t k = utf8proc_encode_char(utf8proc_tolower(c), out);
  buf_addn(b, (const char *)out, (size_t)k);
}

/* The end of a placeholder that begins at s, or s itself if it is none.  One with forms,
 * "{n|one card|{n} cards}", ends after the first bar: the words of its forms count. */
static const char *placeholder(const char *s, const char *end)
{
  int depth = 0;
  const char *bar = NULL;
  for (const char *at = s; at < end; at++) {
    if (*at == '{') depth++;
    else if (*at == '|' && depth == 1 && !bar) bar = at + 1;
    else if (*at == '}' && --depth == 0) return bar ? bar : at + 1;
  }
  return s;
}

/* A sign counts where no word or number stands before it: "+2", not "2-3". */
static char sign_before(const char *text, size_t at)
{
  size_t sign = at;
  char c = 0;
  if (at >= 1 && (text[at - 1] == '+' || text[at - 1] == '-')) c = text[--sign];
  else if (at >= 3 && !memcmp(text + at - 3, "\xE2\x88\x92", 3)) sign -= 3, c = '-';
  return c && (sign == 0 || isspace((unsigned char)text[sign - 1]) ||
               text[sign - 1] == '(')
             ? c
             : 0;
}

static size_t number_at(const char *text, size_t size, size_t at, Token *t)
{
  t->number = true;
  t->sign = sign_before(text, at);
  size_t digits = 0;
  for (; at < size && isdigit((unsigned char)text[at]); at++, digits++)
    if (digits < 9) t->value = t->value * 10 + (text[at] - '0');
    else t->value = INT32_MAX; /* no amount of any game */
  return at;
}

void tokens_read(Tokens *t, const char *text, size_t size)
{
  buf_clear(&t->small);
  t->list.n = 0;
  int sentence = 0;
  bool form = false;
  size_t at = 0;
  while (at < size) {
    Token k = {.from = at, .sentence = sentence, .form = form};
    size_t wide, word = t->small.n;
    utf8proc_int32_t c = letter_at(text + at, size - at, &wide);
    const char *after = c == '{' ? placeholder(text + at, text + size) : NULL;
    if (after && after != text + at) {
      buf_add(&t->small, "{}");
      at = (size_t)(after - text);
      form = form || after[-1] == '|';
    } else if (c < 128 && isdigit((int)c)) {
      at = number_at(text, size, at, &k);
    } else if (is_letter(c)) {
      while (at < size && is_letter(c = letter_at(text + at, size - at, &wide))) {
        add_small(&t->small, c);
        at += wide;
      }
    } else {
      if (c < 128 && strchr(".,;:!?()|", (int)c)) sentence++;
      if (c == '}') form = false;
      at += wide;
      continue;
    }
    k.to = at;
    k.capital = isupper((unsigned char)text[k.from]) && t->list.n > 0 &&
                t->list.at[t->list.n - 1].sentence == sentence;
    k.size = t->small.n - word;
    k.value = k.number ? k.value : (int64_t)word; /* where its letters begin, for now */
    vec_push(&t->list, k);
  }
  const char *small = buf_text(&t->small);
  for (size_t i = 0; i < t->list.n; i++) {
    Token *k = &t->list.at[i];
    INVARIANT(k->from < k->to && k->to <= size);
    INVARIANT(k->number || (size_t)k->value + k->size <= t->small.n);
    k->word = k->number ? "" : small + k->value;
  }
}

void tokens_free(Tokens *t)
{
  buf_free(&t->small);
  vec_free(&t->list);
}

/* ---- reading -------------------------------------------------------------------- */

static const char *const class_words[] = {
#define FACT(name, word, title, how) word,
#include "interp/agree/fact.def"
#undef FACT
};

Lexicon *lexicon_new(Arena *a, const char *lang)
{
  Lexicon *l = ARENA_NEW(a, Lexicon);
  l->arena = a;
  l->lang = arena_strdup(a, lang);
  l->asked = map_new(a);
  l->names = map_new(a);
  l->keys = interner_new(a);
  for (int i = 0; i < LEX_BUCKETS; i++) l->bucket[i] = -1;
  return l;
}

void lexicon_free(Lexicon *l)
{
  vec_free(&l->entries);
  vec_free(&l->words);
  vec_free(&l->endings);
  vec_free(&l->stops);
  vec_free(&l->articles);
}

/* Two letters decide: a stem has at least two. */
static unsigned bucket_of(const char *word, size_t size)
{
  HOT_INVARIANT(size > 0);
  unsigned h = (unsigned char)word[0];
  if (size > 1) h = h * 31 + (unsigned char)word[1];
  return h % LEX_BUCKETS;
}

/* Words of one pattern: "at least", "n' importe", "plaats*", "may .. not". */
static const char *add_words(Lexicon *l, LexEntry *e, const char *s, size_t size)
{
  Tokens t = {0};
  tokens_read(&t, s, size);
  const char *why = NULL;
  e->first = (int)l->words.n;
  for (size_t i = 0; i < t.list.n && !why; i++) {
    const Token *k = &t.list.at[i];
    if (k->number) why = "numbers in figures are known already";
    if (i && k->from >= t.list.at[i - 1].to + 2 &&
        strstr(arena_strndup(l->arena, s + t.list.at[i - 1].to,
                             k->from - t.list.at[i - 1].to),
               ".."))
      vec_push(&l->words, ((LexWord){.text = "", .gap = true}));
    LexWord w = {.text = arena_strndup(l->arena, k->word, k->size), .size = k->size};
    w.stem = k->to < size && s[k->to] == '*';
    w.tail = k->from > 0 && s[k->from - 1] == '*';
    if (w.stem && k->size < 2) why = "a stem needs two letters before the *";
    if (w.tail && !i) why = "the first word of a pattern needs its beginning";
    vec_push(&l->words, w);
  }
  e->count = (int)l->words.n - e->first;
  if (!why && !t.list.n) why = "a pattern without a word";
  if (!why && t.list.n > LEX_TAKES) why = "a pattern of more than eight words";
  tokens_free(&t);
  return why;
}

static const char *add_pattern(Lexicon *l, LexEntry e, const char *s, size_t size)
{
  const char *why = add_words(l, &e, s, size);
  if (why) return why;
  INVARIANT(e.count > 0 && (size_t)(e.first + e.count) == l->words.n);
  const LexWord *w = &l->words.at[e.first];
  INVARIANT(!w->gap); /* a pattern begins with a word */
  int *head = &l->bucket[bucket_of(w->text, w->size)];
  map_clear(l->asked); /* it may be another one now */
  e.next = *head;
  *head = (int)l->entries.n;
  if (!e.skip) l->classes |= UINT64_C(1) << e.class;
  vec_push(&l->entries, e);
  return NULL;
}

/* "s es y-ies aat-aten": what a name's word may end in instead. */
static const char *read_endings(Lexicon *l, const char *s, const char *end)
{
  while (s < end) {
    const char *stop = s;
    while (stop < end && *stop != ',') stop++;
    const char *to = stop, *from = text_trim(s, &to);
    const char *dash = memchr(from, '-', (size_t)(to - from));
    if (!dash) return "an ending is written OLD-NEW, such as y-ies or -s";
    vec_push(&l->endings, arena_strndup(l->arena, from, (size_t)(dash - from)));
    vec_push(&l->endings, arena_strndup(l->arena, dash + 1, (size_t)(to - dash - 1)));
    size_t longer = (size_t)(dash - from > to - dash - 1 ? dash - from : to - dash - 1);
    if (longer > l->longest) l->longest = longer;
    s = stop + (stop < end);
  }
  return NULL;
}

static const char *read_list(Lexicon *l, LexList *list, const char *s, const char *end)
{
  while (s < end) {
    const char *stop = s;
    while (stop < end && *stop != ',') stop++;
    const char *to = stop, *from = text_trim(s, &to);
    vec_push(list, arena_strndup(l->arena, from, (size_t)(to - from)));
    s = stop + (stop < end);
  }
  return NULL;
}

/* The head of a line: "[~|?]CLASS CONCEPT". */
static const char *read_head(Lexicon *l, LexEntry *e, const char *s, const char *end)
{
  e->concept = "";
  e->number = -1;
  if (*s == '~' || *s == '?') {
    e->weight = *s == '~' ? WEIGHT_WORDS : WEIGHT_ANSWER;
    s++;
  }
  const char *space = s;
  while (space < end && !isspace((unsigned char)*space)) space++;
  size_t n = (size_t)(space - s);
  int class = 0;
  while (class < FACT_COUNT &&
         !(strlen(class_words[class]) == n && !memcmp(class_words[class], s, n)))
    class ++;
  if (n == 4 && !memcmp(s, "skip", 4)) {
    e->skip = true;
    return NULL;
  }
  if (class == FACT_COUNT) return "no class of facts has this name";
  e->class = (FactClass) class;
  const char *concept = text_trim(space, &end);
  if (concept == end) return "the class needs a fact: \"choice may\"";
  if (class == FACT_AMOUNT && isdigit((unsigned char)*concept)) {
    e->number = strtol(concept, NULL, 10);
  } else {
    e->concept = arena_strndup(l->arena, concept, (size_t)(end - concept));
  }
  return NULL;
}

static const char *read_line(Lexicon *l, const char *s, const char *end)
{
  const char *colon = memchr(s, ':', (size_t)(end - s));
  if (!colon) return "a line is CLASS FACT: WORDS, WORDS …";
  if ((size_t)(colon - s) == 6 && !memcmp(s, "ending", 6))
    return read_endings(l, colon + 1, end);
  if ((size_t)(colon - s) == 4 && !memcmp(s, "stop", 4))
    return read_list(l, &l->stops, colon + 1, end);
  if ((size_t)(colon - s) == 7 && !memcmp(s, "article", 7))
    return read_list(l, &l->articles, colon + 1, end);
  LexEntry e = {0};
  const char *why = read_head(l, &e, s, colon);
  for (s = colon + 1; !why && s < end;) {
    const char *stop = s;
    while (stop < end && *stop != ',') stop++;
    const char *to = stop, *from = text_trim(s, &to);
    why = add_pattern(l, e, from, (size_t)(to - from));
    s = stop + 1;
  }
  return why;
}

bool lexicon_read(Lexicon *l, const char *text, size_t size, Buf *why)
{
  const char *end = text + size;
  for (int line = 1; text < end; line++) {
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    if (!stop) stop = end;
    const char *to = stop, *from = text_trim(text, &to);
    const char *wrong = from == to || *from == '#' ? NULL : read_line(l, from, to);
    if (wrong) {
      buf_printf(why, "%d: %s", line, wrong);
      return false;
    }
    text = stop + (stop < end);
  }
  return true;
}

/* ---- matching ------------------------------------------------------------------- */

static bool swaps(const LexWord *w, const Token *k, const char *old, const char *new)
{
  size_t o = strlen(old), n = strlen(new), keep = w->size - o;
  return o <= w->size && !memcmp(w->text + keep, old, o) && k->size == keep + n &&
         !memcmp(k->word, w->text, keep) && !memcmp(k->word + keep, new, n);
}

/* The name may be the form with the ending: "Turns played" beside "turn".  A few letters
 * without their ending would be any word, and "Bezetter" is no "Bezetterkaart". */
static bool takes_ending(const Lexicon *l, const LexWord *w, const Token *k)
{
  HOT_INVARIANT(l->endings.n % 2 == 0); /* old ones and new ones */
  enum { LEAST = 3, ENDING = 3 };
  size_t same = 0; /* what is before an ending stays */
  while (same < w->size && same < k->size && w->text[same] == k->word[same]) same++;
  if (w->size > same + l->longest) return false;
  for (size_t i = 0; i + 1 < l->endings.n; i += 2) {
    const char *old = l->endings.at[i], *new = l->endings.at[i + 1];
    bool noun = !*old && strlen(new) > ENDING;
    if (swaps(w, k, old, new)) return true;
    if (!noun && k->size >= LEAST && swaps(w, k, new, old)) return true;
  }
  return false;
}

static bool word_fits(const Lexicon *l, const LexEntry *e, const LexWord *w,
                      const Token *k)
{
  if (k->number || k->size < w->size) {
    if (k->number || !e->name) return false;
  } else if (!memcmp(k->word, w->text, w->size) && (k->size == w->size || w->stem)) {
    return true;
  } else if (w->tail && !memcmp(k->word + k->size - w->size, w->text, w->size)) {
    return true;
  }
  return e->name && takes_ending(l, w, k);
}

static bool lists(const LexList *list, const Token *k)
{
  for (size_t i = 0; i < list->n; i++)
    if (strlen(list->at[i]) == k->size && !memcmp(list->at[i], k->word, k->size))
      return true;
  return false;
}

static bool entry_fits(const Lexicon *l, const LexEntry *e, const Tokens *t,
                       const bool *taken, size_t from, size_t at[LEX_TAKES], int *count)
{
  enum { GAP = 8 };
  size_t i = from;
  int room = 0;
  *count = 0;
  for (int k = 0; k < e->count; k++) {
    const LexWord *w = &l->words.at[e->first + k];
    if (w->gap) {
      room = GAP;
      continue;
    }
    while (i < t->list.n && (taken[i] || !word_fits(l, e, w, &t->list.at[i]))) {
      if (room-- <= 0 || lists(&l->stops, &t->list.at[i])) return false;
      i++;
    }
    if (i == t->list.n || t->list.at[i].sentence != t->list.at[from].sentence)
      return false;
    HOT_INVARIANT(*count < LEX_TAKES);
    at[(*count)++] = i++;
    room = 0;
  }
  return true;
}

/* More words say more; among equals the line that stands first, and a name last, but
 * behind an article first: "la défausse" is a pile and no loss.  "Road A", "la Ferme" are
 * names. */
static bool better(const LexEntry *e, int n, const LexEntry *best, int count,
                   const Token *k, bool noun)
{
  if (!best || n != count) return n > count;
  if (e->name == best->name) return e < best;
  FactClass other = (e->name ? best : e)->class;
  bool name = (k->capital && other != FACT_PERSON) || (noun && other == FACT_CHANGE);
  return name ? e->name : best->name;
}

static bool same_line(const LexEntry *a, const LexEntry *b)
{
  return a->class == b->class && a->number == b->number &&
         !strcmp(a->concept, b->concept);
}

/* Words that stand together go before those with a gap, or "may … not" would take the not
 * of another phrase. */
static bool is_phrase(const Lexicon *l, const LexEntry *e)
{
  for (int k = 0; k < e->count; k++)
    if (l->words.at[e->first + k].gap) return false;
  return e->count > 1;
}

static bool lies_over(const LexEntry *e)
{
  return !e->skip && (e->class == FACT_DEED || e->class == FACT_ROLE);
}

bool lexicon_match(const Lexicon *l, const Tokens *t, const bool *taken, size_t from,
                   LexPass pass, LexMatch *m)
{
  INVARIANT(from < t->list.n);
  const Token *k = &t->list.at[from];
  memset(m, 0, sizeof *m);
  if (k->number || !k->size) return false;
  bool noun = from > 0 && lists(&l->articles, &t->list.at[from - 1]);
  int bucket = l->bucket[bucket_of(k->word, k->size)];
  INVARIANT(bucket < (int)l->entries.n);
  for (int i = bucket; i >= 0; i = l->entries.at[i].next) {
    const LexEntry *e = &l->entries.at[i];
    size_t took[LEX_TAKES];
    int n;
    if ((pass == LEX_PHRASES && !is_phrase(l, e)) || (pass == LEX_OVER) != lies_over(e))
      continue;
    if (!entry_fits(l, e, t, taken, from, took, &n)) continue;
    if (!better(e, n, m->entry, m->count, k, noun)) continue;
    m->entry = e;
    m->count = n;
    memcpy(m->at, took, sizeof took);
  }
  for (int i = bucket; i >= 0 && m->entry && !m->entry->name; i = l->entries.at[i].next) {
    const LexEntry *e = &l->entries.at[i];
    size_t took[LEX_TAKES];
    int n;
    if (e->name || e->skip || e->count != m->entry->count || same_line(e, m->entry) ||
        lies_over(e) != (pass == LEX_OVER))
      continue;
    if (m->more < LEX_ALSO && entry_fits(l, e, t, taken, from, took, &n) &&
        n == m->count && !memcmp(took, m->at, sizeof took[0] * (size_t)n))
      m->also[m->more++] = e;
  }
  return m->entry != NULL;
}

/* A verb behind the first word leaves it a name: "starting block". */
static bool says(const LexEntry *e, bool first, bool alone)
{
  bool verb = e->class == FACT_ACTION || e->class == FACT_DIRECTION;
  if (e->name || e->skip) return e->skip && alone;
  return e->weight == WEIGHT_FULL && (first || !verb);
}

bool lexicon_knows(const Lexicon *l, const char *words)
{
  Tokens t = {0};
  bool known = false;
  tokens_read(&t, words, strlen(words));
  bool *taken = calloc(t.list.n + 1, sizeof *taken);
  for (size_t i = 0; taken && i < t.list.n && !known; i++) {
    LexMatch m;
    bool fits = lexicon_match(l, &t, taken, i, LEX_ANY, &m);
    known = t.list.at[i].number || (fits && says(m.entry, i == 0, t.list.n == 1));
  }
  free(taken);
  tokens_free(&t);
  return known;
}

const char *lexicon_concept(const Lexicon *l, const char *words)
{
  Tokens t = {0};
  const char *concept = words;
  tokens_read(&t, words, strlen(words));
  bool *taken = calloc(t.list.n + 1, sizeof *taken);
  int bucket = t.list.n && t.list.at[0].size
                   ? l->bucket[bucket_of(t.list.at[0].word, t.list.at[0].size)]
                   : -1;
  for (int i = bucket; taken && i >= 0; i = l->entries.at[i].next) {
    const LexEntry *e = &l->entries.at[i];
    size_t took[LEX_TAKES];
    int n;
    if (!e->name || e->count != (int)t.list.n) continue;
    if (entry_fits(l, e, &t, taken, 0, took, &n)) concept = e->concept;
  }
  free(taken);
  tokens_free(&t);
  return concept;
}

/* The same name may come from many things. */
static const char *name_key(const Lexicon *l, const char *concept, const char *words)
{
  Buf b = {0};
  buf_printf(&b, "%s\n%s", concept, words);
  const char *key = intern(l->keys, buf_text(&b), b.n);
  buf_free(&b);
  return key;
}

bool lexicon_name(Lexicon *l, const char *concept, const char *words)
{
  const char *key = name_key(l, concept, words);
  if (map_get(l->names, key) || lexicon_knows(l, words)) return false;
  LexEntry e = {.class = FACT_TARGET,
                .concept = arena_strdup(l->arena, concept),
                .number = -1,
                .name = true};
  if (add_pattern(l, e, words, strlen(words))) return false;
  map_put(l->names, key, l);
  return true;
}

/* A name without the article before it. */
static const char *without_article(const Lexicon *l, const char *words)
{
  Tokens t = {0};
  tokens_read(&t, words, strlen(words));
  if (t.list.n > 1 && lists(&l->articles, &t.list.at[0])) words += t.list.at[1].from;
  tokens_free(&t);
  return words;
}

void lexicon_noun(Lexicon *l, const char *concept, const char *words, int sort,
                  bool proper)
{
  words = without_article(l, words);
  const char *key = name_key(l, concept, words);
  if (map_get(l->names, key)) return;
  LexEntry e = {.class = sort == SORT_PERSON ? FACT_PERSON : FACT_TARGET,
                .concept = arena_strdup(l->arena, concept),
                .number = -1,
                .name = true,
                .proper = proper,
                .sort = sort};
  if (add_pattern(l, e, words, strlen(words))) return;
  map_put(l->names, key, l);
}
