/* Any text is refused as an exported game, with a reason, or is a game that verifies.  The
 * seal is put behind it, so that more than the seal is tried. */
#include "db/proof/portable.h"
#include "tests/fuzz/fuzz.h"

#include <sodium.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char hex[2 * SEAL_BYTES + 1];
  Buf text = {0}, why = {0};
  Portable p;
  if (sodium_init() < 0) abort();
  buf_addn(&text, (const char *)data, size);
  Sealing *s = seal_begin("portable game");
  seal_bytes(s, buf_text(&text), text.n);
  Seal seal = seal_end(s);
  seal_hex(&seal, hex);
  buf_printf(&text, "seal %s\n", hex);
  if (!portable_read(buf_text(&text), text.n, &p, &why) && !why.n) abort();
  portable_free(&p);
  buf_free(&text);
  buf_free(&why);
  return 0;
}
