/* Beginnings of games, packs, scenarios and cards: which files, and what stands in them.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "interp/rules/begin.h"
#include "db/seal.h"
#include "interp/api/api_int.h"
#include "interp/rules/load.h"

#include <stdlib.h>
#include <string.h>

typedef struct New {
  const char *name, *kind;
  const regel_rules *rules; /* what it is for; NULL: a game is for nothing */
  const char *asked;        /* what those were called */
  Arena *arena;
  Json *j;
  Buf *why;
} New;

static void put_file(New *w, const char *path, Buf *b)
{
  json_open(w->j, '{');
  json_key_text(w->j, "path", path);
  json_key_text(w->j, "text", buf_text(b));
  json_close(w->j, '}');
  buf_free(b);
}

/* ---- what there is to begin ----------------------------------------------------- */

static const char *new_game(New *w)
{
  Buf b = {0};
  begin_game(&b, w->name);
  put_file(w, arena_printf(w->arena, "scenarios/%s/game.regel", w->name), &b);
  return arena_printf(w->arena, "regel test scenarios/%s", w->name);
}

static const char *version_of(New *w)
{
  char hex[2 * SEAL_BYTES + 1];
  Seal seal = seal_meaning(w->rules->program);
  seal_hex(&seal, hex);
  return arena_strndup(w->arena, hex, 12);
}

static const char *pack_line(New *w)
{
  Buf b = {0};
  begin_pack(&b, w->rules->unit->model, w->name, version_of(w));
  put_file(w, arena_printf(w->arena, "packs/%s/pack.regel", w->name), &b);
  return arena_printf(w->arena, "regel test packs/%s", w->name);
}

/* Its first card; without a kind for one, a variant. */
static const char *new_pack(New *w)
{
  Buf b = {0};
  const Model *m = w->rules->unit->model;
  const Kind *k = begin_kind(m, w->kind);
  const char *name = k ? "first_card" : "other_way", *next = pack_line(w);
  if (k) begin_card(&b, m, k, name);
  else begin_scenario(&b, m, name);
  put_file(w, arena_printf(w->arena, "packs/%s/cards/%s.regel", w->name, name), &b);
  return next;
}

static const char *new_scenario(New *w)
{
  Buf b = {0};
  const char *next = pack_line(w);
  begin_scenario(&b, w->rules->unit->model, w->name);
  put_file(w, arena_printf(w->arena, "packs/%s/cards/%s.regel", w->name, w->name), &b);
  return next;
}

static int main_number(const Unit *u)
{
  const Model *m = u->model;
  return m->packs.n ? m->packs.at[m->packs.n - 1]->decl->loc.file : 0;
}

static const char *main_file(const Unit *u)
{
  return u->sources.files.at[main_number(u)].path;
}

/* What the pack still has to say to read a new file of cards/; NULL: it reads all. */
static const char *not_used(const Unit *u)
{
  for (const Node *n = u->items.head; n; n = n->next)
    if (n->tag == N_USE && n->loc.file == main_number(u) &&
        !strcmp(n->name, "cards/*.regel"))
      return NULL;
  return "cards/*";
}

/* What somebody else wrote, in a library or elsewhere, is not added to. */
static bool lies_here(const char *folder)
{
  char *here = realpath(".", NULL), *there = realpath(*folder ? folder : ".", NULL);
  size_t n = here ? strlen(here) : 0;
  bool inside = here && there && !strncmp(there, here, n) &&
                (!there[n] || there[n] == '/' || !strcmp(here, "/"));
  free(here);
  free(there);
  return inside;
}

static const char *no_kind(New *w)
{
  const Model *m = w->rules->unit->model;
  const char *game = m->game->name;
  if (w->kind) {
    Nearest near = {.word = w->kind};
    for (size_t i = 0; i < m->kinds.n; i++)
      if (begin_kind(m, m->kinds.at[i]->name)) nearest_try(&near, m->kinds.at[i]->name);
    buf_printf(w->why, "%s has no kind \"%s\" of which a card could be", game, w->kind);
    if (near.best) buf_printf(w->why, "; did you mean \"%s\"?", near.best);
  } else buf_printf(w->why, "%s has no kind of cards: say which with --kind", game);
  return NULL;
}

/* Is it a name of this pack, or of the game?  Then a second one would not compile. */
static bool has_name(const Model *m, const char *declared, const char *name)
{
  const char *pack = m->packs.n ? m->packs.at[m->packs.n - 1]->decl->name : "",
             *dot = strchr(declared, '.');
  if (!dot) return !strcmp(declared, name);
  size_t n = strlen(pack);
  return (size_t)(dot - declared) == n && !strncmp(declared, pack, n) &&
         !strcmp(dot + 1, name);
}

static bool is_taken(New *w)
{
  const Model *m = w->rules->unit->model;
  bool taken = false;
  for (size_t i = 0; i < m->things.n; i++)
    taken |= has_name(m, m->things.at[i]->name, w->name);
  for (size_t i = 0; i < m->kinds.n; i++)
    taken |= has_name(m, m->kinds.at[i]->name, w->name);
  for (size_t i = 0; i < m->fields.n; i++)
    taken |= !m->fields.at[i]->kind && has_name(m, m->fields.at[i]->name, w->name);
  if (taken)
    buf_printf(w->why, "\"%s\" means something in %s already: give the card another name",
               w->name, w->asked);
  return taken;
}

/* A card goes into the folder cards/ of a pack, or of a ruleset that lies here. */
static const char *new_card(New *w)
{
  Buf b = {0};
  const Unit *u = w->rules->unit;
  const Model *m = u->model;
  const Kind *k = begin_kind(m, w->kind);
  const char *folder = load_folder(w->arena, main_file(u)), *game = m->game->name;
  if (!k) return no_kind(w);
  if (is_taken(w)) return NULL;
  if (!m->packs.n && !lies_here(folder)) {
    buf_printf(w->why,
               "%s lies in %s and stays as it is; begin a pack for it: regel new pack "
               "NAME --for %s",
               game, folder, game);
    return NULL;
  }
  if (m->packs.n)
    folder = arena_printf(w->arena, "%s%scards", folder, *folder ? "/" : "");
  begin_card(&b, m, k, w->name);
  put_file(w, arena_printf(w->arena, "%s%s%s.regel", folder, *folder ? "/" : "", w->name),
           &b);
  const char *use = m->packs.n ? not_used(u) : w->name;
  return use ? arena_printf(w->arena,
                            "write: use \"%s.regel\" in %s, then: regel test %s", use,
                            main_file(u), w->asked)
             : arena_printf(w->arena, "regel test %s", w->asked);
}

/* What to run afterwards; NULL, and why. */
static const char *begin(New *w, const char *what)
{
  bool game = !strcmp(what, "game"), pack = !strcmp(what, "pack"),
       scenario = !strcmp(what, "scenario"), card = !strcmp(what, "card");
  if (!game && !pack && !scenario && !card)
    buf_printf(w->why, "there is no new \"%s\": game, pack, scenario or card", what);
  else if (!begin_name(w->name, w->why)) return NULL;
  else if (!game && (!w->rules || !w->rules->unit))
    buf_add(w->why, "say for which game: --for GAME");
  else if ((pack || scenario) && !strcmp(w->name, w->rules->unit->model->game->name))
    buf_printf(w->why, "\"%s\" is the name of the game: a %s has one of its own", w->name,
               what);
  else
    return game       ? new_game(w)
           : pack     ? new_pack(w)
           : scenario ? new_scenario(w)
                      : new_card(w);
  return NULL;
}

regel_data *regel_new(const char *what, const char *name, const regel_rules *rules,
                      const char *asked, const char *kind, char **why)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Buf wrong = {0};
  New w = {name, kind, rules, asked, arena, &j, &wrong};
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_open(&j, "files", '[');
  const char *next = begin(&w, what);
  json_close(&j, ']');
  if (next) json_key_text(&j, "next", next);
  json_close(&j, '}');
  if (!next && why) *why = buf_take(&wrong);
  buf_free(&wrong);
  regel_data *data = api_data(arena, &j);
  if (next) return data;
  regel_data_free(data);
  return NULL;
}
