/* The loop of a game at the terminal.
 *
 * Persons go before bots where both may answer: a bot would be faster every time. */
#include "interp/cmd/play/table.h"
#include "interp/cmd/play/reading.h"
#include "interp/cmd/interrupt.h"
#include "interp/board/describe.h"
#include "interp/text/label.h"

#include <stdlib.h>
#include <string.h>

void table_line_end(Table *t)
{
  if (t->column) putchar('\n');
  t->column = 0;
}

/* Whoever did it knows it. */
static void others_moved(Table *t, int but)
{
  for (int i = 0; i < MAX_PLAYERS; i++)
    if (i != but) t->moved[i] = true;
}

/* Back to the last question of a person, or the reason why that cannot be. */
static void undo(Table *t)
{
  Session *s = t->session;
  Saying why = session_undo(s, t->sitting);
  others_moved(t, -1);
  words_print(s->lang, why ? why : SAY_PLAY_UNDONE, NULL, NULL, NULL);
  for (int i = 0; i < s->seats && !why; i++)
    if (t->told[i] > log_count(s->log, i)) t->told[i] = log_count(s->log, i);
}

/* ---- answers -------------------------------------------------------------------- */

static int collect(Table *t, uint32_t seats, int *options)
{
  int n = 0;
  for (int i = 0, all = vm_options(t->session->vm); i < all; i++) {
    int seat = vm_option(t->session->vm, i).seat;
    if (seat < 0 || seats >> seat & 1) options[n++] = i;
  }
  return n;
}

/* One person of several answers: the one who sits there, unless it matters who. */
static Wish who_answers(Table *t, uint32_t people, uint32_t *seats)
{
  int seat =
      t->sitting >= 0 && people >> t->sitting & 1 ? t->sitting : __builtin_ctz(people);
  bool matters = vm_decision(t->session->vm)->flags & DECISION_SEAT;
  if (!(people & (people - 1)) || (matters && !t->secrets)) {
    *seats = people;
  } else if (!matters) {
    *seats = 1u << seat;
  } else {
    Wish w = ask_who(t, people, &seat);
    *seats = 1u << seat;
    return w;
  }
  return WISH_ANSWER;
}

/* Stops for one question.  *code is set when the game cannot go on. */
static bool decide(Table *t, int *code)
{
  int options[MAX_OPTIONS], chosen = 0;
  Session *session = t->session;
  uint32_t people = session_asked(session, session->people), seats;
  if (!people) {
    session_answer(session, session_bot(session));
    others_moved(t, -1);
    return true;
  }
  Wish w = WISH_ANSWER;
  bool forced = vm_options(t->session->vm) == 1 && !t->ask_all;
  if (forced) {
    session_answer(session, 0);
    return true;
  }
  w = who_answers(t, people, &seats);
  if (w == WISH_ANSWER) {
    int n = collect(t, seats, options);
    int seat =
        t->sitting >= 0 && seats >> t->sitting & 1 ? t->sitting : __builtin_ctz(seats);
    w = ask_person(t, seat, options, n, &chosen);
  }
  if (w == WISH_ANSWER) {
    session_moment(session);
    session_answer(session, chosen);
    t->answered = true;
    others_moved(t, t->sitting);
  } else if (w == WISH_WAIT) {
    session_answer(session, session_bot(session));
    others_moved(t, -1);
  } else if (w == WISH_UNDO) {
    undo(t);
  } else {
    if (w == WISH_END)
      cli_error(t->cli, "no more input: the game was left before its end");
    else words_print(t->session->lang, SAY_PLAY_LEFT, NULL, NULL, NULL);
    if (t->db)
      words_print(t->session->lang, SAY_PLAY_GO_ON, buf_text(&t->resume), NULL, NULL);
    *code = CODE_NO;
    return false;
  }
  return true;
}

/* A spectator reads what everybody may know, as it happens. */
static void tell_public(Table *t, bool all)
{
  if (t->session->people) return;
  Log *log = t->session->log;
  int n = all ? log_count(log, VIEW_PUBLIC) : log_ready(log, VIEW_PUBLIC);
  for (; t->told_public < n; t->told_public++)
    puts(log_line(t->session->log, VIEW_PUBLIC, t->told_public));
}

static void again(const Table *t, Buf *b)
{
  buf_printf(b, "regel play %s%s ", t->game, t->how);
  game_setup_again(t->setup, b);
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
  Session *s = t->session;
  Buf b = {0};
  View v = session_view(s, seat);
  const char *on = t->cli->color_out ? "\033[1m" : "",
             *off = t->cli->color_out ? "\033[0m" : "";
  t->moved[seat] = true;
  Sight sight;
  reading_look(t, seat, false, &sight);
  reading_log(t, seat, 1, sight.shows && !sight.first);
  reading_board(t, seat, &sight);
  describe_players(&v, &b, 80);
  table_line_end(t);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
  fputs(on, stdout);
  reading_log(t, seat, 0, false);
  fputs(off, stdout);
  if (*log_end_rules(s->log)) printf(" %s", log_end_rules(s->log));
  table_line_end(t);
}

static int finish(Table *t)
{
  Buf b = {0};
  for (int seat = 0; seat < t->session->seats; seat++)
    if (t->session->people >> seat & 1 && (seat == t->sitting || t->sitting < 0))
      conclude(t, seat);
  again(t, &b);
  words_print(t->session->lang, SAY_PLAY_OVER, buf_text(&b), NULL, NULL);
  if (t->db) {
    buf_clear(&b);
    table_command(t, &b, "replay", t->keep->record.game);
    words_print(t->session->lang, SAY_PLAY_STORED, DIGITS(t->keep->record.game),
                buf_text(&b), NULL);
  }
  buf_free(&b);
  return CODE_FINE;
}

static int rule_error(Table *t)
{
  Buf b = {0};
  if (t->db) table_command(t, &b, "replay", t->keep->record.game);
  else again(t, &b);
  View v = session_view(t->session, VIEW_ALL);
  VmFault fault = vm_fault(t->session->vm);
  game_error(t->cli, t->session->program, &v, &fault, buf_text(&b));
  buf_free(&b);
  return CODE_RULE;
}

/* ---- storing -------------------------------------------------------------------- */

static void note_how_to_resume(Table *t)
{
  table_command(t, &t->resume, "play --resume", t->keep->record.game);
  words_say(t->session->lang, &t->farewell, SAY_PLAY_SAFE, buf_text(&t->resume), NULL,
            NULL);
  buf_char(&t->farewell, '\n');
  interrupt_exit(buf_text(&t->farewell));
}

enum { LINES_BEFORE = 12 }; /* of the log, that people are told again */

static int resume(Table *t)
{
  const StoredGame *g = t->resumed;
  if (!keep_resume(t->keep, t->db, t->session, g)) {
    cli_error(t->cli,
              "game %lld does not replay as it was stored: regel db check says more",
              (long long)g->id);
    return CODE_IO;
  }
  note_how_to_resume(t);
  long long answers = 0; /* how often others are asked secretly is theirs to know */
  for (size_t i = 0; i < g->steps.n; i++) {
    int seat = g->steps.at[i].seat;
    answers += seat >= 0 && seat < t->session->seats && t->session->people >> seat & 1;
  }
  words_print(t->session->lang, SAY_PLAY_RESUMED, DIGITS(g->id), DIGITS(answers), NULL);
  for (int i = 0; i < t->session->seats; i++) {
    int n = log_count(t->session->log, i);
    t->told[i] = n > LINES_BEFORE ? n - LINES_BEFORE : 0;
  }
  int n = log_count(t->session->log, VIEW_PUBLIC);
  t->told_public = n > LINES_BEFORE ? n - LINES_BEFORE : 0;
  return -1;
}

static int not_stored(Table *t)
{
  cli_error(t->cli, "%s", sql_why(t->db));
  if (t->keep->record.game)
    fprintf(stderr, "What was answered before is safe. To go on: %s\n",
            buf_text(&t->resume));
  return CODE_IO;
}

int table_play(Table *t)
{
  int code = CODE_FINE;
  Session *s = t->session;
  t->sitting = -1;
  t->secrets = log_has_secrets(s->program);
  s->remembers = true;
  session_log(s, t->verbose, NO_VIEWER);
  vm_auto_chance(s->vm, false);
  interrupt_exit("");
  if (t->db && !s->people) sql_relax(t->db);
  if (t->resumed && (code = resume(t)) >= 0) return code;
  for (;;) {
    bool begins = t->db && !t->keep->record.game;
    if (!session_step(s)) return not_stored(t);
    if (begins) note_how_to_resume(t);
    tell_public(t, s->status != VM_CHANCE);
    if (s->status == VM_CHANCE) session_answer(s, session_roll(s));
    else if (s->status == VM_DECIDE && !decide(t, &code)) return code;
    else if (s->status == VM_DONE) return finish(t);
    else if (s->status == VM_ERROR || s->status == VM_SCRIPT_END) return rule_error(t);
  }
}

void table_free(Table *t)
{
  interrupt_exit("");
  buf_free(&t->resume);
  buf_free(&t->farewell);
  reading_free(t);
}
