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

/* Is this one of the lines?  Its end is counted in `n`. */
static bool lines_have(const Buf *lines, const char *line, size_t n)
{
  for (const char *at = buf_text(lines); *at;) {
    size_t length = strcspn(at, "\n") + 1;
    if (length == n && !memcmp(at, line, n)) return true;
    at += length;
  }
  return false;
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

/* The answers of a seat in a game, each once. */
static void put_answers(const View *v, Vm *vm, int seat, Buf *lines)
{
  View there = *v;
  there.vm = vm;
  for (int i = 0, n = vm_options(vm); i < n && i < MAX_OPTIONS; i++) {
    Buf label = {0};
    if (vm_option(vm, i).seat == seat) label_option(&there, &label, i);
    if (label.n) buf_char(&label, '\n');
    if (label.n && !lines_have(lines, buf_text(&label), label.n))
      buf_add(lines, buf_text(&label));
    buf_free(&label);
  }
}

/* The lines that both have. */
static void keep_shared(Buf *a, const Buf *b)
{
  Buf kept = {0};
  for (const char *at = buf_text(a); *at;) {
    size_t n = strcspn(at, "\n") + 1;
    if (lines_have(b, at, n)) buf_addn(&kept, at, n);
    at += n;
  }
  buf_clear(a);
  buf_add(a, buf_text(&kept));
  buf_free(&kept);
}

void ahead_could(const View *v, int seat, Buf *out)
{
  INVARIANT(v && v->program && v->vm);
  Vm *head = vm_new(v->program);
  Buf shared = {0};
  for (int k = 0; k < GAMES && (!k || shared.n); k++) {
    Buf lines = {0};
    vm_copy(head, vm_known(v->vm, v->seat, vm_key(v->vm) + (uint64_t)k));
    if (vm_step(head) == VM_DECIDE && vm_decision(head) == vm_decision(v->vm))
      put_answers(v, head, seat, &lines);
    if (k) keep_shared(&shared, &lines);
    else buf_add(&shared, buf_text(&lines));
    buf_free(&lines);
  }
  buf_add(out, buf_text(&shared));
  buf_free(&shared);
  vm_free(head);
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
