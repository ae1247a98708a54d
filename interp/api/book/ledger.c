/* The ledger as it is written: headings, paragraphs, lists and tables, and with each row
 * what implements it, what tests it, or why there is nothing to implement.  A book in
 * another language quotes the rows, small, and says with each where the book itself tells
 * what it is about: paragraphs that people wrote, cards, settings, numbers. */
#include "interp/api/book/book.h"
#include "interp/find/prose.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Is it the place of a row?  A table may list rows again that stand above. */
static bool knows(const Book *b, const char *id)
{
  for (size_t i = 0; i < b->blocks.n; i++)
    if (b->blocks.at[i].id && !strcmp(b->blocks.at[i].id, id)) return false;
  return ledger_find(&b->ledgers.list.at[0], id) != NULL;
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

static bool is_quoted(const Book *b) { return b->view.lang != NULL; }

/* A block of the ledger. */
static BookBlock *put(Book *b, BookSort sort, const char *text)
{
  BookBlock *k = book_add(b, sort, text);
  k->marked = true;
  k->foreign = is_quoted(b) ? lang_code(NULL) : NULL;
  return k;
}

/* ---- where the book tells it ---------------------------------------------------- */

/* Adds a block to what a row is linked with, by the words that stand there or above. */
static void add_place(Book *b, BookBlock *row, const BookBlock *to)
{
  const char *words = to->sort == BOOK_ROW ? to->cells.at[0] : to->text;
  if (to->sort == BOOK_TEXT || to->sort == BOOK_ITEM) {
    const BookBlock *above = to;
    while (above > b->blocks.at && above->sort != BOOK_HEADING) above--;
    words = above->text;
  }
  if (to->sort == BOOK_FACE) { /* without its kind */
    const char *kind = strstr(words, " (");
    if (kind) words = arena_strndup(b->arena, words, (size_t)(kind - words));
  }
  for (size_t i = 0; i < row->links.n; i++)
    if (!strcmp(row->links.at[i].words, words)) return;
  BookLink link = {words, to->id, 0};
  vec_push(&row->links, link);
}

static void find_places(Book *b, BookBlock *row, const char *id)
{
  for (size_t i = 0; i < b->blocks.n; i++) {
    const BookBlock *k = &b->blocks.at[i];
    for (size_t l = 0; k != row && k->id && l < k->links.n; l++)
      if (!k->links.at[l].line && !strcmp(k->links.at[l].file, id)) add_place(b, row, k);
  }
  for (size_t c = 0; c < b->cites.n; c++) {
    const BookCite *cite = &b->cites.at[c];
    const char *space = strchr(cite->what, ' ');
    if (cite->use != CITES_RULE || strcmp(cite->id, id)) continue;
    const char *sort =
        !space ? "card"
        : !strncmp(cite->what, "variant ", 8)
            ? "option"
            : arena_strndup(b->arena, cite->what, (size_t)(space - cite->what));
    const char *to =
        arena_printf(b->arena, "%s-%s", sort, space ? space + 1 : cite->what);
    for (size_t i = 0; i < b->blocks.n; i++)
      if (b->blocks.at[i].id && !strcmp(b->blocks.at[i].id, to))
        add_place(b, row, &b->blocks.at[i]);
  }
}

/* The headings above a row, as soon as there is one. */
static void open_parts(Book *b, bool table)
{
  for (size_t i = 0; i < b->heads.n; i++) {
    const BookBlock *h = &b->heads.at[i];
    book_heading(b, h->level, arena_printf(b->arena, "part-%zu", b->blocks.n), h->text);
    if (i + 1 < b->heads.n || !table) continue;
    static const Saying heads[] = {SAY_BOOK_NUMBER, SAY_BOOK_HERE, SAY_BOOK_QUOTED};
    size_t at = b->blocks.n;
    book_add(b, BOOK_ROW, "")->level = 1;
    for (int c = 0; c < 3; c++) {
      Buf word = {0};
      words_add(b->view.lang, &word, heads[c]);
      book_cell(b, &b->blocks.at[at], buf_text(&word));
      buf_free(&word);
    }
  }
  b->heads.n = 0;
}

/* ---- blocks --------------------------------------------------------------------- */

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
    if (c->use == CITES_OMIT && is_quoted(b)) continue; /* a word among authors */
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

/* The number, where the book tells it, and the words of the ledger. */
static void quote_row(Book *b, const BookCells *cells, const char *id)
{
  if (!id) return;
  open_parts(b, true);
  size_t at = b->blocks.n;
  Buf here = {0}, words = {0};
  BookBlock *row = put(b, BOOK_ROW, "");
  row->id = id;
  find_places(b, row, id);
  for (size_t i = 0; i < row->links.n; i++)
    buf_printf(&here, "%s%s", i ? ", " : "", row->links.at[i].words);
  for (size_t i = 1; i < cells->n; i++)
    if (*cells->at[i]) buf_printf(&words, "%s%s", words.n ? " · " : "", cells->at[i]);
  book_cell(b, row, cells->at[0]);
  book_cell(b, row, buf_text(&here));
  book_cell(b, row, buf_text(&words));
  buf_free(&here);
  buf_free(&words);
  add_links(b, at, id);
}

static void put_table_row(Book *b, const char *s, size_t n, bool head)
{
  BookCells cells = {0};
  const char *end = s + n, *from = s + 1;
  while (from < end) {
    const char *bar = from;
    while (bar < end && (*bar != '|' || bar[-1] == '\\')) bar++;
    if (bar == end && !*trimmed(b->arena, from, end)) break;
    vec_push(&cells, trimmed(b->arena, from, bar));
    from = bar + 1;
  }
  const char *first = cells.n ? cells.at[0] : "";
  char *id = arena_strndup(b->arena, first, ledger_id_length(first));
  if (!*id || !knows(b, id)) id = NULL;
  if (is_quoted(b)) {
    quote_row(b, &cells, id);
    vec_free(&cells);
    return;
  }
  size_t at = b->blocks.n;
  BookBlock *row = put(b, BOOK_ROW, "");
  row->level = head;
  row->cells = cells;
  row->id = id;
  if (id) add_links(b, at, id);
}

/* A paragraph; at the head of an example its row. */
static void put_paragraph(Book *b, const Buf *text)
{
  if (!text->n) return;
  size_t length = strncmp(text->at, "**", 2) ? 0 : ledger_id_length(text->at + 2);
  char *id = arena_strndup(b->arena, text->at + 2, length);
  bool row = length && knows(b, id);
  b->example |= row;
  if (is_quoted(b) && !b->example) return;
  open_parts(b, false);
  size_t at = b->blocks.n;
  put(b, BOOK_TEXT, text->at)->id = row ? id : NULL;
  if (row) add_links(b, at, id);
}

static void put_heading(Book *b, const char *s, size_t n)
{
  int level = 0;
  while (s[level] == '#') level++;
  b->example = false;
  if (level < 2) return; /* the title of the whole ledger */
  if (!is_quoted(b)) {
    book_heading(b, level + 1, arena_printf(b->arena, "part-%zu", b->blocks.n),
                 trimmed(b->arena, s + level, s + n));
    return;
  }
  const char *number = s + level + strspn(s + level, " "), *title = ledger_title(s);
  Wording w = lang_name(b->view.lang, PROSE_CONTEXT, trimmed(b->arena, title, s + n));
  BookBlock h = {.level = level + 1,
                 .text = arena_printf(b->arena, "%.*s%.*s", (int)(title - number), number,
                                      (int)strcspn(w.text, "|"), w.text)};
  while (b->heads.n && b->heads.at[b->heads.n - 1].level >= h.level) b->heads.n--;
  vec_push(&b->heads, h);
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
    else if (item && (b->example || !is_quoted(b)))
      put(b, BOOK_ITEM, trimmed(b->arena, s + 2, s + n));
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
  /* Others are cited by files that it shares with other games: they are their books. */
  size_t size;
  char *text = sources_read(&b->rules->unit->sources, b->ledgers.list.at[0].path, &size);
  if (text) put_text(b, text);
  free(text);
}
