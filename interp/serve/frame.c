/* The bytes that a reader of a game is sent.
 *
 * Everything here is made for one reader from what the library gives that reader.  What
 * another seat is asked is not even counted: answers have numbers of their own, and
 * whoever is not asked is told to wait, no more. */
#include "interp/serve/frame.h"

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

/* The pictures carry what the items say: they are not sent twice. */
static void put_boards(Buf *b, regel_game *g, int viewer)
{
  static const char *const keys[] = {"title", "width", "height", "more", "svg", "lines"};
  regel_data *board = regel_board(g, viewer, REGEL_BOARD_ALL);
  const regel_data *views = regel_data_get(board, "views");
  buf_add(b, "{\"views\":[");
  for (size_t i = 0; i < regel_data_count(views); i++) {
    const regel_data *view = regel_data_at(views, i);
    bool drawn = regel_data_tag(regel_data_get(view, "svg")) == REGEL_TEXT;
    buf_add(b, i ? ",{" : "{");
    for (int k = 0; k < 6 - drawn; k++) {
      buf_printf(b, "%s\"%s\":", k ? "," : "", keys[k]);
      put_data(b, regel_data_get(view, keys[k]));
    }
    buf_char(b, '}');
  }
  buf_add(b, "]}");
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

static size_t lines_of(const char *s)
{
  size_t n = 0;
  for (; (s = strchr(s, '\n')); s++) n++;
  return n;
}

/* FNV-1a. */
static uint64_t hash_of(const char *s, size_t n)
{
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * 1099511628211u;
  return h;
}

static uint64_t part_hash(const Frame *f, int part)
{
  return hash_of(buf_text(&f->part[part]), f->part[part].n);
}

void sent_set(Sent *s, const Frame *f)
{
  const char *at = buf_text(&f->part[PART_TABLE]);
  for (int i = 0; i < PARTS; i++) s->part[i] = part_hash(f, i);
  size_t n = lines_of(at);
  if (n != s->ncells) {
    free(s->cells);
    s->cells = calloc(n + 1, sizeof *s->cells);
    if (!s->cells) abort();
    s->ncells = n;
  }
  for (size_t i = 0; i < n; i++) {
    size_t m = strcspn(at, "\n");
    s->cells[i] = hash_of(at, m);
    at += m + (at[m] == '\n');
  }
}

void sent_free(Sent *s)
{
  free(s->cells);
  *s = (Sent){0};
}

/* Adds [[12,{…}],…]: the cells that differ, by number. */
static void put_cells(Buf *b, const Sent *sent, const char *now)
{
  bool some = false;
  buf_char(b, '[');
  for (size_t i = 0; i < sent->ncells; i++) {
    size_t m = strcspn(now, "\n");
    if (hash_of(now, m) != sent->cells[i]) {
      buf_printf(b, "%s[%zu,", some ? "," : "", i);
      buf_addn(b, now, m);
      buf_char(b, ']');
      some = true;
    }
    now += m + (now[m] == '\n');
  }
  buf_char(b, ']');
}

bool frame_part(Buf *b, const Sent *sent, const Frame *now, int part)
{
  const char *is = buf_text(&now->part[part]);
  if (sent && part_hash(now, part) == sent->part[part]) return false;
  if (part != PART_TABLE) {
    buf_printf(b, "\"%s\":", part_names[part]);
    buf_add(b, is);
  } else if (sent && lines_of(is) == sent->ncells) {
    buf_add(b, "\"cells\":");
    put_cells(b, sent, is);
  } else {
    buf_add(b, "\"table\":[");
    for (const char *s = is; *s;) {
      size_t n = strcspn(s, "\n");
      buf_addn(b, s, n);
      s += n + 1;
      if (*s) buf_char(b, ',');
    }
    buf_char(b, ']');
  }
  return true;
}

void frame_log(Buf *b, regel_reader *r, int from)
{
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
  regel_data *answers = regel_answers_data(g, viewer);
  const regel_data *a = n < 0 ? NULL : regel_data_at(answers, (size_t)n);
  int found = a ? (int)regel_data_number(regel_data_get(a, "answer")) : -1;
  regel_data_free(answers);
  return found;
}
