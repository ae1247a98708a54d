/* What two rules differ in, by what they mean. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/diff/diff.h"
#include "interp/find/prose.h"
#include "interp/rules/load_lang.h"

#include <string.h>

/* A program carries its sources: they are read again, since what differs is told in the
 * words of the author. */
typedef struct Side {
  Arena *arena;
  Unit *unit;
  Program *program;
  DiffRules *rules;
} Side;

typedef struct Both {
  const regel_rules *given[DIFF_SIDES];
  const regel_diff_wish *wish;
  Side side[DIFF_SIDES];
  Diff *diff;
  Buf wrong;
} Both;

static bool open_side(Both *b, int i)
{
  Side *s = &b->side[i];
  s->arena = arena_new();
  s->unit = unit_new(s->arena);
  s->unit->tests = b->wish->tests;
  if (diff_parse_stored(s->unit, b->given[i]->program))
    s->rules = diff_rules(s->unit, &s->program);
  if (!s->program)
    buf_printf(&b->wrong, "the sources of the %s rules cannot be read again",
               i == DIFF_OLD ? "old" : "new");
  return s->program != NULL;
}

static unsigned about(const char *only)
{
  static const char *const words[] = {"texts", "rules", "cards", "numbers"};
  for (unsigned i = 0; only && i < 4; i++)
    if (!strcmp(only, words[i])) return 1u << i;
  return 0;
}

_Static_assert(DIFF_ABOUT_TEXT == 1 && DIFF_ABOUT_RULE == 2 && DIFF_ABOUT_CARD == 4 &&
                   DIFF_ABOUT_NUMBER == 8,
               "in the order of the words");

/* What players read of both in a language. */
static bool add_shown(Both *b)
{
  LoadedLang lang[DIFF_SIDES] = {{0}};
  DiffShown shown[DIFF_SIDES];
  const regel_diff_wish *w = b->wish;
  bool fine = true;
  for (int i = 0; w->language && i < DIFF_SIDES && fine; i++) {
    const Program *p = b->given[i]->program;
    fine = load_lang(&lang[i], w->language, p, NULL);
    shown[i] = (DiffShown){p, lang[i].lang};
    if (!fine)
      buf_printf(&b->wrong, "%s is not there in \"%s\"", w->names[i], w->language);
  }
  if (fine && w->language) diff_add_shown(b->diff, shown);
  for (int i = 0; i < DIFF_SIDES; i++) load_lang_free(&lang[i]);
  return fine;
}

static bool both_open(Both *b)
{
  bool fine = open_side(b, DIFF_OLD) && open_side(b, DIFF_NEW);
  if (!fine) return false;
  const DiffWish wish = {b->wish->tests, about(b->wish->only)};
  b->diff = diff_new(b->side[DIFF_OLD].rules, b->side[DIFF_NEW].rules, wish);
  return add_shown(b);
}

static void both_close(Both *b)
{
  if (b->diff) diff_free(b->diff);
  for (int i = 0; i < DIFF_SIDES; i++) {
    Side *s = &b->side[i];
    program_free(s->program);
    if (s->unit) unit_free(s->unit);
    if (s->arena) arena_free(s->arena);
  }
  buf_free(&b->wrong);
}

/* ---- rows of ledgers ------------------------------------------------------------ */

/* The ledger that a side has to implement.  What is stored brings its rules along, and no
 * ledger: that is looked for in the library. */
static bool read_book(Both *b, int i, Ledgers *all, DiffBook *book)
{
  const regel_rules *r = b->given[i];
  Arena *arena = b->side[i].arena;
  Buf missing = {0};
  Sources library;
  sources_init(&library, arena);
  api_library(b->wish->library, &library);
  ledgers_of(all, arena, r->program, r->unit ? &r->unit->sources : &library,
             r->unit ? regel_rules_file(r) : "", &missing);
  sources_free(&library);
  bool fine = !missing.n && all->list.n;
  if (missing.n)
    buf_printf(&b->wrong, "%s: the ledger %s is not there", b->wish->names[i],
               buf_text(&missing));
  else if (!fine)
    buf_printf(&b->wrong, "%s names no ledger, so it has no rows", b->wish->names[i]);
  if (fine) {
    const Ledger *l = &all->list.at[0];
    const char *slash = strrchr(l->path, '/');
    DiffRow *rows = arena_alloc(arena, (l->rows.n + 1) * sizeof *rows);
    for (size_t k = 0; k < l->rows.n; k++)
      rows[k] = (DiffRow){l->rows.at[k].id, l->rows.at[k].text, l->rows.at[k].words};
    *book = (DiffBook){slash ? slash + 1 : l->path, rows, l->rows.n};
  }
  buf_free(&missing);
  return fine;
}

static bool tell_rows(Both *b, Buf *text)
{
  Ledgers all[DIFF_SIDES] = {{{0}}};
  DiffBook book[DIFF_SIDES];
  bool fine = read_book(b, DIFF_OLD, &all[DIFF_OLD], &book[DIFF_OLD]) &&
              read_book(b, DIFF_NEW, &all[DIFF_NEW], &book[DIFF_NEW]);
  if (fine)
    diff_tell_rows(b->diff, book, text, b->wish->form == REGEL_DIFF_ROWS_MARKDOWN);
  for (int i = 0; i < DIFF_SIDES; i++) ledgers_free(&all[i]);
  return fine;
}

/* ---- the report ----------------------------------------------------------------- */

static void tell(const Both *b, Buf *text)
{
  const regel_diff_wish *w = b->wish;
  const DiffChange *list;
  if (w->form == REGEL_DIFF_MARKDOWN) {
    diff_tell_markdown(b->diff, text, w->names[DIFF_OLD], w->names[DIFF_NEW]);
    return;
  }
  if (w->brief) diff_tell_counts(b->diff, text);
  else diff_tell(b->diff, text, w->how & REGEL_COLOUR);
  if (diff_changes(b->diff, &list)) buf_char(text, '\n');
  diff_tell_summary(b->diff, text);
}

static int look(void *user, int64_t done, int64_t all)
{
  (void)done, (void)all;
  const regel_diff_wish *w = user;
  return w->stop && *w->stop;
}

/* What the games of the old rules would become under the new ones: in short, since
 * `regel impact` tells the whole. */
static void put_impact(const Both *b, Json *j)
{
  const regel_diff_wish *w = b->wish;
  regel_data *r = regel_impact(w->store, regel_rules_name(b->given[DIFF_OLD]),
                               b->given[DIFF_NEW], look, (void *)(uintptr_t)w);
  const regel_data *classes = regel_data_get(r, "classes");
  json_key_open(j, "impact", '{');
  json_key_int(j, "games", regel_data_number(regel_data_get(r, "games")));
  json_key_int(j, "changed", (int64_t)regel_data_count(regel_data_get(r, "changed")));
  json_key_int(j, "stopped", regel_data_number(regel_data_get(r, "stopped")));
  for (size_t i = 0; i < regel_data_count(classes); i++) {
    const regel_data *c = regel_data_at(classes, i);
    json_key_int(j, regel_data_key(c), regel_data_number(c));
  }
  json_close(j, '}');
  regel_data_free(r);
}

static bool put_report(Both *b, Json *j)
{
  const regel_diff_wish *w = b->wish;
  Buf text = {0};
  bool rows = w->form == REGEL_DIFF_ROWS || w->form == REGEL_DIFF_ROWS_MARKDOWN;
  bool data = w->form == REGEL_DIFF_DATA;
  json_open(j, '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_text(j, "old", w->names[DIFF_OLD]);
  json_key_text(j, "new", w->names[DIFF_NEW]);
  diff_json(j, b->diff, data && !w->brief);
  bool fine = !rows || tell_rows(b, &text);
  if (fine && !data && !rows) tell(b, &text);
  if (!data) json_key_text(j, "text", buf_text(&text));
  if (fine && w->store) put_impact(b, j);
  json_close(j, '}');
  buf_free(&text);
  return fine;
}

regel_data *regel_diff_wished(const regel_rules *before, const regel_rules *after,
                              const regel_diff_wish *wish, char **why)
{
  INVARIANT(before && before->program);
  INVARIANT(after && after->program);
  Both b = {.given = {before, after}, .wish = wish};
  Arena *arena = arena_new();
  Json j = json_data(arena);
  bool fine = both_open(&b) && put_report(&b, &j);
  regel_data *data = fine ? api_data(arena, &j) : NULL;
  if (!fine) arena_free(arena);
  if (!fine && why) *why = buf_take(&b.wrong);
  both_close(&b);
  return data;
}

regel_data *regel_diff(const regel_rules *before, const regel_rules *after)
{
  const regel_diff_wish wish = {
      .names = {regel_rules_file(before), regel_rules_file(after)}};
  return regel_diff_wished(before, after, &wish, NULL);
}
