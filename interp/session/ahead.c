/* The answer is given in other games: all that the reader does not know was dealt anew in
 * each of them, so that none can tell him anything.  What is told in all is what he can
 * know; where the first of them differs from another, it is not known any more. */
#include "interp/session/ahead.h"
#include "interp/base/invariant.h"
#include "interp/board/picture.h"
#include "interp/text/label.h"
#include "interp/text/log.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 8 }; /* in which all that he cannot know is hardly ever the same */

/* What is told of answer i in one of these games; false if it is not asked there. */
static bool play_on(const View *v, Vm *head, int i, Buf *lines)
{
  View there = *v;
  there.vm = head;
  if (vm_step(head) != VM_DECIDE || !picture_asks_alike(v, &there)) return false;
  int answer = picture_answer(v, &there, i);
  if (answer < 0) return false;
  Log *log = log_new(v->program, vm_seats(v->vm), v->names, v->lang, false);
  log_only(log, v->seat);
  vm_listen(head, log_listen, log);
  vm_answer(head, answer);
  VmStatus status = vm_step(head);
  vm_listen(head, NULL, NULL);
  for (int k = 0, n = log_count(log, v->seat); k < n; k++)
    buf_printf(lines, "%s\n", log_line(log, v->seat, k));
  if (status == VM_DECIDE && vm_options(head) && picture_may_read(&there, 0)) {
    Buf prompt = {0};
    label_prompt(&there, &prompt);
    words_say(v->lang, lines, SAY_NEXT_ASKED, buf_text(&prompt), NULL, NULL);
    buf_char(lines, '\n');
    buf_free(&prompt);
  }
  log_free(log);
  return true;
}

/* The lines with which both begin. */
static void keep_common(Buf *a, const Buf *b)
{
  size_t kept = 0;
  const char *x = buf_text(a), *y = buf_text(b);
  for (size_t i = 0; x[i] && x[i] == y[i]; i++)
    if (x[i] == '\n') kept = i + 1;
  if (kept < a->n) a->at[kept] = 0, a->n = kept;
}

void ahead_tell(const View *v, int i, Buf *out)
{
  INVARIANT(v && v->program && v->vm && v->seat >= 0);
  Vm *head = vm_new(v->program);
  Buf common = {0};
  int played = 0;
  for (int k = 0; k < GAMES && (!k || common.n); k++) {
    Buf lines = {0};
    vm_copy(head, vm_known(v->vm, v->seat, vm_key(v->vm) + (uint64_t)k));
    vm_auto_chance(head, false);
    bool asked = play_on(v, head, i, &lines);
    if (asked && !played++) buf_add(&common, buf_text(&lines));
    else if (asked) keep_common(&common, &lines);
    buf_free(&lines);
  }
  buf_add(out, buf_text(&common));
  buf_free(&common);
  vm_free(head);
}
