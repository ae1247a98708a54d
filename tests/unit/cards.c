/* Cards in a program: which things are cards, their lines in the source, and the rows
 * that they cite. */
#include "interp/text/block.h"
#include "interp/text/card/card.h"
#include "tests/unit/unit.h"

static const char source[] =
    "game cards \"Cards\" for 2..2\n"
    "kind spell \"Spell\" { value cost \"Cost\": 0..9; verb cast }\n" /* line 2 */
    "spell spark \"Spark } {\" { cost = 1; cast { gain 1 } } @CAR-SPELL-02\n"
    "spell storm \"Storm\" * 3 @CAR-SPELL-03 {\n"
    "  cost = 7\n"
    "  cast {               # not the end: }\n"
    "    gain 2             @CAR-SPELL-04 @CAR-SPELL-03\n"
    "  }\n"
    "}\n"                                            /* line 9 */
    "kind coin\n"
    "coin gold \"Gold\" @CAR-COIN-01, silver \"Silver\" @CAR-COIN-02\n"
    "kind place \"place\" { value worth \"Worth\": 0..9 }\n"
    "place market { worth = 1 }\n"
    "kind square \"square\" 2 by 2\n"
    "kind deed { verb do }\n"
    "deed rest { do { gain 1 } }\n"
    "kind player { purse: pile of coin; score: 0..9 }\n"
    "verb gain (n: 1..9) \"Gain {n}\" { raise first(players).score by n }\n"
    "verb play { each d in deed { d.do }; each s in spell { s.cast }; win none }\n";

static Program *program;
static BlockIndex *blocks;

static void set_up(void)
{
  program = unit_compile("cards.regel", source);
  blocks = block_index(program);
}

static void tear_down(void)
{
  block_free(blocks);
  program_free(program);
}

static int find(const char *name)
{
  for (int i = 0; i < program->n_things; i++)
    if (!strcmp(program_string(program, program->things[i].name), name)) return i;
  ck_abort_msg("nothing is called %s", name);
}

static bool is_card(const char *name)
{
  return card_kind(program, program->things[find(name)].kind);
}

START_TEST(cards_lie_in_piles_have_copies_or_texts)
{
  ck_assert(is_card("spark")); /* one of its kind has copies */
  ck_assert(is_card("gold"));  /* lies in piles */
  ck_assert(!is_card("market"));
  ck_assert(!is_card("rest")); /* has a text, but no name for players */
  for (int i = 0; i < program->n_kinds; i++)
    if (program->kinds[i].width || program->kinds[i].flags & KIND_PLAYER)
      ck_assert(!card_kind(program, i));
}
END_TEST

START_TEST(printed_values_have_a_line_each)
{
  View v = view_program(program, NULL);
  Buf b = {0};
  card_values(&v, &b, find("storm"));
  ck_assert_str_eq(buf_text(&b), "Cost: 7\n");
  buf_clear(&b);
  card_values(&v, &b, find("gold"));
  ck_assert_str_eq(buf_text(&b), "");
  buf_free(&b);
}
END_TEST

static void lines(const char *name, int first, int last)
{
  Block at;
  ck_assert(block_of(blocks, find(name), &at));
  ck_assert_int_eq(at.line, first);
  ck_assert_int_eq(at.last_line, last);
}

START_TEST(a_block_ends_at_its_own_brace)
{
  lines("spark", 3, 3);
  lines("storm", 4, 9);
  lines("gold", 11, 11);
  lines("silver", 11, 11);
  Block at;
  Buf b = {0};
  block_of(blocks, find("storm"), &at);
  block_show(blocks, &at, &b);
  ck_assert_ptr_eq(strstr(buf_text(&b), "4 | spell storm \"Storm\" * 3 @CAR-SPELL-03 {\n5 |"),
                   buf_text(&b));
  ck_assert_ptr_nonnull(strstr(buf_text(&b), "\n9 | }\n"));
  buf_free(&b);
}
END_TEST

static void cites(const char *name, const char *expected)
{
  Buf b = {0};
  block_cites(blocks, find(name), &b);
  ck_assert_str_eq(buf_text(&b), expected);
  buf_free(&b);
}

START_TEST(citations_of_a_block_are_the_things)
{
  cites("spark", "CAR-SPELL-02");
  cites("storm", "CAR-SPELL-03 CAR-SPELL-04");
  cites("gold", "CAR-COIN-01");
  cites("silver", "CAR-COIN-02");
  cites("market", "");
}
END_TEST

static TCase *cards(void)
{
  TCase *t = tcase_create("cards");
  tcase_add_checked_fixture(t, set_up, tear_down);
  tcase_add_test(t, cards_lie_in_piles_have_copies_or_texts);
  tcase_add_test(t, printed_values_have_a_line_each);
  tcase_add_test(t, a_block_ends_at_its_own_brace);
  tcase_add_test(t, citations_of_a_block_are_the_things);
  return t;
}

int main(void) { return unit_run(cards, "cards", 60); }
