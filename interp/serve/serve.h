/* What the files of the server share: requests, readers of games, and the two threads
 * that answer.
 *
 * Three kinds of threads: libmicrohttpd's own reads requests and writes what is ready;
 * the table thread owns all games and the store that they are written to; the library
 * thread looks things up in a store of its own (replays, causes, faces), so that nobody
 * at a table waits for a reader.  A fourth thinks for bots.  The workshop threads read
 * and write files, and start the processes in which rules are tried out.  Requests go
 * from one to the other whole; nothing else is shared but streams and counters, which
 * have locks. */
#ifndef REGEL_SERVE_H
#define REGEL_SERVE_H
#include "interp/serve/frame.h"

#include <jansson.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
  MOST_SEATS = 32,
  MOST_BODY = 64 * 1024,       /* bytes of a request */
  MOST_FILE = 2 * 1024 * 1024, /* of one that saves or checks a file */
  MOST_NAME = 64,              /* bytes of a player's name */
  MOST_WAITING = 4096,         /* requests that wait for a thread */
  MOST_BEHIND = 512 * 1024,    /* bytes that a stream may be behind */
  SEAT_STREAMS = 8,            /* of one seat or of all spectators of a game times 8 */
  PATIENCE = 2000,             /* milliseconds to wait for who else writes */
  BEAT = 15000,                /* milliseconds between signs of life */
  IDLE = 60000,                /* after which a game that nobody reads is put away */
  SLOW = 20000,                /* in which a request must have arrived */
  GUESSES = 10,                /* of the key, from one address … */
  GUESSED = 600000,            /* … in so many milliseconds */
  WORKSHOPS = 2,               /* that try rules out at a time */
  LISTENERS = 8, /* each looks through its sleeping connections to wake one */
  LANG_CODE = 32,
  TOKEN = 80
};

/* Instead of a seat, in links and requests. */
enum { WATCHER = REGEL_SPECTATOR, ALL_SEATS = REGEL_SEES_ALL };

typedef struct Options {
  const char *host;  /* NULL: loopback alone */
  const char *key;   /* for making games and writing, if others can connect */
  const char *store; /* NULL: the user's own */
  const char *game;  /* shown first; may be NULL */
  int port;
  int pace;    /* milliseconds that a bot takes for an answer */
  int streams; /* for one address */
  int games;   /* that may be begun in an hour */
} Options;

typedef struct Server Server;
typedef struct Stream Stream;
typedef struct Job Job;
typedef struct Visit Visit;

/* What bots will answer at the next beat: several answers, if the first of them change
 * nothing that everybody can see.  Each is for one state and no other. */
enum { MOST_THOUGHTS = 16 };
typedef struct Thoughts {
  struct {
    uint64_t state;
    int answer;
  } at[MOST_THOUGHTS];
  int n;
} Thoughts;

/* A request on its way.  Whoever works on it owns it. */
struct Job {
  Job *next;
  void (*work)(void *thread, Job *job);
  Server *server;
  struct MHD_Connection *connection;
  char address[64];
  /* what is asked */
  int64_t game;
  int seat;
  char lang[LANG_CODE];
  bool owner;                 /* may make games and write */
  bool holds[MOST_SEATS + 2]; /* seats whose link was followed; then watching */
  const char *method, *path;
  Buf body;
  json_t *json; /* the body */
  char *query;  /* what a thing is called, and the like */
  int64_t number;
  /* what is answered */
  int status;
  Buf out;
  const char *type; /* NULL: JSON */
  char *cookie;
  Stream *stream;    /* instead of a body */
  regel_game *copy;  /* for a bot to think about, and … */
  Thoughts thoughts; /* … what it thought */
  bool done;
};

/* ---- stream.c: events on their way to one page ---- */
struct Stream {
  Stream *next; /* of its reader */
  pthread_mutex_t lock;
  struct MHD_Connection *connection;
  Buf out;
  size_t sent;
  bool waits;  /* the connection is suspended */
  bool closed; /* no more is coming */
  bool gone;   /* the page is gone */
  int users;   /* table and connection */
  char address[64];
  Server *server;
};
Stream *stream_new(Server *s, const char *address);
void stream_push(Stream *s, const char *bytes, size_t n);
void stream_close(Stream *s);
bool stream_gone(Stream *s);
void stream_drop(Stream *s); /* one user less */
struct MHD_Response *stream_response(Stream *s, struct MHD_Connection *c);

/* ---- token.c: who may sit where ---- */
typedef struct Keys {
  unsigned char secret[32];
} Keys;
/* Reads the key, or makes one: `fresh` in any case, so that links of games that are gone
 * mean nothing. */
bool keys_open(Keys *k, const char *path, bool fresh, Buf *why);
void token_write(const Keys *k, int64_t game, int seat, char out[TOKEN]);
/* False if it was not made by token_write with this key. */
bool token_read(const Keys *k, const char *token, int64_t *game, int *seat);
/* What a page that knows the key shows instead of it. */
void owner_token(const Keys *k, const char *key, char out[TOKEN]);
bool same_secret(const char *a, const char *b);

/* ---- queue.c: work for a thread ---- */
typedef struct Queue {
  pthread_mutex_t lock;
  pthread_cond_t wake;
  Job *first, **last;
  int count;
  bool stop;
  int64_t served_game; /* for whom … */
  char served[64];     /* … work was done last */
} Queue;
void queue_open(Queue *q);
bool queue_put(Queue *q, Job *j, bool always); /* false: too many wait */
/* All that wait, or NULL after so many milliseconds or when it is to stop. */
Job *queue_take(Queue *q, int milliseconds);
/* One of them: of several threads each takes what it can do, and of several who ask
 * nobody waits for all that another asked. */
Job *queue_take_one(Queue *q, int milliseconds);
void queue_drain(Queue *q);
bool queue_stopped(Queue *q);
void queue_stop(Queue *q);

struct Server {
  Options options;
  Keys keys;
  char owner[TOKEN]; /* cookie of whoever has the key */
  char store_path[4096];
  regel_library *library;
  Queue table, library_queue, bots, workshop;
  struct MHD_Daemon *daemon;
  pthread_mutex_t lock; /* of what follows */
  struct {
    char address[64];
    int streams;
    int wrong;     /* keys that were tried … */
    int64_t since; /* … from then on */
  } addresses[4096];
  int64_t begun_at; /* of the hour in which games are counted */
  int begun;
  struct {
    char id[40];
    pid_t pid; /* 0: none */
    bool stopped;
  } works[WORKSHOPS];
  pthread_mutex_t visit_lock; /* of this: */
  Visit *visits;
  pthread_mutex_t save_lock; /* who looks at a file and then writes it is alone */
  _Atomic int edition;       /* rises when rules are written */
  volatile bool stopping;
};

/* ---- http.c ---- */
enum MHD_Result http_request(void *cls, struct MHD_Connection *c, const char *url,
                             const char *method, const char *version, const char *data,
                             size_t *size, void **state);
void http_completed(void *cls, struct MHD_Connection *c, void **state,
                    enum MHD_RequestTerminationCode why);
/* A job is answered: its connection goes on. */
void job_done(Job *j);
void job_free(Job *j);
void job_ok(Job *j); /* 200, and {} if nothing was written */
void job_fail(Job *j, int status, const char *code, const char *words);
bool may_stream(Server *s, const char *address);
void end_stream(Server *s, const char *address);

/* ---- visit.c: connections whose request does not arrive ---- */
void visit_notify(void *cls, struct MHD_Connection *c, void **context,
                  enum MHD_ConnectionNotificationCode what);
void visit_awaits(Server *s, struct MHD_Connection *c, bool awaits);
void visits_sweep(Server *s);

/* ---- shelf.c: rules and languages of one thread, read once ---- */
typedef struct Shelf Shelf;
Shelf *shelf_new(Server *s, regel_store *store);
void shelf_free(Shelf *s);
regel_store *shelf_store(Shelf *s);
/* A ruleset of the library with packs (joined by commas, or ""); NULL, and why. */
regel_rules *shelf_rules(Shelf *s, const char *name, const char *packs, Buf *why);
/* The rules of a stored game. */
regel_rules *shelf_stored(Shelf *s, int64_t game, Buf *why);
/* NULL: the source's. */
const regel_language *shelf_language(Shelf *s, regel_rules *rules, const char *code);

/* What games at rest have freed lies between what others use: the system gets it back
 * (main.c). */
void give_back_memory(void);

/* ---- the threads ---- */
void *table_thread(void *server);
void *library_thread(void *server);
void *bot_thread(void *server);
void *workshop_thread(void *server);

/* What the table thread does (table.c). */
void table_new(void *table, Job *j);
void table_stream(void *table, Job *j);
void table_state(void *table, Job *j);
void table_answer(void *table, Job *j);
void table_undo(void *table, Job *j);
void table_why_not(void *table, Job *j);
void table_branch(void *table, Job *j);
/* What the library thread does (library.c, replay.c). */
void library_home(void *library, Job *j);
void library_setup(void *library, Job *j);
void library_faces(void *library, Job *j);
void library_why(void *library, Job *j);
void library_replay(void *library, Job *j);
void library_ran(void *library, Job *j);

/* What the workshop threads do (workshop.c). */
void workshop_files(void *none, Job *j);
void workshop_save(void *none, Job *j);
void workshop_work(void *none, Job *j);
/* Ends the work that was begun under this name. */
void workshop_stop(Server *s, const char *id);

/* ---- assets.c: the page ---- */
typedef struct Asset {
  const char *path, *type;
  const char *at, *end;
} Asset;
const Asset *asset_find(const char *path);

#endif
