/* What people wrote for the rulebook, with names and numbers as the rules have them. */
#include "interp/api/book/book.h"
#include "interp/find/prose.h"
#include "interp/po/check.h"
#include "interp/text/card/card.h"
#include "interp/text/card/compose.h"

#include <stdlib.h>
#include <string.h>

typedef struct Filler {
  Book *book;
  const Prose *prose;
  int line;
} Filler;

static bool is(const Program *p, int32_t id, const char *name)
{
  return !strcmp(program_string(p, id), name);
}

static bool fill_number(Buf *b, int64_t n, Filled *out)
{
  buf_printf(b, "%lld", (long long)n);
  out->number = n;
  return true;
}

/* A value of the rules that needs nothing to be told. */
static bool fill_value(Book *book, Buf *b, const char *name, Filled *out)
{
  const Program *p = book->view.program;
  for (int i = 0; i < p->n_values && book->view.edition; i++) {
    const PValue *v = &p->values[i];
    if (v->kind >= 0 || v->params || v->chunk < 0 || v->type < 0 || !is(p, v->name, name))
      continue;
    /* As it is for the first player when a game begins, if it is somebody's. */
    const int64_t *words = vm_eval(book->view.edition, v->chunk, 0, NONE);
    if (!words) return false;
    render_value(&book->view, b, v->type, words);
    if (p->types[v->type].tag == T_NUM) out->number = *words;
    return true;
  }
  return false;
}

/* What an option is set to, if that is a number. */
static bool fill_option(Book *book, Buf *b, const char *name, Filled *out)
{
  const Program *p = book->view.program;
  for (int i = 0; i < p->n_fields && book->view.edition; i++) {
    const PField *f = &p->fields[i];
    if (f->flags & FIELD_OPTION && p->types[f->type].tag == T_NUM && is(p, f->name, name))
      return fill_number(b, vm_get(book->view.edition, i, 0, 0), out);
  }
  return false;
}

/* The name of a thing, a kind, a field or a word. */
static bool fill_name(Book *book, Buf *b, const char *name, const Form *form, Filled *out)
{
  const Program *p = book->view.program;
  const View *v = &book->view;
  for (int i = 0; i < p->n_things; i++)
    if (is(p, p->things[i].name, name))
      return render_thing_form(v, b, i, form, out), true;
  for (int i = 0; i < p->n_kinds; i++)
    if (is(p, p->kinds[i].name, name))
      return render_name(v, b, NAME_KIND, i, form, out), true;
  for (int i = 0; i < p->n_fields; i++)
    if (is(p, p->fields[i].name, name))
      return render_name(v, b, NAME_FIELD, i, form, out), true;
  for (int i = 0; i < p->n_words; i++)
    if (is(p, p->words[i].name, name))
      return render_name(v, b, NAME_WORD, i, form, out), true;
  return false;
}

/* {morale.most}: the ends of what a field can hold. */
static bool fill_bound(Book *book, Buf *b, const char *of, const char *what, Filled *out)
{
  const Program *p = book->view.program;
  bool most = !strcmp(what, "most");
  for (int i = 0; i < p->n_fields && (most || !strcmp(what, "least")); i++) {
    const PType *t = p->fields[i].type >= 0 ? &p->types[p->fields[i].type] : NULL;
    if (t && t->tag == T_NUM && is(p, p->fields[i].name, of))
      return fill_number(b, most ? t->hi : t->lo, out);
  }
  return false;
}

/* {danger.table}: a number for each number that it is asked for, "0: 0, 1–3: 1". */
static bool fill_table(Book *book, Buf *b, const char *name)
{
  enum { LONGEST = 100 };
  const Program *p = book->view.program;
  for (int i = 0; i < p->n_values && book->view.edition; i++) {
    const PValue *v = &p->values[i];
    if (v->kind >= 0 || v->params != 1 || !is(p, v->name, name)) continue;
    const PType *of = &p->types[p->params[v->first_param]];
    if (of->tag != T_NUM || p->types[v->type].tag != T_NUM || of->hi - of->lo > LONGEST)
      return false;
    int64_t from = of->lo, last = 0;
    for (int64_t n = of->lo; n <= (int64_t)of->hi + 1; n++) {
      const int64_t *words =
          n > of->hi ? NULL : vm_value(book->view.edition, i, 0, NONE, &n, NULL, NULL);
      if (n <= of->hi && !words) return false;
      if (n > of->lo && (!words || *words != last)) {
        if (from > of->lo) words_add(book->view.lang, b, SAY_COMMA);
        buf_printf(b, "%lld", (long long)from);
        if (n - 1 > from) buf_printf(b, "–%lld", (long long)n - 1);
        words_add(book->view.lang, b, SAY_COLON);
        buf_printf(b, "%lld", (long long)last);
        from = n;
      }
      if (words) last = *words;
    }
    return true;
  }
  return false;
}

/* {deed.text}: what a card says of what it does, without the stop at its end. */
static bool fill_text(Book *book, Buf *b, const char *name)
{
  const Program *p = book->view.program;
  for (int t = 0; t < p->n_things; t++) {
    if (!is(p, p->things[t].name, name)) continue;
    Buf text = {0};
    compose_thing(&book->view, &text, t);
    for (size_t i = 0; i < text.n; i++)
      if (text.at[i] == '\n') text.at[i] = ' ';
    while (text.n && strchr(" .", text.at[text.n - 1])) text.at[--text.n] = 0;
    buf_add(b, buf_text(&text));
    bool some = text.n;
    buf_free(&text);
    return some;
  }
  return false;
}

/* {count.card}: how many there are; {king.cost}: what is printed on it. */
static bool fill_part(Book *book, Buf *b, const char *of, const char *what, Filled *out)
{
  const Program *p = book->view.program;
  for (int i = 0; i < p->n_kinds && !strcmp(of, "count"); i++)
    if (is(p, p->kinds[i].name, what)) return fill_number(b, card_count(p, i), out);
  for (int t = 0; t < p->n_things; t++)
    for (int c = 0; c < p->n_columns && is(p, p->things[t].name, of); c++) {
      if (p->columns[c].kind != p->things[t].kind || !is(p, p->columns[c].name, what))
        continue;
      const int64_t *words = card_printed(&book->view, t, c);
      if (!words) return false;
      render_printed(&book->view, b, c, words);
      if (p->types[p->columns[c].type].tag == T_NUM) out->number = *words;
      return true;
    }
  if (!strcmp(what, "table")) return fill_table(book, b, of);
  if (!strcmp(what, "text")) return fill_text(book, b, of);
  return fill_bound(book, b, of, what, out);
}

static void complain(const Filler *f, const char *name)
{
  const Program *p = f->book->view.program;
  Nearest near = {name, NULL, 0};
  for (int i = 0; i < p->n_values; i++)
    nearest_try(&near, program_string(p, p->values[i].name));
  for (int i = 0; i < p->n_things; i++)
    nearest_try(&near, program_string(p, p->things[i].name));
  for (int i = 0; i < p->n_kinds; i++)
    nearest_try(&near, program_string(p, p->kinds[i].name));
  book_say(f->book, "%s:%d: {%s} names nothing in these rules%s%s%s", f->prose->path,
           f->line, name, near.best ? "; did you mean {" : "", near.best ? near.best : "",
           near.best ? "}?" : "");
  f->book->wrong = true;
}

static bool fill(void *user, Buf *b, const char *s, size_t n, const Form *form,
                 Filled *out)
{
  Filler *f = user;
  Book *book = f->book;
  const Program *p = book->view.program;
  char *name = arena_strndup(book->arena, s, n), *dot = strchr(name, '.');
  if (!strcmp(name, "players")) {
    buf_printf(b, "%d", p->header->seats_low);
    if (p->header->seats_high > p->header->seats_low)
      buf_printf(b, "–%d", p->header->seats_high);
    return true;
  }
  if (dot) *dot = 0;
  bool known = dot ? fill_part(book, b, name, dot + 1, out)
                   : fill_value(book, b, name, out) || fill_option(book, b, name, out) ||
                         fill_name(book, b, name, form, out);
  if (dot) *dot = '.';
  if (!known) complain(f, name);
  return known;
}

/* A number that is written out is one that the rule says which is named behind it. */
static void check_number(const Filler *f, const char *text, size_t n, const char *id)
{
  Book *b = f->book;
  const LedgerRow *row = id ? ledgers_find(&b->ledgers, id) : NULL;
  long number = po_number_beyond(arena_strndup(b->arena, text, n), row ? row->words : "",
                                 words_row(SAY_NUMBERS)->text);
  if (!number) return;
  if (row)
    book_say(b,
             "%s:%d: %s says nothing of %ld: name the rule that does behind it, or write "
             "a placeholder",
             f->prose->path, f->line, id, number);
  else
    book_say(b, "%s:%d: no rule is named behind %ld: name it, or write a placeholder",
             f->prose->path, f->line, number);
  b->wrong = true;
}

static void check_numbers(const Filler *f, const char *text)
{
  const char *from = text;
  for (const char *s = strchr(text, '('); s; s = strchr(s + 1, '(')) {
    size_t n = ledger_id_length(s + 1);
    if (!n || s[n + 1] != ')') continue;
    check_number(f, from, (size_t)(s - from), arena_strndup(f->book->arena, s + 1, n));
    from = s + n + 2;
  }
  check_number(f, from, strlen(from), NULL);
}

/* Rules that it names are linked with their rows. */
static void link_rules(const Filler *f, size_t block)
{
  Book *b = f->book;
  const char *text = b->blocks.at[block].text;
  for (const char *s = strchr(text, '('); s; s = strchr(s + 1, '(')) {
    size_t n = ledger_id_length(s + 1);
    const char *id = arena_strndup(b->arena, s + 1, n);
    if (!n || s[n + 1] != ')') continue;
    if (!ledgers_find(&b->ledgers, id)) {
      book_say(b, "%s:%d: (%s) is no row of the ledger", f->prose->path, f->line, id);
      b->wrong = true;
      continue;
    }
    BookLink link = {id, id, 0};
    vec_push(&b->blocks.at[block].links, link);
  }
}

void book_prose(Book *b)
{
  Prose prose = {0};
  prose_read(&prose, b->arena, &b->ledgers);
  for (size_t i = 0; i < prose.blocks.n; i++) {
    const ProseBlock *k = &prose.blocks.at[i];
    Filler filler = {b, &prose, k->line};
    Buf words = {0};
    template_put(b->view.lang, &words, lang_name(b->view.lang, PROSE_CONTEXT, k->text),
                 &(Form){0}, fill, &filler);
    buf_capital(&words, 0);
    if (k->sort == PROSE_HEADING)
      book_heading(b, k->level + 1, arena_printf(b->arena, "book-%d", (int)i),
                   buf_text(&words));
    else {
      BookSort sort = k->sort == PROSE_ITEM ? BOOK_ITEM : BOOK_TEXT;
      BookBlock *block = book_add(b, sort, buf_text(&words));
      block->marked = true;
      block->id = arena_printf(b->arena, "book-%d", (int)i);
      link_rules(&filler, b->blocks.n - 1);
      check_numbers(&filler, k->text);
    }
    buf_free(&words);
  }
  prose_free(&prose);
}
