/* The instructions on orders, grids and ways. */
#include "interp/native/gen.h"
#include "interp/base/invariant.h"

static void put_next(Gen *g)
{
  Board board;
  board_measure(g->p, &g->p->kinds[g->i->d], &board);
  if (g->i->op == OP_NEXT && board.present >= 0) {
    put(g, "$a = op_ahead(vm, cells, $d, $b, $c, ");
    buf_printf(g->b, "%d, %d, %d);", board.lo, board.hi, board.present);
  } else if (g->i->op == OP_NEXT) put(g, "$a = board_next(vm, $d, $b, $c);");
  else if (board.present < 0) put(g, "$a = board_next(vm, $d, $b, 1);");
  else {
    put(g, "$a = op_next(vm, cells, $d, $b, ");
    buf_printf(g->b, "%d, %d, %d);", board.lo, board.hi, board.present);
  }
}

/* All lines through a place at once, on a grid that fits into one word. */
static void put_lines(Gen *g)
{
  const int64_t *line = g->p->consts + g->i->d;
  const PKind *k = &g->p->kinds[line[LINE_GRID]];
  Board board;
  board_measure(g->p, k, &board);
  int64_t beside = line[LINE_LENGTH] - 1;
  const char *not = line[LINE_WHEN] ? "" : "!";
  if (!board.bits || beside <= 0 || beside >= 64) {
    put(g, "if (board_lines(vm, vm->p->consts + $d, $a, ");
    put(g, set_words(g->p, g->i) == 1 ? "(int64_t[1]){$b}" : "$&b");
    put(g, ") == vm->p->consts[$d + LINE_WHEN]) $f;");
    return;
  }
  put(g, "{ uint64_t at = (uint64_t)$a - ");
  buf_printf(g->b, "%d, here = at < %d ? (uint64_t)1 << at : 0, ", k->first, k->count);
  put(g, "set = (uint64_t)$b | here; if (");
  buf_printf(g->b, "%s(here && (", not );
  for (int n = 0; n < line[LINE_COUNT]; n++) {
    const Ray *ray = &board.rays[line[LINE_HEAD + n]];
    buf_printf(g->b, "%sop_run(here, set, %d, 0x%llxu, %d)", n ? " | " : "", ray->step,
               (unsigned long long)ray->into[1], (int)beside);
  }
  put(g, "))) $f; }");
}

static void put_row(Gen *g)
{
  INVARIANT(g->i->d >= 0 && g->i->d < g->p->n_kinds);
  const PKind *k = &g->p->kinds[g->i->d];
  Board board;
  board_measure(g->p, k, &board);
  if (board.bits && g->i->op == OP_ROW) {
    put(g, "$a = op_ray(vm, $d, $b, $[b+1], $[b+2], $c, ");
    buf_printf(g->b, "%d, %d);", k->first, k->count);
    return;
  }
  put(g, "$a = board_row(vm, $d, (int64_t[3]){$b, $[b+1], $[b+2]}, ");
  put(g, set_words(g->p, g->i) == 1 ? "(int64_t[1]){$c}" : "$&c");
  put(g, g->i->op == OP_LINE ? ", true);" : ", false);");
}

static void put_search(Gen *g)
{
  INVARIANT(g->i->d >= 0 && g->i->d < g->p->n_chunks);
  int words = g->p->chunks[g->i->d].result;
  bool dist = g->i->op == OP_DIST;
  buf_add(g->b, "{ int64_t seen[64] = {0}, far = ");
  put(g, dist ? "MAX_THINGS" : "$[b+1]");
  put(g, ", goal = ");
  put(g, dist ? "$[b+1]" : "NONE");
  buf_add(g->b, ", way = NONE; ");
  buf_printf(g->b, "op_anchor(vm, R, %d); vm->s->ip = %d; ", g->c->regs, g->old + 1);
  if (words <= 64) {
    put(g, "way = board_search(vm, $d, (int32_t)$c, $b, goal, far == NONE ? 0 : far, "
           "seen, ");
    buf_printf(g->b, "%d); ", words);
  }
  put(g, "if (RARE(vm->error)) $slow; ");
  if (dist) put(g, "$a = goal == NONE ? NONE : way; }");
  else if (words == 1) put(g, "(void)way; $a = seen[0]; }");
  else {
    put(g, "(void)way; memcpy($&a, seen, ");
    buf_printf(g->b, "8 * %d); }", words <= 64 ? words : 64);
  }
}

bool emit_board(Gen *g)
{
  const PKind *k =
      g->i->op == OP_POS || g->i->op == OP_GRID ? &g->p->kinds[g->i->d] : NULL;
  switch (g->i->op) {
  case OP_NEXT:
  case OP_NEXT1: put_next(g); return true;
  case OP_POS:
    put(g, "{ uint64_t k = (uint64_t)$b - ");
    buf_printf(g->b, "%d; ", k->first);
    put(g, "$a = k < ");
    buf_printf(g->b, "%d ? (int64_t)k + 1 : NONE; }", k->count);
    return true;
  case OP_GRID:
    put(g, "$a = op_grid($b, $c, ");
    buf_printf(g->b, "%d, %d, %d);", k->width, k->height, k->first);
    return true;
  case OP_ROW:
  case OP_LINE: put_row(g); return true;
  case OP_JLINE: put_lines(g); return true;
  case OP_SROW: {
    const PField *f = &g->p->fields[g->i->d];
    const PKind *grid = &g->p->kinds[f->kind];
    put(g, "$a = op_row(cells + ");
    buf_printf(g->b, "%d, %d, %d, ", f->cell, grid->width, grid->height);
    put(g, "$c, $b);");
    return true;
  }
  case OP_DIST:
  case OP_REACH:
    if (!g->info->pure) return false; /* an error in there is for the machine to meet */
    put_search(g);
    return true;
  case OP_SEES:
    put_anchor(g);
    put(g, "$a = op_sees_field(vm, $b, $d, $c);");
    return true;
  case OP_SEEST:
    put_anchor(g);
    put(g, "$a = op_sees_thing(vm, $b, $c);");
    return true;
  default: return false;
  }
}
