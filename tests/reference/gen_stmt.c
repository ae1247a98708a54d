/* Random statements. */
#include "tests/reference/gen_int.h"

#include <string.h>

/* ---- statements ----------------------------------------------------------------- */

void write_block(Gen *g)
{
  int locals = g->locals, n = 1 + dice_below(g, 3);
  write_text(g, "{\n");
  for (int i = 0; i < n && g->budget > 0; i++) {
    write_statement(g);
    write_text(g, "\n");
  }
  write_text(g, "}");
  g->locals = locals;
}

static void let_statement(Gen *g)
{
  Buf e = {0}, *out = g->b;
  g->b = &e;
  Sort s = write_any_kind(g);
  bool set = false, opt = false;
  int how = dice_below(g, 7);
  const char *type = NULL;
  switch (how) {
  case 0: s = NUMBER, write_number(g), opt = true; break;
  case 1: s = FLAG, write_flag(g); break;
  case 2: set = true, write_set_of(g, s); break;
  case 3: opt = true, write_thing(g, s); break;
  case 4: s = NUMBER, type = "0..9", write_bounded(g, 0, 9); break;
  case 5:
    if (!g->me) {
      write_surely(g, s);
      break;
    }
    write_text(g, "choose ");
    write_set_of(g, s);
    break;
  default:
    s = NUMBER;
    write_text(g, "random %d..%d", dice_below(g, 2), 2 + dice_below(g, 3));
  }
  g->b = out;
  const char *name = write_name(g, s, set, opt);
  if (type) write_text(g, "let %s: %s = %s", name, type, buf_text(&e));
  else write_text(g, "let %s = %s", name, buf_text(&e));
  buf_free(&e);
}

static void amount(Gen *g)
{
  int k = dice_below(g, 6);
  if (k == 0 && g->me)
    write_text(g, "(choose %d..%d)", dice_below(g, 2), 1 + dice_below(g, 3));
  else if (k == 1)
    write_text(g, "(random %d..%d)", dice_below(g, 2), 1 + dice_below(g, 4));
  else if (k < 4) write_text(g, "%d", 1 + dice_below(g, 4));
  else write_bounded(g, 0, 5);
}

static void change(Gen *g)
{
  int k = dice_below(g, 7);
  write_text(g, dice_one_in(g, 2) ? "raise " : "lower ");
  if (k < 2) write_text(g, "total");
  else if (k == 2 && g->me) write_text(g, "me.score");
  else if (k == 3) {
    write_surely(g, PLAYER);
    write_text(g, ".holds[");
    write_surely(g, PLACE);
    write_text(g, "]");
  } else if (k == 4) {
    write_thing(g, CARD);
    write_text(g, ".mark");
  } else {
    write_surely(g, CARD);
    write_text(g, ".mark");
  }
  write_text(g, " by ");
  amount(g);
}

static void set_statement(Gen *g)
{
  switch (dice_below(g, 9)) {
  case 0: write_text(g, "set total to "), write_bounded(g, 0, 50); break;
  case 1: write_text(g, "set open to "), write_flag(g); break;
  case 2: write_text(g, "set turn to %s", dice_one_in(g, 2) ? "right" : "up"); break;
  case 3: write_text(g, "set lead to "), write_thing(g, PLAYER); break;
  case 4:
    if (g->me && dice_one_in(g, 2)) write_text(g, "set me.word to %d", dice_below(g, 9));
    else write_text(g, "set spot to "), write_surely(g, PLACE);
    break;
  case 5:
    write_surely(g, CARD), g->b->n ? (void)0 : (void)0;
    write_text(g, ".friend");
    break;
  case 6:
    write_text(g, "set trail to these(%d, %d)", dice_below(g, 5), dice_below(g, 5));
    return;
  case 7: write_text(g, "set marked to "), write_set_of(g, PLACE); return;
  default:
    write_text(g, "set maybe to "), write_text(g, dice_one_in(g, 3) ? "none" : "4");
    return;
  }
}

static void set_member(Gen *g)
{
  Buf place = {0}, *out = g->b;
  g->b = &place;
  write_surely(g, dice_one_in(g, 4) ? SQUARE : CARD);
  bool card = strncmp(buf_text(&place), "first(square", 12) != 0;
  for (int i = 0; i < g->locals; i++)
    if (!strcmp(g->local[i].name, buf_text(&place))) card = g->local[i].sort == CARD;
  g->b = out;
  int k = dice_below(g, 4);
  if (!card) write_text(g, "set %s.free to ", buf_text(&place)), write_flag(g);
  else if (k == 0) write_text(g, "set %s.used to ", buf_text(&place)), write_flag(g);
  else if (k == 1)
    write_text(g, "set %s.friend to ", buf_text(&place)), write_thing(g, CARD);
  else if (k == 2)
    write_text(g, "set %s.lies to ", buf_text(&place)), write_surely(g, PLACE);
  else write_text(g, "set %s.mark to ", buf_text(&place)), write_bounded(g, 0, 5);
  buf_free(&place);
}

static void piles(Gen *g)
{
  static const char *const to[] = {"table", "hidden_box", "deck"};
  const char *where = to[dice_below(g, 3)];
  switch (dice_below(g, 7)) {
  case 0:
    write_text(g, "move ");
    write_thing(g, CARD);
    write_text(g, dice_one_in(g, 2) ? " under %s" : " to %s", where);
    break;
  case 1:
    write_text(g, "move (");
    write_set_of(g, CARD);
    write_text(g, ") to %s", where);
    break;
  case 2:
    write_text(g, "draw %d from deck to %s", 1 + dice_below(g, 2),
               dice_one_in(g, 2) ? "table" : "hidden_box");
    break;
  case 3:
    write_text(g, "draw 1 from deck to ");
    write_surely(g, PLAYER);
    write_text(g, ".hand");
    break;
  case 4: write_text(g, "shuffle deck"); break;
  case 5:
    write_text(g, "reveal (");
    write_set_of(g, CARD);
    write_text(g, ") to (");
    write_set_of(g, PLAYER);
    write_text(g, ")");
    break;
  default:
    if (g->me) {
      write_text(g, "move (choose ");
      write_set_of(g, CARD);
      write_text(g, ") to me.hand");
    } else write_text(g, "move ace to table");
  }
}

static void write_bind(Gen *g)
{
  Sort s = write_any_kind(g);
  Buf set = {0}, *out = g->b;
  g->b = &set;
  write_set_of(g, s);
  g->b = out;
  write_text(g, "%s in %s", write_name(g, s, false, false), buf_text(&set));
  buf_free(&set);
}

static void decision(Gen *g)
{
  int n = 2 + dice_below(g, 2), locals = g->locals;
  if (dice_one_in(g, 4)) {
    write_text(g, "may \"Do it?\" ");
    write_block(g);
    return;
  }
  bool by = dice_one_in(g, 4), me = g->me;
  write_text(g, "choose %s\"What?\" {\n", by ? "by players " : "");
  if (by) g->me = true;
  for (int i = 0; i < n; i++) {
    if (dice_one_in(g, 2)) write_text(g, "\"Way %d\" ", i);
    else {
      write_bind(g);
      for (int more = dice_below(g, 3); more > 0; more--)
        write_text(g, ", "), write_bind(g);
    }
    write_text(g, " ");
    write_block(g);
    write_text(g, "\n");
    g->locals = locals;
  }
  write_text(g, "\"Pass\" { }\n}");
  g->me = me;
}

static void call_verb(Gen *g)
{
  switch (dice_below(g, g->verbs > 3 ? 3 : g->verbs)) {
  case 0: write_text(g, "gain %d", 1 + dice_below(g, 4)); break;
  case 1:
    write_text(g, "put ");
    write_surely(g, CARD);
    write_text(g, " in ");
    write_surely(g, PLACE);
    break;
  default: write_surely(g, CARD); write_text(g, ".act %d", 1 + dice_below(g, 3));
  }
}

static void compound(Gen *g)
{
  bool loop = g->in_loop;
  int locals = g->locals;
  switch (dice_below(g, 7)) {
  case 0:
  case 1:
    write_text(g, "if ");
    write_flag(g);
    write_text(g, " ");
    write_block(g);
    if (dice_one_in(g, 2)) {
      write_text(g, " else ");
      write_block(g);
    }
    break;
  case 2: {
    Sort s = write_any_kind(g);
    Buf set = {0}, *out = g->b;
    g->b = &set;
    if (dice_one_in(g, 4))
      write_text(g, "around("), write_surely(g, s), write_text(g, ")");
    else if (dice_one_in(g, 4))
      write_text(g, "backwards("), write_set_of(g, s), write_text(g, ")");
    else if (dice_one_in(g, 6) && g->me)
      write_text(g, "choose 1..2 of "), write_set_of(g, s);
    else write_set_of(g, s);
    g->b = out;
    write_text(g, "each %s in %s ", write_name(g, s, false, false), buf_text(&set));
    buf_free(&set);
    g->in_loop = true;
    write_block(g);
    break;
  }
  case 3:
    write_text(g, dice_one_in(g, 2) ? "repeat %d " : "repeat %d while open ",
               1 + dice_below(g, 3));
    g->in_loop = true;
    write_block(g);
    break;
  case 4:
    if (!g->me) {
      write_text(g, "as first(players) ");
      g->me = true;
      write_block(g);
      g->me = false;
    } else decision(g);
    break;
  default:
    if (g->me) decision(g);
    else write_text(g, "gain 1");
  }
  g->in_loop = loop;
  g->locals = locals;
}

/* Where a list is full, growing it fails. */
static void lists(Gen *g)
{
  switch (dice_below(g, 3)) {
  case 0:
    write_text(g, "{ add ");
    if (dice_one_in(g, 2)) write_bounded(g, 0, 5);
    else write_text(g, "%d", dice_below(g, 6));
    write_text(g, " to trail } otherwise set trail to these(2)");
    break;
  case 1: write_text(g, "remove %d from trail", dice_below(g, 6)); break;
  default: write_text(g, "remove at %d from trail", 1 + dice_below(g, 3));
  }
}

static void attempt(Gen *g)
{
  int locals = g->locals;
  write_text(g, "{ require ");
  write_flag(g);
  write_text(g, "; ");
  write_statement(g);
  write_text(g, " } otherwise ");
  g->locals = locals;
  if (dice_one_in(g, 2)) write_block(g);
  else write_text(g, "gain 1");
  g->locals = locals;
}

void write_statement(Gen *g)
{
  g->budget--;
  switch (dice_below(g, 16)) {
  case 0: let_statement(g); break;
  case 1:
  case 2:
  case 3: change(g); break;
  case 4: {
    int k = dice_below(g, 2);
    if (k) set_member(g);
    else {
      size_t n = g->b->n;
      set_statement(g);
      if (strncmp(g->b->at + n, "set", 3) != 0) { /* a place without its verb */
        g->b->n = n;
        g->b->at[n] = 0;
        write_text(g, "set open to no");
      }
    }
    break;
  }
  case 5:
  case 6: piles(g); break;
  case 7:
    if (g->verbs) call_verb(g);
    else write_text(g, "raise total by 1");
    break;
  case 8:
    write_text(g, dice_one_in(g, 2) ? "add " : "remove ");
    bool adds = buf_text(g->b)[g->b->n - 4] == 'a';
    if (dice_one_in(g, 2)) write_surely(g, PLACE);
    else write_text(g, "("), write_set_of(g, PLACE), write_text(g, ")");
    write_text(g, adds ? " to marked" : " from marked");
    break;
  case 9:
    if (dice_one_in(g, 2)) write_text(g, "note \"It goes on.\"");
    else lists(g);
    break;
  case 10: attempt(g); break;
  case 11:
    if (g->in_loop) write_text(g, "stop");
    else write_text(g, "lower total by 1");
    break;
  case 12:
    if (g->me && dice_one_in(g, 2)) write_text(g, "require "), write_flag(g);
    else write_text(g, "raise total by 2");
    break;
  default: compound(g);
  }
}
