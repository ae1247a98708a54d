/* Plural-Forms: the expression of C in a PO header that says which form a number takes.
 *
 * The text comes from a stranger.  It becomes a small tree; depth and numbers are
 * bounded, and evaluating checks every step, so that the worst file gives an error. */
#include "interp/po/po.h"
#include "interp/base/invariant.h"
#include "interp/base/limits.h"

#include <ctype.h>
#include <string.h>

typedef enum {
  P_NUMBER,
  P_N,
  P_NOT,
  P_IF,
  P_OR,
  P_AND,
  P_EQUAL,
  P_UNEQUAL,
  P_LESS,
  P_MORE,
  P_AT_MOST,
  P_AT_LEAST,
  P_ADD,
  P_SUB,
  P_MUL,
  P_DIV,
  P_MOD,
} PluralOp;

typedef struct Expr {
  PluralOp op;
  int64_t number;
  int depth; /* of the tree below: evaluating is as deep */
  const struct Expr *a, *b, *c;
} Expr;

struct PoPlural {
  int forms;
  const Expr *expr;
};

typedef struct Reader {
  Arena *arena;
  const char *text, *at;
  const char *why;
  int depth;
} Reader;

static const Expr *fail(Reader *r, const char *why)
{
  if (!r->why) r->why = why;
  return NULL;
}

static const char too_deep[] = "too deep inside each other";

static void skip(Reader *r)
{
  while (*r->at && isspace((unsigned char)*r->at)) r->at++;
}

static bool accept(Reader *r, const char *sign)
{
  skip(r);
  size_t n = strlen(sign);
  if (strncmp(r->at, sign, n)) return false;
  r->at += n;
  return true;
}

static int deeper(const Expr *e, int depth)
{
  return e && e->depth > depth ? e->depth : depth;
}

/* The operands are NULL if they could not be read, or if there are fewer. */
static const Expr *make(Reader *r, PluralOp op, const Expr *a, const Expr *b,
                        const Expr *c)
{
  if (r->why) return NULL;
  Expr *e = ARENA_NEW(r->arena, Expr);
  *e = (Expr){.op = op, .a = a, .b = b, .c = c};
  e->depth = 1 + deeper(a, deeper(b, deeper(c, 0)));
  return e->depth > MAX_NESTING ? fail(r, too_deep) : e;
}

static const Expr *read_if(Reader *r);

static bool read_number(Reader *r, int64_t *to)
{
  int64_t v = 0;
  skip(r);
  if (!isdigit((unsigned char)*r->at)) return false;
  for (; isdigit((unsigned char)*r->at); r->at++) {
    v = 10 * v + (*r->at - '0');
    if (v > MAX_NUMBER) {
      fail(r, "the number is too large");
      return false;
    }
  }
  *to = v;
  return true;
}

static const Expr *read_leaf(Reader *r)
{
  Expr *e = ARENA_NEW(r->arena, Expr);
  if (accept(r, "n")) {
    e->op = P_N;
    return e;
  }
  if (read_number(r, &e->number)) return e;
  return fail(r, *r->at ? "here \"n\", a number or a bracket was expected"
                        : "the expression ends too early");
}

/* Negations and brackets, which nest. */
static const Expr *read_unary(Reader *r)
{
  const Expr *e;
  if (r->why) return NULL;
  if (++r->depth > MAX_NESTING) return fail(r, too_deep);
  if (accept(r, "!")) {
    e = make(r, P_NOT, read_unary(r), NULL, NULL);
  } else if (accept(r, "(")) {
    e = read_if(r);
    if (e && !accept(r, ")")) e = fail(r, "here \")\" was expected");
  } else {
    e = read_leaf(r);
  }
  r->depth--;
  return e;
}

/* Operators of two values, the loosest first; longer signs before their beginnings. */
static const struct {
  const char *sign;
  int level;
  PluralOp op;
} operators[] = {
    {"||", 0, P_OR},      {"&&", 1, P_AND},      {"==", 2, P_EQUAL}, {"!=", 2, P_UNEQUAL},
    {"<=", 3, P_AT_MOST}, {">=", 3, P_AT_LEAST}, {"<", 3, P_LESS},   {">", 3, P_MORE},
    {"+", 4, P_ADD},      {"-", 4, P_SUB},       {"*", 5, P_MUL},    {"/", 5, P_DIV},
    {"%", 5, P_MOD},
};
enum { OPERATORS = sizeof operators / sizeof *operators, LEVELS = 6 };

static const Expr *read_binary(Reader *r, int level)
{
  if (level == LEVELS) return read_unary(r);
  const Expr *e = read_binary(r, level + 1);
  while (e) {
    int i = 0;
    while (i < OPERATORS &&
           (operators[i].level != level || !accept(r, operators[i].sign)))
      i++;
    if (i == OPERATORS) break;
    e = make(r, operators[i].op, e, read_binary(r, level + 1), NULL);
  }
  return e;
}

static const Expr *read_if(Reader *r)
{
  if (++r->depth > MAX_NESTING) return fail(r, too_deep);
  const Expr *e = read_binary(r, 0);
  if (e && accept(r, "?")) {
    const Expr *yes = read_if(r);
    if (yes && !accept(r, ":")) fail(r, "here \":\" was expected");
    e = r->why ? NULL : make(r, P_IF, e, yes, read_if(r));
  }
  r->depth--;
  return e;
}

/* ---- evaluating ----------------------------------------------------------------- */

static PluralError arithmetic(PluralOp op, int64_t a, int64_t b, int64_t *to)
{
  bool over = false;
  switch (op) {
  case P_ADD: over = __builtin_add_overflow(a, b, to); break;
  case P_SUB: over = __builtin_sub_overflow(a, b, to); break;
  case P_MUL: over = __builtin_mul_overflow(a, b, to); break;
  case P_DIV:
  case P_MOD:
    if (!b) return PLURAL_ZERO;
    if (a == INT64_MIN && b == -1) return PLURAL_OVERFLOW;
    *to = op == P_DIV ? a / b : a % b;
    break;
  case P_EQUAL: *to = a == b; break;
  case P_UNEQUAL: *to = a != b; break;
  case P_LESS: *to = a < b; break;
  case P_MORE: *to = a > b; break;
  case P_AT_MOST: *to = a <= b; break;
  case P_AT_LEAST: *to = a >= b; break;
  default: break;
  }
  return over ? PLURAL_OVERFLOW : PLURAL_FINE;
}

static PluralError evaluate(const Expr *e, int64_t n, int64_t *to)
{
  int64_t a, b;
  PluralError bad;
  if (e->op == P_NUMBER || e->op == P_N) {
    *to = e->op == P_N ? n : e->number;
    return PLURAL_FINE;
  }
  if ((bad = evaluate(e->a, n, &a))) return bad;
  switch (e->op) {
  case P_NOT: *to = !a; return PLURAL_FINE;
  case P_IF: return evaluate(a ? e->b : e->c, n, to);
  case P_OR:
  case P_AND:
    *to = a != 0;
    if ((e->op == P_OR) == (a != 0)) return PLURAL_FINE;
    if ((bad = evaluate(e->b, n, &b))) return bad;
    *to = b != 0;
    return PLURAL_FINE;
  default: break;
  }
  if ((bad = evaluate(e->b, n, &b))) return bad;
  return arithmetic(e->op, a, b, to);
}

PluralError po_plural_form(const PoPlural *p, int64_t n, int *form)
{
  INVARIANT(p->expr && p->forms >= 1 && n >= 0 && form);
  int64_t v = 0;
  PluralError bad = evaluate(p->expr, n, &v);
  if (bad) return bad;
  if (v < 0 || v >= p->forms) return PLURAL_RANGE;
  *form = (int)v;
  return PLURAL_FINE;
}

int po_plural_forms(const PoPlural *p) { return p->forms; }

/* ---- the field ------------------------------------------------------------------ */

/* Every number that a game shows lies below; msgfmt tries as many. */
static void try_numbers(Reader *r, const PoPlural *p)
{
  int form;
  for (int n = 0; n <= 1000 && !r->why; n++) switch (po_plural_form(p, n, &form)) {
    case PLURAL_FINE: break;
    case PLURAL_ZERO:
      r->why = arena_printf(r->arena, "for n = %d it divides by zero", n);
      break;
    case PLURAL_OVERFLOW:
      r->why = arena_printf(r->arena, "for n = %d its numbers become too large", n);
      break;
    case PLURAL_RANGE:
      r->why = arena_printf(r->arena, "for n = %d the result is none of the %d forms", n,
                            p->forms);
      break;
    }
}

const PoPlural *po_plural_read(Arena *arena, const char *text, const char **why,
                               int *where)
{
  Reader r = {.arena = arena, .text = text, .at = text};
  PoPlural *p = ARENA_NEW(arena, PoPlural);
  int64_t forms = 0;
  if (!accept(&r, "nplurals") || !accept(&r, "=") || !read_number(&r, &forms))
    fail(&r, "it begins with \"nplurals=\" and a number");
  else if (forms < 1 || forms > PO_FORMS)
    fail(&r, arena_printf(arena, "the number of forms is between 1 and %d", PO_FORMS));
  else if (!accept(&r, ";") || !accept(&r, "plural") || !accept(&r, "="))
    fail(&r, "after the number of forms comes \"; plural=\"");
  p->forms = (int)forms;
  if (!r.why) p->expr = read_if(&r);
  if (!r.why) {
    accept(&r, ";");
    skip(&r);
    if (*r.at) fail(&r, "the expression is over before this");
  }
  if (!r.why) {
    r.at = text;
    try_numbers(&r, p);
  }
  *why = r.why;
  *where = (int)(r.at - text);
  return r.why ? NULL : p;
}
