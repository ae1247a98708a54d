/* What players read on cards, composed from what they do. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
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
  const char *const *names; /* NULL at the end */
  const Vm *vm;             /* a game with the settings that were asked for, or NULL */
  int width;                /* of lines */
} Print;

static void put_thing(const Print *w, Buf *b, int32_t thing)
{
  const View *v = w->v;
  Buf text = {0};
  card_head(v, b, thing, card_copies(w->v->program, w->vm, thing));
  card_values(v, &text, thing);
  compose_thing(v, &text, thing);
  buf_lines(b, buf_text(&text), 2, w->width);
  card_inner(v, b, thing, w->width);
  buf_free(&text);
}

/* Its whole face, and its lines in one text. */
static void json_thing(Json *j, const Print *w, int32_t thing)
{
  Buf text = {0};
  compose_thing(w->v, &text, thing);
  json_open(j, '{');
  face_keys(j, w->v, thing, card_copies(w->v->program, w->vm, thing));
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
  INVARIANT(v && v->program);
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
static bool named(const View *v, const char *const *names, int32_t thing)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PThing *t = &p->things[thing];
  const PKind *k = &p->kinds[t->kind];
  if (!*names) return k->text >= 0; /* all that has a name for players */
  for (; *names; names++)
    if (means(v, *names, t->name, t->text) || is_id(*names, program_string(p, k->name)))
      return true;
  return false;
}

/* The verbs are asked for by name alone: what they do is not printed on any card. */
static bool verb_named(const Program *p, const char *const *names, int verb)
{
  INVARIANT(p && p->header);
  const PVerb *v = &p->verbs[verb];
  const char *name = program_string(p, v->name); /* "forward (a) by (n)" */
  size_t n = strcspn(name, " ");
  for (; *names && v->phrase >= 0; names++)
    if (!strcmp(*names, name) || (strlen(*names) == n && !strncmp(*names, name, n)))
      return true;
  return false;
}

enum { MOST_LINES = 40 }; /* of the source of a verb */

static void put_verb(const Print *w, Buf *b, int verb)
{
  const View *v = w->v;
  const Program *p = v->program;
  Buf text = {0}, place = {0};
  bool whole = compose_verb(v, &text, verb);
  buf_printf(b, "%s\n", program_string(p, p->verbs[verb].name));
  buf_lines(b, whole || text.n ? buf_text(&text) : COMPOSE_UNTOLD, 2, w->width);
  if (!whole) {
    text.n = 0;
    place_name(p, &place, place_of_row(p, p->verbs[verb].loc));
    words_say(v->lang, &text, SAY_C_UNTOLD, buf_text(&place), NULL, NULL);
    buf_lines(b, buf_text(&text), 2, w->width);
    place_body(p, b, place_of_row(p, p->verbs[verb].loc), 4, MOST_LINES);
  }
  buf_free(&place);
  buf_free(&text);
}

static void json_verb(Json *j, const View *v, int verb)
{
  INVARIANT(v && v->program);
  Buf text = {0};
  bool whole = compose_verb(v, &text, verb);
  json_open(j, '{');
  json_key_text(j, "id", program_string(v->program, v->program->verbs[verb].name));
  json_key_text(j, "text", buf_text(&text));
  json_key_bool(j, "whole", whole);
  json_close(j, '}');
  buf_free(&text);
}

static bool is_printed(const Print *w, int32_t thing)
{
  return w->v->program->things[thing].face == thing && named(w->v, w->names, thing) &&
         card_copies(w->v->program, w->vm, thing);
}

static void json_texts(const Print *w, Json *j)
{
  const Program *p = w->v->program;
  json_open(j, '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_open(j, "things", '[');
  for (int i = 0; i < p->n_things; i++)
    if (is_printed(w, i)) json_thing(j, w, i);
  json_close(j, ']');
  json_key_open(j, "verbs", '[');
  for (int i = 0; i < p->n_verbs; i++)
    if (verb_named(p, w->names, i)) json_verb(j, w->v, i);
  json_close(j, ']');
  json_close(j, '}');
}

static void put_texts(const Print *w, Buf *b)
{
  const Program *p = w->v->program;
  for (int i = 0; i < p->n_things; i++) {
    if (!is_printed(w, i)) continue;
    if (b->n) buf_char(b, '\n');
    put_thing(w, b, i);
  }
  for (int i = 0; i < p->n_verbs; i++) {
    if (!verb_named(p, w->names, i)) continue;
    if (b->n) buf_char(b, '\n');
    put_verb(w, b, i);
  }
}

/* As data (j) or for people (b), of an edition with these options. */
static bool print(const regel_rules *r, const regel_language *language,
                  const char *const *options, Print *w, Json *j, Buf *b, char **why)
{
  View v = view_program(r->program, api_lang(language));
  Vm *edition = api_edition(r, options, why);
  if (!edition) return false;
  w->v = &v;
  w->vm = options && *options ? edition : NULL;
  v.edition = edition;
  if (j) json_texts(w, j);
  else put_texts(w, b);
  vm_free(edition);
  return true;
}

static const char *const all_names[] = {NULL};

regel_data *regel_texts(const regel_rules *r, const regel_language *language,
                        const char *const *options, const char *const *names, char **why)
{
  INVARIANT(r && r->program);
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Print w = {.names = names ? names : all_names};
  if (print(r, language, options, &w, &j, NULL, why)) return api_data(arena, &j);
  arena_free(arena);
  return NULL;
}

char *regel_texts_page(const regel_rules *r, const regel_language *language,
                       const char *const *options, const char *const *names, int width,
                       char **why)
{
  enum { NARROWEST = 20 };
  INVARIANT(r && r->program);
  Buf b = {0};
  Print w = {.names = names ? names : all_names,
             .width = width < NARROWEST ? NARROWEST : width};
  if (!print(r, language, options, &w, NULL, &b, why)) return NULL;
  if (!b.n) buf_add(&b, "");
  return buf_take(&b);
}
