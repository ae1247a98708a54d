/* Events on their way to one page. */
#include "interp/serve/serve.h"
#include "interp/base/invariant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Stream *stream_new(Server *server, const char *address)
{
  Stream *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  pthread_mutex_init(&s->lock, NULL);
  s->users = 2;
  s->server = server;
  snprintf(s->address, sizeof s->address, "%s", address);
  return s;
}

void stream_drop(Stream *s)
{
  pthread_mutex_lock(&s->lock);
  INVARIANT(s->users > 0);
  bool last = --s->users == 0;
  pthread_mutex_unlock(&s->lock);
  if (!last) return;
  pthread_mutex_destroy(&s->lock);
  buf_free(&s->out);
  free(s);
}

static void wake(Stream *s)
{
  if (!s->waits) return;
  s->waits = false;
  MHD_resume_connection(s->connection);
}

/* A page that does not read is cut off: it will ask again, and get the whole state. */
void stream_push(Stream *s, const char *bytes, size_t n)
{
  INVARIANT(bytes || !n);
  pthread_mutex_lock(&s->lock);
  if (!s->gone && !s->closed) {
    if (s->sent == s->out.n) {
      buf_clear(&s->out);
      s->sent = 0;
    }
    if (s->out.n - s->sent + n > MOST_BEHIND) s->closed = true;
    else buf_addn(&s->out, bytes, n);
    wake(s);
  }
  pthread_mutex_unlock(&s->lock);
}

void stream_close(Stream *s)
{
  pthread_mutex_lock(&s->lock);
  s->closed = true;
  wake(s);
  pthread_mutex_unlock(&s->lock);
}

bool stream_gone(Stream *s)
{
  pthread_mutex_lock(&s->lock);
  bool gone = s->gone;
  pthread_mutex_unlock(&s->lock);
  return gone;
}

static ssize_t give(void *cls, uint64_t at, char *into, size_t most)
{
  Stream *s = cls;
  (void)at;
  pthread_mutex_lock(&s->lock);
  INVARIANT(s->sent <= s->out.n);
  size_t n = s->out.n - s->sent;
  if (n > most) n = most;
  if (n) memcpy(into, s->out.at + s->sent, n);
  s->sent += n;
  if (s->sent == s->out.n && s->out.cap > 16 * 1024) { /* most wait for long */
    buf_free(&s->out);
    s->out = (Buf){0};
    s->sent = 0;
  }
  bool end = !n && (s->closed || s->server->stopping);
  if (!n && !end) {
    s->waits = true;
    MHD_suspend_connection(s->connection);
  }
  pthread_mutex_unlock(&s->lock);
  return end ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)n;
}

static void gone(void *cls)
{
  Stream *s = cls;
  end_stream(s->server, s->address);
  pthread_mutex_lock(&s->lock);
  s->gone = true;
  s->waits = false;
  pthread_mutex_unlock(&s->lock);
  stream_drop(s);
}

struct MHD_Response *stream_response(Stream *s, struct MHD_Connection *c)
{
  s->connection = c;
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, give, s, gone);
}
