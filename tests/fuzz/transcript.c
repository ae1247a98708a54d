/* Any text is judged as a transcript of tic-tac-toe, with remarks if it is rejected. */
#include "interp/referee/referee.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Transcript *t = transcript_new("fuzz.txt", (const char *)data, size);
  Referee r;
  Buf out = {0};
  referee_judge(&r, fuzz_rules(), NULL, t);
  for (size_t i = 0; i < t->remarks.list.n; i++)
    transcript_show(t, fuzz_rules(), &t->remarks.list.at[i], false, &out);
  referee_free(&r);
  transcript_free(t);
  buf_free(&out);
  return 0;
}
