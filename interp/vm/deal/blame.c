/* What is to blame when a game that is dealt anew does not agree (deal.h).
 *
 * A seat that hides who it is answers by what it has, and what it has was mostly drawn at
 * the start.  Where such an answer does not fit, what lay with the seat then is
 * remembered, as a sum over its draws; until an answer at the same step fits with just
 * that, other draws are taken.  So one failure of a seat is learned for every way,
 * instead of for one way among all that the other seats have.  It is a guess (something
 * else may have been wrong), so now and then it is not heeded, and who passes is
 * acquitted. */
#include "interp/base/invariant.h"
#include "interp/vm/deal.h"

#include <string.h>

void blame_none(Blame *b)
{
  if (b->n) memset(b, 0, sizeof *b);
}

uint64_t blame_draw(const Program *p, int32_t seat, int32_t ip, int32_t thing)
{
  INVARIANT(seat >= 0 && thing >= 0 && thing < p->n_things);
  uint64_t h = (uint64_t)(seat + 1) * 0x9e3779b97f4a7c15u ^ (uint64_t)ip << 32 ^
               (uint64_t)(p->things[thing].face + 1);
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 32) * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}

enum {
  NEAR = 8, /* places where a row may stand */
  DOUBT = 4 /* who has passed that often is to blame only after so many failures each */
};

static int find_blamed(const Blame *b, uint64_t lay)
{
  for (uint64_t i = 0; lay && b->n && i < NEAR; i++)
    if (b->at[(lay + i) % MOST_BLAMED].lay == lay) return (int)((lay + i) % MOST_BLAMED);
  return -1;
}

/* Its row, or a new one; where all are taken, that of another. */
static int row_for(const Blame *b, uint64_t lay)
{
  int at = find_blamed(b, lay);
  for (uint64_t i = 0; at < 0 && i < NEAR; i++)
    if (!b->at[(lay + i) % MOST_BLAMED].lay) at = (int)((lay + i) % MOST_BLAMED);
  return at < 0 ? (int)(lay % MOST_BLAMED) : at;
}

void blame_failed(Blame *b, uint64_t lay, int32_t step)
{
  if (!lay) return;
  struct Blamed *x = &b->at[row_for(b, lay)];
  if (x->lay != lay) *x = (struct Blamed){.lay = lay};
  x->step = step;
  x->failed++;
  b->n++;
}

void blame_passed(Blame *b, uint64_t lay, int32_t step)
{
  int at = find_blamed(b, lay);
  if (at < 0 || b->at[at].step != step) return;
  b->at[at].passed++;
  b->at[at].failed = 0;
}

bool is_blamed(const Blame *b, uint64_t lay)
{
  int at = find_blamed(b, lay);
  return at >= 0 && b->at[at].failed > DOUBT * b->at[at].passed;
}
