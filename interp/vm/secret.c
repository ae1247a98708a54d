/* Secrets: where they come from, and how they are written once they may be told. */
#include "interp/vm/vm.h"

#include <string.h>
#include <sys/random.h>

bool secret_draw(Secret *secret)
{
  unsigned char bytes[2 * sizeof(uint64_t)];
  memset(secret, 0, sizeof *secret);
  /* So few bytes are given whole, or not at all. */
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
  secret_take(secret, bytes);
  return true;
}

void secret_take(Secret *secret, const unsigned char bytes[SECRET_BYTES])
{
  *secret = (Secret){.set = true};
  for (int i = 0; i < SECRET_BYTES; i++)
    secret->key[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
}

void secret_give(const Secret *secret, unsigned char bytes[SECRET_BYTES])
{
  for (int i = 0; i < SECRET_BYTES; i++)
    bytes[i] = (unsigned char)(secret->key[i / 8] >> 8 * (i % 8));
}

void secret_write(const Secret *secret, char out[SECRET_DIGITS + 1])
{
  static const char digits[] = "0123456789abcdef";
  unsigned char bytes[SECRET_BYTES];
  secret_give(secret, bytes);
  for (int i = 0; i < SECRET_BYTES; i++) {
    out[2 * i] = digits[bytes[i] >> 4];
    out[2 * i + 1] = digits[bytes[i] & 15];
  }
  out[SECRET_DIGITS] = 0;
}

static int digit(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool secret_read(Secret *secret, const char *text)
{
  unsigned char bytes[SECRET_BYTES];
  if (strlen(text) != SECRET_DIGITS) return false;
  for (int i = 0; i < SECRET_BYTES; i++) {
    int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    bytes[i] = (unsigned char)(high << 4 | low);
  }
  secret_take(secret, bytes);
  return true;
}
