/* Do texts in several languages say the same, and what the rules do? */
#include "interp/agree/lexica.h"
#include "interp/api/api_int.h"
#include "interp/api/words/judged.h"
#include "interp/api/words/senses.h"
#include "interp/api/words/statements.h"
#include "interp/base/invariant.h"
#include "interp/rules/load.h"
#include "interp/rules/load_lang.h"

#include <stdlib.h>
#include <string.h>

typedef struct Compare {
  const regel_rules *rules; /* NULL: texts are compared with each other only */
  const char *lang;
  Sources sources; /* where lexica and translations are found */
  Arena *arena;
  VEC(Lexicon *) lexica; /* the first is English */
  Senses senses;         /* of a game */
  Statements statements;
  Json *out;    /* what is judged */
  Json unknown; /* what is about nothing */
  int counts[3];
  Buf why;
} Compare;

/* ---- words ---------------------------------------------------------------------- */

static void add_glossary(Compare *c, Lexicon *l)
{
  const char *folder = load_folder(c->arena, regel_rules_file(c->rules));
  size_t size;
  char *csv = sources_read(
      &c->sources, arena_printf(c->arena, "%s%sglossary.csv", folder, *folder ? "/" : ""),
      &size);
  if (csv) lexica_glossary(l, c->lexica.at[0], csv, size);
  free(csv);
}

/* What the ruleset's own translation calls its things, if there is one. */
static void add_translation(Compare *c, Lexicon *l)
{
  LoadedLang t;
  if (load_lang(&t, l->lang, c->rules->program, &c->sources) && t.lang && t.rules.n)
    lexica_translated(l, c->lexica.at[0], c->rules->program, t.lang);
  load_lang_free(&t);
}

/* The lexicon of a language with the words of the game; NULL if there is none. */
static Lexicon *lexicon_of(Compare *c, const char *lang)
{
  for (size_t i = 0; i < c->lexica.n; i++)
    if (!strcmp(c->lexica.at[i]->lang, lang)) return c->lexica.at[i];
  Lexicon *l = lexica_open(&c->sources, c->arena, lang, "lexicon", &c->why);
  if (l) {
    vec_push(&c->lexica, l);
    if (c->rules) add_glossary(c, l);
    if (c->rules && !strcmp(lang, "en")) rule_words(c->rules->unit->model, l);
    else if (c->rules) add_translation(c, l);
  }
  return l;
}

/* ---- what an id means ----------------------------------------------------------- */

static bool add_named(RuleFacts *r, const char *id)
{
  Model *m = r->model;
  bool found = false;
  for (size_t i = 0; i < m->things.n && !found; i++)
    if (!strcmp(m->things.at[i]->name, id)) {
      rule_add_thing(r, m->things.at[i]);
      return true;
    }
  for (size_t i = 0; i < m->verbs.n; i++)
    if (m->verbs.at[i]->decl && !strcmp(m->verbs.at[i]->name, id)) {
      rule_add_verb(r, m->verbs.at[i]);
      found = true;
    }
  for (size_t i = 0; i < m->values.n && !found; i++)
    if (!strcmp(m->values.at[i]->name, id)) {
      rule_add_value(r, m->values.at[i]);
      return true;
    }
  return found;
}

static const char *nearest_id(const Compare *c, const char *id)
{
  const Model *m = c->rules->unit->model;
  Nearest near = {id, NULL, 0};
  for (size_t i = 0; i < m->things.n; i++) nearest_try(&near, m->things.at[i]->name);
  for (size_t i = 0; i < m->verbs.n; i++) nearest_try(&near, m->verbs.at[i]->name);
  for (size_t i = 0; i < m->values.n; i++) nearest_try(&near, m->values.at[i]->name);
  for (int i = 0; i < c->rules->program->n_cites; i++)
    nearest_try(&near, program_string(c->rules->program, c->rules->program->cites[i].id));
  return near.best;
}

static bool is_cited(const Compare *c, const char *id)
{
  const Program *p = c->rules->program;
  for (int i = 0; i < p->n_cites; i++)
    if (!strcmp(program_string(p, p->cites[i].id), id)) return true;
  return false;
}

/* A text that stands alone has to be about something. */
static void unknown_id(Compare *c, const Statement *s)
{
  json_open(&c->unknown, '{');
  json_key_text(&c->unknown, "id", s->id);
  json_key_int(&c->unknown, "line", s->line);
  json_key_text(&c->unknown, "near", c->rules ? nearest_id(c, s->id) : NULL);
  json_close(&c->unknown, '}');
}

/* ---- judging -------------------------------------------------------------------- */

static void against_rule(Compare *c, Judged *j, const RuleFacts *r)
{
  const Sources *s = &c->rules->unit->sources;
  j->ruled = true;
  j->place = arena_printf(c->arena, "%s:%d", s->files.at[r->loc.file].path, r->loc.line);
  for (int i = 0; i < j->count; i++) {
    if (j->versions[i]->silent) continue;
    const Facts *f = j->versions[i];
    if (!senses_card(&c->senses, j->id, f->lang, f->text, f->size, &j->against[i]))
      rule_compare(r, j->versions[i], &j->against[i]);
    if (j->against[i].n) j->verdict = VERDICT_SUBSTANCE;
  }
}

static void judge(Compare *c, Judged *j, const RuleFacts *r)
{
  facts_compare(j->versions, j->count, &j->differences);
  if (j->differences.substance) j->verdict = VERDICT_SUBSTANCE;
  else if (j->differences.list.n) j->verdict = VERDICT_WORDING;
  if (r->loc.file >= 0) against_rule(c, j, r);
}

static void compare_group(Compare *c, const Statement *s, int n)
{
  Facts facts[MAX_VERSIONS];
  const Facts *versions[MAX_VERSIONS];
  Judged j = {.id = s->id, .versions = versions, .count = n};
  RuleFacts r;
  rule_begin(&r, c->rules ? c->rules->unit->model : NULL, c->lexica.at[0]);
  bool known = c->rules && (add_named(&r, s->id) ||
                            (is_cited(c, s->id) && rule_add_cited(&r, s->id) >= 0));
  if (!known && n == 1) {
    unknown_id(c, s);
    rule_free(&r);
    return;
  }
  for (int i = 0; i < n; i++) {
    facts_read(&facts[i], lexicon_of(c, s[i].lang), s[i].text, s[i].size);
    facts[i].silent = s[i].silent;
    if (s[i].silent) facts[i].list.n = 0;
    versions[i] = &facts[i];
  }
  judge(c, &j, &r);
  c->counts[j.verdict]++;
  judged_json(c->out, &j);
  differences_free(&j.differences);
  for (int i = 0; i < n; i++) {
    vec_free(&j.against[i]);
    facts_free(&facts[i]);
  }
  rule_free(&r);
}

static void compare_all(Compare *c)
{
  const Statements *s = &c->statements;
  for (size_t i = 0, n; i < s->list.n; i += n) {
    for (n = 1; i + n < s->list.n && !strcmp(s->list.at[i].id, s->list.at[i + n].id);)
      n++;
    compare_group(c, &s->list.at[i], (int)n);
  }
}

/* ---- what is compared ----------------------------------------------------------- */

/* Every language must have a lexicon before anything is compared. */
static bool read_lexica(Compare *c)
{
  if (!lexicon_of(c, "en")) return false;
  for (size_t i = 0; i < c->statements.list.n; i++)
    if (!lexicon_of(c, c->statements.list.at[i].lang)) return false;
  return true;
}

/* Adds what the cards of the game say in a language. */
static void add_cards(Compare *c, const char *code)
{
  const Program *p = c->rules->program;
  Statements *s = &c->statements;
  LoadedLang l;
  bool read = load_lang(&l, code, p, &c->sources);
  const View v = view_program(p, l.lang);
  Buf b = {0};
  for (int i = 0; read && i < p->n_things; i++) {
    if (p->things[i].face != i || p->kinds[p->things[i].kind].text < 0) continue;
    buf_clear(&b);
    senses_told(&v, &b, i);
    /* the program may speak a language that the game is not translated into */
    if (!b.n || lang_marked(buf_text(&b)) == LANG_MISSING) continue;
    Statement x = {.id = program_string(p, p->things[i].name),
                   .lang = arena_strdup(s->arena, lang_code(l.lang)),
                   .text = arena_strdup(s->arena, buf_text(&b)),
                   .size = b.n};
    vec_push(&s->list, x);
  }
  buf_free(&b);
  load_lang_free(&l);
}

/* The game's own cards, in all languages that have senses or in the one asked for. */
static void read_cards(Compare *c)
{
  Buf list = {0};
  load_lang_list(c->rules->program, &c->sources, &list);
  for (char *code = strtok(list.at, ", "); code; code = strtok(NULL, ", "))
    if ((!c->lang || !strcmp(c->lang, code)) && senses_in(&c->senses, code))
      add_cards(c, code);
  buf_free(&list);
}

/* "7: …" becomes a line and what is wrong there. */
static void put_wrong(Json *j, const char *why)
{
  for (const char *s = why, *end; *s; s = end + 1) {
    char *text;
    long line = strtol(s, &text, 10);
    end = strchr(s, '\n');
    INVARIANT(end); /* a line each */
    json_open(j, '{');
    if (line) json_key_int(j, "line", line); /* how many more there are has none */
    json_key(j, "text");
    text += line ? 2 : 0;
    json_textn(j, text, (size_t)(end - text));
    json_close(j, '}');
  }
}

static void compare_free(Compare *c)
{
  if (c->statements.arena) statements_free(&c->statements);
  for (size_t i = 0; i < c->lexica.n; i++) lexicon_free(c->lexica.at[i]);
  vec_free(&c->lexica);
  if (c->rules) senses_close(&c->senses);
  sources_free(&c->sources);
  buf_free(&c->why);
  arena_free(c->arena);
}

static void put_all(Compare *c, Json *j, const char *wrong)
{
  static const char *const keys[] = {"agree", "wording", "substance"};
  json_open(j, '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_open(j, "statements", '[');
  c->out = j;
  if (!*wrong) compare_all(c);
  json_close(j, ']');
  for (int i = 0; i < 3; i++) json_key_int(j, keys[i], c->counts[i]);
  json_close(&c->unknown, ']');
  json_key(j, "unknown");
  json_put(j, c->unknown.root);
  json_key_open(j, "wrong", '[');
  put_wrong(j, wrong);
  json_close(j, ']');
  json_close(j, '}');
}

regel_data *regel_agree(const regel_library *library, const regel_rules *rules,
                        const char *text, size_t size, const char *lang, char **why)
{
  INVARIANT(text || (rules && rules->unit));
  Compare c = {.rules = rules, .lang = lang, .arena = arena_new()};
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Buf wrong = {0};
  regel_data *report = NULL;
  c.unknown = json_data(arena);
  json_open(&c.unknown, '[');
  sources_init(&c.sources, c.arena);
  if (rules) sources_follow(&c.sources, &rules->unit->sources);
  else api_library(library, &c.sources);
  if (rules)
    senses_open(&c.senses, rules->program, regel_rules_file(rules), &c.sources, c.arena);
  if (!text) {
    c.statements.arena = arena_new();
    read_cards(&c);
  } else statements_read(&c.statements, text, size, lang ? lang : "en", &wrong);
  if (wrong.n || read_lexica(&c)) {
    put_all(&c, &j, buf_text(&wrong));
    report = api_data(arena, &j);
  } else {
    if (why) *why = buf_take(&c.why);
    arena_free(arena);
  }
  buf_free(&wrong);
  compare_free(&c);
  return report;
}
