/* The words of a ruleset in one language, as a translator works on them. */
#include "interp/api/words/catalog.h"
#include "interp/base/invariant.h"
#include "interp/po/check.h"
#include "interp/po/language.h"
#include "interp/rules/load_lang.h"
#include "interp/text/words.h"

#include <stdlib.h>

typedef struct Translation {
  CatalogWork work; /* on the catalog of the rules */
  const char *lang, *path;
  Po *now;    /* the messages of today with their translations */
  char *text; /* the same as a file */
  size_t size;
} Translation;

/* ---- the catalog ------------------------------------------------------------------ */

/* The messages of today with what the file has of them; false: it cannot be read, or
 * nothing is known of the language. */
static bool collect(Translation *t)
{
  bool missing;
  Buf why = {0};
  t->path = catalog_file(&t->work, t->lang);
  Po *old = t->path ? catalog_read(&t->work, t->lang, &missing) : NULL;
  if (old) t->now = catalog_merged(&t->work, old);
  else if (t->path && missing) t->now = catalog_begun(&t->work, t->lang, NULL, &why);
  if (t->now) po_index(t->now);
  po_free(old);
  buf_free(&why);
  return t->now;
}

static void put_words(Translation *t, const regel_wording *words)
{
  const char *ctxt = words->context && *words->context ? words->context : NULL;
  PoEntry *e = (PoEntry *)(uintptr_t)po_find(t->now, ctxt, words->id);
  if (!e) return;
  const char *const *form = words->text;
  for (int i = 0; i < e->strs; i++)
    e->str[i] = *form ? arena_strdup(t->work.arena, *form++) : "";
  e->fuzzy = false; /* somebody has looked at it */
  e->old_ctxt = e->old_id = e->old_plural = NULL;
}

static void write_out(Translation *t)
{
  FILE *out = open_memstream(&t->text, &t->size);
  if (!out) abort();
  po_write(out, t->now);
  fclose(out);
}

/* ---- what is found ---------------------------------------------------------------- */

/* As `regel po check` does, with the text as it would be written. */
static Po *look_at(Translation *t)
{
  int file = sources_add(&t->work.sources, t->path, t->text, t->size);
  Po *po = po_parse(t->work.arena, &t->work.sources, &t->work.diags, file);
  if (!po) return NULL;
  bool missing;
  Glossary *g = glossary_read(t->work.arena, &t->work.sources, &t->work.diags,
                              catalog_glossary(&t->work), &missing);
  PoCheck check = {
      .po = po,
      .diags = &t->work.diags,
      .glossary = g,
      .lang = t->lang,
      .own_numbers = load_lang_own(t->work.arena, t->lang, SAY_NUMBERS, &t->work.sources),
      .own_opposites =
          load_lang_own(t->work.arena, t->lang, SAY_OPPOSITES, &t->work.sources),
      .opposites = words_row(SAY_OPPOSITES)->text};
  if (check.own_numbers) check.numbers = words_row(SAY_NUMBERS)->text;
  po_check(&check);
  glossary_free(g);
  return po;
}

/* ---- as data ---------------------------------------------------------------------- */

static void put_findings(Json *j, const Translation *t, int file, int from, int to)
{
  json_key_open(j, "findings", '[');
  for (size_t i = 0; i < t->work.diags.list.n; i++) {
    const Diag *g = &t->work.diags.list.at[i];
    if (g->loc.file != file || g->loc.line < from || (to && g->loc.line >= to)) continue;
    if (g->code == DIAG_PO_MISSING || g->code == DIAG_PO_STALE) continue; /* its state */
    if (diag_severity(g->code) == SEV_NOTE) continue;
    json_open(j, '{');
    json_key_text(j, "code", diag_name(g->code));
    json_key_text(j, "text", g->message);
    if (g->hints) json_key_text(j, "note", g->hints->text);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void put_message(Json *j, const Translation *t, const Po *po, size_t i)
{
  INVARIANT(i < po->list.n);
  const PoEntry *e = po->list.at[i];
  const PoEntry *next = i + 1 < po->list.n ? po->list.at[i + 1] : NULL;
  json_open(j, '{');
  json_key_text(j, "context", e->ctxt ? e->ctxt : "");
  json_key_text(j, "id", e->id);
  if (e->plural) json_key_text(j, "plural", e->plural);
  json_key_open(j, "text", '[');
  for (int k = 0; k < e->strs; k++) json_text(j, e->str[k]);
  json_close(j, ']');
  json_key_text(j, "state", e->fuzzy ? "stale" : po_translated(e) ? "fine" : "missing");
  if (e->old_id) json_key_text(j, "was", e->old_id);
  if (e->extracted) json_key_text(j, "about", e->extracted);
  if (e->comment) json_key_text(j, "comment", e->comment);
  if (e->refs) json_key_text(j, "places", e->refs);
  put_findings(j, t, po->file, e->at.line, next ? next->at.line : 0);
  json_close(j, '}');
}

static regel_data *as_data(Translation *t, const Po *po)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  json_key_text(&j, "file", t->path);
  json_key(&j, "text");
  json_textn(&j, t->text, t->size);
  json_key_int(&j, "forms", po->rule ? po_plural_forms(po->rule) : 1);
  json_key_open(&j, "messages", '[');
  for (size_t i = 0; i < po->list.n; i++)
    if (!po->list.at[i]->obsolete) put_message(&j, t, po, i);
  json_close(&j, ']');
  json_close(&j, '}');
  return api_data(arena, &j);
}

regel_data *regel_translate(const regel_rules *rules, const char *lang,
                            const regel_wording *words, size_t count, char **why)
{
  Translation t = {.lang = lang};
  regel_data *d = NULL;
  if (!rules->unit) {
    if (why) *why = api_copy("only rules of regel_open are translated");
    return NULL;
  }
  regel_catalog *catalog = regel_catalog_open(NULL, rules, NULL, 0);
  catalog_begin(&t.work, catalog);
  if (!language_is_code(lang) || !collect(&t)) {
    if (why)
      *why = api_copy("the translation cannot be read, or its language is not known");
  } else {
    for (size_t i = 0; i < count; i++) put_words(&t, &words[i]);
    write_out(&t);
    Po *po = look_at(&t);
    if (po) d = as_data(&t, po);
    else if (why) *why = api_copy("the words cannot stand in a file");
    po_free(po);
  }
  po_free(t.now);
  free(t.text);
  catalog_end(&t.work);
  regel_catalog_free(catalog);
  return d;
}
