/* regel compare: do texts in several languages say the same, and what the rules do? */
#include "interp/cmd/words/judged.h"
#include "interp/cmd/game.h"
#include "interp/base/json.h"
#include "interp/agree/lexica.h"
#include "interp/cmd/words/senses.h"
#include "interp/text/card/compose.h"
#include "interp/rules/load.h"

#include <string.h>

typedef struct Compare {
  Cli *cli;
  const char *file, *lang;
  bool json, wording, quiet, cards;
  Game game;
  bool has_game;
  Sources sources; /* the library, where lexica are */
  Arena *arena;
  VEC(Lexicon *) lexica; /* the first is English */
  Senses senses;         /* of a game */
  Statements statements;
  Json out;
  int counts[3], unknown;
} Compare;

/* ---- words ---------------------------------------------------------------------- */

static void add_glossary(Compare *c, Lexicon *l)
{
  const char *folder = load_folder(c->arena, c->game.path);
  size_t size;
  char *csv = load_read(
      arena_printf(c->arena, "%s%sglossary.csv", folder, *folder ? "/" : ""), &size);
  if (csv) lexica_glossary(l, c->lexica.at[0], csv, size);
  free(csv);
}

/* What the ruleset's own translation calls its things, if there is one. */
static void add_translation(Compare *c, Lexicon *l)
{
  LoadedLang t;
  if (load_lang(&t, l->lang, c->game.program, NULL) && t.lang && t.rules.n)
    lexica_translated(l, c->lexica.at[0], c->game.program, t.lang);
  load_lang_free(&t);
}

/* The lexicon of a language with the words of the game; NULL if there is none. */
static Lexicon *lexicon_of(Compare *c, const char *lang)
{
  for (size_t i = 0; i < c->lexica.n; i++)
    if (!strcmp(c->lexica.at[i]->lang, lang)) return c->lexica.at[i];
  Buf why = {0};
  Lexicon *l = lexica_open(&c->sources, c->arena, lang, "lexicon", &why);
  if (l) {
    vec_push(&c->lexica, l);
    if (c->has_game) add_glossary(c, l);
    if (c->has_game && !strcmp(lang, "en")) rule_words(c->game.unit->model, l);
    else if (c->has_game) add_translation(c, l);
  } else {
    cli_error(c->cli, "%s", buf_text(&why));
  }
  buf_free(&why);
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
  const Model *m = c->game.unit->model;
  Nearest near = {id, NULL, 0};
  for (size_t i = 0; i < m->things.n; i++) nearest_try(&near, m->things.at[i]->name);
  for (size_t i = 0; i < m->verbs.n; i++) nearest_try(&near, m->verbs.at[i]->name);
  for (size_t i = 0; i < m->values.n; i++) nearest_try(&near, m->values.at[i]->name);
  for (int i = 0; i < c->game.program->n_cites; i++)
    nearest_try(&near, program_string(c->game.program, c->game.program->cites[i].id));
  return near.best;
}

static bool is_cited(const Compare *c, const char *id)
{
  const Program *p = c->game.program;
  for (int i = 0; i < p->n_cites; i++)
    if (!strcmp(program_string(p, p->cites[i].id), id)) return true;
  return false;
}

/* A text that stands alone has to be about something. */
static void unknown_id(Compare *c, const Statement *s)
{
  const char *near = c->has_game ? nearest_id(c, s->id) : NULL;
  c->unknown++;
  fflush(stdout);
  if (near)
    fprintf(stderr, "%s:%d: nothing in the game is called \"%s\"; did you mean \"%s\"?\n",
            c->file, s->line, s->id, near);
  else if (c->has_game)
    fprintf(stderr,
            "%s:%d: nothing in the game is called \"%s\", and no other language has it\n",
            c->file, s->line, s->id);
  else
    fprintf(stderr, "%s:%d: \"%s\" has one text only, and no game was named\n", c->file,
            s->line, s->id);
}

/* ---- judging -------------------------------------------------------------------- */

static void against_rule(Compare *c, Judged *j, const RuleFacts *r)
{
  const Sources *s = &c->game.unit->sources;
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

static void tell(Compare *c, const Judged *j)
{
  Buf b = {0};
  c->counts[j->verdict]++;
  if (c->json) {
    judged_json(&c->out, j);
  } else if (!c->quiet || j->verdict == VERDICT_SUBSTANCE) {
    judged_tell(&b, j, c->wording);
    fputs(buf_text(&b), stdout);
  }
  buf_free(&b);
}

static void compare_group(Compare *c, const Statement *s, int n)
{
  Facts facts[MAX_VERSIONS];
  const Facts *versions[MAX_VERSIONS];
  Judged j = {.id = s->id, .versions = versions, .count = n};
  RuleFacts r;
  rule_begin(&r, c->has_game ? c->game.unit->model : NULL, c->lexica.at[0]);
  bool known = c->has_game && (add_named(&r, s->id) ||
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
  tell(c, &j);
  differences_free(&j.differences);
  for (int i = 0; i < n; i++) {
    vec_free(&j.against[i]);
    facts_free(&facts[i]);
  }
  rule_free(&r);
}

static int compare_all(Compare *c)
{
  const Statements *s = &c->statements;
  c->out = json_new(stdout);
  if (c->json) {
    json_open(&c->out, '{');
    json_key_int(&c->out, "schema", JSON_SCHEMA);
    json_key(&c->out, "statements");
    json_open(&c->out, '[');
  }
  for (size_t i = 0, n; i < s->list.n; i += n) {
    for (n = 1; i + n < s->list.n && !strcmp(s->list.at[i].id, s->list.at[i + n].id);)
      n++;
    compare_group(c, &s->list.at[i], (int)n);
  }
  int all = c->counts[0] + c->counts[1] + c->counts[2];
  if (c->json) {
    json_close(&c->out, ']');
    json_close(&c->out, '}');
  } else {
    printf("%d statement%s: %d agree%s, %d differ%s in wording, %d in substance\n", all,
           cli_plural(all), c->counts[0], c->counts[0] == 1 ? "s" : "", c->counts[1],
           c->counts[1] == 1 ? "s" : "", c->counts[2]);
  }
  if (c->unknown) return CODE_SOURCE;
  return c->counts[VERDICT_SUBSTANCE] ? CODE_NO : CODE_FINE;
}

/* ---- the command ---------------------------------------------------------------- */

static int read_statements(Compare *c)
{
  size_t size;
  char *text = load_read(c->file, &size);
  if (!text) {
    cli_error(c->cli, "cannot read %s", c->file);
    c->statements.arena = NULL;
    return CODE_IO;
  }
  Buf why = {0};
  bool fine = size <= MAX_FILE_BYTES &&
              statements_read(&c->statements, text, size, c->lang ? c->lang : "en", &why);
  if (size > MAX_FILE_BYTES) cli_error(c->cli, "%s is larger than 64 MB", c->file);
  for (char *s = why.at, *end; s && *s; s = end + 1) {
    end = strchr(s, '\n');
    fprintf(stderr, "%s:%.*s\n", c->file, (int)(end - s), s);
  }
  buf_free(&why);
  free(text);
  return fine ? -1 : CODE_SOURCE;
}

/* Every language must have a lexicon before anything is compared. */
static int read_lexica(Compare *c)
{
  if (!lexicon_of(c, "en")) return CODE_IO;
  for (size_t i = 0; i < c->statements.list.n; i++)
    if (!lexicon_of(c, c->statements.list.at[i].lang)) return CODE_USAGE;
  return -1;
}

/* Adds what the cards of the game say in a language. */
static void add_cards(Compare *c, const char *code)
{
  const Program *p = c->game.program;
  Statements *s = &c->statements;
  LoadedLang l;
  bool read = load_lang(&l, code, p, NULL);
  const View v = view_program(p, l.lang);
  Buf b = {0};
  for (int i = 0; read && i < p->n_things; i++) {
    if (p->things[i].face != i || p->kinds[p->things[i].kind].text < 0) continue;
    buf_clear(&b);
    compose_thing(&v, &b, i);
    if (!b.n) continue;
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
  c->statements.arena = arena_new();
  load_lang_list(c->game.program, NULL, &list);
  for (char *code = strtok(list.at, ", "); code; code = strtok(NULL, ", "))
    if ((!c->lang || !strcmp(c->lang, code)) && senses_in(&c->senses, code))
      add_cards(c, code);
  buf_free(&list);
}

static int run(Compare *c, const Args *names)
{
  int code = -1;
  c->file = names->at[0];
  if (c->cards && names->n > 1)
    return opts_wrong(c->cli, "--cards takes a game and no file");
  if (!c->cards) code = read_statements(c);
  if (code >= 0) return code;
  if (c->cards || names->n > 1) {
    code = game_open(c->cli, &c->game, names->at[c->cards ? 0 : 1], false);
    if (code >= 0) return code;
    c->has_game = true;
    senses_open(&c->senses, c->game.program, c->game.path, c->arena);
  }
  if (c->cards) read_cards(c);
  load_library(&c->sources);
  code = read_lexica(c);
  return code >= 0 ? code : compare_all(c);
}

int cmd_compare(Cli *cli, int argc, char **argv)
{
  Compare c = {.cli = cli};
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "lang", OPT_TEXT, &c.lang, "L", "the language of texts that do not say (en)", 0,
       0, NULL},
      {0, "wording", OPT_FLAG, &c.wording, NULL, "tell differences in wording, too", 0, 0,
       NULL},
      {0, "cards", OPT_FLAG, &c.cards, NULL,
       "instead of a file: what the cards of GAME say in each language", 0, 0, NULL},
      {'q', "quiet", OPT_FLAG, &c.quiet, NULL, "only what differs in substance", 0, 0,
       NULL},
      {0, "json", OPT_FLAG, &c.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
  };
  const Usage usage = {
      "regel compare texts.txt scenarios/mygame",
      "compare [OPTION…] FILE [GAME]  |  compare --cards GAME",
      "Says for each id of a file whether its texts, in one language or several, agree "
      "with\n"
      "each other and with the rule that the id names: amounts, what is optional, "
      "targets,\n"
      "timing, conditions, direction.  An id is a thing, a verb, a value, a row of the\n"
      "ledger, or any word that has texts in several languages.  A line of the file is\n"
      "\"ID [LANG]: TEXT\".  Exit code 1: something differs in substance.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      2,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    c.arena = arena_new();
    sources_init(&c.sources, c.arena);
    code = run(&c, &names);
    if (c.statements.arena) statements_free(&c.statements);
    for (size_t i = 0; i < c.lexica.n; i++) lexicon_free(c.lexica.at[i]);
    vec_free(&c.lexica);
    senses_close(&c.senses);
    if (c.game.arena) game_close(&c.game);
    sources_free(&c.sources);
    arena_free(c.arena);
  }
  vec_free(&names);
  return code;
}
