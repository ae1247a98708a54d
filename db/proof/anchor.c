#include "db/proof/anchor.h"
#include "interp/base/invariant.h"
#include "db/proof/check.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "regel anchor 1\n", key_head[] = "regel key 1\n";

static void put_hex(Buf *b, const unsigned char *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++) buf_printf(b, "%02x", bytes[i]);
}

static bool get_hex(const char **at, unsigned char *bytes, size_t n)
{
  size_t got;
  const char *end;
  if (strspn(*at, "0123456789abcdef") != 2 * n ||
      sodium_hex2bin(bytes, n, *at, 2 * n, NULL, &got, &end) || got != n)
    return false;
  *at = end;
  return true;
}

/* ---- keys ----------------------------------------------------------------------- */

void anchor_key(Buf *secret, char public[ANCHOR_KEY_DIGITS + 1])
{
  unsigned char pk[crypto_sign_PUBLICKEYBYTES], sk[crypto_sign_SECRETKEYBYTES];
  _Static_assert(ANCHOR_KEY_DIGITS == 2 * crypto_sign_PUBLICKEYBYTES, "hexadecimal");
  crypto_sign_keypair(pk, sk);
  buf_add(secret, key_head);
  put_hex(secret, sk, sizeof sk);
  buf_char(secret, '\n');
  sodium_bin2hex(public, ANCHOR_KEY_DIGITS + 1, pk, sizeof pk);
  sodium_memzero(sk, sizeof sk);
}

static bool read_key(const char *text, unsigned char *sk)
{
  const char *at = text + sizeof key_head - 1;
  return !strncmp(text, key_head, sizeof key_head - 1) &&
         get_hex(&at, sk, crypto_sign_SECRETKEYBYTES) && !strcmp(at, "\n");
}

static bool sign(const char *key, Buf *b, Buf *why)
{
  unsigned char sk[crypto_sign_SECRETKEYBYTES], pk[crypto_sign_PUBLICKEYBYTES],
      signature[crypto_sign_BYTES];
  if (!read_key(key, sk)) {
    buf_add(why, "this is no key that regel db key wrote");
    return false;
  }
  crypto_sign_ed25519_sk_to_pk(pk, sk);
  buf_add(b, "key ");
  put_hex(b, pk, sizeof pk);
  buf_char(b, '\n');
  crypto_sign_detached(signature, NULL, (const unsigned char *)buf_text(b), b->n, sk);
  sodium_memzero(sk, sizeof sk);
  buf_add(b, "signature ");
  put_hex(b, signature, sizeof signature);
  buf_char(b, '\n');
  return true;
}

/* ---- writing -------------------------------------------------------------------- */

bool anchor_write(Db *db, const char *key, Buf *b, Buf *why)
{
  INVARIANT(db && b && why);
  sql_begin_read(db);
  ChainEntry last = chain_last(db);
  buf_printf(b, "%sentries %lld\nseal ", head, (long long)last.n);
  put_hex(b, last.seal.at, SEAL_BYTES);
  buf_char(b, '\n');
  Query *q = sql_query(
      db, "SELECT s.game, s.link FROM steps s JOIN (SELECT game, max(n) AS n FROM "
          "steps WHERE game NOT IN (SELECT game FROM endings) GROUP BY game) l "
          "ON l.game = s.game AND l.n = s.n ORDER BY s.game");
  while (sql_next(q)) {
    size_t n;
    const unsigned char *link = sql_blob(q, 1, &n);
    /* At which step is for nobody to know: how many there are may hang on what is hidden.
     */
    buf_printf(b, "open %lld ", (long long)sql_int(q, 0));
    put_hex(b, link, n);
    buf_char(b, '\n');
  }
  sql_done(q);
  sql_end_read(db);
  if (sql_fault(db)) {
    buf_add(why, sql_why(db));
    return false;
  }
  return !key || sign(key, b, why);
}

/* ---- checking ------------------------------------------------------------------- */

static bool say(AnchorReport *r, const char *what)
{
  buf_printf(&r->why, "%s\n", what);
  return false;
}

/* The signature is the last line, over all lines before it. */
static bool check_signature(const char *text, const char *public, AnchorReport *r)
{
  const char *key = strstr(text, "\nkey "), *end = strstr(text, "\nsignature ");
  unsigned char pk[crypto_sign_PUBLICKEYBYTES], signature[crypto_sign_BYTES];
  if (!key && !end)
    return !public || say(r, "the anchor is not signed, and must be by that key");
  const char *at = key ? key + sizeof "\nkey " - 1 : NULL,
             *of = end ? end + sizeof "\nsignature " - 1 : NULL;
  if (!at || !of || !get_hex(&at, pk, sizeof pk) || at != end ||
      !get_hex(&of, signature, sizeof signature) || strcmp(of, "\n") ||
      crypto_sign_verify_detached(signature, (const unsigned char *)text,
                                  (size_t)(end + 1 - text), pk))
    return say(r, "the signature does not fit the anchor");
  sodium_bin2hex(r->signer, sizeof r->signer, pk, sizeof pk);
  return !public || !strcmp(public, r->signer) ||
         say(r, "the anchor is signed with another key");
}

/* Does a step of the game have this link?  Step 0: any. */
static bool has_link(Db *db, int64_t game, int64_t step, const Link *link)
{
  Query *q = sql_query(db, "SELECT 1 FROM steps WHERE game = ?1 AND link = ?3 AND "
                           "(?2 = 0 OR n = ?2)");
  sql_put_int(q, 1, game);
  sql_put_int(q, 2, step);
  sql_put_blob(q, 3, link->at, LINK_BYTES);
  bool found = sql_next(q);
  sql_done(q);
  return found;
}

/* "open GAME LINK"; earlier builds wrote the number of the step before the link. */
static bool check_open(Db *db, const char **at, AnchorReport *r)
{
  char *end;
  long long game = strtoll(*at + 5, &end, 10), step = 0;
  Link link;
  *at = end + (*end == ' ');
  size_t word = strcspn(*at, " \n");
  if ((*at)[word] == ' ') {
    step = strtoll(*at, &end, 10);
    *at = end + (*end == ' ');
  }
  if (step < 0 || !get_hex(at, link.at, LINK_BYTES) || **at != '\n')
    return say(r, "the anchor is damaged: a line about an open game");
  ++*at;
  if (has_link(db, game, step, &link)) return true;
  buf_printf(&r->why, "game %lld is not what it was\n", game);
  return false;
}

static bool check_entry(Db *db, const Seal *seal, AnchorReport *r)
{
  ChainEntry e;
  ChainEntry last = chain_last(db);
  r->since = last.n - r->entries;
  if (r->since < 0) {
    buf_printf(&r->why, "the anchor knows %lld entries, and there are %lld\n",
               (long long)r->entries, (long long)last.n);
    return false;
  }
  if (!r->entries) return true;
  if (chain_entry(db, r->entries, &e) && !memcmp(e.seal.at, seal->at, SEAL_BYTES))
    return true;
  buf_printf(&r->why, "entry %lld has another seal than the anchor says\n",
             (long long)r->entries);
  return false;
}

static bool check_lines(Db *db, const char *text, AnchorReport *r)
{
  Seal seal;
  char *end;
  const char *at = text + sizeof head - 1;
  if (strncmp(text, head, sizeof head - 1) || strncmp(at, "entries ", 8))
    return say(r, "this is no anchor: its first line must be \"regel anchor 1\"");
  r->entries = strtoll(at + 8, &end, 10);
  at = end;
  if (r->entries < 0 || strncmp(at, "\nseal ", 6) || (at += 6, 0) ||
      !get_hex(&at, seal.at, SEAL_BYTES) || *at++ != '\n')
    return say(r, "the anchor is damaged");
  bool fine = check_entry(db, &seal, r);
  while (!strncmp(at, "open ", 5))
    if (!check_open(db, &at, r)) fine = false;
  if (*at && strncmp(at, "key ", 4)) return say(r, "the anchor is damaged");
  return fine;
}

bool anchor_check(Db *db, const char *text, const char *public, AnchorReport *r)
{
  CheckReport check;
  CheckPlan plan = {.seals = true};
  memset(r, 0, sizeof *r);
  sql_begin_read(db);
  bool fine = check_signature(text, public, r) && check_lines(db, text, r);
  if (sql_fault(db)) fine = say(r, sql_why(db));
  if (fine && !check_database(db, &plan, &check)) {
    buf_add(&r->why, buf_text(&check.text));
    fine = false;
  } else if (!fine) {
    memset(&check, 0, sizeof check);
  }
  sql_end_read(db);
  buf_free(&check.text);
  return fine;
}
