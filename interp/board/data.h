/* What lies on the table and what can be answered, as data for one reader. */
#ifndef REGEL_BOARD_DATA_H
#define REGEL_BOARD_DATA_H
#include "interp/base/json.h"
#include "interp/text/render.h"

void data_thing(Json *j, const View *v, int32_t thing);
/* One number, word or thing: what it is, and what players read. */
void data_scalar(Json *j, const View *v, int type, int64_t value);
/* All fields and piles, as the reader may know them. */
void data_table(Json *j, const View *v);
/* What can be answered, and by whom: only what the reader may read. */
void data_answers(Json *j, const View *v);

#endif
