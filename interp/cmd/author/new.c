/* regel new: beginnings that compile, play and have a test. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "db/seal.h"
#include "interp/cmd/game.h"
#include "interp/rules/begin.h"
#include "interp/rules/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct New {
  Cli *cli;
  Arena *arena;
  const char *what, *name, *game, *kind;
  const char *next; /* what to run afterwards */
} New;

/* ---- files ---------------------------------------------------------------------- */

static bool make_folders(const char *path)
{
  Buf b = {0};
  bool fine = true;
  for (const char *s = strchr(path, '/'); s && fine; s = strchr(s + 1, '/')) {
    if (s == path) continue; /* the root is there */
    buf_clear(&b);
    buf_addn(&b, path, (size_t)(s - path));
    fine = !mkdir(buf_text(&b), 0777) || errno == EEXIST;
  }
  buf_free(&b);
  return fine;
}

/* Writes a file that must not be there yet. */
static int write_new(const New *w, const char *path, const Buf *b)
{
  FILE *f = make_folders(path) ? fopen(path, "wx") : NULL;
  bool fine = f && fwrite(buf_text(b), 1, b->n, f) == b->n;
  if (f && fclose(f)) fine = false;
  if (fine) printf("%s\n", path);
  else if (errno == EEXIST)
    cli_error(w->cli, "%s is there already and stays as it is", path);
  else cli_error(w->cli, "cannot write %s: %s", path, strerror(errno));
  return fine ? -1 : CODE_IO;
}

static int write_made(New *w, const char *path, Buf *b)
{
  int code = write_new(w, path, b);
  buf_free(b);
  return code;
}

/* ---- what there is to begin ----------------------------------------------------- */

static int new_game(New *w)
{
  Buf b = {0};
  begin_game(&b, w->name);
  w->next = arena_printf(w->arena, "regel test scenarios/%s", w->name);
  return write_made(w, arena_printf(w->arena, "scenarios/%s/game.regel", w->name), &b);
}

static const char *version_of(New *w, const Program *p)
{
  char hex[2 * SEAL_BYTES + 1];
  Seal seal = seal_rules(p);
  seal_hex(&seal, hex);
  return arena_strndup(w->arena, hex, 12);
}

static int pack_line(New *w, const Game *g)
{
  Buf b = {0};
  begin_pack(&b, g->unit->model, w->name, version_of(w, g->program));
  w->next = arena_printf(w->arena, "regel test packs/%s", w->name);
  return write_made(w, arena_printf(w->arena, "packs/%s/pack.regel", w->name), &b);
}

/* The first card of a pack; without a kind for one, a variant. */
static int first_card(New *w, const Game *g)
{
  Buf b = {0};
  const Kind *k = begin_kind(g->unit->model, w->kind);
  const char *name = k ? "first_card" : "other_way";
  if (k) begin_card(&b, g->unit->model, k, name);
  else begin_scenario(&b, g->unit->model, name);
  return write_made(w, arena_printf(w->arena, "packs/%s/cards/%s.regel", w->name, name),
                    &b);
}

static int new_pack(New *w, const Game *g)
{
  int code = pack_line(w, g);
  return code < 0 ? first_card(w, g) : code;
}

static int new_scenario(New *w, const Game *g)
{
  Buf b = {0};
  int code = pack_line(w, g);
  if (code >= 0) return code;
  begin_scenario(&b, g->unit->model, w->name);
  return write_made(
      w, arena_printf(w->arena, "packs/%s/cards/%s.regel", w->name, w->name), &b);
}

static const char *main_file(const Game *g)
{
  const Model *m = g->unit->model;
  int file = m->packs.n ? m->packs.at[m->packs.n - 1]->decl->loc.file : 0;
  return g->unit->sources.files.at[file].path;
}

/* What the pack still has to say to read a new file of cards/; NULL: it reads all. */
static const char *not_used(const Game *g)
{
  int file = g->unit->model->packs.at[g->unit->model->packs.n - 1]->decl->loc.file;
  for (const Node *n = g->unit->items.head; n; n = n->next)
    if (n->tag == N_USE && n->loc.file == file && !strcmp(n->name, "cards/*.regel"))
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

/* A card goes into the folder cards/ of a pack, or of a ruleset that lies here. */
static int new_card(New *w, const Game *g)
{
  Buf b = {0};
  const Model *m = g->unit->model;
  const Kind *k = begin_kind(m, w->kind);
  if (!k) {
    return w->kind ? opts_wrong(w->cli, "%s has no kind \"%s\" of which a card could be",
                                m->game->name, w->kind)
                   : opts_wrong(w->cli, "%s has no kind of cards: say which with --kind",
                                m->game->name);
  }
  const char *folder = load_folder(w->arena, main_file(g));
  if (!m->packs.n && !lies_here(folder))
    return opts_wrong(w->cli,
                      "%s lies in %s and stays as it is; begin a pack for it: regel new "
                      "pack NAME --for %s",
                      m->game->name, folder, m->game->name);
  if (m->packs.n)
    folder = arena_printf(w->arena, "%s%scards", folder, *folder ? "/" : "");
  begin_card(&b, m, k, w->name);
  const char *path =
      arena_printf(w->arena, "%s%s%s.regel", folder, *folder ? "/" : "", w->name);
  int code = write_made(w, path, &b);
  const char *use = m->packs.n ? not_used(g) : w->name;
  w->next =
      use ? arena_printf(w->arena, "write: use \"%s.regel\" in %s, then: regel test %s",
                         use, main_file(g), w->game)
          : arena_printf(w->arena, "regel test %s", w->game);
  return code;
}

static int begin_for(New *w)
{
  Game g = {0};
  int code = w->game ? game_open(w->cli, &g, w->game, false)
                     : opts_wrong(w->cli, "say for which game: --for GAME");
  if (code < 0)
    code = !strcmp(w->what, "pack")       ? new_pack(w, &g)
           : !strcmp(w->what, "scenario") ? new_scenario(w, &g)
                                          : new_card(w, &g);
  if (g.arena) game_close(&g);
  return code;
}

static int begin(New *w)
{
  Buf why = {0};
  bool game = !strcmp(w->what, "game");
  int code = -1;
  if (!game && strcmp(w->what, "pack") && strcmp(w->what, "scenario") &&
      strcmp(w->what, "card"))
    code = opts_wrong(w->cli, "there is no new \"%s\": game, pack, scenario or card",
                      w->what);
  else if (!begin_name(w->name, &why)) code = opts_wrong(w->cli, "%s", buf_text(&why));
  buf_free(&why);
  if (code < 0) code = game ? new_game(w) : begin_for(w);
  if (code >= 0) return code;
  printf("Next: %s\n", w->next);
  return CODE_FINE;
}

int cmd_new(Cli *cli, int argc, char **argv)
{
  New w = {.cli = cli};
  const Opt opts[] = {
      {0, "for", OPT_TEXT, &w.game, "GAME",
       "the game, or for a card the pack, that it is for", 0, 0, NULL},
      {0, "kind", OPT_TEXT, &w.kind, "KIND",
       "of which kind a card is (that of most cards)", 0, 0, NULL},
  };
  const Usage usage = {
      "regel new game mygame",
      "new game NAME\n       regel new pack|scenario|card NAME --for GAME",
      "Writes a small beginning that compiles, can be played and has a test.  Files lie "
      "in\n"
      "scenarios/NAME or packs/NAME of the present folder; none that is there is "
      "touched.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      2,
      2,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    w.arena = arena_new();
    w.what = names.at[0];
    w.name = names.at[1];
    code = begin(&w);
    arena_free(w.arena);
  }
  vec_free(&names);
  return code;
}
