#include "grammar/diag.h"
#include "grammar/limits.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *code, *title;
  Severity severity;
} table[] = {
#define DIAG(code, name, severity, title) {code, title, SEV_##severity},
#include "grammar/diag.def"
#undef DIAG
};

Severity diag_severity(DiagCode code) { return table[code].severity; }
const char *diag_name(DiagCode code) { return table[code].code; }
const char *diag_title(DiagCode code) { return table[code].title; }

DiagCode diag_find(const char *name)
{
  for (int i = 0; i < DIAG_COUNT; i++)
    if (!strcmp(table[i].code, name)) return (DiagCode)i;
  return DIAG_COUNT;
}

void diags_init(Diags *d, Arena *arena)
{
  memset(d, 0, sizeof *d);
  d->arena = arena;
}

void diags_free(Diags *d) { vec_free(&d->list); }

/* Would a declaration that could not be parsed explain this? */
static bool may_be_missing(DiagCode code)
{
  switch (code) {
  case DIAG_UNKNOWN_NAME:
  case DIAG_UNKNOWN_FIELD:
  case DIAG_UNKNOWN_KIND:
  case DIAG_UNKNOWN_VERB:
  case DIAG_UNKNOWN_FUNCTION:
  case DIAG_UNKNOWN_SLOT:
  case DIAG_UNKNOWN_VARIANT:
  case DIAG_OUTSIDE_VARIANT:
  case DIAG_NO_SUCH_EVENT:
  case DIAG_NO_GAME:
  case DIAG_NO_PLAY:
  case DIAG_UNFILLED:
  case DIAG_BAD_PLACEHOLDER:
  case DIAG_BAD_ANSWER:
  case DIAG_BAD_SETTING:
  case DIAG_TABLE_GAP:
  case DIAG_UNUSED: return true;
  default: return false;
  }
}

Diag *diag_add(Diags *d, DiagCode code, Loc loc, const char *fmt, ...)
{
  static Diag dropped; /* hints for a dropped diagnostic go nowhere */
  if (d->partial && may_be_missing(code)) return &dropped;
  for (size_t i = 0; i < d->list.n; i++) {
    Diag *g = &d->list.at[i];
    if (g->code == code && g->loc.file == loc.file && g->loc.line == loc.line &&
        g->loc.col == loc.col && loc.file >= 0)
      return &dropped;
  }
  int *count = table[code].severity == SEV_ERROR     ? &d->errors
               : table[code].severity == SEV_WARNING ? &d->warnings
                                                     : &d->notes;
  if (++*count > MAX_ERRORS) return &dropped;
  va_list args;
  va_start(args, fmt);
  Diag g = {code, loc, arena_vprintf(d->arena, fmt, args), NULL, NULL, NULL};
  va_end(args);
  vec_push(&d->list, g);
  return &d->list.at[d->list.n - 1];
}

void diag_accept(Diags *d, Diag *g, const char *reason)
{
  *(table[g->code].severity == SEV_WARNING ? &d->warnings : &d->notes) -= 1;
  d->accepted++;
  g->accepted = reason;
}

void diag_drop(Diags *d, DiagCode code, Loc line)
{
  size_t n = 0;
  for (size_t i = 0; i < d->list.n; i++) {
    const Diag *g = &d->list.at[i];
    if (g->code == code && g->loc.file == line.file && g->loc.line == line.line)
      d->errors--;
    else d->list.at[n++] = *g;
  }
  d->list.n = n;
}

void diag_label(Diags *d, Diag *g, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  g->label = arena_vprintf(d->arena, fmt, args);
  va_end(args);
}

static void add_hint(Diags *d, Diag *g, Loc loc, char *text)
{
  Hint *h = ARENA_NEW(d->arena, Hint), **tail = &g->hints;
  h->text = text;
  h->loc = loc;
  while (*tail) tail = &(*tail)->next;
  *tail = h;
}

void diag_hint(Diags *d, Diag *g, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  add_hint(d, g, (Loc){-1, 0, 0, 0}, arena_vprintf(d->arena, fmt, args));
  va_end(args);
}

void diag_hint_at(Diags *d, Diag *g, Loc loc, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  add_hint(d, g, loc, arena_vprintf(d->arena, fmt, args));
  va_end(args);
}

/* ---- nearest name --------------------------------------------------------------- */

/* Edit distance with swapped neighbours, given up above `most`. */
static int distance(const char *a, const char *b, int most)
{
  int n = (int)strlen(a), m = (int)strlen(b);
  if (n > 60 || m > 60 || abs(n - m) > most) return most + 1;
  int row[3][64];
  for (int j = 0; j <= m; j++) row[0][j] = j;
  for (int i = 1; i <= n; i++) {
    int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
    now[0] = i;
    for (int j = 1; j <= m; j++) {
      int best = last[j - 1] + (a[i - 1] != b[j - 1]);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          before[j - 2] + 1 < best)
        best = before[j - 2] + 1;
      now[j] = best;
    }
  }
  return row[n % 3][m];
}

Nearest nearest_for(const Diags *d, const char *word)
{
  return (Nearest){d->errors < MAX_ERRORS ? word : NULL, NULL, 0};
}

void nearest_try(Nearest *n, const char *candidate)
{
  if (!n->word) return;
  int most = (int)strlen(n->word) / 3 + 1;
  int d = distance(n->word, candidate, most);
  if (d <= most && d > 0 && (!n->best || d < n->distance)) {
    n->best = candidate;
    n->distance = d;
  }
}
