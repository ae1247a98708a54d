/* Bringing a translation up to date: the messages of today with the words of the file
 * that there was. */
#include "interp/po/po.h"
#include "interp/base/invariant.h"
#include "interp/base/text.h"

#include <string.h>

/* Flags of other tools stay, behind those that we set. */
static const char *both_flags(Arena *a, const char *ours, const char *theirs)
{
  if (!theirs || !*theirs) return ours;
  if (!ours || !*ours) return theirs;
  return strstr(theirs, ours) ? theirs : arena_printf(a, "%s, %s", ours, theirs);
}

/* Takes the words over; what was translated before stays on record if it is another text.
 */
static void take(Arena *a, PoEntry *e, PoEntry *o)
{
  INVARIANT(!o->taken && o->strs > 0); /* its words go to one message only */
  bool known = text_same(o->id, e->id) && text_same(o->plural, e->plural);
  o->taken = true;
  for (int i = 0; i < e->strs; i++) e->str[i] = o->str[i < o->strs ? i : o->strs - 1];
  e->comment = o->comment;
  e->flags = both_flags(a, e->flags, o->flags);
  if (!po_translated(o)) return;
  e->fuzzy = o->fuzzy || !known || !text_same(o->ctxt, e->ctxt);
  if (!e->fuzzy) return;
  bool before = o->old_id != NULL; /* it was stale already: that text is what was meant */
  bool moved = !text_same(o->ctxt, e->ctxt);
  if (before || !known || moved) { /* gettext wants a msgid behind a msgctxt */
    e->old_id = before ? o->old_id : o->id;
    e->old_plural = before ? o->old_plural : o->plural;
  }
  if (o->old_ctxt) e->old_ctxt = o->old_ctxt;
  else if (moved) e->old_ctxt = o->ctxt;
}

/* Bytes that two texts have in common at both ends. */
static size_t likeness(const char *a, const char *b)
{
  size_t n = strlen(a), m = strlen(b), least = n < m ? n : m, head = 0, tail = 0;
  while (head < least && a[head] == b[head]) head++;
  while (tail < least - head && a[n - 1 - tail] == b[m - 1 - tail]) tail++;
  return head + tail;
}

/* The message was there, in use or not. */
static bool exact(Arena *a, PoEntry *e, const Po *old)
{
  PoEntry *found = NULL;
  for (PoEntry *o = po_first(old, e->ctxt); o; o = po_next(o))
    if (!o->taken && !strcmp(o->id, e->id) && (!found || !o->obsolete)) found = o;
  if (found) take(a, e, found);
  return found != NULL;
}

/* Its text was changed under the same msgctxt, or its declaration renamed. */
static void nearest(Arena *a, PoEntry *e, const Po *old)
{
  PoEntry *best = NULL;
  size_t most = 0;
  for (size_t i = 0; i < old->list.n; i++) {
    PoEntry *o = old->list.at[i];
    if (o->taken || !po_translated(o)) continue;
    bool place = text_same(o->ctxt, e->ctxt);
    if (!place && strcmp(o->id, e->id)) continue;
    size_t points = 2 * likeness(o->id, e->id) + 2 * (size_t)place + !o->obsolete;
    if (best && points <= most) continue;
    best = o;
    most = points;
  }
  if (best) take(a, e, best);
}

/* A text that stands elsewhere, too, begins with the words it has there, to be looked at:
 * players see them without a mark. */
static void prefill(Po *to, PoEntry *e)
{
  if (po_translated(e) || (e->flags && strstr(e->flags, PO_REVIEW))) return;
  for (size_t i = 0; i < to->list.n; i++) {
    const PoEntry *o = to->list.at[i];
    if (o == e || o->fuzzy || o->obsolete || !po_translated(o) || strcmp(o->id, e->id) ||
        !text_same(o->plural, e->plural))
      continue;
    for (int k = 0; k < e->strs; k++) e->str[k] = o->str[k < o->strs ? k : o->strs - 1];
    e->flags = both_flags(to->arena, PO_REVIEW, e->flags);
    return;
  }
}

static void retire(Po *to, const PoEntry *o)
{
  INVARIANT(!o->taken && po_translated(o));
  PoEntry *e = ARENA_NEW(to->arena, PoEntry);
  *e = *o;
  e->obsolete = true;
  e->extracted = e->refs = NULL;
  vec_push(&to->list, e);
}

void po_merge(Po *to, const Po *old)
{
  INVARIANT(to && to->arena);
  INVARIANT(to != old && old->header);
  size_t n = to->list.n;
  bool *done = arena_alloc(to->arena, n + 1);
  to->header = old->header;
  for (size_t i = 0; i < n; i++) done[i] = exact(to->arena, to->list.at[i], old);
  for (size_t i = 0; i < n; i++)
    if (!done[i]) nearest(to->arena, to->list.at[i], old);
  for (size_t i = 0; i < n; i++) prefill(to, to->list.at[i]);
  for (size_t i = 0; i < old->list.n; i++)
    if (!old->list.at[i]->taken && po_translated(old->list.at[i]))
      retire(to, old->list.at[i]);
}
