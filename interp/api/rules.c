/* Rules behind the public API: compiled from files or text. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "grammar/diag.h"
#include "interp/code/compile.h"
#include "interp/rules/load.h"
#include "interp/rules/settings.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

regel_rules *api_rules(Program *program, Unit *unit, Arena *arena)
{
  regel_rules *r = zeroed(1, sizeof *r);
  r->program = program;
  r->unit = unit;
  r->arena = arena;
  r->machines = zeroed(1, sizeof *r->machines);
  atomic_flag_clear(&r->machines->busy);
  return r;
}

const char *regel_version(void) { return REGEL_VERSION; }
void regel_free(char *string) { free(string); }

/* ---- rules ---------------------------------------------------------------------- */

/* The compiler's messages as a string. */
static char *messages_of(Unit *u, regel_format format)
{
  static const DiagFormat formats[] = {DIAG_HUMAN, DIAG_SHORT, DIAG_JSON};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  if (format == REGEL_JSON) fputc('[', out);
  diags_print(out, &u->diags, &u->sources, formats[format], false, SEV_WARNING);
  if (format == REGEL_JSON) fputs("\n]\n", out);
  fclose(out);
  return text;
}

static regel_rules *compile_unit(const char *path, const char *text, size_t size,
                                 const char *library, regel_format format,
                                 char **messages)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  if (library) vec_push(&u->sources.library, library);
  bool readable = text ? unit_parse_text(u, path, text, size) : unit_parse(u, path);
  Program *p = readable ? compile(u) : NULL;
  if (messages) *messages = messages_of(u, format);
  unit_free(u);
  arena_free(arena);
  if (!p) return NULL;
  return api_rules(p, NULL, NULL);
}

regel_rules *regel_compile_file(const char *path, const char *library,
                                regel_format format, char **messages)
{
  return compile_unit(path, NULL, 0, library, format, messages);
}

regel_rules *regel_compile_text(const char *name, const char *text, size_t size,
                                const char *library, regel_format format, char **messages)
{
  return compile_unit(name, text, size, library, format, messages);
}

void regel_rules_free(regel_rules *r)
{
  if (!r) return;
  for (int i = 0; i < r->machines->n; i++) vm_free(r->machines->at[i]);
  free(r->machines);
  if (r->release) r->release(r);
  program_free(r->program);
  if (r->unit) unit_free(r->unit);
  if (r->arena) arena_free(r->arena);
  free(r);
}

const char *regel_rules_name(const regel_rules *r)
{
  return program_string(r->program, r->program->header->name);
}

const char *regel_rules_file(const regel_rules *r)
{
  const Program *p = r->program;
  return p->n_files ? program_string(p, p->files[0].path) : "";
}

const char *regel_rules_title(const regel_rules *r)
{
  const PHeader *h = r->program->header;
  return program_string(r->program, h->title >= 0 ? h->title : h->name);
}

int regel_rules_fewest(const regel_rules *r) { return r->program->header->seats_low; }
int regel_rules_most(const regel_rules *r) { return r->program->header->seats_high; }
int regel_rules_chunks(const regel_rules *r) { return r->program->n_chunks; }
const char *regel_source(const regel_rules *r, const char *file)
{
  const Program *p = r->program;
  for (int i = 0; i < p->n_files; i++)
    if (!strcmp(program_string(p, p->files[i].path), file))
      return program_string(p, p->files[i].text);
  return NULL;
}

uint64_t regel_rules_hash(const regel_rules *r) { return r->program->hash; }

const char *regel_rules_option(const regel_rules *r, int i)
{
  const PField *f = i < 0 ? NULL : settings_option(r->program, i);
  return f ? program_string(r->program, f->name) : NULL;
}

char *regel_excerpt(const regel_rules *r, const regel_data *place)
{
  INVARIANT(r && r->program);
  const Program *p = r->program;
  const char *file = regel_data_text(regel_data_get(place, "file"));
  int line = (int)regel_data_number(regel_data_get(place, "line")),
      col = (int)regel_data_number(regel_data_get(place, "column"));
  Buf b = {0};
  for (int i = 0; i < p->n_locs && !b.n; i++) {
    const PLoc *l = &p->locs[i];
    if (l->line == line && l->col == col &&
        !strcmp(program_string(p, p->files[l->file].path), file))
      place_show(p, &b, l);
  }
  if (!b.n) buf_add(&b, "");
  return buf_take(&b);
}

const char *api_path(const char *path)
{
  static const char *const folders[] = {"/scenarios/", "/cards/", "/packs/"};
  if (*path != '/' && strncmp(path, "..", 2)) return path;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    const char *at = strstr(path, folders[i]);
    if (at) return at + 1;
  }
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}
