/* What things, kinds and values are called. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/text/forms.h"

#include <string.h>

typedef struct Named {
  Json *j;
  View view;
} Named;

/* Adds a form that is not there yet. */
static void put_form(Json *j, Buf *forms, const char *name)
{
  Buf line = {0};
  buf_printf(&line, "%s\n", name);
  if (!*name || strstr(buf_text(forms), buf_text(&line))) {
    buf_free(&line);
    return;
  }
  buf_add(forms, buf_text(&line));
  buf_free(&line);
  json_text(j, name);
}

static void put_name(const Named *n, NameSort sort, int i, int32_t id)
{
  INVARIANT(n->view.program);
  static const char *const numbers[] = {NULL, "one", "many"};
  Buf forms = {0};
  buf_char(&forms, '\n');
  json_open(n->j, '{');
  json_key_text(n->j, "id", program_string(n->view.program, id));
  json_key_open(n->j, "forms", '[');
  for (int k = 0; k < 3; k++) {
    Buf name = {0};
    Form form = {0};
    if (numbers[k]) form = form_number(form, numbers[k]);
    render_name(&n->view, &name, sort, i, numbers[k] ? &form : NULL, NULL);
    put_form(n->j, &forms, buf_text(&name));
    buf_free(&name);
  }
  json_close(n->j, ']');
  json_close(n->j, '}');
  buf_free(&forms);
}

static void put_thing(const Named *n, int32_t i)
{
  const Program *p = n->view.program;
  Buf name = {0};
  render_thing(&n->view, &name, i);
  json_open(n->j, '{');
  json_key_text(n->j, "id", program_string(p, p->things[i].name));
  json_key_open(n->j, "forms", '[');
  json_text(n->j, buf_text(&name));
  json_close(n->j, ']');
  json_close(n->j, '}');
  buf_free(&name);
}

regel_data *regel_names(const regel_rules *r, const regel_language *language)
{
  INVARIANT(r && r->program);
  const Program *p = r->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Named n = {&j, view_program(p, api_lang(language))};
  json_open(&j, '[');
  for (int i = 0; i < p->n_kinds; i++)
    if (p->kinds[i].text >= 0) put_name(&n, NAME_KIND, i, p->kinds[i].name);
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].text >= 0) put_name(&n, NAME_FIELD, i, p->fields[i].name);
  for (int i = 0; i < p->n_columns; i++)
    if (p->columns[i].text >= 0) put_name(&n, NAME_COLUMN, i, p->columns[i].name);
  for (int32_t i = 0; i < p->n_things; i++)
    if (p->things[i].face == i && p->things[i].text >= 0) put_thing(&n, i);
  json_close(&j, ']');
  return api_data(arena, &j);
}
