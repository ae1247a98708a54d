#include "interp/find/find.h"
#include "interp/base/invariant.h"
#include "interp/find/text.h"
#include "interp/find/range.h"

#include <string.h>

bool file_elsewhere(const Model *m, int file)
{
  INVARIANT((size_t)file < m->unit->sources.files.n);
  const Source *s = &m->unit->sources.files.at[file];
  return strstr(s->path, "/std/") || (m->packs.n ? !s->pack : s->ruleset != 0);
}

bool in_library(const Find *f, const Node *n)
{
  return file_elsewhere(f->m, n->loc.file);
}

static Accept *accepts(Unit *u, const Diag *g)
{
  for (size_t i = 0; i < u->accepts.n; i++) {
    Accept *a = &u->accepts.at[i];
    if (a->code == g->code && a->loc.file == g->loc.file && a->loc.line <= g->loc.line &&
        g->loc.line <= a->until)
      return a;
  }
  return NULL;
}

void find_settle(Unit *u)
{
  Diags *d = &u->diags;
  for (size_t i = 0; i < d->list.n; i++) {
    Diag *g = &d->list.at[i];
    Accept *a = g->accepted || diag_severity(g->code) == SEV_ERROR ? NULL : accepts(u, g);
    if (!a) continue;
    a->used = true;
    diag_accept(d, g, a->reason);
  }
  for (size_t i = 0; i < u->accepts.n; i++) {
    const Accept *a = &u->accepts.at[i];
    if (a->used || file_elsewhere(u->model, a->loc.file)) continue;
    Diag *g = diag_add(d, DIAG_IDLE_ACCEPT, a->loc,
                       "there is no %s to accept in what follows", diag_name(a->code));
    diag_hint(d, g, "delete this line: it would hide the next one that comes");
  }
}

void find(Unit *u, const Program *p, Lexicon *english, double prove)
{
  static void (*const questions[])(Find *) = {
      find_unused,  find_conditions, find_tables, find_limits, find_trials, find_piles,
      find_circles, find_again,      find_order,  find_claims, find_kept,   find_cites,
      find_tests,   find_loops,      find_late,   find_titles, find_untold, find_nowhere,
      find_lasting, find_touched,    find_odd,    find_slips,  find_swings};
  Find f = {u->model, u, &u->diags, p, NULL, NULL};
  f.survey = survey_new(&f);
  if (prove > 0) find_proofs(&f, prove);
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) questions[i](&f);
  if (english) find_text(f.m, english);
}
