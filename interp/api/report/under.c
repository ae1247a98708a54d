/* What changed in a game under the packs that were written for another version of it. */
#include "interp/api/report/check_int.h"
#include "db/db.h"
#include "db/listing.h"
#include "db/rules.h"
#include "db/seal.h"
#include "interp/base/invariant.h"
#include "interp/diff/diff.h"
#include "interp/rules/wanted.h"
#include "interp/sema/model.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Digits of a version; changes that are told; columns of one that is told whole. */
enum { VERSION = 12, SHOWN = 5, WIDE = 60 };

/* A game is known by what it says; earlier packs name its sources or its code. */
typedef struct Version {
  char of[3][2 * SEAL_BYTES + 1];
} Version;

/* The game as it is without packs, its tree kept for comparing. */
typedef struct Base {
  WantedPart game;
  DiffRules *rules;
  Version version;
} Base;

static Version version_of(const Program *p)
{
  INVARIANT(p && p->header);
  Version v;
  Seal seals[] = {seal_meaning(p), seal_rules(p), seal_code(p)};
  for (int i = 0; i < 3; i++) seal_hex(&seals[i], v.of[i]);
  return v;
}

/* Is it the one that somebody named?  That may be cut short. */
static bool is_version(const char *said, const Version *v)
{
  size_t n = strlen(said);
  for (int i = 0; n >= 6 && i < 3; i++)
    if (!strncasecmp(said, v->of[i], n)) return true;
  return false;
}

static bool written_for(const Pack *p, const Version *v)
{
  for (size_t i = 0; i < p->versions.n; i++)
    if (is_version(p->versions.at[i], v)) return true;
  return false;
}

static bool open_base(Base *b, const WantedHow *how, const char *path)
{
  wanted_parse(&b->game, how, path, NULL);
  if (b->game.readable) b->rules = diff_rules(b->game.unit, &b->game.program);
  if (!b->game.program) return false;
  b->version = version_of(b->game.program);
  return true;
}

/* ---- the version that it was written for ------------------------------------------- */

typedef VEC(int64_t) VersionIds;

static void add_number(void *user, int64_t id, const char *fingerprint)
{
  (void)fingerprint;
  vec_push((VersionIds *)user, id);
}

/* The number of a stored ruleset that the pack was written for; 0: none. */
static int64_t find_stored(Db *db, const char *name, const Pack *p)
{
  VersionIds all = {0};
  int64_t found = 0;
  listing_versions(db, name, add_number, &all);
  for (size_t i = all.n; i-- > 0 && !found;) { /* the newest first */
    Seal seal;
    Program *old = stored_program(db, all.at[i], &seal);
    if (!old) continue;
    Version v = version_of(old);
    if (written_for(p, &v)) found = all.at[i];
    program_free(old);
  }
  vec_free(&all);
  return found;
}

/* ---- what changed ------------------------------------------------------------------ */

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool has_word(const char *text, const char *word, size_t n)
{
  for (const char *s = text; *s; s++)
    if (*s == *word && !strncmp(s, word, n) && (s == text || !in_name(s[-1])) &&
        !in_name(s[n]))
      return true;
  return false;
}

/* Does a pack say a word?  Then a change of what is called so is its business first. */
static bool says(const Unit *u, const Pack *p, const char *word, size_t n)
{
  int number = u->sources.files.at[p->decl->loc.file].pack;
  for (size_t i = 0; n && i < u->sources.files.n; i++) {
    const Source *f = &u->sources.files.at[i];
    if (f->pack == number && has_word(f->text, word, n)) return true;
  }
  return false;
}

static bool concerns(const Unit *u, const Pack *p, const DiffChange *c)
{
  const char *last = strrchr(c->name, ' '), *name = c->name;
  if (!strcmp(c->sort, "thing") && last) name = last + 1; /* its kind stands before it */
  if (c->kind == DIFF_RENAMED && c->text[DIFF_OLD]) name = c->text[DIFF_OLD];
  return says(u, p, name, strcspn(name, " .("));
}

static void tell_change(Diags *d, Diag *g, const DiffChange *c, bool named)
{
  const char *was = c->text[DIFF_OLD], *is = c->text[DIFF_NEW];
  Buf b = {0};
  buf_printf(&b, "%s since then: %s %s%s%s", diff_kind_word(c->kind), c->sort, c->name,
             *c->part ? ", " : "", c->part);
  if (was && is && strlen(was) + strlen(is) < WIDE && !strpbrk(was, "\n\t") &&
      !strpbrk(is, "\n\t"))
    buf_printf(&b, ": %s -> %s", was, is);
  if (named) buf_printf(&b, " (the pack names it)");
  diag_hint(d, g, "%s", buf_text(&b));
  buf_free(&b);
}

/* What the pack speaks of comes first. */
static void tell_changes(Diags *d, Diag *g, const Unit *u, const Pack *p,
                         const Diff *diff)
{
  const DiffChange *list;
  int n = diff_changes(diff, &list), shown = 0;
  for (int named = 1; named >= 0; named--)
    for (int i = 0; i < n && shown < SHOWN; i++)
      if (concerns(u, p, &list[i]) == named) {
        tell_change(d, g, &list[i], named);
        shown++;
      }
  if (n > shown) diag_hint(d, g, "and %d more", n - shown);
}

static Diag *warn(Diags *d, const Pack *p, const Base *base)
{
  Diag *w = diag_add(d, DIAG_CHANGED_BASE, p->decl->loc,
                     "\"%s\" was written for another version of \"%s\"", p->decl->name,
                     p->decl->extra);
  diag_hint(d, w, "this one is \"%.*s\": look at what changed, then add it to versions",
            VERSION, base->version.of[0]);
  return w;
}

/* Compares with a version that is stored; false if that cannot be done.  Where only
 * remarks, layout or tests are others, the pack was written for these rules. */
static bool compare_stored(Unit *unit, const Pack *p, const Base *base, Db *db,
                           int64_t id)
{
  Diags *d = &unit->diags;
  Seal seal;
  Program *old = stored_program(db, id, &seal), *again = NULL;
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  u->tests = false;
  if (old && diff_parse_stored(u, old)) {
    DiffRules *rules = diff_rules(u, &again);
    if (again) {
      Diff *diff = diff_new(rules, base->rules, (DiffWish){0});
      const DiffChange *list;
      if (diff_changes(diff, &list)) {
        Diag *w = warn(d, p, base);
        tell_changes(d, w, unit, p, diff);
        diag_hint(d, w, "regel diff %s:%lld %s tells all", p->decl->extra, (long long)id,
                  p->decl->extra);
      }
      diff_free(diff);
    }
  }
  bool compared = again;
  if (again) program_free(again);
  if (old) program_free(old);
  unit_free(u);
  arena_free(arena);
  return compared;
}

static void look_under(Unit *u, const Pack *p, const Base *base, Db *db)
{
  if (written_for(p, &base->version)) return;
  int64_t id = db ? find_stored(db, p->decl->extra, p) : 0;
  if (id && compare_stored(u, p, base, db, id)) return;
  Diag *w = warn(&u->diags, p, base);
  diag_hint(&u->diags, w,
            "what changed is not known, since no game of \"%s\" is stored here; who has "
            "its files sees it: regel diff FOLDER %s",
            p->versions.at[p->versions.n - 1], p->decl->extra);
  diag_hint(&u->diags, w,
            "regel cards %s stores this one, so that the next change can be told",
            p->decl->extra);
}

void under_packs(Unit *u, const WantedHow *how, const char *path)
{
  INVARIANT(u->model);
  const Model *m = u->model;
  bool any = false;
  for (size_t i = 0; i < m->packs.n; i++) any |= m->packs.at[i]->versions.n > 0;
  if (!any) return;
  Base base = {0};
  Buf file = {0};
  db_path(NULL, &file);
  regel_store *store =
      access(buf_text(&file), R_OK) ? NULL : regel_store_read(NULL, NULL);
  if (open_base(&base, how, path))
    for (size_t i = 0; i < m->packs.n; i++)
      if (m->packs.at[i]->versions.n)
        look_under(u, m->packs.at[i], &base, store ? store_db(store) : NULL);
  if (store) regel_store_close(store);
  buf_free(&file);
  wanted_part_free(&base.game);
}
