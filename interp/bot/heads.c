#include "interp/bot/heads.h"
#include "interp/bot/ismcts.h"

#include <pthread.h>

static void *run(void *search)
{
  search_run(search);
  return NULL;
}

void heads_run(Search **s, int n)
{
  pthread_t thread[BOT_HEADS];
  bool started[BOT_HEADS] = {false};
  for (int i = 1; i < n; i++) started[i] = !pthread_create(&thread[i], NULL, run, s[i]);
  search_run(s[0]);
  for (int i = 1; i < n; i++) {
    if (started[i]) pthread_join(thread[i], NULL);
    else search_run(s[i]);
  }
}
