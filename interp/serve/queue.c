/* Work for a thread, in the order in which it came. */
#include "interp/serve/serve.h"
#include "interp/base/invariant.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void queue_open(Queue *q)
{
  pthread_condattr_t clock;
  *q = (Queue){.last = &q->first};
  pthread_mutex_init(&q->lock, NULL);
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&q->wake, &clock);
  pthread_condattr_destroy(&clock);
}

bool queue_put(Queue *q, Job *j, bool always)
{
  INVARIANT(j && q->last);
  pthread_mutex_lock(&q->lock);
  bool room = always || (!q->stop && q->count < MOST_WAITING);
  if (room) {
    j->next = NULL;
    *q->last = j;
    q->last = &j->next;
    q->count++;
    pthread_cond_signal(&q->wake);
  }
  pthread_mutex_unlock(&q->lock);
  return room;
}

/* Waits with the lock held until there is something, or it is time. */
static void wait_for_some(Queue *q, int milliseconds)
{
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += milliseconds / 1000;
  until.tv_nsec += milliseconds % 1000 * 1000000L;
  if (until.tv_nsec >= 1000000000L) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000L;
  }
  int wait = 0;
  while (!q->first && !q->stop && wait != ETIMEDOUT)
    wait = pthread_cond_timedwait(&q->wake, &q->lock, &until);
}

/* For whom work was done last waits if there is somebody else: the first of another game
 * or address, so that a flood delays others by one request and not by all of it. */
static bool is_same_asker(const Job *a, const Queue *q)
{
  return a->game == q->served_game && !strcmp(a->address, q->served);
}

Job *queue_take_one(Queue *q, int milliseconds)
{
  pthread_mutex_lock(&q->lock);
  wait_for_some(q, milliseconds);
  Job **at = &q->first;
  while (*at && is_same_asker(*at, q)) at = &(*at)->next;
  if (!*at) at = &q->first;
  Job *j = *at;
  if (j) {
    INVARIANT(q->count > 0);
    *at = j->next;
    if (q->last == &j->next) q->last = at;
    q->count--;
    q->served_game = j->game;
    snprintf(q->served, sizeof q->served, "%s", j->address);
  }
  pthread_mutex_unlock(&q->lock);
  return j;
}

Job *queue_take(Queue *q, int milliseconds)
{
  pthread_mutex_lock(&q->lock);
  wait_for_some(q, milliseconds);
  Job *all = q->first;
  q->first = NULL;
  q->last = &q->first;
  q->count = 0;
  pthread_mutex_unlock(&q->lock);
  return all;
}

/* Whoever still waits when a thread ends is told so. */
void queue_drain(Queue *q)
{
  for (Job *jobs = queue_take(q, 0), *next; jobs; jobs = next) {
    next = jobs->next;
    if (!jobs->connection) { /* a bot's */
      job_free(jobs);
      continue;
    }
    job_fail(jobs, 503, "stopping", "the server stops");
    job_done(jobs);
  }
}

bool queue_stopped(Queue *q)
{
  pthread_mutex_lock(&q->lock);
  bool stop = q->stop;
  pthread_mutex_unlock(&q->lock);
  return stop;
}

void queue_stop(Queue *q)
{
  pthread_mutex_lock(&q->lock);
  q->stop = true;
  pthread_cond_broadcast(&q->wake);
  pthread_mutex_unlock(&q->lock);
}
