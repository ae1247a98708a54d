/* Grids: lines and rows of them at once, without a loop. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

/* ---- lines ---------------------------------------------------------------------- */

/* `line(…) >= n`, in whatever way it is written; `is`: what it should be. */
static bool asks_length(Gen *g, const Node *c, bool is, int64_t *length)
{
  bool least = c->tag == N_GE || c->tag == N_GT, below = c->tag == N_LT || c->tag == N_LE;
  if (!(is ? least : below) || c->a->tag != N_CALL || c->a->sym || c->a->op != BI_LINE)
    return false;
  if (!gen_constant(g, c->b, type_plain(g->m, T_NUM), length)) return false;
  *length += c->tag == N_GT || c->tag == N_LE;
  return true;
}

/* What JLINE needs to know, see LINE_HEAD. */
typedef struct Lines {
  int64_t words[LINE_HEAD + DIRECTIONS];
} Lines;

static bool add_direction(Gen *g, const Node *line, Lines *to)
{
  INVARIANT(line && line->tag < N_COUNT);
  Type *number = type_plain(g->m, T_NUM);
  int64_t dx, dy;
  if (!gen_constant(g, line->a->next, number, &dx) ||
      !gen_constant(g, line->a->next->next, number, &dy))
    return false;
  int d = direction_of(dx, dy);
  if (d == NO_DIRECTION || to->words[LINE_COUNT] == DIRECTIONS) return false;
  to->words[LINE_HEAD + to->words[LINE_COUNT]++] = d;
  return true;
}

/* The direction, or one for each thing that `var` can be. */
static bool list_directions(Gen *g, const Node *line, const Kind *of, Sym *var, Lines *to)
{
  if (!of) return add_direction(g, line, to);
  bool known = of->things.n > 0;
  Sym was = *var;
  for (size_t i = 0; i < of->things.n && known; i++) {
    var->tag = SY_THING;
    var->thing = of->things.at[i];
    known = var->thing->copies == 1 && add_direction(g, line, to);
  }
  *var = was;
  return known;
}

bool gen_lines(Gen *g, Node *c, bool is, const Kind *of, Sym *var, bool when, Jumps *out)
{
  Lines lines = {{0}};
  if (!asks_length(g, c, is, &lines.words[LINE_LENGTH])) return false;
  Node *line = c->a, *place = line->a, *set = place->next->next->next;
  if (var && (node_mentions(place, var) || node_mentions(set, var))) return false;
  if (!list_directions(g, line, of, var, &lines)) return false;
  const Kind *grid = place->type->kind;
  lines.words[LINE_GRID] = grid->index;
  lines.words[LINE_WHEN] = when;
  int at = gen_any(g, place), s = gen_any_as(g, set, grid->set);
  int which = emit_const(g, lines.words, LINE_HEAD + (int)lines.words[LINE_COUNT]);
  int jump = emit(g, OP_JLINE, at, s, 0, which);
  vec_push(out, jump);
  return true;
}

/* ---- rows ----------------------------------------------------------------------- */

static bool is_plain(const Node *n)
{
  return n->tag == N_NUM ||
         (n->tag == N_NAME && n->sym &&
          (n->sym->tag == SY_LOCAL ||
           (n->sym->tag == SY_FIELD && !n->sym->field->kind && !n->sym->field->per)));
}

bool gen_row_equals(Gen *g, const Node *c, const Sym *it, const Type *set, int *dst)
{
  INVARIANT(c && c->tag < N_COUNT);
  const Node *dot = c->a;
  if ((c->tag != N_IS && c->tag != N_ISNOT) || dot->tag != N_DOT || !dot->sym ||
      dot->sym->tag != SY_FIELD || dot->a->tag != N_CALL || dot->a->op != BI_GRID)
    return false;
  const Field *f = dot->sym->field;
  const Node *x = dot->a->a;
  Node *y = x->next;
  bool scalar = f->type->tag != T_SET && f->type->tag != T_LIST && f->type->tag != T_PILE;
  if (!scalar || f->per || x->tag == N_DOT || x->sym != it || !is_plain(y) ||
      node_mentions(c->b, it) || c->b->type->tag == T_SET || c->b->type->tag == T_PILE)
    return false;
  if (set->elem->tag != T_NUM || set->elem->lo != 1 || set->elem->hi > f->kind->width ||
      f->kind->width > 64)
    return false; /* the row's columns must be the set's bits */
  int row = gen_any(g, y), v = gen_any(g, c->b);
  *dst = alloc(g, 1);
  emit(g, OP_SROW, *dst, v, row, f->index);
  return true;
}
