/* What rules tell: an information-flow analysis of the whole model (docs/knowledge.md).
 */
#ifndef REGEL_FLOW_H
#define REGEL_FLOW_H
#include "interp/sema/model.h"

/* Reports every place at which somebody would learn what he may not know (E0503). */
void check_secrets(Model *m);

#endif
