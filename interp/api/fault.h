/* A rule that went wrong, as data. */
#ifndef REGEL_API_FAULT_H
#define REGEL_API_FAULT_H
#include "interp/api/api_int.h"

/* Adds keys to an open record: `code`, `message`, `place`, and what people are shown
 * (`text`: the line, the round of calls and, if `view` stands where it happened, who was
 * acting and by whose rules). */
void api_put_fault(Json *j, const Program *p, const View *view, const VmFault *f);

#endif
