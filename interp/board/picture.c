#include "interp/board/picture.h"
#include "interp/base/invariant.h"
#include "interp/board/board.h"
#include "interp/text/words.h"

#include <string.h>

View picture_reader(const View *v)
{
  View known = *v;
  /* After the end nothing is secret any more: what is seen then is what was so. */
  if (v->seat != VIEW_ALL && v->vm && !vm_over(v->vm) && vm_has_secrets(v->vm))
    known.vm = vm_pictured(v->vm, v->seat, vm_key(v->vm));
  return known;
}

bool picture_may_read(const View *v, int i)
{
  if (v->seat == VIEW_ALL) return true;
  if (!vm_decision(v->vm)) return false;
  int seat = vm_option(v->vm, i).seat;
  return seat == v->seat || (seat < 0 && v->seat >= 0);
}

/* Nobody else is asked: there may be a million answers, which need not be counted. */
static bool is_alone(const View *v)
{
  int n = vm_options(v->vm);
  return n && picture_may_read(v, 0) && picture_may_read(v, n - 1);
}

int picture_answer(const View *from, const View *to, int i)
{
  if (from->vm == to->vm) return i;
  if (!picture_may_read(from, i)) return -1;
  int m = vm_options(to->vm), place = 0;
  if (is_alone(from) && is_alone(to)) return i < m ? i : -1;
  for (int k = 0; k < i; k++) place += picture_may_read(from, k);
  for (int k = 0; k < m; k++)
    if (picture_may_read(to, k) && place-- == 0) return k;
  return -1;
}

bool picture_asks_alike(const View *v, const View *known)
{
  int n = vm_options(v->vm), m = vm_options(known->vm), i = 0, k = 0;
  if (vm_decision(v->vm) != vm_decision(known->vm)) return false;
  if (is_alone(v) && is_alone(known)) return n == m;
  for (;; i++, k++) {
    while (i < n && !picture_may_read(v, i)) i++;
    while (k < m && !picture_may_read(known, k)) k++;
    if (i == n || k == m) return i == n && k == m;
    if (vm_option(v->vm, i).alt != vm_option(known->vm, k).alt) return false;
  }
}

View picture_asked(const View *v)
{
  View known = picture_reader(v);
  bool alike = known.vm != v->vm && vm_decision(v->vm) && vm_decision(known.vm) &&
               picture_asks_alike(v, &known);
  return alike ? known : *v;
}

/* What is written, in lines no wider than there is room; what fits is as it was written.
 */
static void put_notes(Buf *b, const char *notes, int width)
{
  enum { INDENT = 2 };
  for (const char *at = notes; *at;) {
    size_t n = strcspn(at, "\n"), spaces = strspn(at, " ");
    Buf line = {0};
    buf_addn(&line, at, n);
    if (spaces < n && text_width(buf_text(&line)) > width) {
      buf_pad(b, (int)spaces);
      buf_wrap(b, buf_text(&line) + spaces, (int)spaces, (int)spaces + INDENT, width);
    } else buf_add(b, buf_text(&line));
    buf_char(b, '\n');
    at += n + (at[n] == '\n');
    buf_free(&line);
  }
}

void picture_lines(const Board *board, const View *v, Buf *b, int width, BoardLines which,
                   bool color)
{
  size_t from = b->n;
  board_text(board, v, b, width, which, color);
  bool full = b->n - from > MAX_VIEW_BYTES;
  if (full) b->n = from + MAX_VIEW_BYTES;
  while (full && b->n > from && b->at[b->n - 1] != '\n') b->n--;
  put_notes(b, buf_text(&board->notes), width);
  if (full || board->more || board->notes.n > MAX_VIEW_BYTES) {
    words_add(v->lang, b, SAY_VIEW_MORE);
    buf_char(b, '\n');
  }
}

/* A view that has nothing to say has no title either. */
static bool has_grid(const Board *b)
{
  for (size_t i = 0; i < b->areas.n; i++)
    if (b->areas.at[i].shape == SHOW_GRID) return true;
  return false;
}

PictureShows picture_view(const View *v, Buf *b, int i, bool color, int width,
                          BoardLines which)
{
  Board *board = board_new(v, i, false);
  Buf lines = {0};
  picture_lines(board, v, &lines, width, which, color);
  PictureShows shows = !board->items.n   ? SHOWS_WORDS
                       : has_grid(board) ? SHOWS_GRID
                                         : SHOWS_PLACES;
  if (lines.n && board->title && which != LINES_NOTES)
    buf_printf(b, color ? "\033[1m%s\033[0m\n" : "%s\n", board->title);
  buf_add(b, buf_text(&lines));
  buf_free(&lines);
  board_free(board);
  return shows;
}

void picture_put(const View *known, Buf *b, bool color, int width)
{
  INVARIANT(known && known->program);
  const Program *p = known->program;
  if (!known->vm) return;
  for (int i = 0; i < p->n_views; i++) {
    Buf view = {0};
    picture_view(known, &view, i, color, width, LINES_ALL);
    bool apart = b->n < 2 || (b->at[b->n - 1] == '\n' && b->at[b->n - 2] == '\n');
    if (view.n && !apart) buf_char(b, '\n');
    buf_add(b, buf_text(&view));
    buf_free(&view);
  }
}
