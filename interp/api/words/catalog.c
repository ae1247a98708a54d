#include "interp/api/words/catalog.h"
#include "interp/base/invariant.h"
#include "interp/find/prose.h"
#include "interp/po/language.h"
#include "interp/po/message.h"
#include "interp/rules/extract.h"
#include "interp/rules/load.h"
#include "interp/rules/load_lang.h"
#include "interp/text/forms.h"
#include "interp/text/words.h"
#include "interp/base/text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening -------------------------------------------------------------------- */

static void prepare(void *user, Sources *s)
{
  const regel_catalog *c = user;
  sources_follow(s, &c->sources);
}

/* What is translated is the last pack that was named, if any was. */
static void open_base(regel_catalog *c)
{
  const Unit *u = c->rules->unit;
  Paths before = {0};
  for (const Node *n = u->items.head; n; n = n->next) {
    if (n->tag != N_PACK) continue;
    if (c->pack) vec_push(&before, c->pack);
    c->pack = u->sources.files.at[n->loc.file].path;
    c->name = n->name;
  }
  const WantedHow how = {prepare, c, false, false};
  if (c->pack) wanted_compile(&c->base, &how, regel_rules_file(c->rules), &before);
  vec_free(&before);
}

regel_catalog *regel_catalog_open(const regel_library *library, const regel_rules *rules,
                                  const regel_wording *more, size_t count)
{
  INVARIANT(!rules || rules->unit);
  regel_catalog *c = zeroed(1, sizeof *c);
  c->arena = arena_new();
  c->rules = rules;
  c->name = "program";
  sources_init(&c->sources, c->arena);
  if (rules) {
    sources_follow(&c->sources, &rules->unit->sources);
    c->name = regel_rules_name(rules);
    open_base(c);
    return c;
  }
  api_library(library, &c->sources);
  if (count) c->name = "commands";
  c->more = arena_alloc(c->arena, (count + 1) * sizeof *c->more);
  c->count = count;
  for (size_t i = 0; i < count; i++) {
    c->more[i].context = arena_strdup(c->arena, more[i].context);
    c->more[i].text = arena_strdup(c->arena, more[i].id);
  }
  return c;
}

void regel_catalog_free(regel_catalog *c)
{
  if (!c) return;
  if (c->base.arena) wanted_part_free(&c->base);
  sources_free(&c->sources);
  arena_free(c->arena);
  free(c);
}

void catalog_begin(CatalogWork *w, const regel_catalog *c)
{
  memset(w, 0, sizeof *w);
  w->arena = arena_new();
  w->catalog = c;
  sources_init(&w->sources, w->arena);
  if (c) sources_follow(&w->sources, &c->sources);
  else load_library(&w->sources);
  diags_init(&w->diags, w->arena);
  w->diags.most = 5000;
}

void catalog_end(CatalogWork *w)
{
  diags_free(&w->diags);
  sources_free(&w->sources);
  arena_free(w->arena);
}

/* ---- files ---------------------------------------------------------------------- */

static const char *file_in(const CatalogWork *w, const char *folder, const char *prefix,
                           const char *lang)
{
  if (!strcmp(folder, ".")) return arena_printf(w->arena, "%s%s.po", prefix, lang);
  return arena_printf(w->arena, "%s/%s%s.po", folder, prefix, lang);
}

/* The n-th folder for the program's own files, in the order in which they are looked for;
 * NULL: there are no more. */
static const char *own_folder(const CatalogWork *w, size_t n)
{
  const Sources *s = &w->sources;
  if (n >= s->library.n) return NULL;
  const char *folder = s->library.at[n];
  return strcmp(folder, ".") ? arena_printf(w->arena, "%s/po", folder) : "po";
}

/* Where the program's file of a language lies, else the first folder. */
static const char *own_file(const CatalogWork *w, const char *prefix, const char *lang)
{
  const char *folder;
  for (size_t i = 0; (folder = own_folder(w, i)) != NULL; i++) {
    const char *path = file_in(w, folder, prefix, lang);
    if (sources_has(&w->sources, path)) return path;
  }
  folder = own_folder(w, 0);
  return folder ? file_in(w, folder, prefix, lang) : NULL;
}

static const char *prefix_of(const regel_catalog *c)
{
  return c->count ? LOAD_COMMANDS : "";
}

/* The folder where its files lie, and what the names of the files begin with. */
static const char *folder_of(const CatalogWork *w, const char **prefix)
{
  const regel_catalog *c = w->catalog;
  INVARIANT(c && c->rules);
  *prefix = "";
  const char *path = c->pack ? c->pack : regel_rules_file(c->rules),
             *folder = load_folder(w->arena, path);
  const char *file = *folder ? path + strlen(folder) + 1 : path;
  if (!sources_has(&w->sources, path) || !strcmp(path, "stdin")) return NULL;
  if (!strcmp(file, "game.regel") || !strcmp(file, "pack.regel"))
    return *folder ? arena_printf(w->arena, "%s/po", folder) : "po";
  int n = (int)strlen(file) - (text_ends(file, ".regel") ? 6 : 0);
  *prefix = arena_printf(w->arena, "%.*s.", n, file);
  return *folder ? folder : ".";
}

const char *catalog_file(const CatalogWork *w, const char *lang)
{
  const char *prefix;
  if (!w->catalog->rules) return own_file(w, prefix_of(w->catalog), lang);
  const char *folder = folder_of(w, &prefix);
  return folder ? file_in(w, folder, prefix, lang) : NULL;
}

Po *catalog_read(CatalogWork *w, const char *lang, bool *missing)
{
  const char *path = catalog_file(w, lang);
  if (missing) *missing = !path;
  if (!path) return NULL;
  if (w->catalog->rules && load_leads_out(w->arena, &w->sources, &w->diags, path))
    return NULL;
  return po_read(w->arena, &w->sources, &w->diags, path, missing);
}

char *regel_catalog_file(const regel_catalog *c, const char *lang)
{
  CatalogWork w;
  catalog_begin(&w, c);
  char *path = api_copy(catalog_file(&w, lang));
  catalog_end(&w);
  return path;
}

static void add_written(const CatalogWork *w, const char *folder, const char *prefix,
                        Paths *to)
{
  DIR *d = folder ? opendir(folder) : NULL;
  for (struct dirent *e; d && (e = readdir(d));) {
    size_t n = strlen(prefix);
    if (strncmp(e->d_name, prefix, n) || !text_ends(e->d_name, ".po")) continue;
    const char *lang = arena_strndup(w->arena, e->d_name + n, strlen(e->d_name) - n - 3);
    bool known = !language_is_code(lang);
    for (size_t i = 0; i < to->n && !known; i++) known = !strcmp(to->at[i], lang);
    if (!known) vec_push(to, lang);
  }
  if (d) closedir(d);
}

void catalog_written(const CatalogWork *w, Paths *to)
{
  const char *folder, *prefix;
  if (w->catalog->rules) {
    folder = folder_of(w, &prefix);
    add_written(w, folder, prefix, to);
  } else
    for (size_t i = 0; (folder = own_folder(w, i)) != NULL; i++)
      add_written(w, folder, prefix_of(w->catalog), to);
  if (to->n) qsort(to->at, to->n, sizeof *to->at, by_text);
}

regel_data *regel_catalog_about(const regel_catalog *c)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  CatalogWork w;
  Paths langs = {0};
  catalog_begin(&w, c);
  catalog_written(&w, &langs);
  json_open(&j, '{');
  json_key_text(&j, "name", c->name);
  json_key_open(&j, "languages", '[');
  for (size_t i = 0; i < langs.n; i++) json_text(&j, langs.at[i]);
  json_close(&j, ']');
  json_close(&j, '}');
  vec_free(&langs);
  catalog_end(&w);
  return api_data(arena, &j);
}

const char *catalog_glossary(const CatalogWork *w)
{
  INVARIANT(w->catalog && w->catalog->rules);
  const char *folder = load_folder(w->arena, regel_rules_file(w->catalog->rules));
  return *folder ? arena_printf(w->arena, "%s/glossary.csv", folder) : "glossary.csv";
}

/* ---- messages ------------------------------------------------------------------- */

static const char *beside_ledger(Arena *a, const char *path)
{
  const char *slash = strrchr(path, '/');
  return arena_printf(a, "docs/rules/%s", slash ? slash + 1 : path);
}

/* The titles of the ledger's parts: where a row belongs is read in any language. */
static void extract_heads(Arena *a, Po *po, const Ledger *l)
{
  for (size_t i = 0; i < l->heads.n; i++)
    if (!po_find(po, PROSE_CONTEXT, l->heads.at[i]))
      po_add(po, PROSE_CONTEXT, arena_strdup(a, l->heads.at[i]), NULL)->refs =
          beside_ledger(a, l->path);
}

/* The paragraphs of the rulebook are the ruleset's messages, too. */
static void extract_book(Arena *a, const regel_rules *r, Po *po)
{
  INVARIANT(r && r->program && r->unit);
  Ledgers ledgers = {0};
  Prose prose = {0};
  Buf missing = {0};
  ledgers_of(&ledgers, a, r->program, &r->unit->sources, regel_rules_file(r), &missing);
  prose_read(&prose, a, &ledgers);
  for (size_t i = 0; i < prose.blocks.n; i++) {
    const ProseBlock *k = &prose.blocks.at[i];
    po_add(po, PROSE_CONTEXT, k->text, NULL)->refs = beside_ledger(a, prose.path);
  }
  if (ledgers.list.n) { /* the first is its own */
    po_index(po);
    extract_heads(a, po, &ledgers.list.at[0]);
    po_index(po);
  }
  prose_free(&prose);
  ledgers_free(&ledgers);
  buf_free(&missing);
}

/* What the program itself says: words.def, or what its front does. */
static void extract_words(const CatalogWork *w, Po *po)
{
  const regel_catalog *c = w->catalog;
  for (int i = 0; i < SAY_COUNT_ && !c->count; i++) {
    const SayingRow *r = words_row((Saying)i);
    PoMessage m = po_message(po->arena, r->text);
    PoEntry *e = po_add(po, r->key, m.id, m.plural);
    if (*r->note) e->extracted = r->note;
  }
  for (size_t i = 0; i < c->count; i++) {
    bool twice = false;
    for (size_t k = 0; k < po->list.n && !twice; k++)
      twice = !strcmp(po->list.at[k]->ctxt, c->more[i].context) &&
              !strcmp(po->list.at[k]->id, c->more[i].text);
    if (!twice) po_add(po, c->more[i].context, c->more[i].text, NULL);
  }
  po_index(po);
}

Po *catalog_messages(const CatalogWork *w, const PoPlural *rule)
{
  const regel_catalog *c = w->catalog;
  INVARIANT(c);
  Po *po = po_new(w->arena);
  const char *why;
  int where;
  po->rule =
      rule ? rule : po_plural_read(w->arena, "nplurals=2; plural=n!=1;", &why, &where);
  if (!c->rules) extract_words(w, po);
  else {
    extract_game(po, c->rules->program, c->base.program);
    if (!c->base.program) extract_book(w->arena, c->rules, po);
  }
  return po;
}

/* ---- what is wrong -------------------------------------------------------------- */

void catalog_check_forms(const Po *po, Diags *d)
{
  const PoEntry *e = po_first(po, words_row(SAY_FORMS)->key);
  const char *why;
  int line = e && po_translated(e) ? forms_check(e->str[0], &why) : 0;
  if (!line) return;
  Diag *g = diag_add(d, DIAG_PO_FORMS, e->str_at, "line %d of the table: %s", line, why);
  diag_hint(d, g, "docs/translating.md explains how a table of forms is written");
}

void catalog_faults(Json *j, CatalogWork *w, regel_format format, unsigned how,
                    Severity least)
{
  bool absent = false;
  for (size_t i = 0; i < w->diags.list.n; i++)
    absent = absent || w->diags.list.at[i].code == DIAG_NO_FILE;
  json_key_int(j, "errors", w->diags.errors);
  json_key_bool(j, "absent", absent);
  api_said(j, &w->diags, &w->sources, format, how, least);
}

void catalog_beneath(Json *j, const CatalogWork *w, const char *lang)
{
  const Program *game = w->catalog ? w->catalog->base.program : NULL;
  if (game && lang && *lang && !load_lang_has(lang, game, &w->sources))
    json_key_text(j, "untranslated", program_string(game, game->header->name));
}
