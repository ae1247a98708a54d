/* Several searches at once, each on a thread of its own. */
#ifndef REGEL_HEADS_H
#define REGEL_HEADS_H
#include "interp/bot/bot.h"

void heads_run(Search **s, int n);

#endif
