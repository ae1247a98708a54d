/* The workshop threads: files are read and written, and what is to be tried out is given
 * to a process of its own that can be stopped at any time. */
#define _GNU_SOURCE /* pipe2 */
#include "interp/base/replace.h"
#include "interp/serve/serve.h"
#include "interp/serve/workshop.h"
#include "interp/base/invariant.h"
#include "interp/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ANSWER = 32 * 1024 * 1024 };

static const char *text_of(const Job *j, const char *key)
{
  const char *s = json_string_value(json_object_get(j->json, key));
  return s ? s : "";
}

/* ---- files ------------------------------------------------------------------------ */

typedef struct Listing {
  Buf *out;
  const char *game;
  bool some;
} Listing;

static void put_file(void *user, const Found *f)
{
  Listing *l = user;
  Buf text = {0};
  char mark[33];
  size_t n = strlen(f->path);
  if (!file_is_own(f->path, l->game) || !strcmp(f->path + n - 3, ".po")) return;
  if (file_read(f->real, &text)) {
    file_mark(buf_text(&text), text.n, mark);
    buf_printf(l->out, "%s{\"path\":", l->some ? "," : "");
    put_string(l->out, f->path);
    buf_printf(l->out, ",\"mark\":\"%s\",\"writable\":%s,\"text\":", mark,
               access(f->real, W_OK) ? "false" : "true");
    put_string(l->out, buf_text(&text));
    buf_char(l->out, '}');
    l->some = true;
  }
  buf_free(&text);
}

void workshop_files(void *thread, Job *j)
{
  (void)thread;
  Listing l = {&j->out, j->query ? j->query : "", false};
  buf_add(&j->out, "{\"files\":[");
  files_each(j->server->library, put_file, &l);
  buf_add(&j->out, "],\"words\":");
  regel_data *words = regel_keywords();
  put_data(&j->out, words);
  regel_data_free(words);
  buf_char(&j->out, '}');
  if (l.some || !*l.game) job_ok(j); /* the words alone, for a ruleset of elsewhere */
  else job_fail(j, 404, "no_ruleset", "no such ruleset");
}

/* What lies there now is what the writer began with: nobody's work is overwritten. */
static bool is_as_it_was(const char *real, const char *mark)
{
  Buf text = {0};
  char now[33] = "";
  if (file_read(real, &text)) file_mark(buf_text(&text), text.n, now);
  buf_free(&text);
  return !strcmp(now, mark);
}

static void write_file(Job *j, const char *real, const char *text, size_t n)
{
  Replace r;
  char mark[33];
  bool begun = replace_begin(&r, real);
  if (begun) fwrite(text, 1, n, r.out);
  if (!begun || !replace_end(&r, true)) {
    Buf why = {0};
    buf_printf(&why, "the file cannot be written: %s", strerror(errno));
    job_fail(j, 403, "not_written", buf_text(&why));
    buf_free(&why);
    return;
  }
  file_mark(text, n, mark);
  buf_printf(&j->out, "{\"mark\":\"%s\"}", mark);
  job_ok(j);
}

void workshop_save(void *thread, Job *j)
{
  (void)thread;
  Buf real = {0};
  json_t *text = json_object_get(j->json, "text");
  pthread_mutex_lock(&j->server->save_lock);
  if (!json_is_string(text) ||
      !file_place(j->server->library, text_of(j, "name"), text_of(j, "path"), &real))
    job_fail(j, 400, "no_file", "this is no file of this ruleset");
  else if (!is_as_it_was(buf_text(&real), text_of(j, "mark")))
    job_fail(j, 409, "changed", "somebody else has changed this file");
  else write_file(j, buf_text(&real), json_string_value(text), json_string_length(text));
  pthread_mutex_unlock(&j->server->save_lock);
  if (j->status == 200) j->server->edition++;
  buf_free(&real);
}

/* ---- a process for one request ------------------------------------------------------
 */

typedef struct Child {
  pid_t pid;
  int in, out;
} Child;

static bool start(Child *c)
{
  int in[2], out[2];
  char self[] = "regel-serve", how[] = "--workshop";
  char *args[] = {self, how, NULL};
  extern char **environ;
  posix_spawn_file_actions_t a;
  if (pipe2(in, O_CLOEXEC)) return false;
  if (pipe2(out, O_CLOEXEC)) {
    close(in[0]);
    close(in[1]);
    return false;
  }
  posix_spawn_file_actions_init(&a);
  posix_spawn_file_actions_adddup2(&a, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&a, out[1], STDOUT_FILENO);
  bool fine = !posix_spawn(&c->pid, "/proc/self/exe", &a, NULL, args, environ);
  posix_spawn_file_actions_destroy(&a);
  close(in[0]);
  close(out[1]);
  c->in = in[1];
  c->out = out[0];
  if (!fine) {
    close(c->in);
    close(c->out);
  }
  return fine;
}

static void feed(Child *c, const Buf *b)
{
  size_t sent = 0;
  while (sent < b->n) {
    ssize_t n = write(c->in, b->at + sent, b->n - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break; /* it is gone: its end tells */
    sent += (size_t)n;
  }
  close(c->in);
}

/* Reads all that it says; false: it took too long, or says too much. */
static bool hear(Child *c, int seconds, Buf *out)
{
  char part[65536];
  int64_t until = clock_ms() + seconds * 1000L;
  struct pollfd p = {c->out, POLLIN, 0};
  for (;;) {
    int64_t left = until - clock_ms();
    int n = left > 0 ? poll(&p, 1, (int)left) : 0;
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    ssize_t got = read(c->out, part, sizeof part);
    if (got <= 0) return got == 0;
    buf_addn(out, part, (size_t)got);
    if (out->n > MOST_ANSWER) return false;
  }
}

/* ---- what is being worked on, so that it can be stopped ------------------------------
 */

static int enter(Server *s, const char *id, pid_t pid)
{
  int at = -1;
  pthread_mutex_lock(&s->lock);
  for (int i = 0; i < WORKSHOPS && at < 0; i++)
    if (!s->works[i].pid) at = i;
  if (at >= 0) {
    s->works[at].pid = pid;
    s->works[at].stopped = false;
    snprintf(s->works[at].id, sizeof s->works[at].id, "%s", id);
  }
  pthread_mutex_unlock(&s->lock);
  return at;
}

/* The number of a process may be another's as soon as it is waited for, so nobody can
 * stop it from here on. */
static bool leave(Server *s, int at, int *status)
{
  pthread_mutex_lock(&s->lock);
  bool stopped = at >= 0 && s->works[at].stopped;
  pid_t pid = at >= 0 ? s->works[at].pid : -1;
  if (at >= 0) s->works[at].pid = 0;
  pthread_mutex_unlock(&s->lock);
  while (pid > 0 && waitpid(pid, status, 0) < 0 && errno == EINTR) {}
  return stopped;
}

enum { STOPPED = -410 }; /* j->number of work that nobody waits for any more */

void workshop_stop(Server *s, const char *id)
{
  pthread_mutex_lock(&s->workshop.lock);
  for (Job *j = s->workshop.first; j; j = j->next)
    if (!strcmp(text_of(j, "work"), id)) j->number = STOPPED;
  pthread_mutex_unlock(&s->workshop.lock);
  pthread_mutex_lock(&s->lock);
  for (int i = 0; i < WORKSHOPS; i++)
    if (s->works[i].pid && !strcmp(s->works[i].id, id)) {
      s->works[i].stopped = true;
      kill(s->works[i].pid, SIGKILL);
    }
  pthread_mutex_unlock(&s->lock);
}

void workshop_work(void *thread, Job *j)
{
  INVARIANT(j && j->server);
  (void)thread;
  Child c;
  int status = 0, seconds = work_seconds(text_of(j, "do"));
  if (!seconds) {
    job_fail(j, 400, "no_work", "there is no such work");
    return;
  }
  if (!start(&c)) {
    job_fail(j, 503, "no_process", "no process can be started");
    return;
  }
  int at = enter(j->server, text_of(j, "work"), c.pid);
  feed(&c, &j->body);
  bool heard = hear(&c, 2 * seconds, &j->out);
  if (!heard) kill(c.pid, SIGKILL);
  close(c.out);
  bool stopped = leave(j->server, at, &status);
  if (stopped) job_fail(j, 410, "stopped", "stopped");
  else if (heard && WIFEXITED(status) && !WEXITSTATUS(status)) job_ok(j);
  else if (!heard || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) ||
           (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
    job_fail(j, 422, "too_long", "this takes too long");
  else if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
    job_fail(j, 400, "bad_request", "the request cannot be read");
  else job_fail(j, 422, "too_large", "this takes more memory than there is for it");
}

void *workshop_thread(void *server)
{
  Server *s = server;
  while (!queue_stopped(&s->workshop)) {
    Job *j = queue_take_one(&s->workshop, 1000);
    if (!j) continue;
    if (s->stopping) job_fail(j, 503, "stopping", "the server stops");
    else if (j->number == STOPPED) job_fail(j, 410, "stopped", "stopped");
    else j->work(NULL, j);
    job_done(j);
  }
  queue_drain(&s->workshop);
  return NULL;
}
