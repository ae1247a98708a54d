/* regel check --fix: makes the edits that are certain, file by file, and looks whether
 * they helped: if there are more errors than before, everything is put back. */
#include "interp/cmd/author/check_fix.h"
#include "interp/base/replace.h"
#include "interp/cmd/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fixes_add(Fixes *f, Arena *arena, const regel_data *edits)
{
  for (size_t i = 0; i < regel_data_count(edits); i++) {
    const regel_data *e = regel_data_at(edits, i);
    Fix x = {arena_strdup(arena, client_text(e, "file")), (int)client_number(e, "line"),
             (int)client_number(e, "column"), (int)client_number(e, "end"),
             arena_strdup(arena, client_text(e, "write"))};
    vec_push(&f->list, x);
  }
}

/* The last edit of a file first, so that places stay what they are. */
static int from_the_end(const void *a, const void *b)
{
  const Fix *x = a, *y = b;
  int path = strcmp(x->path, y->path);
  if (path) return path;
  return x->line != y->line ? y->line - x->line : y->column - x->column;
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
  size_t from = line_start(b, f->line) + (size_t)f->column - 1;
  size_t to = from + (size_t)(f->end > f->column ? f->end - f->column : 0);
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
  *ok = client_read(path, &text);
  if (*ok) remember(f, arena, path, &text);
  int line = 0, col = 0;
  for (; i + n < f->list.n && !strcmp(f->list.at[i + n].path, path); n++) {
    const Fix *x = &f->list.at[i + n];
    if (x->line == line && x->end > col) continue; /* it would overlap */
    line = x->line, col = x->column;
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
