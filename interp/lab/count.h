/* Counting while games are played: integers that add up. */
#ifndef REGEL_COUNT_H
#define REGEL_COUNT_H
#include "interp/lab/plan.h"

enum {
  SHARES = MAX_PLAYERS + 1, /* a win that k seats share is one of these */
  TENTHS = 10,
  EXACT = 128, /* numbers below are a bucket each, those above 64 an octave */
  BUCKETS = EXACT + 24 * 64,
  /* The points of a win: shared by up to sixteen it stays a whole number. */
  POINT = 720720
};
/* PLAIN: */
typedef enum {
  GAMES,
  FINISHED,
  UNFINISHED,
  ERRORS,
  SHARED,
  NOBODY,
  DECISIONS,
  DECISIONS_SQUARED,
  ANSWERS,    /* of all questions of detailed games */
  ASKED_ALL,  /* these questions */
  WIDEST_SUM, /* of the widest question of each of these games */
  OVERRUNS,
  DETAILED, /* games in which everything was counted */
  LEADS,    /* of these, games in which somebody could be ahead */
  SWINGS,   /* changes of the lead */
  DRAMA,    /* thousandths: how far behind who won was, on the way */
  DIGEST,   /* of all states at the ends, modulo 2^64 */
  PLAIN_COUNT
} Plain;
enum { SCORE_GAMES, SCORE_SUM, SCORE_SQUARES, SCORE_COUNT };
enum { LED_WON, LED_LOST, LED_TIED, LED_COUNT };
typedef enum {
  CAME, /* times it came into somebody's pile, or off a shuffled one */
  LEFT, /* times somebody took it out of his own pile */
  HAD,  /* seats and games: it came to this seat */
  HAD_POINTS,
  HAD_SQUARES, /* in points, too: squares of shares, rounded down */
  PLAYED,      /* seats and games: this seat took it out */
  PLAYED_POINTS,
  PLAYED_SQUARES,
  OFFERED, /* detailed games: it was among the answers */
  TAKEN,   /* it was the answer */
  CARD_COUNT
} CardCount;
enum {
  ASKED,       /* detailed games */
  ASKED_WIDTH, /* answers in all */
  FORCED,      /* there was one answer only */
  JUDGED,      /* a bot told what the answers are worth to it */
  GAP,         /* thousandths between the best and the second */
  EVEN,        /* judged, and the gap is below a hundredth */
  QUESTION_COUNT
};
enum { ALT_OFFERED, ALT_TAKEN, ALT_JUDGED, ALT_LOSS, ANSWER_COUNT };
enum { PAIR_GAMES, PAIR_SUM, PAIR_SQUARES, PAIR_COUNT };

/* Where each sort of count begins. */
typedef enum {
#define COUNT(name, n, what) C_##name,
#include "interp/lab/count.def"
#undef COUNT
  COUNT_SORTS
} CountSort;
typedef struct Layout {
  size_t first[COUNT_SORTS + 1]; /* the last: how many numbers there are */
} Layout;
const char *count_name(CountSort sort);

/* Games to look at: the first `keep` by value, then by number. */
typedef enum {
  X_SHORTEST,
  X_LONGEST,
  X_CLOSEST,
  X_CLEAREST,
  X_COMEBACK,
  X_SWINGS,
  X_ERROR,
  X_COUNT
} Extreme;
enum { MOST_KEPT = 20 };
typedef struct Kept {
  int64_t value;
  long game;
} Kept;
typedef struct Extremes {
  int n[X_COUNT];
  Kept at[X_COUNT][MOST_KEPT];
} Extremes;
void extreme_add(Extremes *e, Extreme x, Kept k, int keep);

/* All of one cell. */
typedef struct Counts {
  Layout layout;
  int64_t *at;
  Extremes extremes;
  bool used;
} Counts;
void counts_init(Counts *c, const Program *p, int seats);
void counts_free(Counts *c);
void counts_add(Counts *to, const Counts *from, int keep);
void counts_clear(Counts *c);
static inline int64_t *counts_of(const Counts *c, CountSort sort)
{
  return c->at + c->layout.first[sort];
}

/* The bucket of a number, and the least and the largest number in one. */
int bucket_of(int64_t n);
int64_t bucket_low(int bucket);
/* A signed number: the negative ones lie below the middle. */
int bucket_of_signed(int64_t n);
int64_t bucket_low_signed(int bucket);

#endif
