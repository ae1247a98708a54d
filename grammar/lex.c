#include "grammar/lex.h"
#include "interp/base/invariant.h"
#include "interp/base/limits.h"
#include "lexer.h"

#include <string.h>

static const struct {
  const char *word;
  int token;
} words[] = {
#define WORD(word, token) {word, TOK_##token},
#include "grammar/word.def"
#undef WORD
};

void lex_advance(Lexer *lx, int n)
{
  lx->raw = (Token){.loc = {lx->file, lx->line, lx->col, lx->col + n}};
  lx->col += n;
}

void lex_newline(Lexer *lx)
{
  lx->line++;
  lx->col = 1;
}

int lex_word(Lexer *lx, const char *s, size_t n, bool call)
{
  INVARIANT(n > 0);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i].word[0] == s[0] && !strncmp(words[i].word, s, n) && !words[i].word[n])
      return words[i].token;
  if (n > MAX_NAME)
    diag_hint(&lx->unit->diags,
              diag_add(&lx->unit->diags, DIAG_NAME_TOO_LONG, lx->raw.loc,
                       "this name has %zu characters; the most is %d", n, MAX_NAME),
              "give it a short name; what players read is the text after it");
  lx->raw.text = intern(lx->unit->names, s, n);
  return call ? TOK_FUNC : TOK_IDENT;
}

/* `claim` before a text, `pack NAME for`: no keywords, because games have verbs and
 * things of that name.  They begin an item if they begin its line; give() knows whether
 * the line stands in a block. */
int lex_first(Lexer *lx, const char *word, int token)
{
  INVARIANT(lx->unit && lx->n_peeked >= 0 && lx->n_peeked <= 2);
  int length;
  const Source *s = &lx->unit->sources.files.at[lx->file];
  const char *line = source_line(s, lx->raw.loc.line, &length);
  lx->raw.text = intern(lx->unit->names, word, strlen(word));
  for (int i = 0; i < lx->raw.loc.col - 1; i++)
    if (line[i] != ' ' && line[i] != '\t') return TOK_IDENT;
  return token;
}

int lex_number(Lexer *lx, const char *s, size_t n)
{
  INVARIANT(n > 0 && s[0] >= '0' && s[0] <= '9');
  int64_t v = 0;
  for (size_t i = 0; i < n && v <= MAX_NUMBER; i++) v = v * 10 + (s[i] - '0');
  if (v > MAX_NUMBER) {
    diag_hint(&lx->unit->diags,
              diag_add(&lx->unit->diags, DIAG_NUMBER_TOO_LARGE, lx->raw.loc,
                       "this number is larger than %d", MAX_NUMBER),
              "count in larger units: thousands of gold, not single pieces");
    v = MAX_NUMBER;
  }
  lx->raw.number = v;
  return TOK_NUMBER;
}

static void bad_escape(Lexer *lx, size_t at, char c)
{
  Loc loc = lx->raw.loc;
  loc.col += (int)at;
  loc.end = loc.col + 2;
  Diag *g = diag_add(&lx->unit->diags, DIAG_BAD_ESCAPE, loc,
                     "in a text a backslash stands only before \" or another backslash");
  diag_hint(&lx->unit->diags, g,
            c == 'n' ? "a text is one line; where it is shown it is broken to fit"
                     : "for a backslash itself write two of them");
}

int lex_text(Lexer *lx, const char *s, size_t n)
{
  INVARIANT(lx->unit && lx->n_peeked >= 0 && lx->n_peeked <= 2);
  char *t = arena_alloc(lx->unit->arena, n);
  size_t k = 0;
  for (size_t i = 1; i + 1 < n; i++) {
    if (s[i] == '\\') {
      i++;
      if (s[i] != '"' && s[i] != '\\') bad_escape(lx, i - 1, s[i]);
    }
    t[k++] = s[i];
  }
  lx->raw.text = intern(lx->unit->names, t, k);
  return TOK_STRING;
}

/* Was the same mistake told on this line already? A text that goes on over several lines
 * is one mistake, too. */
static bool told(const Lexer *lx, DiagCode code, char c)
{
  const Diags *d = &lx->unit->diags;
  for (size_t i = d->list.n; i-- > 0;) {
    const Diag *g = &d->list.at[i];
    if (g->code != code || g->loc.file != lx->file) continue;
    int length, back = lx->raw.loc.line - g->loc.line;
    if (code == DIAG_OPEN_TEXT && back >= 0 && back <= 1) return true;
    const char *line =
        source_line(&lx->unit->sources.files.at[lx->file], g->loc.line, &length);
    if (back == 0 && line[g->loc.col - 1] == c) return true;
  }
  return false;
}

int lex_open_text(Lexer *lx)
{
  INVARIANT(lx->unit && lx->n_peeked >= 0 && lx->n_peeked <= 2);
  lx->raw.text = intern(lx->unit->names, "", 0);
  if (told(lx, DIAG_OPEN_TEXT, '"')) return TOK_STRING;
  /* What stood between texts that were meant to be one has been told as another mistake.
   */
  diag_drop(&lx->unit->diags, DIAG_SYNTAX, lx->raw.loc);
  Diag *g = diag_add(&lx->unit->diags, DIAG_OPEN_TEXT, lx->raw.loc,
                     "this text has no closing quotation mark on its line");
  diag_hint(&lx->unit->diags, g,
            "a text stands on one line between two \" marks; inside it write \\\"");
  return TOK_STRING;
}

int lex_cite(Lexer *lx, const char *s, size_t n)
{
  lx->raw.text = intern(lx->unit->names, s, n);
  return TOK_CITE;
}

int lex_stray(Lexer *lx, const char *s, size_t n)
{
  /* What is written instead, if that is certain. */
  static const char *const rows[][3] = {
      {"!", "write \"not\", or \"is not\" to compare", NULL},
      {"&", "write \"and\"", NULL},
      {"'", "a text stands between two \" marks", NULL},
      {"%", "what a division leaves over is remainder(n, 10)", NULL},
      {"?",
       "a condition needs no question mark; to choose between two values write: if … "
       "then … else …",
       NULL},
      {"\\", "a backslash stands only in a text", NULL},
      {"“", "a text stands between two straight \" marks", "\""},
      {"”", "a text stands between two straight \" marks", "\""},
      {"„", "a text stands between two straight \" marks", "\""},
      {"«", "a text stands between two straight \" marks", "\""},
      {"’", "a text stands between two straight \" marks", NULL},
      {"…", "a range is written with two dots: 1..6", ".."},
      {"–", "a minus or a dash is the sign on the keyboard: -", "-"},
      {"≤", "write <=", "<="},
      {"≥", "write >=", ">="},
      {"≠", "write \"is not\"", "is not"},
      {"×", "write *", "*"},
  };
  Diags *d = &lx->unit->diags;
  unsigned char c = (unsigned char)*s;
  if (told(lx, DIAG_STRAY, *s)) return TOK_YYUNDEF;
  Diag *g;
  if (c == '@') {
    g = diag_add(d, DIAG_STRAY, lx->raw.loc, "this is not a citation");
    diag_hint(d, g, "a citation has capital letters, a dash and a number: @ABC-TURN-01");
    return TOK_YYUNDEF;
  }
  if (c < 32 || c == 127) {
    g = diag_add(d, DIAG_STRAY, lx->raw.loc,
                 "a control character (byte %d) does not belong into a rules file", c);
    return TOK_YYUNDEF;
  }
  g = diag_add(d, DIAG_STRAY, lx->raw.loc, "\"%.*s\" means nothing here",
               n < 40 ? (int)n : 1, s);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strncmp(rows[i][0], s, n) && !rows[i][0][n]) {
      if (rows[i][2]) diag_mend(d, g, lx->raw.loc, rows[i][2], "%s", rows[i][1]);
      else diag_hint(d, g, "%s", rows[i][1]);
      return TOK_YYUNDEF;
    }
  if (c >= 128)
    diag_hint(d, g,
              "names have plain letters a-z, digits and \"_\"; other letters stand only "
              "in texts and comments");
  return TOK_YYUNDEF;
}

/* ---- line ends ------------------------------------------------------------------ */

bool token_can_end(int t)
{
  switch (t) {
  case TOK_IDENT:
  case TOK_NUMBER:
  case TOK_STRING:
  case TOK_CITE:
  case ')':
  case ']':
  case '}':
  case TOK_NONE:
  case TOK_YES:
  case TOK_NO:
  case TOK_IT:
  case TOK_ME:
  case TOK_THIS:
  case TOK_STOP:
  case TOK_YYUNDEF: return true;
  default: return false;
  }
}

static bool continues(int t)
{
  switch (t) {
  case TOK_ELSE:
  case TOK_OTHERWISE:
  case TOK_AND:
  case TOK_OR:
  case TOK_THEN:
  case TOK_WHERE:
  case TOK_SEEN:
  case TOK_CITE:
  case '.':
  case '|':
  case '+':
  case '*':
  case '/':
  case '=': return true;
  default: return false;
  }
}

void lexer_open(Lexer *lx, Unit *u, int file)
{
  INVARIANT(file >= 0 && (size_t)file < u->sources.files.n);
  memset(lx, 0, sizeof *lx);
  lx->unit = u;
  lx->file = file;
  lx->line = lx->col = 1;
  /* A file that is no text at all is not looked into: one message says it. */
  bool good = diag_is_text(&u->diags, &u->sources, file, "a rules file", true);
  const Source *s = &u->sources.files.at[file];
  yyscan_t scanner;
  rawlex_init_extra(lx, &scanner);
  raw_scan_bytes(s->text, good ? (int)s->size : 0, scanner);
  lx->scanner = scanner;
}

void lexer_close(Lexer *lx) { rawlex_destroy(lx->scanner); }

static Token raw(Lexer *lx)
{
  int kind = raw_token(lx->scanner);
  if (kind == 0) lx->raw = (Token){.loc = {lx->file, lx->line, lx->col, lx->col + 1}};
  lx->raw.kind = kind;
  return lx->raw;
}

static Token give(Lexer *lx, Token t)
{
  /* A block never stands inside brackets: somebody forgot to close them. */
  if (t.kind == '{' || t.kind == TOK_OPEN_CITED) lx->depth = 0, lx->braces++;
  if (t.kind == '(' || t.kind == '[') lx->depth++;
  if ((t.kind == ')' || t.kind == ']') && lx->depth) lx->depth--;
  if ((t.kind == '}' || t.kind == TOK_CLOSE_CITED) && lx->braces) lx->braces--;
  if (t.kind == ';') t.kind = TOK_SEP;
  if (!lx->braces && (t.kind == TOK_VARIANT || t.kind == TOK_SEP))
    lx->variant = t.kind == TOK_VARIANT;
  bool item = !lx->braces || (lx->variant && lx->braces == 1 && t.kind == TOK_CLAIM);
  if ((t.kind == TOK_CLAIM || t.kind == TOK_PACK) && !item) t.kind = TOK_IDENT;
  if (lx->braces + lx->depth > MAX_NESTING && t.kind) {
    diag_hint(&lx->unit->diags,
              diag_add(&lx->unit->diags, DIAG_TOO_DEEP, t.loc,
                       "blocks and brackets stand more than %d deep inside each other",
                       MAX_NESTING),
              "put the inner part into a verb, a value or a let of its own");
    t.kind = TOK_YYEOF; /* nothing sensible follows */
  }
  if (lx->accepts) accept_token(lx, t.kind);
  if (t.kind != TOK_SEP) lx->line_given = t.loc.line;
  lx->before = lx->last;
  lx->last = t.kind;
  return t;
}

static void unread(Lexer *lx, Token t)
{
  lx->peeked[1] = lx->peeked[0];
  lx->peeked[0] = t;
  lx->n_peeked++;
}

static Token next_raw(Lexer *lx)
{
  if (!lx->n_peeked) return raw(lx);
  Token t = lx->peeked[0];
  lx->peeked[0] = lx->peeked[1];
  lx->n_peeked--;
  return t;
}

/* A brace with citations behind it is a token of its own: the parser then knows at once
 * that a block begins or has ended, and goes on in the right block after a mistake. */
static Token brace(Lexer *lx, Token t)
{
  if (t.kind != '{' && t.kind != '}') return give(lx, t);
  Token line = next_raw(lx), after = line;
  while (after.kind == TOK_NEWLINE) after = next_raw(lx);
  if (after.kind == TOK_CITE) t.kind = t.kind == '{' ? TOK_OPEN_CITED : TOK_CLOSE_CITED;
  else if (line.kind == TOK_NEWLINE) lx->peeked[lx->n_peeked++] = line;
  lx->peeked[lx->n_peeked++] = after;
  return give(lx, t);
}

/* May t stand behind a block on the same line? */
static bool follows_block(int t)
{
  switch (t) {
  case TOK_ELSE:
  case TOK_OTHERWISE:
  case TOK_CITE:
  case TOK_YYEOF:
  case TOK_YYUNDEF:
  case '}':
  case ';':
  case ',': return true;
  default: return false;
  }
}

static bool is_else_if(Token t)
{
  return t.kind == TOK_IDENT && (!strcmp(t.text, "elif") || !strcmp(t.text, "elsif") ||
                                 !strcmp(t.text, "elseif"));
}

/* A separator is missing after a block: the commonest slip.  It is said here and the
 * separator put in, because the parser would lose its place in the blocks. */
static Token missing_separator(Lexer *lx, Token t)
{
  Diags *d = &lx->unit->diags;
  lx->have_ahead = true;
  lx->ahead = t;
  if (is_else_if(t)) {
    Diag *g = diag_add(d, DIAG_SYNTAX, t.loc, "\"%s\" is said in two words", t.text);
    diag_mend(d, g, t.loc, "else if", "write: else if … { … }");
    lx->ahead.kind = TOK_IF;
    t.kind = TOK_ELSE;
    return give(lx, t);
  }
  Diag *g = diag_add(d, DIAG_SYNTAX, t.loc, "a new line or \";\" is missing before this");
  diag_mend(d, g, (Loc){t.loc.file, t.loc.line, t.loc.col, t.loc.col}, "; ",
            "after a block that ends on the same line, write \";\" before what follows");
  t.kind = TOK_SEP;
  return give(lx, t);
}

/* Takes an acceptance out before the parser sees it. */
static bool take_accept(Lexer *lx, Token t)
{
  bool first = lx->last == 0 || lx->last == TOK_SEP || lx->last == '{';
  if (!first || t.kind != TOK_IDENT || strcmp(t.text, "accept")) return false;
  Token code = next_raw(lx);
  if (!accept_names(code)) {
    unread(lx, code);
    return false;
  }
  Token reason = next_raw(lx);
  accept_begin(lx, code, reason);
  if (reason.kind != TOK_STRING) unread(lx, reason);
  return true;
}

/* The next raw token that is no line end; true if a separator stands before it. */
static bool past_lines(Lexer *lx, Token *t)
{
  while ((*t = next_raw(lx)).kind == TOK_NEWLINE) continue;
  /* A brace inside brackets: somebody forgot to close them. Lines count again. */
  if (lx->depth && t->kind == '}') lx->depth = 0;
  return !lx->depth && token_can_end(lx->last) && !continues(t->kind);
}

Token lexer_next(Lexer *lx)
{
  Token t;
  do {
    t = lx->have_ahead ? lx->ahead : next_raw(lx);
    if (!lx->have_ahead && lx->last == '}' && t.kind != TOK_NEWLINE &&
        !follows_block(t.kind))
      return missing_separator(lx, t);
    lx->have_ahead = false;
    Token line = t;
    if (t.kind == TOK_NEWLINE && past_lines(lx, &t)) {
      lx->have_ahead = true;
      lx->ahead = t;
      line.kind = TOK_SEP;
      return give(lx, line);
    }
  } while (take_accept(lx, t));
  return brace(lx, t);
}

void tokens_dump(FILE *out, Unit *u, int file)
{
  Lexer lx;
  lexer_open(&lx, u, file);
  for (Token t; (t = lexer_next(&lx)).kind > 0;) {
    fprintf(out, "%d:%d\t%s", t.loc.line, t.loc.col, token_name(t.kind));
    if (t.text) fprintf(out, "\t%s", t.text);
    else if (t.kind == TOK_NUMBER) fprintf(out, "\t%lld", (long long)t.number);
    fputc('\n', out);
  }
  lexer_close(&lx);
}
