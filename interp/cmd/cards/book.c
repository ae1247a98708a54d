/* regel book: the rulebook of a ruleset as a page or a PDF. */
#include "interp/cmd/cards/book.h"
#include "interp/cmd/client.h"
#include "interp/cmd/front.h"
#include "interp/cmd/opts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the ruleset and its tests -------------------------------------------------- */

typedef struct Parts {
  VEC(regel_rules *) list; /* the first is that of the main file */
} Parts;

static void keep_part(void *user, regel_opened *o)
{
  Parts *p = user;
  if (o->rules) vec_push(&p->list, o->rules);
}

/* ---- blocks --------------------------------------------------------------------- */

static const char *const sorts[] = BOOK_SORT_NAMES;

static void read_block(Book *b, const regel_data *from)
{
  const char *sort = client_text(from, "sort"), *id = client_text(from, "id"),
             *foreign = client_text(from, "foreign");
  const regel_data *cells = regel_data_get(from, "cells"),
                   *links = regel_data_get(from, "links");
  BookBlock k = {.level = (int)client_number(from, "level"),
                 .id = *id ? id : NULL,
                 .text = client_text(from, "text"),
                 .marked = client_number(from, "marked"),
                 .foreign = *foreign ? foreign : NULL};
  while (strcmp(sorts[k.sort], sort)) k.sort++;
  for (size_t i = 0; i < regel_data_count(cells); i++)
    vec_push(&k.cells, regel_data_text(regel_data_at(cells, i)));
  for (size_t i = 0; i < regel_data_count(links); i++) {
    const regel_data *l = regel_data_at(links, i);
    BookLink link = {client_text(l, "words"), client_text(l, "to"),
                     (int)client_number(l, "line")};
    vec_push(&k.links, link);
  }
  vec_push(&b->blocks, k);
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
static int print_book(Cli *cli, const Book *b, const char *output)
{
  Buf lines = {0};
  Arena *arena = arena_new();
  char *path = arena_printf(arena, "%s.lines", output);
  book_lines(b, &lines);
  int code = write_file(cli, path, &lines);
  buf_free(&lines);
  if (code) {
    arena_free(arena);
    return code;
  }
  char book[] = "--book", o[] = "-o", name[] = "print";
  char *argv[] = {name, book, path, o, arena_strdup(arena, output), NULL};
  Cli front = *cli;
  front.command = "print";
  code = cli_front(&front, 5, argv); /* comes back only if it is not there */
  unlink(path);
  arena_free(arena);
  return code;
}

static int write_book(Cli *cli, const Book *b, const char *output)
{
  size_t n = strlen(output);
  if (n > 4 && !strcmp(output + n - 4, ".pdf")) return print_book(cli, b, output);
  Buf html = {0};
  book_html(b, &html);
  int code = write_file(cli, output, &html);
  buf_free(&html);
  return code;
}

static int tell(Cli *cli, const regel_data *report)
{
  const regel_data *said = regel_data_get(report, "said");
  for (size_t i = 0; i < regel_data_count(said); i++)
    cli_error(cli, "%s", regel_data_text(regel_data_at(said, i)));
  return client_number(report, "sound") ? -1 : CODE_SOURCE;
}

static int make_book(Cli *cli, const char *name, const char *output)
{
  Parts parts = {0};
  regel_language *language = NULL;
  int code = client_open_each(cli, name, REGEL_TESTS | REGEL_PARTS, keep_part, &parts);
  if (parts.list.n) code = -1; /* a file of tests that does not compile was told */
  if (code < 0) language = client_language(cli, parts.list.at[0], &code);
  if (code < 0) {
    regel_data *report = regel_book(parts.list.at, parts.list.n, language);
    const regel_data *blocks = regel_data_get(report, "blocks");
    Book b = {.lang = client_text(report, "language")};
    for (size_t i = 0; i < regel_data_count(blocks); i++)
      read_block(&b, regel_data_at(blocks, i));
    code = tell(cli, report);
    if (code < 0) code = write_book(cli, &b, output);
    book_blocks_free(&b.blocks);
    regel_data_free(report);
  }
  regel_language_free(language);
  for (size_t i = 0; i < parts.list.n; i++) regel_rules_free(parts.list.at[i]);
  vec_free(&parts.list);
  return code;
}

int cmd_book(Cli *cli, int argc, char **argv)
{
  const char *output = NULL;
  const Opt opts[] = {
      PACK_OPT(cli),
      TEXT_OPT('o', "output", &output, "FILE", "FILE.html or FILE.pdf"),
  };
  const Usage usage = {
      "regel book scenarios/mygame -o rules.html", "book [OPTION…] GAME -o FILE",
      "Writes the rulebook of a ruleset: components, set-up, options, numbers, every "
      "rule "
      "of\n"
      "its ledger with the lines that implement and test it, every card, and an index.\n"
      "A page needs nothing else; a PDF is made by regel-print.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0 && !output)
    code = opts_wrong(cli, "where to? regel book GAME -o FILE.html");
  if (code < 0) code = make_book(cli, names.at[0], output);
  vec_free(&names);
  return code;
}
