/* The table of a game.
 *
 * What is empty, none or not so for all things of a kind is not said.
 *
 * Fields with a text are what an author means to be read.  A kind (or a game) that has
 * none of those shows all its fields, so that a first draft can be looked at too; kinds
 * that lie in piles are read there. */
#include "interp/board/describe.h"
#include "interp/base/invariant.h"
#include "interp/base/arena.h"
#include "interp/board/grid.h"
#include "interp/board/picture.h"

#include <stdlib.h>
#include <string.h>

typedef struct Page {
  const View *view;
  Buf *out;
  int width;
  VEC(int) fields; /* of the kind at hand; from n_fields on: its values, by column */
  VEC(int32_t) things;
  Buf *cells;  /* (things + 1) rows of (fields + 1) columns; row 0 is the head */
  int *widths; /* of the columns */
  bool final;  /* at the end: what is 0 for everybody was never in play */
} Page;

/* ---- which fields and things ---------------------------------------------------- */

static bool worth_showing(const Program *p, const PField *f, bool all)
{
  if (f->flags & (FIELD_HIDDEN | FIELD_DRAWN)) return false; /* drawn: said already */
  if (f->flags & FIELD_PILE) return true;
  return f->text >= 0 ||
         (all && !(f->flags & FIELD_OPTION) && p->types[f->type].tag != T_TEXT);
}

static bool is_value(const Program *p, int field) { return field >= p->n_fields; }

/* At the end: the values of its players that have a name say how it stands. */
static void pick_values(Page *g, int kind)
{
  const Program *p = g->view->program;
  for (int i = 0; i < p->n_columns; i++)
    if (p->columns[i].kind == kind && p->columns[i].text >= 0)
      vec_push(&g->fields, p->n_fields + i);
}

static void pick_fields(Page *g, int kind)
{
  const Program *p = g->view->program;
  bool all = kind < 0 || p->kinds[kind].cells < 0;
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].kind == kind && p->fields[i].text >= 0 &&
        !(p->fields[i].flags & (FIELD_HIDDEN | FIELD_OPTION)))
      all = false;
  g->fields.n = 0;
  if (g->final) pick_values(g, kind);
  bool values = g->fields.n; /* beside them what lay open all the time is left out */
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].kind == kind && worth_showing(p, &p->fields[i], all) &&
        !(values && p->fields[i].seen == SEEN_ALL))
      vec_push(&g->fields, i);
}

static void pick_things(Page *g, int kind)
{
  const View *v = g->view;
  const PKind *k = &v->program->kinds[kind];
  g->things.n = 0;
  for (int i = 0; i < k->count; i++) {
    int32_t t = k->first + i;
    if (k->flags & KIND_PLAYER && i >= vm_seats(v->vm)) break;
    if (!board_present(v->vm, t)) continue;
    if (k->cells >= 0 && (vm_pile_of(v->vm, t) < 0 || !view_sees_thing(v, t))) continue;
    vec_push(&g->things, t);
  }
}

/* ---- one cell ------------------------------------------------------------------- */

static void put_cell(const View *v, Buf *b, int field, int32_t thing, int32_t per)
{
  INVARIANT(field >= 0 && field < v->program->n_fields);
  const PField *f = &v->program->fields[field];
  if (f->flags & FIELD_PILE) {
    render_pile_contents(v, b, vm_pile_number(v->vm, field, thing, per));
    return;
  }
  int words = v->program->types[f->type].words;
  VEC(int64_t) value = {0};
  vec_reserve(&value, (size_t)(words > 0 ? words : 1));
  if (f->flags & FIELD_WIDE || words > 1)
    vm_get_wide_seen(v->vm, v->seat == VIEW_ALL ? thing : v->seat, field, thing, per,
                     value.at);
  else value.at[0] = view_get(v, field, thing, per);
  render_value(v, b, f->type, value.at);
  vec_free(&value);
}

static bool is_quiet(const View *v, int field, int32_t thing, int32_t per)
{
  INVARIANT(field >= 0 && field < v->program->n_fields);
  const PField *f = &v->program->fields[field];
  if (f->flags & FIELD_PILE || f->flags & FIELD_WIDE) return false;
  int64_t value = view_get(v, field, thing, per);
  return value == NONE || (v->program->types[f->type].tag == T_FLAG && !value);
}

static void put_printed(const View *v, Buf *b, int column, int32_t thing)
{
  const Program *p = v->program;
  const PColumn *c = &p->columns[column];
  int at = thing - p->kinds[c->kind].first, words = p->types[c->type].words;
  int chunk = c->slot < 0 ? -1 : p->slot_chunks[p->slots[c->slot].first + at];
  const int64_t *value = c->base >= 0 ? p->consts + c->base + at * words
                         : chunk >= 0 ? vm_eval(v->vm, chunk, thing, thing)
                                      : NULL;
  if (value) render_value(v, b, c->type, value);
  else words_add(v->lang, b, SAY_NONE);
}

/* A field that has one cell for each thing of a kind: "Red: 3, Blue: 1". */
static void put_field(const View *v, Buf *b, int field, int32_t thing)
{
  if (is_value(v->program, field)) {
    put_printed(v, b, field - v->program->n_fields, thing);
    return;
  }
  INVARIANT(field >= 0 && field < v->program->n_fields);
  const PField *f = &v->program->fields[field];
  if (!(f->flags & FIELD_PILE) && !view_sees_field(v, field, thing)) {
    words_add(v->lang, b, SAY_UNSEEN);
    return;
  }
  if (f->per_type < 0) {
    put_cell(v, b, field, thing, f->per_first);
    return;
  }
  size_t from = b->n;
  bool things = v->program->types[f->per_type].tag == T_THING;
  for (int32_t per = f->per_first; per < f->per_first + f->per_count; per++) {
    if ((things && !board_present(v->vm, per)) || is_quiet(v, field, thing, per))
      continue;
    Buf key = {0}, value = {0};
    if (b->n > from) words_add(v->lang, b, SAY_COMMA);
    render_scalar(v, &key, f->per_type, per);
    put_cell(v, &value, field, thing, per);
    words_say(v->lang, b, SAY_BY, buf_text(&key), buf_text(&value), NULL);
    buf_free(&key);
    buf_free(&value);
  }
  if (b->n == from) words_add(v->lang, b, SAY_NONE);
}

/* Do these words tell of nothing? */
static bool tells_nothing(const View *v, const char *text, bool final)
{
  static const Saying quiet[] = {SAY_UNSEEN, SAY_NONE, SAY_NOBODY, SAY_NO, SAY_NOTHING};
  bool nothing = final && !strcmp(text, "0");
  for (size_t i = 0; i < sizeof quiet / sizeof *quiet && !nothing; i++) {
    Buf word = {0};
    words_add(v->lang, &word, quiet[i]);
    nothing = !strcmp(text, buf_text(&word));
    buf_free(&word);
  }
  return nothing;
}

/* Is there nothing to say about a field of a thing? */
static bool says_nothing(const View *v, int field, int32_t thing, bool final)
{
  Buf b = {0};
  put_field(v, &b, field, thing);
  bool nothing = tells_nothing(v, buf_text(&b), final);
  buf_free(&b);
  return nothing;
}

/* Leaves out the fields that say nothing about any of the things. */
static void drop_quiet(Page *g)
{
  size_t kept = 0;
  for (size_t j = 0; j < g->fields.n; j++) {
    bool loud = false;
    for (size_t i = 0; i < g->things.n && !loud; i++)
      loud = !says_nothing(g->view, g->fields.at[j], g->things.at[i], g->final);
    if (loud) g->fields.at[kept++] = g->fields.at[j];
  }
  g->fields.n = kept;
}

static void put_name(const View *v, Buf *b, int field)
{
  size_t from = b->n;
  int column = field - v->program->n_fields;
  if (column >= 0) render_name(v, b, NAME_COLUMN, column, NULL, NULL);
  else render_name(v, b, NAME_FIELD, field, NULL, NULL);
  buf_capital(b, from);
}

/* ---- rows ----------------------------------------------------------------------- */

static Buf *cell(const Page *g, size_t row, size_t column)
{
  return &g->cells[row * (g->fields.n + 1) + column];
}

static int row_order(const Page *g, size_t a, size_t b)
{
  int order = 0;
  for (size_t j = 0; !order && j <= g->fields.n; j++)
    order = strcmp(buf_text(cell(g, a, j)), buf_text(cell(g, b, j)));
  return order;
}

/* Copies stand in the order of what is said of them: which copy it is nobody knows. */
static void sink(Page *g, size_t row)
{
  const PThing *all = g->view->program->things;
  for (; row > 1 && all[g->things.at[row - 1]].face == all[g->things.at[row - 2]].face &&
         row_order(g, row, row - 1) < 0;
       row--)
    for (size_t j = 0; j <= g->fields.n; j++) {
      Buf held = *cell(g, row, j);
      *cell(g, row, j) = *cell(g, row - 1, j);
      *cell(g, row - 1, j) = held;
    }
}

static void fill_cells(Page *g, int kind)
{
  const View *v = g->view;
  size_t size = (g->things.n + 1) * (g->fields.n + 1);
  g->cells = zeroed(size, sizeof *g->cells);
  render_name(v, cell(g, 0, 0), NAME_KIND, kind, NULL, NULL);
  buf_capital(cell(g, 0, 0), 0);
  for (size_t j = 0; j < g->fields.n; j++)
    put_name(v, cell(g, 0, j + 1), g->fields.at[j]);
  for (size_t i = 0; i < g->things.n; i++) {
    render_thing(v, cell(g, i + 1, 0), g->things.at[i]);
    for (size_t j = 0; j < g->fields.n; j++)
      put_field(v, cell(g, i + 1, j + 1), g->fields.at[j], g->things.at[i]);
    sink(g, i + 1);
  }
}

static void free_cells(Page *g)
{
  for (size_t i = 0; i < (g->things.n + 1) * (g->fields.n + 1); i++)
    buf_free(&g->cells[i]);
  free(g->cells);
  free(g->widths);
  g->cells = NULL;
  g->widths = NULL;
}

enum { GAP = 2, HEAD = 14 /* heads wider than this are broken into lines */ };

static int longest_word(const char *s)
{
  int longest = 0;
  while (*s) {
    size_t n = strcspn(s, " ");
    Buf word = {0};
    buf_addn(&word, s, n);
    int w = text_width(buf_text(&word));
    if (w > longest) longest = w;
    buf_free(&word);
    s += n + (s[n] == ' ');
  }
  return longest;
}

static int widest_cell(const Page *g, size_t column)
{
  const char *head = buf_text(cell(g, 0, column));
  int widest = text_width(head) < HEAD ? text_width(head) : longest_word(head);
  for (size_t i = 1; i <= g->things.n; i++) {
    int w = text_width(buf_text(cell(g, i, column)));
    if (w > widest) widest = w;
  }
  return widest;
}

static int column_width(const Page *g, size_t column) { return g->widths[column]; }

static void measure(Page *g)
{
  g->widths = zeroed(g->fields.n + 1, sizeof *g->widths);
  for (size_t j = 0; j <= g->fields.n; j++) g->widths[j] = widest_cell(g, j);
}

/* Line `line` of the head of a column; false if it has fewer. */
static bool head_line(const Page *g, size_t column, int line, Buf *b)
{
  Buf all = {0};
  buf_wrap(&all, buf_text(cell(g, 0, column)), 0, 0, column_width(g, column));
  const char *s = buf_text(&all);
  while (s && line-- > 0) s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL;
  if (s) buf_addn(b, s, strcspn(s, "\n"));
  buf_free(&all);
  return s != NULL;
}

static void put_row(const Page *g, const char *const *cells)
{
  for (size_t j = 0; j <= g->fields.n; j++) {
    buf_add(g->out, cells[j]);
    if (j < g->fields.n) buf_pad(g->out, column_width(g, j) - text_width(cells[j]) + GAP);
  }
  while (g->out->n && g->out->at[g->out->n - 1] == ' ') g->out->n--;
  buf_char(g->out, '\n');
}

static void put_as_table(const Page *g)
{
  VEC(const char *) row = {0};
  size_t columns = g->fields.n + 1;
  vec_reserve(&row, columns);
  for (int line = 0, some = 1; some; line++) {
    some = 0;
    for (size_t j = 0; j < columns; j++) {
      Buf b = {0};
      some |= head_line(g, j, line, &b);
      row.at[j] = buf_take(&b);
    }
    if (some) put_row(g, row.at);
    for (size_t j = 0; j < columns; j++) free((char *)row.at[j]);
  }
  for (size_t i = 1; i <= g->things.n; i++) {
    for (size_t j = 0; j < columns; j++) row.at[j] = buf_text(cell(g, i, j));
    put_row(g, row.at);
  }
  vec_free(&row);
}

/* Too wide for columns: one block for each thing, with what says something of it. */
static void put_as_blocks(const Page *g)
{
  int names = 0;
  for (size_t j = 1; j <= g->fields.n; j++) {
    int w = text_width(buf_text(cell(g, 0, j)));
    if (w > names) names = w;
  }
  for (size_t i = 1; i <= g->things.n; i++) {
    buf_printf(g->out, "%s\n", buf_text(cell(g, i, 0)));
    for (size_t j = 1; j <= g->fields.n; j++) {
      const char *name = buf_text(cell(g, 0, j));
      int at = GAP + names + GAP;
      if (tells_nothing(g->view, buf_text(cell(g, i, j)), g->final)) continue;
      buf_pad(g->out, GAP);
      buf_add(g->out, name);
      buf_pad(g->out, at - GAP - text_width(name));
      buf_wrap(g->out, buf_text(cell(g, i, j)), at, at, g->width);
      buf_char(g->out, '\n');
    }
  }
}

static void put_kind(Page *g, int kind)
{
  pick_fields(g, kind);
  if (!g->fields.n) return;
  const PKind *k = &g->view->program->kinds[kind];
  if (k->width > 0 && k->cells < 0) { /* what lies in piles is no board */
    for (size_t i = 0; i < g->fields.n; i++)
      board_put(g->view, g->out, g->fields.at[i], g->width);
    return;
  }
  pick_things(g, kind);
  drop_quiet(g);
  if (!g->things.n || !g->fields.n) return;
  fill_cells(g, kind);
  measure(g);
  int all = 0;
  for (size_t j = 0; j <= g->fields.n; j++) all += column_width(g, j) + GAP;
  if (g->out->n) buf_char(g->out, '\n');
  if (all - GAP <= g->width) put_as_table(g);
  else put_as_blocks(g);
  free_cells(g);
}

static void put_game(Page *g)
{
  const View *v = g->view;
  int names = 0;
  pick_fields(g, -1);
  g->things.n = 0;
  vec_push(&g->things, 0); /* the game itself */
  drop_quiet(g);
  for (size_t i = 0; i < g->fields.n; i++) {
    Buf name = {0};
    put_name(v, &name, g->fields.at[i]);
    if (text_width(buf_text(&name)) > names) names = text_width(buf_text(&name));
    buf_free(&name);
  }
  if (names > g->width / 2 - GAP)
    names = g->width / 2 - GAP; /* a longer one goes on below */
  for (size_t i = 0; i < g->fields.n; i++) {
    const PField *f = &v->program->fields[g->fields.at[i]];
    Buf name = {0}, value = {0};
    put_name(v, &name, g->fields.at[i]);
    put_field(v, &value, g->fields.at[i], f->first);
    size_t from = g->out->n;
    buf_wrap(g->out, buf_text(&name), 0, GAP, names);
    const char *line = strrchr(g->out->at + from, '\n');
    int own = text_width(line ? line + 1 : g->out->at + from);
    int at = (own > names ? own : names) + GAP;
    buf_pad(g->out, at - own);
    buf_wrap(g->out, buf_text(&value), at, names + GAP, g->width);
    buf_char(g->out, '\n');
    buf_free(&name);
    buf_free(&value);
  }
}

void describe_known(const View *known, Buf *b, int width)
{
  INVARIANT(known && known->program);
  Page g = {.view = known, .out = b, .width = width};
  picture_put(known, b, false, width);
  if (known->program->n_views && b->n) buf_char(b, '\n');
  put_game(&g);
  for (int k = 0; k < known->program->n_kinds; k++) put_kind(&g, k);
  vec_free(&g.fields);
  vec_free(&g.things);
}

void describe_table(const View *v, Buf *b, int width)
{
  View known = picture_reader(v);
  describe_known(&known, b, width);
}

void describe_players(const View *v, Buf *b, int width)
{
  INVARIANT(v && v->program);
  View known = picture_reader(v);
  Page g = {.view = &known, .out = b, .width = width, .final = vm_over(v->vm)};
  if (g.final) known.seat = VIEW_ALL; /* nothing is secret any more */
  for (int k = 0; k < v->program->n_kinds; k++)
    if (v->program->kinds[k].flags & KIND_PLAYER) put_kind(&g, k);
  vec_free(&g.fields);
  vec_free(&g.things);
}
