/* Rules opened by name: for programs that want messages as data, and, with everything
 * that belongs to them, for those that print them. */
#include "grammar/diag.h"
#include "interp/api/api_int.h"
#include "interp/code/compile.h"
#include "interp/mend/mend.h"
#include "interp/rules/blame.h"
#include "interp/rules/load.h"
#include "interp/rules/wanted.h"

#include <stdlib.h>

static regel_data *messages_of(const Unit *u)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  api_messages(&j, u);
  return api_data(arena, &j);
}

/* Parses the packs that come along; what is no pack is a message. */
static bool parse_packs(Unit *u, const char *const *packs)
{
  for (; packs && *packs; packs++) {
    const char *path = load_find_pack(&u->sources, *packs);
    if (!path)
      diag_add(&u->diags, DIAG_NO_FILE, (Loc){-1, 0, 0, 0}, "no pack called \"%s\"",
               *packs);
    if (!path || !unit_parse_pack(u, path)) return false;
  }
  return true;
}

regel_rules *regel_open(const regel_library *l, const char *name, regel_data **messages)
{
  return regel_open_with(l, name, NULL, messages);
}

regel_rules *regel_open_with(const regel_library *l, const char *name,
                             const char *const *packs, regel_data **messages)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  u->tests = true;
  api_library(l, &u->sources);
  bool as_it_is = api_held(l, name) || api_closed(l);
  const char *path = as_it_is ? name : load_find(&u->sources, name), *own = NULL;
  if (!path && (own = load_find_pack(&u->sources, name))) { /* with the game it is for */
    const char *game = load_pack_game(arena, own);
    path = game ? load_find(&u->sources, game) : NULL;
  }
  if (!path || !unit_parse(u, path))
    if (!u->diags.errors)
      diag_add(&u->diags, DIAG_NO_FILE, (Loc){-1, 0, 0, 0}, "no ruleset called \"%s\"",
               name);
  bool fine =
      !u->diags.errors && parse_packs(u, packs) && (!own || unit_parse_pack(u, own));
  Program *p = fine && !u->diags.errors ? compile(u) : NULL;
  if (fine && !p) blame_added(u, NULL);
  if (messages && !p) mend(u, 0.5);
  if (messages) *messages = messages_of(u);
  if (!p) {
    unit_free(u);
    arena_free(arena);
    return NULL;
  }
  return api_rules(p, u, arena);
}

/* ---- rulesets of several files -------------------------------------------------- */

void api_wanted(Wanted *w, const regel_library *l, Sources *s, const char *name,
                const char *const *packs)
{
  size_t count = 0;
  while (packs && packs[count]) count++;
  api_library(l, s);
  if (!api_held(l, name) && !api_closed(l)) {
    wanted_find(w, s, name, packs, count);
    return;
  }
  *w = (Wanted){.path = arena_strdup(s->arena, name)};
  for (size_t i = 0; i < count; i++) vec_push(&w->packs, packs[i]);
}

regel_data *regel_find(const regel_library *l, const char *name, const char *const *packs)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Sources s;
  Wanted w;
  sources_init(&s, arena);
  api_wanted(&w, l, &s, name, packs);
  json_open(&j, '{');
  json_key_text(&j, "file", w.path);
  if (w.own) json_key_text(&j, "pack", w.own);
  json_key_open(&j, "packs", '[');
  for (size_t i = 0; i < w.packs.n; i++) json_text(&j, w.packs.at[i]);
  json_close(&j, ']');
  json_key_open(&j, "said", '[');
  for (size_t i = 0; i < w.said.n; i++) json_text(&j, w.said.at[i]);
  json_close(&j, ']');
  json_close(&j, '}');
  wanted_free(&w);
  sources_free(&s);
  return api_data(arena, &j);
}

typedef struct Opening {
  const regel_library *library;
  unsigned how;
  regel_opened_fn fn;
  void *user;
} Opening;

static void prepare(void *user, Sources *s)
{
  const Opening *o = user;
  api_library(o->library, s);
}

static void give(void *user, WantedPart *p, bool extra)
{
  const Opening *o = user;
  char *said = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&said, &size);
  if (!out) abort();
  /* What is only a warning is told by whoever looks for it. */
  Severity least = p->program || o->how & REGEL_BRIEF ? SEV_ERROR : SEV_WARNING;
  diags_print(out, &p->unit->diags, &p->unit->sources, DIAG_HUMAN, o->how & REGEL_COLOUR,
              least);
  fclose(out);
  regel_opened opened = {NULL, arena_strdup(p->arena, p->path), said, p->readable, extra};
  if (p->program) opened.rules = api_rules(p->program, p->unit, p->arena);
  o->fn(o->user, &opened);
  free(said);
  if (!p->program) wanted_part_free(p);
}

int regel_open_each(const regel_library *l, const char *name, const char *const *packs,
                    unsigned how, regel_opened_fn fn, void *user)
{
  Arena *arena = arena_new();
  Sources s;
  Wanted w;
  sources_init(&s, arena);
  api_wanted(&w, l, &s, name, packs);
  Opening o = {l, how, fn, user};
  const WantedHow wish = {prepare, &o, how & REGEL_TESTS, how & REGEL_TELLING};
  bool found = w.path;
  if (found && how & REGEL_PARTS) {
    wanted_each_part(&w, &wish, wanted_is_file(name) || api_held(l, name), give, &o);
  } else if (found) {
    WantedPart p;
    wanted_compile(&p, &wish, w.path, &w.packs);
    give(&o, &p, false);
  }
  wanted_free(&w);
  sources_free(&s);
  arena_free(arena);
  return found ? 0 : -1;
}
