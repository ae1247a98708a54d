/* The rules of stored games at hand: a program and a machine for each ruleset, loaded
 * when they are first needed. */
#ifndef REGEL_RULES_H
#define REGEL_RULES_H
#include "db/stored.h"
#include "interp/vm/vm.h"

typedef struct Rules {
  int64_t id;
  Program *program;
  Vm *vm;
  Seal seal;
} Rules;

typedef VEC(Rules *) RulesShelf;

/* By the number of the code (stored_code).  NULL after a fault of the database. */
const Rules *rules_get(RulesShelf *shelf, Db *db, int64_t code);
void rules_free(RulesShelf *shelf);

#endif
