/* regel book: the rulebook of a ruleset, made of its ledger, its rules and its faces. */
#include "interp/cmd/cards/book.h"
#include "interp/base/replace.h"
#include "interp/cmd/front.h"
#include "interp/find/prose.h"
#include "interp/text/card/card.h"
#include "interp/text/place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- blocks --------------------------------------------------------------------- */

BookBlock *book_add(Book *b, BookSort sort, const char *text)
{
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
  vec_push(&row->cells, arena_strdup(b->arena, text));
}

/* ---- the ruleset and its tests -------------------------------------------------- */

/* From the line of its title to the brace that ends it. */
static char *test_source(Arena *a, const Program *p, const PLoc *l)
{
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

static void read_part(void *user, Game *g, bool extra)
{
  Book *b = user;
  if (g->program) keep_cites(b, g->program);
  else if (!extra) b->code = g->readable ? CODE_SOURCE : CODE_IO;
  if (!g->program)
    diags_print(stderr, &g->unit->diags, &g->unit->sources, DIAG_HUMAN, b->cli->color_err,
                SEV_ERROR);
  if (extra || !g->program) {
    game_close(g);
    return;
  }
  b->game = *g;
  b->opened = true;
}

static void find_ledgers(Book *b)
{
  Buf missing = {0};
  ledgers_of(&b->ledgers, b->arena, b->game.program, &b->game.unit->sources, b->game.path,
             &missing);
  if (missing.n) cli_error(b->cli, "the ledger \"%s\" is not there", missing.at);
  buf_free(&missing);
}

static int gather(Book *b, const char *name)
{
  int code = game_each_part(b->cli, name, read_part, b);
  if (code < 0 && b->code) code = b->code;
  if (code < 0) code = game_speak(b->cli, &b->game);
  if (code >= 0) return code;
  b->view = view_program(b->game.program, b->game.lang);
  b->view.edition = card_edition(b->game.program);
  find_ledgers(b);
  return -1;
}

static void compose(Book *b)
{
  const Program *p = b->game.program;
  Buf title = {0};
  render_title(&b->view, &title);
  book_heading(b, 1, "top", buf_text(&title));
  if (p->header->source >= 0) {
    Buf source = {0};
    words_add(b->view.lang, &source, SAY_BOOK_SOURCE);
    buf_printf(&source, ": %s", program_string(p, p->header->source));
    book_add(b, BOOK_TEXT, source.at);
    buf_free(&source);
  }
  book_prose(b);
  book_components(b);
  book_board(b);
  book_options(b);
  book_numbers(b);
  book_acts(b);
  book_ledger(b);
  book_faces(b);
  book_words(b);
  buf_free(&title);
}

/* ---- writing -------------------------------------------------------------------- */

static int write_file(Cli *cli, const char *path, const Buf *text)
{
  FILE *f = fopen(path, "wb");
  bool fine = f && fwrite(buf_text(text), 1, text->n, f) == text->n;
  if (f && fclose(f)) fine = false;
  if (!fine) cli_error(cli, "cannot write %s: %s", path, strerror(errno));
  return fine ? CODE_FINE : CODE_IO;
}

/* The program that prints reads the book from a file of lines, which it removes. */
static int print_book(Book *b, const char *output)
{
  Buf lines = {0};
  char *path = arena_printf(b->arena, "%s.lines", output);
  book_lines(b, &lines);
  int code = write_file(b->cli, path, &lines);
  buf_free(&lines);
  if (code) return code;
  char book[] = "--book", o[] = "-o", name[] = "print";
  char *argv[] = {name, book, path, o, arena_strdup(b->arena, output), NULL};
  Cli front = *b->cli;
  front.command = "print";
  code = cli_front(&front, 5, argv); /* comes back only if it is not there */
  unlink(path);
  return code;
}

static int write_book(Book *b, const char *output)
{
  size_t n = strlen(output);
  if (n > 4 && !strcmp(output + n - 4, ".pdf")) return print_book(b, output);
  Buf html = {0};
  book_html(b, &html);
  int code = write_file(b->cli, output, &html);
  buf_free(&html);
  return code;
}

static void book_free(Book *b)
{
  for (size_t i = 0; i < b->blocks.n; i++) {
    vec_free(&b->blocks.at[i].cells);
    vec_free(&b->blocks.at[i].links);
  }
  vec_free(&b->blocks);
  vec_free(&b->cites);
  ledgers_free(&b->ledgers);
  if (b->view.edition) vm_free(b->view.edition);
  if (b->opened) game_close(&b->game);
  arena_free(b->arena);
}

int cmd_book(Cli *cli, int argc, char **argv)
{
  const char *output = NULL;
  const Opt opts[] = {
      {'o', "output", OPT_TEXT, &output, "FILE", "FILE.html or FILE.pdf", 0, 0, NULL},
  };
  const Usage usage = {
      "regel book scenarios/mygame -o rules.html",
      "book GAME -o FILE",
      "Writes the rulebook of a ruleset: components, set-up, options, numbers, every "
      "rule "
      "of\n"
      "its ledger with the lines that implement and test it, every card, and an index.\n"
      "A page needs nothing else; a PDF is made by regel-print.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0 && !output)
    code = opts_wrong(cli, "where to? regel book GAME -o FILE.html");
  if (code < 0) {
    Book b = {.cli = cli, .arena = arena_new()};
    code = gather(&b, names.at[0]);
    if (code < 0) {
      compose(&b);
      code = b.code ? b.code : write_book(&b, output);
    }
    book_free(&b);
  }
  vec_free(&names);
  return code;
}
