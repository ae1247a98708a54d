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

static bool same_name(const regel_data *a, const regel_data *b)
{
  return !strcmp(client_text(a, "kind"), client_text(b, "kind")) &&
         !strcmp(client_text(a, "name"), client_text(b, "name"));
}

static const regel_data *counterpart(const regel_data *items, const regel_data *it)
{
  const regel_data *found = NULL;
  for (size_t i = 0; i < regel_data_count(items); i++) {
    const regel_data *o = regel_data_at(items, i);
    if (!same_name(o, it)) continue;
    if (!found || client_number(o, "times") > client_number(found, "times")) found = o;
  }
  return found;
}

/* Is it the first of its name?  Several endings may read alike. */
static bool first_named(const regel_data *items, size_t i)
{
  const regel_data *it = regel_data_at(items, i);
  for (size_t k = 0; k < i; k++)
    if (same_name(regel_data_at(items, k), it)) return false;
  return true;
}

/* What happened in `x` and not in `y`. */
static size_t missing(const regel_data *x, const regel_data *y, Buf *b, const char *title)
{
  bool sure = client_number(x, "complete") && client_number(y, "complete");
  const regel_data *here = regel_data_get(x, "items"),
                   *there = regel_data_get(y, "items");
  size_t n = 0;
  for (size_t i = 0; i < regel_data_count(here); i++) {
    const regel_data *it = regel_data_at(here, i);
    if (!strcmp(client_text(it, "kind"), "statement") || !first_named(here, i)) continue;
    if (client_number(counterpart(here, it), "times") < (sure ? 1 : OFTEN)) continue;
    const regel_data *o = counterpart(there, it);
    if (o && (client_number(o, "times") || client_number(o, "tested"))) continue;
    if (!n++) buf_printf(b, "%s\n", title);
    buf_printf(b, "  %-10s", client_text(it, "kind"));
    buf_column(b, client_text(it, "name"), 48);
    buf_printf(b, "  %s\n", o ? "is there, but is not reached" : "is not there");
  }
  if (n) buf_char(b, '\n');
  return n;
}

static long long causes(const regel_data *r)
{
  const regel_data *setups = regel_data_get(r, "setups");
  long long n = 0;
  for (size_t i = 0; i < regel_data_count(setups); i++) {
    const regel_data *found = regel_data_get(regel_data_at(setups, i), "findings");
    for (size_t k = 0; k < regel_data_count(found); k++)
      n += client_number(regel_data_at(found, k), "told");
  }
  return n;
}

size_t explore_compare(const Explore *e, const regel_data *now, const regel_data *old)
{
  Buf b = {0};
  buf_printf(&b, "Against %s:\n", e->against);
  size_t lost = missing(old, now, &b, "Happened before, not now:");
  size_t won = missing(now, old, &b, "Happens now, not before:");
  long long was = causes(old), is = causes(now);
  if (was != is)
    buf_printf(&b, "%lld finding%s before, %lld now\n", was, cli_plural(was), is);
  if (!lost && !won) buf_add(&b, "The same things happen.\n");
  cli_page(e->cli, buf_text(&b));
  buf_free(&b);
  return lost;
}
