/* An embedder's program: compiles a ruleset, plays it at random, prints the log.
 *     cc embed.c $(pkg-config --cflags --libs regel) && ./a.out
 * scenarios/tictactoe/game.regel */
#include "regel.h"
#include <stdio.h>

static void say(void *user, const char *sentence)
{
  (void)user;
  puts(sentence);
}

int main(int argc, char **argv)
{
  const char *path = argc > 1 ? argv[1] : "scenarios/tictactoe/game.regel";
  char *messages = NULL;
  regel_rules *rules = regel_compile_file(path, ".", REGEL_HUMAN, &messages);
  if (messages) fputs(messages, stderr);
  regel_free(messages);
  if (!rules) return 3;

  regel_setup setup = {.seed = 7};
  regel_game *game = regel_game_new(rules, &setup, NULL);
  if (!game) return 2;
  regel_log(game, REGEL_SPECTATOR, say, NULL);

  regel_status status;
  while ((status = regel_step(game)) == REGEL_DECIDE || status == REGEL_CHANCE) {
    int n = regel_answers(game);
    int i =
        status == REGEL_CHANCE ? regel_roll(game) : (int)regel_random(game, (uint64_t)n);
    regel_answer(game, i);
  }
  if (status == REGEL_ERROR) fputs(regel_error(game), stderr);
  else printf("%s: %s\n", regel_rules_title(rules), regel_result(game));

  regel_game_free(game);
  regel_rules_free(rules);
  return status == REGEL_ERROR ? 4 : 0;
}
