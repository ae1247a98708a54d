/* Bots: they think in a thread of their own about copies of games, and answer on beats.
 *
 * When a bot answers must tell nothing that is hidden.  Whether it had much to think
 * about: it thinks for less than a beat, whatever there is, and answers on the beat.  How
 * many questions it was asked of which others know nothing: only what everybody can see
 * takes a beat, and what comes before that is answered with it. */
#include "interp/serve/live.h"
#include "interp/base/invariant.h"
#include "interp/base/clock.h"

/* A share of a beat that is left for thinking; how little is not worth it. */
enum { SHARE = 3, OF = 4, LEAST = 20 };

static int beat_of(const Server *s) { return s->options.pace > 0 ? s->options.pace : 1; }

static void count_line(void *user, const char *line)
{
  (void)line;
  ++*(int *)user;
}

/* What somebody without a seat sees of it; all others see at least that. */
static uint64_t seen_by_all(regel_game *g, int lines)
{
  Frame f = {0};
  uint64_t h = (uint64_t)lines;
  frame_make(&f, g, REGEL_DECIDE, WATCHER, "");
  for (int i = 0; i < PARTS; i++) h = h * 31 + hash_of(buf_text(&f.part[i]), f.part[i].n);
  frame_free(&f);
  return h;
}

static void think(regel_game *g, Thoughts *t, int milliseconds)
{
  int lines = 0;
  int64_t end = clock_ms() + milliseconds;
  regel_log(g, WATCHER, count_line, &lines);
  uint64_t seen = seen_by_all(g, lines);
  while (t->n < MOST_THOUGHTS) {
    int64_t left = end - clock_ms();
    regel_bot_patience(g, left > 1 ? (int)left : 1);
    int answer = regel_bot_answer(g);
    if (answer < 0) break;
    t->at[t->n].state = regel_hash(g);
    t->at[t->n++].answer = answer;
    if (regel_answer(g, answer) || regel_step(g) != REGEL_DECIDE) break;
    if (!asks_a_bot(g) || seen_by_all(g, lines) != seen) break;
  }
  regel_log(g, WATCHER, NULL, NULL);
}

void *bot_thread(void *server)
{
  Server *s = server;
  while (!queue_stopped(&s->bots)) {
    Job *jobs = queue_take(&s->bots, 1000);
    int waiting = 0;
    for (Job *j = jobs; j; j = j->next) waiting++;
    while (jobs) {
      Job *j = jobs;
      jobs = j->next;
      int time = beat_of(s) * SHARE / OF / waiting; /* all of them want the next beat */
      if (j->copy && !s->stopping)
        think(j->copy, &j->thoughts, time < LEAST ? LEAST : time);
      if (j->copy) regel_rest(j->copy); /* its machine is for others */
      regel_game_free(j->copy);
      j->copy = NULL;
      j->work = bot_done;
      queue_put(&s->table, j, true);
    }
  }
  queue_drain(&s->bots);
  return NULL;
}

void bot_done(void *thread, Job *j)
{
  Table *t = thread;
  Live *l = live_at(t, j->game);
  if (l && l->thinks && (uint32_t)j->number == l->turn) {
    int beat = beat_of(t->server);
    l->due = l->asked + ((clock_ms() - l->asked) / beat + 1) * beat;
    l->thoughts = j->thoughts;
  }
  job_free(j);
}

void bot_answers(Table *t, Live *l)
{
  INVARIANT(l && l->game);
  Thoughts all = l->thoughts;
  l->thinks = false;
  l->thoughts.n = 0;
  for (int i = 0; i < all.n; i++) {
    if (l->status != REGEL_DECIDE || regel_hash(l->game) != all.at[i].state) break;
    if (regel_answer(l->game, all.at[i].answer)) break;
    live_advance(t, l);
  }
  live_rest(l);
}
