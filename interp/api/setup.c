/* What a form needs to begin a game: who can play, options, languages. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/rules/load_lang.h"
#include "interp/rules/settings.h"

#include <string.h>

enum { MOST_CHOICES = 200 }; /* longer ranges are asked for as a number */

static void put_choice(Json *j, const View *v, int type, int64_t value, const char *id)
{
  Buf text = {0};
  render_scalar(v, &text, type, value);
  json_open(j, '{');
  json_key_text(j, "value", id);
  json_key_text(j, "text", buf_text(&text));
  json_close(j, '}');
  buf_free(&text);
}

/* What a value is called in `--set version=top_secret`. */
static const char *id_of(const Program *p, const PType *t, int64_t value, char digits[24])
{
  INVARIANT(value == NONE || (value >= t->lo && value <= t->hi));
  snprintf(digits, 24, "%lld", (long long)value);
  if (value == NONE) return "none";
  if (t->tag == T_FLAG) return value ? "yes" : "no";
  if (t->tag == T_WORD)
    return program_string(p, p->words[t->first_word + value - t->lo].name);
  return t->tag == T_THING ? program_string(p, p->things[value].name) : digits;
}

static void put_choices(Json *j, const View *v, int type)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PType *t = &p->types[type];
  char digits[24];
  json_key_open(j, "choices", '[');
  for (int64_t i = t->lo; i <= t->hi && t->hi - t->lo < MOST_CHOICES; i++)
    put_choice(j, v, type, i, id_of(p, t, i, digits));
  if (t->opt) put_choice(j, v, type, NONE, "none");
  json_close(j, ']');
  if (t->tag == T_NUM) {
    json_key_int(j, "least", t->lo);
    json_key_int(j, "most", t->hi);
  }
}

/* `value` is what the rules say, with as few players as can be. */
static void put_options(Json *j, const View *v)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  Vm *vm = vm_new(p);
  char digits[24];
  vm_start(vm, &(Setup){p->header->seats_low, 1, NULL});
  vm_step(vm);
  json_key_open(j, "options", '[');
  for (int i = 0; i < p->n_fields; i++) {
    if (!(p->fields[i].flags & FIELD_OPTION)) continue;
    Buf name = {0};
    render_name(v, &name, NAME_FIELD, i, NULL, NULL);
    buf_capital(&name, 0);
    json_open(j, '{');
    json_key_text(j, "id", program_string(p, p->fields[i].name));
    json_key_text(j, "name", buf_text(&name));
    json_key_text(
        j, "value",
        id_of(p, &p->types[p->fields[i].type], vm_get(vm, i, NONE, NONE), digits));
    put_choices(j, v, p->fields[i].type);
    json_close(j, '}');
    buf_free(&name);
  }
  json_close(j, ']');
  vm_free(vm);
}

static void put_languages(Json *j, const regel_rules *r)
{
  Buf list = {0};
  load_lang_list(r->program, r->unit ? &r->unit->sources : NULL, &list);
  json_key_open(j, "languages", '[');
  for (const char *s = buf_text(&list); *s;) {
    size_t n = strcspn(s, ", ");
    if (n) json_textn(j, s, n);
    s += n + strspn(s + n, ", ");
  }
  json_close(j, ']');
  buf_free(&list);
}

regel_data *regel_setup_data(const regel_rules *r, const regel_language *language)
{
  INVARIANT(r && r->program);
  const Program *p = r->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  View v = view_program(p, api_lang(language));
  Buf title = {0};
  render_title(&v, &title);
  json_open(&j, '{');
  json_key_text(&j, "game", regel_rules_name(r));
  json_key_text(&j, "title", buf_text(&title));
  json_key_int(&j, "fewest", p->header->seats_low);
  json_key_int(&j, "most", p->header->seats_high);
  put_options(&j, &v);
  put_languages(&j, r);
  json_close(&j, '}');
  buf_free(&title);
  return api_data(arena, &j);
}

void api_put_settings(Json *j, const char *settings)
{
  Buf name = {0}, value = {0};
  json_key_open(j, "options", '[');
  while (settings_next(&settings, &name, &value)) {
    buf_printf(&name, "=%s", buf_text(&value));
    json_text(j, buf_text(&name));
  }
  json_close(j, ']');
  buf_free(&name);
  buf_free(&value);
}
