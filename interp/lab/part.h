/* A part: what was counted of some games of a plan, as a file.
 *
 * It holds integers only.  Parts of the same plan and rules that have no game in common
 * add up, in any order, to the bytes that one run would have written. */
#ifndef REGEL_PART_H
#define REGEL_PART_H
#include "db/seal.h"
#include "interp/lab/count.h"

typedef struct Range {
  long first, end; /* games first .. end-1 of every cell that has so many */
} Range;

typedef struct Part {
  const Plan *plan; /* bound */
  VEC(Range) done;  /* upwards, none touches the next */
  Counts *cells;    /* one for each of the plan's */
} Part;

void part_init(Part *p, const Plan *plan);
void part_free(Part *p);
/* Are there games of this range in it already? */
bool part_has(const Part *p, Range r);
void part_done(Part *p, Range r);
/* Adds another part's games.  False if they have a game in common, which is `twice`. */
bool part_add(Part *to, const Part *from, Range *twice);
/* The next range that is missing at or behind a game, before `end`; false: none is. */
bool part_gap(const Part *p, long from, long end, Range *gap);

/* The file as text, the same for the same games on every machine. */
void part_write(const Part *p, Buf *out);
/* What stands at the head of one: enough to find its rules again. */
typedef struct PartHead {
  Buf plan; /* its text */
  uint64_t hash;
  char version[32];
  int rules;
  Seal seals[MAX_RULES];
  size_t body; /* where the counts begin */
} PartHead;
bool part_read_head(const char *text, PartHead *h, Buf *why);
void part_head_free(PartHead *h);
/* Does a head belong to this plan, with these rules, by this program?  Says why not. */
bool part_fits(const Plan *plan, const PartHead *h, Buf *why);
/* The counts of a file whose head fits.  False and why, if it is damaged. */
bool part_read(Part *p, const char *text, const PartHead *h, Buf *why);

#endif
