/* Native code for rules of the library. */
#include "interp/api/api_int.h"
#include "interp/native/native.h"

#include <stdlib.h>

int regel_native(regel_rules *rules, char **why)
{
  Buf reason = {0};
  bool ok = rules->program->native || native_open(rules->program, &reason);
  rules->release = native_close;
  if (why) *why = ok ? NULL : buf_take(&reason);
  buf_free(&reason);
  return ok;
}
