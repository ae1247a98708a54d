/* Expressions, types and events as source again, with no more brackets than needed. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"

void diff_put_text(Buf *b, const char *t)
{
  buf_char(b, '"');
  for (; *t; t++) {
    if (*t == '"' || *t == '\\') buf_char(b, '\\');
    buf_char(b, *t);
  }
  buf_char(b, '"');
}

void diff_put_label(Buf *b, const Node *n)
{
  if (!n->label) return;
  buf_char(b, ' ');
  diff_put_text(b, n->label);
}

void diff_put_list(Buf *b, const Node *n, const char *between)
{
  for (const char *before = ""; n; n = n->next, before = between) {
    buf_add(b, before);
    diff_put(b, n, BINDS_NOT);
  }
}

/* ---- expressions and types ------------------------------------------------------ */

static const struct Operator {
  Tag tag;
  int level, left, right;
  const char *sign;
} operators[] = {
    {N_WHERE, BINDS_FILTER, BINDS_OR, BINDS_OR, " where "},
    {N_OR, BINDS_OR, BINDS_OR, BINDS_AND, " or "},
    {N_AND, BINDS_AND, BINDS_AND, BINDS_UNTRUE, " and "},
    {N_IS, BINDS_COMPARE, BINDS_SPAN, BINDS_SPAN, " is "},
    {N_ISNOT, BINDS_COMPARE, BINDS_SPAN, BINDS_SPAN, " is not "},
    {N_LT, BINDS_COMPARE, BINDS_SPAN, BINDS_SPAN, " < "},
    {N_GT, BINDS_COMPARE, BINDS_SPAN, BINDS_SPAN, " > "},
    {N_LE, BINDS_COMPARE, BINDS_SPAN, BINDS_SPAN, " <= "},
    {N_GE, BINDS_COMPARE, BINDS_SPAN, BINDS_SPAN, " >= "},
    {N_IN, BINDS_COMPARE, BINDS_SPAN, BINDS_SPAN, " in "},
    {N_NOTIN, BINDS_COMPARE, BINDS_SPAN, BINDS_SPAN, " not in "},
    {N_SPAN, BINDS_SPAN, BINDS_SUM, BINDS_SUM, ".."},
    {N_ADD, BINDS_SUM, BINDS_SUM, BINDS_TERM, " + "},
    {N_SUB, BINDS_SUM, BINDS_SUM, BINDS_TERM, " - "},
    {N_MUL, BINDS_TERM, BINDS_TERM, BINDS_UNARY, " * "},
    {N_DIV, BINDS_TERM, BINDS_TERM, BINDS_UNARY, " / "},
};

static const struct Operator *operator_of(Tag tag)
{
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (operators[i].tag == tag) return &operators[i];
  return NULL;
}

static int level_of(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const struct Operator *o = operator_of(n->tag);
  if (o) return o->level;
  switch (n->tag) {
  case N_PICK:
  case N_COND: return BINDS_NOT;
  case N_NOT: return BINDS_UNTRUE;
  case N_NEG: return BINDS_UNARY;
  case N_NUM: return n->num < 0 ? BINDS_UNARY : BINDS_TIGHT;
  default: return BINDS_TIGHT;
  }
}

static void put_pick(Buf *b, const Node *n)
{
  INVARIANT(n->tag == N_PICK);
  if (n->num & PICK_MAY) buf_add(b, "may ");
  buf_add(b, n->num & PICK_RANDOM ? "random " : "choose ");
  if (n->a) {
    diff_put(b, n->a, BINDS_FILTER);
    buf_add(b, " of ");
  }
  diff_put(b, n->b, BINDS_FILTER);
  if (n->c) {
    buf_add(b, " by ");
    diff_put(b, n->c, BINDS_TIGHT);
  }
  diff_put_label(b, n);
}

static void put_call(Buf *b, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->num == 2) {
    diff_put(b, n->b, BINDS_TIGHT);
    buf_char(b, '.');
  }
  buf_printf(b, "%s(", n->name);
  diff_put_list(b, n->a, ", ");
  if (n->num == 1) {
    buf_add(b, ": ");
    diff_put(b, n->b, BINDS_NOT);
  }
  buf_char(b, ')');
}

static bool put_type(Buf *b, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_T_RANGE:
    diff_put(b, n->a, BINDS_NOT);
    buf_add(b, "..");
    diff_put(b, n->b, BINDS_NOT);
    return true;
  case N_T_WORDS:
    if (n->extra) buf_printf(b, "%s of %s", n->extra, n->name);
    else diff_put_list(b, n->a, " | ");
    return true;
  case N_T_SET:
    buf_add(b, "set of ");
    diff_put(b, n->a, BINDS_NOT);
    return true;
  case N_T_LIST:
    buf_printf(b, "list %lld of ", (long long)n->num);
    diff_put(b, n->a, BINDS_NOT);
    return true;
  case N_T_PILE: buf_printf(b, "pile of %s", n->name); return true;
  case N_T_OPT:
    diff_put(b, n->a, BINDS_NOT);
    buf_add(b, " or none");
    return true;
  case N_T_PER:
    diff_put(b, n->a, BINDS_NOT);
    buf_printf(b, " per %s", n->name);
    return true;
  default: return false;
  }
}

static void put_event(Buf *b, const Node *n)
{
  if (n->num == 1 || n->num == 2) buf_add(b, n->num == 1 ? "raise " : "lower ");
  if (n->extra) buf_printf(b, "%s.", n->extra);
  buf_add(b, n->name);
  if (n->num == 1 || n->num == 2) buf_add(b, " by");
  for (const Node *x = n->a; x; x = x->next) buf_printf(b, " %s", x->name);
}

static void put_plain(Buf *b, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_NUM: buf_printf(b, "%lld", (long long)n->num); break;
  case N_STR: diff_put_text(b, n->name); break;
  case N_NONE: buf_add(b, "none"); break;
  case N_YES: buf_add(b, "yes"); break;
  case N_NO: buf_add(b, "no"); break;
  case N_IT: buf_add(b, "it"); break;
  case N_ME: buf_add(b, "me"); break;
  case N_THIS: buf_add(b, "this"); break;
  case N_CALL: put_call(b, n); break;
  case N_PICK: put_pick(b, n); break;
  case N_EVENT: put_event(b, n); break;
  case N_PATTERN: diff_put_list(b, n->a, " | "); break;
  case N_DOT:
    diff_put(b, n->a, BINDS_TIGHT);
    buf_printf(b, ".%s", n->name);
    break;
  case N_INDEX:
    diff_put(b, n->a, BINDS_TIGHT);
    buf_char(b, '[');
    diff_put(b, n->b, BINDS_NOT);
    buf_char(b, ']');
    break;
  case N_NOT:
    buf_add(b, "not ");
    diff_put(b, n->a, BINDS_UNTRUE);
    break;
  case N_NEG:
    buf_char(b, '-');
    diff_put(b, n->a, BINDS_TIGHT);
    break;
  case N_COND:
    buf_add(b, "if ");
    diff_put(b, n->a, BINDS_NOT);
    buf_add(b, " then ");
    diff_put(b, n->b, BINDS_NOT);
    buf_add(b, " else ");
    diff_put(b, n->c, BINDS_NOT);
    break;
  case N_PARAM:
    buf_add(b, n->name);
    if (n->a) {
      buf_add(b, ": ");
      diff_put(b, n->a, BINDS_NOT);
    }
    break;
  default: /* names of all sorts */
    buf_add(b, n->name ? n->name : "");
    diff_put_label(b, n);
    break;
  }
}

void diff_put(Buf *b, const Node *n, int least)
{
  INVARIANT(n && n->tag < N_COUNT);
  const struct Operator *o = operator_of(n->tag);
  if (put_type(b, n)) return;
  bool brackets = level_of(n) < least;
  if (brackets) buf_char(b, '(');
  if (o) {
    diff_put(b, n->a, o->left);
    buf_add(b, o->sign);
    diff_put(b, n->b, o->right);
  } else {
    put_plain(b, n);
  }
  if (brackets) buf_char(b, ')');
}
