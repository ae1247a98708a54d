/* Numbers in the order of bytes that files, seals and hashes have on every machine: the
 * lowest first. */
#ifndef REGEL_LITTLE_H
#define REGEL_LITTLE_H
#include <stddef.h>

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { BIG_ENDIAN_MACHINE = 1 };
#else
enum { BIG_ENDIAN_MACHINE = 0 };
#endif

/* Turns `size` bytes of numbers of `width` bytes from the machine's order into that of
 * files, or back.  Nothing happens where they are the same. */
static inline void little_turn(void *at, size_t size, size_t width)
{
  unsigned char *s = at;
  if (!BIG_ENDIAN_MACHINE || width < 2) return;
  for (size_t i = 0; i + width <= size; i += width)
    for (size_t k = 0; k < width / 2; k++) {
      unsigned char t = s[i + k];
      s[i + k] = s[i + width - 1 - k];
      s[i + width - 1 - k] = t;
    }
}

#endif
