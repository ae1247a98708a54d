/* Inside of the dealer (deal.h): the game that is dealt, and what is known of it. */
#ifndef REGEL_DEALER_H
#define REGEL_DEALER_H
#include "interp/vm/deal.h"

enum { BACK = 16 }; /* pauses to go back to */

/* A pause of the second game that the reader knows of. */
typedef struct Stand {
  unsigned char *state;
  size_t room;
  int32_t step;
  uint64_t hash;
  Event held[MOST_HELD];
  int nheld;
  size_t said;
  int hidden;  /* what was decided out of the reader's sight by then */
  Way way;     /* of one that is kept: all of that, … */
  bool broken; /* … it did not come here: somebody's answer did not fit */
  int32_t culprit;
  int fruitless;
  int stuck; /* questions since a way came further, … */
  int rests; /* … and how many it is not looked for now */
} Stand;

/* What was guessed last in the second game, an outcome or an answer, and which of those
 * were noticed. */
typedef struct Chance {
  Stand stand;
  int32_t fell, gave;
  uint64_t tried; /* options */
  bool open;
} Chance;

/* The games that were dealt for a reader at its last question.  One of them that agrees
 * with what the reader learned since then is as good as a new one, and not as dear: who
 * draws a world among those that agree, and keeps it if it still does, has drawn among
 * those that agree now. */
enum { MOST_KEPT = 32 };
typedef struct KeptDeals {
  Stand *at[MOST_KEPT]; /* NULL: there was none at such a pause */
} KeptDeals;

struct Dealer {
  Trace *trace;
  Vm *vm; /* the second game */
  int reader;
  uint64_t rng[4];
  Heard heard;
  size_t said;          /* how much the reader has heard, */
  bool noticed;         /* ... and whether it was something else than in the real game */
  Chance chance;        /* the last one, if another outcome may be tried */
  int32_t step;         /* the next step of the real game that the reader knows of */
  TraceStep last;       /* a draw that was taken for another one (guess.c) */
  int32_t fell, gave;   /* chances and secret answers of the real game that are used up */
  Stand back[BACK];     /* the last pauses, as a ring */
  int nback, peak;      /* how many there were, and at most */
  Recall recall;        /* what was decided on this way, and on the best before */
  Blame *blame;         /* by reader: what did not go well in this game */
  int32_t culprit;      /* who answered last that the reader knows of */
  Stand mended;         /* a game that agrees, and that is changed */
  bool mixing;          /* a game that agrees is changed: no way is mended */
  Way unmended;         /* the present way, while it is tried to mend it */
  int mends;            /* how often the present way was mended where it stood, … */
  int32_t mended_at;    /* … and where that was tried last */
  uint32_t hopeless;    /* readers for whom no new beginning is found in this game */
  int fails;            /* ways on from there that would have been noticed */
  bool helped;          /* a way was mended in the middle in this search */
  int begun_anew;       /* how often that was tried */
  uint64_t order;       /* in which draws of a row fall, 0: as they really did */
  long left;            /* steps that may still be made, */
  long patient;         /* ... and above these no way is mended, but begun anew */
  long spent;           /* those that the last deal took */
  long weak;            /* deals that did not agree with everything */
  uint64_t dealt;       /* the hash of the last game that was dealt */
  KeptDeals *kept;      /* READERS rows of games that were dealt before; NULL: none are */
  uint32_t begun, game; /* the way and the game of which they are */
  int asked, nasked;    /* for whom the last deals were made, how many, */
  int32_t at;           /* ... and after how many answers */
  bool brief; /* nobody wants the numbers of its answers: of those of others only
               * the one that was given is tried */
  /* What vm holds if it is a picture: of which game, after which answers, for whom. */
  struct Picture {
    bool made;
    uint32_t game;
    int32_t steps;
    int reader;
    uint64_t trail, key;
  } picture;
};

static inline int dealer_below(Dealer *d, int n)
{
  return (int)rng_below(d->rng, (uint64_t)n);
}

/* Does the reader know of this step of the real game? */
static inline bool dealer_knows(const Dealer *d, const TraceStep *s)
{
  return !s->chance && (!s->secret || s->option.seat == d->reader);
}

/* guess.c: the outcome of a chance (afresh: not what is recalled), the answer of a seat
 * that is asked secretly, and the one that the real game had at a known pause; an option
 * of the second game, -1: there is none that the reader would not notice. */
int guess_outcome(Dealer *d, bool afresh);
int guess_secret(Dealer *d);
int guess_known(Dealer *d);

/* deal.c: back to a pause; the same where its state is there, but changed. */
void go_back_to(Dealer *d, const Stand *s);
void arrive_at(Dealer *d, const Stand *s);
/* Gives the known answer of the pause where the second game stands, and goes on to the
 * next; false if the reader would have noticed.  fits: the answer was there; judged: that
 * counts for or against what lies with its seat. */
bool go_from_known(Dealer *d, bool judged, bool *fits);
/* mend.c: goes on from the last pause with something changed in the middle of the game;
 * false if nothing was found with which the reader would not notice. */
bool mend_way(Dealer *d);

#endif
