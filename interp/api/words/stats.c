/* How much is translated, and how little had to be. */
#include "interp/api/words/catalog.h"
#include "interp/base/invariant.h"
#include "interp/rules/extract.h"

#include <ctype.h>
#include <string.h>

typedef struct Stats {
  int all, translated, fuzzy, missing, review;
  long words; /* of the source */
} Stats;

static long count_words(const char *s)
{
  long n = 0;
  for (bool in = false; *s; s++) {
    bool now = !isspace((unsigned char)*s);
    n += now && !in;
    in = now;
  }
  return n;
}

static Stats count(const Po *now, const Po *po)
{
  Stats s = {0};
  for (size_t i = 0; i < now->list.n; i++) {
    const PoEntry *e = now->list.at[i], *own = po ? po_find(po, e->ctxt, e->id) : NULL;
    const PoEntry *old = po && e->ctxt ? po_first(po, e->ctxt) : NULL;
    if (e->obsolete) continue;
    s.all++;
    s.words += count_words(e->id);
    if (own && own->flags && strstr(own->flags, PO_REVIEW)) s.review++;
    if (own && po_translated(own) && !own->fuzzy) s.translated++;
    else if (own ? po_translated(own)
                 : old && !old->obsolete && !po_find(now, old->ctxt, old->id))
      s.fuzzy++;
    else s.missing++;
  }
  INVARIANT(s.translated + s.fuzzy + s.missing == s.all);
  return s;
}

static void put_language(Json *j, const CatalogWork *w, const char *lang, const Stats *s)
{
  json_open(j, '{');
  json_key_text(j, "language", lang);
  json_key_int(j, "messages", s->all);
  json_key_int(j, "translated", s->translated);
  json_key_int(j, "fuzzy", s->fuzzy);
  json_key_int(j, "missing", s->missing);
  json_key_int(j, "review", s->review);
  json_key_int(j, "words", s->words);
  catalog_beneath(j, w, lang);
  json_close(j, '}');
}

static void put_head(Json *j, const CatalogWork *w, const char *name, const Po *now)
{
  Stats n = count(now, NULL);
  ExtractShare share = {0, 0};
  if (w->catalog && w->catalog->rules) share = extract_share(w->catalog->rules->program);
  if (w->catalog && w->catalog->base.program) { /* what the pack itself has */
    ExtractShare game = extract_share(w->catalog->base.program);
    share.cards -= game.cards;
    share.messages -= game.messages;
  }
  json_key_text(j, "name", name);
  json_key_int(j, "messages", n.all);
  json_key_int(j, "words", n.words);
  json_key_int(j, "cards", share.cards);
  json_key_int(j, "card_messages", share.messages);
}

/* All languages of a catalog, or one. */
static void put_languages(Json *j, CatalogWork *w, const char *lang)
{
  Paths langs = {0};
  Po *now = catalog_messages(w, NULL);
  put_head(j, w, w->catalog->name, now);
  json_key_open(j, "languages", '[');
  if (lang) vec_push(&langs, lang);
  else catalog_written(w, &langs);
  for (size_t i = 0; i < langs.n; i++) {
    Po *po = catalog_read(w, langs.at[i], NULL);
    Stats n = po ? count(now, po) : (Stats){0};
    if (po) put_language(j, w, langs.at[i], &n);
    po_free(po);
  }
  json_close(j, ']');
  vec_free(&langs);
  po_free(now);
}

/* A file by itself: its own messages are all that there are. */
static void put_file(Json *j, CatalogWork *w, const char *path)
{
  Po *po = po_read(w->arena, &w->sources, &w->diags, path, NULL);
  if (!po) return;
  Stats n = count(po, po);
  put_head(j, w, path, po);
  json_key_open(j, "languages", '[');
  put_language(j, w, po_header(po, w->arena, "Language"), &n);
  json_close(j, ']');
  po_free(po);
}

regel_data *regel_catalog_stats(const regel_catalog *c, const char *file,
                                const char *lang, unsigned how)
{
  INVARIANT(c || file);
  Arena *arena = arena_new();
  Json j = json_data(arena);
  CatalogWork w;
  catalog_begin(&w, c);
  json_open(&j, '{');
  if (c) put_languages(&j, &w, lang);
  else put_file(&j, &w, file);
  catalog_faults(&j, &w, REGEL_HUMAN, how, SEV_ERROR);
  json_close(&j, '}');
  catalog_end(&w);
  return api_data(arena, &j);
}
