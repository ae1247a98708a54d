/* What is missing, stale, unused or looks wrong in a translation. */
#include "interp/api/words/catalog.h"
#include "interp/api/words/senses.h"
#include "interp/base/invariant.h"
#include "interp/po/check.h"
#include "interp/po/language.h"
#include "interp/rules/load_lang.h"
#include "interp/text/words.h"

#include <string.h>

/* Where messages are used. */
typedef struct Uses {
  Po *now; /* the messages of today, or NULL */
  Diags *diags;
  Senses *senses; /* NULL: no ruleset is known */
  const char *lang;
} Uses;

/* ---- one file ------------------------------------------------------------------- */

/* Cards and rules that a message is used by, as its comment tells. */
static void about(void *user, Diag *g, const PoEntry *e)
{
  const Uses *u = user;
  const PoEntry *now = u->now ? po_find(u->now, e->ctxt, e->id) : NULL;
  const char *text = now && now->extracted ? now->extracted : e->extracted;
  while (text && *text) {
    size_t n = strcspn(text, "\n");
    if (!strncmp(text, "Rule ", 5) || !strncmp(text, "On ", 3))
      diag_hint(u->diags, g, "%.*s", (int)n, text);
    text += n + (text[n] == '\n');
  }
}

/* Does it count?  A question asks what is chosen in many words; a name names itself, in
 * few; prose tells at length, and only what has an opposite is told the same way there.
 */
static bool counts(const Disagreement *d, PoSort sort)
{
  switch (d->class) {
  case FACT_PICK: return false;
  case FACT_TARGET:
  case FACT_BESIDE:
  case FACT_ONLY:
  case FACT_DEED: return sort == PO_RULE;
  case FACT_WAY:
  case FACT_POST:
  case FACT_TIME:
  case FACT_LEAVE:
  case FACT_HIDDEN:
  case FACT_BOUND:
  case FACT_SWITCH: return sort != PO_PROSE || (d->to && d->rule[0] == '"');
  case FACT_NOT: return sort == PO_RULE || (sort == PO_LABEL && d->rule[0] == '"');
  default: return sort != PO_PROSE;
  }
}

static const Disagreement *told(const Disagreements *found, PoSort sort)
{
  for (size_t i = 0; i < found->n; i++)
    if (counts(&found->at[i], sort)) return &found->at[i];
  return NULL;
}

/* How a translation contradicts its source. */
static const char *sense(void *user, const char *source, const char *text, PoSort sort)
{
  const Uses *u = user;
  Disagreements found = {0};
  const char *says = NULL;
  const Disagreement *d;
  if (u->senses &&
      senses_judge(u->senses, source, NULL, NULL, u->lang, text, strlen(text), &found) &&
      (d = told(&found, sort))) {
    says = arena_printf(u->diags->arena, "%s: \"%.*s\" here, and there %s",
                        fact_title(d->class), (int)(d->to - d->from), text + d->from,
                        d->rule);
    if (!d->to)
      says = arena_printf(u->diags->arena, "%s: nothing of %s", fact_title(d->class),
                          d->rule);
  }
  vec_free(&found);
  return says;
}

/* The header says another language than the name of the file. */
static void check_language(const CatalogWork *w, const Po *po, const char *lang, Diags *d)
{
  const char *own = po_header(po, w->arena, "Language");
  if (!strcmp(own, lang)) return;
  diag_add(d, DIAG_PO_LANGUAGE, po->header->at,
           "the header says \"%s\", the name of the file \"%s\"", own, lang);
}

static void check_all(CatalogWork *w, const Po *po, const char *lang, const Glossary *g)
{
  const regel_catalog *c = w->catalog;
  const Program *p = c && c->rules ? c->rules->program : NULL;
  Senses senses = {0};
  Uses uses = {NULL, &w->diags, NULL, lang};
  PoCheck check = {.po = po,
                   .diags = &w->diags,
                   .glossary = g,
                   .lang = lang,
                   .about = about,
                   .user = &uses};
  bool known = language_is_code(lang);
  check.own_numbers =
      known ? load_lang_own(w->arena, lang, SAY_NUMBERS, &w->sources) : NULL;
  check.own_opposites =
      known ? load_lang_own(w->arena, lang, SAY_OPPOSITES, &w->sources) : NULL;
  /* the program's own words are no rules */
  if (!c || p) check.opposites = words_row(SAY_OPPOSITES)->text;
  if (p) {
    senses_open(&senses, p, regel_rules_file(c->rules), &w->sources, w->arena);
    uses.senses = &senses;
    if (known && senses_in(&senses, lang)) check.sense = sense;
  }
  if (check.own_numbers) check.numbers = words_row(SAY_NUMBERS)->text;
  if (c) {
    check_language(w, po, lang, &w->diags);
    uses.now = catalog_messages(w, po->rule);
    po_check_messages(&check, uses.now);
  }
  po_check(&check);
  catalog_check_forms(po, &w->diags);
  po_free(uses.now);
  senses_close(&senses);
}

static Glossary *open_glossary(CatalogWork *w)
{
  bool missing;
  if (!w->catalog || !w->catalog->rules) return NULL;
  return glossary_read(w->arena, &w->sources, &w->diags, catalog_glossary(w), &missing);
}

regel_data *regel_catalog_check(const regel_catalog *c, const char *file,
                                const char *lang, regel_format format, unsigned how)
{
  INVARIANT(file || (c && lang));
  Arena *arena = arena_new();
  Json j = json_data(arena);
  CatalogWork w;
  catalog_begin(&w, c);
  Po *po = file ? po_read(w.arena, &w.sources, &w.diags, file, NULL)
                : catalog_read(&w, lang, NULL);
  if (!file) file = catalog_file(&w, lang);
  Glossary *g = po ? open_glossary(&w) : NULL;
  if (po && !lang) lang = po_header(po, w.arena, "Language");
  if (po) check_all(&w, po, lang, g);
  json_open(&j, '{');
  json_key_text(&j, "file", file);
  json_key_text(&j, "language", lang);
  json_key_int(&j, "messages", po ? (int64_t)po->list.n : 0);
  json_key_int(&j, "warnings", w.diags.warnings);
  json_key_int(&j, "notes", w.diags.notes);
  Severity least = how & REGEL_NOTES ? SEV_NOTE : SEV_WARNING;
  catalog_faults(&j, &w, format, how, least);
  json_key(&j, "diagnostics");
  api_diags(&j, &w.diags, &w.sources, least);
  json_close(&j, '}');
  glossary_free(g);
  po_free(po);
  catalog_end(&w);
  return api_data(arena, &j);
}
