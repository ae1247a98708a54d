/* regel text: what players read on cards. */
#include "interp/cmd/game.h"
#include "interp/base/json.h"
#include "interp/cmd/words/review.h"
#include "interp/text/card/card.h"
#include "interp/text/card/compose.h"
#include "interp/text/card/face.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What is printed: the cards of all settings, or those that one has. */
typedef struct Print {
  const View *v;
  const Args *names;
  const Vm *vm; /* a game with the settings that were asked for, or NULL */
} Print;

static void put_thing(const Print *w, Buf *b, int32_t thing)
{
  const View *v = w->v;
  Buf text = {0};
  card_head(v, b, thing, game_copies(w->v->program, w->vm, thing));
  card_values(v, &text, thing);
  compose_thing(v, &text, thing);
  buf_lines(b, buf_text(&text), 2, 80);
  card_inner(v, b, thing, 80);
  buf_free(&text);
}

/* Its whole face, and its lines in one text. */
static void json_thing(Json *j, const Print *w, int32_t thing)
{
  Buf text = {0};
  compose_thing(w->v, &text, thing);
  json_open(j, '{');
  face_keys(j, w->v, thing, game_copies(w->v->program, w->vm, thing));
  json_key_text(j, "text", buf_text(&text));
  json_close(j, '}');
  buf_free(&text);
}

/* An id may be said without the name of its pack. */
static bool is_id(const char *name, const char *id)
{
  const char *dot = strrchr(id, '.');
  return !strcmp(name, id) || (dot && !strcmp(name, dot + 1));
}

/* Does a name mean something that is called so, by its id or in either language? */
static bool means(const View *v, const char *name, int32_t id, int32_t text)
{
  const Program *p = v->program;
  const char *source = render_source(p, text);
  if (is_id(name, program_string(p, id))) return true;
  if (!source) return false;
  size_t n = forms_plain(source);
  if (strlen(name) == n && !strncasecmp(name, source, n)) return true;
  const char *own = lang_text(v->lang, p, text).text;
  n = forms_plain(own);
  return strlen(name) == n && !strncasecmp(name, own, n);
}

/* Does one of the names mean this thing or its kind? */
static bool named(const View *v, const Args *names, int32_t thing)
{
  const Program *p = v->program;
  const PThing *t = &p->things[thing];
  const PKind *k = &p->kinds[t->kind];
  if (names->n == 1) return k->text >= 0; /* all that has a name for players */
  for (size_t i = 1; i < names->n; i++)
    if (means(v, names->at[i], t->name, t->text) ||
        is_id(names->at[i], program_string(p, k->name)))
      return true;
  return false;
}

/* The verbs are asked for by name alone: what they do is not printed on any card. */
static bool verb_named(const Program *p, const Args *names, int verb)
{
  const PVerb *v = &p->verbs[verb];
  const char *name = program_string(p, v->name); /* "forward (a) by (n)" */
  size_t n = strcspn(name, " ");
  for (size_t i = 1; i < names->n && v->phrase >= 0; i++)
    if (!strcmp(names->at[i], name) ||
        (strlen(names->at[i]) == n && !strncmp(names->at[i], name, n)))
      return true;
  return false;
}

enum { MOST_LINES = 40 }; /* of the source of a verb */

static void put_verb(const View *v, Buf *b, int verb)
{
  const Program *p = v->program;
  Buf text = {0}, place = {0};
  bool whole = compose_verb(v, &text, verb);
  buf_printf(b, "%s\n", program_string(p, p->verbs[verb].name));
  buf_lines(b, whole || text.n ? buf_text(&text) : COMPOSE_UNTOLD, 2, 80);
  if (!whole) {
    text.n = 0;
    place_name(p, &place, place_of_row(p, p->verbs[verb].loc));
    words_say(v->lang, &text, SAY_C_UNTOLD, buf_text(&place), NULL, NULL);
    buf_lines(b, buf_text(&text), 2, 80);
    place_body(p, b, place_of_row(p, p->verbs[verb].loc), 4, MOST_LINES);
  }
  buf_free(&place);
  buf_free(&text);
}

static void json_verb(Json *j, const View *v, int verb)
{
  Buf text = {0};
  bool whole = compose_verb(v, &text, verb);
  json_open(j, '{');
  json_key(j, "id");
  json_text(j, program_string(v->program, v->program->verbs[verb].name));
  json_key(j, "text");
  json_text(j, buf_text(&text));
  json_key(j, "whole");
  json_bool(j, whole);
  json_close(j, '}');
  buf_free(&text);
}

static bool is_printed(const Print *w, int32_t thing)
{
  return w->v->program->things[thing].face == thing && named(w->v, w->names, thing) &&
         game_copies(w->v->program, w->vm, thing);
}

static int json_texts(const Print *w)
{
  const View *v = w->v;
  const Program *p = v->program;
  Json j = json_new(stdout);
  int found = 0;
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key(&j, "things");
  json_open(&j, '[');
  for (int i = 0; i < p->n_things; i++)
    if (is_printed(w, i)) json_thing(&j, w, i), found++;
  json_close(&j, ']');
  json_key(&j, "verbs");
  json_open(&j, '[');
  for (int i = 0; i < p->n_verbs; i++)
    if (verb_named(p, w->names, i)) json_verb(&j, v, i), found++;
  json_close(&j, ']');
  json_close(&j, '}');
  return found;
}

static int put_texts(const Cli *cli, const Print *w)
{
  const View *v = w->v;
  const Program *p = v->program;
  Buf b = {0};
  int found = 0;
  for (int i = 0; i < p->n_things; i++) {
    if (!is_printed(w, i)) continue;
    if (found++) buf_char(&b, '\n');
    put_thing(w, &b, i);
  }
  for (int i = 0; i < p->n_verbs; i++) {
    if (!verb_named(p, w->names, i)) continue;
    if (found++) buf_char(&b, '\n');
    put_verb(v, &b, i);
  }
  cli_page(cli, buf_text(&b));
  buf_free(&b);
  return found;
}

static int print_texts(const Cli *cli, const Program *p, const Lang *lang,
                       const Args *names, Vm *vm, bool json)
{
  View v = view_program(p, lang);
  Vm *own = vm ? NULL : card_edition(p);
  Print w = {&v, names, vm};
  v.edition = vm ? vm : own;
  int found = json ? json_texts(&w) : put_texts(cli, &w);
  if (own) vm_free(own);
  if (found) return CODE_FINE;
  if (names->n > 1) cli_error(cli, "nothing in this game is called \"%s\"", names->at[1]);
  else cli_error(cli, "no kind of this game has a text");
  return CODE_NO;
}

int cmd_text(Cli *cli, int argc, char **argv)
{
  bool json = false, review = false;
  GameSetup setup = {0};
  Vm *vm = NULL;
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "set", OPT_TEXTS, &setup.set, "OPTION=VALUE",
       "the cards as an edition or variant has them; may be repeated", 0, 0, NULL},
      {0, "json", OPT_FLAG, &json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
      {0, "review", OPT_FLAG, &review, NULL,
       "a page (HTML) with every sort of sentence once, in all languages side by side", 0,
       0, NULL},
  };
  const Usage usage = {
      "regel text scenarios/mygame",
      "text [OPTION…] GAME [NAME…]",
      "Prints the texts of cards, composed from what they do: of all things whose kind "
      "has a\n"
      "name for players, or of the things, kinds and verbs that are named.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      -1,
  };
  Args names = {0};
  Game g = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = game_open(cli, &g, names.at[0], false);
  if (code < 0) code = game_speak(cli, &g);
  if (code < 0) code = game_edition(cli, g.program, &setup, &vm);
  if (code < 0 && review) code = review_print(g.program);
  if (code < 0) code = print_texts(cli, g.program, g.lang, &names, vm, json);
  if (vm) vm_free(vm);
  game_setup_free(&setup);
  game_close(&g);
  vec_free(&names);
  return code;
}
