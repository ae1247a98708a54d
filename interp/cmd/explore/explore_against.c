/* regel explore --against OLD: what could be reached before and cannot now, and the
 * reverse.
 *
 * Both rules are explored in the same way and for as long.  What happens is compared by
 * what it is called.  In games that are too large to see everything chance has a say in
 * what is seen: only what happened often enough on one side counts as missing on the
 * other. */
#include "interp/cmd/explore/explore.h"

#include <string.h>

enum { OFTEN = 8 };

static const ExploreItem *counterpart(const ExploreItems *items, const ExploreItem *it)
{
  const ExploreItem *found = NULL;
  for (size_t i = 0; i < items->n; i++) {
    const ExploreItem *o = &items->at[i];
    if (o->kind != it->kind || strcmp(o->name, it->name)) continue;
    if (!found || o->times > found->times) found = o;
  }
  return found;
}

static bool compared(const ExploreItem *it) { return it->kind != ITEM_RULE; }

/* Is it the first of its name?  Several endings may read alike. */
static bool first_named(const ExploreItems *items, size_t i)
{
  for (size_t k = 0; k < i; k++)
    if (items->at[k].kind == items->at[i].kind &&
        !strcmp(items->at[k].name, items->at[i].name))
      return false;
  return true;
}

/* What happened in `x` and not in `y`. */
static size_t missing(const Explore *x, const Explore *y, Buf *b, const char *title)
{
  uint64_t least = explore_complete(x) && explore_complete(y) ? 1 : OFTEN;
  size_t n = 0;
  for (size_t i = 0; i < x->items.n; i++) {
    const ExploreItem *it = &x->items.at[i];
    const ExploreItem *most = counterpart(&x->items, it);
    if (!compared(it) || most->times < least || !first_named(&x->items, i)) continue;
    const ExploreItem *o = counterpart(&y->items, it);
    if (o && (o->times || o->tested)) continue;
    if (!n++) buf_printf(b, "%s\n", title);
    buf_printf(b, "  %-10s", explore_item_name(it->kind));
    buf_column(b, it->name, 48);
    buf_printf(b, "  %s\n", o ? "is there, but is not reached" : "is not there");
  }
  if (n) buf_char(b, '\n');
  return n;
}

static size_t causes(const Explore *e)
{
  size_t n = 0;
  for (size_t i = 0; i < e->done.n; i++)
    for (size_t k = 0; k < e->done.at[i]->result.findings.n; k++)
      n += explore_told(e, i, &e->done.at[i]->result.findings.at[k]);
  return n;
}

size_t explore_compare(const Explore *now, const Explore *old)
{
  Buf b = {0};
  buf_printf(&b, "Against %s:\n", old->name);
  size_t lost = missing(old, now, &b, "Happened before, not now:");
  size_t won = missing(now, old, &b, "Happens now, not before:");
  size_t was = causes(old), is = causes(now);
  if (was != is)
    buf_printf(&b, "%zu finding%s before, %zu now\n", was, cli_plural((long long)was),
               is);
  if (!lost && !won) buf_add(&b, "The same things happen.\n");
  cli_page(now->cli, buf_text(&b));
  buf_free(&b);
  return lost;
}
