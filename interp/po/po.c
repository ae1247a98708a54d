/* A catalog in memory: its entries, the look-up by msgctxt and msgid, its header. */
#include "interp/po/po.h"
#include "interp/base/invariant.h"
#include "interp/base/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <xxhash.h>

Po *po_new(Arena *arena)
{
  Po *po = ARENA_NEW(arena, Po);
  po->arena = arena;
  po->file = -1;
  return po;
}

void po_free(Po *po)
{
  if (po) vec_free(&po->list);
}

PoEntry *po_add(Po *po, const char *ctxt, const char *id, const char *plural)
{
  INVARIANT(po && po->arena);
  INVARIANT(id);
  PoEntry *e = ARENA_NEW(po->arena, PoEntry);
  int forms = plural && po->rule ? po_plural_forms(po->rule) : 1;
  e->ctxt = ctxt;
  e->id = id;
  e->plural = plural;
  e->at = e->str_at = (Loc){-1, 0, 0, 0};
  e->str = arena_alloc(po->arena, (size_t)forms * sizeof *e->str);
  for (e->strs = 0; e->strs < forms; e->strs++) e->str[e->strs] = "";
  vec_push(&po->list, e);
  return e;
}

/* ---- look-up -------------------------------------------------------------------- */

static uint64_t ctxt_hash(const char *ctxt)
{
  return ctxt ? XXH3_64bits(ctxt, strlen(ctxt)) : 0;
}

static size_t key_slot(const Po *po, const char *ctxt, const char *id)
{
  INVARIANT(po->slots && !(po->slots & (po->slots - 1))); /* a power of two */
  return XXH3_64bits_withSeed(id, strlen(id), ctxt_hash(ctxt)) & (po->slots - 1);
}

static size_t ctxt_slot(const Po *po, const char *ctxt)
{
  return ctxt_hash(ctxt) & (po->slots - 1);
}

const PoEntry *po_find(const Po *po, const char *ctxt, const char *id)
{
  if (!po->slots) return NULL;
  const PoEntry *e = po->keys[key_slot(po, ctxt, id)];
  while (e && (strcmp(e->id, id) || !text_same(e->ctxt, ctxt))) e = e->next_key;
  return e;
}

/* From `e` on along its chain. */
static PoEntry *under(PoEntry *e, const char *ctxt)
{
  while (e && !text_same(e->ctxt, ctxt)) e = e->next_ctxt;
  return e;
}

PoEntry *po_first(const Po *po, const char *ctxt)
{
  return po->slots ? under(po->ctxts[ctxt_slot(po, ctxt)], ctxt) : NULL;
}

PoEntry *po_next(const PoEntry *e) { return under(e->next_ctxt, e->ctxt); }

PoEntry *po_index(Po *po)
{
  INVARIANT(po && po->arena);
  PoEntry *twice = NULL;
  po->slots = 16;
  while (po->slots < 2 * po->list.n) po->slots *= 2;
  po->keys = arena_alloc(po->arena, po->slots * sizeof *po->keys);
  po->ctxts = arena_alloc(po->arena, po->slots * sizeof *po->ctxts);
  for (size_t i = po->list.n; i-- > 0;) { /* chains have the order of the file */
    PoEntry *e = po->list.at[i], **at = &po->ctxts[ctxt_slot(po, e->ctxt)];
    e->next_ctxt = *at;
    *at = e;
  }
  for (size_t i = 0; i < po->list.n; i++) {
    PoEntry *e = po->list.at[i], **at = &po->keys[key_slot(po, e->ctxt, e->id)];
    e->next_key = NULL;
    if (e->obsolete) continue;
    if (po_find(po, e->ctxt, e->id)) {
      if (!twice) twice = e;
      continue;
    }
    e->next_key = *at;
    *at = e;
  }
  return twice;
}

bool po_translated(const PoEntry *e)
{
  for (int i = 0; i < e->strs; i++)
    if (!*e->str[i]) return false;
  return e->strs > 0;
}

const char *po_for_number(const Po *po, const PoEntry *e, int64_t n)
{
  INVARIANT(e->strs > 0);
  int form = e->strs - 1;
  uint64_t size = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
  if (po->rule && size <= INT64_MAX) po_plural_form(po->rule, (int64_t)size, &form);
  return e->str[form < e->strs ? form : e->strs - 1];
}

/* ---- header --------------------------------------------------------------------- */

const char *po_header(const Po *po, Arena *arena, const char *field)
{
  INVARIANT(!po->header || po->header->strs > 0);
  size_t n = strlen(field);
  const char *line = po->header ? po->header->str[0] : "";
  while (*line) {
    const char *end = line + strcspn(line, "\n");
    if (!strncasecmp(line, field, n) && line[n] == ':') {
      line += n + 1;
      while (line < end && isspace((unsigned char)*line)) line++;
      while (end > line && isspace((unsigned char)end[-1])) end--;
      return arena_strndup(arena, line, (size_t)(end - line));
    }
    line = end + (*end == '\n');
  }
  return "";
}
