/* The lexer: flex finds raw tokens, lex.c turns line ends into separators (a line end
 * separates where a statement can end) and gives tokens their places. */
#ifndef REGEL_LEX_H
#define REGEL_LEX_H
#include "grammar/tree.h"

typedef struct Token {
  int kind;
  Loc loc;
  const char *text; /* name, text or citation */
  int64_t number;
} Token;

typedef struct Lexer {
  Unit *unit;
  int file;
  void *scanner;
  int line, col;    /* where the next raw token begins */
  Token raw, ahead; /* the token being made; one kept back */
  bool have_ahead;
  Token peeked[2]; /* raw tokens looked at after a brace */
  int n_peeked;
  int last, before, depth; /* last token given out, the one before; open ( and [ */
  int braces, line_given;  /* open {; the line of the last token given out */
  bool variant;            /* the item that was begun outside all of them is one */
  int accepts;             /* acceptances whose end is not known yet */
  NodeList items;          /* what the file declares */
} Lexer;

union YYSTYPE;
#include "parser.h"

enum {
  TOK_LAST = 1000,
  TOK_NEWLINE = 100000
}; /* no token of the grammar is past the first */

void lexer_open(Lexer *lx, Unit *u, int file);
void lexer_close(Lexer *lx);
/* The next token, line ends already turned into TOK_SEP. */
Token lexer_next(Lexer *lx);
const char *token_name(int kind);
/* Can a line end, and a statement with it, after this token? */
bool token_can_end(int kind);
/* accept.c: is this the code of a finding?  Then `accept` before it is no name. */
bool accept_names(Token code);
void accept_begin(Lexer *lx, Token code, Token reason);
/* Every token passes here when it is given out: where do acceptances end? */
void accept_token(Lexer *lx, int kind);
/* syntax.c: reports a token that cannot stand where it was found. */
void syntax_error(Lexer *lx, Loc loc, int found, const int *want, int wanted);

/* For lexer.l. */
int raw_token(void *scanner);
void lex_advance(Lexer *lx, int n);
void lex_newline(Lexer *lx);
int lex_word(Lexer *lx, const char *s, size_t n, bool call);
int lex_first(Lexer *lx, const char *word, int token);
int lex_number(Lexer *lx, const char *s, size_t n);
int lex_text(Lexer *lx, const char *s, size_t n);
int lex_open_text(Lexer *lx);
int lex_cite(Lexer *lx, const char *s, size_t n);
int lex_stray(Lexer *lx, const char *s, size_t n);

#endif
