/* What the files of the public API share. */
#ifndef REGEL_API_INT_H
#define REGEL_API_INT_H
#include "grammar/diag.h"
#include "grammar/tree.h"
#include "interp/base/json.h"
#include "interp/bot/luck.h"
#include "interp/regel.h"
#include "interp/session/session.h"

#include <stdatomic.h>

/* Machines that no game has now, for whichever needs one next: rules are shared among
 * threads, games are not. */
enum { MOST_IDLE = 4 };
typedef struct Machines {
  atomic_flag busy;
  int n;
  Vm *at[MOST_IDLE];
} Machines;

struct regel_rules {
  Program *program;
  /* Where they were compiled by regel_open: what an editor asks for; else NULL. */
  Unit *unit;
  Arena *arena;
  void (*release)(regel_rules *rules); /* what was attached to them; NULL: nothing */
  struct NativeLater *later;           /* native code that is being made */
  Machines *machines;
};
/* Rules of a program, which become the owner of all three. */
regel_rules *api_rules(Program *program, Unit *unit, Arena *arena);

/* How far somebody has read: at which pause, and how far he had heard it then (told.h).
 */
typedef struct ReaderMark {
  VmTrail at;
  uint64_t place;
  int lines;
} ReaderMark;

/* Somebody who reads the log of a game in a language of his own. */
struct regel_reader {
  regel_game *game;
  int viewer;
  const Lang *lang;
  Log *log;
  unsigned how; /* REGEL_EVERY_MOVE, … */
  bool live;    /* the log hears what happens, unless: */
  bool stale;   /* the game went another way than the log has it */
  VEC(ReaderMark) marks;
  regel_reader *next;
};

struct regel_game {
  Session session;
  Machines *machines; /* of its rules */
  Luck luck;          /* for simple bots */
  int32_t *options;
  char *names[MAX_PLAYERS]; /* NULL: "Player 1" */
  int width;                /* columns of what is laid out; 0: as wide as usual */
  bool rolls;               /* chance is rolled without stopping */
  Buf words;                /* the last string that was returned */
  regel_reader *ear;        /* who listens, and how; or NULL */
  regel_log_fn listener;
  int told; /* lines that the listener has heard */
  void *user;
  Bot *bots[MAX_PLAYERS]; /* alike ones are one */
  void *kept;             /* what store.c needs, if the game is stored; freed with it */
  char taken[MAX_PLAYERS][BOT_SEATED]; /* who sits there, as it is stored */
  BotSpec specs[MAX_PLAYERS];          /* of its bots */
  BotRunFn heads;                      /* how they think at once; NULL: one by one */
  bool all_answers;                    /* also an only one can be taken back */
  const char *seated[MAX_PLAYERS];
  regel_reader *readers;
};

/* Columns of what is laid out for it. */
static inline int api_width(const regel_game *g) { return g->width > 0 ? g->width : 80; }

/* A game whose chance comes from a secret if one is set, else from setup->seed. */
regel_game *api_game(const regel_rules *rules, const regel_setup *setup,
                     const Secret *secret, char **why);
char *api_copy(const char *s); /* NULL stays NULL */
/* What was written becomes the caller's, with the arena it lies in. */
regel_data *api_data(Arena *arena, Json *j);
/* A reader in a language of the rules; NULL: the source's. */
regel_reader *api_read(regel_game *g, int viewer, const Lang *lang, unsigned how);
void api_readers_free(regel_game *g);
/* The game has come to a pause: nothing is added to what those have heard who listen. */
void api_readers_pause(regel_game *g);
/* The game went back, or to a state of which nobody knows how it was reached. */
void api_readers_elsewhere(regel_game *g);
/* Puts a bot on a seat; -1: there is no such seat, or it thinks too much. */
int api_bot(regel_game *g, int seat, const BotSpec *spec);
void api_bots_free(regel_game *g);
/* A path as it is told to others: without the folders of this machine. */
const char *api_path(const char *path);
/* Has its machine, also where it was at rest. */
Vm *api_vm(const regel_game *g);
View api_view(const regel_game *g, int viewer);
View api_words_view(regel_game *g, int viewer); /* and forgets the last words */
/* A viewer as the texts know him: whoever is no seat is a spectator. */
int api_viewer(const regel_game *g, int viewer);
const Lang *api_lang(const regel_language *l);
/* Gives a compilation the folders and files of a library. */
void api_library(const regel_library *l, Sources *s);
/* Is nothing but what is held in memory ever read?  Is this file held? */
bool api_closed(const regel_library *l);
bool api_held(const regel_library *l, const char *path);
/* What a name and packs mean; a file that is held in memory means itself. */
struct Wanted;
void api_wanted(struct Wanted *w, const regel_library *l, Sources *s, const char *name,
                const char *const *packs);
/* Writes everything the compiler said, as a list. */
void api_messages(Json *j, const Unit *u);
/* The same for those of at least a severity. */
void api_diags(Json *j, const Diags *d, const Sources *s, Severity least);
/* The key `said`: the same for people, or one line each. */
void api_said(Json *j, Diags *d, const Sources *s, regel_format format, unsigned how,
              Severity least);
/* The key `options`: what settings of a stored game or search say, as a setup has them.
 */
void api_put_settings(Json *j, const char *settings);
/* The same as api_options for a whole setup (NULL: as it is by default).  Returns the
 * values of its options, to be freed; NULL, and why, if it does not fit. */
int32_t *api_setup(const regel_rules *rules, const regel_setup *setup, Setup *to,
                   Buf *why);

/* A game that has begun with these options (NULL or none: as they are by default), in
 * which cards are as they are printed then; vm_free it.  NULL, and why. */
Vm *api_edition(const regel_rules *rules, const char *const *options, char **why);

#endif
