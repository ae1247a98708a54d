/* How things are declared, named and quoted. */
#include "interp/mend/mend_int.h"

#include <ctype.h>
#include <string.h>

static bool try_declarations(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i < l->n; i++) {
    const char *a = mend_words(m, i, i + 1), *b = mend_words(m, i + 1, i + 2);
    bool names = line_sort(l, i, W_NAME) && line_sort(l, i + 1, W_NAME);
    if (i > 0 && names && line_in(l, i - 1, "( ,") && MEND(m, i, i + 2, "%s: %s", b, a))
      return true; /* (player p) */
    int e = i + 2;
    while (e < l->n && !line_in(l, e, "( { ) ,") && !line_sort(l, e, W_TEXT)) e++;
    if (line_sort(l, i, W_NAME) && line_is(l, i + 1, ":") &&
        (MEND(m, i, e, "(%s)", mend_words(m, i, e)) ||
         MEND(m, i, i + 3, "(%s)", mend_words(m, i, i + 3))))
      return true; /* verb gain n: 1..9 */
    if (line_is(l, i, "seen") && line_is(l, i + 1, "by"))
      for (int k = i + 2; k < l->n; k++)
        if (line_is(l, k, "=")) {
          int end = k + 2;
          if (MEND(m, i, end, "%s %s", mend_words(m, k, end), mend_words(m, i, k)))
            return true;
        }
    if (line_sort(l, i, W_TEXT) && l->word[i].to - l->word[i].from > 2) {
      const char *inside = arena_strndup(m->arena, a + 1, strlen(a) - 2);
      if (!strpbrk(inside, " {}\"") && MEND(m, i, i + 1, "%s", inside)) return true;
    }
    if (line_is(l, i, "(") && line_is(l, i + 1, ")") &&
        mend_try(m, i ? l->word[i - 1].to : 0, l->word[i + 1].to, "%s", ""))
      return true;
    if (line_is(l, i, "(") && i > 0 && l->word[i - 1].to < l->word[i].from &&
        mend_try(m, l->word[i - 1].to, l->word[i].from, "%s", ""))
      return true; /* count (hand) */
    if (line_is(l, i, "(") && i > 0 && l->word[i - 1].to == l->word[i].from &&
        mend_try(m, l->word[i - 1].to, l->word[i].from, " "))
      return true;
  }
  return false;
}

/* Names and signs, none of them a word or sign of the language; small words stand
 * between others. */
static bool is_prose(const Mend *m, int i, int j)
{
  static const char small[] = "to from by of in with on under for and or is not no me";
  for (int first = i; i < j; i++) {
    if (i > first && j - first > 2 && line_in(&m->line, i, small)) continue;
    if (line_is(&m->line, i, "{") && line_is(&m->line, i + 2, "}")) {
      i += 2; /* a placeholder */
      continue;
    }
    if (line_keyword(&m->line, i) || line_in(&m->line, i, "= : ; { } ( ) [ ]") ||
        line_sort(&m->line, i, W_TEXT))
      return false;
  }
  return true;
}

/* Words that should stand in quotation marks, or whose marks are others. */
static bool try_quotes(Mend *m)
{
  const Line *l = &m->line;
  if (m->depth) return false; /* anything can be read inside a text */
  int open = -1;
  for (int i = 0; i < l->length; i++) {
    if (l->text[i] != '\'') continue;
    if (open < 0) open = i;
    else if (mend_try(m, open, i + 1, "\"%.*s\"", i - open - 1, l->text + open + 1))
      return true;
  }
  for (int i = m->spot > 8 ? m->spot - 8 : 0; i <= m->spot && i < l->n; i++) {
    if (!line_sort(l, i, W_NAME) && !line_is(l, i, "{")) continue;
    for (int j = l->n; j > i; j--)
      if ((j == l->n || line_in(l, j, "{ ; } )") || line_keyword(l, j) || j == i + 1) &&
          is_prose(m, i, j) && MEND(m, i, j, "\"%s\"", mend_words(m, i, j)))
        return true;
  }
  int last = l->n - 1; /* a text that nothing closes */
  if (!line_sort(l, last, W_TEXT) || l->text[l->word[last].to - 1] == '"') return false;
  for (int i = l->word[last].to; i > l->word[last].from; i--)
    if ((i == l->word[last].to || strchr("{};)", l->text[i])) &&
        mend_try(m, i, i, "%s",
                 i > 0 && l->text[i - 1] == ' ' && i < l->word[last].to ? "\" " : "\""))
      return true;
  return false;
}

/* type mood = "Calm" | "Angry": each has a name, too. */
static bool try_worded(Mend *m)
{
  const Line *l = &m->line;
  const char *all = "";
  int from = 0, n = 0;
  for (int i = 0; i < l->n; i++) {
    if (!line_sort(l, i, W_TEXT) || !line_in(l, i - 1, "= | , :")) continue;
    char *name = arena_strndup(m->arena, l->text + l->word[i].from + 1,
                               (size_t)(l->word[i].to - l->word[i].from - 2));
    for (char *c = name; *c; c++)
      *c = isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '_';
    all = arena_printf(m->arena, "%s%.*s%s %s", all, l->word[i].from - from,
                       l->text + from, name, mend_words(m, i, i + 1));
    from = l->word[i].to;
    n++;
  }
  return n > 1 &&
         mend_try(m, 0, l->length, "%s%.*s", all, l->length - from, l->text + from);
}

/* All texts of the line as names: type mood = "calm" | "angry". */
static bool try_unquoted(Mend *m)
{
  if (m->fault == FAULT_WRITING && try_worded(m)) return true;
  const Line *l = &m->line;
  const char *all = "";
  int from = 0, n = 0;
  for (int i = 0; i < l->n; i++) {
    if (!line_sort(l, i, W_TEXT)) continue;
    all =
        arena_printf(m->arena, "%s%.*s%.*s", all, l->word[i].from - from, l->text + from,
                     l->word[i].to - l->word[i].from - 2, l->text + l->word[i].from + 1);
    from = l->word[i].to;
    n++;
  }
  return n > (m->fault == FAULT_WRITING) &&
         mend_try(m, 0, l->length, "%s%.*s", all, l->length - from, l->text + from);
}

/* A placeholder without its end. */
static bool try_placeholder(Mend *m)
{
  const Line *l = &m->line;
  for (int i = 0; i < l->n; i++) {
    if (!line_sort(l, i, W_TEXT)) continue;
    for (int k = l->word[i].from; k < l->word[i].to; k++) {
      if (l->text[k] != '{') continue;
      int e = k + 1;
      while (e < l->word[i].to && (isalnum((unsigned char)l->text[e]) ||
                                   l->text[e] == '_' || l->text[e] == '.'))
        e++;
      int end = k + 1; /* {n cards}, and {count(place)}, which gets a name before */
      while (end < l->word[i].to && l->text[end] != '}') end++;
      if (l->text[end] == '}' && l->text[e] == ' ' &&
          mend_try(m, k, end + 1, "%.*s} %.*s", e - k, l->text + k, end - e - 1,
                   l->text + e + 1))
        return true;
      if (l->text[end] == '}' && strchr("(+-*/[", l->text[e]) &&
          mend_try(m, line_from(l, l->begin), end + 1, "let shown = %.*s; %.*s{shown}",
                   end - k - 1, l->text + k + 1, k - line_from(l, l->begin),
                   l->text + line_from(l, l->begin)))
        return true;
      if (mend_try(m, e, e, "}") || mend_try(m, k, k + 1, "%s", "")) return true;
    }
  }
  return false;
}

/* A rule names what a verb was given; the types stand in the verb. */
static bool try_event(Mend *m)
{
  const Line *l = &m->line;
  if (!line_in(l, 0, "before after instead")) return false;
  const char *all = "";
  int from = 0;
  for (int i = 0; i < l->n; i++) {
    if (!line_is(l, i, "(")) continue;
    int close = line_closing(l, i);
    if (close == l->n) break;
    all = arena_printf(m->arena, "%s%.*s%s", all, l->word[i].from - from, l->text + from,
                       mend_words(m, i + 1, i + 2));
    from = l->word[close].to;
    i = close;
  }
  return from &&
         mend_try(m, 0, l->length, "%s%.*s", all, l->length - from, l->text + from);
}

/* Several words as one name, and a name too many before a set. */
static bool try_joined(Mend *m)
{
  const Line *l = &m->line;
  int e = l->begin;
  if (m->depth) return false;
  const char *name = "";
  for (; line_sort(l, e, W_NAME); e++)
    name = arena_printf(m->arena, "%s%s%s", name, e > l->begin ? "_" : "",
                        mend_words(m, e, e + 1));
  if (e > l->begin + 1 && line_in(l, e, ": =") && MEND(m, l->begin, e, "%s", name))
    return true;
  for (int i = 0; i + 2 < l->n; i++)
    if (line_in(l, i, "choose random most least") && line_is(l, i + 2, "in") &&
        MEND(m, i, i + 3, "%s", mend_words(m, i, i + 1)))
      return true;
  return false;
}

/* An option says what it is if nobody says otherwise. */
static bool try_default(Mend *m)
{
  const Line *l = &m->line;
  int colon = 0;
  if (!line_is(l, 0, "option")) return false;
  while (colon < l->n && !line_is(l, colon, ":")) colon++;
  const char *first =
      line_is(l, colon + 1, "flag") ? "no" : mend_words(m, colon + 1, colon + 2);
  return colon + 1 < l->n &&
         mend_try(m, line_to(l, l->n), line_to(l, l->n), " = %s", first);
}

/* An argument too few: who acts, or what it is about, is the likeliest. */
static bool try_arguments(Mend *m)
{
  static const char *const given[] = {"me", "it", "this", "1", "players"};
  const Line *l = &m->line;
  if (line_sort(l, m->spot, W_NAME) && !line_is(l, m->spot + 1, "("))
    for (int k = 0; k < 5; k++)
      if (MEND(m, m->spot, m->spot + 1, "%s(%s)", mend_words(m, m->spot, m->spot + 1),
               given[k]))
        return true;
  for (int i = 0; i + 1 < l->n; i++) {
    if (!line_sort(l, i, W_NAME) || !line_is(l, i + 1, "(")) continue;
    int close = line_closing(l, i + 1);
    if (close == l->n) continue;
    for (int k = 0; k < 5; k++)
      if (MEND(m, close, close + 1, close > i + 2 ? ", %s)" : "%s)", given[k]))
        return true;
    for (int k = i + 2; k < close; k++) /* or one too many */
      if (line_is(l, k, ",") &&
          (MEND(m, k, close, "%s", "") || MEND(m, i + 2, k + 1, "%s", "")))
        return true;
  }
  return false;
}

/* What a script says of chance is no name that was meant otherwise. */
bool mend_script(Mend *m)
{
  int i = m->spot;
  const char *label = arena_printf(m->arena, "\"%s\"", mend_words(m, i, i + 1));
  for (size_t f = 0; m->g->code == DIAG_UNKNOWN_NAME && line_sort(&m->line, i, W_NAME) &&
                     f < m->u->sources.files.n;
       f++)
    if (strstr(m->u->sources.files.at[f].text, label) && MEND(m, i, i + 1, "%s", label))
      return true; /* an answer by its label */
  return line_is(&m->line, i, "chance") && !line_is(&m->line, i + 1, ":") &&
         (MEND(m, i, i + 1, "chance:") || MEND(m, i, i + 2, "chance:"));
}

bool mend_forms(Mend *m)
{
  static bool (*const sorts[])(Mend *) = {try_default, try_event,    try_joined,
                                          try_quotes,  try_unquoted, try_declarations};
  if (m->fault == FAULT_TEXT) return try_placeholder(m);
  if (m->g->code == DIAG_BAD_COUNT && try_arguments(m)) return true;
  if (m->g->code == DIAG_TABLE_ROW && mend_habits(m)) return true;
  if (m->g->code == DIAG_TYPE_MISMATCH) return try_unquoted(m);
  if (m->g->code == DIAG_NOT_COMPARABLE || m->g->code == DIAG_UNKNOWN_NAME)
    return try_joined(m);
  for (size_t i = 0; m->fault == FAULT_WRITING && i < sizeof sorts / sizeof *sorts; i++)
    if (sorts[i](m)) return true;
  return false;
}
