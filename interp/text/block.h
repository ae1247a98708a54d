/* Blocks of the source: the lines that declare a thing, up to its closing brace, and the
 * rows of the ledger that they cite. */
#ifndef REGEL_BLOCK_H
#define REGEL_BLOCK_H
#include "interp/code/program.h"
#include "interp/base/buf.h"
#include <stdbool.h>

/* Where the lines of every file begin and where every citation stands, so that the
 * blocks of many things are found without reading the files again for each. */
typedef struct BlockIndex BlockIndex;
BlockIndex *block_index(const Program *p); /* the program must outlive it */
void block_free(BlockIndex *x);

/* Lines and columns count from 1; the end is the last byte that belongs to it. */
typedef struct Block {
  int32_t file, line, col, last_line, last_col;
} Block;

/* The block that begins at a place. */
void block_at(const BlockIndex *x, int32_t file, int32_t line, int32_t col, Block *at);
/* The block of a thing; false if the program does not know where it was declared. */
bool block_of(const BlockIndex *x, int32_t thing, Block *at);
/* Adds the rows that the rules in the block of a thing cite, in the order of the source,
 * each once, with a space between them. */
void block_cites(const BlockIndex *x, int32_t thing, Buf *b);
/* Adds the lines of a block, each with its number. */
void block_show(const BlockIndex *x, const Block *at, Buf *b);

#endif
