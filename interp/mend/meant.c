/* What was meant, going by what the rules declare: a verb in its own shape, another name,
 * a name that is declared otherwise. */
#include "interp/base/buf.h"
#include "interp/mend/mend_int.h"

#include <string.h>

enum { MOST_HOLES = 4, MOST_OPERANDS = 6, MOST_SHAPE = 16 };

/* ---- shapes of verbs ------------------------------------------------------------- */

typedef struct Shape {
  const char *part[MOST_SHAPE]; /* a word, or NULL: an argument */
  int n, holes;
} Shape;

static void shape_put(Shape *s, const char *word)
{
  if (s->n == MOST_SHAPE) return;
  s->part[s->n++] = word;
  s->holes += !word;
}

/* verb put (a: agent) in (b: building) "Put {a} into {b}" { */
static Shape shape_of_line(Mend *m, const Line *l, const char *verb)
{
  Shape s = {.n = 0};
  int i = 0;
  while (i < l->n && !(line_is(l, i, "verb") && line_is(l, i + 1, verb))) i++;
  for (i++; i < l->n && (line_sort(l, i, W_NAME) || line_is(l, i, "(")); i++) {
    if (line_is(l, i, "(")) shape_put(&s, NULL), i = line_closing(l, i);
    else
      shape_put(&s, arena_strndup(m->arena, l->text + l->word[i].from,
                                  (size_t)(l->word[i].to - l->word[i].from)));
  }
  return s;
}

static Shape shape_of_text(Mend *m, const char *text)
{
  Shape s = {.n = 0};
  while (*text) {
    size_t n = strcspn(text, " ");
    shape_put(&s, *text == '_' ? NULL : arena_strndup(m->arena, text, n));
    text += n + (text[n] == ' ');
  }
  return s;
}

typedef struct Said {
  const char *operand[MOST_OPERANDS];
  int n;
} Said;

static void said_put(Mend *m, Said *s, int i, int j)
{
  bool whole = j == line_operand_end(&m->line, i) || j == i + 1 ||
               (line_is(&m->line, i, "(") && line_closing(&m->line, i) == j - 1);
  if (s->n < MOST_OPERANDS)
    s->operand[s->n++] =
        arena_printf(m->arena, whole ? "%s" : "(%s)", mend_words(m, i, j));
}

/* What the statement names behind its first word: f(a, b + 1), or words between which
 * small ones stand. */
static Said operands(Mend *m)
{
  const Line *l = &m->line;
  Said s = {.n = 0};
  int i = l->begin + 1, end = l->end;
  bool call = line_is(l, i, "(") && l->word[i].from == l->word[i - 1].to;
  if (call && line_closing(l, i) < end) end = line_closing(l, i), i++;
  while (i < end) {
    int j = i;
    if (call) {
      for (int depth = 0; j < end && (depth || !line_is(l, j, ",")); j++)
        depth += line_in(l, j, "( [") - line_in(l, j, ") ]");
    } else if (line_is(l, i, "(")) j = line_closing(l, i) + 1;
    else if (line_keyword(l, i) && !line_in(l, i, "it me this none yes no"))
      j = i; /* a small word */
    else if (line_sort(l, i, W_TEXT)) j = i + 1;
    else j = line_operand_end(l, i);
    if (j > i && j <= end) said_put(m, &s, i, j);
    i = j > i ? j : i + 1;
    if (call && line_is(l, i, ",")) i++;
  }
  return s;
}

/* The shape with the operands in one order, the last argument turning fastest. */
static const char *composed(Mend *m, const Shape *shape, const Said *said, int order)
{
  bool used[MOST_OPERANDS] = {false};
  const char *all = "";
  int digits = 1;
  for (int i = 1; i < shape->holes; i++) digits *= said->n;
  for (int i = 0; i < shape->n; i++) {
    const char *part = shape->part[i];
    if (!part) {
      int k = order / digits % said->n;
      digits = digits > said->n ? digits / said->n : 1;
      if (used[k]) return NULL;
      used[k] = true;
      part = said->operand[k];
    }
    all = arena_printf(m->arena, "%s%s%s", all, i ? " " : "", part);
  }
  return all;
}

static bool try_shape(Mend *m, const Shape *shape, Said said, bool fewer)
{
  const Line *l = &m->line;
  if (shape->n < 1 || shape->holes > MOST_HOLES || said.n > MOST_OPERANDS) return false;
  if (said.n + 1 == shape->holes && said.n < MOST_OPERANDS) /* one was forgotten */
    said.operand[said.n++] = line_is(l, l->begin, "draw") ? "1" : "me";
  if (said.n < shape->holes || (said.n > shape->holes && !fewer)) return false;
  int orders = 1;
  for (int i = 0; i < shape->holes; i++) orders *= said.n;
  for (int k = 0; k < orders && k < 256; k++) {
    const char *text = composed(m, shape, &said, k);
    if (text && MEND(m, l->begin, l->end, "%s", text)) return true;
  }
  return false;
}

/* Every shape of the verb with which the statement begins, and its operands in every
 * order; also without some of them. */
bool mend_shapes(Mend *m, bool fewer)
{
  static const char *const ours[] = {
#define FUNCTION(...)
#define PHRASE(shape, id) shape,
#include "interp/sema/builtin.def"
#undef PHRASE
#undef FUNCTION
  };
  const Line *l = &m->line;
  if (!line_sort(l, l->begin, W_NAME)) return false;
  const char *verb = mend_words(m, l->begin, l->begin + 1);
  size_t n = strlen(verb);
  Said said = operands(m);
  const Known *d;
  for (int k = 0; (d = mend_declared(m, DECLARED_VERB | DECLARED_SLOT, k)); k++) {
    if (strcmp(d->name, verb)) continue;
    int length;
    const char *t = source_line(&m->u->sources.files.at[d->file], d->line, &length);
    Line at;
    line_read(&at, t, length);
    Shape s = shape_of_line(m, &at, verb);
    if (try_shape(m, &s, said, fewer)) return true;
  }
  for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) {
    if (strncmp(ours[k], verb, n) || (ours[k][n] && ours[k][n] != ' ')) continue;
    Shape s = shape_of_text(m, ours[k]);
    if (try_shape(m, &s, said, fewer)) return true;
  }
  return false;
}

/* ---- other names ------------------------------------------------------------------ */

/* Another name of the rules in place of word i: one near by first. */
static bool try_names(Mend *m, int i, unsigned others)
{
  static const unsigned order[] = {DECLARED_LOCAL, DECLARED_FIELD | DECLARED_PILE,
                                   DECLARED_THING, DECLARED_VALUE, DECLARED_SLOT};
  const Line *l = &m->line;
  bool fixed = line_in(l, i, "it me this none yes no");
  if (!line_sort(l, i, W_NAME) || (line_keyword(l, i) && !fixed)) return false;
  const Known *d;
  for (size_t s = 0; s < sizeof order / sizeof *order; s++) {
    unsigned sorts = order[s] & others;
    for (int k = 0; sorts && (d = mend_declared(m, sorts, k)); k++)
      if (!mend_stands(m, d->name) && MEND(m, i, i + 1, "%s", d->name)) return true;
  }
  return false;
}

/* A text in place of what it is called. */
static bool try_unquoted(Mend *m)
{
  const Line *l = &m->line;
  for (int i = l->begin; i < l->end; i++) {
    int n = l->word[i].to - l->word[i].from;
    if (line_sort(l, i, W_TEXT) && n > 2 &&
        MEND(m, i, i + 1, "%.*s", n - 2, l->text + l->word[i].from + 1))
      return true;
  }
  return false;
}

/* ---- other declarations ----------------------------------------------------------- */

static const char *const types[] = {"%s or none", "pile of %s", "set of %s",
                                    "list 9 of %s", "%s per player"};

/* The type of a field, which word i of the line names. */
static bool try_type(Mend *m, const Line *l, Loc at, int i)
{
  int colon = line_sort(l, i + 1, W_TEXT) ? i + 2 : i + 1, end = colon + 1;
  if (!line_is(l, colon, ":")) return false;
  while (end < l->n && !line_in(l, end, "= seen ; } @")) end++;
  if (end <= colon + 1) return false;
  bool many = line_is(l, colon + 2, "of");
  int from = many ? colon + 3 : colon + 1;
  at.col = line_from(l, colon + 1) + 1, at.end = line_to(l, end) + 1;
  const char *type = arena_strndup(m->arena, l->text + line_from(l, from),
                                   (size_t)(line_to(l, end) - line_from(l, from)));
  if (many && mend_try_at(m, at, type)) return true;
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
    const char *hole = strstr(types[k], "%s");
    if (mend_try_at(m, at,
                    arena_printf(m->arena, "%.*s%s%s", (int)(hole - types[k]), types[k],
                                 type, hole + 2)))
      return true;
  }
  at.end = at.col = line_from(l, i) + 1; /* printed, or not */
  if (!line_is(l, i - 1, "value")) return mend_try_at(m, at, "value ");
  at.col = line_from(l, i - 1) + 1;
  return mend_try_at(m, at, "");
}

/* let NAME = …: one of them, or how many; whoever has the most in place of how much. */
static bool try_let(Mend *m, const Line *l, Loc at, int i)
{
  static const char *const ways[] = {"first", "only", "count", "last"};
  int end = i + 2;
  if (!line_is(l, i + 1, "=")) return false;
  for (int depth = 0; end < l->n && (depth || !line_in(l, end, "; }")); end++)
    depth += line_in(l, end, "( {") - line_in(l, end, ") }");
  at.col = line_from(l, i + 2) + 1, at.end = line_to(l, end) + 1;
  if (at.end <= at.col) return false;
  int inner = line_in(l, i + 2, "max min") ? line_from(l, i + 3) : 0;
  if (inner && mend_try_at(m, at,
                           arena_printf(m->arena, "first(%s%.*s)",
                                        line_is(l, i + 2, "max") ? "most" : "least",
                                        at.end - 1 - inner, l->text + inner)))
    return true;
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (mend_try_at(m, at,
                    arena_printf(m->arena, "%s(%.*s)", ways[k], at.end - at.col,
                                 l->text + at.col - 1)))
      return true;
  return false;
}

/* What the name of word i is declared as, changed there. */
static bool try_declared(Mend *m, int i)
{
  const unsigned sorts = DECLARED_FIELD | DECLARED_PILE | DECLARED_LOCAL | DECLARED_VALUE;
  if (!line_sort(&m->line, i, W_NAME) || line_keyword(&m->line, i)) return false;
  const char *name = mend_words(m, i, i + 1);
  const Known *d;
  for (int k = 0; (d = mend_declared(m, sorts, k)); k++) {
    if (strcmp(d->name, name)) continue;
    bool local = d->sort == DECLARED_LOCAL;
    if (local && (d->file != m->g->loc.file || d->line > m->g->loc.line)) continue;
    int n;
    Line l;
    const char *t = source_line(&m->u->sources.files.at[d->file], d->line, &n);
    line_read(&l, t, n);
    Loc at = {d->file, d->line, 1, 1};
    for (int w = 0; w < l.n; w++)
      if (line_is(&l, w, name) &&
          (local ? line_is(&l, w - 1, "let") && try_let(m, &l, at, w)
                 : try_type(m, &l, at, w)))
        return true;
  }
  return false;
}

bool mend_meant(Mend *m)
{
  const Line *l = &m->line;
  int b = l->begin, e = l->end;
  const unsigned state =
      DECLARED_LOCAL | DECLARED_FIELD | DECLARED_PILE | DECLARED_THING | DECLARED_VALUE;
  if (m->g->code == DIAG_UNKNOWN_SLOT)
    return try_names(m, m->spot, DECLARED_SLOT | DECLARED_VALUE);
  if (try_unquoted(m)) return true;
  for (int i = b; i < e; i++)
    if (try_declared(m, i)) return true;
  if (try_names(m, m->spot, state)) return true;
  for (int i = b; i < e; i++)
    if (i != m->spot && try_names(m, i, state)) return true;
  return false;
}

/* ---- two that speak of each other -------------------------------------------------- */

bool mend_library(Mend *m) { return m->library && mend_declare(m, "use \"std.regel\""); }

/* Two replacements: one says `above` and what the other is called. */
bool mend_above(Mend *m)
{
  const Line *own = &m->line;
  for (const Hint *h = m->g->hints; h; h = h->next) {
    if (h->loc.file < 0) continue;
    int n;
    Line l;
    const char *t = source_line(&m->u->sources.files.at[h->loc.file], h->loc.line, &n);
    line_read(&l, t, n);
    for (int i = 0; i < l.n && i < 12; i++) {
      if (!line_sort(&l, i, W_NAME) || line_keyword(&l, i)) continue;
      for (int k = m->spot > 4 ? m->spot - 4 : 1; k <= own->n; k++) {
        int at = line_to(own, k);
        if (mend_try(m, at, at, " above %.*s", l.word[i].to - l.word[i].from,
                     t + l.word[i].from))
          return true;
      }
    }
  }
  return false;
}

/* A condition on something hidden gets a name, which is revealed first. */
static bool try_told(Mend *m)
{
  const Line *l = &m->line;
  const char *margin = arena_printf(m->arena, "%.*s", line_from(l, 0), l->text);
  for (int i = 0; i < l->n; i++) {
    if (!line_is(l, i, "if")) continue;
    int open = i + 1;
    while (open < l->n && !line_in(l, open, "{ then")) open++;
    if (open >= l->n || open == i + 1) return false;
    const char *c = mend_words(m, i + 1, open);
    const char *sep = i == 0 ? arena_printf(m->arena, "\n%s", margin) : "; ";
    return MEND(m, i, open, "let told = %s%sreveal told to players%sif told", c, sep,
                sep);
  }
  return false;
}

bool mend_told(Mend *m)
{
  Line line = m->line;
  bool done = false;
  for (const Hint *h = m->g->hints; h && !done; h = h->next) {
    if (h->loc.file != m->g->loc.file) continue;
    int n;
    const char *t = source_line(&m->u->sources.files.at[h->loc.file], h->loc.line, &n);
    line_read(&m->line, t, n);
    done = try_told(m);
  }
  m->line = line;
  return done;
}

/* ---- texts and words of the language ------------------------------------------------
 */

/* A text without an end: it ends before a blank or a sign, or with the line before a
 * block; marks inside it are masked. */
bool mend_quotes(Mend *m)
{
  const Line *l = &m->line;
  int first = m->g->loc.col - 1, start = first;
  for (int i = 0; i < first; i++)
    if (l->text[i] == '"') {
      start = i;
      break;
    }
  for (int masked = 0; masked < 2; masked++) {
    int from = masked ? start : first;
    for (int end = l->length; end > first; end--) {
      static const char other[] = "\xe2\x80\x9d"; /* a mark of another font */
      bool marked = !strncmp(l->text + end, other, 3);
      if (end < l->length && !marked && !strchr(" ){};,", l->text[end])) continue;
      if (l->text[end - 1] == ' ' || (end > 3 && !strncmp(l->text + end - 3, other, 3)))
        continue;
      Buf b = {0};
      for (int i = from; i < end; i++) {
        if (masked && i > from && l->text[i] == '"') buf_add(&b, "\\");
        buf_addn(&b, l->text + i, 1);
      }
      buf_add(&b, "\"");
      bool done = mend_try(m, from, marked ? end + 3 : end, "%s", buf_text(&b));
      buf_free(&b);
      if (done) return true;
    }
  }
  return mend_try(m, l->length, l->length, "\" {");
}

/* A word of the language cannot be a name: a slot that there is, or the same with a tail,
 * wherever it stands. */
bool mend_keyword(Mend *m)
{
  const Line *l = &m->line;
  const Known *d;
  if (m->g->code != DIAG_SYNTAX || !line_keyword(l, m->spot)) return false;
  for (int k = 0; line_in(l, m->spot + 1, "{ =") &&
                  (d = mend_declared(m, DECLARED_SLOT | DECLARED_VALUE, k));
       k++)
    if (MEND(m, m->spot, m->spot + 1, "%s", d->name)) return true;
  const char *name = arena_printf(m->arena, "%s_", mend_words(m, m->spot, m->spot + 1));
  int next = m->spot + 1 + line_sort(l, m->spot + 1, W_TEXT);
  bool meant = strstr(m->g->message, "expected a name") != NULL || line_is(l, next, ":");
  for (int i = 0; i < m->n_made && !meant; i++) meant = !strcmp(m->made[i].write, name);
  return meant && MEND(m, m->spot, m->spot + 1, "%s", name);
}
