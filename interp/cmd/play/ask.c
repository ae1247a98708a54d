/* Asking a person: the question, the answers, and what can be typed instead. */
#include "interp/cmd/play/reading.h"
#include "interp/cmd/play/table.h"
#include "interp/session/name.h"
#include "interp/session/shares.h"
#include "interp/session/why.h"
#include "interp/board/describe.h"
#include "interp/session/meant.h"
#include "interp/text/label.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  WIDTH = 80,
  MOST_LISTED = 120,
  MOST_PLACES = 24,
  MOST_BESIDE = 6,
  LEAST_PLACE = 8
};

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
  View v = session_view(t->session, seat);
  render_seat(&v, b, seat);
}

/* Nobody reads another's secrets: the screen is empty while it changes hands. */
static bool hand_over(Table *t, int seat, bool *anew)
{
  bool other = t->sitting != seat && t->session->people & (t->session->people - 1);
  t->sitting = seat;
  if (!other || !t->secrets) return true;
  Buf who = {0}, line = {0};
  bool go = true;
  seat_name(t, &who, seat);
  if (t->cli->screen && isatty(STDIN_FILENO)) {
    buf_add(&line, "\033[H\033[2J\033[3J");
    words_say(t->session->lang, &line, SAY_PLAY_PASS, buf_text(&who), NULL, NULL);
    buf_char(&line, ' ');
    char *s = read_line(buf_text(&line));
    go = s != NULL;
    free(s);
    *anew = true;
    fputs("\033[H\033[2J\033[3J", stdout);
  } else {
    printf("---- %s ----\n", buf_text(&who));
  }
  buf_free(&who);
  buf_free(&line);
  return go;
}

/* Short lines stand side by side, each of them whole: a game fits on a few screens. */
void ask_tell(Table *t, int seat, int but)
{
  static const char between[] = " · ";
  int column = 0;
  for (int n = log_count(t->session->log, seat) - but; t->told[seat] < n;
       t->told[seat]++) {
    const char *line = log_line(t->session->log, seat, t->told[seat]);
    int w = text_width(line);
    bool beside = column && column + 3 + w <= WIDTH;
    printf("%s%s", !column ? "" : beside ? between : "\n", line);
    column = beside ? column + 3 + w : w;
  }
  if (column) putchar('\n');
  /* Without secrets all read the same lines on the same screen. */
  for (int i = 0; i < t->session->seats && !t->secrets; i++) t->told[i] = t->told[seat];
}

static void show_table(Table *t, int seat)
{
  Buf b = {0};
  View v = session_view(t->session, seat);
  describe_table(&v, &b, WIDTH);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

static void show_log(Table *t, int seat)
{
  for (int i = 0, n = log_count(t->session->log, seat); i < n; i++)
    puts(log_line(t->session->log, seat, i));
}

/* Says what keeps something from being offered, or where it stands in the list. */
static void show_why(Table *t, int seat, const int *options, int n, const char *name)
{
  Buf b = {0};
  Why why;
  View v = session_view(t->session, seat);
  Shares shares = {0};
  why_find(&v, options, n, name, &why);
  if (why.kind == WHY_UNKNOWN && shares_find(&v, name, &shares))
    shares_say(&v, &shares, &b);
  else why_say(&v, &why, &b);
  shares_free(&shares);
  fputs(buf_text(&b), stdout);
  buf_free(&why.title);
  buf_free(&b);
}

/* ---- the list ------------------------------------------------------------------- */

typedef struct Menu {
  Table *table;
  int seat;
  const int *options;
  int n;
  char **labels;
  char **places;  /* where each leads on the board, and what lies there; or NULL */
  bool by_name;   /* answers that are numbers are typed as they are */
  uint32_t seats; /* who may answer here */
} Menu;

/* Where an answer leads, in what is left of a column; NULL if its name says it, or there
 * is no room. */
static char *place_of(const Menu *m, int i)
{
  int room = m->n > MOST_BESIDE ? WIDTH / 2 - text_width(m->labels[i]) - 9 : WIDTH / 2;
  Buf place = {0};
  if (room >= LEAST_PLACE) reading_place(m->table, m->seat, m->options[i], &place, room);
  bool known = !place.n || strstr(m->labels[i], place.at);
  if (!known) return buf_take(&place);
  buf_free(&place);
  return NULL;
}

static void menu_open(Menu *m)
{
  Table *t = m->table;
  View v = session_view(t->session, m->seat);
  size_t cap = 0;
  m->labels = vec_grow_(NULL, &cap, (size_t)m->n, sizeof *m->labels);
  cap = 0;
  m->places = vec_grow_(NULL, &cap, (size_t)m->n, sizeof *m->places);
  m->by_name = false;
  for (int i = 0; i < m->n; i++) {
    int seat = vm_option(t->session->vm, m->options[i]).seat;
    if (seat >= 0) m->seats |= 1u << seat;
  }
  bool several = m->seats & (m->seats - 1);
  for (int i = 0; i < m->n; i++) {
    Buf label = {0}, whole = {0}, who = {0};
    int seat = vm_option(t->session->vm, m->options[i]).seat;
    label_option(&v, &label, m->options[i]);
    if (is_number(buf_text(&label))) m->by_name = true;
    if (several && seat >= 0) {
      seat_name(t, &who, seat);
      words_say(t->session->lang, &whole, SAY_BY, buf_text(&who), buf_text(&label), NULL);
    } else {
      buf_add(&whole, buf_text(&label));
    }
    m->labels[i] = buf_take(&whole);
    m->places[i] = m->n <= MOST_PLACES ? place_of(m, i) : NULL;
    buf_free(&label);
    buf_free(&who);
  }
}

static void menu_close(Menu *m)
{
  for (int i = 0; i < m->n; i++) free(m->labels[i]), free(m->places[i]);
  free(m->labels);
  free(m->places);
}

static void put_entry(const Menu *m, Buf *b, int i)
{
  if (!m->by_name) buf_printf(b, "%*d ", m->n > 99 ? 3 : m->n > 9 ? 2 : 1, i + 1);
  buf_add(b, m->labels[i]);
  if (m->places[i]) buf_printf(b, " (%s)", m->places[i]);
}

static void side_by_side(const Menu *m, Buf *b)
{
  for (int i = 0; i < m->n; i++) {
    buf_add(b, "  ");
    put_entry(m, b, i);
  }
}

/* A few short answers stand side by side; false if there is no room. */
static bool one_line(const Menu *m)
{
  Buf b = {0};
  side_by_side(m, &b);
  bool fits = text_width(buf_text(&b)) <= WIDTH;
  if (fits) puts(buf_text(&b));
  buf_free(&b);
  return fits;
}

/* In columns where that saves lines, down before across. */
static void menu_list(const Menu *m)
{
  if (m->n > MOST_LISTED) {
    fputs("  ", stdout);
    words_print(m->table->session->lang, SAY_PLAY_ANSWERS, DIGITS(m->n), NULL, NULL);
    return;
  }
  int widest = 0;
  Buf b = {0};
  for (int i = 0; i < m->n; i++) {
    buf_clear(&b);
    put_entry(m, &b, i);
    if (text_width(buf_text(&b)) > widest) widest = text_width(buf_text(&b));
  }
  if (one_line(m)) {
    buf_free(&b);
    return;
  }
  int columns = m->n <= 3 && !m->by_name ? 1 : (WIDTH - 2) / (widest + 2);
  if (columns < 1) columns = 1;
  int rows = (m->n + columns - 1) / columns;
  for (int r = 0; r < rows; r++) {
    buf_clear(&b);
    for (int i = r; i < m->n; i += rows) {
      size_t from = b.n;
      buf_add(&b, "  ");
      put_entry(m, &b, i);
      if (i + rows < m->n) buf_pad(&b, widest + 2 - text_width(b.at + from));
    }
    puts(buf_text(&b));
  }
  buf_free(&b);
}

/* Whoever is asked together with bots need not be the one who answers. */
static bool may_wait(const Menu *m)
{
  const Session *s = m->table->session;
  uint32_t bots = (uint32_t)((1ull << s->seats) - 1) & ~s->people;
  return m->seats && session_asked(s, bots);
}

static void put_question(const Menu *m, Buf *line)
{
  Table *t = m->table;
  Buf who = {0}, prompt = {0};
  View v = session_view(t->session, m->seat);
  render_seats(&v, &who, m->seats ? m->seats : 1u << m->seat);
  label_prompt(&v, &prompt);
  words_say(t->session->lang, line, SAY_BY, buf_text(&who), buf_text(&prompt), NULL);
  if (may_wait(m)) {
    buf_char(line, ' ');
    words_say(t->session->lang, line, SAY_PLAY_WAIT, NULL, NULL, NULL);
  }
  buf_free(&who);
  buf_free(&prompt);
}

/* Are these the answers that were listed last?  From now on they are. */
static bool listed_before(const Menu *m)
{
  Buf all = {0};
  for (int i = 0; i < m->n; i++) buf_printf(&all, "%s\n", m->labels[i]);
  bool same = m->table->menu && !strcmp(m->table->menu, buf_text(&all));
  free(m->table->menu);
  m->table->menu = buf_take(&all);
  return same;
}

enum { TYPED = 12 }; /* columns that an answer takes */

/* The question, and its answers in as few lines as they can be read in: beside it, not
 * again if they were listed last, or in a list.  Returns what stands before what is
 * typed. */
static const char *put_menu(const Menu *m)
{
  const char *on = m->table->cli->color_out ? "\033[1m" : "",
             *off = m->table->cli->color_out ? "\033[0m" : "";
  Buf line = {0}, few = {0};
  put_question(m, &line);
  if (m->n <= MOST_BESIDE) side_by_side(m, &few);
  int w = text_width(buf_text(&line));
  bool same = listed_before(m);
  bool beside = few.n && w + text_width(buf_text(&few)) + TYPED <= WIDTH;
  printf("%s%s%s", on, buf_text(&line), off);
  if (beside) fputs(buf_text(&few), stdout);
  else if (!same) {
    putchar('\n');
    menu_list(m);
  } else if (!m->by_name && m->n > 1) printf(" 1–%d", m->n);
  buf_free(&line);
  buf_free(&few);
  return beside || same ? " > " : "> ";
}

/* ---- answers -------------------------------------------------------------------- */

/* The answers that fit best, up to `most`; returns how many there are. */
static int find_names(const Menu *m, const char *typed, int *found, int most,
                      int *how_well)
{
  int best = 0, n = 0;
  for (int i = 0; i < m->n; i++) {
    int f = name_fits(typed, m->labels[i]);
    if (!f || f < best) continue;
    if (f > best) n = 0;
    best = f;
    if (n < most) found[n] = i;
    n++;
  }
  *how_well = best;
  return n;
}

/* The answer that was typed; -1 and a remark if there is none or more than one. */
static int find_answer(const Menu *m, const char *typed)
{
  int found[MOST_LISTED], well;
  int n = find_names(m, typed, found, MOST_LISTED, &well);
  const Lang *lang = m->table->session->lang;
  if (is_number(typed) && !m->by_name) {
    long i = strtol(typed, NULL, 10);
    if (i >= 1 && i <= m->n) return (int)i - 1;
    words_print(lang, SAY_PLAY_RANGE, DIGITS(m->n), NULL, NULL);
    return -1;
  }
  if (n == 1) return found[0];
  if (n == 0) { /* not as it is called, but as what it is: "d2 d3", an id */
    View v = session_view(m->table->session, m->seat);
    int option;
    MeantResult r = meant_find(&v, m->seat, typed, false, &option, NULL);
    for (int i = 0; (r == MEANT_ONE || r == MEANT_PART) && i < m->n; i++)
      if (m->options[i] == option) return i;
    words_print(lang, SAY_PLAY_UNKNOWN, typed, NULL, NULL);
    return -1;
  }
  bool same = true; /* equal names are equal answers: any will do */
  for (int i = 1; i < n && i < MOST_LISTED; i++)
    same = same && !strcmp(m->labels[found[i]], m->labels[found[0]]);
  if (same && well == 3) return found[0];
  words_print(lang, SAY_PLAY_AMBIGUOUS, typed, NULL, NULL);
  for (int i = 0; i < n && i < 20; i++)
    printf("  %d %s\n", found[i] + 1, m->labels[found[i]]);
  if (n <= 20) return -1;
  fputs("  ", stdout);
  words_print(lang, SAY_PLAY_MORE, DIGITS(n - 20), NULL, NULL);
  return -1;
}

typedef enum {
  COMMAND_NONE,
  COMMAND_DONE,
  COMMAND_WAIT,
  COMMAND_UNDO,
  COMMAND_QUIT
} Typed;

/* "3?" asks about the third answer; -1: it is no such question. */
static int asks_about(const Menu *m, const char *line)
{
  char *end;
  long i = strtol(line, &end, 10);
  return end > line && !strcmp(end, "?") && i >= 1 && i <= m->n ? (int)i - 1 : -1;
}

static Typed try_command(const Menu *m, const char *line)
{
  Table *t = m->table;
  int well, found;
  bool sure = *line == '/';
  if (sure) line++;
  else if (find_names(m, line, &found, 1, &well) && well == 3) return COMMAND_NONE;
  if (!strcmp(line, "?")) show_table(t, m->seat);
  else if (!strcmp(line, "log")) show_log(t, m->seat);
  else if (!strcmp(line, "card")) reading_card(t, m->seat, "");
  else if (!strncmp(line, "card ", 5)) reading_card(t, m->seat, line + 5);
  else if (asks_about(m, line) >= 0)
    reading_answer(t, m->seat, m->options[asks_about(m, line)]);
  else if (!strcmp(line, "help"))
    words_print(t->session->lang, SAY_PLAY_HELP, NULL, NULL, NULL);
  else if (!strncmp(line, "why ", 4)) show_why(t, m->seat, m->options, m->n, line + 4);
  else if (!strcmp(line, "why"))
    words_print(t->session->lang, SAY_PLAY_WHY, NULL, NULL, NULL);
  else if (!strcmp(line, "wait") && may_wait(m)) return COMMAND_WAIT;
  else if (!strcmp(line, "undo")) return COMMAND_UNDO;
  else if (!strcmp(line, "quit")) return COMMAND_QUIT;
  else if (!*line) menu_list(m);
  else return COMMAND_NONE;
  return COMMAND_DONE;
}

Wish ask_person(Table *t, int seat, const int *options, int n, int *answer)
{
  Menu m = {t, seat, options, n, NULL, NULL, false, 0};
  Wish wish = WISH_END;
  bool anew = false;
  if (!hand_over(t, seat, &anew)) return WISH_END;
  ask_tell(t, seat, 0);
  reading_board(t, seat, anew);
  reading_hand(t, seat);
  reading_first(t, seat, options, n);
  if (anew) free(t->menu), t->menu = NULL;
  menu_open(&m);
  const char *prompt = put_menu(&m);
  for (bool asking = true; asking; prompt = "> ") {
    char *line = read_line(prompt);
    if (!line) break;
    Typed typed = try_command(&m, line);
    if (typed > COMMAND_DONE) {
      wish = typed == COMMAND_WAIT   ? WISH_WAIT
             : typed == COMMAND_UNDO ? WISH_UNDO
                                     : WISH_QUIT;
      asking = false;
    } else if (typed == COMMAND_NONE) {
      int i = find_answer(&m, *line == '/' ? line + 1 : line);
      if (i >= 0) {
        *answer = options[i];
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
  Buf prompt = {0}, who = {0};
  View v = session_view(t->session, VIEW_PUBLIC);
  Wish wish = WISH_END;
  label_prompt(&v, &prompt);
  puts(buf_text(&prompt));
  words_print(t->session->lang, SAY_PLAY_WHO, NULL, NULL, NULL);
  for (int s = 0; s < t->session->seats; s++) {
    if (!(people >> s & 1)) continue;
    buf_clear(&who);
    seat_name(t, &who, s);
    printf("  %d %s\n", s + 1, buf_text(&who));
  }
  for (char *line; wish == WISH_END && (line = read_line("> ")); free(line)) {
    if (!strcmp(line, "quit")) wish = WISH_QUIT;
    if (!strcmp(line, "undo")) wish = WISH_UNDO;
    for (int s = 0; s < t->session->seats && wish == WISH_END; s++) {
      if (!(people >> s & 1)) continue;
      buf_clear(&who);
      seat_name(t, &who, s);
      if (is_number(line) ? strtol(line, NULL, 10) != s + 1
                          : name_fits(line, buf_text(&who)) < 2)
        continue;
      *seat = s;
      wish = WISH_ANSWER;
    }
    if (wish == WISH_END)
      words_print(t->session->lang, SAY_PLAY_WHO_TYPE, NULL, NULL, NULL);
  }
  buf_free(&prompt);
  buf_free(&who);
  return wish;
}
