/* Texts with placeholders: {name}, {name.field}, {n|one thing|{n} things}, {name:form}.
 *
 * A translator finds a text by where it stands: the declaration that owns it
 * (`verb.walk`, `thing.ace.play`, `rule.after_walk`) and what it is there (`/note`,
 * `/choice`, `/ask`). No line and no running number is part of that, so that it stays
 * when others come and go. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <string.h>

static bool path_char(char c)
{
  return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* a.b.c as the tree that the parser would have made. */
static Node *path_tree(Sema *s, const char *p, size_t n, Loc loc)
{
  Node *base = NULL;
  while (n) {
    size_t k = 0;
    while (k < n && p[k] != '.') k++;
    const char *name = intern(s->u->names, p, k);
    Tag tag = base                    ? N_DOT
              : !strcmp(name, "me")   ? N_ME
              : !strcmp(name, "this") ? N_THIS
              : !strcmp(name, "it")   ? N_IT
                                      : N_NAME;
    Node *node = node_new(s->u, tag, loc);
    node->name = name;
    node->a = base;
    base = node;
    p += k, n -= k;
    if (n) p++, n--;
  }
  return base;
}

/* A text carries one word for each placeholder: no pile, no list, no set that is state.
 */
static bool fits_a_word(const Node *n)
{
  if (n->type->tag == T_PILE || n->type->tag == T_LIST) return false;
  return n->type->tag != T_SET || n->sym->tag != SY_FIELD;
}

/* Only names and fields can be followed when the text is shown. */
static bool can_follow(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_ME:
  case N_THIS:
  case N_IT: return true;
  case N_NAME:
    return n->sym && (n->sym->tag == SY_LOCAL || n->sym->tag == SY_FIELD) &&
           fits_a_word(n);
  case N_DOT:
    return n->sym && (n->sym->tag == SY_FIELD || n->sym->tag == SY_COLUMN) &&
           fits_a_word(n) && can_follow(n->a);
  default: return false;
  }
}

/* A thing or a kind by its id: the text names it as it is called, whatever its rules. */
static bool is_constant(const Node *n)
{
  return n->tag == N_NAME && n->sym &&
         ((n->sym->tag == SY_THING && !n->sym->same) || n->sym->tag == SY_KIND);
}

/* A value without arguments is computed when the text is told. */
static bool is_value(const Node *n)
{
  return n->tag == N_NAME && n->sym && n->sym->tag == SY_VALUE &&
         n->type->tag != T_TEXT && n->type->tag != T_SET && fits_a_word(n);
}

/* A text being read: what it is, where it stands, what it shows. */
typedef struct Scan {
  Sema *s;
  bool told; /* once, where it stands: values can be shown */
  TextUse *use;
  Loc loc;
  const char *open; /* the brace that is being read */
} Scan;

/* Where a piece of the text stands: quotation marks and backslashes have a backslash
 * before them in the source. */
static Loc spot(const Scan *t, const char *from, size_t n)
{
  Loc at = t->loc;
  int col = at.col + 1;
  for (const char *p = t->use->source; p < from; p++)
    col += 1 + (*p == '"' || *p == '\\');
  at.col = col;
  at.end = col + (int)n;
  return at;
}

static void add_arg(Scan *t, const char *p, size_t n)
{
  Sema *s = t->s;
  const char *name = intern(s->u->names, p, n);
  for (size_t i = 0; i < t->use->args.n; i++)
    if (t->use->args.at[i].name == name) return;
  if (!n) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_BAD_PLACEHOLDER, spot(t, t->open, 2),
                       "an empty placeholder {} in this text"),
              "say what stands there: {name}");
    return;
  }
  Loc loc = spot(t, p, n);
  if (t->use->args.n >= MAX_ALIKE) {
    if (t->use->args.n == MAX_ALIKE)
      diag_add(s->d, DIAG_TOO_MANY, t->loc, "more than %d placeholders in one text",
               MAX_ALIKE);
    return;
  }
  Node *e = path_tree(s, p, n, loc);
  int errors = s->d->errors;
  Type *type = check_expr(s, e, NULL);
  if (s->d->errors > errors || type->tag == T_VOID) return; /* told */
  if (!can_follow(e) && !is_constant(e) && !(t->told && is_value(e))) {
    Diag *g =
        diag_add(s->d, DIAG_BAD_PLACEHOLDER, loc, "{%s} cannot be shown in a text", name);
    diag_hint(
        s->d, g,
        "a placeholder is a parameter, a local name, a field of one of these, a thing "
        "or a kind");
    return;
  }
  apush(s->m->arena, &t->use->args, ((TextArg){name, e}));
}

static bool scan(Scan *t, const char **at, int depth)
{
  for (const char *p = *at; *p; p++) {
    if (*p == '}' || (*p == '|' && depth)) {
      *at = p;
      return true;
    }
    if (*p != '{') continue;
    const char *open = p, *from = ++p;
    t->open = open;
    while (path_char(*p)) p++;
    add_arg(t, from, (size_t)(p - from));
    /* {n|one|several}, or as translations write it, {n:one|several} and {c:acc} */
    for (bool first = true; *p == '|' || (first && *p == ':'); first = false) {
      const char *form = p + 1;
      if (depth > 8 || !scan(t, &form, depth + 1)) return false;
      p = form;
    }
    t->open = open;
    if (*p != '}') {
      *at = p;
      return false;
    }
  }
  *at = "";
  return depth == 0;
}

const char *text_owner(Sema *s, const Place *at, const char *sort, const char *part)
{
  INVARIANT(s->m);
  Arena *a = s->m->arena;
  if (at->thing) return arena_printf(a, "thing.%s.%s", at->thing->name, part);
  if (at->kind) return arena_printf(a, "kind.%s.%s", at->kind->name, part);
  if (at->variant) return arena_printf(a, "variant.%s.%s", at->variant->name, part);
  return arena_printf(a, "%s.%s", sort, part);
}

TextUse *check_template(Sema *s, const char *source, Loc loc, bool told)
{
  INVARIANT(s->m && s->d);
  TextUse *use = ARENA_NEW(s->m->arena, TextUse);
  use->source = source;
  use->owner = s->owner;
  use->printed = s->printed;
  Scan t = {s, told, use, loc, source};
  const char *at = source;
  bool closed = scan(&t, &at, 0);
  if (closed && !*at) return use;
  Diag *g = closed ? diag_add(s->d, DIAG_BAD_TEMPLATE, spot(&t, at, 1),
                              "a \"}\" in this text without a \"{\" before it")
                   : diag_add(s->d, DIAG_BAD_TEMPLATE, spot(&t, t.open, 1),
                              "this \"{\" is not closed after a name");
  diag_hint(s->d, g,
            "placeholders look like {name}, {name.field} or {n|one card|{n} cards}; to "
            "show a calculation, name it with let before");
  return use;
}

void check_text(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  bool asks =
      n->tag == N_CHOOSE || n->tag == N_MAY || n->tag == N_PICK || n->tag == N_ALT;
  if (n->tag == N_STR)
    n->text = check_template(s, n->name, n->loc, !s->printed && !s->pure);
  else if (n->label) n->text = check_template(s, n->label, n->label_loc, asks);
}
