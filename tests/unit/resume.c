/* Searches that are saved and go on: the result is that of a search which was never
 * stopped, and no file whatever does harm. */
#include "interp/explore/explore.h"
#include "interp/explore/file.h"
#include "tests/unit/unit.h"

#include <unistd.h>
#include <xxhash.h>

/* ---- searches ---------------------------------------------------------------------- */

typedef struct Case {
  Program *p;
  int32_t *options;
  ExplorePlan plan;
  int stop, batches; /* stops by itself after so many batches; 0: never */
  int saves, error;
  char path[200];
} Case;

static void count_batch(void *user, uint64_t states, uint64_t waiting, long depth, long walks)
{
  Case *c = user;
  (void)states, (void)waiting, (void)depth, (void)walks;
  if (c->batches && !--c->batches) c->stop = 1;
}

static void count_save(void *user, int error)
{
  Case *c = user;
  c->saves++;
  c->error = error;
}

static void begin(Case *c, const char *path, const char *text, const char *settings)
{
  const char *folder = getenv("TMPDIR");
  Buf why = {0};
  memset(c, 0, sizeof *c);
  c->p = unit_compile(path, text);
  c->options = settings_new(c->p);
  ck_assert_msg(settings_read(c->p, c->options, settings, &why), "%s", buf_text(&why));
  snprintf(c->path, sizeof c->path, "%s/resume.%ld", folder ? folder : "/tmp", (long)getpid());
  c->plan = (ExplorePlan){.program = c->p,
                          .seats = c->p->header->seats_low,
                          .options = c->options,
                          .seed = 7,
                          .jobs = 2,
                          .memory = (uint64_t)1 << 30,
                          .states = 10000000,
                          .depth = 1000000,
                          .counts = true,
                          .stop = &c->stop,
                          .progress = count_batch,
                          .user = c,
                          .name = path,
                          .saved = count_save};
}

static void end(Case *c)
{
  remove(c->path);
  free(c->options);
  program_free(c->p);
}

static ExploreResult run(Case *c, bool resume, const char *save)
{
  ExploreResult r;
  ExplorePlan plan = c->plan;
  plan.save = save;
  if (resume) plan.resume = saved_open(c->path);
  if (resume) ck_assert_msg(!saved_why(plan.resume), "%s", saved_why(plan.resume));
  explore_init(&plan, &r);
  c->stop = 0;
  ck_assert_int_eq(explore_all(&plan, &r), 0);
  saved_close(plan.resume);
  return r;
}

static void same_finding(const Finding *a, const Finding *b)
{
  ck_assert_int_eq(a->kind, b->kind);
  ck_assert_int_eq(a->error, b->error);
  ck_assert_int_eq(a->ip, b->ip);
  ck_assert_uint_eq(a->times, b->times);
  ck_assert_int_eq(a->shortest, b->shortest);
  ck_assert_int_eq(a->count, b->count);
  if (a->count) ck_assert_mem_eq(a->answers, b->answers, (size_t)a->count * sizeof *a->answers);
}

static void same(const Case *c, const ExploreResult *a, const ExploreResult *b)
{
  ck_assert_int_eq(a->end, b->end);
  ck_assert_uint_eq(a->states, b->states);
  ck_assert_uint_eq(a->ended, b->ended);
  ck_assert_uint_eq(a->steps, b->steps);
  ck_assert_uint_eq(a->expanded, b->expanded);
  ck_assert_int_eq(a->even, b->even);
  ck_assert_int_eq(a->counted, b->counted);
  ck_assert_uint_eq(a->games, b->games);
  ck_assert_int_eq(a->endless_sought, b->endless_sought);
  ck_assert_uint_eq(a->bytes, b->bytes);
  ck_assert_uint_eq(a->index_bytes, b->index_bytes);
  ck_assert_uint_eq(a->levels.n, b->levels.n);
  ck_assert_mem_eq(a->levels.at, b->levels.at, a->levels.n * sizeof *a->levels.at);
  ck_assert_mem_eq(a->ran, b->ran, (size_t)c->p->n_code * sizeof *a->ran);
  ck_assert_mem_eq(a->taken, b->taken, (size_t)c->p->n_alts * sizeof *a->taken);
  ck_assert_uint_eq(a->findings.n, b->findings.n);
  for (size_t i = 0; i < a->findings.n; i++) same_finding(&a->findings.at[i], &b->findings.at[i]);
}

/* Stopped again and again, on one thread and on two, then to its end: the same as a search
 * that is kept, too, and never stopped. */
static void stop_and_go(Case *c, void (*limit)(Case *c, int turn), int turns)
{
  ExplorePlan free_plan = c->plan;
  ExploreResult whole = run(c, false, c->path);
  for (int i = 0; i < turns; i++) {
    c->plan.jobs = 1 + i % 2;
    limit(c, i);
    ExploreResult r = run(c, i > 0, c->path);
    ck_assert_int_eq(c->error, 0);
    explore_free(&r);
  }
  c->plan = free_plan;
  c->batches = 0;
  ExploreResult r = run(c, true, NULL);
  same(c, &whole, &r);
  explore_free(&r);
  explore_free(&whole);
}

static void by_states(Case *c, int turn) { c->plan.states = 1 + (uint64_t)turn * turn * 97; }
static void by_depth(Case *c, int turn) { c->plan.depth = turn; }
static void by_signal(Case *c, int turn) { c->batches = 1 + turn % 3; }
static void by_memory(Case *c, int turn) { c->plan.memory = (uint64_t)(turn + 5) << 18; }

/* Findings of every kind that a search has, cycles, chance, secret answers.  A rule that
 * does not end takes a second under a sanitizer: few states have it. */
static const char mixed[] =
    "game mixed \"Mixed\" for 2..2\n"
    "option size \"Size\": 3..30 = 20\n"
    "room: 0..30\nn: 0..6\nkind player { coins: 0..9 = 3 }\n"
    "kind card\ncard one, two, three\ndeck: pile of card = card\n"
    "always n is not 5 or room is not 9\n"
    "verb play {\n"
    "  shuffle deck\n"
    "  repeat {\n"
    "    as first(players) { choose {\n"
    "      \"On\" { if room < size { raise room by 1 } }\n"
    "      \"Back\" { if room < 7 { lower room by 1 } }\n"
    "      \"Roll\" { set n to random 1..6 }\n"
    "      \"Pay\" { require coins > 0; lower coins by 1 }\n"
    "      \"Out\" { require room is 4 and n is 2; win first(players) }\n"
    "    } }\n"
    "    as last(players) { if n is 6 and room is 3 { set n to choose 0..6 where it > 6 } }\n"
    "    if size is 12 and n is 4 and room is 8 and first(players).coins is 0 { repeat { set n to 4 } }\n"
    "  }\n"
    "}\n";

START_TEST(a_search_with_findings_and_cycles_goes_on)
{
  void (*const limits[])(Case *c, int turn) = {by_states, by_depth, by_signal, by_memory};
  const int turns[] = {6, 12, 12, 4};
  for (int i = 0; i < 4; i++) {
    Case c;
    begin(&c, "mixed", mixed, "size=12");
    stop_and_go(&c, limits[i], turns[i]);
    end(&c);
  }
}
END_TEST

START_TEST(it_finds_what_it_would_have_found)
{
  Case c;
  begin(&c, "mixed", mixed, "size=12");
  c.plan.states = 100;
  ExploreResult r = run(&c, false, c.path);
  ck_assert_int_eq(r.end, END_STATES);
  explore_free(&r);
  c.plan.states = 10000000;
  r = run(&c, true, NULL);
  ck_assert_int_eq(r.end, END_COMPLETE);
  bool kinds[FIND_KINDS] = {0};
  for (size_t i = 0; i < r.findings.n; i++) kinds[r.findings.at[i].kind] = true;
  ck_assert(kinds[FIND_ERROR] && kinds[FIND_ALWAYS] && kinds[FIND_NO_WAY] && kinds[FIND_ENDLESS]);
  explore_free(&r);
  end(&c);
}
END_TEST

START_TEST(connect_four_goes_on)
{
  void (*const limits[])(Case *c, int turn) = {by_states, by_depth, by_signal, by_memory};
  for (int i = 0; i < 4; i++) {
    Case c;
    begin(&c, "scenarios/connect4/game.regel", NULL, "columns=4 rows=4");
    c.plan.counts = i == 0; /* dear, and no part of what the limits do */
    stop_and_go(&c, limits[i], i == 0 ? 5 : 3);
    end(&c);
  }
}
END_TEST

/* Too large to be looked at whole: hidden cards, secret answers, draws. */
START_TEST(the_largest_rulesets_go_on_to_the_same_limit)
{
  for (int i = 3; i < TABLES; i++) {
    Case c;
    Buf settings = {0};
    for (int k = 0; k < 3 && tables[i].options[k][0]; k++)
      buf_printf(&settings, "%s%s=%s", k ? " " : "", tables[i].options[k][0], tables[i].options[k][1]);
    begin(&c, tables[i].path, NULL, buf_text(&settings));
    c.plan.seats = tables[i].seats;
    c.plan.states = 3000;
    stop_and_go(&c, by_states, 4);
    end(&c);
    buf_free(&settings);
  }
}
END_TEST

/* Resumed, it says what it said first; the end of both. */
static void tells_again(Case *c, ExploreResult *first)
{
  ExploreResult again = run(c, true, NULL);
  same(c, first, &again);
  explore_free(first);
  explore_free(&again);
  end(c);
}

START_TEST(a_search_that_is_complete_is_told_again)
{
  Case c;
  begin(&c, "mixed", mixed, "size=5");
  ExploreResult first = run(&c, false, c.path);
  ck_assert_int_eq(first.end, END_COMPLETE);
  SavedSearch *f = saved_open(c.path);
  SavedSetup was = saved_setup(f);
  ck_assert(was.complete && was.counts);
  ck_assert_str_eq(was.name, "mixed");
  ck_assert_str_eq(was.settings, "size=5");
  ck_assert_uint_eq(was.seed, 7);
  ck_assert_uint_eq(was.program, c.p->hash);
  saved_close(f);
  tells_again(&c, &first);
}
END_TEST

START_TEST(a_game_without_a_state_is_saved_too)
{
  Case c;
  begin(&c, "empty",
        "game empty \"Empty\" for 1..1\nn: 0..9\n"
        "verb play { as first(players) { set n to choose 0..9 where it < n }; win none }\n",
        "");
  ExploreResult first = run(&c, false, c.path);
  ck_assert_uint_eq(first.states, 0);
  tells_again(&c, &first);
}
END_TEST

/* ---- files that are not as they were ------------------------------------------------ */

typedef VEC(unsigned char) Image;

static Image read_file(const char *path)
{
  Image b = {0};
  FILE *f = fopen(path, "rb");
  ck_assert(f != NULL);
  for (int ch; (ch = fgetc(f)) != EOF;) vec_push(&b, (unsigned char)ch);
  fclose(f);
  return b;
}

static void write_file(const char *path, const unsigned char *at, size_t n)
{
  remove(path); /* a file that is cut and written again would go to the disk at once */
  FILE *f = fopen(path, "wb");
  ck_assert(f != NULL);
  ck_assert_uint_eq(fwrite(at, 1, n, f), n);
  fclose(f);
}

/* As somebody would who means harm: size and checksum are right. */
static void seal(unsigned char *at, size_t n)
{
  uint64_t size = n;
  memcpy(at + offsetof(FileHead, size), &size, sizeof size);
  uint64_t sum = XXH3_64bits(at, n - sizeof sum);
  memcpy(at + n - sizeof sum, &sum, sizeof sum);
}

/* A search of which much is still to do, as a file. */
static Image saved_image(Case *c, const char *settings, uint64_t states)
{
  begin(c, "mixed", mixed, settings);
  c->plan.states = states;
  ExploreResult r = run(c, false, c->path);
  ck_assert_int_eq(r.end, END_STATES);
  explore_free(&r);
  return read_file(c->path);
}

/* Goes on with whatever the file holds.  True if it was refused, which is told. */
static bool refused(Case *c)
{
  ExploreResult r;
  ExplorePlan plan = c->plan;
  plan.states = 60; /* some more than the file has */
  plan.jobs = 1;
  plan.resume = saved_open(c->path);
  explore_init(&plan, &r);
  bool told = saved_why(plan.resume);
  if (!told) {
    int code = explore_all(&plan, &r);
    told = saved_why(plan.resume);
    ck_assert_int_eq(code, told ? -2 : 0);
  }
  explore_free(&r);
  saved_close(plan.resume);
  return told;
}

START_TEST(every_changed_byte_is_noticed)
{
  Case c;
  Image b = saved_image(&c, "size=3", 20);
  size_t share = (size_t)unit_share();
  for (size_t i = 0; i < b.n; i += share * (i < 600 ? 1 : 23)) {
    b.at[i] ^= (unsigned char)(1 << i % 8);
    write_file(c.path, b.at, b.n);
    ck_assert_msg(refused(&c), "byte %zu", i);
    b.at[i] ^= (unsigned char)(1 << i % 8);
  }
  vec_free(&b);
  end(&c);
}
END_TEST

START_TEST(every_shorter_file_is_noticed)
{
  Case c;
  Image b = saved_image(&c, "size=3", 20);
  size_t share = (size_t)unit_share();
  for (size_t n = 0; n < b.n; n += share * (n < 400 ? 1 : 37)) {
    write_file(c.path, b.at, n);
    ck_assert_msg(refused(&c), "%zu bytes", n);
  }
  vec_push(&b, 0);
  write_file(c.path, b.at, b.n);
  ck_assert(refused(&c));
  vec_free(&b);
  end(&c);
}
END_TEST

/* Sealed anew, a file that says something else is refused or is a search like any. */
START_TEST(no_forged_byte_does_harm)
{
  Case c;
  Image b = saved_image(&c, "size=3", 20), copy = {0};
  static const unsigned char masks[] = {0x01, 0x80, 0xFF};
  size_t told = 0, share = (size_t)unit_share();
  vec_reserve(&copy, b.n);
  /* The table is long and mostly empty. */
  for (size_t i = 0; i < b.n - sizeof(uint64_t); i += share * (i < 600 ? 1 : 41))
    for (int m = 0; m < 3; m++) {
      memcpy(copy.at, b.at, b.n);
      copy.at[i] ^= masks[m];
      seal(copy.at, b.n);
      write_file(c.path, copy.at, b.n);
      told += refused(&c);
    }
  ck_assert_uint_gt(told, 800 / share); /* counts of what ran may be any, the rest must fit */
  vec_free(&b);
  vec_free(&copy);
  end(&c);
}
END_TEST

START_TEST(no_forged_number_does_harm)
{
  static const uint32_t values[] = {0, 1, 2, 0x7ffffff0, 0x7fffffff, 0x80000000, 0xffffffff};
  Case c;
  Image b = saved_image(&c, "size=3", 20), copy = {0};
  Luck luck = {1};
  vec_reserve(&copy, b.n);
  for (int turn = 0; turn < 1500 / unit_share(); turn++) {
    memcpy(copy.at, b.at, b.n);
    for (uint32_t k = 1 + luck_below(&luck, 3); k-- > 0;) {
      /* The head more often than its share. */
      size_t room = luck_below(&luck, 2) ? sizeof(FileHead) : b.n - sizeof(uint64_t);
      size_t at = luck_below(&luck, (uint32_t)(room / 4)) * 4;
      uint32_t v = values[luck_below(&luck, 7)];
      if (luck_below(&luck, 2)) v = luck_below(&luck, 64);
      memcpy(copy.at + at, &v, sizeof v);
    }
    seal(copy.at, b.n);
    write_file(c.path, copy.at, b.n);
    refused(&c);
  }
  vec_free(&b);
  vec_free(&copy);
  end(&c);
}
END_TEST

START_TEST(no_forged_length_does_harm)
{
  Case c;
  Image b = saved_image(&c, "size=3", 20);
  size_t least = sizeof(FileHead) + sizeof(uint64_t), step = 23 * (size_t)unit_share();
  for (size_t n = b.n - 1; n >= least + step; n -= step) {
    seal(b.at, n);
    write_file(c.path, b.at, n);
    ck_assert_msg(refused(&c), "%zu bytes", n);
  }
  vec_free(&b);
  end(&c);
}
END_TEST

/* ---- disks -------------------------------------------------------------------------- */

START_TEST(what_cannot_be_written_is_told_and_the_search_goes_on)
{
  Case c;
  static const char *const paths[] = {"/dev/full", "/no/such/folder/file", "/dev"};
  for (int i = 0; i < 3; i++) {
    begin(&c, "mixed", mixed, "size=5");
    ExploreResult r = run(&c, false, paths[i]);
    ck_assert_int_eq(r.end, END_COMPLETE);
    ck_assert_int_gt(c.saves, 0);
    ck_assert_int_ne(c.error, 0);
    explore_free(&r);
    end(&c);
  }
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("resume");
  tcase_add_test(t, a_search_with_findings_and_cycles_goes_on);
  tcase_add_test(t, it_finds_what_it_would_have_found);
  tcase_add_test(t, connect_four_goes_on);
  tcase_add_test(t, the_largest_rulesets_go_on_to_the_same_limit);
  tcase_add_test(t, a_search_that_is_complete_is_told_again);
  tcase_add_test(t, a_game_without_a_state_is_saved_too);
  tcase_add_test(t, every_changed_byte_is_noticed);
  tcase_add_test(t, every_shorter_file_is_noticed);
  tcase_add_test(t, no_forged_byte_does_harm);
  tcase_add_test(t, no_forged_number_does_harm);
  tcase_add_test(t, no_forged_length_does_harm);
  tcase_add_test(t, what_cannot_be_written_is_told_and_the_search_goes_on);
  return t;
}

int main(void) { return unit_run(cases, "resume", 300); }
