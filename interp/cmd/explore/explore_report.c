/* What `regel explore` found, for people and for programs. */
#include "interp/cmd/explore/explore.h"
#include "interp/text/label.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, SHOWN_ANSWERS = 40 };

static const char *title_of(const Program *p)
{
  return program_string(p, p->header->title >= 0 ? p->header->title : p->header->name);
}

static const char *end_text(ExploreEnd end)
{
  static const char *const texts[] = {
      [END_COMPLETE] = "every state was looked at",
      [END_DEPTH] = "stopped at the depth of --depth",
      [END_STATES] = "stopped at the number of --states",
      [END_MEMORY] = "stopped at the limit of --memory",
      [END_STOPPED] = "interrupted",
      [END_TIME] = "stopped at the time of --time",
  };
  return texts[end];
}

static const char *end_name(ExploreEnd end)
{
  static const char *const names[] = {
      [END_COMPLETE] = "complete", [END_DEPTH] = "depth",         [END_STATES] = "states",
      [END_MEMORY] = "memory",     [END_STOPPED] = "interrupted", [END_TIME] = "time",
  };
  return names[end];
}

/* ---- findings ------------------------------------------------------------------- */

static const PLoc *finding_place(const Program *p, const Finding *f)
{
  if (f->kind == FIND_ALWAYS && f->ip >= 0 && f->ip < p->n_always)
    return place_of_row(p, p->always[f->ip].loc);
  return f->ip < 0 ? NULL : place_of_ip(p, f->ip);
}

static void finding_text(const Program *p, const Finding *f, Buf *b)
{
  switch (f->kind) {
  case FIND_ENDLESS:
    if (!f->tried) buf_add(b, "from here the game cannot end");
    else
      buf_printf(b, "from here no end was found: none of %d walks came to one", f->tried);
    break;
  case FIND_UNENDED:
    if (!f->times) buf_add(b, "no walk came to an end");
    else
      buf_printf(b, "hardly a walk came to an end: %llu did",
                 (unsigned long long)f->times);
    break;
  case FIND_SEATS:
    buf_add(
        b,
        "the seats are said to be alike, but with seats exchanged this goes another way");
    break;
  case FIND_OVERRUN:
    buf_add(b, "what hangs on an answer is too much to try: its legality is not sure");
    break;
  case FIND_ALWAYS: {
    const char *text = f->ip >= 0 && f->ip < p->n_always
                           ? render_source(p, p->always[f->ip].text)
                           : NULL;
    bool claim = f->ip >= 0 && f->ip < p->n_always && program_claims(p, f->ip);
    buf_printf(b, "%s%s%s", claim ? "this is claimed" : "this must always hold",
               text ? ": " : "", text ? text : "");
    break;
  }
  default: buf_add(b, vm_error_title(f->error)); break;
  }
}

static void each_answer(const Explore *e, const Explored *x, const Finding *f,
                        AnswerFn fn, void *user)
{
  Setup setup = {x->players, e->setup.seed, x->options};
  explore_answers(e->program, &setup, f, fn, user);
}

/* A witness is read from its end: what sets the table up is folded, and of a long way
 * only the last answers are shown. */
typedef struct Witness {
  Buf *b;
  int setup, from; /* answers of the setup, the first that is shown */
} Witness;

static void put_answer(void *user, int n, const char *words)
{
  const Witness *w = user;
  if (n == 1 && w->setup)
    buf_printf(w->b, "         %d answers set the table up\n", w->setup);
  if (n == w->from && n > w->setup + 1) buf_add(w->b, "         …\n");
  if (n < w->from) return;
  buf_printf(w->b, "   %4d  ", n);
  buf_wrap(w->b, words, 9, 11, WIDTH);
  buf_char(w->b, '\n');
}

static void put_witness(const Explore *e, const Explored *x, const Finding *f, Buf *b)
{
  enum { FEW = 3 }; /* are not worth folding */
  Setup setup = {x->players, e->setup.seed, x->options};
  Witness w = {b, explore_setup_answers(e->program, &setup, f), 1};
  if (w.setup <= FEW) w.setup = 0;
  w.from = w.setup + 1;
  if (f->count - w.setup > SHOWN_ANSWERS) w.from = f->count - SHOWN_ANSWERS + 1;
  each_answer(e, x, f, put_answer, &w);
}

/* ---- one cause, several setups ---- */

static bool same_cause(const Finding *a, const Finding *b)
{
  return a->kind == b->kind && a->error == b->error && a->ip == b->ip;
}

static const Finding *cause_in(const Explored *x, const Finding *f)
{
  for (size_t i = 0; i < x->result.findings.n; i++)
    if (same_cause(&x->result.findings.at[i], f)) return &x->result.findings.at[i];
  return NULL;
}

/* Is this the setup whose witness is shown?  The first of those with the fewest answers.
 */
bool explore_told(const Explore *e, size_t which, const Finding *f)
{
  for (size_t i = 0; i < e->done.n; i++) {
    const Finding *g = i == which ? NULL : cause_in(e->done.at[i], f);
    if (g && (g->count < f->count || (g->count == f->count && i < which))) return false;
  }
  return true;
}

static void put_setups(const Explore *e, const Explored *x, const Finding *f, Buf *b)
{
  enum { NAMED = 3 };
  size_t n = 0, named = 0;
  for (size_t i = 0; i < e->done.n; i++) n += cause_in(e->done.at[i], f) != NULL;
  buf_add(b, "   with ");
  explore_setup_name(e, x, b);
  if (n > 1) buf_printf(b, "; in %zu of %zu setups", n, e->done.n);
  for (size_t i = 0; n > 1 && n <= NAMED + 1 && i < e->done.n; i++) {
    if (e->done.at[i] == x || !cause_in(e->done.at[i], f)) continue;
    buf_add(b, named++ ? "; " : ": also ");
    explore_setup_name(e, e->done.at[i], b);
  }
  buf_char(b, '\n');
}

static void put_finding(const Explore *e, const Explored *x, size_t i, Buf *b)
{
  const Finding *f = &x->result.findings.at[i];
  const PLoc *l = finding_place(e->program, f);
  if (f->error)
    buf_printf(b, "%s[%s]: ", explore_kind_name(f->kind), vm_error_name(f->error));
  else buf_printf(b, "%s: ", explore_kind_name(f->kind));
  finding_text(e->program, f, b);
  buf_char(b, '\n');
  if (l) place_show(e->program, b, l);
  if (e->done.n > 1) put_setups(e, x, f, b);
  if (f->kind == FIND_UNENDED) {
    buf_printf(b, "   of %ld walks with %llu answers in all\n\n", x->result.walks,
               (unsigned long long)x->result.walk_steps);
    return;
  }
  buf_printf(b, "   after %d answer%s%s", f->count, cli_plural(f->count),
             f->shortest ? ", and not after fewer" : "");
  if (f->kind == FIND_ENDLESS && f->shortest)
    buf_printf(b, "; %llu state%s without an end", (unsigned long long)f->times,
               cli_plural((long long)f->times));
  else if (f->times > 1) buf_printf(b, "; met %llu times", (unsigned long long)f->times);
  buf_add(b, f->count ? ":\n" : "\n");
  put_witness(e, x, f, b);
  if (x->stored.n > i && x->stored.at[i])
    buf_printf(b, "   = regel replay %lld\n", (long long)x->stored.at[i]);
  buf_char(b, '\n');
}

/* ---- what never happened -------------------------------------------------------- */

static void put_item(const Explore *e, const ExploreItem *it, Buf *b)
{
  Buf place = {0};
  const PLoc *l = place_of_row(e->program, it->loc);
  if (l) place_name(e->program, &place, l);
  if (l && it->last > l->line) buf_printf(&place, "-%d", it->last);
  buf_printf(b, "  %-10s", explore_item_name(it->kind));
  buf_column(b, it->name, 34);
  buf_printf(b, "  %s\n", buf_text(&place));
  buf_free(&place);
}

/* What did not happen, of those that are findings or of the others. */
static void put_items(const Explore *e, bool findings, const char *title, Buf *b)
{
  size_t n = 0;
  for (size_t i = 0; i < e->items.n; i++) {
    const ExploreItem *it = &e->items.at[i];
    if (it->times || it->tested || explore_out_of_reach(e, it) != findings) continue;
    if (!n++) buf_printf(b, "%s\n", title);
    put_item(e, it, b);
  }
  if (n) buf_char(b, '\n');
}

static void put_never(const Explore *e, Buf *b)
{
  Buf title = {0};
  if (explore_complete(e)) buf_add(&title, "Cannot happen:");
  else
    buf_printf(&title,
               "In none of %ld games that ended, nor in a test:", explore_games(e));
  put_items(e, true, buf_text(&title), b);
  put_items(e, false, "Not seen so far:", b);
  buf_free(&title);
}

static bool same_place(const Program *p, int32_t a, int32_t b)
{
  const PLoc *x = place_of_row(p, a), *y = place_of_row(p, b);
  return x && y && x->file == y->file && x->line == y->line && x->col == y->col;
}

static bool happened_in(const Explore *e, const Explored *x, const ExploreItem *it)
{
  for (size_t i = 0; i < x->items.n; i++)
    if (x->items.at[i].kind == it->kind &&
        same_place(e->program, x->items.at[i].loc, it->loc))
      return x->items.at[i].times > 0;
  return false;
}

/* For each ending that happens in some setup: those in which it does not. */
static void put_endings(const Explore *e, Buf *b)
{
  bool head = false;
  for (size_t i = 0; i < e->items.n; i++) {
    const ExploreItem *it = &e->items.at[i];
    if (it->kind != ITEM_ENDING || !it->times) continue;
    bool named = false;
    for (size_t k = 0; k < e->done.n; k++) {
      if (happened_in(e, e->done.at[k], it)) continue;
      if (!head) buf_add(b, "Endings that did not happen in every setup:\n");
      if (!named) {
        const PLoc *l = place_of_row(e->program, it->loc);
        buf_printf(b, "  %s  ", it->name);
        if (l) place_name(e->program, b, l);
        buf_char(b, '\n');
      }
      head = named = true;
      buf_printf(b, "    %s: ",
                 e->done.at[k]->result.end == END_COMPLETE ? "never with"
                                                           : "not seen with");
      explore_setup_name(e, e->done.at[k], b);
      buf_char(b, '\n');
    }
  }
  if (head) buf_char(b, '\n');
}

/* ---- for people ----------------------------------------------------------------- */

static void put_walks(const ExploreResult *r, Buf *b)
{
  if (!r->walks || r->end == END_COMPLETE) return; /* nothing was left to them */
  buf_printf(b, "  %ld random walks with %llu answers; %ld of them came to an end\n",
             r->walks, (unsigned long long)r->walk_steps, r->walks_ended);
}

static void put_seats(const Explore *e, const ExploreResult *r, Buf *b)
{
  bool said = e->program->kinds[0].flags & (KIND_ALIKE | KIND_CIRCLE);
  if (r->seatings) buf_printf(b, "  the %d ways to sit count as one\n", r->seatings);
  else if (said && e->program->kinds[0].cells >= 0)
    buf_add(b, "  each way to sit counts: players lie in piles\n");
}

static void put_setup(const Explore *e, const Explored *x, Buf *b)
{
  const ExploreResult *r = &x->result;
  buf_printf(b, "%s, ", title_of(e->program));
  explore_setup_name(e, x, b);
  buf_printf(b, ": %s\n  %llu states, %llu of them at an end; at most %zu answers deep\n",
             end_text(r->end), (unsigned long long)r->states,
             (unsigned long long)r->ended, r->levels.n - 1);
  put_seats(e, r, b);
  if (r->end == END_COMPLETE && r->counted)
    buf_printf(b, "  %llu games\n", (unsigned long long)r->games);
  else if (r->end == END_COMPLETE && !r->even)
    buf_add(b,
            "  games not counted: some states are reached with more answers or fewer\n");
  else if (r->end == END_COMPLETE)
    buf_add(b, "  games not counted: more than 64 bits can hold\n");
  put_walks(r, b);
  if (r->end == END_COMPLETE && !r->endless_sought)
    buf_add(b,
            "  play without an end was not looked for: that needs a higher --memory\n");
}

/* The setups that were not asked for, in one line. */
static void put_others(const Explore *e, Buf *b)
{
  size_t complete = 0, n = e->done.n - 1;
  uint64_t states = 0, answers = 0;
  long walks = 0, ended = 0;
  for (size_t i = 1; i < e->done.n; i++) {
    const ExploreResult *r = &e->done.at[i]->result;
    complete += r->end == END_COMPLETE;
    states += r->states;
    walks += r->walks;
    ended += r->walks_ended;
    answers += r->walk_steps;
  }
  buf_printf(b, "%zu other setup%s, %zu of them complete: %llu states", n,
             cli_plural((long long)n), complete, (unsigned long long)states);
  if (walks)
    buf_printf(b, ", %ld random walks with %llu answers; %ld of them came to an end",
               walks, (unsigned long long)answers, ended);
  buf_char(b, '\n');
}

static void put_speed(const Explore *e, Buf *b)
{
  uint64_t states = 0, index = 0, most = 0;
  double seconds = 0, walking = 0;
  for (size_t i = 0; i < e->done.n; i++) {
    const ExploreResult *r = &e->done.at[i]->result;
    states += r->states;
    index += r->index_bytes;
    seconds += r->seconds;
    walking += r->walk_seconds;
    if (r->bytes > most) most = r->bytes;
  }
  buf_printf(b,
             "%.2f seconds, %.0f states a second, %.0f bytes a state, %.0f MiB at most",
             seconds + walking, seconds > 0 ? (double)states / seconds : 0.0,
             states ? (double)index / (double)states : 0.0, (double)most / (1 << 20));
  buf_char(b, '\n');
}

void explore_print(const Explore *e)
{
  Buf b = {0};
  size_t told = e->at_large && !e->setups ? 1 : e->done.n;
  for (size_t i = 0; i < told && i < e->done.n; i++) put_setup(e, e->done.at[i], &b);
  if (told < e->done.n) put_others(e, &b);
  buf_char(&b, '\n');
  for (size_t i = 0; i < e->done.n; i++)
    for (size_t k = 0; k < e->done.at[i]->result.findings.n; k++)
      if (explore_told(e, i, &e->done.at[i]->result.findings.at[k]))
        put_finding(e, e->done.at[i], k, &b);
  put_never(e, &b);
  if (e->done.n > 1 && e->setups) put_endings(e, &b);
  if (!explore_findings(e)) buf_add(&b, "Nothing was found.\n");
  put_speed(e, &b);
  if (e->kept && !explore_complete(e))
    buf_printf(&b, "To go on: regel explore --resume %s\n", e->kept);
  cli_page(e->cli, buf_text(&b));
  buf_free(&b);
}

/* ---- perft ---------------------------------------------------------------------- */

void explore_perft(const Explore *e)
{
  const ExploreResult *r = &e->done.at[0]->result;
  if (e->json) {
    explore_json(e);
    return;
  }
  printf("%7s %20s %20s", e->turns ? "turns" : "answers", "sequences", "games over");
  if (e->turns) puts("");
  else printf(" %14s\n", "states");
  for (size_t i = 1; i < r->levels.n; i++) {
    const ExploreLevel *l = &r->levels.at[i];
    if (i + 1 == r->levels.n && r->end != END_COMPLETE && r->end != END_DEPTH) break;
    printf("%7zu %20llu %20llu", i, (unsigned long long)l->sequences,
           (unsigned long long)l->games);
    if (e->turns) puts("");
    else printf(" %14llu\n", (unsigned long long)l->states);
  }
  if (!r->counted) puts("sequences: more than 64 bits can hold");
  if (r->end != END_COMPLETE && r->end != END_DEPTH) printf("%s\n", end_text(r->end));
}

/* ---- for programs --------------------------------------------------------------- */

static void json_number(Json *j, const char *key, uint64_t n)
{
  json_key(j, key);
  json_unsigned(j, n);
}

static void json_place(Json *j, const Program *p, const PLoc *l)
{
  if (l) place_json(p, j, "place", l);
}

static void json_answer(void *user, int n, const char *words)
{
  (void)n;
  json_text(user, words);
}

static void json_finding(Json *j, const Explore *e, const Explored *x, size_t i)
{
  const Finding *f = &x->result.findings.at[i];
  Buf b = {0};
  json_open(j, '{');
  json_key(j, "kind");
  json_text(j, explore_kind_name(f->kind));
  json_key(j, "code");
  json_text(j, f->error ? vm_error_name(f->error) : NULL);
  json_key(j, "message");
  finding_text(e->program, f, &b);
  json_text(j, buf_text(&b));
  buf_free(&b);
  json_place(j, e->program, finding_place(e->program, f));
  json_number(j, "times", f->times);
  json_key(j, "shortest");
  json_bool(j, f->shortest);
  json_key(j, "answers");
  json_open(j, '[');
  for (int32_t k = 0; k < f->count; k++) json_int(j, f->answers[k]);
  json_close(j, ']');
  json_key(j, "words");
  json_open(j, '[');
  each_answer(e, x, f, json_answer, j);
  json_close(j, ']');
  json_key(j, "game");
  if (x->stored.n > i && x->stored.at[i]) json_int(j, x->stored.at[i]);
  else json_text(j, NULL);
  json_close(j, '}');
}

static void json_never(Json *j, const Explore *e, const ExploreItems *items)
{
  json_open(j, '[');
  for (size_t i = 0; i < items->n; i++) {
    const ExploreItem *it = &items->at[i];
    if (it->times) continue;
    json_open(j, '{');
    json_key(j, "kind");
    json_text(j, explore_item_name(it->kind));
    json_key(j, "name");
    json_text(j, it->name);
    json_place(j, e->program, place_of_row(e->program, it->loc));
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void json_levels(Json *j, const Explore *e, const ExploreResult *r)
{
  json_key(j, "levels");
  json_open(j, '[');
  for (size_t i = 0; i < r->levels.n; i++) {
    const ExploreLevel *l = &r->levels.at[i];
    json_open(j, '{');
    json_number(j, "answers", i);
    json_number(j, "states", l->states);
    json_number(j, "ended", l->ended);
    if (r->counted || e->perft_given) {
      json_number(j, "sequences", l->sequences);
      json_number(j, "games", l->games);
    }
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void json_setup(Json *j, const Explore *e, const Explored *x)
{
  const ExploreResult *r = &x->result;
  Buf name = {0};
  json_open(j, '{');
  json_number(j, "players", (uint64_t)x->players);
  explore_setup_name(e, x, &name);
  json_key(j, "setup");
  json_text(j, buf_text(&name));
  buf_free(&name);
  json_key(j, "end");
  json_text(j, end_name(r->end));
  json_number(j, "states", r->states);
  json_number(j, "seatings", r->seatings ? (uint64_t)r->seatings : 1);
  json_number(j, "ended", r->ended);
  json_number(j, "steps", r->steps);
  json_key(j, "games");
  if (r->counted && r->end == END_COMPLETE) json_unsigned(j, r->games);
  else json_text(j, NULL);
  json_levels(j, e, r);
  json_number(j, "walks", (uint64_t)r->walks);
  json_number(j, "walks_ended", (uint64_t)r->walks_ended);
  json_number(j, "walk_steps", r->walk_steps);
  json_number(j, "bytes", r->bytes);
  json_key(j, "seconds");
  json_real(j, r->seconds + r->walk_seconds);
  json_key(j, "cpu_seconds");
  json_real(j, r->cpu);
  json_key(j, "findings");
  json_open(j, '[');
  for (size_t i = 0; i < r->findings.n && !e->perft_given; i++) json_finding(j, e, x, i);
  json_close(j, ']');
  json_key(j, "never");
  json_never(j, e, &x->items);
  json_close(j, '}');
}

void explore_json(const Explore *e)
{
  Json j = json_new(stdout);
  json_open(&j, '{');
  json_number(&j, "schema", JSON_SCHEMA);
  json_key(&j, "ruleset");
  json_text(&j, program_string(e->program, e->program->header->name));
  json_number(&j, "seed", e->setup.seed);
  json_key(&j, "complete");
  json_bool(&j, explore_complete(e));
  json_number(&j, "found", e->perft_given ? 0 : explore_findings(e));
  json_key(&j, "setups");
  json_open(&j, '[');
  for (size_t i = 0; i < e->done.n; i++) json_setup(&j, e, e->done.at[i]);
  json_close(&j, ']');
  json_key(&j, "never");
  json_never(&j, e, &e->items);
  json_close(&j, '}');
}
