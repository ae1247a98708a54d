#include "interp/cmd/game.h"
#include "grammar/diag.h"
#include "interp/code/compile.h"
#include "interp/bot/bot.h"
#include "interp/native/native.h"
#include "interp/rules/blame.h"
#include "interp/rules/load.h"
#include "interp/session/name.h"
#include "interp/rules/settings.h"
#include "interp/text/place.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- compiling ------------------------------------------------------------------ */

static void unit_begin(Game *g, bool tests)
{
  memset(g, 0, sizeof *g);
  g->arena = arena_new();
  g->unit = unit_new(g->arena);
  g->unit->tests = tests;
  load_library(&g->unit->sources);
}

static bool parse(Game *g, const char *path)
{
  if (strcmp(path, "-")) return unit_parse(g->unit, path);
  size_t size;
  char *text = load_read(path, &size);
  bool ok = text && unit_parse_text(g->unit, "stdin", text, size);
  free(text);
  return ok;
}

void game_parse(Game *g, const char *path, const Args *packs, bool tests)
{
  unit_begin(g, tests);
  g->path = arena_strdup(g->arena, path);
  g->readable = parse(g, path);
  for (size_t i = 0; g->readable && packs && i < packs->n; i++)
    g->readable = unit_parse_pack(g->unit, packs->at[i]);
  g->has_game = load_has_game(g->unit);
}

void game_compile(Game *g, const char *path, const Args *packs, bool tests)
{
  game_parse(g, path, packs, tests);
  if (g->readable) g->program = compile(g->unit);
  if (g->readable && !g->program && packs && packs->n) blame_packs(g->unit, NULL);
}

void game_close(Game *g)
{
  load_lang_free(&g->speech);
  native_later_end(g->later);
  native_close(g->program);
  if (g->program) program_free(g->program);
  if (g->unit) unit_free(g->unit);
  arena_free(g->arena);
  memset(g, 0, sizeof *g);
}

void game_native(Cli *cli, Game *g)
{
  Buf why = {0};
  if (!native_open(g->program, &why))
    cli_error(cli, "interpreted, not native: %s", buf_text(&why));
  buf_free(&why);
}

void game_native_later(Cli *cli, Game *g)
{
  Buf why = {0};
  g->later = native_later(g->program, &why);
  if (why.n) cli_error(cli, "interpreted, not native: %s", buf_text(&why));
  buf_free(&why);
}

const char *game_find(Cli *cli, Arena *arena, const char *name)
{
  if (!strcmp(name, "-")) return name;
  Sources s;
  sources_init(&s, arena);
  load_library(&s);
  const char *path = load_find(&s, name), *other;
  struct stat st;
  if (!path) {
    Buf all = {0};
    const char *near = load_nearest(&s, name, &all);
    if (!stat(name, &st)) cli_error(cli, "there is no game.regel in %s", name);
    else if (strchr(name, '/') || strstr(name, ".regel"))
      cli_error(cli, "there is no file %s", name);
    else if (near)
      cli_error(cli, "no ruleset called \"%s\"; did you mean \"%s\"?", name, near);
    else if (!all.n)
      cli_error(cli, "no ruleset called \"%s\", and no library of rulesets found", name);
    else cli_error(cli, "no ruleset called \"%s\"; there is: %s", name, buf_text(&all));
    buf_free(&all);
  } else if (stat(name, &st) && (other = sources_other_game(&s, name, path))) {
    cli_error(cli, "%s is read; there is also %s", path, other);
  }
  sources_free(&s);
  return path;
}

/* ---- packs ---------------------------------------------------------------------- */

/* Which main files --pack means.  Reports what is no pack and returns false then. */
static bool find_packs(Cli *cli, Arena *arena, Args *found)
{
  Sources s;
  bool all = true;
  sources_init(&s, arena);
  load_library(&s);
  for (size_t i = 0; i < cli->packs.n; i++) {
    const char *path = load_find_pack(&s, cli->packs.at[i]), *other;
    if (path) vec_push(found, path);
    if (path && (other = load_other_pack(&s, cli->packs.at[i], path)))
      cli_error(cli, "%s is read; there is also %s", path, other);
    if (!path)
      cli_error(cli,
                "no pack called \"%s\": it is a folder with a file pack.regel, or "
                "packs/%s of a folder in REGEL_PATH",
                cli->packs.at[i], cli->packs.at[i]);
    all = all && path;
  }
  sources_free(&s);
  return all;
}

/* The game of a pack that was named in place of one, which is taken along then. */
static const char *game_of_pack(Cli *cli, Arena *arena, const char *name)
{
  Sources s;
  struct stat st;
  sources_init(&s, arena);
  load_library(&s);
  const char *pack =
      load_find(&s, name) && stat(name, &st) ? NULL : load_find_pack(&s, name);
  bool both = pack && !strcmp(pack, name) && !strstr(name, ".regel");
  const char *game = pack && !both ? load_pack_game(arena, pack) : NULL;
  if (game) { /* it is named again when the game is over: it outlives the arena */
    free(cli->own_pack);
    cli->own_pack = strdup(pack);
    if (!cli->own_pack) abort();
    vec_push(&cli->packs, cli->own_pack);
  }
  sources_free(&s);
  return game;
}

/* The main file of a game, and those of the packs that come along.  The name may be that
 * of a pack itself.  NULL: what is wrong was told. */
const char *game_find_all(Cli *cli, Arena *arena, const char *name, Args *packs)
{
  const char *game = strcmp(name, "-") ? game_of_pack(cli, arena, name) : NULL;
  const char *path = game_find(cli, arena, game ? game : name);
  if (path && !find_packs(cli, arena, packs)) path = NULL;
  return path;
}

int game_open(Cli *cli, Game *g, const char *name, bool tests)
{
  Arena *arena = arena_new();
  Args packs = {0};
  const char *path = game_find_all(cli, arena, name, &packs);
  memset(g, 0, sizeof *g);
  int code = CODE_USAGE;
  if (path) {
    game_compile(g, path, &packs, tests);
    Severity least = g->program ? SEV_ERROR : SEV_WARNING; /* `check` tells the rest */
    diags_print(stderr, &g->unit->diags, &g->unit->sources, DIAG_HUMAN, cli->color_err,
                least);
    code = g->program ? -1 : g->readable ? CODE_SOURCE : CODE_IO;
    if (code == CODE_SOURCE) cli_error(cli, "%s does not compile", path);
  }
  vec_free(&packs);
  arena_free(arena);
  return code;
}

/* ---- languages ------------------------------------------------------------------ */

int game_language(Cli *cli, LoadedLang *l, const Program *p)
{
  Arena *arena = arena_new();
  const char *code = cli->lang ? cli->lang : load_lang_wanted(arena);
  bool fine = load_lang(l, code ? code : lang_code(NULL), p, NULL);
  if (!fine && l->diags.errors) {
    diags_print(stderr, &l->diags, &l->sources, DIAG_HUMAN, cli->color_err, SEV_ERROR);
    cli_error(cli, "the translation into \"%s\" cannot be read", code);
  } else if (!fine) {
    Buf all = {0};
    load_lang_list(p, NULL, &all);
    cli_error(cli, "no language called \"%s\"; there is: %s", code, buf_text(&all));
    buf_free(&all);
  }
  int answer = fine ? -1 : l->diags.errors ? CODE_SOURCE : CODE_USAGE;
  arena_free(arena);
  return answer;
}

int game_speak(Cli *cli, Game *g)
{
  int code = game_language(cli, &g->speech, g->program);
  g->lang = g->speech.lang;
  return code;
}

/* ---- rulesets of several files -------------------------------------------------- */

static bool ends_with(const char *s, const char *end)
{
  size_t n = strlen(s), m = strlen(end);
  return n >= m && !strcmp(s + n - m, end);
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_source_of(const Game *g, const char *path)
{
  for (size_t i = 0; i < g->unit->sources.files.n; i++)
    if (!strcmp(g->unit->sources.files.at[i].path, path)) return true;
  return false;
}

/* Other files of a folder that a main file in it does not use itself. */
static void other_files(const Game *g, Arena *arena, const char *main, Args *found)
{
  const char *folder = load_folder(arena, main);
  DIR *d = opendir(*folder ? folder : ".");
  size_t first = found->n;
  for (struct dirent *e; d && (e = readdir(d));) {
    if (e->d_name[0] == '.' || !ends_with(e->d_name, ".regel")) continue;
    const char *path = *folder ? arena_printf(arena, "%s/%s", folder, e->d_name)
                               : arena_strdup(arena, e->d_name);
    if (!is_source_of(g, path)) vec_push(found, path);
  }
  if (d) closedir(d);
  if (found->n > first)
    qsort(found->at + first, found->n - first, sizeof *found->at, by_name);
}

static size_t count_packs(const Unit *u)
{
  size_t n = 0;
  for (const Node *i = u->items.head; i; i = i->next) n += i->tag == N_PACK;
  return n;
}

/* Files beside a pack that use it: read in its place. */
static void each_pack_part(Args *packs, size_t which, const char *path,
                           const Args *others, GameFn fn, void *user)
{
  const char *main = packs->at[which];
  for (size_t i = 0; i < others->n; i++) {
    Game g;
    packs->at[which] = others->at[i];
    game_compile(&g, path, packs, true);
    if (g.readable && count_packs(g.unit) == packs->n) fn(user, &g, true);
    else game_close(&g);
  }
  packs->at[which] = main;
}

int game_each_part(Cli *cli, const char *name, GameFn fn, void *user)
{
  Arena *arena = arena_new();
  Args others = {0}, packs = {0};
  const char *path = game_find_all(cli, arena, name, &packs);
  VEC(Args) beside = {0};
  if (path) {
    Game g;
    game_compile(&g, path, &packs, true);
    if (!ends_with(name, ".regel") && strcmp(name, "-") && !packs.n)
      other_files(&g, arena, g.path, &others);
    for (size_t i = 0; i < packs.n; i++) {
      Args list = {0};
      if (ends_with(packs.at[i], "pack.regel"))
        other_files(&g, arena, packs.at[i], &list);
      vec_push(&beside, list);
    }
    fn(user, &g, false);
  }
  for (size_t i = 0; i < others.n; i++) {
    Game g;
    game_compile(&g, others.at[i], NULL, true);
    if (g.has_game) fn(user, &g, true);
    else game_close(&g); /* a part of some game: not a program by itself */
  }
  for (size_t i = 0; i < beside.n; i++) {
    each_pack_part(&packs, i, path, &beside.at[i], fn, user);
    vec_free(&beside.at[i]);
  }
  vec_free(&beside);
  vec_free(&others);
  vec_free(&packs);
  arena_free(arena);
  return path ? -1 : CODE_USAGE;
}

typedef struct Names {
  Args *names;
  Arena *arena;
} Names;

static void add_name(void *user, const char *name)
{
  Names *n = user;
  vec_push(n->names, arena_strdup(n->arena, name));
}

void game_names(Args *names, Arena *arena)
{
  if (names->n) return;
  Sources s;
  sources_init(&s, arena);
  load_library(&s);
  Names n = {names, arena};
  load_each_game(&s, add_name, &n);
  sources_free(&s);
}

/* ---- setting up ----------------------------------------------------------------- */

int game_setup(Cli *cli, const Program *p, GameSetup *s)
{
  Buf why = {0};
  if (!s->players) s->players = p->header->seats_low;
  s->options = settings_new(p);
  s->packs = &cli->packs;
  bool ok = settings_seats(p, (int)s->players, &why);
  for (size_t i = 0; ok && i < s->set.n; i++) {
    const char *text = s->set.at[i], *is = strchr(text, '=');
    char name[128];
    snprintf(name, sizeof name, "%.*s", is ? (int)(is - text) : 0, text);
    if (is) {
      ok = settings_set(p, s->options, name, is + 1, &why);
    } else {
      buf_printf(&why, "--set needs OPTION=VALUE, not \"%s\"", text);
      ok = false;
    }
  }
  ok = ok && settings_fit(p, (int)s->players, s->options, &why);
  int code = ok ? -1 : opts_wrong(cli, "%s", buf_text(&why));
  buf_free(&why);
  return code;
}

int game_edition(Cli *cli, const Program *p, GameSetup *s, Vm **vm)
{
  if (!s->set.n) return -1;
  int code = game_setup(cli, p, s);
  if (code >= 0) return code;
  Setup setup = {(int)s->players, 1, s->options};
  *vm = vm_new(p);
  vm_start(*vm, &setup);
  vm_step(*vm);
  return -1;
}

int game_copies(const Program *p, const Vm *vm, int32_t thing)
{
  const PThing *t = &p->things[thing];
  const PKind *k = &p->kinds[t->kind];
  int n = 0;
  if (!vm || k->present < 0) return t->copies;
  int64_t words[MAX_THINGS / 64 + 1];
  vm_get_wide(vm, k->present, NONE, NONE, words);
  for (int i = 0; i < t->copies; i++) {
    int bit = thing + i - k->first;
    n += (int)((uint64_t)words[bit / 64] >> bit % 64 & 1);
  }
  return n;
}

void game_setup_free(GameSetup *s)
{
  free(s->options);
  vec_free(&s->set);
  s->options = NULL;
}

void game_bot_name(int kind, long think, long ahead, char out[BOT_NAME])
{
  if (kind == BOT_LOOK && ahead != BOT_AHEAD)
    snprintf(out, BOT_NAME, "bot look %ld %ld", think, ahead);
  else if (kind == BOT_LOOK) snprintf(out, BOT_NAME, "bot look %ld", think);
  else if (kind == BOT_MCTS) snprintf(out, BOT_NAME, "bot mcts %ld", think);
  else snprintf(out, BOT_NAME, "bot random");
}

int game_seat(const char *const *names, int seats, const char *word)
{
  char *end;
  long seat = strtol(word, &end, 10) - 1;
  if (end != word && !*end) return seat >= 0 && seat < seats ? (int)seat : -1;
  for (int i = 0; i < seats; i++)
    if (names[i] && name_fits(word, names[i]) == 3) return i;
  return -1;
}

void game_setup_again(const GameSetup *s, Buf *b)
{
  for (size_t i = 0; s->packs && i < s->packs->n; i++)
    buf_printf(b, "--pack %s ", s->packs->at[i]);
  buf_printf(b, "--players %ld", s->players);
  for (size_t i = 0; i < s->set.n; i++) buf_printf(b, " --set %s", s->set.at[i]);
  if (!s->secret.set) {
    buf_printf(b, " --seed %llu", (unsigned long long)s->seed);
    return;
  }
  char secret[SECRET_DIGITS + 1];
  secret_write(&s->secret, secret);
  buf_printf(b, " --seed %s", secret);
}

/* ---- run-time errors ------------------------------------------------------------ */

static void put_actor(Buf *b, const View *v, int32_t ip)
{
  VmFrame frames[32];
  int n = vm_frames(v->vm, ip, frames, 32);
  int32_t seat = NONE, card = NONE;
  for (int i = 0; i < n; i++) {
    if (seat == NONE && frames[i].me >= 0 && frames[i].me < vm_seats(v->vm))
      seat = frames[i].me;
    if (card == NONE && frames[i].self >= 0 && frames[i].self < v->program->n_things)
      card = frames[i].self;
  }
  if (seat != NONE) {
    buf_add(b, "   = ");
    render_seat(v, b, seat);
    buf_add(b, " was acting\n");
  }
  if (card != NONE) {
    buf_add(b, "   = by the rules of ");
    render_thing(v, b, card);
    buf_char(b, '\n');
  }
}

void game_error(Cli *cli, const Program *p, const View *view, const VmFault *f,
                const char *again)
{
  Buf b = {0};
  const char *on = cli->color_err ? "\033[1;31m" : "",
             *off = cli->color_err ? "\033[0m" : "";
  const PLoc *l = place_of_ip(p, f->ip);
  buf_printf(&b, "%serror[%s]%s: %s\n", on, vm_error_name(f->error), off,
             vm_error_title(f->error));
  if (l) place_show(p, &b, l);
  place_circle(p, &b, f);
  if (view) put_actor(&b, view, f->ip);
  if (again) buf_printf(&b, "   = to see it again: %s\n", again);
  buf_printf(&b, "   = regel explain %s\n", vm_error_name(f->error));
  fflush(stdout);
  fputs(buf_text(&b), stderr);
  buf_free(&b);
}
