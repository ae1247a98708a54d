/* regel check --fix: makes the edits that are certain, file by file, and looks whether
 * they helped: if there are more errors than before, everything is put back. */
#include "interp/cmd/author/check_fix.h"
#include "interp/base/replace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fixes_add(Fixes *f, Arena *arena, const Unit *u)
{
  for (size_t i = 0; i < u->diags.list.n; i++) {
    const Diag *g = &u->diags.list.at[i];
    for (const Hint *h = g->accepted ? NULL : g->hints; h; h = h->next) {
      if (!h->certain) continue;
      Fix x = {arena_strdup(arena, u->sources.files.at[h->edit.file].path), h->edit,
               arena_strdup(arena, h->fix)};
      vec_push(&f->list, x);
      break; /* one remedy for one mistake */
    }
  }
}

/* The last edit of a file first, so that places stay what they are. */
static int from_the_end(const void *a, const void *b)
{
  const Fix *x = a, *y = b;
  int path = strcmp(x->path, y->path);
  if (path) return path;
  return x->at.line != y->at.line ? y->at.line - x->at.line : y->at.col - x->at.col;
}

static bool read_file(const char *path, Buf *b)
{
  FILE *f = fopen(path, "rb");
  char part[4096];
  size_t n;
  if (!f) return false;
  while ((n = fread(part, 1, sizeof part, f)) > 0)
    for (size_t i = 0; i < n; i++) buf_char(b, part[i]);
  bool ok = !ferror(f);
  fclose(f);
  return ok;
}

static bool write_file(const char *path, const char *text, size_t n)
{
  Replace r;
  if (!replace_begin(&r, path)) return false;
  bool ok = fwrite(text, 1, n, r.out) == n;
  return replace_end(&r, ok) && ok;
}

/* Where line `line` begins. */
static size_t line_start(const Buf *b, int line)
{
  size_t at = 0;
  for (int k = 1; k < line && at < b->n; at++) k += b->at[at] == '\n';
  return at;
}

static void edit(Buf *b, const Fix *f)
{
  size_t from = line_start(b, f->at.line) + (size_t)f->at.col - 1;
  size_t to = from + (size_t)(f->at.end > f->at.col ? f->at.end - f->at.col : 0);
  if (to > b->n) return;
  Buf now = {0};
  for (size_t i = 0; i < from; i++) buf_char(&now, b->at[i]);
  buf_add(&now, f->write);
  for (size_t i = to; i < b->n; i++) buf_char(&now, b->at[i]);
  buf_free(b);
  *b = now;
}

static void remember(Fixes *f, Arena *arena, const char *path, const Buf *text)
{
  for (size_t i = 0; i < f->were.n; i++)
    if (!strcmp(f->were.at[i].path, path)) return;
  Was w = {arena_strdup(arena, path), arena_strndup(arena, text->at, text->n), text->n};
  vec_push(&f->were, w);
}

/* Makes the edits of one file, which are those from `i` on.  Returns how many. */
static size_t fix_file(Fixes *f, Arena *arena, size_t i, bool *ok)
{
  const char *path = f->list.at[i].path;
  Buf text = {0};
  size_t n = 0;
  *ok = read_file(path, &text);
  if (*ok) remember(f, arena, path, &text);
  int line = 0, col = 0;
  for (; i + n < f->list.n && !strcmp(f->list.at[i + n].path, path); n++) {
    const Fix *x = &f->list.at[i + n];
    if (x->at.line == line && x->at.end > col) continue; /* it would overlap */
    line = x->at.line, col = x->at.col;
    if (*ok) edit(&text, x), f->made++;
  }
  if (*ok) *ok = write_file(path, buf_text(&text), text.n);
  buf_free(&text);
  return n;
}

const char *fixes_make(Fixes *f, Arena *arena)
{
  const char *failed = NULL;
  qsort(f->list.at, f->list.n, sizeof *f->list.at, from_the_end);
  for (size_t i = 0; i < f->list.n && !failed;) {
    bool ok;
    const char *path = f->list.at[i].path;
    i += fix_file(f, arena, i, &ok);
    if (!ok) failed = path;
  }
  f->list.n = 0;
  return failed;
}

void fixes_undo(Fixes *f)
{
  for (size_t i = 0; i < f->were.n; i++)
    write_file(f->were.at[i].path, f->were.at[i].text, f->were.at[i].n);
  f->made = 0;
}

void fixes_free(Fixes *f)
{
  vec_free(&f->list);
  vec_free(&f->were);
}
