/* The pieces of a printed board: what would lie on it. */
#include "interp/board/show.h"
#include "interp/base/invariant.h"

#include <string.h>

const char *pieces_number_id(const Show *s, const Event *e)
{
  const Program *p = s->view.program;
  int row = (int)e->show[SHOW_NOUN_ROW], per = (int)e->show[SHOW_PER];
  int64_t key = e->shown[SHOWN_FOR];
  bool thing = per >= 0 && p->types[per].tag == T_THING && key >= 0 && key < p->n_things;
  const char *name = thing ? program_string(p, p->things[key].name)
                     : e->show[SHOW_NOUN] == SHOWN_FIELD
                         ? program_string(p, p->fields[row].name)
                         : program_string(p, p->values[row].name);
  return arena_printf(s->board->arena, "%s.%d", name, (int)e->shown[SHOWN_WHAT]);
}

static int smaller(const Box *b) { return b->w < b->h ? b->w : b->h; }

/* The narrowest place on which something would lie; NULL: there is none. */
static const Item *least_place(const Show *s, const Raw *r)
{
  const Item *least = NULL;
  for (size_t i = 0; i < s->board->items.n; i++) {
    const Item *x = &s->board->items.at[i];
    if (x->on >= 0 || !show_same_spot(s->view.program, x, &r->on)) continue;
    if (!least || smaller(&x->box) < smaller(&least->box)) least = x;
  }
  return least;
}

/* Copies that look alike are one piece, whatever type says where they may be. */
static bool is_piece(const Program *p, const Piece *a, const Item *x)
{
  bool number = x->shape == ITEM_PIPS,
       things = a->type >= 0 && x->type >= 0 && p->types[a->type].tag == T_THING &&
                p->types[x->type].tag == T_THING && a->value != NONE && x->value != NONE;
  if (things)
    return p->things[a->value].face == p->things[x->value].face &&
           a->look.colour == x->look.colour;
  return a->type == x->type && a->number == number && a->value == x->value &&
         !strcmp(a->title, x->title);
}

static Piece *find_piece(Show *s, const Item *x)
{
  Board *b = s->board;
  for (size_t i = 0; i < b->pieces.n; i++)
    if (is_piece(s->view.program, &b->pieces.at[i], x)) return &b->pieces.at[i];
  Piece new = {.type = x->type, .value = x->value, .title = x->title, .look = x->look};
  new.number = x->shape == ITEM_PIPS;
  if (new.number) new.id = x->id;
  else if (x->type >= 0) new.id = x->value == NONE ? NULL : show_id(s, x);
  vec_push(&b->pieces, new);
  return &b->pieces.at[b->pieces.n - 1];
}

static void count_pieces(Show *s)
{
  for (size_t i = 0; i < s->loose.n; i++) {
    const Item *x = &s->loose.at[i].item, *on = least_place(s, &s->loose.at[i]);
    if (!on) continue; /* it lies on what is no part of the board */
    Piece *p = find_piece(s, x);
    int room = smaller(&on->box);
    p->count++;
    if (!p->room || room < p->room) p->room = room;
    if (!x->of || (p->w && p->room < room)) continue;
    p->w = (int)(on->room.w * (x->to - x->from) / x->of), p->h = on->room.h;
  }
}

/* A number that is shown on so many places may be any of its range on each of them; none
 * needs no piece. */
static void spread_numbers(Show *s)
{
  enum { MOST_NUMBERS = 20 };
  Board *b = s->board;
  for (size_t i = 0, n = b->pieces.n; i < n; i++) {
    Piece one = b->pieces.at[i];
    const PType *t = one.number ? &s->view.program->types[one.type] : NULL;
    int all = 0, least;
    bool told = false;
    if (!t || t->hi - t->lo > MOST_NUMBERS) continue;
    for (size_t k = 0; k < n; k++) {
      const Piece *p = &b->pieces.at[k];
      if (!p->number || p->type != one.type || strcmp(p->title, one.title)) continue;
      all += p->count;
      told |= k < i;
    }
    int sorts = t->hi - t->lo + 1, name = (int)strcspn(one.id, ".");
    least = (all + sorts - 1) / sorts;
    for (int v = t->lo; v <= t->hi && !told; v++) {
      if (!v) continue;
      Item x = {.shape = ITEM_PIPS, .type = one.type, .value = v, .title = one.title};
      x.id = arena_printf(b->arena, "%.*s.%d", name, one.id, v);
      Piece *p = find_piece(s, &x);
      if (p->count < least) p->count = least;
      if (!p->room || one.room < p->room) p->room = one.room;
    }
  }
}

/* Players and words fill the places that are empty now, each as many as the others. */
static void spread_pieces(Show *s)
{
  const Program *p = s->view.program;
  Board *b = s->board;
  for (size_t i = 0; i < b->pieces.n; i++) {
    Piece any = b->pieces.at[i];
    const PType *t = any.type < 0 ? NULL : &p->types[any.type];
    bool player =
        t && t->tag == T_THING && t->kind >= 0 && p->kinds[t->kind].flags & KIND_PLAYER;
    if (any.value != NONE || !(player || (t && t->tag == T_WORD))) continue;
    int n = player ? vm_seats(s->view.vm) : t->hi - t->lo + 1,
        first = player ? p->kinds[t->kind].first : 0;
    for (int k = 0; k < n; k++) {
      Item x = {.type = any.type, .value = first + k};
      if (player) x.thing = program_string(p, p->things[x.value].name);
      x.title = show_title(s, x.type, x.value);
      x.look = look_of(&s->view, x.type, x.value);
      Piece *one = find_piece(s, &x);
      one->count += (any.count + n - 1) / n;
      if (!one->room || any.room < one->room) one->room = any.room;
    }
  }
}

void pieces_count(Show *s)
{
  INVARIANT(s && s->board);
  count_pieces(s);
  spread_pieces(s);
  spread_numbers(s);
}
