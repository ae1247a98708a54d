/* Random expressions. */
#include "tests/reference/gen_int.h"

#include <stdio.h>

/* ---- names ---------------------------------------------------------------------- */

static const Local *find_local(Gen *g, Sort s, bool set, bool opt)
{
  const Local *found[64];
  int n = 0;
  for (int i = 0; i < g->locals; i++) {
    const Local *l = &g->local[i];
    if (l->sort == s && l->set == set && !l->pile && (opt || !l->opt)) found[n++] = l;
  }
  return n ? found[dice_below(g, n)] : NULL;
}

const char *write_name(Gen *g, Sort s, bool set, bool opt)
{
  if (g->locals == 64) g->locals--;
  Local *l = &g->local[g->locals++];
  snprintf(l->name, sizeof l->name, "x%d", g->named++);
  l->sort = s, l->set = set, l->opt = opt, l->pile = false;
  return l->name;
}

Sort write_any_kind(Gen *g)
{
  static const Sort all[] = {PLACE, CARD, CARD, PLAYER, SQUARE};
  return all[dice_below(g, 5)];
}

/* ---- expressions ---------------------------------------------------------------- */

static bool deep(Gen *g) { return g->depth > 3; }

/* any(x in S: …) and its like: writes "x in S where c: " and opens the scope. */
static Sort binder(Gen *g, const char *name, int *locals)
{
  Sort s = write_any_kind(g);
  write_text(g, "%s(", name);
  *locals = g->locals;
  char own[8];
  Buf *out = g->b, set = {0};
  g->b = &set;
  write_set_of(g, s);
  g->b = out;
  snprintf(own, sizeof own, "%s", write_name(g, s, false, false));
  write_text(g, "%s in %s", own, buf_text(&set));
  buf_free(&set);
  if (dice_one_in(g, 5)) {
    write_text(g, " where ");
    write_flag(g);
  }
  write_text(g, ": ");
  return s;
}

static void call_value(Gen *g, int sort)
{
  switch (sort) {
  case 0:
    write_text(g, "price(");
    write_number(g);
    write_text(g, ")");
    break;
  case 1: write_text(g, "limit"); break;
  case 2:
    write_text(g, "cost(");
    write_thing(g, CARD);
    write_text(g, ")");
    break;
  default: write_text(g, "held_all"); break;
  }
}

void write_number_leaf(Gen *g)
{
  const Local *l = find_local(g, NUMBER, false, true);
  switch (dice_below(g, l ? 6 : 4)) {
  case 0: write_text(g, "%d", dice_below(g, 7)); break;
  case 1: write_text(g, dice_one_in(g, 2) ? "total" : "rounds"); break;
  case 2: write_text(g, g->sure || dice_one_in(g, 2) ? "level" : "maybe"); break;
  case 3:
    if (g->me) write_text(g, "me.score");
    else write_text(g, "%d", dice_below(g, 5));
    break;
  default: write_text(g, "%s", l->name);
  }
}

static void number_of_things(Gen *g)
{
  static const int surely[] = {0, 2, 4, 5, 10};
  int locals;
  switch (g->sure ? surely[dice_below(g, 5)] : dice_below(g, 12)) {
  case 0:
    write_text(g, "count(");
    write_set_of(g, write_any_kind(g));
    write_text(g, ")");
    break;
  case 1: {
    static const char *const f[] = {"sum", "max", "min", "count"};
    int k = dice_below(g, 4);
    binder(g, f[k], &locals);
    if (k == 3) write_flag(g);
    else write_number(g);
    write_text(g, ")");
    g->locals = locals;
    break;
  }
  case 2:
    write_surely(g, CARD);
    write_text(g, dice_one_in(g, 2) ? ".mark" : ".worth");
    break;
  case 3:
    write_thing(g, CARD);
    write_text(g, ".mark");
    break;
  case 4:
    if (dice_one_in(g, 3)) {
      write_text(g, "(if ");
      write_surely(g, CARD);
      write_text(g, ".owner is none then 1 else 2)");
      break;
    }
    write_surely(g, PLAYER);
    write_text(g, ".score");
    break;
  case 5:
    write_surely(g, PLAYER);
    write_text(g, ".holds[");
    write_surely(g, PLACE);
    write_text(g, "]");
    break;
  case 6:
    write_text(g, "position(");
    write_thing(g, write_any_kind(g));
    write_text(g, ")");
    break;
  case 7:
    write_text(g, dice_one_in(g, 2) ? "position(" : "position(");
    write_thing(g, CARD);
    write_text(g, dice_one_in(g, 2) ? ", table)" : ", hidden_box)");
    break;
  case 8:
    write_text(g, "distance(");
    write_surely(g, PLACE);
    write_text(g, ", ");
    write_thing(g, PLACE);
    write_text(g, ", beside)");
    break;
  case 9:
  case 10:
    if (dice_one_in(g, 4)) {
      write_surely(g, SQUARE);
      write_text(g, dice_one_in(g, 2) ? ".x" : ".y");
      break;
    }
    write_text(g, dice_one_in(g, 2) ? "row(" : "line(");
    write_surely(g, SQUARE);
    write_text(g, ", %d, %d, ", dice_below(g, 3) - 1, dice_below(g, 3) - 1);
    write_set_of(g, SQUARE);
    write_text(g, ")");
    break;
  default: write_text(g, dice_one_in(g, 2) ? "first(trail)" : "at(trail, 2)"); break;
  }
}

void write_number(Gen *g)
{
  g->depth++;
  if (deep(g) || dice_one_in(g, 3)) write_number_leaf(g);
  else switch (dice_below(g, 10)) {
    case 0:
    case 1:
      write_text(g, "(");
      write_number(g);
      write_text(g, dice_one_in(g, 2) ? " + " : " - ");
      write_number(g);
      write_text(g, ")");
      break;
    case 2:
      write_text(g, "(");
      write_number_leaf(g);
      write_text(g, " * %d)", 1 + dice_below(g, 3));
      break;
    case 3: {
      bool over = dice_one_in(g, 2);
      write_text(g, over ? "remainder(" : "(");
      write_number(g);
      write_text(g, over ? ", %d)" : " / %d)", 1 + dice_below(g, 3));
      break;
    }
    case 4:
      write_text(g, dice_one_in(g, 2) ? "max(" : "min(");
      write_number(g);
      write_text(g, ", ");
      write_number(g);
      write_text(g, ")");
      break;
    case 5:
      write_text(g, "(if ");
      write_flag(g);
      write_text(g, " then ");
      write_number(g);
      write_text(g, " else ");
      write_number(g);
      write_text(g, ")");
      break;
    case 6:
      if (g->values > 0) call_value(g, dice_below(g, g->values));
      else write_text(g, "(-%d)", dice_below(g, 4));
      break;
    case 7:
      write_text(g, "(-");
      write_number_leaf(g);
      write_text(g, ")");
      break;
    default: number_of_things(g);
    }
  g->depth--;
}

void write_bounded(Gen *g, int lo, int hi)
{
  write_text(g, "max(%d, min(%d, ", lo, hi);
  write_number(g);
  write_text(g, "))");
}

static void flag_leaf(Gen *g)
{
  const Local *l = find_local(g, FLAG, false, false);
  switch (dice_below(g, l ? 5 : 4)) {
  case 0: write_text(g, dice_one_in(g, 2) ? "yes" : "no"); break;
  case 1: write_text(g, dice_one_in(g, 2) ? "open" : "hard"); break;
  case 2:
    write_surely(g, CARD);
    write_text(g, ".used");
    break;
  case 3: write_text(g, dice_one_in(g, 2) ? "turn is left" : "turn is not up"); break;
  default: write_text(g, "%s", l->name);
  }
}

static void comparison(Gen *g)
{
  static const char *const ops[] = {" is ", " is not ", " < ", " <= ", " > ", " >= "};
  Sort s = write_any_kind(g);
  int locals;
  switch (dice_below(g, 10)) {
  case 0:
  case 1:
  case 2:
    write_number(g);
    write_text(g, "%s", ops[dice_below(g, 6)]);
    write_number(g);
    break;
  case 3:
    write_thing(g, s);
    write_text(g, dice_one_in(g, 2) ? " is " : " is not ");
    if (dice_one_in(g, 4)) write_text(g, "none");
    else write_thing(g, s);
    break;
  case 4:
    write_thing(g, s);
    write_text(g, dice_one_in(g, 3) ? " not in " : " in ");
    write_text(g, "(");
    write_set_of(g, s);
    write_text(g, ")");
    break;
  case 5:
    write_text(g, "(");
    write_set_of(g, s);
    write_text(g, ")");
    write_text(g, dice_one_in(g, 2) ? " is " : dice_one_in(g, 2) ? " in " : " is not ");
    write_text(g, "(");
    write_set_of(g, s);
    write_text(g, ")");
    break;
  case 6:
    binder(g, dice_one_in(g, 2) ? "any" : "all", &locals);
    write_flag(g);
    write_text(g, ")");
    g->locals = locals;
    break;
  case 7:
    write_text(g, "empty(");
    write_set_of(g, s);
    write_text(g, ")");
    break;
  case 8:
    write_text(g, "sees(");
    write_surely(g, PLAYER);
    write_text(g, ", ");
    if (dice_one_in(g, 3)) {
      write_surely(g, PLAYER);
      write_text(g, ".hand");
    } else write_surely(g, CARD);
    write_text(g, ")");
    break;
  default:
    write_number(g);
    write_text(g, " in (%d..%d)", dice_below(g, 4), 2 + dice_below(g, 5));
    break;
  }
}

void write_flag(Gen *g)
{
  g->depth++;
  if (deep(g) || dice_one_in(g, 5)) flag_leaf(g);
  else switch (dice_below(g, 7)) {
    case 0:
      write_text(g, "(");
      write_flag(g);
      write_text(g, dice_one_in(g, 2) ? " and " : " or ");
      write_flag(g);
      write_text(g, ")");
      break;
    case 1:
      write_text(g, "not (");
      write_flag(g);
      write_text(g, ")");
      break;
    case 2:
      if (g->values > 2) {
        write_text(g, "lit(");
        write_surely(g, PLACE);
        write_text(g, ")");
        break;
      }
      flag_leaf(g);
      break;
    default:
      write_text(g, "(");
      comparison(g);
      write_text(g, ")");
    }
  g->depth--;
}

void write_surely(Gen *g, Sort s)
{
  const Local *l = find_local(g, s, false, false);
  if (l && !dice_one_in(g, 3)) {
    write_text(g, "%s", l->name);
    return;
  }
  switch (s) {
  case PLACE: {
    static const char *const p[] = {"hall", "attic", "cellar", "spot"};
    write_text(g, "%s", p[dice_below(g, 4)]);
    break;
  }
  case CARD:
    if (g->self_card && dice_one_in(g, 2)) write_text(g, "this");
    else
      write_text(g, dice_one_in(g, 2)   ? "ace"
                    : dice_one_in(g, 2) ? "fool"
                                        : "first(card)");
    break;
  case PLAYER:
    if (g->me && dice_one_in(g, 2)) write_text(g, "me");
    else if (dice_one_in(g, 3)) write_text(g, "next(first(players))");
    else write_text(g, "first(players)");
    break;
  default: write_text(g, "first(square)"); break;
  }
}

void write_thing(Gen *g, Sort s)
{
  g->depth++;
  const Local *l = find_local(g, s, false, true);
  if (l && dice_one_in(g, 3)) write_text(g, "%s", l->name);
  else if (deep(g) || dice_one_in(g, 3)) write_surely(g, s);
  else switch (dice_below(g, 7)) {
    case 0:
      write_text(g, dice_one_in(g, 2) ? "first(" : "last(");
      write_set_of(g, s);
      write_text(g, ")");
      break;
    case 1:
      write_text(g, dice_one_in(g, 2) ? "only(" : "at(");
      bool at = buf_text(g->b)[g->b->n - 2] == 't';
      write_set_of(g, s);
      if (at) write_text(g, ", %d", 1 + dice_below(g, 3));
      write_text(g, ")");
      break;
    case 2:
      write_text(g, "next(");
      write_thing(g, s);
      if (dice_one_in(g, 2)) write_text(g, ", %d", dice_below(g, 5) - 2);
      write_text(g, ")");
      break;
    case 3:
      if (s == CARD) write_text(g, dice_one_in(g, 2) ? "top(table)" : "bottom(table)");
      else if (s == PLAYER) write_text(g, "lead");
      else if (s == SQUARE) {
        write_text(g, "square(");
        write_number(g);
        write_text(g, ", ");
        write_number(g);
        write_text(g, ")");
      } else {
        write_surely(g, CARD);
        write_text(g, ".lies");
      }
      break;
    case 4:
      if (s == PLAYER) {
        write_surely(g, CARD);
        write_text(g, ".owner");
      } else if (s == CARD) {
        write_surely(g, CARD);
        write_text(g, ".friend");
      } else write_surely(g, s);
      break;
    case 5:
      write_text(g, "(if ");
      write_flag(g);
      write_text(g, " then ");
      write_surely(g, s);
      write_text(g, " else ");
      write_surely(g, s);
      write_text(g, ")");
      break;
    default:
      write_text(g, "first(around(");
      write_surely(g, s);
      write_text(g, ") where ");
      write_text(g, "it is not ");
      write_surely(g, s);
      write_text(g, ")");
    }
  g->depth--;
}

static void set_leaf(Gen *g, Sort s)
{
  const Local *l = find_local(g, s, true, false);
  if (l && dice_one_in(g, 2)) {
    write_text(g, "%s", l->name);
    return;
  }
  switch (s) {
  case PLACE:
    write_text(g, dice_one_in(g, 2) ? "place" : dice_one_in(g, 2) ? "marked" : "hall");
    break;
  case CARD: {
    static const char *const c[] = {"card", "table", "king", "deuce", "hidden_box"};
    int k = dice_below(g, 6);
    if (k == 5) write_surely(g, PLAYER), write_text(g, ".hand");
    else write_text(g, "%s", c[k]);
    break;
  }
  case PLAYER: write_text(g, "players"); break;
  default: write_text(g, dice_one_in(g, 3) ? "square" : "(square where it.free)"); break;
  }
}

void write_set_of(Gen *g, Sort s)
{
  int locals;
  g->depth++;
  if (deep(g) || dice_one_in(g, 2)) set_leaf(g, s);
  else switch (dice_below(g, 6)) {
    case 0:
    case 1:
      write_text(g, "(");
      write_set_of(g, s);
      write_text(g, dice_one_in(g, 2) ? " + " : " - ");
      if (dice_one_in(g, 2)) write_thing(g, s);
      else write_set_of(g, s);
      write_text(g, ")");
      break;
    case 2: {
      static const char *const tests[] = {"", "it.mark > 1", "it.used", "it.worth is 2"};
      write_text(g, "(");
      set_leaf(g, s);
      if (s == CARD) write_text(g, " where %s", tests[1 + dice_below(g, 3)]);
      else if (s == PLAYER) write_text(g, " where it.score < 3");
      else if (s == PLACE) write_text(g, " where it.warm and it is not attic");
      else write_text(g, " where it.x is 2");
      write_text(g, ")");
      break;
    }
    case 3:
      if (s == PLACE) {
        write_text(g, "reach(");
        write_surely(g, PLACE);
        write_text(g, ", %d, beside)", dice_below(g, 3));
      } else set_leaf(g, s);
      break;
    case 4:
      if (s == CARD) {
        write_text(g, dice_one_in(g, 2) ? "most(" : "least(");
        write_text(g, "%s in card: ", write_name(g, CARD, false, false));
        g->locals--;
        Local *l = &g->local[g->locals++];
        write_text(g, "%s.mark + ", l->name);
        write_number_leaf(g);
        write_text(g, ")");
        g->locals--;
      } else set_leaf(g, s);
      break;
    default:
      if (s == CARD) {
        locals = g->locals;
        write_text(g, "sum(p%d in players: p%d.hand)", g->named, g->named);
        g->named++;
        g->locals = locals;
      } else set_leaf(g, s);
    }
  g->depth--;
}
