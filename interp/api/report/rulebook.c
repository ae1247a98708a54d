/* The rows of a rulebook, each with the rules and tests that cite it. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/find/ledger.h"
#include "interp/rules/load.h"
#include "interp/text/place.h"

#include <string.h>

static void put_cites(Json *j, const char *key, const Program *p, const char *id,
                      CiteUse use)
{
  INVARIANT(p && p->header);
  json_key_open(j, key, '[');
  for (int i = 0; i < p->n_cites; i++) {
    const PCite *c = &p->cites[i];
    const PLoc *l = place_of_row(p, c->loc);
    if (c->use != (int32_t)use || strcmp(program_string(p, c->id), id)) continue;
    json_open(j, '{');
    json_key_text(j, "what", program_string(p, c->what));
    json_key_place(j, "place", l ? program_string(p, p->files[l->file].path) : NULL,
                   l ? l->line : 0, l ? l->col : 0, l ? l->end : 0);
    json_close(j, '}');
  }
  json_close(j, ']');
}

regel_data *regel_rulebook(const regel_rules *r)
{
  INVARIANT(r && r->program);
  const Program *p = r->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Ledgers ledgers = {0};
  Buf missing = {0};
  if (r->unit && p->header->ledger >= 0)
    ledgers_add(&ledgers, program_string(p, p->header->ledger), &r->unit->sources,
                load_folder(arena, regel_rules_file(r)), &missing);
  json_open(&j, '[');
  for (size_t i = 0; i < ledgers.list.n; i++)
    for (size_t k = 0; k < ledgers.list.at[i].rows.n; k++) {
      const LedgerRow *row = &ledgers.list.at[i].rows.at[k];
      json_open(&j, '{');
      json_key_text(&j, "id", row->id);
      json_key_text(&j, "text", row->text ? row->text : "");
      put_cites(&j, "rules", p, row->id, CITES_RULE);
      put_cites(&j, "tests", p, row->id, CITES_TEST);
      put_cites(&j, "left_out", p, row->id, CITES_OMIT);
      json_close(&j, '}');
    }
  json_close(&j, ']');
  ledgers_free(&ledgers);
  buf_free(&missing);
  return api_data(arena, &j);
}
