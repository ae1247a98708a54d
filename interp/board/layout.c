/* Where everything lies: places as the view says, and what lies on them inside. */
#include "interp/board/board_int.h"
#include "interp/base/invariant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int min_int(int a, int b) { return a < b ? a : b; }
static int max_int(int a, int b) { return a > b ? a : b; }

static Box centred(int x, int y, int w, int h)
{
  return (Box){x - w / 2, y - h / 2, w, h};
}
static int middle_x(const Box *b) { return b->x + b->w / 2; }
static int middle_y(const Box *b) { return b->y + b->h / 2; }

/* The i-th of n equal parts: nothing is lost by rounding. */
static int part(int whole, int i, int n) { return (int)((int64_t)whole * i / n); }

/* ---- areas ------------------------------------------------------------------------ */

static Box across(const Box *a, int i, int n)
{
  int x = part(a->w, i, n);
  return (Box){a->x + x, a->y, part(a->w, i + 1, n) - x, a->h};
}

static Box down(const Box *a, int i, int n)
{
  int y = part(a->h, i, n);
  return (Box){a->x, a->y + y, a->w, part(a->h, i + 1, n) - y};
}

/* Along the edge, clockwise from the corner at the left bottom as on most tracks of
 * points: up, to the right, down and back.  All cells are about as thick as they are
 * long. */
static Box along(const Box *a, int i, int n)
{
  int thick = 2 * (a->w + a->h) / (n + 4);
  thick = max_int(1, min_int(thick, min_int(a->w, a->h) / 3));
  int side = max_int(0, (a->h - 2 * thick + thick / 2) / thick);
  if (2 * side > n - 2) side = max_int(0, (n - 2) / 2);
  int top = (n - 2 * side + 1) / 2, bottom = n - 2 * side - top;
  Box left = {a->x, a->y + thick, thick, a->h - 2 * thick},
      right = {a->x + a->w - thick, a->y + thick, thick, a->h - 2 * thick},
      up = {a->x, a->y, a->w, thick}, low = {a->x, a->y + a->h - thick, a->w, thick};
  if (i == 0 && bottom > 0) return across(&low, 0, bottom);
  int k = i - (bottom > 0);
  if (k < side) return down(&left, side - 1 - k, side);
  k -= side;
  if (k < top) return across(&up, k, top);
  k -= top;
  if (k < side) return down(&right, k, side);
  k -= side;
  return across(&low, bottom - 1 - k, bottom);
}

enum { ARC_STEPS = 360 };
static const double CIRCLE = 6.283185307179586;

/* Points of an ellipse at equal distances, clockwise from the top. */
typedef struct Ellipse {
  int x, y; /* its middle */
  double rx, ry, step[ARC_STEPS + 1];
} Ellipse;

static Ellipse ellipse(const Box *a, int size)
{
  Ellipse e = {middle_x(a), middle_y(a), (a->w - size) / 2.0, (a->h - size) / 2.0, {0}};
  double across = 0, down = 1; /* before */
  for (int k = 1; k <= ARC_STEPS; k++) {
    double t = CIRCLE * k / ARC_STEPS, x = sin(t), y = cos(t);
    e.step[k] = e.step[k - 1] + hypot(e.rx * (x - across), e.ry * (y - down));
    across = x, down = y;
  }
  return e;
}

static Box on_ellipse(const Ellipse *e, int i, int n, int size)
{
  double way = e->step[ARC_STEPS] * i / n;
  int low = 0, high = ARC_STEPS;
  while (low < high) {
    int k = (low + high) / 2;
    if (e->step[k] < way) low = k + 1;
    else high = k;
  }
  double t = CIRCLE * low / ARC_STEPS;
  return centred(e->x + (int)lround(e->rx * sin(t)), e->y - (int)lround(e->ry * cos(t)),
                 size, size);
}

static bool touch(const Box *a, const Box *b, int gap)
{
  return abs(middle_x(a) - middle_x(b)) < (a->w + b->w) / 2 + gap &&
         abs(middle_y(a) - middle_y(b)) < (a->h + b->h) / 2 + gap;
}

static bool ring_fits(const Box *a, int n, int size)
{
  Ellipse e = ellipse(a, size);
  for (int i = 0; i < n; i++) {
    Box x = on_ellipse(&e, i, n, size);
    for (int k = 1; k <= 2 && k < n; k++) { /* further ones are further away */
      Box y = on_ellipse(&e, (i + k) % n, n, size);
      if (touch(&x, &y, size / 20 + 1)) return false;
    }
  }
  return true;
}

/* The largest places that do not touch.  The same ring is laid out for every picture of a
 * game: the last ones are remembered, for each thread. */
static int ring_size(const Box *a, int n)
{
  enum { RINGS = 8 };
  static _Thread_local struct {
    int w, h, n, size;
  } last[RINGS];
  static _Thread_local unsigned next;
  for (int i = 0; i < RINGS; i++)
    if (last[i].size && last[i].w == a->w && last[i].h == a->h && last[i].n == n)
      return last[i].size;
  int low = 1, high = min_int(a->w, a->h) / 3;
  while (low < high) {
    int size = (low + high + 1) / 2;
    if (ring_fits(a, n, size)) low = size;
    else high = size - 1;
  }
  unsigned i = next++ % RINGS;
  last[i].w = a->w, last[i].h = a->h, last[i].n = n, last[i].size = low;
  return low;
}

/* Row 1 lies at the bottom, column 1 on the left. */
static Box on_grid(const Area *a, int i)
{
  int columns = max_int(1, a->columns), rows = max_int(1, a->rows);
  Box row = down(&a->box, max_int(0, rows - 1 - i / columns), rows);
  return across(&row, i % columns, columns);
}

static Box area_box(const Area *a, int i)
{
  switch (a->shape) {
  case SHOW_COLUMN: return down(&a->box, i, a->count);
  case SHOW_LOOP: return along(&a->box, i, a->count);
  default: return across(&a->box, i, a->count);
  }
}

/* ---- places of their own ------------------------------------------------------------
 */

static bool is_point(const Item *x)
{
  bool placed = x->shape == ITEM_PLACE || x->shape == ITEM_PILE || x->shape == ITEM_LABEL;
  return placed && x->area < 0 && x->on < 0 && !x->box.w;
}

/* How high a box around each point can be, three wide for two high, so that none touch.
 */
static int point_height(const Board *b)
{
  INVARIANT(b && b->arena);
  int h = 220;
  for (size_t i = 0; i < b->items.n; i++) {
    const Item *x = &b->items.at[i];
    for (size_t j = i + 1; j < b->items.n && is_point(x); j++) {
      const Item *y = &b->items.at[j];
      if (!is_point(y)) continue;
      int dx = abs(x->box.x - y->box.x), dy = abs(x->box.y - y->box.y);
      int apart = max_int(dx * 2 / 3, dy);
      if (apart) h = min_int(h, apart * 9 / 10);
    }
  }
  return max_int(h, 30);
}

/* So far from the edge of the board. */
static void within(const Board *b, Box *x, int edge)
{
  int w = b->width * UNITS, h = b->height * UNITS;
  x->w = max_int(1, min_int(x->w, w - 2 * edge));
  x->h = max_int(1, min_int(x->h, h - 2 * edge));
  x->x = max_int(edge, min_int(x->x, w - edge - x->w));
  x->y = max_int(edge, min_int(x->y, h - edge - x->h));
}

enum { FRAME = 4 }; /* half of the frame of a place, which is drawn outside of it */

static void place_points(Board *b)
{
  INVARIANT(b && b->arena);
  int h = point_height(b);
  for (size_t i = 0; i < b->items.n; i++) {
    Item *x = &b->items.at[i];
    bool point = is_point(x);
    if (x->on >= 0 || x->shape == ITEM_LINE) continue;
    if (point) x->box = centred(x->box.x, x->box.y, h * 3 / 2, h);
    if (x->area < 0) within(b, &x->box, point ? FRAME : 0);
  }
}

/* The places of area k, which stand among what lies on them. */
static void place_area(Board *b, size_t k)
{
  INVARIANT(k < b->areas.n);
  Area *a = &b->areas.at[k];
  Ellipse e;
  int n = 0, size = 0;
  within(b, &a->box, 0);
  if (a->shape == SHOW_RING && a->count) {
    size = ring_size(&a->box, a->count);
    e = ellipse(&a->box, size);
  }
  for (size_t i = (size_t)a->first; n < a->count; i++) {
    Item *x = &b->items.at[i];
    if (x->area != (int)k) continue;
    if (a->shape == SHOW_RING) x->box = on_ellipse(&e, n, a->count, size);
    else if (a->shape == SHOW_GRID) x->box = on_grid(a, x->cell);
    else x->box = area_box(a, n);
    n++;
  }
}

/* ---- lines ------------------------------------------------------------------------ */

static int kids(const Board *b, size_t i)
{
  int n = 0;
  for (size_t k = i + 1; k < b->items.n && b->items.at[k].on >= (int)i; k++) n++;
  return n;
}

/* Between the middles of two places; of several between the same two each has its own
 * way.  What lies on it stands in the middle. */
static void place_line(Board *b, size_t i)
{
  INVARIANT(b && b->arena);
  Item *x = &b->items.at[i];
  if (x->ends[0] < 0 || x->ends[1] < 0) return;
  const Box *from = &b->items.at[x->ends[0]].box, *to = &b->items.at[x->ends[1]].box;
  for (size_t k = 0; k < i; k++) {
    const Item *y = &b->items.at[k];
    bool same = y->shape == ITEM_LINE &&
                ((y->ends[0] == x->ends[0] && y->ends[1] == x->ends[1]) ||
                 (y->ends[0] == x->ends[1] && y->ends[1] == x->ends[0]));
    if (same) x->side++;
  }
  int x1 = middle_x(from), y1 = middle_y(from), x2 = middle_x(to), y2 = middle_y(to);
  double length = hypot(x2 - x1, y2 - y1);
  int h = max_int(20, min_int(50, min_int(from->h, to->h) / 2)), n = kids(b, i);
  int away = x->side ? h * ((x->side + 1) / 2) * (x->side % 2 ? 1 : -1) : 0;
  int dx = length > 0 ? (int)(-(y2 - y1) / length * away) : 0;
  int dy = length > 0 ? (int)((x2 - x1) / length * away) : 0;
  x->ways = (Box){x1 + dx, y1 + dy, x2 + dx, y2 + dy};
  int mx = (x1 + x2) / 2 + dx, my = (y1 + y2) / 2 + dy;
  x->box = centred(mx, my, h * max_int(1, min_int(6, n + (n > 0))), h);
  within(b, &x->box, 0);
}

static bool is_in(const Box *x, int px, int py)
{
  return px > x->x && px < x->x + x->w && py > x->y && py < x->y + x->h;
}

/* Does a line run through a box, or close by? */
static bool runs_through(const Item *line, const Box *box)
{
  enum { POINTS = 40 };
  int near = box->h / 2;
  const Box wider = {box->x - near, box->y - near, box->w + 2 * near, box->h + 2 * near},
            *x = &wider;
  for (int k = 0; k <= POINTS; k++) {
    int px = line->ways.x + part(line->ways.w - line->ways.x, k, POINTS),
        py = line->ways.y + part(line->ways.h - line->ways.y, k, POINTS);
    if (is_in(x, px, py)) return true;
  }
  return false;
}

/* How much of a box others would cover: places, what was put on other lines, and those
 * lines themselves, on which it would seem to lie. */
static int64_t covered(const Board *b, size_t i, const Box *x)
{
  INVARIANT(b && b->arena);
  int64_t area = 0;
  for (size_t k = 0; k < b->items.n; k++) {
    const Item *y = &b->items.at[k];
    if (y->on >= 0 || k == i) continue;
    if (y->shape == ITEM_LINE && runs_through(y, x)) area += (int64_t)x->h * x->h / 4;
    if (y->shape == ITEM_LINE && k > i) continue;
    const Box *o = &y->box;
    int w = min_int(x->x + x->w, o->x + o->w) - max_int(x->x, o->x);
    int h = min_int(x->y + x->h, o->y + o->h) - max_int(x->y, o->y);
    if (w > 0 && h > 0) area += (int64_t)w * h;
  }
  return area;
}

/* Would a box hide most of what can be seen of a line between the places at its ends? */
static bool hides(const Board *b, size_t i, const Box *x)
{
  enum { POINTS = 40, MOST = 4 };
  const Item *line = &b->items.at[i];
  int seen = 0, left = 0;
  for (int k = 0; k <= POINTS; k++) {
    int px = line->ways.x + part(line->ways.w - line->ways.x, k, POINTS),
        py = line->ways.y + part(line->ways.h - line->ways.y, k, POINTS);
    if (is_in(&b->items.at[line->ends[0]].box, px, py) ||
        is_in(&b->items.at[line->ends[1]].box, px, py))
      continue;
    seen++;
    left += !is_in(x, px, py);
  }
  return seen && left * MOST < seen;
}

/* Between places that are near each other there is no room for what lies on the line:
 * it stands where the least of it is covered, as near to the middle as that goes. */
static void clear_line(Board *b, size_t i)
{
  INVARIANT(i < b->items.n);
  enum { STEPS = 6 };
  Item *x = &b->items.at[i];
  bool empty = !kids(b, i) && (x->bare || !*x->title);
  if (x->ends[0] < 0 || x->ends[1] < 0 || empty) return;
  if (!covered(b, i, &x->box) && !hides(b, i, &x->box)) return;
  double dx = x->ways.w - x->ways.x, dy = x->ways.h - x->ways.y, n = hypot(dx, dy);
  if (n <= 0) return;
  Box middle = x->box;
  double best = INFINITY;
  for (int k = -STEPS; k <= STEPS; k++)
    for (int j = -STEPS; j <= STEPS; j++) { /* along it, and away from it */
      double along = n * k / (4 * STEPS), away = middle.h * j / 2.0;
      Box at = middle;
      at.x += (int)lround(dx / n * along - dy / n * away);
      at.y += (int)lround(dy / n * along + dx / n * away);
      within(b, &at, 0);
      double cost = 1000.0 * (double)covered(b, i, &at) + hypot(along, 2 * away);
      if (hides(b, i, &at)) cost += 1000.0 * at.h * at.h / 4;
      if (cost < best) best = cost, x->box = at;
    }
}

/* ---- what lies on a place ------------------------------------------------------------
 */

static bool is_strip(const Item *x)
{
  return x->shape == ITEM_LABEL || x->shape == ITEM_PIPS;
}

/* The title stands at the top, of a long place on its left, of a line before what lies on
 * it; the rest is room. */
static void make_room(Item *x)
{
  Box r = x->box;
  int edge = max_int(2, min_int(r.w, r.h) / 20);
  if (x->shape == ITEM_PILE) r.w -= r.h / 14, r.h -= r.h / 14; /* as it is drawn */
  r = (Box){r.x + edge, r.y + edge, r.w - 2 * edge, r.h - 2 * edge};
  x->head = (Box){r.x, r.y, 0, 0};
  if (!x->bare && *x->title) {
    if (x->shape == ITEM_LINE) {
      r.x += x->box.h * 3 / 4, r.w -= x->box.h * 3 / 4;
    } else if (r.w > 5 * r.h) {
      int title = r.w / 6;
      x->head = (Box){r.x, r.y, title, r.h};
      r.x += title, r.w -= title;
    } else {
      int title = r.h * 36 / 100;
      x->head = (Box){r.x, r.y, r.w, title};
      r.y += title, r.h -= title;
    }
  }
  x->room = (Box){r.x, r.y, max_int(r.w, 1), max_int(r.h, 1)};
}

/* Those that cover a part of a place: lanes where they would cover each other. */
static void put_parts(Board *b, const int *list, int n, const Box *room)
{
  bool tall = room->h > 2 * room->w;
  VEC(int64_t) until = {0};
  VEC(int) lane = {0};
  for (int i = 0; i < n; i++) {
    const Item *x = &b->items.at[list[i]];
    size_t k = 0;
    while (k < until.n && until.at[k] > x->from) k++;
    if (k == until.n) vec_push(&until, 0);
    until.at[k] = x->to;
    vec_push(&lane, (int)k);
  }
  for (int i = 0; i < n; i++) {
    Item *x = &b->items.at[list[i]];
    int lanes = (int)until.n, whole = tall ? room->h : room->w;
    int64_t from = x->from < 0 ? 0 : x->from > x->of ? x->of : x->from;
    int64_t to = x->to < from ? from : x->to > x->of ? x->of : x->to;
    int at = (int)(whole * from / x->of), end = (int)(whole * to / x->of);
    Box strip = tall ? across(room, lane.at[i], lanes) : down(room, lane.at[i], lanes);
    x->box = tall ? (Box){strip.x, strip.y + at, strip.w, max_int(1, end - at)}
                  : (Box){strip.x + at, strip.y, max_int(1, end - at), strip.h};
  }
  vec_free(&until);
  vec_free(&lane);
}

enum { TOKEN = 80, STRIP = 34 }; /* the largest, in tenths of a millimetre */

/* As many in a row as make them largest. */
static void put_tokens(Board *b, const int *list, int n, const Box *room)
{
  int best = 0, columns = 1;
  for (int c = 1; c <= n; c++) {
    int rows = (n + c - 1) / c, size = min_int(room->w / c, room->h / rows);
    if (size > best) best = size, columns = c;
  }
  best = max_int(1, min_int(best, max_int(TOKEN, min_int(room->w, room->h) * 3 / 4)));
  int rows = (n + columns - 1) / columns;
  for (int i = 0; i < n; i++) {
    int row = i / columns, in_row = row == rows - 1 ? n - row * columns : columns;
    int x = room->x + (room->w - in_row * best) / 2 + (i % columns) * best;
    int y = room->y + (room->h - rows * best) / 2 + row * best, edge = best / 16;
    b->items.at[list[i]].box = (Box){x + edge, y + edge, max_int(1, best - 2 * edge),
                                     max_int(1, best - 2 * edge)};
  }
}

/* How many lines a text needs to be read. */
static int strip_lines(const Item *x, int w)
{
  enum { READ = 24, MOST = 3 }; /* letters, in tenths of a millimetre */
  if (x->shape != ITEM_LABEL) return 1;
  int needs = fit_width(x->title, strlen(x->title)) * READ / 1000;
  return max_int(1, min_int(MOST, (needs + w - 1) / max_int(w, 1)));
}

static void put_strips(Board *b, const int *list, int n, Box *room, bool tokens)
{
  int lines = 0, at = 0;
  for (int i = 0; i < n; i++) lines += strip_lines(&b->items.at[list[i]], room->w);
  int h = max_int(1, min_int(STRIP, room->h / (tokens ? lines + 2 : lines)));
  for (int i = 0; i < n; i++) {
    Item *x = &b->items.at[list[i]];
    int own = h * strip_lines(x, room->w);
    x->box = (Box){room->x, room->y + at, room->w, own};
    at += own;
  }
  room->y += at;
  room->h = max_int(1, room->h - at);
}

enum { FACE_W = 100, FACE_H = 34 }; /* the least that shows a title */

/* The faces of a pile that can be seen, as many as can be read, the uppermost ones if
 * there is not room for all. */
static void put_faces(Board *b, Item *p, const int *list, int n, const Box *room)
{
  INVARIANT(b && b->arena);
  int columns = max_int(1, room->w / FACE_W), most = room->h / FACE_H * columns;
  int shown = room->w < FACE_W * 3 / 4 ? 0 : min_int(n, most);
  p->faces = shown;
  columns = min_int(columns, shown);
  for (int i = 0; i < n; i++) b->items.at[list[i]].box = (Box){room->x, room->y, 0, 0};
  for (int i = 0; i < shown; i++) {
    Box row = down(room, i / columns, (shown + columns - 1) / columns);
    Box cell = across(&row, i % columns, columns);
    b->items.at[list[n - shown + i]].box =
        (Box){cell.x + 3, cell.y + 3, cell.w - 6, min_int(cell.h - 6, cell.w)};
  }
}

/* What lies on a token stands in its lower right corner, of a wide one at its right
 * end. */
static Box badge_room(const Box *x)
{
  bool wide = x->w > x->h * 3 / 2;
  int size = wide ? min_int(x->h, x->w / 3) : x->h * 45 / 100;
  return (Box){x->x + x->w - size, x->y + x->h - size, max_int(1, size),
               max_int(1, size)};
}

/* Parts would cover what else lies on their place: that stands at the end of the title,
 * or where there is none before the first part, so that parts keep their measure. */
static Box beside_parts(Item *p, Box *room)
{
  Box *from = p->head.w ? &p->head : room;
  int w = max_int(1, min_int(from->h, from->w / 2));
  if (from == room) {
    room->x += w, room->w = max_int(1, room->w - w);
    return (Box){room->x - w, room->y, w, room->h};
  }
  from->w -= w;
  return (Box){from->x + from->w, from->y, w, from->h};
}

static void fill_item(Board *b, size_t i)
{
  INVARIANT(i < b->items.n);
  VEC(int) strips = {0}, tokens = {0}, parts = {0}, tiles = {0};
  Item *p = &b->items.at[i];
  bool place = p->on < 0 || p->shape == ITEM_PILE;
  if (place) make_room(p);
  Box room = place ? p->room : badge_room(&p->box);
  for (size_t k = i + 1; k < b->items.n && b->items.at[k].on >= (int)i; k++) {
    const Item *x = &b->items.at[k];
    if (x->on != (int)i) continue;
    if (x->shape == ITEM_TILE) vec_push(&tiles, (int)k);
    else if (x->of) vec_push(&parts, (int)k);
    else if (is_strip(x) && p->shape != ITEM_LINE && place) vec_push(&strips, (int)k);
    else vec_push(&tokens, (int)k);
  }
  p->badge = parts.n || strips.n || tokens.n;
  if (parts.n || tiles.n) {
    Box beside = strips.n || tokens.n ? beside_parts(p, &room) : room;
    put_parts(b, tiles.at, (int)tiles.n, &room);
    put_parts(b, parts.at, (int)parts.n, &room);
    room = beside;
  }
  if (strips.n) put_strips(b, strips.at, (int)strips.n, &room, tokens.n > 0);
  if (tokens.n && p->shape == ITEM_PILE) put_faces(b, p, tokens.at, (int)tokens.n, &room);
  else if (tokens.n) put_tokens(b, tokens.at, (int)tokens.n, &room);
  vec_free(&strips);
  vec_free(&tokens);
  vec_free(&parts);
  vec_free(&tiles);
}

/* ---- titles ------------------------------------------------------------------------ */

enum { MOST_CLEARED = 600 }; /* items: a board that somebody could look at */
enum { LETTERS = 30, LEAST_LETTERS = 18 }; /* of a title, in tenths of a millimetre */

static bool are_siblings(const Item *x, const Item *y)
{
  return x->shape == y->shape && x->area == y->area && x->type == y->type &&
         x->box.h == y->box.h;
}

/* Titles of places that belong together are written alike, unless one of them is so long
 * that nobody could read the others. */
static void even_titles(Board *b)
{
  INVARIANT(b && b->arena);
  for (size_t i = 0; i < b->items.n; i++) {
    Item *x = &b->items.at[i];
    x->letters = LETTERS;
    if (x->shape != ITEM_PLACE || !x->head.w || !x->head.h || x->bare) continue;
    int own = fit_text(x->title, x->head.w, x->head.h, LETTERS).size;
    x->letters = max_int(own, LEAST_LETTERS);
  }
  for (size_t i = 0; i < b->items.n && b->items.n <= MOST_CLEARED; i++)
    for (size_t k = i + 1; k < b->items.n; k++) {
      Item *x = &b->items.at[i], *y = &b->items.at[k];
      if (x->shape != ITEM_PLACE || !are_siblings(x, y)) continue;
      x->letters = y->letters = min_int(x->letters, y->letters);
    }
}

void board_layout(Board *b)
{
  INVARIANT(b && b->arena);
  place_points(b);
  for (size_t i = 0; i < b->areas.n; i++) place_area(b, i);
  for (size_t i = 0; i < b->items.n; i++)
    if (b->items.at[i].shape == ITEM_LINE) place_line(b, i);
  for (size_t i = 0; i < b->items.n && b->items.n <= MOST_CLEARED; i++)
    if (b->items.at[i].shape == ITEM_LINE) clear_line(b, i);
  for (size_t i = 0; i < b->items.n; i++) fill_item(b, i);
  even_titles(b);
}
