/* The compiler as one call. */
#ifndef REGEL_COMPILE_H
#define REGEL_COMPILE_H
#include "grammar/tree.h"
#include "interp/code/program.h"

/* A parsed unit to a loaded, verified program.  NULL if u->diags has errors; the program
 * owns all it needs, the unit can be freed. */
Program *compile(Unit *u);
/* Only what the compiler has to say, in u->diags.  False: there are errors. */
bool compile_check(Unit *u);

#endif
