/* Citations against the ledger that the game names: `regel trace` tells the whole story,
 * `check` what is surely a slip.
 *
 * Examples and checks of a ledger ask for a test only, and tests may stand in files of
 * their own, so rows that lack an example are left to `regel trace`. */
#include "interp/find/find.h"
#include "interp/base/invariant.h"
#include "interp/find/ledger.h"
#include "interp/rules/load.h"
#include "interp/text/place.h"

#include <string.h>

typedef struct Cites {
  Find *f;
  Ledgers ledgers;
  VEC(int) whose; /* of each ledger: 0 the game's, else the number of a pack */
} Cites;

static Loc loc_of(const Program *p, int32_t row)
{
  const PLoc *l = place_of_row(p, row);
  return l ? (Loc){l->file, l->line, l->col, l->end} : (Loc){-1, 0, 0, 0};
}

/* The row that was meant: the nearest id that the ledger has. */
static void unknown_row(Cites *c, const PCite *x)
{
  Find *f = c->f;
  const char *id = program_string(f->p, x->id);
  Nearest near = {id, NULL, 0};
  for (size_t k = 0; k < c->ledgers.list.n; k++)
    for (size_t i = 0; i < c->ledgers.list.at[k].rows.n; i++)
      nearest_try(&near, c->ledgers.list.at[k].rows.at[i].id);
  Diag *g = diag_add(f->d, DIAG_NO_SUCH_ROW, loc_of(f->p, x->loc),
                     "the ledger has no row \"%s\"", id);
  if (near.best) diag_hint(f->d, g, "did you mean @%s?", near.best);
  /* A pack has its own, or speaks of the game's. */
  int pack = g->loc.file < 0 ? 0 : f->u->sources.files.at[g->loc.file].pack;
  bool own = false;
  for (size_t k = 0; k < c->whose.n; k++) own |= pack && c->whose.at[k] == pack;
  for (size_t k = 0; k < c->whose.n; k++)
    if (c->whose.at[k] == (own ? pack : 0))
      diag_hint(f->d, g, "the ledger is %s", c->ledgers.list.at[k].path);
}

static const PCite *implements(const Program *p, const char *id)
{
  for (int i = 0; i < p->n_cites; i++)
    if (p->cites[i].use == CITES_RULE && !strcmp(program_string(p, p->cites[i].id), id))
      return &p->cites[i];
  return NULL;
}

static void omitted_row(Cites *c, const PCite *x)
{
  Find *f = c->f;
  const char *id = program_string(f->p, x->id);
  const PCite *rule = implements(f->p, id);
  if (!rule) return;
  Diag *g =
      diag_add(f->d, DIAG_OMIT_IMPLEMENTED, loc_of(f->p, x->loc),
               "\"%s\" is said to have nothing to implement, and is implemented", id);
  diag_hint_at(f->d, g, loc_of(f->p, rule->loc), "this cites it");
  diag_hint(f->d, g, "take it out of \"omit\", or cite another row there");
}

static bool is_example(const char *id)
{
  return strstr(id, "-EX-") != NULL || strstr(id, "-CHK-") != NULL;
}

static bool omitted(const Program *p, const char *id)
{
  for (int i = 0; i < p->n_cites; i++)
    if (p->cites[i].use == CITES_OMIT && !strcmp(program_string(p, p->cites[i].id), id))
      return true;
  return false;
}

/* Of the own ledger of the game or a pack: what the others hold is another one's to
 * implement. */
static void missing_rows(Cites *c, const Ledger *own, const Node *line)
{
  enum { SHOWN = 5 };
  Find *f = c->f;
  Buf first = {0};
  int n = 0;
  for (size_t i = 0; i < own->rows.n; i++) {
    const char *id = own->rows.at[i].id;
    if (is_example(id) || implements(f->p, id) || omitted(f->p, id)) continue;
    if (n < SHOWN) buf_printf(&first, "%s%s", n ? ", " : "", id);
    n++;
  }
  if (n) {
    Diag *g = diag_add(f->d, DIAG_ROWS_MISSING, line->loc,
                       n == 1 ? "%d row of the ledger has no rule that cites it, and no "
                                "\"omit\" says why"
                              : "%d rows of the ledger have no rule that cites them, and "
                                "no \"omit\" says why",
                       n);
    diag_hint(f->d, g, "%s%s", buf_text(&first), n > SHOWN ? ", …" : "");
    diag_hint(f->d, g, "regel trace %s lists them with their words",
              f->u->sources.files.at[line->loc.file].path);
  }
  buf_free(&first);
}

/* ---- remarks -------------------------------------------------------------------- */

/* Citations behind a `#` that begins at `at`: they look like one and cite nothing. */
static void look_in_remark(Find *f, int file, const char *at, const char *line,
                           int number)
{
  for (const char *s = at; *s && *s != '\n'; s++) {
    size_t n = *s == '@' ? ledger_id_length(s + 1) : 0;
    if (!n) continue;
    int col = (int)(s - line) + 1;
    Diag *g =
        diag_add(f->d, DIAG_CITE_IN_REMARK, (Loc){file, number, col, col + (int)n + 1},
                 "%.*s in a remark cites nothing", (int)n + 1, s);
    diag_hint(f->d, g, "a citation stands in the rule itself, before the \"#\"");
    s += n;
  }
}

static void find_remarks(Find *f, int file)
{
  INVARIANT((size_t)file < f->u->sources.files.n);
  const Source *src = &f->u->sources.files.at[file];
  const char *line = src->text;
  bool in_text = false;
  int number = 1;
  for (const char *s = src->text; *s; s++) {
    if (*s == '\n') {
      line = s + 1, number++, in_text = false;
    } else if (in_text && *s == '\\' && s[1] && s[1] != '\n') {
      s++;
    } else if (*s == '"') {
      in_text = !in_text;
    } else if (*s == '#' && !in_text) {
      look_in_remark(f, file, s, line, number);
      while (s[1] && s[1] != '\n') s++;
    }
  }
}

static void compare_cites(Cites *c)
{
  Find *f = c->f;
  for (int i = 0; i < f->p->n_cites; i++) {
    const PCite *x = &f->p->cites[i];
    Loc loc = loc_of(f->p, x->loc);
    if (loc.file >= 0 && f->m->packs.n && file_elsewhere(f->m, loc.file)) continue;
    if (!ledgers_find(&c->ledgers, program_string(f->p, x->id))) unknown_row(c, x);
    else if (x->use == CITES_OMIT) omitted_row(c, x);
  }
}

/* Adds those that the line of the game or of a pack names; false: one is missing. */
static bool add_ledgers(Cites *c, const char *const *names, size_t n, const Node *line)
{
  INVARIANT(line && line->tag < N_COUNT);
  Find *f = c->f;
  Buf missing = {0};
  bool found = true;
  const char *beside =
      load_folder(f->m->arena, f->u->sources.files.at[line->loc.file].path);
  for (size_t i = 0; i < n && found; i++)
    found = ledgers_add(&c->ledgers, names[i], &f->u->sources, beside, &missing);
  while (c->whose.n < c->ledgers.list.n)
    vec_push(&c->whose, f->u->sources.files.at[line->loc.file].pack);
  if (!found) {
    Diag *g = diag_add(f->d, DIAG_NO_LEDGER, line->loc,
                       "the ledger \"%s\" cannot be found, so no citation was compared",
                       buf_text(&missing));
    diag_hint(f->d, g, "it is looked for in docs/rules and beside the game's file");
  }
  buf_free(&missing);
  return found;
}

void find_cites(Find *f)
{
  INVARIANT(f->u);
  Model *m = f->m;
  Cites c = {.f = f};
  for (size_t i = 0; i < f->u->sources.files.n; i++) find_remarks(f, (int)i);
  bool found = add_ledgers(&c, m->ledgers.at, m->ledgers.n, m->game);
  VEC(size_t) own = {0}; /* of each pack: where its ledgers begin */
  for (size_t i = 0; i < m->packs.n && found; i++) {
    const Pack *p = m->packs.at[i];
    vec_push(&own, c.ledgers.list.n);
    found = add_ledgers(&c, p->ledgers.at, p->ledgers.n, p->decl);
  }
  if (found && c.ledgers.list.n) {
    compare_cites(&c);
    find_book(f, &c.ledgers);
    find_course(f, &c.ledgers);
    if (!m->packs.n) missing_rows(&c, &c.ledgers.list.at[0], m->game);
    for (size_t i = 0; i < m->packs.n; i++)
      if (m->packs.at[i]->ledgers.n)
        missing_rows(&c, &c.ledgers.list.at[own.at[i]], m->packs.at[i]->decl);
  }
  vec_free(&own);
  vec_free(&c.whose);
  ledgers_free(&c.ledgers);
}
