/* Data that is damaged on purpose trips an invariant where it changes hands, before it
 * does harm: each of these ends its process. */
#include "db/store.h"
#include "interp/base/invariant.h"
#include "interp/base/json.h"
#include "grammar/build.h"
#include "interp/code/phrase/phrase.h"
#include "interp/agree/substance.h"
#include "interp/explore/explore_int.h"
#include "interp/leaks/leaks.h"
#include "interp/mend/mend_int.h"
#include "interp/opt/opt.h"
#include "interp/po/po.h"
#include "interp/referee/referee.h"
#include "interp/regel.h"
#include "interp/rules/settings.h"
#include "interp/rules/wanted.h"
#include "interp/text/card/card.h"
#include "interp/text/event.h"
#include "interp/text/render.h"
#include "tests/unit/unit.h"

#include <signal.h>
#include <stdlib.h>

START_TEST(a_node_of_no_kind)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  Node *n = node_new(u, N_IF, (Loc){0});
  n->tag = N_COUNT;
  Parts p = parts_of(n, PARTS_MEANT);
  parts_next(&p);
}
END_TEST

START_TEST(a_choice_of_nothing)
{
  Unit *u = unit_new(arena_new());
  joined(u, (NodeList){0}, NULL);
}
END_TEST

START_TEST(a_phrase_that_was_never_opened)
{
  Gen g = {0};
  phrase_close(&g, 0);
}
END_TEST

START_TEST(a_phrase_whose_parts_do_not_fill_it)
{
  Gen g = {0};
  int row = phrase_open(&g, PH_SEQ, 0);
  phrase_leaf(&g, PH_NONE, 0);
  g.phrases.at[row + 1].size = 2;
  phrase_close(&g, row);
}
END_TEST

START_TEST(a_value_in_what_holds_none)
{
  Arena *arena = arena_new();
  Data *text = data_add(arena, NULL, NULL, DATA_TEXT);
  data_add(arena, text, "key", DATA_NUMBER);
}
END_TEST

START_TEST(a_record_that_was_never_opened)
{
  Json j = json_data(arena_new());
  json_close(&j, '}');
}
END_TEST

START_TEST(a_field_that_the_program_has_not)
{
  Program *p = unit_compile("scenarios/tictactoe/game.regel", NULL);
  View v = view_program(p, NULL);
  Buf b = {0};
  render_field(&v, &b, p->n_fields, NONE, NONE);
}
END_TEST

START_TEST(a_step_of_no_game)
{
  Record r = {0};
  record_step(&r, 0, 0, 0);
}
END_TEST

START_TEST(a_ruleset_without_a_program) { store_ruleset(NULL, NULL); }
END_TEST

START_TEST(a_thing_that_the_program_has_not)
{
  Program *p = unit_compile("scenarios/tictactoe/game.regel", NULL);
  View v = view_program(p, NULL);
  Buf b = {0};
  card_head(&v, &b, p->n_things, 1);
}
END_TEST

START_TEST(a_program_without_its_head)
{
  Program *p = unit_compile("scenarios/tictactoe/game.regel", NULL);
  Buf b = {0};
  p->header = NULL;
  settings_seats(p, 2, &b);
}
END_TEST

START_TEST(a_type_that_the_program_has_not)
{
  Program *p = unit_compile("scenarios/tictactoe/game.regel", NULL);
  Buf b = {0};
  settings_choices(p, &b, p->n_types + 3);
}
END_TEST

START_TEST(an_event_with_more_than_there_is_room_for)
{
  Program *p = unit_compile("scenarios/tictactoe/game.regel", NULL);
  View v = view_program(p, NULL);
  Event e = {.nargs = MAX_ARGS + 1};
  event_hears_change(&v, &e, true);
}
END_TEST

START_TEST(a_reader_of_no_program)
{
  View v = {0};
  Event e = {0};
  Buf b = {0};
  event_adds(&v, &b, &e, "", NULL);
}
END_TEST

START_TEST(a_wish_without_a_main_file)
{
  Wanted w = {0};
  WantedHow how = {0};
  wanted_each_part(&w, &how, true, NULL, NULL);
}
END_TEST

START_TEST(a_row_with_more_seats_than_there_are)
{
  StoredGame g = {.seats = MAX_PLAYERS + 1};
  stored_names_hold(&g);
}
END_TEST

START_TEST(a_game_without_its_program)
{
  regel_game *g = calloc(1, 1 << 16);
  regel_step(g);
}
END_TEST

START_TEST(rules_that_are_compared_with_nothing)
{
  regel_diff_wish wish = {.names = {"old", "new"}};
  regel_rules *rules =
      regel_compile_file("scenarios/tictactoe/game.regel", ".", REGEL_SHORT, NULL);
  regel_diff_wished(rules, NULL, &wish, NULL);
}
END_TEST

START_TEST(a_copy_of_no_thing)
{
  Program *p = unit_compile("scenarios/tictactoe/game.regel", NULL);
  card_copies(p, NULL, p->n_things);
}
END_TEST

START_TEST(a_message_without_words)
{
  Po *po = po_new(arena_new());
  PoEntry *e = po_add(po, NULL, "one", NULL);
  e->strs = 0;
  po_for_number(po, e, 1);
}
END_TEST

START_TEST(a_catalog_without_its_header)
{
  Arena *arena = arena_new();
  Po *to = po_new(arena), *old = po_new(arena);
  po_merge(to, old);
}
END_TEST

START_TEST(a_message_with_more_forms_than_it_may_have)
{
  Po *po = po_new(arena_new());
  PoEntry *e = po_add(po, NULL, "one", NULL);
  e->strs = 2;
  po_write(stdout, po);
}
END_TEST

START_TEST(more_versions_than_there_is_room_for)
{
  Differences d;
  facts_compare(NULL, MAX_VERSIONS + 1, &d);
}
END_TEST

START_TEST(a_fact_that_was_joined_to_another) { fact_title(FACT_COUNT); }
END_TEST

START_TEST(a_transcript_without_rules)
{
  Referee r;
  Transcript t = {0};
  referee_judge(&r, NULL, NULL, &t);
}
END_TEST

START_TEST(pairs_of_no_game)
{
  LeakPlan plan = {0};
  LeakResult result;
  leaks_run(&plan, &result);
}
END_TEST

START_TEST(a_book_of_nothing) { regel_book(NULL, 0, NULL); }
END_TEST

START_TEST(texts_about_nothing) { regel_agree(NULL, NULL, NULL, 0, NULL, NULL); }
END_TEST

START_TEST(a_finding_of_no_kind)
{
  ExploreResult r = {0};
  find_known(&r, FIND_KINDS, 0, 0);
}
END_TEST

START_TEST(an_edit_of_no_line)
{
  Mend m = {0};
  mend_try_at(&m, (Loc){0}, "x");
}
END_TEST

START_TEST(an_instruction_with_a_type_that_the_program_has_not)
{
  Program *p = unit_compile("scenarios/tictactoe/game.regel", NULL);
  PInstr i = {.op = OP_SNONE, .d = p->n_types};
  set_words(p, &i);
}
END_TEST

START_TEST(what_holds_says_nothing) { INVARIANT(1 + 1 == 2); }
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("invariants");
  tcase_add_test_raise_signal(t, a_node_of_no_kind, SIGABRT);
  tcase_add_test_raise_signal(t, a_finding_of_no_kind, SIGABRT);
  tcase_add_test_raise_signal(t, an_edit_of_no_line, SIGABRT);
  tcase_add_test_raise_signal(t, a_value_in_what_holds_none, SIGABRT);
  tcase_add_test_raise_signal(t, a_record_that_was_never_opened, SIGABRT);
  tcase_add_test_raise_signal(t, a_field_that_the_program_has_not, SIGABRT);
  tcase_add_test_raise_signal(t, a_step_of_no_game, SIGABRT);
  tcase_add_test_raise_signal(t, a_ruleset_without_a_program, SIGABRT);
  tcase_add_test_raise_signal(t, a_thing_that_the_program_has_not, SIGABRT);
  tcase_add_test_raise_signal(t, a_program_without_its_head, SIGABRT);
  tcase_add_test_raise_signal(t, a_type_that_the_program_has_not, SIGABRT);
  tcase_add_test_raise_signal(t, an_event_with_more_than_there_is_room_for, SIGABRT);
  tcase_add_test_raise_signal(t, a_reader_of_no_program, SIGABRT);
  tcase_add_test_raise_signal(t, a_wish_without_a_main_file, SIGABRT);
  tcase_add_test_raise_signal(t, a_row_with_more_seats_than_there_are, SIGABRT);
  tcase_add_test_raise_signal(t, a_game_without_its_program, SIGABRT);
  tcase_add_test_raise_signal(t, rules_that_are_compared_with_nothing, SIGABRT);
  tcase_add_test_raise_signal(t, a_copy_of_no_thing, SIGABRT);
  tcase_add_test_raise_signal(t, a_message_without_words, SIGABRT);
  tcase_add_test_raise_signal(t, a_catalog_without_its_header, SIGABRT);
  tcase_add_test_raise_signal(t, a_message_with_more_forms_than_it_may_have, SIGABRT);
  tcase_add_test_raise_signal(t, more_versions_than_there_is_room_for, SIGABRT);
  tcase_add_test_raise_signal(t, a_fact_that_was_joined_to_another, SIGABRT);
  tcase_add_test_raise_signal(t, a_transcript_without_rules, SIGABRT);
  tcase_add_test_raise_signal(t, pairs_of_no_game, SIGABRT);
  tcase_add_test_raise_signal(t, a_book_of_nothing, SIGABRT);
  tcase_add_test_raise_signal(t, texts_about_nothing, SIGABRT);
  tcase_add_test_raise_signal(t, a_choice_of_nothing, SIGABRT);
  tcase_add_test_raise_signal(t, a_phrase_that_was_never_opened, SIGABRT);
  tcase_add_test_raise_signal(t, a_phrase_whose_parts_do_not_fill_it, SIGABRT);
  tcase_add_test_raise_signal(t, an_instruction_with_a_type_that_the_program_has_not, SIGABRT);
  tcase_add_test(t, what_holds_says_nothing);
  return t;
}

int main(void) { return unit_run(cases, "invariants", 60); }
