/* Reading a transcript.
 *
 * A line has statements divided by semicolons, a statement has a head, a colon and items
 * divided by commas.  Quotes and brackets keep their insides together, so that
 * "square (2, 1)" is one answer.  A hash begins a remark. */
#include "interp/referee/transcript.h"
#include "interp/base/invariant.h"
#include "interp/base/limits.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <utf8proc.h>

/* A piece of one line: the bytes [from, to) of the whole text. */
typedef struct Piece {
  Transcript *t;
  int line;
  size_t begin; /* of the line */
  size_t from, to;
} Piece;

static Spot spot(const Piece *p)
{
  return (Spot){p->line, (int)(p->from - p->begin) + 1, (int)(p->to - p->begin) + 1};
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static void trim(Piece *p)
{
  const char *s = p->t->text;
  while (p->from < p->to && is_space(s[p->from])) p->from++;
  while (p->from < p->to && is_space(s[p->to - 1])) p->to--;
}

static const char *words(const Piece *p)
{
  return arena_strndup(p->t->arena, p->t->text + p->from, p->to - p->from);
}

/* The first of the signs at or after p->from that stands outside quotes and brackets;
 * p->to if there is none. */
static size_t find_sign(const Piece *p, const char *signs)
{
  bool quoted = false;
  int depth = 0;
  for (size_t i = p->from; i < p->to; i++) {
    char c = p->t->text[i];
    if (c == '"') quoted = !quoted;
    else if (quoted) continue;
    else if (c == '(') depth++;
    else if (c == ')') depth -= depth > 0;
    else if (!depth && strchr(signs, c)) return i;
  }
  return p->to;
}

/* Takes the part before the next of the signs off p; *more says whether there was one. */
static Piece split(Piece *p, const char *signs, bool *more)
{
  Piece first = *p;
  first.to = find_sign(p, signs);
  *more = first.to < p->to;
  p->from = first.to + *more;
  trim(&first);
  return first;
}

/* ---- items ---------------------------------------------------------------------- */

/* Does the piece begin with this word?  Takes it off then. */
static bool take_word(Piece *p, const char *word)
{
  size_t n = strlen(word);
  if (p->to - p->from <= n || strncasecmp(p->t->text + p->from, word, n) ||
      !is_space(p->t->text[p->from + n]))
    return false;
  p->from += n;
  trim(p);
  return true;
}

/* "Red * 3" is Red three times: takes the number off and returns it, 1 if there is none.
 */
static int take_times(Piece *p)
{
  const char *s = p->t->text;
  size_t i = p->to;
  int n = 0;
  while (i > p->from && s[i - 1] >= '0' && s[i - 1] <= '9') i--;
  for (size_t k = i; k < p->to && n <= MAX_ANSWERS; k++) n = 10 * n + (s[k] - '0');
  bool digits = i < p->to;
  while (i > p->from && is_space(s[i - 1])) i--;
  if (!digits || i == p->from || s[i - 1] != '*') return 1;
  p->to = i - 1;
  trim(p);
  return n;
}

static void add_item(Piece *p)
{
  Transcript *t = p->t;
  SaidItem item = {.at = spot(p)};
  item.absent = take_word(p, "not");
  int times = take_times(p);
  if (p->from == p->to || times < 1) {
    Remark *m =
        remark_add(&t->remarks, REMARK_NO_ANSWER, item.at, "an answer is missing");
    remark_hint(&t->remarks, m, "write what was answered, or take the comma away");
    return;
  }
  if (t->items.n + (size_t)times > MAX_ANSWERS) {
    if (!t->full)
      remark_add(&t->remarks, REMARK_TOO_MANY, item.at,
                 "a transcript has at most %d answers", MAX_ANSWERS);
    t->full = true;
    return;
  }
  const char *s = t->text;
  item.open = p->to - p->from == 1 && s[p->from] == '?';
  item.quoted = s[p->from] == '"' && p->to - p->from >= 2 && s[p->to - 1] == '"' &&
                !memchr(s + p->from + 1, '"', p->to - p->from - 2);
  if (item.quoted) p->from++, p->to--;
  item.text = words(p);
  for (int i = 0; i < times; i++) vec_push(&t->items, item);
}

static void add_said(Piece *p, SaidKind kind, const Piece *head)
{
  Transcript *t = p->t;
  Said said = {kind, words(head), spot(head), (int)t->items.n, 0};
  trim(p);
  if (p->from == p->to) {
    Remark *m = remark_add(&t->remarks, REMARK_NO_ANSWER, said.at,
                           "nothing stands after \"%s:\"", said.who);
    remark_hint(&t->remarks, m, "write what happened, or take the line away");
    return;
  }
  if (kind == SAID_TABLE || kind == SAID_RESULT) {
    SaidItem item = {.at = spot(p), .text = words(p)};
    vec_push(&t->items, item);
  } else {
    for (bool more = true; more;) {
      Piece item = split(p, ",", &more);
      add_item(&item);
    }
  }
  said.count = (int)t->items.n - said.first;
  vec_push(&t->said, said);
}

/* ---- statements ----------------------------------------------------------------- */

static bool is_word(const Piece *p, const char *word)
{
  return p->to - p->from == strlen(word) &&
         !strncasecmp(p->t->text + p->from, word, p->to - p->from);
}

static void add_game(Piece *p, const Piece *head)
{
  Transcript *t = p->t;
  trim(p);
  if (t->game.text) {
    Remark *m =
        remark_add(&t->remarks, REMARK_NO_GAME, spot(head), "a second `game` line");
    remark_hint(&t->remarks, m, "line %d has the first; a transcript is of one game",
                t->game.at.line);
  } else if (p->from == p->to) {
    remark_add(&t->remarks, REMARK_NO_GAME, spot(head), "`game` without the name of one");
  } else {
    t->game = (SaidName){words(p), spot(p)};
  }
}

static bool reserved(const char *name)
{
  static const char *const own[] = {"game", "players", "chance", "table", "result"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (!strcasecmp(own[i], name)) return true;
  return false;
}

static void add_players(Piece *p, const Piece *head)
{
  Transcript *t = p->t;
  trim(p);
  if (t->players_at.line) {
    Remark *m =
        remark_add(&t->remarks, REMARK_NO_PLAYERS, spot(head), "a second `players` line");
    remark_hint(&t->remarks, m, "line %d has the first; name everybody there",
                t->players_at.line);
    return;
  }
  t->players_at = spot(head);
  for (bool more = true; more;) {
    Piece one = split(p, ",", &more);
    SaidName name = {words(&one), spot(&one)};
    bool twice = false;
    for (size_t i = 0; i < t->players.n && i < MAX_PLAYERS; i++)
      twice = twice || !strcasecmp(t->players.at[i].text, name.text);
    if (!*name.text)
      remark_add(&t->remarks, REMARK_BAD_NAME, name.at, "a player without a name");
    else if (reserved(name.text))
      remark_add(&t->remarks, REMARK_BAD_NAME, name.at,
                 "nobody can be called \"%s\" here: it is a word of transcripts",
                 name.text);
    else if (strpbrk(name.text, ":\"="))
      remark_add(&t->remarks, REMARK_BAD_NAME, name.at,
                 "a name has no colon, quote or equals sign in it");
    else if (twice)
      remark_add(&t->remarks, REMARK_BAD_NAME, name.at, "two players are called \"%s\"",
                 name.text);
    vec_push(&t->players, name);
  }
}

/* A statement without a colon is `game NAME`, `players NAME, NAME`, or a mistake. */
static void add_statement(Piece p)
{
  Transcript *t = p.t;
  Piece head = p, rest = p;
  trim(&p);
  if (p.from == p.to) return;
  head.from = p.from;
  head.to = find_sign(&p, ":");
  rest.from = head.to + 1;
  if (head.to == p.to) {
    Piece word = p;
    for (word.to = word.from; word.to < p.to && !is_space(t->text[word.to]);) word.to++;
    rest = p;
    rest.from = word.to;
    if (is_word(&word, "game")) add_game(&rest, &word);
    else if (is_word(&word, "players")) add_players(&rest, &word);
    else {
      Remark *m = remark_add(&t->remarks, REMARK_NO_COLON, spot(&p),
                             "this line does not say who did it");
      remark_hint(&t->remarks, m,
                  "write `NAME: answer`, `chance: outcome`, `table: FIELD = VALUE` or "
                  "`result: NAME`; a hash begins a remark");
    }
    return;
  }
  trim(&head);
  if (head.from == head.to)
    remark_add(&t->remarks, REMARK_NO_COLON, spot(&p),
               "nobody is named before the colon");
  else if (is_word(&head, "game")) add_game(&rest, &head);
  else if (is_word(&head, "players")) add_players(&rest, &head);
  else
    add_said(&rest,
             is_word(&head, "chance")   ? SAID_CHANCE
             : is_word(&head, "table")  ? SAID_TABLE
             : is_word(&head, "result") ? SAID_RESULT
                                        : SAID_BY,
             &head);
}

/* ---- lines ---------------------------------------------------------------------- */

/* Cuts the remark off a line.  An unclosed quote takes the rest of the line with it. */
static bool cut_remark(Piece *p)
{
  bool quoted = false;
  size_t opened = p->from;
  for (size_t i = p->from; i < p->to; i++) {
    char c = p->t->text[i];
    if (c == '"') quoted = !quoted, opened = i;
    if (c == '#' && !quoted) p->to = i;
  }
  if (!quoted) return true;
  Piece rest = *p;
  rest.from = opened;
  Remark *m = remark_add(&p->t->remarks, REMARK_OPEN_QUOTE, spot(&rest),
                         "this quoted name has no end");
  remark_hint(&p->t->remarks, m, "a name ends on its own line, with a second quote");
  return false;
}

/* The first byte that is no text; t->size if all is well. */
static size_t first_bad_byte(const Transcript *t)
{
  for (size_t i = 0; i < t->size;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t left = (utf8proc_ssize_t)(t->size - i),
                     n = utf8proc_iterate((const utf8proc_uint8_t *)t->text + i, left,
                                          &c);
    bool control = c < 32 && c != '\t' && c != '\n' && c != '\r';
    if (n <= 0 || control || c == 127) return i;
    i += (size_t)n;
  }
  return t->size;
}

static void find_lines(Transcript *t)
{
  size_t at = t->size >= 3 && !memcmp(t->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
  for (;;) {
    vec_push(&t->lines, at);
    const char *end = memchr(t->text + at, '\n', t->size - at);
    if (!end) return;
    at = (size_t)(end - t->text) + 1;
  }
}

/* A line without its end; "" and length 0 if there is none. */
static const char *transcript_line(const Transcript *t, int line, int *length)
{
  *length = 0;
  if (line < 1 || (size_t)line > t->lines.n) return "";
  size_t from = t->lines.at[line - 1],
         to = (size_t)line < t->lines.n ? t->lines.at[line] - 1 : t->size;
  if (to > from && t->text[to - 1] == '\r') to--;
  *length = (int)(to - from);
  return t->text + from;
}

static bool check_bytes(Transcript *t)
{
  size_t bad = first_bad_byte(t), line = 0;
  if (bad == t->size) return true;
  while (line + 1 < t->lines.n && t->lines.at[line + 1] <= bad) line++;
  int col = (int)(bad - t->lines.at[line]) + 1;
  Remark *m = remark_add(
      &t->remarks, REMARK_NOT_TEXT, (Spot){(int)line + 1, col, col + 1},
      "this is not UTF-8 text: byte 0x%02X", (unsigned)(unsigned char)t->text[bad]);
  remark_hint(&t->remarks, m, "save the transcript as plain text");
  return false;
}

/* What a transcript must have. */
static void check_whole(Transcript *t)
{
  if (!t->game.text && !t->players_at.line && !t->said.n && !t->remarks.list.n) {
    Remark *m = remark_add(&t->remarks, REMARK_EMPTY, (Spot){0, 0, 0},
                           "there is nothing in the transcript");
    remark_hint(&t->remarks, m, "begin with `game NAME` and `players NAME, NAME`");
    return;
  }
  if (!t->game.text && !t->remarks.list.n) {
    Remark *m = remark_add(&t->remarks, REMARK_NO_GAME, (Spot){1, 1, 1},
                           "the transcript does not say which game it is of");
    remark_hint(&t->remarks, m, "begin with `game NAME`");
  }
  if (!t->players_at.line) {
    Remark *m = remark_add(&t->remarks, REMARK_NO_PLAYERS, (Spot){1, 1, 1},
                           "the transcript does not say who plays");
    remark_hint(&t->remarks, m,
                "begin with `players NAME, NAME`, in the order of their seats");
  }
}

Transcript *transcript_new(const char *path, const char *text, size_t size)
{
  Arena *arena = arena_new();
  Transcript *t = ARENA_NEW(arena, Transcript);
  t->arena = t->remarks.arena = arena;
  t->path = arena_strdup(arena, path);
  char *copy = arena_alloc(arena, size + 1);
  if (size) memcpy(copy, text, size);
  t->text = copy;
  t->size = size;
  find_lines(t);
  if (!check_bytes(t)) return t;
  for (size_t i = 0; i < t->lines.n; i++) {
    Piece line = {t, (int)i + 1, t->lines.at[i], t->lines.at[i],
                  i + 1 < t->lines.n ? t->lines.at[i + 1] - 1 : size};
    if (!cut_remark(&line)) continue;
    for (bool more = true; more;) add_statement(split(&line, ";", &more));
  }
  check_whole(t);
  return t;
}

void transcript_free(Transcript *t)
{
  if (!t) return;
  vec_free(&t->lines);
  vec_free(&t->players);
  vec_free(&t->said);
  vec_free(&t->items);
  remarks_free(&t->remarks);
  arena_free(t->arena);
}

const char *transcript_ruleset(Transcript *t)
{
  INVARIANT(t->arena);
  const char *slash = strrchr(t->path, '/'), *name = t->game.text;
  bool path = strchr(name, '/') || strstr(name, ".regel");
  if (!slash || !path || *name == '/') return name;
  const char *beside =
      arena_printf(t->arena, "%.*s/%s", (int)(slash - t->path), t->path, name);
  struct stat st;
  return stat(beside, &st) ? name : beside;
}

/* ---- showing -------------------------------------------------------------------- */

void transcript_show(const Transcript *t, const Program *p, const Remark *m, bool color,
                     Buf *out)
{
  const char *red = color ? "\033[1;31m" : "", *bold = color ? "\033[1m" : "",
             *off = color ? "\033[0m" : "";
  buf_printf(out, "%serror[%s]%s: %s%s%s\n", red, remark_name(m->code), off, bold,
             m->message, off);
  if (m->at.line) {
    int length;
    const char *line = transcript_line(t, m->at.line, &length);
    int from = m->at.col - 1 < length ? m->at.col - 1 : length;
    int to = m->at.end - 1 < length ? m->at.end - 1 : length;
    buf_printf(out, "  --> %s:%d:%d\n", t->path, m->at.line, m->at.col);
    if (length) place_mark(out, line, length, m->at.line, from, to);
  } else {
    buf_printf(out, "  --> %s\n", t->path);
  }
  for (size_t i = 0; i < m->hints.n; i++) buf_printf(out, "   = %s\n", m->hints.at[i]);
  if (m->rule && p) {
    buf_printf(out, "   = %s:\n", m->why ? m->why : "the rule");
    place_show(p, out, m->rule);
  }
}
