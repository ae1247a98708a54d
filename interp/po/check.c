#include "interp/po/check_int.h"
#include "interp/base/invariant.h"
#include "interp/po/message.h"

#include <stdarg.h>
#include <string.h>

/* Where a message belongs, for people: its msgctxt, else its beginning. */
static const char *name_of(const PoEntry *e) { return e->ctxt ? e->ctxt : e->id; }

Diag *check_add(const PoCheck *c, DiagCode code, const PoEntry *e, const char *fmt, ...)
{
  INVARIANT(c->diags);
  va_list args;
  va_start(args, fmt);
  const char *text = arena_vprintf(c->diags->arena, fmt, args);
  va_end(args);
  Loc at = e->strs && code != DIAG_PO_MISSING ? e->str_at : e->at;
  Diag *g = diag_add(c->diags, code, at, "%.80s: %s", name_of(e), text);
  if (c->about) c->about(c->user, g, e);
  return g;
}

const char *check_source(const PoEntry *e, int form)
{
  return e->plural && form ? e->plural : e->id;
}

size_t po_plain(const char *text)
{
  size_t n = 0;
  int depth = 0;
  for (; text[n] && (depth || text[n] != '|'); n++)
    depth += (text[n] == '{') - (text[n] == '}');
  return n;
}

bool po_is_name(const PoEntry *e)
{
  static const char *const sentences[] = {"verb.", "always.", "view.", "help."};
  if (!e->ctxt || e->plural || strchr(e->ctxt, '/') || strchr(e->id, '{')) return false;
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
    if (!strncmp(e->ctxt, sentences[i], strlen(sentences[i]))) return false;
  /* "thing.ace", but not "thing.ace.story". */
  const char *dot = strchr(e->ctxt, '.');
  return dot && !strchr(dot + 1, '.');
}

/* ---- placeholders --------------------------------------------------------------- */

typedef struct Mark {
  const char *name;
  size_t n;
  int shown; /* how often it stands there, outside alternatives */
} Mark;
enum { MARKS = 32 };
typedef struct Marks {
  Mark at[MARKS];
  int n;
} Marks;

static Mark *find_mark(Marks *m, const char *name, size_t n)
{
  for (int i = 0; i < m->n; i++)
    if (m->at[i].n == n && !strncmp(m->at[i].name, name, n)) return &m->at[i];
  return NULL;
}

/* Has a placeholder alternatives ("{n:one|{n}}")? */
static bool has_choice(const PoPlaceholder *p)
{
  return p->rest_n && (*p->rest == '|' || memchr(p->rest, '|', p->rest_n));
}

static void find_marks(Marks *m, const char *text)
{
  PoPlaceholder p;
  const char *inside = text; /* up to here: in the alternatives of another one */
  for (const char *at = text; po_placeholder(&at, &p);) {
    Mark *k = find_mark(m, p.name, p.name_n);
    if (!k && m->n < MARKS) {
      k = &m->at[m->n++];
      *k = (Mark){p.name, p.name_n, 0};
    }
    if (!k) return;
    if (has_choice(&p)) {
      if (p.rest + p.rest_n > inside) inside = p.rest + p.rest_n;
    } else if (p.name > inside) {
      k->shown++;
    }
  }
}

/* As many alternatives as the language has plural forms; those by class ("{x:.f …|…}")
 * are as many as it likes. */
static void check_choices(const PoCheck *c, const PoEntry *e, const char *text)
{
  PoPlaceholder p;
  int forms = po_plural_forms(c->po->rule);
  for (const char *at = text; po_placeholder(&at, &p);) {
    int n = 1, depth = 0;
    if (!has_choice(&p) || p.rest[1] == '.') continue;
    for (size_t i = 1; i < p.rest_n; i++) {
      depth += (p.rest[i] == '{') - (p.rest[i] == '}');
      n += p.rest[i] == '|' && !depth;
    }
    if (n == forms) continue;
    check_add(c, DIAG_PO_PLACEHOLDER, e,
              "{%.*s:…} has %d alternative%s, but the language has %d plural form%s",
              (int)p.name_n, p.name, n, n == 1 ? "" : "s", forms, forms == 1 ? "" : "s");
    return;
  }
}

static bool balanced(const char *s)
{
  int depth = 0;
  for (; *s && depth >= 0; s++) depth += (*s == '{') - (*s == '}');
  return depth == 0;
}

/* "{a} and {b}" */
static const char *list_marks(Arena *a, const char *list, const Mark *m)
{
  return arena_printf(a, "%s%s{%.*s}", list, *list ? ", " : "", (int)m->n, m->name);
}

/* What the log fills in by itself: words for it may use these, the source need not. */
static bool is_for_log(const Mark *m)
{
  static const char *const names[] = {"me", "it", "now", "old", "by", "per", "what"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen(names[i]) == m->n && !memcmp(names[i], m->name, m->n)) return true;
  return false;
}

static void compare_marks(const PoCheck *c, const PoEntry *e, const PoForm *form)
{
  Arena *a = c->diags->arena;
  Marks source = {.n = 0}, many = {.n = 0}, own = {.n = 0};
  const char *lost = "", *doubled = "", *invented = "";
  find_marks(&source, form->source);
  find_marks(&many, form->plural);
  find_marks(&own, form->text);
  for (int i = 0; i < source.n; i++) {
    Mark *s = &source.at[i], *both = find_mark(&many, s->name, s->n),
         *o = find_mark(&own, s->name, s->n);
    /* The number itself need not stand in every form. */
    if (!o && both && *form->text) lost = list_marks(a, lost, s);
    if (o && o->shown > 1 && o->shown > s->shown && (!both || o->shown > both->shown))
      doubled = list_marks(a, doubled, s);
  }
  for (int i = 0; i < own.n; i++)
    if (!find_mark(&source, own.at[i].name, own.at[i].n) &&
        !find_mark(&many, own.at[i].name, own.at[i].n) &&
        !(form->log && is_for_log(&own.at[i])))
      invented = list_marks(a, invented, &own.at[i]);
  const char *what = *lost ? "lost" : *invented ? "not in the source" : "doubled";
  const char *which = *lost ? lost : *invented ? invented : doubled;
  if (!*which) return;
  Diag *g = check_add(c, DIAG_PO_PLACEHOLDER, e, "%s: %s", which, what);
  if (*lost && *invented)
    diag_hint(c->diags, g, "%s stands there instead: placeholders are not translated",
              invented);
}

/* Where a form that is written out ("|inf=…") begins from s on; the end if there is
 * none. */
static const char *check_next_form(const char *s)
{
  int depth = 0;
  for (; *s; s++) {
    depth += (*s == '{') - (*s == '}');
    if (*s != '|' || depth) continue;
    size_t n = strcspn(s + 1, "=|{} ");
    while (s[1 + n] == ' ') n += 1 + strcspn(s + 2 + n, "=|{} ");
    if (n && s[1 + n] == '=') return s;
  }
  return s;
}

/* The form of this name, or the plain text if there is none. */
static const char *form_called(Arena *a, const char *text, const char *name, size_t n)
{
  const char *plain = check_next_form(text);
  for (const char *at = plain; *at;) {
    const char *is = strchr(at, '='), *end = check_next_form(is + 1);
    if (n && (size_t)(is - at - 1) == n && !memcmp(at + 1, name, n))
      return arena_strndup(a, is + 1, (size_t)(end - is - 1));
    at = end;
  }
  return arena_strndup(a, text, (size_t)(plain - text));
}

bool check_form_next(const PoCheck *c, const PoEntry *e, const char *text, PoForm *f)
{
  INVARIANT(c->diags);
  Arena *a = c->diags->arena;
  const char *at = f->at ? f->at : text, *is = f->at && *at ? strchr(at, '=') : NULL;
  if (f->at && !*at) return false;
  const char *begin = is ? is + 1 : text, *end = check_next_form(begin),
             *name = is ? at + 1 : "";
  size_t n = is ? (size_t)(is - name) : 0;
  f->log = (n >= 4 && !memcmp(name + n - 4, "told", 4)) ||
           (n >= 5 && !memcmp(name + n - 5, "tells", 5));
  f->source = form_called(a, e->id, name, n);
  f->plural = form_called(a, e->plural ? e->plural : e->id, name, n);
  f->text = arena_strndup(a, begin, (size_t)(end - begin));
  f->at = end;
  return true;
}

/* Every form of a sentence has all of its placeholders. */
static void each_form(const PoCheck *c, const PoEntry *e, const char *text)
{
  for (PoForm f = {0}; check_form_next(c, e, text, &f);) compare_marks(c, e, &f);
}

static void check_placeholders(const PoCheck *c, const PoEntry *e)
{
  INVARIANT(c->po && !e->obsolete && po_translated(e));
  for (int i = 0; i < e->strs; i++) {
    if (!balanced(e->str[i])) {
      check_add(c, DIAG_PO_PLACEHOLDER, e, "a brace is not closed, or too many are");
      return;
    }
    each_form(c, e, e->str[i]);
    check_choices(c, e, e->str[i]);
  }
}

/* ---- the whole ------------------------------------------------------------------ */

static void check_stale(const PoCheck *c, const PoEntry *e)
{
  Diag *g = check_add(c, DIAG_PO_STALE, e, "the translation is marked as fuzzy");
  if (e->old_id && strcmp(e->old_id, e->id))
    diag_hint(c->diags, g, "it translates: %.200s", e->old_id);
  diag_hint(c->diags, g, "the source is: %.200s", e->id);
}

void po_check(const PoCheck *c)
{
  INVARIANT(c->po && c->diags);
  PoNames *names = check_names_of(c);
  for (size_t i = 0; i < c->po->list.n; i++) {
    const PoEntry *e = c->po->list.at[i];
    if (e->obsolete) continue;
    check_form(c, e); /* a dangerous character is one in any state */
    if (!po_translated(e)) {
      check_add(c, DIAG_PO_MISSING, e, "not translated: %.200s", e->id);
    } else if (e->fuzzy) {
      check_stale(c, e);
    } else {
      check_placeholders(c, e);
      check_numbers(c, e);
      check_meaning(c, e, names);
      if (c->glossary) check_terms(c, e);
    }
  }
  check_names(c);
  check_old_names(c, names);
  check_names_free(names);
}

void po_check_messages(const PoCheck *c, const Po *now)
{
  INVARIANT(c->po && c->diags && now && now != c->po);
  for (size_t i = 0; i < now->list.n; i++) {
    const PoEntry *e = now->list.at[i];
    if (po_find(c->po, e->ctxt, e->id)) continue;
    const PoEntry *other = e->ctxt ? po_first(c->po, e->ctxt) : NULL;
    while (other && (other->obsolete || po_find(now, other->ctxt, other->id)))
      other = po_next(other);
    if (other) {
      Diag *g = check_add(c, DIAG_PO_STALE, other, "the source has changed");
      diag_hint(c->diags, g, "it is now: %.200s", e->id);
    } else {
      check_add(c, DIAG_PO_MISSING, e, "not in the file: %.200s", e->id);
    }
  }
  for (size_t i = 0; i < c->po->list.n; i++) {
    const PoEntry *e = c->po->list.at[i];
    if (e->obsolete || po_find(now, e->ctxt, e->id)) continue;
    const PoEntry *same = e->ctxt ? po_first(now, e->ctxt) : NULL;
    while (same && po_find(c->po, same->ctxt, same->id)) same = po_next(same);
    if (!same)
      check_add(c, DIAG_PO_UNUSED, e, "nothing uses this message: %.200s", e->id);
  }
}
