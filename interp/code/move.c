/* Moves: answers of several parts, written as one number. */
#include "interp/code/program.h"
#include "interp/base/invariant.h"

int program_parts(const Program *p, int alt)
{
  INVARIANT(alt >= 0 && alt < p->n_alts);
  int n = 1;
  if (p->alts[alt].form == ALT_MOVE)
    while (alt + n < p->n_alts && p->alts[alt + n].form == ALT_PART) n++;
  return n;
}

static int64_t digits(const Program *p, int alt)
{
  INVARIANT(alt >= 0 && alt < p->n_alts);
  const PType *t = &p->types[p->alts[alt].type];
  return (int64_t)t->hi - t->lo + 2; /* and one for what is not there yet */
}

/* What a digit of this part counts. */
static int64_t weight(const Program *p, int alt, int part)
{
  int64_t w = 1;
  for (int k = program_parts(p, alt) - 1; k > part; k--) w *= digits(p, alt + k);
  return w;
}

int32_t program_part(const Program *p, int alt, int32_t value, int part)
{
  INVARIANT(alt >= 0 && alt < p->n_alts);
  if (p->alts[alt].form != ALT_MOVE) return value;
  int64_t digit = value / weight(p, alt, part) % digits(p, alt + part);
  return digit ? (int32_t)(p->types[p->alts[alt + part].type].lo + digit - 1) : NONE;
}

int32_t program_join(const Program *p, int alt, int32_t value, int part, int32_t with)
{
  int64_t digit = (int64_t)with - p->types[p->alts[alt + part].type].lo + 1;
  return (int32_t)(value + digit * weight(p, alt, part));
}

bool program_opens(const Program *p, int alt, int32_t value)
{
  INVARIANT(alt >= 0 && alt < p->n_alts);
  return p->alts[alt].form == ALT_MOVE &&
         program_part(p, alt, value, program_parts(p, alt) - 1) == NONE;
}

bool program_counts_moves(const Program *p, int alt)
{
  int64_t all = 1;
  int parts = program_parts(p, alt);
  if (parts < 2 || parts > MAX_MOVE_PARTS) return false;
  for (int k = 0; k < parts; k++) {
    if (digits(p, alt + k) < 1) return false;
    all *= digits(p, alt + k);
    if (all > INT32_MAX) return false;
  }
  return true;
}
