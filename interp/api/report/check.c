/* Everything that is wrong with a ruleset, all its parts together, for whoever prints it.
 */
#include "interp/agree/lexica.h"
#include "interp/api/report/check_int.h"
#include "interp/find/find.h"
#include "interp/mend/mend.h"
#include "interp/prove/solver.h"
#include "interp/rules/blame.h"
#include "interp/rules/load.h"
#include "interp/text/card/card.h"

#include <stdlib.h>
#include <string.h>

typedef struct Tally {
  int all, refuted, undecided;
} Tally;

typedef struct Check {
  const regel_library *library;
  const regel_checking *how;
  Arena *arena;
  VEC(const char *) seen; /* files whose findings were told */
  int files, cards, errors, warnings, notes, accepted;
  Tally claims, always;
  bool compiled, readable, partial; /* partial: something could not be parsed */
  const char *file;                 /* the main one */
  Buf words;                        /* why texts are not compared */
  FILE *said;
  bool some; /* something was said: data needs a comma */
  Json *edits;
  const WantedHow *wish;
} Check;

static void find_again_with(Unit *u, const Program *p) { find(u, p, NULL, 0); }

void check_look(Unit *u, const Program *p, Arena *arena, double prove, Buf *words)
{
  Buf why = {0};
  Lexicon *english = lexica_open(&u->sources, arena, "en", "lexicon", &why);
  if (!english && words && !words->n) buf_add(words, buf_text(&why));
  find(u, p, english, prove);
  blame_added(u, find_again_with);
  find_settle(u);
  if (english) lexicon_free(english);
  buf_free(&why);
}

static bool was_seen(const Check *c, const char *path)
{
  for (size_t i = 0; i < c->seen.n; i++)
    if (!strcmp(c->seen.at[i], path)) return true;
  return false;
}

/* A note about the game is for who wrote the game, not for who adds a pack. */
static bool is_others_note(const Unit *u, const Diag *g)
{
  return u->model && u->model->packs.n && diag_severity(g->code) == SEV_NOTE &&
         file_elsewhere(u->model, g->loc.file);
}

/* A file of tests uses the game again; what is wrong there was told already. */
static void drop_told(const Check *c, Unit *u)
{
  Diags *d = &u->diags;
  size_t kept = 0;
  for (size_t i = 0; i < d->list.n; i++) {
    const Diag *g = &d->list.at[i];
    if (g->loc.file >= 0 &&
        (was_seen(c, u->sources.files.at[g->loc.file].path) || is_others_note(u, g))) {
      Severity s = diag_severity(g->code);
      *(g->accepted        ? &d->accepted
        : s == SEV_ERROR   ? &d->errors
        : s == SEV_WARNING ? &d->warnings
                           : &d->notes) -= 1;
    } else {
      d->list.at[kept++] = *g;
    }
  }
  d->list.n = kept;
}

/* Cards are what has a name for players and lies in piles. */
static int count_cards(const Program *p)
{
  int n = 0;
  for (int i = 0; i < p->n_kinds; i++)
    if (p->kinds[i].text >= 0 && p->kinds[i].cells >= 0) n += card_count(p, i);
  return n;
}

/* Of all claims: those that are not true, and those that are neither proved nor refuted.
 */
static void count_claims(Check *c, const Unit *u)
{
  for (size_t i = 0; i < u->model->always.n; i++) {
    const Always *a = u->model->always.at[i];
    Tally *t = a->node->tag == N_CLAIM ? &c->claims : &c->always;
    t->all++;
    t->refuted += a->refuted;
    t->undecided += a->open;
  }
}

/* ---- saying it --------------------------------------------------------------------- */

static DiagFormat format_of(regel_format f)
{
  return f == REGEL_SHORT   ? DIAG_SHORT
         : f == REGEL_JSON  ? DIAG_JSON
         : f == REGEL_SARIF ? DIAG_SARIF
                            : DIAG_HUMAN;
}

static void say(Check *c, Unit *u)
{
  bool notes = c->how->how & REGEL_NOTES;
  Severity least = notes ? SEV_NOTE : SEV_WARNING;
  DiagFormat format = format_of(c->how->format);
  bool data = format == DIAG_JSON || format == DIAG_SARIF;
  int shown = u->diags.errors + u->diags.warnings + (notes ? u->diags.notes : 0);
  for (size_t i = 0; data && i < u->diags.list.n; i++) {
    const Diag *g = &u->diags.list.at[i];
    shown += g->accepted && diag_severity(g->code) >= least;
  }
  if (!shown) return;
  if (data && c->some) fputc(',', c->said);
  c->some = true;
  diags_print(c->said, &u->diags, &u->sources, format, c->how->how & REGEL_COLOUR, least);
}

/* The edits that are certain: one remedy for one mistake. */
static void put_edits(Check *c, const Unit *u)
{
  for (size_t i = 0; i < u->diags.list.n; i++) {
    const Diag *g = &u->diags.list.at[i];
    const Hint *h = g->accepted ? NULL : g->hints;
    while (h && !h->certain) h = h->next;
    if (!h) continue;
    json_open(c->edits, '{');
    json_key_text(c->edits, "file", u->sources.files.at[h->edit.file].path);
    json_key_int(c->edits, "line", h->edit.line);
    json_key_int(c->edits, "column", h->edit.col);
    json_key_int(c->edits, "end", h->edit.end);
    json_key_text(c->edits, "write", h->fix);
    json_close(c->edits, '}');
  }
}

/* ---- part by part ------------------------------------------------------------------ */

static void count(Check *c, const WantedPart *p, bool extra)
{
  for (size_t i = 0; i < p->unit->sources.files.n; i++) {
    const char *path = p->unit->sources.files.at[i].path;
    if (was_seen(c, path)) continue;
    vec_push(&c->seen, arena_strdup(c->arena, path));
    c->files++;
  }
  c->partial |= p->unit->diags.partial;
  c->errors += p->unit->diags.errors;
  c->warnings += p->unit->diags.warnings;
  c->notes += p->unit->diags.notes;
  c->accepted += p->unit->diags.accepted;
  c->readable &= p->readable;
  c->compiled &= p->program != NULL;
  if (p->program && !extra) c->cards = count_cards(p->program);
}

static void check_part(void *user, WantedPart *p, bool extra)
{
  Check *c = user;
  if (!extra) c->file = arena_strdup(c->arena, p->path);
  if (p->unit->model && !extra) under_packs(p->unit, c->wish, p->path);
  if (p->program)
    check_look(p->unit, p->program, p->arena, (double)c->how->prove, &c->words);
  else if (p->readable) mend(p->unit, 3);
  if (p->program && !extra) count_claims(c, p->unit);
  drop_told(c, p->unit);
  put_edits(c, p->unit);
  say(c, p->unit);
  count(c, p, extra);
  wanted_part_free(p);
}

static void prepare(void *user, Sources *s)
{
  api_library(((const Check *)user)->library, s);
}

static void put_tally(Json *j, const char *key, const Tally *t)
{
  json_key_open(j, key, '{');
  json_key_int(j, "all", t->all);
  json_key_int(j, "refuted", t->refuted);
  json_key_int(j, "undecided", t->undecided);
  json_close(j, '}');
}

static void put_counts(const Check *c, Json *j)
{
  json_key_text(j, "file", c->file);
  json_key_text(j, "folder", c->file ? load_folder(c->arena, c->file) : NULL);
  json_key_int(j, "files", c->files);
  json_key_int(j, "cards", c->cards);
  json_key_int(j, "errors", c->errors);
  json_key_int(j, "warnings", c->warnings);
  json_key_int(j, "notes", c->notes);
  json_key_int(j, "accepted", c->accepted);
  put_tally(j, "claims", &c->claims);
  put_tally(j, "always", &c->always);
  json_key_bool(j, "readable", c->readable);
  json_key_bool(j, "compiled", c->compiled);
  json_key_bool(j, "partial", c->partial);
  json_key_text(j, "uncompared", c->words.n ? buf_text(&c->words) : NULL);
}

regel_data *regel_check_all(const regel_library *library, const char *name,
                            const char *const *packs, const regel_checking *how)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  char *said = NULL;
  size_t size = 0;
  Check c = {.library = library, .how = how, .arena = arena, .edits = &j};
  const WantedHow wish = {prepare, &c, true, false};
  Sources s;
  Wanted w;
  c.wish = &wish;
  c.compiled = c.readable = true;
  c.said = open_memstream(&said, &size);
  if (!c.said) abort();
  sources_init(&s, arena);
  api_wanted(&w, library, &s, name, packs);
  json_open(&j, '{');
  json_key_open(&j, "edits", '[');
  bool alone = wanted_is_file(name) || api_held(library, name);
  if (w.path) wanted_each_part(&w, &wish, alone, check_part, &c);
  json_close(&j, ']');
  fclose(c.said);
  json_key_text(&j, "said", said);
  put_counts(&c, &j);
  json_close(&j, '}');
  free(said);
  vec_free(&c.seen);
  buf_free(&c.words);
  wanted_free(&w);
  sources_free(&s);
  return api_data(arena, &j);
}

int regel_can_prove(void)
{
  Solver *s = solver_open(64);
  bool there = s;
  solver_close(s);
  return there;
}

char *regel_sarif_rules(void)
{
  char *rules = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&rules, &size);
  if (!out) abort();
  sarif_rules(out);
  fclose(out);
  return rules;
}
