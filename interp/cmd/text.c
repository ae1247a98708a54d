/* regel text: what players read on cards. */
#include "interp/cmd/game.h"
#include "interp/cmd/json.h"
#include "interp/text/card.h"
#include "interp/text/compose.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void put_thing(const View *v, Buf *b, int32_t thing)
{
  const Program *p = v->program;
  const PThing *t = &p->things[thing];
  Buf text = {0};
  render_thing(v, b, thing);
  buf_add(b, " (");
  if (t->copies > 1) buf_printf(b, "%d× ", t->copies);
  render_name(v, b, NAME_KIND, t->kind, NULL, NULL);
  buf_add(b, ")\n");
  card_values(v, &text, thing);
  compose_thing(v, &text, thing);
  buf_lines(b, buf_text(&text), 2, 80);
  buf_free(&text);
}

static void json_thing(Json *j, const View *v, int32_t thing)
{
  const Program *p = v->program;
  const PThing *t = &p->things[thing];
  Buf title = {0}, text = {0};
  render_thing(v, &title, thing);
  compose_thing(v, &text, thing);
  json_open(j, '{');
  json_key(j, "id");
  json_text(j, program_string(p, t->name));
  json_key(j, "kind");
  json_text(j, program_string(p, p->kinds[t->kind].name));
  json_key(j, "title");
  json_text(j, buf_text(&title));
  json_key(j, "copies");
  json_int(j, t->copies);
  json_key(j, "text");
  json_text(j, buf_text(&text));
  json_close(j, '}');
  buf_free(&title);
  buf_free(&text);
}

/* Does one of the names mean this thing or its kind? */
static bool named(const Program *p, const Args *names, int32_t thing)
{
  const PThing *t = &p->things[thing];
  const char *title = render_source(p, t->text);
  if (names->n == 1)
    return p->kinds[t->kind].text >= 0; /* all that has a name for players */
  for (size_t i = 1; i < names->n; i++) {
    const char *n = names->at[i];
    if (!strcmp(n, program_string(p, t->name)) || (title && !strcasecmp(n, title)) ||
        !strcmp(n, program_string(p, p->kinds[t->kind].name)))
      return true;
  }
  return false;
}

static int print_texts(const Cli *cli, const Program *p, const Lang *lang,
                       const Args *names, bool json)
{
  View v = view_program(p, lang);
  Buf b = {0};
  Json j = json_new(stdout);
  int found = 0;
  if (json) {
    json_open(&j, '{');
    json_key(&j, "schema");
    json_int(&j, 1);
    json_key(&j, "things");
    json_open(&j, '[');
  }
  for (int i = 0; i < p->n_things; i++) {
    if (p->things[i].face != i || !named(p, names, i)) continue;
    if (json) {
      json_thing(&j, &v, i);
    } else {
      if (found) buf_char(&b, '\n');
      put_thing(&v, &b, i);
    }
    found++;
  }
  if (json) {
    json_close(&j, ']');
    json_close(&j, '}');
  } else {
    cli_page(cli, buf_text(&b));
  }
  buf_free(&b);
  if (found) return CODE_FINE;
  if (names->n > 1) cli_error(cli, "nothing in this game is called \"%s\"", names->at[1]);
  else cli_error(cli, "no kind of this game has a text");
  return CODE_NO;
}

int cmd_text(Cli *cli, int argc, char **argv)
{
  bool json = false;
  const Opt opts[] = {
      {0, "json", OPT_FLAG, &json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
  };
  const Usage usage = {
      "regel text scenarios/mygame",
      "text [OPTION…] GAME [NAME…]",
      "Prints the texts of cards, composed from what they do: of all things whose kind "
      "has a\n"
      "name for players, or of the things and kinds that are named.",
      opts,
      1,
      1,
      -1,
  };
  Args names = {0};
  Game g = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = game_open(cli, &g, names.at[0], false);
  if (code < 0) code = game_speak(cli, &g);
  if (code < 0) code = print_texts(cli, g.program, g.lang, &names, json);
  game_close(&g);
  vec_free(&names);
  return code;
}
