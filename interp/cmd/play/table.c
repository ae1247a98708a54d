/* The loop of a game at the terminal.
 *
 * Persons go before bots where both may answer: a bot would be faster every time. */
#include "interp/cmd/play/table.h"
#include "interp/cmd/play/reading.h"
#include "interp/cmd/interrupt.h"
#include "interp/base/clock.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void table_say(const Table *t, const char *key, const char *what)
{
  client_tell(t->language, key, what, NULL, NULL);
}

void table_add(const Table *t, Buf *b, const char *key, const char *first,
               const char *second)
{
  char *text = client_say(t->language, key, first, second, NULL);
  buf_add(b, text);
  regel_free(text);
}

uint32_t table_asked(const Table *t, uint32_t among)
{
  uint32_t asked = regel_asked(t->game);
  return asked ? asked & among : among;
}

void table_line_end(Table *t)
{
  if (t->column) putchar('\n');
  t->column = 0;
}

/* What people do before everybody's eyes is told as it happens; a bot does much at once.
 */
static void much_moved(Table *t)
{
  for (int i = 0; i < MAX_PLAYERS; i++) t->moved[i] = true;
}

/* Back to the last question of a person, or the reason why that cannot be. */
static void undo(Table *t)
{
  INVARIANT(t && t->game);
  bool back = !regel_undo(t->game, t->sitting);
  much_moved(t);
  if (back) table_say(t, "play.undone", NULL);
  else puts(regel_words(t->game));
  t->undone = back;
}

/* Who asks again knows how much of the log is left. */
static void forget_undone(Table *t)
{
  for (int i = 0; i < READERS && t->undone; i++) {
    int lines = t->readers[i] ? regel_lines(t->readers[i]) : 0;
    if (t->told[i] > lines) t->told[i] = lines;
  }
  t->undone = false;
}

/* ---- answers -------------------------------------------------------------------- */

static int collect(Table *t, uint32_t seats, int *options)
{
  INVARIANT(t && t->game);
  int n = 0;
  for (int i = 0, all = regel_answers(t->game); i < all && n < MAX_OPTIONS; i++) {
    int seat = regel_seat(t->game, i);
    if (seat < 0 || seats >> seat & 1) options[n++] = i;
  }
  return n;
}

void table_seat(const Table *t, Buf *b, int seat)
{
  buf_add(b, regel_who(t->game, 1u << seat));
}

/* Has a part of the game begun (somebody's turn) since everybody was asked who answers?
 */
static bool part_begins(const Table *t)
{
  const regel_reader *r = t->readers[EVERYBODY];
  for (int i = t->told[EVERYBODY], n = r ? regel_lines(t->readers[EVERYBODY]) : 0; i < n;
       i++)
    if (regel_line_heading(r, i)) return true;
  return false;
}

/* One person of several answers: the one who sits there, unless it matters who.  Whoever
 * did goes on until a part of the game begins, or names another. */
static Wish who_answers(Table *t, uint32_t people, uint32_t *seats)
{
  INVARIANT(t && t->game);
  int seat =
      t->sitting >= 0 && people >> t->sitting & 1 ? t->sitting : __builtin_ctz(people);
  bool matters = regel_who_matters(t->game);
  Wish w = WISH_ANSWER;
  t->others = 0;
  if (!(people & (people - 1)) || (matters && !t->secrets)) {
    *seats = people;
    return w;
  }
  if (matters && t->turn >= 0 && people >> t->turn & 1 && !part_begins(t)) seat = t->turn;
  else if (matters) w = ask_who(t, people, &seat), t->named = 0;
  if (matters && w == WISH_ANSWER) t->turn = seat, t->others = people & ~(1u << seat);
  *seats = 1u << seat;
  return w;
}

/* A question with one answer is left out; but where several share a screen that would
 * tell who has none of the hidden things that others could give. */
static bool answers_itself(const Table *t)
{
  bool shared = t->secrets && t->people & (t->people - 1);
  return regel_answers(t->game) == 1 && !t->ask_all &&
         !(shared && regel_answer_hidden(t->game, 0));
}

/* Stops for one question.  *code is set when the game cannot go on. */
static bool decide(Table *t, int *code)
{
  INVARIANT(t && t->game);
  int options[MAX_OPTIONS], chosen = 0;
  uint32_t people = table_asked(t, t->people), seats;
  if (!people) {
    regel_bot_plays(t->game);
    much_moved(t);
    return true;
  }
  if (answers_itself(t)) {
    regel_answer(t->game, 0);
    return true;
  }
  bool joint = t->secrets && people & (people - 1) && !regel_who_matters(t->game);
  Wish w = who_answers(t, people, &seats);
  if (w == WISH_ANSWER) {
    int n = collect(t, seats, options);
    int seat =
        t->sitting >= 0 && seats >> t->sitting & 1 ? t->sitting : __builtin_ctz(seats);
    w = ask_person(t, seat, options, n, &chosen);
  }
  if (w == WISH_ANSWER) {
    regel_answer(t->game, chosen);
    t->answered = t->sitting;
    if (joint) t->sitting = -1; /* what is put to all is read by all: who sits there? */
  } else if (w == WISH_WAIT) {
    regel_bot_plays(t->game);
    much_moved(t);
  } else if (w == WISH_UNDO) {
    undo(t);
  } else if (w != WISH_OTHER) {
    if (w == WISH_END)
      cli_error(t->cli, "no more input: the game was left before its end");
    else table_say(t, "play.left", NULL);
    if (t->store) table_say(t, "play.go_on", buf_text(&t->resume));
    *code = CODE_NO;
    return false;
  }
  return true;
}

/* A spectator reads what everybody may know, as it happens; but which of it that is takes
 * time to find out where something is hidden, and nobody reads faster than this. */
static void tell_public(Table *t, bool now)
{
  enum { BLINK = 200 }; /* milliseconds */
  int64_t ms = clock_ms();
  if (t->people || (t->secrets && !now && ms - t->told_at < BLINK)) return;
  t->told_at = ms;
  regel_reader *r = t->readers[EVERYBODY];
  for (int n = regel_lines(r), *told = &t->told[EVERYBODY]; *told < n; ++*told)
    puts(regel_line(r, *told));
}

static void again(const Table *t, Buf *b)
{
  INVARIANT(t && t->game);
  const char *seed = regel_seed(t->game);
  buf_printf(b, "regel play %s%s ", t->name, t->how);
  for (size_t i = 0; i < t->cli->packs.n; i++)
    buf_printf(b, "--pack %s ", t->cli->packs.at[i]);
  buf_printf(b, "--players %d", t->seats);
  for (size_t i = 0; i + 1 < t->set->n; i++) buf_printf(b, " --set %s", t->set->at[i]);
  if (seed) buf_printf(b, " --seed %s", seed);
}

/* A word as a shell reads it. */
static void put_word(Buf *b, const char *word)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_-./+:,=@%";
  if (*word && !word[strspn(word, plain)]) {
    buf_add(b, word);
    return;
  }
  buf_char(b, '\'');
  for (const char *s = word; *s; s++)
    if (*s == '\'') buf_add(b, "'\\''");
    else buf_char(b, *s);
  buf_char(b, '\'');
}

void table_command(const Table *t, Buf *b, const char *command, int64_t game)
{
  buf_printf(b, "regel %s %lld", command, (long long)game);
  if (!t->file) return;
  buf_add(b, " --db ");
  put_word(b, t->file);
}

/* The last lines to whoever sits there: what happened, the board, what all players have,
 * and at the end how it ended. */
static void conclude(Table *t, int seat)
{
  INVARIANT(t && t->game);
  const char *on = t->cli->color_out ? "\033[1m" : "",
             *off = t->cli->color_out ? "\033[0m" : "";
  t->moved[seat] = true;
  Sight sight;
  reading_look(t, seat, false, &sight);
  reading_log(t, seat, 1, sight.shows && !sight.first);
  Buf shown = {0};
  buf_add(&shown, buf_text(&sight.shown));
  reading_board(t, seat, &sight);
  table_line_end(t);
  reading_notes(t, seat, buf_text(&shown));
  buf_free(&shown);
  fputs(regel_table_players(t->game, seat), stdout);
  fputs(on, stdout);
  reading_log(t, seat, 0, false);
  fputs(off, stdout);
  const char *rules = regel_end_rules(t->readers[seat]);
  bool breaks = t->column + 1 + text_width(rules) > cli_width();
  if (*rules) printf("%s%s", breaks ? "\n  " : " ", rules);
  table_line_end(t);
}

static int finish(Table *t)
{
  Buf b = {0};
  for (int seat = 0; seat < t->seats; seat++)
    if (t->people >> seat & 1 && (seat == t->sitting || t->sitting < 0))
      conclude(t, seat);
  again(t, &b);
  table_say(t, "play.over", buf_text(&b));
  if (t->store) {
    int64_t id = regel_game_id(t->game);
    buf_clear(&b);
    table_command(t, &b, "replay", id);
    client_tell(t->language, "play.stored", CLIENT_DIGITS(id), buf_text(&b), NULL);
  }
  buf_free(&b);
  return CODE_FINE;
}

static int rule_error(Table *t)
{
  Buf b = {0};
  if (t->store) table_command(t, &b, "replay", regel_game_id(t->game));
  else again(t, &b);
  regel_data *fault = regel_fault(t->game);
  client_fault(t->cli, fault, buf_text(&b));
  regel_data_free(fault);
  buf_free(&b);
  return CODE_RULE;
}

/* ---- storing -------------------------------------------------------------------- */

static void note_how_to_resume(Table *t)
{
  table_command(t, &t->resume, "play --resume", regel_game_id(t->game));
  table_add(t, &t->farewell, "play.safe", buf_text(&t->resume), NULL);
  buf_char(&t->farewell, '\n');
  interrupt_exit(buf_text(&t->farewell));
}

enum { LINES_BEFORE = 12 }; /* of the log, that people are told again */

static int told_before(regel_reader *r)
{
  int n = r ? regel_lines(r) : 0;
  return n > LINES_BEFORE ? n - LINES_BEFORE : 0;
}

static void resume(Table *t)
{
  INVARIANT(t && t->game);
  const regel_data *given = regel_data_get(t->resumed, "answers");
  long long answers = 0;
  note_how_to_resume(t);
  for (int i = 0; i < t->seats; i++)
    if (t->people >> i & 1) answers += regel_data_number(regel_data_at(given, (size_t)i));
  client_tell(t->language, "play.resumed", CLIENT_DIGITS(regel_game_id(t->game)),
              CLIENT_DIGITS(answers), NULL);
  for (int i = 0; i < READERS; i++) t->told[i] = told_before(t->readers[i]);
}

static int not_stored(Table *t)
{
  INVARIANT(t && t->game);
  cli_error(t->cli, "%s", regel_store_error(t->store));
  if (regel_game_id(t->game))
    fprintf(stderr, "What was answered before is safe. To go on: %s\n",
            buf_text(&t->resume));
  return CODE_IO;
}

static void open_eyes(Table *t)
{
  unsigned how = REGEL_TOGETHER | (t->verbose ? REGEL_EVERY_MOVE : 0);
  for (int i = 0; i < t->seats; i++)
    if (t->people >> i & 1) t->readers[i] = regel_read_as(t->game, i, t->language, how);
  if (!t->people)
    how &= ~(unsigned)REGEL_TOGETHER; /* whenever it is read, it is the same */
  if (!t->people || (t->secrets && t->people & (t->people - 1)))
    t->readers[EVERYBODY] = regel_read_as(t->game, REGEL_SPECTATOR, t->language, how);
}

int table_play(Table *t)
{
  INVARIANT(t && t->game);
  int code = CODE_FINE;
  t->sitting = t->answered = t->turn = -1;
  t->secrets = regel_rules_secrets(t->rules);
  t->clears = t->secrets && t->cli->screen && isatty(STDIN_FILENO);
  if (t->people) regel_remember(t->game, t->ask_all ? REGEL_ALL_ANSWERS : 1);
  open_eyes(t);
  interrupt_exit("");
  if (t->store && !t->people) regel_store_relax(t->store);
  if (t->resumed) resume(t);
  for (;;) {
    bool begins = t->store && !regel_game_id(t->game);
    regel_width(t->game, cli_width());
    regel_status status = regel_step(t->game);
    if (begins && regel_game_id(t->game)) note_how_to_resume(t);
    if (status == REGEL_CHANCE) {
      regel_answer(t->game, regel_roll(t->game));
      continue;
    }
    if (status == REGEL_ERROR && t->store && *regel_store_error(t->store))
      return not_stored(t);
    forget_undone(t);
    tell_public(t, status != REGEL_DECIDE);
    if (status == REGEL_DONE) return finish(t);
    if (status == REGEL_ERROR) return rule_error(t);
    if (!decide(t, &code)) return code;
  }
}

void table_free(Table *t)
{
  interrupt_exit("");
  buf_free(&t->resume);
  buf_free(&t->farewell);
  reading_free(t);
}
