/* regel po export, import and pseudo. */
#include "interp/cmd/words/po.h"
#include "interp/po/check.h"
#include "interp/po/language.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Files {
  Sources sources;
  Diags diags;
} Files;

static void files_begin(PoWork *w, Files *f)
{
  sources_init(&f->sources, w->arena);
  diags_init(&f->diags, w->arena);
}

static void files_end(Files *f)
{
  diags_free(&f->diags);
  sources_free(&f->sources);
}

static int open_one(PoWork *w, PoTarget *t, size_t arg)
{
  bool named = arg < w->args.n;
  if (named == w->program) {
    memset(t, 0, sizeof *t);
    return opts_wrong(w->cli, named ? "a ruleset or --program, not both"
                                    : "name a ruleset, or say --program");
  }
  return po_open(w, t, named ? w->args.at[arg] : NULL);
}

/* ---- export --------------------------------------------------------------------- */

static const char *now_text(Arena *a)
{
  time_t now = time(NULL);
  char text[40];
  strftime(text, sizeof text, "%Y-%m-%d %H:%M+0000", gmtime(&now));
  return arena_strdup(a, text);
}

static int export_template(PoWork *w, const PoTarget *t)
{
  Po *po = po_messages(w, t, NULL);
  po->header =
      language_header(w->arena, t->name, "", "nplurals=INTEGER; plural=EXPRESSION;",
                      "YEAR-MO-DA HO:MI+ZONE");
  po->header->fuzzy = true;
  int code = po_store(w, w->output ? w->output : "-", po);
  po_free(po);
  return code;
}

/* The rule of a language for which there is no file yet. */
static const char *plural_rule(PoWork *w)
{
  const Language *l = language_find(w->lang);
  const char *rule = w->plural ? w->plural : l ? l->plural : NULL, *why;
  int where;
  if (!rule) {
    opts_wrong(w->cli,
               "the plural rule of \"%s\" is not known; say it: --plural \"nplurals=2; "
               "plural=(n != 1);\"",
               w->lang);
    return NULL;
  }
  if (po_plural_read(w->arena, rule, &why, &where)) return rule;
  opts_wrong(w->cli, "--plural: %s", why);
  return NULL;
}

static void count_done(const Po *po, const char *path)
{
  int all = 0, done = 0, fuzzy = 0, gone = 0;
  for (size_t i = 0; i < po->list.n; i++) {
    const PoEntry *e = po->list.at[i];
    gone += e->obsolete;
    all += !e->obsolete;
    fuzzy += !e->obsolete && e->fuzzy;
    done += !e->obsolete && !e->fuzzy && po_translated(e);
  }
  printf("%s: %d message%s, %d translated, %d fuzzy, %d to do, %d obsolete\n", path, all,
         cli_plural(all), done, fuzzy, all - done - fuzzy, gone);
}

/* The messages of today with what a file has of them. */
static Po *merged(PoWork *w, const PoTarget *t, Po *old)
{
  Po *po = po_messages(w, t, old->rule);
  po_merge(po, old);
  return po;
}

static int export_language(PoWork *w, const PoTarget *t)
{
  const char *path = po_file(w, t, w->lang);
  if (!path && !w->output) return CODE_USAGE;
  Files f;
  bool missing = true;
  files_begin(w, &f);
  Po *old = path ? po_read(w->arena, &f.sources, &f.diags, path, &missing) : NULL,
     *po = NULL;
  int code = old || missing ? -1 : po_report(w, &f.sources, &f.diags);
  if (old) {
    po = merged(w, t, old);
  } else if (code < 0) {
    const char *rule = plural_rule(w), *why;
    int where;
    if (rule) {
      po = po_messages(w, t, po_plural_read(w->arena, rule, &why, &where));
      po->header = language_header(w->arena, t->name, w->lang, rule, now_text(w->arena));
    } else {
      code = CODE_USAGE;
    }
  }
  const char *to = w->output ? w->output : path;
  if (po && code < 0) code = po_store(w, to, po);
  if (po && code < 0 && strcmp(to, "-")) count_done(po, to);
  po_free(po);
  po_free(old);
  files_end(&f);
  return code;
}

int po_export(PoWork *w)
{
  PoTarget t;
  if (!w->lang && !w->template)
    return opts_wrong(w->cli, "which language? --lang nl; or --template for none");
  int code = open_one(w, &t, 0);
  if (code < 0) code = w->template ? export_template(w, &t) : export_language(w, &t);
  po_close(&t);
  return code < 0 ? CODE_FINE : code;
}

/* ---- import --------------------------------------------------------------------- */

/* The language of a file; NULL if its header has none that can be used. */
static const char *language_of(PoWork *w, const Po *po, Diags *d)
{
  const char *lang = po_header(po, w->arena, "Language");
  Diag *g = NULL;
  if (!language_is_code(lang))
    g = diag_add(d, DIAG_PO_LANGUAGE, po->header->at,
                 "the header does not say which language this is");
  else if (w->lang && strcmp(w->lang, lang))
    g = diag_add(d, DIAG_PO_LANGUAGE, po->header->at, "this is \"%s\", not \"%s\"", lang,
                 w->lang);
  if (!g) return lang;
  diag_hint(d, g, "the field is, for example: Language: nl");
  return NULL;
}

static bool belongs(PoWork *w, const Po *po, const PoTarget *t, Diags *d)
{
  const char *of = po_header(po, w->arena, "X-Regel-Ruleset");
  if (!*of || !strcmp(of, t->name)) return true;
  diag_add(d, DIAG_PO_LANGUAGE, po->header->at,
           "this is a translation of \"%s\", not of \"%s\"", of, t->name);
  return false;
}

/* Which ruleset a file is for: the one that was named, else the one that it names. */
static int import_target(PoWork *w, const Po *po, PoTarget *t)
{
  const char *of = po_header(po, w->arena, "X-Regel-Ruleset");
  if (w->args.n < 2 && !w->program) {
    if (!strcmp(of, "program")) w->program = true;
    else if (*of) vec_push(&w->args, of);
    else
      return opts_wrong(w->cli, "the file does not say what it translates; name the "
                                "ruleset: regel po import FILE GAME");
  }
  return open_one(w, t, 1);
}

/* Messages that the catalog has words for and what is to replace it has none: a file that
 * was cut off between two messages cannot be told by its syntax. */
static int count_lost(const Po *po, const Po *old, const PoEntry **first)
{
  int lost = 0;
  for (size_t i = 0; i < po->list.n; i++) {
    const PoEntry *e = po->list.at[i];
    const PoEntry *had = e->obsolete ? NULL : po_find(old, e->ctxt, e->id);
    if (!had || had->fuzzy || !po_translated(had) || po_translated(e)) continue;
    if (!lost++) *first = e;
  }
  return lost;
}

/* Refuses to replace a catalog by one that knows less.  Returns -1 or the exit code. */
static int keeps_all(PoWork *w, const Po *po, const char *path, Files *f)
{
  bool missing;
  const PoEntry *first = NULL;
  Po *old = po_read(w->arena, &f->sources, &f->diags, path, &missing);
  int code = po_report(w, &f->sources, &f->diags);
  int lost = old ? count_lost(po, old, &first) : 0;
  if (first) {
    cli_error(w->cli,
              "%d translation%s would be lost: the file has none of %s, for example; if "
              "that is meant, delete %s first",
              lost, cli_plural(lost), first->ctxt, path);
    code = CODE_NO;
  }
  po_free(old);
  return code;
}

static int import_into(PoWork *w, PoTarget *t, Po *sent, const char *lang, Files *f)
{
  if (!belongs(w, sent, t, &f->diags)) return po_report(w, &f->sources, &f->diags);
  const char *path = po_file(w, t, lang);
  if (!path) return CODE_USAGE;
  Po *po = merged(w, t, sent);
  int code = keeps_all(w, po, path, f);
  if (code < 0) code = po_store(w, path, po);
  if (code < 0) count_done(po, path);
  po_free(po);
  return code;
}

int po_import(PoWork *w)
{
  Files f;
  PoTarget t = {0};
  files_begin(w, &f);
  Po *sent = po_read(w->arena, &f.sources, &f.diags, w->args.at[0], NULL);
  const char *lang = sent ? language_of(w, sent, &f.diags) : NULL;
  if (sent) {
    po_check(&(PoCheck){.po = sent, .diags = &f.diags, .lang = lang});
    po_check_forms(sent, &f.diags);
  }
  int code = po_report(w, &f.sources, &f.diags);
  if (code < 0) code = import_target(w, sent, &t);
  if (code < 0) code = import_into(w, &t, sent, lang, &f);
  if (code >= 0 && sent) cli_error(w->cli, "nothing was changed");
  po_close(&t);
  po_free(sent);
  files_end(&f);
  return code < 0 ? CODE_FINE : code;
}

/* ---- pseudo --------------------------------------------------------------------- */

static const char *pseudo_of(PoWork *w, const PoEntry *e, const char *source)
{
  if (e->ctxt && !strncmp(e->ctxt, "language/", 9)) return source; /* a table */
  if (po_is_name(e)) source = arena_strndup(w->arena, source, po_plain(source));
  return language_pseudo(w->arena, source);
}

int po_pseudo(PoWork *w)
{
  PoTarget t;
  int code = open_one(w, &t, 0);
  const char *path = code < 0 && !w->output ? po_file(w, &t, "qps") : w->output;
  if (code < 0 && !path) code = CODE_USAGE;
  if (code < 0) {
    Po *po = po_messages(w, &t, NULL);
    const Language *l = language_find("qps");
    po->header =
        language_header(w->arena, t.name, l->code, l->plural, now_text(w->arena));
    for (size_t i = 0; i < po->list.n; i++) {
      PoEntry *e = po->list.at[i];
      for (int k = 0; k < e->strs; k++)
        e->str[k] = pseudo_of(w, e, e->plural && k ? e->plural : e->id);
    }
    code = po_store(w, path, po);
    if (code < 0 && strcmp(path, "-")) count_done(po, path);
    po_free(po);
  }
  po_close(&t);
  return code < 0 ? CODE_FINE : code;
}
