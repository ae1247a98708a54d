/* The rulebook of a ruleset, made of its ledger, its rules and its faces. */
#include "interp/api/book/book.h"
#include "interp/base/invariant.h"
#include "interp/find/prose.h"
#include "interp/rules/packs.h"
#include "interp/text/card/card.h"
#include "interp/text/place.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- blocks --------------------------------------------------------------------- */

BookBlock *book_add(Book *b, BookSort sort, const char *text)
{
  INVARIANT(text);
  BookBlock block = {.sort = sort, .text = arena_strdup(b->arena, text)};
  vec_push(&b->blocks, block);
  return &b->blocks.at[b->blocks.n - 1];
}

void book_heading(Book *b, int level, const char *id, const char *text)
{
  BookBlock *h = book_add(b, BOOK_HEADING, text);
  h->level = level;
  h->id = id ? arena_strdup(b->arena, id) : NULL;
}

void book_part(Book *b, Saying w, const char *id)
{
  Buf words = {0};
  words_add(b->view.lang, &words, w);
  book_heading(b, 2, id, buf_text(&words));
  buf_free(&words);
}

void book_cell(Book *b, BookBlock *row, const char *text)
{
  INVARIANT(row >= b->blocks.at && row < b->blocks.at + b->blocks.n); /* not moved */
  vec_push(&row->cells, arena_strdup(b->arena, text));
}

/* ---- the ruleset and its tests -------------------------------------------------- */

/* From the line of its title to the brace that ends it. */
static char *test_source(Arena *a, const Program *p, const PLoc *l)
{
  INVARIANT(p && p->header);
  const char *s = program_string(p, p->files[l->file].text), *at;
  int line = 1, depth = 0;
  const char *test = s; /* what it cites may stand below its title */
  for (; *s && line <= l->line; s += strcspn(s, "\n"), s += *s == '\n', line++)
    if (!strncmp(s + strspn(s, " "), "test ", 5)) test = s;
  s = test;
  bool quoted = false, open = false;
  for (at = s; *at && !(open && !depth); at++) {
    quoted ^= *at == '"' && at[-1] != '\\';
    if (*at == '#' && !quoted) at += strcspn(at, "\n");
    if (!*at) break;
    if (*at == '{' && !quoted) depth++, open = true;
    if (*at == '}' && !quoted) depth--;
  }
  return open && !depth ? arena_strndup(a, s, (size_t)(at - s)) : NULL;
}

static void keep_cites(Book *b, const Program *p)
{
  INVARIANT(p && p->header);
  for (int i = 0; i < p->n_cites; i++) {
    const PCite *from = &p->cites[i];
    const PLoc *l = place_of_row(p, from->loc);
    BookCite c = {arena_strdup(b->arena, program_string(p, from->id)),
                  l ? arena_strdup(b->arena, program_string(p, p->files[l->file].path))
                    : NULL,
                  arena_strdup(b->arena, program_string(p, from->what)),
                  l && from->use == CITES_TEST ? test_source(b->arena, p, l) : NULL,
                  l ? l->line : 0,
                  from->use};
    bool twice = false; /* files of tests use the game again */
    for (size_t k = 0; k < b->cites.n && !twice; k++) {
      const BookCite *o = &b->cites.at[k];
      twice = o->use == c.use && o->line == c.line && !strcmp(o->id, c.id) && o->file &&
              c.file && !strcmp(o->file, c.file);
    }
    if (!twice) vec_push(&b->cites, c);
  }
}

void book_say(Book *b, const char *fmt, ...)
{
  va_list args;
  char line[500];
  va_start(args, fmt);
  vsnprintf(line, sizeof line, fmt, args);
  va_end(args);
  json_text(&b->said, line);
}

static void find_ledgers(Book *b)
{
  Buf missing = {0};
  ledgers_of(&b->ledgers, b->arena, b->rules->program, &b->rules->unit->sources,
             regel_rules_file(b->rules), &missing);
  if (missing.n) book_say(b, "the ledger \"%s\" is not there", missing.at);
  buf_free(&missing);
}

/* By whom the packs are that came along, and on what terms. */
static void add_packs(Book *b)
{
  PackList packs = {0};
  packs_read(b->arena, b->rules->program, &packs);
  for (size_t i = 0; i < packs.n; i++) {
    Buf credit = {0};
    pack_credit(&packs.at[i], &b->view, &credit);
    book_add(b, BOOK_TEXT, buf_text(&credit));
    buf_free(&credit);
  }
  packs_free(&packs);
}

static void compose(Book *b)
{
  INVARIANT(b->rules->program && b->view.program == b->rules->program);
  const Program *p = b->rules->program;
  Buf title = {0};
  render_title(&b->view, &title);
  book_heading(b, 1, "top", buf_text(&title));
  if (p->header->source >= 0) {
    Buf source = {0};
    words_add(b->view.lang, &source, SAY_BOOK_SOURCE);
    words_add(b->view.lang, &source, SAY_COLON);
    buf_add(&source, program_string(p, p->header->source));
    book_add(b, BOOK_TEXT, source.at);
    buf_free(&source);
  }
  add_packs(b);
  book_prose(b);
  book_components(b);
  book_board(b);
  book_options(b);
  book_numbers(b);
  book_acts(b);
  book_faces(b);
  book_ledger(b);
  book_words(b);
  buf_free(&title);
}

/* ---- as data -------------------------------------------------------------------- */

static void put_block(Json *j, const BookBlock *k)
{
  static const char *const sorts[] = BOOK_SORT_NAMES;
  INVARIANT((size_t)k->sort < sizeof sorts / sizeof *sorts);
  json_open(j, '{');
  json_key_text(j, "sort", sorts[k->sort]);
  json_key_int(j, "level", k->level);
  if (k->id) json_key_text(j, "id", k->id);
  json_key_text(j, "text", k->text);
  json_key_bool(j, "marked", k->marked);
  if (k->foreign) json_key_text(j, "foreign", k->foreign);
  json_key_open(j, "cells", '[');
  for (size_t i = 0; i < k->cells.n; i++) json_text(j, k->cells.at[i]);
  json_close(j, ']');
  json_key_open(j, "links", '[');
  for (size_t i = 0; i < k->links.n; i++) {
    json_open(j, '{');
    json_key_text(j, "words", k->links.at[i].words);
    json_key_text(j, "to", k->links.at[i].file);
    if (k->links.at[i].line) json_key_int(j, "line", k->links.at[i].line);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_close(j, '}');
}

static void book_free(Book *b)
{
  book_blocks_free(&b->blocks);
  vec_free(&b->cites);
  vec_free(&b->heads);
  ledgers_free(&b->ledgers);
  if (b->view.edition) vm_free(b->view.edition);
  arena_free(b->arena);
}

regel_data *regel_book(regel_rules *const *parts, size_t count,
                       const regel_language *language)
{
  INVARIANT(count && parts[0]->unit);
  Book b = {.arena = arena_new(), .rules = parts[0], .language = language};
  Arena *arena = arena_new();
  Json j = json_data(arena);
  b.said = json_data(arena);
  json_open(&b.said, '[');
  for (size_t i = 0; i < count; i++) keep_cites(&b, parts[i]->program);
  b.view = view_program(b.rules->program, api_lang(language));
  b.view.edition = card_edition(b.rules->program);
  find_ledgers(&b);
  compose(&b);
  json_close(&b.said, ']');
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_text(&j, "language", lang_code(b.view.lang));
  json_key_bool(&j, "sound", !b.wrong);
  json_key(&j, "said");
  json_put(&j, b.said.root);
  json_key_open(&j, "blocks", '[');
  for (size_t i = 0; i < b.blocks.n; i++) put_block(&j, &b.blocks.at[i]);
  json_close(&j, ']');
  json_close(&j, '}');
  book_free(&b);
  return api_data(arena, &j);
}
