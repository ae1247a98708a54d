/* Forms by rule.
 *
 * The table of a language is a text of lines, `WORD [WORD…] [.CLASS…] [@CLASS]: PATTERN =
 * RESULT`.  The first word is the part of a form that the line makes; further words,
 * classes of the name (.m) and of its owner (@f) must be true as well.  In the pattern
 * `*` is any run of letters and [aeiou] one of some; what these match is kept and stands
 * for
 * `*` in the result, while plain letters of the pattern are replaced by it.  The first
 * line that fits counts.  Number, case and determiner are made in this order, each from
 * what the one before gave; a line for a number that names a case makes both. */
#include "interp/text/forms.h"

#include <string.h>
#include <utf8proc.h>

/* ---- words of a form ------------------------------------------------------------ */

static const char *const determiners[] = {"a",   "the",   "this", "that", "your",
                                          "its", "their", "each", "no",   "inside"};

static bool is_word(const char *s, size_t n, const char *word)
{
  return strlen(word) == n && !memcmp(s, word, n);
}

static bool is_number(const char *s, size_t n)
{
  return is_word(s, n, "one") || (n >= 4 && n <= 5 && !memcmp(s, "many", 4));
}

static bool is_determiner(const char *s, size_t n)
{
  for (size_t i = 0; i < sizeof determiners / sizeof *determiners; i++)
    if (is_word(s, n, determiners[i])) return true;
  return false;
}

static void keep_word(char to[FORM_WORD], const char *s, size_t n)
{
  if (n >= FORM_WORD) n = FORM_WORD - 1;
  memcpy(to, s, n);
  to[n] = 0;
}

static size_t next_word(const char **s, const char *end)
{
  while (*s < end && **s == ' ') (*s)++;
  size_t n = 0;
  while (*s + n < end && (*s)[n] != ' ') n++;
  return n;
}

bool form_ask(Form *f, const char *words, size_t n)
{
  const char *end = words + n;
  bool det = false, kase = false, number = false, fine = true;
  for (size_t k; (k = next_word(&words, end)); words += k) {
    bool *had = &kase;
    if (is_number(words, k)) {
      had = &number;
      keep_word(f->number, words, is_word(words, k, "one") ? 0 : k);
    } else if (is_determiner(words, k)) {
      had = &det;
      keep_word(f->det, words, k);
    } else {
      keep_word(f->kase, words, k);
    }
    fine = fine && !*had && k < FORM_WORD;
    *had = true;
  }
  return fine;
}

Form form_det(Form f, const char *det)
{
  keep_word(f.det, det, strlen(det));
  return f;
}

Form form_number(Form f, const char *number)
{
  keep_word(f.number, number, strlen(number));
  return f;
}

/* ---- what is written with a name ------------------------------------------------ */

static bool word_char(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '_' || c == '-' || c == ' ' || (unsigned char)c >= 0x80;
}

/* Where the part of a name that begins at s ends: at a bar outside braces. */
static const char *part_end(const char *s)
{
  int depth = 0;
  for (; *s; s++) {
    if (*s == '{') depth++;
    else if (*s == '}') depth--;
    else if (*s == '|' && depth == 0) break;
  }
  return s;
}

/* Is this the beginning of a class or a form? */
static bool is_part(const char *s)
{
  const char *at = s;
  while (word_char(*at)) at++;
  return at > s && *s != ' ' && (*at == '=' || *at == '|' || !*at);
}

/* A bar that divides nothing is a letter like others. */
size_t forms_plain(const char *name)
{
  for (const char *bar = part_end(name); *bar; bar = part_end(bar + 1)) {
    const char *at = bar;
    while (*at && is_part(at + 1)) at = part_end(at + 1);
    if (!*at) return (size_t)(bar - name);
  }
  return strlen(name);
}

typedef struct Part {
  const char *words; /* of a form, or the class */
  size_t size;
  const char *text; /* NULL: a class */
  size_t length;
} Part;

/* Steps through the parts behind the plain name; `at` begins as that name's end. */
static bool next_part(const char **at, Part *p)
{
  if (!**at) return false;
  const char *s = *at + 1, *end = part_end(s), *is = s;
  while (is < end && *is != '=') is++;
  *p = (Part){s, (size_t)(is - s), is < end ? is + 1 : NULL,
              is < end ? (size_t)(end - is - 1) : 0};
  *at = end;
  return true;
}

bool forms_class(const char *name, const char *cls, size_t n)
{
  Part p;
  for (const char *at = name + forms_plain(name); next_part(&at, &p);)
    if (!p.text && p.size == n && !memcmp(p.words, cls, n)) return true;
  return false;
}

enum { HAS_NUMBER = 4, HAS_CASE = 2, HAS_DET = 1 };

/* Which parts of a form these words are; 0 if one of them is not asked for. */
static unsigned covers(const Form *f, const char *words, size_t n)
{
  const char *end = words + n;
  unsigned all = 0;
  for (size_t k; (k = next_word(&words, end)); words += k) {
    if (*f->number && is_word(words, k, f->number)) all |= HAS_NUMBER;
    else if (*f->kase && is_word(words, k, f->kase)) all |= HAS_CASE;
    else if (*f->det && is_word(words, k, f->det)) all |= HAS_DET;
    else return 0;
  }
  return all;
}

/* How much of a form some parts are: many before few, then number before case. */
static unsigned weight(unsigned parts)
{
  return (unsigned)__builtin_popcount(parts) * 8 + parts;
}

/* What is written out for most of the form. */
static unsigned best_part(const char *name, const Form *f, const char **text, size_t *n)
{
  unsigned best = 0;
  Part p;
  *text = name;
  *n = forms_plain(name);
  for (const char *at = name + *n; next_part(&at, &p);) {
    unsigned all = p.text ? covers(f, p.words, p.size) : 0;
    if (weight(all) <= weight(best)) continue;
    best = all;
    *text = p.text;
    *n = p.length;
  }
  return best;
}

const char *forms_pick(const char *name, const Form *f, size_t *size)
{
  const char *text;
  best_part(name, f, &text, size);
  return text;
}

/* ---- patterns ------------------------------------------------------------------- */

static size_t letter(const char *s, size_t n, utf8proc_int32_t *c)
{
  utf8proc_ssize_t k =
      utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, c);
  if (k <= 0) {
    *c = (unsigned char)*s;
    return 1;
  }
  *c = utf8proc_tolower(*c);
  return (size_t)k;
}

/* Bytes of the pattern's first element. */
static size_t element(const char *p, size_t n)
{
  utf8proc_int32_t c;
  const char *close = *p == '[' ? memchr(p, ']', n) : NULL;
  return close ? (size_t)(close - p) + 1 : letter(p, n, &c);
}

static bool element_fits(const char *p, size_t n, utf8proc_int32_t c)
{
  utf8proc_int32_t one;
  if (*p != '[' || p[n - 1] != ']') {
    letter(p, n, &one);
    return one == c;
  }
  bool not = n > 2 && p[1] == '^', found = false;
  for (size_t i = not ? 2 : 1; i < n - 1;
       i += letter(p + i, n - 1 - i, &one), found |= one == c)
    ;
  return found != not ;
}

/* Matches elements one by one from the beginning of s; adds what sets of letters matched
 * to `kept`.  Returns the bytes of s, -1 if they do not fit. */
static int match_run(const char *p, size_t n, const char *s, size_t size, Buf *kept)
{
  size_t at = 0;
  while (n) {
    utf8proc_int32_t c;
    size_t k = element(p, n);
    if (at >= size) return -1;
    size_t bytes = letter(s + at, size - at, &c);
    if (!element_fits(p, k, c)) return -1;
    if (*p == '[') buf_addn(kept, s + at, bytes);
    at += bytes;
    p += k;
    n -= k;
  }
  return (int)at;
}

static size_t letters_in(const char *p, size_t n)
{
  size_t all = 0;
  while (n) {
    size_t k = element(p, n);
    p += k;
    n -= k;
    all++;
  }
  return all;
}

/* Where the last `count` letters of s begin; NULL if it has fewer. */
static const char *last_letters(const char *s, size_t size, size_t count)
{
  const char *at = s + size;
  for (; count; count--) {
    if (at == s) return NULL;
    at--;
    while (at > s && ((unsigned char)*at & 0xc0) == 0x80) at--;
  }
  return at;
}

static bool match(const char *p, size_t n, const char *s, size_t size, Buf *kept)
{
  const char *star = memchr(p, '*', n);
  buf_clear(kept);
  int head = match_run(p, star ? (size_t)(star - p) : n, s, size, kept);
  if (head < 0) return false;
  if (!star) return (size_t)head == size;
  size_t tail = (size_t)(p + n - star - 1);
  const char *from = last_letters(s, size, letters_in(star + 1, tail));
  if (!from || from < s + head) return false;
  buf_addn(kept, s + head, (size_t)(from - s - head));
  return match_run(star + 1, tail, from, (size_t)(s + size - from), kept) >= 0;
}

/* ---- the table ------------------------------------------------------------------ */

typedef struct Line {
  const char *words, *pattern, *result;
  size_t size, pattern_size, result_size;
} Line;

static void trim(const char **s, size_t *n)
{
  while (*n && **s == ' ') (*s)++, (*n)--;
  while (*n && (*s)[*n - 1] == ' ') (*n)--;
}

/* Takes a line apart; false if it is no rule. */
static bool read_line(const char *s, size_t n, Line *l)
{
  const char *colon = memchr(s, ':', n), *end = s + n, *is = NULL;
  for (const char *at = colon; at && at + 2 < end; at++)
    if (at[0] == ' ' && at[1] == '=' && (at[2] == ' ')) is = at;
  if (!colon || !is) return false;
  *l = (Line){s,
              colon + 1,
              is + 2,
              (size_t)(colon - s),
              (size_t)(is - colon - 1),
              (size_t)(end - is - 2)};
  trim(&l->words, &l->size);
  trim(&l->pattern, &l->pattern_size);
  trim(&l->result, &l->result_size);
  return l->size && l->pattern_size;
}

/* Do the conditions behind the first word hold?  *also: parts of the form that are among
 * them. */
static bool holds(const Line *l, size_t head, const char *name, const Form *f,
                  unsigned *also)
{
  *also = 0;
  const char *s = l->words + head, *end = l->words + l->size;
  for (size_t k; (k = next_word(&s, end)); s += k) {
    bool fine;
    if (*s == '.') fine = forms_class(name, s + 1, k - 1);
    else if (*s == '@') fine = f->owner && forms_class(f->owner, s + 1, k - 1);
    else {
      unsigned part = covers(f, s, k);
      fine = part != 0;
      *also |= part;
    }
    if (!fine) return false;
  }
  return true;
}

/* Makes one part of a form of `text`.  False if no line does; *also (may be NULL): what
 * else the line that did it makes. */
static bool apply(Buf *text, const char *table, const char *head, const char *name,
                  const Form *f, unsigned *also)
{
  unsigned parts;
  size_t size = strlen(head);
  Buf kept = {0};
  bool done = false;
  for (const char *s = table; *s && !done;) {
    size_t n = strcspn(s, "\n");
    Line l;
    if (!strncmp(s, head, size) && (s[size] == ' ' || s[size] == ':') &&
        read_line(s, n, &l) && holds(&l, size, name, f, &parts) &&
        match(l.pattern, l.pattern_size, buf_text(text), text->n, &kept)) {
      buf_clear(text);
      for (size_t i = 0; i < l.result_size; i++) {
        if (l.result[i] == '*') buf_addn(text, buf_text(&kept), kept.n);
        else buf_char(text, l.result[i]);
      }
      done = true;
      if (also) *also = parts;
    }
    s += n + (s[n] == '\n');
  }
  buf_free(&kept);
  return done;
}

/* A plural is written out, but its cases may come from the name itself: дом, дома, домов.
 */
static bool made_of_both(Buf *made, const char *table, const char *name, const Form *f)
{
  Buf plain = {0};
  unsigned also = 0;
  buf_addn(&plain, name, forms_plain(name));
  bool both = apply(&plain, table, f->number, name, f, &also) && also & HAS_CASE;
  if (both) {
    buf_clear(made);
    buf_addn(made, buf_text(&plain), plain.n);
  }
  buf_free(&plain);
  return both;
}

void forms_put(Buf *b, const char *table, const char *name, const Form *form)
{
  const char *text;
  size_t n;
  Form f = *form;
  unsigned had = best_part(name, &f, &text, &n);
  bool one = !strcmp(f.number, "one"); /* 1 Coin, of a name that is a plural */
  bool further = *f.number && !one && strcmp(f.number, "many") != 0;
  if (further && !(had & HAS_NUMBER)) { /* what is not said of 5 is said as of 2 */
    Form two = form_number(f, "many");
    const char *other;
    size_t size;
    unsigned some = best_part(name, &two, &other, &size);
    if (some & HAS_NUMBER) f = two, had = some, text = other, n = size;
  }
  /* a number that counts only where it is written meets no condition elsewhere: der Ort,
   * not die */
  if (f.written && !one && !(had & HAS_NUMBER)) f.number[0] = 0;
  if (!had && !*f.number && !*f.kase && !*f.det) {
    buf_addn(b, text, n);
    return;
  }
  Buf made = {0};
  buf_addn(&made, text, n);
  unsigned also = 0; /* a line for number and case makes both: many gen: *a = * */
  if (*f.kase && (had & (HAS_NUMBER | HAS_CASE)) == HAS_NUMBER &&
      made_of_both(&made, table, name, &f))
    had |= HAS_CASE;
  if (*f.number && !(had & HAS_NUMBER))
    (void)(apply(&made, table, f.number, name, &f, &also) ||
           (further && apply(&made, table, "many", name, &f, &also)));
  if (*f.kase && !((had | also) & HAS_CASE)) apply(&made, table, f.kase, name, &f, NULL);
  if (*f.det && !(had & HAS_DET)) apply(&made, table, f.det, name, &f, NULL);
  buf_addn(b, buf_text(&made), made.n);
  buf_free(&made);
}

bool forms_is_plural(const char *table, const char *name)
{
  Buf one = {0};
  Form form = form_number((Form){0}, "one");
  forms_put(&one, table, name, &form);
  bool plural = one.n != forms_plain(name) || memcmp(one.at, name, one.n) != 0;
  buf_free(&one);
  return plural;
}

bool forms_has(const char *table, const char *head)
{
  size_t n = strlen(head);
  for (const char *s = table; s && *s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL)
    if (!strncmp(s, head, n) && (s[n] == ' ' || s[n] == ':')) return true;
  return false;
}

const char *forms_next_case(const char *at, Form *f)
{
  while (at && *at) {
    const char *s = at, *end = strchr(s, '\n');
    size_t n = strcspn(s, " :\n");
    at = end ? end + 1 : NULL;
    if (!n || *s == '#' || is_word(s, n, "report") || is_word(s, n, "heading") ||
        is_word(s, n, "you") || is_word(s, n, "capitals") || is_word(s, n, f->kase))
      continue;
    Form asked = {0};
    if (!form_ask(&asked, s, n) || !*asked.kase) continue;
    *f = asked;
    return at ? at : "";
  }
  return NULL;
}

bool forms_rule(Buf *word, const char *table, const char *head)
{
  return apply(word, table, head, "", &(Form){0}, NULL);
}

static bool has_line(const char *table, const char *line)
{
  for (const char *s = table; s && *s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL)
    if (is_word(s, strcspn(s, "\n"), line)) return true;
  return false;
}

static const char keep[] = "capitals: keep", behind_colons[] = "capitals: colon";

bool forms_keep_capitals(const char *table) { return has_line(table, keep); }

bool forms_capital_behind_colon(const char *table)
{
  return has_line(table, behind_colons);
}

static const char *fault(const char *s, size_t n)
{
  Line l;
  if (!n || *s == '#' || is_word(s, n, keep) || is_word(s, n, behind_colons)) return NULL;
  if (!memchr(s, ':', n)) return "a rule is written WORD: PATTERN = RESULT";
  if (!read_line(s, n, &l)) return "there is no \" = \" between pattern and result";
  if (*l.words == '.' || *l.words == '@')
    return "a rule begins with the word that it makes";
  const char *star = memchr(l.pattern, '*', l.pattern_size);
  if (star && memchr(star + 1, '*', (size_t)(l.pattern + l.pattern_size - star - 1)))
    return "a pattern has at most one *";
  for (const char *p = l.pattern, *end = p + l.pattern_size; p < end; p++) {
    const char *close = *p == '[' ? memchr(p, ']', (size_t)(end - p)) : p;
    if (!close) return "a [ in the pattern is not closed";
    p = close;
  }
  return NULL;
}

int forms_check(const char *table, const char **why)
{
  int line = 1;
  for (const char *s = table; *s; line++) {
    size_t n = strcspn(s, "\n");
    *why = fault(s, n);
    if (*why) return line;
    s += n + (s[n] == '\n');
  }
  return 0;
}
