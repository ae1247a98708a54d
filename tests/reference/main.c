/* build/reference [FIRST [COUNT [table|first]]]: the machine and the reference
 * interpreter play the same random programs; every question, list of answers, state and
 * event must be the same. `table` prints how many programs have each production, `first`
 * stops at the first disagreement, COUNT 0 shows the program itself. */
#include "interp/code/compile.h"
#include "tests/reference/gen.h"
#include "tests/reference/playout.h"
#include "tests/reference/ref.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far a game is played, and how often from its beginning: of a random program, of a
 * ruleset. */
enum { MOST_STEPS = 24, MOST_RUNS = 6000, RULES_STEPS = 150, RULES_RUNS = 20000 };

typedef struct Play {
  Unit *unit;
  Program *program;
  Vm *vm;
  Ref ref;
  Tape tape;
  VEC(Event) events;
  int32_t init_from, init_to; /* instructions that lay out the table */
  Buf why;
  const char *source;
} Play;

typedef struct Counts {
  long programs, refused, tired, whole, steps, questions, chances, ends, errors;
  long tag[N_COUNT], function[64], phrase[64];
} Counts;

static void listen(void *user, Vm *vm, const Event *e)
{
  Play *p = user;
  (void)vm;
  if (e->ip >= p->init_from && e->ip < p->init_to) return;
  vec_push(&p->events, *e);
}

static bool differ(Play *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool differ(Play *p, const char *fmt, ...)
{
  char text[400];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  buf_add(&p->why, text);
  return false;
}

/* ---- comparing ------------------------------------------------------------------ */

static bool same_events(Play *p)
{
  const Ref *r = &p->ref;
  size_t n = p->events.n < r->events.n ? p->events.n : r->events.n;
  for (size_t i = 0; i < n; i++) {
    const Event *a = &p->events.at[i];
    const RefEvent *b = &r->events.at[i];
    const Program *g = p->program;
    bool words = a->kind == EV_VERB || a->kind == EV_NOTE;
    const char *text =
        words && a->text >= 0 ? program_string(g, g->texts[a->text].source) : "";
    bool same = a->kind == b->kind;
    if (same && (a->kind == EV_CHANGE || a->kind == EV_SIGHT))
      same = a->field == b->field && a->thing == b->thing && a->per == b->per &&
             a->old == b->old && a->now == b->now;
    if (same && (a->kind == EV_MOVE || a->kind == EV_SHUFFLE || a->kind == EV_END))
      same = a->now == b->now &&
             (a->kind != EV_MOVE || (a->thing == b->thing && a->old == b->old));
    if (same && a->kind == EV_REVEAL)
      same = a->thing == b->thing && a->now == b->now && a->old == b->old;
    if (same && a->kind == EV_CHANCE) same = a->now == b->now;
    if (same && a->kind == EV_DECIDE) same = a->seat == b->seat && a->old == b->old;
    if (same && words) same = !strcmp(text, b->text);
    if (same && a->kind != EV_CHANCE && a->kind != EV_DECIDE && a->kind != EV_END &&
        a->kind != EV_GATHER)
      same = a->seat == b->seat;
    if (!same)
      return differ(
          p,
          "event %zu: machine kind %d field %d thing %d per %d %lld -> %lld seat %d; "
          "reference kind %d field %d thing %d per %d %lld -> %lld seat %d",
          i, a->kind, a->field, a->thing, a->per, (long long)a->old, (long long)a->now,
          a->seat, b->kind, b->field, b->thing, b->per, (long long)b->old,
          (long long)b->now, b->seat);
  }
  if (p->events.n != r->events.n)
    return differ(p, "%zu events of the machine, %zu of the reference", p->events.n,
                  r->events.n);
  return true;
}

static bool same_cell(Play *p, const Field *f, int64_t thing, int64_t per)
{
  Val *v = ref_cell(&p->ref, f, thing, per);
  int32_t whose = f->kind ? (int32_t)thing : NONE, at = f->per ? (int32_t)per : NONE;
  if (!v->many) {
    int64_t own = vm_get(p->vm, f->index, whose, at), other = v->none ? NONE : v->n;
    if (own == other) return true;
    return differ(p, "field %s of %lld: machine %lld, reference %lld", f->name,
                  (long long)thing, (long long)own, (long long)other);
  }
  int64_t words[MAX_THINGS / 64 + 2] = {0};
  vm_get_wide(p->vm, f->index, whose, at, words);
  bool same = true;
  if (f->type->tag == T_LIST) {
    same = words[0] == v->count;
    for (int i = 0; i < v->count && same; i++) same = words[1 + i] == v->at[i];
  } else {
    int64_t lo =
        f->type->elem->tag == T_THING ? f->type->elem->kind->first : f->type->elem->lo;
    int all = type_registers(f->type) * 64, n = 0;
    for (int i = 0; i < all; i++)
      if ((uint64_t)words[i / 64] >> (i % 64) & 1)
        same = same && n < v->count && v->at[n++] - lo == i;
    same = same && n == v->count;
  }
  return same || differ(p, "field %s of %lld", f->name, (long long)thing);
}

static bool same_state(Play *p)
{
  const Model *m = p->ref.m;
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    if (f->pile || f->hidden) continue;
    for (int t = 0; t < (f->kind ? f->kind->count : 1); t++) {
      if (f->kind && f->kind->is_player && t >= p->ref.seats) break;
      for (int64_t k = 0; k < (f->per ? type_count(f->per) : 1); k++)
        if (!same_cell(p, f, f->kind ? f->kind->first + t : 0,
                       f->per ? f->per->lo + k : 0))
          return false;
    }
  }
  for (int i = 0; i < p->program->header->piles; i++) {
    int32_t things[256];
    int n = vm_pile(p->vm, i, things, 256);
    bool same = n == p->ref.pile[i].n;
    for (int k = 0; k < n && same; k++) same = things[k] == p->ref.pile[i].at[k];
    if (!same)
      return differ(p, "pile %d: machine has %d, reference %d", i, n, p->ref.pile[i].n);
  }
  for (int t = 0; t < m->thing_count; t++)
    for (int s = 0; s < p->ref.seats; s++)
      if (vm_sees_thing(p->vm, s, t) != ref_sees(&p->ref, s, t))
        return differ(p, "seat %d sees thing %d: machine %d", s, t,
                      vm_sees_thing(p->vm, s, t));
  return true;
}

static bool same_option(Play *p, int i, const Candidate *c)
{
  const Program *g = p->program;
  Option o = vm_option(p->vm, i);
  const PDecision *d = vm_decision(p->vm);
  const PAlt *a = &g->alts[o.alt];
  bool same = o.seat == c->seat && o.alt - d->first_alt == c->alt;
  if (same && a->form == ALT_ELEMENT) same = !c->value.none && o.value == c->value.n;
  if (same && a->form == ALT_SUBSET) {
    uint64_t words[256] = {0}, bits = 0;
    vm_option_set(p->vm, i, words);
    for (int k = 0; k < c->value.count; k++)
      bits |= (uint64_t)1 << (c->value.at[k] - g->types[a->type].lo);
    same = words[0] == bits;
  }
  for (int k = 0; same && a->form == ALT_MOVE && k < c->value.count; k++)
    same = program_part(g, o.alt, o.value, k) == c->value.at[k];
  return same ||
         differ(p,
                "answer %d: machine seat %d alternative %d value %d; reference seat "
                "%d alternative %d value %lld",
                i, o.seat, o.alt - d->first_alt, o.value, c->seat, c->alt,
                (long long)c->value.n);
}

static bool says_above(const Def *d)
{
  return d->node->e || d->place.above || (d->place.variant && d->place.variant->decl->c);
}

/* The reference takes contributions in the order that the compiler found: layer by layer,
 * and in each by their sorts, where nothing says `above`. */
static bool in_order(Play *p)
{
  const Model *m = p->unit->model;
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    for (size_t k = 2; k < v->shares.n; k++) {
      const Share *a = &v->shares.at[k - 1], *b = &v->shares.at[k];
      const Def *x = &v->defs.at[a->def], *y = &v->defs.at[b->def];
      if (says_above(x) || says_above(y)) continue;
      if (x->place.layer > y->place.layer ||
          (x->place.layer == y->place.layer && a->sort > b->sort))
        return differ(p, "contributions to %s are not in order", v->name);
    }
  }
  return true;
}

/* ---- playing -------------------------------------------------------------------- */

static uint64_t dice(uint64_t *state)
{
  uint64_t x = *state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  return x ^ x >> 29;
}

/* Plays the reference to its next pause; `otherwise` is decided on the way. */
static RefStop to_pause(Play *p)
{
  RefStop why = ref_run(&p->ref, &p->tape, SIZE_MAX);
  while (why == REF_TRY) {
    bool ok = ref_tried(&p->ref, &p->tape);
    vec_push(&p->tape, ((Entry){TAPE_TRIED, ok}));
    why = ref_run(&p->ref, &p->tape, SIZE_MAX);
  }
  return why;
}

typedef enum { AGREE, DISAGREE, TIRED } Verdict;

static Verdict decide(Play *p, uint64_t *luck)
{
  int legal[4096], n = ref_legal(&p->ref, &p->tape, legal);
  if (p->ref.fuel_all < 0) return TIRED;
  int own = vm_options(p->vm);
  for (int i = 0; i < n && i < own; i++)
    if (!same_option(p, i, &p->ref.candidates.at[legal[i]])) return DISAGREE;
  if (n != own) {
    differ(p, "%d answers of the machine, %d of the reference (of %zu)", own, n,
           p->ref.candidates.n);
    return DISAGREE;
  }
  int k = (int)(dice(luck) % (uint64_t)n);
  vec_push(&p->tape, ((Entry){TAPE_ANSWER, legal[k] | k << 16}));
  vm_answer(p->vm, k);
  return AGREE;
}

static Verdict roll(Play *p, uint64_t *luck)
{
  int own = vm_options(p->vm), n = p->ref.noutcomes;
  for (int i = 0; i < own && i < n; i++)
    if (vm_option(p->vm, i).value != p->ref.outcomes[i] ||
        vm_weight(p->vm, i) != p->ref.weights[i]) {
      differ(p, "outcome %d", i);
      return DISAGREE;
    }
  if (own != n) {
    differ(p, "%d outcomes of the machine, %d of the reference", own, n);
    return DISAGREE;
  }
  int k = (int)(dice(luck) % (uint64_t)n);
  vec_push(&p->tape, ((Entry){TAPE_CHANCE, k}));
  vm_answer(p->vm, k);
  return AGREE;
}

static Verdict play(Play *p, uint64_t luck, int steps, Counts *c)
{
  for (int step = 0; step < steps; step++) {
    VmStatus own = vm_step(p->vm);
    RefStop ref = to_pause(p);
    if (ref == REF_TIRED || p->ref.fuel_all < 0 || vm_probe_overruns(p->vm)) return TIRED;
    c->steps++;
    int legal[4096];
    if (own == VM_ERROR) {
      bool stuck = ref == REF_DECIDE && ref_legal(&p->ref, &p->tape, legal) == 0;
      c->errors++;
      if (ref == REF_ERROR || ref == REF_FAIL || stuck) return AGREE;
      differ(p, "the machine stops with %s, the reference does not (%d)",
             vm_error_name(vm_error(p->vm)), ref);
      return DISAGREE;
    }
    bool same = (own == VM_DECIDE && ref == REF_DECIDE) ||
                (own == VM_CHANCE && ref == REF_CHANCE) ||
                (own == VM_DONE && ref == REF_DONE);
    if (!same) {
      differ(p, "the machine %s, the reference stops for %d (%d)",
             own == VM_DECIDE   ? "asks"
             : own == VM_CHANCE ? "rolls"
                                : "is done",
             ref, p->ref.error);
      return DISAGREE;
    }
    if (!same_events(p) || !same_state(p)) return DISAGREE;
    c->ends += own == VM_DONE;
    if (own == VM_DONE) return AGREE;
    c->questions += own == VM_DECIDE;
    c->chances += own == VM_CHANCE;
    Verdict v = own == VM_DECIDE ? decide(p, &luck) : roll(p, &luck);
    if (v != AGREE) return v;
  }
  return AGREE;
}

/* ---- programs ------------------------------------------------------------------- */

static void mark(const Node *n, bool *tag, bool *function, bool *phrase)
{
  for (; n; n = n->next) {
    tag[n->tag] = true;
    if (n->tag == N_CALL && !n->sym && n->op >= 0 && n->op < 64) function[n->op] = true;
    if (n->tag == N_CALL && n->num == 1 && n->op >= 0 && n->op < 64)
      function[n->op] = true;
    if (n->tag == N_PHRASE && n->op >= 0 && n->op < 64) phrase[n->op] = true;
    mark(n->a, tag, function, phrase);
    mark(n->b, tag, function, phrase);
    mark(n->c, tag, function, phrase);
    mark(n->d, tag, function, phrase);
    mark(n->cites, tag, function, phrase);
  }
}

static void count(const Unit *u, Counts *c)
{
  bool tag[N_COUNT] = {0}, function[64] = {0}, phrase[64] = {0};
  mark(u->items.head, tag, function, phrase);
  for (int i = 0; i < N_COUNT; i++) c->tag[i] += tag[i];
  for (int i = 0; i < 64; i++) c->function[i] += function[i], c->phrase[i] += phrase[i];
}

/* `path`: a ruleset; NULL: the program in `source`. */
static Verdict compare(uint64_t number, const char *path, const char *source, Counts *c,
                       bool show)
{
  Arena *arena = arena_new();
  Play p = {.unit = unit_new(arena), .source = source};
  vec_push(&p.unit->sources.library, ".");
  if (path) unit_parse(p.unit, path);
  else {
    Buf pack = {0};
    write_pack(number, &pack);
    unit_parse_text(p.unit, "random.regel", source, strlen(source));
    if (pack.n) {
      sources_overlay(&p.unit->sources, "more.regel", pack.at, pack.n);
      unit_parse_pack(p.unit, "more.regel");
      if (show) puts(buf_text(&pack));
    }
    buf_free(&pack);
  }
  p.program = compile(p.unit);
  Verdict v = AGREE;
  if (!p.program) {
    c->refused++;
    if (show)
      diags_print(stdout, &p.unit->diags, &p.unit->sources, DIAG_HUMAN, false, SEV_ERROR);
  } else {
    c->programs++;
    count(p.unit, c);
    for (int i = 0; i < p.program->n_chunks; i++)
      if (!strcmp(program_string(p.program, p.program->chunks[i].name), "init")) {
        p.init_from = p.program->chunks[i].first;
        p.init_to = p.init_from + p.program->chunks[i].count;
      }
    int32_t options[64];
    for (int i = 0; i < 64; i++) options[i] = NONE;
    if (!path) options[1] = (int32_t)(number % 2);
    const Node *game = p.unit->model->game;
    p.vm = vm_new(p.program);
    vm_auto_chance(p.vm, false);
    vm_listen(p.vm, listen, &p);
    p.ref = (Ref){
        .m = p.unit->model,
        .p = p.program,
        .seats = (int)(game->num + (int64_t)(number / 2) % (game->num2 - game->num + 1)),
        .options = options,
        .fuel_all = path ? RULES_RUNS : MOST_RUNS};
    vm_start(p.vm, &(Setup){p.ref.seats, number, options});
    v = !in_order(&p) ? DISAGREE : play(&p, number, path ? RULES_STEPS : MOST_STEPS, c);
    c->tired += v == TIRED;
    const char *other =
        v == DISAGREE
            ? NULL
            : playouts_differ(p.program, &(Setup){p.ref.seats, number, options});
    if (other) v = DISAGREE, buf_add(&p.why, other);
    c->whole += has_whole(p.program);
    if (v == DISAGREE)
      printf("%s %llu: %s\n", path ? path : "program", (unsigned long long)number,
             buf_text(&p.why));
    ref_free(&p.ref);
    vm_free(p.vm);
    program_free(p.program);
  }
  vec_free(&p.tape);
  vec_free(&p.events);
  buf_free(&p.why);
  unit_free(p.unit);
  arena_free(arena);
  return v;
}

static void print_counts(const Counts *c)
{
  static const char *const functions[] = {
#define FUNCTION(name, id, least, most, gives) [BI_##id] = name,
#define PHRASE(shape, id)
#include "interp/sema/builtin.def"
#undef FUNCTION
#undef PHRASE
  };
  static const char *const phrases[] = {
#define FUNCTION(name, id, least, most, gives)
#define PHRASE(shape, id) [BP_##id] = shape,
#include "interp/sema/builtin.def"
#undef FUNCTION
#undef PHRASE
  };
  printf("\nproduction       programs\n");
  for (int i = 0; i < N_COUNT; i++) printf("%-16s %8ld\n", tag_name((Tag)i), c->tag[i]);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (functions[i]) printf("%-16s %8ld\n", functions[i], c->function[i]);
  for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
    if (phrases[i]) printf("%-16s %8ld\n", phrases[i], c->phrase[i]);
}

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  long many = argc > 2 ? strtol(argv[2], NULL, 10) : 300, bad = 0;
  bool show = argc > 2 && many == 0 && !strchr(argv[1], '.'),
       table = argc > 3 && !strcmp(argv[3], "table"),
       once = argc > 3 && !strcmp(argv[3], "first");
  Counts c = {0};
  for (int k = 1; k < argc && strchr(argv[k], '.'); k++) { /* rulesets */
    for (uint64_t i = 1; i <= 6; i++)
      bad += compare(i, argv[k], NULL, &c, false) == DISAGREE;
    first = many = 0;
  }
  for (uint64_t i = first; i < first + (uint64_t)(show ? 1 : many) && !(once && bad);
       i++) {
    Buf b = {0};
    write_program(i, &b);
    if (show) puts(buf_text(&b));
    bad += compare(i, NULL, buf_text(&b), &c, show) == DISAGREE;
    buf_free(&b);
  }
  if (table) print_counts(&c);
  printf("%ld programs (%ld refused, %ld too long, %ld played in one go), %ld steps, %ld "
         "questions, %ld rolls, "
         "%ld "
         "endings, %ld errors\n%ld disagreements\n",
         c.programs, c.refused, c.tired, c.whole, c.steps, c.questions, c.chances, c.ends,
         c.errors, bad);
  return bad > 0;
}
