#include "db/seal.h"
#include "interp/base/arena.h"
#include "interp/base/invariant.h"
#include "interp/base/text.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

struct Sealing {
  crypto_generichash_state state;
};

static void put_le(unsigned char out[8], uint64_t v)
{
  for (int i = 0; i < 8; i++) out[i] = (unsigned char)(v >> 8 * i);
}

Sealing *seal_begin(const char *what)
{
  /* The state wants 64-byte alignment, which malloc does not promise. */
  size_t size = (sizeof(Sealing) + 63) / 64 * 64;
  Sealing *s = aligned_alloc(64, size);
  if (!s) abort();
  crypto_generichash_init(&s->state, NULL, 0, SEAL_BYTES);
  seal_text(s, what);
  return s;
}

void seal_int(Sealing *s, int64_t value)
{
  INVARIANT(s);
  unsigned char le[8];
  put_le(le, (uint64_t)value);
  crypto_generichash_update(&s->state, le, sizeof le);
}

void seal_bytes(Sealing *s, const void *bytes, size_t size)
{
  INVARIANT(s && (bytes || !size));
  seal_int(s, (int64_t)size);
  if (size) crypto_generichash_update(&s->state, bytes, size);
}

void seal_text(Sealing *s, const char *text) { seal_bytes(s, text, strlen(text)); }

Seal seal_end(Sealing *s)
{
  INVARIANT(s);
  Seal seal;
  crypto_generichash_final(&s->state, seal.at, SEAL_BYTES);
  free(s);
  return seal;
}

/* ---- rules ---------------------------------------------------------------------- */

/* Paths are the last strings of a program (gen_files), so all before them, and with it
 * every number that refers to a string, is the same wherever the files lay. */
static int32_t first_path(const Program *p)
{
  int32_t first = p->n_strings;
  for (int i = 0; i < p->n_files; i++)
    if (p->files[i].path >= 0 && p->files[i].path < first) first = p->files[i].path;
  return first;
}

/* Where a part of the program lies in the image as it is stored. */
static const void *stored_at(const Program *p, const void *at)
{
  return program_file(p) + ((const unsigned char *)at - p->image);
}

Seal seal_rules(const Program *p)
{
  INVARIANT(p && p->n_files > 0);
  Sealing *s = seal_begin("sources");
  for (int i = 0; i < p->n_files; i++) {
    seal_text(s, path_last(program_string(p, p->files[i].path)));
    seal_bytes(s, program_string(p, p->files[i].text), (size_t)p->files[i].size);
  }
  return seal_end(s);
}

bool seal_means(const Seal *said, const Program *p)
{
  Seal rules = seal_rules(p), code = seal_code(p);
  return !memcmp(said->at, rules.at, SEAL_BYTES) ||
         !memcmp(said->at, code.at, SEAL_BYTES);
}

Seal seal_code(const Program *p)
{
  INVARIANT(p && p->header);
  Sealing *s = seal_begin("rules");
  /* Sections that came later are left out while there is nothing in them: a program that
   * was stored before they came keeps its fingerprint. */
  bool later = false;
#define SECTION(type, name)                                                              \
  if (strcmp(#name, "strings") && strcmp(#name, "files") && (!later || p->n_##name))     \
    seal_bytes(s, stored_at(p, p->name), (size_t)p->n_##name * sizeof(type));            \
  if (!strcmp(#name, "phrases")) later = true;
#include "interp/code/section.def"
#undef SECTION
  seal_bytes(s, p->strings, (size_t)first_path(p));
  for (int i = 0; i < p->n_files; i++) {
    seal_text(s, path_last(program_string(p, p->files[i].path)));
    seal_int(s, p->files[i].text);
    seal_int(s, p->files[i].size);
  }
  return seal_end(s);
}

/* ---- steps ---------------------------------------------------------------------- */

Link link_first(const Seal *game, const Secret *secret)
{
  unsigned char in[SEAL_BYTES + 2 * 8];
  Link link;
  memcpy(in, game->at, SEAL_BYTES);
  memcpy(link.at, game->at, LINK_BYTES);
  if (!secret || !secret->set) return link;
  for (int i = 0; i < 2; i++) put_le(in + SEAL_BYTES + 8 * i, secret->key[i]);
  crypto_generichash(link.at, LINK_BYTES, in, sizeof in, NULL, 0);
  sodium_memzero(in, sizeof in);
  return link;
}

Link link_next(const Link *before, int64_t n, int64_t seat, int64_t answer, int64_t after,
               uint64_t state)
{
  unsigned char in[LINK_BYTES + 5 * 8];
  const uint64_t values[] = {(uint64_t)n, (uint64_t)seat, (uint64_t)answer,
                             (uint64_t)after, state};
  Link link;
  memcpy(in, before->at, LINK_BYTES);
  for (int i = 0; i < 5; i++) put_le(in + LINK_BYTES + 8 * i, values[i]);
  crypto_generichash(link.at, LINK_BYTES, in, sizeof in, NULL, 0);
  return link;
}

void seal_random(void *bytes, size_t size) { randombytes_buf(bytes, size); }

Seal seal_name(const unsigned char salt[SALT_BYTES], const char *name)
{
  Sealing *s = seal_begin("name");
  seal_bytes(s, salt, SALT_BYTES);
  seal_text(s, name);
  return seal_end(s);
}

/* ---- writing seals down --------------------------------------------------------- */

void seal_hex(const Seal *s, char out[2 * SEAL_BYTES + 1])
{
  sodium_bin2hex(out, 2 * SEAL_BYTES + 1, s->at, SEAL_BYTES);
}

bool seal_from_hex(const char *hex, Seal *s)
{
  size_t n;
  return strlen(hex) == 2 * SEAL_BYTES &&
         !sodium_hex2bin(s->at, SEAL_BYTES, hex, 2 * SEAL_BYTES, NULL, &n, NULL) &&
         n == SEAL_BYTES;
}
