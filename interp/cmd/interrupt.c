#include "interp/cmd/interrupt.h"
#include "interp/cmd/cli.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;
static const char *volatile last_words = "";

static void end_now(int sig)
{
  (void)sig;
  const char *words = last_words;
  ssize_t n = write(STDERR_FILENO, "\n", 1);
  n = write(STDERR_FILENO, words, strlen(words));
  (void)n;
  _exit(CODE_INTERRUPTED);
}

static void note(int sig)
{
  interrupted = 1;
  signal(sig, end_now);
}

static void handle(void (*fn)(int))
{
  struct sigaction a = {.sa_handler = fn};
  sigemptyset(&a.sa_mask);
  a.sa_flags = SA_RESTART;
  sigaction(SIGINT, &a, NULL);
}

const volatile int *interrupt_watch(void)
{
  handle(note);
  return &interrupted;
}

void interrupt_exit(const char *farewell)
{
  last_words = farewell;
  handle(end_now);
}
