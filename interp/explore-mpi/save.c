#include "interp/explore-mpi/save.h"
#include "interp/base/buf.h"

#include <unistd.h>

static const char *name_of(Buf *b, const char *prefix, const Saved *s, int64_t turn)
{
  buf_clear(b);
  buf_printf(b, "%s-%lld-of-%lld.%d", prefix, (long long)s->rank, (long long)s->ranks,
             (int)(turn % 2));
  return buf_text(b);
}

bool save_write(const char *prefix, const Saved *s, const Owned *o)
{
  Buf name = {0}, beside = {0};
  name_of(&name, prefix, s, s->turn);
  buf_printf(&beside, "%s.new", buf_text(&name));
  FILE *f = fopen(buf_text(&beside), "wb");
  bool ok = f != NULL;
  if (ok) {
    fwrite(s, sizeof *s, 1, f);
    owned_write(o, f);
    ok = !fflush(f) && !ferror(f) && !fsync(fileno(f));
    ok = !fclose(f) && ok && !rename(buf_text(&beside), buf_text(&name));
  }
  buf_free(&name);
  buf_free(&beside);
  return ok;
}

static FILE *open_saved(const char *prefix, const Saved *s, int64_t turn, Saved *got)
{
  Buf name = {0};
  FILE *f = fopen(name_of(&name, prefix, s, turn), "rb");
  buf_free(&name);
  bool fits = f && fread(got, sizeof *got, 1, f) == 1 && got->what == s->what &&
              got->rank == s->rank && got->ranks == s->ranks;
  if (f && !fits) fclose(f);
  return fits ? f : NULL;
}

int64_t save_last(const char *prefix, const Saved *s, int64_t most)
{
  int64_t last = -1;
  for (int i = 0; i < 2; i++) {
    Saved got;
    FILE *f = open_saved(prefix, s, i, &got);
    if (!f) continue;
    fclose(f);
    if (got.turn > last && got.turn <= most) last = got.turn;
  }
  return last;
}

bool save_read(const char *prefix, int64_t turn, Saved *s, Owned *o)
{
  Saved got;
  FILE *f = open_saved(prefix, s, turn, &got);
  bool ok = f && got.turn == turn && owned_read(o, f);
  if (f) fclose(f);
  if (ok) *s = got;
  return ok;
}
