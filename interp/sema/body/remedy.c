/* Remedies that are edits and that only whoever knows types can write. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* What stands at a place of one line. */
static const char *written(Sema *s, Loc loc)
{
  int n;
  const char *line = source_line(&s->u->sources.files.at[loc.file], loc.line, &n);
  int k = loc.end - loc.col;
  return loc.end - 1 > n || k < 1
             ? NULL
             : arena_strndup(s->m->arena, line + loc.col - 1, (size_t)k);
}

void remedy_number(Sema *s, Diag *g, const Node *n, int64_t is, const Type *want)
{
  int64_t near = is < want->lo ? want->lo : want->hi;
  const char *write = arena_printf(s->m->arena, "%lld", (long long)near);
  diag_edit(s->d, g, n->loc, write, "take another number, or declare a larger range");
}

void remedy_range(Sema *s, Diag *g, const Node *n, const Type *t, const Type *want)
{
  INVARIANT(n && n->tag < N_COUNT);
  long long lo = (long long)want->lo, hi = (long long)want->hi;
  const char *was = written(s, n->loc), *write = was;
  if (n->tag == N_PICK && !n->a) {
    diag_edit(s->d, g, n->b->loc, arena_printf(s->m->arena, "%lld..%lld", lo, hi),
              "take it from the range that is wanted: %s %lld..%lld",
              n->num & PICK_RANDOM ? "random" : "choose", lo, hi);
    was = NULL;
  }
  if (was && t->hi > want->hi)
    write = arena_printf(s->m->arena, "min(%lld, %s)", hi, was);
  if (was && t->lo < want->lo)
    write = arena_printf(s->m->arena, "max(%lld, %s)", lo, write);
  if (was)
    diag_edit(s->d, g, n->loc, write,
              "raise and lower stop at the ends of a range; %s bounds a number", write);
  else
    diag_hint(s->d, g,
              "raise and lower stop at the ends of a range; max(%lld, min(%lld, …)) "
              "bounds a number",
              lo, hi);
}

void remedy_condition(Sema *s, Diag *g, const Node *n, bool many)
{
  INVARIANT(n && n->tag < N_COUNT);
  const char *was = written(s, n->loc);
  const char *hint = many ? "write: not empty(…)" : "write: … is not none";
  if (!was) diag_hint(s->d, g, "%s", hint);
  else
    diag_edit(s->d, g, n->loc,
              many ? arena_printf(s->m->arena, "not empty(%s)", was)
                   : arena_printf(s->m->arena, "%s is not none", was),
              "%s", hint);
}

/* The first value of a type, as one would write it; NULL if there is none. */
static const char *first_value(Sema *s, const Type *t)
{
  if (t->opt) return "none";
  switch (t->tag) {
  case T_NUM: return arena_printf(s->m->arena, "%lld", (long long)t->lo);
  case T_FLAG: return "no";
  case T_TEXT: return "\"…\"";
  case T_WORD: return t->words->list ? t->words->list->name : NULL;
  case T_THING: return t->kind->things.n ? t->kind->things.at[0]->name : NULL;
  case T_SET: return "none";
  default: return NULL;
  }
}

void remedy_fill(Sema *s, Diag *g, const Node *decl, const Sym *y)
{
  INVARIANT(s->m && s->u && s->d);
  INVARIANT(decl && decl->tag < N_COUNT);
  int n, i = decl->loc.end - 1;
  const char *line =
      source_line(&s->u->sources.files.at[decl->loc.file], decl->loc.line, &n);
  const char *what = y->tag == SY_SLOT ? NULL : first_value(s, y->type);
  if (y->tag != SY_SLOT && !what) return;
  const char *fill = what ? arena_printf(s->m->arena, "%s = %s", y->name, what)
                          : arena_printf(s->m->arena, "%s { }", y->name);
  bool text = false;
  for (; i < n && (text || !strchr("{,#", line[i])); i++)
    if (line[i] == '"') text = !text;
  bool body = i < n && line[i] == '{';
  if (!body)
    while (i > 0 && line[i - 1] == ' ') i--;
  Loc at = {decl->loc.file, decl->loc.line, i + 1 + body, i + 1 + body};
  diag_edit(s->d, g, at,
            body ? arena_printf(s->m->arena, " %s;", fill)
                 : arena_printf(s->m->arena, " { %s }", fill),
            "it could be: %s", fill);
}

void remedy_row(Sema *s, Diag *g, const Node *last, const char *keys)
{
  const char *result = last ? written(s, last->b->loc) : NULL;
  if (!result) {
    diag_hint(s->d, g, "add a row for it, or a last row with \"any\"");
    return;
  }
  Loc at = last->b->loc;
  at.col = at.end;
  diag_edit(s->d, g, at, arena_printf(s->m->arena, "; %s: %s", keys, result),
            "add a row for it, or a last row with \"any\"");
}

/* Names for as many as the game needs. */
void remedy_seats(Sema *s, Diag *g, const Node *test)
{
  static const char *const names[] = {"ann", "bob", "cid", "dee", "eve", "fay", "gus"};
  const char *who = " for ann";
  for (int i = 1; i < s->m->game->num && i < 7; i++)
    who = arena_printf(s->m->arena, "%s, %s", who, names[i]);
  Loc at = test->loc;
  at.col = at.end;
  diag_edit(s->d, g, at, who, "test \"…\"%s { … }", who);
}

/* What a rule about this verb calls it. */
void remedy_event(Sema *s, Diag *g, const Node *event, const Verb *v)
{
  const char *t = v->name;
  for (const Node *p = v->shape; p; p = p->next)
    t = arena_printf(s->m->arena, "%s %s", t, p->name);
  Loc at = event->loc;
  for (const Node *p = event->a; p; p = p->next)
    if (p->loc.line == at.line && p->loc.end > at.end) at.end = p->loc.end;
  diag_edit(s->d, g, at, t, "a rule calls it: %s", t);
}
