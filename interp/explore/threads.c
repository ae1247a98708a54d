#include "interp/explore/explore_int.h"

#include <stdlib.h>
#include <string.h>

typedef struct Hand {
  Crew *crew;
  int who;
} Hand;

static void *follow(void *at)
{
  Hand h = *(Hand *)at;
  Crew *c = h.crew;
  free(at);
  unsigned seen = 0;
  for (;;) {
    pthread_mutex_lock(&c->lock);
    while (c->turn == seen && !c->quit) pthread_cond_wait(&c->go, &c->lock);
    seen = c->turn;
    bool quit = c->quit;
    pthread_mutex_unlock(&c->lock);
    if (quit) return NULL;
    c->work(c->user, h.who);
    pthread_mutex_lock(&c->lock);
    if (--c->busy == 0) pthread_cond_signal(&c->done);
    pthread_mutex_unlock(&c->lock);
  }
}

bool crew_start(Crew *c, int jobs, void (*work)(void *user, int who), void *user)
{
  memset(c, 0, sizeof *c);
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->go, NULL);
  pthread_cond_init(&c->done, NULL);
  c->work = work;
  c->user = user;
  c->count = 1;
  c->threads = zeroed((size_t)(jobs + 1), sizeof *c->threads);
  while (c->count < jobs) {
    Hand *h = zeroed(1, sizeof *h);
    *h = (Hand){c, c->count};
    if (pthread_create(&c->threads[c->count], NULL, follow, h)) {
      free(h);
      break;
    }
    c->count++;
  }
  return jobs <= 1 || c->count > 1;
}

void crew_run(Crew *c)
{
  pthread_mutex_lock(&c->lock);
  c->busy = c->count - 1;
  c->turn++;
  pthread_cond_broadcast(&c->go);
  pthread_mutex_unlock(&c->lock);
  c->work(c->user, 0);
  pthread_mutex_lock(&c->lock);
  while (c->busy) pthread_cond_wait(&c->done, &c->lock);
  pthread_mutex_unlock(&c->lock);
}

void crew_end(Crew *c)
{
  pthread_mutex_lock(&c->lock);
  c->quit = true;
  pthread_cond_broadcast(&c->go);
  pthread_mutex_unlock(&c->lock);
  for (int i = 1; i < c->count; i++) pthread_join(c->threads[i], NULL);
  free(c->threads);
  pthread_cond_destroy(&c->go);
  pthread_cond_destroy(&c->done);
  pthread_mutex_destroy(&c->lock);
}
