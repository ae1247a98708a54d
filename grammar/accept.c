/* Accepted findings.
 *
 * `accept W0713 "reason"` may stand wherever a declaration, statement, row or answer may,
 * and covers the one that follows.  The grammar never sees it: the lexer takes it out
 * and finds its end where the next separator of the same depth stands, so that it needs
 * no place of its own in any list. */
#include "grammar/lex.h"
#include "interp/base/invariant.h"
#include "interp/base/limits.h"

#include <ctype.h>
#include <string.h>

bool accept_names(Token code)
{
  if (code.kind != TOK_IDENT || strlen(code.text) != 5 || !strchr("EWR", code.text[0]))
    return false;
  for (int i = 1; i < 5; i++)
    if (!isdigit((unsigned char)code.text[i])) return false;
  return true;
}

/* What can be accepted is what the author may know better. */
static DiagCode accepted_code(Lexer *lx, Token t)
{
  Diags *d = &lx->unit->diags;
  DiagCode code = diag_find(t.text);
  if (code == DIAG_COUNT) {
    Nearest near = {t.text, NULL, 0};
    for (int i = 0; i < DIAG_COUNT; i++)
      if (diag_severity((DiagCode)i) != SEV_ERROR)
        nearest_try(&near, diag_name((DiagCode)i));
    Diag *g = diag_add(d, DIAG_BAD_ACCEPT, t.loc, "no finding has the code %s", t.text);
    if (near.best) diag_meant(d, g, near.best);
  } else if (diag_severity(code) == SEV_ERROR) {
    Diag *g = diag_add(d, DIAG_BAD_ACCEPT, t.loc,
                       "%s is an error, and errors cannot be accepted", t.text);
    diag_hint(d, g, "only findings can: their codes begin with W");
    return DIAG_COUNT;
  }
  return code;
}

void accept_begin(Lexer *lx, Token code, Token reason)
{
  Diags *d = &lx->unit->diags;
  Accept a = {.loc = code.loc,
              .depth = lx->braces,
              .open = true,
              .code = accepted_code(lx, code),
              .reason = reason.kind == TOK_STRING ? reason.text : ""};
  if (!*a.reason) {
    Diag *g =
        diag_add(d, DIAG_BAD_ACCEPT, code.loc, "why is %s accepted here?", code.text);
    diag_hint(d, g, "write the reason behind it: accept %s \"only the map shows it\"",
              code.text);
  }
  if (lx->accepts >= MAX_ACCEPTS) {
    diag_add(d, DIAG_BAD_ACCEPT, code.loc,
             "more than %d acceptances stand before one rule", MAX_ACCEPTS);
    return;
  }
  if (a.code == DIAG_COUNT || !*a.reason) return;
  vec_push(&lx->unit->accepts, a);
  lx->accepts++;
}

void accept_token(Lexer *lx, int kind)
{
  INVARIANT(lx->unit && lx->n_peeked >= 0 && lx->n_peeked <= 2);
  Unit *u = lx->unit;
  bool separates = kind == TOK_SEP || kind == TOK_YYEOF;
  for (size_t i = u->accepts.n; i-- > 0 && lx->accepts;) {
    Accept *a = &u->accepts.at[i];
    if (!a->open || a->loc.file != lx->file) continue;
    if (!separates) a->begun = true;
    bool ends = kind == TOK_YYEOF || lx->braces < a->depth ||
                (separates && a->begun && lx->braces == a->depth);
    if (!ends) continue;
    a->open = false;
    a->until = lx->line_given;
    lx->accepts--;
  }
}
