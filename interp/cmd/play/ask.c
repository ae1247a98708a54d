/* Asking a person: the question, the answers, and what can be typed instead. */
#include "interp/cmd/play/typed.h"
#include "interp/cmd/play/reading.h"
#include "interp/cmd/play/table.h"
#include "interp/base/name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LISTED = 120, MOST_PLACES = 24, MOST_SAID = 4 /* lines */ };

/* ---- words ---------------------------------------------------------------------- */

bool table_number(const char *s)
{
  if (*s == '-') s++;
  if (!*s) return false;
  while (isdigit((unsigned char)*s)) s++;
  return !*s;
}

/* ---- the screen ----------------------------------------------------------------- */

char *table_read(const char *prompt)
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

/* Nobody reads another's secrets: the screen is empty while it changes hands. */
static bool hand_over(Table *t, int seat, bool *anew)
{
  bool other = t->sitting != seat && t->people & (t->people - 1);
  t->sitting = seat;
  if (!other || !t->secrets) return true;
  Buf who = {0}, line = {0};
  bool go = true;
  table_seat(t, &who, seat);
  if (t->clears) {
    buf_add(&line, "\033[H\033[2J\033[3J");
    table_add(t, &line, "play.pass", buf_text(&who), NULL);
    buf_char(&line, ' ');
    char *s = table_read(buf_text(&line));
    go = s != NULL;
    free(s);
    *anew = true;
    for (int i = 0; i < READERS; i++) buf_clear(&t->heard[i]);
    forget_faces(t, seat);
    fputs("\033[H\033[2J\033[3J", stdout);
  } else {
    buf_printf(&t->whose, "---- %s ---- ", buf_text(&who));
  }
  buf_free(&who);
  buf_free(&line);
  return go;
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

/* How much can be said of where an answer leads: many answers stand in two columns. */
static int room_for(const Menu *m, int i)
{
  enum { MANY = 6 };
  if (m->list.n > MANY) return cli_width() / 2 - text_width(m->list.labels[i]) - 9;
  return m->list.n > 3 ? cli_width() / 3 : cli_width() / 2;
}

/* All that is known of where an answer leads; NULL if its name says it. */
static char *place_of(const Menu *m, int i)
{
  const char *label = m->list.labels[i];
  const char *place = regel_answer_place(m->table->game, m->seat, m->options[i], label,
                                         MOST_SAID * cli_width());
  Buf copy = {0};
  if (*place && !strstr(label, place)) buf_add(&copy, place);
  return copy.n ? buf_take(&copy) : NULL;
}

static void look_ahead(Menu *m)
{
  int room[MOST_PLACES];
  if (m->list.n > MOST_PLACES) return;
  for (int i = 0; i < m->list.n; i++) {
    m->list.places[i] = place_of(m, i);
    room[i] = room_for(m, i);
  }
  list_stakes(&m->list, room);
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
    if (table_number(buf_text(&label))) m->list.by_name = true;
    if (several && seat >= 0) {
      table_seat(t, &who, seat);
      table_add(t, &whole, "value.by", buf_text(&who), buf_text(&label));
    } else {
      buf_add(&whole, buf_text(&label));
    }
    m->list.labels[i] = buf_take(&whole);
    buf_free(&label);
    buf_free(&who);
  }
  look_ahead(m);
}

static void menu_close(Menu *m)
{
  for (int i = 0; i < m->list.n; i++) free(m->list.labels[i]), free(m->list.places[i]);
  free(m->list.labels);
  free(m->list.places);
}

/* All of them below the question, where there is room for that. */
static void put_list(const Menu *m, Buf *b)
{
  buf_char(b, '\n');
  if (m->list.n > MOST_LISTED) {
    buf_add(b, "  ");
    table_add(m->table, b, "play.answers", CLIENT_DIGITS(m->list.n), NULL);
    buf_char(b, '\n');
  } else list_columns(&m->list, b);
}

static void menu_list(const Menu *m)
{
  Buf b = {0};
  put_list(m, &b);
  fputs(buf_text(&b) + 1, stdout);
  buf_free(&b);
}

/* Whoever is asked together with bots need not be the one who answers. */
static bool may_wait(const Menu *m)
{
  const Table *t = m->table;
  uint32_t bots = (uint32_t)((1ull << t->seats) - 1) & ~t->people;
  return m->seats && table_asked(t, bots);
}

/* Where the last sentence of a question begins. */
static size_t last_sentence(const char *prompt)
{
  size_t at = 0;
  for (size_t i = 0; prompt[i]; i++)
    if (i && prompt[i] == ' ' && strchr(".!?", prompt[i - 1]) && prompt[i + 1])
      at = i + 1;
  return at;
}

/* Of a question that was asked lately only what is new: "3 points left. What do you do?"
 * is "2 points left." then, with the answers that it had. */
static void put_prompt(const Menu *m, Buf *b, bool same)
{
  Table *t = m->table;
  Buf prompt = {0};
  buf_add(&prompt, regel_prompt(t->game, m->seat));
  const char *text = buf_text(&prompt);
  size_t last = last_sentence(text);
  bool had = lists_had_text(&t->prompts, text + last) && same && last > 1;
  buf_addn(b, text, had ? last - 1 : prompt.n);
  buf_free(&prompt);
}

static void put_question(const Menu *m, Buf *line, bool same)
{
  Table *t = m->table;
  Buf who = {0}, prompt = {0};
  uint32_t asked = m->seats ? m->seats : 1u << m->seat;
  buf_add(&who, regel_who(t->game, asked));
  put_prompt(m, &prompt, same);
  if (asked == t->asked) buf_add(line, buf_text(&prompt)); /* who was asked last */
  else table_add(t, line, "value.by", buf_text(&who), buf_text(&prompt));
  t->asked = asked;
  if (t->others & ~t->named) {
    buf_clear(&who);
    buf_add(&who, regel_who(t->game, t->others));
    buf_char(line, ' ');
    table_add(t, line, "play.others", buf_text(&who), NULL);
    t->named = t->others;
  }
  if (may_wait(m)) {
    buf_clear(&who);
    typed_word(t, &who, TYPED_WAIT);
    buf_char(line, ' ');
    table_add(t, line, "play.wait", buf_text(&who), NULL);
  }
  buf_free(&who);
  buf_free(&prompt);
}

enum { ANSWER = 4 }; /* columns that an answer takes */

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

/* A question with its answers, from a column on. */
typedef struct Laid {
  Buf question, answers;
  bool listed; /* all answers are there */
  bool room;   /* for what is typed behind them */
  int breaks;  /* how many lines are ended in it */
} Laid;

static void lay_out(const Menu *m, const char *asked, int at, bool listed, Laid *out)
{
  *out = (Laid){.listed = listed};
  buf_wrap(&out->question, asked, at, 0, cli_width());
  const char *last = strrchr(buf_text(&out->question), '\n');
  int ends = last ? text_width(last + 1) : at + text_width(buf_text(&out->question));
  bool below = false;
  if (!listed && !m->list.by_name && m->list.n > 1) {
    buf_printf(&out->answers, " 1–%d", m->list.n);
    ends += text_width(buf_text(&out->answers));
  } else if (listed) {
    below = m->list.n > MOST_LISTED || !list_flow(&m->list, &out->answers, ends, &ends);
    if (below) put_list(m, &out->answers);
  }
  out->room = !below && ends + ANSWER <= cli_width();
  if (!below && !out->room) buf_char(&out->answers, '\n');
  for (const char *c = buf_text(&out->question); *c; c++) out->breaks += *c == '\n';
  for (const char *c = buf_text(&out->answers); *c; c++) out->breaks += *c == '\n';
}

static void free_laid(Laid *l)
{
  buf_free(&l->question);
  buf_free(&l->answers);
}

/* The better of two is kept, and the other freed; `less`: only with fewer lines. */
static void choose_laid(Laid *best, Laid *other, bool less)
{
  bool better = less ? other->breaks < best->breaks : other->breaks <= best->breaks;
  free_laid(better ? best : other);
  if (better) *best = *other;
}

/* The question and its answers: behind it, not again if they still stand on the screen
 * and it saves a line, or in columns.  It goes on behind what was told where that takes
 * fewer lines.  Returns what stands before what is typed. */
static const char *put_menu(Menu *m)
{
  Table *t = m->table;
  const char *on = t->cli->color_out ? "\033[1m" : "",
             *off = t->cli->color_out ? "\033[0m" : "";
  Buf asked = {0};
  uint32_t seats = m->seats ? m->seats : 1u << m->seat;
  bool same =
      list_is_last(&t->listed, seats, &m->list) && !m->list.by_name && m->list.n > 1;
  bool joins = false;
  put_question(m, &asked, same);
  int wide = text_width(buf_text(&asked));
  spare_places(m, wide < cli_width() ? wide : 0);
  Laid best, other;
  lay_out(m, buf_text(&asked), 0, !same, &best);
  if (same)
    lay_out(m, buf_text(&asked), 0, true, &other), choose_laid(&best, &other, false);
  if (t->column && t->column + 3 < cli_width()) {
    Laid behind;
    lay_out(m, buf_text(&asked), t->column + 3, !same, &behind);
    if (same)
      lay_out(m, buf_text(&asked), t->column + 3, true, &other),
          choose_laid(&behind, &other, false);
    joins = behind.breaks <= best.breaks;
    if (joins) choose_laid(&best, &behind, false);
    else free_laid(&behind);
  }
  if (joins) fputs(" · ", stdout);
  else table_line_end(t);
  t->column = 0;
  m->listed = best.listed;
  printf("%s%s%s%s", on, buf_text(&best.question), off, buf_text(&best.answers));
  bool room = best.room;
  free_laid(&best);
  buf_free(&asked);
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

/* Numbers that are typed: those before the answers, or the answers themselves. */
static void say_range(const Menu *m)
{
  long first = 1, last = m->list.n;
  bool some = false;
  for (int i = 0; i < m->list.n && m->list.by_name; i++) {
    if (!table_number(m->list.labels[i])) continue;
    long n = strtol(m->list.labels[i], NULL, 10);
    if (!some || n < first) first = n;
    if (!some || n > last) last = n;
    some = true;
  }
  client_tell(m->table->language, "play.range", CLIENT_DIGITS(first), CLIENT_DIGITS(last),
              NULL);
}

/* The answer that was typed; -1 and a remark if there is none or more than one. */
static int find_answer(const Menu *m, const char *typed)
{
  int found[MOST_LISTED], well;
  int n = find_names(m, typed, found, MOST_LISTED, &well);
  if (table_number(typed) && !m->list.by_name) {
    long i = strtol(typed, NULL, 10);
    if (i >= 1 && i <= m->list.n) return (int)i - 1;
    say_range(m);
    return -1;
  }
  if (n == 1) return found[0];
  if (n == 0) { /* not as it is called, but as what it is: "d2 d3", an id */
    int meant = regel_meant(m->table->game, m->seat, typed);
    for (int i = 0; meant >= 0 && i < m->list.n; i++)
      if (m->options[i] == meant) return i;
    if (table_number(typed)) say_range(m);
    else say_unknown(m->table, typed);
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
  say_range(m);
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
  case TYPED_NONE:
    if (!who_named(t, t->others, line, find_names(m, line, &found, 1, &well) ? 3 : 2,
                   &found))
      return WISH_END;
    t->turn = found;
    t->named = 0;
    return WISH_OTHER;
  case TYPED_AGAIN: menu_list(m); break;
  case TYPED_TABLE: reading_table(t, m->seat); break;
  case TYPED_LOG: reading_again(t, m->seat); break;
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
    table_seat(m->table, &who, seat);
    table_add(m->table, &line, "value.by", buf_text(&who), m->list.labels[i]);
  } else buf_add(&line, m->list.labels[i]);
  free(m->table->echo[m->seat]);
  m->table->echo[m->seat] = buf_take(&line);
  m->table->echoed[m->seat] = strlen(m->list.labels[i]);
  m->table->by_number[m->seat] = !m->listed;
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
  if (anew) {
    free(t->listed);
    t->listed = NULL;
    lists_forget(&t->prompts);
    t->asked = 0;
  }
  menu_open(&m);
  const char *prompt = put_menu(&m);
  for (bool asking = true; asking; prompt = "> ") {
    char *line = table_read(prompt);
    if (!line) break;
    Wish typed = try_typed(&m, line);
    if (typed != WISH_ANSWER && typed != WISH_END) {
      wish = typed;
      asking = false;
    } else if (typed == WISH_END) {
      int i = find_answer(&m, *line == '/' ? line + 1 : line);
      if (i >= 0) {
        *answer = options[i];
        remember_answer(&m, i);
        wish = WISH_ANSWER;
        asking = false;
      }
    }
    free(line);
  }
  menu_close(&m);
  return wish;
}
