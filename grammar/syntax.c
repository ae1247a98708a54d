/* What is wrong with a line, in the words of somebody who has never programmed.
 *
 * The parser knows what it found and what could have stood there; the slips that authors
 * really make (a word of another language, a sign too few) are told from these and from
 * the line itself. */
#include "grammar/lex.h"
#include "interp/base/invariant.h"
#include "interp/base/limits.h"

#include <string.h>

/* A syntax error: what was found, what could stand there, the line it stands in. */
typedef struct Spot {
  Lexer *lx;
  Diag *g;
  int found;        /* a token */
  const int *want;  /* tokens */
  int wanted, last; /* last: the token before, as the lexer gave it */
  Loc loc;
  const char *line; /* from `start` on: the statement, as far as it is on this line */
  int length, start;
} Spot;

static bool wants(const Spot *s, int token)
{
  for (int i = 0; i < s->wanted; i++)
    if (s->want[i] == token) return true;
  return false;
}

static char char_at(const Spot *s, int i)
{
  return i >= 0 && i < s->length ? s->line[i] : 0;
}

static bool name_char(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '_';
}

/* The word that begins at byte i of the line. */
static const char *word_at(const Spot *s, int i)
{
  int n = 0;
  while (name_char(char_at(s, i + n))) n++;
  return arena_strndup(s->lx->unit->arena, s->line + i, (size_t)n);
}

/* The word before the spot, "" if there is none on this line. */
static const char *word_before(const Spot *s)
{
  int i = s->loc.col - 2, n = 0;
  while (char_at(s, i) == ' ') i--;
  while (name_char(char_at(s, i - n))) n++;
  return arena_strndup(s->lx->unit->arena, s->line + i - n + 1, (size_t)n);
}

static void find_line(Spot *s)
{
  s->line =
      source_line(&s->lx->unit->sources.files.at[s->loc.file], s->loc.line, &s->length);
  bool text = false;
  for (int i = 0; i < s->loc.col - 1 && i < s->length; i++) {
    char c = s->line[i];
    if (c == '"') text = !text;
    if (!text && (c == '{' || c == '}' || c == ';')) s->start = i + 1;
  }
  while (char_at(s, s->start) == ' ') s->start++;
}

static const char *symbol_words(Lexer *lx, int t)
{
  const char *s = token_name(t);
  if (t == TOK_YYEOF) return "the end of the file";
  if (t == TOK_SEP) return "a new line";
  return s[0] == '\'' ? arena_printf(lx->unit->arena, "\"%c\"", s[1]) : s;
}

/* Names and numbers are shown as written. */
static const char *found_words(const Spot *s)
{
  switch (s->found) {
  case TOK_YYEOF: return "the file cannot end here";
  case TOK_SEP:
    if (char_at(s, s->loc.col - 1) != ';') return "the line cannot end here";
    return "\";\" cannot stand here";
  case TOK_STRING: return "this text cannot stand here";
  case TOK_IDENT:
  case TOK_FUNC:
  case TOK_NUMBER:
  case TOK_CITE:
    return arena_printf(s->lx->unit->arena, "\"%.*s\" cannot stand here",
                        s->loc.end - s->loc.col, s->line + s->loc.col - 1);
  default:
    return arena_printf(s->lx->unit->arena, "%s cannot stand here",
                        symbol_words(s->lx, s->found));
  }
}

/* What could stand there, if that is a short list; citations can stand nearly everywhere.
 */
static const char *wanted_words(const Spot *s)
{
  int few[4];
  int n = 0;
  for (int i = 0; i < s->wanted; i++) {
    if (s->want[i] == TOK_CITE || s->want[i] == TOK_FUNC || s->want[i] == TOK_YYEOF ||
        s->want[i] == TOK_OPEN_CITED || s->want[i] == TOK_CLOSE_CITED)
      continue;
    if (n == 4) return NULL;
    few[n++] = s->want[i];
  }
  const char *list = n ? "; expected " : NULL;
  for (int i = 0; i < n; i++)
    list = arena_printf(s->lx->unit->arena, "%s%s%s", list,
                        i == 0       ? ""
                        : i == n - 1 ? " or "
                                     : ", ",
                        symbol_words(s->lx, few[i]));
  return list;
}

static bool is_item(int t)
{
  switch (t) {
  case TOK_GAME:
  case TOK_USE:
  case TOK_TYPE:
  case TOK_OPTION:
  case TOK_KIND:
  case TOK_VERB:
  case TOK_VARIANT:
  case TOK_TEST: return true;
  default: return false;
  }
}

/* Keywords all stand in one row of the token list. */
static bool is_keyword(int t) { return t >= TOK_GAME && t <= TOK_FOR; }

/* The line of the "{" that is most likely the open one: a "}" further left than the block
 * that it closes tells it, else it is the last one. */
static int open_line(const Source *src)
{
  struct {
    int line, indent;
  } open[MAX_NESTING + 1];
  int n = 0;
  for (int line = 1; (size_t)line <= src->lines.n; line++) {
    int length, indent = 0;
    const char *t = source_line(src, line, &length);
    while (indent < length && t[indent] == ' ') indent++;
    bool text = false;
    for (int i = indent; i < length && (text || t[i] != '#'); i++) {
      if (t[i] == '\\' && text) i++;
      else if (t[i] == '"') text = !text;
      else if (text) continue;
      else if (t[i] == '{' && n < MAX_NESTING)
        open[n].line = line, open[n++].indent = indent;
      else if (t[i] == '}' && n) {
        if (i == indent && indent < open[n - 1].indent) return open[n - 1].line;
        n--;
      }
    }
  }
  return n ? open[n - 1].line : 0;
}

static void hint_open(const Spot *s)
{
  int line = open_line(&s->lx->unit->sources.files.at[s->loc.file]);
  if (!line) diag_hint(&s->lx->unit->diags, s->g, "is a \"}\" missing?");
  else
    diag_hint_at(&s->lx->unit->diags, s->g, (Loc){s->loc.file, line, 1, 1},
                 "a \"}\" is missing; this line's \"{\" seems to have none");
}

/* Words of other languages, and what stands for them here. */
static const char *foreign(const char *word)
{
  static const char *const rows[][2] = {
      {"elseif", "write: else if … { … }"},
      {"elsif", "write: else if … { … }"},
      {"elif", "write: else if … { … }"},
      {"every", "write: each x in SET { … }"},
      {"for", "write: each x in SET { … }"},
      {"foreach", "write: each x in SET { … }"},
      {"while", "a loop is written: repeat while … { … }"},
      {"until", "write: repeat while not … { … }"},
      {"unless", "write: if not … { … }"},
      {"return",
       "a verb gives nothing back: keep the result in a field, or declare a value"},
      {"function",
       "write verb … { … } for something to do, value … = … for something to compute"},
      {"def",
       "write verb … { … } for something to do, value … = … for something to compute"},
      {"var", "write: let x = …"},
      {"times", "leave \"times\" out: repeat 3 { … }"},
      {"then", "an if with blocks is written: if … { … } else { … }"},
      {"otherwise", "the other side of \"if\" is \"else\"; \"otherwise\" follows "
                    "something that may fail"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i][0], word)) return rows[i][1];
  return NULL;
}

/* Hints that follow from what was found, what stood before it and what could stand there
 * (0: anything); the first row that fits. */
static const char *by_tokens(const Spot *s)
{
  static const struct {
    int found, last, want;
    const char *hint;
  } rows[] = {
      {'(', TOK_IDENT, 0,
       "between a function and its bracket there is no space: count(hand)"},
      {TOK_FUNC, TOK_VERB, 0,
       "write: verb NAME { … }, or with a space: verb NAME (n: 1..6) { … }"},
      {TOK_FUNC, 0, 0,
       "a name directly before \"(\" is a function; an argument in brackets needs a "
       "space"},
      {TOK_SEEN, '=', 0,
       "\"=\" is followed by the first value; without one leave it out: NAME: TYPE seen "
       "by …"},
      {TOK_WHERE, 0, 0, "put it in brackets: (SET where …)"},
      {TOK_CHOOSE, 0, 0, "put it in brackets: (choose …)"},
      {TOK_RANDOM, 0, 0, "put it in brackets: (random …)"},
      {TOK_FROM, TOK_CHOOSE, 0, "write: choose SET, or choose 2 of SET"},
      {TOK_OF, TOK_CHOOSE, 0, "write: choose SET, or choose 2 of SET"},
      {'=', 0, TOK_TO, "write: set … to …"},
      {'=', 0, '|', "a row is written: KEY: RESULT"},
      {'=', 0, ':', "a field has a type: NAME: 0..9 = 0"},
      {'=', 0, 0, "to compare write \"is\", to change something write: set … to …"},
      {':', 0, TOK_IF, "write: variant NAME if CONDITION { … }"},
      {':', 0, '=', "what is printed on a thing follows \"=\": NAME = VALUE"},
      {':', 0, '{', "before a block there is no \":\""},
      {',', 0, TOK_SEP, "several on one line have \";\" between them"},
      {'.', TOK_DOTDOT, 0, "a range has two dots: 2..4"},
      {'.', TOK_NUMBER, 0, "numbers are whole; a range is written with two dots: 2..4"},
      {'{', TOK_STRING, ':',
       "a thing has a name before its title: KIND NAME \"Title\" { … }"},
      {'-', 0, TOK_DOTDOT, "a range is written 2..4"},
      {TOK_TO, 0, TOK_DOTDOT, "a range is written 2..4"},
      {TOK_TO, 0, TOK_BY,
       "raise and lower go up or down by a number; to a certain number: set … to …"},
      {TOK_SEP, 0, '{', "a block { … } is missing; its \"{\" stands on this line"},
      {TOK_SEP, 0, '=', "it needs a value to begin with: … = VALUE"},
      {TOK_SEP, 0, TOK_DOTDOT, "a range has two ends: 2..4, or 2..2 for one number"},
      {TOK_SEP, 0, TOK_FOR, "say for how many players: game NAME \"Title\" for 2..4"},
      {TOK_NUMBER, 0, ':', "its type follows a colon: NAME: 0..9"},
      {TOK_IDENT, TOK_STRING, ',', "several things in one line have commas between them"},
      {'<', 0, TOK_AND, "one comparison at a time: a < b and b < c"},
      {'>', 0, TOK_AND, "one comparison at a time: a > b and b > c"},
      {TOK_LE, 0, TOK_AND, "one comparison at a time: a <= b and b <= c"},
      {TOK_GE, 0, TOK_AND, "one comparison at a time: a >= b and b >= c"},
      {TOK_IDENT, TOK_USE, 0,
       "a file name stands in quotation marks: use \"cards.regel\""},
      {TOK_FOR, TOK_TEST, 0, "a test has a title: test \"…\" for ann, bob { … }"},
      {TOK_OF, TOK_LIST, 0, "a list has a length: list 4 of …"},
      {TOK_OF, TOK_IDENT, TOK_IN, "write: each x in SET { … }"},
      {TOK_IDENT, TOK_SET, TOK_OF, "write: set of KIND"},
      {TOK_IDENT, TOK_PILE, TOK_OF, "write: pile of KIND"},
      {TOK_IDENT, TOK_INSTEAD, TOK_OF, "write: instead of VERB { … }"},
      {TOK_IDENT, TOK_SEEN, TOK_BY, "write: seen by owner, or seen by players"},
      {TOK_IDENT, 0, TOK_SEP, "two statements on one line have a \";\" between them"},
      {TOK_SEP, 0, 0, "the line ends too early"},
      {TOK_ELSE, 0, 0,
       "\"else\" follows the \"}\" of its \"if\" directly, without \";\""},
      {')', 0, 0, "one \")\" too many?"},
      {']', 0, 0, "one \"]\" too many?"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if ((!rows[i].found || s->found == rows[i].found) &&
        (!rows[i].last || s->last == rows[i].last) &&
        (!rows[i].want || wants(s, rows[i].want)))
      return rows[i].hint;
  return NULL;
}

/* The spot is the first word of its line, blanks aside. */
static bool begins_line(const Spot *s)
{
  for (int i = 0; i < s->loc.col - 1; i++)
    if (char_at(s, i) != ' ') return false;
  return true;
}

/* The byte after the spot that is no blank. */
static int next_at(const Spot *s)
{
  int i = s->loc.end - 1;
  while (char_at(s, i) == ' ') i++;
  return i;
}

/* What the letters around the spot tell. */
static const char *by_letters(const Spot *s, const char *first)
{
  int at = s->loc.col - 1, end = s->loc.end - 1;
  char c = char_at(s, at), next = char_at(s, end);
  if (c == '/' && next == '/') return "a comment begins with #";
  if (c == ',' && s->last == TOK_NUMBER && next >= '0' && next <= '9')
    return "a number has only digits: 10000";
  if (c == '+' && next == '=') return "write: raise … by …";
  if (c == '-' && next == '=') return "write: lower … by …";
  if (c == '-' && name_char(char_at(s, at - 1)) && name_char(next) &&
      !wants(s, TOK_DOTDOT))
    return "a name has letters, digits and \"_\" in it, no \"-\"";
  if (s->found == TOK_NUMBER && name_char(next)) return "a name begins with a letter";
  if (s->found == TOK_IDENT && c == 'x' && char_at(s, at + 1) >= '0' &&
      char_at(s, at + 1) <= '9')
    return "copies are written: * 4";
  if (c == '=' && char_at(s, next_at(s)) == '{')
    return "before a block there is no \"=\"";
  if ((c == '{' || s->found == TOK_SEP) && wants(s, ')'))
    return "a \")\" is missing before it";
  if (s->lx->depth > 0 && begins_line(s)) return "a \")\" is missing on the line before";
  bool phrase = !wants(s, TOK_DOTDOT) || wants(s, TOK_STRING);
  if (strchr("+-*/", c) && c && phrase &&
      (s->last == TOK_IDENT || s->last == TOK_NUMBER || s->last == ')'))
    return "inside a sentence put a calculation in brackets: (n + 1)";
  if ((!strcmp(first, "raise") || !strcmp(first, "lower")) && wants(s, TOK_BY) &&
      s->found != TOK_TO)
    return arena_printf(s->lx->unit->arena, "write: %s … by …", first);
  if (!strcmp(first, "value") && s->found == TOK_ABOVE)
    return "\"above\" stands behind the name: value NAME above NAMES = …";
  if (!strcmp(first, "value") && s->found == TOK_IF)
    return "the condition belongs to the value: value NAME = if … then … else NAME";
  if (s->found == TOK_AND &&
      (!strcmp(first, "add") || !strcmp(first, "remove") || !strcmp(first, "move")))
    return "one after the other: add 3 to …; add 4 to …; or several things joined with +";
  if ((s->found == TOK_AND || s->found == TOK_OR) &&
      (!strcmp(first, "verb") || (wants(s, TOK_WITH) && wants(s, TOK_UNDER))))
    return "\"and\" and \"or\" join conditions; between the parts of a verb stand other "
           "words, such as with, to, by, or one of your own";
  if (!strcmp(first, "set") && wants(s, TOK_TO)) return "write: set … to …";
  if (!strcmp(first, "verb") && c == ':')
    return "a parameter stands in brackets: verb advance (h: horse)";
  if (!strcmp(first, "verb") && c == ',')
    return "each parameter has brackets of its own: (h: horse) (n: 1..6)";
  if (c == '{' && s->last == TOK_IDENT && s->wanted == 1 && wants(s, TOK_IN))
    return !strcmp(first, "each") || !strcmp(first, "secretly")
               ? "write: each x in SET { … }"
               : "what a player chooses stands in quotation marks: \"Rest\" { … }";
  return NULL;
}

/* A first word that is nearly one of the language. */
static const char *by_first_word(const Spot *s, const char *first)
{
  static const char *const heads[] = {
      "game",    "use",    "type",   "option",  "kind",    "value",   "verb",
      "variant", "test",   "before", "after",   "instead", "when",    "while",
      "always",  "omit",   "let",    "set",     "raise",   "lower",   "if",
      "else",    "each",   "repeat", "choose",  "may",     "require", "secretly",
      "run",     "expect", "view",   "outlook", "claim",   "pack"};
  Nearest near = {first, NULL, 0};
  char small[32];
  size_t n = 0;
  for (; first[n] && n + 1 < sizeof small; n++)
    small[n] = (char)(first[n] >= 'A' && first[n] <= 'Z' ? first[n] + 32 : first[n]);
  small[n] = 0;
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    if (!strcmp(first, heads[i])) return NULL;
    if (!strcmp(small, heads[i]))
      return arena_printf(s->lx->unit->arena, "write \"%s\" in small letters", heads[i]);
    nearest_try(&near, heads[i]);
  }
  if (!near.best || n < 4 || near.distance > (n < 6 ? 1 : 2)) return NULL;
  return arena_printf(s->lx->unit->arena, "did you mean \"%s\"?", near.best);
}

/* Something has to follow it, and on the same line. */
static bool lacks_an_end(int token)
{
  return token && token != '{' && token != TOK_SEP && !token_can_end(token);
}

/* The first word of the next line. */
static bool next_line_is(const Spot *s, const char *word)
{
  int n, i = 0;
  const Source *src = &s->lx->unit->sources.files.at[s->loc.file];
  if ((size_t)s->loc.line >= src->lines.n) return false;
  const char *line = source_line(src, s->loc.line + 1, &n);
  while (i < n && line[i] == ' ') i++;
  size_t k = strlen(word);
  return (size_t)(n - i) > k && !strncmp(line + i, word, k) &&
         !name_char(line[i + (int)k]);
}

/* Slips of one sign or small word, told by what was found and what could stand there. */
static bool mend_sign(const Spot *s, const char *first, Loc before)
{
  Diags *d = &s->lx->unit->diags;
  bool changes = !strcmp(first, "raise") || !strcmp(first, "lower");
  Loc gap = {s->loc.file, s->loc.line, s->loc.col, s->loc.col};
  bool operand = s->found == TOK_NUMBER || s->found == TOK_IDENT;
  if (s->found == ':' && s->wanted == 1 && wants(s, '{') && char_at(s, next_at(s)) == '{')
    diag_mend(d, s->g, s->loc, "", "before a block there is no \":\"");
  else if (s->found == TOK_OTHERWISE && s->last == '}' && wants(s, TOK_ELSE))
    diag_mend(d, s->g, s->loc, "else", "%s", foreign("otherwise"));
  else if (operand && changes && wants(s, TOK_BY))
    diag_mend(d, s->g, gap, "by ", "write: %s … by …", first);
  else if (operand && !strcmp(first, "set") && wants(s, TOK_TO))
    diag_mend(d, s->g, gap, "to ", "write: set … to …");
  else if (s->found == TOK_IS && s->last == TOK_NOT && before.col > 3) {
    Loc both = {s->loc.file, s->loc.line, before.col - 3, s->loc.end};
    diag_mend(d, s->g, both, "is not", "write: … is not …");
  } else if (s->found == TOK_FOR && s->loc.col - 1 == s->start && s->lx->braces > 0)
    diag_mend(d, s->g, s->loc, "each", "%s", foreign("for"));
  else if (s->found == TOK_IDENT && s->wanted == 1 && wants(s, TOK_NONE))
    diag_mend(d, s->g, s->loc, "none", "what is nothing is called none");
  else return false;
  return true;
}

/* Slips whose remedy is a certain edit of the line.  True if it was one. */
static bool mend(const Spot *s, const char *first, const char *here)
{
  Diags *d = &s->lx->unit->diags;
  static const char *const words[][2] = {{"every", "each"},   {"foreach", "each"},
                                         {"elif", "else if"}, {"elsif", "else if"},
                                         {"var", "let"},      {"elseif", "else if"}};
  int end = s->loc.col - 1; /* behind what stands before */
  while (char_at(s, end - 1) == ' ') end--;
  Loc before = {s->loc.file, s->loc.line, end + 1, end + 1};
  if (mend_sign(s, first, before)) return true;
  if (s->found == TOK_SEEN && s->last == '=' && end > 0) {
    Loc sign = {s->loc.file, s->loc.line, end, s->loc.col};
    diag_mend(d, s->g, sign, "", "leave \"=\" out, or put the first value behind it");
    return true;
  }
  if (s->found == TOK_IDENT && s->last != TOK_IDENT && wants(s, ',') && wants(s, ')') &&
      !wants(s, TOK_SEP)) {
    diag_mend(d, s->g, before, ",", "a \",\" is missing before it");
    return true;
  }
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    bool is_here = !strcmp(here, words[i][0]);
    if (!is_here && strcmp(first, words[i][0])) continue;
    int at = is_here ? s->loc.col : s->start + 1;
    Loc word = {s->loc.file, s->loc.line, at, at + (int)strlen(words[i][0])};
    diag_mend(d, s->g, word, words[i][1], "%s", foreign(words[i][0]));
    return true;
  }
  return false;
}

static void hint_for(const Spot *s)
{
  Arena *a = s->lx->unit->arena;
  const char *first = word_at(s, s->start), *here = word_at(s, s->loc.col - 1),
             *hint = NULL;
  bool at_start = s->loc.col - 1 == s->start, closes = s->found == '}';
  char next = char_at(s, next_at(s));
  if (s->found == TOK_YYEOF || (is_item(s->found) && s->lx->braces > 0)) {
    hint_open(s);
    return;
  }
  if (mend(s, first, here)) return;
  if (s->found == TOK_SEP && wants(s, TOK_WITH) && next_line_is(s, "with"))
    hint = "\"with\" does not begin a line: put it behind the names";
  else if (is_keyword(s->found) && wants(s, TOK_IDENT) && next == 'i' &&
           !strncmp(s->line + next_at(s), "in ", 3))
    hint = arena_printf(a, "%s is a word of the language; take another name",
                        symbol_words(s->lx, s->found));
  else if (s->last == ',' && (closes || (is_keyword(s->found) && begins_line(s))))
    hint = "is there a comma too many before it?";
  else if (lacks_an_end(s->last) && (closes || s->found == '{' || s->found == TOK_SEP))
    hint = arena_printf(a, "something is missing after %s", symbol_words(s->lx, s->last));
  else if (closes && wants(s, TOK_YYEOF))
    hint = "no \"{\" is open here: one \"}\" too many?";
  else if (s->lx->braces == 0 && char_at(s, 0) == ' ' && wants(s, ':'))
    hint = "this line stands outside every block: one \"}\" too many before it, or a "
           "\"{\" missing?";
  else if (is_keyword(s->found) &&
           ((at_start && next == ':') ||
            (wants(s, TOK_IDENT) && (next == ':' || next == ',' || s->wanted < 4))))
    hint = arena_printf(a, "%s is a word of the language; take another name",
                        symbol_words(s->lx, s->found));
  else if ((at_start || (s->found != TOK_FOR && s->found != TOK_WHILE)) &&
           (hint = foreign(here))) {
  } else if (!at_start && s->last != '}' && strcmp(first, "while") &&
             strcmp(first, "for") && (hint = foreign(first))) {
  } else if (s->last == '}' && s->found == TOK_STRING && s->lx->braces == 0)
    hint = "a text stands before the block, after the name";
  else if (s->last == '}' && wants(s, TOK_SEP) && !closes)
    hint = "after a block that ends on the same line, write \";\" before what follows";
  else if ((hint = by_letters(s, first))) {
  } else if (s->found == TOK_IDENT && s->last == TOK_IDENT && wants(s, ':'))
    hint = arena_printf(a, "a name is one word: %s_%s", word_before(s), here);
  else if (s->found == TOK_IDENT && s->last == TOK_IDENT && !wants(s, TOK_SEP))
    hint = arena_printf(a, "if \"%s\" is a function, write %s(%s)", word_before(s),
                        word_before(s), here);
  else if ((hint = by_first_word(s, first))) {
  } else hint = by_tokens(s);
  if (hint) diag_hint(&s->lx->unit->diags, s->g, "%s", hint);
}

/* Something is wrong with this line already, or with the file from some place on. */
static bool told(const Spot *s)
{
  const Diags *d = &s->lx->unit->diags;
  for (size_t i = 0; i < d->list.n; i++) {
    const Diag *g = &d->list.at[i];
    if (g->loc.file != s->loc.file) continue;
    if (g->code == DIAG_TOO_DEEP || g->code == DIAG_NOT_UTF8)
      return true; /* nothing sensible follows */
    if (g->code == DIAG_OPEN_TEXT && s->found == TOK_YYEOF)
      return true; /* the text has swallowed what closes its block */
    int before = s->loc.line - g->loc.line;
    if (before == 0 && (g->code == DIAG_STRAY || g->code == DIAG_OPEN_TEXT)) return true;
    if (before == 1 && g->code == DIAG_OPEN_TEXT) return true; /* the text goes on here */
    if (g->code == DIAG_SYNTAX && g->hints &&
        strstr(g->hints->text, "a \"}\" is missing"))
      return true;
  }
  return false;
}

void syntax_error(Lexer *lx, Loc loc, int found, const int *want, int wanted)
{
  INVARIANT(wanted >= 0 && (want || !wanted));
  Spot s = {.lx = lx,
            .found = found,
            .want = want,
            .wanted = wanted,
            .last = lx->before,
            .loc = loc};
  if (found == TOK_YYUNDEF || told(&s)) return; /* the lexer has said it */
  find_line(&s);
  const char *list = wanted_words(&s);
  s.g = diag_add(&lx->unit->diags, DIAG_SYNTAX, s.loc, "%s%s", found_words(&s),
                 list ? list : "");
  hint_for(&s);
}
