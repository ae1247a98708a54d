/* From what a view tells to the items of a board.
 *
 * A view is run on a state in which everything that its reader may not know was dealt
 * anew: whatever it looks at, it cannot tell a secret.  What the reader does not see is
 * shown as unknown, and what lies somewhere unknown is not shown.  Ids and order come
 * from faces, never from the numbers of copies: these would follow one copy through a
 * shuffle. */
#include "interp/board/show.h"
#include "interp/text/log.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 2 /* between notes of one line */ };

/* ---- words ------------------------------------------------------------------------ */

static const char *keep(Board *b, Buf *words)
{
  b->bytes += words->n;
  if (b->bytes > MAX_BOARD_BYTES) b->more = true;
  const char *s = arena_strdup(b->arena, b->more ? "" : buf_text(words));
  buf_free(words);
  return s;
}

static const char *noun_of(Show *s, const int64_t *show, bool always)
{
  const Program *p = s->view.program;
  int row = (int)show[SHOW_NOUN_ROW];
  Buf words = {0};
  switch (show[SHOW_NOUN]) {
  case SHOWN_FIELD:
    if (always || p->fields[row].text >= 0)
      render_name(&s->view, &words, NAME_FIELD, row, NULL, NULL);
    break;
  case SHOWN_COLUMN:
    if (always || p->columns[row].text >= 0)
      render_name(&s->view, &words, NAME_COLUMN, row, NULL, NULL);
    break;
  case SHOWN_VALUE:
    if (p->values[row].text >= 0)
      render_value_name(&s->view, &words, p->values[row].text, p->values[row].name, NULL,
                        NULL);
    break;
  default: break;
  }
  if (!words.n) {
    buf_free(&words); /* a name may be empty */
    return NULL;
  }
  buf_capital(&words, 0);
  return keep(s->board, &words);
}

/* Of a field that has one for each of a kind: which. */
static const char *key_of(Show *s, const Event *e)
{
  const Program *p = s->view.program;
  int type = (int)e->show[SHOW_PER];
  int64_t key = e->shown[SHOWN_FOR];
  if (type < 0 || key == NONE) return NULL;
  const PType *t = &p->types[type];
  bool thing = t->tag == T_THING && key >= 0 && key < p->n_things;
  return thing || (t->tag == T_WORD && look_word(p, t, key)) ? show_title(s, type, key)
                                                             : NULL;
}

const char *show_title(Show *s, int type, int64_t value)
{
  Buf words = {0};
  if (s->view.program->types[type].tag == T_THING)
    render_thing(&s->view, &words, (int32_t)value);
  else render_scalar(&s->view, &words, type, value);
  buf_capital(&words, 0);
  return keep(s->board, &words);
}

/* ---- what is shown ------------------------------------------------------------------
 */

static bool good_thing(const Program *p, const PType *t, int64_t value)
{
  return t->tag != T_THING || (value >= 0 && value < p->n_things);
}

/* May the reader know the field that was read? */
static bool known(const Show *s, int field, int64_t of)
{
  const Program *p = s->view.program;
  if (field < 0) return true;
  bool thing = of >= 0 && of < p->n_things;
  return p->fields[field].flags & FIELD_PILE ||
         view_sees_field(&s->view, field, thing ? (int32_t)of : NONE);
}

/* A number that covers a part of a place is the number of a tile. */
static bool numbers_tile(const Program *p, const Event *e)
{
  int type = (int)e->show[SHOW_TYPE];
  return e->show[SHOW_SHAPE] == SHOW_PART && type >= 0 && p->types[type].tag == T_NUM;
}

/* What is printed on a thing, or is a tile of it, does not lie there. */
static bool is_inscribed(const Program *p, const Event *e)
{
  return e->show[SHOW_NOUN] == SHOWN_COLUMN || numbers_tile(p, e);
}

static void fill_pile(Show *s, Item *x, const int64_t *show)
{
  Board *b = s->board;
  const Program *p = s->view.program;
  int most = p->n_things;
  int32_t *things = zeroed((size_t)most + 1, sizeof *things);
  x->shape = ITEM_PILE;
  x->count = vm_pile_seen(s->view.vm, s->view.seat, (int)x->value, things, most);
  if (x->count > MAX_SHOWN) x->count = MAX_SHOWN, b->more = true;
  int32_t *kept = arena_alloc(b->arena, sizeof *kept * (size_t)(x->count + 1));
  memcpy(kept, things, sizeof *kept * (size_t)x->count);
  x->things = kept;
  free(things);
  x->noun = noun_of(s, show, true);
  x->title = x->noun ? x->noun : "";
  if (s->printed) x->shape = ITEM_PLACE, x->count = 0;
}

static void fill_scalar(Show *s, Item *x, const Event *e)
{
  const Program *p = s->view.program;
  const PType *t = &p->types[x->type];
  int field = e->show[SHOW_NOUN] == SHOWN_FIELD ? (int)e->show[SHOW_NOUN_ROW] : -1;
  bool lies = e->show[SHOW_SHAPE] == SHOW_ON || e->show[SHOW_SHAPE] == SHOW_PART;
  x->fixed = e->show[SHOW_NOUN] == SHOWN_COLUMN;
  x->noun = key_of(s, e);
  x->inscribed = lies && is_inscribed(p, e);
  if (!x->noun) x->noun = noun_of(s, e->show, false);
  if (t->tag == T_THING || t->tag == T_WORD) {
    x->shape = lies ? ITEM_TOKEN : ITEM_PLACE;
  } else if (t->tag == T_NUM) {
    x->shape = numbers_tile(p, e) ? ITEM_TILE : lies ? ITEM_PIPS : ITEM_PLACE;
    x->count = (int)x->value;
  } else x->shape = ITEM_LABEL; /* a flag: its noun */
  if (!known(s, field, e->shown[SHOWN_OF])) {
    x->hidden = true;
    x->title = "?";
    x->count = 0;
    x->value = NONE;
    return;
  }
  x->title =
      t->tag == T_FLAG ? (x->noun ? x->noun : "") : show_title(s, x->type, x->value);
  x->look = look_of(&s->view, x->type, x->value);
  if (t->tag != T_THING) return;
  const PThing *thing = &p->things[x->value];
  x->hidden = !view_sees_thing(&s->view, (int32_t)x->value);
  x->bare = p->kinds[thing->kind].width > 0 && thing->text < 0;
  if (!x->hidden) x->thing = program_string(p, thing->name);
}

static bool fill(Show *s, Item *x, const Event *e)
{
  const Program *p = s->view.program;
  x->value = e->shown[SHOWN_WHAT];
  if (e->show[SHOW_TYPE] < 0) {
    Buf words = {0};
    log_words(&s->view, &words, e);
    x->shape = ITEM_LABEL;
    x->value = NONE;
    x->title = keep(s->board, &words);
    return *x->title || e->show[SHOW_SHAPE] == SHOW_LINE;
  }
  x->type = (int)e->show[SHOW_TYPE];
  const PType *t = &p->types[x->type];
  if (x->value == NONE || !good_thing(p, t, x->value)) return false;
  if (t->tag == T_FLAG && !x->value) return false;
  if (t->tag == T_WORD && !look_word(p, t, x->value)) return false;
  int32_t of, per;
  if (t->tag == T_PILE && vm_pile_field(s->view.vm, (int)x->value, &of, &per) < 0)
    return false;
  if (t->tag == T_PILE) {
    fill_pile(s, x, e->show);
    return x->count || e->show[SHOW_SHAPE] != SHOW_ON; /* where nothing lies nothing is */
  }
  if (t->tag < T_NUM || t->tag > T_THING) return false;
  fill_scalar(s, x, e);
  return true;
}

/* ---- where ------------------------------------------------------------------------ */

static int tenths(int64_t mm)
{
  return mm == NONE || mm < 0 ? 0 : mm > MAX_BOARD ? MAX_BOARD * UNITS : (int)mm * UNITS;
}

static Box box_of(const int64_t *at)
{
  return (Box){tenths(at[0]), tenths(at[1]), tenths(at[2]), tenths(at[3])};
}

static void take_area(Show *s, const Event *e)
{
  const Program *p = s->view.program;
  Area a = {.shape = (int)e->show[SHOW_SHAPE], .box = box_of(e->shown + SHOWN_AT)};
  int type = (int)e->show[SHOW_TYPE], kind = type < 0 ? -1 : p->types[type].kind;
  if (kind >= 0) a.columns = p->kinds[kind].width, a.rows = p->kinds[kind].height;
  if (s->board->areas.n < MAX_SHOWN) vec_push(&s->board->areas, a);
  else s->board->more = true;
}

/* Where it lies, or false if the reader may not know that. */
static bool place(Show *s, Raw *r, const Event *e)
{
  const Program *p = s->view.program;
  const int64_t *at = e->shown + SHOWN_AT;
  Item *x = &r->item;
  switch (e->show[SHOW_SHAPE]) {
  case SHOW_AT: x->box = box_of(at); return at[0] != NONE && at[1] != NONE;
  case SHOW_EACH:
    x->area = (int)s->board->areas.n - 1;
    if (x->type >= 0 && p->types[x->type].tag == T_THING && x->value != NONE)
      x->cell = (int)x->value - p->kinds[p->things[x->value].kind].first;
    return x->area >= 0;
  case SHOW_LINE:
    x->shape = ITEM_LINE;
    r->ends[0] = (Spot){(int)e->show[SHOW_SPOT], at[0]};
    r->ends[1] = (Spot){(int)e->show[SHOW_END], at[1]};
    return at[0] != NONE && at[1] != NONE;
  case SHOW_PART:
    x->from = at[0], x->to = at[1], x->of = at[2];
    if (at[0] == NONE || at[1] == NONE || at[2] < 1 || at[1] <= at[0]) return false;
    /* fall through */
  case SHOW_ON:
    r->on = (Spot){(int)e->show[SHOW_SPOT], e->shown[SHOWN_ON]};
    return r->on.value != NONE &&
           known(s, (int)e->show[SHOW_SPOT_FIELD], e->shown[SHOWN_ON_OF]);
  default: return false;
  }
}

/* What lies face up in the pile that was shown last: each is seen, and can be chosen. */
static void take_faces(Show *s, size_t pile)
{
  const Program *p = s->view.program;
  int count = s->raw.at[pile].item.count;
  for (int i = 0; i < count && s->raw.n < MAX_SHOWN; i++) {
    const Item *x = &s->raw.at[pile].item;
    int32_t thing = x->things[i];
    if (!view_sees_thing(&s->view, thing)) continue;
    Raw r = {.item = {.type = p->kinds[p->things[thing].kind].type,
                      .shape = ITEM_TOKEN,
                      .value = thing,
                      .thing = program_string(p, p->things[thing].name),
                      .lies_in = true,
                      .area = -1,
                      .on = -1,
                      .ip = x->ip,
                      .ends = {-1, -1}},
             .on = {x->type, x->value},
             .pile = pile + 1,
             .order = s->raw.n};
    if (r.item.type < 0) continue;
    r.item.title = show_title(s, r.item.type, thing);
    r.item.look = look_of(&s->view, r.item.type, thing);
    vec_push(&s->raw, r);
  }
}

/* Things, words, numbers with a noun, and texts that are always the same: piles and what
 * is told of a place are none.  A place on which nothing of a sort lies has room for one.
 */
static void take_piece(Show *s, Raw *r, const Event *e)
{
  Item *x = &r->item;
  bool empty = e->show[SHOW_TYPE] >= 0 && e->shown[SHOWN_WHAT] == NONE;
  if (empty) x->type = (int)e->show[SHOW_TYPE], x->value = NONE, x->title = "";
  else if (!fill(s, x, e)) return;
  bool number = !empty && x->shape == ITEM_PIPS && x->noun && x->value && !x->hidden;
  bool piece = x->type < 0 ? !e->nargs : empty || number || x->shape == ITEM_TOKEN;
  if (number) x->title = x->noun, x->id = pieces_number_id(s, e);
  if (piece && !x->hidden && place(s, r, e)) vec_push(&s->loose, *r);
}

static void take_shown(Show *s, const Event *e)
{
  Board *b = s->board;
  int shape = (int)e->show[SHOW_SHAPE];
  if (shape == SHOW_SIZE) {
    b->width = tenths(e->shown[SHOWN_AT]) / UNITS;
    b->height = tenths(e->shown[SHOWN_AT + 1]) / UNITS;
    return;
  }
  if (shape >= SHOW_ROW && shape <= SHOW_GRID) {
    take_area(s, e);
    return;
  }
  if (s->raw.n + s->loose.n >= MAX_SHOWN) b->more = true;
  if (b->more) return;
  Raw r = {.item = {.type = -1, .area = -1, .on = -1, .ip = e->ip, .ends = {-1, -1}},
           .on = {-1, NONE},
           .order = s->raw.n};
  if (s->printed && (shape == SHOW_ON || shape == SHOW_PART) &&
      !is_inscribed(s->view.program, e)) {
    take_piece(s, &r, e);
    return;
  }
  if (!fill(s, &r.item, e) || !place(s, &r, e)) return;
  vec_push(&s->raw, r);
  if (r.item.shape == ITEM_PILE && !s->printed) take_faces(s, s->raw.n - 1);
}

/* A note without a column begins a line; one with a column goes on in it, there or where
 * the line has come to. */
static void end_line(Board *p)
{
  Buf *b = &p->notes;
  while (b->n > p->line && b->at[b->n - 1] == ' ') b->n--;
  if (b->n > p->line) buf_char(b, '\n');
  p->line = b->n;
  p->columns = p->noted = 0;
}

static void take_note(Show *s, const Event *e)
{
  Board *b = s->board;
  if (b->notes.n > MAX_VIEW_BYTES) return;
  int column =
      e->now > MAX_COLUMN ? MAX_COLUMN : (int)e->now; /* damaged: no rule says more */
  if (e->now == NONE) end_line(b);
  size_t from = b->notes.n;
  if (e->now != NONE) {
    int gap = column - 1 - b->columns;
    /* One that goes on at the same column is drawn on; another has lost its room. */
    buf_pad(&b->notes, gap < 0 && column > b->noted ? GAP : gap);
    b->noted = column;
  }
  log_words(&s->view, &b->notes, e);
  b->columns += text_width(buf_text(&b->notes) + from);
}

static void hear(void *user, Vm *vm, const Event *e)
{
  (void)vm;
  if (e->kind == EV_SHOW && e->show) take_shown(user, e);
  else if (e->kind == EV_NOTE) take_note(user, e);
}

/* ---- what lies on what ------------------------------------------------------------ */

bool show_same_spot(const Program *p, const Item *x, const Spot *at)
{
  if (x->type < 0 || at->type < 0 || x->value != at->value || x->hidden) return false;
  const PType *a = &p->types[x->type], *b = &p->types[at->type];
  if (a->tag != b->tag || a->tag == T_PILE || x->shape == ITEM_PIPS) return false;
  return a->tag != T_WORD || a->first_word == b->first_word;
}

/* The last place of that sort that was shown before, or else the first behind; only if
 * there is none, a token that was shown before. */
static int find_spot(const Show *s, const Spot *at, size_t before)
{
  int behind = -1, token = -1;
  if (at->type < 0 || at->value == NONE) return -1;
  for (size_t i = s->raw.n; i-- > 0;) {
    const Item *x = &s->raw.at[i].item;
    if (!show_same_spot(s->view.program, x, at)) continue;
    bool place = x->shape == ITEM_PLACE || x->shape == ITEM_LINE;
    if (place && i < before) return (int)i;
    if (place) behind = (int)i;
    else if (i < before && token < 0) token = (int)i;
  }
  return behind >= 0 ? behind : token;
}

static bool lies(const Raw *r) { return r->on.type >= 0; }

static void resolve(Show *s)
{
  for (size_t i = 0; i < s->raw.n; i++) {
    Raw *r = &s->raw.at[i];
    r->item.on = r->pile ? (int)r->pile - 1 : find_spot(s, &r->on, i);
    ItemShape on = r->item.on < 0 ? ITEM_TOKEN : s->raw.at[r->item.on].item.shape;
    r->item.inscribed &= on == ITEM_PLACE || on == ITEM_LINE;
    if (r->item.inscribed && r->item.shape == ITEM_TOKEN) r->item.shape = ITEM_LABEL;
    for (int k = 0; k < 2 && r->item.shape == ITEM_LINE; k++)
      r->item.ends[k] = find_spot(s, &r->ends[k], i);
  }
}

static int64_t face(const Program *p, const Item *x)
{
  if (x->hidden || x->type < 0) return -1;
  return p->types[x->type].tag == T_THING ? p->things[x->value].face : x->value;
}

/* ---- order and ids ---------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
  const Raw *x = *(Raw *const *)a, *y = *(Raw *const *)b;
  for (int i = 0; i < KEYS; i++)
    if (x->key[i] != y->key[i]) return x->key[i] < y->key[i] ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

const char *show_id(const Show *s, const Item *x)
{
  const Program *p = s->view.program;
  if (x->type < 0) return "text";
  const PType *t = &p->types[x->type];
  if (t->tag == T_PILE) {
    int32_t of, per;
    int field = vm_pile_field(s->view.vm, (int)x->value, &of, &per);
    if (field < 0) return "pile";
    const char *name = program_string(p, p->fields[field].name);
    if (p->fields[field].kind < 0 || !view_sees_thing(&s->view, of)) return name;
    return arena_printf(s->board->arena, "%s.%s", program_string(p, p->things[of].name),
                        name);
  }
  if (t->tag == T_THING && x->value != NONE && x->hidden)
    return program_string(p, p->kinds[p->things[x->value].kind].name);
  if (x->thing) return x->thing;
  if (t->tag == T_WORD && x->value != NONE) return look_word(p, t, x->value);
  if (t->tag == T_NUM && x->shape != ITEM_PIPS)
    return arena_printf(s->board->arena, "%d", (int)x->value);
  return "number";
}

/* How often each id was given: open addressing, at most a quarter full. */
typedef struct Given {
  const char *id;
  int times;
} Given;
typedef struct Ids {
  Given *at;
  size_t n;
} Ids;

static int times_given(Ids *ids, const char *id)
{
  uint32_t h = 2166136261u; /* FNV-1a */
  for (const char *c = id; *c; c++) h = (h ^ (unsigned char)*c) * 16777619u;
  size_t i = h % ids->n;
  while (ids->at[i].id && strcmp(ids->at[i].id, id)) i = (i + 1) % ids->n;
  ids->at[i].id = id;
  return ++ids->at[i].times;
}

/* The name of a face and what it lies on; equal ones are counted. */
static void name_items(const Show *s, Board *b)
{
  INVARIANT(b && b->arena);
  Ids ids = {NULL, 4 * b->items.n + 1};
  ids.at = arena_alloc(b->arena, ids.n * sizeof *ids.at);
  for (size_t i = 0; i < b->items.n; i++) {
    Item *x = &b->items.at[i];
    const char *id = show_id(s, x);
    if (x->on >= 0) id = arena_printf(b->arena, "%s@%s", id, b->items.at[x->on].id);
    int n = times_given(&ids, id);
    x->id = n > 1 ? arena_printf(b->arena, "%s#%d", id, n) : id;
  }
}

typedef struct Order {
  Raw **kids; /* by what they lie on */
  int *first; /* of each item, in kids; one more behind the last */
  int *now;   /* the new number of each item */
} Order;

static void put_item(Board *b, const Order *o, Raw *r)
{
  size_t old = r->order;
  o->now[old] = (int)b->items.n;
  if (r->item.on >= 0) r->item.on = o->now[r->item.on];
  vec_push(&b->items, r->item);
  for (int i = o->first[old]; i < o->first[old + 1]; i++) put_item(b, o, o->kids[i]);
}

/* Places as they were shown, then what lies on each of them. */
static void order_items(Show *s)
{
  Board *b = s->board;
  size_t n = s->raw.n, kids = 0;
  Order o = {arena_alloc(b->arena, (n + 1) * sizeof *o.kids),
             arena_alloc(b->arena, (n + 2) * sizeof *o.first),
             arena_alloc(b->arena, (n + 1) * sizeof *o.now)};
  for (size_t i = 0; i < n; i++) {
    Raw *r = &s->raw.at[i];
    o.now[i] = -1;
    if (!lies(r) || r->item.on < 0) continue;
    o.first[r->item.on + 1]++;
    int64_t key[KEYS] = {r->item.on, r->item.ip, r->item.from,
                         r->pile ? 0 : face(s->view.program, &r->item)};
    memcpy(r->key, key, sizeof key);
    o.kids[kids++] = r;
  }
  for (size_t i = 0; i < n; i++) o.first[i + 1] += o.first[i];
  if (kids) qsort(o.kids, kids, sizeof *o.kids, compare);
  /* Each place with what lies on it, one after the other, gives the order of ids; a
   * reader of the list finds all of a place together. */
  for (size_t i = 0; i < n; i++)
    if (!lies(&s->raw.at[i])) put_item(b, &o, &s->raw.at[i]);
  for (size_t i = 0; i < b->items.n; i++)
    for (int k = 0; k < 2; k++) {
      int *end = &b->items.at[i].ends[k];
      if (*end >= 0) *end = o.now[*end];
    }
}

/* Places of an area that lie apart: a thing on them stands between. */
static void count_areas(Board *b)
{
  INVARIANT(b && b->arena);
  for (size_t i = 0; i < b->items.n; i++) {
    const Item *x = &b->items.at[i];
    if (x->area < 0) continue;
    Area *a = &b->areas.at[x->area];
    if (!a->count++) a->first = (int)i;
  }
}

Board *board_new(const View *v, int i, bool printed)
{
  Arena *arena = arena_new();
  Board *b = ARENA_NEW(arena, Board);
  Show s = {.view = *v, .board = b, .printed = printed};
  Buf title = {0};
  b->arena = arena;
  render_words(v, &title, v->program->views[i].title);
  if (title.n) b->title = arena_strdup(arena, buf_text(&title));
  buf_clear(&title);
  words_add(v->lang, &title, SAY_COLON);
  b->colon = arena_strdup(arena, buf_text(&title));
  buf_free(&title);
  vm_show(v->vm, i, hear, &s);
  end_line(b);
  resolve(&s);
  order_items(&s);
  name_items(&s, b);
  count_areas(b);
  look_apart(v, b);
  if (b->width) board_layout(b);
  pieces_count(&s);
  vec_free(&s.raw);
  vec_free(&s.loose);
  return b;
}

void board_free(Board *b)
{
  if (!b) return;
  vec_free(&b->items);
  vec_free(&b->areas);
  vec_free(&b->pieces);
  buf_free(&b->notes);
  arena_free(b->arena);
}
