/* regel-serve: a page on which people play. */
#include "interp/serve/serve.h"
#include "interp/serve/workshop.h"

#include <arpa/inet.h>
#include <getopt.h>
#include <malloc.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "usage: regel serve [OPTION…] [GAME]\n"
    "Opens a page where people play, replay and read games.\n"
    "\n"
    "  --port N       the port (8710; 0: any that is free)\n"
    "  --host ADDRESS listens there, not on this machine alone; needs --key\n"
    "  --key FILE     whose first line is asked for before games are begun\n"
    "  --db FILE      the database of games (the user's own)\n"
    "  --pace MS      how long a bot takes for an answer (700)\n"
    "  --streams N    open pages of one address (64; on this machine 5000)\n"
    "  --games N      that may be begun in an hour (1000)\n"
    "  --help         this text\n"
    "\n"
    "GAME is a ruleset of the library; one of your own lies in FOLDER/scenarios/NAME, "
    "with\n"
    "FOLDER in REGEL_PATH.\n";

static int wrong(const char *words, const char *what)
{
  fprintf(stderr, "regel serve: %s%s%s\nTry regel serve --help\n", words, what ? " " : "",
          what ? what : "");
  return 2;
}

static bool number(const char *text, int most, int *n)
{
  char *end;
  long v = strtol(text, &end, 10);
  if (!*text || *end || v < 0 || v > most) return false;
  *n = (int)v;
  return true;
}

/* The first line of a file, so that the key does not stand in lists of processes. */
static char *read_key(const char *path)
{
  char line[256];
  FILE *f = fopen(path, "r");
  if (!f) return NULL;
  bool some = fgets(line, sizeof line, f);
  fclose(f);
  if (!some) return NULL;
  line[strcspn(line, "\r\n")] = 0;
  return strlen(line) >= 8 ? strdup(line) : NULL;
}

/* -1: go on; else the exit code. */
static int read_options(int argc, char **argv, Options *o)
{
  static const struct option all[] = {
      {"port", 1, NULL, 'p'},  {"host", 1, NULL, 'h'},     {"key", 1, NULL, 'k'},
      {"db", 1, NULL, 'd'},    {"pace", 1, NULL, 'b'},     {"streams", 1, NULL, 's'},
      {"games", 1, NULL, 'g'}, {"help", 0, NULL, '?' + 1}, {NULL, 0, NULL, 0}};
  *o = (Options){.port = 8710, .pace = 700, .games = 1000, .streams = -1};
  for (int c; (c = getopt_long(argc, argv, "", all, NULL)) != -1;) {
    bool fine = true;
    switch (c) {
    case 'p': fine = number(optarg, 65535, &o->port); break;
    case 'b': fine = number(optarg, 60000, &o->pace); break;
    case 's': fine = number(optarg, 100000, &o->streams); break;
    case 'g': fine = number(optarg, 1000000, &o->games); break;
    case 'h': o->host = optarg; break;
    case 'd': o->store = optarg; break;
    case 'k': fine = (o->key = read_key(optarg)) != NULL; break;
    case '?' + 1: fputs(usage, stdout); return 0;
    default: return wrong("there is no such option", NULL);
    }
    if (c == 'k' && !fine)
      return wrong("the key must be a line of at least 8 characters in the file", optarg);
    if (!fine) return wrong("this is not a number that makes sense:", optarg);
  }
  if (argc - optind > 1) return wrong("one game at most, not also", argv[optind + 1]);
  o->game = argv[optind];
  if (o->host && !o->key)
    return wrong("--host lets others connect: give a --key for making games", NULL);
  if (o->streams < 0) o->streams = o->host ? 64 : 5000;
  return -1;
}

/* Machines have large arrays of which little is used: taken from the system each time
 * they cost what is used, while memory that was used before would be cleared from end to
 * end. */
static void arrange_memory(void)
{
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 64 * 1024);
  mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
  mallopt(M_ARENA_MAX, 2);
#endif
}

void give_back_memory(void)
{
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/* Every page is an open file. */
static void raise_limit(void)
{
  struct rlimit r;
  if (getrlimit(RLIMIT_NOFILE, &r)) return;
  r.rlim_cur = r.rlim_max < 65536 ? r.rlim_max : 65536;
  setrlimit(RLIMIT_NOFILE, &r);
}

static bool open_store(Server *s)
{
  char *why = NULL;
  Buf problem = {0};
  regel_store *store = regel_store_open(s->options.store, &why);
  if (!store) {
    fprintf(stderr, "regel serve: %s\n", why);
    regel_free(why);
    return false;
  }
  snprintf(s->store_path, sizeof s->store_path, "%s", regel_store_path(store));
  /* Hands and names stand in it; what is made beside it gets the same rights. */
  chmod(s->store_path, 0600);
  regel_data *games = regel_store_games(store, NULL);
  bool fresh = !regel_data_count(games);
  regel_data_free(games);
  regel_store_close(store);
  char path[4200];
  snprintf(path, sizeof path, "%s.key", s->store_path);
  bool fine = keys_open(&s->keys, path, fresh, &problem);
  if (!fine) fprintf(stderr, "regel serve: %s\n", buf_text(&problem));
  buf_free(&problem);
  return fine;
}

static bool listen_on(Server *s)
{
  struct addrinfo hints = {.ai_family = AF_UNSPEC,
                           .ai_socktype = SOCK_STREAM,
                           .ai_flags = AI_PASSIVE | AI_NUMERICSERV},
                  *found = NULL;
  char port[16];
  snprintf(port, sizeof port, "%d", s->options.port);
  const char *host = s->options.host ? s->options.host : "127.0.0.1";
  if (getaddrinfo(host, port, &hints, &found)) {
    fprintf(stderr, "regel serve: there is no address %s here\n", host);
    return false;
  }
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
  if (found->ai_family == AF_INET6) flags |= MHD_USE_IPv6;
  /* One address of many must not take all places; this machine is its user's own. */
  unsigned each = s->options.host ? 256 : 0;
  s->daemon = MHD_start_daemon(
      flags, (uint16_t)s->options.port, NULL, NULL, http_request, s,
      MHD_OPTION_NOTIFY_COMPLETED, http_completed, s, MHD_OPTION_NOTIFY_CONNECTION,
      visit_notify, s, MHD_OPTION_SOCK_ADDR, found->ai_addr, MHD_OPTION_CONNECTION_LIMIT,
      20000u, MHD_OPTION_PER_IP_CONNECTION_LIMIT, each, MHD_OPTION_THREAD_POOL_SIZE,
      (unsigned)LISTENERS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32 * 1024,
      MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END);
  freeaddrinfo(found);
  if (!s->daemon)
    fprintf(stderr, "regel serve: cannot listen on %s port %d\n", host, s->options.port);
  return s->daemon;
}

/* The game that was asked for, if it is one of the library. */
static bool has_game(const Server *s)
{
  const char *game = s->options.game;
  regel_data *names = game ? regel_library_games(s->library) : NULL;
  bool found = !game;
  for (size_t i = 0; i < regel_data_count(names) && !found; i++)
    found = !strcmp(regel_data_text(regel_data_at(names, i)), game);
  regel_data_free(names);
  if (!found)
    fprintf(stderr,
            "regel serve: no ruleset of the library is called \"%s\"; one of your own "
            "lies in FOLDER/scenarios/NAME, with FOLDER in REGEL_PATH\n",
            game);
  return found;
}

static void say_where(const Server *s)
{
  const union MHD_DaemonInfo *info =
      MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT);
  printf("http://%s:%d/%s%s\n", s->options.host ? s->options.host : "localhost",
         info ? info->port : s->options.port, s->options.game ? "#/new/" : "",
         s->options.game ? s->options.game : "");
  fflush(stdout);
}

static void wait_for_signal(Server *s)
{
  const struct timespec while_ = {2, 0};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  while (sigtimedwait(&set, NULL, &while_) < 0) visits_sweep(s);
}

/* What is tried out ends at once. */
static void stop_workshops(Server *s, const pthread_t *workshops)
{
  queue_stop(&s->workshop);
  pthread_mutex_lock(&s->lock);
  for (int i = 0; i < WORKSHOPS; i++)
    if (s->works[i].pid) kill(s->works[i].pid, SIGKILL);
  pthread_mutex_unlock(&s->lock);
  for (int i = 0; i < WORKSHOPS; i++) pthread_join(workshops[i], NULL);
}

typedef struct Threads {
  pthread_t table, library, bots, workshops[WORKSHOPS];
} Threads;

static bool start(Server *s, Threads *t)
{
  queue_open(&s->table);
  queue_open(&s->library_queue);
  queue_open(&s->bots);
  queue_open(&s->workshop);
  if (!listen_on(s)) return false;
  for (int i = 0; i < WORKSHOPS; i++)
    if (pthread_create(&t->workshops[i], NULL, workshop_thread, s)) return false;
  return !pthread_create(&t->table, NULL, table_thread, s) &&
         !pthread_create(&t->library, NULL, library_thread, s) &&
         !pthread_create(&t->bots, NULL, bot_thread, s);
}

/* Bots first, since their games are of the table's rules. */
static void stop(Server *s, const Threads *t)
{
  s->stopping = true;
  MHD_quiesce_daemon(s->daemon);
  queue_stop(&s->bots);
  pthread_join(t->bots, NULL);
  stop_workshops(s, t->workshops);
  queue_stop(&s->library_queue);
  pthread_join(t->library, NULL);
  queue_stop(&s->table);
  pthread_join(t->table, NULL);
  MHD_stop_daemon(s->daemon);
}

int main(int argc, char **argv)
{
  static Server server; /* large; of this function */
  Server *s = &server;
  Threads threads;
  if (argc == 2 && !strcmp(argv[1], "--workshop")) return child_main();
  int code = read_options(argc, argv, &s->options);
  if (code >= 0) return code;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL); /* the threads inherit it */
  signal(SIGPIPE, SIG_IGN);
  raise_limit();
  arrange_memory();
  if (!open_store(s)) return 5;
  if (s->options.key) owner_token(&s->keys, s->options.key, s->owner);
  s->library = regel_library_new(NULL);
  if (!has_game(s)) return 2;
  pthread_mutex_init(&s->lock, NULL);
  pthread_mutex_init(&s->visit_lock, NULL);
  pthread_mutex_init(&s->save_lock, NULL);
  if (!start(s, &threads)) return 5;
  say_where(s);
  wait_for_signal(s);
  stop(s, &threads);
  regel_library_free(s->library);
  return 0;
}
