/* Who answers when no person does, and what persons take back. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/text/label.h"

#include <string.h>

/* Nobody waits for a bot that thinks longer. */
enum { MOST_THOUGHTS = 1000000, MOST_AHEAD = 1000 };

/* Several seats may have the same bot. */
static void stand_up(regel_game *g, int seat)
{
  Bot *bot = g->bots[seat];
  if (!bot) return;
  g->bots[seat] = g->session.bots[seat] = NULL;
  for (int i = 0; i < MAX_PLAYERS; i++)
    if (g->bots[i] == bot) return;
  bot_free(bot);
}

/* The session may be closed already, and know of no seats. */
void api_bots_free(regel_game *g)
{
  for (int i = 0; i < MAX_PLAYERS; i++) stand_up(g, i);
}

int api_bot(regel_game *g, int seat, const BotSpec *spec)
{
  INVARIANT(g && g->session.program);
  if (seat < 0 || seat >= g->session.seats || spec->playouts < 0 ||
      spec->playouts > MOST_THOUGHTS || spec->ahead < 0 || spec->ahead > MOST_AHEAD)
    return -1;
  stand_up(g, seat);
  g->specs[seat] = *spec;
  bot_seated(spec, g->taken[seat]);
  for (int i = 0; i < g->session.seats && !g->bots[seat]; i++)
    if (g->bots[i] && !strcmp(g->taken[i], g->taken[seat])) g->bots[seat] = g->bots[i];
  if (!g->bots[seat]) {
    g->bots[seat] = bot_new(g->session.program, spec->kind, spec->playouts, spec->ahead);
    if (g->heads) bot_heads(g->bots[seat], g->session.program, spec->ahead, g->heads);
  }
  g->session.bots[seat] = g->bots[seat];
  return 0;
}

int regel_bot(regel_game *g, int seat, int think)
{
  BotSpec look = {BOT_LOOK, think, BOT_AHEAD}, any = {BOT_RANDOM, 1, BOT_AHEAD};
  return api_bot(g, seat, think ? &look : &any);
}

int regel_is_bot(const regel_game *g, int seat)
{
  return seat >= 0 && seat < g->session.seats && g->bots[seat];
}

int regel_bot_answer(regel_game *g)
{
  INVARIANT(g && g->session.program);
  Session *s = &g->session;
  if (!s->asked || !vm_decision(api_vm(g))) return -1;
  uint32_t bots = 0;
  for (int i = 0; i < s->seats; i++)
    if (s->bots[i]) bots |= 1u << i;
  s->people = (uint32_t)((1ull << s->seats) - 1) & ~bots;
  return session_asked(s, bots) ? session_bot(s) : -1;
}

int regel_bot_plays(regel_game *g)
{
  int i = regel_bot_answer(g);
  if (i < 0) return -1;
  session_answer(&g->session, i); /* no moment: it is no person's */
  return 0;
}

void regel_bot_patience(regel_game *g, int milliseconds)
{
  for (int i = 0; i < g->session.seats; i++)
    if (g->bots[i]) bot_patience(g->bots[i], milliseconds < 0 ? 0 : milliseconds);
}

void regel_remember(regel_game *g, int on)
{
  g->session.remembers = on != 0;
  g->all_answers = on == REGEL_ALL_ANSWERS;
  session_hear(&g->session);
}

int regel_undo(regel_game *g, int seat)
{
  INVARIANT(g && g->session.program);
  buf_clear(&g->words);
  api_vm(g);
  Saying why = session_undo(&g->session, seat);
  if (why) words_add(g->session.lang, &g->words, why);
  else api_readers_elsewhere(g);
  return why ? -1 : 0;
}

int regel_undo_seat(const regel_game *g)
{
  const Session *s = &g->session;
  int seat = s->moments.n ? s->moments.at[s->moments.n - 1].seat : -1;
  /* Who has answered secretly is for nobody to know. */
  Vm *vm = api_vm(g);
  bool hidden =
      seat >= 0 && vm_gathers(vm) && !(vm_decision(vm) && label_seats(vm) >> seat & 1);
  if (hidden) return -1;
  return seat >= 0 && seat < s->seats ? seat : -1;
}
