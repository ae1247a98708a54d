/* regel games: what is stored. */
#include "interp/cmd/store/opened.h"

#include <limits.h>
#include <string.h>

typedef struct Games {
  const char *file;
  bool json, open;
  long most;
  Opened opened;
  regel_language *lang; /* the program's words */
} Games;

/* "2026-11-16T08:21:07.123Z" is shown to the minute. */
static void put_time(Buf *b, const char *exact)
{
  enum { DAY = 10, MINUTE = 5 };
  if (strlen(exact) < DAY + 1 + MINUTE) return;
  buf_addn(b, exact, DAY);
  buf_char(b, ' ');
  buf_addn(b, exact + DAY + 1, MINUTE);
}

static void put_name(Buf *b, const regel_data *g)
{
  const regel_data *packs = regel_data_get(g, "packs");
  buf_plain(b, client_text(g, "ruleset"));
  for (size_t i = 0; i < regel_data_count(packs); i++)
    buf_printf(b, " + %s", regel_data_text(regel_data_at(packs, i)));
}

/* As wide as the longest name. */
static int name_width(const regel_data *games)
{
  enum { LEAST = 12 };
  int width = LEAST;
  for (size_t i = 0; i < regel_data_count(games); i++) {
    Buf name = {0};
    put_name(&name, regel_data_at(games, i));
    if (text_width(buf_text(&name)) > width) width = text_width(buf_text(&name));
    buf_free(&name);
  }
  return width;
}

static void put_game(const Games *o, Buf *b, const regel_data *g, int width)
{
  char players[24], steps[24];
  snprintf(players, sizeof players, "%2lld", client_number(g, "players"));
  snprintf(steps, sizeof steps, "%5lld", client_number(g, "steps"));
  char *seats = client_say(o->lang, "game.players", players, NULL, NULL),
       *length = client_say(o->lang, "game.steps", steps, NULL, NULL);
  buf_printf(b, "%5lld  ", client_number(g, "id"));
  put_time(b, client_text(g, "begun"));
  Buf name = {0};
  put_name(&name, g);
  buf_printf(b, "  %s", buf_text(&name));
  buf_pad(b, width - text_width(buf_text(&name)) + 1);
  buf_free(&name);
  buf_printf(b, "%s ", seats);
  if (regel_data_tag(regel_data_get(g, "steps")) == REGEL_NUMBER) buf_add(b, length);
  else buf_pad(b, text_width(length));
  buf_printf(b, "  %s\n", client_text(g, "result"));
  regel_free(seats);
  regel_free(length);
}

static void say_none(const Games *o, const char *name)
{
  const char *file = regel_store_path(o->opened.store);
  if (name)
    client_tell(o->lang, o->open ? "game.none_open_of" : "game.none_of", name, file,
                NULL);
  else client_tell(o->lang, o->open ? "game.none_open" : "game.none", file, NULL, NULL);
}

static int list(Games *o, const char *name)
{
  regel_data *r = regel_store_list(o->opened.store, name, o->open, o->most, o->lang);
  const regel_data *games = regel_data_get(r, "games");
  Buf lines = {0};
  int width = name_width(games);
  if (o->json) client_json(r);
  for (size_t i = 0; !o->json && i < regel_data_count(games); i++)
    put_game(o, &lines, regel_data_at(games, i), width);
  if (lines.n) cli_page(o->opened.cli, buf_text(&lines));
  else if (!o->json) say_none(o, name);
  buf_free(&lines);
  regel_data_free(r);
  return regel_store_trouble(o->opened.store) ? opened_fault(&o->opened, NULL)
                                              : CODE_FINE;
}

int cmd_games(Cli *cli, int argc, char **argv)
{
  Games o = {0};
  const Opt opts[] = {
      {'n', NULL, OPT_NUMBER, &o.most, "N", "only the newest N", 1, LONG_MAX, NULL},
      FLAG_OPT(0, "open", &o.open, "only those that can be resumed"),
      JSON_OPT(&o.json),
      DB_OPT(&o.file),
  };
  const Usage usage = {
      "regel games", "games [OPTION…] [RULESET]",
      "Lists the stored games, of one ruleset or pack if it is named, the newest last.",
      OPTS(opts, 0, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = opened_store(&o.opened, cli, o.file, regel_store_read);
  if (code < 0) o.lang = client_language(cli, NULL, &code);
  if (o.lang) code = list(&o, names.n ? names.at[0] : NULL);
  regel_language_free(o.lang);
  opened_close(&o.opened);
  vec_free(&names);
  return code;
}
