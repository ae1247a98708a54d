/* The boards of a game, as data and pictures for one reader. */
#include "interp/api/api_int.h"
#include "interp/board/data.h"
#include "interp/board/picture.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* What an answer refers to. */
typedef struct Referred {
  int answer, type;
  int64_t value;
} Referred;

typedef VEC(Referred) References;

static void refer_set(References *r, const View *v, const PAlt *a, int i, int given)
{
  INVARIANT(v && v->program);
  const PType *t = &v->program->types[a->type];
  uint64_t set[MAX_THINGS / 64 + 1];
  vm_option_set(v->vm, i, set);
  for (int64_t value = t->lo; t->elem >= 0 && value <= t->hi; value++) {
    int64_t bit = value - t->lo;
    if (set[bit / 64] >> (bit % 64) & 1) vec_push(r, ((Referred){given, t->elem, value}));
  }
}

/* What the reader can answer to the present question, in the game as he may know it: that
 * is where the items are from.  Answers are counted as the reader
 * is given them (regel_answers_data): the machine's numbers would tell how many somebody
 * else has. */
static void refer(References *r, const View *v)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  for (int i = 0, given = -1, n = vm_decision(v->vm) ? vm_options(v->vm) : 0; i < n;
       i++) {
    if (!picture_may_read(v, i)) continue;
    given++;
    Option o = vm_option(v->vm, i);
    const PAlt *a = o.alt >= 0 ? &p->alts[o.alt] : NULL;
    if (!a) continue;
    if (a->form == ALT_SUBSET) refer_set(r, v, a, i, given);
    else if (alt_is_value(a))
      for (int k = 0; k < program_parts(p, o.alt); k++) {
        int elem = p->types[a[k].type].elem;
        int32_t value = program_part(p, o.alt, o.value, k);
        vec_push(r, ((Referred){given, elem >= 0 ? elem : a[k].type, value}));
      }
  }
}

/* By face and pile: a copy is as good as another that lies beside it. */
static bool same_thing(const View *v, int32_t a, int32_t b)
{
  const Program *p = v->program;
  return p->things[a].face == p->things[b].face &&
         vm_pile_of(v->vm, a) == vm_pile_of(v->vm, b);
}

static bool same(const View *v, const Item *x, const Referred *r)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  if (x->type < 0 || x->hidden || x->value == NONE || r->value == NONE) return false;
  const PType *a = &p->types[x->type], *b = &p->types[r->type];
  bool number = x->shape == ITEM_PIPS || x->shape == ITEM_TILE;
  if (a->tag != b->tag || number) return false;
  if (a->tag == T_THING) return same_thing(v, (int32_t)x->value, (int32_t)r->value);
  if (a->tag == T_WORD && a->first_word != b->first_word) return false;
  return (a->tag == T_NUM || a->tag == T_WORD) && x->value == r->value;
}

/* The numbers of the answers that refer to an item, divided by spaces; NULL: none. */
static const char *answers_of(Arena *arena, const View *v, const Item *x,
                              const References *r)
{
  Buf b = {0};
  int last = -1;
  for (size_t i = 0; i < r->n; i++) {
    if (r->at[i].answer == last || !same(v, x, &r->at[i])) continue;
    last = r->at[i].answer;
    buf_printf(&b, "%s%d", b.n ? " " : "", last);
  }
  const char *s = b.n ? arena_strdup(arena, buf_text(&b)) : NULL;
  buf_free(&b);
  return s;
}

static void put_answers(Json *j, const char *answers)
{
  if (!answers) return;
  json_key_open(j, "answers", '[');
  for (char *end; *answers; answers = *end ? end + 1 : end)
    json_int(j, strtol(answers, &end, 10));
  json_close(j, ']');
}

static void put_box(Json *j, const Item *x)
{
  json_key_int(j, "x", x->box.x);
  json_key_int(j, "y", x->box.y);
  json_key_int(j, "w", x->box.w);
  json_key_int(j, "h", x->box.h);
  if (x->shape != ITEM_LINE) return;
  json_key_int(j, "x1", x->ways.x);
  json_key_int(j, "y1", x->ways.y);
  json_key_int(j, "x2", x->ways.w);
  json_key_int(j, "y2", x->ways.h);
}

static void put_value(Json *j, const View *v, const Item *x)
{
  if (x->shape == ITEM_PILE) {
    json_key_int(j, "count", x->count);
    json_key_open(j, "things", '[');
    for (int i = 0; i < x->count; i++) data_thing(j, v, x->things[i]);
    json_close(j, ']');
  } else if (x->type >= 0 && x->value != NONE) {
    json_key(j, "value");
    data_scalar(j, v, x->type, x->value);
    if (x->shape == ITEM_PIPS) json_key_int(j, "count", x->count);
  }
}

static void put_item(Json *j, const View *v, const Board *b, const Item *x,
                     const char *answers)
{
  static const char *const shapes[] = {"place", "line", "token", "label",
                                       "pips",  "pile", "tile"};
  json_open(j, '{');
  json_key_text(j, "id", x->id);
  json_key_text(j, "shape", shapes[x->shape]);
  put_box(j, x);
  json_key_text(j, "title", x->title);
  if (x->noun) json_key_text(j, "noun", x->noun);
  if (x->hidden) json_key_bool(j, "hidden", true);
  put_value(j, v, x);
  if (x->on >= 0) json_key_text(j, "on", b->items.at[x->on].id);
  for (int k = 0; k < 2; k++)
    if (x->ends[k] >= 0) json_key_text(j, k ? "to" : "from", b->items.at[x->ends[k]].id);
  if (x->of) {
    json_key_open(j, "part", '{');
    json_key_int(j, "from", x->from);
    json_key_int(j, "to", x->to);
    json_key_int(j, "of", x->of);
    json_close(j, '}');
  }
  if (x->look.colour) json_key_text(j, "colour", x->look.colour);
  if (x->look.form) json_key_text(j, "form", x->look.form);
  if (x->look.icon) json_key_text(j, "icon", x->look.icon);
  if (x->sign) json_key_text(j, "sign", x->sign);
  put_answers(j, answers);
  json_close(j, '}');
}

static void put_number(Json *j, const Piece *x)
{
  Buf text = {0};
  buf_int(&text, x->value);
  json_key_open(j, "values", '[');
  json_open(j, '{');
  json_key_text(j, "type", "number");
  json_key_bool(j, "shown", true);
  json_key_text(j, "text", buf_text(&text));
  json_close(j, '}');
  json_close(j, ']');
  buf_free(&text);
}

/* A piece as a face has it (docs/json.md), so that it can be printed like one. */
static void put_piece(Json *j, const View *v, const Piece *x)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PType *t = x->type < 0 ? NULL : &p->types[x->type];
  bool thing = t && t->tag == T_THING;
  int kind = thing ? p->things[x->value].kind : -1;
  Buf noun = {0};
  if (kind >= 0) render_name(v, &noun, NAME_KIND, kind, NULL, NULL);
  json_open(j, '{');
  json_key_text(j, "id", x->id ? x->id : x->title);
  json_key_text(j, "kind", kind < 0 ? "" : program_string(p, p->kinds[kind].name));
  json_key_text(j, "noun", buf_text(&noun));
  json_key_text(j, "title", x->title);
  json_key_int(j, "copies", x->count);
  if (x->look.colour) json_key_text(j, "colour", x->look.colour);
  json_key_int(j, "room", x->room);
  if (x->w) json_key_int(j, "w", x->w);
  if (x->w) json_key_int(j, "h", x->h);
  if (x->number) put_number(j, x);
  json_key_text(j, "state", "fine");
  json_close(j, '}');
  buf_free(&noun);
}

static void put_pieces(Json *j, const View *v, const Board *b)
{
  json_key_open(j, "pieces", '[');
  for (size_t i = 0; i < b->pieces.n; i++)
    if (b->pieces.at[i].value != NONE || b->pieces.at[i].type < 0)
      put_piece(j, v, &b->pieces.at[i]);
  json_close(j, ']');
}

static void put_lines(Json *j, const View *v, const Board *b, int width)
{
  Buf lines = {0};
  picture_lines(b, v, &lines, width, LINES_ALL, false);
  json_key_open(j, "lines", '[');
  for (const char *at = buf_text(&lines); *at;) {
    size_t n = strcspn(at, "\n");
    json_textn(j, at, n);
    at += n + (at[n] == '\n');
  }
  json_close(j, ']');
  buf_free(&lines);
}

static void put_view(Json *j, const View *v, const Board *b, const References *r,
                     bool pictures, int width)
{
  INVARIANT(b && b->arena);
  const char **answers = arena_alloc(b->arena, sizeof *answers * (b->items.n + 1));
  for (size_t i = 0; i < b->items.n; i++)
    answers[i] = answers_of(b->arena, v, &b->items.at[i], r);
  json_open(j, '{');
  json_key_text(j, "title", b->title);
  json_key_int(j, "width", b->width);
  json_key_int(j, "height", b->height);
  json_key_bool(j, "more", b->more || b->notes.n > MAX_VIEW_BYTES);
  if (!pictures || !b->width) put_lines(j, v, b, width);
  if (b->width) {
    Buf svg = {0};
    board_svg(b, &svg, answers);
    json_key_text(j, "svg", buf_text(&svg));
    buf_free(&svg);
  } else json_key_text(j, "svg", NULL);
  json_key_open(j, "items", '[');
  for (size_t i = 0; i < b->items.n && !pictures; i++)
    put_item(j, v, b, &b->items.at[i], answers[i]);
  json_close(j, ']');
  if (b->pieces.n) put_pieces(j, v, b);
  json_close(j, '}');
}

regel_data *regel_board(regel_game *g, int viewer, int what)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  View v = api_view(g, viewer);
  References r = {0};
  View known = picture_reader(&v);
  refer(&r, &known);
  json_open(&j, '{');
  json_key_open(&j, "views", '[');
  for (int i = 0; i < v.program->n_views; i++) {
    Board *b = board_new(&known, i, what == REGEL_BOARD_PLACES);
    /* A view of another variant, or one that has nothing to say. */
    if (b->items.n || b->notes.n)
      put_view(&j, &known, b, &r, what == REGEL_BOARD_PICTURES, api_width(g));
    board_free(b);
  }
  json_close(&j, ']');
  json_close(&j, '}');
  vec_free(&r);
  return api_data(arena, &j);
}
