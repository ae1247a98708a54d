#include "interp/cmd/play/changed.h"
#include "interp/cmd/play/list.h"

#include <ctype.h>
#include <string.h>

typedef struct Part {
  const char *at;
  size_t n;
} Part;

enum { MOST_PARTS = 40 };

typedef struct Parts {
  Part label, at[MOST_PARTS];
  int n;
} Parts;

bool changed_has(const char *text, const char *line, size_t n)
{
  for (const char *at = text; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : at)
    if (!strncmp(at, line, n) && (at[n] == '\n' || !at[n])) return true;
  return false;
}

bool changed_take(Buf *text, const char *line)
{
  size_t n = strlen(line);
  for (size_t at = 0; at < text->n;) {
    size_t length = strcspn(text->at + at, "\n"), next = at + length + 1;
    if (length == n && !memcmp(text->at + at, line, n)) {
      if (next > text->n) next = text->n;
      memmove(text->at + at, text->at + next, text->n - next + 1);
      text->n -= next - at;
      return true;
    }
    at = next;
  }
  return false;
}

static const char *find(const char *s, size_t n, const char *what)
{
  size_t k = strlen(what);
  for (size_t i = 0; i + k <= n; i++)
    if (!memcmp(s + i, what, k)) return s + i;
  return NULL;
}

/* A line that draws begins with spaces and names nothing. */
static bool draws(const char *line, size_t n)
{
  return *line == ' ' && !find(line, n, ": ");
}

bool changed_says(const char *view)
{
  const char *at = strchr(view, '\n'); /* behind the title */
  for (at = at ? at + 1 : ""; *at;) {
    size_t n = strcspn(at, "\n");
    if (!find(at, n, ": ")) return false;
    at += n + (at[n] == '\n');
  }
  return true;
}

int changed_count(const char *view, const char *before, const char *shown)
{
  int changes = 0;
  for (const char *at = view; *at;) {
    size_t n = strcspn(at, "\n");
    changes += !changed_has(before, at, n) && !changed_has(shown, at, n);
    at += n + (at[n] == '\n');
  }
  return changes;
}

/* ---- the parts of a line --------------------------------------------------------------
 */

/* "Bank: Safety 4, a policeman", or in columns: "Bank  Safety 4"; false if it has no
 * such parts. */
static bool take_apart(const char *line, size_t n, Parts *out)
{
  const char *colon = find(line, n, ": "), *end = line + n;
  out->n = 0;
  if (!colon) return false;
  out->label = (Part){line, (size_t)(colon - line)};
  for (const char *s = colon + 2; s < end;) {
    const char *stop = s;
    while (stop < end &&
           !((*stop == ',' || *stop == ';') && stop + 1 < end && stop[1] == ' ') &&
           !(*stop == ' ' && stop + 1 < end && stop[1] == ' '))
      stop++;
    if (out->n == MOST_PARTS) return false;
    if (stop > s) out->at[out->n++] = (Part){s, (size_t)(stop - s)};
    s = stop;
    while (s < end && (*s == ',' || *s == ';' || *s == ' ')) s++;
  }
  return true;
}

static bool is_same(Part a, Part b) { return a.n == b.n && !memcmp(a.at, b.at, a.n); }

/* "Pulse stack: Alive" and "Pulse stack: 2× Alive" are of one pile. */
static bool is_of_one(Part a, Part b)
{
  const char *x = find(a.at, a.n, ": "), *y = find(b.at, b.n, ": ");
  return x && y &&
         is_same((Part){a.at, (size_t)(x - a.at)}, (Part){b.at, (size_t)(y - b.at)});
}

/* The same but for its number, or for what lies in it? */
static bool is_alike(Part a, Part b)
{
  if (is_of_one(a, b)) return true;
  size_t i = 0, k = 0;
  bool number = false;
  for (;;) {
    while (i < a.n && isdigit((unsigned char)a.at[i])) i++, number = true;
    while (k < b.n && isdigit((unsigned char)b.at[k])) k++;
    if (i == a.n || k == b.n) return number && i == a.n && k == b.n;
    if (a.at[i++] != b.at[k++]) return false;
  }
}

static int count(const Parts *in, Part x, bool alike)
{
  int n = 0;
  for (int i = 0; i < in->n; i++)
    n += alike ? is_alike(in->at[i], x) : is_same(in->at[i], x);
  return n;
}

/* The line of a text that has the same label. */
static bool find_label(const char *text, const Parts *of, Parts *out)
{
  for (const char *at = text; at && *at;) {
    size_t n = strcspn(at, "\n");
    if (take_apart(at, n, out) && is_same(out->label, of->label)) return true;
    at += n + (at[n] == '\n');
  }
  return false;
}

static void put_part(Buf *b, const char *sign, Part p, int *n)
{
  buf_add(b, (*n)++ ? ", " : "");
  buf_add(b, sign);
  buf_addn(b, p.at, p.n);
}

/* What came and what went; a number that changed stands for itself. */
static int put_parts(Buf *b, const Parts *old, const Parts *now)
{
  int n = 0;
  for (int i = 0; i < now->n; i++) {
    Part x = now->at[i];
    if (count(old, x, false) >= count(now, x, false)) continue;
    bool turned = count(old, x, true) == 1 && count(now, x, true) == 1;
    put_part(b, turned ? "" : "+" GLUE, x, &n);
  }
  for (int i = 0; i < old->n; i++) {
    Part x = old->at[i];
    if (count(now, x, false) >= count(old, x, false)) continue;
    bool turned = count(old, x, true) == 1 && count(now, x, true) == 1;
    bool none = x.n == strlen("–") && !memcmp(x.at, "–", x.n);
    if (!turned && !none) put_part(b, "−" GLUE, x, &n);
  }
  return n;
}

/* A line as it is told: columns stand beside each other no more. */
static void put_whole(Buf *b, const char *line, size_t n)
{
  while (n && *line == ' ') line++, n--;
  for (size_t i = 0; i < n; i++) {
    bool gap = line[i] == ' ' && i + 1 < n && line[i + 1] == ' ';
    if (gap) buf_char(b, ',');
    while (gap && i + 1 < n && line[i + 1] == ' ') i++;
    buf_char(b, line[i]);
  }
}

/* What is told of some places that changed alike: "Café, Bank: + inactive". */
typedef struct Told {
  Buf *out;
  Buf labels, change;
} Told;

static void end_told(Told *t)
{
  if (t->change.n) {
    if (t->out->n) buf_add(t->out, "; ");
    if (t->labels.n) buf_printf(t->out, "%s: ", buf_text(&t->labels));
    buf_add(t->out, buf_text(&t->change));
  }
  buf_clear(&t->labels);
  buf_clear(&t->change);
}

static void put_told(Told *t, Part label, const Buf *change)
{
  bool alike = t->labels.n && label.n && !strcmp(buf_text(&t->change), buf_text(change));
  if (!alike) end_told(t);
  if (alike) buf_add(&t->labels, ", ");
  buf_addn(&t->labels, label.at, label.n);
  if (!alike) buf_add(&t->change, buf_text(change));
}

static void put_line(Told *t, const char *line, size_t n, const char *before)
{
  Parts now, old;
  Buf whole = {0}, parts = {0}, rest = {0};
  put_whole(&whole, line, n);
  bool named = take_apart(line, n, &now);
  bool changed = named && find_label(before, &now, &old) && put_parts(&parts, &old, &now);
  while (named && now.label.n && *now.label.at == ' ') now.label.at++, now.label.n--;
  if (named) buf_add(&rest, buf_text(&whole) + now.label.n + 2);
  if (changed && parts.n < rest.n) put_told(t, now.label, &parts);
  else if (named && now.label.n) put_told(t, now.label, &rest);
  else put_told(t, (Part){line, 0}, &whole);
  buf_free(&whole);
  buf_free(&parts);
  buf_free(&rest);
}

void changed_put(Buf *b, const char *view, const char *before, const char *shown)
{
  Buf said = {0}, drawn = {0};
  Told told = {.out = &said};
  bool redrawn = false;
  for (const char *at = view; *at;) {
    size_t n = strcspn(at, "\n");
    bool new = !changed_has(before, at, n) && !changed_has(shown, at, n);
    if (draws(at, n)) {
      redrawn |= new;
      buf_addn(&drawn, at, n);
      buf_char(&drawn, '\n');
    } else if (new) put_line(&told, at, n, before);
    at += n + (at[n] == '\n');
  }
  end_told(&told);
  buf_free(&told.labels);
  buf_free(&told.change);
  if (redrawn) buf_add(b, buf_text(&drawn));
  if (said.n) {
    list_wrap(b, buf_text(&said), 0, 2);
    buf_char(b, '\n');
  }
  buf_free(&said);
  buf_free(&drawn);
}
