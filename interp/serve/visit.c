/* Connections whose request does not arrive: whoever sends a byte now and then would hold
 * a place for as long as he likes, since each of them counts as a sign of life. */
#include "interp/serve/serve.h"
#include "interp/base/clock.h"

#include <stdlib.h>
#include <sys/socket.h>

struct Visit {
  Visit *next, **at; /* in the list of all */
  int fd;
  int64_t since; /* from when on a request is awaited; 0: it is there */
};

static void arrive(Server *s, struct MHD_Connection *c, void **context)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
  Visit *v = info ? calloc(1, sizeof *v) : NULL;
  if (!v) return;
  v->fd = info->connect_fd;
  v->since = clock_ms();
  pthread_mutex_lock(&s->visit_lock);
  v->next = s->visits;
  v->at = &s->visits;
  if (v->next) v->next->at = &v->next;
  s->visits = v;
  pthread_mutex_unlock(&s->visit_lock);
  *context = v;
}

/* Called before the socket is closed, so that no number in the list is another's. */
static void leave(Server *s, void **context)
{
  Visit *v = *context;
  if (!v) return;
  pthread_mutex_lock(&s->visit_lock);
  *v->at = v->next;
  if (v->next) v->next->at = v->at;
  pthread_mutex_unlock(&s->visit_lock);
  free(v);
  *context = NULL;
}

void visit_notify(void *cls, struct MHD_Connection *c, void **context,
                  enum MHD_ConnectionNotificationCode what)
{
  if (what == MHD_CONNECTION_NOTIFY_STARTED) arrive(cls, c, context);
  else leave(cls, context);
}

void visit_awaits(Server *s, struct MHD_Connection *c, bool awaits)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  Visit *v = info ? info->socket_context : NULL;
  if (!v) return;
  pthread_mutex_lock(&s->visit_lock);
  v->since = awaits ? clock_ms() : 0;
  pthread_mutex_unlock(&s->visit_lock);
}

void visits_sweep(Server *s)
{
  int64_t now = clock_ms();
  pthread_mutex_lock(&s->visit_lock);
  for (Visit *v = s->visits; v; v = v->next)
    if (v->since && now - v->since > SLOW) {
      shutdown(v->fd, SHUT_RDWR); /* the rest is libmicrohttpd's */
      v->since = 0;
    }
  pthread_mutex_unlock(&s->visit_lock);
}
