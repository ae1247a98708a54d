#include "interp/prove/solver.h"
#include "interp/base/buf.h"
#include "interp/base/clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fcntl.h>

extern char **environ;

struct Solver {
  pid_t pid;
  FILE *in;
  int out;
  bool lost; /* this process is */
  bool mute; /* it neither works nor answers: another one would not, either */
  int megabytes;
  double before; /* seconds of the processor that those took that were ended */
  Buf line;      /* what it said last */
  char rest[4096];
  size_t from, to;
  char name[80];
};

static bool start(Solver *s, int megabytes)
{
  int in[2], out[2];
  if (pipe(in)) return false;
  if (pipe(out)) {
    close(in[0]), close(in[1]);
    return false;
  }
  fcntl(in[1], F_SETFD, FD_CLOEXEC);
  fcntl(out[0], F_SETFD, FD_CLOEXEC);
  posix_spawn_file_actions_t acts;
  posix_spawn_file_actions_init(&acts);
  posix_spawn_file_actions_adddup2(&acts, in[0], 0);
  posix_spawn_file_actions_adddup2(&acts, out[1], 1);
  posix_spawn_file_actions_addopen(&acts, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclose(&acts, in[0]);
  posix_spawn_file_actions_addclose(&acts, out[1]);
  char memory[32];
  snprintf(memory, sizeof memory, "-memory:%d", megabytes);
  char *argv[] = {"z3", "-smt2", "-in", memory, NULL};
  int failed = posix_spawnp(&s->pid, "z3", &acts, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&acts);
  close(in[0]);
  close(out[1]);
  s->in = failed ? NULL : fdopen(in[1], "w");
  s->out = out[0];
  if (failed) close(in[1]), close(out[0]);
  return !failed && s->in;
}

/* Seconds of the processor that the process took. */
static double taken(const Solver *s)
{
  clockid_t clock;
  return s->pid && !clock_getcpuclockid(s->pid, &clock) ? clock_read(clock) : 0;
}

double solver_seconds(const Solver *s) { return s->before + taken(s); }

/* Reads a line.  It may take so many seconds of the processor; a clock on the wall, which
 * is no measure where others work, only tells who does not work at all. */
static bool read_line(Solver *s, double seconds)
{
  enum { LOOK = 50, STUCK = 10 };
  double began = taken(s), last = began, since = clock_seconds();
  buf_clear(&s->line);
  while (!s->lost) {
    while (s->from < s->to) {
      char c = s->rest[s->from++];
      if (c == '\n') return true;
      char one[2] = {c, 0};
      buf_add(&s->line, one);
    }
    struct pollfd p = {s->out, POLLIN, 0};
    int ready = poll(&p, 1, LOOK);
    if (ready < 0 && errno == EINTR) return false;
    if (!ready) {
      double now = taken(s);
      if (now > last) last = now, since = clock_seconds();
      s->mute = clock_seconds() > since + STUCK;
      if (!s->mute && now < began + seconds) continue;
    }
    ssize_t n = ready > 0 ? read(s->out, s->rest, sizeof s->rest) : 0;
    if (n <= 0) s->lost = true;
    else s->from = 0, s->to = (size_t)n;
  }
  return false;
}

static void stop(Solver *s)
{
  if (!s->pid) return;
  s->before += taken(s);
  kill(s->pid, SIGKILL); /* first: it may not be listening */
  if (s->in) fclose(s->in);
  close(s->out);
  waitpid(s->pid, NULL, 0);
}

/* One that was too slow or too large is ended, and another one asked from then on. */
static bool start_anew(Solver *s)
{
  stop(s);
  s->in = NULL;
  s->out = -1;
  s->pid = 0;
  if (!start(s, s->megabytes)) return false;
  s->lost = false;
  s->from = s->to = 0;
  return true;
}

Solver *solver_open(int megabytes)
{
  Solver *s = calloc(1, sizeof *s);
  if (s) s->megabytes = megabytes;
  if (!s || !start(s, megabytes)) {
    free(s);
    return NULL;
  }
  signal(SIGPIPE, SIG_IGN);
  fputs("(get-info :version)\n", s->in);
  fflush(s->in);
  /* (:version "4.8.12") */
  if (!read_line(s, 10)) {
    solver_close(s);
    return NULL;
  }
  const char *from = strchr(buf_text(&s->line), '"');
  snprintf(s->name, sizeof s->name, "Z3 %.*s", from ? (int)strcspn(from + 1, "\"") : 0,
           from ? from + 1 : "");
  return s;
}

void solver_close(Solver *s)
{
  if (!s) return;
  stop(s);
  buf_free(&s->line);
  free(s);
}

static Solved ask(Solver *s, const Terms *t, const Term *given, size_t ngiven,
                  const Term *some, size_t nsome, bool words, int work, double seconds)
{
  if (s->mute || (s->lost && !start_anew(s))) return SOLVED_UNKNOWN;
  bool *told = malloc(t->rows.n + 1);
  if (!told) return SOLVED_UNKNOWN;
  /* Each question by itself: a solver that may forget the last one simplifies more. */
  fprintf(s->in, "(reset)\n(set-option :rlimit %d)\n", work);
  terms_tell(t, some, nsome, words, told, s->in);
  for (size_t i = 0; i < ngiven; i++)
    if (told[given[i]]) fprintf(s->in, "(assert t%d)\n", given[i]);
  free(told);
  fputs("(assert (or false", s->in);
  for (size_t i = 0; i < nsome; i++) fprintf(s->in, " t%d", some[i]);
  fputs("))\n(check-sat)\n", s->in);
  fflush(s->in);
  if (!read_line(s, seconds)) return SOLVED_UNKNOWN;
  const char *said = buf_text(&s->line);
  if (!strcmp(said, "unsat")) return SOLVED_NO;
  if (!strcmp(said, "sat")) return SOLVED_YES;
  s->lost = strcmp(said, "unknown") != 0; /* out of memory, or not understood */
  return SOLVED_UNKNOWN;
}

Solved solver_ask(Solver *s, const Terms *t, const Term *given, size_t ngiven,
                  const Term *some, size_t nsome, int work, double seconds)
{
  Solved a = ask(s, t, given, ngiven, some, nsome, false, work / 3 + 1, seconds / 3);
  if (a != SOLVED_UNKNOWN) return a;
  return ask(s, t, given, ngiven, some, nsome, true, work - work / 3, seconds * 2 / 3);
}

/* A value: true, false, 7, (- 7). */
static int64_t read_value(const char *s)
{
  if (!strncmp(s, "true", 4)) return 1;
  if (!strncmp(s, "false", 5)) return 0;
  if (!strncmp(s, "(- ", 3)) return -strtoll(s + 3, NULL, 10);
  return strtoll(s, NULL, 10);
}

/* Asks for one value at a time: the lines of the answer are then known. */
bool solver_values(Solver *s, const Term *terms, size_t n, int64_t *values)
{
  bool ok = true;
  for (size_t i = 0; i < n; i++)
    fprintf(s->in, "(eval t%d :completion true)\n", terms[i]);
  fflush(s->in);
  for (size_t i = 0; i < n && ok; i++) {
    ok = read_line(s, 5);
    values[i] = ok ? read_value(buf_text(&s->line)) : 0;
  }
  return ok;
}
