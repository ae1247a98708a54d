/* The referee: every game that the machine can play is accepted as it is written down, and
 * what nobody wrote down is found out where that is possible. */
#include "interp/referee/referee.h"
#include "interp/text/label.h"
#include "tests/unit/unit.h"

#include <stdio.h>

static const char *const names[] = {"Ann", "Bob",  "Cid",  "Dee",  "Eve",  "Fay",
                                    "Gus", "Hal",  "Ida",  "Joe",  "Kim",  "Lea",
                                    "Mia", "Nick", "Olga", "Pete"};

/* ---- writing a game down -------------------------------------------------------- */

typedef struct Game {
  Buf text;
  uint64_t hash;
  int answers;
  VEC(int32_t) unwritten; /* what the open draws were: faces or values */
} Game;

static void write_header(const Table *t, Buf *b)
{
  buf_printf(b, "game %s\nplayers ", t->path);
  for (int i = 0; i < t->seats; i++) buf_printf(b, "%s%s", i ? ", " : "", names[i]);
  buf_char(b, '\n');
  for (int i = 0; i < 3 && t->options[i][0]; i++)
    buf_printf(b, "%s: %s\n", t->options[i][0], t->options[i][1]);
}

/* The elements of a choice of several, "A + B". */
static void write_set(const View *v, Buf *b, const PAlt *alt, int option)
{
  const PType *t = &v->program->types[alt->type];
  uint64_t bits[MAX_THINGS / 64 + 1];
  int n = 0;
  vm_option_set(v->vm, option, bits);
  for (int w = 0; w < t->words; w++)
    for (uint64_t m = bits[w]; m; m &= m - 1, n++) {
      if (n) buf_add(b, " + ");
      render_scalar(v, b, t->elem, (int64_t)t->lo + 64 * w + __builtin_ctzll(m));
    }
  if (!n) buf_add(b, "none");
}

/* Adds what answer `option` is called.  A choice that is made in parts is written when it is
 * complete; returns false before that. */
static bool write_answer(const View *v, Buf *b, int option, bool *parts)
{
  Option o = vm_option(v->vm, option);
  const PDecision *d = vm_decision(v->vm);
  const PAlt *alt = d ? &v->program->alts[o.alt] : NULL;
  bool first = !*parts;
  *parts = alt && alt->form == ALT_SUBSET && vm_parts(v->vm);
  if (alt && alt->form == ALT_SUBSET) {
    if (*parts && o.value != NONE) return false;
    if (*parts && first) buf_add(b, "none");
    else write_set(v, b, alt, option);
  } else {
    buf_char(b, '"');
    label_option(v, b, option);
    buf_char(b, '"');
  }
  return true;
}

static int32_t outcome(Vm *vm, int i)
{
  const Program *p = vm_program(vm);
  int32_t value = vm_option(vm, i).value;
  return p->types[vm_chance_type(vm)].tag == T_THING ? p->things[value].face : value;
}

/* Plays at random and writes down what happened, of the first chances `open` as `?`. */
static Game play_and_write(const Program *p, const Table *t, uint64_t seed, int most, int open)
{
  Game g = {.answers = 0};
  Luck luck = {seed};
  Vm *vm = vm_new(p);
  View v = view_new(vm, VIEW_ALL, names, NULL);
  Buf pending = {0};
  bool parts = false;
  VmStatus s;
  const PDecision *asked = NULL;
  write_header(t, &g.text);
  unit_start(vm, t, seed);
  while ((s = vm_step(vm)) == VM_DECIDE || s == VM_CHANCE) {
    /* a choice in parts that was complete by itself */
    if (pending.n && vm_decision(vm) != asked) parts = false;
    if (pending.n && !parts) buf_add(&g.text, buf_text(&pending)), buf_clear(&pending);
    if (g.answers >= most && !pending.n) break;
    int i = (int)luck_below(&luck, (uint32_t)vm_options(vm));
    Buf line = {0};
    asked = vm_decision(vm);
    if (s == VM_CHANCE) buf_add(&line, "chance: ");
    else buf_printf(&line, "%s: ", names[vm_option(vm, i).seat]);
    bool before = parts;
    if (s == VM_CHANCE && (int)g.unwritten.n < open) {
      vec_push(&g.unwritten, outcome(vm, i));
      buf_add(&g.text, "chance: ?\n");
    } else if (write_answer(&v, &line, i, &parts)) {
      if (parts && before) { /* "done": the line is the one that was pending */
        buf_add(&g.text, buf_text(&pending));
      } else {
        buf_printf(&g.text, "%s\n", buf_text(&line));
      }
      buf_clear(&pending);
      parts = false;
    } else {
      buf_clear(&pending);
      buf_add(&pending, buf_text(&line));
      write_set(&v, &pending, &p->alts[vm_option(vm, i).alt], i);
      buf_char(&pending, '\n');
    }
    buf_free(&line);
    vm_answer(vm, i);
    g.answers++;
  }
  if (pending.n) buf_add(&g.text, buf_text(&pending));
  ck_assert_int_ne(s, VM_ERROR);
  if (s == VM_DONE) {
    uint32_t w = vm_winners(vm);
    bool some = false;
    buf_add(&g.text, "result: ");
    for (int i = 0; i < t->seats; i++)
      if (w >> i & 1) buf_printf(&g.text, "%s%s", some ? ", " : "", names[i]), some = true;
    buf_add(&g.text, some ? "\n" : "nobody\n");
  }
  g.hash = vm_hash(vm);
  buf_free(&pending);
  vm_free(vm);
  return g;
}

/* ---- judging -------------------------------------------------------------------- */

typedef struct Judged {
  Transcript *t;
  Referee r;
} Judged;

static Judged judge(const Program *p, const char *text)
{
  Judged j;
  j.t = transcript_new("test.txt", text, strlen(text));
  referee_judge(&j.r, p, NULL, j.t);
  return j;
}

static void judged_free(Judged *j)
{
  referee_free(&j->r);
  transcript_free(j->t);
}

static void must(const Program *p, Judged *j, Verdict verdict, const char *text)
{
  if (j->r.verdict == verdict) return;
  Buf b = {0};
  for (size_t i = 0; i < j->t->remarks.list.n; i++)
    transcript_show(j->t, p, &j->t->remarks.list.at[i], false, &b);
  ck_abort_msg("verdict %d, not %d\n%s\n%s", (int)j->r.verdict, (int)verdict, text,
               buf_text(&b));
}

/* Plays the answers of an accepted game. */
static uint64_t replay(const Program *p, const Referee *r)
{
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){r->seats, 1, r->options});
  VmStatus s = vm_step(vm);
  for (size_t i = 0; i < r->answers.n; i++) {
    ck_assert(s == VM_DECIDE || s == VM_CHANCE);
    vm_answer(vm, r->answers.at[i]);
    s = vm_step(vm);
  }
  uint64_t hash = vm_hash(vm);
  vm_free(vm);
  return hash;
}

START_TEST(a_game_as_it_was_played_is_accepted)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  for (uint64_t seed = 1; seed <= 4; seed++) {
    Game g = play_and_write(p, t, seed, 300, 0);
    Judged j = judge(p, buf_text(&g.text));
    must(p, &j, REFEREE_ACCEPTED, buf_text(&g.text));
    ck_assert(referee_complete(&j.r));
    /* Forced answers after the last line are given, too. */
    ck_assert_int_ge((int)j.r.answers.n, g.answers);
    if ((int)j.r.answers.n == g.answers) ck_assert_uint_eq(replay(p, &j.r), g.hash);
    judged_free(&j);
    buf_free(&g.text);
  }
  program_free(p);
}
END_TEST

START_TEST(the_truth_is_among_what_fits)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  for (uint64_t seed = 1; seed <= 3; seed++) {
    Game g = play_and_write(p, t, seed, 120, 4);
    Judged j = judge(p, buf_text(&g.text));
    if (j.r.verdict != REFEREE_UNDECIDED) must(p, &j, REFEREE_ACCEPTED, buf_text(&g.text));
    for (size_t i = 0; i < j.r.draws.n && j.r.verdict == REFEREE_ACCEPTED; i++) {
      const RefereeDraw *d = &j.r.draws.at[i];
      bool has = false;
      for (size_t k = 0; k < d->fits.n; k++) has = has || d->fits.at[k] == g.unwritten.at[i];
      ck_assert_msg(has || !d->exact, "%s, seed %d: draw %d", t->path, (int)seed, (int)i);
    }
    judged_free(&j);
    buf_free(&g.text);
    vec_free(&g.unwritten);
  }
  program_free(p);
}
END_TEST

/* ---- what nobody wrote down ----------------------------------------------------- */

/* Everybody holds a card or two and lays one; a die decides nothing. */
static const char hands[] =
    "game hands \"Hands\" for 2..3\n"
    "kind card \"card\" { value worth: 1..6 }\n"
    "card passport \"Passport\" { worth = 6 }, letter \"Letter\" * 2 { worth = 3 }, "
    "map \"Map\" { worth = 1 }, key \"Key\" { worth = 2 }\n"
    "kind player { hand \"Hand\": pile of card seen by owner; points \"Points\": 0..60 }\n"
    "deck \"Deck\": pile of card = card seen by none\n"
    "shown \"Shown\": pile of card\n"
    "option cards \"Cards\": 1..2 = 1\n"
    "verb setup { shuffle deck; repeat cards { each p in players { draw 1 from deck to "
    "p.hand } } }\n"
    "verb play {\n"
    "  each p in players { as p { lay (choose hand \"Which card?\") } }\n"
    "  each p in players { raise p.points by random 1..2 }\n"
    "  win most(p in players: p.points)\n"
    "}\n"
    "verb lay (c: card) \"{me} lays {c}\" { raise points by c.worth; move c to shown }\n";

static Program *hands_program;
static void compile_hands(void) { hands_program = unit_compile("hands.regel", hands); }
static void free_hands(void) { program_free(hands_program); }

/* Judges a game of hands; the lines follow the header. */
static Judged judge_hands(const char *lines, Verdict verdict)
{
  Buf b = {0};
  buf_add(&b, "game hands\nplayers Ann, Bob\n");
  buf_add(&b, lines);
  Judged j = judge(hands_program, buf_text(&b));
  must(hands_program, &j, verdict, buf_text(&b));
  buf_free(&b);
  return j;
}

static void assert_was(const Judged *j, int draw, const char *outcome)
{
  const RefereeDraw *d = &j->r.draws.at[draw];
  ck_assert(d->exact);
  ck_assert_int_eq((int)d->fits.n, 1);
  ck_assert_str_eq(d->outcome, outcome);
}

START_TEST(a_card_that_is_laid_must_have_been_drawn)
{
  Judged j = judge_hands("chance: ?, ?\nAnn: Passport\nBob: Letter\n", REFEREE_ACCEPTED);
  assert_was(&j, 0, "Passport");
  assert_was(&j, 1, "Letter");
  ck_assert(referee_complete(&j.r));
  judged_free(&j);
}
END_TEST

START_TEST(of_two_draws_either_may_have_been_it)
{
  Judged j =
      judge_hands("cards: 2\nchance: ? * 4\nAnn: Passport\nBob: Map\n", REFEREE_ACCEPTED);
  /* All four that remain, and the other card may be any but the one that Bob had. */
  ck_assert(j.r.draws.at[0].exact);
  ck_assert_int_eq((int)j.r.draws.at[0].fits.n, 3);
  ck_assert(!referee_complete(&j.r));
  judged_free(&j);
}
END_TEST

START_TEST(a_draw_that_is_told_leaves_the_others_something_else)
{
  Judged j = judge_hands("chance: ?, Passport\n", REFEREE_ACCEPTED);
  ck_assert(j.r.draws.at[0].exact);
  ck_assert_int_eq((int)j.r.draws.at[0].fits.n, 3);
  judged_free(&j);
}
END_TEST

/* Writing one of the open draws down is accepted just if it was said to fit. */
START_TEST(what_fits_is_what_may_be_written_down)
{
  static const char *const cards[] = {"Passport", "Letter", "Map", "Key"};
  static const struct {
    const char *draws[4], *play;
  } games[] = {
      {{"?", "?", "?", "?"}, "Ann: Passport\nBob: Map\n"},
      {{"?", "?", "?", "?"}, "Ann: Letter\nBob: Letter\n"},
      {{"?", "Passport", "?", "?"}, "Ann: Map\n"},
      {{"?", "?", "?", "?"}, "Ann: not Letter, Key\nBob: not Map\n"},
      {{"?", "?", "?", "?"}, "table: Hand of Bob is Map, Letter\n"},
  };
  for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
    Judged whole = {0};
    int open = -1;
    for (int d = -1; d < 4; d++)
      for (int c = 0; c < (d < 0 ? 1 : 4); c++) {
        Buf b = {0};
        if (d >= 0 && strcmp(games[g].draws[d], "?")) continue;
        open += d >= 0 && c == 0;
        buf_add(&b, "game hands\nplayers Ann, Bob\ncards: 2\nchance: ");
        for (int i = 0; i < 4; i++)
          buf_printf(&b, "%s%s", i ? ", " : "", i == d ? cards[c] : games[g].draws[i]);
        buf_printf(&b, "\n%s", games[g].play);
        Judged j = judge(hands_program, buf_text(&b));
        if (d < 0) {
          must(hands_program, &j, REFEREE_ACCEPTED, buf_text(&b));
          whole = j;
        } else {
          const RefereeDraw *draw = &whole.r.draws.at[open];
          bool fits = false;
          for (size_t k = 0; k < draw->fits.n; k++) {
            const PThing *t = &hands_program->things[draw->fits.at[k]];
            fits = fits || !strcmp(render_source(hands_program, t->text), cards[c]);
          }
          ck_assert(draw->exact);
          ck_assert_msg(fits == (j.r.verdict == REFEREE_ACCEPTED), "%s: %d", buf_text(&b), fits);
          judged_free(&j);
        }
        buf_free(&b);
      }
    judged_free(&whole);
  }
}
END_TEST

START_TEST(the_result_decides_an_open_roll)
{
  Judged j = judge_hands("chance: key, letter\nAnn: key; Bob: letter\nchance: ?, ?\n"
                         "result: Ann, Bob\n",
                         REFEREE_ACCEPTED);
  assert_was(&j, 0, "2");
  assert_was(&j, 1, "1");
  judged_free(&j);
}
END_TEST

START_TEST(what_no_world_makes_possible_is_rejected_where_it_stops)
{
  Judged j = judge_hands("chance: ?, ?\nAnn: Passport\nBob: Passport\n", REFEREE_REJECTED);
  ck_assert_int_eq((int)j.t->remarks.list.n, 1);
  ck_assert_int_eq(j.t->remarks.list.at[0].at.line, 5);
  judged_free(&j);
}
END_TEST

START_TEST(an_arranged_game_is_accepted_but_not_complete)
{
  Judged j = judge_hands("chance: key, letter\ntable: Hand of Ann = Passport\n"
                         "Ann: Passport\ntable: Points of Bob = 40\n",
                         REFEREE_ACCEPTED);
  ck_assert(j.r.arranged);
  ck_assert(!referee_complete(&j.r));
  judged_free(&j);
}
END_TEST

START_TEST(a_thing_put_on_an_unordered_pile_lies_among_the_others)
{
  Vm *vm = vm_new(hands_program);
  int32_t all[8], owner, per;
  vm_start(vm, &(Setup){2, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_CHANCE);
  int32_t passport = vm_option(vm, 0).value;
  int deck = vm_pile_of(vm, passport);
  vm_answer(vm, 0);
  ck_assert_int_eq(vm_step(vm), VM_CHANCE);
  int hand = vm_pile_of(vm, passport), n = vm_options(vm);
  ck_assert_int_ne(hand, deck);
  ck_assert_int_ge(vm_pile_field(vm, hand, &owner, &per), 0);
  unsigned char *state = malloc(vm_state_size(vm));
  vm_put(vm, passport, deck);
  vm_save(vm, state);
  vm_restore(vm, state);
  ck_assert_int_eq(vm_step(vm), VM_CHANCE); /* and it can be drawn again */
  ck_assert_int_eq(vm_options(vm), n + 1);
  ck_assert_int_eq(vm_pile(vm, hand, all, 8), 0);
  vm_put(vm, passport, -1);
  ck_assert_int_eq(vm_pile_of(vm, passport), -1);
  vm_put(vm, passport, 10000); /* no such pile: nothing happens */
  ck_assert_int_eq(vm_pile_of(vm, passport), -1);
  free(state);
  vm_free(vm);
}
END_TEST

START_TEST(what_was_not_possible_needs_no_answer_behind_it)
{
  Judged j = judge_hands("cards: 2\nchance: Map, Key, Letter, Letter\nAnn: not Key\n"
                         "table: Points of Ann is 0\nAnn: not Passport, Map\n",
                         REFEREE_ACCEPTED);
  judged_free(&j);
  j = judge_hands("cards: 2\nchance: Map, Key, Letter, Letter\nBob: not Map\n"
                  "table: Points of Ann is 0\n",
                  REFEREE_REJECTED);
  ck_assert_int_eq(j.t->remarks.list.at[0].code, REMARK_WRONG_PLAYER);
  judged_free(&j);
  j = judge_hands("cards: 2\nchance: Map, Key, Letter, Letter\nAnn: not Map\n"
                  "result: Ann\n",
                  REFEREE_REJECTED);
  ck_assert_int_eq(j.t->remarks.list.at[0].code, REMARK_POSSIBLE);
  judged_free(&j);
}
END_TEST

START_TEST(a_game_that_goes_on_by_itself_is_left)
{
  Program *p = unit_compile("loop.regel", "game loop \"Loop\" for 2..2\n"
                                          "verb play { repeat { as first(players) { choose "
                                          "\"And?\" { \"On\" { pass } } } } }\n"
                                          "verb pass { }\n");
  Judged j = judge(p, "game loop\nplayers Ann, Bob\n");
  must(p, &j, REFEREE_ACCEPTED, "nothing");
  judged_free(&j);
  j = judge(p, "game loop\nplayers Ann, Bob\nAnn: on, on\nBob: on\n");
  must(p, &j, REFEREE_REJECTED, "Bob");
  ck_assert_int_eq(j.t->remarks.list.at[0].code, REMARK_FOR_EVER);
  judged_free(&j);
  program_free(p);
}
END_TEST

START_TEST(any_bytes_are_judged)
{
  Luck luck = {5};
  static const char *const pieces[] = {"game hands\n", "players Ann, Bob\n", "Ann: ", "chance: ",
                                       "?", "Passport", ", ", "\n", "table: ", "Hand of Ann = ",
                                       "result: ", "\"", "#", "not ", "+", " and ", "(", "\r", ";"};
  for (int i = 0; i < 3000; i++) {
    Buf b = {0};
    if (i % 3) buf_add(&b, "game hands\nplayers Ann, Bob\n");
    for (uint32_t k = luck_below(&luck, 30); k > 0; k--)
      buf_add(&b, pieces[luck_below(&luck, sizeof pieces / sizeof *pieces)]);
    if (i % 10 == 0 && b.n) b.at[luck_below(&luck, (uint32_t)b.n)] = (char)luck_next(&luck);
    Transcript *t = transcript_new("bytes.txt", buf_text(&b), b.n);
    Referee r;
    Buf out = {0};
    referee_judge(&r, hands_program, NULL, t);
    for (size_t k = 0; k < t->remarks.list.n; k++)
      transcript_show(t, hands_program, &t->remarks.list.at[k], false, &out);
    ck_assert((r.verdict == REFEREE_ACCEPTED) == (t->remarks.list.n == 0));
    referee_free(&r);
    transcript_free(t);
    buf_free(&out);
    buf_free(&b);
  }
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("referee");
  tcase_add_loop_test(t, a_game_as_it_was_played_is_accepted, 0, TABLES);
  tcase_add_unchecked_fixture(t, compile_hands, free_hands);
  tcase_add_test(t, a_card_that_is_laid_must_have_been_drawn);
  tcase_add_test(t, of_two_draws_either_may_have_been_it);
  tcase_add_test(t, a_draw_that_is_told_leaves_the_others_something_else);
  tcase_add_test(t, what_fits_is_what_may_be_written_down);
  tcase_add_test(t, the_result_decides_an_open_roll);
  tcase_add_test(t, what_no_world_makes_possible_is_rejected_where_it_stops);
  tcase_add_test(t, an_arranged_game_is_accepted_but_not_complete);
  tcase_add_test(t, a_thing_put_on_an_unordered_pile_lies_among_the_others);
  tcase_add_test(t, what_was_not_possible_needs_no_answer_behind_it);
  tcase_add_test(t, a_game_that_goes_on_by_itself_is_left);
  tcase_add_test(t, any_bytes_are_judged);
  tcase_add_loop_test(t, the_truth_is_among_what_fits, 0, TABLES);
  return t;
}

int main(void) { return unit_run(cases, "referee", 300); }
