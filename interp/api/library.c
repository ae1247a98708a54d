/* Where rulesets are found, and what the compiler has to say about one, as data. */
#include "grammar/diag.h"
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/base/json.h"
#include "interp/rules/load.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Overlay {
  char *path, *text;
  size_t size;
} Overlay;

struct regel_library {
  char *folders; /* divided by ":"; NULL: where the program looks */
  VEC(Overlay) overlays;
};

regel_library *regel_library_new(const char *folders)
{
  regel_library *l = zeroed(1, sizeof *l);
  l->folders = api_copy(folders);
  return l;
}

void regel_library_free(regel_library *l)
{
  if (!l) return;
  for (size_t i = 0; i < l->overlays.n; i++) {
    free(l->overlays.at[i].path);
    free(l->overlays.at[i].text);
  }
  vec_free(&l->overlays);
  free(l->folders);
  free(l);
}

void regel_library_overlay(regel_library *l, const char *path, const char *text,
                           size_t size)
{
  for (size_t i = 0; i < l->overlays.n; i++)
    if (!strcmp(l->overlays.at[i].path, path)) {
      free(l->overlays.at[i].path);
      free(l->overlays.at[i].text);
      l->overlays.at[i] = l->overlays.at[--l->overlays.n];
      break;
    }
  if (!text) return;
  Overlay o = {api_copy(path), zeroed(size + 1, 1), size};
  memcpy(o.text, text, size);
  vec_push(&l->overlays, o);
}

/* Without folders nothing but what is held in memory is ever read. */
bool api_closed(const regel_library *l) { return l->folders && !*l->folders; }

bool api_held(const regel_library *l, const char *path)
{
  for (size_t i = 0; i < l->overlays.n; i++)
    if (!strcmp(l->overlays.at[i].path, path)) return true;
  return false;
}

void api_library(const regel_library *l, Sources *s)
{
  for (const char *f = l->folders; f && *f;) {
    size_t n = strcspn(f, ":");
    if (n) vec_push(&s->library, arena_strndup(s->arena, f, n));
    f += n + (f[n] == ':');
  }
  if (!l->folders) load_library(s);
  for (size_t i = 0; i < l->overlays.n; i++) {
    const Overlay *o = &l->overlays.at[i];
    if (api_closed(l)) sources_keep(s, o->path, o->text, o->size);
    else sources_overlay(s, o->path, o->text, o->size);
  }
}

regel_data *regel_library_folders(const regel_library *l)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Sources s;
  sources_init(&s, arena);
  if (!api_closed(l)) api_library(l, &s);
  json_open(&j, '[');
  for (size_t i = 0; i < s.library.n; i++) json_text(&j, s.library.at[i]);
  json_close(&j, ']');
  sources_free(&s);
  return api_data(arena, &j);
}

static void put_name(void *user, const char *name) { json_text(user, name); }

regel_data *regel_library_games(const regel_library *l)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Sources s;
  sources_init(&s, arena);
  api_library(l, &s);
  json_open(&j, '[');
  if (!api_closed(l)) load_each_game(&s, put_name, &j);
  json_close(&j, ']');
  sources_free(&s);
  return api_data(arena, &j);
}

typedef struct Packs {
  Json *json;
  Sources *sources;
  const char *game;
} Packs;

static void put_pack(void *user, const char *name)
{
  Packs *p = user;
  const char *path = load_find_pack(p->sources, name);
  const char *game = path ? load_pack_game(p->sources->arena, path) : NULL;
  if (game && !strcmp(game, p->game)) json_text(p->json, name);
}

regel_data *regel_library_packs(const regel_library *l, const char *game)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Sources s;
  sources_init(&s, arena);
  api_library(l, &s);
  Packs packs = {&j, &s, game};
  json_open(&j, '[');
  if (!api_closed(l)) load_each_pack(&s, put_pack, &packs);
  json_close(&j, ']');
  sources_free(&s);
  return api_data(arena, &j);
}

/* ---- messages ------------------------------------------------------------------- */

static void put_place(Json *j, const Sources *s, const char *key, Loc loc)
{
  bool known = loc.file >= 0 && (size_t)loc.file < s->files.n;
  json_key_place(j, key, known ? s->files.at[loc.file].path : NULL, loc.line, loc.col,
                 loc.end);
}

/* An edit is offered if it was tried, or if what it replaces is one word: then it cannot
 * do harm. */
static bool is_word(const Sources *s, Loc loc)
{
  int n;
  if (loc.file < 0 || (size_t)loc.file >= s->files.n || loc.col < 1) return false;
  const char *line = source_line(&s->files.at[loc.file], loc.line, &n);
  if (loc.end > n + 1 || loc.end <= loc.col) return false;
  for (int i = loc.col - 1; i < loc.end - 1; i++)
    if (!isalnum((unsigned char)line[i]) && line[i] != '_') return false;
  return true;
}

static void put_hints(Json *j, const Sources *s, const Diag *g)
{
  json_key_open(j, "notes", '[');
  for (const Hint *h = g->hints; h; h = h->next) {
    json_open(j, '{');
    json_key_text(j, "text", h->text);
    if (h->loc.file >= 0) put_place(j, s, "place", h->loc);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_key_open(j, "remedies", '[');
  for (const Hint *h = g->hints; h; h = h->next) {
    if (!h->fix || (!h->certain && !h->tried && !is_word(s, h->edit))) continue;
    json_open(j, '{');
    json_key_text(j, "text", h->text);
    put_place(j, s, "place", h->edit);
    json_key_text(j, "write", h->fix);
    json_key_bool(j, "certain", h->certain);
    json_close(j, '}');
  }
  json_close(j, ']');
}

void api_diags(Json *j, const Diags *d, const Sources *s, Severity least)
{
  static const char *const severities[] = {"note", "warning", "error"};
  size_t n;
  const Diag **order = diags_order(d, least, true, &n);
  json_open(j, '[');
  for (size_t i = 0; order && i < n; i++) {
    const Diag *g = order[i];
    INVARIANT(g->loc.file < (int)s->files.n); /* -1: of the whole */
    json_open(j, '{');
    json_key_text(j, "code", diag_name(g->code));
    json_key_text(j, "severity", severities[diag_severity(g->code)]);
    put_place(j, s, "place", g->loc);
    json_key_text(j, "text", g->message);
    if (g->label) json_key_text(j, "label", g->label);
    if (g->accepted) json_key_text(j, "accepted", g->accepted);
    put_hints(j, s, g);
    json_close(j, '}');
  }
  json_close(j, ']');
  free(order);
}

void api_messages(Json *j, const Unit *u)
{
  api_diags(j, &u->diags, &u->sources, SEV_NOTE);
}

void api_said(Json *j, Diags *d, const Sources *s, regel_format format, unsigned how,
              Severity least)
{
  static const DiagFormat formats[] = {DIAG_HUMAN, DIAG_SHORT, DIAG_JSON};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  diags_print(out, d, s, formats[format], how & REGEL_COLOUR, least);
  fclose(out);
  json_key(j, "said");
  json_textn(j, text, size);
  free(text);
}
