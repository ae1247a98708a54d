/* The words of a ruleset in one language, as a translator works on them. */
#include "interp/api/api_int.h"
#include "interp/api/words/catalog.h"
#include "interp/base/invariant.h"
#include "interp/po/check.h"
#include "interp/po/language.h"
#include "interp/rules/extract.h"
#include "interp/rules/load.h"
#include "interp/rules/load_lang.h"
#include "interp/text/words.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Translation {
  Arena *arena;
  const regel_rules *rules;
  const char *lang, *path;
  Sources sources;
  Diags diags;
  Po *now;    /* the messages of today with their translations */
  char *text; /* the same as a file */
  size_t size;
} Translation;

/* ---- the catalog ------------------------------------------------------------------ */

static const char *file_of(const Translation *t)
{
  const char *path = regel_rules_file(t->rules), *folder = load_folder(t->arena, path),
             *file = *folder ? path + strlen(folder) + 1 : path,
             *dot = strrchr(path, '.');
  if (!strcmp(file, "game.regel"))
    return arena_printf(t->arena, "%s%spo/%s.po", folder, *folder ? "/" : "", t->lang);
  int n = dot ? (int)(dot - path) : (int)strlen(path);
  return arena_printf(t->arena, "%.*s.%s.po", n, path, t->lang);
}

static const char *today(Arena *a)
{
  time_t now = time(NULL);
  char text[40];
  struct tm parts;
  strftime(text, sizeof text, "%Y-%m-%d %H:%M+0000", gmtime_r(&now, &parts));
  return arena_strdup(a, text);
}

/* The messages of today with what the file has of them; false: it cannot be read, or
 * nothing is known of the language. */
static bool collect(Translation *t)
{
  bool missing = false;
  const char *why;
  int where;
  Po *old = po_read(t->arena, &t->sources, &t->diags, t->path, &missing);
  const Language *known = language_find(t->lang);
  if (!old && (!missing || !known)) return false;
  t->now = po_new(t->arena);
  t->now->rule = old ? old->rule : po_plural_read(t->arena, known->plural, &why, &where);
  extract_game(t->now, t->rules->program, NULL);
  if (t->rules->unit) catalog_book(t->arena, t->rules, t->now);
  if (old) po_merge(t->now, old);
  else
    t->now->header = language_header(t->arena, regel_rules_name(t->rules), t->lang,
                                     known->plural, today(t->arena));
  po_free(old);
  po_index(t->now);
  return true;
}

static void put_words(Translation *t, const regel_wording *words)
{
  const char *ctxt = words->context && *words->context ? words->context : NULL;
  PoEntry *e = (PoEntry *)(uintptr_t)po_find(t->now, ctxt, words->id);
  if (!e) return;
  const char *const *form = words->text;
  for (int i = 0; i < e->strs; i++)
    e->str[i] = *form ? arena_strdup(t->arena, *form++) : "";
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

static Glossary *glossary_of(Translation *t)
{
  bool missing;
  const char *folder = load_folder(t->arena, regel_rules_file(t->rules));
  return glossary_read(
      t->arena, &t->sources, &t->diags,
      arena_printf(t->arena, "%s%sglossary.csv", folder, *folder ? "/" : ""), &missing);
}

/* As `regel po check` does, with the text as it would be written. */
static Po *look_at(Translation *t)
{
  int file = sources_add(&t->sources, t->path, t->text, t->size);
  Po *po = po_parse(t->arena, &t->sources, &t->diags, file);
  if (!po) return NULL;
  Glossary *g = glossary_of(t);
  PoCheck check = {
      .po = po,
      .diags = &t->diags,
      .glossary = g,
      .lang = t->lang,
      .own_numbers = load_lang_own(t->arena, t->lang, SAY_NUMBERS, &t->sources),
      .own_opposites = load_lang_own(t->arena, t->lang, SAY_OPPOSITES, &t->sources),
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
  for (size_t i = 0; i < t->diags.list.n; i++) {
    const Diag *g = &t->diags.list.at[i];
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
  Translation t = {.arena = arena_new(), .rules = rules, .lang = lang};
  regel_data *d = NULL;
  sources_init(&t.sources, t.arena);
  diags_init(&t.diags, t.arena);
  t.diags.most = 5000;
  if (rules->unit) sources_follow(&t.sources, &rules->unit->sources);
  t.path = file_of(&t);
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
  diags_free(&t.diags);
  sources_free(&t.sources);
  arena_free(t.arena);
  return d;
}
