#include "grammar/diag.h"
#include "interp/base/buf.h"
#include "interp/base/limits.h"
#include "interp/base/invariant.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static const struct {
  const char *code, *title;
  Severity severity;
} table[] = {
#define DIAG(code, name, severity, title) {code, title, SEV_##severity},
#include "grammar/diag.def"
#undef DIAG
};

Severity diag_severity(DiagCode code) { return table[code].severity; }
const char *diag_name(DiagCode code) { return table[code].code; }
const char *diag_title(DiagCode code) { return table[code].title; }

DiagCode diag_find(const char *name)
{
  for (int i = 0; i < DIAG_COUNT; i++)
    if (!strcmp(table[i].code, name)) return (DiagCode)i;
  return DIAG_COUNT;
}

void diags_init(Diags *d, Arena *arena)
{
  memset(d, 0, sizeof *d);
  d->arena = arena;
}

void diags_free(Diags *d) { vec_free(&d->list); }

bool diag_unprintable(int32_t c) { return text_steers(c); }

/* Would a declaration that could not be parsed explain this? */
static bool may_be_missing(DiagCode code)
{
  switch (code) {
  case DIAG_UNKNOWN_NAME:
  case DIAG_UNKNOWN_FIELD:
  case DIAG_UNKNOWN_KIND:
  case DIAG_UNKNOWN_VERB:
  case DIAG_UNKNOWN_FUNCTION:
  case DIAG_UNKNOWN_SLOT:
  case DIAG_UNKNOWN_VARIANT:
  case DIAG_OUTSIDE_VARIANT:
  case DIAG_NO_SUCH_EVENT:
  case DIAG_NO_GAME:
  case DIAG_NO_PLAY:
  case DIAG_UNFILLED:
  case DIAG_BAD_PLACEHOLDER:
  case DIAG_BAD_ANSWER:
  case DIAG_BAD_SETTING:
  case DIAG_TABLE_GAP:
  case DIAG_UNUSED: return true;
  default: return false;
  }
}

/* Words from a file may stand in a message: what a terminal would act upon is made
 * harmless.  Returns its argument. */
static char *clean(char *text)
{
  for (char *s = text; *s;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s, -1, &c);
    size_t n = k > 0 ? (size_t)k : 1;
    if (k <= 0 || (c != '\n' && c != '\t' && diag_unprintable(c))) memset(s, '?', n);
    s += n;
  }
  return text;
}

int diags_kept(const Diags *d) { return d->most ? d->most : MAX_ERRORS; }

Diag *diag_add(Diags *d, DiagCode code, Loc loc, const char *fmt, ...)
{
  INVARIANT(code >= 0 && code < DIAG_COUNT);
  static Diag dropped; /* hints for a dropped diagnostic go nowhere */
  if (d->partial && may_be_missing(code)) return &dropped;
  for (size_t i = 0; i < d->list.n; i++) {
    Diag *g = &d->list.at[i];
    if (g->code == code && g->loc.file == loc.file && g->loc.line == loc.line &&
        g->loc.col == loc.col && loc.file >= 0)
      return &dropped;
  }
  int *count = table[code].severity == SEV_ERROR     ? &d->errors
               : table[code].severity == SEV_WARNING ? &d->warnings
                                                     : &d->notes;
  if (++*count > diags_kept(d)) return &dropped;
  va_list args;
  va_start(args, fmt);
  Diag g = {code, loc,  clean(arena_vprintf(d->arena, fmt, args)), NULL, NULL,
            NULL, false};
  va_end(args);
  vec_push(&d->list, g);
  return &d->list.at[d->list.n - 1];
}

void diag_accept(Diags *d, Diag *g, const char *reason)
{
  *(table[g->code].severity == SEV_WARNING ? &d->warnings : &d->notes) -= 1;
  d->accepted++;
  g->accepted = reason;
}

void diag_drop(Diags *d, DiagCode code, Loc line)
{
  INVARIANT(code < DIAG_COUNT);
  size_t n = 0;
  for (size_t i = 0; i < d->list.n; i++) {
    const Diag *g = &d->list.at[i];
    if (g->code == code && g->loc.file == line.file && g->loc.line == line.line)
      d->errors--;
    else d->list.at[n++] = *g;
  }
  d->list.n = n;
}

void diag_label(Diags *d, Diag *g, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  g->label = clean(arena_vprintf(d->arena, fmt, args));
  va_end(args);
}

static Hint *add_hint(Diags *d, Diag *g, Loc loc, char *text)
{
  Hint *h = ARENA_NEW(d->arena, Hint), **tail = &g->hints;
  h->text = text;
  h->loc = loc;
  while (*tail) tail = &(*tail)->next;
  *tail = h;
  return h;
}

void diag_hint(Diags *d, Diag *g, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  add_hint(d, g, (Loc){-1, 0, 0, 0}, clean(arena_vprintf(d->arena, fmt, args)));
  va_end(args);
}

void diag_hint_at(Diags *d, Diag *g, Loc loc, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  add_hint(d, g, loc, clean(arena_vprintf(d->arena, fmt, args)));
  va_end(args);
}

void diag_meant(Diags *d, Diag *g, const char *word)
{
  if (!word || !g->message) return;
  char *text = arena_printf(d->arena, "did you mean \"%s\"?", word);
  Hint *h = add_hint(d, g, (Loc){-1, 0, 0, 0}, clean(text));
  h->fix = arena_strdup(d->arena, word);
  h->edit = g->loc;
}

static Hint *add_edit(Diags *d, Diag *g, Loc edit, const char *write, const char *fmt,
                      va_list args)
{
  char *text = clean(arena_vprintf(d->arena, fmt, args));
  Hint *h = add_hint(d, g, (Loc){-1, 0, 0, 0}, text);
  h->fix = arena_strdup(d->arena, write);
  h->edit = edit;
  return h;
}

void diag_mend(Diags *d, Diag *g, Loc edit, const char *write, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  add_edit(d, g, edit, write, fmt, args)->certain = true;
  va_end(args);
}

void diag_edit(Diags *d, Diag *g, Loc edit, const char *write, const char *fmt, ...)
{
  if (!g->message) return;
  va_list args;
  va_start(args, fmt);
  add_edit(d, g, edit, write, fmt, args);
  va_end(args);
}

/* ---- files ---------------------------------------------------------------------- */

void diag_unreadable(Diags *d, Loc loc, const char *name, SourceError err)
{
  DiagCode code = err == SOURCE_TOO_LARGE ? DIAG_FILE_TOO_LARGE : DIAG_NO_FILE;
  const char *why = err == SOURCE_MISSING      ? "does not exist"
                    : err == SOURCE_UNREADABLE ? "cannot be read"
                    : err == SOURCE_DIRECTORY  ? "is a folder, not a file"
                    : err == SOURCE_SPECIAL    ? "is a pipe or a device, not a file"
                                               : "is larger than 64 MiB";
  diag_add(d, code, loc, "the file \"%s\" %s", name, why);
}

bool diag_is_text(Diags *d, const Sources *sources, int file, const char *what,
                  bool plain)
{
  INVARIANT((size_t)file < sources->files.n);
  const Source *s = &sources->files.at[file];
  size_t i = 0;
  while (i < s->size) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s->text + i,
                                          (utf8proc_ssize_t)(s->size - i), &c);
    bool steers = k > 0 && (plain || !c) && c != '\n' && c != '\t' && c != '\r' &&
                  diag_unprintable(c);
    if (k > 0 && !steers) {
      i += (size_t)k;
      continue;
    }
    int line = 1;
    while ((size_t)line < s->lines.n && s->lines.at[line] <= i) line++;
    int col = (int)(i - s->lines.at[line - 1]) + 1;
    const Loc loc = {file, line, col, col + 1};
    Diag *g = k > 0 && c ? diag_add(d, DIAG_NOT_UTF8, loc,
                                    "a control character (U+%04X) stands in this file",
                                    (unsigned)c)
                         : diag_add(d, DIAG_NOT_UTF8, loc, "%s",
                                    k > 0 ? "a NUL byte stands in this file"
                                          : "this file is not UTF-8 text");
    if (k > 0 && c) diag_hint(d, g, "delete it: it would steer the terminal of a reader");
    else diag_hint(d, g, "save it as UTF-8; is it %s at all?", what);
    return false;
  }
  return true;
}

Nearest nearest_for(const Diags *d, const char *word)
{
  bool heard = d->errors < MAX_ERRORS && !d->partial; /* else the message is dropped */
  return (Nearest){heard ? word : NULL, NULL, 0};
}
