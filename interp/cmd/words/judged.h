/* How the answers of `regel compare` are told. */
#ifndef REGEL_JUDGED_H
#define REGEL_JUDGED_H
#include "interp/base/buf.h"
#include "interp/regel.h"
#include <stdbool.h>

/* Adds what people read of one statement; `wording`: differences that do not matter, too.
 */
void judged_tell(Buf *b, const regel_data *statement, bool wording);

#endif
