/* Bots that think with several heads at once: not in the core, which has no threads. */
#include "interp/api/api_int.h"
#include "interp/bot/heads.h"

int regel_seat_bot(regel_game *g, int seat, const char *bot)
{
  BotSpec spec;
  g->heads = heads_run;
  return bot_read(bot, &spec) ? api_bot(g, seat, &spec) : -1;
}
