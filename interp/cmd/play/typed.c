#include "interp/cmd/play/typed.h"
#include "interp/base/invariant.h"
#include "interp/base/name.h"

#include <string.h>

/* As they stand in the help; `wait` is told where it can be typed. */
static const struct {
  Typed command;
  const char *typed, *key; /* in English; its message, NULL: the same everywhere */
  bool named;              /* a name stands behind it */
  const char *help;
} commands[] = {
    {TYPED_AGAIN, "", "typed.enter", false, "does.enter"},
    {TYPED_TABLE, "?", NULL, false, "does.table"},
    {TYPED_LOG, "log", "typed.log", false, "does.log"},
    {TYPED_CARD, "card", "typed.card", true, "does.card"},
    {TYPED_ABOUT, "3?", NULL, false, "does.about"},
    {TYPED_WHY, "why", "typed.why", true, "does.why"},
    {TYPED_UNDO, "undo", "typed.undo", false, "does.undo"},
    {TYPED_HELP, "help", "typed.help", false, "does.help"},
    {TYPED_QUIT, "quit", "typed.quit", false, "does.quit"},
    {TYPED_WAIT, "wait", "typed.wait", false, NULL},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void put_word(const Table *t, Buf *b, int i)
{
  if (commands[i].key) table_add(t, b, commands[i].key, NULL, NULL);
  else buf_add(b, commands[i].typed);
}

void typed_word(const Table *t, Buf *b, Typed c)
{
  int i = 0;
  while (i < COMMANDS && commands[i].command != c) i++;
  INVARIANT(i < COMMANDS);
  put_word(t, b, i);
}

/* "3?" asks about the third answer. */
static bool asks_about(const char *line)
{
  size_t n = strspn(line, "0123456789");
  return n && !strcmp(line + n, "?");
}

Typed typed_read(const Table *t, const char *line, const char **rest)
{
  INVARIANT(t && line && rest);
  Typed found = TYPED_NONE;
  size_t n = strcspn(line, " ");
  Buf typed = {0}, word = {0};
  buf_addn(&typed, line, n);
  *rest = line + n + strspn(line + n, " ");
  if (!*line) found = TYPED_AGAIN;
  else if (asks_about(line)) found = TYPED_ABOUT;
  for (int i = 1; i < COMMANDS && found == TYPED_NONE; i++) {
    if (**rest && !commands[i].named) continue;
    buf_clear(&word);
    put_word(t, &word, i);
    if (!strcmp(buf_text(&typed), commands[i].typed) ||
        name_fits(buf_text(&typed), buf_text(&word)) == 3)
      found = commands[i].command;
  }
  buf_free(&typed);
  buf_free(&word);
  return found;
}

void typed_help(const Table *t)
{
  enum { INDENT = 2, GAP = 2 };
  Buf words[COMMANDS] = {0}, b = {0};
  int widest = 0;
  for (int i = 0; i < COMMANDS; i++) {
    put_word(t, &words[i], i);
    if (commands[i].named) buf_char(&words[i], ' ');
    if (commands[i].named) table_add(t, &words[i], "typed.name", NULL, NULL);
    int w = text_width(buf_text(&words[i]));
    if (commands[i].help && w > widest) widest = w;
  }
  table_say(t, "play.help", NULL);
  for (int i = 0; i < COMMANDS; i++) {
    Buf does = {0};
    int column = INDENT + widest + GAP, w = text_width(buf_text(&words[i]));
    if (commands[i].help) {
      table_add(t, &does, commands[i].help, NULL, NULL);
      buf_pad(&b, INDENT);
      buf_add(&b, buf_text(&words[i]));
      buf_pad(&b, column - INDENT - w);
      buf_wrap(&b, buf_text(&does), column, column, cli_width());
      buf_char(&b, '\n');
    }
    buf_free(&does);
    buf_free(&words[i]);
  }
  fputs(buf_text(&b), stdout);
  buf_clear(&b);
  typed_word(t, &b, TYPED_LOG);
  table_say(t, "play.stroke", buf_text(&b));
  buf_free(&b);
}
