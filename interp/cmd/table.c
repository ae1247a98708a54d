/* The loop of a game at the terminal.
 *
 * Persons go before bots where both may answer: a bot would be faster every time.
 * `undo` goes back to the last question of a person if since then nothing came to light
 * that cannot be forgotten: no chance, no hidden card, no secret answers. */
#include "interp/cmd/table.h"
#include "interp/cmd/interrupt.h"
#include "interp/text/label.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MOMENTS = 200 };

/* ---- going back ----------------------------------------------------------------- */

static void moment_push(Table *t)
{
  if (t->moments.n == MOST_MOMENTS) {
    free(t->moments.at[0].state);
    memmove(t->moments.at, t->moments.at + 1, (MOST_MOMENTS - 1) * sizeof *t->moments.at);
    t->moments.n--;
  }
  size_t cap = 0;
  Moment m = {vec_grow_(NULL, &cap, vm_state_size(t->vm), 1), log_mark(t->log),
              t->steps + 1, 0};
  vm_save(t->vm, m.state);
  vec_push(&t->moments, m);
}

/* Back to the last moment. */
static void moment_pop(Table *t)
{
  Moment *m = &t->moments.at[t->moments.n - 1];
  vm_restore(t->vm, m->state);
  log_rewind(t->log, &m->log);
  for (int i = 0; i < t->seats; i++)
    if (t->told[i] > log_count(t->log, i)) t->told[i] = log_count(t->log, i);
  t->given = true;
  t->seat = t->sitting;
  t->answer = -(int32_t)m->step;
  free(m->state);
  t->moments.n--;
}

/* Back to the last moment, or the reason why that cannot be. */
static void undo(Table *t)
{
  const Moment *m = t->moments.n ? &t->moments.at[t->moments.n - 1] : NULL;
  if (!m) {
    words_print(t->lang, SAY_PLAY_NO_UNDO, NULL, NULL, NULL);
  } else if (m->gone) {
    words_print(t->lang, m->gone, NULL, NULL, NULL);
  } else {
    moment_pop(t);
    words_print(t->lang, SAY_PLAY_UNDONE, NULL, NULL, NULL);
  }
}

/* Does a move between piles show a face to somebody who did not see it? */
static bool move_reveals(Vm *vm, const Event *e)
{
  const Program *p = vm_program(vm);
  int32_t thing, per;
  if (e->old < 0) return false;
  int from = vm_pile_field(vm, (int)e->old, &thing, &per);
  if (p->fields[from].seen == SEEN_ALL) return false;
  if (e->now < 0) return true;
  int to = vm_pile_field(vm, (int)e->now, &thing, &per);
  return to != from && p->fields[to].seen != SEEN_NONE;
}

/* Why nobody can go back behind an event; 0 if one can. */
static Saying comes_to_light(Vm *vm, const Event *e)
{
  switch (e->kind) {
  case EV_CHANCE: return SAY_PLAY_GONE_CHANCE;
  case EV_REVEAL: return SAY_PLAY_GONE_SHOWN;
  case EV_MOVE: return move_reveals(vm, e) ? SAY_PLAY_GONE_SHOWN : 0;
  case EV_GATHER: return e->now ? 0 : SAY_PLAY_GONE_OPENED;
  default: return 0;
  }
}

static void listen(void *user, Vm *vm, const Event *e)
{
  Table *t = user;
  log_listen(t->log, vm, e);
  Saying gone = comes_to_light(vm, e);
  if (gone && t->moments.n && !t->moments.at[t->moments.n - 1].gone)
    t->moments.at[t->moments.n - 1].gone = gone;
}

/* ---- answers -------------------------------------------------------------------- */

static void answer(Table *t, int i)
{
  t->given = true;
  t->seat = vm_decision(t->vm) ? vm_option(t->vm, i).seat : NONE;
  t->answer = i;
  log_answer(t->log, t->vm, i);
  vm_answer(t->vm, i);
}

static int collect(Table *t, uint32_t seats, int *options)
{
  int n = 0;
  for (int i = 0, all = vm_options(t->vm); i < all; i++) {
    int seat = vm_option(t->vm, i).seat;
    if (seat < 0 || seats >> seat & 1) options[n++] = i;
  }
  return n;
}

/* One person of several answers: the one who sits there, unless it matters who. */
static Wish who_answers(Table *t, uint32_t people, uint32_t *seats)
{
  int seat =
      t->sitting >= 0 && people >> t->sitting & 1 ? t->sitting : __builtin_ctz(people);
  bool matters = vm_decision(t->vm)->flags & DECISION_SEAT;
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
  uint32_t asked = label_seats(t->vm), people = asked ? asked & t->people : t->people,
           seats;
  if (!people) {
    /* A bot's luck hangs on the seed and on how many answers there were: a game that is
     * resumed goes on as it would have gone. */
    bot_seed(t->bot, luck_seed(t->setup->seed, (uint64_t)t->steps));
    answer(t, bot_pick(t->bot, t->vm, UINT32_MAX));
    return true;
  }
  Wish w = WISH_ANSWER;
  bool forced = vm_options(t->vm) == 1 && !t->ask_all;
  if (forced) {
    answer(t, 0);
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
    moment_push(t);
    answer(t, chosen);
  } else if (w == WISH_UNDO) {
    undo(t);
  } else {
    if (w == WISH_END)
      cli_error(t->cli, "no more input: the game was left before its end");
    else words_print(t->lang, SAY_PLAY_LEFT, NULL, NULL, NULL);
    if (t->db) words_print(t->lang, SAY_PLAY_GO_ON, buf_text(&t->resume), NULL, NULL);
    *code = CODE_NO;
    return false;
  }
  return true;
}

/* A spectator reads what everybody may know, as it happens. */
static void tell_public(Table *t)
{
  if (t->people) return;
  for (int n = log_count(t->log, VIEW_PUBLIC); t->told_public < n; t->told_public++)
    puts(log_line(t->log, VIEW_PUBLIC, t->told_public));
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

static int finish(Table *t)
{
  Buf b = {0};
  for (int seat = 0; seat < t->seats; seat++) /* the last lines, to whoever sits there */
    if (t->people >> seat & 1 && (seat == t->sitting || t->sitting < 0))
      ask_tell(t, seat);
  again(t, &b);
  words_print(t->lang, SAY_PLAY_OVER, buf_text(&b), NULL, NULL);
  if (t->db) {
    buf_clear(&b);
    table_command(t, &b, "replay", t->record.game);
    words_print(t->lang, SAY_PLAY_STORED, DIGITS(t->record.game), buf_text(&b), NULL);
  }
  buf_free(&b);
  return CODE_FINE;
}

static int rule_error(Table *t)
{
  Buf b = {0};
  if (t->db) table_command(t, &b, "replay", t->record.game);
  else again(t, &b);
  View v = view_new(t->vm, VIEW_ALL, t->names, t->lang);
  VmFault fault = vm_fault(t->vm);
  game_error(t->cli, t->program, &v, &fault, buf_text(&b));
  buf_free(&b);
  return CODE_RULE;
}

/* ---- storing -------------------------------------------------------------------- */

static void note_how_to_resume(Table *t)
{
  table_command(t, &t->resume, "play --resume", t->record.game);
  words_say(t->lang, &t->farewell, SAY_PLAY_SAFE, buf_text(&t->resume), NULL, NULL);
  buf_char(&t->farewell, '\n');
  interrupt_exit(buf_text(&t->farewell));
}

static bool begin_record(Table *t)
{
  NewGame g = {.program = t->program,
               .origin = "play",
               .seats = t->seats,
               .names = t->names,
               .taken = t->taken,
               .seed = t->setup->seed,
               .options = t->setup->options,
               .start = vm_hash(t->vm)};
  if (!record_begin(&t->record, t->db, &g)) return false;
  note_how_to_resume(t);
  return true;
}

/* Makes sure that what was answered is stored, at a pause. */
static bool keep(Table *t, VmStatus status)
{
  Given given = {t->seat, t->answer};
  bool some = t->given;
  t->given = false;
  if (some) t->steps++;
  if (!t->db) return true;
  if (!t->record.game && !begin_record(t)) return false;
  return record_pause(&t->record, t->vm, status, some ? &given : NULL);
}

/* For each step: is it taken back later on? */
static bool *taken_back(const StoredGame *g)
{
  size_t cap = 0;
  bool *back = vec_grow_(NULL, &cap, g->steps.n + 1, sizeof *back);
  memset(back, 0, (g->steps.n + 1) * sizeof *back);
  for (size_t i = 0; i < g->steps.n; i++)
    if (g->steps.at[i].answer < 0) back[-(int64_t)g->steps.at[i].answer - 1] = true;
  return back;
}

/* Plays what is stored once more, silently: then everything stands as it stood. */
static bool relive_steps(Table *t, const bool *back)
{
  const StoredGame *g = t->resumed;
  VmStatus status = vm_step(t->vm);
  bool same = vm_hash(t->vm) == g->start;
  for (size_t i = 0; i < g->steps.n && same; i++) {
    const StoredStep *s = &g->steps.at[i];
    if (s->answer < 0) {
      while (t->moments.n && t->moments.at[t->moments.n - 1].step > -s->answer)
        free(t->moments.at[--t->moments.n].state);
      if (!t->moments.n) return false;
      moment_pop(t);
    } else {
      if (s->answer >= vm_options(t->vm)) return false;
      bool person = s->seat >= 0 && s->seat < t->seats && t->people >> s->seat & 1;
      /* An only answer is a moment if it was asked for, and then it may be gone. */
      if ((person && vm_options(t->vm) > 1) || back[i]) moment_push(t);
      if (status == VM_CHANCE) vm_roll(t->vm);
      answer(t, s->answer);
    }
    status = vm_step(t->vm);
    same = vm_hash(t->vm) == s->state;
    t->steps++;
  }
  t->given = false;
  return same && (status == VM_DECIDE || status == VM_CHANCE || !g->over);
}

static bool relive(Table *t)
{
  bool *back = taken_back(t->resumed), same = relive_steps(t, back);
  free(back);
  return same;
}

enum { LINES_BEFORE = 12 }; /* of the log, that people are told again */

static int resume(Table *t)
{
  const StoredGame *g = t->resumed;
  if (!relive(t)) {
    cli_error(t->cli,
              "game %lld does not replay as it was stored: regel db check says more",
              (long long)g->id);
    return CODE_IO;
  }
  record_resume(&t->record, t->db, g);
  note_how_to_resume(t);
  words_print(t->lang, SAY_PLAY_RESUMED, DIGITS(g->id), DIGITS((long long)g->steps.n),
              NULL);
  for (int i = 0; i < t->seats; i++) {
    int n = log_count(t->log, i);
    t->told[i] = n > LINES_BEFORE ? n - LINES_BEFORE : 0;
  }
  int n = log_count(t->log, VIEW_PUBLIC);
  t->told_public = n > LINES_BEFORE ? n - LINES_BEFORE : 0;
  return -1;
}

int table_play(Table *t)
{
  int code = CODE_FINE;
  t->sitting = -1;
  t->secrets = log_has_secrets(t->program);
  t->log = log_new(t->program, t->seats, t->names, t->lang, t->verbose);
  vm_listen(t->vm, listen, t);
  vm_auto_chance(t->vm, false);
  interrupt_exit("");
  if (t->db && !t->people) sql_relax(t->db);
  if (t->resumed && (code = resume(t)) >= 0) return code;
  for (;;) {
    VmStatus status = vm_step(t->vm);
    if (!keep(t, status)) {
      cli_error(t->cli, "%s", sql_why(t->db));
      if (t->record.game)
        fprintf(stderr, "What was answered before is safe. To go on: %s\n",
                buf_text(&t->resume));
      return CODE_IO;
    }
    tell_public(t);
    if (status == VM_CHANCE) answer(t, vm_roll(t->vm));
    else if (status == VM_DECIDE && !decide(t, &code)) return code;
    else if (status == VM_DONE) return finish(t);
    else if (status == VM_ERROR || status == VM_SCRIPT_END) return rule_error(t);
  }
}

void table_free(Table *t)
{
  interrupt_exit("");
  buf_free(&t->resume);
  buf_free(&t->farewell);
  for (size_t i = 0; i < t->moments.n; i++) free(t->moments.at[i].state);
  vec_free(&t->moments);
  free(t->board);
  log_free(t->log);
  bot_free(t->bot);
  if (t->vm) vm_free(t->vm);
}
