/* What can happen in a game, by places of the source, and how often it did. */
#include "interp/explore/explore_int.h"
#include "interp/base/invariant.h"
#include "interp/text/block.h"
#include "interp/text/place.h"
#include "interp/text/render.h"

#include <stdlib.h>
#include <string.h>

const char *explore_item_name(ItemKind k)
{
  INVARIANT(k >= 0);
  static const char *const names[] = {
      [ITEM_ENDING] = "ending", [ITEM_OPTION] = "option", [ITEM_CARD] = "card",
      [ITEM_VERB] = "verb",     [ITEM_CITED] = "rule",    [ITEM_TEXT] = "text",
      [ITEM_RULE] = "statement"};
  return names[k];
}

/* ---- statements ------------------------------------------------------------------- */

typedef struct Stmt {
  PLoc at;
  int32_t loc, chunk;
  uint64_t times;
  bool guard; /* the head of a rule, or a first value: nothing happens there */
  bool known; /* an item of its own tells about it */
} Stmt;

typedef struct Items {
  const Program *p;
  const uint64_t *ran, *taken;
  const uint8_t *may;
  Arena *arena;
  ExploreItems *out;
  VEC(Stmt) all;           /* in the order of the source */
  VEC(const char *) lines; /* where each line of each file begins, and its end */
  VEC(size_t) files;       /* where the lines of each file begin */
} Items;

/* place_line() counts from the first line each time; large rulesets ask for all. */
static void index_lines(Items *x)
{
  for (int f = 0; f < x->p->n_files; f++) {
    const char *s = program_string(x->p, x->p->files[f].text),
               *end = s + x->p->files[f].size;
    vec_push(&x->files, x->lines.n);
    while (s) {
      vec_push(&x->lines, s);
      s = memchr(s, '\n', (size_t)(end - s));
      if (s) s++;
    }
    vec_push(&x->lines, end + 1);
  }
  vec_push(&x->files, x->lines.n);
}

static const char *line_at(const Items *x, const PLoc *l, int *length)
{
  *length = 0;
  if (l->file < 0 || l->file >= x->p->n_files || l->line < 1) return "";
  size_t at = x->files.at[l->file] + (size_t)l->line - 1;
  if (at + 1 >= x->files.at[l->file + 1]) return "";
  *length = (int)(x->lines.at[at + 1] - x->lines.at[at] - 1);
  return x->lines.at[at];
}

static int by_place(const PLoc *a, const PLoc *b)
{
  if (a->file != b->file) return a->file < b->file ? -1 : 1;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  if (a->col != b->col) return a->col < b->col ? -1 : 1;
  return 0;
}

static int compare(const void *a, const void *b)
{
  const Stmt *x = a, *y = b;
  int c = by_place(&x->at, &y->at);
  return c ? c : (x->chunk > y->chunk) - (x->chunk < y->chunk);
}

static bool is_guard(const Items *x, const PLoc *l)
{
  static const char *const heads[] = {"before", "after", "instead", "when", "while",
                                      "always", "claim", "game",    "verb", "kind"};
  int n;
  const char *line = line_at(x, l, &n);
  if (l->col < 1 || l->col > n) return false;
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    size_t k = strlen(heads[i]);
    if ((size_t)(n - l->col + 1) > k && !strncmp(line + l->col - 1, heads[i], k) &&
        line[(size_t)l->col - 1 + k] == ' ')
      return true;
  }
  return false;
}

static void find_statements(Items *x)
{
  const Program *p = x->p;
  for (int c = 0; c < p->n_chunks; c++)
    for (int i = p->chunks[c].first; i < p->chunks[c].first + p->chunks[c].count; i++) {
      const PLoc *l = x->may[i] ? place_of_ip(p, i) : NULL;
      if (!l) continue;
      size_t n = x->all.n;
      if (n && x->all.at[n - 1].chunk == c && !by_place(&x->all.at[n - 1].at, l)) {
        if (x->ran[i] > x->all.at[n - 1].times) x->all.at[n - 1].times = x->ran[i];
        continue;
      }
      vec_push(&x->all, ((Stmt){*l, p->places[i], c, x->ran[i], false, false}));
    }
  if (x->all.n) qsort(x->all.at, x->all.n, sizeof *x->all.at, compare);
  size_t kept = 0; /* the same place in several chunks, or left and entered again */
  for (size_t i = 0; i < x->all.n; i++) {
    Stmt *s = &x->all.at[i];
    if (kept && !by_place(&x->all.at[kept - 1].at, &s->at)) {
      if (s->times > x->all.at[kept - 1].times) x->all.at[kept - 1].times = s->times;
      continue;
    }
    s->guard = is_guard(x, &s->at) ||
               !strcmp(program_string(p, p->chunks[s->chunk].name), "init");
    x->all.at[kept++] = *s;
  }
  x->all.n = kept;
}

/* The first statement at or after a place. */
static size_t first_from(const Items *x, const PLoc *at)
{
  INVARIANT(at != NULL);
  size_t low = 0, high = x->all.n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (by_place(&x->all.at[middle].at, at) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* ---- items ------------------------------------------------------------------------ */

static void add(Items *x, ItemKind kind, const char *name, int32_t loc, uint64_t times)
{
  INVARIANT(loc < x->p->n_locs);
  ExploreItem item = {kind, name, loc, 0, times, false};
  if (loc >= 0) item.last = x->p->locs[loc].line;
  vec_push(x->out, item);
}

/* Changes stand where the field does: their verb is a part of them. */
static int with_verb(const char *line, int col)
{
  static const char *const verbs[] = {"set ", "raise ", "lower ", "let "};
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
    int n = (int)strlen(verbs[i]);
    if (col >= n && !strncmp(line + col - n, verbs[i], (size_t)n)) return col - n;
  }
  return col;
}

/* The source from a place to the end of its statement, on one line. */
static const char *excerpt(const Items *x, int32_t loc)
{
  INVARIANT(loc < x->p->n_locs);
  const PLoc *l = place_of_row(x->p, loc);
  int n = 0, depth = 0, at = 0;
  const char *line = l ? line_at(x, l, &n) : "";
  if (!l || l->col < 1 || l->col > n) return "";
  bool quoted = false;
  int from = with_verb(line, l->col - 1);
  line += from;
  n -= from;
  for (; at < n; at++) {
    char c = line[at];
    if (c == '"' && (!at || line[at - 1] != '\\')) quoted = !quoted;
    if (quoted) continue;
    if (c == '(' || c == '[' || c == '{') depth++;
    if ((c == ')' || c == ']' || c == '}') && --depth < 0) break;
    if ((c == ';' && !depth) || c == '#') break;
    if (c == ')' && !depth && line[0] == '(') {
      at++;
      break;
    }
  }
  while (at > 0 && (line[at - 1] == ' ' || line[at - 1] == '\r')) at--;
  return arena_strndup(x->arena, line, (size_t)at);
}

/* An item at a place that may have been copied to several: one of them is enough. */
static void add_once(Items *x, size_t from, ItemKind kind, const char *name, int32_t loc,
                     uint64_t times)
{
  for (size_t i = from; i < x->out->n; i++) {
    ExploreItem *o = &x->out->at[i];
    if (o->kind != kind || o->loc < 0 || loc < 0 ||
        by_place(&x->p->locs[o->loc], &x->p->locs[loc]))
      continue;
    if (times > o->times) o->times = times;
    return;
  }
  add(x, kind, name, loc, times);
}

static void know(Items *x, int32_t loc)
{
  INVARIANT(loc < x->p->n_locs);
  if (loc < 0) return;
  size_t i = first_from(x, &x->p->locs[loc]);
  if (i < x->all.n && !by_place(&x->all.at[i].at, &x->p->locs[loc]))
    x->all.at[i].known = true;
}

static void add_endings_and_texts(Items *x)
{
  const Program *p = x->p;
  size_t from = x->out->n;
  for (int i = 0; i < p->n_code; i++) {
    int op = p->code[i].op;
    if (!x->may[i] || (op != OP_WIN && op != OP_WINBY && op != OP_LOSE)) continue;
    add_once(x, from, ITEM_ENDING, excerpt(x, p->places[i]), p->places[i], x->ran[i]);
    know(x, p->places[i]);
  }
  from = x->out->n;
  for (int i = 0; i < p->n_code; i++) {
    int op = p->code[i].op;
    if (!x->may[i] || (op != OP_NOTE && op != OP_NOTEAT)) continue;
    const char *text = render_source(p, p->code[i].d);
    add_once(x, from, ITEM_TEXT, text ? text : "", p->places[i], x->ran[i]);
    know(x, p->places[i]);
  }
}

static void add_options(Items *x)
{
  const Program *p = x->p;
  size_t from = x->out->n;
  for (int i = 0; i < p->n_code; i++) {
    const PInstr *in = &p->code[i];
    if (!x->may[i] || in->op != OP_BEGIN) continue;
    const PDecision *d = &p->decisions[in->d];
    for (int k = d->first_alt; k < d->first_alt + d->alts; k++) {
      /* A move is one answer, however many names it binds. */
      if (p->alts[k].form == ALT_PART) continue;
      const char *text = render_source(p, p->alts[k].text);
      add_once(x, from, ITEM_OPTION, text ? text : excerpt(x, p->alts[k].loc),
               p->alts[k].loc, x->taken[k]);
      know(x, p->alts[k].loc);
    }
  }
}

static void add_verbs(Items *x)
{
  const Program *p = x->p;
  for (int i = 0; i < p->n_verbs; i++) {
    const PVerb *v = &p->verbs[i];
    if (v->kind >= 0 || v->chunk < 0 || v->loc < 0) continue;
    int first = p->chunks[v->chunk].first;
    if (!x->may[first]) continue;
    add(x, ITEM_VERB, program_string(p, v->name), v->loc, x->ran[first]);
    for (size_t k = 0; !x->ran[first] && k < x->all.n; k++)
      if (x->all.at[k].chunk == v->chunk) x->all.at[k].known = true;
  }
}

/* `require no`: what nobody can ever do is no use of a thing. */
static bool only_refuses(const Program *p, int chunk)
{
  return p->code[p->chunks[chunk].first].op == OP_FAIL;
}

/* A thing that has rules of its own: whether one of their statements ever ran. */
static void add_cards(Items *x)
{
  const Program *p = x->p;
  BlockIndex *blocks = block_index(p);
  for (int t = 0; t < p->n_things; t++) {
    Block b;
    if (p->things[t].face != t || !block_of(blocks, t, &b)) continue;
    PLoc from = {.file = b.file, .line = b.line, .col = b.col};
    uint64_t times = 0;
    size_t low = first_from(x, &from), high = low, any = 0;
    for (; high < x->all.n; high++) {
      const Stmt *s = &x->all.at[high];
      if (s->at.file != b.file || s->at.line > b.last_line ||
          (s->at.line == b.last_line && s->at.col > b.last_col))
        break;
      if (s->guard || p->chunks[s->chunk].result || only_refuses(p, s->chunk)) continue;
      any++;
      if (s->times > times) times = s->times;
    }
    if (!any) continue;
    add(x, ITEM_CARD, render_called(p, x->arena, t), p->things[t].loc, times);
    for (size_t i = low; !times && i < high; i++) x->all.at[i].known = true;
  }
  block_free(blocks);
}

/* A citation with the first statement that has it. */
typedef struct Cited {
  int32_t id;
  size_t stmt;
  uint64_t times;
} Cited;

static int by_id(const void *a, const void *b)
{
  const Cited *x = a, *y = b;
  if (x->id != y->id) return x->id < y->id ? -1 : 1;
  return (x->stmt > y->stmt) - (x->stmt < y->stmt);
}

static int by_stmt(const void *a, const void *b)
{
  const Cited *x = a, *y = b;
  return (x->stmt > y->stmt) - (x->stmt < y->stmt);
}

static void add_cited(Items *x)
{
  VEC(Cited) all = {0};
  size_t kept = 0;
  for (size_t i = 0; i < x->all.n; i++) {
    const Stmt *s = &x->all.at[i];
    if (s->at.cite >= 0 && !s->guard) vec_push(&all, ((Cited){s->at.cite, i, s->times}));
  }
  if (all.n) qsort(all.at, all.n, sizeof *all.at, by_id);
  for (size_t i = 0; i < all.n; i++) {
    if (!kept || all.at[kept - 1].id != all.at[i].id) all.at[kept++] = all.at[i];
    else if (all.at[i].times > all.at[kept - 1].times)
      all.at[kept - 1].times = all.at[i].times;
  }
  if (kept) qsort(all.at, kept, sizeof *all.at, by_stmt);
  for (size_t i = 0; i < kept; i++)
    add(x, ITEM_CITED, program_string(x->p, all.at[i].id), x->all.at[all.at[i].stmt].loc,
        all.at[i].times);
  vec_free(&all);
}

/* Statements in a row that never ran, where nothing else has told it: a row that begins
 * with an option or an ending is a part of that. */
static void add_statements(Items *x)
{
  for (size_t i = 0; i < x->all.n; i++) {
    const Stmt *s = &x->all.at[i];
    if (s->times || s->guard) continue;
    size_t last = i;
    while (last + 1 < x->all.n && !x->all.at[last + 1].times &&
           !x->all.at[last + 1].guard && x->all.at[last + 1].chunk == s->chunk)
      last++;
    if (!s->known) {
      add(x, ITEM_RULE, excerpt(x, s->loc), s->loc, 0);
      x->out->at[x->out->n - 1].last = x->all.at[last].at.line;
    }
    i = last;
  }
}

void explore_items(const Program *p, const ExploreFixed *fixed, const uint64_t *ran,
                   const uint64_t *taken, Arena *arena, ExploreItems *items)
{
  INVARIANT(p && p->header);
  uint8_t *may = zeroed((size_t)p->n_code + 1, 1);
  Items x = {
      .p = p, .ran = ran, .taken = taken, .may = may, .arena = arena, .out = items};
  explore_reachable(p, fixed, may);
  index_lines(&x);
  find_statements(&x);
  add_endings_and_texts(&x);
  add_options(&x);
  add_cards(&x);
  add_verbs(&x);
  add_cited(&x);
  add_statements(&x);
  vec_free(&x.all);
  vec_free(&x.lines);
  vec_free(&x.files);
  free(may);
}
