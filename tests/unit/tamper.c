/* Every change of a byte in the stored facts shows (bench_tamper tries many more). */
#include "tests/tamper.h"
#include "tests/unit/unit.h"

static char *folder, *path;

static void begin(void)
{
  folder = games_folder();
  path = games_path(folder, "tampered.db");
}

static void end(void)
{
  free(path);
  games_remove(folder);
}

START_TEST(a_changed_byte_shows) { ck_assert_int_eq(tamper_many(path, 2, 300), 0); }
END_TEST

/* Where a row says of which type and length its values are: every other value. */
START_TEST(a_changed_type_shows)
{
  Content c;
  tamper_games(path);
  tamper_open(&c, path);
  const uint32_t *ending = c.at[FACT_TABLES - 1].at;
  int head = c.file[ending[0]];
  ck_assert_int_eq(head, 7); /* its own length and six columns */
  for (int i = 1; i < head; i++)
    for (int delta = 1; delta < 16; delta++) {
      unsigned char now = (unsigned char)(c.file[ending[i]] ^ delta);
      ck_assert_msg(tamper_shows(&c, path, ending[i], now), "column %d, type %d", i, now);
    }
  tamper_close(&c);
}
END_TEST

static TCase *make(void)
{
  TCase *t = tcase_create("tamper");
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, a_changed_byte_shows);
  tcase_add_test(t, a_changed_type_shows);
  return t;
}

int main(void) { return unit_run(make, "tamper", 120); }
