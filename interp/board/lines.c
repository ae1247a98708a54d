/* A board in lines of text: each place with what lies on it.  Rows and loops run across
 * where there is room, tracks of numbers tell only where something lies, grids are
 * drawn. */
#include "interp/board/board_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 2 };
/* Colours stand in the lines as bytes without a width, from CODES on and ended by PLAIN,
 * until all is set; no text has these. */
enum { CODES = 1, PLAIN = 31, SKIPPED = 10 /* the line end is none of them */ };

typedef struct Entry { /* a place */
  Buf title;
  VEC(char *) things; /* what lies on it */
  VEC(int) ranks;     /* of each of them: how much it matters to who comes here */
} Entry;

typedef struct Group { /* places that were shown together */
  const Board *board;
  const View *view;
  Buf *out;
  int width;
  BoardLines which;
  VEC(int) items;
  VEC(Entry) each;
} Group;

/* ---- what lies on a place ---------------------------------------------------------- */

static void put_mark(Buf *b, int mark)
{
  int c = mark + CODES - 1;
  if (mark) buf_char(b, (char)(c >= SKIPPED ? c + 1 : c));
}

static void put_words(const Group *g, Buf *b, const Item *x)
{
  if (x->shape == ITEM_PILE) {
    if (*x->title) buf_printf(b, "%s%s", x->title, g->board->colon);
    render_pile_contents(g->view, b, (int)x->value);
  } else if (x->shape == ITEM_PIPS && x->noun) {
    buf_printf(b, "%s %s", x->noun, x->title);
  } else {
    int mark = look_mark(x->look.colour);
    put_mark(b, mark);
    buf_add(b, x->title);
    if (mark) buf_char(b, PLAIN);
  }
  if (x->of && x->to > x->from + 1) buf_printf(b, " %d–%d", (int)x->from + 1, (int)x->to);
  else if (x->of) buf_printf(b, " %d", (int)x->to);
}

/* With what lies on it in turn, in brackets. */
static size_t put_thing(const Group *g, Buf *b, size_t i)
{
  const Board *board = g->board;
  size_t k = i + 1;
  bool some = false;
  put_words(g, b, &board->items.at[i]);
  while (k < board->items.n && board->items.at[k].on >= (int)i) {
    if (board->items.at[k].lies_in) {
      k++;
      continue;
    }
    buf_add(b, some ? ", " : " (");
    some = true;
    k = put_thing(g, b, k);
  }
  if (some) buf_char(b, ')');
  return k;
}

/* What is printed on a line stands with its title. */
static bool is_folded(const Board *b, const Item *x)
{
  return x->inscribed && b->items.at[x->on].shape == ITEM_LINE;
}

/* Faces of a pile were told with it; the tiles of a place are counted where something
 * covers them. */
static bool is_told(const Board *b, size_t k, size_t i)
{
  if (k >= b->items.n || b->items.at[k].on < (int)i) return false;
  const Item *x = &b->items.at[k];
  return x->lies_in || x->shape == ITEM_TILE || is_folded(b, x);
}

/* Does the next item lie in this pile, to be read? */
static bool has_faces(const Board *b, size_t i)
{
  return i + 1 < b->items.n && b->items.at[i + 1].on == (int)i &&
         b->items.at[i + 1].lies_in;
}

/* People first, then what can be moved, what can be read, numbers that change, words,
 * what nobody can see into, and at last what is printed there. */
static int rank_of(const Group *g, size_t i)
{
  const Program *p = g->view->program;
  const Item *x = &g->board->items.at[i];
  bool thing = x->type >= 0 && p->types[x->type].tag == T_THING && x->value != NONE;
  if (x->fixed) return 6;
  if (x->shape == ITEM_PILE) return has_faces(g->board, i) ? 2 : 5;
  if (x->shape == ITEM_LABEL) return 4;
  if (x->shape == ITEM_PIPS) return 3;
  return !(thing && p->kinds[p->things[x->value].kind].flags & KIND_PLAYER);
}

/* Equal ones in a row are counted. */
static void take_things(Group *g, Entry *e, size_t i)
{
  const Board *b = g->board;
  Buf last = {0};
  int times = 0, rank = 0;
  for (size_t k = i + 1; k <= b->items.n;) {
    Buf words = {0};
    while (is_told(b, k, i)) k++;
    bool more = k < b->items.n && b->items.at[k].on >= (int)i;
    int own = more ? rank_of(g, k) : 0;
    if (more) k = put_thing(g, &words, k);
    if (times && (!more || strcmp(buf_text(&last), buf_text(&words)))) {
      Buf said = {0};
      if (times > 1) buf_printf(&said, "%d× ", times);
      buf_add(&said, buf_text(&last));
      vec_push(&e->things, buf_take(&said));
      vec_push(&e->ranks, rank);
      times = 0;
    }
    buf_free(&last);
    last = words;
    rank = own;
    times++;
    if (!more) break;
  }
  buf_free(&last);
}

/* "A (yellow)" */
static void put_folded(const Group *g, Buf *b, int i)
{
  const Board *board = g->board;
  bool some = false;
  for (size_t k = (size_t)i + 1; k < board->items.n && board->items.at[k].on >= i; k++) {
    if (board->items.at[k].on != i || !is_folded(board, &board->items.at[k])) continue;
    buf_add(b, some ? ", " : b->n ? " (" : "(");
    put_words(g, b, &board->items.at[k]);
    some = true;
  }
  if (some) buf_char(b, ')');
}

static void take_entry(Group *g, int i)
{
  INVARIANT((size_t)i < g->board->items.n);
  const Item *x = &g->board->items.at[i];
  Entry e = {{0}, {0}, {0}};
  buf_add(&e.title, x->title);
  put_folded(g, &e.title, i);
  if (x->shape == ITEM_LINE && x->ends[0] >= 0 && x->ends[1] >= 0) {
    const Item *items = g->board->items.at;
    if (e.title.n) buf_char(&e.title, ' ');
    buf_printf(&e.title, "%s – %s", items[x->ends[0]].title, items[x->ends[1]].title);
  }
  if (x->shape == ITEM_PILE) {
    Buf words = {0};
    render_pile_contents(g->view, &words, (int)x->value);
    vec_push(&e.things, buf_take(&words));
    vec_push(&e.ranks, 0);
  }
  take_things(g, &e, (size_t)i);
  vec_push(&g->items, i);
  vec_push(&g->each, e);
}

/* Bytes of a thing before what stands in brackets at its end. */
static size_t before_bracket(const char *thing)
{
  const char *bracket = strrchr(thing, '(');
  bool ends = bracket && bracket > thing && thing[strlen(thing) - 1] == ')';
  return ends ? (size_t)(bracket - thing) - 1 : strlen(thing);
}

/* What is so of several in a row is said of the last: "a tank, a mine (Germans)". */
static void joined(const Entry *e, Buf *b)
{
  for (size_t i = 0; i < e->things.n; i++) {
    const char *thing = e->things.at[i],
               *next = i + 1 < e->things.n ? e->things.at[i + 1] : "";
    size_t n = before_bracket(thing);
    bool again = thing[n] && !strcmp(thing + n, next + before_bracket(next));
    if (i) buf_add(b, ", ");
    buf_addn(b, thing, again ? n : strlen(thing));
  }
}

/* ---- ways to set it ---------------------------------------------------------------- */

/* A track: only where something lies. */
static void put_track(const Group *g)
{
  Buf words = {0};
  int at;
  buf_printf(&words, "%s–%s%s", buf_text(&g->each.at[0].title),
             buf_text(&g->each.at[g->each.n - 1].title), g->board->colon);
  at = text_width(buf_text(&words));
  buf_add(g->out, buf_text(&words));
  buf_clear(&words);
  for (size_t i = 0; i < g->each.n; i++) {
    const Entry *e = &g->each.at[i];
    if (!e->things.n) continue;
    if (words.n) buf_add(&words, "; ");
    buf_printf(&words, "%s ", buf_text(&e->title));
    joined(e, &words);
  }
  buf_wrap(g->out, buf_text(&words), at, at, g->width);
  buf_char(g->out, '\n');
  buf_free(&words);
}

static int entry_width(const Entry *e)
{
  int w = text_width(buf_text(&e->title));
  for (size_t i = 0; i < e->things.n; i++)
    if (text_width(e->things.at[i]) > w) w = text_width(e->things.at[i]);
  return w;
}

/* Side by side, what lies on each place under it; false if there is no room. */
static bool put_across(const Group *g)
{
  int total = 0;
  size_t most = 0;
  for (size_t i = 0; i < g->each.n; i++) {
    total += entry_width(&g->each.at[i]) + (i ? GAP : 0);
    if (g->each.at[i].things.n > most) most = g->each.at[i].things.n;
  }
  if (total > g->width) return false;
  for (size_t row = 0; row <= most; row++) {
    for (size_t i = 0; i < g->each.n; i++) {
      const Entry *e = &g->each.at[i];
      const char *s = !row                 ? buf_text(&e->title)
                      : row <= e->things.n ? e->things.at[row - 1]
                                           : "";
      buf_add(g->out, s);
      buf_pad(g->out, entry_width(e) - text_width(s) + GAP);
    }
    while (g->out->n && g->out->at[g->out->n - 1] == ' ') g->out->n--;
    buf_char(g->out, '\n');
  }
  return true;
}

/* A thing that has a comma itself ("cards of Ada, Bram and Elsa") stays one thing. */
static void put_whole(Buf *b, const char *thing)
{
  for (const char *s = thing; *s; s++)
    if (s[0] == ' ' && s > thing && s[-1] == ',') buf_add(b, "\xc2\xa0");
    else buf_char(b, *s);
}

/* "Place: what lies there", a line for each. */
static void put_apart(const Group *g)
{
  for (size_t i = 0; i < g->each.n; i++) {
    const Entry *e = &g->each.at[i];
    buf_add(g->out, buf_text(&e->title));
    if (e->title.n) buf_add(g->out, g->board->colon);
    for (size_t k = 0; k < e->things.n; k++) {
      buf_add(g->out, k ? ", " : "");
      put_whole(g->out, e->things.at[k]);
    }
    if (!e->things.n) buf_add(g->out, "–");
    buf_char(g->out, '\n');
  }
}

/* One under the other; short ones in columns. */
static void put_down(const Group *g)
{
  int titles = 0, widest = 0;
  bool titled = false;
  for (size_t i = 0; i < g->each.n; i++) {
    const Entry *e = &g->each.at[i];
    int w = text_width(buf_text(&e->title));
    if (w > titles && w <= g->width / 2) titles = w;
    titled |= w > 0;
  }
  if (titled) titles += GAP;
  for (size_t i = 0; i < g->each.n; i++) {
    Buf words = {0};
    joined(&g->each.at[i], &words);
    int own = text_width(buf_text(&g->each.at[i].title)), w = titles;
    if (words.n && own >= titles) w = own + titled;
    w += text_width(buf_text(&words));
    if (own > w) w = own;
    if (w > widest) widest = w;
    buf_free(&words);
  }
  int columns = g->each.n > 4 ? (g->width + GAP) / (widest + GAP) : 1;
  if (columns < 1) columns = 1;
  size_t rows = (g->each.n + (size_t)columns - 1) / (size_t)columns;
  for (size_t row = 0; row < rows; row++) {
    int at = 0;
    for (size_t i = row; i < g->each.n; i += rows) {
      Buf words = {0};
      buf_pad(g->out, (int)(i / rows) * (widest + GAP) - at);
      at = (int)(i / rows) * (widest + GAP);
      const Entry *e = &g->each.at[i];
      int own = text_width(buf_text(&e->title));
      joined(e, &words);
      buf_add(g->out, buf_text(&e->title));
      if (words.n) buf_pad(g->out, own < titles ? titles - own : titled);
      if (words.n && own >= titles) own += titled;
      if (words.n && own < titles) own = titles;
      if (columns == 1) buf_wrap(g->out, buf_text(&words), own, titles, g->width);
      else buf_add(g->out, buf_text(&words));
      at += own + text_width(buf_text(&words));
      buf_free(&words);
    }
    buf_char(g->out, '\n');
  }
}

/* ---- grids ----------------------------------------------------------------------- */

static const char *sign_of(const Item *x)
{
  return x->sign && *x->sign ? x->sign : x->title;
}

/* The next thing that lies on a square itself, from item i on; -1: no more. */
static int next_on(const Group *g, int square, int i)
{
  const Board *b = g->board;
  for (; i < (int)b->items.n && b->items.at[i].on >= square; i++)
    if (b->items.at[i].on == square && !b->items.at[i].lies_in) return i;
  return -1;
}

/* How wide the signs of all that lies on a square are, with commas between them. */
static int signs_width(const Group *g, int square)
{
  int wide = 0;
  for (int i = next_on(g, square, square + 1); i >= 0; i = next_on(g, square, i + 1))
    wide += text_width(sign_of(&g->board->items.at[i])) + (wide > 0);
  return wide;
}

/* The signs of what lies on a square, in the order in which it was shown; what there is
 * no room for stands below the grid. */
static void put_signs(const Group *g, Buf *b, int square, int room)
{
  bool whole = signs_width(g, square) <= room;
  int at = 0;
  for (int i = next_on(g, square, square + 1); i >= 0; i = next_on(g, square, i + 1)) {
    const Item *x = &g->board->items.at[i];
    int mark = look_mark(x->look.colour), wide = text_width(sign_of(x)) + (at > 0);
    if (at && !whole && at + wide + 1 > room) break;
    if (at) buf_char(b, ',');
    put_mark(b, mark);
    buf_add(b, sign_of(x));
    if (mark) buf_char(b, PLAIN);
    at += wide;
  }
  if (!whole) buf_add(b, "…");
  if (!at) buf_char(b, '.');
}

/* Signs that are no words, and whose numbers these are. */
static void put_legend(const Group *g)
{
  VEC(const char *) told = {0};
  for (size_t k = 0; k < g->items.n; k++) {
    int square = g->items.at[k];
    for (int i = next_on(g, square, square + 1); i >= 0; i = next_on(g, square, i + 1)) {
      const Item *x = &g->board->items.at[i];
      bool pips = x->shape == ITEM_PIPS && x->noun;
      const char *key = pips ? x->noun : x->sign;
      bool known = !key || (!pips && !strcmp(x->sign, x->title));
      for (size_t n = 0; n < told.n && !known; n++) known = !strcmp(told.at[n], key);
      if (known) continue;
      buf_printf(g->out, "%s%s %s", told.n ? ", " : "     ", pips ? "n" : x->sign,
                 pips ? x->noun : x->title);
      vec_push(&told, key);
    }
  }
  if (told.n) buf_char(g->out, '\n');
  vec_free(&told);
}

/* How wide the squares are: as what lies on them, or as there is room. */
static int square_width(const Group *g, const Area *a)
{
  int cell = a->columns > 9 ? 2 : 1, room = (g->width - 5) / a->columns - 1;
  for (size_t i = 0; i < g->items.n; i++) {
    int wide = signs_width(g, g->items.at[i]);
    if (wide > cell) cell = wide;
  }
  return cell <= room || room < 4 ? cell : room;
}

/* Squares on which more lies than they have room for. */
static void put_crowded(const Group *g, int cell)
{
  for (size_t i = 0; i < g->items.n; i++) {
    Buf words = {0};
    if (signs_width(g, g->items.at[i]) <= cell) continue;
    buf_printf(&words, "%s%s", buf_text(&g->each.at[i].title), g->board->colon);
    joined(&g->each.at[i], &words);
    buf_pad(g->out, 5);
    buf_wrap(g->out, buf_text(&words), 5, 7, g->width);
    buf_char(g->out, '\n');
    buf_free(&words);
  }
}

static void put_grid(const Group *g, const Area *a)
{
  int n = a->columns * a->rows, cell = square_width(g, a);
  VEC(int) at = {0}; /* the item that each square is, -1: it is not shown */
  for (int i = 0; i < n; i++) vec_push(&at, -1);
  for (size_t i = 0; i < g->items.n; i++) {
    int square = g->board->items.at[g->items.at[i]].cell;
    if (square >= 0 && square < n) at.at[square] = g->items.at[i];
  }
  for (int y = a->rows; y >= 1; y--) {
    buf_printf(g->out, "%3d  ", y);
    for (int x = 0; x < a->columns; x++) {
      int item = at.at[(y - 1) * a->columns + x];
      size_t from = g->out->n;
      if (item >= 0) put_signs(g, g->out, item, cell);
      buf_pad(g->out, cell + 1 - text_width(buf_text(g->out) + from));
    }
    while (g->out->n && g->out->at[g->out->n - 1] == ' ') g->out->n--;
    buf_char(g->out, '\n');
  }
  buf_pad(g->out, 5);
  for (int x = 1; x <= a->columns; x++)
    buf_printf(g->out, "%-*d", x < a->columns ? cell + 1 : 1, x);
  buf_char(g->out, '\n');
  put_legend(g);
  put_crowded(g, cell);
  vec_free(&at);
}

/* Lines on which nothing lies are named one after the other. */
static void put_bare_lines(Group *g)
{
  Buf words = {0};
  size_t kept = 0;
  for (size_t i = 0; i < g->each.n; i++) {
    Entry *e = &g->each.at[i];
    if (e->things.n) {
      g->each.at[kept++] = *e;
      continue;
    }
    buf_printf(&words, "%s%s", words.n ? ", " : "", buf_text(&e->title));
    buf_free(&e->title);
  }
  g->each.n = kept;
  if (kept) put_down(g);
  if (g->which == LINES_BUSY) buf_clear(&words);
  buf_wrap(g->out, buf_text(&words), 0, 0, g->width);
  if (words.n) buf_char(g->out, '\n');
  buf_free(&words);
}

static void forget(Group *g)
{
  for (size_t i = 0; i < g->each.n; i++) {
    Entry *e = &g->each.at[i];
    for (size_t k = 0; k < e->things.n; k++) free(e->things.at[k]);
    vec_free(&e->things);
    vec_free(&e->ranks);
    buf_free(&e->title);
  }
  g->each.n = g->items.n = 0;
}

static void put_group(Group *g)
{
  const Item *first = &g->board->items.at[g->items.at[0]];
  const Area *a = first->area >= 0 ? &g->board->areas.at[first->area] : NULL;
  bool some = false,
       number = first->type >= 0 && g->view->program->types[first->type].tag == T_NUM;
  if (a && a->shape == SHOW_GRID) put_grid(g, a);
  else if (g->which == LINES_APART && !(a && number)) put_apart(g);
  else if (first->shape == ITEM_LINE && (g->which == LINES_BUSY || g->each.n > 4))
    put_bare_lines(g);
  else if (a && number) {
    for (size_t i = 0; i < g->each.n; i++) some |= g->each.at[i].things.n > 0;
    if (some) put_track(g);
  } else if (!a || a->shape == SHOW_COLUMN || !put_across(g)) put_down(g);
  forget(g);
}

/* Puts in what a terminal understands, or nothing. */
static void set_colours(Buf *b, size_t from, bool color)
{
  Buf set = {0};
  for (size_t i = from; i < b->n; i++) {
    int c = (unsigned char)b->at[i];
    if (c == PLAIN) buf_add(&set, color ? "\033[0m" : "");
    else if (c < PLAIN && c != '\n') {
      const Colour *k = look_marked(c - CODES + 1 - (c > SKIPPED));
      if (color && k) buf_printf(&set, "\033[%sm", k->code);
    } else buf_char(&set, (char)c);
  }
  b->n = from;
  buf_add(b, buf_text(&set));
  buf_free(&set);
}

/* Are they told together? */
static bool together(const Item *a, const Item *b)
{
  return a->area == b->area &&
         (a->area >= 0 ||
          (a->shape == b->shape && (a->type == b->type || a->shape == ITEM_PILE)));
}

void board_text(const Board *b, const View *v, Buf *out, int width, BoardLines which,
                bool color)
{
  INVARIANT(b && b->arena);
  Group g = {b, v, out, width, which, {0}, {0}};
  size_t from = out->n;
  if (which == LINES_NOTES) return;
  for (size_t i = 0; i < b->items.n; i++) {
    const Item *x = &b->items.at[i];
    if (x->on >= 0) continue;
    bool told = false; /* with the first of its group */
    for (size_t k = 0; k < i && !told; k++)
      told = b->items.at[k].on < 0 && together(&b->items.at[k], x);
    if (told) continue;
    for (size_t k = i; k < b->items.n; k++)
      if (b->items.at[k].on < 0 && together(&b->items.at[k], x)) take_entry(&g, (int)k);
    put_group(&g);
  }
  set_colours(out, from, color);
  vec_free(&g.items);
  vec_free(&g.each);
}

/* The last place of a track: a number alone says little of how far something has come. */
static const char *track_end(const Board *b, int area)
{
  const char *end = "";
  for (size_t i = 0; i < b->items.n; i++)
    if (b->items.at[i].area == area) end = b->items.at[i].title;
  return end;
}

/* The places on which a token lies: this one, where there are others like it. */
static void lies_on(const Board *b, const Program *p, int32_t thing, Buf *out)
{
  INVARIANT(b && b->arena);
  INVARIANT(p && p->header);
  bool alone = p->things[thing].copies <= 1;
  for (size_t i = 0; i < b->items.n; i++) {
    const Item *x = &b->items.at[i];
    bool is = x->on >= 0 && x->type >= 0 && p->types[x->type].tag == T_THING &&
              !x->hidden && !x->lies_in;
    if (!is ||
        (alone ? p->things[x->value].face != p->things[thing].face : x->value != thing))
      continue;
    const Item *place = &b->items.at[x->on];
    bool track = place->area >= 0 && p->types[place->type].tag == T_NUM;
    buf_printf(out, "%s%s", out->n ? ", " : "", place->title);
    if (track) buf_printf(out, "/%s", track_end(b, place->area));
  }
}

/* What matters most to who comes there goes first. */
static void put_first(Entry *e)
{
  for (size_t i = 1; i < e->things.n; i++)
    for (size_t k = i; k > 0 && e->ranks.at[k] < e->ranks.at[k - 1]; k--) {
      char *thing = e->things.at[k];
      int rank = e->ranks.at[k];
      e->things.at[k] = e->things.at[k - 1], e->ranks.at[k] = e->ranks.at[k - 1];
      e->things.at[k - 1] = thing, e->ranks.at[k - 1] = rank;
    }
}

/* As much as there is room for, part by part. */
static void add_shortened(Buf *out, const char *words, int width)
{
  size_t end = 0;
  for (const char *s = words; (s = strstr(s, ", ")); s += 2) {
    Buf part = {0};
    buf_addn(&part, words, (size_t)(s + 2 - words));
    if (text_width(buf_text(&part)) + 1 <= width) end = part.n;
    buf_free(&part);
  }
  if (text_width(words) <= width) buf_add(out, words);
  else if (!end) buf_column(out, words, width);
  else {
    buf_addn(out, words, end);
    buf_add(out, "…");
  }
}

void board_about(const Board *b, const View *v, int32_t thing, const char *known_as,
                 Buf *out, int width)
{
  INVARIANT(b && b->arena);
  INVARIANT(v && v->program);
  Group g = {b, v, out, width, LINES_APART, {0}, {0}};
  const Program *p = v->program;
  Buf words = {0};
  for (size_t i = 0; i < b->items.n && !g.each.n; i++) {
    const Item *x = &b->items.at[i];
    bool is = x->on < 0 && x->type >= 0 && p->types[x->type].tag == T_THING && !x->hidden;
    if (is && p->things[x->value].face == p->things[thing].face) take_entry(&g, (int)i);
  }
  if (g.each.n) {
    const Item *x = &b->items.at[g.items.at[0]];
    const Item *from = x->ends[0] >= 0 ? &b->items.at[x->ends[0]] : NULL;
    const Item *to = x->ends[1] >= 0 ? &b->items.at[x->ends[1]] : NULL;
    if (x->shape == ITEM_LINE && from && to &&
        !(strstr(known_as, from->title) && strstr(known_as, to->title)))
      buf_printf(&words, "%s – %s", from->title, to->title);
    if (words.n && g.each.at[0].things.n) buf_add(&words, b->colon);
    put_first(&g.each.at[0]);
    joined(&g.each.at[0], &words);
  } else lies_on(b, p, thing, &words);
  size_t from = out->n;
  add_shortened(out, buf_text(&words), width);
  set_colours(out, from, false);
  forget(&g);
  vec_free(&g.items);
  vec_free(&g.each);
  buf_free(&words);
}
