#include "db/rules.h"
#include "interp/base/invariant.h"

#include <stdlib.h>

const Rules *rules_get(RulesShelf *shelf, Db *db, int64_t code)
{
  INVARIANT(shelf && db);
  for (size_t i = 0; i < shelf->n; i++)
    if (shelf->at[i]->id == code) return shelf->at[i];
  Seal seal;
  Program *p = stored_program(db, code, &seal);
  if (!p) return NULL;
  Rules *r = zeroed(1, sizeof *r);
  *r = (Rules){code, p, vm_new(p), seal};
  vec_push(shelf, r);
  return r;
}

void rules_free(RulesShelf *shelf)
{
  for (size_t i = 0; i < shelf->n; i++) {
    vm_free(shelf->at[i]->vm);
    program_free(shelf->at[i]->program);
    free(shelf->at[i]);
  }
  vec_free(shelf);
}
