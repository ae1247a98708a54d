/* Whether a translation says something else: opposites, senses, and names.  Names are the
 * game's own: where the source names the church and the translation the ruin, one of them
 * is wrong. */
#include "interp/po/check_int.h"
#include "interp/base/invariant.h"
#include "interp/po/message.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { NAME_SIZE = 3 }; /* bytes: what is shorter is found in too many words */

/* ---- names ---------------------------------------------------------------------- */

/* The name itself, without an article before it. */
static char *bare(const char *name)
{
  char *s = check_fold(name, po_plain(name));
  static const char *const articles[] = {"the ", "de ", "het ", "le ",  "la ",
                                         "les ", "l'",  "der ", "die ", "das "};
  for (size_t i = 0; i < sizeof articles / sizeof *articles; i++) {
    size_t n = strlen(articles[i]);
    if (strncmp(s, articles[i], n) != 0) continue;
    memmove(s, s + n, strlen(s + n) + 1);
    break;
  }
  return s;
}

typedef struct Named {
  const PoEntry *entry;
  char *source, *own;
} Named;
struct PoNames {
  VEC(Named) list;
};

PoNames *check_names_of(const PoCheck *c)
{
  INVARIANT(c->po);
  PoNames *n = calloc(1, sizeof *n);
  for (size_t i = 0; n && i < c->po->list.n; i++) {
    const PoEntry *e = c->po->list.at[i];
    bool thing =
        e->ctxt && (!strncmp(e->ctxt, "thing.", 6) || !strncmp(e->ctxt, "kind.", 5));
    if (!thing || strpbrk(strchr(e->ctxt, '.') + 1, "./") || !po_translated(e)) continue;
    Named one = {e, bare(e->id), bare(e->str[0])};
    bool fine = strlen(one.source) > NAME_SIZE && strlen(one.own) > NAME_SIZE &&
                strcmp(one.source, one.own) != 0;
    if (fine) vec_push(&n->list, one);
    else free(one.source), free(one.own);
  }
  return n;
}

void check_names_free(PoNames *n)
{
  for (size_t i = 0; n && i < n->list.n; i++) {
    free(n->list.at[i].source);
    free(n->list.at[i].own);
  }
  if (n) vec_free(&n->list);
  free(n);
}

static int words_in(const char *s)
{
  int n = 1;
  for (; *s; s++) n += *s == ' ';
  return n;
}

/* Could one be taken for the other? */
static bool are_alike(const Named *x, const Named *y)
{
  return words_in(x->source) == words_in(y->source) &&
         !strncmp(x->entry->ctxt, y->entry->ctxt, 5);
}

/* The words of a source and of its translation. */
typedef struct Pair {
  char *source, *own;
} Pair;

static Pair pair(const char *source, const char *own)
{
  return (Pair){check_words(source), check_words(own)};
}

static void pair_free(Pair *p)
{
  free(p->source);
  free(p->own);
}

/* A name of the source in whose place another of its sort stands. */
static bool other_name(const PoNames *names, const Pair *p, const Named **is,
                       const Named **said)
{
  for (size_t i = 0; i < names->list.n; i++) {
    *is = &names->list.at[i];
    if (!check_has_word(p->source, (*is)->source) || strstr(p->own, (*is)->own)) continue;
    for (size_t k = 0; k < names->list.n; k++) {
      *said = &names->list.at[k];
      if (are_alike(*is, *said) && strstr(p->own, (*said)->own) &&
          !check_has_word(p->source, (*said)->source))
        return true;
    }
  }
  return false;
}

/* Does a text have one of the forms of a name? */
static bool has_form(const char *text, const char *forms)
{
  bool found = false;
  for (bool first = true; *forms && !found; first = false) {
    size_t n = strcspn(forms, "|");
    const char *is = first ? forms : memchr(forms, '=', n);
    if (is) {
      is += !first;
      char *form = check_fold(is, n - (size_t)(is - forms));
      found = *form && strstr(text, form) != NULL;
      free(form);
    }
    forms += n + (forms[n] == '|');
  }
  return found;
}

/* A kind that was renamed, and nearly all texts still call it by its old name. */
static void check_renamed(const PoCheck *c, const Named *x)
{
  enum { LEAST = 3, FEW = 4 }; /* texts about it, and the share that may say so */
  int texts = 0, fits = 0;
  const PoEntry *last = NULL;
  for (size_t i = 0; i < c->po->list.n; i++) {
    const PoEntry *e = c->po->list.at[i];
    bool title = e->ctxt && (!strncmp(e->ctxt, "thing.", 6) || e == x->entry);
    if ((title && po_is_name(e)) || !po_translated(e)) continue;
    char *source = check_words(e->id), *own = check_words(e->str[0]);
    if (check_has_word(source, x->source)) {
      texts++;
      last = e;
      fits += strstr(own, x->own) || has_form(own, x->entry->str[0]);
    }
    free(source);
    free(own);
  }
  if (texts < LEAST || FEW * fits >= texts) return;
  Diag *g =
      check_add(c, DIAG_PO_MEANING, x->entry,
                "\"%s\" is called \"%s\", and %d of the %d texts about it do not say so",
                x->source, x->own, texts - fits, texts);
  diag_hint(c->diags, g, "such as %s: %.200s", last->ctxt ? last->ctxt : "",
            last->str[0]);
}

void check_old_names(const PoCheck *c, const PoNames *names)
{
  for (size_t i = 0; c->sense && i < names->list.n; i++)
    if (!strncmp(names->list.at[i].entry->ctxt, "kind.", 5))
      check_renamed(c, &names->list.at[i]);
}

/* ---- placeholders --------------------------------------------------------------- */

/* Are two placeholders of one type exchanged?  The notes say what each is. */
static const char *type_of(const PoEntry *e, const char *name, size_t n, size_t *size)
{
  const char *at = e->extracted;
  for (; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
    if (*at == '{' && !strncmp(at + 1, name, n) && at[n + 1] == '}' && at[n + 2] == ':') {
      at += n + 3 + strspn(at + n + 3, " ");
      *size = strcspn(at, "\n");
      return at;
    }
  return NULL;
}

static const char *find_slot(const char *text, const char *name, size_t n)
{
  for (const char *at = text; (at = strchr(at, '{')); at++)
    if (!strncmp(at + 1, name, n) && strchr("}:|", at[n + 1])) return at;
  return NULL;
}

static bool is_once(const char *text, const PoPlaceholder *p)
{
  const char *at = find_slot(text, p->name, p->name_n);
  return at && !find_slot(at + 1, p->name, p->name_n);
}

/* Is there just one word between two placeholders, the first before the second? */
static bool one_word_between(const char *first, const char *second)
{
  int depth = 0, words = 0;
  const char *s = first;
  for (; *s; s++) {
    depth += (*s == '{') - (*s == '}');
    if (*s == '}' && !depth) break;
  }
  if (!*s || s > second) return false;
  for (bool in = false; ++s < second;) {
    if (strchr(".,;:|", *s)) return false;
    if (*s != ' ' && !in) words++;
    in = *s != ' ';
  }
  return words == 1;
}

static bool exchanged(const PoCheck *c, const PoEntry *e, const PoForm *f)
{
  PoPlaceholder p, q;
  const char *first = f->source;
  while (po_placeholder(&first, &p)) {
    const char *second = first;
    while (po_placeholder(&second, &q)) {
      size_t m, n;
      const char *s = type_of(e, p.name, p.name_n, &m),
                 *t = type_of(e, q.name, q.name_n, &n);
      if (!s || !t) continue;
      bool alike = m == n && !strncmp(s, t, m);
      if (p.name_n == q.name_n && !strncmp(p.name, q.name, p.name_n)) continue;
      const char *a = find_slot(f->text, p.name, p.name_n),
                 *b = find_slot(f->text, q.name, q.name_n);
      if (!a || !b || a < b || !is_once(f->source, &p) || !is_once(f->source, &q))
        continue;
      /* "{a} into {b}", "{b} dans {a}" */
      if (!alike && !(one_word_between(p.name - 1, q.name - 1) && one_word_between(b, a)))
        continue;
      Diag *g =
          check_add(c, DIAG_PO_MEANING, e, "{%.*s} and {%.*s} stand the other way round",
                    (int)p.name_n, p.name, (int)q.name_n, q.name);
      if (alike) diag_hint(c->diags, g, "both are: %.*s", (int)m, s);
      return true;
    }
  }
  return false;
}

/* ---- prose ---------------------------------------------------------------------- */

enum { SENTENCES = 24 };

/* Rows of a ledger, "(ACT-ATTACK-03, ACT-MOVE-01)", are no words. */
static char *without_rows(Arena *a, const char *text)
{
  char *s = arena_strdup(a, text);
  for (char *at = s; (at = strchr(at, '(')); at++) {
    size_t n = strspn(at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-, ");
    if (n && at[n + 1] == ')') memset(at, ' ', n + 2);
  }
  return s;
}

/* Takes a text apart where a mark ends a sentence, outside of braces. */
static int sentences(Arena *a, const char *text, const char *at[SENTENCES])
{
  int n = 0, depth = 0;
  const char *from = text;
  for (const char *s = text; *s && n < SENTENCES; s++) {
    depth += (*s == '{') - (*s == '}');
    bool ends = !depth && strchr(".;:!?", *s) && (!s[1] || isspace((unsigned char)s[1]));
    if (!ends && s[1]) continue;
    at[n++] = arena_strndup(a, from, (size_t)(s + 1 - from));
    from = s + 1;
  }
  return n;
}

/* A placeholder of one sentence that the other does not have; false if there is none. */
static bool slot_without(const char *in, const char *other, PoPlaceholder *p)
{
  while (po_placeholder(&in, p))
    if (!find_slot(other, p->name, p->name_n)) return true;
  return false;
}

/* "{church}" where the source speaks of "{ruin}". */
static const char *other_slot(Arena *a, const char *ours, const char *theirs)
{
  PoPlaceholder p, q;
  if (!slot_without(ours, theirs, &p) || !slot_without(theirs, ours, &q)) return NULL;
  return arena_printf(a, "{%.*s} in the place of {%.*s}", (int)q.name_n, q.name,
                      (int)p.name_n, p.name);
}

/* Opposites and names in one sentence and its translation. */
static const char *words_differ(const PoCheck *c, const char *source, const char *text,
                                const PoNames *names)
{
  Pair p = pair(source, text);
  const char *differ = check_opposite(c, p.source, p.own, false);
  const Named *is, *said;
  if (!differ && other_name(names, &p, &is, &said))
    differ = arena_printf(c->diags->arena, "\"%s\" for \"%s\"", said->own, is->source);
  pair_free(&p);
  return differ;
}

/* What several sentences say, one beside the other; where they were joined or parted
 * nobody can tell which belong together. */
static const char *sentences_differ(const PoCheck *c, const char *source,
                                    const char *text, PoSort sort, const PoNames *names)
{
  Arena *a = c->diags->arena;
  const char *ours[SENTENCES], *theirs[SENTENCES], *differ = NULL;
  int n = sentences(a, without_rows(a, source), ours);
  if (n != sentences(a, without_rows(a, text), theirs)) return NULL;
  if (n == 1 && sort != PO_PROSE) return NULL; /* compared as a whole */
  for (int i = 0; i < n && !differ; i++) {
    differ = other_slot(a, ours[i], theirs[i]);
    if (!differ) differ = words_differ(c, ours[i], theirs[i], names);
    if (!differ) differ = c->sense(c->user, ours[i], theirs[i], sort);
  }
  return differ;
}

/* ---- the whole ------------------------------------------------------------------ */

/* A name that tells something, "Nobody may speak": of a field, a value, an option. Titles
 * play with words. */
static bool is_label(const PoEntry *e)
{
  return po_is_name(e) && strncmp(e->ctxt, "thing.", 6) != 0 &&
         strncmp(e->ctxt, "variant.", 8) != 0 && strncmp(e->ctxt, "language/", 9) != 0;
}

/* Stories and titles play with words; questions and rules do not. */
static bool is_free(const PoEntry *e)
{
  const char *ctxt = e->ctxt ? e->ctxt : "", *dot = strrchr(ctxt, '.');
  return po_is_name(e) || !strncmp(ctxt, "help.", 5) || !strncmp(ctxt, "help/", 5) ||
         !strncmp(ctxt, "language/", 9) || (dot && !strcmp(dot, ".story")) ||
         strstr(ctxt, "/choice") || strstr(ctxt, "reply") ||
         (!strncmp(ctxt, "variant.", 8) && !strstr(ctxt, "/note"));
}

static PoSort sort_of(const PoEntry *e)
{
  if (is_label(e)) return PO_LABEL;
  return e->ctxt && !strcmp(e->ctxt, "book") ? PO_PROSE : PO_RULE;
}

static const char *sense_of(const PoCheck *c, const char *source, const char *text,
                            PoSort sort, const PoNames *names)
{
  Arena *a = c->diags->arena;
  if (sort == PO_PROSE) return sentences_differ(c, source, text, sort, names);
  if (sort == PO_LABEL) {
    source = arena_strndup(a, source, po_plain(source));
    text = arena_strndup(a, text, po_plain(text));
  }
  const char *differ = c->sense(c->user, source, text, sort);
  if (differ || sort != PO_RULE) return differ;
  return sentences_differ(c, source, text, sort, names);
}

void check_meaning(const PoCheck *c, const PoEntry *e, const PoNames *names)
{
  INVARIANT(c->po && !e->obsolete && po_translated(e));
  PoSort sort = sort_of(e);
  if (is_free(e) && sort != PO_LABEL) return;
  for (int i = 0; i < e->strs; i++)
    for (PoForm f = {0}; check_form_next(c, e, e->str[i], &f);) {
      if (!*f.text || (f.log && !c->sense)) continue;
      bool rule = sort == PO_RULE && !f.log;
      if (rule && exchanged(c, e, &f)) return;
      Pair p = pair(i ? f.plural : f.source, f.text);
      const Named *is, *said;
      const char *differ =
          sort == PO_PROSE ? NULL : check_opposite(c, p.source, p.own, rule);
      if (!differ && c->sense)
        differ = sense_of(c, i ? f.plural : f.source, f.text, sort, names);
      bool other = rule && other_name(names, &p, &is, &said);
      pair_free(&p);
      Diag *g = NULL;
      if (differ)
        g = check_add(c, DIAG_PO_MEANING, e, "it says something else: %s", differ);
      else if (other)
        g = check_add(c, DIAG_PO_MEANING, e, "\"%s\" is called \"%s\" here", is->source,
                      said->own);
      if (!g) continue;
      diag_hint(c->diags, g, "the source is: %.200s", f.source);
      return;
    }
}
