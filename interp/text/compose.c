#include "interp/text/compose.h"

void compose_thing(const View *v, Buf *b, int32_t thing)
{
  (void)v;
  (void)b;
  (void)thing;
}
