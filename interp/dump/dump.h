/* What the later stages of the compiler made of rules, for people to read. */
#ifndef REGEL_DUMP_H
#define REGEL_DUMP_H
#include "interp/base/buf.h"
#include "interp/code/program.h"
#include "interp/opt/opt.h"
#include "interp/sema/model.h"

/* Kinds, fields and verbs with types and cells; with the model (else NULL) also the types
 * of what verbs are given. */
void dump_types(const Program *p, Model *m, Buf *b);
/* The instructions of all chunks, or of those that are named (NULL at the end); if `o` is
 * not NULL, those that run in their place. */
void dump_code(const Program *p, const Optimized *o, const char *const *names, Buf *b);
void dump_optimized(const Program *p, Buf *b);

#endif
