#include "db/derived/derive.h"
#include "db/rules.h"
#include "db/replay.h"
#include "interp/session/story.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <string.h>

/* ---- one event as columns ------------------------------------------------------- */

enum {
  STEP,
  KIND,
  CAUSE,
  DECISION,
  CHANCE,
  RULE,
  FILE_,
  LINE,
  VERB,
  CARD,
  SEAT,
  FIELD,
  THING,
  PER,
  OLD,
  NOW,
  SAYS,
  COLUMNS
};

typedef struct Cell {
  bool is_int;
  int64_t number;
  const char *text; /* NULL and not a number: null */
} Cell;

typedef struct Telling {
  const Program *program;
  const Story *story;
  Vm *vm;
  Arena *arena;
} Telling;

static const char *const kinds[] = {
    [EV_VERB] = "verb",     [EV_NOTE] = "note",       [EV_CHANGE] = "change",
    [EV_MOVE] = "move",     [EV_SHUFFLE] = "shuffle", [EV_REVEAL] = "reveal",
    [EV_DECIDE] = "decide", [EV_CHANCE] = "chance",   [EV_GATHER] = "gather",
    [EV_END] = "end",       [EV_TOLD] = "told",       [EV_SIGHT] = "sight",
};

static Cell number(int64_t n) { return (Cell){true, n, NULL}; }
static Cell text(const char *s) { return (Cell){false, 0, s && *s ? s : NULL}; }
static Cell known(int64_t n, int64_t unknown)
{
  return n == unknown ? text(NULL) : number(n);
}

static Cell thing(const Program *p, int64_t t)
{
  return text(t >= 0 && t < p->n_things ? program_string(p, p->things[t].name) : NULL);
}

/* A value by its id, as an author writes it; numbers stay numbers. */
static Cell value(const Program *p, int type, int64_t v)
{
  const PType *t = type < 0 ? NULL : &p->types[type];
  if (v == NONE) return text(NULL);
  if (!t) return number(v);
  if (t->tag == T_FLAG) return text(v ? "yes" : "no");
  if (t->tag == T_THING) return thing(p, v);
  if (t->tag == T_WORD && v >= t->lo && v <= t->hi)
    return text(program_string(p, p->words[t->first_word + v - t->lo].name));
  return number(v);
}

/* "hand of player1": which pile, by ids. */
static Cell pile(const Telling *t, int64_t n)
{
  int32_t owner, per;
  int field = vm_pile_field(t->vm, (int)n, &owner, &per);
  if (field < 0) return text(NULL);
  const Program *p = t->program;
  const char *name = program_string(p, p->fields[field].name);
  Cell o = thing(p, owner), k = value(p, p->fields[field].per_type, per);
  Buf b = {0};
  buf_add(&b, name);
  if (o.text) buf_printf(&b, " of %s", o.text);
  if (k.text) buf_printf(&b, ", %s", k.text);
  else if (k.is_int) buf_printf(&b, ", %lld", (long long)k.number);
  name = arena_strdup(t->arena, buf_text(&b));
  buf_free(&b);
  return text(name);
}

static void put_place(const Telling *t, const Happening *h, Cell *row)
{
  const Program *p = t->program;
  const PLoc *l = place_of_ip(p, h->event.ip);
  int chunk = story_chunk(p, h->event.ip);
  int32_t cite = story_cite(t->story, h);
  row[RULE] = text(cite >= 0 ? program_string(p, cite) : NULL);
  row[CARD] = thing(p, story_card(t->story, h));
  if (chunk >= 0) row[VERB] = text(program_string(p, p->chunks[chunk].name));
  if (!l) return;
  row[FILE_] = text(program_string(p, p->files[l->file].path));
  row[LINE] = number(l->line);
}

static void put_change(const Telling *t, const Happening *h, Cell *row)
{
  const Program *p = t->program;
  const Event *e = &h->event;
  const PField *f = &p->fields[e->field];
  row[FIELD] = text(program_string(p, f->name));
  row[THING] = thing(p, e->thing);
  row[PER] = value(p, f->per_type, e->per);
  if (row[PER].is_int) {
    Buf b = {0};
    buf_printf(&b, "%lld", (long long)row[PER].number);
    row[PER] = text(arena_strdup(t->arena, buf_text(&b)));
    buf_free(&b);
  }
  if (f->flags & FIELD_WIDE) {
    row[NOW] = text(h->now);
  } else {
    row[OLD] = value(p, f->type, e->old);
    row[NOW] = value(p, f->type, e->now);
  }
}

static Cell seats(const Telling *t, uint32_t mask)
{
  Buf b = {0};
  for (int i = 0; i < vm_seats(t->vm); i++)
    if (mask >> i & 1) buf_printf(&b, "%s%d", b.n ? "," : "", i + 1);
  const char *s = arena_strdup(t->arena, buf_text(&b));
  buf_free(&b);
  return text(s);
}

static void make_row(const Telling *t, const Happening *h, Cell row[COLUMNS])
{
  const Event *e = &h->event;
  for (int i = 0; i < COLUMNS; i++) row[i] = text(NULL);
  row[STEP] = number(h->step);
  row[KIND] = text(kinds[e->kind]);
  row[CAUSE] = h->cause < 0 ? text(NULL) : number(h->cause + 1);
  row[DECISION] = known(h->decision, 0);
  row[CHANCE] = known(h->chance, 0);
  row[SEAT] = e->seat >= 0 && e->seat < MAX_PLAYERS ? number(e->seat + 1) : text(NULL);
  row[SAYS] = text(h->says);
  put_place(t, h, row);
  switch (e->kind) {
  case EV_CHANGE: put_change(t, h, row); break;
  case EV_MOVE:
    row[THING] = thing(t->program, e->thing);
    row[OLD] = pile(t, e->old);
    row[NOW] = pile(t, e->now);
    break;
  case EV_SHUFFLE: row[NOW] = pile(t, e->now); break;
  case EV_REVEAL:
    row[THING] = thing(t->program, e->thing);
    row[NOW] = seats(t, (uint32_t)e->now);
    break;
  case EV_SIGHT:
    put_change(t, h, row);
    row[NOW] = seats(t, (uint32_t)e->now);
    break;
  case EV_CHANCE: row[THING] = thing(t->program, e->thing); /* fall through */
  case EV_DECIDE: row[NOW] = text(h->answer); break;
  case EV_END: row[NOW] = seats(t, (uint32_t)e->now); break;
  case EV_GATHER: row[NOW] = number(e->now); break;
  case EV_VERB:
  case EV_TOLD:
  case EV_NOTE:
  case EV_SHOW: break;
  }
}

/* ---- playing a game for its events ---------------------------------------------- */

/* The story of the steps that were not taken back; NULL if the game does not replay. */
static Story *tell(const StoredGame *g, Vm *vm)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  Story *s = story_new(vm_program(vm), g->seats, g->names, VIEW_ALL, NULL);
  Replay r;
  vm_listen(vm, story_listen, s);
  replay_open(&r, vm, g, false);
  for (const StoredStep *step; (step = replay_peek(&r));) {
    if (vm_outcome(vm, step->answer) >= 0)
      story_answer(s, vm, step->answer, (int)replay_number(&r));
    if (!replay_step(&r)) break;
  }
  ReplayFault fault = r.fault;
  replay_close(&r);
  vm_listen(vm, NULL, NULL);
  if (fault == REPLAY_FINE) return s;
  story_free(s);
  return NULL;
}

static bool insert(Db *db, int64_t game, int n, const Cell row[COLUMNS])
{
  Query *q = sql_query(db, "INSERT INTO events VALUES "
                           "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  sql_put_int(q, 1, game);
  sql_put_int(q, 2, n);
  for (int i = 0; i < COLUMNS; i++)
    if (row[i].is_int) sql_put_int(q, i + 3, row[i].number);
    else sql_put_text(q, i + 3, row[i].text);
  return sql_run(q);
}

static bool clear(Db *db, int64_t game)
{
  Query *q = sql_query(db, "DELETE FROM events WHERE game = ?");
  sql_put_int(q, 1, game);
  if (!sql_run(q)) return false;
  q = sql_query(db, "DELETE FROM told WHERE game = ?");
  sql_put_int(q, 1, game);
  return sql_run(q);
}

bool derive_game(Db *db, const StoredGame *g, Vm *vm)
{
  INVARIANT(g->id > 0 && vm);
  Story *s = tell(g, vm);
  if (!s)
    return sql_fail(db, DB_DAMAGED, "game %lld does not replay as it was stored",
                    (long long)g->id);
  Telling t = {vm_program(vm), s, vm, arena_new()};
  if (sql_begin(db)) {
    clear(db, g->id);
    for (int i = 0; i < story_count(s) && !sql_fault(db); i++) {
      Cell row[COLUMNS];
      make_row(&t, story_at(s, i), row);
      insert(db, g->id, i + 1, row);
    }
    Query *q = sql_query(db, "INSERT INTO told VALUES (?, ?)");
    sql_put_int(q, 1, g->id);
    sql_put_int(q, 2, (int64_t)g->steps.n);
    sql_run(q);
    sql_commit(db);
  }
  arena_free(t.arena);
  story_free(s);
  return !sql_fault(db);
}

/* ---- comparing ------------------------------------------------------------------ */

static bool same(Query *q, int column, const Cell *c)
{
  if (!c->is_int && !c->text) return sql_is_null(q, column);
  if (sql_is_null(q, column)) return false;
  if (c->is_int) return sql_int(q, column) == c->number;
  return !strcmp(sql_text(q, column), c->text);
}

/* How far the events of a game were made; -1: not at all. */
static int64_t told_until(Db *db, int64_t game)
{
  Query *q = sql_query(db, "SELECT steps FROM told WHERE game = ?");
  sql_put_int(q, 1, game);
  int64_t n = sql_next(q) ? sql_int(q, 0) : -1;
  sql_done(q);
  return n;
}

/* The first event that is another one, or 0.  Those that are the same in other words are
 * counted: each version of the program may word them better. */
static int first_difference(Db *db, const StoredGame *g, const Telling *t, int *reworded)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  Query *q = sql_query(db, "SELECT * FROM events WHERE game = ? ORDER BY n");
  sql_put_int(q, 1, g->id);
  int n = 0, found = 0, count = story_count(t->story);
  while (!found && sql_next(q)) {
    Cell row[COLUMNS];
    if (n >= count || sql_int(q, 1) != n + 1) {
      found = n + 1;
      break;
    }
    make_row(t, story_at(t->story, n), row);
    for (int i = 0; i < SAYS && !found; i++)
      if (!same(q, i + 2, &row[i])) found = n + 1;
    *reworded += !same(q, SAYS + 2, &row[SAYS]);
    n++;
  }
  sql_done(q);
  return found ? found : n < count ? n + 1 : 0;
}

bool derive_compare(Db *db, const StoredGame *g, Vm *vm, int *reworded, Buf *why)
{
  INVARIANT(g->id > 0 && vm && why);
  int64_t until = told_until(db, g->id);
  /* Events of a game that went on since, or took something back, are made again. */
  if (until < 0 || until != (int64_t)g->steps.n) return !sql_fault(db);
  Story *s = tell(g, vm);
  if (!s) return true; /* the facts are at fault, and that is told elsewhere */
  Telling t = {vm_program(vm), s, vm, arena_new()};
  int n = first_difference(db, g, &t, reworded);
  if (sql_fault(db)) n = 0; /* what could not be read is no difference */
  if (n)
    buf_printf(why, "game %lld: event %d is not what the facts give\n", (long long)g->id,
               n);
  arena_free(t.arena);
  story_free(s);
  return !n;
}

/* Games that were told less, or more, than they have steps. */
#define MISSING                                                                          \
  " FROM games g LEFT JOIN told t ON t.game = g.id WHERE "                               \
  "t.steps IS NOT (SELECT count(*) FROM steps s WHERE s.game = g.id)"

void derive_one(Db *db, int64_t id)
{
  StoredGame g;
  RulesShelf shelf = {0};
  const Rules *rules = NULL;
  if (sql_fault(db)) return;
  if (stored_load(db, id, &g)) rules = rules_get(&shelf, db, stored_code(&g));
  if (rules) derive_game(db, &g, rules->vm);
  rules_free(&shelf);
  stored_free(&g);
  sql_forgive(db);
}

int64_t derive_missing(Db *db) { return sql_number(db, "SELECT count(*)" MISSING, 0); }

int64_t derive_first_missing(Db *db, int64_t from)
{
  /* The first is enough: whoever asks again and again looks at each game once. */
  Query *q = sql_query(db, "SELECT g.id" MISSING " AND g.id >= ? ORDER BY g.id LIMIT 1");
  sql_put_int(q, 1, from);
  int64_t id = sql_next(q) ? sql_int(q, 0) : 0;
  sql_done(q);
  return id;
}

bool derive_drop(Db *db)
{
  if (!sql_begin(db)) return false;
  sql_do(db, "DELETE FROM events; DELETE FROM told");
  return sql_commit(db);
}

int64_t derive_count(Db *db) { return sql_number(db, "SELECT count(*) FROM events", 0); }
