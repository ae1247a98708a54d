/* A seat in Dutch: a person's cards, table, questions and log, against bots.  The person
 * answers at random here; whoever writes a front asks instead.
 *     seat [GAME] */
#include "regel.h"
#include <stdio.h>

enum { ME = 0 };

static void hear(void *user, const char *sentence)
{
  ++*(int *)user;
  printf("  %s\n", sentence);
}

static const char *text(const regel_data *d, const char *path)
{
  return regel_data_text(regel_data_get(d, path));
}

static void print_table(regel_game *game)
{
  regel_data *table = regel_table_data(game, ME);
  for (size_t i = 0; i < regel_data_count(table); i++) {
    const regel_data *cell = regel_data_at(table, i);
    if (regel_data_get(cell, "count"))
      printf("    %s %s: %lld\n", text(cell, "name"), text(cell, "of.title"),
             (long long)regel_data_number(regel_data_get(cell, "count")));
    else if (regel_data_number(regel_data_get(cell, "seen")))
      printf("    %s %s: %s\n", text(cell, "name"), text(cell, "of.title"),
             text(cell, "value.text"));
  }
  regel_data_free(table);
}

/* Shows the question and its answers; the one that is given. */
static int ask(regel_game *game)
{
  regel_data *answers = regel_answers_data(game, ME);
  size_t n = regel_data_count(answers);
  printf("%s\n", regel_prompt(game, ME));
  for (size_t i = 0; i < n && i < 9; i++)
    printf("    %s\n", text(regel_data_at(answers, i), "label"));
  size_t chosen = (size_t)regel_random(game, n);
  regel_data_free(answers);
  return regel_answer_of(game, ME, (int)chosen);
}

int main(int argc, char **argv)
{
  regel_library *library = regel_library_new(argc > 2 ? argv[2] : ".");
  regel_rules *rules = regel_open(library, argc > 1 ? argv[1] : "heimlich", NULL);
  if (!rules) return 3;
  regel_language *dutch = regel_language_open(rules, "nl", NULL);
  regel_data *cards = regel_cards(rules, dutch);
  printf("%zu kaarten: %s\n", regel_data_count(cards), text(cards, "0.title"));
  int asked = 0, heard = 0;
  regel_setup setup = {.players = 3, .seed = 4};
  regel_game *game = regel_game_new(rules, &setup, NULL);
  regel_status status = REGEL_ERROR;
  if (game) {
    for (int seat = 1; seat < regel_players(game); seat++) regel_bot(game, seat, 0);
    regel_speak(game, dutch);
    regel_log(game, ME, hear, &heard);
    regel_auto_chance(game, 1);
    while ((status = regel_step(game)) == REGEL_DECIDE) {
      int answer = regel_bot_answer(game);
      if (answer < 0 && asked++ == 0) print_table(game);
      if (answer < 0) answer = ask(game);
      regel_answer(game, answer);
    }
    puts(regel_result(game));
  }
  int fine = status == REGEL_DONE && asked > 0 && heard > 0 && dutch &&
             regel_data_count(cards) > 0;
  regel_data_free(cards);
  regel_game_free(game);
  regel_language_free(dutch);
  regel_rules_free(rules);
  regel_library_free(library);
  return fine ? 0 : 1;
}
