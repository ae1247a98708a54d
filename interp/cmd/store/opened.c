#include "interp/cmd/store/opened.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int opened_store(Opened *o, Cli *cli, const char *file, OpenFn fn)
{
  char *why = NULL;
  *o = (Opened){.cli = cli, .store = fn(file, &why)};
  if (o->store) return -1;
  char *where = regel_store_where(file);
  client_wrong(cli, why, CODE_IO);
  if (access(where, F_OK))
    fputs("Games are stored when they are played: regel play GAME\n", stderr);
  regel_free(where);
  return CODE_IO;
}

int opened_fault(const Opened *o, char *why)
{
  cli_error(o->cli, "%s", why ? why : regel_store_error(o->store));
  regel_free(why);
  if (regel_store_trouble(o->store) != REGEL_NO_SUCH_GAME) return CODE_IO;
  cli_see(o->cli, "regel games");
  return CODE_NO;
}

int opened_game(Opened *o, const char *id)
{
  char *end, *why = NULL;
  int code = -1;
  errno = 0;
  long long n = strtoll(id, &end, 10);
  if (!strcmp(id, "last")) {
    n = regel_last_game(o->store);
    if (!n) n = 1;
  } else if (end == id || *end || errno || n < 1) {
    return opts_wrong(o->cli, "\"%s\" is no number of a game; regel games lists them",
                      id);
  }
  o->game = regel_stored_open(o->store, n, &why);
  if (!o->game) return opened_fault(o, why);
  o->lang = client_language(o->cli, regel_stored_game_rules(o->game), &code);
  if (!o->lang) return code;
  regel_stored_speak(o->game, o->lang);
  o->about = regel_stored_about(o->game);
  return -1;
}

void opened_close(Opened *o)
{
  regel_data_free(o->about);
  regel_stored_close(o->game);
  regel_language_free(o->lang);
  regel_store_close(o->store);
  *o = (Opened){0};
}

int opened_viewer(const Opened *o, const char *seat, bool all, bool quiet, int *viewer)
{
  *viewer = REGEL_SEES_ALL;
  if (seat && all) return opts_wrong(o->cli, "--seat and --all contradict each other");
  if (seat) {
    *viewer = regel_stored_seat(o->game, seat);
    if (*viewer < 0)
      return opts_wrong(o->cli, "--seat: there is no seat \"%s\"; they go from 1 to %lld",
                        seat, client_number(o->about, "players"));
  } else if (!all && !client_number(o->about, "over") &&
             client_number(o->about, "secrets")) {
    *viewer = REGEL_SPECTATOR;
    char *words = quiet ? NULL : client_say(o->lang, "game.public", NULL, NULL, NULL);
    if (words) fprintf(stderr, "%s\n", words);
    regel_free(words);
  }
  return -1;
}

int opened_hides(const Opened *o, const char *what, bool all)
{
  if (all || !client_number(o->about, "hides")) return -1;
  cli_error(o->cli,
            "game %lld is not over: %s would tell what players have not shown each "
            "other, and every die to come",
            client_number(o->about, "id"), what);
  fputs("To see it all the same: --all\n", stderr);
  return CODE_NO;
}
