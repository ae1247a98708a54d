/* The deck for reviewers.
 *
 * A ruleset of five hundred cards has some two hundred sorts of sentences.  Each phrase
 * of a sentence gets a signature in which numbers, things and words are only what they
 * are of; a sentence inside another is a row of its own and a mere "S" there. */
#include "interp/text/card/review.h"
#include "interp/base/arena.h"
#include "interp/text/card/compose_int.h"
#include "interp/text/event.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

static bool is_sentence(const PPhrase *p)
{
  return p->op <= PH_STOP || p->op == PH_SHARE || p->op == PH_RULE;
}

/* ---- signatures ----------------------------------------------------------------- */

static void sign(const Composer *c, Buf *b, int at, bool top);

static void sign_parts(const Composer *c, Buf *b, int at)
{
  for (int k = 0; k < row(c, at)->kids; k++) {
    buf_char(b, ' ');
    sign(c, b, part(c, at, k), false);
  }
}

static void sign(const Composer *c, Buf *b, int at, bool top)
{
  const PPhrase *p = row(c, at);
  int arg = p->arg;
  if (!top && is_sentence(p) && p->op != PH_ARG) {
    buf_char(b, 'S');
    return;
  }
  switch ((PhraseOp)p->op) {
  case PH_NUMBER: arg = arg == 1 ? 1 : 2; break;
  case PH_THING: arg = c->p->things[arg].kind; break;
  case PH_WORD: arg = 0; break;
  case PH_THIS:
  case PH_IT:
  case PH_THAT: arg = 0; break;
  default: break;
  }
  buf_printf(b, "(%d:%d", p->op, arg);
  if (p->op == PH_SEQ) buf_printf(b, " %d", p->kids > 2 ? 3 : p->kids);
  else sign_parts(c, b, at);
  buf_char(b, ')');
}

/* ---- rows ----------------------------------------------------------------------- */

/* What is known already, by the hash of its signature. */
typedef struct Known {
  uint64_t hash;
  const char *sign;
  size_t row;
} Known;

typedef struct Seen {
  Arena *arena;
  Known *at; /* a power of two, at most half full */
  size_t n, cap;
} Seen;

static Known *find(const Seen *s, const char *sign, uint64_t hash)
{
  size_t i = hash & (s->cap - 1);
  while (s->at[i].sign && (s->at[i].hash != hash || strcmp(s->at[i].sign, sign) != 0))
    i = (i + 1) & (s->cap - 1);
  return &s->at[i];
}

static void grow(Seen *s)
{
  Seen old = *s;
  s->cap = old.cap ? 2 * old.cap : 256;
  s->at = arena_alloc(s->arena, s->cap * sizeof *s->at);
  memset(s->at, 0, s->cap * sizeof *s->at);
  for (size_t i = 0; i < old.cap; i++)
    if (old.at[i].sign) *find(s, old.at[i].sign, old.at[i].hash) = old.at[i];
}

/* The row of what has this signature; it is `row` if there is none yet. */
static size_t row_of(Seen *s, const char *sign, size_t row)
{
  uint64_t hash = 1469598103934665603u; /* FNV-1a */
  for (const char *c = sign; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
  if (2 * s->n >= s->cap) grow(s);
  Known *k = find(s, sign, hash);
  if (!k->sign) {
    *k = (Known){hash, arena_strdup(s->arena, sign), row};
    s->n++;
  }
  return k->row;
}

typedef struct Gather {
  Composer c;
  Seen seen;
  Reviews *to;
  ReviewSort sort;
  int32_t whose;
  int untold;
} Gather;

/* A step that has no words is nothing to read, nor is what it is made of: nobody is told
 * that either.  The words around one are a row of their own. */
typedef enum { TOLD, PARTLY, UNTOLD } Told;

static Told how_told(Gather *g, int at)
{
  Buf text = {0};
  if (g->sort != REVIEW_CARD) compose_phrase(g->c.view, &text, at, true);
  const char *gap = strstr(buf_text(&text), COMPOSE_UNTOLD);
  Told told = !gap ? TOLD : !strcmp(text.at, COMPOSE_UNTOLD) ? UNTOLD : PARTLY;
  g->untold += told == UNTOLD;
  buf_free(&text);
  return told;
}

static void add(Gather *g, int at)
{
  Buf key = {0};
  sign(&g->c, &key, at, true);
  size_t row = row_of(&g->seen, buf_text(&key), g->to->n);
  if (row < g->to->n) g->to->at[row].count++;
  else vec_push(g->to, ((Review){g->sort, at, g->whose, 1}));
  buf_free(&key);
}

static void gather(Gather *g, int at)
{
  const PPhrase *p = row(&g->c, at);
  bool whole = p->op != PH_CARD && p->op != PH_SLOT && p->op != PH_ALT;
  if (whole && !(p->op == PH_SEQ && p->kids < 2)) {
    Told told = how_told(g, at);
    if (told == UNTOLD) return;
    if (told == TOLD) add(g, at);
  }
  for (int k = 0; k < p->kids; k++) {
    int kid = part(&g->c, at, k);
    if (is_sentence(row(&g->c, kid)) && row(&g->c, kid)->op != PH_ARG) gather(g, kid);
  }
}

static void gather_cards(Gather *g)
{
  const Program *p = g->c.p;
  for (int i = 0; i < p->n_things; i++) {
    g->sort = p->kinds[p->things[i].kind].text >= 0 ? REVIEW_CARD : REVIEW_ACTION;
    g->whose = i;
    if (p->things[i].face == i && p->things[i].phrase >= 0)
      gather(g, p->things[i].phrase);
  }
}

static void gather_verbs(Gather *g)
{
  const Program *p = g->c.p;
  g->sort = REVIEW_RULE;
  for (int i = 0; i < p->n_verbs; i++) {
    g->whose = i;
    if (p->verbs[i].phrase >= 0) gather(g, p->verbs[i].phrase);
  }
  for (int i = 0; i < p->n_verbs; i++)
    if (p->verbs[i].text >= 0)
      vec_push(g->to, ((Review){REVIEW_REPORT, p->verbs[i].text, i, 1}));
}

static int by_sort(const void *a, const void *b)
{
  const Review *x = a, *y = b;
  if (x->sort != y->sort) return x->sort < y->sort ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

static void sort_rows(Reviews *to)
{
  if (to->n) qsort(to->at, to->n, sizeof *to->at, by_sort);
}

/* "thing.ace", not "thing.ace.story". */
static bool is_title(const char *key)
{
  return !strncmp(key, "thing.", 6) && !strpbrk(key + 6, "./");
}

int review_rows(const Program *p, Reviews *to)
{
  View v = view_program(p, NULL);
  Arena *a = arena_new();
  Gather g = {.c = {.view = &v, .p = p}, .seen = {.arena = a}, .to = to};
  Seen texts = {.arena = a};
  gather_cards(&g);
  gather_verbs(&g);
  sort_rows(to);
  for (int titles = 0; titles < 2; titles++)
    for (int i = 0; i < p->n_texts; i++) {
      const char *key = program_string(p, p->texts[i].key),
                 *source = program_string(p, p->texts[i].source);
      const char *both = arena_printf(a, "%s|%s", key, source);
      if (!*source || !*key || is_title(key) != titles) continue;
      if (row_of(&texts, both, to->n) < to->n) continue;
      vec_push(to, ((Review){titles ? REVIEW_NAME : REVIEW_TEXT, i, -1, 1}));
    }
  arena_free(a);
  return g.untold;
}

/* ---- words ---------------------------------------------------------------------- */

/* As it is written, with its placeholders, forms and plurals. */
static void put_written(const View *v, Buf *b, int32_t text)
{
  INVARIANT(v && v->program);
  Wording w = lang_text(v->lang, v->program, text);
  lang_mark(b, w.state);
  if (!w.by || !w.entry) {
    buf_add(b, w.text);
    return;
  }
  for (int i = 0; i < w.entry->strs; i++)
    buf_printf(b, "%s%s", i ? " / " : "", w.entry->str[i]);
}

void review_say(const View *v, Buf *b, const Review *r)
{
  if (r->sort <= REVIEW_RULE) compose_phrase(v, b, r->at, r->sort != REVIEW_CARD);
  else if (r->sort == REVIEW_REPORT) event_report(v, b, r->at);
  else put_written(v, b, r->at);
}

void review_name(const Program *p, Buf *b, const Review *r)
{
  if (r->whose < 0) buf_add(b, program_string(p, p->texts[r->at].key));
  else if (r->sort == REVIEW_CARD)
    buf_add(b, program_string(p, p->things[r->whose].name));
  else buf_add(b, program_string(p, p->verbs[r->whose].name));
}
