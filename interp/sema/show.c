/* What a view shows: places on a board of so many millimetres, and what lies on them. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

void check_board(Sema *s, Node *view)
{
  INVARIANT(view && view->tag < N_COUNT);
  for (const Node *n = view->a; n; n = n->next)
    if (n->num < 1 || n->num > MAX_BOARD)
      diag_hint(s->d,
                diag_add(s->d, DIAG_OFF_THE_BOARD, n->loc,
                         "a board is 1 to %d millimetres wide and high", MAX_BOARD),
                "the size of a board that lies on a table: view \"…\" 160 by 100 { … }");
}

/* ---- where ------------------------------------------------------------------------ */

/* Numbers that lie within the board: x and y, then how wide and high. */
static void check_area(Sema *s, Node *n, Node *at)
{
  const Node *wide = s->board->a, *high = wide ? wide->next : NULL;
  if (!wide) {
    Diag *g = diag_add(s->d, DIAG_OFF_THE_BOARD, n->loc,
                       "this view has no size, so nothing has a place in it");
    diag_hint_at(s->d, g, s->board->loc,
                 "say it in millimetres, behind the title: view \"…\" 160 by 100 { … }");
    for (; at; at = at->next) check_number(s, at);
    return;
  }
  static const char *const what[] = {"the distance from the left",
                                     "the distance from the top", "the width",
                                     "the height"};
  const Node *parts[4] = {0};
  for (int i = 0; at && i < 4; at = at->next, i++) {
    const Node *most = i % 2 ? high : wide;
    parts[i] = at;
    if (most->num < 1) check_number(s, at); /* the size was told already */
    else check_as(s, at, type_num(s->m, i < 2 ? 0 : 1, most->num), what[i]);
  }
  for (int i = 2; i < 4 && parts[i]; i++) {
    const Node *most = i % 2 ? high : wide;
    if (parts[i - 2]->tag != N_NUM || parts[i]->tag != N_NUM) continue;
    if (parts[i]->num > most->num || parts[i - 2]->num + parts[i]->num <= most->num)
      continue;
    diag_hint(
        s->d,
        diag_add(s->d, DIAG_OFF_THE_BOARD, parts[i]->loc,
                 "this reaches past the edge of the board: %d and %d are more than %d",
                 (int)parts[i - 2]->num, (int)parts[i]->num, (int)most->num),
        "here at most %d", (int)(most->num - parts[i - 2]->num));
  }
}

/* ---- what ------------------------------------------------------------------------- */

/* Things, numbers and words can be places. */
static bool is_spot(const Type *t)
{
  return t->tag == T_THING || t->tag == T_NUM || t->tag == T_WORD;
}

static void not_shown(Sema *s, const Node *n, const Type *t, const char *hint)
{
  Diag *g = diag_add(s->d, DIAG_NOT_SHOWN, n->loc, "this cannot be shown here");
  diag_label(s->d, g, "this is %s", type_words(s->m, t));
  diag_hint(s->d, g, "%s", hint);
}

static void check_places(Sema *s, Node *n)
{
  Type *t = check_set(s, n);
  if (t->tag == T_VOID) return;
  if (!is_spot(t->elem))
    not_shown(s, n, t->elem, "places are things, numbers or words: show 1..6 in row …");
}

static void check_spot(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_VOID || is_none(n)) return;
  if (!is_spot(t))
    not_shown(s, n, t, "a place is one thing, number or word; of a set take each x in …");
}

/* A flag is shown by its noun. */
static bool has_noun(const Node *n)
{
  const Sym *y = n->tag == N_INDEX ? n->a->sym : n->sym;
  return y && y->decl && y->decl->label &&
         (y->tag == SY_FIELD || y->tag == SY_COLUMN || y->tag == SY_VALUE);
}

/* What lies on a place, or is one by itself. */
static void check_item(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_VOID || n->tag == N_STR || is_none(n)) return;
  if (t->tag == T_TEXT) {
    not_shown(s, n, t, "put it into a text: show \"{x.story}\" on …");
    return;
  }
  if (t->tag == T_FLAG) {
    if (!has_noun(n))
      not_shown(
          s, n, t,
          "a flag is shown by the noun of its field or value; else ask for it: if … "
          "{ show \"…\" on … }");
    return;
  }
  const Type *one = t->tag == T_SET || t->tag == T_LIST ? t->elem : t;
  if (one->tag != T_PILE && !is_spot(one))
    not_shown(s, n, t,
              "show things, numbers, words, piles, or a text in quotation marks");
}

/* A thing that is a place of its own, a pile or a text. */
static void check_placed(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_VOID || n->tag == N_STR || t->tag == T_PILE || is_spot(t)) return;
  not_shown(
      s, n, t,
      t->tag == T_SET || t->tag == T_LIST
          ? "several places stand in a row, column, ring, loop or grid: show … in row "
            "at … … by … …"
          : "a place is a thing, a number, a word or a pile");
}

static void check_grid(Sema *s, Node *n)
{
  Type *t = check_set(s, n);
  if (t->tag == T_VOID) return;
  if (t->elem->tag != T_THING || !t->elem->kind->width)
    not_shown(s, n, t->elem,
              "only a kind of columns by rows makes a grid: kind square 8 by 8");
}

void check_show(Sema *s, Node *n)
{
  INVARIANT(s->d);
  INVARIANT(n && n->tag < N_COUNT);
  Node *a = n->b, *b = a->next;
  if (!s->in_view || !s->board) {
    diag_hint(
        s->d,
        diag_add(s->d, DIAG_VIEW_ONLY_LOOKS, n->loc, "something is shown only in a view"),
        "the log gets a line with: note \"…\"");
    return;
  }
  switch (n->op) {
  case BP_SHOW_AT:
  case BP_SHOW_BOX:
    check_placed(s, a);
    check_area(s, n, b);
    break;
  case BP_SHOW_LINE:
    check_placed(s, a);
    check_spot(s, b);
    check_spot(s, b->next);
    break;
  case BP_SHOW_PART:
    for (Node *x = b->next; x; x = x->next) check_number(s, x);
    /* fall through */
  case BP_SHOW_ON:
    check_item(s, a);
    check_spot(s, b);
    break;
  case BP_SHOW_GRID:
    check_grid(s, a);
    check_area(s, n, b);
    break;
  default:
    check_places(s, a);
    check_area(s, n, b);
    break;
  }
}

/* ---- what lies on what ------------------------------------------------------------- */

typedef struct Spots {
  VEC(const Type *) places; /* of the elements */
} Spots;

static const Type *element(const Type *t)
{
  return t->tag == T_SET || t->tag == T_LIST ? t->elem
         : t->tag == T_PILE && t->kind       ? t->kind->type
                                             : t;
}

/* Everything that is shown can have something lie on it; texts and piles cannot. */
static void gather(Sema *s, Spots *p, const Node *n)
{
  for (; n; n = n->next) {
    if (n->tag == N_PHRASE && phrase_shows(n->op)) {
      const Type *t = n->b->type;
      bool pile = t && t->tag == T_PILE && n->op != BP_SHOW_LINE &&
                  (n->op < BP_SHOW_ROW || n->op > BP_SHOW_GRID);
      if (t && n->b->tag != N_STR && !pile) apush(s->m->arena, &p->places, element(t));
      continue;
    }
    if (n->tag == N_BLOCK) gather(s, p, n->a);
    if (n->tag == N_EACH || n->tag == N_IF) gather(s, p, n->b);
    if (n->tag == N_REPEAT || n->tag == N_IF) gather(s, p, n->c);
  }
}

static bool same_sort(const Type *a, const Type *b)
{
  if (a->tag != b->tag) return a->tag == T_VOID || b->tag == T_VOID;
  if (a->tag == T_THING) return a->kind == b->kind;
  return a->tag != T_WORD || a->words == b->words;
}

static void look(Sema *s, const Spots *p, const Node *at)
{
  INVARIANT(at && at->tag < N_COUNT);
  bool found = !at->type || is_none(at);
  for (size_t i = 0; i < p->places.n && !found; i++)
    found = same_sort(p->places.at[i], at->type);
  if (found || !is_spot(at->type)) return;
  Diag *g = diag_add(s->d, DIAG_NO_SUCH_SPOT, at->loc,
                     "nothing can lie here: this view does not show it");
  diag_label(s->d, g, "this is %s", type_words(s->m, at->type));
  if (at->type->tag == T_THING)
    diag_hint(s->d, g, "show it first: show %s in row at 0 0 by 100 20",
              at->type->kind->name);
  else diag_hint(s->d, g, "show these first: show 1..6 in row at 0 0 by 100 20");
}

static void look_all(Sema *s, const Spots *p, const Node *n)
{
  for (; n; n = n->next) {
    if (n->tag == N_PHRASE && (n->op == BP_SHOW_ON || n->op == BP_SHOW_PART))
      look(s, p, n->b->next);
    if (n->tag == N_PHRASE && n->op == BP_SHOW_LINE) {
      look(s, p, n->b->next);
      look(s, p, n->b->next->next);
    }
    if (n->tag == N_BLOCK) look_all(s, p, n->a);
    if (n->tag == N_EACH || n->tag == N_IF) look_all(s, p, n->b);
    if (n->tag == N_REPEAT || n->tag == N_IF) look_all(s, p, n->c);
  }
}

void check_spots(Sema *s, const Picture *view)
{
  Spots p = {0};
  const Picture *whole = view->of ? view->of : view;
  for (size_t i = 0; i < s->m->pictures.n; i++) {
    const Picture *part = s->m->pictures.at[i];
    if (part == whole || part->of == whole) gather(s, &p, part->node->b);
  }
  look_all(s, &p, view->node->b);
}
