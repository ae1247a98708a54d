/* Asking a person: the question, the answers, and what can be typed instead. */
#include "interp/cmd/play/typed.h"
#include "interp/cmd/play/reading.h"
#include "interp/cmd/play/table.h"
#include "interp/base/name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LISTED = 120, MOST_PLACES = 24 };

/* ---- words ---------------------------------------------------------------------- */

static bool is_number(const char *s)
{
  if (*s == '-') s++;
  if (!*s) return false;
  while (isdigit((unsigned char)*s)) s++;
  return !*s;
}

/* ---- the screen ----------------------------------------------------------------- */

/* A line without its end; NULL if there is no more input.  Freed by the caller. */
static char *read_line(const char *prompt)
{
  char *line = NULL;
  size_t cap = 0;
  fputs(prompt, stdout);
  fflush(stdout);
  ssize_t n = getline(&line, &cap, stdin);
  if (n < 0) {
    free(line);
    putchar('\n');
    return NULL;
  }
  while (n > 0 && isspace((unsigned char)line[n - 1])) line[--n] = 0;
  if (!isatty(STDIN_FILENO)) puts(line); /* what a script types is seen, too */
  return line;
}

static void seat_name(const Table *t, Buf *b, int seat)
{
  buf_add(b, regel_who(t->game, 1u << seat));
}

/* Nobody reads another's secrets: the screen is empty while it changes hands. */
static bool hand_over(Table *t, int seat, bool *anew)
{
  bool other = t->sitting != seat && t->people & (t->people - 1);
  t->sitting = seat;
  if (!other || !t->secrets) return true;
  Buf who = {0}, line = {0};
  bool go = true;
  seat_name(t, &who, seat);
  if (t->clears) {
    buf_add(&line, "\033[H\033[2J\033[3J");
    table_add(t, &line, "play.pass", buf_text(&who), NULL);
    buf_char(&line, ' ');
    char *s = read_line(buf_text(&line));
    go = s != NULL;
    free(s);
    *anew = true;
    for (int i = 0; i < READERS; i++) buf_clear(&t->heard[i]);
    fputs("\033[H\033[2J\033[3J", stdout);
  } else {
    buf_printf(&t->whose, "---- %s ---- ", buf_text(&who));
  }
  buf_free(&who);
  buf_free(&line);
  return go;
}

static void show_log(Table *t, int seat)
{
  Buf b = {0};
  for (int i = 0, n = regel_lines(t->readers[seat]); i < n; i++) {
    buf_wrap(&b, regel_line(t->readers[seat], i), 0, 2, cli_width());
    buf_char(&b, '\n');
  }
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

/* ---- the list ------------------------------------------------------------------- */

typedef struct Menu {
  Table *table;
  int seat;
  const int *options;
  Answers list;
  uint32_t seats; /* who may answer here */
  bool listed;    /* the answers stand below the question */
} Menu;

/* Where an answer leads; NULL if its name says it, or there is no room: many answers
 * stand in two columns. */
static char *place_of(const Menu *m, int i)
{
  enum { MANY = 6, LEAST = 8 };
  const char *label = m->list.labels[i];
  int room = m->list.n > MANY ? cli_width() / 2 - text_width(label) - 9
             : m->list.n > 3  ? cli_width() / 3
                              : cli_width() / 2;
  const char *place = room < LEAST ? ""
                                   : regel_answer_place(m->table->game, m->seat,
                                                        m->options[i], label, room);
  Buf copy = {0};
  if (!*place || strstr(label, place)) return NULL;
  buf_add(&copy, place);
  return buf_take(&copy);
}

static void menu_open(Menu *m)
{
  Table *t = m->table;
  m->list.labels = zeroed((size_t)m->list.n, sizeof *m->list.labels);
  m->list.places = zeroed((size_t)m->list.n, sizeof *m->list.places);
  m->list.by_name = false;
  for (int i = 0; i < m->list.n; i++) {
    int seat = regel_seat(t->game, m->options[i]);
    if (seat >= 0) m->seats |= 1u << seat;
  }
  bool several = m->seats & (m->seats - 1);
  for (int i = 0; i < m->list.n; i++) {
    Buf label = {0}, whole = {0}, who = {0};
    int seat = regel_seat(t->game, m->options[i]);
    buf_add(&label, regel_label(t->game, m->options[i], m->seat));
    if (is_number(buf_text(&label))) m->list.by_name = true;
    if (several && seat >= 0) {
      seat_name(t, &who, seat);
      table_add(t, &whole, "value.by", buf_text(&who), buf_text(&label));
    } else {
      buf_add(&whole, buf_text(&label));
    }
    m->list.labels[i] = buf_take(&whole);
    m->list.places[i] = m->list.n <= MOST_PLACES ? place_of(m, i) : NULL;
    buf_free(&label);
    buf_free(&who);
  }
}

static void menu_close(Menu *m)
{
  for (int i = 0; i < m->list.n; i++) free(m->list.labels[i]), free(m->list.places[i]);
  free(m->list.labels);
  free(m->list.places);
}

/* All of them, where there is room for that. */
static void menu_list(const Menu *m)
{
  Buf b = {0};
  if (m->list.n > MOST_LISTED) {
    fputs("  ", stdout);
    table_say(m->table, "play.answers", CLIENT_DIGITS(m->list.n));
  } else list_columns(&m->list, &b);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

/* Whoever is asked together with bots need not be the one who answers. */
static bool may_wait(const Menu *m)
{
  const Table *t = m->table;
  uint32_t bots = (uint32_t)((1ull << t->seats) - 1) & ~t->people;
  return m->seats && table_asked(t, bots);
}

static void put_question(const Menu *m, Buf *line)
{
  Table *t = m->table;
  Buf who = {0}, prompt = {0};
  uint32_t asked = m->seats ? m->seats : 1u << m->seat;
  buf_add(&who, regel_who(t->game, asked));
  buf_add(&prompt, regel_prompt(t->game, m->seat));
  if (asked == t->asked) buf_add(line, buf_text(&prompt)); /* who was asked last */
  else table_add(t, line, "value.by", buf_text(&who), buf_text(&prompt));
  t->asked = asked;
  if (may_wait(m)) {
    buf_clear(&who);
    typed_word(t, &who, TYPED_WAIT);
    buf_char(line, ' ');
    table_add(t, line, "play.wait", buf_text(&who), NULL);
  }
  buf_free(&who);
  buf_free(&prompt);
}

enum { ANSWER = 6 }; /* columns that an answer takes */

/* Do all answers stand in one line with a question that wide? */
static bool fits_beside(const Menu *m, int width)
{
  Buf few = {0};
  int ends = cli_width();
  bool fits = m->list.n <= MOST_LISTED && list_flow(&m->list, &few, width, &ends) &&
              !strchr(buf_text(&few), '\n') && ends + ANSWER <= cli_width();
  buf_free(&few);
  return fits;
}

/* A question stands behind what was told where there is room for it. */
static void join_told(Table *t, int width)
{
  if (t->column && t->column + 3 + width <= cli_width()) {
    fputs(" · ", stdout);
    t->column += 3;
  } else table_line_end(t);
}

/* Many answers with what lies there take a screen: the board has it, and so has `N?`. */
static void spare_places(Menu *m, int width)
{
  enum { MANY = 6 };
  Buf few = {0};
  int ends;
  if (m->list.n > MANY && m->list.n <= MOST_LISTED &&
      !list_flow(&m->list, &few, width, &ends))
    for (int i = 0; i < m->list.n; i++) {
      free(m->list.places[i]);
      m->list.places[i] = NULL;
    }
  buf_free(&few);
}

/* The question and its answers: behind it, not again if they still stand on the screen,
 * or in columns.  Returns what stands before what is typed. */
static const char *put_menu(Menu *m)
{
  Table *t = m->table;
  const char *on = t->cli->color_out ? "\033[1m" : "",
             *off = t->cli->color_out ? "\033[0m" : "";
  Buf asked = {0}, line = {0}, few = {0};
  put_question(m, &asked);
  bool same = lists_had(&t->lists, &m->list);
  buf_wrap(&line, buf_text(&asked), 0, 0, cli_width());
  const char *last = strrchr(buf_text(&line), '\n');
  int column = text_width(last ? last + 1 : buf_text(&line)), ends;
  spare_places(m, column);
  m->listed = !same || fits_beside(m, column);
  join_told(t, last ? cli_width() : column + (m->listed ? 0 : ANSWER + 6));
  column += t->column;
  t->column = 0;
  printf("%s%s%s", on, buf_text(&line), off);
  if (!m->listed) {
    if (!m->list.by_name && m->list.n > 1) column += printf(" 1–%d", m->list.n);
    ends = column;
  } else if (m->list.n <= MOST_LISTED && list_flow(&m->list, &few, column, &ends))
    fputs(buf_text(&few), stdout);
  else {
    putchar('\n');
    menu_list(m);
    ends = 0;
  }
  bool room = ends && ends + ANSWER <= cli_width();
  if (ends && !room) putchar('\n');
  buf_free(&asked);
  buf_free(&line);
  buf_free(&few);
  return room ? " > " : "> ";
}

/* ---- answers -------------------------------------------------------------------- */

/* The answers that fit best, up to `most`; returns how many there are. */
static int find_names(const Menu *m, const char *typed, int *found, int most,
                      int *how_well)
{
  int best = 0, n = 0;
  for (int i = 0; i < m->list.n; i++) {
    int f = name_fits(typed, m->list.labels[i]);
    if (!f || f < best) continue;
    if (f > best) n = 0;
    best = f;
    if (n < most) found[n] = i;
    n++;
  }
  *how_well = best;
  return n;
}

static void say_unknown(const Table *t, const char *typed)
{
  Buf why = {0}, help = {0};
  typed_word(t, &why, TYPED_WHY);
  typed_word(t, &help, TYPED_HELP);
  client_tell(t->language, "play.unknown", typed, buf_text(&why), buf_text(&help));
  buf_free(&why);
  buf_free(&help);
}

/* The answer that was typed; -1 and a remark if there is none or more than one. */
static int find_answer(const Menu *m, const char *typed)
{
  int found[MOST_LISTED], well;
  int n = find_names(m, typed, found, MOST_LISTED, &well);
  if (is_number(typed) && !m->list.by_name) {
    long i = strtol(typed, NULL, 10);
    if (i >= 1 && i <= m->list.n) return (int)i - 1;
    table_say(m->table, "play.range", CLIENT_DIGITS(m->list.n));
    return -1;
  }
  if (n == 1) return found[0];
  if (n == 0) { /* not as it is called, but as what it is: "d2 d3", an id */
    int meant = regel_meant(m->table->game, m->seat, typed);
    for (int i = 0; meant >= 0 && i < m->list.n; i++)
      if (m->options[i] == meant) return i;
    say_unknown(m->table, typed);
    return -1;
  }
  bool same = true; /* equal names are equal answers: any will do */
  for (int i = 1; i < n && i < MOST_LISTED; i++)
    same = same && !strcmp(m->list.labels[found[i]], m->list.labels[found[0]]);
  if (same && well == 3) return found[0];
  table_say(m->table, "play.ambiguous", typed);
  for (int i = 0; i < n && i < 20; i++)
    printf("  %d %s\n", found[i] + 1, m->list.labels[found[i]]);
  if (n <= 20) return -1;
  fputs("  ", stdout);
  table_say(m->table, "play.more", CLIENT_DIGITS(n - 20));
  return -1;
}

/* The answer that "3?" asks about; -1: there is none. */
static int asked_about(const Menu *m, const char *line)
{
  long i = strtol(line, NULL, 10);
  if (i >= 1 && i <= m->list.n) return (int)i - 1;
  table_say(m->table, "play.range", CLIENT_DIGITS(m->list.n));
  return -1;
}

static void show_why(const Menu *m, const char *name)
{
  const Table *t = m->table;
  Buf why = {0};
  typed_word(t, &why, TYPED_WHY);
  if (*name)
    fputs(regel_why_among(t->game, m->seat, m->options, m->list.n, name), stdout);
  else table_say(t, "play.why", buf_text(&why));
  buf_free(&why);
}

/* Does what was typed, if it is a command; WISH_END: it is none.  WISH_ANSWER: it was
 * done, and the question stands. */
static Wish try_typed(const Menu *m, const char *line)
{
  Table *t = m->table;
  int well, found;
  const char *rest;
  bool sure = *line == '/';
  if (sure) line++;
  else if (find_names(m, line, &found, 1, &well) && well == 3) return WISH_END;
  switch (typed_read(t, line, &rest)) {
  case TYPED_NONE: return WISH_END;
  case TYPED_AGAIN: menu_list(m); break;
  case TYPED_TABLE: fputs(regel_table(t->game, m->seat), stdout); break;
  case TYPED_LOG: show_log(t, m->seat); break;
  case TYPED_CARD: reading_card(t, m->seat, rest); break;
  case TYPED_ABOUT:
    found = asked_about(m, line);
    if (found >= 0) reading_answer(t, m->seat, m->options[found]);
    break;
  case TYPED_WHY: show_why(m, rest); break;
  case TYPED_HELP: typed_help(t); break;
  case TYPED_UNDO: return WISH_UNDO;
  case TYPED_QUIT: return WISH_QUIT;
  case TYPED_WAIT: return may_wait(m) ? WISH_WAIT : WISH_END;
  }
  return WISH_ANSWER;
}

/* What the log will say of an answer, if nothing else comes of it. */
static void remember_answer(const Menu *m, int i)
{
  Buf who = {0}, line = {0};
  int seat = regel_seat(m->table->game, m->options[i]);
  bool named = m->seats & (m->seats - 1) || seat < 0;
  if (!named) {
    seat_name(m->table, &who, seat);
    table_add(m->table, &line, "value.by", buf_text(&who), m->list.labels[i]);
  } else buf_add(&line, m->list.labels[i]);
  free(m->table->echo[m->seat]);
  m->table->echo[m->seat] = buf_take(&line);
  m->table->echoed[m->seat] = strlen(m->list.labels[i]);
  buf_free(&who);
}

Wish ask_person(Table *t, int seat, const int *options, int n, int *answer)
{
  Menu m = {t, seat, options, {n, NULL, NULL, false, t->cli->color_out}, 0, false};
  Wish wish = WISH_END;
  bool anew = false;
  if (!hand_over(t, seat, &anew)) return WISH_END;
  Sight sight;
  reading_look(t, seat, anew, &sight);
  reading_log(t, seat, 0, sight.shows && !sight.first);
  reading_board(t, seat, &sight);
  reading_hand(t, seat);
  reading_first(t, seat, options, n);
  if (anew) lists_forget(&t->lists), t->asked = 0;
  menu_open(&m);
  const char *prompt = put_menu(&m);
  for (bool asking = true; asking; prompt = "> ") {
    char *line = read_line(prompt);
    if (!line) break;
    Wish typed = try_typed(&m, line);
    if (typed == WISH_WAIT || typed == WISH_UNDO || typed == WISH_QUIT) {
      wish = typed;
      asking = false;
    } else if (typed == WISH_END) {
      int i = find_answer(&m, *line == '/' ? line + 1 : line);
      if (i >= 0) {
        *answer = options[i];
        if (m.listed) remember_answer(&m, i);
        wish = WISH_ANSWER;
        asking = false;
      }
    }
    free(line);
  }
  menu_close(&m);
  return wish;
}

Wish ask_who(Table *t, uint32_t people, int *seat)
{
  Buf who = {0}, asked = {0}, lines = {0};
  Wish wish = WISH_END;
  reading_log(t, EVERYBODY, 0, false); /* who is asked has not been told yet */
  table_line_end(t);
  buf_printf(&asked, "%s ", regel_prompt(t->game, REGEL_SPECTATOR));
  table_add(t, &asked, "play.who", NULL, NULL);
  for (int s = 0; s < t->seats; s++) {
    if (!(people >> s & 1)) continue;
    buf_printf(&asked, "  %d" GLUE, s + 1);
    seat_name(t, &asked, s);
  }
  list_wrap(&lines, buf_text(&asked), 0);
  fputs(buf_text(&lines), stdout);
  const char *prompt = " > ";
  for (char *line; wish == WISH_END && (line = read_line(prompt)); free(line)) {
    const char *rest;
    prompt = "> ";
    Typed typed = typed_read(t, line, &rest);
    if (typed == TYPED_QUIT) wish = WISH_QUIT;
    if (typed == TYPED_UNDO) wish = WISH_UNDO;
    for (int s = 0; s < t->seats && wish == WISH_END; s++) {
      if (!(people >> s & 1)) continue;
      buf_clear(&who);
      seat_name(t, &who, s);
      if (is_number(line) ? strtol(line, NULL, 10) != s + 1
                          : name_fits(line, buf_text(&who)) < 2)
        continue;
      *seat = s;
      wish = WISH_ANSWER;
    }
    if (wish == WISH_END) table_say(t, "play.who_type", NULL);
  }
  buf_free(&who);
  buf_free(&asked);
  buf_free(&lines);
  return wish;
}
