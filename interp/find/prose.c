#include "interp/find/prose.h"
#include "interp/rules/load.h"

#include <stdlib.h>
#include <string.h>

bool ledgers_of(Ledgers *l, Arena *a, const Program *p, const Sources *s,
                const char *main_file, Buf *missing)
{
  return p->header->ledger < 0 || ledgers_add(l, program_string(p, p->header->ledger), s,
                                              load_folder(a, main_file), missing);
}

/* ---- paragraphs ----------------------------------------------------------------- */

static void end_paragraph(Prose *to, Arena *a, Buf *words, ProseSort sort, int line)
{
  ProseBlock b = {sort, 0, line, NULL};
  if (!words->n) return;
  b.text = arena_strdup(a, words->at);
  vec_push(&to->blocks, b);
  buf_clear(words);
}

/* A paragraph goes on until an empty line, a heading or an item of a list. */
static void read_blocks(Prose *to, Arena *a, const char *text)
{
  Buf words = {0};
  ProseSort sort = PROSE_TEXT;
  int line = 1, from = 1;
  for (const char *s = text; *s; line++) {
    size_t n = strcspn(s, "\r\n"), level = strspn(s, "#");
    bool item = n > 2 && (!strncmp(s, "- ", 2) || !strncmp(s, "* ", 2));
    if (!n || level || item) end_paragraph(to, a, &words, sort, from);
    if (level) {
      const char *title = s + level + strspn(s + level, " ");
      ProseBlock h = {PROSE_HEADING, (int)level, line, NULL};
      h.text = arena_strndup(a, title, (size_t)(s + n - title));
      vec_push(&to->blocks, h);
    } else if (n) {
      const char *at = item ? s + 2 : s + strspn(s, " ");
      if (!words.n) from = line, sort = item ? PROSE_ITEM : PROSE_TEXT;
      if (words.n) buf_char(&words, ' ');
      buf_addn(&words, at, (size_t)(s + n - at));
    }
    s += strcspn(s, "\n");
    s += *s == '\n';
  }
  end_paragraph(to, a, &words, sort, from);
  buf_free(&words);
}

void prose_read(Prose *to, Arena *a, const Ledgers *l)
{
  const char *ledger = l->list.n ? l->list.at[0].path : "", *dot = strrchr(ledger, '.');
  size_t size;
  if (!dot) return;
  const char *path = arena_printf(a, "%.*s.book%s", (int)(dot - ledger), ledger, dot);
  char *text = file_whole(path, &size);
  if (text) {
    to->path = path;
    read_blocks(to, a, text);
  }
  free(text);
}

void prose_free(Prose *p) { vec_free(&p->blocks); }
