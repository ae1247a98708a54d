/* A view is run on a state in which everything that its reader may not know was dealt
 * anew: whatever its rules look at, they cannot tell a secret, and what the reader does
 * not see is written as unknown. */
#include "interp/text/picture.h"
#include "interp/base/arena.h"
#include "interp/text/log.h"
#include "interp/text/words.h"

#include <stdlib.h>

typedef struct Picture {
  View view;
  Buf lines;
  size_t line; /* where the present one begins */
  int width;   /* of what stands on it */
} Picture;

static void end_line(Picture *p)
{
  Buf *b = &p->lines;
  while (b->n > p->line && b->at[b->n - 1] == ' ') b->n--;
  if (b->n > p->line) buf_char(b, '\n');
  p->line = b->n;
  p->width = 0;
}

/* A note without a column begins a line; one with a column goes on in it, there or where
 * the line has come to. */
static void take_note(void *user, Vm *vm, const Event *e)
{
  Picture *p = user;
  (void)vm;
  if (e->kind != EV_NOTE || p->lines.n > MAX_VIEW_BYTES) return;
  int column =
      e->now > MAX_COLUMN ? MAX_COLUMN : (int)e->now; /* damaged: no rule says more */
  if (e->now == NONE) end_line(p);
  size_t from = p->lines.n;
  if (e->now != NONE) buf_pad(&p->lines, column - 1 - p->width);
  log_words(&p->view, &p->lines, e);
  p->width += text_width(buf_text(&p->lines) + from);
}

/* A view that has nothing to say has no title either. */
static void put_view(Picture *p, Buf *b, int i, bool color)
{
  Buf title = {0};
  render_words(&p->view, &title, p->view.program->views[i].title);
  vm_show(p->view.vm, i, take_note, p);
  end_line(p);
  if (p->lines.n > MAX_VIEW_BYTES) {
    words_add(p->view.lang, &p->lines, SAY_VIEW_MORE);
    buf_char(&p->lines, '\n');
  }
  if (p->lines.n) {
    bool apart = b->n < 2 || (b->at[b->n - 1] == '\n' && b->at[b->n - 2] == '\n');
    if (!apart) buf_char(b, '\n');
    if (title.n) buf_printf(b, color ? "\033[1m%s\033[0m\n" : "%s\n", title.at);
    buf_add(b, buf_text(&p->lines));
  }
  buf_free(&title);
  buf_clear(&p->lines);
  p->line = 0;
}

void picture_put(const View *v, Buf *b, bool color)
{
  const Program *p = v->program;
  if (!p->n_views || !v->vm) return;
  Vm *copy = v->vm;
  if (v->seat != VIEW_ALL) copy = vm_pictured(v->vm, v->seat, vm_key(v->vm));
  Picture picture = {.view = *v};
  picture.view.vm = copy;
  for (int i = 0; i < p->n_views; i++) put_view(&picture, b, i, color);
  buf_free(&picture.lines);
}
