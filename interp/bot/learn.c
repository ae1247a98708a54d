#include "interp/bot/learn.h"
#include "interp/base/arena.h"
#include "interp/base/invariant.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- features ------------------------------------------------------------------- */

enum {
  LARGE = 999
}; /* features are kept within, and weights, so that sums stay numbers */

static void add(Features *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void add(Features *f, const char *fmt, ...)
{
  Buf b = {0};
  va_list args;
  if (f->n == MOST_FEATURES) return;
  va_start(args, fmt);
  char line[400];
  int n = vsnprintf(line, sizeof line, fmt, args);
  va_end(args);
  if (n < 0 || n >= (int)sizeof line) return;
  buf_add(&b, line);
  f->text[f->n++] = strdup(buf_text(&b));
  buf_free(&b);
}

typedef struct Part {
  const char *name;
  const PType *type;
} Part;

/* What a kind's things have that is one number, yes or no, or one thing: fields and
 * printed values, one after the other; false if there are no more. */
static bool part_of(const Program *p, int kind, int *i, Part *to)
{
  for (; *i < p->n_fields + p->n_columns; (*i)++) {
    if (*i < p->n_fields) {
      const PField *f = &p->fields[*i];
      if (f->kind != kind || f->per_count != 1 || f->per_type >= 0 ||
          f->flags & (FIELD_PILE | FIELD_OPTION | FIELD_HIDDEN | FIELD_WIDE))
        continue;
      *to = (Part){program_string(p, f->name), &p->types[f->type]};
    } else {
      const PColumn *c = &p->columns[*i - p->n_fields];
      if (c->kind != kind || p->types[c->type].words != 1) continue;
      *to = (Part){program_string(p, c->name), &p->types[c->type]};
    }
    (*i)++;
    return true;
  }
  return false;
}

/* Sums over a set of what its elements have, and what these point at. */
static void sums(Features *f, const Program *p, int kind, const char *set,
                 const char *way, int depth)
{
  Part x;
  for (int i = 0; part_of(p, kind, &i, &x);) {
    bool large =
        x.type->tag == T_NUM && (x.type->hi > LARGE / 10 || x.type->lo < -LARGE / 10);
    if (x.type->tag == T_NUM && large)
      add(f, "max(-%d, min(%d, sum(x in %s: x%s.%s)))", LARGE, LARGE, set, way, x.name);
    else if (x.type->tag == T_NUM) add(f, "sum(x in %s: x%s.%s)", set, way, x.name);
    if (x.type->tag == T_FLAG) add(f, "count(%s where it%s.%s)", set, way, x.name);
    if (x.type->tag != T_THING || depth == 2 || x.type->kind < 0 ||
        p->kinds[x.type->kind].flags & KIND_PLAYER || x.type->kind == kind)
      continue;
    char further[120];
    int n = snprintf(further, sizeof further, "%s.%s", way, x.name);
    if (n > 0 && n < (int)sizeof further)
      sums(f, p, x.type->kind, set, further, depth + 1);
  }
}

static void add_number(Features *f, const PType *t, const char *name)
{
  if (t->hi > LARGE || t->lo < -LARGE)
    add(f, "max(-%d, min(%d, p.%s))", LARGE, LARGE, name);
  else add(f, "p.%s", name);
}

static void features_of_player(Features *f, const Program *p, int kind)
{
  Part x;
  char set[120];
  for (int i = 0; part_of(p, kind, &i, &x);) {
    if (x.type->tag == T_NUM && !x.type->opt) add_number(f, x.type, x.name);
    if (x.type->tag == T_FLAG) add(f, "if p.%s then 1 else 0", x.name);
  }
  for (int i = 0; i < p->n_fields; i++) {
    const PField *y = &p->fields[i];
    const PType *t = &p->types[y->type];
    if (y->kind != kind || y->per_type >= 0 || y->flags & (FIELD_OPTION | FIELD_HIDDEN))
      continue;
    if (!(y->flags & FIELD_PILE) && t->tag != T_SET) continue;
    add(f, "count(p.%s)", program_string(p, y->name));
    snprintf(set, sizeof set, "p.%.100s", program_string(p, y->name));
    if (t->kind >= 0 && t->kind != kind) sums(f, p, t->kind, set, "", 0);
  }
}

/* Things whose field says whose they are. */
static void features_of_things(Features *f, const Program *p, int player)
{
  char set[200];
  for (int i = 0; i < p->n_fields; i++) {
    const PField *y = &p->fields[i];
    const PType *t = &p->types[y->type];
    if (y->kind < 0 || y->kind == player || y->per_type >= 0 || t->tag != T_THING ||
        t->kind != player || y->flags & (FIELD_PILE | FIELD_OPTION | FIELD_HIDDEN))
      continue;
    snprintf(set, sizeof set, "(%.80s where it.%.80s is p)",
             program_string(p, p->kinds[y->kind].name), program_string(p, y->name));
    add(f, "count%s", set);
    sums(f, p, y->kind, set, "", 1);
  }
}

void features_find(Features *f, const Program *p)
{
  memset(f, 0, sizeof *f);
  for (int k = 0; k < p->n_kinds; k++) {
    if (!(p->kinds[k].flags & KIND_PLAYER)) continue;
    features_of_player(f, p, k);
    features_of_things(f, p, k);
  }
}

void features_free(Features *f)
{
  for (int i = 0; i < f->n; i++) free(f->text[i]);
}

static void head(const char *game, Buf *out)
{
  buf_printf(out,
             "pack learned \"A learned outlook\" for %s { author = \"regel lab learn\"; "
             "licence = \"CC0-1.0\" }\n",
             game);
}

static void value_line(const Features *f, int i, Buf *out)
{
  buf_printf(out, "value f%d(p: player): -999..999 = %s\n", i + 1, f->text[i]);
}

void features_pack(const Features *f, const char *game, Buf *out)
{
  head(game, out);
  for (int i = 0; i < f->n; i++) value_line(f, i, out);
  buf_add(out, "outlook max(0, min(100, 0");
  for (int i = 0; i < f->n; i++) buf_printf(out, " + f%d(me)", i + 1);
  buf_add(out, "))\n");
}

/* ---- positions ------------------------------------------------------------------ */

void samples_free(Samples *s) { free(s->at); }

/* The values f1, f2, … of a program. */
static int find_values(const Program *p, int to[MOST_FEATURES])
{
  int n = 0;
  for (int i = 0; i < p->n_values; i++) {
    const char *name = program_string(p, p->values[i].name), *dot = strrchr(name, '.');
    int k = 0, used = 0;
    if (dot) name = dot + 1;
    if (sscanf(name, "f%3d%n", &k, &used) != 1 || name[used] || k < 1 ||
        k > MOST_FEATURES || p->values[i].params != 1)
      continue;
    to[k - 1] = i;
    if (k > n) n = k;
  }
  return n;
}

static float *more(Samples *s)
{
  size_t width = 2 * (size_t)s->features + 1;
  if (s->n == s->room) {
    size_t cap = s->room * width;
    s->at = vec_grow_(s->at, &cap, (s->n + 1) * width, sizeof *s->at);
    s->room = cap / width;
  }
  return s->at + s->n++ * width;
}

static void take(Samples *s, Vm *vm, const int *value)
{
  INVARIANT(s->features >= 0 && s->features <= MOST_FEATURES &&
            vm_seats(vm) <= MAX_PLAYERS);
  int seats = vm_seats(vm), k = s->features;
  double of[MAX_PLAYERS][MOST_FEATURES], all[MOST_FEATURES] = {0};
  for (int seat = 0; seat < seats; seat++)
    for (int i = 0; i < k; i++) {
      int64_t whose = seat;
      const int64_t *r = vm_value(vm, value[i], seat, NONE, &whose, NULL, NULL);
      of[seat][i] = r && *r != NONE ? (double)*r : 0;
      all[i] += of[seat][i];
    }
  for (int seat = 0; seat < seats; seat++) {
    float *x = more(s);
    for (int i = 0; i < k; i++) {
      x[i] = (float)of[seat][i];
      x[k + i] = (float)(all[i] - of[seat][i]);
    }
    x[2 * k] = 0;
  }
}

void samples_play(Samples *s, Vm *vm, Bot *bot, const Setup *setup)
{
  INVARIANT(setup->seats > 0 && setup->seats <= MAX_PLAYERS);
  enum { EVERY = 7, MOST = 5000 };
  int value[MOST_FEATURES] = {0}, seats = setup->seats;
  s->features = find_values(vm_program(vm), value);
  size_t from = s->n;
  long k = 0;
  bot_seed(bot, setup->seed);
  vm_start(vm, setup);
  VmStatus status = vm_step(vm);
  for (; status == VM_DECIDE && k < MOST; k++) {
    if (k % EVERY == EVERY / 2) take(s, vm, value);
    vm_answer(vm, bot_pick(bot, vm, UINT32_MAX));
    status = vm_step(vm);
  }
  s->answers += k;
  if (status != VM_DONE) {
    s->n = from;
    return;
  }
  uint32_t winners = vm_winners(vm);
  for (size_t i = from; i < s->n; i++) {
    int seat = (int)((i - from) % (size_t)seats);
    if (winners >> seat & 1)
      s->at[i * (2 * (size_t)s->features + 1) + 2 * (size_t)s->features] =
          1.0f / (float)__builtin_popcount(winners);
  }
}

/* ---- weights -------------------------------------------------------------------- */

enum { WIDE = 2 * MOST_FEATURES };
typedef struct Fit {
  double mean[WIDE], spread[WIDE], w[WIDE], base;
  bool out[WIDE];
  int k;
} Fit;

static void standardize(const Samples *s, Fit *f)
{
  INVARIANT(f->k <= WIDE && f->k == 2 * s->features);
  size_t width = (size_t)f->k + 1;
  for (int i = 0; i < f->k; i++) {
    double sum = 0, squares = 0;
    for (size_t j = 0; j < s->n; j++) {
      double x = s->at[j * width + (size_t)i];
      sum += x;
      squares += x * x;
    }
    f->mean[i] = sum / (double)s->n;
    f->spread[i] = sqrt(fmax(0, squares / (double)s->n - f->mean[i] * f->mean[i]));
    f->out[i] = f->out[i] || f->spread[i] < 1e-6;
  }
}

/* Gradient descent with a little pull to 0, so that of features that say the same none
 * grows without bound. */
static void descend(const Samples *s, Fit *f)
{
  enum { ROUNDS = 200 };
  size_t width = (size_t)f->k + 1;
  for (int r = 0; r < ROUNDS; r++) {
    double g[WIDE] = {0}, gb = 0;
    for (size_t j = 0; j < s->n; j++) {
      const float *x = s->at + j * width;
      double z = f->base;
      for (int i = 0; i < f->k; i++)
        if (!f->out[i]) z += f->w[i] * (x[i] - f->mean[i]) / f->spread[i];
      double e = x[f->k] - 1 / (1 + exp(-z));
      gb += e;
      for (int i = 0; i < f->k; i++)
        if (!f->out[i]) g[i] += e * (x[i] - f->mean[i]) / f->spread[i];
    }
    for (int i = 0; i < f->k; i++)
      if (!f->out[i]) f->w[i] += 1.0 * (g[i] / (double)s->n - 0.001 * f->w[i]);
    f->base += gb / (double)s->n;
  }
}

void samples_fit(const Samples *s, Learned *to)
{
  Fit *f = &(Fit){.k = 2 * s->features};
  memset(to, 0, sizeof *to);
  to->n = s->features;
  if (!s->n) return;
  standardize(s, f);
  descend(s, f);
  double most = 0;
  for (int i = 0; i < f->k; i++) most = fmax(most, fabs(f->w[i]));
  /* What tells little about the end may be all that an answer changes now, so that only
   * what tells next to nothing goes. */
  for (int i = 0; i < f->k; i++) f->out[i] = f->out[i] || fabs(f->w[i]) < most / 50;
  descend(s, f);
  /* The outlook is a line where the chance is a curve: half as steep as the curve is in
   * its middle, so that who is far ahead still sees a difference. */
  to->base = 50 + 12.5 * f->base;
  for (int i = 0; i < f->k; i++) {
    if (f->out[i]) continue;
    double w = 12.5 * f->w[i] / f->spread[i];
    to->base -= w * f->mean[i];
    if (i < s->features) to->own[i] = w;
    else to->other[i - s->features] = w;
  }
}

static void term(Buf *out, double w, const char *what)
{
  long n = lround(fmin(5000, 100 * fabs(w)));
  if (n) buf_printf(out, " %s\n  %ld * %s", w < 0 ? "-" : "+", n, what);
}

void learned_pack(const Learned *l, const Features *f, const char *game,
                  const char *remark, bool all, Buf *out)
{
  buf_printf(out, "# %s\n", remark);
  head(game, out);
  for (int i = 0; i < l->n; i++)
    if (all || lround(100 * l->own[i]) || lround(100 * l->other[i]))
      value_line(f, i, out);
  buf_printf(out, "\nvalue in_hundredths: -999999999..999999999 = %ld",
             lround(100 * l->base));
  for (int i = 0; i < l->n; i++) {
    char what[80];
    snprintf(what, sizeof what, "f%d(me)", i + 1);
    term(out, l->own[i], what);
    snprintf(what, sizeof what, "sum(q in players where it is not me: f%d(q))", i + 1);
    term(out, l->other[i], what);
  }
  buf_add(out, "\noutlook max(0, min(100, in_hundredths / 100))\n");
}
