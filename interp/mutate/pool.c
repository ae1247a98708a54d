/* A change can make rules that run for ever or take all memory: every worker is a process
 * of its own, with a clock for each change.  When one does not come back, the change that
 * it was trying was noticed, and another takes over behind it. */
#include "interp/mutate/pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_JOBS = 64, WORKER_BYTES = 1 << 30 };

/* A sanitizer takes terabytes of addresses for itself, so that no limit fits it. */
#if defined(__SANITIZE_ADDRESS__)
enum { LIMITED = 0 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { LIMITED = 0 };
#else
enum { LIMITED = 1 };
#endif
#else
enum { LIMITED = 1 };
#endif

typedef struct Worker {
  pid_t pid; /* 0: none */
  int from;  /* what it says is read here */
  size_t at; /* what it is trying, or would try next */
} Worker;

typedef struct Said {
  uint64_t i;
  Judged judged;
} Said;

static void try_one(const PoolPlan *plan, size_t i, Judged *j)
{
  const Mutant *m = plan->mutants[i];
  const Source *f = &plan->unit->sources.files.at[m->file];
  size_t n = strlen(m->write), size = f->size - (m->to - m->from) + n;
  char *text = zeroed(size + 1, 1);
  memcpy(text, f->text, m->from);
  memcpy(text + m->from, m->write, n);
  memcpy(text + m->from + n, f->text + m->to, f->size - m->to);
  text[size] = 0;
  mutant_judge(plan->trial, f->path, text, size, j);
  free(text);
}

static void work(const PoolPlan *plan, size_t from, size_t step, int to)
{
  struct rlimit memory = {WORKER_BYTES, WORKER_BYTES};
  if (LIMITED) setrlimit(RLIMIT_AS, &memory);
  signal(SIGALRM, SIG_DFL);
  signal(SIGINT, SIG_IGN);
  for (size_t i = from; i < plan->count; i += step) {
    Said s = {i, {NOTICED_NOT, ""}};
    alarm((unsigned)plan->seconds);
    try_one(plan, i, &s.judged);
    alarm(0);
    if (write(to, &s, sizeof s) != (ssize_t)sizeof s) break;
  }
  _exit(0);
}

static bool start(const PoolPlan *plan, Worker *w, size_t step)
{
  int ends[2];
  if (pipe(ends)) return false;
  w->pid = fork();
  if (w->pid < 0) {
    close(ends[0]);
    close(ends[1]);
    w->pid = 0;
    return false;
  }
  if (!w->pid) {
    close(ends[0]);
    work(plan, w->at, step, ends[1]);
  }
  close(ends[1]);
  w->from = ends[0];
  return true;
}

static void finish(Worker *w)
{
  close(w->from);
  while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR) continue;
  w->pid = 0;
}

/* Reads what a worker says.  False: nothing could be started in its place. */
static bool listen(const PoolPlan *plan, Worker *w, size_t step)
{
  Said s;
  ssize_t n = read(w->from, &s, sizeof s);
  if (n < 0 && errno == EINTR) return true;
  if (n == (ssize_t)sizeof s) {
    w->at = (size_t)s.i + step;
    plan->done(plan->user, (size_t)s.i, &s.judged);
    return true;
  }
  finish(w);
  if (w->at >= plan->count || *plan->stop) return true;
  Judged gone = {NOTICED_TIME, ""};
  plan->done(plan->user, w->at, &gone);
  w->at += step;
  return w->at >= plan->count || start(plan, w, step);
}

bool pool_run(const PoolPlan *plan)
{
  Worker pool[MOST_JOBS] = {{0, 0, 0}};
  int jobs = plan->jobs < 1 ? 1 : plan->jobs > MOST_JOBS ? MOST_JOBS : plan->jobs;
  bool fine = true;
  for (int i = 0; i < jobs; i++) {
    pool[i].at = (size_t)i;
    if (pool[i].at < plan->count && !start(plan, &pool[i], (size_t)jobs)) fine = false;
  }
  while (fine && !*plan->stop) {
    struct pollfd fds[MOST_JOBS];
    Worker *of[MOST_JOBS];
    nfds_t n = 0;
    for (int i = 0; i < jobs; i++)
      if (pool[i].pid) {
        of[n] = &pool[i];
        fds[n++] = (struct pollfd){pool[i].from, POLLIN, 0};
      }
    if (!n) break;
    if (poll(fds, n, 200) <= 0) continue;
    for (nfds_t k = 0; k < n && fine; k++)
      if (fds[k].revents) fine = listen(plan, of[k], (size_t)jobs);
  }
  for (int i = 0; i < jobs; i++)
    if (pool[i].pid) {
      kill(pool[i].pid, SIGKILL);
      finish(&pool[i]);
    }
  return fine;
}
