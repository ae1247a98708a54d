/* The bytes that a reader of a game is sent. */
#ifndef REGEL_SERVE_FRAME_H
#define REGEL_SERVE_FRAME_H
#include "interp/base/buf.h"
#include "interp/regel.h"

#include <stdbool.h>
#include <stdint.h>

/* Status and question are one line of JSON each; boards and table have many, of which
 * those are sent that differ. */
enum { PART_HEAD, PART_ASK, PART_BOARD, PART_TABLE, PARTS };
typedef struct Frame {
  Buf part[PARTS];
} Frame;
/* What `viewer` is given of a game as it stands; `ask` tells this question from others.
 */
void frame_make(Frame *f, regel_game *g, regel_status status, int viewer,
                const char *ask);
void frame_free(Frame *f);
/* What somebody was sent, as far as it must be known to tell what is new: the hashes of
 * its lines.  Most games wait most of the time, and pictures are large. */
typedef struct Lines {
  uint64_t *at; /* NULL: never sent */
  size_t n, cap;
} Lines;
typedef struct Sent {
  Lines part[PARTS];
} Sent;
void sent_free(Sent *s);
/* The question alone, or null; true if the viewer is asked. */
bool frame_ask(Buf *b, regel_game *g, int viewer, const char *ask);
/* Adds one part with its key, or only what of it differs from what was sent, and notes
 * that it is; false if nothing does.  With NULL the whole part is added. */
bool frame_part(Buf *b, Sent *sent, const Frame *now, int part);
/* Adds the log from a line on: {"from":3,"lines":[…]} */
void frame_log(Buf *b, regel_reader *r, int from);
/* The number that the game knows an answer by; -1: the viewer may not give it. */
int frame_answer(regel_game *g, int viewer, int64_t n);

/* JSON on one line (text.c). */
void put_string(Buf *b, const char *s);
void put_textn(Buf *b, const char *s, size_t n);
/* Adds data as JSON without line ends. */
void put_data(Buf *b, const regel_data *d);
/* Tells bytes from others. */
uint64_t hash_of(const char *s, size_t n);

#endif
