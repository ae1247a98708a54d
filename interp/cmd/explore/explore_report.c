/* What `regel explore` found, for people. */
#include "interp/cmd/explore/explore.h"

#include <string.h>

enum { WIDTH = 80, SHOWN_ANSWERS = 40 };

static bool is(const regel_data *d, const char *key, const char *value)
{
  return !strcmp(client_text(d, key), value);
}

static double real(const regel_data *d, const char *key)
{
  return regel_data_real(regel_data_get(d, key));
}

static const char *end_text(const char *end)
{
  static const char *const texts[][2] = {
      {"complete", "every state was looked at"},
      {"depth", "stopped at the depth of --depth"},
      {"states", "stopped at the number of --states"},
      {"memory", "stopped at the limit of --memory"},
      {"interrupted", "interrupted"},
      {"time", "stopped at the time of --time"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!strcmp(texts[i][0], end)) return texts[i][1];
  return end;
}

/* ---- findings ------------------------------------------------------------------- */

/* A witness is read from its end: what sets the table up is folded, and of a long way
 * only the last answers are shown. */
static void put_witness(const regel_data *f, Buf *b)
{
  enum { FEW = 3 }; /* are not worth folding */
  const regel_data *words = regel_data_get(f, "words");
  long long count = (long long)regel_data_count(words);
  long long setup = client_number(f, "set_up");
  if (setup <= FEW) setup = 0;
  long long from = setup + 1;
  if (count - setup > SHOWN_ANSWERS) from = count - SHOWN_ANSWERS + 1;
  if (setup && count) buf_printf(b, "         %lld answers set the table up\n", setup);
  if (from > setup + 1) buf_add(b, "         …\n");
  for (long long n = from; n <= count; n++) {
    buf_printf(b, "   %4lld  ", n);
    buf_wrap(b, regel_data_text(regel_data_at(words, (size_t)n - 1)), 9, 11, WIDTH);
    buf_char(b, '\n');
  }
}

/* One cause, several setups: the others are named if they are few. */
static void put_setups(const regel_data *setups, size_t which, const regel_data *f,
                       Buf *b)
{
  enum { NAMED = 3 };
  const regel_data *in = regel_data_get(f, "setups");
  size_t n = regel_data_count(in), named = 0;
  buf_printf(b, "   with %s", client_text(regel_data_at(setups, which), "setup"));
  if (n > 1) buf_printf(b, "; in %zu of %zu setups", n, regel_data_count(setups));
  for (size_t i = 0; n > 1 && n <= NAMED + 1 && i < n; i++) {
    size_t other = (size_t)regel_data_number(regel_data_at(in, i));
    if (other == which) continue;
    buf_printf(b, "%s%s", named++ ? "; " : ": also ",
               client_text(regel_data_at(setups, other), "setup"));
  }
  buf_char(b, '\n');
}

static void put_place(const Explore *e, const regel_data *f, Buf *b)
{
  const regel_data *place = regel_data_get(f, "place");
  char *excerpt = place ? regel_excerpt(e->rules, place) : NULL;
  if (excerpt) buf_add(b, excerpt);
  regel_free(excerpt);
}

static void put_finding(const Explore *e, const regel_data *setups, size_t which,
                        const regel_data *f, Buf *b)
{
  const regel_data *x = regel_data_at(setups, which);
  const char *code = client_text(f, "code");
  long long count = (long long)regel_data_count(regel_data_get(f, "answers")),
            times = client_number(f, "times");
  bool shortest = client_number(f, "shortest");
  buf_add(b, client_text(f, "kind"));
  if (*code) buf_printf(b, "[%s]", code);
  buf_printf(b, ": %s\n", client_text(f, "message"));
  put_place(e, f, b);
  if (regel_data_count(setups) > 1) put_setups(setups, which, f, b);
  if (is(f, "kind", "no end")) {
    buf_printf(b, "   of %lld walks with %lld answers in all\n\n",
               client_number(x, "walks"), client_number(x, "walk_steps"));
    return;
  }
  buf_printf(b, "   after %lld answer%s%s", count, cli_plural(count),
             shortest ? ", and not after fewer" : "");
  if (is(f, "kind", "endless") && shortest)
    buf_printf(b, "; %lld state%s without an end", times, cli_plural(times));
  else if (times > 1) buf_printf(b, "; met %lld times", times);
  buf_add(b, count ? ":\n" : "\n");
  put_witness(f, b);
  if (client_number(f, "game"))
    buf_printf(b, "   = regel replay %lld\n", client_number(f, "game"));
  buf_char(b, '\n');
}

static void put_findings(const Explore *e, const regel_data *setups, Buf *b)
{
  for (size_t i = 0; i < regel_data_count(setups); i++) {
    const regel_data *all = regel_data_get(regel_data_at(setups, i), "findings");
    for (size_t k = 0; k < regel_data_count(all); k++)
      if (client_number(regel_data_at(all, k), "told"))
        put_finding(e, setups, i, regel_data_at(all, k), b);
  }
}

/* ---- what never happened -------------------------------------------------------- */

static void put_item(const regel_data *it, Buf *b)
{
  const char *file = client_text(it, "place.file");
  buf_printf(b, "  %-10s", client_text(it, "kind"));
  buf_column(b, client_text(it, "name"), 34);
  buf_printf(b, "  %s", file);
  if (*file) buf_printf(b, ":%lld", client_number(it, "place.line"));
  if (client_number(it, "last")) buf_printf(b, "-%lld", client_number(it, "last"));
  buf_char(b, '\n');
}

/* What did not happen, of those that are findings or of the others. */
static void put_items(const regel_data *never, bool found, const char *title, Buf *b)
{
  size_t n = 0;
  for (size_t i = 0; i < regel_data_count(never); i++) {
    const regel_data *it = regel_data_at(never, i);
    if (client_number(it, "tested") || (client_number(it, "found") != 0) != found)
      continue;
    if (!n++) buf_printf(b, "%s\n", title);
    put_item(it, b);
  }
  if (n) buf_char(b, '\n');
}

static void put_never(const regel_data *r, Buf *b)
{
  const regel_data *never = regel_data_get(r, "never");
  Buf title = {0};
  if (client_number(r, "complete")) buf_add(&title, "Cannot happen:");
  else
    buf_printf(&title, "In none of %lld games that ended, nor in a test:",
               client_number(r, "walks_ended"));
  put_items(never, true, buf_text(&title), b);
  put_items(never, false, "Not seen so far:", b);
  buf_free(&title);
}

/* For each ending that happens in some setup: those in which it does not. */
static void put_endings(const regel_data *r, Buf *b)
{
  const regel_data *endings = regel_data_get(r, "endings"),
                   *setups = regel_data_get(r, "setups");
  bool head = false;
  for (size_t i = 0; i < regel_data_count(endings); i++) {
    const regel_data *it = regel_data_at(endings, i),
                     *not_in = regel_data_get(it, "not_in");
    if (!regel_data_count(not_in)) continue;
    if (!head) buf_add(b, "Endings that did not happen in every setup:\n");
    head = true;
    buf_printf(b, "  %s  %s", client_text(it, "name"), client_text(it, "place.file"));
    if (regel_data_get(it, "place"))
      buf_printf(b, ":%lld", client_number(it, "place.line"));
    buf_char(b, '\n');
    for (size_t k = 0; k < regel_data_count(not_in); k++) {
      size_t which = (size_t)regel_data_number(regel_data_at(not_in, k));
      const regel_data *x = regel_data_at(setups, which);
      buf_printf(b, "    %s: %s\n",
                 is(x, "end", "complete") ? "never with" : "not seen with",
                 client_text(x, "setup"));
    }
  }
  if (head) buf_char(b, '\n');
}

/* ---- for people ----------------------------------------------------------------- */

static void put_games(const regel_data *x, Buf *b)
{
  if (is(x, "uncounted", "uneven"))
    buf_add(b,
            "  games not counted: some states are reached with more answers or fewer\n");
  else if (is(x, "uncounted", "many"))
    buf_add(b, "  games not counted: more than 64 bits can hold\n");
  else
    buf_printf(b, "  %llu games\n",
               (unsigned long long)regel_data_number(regel_data_get(x, "games")));
}

static void put_setup(const Explore *e, const regel_data *r, const regel_data *x, Buf *b)
{
  bool complete = is(x, "end", "complete");
  long long seatings = client_number(x, "seatings");
  buf_printf(b, "%s, %s: %s\n", regel_rules_title(e->rules), client_text(x, "setup"),
             end_text(client_text(x, "end")));
  buf_printf(b, "  %lld states, %lld of them at an end; at most %zu answers deep\n",
             client_number(x, "states"), client_number(x, "ended"),
             regel_data_count(regel_data_get(x, "levels")) - 1);
  if (seatings > 1) buf_printf(b, "  the %lld ways to sit count as one\n", seatings);
  else if (is(r, "alike", "in piles"))
    buf_add(b, "  each way to sit counts: players lie in piles\n");
  if (complete) put_games(x, b);
  if (client_number(x, "walks") && !complete) /* else nothing was left to them */
    buf_printf(b, "  %lld random walks with %lld answers; %lld of them came to an end\n",
               client_number(x, "walks"), client_number(x, "walk_steps"),
               client_number(x, "walks_ended"));
  if (complete && !client_number(x, "endless_sought"))
    buf_add(b,
            "  play without an end was not looked for: that needs a higher --memory\n");
}

/* The setups that were not asked for, in one line. */
static void put_others(const regel_data *setups, Buf *b)
{
  size_t complete = 0, n = regel_data_count(setups) - 1;
  long long states = 0, answers = 0, walks = 0, ended = 0;
  for (size_t i = 1; i <= n; i++) {
    const regel_data *x = regel_data_at(setups, i);
    complete += is(x, "end", "complete");
    states += client_number(x, "states");
    walks += client_number(x, "walks");
    ended += client_number(x, "walks_ended");
    answers += client_number(x, "walk_steps");
  }
  buf_printf(b, "%zu other setup%s, %zu of them complete: %lld states", n,
             cli_plural((long long)n), complete, states);
  if (walks)
    buf_printf(b, ", %lld random walks with %lld answers; %lld of them came to an end",
               walks, answers, ended);
  buf_char(b, '\n');
}

/* Seconds are those of the whole run, with what lies between its parts; or of all runs,
 * if it went on with a file. */
static void put_speed(const regel_data *r, const regel_data *setups, Buf *b)
{
  double states = 0, index = 0, most = 0, all = 0, walking = 0, run = real(r, "seconds");
  for (size_t i = 0; i < regel_data_count(setups); i++) {
    const regel_data *x = regel_data_at(setups, i);
    states += real(x, "states");
    index += real(x, "index_bytes");
    all += real(x, "seconds");
    walking += real(x, "walk_seconds");
    if (real(x, "bytes") > most) most = real(x, "bytes");
  }
  buf_printf(b,
             "%.2f seconds, %.0f states a second, %.0f bytes a state, %.0f MiB at most\n",
             all > run ? all : run, all > walking ? states / (all - walking) : 0.0,
             states > 0 ? index / states : 0.0, most / (1 << 20));
}

void explore_print(const Explore *e, const regel_data *r)
{
  Buf b = {0};
  const regel_data *setups = regel_data_get(r, "setups");
  size_t count = regel_data_count(setups);
  size_t told = e->setups || e->limited ? count : 1;
  for (size_t i = 0; i < told && i < count; i++)
    put_setup(e, r, regel_data_at(setups, i), &b);
  if (told < count) put_others(setups, &b);
  buf_char(&b, '\n');
  put_findings(e, setups, &b);
  put_never(r, &b);
  if (count > 1 && e->setups) put_endings(r, &b);
  if (!client_number(r, "found")) buf_add(&b, "Nothing was found.\n");
  put_speed(r, setups, &b);
  if (e->kept && !client_number(r, "complete"))
    buf_printf(&b, "To go on: regel explore --resume %s\n", e->kept);
  cli_page(e->cli, buf_text(&b));
  buf_free(&b);
}

/* ---- perft ---------------------------------------------------------------------- */

static unsigned long long count_of(const regel_data *level, const char *key)
{
  return (unsigned long long)regel_data_number(regel_data_get(level, key));
}

void explore_perft(const Explore *e, const regel_data *r)
{
  const regel_data *x = regel_data_get(r, "setups.0"),
                   *levels = regel_data_get(x, "levels");
  bool whole = is(x, "end", "complete") || is(x, "end", "depth");
  printf("%7s %20s %20s", e->turns ? "turns" : "answers", "sequences", "games over");
  if (e->turns) puts("");
  else printf(" %14s\n", "states");
  for (size_t i = 1; i < regel_data_count(levels); i++) {
    const regel_data *l = regel_data_at(levels, i);
    if (i + 1 == regel_data_count(levels) && !whole) break;
    printf("%7zu %20llu %20llu", i, count_of(l, "sequences"), count_of(l, "games"));
    if (e->turns) puts("");
    else printf(" %14llu\n", count_of(l, "states"));
  }
  if (!client_number(x, "counted")) puts("sequences: more than 64 bits can hold");
  if (!whole) printf("%s\n", end_text(client_text(x, "end")));
}
