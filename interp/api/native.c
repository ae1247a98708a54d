/* Native code for rules of the library. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/native/native.h"

#include <stdlib.h>
#include <sys/stat.h>

static void release(regel_rules *rules)
{
  native_later_end(rules->later);
  native_close(rules->program);
}

int regel_native_later(regel_rules *rules, char **why)
{
  INVARIANT(rules && rules->program && !rules->later);
  Buf reason = {0};
  rules->later = native_later(rules->program, &reason);
  rules->release = release;
  bool ok = !reason.n;
  if (why) *why = ok ? NULL : buf_take(&reason);
  buf_free(&reason);
  return ok;
}

int regel_native(regel_rules *rules, char **why)
{
  INVARIANT(rules && rules->program);
  Buf reason = {0};
  bool ok = rules->program->native || native_open(rules->program, &reason);
  rules->release = release;
  if (why) *why = ok ? NULL : buf_take(&reason);
  buf_free(&reason);
  return ok;
}

int regel_native_chunks(const regel_rules *rules)
{
  return native_chunks(rules->program);
}

regel_data *regel_native_build(regel_rules *rules, const char *to, char **why)
{
  INVARIANT(rules && rules->program);
  Program *p = rules->program;
  Buf path = {0}, reason = {0};
  struct stat st;
  bool ok = true;
  if (to) buf_add(&path, to);
  else ok = native_cached(p, &path, &reason);
  bool made = ok && (to || lstat(buf_text(&path), &st));
  if (made) ok = native_compile(p, buf_text(&path), &reason);
  if (ok) ok = native_load(p, buf_text(&path), &reason);
  rules->release = release;
  regel_data *built = NULL;
  if (ok) {
    Arena *arena = arena_new();
    Json j = json_data(arena);
    json_open(&j, '{');
    json_key_text(&j, "game", regel_rules_name(rules));
    json_key_text(&j, "file", buf_text(&path));
    json_key_bool(&j, "made", made);
    json_key_int(&j, "native_chunks", native_chunks(p));
    json_key_int(&j, "chunks", p->n_chunks);
    json_close(&j, '}');
    built = api_data(arena, &j);
  } else if (why) {
    *why = buf_take(&reason);
  }
  buf_free(&path);
  buf_free(&reason);
  return built;
}

char *regel_native_text(const regel_rules *rules, int alone)
{
  INVARIANT(rules && rules->program);
  const Program *p = rules->program;
  Buf b = {0};
  if (alone) {
    native_embed(p, &b);
    return buf_take(&b);
  }
  char key[NATIVE_KEY_SIZE];
  native_key(p, key);
  NativeText t = native_generate(p, key);
  for (int k = 0; k < t.count; k++) buf_addn(&b, buf_text(&t.parts[k]), t.parts[k].n);
  native_text_free(&t);
  return buf_take(&b);
}

int regel_native_clear(char **why)
{
  Buf reason = {0};
  int n = native_clear(&reason);
  if (n < 0 && why) *why = buf_take(&reason);
  buf_free(&reason);
  return n;
}
