/* Any text is refused as a lexicon, with line and reason, or can be matched with. */
#include "interp/agree/lexicon.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char text[] = "Draw two cards, then each other player may discard 1 card.";
  Arena *arena = arena_new();
  Lexicon *l = lexicon_new(arena, "en");
  Buf why = {0};
  bool taken[256] = {0};
  LexMatch m;
  Tokens t = {0};
  if (!lexicon_read(l, (const char *)data, size, &why) && !why.n) abort();
  lexicon_name(l, "agent", "Red agent");
  tokens_read(&t, text, sizeof text - 1);
  for (size_t i = 0; i < t.list.n && i < 256; i++) {
    lexicon_match(l, &t, taken, i, true, &m);
    lexicon_match(l, &t, taken, i, false, &m);
  }
  tokens_free(&t);
  lexicon_free(l);
  arena_free(arena);
  buf_free(&why);
  return 0;
}
