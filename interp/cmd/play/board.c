/* regel board: the board of a game, on the screen or as pictures. */
#include "interp/base/buf.h"
#include "interp/base/replace.h"
#include "interp/cmd/client.h"
#include "interp/cmd/front.h"
#include "interp/cmd/opts.h"
#include "interp/regel.h"

#include <errno.h>
#include <string.h>

typedef struct Show {
  Cli *cli;
  Arena *arena;
  const char *file, *out;
  Args set;
  Args drawn; /* pictures that the program that prints turns into PNG */
  long players, seat, answers, game, steps, dpi;
  uint64_t seed;
  bool all, places, json, from_store, back;
} Show;

/* ---- where it goes --------------------------------------------------------------------
 */

/* A picture alone follows the reader's choice of dark or light; inside of a page the page
 * does that. */
static const char dark[] =
    "<style>@media (prefers-color-scheme: dark) {" CLIENT_DARK_BOARD "}</style>\n";

static bool write_file(const Show *s, const char *path, const char *svg)
{
  Replace r;
  const char *head = strstr(svg, "<title>");
  if (!replace_begin(&r, path)) {
    cli_error(s->cli, "%s: %s", path, strerror(errno));
    return false;
  }
  size_t n = head ? (size_t)(head - svg) : 0;
  bool whole = fwrite(svg, 1, n, r.out) == n && fputs(dark, r.out) >= 0 &&
               fputs(svg + n, r.out) >= 0;
  if (replace_end(&r, whole)) return true;
  cli_error(s->cli, "%s: %s", path, strerror(errno));
  return false;
}

/* FILE.svg, then FILE-2.svg and so on. */
static void name_file(Buf *b, const char *path, int n)
{
  const char *dot = strrchr(path, '.');
  if (!dot || strchr(dot, '/')) dot = path + strlen(path);
  buf_addn(b, path, (size_t)(dot - path));
  if (n > 1) buf_printf(b, "-%d", n);
  buf_add(b, dot);
}

static bool is_png(const char *path)
{
  size_t n = strlen(path);
  return n > 4 && !strcmp(path + n - 4, ".png");
}

static int write_pictures(Show *s, const regel_data *views)
{
  int n = 0;
  for (size_t i = 0; i < regel_data_count(views); i++) {
    const regel_data *svg = regel_data_get(regel_data_at(views, i), "svg");
    if (!regel_data_text(svg) || !*regel_data_text(svg)) continue;
    Buf path = {0};
    name_file(&path, s->out, ++n);
    if (is_png(s->out)) buf_add(&path, ".svg");
    bool done = write_file(s, buf_text(&path), regel_data_text(svg));
    if (done && is_png(s->out)) vec_push(&s->drawn, arena_strdup(s->arena, path.at));
    buf_free(&path);
    if (!done) return CODE_IO;
  }
  if (n) return CODE_FINE;
  cli_error(s->cli, "there is no board to draw: no view of these rules has a size "
                    "(view \"…\" 160 by 100 { show … })");
  return CODE_RULE;
}

static void print_lines(const regel_data *views)
{
  for (size_t i = 0; i < regel_data_count(views); i++) {
    const regel_data *v = regel_data_at(views, i), *lines = regel_data_get(v, "lines");
    const char *title = regel_data_text(regel_data_get(v, "title"));
    if (i) putchar('\n');
    if (title && *title) printf("%s\n", title);
    for (size_t k = 0; k < regel_data_count(lines); k++)
      printf("%s\n", regel_data_text(regel_data_at(lines, k)));
  }
}

static int viewer_of(const Show *s)
{
  return s->all ? REGEL_SEES_ALL : s->seat ? (int)s->seat - 1 : REGEL_SPECTATOR;
}

static int put_board(Show *s, regel_game *game)
{
  int viewer = viewer_of(s);
  regel_data *board =
      regel_board(game, viewer, s->places ? REGEL_BOARD_PLACES : REGEL_BOARD_ALL);
  const regel_data *views = regel_data_get(board, "views");
  int code = CODE_FINE;
  if (s->json) {
    char *json = regel_data_json(board);
    if (json) fputs(json, stdout);
    regel_free(json);
  } else if (s->out) code = write_pictures(s, views);
  else if (regel_data_count(views)) print_lines(views);
  else fputs(regel_table(game, viewer), stdout); /* no view says where things lie */
  for (size_t i = 0; i < regel_data_count(views); i++) {
    const regel_data *v = regel_data_at(views, i);
    if (!regel_data_number(regel_data_get(v, "more"))) continue;
    cli_error(s->cli, "\"%s\" shows more than a board can hold",
              regel_data_text(regel_data_get(v, "title")));
    code = CODE_RULE;
  }
  regel_data_free(board);
  return code;
}

/* ---- the game -------------------------------------------------------------------------
 */

/* At its first question, or so many answers later, which are given at random. */
static int reach(const Show *s, regel_game *game)
{
  regel_auto_chance(game, 1);
  regel_status status = regel_step(game);
  for (long i = 0; i < s->answers && status == REGEL_DECIDE; i++) {
    regel_answer(game, (int)regel_random(game, (uint64_t)regel_answers(game)));
    status = regel_step(game);
  }
  if (status != REGEL_ERROR) return CODE_FINE;
  cli_error(s->cli, "%s", regel_error(game));
  return CODE_RULE;
}

static int show_game(Show *s, const regel_rules *rules, regel_game *game, bool stored)
{
  char *why = NULL;
  const char *lang = s->cli->lang;
  regel_language *language = lang ? regel_language_open(rules, lang, &why) : NULL;
  int code;
  if (lang && !language) code = client_wrong(s->cli, why, CODE_USAGE);
  else if (s->seat > regel_players(game))
    code =
        opts_wrong(s->cli, "%d play; there is no seat %ld", regel_players(game), s->seat);
  else {
    regel_speak(game, language);
    regel_width(game, cli_width());
    code = stored ? (regel_step(game), CODE_FINE) : reach(s, game);
    if (code == CODE_FINE) code = put_board(s, game);
  }
  regel_game_free(game);
  regel_language_free(language);
  return code;
}

static int show_rules(Show *s, const char *name)
{
  char *why = NULL;
  int code;
  regel_rules *rules = client_open(s->cli, name, 0, &code);
  if (!rules) return code;
  VEC(const char *) options = {0};
  for (size_t i = 0; i < s->set.n; i++) vec_push(&options, s->set.at[i]);
  vec_push(&options, NULL);
  /* A picture that nobody plays on has a place for everybody. */
  int players = s->players ? (int)s->players : s->out ? regel_rules_most(rules) : 0;
  regel_setup setup = {players, s->seed, options.at, NULL, NULL};
  regel_game *game = regel_game_new(rules, &setup, &why);
  vec_free(&options);
  code = game ? show_game(s, rules, game, false) : client_wrong(s->cli, why, CODE_USAGE);
  regel_rules_free(rules);
  return code;
}

/* As it stood after so many steps. */
static int show_stored(Show *s)
{
  char *why = NULL;
  regel_store *store = regel_store_open(s->file, &why);
  if (!store) return client_wrong(s->cli, why, CODE_IO);
  regel_rules *rules = NULL;
  regel_game *game = regel_replay_for(store, s->game, s->back ? s->steps : -1,
                                      viewer_of(s), &rules, &why);
  int code =
      game ? show_game(s, rules, game, true) : client_wrong(s->cli, why, CODE_USAGE);
  regel_rules_free(rules);
  regel_store_close(store);
  return code;
}

/* The program that prints draws them. */
static int draw_pictures(Show *s)
{
  VEC(char *) words = {0};
  vec_push(&words, arena_strdup(s->arena, "print"));
  vec_push(&words, arena_printf(s->arena, "--dpi=%ld", s->dpi));
  for (size_t i = 0; i < s->drawn.n; i++)
    vec_push(&words, arena_printf(s->arena, "--drawn=%s", s->drawn.at[i]));
  vec_push(&words, NULL);
  Cli front = *s->cli;
  front.command = "print";
  int code = cli_front(&front, (int)words.n - 1,
                       words.at); /* comes back only if it is not there */
  for (size_t i = 0; i < s->drawn.n; i++) remove(s->drawn.at[i]);
  vec_free(&words);
  return code;
}

/* Which files can be written. */
static int check_output(const Show *s)
{
  size_t n = s->out ? strlen(s->out) : 0;
  if (!n || is_png(s->out) || (n > 4 && !strcmp(s->out + n - 4, ".svg"))) return -1;
  return opts_wrong(
      s->cli,
      "a board is a picture: -o FILE.svg or FILE.png, not \"%s\"; on paper: "
      "regel print GAME --all -o FILE.pdf",
      s->out);
}

int cmd_board(Cli *cli, int argc, char **argv)
{
  Show s = {.cli = cli, .seed = 1, .dpi = 150, .arena = arena_new()};
  const Opt opts[] = {
      PACK_OPT(cli),
      TEXT_OPT('o', "out", &s.out, "FILE.svg|FILE.png",
               "write pictures instead of lines"),
      {0, "dpi", OPT_NUMBER, &s.dpi, "N", "of a PNG: dots an inch (150)", 50, 1200, NULL},
      {0, "seat", OPT_NUMBER, &s.seat, "N", "as this seat may know it (a spectator)", 1,
       16, NULL},
      FLAG_OPT(0, "all", &s.all, "with everything that is hidden"),
      FLAG_OPT(0, "places", &s.places, "only what is printed on the board"),
      {0, "players", OPT_NUMBER, &s.players, "P",
       "how many play (the fewest possible; in a picture the most)", 1, 16, NULL},
      SET_OPT(&s.set),
      {0, "seed", OPT_SEED, &s.seed, "S", "the seed (1)", 0, 0, NULL},
      {0, "answers", OPT_NUMBER, &s.answers, "N", "after so many random answers (0)", 0,
       1000000, NULL},
      {0, "game", OPT_NUMBER, &s.game, "ID", "of a stored game", 1, 1000000000,
       &s.from_store},
      {0, "step", OPT_NUMBER, &s.steps, "N", "the stored game after this step (its last)",
       0, 1000000000, &s.back},
      DB_OPT(&s.file),
      FLAG_OPT(0, "json", &s.json, "as data (docs/json.md)"),
  };
  const Usage usage = {
      "regel board scenarios/mygame -o board.svg",
      "board GAME [OPTION…]\n       regel board --game ID [OPTION…]",
      "Shows the boards that the views of a ruleset describe, in lines or as "
      "pictures:\n"
      "of a new game at its first question, or of a stored one.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      0,
      1};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = check_output(&s);
  if (code < 0) {
    if (s.from_store && names.n)
      code = opts_wrong(cli, "a stored game has rules of its own");
    else if (s.from_store) code = show_stored(&s);
    else code = names.n ? show_rules(&s, names.at[0]) : opts_missing(cli, &usage);
  }
  if (code == CODE_FINE && s.drawn.n) code = draw_pictures(&s);
  vec_free(&names);
  vec_free(&s.set);
  vec_free(&s.drawn);
  arena_free(s.arena);
  return code;
}
