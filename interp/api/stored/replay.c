/* A stored game told step by step, for one reader. */
#include "db/proof/check.h"
#include "db/replay.h"
#include "interp/api/stored/stored.h"
#include "interp/base/invariant.h"
#include "interp/board/describe.h"
#include "interp/session/story.h"
#include "interp/text/label.h"

enum { WIDTH = 80 };

typedef struct Show {
  const regel_stored *stored;
  const regel_replay_plan *plan;
  int viewer;
  bool
      counts; /* the reader counts the steps that he knows of, not those of the record, */
  long known; /* ... and these are they */
  StoredGame game; /* as the reader may know it */
  Replay replay;
  Log *log;
  int told; /* lines of the log that were shown */
  Json j;
} Show;

static View view_of(const Show *s)
{
  const regel_stored *g = s->stored;
  return view_new(g->vm, s->viewer, g->game.names, g->lang);
}

/* The lines that are new in the log. */
static void put_lines(Show *s, const char *key)
{
  json_key_open(&s->j, key, '[');
  for (int n = log_count(s->log, s->viewer); s->told < n; s->told++)
    json_text(&s->j, log_line(s->log, s->viewer, s->told));
  json_close(&s->j, ']');
}

/* A hash is of everything: whoever may not know everything could guess and compare. */
static void put_hash(Show *s, const char *key, uint64_t hash)
{
  char hex[20];
  if (s->viewer != VIEW_ALL) return;
  snprintf(hex, sizeof hex, "%016llx", (unsigned long long)hash);
  json_key_text(&s->j, key, hex);
}

/* Before the answer is given: whose it is and, if the reader may know, what. */
static void put_answer(Show *s, const StoredStep *step, size_t number)
{
  Buf b = {0};
  View v = view_of(s);
  bool may = s->viewer == VIEW_ALL || s->viewer == step->seat ||
             (step->seat >= 0 && !log_has_secrets(s->stored->program));
  json_key_int(&s->j, "step", (int64_t)number);
  if (step->seat == NONE || step->seat == GIVEN) buf_add(&b, "chance");
  else render_seat(&v, &b, step->seat);
  json_key_text(&s->j, "by", buf_text(&b));
  json_key(&s->j, "seat");
  if (step->seat < 0) json_text(&s->j, NULL);
  else json_int(&s->j, step->seat + 1);
  buf_clear(&b);
  if (may && vm_outcome(s->stored->vm, step->answer) >= 0)
    label_option(&v, &b, step->answer);
  json_key_text(&s->j, "answer", b.n ? buf_text(&b) : NULL);
  json_key_int(&s->j, "after_ms", step->after);
  buf_free(&b);
}

static bool give(Show *s, const StoredStep *step)
{
  Vm *vm = s->stored->vm;
  if (vm_outcome(vm, step->answer) >= 0) log_answer(s->log, vm, step->answer);
  return replay_step(&s->replay);
}

/* Chance and what others answer secretly belong to the step before, so that nobody can
 * count them. */
static bool give_hidden(Show *s)
{
  Vm *vm = s->stored->vm;
  bool fine = true;
  for (const StoredStep *step; fine && s->counts && (step = replay_peek(&s->replay));) {
    if (vm_outcome(vm, step->answer) < 0 || story_knows(s->viewer, vm, step->answer))
      break;
    fine = give(s, step);
  }
  return fine;
}

static void step_by_step(Show *s)
{
  Replay *r = &s->replay;
  bool fine = give_hidden(s);
  put_lines(s, "set_up");
  json_key_open(&s->j, "steps", '[');
  for (const StoredStep *step; fine && (step = replay_peek(r));) {
    size_t number = s->counts ? (size_t)s->known + 1 : replay_number(r);
    if (s->plan->until >= 0 && (int64_t)number > s->plan->until) break;
    s->known++;
    json_open(&s->j, '{');
    put_answer(s, step, number);
    fine = give(s, step) && give_hidden(s);
    put_lines(s, "log");
    put_hash(s, "state", step->state);
    json_close(&s->j, '}');
  }
  json_close(&s->j, ']');
}

/* The table and the question where the replay stops before the end. */
static void put_table(Show *s)
{
  View v = view_of(s);
  Buf who = {0}, prompt = {0}, next = {0};
  describe_table(&v, &next, WIDTH);
  json_key_text(&s->j, "table", buf_text(&next));
  buf_clear(&next);
  if (s->replay.status == VM_DECIDE) {
    render_seats(&v, &who, label_seats(s->stored->vm));
    label_prompt(&v, &prompt);
    words_say(v.lang, &next, SAY_BY, buf_text(&who), buf_text(&prompt), NULL);
  } else if (s->replay.status == VM_CHANCE) {
    words_add(v.lang, &next, SAY_REPLAY_CHANCE);
  }
  json_key_text(&s->j, "next", next.n ? buf_text(&next) : NULL);
  buf_free(&who);
  buf_free(&prompt);
  buf_free(&next);
}

/* What the game bound itself to is everybody's; what it comes from, when it is over. */
static void put_seed(Show *s)
{
  const StoredGame *g = &s->stored->game;
  char hex[2 * SEAL_BYTES + 1];
  if (g->committed) {
    seal_hex(&g->commitment, hex);
    json_key_text(&s->j, "commitment", hex);
  }
  if (s->viewer != VIEW_ALL || !g->over) return;
  json_key(&s->j, "seed");
  if (!g->secret.set) {
    json_unsigned(&s->j, g->seed);
    return;
  }
  secret_write(&g->secret, hex);
  json_text(&s->j, hex);
}

static void put_head(Show *s)
{
  const regel_stored *stored = s->stored;
  const StoredGame *g = &stored->game;
  Buf b = {0};
  Json *j = &s->j;
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_int(j, "game", g->id);
  json_key_text(j, "ruleset",
                program_string(stored->program, stored->program->header->name));
  stored_time_exact(&b, g->begun);
  json_key_text(j, "begun", buf_text(&b));
  json_key_text(j, "settings", g->settings);
  put_seed(s);
  json_key_open(j, "players", '[');
  View v = view_of(s);
  for (int i = 0; i < g->seats; i++) {
    buf_clear(&b);
    render_seat(&v, &b, i);
    json_text(j, buf_text(&b));
  }
  json_close(j, ']');
  put_hash(s, "start", g->start);
  buf_free(&b);
}

/* Every state and the chain, before anything is shown. */
static void verify(const regel_stored *s, CheckProof *proof, Buf *wrong)
{
  Rules rules = {stored_code(&s->game), (Program *)s->program, s->vm, s->seal};
  check_game(s->db, &s->game, &rules, proof, wrong);
}

static void put_tail(Show *s, const CheckProof *proof, const Buf *wrong)
{
  const regel_stored *stored = s->stored;
  const StoredGame *g = &stored->game;
  Buf b = {0};
  bool more = replay_peek(&s->replay) != NULL;
  stored_result(stored, &b);
  json_key_text(&s->j, "result", buf_text(&b));
  json_key_bool(&s->j, "over", g->over);
  json_key_bool(&s->j, "more", more);
  if (more || !g->over) put_table(s);
  if (s->plan->verify) {
    buf_clear(&b);
    if (!s->counts) check_says(g, proof, stored->lang, &b);
    json_key_bool(&s->j, "verified", !wrong->n);
    json_key_int(&s->j, "looked_at", s->counts ? s->known : (int64_t)g->steps.n);
    json_key_text(&s->j, "proof", buf_text(&b));
  }
  if (s->plan->verify || wrong->n) json_key_text(&s->j, "problems", buf_text(wrong));
  buf_free(&b);
}

regel_data *regel_stored_replay(regel_stored *stored, int viewer,
                                const regel_replay_plan *plan)
{
  INVARIANT(stored->vm && plan);
  Arena *arena = arena_new();
  Show s = {.stored = stored,
            .plan = plan,
            .viewer = stored_viewer(stored, viewer),
            .j = json_data(arena)};
  const StoredGame *g = &stored->game;
  CheckProof proof = {0};
  Buf wrong = {0};
  if (plan->verify) verify(stored, &proof, &wrong);
  s.log = log_new(stored->program, g->seats, g->names, stored->lang, plan->verbose != 0);
  log_only(s.log, s.viewer);
  s.counts = stored_counts(stored, s.viewer);
  s.game = stored_known(stored, s.viewer);
  vm_listen(stored->vm, log_listen, s.log);
  json_open(&s.j, '{');
  put_head(&s);
  replay_open(&s.replay, stored->vm, &s.game, false);
  step_by_step(&s);
  if (s.replay.fault && !wrong.n)
    buf_printf(&wrong, "game %lld, step %zu: %s\n", (long long)g->id, s.replay.at,
               replay_fault_text(s.replay.fault));
  put_tail(&s, &proof, &wrong);
  json_close(&s.j, '}');
  vm_listen(stored->vm, NULL, NULL);
  replay_close(&s.replay);
  vec_free(&s.game.steps);
  log_free(s.log);
  buf_free(&wrong);
  return api_data(arena, &s.j);
}
