/* Games that somebody is playing, as the table thread holds them. */
#ifndef REGEL_SERVE_LIVE_H
#define REGEL_SERVE_LIVE_H
#include "interp/serve/serve.h"

/* Those who read a game from one seat in one language: they are sent the same bytes. */
typedef struct Reader {
  struct Reader *next;
  int seat;
  char lang[LANG_CODE];
  const regel_language *language;
  regel_reader *log;
  Sent sent; /* what they have */
  int lines;
  uint64_t told; /* tells its log from another of as many lines */
  Stream *streams;
} Reader;

typedef struct Live {
  struct Live *next;     /* in its bucket */
  struct Live *next_new; /* whose readers are to be told */
  int64_t id;
  regel_game *game;
  regel_rules *rules;
  regel_status status;
  Reader *readers;
  uint32_t epoch;          /* tells questions of before the server's death from others */
  int given[MOST_SEATS];   /* answers of each seat since then */
  bool touched, rewritten; /* since it was last sent: it is in the row; by taking back */
  bool wants_bot;          /* who gets it as soon as everything is safe and told */
  bool thinks;             /* a bot has a copy of the game */
  uint32_t turn;           /* tells for which question */
  Thoughts thoughts;       /* what it will answer; none until it has thought */
  int64_t asked, due;      /* when the bot was asked and will answer */
  int64_t used;            /* when */
} Live;

enum { BUCKETS = 1024 };
typedef struct Table {
  Server *server;
  Shelf *shelf;
  regel_store *store;
  Live *live[BUCKETS];
  Job *done, **done_last;  /* answered as soon as everything is safe */
  Live *news, **news_last; /* games whose readers are to be told then, the first first */
  int64_t beat;
} Table;

/* A game that somebody plays, by its number; NULL: nobody does. */
Live *live_at(Table *t, int64_t id);
/* The same, read from the store if need be; NULL, and the job is answered. */
Live *live_find(Table *t, Job *j);
void live_add(Table *t, Live *l);
void live_free(Table *t, Live *l);
/* The readers of a seat and language, made if need be. */
Reader *live_reader(Table *t, Live *l, int seat, const char *lang);
/* Plays to the next question that a person has to answer, or hands it to a bot. */
void live_advance(Table *t, Live *l);
void live_ask_bot(Table *t, Live *l);
bool asks_a_bot(regel_game *g);
void live_ask_id(const Live *l, int seat, char out[40]);
/* Adds everything that a reader needs to begin with. */
void live_hello(Buf *b, const Live *l, const Reader *r);
/* The whole state; `keeps`: its streams have it then. */
void live_whole(Buf *b, Live *l, Reader *r, bool keeps);
/* Most games wait for somebody who thinks: whatever was done with one, it is put to rest
 * then, so that all of them share a few machines. */
void live_rest(Live *l);
/* Sends readers what is new to them. */
void live_publish(Live *l);
/* Signs of life; streams whose page is gone are forgotten.  True if nobody reads. */
bool live_beat(Live *l);

/* bots.c: a bot has thought; what it thought is carried out when it is due. */
void bot_done(void *table, Job *j);
void bot_answers(Table *t, Live *l);

/* table.c: the job is answered as soon as everything is safe. */
void table_answered(Table *t, Job *j);
/* The game of a request; with `acts` only for somebody who may act for its seat.  NULL:
 * it is answered. */
Live *table_seated(Table *t, Job *j, bool acts);

#endif
