#include "interp/rules/wanted.h"
#include "grammar/diag.h"
#include "interp/base/invariant.h"
#include "interp/base/limits.h"
#include "interp/code/compile.h"
#include "interp/rules/blame.h"
#include "interp/rules/load.h"
#include "interp/base/text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- what a name means ------------------------------------------------------------ */

#define SAY(w, s, ...) vec_push(&(w)->said, arena_printf((s)->arena, __VA_ARGS__))

/* "looked for NAME here and in /a, /b": all the places. */
static const char *looked(const Sources *s, const char *in)
{
  const char *said = arena_printf(s->arena, "looked for %s here", in);
  for (size_t i = 0; i < s->library.n; i++)
    said = arena_printf(s->arena, "%s%s %s", said, i ? "," : " and in", s->library.at[i]);
  return said;
}

/* Nobody reads what no game or pack can be called. */
static bool say_too_long(Wanted *w, const Sources *s, const char *name)
{
  if (strchr(name, '/') || strlen(name) <= MAX_NAME) return false;
  SAY(w, s, "nothing can be called \"%.20s…\": a name has at most %d letters", name,
      MAX_NAME);
  return true;
}

static void say_no_game(Wanted *w, Sources *s, const char *name, const char *of)
{
  Buf all = {0}, packs = {0};
  struct stat st;
  if (say_too_long(w, s, name)) return;
  const char *near = load_nearest(s, name, &all), *pack = load_find_pack(s, name),
             *near_pack = load_nearest_pack(s, name, &packs);
  if (!near) near = near_pack;
  if (packs.n) buf_printf(&all, "; packs: %s", buf_text(&packs));
  if (of && pack)
    SAY(w, s,
        "%s is for \"%s\", which is a pack itself: a pack is for a game, and others "
        "come along with --pack",
        of, name);
  else if (of) SAY(w, s, "%s is for \"%s\", and there is no game of this name", of, name);
  else if (pack && strstr(pack, "pack.regel"))
    SAY(w, s, "%s has no line that begins a pack: pack NAME \"Title\" for GAME", pack);
  else if (!stat(name, &st)) SAY(w, s, "there is no game.regel in %s", name);
  else if (strchr(name, '/') || strstr(name, ".regel"))
    SAY(w, s, "there is no file %s", name);
  else if (near) SAY(w, s, "no ruleset called \"%s\"; did you mean \"%s\"?", name, near);
  else if (!all.n)
    SAY(w, s, "no ruleset called \"%s\", and no library of rulesets found", name);
  else SAY(w, s, "no ruleset called \"%s\"; there is: %s", name, buf_text(&all));
  if (!pack && stat(name, &st) && !strchr(name, '/') && !strstr(name, ".regel"))
    SAY(w, s, "%s",
        looked(s, arena_printf(s->arena, "scenarios/%s and packs/%s", name, name)));
  buf_free(&all);
  buf_free(&packs);
}

static const char *find_game(Wanted *w, Sources *s, const char *name)
{
  const char *path = load_find(s, name), *other;
  struct stat st;
  size_t n = strlen(name);
  bool lies_here = !stat(name, &st);
  if (!path) say_no_game(w, s, name, w->own);
  else if (lies_here && S_ISDIR(st.st_mode) && !strchr(name, '/') &&
           (strncmp(path, name, n) || path[n] != '/'))
    SAY(w, s, "there is no game.regel in the folder %s: %s is read", name, path);
  else if (!lies_here && (other = sources_other_game(s, name, path)))
    SAY(w, s, "%s is read; there is also %s", path, other);
  return path;
}

static bool same_file(const char *a, const char *b)
{
  struct stat x, y;
  return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* One file with a whole pack in it, not the text of one. */
static bool is_handed_on(const char *path) { return text_ends(path, ".regelpack"); }

static bool find_pack(Wanted *w, Sources *s, const char *name)
{
  const char *path = load_find_pack(s, name), *other;
  if (path && is_handed_on(path)) {
    SAY(w, s, "%s is a pack as it is handed on: regel unpack %s puts it into a folder",
        path, path);
    return false;
  }
  for (size_t i = 0; path && i < w->packs.n; i++)
    if (same_file(w->packs.at[i], path)) return true;
  if (path) vec_push(&w->packs, path);
  if (path && (other = load_other_pack(s, name, path)))
    SAY(w, s, "%s is read; there is also %s", path, other);
  if (path && (other = load_pack_name(s, path)) && !strchr(name, '/') &&
      strcmp(other, name))
    SAY(w, s, "%s has the pack \"%s\": what it declares is called %s.NAME", path, other,
        other);
  if (!path && say_too_long(w, s, name)) return false;
  Buf all = {0};
  const char *near = path ? NULL : load_nearest_pack(s, name, &all);
  if (near) SAY(w, s, "no pack called \"%s\"; did you mean \"%s\"?", name, near);
  else if (!path)
    SAY(w, s,
        "no pack called \"%s\"%s%s; a pack is a folder with a file pack.regel, named by "
        "its path, or as packs/%s of a folder in REGEL_PATH",
        name, all.n ? "; there is: " : "", buf_text(&all), name);
  buf_free(&all);
  if (!path && !strchr(name, '/'))
    SAY(w, s, "%s", looked(s, arena_printf(s->arena, "packs/%s", name)));
  return path;
}

/* The game of a pack that was named in place of one, which is taken along then. */
static const char *game_of_pack(Wanted *w, Sources *s, const char *name)
{
  struct stat st;
  const char *pack =
      load_find(s, name) && stat(name, &st) ? NULL : load_find_pack(s, name);
  bool both = pack && !strcmp(pack, name) && !strstr(name, ".regel");
  const char *game = pack && !both ? load_pack_game(s->arena, pack) : NULL;
  if (game) w->own = pack;
  return game;
}

void wanted_find(Wanted *w, Sources *s, const char *name, const char *const *packs,
                 size_t count)
{
  INVARIANT(s->arena && name);
  *w = (Wanted){0};
  bool input = !strcmp(name, "-"), all = true;
  struct stat st;
  if (is_handed_on(name) && !stat(name, &st)) {
    find_pack(w, s, name);
    return;
  }
  const char *game = input ? NULL : game_of_pack(w, s, name);
  w->path = input ? name : find_game(w, s, game ? game : name);
  for (size_t i = 0; w->path && i < count; i++) all = find_pack(w, s, packs[i]) && all;
  if (w->path && w->own) all = find_pack(w, s, w->own) && all;
  if (!all) w->path = NULL;
  INVARIANT(w->path || w->said.n);
}

void wanted_free(Wanted *w)
{
  vec_free(&w->packs);
  vec_free(&w->said);
}

/* ---- compiling ------------------------------------------------------------------ */

static bool parse(WantedPart *p, const char *path)
{
  if (strcmp(path, "-")) return unit_parse(p->unit, path);
  size_t size;
  char *text = file_whole(path, &size);
  bool ok = text && unit_parse_text(p->unit, "stdin", text, size);
  free(text);
  return ok;
}

void wanted_parse(WantedPart *p, const WantedHow *how, const char *path,
                  const Paths *packs)
{
  Arena *arena = arena_new();
  *p =
      (WantedPart){arena, unit_new(arena), NULL, arena_strdup(arena, path), false, false};
  p->unit->tests = how->tests;
  p->unit->open = how->telling;
  how->prepare(how->user, &p->unit->sources);
  p->readable = parse(p, path);
  for (size_t i = 0; p->readable && packs && i < packs->n; i++)
    p->readable = unit_parse_pack(p->unit, packs->at[i]);
  p->has_game = load_has_game(p->unit);
}

void wanted_compile(WantedPart *p, const WantedHow *how, const char *path,
                    const Paths *packs)
{
  wanted_parse(p, how, path, packs);
  if (p->readable) p->program = compile(p->unit);
  if (p->readable && !p->program) blame_added(p->unit, NULL);
  INVARIANT(p->program || !p->readable || p->unit->diags.errors);
}

void wanted_part_free(WantedPart *p)
{
  if (p->program) program_free(p->program);
  if (p->unit) unit_free(p->unit);
  if (p->arena) arena_free(p->arena);
  *p = (WantedPart){0};
}

/* ---- rulesets of several files -------------------------------------------------- */

static bool is_source_of(const WantedPart *p, const char *path)
{
  for (size_t i = 0; i < p->unit->sources.files.n; i++)
    if (!strcmp(p->unit->sources.files.at[i].path, path)) return true;
  return false;
}

/* Other files of a folder that a main file in it does not use itself. */
static void other_files(const WantedPart *p, Arena *arena, const char *main, Paths *found)
{
  const char *folder = load_folder(arena, main);
  DIR *d = opendir(*folder ? folder : ".");
  size_t first = found->n;
  for (struct dirent *e; d && (e = readdir(d));) {
    if (e->d_name[0] == '.' || !text_ends(e->d_name, ".regel")) continue;
    const char *path = *folder ? arena_printf(arena, "%s/%s", folder, e->d_name)
                               : arena_strdup(arena, e->d_name);
    if (!is_source_of(p, path)) vec_push(found, path);
  }
  if (d) closedir(d);
  if (found->n > first)
    qsort(found->at + first, found->n - first, sizeof *found->at, by_text);
}

static size_t count_packs(const Unit *u)
{
  size_t n = 0;
  for (const Node *i = u->items.head; i; i = i->next) n += i->tag == N_PACK;
  return n;
}

/* Files beside a pack that use it: read in its place. */
static void each_pack_part(const Wanted *w, const WantedHow *how, size_t which,
                           const Paths *others, WantedFn fn, void *user)
{
  INVARIANT(which < w->packs.n);
  const char *main = w->packs.at[which];
  for (size_t i = 0; i < others->n; i++) {
    WantedPart p;
    w->packs.at[which] = others->at[i];
    wanted_compile(&p, how, w->path, &w->packs);
    if (p.readable && count_packs(p.unit) == w->packs.n) fn(user, &p, true);
    else wanted_part_free(&p);
  }
  w->packs.at[which] = main;
}

bool wanted_is_file(const char *name)
{
  return text_ends(name, ".regel") || !strcmp(name, "-");
}

void wanted_each_part(const Wanted *w, const WantedHow *how, bool alone, WantedFn fn,
                      void *user)
{
  INVARIANT(w->path);
  Arena *arena = arena_new();
  Paths others = {0};
  VEC(Paths) beside = {0};
  WantedPart p;
  wanted_compile(&p, how, w->path, &w->packs);
  if (!alone && !w->packs.n) other_files(&p, arena, p.path, &others);
  for (size_t i = 0; i < w->packs.n; i++) {
    Paths list = {0};
    if (text_ends(w->packs.at[i], "pack.regel"))
      other_files(&p, arena, w->packs.at[i], &list);
    vec_push(&beside, list);
  }
  fn(user, &p, false);
  for (size_t i = 0; i < others.n; i++) {
    wanted_compile(&p, how, others.at[i], NULL);
    if (p.has_game) fn(user, &p, true);
    else wanted_part_free(&p); /* a part of some game: not a program by itself */
  }
  for (size_t i = 0; i < beside.n; i++) {
    each_pack_part(w, how, i, &beside.at[i], fn, user);
    vec_free(&beside.at[i]);
  }
  vec_free(&beside);
  vec_free(&others);
  arena_free(arena);
}
