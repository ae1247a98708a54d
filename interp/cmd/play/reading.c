#include "interp/cmd/play/reading.h"
#include "interp/cmd/play/changed.h"
#include "interp/board/picture.h"
#include "interp/session/name.h"
#include "interp/text/card/card.h"
#include "interp/text/card/compose.h"
#include "interp/text/card/face.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FACES = 6 };

/* ---- faces ------------------------------------------------------------------------- */

static void put_face(const View *v, Buf *b, int32_t thing)
{
  Buf text = {0};
  card_head(v, b, thing, v->program->things[thing].copies);
  if (face_seen(v, thing)) {
    card_values(v, &text, thing);
    compose_thing(v, &text, thing);
    buf_lines(b, buf_text(&text), 2, SCREEN);
    card_inner(v, b, thing, SCREEN);
  }
  buf_free(&text);
}

/* Things that the reader can see and that have something written on them. */
static bool readable(const View *v, int32_t thing)
{
  const Program *p = v->program;
  const PThing *t = &p->things[thing];
  if (p->kinds[t->kind].flags & KIND_PLAYER || p->kinds[t->kind].text < 0) return false;
  return view_sees_thing(v, thing) && face_seen(v, thing);
}

/* One of each face that fits best. */
static int find_faces(const View *v, const char *name, int32_t *found, int most)
{
  int best = 1, n = 0;
  for (int32_t i = 0; i < v->program->n_things; i++) {
    Buf title = {0};
    bool known = false;
    int well = 0;
    if (readable(v, i)) {
      render_thing(v, &title, i);
      well = name_fits(name, buf_text(&title));
    }
    buf_free(&title);
    if (well < best) continue;
    if (well > best) n = 0;
    best = well;
    for (int k = 0; k < n && k < most && !known; k++)
      known = v->program->things[found[k]].face == v->program->things[i].face;
    if (!known && n < most) found[n++] = i;
  }
  return n;
}

/* What lies in the piles of a player, each face once. */
static int held_by(const View *v, int seat, int32_t *found, int most)
{
  const Program *p = v->program;
  int n = 0;
  for (int32_t i = 0; i < p->n_things && n < most; i++) {
    int32_t owner, per;
    int pile = vm_pile_of(v->vm, i);
    int field = pile < 0 ? -1 : vm_pile_field(v->vm, pile, &owner, &per);
    if (field < 0 || p->fields[field].kind != 0 || owner != seat || !readable(v, i))
      continue;
    bool known = false;
    for (int k = 0; k < n && !known; k++)
      known = p->things[found[k]].face == p->things[i].face;
    if (!known) found[n++] = i;
  }
  return n;
}

enum { MOST_HELD = 60 };

void reading_card(Table *t, int seat, const char *name)
{
  View v = session_view(t->session, seat);
  int32_t found[MOST_HELD];
  bool own = !*name;
  int n =
      own ? held_by(&v, seat, found, MOST_HELD) : find_faces(&v, name, found, MOST_FACES);
  Buf b = {0};
  for (int i = 0; i < n; i++) put_face(&v, &b, found[i]);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
  if (!n && own) words_print(t->session->lang, SAY_PLAY_HOLD_NOTHING, NULL, NULL, NULL);
  else if (!n) words_print(t->session->lang, SAY_PLAY_NO_CARD, name, NULL, NULL);
}

/* ---- answers ----------------------------------------------------------------------- */

/* The things that an answer refers to. */
static int things_of(const View *v, int option, int32_t *found, int most)
{
  const Program *p = v->program;
  Option o = vm_option(v->vm, option);
  const PAlt *a = o.alt >= 0 ? &p->alts[o.alt] : NULL;
  if (!a || a->type < 0) return 0;
  if (a->form == ALT_MOVE) {
    int n = 0;
    for (int k = 0; k < program_parts(p, o.alt) && n < most; k++) {
      int32_t thing = program_part(p, o.alt, o.value, k);
      if (alt_has_things(p, o.alt + k) && thing != NONE) found[n++] = thing;
    }
    return n;
  }
  const PType *t = &p->types[a->type];
  const PType *elem = t->elem >= 0 ? &p->types[t->elem] : t;
  int n = 0;
  if (elem->tag != T_THING) return 0;
  if (a->form == ALT_ELEMENT && o.value >= 0 && o.value < p->n_things)
    found[n++] = o.value;
  if (a->form != ALT_SUBSET) return n;
  uint64_t set[MAX_THINGS / 64 + 1];
  vm_option_set(v->vm, option, set);
  for (int64_t value = t->lo; value <= t->hi && n < most; value++)
    if (set[(value - t->lo) / 64] >> ((value - t->lo) % 64) & 1)
      found[n++] = (int32_t)value;
  return n;
}

/* Is the answer just this thing, or the first part of a move? */
static bool is_one(const View *v, int option, int32_t thing)
{
  Option o = vm_option(v->vm, option);
  return o.alt >= 0 && program_part(v->program, o.alt, o.value, 0) == thing;
}

void reading_answer(Table *t, int seat, int option)
{
  View v = session_view(t->session, seat);
  int32_t found[MOST_FACES];
  int n = things_of(&v, option, found, MOST_FACES);
  Buf b = {0}, place = {0};
  for (int i = 0; i < n; i++)
    if (readable(&v, found[i])) put_face(&v, &b, found[i]);
  reading_place(t, seat, option, "", &place, 4 * SCREEN);
  if (place.n) buf_printf(&b, "%s\n", buf_text(&place));
  if (b.n) fputs(buf_text(&b), stdout);
  else words_print(t->session->lang, SAY_PLAY_NO_MORE, NULL, NULL, NULL);
  buf_free(&b);
  buf_free(&place);
}

/* Has this person read the face before?  From now on, yes. */
static bool was_read(Table *t, int seat, int32_t thing)
{
  const Program *p = t->session->program;
  size_t n = (size_t)p->n_things * (size_t)t->session->seats;
  if (!t->read) {
    t->read = calloc(n ? n : 1, 1);
    if (!t->read) abort();
  }
  unsigned char *at =
      &t->read[(size_t)seat * (size_t)p->n_things + (size_t)p->things[thing].face];
  bool before = *at;
  *at = 1;
  return before;
}

/* Only what does something; a title says all of a plain place or pawn. */
static bool put_text(const View *v, Buf *b, int32_t thing)
{
  Buf text = {0}, title = {0};
  compose_thing(v, &text, thing);
  for (char *c = text.at; c && *c; c++)
    if (*c == '\n') *c = ' ';
  while (text.n && text.at[text.n - 1] == ' ') text.at[--text.n] = 0;
  bool some = text.n;
  if (some) {
    render_thing(v, &title, thing);
    buf_capital(&title, 0);
    buf_printf(b, "  %s: ", buf_text(&title));
    buf_wrap(b, buf_text(&text), 4 + text_width(buf_text(&title)), 4, SCREEN);
    buf_char(b, '\n');
  }
  buf_free(&text);
  buf_free(&title);
  return some;
}

void reading_hand(Table *t, int seat)
{
  View v = session_view(t->session, seat);
  int32_t found[MOST_HELD];
  int n = held_by(&v, seat, found, MOST_HELD);
  Buf b = {0};
  for (int i = 0; i < n; i++)
    if (!was_read(t, seat, found[i])) put_text(&v, &b, found[i]);
  if (b.n) table_line_end(t);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

void reading_first(Table *t, int seat, const int *options, int n)
{
  View v = session_view(t->session, seat);
  Buf b = {0};
  int told = 0;
  for (int i = 0; i < n && told < MOST_FACES; i++) {
    int32_t one;
    if (things_of(&v, options[i], &one, 1) != 1 || !readable(&v, one)) continue;
    if (v.program->kinds[v.program->things[one].kind].cells < 0) continue; /* no card */
    if (!is_one(&v, options[i], one) || was_read(t, seat, one)) continue;
    told += put_text(&v, &b, one);
  }
  if (b.n) table_line_end(t);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

/* ---- the log ------------------------------------------------------------------------
 */

/* Who reads a line on this screen need not be told it again there. */
static void hear(Table *t, int seat, const char *line)
{
  enum { MOST_HEARD = 1 << 16 };
  for (int i = 0; i < t->session->seats; i++) {
    Buf *b = &t->heard[i];
    if (i == seat || !(t->session->people >> i & 1)) continue;
    if (b->n > MOST_HEARD) buf_clear(b);
    buf_printf(b, "%s\n", line);
  }
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
  Buf line;
  size_t head; /* bytes at its beginning that are no sentence */
  Buf actor;   /* who acted in the last sentence, or nobody */
  Buf reader;  /* what happens to whom is asked next stands before the question */
} Telling;

static void end_line(Telling *w)
{
  Buf lines = {0};
  if (w->line.n > w->head) {
    list_wrap(&lines, buf_text(&w->line), 0);
    table_line_end(w->table);
    fputs(buf_text(&lines), stdout);
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
  enum { SHORT = 40 }; /* columns that need no line of their own */
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
  if (!named && w->table->session->seats == 1) return; /* nobody else could act */
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

/* What this person does need not be told with a name to somebody who sits there alone. */
static void name_reader(Telling *w, int seat)
{
  const Table *t = w->table;
  View v = session_view(t->session, seat);
  render_seat(&v, &w->reader, seat);
  bool alone = !(t->session->people & (t->session->people - 1));
  if (alone && t->answered) buf_add(&w->actor, buf_text(&w->reader));
}

/* Sentences stand side by side, in lines as wide as the screen: a game fits on a few.
 * The last one is left open for a question. */
void reading_log(Table *t, int seat, int but, bool board)
{
  Sentences all = {0};
  Telling w = {.table = t};
  for (int n = log_count(t->session->log, seat) - but; t->told[seat] < n;
       t->told[seat]++) {
    const char *line = log_line(t->session->log, seat, t->told[seat]);
    bool said = t->echo[seat] && !strcmp(t->echo[seat], line); /* who chose it knows it */
    free(t->echo[seat]);
    t->echo[seat] = NULL;
    if (said || changed_take(&t->heard[seat], line)) continue;
    hear(t, seat, line);
    size_t news = log_news(t->session->log, seat, t->told[seat]);
    Sentence s = {line, board ? news : strlen(line),
                  log_subject(t->session->log, seat, t->told[seat]),
                  log_heading(t->session->log, seat, t->told[seat])};
    if (s.n) vec_push(&all, s);
  }
  buf_add(&w.line, buf_text(&t->whose));
  w.head = w.line.n;
  name_reader(&w, seat);
  put_sentences(&w, &all);
  end_line(&w);
  t->answered = false;
  buf_clear(&t->whose);
  buf_clear(&t->heard[seat]);
  buf_free(&w.line);
  buf_free(&w.actor);
  buf_free(&w.reader);
  vec_free(&all);
}

/* ---- the board ----------------------------------------------------------------------
 */

void reading_place(Table *t, int seat, int option, const char *known_as, Buf *b,
                   int width)
{
  View v = session_view(t->session, seat);
  int32_t thing;
  if (!v.program->n_views || things_of(&v, option, &thing, 1) != 1) return;
  if (!is_one(&v, option, thing) || !view_sees_thing(&v, thing)) return;
  View known = picture_reader(&v);
  for (int i = 0; i < v.program->n_views && !b->n; i++) {
    Board *board = board_new(&known, i, false);
    board_about(board, &known, thing, known_as, b, width);
    board_free(board);
  }
}

/* A few changes that come of an answer are told by the log alone. */
enum { WORTH_SHOWING = 4 };

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

/* Is it easier to read whole than line by line? */
static bool is_other(const char *view, int changed)
{
  enum { FEW = 8 };
  int lines = 0;
  for (const char *c = view; *c; c++) lines += *c == '\n';
  return changed && lines > FEW && 2 * changed > lines;
}

/* One view: whole if it is not on the screen, if what it draws has changed, or most of
 * it. */
static int put_view(const Table *t, const View *known, int seat, int i, bool first,
                    Buf *now, Buf *shown)
{
  const char *before = t->boards[seat] ? t->boards[seat] : t->shown;
  bool color = t->cli->color_out;
  Buf view = {0};
  bool board = picture_view(known, &view, i, color, SCREEN, true);
  const char *text = buf_text(&view);
  int changes = first ? 0 : changed_count(text, t->latest[seat], NULL);
  int unseen = first ? 0 : changed_count(text, before, t->shown);
  bool drawn = !board && !changed_says(text) && unseen;
  if (first || drawn || is_other(text, unseen)) {
    if ((shown->n || !first) && view.n) buf_char(shown, '\n');
    picture_view(known, shown, i, color, SCREEN, false);
    if (!first) buf_char(shown, '\n');
    if (drawn) changes = WORTH_SHOWING;
  } else changed_put(shown, text, before, t->shown);
  buf_add(now, text);
  buf_free(&view);
  return changes;
}

void reading_look(Table *t, int seat, bool anew, Sight *sight)
{
  const Program *p = t->session->program;
  *sight = (Sight){.first = anew || (!t->boards[seat] && !t->shown)};
  if (!p->n_views) return;
  View v = session_view(t->session, seat);
  View known = picture_reader(&v);
  int changes = 0;
  for (int i = 0; i < p->n_views; i++)
    changes += put_view(t, &known, seat, i, sight->first, &sight->now, &sight->shown);
  sight->shows = sight->first || t->moved[seat] || changes >= WORTH_SHOWING;
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

void reading_free(Table *t)
{
  for (int i = 0; i < MAX_PLAYERS; i++) free(t->boards[i]);
  free(t->read);
  lists_forget(&t->lists);
  for (int i = 0; i < MAX_PLAYERS; i++) buf_free(&t->heard[i]);
  for (int i = 0; i < MAX_PLAYERS; i++) free(t->echo[i]), free(t->latest[i]);
  buf_free(&t->whose);
  free(t->shown);
}
