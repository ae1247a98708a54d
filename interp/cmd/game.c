#include "interp/cmd/game.h"
#include "grammar/diag.h"
#include "interp/cmd/client.h"
#include "interp/bot/bot.h"
#include "interp/native/native.h"
#include "interp/rules/load.h"
#include "interp/rules/wanted.h"
#include "interp/session/name.h"
#include "interp/rules/settings.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

/* ---- compiling ------------------------------------------------------------------ */

static void library_of_program(void *user, Sources *s)
{
  (void)user;
  load_library(s);
}

static Game game_of(const WantedPart *p)
{
  return (Game){.arena = p->arena,
                .unit = p->unit,
                .program = p->program,
                .path = p->path,
                .readable = p->readable,
                .has_game = p->has_game};
}

void game_parse(Game *g, const char *path, const Args *packs, bool tests)
{
  WantedPart p;
  wanted_parse(&p, &(WantedHow){library_of_program, NULL, tests, false}, path, packs);
  *g = game_of(&p);
}

void game_compile(Game *g, const char *path, const Args *packs, bool tests)
{
  WantedPart p;
  wanted_compile(&p, &(WantedHow){library_of_program, NULL, tests, false}, path, packs);
  *g = game_of(&p);
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

void game_native_later(Cli *cli, Game *g)
{
  Buf why = {0};
  g->later = native_later(g->program, &why);
  if (why.n) cli_error(cli, "interpreted, not native: %s", buf_text(&why));
  buf_free(&why);
}

/* What a name and --pack mean; what is to be told about it is told. */
static bool find_wanted(Cli *cli, Arena *arena, const char *name, bool packs, Wanted *w)
{
  Sources s;
  sources_init(&s, arena);
  load_library(&s);
  if (packs) client_other_game(cli);
  wanted_find(w, &s, name, cli->packs.at, packs ? cli->packs.n : 0);
  sources_free(&s);
  for (size_t i = 0; i < w->said.n; i++) cli_error(cli, "%s", w->said.at[i]);
  if (w->own && packs) client_own_pack(cli, w->own);
  return w->path != NULL;
}

bool game_find_parse(Cli *cli, Game *g, const char *name, bool tests)
{
  Arena *arena = arena_new();
  Wanted w;
  bool found = find_wanted(cli, arena, name, false, &w);
  if (found) game_parse(g, w.path, &w.packs, tests);
  wanted_free(&w);
  arena_free(arena);
  return found;
}

int game_open(Cli *cli, Game *g, const char *name, bool tests)
{
  Arena *arena = arena_new();
  Wanted w;
  memset(g, 0, sizeof *g);
  int code = CODE_USAGE;
  if (find_wanted(cli, arena, name, true, &w)) {
    game_compile(g, w.path, &w.packs, tests);
    Severity least = g->program ? SEV_ERROR : SEV_WARNING; /* `check` tells the rest */
    diags_print(stderr, &g->unit->diags, &g->unit->sources, DIAG_HUMAN, cli->color_err,
                least);
    code = g->program ? -1 : g->readable ? CODE_SOURCE : CODE_IO;
    Buf with = {0};
    for (size_t i = 0; i < w.packs.n; i++)
      buf_printf(&with, "%s%s", i ? ", " : " with ", w.packs.at[i]);
    if (code == CODE_SOURCE)
      cli_error(cli, "%s does not compile%s", w.path, buf_text(&with));
    buf_free(&with);
  }
  wanted_free(&w);
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

typedef struct Each {
  GameFn fn;
  void *user;
} Each;

static void give_part(void *user, WantedPart *p, bool extra)
{
  Each *e = user;
  Game g = game_of(p);
  e->fn(e->user, &g, extra);
}

int game_each_part(Cli *cli, const char *name, GameFn fn, void *user)
{
  Arena *arena = arena_new();
  Wanted w;
  bool found = find_wanted(cli, arena, name, true, &w);
  if (found)
    wanted_each_part(&w, &(WantedHow){library_of_program, NULL, true, false},
                     wanted_is_file(name), give_part, &(Each){fn, user});
  wanted_free(&w);
  arena_free(arena);
  return found ? -1 : CODE_USAGE;
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
