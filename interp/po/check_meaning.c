/* Whether a translation says the opposite: words that exclude each other, and names.
 *
 * `language/opposites` of the program's catalog has a line for each pair of opposites,
 * the same lines in every language: "forward/ahead | back*", words for one side with a
 * stroke between them, `*` for any ending.  A translation that has one side where the
 * source has the other says something else.  A line without a second side is a word that
 * both state or neither: may.  Names are the game's own: where the source names the
 * church and the translation the ruin, one of them is wrong. */
#include "interp/po/check_int.h"
#include "interp/base/invariant.h"
#include "interp/po/message.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { NAME_SIZE = 3 }; /* bytes: what is shorter is found in too many words */

/* The words of a text without what stands in its braces, in small letters. */
static char *words_of(const char *text)
{
  char *s = check_fold(text, strlen(text)), *to = s;
  int depth = 0;
  for (char *at = s; *at; at++) {
    if (*at == '{') {
      depth++;
      *to++ = ' ';
      at += strcspn(at, ":|}"); /* alternatives are words of the text */
      if (*at == '}') depth--;
      if (!*at) break;
    } else if (*at == '}' && depth) {
      depth--;
      *to++ = ' ';
    } else *to++ = *at;
  }
  *to = 0;
  return s;
}

/* Does a word or several stand in a text; with `*` at its end: as a beginning? */
static bool has(const char *text, const char *word, size_t n)
{
  bool open = n && word[n - 1] == '*';
  if (open) n--;
  for (const char *at = text; n && (at = strstr(at, (char[2]){*word, 0})); at++) {
    if ((at > text && check_word_byte(at[-1])) || strncmp(at, word, n) != 0) continue;
    if (open || !check_word_byte(at[n])) return true;
  }
  return false;
}

/* One of the words of a side. */
static bool has_side(const char *text, const char *side, size_t size)
{
  for (const char *at = side, *end = side + size; at < end;) {
    while (at < end && *at == ' ') at++;
    size_t n = 0;
    while (at + n < end && at[n] != '/') n++;
    size_t k = n;
    while (k && at[k - 1] == ' ') k--;
    if (k && has(text, at, k)) return true;
    at += n + 1;
  }
  return false;
}

typedef struct Line {
  const char *a, *b;
  size_t a_size, b_size;
} Line;

static Line read_line(const char *s)
{
  size_t n = strcspn(s, "\n"), bar = strcspn(s, "|\n");
  Line l = {s, s + bar, bar, 0};
  if (bar < n) l = (Line){s, s + bar + 1, bar, n - bar - 1};
  return l;
}

static bool is_empty(const char *s, size_t n)
{
  while (n && (s[n - 1] == ' ' || s[n - 1] == '\n')) n--;
  return !n;
}

/* The first pair of opposites on which two texts differ, in words of the source; NULL if
 * there is none. */
static const char *opposite(const PoCheck *c, const char *source, const char *own)
{
  const char *x = c->opposites, *y = c->own_opposites;
  while (x && y && *x && *y) {
    Line s = read_line(x), t = read_line(y);
    bool sa = has_side(source, s.a, s.a_size), ta = has_side(own, t.a, t.a_size);
    if (is_empty(s.b, s.b_size)) { /* senses know more words for it */
      if (!c->sense && sa != ta && !is_empty(t.a, t.a_size))
        return arena_printf(c->diags->arena, "\"%.*s\" is %s", (int)strcspn(s.a, "/ |\n"),
                            s.a, sa ? "left out" : "added");
    } else {
      bool sb = has_side(source, s.b, s.b_size), tb = has_side(own, t.b, t.b_size);
      if ((sa && !sb && tb && !ta) || (sb && !sa && ta && !tb))
        return arena_printf(
            c->diags->arena, "\"%.*s\" and \"%.*s\"", (int)strcspn(s.a, "/* |\n"), s.a,
            (int)strcspn(s.b + strspn(s.b, " "), "/*|\n"), s.b + strspn(s.b, " "));
    }
    x += strcspn(x, "\n");
    y += strcspn(y, "\n");
    x += *x == '\n';
    y += *y == '\n';
  }
  return NULL;
}

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

/* A name of the source that another stands for. */
static bool other_name(const PoNames *names, const char *source, const char *own,
                       const Named **is, const Named **said)
{
  *is = *said = NULL;
  for (size_t i = 0; i < names->list.n && !(*is && *said); i++) {
    const Named *x = &names->list.at[i];
    bool s = has(source, x->source, strlen(x->source)), t = strstr(own, x->own) != NULL;
    if (s && !t && !*is) *is = x;
    if (!s && t && !*said) *said = x;
  }
  return *is && *said && are_alike(*is, *said);
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
    char *source = words_of(e->id), *own = words_of(e->str[0]);
    if (has(source, x->source, strlen(x->source))) {
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

/* What several sentences say, one beside the other; where they were joined or parted
 * nobody can tell which belong together. */
static const char *sentences_differ(const PoCheck *c, const char *source,
                                    const char *text, PoSort sort)
{
  Arena *a = c->diags->arena;
  const char *ours[SENTENCES], *theirs[SENTENCES], *differ = NULL;
  int n = sentences(a, without_rows(a, source), ours);
  if (n != sentences(a, without_rows(a, text), theirs)) return NULL;
  if (n == 1 && sort != PO_PROSE) return NULL; /* compared as a whole */
  for (int i = 0; i < n && !differ; i++) {
    differ = other_slot(a, ours[i], theirs[i]);
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
                            PoSort sort)
{
  Arena *a = c->diags->arena;
  if (sort == PO_PROSE) return sentences_differ(c, source, text, sort);
  if (sort == PO_LABEL) {
    source = arena_strndup(a, source, po_plain(source));
    text = arena_strndup(a, text, po_plain(text));
  }
  const char *differ = c->sense(c->user, source, text, sort);
  if (differ || sort != PO_RULE) return differ;
  return sentences_differ(c, source, text, sort);
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
      char *source = words_of(i ? f.plural : f.source), *own = words_of(f.text);
      const Named *is, *said;
      const char *differ = rule ? opposite(c, source, own) : NULL;
      if (!differ && c->sense)
        differ = sense_of(c, i ? f.plural : f.source, f.text, sort);
      bool other = rule && other_name(names, source, own, &is, &said);
      free(source);
      free(own);
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
