/* Random programs that are well typed, for comparing the machine with the reference. */
#ifndef REGEL_REF_GEN_H
#define REGEL_REF_GEN_H
#include "interp/base/buf.h"
#include <stdint.h>

/* Writes the program with this number. */
void write_program(uint64_t number, Buf *out);
/* Writes a pack for it, or nothing. */
void write_pack(uint64_t number, Buf *out);

#endif
