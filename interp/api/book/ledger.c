/* The ledger as it is written: headings, paragraphs, lists and tables, and with each row
 * what implements it, what tests it, or why there is nothing to implement. */
#include "interp/api/book/book.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool knows(const Book *b, const char *id)
{
  return ledgers_find(&b->ledgers, id) != NULL;
}

/* A line without the rules that it cites. */
static char *uncited(Arena *a, const char *s, size_t n)
{
  Buf line = {0};
  for (size_t i = 0; i < n;) {
    size_t id = s[i] == '@' ? ledger_id_length(s + i + 1) : 0;
    if (id) i += 1 + id;
    else buf_char(&line, s[i++]);
    if (id && i < n && s[i] == ' ') i++;
  }
  while (line.n && line.at[line.n - 1] == ' ') line.at[--line.n] = 0;
  char *copy = arena_strdup(a, buf_text(&line));
  buf_free(&line);
  return copy;
}

static void add_source(Book *b, const char *source)
{
  if (!source) return;
  BookBlock *code = book_add(b, BOOK_CODE, "");
  for (const char *s = source; *s;) {
    size_t n = strcspn(s, "\n");
    vec_push(&code->cells, uncited(b->arena, s, n));
    s += n + (s[n] == '\n');
  }
}

/* What a row is linked with; below an example the tests that play it. */
static void add_links(Book *b, size_t block, const char *id)
{
  Buf tests = {0}, reason = {0};
  for (size_t i = 0; i < b->cites.n; i++) {
    const BookCite *c = &b->cites.at[i];
    if (strcmp(c->id, id)) continue;
    if (c->use == CITES_OMIT) {
      words_add(b->view.lang, &reason, SAY_BOOK_OMITTED);
      buf_printf(&reason, " %s", c->what);
    } else if (c->file) {
      BookLink link = {c->what, c->file, c->line};
      vec_push(&b->blocks.at[block].links, link);
    }
    if (c->use == CITES_TEST && strstr(id, "-EX-")) {
      if (!tests.n) words_add(b->view.lang, &tests, SAY_BOOK_EXAMPLE);
      buf_printf(&tests, " %s;", c->what);
    }
  }
  if (reason.n) book_add(b, BOOK_NOTE, reason.at);
  if (tests.n) {
    tests.at[tests.n - 1] = '.';
    book_add(b, BOOK_NOTE, tests.at);
    for (size_t i = 0; i < b->cites.n; i++)
      if (!strcmp(b->cites.at[i].id, id)) add_source(b, b->cites.at[i].source);
  }
  buf_free(&tests);
  buf_free(&reason);
}

static char *trimmed(Arena *a, const char *s, const char *end)
{
  while (s < end && isspace((unsigned char)*s)) s++;
  while (end > s && isspace((unsigned char)end[-1])) end--;
  return arena_strndup(a, s, (size_t)(end - s));
}

/* Is it the line of strokes between the head of a table and its rows? */
static bool is_rule(const char *s, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!strchr("|-: \t\r", s[i])) return false;
  return n > 0;
}

static void put_table_row(Book *b, const char *s, size_t n, bool head)
{
  BookBlock *row = book_add(b, BOOK_ROW, "");
  size_t at = b->blocks.n - 1;
  row->level = head;
  row->marked = true;
  const char *end = s + n, *from = s + 1;
  while (from < end) {
    const char *bar = from;
    while (bar < end && (*bar != '|' || bar[-1] == '\\')) bar++;
    if (bar == end && !*trimmed(b->arena, from, end)) break;
    vec_push(&row->cells, trimmed(b->arena, from, bar));
    from = bar + 1;
  }
  if (!row->cells.n) return;
  const char *first = row->cells.at[0];
  size_t length = ledger_id_length(first);
  if (!length) return;
  char *id = arena_strndup(b->arena, first, length);
  if (!knows(b, id)) return;
  row->id = id;
  add_links(b, at, id);
}

/* A paragraph; at the head of an example its row. */
static void put_paragraph(Book *b, const Buf *text)
{
  if (!text->n) return;
  BookBlock *t = book_add(b, BOOK_TEXT, text->at);
  size_t at = b->blocks.n - 1;
  t->marked = true;
  if (strncmp(text->at, "**", 2)) return;
  size_t length = ledger_id_length(text->at + 2);
  char *id = arena_strndup(b->arena, text->at + 2, length);
  if (!length || !knows(b, id)) return;
  t->id = id;
  add_links(b, at, id);
}

static void put_heading(Book *b, const char *s, size_t n)
{
  int level = 0;
  while (s[level] == '#') level++;
  if (level > 1) /* the title is that of the whole ledger */
    book_heading(b, level + 1, arena_printf(b->arena, "part-%zu", b->blocks.n),
                 trimmed(b->arena, s + level, s + n));
}

static void put_text(Book *b, const char *text)
{
  Buf paragraph = {0};
  bool table = false;
  for (const char *s = text; *s;) {
    size_t n = strcspn(s, "\n");
    const char *next = s + n + (s[n] == '\n');
    bool item = n > 2 && (!strncmp(s, "- ", 2) || !strncmp(s, "* ", 2));
    bool plain = n && *s != '#' && *s != '|' && !item && strncmp(s, "---", 3);
    if (!plain || (paragraph.n && !strncmp(s, "**", 2) && ledger_id_length(s + 2))) {
      put_paragraph(b, &paragraph);
      buf_clear(&paragraph);
    }
    if (*s == '#') put_heading(b, s, n);
    else if (*s == '|' && !is_rule(s, n))
      put_table_row(b, s, n,
                    !table && *next == '|' && is_rule(next, strcspn(next, "\n")));
    else if (item) book_add(b, BOOK_ITEM, trimmed(b->arena, s + 2, s + n))->marked = true;
    else if (plain) {
      if (paragraph.n) buf_char(&paragraph, ' ');
      buf_add(&paragraph, trimmed(b->arena, s, s + n));
    }
    table = *s == '|';
    s = next;
  }
  put_paragraph(b, &paragraph);
  buf_free(&paragraph);
}

void book_ledger(Book *b)
{
  if (!b->ledgers.list.n) return;
  book_part(b, SAY_BOOK_RULES, "rules");
  if (b->view.lang) {
    Buf note = {0};
    words_add(b->view.lang, &note, SAY_BOOK_UNTRANSLATED);
    book_add(b, BOOK_NOTE, buf_text(&note));
    buf_free(&note);
  }
  for (size_t i = 0; i < b->ledgers.list.n; i++) {
    size_t size;
    char *text =
        sources_read(&b->rules->unit->sources, b->ledgers.list.at[i].path, &size);
    if (text) put_text(b, text);
    free(text);
  }
}
