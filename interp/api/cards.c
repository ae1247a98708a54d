/* Faces: everything that is printed on a thing, in any language. */
#include "interp/api/api_int.h"
#include "interp/base/json.h"
#include "interp/text/card.h"
#include "interp/text/compose.h"

#include <string.h>

static void put_values(Json *j, const View *v, int32_t thing)
{
  const Program *p = v->program;
  json_key(j, "values");
  json_open(j, '[');
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (c->kind != p->things[thing].kind || c->base < 0) continue;
    const int64_t *words =
        p->consts + c->base + (thing - p->kinds[c->kind].first) * p->types[c->type].words;
    Buf name = {0}, value = {0};
    render_name(v, &name, NAME_COLUMN, i, NULL, NULL);
    render_value(v, &value, c->type, words);
    json_open(j, '{');
    json_key_text(j, "id", program_string(p, c->name));
    json_key_text(j, "name", buf_text(&name));
    json_key_bool(j, "shown", c->text >= 0); /* players have a name for it */
    json_key_text(j, "text", buf_text(&value));
    if (p->types[c->type].tag == T_NUM && words[0] != NONE)
      json_key_int(j, "number", words[0]);
    json_close(j, '}');
    buf_free(&name);
    buf_free(&value);
  }
  json_close(j, ']');
}

static void put_slots(Json *j, const View *v, int32_t thing)
{
  Buf text = {0};
  compose_thing(v, &text, thing);
  json_key(j, "texts");
  json_open(j, '[');
  for (const char *s = buf_text(&text); *s;) {
    size_t n = strcspn(s, "\n");
    json_textn(j, s, n);
    s += n + (s[n] == '\n');
  }
  json_close(j, ']');
  buf_free(&text);
}

void api_face(Json *j, const View *v, int32_t thing)
{
  const Program *p = v->program;
  const PThing *t = &p->things[thing];
  const PLoc *l = t->loc >= 0 ? &p->locs[t->loc] : NULL;
  Buf title = {0}, noun = {0};
  render_thing(v, &title, thing);
  render_name(v, &noun, NAME_KIND, t->kind, NULL, NULL);
  json_open(j, '{');
  json_key_text(j, "id", program_string(p, t->name));
  json_key_text(j, "kind", program_string(p, p->kinds[t->kind].name));
  json_key_text(j, "noun", buf_text(&noun));
  json_key_text(j, "title", buf_text(&title));
  json_key_int(j, "copies", t->copies);
  json_key_bool(j, "card", card_kind(p, t->kind));
  put_values(j, v, thing);
  put_slots(j, v, thing);
  json_key_place(j, "place", l ? program_string(p, p->files[l->file].path) : NULL,
                 l ? l->line : 0, l ? l->col : 0, 0);
  json_close(j, '}');
  buf_free(&title);
  buf_free(&noun);
}

regel_data *regel_cards(const regel_rules *r, const regel_language *language)
{
  const Program *p = r->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  View v = view_program(p, api_lang(language));
  json_open(&j, '[');
  for (int i = 0; i < p->n_things; i++)
    if (p->things[i].face == i && p->kinds[p->things[i].kind].text >= 0)
      api_face(&j, &v, i);
  json_close(&j, ']');
  return api_data(arena, &j);
}
