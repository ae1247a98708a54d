/* Looking cards up in the catalog: by ruleset, deck, words or name, and where they occur
 * in stored games. */
#ifndef REGEL_LOOKUP_H
#define REGEL_LOOKUP_H
#include "db/sql.h"
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include "interp/base/json.h"

typedef VEC(int64_t) LookupIds;

/* A stored ruleset that is in the catalog. */
typedef struct LookupRuleset {
  int64_t id, stored /* milliseconds since 1970 */, cards;
  const char *name, *packs; /* names of packs, sorted, divided by spaces */
  bool newest;              /* no later one has its name and its packs */
} LookupRuleset;
typedef VEC(LookupRuleset) LookupRulesets;

/* Adds all of them, the oldest first; their names live in `arena`. */
bool lookup_rulesets(Db *db, Arena *arena, LookupRulesets *found);

typedef struct LookupCard {
  int64_t ruleset, copies, line, last; /* line 0: not known */
  const char *game, *packs;            /* the ruleset's name; its packs, as above */
  const char *id, *kind, *file, *citations;
  const char *title, *noun /* its kind, as players read it */, *printed, *text;
  const char *snippet; /* after a search: a part of its text; else "" */
} LookupCard;

typedef struct LookupCards {
  Arena *arena;
  VEC(LookupCard) cards;
  int64_t found; /* how many there are, if not all of them were wanted */
} LookupCards;
void lookup_free(LookupCards *c);

typedef struct LookupAsk {
  const LookupIds *rulesets;
  const char *lang;
  const char *deck;  /* kind or pile by id or title; NULL: any */
  const char *query; /* from lookup_query; NULL: all, in the order of the source */
  int64_t most;      /* of a search: give the best `most` */
  const char *before, *after; /* of a search: what is put around a find in the snippet */
  bool once; /* leave out what a game has in the same words with fewer packs */
} LookupAsk;

/* Turns what somebody typed into a query: each word must occur, at least as the beginning
 * of one; words in quotes must follow each other.  Nothing else in it has a meaning.
 * Returns false and says why if there is nothing to look for. */
bool lookup_query(const char *typed, Buf *query, Buf *why);
/* Finds cards.  False after a fault.  Free in any case. */
bool lookup_cards(Db *db, const LookupAsk *ask, LookupCards *out);
/* Cards with this id, with or without the name of a pack before it, or title (case aside)
 * in any of the rulesets.  The same. */
bool lookup_named(Db *db, const LookupIds *rulesets, const char *lang, const char *name,
                  LookupCards *out);
/* A card in all versions of a game with these packs (NULL: any), the oldest first.  The
 * same. */
bool lookup_versions(Db *db, const char *game, const char *packs, const char *lang,
                     const char *id, LookupCards *out);

/* Calls fn with the id and the title of each deck of the rulesets, or of each card. */
typedef void (*LookupFn)(void *user, const char *id, const char *title);
bool lookup_decks(Db *db, const LookupIds *rulesets, LookupFn fn, void *user);
bool lookup_titles(Db *db, const LookupIds *rulesets, const char *lang, LookupFn fn,
                   void *user);
/* The same for the piles that cards of one kind can lie in. */
bool lookup_piles(Db *db, int64_t ruleset, const char *kind, LookupFn fn, void *user);

/* A card in one stored game. */
typedef struct LookupGame {
  int64_t game, moves /* how often it went from pile to pile */;
  int64_t acts /* events that came from its rules */, first /* step; 0: the set-up */;
} LookupGame;
typedef struct LookupGames {
  VEC(LookupGame) games; /* the newest first, at most as many as were asked for */
  int64_t found;         /* games it occurs in */
  int64_t events;        /* of all of them */
  int64_t told, untold;  /* games of the rulesets whose events are there, or are not */
} LookupGames;
/* Where a card occurs in games of these rulesets that are over: of others it would tell
 * who holds it.  Free games with vec_free. */
bool lookup_games(Db *db, const LookupIds *rulesets, const char *id, int64_t most,
                  LookupGames *out);

/* Keys of a record that is open: of one card; of all that were found, with the part of
 * each that was searched for. */
void lookup_card_json(Json *j, Db *db, const LookupCard *c);
void lookup_json(Json *j, Db *db, const LookupCards *l, bool searched);

/* In which languages texts of cards stand there.  Free with vec_free. */
typedef VEC(const char *) LookupLanguages;
bool lookup_languages(Db *db, Arena *a, LookupLanguages *langs);

#endif
