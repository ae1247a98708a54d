/* The tables of a program: every index within its table, every cell with one owner. */
#include "interp/code/verify_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* As the compiler takes them: an image may come from somebody who would steer the
 * terminal of a reader.  All of them are UTF-8 of two or three bytes, or one byte. */
static bool plain_text(const char *s, int n)
{
  for (int i = 0; i < n; i++) {
    unsigned char a = (unsigned char)s[i], b = i + 1 < n ? (unsigned char)s[i + 1] : 0,
                  c = i + 2 < n ? (unsigned char)s[i + 2] : 0;
    if ((a < 32 && a && a != '\n' && a != '\t' && a != '\r') || a == 127) return false;
    if (a == 0xC2 && b >= 0x80 && b < 0xA0) return false;
    if (a == 0xE2 && b == 0x80 && c >= 0xA8 && c <= 0xAE) return false;
    if (a == 0xE2 && b == 0x81 && c >= 0xA6 && c <= 0xA9) return false;
  }
  return true;
}

static bool check_header(Check *c)
{
  const Program *p = c->p;
  NEED(p->n_header == 1, "no header", 0);
  const PHeader *h = p->header;
  NEED(h->magic == PROGRAM_MAGIC && h->version >= PROGRAM_OLDEST &&
           h->version <= PROGRAM_VERSION,
       "not a program of this version", 0);
  NEED(p->n_strings > 0 && p->strings[p->n_strings - 1] == 0, "strings do not end", 0);
  NEED(plain_text(p->strings, p->n_strings), "a text with control characters", 0);
  NEED(in_or_none(h->name, p->n_strings) && in_or_none(h->title, p->n_strings) &&
           in_or_none(h->source, p->n_strings) && in_or_none(h->ledger, p->n_strings),
       "header names", 0);
  NEED(h->seats_low >= 1 && h->seats_low <= h->seats_high && h->seats_high <= MAX_PLAYERS,
       "seats", 0);
  NEED(h->cells >= 0 && h->cells <= MAX_CELLS, "cells", 0);
  NEED(h->piles >= 0 && h->pile_cells >= 0 &&
           span(h->pile_cells, (int64_t)h->piles * PC_CELLS, h->cells),
       "piles", 0);
  NEED(in(h->main, p->n_chunks), "main chunk", 0);
  NEED(in(h->armed, p->n_fields), "armed", 0);
  NEED(p->n_kinds >= 1 && p->kinds[0].first == 0 && p->kinds[0].count == h->seats_high,
       "players come first", 0);
  NEED(p->n_places == p->n_code, "places", 0);
  NEED(h->has_gather == 0 || h->has_gather == 1, "gather", 0);
  return true;
}

static bool check_types(Check *c)
{
  const Program *p = c->p;
  for (int i = 0; i < p->n_types; i++) {
    const PType *t = &p->types[i];
    NEED(t->tag >= T_VOID && t->tag <= T_TEXT, "type tag", i);
    NEED(in_or_none(t->kind, p->n_kinds) && in_or_none(t->elem, p->n_types),
         "type refers", i);
    NEED(t->lo >= -MAX_NUMBER && t->hi <= MAX_NUMBER && t->lo <= t->hi + 1, "type range",
         i);
    NEED(t->words >= 1 && t->words <= MAX_FRAME, "type width", i);
    if (t->tag == T_SET) {
      NEED(t->elem >= 0 && (int64_t)t->words * 64 >= (int64_t)t->hi - t->lo + 1,
           "set width", i);
      NEED((int64_t)t->words * 64 < (int64_t)t->hi - t->lo + 1 + 128, "set too wide", i);
      if (t->kind >= 0)
        NEED(t->lo == p->kinds[t->kind].first &&
                 t->hi == (int64_t)t->lo + p->kinds[t->kind].count - 1,
             "set of things", i);
    } else if (t->tag == T_LIST) NEED(t->elem >= 0, "list width", i);
    else NEED(t->words == 1, "scalar width", i);
    if (t->tag == T_THING || t->tag == T_PILE) NEED(t->kind >= 0, "thing type", i);
    if (t->tag == T_WORD)
      NEED(span(t->first_word, (int64_t)t->hi - t->lo + 1, p->n_words), "words", i);
  }
  for (int i = 0; i < p->n_words; i++)
    NEED(in(p->words[i].name, p->n_strings) && in_or_none(p->words[i].text, p->n_texts),
         "word", i);
  return true;
}

static bool check_kinds(Check *c)
{
  const Program *p = c->p;
  for (int i = 0; i < p->n_kinds; i++) {
    const PKind *k = &p->kinds[i];
    NEED(in(k->name, p->n_strings) && in_or_none(k->text, p->n_texts), "kind name", i);
    NEED(span(k->first, k->count, p->n_things) && p->n_things <= MAX_THINGS,
         "kind's things", i);
    for (int x = k->first; x < k->first + k->count; x++)
      NEED(p->things[x].kind == i, "kind's things", i);
    NEED(k->width >= 0 && k->height >= 0 && k->width <= 255 && k->height <= 255, "grid",
         i);
    NEED(k->width == 0 || k->width * k->height == k->count, "grid size", i);
    NEED(in_or_none(k->present, p->n_fields), "present", i);
    NEED(in(k->type, p->n_types) && in(k->set_type, p->n_types) &&
             p->types[k->set_type].tag == T_SET && p->types[k->set_type].kind == i,
         "kind types", i);
    if (k->present >= 0)
      NEED(p->fields[k->present].type == k->set_type && p->fields[k->present].kind < 0 &&
               p->fields[k->present].per_type < 0,
           "present set", i);
    NEED(k->cells == -1 || span(k->cells, (int64_t)k->count * TC_COUNT, p->header->cells),
         "pile cells", i);
  }
  NEED(p->kinds[0].present >= 0, "players at the table", 0);
  NEED(p->fields[p->header->armed].kind < 0 && p->fields[p->header->armed].size == 1,
       "armed", 0);
  for (int i = 0; i < p->n_things; i++) {
    const PThing *t = &p->things[i];
    NEED(in(t->name, p->n_strings) && in_or_none(t->text, p->n_texts), "thing name", i);
    NEED(in(t->kind, p->n_kinds) &&
             in(i - p->kinds[t->kind].first, p->kinds[t->kind].count),
         "thing's kind", i);
    NEED(in(t->face, p->n_things) && p->things[t->face].kind == t->kind, "thing's face",
         i);
    NEED(t->copies > 0 && span(t->face, t->copies, p->n_things), "copies of a thing", i);
    NEED((t->variant == THING_NEVER || in_or_none(t->variant, p->n_variants)) &&
             in_or_none(t->loc, p->n_locs) && in_or_none(t->phrase, p->n_phrases),
         "thing refers", i);
  }
  return true;
}

/* Every cell and every pile belongs to one owner only: pile links are trusted. */
static bool claim(unsigned char *map, int64_t first, int64_t count)
{
  for (int64_t i = first; i < first + count; i++) {
    if (map[i]) return false;
    map[i] = 1;
  }
  return true;
}

static bool claim_all(const Program *p, unsigned char *cells, unsigned char *piles)
{
  INVARIANT(p && p->header);
  const PHeader *h = p->header;
  bool ok = claim(cells, h->pile_cells, (int64_t)h->piles * PC_CELLS);
  for (int i = 0; i < p->n_kinds && ok; i++)
    if (p->kinds[i].cells >= 0)
      ok = claim(cells, p->kinds[i].cells, (int64_t)p->kinds[i].count * TC_COUNT);
  for (int i = 0; i < p->n_fields && ok; i++) {
    const PField *f = &p->fields[i];
    int64_t n = (int64_t)f->count * f->per_count;
    ok = f->flags & FIELD_PILE ? claim(piles, f->pile, n)
                               : claim(cells, f->cell, n * f->size);
  }
  return ok;
}

static bool check_claims(Check *c)
{
  unsigned char *cells = calloc(1, (size_t)c->p->header->cells + 1);
  unsigned char *piles = calloc(1, (size_t)c->p->header->piles + 1);
  if (!cells || !piles) abort();
  bool ok = claim_all(c->p, cells, piles);
  free(cells);
  free(piles);
  return ok ? true : fail(c, "cells overlap", 0);
}

static bool check_fields(Check *c)
{
  const Program *p = c->p;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    NEED(in(f->name, p->n_strings) && in_or_none(f->text, p->n_texts) &&
             in(f->type, p->n_types),
         "field refers", i);
    const PType *t = &p->types[f->type];
    NEED(in_or_none(f->kind, p->n_kinds) && in_or_none(f->per_type, p->n_types),
         "field's kind", i);
    if (f->kind >= 0)
      NEED(f->first == p->kinds[f->kind].first && f->count == p->kinds[f->kind].count,
           "field's things", i);
    else NEED(f->first == 0 && f->count == 1, "game field", i);
    if (f->per_type >= 0)
      NEED(f->per_first == p->types[f->per_type].lo &&
               f->per_count == p->types[f->per_type].hi - p->types[f->per_type].lo + 1,
           "per", i);
    else NEED(f->per_first == 0 && f->per_count == 1, "no per", i);
    NEED(f->per_count >= 0 && f->per_count <= MAX_THINGS, "per size", i);
    int64_t n = (int64_t)f->count * f->per_count;
    bool wide = t->tag == T_SET || t->tag == T_LIST;
    NEED(!!(f->flags & FIELD_WIDE) == wide &&
             !!(f->flags & FIELD_PILE) == (t->tag == T_PILE),
         "field form", i);
    if (t->tag == T_PILE) {
      NEED(span(f->pile, n, p->header->piles), "field's piles", i);
      NEED(p->kinds[t->kind].cells >= 0, "pile of things without cells", i);
    } else {
      NEED(f->size == (t->tag == T_SET ? 2 * t->words : t->words), "field width", i);
      NEED(n <= MAX_CELLS && span(f->cell, n * f->size, p->header->cells),
           "field's cells", i);
    }
    NEED(f->seen >= SEEN_ALL && f->seen <= SEEN_CHUNK, "seen", i);
    NEED(in_or_none(f->seen_chunk, p->n_chunks) &&
             (f->seen != SEEN_CHUNK || f->seen_chunk >= 0),
         "seen chunk", i);
    NEED(in_or_none(f->loc, p->n_locs), "field place", i);
    if (f->flags & FIELD_OPTION)
      NEED(!wide && f->kind < 0 && f->per_type < 0 && t->tag != T_PILE, "option", i);
  }
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *l = &p->columns[i];
    NEED(in(l->name, p->n_strings) && in_or_none(l->text, p->n_texts) &&
             in(l->kind, p->n_kinds) && in(l->type, p->n_types),
         "column", i);
    NEED(l->first == p->kinds[l->kind].first && l->count == p->kinds[l->kind].count,
         "column's things", i);
    if (l->base >= 0)
      NEED(span(l->base, (int64_t)p->kinds[l->kind].count * p->types[l->type].words,
                p->n_consts),
           "column's constants", i);
    else NEED(in(l->slot, p->n_slots), "column's slot", i);
    if (l->base >= 0 && p->types[l->type].tag == T_TEXT)
      for (int k = 0; k < p->kinds[l->kind].count; k++)
        NEED(in(p->consts[l->base + k], p->n_texts) || p->consts[l->base + k] == NONE,
             "column's texts", i);
  }
  return true;
}

static bool check_texts(Check *c)
{
  const Program *p = c->p;
  for (int i = 0; i < p->n_texts; i++) {
    const PText *t = &p->texts[i];
    NEED(in(t->key, p->n_strings) && in(t->source, p->n_strings) &&
             span(t->first_arg, t->args, p->n_args),
         "text", i);
  }
  for (int i = 0; i < p->n_args; i++) {
    const PArg *a = &p->args[i];
    NEED(in(a->name, p->n_strings) && in(a->type, p->n_types) &&
             in(a->base_type, p->n_types),
         "text argument", i);
    if (a->reg == ARG_THING || a->reg == ARG_KIND) {
      int most = a->reg == ARG_THING ? p->n_things : p->n_kinds;
      NEED(in(a->first_path, most) && a->path == 0, "text constant", i);
      continue;
    }
    NEED((a->reg == ARG_ITSELF || in_or_none(a->reg, MAX_FRAME)) &&
             a->reg + p->types[a->base_type].words <= MAX_FRAME + 8 &&
             a->reg + p->types[a->type].words <= MAX_FRAME + 8 &&
             span(a->first_path, a->path, p->n_paths),
         "text path", i);
    for (int k = 0; k < a->path; k++) {
      int x = p->paths[a->first_path + k];
      NEED(x >= 0 ? in(x, p->n_fields) : in(~x, p->n_columns), "text path step", i);
      if (x >= 0)
        NEED(!(p->fields[x].flags & FIELD_PILE) && p->fields[x].per_type < 0,
             "text path field", i);
    }
  }
  return true;
}

/* The parts that a phrase must have, and of which sort. */
static bool check_phrase_parts(const Program *p, int at)
{
  static const int least[] = {
#define PHRASE_OP(name, arg, parts, least) least,
#include "interp/code/phrase.def"
#undef PHRASE_OP
  };
  const PPhrase *f = &p->phrases[at];
  int sort = f->op == PH_VERB      ? PH_ARG
             : f->op == PH_CHOICE  ? PH_ALT
             : f->op == PH_EDITION ? PH_SLOT
                                   : -1;
  if (f->kids < least[f->op]) return false;
  for (int k = 0, kid = at + 1; sort >= 0 && k < f->kids; k++) {
    if (p->phrases[kid].op != sort) return false;
    kid += p->phrases[kid].size;
  }
  return true;
}

static bool check_phrase_arg(const Program *p, const PPhrase *f)
{
  switch (f->op) {
  case PH_SLOT:
  case PH_SLOT_CALL: return in(f->arg, p->n_strings) && in(f->arg2, p->n_slots + 1);
  case PH_ARG:
  case PH_CALL: return in(f->arg, p->n_strings);
  case PH_THIS: return in(f->arg, p->n_kinds + 1);
  case PH_EACH: return in(f->arg2, p->n_kinds + 1);
  case PH_HAND:
  case PH_VERB: return in(f->arg, p->n_texts);
  case PH_LOSE:
  case PH_ALT: return in_or_none(f->arg, p->n_texts);
  case PH_EDITION:
  case PH_RAISE:
  case PH_LOWER:
  case PH_SET:
  case PH_FIELD: return in(f->arg, p->n_fields);
  case PH_WORD: return in(f->arg, p->n_words);
  case PH_THING: return in(f->arg, p->n_things);
  case PH_KIND: return in(f->arg, p->n_kinds);
  case PH_TYPE: return in(f->arg, p->n_types);
  case PH_IT:
  case PH_THAT:
  case PH_CHOOSE:
  case PH_RANDOM: return in_or_none(f->arg, p->n_kinds);
  case PH_COLUMN: return in(f->arg, p->n_columns);
  case PH_VALUE: return in_or_none(f->arg, p->n_texts) && in(f->arg2, p->n_strings);
  case PH_REPEAT: return in(f->arg, 3) && f->kids > f->arg;
  case PH_SHARE: return in(f->arg, (SHARE_MOST + 1) * SHARE_SORT);
  case PH_RULE: return in(f->arg, RULE_WHEN + 1) && in(f->arg2, p->n_fields + 1);
  default: return true;
  }
}

static bool check_rules(Check *c)
{
  const Program *p = c->p;
  for (int i = 0; i < p->n_slots; i++) {
    const PSlot *s = &p->slots[i];
    NEED(in(s->name, p->n_strings) && in_or_none(s->text, p->n_texts) &&
             in(s->kind, p->n_kinds) &&
             span(s->first, p->kinds[s->kind].count, p->n_slot_chunks),
         "slot", i);
  }
  for (int i = 0; i < p->n_slot_chunks; i++)
    NEED(in_or_none(p->slot_chunks[i], p->n_chunks), "slot chunk", i);
  for (int i = 0; i < p->n_verbs; i++) {
    const PVerb *v = &p->verbs[i];
    NEED(in(v->name, p->n_strings) && in_or_none(v->text, p->n_texts) &&
             in_or_none(v->chunk, p->n_chunks) && in_or_none(v->loc, p->n_locs) &&
             in_or_none(v->phrase, p->n_phrases) && in_or_none(v->kind, p->n_kinds),
         "verb", i);
  }
  for (int i = 0; i < p->n_decisions; i++) {
    const PDecision *d = &p->decisions[i];
    NEED(in_or_none(d->text, p->n_texts) && span(d->first_alt, d->alts, p->n_alts) &&
             in_or_none(d->loc, p->n_locs),
         "decision", i);
    NEED(in(d->live, MAX_FRAME) && in_or_none(d->seat, MAX_FRAME), "decision registers",
         i);
    int end = d->first_alt + d->alts; /* a move is of one decision */
    NEED((!d->alts || p->alts[d->first_alt].form != ALT_PART) &&
             (end >= p->n_alts || p->alts[end].form != ALT_PART),
         "decision's moves", i);
  }
  for (int i = 0; i < p->n_alts; i++) {
    const PAlt *a = &p->alts[i];
    NEED(a->form >= ALT_LABEL && a->form <= ALT_PART && in_or_none(a->text, p->n_texts) &&
             in_or_none(a->type, p->n_types) && in_or_none(a->loc, p->n_locs),
         "alternative", i);
    NEED(a->form == ALT_LABEL || (a->form == ALT_NONE && a->type < 0) ||
             (a->type >= 0 && p->types[a->type].tag == T_SET),
         "alternative's set", i);
    NEED(in(a->var, MAX_FRAME) && in(a->target, p->n_code), "alternative's target", i);
  }
  for (int i = 0; i < p->n_alts; i++)
    NEED(p->alts[i].form != ALT_MOVE || program_counts_moves(p, i), "move", i);
  return true;
}

/* A value is asked with its arguments in the registers behind `me` and `this`. */
static bool check_values(Check *c)
{
  const Program *p = c->p;
  for (int i = 0; i < p->n_params; i++)
    NEED(in(p->params[i], p->n_types), "parameter", i);
  for (int i = 0; i < p->n_values; i++) {
    const PValue *v = &p->values[i];
    NEED(in(v->name, p->n_strings) && in_or_none(v->text, p->n_texts) &&
             in_or_none(v->kind, p->n_kinds) && in(v->type, p->n_types) &&
             in(v->chunk, p->n_chunks) && in_or_none(v->loc, p->n_locs) &&
             span(v->first_param, v->params, p->n_params),
         "value", i);
    int64_t words = 2;
    for (int k = 0; k < v->params; k++)
      words += p->types[p->params[v->first_param + k]].words;
    NEED(words <= p->chunks[v->chunk].regs &&
             p->types[v->type].words == p->chunks[v->chunk].result,
         "value's chunk", i);
  }
  return true;
}

static bool check_sources(Check *c)
{
  const Program *p = c->p;
  for (int i = 0; i < p->n_locs; i++)
    NEED(in(p->locs[i].file, p->n_files) && in_or_none(p->locs[i].cite, p->n_strings),
         "place", i);
  for (int i = 0; i < p->n_places; i++)
    NEED(in_or_none(p->places[i], p->n_locs), "instruction's place", i);
  for (int i = 0; i < p->n_files; i++)
    NEED(in(p->files[i].path, p->n_strings) &&
             span(p->files[i].text, (int64_t)p->files[i].size + 1, p->n_strings),
         "file", i);
  for (int i = 0; i < p->n_cites; i++)
    NEED(in(p->cites[i].id, p->n_strings) && in_or_none(p->cites[i].what, p->n_strings) &&
             in_or_none(p->cites[i].loc, p->n_locs) && p->cites[i].use >= CITES_RULE &&
             p->cites[i].use <= CITES_OMIT,
         "citation", i);
  return true;
}

static bool check_conditions(Check *c)
{
  const Program *p = c->p;
  for (int i = 0; i < p->n_variants; i++)
    NEED(in(p->variants[i].name, p->n_strings) &&
             in_or_none(p->variants[i].text, p->n_texts) &&
             in(p->variants[i].field, p->n_fields) &&
             p->fields[p->variants[i].field].kind < 0 &&
             p->fields[p->variants[i].field].size == 1,
         "variant", i);
  for (int i = 0; i < p->n_views; i++)
    NEED(in(p->views[i].chunk, p->n_chunks) &&
             in_or_none(p->views[i].title, p->n_texts) &&
             in_or_none(p->views[i].loc, p->n_locs),
         "view", i);
  for (int i = 0; i < p->n_always; i++)
    NEED(in(p->always[i].chunk, p->n_chunks) &&
             in_or_none(p->always[i].text, p->n_texts) &&
             in_or_none(p->always[i].loc, p->n_locs),
         "always", i);
  return true;
}

static bool check_tests(Check *c)
{
  const Program *p = c->p;
  for (int i = 0; i < p->n_tests; i++) {
    const PTest *t = &p->tests[i];
    NEED(in(t->title, p->n_strings) && in(t->chunk, p->n_chunks) &&
             in_or_none(t->loc, p->n_locs) && in_or_none(t->names, p->n_strings),
         "test", i);
    NEED(t->seats >= p->header->seats_low && t->seats <= p->header->seats_high &&
             span(t->first_script, t->scripts, p->n_scripts),
         "test's table", i);
    int64_t at = t->names;
    for (int s = 0; s < t->seats && at >= 0; s++) {
      NEED(in(at, p->n_strings), "test's names", i);
      at += (int64_t)strlen(p->strings + at) + 1;
    }
  }
  for (int i = 0; i < p->n_scripts; i++) {
    const PScript *s = &p->scripts[i];
    NEED(span(s->first, s->count, p->n_answers), "script", i);
    NEED(!s->count || !(p->answers[s->first + s->count - 1].flags & ANSWER_MORE),
         "script's last answer", i);
  }
  for (int i = 0; i < p->n_answers; i++) {
    const PAnswer *a = &p->answers[i];
    NEED(in_or_none(a->seat, MAX_PLAYERS) && in_or_none(a->chunk, p->n_chunks) &&
             in_or_none(a->type, p->n_types) && in_or_none(a->text, p->n_strings) &&
             in_or_none(a->loc, p->n_locs),
         "answer", i);
    NEED(a->flags & ANSWER_LABEL ? a->text >= 0 : a->chunk >= 0 && a->type >= 0,
         "answer's value", i);
  }
  return true;
}

static bool check_phrases(Check *c)
{
  const Program *p = c->p;
  for (int i = 0; i < p->n_phrases; i++) {
    const PPhrase *f = &p->phrases[i];
    NEED(f->op >= 0 && f->op < PH_COUNT && check_phrase_arg(p, f), "phrase's argument",
         i);
    NEED(f->size >= 1 && f->size <= p->n_phrases - i && f->kids >= 0, "phrase", i);
    int64_t at = i + 1, end = (int64_t)i + f->size;
    for (int k = 0; k < f->kids; k++) {
      NEED(at < end && p->phrases[at].size >= 1, "phrase's parts", i);
      at += p->phrases[at].size;
    }
    NEED(at == end, "phrase's size", i);
    NEED(check_phrase_parts(p, i), "phrase's parts", i);
  }
  return true;
}

bool verify_tables(Check *c)
{
  return check_header(c) && check_types(c) && check_kinds(c) && check_fields(c) &&
         check_claims(c) && check_texts(c) && check_rules(c) && check_values(c) &&
         check_sources(c) && check_conditions(c) && check_tests(c) && check_phrases(c);
}
