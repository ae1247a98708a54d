#include "interp/cmd/play/reading.h"
#include "interp/cmd/play/changed.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FACES = 12, MOST_HELD = 60 };

/* ---- faces ------------------------------------------------------------------------- */

void reading_card(Table *t, int seat, const char *name)
{
  INVARIANT(t && t->game);
  int found[MOST_HELD];
  bool own = !*name;
  int n = own ? regel_things_held(t->game, seat, found, MOST_HELD)
              : regel_things_named(t->game, seat, name, found, MOST_FACES);
  for (int i = 0; i < n; i++) fputs(regel_thing_page(t->game, seat, found[i]), stdout);
  if (!n) table_say(t, own ? "play.hold_nothing" : "play.no_card", name);
}

void reading_answer(Table *t, int seat, int answer)
{
  INVARIANT(t && t->game);
  int found[MOST_FACES], n = regel_things_of(t->game, seat, answer, found, MOST_FACES);
  for (int i = 0; i < n; i++) fputs(regel_thing_page(t->game, seat, found[i]), stdout);
  Buf b = {0};
  buf_lines(&b, regel_answer_place(t->game, seat, answer, "", 4 * cli_width()), 0,
            cli_width());
  buf_lines(&b, regel_answer_ahead(t->game, seat, answer), 0, cli_width());
  fputs(buf_text(&b), stdout);
  if (!n && !b.n) table_say(t, "play.no_more", NULL);
  buf_free(&b);
}

/* Has this person read the face before?  From now on, yes, and so have all who may read
 * it and share the screen. */
static bool was_read(Table *t, int seat, int thing)
{
  INVARIANT(t && t->game);
  size_t n = (size_t)regel_things(t->game),
         face = (size_t)regel_thing_face(t->game, thing);
  if (!t->read) {
    t->read = calloc(n ? n : 1, (size_t)t->seats);
    if (!t->read) abort();
  }
  bool before = t->read[(size_t)seat * n + face];
  for (int s = 0; s < t->seats && !before; s++)
    if (s == seat || (!t->clears && *regel_thing_title(t->game, s, thing)))
      t->read[(size_t)s * n + face] = 1;
  return before;
}

void forget_faces(Table *t, int seat)
{
  size_t n = (size_t)regel_things(t->game);
  if (t->read) memset(t->read + (size_t)seat * n, 0, n);
}

/* Lines behind each other. */
static void put_flowing(Buf *b, const char *lines)
{
  for (const char *at = lines; *at;) {
    size_t n = strcspn(at, "\n");
    if (at > lines) buf_char(b, ' ');
    buf_addn(b, at, n);
    at += n + (at[n] == '\n');
  }
}

/* Values as "Cost: 2", but for those that the title names ("Of: Ada"). */
static void put_values(Buf *b, const char *lines, const char *title)
{
  for (const char *at = lines; *at;) {
    Buf line = {0};
    buf_addn(&line, at, strcspn(at, "\n"));
    const char *value = strstr(buf_text(&line), ": ");
    if (!value || text_width(value) < 4 || !strstr(title, value + 2))
      buf_printf(b, "%s%s",
                 !b->n                    ? ""
                 : b->at[b->n - 1] == '.' ? " "
                                          : ", ",
                 buf_text(&line));
    at += line.n + (at[line.n] == '\n');
    buf_free(&line);
  }
}

/* What does nothing is known by its values. */
static bool put_plain(const Table *t, Buf *b, int seat, int thing)
{
  Buf title = {0}, values = {0};
  buf_add(&title, regel_thing_title(t->game, seat, thing));
  buf_capital(&title, 0);
  put_values(&values, regel_thing_values(t->game, seat, thing), buf_text(&title));
  bool some = values.n;
  if (some) {
    table_add(t, &title, "value.colon", NULL, NULL);
    buf_printf(b, "  %s", buf_text(&title));
    buf_wrap(b, buf_text(&values), 2 + text_width(buf_text(&title)), 4, cli_width());
    buf_char(b, '\n');
  }
  buf_free(&title);
  buf_free(&values);
  return some;
}

/* Only what does something; a title says all of a plain place or pawn. */
static bool put_text(const Table *t, Buf *b, int seat, int thing)
{
  Buf text = {0}, title = {0}, values = {0};
  put_flowing(&text, regel_thing_text(t->game, seat, thing));
  bool some = text.n;
  if (some) {
    buf_add(&title, regel_thing_title(t->game, seat, thing));
    buf_capital(&title, 0);
    put_values(&values, regel_thing_values(t->game, seat, thing), buf_text(&title));
    if (values.n) buf_printf(&title, " (%s)", buf_text(&values));
    table_add(t, &title, "value.colon", NULL, NULL);
    buf_printf(b, "  %s", buf_text(&title));
    buf_wrap(b, buf_text(&text), 2 + text_width(buf_text(&title)), 4, cli_width());
    buf_char(b, '\n');
  }
  buf_free(&text);
  buf_free(&title);
  buf_free(&values);
  return some;
}

static void put_below(Table *t, Buf *b)
{
  if (b->n) table_line_end(t);
  fputs(buf_text(b), stdout);
  buf_free(b);
}

void reading_hand(Table *t, int seat)
{
  INVARIANT(t && t->game);
  int found[MOST_HELD + MOST_FACES],
      n = regel_things_in_force(t->game, seat, found, MOST_FACES);
  Buf b = {0};
  n += regel_things_held(t->game, seat, found + n, MOST_HELD);
  for (int i = 0; i < n; i++)
    if (*regel_thing_text(t->game, seat, found[i]) && !was_read(t, seat, found[i]))
      put_text(t, &b, seat, found[i]);
  put_below(t, &b);
}

/* Do the cards among these answers differ in what is printed on them? */
static bool values_differ(const Table *t, int seat, const int *answers, int n)
{
  Buf first = {0};
  bool differ = false, some = false;
  for (int i = 0; i < n && !differ; i++) {
    int one = regel_thing_chosen(t->game, seat, answers[i]);
    if (one < 0) continue;
    const char *values = regel_thing_values(t->game, seat, one);
    if (some) differ = strcmp(values, buf_text(&first));
    else buf_add(&first, values);
    some = true;
  }
  buf_free(&first);
  return differ;
}

void reading_first(Table *t, int seat, const int *answers, int n)
{
  INVARIANT(t && t->game);
  Buf b = {0};
  bool differ = values_differ(t, seat, answers, n);
  for (int i = 0, told = 0; i < n && told < MOST_FACES; i++) {
    int one = regel_thing_chosen(t->game, seat, answers[i]);
    if (one < 0 || was_read(t, seat, one)) continue;
    told += put_text(t, &b, seat, one) || (differ && put_plain(t, &b, seat, one));
  }
  put_below(t, &b);
}

/* ---- the log --------------------------------------------------------------------------
 */

/* Who reads a line on this screen need not be told it again there. */
static void hear(Table *t, int seat, const char *line)
{
  enum { MOST_HEARD = 1 << 16 };
  for (int i = 0; i < READERS; i++) {
    Buf *b = &t->heard[i];
    if (i == seat || !t->readers[i]) continue;
    if (b->n > MOST_HEARD) buf_clear(b);
    buf_printf(b, "%s\n", line);
  }
}

void reading_again(const Table *t, int seat)
{
  Buf b = {0};
  for (int i = 0, n = regel_lines(t->readers[seat]); i < n; i++) {
    buf_wrap(&b, regel_line(t->readers[seat], i), 0, 2, cli_width());
    buf_char(&b, '\n');
  }
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

/* ---- sentences side by side ---- */

typedef struct Sentence {
  const char *text;
  size_t n;       /* bytes of it that are told */
  size_t subject; /* of those, that name who acts */
  bool heading;   /* a part of the game begins */
} Sentence;
typedef VEC(Sentence) Sentences;

static bool same_sentences(const Sentence *a, const Sentence *b, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (a[i].n != b[i].n || memcmp(a[i].text, b[i].text, a[i].n)) return false;
  return true;
}

/* How often the sentences at `i` follow each other, and how many they are. */
static size_t repeats(const Sentences *all, size_t i, size_t *period)
{
  enum { LONGEST = 4 };
  for (*period = 1; *period <= LONGEST; ++*period) {
    size_t n = 1, k = *period;
    while (i + (n + 1) * k <= all->n &&
           same_sentences(all->at + i, all->at + i + n * k, k))
      n++;
    if (n > 1 + (k > 1)) return n;
  }
  *period = 1;
  return 1;
}

/* Sentences on their way to the screen: in lines as wide as it is, one below the other
 * for each who acts. */
typedef struct Telling {
  Table *table;
  int seat; /* whom it is told */
  Buf line;
  size_t head; /* bytes at its beginning that are no sentence */
  Buf actor;   /* who acted in the last sentence, or nobody */
  Buf reader;  /* what happens to whom is asked next stands before the question */
} Telling;

static void end_line(Telling *w)
{
  Buf lines = {0};
  if (w->line.n > w->head) {
    list_wrap(&lines, buf_text(&w->line), 0, 0);
    table_line_end(w->table);
    fputs(buf_text(&lines), stdout);
    if (w->head && w->seat != EVERYBODY) w->table->asked = 1u << w->seat; /* it says so */
    const char *last = strrchr(buf_text(&lines), '\n');
    w->table->column = text_width(last ? last + 1 : buf_text(&lines));
  }
  buf_clear(&w->line);
  w->head = 0;
  buf_free(&lines);
}

static const char between[] = GLUE "· "; /* a dot stays with what is before it */

/* Is it the same name, whatever stands behind it ("Anne moves", "Anne: yes")? */
static bool is_named(const Buf *actor, const Sentence *s)
{
  return actor->n && actor->n < s->subject && !memcmp(actor->at, s->text, actor->n) &&
         strspn(s->text + actor->n, ": \xc2\xa0\xe2\x80\xaf") >= s->subject - actor->n;
}

/* Who acted in the sentence before need not be named again. */
static void put_sentence(Telling *w, const Sentence *s, const char *before)
{
  bool named = s->subject != 0, same = named && is_named(&w->actor, s);
  enum { SHORT = 60 }; /* columns that need no line of their own */
  bool other = s->heading || (named && !same && w->actor.n && !is_named(&w->reader, s));
  if (other && text_width(buf_text(&w->line)) > SHORT) end_line(w);
  if (w->line.n > w->head) buf_add(&w->line, between);
  size_t from = w->line.n;
  buf_add(&w->line, before);
  if (same && from > w->head && !*before) {
    buf_addn(&w->line, s->text + s->subject, s->n - s->subject);
  } else if (same) {
    from = w->line.n;
    buf_addn(&w->line, s->text + s->subject, s->n - s->subject);
    buf_capital(&w->line, from);
  } else buf_addn(&w->line, s->text, s->n);
  if (!named && w->table->seats == 1) return; /* nobody else could act */
  buf_clear(&w->actor);
  size_t n = s->subject;
  while (n && strchr(": \xc2\xa0\xe2\x80\xaf", s->text[n - 1])) n--;
  buf_addn(&w->actor, s->text, n);
}

static void put_sentences(Telling *w, const Sentences *all)
{
  for (size_t i = 0; i < all->n;) {
    size_t period, n = repeats(all, i, &period);
    Buf times = {0};
    if (n > 1 && period > 1) buf_printf(&times, "%zu× (", n);
    for (size_t k = 0; k < period; k++)
      put_sentence(w, &all->at[i + k], k ? "" : buf_text(&times));
    if (n > 1 && period > 1) buf_char(&w->line, ')');
    else if (n > 1) buf_printf(&w->line, " (%zu×)", n);
    i += n * period;
    buf_free(&times);
  }
}

/* What this person has just done need not be told with a name. */
static void name_reader(Telling *w, int seat)
{
  const Table *t = w->table;
  if (seat == EVERYBODY) return;
  buf_add(&w->reader, regel_who(t->game, 1u << seat));
  if (t->answered == seat || t->whose.n) buf_add(&w->actor, buf_text(&w->reader));
}

/* Is it the answer that was typed, alone or behind its question? */
static bool is_echo(const Table *t, int seat, const char *line)
{
  const char *echo = t->echo[seat];
  size_t n = echo ? strlen(echo) : 0, own = t->echoed[seat], all = strlen(line);
  return echo && all >= n && own <= n && !strncmp(line, echo, n - own) &&
         !strcmp(line + all - own, echo + n - own) &&
         (own < n || all == n); /* it says whose it is, or nothing else */
}

/* "Player 1 plays the hat (Hats: 2)" says no more than the answer "Play the hat", but for
 * what stands in brackets: the same words behind a verb that begins alike.  The bytes of
 * it that were said; 0: it is another sentence. */
static size_t echoes(const Table *t, int seat, const char *line, size_t subject)
{
  enum { ALIKE = 2 }; /* letters with which both verbs begin */
  if (!t->echo[seat] || t->by_number[seat]) return 0;
  const char *name = subject ? "" : regel_who(t->game, 1u << seat);
  if (!subject && !strncmp(line, name, strlen(name))) subject = strlen(name) + 1;
  if (!subject || subject > strlen(line)) return 0;
  const char *label = t->echo[seat] + strlen(t->echo[seat]) - t->echoed[seat],
             *said = line + subject, *rest = strchr(label, ' '),
             *behind = strchr(said, ' ');
  size_t n = rest ? strlen(rest) : 0;
  for (int i = 0; i < ALIKE; i++)
    if (tolower((unsigned char)label[i]) != tolower((unsigned char)said[i])) return 0;
  if (!n || !behind || strncmp(behind, rest, n)) return 0;
  bool all = !behind[n] || (behind[n] == ' ' && behind[n + 1] == '(');
  return all ? (size_t)(behind + n - line) : 0;
}

/* What is new in a sentence that echoes: what stands in its brackets. */
static void leave_echo(Sentence *s, size_t echoed)
{
  if (!echoed || echoed > s->n) return;
  s->subject = 0;
  if (s->n < echoed + 3 || s->text[s->n - 1] != ')') {
    s->n = 0;
    return;
  }
  s->text += echoed + 2;
  s->n -= echoed + 3;
}

/* Sentences stand side by side, in lines as wide as the screen: a game fits on a few.
 * The last one is left open for a question. */
void reading_log(Table *t, int seat, int but, bool board)
{
  Sentences all = {0};
  Telling w = {.table = t, .seat = seat};
  const regel_reader *r = t->readers[seat];
  for (int n = regel_lines(t->readers[seat]) - but; t->told[seat] < n; t->told[seat]++) {
    const char *line = regel_line(r, t->told[seat]);
    /* Who chose it knows it, even by a number if others came between. */
    bool said = is_echo(t, seat, line) && !(t->by_number[seat] && t->answered == seat);
    Sentence s = {line, board ? regel_line_news(r, t->told[seat]) : strlen(line),
                  regel_line_subject(r, t->told[seat]),
                  regel_line_heading(r, t->told[seat])};
    size_t echoed = t->answered == seat ? echoes(t, seat, line, s.subject) : 0;
    free(t->echo[seat]);
    t->echo[seat] = NULL;
    if (said || changed_take(&t->heard[seat], line)) continue;
    hear(t, seat, line);
    leave_echo(&s, echoed);
    if (s.n) vec_push(&all, s);
  }
  buf_add(&w.line, buf_text(&t->whose));
  w.head = w.line.n;
  name_reader(&w, seat);
  put_sentences(&w, &all);
  end_line(&w);
  t->answered = -1;
  buf_clear(&t->whose);
  buf_clear(&t->heard[seat]);
  buf_free(&w.line);
  buf_free(&w.actor);
  buf_free(&w.reader);
  vec_free(&all);
}

/* ---- the board ------------------------------------------------------------------------
 */

/* A few changes that come of an answer are told by the log alone; where several people
 * read one screen, all of them were. */
enum { WORTH_SHOWING = 4, WORTH_TELLING_AGAIN = 18 };

static bool is_shared(const Table *t)
{
  return !t->clears && t->people & (t->people - 1);
}

static int worth_showing(const Table *t)
{
  return is_shared(t) ? WORTH_TELLING_AGAIN : WORTH_SHOWING;
}

static void set_text(char **text, const char *to)
{
  Buf copy = {0};
  buf_add(&copy, to);
  free(*text);
  *text = buf_take(&copy);
}

static void keep_board(Table *t, int seat, const char *now)
{
  set_text(&t->boards[seat], now);
  set_text(&t->shown, now);
  t->moved[seat] = false;
}

static int lines_of(const char *text)
{
  int lines = 0;
  for (const char *c = text; *c; c++) lines += *c == '\n';
  return lines;
}

/* Is it easier to read whole than line by line?  A large board is not, if few words tell
 * what is new on it. */
static bool is_other(const char *view, int changed, const char *whole, const char *told)
{
  enum { FEW = 8, LARGE = 16 };
  int lines = lines_of(view);
  bool much = changed && lines > FEW && 2 * changed > lines;
  return much && !(lines_of(whole) > LARGE && 3 * lines_of(told) < lines_of(whole));
}

/* A view that would fill many screens is cut, and it is said so. */
static void put_page(const Table *t, Buf *b, const char *text)
{
  enum { MOST_LINES = 200 };
  const char *end = text;
  int lines = 0;
  while (*end && lines < MOST_LINES) lines += *end++ == '\n';
  buf_addn(b, text, (size_t)(end - text));
  if (!*end) return;
  table_add(t, b, "view.more", NULL, NULL);
  buf_char(b, '\n');
}

void reading_table(const Table *t, int seat)
{
  Buf b = {0};
  put_page(t, &b, regel_table(t->game, seat));
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

/* One view: whole if it is not on the screen, if what it draws has changed (squares of a
 * grid are read together), or most of it. */
static int put_view(const Table *t, int seat, int i, bool first, Buf *now, Buf *shown)
{
  const char *before = t->boards[seat] ? t->boards[seat] : t->shown;
  unsigned how = t->cli->color_out ? REGEL_COLOUR : 0;
  int board;
  Buf view = {0}, told = {0}, whole = {0};
  buf_add(&view, regel_view_lines(t->game, seat, i, how | REGEL_APART, &board));
  const char *text = buf_text(&view);
  const char *latest = t->latest[seat] ? t->latest[seat] : t->shown;
  int changes = first ? 0 : changed_count(text, latest, is_shared(t) ? t->shown : NULL);
  int unseen = first ? 0 : changed_count(text, before, t->shown);
  bool drawn = (board == 2 || (!board && !changed_says(text))) && unseen;
  changed_put(&told, text, before, t->shown);
  buf_add(&whole, regel_view_lines(t->game, seat, i, how | REGEL_BUSY, NULL));
  if (first || drawn || is_other(text, unseen, buf_text(&whole), buf_text(&told))) {
    if ((shown->n || !first) && view.n) buf_char(shown, '\n');
    put_page(t, shown, buf_text(&whole));
    if (!first) buf_char(shown, '\n');
    if (drawn) changes = worth_showing(t);
  } else buf_add(shown, buf_text(&told));
  buf_add(now, text);
  buf_free(&view);
  buf_free(&told);
  buf_free(&whole);
  return changes;
}

void reading_look(Table *t, int seat, bool anew, Sight *sight)
{
  int changes = 0, views = regel_rules_views(t->rules);
  *sight = (Sight){.first = anew || (!t->boards[seat] && !t->shown)};
  if (!views) return;
  for (int i = 0; i < views; i++)
    changes += put_view(t, seat, i, sight->first, &sight->now, &sight->shown);
  sight->shows = sight->first || t->moved[seat] || changes >= worth_showing(t);
}

void reading_board(Table *t, int seat, Sight *sight)
{
  if (sight->shows) {
    if (sight->shown.n) table_line_end(t);
    if (sight->shown.n) printf(sight->first ? "\n%s\n" : "%s", buf_text(&sight->shown));
    keep_board(t, seat, buf_text(&sight->now));
  }
  free(t->latest[seat]);
  t->latest[seat] = sight->now.n ? buf_take(&sight->now) : NULL;
  buf_free(&sight->now);
  buf_free(&sight->shown);
}

void reading_notes(const Table *t, int seat, const char *shown)
{
  INVARIANT(t && t->game);
  for (int i = 0, n = regel_rules_views(t->rules); i < n; i++) {
    Buf notes = {0};
    buf_add(&notes, regel_view_lines(t->game, seat, i, REGEL_WRITTEN, NULL));
    for (const char *at = buf_text(&notes); *at;) {
      Buf line = {0};
      size_t length = strcspn(at, "\n");
      buf_addn(&line, at, length);
      if (!strstr(shown, buf_text(&line) + strspn(buf_text(&line), " ")))
        puts(buf_text(&line));
      at += length + (at[length] == '\n');
      buf_free(&line);
    }
    buf_free(&notes);
  }
}

void reading_free(Table *t)
{
  for (int i = 0; i < MAX_PLAYERS; i++) free(t->boards[i]);
  free(t->read);
  free(t->listed);
  lists_forget(&t->prompts);
  lists_forget(&t->read_lately);
  for (int i = 0; i < READERS; i++) buf_free(&t->heard[i]), free(t->echo[i]);
  for (int i = 0; i < MAX_PLAYERS; i++) free(t->latest[i]);
  buf_free(&t->whose);
  free(t->shown);
}
