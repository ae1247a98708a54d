/* Games behind the public API: a session with words. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/rules/packs.h"
#include "interp/rules/settings.h"
#include "interp/board/describe.h"
#include "interp/text/label.h"
#include "interp/session/why.h"
#include "interp/board/picture.h"
#include "interp/text/place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)REGEL_MOST_PLAYERS == (int)MAX_PLAYERS,
               "the public header says it, too");

char *api_copy(const char *s)
{
  Buf b = {0};
  if (s) buf_add(&b, s);
  return s ? buf_take(&b) : NULL;
}

/* Reads "version=base", …; false, and why, if they do not fit the rules. */
static bool api_options(const Program *p, const char *const *options, int32_t *values,
                        Buf *why)
{
  for (; options && *options; options++) {
    const char *is = strchr(*options, '=');
    char name[128];
    if (!is || is - *options >= (long)sizeof name) {
      buf_printf(why, "an option is written name=value, not \"%s\"", *options);
      return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(is - *options), *options);
    if (!settings_set(p, values, name, is + 1, why)) return false;
  }
  return true;
}

/* What an earlier game told at its end: a number, or a secret. */
static bool read_chance(const char *text, uint64_t *seed, Secret *secret, Buf *why)
{
  char *end;
  *secret = (Secret){0};
  errno = 0;
  *seed = strtoull(text, &end, 10);
  if (end != text && !*end && !errno && *text != '-') return true;
  if (secret_read(secret, text)) return true;
  buf_printf(why,
             "a seed is a number from 0 to 2^64-1 or 32 hexadecimal digits, not \"%s\"",
             text);
  return false;
}

/* A setting that the rules do not know may be one that a pack brings. */
static void hint_pack(const regel_rules *rules, const char *option, Buf *why)
{
  const Program *p = rules->program;
  Arena *arena = arena_new();
  const char *is = strchr(option, '='), *kind = NULL;
  const char *name = arena_strndup(arena, option, (size_t)(is - option));
  for (int i = 0; i < settings_count(p); i++) {
    const PField *f = settings_option(p, i);
    const char *own = program_string(p, f->name), *dot = strchr(own, '.');
    if (strcmp(own, name) && (!dot || strcmp(dot + 1, name))) continue;
    if (p->types[f->type].tag != T_THING) name = NULL;
    else kind = program_string(p, p->kinds[p->types[f->type].kind].name);
    break;
  }
  Sources s;
  sources_init(&s, arena);
  for (size_t i = 0; i < rules->unit->sources.library.n; i++)
    vec_push(&s.library, rules->unit->sources.library.at[i]);
  const char *pack =
      name ? packs_offering(&s, program_string(p, p->header->name), name, kind, is + 1)
           : NULL;
  if (pack) buf_printf(why, "; the pack %s has it: --pack %s", pack, pack);
  sources_free(&s);
  arena_free(arena);
}

/* The options, one after the other, so that it is known which of them does not fit. */
static bool set_options(const regel_rules *rules, const char *const *options,
                        int32_t *values, Buf *why)
{
  for (; options && *options; options++) {
    const char *one[] = {*options, NULL};
    if (api_options(rules->program, one, values, why)) continue;
    if (rules->unit && strchr(*options, '=')) hint_pack(rules, *options, why);
    return false;
  }
  return true;
}

int32_t *api_setup(const regel_rules *rules, const regel_setup *setup, Setup *to,
                   Buf *why)
{
  INVARIANT(rules && rules->program && to);
  static const regel_setup plain = {0};
  const Program *p = rules->program;
  if (!setup) setup = &plain;
  int seats = setup->players ? setup->players : p->header->seats_low;
  int32_t *values = settings_new(p);
  uint64_t seed;
  Secret secret;
  *to = (Setup){seats, setup->seed, values};
  if (settings_seats(p, seats, why) && set_options(rules, setup->options, values, why) &&
      settings_fit(p, seats, values, why) &&
      (!setup->chance || read_chance(setup->chance, &seed, &secret, why)))
    return values;
  free(values);
  return NULL;
}

int regel_fits(const regel_rules *rules, const regel_setup *setup, char **why)
{
  Setup s;
  Buf problem = {0};
  int32_t *values = api_setup(rules, setup, &s, &problem);
  if (!values && why) *why = buf_take(&problem);
  buf_free(&problem);
  free(values);
  return values ? 0 : -1;
}

regel_game *regel_game_new(const regel_rules *rules, const regel_setup *setup, char **why)
{
  Secret secret = {0};
  Buf wrong = {0};
  regel_setup told;
  if (setup && setup->chance) {
    told = *setup;
    setup = &told;
    if (!read_chance(told.chance, &told.seed, &secret, &wrong)) {
      if (why) *why = buf_take(&wrong);
      buf_free(&wrong);
      return NULL;
    }
  } else if (!(setup && setup->seed) && !secret_draw(&secret)) {
    if (why) *why = api_copy("the system gives no random numbers");
    return NULL;
  }
  return api_game(rules, setup, &secret, why);
}

regel_game *api_game(const regel_rules *rules, const regel_setup *setup,
                     const Secret *secret, char **why)
{
  Setup s;
  Buf problem = {0};
  regel_game *g = NULL;
  int32_t *values = api_setup(rules, setup, &s, &problem);
  if (values) {
    g = zeroed(1, sizeof *g);
    g->machines = rules->machines;
    session_open(&g->session, rules->program, &s);
    session_secret(&g->session, secret);
    g->luck.state =
        secret->set ? secret_luck(secret, UINT32_MAX) : luck_seed(s.seed, UINT32_MAX);
    for (int i = 0; setup && setup->names && i < s.seats; i++)
      g->session.names[i] = g->names[i] = api_copy(setup->names[i]);
    g->options = values;
  }
  if (!g && why) *why = buf_take(&problem);
  buf_free(&problem);
  return g;
}

void regel_game_free(regel_game *g)
{
  if (!g) return;
  api_readers_free(g);
  session_close(&g->session);
  api_bots_free(g);
  free(g->kept);
  for (int i = 0; i < MAX_PLAYERS; i++) free(g->names[i]);
  free(g->options);
  buf_free(&g->words);
  free(g);
}

/* ---- at rest ---------------------------------------------------------------------- */

static void lock(Machines *m)
{
  while (atomic_flag_test_and_set_explicit(&m->busy, memory_order_acquire)) {}
}

static void unlock(Machines *m)
{
  atomic_flag_clear_explicit(&m->busy, memory_order_release);
}

static Vm *take_machine(Machines *m)
{
  lock(m);
  Vm *vm = m->n ? m->at[--m->n] : NULL;
  unlock(m);
  return vm;
}

static void give_machine(Machines *m, Vm *vm)
{
  lock(m);
  bool room = m->n < MOST_IDLE;
  if (room) m->at[m->n++] = vm;
  unlock(m);
  if (!room) vm_free(vm);
}

void regel_rest(regel_game *g)
{
  Vm *vm = session_leave(&g->session);
  if (vm) give_machine(g->machines, vm);
  else if (g->session.vm) vm_rest(g->session.vm);
}

static void wake(regel_game *g)
{
  Vm *vm = take_machine(g->machines);
  if (!vm) vm = vm_new(g->session.program);
  vm_auto_chance(vm, g->rolls && !g->session.keeper);
  session_return(&g->session, vm);
}

/* What is at rest is the same game: nobody who only looks needs to know. */
Vm *api_vm(const regel_game *g)
{
  if (!g->session.vm) wake((regel_game *)(uintptr_t)g);
  return g->session.vm;
}

View api_view(const regel_game *g, int viewer)
{
  api_vm(g);
  return session_view(&g->session, api_viewer(g, viewer));
}

/* What the listener has not heard yet. */
static void deliver(regel_game *g)
{
  if (!g->ear) return;
  int n = regel_lines(g->ear);
  if (g->told > n) g->told = n; /* something was taken back */
  for (; g->ear && g->told < n; g->told++)
    g->listener(g->user, regel_line(g->ear, g->told));
}

regel_status regel_step(regel_game *g)
{
  INVARIANT(g && g->session.program);
  Session *s = &g->session;
  api_vm(g);
  bool kept = session_step(s);
  while (kept && g->rolls && s->status == VM_CHANCE) {
    session_answer(s, session_roll(s));
    kept = session_step(s);
  }
  if (s->status != VM_CHANCE) api_readers_pause(g);
  deliver(g);
  if (!kept) return REGEL_ERROR;
  switch (s->status) {
  case VM_DECIDE: return REGEL_DECIDE;
  case VM_CHANCE: return REGEL_CHANCE;
  case VM_DONE: return REGEL_DONE;
  case VM_SCRIPT_END:
  case VM_ERROR: break;
  }
  return REGEL_ERROR;
}

/* A stored game stops for chance all the same, because every outcome is a step. */
void regel_auto_chance(regel_game *g, int on)
{
  g->rolls = on != 0;
  if (g->session.vm) vm_auto_chance(g->session.vm, g->rolls && !g->session.keeper);
}
int regel_answers(regel_game *g) { return g->session.asked ? vm_options(api_vm(g)) : 0; }

int regel_seat(regel_game *g, int i)
{
  if (i < 0 || i >= regel_answers(g) || !vm_decision(api_vm(g))) return -1;
  int seat = vm_option(api_vm(g), i).seat;
  return seat >= 0 && seat < vm_seats(api_vm(g)) ? seat : -1;
}

uint32_t regel_asked(regel_game *g)
{
  return regel_answers(g) && vm_decision(api_vm(g)) ? label_seats(api_vm(g)) : 0;
}

int regel_who_matters(regel_game *g)
{
  const PDecision *d = regel_answers(g) ? vm_decision(api_vm(g)) : NULL;
  return d && d->flags & DECISION_SEAT;
}

void regel_check_always(regel_game *g, int on) { vm_check_always(api_vm(g), on != 0); }

int regel_answer(regel_game *g, int i)
{
  if (!g->session.asked || vm_outcome(api_vm(g), i) < 0) return -1;
  int seat = regel_seat(g, i);
  bool person = seat < 0 || !g->bots[seat]; /* nobody takes back what a bot answered */
  bool some = regel_answers(g) > 1 || g->all_answers;
  if (vm_decision(api_vm(g)) && some && person) session_moment(&g->session);
  session_answer(&g->session, i);
  return 0;
}

int regel_roll(regel_game *g)
{
  return g->session.asked && !vm_decision(api_vm(g)) ? session_roll(&g->session) : -1;
}

uint64_t regel_random(regel_game *g, uint64_t below)
{
  return !below                ? 0
         : below <= UINT32_MAX ? luck_below(&g->luck, (uint32_t)below)
                               : luck_next(&g->luck) % below;
}

const char *regel_seed(regel_game *g)
{
  INVARIANT(g && g->session.program);
  const Session *s = &g->session;
  char text[SECRET_DIGITS + 1];
  if (s->secret.set && !vm_over(api_vm(g)) && !vm_error(s->vm)) return NULL;
  buf_clear(&g->words);
  secret_write(&s->secret, text);
  if (s->secret.set) buf_add(&g->words, text);
  else buf_printf(&g->words, "%llu", (unsigned long long)s->seed);
  return buf_text(&g->words);
}

int regel_players(const regel_game *g) { return g->session.seats; }
const char *regel_player(const regel_game *g, int seat)
{
  return seat >= 0 && seat < g->session.seats && g->names[seat] ? g->names[seat] : "";
}

uint32_t regel_winners(const regel_game *g)
{
  return vm_over(api_vm(g)) ? vm_winners(api_vm(g)) : 0;
}

int regel_score(regel_game *g, int seat, int64_t *score)
{
  Vm *vm = api_vm(g);
  int64_t v = seat >= 0 && seat < vm_seats(vm) ? vm_score(vm, seat) : NONE;
  if (v == NONE) return -1;
  *score = v;
  return 0;
}

/* ---- words ---------------------------------------------------------------------- */

int api_viewer(const regel_game *g, int viewer)
{
  return viewer < REGEL_SPECTATOR || viewer >= g->session.seats ? VIEW_PUBLIC : viewer;
}

View api_words_view(regel_game *g, int viewer)
{
  buf_clear(&g->words);
  return api_view(g, viewer);
}

const char *regel_prompt(regel_game *g, int viewer)
{
  View v = api_words_view(g, viewer), known = v;
  if (g->session.asked) known = picture_asked(&v);
  if (g->session.asked && vm_decision(api_vm(g))) label_prompt(&known, &g->words);
  return buf_text(&g->words);
}

const char *regel_label(regel_game *g, int i, int viewer)
{
  View v = api_words_view(g, viewer);
  if (i < 0 || i >= regel_answers(g)) return "";
  View known = picture_asked(&v);
  int there = picture_answer(&v, &known, i);
  if (there >= 0) label_option(&known, &g->words, there);
  return buf_text(&g->words);
}

void regel_width(regel_game *g, int columns) { g->width = columns; }

const char *regel_table(regel_game *g, int viewer)
{
  View v = api_words_view(g, viewer);
  describe_table(&v, &g->words, api_width(g));
  return buf_text(&g->words);
}

const char *regel_result(regel_game *g)
{
  View v = api_words_view(g, REGEL_SPECTATOR);
  if (vm_over(api_vm(g)))
    log_result(&v, &g->words, vm_winners(api_vm(g)), vm_reason(api_vm(g)));
  return buf_text(&g->words);
}

const char *regel_error(regel_game *g)
{
  VmError e = vm_error(api_vm(g));
  buf_clear(&g->words);
  if (g->session.keeper) buf_add(&g->words, g->session.keeper->why(g->session.keeper));
  if (e == R_OK || g->words.n) return buf_text(&g->words);
  buf_printf(&g->words, "%s: %s\n", vm_error_name(e), vm_error_title(e));
  const PLoc *l = place_of_ip(g->session.program, vm_error_ip(api_vm(g)));
  if (l) place_show(g->session.program, &g->words, l);
  VmFault fault = vm_fault(api_vm(g));
  place_circle(g->session.program, &g->words, &fault);
  return buf_text(&g->words);
}

void regel_log(regel_game *g, int viewer, regel_log_fn fn, void *user)
{
  INVARIANT(g && g->session.program);
  regel_read_end(g->ear);
  g->listener = fn;
  g->user = user;
  g->ear = fn ? api_read(g, viewer, g->session.lang, 0) : NULL;
  g->told = fn ? regel_lines(g->ear) : 0;
}

const char *regel_view(regel_game *g, int viewer)
{
  View v = api_words_view(g, viewer);
  View known = picture_reader(&v);
  picture_put(&known, &g->words, false, api_width(g));
  return buf_text(&g->words);
}

const char *regel_why_not(regel_game *g, int viewer, const char *name)
{
  View v = api_words_view(g, viewer);
  if (!g->session.asked || !vm_decision(api_vm(g))) return "";
  View known = picture_asked(&v);
  why_not(&known, name, &g->words);
  return buf_text(&g->words);
}

void regel_speak(regel_game *g, const regel_language *language)
{
  g->session.lang = api_lang(language);
  if (g->ear) regel_log(g, g->ear->viewer, g->listener, g->user);
}

int64_t regel_steps(const regel_game *g) { return g->session.steps; }

const char *regel_words(const regel_game *g) { return buf_text(&g->words); }

/* ---- states --------------------------------------------------------------------- */

/* What stands before the bytes of a saved state. */
typedef struct Stamp {
  uint64_t rules, size;
} Stamp;

size_t regel_save_size(const regel_game *g)
{
  return sizeof(Stamp) + vm_state_size(api_vm(g));
}

size_t regel_save(const regel_game *g, void *bytes)
{
  INVARIANT(g && g->session.program);
  Stamp seal = {g->session.program->hash,
                vm_save(api_vm(g), (unsigned char *)bytes + sizeof(Stamp))};
  memcpy(bytes, &seal, sizeof seal);
  return sizeof seal + (size_t)seal.size;
}

int regel_restore(regel_game *g, const void *bytes, size_t size)
{
  Stamp seal;
  if (size < sizeof seal || g->session.keeper) return -1;
  memcpy(&seal, bytes, sizeof seal);
  if (seal.rules != g->session.program->hash || seal.size != size - sizeof seal)
    return -1;
  vm_restore(api_vm(g), (const unsigned char *)bytes + sizeof seal);
  g->session.asked = g->session.given = false;
  api_readers_elsewhere(g);
  return 0;
}

regel_game *regel_copy(const regel_game *g)
{
  INVARIANT(g && g->session.program);
  const Session *s = &g->session;
  api_vm(g);
  if (!s->asked || s->status != VM_DECIDE) return NULL;
  regel_game *c = zeroed(1, sizeof *c);
  c->machines = g->machines;
  c->luck = g->luck;
  c->rolls = g->rolls;
  c->heads = g->heads;
  session_split(&c->session, s);
  for (int i = 0; i < s->seats; i++) {
    c->session.names[i] = c->names[i] = api_copy(g->names[i]);
    if (g->bots[i]) api_bot(c, i, &g->specs[i]);
  }
  return c;
}

uint64_t regel_hash(const regel_game *g) { return vm_hash(api_vm(g)); }
