#include "interp/text/block.h"
#include "interp/base/invariant.h"
#include "interp/base/arena.h"
#include "interp/text/place.h"

#include <string.h>

typedef struct Cited {
  PLoc at;
  int32_t id, what;
} Cited;

struct BlockIndex {
  const Program *program;
  VEC(size_t) lines; /* offset of each line of each file, file after file */
  VEC(size_t) first; /* by file: its first in `lines`; and one more for the end */
  VEC(Cited) cites;  /* of rules, in the order of the source */
};

/* ---- the index ------------------------------------------------------------------ */

static int order(int32_t file, int32_t line, int32_t col, const PLoc *b)
{
  if (file != b->file) return file < b->file ? -1 : 1;
  if (line != b->line) return line < b->line ? -1 : 1;
  return col < b->col ? -1 : col > b->col;
}

static int by_place(const void *x, const void *y)
{
  const Cited *a = x, *b = y;
  return order(a->at.file, a->at.line, a->at.col, &b->at);
}

static void index_lines(BlockIndex *x)
{
  const Program *p = x->program;
  for (int f = 0; f < p->n_files; f++) {
    const char *s = program_string(p, p->files[f].text), *at = s;
    const char *end = s + p->files[f].size;
    vec_push(&x->first, x->lines.n);
    while (at) {
      vec_push(&x->lines, (size_t)(at - s));
      at = memchr(at, '\n', (size_t)(end - at));
      if (at) at++;
    }
  }
  vec_push(&x->first, x->lines.n);
}

BlockIndex *block_index(const Program *p)
{
  INVARIANT(p && p->header);
  BlockIndex *x = zeroed(1, sizeof *x);
  *x = (BlockIndex){.program = p};
  index_lines(x);
  for (int i = 0; i < p->n_cites; i++) {
    const PLoc *l = place_of_row(p, p->cites[i].loc);
    if (!l || p->cites[i].use != CITES_RULE) continue;
    Cited c = {*l, p->cites[i].id, p->cites[i].what};
    vec_push(&x->cites, c);
  }
  if (x->cites.n) qsort(x->cites.at, x->cites.n, sizeof *x->cites.at, by_place);
  return x;
}

void block_free(BlockIndex *x)
{
  if (!x) return;
  vec_free(&x->lines);
  vec_free(&x->first);
  vec_free(&x->cites);
  free(x);
}

/* A line with its length; NULL if there is none. */
static const char *line_at(const BlockIndex *x, int32_t file, int32_t line, size_t *n)
{
  const Program *p = x->program;
  if (file < 0 || file >= p->n_files || line < 1) return NULL;
  size_t at = x->first.at[file] + (size_t)line - 1, end = x->first.at[file + 1];
  if (at >= end) return NULL;
  size_t from = x->lines.at[at],
         to = at + 1 < end ? x->lines.at[at + 1] - 1 : (size_t)p->files[file].size;
  *n = to - from;
  return program_string(p, p->files[file].text) + from;
}

/* ---- blocks --------------------------------------------------------------------- */

/* Reads on from a place to the brace that closes what is opened first; without a brace,
 * to the comma or the line end that ends the declaration.  Braces in texts and comments
 * do not count. */
static void find_end(const BlockIndex *x, Block *b)
{
  int depth = 0;
  int32_t col = b->col;
  size_t n;
  for (int32_t line = b->line;; line++, col = 1) {
    const char *s = line_at(x, b->file, line, &n);
    if (!s) return;
    bool text = false;
    for (; (size_t)col <= n; col++) {
      char c = s[col - 1];
      if (text && c == '\\') col++;
      else if (c == '"') text = !text;
      else if (text) continue;
      else if (c == '#') break;
      else if (c == '{') depth++;
      else if (c == '}' && --depth <= 0) {
        if (!depth) b->last_line = line, b->last_col = col;
        return; /* a brace too many closes what it stands in */
      } else if (c == ',' && !depth) return;
      if (c != ' ' && c != '\r') b->last_line = line, b->last_col = col;
    }
    if (!depth) return;
  }
}

void block_at(const BlockIndex *x, int32_t file, int32_t line, int32_t col, Block *at)
{
  *at = (Block){file, line, col > 0 ? col : 1, line, col};
  find_end(x, at);
}

bool block_of(const BlockIndex *x, int32_t thing, Block *at)
{
  const PLoc *l = place_of_row(x->program, x->program->things[thing].loc);
  if (!l) return false;
  block_at(x, l->file, l->line, l->col, at);
  return true;
}

static bool listed(const Buf *b, size_t from, const char *id)
{
  size_t n = strlen(id);
  for (const char *s = buf_text(b) + from; *s;) {
    size_t k = strcspn(s, " ");
    if (k == n && !memcmp(s, id, n)) return true;
    s += k + (s[k] == ' ');
  }
  return false;
}

void block_cites(const BlockIndex *x, int32_t thing, Buf *b)
{
  INVARIANT(thing >= 0 && thing < x->program->n_things);
  const Program *p = x->program;
  const char *name = program_string(p, p->things[thing].name);
  Block at;
  if (!block_of(x, thing, &at)) return;
  size_t low = 0, high = x->cites.n, from = b->n;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (order(at.file, at.line, at.col, &x->cites.at[mid].at) > 0) low = mid + 1;
    else high = mid;
  }
  for (; low < x->cites.n; low++) {
    const Cited *c = &x->cites.at[low];
    bool inside = order(at.file, at.last_line, at.last_col, &c->at) >= 0;
    /* Behind the closing brace a citation still is of the thing. */
    if (!inside && strcmp(program_string(p, c->what), name)) break;
    const char *id = program_string(p, c->id);
    if (listed(b, from, id)) continue;
    if (b->n > from) buf_char(b, ' ');
    buf_add(b, id);
  }
}

enum { SHOWN = 160 }; /* bytes of a line that are shown */

void block_show(const BlockIndex *x, const Block *at, Buf *b)
{
  Buf number = {0};
  size_t n;
  buf_printf(&number, "%d", at->last_line);
  for (int32_t line = at->line; line <= at->last_line; line++) {
    const char *s = line_at(x, at->file, line, &n);
    if (!s) break;
    while (n && (s[n - 1] == ' ' || s[n - 1] == '\r')) n--;
    buf_printf(b, "%*d | ", (int)number.n, line);
    for (size_t i = 0; i < n && i < SHOWN; i++)
      buf_char(b, (unsigned char)s[i] < 32 ? ' ' : s[i]);
    buf_char(b, '\n');
  }
  buf_free(&number);
}
