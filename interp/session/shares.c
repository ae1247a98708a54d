#include "interp/session/shares.h"
#include "interp/base/invariant.h"
#include "interp/base/arena.h"
#include "interp/board/picture.h"
#include "interp/base/name.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGS = 16, MOST_ROWS = 1000 };

/* ---- what is asked for ---------------------------------------------------------- */

typedef struct Asked {
  char *text, *name; /* its copy, cut into pieces */
  char *args[MOST_ARGS];
  int n;
} Asked;

static char *trim(char *s)
{
  while (*s == ' ') s++;
  for (size_t n = strlen(s); n && s[n - 1] == ' '; n--) s[n - 1] = 0;
  return s;
}

/* "price(3, red)", "strength of Giant": a name, and what it is of. */
static Asked take_apart(const char *what)
{
  Asked a = {.text = strdup(what)};
  if (!a.text) abort();
  char *open = strchr(a.text, '('), *of = strstr(a.text, " of "), *rest = NULL;
  if (open) {
    char *close = strrchr(open, ')');
    if (close) *close = 0;
    *open = 0;
    rest = open + 1;
  } else if (of) {
    *of = 0;
    rest = of + 4;
  }
  a.name = trim(a.text);
  for (char *s = rest; s && a.n < MOST_ARGS;) {
    char *comma = strchr(s, ',');
    if (comma) *comma = 0;
    a.args[a.n++] = trim(s);
    s = comma ? comma + 1 : NULL;
  }
  return a;
}

static int thing_fits(const View *v, const char *typed, int32_t thing)
{
  Buf b = {0};
  if (view_sees_thing(v, thing)) render_thing(v, &b, thing);
  int f = b.n ? name_fits(typed, b.at) : 0,
      g = name_fits(typed, program_string(v->program, v->program->things[thing].name));
  buf_free(&b);
  return f > g ? f : g;
}

/* The value of a type that is called so, by its number: the best of those that fit. */
static bool read_scalar(const View *v, const PType *t, int type, const char *typed,
                        int64_t *out)
{
  char *end;
  long long number = strtoll(typed, &end, 10);
  if (t->tag == T_NUM) {
    *out = number;
    return *typed && !*end && number >= t->lo && number <= t->hi;
  }
  if (t->tag != T_THING && t->tag != T_WORD && t->tag != T_FLAG) return false;
  int best = 0;
  for (int32_t x = t->lo; x <= t->hi; x++) {
    Buf b = {0};
    if (t->tag != T_THING) render_scalar(v, &b, type, x);
    int fit =
        t->tag == T_THING ? thing_fits(v, typed, x) : name_fits(typed, buf_text(&b));
    buf_free(&b);
    if (fit <= best) continue;
    best = fit;
    *out = x;
  }
  return best > 0;
}

static bool is_called(const View *v, const PValue *p, const char *typed)
{
  INVARIANT(v && v->program);
  if (name_fits(typed, program_string(v->program, p->name)) == 3) return true;
  Buf b = {0};
  if (p->text >= 0) render_value_name(v, &b, p->text, p->name, NULL, NULL);
  bool is = b.n && name_fits(typed, b.at) == 3;
  buf_free(&b);
  return is;
}

/* ---- asking --------------------------------------------------------------------- */

typedef struct Asking {
  const View *view;
  const PValue *value;
  Shares *out;
} Asking;

/* Is an instruction in a chunk of this value, and not in one of another that it needs? */
static bool is_own(const Program *p, const PValue *v, int32_t ip)
{
  INVARIANT(p && p->header);
  const PChunk *c = p->chunks;
  int n = v->chunk;
  const char *name = program_string(p, p->chunks[n].name);
  for (int i = 0; i < p->n_chunks; i++, c++)
    if (ip >= c->first && ip < c->first + c->count)
      return !strcmp(program_string(p, c->name), name);
  return false;
}

static void take_share(void *user, const Shared *s)
{
  const Asking *a = user;
  const Program *p = a->view->program;
  if (a->out->rows.n == MOST_ROWS || !is_own(p, a->value, s->ip)) return;
  ShareRow r = {.how = s->how, .ip = s->ip, .thing = s->thing};
  render_value(a->view, &r.by, a->value->type, s->by);
  vec_push(&a->out->rows, r);
}

static int player_kind(const Program *p)
{
  int k = 0;
  while (k < p->n_kinds && !(p->kinds[k].flags & KIND_PLAYER)) k++;
  return k < p->n_kinds ? k : -1;
}

/* Reads the arguments; false if they do not fit.  What a value of the game is of, besides
 * them, is the player who asks: "turn_points of Anne". */
static bool read_args(const View *v, const PValue *p, const Asked *asked, int64_t *args,
                      int64_t *thing, int64_t *me)
{
  INVARIANT(v && v->program);
  const Program *g = v->program;
  int of = asked->n - p->params, kind = p->kind >= 0 ? p->kind : player_kind(g);
  *thing = NONE;
  if (of < (p->kind >= 0) || of > 1 || p->params > MOST_ARGS) return false;
  if (of) {
    int32_t type = kind >= 0 ? g->kinds[kind].type : -1;
    int64_t *to = p->kind >= 0 ? thing : me;
    if (type < 0 || !read_scalar(v, &g->types[type], type, asked->args[0], to))
      return false;
  }
  for (int i = 0; i < p->params; i++) {
    int32_t t = g->params[p->first_param + i];
    if (!read_scalar(v, &g->types[t], t, asked->args[of + i], &args[i])) return false;
  }
  return true;
}

/* Asks in the game as the reader may know it. */
static bool ask(const View *v, int value, int64_t me, int64_t thing, const int64_t *args,
                Shares *out)
{
  INVARIANT(value >= 0 && value < v->program->n_values);
  View known = picture_reader(v);
  Asking a = {&known, &v->program->values[value], out};
  const int64_t *r =
      vm_value(known.vm, value, (int32_t)me, (int32_t)thing, args, take_share, &a);
  if (r) render_value(&known, &out->value, a.value->type, r);
  return r != NULL;
}

bool shares_find(const View *v, const char *what, Shares *out)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  Asked asked = take_apart(what);
  bool found = false;
  *out = (Shares){0};
  for (int i = 0; i < p->n_values && !found && v->vm; i++) {
    int64_t args[MOST_ARGS], thing, me = v->seat >= 0 ? v->seat : NONE;
    found = is_called(v, &p->values[i], asked.name) &&
            read_args(v, &p->values[i], &asked, args, &thing, &me) &&
            ask(v, i, me, thing, args, out);
  }
  if (found) buf_add(&out->what, what);
  free(asked.text);
  return found;
}

void shares_free(Shares *s)
{
  for (size_t i = 0; i < s->rows.n; i++) buf_free(&s->rows.at[i].by);
  vec_free(&s->rows);
  buf_free(&s->what);
  buf_free(&s->value);
}

/* ---- telling -------------------------------------------------------------------- */

static void say_row(const View *v, const ShareRow *r, Buf *out)
{
  static const Saying words[] = {SAY_WHY_INSTEAD, SAY_WHY_ADDS, SAY_WHY_TAKES,
                                 SAY_WHY_TIMES,   SAY_WHY_OVER, SAY_WHY_LEAST,
                                 SAY_WHY_MOST};
  Buf who = {0};
  if (r->thing != NONE) render_thing(v, &who, r->thing);
  else words_add(v->lang, &who, SAY_WHY_RULES);
  buf_add(out, "  ");
  if (r->how & SHARE_BASE)
    words_say(v->lang, out, SAY_WHY_BEGINS, buf_text(&r->by), NULL, NULL);
  else
    words_say(v->lang, out,
              r->how & SHARE_MINUS ? SAY_WHY_TAKES : words[r->how / SHARE_SORT],
              buf_text(&r->by), buf_text(&who), NULL);
  buf_free(&who);
  const PLoc *l = place_of_ip(v->program, r->ip);
  if (l && !(r->how & SHARE_BASE)) {
    buf_add(out, "  [");
    if (l->cite >= 0) buf_printf(out, "%s, ", program_string(v->program, l->cite));
    place_name(v->program, out, l);
    buf_char(out, ']');
  }
  buf_char(out, '\n');
}

void shares_say(const View *v, const Shares *s, Buf *out)
{
  size_t from = out->n;
  words_say(v->lang, out, SAY_WHY_VALUE, s->what.at, buf_text(&s->value), NULL);
  buf_capital(out, from);
  buf_char(out, '\n');
  for (size_t i = 0; i < s->rows.n; i++) say_row(v, &s->rows.at[i], out);
}
