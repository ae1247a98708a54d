/* Claims: what the author says of the rules is proved, refuted, or neither.
 *
 * A condition is the same in every state, so that it is computed once for each way to set
 * the game up.  A block that nothing in the rules can stop was proved by the compiler;
 * for the others states are looked at: all of them where they are few, else some, and a
 * few random games.  `regel explore` looks further. */
#include "interp/find/claimed.h"
#include "interp/base/invariant.h"
#include "interp/explore/explore.h"
#include "interp/prove/prove.h"
#include "interp/rules/settings.h"
#include "interp/rules/setups.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

/* Check answers at once: what it spends on all setups together. */
enum { MOST_SETUPS = 64, STATES = 2000, STATES_OF_ONE = 500, WALKS = 2, LENGTH = 300 };
enum { MANY_THINGS = 900 };
enum { FEW_CLAIMS = 4 }; /* so many are looked at in all these states */
/* What proofs left open was asked for: it is looked at for longer. */
enum { FEW_STATES = 10000, OPEN_STATES = 40000, OPEN_WALKS = 40 };
enum { TRIED = 4 }; /* on walks claims are tried in one state of so many: they are dear */
/* In a large game with many claims a glance at many setups shows more than a long look at
 * a few: so many states of a walk, which count as so many of a search. */
enum { GLANCED = 4, GLANCE = 5 };

typedef struct Claim {
  Always *always;
  bool refuted;
} Claim;

typedef struct Claims {
  Find *f;
  VEC(Claim) list; /* those that are looked at together */
  size_t refuted;
  bool open;          /* not every state was seen */
  uint64_t most, few; /* states of all setups, of one */
  unsigned share;     /* many claims have as many states together as a few */
  int walks;
  const Proofs *proofs; /* of `always`, or NULL */
  uint64_t limit;       /* states of the present setup */
  uint64_t states, setups;
} Claims;

/* ---- what a refutation says ------------------------------------------------------- */

typedef struct Case {
  Setup setup;
  Finding found;
  Vm *vm; /* stands where the claim does not hold */
} Case;

static void setup_words(const Program *p, const Case *c, const char *before,
                        const char *each, Buf *b)
{
  Buf settings = {0}, name = {0}, value = {0};
  settings_write(p, c->setup.options, &settings);
  const char *rest = buf_text(&settings);
  while (settings_next(&rest, &name, &value)) {
    buf_printf(b, "%s%s%s=%s", before, each, buf_text(&name), buf_text(&value));
  }
  buf_free(&settings);
  buf_free(&name);
  buf_free(&value);
}

static void add_answer(void *user, int n, const char *words)
{
  enum { SHOWN = 12 };
  if (n <= SHOWN) buf_printf(user, "%s%s", n > 1 ? "; " : "", words);
  else if (n == SHOWN + 1) buf_add(user, "; …");
}

static void tell_way(Find *f, Diag *g, const Case *c)
{
  Buf b = {0}, answers = {0};
  buf_printf(&b, "in a game for %d", c->setup.seats);
  setup_words(f->p, c, ", ", "", &b);
  if (c->found.count) {
    explore_answers(f->p, &c->setup, &c->found, add_answer, &answers);
    buf_printf(&b, ", after %d answer%s: %s", c->found.count,
               c->found.count == 1 ? "" : "s", buf_text(&answers));
  } else buf_add(&b, ", before the first answer");
  diag_hint(f->d, g, "%s", buf_text(&b));
  buf_free(&b);
  buf_free(&answers);
}

/* The statement that an instruction was made from, if it is a `require` or a choice. */
static Node *node_at(Node *n, const PLoc *l)
{
  for (; n; n = n->next) {
    bool reads = n->tag == N_REQUIRE || n->tag == N_PICK || n->tag == N_CHOOSE;
    if (reads && n->loc.file == l->file && n->loc.line == l->line && n->loc.col == l->col)
      return n;
    Node *parts[] = {n->a, n->b, n->c, n->tag == N_CALL ? NULL : n->d};
    for (int i = 0; i < 4; i++) {
      Node *found = node_at(parts[i], l);
      if (found) return found;
    }
  }
  return NULL;
}

static void tell_field(Find *f, Diag *g, const Case *c, int field, int32_t thing)
{
  enum { SHOWN = 4 };
  const PField *x = &f->p->fields[field];
  View v = view_new(c->vm, VIEW_ALL, NULL, NULL);
  for (int i = 0; i < x->per_count && i < SHOWN; i++) {
    Buf b = {0};
    int32_t per = x->per_type < 0 ? NONE : x->per_first + i;
    render_field(&v, &b, field, thing, per);
    if (x->flags & FIELD_PILE) {
      buf_add(&b, " holds ");
      render_pile_contents(&v, &b, vm_pile_number(c->vm, field, thing, per));
    } else if (!(x->flags & FIELD_WIDE)) {
      buf_add(&b, " is ");
      render_scalar(&v, &b, x->type, vm_get(c->vm, field, thing, per));
    }
    if (!(x->flags & FIELD_WIDE)) diag_hint(f->d, g, "there %s", buf_text(&b));
    buf_free(&b);
  }
}

/* The values of what the failing statement reads, when it failed: of the game, of who
 * acts and of what the claim is about. */
static void tell_fields(Find *f, Diag *g, const Case *c, const Node *n, Stuck stuck)
{
  Node one = *n;
  one.next = NULL;
  Reads r = reads_new(f->m);
  reads_add(&r, &one);
  for (size_t i = 0; i < f->m->fields.n; i++) {
    const PField *x = &f->p->fields[i];
    if (!r.field[i] || x->flags & (FIELD_HIDDEN | FIELD_OPTION)) continue;
    int64_t it = stuck.it == NONE ? -1 : stuck.it;
    if (x->kind < 0) tell_field(f, g, c, (int)i, NONE);
    else if (f->m->fields.at[i]->kind->is_player) tell_field(f, g, c, (int)i, stuck.seat);
    else if (it >= x->first && it < x->first + x->count)
      tell_field(f, g, c, (int)i, (int32_t)it);
  }
}

static const Thing *thing_of(const Model *m, int64_t number)
{
  for (size_t i = 0; i < m->things.n; i++) {
    const Thing *t = m->things.at[i];
    if (number >= t->id && number < t->id + t->copies) return t;
  }
  return NULL;
}

static void tell_stuck(Find *f, Diag *g, const Case *c, const Always *a)
{
  Stuck stuck = vm_stuck(c->vm);
  const PLoc *l = place_of_ip(f->p, stuck.ip);
  View v = view_new(c->vm, VIEW_ALL, NULL, NULL);
  Buf b = {0};
  render_seat(&v, &b, stuck.seat);
  if (a->each) {
    buf_printf(&b, " acts and %s is ", a->each->name);
    if (a->each->type->tag == T_THING) render_thing(&v, &b, (int32_t)stuck.it);
    else buf_printf(&b, "%lld", (long long)stuck.it);
  } else buf_add(&b, " acts");
  if (l)
    diag_hint_at(f->d, g, (Loc){l->file, l->line, l->col, l->end},
                 "this cannot be carried out when %s", buf_text(&b));
  buf_free(&b);
  Node *failed = l ? node_at(f->u->items.head, l) : NULL;
  vm_go_stuck(c->vm);
  if (failed) tell_fields(f, g, c, failed, stuck);
  bool is_thing = a->each && a->each->type->tag == T_THING;
  claimed_sources(f, g, a, failed, is_thing ? thing_of(f->m, stuck.it) : NULL);
  tell_way(f, g, c);
}

static void refute(Claims *k, Claim *claim, const Setup *setup, const Finding *found)
{
  Find *f = k->f;
  const Always *a = claim->always;
  Case c = {*setup, found ? *found : (Finding){0}, vm_new(f->p)};
  const char *path = f->u->sources.files.at[f->m->game->loc.file].path;
  claim->refuted = claim->always->refuted = true;
  k->refuted++;
  vm_keep_stuck(c.vm);
  vm_briefly(c.vm);
  vm_start(c.vm, setup);
  vm_step(c.vm);
  for (int32_t i = 0; i < c.found.count; i++) {
    vm_answer(c.vm, c.found.answers[i]);
    vm_step(c.vm);
  }
  vm_eval(c.vm, f->p->always[a->index].chunk, NONE, NONE);
  bool is_claim = a->node->tag == N_CLAIM;
  Diag *g =
      diag_add(f->d, is_claim ? DIAG_CLAIM_REFUTED : DIAG_ALWAYS_REFUTED, a->node->loc,
               is_claim ? "this claim is not true" : "this does not always hold");
  if (!a->node->c) {
    Buf why = {0};
    explain_false(f->m, f->p, c.vm, setup->seats, a, &why);
    if (why.n) diag_hint(f->d, g, "it does not where %s", buf_text(&why));
    buf_free(&why);
    claimed_sources(f, g, a, NULL, NULL);
  }
  if (a->node->c) {
    Buf b = {0}, packs = {0};
    tell_stuck(f, g, &c, a);
    setup_words(f->p, &c, " ", "--set ", &b);
    for (size_t i = 0; i < f->m->packs.n; i++)
      buf_printf(&packs, " --pack %s",
                 f->u->sources.files.at[f->m->packs.at[i]->decl->loc.file].path);
    diag_hint(f->d, g,
              "to replay it: regel explore %s%s --players %d%s --states %d --walks %d "
              "--length %d",
              path, buf_text(&packs), setup->seats, buf_text(&b), (int)k->limit, k->walks,
              LENGTH);
    buf_free(&b);
    buf_free(&packs);
  } else tell_way(f, g, &c);
  vm_free(c.vm);
}

/* ---- looking ---------------------------------------------------------------------- */

static bool look_at_conditions(void *user, int players, const int32_t *options)
{
  Claims *k = user;
  const Program *p = k->f->p;
  Setup setup = {players, 1, options};
  Vm *vm = vm_new(p);
  vm_unoptimized(vm);
  vm_start(vm, &setup);
  vm_step(vm);
  for (size_t i = 0; i < k->list.n; i++) {
    Claim *c = &k->list.at[i];
    if (c->refuted) continue;
    const int64_t *ok = vm_eval(vm, p->always[c->always->index].chunk, NONE, NONE);
    if (!ok || *ok != 1) refute(k, c, &setup, NULL);
  }
  vm_free(vm);
  k->setups++;
  return k->refuted < k->list.n;
}

static void judge(Claims *k, const Setup *setup, const ExploreResult *r)
{
  for (size_t i = 0; i < r->findings.n; i++) {
    const Finding *x = &r->findings.at[i];
    k->open = true; /* what lies behind a mistake was not seen */
    for (size_t j = 0; j < k->list.n; j++) {
      Claim *c = &k->list.at[j];
      if (x->kind == FIND_ALWAYS && x->ip == c->always->index && !c->refuted)
        refute(k, c, setup, x);
    }
  }
}

/* With a deck of thousands a draw has as many outcomes, and each is a state of as many
 * cells: fewer states then take as long. */
static uint64_t affordable(const Program *p, uint64_t states)
{
  uint64_t n = (uint64_t)p->n_things;
  return n <= MANY_THINGS ? states : states * 10000 / (n * n) + 1;
}

/* Only these are looked at: the others have their own questions. */
static uint8_t *find_wanted(const Claims *k)
{
  uint8_t *wanted = zeroed((size_t)k->f->p->n_always + 1, 1);
  for (size_t i = 0; i < k->list.n; i++)
    wanted[k->list.at[i].always->index] = !k->list.at[i].refuted;
  return wanted;
}

static bool look_at_states(void *user, int players, const int32_t *options)
{
  Claims *k = user;
  Setup setup = {players, 1, options};
  uint64_t most = affordable(k->f->p, k->most), few = affordable(k->f->p, k->few);
  if (k->states >= most) {
    k->open = true;
    return false;
  }
  uint64_t left = most - k->states;
  bool glance = k->share > 1 && k->open;
  unsigned tried = glance ? LENGTH / GLANCED : TRIED * (k->share ? k->share : 1);
  uint8_t *wanted = find_wanted(k);
  k->limit = glance ? 1 : left < few || k->share > 1 ? few : left;
  ExplorePlan plan = {.program = k->f->p,
                      .seats = players,
                      .options = options,
                      .seed = setup.seed,
                      .jobs = 1,
                      .memory = 64 << 20,
                      .states = k->limit,
                      .depth = 1000000,
                      .walks = (uint64_t)k->walks,
                      .length = LENGTH,
                      .claims = tried,
                      .wanted = wanted,
                      .give_up = true};
  ExploreResult r;
  explore_init(&plan, &r);
  bool ready = !explore_all(&plan, &r);
  if (!ready || r.end != END_COMPLETE) k->open = true;
  bool stopped = r.end == END_STOPPED; /* each state would take as long */
  if (ready && r.end != END_COMPLETE && !stopped) explore_walk(&plan, &r);
  k->states +=
      glance ? GLANCE : r.expanded + r.walk_steps / (k->share > 1 ? 2 * TRIED : TRIED);
  k->setups++;
  judge(k, &setup, &r);
  explore_free(&r);
  free(wanted);
  return k->refuted < k->list.n && !stopped;
}

/* An `always`: the step that could not be proved. */
static void leave_always(const Claims *k, const Always *a)
{
  Find *f = k->f;
  const Proof *p = NULL;
  for (size_t i = 0; i < k->proofs->list.n; i++)
    if (k->proofs->list.at[i].always == a) p = &k->proofs->list.at[i];
  Diag *g = diag_add(f->d, DIAG_ALWAYS_OPEN, a->node->loc,
                     "this is neither proved nor refuted");
  if (p && p->unsaid)
    diag_hint_at(f->d, g, p->unsaid->loc, "what this is cannot be told to a solver");
  else if (k->proofs->gave_up)
    diag_hint_at(f->d, g, k->proofs->gave_up->loc,
                 "here the rules became too much to be proved");
  else if (p && p->slow) diag_hint(f->d, g, "the solver came to no answer in its time");
  else if (p && p->by)
    diag_hint_at(f->d, g, p->by->loc,
                 p->by == f->m->game ? "what the game begins with may break it"
                                     : "this step could not be shown to keep it");
  if (p && p->at && p->at != p->by && !k->proofs->gave_up && !p->unsaid)
    diag_hint_at(f->d, g, p->at->loc, "and it has to hold again here");
  diag_hint(f->d, g, "it held in %llu states of %llu setup%s",
            (unsigned long long)k->states, (unsigned long long)k->setups,
            k->setups == 1 ? "" : "s");
}

static void leave_open(const Claims *k, Always *a)
{
  Find *f = k->f;
  a->open = true;
  if (a->node->tag != N_CLAIM) {
    leave_always(k, a);
    return;
  }
  Diag *g = diag_add(f->d, DIAG_CLAIM_OPEN, a->node->loc,
                     "this claim is neither proved nor refuted");
  if (a->node->c)
    diag_hint(f->d, g, "it held in %llu states of %llu setup%s",
              (unsigned long long)k->states, (unsigned long long)k->setups,
              k->setups == 1 ? "" : "s");
  else
    diag_hint(f->d, g, "it holds in %llu setup%s; there are more",
              (unsigned long long)k->setups, k->setups == 1 ? "" : "s");
  diag_hint(f->d, g, "regel explore %s --setups looks further",
            f->u->sources.files.at[f->m->game->loc.file].path);
}

/* ---- which setups a condition depends on ------------------------------------------ */

typedef struct Depends {
  bool players, variants;
} Depends;

static void depends(const Node *n, Depends *d)
{
  for (; n; n = n->next) {
    const Kind *k = n->type ? n->type->kind : NULL;
    if (n->type && n->type->tag == T_SET) k = n->type->elem->kind;
    if (k && k->is_player) d->players = true;
    if (k && k->has_variants) d->variants = true;
    depends(n->a, d);
    depends(n->b, d);
    depends(n->c, d);
  }
}

/* The options that can make a difference to a condition, and whether the number of
 * players can: through what it reads, the values behind it and what variants add. */
static bool *find_varying(Find *f, const Always *a, bool *players)
{
  Node *condition = a->node->a;
  Model *m = f->m;
  Reads r = reads_new(m);
  Depends d = {false, a->place.variant != NULL};
  reads_add(&r, condition);
  depends(condition, &d);
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    for (size_t k = 0; r.value[i] && k < value_texts(v); k++) {
      const Def *t = value_text(v, k);
      depends(t->node->c, &d);
      depends(t->node->d, &d);
      depends(t->place.hold, &d);
      if (t->place.variant) d.variants = true;
    }
  }
  for (size_t i = 0; d.variants && i < m->variants.n; i++) {
    reads_add(&r, m->variants.at[i]->decl->a);
    depends(m->variants.at[i]->decl->a, &d);
  }
  *players = d.players;
  bool *vary = arena_alloc(m->arena, m->fields.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < m->fields.n; i++)
    if (m->fields.at[i]->option) vary[n++] = r.field[i];
  return vary;
}

/* ---- the whole -------------------------------------------------------------------- */

/* True if something was not looked at. */
static bool look_quietly(Claims *k, const bool *vary, bool players, SetupFn fn)
{
  const Program *p = k->f->p;
  int32_t *options = settings_new(p);
  Setups s = {.program = p,
              .players = p->header->seats_low,
              .players_fixed = !players,
              .options = options,
              .vary = vary,
              .most = MOST_SETUPS};
  bool all = setups_each(&s, fn, k);
  free(options);
  return !all || k->open;
}

static void look(Claims *k, const bool *vary, bool players, SetupFn fn)
{
  bool open = look_quietly(k, vary, players, fn);
  for (size_t i = 0; i < k->list.n && open; i++)
    if (!k->list.at[i].refuted) leave_open(k, k->list.at[i].always);
}

/* Conditions that depend on the same settings, and are looked at together. */
typedef struct Group {
  Claims claims;
  bool *vary, players;
} Group;
typedef VEC(Group) Groups;

static void add_condition(Find *f, Groups *groups, Always *a)
{
  bool players, *vary = find_varying(f, a, &players);
  size_t i = 0, n = (size_t)settings_count(f->p);
  while (i < groups->n && (groups->at[i].players != players ||
                           memcmp(groups->at[i].vary, vary, n * sizeof *vary) != 0))
    i++;
  if (i == groups->n)
    vec_push(groups, ((Group){.claims = {.f = f}, .vary = vary, .players = players}));
  vec_push(&groups->at[i].claims.list, ((Claim){a, false}));
}

void find_claims(Find *f)
{
  Groups groups = {0};
  Claims blocks = {.f = f, .most = STATES, .few = STATES_OF_ONE, .walks = WALKS};
  for (size_t i = 0; i < f->m->always.n; i++) {
    Always *a = f->m->always.at[i];
    /* A file of tests that uses the game has nothing to add to it. */
    bool here = !f->m->game->loc.file || !a->node->loc.file;
    if (a->node->tag != N_CLAIM || a->index < 0 || !here || a->proved) continue;
    if (a->node->c) {
      vec_push(&blocks.list, ((Claim){a, false}));
      continue;
    }
    add_condition(f, &groups, a);
  }
  for (size_t i = 0; i < groups.n; i++) {
    Group *g = &groups.at[i];
    look(&g->claims, g->vary, g->players, look_at_conditions);
    vec_free(&g->claims.list);
  }
  vec_free(&groups);
  blocks.share = (unsigned)(blocks.list.n + FEW_CLAIMS - 1) / FEW_CLAIMS;
  if (blocks.share > 1) { /* a little of several setups rather than much of one */
    blocks.most /= blocks.share;
    blocks.few = blocks.most / 8 + 1;
    blocks.walks = 1;
  }
  if (blocks.list.n) look(&blocks, NULL, true, look_at_states); /* one search for all */
  vec_free(&blocks.list);
}

/* ---- what was to be proved ----------------------------------------------------------
 */

/* Every `always` and every claim with a block is tried by induction, unless all states
 * could be looked at; what is left of the former is looked for in play, and claims by
 * find_claims. */
void find_proofs(Find *f, double seconds)
{
  INVARIANT(seconds > 0);
  Proofs p = {0};
  Claims few = {.f = f, .most = FEW_STATES, .few = STATES_OF_ONE, .proofs = &p};
  Claims left = {.f = f,
                 .most = OPEN_STATES,
                 .few = STATES_OF_ONE,
                 .walks = OPEN_WALKS,
                 .proofs = &p};
  for (size_t i = 0; i < f->m->always.n; i++) {
    Always *a = f->m->always.at[i];
    if (a->index >= 0 && a->node->tag != N_CLAIM)
      vec_push(&few.list, ((Claim){a, false}));
  }
  bool all = few.list.n && !look_quietly(&few, NULL, true, look_at_states);
  prove(f->m, f->p, seconds, !all, &p);
  for (size_t i = 0; i < p.list.n; i++) {
    Always *a = p.list.at[i].always;
    a->proved = p.list.at[i].k > 0;
    if (a->proved || a->node->tag == N_CLAIM || all) continue;
    vec_push(&left.list, ((Claim){a, false}));
  }
  for (size_t i = 0; i < p.never_met.n; i++)
    if (!in_library(f, p.never_met.at[i]))
      diag_add(f->d, DIAG_NEVER_MET, p.never_met.at[i]->loc,
               "this can never be met when play comes here");
  for (size_t i = 0; i < p.never_ends.n; i++)
    if (!in_library(f, p.never_ends.at[i]))
      diag_add(f->d, DIAG_NEVER_ENDS, p.never_ends.at[i]->loc,
               "the game can never end here");
  if (left.list.n) look(&left, NULL, true, look_at_states);
  vec_free(&few.list);
  vec_free(&left.list);
  proofs_free(&p);
}
