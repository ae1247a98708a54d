/* The deck for somebody who reads translations: HTML to standard output. */
#ifndef REGEL_CMD_REVIEW_H
#define REGEL_CMD_REVIEW_H
#include "interp/cmd/cli.h"
#include "interp/regel.h"

int review_print(const regel_rules *rules);

#endif
