/* The core alone, linked without SQLite, libsodium and threads: compiles, plays, and says
 * what happens. */
#include "regel.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
  static const char text[] =
      "game race \"Race\" for 2..2\n"
      "kind player { steps \"Steps\": 0..9 }\n"
      "verb play {\n"
      "  repeat { each p in players { as p {\n"
      "    raise steps by choose 1..2 \"How far?\"\n"
      "    if steps >= 3 { win me }\n"
      "  } } }\n"
      "}\n";
  regel_rules *rules =
      regel_compile_text("race.regel", text, sizeof text - 1, NULL, REGEL_HUMAN, NULL);
  regel_game *game = rules ? regel_game_new(rules, NULL, NULL) : NULL;
  int asked = 0;
  while (game && regel_step(game) == REGEL_DECIDE) {
    asked += !strcmp(regel_prompt(game, 0), "How far?");
    regel_answer(game, 1);
  }
  int fine = game && asked == 3 && regel_winners(game) == 1;
  regel_game_free(game);
  regel_rules_free(rules);
  return fine ? 0 : 1;
}
