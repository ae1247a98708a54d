/* Who may sit where: a link is the number of a game and of a seat with a seal that only
 * this server can make, so that nothing about seats needs to be kept. */
#include "interp/serve/serve.h"
#include "interp/base/invariant.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SEAL = 16 };

static bool read_key(Keys *k, const char *path)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t n = read(fd, k->secret, sizeof k->secret);
  close(fd);
  return n == (ssize_t)sizeof k->secret;
}

bool keys_open(Keys *k, const char *path, bool fresh, Buf *why)
{
  if (sodium_init() < 0) {
    buf_add(why, "the system gives no random numbers");
    return false;
  }
  if (!fresh && read_key(k, path)) return true;
  if (fresh) unlink(path);
  randombytes_buf(k->secret, sizeof k->secret);
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  bool fine =
      fd >= 0 && write(fd, k->secret, sizeof k->secret) == sizeof k->secret && !fsync(fd);
  if (!fine) buf_printf(why, "cannot write %s: %s", path, strerror(errno));
  if (fd >= 0) close(fd);
  return fine;
}

static void seal(const Keys *k, const char *text, char out[TOKEN])
{
  unsigned char hash[SEAL];
  crypto_generichash(hash, SEAL, (const unsigned char *)text, strlen(text), k->secret,
                     sizeof k->secret);
  sodium_bin2base64(out, TOKEN, hash, SEAL, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void token_write(const Keys *k, int64_t game, int seat, char out[TOKEN])
{
  char text[48], mac[TOKEN];
  snprintf(text, sizeof text, "%lld.%d", (long long)game, seat);
  seal(k, text, mac);
  snprintf(out, TOKEN, "%.40s.%.30s", text, mac);
}

bool same_secret(const char *a, const char *b)
{
  size_t n = strlen(a);
  return n == strlen(b) && !sodium_memcmp(a, b, n);
}

bool token_read(const Keys *k, const char *token, int64_t *game, int *seat)
{
  INVARIANT(token && game && seat);
  long long id;
  int s, n = 0;
  char right[TOKEN];
  if (strlen(token) >= TOKEN) return false;
  if (sscanf(token, "%19lld.%4d.%n", &id, &s, &n) != 2 || !n) return false;
  token_write(k, id, s, right);
  *game = id;
  *seat = s;
  return same_secret(right, token);
}

void owner_token(const Keys *k, const char *key, char out[TOKEN])
{
  char text[512];
  snprintf(text, sizeof text, "owner %.400s", key);
  seal(k, text, out);
}
