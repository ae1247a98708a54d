/* The bytes that a reader of a game is sent.
 *
 * Everything here is made for one reader from what the library gives that reader.  What
 * another seat is asked is not even counted: answers have numbers of their own, and
 * whoever is not asked is told to wait, no more. */
#include "interp/serve/frame.h"
#include "interp/base/invariant.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *const part_names[PARTS] = {"head", "ask", "board", "table"};

void frame_free(Frame *f)
{
  for (int i = 0; i < PARTS; i++) buf_free(&f->part[i]);
}

static void put_outcome(Buf *b, regel_game *g)
{
  uint32_t winners = regel_winners(g);
  buf_add(b, ",\"result\":");
  put_string(b, regel_result(g));
  buf_add(b, ",\"winners\":[");
  bool some = false;
  for (int i = 0; i < regel_players(g); i++)
    if (winners >> i & 1) {
      buf_printf(b, "%s%d", some ? "," : "", i);
      some = true;
    }
  buf_char(b, ']');
}

/* A rule that went wrong is told with its code alone: the place of the mistake may tell
 * what somebody holds. */
static void put_error(Buf *b, regel_game *g)
{
  const char *error = regel_error(g);
  Buf code = {0};
  buf_addn(&code, error, strcspn(error, "\n"));
  buf_add(b, ",\"error\":");
  put_string(b, buf_text(&code));
  buf_free(&code);
}

static void put_answer(Buf *b, const regel_data *answer, size_t n)
{
  buf_printf(b, "%s{\"n\":%zu,\"label\":", n ? "," : "", n);
  put_string(b, regel_data_text(regel_data_get(answer, "label")));
  const regel_data *alternative = regel_data_get(answer, "alternative"),
                   *values = regel_data_get(answer, "values");
  if (alternative) {
    buf_add(b, ",\"alternative\":");
    put_data(b, alternative);
  }
  if (values) {
    buf_add(b, ",\"values\":");
    put_data(b, values);
  }
  buf_char(b, '}');
}

/* FNV-1a: two questions of one seat that look the same are told apart by `ask`. */
static uint32_t hash(const char *s)
{
  uint32_t h = 2166136261u;
  for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
  return h;
}

bool frame_ask(Buf *b, regel_game *g, int viewer, const char *ask)
{
  regel_data *answers = regel_answers_data(g, viewer);
  size_t n = viewer >= 0 ? regel_data_count(answers) : 0;
  Buf rest = {0};
  if (n) {
    buf_add(&rest, ",\"prompt\":");
    put_string(&rest, regel_prompt(g, viewer));
    buf_add(&rest, ",\"answers\":[");
    for (size_t i = 0; i < n; i++) put_answer(&rest, regel_data_at(answers, i), i);
    buf_printf(b, "{\"id\":\"%s-%08x\"%s]}", ask, (unsigned)hash(buf_text(&rest)),
               buf_text(&rest));
  } else {
    buf_add(b, "null");
  }
  buf_free(&rest);
  regel_data_free(answers);
  return n > 0;
}

/* A line that says what the view is, then a line of its picture for each item, as the
 * library writes it. */
static void put_boards(Buf *b, regel_game *g, int viewer)
{
  static const char *const keys[] = {"title", "width", "height", "more", "lines"};
  regel_data *board = regel_board(g, viewer, REGEL_BOARD_PICTURES);
  const regel_data *views = regel_data_get(board, "views");
  for (size_t i = 0; i < regel_data_count(views); i++) {
    const regel_data *view = regel_data_at(views, i), *svg = regel_data_get(view, "svg");
    for (int k = 0; k < 5; k++) {
      buf_printf(b, "%c\"%s\":", k ? ',' : '{', keys[k]);
      put_data(b, regel_data_get(view, keys[k]));
    }
    buf_add(b, "}\n");
    if (regel_data_tag(svg) == REGEL_TEXT) buf_add(b, regel_data_text(svg));
  }
  regel_data_free(board);
}

void frame_make(Frame *f, regel_game *g, regel_status status, int viewer, const char *ask)
{
  for (int i = 0; i < PARTS; i++) buf_clear(&f->part[i]);
  Buf *head = &f->part[PART_HEAD];
  bool asked = false;
  if (status == REGEL_DECIDE) asked = frame_ask(&f->part[PART_ASK], g, viewer, ask);
  else buf_add(&f->part[PART_ASK], "null");
  buf_printf(head, "{\"status\":\"%s\"",
             status == REGEL_DONE    ? "over"
             : status == REGEL_ERROR ? "error"
             : asked                 ? "ask"
                                     : "wait");
  if (status == REGEL_DONE) put_outcome(head, g);
  if (status == REGEL_ERROR) put_error(head, g);
  buf_char(head, '}');
  put_boards(&f->part[PART_BOARD], g, viewer);
  regel_data *table = regel_table_data(g, viewer);
  for (size_t i = 0; i < regel_data_count(table); i++) {
    put_data(&f->part[PART_TABLE], regel_data_at(table, i));
    buf_char(&f->part[PART_TABLE], '\n');
  }
  regel_data_free(table);
}

/* FNV-1a, eight bytes at a time. */
uint64_t hash_of(const char *s, size_t n)
{
  INVARIANT(s || !n);
  uint64_t h = 14695981039346656037u, part;
  for (; n >= sizeof part; s += sizeof part, n -= sizeof part) {
    memcpy(&part, s, sizeof part);
    h = (h ^ part) * 1099511628211u;
    h ^= h >> 32;
  }
  while (n--) h = (h ^ (unsigned char)*s++) * 1099511628211u;
  return h;
}

/* The hash of each line. */
static void lines_of(const Buf *b, Lines *l)
{
  l->n = 0;
  for (const char *s = buf_text(b); *s; l->n++) {
    size_t n = strcspn(s, "\n");
    if (l->n == l->cap) {
      l->cap = l->cap ? 2 * l->cap : 64;
      l->at = realloc(l->at, l->cap * sizeof *l->at);
      if (!l->at) abort();
    }
    l->at[l->n] = hash_of(s, n);
    s += n + (s[n] == '\n');
  }
}

void sent_free(Sent *s)
{
  for (int i = 0; i < PARTS; i++) free(s->part[i].at);
  *s = (Sent){0};
}

/* Data as it is; what is drawn, as text. */
static void put_line(Buf *b, const char *s, size_t n)
{
  if (*s == '<') put_textn(b, s, n);
  else buf_addn(b, s, n);
}

/* Adds [[12,{…}],…]: the lines that differ, by number. */
static void put_changed(Buf *b, const Lines *sent, const Lines *now, const char *s)
{
  bool some = false;
  buf_char(b, '[');
  for (size_t i = 0; i < now->n; i++) {
    size_t n = strcspn(s, "\n");
    if (sent->at[i] != now->at[i]) {
      buf_printf(b, "%s[%zu,", some ? "," : "", i);
      put_line(b, s, n);
      buf_char(b, ']');
      some = true;
    }
    s += n + (s[n] == '\n');
  }
  buf_char(b, ']');
}

static void put_whole(Buf *b, const char *s)
{
  buf_char(b, '[');
  while (*s) {
    size_t n = strcspn(s, "\n");
    put_line(b, s, n);
    s += n + (s[n] == '\n');
    if (*s) buf_char(b, ',');
  }
  buf_char(b, ']');
}

static bool is_same(const Lines *a, const Lines *b)
{
  return a->n == b->n && (!a->n || !memcmp(a->at, b->at, a->n * sizeof *a->at));
}

bool frame_part(Buf *b, Sent *sent, const Frame *now, int part)
{
  INVARIANT(part >= 0 && part < PARTS);
  const char *is = buf_text(&now->part[part]);
  Lines lines = {0}, *was = sent ? &sent->part[part] : NULL;
  if (was) lines_of(&now->part[part], &lines);
  bool known = was && was->at;
  bool same = known && is_same(was, &lines);
  bool partly = known && was->n == lines.n && part >= PART_BOARD;
  if (!same) {
    buf_printf(b, "\"%s%s\":", partly ? "new_" : "", part_names[part]);
    if (partly) put_changed(b, was, &lines, is);
    else if (part >= PART_BOARD) put_whole(b, is);
    else buf_addn(b, is, now->part[part].n);
  }
  if (was) {
    free(was->at);
    lines.at = realloc(lines.at, (lines.n + 1) * sizeof *lines.at); /* it may lie long */
    if (!lines.at) abort();
    *was = lines;
  }
  return !same;
}

void frame_log(Buf *b, regel_reader *r, int from)
{
  INVARIANT(r && from >= 0);
  int n = regel_lines(r);
  if (from > n) from = 0;
  buf_printf(b, "{\"from\":%d,\"lines\":[", from);
  for (int i = from; i < n; i++) {
    if (i > from) buf_char(b, ',');
    put_string(b, regel_line(r, i));
  }
  buf_add(b, "]}");
}

int frame_answer(regel_game *g, int viewer, int64_t n)
{
  return n < 0 || n > INT_MAX ? -1 : regel_answer_of(g, viewer, (int)n);
}
