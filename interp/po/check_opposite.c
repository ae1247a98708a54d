/* Words that exclude each other.
 *
 * `language/opposites` of the program's catalog has a line for each pair of opposites,
 * the same lines in every language: "forward/ahead | back*", words for one side with a
 * stroke between them, `*` for any ending.  A translation that has one side where the
 * source has the other says something else.  A line without a second side is a word that
 * both state or neither: may. */
#include "interp/po/check_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

char *check_words(const char *text)
{
  char *s = check_fold(text, strlen(text)), *to = s;
  int depth = 0;
  for (char *at = s; *at; at++) {
    if (*at == '{') {
      depth++;
      *to++ = ' ';
      at += strcspn(at, ":|}"); /* alternatives are words of the text */
      if (*at == '}') depth--;
      if (!*at) break;
    } else if (*at == '}' && depth) {
      depth--;
      *to++ = ' ';
    } else *to++ = *at;
  }
  *to = 0;
  return s;
}

typedef struct Side {
  const char *words;
  size_t size;
} Side;

/* The next of the words of a side, without blanks around it; false if there is none. */
static bool next_word(Side *s, const char **word, size_t *n)
{
  while (s->size && (*s->words == ' ' || *s->words == '/' || *s->words == '\n'))
    s->words++, s->size--;
  if (!s->size) return false;
  const char *stroke = memchr(s->words, '/', s->size);
  size_t k = stroke ? (size_t)(stroke - s->words) : s->size;
  *word = s->words;
  *n = k;
  while (*n && strchr(" \n", s->words[*n - 1])) --*n;
  s->words += k;
  s->size -= k;
  return *n > 0;
}

/* Where a word or several stand in a text; with `*` at its end: as a beginning. */
static const char *find(const char *text, const char *word, size_t n)
{
  bool open = n && word[n - 1] == '*';
  if (open) n--;
  for (const char *at = text; n && (at = strstr(at, (char[2]){*word, 0})); at++) {
    if ((at > text && check_word_byte(at[-1])) || strncmp(at, word, n) != 0) continue;
    if (open || !check_word_byte(at[n])) return at;
  }
  return NULL;
}

bool check_has_word(const char *text, const char *word)
{
  return find(text, word, strlen(word));
}

/* One of the words of a side.  What belongs to a longer phrase of the other side does not
 * count: "unless" is no "if" where it is two words. */
static bool has_side(const char *text, Side side, Side other)
{
  char *s = strdup(text);
  const char *word, *at;
  size_t n;
  bool found = false;
  while (s && next_word(&other, &word, &n))
    while (memchr(word, ' ', n) && (at = find(s, word, n)))
      memset(s + (at - s), '.', n - (word[n - 1] == '*'));
  while (s && !found && next_word(&side, &word, &n)) found = find(s, word, n) != NULL;
  free(s);
  return found;
}

typedef struct Line {
  Side a, b;
} Line;

static Line read_line(const char **at)
{
  const char *s = *at;
  size_t n = strcspn(s, "\n"), bar = strcspn(s, "|\n");
  *at = s + n + (s[n] == '\n');
  return (Line){{s, bar}, {s + bar + (bar < n), bar < n ? n - bar - 1 : 0}};
}

static bool is_empty(Side s)
{
  const char *word;
  size_t n;
  return !next_word(&s, &word, &n);
}

/* The first word of a side, for a person to read. */
static const char *name_of(Arena *a, Side s)
{
  const char *word = "";
  size_t n = 0;
  next_word(&s, &word, &n);
  return arena_strndup(a, word, n - (n && word[n - 1] == '*'));
}

const char *check_opposite(const PoCheck *c, const char *source, const char *own,
                           bool whole)
{
  INVARIANT(source && own);
  const char *x = c->opposites, *y = c->own_opposites;
  Arena *arena = c->diags->arena;
  while (x && y && *x && *y) {
    Line s = read_line(&x), t = read_line(&y);
    if (is_empty(t.a)) continue;
    bool sa = has_side(source, s.a, s.b), ta = has_side(own, t.a, t.b);
    if (is_empty(s.b)) {
      if (whole && sa != ta)
        return arena_printf(arena, "\"%s\" is %s", name_of(arena, s.a),
                            sa ? "left out" : "added");
      continue;
    }
    bool sb = has_side(source, s.b, s.a), tb = has_side(own, t.b, t.a);
    if ((sa && !sb && tb && !ta) || (sb && !sa && ta && !tb))
      return arena_printf(arena, "\"%s\" and \"%s\"", name_of(arena, s.a),
                          name_of(arena, s.b));
  }
  return NULL;
}
