/* Instructions as people read them. */
#ifndef REGEL_CMD_DISASM_H
#define REGEL_CMD_DISASM_H
#include "interp/base/buf.h"
#include "interp/opt/opt.h"

/* One chunk with its source lines; o: as what was made of it, or NULL. */
void disasm_chunk(const Program *p, int chunk, const Optimized *o, Buf *b);

#endif
