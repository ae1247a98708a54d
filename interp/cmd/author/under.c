#include "interp/cmd/author/under.h"
#include "db/db.h"
#include "db/listing.h"
#include "db/rules.h"
#include "db/seal.h"
#include "interp/cmd/archive.h"
#include "interp/diff/diff.h"
#include "interp/sema/model.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { VERSION = 12, SHOWN = 5 }; /* digits of a version; changes that are told */

/* The game as it is without packs, its tree kept for comparing. */
typedef struct Base {
  Game game;
  DiffRules *rules;
  char version[2 * SEAL_BYTES + 1];
} Base;

static bool open_base(Base *b, const Game *g)
{
  game_parse(&b->game, g->path, NULL, false);
  if (b->game.readable) b->rules = diff_rules(b->game.unit, &b->game.program);
  if (!b->game.program) return false;
  Seal seal = seal_program(b->game.program);
  seal_hex(&seal, b->version);
  return true;
}

/* Does one version mean the other?  Both may be cut short. */
static bool same_version(const char *said, const char *version)
{
  size_t n = strlen(said);
  return n >= 6 && !strncasecmp(said, version, n);
}

/* The number of a stored ruleset that the pack was written for; 0: none. */
typedef struct Wanted {
  const Pack *pack;
  int64_t found;
} Wanted;

static void look_at_version(void *user, int64_t id, const char *fingerprint)
{
  Wanted *w = user;
  for (size_t i = 0; !w->found && i < w->pack->versions.n; i++)
    if (same_version(w->pack->versions.at[i], fingerprint)) w->found = id;
}

static int64_t find_stored(Db *db, const char *name, const Pack *p)
{
  Wanted w = {p, 0};
  listing_versions(db, name, look_at_version, &w);
  return w.found;
}

static void tell_changes(Diags *d, Diag *g, const Diff *diff)
{
  const DiffChange *list;
  int n = diff_changes(diff, &list), shown = 0;
  for (int i = 0; i < n && shown < SHOWN; i++, shown++)
    diag_hint(d, g, "%s since then: %s %s%s%s", diff_kind_word(list[i].kind),
              list[i].sort, list[i].name, *list[i].part ? ", " : "", list[i].part);
  if (n > shown) diag_hint(d, g, "and %d more", n - shown);
}

static void compare_stored(Diags *d, Diag *g, Db *db, const Base *base, int64_t id)
{
  Seal seal;
  Program *old = stored_program(db, id, &seal), *again = NULL;
  const char *name = program_string(base->game.program, base->game.program->header->name);
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  if (old && diff_parse_stored(u, old)) {
    DiffRules *rules = diff_rules(u, &again);
    if (again) {
      Diff *diff = diff_new(rules, base->rules, (DiffWish){0});
      tell_changes(d, g, diff);
      diff_free(diff);
      diag_hint(d, g, "regel diff %s:%lld %s tells all", name, (long long)id, name);
    }
  }
  if (again) program_free(again);
  if (old) program_free(old);
  unit_free(u);
  arena_free(arena);
}

static void look_under(Cli *cli, Game *g, const Pack *p, const Base *base)
{
  Diags *d = &g->unit->diags;
  for (size_t i = 0; i < p->versions.n; i++)
    if (same_version(p->versions.at[i], base->version)) return;
  Diag *w = diag_add(d, DIAG_CHANGED_BASE, p->decl->loc,
                     "\"%s\" was written for another version of \"%s\"", p->decl->name,
                     p->decl->extra);
  diag_hint(d, w, "this one is \"%.*s\": look at what changed, then add it to versions",
            VERSION, base->version);
  Archive a = {0};
  Buf file = {0};
  db_path(NULL, &file);
  if (!access(buf_text(&file), R_OK) && archive_open(cli, &a, NULL, SQL_READ) < 0) {
    int64_t id = find_stored(a.db, p->decl->extra, p);
    if (id) compare_stored(d, w, a.db, base, id);
  }
  archive_close(&a);
  buf_free(&file);
}

void under_packs(Cli *cli, Game *g)
{
  const Model *m = g->unit->model;
  bool any = false;
  for (size_t i = 0; g->program && i < m->packs.n; i++)
    any |= m->packs.at[i]->versions.n > 0;
  if (!any) return;
  Base base = {0};
  if (open_base(&base, g))
    for (size_t i = 0; i < m->packs.n; i++)
      if (m->packs.at[i]->versions.n) look_under(cli, g, m->packs.at[i], &base);
  game_close(&base.game);
}
