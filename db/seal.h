/* Seals: what makes a later change to a stored fact show.
 *
 * A seal is a BLAKE2b hash over a row's values and over the seal that it follows from:
 * a game follows from its ruleset and from the game before it, a step from the step
 * before it.  Numbers and lengths are hashed in one fixed form, so that a seal is the
 * same on every machine. */
#ifndef REGEL_SEAL_H
#define REGEL_SEAL_H
#include "interp/code/program.h"
#include "interp/vm/vm.h"

enum { SEAL_BYTES = 32, LINK_BYTES = 16 };
typedef struct Seal {
  unsigned char at[SEAL_BYTES];
} Seal;
typedef struct Link { /* of a step: shorter, because there are many */
  unsigned char at[LINK_BYTES];
} Link;

/* Gathers values, then gives their seal and is done. */
typedef struct Sealing Sealing;
Sealing *seal_begin(const char *what); /* the kind of row, so that no two rows of
                                          different kinds can share a seal */
void seal_int(Sealing *s, int64_t value);
void seal_text(Sealing *s, const char *text);
void seal_bytes(Sealing *s, const void *bytes, size_t size);
Seal seal_end(Sealing *s);

/* Identifies rules by their sources: the same files give the same fingerprint in whatever
 * folder they lie, and whatever code is generated for them. */
Seal seal_rules(const Program *p);
/* Identifies them by what they say: remarks, layout, citations, tests and the files that
 * they stand in are no part of it. */
Seal seal_meaning(const Program *p);
/* Identifies the code that was generated for them.  Rules were known by it before. */
Seal seal_code(const Program *p);
/* Is this either of them? */
bool seal_means(const Seal *said, const Program *p);

/* The link of a step, from the one before (for the first step, from its game's seal and
 * secret: whoever does not know that cannot try which hidden steps give a link that he
 * was told.  NULL: as earlier builds did). */
Link link_first(const Seal *game, const Secret *secret);
Link link_next(const Link *before, int64_t n, int64_t seat, int64_t answer, int64_t after,
               uint64_t state);

/* A name as it stands in seals: nobody who has not the salt can find out whose it is. */
enum { SALT_BYTES = 16 };
void seal_random(void *bytes, size_t size); /* that nobody can guess */
Seal seal_name(const unsigned char salt[SALT_BYTES], const char *name);

/* 64 hexadecimal digits. */
void seal_hex(const Seal *s, char out[2 * SEAL_BYTES + 1]);
bool seal_from_hex(const char *hex, Seal *s);

#endif
