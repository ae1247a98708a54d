#include "interp/find/ledger.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

size_t ledger_id_length(const char *s)
{
  size_t n = 0, digits = 0;
  bool dash = false;
  if (!isupper((unsigned char)*s)) return 0;
  for (; isupper((unsigned char)s[n]) || isdigit((unsigned char)s[n]) || s[n] == '-';
       n++) {
    if (s[n] == '-') dash = true, digits = 0;
    else if (isdigit((unsigned char)s[n])) digits++;
  }
  if (!dash || !digits) return 0;
  if (islower((unsigned char)s[n])) n++;
  return n;
}

static const char *skip_marks(const char *s)
{
  while (*s == ' ' || *s == '*' || *s == '`') s++;
  return s;
}

/* The rest of the row in plain words: its longest cell. */
static const char *row_text(Arena *a, const char *s, const char *end)
{
  const char *best = s;
  size_t longest = 0;
  while (s < end) {
    const char *bar = memchr(s, '|', (size_t)(end - s));
    if (!bar) bar = end;
    const char *from = s, *to = bar;
    while (from < to && isspace((unsigned char)*from)) from++;
    while (to > from && isspace((unsigned char)to[-1])) to--;
    if ((size_t)(to - from) > longest) longest = (size_t)(to - from), best = from;
    s = bar + 1;
  }
  return arena_strndup(a, best, longest);
}

/* The row that a line holds, if it holds one. */
static bool read_line(Ledger *l, const char *s, const char *end, LedgerRow *row)
{
  bool table = *s == '|', heading = s[0] == '*' && s[1] == '*';
  if (!table && !heading) return false;
  const char *id = skip_marks(s + (table ? 1 : 2));
  size_t n = ledger_id_length(id);
  if (!n) return false;
  const char *rest = skip_marks(id + n);
  if (table && *rest != '|') return false;
  row->id = arena_strndup(l->arena, id, n);
  row->words = arena_strndup(l->arena, rest, (size_t)(end - rest));
  if (table) {
    row->text = row_text(l->arena, rest + 1, end);
  } else {
    const char *stop = strstr(rest, "**");
    if (!stop || stop > end) stop = end;
    row->text = arena_strndup(l->arena, rest, (size_t)(stop - rest));
  }
  return true;
}

static size_t prefix_length(const char *id) { return strcspn(id, "-") + 1; }

static bool same_prefix(const char *a, const char *b)
{
  size_t n = prefix_length(a);
  return n == prefix_length(b) && !strncmp(a, b, n);
}

static uint32_t *slot_of(const Ledger *l, const char *id)
{
  uint64_t h = 0xcbf29ce484222325u;
  for (const char *c = id; *c; c++) h = (h ^ (unsigned char)*c) * 0x100000001b3u;
  size_t k = (size_t)(h ^ h >> 32) & (l->room - 1);
  while (l->slots[k] && strcmp(l->rows.at[l->slots[k] - 1].id, id))
    k = (k + 1) & (l->room - 1);
  return &l->slots[k];
}

/* Keeps the rows of the most frequent prefix, each id once. */
static void keep_own(Ledger *l)
{
  size_t best = 0, most = 0, kept = 0;
  for (size_t i = 0; i < l->rows.n; i++) {
    size_t n = 0;
    if (i && same_prefix(l->rows.at[i].id, l->rows.at[i - 1].id)) continue;
    for (size_t k = 0; k < l->rows.n; k++)
      n += same_prefix(l->rows.at[i].id, l->rows.at[k].id);
    if (n > most) most = n, best = i;
  }
  if (!l->rows.n) return;
  const char *own = l->rows.at[best].id;
  for (l->room = 16; l->room < 2 * l->rows.n;) l->room *= 2;
  l->slots = arena_alloc(l->arena, l->room * sizeof *l->slots);
  for (size_t i = 0; i < l->rows.n; i++) {
    LedgerRow row = l->rows.at[i];
    uint32_t *slot = slot_of(l, row.id);
    if (!same_prefix(own, row.id) || *slot) continue; /* another's, or there already */
    l->rows.at[kept++] = row;
    *slot = (uint32_t)kept;
  }
  l->rows.n = kept;
}

const char *ledger_title(const char *line)
{
  line += strspn(line, "# ");
  const char *behind = line + strspn(line, "0123456789.");
  return behind > line && *behind == ' ' ? behind + strspn(behind, " ") : line;
}

static void add_head(Ledger *l, const char *title)
{
  for (size_t i = 0; i < l->heads.n; i++)
    if (!strcmp(l->heads.at[i], title)) return;
  vec_push(&l->heads, title);
}

/* Finds the rows in a text: an id in the first cell of a table row (`| ABC-TURN-01 |`) or
 * at the head of an example (`**ABC-EX-01 a title**`).  A ledger may have tables about
 * other things; ids that do not begin as most of its ids do are no rows. */
static void ledger_read(Ledger *l, const char *path, const char *text)
{
  enum { LEVELS = 7 };
  const char *open[LEVELS] = {0}; /* headings that no row has followed yet */
  memset(l, 0, sizeof *l);
  l->arena = arena_new();
  l->path = arena_strdup(l->arena, path);
  for (int line = 1; *text; line++) {
    size_t n = strcspn(text, "\n");
    LedgerRow row = {.line = line};
    size_t level = strspn(text, "#");
    if (level > 1 && level < LEVELS) {
      const char *title = ledger_title(text);
      for (size_t k = level; k < LEVELS; k++) open[k] = NULL;
      open[level] = arena_strndup(l->arena, title, (size_t)(text + n - title));
    } else if (read_line(l, text, text + n, &row)) {
      vec_push(&l->rows, row);
      for (size_t k = 0; k < LEVELS; k++)
        if (open[k]) add_head(l, open[k]), open[k] = NULL;
    }
    text += n + (text[n] == '\n');
  }
  keep_own(l);
}

static bool try_file(Ledger *l, const Sources *s, const char *folder, const char *inner,
                     const char *name)
{
  Buf path = {0};
  size_t size;
  buf_printf(&path, "%s%s%s%s", folder, *folder ? "/" : "", inner, name);
  const char *at = buf_text(&path);
  while (at[0] == '.' && at[1] == '/') at += 2;
  char *text = sources_read(s, at, &size);
  if (text) ledger_read(l, at, text);
  free(text);
  buf_free(&path);
  return text != NULL;
}

static bool try_library(Ledger *l, const Sources *s, const char *folder, const char *name)
{
  return try_file(l, s, folder, "docs/rules/", name) ||
         try_file(l, s, folder, "rules/", name);
}

/* What holds scenarios/NAME goes first, whether it is known as a library or not. */
static bool try_own(Ledger *l, const Sources *s, const char *beside, const char *name)
{
  const char *slash = strrchr(beside, '/'), *at = slash;
  while (at && at > beside && at[-1] != '/') at--;
  if (!at || strncmp(at, "scenarios/", 10) != 0) return false;
  Buf folder = {0};
  buf_addn(&folder, beside, at > beside ? (size_t)(at - beside) - 1 : 0);
  bool found = try_library(l, s, buf_text(&folder), name);
  buf_free(&folder);
  return found;
}

static bool ledger_open(Ledger *l, const char *name, const Sources *s, const char *beside)
{
  /* A name comes from a ruleset, perhaps a stranger's: it leads nowhere else. */
  if (strstr(name, "..") || name[0] == '/') return false;
  if (try_own(l, s, beside, name)) return true;
  for (size_t i = 0; i < s->library.n; i++)
    if (try_library(l, s, s->library.at[i], name)) return true;
  return try_file(l, s, beside, "", name);
}

bool ledgers_add(Ledgers *l, const char *names, const Sources *library,
                 const char *beside, Buf *missing)
{
  bool all = true;
  Buf name = {0};
  while (*names && all) {
    size_t n = strcspn(names, ",");
    Ledger one;
    buf_clear(&name);
    buf_addn(&name, names, n);
    all = ledger_open(&one, buf_text(&name), library, beside);
    if (all) vec_push(&l->list, one);
    else buf_add(missing, buf_text(&name));
    names += n;
    names += strspn(names, ", ");
  }
  buf_free(&name);
  return all;
}

static void ledger_free(Ledger *l)
{
  vec_free(&l->rows);
  vec_free(&l->heads);
  arena_free(l->arena);
  memset(l, 0, sizeof *l);
}

void ledgers_free(Ledgers *l)
{
  for (size_t i = 0; i < l->list.n; i++) ledger_free(&l->list.at[i]);
  vec_free(&l->list);
}

const LedgerRow *ledger_find(const Ledger *l, const char *id)
{
  uint32_t row = l->room ? *slot_of(l, id) : 0;
  return row ? &l->rows.at[row - 1] : NULL;
}

const LedgerRow *ledgers_find(const Ledgers *l, const char *id)
{
  const LedgerRow *row = NULL;
  for (size_t i = 0; i < l->list.n && !row; i++) row = ledger_find(&l->list.at[i], id);
  return row;
}
