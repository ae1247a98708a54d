/* regel po check. */
#include "interp/base/json.h"
#include "interp/cmd/words/po.h"
#include "interp/cmd/words/senses.h"
#include "interp/rules/load.h"
#include "interp/rules/load_lang.h"
#include "interp/po/check.h"
#include "interp/po/language.h"

#include <string.h>

typedef struct Checked {
  bool some; /* a diagnostic was printed: JSON needs a comma */
  int files;
} Checked;

/* Where messages are used. */
typedef struct Uses {
  Po *now; /* the messages of today, or NULL */
  Diags *diags;
  Senses *senses; /* NULL: no ruleset is known */
  const char *lang;
} Uses;

/* ---- one file ------------------------------------------------------------------- */

/* Cards and rules that a message is used by, as its comment tells. */
static void about(void *user, Diag *g, const PoEntry *e)
{
  const Uses *u = user;
  const PoEntry *now = u->now ? po_find(u->now, e->ctxt, e->id) : NULL;
  const char *text = now && now->extracted ? now->extracted : e->extracted;
  while (text && *text) {
    size_t n = strcspn(text, "\n");
    if (!strncmp(text, "Rule ", 5) || !strncmp(text, "On ", 3))
      diag_hint(u->diags, g, "%.*s", (int)n, text);
    text += n + (text[n] == '\n');
  }
}

/* The first that counts: a question asks what is chosen in many words, and a name names
 * itself. */
static const Disagreement *told(const Disagreements *found, bool label)
{
  for (size_t i = 0; i < found->n; i++)
    if (found->at[i].class != FACT_PICK && !(label && found->at[i].class == FACT_TARGET))
      return &found->at[i];
  return NULL;
}

/* How a translation contradicts its source. */
static const char *sense(void *user, const char *source, const char *text, bool label)
{
  const Uses *u = user;
  Disagreements found = {0};
  const char *says = NULL;
  const Disagreement *d;
  if (u->senses &&
      senses_judge(u->senses, source, NULL, u->lang, text, strlen(text), &found) &&
      (d = told(&found, label))) {
    says = arena_printf(u->diags->arena, "%s: \"%.*s\" here, and there %s",
                        fact_title(d->class), (int)(d->to - d->from), text + d->from,
                        d->rule);
    if (!d->to)
      says = arena_printf(u->diags->arena, "%s: nothing of %s", fact_title(d->class),
                          d->rule);
  }
  vec_free(&found);
  return says;
}

/* A list of words of a language, from the program's own catalog; NULL if it has none. */
static const char *words_in(PoWork *w, const char *lang, Saying which)
{
  LoadedLang l;
  bool there = load_lang(&l, lang, NULL, NULL);
  const PoEntry *e = there && l.words ? po_first(l.words, words_row(which)->key) : NULL;
  const char *own = e && po_translated(e) ? arena_strdup(w->arena, e->str[0]) : NULL;
  load_lang_free(&l);
  return own;
}

static Glossary *open_glossary(PoWork *w, const PoTarget *t, Sources *s, Diags *d)
{
  bool missing;
  if (!t || !t->game.program) return NULL;
  const char *folder = load_folder(w->arena, t->game.path);
  const char *path =
      *folder ? arena_printf(w->arena, "%s/glossary.csv", folder) : "glossary.csv";
  return glossary_read(w->arena, s, d, path, &missing);
}

static void print_findings(PoWork *w, Checked *c, Sources *s, Diags *d)
{
  int shown = d->errors + d->warnings + (w->notes ? d->notes : 0);
  if (!shown) return;
  if (w->format == DIAG_JSON && c->some) fputc(',', stdout);
  c->some = true;
  fflush(stdout);
  diags_print(w->format == DIAG_JSON ? stdout : stderr, d, s, (DiagFormat)w->format,
              w->cli->color_err, w->notes ? SEV_NOTE : SEV_WARNING);
}

static int verdict(const Diags *d)
{
  for (size_t i = 0; i < d->list.n; i++)
    if (d->list.at[i].code == DIAG_NO_FILE) return CODE_IO;
  return d->errors ? CODE_SOURCE : d->warnings ? CODE_NO : CODE_FINE;
}

/* The header says another language than the name of the file. */
static void check_language(PoWork *w, const Po *po, const char *lang, Diags *d)
{
  const char *own = po_header(po, w->arena, "Language");
  if (!strcmp(own, lang)) return;
  diag_add(d, DIAG_PO_LANGUAGE, po->header->at,
           "the header says \"%s\", the name of the file \"%s\"", own, lang);
}

static void check_all(PoWork *w, const PoTarget *t, const Po *po, const char *lang,
                      Diags *d, const Glossary *g)
{
  Senses senses = {0};
  Uses uses = {NULL, d, NULL, lang};
  PoCheck check = {
      .po = po, .diags = d, .glossary = g, .lang = lang, .about = about, .user = &uses};
  check.own_numbers = language_is_code(lang) ? words_in(w, lang, SAY_NUMBERS) : NULL;
  check.own_opposites = language_is_code(lang) ? words_in(w, lang, SAY_OPPOSITES) : NULL;
  /* the program's own words are no rules */
  if (!t || t->game.program) check.opposites = words_row(SAY_OPPOSITES)->text;
  if (t && t->game.program) {
    senses_open(&senses, t->game.program, t->game.path, w->arena);
    uses.senses = &senses;
    if (language_is_code(lang) && senses_in(&senses, lang)) check.sense = sense;
  }
  if (check.own_numbers) check.numbers = words_row(SAY_NUMBERS)->text;
  if (t) {
    check_language(w, po, lang, d);
    uses.now = po_messages(w, t, po->rule);
    po_check_messages(&check, uses.now);
  }
  po_check(&check);
  po_check_forms(po, d);
  po_free(uses.now);
  senses_close(&senses);
}

/* `t` NULL: a file by itself. */
static int check_file(PoWork *w, PoTarget *t, const char *path, const char *lang,
                      Checked *c)
{
  Sources s;
  Diags d;
  sources_init(&s, w->arena);
  diags_init(&d, w->arena);
  d.most = 5000;
  c->files++;
  Po *po = po_read(w->arena, &s, &d, path, NULL);
  Glossary *g = po ? open_glossary(w, t, &s, &d) : NULL;
  if (po && !lang) lang = po_header(po, w->arena, "Language");
  if (po) check_all(w, t, po, lang, &d, g);
  print_findings(w, c, &s, &d);
  if (w->format == DIAG_HUMAN) {
    printf("%s: %zu message%s, %d error%s, %d warning%s, %d note%s\n", path,
           po ? po->list.n : 0, cli_plural(po ? (long long)po->list.n : 0), d.errors,
           cli_plural(d.errors), d.warnings, cli_plural(d.warnings), d.notes,
           cli_plural(d.notes));
    fflush(stdout);
  }
  int code = verdict(&d);
  glossary_free(g);
  po_free(po);
  diags_free(&d);
  sources_free(&s);
  return code;
}

static int check_target(PoWork *w, PoTarget *t, void *user)
{
  Args langs = {0};
  int worst = CODE_FINE;
  if (w->lang) vec_push(&langs, w->lang);
  else po_languages(w, t, &langs);
  for (size_t i = 0; i < langs.n; i++) {
    const char *path = po_file(w, t, langs.at[i]);
    int code = path ? check_file(w, t, path, langs.at[i], user) : CODE_USAGE;
    if (code > worst) worst = code;
  }
  vec_free(&langs);
  return worst;
}

static int check_alone(PoWork *w, const char *path, void *user)
{
  return check_file(w, NULL, path, w->lang, user);
}

int po_checks(PoWork *w)
{
  Checked c = {0};
  if (w->json) w->format = DIAG_JSON;
  if (w->format == DIAG_JSON) fputs("{\n  \"schema\": 2,\n  \"diagnostics\": [", stdout);
  int worst = po_each(w, &(PoEach){check_target, check_alone, &c});
  if (w->format == DIAG_JSON)
    printf("%s],\n  \"exit\": %d\n}\n", c.some ? "\n  " : "", worst);
  if (!c.files && worst == CODE_FINE && w->format != DIAG_JSON)
    puts("There is no translation yet: regel po export GAME --lang CODE");
  return worst;
}
