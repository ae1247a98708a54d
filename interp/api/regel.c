/* The public C API: thin, because the machine has the same shape. */
#include "interp/api/api_int.h"
#include "grammar/diag.h"
#include "interp/code/compile.h"
#include "interp/rules/load.h"
#include "interp/rules/settings.h"
#include "interp/text/describe.h"
#include "interp/text/label.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

void *api_zeroed(size_t size)
{
  size_t cap = 0;
  void *p = vec_grow_(NULL, &cap, size, 1);
  memset(p, 0, size);
  return p;
}

const char *regel_version(void) { return REGEL_VERSION; }
void regel_free(char *string) { free(string); }

/* ---- rules ---------------------------------------------------------------------- */

/* The compiler's messages as a string. */
static char *messages_of(Unit *u, regel_format format)
{
  static const DiagFormat formats[] = {DIAG_HUMAN, DIAG_SHORT, DIAG_JSON};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  if (format == REGEL_JSON) fputc('[', out);
  diags_print(out, &u->diags, &u->sources, formats[format], false, SEV_WARNING);
  if (format == REGEL_JSON) fputs("\n]\n", out);
  fclose(out);
  return text;
}

static regel_rules *compile_unit(const char *path, const char *text, size_t size,
                                 const char *library, regel_format format,
                                 char **messages)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  if (library) vec_push(&u->sources.library, library);
  bool readable = text ? unit_parse_text(u, path, text, size) : unit_parse(u, path);
  Program *p = readable ? compile(u) : NULL;
  if (messages) *messages = messages_of(u, format);
  unit_free(u);
  arena_free(arena);
  if (!p) return NULL;
  regel_rules *r = api_zeroed(sizeof *r);
  r->program = p;
  return r;
}

regel_rules *regel_compile_file(const char *path, const char *library,
                                regel_format format, char **messages)
{
  return compile_unit(path, NULL, 0, library, format, messages);
}

regel_rules *regel_compile_text(const char *name, const char *text, size_t size,
                                const char *library, regel_format format, char **messages)
{
  return compile_unit(name, text, size, library, format, messages);
}

void regel_rules_free(regel_rules *r)
{
  if (!r) return;
  program_free(r->program);
  free(r);
}

const char *regel_rules_name(const regel_rules *r)
{
  return program_string(r->program, r->program->header->name);
}

const char *regel_rules_title(const regel_rules *r)
{
  const PHeader *h = r->program->header;
  return program_string(r->program, h->title >= 0 ? h->title : h->name);
}

int regel_rules_fewest(const regel_rules *r) { return r->program->header->seats_low; }
int regel_rules_most(const regel_rules *r) { return r->program->header->seats_high; }
uint64_t regel_rules_hash(const regel_rules *r) { return r->program->hash; }

const char *regel_rules_option(const regel_rules *r, int i)
{
  const PField *f = i < 0 ? NULL : settings_option(r->program, i);
  return f ? program_string(r->program, f->name) : NULL;
}

/* ---- games ---------------------------------------------------------------------- */

char *api_copy(const char *s)
{
  Buf b = {0};
  if (s) buf_add(&b, s);
  return s ? buf_take(&b) : NULL;
}

static const char *const *names_of(const regel_game *g)
{
  return (const char *const *)g->names;
}

static bool read_options(const Program *p, const char *const *options, int32_t *values,
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

regel_game *regel_game_new(const regel_rules *rules, const regel_setup *setup, char **why)
{
  static const regel_setup plain = {0, 1, NULL, NULL};
  const Program *p = rules->program;
  if (!setup) setup = &plain;
  int players = setup->players ? setup->players : p->header->seats_low;
  int32_t *values = settings_new(p);
  Buf problem = {0};
  regel_game *g = NULL;
  if (settings_seats(p, players, &problem) &&
      read_options(p, setup->options, values, &problem)) {
    Setup s = {players, setup->seed, values};
    g = api_zeroed(sizeof *g);
    g->program = p;
    for (int i = 0; setup->names && i < players; i++)
      g->names[i] = api_copy(setup->names[i]);
    g->vm = vm_new(p);
    g->seed = setup->seed;
    g->options = values;
    vm_start(g->vm, &s);
  } else {
    free(values);
  }
  if (!g && why) *why = buf_take(&problem);
  buf_free(&problem);
  return g;
}

void regel_game_free(regel_game *g)
{
  if (!g) return;
  log_free(g->log);
  vm_free(g->vm);
  for (int i = 0; i < MAX_PLAYERS; i++) free(g->names[i]);
  free(g->options);
  buf_free(&g->words);
  free(g);
}

static void deliver(regel_game *g)
{
  for (int i = 0; i < log_count(g->log, g->viewer); i++)
    g->listener(g->user, log_line(g->log, g->viewer, i));
  log_clear(g->log);
}

/* One pause: told, and stored if the game is. */
static bool pause_once(regel_game *g, VmStatus *status)
{
  *status = vm_step(g->vm);
  if (g->log) deliver(g);
  g->asked = *status == VM_DECIDE || *status == VM_CHANCE;
  return !g->store || api_keep(g, *status);
}

regel_status regel_step(regel_game *g)
{
  VmStatus status;
  bool kept = pause_once(g, &status);
  while (kept && g->rolls && status == VM_CHANCE) {
    regel_answer(g, vm_roll(g->vm));
    kept = pause_once(g, &status);
  }
  if (!kept) return REGEL_ERROR;
  g->asked = status == VM_DECIDE || status == VM_CHANCE;
  switch (status) {
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
  vm_auto_chance(g->vm, g->rolls && !g->store);
}
int regel_answers(regel_game *g) { return g->asked ? vm_options(g->vm) : 0; }

int regel_seat(regel_game *g, int i)
{
  if (i < 0 || i >= regel_answers(g) || !vm_decision(g->vm)) return -1;
  int seat = vm_option(g->vm, i).seat;
  return seat >= 0 && seat < vm_seats(g->vm) ? seat : -1;
}

int regel_answer(regel_game *g, int i)
{
  if (i < 0 || i >= regel_answers(g)) return -1;
  if (g->log) log_answer(g->log, g->vm, i);
  g->given = true;
  g->seat = vm_decision(g->vm) ? vm_option(g->vm, i).seat : NONE;
  g->answer = i;
  g->asked = false;
  vm_answer(g->vm, i);
  return 0;
}

int regel_roll(regel_game *g)
{
  return g->asked && !vm_decision(g->vm) ? vm_roll(g->vm) : -1;
}
uint64_t regel_random(regel_game *g, uint64_t below)
{
  return below ? vm_random(g->vm, below) : 0;
}
int regel_players(const regel_game *g) { return vm_seats(g->vm); }
uint32_t regel_winners(const regel_game *g)
{
  return vm_over(g->vm) ? vm_winners(g->vm) : 0;
}

/* ---- words ---------------------------------------------------------------------- */

static View view_of(regel_game *g, int viewer)
{
  buf_clear(&g->words);
  if (viewer < REGEL_SPECTATOR || viewer >= vm_seats(g->vm)) viewer = VIEW_PUBLIC;
  return view_new(g->vm, viewer, names_of(g), NULL);
}

const char *regel_prompt(regel_game *g, int viewer)
{
  View v = view_of(g, viewer);
  if (g->asked && vm_decision(g->vm)) label_prompt(&v, &g->words);
  return buf_text(&g->words);
}

const char *regel_label(regel_game *g, int i, int viewer)
{
  View v = view_of(g, viewer);
  if (i >= 0 && i < regel_answers(g)) label_option(&v, &g->words, i);
  return buf_text(&g->words);
}

const char *regel_table(regel_game *g, int viewer)
{
  View v = view_of(g, viewer);
  describe_table(&v, &g->words, 80);
  return buf_text(&g->words);
}

const char *regel_result(regel_game *g)
{
  View v = view_of(g, REGEL_SPECTATOR);
  if (vm_over(g->vm)) log_result(&v, &g->words, vm_winners(g->vm), vm_reason(g->vm));
  return buf_text(&g->words);
}

const char *regel_error(regel_game *g)
{
  VmError e = vm_error(g->vm);
  buf_clear(&g->words);
  if (g->store) buf_add(&g->words, regel_store_error(g->store));
  if (e == R_OK || g->words.n) return buf_text(&g->words);
  buf_printf(&g->words, "%s: %s\n", vm_error_name(e), vm_error_title(e));
  const PLoc *l = place_of_ip(g->program, vm_error_ip(g->vm));
  if (l) place_show(g->program, &g->words, l);
  VmFault fault = vm_fault(g->vm);
  place_circle(g->program, &g->words, &fault);
  return buf_text(&g->words);
}

static void hear(void *user, Vm *vm, const Event *e)
{
  regel_game *g = user;
  log_listen(g->log, vm, e);
  if (e->kind != EV_DECIDE) deliver(g); /* an answer is told when nothing comes of it */
}

void regel_log(regel_game *g, int viewer, regel_log_fn fn, void *user)
{
  log_free(g->log);
  g->log = NULL;
  g->listener = fn;
  g->user = user;
  g->viewer =
      viewer < REGEL_SPECTATOR || viewer >= vm_seats(g->vm) ? VIEW_PUBLIC : viewer;
  if (fn) {
    g->log = log_new(g->program, vm_seats(g->vm), names_of(g), NULL, false);
    log_only(g->log, g->viewer);
  }
  vm_listen(g->vm, fn ? hear : NULL, g);
}

/* ---- states --------------------------------------------------------------------- */

/* What stands before the bytes of a saved state. */
typedef struct Stamp {
  uint64_t rules, size;
} Stamp;

size_t regel_save_size(const regel_game *g)
{
  return sizeof(Stamp) + vm_state_size(g->vm);
}

size_t regel_save(const regel_game *g, void *bytes)
{
  Stamp seal = {g->program->hash, vm_save(g->vm, (unsigned char *)bytes + sizeof(Stamp))};
  memcpy(bytes, &seal, sizeof seal);
  return sizeof seal + (size_t)seal.size;
}

int regel_restore(regel_game *g, const void *bytes, size_t size)
{
  Stamp seal;
  if (size < sizeof seal) return -1;
  memcpy(&seal, bytes, sizeof seal);
  if (seal.rules != g->program->hash || seal.size != size - sizeof seal) return -1;
  vm_restore(g->vm, (const unsigned char *)bytes + sizeof seal);
  g->asked = false;
  return 0;
}

uint64_t regel_hash(const regel_game *g) { return vm_hash(g->vm); }
