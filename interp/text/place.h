/* Places in the source, from what a program keeps of it. */
#ifndef REGEL_PLACE_H
#define REGEL_PLACE_H
#include "interp/code/program.h"
#include "interp/base/buf.h"
#include "interp/base/json.h"
#include "interp/vm/vm.h"

/* The place of an instruction, or of a row of the program's locs; NULL if there is none.
 */
const PLoc *place_of_ip(const Program *p, int32_t ip);
const PLoc *place_of_row(const Program *p, int32_t row);
/* As data, in the one shape of all places; null if there is none. */
void place_json(const Program *p, Json *j, const char *key, const PLoc *l);
/* "scenarios/tictactoe/game.regel:12" */
void place_name(const Program *p, Buf *b, const PLoc *l);
/* A line of a source file without its line end; "" and length 0 if there is none. */
const char *place_line(const Program *p, int32_t file, int32_t line, int *length);
/* The lines of a declaration: from its first line to the brace that closes it, each
 * behind some spaces, at most `most`. */
void place_body(const Program *p, Buf *b, const PLoc *l, int indent, int most);
/* The words of the source at the place itself. */
void place_excerpt(const Program *p, Buf *b, const PLoc *l);
/* File, line and column, the line with the spot marked, and the rule it cites:
 *   --> file:12:3
 *    |
 * 12 |   require b is free
 *    |   ^^^^^^^^^^^^^^^^^
 *    = rule ABC-12                                                          */
void place_show(const Program *p, Buf *b, const PLoc *l);
/* Only the middle of that, for line `number` of any text: the bytes [from, to) of it are
 * marked.  Of a very long line the part around the mark is shown. */
void place_mark(Buf *b, const char *line, int length, int number, int from, int to);
/* Of rules that called each other too deep, how they go round:
 *    = a leads to b at file:12:3
 *    = b leads to a at file:14:3                                            */
void place_circle(const Program *p, Buf *b, const VmFault *f);

#endif
