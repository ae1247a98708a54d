/* Rules as a row of words: what is hashed is how each token is written, since the numbers
 * of tokens change from build to build. */
#include "db/seal.h"
#include "grammar/lex.h"
#include "interp/base/invariant.h"

typedef struct Words {
  Sealing *seal;
  const Source *source;
  int depth;    /* open braces */
  bool begins;  /* an item begins here */
  bool apart;   /* in an item that is no rule: a test */
  bool pending; /* a line ended */
  bool open;    /* the token before was a brace, or there was none */
} Words;

static bool opens(int kind) { return kind == '{' || kind == TOK_OPEN_CITED; }
static bool closes(int kind) { return kind == '}' || kind == TOK_CLOSE_CITED; }

static void put_token(Words *r, const Token *t)
{
  /* A line end at a brace says nothing, and no more do two of them. */
  if (r->pending && !r->open && !closes(t->kind)) seal_text(r->seal, ";");
  int n;
  const char *line = source_line(r->source, t->loc.line, &n);
  int from = t->loc.col - 1, to = t->loc.end - 1;
  if (from >= 0 && from <= to && to <= n)
    seal_bytes(r->seal, line + from, (size_t)(to - from));
  r->pending = false;
  r->open = opens(t->kind);
}

static void read_token(Words *r, const Token *t)
{
  if (t->kind == TOK_SEP) {
    r->pending = true;
    if (!r->depth) r->begins = true, r->apart = false;
    return;
  }
  if (r->begins && t->kind == TOK_TEST) r->apart = true;
  r->begins = false;
  r->depth += opens(t->kind) - closes(t->kind);
  if (!r->apart && t->kind != TOK_CITE) put_token(r, t);
}

static void read_file(Sealing *s, Unit *u, int file)
{
  Lexer lx;
  Words r = {.seal = s, .source = &u->sources.files.at[file], .begins = true};
  r.open = true;
  lexer_open(&lx, u, file);
  for (Token t; (t = lexer_next(&lx)).kind > 0;) read_token(&r, &t);
  lexer_close(&lx);
}

Seal seal_meaning(const Program *p)
{
  INVARIANT(p && p->n_files > 0);
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  Sealing *s = seal_begin("meaning");
  for (int i = 0; i < p->n_files; i++)
    read_file(s, u,
              sources_add(&u->sources, program_string(p, p->files[i].path),
                          program_string(p, p->files[i].text), (size_t)p->files[i].size));
  unit_free(u);
  arena_free(arena);
  return seal_end(s);
}
