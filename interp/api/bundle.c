/* Packs as one file: written, verified, unpacked. */
#include "db/proof/bundle.h"
#include "interp/api/api_int.h"
#include "interp/rules/load.h"
#include "interp/rules/packs.h"
#include "interp/base/invariant.h"

#include <string.h>

static void put_pack(Json *j, const Program *p, const PackInfo *pack)
{
  INVARIANT(p && p->header);
  json_open(j, '{');
  json_key_text(j, "name", pack->name);
  json_key_text(j, "title", pack->title);
  json_key_text(j, "game", pack->game);
  json_key_text(j, "file", program_string(p, p->files[pack->file].path));
  json_key_text(j, "author", pack->author);
  json_key_text(j, "licence", pack->licence);
  json_key_text(j, "source", pack->source);
  json_close(j, '}');
}

regel_data *regel_rules_packs(const regel_rules *rules)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  PackList packs = {0};
  packs_read(arena, rules->program, &packs);
  json_open(&j, '[');
  for (size_t i = 0; i < packs.n; i++) put_pack(&j, rules->program, &packs.at[i]);
  json_close(&j, ']');
  packs_free(&packs);
  return api_data(arena, &j);
}

char *regel_pack(const regel_rules *rules, const char *name, size_t *size, char **why)
{
  Arena *arena = arena_new();
  PackList packs = {0};
  Buf out = {0}, wrong = {0};
  bool fine = false;
  const Program *p = rules->program;
  packs_read(arena, p, &packs);
  for (size_t i = 0; i < packs.n && !fine && !wrong.n; i++) {
    const char *main = program_string(p, p->files[packs.at[i].file].path),
               *folder = load_folder(arena, main);
    if (!strcmp(packs.at[i].name, name))
      fine = bundle_write(*folder ? folder : ".", name, &out, &wrong);
  }
  if (!fine && !wrong.n) buf_printf(&wrong, "no pack called \"%s\" is there", name);
  *size = out.n;
  if (!fine && why) *why = buf_take(&wrong);
  char *bytes = fine ? buf_take(&out) : NULL;
  buf_free(&out);
  buf_free(&wrong);
  packs_free(&packs);
  arena_free(arena);
  return bytes;
}

regel_data *regel_packed(const char *bytes, size_t size, char **why)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Bundle b = {0};
  Buf wrong = {0};
  bool fine = bundle_read(&b, bytes, size, &wrong);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_text(&j, "name", fine ? b.name : "");
  json_key_open(&j, "files", '[');
  for (size_t i = 0; fine && i < b.files.n; i++) {
    json_open(&j, '{');
    json_key_text(&j, "path", b.files.at[i].path);
    json_key_int(&j, "bytes", (int64_t)b.files.at[i].size);
    json_close(&j, '}');
  }
  json_close(&j, ']');
  json_close(&j, '}');
  if (!fine && why) *why = buf_take(&wrong);
  buf_free(&wrong);
  bundle_free(&b);
  regel_data *data = api_data(arena, &j);
  if (fine) return data;
  regel_data_free(data);
  return NULL;
}

int regel_unpack(const char *bytes, size_t size, const char *folder, char **why)
{
  Bundle b = {0};
  Buf wrong = {0};
  bool fine = bundle_read(&b, bytes, size, &wrong) && bundle_unpack(&b, folder, &wrong);
  if (!fine && why) *why = buf_take(&wrong);
  buf_free(&wrong);
  bundle_free(&b);
  return fine ? 0 : -1;
}
