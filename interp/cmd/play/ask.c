/* Asking a person: the question, the answers, and what can be typed instead. */
#include "interp/cmd/play/brief.h"
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

/* What is told of each answer. */
static void menu_words(Menu *m)
{
  Answers *a = &m->list;
  for (int i = 0; i < a->n; i++) {
    Buf copy = {0};
    buf_add(&copy, a->labels[i]);
    a->told[i] = buf_take(&copy);
    if (a->n <= MOST_PLACES) a->places[i] = place_of(m, i);
  }
  if (!a->by_name) brief_numbers(a);
  brief_ends(a->told, a->n);
  brief_ends(a->places, a->n);
}

static void menu_open(Menu *m)
{
  Table *t = m->table;
  Answers *a = &m->list;
  a->labels = zeroed((size_t)a->n, sizeof *a->labels);
  a->told = zeroed((size_t)a->n, sizeof *a->told);
  a->places = zeroed((size_t)a->n, sizeof *a->places);
  for (int i = 0; i < a->n; i++) {
    int seat = regel_seat(t->game, m->options[i]);
    if (seat >= 0) m->seats |= 1u << seat;
  }
  bool several = m->seats & (m->seats - 1);
  for (int i = 0; i < a->n; i++) {
    Buf label = {0}, whole = {0}, who = {0};
    int seat = regel_seat(t->game, m->options[i]);
    buf_add(&label, regel_label(t->game, m->options[i], m->seat));
    if (table_number(buf_text(&label))) a->by_name = true;
    if (several && seat >= 0) {
      table_seat(t, &who, seat);
      table_add(t, &whole, "value.by", buf_text(&who), buf_text(&label));
    } else {
      buf_add(&whole, buf_text(&label));
    }
    a->labels[i] = buf_take(&whole);
    buf_free(&label);
    buf_free(&who);
  }
  menu_words(m);
}

static void menu_close(Menu *m)
{
  Answers *a = &m->list;
  for (int i = 0; i < a->n; i++) free(a->labels[i]), free(a->told[i]), free(a->places[i]);
  free(a->labels);
  free(a->told);
  free(a->places);
  free(a->numbers);
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

/* A question; in fewer words, if it was asked lately. */
/* Of a question that was asked lately only what is new: "3 points left. What do you do?"
 * is "2 points left." then, with answers that were read. */
static void put_prompt(const Menu *m, Buf *out, bool known)
{
  Table *t = m->table;
  Buf prompt = {0};
  buf_add(&prompt, regel_prompt(t->game, m->seat));
  const char *text = buf_text(&prompt);
  size_t last = last_sentence(text);
  bool asks = text[prompt.n - (prompt.n > 0)] == '?';
  bool had = lists_had_text(&t->prompts, text + last) && known && last > 1 && asks;
  buf_addn(out, text, had ? last - 1 : prompt.n);
  buf_free(&prompt);
}

/* Who is asked stands before it, and behind it who else may answer. */
static void put_around(const Menu *m, Buf *question, bool named, const Buf *behind)
{
  Buf whole = {0};
  uint32_t asked = m->seats ? m->seats : 1u << m->seat;
  const char *who = regel_who(m->table->game, asked);
  if (named) buf_add(&whole, buf_text(question)); /* who was asked last */
  else table_add(m->table, &whole, "value.by", who, buf_text(question));
  buf_add(&whole, buf_text(behind));
  buf_free(question);
  *question = whole;
}

static void put_question(const Menu *m, Buf *out, bool known)
{
  Table *t = m->table;
  Buf who = {0}, behind = {0};
  uint32_t asked = m->seats ? m->seats : 1u << m->seat;
  put_prompt(m, out, known);
  if (t->others & ~t->named) {
    buf_add(&who, regel_who(t->game, t->others));
    buf_char(&behind, ' ');
    table_add(t, &behind, "play.others", buf_text(&who), NULL);
    t->named = t->others;
  }
  if (may_wait(m)) {
    Buf wait = {0};
    buf_clear(&who);
    typed_word(t, &who, TYPED_WAIT);
    table_add(t, &wait, "play.wait", buf_text(&who), NULL);
    if (!lists_had_text(&t->prompts, buf_text(&wait)))
      buf_printf(&behind, " %s", buf_text(&wait));
    buf_free(&wait);
  }
  put_around(m, out, asked == t->asked, &behind);
  t->asked = asked;
  buf_free(&who);
  buf_free(&behind);
}

enum { ANSWER = 4 }; /* columns that an answer takes */

/* How the answers stand behind a question: as they are told, or not again: their numbers
 * mean what they meant. */
typedef enum { FORM_TOLD, FORM_NUMBERS } Form;

/* A question with its answers, from a column on. */
typedef struct Laid {
  Buf question, answers;
  Form form;
  bool joins; /* behind what was told */
  bool room;  /* for what is typed behind them */
  int breaks; /* how many lines are ended in it */
} Laid;

static void lay_out(Menu *m, const Buf *asked, bool joins, Form form, Laid *out)
{
  int at = joins ? m->table->column + 3 : 0;
  *out = (Laid){.form = form, .joins = joins};
  buf_wrap(&out->question, buf_text(asked), at, 0, cli_width());
  const char *last = strrchr(buf_text(&out->question), '\n');
  int ends = last ? text_width(last + 1) : at + text_width(buf_text(&out->question));
  bool below = false;
  if (form == FORM_NUMBERS) {
    buf_printf(&out->answers, " 1–%d", m->list.n);
    ends += text_width(buf_text(&out->answers));
  } else {
    below = m->list.n > MOST_LISTED || !list_flow(&m->list, &out->answers, ends, &ends);
    if (below) put_list(m, &out->answers);
  }
  out->room = !below && ends + ANSWER <= cli_width();
  if (!below && !out->room) buf_char(&out->answers, '\n');
  for (const char *c = buf_text(&out->question); *c; c++) out->breaks += *c == '\n';
  for (const char *c = buf_text(&out->answers); *c; c++) out->breaks += *c == '\n';
  out->breaks += !joins && m->table->column;
}

static void free_laid(Laid *l)
{
  buf_free(&l->question);
  buf_free(&l->answers);
}

/* In the fewest lines; of those that take as many, the fullest words. */
static void lay_best(Menu *m, const Buf *asked, bool same, Laid *best)
{
  const Table *t = m->table;
  bool behind = t->column && t->column + 3 < cli_width();
  for (Form form = FORM_TOLD; form <= FORM_NUMBERS; form++) {
    if (form == FORM_NUMBERS && !same) continue;
    for (int joins = behind; joins >= 0; joins--) {
      Laid other;
      lay_out(m, asked, joins, form, &other);
      bool better = (form == FORM_TOLD && joins == behind) || other.breaks < best->breaks;
      if (better && (form != FORM_TOLD || joins != behind)) free_laid(best);
      if (better) *best = other;
      else free_laid(&other);
    }
  }
}

/* Whoever reads here has read these answers. */
static void note_read(const Menu *m, bool told)
{
  for (int i = 0; i < m->list.n && m->list.n <= MOST_LISTED; i++)
    lists_note(&m->table->read_lately, m->list.told[i], told);
}

/* The question and its answers.  Returns what stands before what is typed. */
static const char *put_menu(Menu *m)
{
  Table *t = m->table;
  const char *on = t->cli->color_out ? "\033[1m" : "",
             *off = t->cli->color_out ? "\033[0m" : "";
  Buf asked = {0};
  uint32_t seats = m->seats ? m->seats : 1u << m->seat;
  bool same = list_is_last(&t->listed, seats, &m->list) && !m->list.by_name &&
              !m->list.numbers && m->list.n > 1;
  bool known = m->list.n > 1;
  for (int i = 0; i < m->list.n && known; i++)
    known = lists_has(&t->read_lately, m->list.told[i]);
  put_question(m, &asked, same || known);
  int wide = text_width(buf_text(&asked));
  list_stakes(&m->list, wide < cli_width() ? wide : 0);
  Laid best;
  lay_best(m, &asked, same, &best);
  if (best.joins) fputs(" · ", stdout);
  else table_line_end(t);
  t->column = 0;
  m->listed = best.form != FORM_NUMBERS;
  note_read(m, best.form == FORM_TOLD);
  printf("%s%s%s%s", on, buf_text(&best.question), off, buf_text(&best.answers));
  bool room = best.room;
  free_laid(&best);
  buf_free(&asked);
  return room ? " > " : "> ";
}

/* ---- answers -------------------------------------------------------------------- */

/* The answers that fit best, as they are called or as they stand below the question, up
 * to `most`; returns how many there are. */
static int find_names(const Menu *m, const char *typed, int *found, int most,
                      int *how_well)
{
  int best = 0, n = 0;
  for (int i = 0; i < m->list.n; i++) {
    int f = name_fits(typed, m->list.labels[i]), told = name_fits(typed, m->list.told[i]);
    if (told > f) f = told;
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

/* Numbers that are typed: those before the answers, or the answers themselves; the list
 * where some between them are none. */
static void say_range(const Menu *m)
{
  long first = list_number(&m->list, 0), last = list_number(&m->list, m->list.n - 1);
  bool some = false;
  for (int i = 0; i < m->list.n && m->list.by_name; i++) {
    if (!table_number(m->list.labels[i])) continue;
    long n = strtol(m->list.labels[i], NULL, 10);
    if (!some || n < first) first = n;
    if (!some || n > last) last = n;
    some = true;
  }
  if (!m->list.by_name && last - first >= m->list.n) menu_list(m);
  else
    client_tell(m->table->language, "play.range", CLIENT_DIGITS(first),
                CLIENT_DIGITS(last), NULL);
}

/* The answer that was typed; -1 and a remark if there is none or more than one. */
static int find_answer(const Menu *m, const char *typed)
{
  int found[MOST_LISTED], well;
  int n = find_names(m, typed, found, MOST_LISTED, &well);
  if (table_number(typed) && !m->list.by_name) {
    int i = list_numbered(&m->list, strtol(typed, NULL, 10));
    if (i < 0) say_range(m);
    return i;
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
    printf("  %d %s\n", list_number(&m->list, found[i]), m->list.labels[found[i]]);
  if (n <= 20) return -1;
  fputs("  ", stdout);
  table_say(m->table, "play.more", CLIENT_DIGITS(n - 20));
  return -1;
}

/* The answer that "3?" asks about; -1: there is none. */
static int asked_about(const Menu *m, const char *line)
{
  int i = list_numbered(&m->list, strtol(line, NULL, 10));
  if (i < 0) say_range(m);
  return i;
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
  Menu m = {t, seat, options, {.n = n, .color = t->cli->color_out}, 0, false};
  Wish wish = WISH_END;
  bool anew = false;
  if (!hand_over(t, seat, &anew)) return WISH_END;
  Sight sight;
  reading_look(t, seat, anew, &sight);
  bool board = sight.shows;
  reading_log(t, seat, 0, sight.shows && !sight.first);
  reading_board(t, seat, &sight);
  reading_hand(t, seat);
  reading_first(t, seat, options, n);
  if (anew || board) {
    free(t->listed);
    t->listed = NULL;
  }
  if (anew) {
    lists_forget(&t->prompts);
    lists_forget(&t->read_lately);
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
