#include "interp/find/range.h"

bool is_many(const Type *t)
{
  return t->tag == T_SET || t->tag == T_PILE || t->tag == T_LIST;
}

bool range_empty(const Range *r) { return r->lo > r->hi && !r->none; }

bool range_same(const Range *a, const Range *b)
{
  return a->lo == b->lo && a->hi == b->hi && a->none == b->none && a->from == b->from &&
         a->to == b->to && a->words == b->words;
}

Range range_nothing(void)
{
  return (Range){.lo = 1, .hi = 0, .from = 1, .to = 0, .words = 0};
}

Range range_of_type(const Type *t)
{
  Range r = {
      .none = t->opt, .from = -MAX_NUMBER, .to = MAX_NUMBER, .words = ~(uint64_t)0};
  switch (t->tag) {
  case T_NUM: r.lo = t->lo, r.hi = t->hi; break;
  case T_THING:
    r.lo = t->kind ? t->kind->first : 0;
    r.hi = t->kind ? r.lo + t->kind->count - 1 : MAX_THINGS;
    break;
  case T_FLAG: r.hi = 1; break;
  case T_WORD: r.hi = t->words->count - 1; break;
  case T_SET:
  case T_LIST:
    r.hi = t->tag == T_LIST ? t->capacity : type_count(t->elem);
    r.from = range_of_type(t->elem).lo, r.to = range_of_type(t->elem).hi;
    break;
  case T_PILE:
    if (t->kind) r = range_of_type(t->kind->set);
    break;
  default: r.lo = -MAX_NUMBER, r.hi = MAX_NUMBER, r.none = true;
  }
  return r;
}

Range range_number(int64_t lo, int64_t hi)
{
  return (Range){lo, hi, false, -MAX_NUMBER, MAX_NUMBER, ~(uint64_t)0};
}

Range range_one(const Type *t, int64_t value)
{
  Range r = range_number(value, value);
  if (t && t->tag == T_WORD && value < 64) r.words = (uint64_t)1 << value;
  return r;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* One form for each range that is empty, so that equal ones are the same. */
static Range tidy(Range r)
{
  if (r.lo > r.hi) r.lo = 1, r.hi = 0, r.from = 1, r.to = 0, r.words = 0;
  if (r.from > r.to) r.from = 1, r.to = 0;
  return r;
}

Range range_join(Range a, Range b)
{
  bool none = a.none || b.none;
  if (a.lo > a.hi || b.lo > b.hi) {
    Range r = a.lo > a.hi ? b : a;
    r.none = none;
    return tidy(r);
  }
  Range r = {.lo = least(a.lo, b.lo), .hi = most(a.hi, b.hi), .none = none};
  bool only_b = a.from > a.to;
  r.from = only_b ? b.from : b.from > b.to ? a.from : least(a.from, b.from);
  r.to = only_b ? b.to : b.from > b.to ? a.to : most(a.to, b.to);
  r.words = a.words | b.words;
  return tidy(r);
}

Range range_meet(Range a, Range b)
{
  Range r = {.lo = most(a.lo, b.lo), .hi = least(a.hi, b.hi), .none = a.none && b.none};
  r.from = most(a.from, b.from), r.to = least(a.to, b.to);
  r.words = a.words & b.words;
  if (r.words != ~(uint64_t)0) { /* the ends may be words that are left out */
    while (r.lo <= r.hi && r.lo < 64 && !(r.words >> r.lo & 1)) r.lo++;
    while (r.hi >= r.lo && r.hi >= 0 && r.hi < 64 && !(r.words >> r.hi & 1)) r.hi--;
  }
  return tidy(r);
}

static int64_t floor_div(int64_t a, int64_t b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

Range range_arith(Tag op, Range a, Range b)
{
  Range r = range_number(1, 0);
  r.none = a.none || b.none;
  if (a.lo > a.hi || b.lo > b.hi) return r;
  int64_t v[4];
  switch (op) {
  case N_ADD: v[0] = v[2] = a.lo + b.lo, v[1] = v[3] = a.hi + b.hi; break;
  case N_SUB: v[0] = v[2] = a.lo - b.hi, v[1] = v[3] = a.hi - b.lo; break;
  case N_MUL:
    v[0] = a.lo * b.lo, v[1] = a.lo * b.hi, v[2] = a.hi * b.lo, v[3] = a.hi * b.hi;
    break;
  default:
    if (b.lo <= 0 && b.hi >= 0) {
      r.lo = -MAX_NUMBER, r.hi = MAX_NUMBER;
      return r;
    }
    v[0] = floor_div(a.lo, b.lo), v[1] = floor_div(a.lo, b.hi);
    v[2] = floor_div(a.hi, b.lo), v[3] = floor_div(a.hi, b.hi);
  }
  r.lo = least(least(v[0], v[1]), least(v[2], v[3]));
  r.hi = most(most(v[0], v[1]), most(v[2], v[3]));
  return r;
}

static const char *value_words(Model *m, const Type *t, int64_t v)
{
  if (t->tag == T_FLAG) return v ? "yes" : "no";
  if (t->tag == T_WORD) {
    const Node *w = t->words->list;
    for (; w && v > 0; v--) w = w->next;
    return w ? w->name : "?";
  }
  if (t->tag == T_THING && t->kind)
    for (size_t i = 0; i < t->kind->things.n; i++) {
      const Thing *x = t->kind->things.at[i];
      if (x->id <= v && v < x->id + x->copies) return x->name;
    }
  return arena_printf(m->arena, "%lld", (long long)v);
}

const char *range_words(Model *m, const Type *t, const Range *r)
{
  if (r->lo > r->hi) return "none";
  const char *s = "";
  if (t->tag == T_WORD && r->words != ~(uint64_t)0) {
    for (int64_t v = r->lo; v <= r->hi; v++)
      if (r->words >> v & 1)
        s = arena_printf(m->arena, "%s%s%s", s, *s ? " or " : "", value_words(m, t, v));
  } else if (r->lo == r->hi) s = value_words(m, t, r->lo);
  else if (t->tag == T_NUM || is_many(t))
    s = arena_printf(m->arena, "%lld..%lld", (long long)r->lo, (long long)r->hi);
  else s = type_words(m, t);
  return r->none && !is_many(t) ? arena_printf(m->arena, "%s or none", s) : s;
}
