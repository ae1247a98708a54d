#include "db/proof/check.h"
#include "db/derived/catalog.h"
#include "db/derived/derive.h"
#include "db/replay.h"
#include "db/schema.h"
#include "interp/base/invariant.h"
#include "interp/rules/packs.h"
#include "interp/text/log.h"

#include <string.h>

static void problem(CheckReport *r, const char *line)
{
  buf_printf(&r->text, "%s\n", line);
  r->problems++;
}

/* A fault that stopped one part is a problem; the next part is looked at all the same. */
static void note_fault(Db *db, CheckReport *r)
{
  if (!sql_fault(db)) return;
  Buf what = {0};
  sql_what(db, &what);
  problem(r, buf_text(&what));
  buf_free(&what);
  sql_forgive(db);
}

/* ---- the file ------------------------------------------------------------------- */

static void check_file(Db *db, CheckReport *r)
{
  Query *q = sql_query(db, "PRAGMA integrity_check(20)");
  while (sql_next(q))
    if (strcmp(sql_text(q, 0), "ok")) problem(r, sql_text(q, 0));
  sql_done(q);
  note_fault(db, r);
  q = sql_query(db, "PRAGMA foreign_key_check");
  while (sql_next(q)) {
    Buf b = {0};
    buf_printf(&b, "table %s: a row refers to one of %s that is not there",
               sql_text(q, 0), sql_text(q, 2));
    problem(r, buf_text(&b));
    buf_free(&b);
  }
  sql_done(q);
  note_fault(db, r);
  r->problems += schema_compare(db, &r->text);
  note_fault(db, r);
}

/* ---- rulesets ------------------------------------------------------------------- */

static void check_ruleset(Db *db, RulesShelf *shelf, int64_t id, CheckReport *r)
{
  const Rules *rules = rules_get(shelf, db, id);
  r->rulesets++;
  if (!rules) return;
  Query *q = sql_query(db, "SELECT fingerprint, packs FROM rulesets WHERE id = ?");
  sql_put_int(q, 1, id);
  if (sql_next(q)) {
    Buf packs = {0};
    packs_key(rules->program, &packs);
    if (strcmp(sql_text(q, 1), buf_text(&packs)))
      sql_fail(db, DB_DAMAGED, "the packs of ruleset %lld are not those of its rules",
               (long long)id);
    buf_free(&packs);
    Seal said = {{0}};
    size_t n;
    const void *is = sql_blob(q, 0, &n);
    if (n == SEAL_BYTES) memcpy(said.at, is, SEAL_BYTES);
    if (n != SEAL_BYTES || !seal_means(&said, rules->program))
      sql_fail(db, DB_DAMAGED, "the fingerprint of ruleset %lld is not that of its rules",
               (long long)id);
  }
  sql_done(q);
  Buf why = {0};
  if (!sql_fault(db) && !catalog_compare(db, id, rules->program, &why) && why.n) {
    buf_add(&r->text, buf_text(&why));
    r->problems++;
  }
  buf_free(&why);
}

/* Other code of a ruleset must be made of the same sources. */
static void check_image(Db *db, RulesShelf *shelf, int64_t id)
{
  const Rules *rules = rules_get(shelf, db, -id);
  if (!rules) return;
  Query *q = sql_query(db, "SELECT ruleset, code FROM images WHERE id = ?");
  sql_put_int(q, 1, id);
  int64_t of = sql_next(q) ? sql_int(q, 0) : 0;
  size_t n = 0;
  const void *is = of ? sql_blob(q, 1, &n) : NULL;
  Seal said = {{0}};
  if (is && n == SEAL_BYTES) memcpy(said.at, is, SEAL_BYTES);
  sql_done(q);
  const Rules *own = rules_get(shelf, db, of);
  if (!own) return;
  Seal code = seal_code(rules->program), a = seal_rules(rules->program),
       b = seal_rules(own->program);
  if (memcmp(said.at, code.at, SEAL_BYTES) || memcmp(a.at, b.at, SEAL_BYTES))
    sql_fail(db, DB_DAMAGED, "image %lld is not the code of ruleset %lld", (long long)id,
             (long long)of);
}

static void check_images(Db *db, RulesShelf *shelf, CheckReport *r)
{
  int64_t last = sql_number(db, "SELECT coalesce(max(id), 0) FROM images", 0);
  note_fault(db, r);
  for (int64_t id = 1; id <= last && r->problems < 100; id++) {
    check_image(db, shelf, id);
    note_fault(db, r);
  }
}

static void check_rulesets(Db *db, RulesShelf *shelf, CheckReport *r)
{
  int64_t last = sql_number(db, "SELECT coalesce(max(id), 0) FROM rulesets", 0);
  note_fault(db, r);
  /* By number: a row that is missing shows, and a damaged one does not stop the rest. */
  for (int64_t id = 1; id <= last && r->problems < 100; id++) {
    check_ruleset(db, shelf, id, r);
    note_fault(db, r);
  }
  if (!catalog_compare_index(db, &r->text) && !sql_fault(db)) r->problems++;
  note_fault(db, r);
}

/* ---- games ---------------------------------------------------------------------- */

/* The step whose link is not what it should be, from 1; 0: none. */
static size_t find_broken(const StoredGame *g, const Secret *secret, Link *last)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  *last = link_first(&g->seal, secret);
  for (size_t i = 0; i < g->steps.n; i++) {
    const StoredStep *s = &g->steps.at[i];
    *last = link_next(last, (int64_t)i + 1, s->seat, s->answer, s->after, s->state);
    if (memcmp(last->at, s->link.at, LINK_BYTES)) return i + 1;
  }
  return 0;
}

/* Earlier builds began the chain of a game without its secret. */
static bool check_links(const StoredGame *g, Link *last, Buf *why)
{
  size_t broken = find_broken(g, &g->secret, last);
  if (broken == 1) broken = find_broken(g, NULL, last);
  if (broken)
    buf_printf(why, "game %lld: the chain is broken at step %zu\n", (long long)g->id,
               broken);
  return !broken;
}

static bool ends_with(Db *db, const StoredGame *g, const Link *last)
{
  ChainPlace place;
  bool chained = chain_place(db, g->id, CHAIN_END, &place);
  Seal should = stored_seal_ending(g, last, chained ? &place : NULL);
  return !memcmp(should.at, g->ending.at, SEAL_BYTES);
}

static bool check_ending(Db *db, const StoredGame *g, const Link *last, Buf *why)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  if (!g->over) return true;
  Link early = link_first(&g->seal, NULL);
  if (g->said == (int64_t)g->steps.n &&
      (ends_with(db, g, last) || (!g->steps.n && ends_with(db, g, &early))))
    return true;
  buf_printf(why, "game %lld: the seal of its ending is broken\n", (long long)g->id);
  return false;
}

static bool check_states(const StoredGame *g, Vm *vm, CheckProof *proof, Buf *why)
{
  Replay r;
  replay_open(&r, vm, g, true);
  ReplayFault fault = replay_rest(&r);
  *proof = (CheckProof){r.chances, r.given, r.strange};
  if (fault == REPLAY_SEED)
    buf_printf(why, "game %lld: %s\n", (long long)g->id, replay_fault_text(fault));
  else if (fault == REPLAY_ANSWER || fault == REPLAY_LONG || fault == REPLAY_CHANCE)
    buf_printf(why, "game %lld, step %zu: %s\n", (long long)g->id, r.at + 1,
               replay_fault_text(fault));
  else if (fault)
    buf_printf(why, "game %lld, step %zu: %s\n", (long long)g->id, r.at,
               replay_fault_text(fault));
  replay_close(&r);
  return !fault;
}

/* The seal of a game covers its row, its seats and what came before it. */
static bool check_seal(Db *db, const StoredGame *g, const Seal *ruleset, Buf *why)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  ChainPlace place = {0};
  if (g->committed) chain_place(db, g->id, CHAIN_BEGIN, &place);
  else stored_seal_of(db, g->id - 1, &place.before);
  Seal should = stored_seal_game(g, ruleset, &place);
  if (!stored_names_hold(g)) {
    buf_printf(why, "game %lld: a name is not the one that was sealed\n",
               (long long)g->id);
    return false;
  }
  if (!memcmp(should.at, g->seal.at, SEAL_BYTES)) return true;
  buf_printf(why, "game %lld: its seal is broken\n", (long long)g->id);
  return false;
}

static bool check_seals(Db *db, const StoredGame *g, const Seal *ruleset, Buf *why)
{
  Link last;
  bool seal = check_seal(db, g, ruleset, why), links = check_links(g, &last, why);
  return links && check_ending(db, g, &last, why) && seal;
}

bool check_game(Db *db, const StoredGame *g, const Rules *rules, CheckProof *proof,
                Buf *why)
{
  bool seals = check_seals(db, g, &rules->seal, why);
  return check_states(g, rules->vm, proof, why) && seals;
}

void check_says(const StoredGame *g, const CheckProof *p, const Lang *lang, Buf *b)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  const char *all = DIGITS((long long)p->chances);
  if (!g->committed && p->strange)
    words_say(lang, b, SAY_PROOF_STRANGE, DIGITS((long long)p->strange), all, NULL);
  else if (!g->committed) words_add(lang, b, SAY_PROOF_EARLY);
  else if (p->given)
    words_say(lang, b, SAY_PROOF_GIVEN, DIGITS((long long)p->given), all, NULL);
  else if (p->chances)
    words_number(lang, b, g->secret.set ? SAY_PROOF_BOUND : SAY_PROOF_OPEN,
                 (long)p->chances);
  else return;
  buf_char(b, '\n');
}

static void check_one(Db *db, RulesShelf *shelf, int64_t id, const CheckPlan *plan,
                      CheckReport *r)
{
  StoredGame g = {0};
  CheckProof proof = {0};
  int reworded = 0;
  /* Facts and what was made of them at one moment: another program may go on with it. */
  bool loaded = sql_begin_read(db) && stored_load(db, id, &g);
  const Rules *rules = loaded ? rules_get(shelf, db, stored_code(&g)) : NULL;
  Buf why = {0};
  if (rules && plan && plan->seals) check_seals(db, &g, &rules->seal, &why);
  else if (rules && check_game(db, &g, rules, &proof, &why))
    derive_compare(db, &g, rules->vm, &reworded, &why);
  if (rules) {
    /* How many a game has that is not over may hang on what it hides. */
    if (g.over || !log_has_secrets(rules->program)) r->steps += (int64_t)g.steps.n;
    r->early += !g.committed;
    r->given += proof.given != 0;
    r->strange += proof.strange != 0;
    r->reworded += reworded != 0;
  }
  if (why.n) {
    buf_add(&r->text, buf_text(&why));
    r->problems++;
  }
  r->games++;
  sql_end_read(db);
  buf_free(&why);
  stored_free(&g);
  note_fault(db, r);
}

static void check_games(Db *db, RulesShelf *shelf, const CheckPlan *plan, CheckReport *r)
{
  int64_t last = sql_number(db, "SELECT coalesce(max(id), 0) FROM games", 0),
          count = sql_number(db, "SELECT count(*) FROM games", 0);
  note_fault(db, r);
  if (last >
      count + 1000) { /* a number out of all proportion is damage, not many games */
    problem(r, "the numbers of the games are not in order");
    last = count;
  }
  for (int64_t id = 1; id <= last && !r->stopped && r->problems < 100; id++) {
    check_one(db, shelf, id, plan, r);
    r->stopped = plan && plan->progress && !plan->progress(plan->user, id, last);
  }
}

static void check_chain(Db *db, CheckReport *r)
{
  Buf why = {0};
  if (!chain_check(db, &why) && why.n) {
    buf_add(&r->text, buf_text(&why));
    r->problems++;
  }
  buf_free(&why);
  note_fault(db, r);
}

/* Rows that belong to no game or ruleset would be seen by no other look. */
static void check_strays(Db *db, CheckReport *r)
{
  static const char *const looks[] = {
      "SELECT count(*) FROM steps WHERE game NOT IN (SELECT id FROM games)",
      "SELECT count(*) FROM seats WHERE game NOT IN (SELECT id FROM games)",
      "SELECT count(*) FROM endings WHERE game NOT IN (SELECT id FROM games)",
      "SELECT count(*) FROM seeds WHERE game NOT IN (SELECT id FROM games)",
      "SELECT count(*) FROM played WHERE game NOT IN (SELECT id FROM games)",
      "SELECT count(*) FROM trials WHERE game NOT IN (SELECT id FROM games)",
      "SELECT count(*) FROM events WHERE game NOT IN (SELECT game FROM told)",
      "SELECT count(*) FROM cards WHERE ruleset NOT IN (SELECT ruleset FROM catalog)",
      ("SELECT count(*) FROM card_texts WHERE ruleset NOT IN (SELECT ruleset FROM "
       "catalog)"),
      "SELECT count(*) FROM decks WHERE ruleset NOT IN (SELECT ruleset FROM catalog)",
  };
  for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
    int64_t n = sql_number(db, looks[i], 0);
    Buf b = {0};
    buf_printf(&b, "%lld rows belong to nothing: %s", (long long)n, looks[i]);
    if (n) problem(r, buf_text(&b));
    buf_free(&b);
    note_fault(db, r);
  }
}

bool check_database(Db *db, const CheckPlan *plan, CheckReport *report)
{
  RulesShelf shelf = {0};
  memset(report, 0, sizeof *report);
  note_fault(db, report);
  /* All of it at one moment: others may play meanwhile. */
  sql_begin_read(db);
  note_fault(db, report);
  check_file(db, report);
  check_rulesets(db, &shelf, report);
  check_images(db, &shelf, report);
  check_games(db, &shelf, plan, report);
  check_chain(db, report);
  check_strays(db, report);
  report->told = sql_number(db, "SELECT count(*) FROM told", 0);
  note_fault(db, report);
  sql_end_read(db);
  rules_free(&shelf);
  return !report->problems && !report->stopped;
}
