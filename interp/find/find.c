#include "interp/find/find.h"
#include "interp/find/range.h"

#include <string.h>

bool in_library(const Find *f, const Node *n)
{
  return strstr(f->u->sources.files.at[n->loc.file].path, "/std/") != NULL;
}

void find(Unit *u, const Program *p)
{
  static void (*const questions[])(Find *) = {find_unused, find_conditions, find_tables,
                                              find_trials};
  Find f = {u->model, u, &u->diags, p, NULL, NULL};
  f.look = look_new(&f);
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) questions[i](&f);
}
