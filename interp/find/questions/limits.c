/* Limits that settings ask for and fields cannot reach.
 *
 * `idle < idle_limit` is neither always true nor never, so no condition is at fault; but
 * if idle stops at 7 and the option goes up to 20, games with 8 and more have no limit at
 * all.  A field stops at the end of its range without a word. */
#include "interp/find/walk.h"
#include "interp/sema/builtin.h"

/* An option that is a number, or how many play. */
static bool is_setting(const Node *n)
{
  if (n->tag == N_NAME && n->sym && n->sym->tag == SY_FIELD)
    return n->sym->field->option && n->type->tag == T_NUM;
  return n->tag == N_CALL && !n->sym && n->num != 1 && n->op == BI_COUNT &&
         n->a->tag == N_NAME && n->a->sym && n->a->sym->tag == SY_PLAYERS;
}

/* The field itself, not something that is computed from it. */
static const Field *counter(const Node *n)
{
  const Node *p = n->tag == N_INDEX ? n->a : n;
  bool path = p->tag == N_NAME || p->tag == N_DOT;
  if (!path || !p->sym || p->sym->tag != SY_FIELD || n->type->tag != T_NUM) return NULL;
  return p->sym->field->option ? NULL : p->sym->field;
}

static bool told(const Find *f, Loc at)
{
  for (size_t i = 0; i < f->d->list.n; i++) {
    const Diag *g = &f->d->list.at[i];
    if (g->code == DIAG_OUT_OF_REACH && g->loc.file == at.file &&
        g->loc.line == at.line && g->loc.col == at.col)
      return true;
  }
  return false;
}

static void compare(Find *f, const Node *n, const Node *setting, const Field *x, Range s,
                    Range r)
{
  if (s.lo > s.hi || r.lo > r.hi || r.none || told(f, n->loc)) return;
  bool above = s.hi > r.hi && s.lo <= r.hi, below = s.lo < r.lo && s.hi >= r.lo;
  if (!above && !below) return; /* out of reach for all of them: W0714 */
  Range out = above ? range_number(r.hi + 1, s.hi) : range_number(s.lo, r.lo - 1);
  const char *words = range_words(f->m, setting->type, &out);
  bool players = setting->tag == N_CALL;
  Diag *g = diag_add(f->d, DIAG_OUT_OF_REACH, n->loc, "\"%s\" cannot reach %s%s%s%s",
                     x->name, players ? "" : setting->sym->name, players ? "" : "=",
                     words, players ? " players" : "");
  diag_hint_at(f->d, g, x->decl->loc, "it is never anything but %s, and stops there",
               range_words(f->m, x->type, &r));
  diag_hint(f->d, g,
            players ? "give it a range for as many as can play"
                    : "give it a range as wide as that of the option, or narrow that");
}

static void look(Walk *w, Told what, const Node *n, unsigned bits)
{
  (void)bits;
  bool compares = n->tag == N_LT || n->tag == N_LE || n->tag == N_GT || n->tag == N_GE ||
                  n->tag == N_IS || n->tag == N_ISNOT;
  Find *f = w->k->f;
  if (what != TOLD_CONDITION || !compares || in_library(f, n)) return;
  for (int side = 0; side < 2; side++) {
    const Node *setting = side ? n->a : n->b, *other = side ? n->b : n->a;
    const Field *x = is_setting(setting) ? counter(other) : NULL;
    if (x) compare(f, n, setting, x, range_of(w->k, setting), w->k->field[x->index]);
  }
}

void find_limits(Find *f)
{
  Walk w = {.k = f->survey, .tell = look};
  walk_all(&w);
}
