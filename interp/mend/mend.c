#include "interp/mend/mend.h"
#include "interp/base/invariant.h"
#include "interp/base/buf.h"
#include "interp/base/file.h"
#include "interp/code/compile.h"
#include "interp/mend/mend_int.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  MOST_TRIALS = 1200, /* for one error */
  MOST_COLUMNS = 400,
  MOST_DEPTH = 2,        /* edits of one line behind each other, less one */
  MOST_BYTES = 32 << 20, /* of source that are compiled for all trials of one error */
};

/* ---- one trial ------------------------------------------------------------------ */

static bool before(const Edit *a, const Edit *b)
{
  return a->at.line != b->at.line ? a->at.line < b->at.line : a->at.col < b->at.col;
}

/* A file as it reads with all edits of it. */
static void put_edited(const Mend *m, Unit *v, int file, const Edit *e)
{
  INVARIANT((size_t)file < m->u->sources.files.n && m->n_made <= MOST_ERRORS);
  const Source *f = &m->u->sources.files.at[file];
  const Edit *all[MOST_ERRORS + 1];
  int n = 0;
  for (int i = 0; i <= m->n_made; i++) {
    const Edit *x = i < m->n_made ? &m->made[i] : e;
    if (!x || x->at.file != file) continue;
    int k = n++;
    for (; k > 0 && before(x, all[k - 1]); k--) all[k] = all[k - 1];
    all[k] = x;
  }
  Buf text = {0};
  size_t done = 0;
  for (int i = 0; i < n; i++) {
    size_t from = f->lines.at[all[i]->at.line - 1] + (size_t)all[i]->at.col - 1;
    INVARIANT(from <= f->size && all[i]->at.end >= all[i]->at.col);
    if (from < done) continue; /* they overlap: the first counts */
    buf_addn(&text, f->text + done, from - done);
    buf_add(&text, all[i]->write);
    done = from + (size_t)(all[i]->at.end - all[i]->at.col);
  }
  INVARIANT(done <= f->size);
  buf_addn(&text, f->text + done, f->size - done);
  sources_keep(&v->sources, f->path, buf_text(&text), text.n);
  buf_free(&text);
}

/* The same files with the edits made so far, and one more (or NULL). */
static Unit *edited(const Mend *m, Arena *arena, const Edit *e)
{
  INVARIANT(!e || (e->at.file >= 0 && (size_t)e->at.file < m->u->sources.files.n));
  INVARIANT(m->n_made >= 0 && m->n_made <= MOST_ERRORS);
  const Unit *u = m->u;
  Unit *v = unit_new(arena);
  v->tests = u->tests;
  v->open = u->open;
  for (size_t i = 0; i < u->sources.library.n; i++)
    vec_push(&v->sources.library, u->sources.library.at[i]);
  for (size_t i = 0; i < u->sources.files.n; i++) put_edited(m, v, (int)i, e);
  if (m->library)
    sources_keep(&v->sources, m->library, m->library_text, strlen(m->library_text));
  unit_parse_kept(v, u->sources.files.at[0].path);
  compile_check(v);
  return v;
}

static bool is_error(const Diag *g) { return diag_severity(g->code) == SEV_ERROR; }

/* Is this error of the trial one that was there before?  Lines behind the edit may have
 * moved. */
static bool was_there(const Unit *u, const Diag *e)
{
  for (size_t i = 0; i < u->diags.list.n; i++) {
    const Diag *g = &u->diags.list.at[i];
    if (g->code == e->code && g->loc.file == e->loc.file &&
        g->loc.line - e->loc.line <= 1 && e->loc.line - g->loc.line <= 1 &&
        !strcmp(g->message, e->message))
      return true;
  }
  return false;
}

static bool same_spot(const Diag *g, const Diag *e)
{
  int moved = g->loc.line - e->loc.line;
  return g->code == e->code && g->loc.file == e->loc.file &&
         (!moved || (moved >= -1 && moved <= 1 && !strcmp(g->message, e->message)));
}

/* Is this error of the trial another one of the same sort, on the very line where it was?
 */
static bool another(const Mend *m, const Diag *e)
{
  if (e->loc.line == m->g->loc.line) return false;
  for (size_t i = 0; i < m->base->diags.list.n; i++) {
    const Diag *g = &m->base->diags.list.at[i];
    if (g->code == e->code && g->loc.file == e->loc.file && g->loc.line == e->loc.line &&
        g->loc.col == e->loc.col && !strcmp(g->message, e->message))
      return true;
  }
  return false;
}

/* What is wrong with the line now stands further on: a second slip, which the first had
 * hidden. */
static bool further(const Diag *g, const Diag *e, const Edit *edit)
{
  int longer = (int)strlen(edit->write) - (edit->at.end - edit->at.col);
  return e->loc.file == g->loc.file && e->loc.line == g->loc.line &&
         edit->at.line == g->loc.line && e->loc.col > g->loc.col + longer &&
         e->loc.col >= edit->at.col + (int)strlen(edit->write);
}

/* Lines that begin packs, and the one that begins the game. */
static int count_heads(const Unit *u)
{
  int packs = 0;
  bool game = false;
  for (const Node *n = u->items.head; n; n = n->next) {
    packs += n->tag == N_PACK;
    game |= n->tag == N_GAME;
  }
  return packs + game;
}

static Helps judge(const Mend *m, const Unit *v, const Edit *edit)
{
  INVARIANT(edit->write && v->diags.errors >= 0);
  /* A pack without its line is none, and nothing is wrong with none. */
  if (count_heads(v) < count_heads(m->base)) return HELPS_NOT;
  if (!v->diags.errors) return HELPS_ALL;
  Helps h = v->diags.errors < m->base->diags.errors ? HELPS_FEWER : HELPS_HERE;
  for (size_t i = 0; i < v->diags.list.n; i++) {
    const Diag *e = &v->diags.list.at[i];
    if (!is_error(e)) continue;
    bool near = e->loc.file == edit->at.file && e->loc.line <= edit->at.line + 1 &&
                e->loc.line >= edit->at.line - 1;
    if (m->sure && further(m->g, e, edit)) {
      h = HELPS_HERE;
      continue;
    }
    if (same_spot(m->g, e) && !another(m, e)) return HELPS_NOT;
    if (was_there(m->base, e)) continue;
    if (near || e->code == DIAG_SYNTAX) return HELPS_NOT;
    h = HELPS_HERE;
  }
  return h;
}

/* Does an edit leave the lines as they are, one by one? */
static bool in_line(const Mend *m, const Edit *e)
{
  INVARIANT(e->at.file >= 0 && (size_t)e->at.file < m->u->sources.files.n);
  int n;
  source_line(&m->u->sources.files.at[e->at.file], e->at.line, &n);
  return e->at.end <= n + 1 && !strchr(e->write, '\n');
}

/* With the edit something else is wrong with the same line, and whoever says so knows a
 * remedy: both together are one edit of the line. */
static bool second(Mend *m, const Unit *v, const Edit *first, Edit *both)
{
  const Diag *g = NULL;
  for (size_t i = 0; i < v->diags.list.n && !g; i++)
    if (is_error(&v->diags.list.at[i])) g = &v->diags.list.at[i];
  if (g && g->code == DIAG_NOT_A_FLAG && first->at.col == first->at.end) return false;
  const Hint *h = g ? g->hints : NULL;
  while (h && !h->fix) h = h->next;
  if (!h || h->edit.line != first->at.line || h->edit.file != first->at.file ||
      v->diags.errors > m->base->diags.errors || !in_line(m, first))
    return false;
  int n, was;
  const char *line = source_line(&v->sources.files.at[h->edit.file], h->edit.line, &n);
  source_line(&m->u->sources.files.at[first->at.file], first->at.line, &was);
  both->at = (Loc){first->at.file, first->at.line, 1, was + 1};
  both->write = arena_printf(m->arena, "%.*s%s%.*s", h->edit.col - 1, line, h->fix,
                             n - (h->edit.end - 1), line + h->edit.end - 1);
  return true;
}

/* How far the parser comes with an edit that does not help yet: the furthest may be the
 * first of several. */
static void note_progress(Mend *m, const Unit *v, const Edit *edit)
{
  enum { LINE_READ = 1000, LINE_PARSED = 2000 };
  const Diag *first = NULL;
  for (size_t i = 0; i < v->diags.list.n && !first; i++)
    if (is_error(&v->diags.list.at[i])) first = &v->diags.list.at[i];
  if (!first || v->diags.errors > m->base->diags.errors ||
      edit->at.line != m->g->loc.line || !in_line(m, edit) ||
      first->loc.file != m->g->loc.file)
    return;
  int longer = (int)strlen(edit->write) - (edit->at.end - edit->at.col), reach = 0;
  bool other = first->code != m->g->code || strcmp(first->message, m->g->message);
  if (m->fault != FAULT_WRITING)
    reach = first->loc.line == m->g->loc.line && first->code != DIAG_SYNTAX &&
            (other || further(m->g, first, edit));
  else if (first->loc.line == m->g->loc.line && first->code != DIAG_SYNTAX)
    reach = LINE_PARSED;
  else if (further(m->g, first, edit)) reach = first->loc.col - longer;
  else if (first->loc.line > m->g->loc.line + 1) reach = LINE_READ;
  if (reach <= m->reach) return;
  m->reach = reach;
  m->step = *edit;
}

static Helps trial(Mend *m, const Edit *e, Edit *more)
{
  INVARIANT(e->write && e->at.line > 0);
  Arena *arena = arena_new();
  Unit *v = edited(m, arena, e);
  Helps h = judge(m, v, e);
  if (h == HELPS_NOT && !m->blind) note_progress(m, v, e);
  if (h > HELPS_NOT || !more || !second(m, v, e, more)) more = NULL;
  unit_free(v);
  arena_free(arena);
  if (more) h = trial(m, more, NULL);
  return h;
}

static bool is_late(const Mend *m) { return clock() > m->until; }

bool mend_try_at(Mend *m, Loc at, const char *write)
{
  INVARIANT(write && at.line > 0 && at.col > 0);
  Edit e = {at, write}, more = {.write = NULL};
  for (size_t i = 0; i < m->tried.n; i++) {
    const Edit *t = &m->tried.at[i];
    if (!memcmp(&t->at, &at, sizeof at) && !strcmp(t->write, write)) return false;
  }
  if (m->left <= 0 || is_late(m)) return true;
  m->left--;
  vec_push(&m->tried, e);
  m->last = trial(m, &e, m->alone ? NULL : &more);
  if (m->last == HELPS_HERE && !m->sure && (m->blind || m->fault != FAULT_WRITING))
    m->last = HELPS_NOT; /* what turns up may be its own fault */
  if (more.write) m->left--;
  if (m->last > m->best) {
    m->best = m->last;
    m->edit = more.write ? more : e;
  }
  return m->last == HELPS_ALL;
}

/* Would two names become one? */
static bool glues(const char *text, int at, char next)
{
  unsigned char a = at > 0 ? (unsigned char)text[at - 1] : ' ', b = (unsigned char)next;
  if (isdigit(a) && isdigit(b)) return false; /* 10_000 */
  return (isalnum(a) || a == '_') && (isalnum(b) || b == '_');
}

bool mend_try(Mend *m, int from, int to, const char *fmt, ...)
{
  INVARIANT(from >= 0 && to >= from);
  va_list args;
  va_start(args, fmt);
  const char *write = arena_vprintf(m->arena, fmt, args);
  va_end(args);
  if (to < from) to = from;
  int n = to - from;
  if ((int)strlen(write) == n && !strncmp(m->line.text + from, write, (size_t)n))
    return false;
  char next = *write ? *write : to < m->line.length ? m->line.text[to] : ' ';
  if (glues(m->line.text, from, next) ||
      (*write && to < m->line.length &&
       glues(write, (int)strlen(write), m->line.text[to])))
    return false;
  Loc at = {m->g->loc.file, 0, from + 1, to + 1};
  const Source *f = &m->u->sources.files.at[at.file];
  while ((size_t)at.line < f->lines.n && f->text + f->lines.at[at.line] <= m->line.text)
    at.line++;
  return mend_try_at(m, at, write);
}

const char *mend_words(Mend *m, int i, int j)
{
  if (i < 0 || i >= j || i >= m->line.n) return "";
  int from = line_from(&m->line, i), to = line_to(&m->line, j);
  INVARIANT(from <= to && to <= m->line.length);
  return arena_strndup(m->arena, m->line.text + from, (size_t)(to - from));
}

/* ---- all of them ---------------------------------------------------------------- */

/* What a stage has proposed itself goes first. */
static bool try_hints(Mend *m)
{
  for (Hint *h = m->g->hints; h; h = h->next) {
    if (!h->fix) continue;
    bool done = mend_try_at(m, h->edit, h->fix);
    h->tried = m->last > HELPS_NOT;
    if (done || (h->certain && m->last > HELPS_HERE)) return true;
    if (!h->tried && !h->certain) h->fix = NULL; /* it does not help */
  }
  return false;
}

/* The line of the error, or the last one before it that says something. */
static bool read_line(Mend *m, bool before)
{
  const Source *f = &m->u->sources.files.at[m->g->loc.file];
  int n, line = m->g->loc.line;
  const char *t = source_line(f, line, &n);
  line_read(&m->line, t, n);
  m->spot = line_at(&m->line, m->g->loc.col - 1);
  if (before) {
    do {
      if (--line < 1) return false;
      t = source_line(f, line, &n);
      line_read(&m->line, t, n);
    } while (!m->line.n);
    m->spot = m->line.n;
  }
  line_statement(&m->line, m->spot);
  return true;
}

static Fault fault_of(DiagCode code)
{
  switch (code) {
  case DIAG_STRAY:
  case DIAG_OPEN_TEXT:
  case DIAG_SYNTAX: return FAULT_WRITING;
  case DIAG_BAD_SEATS:
  case DIAG_UNKNOWN_NAME:
  case DIAG_UNKNOWN_FIELD:
  case DIAG_UNKNOWN_KIND:
  case DIAG_UNKNOWN_FUNCTION:
  case DIAG_UNKNOWN_SLOT:
  case DIAG_UNKNOWN_VARIANT: return FAULT_NAME;
  case DIAG_UNKNOWN_VERB: return FAULT_PHRASE;
  case DIAG_TYPE_MISMATCH:
  case DIAG_NOT_A_SET:
  case DIAG_NOT_A_NUMBER:
  case DIAG_NOT_A_FLAG:
  case DIAG_NOT_A_THING:
  case DIAG_NOT_A_PILE:
  case DIAG_BAD_COUNT:
  case DIAG_NOT_A_PLACE:
  case DIAG_TABLE_ROW:
  case DIAG_NO_TYPE:
  case DIAG_NOT_IN_VARIANT:
  case DIAG_NOT_COMPARABLE:
  case DIAG_PILE_USE: return FAULT_SORT;
  case DIAG_BAD_TEMPLATE:
  case DIAG_BAD_PLACEHOLDER: return FAULT_TEXT;
  default: return FAULT_OTHER;
  }
}

/* The first word of a line cannot stand there: the fault may lie on the line before. */
static bool search_before(Mend *m)
{
  if (m->g->code != DIAG_SYNTAX || m->spot) return false;
  bool done = mend_indentation(m) || (read_line(m, true) && mend_closing(m));
  read_line(m, false);
  return done;
}

static void search_writing(Mend *m)
{
  bool starts = m->spot == 0, syntax = m->g->code == DIAG_SYNTAX;
  if (syntax && starts) {
    if (read_line(m, true) && mend_shifts(m)) return;
    if (mend_blocks(m)) return;
    read_line(m, false);
  }
  if (mend_slips(m) || mend_names(m) || mend_shifts(m)) return;
  if (syntax && !starts && mend_blocks(m)) return;
  if (syntax && starts && read_line(m, true)) mend_slips(m);
}

static void search_meaning(Mend *m)
{
  if ((m->g->code == DIAG_NOT_COMPARABLE || m->g->code == DIAG_TYPE_MISMATCH) &&
      mend_titles(m))
    return;
  if (m->fault != FAULT_OTHER && (mend_slips(m) || mend_names(m))) return;
  if (m->fault == FAULT_PHRASE && mend_shifts(m)) return;
  if (mend_sets(m)) return;
  mend_elsewhere(m);
}

static void search(Mend *m);

/* The edit with which the parser came furthest is made, and what is wrong with the line
 * then is searched in turn; both together are one edit of the line. */
static void search_deeper(Mend *m)
{
  Arena *arena = arena_new();
  Unit *v = edited(m, arena, &m->step);
  Diag *g = NULL;
  for (size_t i = 0; i < v->diags.list.n && !g; i++) {
    Diag *d = &v->diags.list.at[i];
    if (is_error(d) && d->loc.file == m->step.at.file && d->loc.line == m->step.at.line)
      g = d;
  }
  Mend next = {.u = v,
               .base = v,
               .arena = m->arena,
               .library = m->library,
               .library_text = m->library_text,
               .g = g,
               .left = m->left / 2,
               .until = m->until,
               .depth = m->depth + 1};
  if (g) search(&next);
  if (next.best == HELPS_ALL && next.edit.at.line == m->step.at.line &&
      !strchr(next.edit.write, '\n')) {
    int n, was;
    const char *line = source_line(&v->sources.files.at[g->loc.file], g->loc.line, &n);
    source_line(&m->u->sources.files.at[g->loc.file], g->loc.line, &was);
    m->edit.at = (Loc){g->loc.file, g->loc.line, 1, was + 1};
    m->edit.write =
        arena_printf(m->arena, "%.*s%s%.*s", next.edit.at.col - 1, line, next.edit.write,
                     n - (next.edit.at.end - 1), line + next.edit.at.end - 1);
    m->best = next.best;
  }
  vec_free(&next.tried);
  vec_free(&next.names);
  vec_free(&next.declared);
  unit_free(v);
  arena_free(arena);
}

static void search(Mend *m)
{
  INVARIANT(m->g->loc.file >= 0 && m->depth <= MOST_DEPTH);
  m->fault = fault_of(m->g->code);
  read_line(m, false);
  if (m->line.length > MOST_COLUMNS) return; /* nobody reads that */
  const Line *l = &m->line;
  if (line_sort(l, m->spot, W_NUMBER) && line_sort(l, m->spot + 1, W_NAME) &&
      l->word[m->spot].to == l->word[m->spot + 1].from &&
      l->text[l->word[m->spot + 1].from] != 'x')
    return; /* a name that begins with a digit: its author names it anew */
  m->sure = true;
  if (mend_script(m) || (!mend_said(m) && mend_sentences(m)) || try_hints(m)) return;
  if (mend_foreign(m)) return;
  m->sure = false;
  if (m->g->code == DIAG_OPEN_TEXT && mend_quotes(m)) return;
  if (m->fault == FAULT_WRITING &&
      (mend_keyword(m) || mend_joined(m) || search_before(m)))
    return;
  if (m->fault == FAULT_OTHER) {
    if (!mend_patterns(m) && !mend_nobody(m) && !mend_elsewhere(m) &&
        m->best < HELPS_ALL && !m->depth)
      mend_parts(m);
    return;
  }
  bool ours = m->fault == FAULT_PHRASE && mend_said(m);
  if (ours && (mend_slips(m) || mend_shifts(m))) return;
  if (m->fault == FAULT_PHRASE && mend_shapes(m, false)) return;
  if (mend_idioms(m) || mend_many(m) || mend_patterns(m) || mend_whose(m)) return;
  if (m->fault == FAULT_WRITING) search_writing(m);
  else search_meaning(m);
  if (!m->best && !mend_acts(m) && m->reach && m->depth < MOST_DEPTH) search_deeper(m);
  if (m->best < HELPS_ALL && !m->depth && mend_parts(m)) return;
  if (!m->best && !m->depth && m->fault != FAULT_SORT) mend_without(m);
}

/* The line as it reads with the edit, without its indentation. */
static const char *shown(const Mend *m, const Edit *e)
{
  INVARIANT(e->at.line > 0 && e->write);
  int n, i = 0;
  const char *t = source_line(&m->u->sources.files.at[e->at.file], e->at.line, &n);
  while (i < n && i < e->at.col - 1 && (t[i] == ' ' || t[i] == '\t')) i++;
  while (n > i && (t[n - 1] == ' ' || t[n - 1] == '\t')) n--;
  int behind = e->at.end - 1 < n ? n - (e->at.end - 1) : 0;
  const char *w = e->write, *rest = t + n - behind;
  if (e->at.end - 1 > n) { /* it reaches over the end of the line */
    rest = t + e->at.end - 1;
    behind = (int)strcspn(rest, "\n");
  }
  while (*w == ' ' && e->at.col - 1 == i) w++;
  return arena_printf(m->u->arena, "%.*s%s%.*s", e->at.col - 1 - i, t + i, w, behind,
                      rest);
}

/* The parser stops where it can go no further; what is wrong lies where the edit is. */
static void move_there(Mend *m)
{
  Loc was = m->g->loc, at = m->edit.at;
  bool syntax = m->g->code == DIAG_SYNTAX;
  if (m->best < HELPS_ALL || at.line == was.line) return;
  int n;
  const char *t = source_line(&m->u->sources.files.at[at.file], at.line, &n);
  Line line;
  line_read(&line, t, n);
  bool named = m->g->code == DIAG_CONSTANT_SET || m->g->code == DIAG_NOT_A_THING;
  if (!syntax && (!named || !line_is(&line, 0, "let"))) return;
  if (syntax)
    m->g->message = arena_printf(m->u->arena, "line %d cannot follow this: %s", was.line,
                                 m->g->message);
  m->g->label = NULL;
  if (at.end == at.col) at.end++;
  m->g->loc = at;
  diag_hint_at(&m->u->diags, m->g, was, "found here");
}

static void mark_tried(Mend *m)
{
  Hint *last = m->g->hints;
  while (last->next) last = last->next;
  last->tried = true;
}

static void put_remedy(Mend *m)
{
  for (const Hint *h = m->g->hints; h; h = h->next)
    if (h->fix && !memcmp(&h->edit, &m->edit.at, sizeof h->edit) &&
        !strcmp(h->fix, m->edit.write)) {
      move_there(m);
      return; /* it was said already */
    }
  for (Hint *h = m->g->hints; h && m->best == HELPS_ALL; h = h->next)
    if (h->fix) h->fix = NULL, h->certain = false; /* it helps less */
  bool all = m->best == HELPS_ALL;
  const char *w = m->edit.write + strspn(m->edit.write, "\n ");
  if (strchr(m->edit.write, '\n') && m->fault == FAULT_NAME)
    diag_edit(&m->u->diags, m->g, m->edit.at, m->edit.write,
              "it compiles with \"%s\" after line %d", w, m->edit.at.line);
  else if (!*shown(m, &m->edit))
    diag_edit(&m->u->diags, m->g, m->edit.at, m->edit.write,
              "it compiles without this line");
  else if (strchr(m->edit.write, '\n'))
    diag_edit(&m->u->diags, m->g, m->edit.at, m->edit.write,
              all ? "it compiles with \"%s\" on a line of its own after this one"
                  : "\"%s\" belongs on a line of its own after this one",
              w);
  else if (m->edit.at.line != m->g->loc.line && m->g->code != DIAG_SYNTAX)
    diag_edit(&m->u->diags, m->g, m->edit.at, m->edit.write,
              "it compiles if line %d says: %s", m->edit.at.line, shown(m, &m->edit));
  else
    diag_edit(&m->u->diags, m->g, m->edit.at, m->edit.write,
              !all         ? "this line would be right: %s"
              : !m->n_made ? "it compiles with: %s"
                           : "with the lines above, it compiles with: %s",
              shown(m, &m->edit));
  mark_tried(m);
  move_there(m);
}

/* A file is read again and again: the larger it is, the less often. */
static int trials_for(const Unit *u)
{
  size_t bytes = 1;
  for (size_t i = 0; i < u->sources.files.n; i++) bytes += u->sources.files.at[i].size;
  size_t n = bytes > MOST_BYTES / 8 ? 0 : MOST_BYTES / bytes;
  return n < MOST_TRIALS ? (int)n : MOST_TRIALS;
}

/* Is the error still there with the edits made so far?  Then they are what it is compared
 * with.  One of the same line that left something wrong is no part of them. */
static bool begin(Mend *m, Arena *arena)
{
  int last = m->n_made - 1;
  if (last >= 0 && m->made[last].at.file == m->g->loc.file &&
      m->made[last].at.line == m->g->loc.line) {
    if (!m->partly) return false;
    m->n_made--;
  }
  m->base = m->n_made ? edited(m, arena, NULL) : m->u;
  for (int i = 0; i < m->n_made; i++)
    if (m->made[i].at.file == m->g->loc.file && m->made[i].at.line == m->g->loc.line)
      return false;
  return m->base == m->u || was_there(m->base, m->g);
}

/* The standard library, if no file of it is used yet. */
static void find_library(Mend *m)
{
  const Sources *s = &m->u->sources;
  for (size_t i = 0; i < s->files.n; i++)
    if (s->files.at[i].standard) return;
  for (size_t i = 0; i < s->library.n && !m->library; i++) {
    size_t n;
    const char *path =
        arena_printf(m->arena, "%s/scenarios/std/std.regel", s->library.at[i]);
    char *text = file_whole(path, &n);
    if (text) m->library = path, m->library_text = arena_strndup(m->arena, text, n);
    free(text);
  }
}

/* What is right by itself is not mended by writing something else, and what is not there
 * not by asking for less. */
static bool is_mended(const Unit *u, const Diag *g)
{
  if (!is_error(g) || g->loc.file < 0 || g->between || g->code == DIAG_NO_PACK ||
      g->code == DIAG_USE_OUTSIDE)
    return false;
  const Source *files = u->sources.files.at;
  for (const Hint *h = g->hints; h && files[g->loc.file].pack; h = h->next)
    if (h->loc.file >= 0 && files[h->loc.file].pack &&
        files[h->loc.file].pack != files[g->loc.file].pack)
      return false; /* of two packs */
  return !files[g->loc.file].standard;
}

/* One error after the other: with the remedy of the first one the parser comes further.
 */
void mend(Unit *u, double seconds)
{
  INVARIANT(seconds >= 0);
  Mend all = {.u = u,
              .arena = arena_new(),
              .left = trials_for(u),
              .until = clock() + (clock_t)(seconds * CLOCKS_PER_SEC)};
  find_library(&all);
  for (size_t i = 0; i < u->diags.list.n && all.looked < MOST_ERRORS && !is_late(&all);
       i++) {
    Mend m = all;
    Arena *arena = arena_new();
    m.g = &u->diags.list.at[i];
    if (is_mended(u, m.g)) {
      all.looked++;
      if (begin(&m, arena)) search(&m);
      bool again = m.n_made < all.n_made; /* instead of the last one, if that is better */
      if (again && m.best < HELPS_ALL) m.best = HELPS_NOT;
      if (m.best) all.made[again ? all.n_made - 1 : all.n_made++] = m.edit;
      if (m.best) all.partly = m.best < HELPS_ALL;
      if (m.best) put_remedy(&m);
      if (m.base && m.base != u) unit_free((Unit *)m.base);
      vec_free(&m.tried);
      vec_free(&m.names);
      vec_free(&m.declared);
    }
    arena_free(arena);
  }
  arena_free(all.arena);
}
