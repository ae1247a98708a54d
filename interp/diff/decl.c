/* What differs in two declarations that are the same one. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* ---- parts ---------------------------------------------------------------------- */

static void note(Diff *d, const char *part, const char *old, const char *new,
                 unsigned about)
{
  diff_note(
      d, d->b->group,
      (DiffNote){DIFF_CHANGED, part, old, new, {d->a->node, d->b->node}, about, false});
}

static const char *size_of(Diff *d, const Node *view)
{
  return view->a ? arena_printf(d->arena, "%d by %d", (int)view->a->num,
                                (int)view->a->next->num)
                 : NULL;
}

static void view_size(Diff *d, const Node *a, const Node *b)
{
  const char *old = size_of(d, a), *new = size_of(d, b);
  if (!old != !new || (old && strcmp(old, new)))
    note(d, "size", old, new, DIFF_ABOUT_RULE);
}

static void note_text(Diff *d, const char *part, const Node *a, const Node *b)
{
  INVARIANT(a && a->tag < N_COUNT);
  INVARIANT(b && b->tag < N_COUNT);
  if (diff_same_text(d, a->label, b->label)) return;
  diff_note(d, DIFF_TEXTS,
            (DiffNote){DIFF_CHANGED,
                       part,
                       a->label ? diff_quote(d->arena, a->label) : NULL,
                       b->label ? diff_quote(d->arena, b->label) : NULL,
                       {a, b},
                       DIFF_ABOUT_TEXT,
                       false});
}

void diff_part(Diff *d, const char *part, const Node *a, const Node *b, const Node *at_a,
               const Node *at_b)
{
  if (!a && !b) return;
  if (diff_same(d, a, b, LOOSE_TEXT)) {
    diff_words(d, part, a, b);
    return;
  }
  unsigned about = DIFF_ABOUT_RULE;
  if (diff_same(d, a, b, LOOSE_TEXT | LOOSE_NUMBER)) about |= DIFF_ABOUT_NUMBER;
  diff_note(d, d->b->group,
            (DiffNote){DIFF_CHANGED,
                       part,
                       a ? diff_print(d->arena, a) : NULL,
                       b ? diff_print(d->arena, b) : NULL,
                       {at_a, at_b},
                       about,
                       false});
}

static void part(Diff *d, const char *what, const Node *a, const Node *b)
{
  diff_part(d, what, a, b, d->a->node, d->b->node);
}

static void number(Diff *d, const char *what, int64_t a, int64_t b)
{
  if (a == b) return;
  note(d, what, arena_printf(d->arena, "%lld", (long long)a),
       arena_printf(d->arena, "%lld", (long long)b), DIFF_ABOUT_RULE | DIFF_ABOUT_NUMBER);
}

static void block(Diff *d, const char *what, const Node *a, const Node *b)
{
  diff_body(d, what, a ? a->a : NULL, b ? b->a : NULL);
}

static bool has_name(const Node *list, const char *name)
{
  for (; list; list = list->next)
    if (!strcmp(list->name, name)) return true;
  return false;
}

/* Names whose order means nothing. */
static void name_set(Diff *d, const char *what, const Node *a, const Node *b)
{
  bool same = true;
  for (const Node *n = a; n; n = n->next) {
    const char *now = diff_renamed(d, "", n->name);
    same &= has_name(b, now ? now : n->name);
  }
  int n = 0, m = 0;
  for (const Node *x = a; x; x = x->next) n++;
  for (const Node *x = b; x; x = x->next) m++;
  if (same && n == m) return;
  note(d, what, a ? diff_print_list(d->arena, a, ", ") : NULL,
       b ? diff_print_list(d->arena, b, ", ") : NULL, DIFF_ABOUT_RULE);
}

/* ---- arguments ------------------------------------------------------------------ */

static const Node *param(const Node *n)
{
  while (n && n->tag != N_PARAM) n = n->next;
  return n;
}

/* Compares the types of arguments and binds their names. */
static void params(Diff *d, const Node *a, const Node *b)
{
  const Node *x = param(a), *y = param(b);
  for (; x && y; x = param(x->next), y = param(y->next)) {
    diff_part(d, arena_printf(d->arena, "argument %s", y->name), x->a, y->a, x, y);
    diff_bind(d, x->name, y->name);
  }
  if (x || y)
    note(d, "arguments", diff_print_params(d->arena, a), diff_print_params(d->arena, b),
         DIFF_ABOUT_RULE);
  for (; x; x = param(x->next)) diff_bind(d, x->name, NULL);
  for (; y; y = param(y->next)) diff_bind(d, NULL, y->name);
}

/* ---- fields and printed values -------------------------------------------------- */

/* Does the expression say what a field of this type starts as anyway? */
static bool is_default(const Node *type, const Node *e)
{
  const Type *t = diff_resolved(type)->type;
  if (!t) return false;
  if (t->opt || t->tag == T_SET || t->tag == T_PILE) return e->tag == N_NONE;
  if (t->tag == T_FLAG) return e->tag == N_NO;
  if (t->tag == T_WORD) return e->tag == N_NAME && !strcmp(e->name, t->words->list->name);
  if (t->tag != T_NUM) return false;
  int64_t first = t->lo > 0 ? t->lo : t->hi < 0 ? t->hi : 0;
  int64_t said = e->tag == N_NUM                         ? e->num
                 : e->tag == N_NEG && e->a->tag == N_NUM ? -e->a->num
                                                         : first + 1;
  return said == first;
}

static void field(Diff *d, const Node *a, const Node *b)
{
  INVARIANT(a && a->tag < N_COUNT);
  INVARIANT(b && b->tag < N_COUNT);
  part(d, "type", a->a, b->a);
  const Node *x = a->b, *y = b->b;
  bool same = (!x && y && is_default(a->a, y)) || (x && !y && is_default(b->a, x));
  if (!same) part(d, "first value", x, y);
  if (a->c && b->c) part(d, "seen by", a->c, b->c);
  else if (a->c || b->c)
    note(d, "seen by", a->c ? diff_print(d->arena, a->c) : "everybody",
         b->c ? diff_print(d->arena, b->c) : "everybody", DIFF_ABOUT_RULE);
}

static void column(Diff *d, const Node *a, const Node *b)
{
  part(d, "type", a->b, b->b);
  part(d, "default", a->c, b->c);
  if (a->num != b->num)
    note(d, "seen by", a->num ? "players" : NULL, b->num ? "players" : NULL,
         DIFF_ABOUT_RULE);
}

/* ---- values ---------------------------------------------------------------------- */

/* The parts of `raise x by e if c`, from what it is short for. */
DiffShare diff_share(const Node *n)
{
  const Node *e = n->c, *guard = e->tag == N_COND ? e->a : NULL;
  if (guard) e = e->b;
  return (DiffShare){e->tag == N_CALL ? e->a->next : e->b, guard};
}

static void value(Diff *d, const Node *a, const Node *b)
{
  INVARIANT(a && a->tag < N_COUNT);
  INVARIANT(b && b->tag < N_COUNT);
  params(d, a->a, b->a);
  name_set(d, "above", a->e, b->e);
  if (a->num2 != b->num2) {
    note(d, "", diff_print(d->arena, a), diff_print(d->arena, b), DIFF_ABOUT_RULE);
    return;
  }
  if (a->num2) {
    DiffShare x = diff_share(a), y = diff_share(b);
    part(d, a->num2 <= 2 ? "by" : "to", x.by, y.by);
    part(d, "if", x.guard, y.guard);
    return;
  }
  part(d, "type", a->b, b->b);
  if (a->d && b->d) {
    diff_table(d, a->d, b->d);
  } else if (a->d || b->d) {
    note(d, "", diff_print(d->arena, a), diff_print(d->arena, b), DIFF_ABOUT_RULE);
  } else {
    part(d, "", a->c, b->c);
  }
}

/* ---- things --------------------------------------------------------------------- */

static const Node *find_item(const Node *list, Tag tag, const char *name)
{
  for (; list; list = list->next)
    if (list->tag == tag && !strcmp(list->name, name)) return list;
  return NULL;
}

/* A printed value that is not said is the one of the kind. */
static const Node *printed(Diff *d, int side, const DiffDecl *thing, const char *name)
{
  const Node *n = find_item(thing->node->a, N_FILL, name);
  if (n) return n->a;
  const DiffDecl *c =
      diff_find(d, side,
                diff_key(d->arena, &(DiffDecl){.sort = "printed value"},
                         arena_printf(d->arena, "%s.%s", thing->kind, name)));
  return c ? c->node->c : NULL;
}

static void fill(Diff *d, const Node *a, const Node *b)
{
  const char *old_name = a ? a->name : b->name, *new_name = b ? b->name : a->name;
  size_t mark = diff_mark(d);
  for (const Node *p = a && b ? a->b : NULL, *q = b ? b->b : NULL; p && q;
       p = p->next, q = q->next)
    diff_bind(d, p->name, q->name);
  const Node *x = a ? a->a : printed(d, DIFF_OLD, d->a, old_name),
             *y = b ? b->a : printed(d, DIFF_NEW, d->b, new_name);
  diff_part(d, new_name, x, y, a ? a : d->a->node, b ? b : d->b->node);
  diff_unbind(d, mark);
}

static void slot_body(Diff *d, const Node *a, const Node *b)
{
  if (a && b) {
    note_text(d, b->name, a, b);
    block(d, b->name, a->a, b->a);
    return;
  }
  diff_note(d, d->b->group,
            (DiffNote){b ? DIFF_ADDED : DIFF_REMOVED,
                       b ? b->name : a->name,
                       a ? diff_print(d->arena, a) : NULL,
                       b ? diff_print(d->arena, b) : NULL,
                       {a, b},
                       DIFF_ABOUT_RULE,
                       true});
}

static void thing(Diff *d, const Node *a, const Node *b)
{
  number(d, "copies", a->num > 1 ? a->num : 1, b->num > 1 ? b->num : 1);
  number(d, "copies added", a->num2, b->num2);
  for (const Node *n = b->a; n; n = n->next) {
    if (n->tag != N_FILL && n->tag != N_BODY) continue;
    const Node *o = NULL;
    for (const Node *x = a->a; x && !o; x = x->next) {
      if (x->tag != n->tag) continue;
      const char *now = diff_renamed(d, d->a->kind, x->name);
      if (!strcmp(now ? now : x->name, n->name)) o = x;
    }
    if (n->tag == N_FILL) fill(d, o, n);
    else slot_body(d, o, n);
  }
  for (const Node *n = a->a; n; n = n->next) {
    if (n->tag != N_FILL && n->tag != N_BODY) continue;
    const char *now = diff_renamed(d, d->a->kind, n->name);
    if (find_item(b->a, n->tag, now ? now : n->name)) continue;
    if (n->tag == N_FILL) fill(d, n, NULL);
    else slot_body(d, n, NULL);
  }
}

/* ---- kinds ----------------------------------------------------------------------- */

/* "8 by 8", "suit by rank", or NULL. */
static const char *kind_size(Diff *d, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const char *of = NULL;
  if (n->num)
    return arena_printf(d->arena, "%lld by %lld", (long long)n->num, (long long)n->num2);
  for (const Node *a = n->b; a; a = a->next)
    of = of ? arena_printf(d->arena, "%s by %s", of, a->name) : a->name;
  return of;
}

static void kind(Diff *d, const Node *a, const Node *b)
{
  INVARIANT(a->tag == N_KIND);
  const char *x = kind_size(d, a), *y = kind_size(d, b);
  if ((x || y) && (!x || !y || strcmp(x, y)))
    note(d, "size", x, y, DIFF_ABOUT_RULE | DIFF_ABOUT_NUMBER);
  diff_order(d);
}

/* ---- rules ---------------------------------------------------------------------- */

/* Events in any order. */
static bool same_events(Diff *d, const Node *a, const Node *b)
{
  int n = 0;
  for (const Node *y = b; y; y = y->next) n++;
  for (const Node *x = a; x; x = x->next, n--) {
    const Node *y = b;
    while (y && !diff_same(d, x, y, 0)) y = y->next;
    if (!y) return false;
  }
  return n == 0;
}

static void rule(Diff *d, const Node *a, const Node *b)
{
  INVARIANT(a && a->tag < N_COUNT);
  if (a->tag == N_WHEN) {
    part(d, "condition", a->a, b->a);
  } else {
    if (!same_events(d, a->a, b->a))
      note(d, "event", diff_print_list(d->arena, a->a, ", "),
           diff_print_list(d->arena, b->a, ", "), DIFF_ABOUT_RULE);
    diff_bind_event(d, a->a, b->a);
    part(d, "if", a->b, b->b);
    name_set(d, "above", a->d, b->d);
  }
  block(d, "", a->c, b->c);
}

/* ---- all of them ---------------------------------------------------------------- */

static void game(Diff *d, const Node *a, const Node *b)
{
  INVARIANT(a->tag == N_GAME);
  if (strcmp(a->name, b->name)) note(d, "name", a->name, b->name, DIFF_ABOUT_RULE);
  if (a->num != b->num || a->num2 != b->num2)
    note(d, "players",
         arena_printf(d->arena, "%lld..%lld", (long long)a->num, (long long)a->num2),
         arena_printf(d->arena, "%lld..%lld", (long long)b->num, (long long)b->num2),
         DIFF_ABOUT_RULE | DIFF_ABOUT_NUMBER);
  const char *const names[] = {"source", "ledger"};
  for (int i = 0; i < 2; i++) {
    const Node *x = find_item(a->a, N_FILL, names[i]),
               *y = find_item(b->a, N_FILL, names[i]);
    const char *old = x ? diff_print_list(d->arena, x->a, ", ") : NULL,
               *new = y ? diff_print_list(d->arena, y->a, ", ") : NULL;
    if ((old || new) && (!old || !new || strcmp(old, new)))
      note(d, names[i], old, new, 0);
  }
}

static void test(Diff *d, const Node *a, const Node *b)
{
  INVARIANT(a->tag == N_TEST);
  const Node *x = a->a, *y = b->a;
  for (; x && y; x = x->next, y = y->next) diff_bind(d, x->name, y->name);
  if (x || y)
    note(d, "players", diff_print_list(d->arena, a->a, ", "),
         diff_print_list(d->arena, b->a, ", "), 0);
  if (!diff_same_list(d, a->b, b->b, 0))
    note(d, "with", a->b ? diff_print_list(d->arena, a->b, ", ") : NULL,
         b->b ? diff_print_list(d->arena, b->b, ", ") : NULL, 0);
  block(d, "", a->c, b->c);
}

static void parts(Diff *d, const Node *a, const Node *b)
{
  INVARIANT(a && a->tag < N_COUNT);
  switch (a->tag) {
  case N_GAME: game(d, a, b); break;
  case N_TYPEDEF: part(d, "", a->a, b->a); break;
  case N_OPTION:
    part(d, "type", a->a, b->a);
    part(d, "default", a->b, b->b);
    part(d, "condition", a->c, b->c);
    break;
  case N_KIND: kind(d, a, b); break;
  case N_THING: thing(d, a, b); break;
  case N_FIELD: field(d, a, b); break;
  case N_VALUE:
    if (d->b->group == DIFF_PRINTED) column(d, a, b);
    else value(d, a, b);
    break;
  case N_VERB:
    params(d, a->a, b->a);
    if (!a->b != !b->b && d->b->group == DIFF_PRINTED)
      note(d, "default", a->b ? diff_print(d->arena, a->b) : NULL,
           b->b ? diff_print(d->arena, b->b) : NULL, DIFF_ABOUT_RULE);
    else block(d, d->b->group == DIFF_PRINTED ? "default" : "", a->b, b->b);
    break;
  case N_OUTLOOK: part(d, "", a->c, b->c); break;
  case N_VIEW:
    view_size(d, a, b);
    block(d, "", a->b, b->b);
    break;
  case N_ALWAYS: part(d, "", a->a, b->a); break;
  case N_CLAIM:
    part(d, a->c && b->c ? "each" : "", a->a, b->a);
    part(d, "if", a->b, b->b);
    block(d, "", a->c, b->c);
    break;
  case N_VARIANT:
    name_set(d, "above", a->c, b->c);
    part(d, "if", a->a, b->a);
    break;
  case N_TEST: test(d, a, b); break;
  case N_OMIT:
  case N_PACK: break;
  case N_FILL: part(d, "", a->a, b->a); break;
  case N_ALT: block(d, "", a->b, b->b); break;
  default: rule(d, a, b); break;
  }
}

/* ---- what all declarations have ------------------------------------------------- */

static const char *label_part(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_KIND:
  case N_FIELD:
  case N_OPTION: return "noun";
  case N_VERB:
  case N_VALUE:
  case N_CLAIM:
  case N_ALWAYS: return "text";
  case N_OMIT: return "reason";
  default: return "title";
  }
}

static void label(Diff *d, const Node *a, const Node *b)
{
  if (d->b->group != DIFF_CITATIONS && d->b->group != DIFF_TESTS) {
    note_text(d, label_part(b), a, b);
  } else if (!diff_same_text(d, a->label, b->label)) {
    note(d, label_part(b), diff_quote(d->arena, a->label), diff_quote(d->arena, b->label),
         0);
  }
}

static const char *cites_only_in(Diff *d, const DiffDecl *a, const DiffDecl *b)
{
  Buf out = {0};
  for (size_t i = 0; i < a->cites.n; i++) {
    bool found = false;
    for (size_t j = 0; j < b->cites.n && !found; j++)
      found = !strcmp(a->cites.at[i], b->cites.at[j]);
    if (!found) buf_printf(&out, "%s@%s", out.n ? " " : "", a->cites.at[i]);
  }
  const char *s = out.n ? arena_strdup(d->arena, buf_text(&out)) : NULL;
  buf_free(&out);
  return s;
}

static void citations(Diff *d)
{
  if (d->b->group == DIFF_CITATIONS) return;
  const char *gone = cites_only_in(d, d->a, d->b), *come = cites_only_in(d, d->b, d->a);
  if (!gone && !come) return;
  diff_note(d, d->b->group == DIFF_TESTS ? DIFF_TESTS : DIFF_CITATIONS,
            (DiffNote){!gone   ? DIFF_ADDED
                       : !come ? DIFF_REMOVED
                               : DIFF_CHANGED,
                       "citations",
                       gone,
                       come,
                       {d->a->node, d->b->node},
                       0,
                       false});
}

static const char *where(Diff *d, const char *variant)
{
  return variant ? arena_printf(d->arena, "in variant %s", variant) : "always";
}

void diff_decl(Diff *d)
{
  const DiffDecl *a = d->a, *b = d->b;
  size_t mark = diff_mark(d);
  if (a->own && strcmp(a->own, b->own))
    diff_note(d, b->group,
              (DiffNote){DIFF_RENAMED,
                         "name",
                         a->own,
                         b->own,
                         {a->node, b->node},
                         DIFF_ABOUT_RULE,
                         false});
  const char *variant = a->variant ? diff_renamed(d, "variant", a->variant) : NULL;
  if (!variant) variant = a->variant;
  if ((variant || b->variant) && (!variant || !b->variant || strcmp(variant, b->variant)))
    note(d, "holds", where(d, a->variant), where(d, b->variant), DIFF_ABOUT_RULE);
  part(d, "while", a->hold, b->hold);
  parts(d, a->node, b->node);
  label(d, a->node, b->node);
  citations(d);
  diff_unbind(d, mark);
}
