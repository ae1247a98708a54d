/* What the stages of the compiler made of rules, as text. */
#include "interp/dump/dump.h"
#include "interp/base/invariant.h"
#include "grammar/diag.h"
#include "interp/api/api_int.h"

#include <stdlib.h>

char *regel_dump(const regel_rules *r, regel_stage stage, const char *const *chunks)
{
  INVARIANT(r && r->program);
  Buf b = {0};
  if (stage == REGEL_TYPES) dump_types(r->program, r->unit ? r->unit->model : NULL, &b);
  else if (stage == REGEL_RUNNING) dump_optimized(r->program, &b);
  else if (stage == REGEL_CODE) dump_code(r->program, NULL, chunks, &b);
  if (!b.n) buf_add(&b, "");
  return buf_take(&b);
}

/* Items of the file itself; what it uses has a tree of its own. */
static void print_tree(FILE *out, Unit *u, const char *path, const char *text,
                       size_t size)
{
  unit_parse_text(u, path, text, size);
  for (const Node *n = u->items.head; n; n = n->next)
    if (n->loc.file == 0) tree_dump(out, u, n, 0);
}

char *regel_dump_file(const regel_library *l, const char *path, regel_stage stage,
                      unsigned how, char **said)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  char *dumped = NULL;
  size_t size, length;
  u->tests = true;
  api_library(l, &u->sources);
  char *text = sources_read(&u->sources, path, &size);
  FILE *out = text ? open_memstream(&dumped, &length) : NULL;
  if (out && stage == REGEL_TREE) print_tree(out, u, path, text, size);
  else if (out) tokens_dump(out, u, sources_add(&u->sources, path, text, size));
  if (out) fclose(out);
  free(text);
  *said = NULL;
  FILE *messages = open_memstream(said, &length);
  if (messages)
    diags_print(messages, &u->diags, &u->sources, DIAG_HUMAN, how & REGEL_COLOUR,
                SEV_ERROR);
  if (messages) fclose(messages);
  unit_free(u);
  arena_free(arena);
  return dumped;
}
