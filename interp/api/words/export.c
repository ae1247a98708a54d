/* Catalogs as files: written, brought up to date, taken from a translator. */
#include "interp/api/words/catalog.h"
#include "interp/base/invariant.h"
#include "interp/po/check.h"
#include "interp/po/language.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *now_text(Arena *a)
{
  time_t now = time(NULL);
  char text[40];
  struct tm parts;
  strftime(text, sizeof text, "%Y-%m-%d %H:%M+0000", gmtime_r(&now, &parts));
  return arena_strdup(a, text);
}

static void put_counts(Json *j, const Po *po)
{
  int all = 0, done = 0, fuzzy = 0, gone = 0;
  for (size_t i = 0; i < po->list.n; i++) {
    const PoEntry *e = po->list.at[i];
    gone += e->obsolete;
    all += !e->obsolete;
    fuzzy += !e->obsolete && e->fuzzy;
    done += !e->obsolete && !e->fuzzy && po_translated(e);
  }
  INVARIANT(done + fuzzy <= all && (size_t)(all + gone) == po->list.n);
  json_key_int(j, "messages", all);
  json_key_int(j, "translated", done);
  json_key_int(j, "fuzzy", fuzzy);
  json_key_int(j, "missing", all - done - fuzzy);
  json_key_int(j, "obsolete", gone);
}

/* The file as it would be written. */
static void put_file(Json *j, const Po *po)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  po_write(out, po);
  fclose(out);
  json_key(j, "text");
  json_textn(j, text, size);
  free(text);
  put_counts(j, po);
}

/* A record about a file: where it belongs, what it would be (`po` NULL: nothing), and
 * what is wrong with what was read. */
static regel_data *report(CatalogWork *w, const char *path, const Po *po, unsigned how)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  json_key_text(&j, "file", path);
  if (po) {
    put_file(&j, po);
    const char *lang = po_header(po, w->arena, "Language");
    json_key_text(&j, "language", lang);
    catalog_beneath(&j, w, lang);
  }
  catalog_faults(&j, w, REGEL_HUMAN, how, SEV_ERROR);
  json_close(&j, '}');
  return api_data(arena, &j);
}

/* ---- out ------------------------------------------------------------------------ */

/* The rule of a language for which there is no file yet; NULL, and why. */
static const char *plural_rule(const CatalogWork *w, const char *lang, const char *plural,
                               Buf *why)
{
  const Language *l = language_find(lang);
  const char *rule = plural ? plural : l ? l->plural : NULL, *wrong;
  int where;
  if (!rule)
    buf_printf(why,
               "the plural rule of \"%s\" is not known; say it: --plural \"nplurals=2; "
               "plural=(n != 1);\"",
               lang);
  if (!rule || po_plural_read(w->arena, rule, &wrong, &where)) return rule;
  buf_printf(why, "--plural: %s", wrong);
  return NULL;
}

Po *catalog_merged(const CatalogWork *w, Po *old)
{
  INVARIANT(old->header); /* never NULL after reading */
  Po *po = catalog_messages(w, old->rule);
  po_merge(po, old);
  return po;
}

static Po *template(const CatalogWork *w)
{
  Po *po = catalog_messages(w, NULL);
  po->header =
      language_header(w->arena, w->catalog->name, "",
                      "nplurals=INTEGER; plural=EXPRESSION;", "YEAR-MO-DA HO:MI+ZONE");
  po->header->fuzzy = true;
  return po;
}

Po *catalog_begun(const CatalogWork *w, const char *lang, const char *plural, Buf *why)
{
  const char *rule = plural_rule(w, lang, plural, why), *wrong;
  int where;
  if (!rule) return NULL;
  Po *po = catalog_messages(w, po_plural_read(w->arena, rule, &wrong, &where));
  po->header =
      language_header(w->arena, w->catalog->name, lang, rule, now_text(w->arena));
  return po;
}

regel_data *regel_catalog_export(const regel_catalog *c, const char *lang,
                                 const char *plural, unsigned how, char **why)
{
  INVARIANT(c && (!lang || language_is_code(lang)));
  CatalogWork w;
  Po *old = NULL, *po = NULL;
  bool missing = true;
  Buf wrong = {0};
  catalog_begin(&w, c);
  const char *path = lang ? catalog_file(&w, lang) : NULL;
  if (path) old = catalog_read(&w, lang, &missing);
  if (!lang) po = template(&w);
  else if (old) po = catalog_merged(&w, old);
  else if (missing) po = catalog_begun(&w, lang, plural, &wrong);
  regel_data *data = wrong.n ? NULL : report(&w, path, po, how);
  if (wrong.n && why) *why = buf_take(&wrong);
  buf_free(&wrong);
  po_free(po);
  po_free(old);
  catalog_end(&w);
  return data;
}

static const char *pseudo_of(Arena *a, const PoEntry *e, const char *source)
{
  if (e->ctxt && !strncmp(e->ctxt, "language/", 9)) return source; /* a table */
  if (po_is_name(e)) source = arena_strndup(a, source, po_plain(source));
  return language_pseudo(a, source);
}

regel_data *regel_catalog_pseudo(const regel_catalog *c)
{
  INVARIANT(c);
  CatalogWork w;
  catalog_begin(&w, c);
  Po *po = catalog_messages(&w, NULL);
  const Language *l = language_find("qps");
  INVARIANT(l); /* a row of language.def */
  po->header = language_header(w.arena, c->name, l->code, l->plural, now_text(w.arena));
  for (size_t i = 0; i < po->list.n; i++) {
    PoEntry *e = po->list.at[i];
    for (int k = 0; k < e->strs; k++)
      e->str[k] = pseudo_of(w.arena, e, e->plural && k ? e->plural : e->id);
  }
  regel_data *data = report(&w, catalog_file(&w, "qps"), po, 0);
  po_free(po);
  catalog_end(&w);
  return data;
}

/* ---- and in again --------------------------------------------------------------- */

/* The language of a file; NULL if its header has none that can be used. */
static const char *language_of(const CatalogWork *w, const Po *po, const char *wanted,
                               Diags *d)
{
  const char *lang = po_header(po, w->arena, "Language");
  Diag *g = NULL;
  if (!language_is_code(lang))
    g = diag_add(d, DIAG_PO_LANGUAGE, po->header->at,
                 "the header does not say which language this is");
  else if (wanted && strcmp(wanted, lang))
    g = diag_add(d, DIAG_PO_LANGUAGE, po->header->at, "this is \"%s\", not \"%s\"", lang,
                 wanted);
  if (!g) return lang;
  diag_hint(d, g, "the field is, for example: Language: nl");
  return NULL;
}

/* Reads a file that somebody sent, as far as it can be judged by itself. */
static Po *read_sent(CatalogWork *w, const char *file, const char *wanted,
                     const char **lang)
{
  Po *sent = po_read(w->arena, &w->sources, &w->diags, file, NULL);
  if (!sent) return NULL;
  *lang = language_of(w, sent, wanted, &w->diags);
  po_check(&(PoCheck){.po = sent, .diags = &w->diags, .lang = *lang});
  catalog_check_forms(sent, &w->diags);
  return sent;
}

regel_data *regel_po_file(const char *file, const char *lang, unsigned how)
{
  INVARIANT(file);
  Arena *arena = arena_new();
  Json j = json_data(arena);
  CatalogWork w;
  const char *own = NULL;
  catalog_begin(&w, NULL);
  Po *sent = read_sent(&w, file, lang, &own);
  json_open(&j, '{');
  json_key_text(&j, "language", own);
  json_key_text(&j, "of", sent ? po_header(sent, w.arena, "X-Regel-Ruleset") : NULL);
  json_key_bool(&j, "readable", sent != NULL);
  catalog_faults(&j, &w, REGEL_HUMAN, how, SEV_ERROR);
  json_close(&j, '}');
  po_free(sent);
  catalog_end(&w);
  return api_data(arena, &j);
}

static bool belongs(const CatalogWork *w, const Po *po, Diags *d)
{
  const char *of = po_header(po, w->arena, "X-Regel-Ruleset"), *name = w->catalog->name;
  if (!*of || !strcmp(of, name)) return true;
  diag_add(d, DIAG_PO_LANGUAGE, po->header->at,
           "this is a translation of \"%s\", not of \"%s\"", of, name);
  return false;
}

/* Messages that the catalog has words for and what is to replace it has none: a file that
 * was cut off between two messages cannot be told by its syntax. */
static int count_lost(const Po *po, const Po *old, const PoEntry **first)
{
  int lost = 0;
  for (size_t i = 0; i < po->list.n; i++) {
    const PoEntry *e = po->list.at[i];
    const PoEntry *had = e->obsolete ? NULL : po_find(old, e->ctxt, e->id);
    if (!had || had->fuzzy || !po_translated(had) || po_translated(e)) continue;
    if (!lost++) *first = e;
  }
  return lost;
}

/* Would a catalog be replaced by one that knows less?  Says so. */
static bool loses(CatalogWork *w, const Po *po, const char *path, Buf *why)
{
  bool missing;
  const PoEntry *first = NULL;
  Po *old = po_read(w->arena, &w->sources, &w->diags, path, &missing);
  int lost = old ? count_lost(po, old, &first) : 0;
  if (lost)
    buf_printf(why,
               "%d translation%s would be lost: the file has none of %s, for example; if "
               "that is meant, delete %s first",
               lost, lost == 1 ? "" : "s", first->ctxt, path);
  po_free(old);
  return lost > 0;
}

regel_data *regel_catalog_import(const regel_catalog *c, const char *file,
                                 const char *lang, unsigned how, char **why)
{
  INVARIANT(c && file);
  CatalogWork w;
  const char *own = NULL, *path = NULL;
  Po *po = NULL;
  Buf wrong = {0};
  catalog_begin(&w, c);
  Po *sent = read_sent(&w, file, lang, &own);
  if (sent && own && !w.diags.errors && belongs(&w, sent, &w.diags)) {
    path = catalog_file(&w, own);
    po = catalog_merged(&w, sent);
    if (path) loses(&w, po, path, &wrong);
  }
  regel_data *data =
      wrong.n ? NULL : report(&w, path, w.diags.errors || !path ? NULL : po, how);
  if (wrong.n && why) *why = buf_take(&wrong);
  buf_free(&wrong);
  po_free(po);
  po_free(sent);
  catalog_end(&w);
  return data;
}
