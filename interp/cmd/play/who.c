/* Who answers, where several people may and it matters who. */
#include "interp/base/name.h"
#include "interp/base/invariant.h"
#include "interp/cmd/play/reading.h"
#include "interp/cmd/play/typed.h"

#include <stdlib.h>
#include <string.h>

/* What is the same for all tells nobody who should answer. */
static bool all_could_alike(const Table *t, uint32_t people)
{
  Buf first = {0};
  bool alike = true, some = false;
  for (int s = 0; s < t->seats && alike; s++) {
    if (!(people >> s & 1)) continue;
    const char *could = regel_seat_could(t->game, REGEL_SPECTATOR, s);
    if (some) alike = !strcmp(could, buf_text(&first));
    else buf_add(&first, could);
    some = true;
  }
  buf_free(&first);
  return alike;
}

/* What a seat could do as everybody may know, as much of it as stands on a line. */
static void put_could(const Table *t, Buf *b, int seat)
{
  int room = cli_width() - 2;
  Buf all = {0};
  for (const char *at = regel_seat_could(t->game, REGEL_SPECTATOR, seat); *at;) {
    size_t n = strcspn(at, "\n");
    Buf next = {0};
    buf_add(&next, buf_text(&all));
    buf_add(&next, all.n ? ", " : ": ");
    buf_addn(&next, at, n);
    bool fits = text_width(buf_text(b)) + text_width(buf_text(&next)) <= room;
    if (!fits) buf_add(&all, all.n ? ", …" : "");
    else buf_clear(&all), buf_add(&all, buf_text(&next));
    at += fits ? n + (at[n] == '\n') : strlen(at);
    buf_free(&next);
  }
  buf_add(b, buf_text(&all));
  buf_free(&all);
}

/* The seats: behind the question, or below it each with what it could do. */
static bool put_seats(const Table *t, Buf *b, uint32_t people)
{
  bool alike = all_could_alike(t, people);
  for (int s = 0; s < t->seats; s++) {
    Buf line = {0};
    if (!(people >> s & 1)) continue;
    buf_printf(&line, alike ? "  %d" GLUE : "  %d ", s + 1);
    table_seat(t, &line, s);
    if (!alike) put_could(t, &line, s);
    buf_printf(b, alike ? "%s" : "\n%s", buf_text(&line));
    buf_free(&line);
  }
  return alike;
}

static const char *put_asked(Table *t, uint32_t people)
{
  Buf asked = {0}, lines = {0}, seats = {0};
  buf_printf(&asked, "%s ", regel_prompt(t->game, REGEL_SPECTATOR));
  table_add(t, &asked, "play.who", NULL, NULL);
  bool behind = put_seats(t, &seats, people);
  if (behind) buf_add(&asked, buf_text(&seats));
  list_wrap(&lines, buf_text(&asked), t->column ? t->column + 3 : 0, 0);
  bool joins = t->column && buf_text(&lines)[0] != '\n';
  if (!joins) {
    table_line_end(t);
    buf_clear(&lines);
    list_wrap(&lines, buf_text(&asked), 0, 0);
  }
  printf("%s%s%s", joins ? " · " : "", buf_text(&lines), behind ? "" : buf_text(&seats));
  t->column = 0;
  buf_free(&asked);
  buf_free(&lines);
  buf_free(&seats);
  return behind ? " > " : "\n> ";
}

bool who_named(const Table *t, uint32_t people, const char *line, int well, int *seat)
{
  for (int s = 0; s < t->seats; s++) {
    Buf who = {0};
    if (!(people >> s & 1)) continue;
    table_seat(t, &who, s);
    bool named = name_fits(line, buf_text(&who)) >= well;
    buf_free(&who);
    if (named) *seat = s;
    if (named) return true;
  }
  return false;
}

/* What everybody may read is read here, too; what only one may know is asked when that
 * one sits there.  False: it is no command. */
static bool obey(Table *t, uint32_t people, const char *line, Wish *wish)
{
  const char *rest;
  Buf seats = {0};
  switch (typed_read(t, line, &rest)) {
  case TYPED_AGAIN:
    put_seats(t, &seats, people);
    puts(buf_text(&seats) + (buf_text(&seats)[0] == '\n'));
    buf_free(&seats);
    return true;
  case TYPED_TABLE: reading_table(t, REGEL_SPECTATOR); return true;
  case TYPED_LOG: reading_again(t, EVERYBODY); return true;
  case TYPED_HELP: typed_help(t); return true;
  case TYPED_CARD:
    if (*rest) reading_card(t, REGEL_SPECTATOR, rest);
    else table_say(t, "play.who_type", NULL);
    return true;
  case TYPED_WHY:
  case TYPED_ABOUT: table_say(t, "play.who_type", NULL); return true;
  case TYPED_QUIT: *wish = WISH_QUIT; return true;
  case TYPED_UNDO: *wish = WISH_UNDO; return true;
  case TYPED_NONE:
  case TYPED_WAIT: break;
  }
  return false;
}

Wish ask_who(Table *t, uint32_t people, int *seat)
{
  INVARIANT(t && t->game && people);
  Wish wish = WISH_END;
  reading_log(t, EVERYBODY, 0, false); /* who is asked has not been told yet */
  const char *prompt = put_asked(t, people);
  for (char *line; wish == WISH_END && (line = table_read(prompt)); free(line)) {
    prompt = "> ";
    const char *typed = *line == '/' ? line + 1 : line;
    if (obey(t, people, typed, &wish)) continue;
    int s = table_number(typed) ? (int)strtol(typed, NULL, 10) - 1 : -1;
    if (s < 0 || s >= t->seats || !(people >> s & 1)) {
      if (!who_named(t, people, typed, 2, &s)) s = -1;
    }
    if (s < 0) table_say(t, "play.who_type", NULL);
    else *seat = s, wish = WISH_ANSWER;
  }
  return wish;
}
