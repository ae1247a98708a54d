/* Faces: everything that is printed on a thing, in any language. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/base/json.h"
#include "interp/board/grid.h"
#include "interp/rules/packs.h"
#include "interp/text/card/card.h"
#include "interp/text/card/face.h"

#include <stdlib.h>

Vm *api_edition(const regel_rules *rules, const char *const *options, char **why)
{
  const Program *p = rules->program;
  if (!options || !*options) return card_edition(p);
  Setup from;
  Buf wrong = {0};
  Vm *vm = NULL;
  int32_t *values =
      api_setup(rules, &(regel_setup){.options = options, .seed = 1}, &from, &wrong);
  if (values) {
    vm = vm_new(p);
    vm_start(vm, &from);
    vm_step(vm);
  } else if (why) *why = buf_take(&wrong);
  buf_free(&wrong);
  free(values);
  return vm;
}

static void put_face(Json *j, const View *v, int32_t thing, int copies,
                     const PackList *packs)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  Buf credit = {0};
  json_open(j, '{');
  face_keys(j, v, thing, copies);
  if (packs_credit(packs, v, program_string(p, p->things[thing].name), &credit))
    json_key_text(j, "credit", buf_text(&credit));
  json_close(j, '}');
  buf_free(&credit);
}

regel_data *regel_cards(const regel_rules *r, const regel_language *language)
{
  INVARIANT(r && r->program);
  const Program *p = r->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  View v = view_program(p, api_lang(language));
  Vm *edition = v.edition = card_edition(p);
  PackList packs = {0};
  packs_read(arena, p, &packs);
  json_open(&j, '[');
  for (int i = 0; i < p->n_things; i++) {
    int copies = p->things[i].face == i ? card_copies(p, NULL, i) : 0;
    if (copies && p->kinds[p->things[i].kind].text >= 0)
      put_face(&j, &v, i, copies, &packs);
  }
  json_close(&j, ']');
  packs_free(&packs);
  vm_free(edition);
  return api_data(arena, &j);
}

/* How many copies of a face are in this game, and, of those, are seen now. */
static int count_copies(const View *v, int32_t face, int *seen)
{
  INVARIANT(v && v->program);
  int n = 0;
  *seen = 0;
  for (int32_t t = face; t < face + v->program->things[face].copies; t++) {
    if (!board_present(v->vm, t)) continue;
    n++;
    *seen += face_seen(v, t);
  }
  return n;
}

regel_data *regel_faces(regel_game *g, int viewer)
{
  INVARIANT(g && g->session.program);
  const Program *p = g->session.program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  View v = api_view(g, viewer);
  PackList packs = {0};
  packs_read(arena, p, &packs);
  json_open(&j, '[');
  for (int i = 0; i < p->n_things; i++) {
    int seen = 0;
    if (p->things[i].face != i || p->kinds[p->things[i].kind].flags & KIND_PLAYER)
      continue;
    int copies = count_copies(&v, i, &seen);
    /* What is printed is read on the card: no state has a say in it. */
    View card = view_program(p, v.lang);
    card.edition = v.vm; /* but for the settings */
    if (seen) put_face(&j, &card, i, copies, &packs);
  }
  json_close(&j, ']');
  packs_free(&packs);
  return api_data(arena, &j);
}
