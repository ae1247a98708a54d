/* Trees as source again: one form for everything that means the same, whatever its
 * layout was. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"

#include <string.h>

typedef struct Printer {
  Buf *b;
  bool heads; /* blocks are left out */
} Printer;

static void put_stmt(Printer *p, const Node *n, int indent);
static void put_item(Printer *p, const Node *n, int indent);

static void add(Printer *p, const char *s) { buf_add(p->b, s); }

/* ---- statements ----------------------------------------------------------------- */

static void new_line(Printer *p, int indent)
{
  buf_char(p->b, '\n');
  buf_pad(p->b, 2 * indent);
}

static bool is_simple(const Node *n)
{
  Parts p = parts_of(n, PARTS_STATEMENT);
  bool one = tag_sort(n->tag) == SORT_STATEMENT || n->tag == N_FILL || n->tag == N_ROW;
  return one && n->tag != N_BLOCK && !parts_next(&p);
}

/* " { … }" around a list: on one line if there is no more than one simple thing in it. */
static void put_block(Printer *p, const Node *list, int indent, bool items)
{
  if (p->heads) {
    add(p, list ? " { … }" : " { }");
    return;
  }
  if (!list) {
    add(p, " { }");
    return;
  }
  bool short_one = !list->next && is_simple(list);
  add(p, " {");
  for (const Node *n = list; n; n = n->next) {
    if (short_one) buf_char(p->b, ' ');
    else new_line(p, indent + 1);
    if (items) put_item(p, n, indent + 1);
    else put_stmt(p, n, indent + 1);
  }
  if (short_one) buf_char(p->b, ' ');
  else new_line(p, indent);
  buf_char(p->b, '}');
}

static void put_body(Printer *p, const Node *block, int indent)
{
  put_block(p, block ? block->a : NULL, indent, false);
}

static void put_phrase(Printer *p, const Node *n)
{
  for (const Node *x = n->a; x; x = x->next) {
    if (x != n->a) buf_char(p->b, ' ');
    diff_put(p->b, x, BINDS_TIGHT);
  }
}

static void put_change(Printer *p, const Node *n, const char *verb, const char *small)
{
  add(p, verb);
  diff_put(p->b, n->a, BINDS_TIGHT);
  add(p, small);
  diff_put(p->b, n->b, BINDS_NOT);
}

static void put_by(Printer *p, const Node *n, const char *word)
{
  INVARIANT(n && n->tag < N_COUNT);
  add(p, word);
  if (n->a) {
    add(p, " by ");
    diff_put(p->b, n->a, BINDS_TIGHT);
  }
  diff_put_label(p->b, n);
}

static void put_if(Printer *p, const Node *n, int indent)
{
  add(p, "if ");
  diff_put(p->b, n->a, BINDS_NOT);
  put_body(p, n->b, indent);
  if (!n->c || p->heads) return;
  if (n->c->tag == N_IF) {
    add(p, " else ");
    put_if(p, n->c, indent);
  } else {
    add(p, " else");
    put_body(p, n->c, indent);
  }
}

static void put_alt(Printer *p, const Node *n, int indent)
{
  for (; n->name; n = alt_rest(n)) {
    buf_printf(p->b, "%s in ", n->name);
    diff_put(p->b, n->a, BINDS_FILTER);
    if (!alt_rest(n)) break;
    add(p, ", ");
  }
  if (n->name) diff_put_label(p->b, n);
  else diff_put_text(p->b, n->label);
  put_body(p, n->b, indent);
}

static void put_loop(Printer *p, const Node *n, int indent)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_EACH) {
    buf_printf(p->b, "%seach %s in ", n->num ? "secretly " : "", n->name);
    diff_put(p->b, n->a, BINDS_NOT);
    put_body(p, n->b, indent);
    return;
  }
  add(p, "repeat");
  if (n->a) {
    buf_char(p->b, ' ');
    diff_put(p->b, n->a, BINDS_NOT);
  }
  if (n->b) {
    add(p, " while ");
    diff_put(p->b, n->b, BINDS_NOT);
  }
  put_body(p, n->c, indent);
}

static void put_let(Printer *p, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  buf_printf(p->b, "let %s", n->name);
  if (n->a) {
    add(p, ": ");
    diff_put(p->b, n->a, BINDS_NOT);
  }
  add(p, " = ");
  diff_put(p->b, n->b, BINDS_NOT);
}

static void put_stmt(Printer *p, const Node *n, int indent)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_BLOCK: {
    size_t from = p->b->n; /* a block's own brace has no blank before it */
    put_body(p, n, indent);
    memmove(p->b->at + from, p->b->at + from + 1, p->b->n - from);
    p->b->n--;
    break;
  }
  case N_LET: put_let(p, n); break;
  case N_SET: put_change(p, n, "set ", " to "); break;
  case N_RAISE: put_change(p, n, "raise ", " by "); break;
  case N_LOWER: put_change(p, n, "lower ", " by "); break;
  case N_REQUIRE:
  case N_EXPECT:
    add(p, n->tag == N_REQUIRE ? "require " : "expect ");
    diff_put(p->b, n->a, BINDS_NOT);
    break;
  case N_STOP: add(p, "stop"); break;
  case N_PHRASE: put_phrase(p, n); break;
  case N_OTHERWISE:
    put_stmt(p, n->a, indent);
    add(p, " otherwise ");
    put_stmt(p, n->b, indent);
    break;
  case N_IF: put_if(p, n, indent); break;
  case N_EACH:
  case N_REPEAT: put_loop(p, n, indent); break;
  case N_CHOOSE:
    put_by(p, n, "choose");
    put_block(p, n->b, indent, false);
    break;
  case N_ALT: put_alt(p, n, indent); break;
  case N_MAY:
    put_by(p, n, "may");
    put_body(p, n->b, indent);
    break;
  case N_AS:
    add(p, "as ");
    diff_put(p->b, n->a, BINDS_TIGHT);
    put_body(p, n->b, indent);
    break;
  case N_RUN:
    add(p, "run ");
    put_phrase(p, n->a);
    put_block(p, n->b, indent, false);
    break;
  case N_ANSWER:
    if (n->name) buf_printf(p->b, "%s: ", n->name);
    diff_put_list(p->b, n->a, ", ");
    break;
  case N_ROW:
    diff_put_list(p->b, n->a, ", ");
    add(p, ": ");
    diff_put(p->b, n->b, BINDS_NOT);
    break;
  default: diff_put(p->b, n, BINDS_NOT); break;
  }
}

/* ---- declarations --------------------------------------------------------------- */

static void put_titled(Printer *p, const char *word, const Node *n)
{
  add(p, word);
  if (n->name) buf_printf(p->b, "%s", n->name);
  if (!n->name && n->label) diff_put_text(p->b, n->label);
  else diff_put_label(p->b, n);
}

static void put_after(Printer *p, const char *word, const Node *n)
{
  if (!n) return;
  add(p, word);
  diff_put(p->b, n, BINDS_NOT);
}

static void put_params(Printer *p, const Node *list)
{
  if (!list) return;
  buf_char(p->b, '(');
  diff_put_list(p->b, list, ", ");
  buf_char(p->b, ')');
}

static void put_above(Printer *p, const Node *names)
{
  if (!names) return;
  add(p, " above ");
  diff_put_list(p->b, names, ", ");
}

/* `raise price(n) by 1 above tax if n > 2` */
static void put_share(Printer *p, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  static const char *const words[] = {"raise ", "lower ", "raise ", "lower "};
  DiffShare c = diff_share(n);
  add(p, words[n->num2 - 1]);
  if (n->extra) buf_printf(p->b, "%s.", n->extra);
  add(p, n->name);
  put_params(p, n->a);
  put_after(p, n->num2 <= 2 ? " by " : " to ", c.by);
  put_above(p, n->e);
  put_after(p, " if ", c.guard);
}

static void put_value(Printer *p, const Node *n, int indent)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->num2) {
    put_share(p, n);
    return;
  }
  buf_printf(p->b, "value %s", n->name);
  put_params(p, n->a);
  put_above(p, n->e);
  diff_put_label(p->b, n);
  put_after(p, ": ", n->b);
  put_after(p, " = ", n->c);
  if (n->num) add(p, " seen by players");
  if (n->d) {
    add(p, " by ");
    diff_put_list(p->b, n->d->a, ", ");
    put_block(p, n->d->b, indent, false);
  }
}

static void put_verb(Printer *p, const Node *n, int indent)
{
  INVARIANT(n->tag == N_VERB);
  buf_printf(p->b, "verb %s", n->name);
  for (const Node *x = n->a; x; x = x->next) {
    add(p, x->tag == N_PARAM ? " (" : " ");
    diff_put(p->b, x, BINDS_NOT);
    if (x->tag == N_PARAM) buf_char(p->b, ')');
  }
  diff_put_label(p->b, n);
  if (n->b) put_body(p, n->b, indent);
}

static void put_rule(Printer *p, const Node *n, int indent)
{
  INVARIANT(n && n->tag < N_COUNT);
  static const char *const words[] = {"before ", "after ", "instead of ", "when "};
  add(p, words[n->tag - N_BEFORE]);
  diff_put_list(p->b, n->a, ", ");
  put_above(p, n->d);
  put_after(p, " if ", n->b);
  put_body(p, n->c, indent);
}

static void put_thing(Printer *p, const Node *n, int indent)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->name) add(p, n->name);
  if (n->extra) add(p, n->extra);
  diff_put_label(p->b, n);
  if (n->num > 1 || (n->num && !n->label))
    buf_printf(p->b, " * %lld", n->num < 0 ? 0 : (long long)n->num);
  if (n->num2) buf_printf(p->b, " + %lld", (long long)n->num2);
  if (n->a) put_block(p, n->a, indent, true);
}

static void put_kind(Printer *p, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  put_titled(p, "kind ", n);
  if (n->num) buf_printf(p->b, " %lld by %lld", (long long)n->num, (long long)n->num2);
  if (n->b) add(p, " of ");
  diff_put_list(p->b, n->b, " by ");
  if (n->c) add(p, " ");
  if (n->c) diff_put_text(p->b, n->c->name);
}

static void put_test(Printer *p, const Node *n, int indent)
{
  INVARIANT(n && n->tag < N_COUNT);
  add(p, "test ");
  diff_put_text(p->b, n->label);
  if (n->a) add(p, " for ");
  diff_put_list(p->b, n->a, ", ");
  if (n->b) add(p, " with ");
  diff_put_list(p->b, n->b, ", ");
  put_body(p, n->c, indent);
}

static void put_variant(Printer *p, const Node *n)
{
  INVARIANT(n->tag == N_VARIANT);
  put_titled(p, "variant ", n);
  if (n->c) add(p, " above ");
  diff_put_list(p->b, n->c, ", ");
  put_after(p, " if ", n->a);
}

static void put_item(Printer *p, const Node *n, int indent)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_GAME:
    put_titled(p, "game ", n);
    buf_printf(p->b, " for %lld..%lld", (long long)n->num, (long long)n->num2);
    break;
  case N_PACK:
    put_titled(p, "pack ", n);
    if (n->c) add(p, " above ");
    diff_put_list(p->b, n->c, ", ");
    buf_printf(p->b, " for %s", n->extra);
    break;
  case N_TYPEDEF:
    buf_printf(p->b, "type %s", n->name);
    put_after(p, " = ", n->a);
    break;
  case N_OPTION:
    put_titled(p, "option ", n);
    put_after(p, ": ", n->a);
    put_after(p, " = ", n->b);
    put_after(p, " if ", n->c);
    break;
  case N_KIND: put_kind(p, n); break;
  case N_THING: put_thing(p, n, indent); break;
  case N_FILL:
    buf_printf(p->b, "%s", n->name);
    put_params(p, n->b);
    put_after(p, " = ", n->a);
    break;
  case N_INLINE:
    buf_printf(p->b, "%s = ", n->name);
    put_thing(p, n->a, indent);
    break;
  case N_BODY:
    put_titled(p, "", n);
    put_body(p, n->a, indent);
    break;
  case N_FIELD:
    put_titled(p, "", n);
    put_after(p, ": ", n->a);
    put_after(p, " = ", n->b);
    put_after(p, " seen by ", n->c);
    break;
  case N_VALUE: put_value(p, n, indent); break;
  case N_OUTLOOK: put_after(p, "outlook ", n->c); break;
  case N_VERB: put_verb(p, n, indent); break;
  case N_BEFORE:
  case N_AFTER:
  case N_INSTEAD:
  case N_WHEN: put_rule(p, n, indent); break;
  case N_WHILE:
    put_after(p, "while ", n->a);
    put_above(p, n->c);
    put_block(p, n->b, indent, true);
    break;
  case N_ALWAYS:
    put_after(p, "always ", n->a);
    diff_put_label(p->b, n);
    break;
  case N_CLAIM:
    buf_add(p->b, "claim");
    diff_put_label(p->b, n);
    if (n->name) buf_printf(p->b, " each %s in", n->name);
    put_after(p, " ", n->a);
    put_after(p, " if ", n->b);
    if (n->c) put_body(p, n->c, indent);
    break;
  case N_VIEW:
    put_titled(p, "view ", n);
    if (n->a) buf_printf(p->b, " %d by %d", (int)n->a->num, (int)n->a->next->num);
    put_body(p, n->b, indent);
    break;
  case N_OMIT: put_titled(p, "omit ", n); break;
  case N_VARIANT: put_variant(p, n); break;
  case N_TEST: put_test(p, n, indent); break;
  default: put_stmt(p, n, indent); break;
  }
}

/* ---- as strings ----------------------------------------------------------------- */

static const char *finish(Arena *a, Buf *b)
{
  const char *s = arena_strdup(a, buf_text(b));
  buf_free(b);
  return s;
}

const char *diff_print(Arena *a, const Node *n)
{
  Buf b = {0};
  Printer p = {&b, false};
  put_item(&p, n, 0);
  return finish(a, &b);
}

const char *diff_print_head(Arena *a, const Node *n)
{
  Buf b = {0};
  Printer p = {&b, true};
  put_item(&p, n, 0);
  return finish(a, &b);
}

const char *diff_print_list(Arena *a, const Node *n, const char *between)
{
  Buf b = {0};
  Printer p = {&b, false};
  diff_put_list(p.b, n, between);
  return finish(a, &b);
}

const char *diff_print_params(Arena *a, const Node *n)
{
  Buf b = {0};
  Printer p = {&b, false};
  const char *before = "";
  for (; n; n = n->next) {
    if (n->tag != N_PARAM) continue;
    add(&p, before);
    diff_put(p.b, n, BINDS_NOT);
    before = ", ";
  }
  return finish(a, &b);
}

const char *diff_quote(Arena *a, const char *text)
{
  Buf b = {0};
  Printer p = {&b, false};
  diff_put_text(p.b, text);
  return finish(a, &b);
}
