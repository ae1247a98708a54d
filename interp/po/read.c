/* Reading PO files.
 *
 * A file is a row of entries: comments, then msgctxt, msgid, msgid_plural and msgstr,
 * each with strings that may go on over lines.  Lines behind "#~" are entries out of use,
 * lines behind "#|" what a message was when it was translated.  After a mistake, reading
 * goes on behind the next empty line, so that one run finds all of them. */
#include "grammar/diag.h"
#include "interp/base/invariant.h"
#include "interp/po/po.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef VEC(char) Text;

/* The parts of an entry, in their order. */
typedef enum { K_NONE, K_CTXT, K_ID, K_PLURAL, K_STR } Key;
enum { SIDES = 2, KEYS = K_STR + 1 }; /* now, and before ("#|") */

typedef struct Draft {
  bool obsolete, dropped; /* dropped: a mistake was reported */
  const char *parts[SIDES][KEYS];
  const char *str[PO_FORMS];
  int strs;
  bool comments[128]; /* kinds of comments that are there */
  Text comment, extracted, refs, flags;
  Loc at, str_at;
} Draft;

typedef struct Reader {
  Po *po;
  Diags *diags;
  int file, line;
  const char *begin, *at, *end; /* of the line */
  Draft draft;
  /* The string that may go on: which part it belongs to. */
  Text text;
  int side, form;
  Key key;
} Reader;

/* ---- places and mistakes -------------------------------------------------------- */

static Loc loc_from(const Reader *r, const char *from)
{
  int col = (int)(from - r->begin) + 1, end = (int)(r->at - r->begin) + 1;
  return (Loc){r->file, r->line, col, end > col ? end : col + 1};
}

/* What was read of the entry is worthless; the rest of it is skipped. */
static Diag *mistake(Reader *r, DiagCode code, const char *from, const char *message)
{
  r->draft.dropped = true;
  return diag_add(r->diags, code, loc_from(r, from), "%s", message);
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f'; }

static void skip_blanks(Reader *r)
{
  while (r->at < r->end && blank(*r->at)) r->at++;
}

/* ---- strings -------------------------------------------------------------------- */

static const char *keep(Reader *r, const Text *t)
{
  return arena_strndup(r->po->arena, t->n ? t->at : "", t->n);
}

/* The string is complete: hands it to its part. */
static void close_string(Reader *r)
{
  Draft *d = &r->draft;
  if (r->key == K_STR) d->str[r->form] = keep(r, &r->text);
  else if (r->key) d->parts[r->side][r->key] = keep(r, &r->text);
  r->key = K_NONE;
  r->text.n = 0;
}

static bool read_escape(Reader *r)
{
  static const char signs[] = "ntr\"\\abfv", means[] = "\n\t\r\"\\\a\b\f\v";
  const char *from = r->at++;
  const char *sign = r->at < r->end && *r->at ? strchr(signs, *r->at) : NULL;
  if (r->at < r->end) r->at++;
  if (!sign) {
    Diag *g = mistake(r, DIAG_PO_SYNTAX, from, "this escape is not known");
    diag_hint(r->diags, g, "known are \\n, \\t, \\\" and \\\\");
    return false;
  }
  vec_push(&r->text, means[sign - signs]);
  return true;
}

/* At an opening quote. */
static bool read_string(Reader *r)
{
  const char *from = r->at++;
  while (r->at < r->end && *r->at != '"') {
    if (*r->at == '\\') {
      if (!read_escape(r)) return false;
    } else {
      vec_push(&r->text, *r->at++);
    }
  }
  if (r->at < r->end) {
    r->at++;
    return true;
  }
  mistake(r, DIAG_PO_SYNTAX, from, "this string has no end");
  return false;
}

/* ---- entries -------------------------------------------------------------------- */

static const char *comment_of(Reader *r, const Text *t, char kind)
{
  return r->draft.comments[(int)kind] ? keep(r, t) : NULL;
}

static void take_comments(Reader *r, PoEntry *e)
{
  Draft *d = &r->draft;
  e->comment = comment_of(r, &d->comment, ' ');
  e->extracted = comment_of(r, &d->extracted, '.');
  e->refs = comment_of(r, &d->refs, ':');
  if (d->flags.n) e->flags = keep(r, &d->flags);
}

/* "#, fuzzy, python-brace-format": the flags with a meaning of their own are fields. */
static void take_flags(Reader *r, PoEntry *e)
{
  const char *at = e->flags;
  Text rest = {0};
  e->flags = NULL;
  while (at && *at) {
    size_t n = strcspn(at, ",\n"), k = n;
    const char *word = at;
    while (k && blank(*word)) word++, k--;
    while (k && blank(word[k - 1])) k--;
    if (k == 5 && !strncmp(word, "fuzzy", k)) e->fuzzy = true;
    else if (k == 19 && !strncmp(word, "python-brace-format", k)) e->brace = true;
    else if (k) {
      for (const char *s = rest.n ? ", " : ""; *s; s++) vec_push(&rest, *s);
      for (size_t i = 0; i < k; i++) vec_push(&rest, word[i]);
    }
    at += n + (at[n] != 0);
  }
  if (rest.n) e->flags = keep(r, &rest);
  vec_free(&rest);
}

static void clear_draft(Reader *r)
{
  Draft *d = &r->draft, empty = {0};
  d->comment.n = d->extracted.n = d->refs.n = d->flags.n = 0;
  empty.comment = d->comment;
  empty.extracted = d->extracted;
  empty.refs = d->refs;
  empty.flags = d->flags;
  *d = empty;
}

static void make_entry(Reader *r)
{
  Draft *d = &r->draft;
  const char *const *now = d->parts[0], *const *old = d->parts[1];
  bool header = !*now[K_ID] && !now[K_CTXT] && !d->obsolete;
  PoEntry *e = po_add(r->po, now[K_CTXT], now[K_ID], now[K_PLURAL]);
  e->at = d->at;
  e->str_at = d->str_at;
  e->obsolete = d->obsolete;
  e->strs = d->strs;
  e->str = arena_alloc(r->po->arena, (size_t)d->strs * sizeof *e->str);
  memcpy(e->str, d->str, (size_t)d->strs * sizeof *e->str);
  e->old_ctxt = old[K_CTXT];
  e->old_id = old[K_ID];
  e->old_plural = old[K_PLURAL];
  take_comments(r, e);
  take_flags(r, e);
  if (!header) return;
  r->po->list.n--;
  if (!r->po->header) {
    r->po->header = e;
    return;
  }
  Diag *g = diag_add(r->diags, DIAG_PO_TWICE, e->at, "the header stands here again");
  diag_hint_at(r->diags, g, r->po->header->at, "it stood before");
}

static void finish(Reader *r)
{
  Draft *d = &r->draft;
  close_string(r);
  if (!d->dropped && d->parts[0][K_ID] && d->strs) {
    make_entry(r);
  } else if (!d->dropped && (d->parts[0][K_ID] || d->parts[0][K_CTXT])) {
    Diag *g = diag_add(r->diags, DIAG_PO_SYNTAX, d->at,
                       d->parts[0][K_ID] ? "this message has no msgstr"
                                         : "this message has no msgid");
    diag_hint(r->diags, g, "a message without a translation has msgstr \"\"");
  }
  clear_draft(r);
}

/* ---- keywords ------------------------------------------------------------------- */

static Key read_key(Reader *r)
{
  static const struct {
    const char *word;
    Key key;
  } words[] = {{"msgctxt", K_CTXT},
               {"msgid", K_ID},
               {"msgid_plural", K_PLURAL},
               {"msgstr", K_STR}};
  const char *from = r->at;
  while (r->at < r->end && (isalpha((unsigned char)*r->at) || *r->at == '_')) r->at++;
  size_t n = (size_t)(r->at - from);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (n == strlen(words[i].word) && !strncmp(from, words[i].word, n))
      return words[i].key;
  if (!n && r->at < r->end) r->at++;
  Diag *g = mistake(r, DIAG_PO_SYNTAX, from, "this is no part of a message");
  diag_hint(r->diags, g,
            "a line begins with msgctxt, msgid, msgid_plural, msgstr, # or \"");
  return K_NONE;
}

/* The number of "msgstr[1]"; false if it is wrong. */
static bool read_form(Reader *r, const char *from, bool *indexed)
{
  Draft *d = &r->draft;
  int form = 0;
  *indexed = r->at < r->end && *r->at == '[';
  if (!*indexed) return true;
  r->at++;
  const char *digits = r->at;
  while (r->at < r->end && isdigit((unsigned char)*r->at) && form <= PO_FORMS)
    form = 10 * form + (*r->at++ - '0');
  bool closed = r->at > digits && r->at < r->end && *r->at == ']';
  if (closed) r->at++;
  if (closed && form == d->strs && form < PO_FORMS) return true;
  mistake(r, DIAG_PO_SYNTAX, from,
          form >= PO_FORMS ? "no language has so many plural forms"
                           : "the forms are msgstr[0], msgstr[1] and so on");
  return false;
}

static bool begin_str(Reader *r, const char *from)
{
  Draft *d = &r->draft;
  bool indexed;
  if (!d->parts[0][K_ID]) {
    mistake(r, DIAG_PO_SYNTAX, from, "a msgstr stands before its msgid");
    return false;
  }
  if (!read_form(r, from, &indexed)) return false;
  bool plural = d->parts[0][K_PLURAL] != NULL;
  if (plural != indexed) {
    mistake(r, DIAG_PO_SYNTAX, from,
            plural ? "a message with msgid_plural has msgstr[0], msgstr[1] and so on"
                   : "only a message with msgid_plural has several msgstr");
    return false;
  }
  if (!indexed && d->strs) {
    mistake(r, DIAG_PO_SYNTAX, from, "this message has a msgstr already");
    return false;
  }
  if (!d->strs) d->str_at = loc_from(r, from);
  r->form = d->strs++;
  d->str[r->form] = "";
  return true;
}

static bool begin_part(Reader *r, Key key, const char *from)
{
  Draft *d = &r->draft;
  const char **parts = d->parts[r->side];
  bool late = parts[key] || (key == K_CTXT && parts[K_ID]) ||
              (key == K_PLURAL && (!parts[K_ID] || (!r->side && d->strs)));
  if (late) {
    mistake(r, DIAG_PO_SYNTAX, from,
            "the parts of a message are msgctxt, msgid, msgid_plural, msgstr, each once "
            "and in this order");
    return false;
  }
  if (!r->side && (key == K_ID || !d->parts[0][K_CTXT])) d->at = loc_from(r, from);
  parts[key] = "";
  return true;
}

static bool read_keyword(Reader *r, int side, bool obsolete)
{
  const char *from = r->at;
  close_string(r);
  Key key = read_key(r);
  if (!key) return false;
  /* After a translation comes the next entry; so it does where that was forgotten. */
  bool forgotten = !side && r->draft.parts[0][K_ID];
  if ((r->draft.strs || forgotten) && key < K_PLURAL) finish(r);
  r->side = side;
  if (!side) r->draft.obsolete = obsolete;
  if (key == K_STR && side) {
    mistake(r, DIAG_PO_SYNTAX, from, "a msgstr cannot stand behind #|");
    return false;
  }
  if (key == K_STR ? !begin_str(r, from) : !begin_part(r, key, from)) return false;
  r->key = key;
  skip_blanks(r);
  if (r->at < r->end && *r->at == '"') return true;
  mistake(r, DIAG_PO_SYNTAX, from, "after this comes a string in quotes");
  return false;
}

/* Keywords and strings up to the end of the line. */
static void read_parts(Reader *r, int side, bool obsolete)
{
  for (skip_blanks(r); r->at < r->end && !r->draft.dropped; skip_blanks(r)) {
    if (*r->at != '"') {
      read_keyword(r, side, obsolete);
    } else if (r->key && r->side == side) {
      read_string(r);
    } else {
      r->at++;
      mistake(r, DIAG_PO_SYNTAX, r->at - 1, "this string belongs to nothing");
    }
  }
}

/* ---- lines ---------------------------------------------------------------------- */

static void add_comment(Reader *r, Text *t, char kind)
{
  Draft *d = &r->draft;
  if (r->at < r->end && *r->at == ' ') r->at++;
  const char *end = r->end;
  while (end > r->at && blank(end[-1])) end--;
  if (d->comments[(int)kind]) vec_push(t, '\n');
  d->comments[(int)kind] = true;
  for (; r->at < end; r->at++) vec_push(t, *r->at);
}

static void read_comment(Reader *r)
{
  Draft *d = &r->draft;
  char kind = r->at + 1 < r->end ? r->at[1] : ' ';
  r->at +=
      kind == '.' || kind == ':' || kind == ',' || kind == '|' || kind == '~' ? 2 : 1;
  if (kind == '~') {
    bool before = r->at < r->end && *r->at == '|';
    if (before) r->at++;
    if (before && d->strs) finish(r);
    read_parts(r, before, true);
    return;
  }
  /* A comment belongs to what follows. */
  if (d->strs) finish(r);
  switch (kind) {
  case '.': add_comment(r, &d->extracted, '.'); break;
  case ':': add_comment(r, &d->refs, ':'); break;
  case ',': add_comment(r, &d->flags, ','); break;
  case '|': read_parts(r, 1, false); break;
  default: add_comment(r, &d->comment, ' ');
  }
}

static void read_line(Reader *r)
{
  skip_blanks(r);
  if (r->at == r->end) {
    if (r->draft.strs || r->draft.dropped) finish(r);
  } else if (r->draft.dropped) {
    return;
  } else if (*r->at == '#') {
    read_comment(r);
  } else {
    read_parts(r, 0, false);
  }
}

/* ---- the whole ------------------------------------------------------------------ */

static void check_charset(Reader *r)
{
  Po *po = r->po;
  const char *type = po_header(po, po->arena, "Content-Type");
  const char *charset = strstr(type, "charset=");
  Diag *g = NULL;
  if (!charset)
    g = diag_add(r->diags, DIAG_PO_HEADER, po->header->at,
                 "the header does not say how the file is encoded");
  else if (strcasecmp(charset + 8, "UTF-8") && strcasecmp(charset + 8, "UTF8"))
    g = diag_add(r->diags, DIAG_PO_HEADER, po->header->at,
                 "the file is encoded as \"%s\", not as UTF-8", charset + 8);
  if (g)
    diag_hint(r->diags, g,
              "save it as UTF-8 with \"Content-Type: text/plain; charset=UTF-8\\n\"");
}

static void check_rule(Reader *r)
{
  Po *po = r->po;
  const char *field = po_header(po, po->arena, "Plural-Forms"), *why;
  int where;
  if (!*field) {
    field = "nplurals=2; plural=n != 1;"; /* as gettext does */
    for (size_t i = 0; i < po->list.n; i++)
      if (po->list.at[i]->plural && !po->list.at[i]->obsolete) {
        diag_add(r->diags, DIAG_PO_HEADER, po->header->at,
                 "the header lacks Plural-Forms, and there are plurals");
        return;
      }
  }
  po->rule = po_plural_read(po->arena, field, &why, &where);
  if (po->rule) return;
  Diag *g = diag_add(r->diags, DIAG_PO_PLURAL, po->header->at, "Plural-Forms: %s", why);
  diag_hint(r->diags, g, "the field is: %.*s", 200, field);
  if (where > 0 && field[where])
    diag_hint(r->diags, g, "from here on: %.*s", 60, field + where);
}

static void check_forms(Reader *r)
{
  const Po *po = r->po;
  for (size_t i = 0; po->rule && i < po->list.n; i++) {
    const PoEntry *e = po->list.at[i];
    int forms = po_plural_forms(po->rule);
    if (e->plural && !e->obsolete && e->strs != forms)
      diag_add(r->diags, DIAG_PO_PLURAL, e->str_at,
               "this message has %d plural form%s, but the language has %d", e->strs,
               e->strs == 1 ? "" : "s", forms);
  }
}

static void check_twice(Reader *r)
{
  const Po *po = r->po;
  if (!po_index(r->po)) return;
  for (size_t i = 0; i < po->list.n; i++) {
    const PoEntry *e = po->list.at[i], *first = po_find(po, e->ctxt, e->id);
    if (e->obsolete || first == e) continue;
    Diag *g = diag_add(r->diags, DIAG_PO_TWICE, e->at, "this message stands here again");
    diag_hint_at(r->diags, g, first->at, "it stood before");
  }
}

static void read_lines(Reader *r, const Source *s)
{
  const char *at = s->text, *end = s->text + s->size;
  if (s->size >= 3 && !memcmp(at, "\xEF\xBB\xBF", 3)) at += 3;
  for (r->line = 1; at < end; r->line++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    r->begin = r->line == 1 ? s->text : at;
    r->at = at;
    r->end = stop;
    read_line(r);
    at = stop + 1;
    if (r->po->list.n <= PO_MESSAGES) continue;
    diag_add(r->diags, DIAG_FILE_TOO_LARGE, (Loc){r->file, r->line, 1, 2},
             "a translation file has at most %d messages", PO_MESSAGES);
    break;
  }
  finish(r);
}

Po *po_parse(Arena *arena, Sources *s, Diags *d, int file)
{
  INVARIANT(file >= 0 && (size_t)file < s->files.n);
  int errors = d->errors;
  Reader r = {.po = po_new(arena), .diags = d, .file = file};
  r.po->file = file;
  if (!diag_is_text(d, s, file, "a translation file", false)) return NULL;
  read_lines(&r, &s->files.at[file]);
  if (!r.po->header) {
    if (d->errors == errors) {
      Diag *g = diag_add(d, DIAG_PO_HEADER, (Loc){file, 1, 1, 2},
                         "this file has no header, so it is no PO file");
      diag_hint(d, g,
                "it begins with msgid \"\" and a msgstr with Content-Type and more");
    }
  } else {
    check_charset(&r);
    check_rule(&r);
    check_forms(&r);
  }
  check_twice(&r);
  vec_free(&r.text);
  vec_free(&r.draft.comment);
  vec_free(&r.draft.extracted);
  vec_free(&r.draft.refs);
  vec_free(&r.draft.flags);
  if (d->errors == errors) return r.po;
  po_free(r.po);
  return NULL;
}

Po *po_read(Arena *arena, Sources *s, Diags *d, const char *path, bool *missing)
{
  int file;
  bool seen;
  SourceError err = sources_load(s, path, &file, &seen);
  if (missing) *missing = err == SOURCE_MISSING;
  if (!err) return po_parse(arena, s, d, file);
  if (err != SOURCE_MISSING || !missing)
    diag_unreadable(d, (Loc){-1, 0, 0, 0}, path, err);
  return NULL;
}
