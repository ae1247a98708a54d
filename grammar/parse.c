/* Parsing a ruleset: the first file, then every file that `use` names, each once. */
#include "grammar/lex.h"
#include "interp/base/limits.h"

#include <string.h>

static void parse_used(Unit *u, const Node *use);

static void parse_file(Unit *u, int file)
{
  Lexer lx;
  lexer_open(&lx, u, file);
  yyparse(&lx);
  lexer_close(&lx);
  if (!lx.items.head) return;
  if (u->items.head) u->items.tail->next = lx.items.head;
  else u->items.head = lx.items.head;
  u->items.tail = lx.items.tail;
  const Node *last = lx.items.tail;
  for (const Node *n = lx.items.head; n; n = n == last ? NULL : n->next)
    if (n->tag == N_USE) parse_used(u, n);
}

/* A name that leaves its folder could read any file of the machine. */
static bool climbs_out(const char *name)
{
  return name[0] == '/' || strstr(name, "..") || strchr(name, '\\');
}

static void parse_used(Unit *u, const Node *use)
{
  Diags *d = &u->diags;
  const char *name = use->name, *path = NULL;
  bool out = climbs_out(name);
  while (!strncmp(name, "./", 2)) name += 2; /* the same file, and read once */
  if (!out) path = sources_find(&u->sources, use->loc.file, name, &out);
  if (!path && out) {
    Diag *g = diag_add(d, DIAG_USE_OUTSIDE, use->loc, "\"%s\" lies outside the ruleset",
                       use->name);
    diag_hint(d, g,
              "use the bare file name: it is looked for beside this file, in the"
              " ruleset's cards and scenarios, and in the standard library; a link must"
              " not lead out of these");
    return;
  }
  if (!path) {
    Diag *g = diag_add(d, DIAG_NO_FILE, use->loc, "there is no file \"%s\"", use->name);
    diag_hint(d, g,
              "looked beside this file, in the ruleset's cards and scenarios, and in"
              " the standard library");
    return;
  }
  if (u->sources.files.n >= MAX_FILES) {
    diag_add(d, DIAG_FILE_TOO_LARGE, use->loc, "a ruleset has at most %d files",
             MAX_FILES);
    return;
  }
  int file;
  bool seen;
  SourceError err = sources_load(&u->sources, path, &file, &seen);
  if (err) diag_unreadable(&u->diags, use->loc, use->name, err);
  else if (!seen) parse_file(u, file);
}

bool unit_parse(Unit *u, const char *path)
{
  int file;
  bool seen;
  SourceError err = sources_load(&u->sources, path, &file, &seen);
  if (err) {
    diag_unreadable(&u->diags, (Loc){-1, 0, 0, 0}, path, err);
    return false;
  }
  parse_file(u, file);
  return true;
}

bool unit_parse_text(Unit *u, const char *name, const char *text, size_t size)
{
  if (size > MAX_FILE_BYTES) {
    diag_unreadable(&u->diags, (Loc){-1, 0, 0, 0}, name, SOURCE_TOO_LARGE);
    return false;
  }
  parse_file(u, sources_add(&u->sources, name, text, size));
  return true;
}
