/* Requests: who asks, may they, and which thread answers. */
#include "interp/serve/serve.h"
#include "interp/base/invariant.h"
#include "interp/base/clock.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum { FOR_ALL, FOR_OWNER, FOR_READER, FOR_SEAT } Right;

typedef enum { LIBRARY, TABLE, WORKSHOP } Where;

typedef struct Route {
  const char *method, *path;
  Right right;
  Where thread;
  void (*work)(void *thread, Job *j);
} Route;

static const Route routes[] = {
    {"GET", "/api/home", FOR_ALL, LIBRARY, library_home},
    {"GET", "/api/setup", FOR_ALL, LIBRARY, library_setup},
    {"GET", "/api/faces", FOR_ALL, LIBRARY, library_faces},
    {"GET", "/api/why", FOR_READER, LIBRARY, library_why},
    {"GET", "/api/replay", FOR_READER, LIBRARY, library_replay},
    {"GET", "/api/ran", FOR_OWNER, LIBRARY, library_ran},
    {"GET", "/api/stream", FOR_READER, TABLE, table_stream},
    {"GET", "/api/state", FOR_READER, TABLE, table_state},
    {"GET", "/api/whynot", FOR_SEAT, TABLE, table_why_not},
    {"POST", "/api/new", FOR_OWNER, TABLE, table_new},
    {"POST", "/api/answer", FOR_SEAT, TABLE, table_answer},
    {"POST", "/api/undo", FOR_SEAT, TABLE, table_undo},
    {"POST", "/api/branch", FOR_READER, TABLE, table_branch},
    {"GET", "/api/files", FOR_OWNER, WORKSHOP, workshop_files},
    {"POST", "/api/save", FOR_OWNER, WORKSHOP, workshop_save},
    {"POST", "/api/work", FOR_OWNER, WORKSHOP, workshop_work},
};

void job_free(Job *j)
{
  if (!j) return;
  json_decref(j->json);
  buf_free(&j->body);
  buf_free(&j->out);
  regel_game_free(j->copy);
  free(j->query);
  free(j->cookie);
  free(j);
}

void job_ok(Job *j)
{
  j->status = 200;
  if (!j->out.n) buf_add(&j->out, "{}");
}

void job_fail(Job *j, int status, const char *code, const char *words)
{
  INVARIANT(status >= 400 && code && words);
  j->status = status;
  buf_clear(&j->out);
  buf_printf(&j->out, "{\"error\":\"%s\",\"words\":", code);
  put_string(&j->out, words);
  buf_char(&j->out, '}');
}

void job_done(Job *j)
{
  j->done = true;
  MHD_resume_connection(j->connection);
}

/* ---- limits --------------------------------------------------------------------- */

/* Has somebody there tried keys lately? */
static bool is_guessing(const Server *s, int i)
{
  return s->addresses[i].wrong && clock_ms() - s->addresses[i].since < GUESSED;
}

static int address_slot(Server *s, const char *address, bool make)
{
  int n = sizeof s->addresses / sizeof *s->addresses, room = -1;
  for (int i = 0; i < n; i++) {
    if (!strcmp(s->addresses[i].address, address)) return i;
    if (room < 0 && !s->addresses[i].streams && !is_guessing(s, i)) room = i;
    if (!*s->addresses[i].address) break;
  }
  if (make && room >= 0) {
    snprintf(s->addresses[room].address, sizeof s->addresses[room].address, "%s",
             address);
    s->addresses[room].wrong = 0;
  }
  return make ? room : -1;
}

bool may_stream(Server *s, const char *address)
{
  pthread_mutex_lock(&s->lock);
  int i = address_slot(s, address, true);
  bool may = i >= 0 && s->addresses[i].streams < s->options.streams;
  if (may) s->addresses[i].streams++;
  pthread_mutex_unlock(&s->lock);
  return may;
}

void end_stream(Server *s, const char *address)
{
  pthread_mutex_lock(&s->lock);
  int i = address_slot(s, address, false);
  if (i >= 0 && s->addresses[i].streams > 0) s->addresses[i].streams--;
  pthread_mutex_unlock(&s->lock);
}

/* A key is long, but nobody has all the time in the world to try. */
static bool may_guess(Server *s, const char *address, bool right)
{
  pthread_mutex_lock(&s->lock);
  int i = address_slot(s, address, true);
  if (i >= 0 && !is_guessing(s, i)) s->addresses[i].wrong = 0;
  bool may = i >= 0 && s->addresses[i].wrong < GUESSES;
  if (may && !right && !s->addresses[i].wrong++) s->addresses[i].since = clock_ms();
  pthread_mutex_unlock(&s->lock);
  return may;
}

/* ---- who asks ------------------------------------------------------------------- */

static const char *header(const Job *j, const char *name)
{
  return MHD_lookup_connection_value(j->connection, MHD_HEADER_KIND, name);
}

/* A page of somebody else may send a browser here under a name of its own: on loopback
 * only names of loopback are heard. */
static bool is_our_name(const Server *s, const char *host)
{
  static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
  if (s->options.host) return true;
  for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
    size_t n = strlen(names[i]);
    if (strncmp(host, names[i], n)) continue;
    const char *port = host + n + (host[n] == ':');
    if (!host[n] || (port > host + n && !port[strspn(port, "0123456789")])) return true;
  }
  return false;
}

static bool is_same_origin(const Job *j, bool changes)
{
  INVARIANT(j && j->server);
  const char *origin = header(j, "Origin"), *host = header(j, "Host"),
             *site = header(j, "Sec-Fetch-Site");
  if (!host || !is_our_name(j->server, host)) return false;
  if (origin) {
    const char *name = strstr(origin, "://");
    if (!name || strcmp(name + 3, host) != 0) return false;
  }
  if (site && strcmp(site, "same-origin") && (changes || strcmp(site, "none")))
    return false;
  return !changes || header(j, "X-Regel");
}

static void read_address(Job *j)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(j->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const struct sockaddr *a = info ? info->client_addr : NULL;
  const void *at = NULL;
  if (a && a->sa_family == AF_INET) at = &((const struct sockaddr_in *)a)->sin_addr;
  /* Whoever has one address of the sixth version has 2^64 of them. */
  struct in6_addr net = {0};
  if (a && a->sa_family == AF_INET6) {
    net = ((const struct sockaddr_in6 *)a)->sin6_addr;
    if (!IN6_IS_ADDR_V4MAPPED(&net)) memset(net.s6_addr + 8, 0, 8);
    at = &net;
  }
  if (!at || !inet_ntop(a->sa_family, at, j->address, sizeof j->address))
    strcpy(j->address, "?");
}

static const char *cookie(const Job *j, const char *name)
{
  const char *c = MHD_lookup_connection_value(j->connection, MHD_COOKIE_KIND, name);
  return c ? c : "";
}

static bool is_owner(const Job *j)
{
  const Server *s = j->server;
  return !s->options.key || same_secret(cookie(j, "owner"), s->owner);
}

/* The place of a seat in j->holds; -1: none. */
static int place_of(int seat)
{
  if (seat == WATCHER) return MOST_SEATS;
  return seat >= 0 && seat < MOST_SEATS ? seat : -1;
}

/* Calls for each seat of this game that the cookie holds: "0.SEAL~2.SEAL". */
static void read_seats(Job *j)
{
  INVARIANT(j && j->server);
  char name[32], token[TOKEN];
  snprintf(name, sizeof name, "g%lld", (long long)j->game);
  for (const char *s = cookie(j, name); *s;) {
    size_t n = strcspn(s, "~");
    int64_t game;
    int seat;
    snprintf(token, sizeof token, "%lld.%.*s", (long long)j->game, n < 50 ? (int)n : 0,
             s);
    if (token_read(&j->server->keys, token, &game, &seat) && game == j->game &&
        place_of(seat) >= 0)
      j->holds[place_of(seat)] = true;
    s += n + (s[n] == '~');
  }
}

static bool may(const Job *j, Right right)
{
  bool sits = false;
  for (int i = 0; i < MOST_SEATS; i++) sits = sits || j->holds[i];
  bool any = sits || j->holds[MOST_SEATS];
  switch (right) {
  case FOR_ALL: return !j->game || any || j->owner; /* who names a game must know it */
  case FOR_OWNER: return j->owner;
  case FOR_SEAT: return j->seat >= 0 && j->seat < MOST_SEATS && j->holds[j->seat];
  case FOR_READER: /* a seat reads as a seat; others, and the owner, as spectators */
    if (j->seat >= 0 && j->seat < MOST_SEATS && j->holds[j->seat]) return true;
    if (!strcmp(j->path, "/api/replay")) return any || j->owner; /* it looks itself */
    if (!strcmp(j->path, "/api/branch")) return sits || j->owner;
    return j->seat == WATCHER && (any || j->owner);
  }
  return false;
}

/* ---- following a link ------------------------------------------------------------- */

static void set_cookie(Job *j, const char *name, const char *value)
{
  Buf b = {0};
  buf_printf(&b, "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000", name,
             value);
  free(j->cookie);
  j->cookie = buf_take(&b);
}

/* Exchanges the secret of a link for a cookie that no script can read. */
static void join(Job *j)
{
  const char *token = json_string_value(json_object_get(j->json, "token"));
  int seat;
  char name[32], own[TOKEN];
  if (!token || !token_read(&j->server->keys, token, &j->game, &seat) ||
      place_of(seat) < 0) {
    job_fail(j, 403, "bad_link", "this link is not one of ours");
    return;
  }
  read_seats(j);
  j->holds[place_of(seat)] = true;
  Buf all = {0};
  for (int i = 0; i <= MOST_SEATS; i++) {
    if (!j->holds[i]) continue;
    token_write(&j->server->keys, j->game, i == MOST_SEATS ? WATCHER : i, own);
    buf_printf(&all, "%s%s", all.n ? "~" : "", strchr(own, '.') + 1);
  }
  snprintf(name, sizeof name, "g%lld", (long long)j->game);
  set_cookie(j, name, buf_text(&all));
  buf_free(&all);
  buf_printf(&j->out, "{\"game\":%lld,\"seat\":%d}", (long long)j->game, seat);
  job_ok(j);
}

/* The seats of this game that the page may sit on. */
static void seats(Job *j)
{
  bool some = false;
  buf_printf(&j->out, "{\"owner\":%s,\"seats\":[", j->owner ? "true" : "false");
  for (int i = 0; i < MOST_SEATS; i++)
    if (j->holds[i]) {
      buf_printf(&j->out, "%s%d", some ? "," : "", i);
      some = true;
    }
  buf_printf(&j->out, "],\"watch\":%s}", j->holds[MOST_SEATS] ? "true" : "false");
  job_ok(j);
}

static void owner(Job *j)
{
  INVARIANT(j && j->server);
  const char *key = json_string_value(json_object_get(j->json, "key"));
  bool right = j->server->options.key && key && same_secret(key, j->server->options.key);
  if (!may_guess(j->server, j->address, right)) {
    job_fail(j, 429, "guesses", "too many keys were tried; please wait");
  } else if (right) {
    set_cookie(j, "owner", j->server->owner);
    job_ok(j);
  } else {
    job_fail(j, 403, "bad_key", "this is not the key");
  }
}

/* ---- answering ------------------------------------------------------------------ */

static void add_headers(struct MHD_Response *r, const char *type, const Job *j)
{
  static const char *const all[][2] = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
       "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
      {"Cache-Control", "no-store"},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    MHD_add_response_header(r, all[i][0], all[i][1]);
  MHD_add_response_header(r, "Content-Type", type);
  if (j->cookie) MHD_add_response_header(r, "Set-Cookie", j->cookie);
}

static enum MHD_Result send_job(Job *j)
{
  struct MHD_Response *r;
  const char *type = j->type ? j->type : "application/json; charset=utf-8";
  if (j->stream) {
    r = stream_response(j->stream, j->connection);
    type = "text/event-stream";
  } else {
    r = MHD_create_response_from_buffer(j->out.n, j->out.at ? j->out.at : (char *)"",
                                        MHD_RESPMEM_MUST_COPY);
  }
  if (!r) return MHD_NO;
  j->stream = NULL; /* the response has it */
  add_headers(r, type, j);
  enum MHD_Result ok = MHD_queue_response(j->connection, (unsigned)j->status, r);
  MHD_destroy_response(r);
  return ok;
}

static enum MHD_Result send_asset(Job *j, const Asset *a)
{
  struct MHD_Response *r = MHD_create_response_from_buffer(
      (size_t)(a->end - a->at), (void *)(uintptr_t)a->at, MHD_RESPMEM_PERSISTENT);
  if (!r) return MHD_NO;
  add_headers(r, a->type, j);
  enum MHD_Result ok = MHD_queue_response(j->connection, 200, r);
  MHD_destroy_response(r);
  return ok;
}

/* ---- reading -------------------------------------------------------------------- */

static const char *argument(const Job *j, const char *name)
{
  const char *s = MHD_lookup_connection_value(j->connection, MHD_GET_ARGUMENT_KIND, name);
  return s ? s : "";
}

static void set_lang(Job *j, const char *code)
{
  size_t n = strlen(code);
  bool fine = n && n < sizeof j->lang &&
              !code[strspn(code, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789_@-")];
  snprintf(j->lang, sizeof j->lang, "%s", fine ? code : "en");
  /* Countries and spellings fall back to the language anyway, and nobody fills memory
   * with them. */
  j->lang[strcspn(j->lang, "_@-")] = 0;
}

/* A seat, who watches, or who sees all when the game is over; false: none of these. */
static bool set_seat(Job *j, long long n)
{
  j->seat = (int)n;
  return n == WATCHER || n == ALL_SEATS || (n >= 0 && n < MOST_SEATS);
}

static long long number(const char *s, long long otherwise)
{
  char *end;
  long long n = strtoll(s, &end, 10);
  return *s && !*end ? n : otherwise;
}

static bool read_request(Job *j)
{
  if (!strcmp(j->method, "GET")) {
    const char *name = argument(j, "name");
    j->game = number(argument(j, "g"), 0);
    if (!set_seat(j, number(argument(j, "seat"), WATCHER))) return false;
    j->number = number(argument(j, "at"), -1);
    set_lang(j, argument(j, "lang"));
    if (*name) j->query = strdup(name);
  } else {
    json_error_t e;
    j->json = json_loadb(buf_text(&j->body), j->body.n, JSON_REJECT_DUPLICATES, &e);
    if (!json_is_object(j->json)) return false;
    json_t *seat = json_object_get(j->json, "seat");
    const char *lang = json_string_value(json_object_get(j->json, "lang"));
    j->game = json_integer_value(json_object_get(j->json, "game"));
    if (!set_seat(j, json_is_integer(seat) ? json_integer_value(seat) : WATCHER))
      return false;
    set_lang(j, lang ? lang : "");
  }
  j->owner = is_owner(j);
  if (j->game > 0) read_seats(j);
  else j->game = 0;
  return true;
}

static const Route *route_of(const Job *j)
{
  for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
    if (!strcmp(routes[i].path, j->path) && !strcmp(routes[i].method, j->method))
      return &routes[i];
  return NULL;
}

/* Gives the job to its thread; the connection sleeps until it is done. */
static enum MHD_Result hand_over(Job *j, const Route *r)
{
  INVARIANT(j && j->server);
  Server *s = j->server;
  j->work = r->work;
  MHD_suspend_connection(j->connection);
  Queue *queues[] = {&s->library_queue, &s->table, &s->workshop};
  if (queue_put(queues[r->thread], j, false)) return MHD_YES;
  job_fail(j, 503, "busy", "the server is busy; please try again");
  job_done(j);
  return MHD_YES;
}

static enum MHD_Result begin(Job *j)
{
  INVARIANT(j && j->server);
  bool get = !strcmp(j->method, "GET");
  visit_awaits(j->server, j->connection, false);
  const Asset *a = get ? asset_find(j->path) : NULL;
  if (a && is_our_name(j->server, header(j, "Host"))) return send_asset(j, a);
  if (!is_same_origin(j, !get)) {
    job_fail(j, 403, "origin", "this request does not come from this page");
  } else if (!read_request(j)) {
    job_fail(j, 400, "bad_request", "the request cannot be read");
  } else if (!get && !strcmp(j->path, "/api/join")) {
    join(j);
  } else if (!get && !strcmp(j->path, "/api/owner")) {
    owner(j);
  } else if (!get && !strcmp(j->path, "/api/stop") && j->owner) {
    const char *id = json_string_value(json_object_get(j->json, "work"));
    workshop_stop(j->server, id ? id : "");
    job_ok(j);
  } else if (get && !strcmp(j->path, "/api/seats")) {
    seats(j);
  } else {
    const Route *r = route_of(j);
    if (r && may(j, r->right)) return hand_over(j, r);
    if (r) job_fail(j, 403, "forbidden", "this is not yours to do");
    else job_fail(j, 404, "no_page", "there is no such page");
  }
  return send_job(j);
}

/* Only who may write needs room for it. */
static size_t most_body(const Job *j)
{
  bool writes = !strcmp(j->path, "/api/save") || !strcmp(j->path, "/api/work");
  return writes && is_owner(j) ? MOST_FILE : MOST_BODY;
}

static enum MHD_Result count_lengths(void *cls, enum MHD_ValueKind kind, const char *name,
                                     const char *value)
{
  (void)kind, (void)value;
  int *n = cls;
  *n += !strcasecmp(name, "Content-Length") || !strcasecmp(name, "Transfer-Encoding");
  return MHD_YES;
}

/* Where a request ends must be said once: a proxy in front might believe the other one,
 * and take the rest of this request for one of somebody else. */
static bool ends_once(const Job *j)
{
  int n = 0;
  MHD_get_connection_values(j->connection, MHD_HEADER_KIND, count_lengths, &n);
  return n <= 1;
}

enum MHD_Result http_request(void *cls, struct MHD_Connection *c, const char *url,
                             const char *method, const char *version, const char *data,
                             size_t *size, void **state)
{
  Job *j = *state;
  (void)version;
  if (!j) {
    j = *state = calloc(1, sizeof *j);
    if (!j) return MHD_NO;
    j->server = cls;
    j->connection = c;
    j->path = url;
    j->method = method;
    j->status = 500;
    read_address(j);
    bool known = !strcmp(method, "GET") || !strcmp(method, "POST");
    if (!known || ends_once(j)) return known ? MHD_YES : MHD_NO;
    job_fail(j, 400, "bad_request", "the length of the request is said twice");
    return send_job(j);
  }
  if (j->done) return send_job(j);
  if (*size) {
    if (j->body.n + *size <= most_body(j)) buf_addn(&j->body, data, *size);
    else j->number = -413;
    *size = 0;
    return MHD_YES;
  }
  if (j->number == -413) {
    job_fail(j, 413, "too_large", "the request is too large");
    return send_job(j);
  }
  return begin(j);
}

void http_completed(void *cls, struct MHD_Connection *c, void **state,
                    enum MHD_RequestTerminationCode why)
{
  Job *j = *state;
  (void)why;
  visit_awaits(cls, c, true);
  *state = NULL;
  if (j && j->stream) { /* the page went before it got it */
    end_stream(j->server, j->address);
    pthread_mutex_lock(&j->stream->lock);
    j->stream->gone = true;
    pthread_mutex_unlock(&j->stream->lock);
    stream_drop(j->stream);
  }
  job_free(j);
}
