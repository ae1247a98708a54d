/* Nothing unverified runs: damaged and truncated images are rejected, or do no harm. */
#include "tests/unit/damage.h"

static const char *const paths[] = {"scenarios/tictactoe/game.regel", "scenarios/connect4/game.regel",
                                    "scenarios/heimlich/game.regel"};
/* Large programs take longer; `make mutate` tries many more of each. */
static const int mutants[] = {7000, 7000, 700};
enum { PATHS = sizeof paths / sizeof *paths };

START_TEST(an_untouched_image_loads_again)
{
  for (int i = 0; i < PATHS; i++) {
    Program *p = unit_compile(paths[i], NULL);
    unsigned char *image = malloc(p->size);
    char why[200] = "";
    memcpy(image, p->image, p->size);
    Program *q = program_load(image, p->size, why, sizeof why);
    ck_assert_msg(q != NULL, "%s: %s", paths[i], why);
    ck_assert_uint_eq(p->hash, q->hash);
    program_free(q);
    program_free(p);
  }
}
END_TEST

START_TEST(compiling_twice_gives_the_same_image)
{
  for (int i = 0; i < PATHS; i++) {
    Program *p = unit_compile(paths[i], NULL), *q = unit_compile(paths[i], NULL);
    ck_assert_uint_eq(p->size, q->size);
    ck_assert(!memcmp(p->image, q->image, p->size));
    program_free(p);
    program_free(q);
  }
}
END_TEST

START_TEST(a_damaged_image_is_rejected_or_runs_within_its_bounds)
{
  Program *p = unit_compile(paths[_i], NULL);
  Part parts[64];
  int n = damage_parts(p, parts), rejected = 0;
  Luck luck = {(uint64_t)_i + 2024};
  int many = mutants[_i] / unit_share();
  for (int i = 0; i < many; i++) rejected += damage_once(p, parts, n, &luck, 12);
  /* both happen: a verifier that lets all or nothing pass would prove nothing here */
  ck_assert_int_gt(rejected, many / 5);
  ck_assert_int_lt(rejected, many);
  program_free(p);
}
END_TEST

START_TEST(a_truncated_image_is_rejected)
{
  Program *p = unit_compile(paths[0], NULL);
  char why[200];
  for (size_t n = 0; n < p->size; n += n < 400 ? 1 : 97) {
    unsigned char *image = malloc(n ? n : 1);
    memcpy(image, p->image, n);
    *why = 0;
    Program *q = program_load(image, n, why, sizeof why);
    ck_assert_msg(q == NULL, "%zu of %zu bytes were accepted", n, p->size);
    ck_assert_uint_gt(strlen(why), 0);
  }
  program_free(p);
}
END_TEST

START_TEST(an_image_with_more_behind_it_does_no_harm)
{
  Program *p = unit_compile(paths[0], NULL);
  unsigned char *image = calloc(1, p->size + 64);
  char why[200] = "";
  memcpy(image, p->image, p->size);
  Program *q = program_load(image, p->size + 64, why, sizeof why);
  if (q) {
    Luck luck = {1};
    damage_play(q, &luck, 20);
    program_free(q);
  }
  program_free(p);
}
END_TEST

START_TEST(noise_is_rejected)
{
  Luck luck = {77};
  char why[200];
  for (int i = 0; i < 2000; i++) {
    size_t n = luck_below(&luck, 3000);
    unsigned char *image = malloc(n + 1);
    for (size_t k = 0; k < n; k++) image[k] = (unsigned char)luck_next(&luck);
    ck_assert_ptr_null(program_load(image, n, why, sizeof why));
  }
  for (size_t n = 0; n < 3000; n += 50) ck_assert_ptr_null(program_load(calloc(1, n + 1), n, why, sizeof why));
}
END_TEST

typedef struct Broken {
  size_t at;
  int32_t value;
  const char *says;
} Broken;

static void refuse_each(const Program *p, const Broken *broken, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    unsigned char *image = malloc(p->size);
    char why[200] = "";
    memcpy(image, p->image, p->size);
    memcpy(image + broken[i].at, &broken[i].value, 4);
    ck_assert_msg(program_load(image, p->size, why, sizeof why) == NULL, "number %zu was accepted", i);
    ck_assert_msg(strstr(why, broken[i].says) != NULL, "number %zu: \"%s\" does not name \"%s\"", i, why, broken[i].says);
  }
}

/* Each kind of broken rule has words of its own; these are met one by one. */
START_TEST(the_reason_names_what_is_broken)
{
  Program *p = unit_compile(paths[1], NULL);
  const Broken broken[] = {
      {(size_t)((const unsigned char *)&p->header->magic - p->image), 0, "program"},
      {(size_t)((const unsigned char *)&p->header->version - p->image), 999, "version"},
      {(size_t)((const unsigned char *)&p->header->seats_high - p->image), 99, "seats"},
      {(size_t)((const unsigned char *)&p->header->cells - p->image), -5, "cells"},
      {(size_t)((const unsigned char *)&p->header->main - p->image), 100000, "main"},
      {(size_t)((const unsigned char *)&p->types[0].tag - p->image), 77, "type"},
      {(size_t)((const unsigned char *)&p->kinds[1].count - p->image), -1, "things"},
      {(size_t)((const unsigned char *)&p->fields[0].cell - p->image), 1 << 20, "cells"},
      {(size_t)((const unsigned char *)&p->chunks[0].regs - p->image), 1 << 20, ""},
      {(size_t)((const unsigned char *)&p->code[0] - p->image), 0x7FFF, ""},
  };
  refuse_each(p, broken, sizeof broken / sizeof *broken);
  program_free(p);
}
END_TEST

static const PInstr *find(const Program *p, Opcode op)
{
  for (int i = 0; i < p->n_code; i++)
    if (p->code[i].op == op) return &p->code[i];
  ck_abort_msg("no %s", op_name(op));
  return NULL;
}

/* Lines are constants, which the machine takes as they are. */
START_TEST(lines_and_rows_lie_on_a_grid)
{
  Program *p = unit_compile(paths[1], NULL);
  const PInstr *lines = find(p, OP_JLINE), *row = find(p, OP_SROW), *again = find(p, OP_AGAIN);
  const int64_t *c = p->consts + lines->d;
  int rows = find(p, OP_GETG)->d; /* a field of the game */
#define AT(x) ((size_t)((const unsigned char *)&(x)-p->image))
  const Broken broken[] = {
      {AT(lines->d), p->n_consts, "lines"},
      {AT(c[LINE_GRID]), p->n_kinds, "grid of lines"},
      {AT(c[LINE_GRID]), 0, "grid of lines"},
      {AT(c[LINE_WHEN]), 2, "lines sought"},
      {AT(c[LINE_COUNT]), 0, "directions"},
      {AT(c[LINE_COUNT]), DIRECTIONS + 1, "directions"},
      {AT(c[LINE_HEAD]), DIRECTIONS, "direction"},
      {AT(c[LINE_HEAD]), NO_DIRECTION, "direction"},
      {AT(row->d), rows, "field of a grid"},
      {AT(again->d), p->n_code, "jump"},
      {AT(find(p, OP_SEQFI)->d), rows, "set type"},
  };
#undef AT
  refuse_each(p, broken, sizeof broken / sizeof *broken);
  program_free(p);
}
END_TEST

START_TEST(a_program_of_every_version_since_the_first_loads)
{
  Program *p = unit_compile(paths[0], NULL);
  size_t at = (size_t)((const unsigned char *)&p->header->version - p->image);
  for (int32_t v = PROGRAM_OLDEST - 1; v <= PROGRAM_VERSION + 1; v++) {
    unsigned char *image = malloc(p->size);
    char why[200] = "";
    memcpy(image, p->image, p->size);
    memcpy(image + at, &v, sizeof v);
    Program *q = program_load(image, p->size, why, sizeof why);
    bool known = v >= PROGRAM_OLDEST && v <= PROGRAM_VERSION;
    ck_assert_msg((q != NULL) == known, "version %d: %s", v, why);
    program_free(q);
  }
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("verify");
  tcase_add_test(t, an_untouched_image_loads_again);
  tcase_add_test(t, compiling_twice_gives_the_same_image);
  tcase_add_loop_test(t, a_damaged_image_is_rejected_or_runs_within_its_bounds, 0, PATHS);
  tcase_add_test(t, a_truncated_image_is_rejected);
  tcase_add_test(t, an_image_with_more_behind_it_does_no_harm);
  tcase_add_test(t, noise_is_rejected);
  tcase_add_test(t, the_reason_names_what_is_broken);
  tcase_add_test(t, lines_and_rows_lie_on_a_grid);
  tcase_add_test(t, a_program_of_every_version_since_the_first_loads);
  return t;
}

int main(void) { return unit_run(cases, "verify", 400); }
