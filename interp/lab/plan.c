/* Reading plans. */
#include "interp/lab/plan.h"
#include "grammar/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

typedef struct Word {
  const char *at;
  int column, length;
} Word;

typedef struct Reader {
  Plan *plan;
  PlanError *error;
  const char *source;
  int line;
  VEC(Word) words;
  int next;      /* word that is read next */
  unsigned said; /* what a plan says once, and has said */
} Reader;

static bool wrong(Reader *r, int word, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static bool wrong(Reader *r, int word, const char *fmt, ...)
{
  char why[400];
  va_list args;
  va_start(args, fmt);
  vsnprintf(why, sizeof why, fmt, args);
  va_end(args);
  if (!r->words.n) return false;
  bool behind = word >= (int)r->words.n; /* something is missing at the end of the line */
  const Word *w = &r->words.at[behind ? (int)r->words.n - 1 : word];
  r->error->line = r->line;
  r->error->column = behind ? w->column + w->length : w->column;
  r->error->length = behind ? 1 : w->length;
  buf_clear(&r->error->why);
  buf_add(&r->error->why, why);
  return false;
}

/* Words are divided by spaces and commas; `=`, `+` and `*` stand alone, a text in quotes
 * is one word. */
static bool split(Reader *r, const char *line, size_t n)
{
  r->words.n = 0;
  r->next = 0;
  for (size_t i = 0; i < n;) {
    char c = line[i];
    if (c == '#') break;
    if (c == ' ' || c == '\t' || c == ',' || c == '\r') {
      i++;
      continue;
    }
    size_t from = i;
    if (c == '"') {
      for (i++; i < n && line[i] != '"'; i++)
        ;
      Word w = {arena_strndup(r->plan->arena, line + from + 1, i - from - 1),
                (int)from + 1, (int)(i - from) + 1};
      vec_push(&r->words, w);
      if (i++ >= n) return wrong(r, (int)r->words.n - 1, "this text has no end");
      continue;
    }
    if (strchr("=+*", c)) i++;
    else
      while (i < n && !strchr(" \t,\r=+*#\"", line[i])) i++;
    Word w = {arena_strndup(r->plan->arena, line + from, i - from), (int)from + 1,
              (int)(i - from)};
    vec_push(&r->words, w);
  }
  return true;
}

static const char *peek(const Reader *r)
{
  return r->next < (int)r->words.n ? r->words.at[r->next].at : "";
}
static bool more(const Reader *r) { return r->next < (int)r->words.n; }
static bool take(Reader *r, const char *word)
{
  if (strcmp(peek(r), word)) return false;
  r->next++;
  return true;
}

static bool number(Reader *r, long low, long high, long *to)
{
  char *end;
  const char *w = peek(r);
  long n = strtol(w, &end, 10);
  if (!*w || *end || n < low || n > high)
    return wrong(r, r->next, "a number from %ld to %ld is wanted here", low, high);
  *to = n;
  r->next++;
  return true;
}

/* ---- the words of a plan -------------------------------------------------------- */

static bool read_title(Reader *r)
{
  r->plan->title = peek(r);
  return more(r) ? (r->next++, true) : wrong(r, r->next, "a title is wanted here");
}

/* rules GAME | rules NAME = GAME + PACK + PACK */
static bool read_rules(Reader *r)
{
  PlanRules x = {.line = r->line};
  if (!more(r)) return wrong(r, r->next, "the name of a ruleset is wanted here");
  x.name = x.game = r->words.at[r->next++].at;
  if (take(r, "=")) {
    if (!more(r)) return wrong(r, r->next, "the name of a ruleset is wanted here");
    x.game = r->words.at[r->next++].at;
  }
  while (take(r, "+")) {
    if (!more(r)) return wrong(r, r->next, "the name of a pack is wanted here");
    vec_push(&x.packs, r->words.at[r->next++].at);
  }
  if (r->plan->rules.n == MAX_RULES)
    return wrong(r, 0, "a plan compares at most %d rulesets", MAX_RULES);
  for (size_t i = 0; i < r->plan->rules.n; i++)
    if (!strcmp(r->plan->rules.at[i].name, x.name))
      return wrong(r, 1, "\"%s\" is named twice; write `rules other = %s`", x.name,
                   x.game);
  vec_push(&r->plan->rules, x);
  return true;
}

static bool read_players(Reader *r)
{
  do {
    long n;
    if (!number(r, 1, MAX_PLAYERS, &n)) return false;
    vec_push(&r->plan->players, n);
  } while (more(r));
  return true;
}

static const struct {
  const char *word;
  enum Chapter is;
} chapters[] = {{"short", CHAPTER_SHORT},       {"differences", CHAPTER_DIFFERENCES},
                {"settings", CHAPTER_SETTINGS}, {"strength", CHAPTER_STRENGTH},
                {"cells", CHAPTER_CELLS},       {"played", CHAPTER_PLAYED}};

static bool read_chapters(Reader *r)
{
  do {
    unsigned had = r->plan->chapters;
    for (size_t i = 0; i < sizeof chapters / sizeof *chapters; i++)
      if (more(r) && !strcmp(chapters[i].word, peek(r)))
        r->plan->chapters |= chapters[i].is;
    if (r->plan->chapters == had)
      return wrong(r, r->next,
                   "another chapter of the report is wanted here: short, differences, "
                   "settings, strength, cells or played");
    r->next++;
  } while (more(r));
  return true;
}

static bool read_set(Reader *r)
{
  PlanSweep s = {.line = r->line};
  if (!more(r)) return wrong(r, r->next, "an option of the ruleset is wanted here");
  s.option = r->words.at[r->next++].at;
  if (!take(r, "=")) return wrong(r, r->next, "`=` and values are wanted here");
  if (!more(r)) return wrong(r, r->next, "a value is wanted here");
  while (more(r)) vec_push(&s.values, r->words.at[r->next++].at);
  if (r->plan->sweeps.n == MAX_SWEEPS)
    return wrong(r, 0, "a plan sets at most %d options", MAX_SWEEPS);
  vec_push(&r->plan->sweeps, s);
  return true;
}

/* bots SPEC … [games N] [players P …] */
static bool read_bots(Reader *r)
{
  PlanBots b = {.line = r->line};
  while (more(r)) {
    BotSpec spec;
    if (take(r, "games")) {
      if (!number(r, 1, 1000000000, &b.games)) return false;
      if (!take(r, "players")) break;
      r->next--;
    }
    if (take(r, "players")) {
      long n;
      do {
        if (!number(r, 1, MAX_PLAYERS, &n)) return false;
        vec_push(&b.players, n);
      } while (more(r));
      break;
    }
    if (!bot_read(peek(r), &spec))
      return wrong(r, r->next, "no bot is called \"%s\": %s", peek(r), BOT_WORDS);
    r->next++;
    vec_push(&b.seats, spec);
  }
  if (!b.seats.n) return wrong(r, r->next, "a bot is wanted here: %s", BOT_WORDS);
  vec_push(&r->plan->bots, b);
  return true;
}

/* never [N] ANSWER */
static bool read_never(Reader *r)
{
  PlanNever x = {.line = r->line};
  long bot = 1;
  if (r->words.n > 2 && !number(r, 1, MAX_PLAYERS, &bot)) return false;
  if (!more(r)) return wrong(r, r->next, "an answer that is never given is wanted here");
  x.bot = (int)bot - 1;
  x.what = r->words.at[r->next++].at;
  vec_push(&r->plan->nevers, x);
  return true;
}

static bool read_games(Reader *r) { return number(r, 1, 1000000000, &r->plan->games); }

static bool read_width(Reader *r)
{
  char *end;
  double w = strtod(peek(r), &end);
  if (!more(r) || (*end && strcmp(end, "%")) || !(w >= 0.01 && w <= 50))
    return wrong(r, r->next, "percent points from 0.01 to 50 are wanted here");
  r->next++;
  r->plan->width = w;
  r->plan->games = plan_games_for(w);
  return !take(r, "every") || number(r, 1, r->plan->games, &r->plan->every);
}

static bool read_seed(Reader *r)
{
  char *end;
  const char *w = peek(r);
  unsigned long long n = strtoull(w, &end, 10);
  if (*w < '0' || *w > '9' || *end)
    return wrong(r, r->next, "a number from 0 on is wanted here");
  r->plan->seed = n;
  r->next++;
  return true;
}

static bool read_flag(Reader *r, bool *to)
{
  if (!more(r) || take(r, "yes")) return *to = true;
  if (take(r, "no")) return *to = false, true;
  return wrong(r, r->next, "yes or no is wanted here");
}
static bool read_rotate(Reader *r) { return read_flag(r, &r->plan->rotate); }
static bool read_paired(Reader *r) { return read_flag(r, &r->plan->paired); }
static bool read_block(Reader *r) { return number(r, 1, 1000000, &r->plan->block); }
static bool read_detail(Reader *r) { return number(r, 1, 1000000, &r->plan->detail); }
static bool read_keep(Reader *r) { return number(r, 0, 20, &r->plan->keep); }
static bool read_most(Reader *r) { return number(r, 1, 1000000000, &r->plan->most); }

static const struct {
  const char *word;
  bool (*read)(Reader *r);
  unsigned once; /* what it says, if that is said once; games and width say the same */
} lines[] = {{"title", read_title, 1},     {"rules", read_rules, 0},
             {"players", read_players, 0}, {"set", read_set, 0},
             {"bots", read_bots, 0},       {"rotate", read_rotate, 2},
             {"never", read_never, 0},     {"games", read_games, 4},
             {"width", read_width, 4},     {"seed", read_seed, 8},
             {"block", read_block, 16},    {"detail", read_detail, 32},
             {"keep", read_keep, 64},      {"most", read_most, 128},
             {"paired", read_paired, 256}, {"chapters", read_chapters, 0}};

static bool read_line(Reader *r, Buf *text)
{
  if (!r->words.n) return true;
  Nearest near = {r->words.at[0].at, NULL, 0};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (strcmp(lines[i].word, r->words.at[0].at)) {
      nearest_try(&near, lines[i].word);
      continue;
    }
    r->next = 1;
    if (r->said & lines[i].once) return wrong(r, 0, "a line above says this already");
    r->said |= lines[i].once;
    if (!lines[i].read(r)) return false;
    if (more(r))
      return wrong(r, r->next, "nothing more is wanted behind `%s`", lines[i].word);
    for (size_t k = 0; k < r->words.n; k++) {
      const Word *w = &r->words.at[k];
      bool quoted = w->length != (int)strlen(w->at);
      buf_printf(text, "%s%s%s%s", k ? " " : "", quoted ? "\"" : "", w->at,
                 quoted ? "\"" : "");
    }
    buf_char(text, '\n');
    return true;
  }
  if (near.best)
    return wrong(r, 0, "no line of a plan begins so; did you mean `%s`?", near.best);
  return wrong(r, 0,
               "a line of a plan begins with rules, players, set, bots, rotate, "
               "never, games, width, seed, paired, detail, block, keep, most, title "
               "or chapters");
}

long plan_games_for(double width)
{
  double n = 1.959964 * 0.5 / (width / 100);
  return (long)ceil(n * n);
}

bool plan_read(Plan *p, const char *source, PlanError *error)
{
  *p = (Plan){.arena = arena_new(),
              .paired = true,
              .block = 0,
              .keep = 3,
              .seed = 1,
              .most = 100000};
  Reader r = {.plan = p, .error = error, .source = source};
  Buf text = {0};
  bool ok = true;
  for (const char *s = source; ok && *s;) {
    size_t n = strcspn(s, "\n");
    r.line++;
    ok = split(&r, s, n) && read_line(&r, &text);
    s += n + (s[n] == '\n');
  }
  vec_free(&r.words);
  if (ok && !p->rules.n) {
    buf_add(&error->why, "a plan needs a line `rules GAME`");
    ok = false;
  }
  if (ok && !p->bots.n) {
    PlanBots b = {0};
    vec_push(&b.seats, ((BotSpec){BOT_RANDOM, 1, 1}));
    vec_push(&p->bots, b);
  }
  p->text = arena_strdup(p->arena, buf_text(&text));
  p->hash = XXH64(p->text, strlen(p->text), 0);
  buf_free(&text);
  return ok;
}

void plan_free(Plan *p)
{
  for (size_t i = 0; i < p->rules.n; i++) vec_free(&p->rules.at[i].packs);
  for (size_t i = 0; i < p->sweeps.n; i++) vec_free(&p->sweeps.at[i].values);
  for (size_t i = 0; i < p->bots.n; i++) {
    vec_free(&p->bots.at[i].seats);
    vec_free(&p->bots.at[i].players);
  }
  for (size_t i = 0; i < p->cells.n; i++) free(p->cells.at[i].options);
  vec_free(&p->rules);
  vec_free(&p->players);
  vec_free(&p->sweeps);
  vec_free(&p->bots);
  vec_free(&p->nevers);
  vec_free(&p->cells);
  if (p->arena) arena_free(p->arena);
  memset(p, 0, sizeof *p);
}
